//! A record compiled for one fighter to a table of states.

use super::absorb::Absorbed;
use super::condition::Condition;
use super::in_order::Injuries;
use super::received::Received;
use super::tables::{CAPACITY_BOXES, table_row};
use super::{Record, RecordKind};
use std::ops::Range;

/// A record compiled for one fighter: every state its boxes can be in, and where each blow leads.
///
/// State 0 is undamaged. A blow's *severity* is 0 for none, its wound level where blows have one
/// ([`Record::by_level`]), the points on a point track and on boxes that absorb hits; on a track filled in order the boxes it marks, plus all boxes where it starts at the
/// second level at least ([`Track::serious`]).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Track {
    pub(super) conditions: Vec<Condition>,
    pub(super) severities: usize,
    /// For each state the one after each severity; behind those of a point track on which size matters, as many for what is left of a
    /// blow that was large.
    pub(super) next: Vec<u16>,
    /// How many places a state has in `next`.
    pub(super) stride: usize,
    /// Beside each of these, whether the boxes of the wound's own level were full; empty where blows have no level of
    /// their own.
    pub(super) overflows: Vec<bool>,
    pub(super) severity_of_points: Vec<u8>,
    /// Whether boxes are filled in order, point by point.
    pub(super) filled: bool,
    /// The points of a large blow, where it matters.
    pub(super) large_blow: Option<i32>,
    /// The boxes of each level.
    pub(super) boxes: Vec<u8>,
    /// The injuries that a track filled in order can hold.
    pub(super) injuries: Option<Injuries>,
    /// What each state stands for where wounds are remembered by the level received; else empty.
    pub(super) received: Vec<Received>,
    /// The boxes that absorb hits.
    pub(super) absorbed: Option<Absorbed>,
}

impl Track {
    /// Compiles a record that has passed [`Record::check`]. `body` is what of the fighter it goes by: the level of Damage
    /// Capacity or Health (in tables Terrible −3 to Legendary 4, held within), the number of fatigue cards, or nothing;
    /// `large_blow` as in [`Rules::large_blow`](crate::rules::Rules::large_blow).
    pub fn compile(record: &Record, body: i32, large_blow: Option<i32>) -> Self {
        Self::compile_for(record, body, large_blow, false)
    }

    /// The same of a fighter whose wounds something may make lighter: of points each then counts that a blow has beyond what kills.
    pub fn compile_for(record: &Record, body: i32, large_blow: Option<i32>, lightened: bool) -> Self {
        match record.kind {
            RecordKind::Boxes => Self::boxes(&record.levels, record.overflow),
            RecordKind::Health => Self::boxes(&record.of_health(body), record.overflow),
            RecordKind::CapacityPoints => {
                let row = table_row(body, CAPACITY_BOXES.len());
                Self::points(&record.levels, &record.and_extra(CAPACITY_BOXES[row]), large_blow, lightened)
            }
            RecordKind::InOrder => Self::in_order(&record.levels),
            RecordKind::Capacity { terrible_fights } => Self::capacity(&record.levels, body, terrible_fights),
            RecordKind::Cards => Self::cards(&record.levels, body),
            RecordKind::Absorb => Self::absorb(&record.absorb),
        }
    }

    /// The state after a blow of `severity`.
    #[inline(always)]
    pub fn after(&self, state: u16, severity: u8) -> u16 {
        self.next[usize::from(state) * self.stride + usize::from(severity)]
    }

    /// Whether a blow of `severity` finds the boxes of its level full, and marks a worse one (W10).
    #[inline(always)]
    pub fn overflows(&self, state: u16, severity: u8) -> bool {
        let place = usize::from(state) * self.severities + usize::from(severity);
        self.overflows.get(place).is_some_and(|overflows| *overflows)
    }

    /// Whether any blow can overflow.
    pub fn may_overflow(&self) -> bool {
        self.overflows.contains(&true)
    }

    /// What a state amounts to.
    #[inline(always)]
    pub fn condition(&self, state: u16) -> Condition {
        self.conditions[usize::from(state)]
    }

    /// The severity of a blow of so many points; 0 or less is none.
    #[inline(always)]
    pub fn severity(&self, points: i32) -> u8 {
        let last = self.severity_of_points.len() - 1;
        self.severity_of_points[(points.max(0) as usize).min(last)]
    }

