//! Reads `[casting.miracle]` and `[casting.clerical]`.

use super::shared::{FAIR, GOOD, POOR, check_of_actor};
use crate::check::{Actor, Miracle, Modifiers, Skill, System};
use crate::document::{Key, KeyOr, Reader, keys};
use crate::subject::actor::{ASSIST, HIGH_ATTRIBUTE, ROLL_KEYS, TRAIT_KEYS, UNLISTED, actor, actor_with};

keys! {
    pub(super) PETITIONER = "petitioner": "A character who asks a deity for a miracle.";
    FAVOR: KeyOr<u8> = Key::<u8>::integer("favor", 0, 20)
        .means("Steps of Divine Favor: each allows one more roll, and the last roll counts.", "2")
        .or(0);
    PETITIONING: Key<i32> = Key::level("trait")
        .means("The level of Petitioning.", "\"Mediocre\"")
        .otherwise("Fair with Divine Favor, Poor without");
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    STOPS_AT: KeyOr<i32> = Key::level("stops_at")
        .means("The petitioner stops at this result or better.", "\"Mediocre\"")
        .or(GOOD);
    + GRANTED;
    + ANGERS;
    .. ROLL_KEYS;
}

keys! {
    pub(super) CLERIC = "cleric": "A cleric who calls on a deity.";
    .. TRAIT_KEYS;
    GRANTED: KeyOr<i32> = Key::level("granted").means("The lowest result that grants the petition.", "\"Great\"").or(GOOD);
    ANGERS: KeyOr<i32> = Key::level("angers")
        .means("A result of this level or worse angers the deity, and makes the next petition one level harder.", "\"Terrible\"")
        .or(POOR);
    .. ROLL_KEYS;
}

pub(super) fn miracle(reader: &mut Reader<'_>) -> Option<System> {
    let favor = reader.read(&FAVOR);
    let level = if favor > 0 { FAIR } else { POOR };
    let actor = actor_with(reader, Some(level), Modifiers::default());
    let stops_at = reader.read(&STOPS_AT);
    petition(actor, favor, stops_at, reader)
}

pub(super) fn clerical(reader: &mut Reader<'_>) -> Option<System> {
    let actor = actor(reader);
    petition(actor, 0, GOOD, reader)
}

/// The system of petitions by `actor`. `favor` is the number of extra rolls, and the petitioner makes none after a
/// result of `stops_at` or better.
fn petition(actor: Option<Actor>, favor: u8, stops_at: i32, reader: &mut Reader<'_>) -> Option<System> {
    let (granted, angers) = (reader.read(&GRANTED), reader.read(&ANGERS));
    let skill = Skill::plain(check_of_actor(actor, Some(granted), reader)?);
    Some(System::Miracle(Miracle { skill, favor, stops_at, angers }))
}
