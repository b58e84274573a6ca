//! Exact fights on one core: the reference duel, its grid of skills, and the barroom duel (SRD 4.7).

use criterion::{Criterion, criterion_group, criterion_main};
use fudgelab::combat::Fight;
use fudgelab::exact::fight;
use std::hint::black_box;

mod shipped;

/// Every skill from Terrible to Superb against every other.
const SKILLS: &str =
    "\n[vary]\n\"fighters.a.skill\" = { from = -3, to = 3 }\n\"fighters.b.skill\" = { from = -3, to = 3 }\n";

fn solve(fights: &[Fight]) {
    for duel in fights {
        black_box(fight(black_box(duel))).expect("the duel is small enough");
    }
}

fn exact_fights(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact");
    let cases = [
        ("reference duel", shipped::fights("reference-duel.toml", "")),
        ("7 x 7 skills", shipped::fights("reference-duel.toml", SKILLS)),
        ("barroom duel", shipped::fights("barroom-duel.toml", "")),
    ];
    for (name, fights) in cases {
        group.bench_function(name, |b| b.iter(|| solve(&fights)));
    }
    group.finish();
}

criterion_group!(benches, exact_fights);
criterion_main!(benches);
