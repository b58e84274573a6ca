//! Matches the rows of two tables that describe the same figure.

use super::difference::{DataTable, RowDifference, RowVerdict};
use crate::report::formats::tidy::Datum;
use crate::stats::CONFIDENCE;
use crate::study::Unit;
use std::collections::{BTreeMap, BTreeSet};

/// Columns with the value of a figure, its precision or its name in words, which do not identify a row.
const VALUE_COLUMNS: [&str; 14] = [
    "title",
    "unit",
    "value",
    "change",
    "probability",
    "at_least",
    "low",
    "high",
    "level",
    "method",
    "bound",
    "trials",
    "p_adjusted",
    "resolved",
];
/// Columns that describe the figure rather than its case.
const FIGURE_COLUMNS: [&str; 4] = ["figure", "subject", "value", "label"];

/// The column that holds a table's figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FigureColumn {
    Value,
    Change,
    Probability,
}

/// A figure with the precision needed to judge it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct JudgedFigure {
    /// `None` if the figure is unknown.
    pub(super) value: Option<f64>,
    pub(super) precision: Precision,
}

/// The precision of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Precision {
    /// The largest possible error.
    Exact(f64),
    /// The confidence interval; `None` if unknown.
    Simulated(Option<(f64, f64)>),
}

/// A row of both tables, or of only one of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pair {
    /// The row, before it is judged.
    pub(super) row: RowDifference,
    pub(super) old: Option<JudgedFigure>,
    pub(super) new: Option<JudgedFigure>,
}

/// The column that holds the figures of a table with these columns; `None` if the table has no figures.
pub(super) fn figure_column(columns: &[String]) -> Option<FigureColumn> {
    let has = |name: &str| columns.iter().any(|column| column == name);
    match () {
        () if has("figure") && has("change") => Some(FigureColumn::Change),
        () if has("figure") && has("value") => Some(FigureColumn::Value),
        () if has("value") && has("probability") => Some(FigureColumn::Probability),
        () => None,
    }
}

impl DataTable {
    /// Whether the rows have figures to compare: not those of files that are not results, nor those of `comparison`,
    /// whose figures are also in other tables.
    pub fn is_comparable(&self) -> bool {
        self.name != "comparison" && (self.rows.is_empty() || figure_column(&self.columns).is_some())
    }
}

/// A parsed row; `key` holds the values of the columns that identify it.
struct DataRow {
    key: Vec<String>,
    trials: Option<f64>,
    figure: String,
    unit: String,
    side: JudgedFigure,
}

/// Matches the rows of two tables by the columns that identify them. Rows with equal identity are matched in order.
pub(super) fn pairs(old: &DataTable, new: &DataTable) -> Vec<Pair> {
    let (keys, shared) = (identifying_columns(old, new, true), identifying_columns(old, new, false));
    // A column that only one table has, such as one added by a later version, counts only if rows are ambiguous without
    // it.
    let keys = if are_unique(old, &shared) && are_unique(new, &shared) { shared } else { keys };
    let (mut old_lines, mut new_lines) = (parse_rows(old, &keys), parse_rows(new, &keys));
    if figure_column(&old.columns)
        .is_some_and(|one| one == FigureColumn::Probability && figure_column(&new.columns) == Some(one))
    {
        let missing = (zero_rows(&new_lines, &old_lines, &keys), zero_rows(&old_lines, &new_lines, &keys));
        old_lines.extend(missing.0);
        new_lines.extend(missing.1);
    }
    let order: Vec<Vec<String>> = old_lines.iter().chain(&new_lines).map(|line| line.key.clone()).collect();
    let pair = |(one, other): (Option<DataRow>, Option<DataRow>)| {
        let [old_side, new_side] = [&one, &other].map(|line| line.as_ref().map(|line| line.side));
        let DataRow { key, figure, unit, .. } = other.or(one)?;
        let identity: Vec<_> = keys.iter().cloned().zip(key).filter(|(_, value)| !value.is_empty()).collect();
        let case = identity.iter().filter(|(name, _)| !FIGURE_COLUMNS.contains(&name.as_str()) && name != "baseline");
        let case = case.map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ");
        let row = RowDifference {
            scenario: old.scenario.clone(),
            table: old.name.clone(),
            identity,
            case,
            figure,
            unit,
            old: old_side.and_then(|side| side.value),
            new: new_side.and_then(|side| side.value),
            verdict: RowVerdict::Within,
        };
        Some(Pair { row, old: old_side, new: new_side })
    };
    let (mut olds, mut news) = (by_key(old_lines), by_key(new_lines));
    let lines_of = |lines: &mut ByKey, key| lines.remove(key).unwrap_or_default();
    let matched = order.iter().flat_map(|key| pair_by_method(lines_of(&mut olds, key), lines_of(&mut news, key)));
    matched.filter_map(pair).collect()
}

