//! `[casting.kaer]`.

use super::magic::{RESISTS, resisted_by};
use super::shared::{FAIR, LEVELS, bare, plain};
use crate::check::{Actor, Kaer, System};
use crate::document::decode;
use crate::document::key::{Key, KeyOr, keys};
use crate::document::keys::Kind;
use crate::document::reader::Item;
use crate::subject::actor::{ASSIST, DICE, HIGH_ATTRIBUTE, MODIFIERS, TRAIT, UNCAPPED, UNLISTED};
use crate::subject::check::read::DIFFICULTY;

keys! {
    /// The keys of `[casting.kaer]`.
    pub(super) MAGE = "mage": "A mage of KAER, and the target of the spell.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + DIFFICULTY;
    WILL: KeyOr<i32> = Key::level("will").means("The mage's Willpower.", "\"Good\"").or(FAIR);
    TARGET: Key<Actor> = Key::new("target", Kind::Table(&RESISTS), resisted_by)
        .means("The target, with its Willpower as `trait`.", "{ trait = \"Fair\" }")
        .otherwise("nobody resists: a willing target, or a thing");
    STOPPED_AT: Key<u8> = Key::<u8>::integer("stopped_at", 1, LEVELS)
        .means("How many levels below the target's result the mage's must be to cancel the spell.", "4")
        .otherwise("the spell is never cancelled");
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

pub(super) fn kaer(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let skill = plain(reader);
        let will = reader.read(&WILL);
        let will = bare(will, reader);
        let target = if reader.has(&TARGET) { Some(reader.read(&TARGET)?) } else { None };
        let stopped_at = reader.read(&STOPPED_AT);
        reader.acts(&WILL, target.is_some(), "nobody resists", "give the spell a `target`");
        reader.acts(&STOPPED_AT, target.is_some(), "nobody resists", "give the spell a `target`");
        Some(System::Kaer(Kaer { skill: skill?, will: will?, target, stopped_at }))
    })(item)
}
