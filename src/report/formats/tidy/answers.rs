//! The replies of analyses, as tidy tables.

use super::columns::{ColumnKind, Datum, Schema};
use super::table::{Field, TidyTable};
use crate::stats::Estimate;
use crate::study::{Reply, ReplyColumn, ReplyEntry, StudyResult};

/// The data of all replies, each under the name of its analysis; `tune-2` is the second `tune`.
pub(super) fn tables(result: &StudyResult) -> impl Iterator<Item = TidyTable<'_>> {
    result.replies.iter().enumerate().map(|(place, reply)| {
        let before = result.replies[..place].iter().filter(|other| other.kind == reply.kind).count();
        let name = if before == 0 { reply.kind.to_owned() } else { format!("{}-{}", reply.kind, before + 1) };
        table(name, reply)
    })
}

/// The data of one reply. A column of figures becomes three columns: the figure, and the ends of its interval.
pub(in crate::report) fn table(name: String, reply: &Reply) -> TidyTable<'static> {
    let mut fields = Vec::new();
    for (place, column) in reply.columns.iter().enumerate() {
        let field = column.name.replace(' ', "_");
        let kind = if column.figures { ColumnKind::Number } else { kind(reply.rows.iter().map(|row| &row[place])) };
        let ends = [format!("{field}_low"), format!("{field}_high")];
        fields.push(Field { name: field, kind });
        fields.extend(ends.into_iter().filter(|_| column.figures).map(|name| Field { name, kind }));
    }
    let row = |row: &Vec<ReplyEntry>| -> Vec<Datum> {
        row.iter().zip(&reply.columns).flat_map(data).map(Datum::clean).collect()
    };
    TidyTable::from_rows(name, Schema::Answer, fields, reply.rows.iter().map(row).collect())
}

/// The type of a column without figures.
fn kind<'e>(mut entries: impl Iterator<Item = &'e ReplyEntry>) -> ColumnKind {
    match entries.find(|entry| **entry != ReplyEntry::Nothing) {
        Some(ReplyEntry::Number(_)) => ColumnKind::Number,
        Some(ReplyEntry::Is(_)) => ColumnKind::Boolean,
        _ => ColumnKind::Text,
    }
}

fn data((entry, column): (&ReplyEntry, &ReplyColumn)) -> Vec<Datum> {
    let number = |value: f64| if value.is_finite() { Datum::Number(value) } else { Datum::Null };
    let ends = |estimate: &Estimate| {
        estimate.interval().map_or([Datum::Null, Datum::Null], |(low, high)| [number(low), number(high)])
    };
    match (entry, column.figures) {
        (ReplyEntry::Figure(estimate, _) | ReplyEntry::Change(estimate, ..), true) => {
            std::iter::once(number(estimate.value)).chain(ends(estimate)).collect()
        }
        (_, true) => vec![Datum::Null, Datum::Null, Datum::Null],
        (ReplyEntry::Words(words), false) => vec![Datum::Text(words.clone().into())],
        (ReplyEntry::Number(value), false) => vec![number(*value)],
        (ReplyEntry::Is(yes), false) => vec![Datum::Boolean(*yes)],
        (ReplyEntry::Nothing | ReplyEntry::Figure(..) | ReplyEntry::Change(..), false) => vec![Datum::Null],
    }
}
