//! Boxes marked in a fixed order (W16, W17, LITE).

use super::condition::Condition;
use super::{LevelRule, Record, RecordKind, Track};
use std::cmp::Reverse;
use std::ops::Range;

/// The name of the last box of a track filled in order (LITE).
const INCAPACITATED: &str = "Incapacitated";

impl Record {
    /// A track whose boxes are marked in order (W16, W17, LITE).
    pub fn in_order(levels: Vec<LevelRule>) -> Self {
        Self { kind: RecordKind::InOrder, levels, ..Self::standard() }
    }

    /// A track of conditions that can be marked in any order (W17, LITE). The player is assumed to choose the smallest
    /// penalty first, the first listed of equal ones, and a condition that puts out last.
    pub fn any_order(mut levels: Vec<LevelRule>) -> Self {
        levels.sort_by_key(|level| (level.out, Reverse(level.penalty)));
        Self::in_order(levels)
    }

    /// A track filled in order with `boxes` boxes: the first ones of this track; any more are added to its last level
    /// (W16).
    pub fn with_boxes(&self, boxes: u8) -> Self {
        let mut left = boxes;
        let last = self.levels.len().saturating_sub(1);
        let level = |(k, level): (usize, &LevelRule)| {
            let own = if k == last { left } else { level.boxes.min(left) };
            left -= own;
            LevelRule { boxes: own, ..level.clone() }
        };
        let levels = self.levels.iter().enumerate().map(level).filter(|level| level.boxes > 0).collect();
        Self { levels, ..self.clone() }
    }

    /// Number of boxes of a track filled in order.
    pub fn boxes(&self) -> usize {
        self.levels.iter().map(|level| usize::from(level.boxes)).sum()
    }

    /// The name of each box: `Minor injury 1`, `Minor injury 2`, `Serious injury 1`, `Incapacitated`.
    pub(super) fn box_names(&self) -> Vec<String> {
        let named = |level: &LevelRule| match level.boxes {
            1 => vec![level.name.clone()],
            boxes => (1..=boxes).map(|number| format!("{} {number}", level.name)).collect(),
        };
        let mut names: Vec<String> = self.levels.iter().flat_map(named).collect();
        // The last box is renamed unless a level puts out, since that level already has a suitable name.
        if let Some(last) = names.last_mut().filter(|_| !self.levels.iter().any(|level| level.out)) {
            *last = INCAPACITATED.to_owned();
        }
        names
    }
}

/// Maximum number of states in which a box is clear below a marked one.
const MOST_CARE_STATES: usize = 64;

/// The injuries that a track filled in order can record: minor ones in the boxes of the first level, serious ones in
/// all others.
///
/// Blows mark minor injuries first. Care between two fights clears the minor injuries and leaves the serious ones
/// (LITE), which leads to states that blows alone cannot reach. Such states are numbered before those with serious
/// injuries and all minor boxes full, so that wounds always lead to a later state, as on every track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Injuries {
    minor: usize,
    serious: usize,
}

impl Injuries {
    /// Number of states that only care can reach; 0 if there would be too many.
    fn care_state_count(self) -> usize {
        Some(self.minor * self.serious).filter(|states| *states <= MOST_CARE_STATES).unwrap_or(0)
    }

    /// The states that only care can reach.
    pub(super) fn care_states(self) -> Range<usize> {
        self.minor + 1..self.minor + 1 + self.care_state_count()
    }

    /// The state with these minor and serious injuries; numbers above the available boxes are limited.
    fn state(self, [minor, serious]: [usize; 2]) -> u16 {
        let state = match serious.min(self.serious) {
            0 => minor,
            serious if minor < self.minor => self.minor + 1 + (serious - 1) * self.minor + minor,
            serious => self.minor + self.care_state_count() + serious,
        };
        state as u16
    }

    /// The state after `boxes` boxes are marked in order.
    fn of_boxes(self, boxes: usize) -> u16 {
        self.state([boxes.min(self.minor), boxes.saturating_sub(self.minor)])
    }

    /// The number of minor injuries and of serious injuries in `state`.
    pub(super) fn of(self, state: u16) -> [usize; 2] {
        let (state, tended) = (usize::from(state), self.care_states());
        if state < tended.start {
            [state, 0]
        } else if tended.contains(&state) {
            [(state - tended.start) % self.minor, 1 + (state - tended.start) / self.minor]
        } else {
            [self.minor, state - self.care_state_count() - self.minor]
        }
    }
}

impl Track {
    /// The state `state` after the minor injuries have been cared for (LITE). `None` if the track is not filled in
    /// order, or has too many boxes.
    pub fn after_care(&self, state: u16) -> Option<u16> {
        let injuries = self.injuries.filter(|all| all.care_state_count() > 0 || all.serious == 0)?;
        Some(injuries.state([0, injuries.of(state)[1].min(injuries.serious)]))
    }

