//! Measures of subjects with one small outcome per trial. Each row computes its value from an outcome, both for counted
//! trials and for weighted branches.

use super::info::Wording;
use super::presentation::Remark;
use super::sum::signed;
use crate::chance::Weight;
use crate::check::process::MOST_STEPS;
use crate::check::{Count, PERIOD_LIMIT, Summary};
use crate::exact::ErrorBounds;
use crate::measure::{
    Chart, Compared, Counted, Distribution, Drawn, Figure, Findings, Label, Measure, NOISE, Per, Point, Unit,
};
use crate::sim::ValueSums;
use crate::stats::Estimate;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The outcomes of a subject's trials, and the rows that are read from them.
pub trait Rows: Debug + Send + Sync + Sized + 'static {
    /// The result of one trial, as far as any measure needs it.
    type Outcome;
    /// The parts of a trial that are recorded only on request.
    type Extra: Debug + Clone + Default + PartialEq + Send + Sync;
    /// The measures of this subject, and how each is read from the outcome of a trial.
    const ROWS: &'static [Row<Self, Self::Outcome>] = &[];

    /// The time that an outcome took; 0 if time is not counted.
    fn span(_outcome: &Self::Outcome) -> u32 {
        0
    }
}

/// A measure of a subject, and how it is read from an outcome.
pub struct Row<S, O> {
    pub measure: &'static Measure,
    /// The subject and label of each figure; both are empty if there is just one figure.
    pub of: fn(&S) -> Vec<(String, String)>,
    /// Whether the row is shown. Others can still be requested.
    pub shown: fn(&S) -> bool,
    pub source: ValueSource<S, O>,
    pub statistic: fn(&S) -> Statistic,
}

/// The way to read a row's value from an outcome. Functions that take a `usize` receive the index of the figure.
pub enum ValueSource<S, O> {
    /// A condition: 1 if it is true, 0 if not.
    Is(fn(&S, &O, usize) -> bool),
    Amount(fn(&S, &O) -> i32),
    /// An amount for each figure.
    Amounts(fn(&S, &O, usize) -> i32),
    /// A number; `None` if the figure does not count the outcome.
    Number(fn(&S, &O, usize) -> Option<i64>),
    /// The index of a named value.
    Named(fn(&S, &O) -> usize),
    /// A trial's length; `None` if it was cut off.
    Length(fn(&O) -> Option<u32>),
    /// The values after each step. After the end, the last value stays.
    Course(fn(&S, &O, usize) -> Vec<i64>),
    /// The figure is known without trials.
    Nothing,
}

