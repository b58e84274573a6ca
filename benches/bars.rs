//! Measures times and ratios and prints each next to its target, in less than a minute.
//!
//! Run it with `cargo bench --bench bars`. *H* is the time a hand-written loop needs for 1,000 barroom duels, a measure
//! of the machine's speed. Other work can only slow a run down, so the shortest of several runs counts. The times are
//! for information; the limits are in `counts`. `OLD=path cargo bench --bench bars` also times another build of the
//! program, in the rows that run whole commands.

use fudgelab::combat::Fight;
use fudgelab::exact::fight;
use fudgelab::rules::{Pacing, Rules};
use party::{preset, srd};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};
use trials::Trials;

mod by_hand;
mod party;
mod shipped;
mod trials;

/// Seven presets, six dice methods, 7 x 7 skills.
const PRESETS: &str = r#"
[rules]
base = "srd"
[variants]
srd = {}
nutshell = { rules = { base = "nutshell" } }
"fudge-1993" = { rules = { base = "fudge-1993" } }
kaer = { rules = { base = "kaer" } }
lite = { rules = { base = "lite" } }
fantasy = { rules = { base = "fantasy" } }
cinematic = { rules = { base = "cinematic" } }
[fighters]
a = { skill = 0 }
b = { skill = 0 }
[run]
method = "exact"
[vary]
"rules.dice" = ["4dF", "d%", "3d6-table", "4d6-lowest", "2d6-table", "1d6-1d6"]
"fighters.a.skill" = { from = -3, to = 3 }
"fighters.b.skill" = { from = -3, to = 3 }
"#;

/// 10,000 cells with one trial each.
const CELLS: &str = r#"
[rules]
base = "srd"
[fighters]
a = { skill = 0 }
b = { skill = 0 }
[run]
method = "simulate"
trials = 1
[vary]
"fighters.a.skill" = { from = -3, to = 6 }
"fighters.b.skill" = { from = -3, to = 6 }
"fighters.a.offense" = { from = 0, to = 9 }
"fighters.b.offense" = { from = 0, to = 9 }
"#;

/// Scenarios that users wait for: name, file, and the maximum time in seconds on a machine where H is [`WAITED_AT`].
const WAITS: [(&str, &str, f64); 6] = [
    ("one round of a volley, precise enough", include_str!("waits/one-round.toml"), 0.3),
    ("an evening of two fights", include_str!("waits/evening.toml"), 0.5),
    ("four heroes against a dragon", include_str!("waits/dragon.toml"), 4.0),
    ("four heroes against two to eight orcs", include_str!("waits/four-on-five.toml"), 0.5),
    ("three heroes against one to five goblins", include_str!("waits/goblin-sweep.toml"), 1.5),
    ("the skill against two ghouls, tuned", include_str!("waits/two-ghouls.toml"), 2.0),
];

/// H of the machine for which [`WAITS`] was set, in seconds.
const WAITED_AT: f64 = 67e-6;

/// The argument that makes this program play barroom duels on one core, as a separate process.
const ALONE: &str = "--duels-on-one-core";

/// Duels per core when two threads are compared with two processes.
const DUELS: u64 = 4_000_000;

/// Returns the shortest time of `runs` runs, in seconds.
fn shortest(runs: usize, mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..runs).map(time).min().unwrap_or(Duration::MAX).as_secs_f64()
}

fn one_core() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(1).build().expect("a thread")
}

/// Like [`shortest`], but on one core.
fn on_one_core(runs: usize, run: impl Fn() -> u64 + Sync) -> f64 {
    one_core().install(|| shortest(runs, || _ = black_box(run())))
}

/// Prints a row of the table; `aim` is a minimum if `more_is_better`, otherwise a maximum.
fn line(what: &str, value: f64, unit: &str, aim: f64, more_is_better: bool) {
    let sign = if more_is_better { "≥" } else { "≤" };
    println!("{what:<58}{value:>9.3}  {sign} {:<7} {unit}", (1000.0 * aim).round() / 1000.0);
}

fn barroom() -> Trials {
    Trials::of(shipped::fights("barroom-duel.toml", "").swap_remove(0))
}

/// Returns the time to solve a shipped duel, in units of H; `more` is appended to its file.
fn exact(file: &str, more: &str, runs: usize, h: f64) -> f64 {
    let fights: Vec<Fight> = shipped::fights(file, more).into_iter().map(|combat| combat.fight).collect();
    let solve = || fights.iter().for_each(|one| drop(black_box(fight(black_box(one)).expect("it is small enough"))));
    shortest(runs, solve) / h
}