    /// The last box puts out. An unreachable Dead state follows.
    pub(super) fn in_order(levels: &[LevelRule]) -> Self {
        let penalties: Vec<i32> =
            levels.iter().flat_map(|level| std::iter::repeat_n(level.penalty, level.boxes.into())).collect();
        let full = penalties.len();
        let out = levels.iter().take_while(|level| !level.out).map(|level| usize::from(level.boxes)).sum::<usize>();
        // Without a second level, any hit puts the fighter out.
        let minor = usize::from(levels[0].boxes);
        let injuries = Injuries { minor, serious: full - minor };
        let dead = full + 1 + injuries.care_state_count();
        let condition = |state: usize| {
            let [light, serious] = injuries.of(state as u16);
            // A serious injury stays serious even if boxes below it are clear.
            let marked = if serious > 0 { minor + serious } else { light };
            Condition {
                level: marked as u8,
                penalty: if marked == 0 { 0 } else { penalties[marked - 1] as i8 },
                fit: light + serious < full && marked <= out,
            }
        };
        let mut conditions: Vec<Condition> = (0..dead).map(condition).collect();
        conditions.push(Condition { level: full as u8 + 1, penalty: 0, fit: false });
        let mut next = Vec::new();
        for state in 0..dead as u16 {
            let [light, serious] = injuries.of(state);
            let room = minor - light;
            let plain = |boxes: usize| injuries.state([light + boxes.min(room), serious + boxes.saturating_sub(room)]);
            next.extend((0..=full).map(plain));
            next.extend((1..=full).map(|boxes| injuries.of_boxes((minor + serious + boxes).min(full))));
        }
        next.extend(std::iter::repeat_n(dead as u16, 2 * full + 1));
        let severities = 2 * full + 1;
        Self {
            conditions,
            severities,
            stride: severities,
            next,
            severity_of_points: (0..=full as u8).collect(),
            filled: true,
            boxes: levels.iter().map(|level| level.boxes).collect(),
            injuries: Some(injuries),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W17, LITE: conditions of one box each, in any order: the smallest penalty is marked first.
    #[test]
    fn conditions_in_any_order_are_sorted_by_penalty() {
        let level = |name: &str, penalty, out| LevelRule { name: name.into(), from: 0, boxes: 1, penalty, out };
        let written = [
            level("Injured", -2, false),
            level("Out", 0, true),
            level("Exhausted", -1, false),
            level("Angry", 0, false),
            level("Afraid", -1, false),
        ];
        let record = Record::any_order(written.to_vec());
        record.check().unwrap();
        let names = ["Undamaged", "Angry", "Exhausted", "Afraid", "Injured", "Out", "Dead"];
        assert_eq!(record.level_names(0), names);
        let track = Track::compile(&record, 0, None);
        let after = (0..=5).map(|boxes| track.condition(track.after(0, boxes)));
        let conditions = after.map(|condition| (condition.penalty, condition.fit));
        let expected = [(0, true), (0, true), (-1, true), (-1, true), (-2, true), (0, false)];
        assert_eq!(conditions.collect::<Vec<_>>(), expected);
    }

    /// LITE: care clears minor injuries and leaves serious ones. A fighter with all serious injuries but no minor ones
    /// can fight on.
    #[test]
    fn care_clears_minor_injuries() {
        let track = Track::compile(&Record::injuries(), 0, None);
        let marked = |boxes: u8| track.after(0, boxes);
        let tended = [0, 1, 2, 3, 4].map(|boxes| track.after_care(marked(boxes)).unwrap());
        assert_eq!(tended.map(|state| track.marks(state)), [[0, 0], [0, 0], [0, 0], [0, 1], [0, 2]]);
        let [.., one, two] = tended;
        assert!(track.condition(two).fit && !track.condition(marked(4)).fit);
        assert_eq!([one, two].map(|state| track.condition(state).level), [3, 4], "the serious injuries are there");
        // Later blows fill the clear boxes one by one.
        let blows = |from: u16| {
            std::iter::successors(Some(from), |state| {
                Some(track.after(*state, 1)).filter(|_| track.condition(*state).fit)
            })
        };
        assert_eq!(blows(one).map(|state| track.marks(state)).collect::<Vec<_>>(), [[0, 1], [1, 1], [2, 1], [2, 2]]);
        assert_eq!(blows(two).map(|state| track.marks(state)).collect::<Vec<_>>(), [[0, 2], [1, 2], [2, 2]]);
        assert_eq!(track.after(two, 3), marked(4), "more boxes than are left");
        assert_eq!(
            (track.after(one, track.serious_severity(1)), track.after(two, track.serious_severity(1))),
            (marked(4), marked(4))
        );
        assert_eq!(track.after_care(track.after(one, 1)), Some(one));
        // Other properties are the same: the severity that puts out, and the number of states that blows reach.
        assert_eq!(
            (track.knockout_severity(), track.worst_fit_level(), track.first_out_level(), track.states_of_blows()),
            (4, 3, 4, 6)
        );
        assert_eq!(Track::compile(&Record::standard(), 0, None).after_care(0), None);
    }

    /// W16, LITE: minor NPCs have one or two boxes, others at most as many as a player character.
    #[test]
    fn tracks_of_minor_npcs_have_fewer_boxes() {
        let names = |boxes| Record::injuries().with_boxes(boxes).level_names(0);
        assert_eq!(names(1), ["Undamaged", "Incapacitated", "Dead"]);
        assert_eq!(names(2), ["Undamaged", "Minor injury 1", "Incapacitated", "Dead"]);
        assert_eq!(names(4), Record::injuries().level_names(0));
        let warg = Track::compile(&Record::injuries().with_boxes(1), 0, None);
        assert!(!warg.condition(warg.after(0, 1)).fit);
        // With two minor boxes and no serious ones, a serious blow takes the last box.
        let two = Track::compile(&Record::injuries().with_boxes(2), 0, None);
        assert_eq!(two.levels(), 4, "nothing, one, out and dead");
        assert_eq!([two.after(0, two.serious_severity(1)), two.after(1, two.serious_severity(1))], [2, 2]);
    }
}
