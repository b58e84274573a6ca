//! Boxes marked one after the other (W16, W17, LITE).

use super::track::Condition;
use super::{LevelRule, Overflow, Record, RecordKind, Track};
use std::cmp::Reverse;

/// The name of a track filled in order whose last box is marked (LITE).
const INCAPACITATED: &str = "Incapacitated";

impl Record {
    /// A track of these levels whose boxes are marked one after the other (W16, W17, LITE).
    pub fn in_order(levels: Vec<LevelRule>) -> Self {
        Self { kind: RecordKind::InOrder, levels, overflow: Overflow::Upward, extra: Vec::new() }
    }

    /// A track of these conditions, which may be marked in any order (W17, LITE). The player chooses, and chooses what
    /// hinders least: the smallest penalty first, among equals the first, and what puts out once nothing else is left.
    pub fn any_order(mut levels: Vec<LevelRule>) -> Self {
        levels.sort_by_key(|level| (level.out, Reverse(level.penalty)));
        Self::in_order(levels)
    }

    /// A track filled in order with so many boxes: the first ones of this, or more boxes of its last level (W16).
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

    /// How many boxes a track filled in order has.
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
        // Where a level of its own does not say so already.
        if let Some(last) = names.last_mut().filter(|_| !self.levels.iter().any(|level| level.out)) {
            *last = INCAPACITATED.to_owned();
        }
        names
    }
}

/// The most states of a track in which boxes are clear below others that are marked.
const MOST_TENDED: usize = 64;

/// States of a track filled in order to which no blow leads, but care between two fights: minor injuries, the boxes of the first level,
/// have cleared, and more serious ones have not (LITE). They stand behind those that blows lead to, by how many serious injuries
/// there are, then by how many minor ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tended {
    /// The first of them.
    first: usize,
    /// The boxes of the first level, and all others; 0 where there are no such states.
    minor: usize,
    serious: usize,
}

impl Tended {
    fn new(minor: usize, full: usize) -> Self {
        let serious = full - minor;
        if minor * serious <= MOST_TENDED { Self { first: full + 1, minor, serious } } else { Self::default() }
    }

    /// How many there are.
    pub(super) fn count(self) -> usize {
        self.minor * self.serious
    }

    /// The minor and the serious injuries of each, in order.
    fn all(self) -> impl Iterator<Item = [usize; 2]> {
        (1..=self.serious).flat_map(move |serious| (0..self.minor).map(move |minor| [minor, serious]))
    }

    /// Those of a state, if it is one of these.
    pub(super) fn injuries(self, state: u16) -> Option<[usize; 2]> {
        self.all().nth(usize::from(state).checked_sub(self.first)?)
    }

    /// The state of so many minor and serious injuries; boxes beyond the last count no more.
    fn state(self, [minor, serious]: [usize; 2]) -> u16 {
        let state = match serious {
            1.. if minor < self.minor => self.first + (serious - 1) * self.minor + minor,
            _ => (minor + serious).min(self.minor + self.serious),
        };
        state as u16
    }
}

impl Track {
    /// The state once minor injuries have been tended to (LITE); none on a track that is not filled in order, or one of very many boxes.
    pub fn tended(&self, state: u16) -> Option<u16> {
        let Tended { minor, serious, .. } = self.tended;
        let whole = [usize::from(state).min(minor), usize::from(state).saturating_sub(minor)];
        let [_, left] = self.tended.injuries(state).unwrap_or(whole);
        (minor > 0).then(|| self.tended.state([0, left.min(serious)]))
    }

