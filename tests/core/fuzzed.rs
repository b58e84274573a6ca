//! Runs the fuzz targets on the corpus and on mutations of it. Any input must lead to an answer or an error, with
//! overflow checks on. `fuzz/README.md` explains longer runs.

#[path = "../../fuzz/targets.rs"]
mod targets;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

/// Time limit per input in runs with `FUZZ`. [`MOST_MEMORY`] limits the peak memory of the whole run, in bytes.
const LONGEST: Duration = Duration::from_secs(2);
const MOST_MEMORY: u64 = 500 << 20;

struct Target {
    play: fn(&[u8]),
    corpus: &'static str,
    tokens: &'static [&'static str],
    most_memory: u64,
}

/// Tokens of formulas, inserted at random positions.
#[rustfmt::skip]
const FORMULAS: &[&str] = &[
    "let a = ", " a ", "; ", "if ", " then ", " else ", " and ", " or ", "not ", "(", ")", "[", "]", ",", "=", "<", ">=", "+", "-", "*",
    "/", "d6", "4dF", "need", "60d20", "1000d1000", "50d100", "explode(", "highest(3, ", "lowest(2, ", "reroll(2, ", "pool(", "join(",
    "best(", "until(", "median(3, ", "count(", "matches(", "distinct(", "ignore(1, ", "lookup(", "steps(", "max(", "sum(", "999", "60",
    "1000", "kh2", "'Good'", "{", "}", "d{1, 2, 5}", "\u{2212}",
];

/// Tokens of TOML and dice, inserted at random positions.
const TOKENS: [&str; 34] = [
    "[",
    "]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "\"",
    "'",
    "\n",
    "#",
    "-",
    "+",
    "0",
    "9",
    "1e9",
    "nan",
    "true",
    "dF",
    "d6",
    "d%",
    "x",
    "open-ended ",
    "best2 ",
    "from",
    "to",
    "[vary]",
    "[variants]",
    "[rules]",
    "count",
    "skill",
    "Superb",
    "9223372036854775807",
    "\u{202e}",
];

fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let entry = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.display().to_string(), fs::read(path).unwrap())
    };
    let mut corpus: Vec<_> = fs::read_dir(folder).unwrap().map(entry).collect();
    corpus.sort();
    assert!(!corpus.is_empty());
    corpus
}

/// Mutates a random corpus entry one to four times: deletes, repeats or replaces bytes, or inserts a token or a piece
/// of another entry.
fn mutated(rng: &mut Pcg64Mcg, corpus: &[(String, Vec<u8>)], tokens: &[&str]) -> Vec<u8> {
    let pick = |rng: &mut Pcg64Mcg| &corpus[rng.random_range(0..corpus.len())].1;
    let mut bytes = pick(rng).clone();
    for _ in 0..rng.random_range(1..=4) {
        let at = rng.random_range(0..=bytes.len());
        let end = (at + rng.random_range(0..24)).min(bytes.len());
        match rng.random_range(0..6) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            2 => drop(bytes.splice(at..end, tokens[rng.random_range(0..tokens.len())].bytes())),
            3 if at < bytes.len() => bytes[at] = rng.random(),
            4 if at < bytes.len() && bytes[at].is_ascii_digit() => drop(bytes.splice(at..=at, *b"99")),
            _ => {
                let other = pick(rng);
                let from = rng.random_range(0..=other.len());
                let to = (from + rng.random_range(0..80)).min(other.len());
                drop(bytes.splice(at..end, other[from..to].iter().copied()));
            }
        }
    }
    bytes
}

pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.replace('_', "").parse().ok())
}

/// Runs the target on the whole corpus, then on mutations of it: `times` of them, or `FUZZ` if set. Names the input
/// that fails.
fn play(target: &Target, times: u64) {
    let corpus = corpus(target.corpus);
    for (name, bytes) in &corpus {
        std::panic::catch_unwind(|| (target.play)(bytes)).unwrap_or_else(|_| panic!("{name} fails"));
    }
    let seed = number("FUZZ_SEED").unwrap_or(1);
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut next = |time: u64| Input { time, seed, bytes: mutated(&mut rng, &corpus, target.tokens) };
    match number("FUZZ") {
        None => (0..times).for_each(|time| next(time).play(target.play)),
        Some(times) => timed(target, (0..times).map(next)),
    }
}

#[derive(Clone)]
struct Input {
    time: u64,
    seed: u64,
    bytes: Vec<u8>,
}

impl Input {
    fn play(&self, target: fn(&[u8])) {
        std::panic::catch_unwind(|| target(&self.bytes)).unwrap_or_else(|_| panic!("{self} fails"));
    }
}

impl std::fmt::Display for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "number {}, seed {}:\n{}\n", self.time, self.seed, String::from_utf8_lossy(&self.bytes))
    }
}

/// Runs inputs with a time limit, and reports the slowest. A second thread names an input that does not finish.
fn timed(target: &Target, inputs: impl Iterator<Item = Input>) {
    let (mut count, mut slowest) = (0, None::<(Duration, Input)>);
    let playing = &Mutex::new(None::<(Instant, Input)>);
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|threads| {
        threads.spawn(move || {
            while is_done.recv_timeout(LONGEST / 20) == Err(mpsc::RecvTimeoutError::Timeout) {
                if let Some((since, input)) = &*playing.lock().unwrap()
                    && since.elapsed() > LONGEST
                {
                    eprintln!("more than {LONGEST:?} for {input}");
                    std::process::exit(1);
                }
            }
        });
        // If an input fails, dropping this ends the second thread, too.
        let _done = done;
        for input in inputs {
            let since = Instant::now();
            *playing.lock().unwrap() = Some((since, input.clone()));
            input.play(target.play);
            *playing.lock().unwrap() = None;
            let took = since.elapsed();
            count += 1;
            if slowest.as_ref().is_none_or(|(longest, _)| took > *longest) {
                slowest = Some((took, input));
            }
        }
    });
    let (took, input) = slowest.expect("FUZZ is at least 1");
    let memory = peak_memory();
    let megabytes = memory.map_or("unknown".to_owned(), |bytes| format!("{} MB", bytes >> 20));
    println!("{count} inputs; peak memory {megabytes}; the slowest took {took:?}: {input}");
    assert!(took <= LONGEST);
    assert!(memory.is_none_or(|bytes| bytes <= target.most_memory));
}

/// The peak memory of this process in bytes; `None` if the system does not report it.
pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

#[test]
fn fuzzed_dice() {
    play(&Target { play: targets::dice, corpus: "dice", tokens: &TOKENS, most_memory: MOST_MEMORY }, 20_000);
}

/// Many inputs need a second of work before they are rejected. The corpus holds the slowest.
#[test]
fn fuzzed_formulas() {
    play(&Target { play: targets::formula, corpus: "formula", tokens: FORMULAS, most_memory: 200 << 20 }, 1_000);
}

#[test]
fn fuzzed_scenarios() {
    play(&Target { play: targets::scenario, corpus: "scenario", tokens: &TOKENS, most_memory: MOST_MEMORY }, 2_000);
}

#[test]
fn fuzzed_runs() {
    play(&Target { play: targets::run, corpus: "scenario", tokens: &TOKENS, most_memory: MOST_MEMORY }, 1_500);
}
