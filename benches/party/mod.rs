//! Heroes, Great fighters in mail, against Fair foes in leather: the fights of many that are timed.

use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::{Body, Cast, Fight, Fighter, play};
use fudgelab::rules::{DamageRoll, Graze, GrazeRoll, Outnumbered, Rules};
use fudgelab::scenario::Preset;
use fudgelab::sim::Trial;
use fudgelab::subject::Tried;
use fudgelab::subject::fight::{Combat, FightTally};

/// The rules of the SRD, with blows of a round at once.
pub fn srd() -> Rules {
    Rules {
        minimum_to_hit: Some(-2),
        damage_roll: DamageRoll::FudgeLimited,
        graze: Graze::Table,
        graze_roll: GrazeRoll::OneLevel,
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
    let fight = Fight::compile(&cast, rules).expect("a fight of two sides");
    Combat::new(fight, cast, None, rules)
}

/// The rounds of all fighters over so many trials.
pub fn fighter_rounds(fight: &Fight, trials: u64) -> u64 {
    let rounds = |mut sampler| {
        let bodies = vec![Body::default(); fight.fighters()];
        u64::from(play(fight, bodies, &mut sampler, &mut ()).rounds)
    };
    Sampler::from(Seed::new(1), 0).take(trials as usize).map(rounds).sum::<u64>() * fight.fighters() as u64
}

/// Plays and counts trials, on one core.
pub fn run(trial: &Tried<Combat>, trials: u64) -> FightTally {
    let mut tally = trial.tally();
    for mut sampler in Sampler::from(Seed::new(1), 0).take(trials as usize) {
        trial.run(&mut sampler, &mut tally, &mut []);
    }
    tally.tally
}
