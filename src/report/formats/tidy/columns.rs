//! The columns of tidy tables: name and kind of each, and the code that fills it.

use crate::measure::Measure;
use crate::stats::Estimate;
use crate::study::{Comparison, Difference, Point, Value};
use crate::text::clean;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// One of the tables that results are written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// Every single figure of every cell.
    Summary,
    /// What each variant differs by from the baseline.
    Differences,
    /// One kind of distribution, a row for each point.
    Distribution,
    /// Every exact figure and point beside the simulated one, where both were asked for.
    Comparison,
    /// The answer of an analysis, which has columns of its own: a figure and the ends of its interval (`_low`, `_high`) for each it
    /// looked at.
    Answer,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// A whole number.
    Integer,
    /// A whole number, never negative.
    Count,
    /// A double-precision number; null where it is not finite.
    Number,
    /// Yes or no.
    Boolean,
    /// What the scenario's values are: whole numbers, numbers where some have a fraction, yes and no,
    /// and words for anything mixed.
    AsVaried,
}

/// One column of a [`Schema`].
pub struct Column {
    /// Its name; [`VARIED`] stands for one column for each varied key.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    pub(super) read: fn(&Record<'_>) -> Datum,
}

/// The name that stands for one column for each varied key, named by its dotted path.
pub const VARIED: &str = "<varied key>";

/// One entry of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// Nothing: it does not apply or is not known.
    Null,
    /// Words.
    Text(Cow<'static, str>),
    /// A whole number.
    Integer(i64),
    /// A whole number, never negative.
    Count(u64),
    /// A finite number.
    Number(f64),
    /// Yes or no.
    Boolean(bool),
}

/// A table as it was read from a data file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RawTable {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, each as long as `columns`.
    pub rows: Vec<Vec<Datum>>,
}

impl Datum {
    /// The same with what in words could steer a terminal or reorder a line made visible, as it is everywhere else: they come from
    /// files that other people wrote.
    pub(in crate::report) fn clean(self) -> Self {
        // Words that are borrowed are the program's own.
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

/// What the columns of one row are read from.
pub(super) struct Record<'a> {
    pub variant: Option<&'a str>,
    pub baseline: Option<&'a str>,
    pub varied: &'a [Value],
    pub measure: &'static Measure,
    pub subject: &'a str,
    pub label: &'a str,
    pub value: f64,
    /// The figure's, the difference's or the point's own interval and method.
    pub trust: &'a Estimate,
    pub point: Option<(&'a Point, f64)>,
    pub difference: Option<&'a Difference>,
    pub comparison: Option<&'a Comparison>,
}

impl Record<'_> {
    /// A value read off a comparison; null in other rows.
    fn compared(&self, read: impl Fn(&Comparison) -> Datum) -> Datum {
        self.comparison.map_or(Datum::Null, read)
    }
}

const fn column(name: &'static str, kind: Kind, read: fn(&Record<'_>) -> Datum) -> Column {
    Column { name, kind, read }
}

/// The variant of the rules; null without variants.
const VARIANT: Column = column("variant", Kind::Text, |record| text(record.variant));
/// The variant that `change` is relative to.
const BASELINE: Column = column("baseline", Kind::Text, |record| text(record.baseline));
/// One column for each varied key, named by its dotted path: its value as in the scenario.
const VARIED_KEYS: Column = column(VARIED, Kind::AsVaried, |_| Datum::Null);
/// The id of the measure, which never changes: see `fudgelab list measures`.
const FIGURE: Column = column("figure", Kind::Text, |record| word(record.measure.id));
/// The side or the fighter; null for the whole fight or check.
const SUBJECT: Column = column("subject", Kind::Text, |record| text(some(record.subject)));
/// The label within the measure, such as a wound level, a result, or outcomes asked for by name; null without one.
const DETAIL: Column = column("label", Kind::Text, |record| text(some(record.label)));
/// The figure's name in words, as on screens and in tables; scenarios and --figure take it.
const TITLE: Column =
    column("title", Kind::Text, |record| Datum::Text(record.measure.name(record.subject, record.label).into()));
/// The unit of value, change, low, high and bound: probability (a fraction of 1), rounds, levels, wounds, periods, times or points (Fudge
/// points of one fighter in a fight).
const UNIT: Column = column("unit", Kind::Text, |record| word(record.measure.unit.name()));
/// The figure; see `unit`.
const VALUE: Column = column("value", Kind::Number, |record| number(Some(record.value)));
/// The variant's figure minus the baseline's.
const CHANGE: Column = column("change", Kind::Number, |record| number(Some(record.trust.value)));
/// The value whose probability is given: rounds, periods, wound levels, ladder levels or an outcome's number.
const POINT: Column =
    column("value", Kind::Integer, |record| record.point.map_or(Datum::Null, |(point, _)| Datum::Integer(point.value)));
