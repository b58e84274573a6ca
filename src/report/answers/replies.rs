//! The answers of analyses, as tables for people and JSON.

use super::super::formats::paint::Tone;
use super::super::formats::tidy::answers;
use super::super::number;
use super::super::table::{Align, Heading, Table, Words};
use crate::measure::Unit;
use crate::study::{Column, Entry, Reply, StudyResult};
use serde_json::{Value, json};

/// The answer in words.
pub fn words(reply: &Reply) -> String {
    reply.sentences.join(" ")
}

/// The note that a result shows the winning case of its answers; `None` if it has none, or shows nothing else.
pub fn case_shown(result: &StudyResult) -> Option<&'static str> {
    let is_settled = result.replies.iter().any(|reply| reply.settled.is_some());
    (is_settled && !result.cells.is_empty()).then_some("All else here shows this case.")
}

/// What the answer rests on. The heading of a column names the unit where it is percent in all its rows.
pub fn table(reply: &Reply) -> Table {
    let column = |place: usize| reply.rows.iter().map(move |row| &row[place]);
    let shares = |place: usize| column(place).filter_map(Entry::unit).all(|unit| unit == Unit::Probability);
    let shares: Vec<bool> =
        (0..reply.columns.len()).map(|place| reply.columns[place].figures && shares(place)).collect();
    let heading = |(place, heading): (usize, &Column)| {
        let signed = column(place).any(|entry| matches!(entry, Entry::Change(..)));
        let unit = match (shares[place], signed) {
            (true, true) => ", points",
            (true, false) => ", %",
            (false, _) => "",
        };
        let words = |entry: &Entry| matches!(entry, Entry::Words(_) | Entry::Nothing | Entry::Is(_));
        let align = if column(place).all(words) { Align::Left } else { Align::Right };
        Heading { text: format!("{}{unit}", heading.heading), align }
    };
    let shown_columns = || reply.columns.iter().enumerate().filter(|(_, column)| !column.data);
    let row =
        |row: &Vec<Entry>| shown_columns().map(|(place, _)| shown(&row[place], shares[place])).collect::<Vec<_>>();
    Table::new(reply.title.clone(), shown_columns().map(heading), reply.rows.iter().map(row))
}

/// An entry as text, without its unit where the heading names it.
fn shown(entry: &Entry, headed: bool) -> Words {
    match entry {
        Entry::Nothing => Words::default(),
        Entry::Words(words) => words.into(),
        Entry::Number(number) => number::plain(*number).into(),
        Entry::Is(yes) => Words::toned(if *yes { "yes" } else { "no" }, Tone::of(Some(*yes))),
        Entry::Figure(estimate, unit) if headed => number::bare_trusted(estimate, *unit).into(),
        Entry::Figure(estimate, unit) => number::measured(estimate, *unit).into(),
        Entry::Change(estimate, unit, resolved) => Words::difference(estimate, *unit, *resolved),
    }
}

/// An answer as JSON: its sentences, and its rows by the names of data files.
pub fn document(reply: &Reply) -> Value {
    json!({
        "kind": reply.kind,
        "title": reply.title,
        "sentences": reply.sentences,
        "trials": reply.trials,
        "rows": answers::table(String::new(), reply).objects().collect::<Vec<_>>(),
    })
}
