//! Sentences and certainty: no page shows more digits than the bound of an exact figure supports, or calls an uncertain figure certain.

use super::files::{root, run};
use fudgelab::measure::{Unit, number};
use fudgelab::report::terminal::{Style, page};
use fudgelab::scenario::Overrides;
use fudgelab::stats::Estimate;
use fudgelab::study::StudyResult;
use regex::Regex;
use std::fs;

/// Folders of scenarios without analyses, all of which are shown.
const FOLDERS: [&str; 3] = ["scenarios", "scenarios/friday", "scenarios/claims"];

/// The most units of its last digit by which a shown number moves if its figure moves by its bound: a bound up to 35 has two digits.
const MOST_UNITS: f64 = 36.0;

/// All figures and points of distributions.
fn estimates(result: &mut StudyResult) -> impl Iterator<Item = &mut Estimate> {
    result.cells.iter_mut().flat_map(|cell| {
        let points = cell.findings.distributions.iter_mut().flat_map(|one| &mut one.points);
        let figures = cell.findings.figures.iter_mut().map(|figure| &mut figure.estimate);
        figures.chain(points.map(|point| &mut point.estimate))
    })
}

/// The same result with all exact figures moved; 0 and 1 are known to be so.
fn moved(result: &StudyResult, by: impl Fn(f64) -> f64) -> StudyResult {
    let mut moved = result.clone();
    for estimate in estimates(&mut moved) {
        if let Some(bound) = estimate.bound().filter(|_| estimate.value != 0.0 && estimate.value != 1.0) {
            estimate.value += by(bound);
        }
    }
    moved
}

fn printed(result: &StudyResult) -> String {
    page(result, &Style { color: false, width: 5_000 })
}

/// The numbers of a line that differ from those of another by more than their digits allow, and how many numbers were compared. Lines with
/// other words are not compared.
fn unsupported(one: &str, other: &str) -> (Vec<String>, usize) {
    let numbers = Regex::new(r"\d[\d,]*(\.\d+)?").unwrap();
    if numbers.replace_all(one, "#") != numbers.replace_all(other, "#") {
        return (Vec::new(), 0);
    }
    let value = |text: &str| text.replace(',', "").parse::<f64>().unwrap();
    let unit = |text: &str| match text.split_once('.') {
        Some((_, decimals)) => 0.1_f64.powi(decimals.len() as i32),
        // Zeros at the end of a large number are not digits.
        None => {
            10_f64.powi(text.bytes().rev().filter(|byte| *byte != b',').take_while(|byte| *byte == b'0').count() as i32)
        }
    };
    let pairs =
        || numbers.find_iter(one).zip(numbers.find_iter(other)).map(|(one, other)| (one.as_str(), other.as_str()));
    let wrong =
        |(one, other): &(&str, &str)| (value(one) - value(other)).abs() > MOST_UNITS * unit(one).max(unit(other));
    (pairs().filter(wrong).map(|(one, other)| format!("{one} or {other}")).collect(), pairs().count())
}

/// The same of two pages, line by line.
fn unsupported_on(one: &str, other: &str) -> (Vec<String>, usize) {
    let lines = one.lines().zip(other.lines()).map(|(one, other)| unsupported(one, other));
    lines.fold((Vec::new(), 0), |(all, count), (wrong, compared)| ([all, wrong].concat(), count + compared))
}

/// Whether words call a chance certain or impossible.
fn is_certain(words: &str) -> bool {
    let certain = Regex::new(r"(^|[^\d.,<>≤≥ ] ?)(100|0)(\.0+)?( %|$)").unwrap();
    certain.is_match(words.trim())
}

#[test]
fn pages_show_no_digit_beyond_its_bound() {
    let mut compared = 0;
    for path in FOLDERS.iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap()) {
        let path = path.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let mut result = run(&path, &Overrides { trials: Some(200), ..Overrides::default() });
        let base = printed(&result);
        for way in [1.0, -1.0] {
            let (wrong, count) = unsupported_on(&base, &printed(&moved(&result, |bound| way * bound)));
            assert_eq!(wrong, [""; 0], "{}:\n{base}", path.display());
            compared += count;
        }
        for estimate in estimates(&mut result).filter(|one| one.value != 0.0 && one.value != 1.0) {
            let unit = Unit::Probability;
            let near = estimate.value.min(1.0 - estimate.value).abs() < 1e-3;
            let said =
                [number::figure, number::short, number::bare, number::bare_trusted].map(|said| said(estimate, unit));
            for words in said.iter().chain([&number::compact(estimate)]).filter(|_| near && estimate.is_exact()) {
                assert!(!is_certain(words), "{words}: {estimate:?} in {}", path.display());
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}

/// The twin: of figures that move by a hundred times what two decimals allow, the page shows too many digits.
#[test]
fn digits_beyond_a_bound_are_found() {
    let result = run(&root().join("scenarios/barroom-duel.toml"), &Overrides::default());
    let (wrong, _) = unsupported_on(&printed(&result), &printed(&moved(&result, |_| 0.01)));
    assert!(wrong.len() > 5, "{wrong:?}");
    let found = |one, other| unsupported(one, other).0.len();
    assert_eq!(found("all fights but 1 in 900,719,925,474,099", "all fights but 1 in 450,359,962,737,049"), 1);
    assert_eq!(found("wins 56.10 % of the time", "wins 56.12 % of the time"), 0);
    assert_eq!(found("wins 56.103456 % of the time", "wins 56.103999 % of the time"), 1);
    assert_eq!(found("1 in 7,000", "1 in 9,000"), 0);
    assert_eq!(["100 %", "0", "in 100 %", "100"].map(is_certain), [true; 4]);
    assert_eq!(["> 99.99", "< 0.01 %", "10 %", "≤ 100 %", "50"].map(is_certain), [false; 5]);
}
