//! Tidy tables: one row for each figure or point, one column for each thing known about it.
//!
//! [`Schema::columns`] defines the columns of dataframes, data files and `--json`: name, kind, unit and meaning of each, and
//! the code that fills it.

mod compared;

use crate::measure::{BY_SUBJECT, Measure};
use crate::stats::Estimate;
use crate::study::{Cell, Comparison, Difference, Distribution, Point, StudyResult, Value};
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
    /// What it is measured in; empty for words.
    pub unit: &'static str,
    /// What it means.
    pub meaning: &'static str,
    read: fn(&Record<'_>) -> Datum,
}

/// The name that stands for one column for each varied key, named by its dotted path.
pub const VARIED: &str = "<varied key>";

/// A table filled from a result. Its entries are made as they are read: those of a large grid would fill memory.
pub struct Tidy<'r> {
    /// Its name: `summary`, `differences`, or the distribution's, such as `relative-degrees`.
    pub name: String,
    /// What its columns mean.
    pub schema: Schema,
    /// Its columns.
    pub fields: Vec<Field>,
    rows: Rows<'r>,
}

/// Where the entries of a table come from.
enum Rows<'r> {
    /// Read off records, each column in its way.
    Read(Vec<Record<'r>>, Vec<Read>),
    /// Made already.
    Made(Vec<Vec<Datum>>),
}

/// How a column is read off a record.
#[derive(Clone, Copy)]
enum Read {
    By(fn(&Record<'_>) -> Datum),
    /// The varied value of this number.
    Varied(usize),
}

/// One column of a filled table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name, different from every other in the table.
    pub name: String,
    /// What it holds; never [`Kind::AsVaried`].
    pub kind: Kind,
}

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

impl<'r> Tidy<'r> {
    /// A small table whose rows are made already, each as long as `fields`. Words that other people wrote are to be [`clean`] already.
    pub fn made(name: String, schema: Schema, fields: Vec<Field>, rows: Vec<Vec<Datum>>) -> Self {
        Self::new(name, schema, fields, Rows::Made(rows))
    }

    fn new(name: String, schema: Schema, mut fields: Vec<Field>, rows: Rows<'r>) -> Self {
        for field in &mut fields {
            if let Cow::Owned(words) = clean(&field.name) {
                field.name = words;
            }
        }
        Self { name, schema, fields, rows }
    }

    /// How many rows it has.
    pub fn len(&self) -> usize {
        match &self.rows {
            Rows::Read(records, _) => records.len(),
            Rows::Made(rows) => rows.len(),
        }
    }

