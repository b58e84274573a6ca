//! Measures of subjects with one small outcome per trial. Each row computes its value from an outcome, for counted trials and
//! for weighted branches.

use super::{Query, Remark, Subject, Watched, Wording};
use crate::chance::Weight;
use crate::check::{Count, PERIOD_LIMIT, Tally};
use crate::measure::{Distribution, Figure, Findings, Measure, Point};
use crate::stats::Estimate;

/// A measure of a subject, and how it is read off an outcome.
pub struct Row<S, O> {
    /// What is measured.
    pub measure: &'static Measure,
    /// Subjects and labels, each of which has a figure; empty where there is just one.
    pub of: fn(&S) -> Vec<(String, String)>,
    /// Whether it is shown; one that is not may still be asked for.
    pub shown: fn(&S) -> bool,
    /// How it is read off.
    pub value: Value<S, O>,
}

impl<S, O> Row<S, O> {
    /// Whether this is a name for it, if it is about the whole. A distribution has a name in the singular as well: `margin`.
    pub fn is_called(&self, name: &str) -> bool {
        let is_spread = matches!(self.value, Value::Spread(..));
        self.measure.is_called("", "", name) || is_spread && self.measure.is_called("", "", &format!("{name}s"))
    }
}

/// The measure with this name among rows, those of a file's own outcomes aside.
pub fn built_in<S, O>(rows: &'static [Row<S, O>], own: &Measure, name: &str) -> Option<&'static Measure> {
    rows.iter().find(|row| row.measure.id != own.id && row.is_called(name)).map(|row| row.measure)
}

/// How a measure is read off an outcome.
pub enum Value<S, O> {
    /// Whether the outcome is one of those counted, for the n-th of those that the measure is about.
    Is(fn(&S, &O, usize) -> bool),
    /// How much there is of it.
    Amount(fn(&S, &O) -> i32),
    /// How much there is of it, for the n-th of those that the measure is about.
    Amounts(fn(&S, &O, usize) -> i32),
    /// Which value it has, and the value in words.
    Spread(fn(&S, &O) -> i32, fn(&S, &Wording<'_>, i32) -> String),
    /// A chance that no trial decides.
    Known(fn(&S) -> f64),
    /// Which of several named values it has, by number, and the names of all.
    Named(fn(&S, &O) -> usize, fn(&S) -> Vec<String>),
}

/// The one thing that a measure of the whole is about.
pub fn whole<S>(_: &S) -> Vec<(String, String)> {
    vec![Default::default()]
}

/// A measure that is always shown.
pub fn always<S>(_: &S) -> bool {
    true
}

/// What rounding can have done to a figure that is a quotient of exact integers.
const ROUNDING: f64 = 1e-15;

/// What rounding can have done to a share of itself that is a sum of products of doubles, since its integers did not fit
/// 128 bits: in a contest of twenty, each of twenty steps adds up at most some 500 products.
const LONG_ROUNDING: f64 = 1.2e-12;

fn rounding(weight: Weight) -> f64 {
    if weight.fraction().is_some() { ROUNDING } else { LONG_ROUNDING }
}

/// Weights that become probabilities: counts of trials, or chances of branches.
pub trait Weighed: Count {
    /// The estimate of this weight's share of `total`.
    fn share(self, total: Self) -> Estimate;
    /// The mean of a quantity, given each value's weight.
    fn mean(values: impl Iterator<Item = (i32, Self)>, total: Self) -> Estimate;
}

impl Weighed for u64 {
    fn share(self, total: Self) -> Estimate {
        Estimate::share(self, total)
    }

    fn mean(values: impl Iterator<Item = (i32, Self)>, total: Self) -> Estimate {
        let (sum, squares) = values.fold((0i128, 0u128), |(sum, squares), (value, n)| {
            let square = u128::from(value.unsigned_abs()).pow(2);
            (sum + i128::from(value) * i128::from(n), squares + square * u128::from(n))
        });
        Estimate::mean(sum, squares, total)
    }
}

impl Weighed for Weight {
    fn share(self, _total: Self) -> Estimate {
        let chance = self.probability();
        // A fraction tells whether an outcome is impossible or certain; a sum of doubles does not.
        let must = self.fraction().map_or(chance >= 1.0, |(part, whole)| part == whole);
        let rest = if must { 0.0 } else { f64::EPSILON };
        Estimate::exact_share(chance, rest, if chance == 0.0 { 0.0 } else { rounding(self) })
    }

    fn mean(values: impl Iterator<Item = (i32, Self)>, _total: Self) -> Estimate {
        let start = (0.0, 0.0, ROUNDING);
        let (mean, size, off) = values.fold(start, |(mean, size, off), (value, weight)| {
            let part = f64::from(value) * weight.probability();
            (mean + part, size + part.abs(), rounding(weight).max(off))
        });
        Estimate::exact(mean, off * (1.0 + size))
    }
}

/// The findings of all rows, read off a tally of outcomes.
pub fn findings<S, W: Weighed>(subject: &S, words: &Wording<'_>, tally: &Tally<S::Outcome, W>) -> Findings
where
    S: Subject,
    S::Outcome: Ord + Copy,
{
    let total = tally.total();
    let mut findings = Findings::default();
    for row in S::rows().iter().filter(|row| (row.shown)(subject)) {
        for (which, (who, label)) in (row.of)(subject).into_iter().enumerate() {
            match row.value {
                Value::Is(is) => {
                    let weight = tally.weight_of(|outcome| is(subject, &outcome, which));
                    findings.figures.push(Figure::new(row.measure, who, weight.share(total)).labeled(label));
                }
                Value::Amount(amount) => {
                    let amounts = tally.by(|outcome| amount(subject, &outcome));
                    findings.figures.push(Figure::new(row.measure, who, W::mean(amounts.iter(), total)));
                }
                Value::Amounts(amount) => {
                    let amounts = tally.by(|outcome| amount(subject, &outcome, which));
                    findings.figures.push(Figure::new(row.measure, who, W::mean(amounts.iter(), total)));
                }
                Value::Known(chance) => {
                    let estimate = Estimate::exact(chance(subject), LONG_ROUNDING);
                    findings.figures.push(Figure::new(row.measure, who, estimate).labeled(label));
                }
                Value::Spread(value, words_for) => {
                    let values = tally.by(|outcome| value(subject, &outcome));
                    let points = spread(&values, total, |value| words_for(subject, words, value));
                    findings.distributions.push(Distribution::new(row.measure, who, points));
                }
                Value::Named(value, names) => {
                    let point = |(number, label): (usize, String)| Point {
                        value: number as i64,
                        label,
                        estimate: tally.weight_of(|outcome| value(subject, &outcome) == number).share(total),
                    };
                    let points = names(subject).into_iter().enumerate().map(point).collect();
                    findings.distributions.push(Distribution::new(row.measure, who, points));
                }
            }
        }
    }
    findings
}

/// The findings of an exact distribution, with those of all queries.
pub fn solved<S>(
    subject: &S,
    words: &Wording<'_>,
    distribution: &Tally<S::Outcome, Weight>,
    watched: &Watched<S>,
) -> Findings
where
    S: Subject,
    S::Outcome: Ord + Copy,
{
    let mut found = findings(subject, words, distribution);
    for query in &watched.queries {
        add_query(subject, query, distribution, &mut found);
    }
    found
}

/// Adds the answer to a query, read off an exact distribution.
pub fn add_query<S>(subject: &S, query: &Query<S>, distribution: &Tally<S::Outcome, Weight>, findings: &mut Findings)
where
    S: Subject,
    S::Outcome: Ord + Copy,
{
    let given = distribution.weight_of(|outcome| query.is_given(subject, &outcome));
    let holds = distribution.weight_of(|outcome| query.is_given(subject, &outcome) && query.holds(subject, &outcome));
    query.add_exact([holds, given].map(|weight| weight.probability()), rounding(given), findings);
}

/// The points of a distribution.
pub fn spread<W: Weighed>(values: &Tally<i32, W>, total: W, label: impl Fn(i32) -> String) -> Vec<Point> {
    let point =
        |(value, weight): (i32, W)| Point { value: value.into(), label: label(value), estimate: weight.share(total) };
    values.iter().map(point).collect()
}

impl<O: Ord + Copy + Send> crate::sim::Tally for Tally<O, u64> {
    fn merge(&mut self, other: Self) {
        self.merge(&other);
    }
}

/// Up to this share of trials cut off after the last step simulated nothing is said.
const MINOR: f64 = 1e-5;

/// The remark on trials cut off after the last step simulated, by the measure that counts them. `fate` says what they are, as in
/// `are not healed`; `step` is one of their steps.
pub fn cut_off<'f>(
    findings: impl IntoIterator<Item = &'f Findings>,
    measure: &Measure,
    fate: &str,
    step: &str,
    remedy: &str,
) -> Vec<Remark> {
    let shares = findings.into_iter().filter_map(|found| Some(found.figure(measure.id, "")?.estimate.value));
    let most = shares.fold(0.0, f64::max);
    let share = crate::measure::significant(100.0 * most);
    let message = format!("up to {share} % {fate} after {PERIOD_LIMIT} {step}s, and are counted with that many");
    if most > MINOR { vec![Remark { message, remedy: remedy.to_owned() }] } else { Vec::new() }
}

/// A difference of levels with its sign, as people write it.
pub fn signed(value: i32) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}").replace('-', "−") }
}