    /// State = boxes marked; the last of them puts out. Nobody dies: a Dead state is there, and nothing leads to it.
    pub(super) fn in_order(levels: &[LevelRule]) -> Self {
        let penalties: Vec<i32> =
            levels.iter().flat_map(|level| std::iter::repeat_n(level.penalty, level.boxes.into())).collect();
        let full = penalties.len();
        let out = levels.iter().take_while(|level| !level.out).map(|level| usize::from(level.boxes)).sum::<usize>();
        let marked = |marked: usize, fit: bool| Condition {
            level: marked as u8,
            penalty: if marked == 0 { 0 } else { penalties[marked - 1] as i8 },
            fit: fit && marked <= out,
        };
        // Where there is no second level, whoever is hit is out.
        let minor = usize::from(levels[0].boxes);
        let tended = Tended::new(minor, full);
        let mut conditions: Vec<Condition> = (0..=full).map(|boxes| marked(boxes, boxes < full)).collect();
        conditions.extend(tended.all().map(|[_, serious]| marked(minor + serious, true)));
        let dead = conditions.len();
        conditions.push(Condition { level: full as u8 + 1, penalty: 0, fit: false });
        let mut next = Vec::new();
        for state in 0..=full {
            next.extend((0..=full).map(|boxes| (state + boxes).min(full) as u16));
            next.extend((1..=full).map(|boxes| (state.max(minor) + boxes).min(full) as u16));
        }
        for [light, serious] in tended.all() {
            let room = minor - light;
            let plain = |boxes: usize| tended.state([light + boxes.min(room), serious + boxes.saturating_sub(room)]);
            next.extend((0..=full).map(plain));
            next.extend((1..=full).map(|boxes| (minor + serious + boxes).min(full) as u16));
        }
        next.extend(std::iter::repeat_n(dead as u16, 2 * full + 1));
        let boxes = levels.iter().map(|level| level.boxes).collect();
        let severity_of_points = (0..=full as u8).collect();
        let severities = 2 * full + 1;
        Self {
            conditions,
            severities,
            stride: severities,
            next,
            overflows: vec![],
            severity_of_points,
            filled: true,
            large_blow: None,
            boxes,
            tended,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W17, LITE: conditions of one box each, marked in any order: what hinders least first.
    #[test]
    fn conditions_in_any_order() {
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
        let conditions = (0..=5).map(|boxes| (track.condition(boxes).penalty, track.condition(boxes).fit));
        let expected = [(0, true), (0, true), (-1, true), (-1, true), (-2, true), (0, false)];
        assert_eq!(conditions.collect::<Vec<_>>(), expected);
    }

    /// LITE: care clears minor injuries and leaves serious ones. Those of the last state are all there, and still one of them fights on.
    #[test]
    fn minor_injuries_are_tended() {
        let track = Track::compile(&Record::injuries(), 0, None);
        let tended = [0, 1, 2, 3, 4].map(|state| track.tended(state).unwrap());
        assert_eq!(tended.map(|state| track.marks(state)), [[0, 0], [0, 0], [0, 0], [0, 1], [0, 2]]);
        let [.., one, two] = tended;
        assert!(track.condition(two).fit && !track.condition(4).fit);
        assert_eq!([one, two].map(|state| track.condition(state).level), [3, 4], "the serious injuries are there");
        // The boxes below fill up again, one a blow, until none is left.
        let blows = |from: u16| {
            std::iter::successors(Some(from), |state| {
                Some(track.after(*state, 1)).filter(|_| track.condition(*state).fit)
            })
        };
        assert_eq!(blows(one).map(|state| track.marks(state)).collect::<Vec<_>>(), [[0, 1], [1, 1], [2, 1], [2, 2]]);
        assert_eq!(blows(two).map(|state| track.marks(state)).collect::<Vec<_>>(), [[0, 2], [1, 2], [2, 2]]);
        assert_eq!(track.after(two, 3), 4, "more boxes than are left");
        assert_eq!((track.after(one, track.serious(1)), track.after(two, track.serious(1))), (4, 4));
        assert_eq!(track.tended(track.after(one, 1)), Some(one));
        // Nothing else has changed: what puts out, and how many states blows lead to.
        assert_eq!((track.knock_out(), track.grave(), track.incapacitated(), track.states_of_blows()), (4, 3, 4, 6));
        assert_eq!(Track::compile(&Record::standard(), 0, None).tended(0), None);
    }

    /// W16, LITE: minor NPCs have a box or two, others as many as a player character at most.
    #[test]
    fn tracks_of_minor_npcs() {
        let names = |boxes| Record::injuries().with_boxes(boxes).level_names(0);
        assert_eq!(names(1), ["Undamaged", "Incapacitated", "Dead"]);
        assert_eq!(names(2), ["Undamaged", "Minor injury 1", "Incapacitated", "Dead"]);
        assert_eq!(names(4), Record::injuries().level_names(0));
        let warg = Track::compile(&Record::injuries().with_boxes(1), 0, None);
        assert!(!warg.condition(warg.after(0, 1)).fit);
        // Of two minor injuries and no serious ones, a serious blow takes the last.
        let two = Track::compile(&Record::injuries().with_boxes(2), 0, None);
        assert_eq!(two.levels(), 4, "nothing, one, out and dead");
        assert_eq!([two.after(0, two.serious(1)), two.after(1, two.serious(1))], [2, 2]);
    }
}
