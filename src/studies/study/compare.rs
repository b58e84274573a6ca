//! Compares exact and simulated figures of one study.

use super::cell::Cell;
use super::result::{Comparison, Difference, StudyResult};
use crate::measure::{Distribution, Drawn, Figure, Label, Measure, Point, Unit, id};
use crate::rules::fudge::MOST_POINTS;
use crate::stats::{Estimate, Sampling, TestResult, holm, test_mean, test_share, test_spread};
use std::collections::BTreeMap;

/// Rounds that fewer than this many fights are expected to reach, over all trials, are pooled.
const POOLED_BELOW: f64 = 10.0;

/// Fights of a length that fewer than this many fights are expected to reach, over all trials, are ignored.
const IGNORED_BELOW: f64 = 1e-4;

/// Maximum relative difference, from rounding alone, between a mean and the sum over its distribution.
const NOISE: f64 = 1e-9;

/// All possible comparisons between an exact result and a simulated one of the same study: each figure, each point of
/// each distribution, each difference between variants. p-values are not corrected yet; see [`judge`].
///
/// Medians are not compared themselves, but the rounds that they come from are.
pub fn compare(exact: &StudyResult, simulated: &StudyResult) -> Vec<Comparison> {
    let mut all = Vec::new();
    for (cell, simulated) in exact.cells.iter().zip(&simulated.cells) {
        all.extend(
            cell.figures
                .iter()
                .filter_map(|figure| compare_figure(cell, figure, simulated.matching_figure(figure)?.estimate)),
        );
        for one in &cell.distributions {
            let same = |other: &&Distribution| (other.name(), &other.subject) == (one.name(), &one.subject);
            if let Some(other) = simulated.distributions.iter().find(same) {
                compare_points(cell, one, other, &mut all);
            }
        }
    }
    // A varied value can be a floating-point number, which has no total order, but its text has one.
    let key = |one: &Difference| {
        let (id, subject, label) = one.figure.identity();
        (one.variant.clone(), format!("{:?}", one.varied), id, subject.to_owned(), label.to_owned())
    };
    let known: BTreeMap<_, &Difference> = simulated.differences.iter().map(|one| (key(one), one)).collect();
    all.extend(exact.differences.iter().filter_map(|one| compare_difference(exact, one, known.get(&key(one))?.change)));
    all
}

/// Corrects the p-values of a whole family, and computes what each test can detect at the strictest level of the
/// family. `rate` is the chance of a false alarm in the family; see [`FALSE_ALARMS`](super::FALSE_ALARMS).
pub fn judge(family: &mut [&mut Comparison], rate: f64) {
    let adjusted = holm(&family.iter().map(|one| one.tested.p).collect::<Vec<_>>());
    let strictest = rate / family.len().max(1) as f64;
    for (one, adjusted) in family.iter_mut().zip(adjusted) {
        one.adjusted = adjusted;
        one.detectable = one.tested.detectable(strictest);
        one.agrees = adjusted > rate;
    }
}

/// Compares a figure of a cell. `None` if there is no test for it.
fn compare_figure(cell: &Cell, figure: &Figure, simulated: Estimate) -> Option<Comparison> {
    let (exact, trials) = (figure.estimate, simulated.trials()?);
    let bound = exact.bound()?;
    let tested = match simulated.sampling() {
        Some(Sampling::Quantile) => return None,
        Some(Sampling::Mean) => match distribution(cell, figure) {
            Some(distribution) => test_mean(simulated.value, trials, &distribution, exact.value, bound),
            None => test_mean_without_distribution(cell, exact, simulated, figure.unit())?,
        },
        Some(Sampling::Ratio) => {
            // The sample variance of a rare rate is unreliable, so it is at least that of independent events. One fight
            // changes the rate by at most as much as the longest plausible fight.
            let rounds = cell.figure(id::ROUNDS, "")?.estimate.value * trials as f64;
            let jump = largest_rate_change(cell, trials)? / trials as f64;
            let error = simulated.standard_error()?.max((exact.value / rounds).sqrt());
            test_spread(simulated.value - exact.value, bound, error, jump)
        }
        _ if figure.unit() == Unit::Probability => test_share(count(simulated)?, trials, exact.value, bound),
        _ => return None,
    };
    Some(comparison(cell, figure.measure, [&figure.subject, &figure.label], (exact, simulated), tested))
}

