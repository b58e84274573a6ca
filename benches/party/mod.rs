//! Group fights for timing: Great heroes in mail against Fair foes in leather.

use fudgelab::combat::{Cast, Fighter, compile};
use fudgelab::fights::Combat;
use fudgelab::rules::damage::PrintedOption;
use fudgelab::rules::{DamageRoll, Graze, GrazeRoll, Outnumbered, Rules};
use fudgelab::scenario::Preset;

/// The rules of the SRD, with simultaneous blows in a round.
pub fn srd() -> Rules {
    Rules {
        minimum_to_hit: Some(-2),
        damage_roll: DamageRoll::named("4dF-limited").expect("a printed roll"),
        graze: Graze::Table,
        graze_roll: GrazeRoll::named("one-level").expect("a printed roll"),
        outnumbered: Outnumbered::PerFoe,
        ..Rules::plain()
    }
}

pub fn preset(name: &str) -> Rules {
    Preset::find(name).expect("the preset plays").1.clone()
}

pub fn fight(heroes: u16, foes: u16, rules: &Rules) -> Combat {
    let hero = Fighter { count: heroes, offense: 4, defense: 3, ..Fighter::new("hero", 0, 2) };
    let foe = Fighter { count: foes, offense: 3, defense: 1, ..Fighter::new("foe", 1, 0) };
    let cast = Cast { fighters: vec![hero, foe], sides: vec!["heroes".into(), "foes".into()] };
    let fight = compile(&cast, rules).expect("a fight of two sides");
    Combat::new(fight, cast, None, rules)
}
