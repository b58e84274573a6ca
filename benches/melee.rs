//! Fights of many, on one core: how many rounds of a fighter a second, and the fight that a GM asks for most.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::{Body, Cast, Fight, Fighter, play};
use fudgelab::rules::{DamageRoll, Graze, GrazeRoll, Outnumbered, Pacing, Rules};
use fudgelab::scenario::Preset;
use fudgelab::sim::Trial;
use fudgelab::subject::Tried;
use fudgelab::subject::fight::Combat;

/// Trials that give half a point of precision to a chance of one half.
const HALF_A_POINT: u64 = 38_416;

fn srd() -> Rules {
    Rules {
        minimum_to_hit: Some(-2),
        damage_roll: DamageRoll::FudgeLimited,
        graze: Graze::Table,
        graze_roll: GrazeRoll::OneLevel,
        outnumbered: Outnumbered::PerFoe,
        ..Rules::plain()
    }
}

fn preset(name: &str) -> Rules {
    Preset::find(name).expect("the preset plays").1.clone()
}

/// Heroes, Great fighters in mail, against Fair ones in leather.
fn fight(heroes: u16, foes: u16, rules: &Rules) -> Combat {
    let hero = Fighter { count: heroes, offense: 4, defense: 3, ..Fighter::new("hero", 0, 2) };
    let foe = Fighter { count: foes, offense: 3, defense: 1, ..Fighter::new("foe", 1, 0) };
    let cast = Cast { fighters: vec![hero, foe], sides: vec!["heroes".into(), "foes".into()] };
    let fight = Fight::compile(&cast, rules).expect("a fight of two sides");
    Combat::new(fight, cast, None, rules)
}

/// The rounds of all fighters over so many trials.
fn fighter_rounds(fight: &Fight, trials: u64) -> u64 {
    let rounds = |trial| {
        let bodies = vec![Body::default(); fight.fighters()];
        u64::from(play(fight, bodies, &mut Sampler::new(Seed::new(1), trial), &mut ()).rounds)
    };
    (0..trials).map(rounds).sum::<u64>() * fight.fighters() as u64
}

fn run(combat: &Combat, trials: u64) -> u64 {
    let trial = Tried::new(combat.clone());
    let mut tally = trial.tally();
    for mut sampler in Sampler::from(Seed::new(1), 0).take(trials as usize) {
        trial.run(&mut sampler, &mut tally, &mut []);
    }
    tally.tally.trials()
}

fn melees(c: &mut Criterion) {
    let turns = Rules { pacing: Pacing::Turns, ..srd() };
    let cases = [
        ("1 on 1", 1, 1, srd(), 20_000),
        ("1 on 3", 1, 3, srd(), 5_000),
        ("4 on 6", 4, 6, srd(), 2_000),
        ("20 on 20", 20, 20, srd(), 200),
        ("60 on 60", 60, 60, srd(), 50),
        ("4 on 6 in turns", 4, 6, turns, 500),
        ("4 on 6 by KAER", 4, 6, preset("kaer"), 500),
        ("4 on 6 by LITE", 4, 6, preset("lite"), 2_000),
    ];
    let mut group = c.benchmark_group("fighter-rounds");
    for (name, heroes, foes, rules, trials) in cases {
        let combat = fight(heroes, foes, &rules);
        group.throughput(Throughput::Elements(fighter_rounds(&combat.fight, trials)));
        group.bench_function(BenchmarkId::from_parameter(name), |b| b.iter(|| run(&combat, trials)));
    }
    group.finish();
    let mut group = c.benchmark_group("half a point of precision");
    group.sample_size(10);
    let combat = fight(4, 6, &srd());
    group.bench_function("4 on 6", |b| b.iter(|| run(&combat, HALF_A_POINT)));
    group.finish();
}

criterion_group!(benches, melees);
criterion_main!(benches);
