//! Tests that no page shows more digits than the error bound of an exact figure supports, or calls an uncertain figure
//! certain.

use super::files::{root, run, stem};
use fudgelab::measure::{Unit, number};
use fudgelab::report::answers::brief::page;
use fudgelab::report::formats::terminal::Style;
use fudgelab::scenario::Overrides;
use fudgelab::stats::Estimate;
use fudgelab::study::{MethodChoice, Reply, ReplyEntry, StudyResult};
use regex::Regex;
use std::fs;
use std::sync::LazyLock;

/// Folders whose scenarios are all tested; only the last has analyses.
const FOLDERS: [&str; 5] =
    ["scenarios", "scenarios/friday", "scenarios/processes", "scenarios/claims", "scenarios/studies"];

/// Studies with cases too large to solve here.
const LARGE: [&str; 4] = ["encounter", "mixed-foes", "party", "wizard"];

/// Maximum change of a shown number, in units of its last digit, if its figure changes by its bound. A bound below 35
/// keeps two digits, so it can be up to 35 such units.
const MOST_UNITS: f64 = 36.0;

/// A percentage such as `56.1 %`. The first group is the number.
static PERCENTAGES: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(\d+(\.\d+)?) %").unwrap());

/// A chance such as `1 in 7,000`. The first group is the number after `in`.
static ODDS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b1 in ([\d,]+)").unwrap());

/// A number without its sign, such as `900,719` or `56.10`.
static NUMBERS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\d[\d,]*(\.\d+)?").unwrap());

/// The number 100 or 0, with or without `%` and zeros as decimals.
static CERTAIN: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(^|[^\d.,<>≤≥ ] ?)(100|0)(\.0+)?( %|$)").unwrap());

/// Returns the estimates of all figures, points of distributions, and tables of analyses.
fn estimates(result: &mut StudyResult) -> impl Iterator<Item = &mut Estimate> {
    let of_cells = result.cells.iter_mut().flat_map(|cell| {
        let points = cell.findings.distributions.iter_mut().flat_map(|one| &mut one.points);
        let figures = cell.findings.figures.iter_mut().map(|figure| &mut figure.estimate);
        figures.chain(points.map(|point| &mut point.estimate))
    });
    let entries = result.replies.iter_mut().flat_map(|reply| reply.rows.iter_mut().flatten());
    of_cells.chain(entries.filter_map(|entry| match entry {
        ReplyEntry::Figure(estimate, _) | ReplyEntry::Change(estimate, ..) => Some(estimate),
        _ => None,
    }))
}

/// Returns the smallest half-width of a share in an analysis's tables; `None` if all shares are 0 or 1.
fn precision(reply: &Reply) -> Option<f64> {
    let of = |entry: &ReplyEntry| match entry {
        ReplyEntry::Figure(estimate, Unit::Probability) if estimate.value != 0.0 && estimate.value != 1.0 => {
            let (low, high) = estimate.ends();
            Some((high - low) / 2.0)
        }
        _ => None,
    };
    reply.rows.iter().flatten().filter_map(of).min_by(f64::total_cmp)
}

/// Returns the numbers in an analysis's sentences that have more digits than its most precise share supports, and the
/// count of numbers compared: percentages, and `1 in 7,000`.
fn unsupported_in_sentences(reply: &Reply) -> (Vec<String>, usize) {
    let Some(precision) = precision(reply) else { return (Vec::new(), 0) };
    let mut found = Vec::new();
    for sentence in &reply.sentences {
        found.extend(PERCENTAGES.captures_iter(sentence).map(|one| (one[1].to_owned(), 100.0 * precision)));
        for one in ODDS.captures_iter(sentence) {
            // If the share changes by d, N in "1 in N" changes by N² d.
            let number = one[1].replace(',', "").parse::<f64>().unwrap();
            found.push((one[1].to_owned(), number * number * precision));
        }
    }
    let wrong = found.iter().filter(|(number, reach)| *reach > MOST_UNITS * unit(number));
    (wrong.map(|(number, _)| number.clone()).collect(), found.len())
}

/// Returns `result` with every exact figure moved by `by(bound)`, except for 0 and 1, which are certain.
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
    page(result).text(&Style::plain(5_000))
}

/// Returns the value of one unit in the last digit of a number.
fn unit(text: &str) -> f64 {
    match text.split_once('.') {
        Some((_, decimals)) => 0.1_f64.powi(decimals.len() as i32),
        // Trailing zeros of a whole number are not significant.
        None => {
            10_f64.powi(text.bytes().rev().filter(|byte| *byte != b',').take_while(|byte| *byte == b'0').count() as i32)
        }
    }
}

