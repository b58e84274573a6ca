//! Exact fights on one core: the reference duel, its grid of skills, and the barroom duel (SRD 4.7), each beside its bar.
//!
//! `cargo bench --bench exact --no-default-features` prints the figures; `-- --bars` prints the bars alone, in a few
//! seconds.

use criterion::Criterion;
use fudgelab::combat::Fight;
use fudgelab::exact::fight;
use std::hint::black_box;
use std::time::{Duration, Instant};

mod shipped;

/// Every skill from Terrible to Superb against every other.
const SKILLS: &str =
    "\n[vary]\n\"fighters.a.skill\" = { from = -3, to = 3 }\n\"fighters.b.skill\" = { from = -3, to = 3 }\n";

/// What is solved, and the milliseconds it may take.
struct Case {
    name: &'static str,
    bar: f64,
    fights: Vec<Fight>,
}

fn cases() -> [Case; 3] {
    let case = |name, bar, file, more| Case {
        name,
        bar,
        fights: shipped::fights(file, more).into_iter().map(|combat| combat.fight).collect(),
    };
    [
        case("reference duel", 0.1, "reference-duel.toml", ""),
        case("7 x 7 skills", 4.0, "reference-duel.toml", SKILLS),
        case("barroom duel", 10.0, "barroom-duel.toml", ""),
    ]
}

fn solve(fights: &[Fight]) {
    for duel in fights {
        black_box(fight(black_box(duel))).expect("the duel is small enough");
    }
}

/// How long each run takes over so many seconds: the shortest, and the one in the middle, in milliseconds.
fn times(case: &Case, seconds: u64) -> (f64, f64) {
    let start = Instant::now();
    let mut times = Vec::new();
    while start.elapsed() < Duration::from_secs(seconds) {
        let run = Instant::now();
        solve(&case.fights);
        times.push(1000.0 * run.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    (times[0], times[times.len() / 2])
}

/// Other work on the machine makes a run longer and never shorter, so that the shortest run is held against the bar.
fn bars(cases: &[Case]) {
    println!("{:<16}{:>12}{:>12}{:>10}", "ms", "shortest", "median", "bar");
    for case in cases {
        let (shortest, median) = times(case, 2);
        let verdict = if shortest <= case.bar { "kept" } else { "MISSED" };
        println!("{:<16}{shortest:>12.4}{median:>12.4}{:>10} {verdict}", case.name, case.bar);
    }
}

fn main() {
    let cases = cases();
    bars(&cases);
    if std::env::args().any(|arg| arg == "--bars") {
        return;
    }
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("exact");
    for case in &cases {
        group.bench_function(case.name, |b| b.iter(|| solve(&case.fights)));
    }
    group.finish();
    criterion.final_summary();
}