/// Tests a mean whose distribution is not known. Counts per fight are whole numbers, so their variance is at least that
/// of independent events, and one fight changes the mean by at most as much as the longest plausible fight.
fn test_mean_without_distribution(cell: &Cell, exact: Estimate, simulated: Estimate, unit: Unit) -> Option<TestResult> {
    let (n, error) = (simulated.trials()? as f64, simulated.standard_error()?);
    let (error, jump) = match unit {
        Unit::Wounds | Unit::Times => {
            (error.max((exact.value / n).sqrt()), longest_fight(cell, simulated.trials()?)? / n)
        }
        Unit::Probability => return Some(test_shared(exact, simulated, n)),
        // The number of Fudge points spent is limited.
        Unit::Points => (error, f64::from(MOST_POINTS) / n),
        Unit::Rounds | Unit::Levels | Unit::Periods | Unit::Days => (error, 0.0),
        // The frequency of these events is not known; rates have a test of their own.
        Unit::Count | Unit::PerRound => return None,
    };
    Some(test_spread(simulated.value - exact.value, exact.bound()?, error, jump))
}

/// Compares each point of a distribution, with the rounds of long fights pooled.
fn compare_points(cell: &Cell, exact: &Distribution, simulated: &Distribution, all: &mut Vec<Comparison>) {
    let Some(trials) = simulated.points.iter().find_map(|point| point.estimate.trials()) else { return };
    let mut add = |point: String, estimates: (Estimate, Estimate), tested: TestResult| {
        let row = comparison(cell, exact.measure, [&exact.subject, ""], estimates, tested);
        all.push(Comparison { point: Some(point), ..row });
    };
    if simulated.points.iter().any(|point| point.estimate.sampling() == Some(Sampling::Mean)) {
        // The points are shares of several identical fighters.
        let test = match exact.measure.chart.map(|chart| chart.drawn) {
            // Changes in both directions vary more than their mean suggests.
            Some(Drawn::Climb) => test_change,
            _ => test_shared,
        };
        for point in &exact.points {
            let of_point = simulated.points.iter().find(|other| other.value == point.value);
            let found = of_point.map_or(Estimate::share(0, trials), |other| other.estimate);
            let tested = test(point.estimate, found, trials as f64);
            add(point.label().into_owned(), (point.estimate, found), tested);
        }
        return;
    }
    let open = [id::ROUNDS, id::WINS_BY_ROUND].contains(&exact.name());
    let from = if open { first_pooled_round(exact, trials) } else { i64::MAX };
    let mut points: BTreeMap<(i64, String), KnownPoint> = BTreeMap::new();
    let key = |point: &Point| {
        if point.value >= from { (from, format!("≥ {from}")) } else { (point.value, point.label().into_owned()) }
    };
    for point in &exact.points {
        let known = points.entry(key(point)).or_default();
        known.chance += point.estimate.value;
        known.bound += point.estimate.bound().unwrap_or(0.0);
    }
    if open {
        // Every bound includes what the solver truncated, which may belong to longer fights than any it followed.
        let cut = exact.points.iter().filter_map(|point| point.estimate.bound()).fold(f64::INFINITY, f64::min);
        points.entry((from, format!("≥ {from}"))).or_default().bound += if cut.is_finite() { cut } else { 0.0 };
    }
    for point in &simulated.points {
        // A simulation separates fights that it stops from those that end in its last round; exact figures under that
        // limit do not.
        let last = Point { value: point.value - 1, label: Label::Number, ..point.clone() };
        let point = if open && !point.is_numbered() { &last } else { point };
        points.entry(key(point)).or_default().count += count(point.estimate).unwrap_or(0);
    }
    for ((_, label), known) in points {
        let tested = test_share(known.count, trials, known.chance, known.bound);
        add(label, (Estimate::exact(known.chance, known.bound), Estimate::share(known.count, trials)), tested);
    }
}

/// The comparison of a figure of a cell, before it is judged.
fn comparison(
    cell: &Cell,
    measure: &'static Measure,
    [subject, label]: [&str; 2],
    (exact, simulated): (Estimate, Estimate),
    tested: TestResult,
) -> Comparison {
    Comparison {
        variant: cell.variant.clone(),
        baseline: None,
        varied: cell.varied.clone(),
        measure,
        subject: subject.to_owned(),
        label: label.to_owned(),
        point: None,
        exact,
        simulated,
        tested,
        adjusted: tested.p,
        detectable: f64::INFINITY,
        agrees: true,
    }
}

/// The exact chance and the simulated count of one point of a distribution.
#[derive(Debug, Default)]
struct KnownPoint {
    chance: f64,
    /// The error bound of `chance`.
    bound: f64,
    count: u64,
}