    /// Whether its distributions go by the names of what they are about.
    pub(super) fn is_by_subject(&self) -> bool {
        matches!(&self.rows, Rows::Read(records, _) if records.first().is_some_and(|one| one.measure.title == BY_SUBJECT))
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its rows, each as long as `fields`.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Vec<Datum>> {
        (0..self.len()).map(|row| (0..self.fields.len()).map(|column| self.entry(row, column)).collect())
    }

    /// The entries of a column, one for each row.
    pub fn column(&self, column: usize) -> impl ExactSizeIterator<Item = Datum> {
        (0..self.len()).map(move |row| self.entry(row, column))
    }

    /// Each row as an object in JSON, by the names of its columns.
    pub fn objects(&self) -> impl Iterator<Item = serde_json::Value> {
        let entry = |(field, datum): (&Field, &Datum)| (field.name.clone(), serde_json::json!(datum));
        self.rows().map(move |row| serde_json::Value::Object(self.fields.iter().zip(&row).map(entry).collect()))
    }

    fn entry(&self, row: usize, column: usize) -> Datum {
        match &self.rows {
            Rows::Made(rows) => rows[row].get(column).cloned().unwrap_or(Datum::Null),
            Rows::Read(records, reads) => match reads[column] {
                Read::By(read) => read(&records[row]),
                Read::Varied(place) => entry(records[row].varied.get(place), self.fields[column].kind),
            }
            .clean(),
        }
    }
}

impl Datum {
    /// The same with what in words could steer a terminal or reorder a line made visible, as it is everywhere else: they come from
    /// files that other people wrote.
    pub(super) fn clean(self) -> Self {
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
struct Record<'a> {
    variant: Option<&'a str>,
    baseline: Option<&'a str>,
    varied: &'a [Value],
    measure: &'static Measure,
    subject: &'a str,
    label: &'a str,
    value: f64,
    /// The figure's, the difference's or the point's own interval and method.
    trust: &'a Estimate,
    point: Option<(&'a Point, f64)>,
    difference: Option<&'a Difference>,
    comparison: Option<&'a Comparison>,
}

const VARIANT: Column = Column {
    name: "variant",
    kind: Kind::Text,
    unit: "",
    meaning: "the variant of the rules; null without variants",
    read: |record| text(record.variant),
};
const BASELINE: Column = Column {
    name: "baseline",
    kind: Kind::Text,
    unit: "",
    meaning: "the variant that `change` is relative to",
    read: |record| text(record.baseline),
};
const VARIED_KEYS: Column = Column {
    name: VARIED,
    kind: Kind::AsVaried,
    unit: "as in the scenario",
    meaning: "one column for each varied key, named by its dotted path: its value",
    read: |_| Datum::Null,
};
const FIGURE: Column = Column {
    name: "figure",
    kind: Kind::Text,
    unit: "",
    meaning: "the id of the measure, which never changes: see `fudgelab list measures`",
    read: |record| word(record.measure.id),
};
const SUBJECT: Column = Column {
    name: "subject",
    kind: Kind::Text,
    unit: "",
    meaning: "whom it is about; null where it is about the whole fight or check",
    read: |record| text(Some(record.subject).filter(|name| !name.is_empty())),
};
const DETAIL: Column = Column {
    name: "label",
    kind: Kind::Text,
    unit: "",
    meaning: "what is told apart within the measure, such as a wound level, a result, or outcomes asked for by name; null where \
              nothing is",
    read: |record| text(Some(record.label).filter(|label| !label.is_empty())),
};
const TITLE: Column = Column {
    name: "title",
    kind: Kind::Text,
    unit: "",
    meaning: "the figure's name in words, as on screens and in tables; scenarios and --figure take it",
    read: |record| Datum::Text(record.measure.name(record.subject, record.label).into()),
};
const UNIT: Column = Column {
    name: "unit",
    kind: Kind::Text,
    unit: "",
    meaning: "what value, change, low, high and bound are measured in: probability (a fraction of 1), rounds, levels, wounds, periods, times or points (Fudge points of one fighter in a fight)",
    read: |record| word(record.measure.unit.name()),
};
const VALUE: Column = Column {
    name: "value",
    kind: Kind::Number,
    unit: "see `unit`",
    meaning: "the figure",
    read: |record| number(Some(record.value)),
};
const CHANGE: Column = Column {
    name: "change",
    kind: Kind::Number,
    unit: "see `unit`",
    meaning: "the variant's figure minus the baseline's",
    read: |record| number(Some(record.trust.value)),
};
const POINT: Column = Column {
    name: "value",
    kind: Kind::Integer,
    unit: "rounds, periods, wound levels, ladder levels or an outcome's number",
    meaning: "the value whose probability is given",
    read: |record| record.point.map_or(Datum::Null, |(point, _)| Datum::Integer(point.value)),
};
const LABEL: Column = Column {
    name: "label",
    kind: Kind::Text,
    unit: "",
    meaning: "the value in words",
    read: |record| text(record.point.map(|(point, _)| point.label.as_str())),
};
const PROBABILITY: Column = Column {
    name: "probability",
    kind: Kind::Number,
    unit: "fraction of 1",
    meaning: "how likely the value is",
    read: |record| number(Some(record.value)),
};
const AT_LEAST: Column = Column {
    name: "at_least",
    kind: Kind::Number,
    unit: "fraction of 1",
    meaning: "how likely this value or a higher one is: the sum of this row and those above it in value",
    read: |record| number(record.point.map(|(_, above)| above)),
};
const LOW: Column = Column {
    name: "low",
    kind: Kind::Number,
    unit: "as the figure",
    meaning: "lower end of the interval (of `change` among differences); null when exact or not known, as where \
              all trials were equal",
    read: |record| number(record.trust.interval().map(|(low, _)| low)),
};
const HIGH: Column = Column {
    name: "high",
    kind: Kind::Number,
    unit: "as the figure",
    meaning: "upper end of the interval (of `change` among differences); null when exact or not known, as where \
              all trials were equal",
    read: |record| number(record.trust.interval().map(|(_, high)| high)),
};
const LEVEL: Column = Column {
    name: "level",
    kind: Kind::Number,
    unit: "fraction of 1",
    meaning: "confidence level of the interval; null when exact",
    read: |record| number(record.trust.level()),
};
const METHOD: Column = Column {
    name: "method",
    kind: Kind::Text,
    unit: "",
    meaning: "how the figure was computed: exact, or simulated with this interval: wilson or clopper-pearson for a share, \
              mean, ratio, quantile, paired for a difference; sequence, asymptotic-sequence and quantile-sequence are \
              those of a run that stopped when it was precise enough",
    read: |record| word(record.trust.method_name()),
};
const BOUND: Column = Column {
    name: "bound",
    kind: Kind::Number,
    unit: "as the figure",
    meaning: "the largest error of an exact figure, by truncation and rounding; null when simulated",
    read: |record| number(record.trust.bound()),
};
const TRIALS: Column = Column {
    name: "trials",
    kind: Kind::Count,
    unit: "trials",
    meaning: "the number of simulated trials; null when exact",
    read: |record| record.trust.trials().map_or(Datum::Null, Datum::Count),
};

const P_ADJUSTED: Column = Column {
    name: "p_adjusted",
    kind: Kind::Number,
    unit: "fraction of 1",
    meaning: "the p value of the test for no difference, corrected by Holm for all rows; null when exact",
    read: |record| number(record.difference.and_then(|one| one.adjusted)),
};
const RESOLVED: Column = Column {
    name: "resolved",
    kind: Kind::Boolean,
    unit: "yes or no",
    meaning: "whether it is a difference: p_adjusted is at most 0.05, or an exact one is above its bound",
    read: |record| record.difference.map_or(Datum::Null, |one| Datum::Boolean(one.resolved)),
};

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
            Self::Comparison => &compared::COLUMNS,
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

/// Every table of a result: those of [`figures`], then those of [`distributions`]. Where both were asked for, each cell's exact rows
/// stand before its simulated ones.
pub fn tables(result: &StudyResult) -> impl Iterator<Item = Tidy<'_>> {
    figures(result).chain(distributions(result))
}

/// `summary`, `differences` where there are any, `comparison` where exact and simulated were asked for, and the answers; each is made when it is
/// its turn, since even the records of a large grid fill memory.
pub fn figures(result: &StudyResult) -> impl Iterator<Item = Tidy<'_>> {
    let varied = varied_fields(result);
    let schemas = [Schema::Summary, Schema::Differences, Schema::Comparison];
    let tables = schemas.into_iter().filter_map(move |schema| {
        let records = match schema {
            Schema::Summary => summary(result),
            Schema::Differences if !result.differences.is_empty() => differences(result),
            Schema::Comparison => result.cross_check.as_ref()?.comparisons.iter().map(compared::record).collect(),
            Schema::Differences | Schema::Distribution | Schema::Answer => return None,
        };
        Some(fill(schema.name(), schema, &varied, records))
    });
    tables.chain(super::replies::tidy(result))
}

/// One table for each kind of distribution, made when it is its turn.
pub fn distributions(result: &StudyResult) -> impl Iterator<Item = Tidy<'_>> {
    let varied = varied_fields(result);
    distribution_names(result)
        .into_iter()
        .map(move |name| fill(&name.replace(' ', "-"), Schema::Distribution, &varied, points(result, name)))
}

/// The names of the distributions, in the order in which they first appear.
pub fn distribution_names(result: &StudyResult) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for distribution in result.cells.iter().flat_map(|cell| &cell.distributions) {
        if !names.contains(&distribution.name()) {
            names.push(distribution.name());
        }
    }
    names
}

