//! The fuzz targets, played over the corpus and mutations of it. Whatever bytes come in, an answer or an error comes out; overflows are
//! checked. `fuzz/README.md` says how to play more of them.

#[path = "../../fuzz/targets.rs"]
mod targets;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fs;
use std::path::PathBuf;

/// What TOML and dice are made of, to be put anywhere.
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

/// Some bytes of one, with something of another, or of nothing, in between.
fn mutated(rng: &mut Pcg64Mcg, corpus: &[(String, Vec<u8>)]) -> Vec<u8> {
    let pick = |rng: &mut Pcg64Mcg| &corpus[rng.random_range(0..corpus.len())].1;
    let mut bytes = pick(rng).clone();
    for _ in 0..rng.random_range(1..=4) {
        let at = rng.random_range(0..=bytes.len());
        let end = (at + rng.random_range(0..24)).min(bytes.len());
        match rng.random_range(0..6) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            2 => drop(bytes.splice(at..end, TOKENS[rng.random_range(0..TOKENS.len())].bytes())),
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

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.replace('_', "").parse().ok())
}

/// Plays all of the corpus, then so many mutations of it; says which one it was where one fails.
fn play(target: fn(&[u8]), corpus: &[(String, Vec<u8>)], times: u64) {
    for (name, bytes) in corpus {
        std::panic::catch_unwind(|| target(bytes)).unwrap_or_else(|_| panic!("{name} fails"));
    }
    let seed = number("FUZZ_SEED").unwrap_or(1);
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    for time in 0..number("FUZZ").unwrap_or(times) {
        let bytes = mutated(&mut rng, corpus);
        let shown = || String::from_utf8_lossy(&bytes).into_owned();
        std::panic::catch_unwind(|| target(&bytes))
            .unwrap_or_else(|_| panic!("number {time}, seed {seed}, fails:\n{}", shown()));
    }
}

#[test]
fn fuzzed_dice() {
    play(targets::dice, &corpus("dice"), 20_000);
}

#[test]
fn fuzzed_scenarios() {
    play(targets::scenario, &corpus("scenario"), 2_000);
}

#[test]
fn fuzzed_runs() {
    play(targets::run, &corpus("scenario"), 1_500);
}