/// Returns how many fighter-rounds one core plays per second in fights of four against six, in millions.
fn fighter_rounds(rules: &Rules, trials: u64) -> f64 {
    let fights = Trials::of(party::fight(4, 6, rules));
    let rounds = fights.run(trials);
    rounds as f64 / on_one_core(5, || fights.run(trials)) / 1e6
}

/// Returns the speed of two threads relative to two processes of one thread each.
fn two_threads(duels: &Trials) -> f64 {
    let threads = shortest(3, || _ = black_box(duels.run(2 * DUELS)));
    let this = std::env::current_exe().expect("this program has a name");
    let processes = shortest(3, || {
        let one = || Command::new(&this).arg(ALONE).spawn().expect("this program runs");
        for mut child in [one(), one()] {
            child.wait().expect("it ends");
        }
    });
    processes / threads
}

/// Returns the time that `program run` takes for a scenario, in seconds.
fn command(program: &str, scenario: &str, arguments: &[&str]) -> f64 {
    let place = tempfile::tempdir().expect("a folder");
    std::fs::write(place.path().join("bars.toml"), scenario).expect("it can be written to");
    shortest(2, || {
        let mut command = Command::new(program);
        let run = command.current_dir(place.path()).args(["run", "bars.toml", "--quiet"]);
        assert!(run.args(arguments).status().expect("the program runs").success());
    })
}

fn command_line(what: &str, scenario: &str, arguments: &[&str], aim: f64) {
    line(what, command(env!("CARGO_BIN_EXE_fudgelab"), scenario, arguments), "s", aim, false);
    if let Ok(old) = std::env::var("OLD") {
        println!("{:<58}{:>9.3}", "  by OLD", command(&old, scenario, arguments));
    }
}

fn main() {
    if std::env::args().any(|argument| argument == ALONE) {
        let duels = barroom();
        one_core().install(|| black_box(duels.run(DUELS)));
        return;
    }
    let by_hand = by_hand::Duel::new();
    let h = shortest(9, || drop(black_box(by_hand.play(1_000_000, 1)))) / 1000.0;
    println!("H = {:.1} µs\n{:<58}{:>9}  aim", 1e6 * h, "", "measured");
    let duels = barroom();
    let engine = on_one_core(9, || duels.run(1_000_000)) / 1000.0;
    line("barroom duel simulated, of the loop by hand", h / engine, "", 0.75, true);
    line("reference duel, exact", exact("reference-duel.toml", "", 2_000, h), "H", 0.9, false);
    line("7 x 7 skills of it", exact("reference-duel.toml", shipped::SKILLS, 60, h), "H", 45.0, false);
    line("barroom duel, exact", exact("barroom-duel.toml", "", 300, h), "H", 3.5, false);
    line(
        "2 on 2 of the reference duel, exact",
        exact("reference-duel.toml", shipped::TWO_EACH, 5, h),
        "H",
        500.0,
        false,
    );
    let csv = ["--out", "out", "--format", "csv", "--no-charts"];
    command_line("2,058 cells of seven presets, exact, CSV alone", PRESETS, &csv, 1.5);
    command_line("the same, all files", PRESETS, &["--out", "out"], 3.0);
    for (what, scenario, most) in WAITS {
        command_line(what, scenario, &["--out", "-"], most * h / WAITED_AT);
    }
    let together = fighter_rounds(&srd(), 20_000);
    line("4 on 6, millions of fighter-rounds a second", together, "M/s", 33.0, true);
    let turns = fighter_rounds(&Rules { pacing: Pacing::Turns, ..srd() }, 4_000);
    line("4 on 6 in turns, of that", turns / together, "", 0.25, true);
    line("4 on 6 by KAER's rules", fighter_rounds(&preset("kaer"), 4_000) / together, "", 0.25, true);
    line("4 on 6 by LITE's", fighter_rounds(&preset("lite"), 4_000) / together, "", 1.0 / 3.0, true);
    line("two threads beside two processes", two_threads(&duels), "", 0.95, true);
    let billion = 100.0 * shortest(2, || _ = black_box(duels.run(10_000_000)));
    line("a billion barroom duels, all cores (100 times 10 million)", billion, "s", 48.0, false);
    command_line("10,000 cells of one trial, all files", CELLS, &["--out", "out"], 5.0);
}