    /// On a track filled in order, the severity of a blow that starts at the second level's first box, or at the last box
    /// where there is but one level (enormous threats, LITE).
    pub fn serious(&self, severity: u8) -> u8 {
        if severity == 0 { 0 } else { severity + (self.severities() / 2) as u8 }
    }

    /// The least severity that puts out whoever is fit, however unhurt.
    pub fn knock_out(&self) -> u8 {
        let fit: Vec<u16> = (0..self.states() as u16).filter(|&state| self.condition(state).fit).collect();
        let puts_out = |severity: &u8| fit.iter().all(|&state| !self.condition(self.after(state, *severity)).fit);
        // The severest blow of all puts anybody out.
        let severest = self.severities() as u8;
        (1..severest).find(puts_out).unwrap_or(severest)
    }

    /// The worst wound level at which a fighter still goes on.
    pub fn grave(&self) -> u8 {
        self.untended().filter(|condition| condition.fit).map(|condition| condition.level).max().unwrap_or(0)
    }

    /// The wound level that puts out of action first.
    pub fn incapacitated(&self) -> u8 {
        let out = self.conditions.iter().filter(|condition| !condition.fit).map(|condition| condition.level);
        out.min().unwrap_or(u8::MAX)
    }

    /// The track of one who goes no further than this: it puts out of action at a wound level, or at a worse one of its own
    /// (C13, W20).
    #[must_use]
    pub fn down_at(mut self, level: u8) -> Self {
        self.conditions
            .iter_mut()
            .filter(|condition| condition.level >= level)
            .for_each(|condition| condition.fit = false);
        self
    }

    /// The track of one whom nothing short of Near Death puts out of action, the record's last level: lighter levels that
    /// would, take as much from skill as the worst that does not (W28).
    #[must_use]
    pub fn down_near_death(mut self) -> Self {
        let near_death = self.near_death();
        let worst = self.conditions.iter().filter(|condition| condition.fit).map(|condition| condition.penalty).min();
        let below = self.conditions.iter_mut().filter(|condition| condition.level < near_death && !condition.fit);
        below.for_each(|condition| (condition.fit, condition.penalty) = (true, worst.unwrap_or(0)));
        self
    }

    /// The worst level short of Dead: Near Death on the tracks of the sources.
    pub fn near_death(&self) -> u8 {
        self.levels() as u8 - 2
    }

    /// The state of the dead.
    pub fn dead(&self) -> u16 {
        self.states() as u16 - 1
    }

    /// For each state the one after so many boxes have cleared, the worst first. Nothing clears for the dead (W28), nor for a fighter who is out
    /// because boxes could not pay for a hit.
    pub fn healed(&self, boxes: u8) -> Vec<u16> {
        let lighter = |state: u16| {
            let mut marks = self.marks(state);
            let stays = self.is_dead(state) || self.is_unpaid(state);
            let worst = marks.iter().rposition(|marks| *marks > 0).filter(|_| !stays);
            let Some(worst) = worst else { return state };
            marks[worst] -= 1;
            (0..self.dead()).find(|other| self.marks(*other) == marks).unwrap_or(state)
        };
        let once: Vec<u16> = (0..=self.dead()).map(lighter).collect();
        let after = |state: u16| (0..boxes).fold(state, |state, _| once[usize::from(state)]);
        (0..=self.dead()).map(after).collect()
    }

    /// What each wound level amounts to, from Undamaged on; one that no box is at, what the lighter one does.
    pub fn conditions_of_levels(&self) -> Vec<Condition> {
        let of = |level: usize| self.conditions.iter().copied().find(|one| usize::from(one.level) == level);
        let mut last = self.conditions[0];
        let mut next = |level| {
            last = of(level).unwrap_or(last);
            last
        };
        (0..self.levels()).map(&mut next).collect()
    }

    /// The worst level at which a blow marked a box; 0 where it marked none. Boxes that absorb hits have no levels: the one that the blow led
    /// to.
    pub fn marked_at(&self, before: u16, after: u16) -> u8 {
        if before == after {
            return 0;
        }
        if self.is_dead(after) || self.absorbs() {
            return self.condition(after).level;
        }
        let marks = self.marks(before).into_iter().zip(self.marks(after));
        marks.zip(1..).filter(|((old, new), _)| new > old).map(|(_, level)| level).max().unwrap_or(0)
    }

