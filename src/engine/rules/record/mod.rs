//! How wounds are recorded, and the record compiled to a table of states (W10 to W14, W16, W17, W24, W27, W30,
//! M1).

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

/// The name of the state past the last level.
const DEAD: &str = "Dead";

/// How wounds are recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What a blow marks.
    pub kind: RecordKind,
    /// The wound levels above Undamaged, ascending.
    pub levels: Vec<LevelRule>,
    /// Where a wound goes whose level has no open box. Used by [`RecordKind::Boxes`] and [`RecordKind::Health`] alone.
    pub overflow: Overflow,
    /// Boxes beyond those of a table, from the lightest level on (W11, F93 4.72). Used by [`RecordKind::CapacityPoints`]
    /// and [`RecordKind::Health`] alone.
    pub extra: Vec<u8>,
    /// The boxes that absorb hits. Used by [`RecordKind::Absorb`] alone.
    pub absorb: Absorb,
}

/// What a blow marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// One box at the level its points reach; with none open there, at the next higher open one (W10, SRD 4.57).
    Boxes,
    /// As many boxes as it has points, in order; how many each level has follows from
    /// Damage Capacity (W12, F93 4.72).
    CapacityPoints,
    /// As boxes, but thresholds and boxes follow from the fighter's Health (W13, KAER).
    Health,
    /// As many boxes as its damage says, in order; the last box of all puts out, and nobody dies (W16, W17, LITE).
    InOrder,
    /// One level of Damage Capacity, or a third of one where the blow is of the lightest level; nobody dies
    /// (W14, SRD 4.57).
    Capacity {
        /// Whether a fighter at Terrible, who was better, fights on at −3; else that is out of action.
        terrible_fights: bool,
    },
    /// A card at −1 where its level is neither the lightest nor puts out; the third card puts out, and nobody dies
    /// (W30, SRD 7.45, F93 4.7).
    Cards,
    /// Free boxes whose values add up to its points at least; a hit that they cannot pay puts out and never kills (Fate).
    Absorb,
}

/// Where a wound goes whose level has no open box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// To the next higher level that has one.
    Upward,
    /// As upward, but a wound of the lightest level that would put out of action is lost (W11, KAER; reading 22).
    ScratchesNeverOut,
}

/// One wound level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelRule {
    /// Its name.
    pub name: String,
    /// The fewest points of a blow of this level. Used where [`RecordKind::has_thresholds`].
    pub from: i32,
    /// Its boxes. Used by [`RecordKind::Boxes`] and [`RecordKind::InOrder`] alone.
    pub boxes: u8,
    /// What it takes from skill, 0 or less (M1). Not used by [`RecordKind::Capacity`] and [`RecordKind::Cards`], whose
    /// penalties follow from what is marked.
    pub penalty: i32,
    /// Whether it puts a fighter out of action.
    pub out: bool,
}
/// The most states a track may have.
pub const MAX_TRACK_STATES: usize = 4096;

impl RecordKind {
    /// Whether the record states from how many points on a blow is of each level.
    pub const fn has_thresholds(self) -> bool {
        matches!(self, Self::Boxes | Self::Capacity { .. } | Self::Cards)
    }

    /// Whether a blow marks a box at its own level, or at the next higher open one.
    pub const fn marks_own_level(self) -> bool {
        matches!(self, Self::Boxes | Self::Health)
    }

    /// Whether boxes follow from a printed table, by a trait of the fighter.
    pub const fn has_table(self) -> bool {
        matches!(self, Self::CapacityPoints | Self::Health)
    }
}

impl Record {
    /// Whether a blow has a wound level; else it has points or boxes.
    pub fn by_level(&self) -> bool {
        self.kind.has_thresholds() || self.kind == RecordKind::Health
    }

    /// The worst of the wound levels, counted from 1: Near Death on the records of the sources that have one, out of action on boxes
    /// that absorb hits.
    pub fn worst_level(&self) -> u8 {
        match self.kind {
            RecordKind::Absorb => self.absorb.count() as u8 + 1,
            _ => self.levels.len() as u8,
        }
    }

    /// The first wound level that puts out of action, counted from 1; beyond the worst where none does by itself.
    pub fn first_out(&self) -> u8 {
        let first = self.levels.iter().zip(1..).find(|(level, _)| level.out);
        first.map_or(self.worst_level() + 1, |(_, level)| level)
    }

    /// The record of cannon fodder (M17, SRD 4.57; reading 32): the first wound is a Hurt, anything further or worse puts
    /// out. The levels below the first that puts out keep their thresholds and penalties: none of the lowest has a box,
    /// the next has one, none of the others; those that put out never fill up.
    pub fn fodder(&self) -> Self {
        let level = |(k, level): (usize, &LevelRule)| {
            let boxes = match k {
                _ if level.out => 9,
                1 => 1,
                _ => 0,
            };
            LevelRule { boxes, ..level.clone() }
        };
        // Where a record states no thresholds, those of Fair Health, which are the standard ones.
        let stated = match self.kind {
            RecordKind::Absorb => Self::standard().levels,
            kind if kind.has_thresholds() => self.levels.clone(),
            _ => self.of_health(0),
        };
        let levels = stated.iter().enumerate().map(level).collect();
        Self { kind: RecordKind::Boxes, levels, ..Self::standard() }
    }