/// The figure that is computed from the values of a row.
pub enum Statistic {
    /// The chance of the value 1.
    Share,
    /// Like [`Share`](Self::Share), but there is no figure if the chance is 0.
    Rare,
    Mean,
    /// A distribution, with the names of its values.
    Spread(fn(&Wording<'_>, i64) -> Label),
    /// A distribution over these names.
    Named(Vec<String>),
    /// A distribution over steps, all listed from 1; the string is the label for `NEVER`.
    When(&'static str),
    /// A distribution of lengths.
    Length,
    /// The median of lengths.
    Median,
    /// The mean after each step.
    Course,
    /// A chance that is known without trials.
    Known(f64),
}

impl<S, O> Row<S, O> {
    /// A row with a single figure that is always shown.
    pub const fn new(measure: &'static Measure, source: ValueSource<S, O>, statistic: fn(&S) -> Statistic) -> Self {
        Self { measure, of: whole, shown: |_| true, source, statistic }
    }

    /// A row for the chance of outcomes for which `is` is true. The last parameter of `is` is the index of the figure.
    pub const fn is(measure: &'static Measure, is: fn(&S, &O, usize) -> bool) -> Self {
        Self::new(measure, ValueSource::Is(is), |_| Statistic::Share)
    }

    /// A row for the mean of an amount.
    pub const fn amount(measure: &'static Measure, amount: fn(&S, &O) -> i32) -> Self {
        Self::new(measure, ValueSource::Amount(amount), |_| Statistic::Mean)
    }

    /// A row for the distribution of an amount, with its values as numbers.
    pub const fn numbers(measure: &'static Measure, amount: fn(&S, &O) -> i32) -> Self {
        Self::new(measure, ValueSource::Amount(amount), |_| Statistic::Spread(|_, _| Label::Number))
    }

    /// Gives the row a figure for each subject and label in `of`.
    pub const fn of(self, of: fn(&S) -> Vec<(String, String)>) -> Self {
        Self { of, ..self }
    }

    /// Shows the row only for some subjects.
    pub const fn shown(self, shown: fn(&S) -> bool) -> Self {
        Self { shown, ..self }
    }

    /// The value of the figure with the index `which` for an outcome. `None` if the figure does not count the outcome,
    /// or has no single value for an outcome, such as a course.
    pub fn number(&self, subject: &S, outcome: &O, which: usize) -> Option<i64> {
        match self.source {
            ValueSource::Is(is) => Some(is(subject, outcome, which).into()),
            ValueSource::Amount(amount) => Some(amount(subject, outcome).into()),
            ValueSource::Amounts(amount) => Some(amount(subject, outcome, which).into()),
            ValueSource::Number(number) => number(subject, outcome, which),
            ValueSource::Named(index) => Some(index(subject, outcome) as i64),
            ValueSource::Length(length) => Some(length(outcome).map_or(LATER, i64::from)),
            ValueSource::Course(_) | ValueSource::Nothing => None,
        }
    }

    /// The row for `subject`, with its type erased.
    fn column(&self, subject: &S) -> SubjectRow {
        SubjectRow {
            measure: self.measure,
            of: (self.of)(subject),
            shown: (self.shown)(subject),
            counts_some: matches!(self.source, ValueSource::Number(_)),
            statistic: (self.statistic)(subject),
        }
    }
}

/// The rows of a subject, with its type erased.
pub fn columns<S: Rows>(subject: &S) -> Vec<SubjectRow> {
    S::ROWS.iter().map(|row| row.column(subject)).collect()
}

/// The row of one subject, with its type erased.
pub struct SubjectRow {
    pub measure: &'static Measure,
    /// The subject and label of each figure.
    pub of: Vec<(String, String)>,
    pub shown: bool,
    /// Whether its figures count only some of the outcomes.
    pub counts_some: bool,
    pub statistic: Statistic,
}

/// The step itself, or the word `never` for the step `last`, which means "never".
pub fn or_never(step: i64, last: i64, never: &str) -> Label {
    if step == last { Label::Named(never.to_owned()) } else { Label::Number }
}

/// The word for a degree.
pub fn degree(words: &Wording<'_>, degree: i64) -> Label {
    Label::Named(words.ladder.degree_name(degree as i32))
}

/// A number with its sign.
pub fn with_sign(_: &Wording<'_>, number: i64) -> Label {
    Label::Named(signed(number as i32))
}

/// A chance that is compared between variants.
pub const fn share(id: &'static str, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Yes, ..Measure::share(id, Per::Whole, meaning) }
}

/// A chance that is compared by default only if it is exact.
pub const fn share_if_exact(id: &'static str, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Exact, ..Measure::share(id, Per::Whole, meaning) }
}

/// A mean that is compared between variants.
pub const fn mean(id: &'static str, unit: Unit, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Yes, ..Measure::mean(id, unit, Per::Whole, meaning) }
}

/// The median of a length.
pub const fn median(id: &'static str, unit: Unit, meaning: &'static str) -> Measure {
    Measure { counted: Counted::Median, ..Measure::mean(id, unit, Per::Whole, meaning) }
}

/// A chart with one column per value. `at_least` is the title of the chart of P(X ≥ value); empty if there is no such
/// chart.
pub const fn chart(title: &'static str, axis: &'static str, at_least: &'static str, meaning: &'static str) -> Chart {
    Chart { title, axis, at_least, meaning, drawn: Drawn::Columns }
}

/// A distribution with a single subject.
pub const fn spread(id: &'static str, unit: Unit, meaning: &'static str, chart: Chart) -> Measure {
    Measure::distribution(id, unit, Per::Whole, meaning, chart)
}

/// The measure called `name` in `rows`, apart from the outcomes defined in a file.
pub fn built_in<S, O>(rows: &'static [Row<S, O>], name: &str) -> Option<&'static Measure> {
    let is_called = |Row { measure, source, .. }: &&Row<S, O>| {
        let is_spread = measure.counted == Counted::Distribution && !matches!(source, ValueSource::Named(_));
        measure.has_name("", "", name) || is_spread && is_distribution_called(measure, name)
    };
    rows.iter().filter(|row| row.measure.title != "{label}").find(is_called).map(|row| row.measure)
}

/// Whether `name` means a distribution, which can also be named in the singular: `margin`.
pub fn is_distribution_called(measure: &Measure, name: &str) -> bool {
    measure.has_name("", "", name) || measure.has_name("", "", &format!("{name}s"))
}

/// A single figure without subject or label.
pub fn whole<S>(_: &S) -> Vec<(String, String)> {
    vec![Default::default()]
}

/// The rounding error of a quotient of exact integers.
const ROUNDING: f64 = 1e-15;

/// The rounding error of a chance that is known without trials.
const KNOWN_CHANCE_ERROR: f64 = 1.2e-12;

/// The position of "never": beyond the last step of any machine but a custom process, and so the same for all of them.
pub const NEVER: i32 = PERIOD_LIMIT as i32 + 1;

/// The value that stands for an unknown length (shown as `later`). It is greater than the number of steps of any
/// process, so that it comes last.
pub const LATER: i64 = MOST_STEPS as i64 + 1;

/// The number of different outcomes after which their counts are added to the values of the figures.
const MAX_KEPT_OUTCOMES: usize = 1000;

/// Weights that become probabilities: counts of trials, or chances of branches.
pub trait ValueWeight: Count {
    /// The estimate of this weight's share of `total`. `off` bounds the error if it is exact.
    fn share(self, total: Self, off: ErrorBounds) -> Estimate;
    /// The mean of `values`, each with its weight.
    fn mean(values: impl Iterator<Item = (i64, Self)>, total: Self, off: ErrorBounds) -> Estimate;
    /// The smallest length with at least half of the weight up to it; `None` if it is beyond the known lengths.
    fn median(lengths: &Values<Self>) -> Option<Estimate>;
    /// Whether the weight is 0.
    fn is_nothing(self) -> bool;
    /// The number of trials; 0 for chances.
    fn count(self) -> u64;
}

impl ValueWeight for u64 {
    fn share(self, total: Self, _: ErrorBounds) -> Estimate {
        Estimate::share(self, total)
    }

    fn mean(values: impl Iterator<Item = (i64, Self)>, total: Self, _: ErrorBounds) -> Estimate {
        let (sum, squares) = values.fold((0i128, 0u128), |(sum, squares), (value, n)| {
            let square = u128::from(value.unsigned_abs()).pow(2);
            (sum + i128::from(value) * i128::from(n), squares + square * u128::from(n))
        });
        Estimate::mean(sum, squares, total)
    }

    fn median(lengths: &Values<Self>) -> Option<Estimate> {
        let mut counts = Vec::new();
        for (length, count) in lengths.iter() {
            // Unknown lengths come after all known ones.
            let place = if length == LATER { counts.len() } else { usize::try_from(length).unwrap_or(0) };
            counts.resize(counts.len().max(place + 1), 0);
            counts[place] += count;
        }
        let known = lengths.iter().rfind(|(length, _)| *length < LATER).map_or(-1, |(length, _)| length);
        // The figure exists even without trials, so that its name is known.
        let is_known = |median: &Estimate| lengths.total() == 0 || median.ends().1 <= known as f64;
        Some(Estimate::median(&counts)).filter(is_known)
    }

    fn is_nothing(self) -> bool {
        self == 0
    }

    fn count(self) -> u64 {
        self
    }
}

impl ValueWeight for Weight {
    fn share(self, _total: Self, off: ErrorBounds) -> Estimate {
        let chance = self.probability();
        // A fraction shows whether an outcome is impossible or certain; a sum of doubles does not.
        let fraction = self.fraction();
        let rest = if fraction.map_or(chance >= 1.0, |(part, whole)| part == whole) { 0.0 } else { f64::EPSILON };
        let bound = if fraction.is_some() { ROUNDING } else { off.of_chance(chance) };
        Estimate::exact_share(chance, rest, if chance == 0.0 { 0.0 } else { bound })
    }

    fn mean(values: impl Iterator<Item = (i64, Self)>, _total: Self, off: ErrorBounds) -> Estimate {
        let start = (0.0, 0.0, true);
        let (mean, size, is_fraction) = values.fold(start, |(mean, size, is_fraction), (value, weight)| {
            let part = value as f64 * weight.probability();
            (mean + part, size + part.abs(), is_fraction && weight.fraction().is_some())
        });
        let rounding = ROUNDING * (1.0 + size);
        Estimate::exact(mean, if is_fraction { rounding } else { rounding + off.of_mean(size) })
    }

    fn median(lengths: &Values<Self>) -> Option<Estimate> {
        let mut sum = 0.0;
        let reaches = |(_, weight): &(i64, Self)| {
            sum += weight.probability();
            // A chance that is below one half only because of rounding counts as one half.
            sum >= 0.5 - NOISE
        };
        let median = lengths.iter().find(reaches).filter(|(length, _)| *length < LATER);
        median.map(|(length, _)| Estimate::exact(length as f64, 0.0))
    }

    fn is_nothing(self) -> bool {
        self.probability() == 0.0
    }

    fn count(self) -> u64 {
        0
    }
}

/// The values of each row's figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "W: Clone + Serialize", deserialize = "W: DeserializeOwned"))]
pub struct SubjectValues<W> {
    /// The number of trials, or 1 if the weights are chances.
    total: W,
    values: Vec<RowValues<W>>,
    #[serde(skip)]
    off: ErrorBounds,
    /// The figures that the values belong to, once they are needed.
    #[serde(skip)]
    places: Vec<RowSubject>,
}

/// A figure of a row.
#[derive(Debug, Clone, PartialEq)]
struct RowSubject {
    row: usize,
    which: usize,
    measure: &'static Measure,
}

/// Weights by value, sorted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    from = "Vec<(i64, W)>",
    into = "Vec<(i64, W)>",
    bound(serialize = "W: Clone + Serialize", deserialize = "W: DeserializeOwned")
)]
pub struct Values<W>(BTreeMap<i64, W>);

impl<W> Default for Values<W> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<W> From<Vec<(i64, W)>> for Values<W> {
    fn from(values: Vec<(i64, W)>) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<W> From<Values<W>> for Vec<(i64, W)> {
    fn from(values: Values<W>) -> Self {
        values.0.into_iter().collect()
    }
}

impl<W: Count> Values<W> {
    fn record(&mut self, value: i64, weight: W) {
        *self.0.entry(value).or_default() += weight;
    }

    fn merge(&mut self, other: &Self) {
        other.iter().for_each(|(value, weight)| self.record(value, weight));
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, W)> {
        self.0.iter().map(|(value, weight)| (*value, *weight))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn total(&self) -> W {
        self.0.values().fold(W::default(), |mut sum, weight| {
            sum += *weight;
            sum
        })
    }

    fn weight_of(&self, value: i64) -> W {
        self.0.get(&value).copied().unwrap_or_default()
    }
}

/// The values of a figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "W: Clone + Serialize", deserialize = "W: DeserializeOwned"))]
pub enum RowValues<W> {
    /// The weight of each value.
    Values(Values<W>),
    /// The sums of values after each step, and the sum of the last values, over a number of trials.
    Course {
        /// The number of trials.
        of: u64,
        /// The sums after each step, from 0.
        after: Vec<ValueSums>,
        /// The sums of the last values.
        last: ValueSums,
    },
    /// The exact means after each step, from 0.
    Means(Vec<f64>),
}

impl RowValues<Weight> {
    /// A known mean or share, stored as the weight of the value 1.
    pub fn known(value: f64) -> Self {
        Self::Values(Values::from(vec![(1, Weight::rounded(value))]))
    }
}

impl<W: ValueWeight> RowValues<W> {
    fn record(&mut self, value: i64, weight: W) {
        if let Self::Values(values) = self {
            values.record(value, weight);
        }
    }

    /// Adds a course `times` times. It keeps its last value after its end.
    fn follow(&mut self, course: &[i64], times: u64) {
        let (Self::Course { of, after, last }, Some(end)) = (self, course.last()) else { return };
        lengthen(after, course.len(), *last);
        let values = course.iter().copied().chain(std::iter::repeat(*end));
        after.iter_mut().zip(values).for_each(|(sum, value)| sum.add(value, times));
        last.add(*end, times);
        *of += times;
    }

    fn merge(&mut self, other: &Self) {
        match (self, other) {
            (Self::Values(own), Self::Values(others)) => own.merge(others),
            (Self::Course { of, after, last }, Self::Course { of: times, after: others, last: end }) => {
                let mut others = others.clone();
                lengthen(after, others.len(), *last);
                lengthen(&mut others, after.len(), *end);
                after.iter_mut().zip(others).for_each(|(own, sum)| own.merge(sum));
                last.merge(*end);
                *of += times;
            }
            _ => {}
        }
    }

    /// The weights of the values; empty for courses.
    fn spread(&self) -> Values<W> {
        if let Self::Values(values) = self { values.clone() } else { Values::default() }
    }

    /// The means after each step; empty for other figures.
    fn means(&self, off: ErrorBounds) -> Vec<Estimate> {
        match self {
            Self::Values(_) => Vec::new(),
            Self::Course { of, after, .. } => {
                after.iter().map(|sum| Estimate::mean(sum.sum, sum.squares, *of)).collect()
            }
            Self::Means(means) => means.iter().map(|mean| Estimate::exact(*mean, off.of_mean(mean.abs()))).collect(),
        }
    }
}

/// Extends the sums in `after` to at least `length` steps. New steps get `last`, the sums of the last values, since a
/// course keeps its last value after its end.
fn lengthen(after: &mut Vec<ValueSums>, length: usize, last: ValueSums) {
    if after.len() < length {
        after.resize(length, last);
    }
}

/// The figures of all rows that are shown.
fn places<S: Rows>(subject: &S) -> Vec<RowSubject> {
    let shown = S::ROWS.iter().enumerate().filter(|(_, row)| (row.shown)(subject));
    let of = |(place, row): (usize, &'static Row<S, S::Outcome>)| {
        (0..(row.of)(subject).len()).map(move |which| RowSubject { row: place, which, measure: row.measure })
    };
    shown.flat_map(of).collect()
}

/// The value that a row reads from an outcome.
enum RowValue {
    Number(Option<i64>),
    Course(Vec<i64>),
}

/// Selects the figures to add outcomes to, by measure and index.
pub type FigureFilter<'p> = &'p dyn Fn(&'static Measure, usize) -> bool;

impl<W: ValueWeight> SubjectValues<W> {
    /// Creates empty values for a subject.
    pub fn new<S: Rows>(subject: &S) -> Self {
        let places = places(subject);
        let part = |place: &RowSubject| match S::ROWS[place.row].source {
            ValueSource::Course(_) => RowValues::Course { of: 0, after: Vec::new(), last: ValueSums::default() },
            _ => RowValues::Values(Values::default()),
        };
        Self { total: W::default(), values: places.iter().map(part).collect(), off: ErrorBounds::default(), places }
    }

    /// Adds an outcome to the selected figures.
    pub fn record<S: Rows>(&mut self, subject: &S, outcome: &S::Outcome, weight: W, picked: FigureFilter<'_>) {
        if self.places.is_empty() {
            self.places = places(subject);
        }
        self.note(weight, picked, &|place| {
            let row = &S::ROWS[place.row];
            match row.source {
                ValueSource::Course(course) => RowValue::Course(course(subject, outcome, place.which)),
                _ => RowValue::Number(row.number(subject, outcome, place.which)),
            }
        });
    }

    fn note(&mut self, weight: W, picked: FigureFilter<'_>, read: &dyn Fn(&RowSubject) -> RowValue) {
        for (place, values) in self.places.iter().zip(&mut self.values) {
            if !picked(place.measure, place.which) {
                continue;
            }
            match read(place) {
                RowValue::Number(Some(value)) => values.record(value, weight),
                RowValue::Number(None) => {}
                RowValue::Course(course) => values.follow(&course, weight.count()),
            }
        }
    }

    /// Sets the values of a figure that was computed separately.
    pub fn set(&mut self, measure: &'static Measure, which: usize, part: RowValues<W>) {
        let place = self.places.iter().position(|place| place.measure == measure && place.which == which);
        if let Some(place) = place {
            self.values[place] = part;
        }
    }
}

impl SubjectValues<Weight> {
    /// Creates empty values for exact outcomes; `off` bounds the errors of their chances.
    pub fn exact<S: Rows>(subject: &S, off: ErrorBounds) -> Self {
        Self { total: Weight::ONE, off, ..Self::new(subject) }
    }

    /// Raises the error bounds to at least those in `off`.
    pub fn is_off(&mut self, off: ErrorBounds) {
        let ErrorBounds { rounding, left, largest } = self.off;
        self.off = ErrorBounds {
            rounding: rounding.max(off.rounding),
            left: left.max(off.left),
            largest: largest.max(off.largest),
        };
    }

    /// Adds an exact distribution of outcomes to the selected figures.
    pub fn add<S: Rows>(
        &mut self,
        subject: &S,
        outcomes: impl Iterator<Item = (S::Outcome, Weight)>,
        picked: FigureFilter<'_>,
    ) {
        outcomes.for_each(|(outcome, weight)| self.record(subject, &outcome, weight, picked));
    }
}

/// The counts of trials: recent outcomes, and the values of the figures from all earlier ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "O: Ord + Clone + Serialize", deserialize = "O: Ord + DeserializeOwned"))]
pub struct OutcomeCounts<O> {
    lately: Summary<O, u64>,
    before: SubjectValues<u64>,
}

impl<O: Ord + Clone> OutcomeCounts<O> {
    /// Creates empty counts. `possible` outcomes are known from the start.
    pub fn new<S: Rows<Outcome = O>>(subject: &S, possible: impl Iterator<Item = O>) -> Self {
        let mut before = SubjectValues::new(subject);
        possible.for_each(|outcome| before.record(subject, &outcome, 0, &|_, _| true));
        Self { lately: Summary::default(), before }
    }

    /// Counts a trial. If `alike` is true, outcomes are often equal, and equal ones are counted together first.
    pub fn count<S: Rows<Outcome = O>>(&mut self, subject: &S, outcome: &O, alike: bool) {
        if !alike {
            self.before.total += 1;
            self.before.record(subject, outcome, 1, &|_, _| true);
            return;
        }
        self.lately.record(outcome.clone(), 1);
        if self.lately.len() >= MAX_KEPT_OUTCOMES {
            self.before = self.parts(subject);
            self.lately = Summary::default();
        }
    }

    /// The values of all figures, from all trials.
    pub fn parts<S: Rows<Outcome = O>>(&self, subject: &S) -> SubjectValues<u64> {
        let mut parts = self.before.clone();
        for (outcome, count) in self.lately.iter() {
            parts.total += count;
            parts.record(subject, &outcome, count, &|_, _| true);
        }
        parts
    }
}

impl<O: Ord + Clone + Send> crate::sim::Tally for OutcomeCounts<O> {
    fn merge(&mut self, other: Self) {
        self.lately.merge(&other.lately);
        self.before.total += other.before.total;
        self.before.values.iter_mut().zip(&other.before.values).for_each(|(own, values)| own.merge(values));
    }
}

/// The findings of all rows of a subject.
pub fn findings<S: Rows, W: ValueWeight>(subject: &S, words: &Wording<'_>, parts: &SubjectValues<W>) -> Findings {
    parts.findings(&columns(subject), words)
}

impl<W: ValueWeight> SubjectValues<W> {
    fn findings(&self, columns: &[SubjectRow], words: &Wording<'_>) -> Findings {
        let mut findings = Findings::default();
        let mut parts = self.values.iter();
        for column in columns.iter().filter(|column| column.shown) {
            for (about, part) in column.of.iter().zip(&mut parts) {
                self.add_findings(column, about, part, words, &mut findings);
            }
        }
        findings
    }

    /// Adds the findings of one figure.
    fn add_findings(
        &self,
        &SubjectRow { measure, counts_some, ref statistic, .. }: &SubjectRow,
        (who, label): &(String, String),
        part: &RowValues<W>,
        words: &Wording<'_>,
        findings: &mut Findings,
    ) {
        let (total, off) = (self.total, self.off);
        let values = part.spread();
        if counts_some && values.is_empty() && !total.is_nothing() {
            return;
        }
        let weight_of = |value: i64| values.weight_of(value);
        // A share of all trials, or of those that the figure counts.
        let among = if counts_some { values.total() } else { total };
        let share = |weight: W| weight.share(among, off);
        let point = |value, label, weight| Point { value, label, estimate: share(weight) };
        let named = |name: &dyn Fn(i64) -> Label| {
            values.iter().map(|(value, weight)| point(value, name(value), weight)).collect::<Vec<_>>()
        };
        let distribution = |points| Distribution::new(measure, who, points);
        let mut figure = |estimate| findings.figures.push(Figure::new(measure, who, estimate).labeled(label));
        let mut spread = |points| findings.distributions.push(distribution(points));
        match statistic {
            Statistic::Share => figure(share(weight_of(1))),
            Statistic::Rare if weight_of(1).is_nothing() && !total.is_nothing() => {}
            Statistic::Rare => figure(share(weight_of(1))),
            Statistic::Mean => figure(W::mean(values.iter(), among, off)),
            Statistic::Median => W::median(&values).into_iter().for_each(figure),
            Statistic::Known(chance) => figure(Estimate::exact(*chance, KNOWN_CHANCE_ERROR)),
            Statistic::Spread(name) => spread(named(&|value| name(words, value))),
            Statistic::Length => spread(named(&|length| match length {
                LATER => Label::Named("later".to_owned()),
                _ => Label::Number,
            })),
            Statistic::When(never) => {
                let is_step = |(step, weight): &(i64, W)| *step < NEVER.into() && !weight.is_nothing();
                let last = values.iter().rfind(is_step).map_or(0, |(step, _)| step);
                let mut points = Point::numbers(1, (1..=last).map(|step| share(weight_of(step))));
                points.push(point(NEVER.into(), Label::Named((*never).to_owned()), weight_of(NEVER.into())));
                spread(points);
            }
            Statistic::Named(names) => {
                let names = (0..).zip(names);
                let point = |(value, name): (i64, &String)| point(value, Label::Named(name.clone()), weight_of(value));
                spread(names.map(point).collect());
            }
            Statistic::Course => findings.courses.push(distribution(Point::numbers(0, part.means(off)))),
        }
    }
}

/// The largest share of cut-off trials that needs no remark.
const MAX_CUT_OFF_SHARE: f64 = 1e-5;

/// The remark on trials that were cut off after the last step simulated; empty if they are very rare. `measure` is the
/// share of such trials. `fate` describes them in the message, as in `are not healed`, and `step` is the word for one
/// step.
pub fn cut_off_remarks<'f>(
    findings: impl IntoIterator<Item = &'f Findings>,
    measure: &Measure,
    fate: &str,
    step: &str,
    remedy: &str,
) -> Vec<Remark> {
    let shares = findings.into_iter().filter_map(|found| Some(found.figure(measure.id, "")?.estimate.value));
    let most = shares.fold(0.0, f64::max);
    let share = crate::measure::two_digits(100.0 * most);
    let message = format!("up to {share} % {fate} after {PERIOD_LIMIT} {step}s, and are counted as {PERIOD_LIMIT}");
    if most > MAX_CUT_OFF_SHARE { vec![Remark::new(message, remedy)] } else { Vec::new() }
}
