//! The replies of analyses, as tables and as JSON.

use super::super::formats::paint::Tone;
use super::super::formats::tidy::answers;
use super::super::number;
use super::super::table::{Align, Heading, Table, Words};
use crate::measure::Unit;
use crate::study::{Reply, ReplyColumn, ReplyEntry, StudyResult};
use serde_json::{Value, json};

pub fn words(reply: &Reply) -> String {
    reply.sentences.join(" ")
}

/// The note that the rest of the page shows the case that an analysis settled on; `None` if no analysis settled on one,
/// or the page shows no case.
pub fn case_note(result: &StudyResult) -> Option<&'static str> {
    let is_settled = result.replies.iter().any(|reply| reply.winning_case.is_some());
    (is_settled && !result.cells.is_empty()).then_some("The rest of this page shows this case.")
}

/// The table behind a reply. A column's heading names the unit if all its figures are probabilities.
pub fn table(reply: &Reply) -> Table {
    let column = |place: usize| reply.rows.iter().map(move |row| &row[place]);
    let shares = |place: usize| column(place).filter_map(ReplyEntry::unit).all(|unit| unit == Unit::Probability);
    let shares: Vec<bool> =
        (0..reply.columns.len()).map(|place| reply.columns[place].figures && shares(place)).collect();
    let heading = |(place, heading): (usize, &ReplyColumn)| {
        let signed = column(place).any(|entry| matches!(entry, ReplyEntry::Change(..)));
        let unit = match (shares[place], signed) {
            (true, true) => ", points",
            (true, false) => ", %",
            (false, _) => "",
        };
        let words =
            |entry: &ReplyEntry| matches!(entry, ReplyEntry::Words(_) | ReplyEntry::Nothing | ReplyEntry::Is(_));
        let align = if column(place).all(words) { Align::Left } else { Align::Right };
        Heading { text: format!("{}{unit}", heading.heading), align }
    };
    let shown_columns = || reply.columns.iter().enumerate().filter(|(_, column)| !column.data);
    let row = |row: &Vec<ReplyEntry>| {
        shown_columns().map(|(place, _)| entry_words(&row[place], shares[place])).collect::<Vec<_>>()
    };
    Table::new(reply.title.clone(), shown_columns().map(heading), reply.rows.iter().map(row))
}

/// An entry as text. If `headed`, the column's heading names the unit, and the entry leaves it out.
fn entry_words(entry: &ReplyEntry, headed: bool) -> Words {
    match entry {
        ReplyEntry::Nothing => Words::default(),
        ReplyEntry::Words(words) => words.into(),
        ReplyEntry::Number(number) => number::plain(*number).into(),
        ReplyEntry::Is(yes) => Words::toned(if *yes { "yes" } else { "no" }, Tone::of(Some(*yes))),
        ReplyEntry::Figure(estimate, unit) if headed => number::bare_with_interval(estimate, *unit).into(),
        ReplyEntry::Figure(estimate, unit) => number::without_unit(estimate, *unit).into(),
        ReplyEntry::Change(estimate, unit, resolved) => Words::difference(estimate, *unit, *resolved),
    }
}

/// A reply as JSON: its sentences, and its rows under the column names of data files.
pub fn document(reply: &Reply) -> Value {
    json!({
        "kind": reply.kind,
        "title": reply.title,
        "sentences": reply.sentences,
        "trials": reply.trials,
        "rows": answers::table(String::new(), reply).objects().collect::<Vec<_>>(),
    })
}