/// That value in words.
const LABEL: Column =
    column("label", Kind::Text, |record| text(record.point.map(|(point, _)| point.label()).as_deref()));
/// The chance of the value, a fraction of 1.
const PROBABILITY: Column = column("probability", Kind::Number, |record| number(Some(record.value)));
/// The chance of this value or a higher one: the sum of this row and those above it in value.
const AT_LEAST: Column = column("at_least", Kind::Number, |record| number(record.point.map(|(_, above)| above)));
/// Lower end of the interval (of `change` among differences); null when exact or not known, as where all trials were equal.
const LOW: Column = column("low", Kind::Number, |record| number(record.trust.interval().map(|(low, _)| low)));
/// Upper end of the interval.
const HIGH: Column = column("high", Kind::Number, |record| number(record.trust.interval().map(|(_, high)| high)));
/// Confidence level of the interval, a fraction of 1; null when exact.
const LEVEL: Column = column("level", Kind::Number, |record| number(record.trust.level()));
/// The way the figure was computed: exact, or simulated with this interval: wilson or clopper-pearson for a share, mean, ratio, quantile,
/// paired for a difference; sequence, asymptotic-sequence and quantile-sequence are those of a run that stopped when it was precise enough.
const METHOD: Column = column("method", Kind::Text, |record| word(record.trust.method_name()));
/// The largest error of an exact figure, by truncation and rounding; null when simulated.
const BOUND: Column = column("bound", Kind::Number, |record| number(record.trust.bound()));
/// The number of simulated trials; null when exact.
const TRIALS: Column = column("trials", Kind::Count, |record| count(record.trust.trials()));
/// The p value of the test for no difference, corrected by Holm for all rows; null when exact.
const P_ADJUSTED: Column =
    column("p_adjusted", Kind::Number, |record| number(record.difference.and_then(|one| one.adjusted)));
/// Whether it is a difference: p_adjusted is at most 0.05, or an exact one is above its bound.
const RESOLVED: Column = column("resolved", Kind::Boolean, |record| {
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
    // The variant a difference is counted from; null for figures.
    column("baseline", Kind::Text, |record| record.compared(|one| text(one.baseline.as_deref()))),
    VARIED_KEYS,
    FIGURE,
    SUBJECT,
    // Which value of a distribution in words, or the label within a figure.
    column("label", Kind::Text, |record| record.compared(|one| text(one.point.as_deref().or(some(&one.label))))),
    UNIT,
    column("exact", Kind::Number, |record| record.compared(|one| number(Some(one.exact.value)))),
    BOUND,
    column("simulated", Kind::Number, |record| record.compared(|one| number(Some(one.simulated.value)))),
    // Simulated minus exact.
    column("difference", Kind::Number, |record| {
        record.compared(|one| number(Some(one.simulated.value - one.exact.value)))
    }),
    // Simulated trials.
    column("trials", Kind::Count, |record| record.compared(|one| count(one.simulated.trials()))),
    // Binomial, chernoff or bernstein.
    column("test", Kind::Text, |record| record.compared(|one| text(Some(one.tested.test)))),
    // The test's own p value.
    column("p", Kind::Number, |record| record.compared(|one| number(Some(one.tested.p)))),
    // The same corrected by Holm for all rows.
    column("p_adjusted", Kind::Number, |record| record.compared(|one| number(Some(one.adjusted)))),
    // The smallest true difference found with a chance of 0.9 at the strictest level; null without one.
    column("detectable", Kind::Number, |record| record.compared(|one| number(Some(one.detectable)))),
    // Whether p_adjusted is above the stated false-alarm rate.
    column("agrees", Kind::Boolean, |record| record.compared(|one| Datum::Boolean(one.agrees))),
    TITLE,
];

impl Schema {
    /// Every schema with columns that are always the same.
    pub const ALL: [Self; 4] = [Self::Summary, Self::Differences, Self::Distribution, Self::Comparison];

    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Differences => "differences",
            Self::Distribution => "distribution",
            Self::Comparison => "comparison",
            Self::Answer => "answer",
        }
    }

    /// Its columns, in order.
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

impl Kind {
    /// Its name in documents.
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

/// The words, unless they are empty.
fn some(words: &str) -> Option<&str> {
    Some(words).filter(|words| !words.is_empty())
}

fn count(trials: Option<u64>) -> Datum {
    trials.map_or(Datum::Null, Datum::Count)
}

fn text(words: Option<&str>) -> Datum {
    words.map_or(Datum::Null, |words| Datum::Text(words.to_owned().into()))
}

/// Words of the program's own, which need no copy.
fn word(words: &'static str) -> Datum {
    Datum::Text(Cow::Borrowed(words))
}

pub(super) fn number(value: Option<f64>) -> Datum {
    value.filter(|value| value.is_finite()).map_or(Datum::Null, Datum::Number)
}
