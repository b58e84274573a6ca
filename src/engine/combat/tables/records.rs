//! Checks fights whose fighters have different wound records.

use crate::combat::fighter::{Cast, Fighter};
use crate::error::{Error, Result};
use crate::ladder::{level_index, same_level};
use crate::rules::{Circumstance, Record, RecordKind, Rules};

/// Checks the records and the toughness of all fighters. Also checks that foes share the wound levels that a fighter's
/// keys name. `pcs` has, for each stat block, whether its fighters are player characters.
///
/// # Errors
/// If a record is faulty or contradicts a rule, or if a foe lacks a level that a key names.
pub(super) fn check(cast: &Cast, pcs: &[bool], rules: &Rules) -> Result<()> {
    for (fighter, pc) in cast.fighters.iter().zip(pcs) {
        rules.check_own(fighter.record.as_ref(), fighter.toughness, *pc)?;
    }
    cast.fighters.iter().try_for_each(|fighter| check_named_levels(fighter, cast, rules))
}

/// Checks that all foes of `fighter` have the wound levels that its keys name.
fn check_named_levels(fighter: &Fighter, cast: &Cast, rules: &Rules) -> Result<()> {
    let spends = fighter.spend.0.iter().flat_map(|spend| &spend.conditions);
    let casts = fighter.spells.iter().flat_map(|spell| &spell.conditions);
    let conditions = fighter.tactic.when.iter().flat_map(|row| &row.conditions).chain(spends).chain(casts);
    let foe_wounds = conditions.into_iter().any(|one| matches!(one, Circumstance::FoeWounds(_)));
    let Some(key) = fighter.pulls.map(|_| "pulls").or(foe_wounds.then_some("foe_wounds")) else { return Ok(()) };
    let own = fighter.record(rules);
    let unlike = |foe: &&Fighter| foe.side != fighter.side && !share_levels(own, foe.record(rules));
    let Some(foe) = cast.fighters.iter().find(unlike) else { return Ok(()) };
    let message = format!("`{key}` of {} names a wound level, and {} has other levels", fighter.name, foe.name);
    Err(Error::input(message).with_help(format!("leave `{key}` out, or give both the same `record`")))
}

/// Whether wound levels mean the same on both records. Records that are filled in order may differ in their number of
/// boxes.
fn share_levels(one: &Record, other: &Record) -> bool {
    let by_points = |record: &Record| record.kind.marks_own_level() || record.kind == RecordKind::CapacityPoints;
    let names = |record: &Record| record.levels.iter().map(|level| level.name.clone()).collect::<Vec<_>>();
    let (ours, theirs) = (names(one), names(other));
    let alike = one.kind == other.kind || by_points(one) && by_points(other);
    let same = ours.iter().zip(&theirs).all(|(own, other)| same_level(own, other));
    alike && same && (one.kind == RecordKind::InOrder || ours.len() == theirs.len())
}

/// The level on a fighter's record with the same name as `level` on the rules' record.
///
/// # Errors
/// If the fighter's record has no level of this name.
pub(super) fn level_on_own_record(fighter: &Fighter, rules: &Rules, level: u8) -> Result<u8> {
    let Some(own) = &fighter.record else { return Ok(level) };
    let name = rules.record.all_level_names().get(usize::from(level)).cloned().unwrap_or_default();
    match level_index(&fighter.level_names(rules), &name) {
        Some(place) => Ok(place as u8),
        // With fewer boxes, the last level has another name.
        None if share_levels(own, &rules.record) => Ok(level),
        None => {
            let message = format!("`ends_at` is `{name}`, and the record of {} has no such level", fighter.name);
            Err(Error::input(message).with_help("give its `record` a level of this name, or leave `ends_at` out"))
        }
    }
}
