//! The barroom duel (SRD 4.7) on one core: the general engine beside a loop written by hand for this one fight.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fudgelab::chance::{Sampler, Seed};
use fudgelab::sim::Trial;
use fudgelab::subject::Tried;

mod by_hand;
mod shipped;

/// Duels in one iteration.
const DUELS: u64 = 100_000;

fn duels(c: &mut Criterion) {
    let mut group = c.benchmark_group("barroom duel");
    group.throughput(Throughput::Elements(DUELS));
    group.bench_function("general engine", |b| {
        let trial = Tried::new(shipped::fights("barroom-duel.toml", "").swap_remove(0));
        b.iter(|| {
            let mut tally = trial.tally();
            for mut sampler in Sampler::from(Seed::new(1), 0).take(DUELS as usize) {
                trial.run(&mut sampler, &mut tally, &mut []);
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