/// Returns the numbers of two lines that differ by more than their digits allow, and the count of numbers compared.
/// Lines that differ in their words are not compared.
fn unsupported(one: &str, other: &str) -> (Vec<String>, usize) {
    if NUMBERS.replace_all(one, "#") != NUMBERS.replace_all(other, "#") {
        return (Vec::new(), 0);
    }
    let value = |text: &str| text.replace(',', "").parse::<f64>().unwrap();
    let pairs =
        || NUMBERS.find_iter(one).zip(NUMBERS.find_iter(other)).map(|(one, other)| (one.as_str(), other.as_str()));
    let wrong =
        |(one, other): &(&str, &str)| (value(one) - value(other)).abs() > MOST_UNITS * unit(one).max(unit(other));
    (pairs().filter(wrong).map(|(one, other)| format!("{one} or {other}")).collect(), pairs().count())
}

/// Like [`unsupported`], but for two pages, line by line.
fn unsupported_on(one: &str, other: &str) -> (Vec<String>, usize) {
    let lines = one.lines().zip(other.lines()).map(|(one, other)| unsupported(one, other));
    lines.fold((Vec::new(), 0), |(all, count), (wrong, compared)| ([all, wrong].concat(), count + compared))
}

/// Whether `words` call a chance certain or impossible.
fn is_certain(words: &str) -> bool {
    CERTAIN.is_match(words.trim())
}

#[test]
fn pages_show_only_supported_digits() {
    let (mut compared, mut in_sentences) = (0, 0);
    for path in FOLDERS.iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap()) {
        let path = path.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let solved = path.parent().is_some_and(|folder| folder.ends_with("studies")) && !LARGE.contains(&stem(&path));
        let (method, trials) = if solved { (Some(MethodChoice::Exact), None) } else { (None, Some(200)) };
        let mut result = run(&path, &Overrides { method, trials, ..Overrides::default() });
        let base = printed(&result);
        for reply in &result.replies {
            let (wrong, count) = unsupported_in_sentences(reply);
            assert_eq!(wrong, [""; 0], "{}: {:?}", path.display(), reply.sentences);
            in_sentences += count;
        }
        for way in [1.0, -1.0] {
            let (wrong, count) = unsupported_on(&base, &printed(&moved(&result, |bound| way * bound)));
            assert_eq!(wrong, [""; 0], "{}:\n{base}", path.display());
            compared += count;
        }
        for estimate in estimates(&mut result).filter(|one| one.value != 0.0 && one.value != 1.0) {
            let unit = Unit::Probability;
            let near = estimate.value.min(1.0 - estimate.value).abs() < 1e-3;
            let said = [number::figure, number::short, number::bare, number::bare_with_interval]
                .map(|said| said(estimate, unit));
            for words in said.iter().chain([&number::compact(estimate)]).filter(|_| near && estimate.is_exact()) {
                assert!(!is_certain(words), "{words}: {estimate:?} in {}", path.display());
            }
        }
    }
    assert!(compared > 5_000 && in_sentences > 30, "{compared} {in_sentences}");
}

/// The sentences are about a share known to a millionth, then about a simulated one.
#[test]
fn unsupported_digits_in_sentences_are_found() {
    let wrong = |estimate: Estimate, sentence: &str| {
        let mut reply = Reply::new("swing", "How swingy it is");
        reply.sentences.push(sentence.to_owned());
        reply.rows.push(vec![ReplyEntry::Figure(estimate, Unit::Probability)]);
        unsupported_in_sentences(&reply).0
    };
    let exact = Estimate::exact(0.5612, 1e-6);
    assert_eq!(wrong(exact, "Ada wins 56.12 % of the time, or 1 in 7,000."), [""; 0]);
    assert_eq!(wrong(exact, "Ada wins 56.12000000 % of the time, or 1 in 7,001,234."), ["56.12000000", "7,001,234"]);
    // Two standard errors of 100 in 200 trials are 7 points.
    let simulated = Estimate::share(100, 200);
    assert_eq!(wrong(simulated, "Ada wins 50 % of the time."), [""; 0]);
    assert_eq!(wrong(simulated, "Ada wins 50.0 % of the time, 50 % at first."), ["50.0"]);
}

/// If figures move by 0.01, a hundred times what two decimals of a percentage allow, the page shows too many digits.
#[test]
fn unsupported_digits_on_pages_are_found() {
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
