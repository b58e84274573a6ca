//! The columns of tidy tables: their names, their types, and the code that fills them.

use crate::measure::Measure;
use crate::stats::Estimate;
use crate::study::{Comparison, Difference, Point, Value};
use crate::text::clean;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// A kind of table in which results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// Every figure of every cell.
    Summary,
    /// The difference of each variant from the baseline.
    Differences,
    /// One kind of distribution, with a row for each point.
    Distribution,
    /// Every exact figure and point next to the simulated one, for cross-checked results.
    Comparison,
    /// The reply of an analysis, which has its own columns: each of its figures is followed by the ends of the interval
    /// (`_low`, `_high`).
    Answer,
}

/// The type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    Text,
    Integer,
    /// A whole number that is never negative.
    Count,
    /// A double-precision number; null if not finite.
    Number,
    Boolean,
    /// The common type of the varied values: whole numbers, numbers if some have a fraction, booleans, or text if the
    /// types are mixed.
    AsVaried,
}

pub struct Column {
    /// [`VARIED`] represents one column for each varied key.
    pub name: &'static str,
    pub kind: ColumnKind,
    pub(super) read: fn(&RowSource<'_>) -> Datum,
}

/// A placeholder for one column for each varied key, each named by the key's dotted path.
pub const VARIED: &str = "<varied key>";

/// A value in a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// A value that does not apply or is unknown.
    Null,
    Text(Cow<'static, str>),
    Integer(i64),
    /// A whole number that is never negative.
    Count(u64),
    /// A finite number.
    Number(f64),
    Boolean(bool),
}

/// A table read from a data file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RawTable {
    pub columns: Vec<String>,
    /// Each row is as long as `columns`.
    pub rows: Vec<Vec<Datum>>,
}

impl Datum {
    /// Makes characters visible that could control a terminal or reorder a line, because text comes from files that
    /// other people wrote.
    pub(in crate::report) fn clean(self) -> Self {
        // Borrowed text is the program's own.
        let Self::Text(words @ Cow::Owned(_)) = self else { return self };
        Self::Text(match clean(&words) {
            Cow::Owned(clean) => clean.into(),
            Cow::Borrowed(_) => words,
        })
    }
}

impl Serialize for Datum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Text(words) => serializer.serialize_str(words),
            Self::Integer(whole) => serializer.serialize_i64(*whole),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Boolean(yes) => serializer.serialize_bool(*yes),
        }
    }
}

/// The data from which the columns of one row are read.
pub(super) struct RowSource<'a> {
    pub variant: Option<&'a str>,
    pub baseline: Option<&'a str>,
    pub varied: &'a [Value],
    pub measure: &'static Measure,
    pub subject: &'a str,
    pub label: &'a str,
    pub value: f64,
    /// The estimate of the figure, difference or point, with its interval and method.
    pub estimate: &'a Estimate,
    pub point: Option<(&'a Point, f64)>,
    pub difference: Option<&'a Difference>,
    pub comparison: Option<&'a Comparison>,
}

impl RowSource<'_> {
    /// A value read from a comparison; null in other rows.
    fn compared(&self, read: impl Fn(&Comparison) -> Datum) -> Datum {
        self.comparison.map_or(Datum::Null, read)
    }
}

const fn column(name: &'static str, kind: ColumnKind, read: fn(&RowSource<'_>) -> Datum) -> Column {
    Column { name, kind, read }
}

/// The variant of the rules; null without variants.
const VARIANT: Column = column("variant", ColumnKind::Text, |record| text(record.variant));
/// The variant that `change` is relative to.
const BASELINE: Column = column("baseline", ColumnKind::Text, |record| text(record.baseline));
/// One column for each varied key, named by its dotted path, with the value from the scenario.
const VARIED_KEYS: Column = column(VARIED, ColumnKind::AsVaried, |_| Datum::Null);
/// The id of the measure, which never changes: see `fudgelab list measures`.
const FIGURE: Column = column("figure", ColumnKind::Text, |record| word(record.measure.id));
/// The side or the fighter; null for the whole fight or check.
const SUBJECT: Column = column("subject", ColumnKind::Text, |record| text(none_if_empty(record.subject)));
/// The label within the measure, such as a wound level, a result, or outcomes requested by name; null without one.
const DETAIL: Column = column("label", ColumnKind::Text, |record| text(none_if_empty(record.label)));
/// The figure's name in words, as on screens and in tables; scenarios and `--figure` accept it.
const TITLE: Column =
    column("title", ColumnKind::Text, |record| Datum::Text(record.measure.name(record.subject, record.label).into()));