/// For each point, the probability of its value or a higher one.
///
/// Sums run from the highest value down, so that small tails keep their digits; shares of the same trials are
/// added as the counts they are.
pub fn at_least(distribution: &Distribution) -> Vec<Estimate> {
    let (mut sum, mut bound) = (0.0, 0.0);
    let mut above: Vec<Estimate> = Vec::with_capacity(distribution.points.len());
    let first = distribution.points.iter().position(|point| point.estimate.value > 0.0).unwrap_or(0);
    for (place, Point { estimate, .. }) in distribution.points.iter().enumerate().rev() {
        sum += estimate.value;
        bound += estimate.bound().unwrap_or(0.0);
        let counted = estimate.share_of_same(sum);
        // A sum of counts over their trials, without what the additions rounded.
        sum = counted.map_or(sum, |share| share.value);
        // Everything is at least the least value that occurs.
        let rest = if place <= first { 0.0 } else { f64::MIN_POSITIVE };
        above.push(counted.unwrap_or_else(|| Estimate::exact_share(sum, rest, bound)));
    }
    above.reverse();
    above
}

fn text(words: Option<&str>) -> Datum {
    words.map_or(Datum::Null, |words| Datum::Text(words.to_owned().into()))
}

/// Words of the program's own, which need no copy.
fn word(words: &'static str) -> Datum {
    Datum::Text(Cow::Borrowed(words))
}

fn number(value: Option<f64>) -> Datum {
    value.filter(|value| value.is_finite()).map_or(Datum::Null, Datum::Number)
}

