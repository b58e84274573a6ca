//! Wound records, compiled to a table of states (W10 to W14, W16, W17, W24, W27, W30, M1).

mod absorb;
mod boxes;
mod capacity;
mod cards;
mod check;
mod condition;
mod in_order;
mod named;
mod pain;
mod points;
mod received;
mod tables;
mod track;

pub use absorb::{Absorb, AbsorbBox, AbsorbPolicy, AbsorbStep, BoxGroup, Least, MOST_BOX_PENALTY, MOST_VALUE, OUT};
pub use cards::MOST_FATIGUE;
pub use condition::Condition;
pub use named::NamedRecord;
pub use pain::Pain;
pub use tables::{CAPACITY_BOXES, HEALTH_TABLE, HealthRow};
pub use track::Track;

use std::fmt;
use tables::table_row;

/// The name of the state before the first level.
const UNDAMAGED: &str = "Undamaged";

/// The name of the state after the last level.
const DEAD: &str = "Dead";

/// The rules for recording wounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The marks that a blow leaves.
    pub kind: RecordKind,
    /// The wound levels above Undamaged, ascending.
    pub levels: Vec<LevelRule>,
    /// The handling of a wound whose level has no open box. Only used by [`RecordKind::Boxes`] and
    /// [`RecordKind::Health`].
    pub overflow: Overflow,
    /// Boxes in addition to those of a table, starting at the lightest level (W11, F93 4.72). Only used by
    /// [`RecordKind::CapacityPoints`] and [`RecordKind::Health`].
    pub extra: Vec<u8>,
    /// The boxes that absorb hits. Only used by [`RecordKind::Absorb`].
    pub absorb: Absorb,
}

/// The marks that a blow leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// One box at the level that its points reach; if none is open there, at the next higher level with an open one
    /// (W10, SRD 4.57).
    Boxes,
    /// One box per point, in order. The number of boxes per level depends on Damage Capacity (W12, F93 4.72).
    CapacityPoints,
    /// Like `Boxes`, but thresholds and boxes depend on the fighter's Health (W13, KAER).
    Health,
    /// The number of boxes that its damage states, in order. The last box puts out, and no one dies (W16, W17, LITE).
    InOrder,
    /// One level of Damage Capacity, or a third of one for a blow of the lightest level. No one dies (W14, SRD 4.57).
    Capacity {
        /// Whether a fighter whose Damage Capacity drops to Terrible can fight on at −3; otherwise it is out of action.
        terrible_fights: bool,
    },
    /// A card at −1, unless its level is the lightest or puts out by itself. The third card puts out, and no one dies
    /// (W30, SRD 7.45, F93 4.7).
    Cards,
    /// Free boxes whose values add up to at least the points of the hit. A hit that cannot be paid puts out, but never
    /// kills (Fate).
    Absorb,
}

/// The handling of a wound whose level has no open box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// The wound moves to the next higher level with an open box.
    Upward,
    /// Like `Upward`, but a wound of the lightest level that would put out of action is lost (W11, KAER; reading 22).
    ScratchesNeverOut,
}

/// A wound level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelRule {
    /// The name.
    pub name: String,
    /// Fewest points of a blow of this level. Only used if [`RecordKind::has_thresholds`].
    pub from: i32,
    /// Number of boxes. Only used by [`RecordKind::Boxes`] and [`RecordKind::InOrder`].
    pub boxes: u8,
    /// The skill modifier, 0 or less (M1). Not used by [`RecordKind::Capacity`] and [`RecordKind::Cards`], whose
    /// penalties depend on what is marked.
    pub penalty: i32,
    /// Whether the level puts a fighter out of action.
    pub out: bool,
}
/// Maximum number of states of a track.
pub const MAX_TRACK_STATES: usize = 4096;

impl RecordKind {
    /// Whether the record sets the fewest points of each level.
    pub const fn has_thresholds(self) -> bool {
        matches!(self, Self::Boxes | Self::Capacity { .. } | Self::Cards)
    }

    /// Whether a blow marks a box at its own level, or at the next higher open one.
    pub const fn marks_own_level(self) -> bool {
        matches!(self, Self::Boxes | Self::Health)
    }

    /// Whether the boxes come from a printed table, looked up by a trait of the fighter.
    pub const fn has_table(self) -> bool {
        matches!(self, Self::CapacityPoints | Self::Health)
    }
}

impl Record {
    /// Whether blows have a wound level. If not, they have points or boxes.
    pub fn blows_have_levels(&self) -> bool {
        self.kind.has_thresholds() || self.kind == RecordKind::Health
    }

    /// The worst wound level before Dead, counted from 1: Near Death on the standard records; on boxes that absorb
    /// hits, the state of being out.
    pub fn worst_level(&self) -> u8 {
        match self.kind {
            RecordKind::Absorb => self.absorb.count() as u8 + 1,
            _ => self.levels.len() as u8,
        }
    }

    /// The first wound level that puts out of action, counted from 1; one above the worst level if no level does so by
    /// itself.
    pub fn first_out(&self) -> u8 {
        let first = self.levels.iter().zip(1..).find(|(level, _)| level.out);
        first.map_or(self.worst_level() + 1, |(_, level)| level)
    }

