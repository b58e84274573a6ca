//! A duel in code: each fighter's chances, exact and simulated, and the course of one duel.
//!
//! `cargo run --release --example duel`

use fudgelab::RulesByName;
use fudgelab::{Encounter, Error, Fighter, Level, Rules, Seed};

fn main() -> Result<(), Error> {
    // The barroom duel (SRD 4.7).
    let snorri = Fighter::named("Snorri", Level::GREAT).offense(5).defense(3).weapon(4);
    let brynhild = Fighter::named("Brynhild", Level::GOOD).offense(5).defense(2).weapon(3).shield(1);

    // Rules start from a preset; settings are changed by name or by field.
    let mut rules = Rules::preset("srd")?.set("graze", "off")?;
    rules.round_limit = 50;
    let duel = Encounter::new(rules).side("Snorri", [snorri]).side("Brynhild", [brynhild]);

    let exact = duel.exact()?;
    println!("{exact}");

    let simulated = duel.simulate(100_000, Seed::new(1))?;
    for row in exact.rows().iter().filter(|row| row.figure == "wins") {
        let same = simulated.rows().into_iter().find(|other| other.title == row.title);
        let interval = same.and_then(|row| row.interval);
        println!("{}: exactly {:.4}, simulated {interval:.4?}", row.title, row.value);
    }

    println!("\nOne such duel, and how it stood after each round:");
    let mut play = duel.play(7, Seed::new(1))?;
    while play.play_round() {
        let wins = play.standing()?.wins;
        println!("  round {}: {:?}, Snorri wins {:.0} % from here", play.rounds(), play.wounds(), 100.0 * wins[0]);
    }
    Ok(())
}
