//! A comparison as a page for people, and as JSON.

use super::difference::{Diff, RowDifference, RowVerdict};
use crate::report::number::{fixed, signed, thousands};
use crate::report::page::{Page, Part};
use crate::report::table::{Heading, Table};
use serde_json::{Map, Value, json};

/// Maximum number of rows shown.
const MAX_SHOWN: usize = 40;

/// Relative rounding noise: 0.6 − 0.5 is a little less than 0.1.
const NOISE: f64 = 1e-9;

/// A sentence on the differences, the scenarios and tables that only one result has, and a table of rows, the largest
/// difference first. `old` and `new` are the names of the results' folders.
pub fn page(diff: &Diff, old: &str, new: &str) -> Page {
    let only = [(old, &diff.old_scenarios, &diff.old_tables), (new, &diff.new_scenarios, &diff.new_tables)];
    let only = only.into_iter().filter_map(|(side, scenarios, tables)| {
        Some(Part::plain_sentence(format!("Only in {side}: {}.", only_in_one_words(scenarios, tables)?)))
    });
    let said = std::iter::once(Part::plain_sentence(sentence(diff))).chain(only).collect();
    let shown: Vec<&RowDifference> = diff.rows.iter().filter(|row| row.verdict != RowVerdict::Within).collect();
    let more = shown.len().saturating_sub(MAX_SHOWN);
    let more = (more > 0).then(|| Part::plain_sentence(format!("… and {} more", thousands(more as u64))));
    let rows = table(&shown).non_empty().map(Part::Table).into_iter().chain(more).collect();
    Page::new(0, [said, rows])
}