/// Compares a difference between variants, over the trials that they share. Changes are whole numbers, so the variance
/// of a change is at least its mean. A single trial changes by at most the range of the two quantities.
fn compare_difference(exact: &StudyResult, difference: &Difference, simulated: Estimate) -> Option<Comparison> {
    let known = difference.change;
    let n = simulated.trials()? as f64;
    let of = |variant: Option<&str>| {
        exact.cells.iter().find(|cell| cell.variant.as_deref() == variant && cell.varied == difference.varied)
    };
    let (own, base) = (of(Some(&difference.variant))?, of(exact.baseline.as_deref())?);
    let figure = &difference.figure;
    let widest = match figure.unit() {
        Unit::Probability => 1.0,
        Unit::Points => f64::from(MOST_POINTS),
        Unit::Rounds | Unit::Wounds | Unit::Times => longest_fight(own, n as u64)?.max(longest_fight(base, n as u64)?),
        // See `compare_figure`.
        Unit::PerRound => largest_rate_change(own, n as u64)?.max(largest_rate_change(base, n as u64)?),
        Unit::Periods | Unit::Days => longest_task(own, figure.unit())?.max(longest_task(base, figure.unit())?),
        Unit::Levels | Unit::Count => {
            let distributions =
                distribution(own, figure)?.into_iter().chain(distribution(base, base.matching_figure(figure)?)?);
            let (low, high) = distributions.fold((0.0f64, 0.0f64), |(low, high), (x, _)| (low.min(x), high.max(x)));
            high - low
        }
    };
    let least = known.value.abs() * (1.0 - known.value.abs()).max(0.0);
    let error = simulated.standard_error()?.max((least / n).sqrt());
    let tested = test_spread(simulated.value - known.value, known.bound()?, error, (widest + known.value.abs()) / n);
    let row = comparison(own, figure.measure, [&figure.subject, &figure.label], (known, simulated), tested);
    Some(Comparison { baseline: exact.baseline.clone(), ..row })
}

/// Tests a share of several identical fighters. The fighters may all end in the same way, so the variance of the share
/// is at most that of a single fighter.
fn test_shared(exact: Estimate, simulated: Estimate, trials: f64) -> TestResult {
    let error = (exact.value * (1.0 - exact.value).max(0.0) / trials).sqrt();
    test_spread(simulated.value - exact.value, exact.bound().unwrap_or(0.0), error, 1.0 / trials)
}

/// Tests a mean change between -1 and 1 of several identical fighters. If changes are rare, the sample underestimates
/// the variance of the change, so the variance of a share is used as a minimum.
fn test_change(exact: Estimate, simulated: Estimate, trials: f64) -> TestResult {
    let size = exact.value.abs().min(1.0);
    let error = (size * (1.0 - size) / trials).sqrt().max(simulated.standard_error().unwrap_or(0.0));
    test_spread(simulated.value - exact.value, exact.bound().unwrap_or(0.0), error, 2.0 / trials)
}

/// The number of trials that a simulated share counts.
fn count(share: Estimate) -> Option<u64> {
    share.trials().map(|trials| (share.value * trials as f64).round() as u64)
}

/// The distribution whose mean is `figure`; for example, `degrees` for `degree`. `None` if the cell has no such
/// distribution.
fn distribution(cell: &Cell, figure: &Figure) -> Option<Vec<(f64, f64)>> {
    let is_it = |one: &&Distribution| one.subject == figure.subject && figure.measure.is_mean_of(one.measure);
    let distribution = cell.distributions.iter().find(is_it)?.points.iter();
    let distribution: Vec<(f64, f64)> = distribution.map(|point| (point.value as f64, point.estimate.value)).collect();
    let mean: f64 = distribution.iter().map(|(value, chance)| value * chance).sum();
    let near = figure.estimate.bound()? + NOISE * (1.0 + mean.abs());
    ((mean - figure.estimate.value).abs() <= near).then_some(distribution)
}

/// The first round that fewer than [`POOLED_BELOW`] fights are expected to reach.
fn first_pooled_round(rounds: &Distribution, trials: u64) -> i64 {
    last(rounds, POOLED_BELOW / trials as f64).map_or(1, |round| round + 1)
}

/// The number of rounds of the longest plausible fight in this many trials.
fn longest_fight(cell: &Cell, trials: u64) -> Option<f64> {
    let rounds = cell.distributions.iter().find(|one| one.name() == id::ROUNDS)?;
    Some(last(rounds, IGNORED_BELOW / trials as f64).unwrap_or(1) as f64)
}

/// The largest change that one plausible fight can make to a rate per round, multiplied by the number of trials.
fn largest_rate_change(cell: &Cell, trials: u64) -> Option<f64> {
    Some(longest_fight(cell, trials)? / cell.figure(id::ROUNDS, "")?.estimate.value)
}

/// The longest task that the solver followed, in `unit`.
fn longest_task(cell: &Cell, unit: Unit) -> Option<f64> {
    let periods = cell.distributions.iter().find(|one| one.name() == unit.name())?.points.iter();
    let numbered = periods.filter(|point| point.label == Label::Number).map(|point| point.value as f64);
    Some(numbered.fold(1.0, f64::max))
}

/// The largest v with P(X ≥ v) ≥ `chance`.
fn last(distribution: &Distribution, chance: f64) -> Option<i64> {
    let mut above = 0.0;
    let reached = distribution.points.iter().rev().find(|point| {
        above += point.estimate.value;
        above >= chance
    });
    reached.map(|point| point.value)
}
