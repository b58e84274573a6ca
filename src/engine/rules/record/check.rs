//! Validates wound records.

use super::{CAPACITY_BOXES, DEAD, LevelRule, MAX_TRACK_STATES, Overflow, Record, RecordKind, UNDAMAGED};
use crate::error::{Error, Result};
use crate::ladder::{LEGENDARY, level_index, same_level};

/// Maximum number of boxes of a track filled in order.
const MOST_BOXES: usize = 100;

/// Maximum number of wound levels that put out on a record of cards.
const MOST_OUT_LEVELS: usize = 8;

/// Maximum number of extra boxes per level of a point track.
const MOST_EXTRA_BOXES: u8 = 10;

impl Record {
    /// Checks that the record is valid.
    ///
    /// # Errors
    /// If there are no or too many levels, no level puts a fighter out, or a level that does not put out follows one
    /// that does; if thresholds do not rise or penalties are above 0; if there are too many boxes; if a point track
    /// does not have five levels; if boxes that absorb hits have too many states, or their policy names an unknown
    /// group.
    pub fn check(&self) -> Result<()> {
        if self.kind == RecordKind::Absorb {
            return self.absorb.check();
        }
        let levels = &self.levels;
        if levels.is_empty() || levels.len() > 12 {
            return Err(Error::input(format!("a record has 1 to 12 wound levels, not {}", levels.len())));
        }
        if self.kind.has_table() && levels.len() != CAPACITY_BOXES[0].len() {
            let by = if self.kind == RecordKind::Health { "Health" } else { "Damage Capacity" };
            return Err(Error::input(format!("a record by {by} has five wound levels"))
                .with_help("Scratch, Hurt, Very Hurt, Incapacitated and Near Death"));
        }
        if !self.kind.marks_own_level() && self.overflow != Overflow::Upward {
            return Err(Error::input("`overflow` can only be set on a record with boxes by level")
                .with_help("leave `overflow` out, or use a record of boxes"));
        }
        if self.extra.len() > levels.len() {
            return Err(Error::input(format!(
                "`extra` has {} numbers for {} wound levels",
                self.extra.len(),
                levels.len()
            )));
        }
        if levels.len() < 2 && matches!(self.kind, RecordKind::Capacity { .. } | RecordKind::Cards) {
            return Err(Error::input("this record needs a wound level above the lightest")
                .with_help("the lightest counts for less than the others: Scratch, then Hurt"));
        }
        for (k, level) in levels.iter().enumerate() {
            let taken = levels[..k].iter().any(|other| same_level(&other.name, &level.name));
            if taken || level_index(&[UNDAMAGED, DEAD], &level.name).is_some() {
                return Err(Error::input(format!("the wound level `{}` has a name that is taken", level.name))
                    .with_help(format!("give each level a different name; {UNDAMAGED} and {DEAD} already exist")));
            }
        }
        for pair in levels.windows(2) {
            if self.kind.has_thresholds() && pair[0].from >= pair[1].from {
                return Err(Error::input(format!(
                    "wound level `{}` starts at {} points, `{}` before it at {}",
                    pair[1].name, pair[1].from, pair[0].name, pair[0].from
                ))
                .with_help("each level must start above the one before"));
            }
            if pair[0].out && !pair[1].out {
                return Err(Error::input(format!(
                    "`{}` puts a fighter out of action but the worse `{}` does not",
                    pair[0].name, pair[1].name
                )));
            }
        }
        if self.kind.has_thresholds() && levels[0].from < 1 {
            return Err(
                Error::input("the first wound level starts below 1 point").with_help("a wound takes 1 point or more")
            );
        }
        if let Some(level) = levels.iter().find(|level| level.penalty > 0) {
            return Err(Error::input(format!("the penalty of `{}` is above 0", level.name)));
        }
        if self.kind == RecordKind::InOrder {
            return self.check_boxes();
        }
        if matches!(self.kind, RecordKind::Capacity { .. }) {
            return Ok(()); // the fighter is out once no Damage Capacity is left
        }
        if !levels.iter().any(|level| level.out) {
            return Err(Error::input("no wound level puts a fighter out of action")
                .with_help("set `out = true` on the last level"));
        }
        match self.kind {
            RecordKind::Boxes => check_states(levels),
            // No fighter has more boxes of any level.
            RecordKind::Health => check_states(&self.of_health(LEGENDARY)),
            RecordKind::CapacityPoints if self.extra.iter().any(|extra| *extra > MOST_EXTRA_BOXES) => {
                Err(Error::input(format!("`extra` goes up to {MOST_EXTRA_BOXES}")))
            }
            // Each level that puts out needs a mark, which doubles the states.
            RecordKind::Cards if levels.iter().filter(|level| level.out).count() > MOST_OUT_LEVELS => Err(
                Error::input(format!("a record of cards may have at most {MOST_OUT_LEVELS} wound levels that put out")),
            ),
            _ => Ok(()),
        }
    }

    /// Checks the boxes of a track filled in order.
    fn check_boxes(&self) -> Result<()> {
        if let Some(level) = self.levels.iter().find(|level| level.boxes == 0) {
            return Err(Error::input(format!("the wound level `{}` has no box", level.name))
                .with_help("on a track filled in order, every level needs at least one"));
        }
        if self.boxes() > MOST_BOXES {
            return Err(Error::input(format!("this wound track has {} boxes", self.boxes()))
                .with_help(format!("a track filled in order has at most {MOST_BOXES}")));
        }
        Ok(())
    }
}

/// Checks that the boxes of these levels have few enough combined states.
fn check_states(levels: &[LevelRule]) -> Result<()> {
    let states = levels.iter().try_fold(1usize, |n, level| n.checked_mul(usize::from(level.boxes) + 1));
    match states {
        Some(states) if states < MAX_TRACK_STATES => Ok(()),
        _ => Err(Error::input(format!("this wound track has more than {MAX_TRACK_STATES} states"))
            .with_help("use fewer boxes")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_rejects_faulty_records_by_name() {
        let problem = |change: fn(&mut Record)| {
            let mut record = Record::standard();
            change(&mut record);
            record.check().unwrap_err().to_string()
        };
        assert!(problem(|r| r.levels.clear()).contains("1 to 12"));
        assert!(problem(|r| r.levels[1].from = 1).contains("`Hurt` starts at 1 points"));
        assert!(problem(|r| r.levels[4].out = false).contains("Near Death"));
        assert!(problem(|r| r.levels[0].from = 0).contains("below 1"));
        assert!(problem(|r| r.levels[0].boxes = 255).contains("4096 states"));
        assert!(problem(|r| r.levels[0].penalty = 1).contains("above 0"));
        assert!(problem(|r| r.levels.iter_mut().for_each(|level| level.out = false)).contains("no wound level"));
        assert!(problem(|r| (r.kind, r.levels) = (RecordKind::Health, r.levels[..4].to_vec())).contains("by Health"));
        let points = |r: &mut Record| (r.kind, r.overflow) = (RecordKind::CapacityPoints, Overflow::ScratchesNeverOut);
        assert!(problem(points).contains("boxes by level"));
        assert!(Record::standard().check().is_ok());
    }
}
