//! `[contest]`.

use super::Contested;
use crate::check::{Contest, Contestant};
use crate::document::decode;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::{Item, Reader};
use crate::ladder::Ladder;
use crate::rules::Rules;
use crate::subject::actor::{ASSIST, HIGH_ATTRIBUTE, MODIFIERS, TRAIT, UNCAPPED, UNLISTED, actor, own_dice};
use crate::subject::check::read::sound;

/// What `[contest]` holds: contestants by name.
pub(crate) const CONTEST: Kind = Kind::Map(&Kind::Table(CONTESTANT));

const CONTESTANT: &[KeySpec] = &[
    key("name", Kind::Text, "The name shown, where it is another than the key.", "\"Anna\""),
    TRAIT,
    UNLISTED,
    HIGH_ATTRIBUTE,
    ASSIST,
    MODIFIERS,
    UNCAPPED,
    own_dice("Dice of their own; `none` for one who rolls nothing.", "\"2dF\""),
    key("minimum", Kind::Level, "The degree that a win needs at least.", "\"Fair\""),
];

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// Reads `[contest]`.
pub(crate) fn contest(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<Contested> {
    let span = item.node.span;
    let faults = item.faults;
    let contestant = |item: Item<'_>| decode::table(|reader| contestant(reader, ladder, rules))(item);
    let read = decode::map(contestant)(Item { faults: &mut *faults, ..item })?;
    let (mut contestants, mut names) = (Vec::new(), Vec::new());
    for (key, (contestant, name)) in read {
        let name = name.unwrap_or(key);
        if names.contains(&name) {
            let fault = Fault::new(format!("two of them are called `{name}`")).at(span);
            faults.push(fault.help("give one of them another `name`"));
        }
        contestants.push(contestant);
        names.push(name);
    }
    match Contest::new(contestants) {
        Ok(contest) => Some(Contested { contest, names }),
        Err(error) => {
            faults.push(Fault::from(error).at(span));
            None
        }
    }
}

fn contestant(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<(Contestant, Option<String>)> {
    let name = reader.get("name", decode::text);
    let minimum = reader.get("minimum", decode::level(ladder));
    let made = Contestant::new(actor(reader, ladder, rules)?, minimum);
    Some((sound(made, reader)?, name))
}
