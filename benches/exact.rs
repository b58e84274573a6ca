//! Exact fights on one core: the reference duel, its grid of skills, and the barroom duel (SRD 4.7). `bars` holds them to their bars.

use criterion::Criterion;
use fudgelab::combat::Fight;
use fudgelab::exact::fight;
use std::hint::black_box;

mod shipped;

/// Every skill from Terrible to Superb against every other.
const SKILLS: &str =
    "\n[vary]\n\"fighters.a.skill\" = { from = -3, to = 3 }\n\"fighters.b.skill\" = { from = -3, to = 3 }\n";

fn main() {
    let fights =
        |file, more| -> Vec<Fight> { shipped::fights(file, more).into_iter().map(|combat| combat.fight).collect() };
    let cases = [
        ("reference duel", fights("reference-duel.toml", "")),
        ("7 x 7 skills", fights("reference-duel.toml", SKILLS)),
        ("barroom duel", fights("barroom-duel.toml", "")),
    ];
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("exact");
    for (name, fights) in &cases {
        group.bench_function(*name, |b| {
            b.iter(|| {
                fights.iter().for_each(|duel| drop(black_box(fight(black_box(duel)).expect("it is small enough"))))
            });
        });
    }
    group.finish();
    criterion.final_summary();
}
