//! `[check]`.

use crate::check::{Bands, Check, CheckRules};
use crate::document::decode;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind, joined};
use crate::document::node::Value;
use crate::document::reader::{Item, Reader};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::rules::Rules;
use crate::subject::actor::{ASSIST, HIGH_ATTRIBUTE, MODIFIERS, TRAIT, UNCAPPED, UNLISTED, actor, own_dice};

/// The keys of a check as they stand in every table that holds one.
pub(crate) const fn check_keys(difficulty: &'static str) -> [KeySpec; 8] {
    [
        TRAIT,
        UNLISTED,
        HIGH_ATTRIBUTE,
        ASSIST,
        // It may come from the rule `default_difficulty`.
        key("difficulty", Kind::Level, difficulty, "\"Great\""),
        MODIFIERS,
        UNCAPPED,
        own_dice("Dice of this check's own.", "\"4dF\""),
    ]
}

pub(crate) const CHECK: &[KeySpec] = &joined::<8, 1, 9>(check_keys("The level to reach."), [OUTCOMES]);

const OUTCOMES: KeySpec = key(
    "outcomes",
    Kind::Any(&[Kind::Choice(&[FOUR_LEVELS]), Kind::List(&Kind::Table(OUTCOME))]),
    "Named outcomes by margin, from the worst to the best; the first without `from`.",
    "[{ name = \"failure\" }, { name = \"success\", from = 0 }, { name = \"major success\", from = 3 }]",
);

/// The word for critical outcomes four levels off the difficulty (SRD 3.6).
const FOUR_LEVELS: &str = "four-levels";

const OUTCOME: &[KeySpec] = &[
    KeySpec { required: true, ..key("name", Kind::Text, "Its name.", "\"success at a cost\"") },
    key("from", Kind::Integer { min: -100, max: 100 }, "The least margin that gives it.", "-1"),
];

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// Reads `[check]`.
pub(crate) fn check(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<Check> {
    decode::table(|reader| {
        let bands = if reader.has("outcomes") { Some(reader.get("outcomes", outcomes)) } else { None };
        let check = read_check(reader, ladder, rules, bands.clone().flatten());
        if bands == Some(None) { None } else { check }
    })(item)
}

/// Reads the check that a table holds, with these outcomes.
pub(crate) fn read_check(
    reader: &mut Reader<'_>,
    ladder: &Ladder,
    rules: &Rules,
    bands: Option<Bands>,
) -> Option<Check> {
    let actor = actor(reader, ladder, rules);
    let difficulty = if reader.has("difficulty") {
        reader.get("difficulty", decode::level(ladder))
    } else {
        if rules.default_difficulty.is_none() {
            reader.missing("difficulty");
        }
        rules.default_difficulty
    };
    let (actor, difficulty) = (actor?, difficulty?);
    let made = CheckRules::of(rules, ladder, bands).and_then(|rules| Check::new(actor, difficulty, rules));
    sound(made, reader)
}

fn outcomes(item: Item<'_>) -> Option<Bands> {
    if let Value::String(_) = item.node.value {
        return decode::choice(item).map(|_| Bands::four_levels());
    }
    let outcome = |reader: &mut Reader<'_>| {
        let from = reader.get("from", decode::integer).map(|from| from as i32);
        Some((reader.get("name", decode::text)?, from))
    };
    bands(item, decode::table(outcome), "outcome")
}

/// A list of names, each but the first with what it starts from.
pub(crate) fn bands(
    item: Item<'_>,
    entry: impl FnMut(Item<'_>) -> Option<(String, Option<i32>)>,
    what: &str,
) -> Option<Bands> {
    let Item { name, node, kind, key_span, faults } = item;
    let list = decode::list(entry)(Item { name, node, kind, key_span, faults: &mut *faults })?;
    let mut list = list.into_iter();
    let made = match list.next() {
        Some((worst, None)) => {
            let above: Option<Vec<(i32, String)>> = list.map(|(name, from)| Some((from?, name))).collect();
            above.map(|above| Bands::new(worst, above))
        }
        _ => None,
    };
    match made {
        Some(Ok(bands)) => Some(bands),
        Some(Err(error)) => {
            faults.push(Fault::from(error).at(node.span));
            None
        }
        None => {
            let fault = Fault::new(format!("the first {what} has no `from`, every other one has")).at(node.span);
            faults.push(fault.help(format!("list {what}s from the worst to the best")));
            None
        }
    }
}

/// The value, or its fault at the table that is read.
pub(crate) fn sound<T>(made: Result<T>, reader: &mut Reader<'_>) -> Option<T> {
    match made {
        Ok(value) => Some(value),
        Err(error) => {
            let span = reader.span();
            reader.faults().push(Fault::from(error).at(span));
            None
        }
    }
}