/// Rows by the values that identify them.
type ByKey = BTreeMap<Vec<String>, Vec<DataRow>>;

fn by_key(lines: Vec<DataRow>) -> ByKey {
    let mut all = ByKey::new();
    lines.into_iter().for_each(|line| all.entry(line.key.clone()).or_default().push(line));
    all
}

/// Rows of probability 0 for the points of `theirs` whose distribution is in `ours`, but whose value is not. A value
/// that `ours` has under another label counts as present.
fn zero_rows(theirs: &[DataRow], ours: &[DataRow], keys: &[String]) -> Vec<DataRow> {
    let part = |line: &DataRow, names: &dyn Fn(&str) -> bool| -> Vec<String> {
        keys.iter().zip(&line.key).filter(|(name, _)| names(name)).map(|(_, value)| value.clone()).collect()
    };
    let distribution = |line: &DataRow| part(line, &|name| name != "value" && name != "label");
    let point = |line: &DataRow| (distribution(line), part(line, &|name| name == "value"));
    let known: BTreeSet<_> = ours.iter().map(point).collect();
    let mut precisions: BTreeMap<_, [Option<Precision>; 2]> = BTreeMap::new();
    for line in ours {
        let kind = &mut precisions.entry(distribution(line)).or_default()[usize::from(is_exact(line))];
        *kind = Some(match (line.side.precision, *kind, line.trials) {
            (Precision::Exact(bound), Some(Precision::Exact(other)), _) => Precision::Exact(bound.max(other)),
            (Precision::Simulated(_), _, Some(trials)) => Precision::Simulated(Some((0.0, max_unseen_share(trials)))),
            (precision, ..) => precision,
        });
    }
    let lacking = theirs.iter().filter(|line| !known.contains(&point(line))).filter_map(|line| {
        let kinds = precisions.get(&distribution(line))?;
        let precision = kinds[usize::from(is_exact(line))].or(kinds[usize::from(!is_exact(line))])?;
        let side = JudgedFigure { value: Some(0.0), precision };
        Some(DataRow {
            key: line.key.clone(),
            figure: line.figure.clone(),
            unit: line.unit.clone(),
            side,
            trials: None,
        })
    });
    lacking.collect()
}

/// The upper end of the Clopper-Pearson interval for an event that did not occur in `trials` trials.
fn max_unseen_share(trials: f64) -> f64 {
    -(((1.0 - CONFIDENCE) / 2.0).ln() / trials).exp_m1()
}

/// Pairs rows with the same key: exact with exact, simulated with simulated, then the rest.
fn pair_by_method(old: Vec<DataRow>, mut new: Vec<DataRow>) -> Vec<(Option<DataRow>, Option<DataRow>)> {
    let mut found: Vec<(Option<DataRow>, Option<DataRow>)> = Vec::new();
    for line in old {
        let place = new.iter().position(|other| is_exact(other) == is_exact(&line));
        let other = place.map(|place| new.remove(place));
        found.push((Some(line), other));
    }
    for line in new {
        match found.iter_mut().find(|(_, other)| other.is_none()) {
            Some((_, other)) => *other = Some(line),
            None => found.push((None, Some(line))),
        }
    }
    found
}

fn is_exact(line: &DataRow) -> bool {
    matches!(line.side.precision, Precision::Exact(_))
}

