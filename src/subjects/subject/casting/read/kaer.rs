//! Reads `[casting.kaer]`.

use super::magic::RESISTS;
use super::shared::{FAIR, LEVELS, read_skill_check, unmodified_actor};
use crate::check::{Actor, Kaer, System};
use crate::document::{Key, KeyOr, Kind, Reader, decode, keys};
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS, actor};
use crate::subject::check::check_keys::DIFFICULTY;

keys! {
    pub(super) MAGE = "mage": "A mage of KAER, and the target of the spell.";
    .. TRAIT_KEYS;
    + DIFFICULTY;
    WILL: KeyOr<i32> = Key::level("will").means("The mage's Willpower.", "\"Good\"").or(FAIR);
    TARGET: Key<Actor> = Key::new("target", Kind::Table(&RESISTS), |item| decode::table(actor)(item))
        .means("The target, with its Willpower as `trait`.", "{ trait = \"Fair\" }")
        .otherwise("nothing resists: a willing target or an object");
    STOPPED_AT: Key<u8> = Key::<u8>::integer("stopped_at", 1, LEVELS)
        .means("How many levels the mage's result must be below the target's to cancel the spell.", "4")
        .otherwise("the spell is never canceled");
    .. ROLL_KEYS;
}

pub(super) fn kaer(reader: &mut Reader<'_>) -> Option<System> {
    let skill = read_skill_check(reader);
    let will = reader.read(&WILL);
    let will = unmodified_actor(will, reader);
    let target = reader.optional(&TARGET)?;
    let stopped_at = reader.read(&STOPPED_AT);
    reader.record_effect(&WILL, target.is_some(), "no target resists", "give the spell a `target`");
    reader.record_effect(&STOPPED_AT, target.is_some(), "no target resists", "give the spell a `target`");
    Some(System::Kaer(Kaer { skill: skill?, will: will?, target, stopped_at }))
}
