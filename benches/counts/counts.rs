//! Counts the instructions of the single-core rows of `bars` under valgrind. Other work on the machine does not change
//! the counts.
//!
//! Run it with `cargo bench -p fudgelab-counts` on x86-64 Linux, with valgrind and the version of `gungraun-runner` in
//! `Cargo.lock`. Each row has the count measured with the pinned toolchain and fails at 2 % more. A commit that raises
//! a count explains why.

use fudgelab::combat::Fight;
use fudgelab::exact;
use fudgelab::rules::{Pacing, Rules};
use gungraun::{Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use party::{preset, srd};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::hint::black_box;
use trials::Trials;

#[path = "../party/mod.rs"]
mod party;
#[path = "../shipped/mod.rs"]
mod shipped;
#[path = "../trials/mod.rs"]
mod trials;

/// Limits a row to 2 % more than the measured count, given in thousands of instructions.
fn measured(thousands: u64) -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::default();
    callgrind.hard_limits([(EventKind::Ir, 1_020 * thousands)]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

/// Returns the fights of a shipped file with `more` appended to it.
fn fights(file: &str, more: &str) -> Vec<Fight> {
    let fights = shipped::fights(file, more).into_iter().map(|combat| combat.fight).collect();
    tidy_heap();
    fights
}

/// Makes the allocator merge the small blocks left by reading. It does so at the next large allocation, which would
/// otherwise be a counted one.
fn tidy_heap() {
    drop(black_box(Vec::<u8>::with_capacity(1 << 16)));
}

fn shipped_trials(file: &str) -> (ThreadPool, Trials) {
    (this_thread(), Trials::of(shipped::fights(file, "").swap_remove(0)))
}

fn four_on_six(rules: &Rules) -> (ThreadPool, Trials) {
    (this_thread(), Trials::of(party::fight(4, 6, rules)))
}

/// A pool of only the current thread, since no other thread is counted.
fn this_thread() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("this thread is in no pool yet")
}

#[library_benchmark]
#[bench::reference_duel(args = (fights("reference-duel.toml", "")), config = measured(909))]
#[bench::seven_by_seven_skills(args = (fights("reference-duel.toml", shipped::SKILLS)), config = measured(42_416))]
#[bench::barroom_duel(args = (fights("barroom-duel.toml", "")), config = measured(3_334))]
#[bench::two_on_two(args = (fights("reference-duel.toml", shipped::TWO_EACH)), config = measured(423_569))]
fn solved(fights: Vec<Fight>) {
    fights.iter().for_each(|one| drop(black_box(exact::fight(black_box(one)).expect("it is small enough"))));
}

#[library_benchmark]
#[bench::barroom_duel(args = (shipped_trials("barroom-duel.toml"), 32_768), config = measured(56_414))]
#[bench::four_on_six(args = (four_on_six(&srd()), 2_000), config = measured(36_599))]
#[bench::four_on_six_in_turns(
    args = (four_on_six(&Rules { pacing: Pacing::Turns, ..srd() }), 500),
    config = measured(31_215)
)]
#[bench::four_on_six_by_kaer(args = (four_on_six(&preset("kaer")), 500), config = measured(27_389))]
#[bench::four_on_six_by_lite(args = (four_on_six(&preset("lite")), 500), config = measured(22_965))]
fn simulated((pool, trials): (ThreadPool, Trials), number: u64) -> u64 {
    pool.install(|| black_box(trials.run(number)))
}

library_benchmark_group!(name = rows, benchmarks = [solved, simulated]);
main!(library_benchmark_groups = rows);