fn fill<'r>(name: &str, schema: Schema, varied: &[Field], records: Vec<Record<'r>>) -> Tidy<'r> {
    let (mut fields, mut reads) = (Vec::new(), Vec::new());
    for column in schema.columns() {
        match column.kind {
            Kind::AsVaried => {
                fields.extend_from_slice(varied);
                reads.extend((0..varied.len()).map(Read::Varied));
            }
            kind => {
                fields.push(Field { name: column.name.to_owned(), kind });
                reads.push(Read::By(column.read));
            }
        }
    }
    Tidy::new(name.to_owned(), schema, fields, Rows::Read(records, reads))
}

fn entry(value: Option<&Value>, kind: Kind) -> Datum {
    match (value, kind) {
        (None, _) => Datum::Null,
        (Some(value), Kind::Text) => Datum::Text(value.to_string().into()),
        (Some(Value::Integer(whole)), Kind::Number) => number(Some(*whole as f64)),
        (Some(Value::Integer(whole)), _) => Datum::Integer(*whole),
        (Some(Value::Float(value)), _) => number(Some(*value)),
        (Some(Value::Boolean(yes)), _) => Datum::Boolean(*yes),
        (Some(Value::Text(words)), _) => Datum::Text(words.clone().into()),
    }
}

/// One field for each varied key. A key that is called like a column of any schema gets `vary.` before it.
fn varied_fields(result: &StudyResult) -> Vec<Field> {
    let mut taken: Vec<String> =
        Schema::ALL.iter().flat_map(|schema| schema.columns()).map(|column| column.name.to_owned()).collect();
    let mut fields = Vec::new();
    for (place, path) in result.varied.iter().enumerate() {
        let mut name = path.clone();
        while taken.contains(&name) {
            name.insert_str(0, "vary.");
        }
        taken.push(name.clone());
        let values = result.cells.iter().filter_map(|cell| cell.varied.get(place));
        fields.push(Field { name, kind: common_kind(values) });
    }
    fields
}

fn common_kind<'a>(values: impl Iterator<Item = &'a Value>) -> Kind {
    let kinds = values.map(|value| match value {
        Value::Integer(_) => Kind::Integer,
        Value::Float(_) => Kind::Number,
        Value::Boolean(_) => Kind::Boolean,
        Value::Text(_) => Kind::Text,
    });
    let joined = kinds.reduce(|one, other| match (one, other) {
        (one, other) if one == other => one,
        (Kind::Integer, Kind::Number) | (Kind::Number, Kind::Integer) => Kind::Number,
        _ => Kind::Text,
    });
    joined.unwrap_or(Kind::Text)
}

fn summary(result: &StudyResult) -> Vec<Record<'_>> {
    let figures = cells(result).flat_map(|cell| cell.figures.iter().map(move |figure| (cell, figure)));
    figures
        .map(|(cell, figure)| Record {
            label: &figure.label,
            ..about(cell, figure.measure, &figure.subject, &figure.estimate)
        })
        .collect()
}

fn differences(result: &StudyResult) -> Vec<Record<'_>> {
    let simulated = result.cross_check.iter().flat_map(|check| &check.differences);
    let records = result.differences.iter().chain(simulated).map(|difference| Record {
        variant: Some(&difference.variant),
        baseline: result.baseline.as_deref(),
        varied: &difference.varied,
        measure: difference.figure.measure,
        subject: &difference.figure.subject,
        label: &difference.figure.label,
        value: difference.figure.estimate.value,
        trust: &difference.change,
        point: None,
        difference: Some(difference),
        comparison: None,
    });
    records.collect()
}

fn points<'a>(result: &'a StudyResult, name: &str) -> Vec<Record<'a>> {
    let mut records = Vec::new();
    for cell in cells(result) {
        for distribution in cell.distributions.iter().filter(|distribution| distribution.name() == name) {
            let above = at_least(distribution);
            records.extend(distribution.points.iter().zip(above).map(|(point, above)| Record {
                point: Some((point, above.value)),
                ..about(cell, distribution.measure, &distribution.subject, &point.estimate)
            }));
        }
    }
    records
}

/// Each cell, and behind it the same one simulated where both were asked for.
fn cells(result: &StudyResult) -> impl Iterator<Item = &Cell> {
    let simulated = result.cross_check.as_ref().map_or(&[][..], |check| &check.cells);
    result.cells.iter().enumerate().flat_map(|(place, cell)| std::iter::once(cell).chain(simulated.get(place)))
}

fn about<'a>(cell: &'a Cell, measure: &'static Measure, subject: &'a str, trust: &'a Estimate) -> Record<'a> {
    Record {
        variant: cell.variant.as_deref(),
        baseline: None,
        varied: &cell.varied,
        measure,
        subject,
        label: "",
        value: trust.value,
        trust,
        point: None,
        difference: None,
        comparison: None,
    }
}