    /// The most of a severity that leaves a wound level no worse than this; on a box track a wound that would all the same
    /// overflow past it is lost, on a point track only what goes past it (reading 30). What is left of a large blow is still one: it is
    /// judged as it fell (reading 23).
    pub fn held(&self, state: u16, severity: u8, worst: u8) -> u8 {
        let within = |severity: &u8| self.condition(self.after(state, *severity)).level <= worst;
        if !self.filled {
            return Some(severity.min(worst)).filter(within).unwrap_or(0);
        }
        if within(&severity) {
            return severity;
        }
        let left = |points: u8| if self.is_large(severity) { self.of_large(points) } else { points };
        (0..self.points_of(severity)).rev().map(left).find(within).unwrap_or(0)
    }

    /// Whether a severity is that of a large blow, or of what is left of one.
    fn is_large(&self, severity: u8) -> bool {
        let large = self.large_blow.filter(|_| self.stride > self.severities);
        usize::from(severity) >= self.severities || large.is_some_and(|large| i32::from(severity) >= large)
    }

    /// The severity of so many points that are left of a large blow.
    fn of_large(&self, points: u8) -> u8 {
        if points == 0 { 0 } else { self.severities as u8 + points }
    }

    /// A severity as it is told: on a point track the points that are marked, also of what is left of a large blow.
    #[inline]
    pub fn points_of(&self, severity: u8) -> u8 {
        if usize::from(severity) < self.severities { severity } else { severity - self.severities as u8 }
    }

    /// A severity that something has made lighter, or worse, than it was: of a large blow, what is left of one.
    pub fn changed(&self, severity: u8, change: impl FnOnce(u8) -> u8) -> u8 {
        let points = change(self.points_of(severity));
        if usize::from(severity) < self.severities { points } else { self.of_large(points) }
    }

    /// Whether any blow leads to death.
    pub fn kills(&self) -> bool {
        let dead = self.conditions.len() - 1;
        self.next[..dead * self.stride].contains(&(dead as u16))
    }

    /// The fewest points of the severest blow.
    pub fn severest_points(&self) -> i32 {
        self.severity_of_points.len() as i32 - 1
    }

    /// The first state of the same level that is fit, or out, like this one.
    pub fn like(&self, state: u16) -> u16 {
        let of = |state: usize| (self.conditions[state].level, self.conditions[state].fit);
        let own = of(state.into());
        (0..state).find(|&other| of(other.into()) == own).unwrap_or(state)
    }

    /// Whether a single blow can kill a fighter who is still fit. Where it cannot, nobody dies in a fight of one
    /// against one.
    pub fn one_blow_kills(&self) -> bool {
        let mut fit = (0..self.dead()).filter(|&state| self.condition(state).fit);
        let kills = |state, severity| self.is_dead(self.after(state, severity));
        fit.any(|state| (0..=self.severities() as u8).any(|severity| kills(state, severity)))
    }

    /// How many severities of blows there are beyond none: wound levels, or points up to what fills the track.
    pub fn severities(&self) -> usize {
        self.severities - 1
    }

    /// How many states there are, Dead included.
    pub fn states(&self) -> usize {
        self.conditions.len()
    }

    /// How many of them blows lead to.
    pub fn states_of_blows(&self) -> usize {
        self.states() - self.tended_states().len()
    }

    /// Those that care alone leads to.
    fn tended_states(&self) -> Range<usize> {
        self.injuries.map_or(0..0, Injuries::tended_states)
    }

    /// What the others amount to.
    fn untended(&self) -> impl Iterator<Item = &Condition> {
        let tended = self.tended_states();
        self.conditions.iter().enumerate().filter(move |(state, _)| !tended.contains(state)).map(|(_, one)| one)
    }

    /// How many different penalties there are while one can fight on.
    pub fn penalties(&self) -> usize {
        let mut fit: Vec<i8> = self.untended().filter(|one| one.fit).map(|one| one.penalty).collect();
        fit.sort_unstable();
        fit.dedup();
        fit.len()
    }

