//! Measures of subjects with one small outcome per trial. Each row computes its value from an outcome, for counted trials and
//! for weighted branches.

use super::info::Wording;
use super::told::Remark;
use crate::chance::Weight;
use crate::check::process::MOST_STEPS;
use crate::check::{Count, PERIOD_LIMIT, Summary};
use crate::exact::Off;
use crate::measure::{
    Chart, Compared, Counted, Distribution, Drawn, Figure, Findings, Label, Measure, NOISE, Per, Point, Unit,
};
use crate::sim::ValueSums;
use crate::stats::Estimate;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The outcomes of a subject's trials, and the rows that are read off them.
pub trait Rows: Debug + Send + Sync + Sized + 'static {
    /// What came of one trial, as far as anything is measured by it.
    type Outcome;
    /// What is looked at beyond the usual because somebody asks for it.
    type Extra: Debug + Clone + Default + PartialEq + Send + Sync;
    /// Its measures, where each is read off the outcome of a trial.
    const ROWS: &'static [Row<Self, Self::Outcome>] = &[];

    /// The time an outcome took, where time is counted.
    fn span(_outcome: &Self::Outcome) -> u32 {
        0
    }
}

/// A measure of a subject, and how it is read off an outcome.
pub struct Row<S, O> {
    /// The measure.
    pub measure: &'static Measure,
    /// Subjects and labels, each of which has a figure; empty where there is just one.
    pub of: fn(&S) -> Vec<(String, String)>,
    /// Whether it is shown; one that is not may still be asked for.
    pub shown: fn(&S) -> bool,
    /// How it is read off.
    pub value: Quantity<S, O>,
}

impl<S, O> Row<S, O> {
    /// A row of the whole that is always shown.
    pub const fn new(measure: &'static Measure, value: Quantity<S, O>) -> Self {
        Self { measure, of: whole, shown: |_| true, value }
    }

    /// Whether an outcome is one of those counted.
    pub const fn is(measure: &'static Measure, is: fn(&S, &O, usize) -> bool) -> Self {
        Self::new(measure, Quantity::Is(is))
    }

    /// The amount of something.
    pub const fn amount(measure: &'static Measure, amount: fn(&S, &O) -> i32) -> Self {
        Self::new(measure, Quantity::Amount(amount))
    }

    /// The values of an amount, as numbers.
    pub const fn numbers(measure: &'static Measure, amount: fn(&S, &O) -> i32) -> Self {
        Self::new(measure, Quantity::Spread(amount, |_, _, _| Label::Number))
    }

    /// The same for each of these.
    pub const fn of(self, of: fn(&S) -> Vec<(String, String)>) -> Self {
        Self { of, ..self }
    }

    /// The same, shown for some subjects.
    pub const fn shown(self, shown: fn(&S) -> bool) -> Self {
        Self { shown, ..self }
    }

    /// Whether this is a name for it, if it is about the whole. A distribution has a name in the singular as well: `margin`.
    pub fn is_called(&self, name: &str) -> bool {
        let is_spread = matches!(self.value, Quantity::Spread(..) | Quantity::When(..));
        self.measure.is_called("", "", name) || is_spread && self.measure.is_called("", "", &format!("{name}s"))
    }

    /// The number that an outcome has for the n-th of those that the measure is about; `None` if there is no such number, or a
    /// course of them.
    pub fn number(&self, subject: &S, outcome: &O, which: usize) -> Option<i64> {
        match self.value {
            Quantity::Is(is) => Some(is(subject, outcome, which).into()),
            Quantity::Rare(is) => is(subject, outcome).then_some(1),
            Quantity::Share(is) => is(subject, outcome, which).map(i64::from),
            Quantity::Amount(amount) | Quantity::Spread(amount, _) => Some(amount(subject, outcome).into()),
            Quantity::Amounts(amount) => Some(amount(subject, outcome, which).into()),
            Quantity::Mean(value) | Quantity::Values(value, _) => value(subject, outcome, which),
            Quantity::When(when, _) => Some(when(subject, outcome).map_or(NEVER.into(), i64::from)),
            Quantity::Named(value, _) => Some(value(subject, outcome) as i64),
            Quantity::Length(length) | Quantity::Median(length) => Some(length(outcome).map_or(LATER, i64::from)),
            Quantity::Course(_) | Quantity::Known(_) => None,
        }
    }

