//! The barroom duel (SRD 4.7) on one core: the general engine beside a loop written by hand for this one fight.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use trials::{Trials, one_core};

mod by_hand;
mod shipped;
mod trials;

/// Duels in one iteration.
const DUELS: u64 = 100_000;

fn duels(c: &mut Criterion) {
    let mut group = c.benchmark_group("barroom duel");
    group.throughput(Throughput::Elements(DUELS));
    group.bench_function("general engine", |b| {
        let trials = Trials::of(shipped::fights("barroom-duel.toml", "").swap_remove(0));
        one_core().install(|| b.iter(|| trials.run(DUELS)));
    });
    group.bench_function("written by hand", |b| {
        let duel = by_hand::Duel::new();
        b.iter(|| duel.play(DUELS, 1));
    });
    group.finish();
}

criterion_group!(benches, duels);
criterion_main!(benches);