/// The unit of value, change, low, high and bound: probability (a fraction of 1), rounds, levels, wounds, periods,
/// times or points (Fudge points of one fighter in a fight).
const UNIT: Column = column("unit", ColumnKind::Text, |record| word(record.measure.unit.name()));
/// The figure; see `unit`.
const VALUE: Column = column("value", ColumnKind::Number, |record| number(Some(record.value)));
/// The variant's figure minus the baseline's.
const CHANGE: Column = column("change", ColumnKind::Number, |record| number(Some(record.estimate.value)));
/// The value of the point: a number of rounds or periods, a wound level, a ladder level, or the number of an outcome.
const POINT: Column = column("value", ColumnKind::Integer, |record| {
    record.point.map_or(Datum::Null, |(point, _)| Datum::Integer(point.value))
});
/// The value of the point in words.
const LABEL: Column =
    column("label", ColumnKind::Text, |record| text(record.point.map(|(point, _)| point.label()).as_deref()));
/// The probability of the value, a fraction of 1.
const PROBABILITY: Column = column("probability", ColumnKind::Number, |record| number(Some(record.value)));
/// The probability of this value or a higher one.
const AT_LEAST: Column = column("at_least", ColumnKind::Number, |record| number(record.point.map(|(_, above)| above)));
/// Lower end of the interval (of `change` in `differences`); null if exact or unknown, as when all trials were equal.
const LOW: Column = column("low", ColumnKind::Number, |record| number(record.estimate.interval().map(|(low, _)| low)));
/// Upper end of the interval.
const HIGH: Column =
    column("high", ColumnKind::Number, |record| number(record.estimate.interval().map(|(_, high)| high)));
/// Confidence level of the interval, a fraction of 1; null if exact.
const LEVEL: Column = column("level", ColumnKind::Number, |record| number(record.estimate.level()));
/// The method: exact, or the interval of a simulated figure. Shares have wilson or clopper-pearson; other intervals are
/// mean, ratio, quantile, and paired for a difference. Runs that stopped once they were precise enough have sequence,
/// asymptotic-sequence and quantile-sequence.
const METHOD: Column = column("method", ColumnKind::Text, |record| word(record.estimate.method_name()));
/// Upper bound on the error of an exact figure, from truncation and rounding; null if simulated.
const BOUND: Column = column("bound", ColumnKind::Number, |record| number(record.estimate.bound()));
/// Number of simulated trials; null if exact.
const TRIALS: Column = column("trials", ColumnKind::Count, |record| count(record.estimate.trials()));
/// The p value of the test for no difference, corrected by Holm's method for all rows; null if exact.
const P_ADJUSTED: Column =
    column("p_adjusted", ColumnKind::Number, |record| number(record.difference.and_then(|one| one.adjusted)));
/// Whether the difference counts as resolved: p_adjusted is at most 0.05, or an exact difference is above its bound.
const RESOLVED: Column = column("resolved", ColumnKind::Boolean, |record| {
    record.difference.map_or(Datum::Null, |one| Datum::Boolean(one.resolved))
});

static SUMMARY: [Column; 14] =
    [VARIANT, VARIED_KEYS, FIGURE, SUBJECT, DETAIL, UNIT, VALUE, LOW, HIGH, LEVEL, METHOD, BOUND, TRIALS, TITLE];
