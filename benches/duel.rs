//! The barroom duel (SRD 4.7) on one core: the general engine beside a loop written by hand for this one fight.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fudgelab::chance::{Sampler, Seed};
use fudgelab::scenario::{Overrides, read};
use fudgelab::sim::{FightTrial, Trial};
use fudgelab::study::Subject;

mod by_hand;

/// Duels in one iteration.
const DUELS: u64 = 100_000;

/// The shipped scenario, as anybody would run it.
fn barroom_duel() -> FightTrial {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/barroom-duel.toml");
    let scenario = read(file.as_ref(), &Overrides::default()).expect("the shipped scenario is good");
    match &scenario.study.cells[0].subject {
        Subject::Fight(fight, _) => FightTrial::new((**fight).clone()),
        other => panic!("the barroom duel is a fight, not {other:?}"),
    }
}

fn duels(c: &mut Criterion) {
    let mut group = c.benchmark_group("barroom duel");
    group.throughput(Throughput::Elements(DUELS));
    group.bench_function("general engine", |b| {
        let trial = barroom_duel();
        b.iter(|| {
            let mut tally = trial.tally();
            for i in 0..DUELS {
                trial.run(&mut Sampler::new(Seed::new(1), i), &mut tally);
            }
            tally
        });
    });
    group.bench_function("written by hand", |b| {
        let duel = by_hand::Duel::new();
        b.iter(|| duel.play(DUELS, 1));
    });
    group.finish();
}

criterion_group!(benches, duels);
criterion_main!(benches);
