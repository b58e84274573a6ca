//! A custom damage rule written in Rust, exact and simulated.
//!
//! `cargo run --release --example own_damage`

use fudgelab::RulesByName;
use fudgelab::{Dice, Encounter, Error, Fighter, Landed, Level, OwnDamage, Results, Rules, Seed};

/// Half the relative degree, rounded up, plus the damage roll, the tactics bonus and a third of the damage factor,
/// rounded up. A negative damage factor counts in full.
fn half_degree(hit: Landed) -> i32 {
    let points = (hit.degree + 1) / 2 + hit.roll + hit.tactics;
    if hit.factor > 0 { points + (hit.factor + 2) / 3 } else { points + hit.factor }
}

fn main() -> Result<(), Error> {
    let fight = |rules: Rules| {
        let axe = Fighter::named("Axe", Level::GOOD).offense(5).defense(2);
        let mail = Fighter::named("Mail", Level::GOOD).offense(3).defense(5);
        Encounter::new(rules).side("Axe", [axe]).side("Mail", [mail])
    };
    let own = OwnDamage::new("half the degree", half_degree).rolling(Dice::parse("1dF")?);
    for (name, rules) in
        [("nutshell", Rules::preset("nutshell")?), ("own rule", Rules::preset("nutshell")?.with_own_damage(own))]
    {
        let (exact, simulated) = (fight(rules.clone()).exact()?, fight(rules).simulate(100_000, Seed::new(1))?);
        let wins = |results: &Results| results.value("Axe wins");
        let rounds = exact.value("rounds")?;
        println!("{name}: Axe wins {:.4} (simulated {:.4}), in {rounds:.2} rounds", wins(&exact)?, wins(&simulated)?);
    }
    Ok(())
}
