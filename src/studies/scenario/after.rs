//! `[after]`: a fight begins as that of another file left its fighters.

use super::base;
use super::edit::Edits;
use super::resolve::{Frame, ReadCells, ladder_of};
use crate::document::decode;
use crate::document::include::{AFTER, Bases, FIGHT};
use crate::document::key::{Context, Key, KeyOr, keys};
use crate::document::keys::Kind;
use crate::document::node::{Node, Value};
use crate::document::problem::{Problem, Problems};
use crate::document::reader::Reader;
use crate::error::{Error, Result};
use crate::fights::Aftermath;
use crate::measure::significant;
use crate::rules::Rules;
use crate::study::Warning;
use crate::subject::Cells;
use std::collections::HashMap;

keys! {
    /// The keys of `[after]`.
    pub(super) BEFORE = "after": "The fight before this one.";
    FILE: Key<Node> = Key::new(FIGHT, Kind::Text, decode::node).means("Its file, relative to this one: a single fight.", "\"goblins.toml\"");
    SIDE: Key<String> = Key::text("side").means("The side that goes on to this fight, by its name there.", "\"party\"").otherwise("the first side there");
    TENDED: KeyOr<bool> = Key::flag("tended").means("Whether there are some minutes of care in between: minor injuries clear, and a friend who stands revives whoever is incapacitated (LITE).", "true").or(false);
}

/// The fights before, by their documents, sides and care: each is solved once.
pub(super) type Known = HashMap<(u128, Option<String>, bool), Aftermath>;

/// Has the last cell read begin as the fight before it ended, if the document names one, and says what is left out.
pub(super) fn begin(
    document: &Node,
    cells: &mut dyn Cells,
    rules: &Rules,
    known: &mut Known,
    bases: &Bases,
    problems: &mut Problems,
) -> Option<Option<Warning>> {
    let Some(entry) = document.as_table().and_then(|table| table.entry(AFTER)) else { return Some(None) };
    let (place, before) = (entry.key_span, problems.len());
    let (mut fight, side, tended) =
        Reader::open(&entry.node, "[after]", &BEFORE, Context::plain(), problems, |reader| {
            let side = reader.read(&SIDE);
            if !reader.has(&FILE) {
                reader.missing(&FILE);
            }
            let tended = reader.read(&TENDED);
            Some((reader.read(&FILE)?, side, tended))
        })?;
    if problems.len() != before || !matches!(fight.value, Value::Table(_)) {
        return None;
    }
    base::put(&mut fight, bases);
    let key = (fight.fingerprint(), side, tended);
    if !known.contains_key(&key) {
        let left = left(&fight, key.1.as_deref(), bases, problems)?;
        let left = if tended { left.and_then(Aftermath::tended) } else { left };
        let left = left.map_err(|error| problems.push(Problem::from(error).at(place))).ok()?;
        known.insert(key.clone(), left);
    }
    let left = &known[&key];
    let begun = cells.begin(cells.len() - 1, left, rules);
    begun.map_err(|error| problems.push(Problem::from(error).at(place))).ok()?;
    let lost = 1.0 - left.chance_any_fit();
    Some((lost > 1e-6).then(|| Warning {
        message: format!(
            "in {} % of the earlier fights, nobody can go on to this one; these are left out",
            significant(100.0 * lost)
        ),
        remedy: "run the earlier fight's file to see its own figures".to_owned(),
    }))
}

/// How a fight leaves a side; none where the fight cannot be read.
fn left(fight: &Node, side: Option<&str>, bases: &Bases, problems: &mut Problems) -> Option<Result<Aftermath>> {
    let ladder = ladder_of(fight, problems);
    let edits = Edits::plan(fight.clone(), &ladder, problems);
    if edits.cells() > 1 {
        let error = Error::input(format!("the fight before has {} cases, and one is needed", edits.cells()));
        return Some(Err(error.with_help("name a file without `[variants]` and `[vary]`")));
    }
    let mut cells = ReadCells::default();
    cells.read(&mut edits.cell(0)?, &Frame::of_cells(ladder, 1, bases.clone()), problems)?;
    Some(cells.subjects?.left(0, side))
}