    /// The record of cannon fodder (M17, SRD 4.57; reading 32): the first wound is a Hurt, and any further or worse
    /// wound puts out. All levels keep their thresholds and penalties. Of the levels that do not put out, only the
    /// second has a box; levels that put out never fill up.
    pub fn fodder(&self) -> Self {
        let level = |(k, level): (usize, &LevelRule)| {
            let boxes = match k {
                _ if level.out => 9,
                1 => 1,
                _ => 0,
            };
            LevelRule { boxes, ..level.clone() }
        };
        // A record without thresholds uses those of Fair Health, which are the standard ones.
        let stated = match self.kind {
            RecordKind::Absorb => Self::standard().levels,
            kind if kind.has_thresholds() => self.levels.clone(),
            _ => self.of_health(0),
        };
        let levels = stated.iter().enumerate().map(level).collect();
        Self { kind: RecordKind::Boxes, levels, ..Self::standard() }
    }

    /// A record of boxes that absorb hits. Instead of wound levels, the number of marked boxes tells how hurt a fighter
    /// is.
    pub fn absorbing(absorb: Absorb) -> Self {
        Self { kind: RecordKind::Absorb, levels: Vec::new(), absorb, ..Self::standard() }
    }

    /// The levels with the thresholds and boxes of a Health level, clamped to Terrible −3 … Legendary 4 (W13).
    fn of_health(&self, health: i32) -> Vec<LevelRule> {
        let HealthRow { from, boxes } = HEALTH_TABLE[table_row(health, HEALTH_TABLE.len())];
        let boxes = self.with_extra(boxes);
        let levels = self.levels.iter().zip(from.into_iter().zip(boxes));
        levels.map(|(level, (from, boxes))| LevelRule { from, boxes, ..level.clone() }).collect()
    }

    /// `boxes`, a row of a table, plus the extra boxes of the record (W11).
    fn with_extra<const N: usize>(&self, boxes: [u8; N]) -> [u8; N] {
        let mut extra = self.extra.iter();
        boxes.map(|boxes| boxes.saturating_add(extra.next().copied().unwrap_or(0)))
    }

    /// The names of all wound levels of the track's states: Undamaged, each level, Dead. On a track filled in order,
    /// each box is a level; on Damage Capacity, each level lost; for cards and boxes that absorb hits, their number.
    /// `body` as in [`Track::compile`].
    pub fn level_names(&self, body: i32) -> Vec<String> {
        let levels: Vec<String> = match self.kind {
            RecordKind::Boxes | RecordKind::CapacityPoints | RecordKind::Health => {
                self.levels.iter().map(|level| level.name.clone()).collect()
            }
            RecordKind::InOrder => self.box_names(),
            RecordKind::Capacity { terrible_fights } => {
                let all = capacity::levels_to_lose(body, terrible_fights);
                (1..=all).map(capacity::lost_name).collect()
            }
            RecordKind::Cards => cards::names(&self.levels, body),
            RecordKind::Absorb => self.absorb.level_names(),
        };
        let first = match self.kind {
            // A fighter who has not lost a level may still have Scratches, so "Undamaged" would be wrong.
            RecordKind::Capacity { .. } => capacity::lost_name(0),
            _ => UNDAMAGED.to_owned(),
        };
        [first].into_iter().chain(levels).chain([DEAD.to_owned()]).collect()
    }

    /// The names of the wound levels that rules can use, from Undamaged to Dead. The levels of Damage Capacity depend
    /// on the fighter; those of a Legendary one are listed.
    pub fn all_level_names(&self) -> Vec<String> {
        self.level_names(if matches!(self.kind, RecordKind::Capacity { .. }) { 4 } else { 0 })
    }

    /// Number of wound levels that rules can use, without Undamaged and Dead.
    pub fn wound_levels(&self) -> usize {
        self.all_level_names().len() - 2
    }

    /// The name of a blow by the number of thresholds that it reaches: Undamaged for 0, otherwise a wound level.
    pub fn blow_name(&self, level: u8) -> &str {
        let level = usize::from(level).checked_sub(1).and_then(|level| self.levels.get(level));
        level.map_or(UNDAMAGED, |level| level.name.as_str())
    }

