//! The replies of analyses, as tidy tables.

use super::columns::{Datum, Kind, Schema};
use super::table::{Field, Tidy};
use crate::stats::Estimate;
use crate::study::{Column, Entry, Reply, StudyResult};

/// The data of all replies, each under the name of its analysis; `tune-2` is the second `tune`.
pub(super) fn tables(result: &StudyResult) -> impl Iterator<Item = Tidy<'_>> {
    result.replies.iter().enumerate().map(|(place, reply)| {
        let before = result.replies[..place].iter().filter(|other| other.kind == reply.kind).count();
        let name = if before == 0 { reply.kind.to_owned() } else { format!("{}-{}", reply.kind, before + 1) };
        table(name, reply)
    })
}

/// The data of one reply. A column of figures becomes three columns: the figure, and the ends of its interval.
pub(in crate::report) fn table(name: String, reply: &Reply) -> Tidy<'static> {
    let mut fields = Vec::new();
    for (place, column) in reply.columns.iter().enumerate() {
        let field = column.name.replace(' ', "_");
        let kind = if column.figures { Kind::Number } else { kind(reply.rows.iter().map(|row| &row[place])) };
        let ends = [format!("{field}_low"), format!("{field}_high")];
        fields.push(Field { name: field, kind });
        fields.extend(ends.into_iter().filter(|_| column.figures).map(|name| Field { name, kind }));
    }
    let row =
        |row: &Vec<Entry>| -> Vec<Datum> { row.iter().zip(&reply.columns).flat_map(data).map(Datum::clean).collect() };
    Tidy::made(name, Schema::Answer, fields, reply.rows.iter().map(row).collect())
}

/// The type of a column without figures.
fn kind<'e>(mut entries: impl Iterator<Item = &'e Entry>) -> Kind {
    match entries.find(|entry| **entry != Entry::Nothing) {
        Some(Entry::Number(_)) => Kind::Number,
        Some(Entry::Is(_)) => Kind::Boolean,
        _ => Kind::Text,
    }
}

fn data((entry, column): (&Entry, &Column)) -> Vec<Datum> {
    let number = |value: f64| if value.is_finite() { Datum::Number(value) } else { Datum::Null };
    let ends = |estimate: &Estimate| {
        estimate.interval().map_or([Datum::Null, Datum::Null], |(low, high)| [number(low), number(high)])
    };
    match (entry, column.figures) {
        (Entry::Figure(estimate, _) | Entry::Change(estimate, ..), true) => {
            std::iter::once(number(estimate.value)).chain(ends(estimate)).collect()
        }
        (_, true) => vec![Datum::Null, Datum::Null, Datum::Null],
        (Entry::Words(words), false) => vec![Datum::Text(words.clone().into())],
        (Entry::Number(value), false) => vec![number(*value)],
        (Entry::Is(yes), false) => vec![Datum::Boolean(*yes)],
        (Entry::Nothing | Entry::Figure(..) | Entry::Change(..), false) => vec![Datum::Null],
    }
}