    /// A record of boxes that absorb hits. It has no wound levels: how hurt a fighter is follows from the number of boxes marked.
    pub fn absorbing(absorb: Absorb) -> Self {
        Self { kind: RecordKind::Absorb, levels: Vec::new(), absorb, ..Self::standard() }
    }

    /// The levels with the thresholds and boxes of a Health: Terrible −3 to Legendary 4, held within (W13).
    fn of_health(&self, health: i32) -> Vec<LevelRule> {
        let HealthRow { from, boxes } = HEALTH_TABLE[table_row(health, HEALTH_TABLE.len())];
        let boxes = self.and_extra(boxes);
        let levels = self.levels.iter().zip(from.into_iter().zip(boxes));
        levels.map(|(level, (from, boxes))| LevelRule { from, boxes, ..level.clone() }).collect()
    }

    /// The boxes of a table's row, with those beyond it (W11).
    fn and_extra<const N: usize>(&self, boxes: [u8; N]) -> [u8; N] {
        let mut extra = self.extra.iter();
        boxes.map(|boxes| boxes.saturating_add(extra.next().copied().unwrap_or(0)))
    }

    /// The names of all final states: Undamaged, each level, Dead. Of a track filled in order each box is a state, of
    /// Damage Capacity each level lost, of cards and of boxes that absorb hits their number. `body` as in [`Track::compile`].
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
            // Who has lost no level may still have Scratches.
            RecordKind::Capacity { .. } => capacity::lost_name(0),
            _ => UNDAMAGED.to_owned(),
        };
        [first].into_iter().chain(levels).chain([DEAD.to_owned()]).collect()
    }

    /// The names of the wound levels that rules may name, from Undamaged to Dead. Those of Damage Capacity depend on the fighter's:
    /// up to Legendary.
    pub fn all_level_names(&self) -> Vec<String> {
        self.level_names(if matches!(self.kind, RecordKind::Capacity { .. }) { 4 } else { 0 })
    }

    /// How many wound levels rules may name, between Undamaged and Dead.
    pub fn wound_levels(&self) -> usize {
        self.all_level_names().len() - 2
    }

    /// The name of a blow that reaches so many thresholds: none, or a wound level.
    pub fn blow_name(&self, level: u8) -> &str {
        let level = usize::from(level).checked_sub(1).and_then(|level| self.levels.get(level));
        level.map_or(UNDAMAGED, |level| level.name.as_str())
    }

    /// The names of what the boxes stand for that are drawn, in the order of [`Track::boxes_of_levels`].
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
            write!(f, ", and more: {}", extra.join(", "))?;
        }
        match self.overflow {
            Overflow::Upward => Ok(()),
            Overflow::ScratchesNeverOut => f.write_str("; Scratches never put out"),
        }
    }
}

/// What the tests of several kinds of record share.
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

    /// Also where nothing leads to death: nothing leads away from it either.
    #[test]
    fn the_dead_stay_dead() {
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
    fn marks_are_what_the_blows_left() {
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

    /// M17: cannon fodder has the standard thresholds where its record has none of its own.
    #[test]
    fn fodder_of_every_kind_of_record() {
        let standard = Track::compile(&Record::standard().fodder(), 0, None);
        for kind in [RecordKind::CapacityPoints, RecordKind::Health] {
            let mut record = Record { kind, ..Record::standard() };
            record.levels.iter_mut().for_each(|level| (level.from, level.boxes) = (0, 0));
            record.fodder().check().unwrap();
            assert_eq!(Track::compile(&record.fodder(), 0, None), standard);
        }
    }

    /// M17, SRD 4.57: the first wound of cannon fodder is a Hurt, whatever it was worth; the next, or a worse one, puts out.
    #[test]
    fn fodder_is_hurt_once_and_never_dies() {
        let track = Track::compile(&Record::standard().fodder(), 0, None);
        assert_eq!(levels_after(&track, &[1, 1]), [2, 4]);
        assert_eq!(levels_after(&track, &[3]), [4]);
        assert_eq!(levels_after(&track, &[5; 9]), [5; 9], "levels that put out do not fill up");
    }

    /// F93 4.72: additional boxes are shown level by level, if there are any.
    #[test]
    fn more_boxes_are_told() {
        let with = |extra: &[u8]| Record { extra: extra.to_vec(), ..capacity_record() }.to_string();
        assert!(with(&[0, 2, 1]).ends_with(", and more: Scratch 0, Hurt 2, Very Hurt 1"), "{}", with(&[0, 2, 1]));
        assert_eq!(with(&[0, 0]), with(&[]));
    }
}
