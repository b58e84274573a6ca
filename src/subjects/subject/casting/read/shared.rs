//! Readers and constants shared by the systems of magic.

use crate::check::{Actor, Check, CheckRules, MOST_LEVELS, Skill};
use crate::document::{Key, Reader};
use crate::rules::Success;
use crate::subject::actor::{actor, capped_actor, levels_to_lose_below_terrible};
use crate::subject::check::check_keys::{check_of, difficulty};

/// Maximum number of levels, points or boxes that a key accepts.
pub(super) const LEVELS: i64 = MOST_LEVELS as i64;

pub(super) use crate::ladder::{FAIR, GOOD, GREAT, POOR};

/// A trait of this `level` without modifiers, rolled with the dice of the rules.
pub(super) fn unmodified_actor(level: i32, reader: &mut Reader<'_>) -> Option<Actor> {
    capped_actor(Some(level), 0, reader.rules().dice.clone(), reader)
}

/// A roll of a trait of this `level` without modifiers. It succeeds if it meets `difficulty`.
pub(super) fn unmodified_check(level: i32, difficulty: i32, reader: &mut Reader<'_>) -> Option<Check> {
    let actor = unmodified_actor(level, reader)?;
    let rules = reader.checked(CheckRules::of(reader.rules(), reader.context().ladder, None))?;
    let rules = CheckRules { success: Success::Meet, easy: None, ..rules };
    reader.checked(Check::new(actor, difficulty, rules))
}

/// The Constitution roll against Good that wakes a caster, from the key `constitution`. `Some(None)` if the key is not
/// set, `None` if its level is invalid.
pub(super) fn read_wake_check(constitution: &Key<i32>, reader: &mut Reader<'_>) -> Option<Option<Check>> {
    let Some(level) = reader.optional(constitution)? else { return Some(None) };
    unmodified_check(level, GOOD, reader).map(Some)
}

/// A check of `actor` against `difficulty`; `None` if either is invalid.
pub(super) fn check_of_actor(actor: Option<Actor>, difficulty: Option<i32>, reader: &mut Reader<'_>) -> Option<Check> {
    check_of(actor?, difficulty?, None, reader)
}

/// Reads the check that a table describes: its trait against its `difficulty`.
pub(super) fn read_skill_check(reader: &mut Reader<'_>) -> Option<Skill> {
    let (actor, difficulty) = (actor(reader), difficulty(reader));
    check_of_actor(actor, difficulty, reader).map(Skill::plain)
}

/// Number of levels that a trait of this `level` can lose until it is below Terrible.
pub(super) fn levels_to_lose(level: i32) -> u8 {
    levels_to_lose_below_terrible(level, MOST_LEVELS.into()) as u8
}
