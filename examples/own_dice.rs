//! Custom dice: the chance to reach a level, and the effect of the dice on a duel.
//!
//! `cargo run --release --example own_dice`

use fudgelab::RulesByName;
use fudgelab::{Dice, Encounter, Error, Fighter, Ladder, Pmf, Rules};

fn main() -> Result<(), Error> {
    // Dice given by weights, here 2d6 where everything but doubles is blank. Any values and whole-number weights work.
    let doubles =
        Dice::new("doubles", Pmf::from_weights([(-3, 1), (-2, 1), (-1, 1), (0, 30), (1, 1), (2, 1), (3, 1)])?);
    // Dice by notation or name.
    let four = Dice::parse("4dF")?;
    let percentile = Dice::parse("d%")?;

    let ladder = Ladder::default();
    let difficulty = ladder.parse("Good")?;
    println!("Chance to reach Good:");
    for dice in [&four, &percentile, &doubles] {
        let of = |level: &str| Ok(dice.pmf().probability_at_least(difficulty - ladder.parse(level)?));
        let chances: Result<Vec<f64>, Error> = ["Mediocre", "Fair", "Good", "Great"].into_iter().map(of).collect();
        println!("  {:8} {:.3?}", dice.name(), chances?);
    }

    println!("Chance that the better of two wins a duel:");
    for dice in [four, percentile, doubles] {
        let rules = Rules { dice: dice.clone(), ..Rules::preset("nutshell")? };
        let better = Fighter::named("better", 1).offense(3).defense(1);
        let other = Fighter::named("other", 0).offense(3).defense(1);
        let duel = Encounter::new(rules).side("better", [better]).side("other", [other]);
        println!("  {:8} {:.4}", dice.name(), duel.exact()?.value("better wins")?);
    }
    Ok(())
}
