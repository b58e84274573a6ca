//! A sweep over skill and number of foes, with the win chances as a polars dataframe.
//!
//! `cargo run --release --example sweep`

use fudgelab::RulesByName;
use fudgelab::{Encounter, Error, Fighter, Rules, Study};

fn main() -> Result<(), Error> {
    let rules = Rules::preset("nutshell")?;
    let against = |goblins: u16| {
        let rules = rules.clone();
        move |skill: i32| {
            let hero = Fighter::named("Hero", skill).offense(4).defense(3);
            let goblins = Fighter::named("Goblin", 0).offense(3).count(goblins);
            Encounter::new(rules.clone()).side("hero", [hero]).side("goblins", [goblins])
        }
    };
    for goblins in 1..=2 {
        let results = Study::sweep("skill", 0..=3, against(goblins))?.run()?;
        let frames = results.frames()?;
        let (name, summary) = &frames[0];
        println!("Against {goblins}: the frame `{name}` has {} rows and {} columns", summary.height(), summary.width());
        for row in results.rows().iter().filter(|row| row.title == "hero wins") {
            println!("  skill {}: {:.3}", row.varied[0].1, row.value);
        }
    }
    Ok(())
}