/// The comparison as a JSON document. Figures with an allowed difference are included, with the verdict `within`.
pub fn document(diff: &Diff) -> Value {
    let tables = |tables: &[(String, String)]| -> Value {
        tables.iter().map(|(scenario, table)| json!({ "scenario": scenario, "table": table })).collect()
    };
    let row = |row: &RowDifference| {
        let identity: Map<String, Value> =
            row.identity.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
        json!({
            "verdict": row.verdict.name(),
            "scenario": row.scenario,
            "table": row.table,
            "row": identity,
            "title": row.figure,
            "unit": row.unit,
            "old": row.old,
            "new": row.new,
            "change": row.old.zip(row.new).map(|(old, new)| new - old),
        })
    };
    json!({
        "fudgelab": crate::report::formats::json::VERSION,
        "same": diff.is_same(),
        "scenarios": diff.scenarios,
        "figures": diff.compared,
        "differing": diff.of(RowVerdict::Differs).count(),
        "within": diff.of(RowVerdict::Within).count(),
        "only_in_old": { "scenarios": diff.old_scenarios, "tables": tables(&diff.old_tables), "rows": diff.of(RowVerdict::OnlyOld).count() },
        "only_in_new": { "scenarios": diff.new_scenarios, "tables": tables(&diff.new_tables), "rows": diff.of(RowVerdict::OnlyNew).count() },
        "rows": diff.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn sentence(diff: &Diff) -> String {
    let all = match diff.scenarios {
        0 | 1 => counted(diff.compared, "figure"),
        scenarios => format!("{} of {} scenarios", counted(diff.compared, "figure"), thousands(scenarios as u64)),
    };
    let count = |verdict| diff.of(verdict).count();
    let (differ, within) = (count(RowVerdict::Differs), count(RowVerdict::Within));
    let lost =
        [(RowVerdict::OnlyOld, "old"), (RowVerdict::OnlyNew, "new")].map(|(verdict, side)| (count(verdict), side));
    let mut words = match (diff.compared, differ, within) {
        (0, ..) => "There is no figure that both results have.".to_owned(),
        (1, 0, 0) => "The one figure that both results have is the same.".to_owned(),
        (_, 0, 0) if diff.is_same() => format!("All {all} are the same."),
        (_, 0, 0) => format!("All {all} that both results have are the same."),
        (_, 0, _) => {
            format!("All {all} are the same within the allowed difference: {}.", allowed_words(diff, within, ""))
        }
        _ => {
            let first = diff.of(RowVerdict::Differs).next().map(largest_words).unwrap_or_default();
            format!("{} of {all} differ{first}.", thousands(differ as u64))
        }
    };
    if within > 0 && differ > 0 {
        words += &format!(" Within the allowed difference, {}.", allowed_words(diff, within, "more "));
    }
    for (rows, side) in lost.iter().filter(|(rows, _)| *rows > 0) {
        let verb = if *rows == 1 { "is" } else { "are" };
        words += &format!(" {} {verb} only in the {side} result.", counted(*rows, "figure"));
    }
    words
}

/// The `count` allowed differences in words: `12 differ, by 0.7 points at most`.
fn allowed_words(diff: &Diff, count: usize, more: &str) -> String {
    let verb = if count == 1 { "differs" } else { "differ" };
    let size = diff.of(RowVerdict::Within).next().map(size_words).unwrap_or_default();
    format!("{} {more}{verb}, by {size} at most", thousands(count as u64))
}

/// The largest difference in words: `, the largest by 0.7 points: duel: srd: Snorri wins, 56.1 → 56.8 %`.
fn largest_words(row: &RowDifference) -> String {
    let place = [&row.scenario, &row.case, &row.figure].into_iter().filter(|part| !part.is_empty());
    let place = place.map(String::as_str).collect::<Vec<_>>().join(": ");
    let [old, new, _] = row_entries(row);
    if row.size().is_finite() {
        format!(", the largest by {}: {place}, {old} → {new}", size_words(row))
    } else {
        format!(", the first: {place}, {old} → {new}")
    }
}

/// The distance between the figures, with the unit: `0.7 points`, `0.12 rounds`.
fn size_words(row: &RowDifference) -> String {
    let unit = match (row.is_probability(), row.unit.as_str()) {
        (true, _) => " points".to_owned(),
        (_, "") => String::new(),
        (_, unit) => format!(" {unit}"),
    };
    significant(row.shown_size(), row.shown_size(), fixed) + &unit
}

/// The old figure, the new figure and the change, to as many digits as it takes to see the change.
fn row_entries(row: &RowDifference) -> [String; 3] {
    let (scale, unit) = if row.is_probability() { (100.0, " %") } else { (1.0, "") };
    let apart = row.shown_size();
    let shown = |value: Option<f64>, missing: bool| match value {
        Some(value) => significant(value * scale, apart, fixed) + unit,
        None if missing => "–".to_owned(),
        None => "unknown".to_owned(),
    };
    let change = match row.old.zip(row.new) {
        Some((old, new)) => significant((new - old) * scale, apart, signed),
        None => String::new(),
    };
    let (no_old, no_new) = (row.verdict == RowVerdict::OnlyNew, row.verdict == RowVerdict::OnlyOld);
    [shown(row.old, no_old), shown(row.new, no_new), change]
}

/// A number with as many decimals as two significant digits of `apart` have, its distance from another number.
fn significant(value: f64, apart: f64, write: fn(f64, usize) -> String) -> String {
    let decimals = if apart.is_finite() && apart > 0.0 {
        (1.0 - (apart * (1.0 + NOISE)).log10().floor()).clamp(0.0, 16.0)
    } else {
        2.0
    };
    // Numbers far above 1 have no such digits, and hostile files may hold any number.
    if value.abs() < 1e12 { write(value, decimals as usize) } else { format!("{value:e}") }
}

type RowField = fn(&RowDifference) -> &str;

fn table(rows: &[&RowDifference]) -> Table {
    let has = |field: RowField| rows.iter().any(|row| !field(row).is_empty());
    let lead: [(&str, RowField); 2] = [("scenario", |row| &row.scenario), ("case", |row| &row.case)];
    let lead: Vec<_> = lead.into_iter().filter(|(_, field)| has(*field)).collect();
    let gone = rows.iter().any(|row| row.verdict != RowVerdict::Differs);
    let columns = lead.iter().map(|(name, _)| *name).chain(["figure"]).map(Heading::left);
    let columns = columns.chain(["old", "new", "change"].map(Heading::right)).chain(gone.then(|| Heading::left("")));
    let row = |row: &&RowDifference| {
        let verdict = if row.verdict == RowVerdict::Differs { "" } else { row.verdict.name() };
        let place = lead.iter().map(|(_, field)| field(row).to_owned());
        let figures = std::iter::once(row.figure.clone()).chain(row_entries(row));
        place.chain(figures).chain(gone.then(|| verdict.to_owned())).collect::<Vec<_>>()
    };
    Table::new("", columns, rows.iter().take(MAX_SHOWN).map(row))
}

/// The scenarios and tables that only one result has, in words; `None` if both lists are empty.
fn only_in_one_words(scenarios: &[String], tables: &[(String, String)]) -> Option<String> {
    let name = |(scenario, table): &(String, String)| match scenario.as_str() {
        "" => format!("`{table}`"),
        scenario => format!("`{table}` of {scenario}"),
    };
    let tables: Vec<String> = tables.iter().map(name).collect();
    let part = |(noun, names): (&str, &[String])| {
        let several = if names.len() == 1 { "" } else { "s" };
        (!names.is_empty()).then(|| format!("the {noun}{several} {}", listed(names)))
    };
    let parts: Vec<String> = [("scenario", scenarios), ("table", &tables)].into_iter().filter_map(part).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn listed(names: &[String]) -> String {
    let more = names.len().saturating_sub(MAX_SHOWN);
    let more = if more > 0 { format!(" … and {} more", thousands(more as u64)) } else { String::new() };
    names.iter().take(MAX_SHOWN).cloned().collect::<Vec<_>>().join(", ") + &more
}

fn counted(count: usize, what: &str) -> String {
    format!("{} {what}{}", thousands(count as u64), if count == 1 { "" } else { "s" })
}