    /// The names of the rows of boxes in a wound chart, in the order of [`Track::boxes_of_levels`].
    pub fn row_names(&self) -> Vec<String> {
        match self.kind {
            RecordKind::Capacity { .. } => capacity::rows(&self.levels),
            RecordKind::Cards => cards::rows(&self.levels),
            RecordKind::Absorb => self.absorb.row_names(),
            _ => self.levels.iter().map(|level| level.name.clone()).collect(),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            RecordKind::Boxes => {
                let level = |level: &LevelRule| format!("{} {}+ ×{}", level.name, level.from, level.boxes);
                write!(f, "boxes: {}", self.levels.iter().map(level).collect::<Vec<_>>().join(", "))?;
            }
            RecordKind::CapacityPoints => f.write_str("points, boxes by Damage Capacity")?,
            RecordKind::Health => f.write_str("boxes by Health")?,
            RecordKind::InOrder => {
                let level = |level: &LevelRule| format!("{} ×{}", level.name, level.boxes);
                write!(f, "in order: {}", self.levels.iter().map(level).collect::<Vec<_>>().join(", "))?;
            }
            RecordKind::Capacity { terrible_fights: true } => f.write_str("levels of Damage Capacity")?,
            RecordKind::Capacity { terrible_fights: false } => {
                f.write_str("levels of Damage Capacity, out at Terrible")?;
            }
            RecordKind::Cards => f.write_str("cards at -1, out at the third")?,
            RecordKind::Absorb => self.absorb.fmt(f)?,
        }
        if self.extra.iter().any(|extra| *extra > 0) {
            let extra: Vec<String> =
                self.levels.iter().zip(&self.extra).map(|(level, extra)| format!("{} {extra}", level.name)).collect();
            write!(f, ", and extra boxes: {}", extra.join(", "))?;
        }
        match self.overflow {
            Overflow::Upward => Ok(()),
            Overflow::ScratchesNeverOut => f.write_str("; Scratches never put out"),
        }
    }
}

/// Helpers for the tests of several record types.
#[cfg(test)]
mod testing {
    use super::*;

    pub(super) fn levels_after(track: &Track, severities: &[u8]) -> Vec<u8> {
        let states = severities.iter().scan(0, |state, &severity| {
            *state = track.after(*state, severity);
            Some(*state)
        });
        states.map(|state| track.condition(state).level).collect()
    }

    pub(super) fn capacity_record() -> Record {
        Record { kind: RecordKind::CapacityPoints, ..Record::standard() }
    }

    pub(super) fn health_track(health: i32) -> Track {
        let record = Record { kind: RecordKind::Health, overflow: Overflow::ScratchesNeverOut, ..Record::standard() };
        record.check().unwrap();
        Track::compile(&record, health, None)
    }
}

#[cfg(test)]
mod tests {
    use super::testing::*;
    use super::*;

    /// Holds also on records on which no one can die.
    #[test]
    fn dead_state_is_final() {
        let kinds = [
            RecordKind::Boxes,
            RecordKind::CapacityPoints,
            RecordKind::Health,
            RecordKind::InOrder,
            RecordKind::Capacity { terrible_fights: true },
            RecordKind::Cards,
        ];
        for kind in kinds {
            let track = Track::compile(&Record { kind, ..Record::standard() }, 0, None);
            for severity in 0..=track.severities() as u8 {
                assert_eq!(track.after(track.dead(), severity), track.dead(), "{kind:?}, {severity}");
            }
        }
    }

    #[test]
    fn marks_match_the_blows_received() {
        let track = Track::compile(&Record::standard(), 0, None);
        let after = |severities: &[u8]| severities.iter().fold(0, |state, &severity| track.after(state, severity));
        assert_eq!(track.marks(0), [0; 5]);
        assert_eq!(track.marks(after(&[3, 1, 1, 2, 2])), [2, 1, 1, 1, 0], "the second Hurt is marked at Incapacitated");
        assert_eq!(track.marks(after(&[5, 1])), [1, 0, 0, 0, 1]);
        let dead = after(&[5, 5]);
        assert!(track.is_dead(dead) && !track.is_dead(after(&[5])));
        assert_eq!(track.marks(dead), track.boxes_of_levels());
        let points = Track::compile(&capacity_record(), 0, None);
        assert_eq!(points.marks(5), [2, 2, 1, 0, 0]);
    }

    /// M17: cannon fodder has the standard thresholds if its record has none.
    #[test]
    fn fodder_without_thresholds_equals_standard_fodder() {
        let standard = Track::compile(&Record::standard().fodder(), 0, None);
        for kind in [RecordKind::CapacityPoints, RecordKind::Health] {
            let mut record = Record { kind, ..Record::standard() };
            record.levels.iter_mut().for_each(|level| (level.from, level.boxes) = (0, 0));
            record.fodder().check().unwrap();
            assert_eq!(Track::compile(&record.fodder(), 0, None), standard);
        }
    }

    /// M17, SRD 4.57: the first wound of cannon fodder is a Hurt, however bad; the next or a worse one puts out.
    #[test]
    fn fodder_is_hurt_once_and_never_dies() {
        let track = Track::compile(&Record::standard().fodder(), 0, None);
        assert_eq!(levels_after(&track, &[1, 1]), [2, 4]);
        assert_eq!(levels_after(&track, &[3]), [4]);
        assert_eq!(levels_after(&track, &[5; 9]), [5; 9], "levels that put out do not fill up");
    }

    /// F93 4.72: additional boxes are displayed level by level, if there are any.
    #[test]
    fn display_reports_extra_boxes() {
        let with = |extra: &[u8]| Record { extra: extra.to_vec(), ..capacity_record() }.to_string();
        assert!(
            with(&[0, 2, 1]).ends_with(", and extra boxes: Scratch 0, Hurt 2, Very Hurt 1"),
            "{}",
            with(&[0, 2, 1])
        );
        assert_eq!(with(&[0, 0]), with(&[]));
    }
}