    /// The boxes of each level, or of what else is drawn ([`Record::row_names`]).
    pub fn boxes_of_levels(&self) -> &[u8] {
        &self.boxes
    }

    /// True for the last state of all: no box was left for a wound.
    pub fn is_dead(&self, state: u16) -> bool {
        usize::from(state) + 1 >= self.states()
    }

    /// The boxes marked at each level. All of them in the states of the dead and of those who could not pay for a hit, which keep no record
    /// of them.
    pub fn marks(&self, state: u16) -> Vec<u8> {
        if self.is_dead(state) || self.is_unpaid(state) {
            return self.boxes.clone();
        }
        if let Some(injuries) = self.injuries {
            let [minor, serious] = injuries.of(state);
            let mut left = serious;
            let above = self.boxes[1..].iter().map(|boxes| {
                let marked = left.min(usize::from(*boxes));
                left -= marked;
                marked as u8
            });
            return std::iter::once(minor as u8).chain(above).collect();
        }
        // Both kinds of state are read from the lightest level up: as digits, or as points that fill the boxes.
        let digits = |left: usize, boxes: usize| (left % (boxes + 1), left / (boxes + 1));
        let points = |left: usize, boxes: usize| (left.min(boxes), left.saturating_sub(boxes));
        let mut left = usize::from(self.received.get(usize::from(state)).map_or(state, |received| received.boxes));
        let mut marked = |boxes: u8| {
            let (marked, rest) =
                if self.filled && !self.absorbs() { points(left, boxes.into()) } else { digits(left, boxes.into()) };
            left = rest;
            // At most the level's boxes.
            marked as u8
        };
        self.boxes.iter().map(|&boxes| marked(boxes)).collect()
    }

    /// The least and the most that wounds add to the rolls of a fighter who is fit; 0 is between them.
    pub fn range_of_penalties(&self) -> [i32; 2] {
        let fit = self.conditions.iter().filter(|one| one.fit).map(|one| i32::from(one.penalty));
        fit.fold([0, 0], |[least, most], penalty| [least.min(penalty), most.max(penalty)])
    }

    /// How many wound levels the states amount to, from Undamaged to Dead.
    pub fn levels(&self) -> usize {
        self.conditions.iter().map(|condition| usize::from(condition.level) + 1).max().unwrap_or(1)
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    fn standard() -> Track {
        Track::compile(&Record::standard(), 0, None)
    }

    /// SRD 4.54: Undamaged, Scratch, Hurt -1, Very Hurt -2, and from Incapacitated on nobody fights.
    #[test]
    fn levels_of_the_standard_track() {
        let track = standard();
        let conditions = track.conditions_of_levels();
        let told = conditions.iter().map(|one| (one.level, one.penalty, one.fit)).collect::<Vec<_>>();
        let fighting = [(0, 0, true), (1, 0, true), (2, -1, true), (3, -2, true)];
        assert_eq!(told[..4], fighting);
        assert!(told[4..].iter().all(|(.., fit)| !fit) && told.len() == 7);
        assert_eq!((track.incapacitated(), track.grave(), track.near_death()), (4, 3, 5));
    }

    /// C13, W20: who yields at Hurt is down with it, not with a Scratch.
    #[test]
    fn who_yields_is_down_at_that_level() {
        let track = standard().down_at(2);
        assert_eq!((track.incapacitated(), track.grave()), (2, 1));
        let fit = |severity| track.condition(track.after(0, severity)).fit;
        assert_eq!([1, 2, 3, 5].map(fit), [true, false, false, false]);
    }

    /// On the standard track only one who is out can die: Near Death has one box, and every wound finds a box before.
    /// Without such a box a blow kills at once.
    #[test]
    fn blows_that_kill_the_fit() {
        assert!(standard().kills() && !standard().one_blow_kills());
        let mut record = Record::standard();
        record.levels[4].boxes = 0;
        assert!(Track::compile(&record, 0, None).one_blow_kills());
        record.levels.iter_mut().for_each(|level| level.boxes = 0);
        assert!(Track::compile(&record, 0, None).one_blow_kills(), "no box at all");
        assert_eq!(standard().severest_points(), 9);
    }
}
