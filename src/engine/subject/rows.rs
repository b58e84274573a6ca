//! Measures of subjects with one small outcome per trial. Each row computes its value from an outcome, for counted trials and
//! for weighted branches.

use super::{Remark, Subject, Wording};
use crate::chance::Weight;
use crate::check::{Count, PERIOD_LIMIT, Tally};
use crate::exact::Off;
use crate::measure::{Distribution, Figure, Findings, Measure, Point};
use crate::stats::Estimate;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

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
        let is_spread = matches!(self.value, Value::Spread(..) | Value::When(..));
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
    /// After which step it was, if it was; all steps from 1 are listed, and what it is called if it was not.
    When(fn(&S, &O) -> Option<u32>, &'static str),
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

/// What rounding can have done to a chance that a row knows without any trial.
const KNOWN: f64 = 1.2e-12;

/// The place of what never was: beyond the last step of any machine, so that it is one place in all of them.
pub const NEVER: i32 = PERIOD_LIMIT as i32 + 1;

/// After so many different outcomes their counts are added to the parts.
const MOST_KEPT: usize = 1000;

/// Weights that become probabilities: counts of trials, or chances of branches.
pub trait Weighed: Count {
    /// The estimate of this weight's share of `total`; an exact one may be off.
    fn share(self, total: Self, off: Off) -> Estimate;
    /// The mean of a quantity, given each value's weight.
    fn mean(values: impl Iterator<Item = (i32, Self)>, total: Self, off: Off) -> Estimate;
    /// Whether it is nothing.
    fn is_nothing(self) -> bool;
}

impl Weighed for u64 {
    fn share(self, total: Self, _: Off) -> Estimate {
        Estimate::share(self, total)
    }

    fn mean(values: impl Iterator<Item = (i32, Self)>, total: Self, _: Off) -> Estimate {
        let (sum, squares) = values.fold((0i128, 0u128), |(sum, squares), (value, n)| {
            let square = u128::from(value.unsigned_abs()).pow(2);
            (sum + i128::from(value) * i128::from(n), squares + square * u128::from(n))
        });
        Estimate::mean(sum, squares, total)
    }

    fn is_nothing(self) -> bool {
        self == 0
    }
}

impl Weighed for Weight {
    fn share(self, _total: Self, off: Off) -> Estimate {
        let chance = self.probability();
        // A fraction tells whether an outcome is impossible or certain; a sum of doubles does not.
        let fraction = self.fraction();
        let rest = if fraction.map_or(chance >= 1.0, |(part, whole)| part == whole) { 0.0 } else { f64::EPSILON };
        let bound = if fraction.is_some() { ROUNDING } else { off.of_chance(chance) };
        Estimate::exact_share(chance, rest, if chance == 0.0 { 0.0 } else { bound })
    }

    fn mean(values: impl Iterator<Item = (i32, Self)>, _total: Self, off: Off) -> Estimate {
        let start = (0.0, 0.0, true);
        let (mean, size, is_fraction) = values.fold(start, |(mean, size, is_fraction), (value, weight)| {
            let part = f64::from(value) * weight.probability();
            (mean + part, size + part.abs(), is_fraction && weight.fraction().is_some())
        });
        let rounding = ROUNDING * (1.0 + size);
        Estimate::exact(mean, if is_fraction { rounding } else { rounding + off.of_mean(size) })
    }

    fn is_nothing(self) -> bool {
        self.probability() == 0.0
    }
}

/// For each row, and each of those it is about, how its values are spread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "W: Clone + Serialize", deserialize = "W: DeserializeOwned"))]
pub struct Parts<W> {
    total: W,
    values: Vec<Tally<i32, W>>,
    #[serde(skip)]
    off: Off,
}

/// The rows of a subject that are shown, once for each of those they are about.
fn slots<S: Subject>(subject: &S) -> impl Iterator<Item = (&'static Row<S, S::Outcome>, usize)> {
    let shown = S::rows().iter().filter(|row| (row.shown)(subject));
    shown.flat_map(|row| (0..(row.of)(subject).len()).map(move |which| (row, which)))
}

impl<W: Weighed> Parts<W> {
    /// Nothing yet of a subject.
    pub fn new<S: Subject>(subject: &S) -> Self {
        Self { total: W::default(), values: slots(subject).map(|_| Tally::default()).collect(), off: Off::default() }
    }

    /// Adds an outcome to the rows that are picked, by their measures and the numbers of those they are about.
    pub fn record<S: Subject>(
        &mut self,
        subject: &S,
        outcome: &S::Outcome,
        weight: W,
        picked: &dyn Fn(&'static Measure, usize) -> bool,
    ) {
        for ((row, which), values) in slots(subject).zip(&mut self.values) {
            if !picked(row.measure, which) {
                continue;
            }
            let value = match row.value {
                Value::Is(is) => is(subject, outcome, which).into(),
                Value::Amount(amount) | Value::Spread(amount, _) => amount(subject, outcome),
                Value::Amounts(amount) => amount(subject, outcome, which),
                Value::When(when, _) => when(subject, outcome).map_or(NEVER, |step| step as i32),
                Value::Named(value, _) => value(subject, outcome) as i32,
                Value::Known(_) => continue,
            };
            values.record(value, weight);
        }
    }

    /// Sets the spread of a row that is found otherwise.
    pub fn set<S: Subject>(&mut self, subject: &S, measure: &'static Measure, which: usize, spread: Tally<i32, W>) {
        let place = slots(subject).position(|(row, number)| row.measure == measure && number == which);
        if let Some(values) = place.and_then(|place| self.values.get_mut(place)) {
            *values = spread;
        }
    }
}

impl Parts<Weight> {
    /// Parts of which all outcomes are known, by chances that may be off by so much.
    pub fn exact<S: Subject>(subject: &S, off: Off) -> Self {
        Self { total: Weight::ONE, off, ..Self::new(subject) }
    }

    /// Notes that some chances may be off by so much.
    pub fn is_off(&mut self, off: Off) {
        self.off = Off { rounding: self.off.rounding.max(off.rounding), left: self.off.left.max(off.left) };
    }

    /// Adds an exact distribution of outcomes to the rows that are picked.
    pub fn add<S: Subject>(
        &mut self,
        subject: &S,
        outcomes: impl Iterator<Item = (S::Outcome, Weight)>,
        picked: &dyn Fn(&'static Measure, usize) -> bool,
    ) {
        outcomes.for_each(|(outcome, weight)| self.record(subject, &outcome, weight, picked));
    }
}

/// The counts of trials: outcomes that came up lately, and the parts of those before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "O: Ord + Clone + Serialize", deserialize = "O: Ord + DeserializeOwned"))]
pub struct Counts<O> {
    lately: Tally<O, u64>,
    before: Parts<u64>,
}

impl<O: Ord + Clone> Counts<O> {
    /// No trials yet; `possible` outcomes are known from the start.
    pub fn new<S: Subject<Outcome = O>>(subject: &S, possible: impl Iterator<Item = O>) -> Self {
        let mut before = Parts::new(subject);
        possible.for_each(|outcome| before.record(subject, &outcome, 0, &|_, _| true));
        Self { lately: Tally::default(), before }
    }

    /// Counts a trial.
    pub fn count<S: Subject<Outcome = O>>(&mut self, subject: &S, outcome: &O) {
        self.lately.record(outcome.clone(), 1);
        if self.lately.len() >= MOST_KEPT {
            self.before = self.parts(subject);
            self.lately = Tally::default();
        }
    }

    /// The parts of all trials.
    pub fn parts<S: Subject<Outcome = O>>(&self, subject: &S) -> Parts<u64> {
        let mut parts = self.before.clone();
        for (outcome, count) in self.lately.iter() {
            parts.total += count;
            parts.record(subject, &outcome, count, &|_, _| true);
        }
        parts
    }
}

impl<O: Ord + Clone + Send> crate::sim::Tally for Counts<O> {
    fn merge(&mut self, other: Self) {
        self.lately.merge(&other.lately);
        self.before.total += other.before.total;
        self.before.values.iter_mut().zip(&other.before.values).for_each(|(own, values)| own.merge(values));
    }
}

/// The findings of all rows.
pub fn findings<S: Subject, W: Weighed>(subject: &S, words: &Wording<'_>, parts: &Parts<W>) -> Findings {
    let (total, off) = (parts.total, parts.off);
    let mut findings = Findings::default();
    for ((row, which), values) in slots(subject).zip(&parts.values) {
        let (who, label) = (row.of)(subject).swap_remove(which);
        let share = |weight: W| weight.share(total, off);
        let points = |words_for: &dyn Fn(i32) -> String| {
            let point = |(value, weight): (i32, W)| Point {
                value: value.into(),
                label: words_for(value),
                estimate: share(weight),
            };
            values.iter().map(point).collect::<Vec<_>>()
        };
        let distribution = |points| Distribution::new(row.measure, who.clone(), points);
        match row.value {
            Value::Is(_) => {
                let estimate = share(values.weight_of(|value| value == 1));
                findings.figures.push(Figure::new(row.measure, who, estimate).labeled(label));
            }
            Value::Amount(_) | Value::Amounts(_) => {
                findings.figures.push(Figure::new(row.measure, who, W::mean(values.iter(), total, off)));
            }
            Value::Known(chance) => {
                let estimate = Estimate::exact(chance(subject), KNOWN);
                findings.figures.push(Figure::new(row.measure, who, estimate).labeled(label));
            }
            Value::Spread(_, words_for) => {
                findings.distributions.push(distribution(points(&|value| words_for(subject, words, value))));
            }
            Value::When(_, never) => {
                let weight_of = |step: i32| values.weight_of(|value| value == step);
                let last = values.iter().filter(|(step, weight)| *step < NEVER && !weight.is_nothing()).last();
                let each = (1..=last.map_or(0, |(step, _)| step)).map(|step| share(weight_of(step)));
                let mut points = Point::numbers(1, each.collect::<Vec<_>>());
                let estimate = share(weight_of(NEVER));
                points.push(Point { value: NEVER.into(), label: never.to_owned(), estimate });
                findings.distributions.push(distribution(points));
            }
            Value::Named(_, names) => {
                let point = |(number, label): (i32, String)| Point {
                    value: number.into(),
                    label,
                    estimate: share(values.weight_of(|value| value == number)),
                };
                findings.distributions.push(distribution((0..).zip(names(subject)).map(point).collect()));
            }
        }
    }
    findings
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