static DIFFERENCES: [Column; 18] = [
    VARIANT,
    BASELINE,
    VARIED_KEYS,
    FIGURE,
    SUBJECT,
    DETAIL,
    UNIT,
    VALUE,
    CHANGE,
    LOW,
    HIGH,
    LEVEL,
    METHOD,
    BOUND,
    TRIALS,
    P_ADJUSTED,
    RESOLVED,
    TITLE,
];
static DISTRIBUTION: [Column; 13] =
    [VARIANT, VARIED_KEYS, SUBJECT, POINT, LABEL, PROBABILITY, LOW, HIGH, LEVEL, METHOD, BOUND, TRIALS, AT_LEAST];

static COMPARISON: [Column; 18] = [
    VARIANT,
    // The variant that a difference is relative to; null for figures.
    column("baseline", ColumnKind::Text, |record| record.compared(|one| text(one.baseline.as_deref()))),
    VARIED_KEYS,
    FIGURE,
    SUBJECT,
    // The value of a distribution in words, or the label within a figure.
    column("label", ColumnKind::Text, |record| {
        record.compared(|one| text(one.point.as_deref().or(none_if_empty(&one.label))))
    }),
    UNIT,
    column("exact", ColumnKind::Number, |record| record.compared(|one| number(Some(one.exact.value)))),
    BOUND,
    column("simulated", ColumnKind::Number, |record| record.compared(|one| number(Some(one.simulated.value)))),
    // Simulated minus exact.
    column("difference", ColumnKind::Number, |record| {
        record.compared(|one| number(Some(one.simulated.value - one.exact.value)))
    }),
    // Number of simulated trials.
    column("trials", ColumnKind::Count, |record| record.compared(|one| count(one.simulated.trials()))),
    // Binomial, chernoff or bernstein.
    column("test", ColumnKind::Text, |record| record.compared(|one| text(Some(one.tested.test)))),
    // The uncorrected p value.
    column("p", ColumnKind::Number, |record| record.compared(|one| number(Some(one.tested.p)))),
    // The p value corrected by Holm's method for all rows.
    column("p_adjusted", ColumnKind::Number, |record| record.compared(|one| number(Some(one.adjusted)))),
    // The smallest true difference that is found with a chance of 0.9 at the strictest level; null without one.
    column("detectable", ColumnKind::Number, |record| record.compared(|one| number(Some(one.detectable)))),
    // Whether p_adjusted is above the stated false-alarm rate.
    column("agrees", ColumnKind::Boolean, |record| record.compared(|one| Datum::Boolean(one.agrees))),
    TITLE,
];

impl Schema {
    /// Every schema with fixed columns.
    pub const ALL: [Self; 4] = [Self::Summary, Self::Differences, Self::Distribution, Self::Comparison];

    /// The name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Differences => "differences",
            Self::Distribution => "distribution",
            Self::Comparison => "comparison",
            Self::Answer => "answer",
        }
    }

    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Summary => &SUMMARY,
            Self::Differences => &DIFFERENCES,
            Self::Distribution => &DISTRIBUTION,
            Self::Comparison => &COMPARISON,
            Self::Answer => &[],
        }
    }
}

impl ColumnKind {
    /// The name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Integer => "i64",
            Self::Count => "u64",
            Self::Number => "f64",
            Self::Boolean => "bool",
            Self::AsVaried => "i64, f64, bool or string",
        }
    }
}

/// The words; `None` if they are empty.
fn none_if_empty(words: &str) -> Option<&str> {
    Some(words).filter(|words| !words.is_empty())
}

fn count(trials: Option<u64>) -> Datum {
    trials.map_or(Datum::Null, Datum::Count)
}

fn text(words: Option<&str>) -> Datum {
    words.map_or(Datum::Null, |words| Datum::Text(words.to_owned().into()))
}

/// The program's own words, which need no copy.
fn word(words: &'static str) -> Datum {
    Datum::Text(Cow::Borrowed(words))
}

pub(super) fn number(value: Option<f64>) -> Datum {
    value.filter(|value| value.is_finite()).map_or(Datum::Null, Datum::Number)
}