    /// The row as it is for a subject.
    fn column<'s>(&self, subject: &'s S) -> Column<'s> {
        let gives = match self.value {
            Quantity::Is(_) => Gives::Is,
            Quantity::Rare(_) => Gives::Rare,
            Quantity::Share(_) => Gives::Share,
            Quantity::Amount(_) | Quantity::Amounts(_) => Gives::Amount,
            Quantity::Mean(_) => Gives::Mean,
            Quantity::Spread(_, told) => Gives::Spread(Box::new(move |words, value| told(subject, words, value))),
            Quantity::Values(_, told) => Gives::Values(told),
            Quantity::Course(_) => Gives::Course,
            Quantity::When(_, never) => Gives::When(never),
            Quantity::Known(chance) => Gives::Known(chance(subject)),
            Quantity::Named(_, names) => Gives::Named(names(subject)),
            Quantity::Length(_) => Gives::Length,
            Quantity::Median(_) => Gives::Median,
        };
        Column { measure: self.measure, of: (self.of)(subject), shown: (self.shown)(subject), gives }
    }
}

/// The rows of a subject, without its type.
pub fn columns<S: Rows>(subject: &S) -> Vec<Column<'_>> {
    S::ROWS.iter().map(|row| row.column(subject)).collect()
}

/// A row as it is for a subject, whose type is erased.
pub struct Column<'s> {
    /// The measure.
    pub measure: &'static Measure,
    /// Subjects and labels.
    pub of: Vec<(String, String)>,
    /// Whether it is shown.
    pub shown: bool,
    /// Its kind of figure.
    pub gives: Gives<'s>,
}

/// The words for a value.
pub type ValueName<'s> = Box<dyn Fn(&Wording<'_>, i32) -> Label + 's>;

