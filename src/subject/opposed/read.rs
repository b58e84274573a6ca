//! `[opposed]`.

use super::Action;
use crate::check::{Contestant, Opposed, Ties};
use crate::document::decode;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::{Item, Reader};
use crate::ladder::Ladder;
use crate::rules::Rules;
use crate::subject::actor::{ASSIST, HIGH_ATTRIBUTE, MODIFIERS, TRAIT, UNCAPPED, UNLISTED, actor, own_dice};
use crate::subject::check::read::sound;

pub(crate) const OPPOSED: &[KeySpec] = &[
    KeySpec {
        required: true,
        ..key(
            "active",
            Kind::Table(CONTESTANT),
            "The one who tries something.",
            "{ name = \"Lisa\", trait = \"Good\" }",
        )
    },
    KeySpec {
        required: true,
        ..key("passive", Kind::Table(CONTESTANT), "The one who resists.", "{ name = \"Joe\", trait = \"Fair\" }")
    },
    key("ties", Kind::Choice(&["status quo", "active", "passive"]), "Who wins ties.", "\"status quo\""),
];

const CONTESTANT: &[KeySpec] = &[
    key("name", Kind::Text, "The name shown.", "\"Lisa\""),
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

/// Reads `[opposed]`.
pub(crate) fn opposed(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<Action> {
    decode::table(|reader| {
        let active = reader.get("active", decode::table(|reader| contestant(reader, "active", ladder, rules)));
        let passive = reader.get("passive", decode::table(|reader| contestant(reader, "passive", ladder, rules)));
        let word = reader.get("ties", decode::choice);
        let ((active, first), (passive, second)) = (active?, passive?);
        let ties = match word {
            Some("status quo") => Ties::StatusQuo,
            Some("active") => Ties::Active,
            Some("passive") => Ties::Passive,
            _ => Ties::by_default(active.actor().rolls(), passive.actor().rolls()),
        };
        if first == second {
            let span = reader.span();
            let fault = Fault::new(format!("both sides are called `{first}`")).at(span);
            reader.faults().push(fault.help("give one of them another `name`"));
            return None;
        }
        Some(Action { opposed: Opposed::new(active, passive, ties), names: [first, second] })
    })(item)
}

fn contestant(reader: &mut Reader<'_>, own: &str, ladder: &Ladder, rules: &Rules) -> Option<(Contestant, String)> {
    let name = reader.get("name", decode::text).unwrap_or_else(|| own.to_owned());
    let minimum = reader.get("minimum", decode::level(ladder));
    let made = Contestant::new(actor(reader, ladder, rules)?, minimum);
    Some((sound(made, reader)?, name))
}