/// The identifying columns that both tables have; if `all`, also those that only one table has.
fn identifying_columns(old: &DataTable, new: &DataTable, all: bool) -> Vec<String> {
    let is_distribution = |sheet: &DataTable| figure_column(&sheet.columns) == Some(FigureColumn::Probability);
    let points = is_distribution(old) || is_distribution(new);
    let tells = |name: &&String| !VALUE_COLUMNS.contains(&name.as_str()) || (points && *name == "value");
    // An empty table without columns, read from an empty file, matches every column.
    let has = |sheet: &DataTable, name: &String| sheet.columns.is_empty() || sheet.columns.contains(name);
    let mut keys: Vec<String> = Vec::new();
    for name in old.columns.iter().chain(&new.columns).filter(tells) {
        if !keys.contains(name) && (all || (has(old, name) && has(new, name))) {
            keys.push(name.clone());
        }
    }
    keys
}

/// Whether the columns in `keys` identify every row among those of the same method.
fn are_unique(sheet: &DataTable, keys: &[String]) -> bool {
    let mut seen = BTreeSet::new();
    parse_rows(sheet, keys).into_iter().all(|line| seen.insert((is_exact(&line), line.key)))
}

fn parse_rows(sheet: &DataTable, keys: &[String]) -> Vec<DataRow> {
    let places: BTreeMap<&str, usize> =
        sheet.columns.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    let Some(measure) = figure_column(&sheet.columns) else { return Vec::new() };
    let line = |row: &Vec<Datum>| {
        let datum = |name: &str| places.get(name).and_then(|place| row.get(*place)).unwrap_or(&Datum::Null);
        let text = |name: &str| words(datum(name));
        let (value, unit) = match measure {
            FigureColumn::Value => ("value", text("unit")),
            FigureColumn::Change => ("change", text("unit")),
            FigureColumn::Probability => ("probability", Unit::Probability.name().to_owned()),
        };
        let value = number(datum(value));
        let interval = number(datum("low")).zip(number(datum("high")));
        let is_exact = if places.contains_key("method") { text("method") == "exact" } else { interval.is_none() };
        let precision = if is_exact {
            Precision::Exact(number(datum("bound")).unwrap_or(0.0).abs())
        } else {
            Precision::Simulated(interval)
        };
        DataRow {
            key: keys.iter().map(|name| text(name)).collect(),
            figure: title(sheet, measure, &text),
            unit,
            side: JudgedFigure { value, precision },
            trials: number(datum("trials")).filter(|trials| *trials >= 1.0),
        }
    };
    sheet.rows.iter().map(line).collect()
}

/// The figure in words: `Snorri wins`, `change of Snorri wins`, `rounds: 3`.
fn title(sheet: &DataTable, measure: FigureColumn, text: &impl Fn(&str) -> String) -> String {
    let known = Some(text("title")).filter(|title| !title.is_empty());
    let words = known.unwrap_or_else(|| format!("{} {}", text("subject"), text("figure")).trim().to_owned());
    match measure {
        FigureColumn::Value => words,
        FigureColumn::Change => format!("change of {words}"),
        FigureColumn::Probability => {
            let label = Some(text("label")).filter(|label| !label.is_empty()).unwrap_or_else(|| text("value"));
            let name = sheet.name.replace('-', " ");
            match text("subject") {
                subject if subject.is_empty() => format!("{name}: {label}"),
                subject => format!("{subject}, {name}: {label}"),
            }
        }
    }
}

fn number(datum: &Datum) -> Option<f64> {
    let value = match datum {
        Datum::Number(value) => Some(*value),
        Datum::Integer(whole) => Some(*whole as f64),
        Datum::Count(count) => Some(*count as f64),
        Datum::Text(words) => words.trim().parse().ok(),
        Datum::Null | Datum::Boolean(_) => None,
    };
    value.filter(|value| value.is_finite())
}

/// The value as text that does not depend on the file format: CSV has only text, and JSON does not distinguish 1 from
/// 1.0.
fn words(datum: &Datum) -> String {
    let plain = |value: f64| if value == 0.0 { "0".to_owned() } else { value.to_string() };
    match datum {
        Datum::Null => String::new(),
        Datum::Boolean(yes) => yes.to_string(),
        Datum::Integer(whole) => whole.to_string(),
        Datum::Count(count) => count.to_string(),
        Datum::Number(value) => plain(*value),
        Datum::Text(words) => match (words.parse::<i128>(), words.parse::<f64>()) {
            (Ok(whole), _) => whole.to_string(),
            (_, Ok(value)) if value.is_finite() => plain(value),
            _ => words.to_string(),
        },
    }
}