/// The kind of figure that a row gives: see [`Quantity`].
pub enum Gives<'s> {
    /// A chance.
    Is,
    /// A chance, if it is not 0.
    Rare,
    /// A chance among some outcomes.
    Share,
    /// A mean.
    Amount,
    /// A mean among some outcomes.
    Mean,
    /// A distribution, with the values in words.
    Spread(ValueName<'s>),
    /// A distribution among some outcomes, with the values in words.
    Values(fn(i64) -> Label),
    /// A course.
    Course,
    /// A distribution of steps, with the word for never.
    When(&'static str),
    /// This chance.
    Known(f64),
    /// A distribution over these names.
    Named(Vec<String>),
    /// A distribution of lengths.
    Length,
    /// The middle one of lengths.
    Median,
}

/// A chance that is compared between variants.
pub const fn share(id: &'static str, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Yes, ..Measure::share(id, Per::Whole, meaning) }
}

/// A chance that is compared unasked only where it is exact.
pub const fn share_if_exact(id: &'static str, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Exact, ..Measure::share(id, Per::Whole, meaning) }
}

/// A mean that is compared between variants.
pub const fn mean(id: &'static str, unit: Unit, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Yes, ..Measure::mean(id, unit, Per::Whole, meaning) }
}

/// The middle value of a length.
pub const fn median(id: &'static str, unit: Unit, meaning: &'static str) -> Measure {
    Measure { counted: Counted::Median, ..Measure::mean(id, unit, Per::Whole, meaning) }
}

/// A chart of columns.
pub const fn chart(title: &'static str, axis: &'static str, at_least: &'static str, meaning: &'static str) -> Chart {
    Chart { title, axis, at_least, meaning, drawn: Drawn::Columns }
}

/// A distribution of all that is rolled.
pub const fn spread(id: &'static str, unit: Unit, meaning: &'static str, chart: Chart) -> Measure {
    Measure::distribution(id, unit, Per::Whole, meaning, chart)
}

/// The measure with this name among rows, those of a file's own outcomes aside.
pub fn built_in<S, O>(rows: &'static [Row<S, O>], name: &str) -> Option<&'static Measure> {
    rows.iter().find(|row| row.measure.title != "{label}" && row.is_called(name)).map(|row| row.measure)
}

/// How a measure is read off an outcome.
pub enum Quantity<S, O> {
    /// Whether the outcome is one of those counted, for the n-th of those that the measure is about.
    Is(fn(&S, &O, usize) -> bool),
    /// How much there is of it.
    Amount(fn(&S, &O) -> i32),
    /// How much there is of it, for the n-th of those that the measure is about.
    Amounts(fn(&S, &O, usize) -> i32),
    /// Which value it has, and the value in words.
    Spread(fn(&S, &O) -> i32, fn(&S, &Wording<'_>, i32) -> Label),
    /// Whether the outcome is one of those counted; a figure only where some are.
    Rare(fn(&S, &O) -> bool),
    /// Whether it is so, among the outcomes that the n-th is about.
    Share(fn(&S, &O, usize) -> Option<bool>),
    /// Its amount, among the outcomes that the n-th is about.
    Mean(fn(&S, &O, usize) -> Option<i64>),
    /// Its value, among the outcomes that the n-th is about, and the value in words.
    Values(fn(&S, &O, usize) -> Option<i64>, fn(i64) -> Label),
    /// Its value after each step; afterwards it keeps the last one.
    Course(fn(&S, &O, usize) -> Vec<i64>),
    /// After which step it was, if it was; all steps from 1 are listed, and what it is called if it was not.
    When(fn(&S, &O) -> Option<u32>, &'static str),
    /// A chance that no trial decides.
    Known(fn(&S) -> f64),
    /// Which of several named values it has, by number, and the names of all.
    Named(fn(&S, &O) -> usize, fn(&S) -> Vec<String>),
    /// The length of a trial; `None` if it was cut off.
    Length(fn(&O) -> Option<u32>),
    /// The same, of which the middle one is the figure.
    Median(fn(&O) -> Option<u32>),
}

/// The one thing that a measure of the whole is about.
pub fn whole<S>(_: &S) -> Vec<(String, String)> {
    vec![Default::default()]
}

/// What rounding can have done to a figure that is a quotient of exact integers.
const ROUNDING: f64 = 1e-15;

/// The rounding of a chance that a row knows without any trial.
const KNOWN: f64 = 1.2e-12;

/// The place of what never was: beyond the last step of any machine, so that it is one place in all of them.
pub const NEVER: i32 = PERIOD_LIMIT as i32 + 1;

/// The place of lengths that are not known, beyond the last step of any process.
pub const LATER: i64 = MOST_STEPS as i64 + 1;

/// The number of different outcomes after which their counts are added to the parts.
const MOST_KEPT: usize = 1000;

/// Weights that become probabilities: counts of trials, or chances of branches.
pub trait Weighed: Count {
    /// The estimate of this weight's share of `total`; an exact one may be off.
    fn share(self, total: Self, off: Off) -> Estimate;
    /// The mean of a quantity, given each value's weight.
    fn mean(values: impl Iterator<Item = (i64, Self)>, total: Self, off: Off) -> Estimate;
    /// The least length within which half of them lie; none if that is later than what is known.
    fn median(lengths: &Values<Self>) -> Option<Estimate>;
    /// True of a weight of 0.
    fn is_nothing(self) -> bool;
    /// The number of trials; 0 of chances.
    fn count(self) -> u64;
}

impl Weighed for u64 {
    fn share(self, total: Self, _: Off) -> Estimate {
        Estimate::share(self, total)
    }

    fn mean(values: impl Iterator<Item = (i64, Self)>, total: Self, _: Off) -> Estimate {
        let (sum, squares) = values.fold((0i128, 0u128), |(sum, squares), (value, n)| {
            let square = u128::from(value.unsigned_abs()).pow(2);
            (sum + i128::from(value) * i128::from(n), squares + square * u128::from(n))
        });
        Estimate::mean(sum, squares, total)
    }

    fn median(lengths: &Values<Self>) -> Option<Estimate> {
        let mut counts = Vec::new();
        for (length, count) in lengths.iter() {
            // What is later stands after all that is known.
            let place = if length == LATER { counts.len() } else { usize::try_from(length).unwrap_or(0) };
            counts.resize(counts.len().max(place + 1), 0);
            counts[place] += count;
        }
        let known = lengths.iter().rfind(|(length, _)| *length < LATER).map_or(-1, |(length, _)| length);
        // Without any trials it is named all the same.
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

impl Weighed for Weight {
    fn share(self, _total: Self, off: Off) -> Estimate {
        let chance = self.probability();
        // A fraction tells whether an outcome is impossible or certain; a sum of doubles does not.
        let fraction = self.fraction();
        let rest = if fraction.map_or(chance >= 1.0, |(part, whole)| part == whole) { 0.0 } else { f64::EPSILON };
        let bound = if fraction.is_some() { ROUNDING } else { off.of_chance(chance) };
        Estimate::exact_share(chance, rest, if chance == 0.0 { 0.0 } else { bound })
    }

    fn mean(values: impl Iterator<Item = (i64, Self)>, _total: Self, off: Off) -> Estimate {
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
            // A chance that only rounding keeps below one half counts as one half.
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

/// The values of each row, for each of those it is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "W: Clone + Serialize", deserialize = "W: DeserializeOwned"))]
pub struct Parts<W> {
    total: W,
    values: Vec<Part<W>>,
    #[serde(skip)]
    off: Off,
    /// The places of the values, once they are looked up.
    #[serde(skip)]
    places: Vec<RowSubject>,
}

/// One of those that a row is about.
#[derive(Debug, Clone, PartialEq)]
struct RowSubject {
    row: usize,
    which: usize,
    measure: &'static Measure,
    is_course: bool,
}

/// Weights by number, sorted.
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

/// The values of a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "W: Clone + Serialize", deserialize = "W: DeserializeOwned"))]
pub enum Part<W> {
    /// Their spread.
    Values(Values<W>),
    /// Their sums after each step, and the sum of the last ones, over a number of trials.
    Course {
        /// The trials.
        of: u64,
        /// After each step, from 0.
        after: Vec<ValueSums>,
        /// Of the last values.
        last: ValueSums,
    },
    /// The exact means after each step, from 0.
    Means(Vec<f64>),
}

impl<W: Weighed> Part<W> {
    /// A mean or a share that is known as such: the value 1 with it as its weight.
    pub fn known(value: f64) -> Part<Weight> {
        Part::Values(Values::from(vec![(1, Weight::rounded(value))]))
    }

    fn record(&mut self, value: i64, weight: W) {
        if let Self::Values(values) = self {
            values.record(value, weight);
        }
    }

    /// Adds a course; after its end it keeps its last value.
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

    /// The spread of the values.
    fn spread(&self) -> Values<W> {
        if let Self::Values(values) = self { values.clone() } else { Values::default() }
    }

    /// The means after each step.
    fn means(&self, off: Off) -> Vec<Estimate> {
        match self {
            Self::Values(_) => Vec::new(),
            Self::Course { of, after, .. } => {
                after.iter().map(|sum| Estimate::mean(sum.sum, sum.squares, *of)).collect()
            }
            Self::Means(means) => means.iter().map(|mean| Estimate::exact(*mean, off.of_mean(mean.abs()))).collect(),
        }
    }
}

/// Makes a course at least so long: after its end each keeps its last value.
fn lengthen(after: &mut Vec<ValueSums>, length: usize, last: ValueSums) {
    if after.len() < length {
        after.resize(length, last);
    }
}

/// Those whom the rows of a subject that are shown are about.
fn places<S: Rows>(subject: &S) -> Vec<RowSubject> {
    let shown = S::ROWS.iter().enumerate().filter(|(_, row)| (row.shown)(subject));
    let of = |(place, row): (usize, &'static Row<S, S::Outcome>)| {
        let (measure, is_course) = (row.measure, matches!(row.value, Quantity::Course(_)));
        (0..(row.of)(subject).len()).map(move |which| RowSubject { row: place, which, measure, is_course })
    };
    shown.flat_map(of).collect()
}

/// The value that a row reads off an outcome.
enum RowValue {
    Number(Option<i64>),
    Course(Vec<i64>),
}

/// Rows to add outcomes to, by their measures and the numbers of those they are about.
pub type Picked<'p> = &'p dyn Fn(&'static Measure, usize) -> bool;

impl<W: Weighed> Parts<W> {
    /// Nothing yet of a subject.
    pub fn new<S: Rows>(subject: &S) -> Self {
        Self::at(places(subject))
    }

    fn at(places: Vec<RowSubject>) -> Self {
        let part = |place: &RowSubject| match place.is_course {
            true => Part::Course { of: 0, after: Vec::new(), last: ValueSums::default() },
            false => Part::Values(Values::default()),
        };
        Self { total: W::default(), values: places.iter().map(part).collect(), off: Off::default(), places }
    }

    /// Adds an outcome to the rows that are picked.
    pub fn record<S: Rows>(&mut self, subject: &S, outcome: &S::Outcome, weight: W, picked: Picked<'_>) {
        if self.places.is_empty() {
            self.places = places(subject);
        }
        self.note(weight, picked, &|place| {
            let row = &S::ROWS[place.row];
            match row.value {
                Quantity::Course(course) => RowValue::Course(course(subject, outcome, place.which)),
                _ => RowValue::Number(row.number(subject, outcome, place.which)),
            }
        });
    }

    fn note(&mut self, weight: W, picked: Picked<'_>, read: &dyn Fn(&RowSubject) -> RowValue) {
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

    /// Sets the values of a row that are found otherwise.
    pub fn set(&mut self, measure: &'static Measure, which: usize, part: Part<W>) {
        let place = self.places.iter().position(|place| place.measure == measure && place.which == which);
        if let Some(place) = place {
            self.values[place] = part;
        }
    }
}

impl Parts<Weight> {
    /// Parts of exact outcomes, whose chances may be off.
    pub fn exact<S: Rows>(subject: &S, off: Off) -> Self {
        Self { total: Weight::ONE, off, ..Self::new(subject) }
    }

    /// Notes that some chances may be off.
    pub fn is_off(&mut self, off: Off) {
        let Off { rounding, left, largest } = self.off;
        self.off =
            Off { rounding: rounding.max(off.rounding), left: left.max(off.left), largest: largest.max(off.largest) };
    }

    /// Adds an exact distribution of outcomes to the rows that are picked.
    pub fn add<S: Rows>(
        &mut self,
        subject: &S,
        outcomes: impl Iterator<Item = (S::Outcome, Weight)>,
        picked: Picked<'_>,
    ) {
        outcomes.for_each(|(outcome, weight)| self.record(subject, &outcome, weight, picked));
    }
}

/// The counts of trials: outcomes that came up lately, and the parts of those before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "O: Ord + Clone + Serialize", deserialize = "O: Ord + DeserializeOwned"))]
pub struct Counts<O> {
    lately: Summary<O, u64>,
    before: Parts<u64>,
}

impl<O: Ord + Clone> Counts<O> {
    /// No trials yet; `possible` outcomes are known from the start.
    pub fn new<S: Rows<Outcome = O>>(subject: &S, possible: impl Iterator<Item = O>) -> Self {
        let mut before = Parts::new(subject);
        possible.for_each(|outcome| before.record(subject, &outcome, 0, &|_, _| true));
        Self { lately: Summary::default(), before }
    }

    /// Counts a trial; `alike` says whether outcomes are often equal.
    pub fn count<S: Rows<Outcome = O>>(&mut self, subject: &S, outcome: &O, alike: bool) {
        if !alike {
            self.before.total += 1;
            self.before.record(subject, outcome, 1, &|_, _| true);
            return;
        }
        self.lately.record(outcome.clone(), 1);
        if self.lately.len() >= MOST_KEPT {
            self.before = self.parts(subject);
            self.lately = Summary::default();
        }
    }

    /// The parts of all trials.
    pub fn parts<S: Rows<Outcome = O>>(&self, subject: &S) -> Parts<u64> {
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

/// The findings of all rows of a subject.
pub fn findings<S: Rows, W: Weighed>(subject: &S, words: &Wording<'_>, parts: &Parts<W>) -> Findings {
    parts.findings(columns(subject), words)
}

impl<W: Weighed> Parts<W> {
    fn findings(&self, columns: Vec<Column<'_>>, words: &Wording<'_>) -> Findings {
        let mut findings = Findings::default();
        let mut parts = self.values.iter();
        for Column { measure, of, gives, .. } in columns.iter().filter(|column| column.shown) {
            for ((who, label), part) in of.iter().zip(&mut parts) {
                self.add_findings(measure, (who, label), gives, part, words, &mut findings);
            }
        }
        findings
    }

    /// Adds what the values of a row say of one that it is about.
    fn add_findings(
        &self,
        measure: &'static Measure,
        (who, label): (&str, &str),
        gives: &Gives<'_>,
        part: &Part<W>,
        words: &Wording<'_>,
        findings: &mut Findings,
    ) {
        let (total, off) = (self.total, self.off);
        let values = part.spread();
        let weight_of = |value: i64| values.weight_of(value);
        // Of all trials, or of those that the row is about.
        let of_some = matches!(gives, Gives::Share | Gives::Mean | Gives::Values(_));
        let among = if of_some { values.total() } else { total };
        if (of_some || matches!(gives, Gives::Rare)) && values.is_empty() && !total.is_nothing() {
            return;
        }
        let share = |weight: W| weight.share(among, off);
        let named = |words_for: &dyn Fn(i64) -> Label| {
            let point = |(value, weight)| Point { value, label: words_for(value), estimate: share(weight) };
            values.iter().map(point).collect::<Vec<_>>()
        };
        let distribution = |points| Distribution::new(measure, who, points);
        let estimate = match gives {
            Gives::Is | Gives::Rare | Gives::Share => share(weight_of(1)),
            Gives::Amount | Gives::Mean => W::mean(values.iter(), among, off),
            Gives::Known(chance) => Estimate::exact(*chance, KNOWN),
            Gives::Median => match W::median(&values) {
                Some(median) => median,
                None => return,
            },
            Gives::Course => {
                findings.courses.push(distribution(Point::numbers(0, part.means(off))));
                return;
            }
            spread => {
                let points = match spread {
                    Gives::Spread(told) => named(&|value| told(words, i32::try_from(value).unwrap_or(i32::MAX))),
                    Gives::Values(told) => named(told),
                    Gives::Length => named(&|length| match length {
                        LATER => Label::Named("later".to_owned()),
                        _ => Label::Number,
                    }),
                    Gives::When(never) => {
                        let is_step = |(step, weight): &(i64, W)| *step < NEVER.into() && !weight.is_nothing();
                        let last = values.iter().rfind(is_step).map_or(0, |(step, _)| step);
                        let mut points = Point::numbers(1, (1..=last).map(|step| share(weight_of(step))));
                        let estimate = share(weight_of(NEVER.into()));
                        points.push(Point { value: NEVER.into(), label: Label::Named((*never).to_owned()), estimate });
                        points
                    }
                    Gives::Named(names) => {
                        let point = |(value, label): (i64, &String)| Point {
                            value,
                            label: Label::Named(label.clone()),
                            estimate: share(weight_of(value)),
                        };
                        (0..).zip(names).map(point).collect()
                    }
                    _ => Vec::new(),
                };
                findings.distributions.push(distribution(points));
                return;
            }
        };
        findings.figures.push(Figure::new(measure, who, estimate).labeled(label));
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
    if most > MINOR { vec![Remark::new(message, remedy)] } else { Vec::new() }
}
