//! Fights of many, on one core: how many rounds of a fighter a second, and the fight that a GM asks for most.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fudgelab::rules::{Pacing, Rules};
use party::{fight, preset, srd};
use trials::{Trials, one_core};

mod party;
mod trials;

/// Trials that give half a point of precision to a chance of one half.
const HALF_A_POINT: u64 = 38_416;

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
        let fights = Trials::of(fight(heroes, foes, &rules));
        group.throughput(Throughput::Elements(fights.run(trials)));
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            one_core().install(|| b.iter(|| fights.run(trials)))
        });
    }
    group.finish();
    let mut group = c.benchmark_group("half a point of precision");
    group.sample_size(10);
    let fights = Trials::of(fight(4, 6, &srd()));
    group.bench_function("4 on 6", |b| one_core().install(|| b.iter(|| fights.run(HALF_A_POINT))));
    group.finish();
}

criterion_group!(benches, melees);
criterion_main!(benches);
