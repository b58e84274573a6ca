//! Compiles a wound record for one fighter to a table of states.

use super::absorb::Absorbed;
use super::condition::Condition;
use super::in_order::Injuries;
use super::received::Received;
use super::tables::{CAPACITY_BOXES, table_row};
use super::{Record, RecordKind};
use std::ops::Range;

/// A wound record compiled for one fighter: all states of its boxes, and the state that each blow leads to.
///
/// State 0 is undamaged. The *severity* of a blow is 0 without a wound. Otherwise it is the wound level if blows have
/// one ([`Record::blows_have_levels`]), and the points on a point track or on boxes that absorb hits. On a track filled
/// in order it is the number of boxes marked, plus the number of all boxes if the blow starts at the second level or
/// above ([`Track::serious_severity`]).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Track {
    pub(super) conditions: Vec<Condition>,
    pub(super) severities: usize,
    /// For each state, the next state by severity. On a point track with large blows, a second row per state follows
    /// for the remaining points of a large blow.
    pub(super) next: Vec<u16>,
    /// Number of entries per state in `next`.
    pub(super) stride: usize,
    /// For each entry of `next`, whether the boxes of the wound's own level were full; empty if blows have no level of
    /// their own.
    pub(super) overflows: Vec<bool>,
    pub(super) severity_of_points: Vec<u8>,
    /// Whether boxes are filled in order, point by point.
    pub(super) filled: bool,
    /// Fewest points of a large blow, if the rule is used.
    pub(super) large_blow: Option<i32>,
    /// Number of boxes of each level.
    pub(super) boxes: Vec<u8>,
    /// The minor and serious injuries that the boxes can record; `None` unless the record is `RecordKind::InOrder`.
    pub(super) injuries: Option<Injuries>,
    /// The wounds received in each state, if the track remembers them; otherwise empty.
    pub(super) received: Vec<Received>,
    /// The boxes that absorb hits.
    pub(super) absorbed: Option<Absorbed>,
}

impl Track {
    /// Compiles a record that has passed [`Record::check`]. `body` is the trait that the record depends on: the level
    /// of Damage Capacity or Health (in tables clamped to Terrible −3 … Legendary 4) or the number of fatigue cards;
    /// other records ignore it. `large_blow` as in [`Rules::large_blow`](crate::rules::Rules::large_blow).
    pub fn compile(record: &Record, body: i32, large_blow: Option<i32>) -> Self {
        Self::compile_for(record, body, large_blow, false)
    }

    /// Like [`compile`](Self::compile). If `lightened`, something can make the fighter's wounds lighter, so points
    /// above those that kill are distinguished.
    pub fn compile_for(record: &Record, body: i32, large_blow: Option<i32>, lightened: bool) -> Self {
        match record.kind {
            RecordKind::Boxes => Self::boxes(&record.levels, record.overflow),
            RecordKind::Health => Self::boxes(&record.of_health(body), record.overflow),
            RecordKind::CapacityPoints => {
                let row = table_row(body, CAPACITY_BOXES.len());
                Self::points(&record.levels, &record.with_extra(CAPACITY_BOXES[row]), large_blow, lightened)
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

    /// The wound level, penalty and fitness in a state.
    #[inline(always)]
    pub fn condition(&self, state: u16) -> Condition {
        self.conditions[usize::from(state)]
    }

    /// The severity of a blow of `points`; 0 if the points are 0 or less.
    #[inline(always)]
    pub fn severity(&self, points: i32) -> u8 {
        let last = self.severity_of_points.len() - 1;
        self.severity_of_points[(points.max(0) as usize).min(last)]
    }

    /// On a track filled in order, the severity of a blow that starts at the first box of the second level, or at the
    /// last box if there is only one level (enormous threats, LITE).
    pub fn serious_severity(&self, severity: u8) -> u8 {
        if severity == 0 { 0 } else { severity + (self.severities() / 2) as u8 }
    }

    /// The lowest severity that puts out any fighter, even an unhurt one.
    pub fn knockout_severity(&self) -> u8 {
        let fit: Vec<u16> = (0..self.states() as u16).filter(|&state| self.condition(state).fit).collect();
        let puts_out = |severity: &u8| fit.iter().all(|&state| !self.condition(self.after(state, *severity)).fit);
        // The highest severity puts out every fighter.
        let severest = self.severities() as u8;
        (1..severest).find(puts_out).unwrap_or(severest)
    }

    /// The worst wound level at which a fighter can still fight.
    pub fn worst_fit_level(&self) -> u8 {
        self.conditions_of_blows().filter(|condition| condition.fit).map(|condition| condition.level).max().unwrap_or(0)
    }

    /// The lowest wound level that puts out of action.
    pub fn first_out_level(&self) -> u8 {
        let out = self.conditions.iter().filter(|condition| !condition.fit).map(|condition| condition.level);
        out.min().unwrap_or(u8::MAX)
    }

    /// The track of a fighter who gives up at wound level `level`: that level and all worse ones put out of action, in
    /// addition to the record's own (C13, W20).
    #[must_use]
    pub fn out_from_level(mut self, level: u8) -> Self {
        self.conditions
            .iter_mut()
            .filter(|condition| condition.level >= level)
            .for_each(|condition| condition.fit = false);
        self
    }

    /// This track, changed so that of all levels before Dead only Near Death puts the fighter out of action. Lighter
    /// levels that otherwise would get the penalty of the worst level that does not (W28).
    #[must_use]
    pub fn out_only_near_death(mut self) -> Self {
        let near_death = self.near_death();
        let worst = self.conditions.iter().filter(|condition| condition.fit).map(|condition| condition.penalty).min();
        let below = self.conditions.iter_mut().filter(|condition| condition.level < near_death && !condition.fit);
        below.for_each(|condition| (condition.fit, condition.penalty) = (true, worst.unwrap_or(0)));
        self
    }

    /// The worst level before Dead: Near Death on the tracks of the sources.
    pub fn near_death(&self) -> u8 {
        self.levels() as u8 - 2
    }

    /// The state of the dead.
    pub fn dead(&self) -> u16 {
        self.states() as u16 - 1
    }

    /// For each state, the state after `boxes` boxes have cleared, the worst first. Nothing clears for the dead (W28),
    /// nor for a fighter who could not pay for a hit.
    pub fn states_after_clearing(&self, boxes: u8) -> Vec<u16> {
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

    /// The condition at each wound level, starting with Undamaged. A level without a state repeats the condition of the
    /// lighter one.
    pub fn conditions_of_levels(&self) -> Vec<Condition> {
        let of = |level: usize| self.conditions.iter().copied().find(|one| usize::from(one.level) == level);
        let mut last = self.conditions[0];
        let mut next = |level| {
            last = of(level).unwrap_or(last);
            last
        };
        (0..self.levels()).map(&mut next).collect()
    }

    /// The worst level at which a blow marked a box; 0 if it marked no box. On boxes that absorb hits, the level of the
    /// state `after`.
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

    /// The largest severity, at most `severity`, that leaves the wound level at `worst` or better. On a box track, a
    /// wound that would overflow past `worst` is lost completely; on a point track, only the points past it are lost
    /// (reading 30). A large blow is judged by its original size (reading 23).
    pub fn limited_severity(&self, state: u16, severity: u8, worst: u8) -> u8 {
        let within = |severity: &u8| self.condition(self.after(state, *severity)).level <= worst;
        if !self.filled {
            return Some(severity.min(worst)).filter(within).unwrap_or(0);
        }
        if within(&severity) {
            return severity;
        }
        let left = |points: u8| if self.is_large(severity) { self.large_blow_severity(points) } else { points };
        (0..self.reported_points(severity)).rev().map(left).find(within).unwrap_or(0)
    }

    /// Whether `severity` is that of a large blow, or of what remains of a large blow.
    fn is_large(&self, severity: u8) -> bool {
        let large = self.large_blow.filter(|_| self.stride > self.severities);
        usize::from(severity) >= self.severities || large.is_some_and(|large| i32::from(severity) >= large)
    }

    /// The severity of a large blow that has been reduced to `points`.
    fn large_blow_severity(&self, points: u8) -> u8 {
        if points == 0 { 0 } else { self.severities as u8 + points }
    }

    /// The severity to report for `severity`: on a point track, the number of points marked, also for the remaining
    /// points of a large blow.
    #[inline]
    pub fn reported_points(&self, severity: u8) -> u8 {
        if usize::from(severity) < self.severities { severity } else { severity - self.severities as u8 }
    }

    /// The severity of a blow after `change` is applied to the points of `severity`. The remaining points of a large
    /// blow keep counting as such.
    pub fn map_points(&self, severity: u8, change: impl FnOnce(u8) -> u8) -> u8 {
        let points = change(self.reported_points(severity));
        if usize::from(severity) < self.severities { points } else { self.large_blow_severity(points) }
    }

    /// Whether any blow leads to death.
    pub fn can_kill(&self) -> bool {
        let dead = self.conditions.len() - 1;
        self.next[..dead * self.stride].contains(&(dead as u16))
    }

    /// Fewest points of a blow of the highest severity.
    pub fn severest_points(&self) -> i32 {
        self.severity_of_points.len() as i32 - 1
    }

    /// The first state with the same level and fitness as `state`.
    pub fn first_equivalent(&self, state: u16) -> u16 {
        let of = |state: usize| (self.conditions[state].level, self.conditions[state].fit);
        let own = of(state.into());
        (0..state).find(|&other| of(other.into()) == own).unwrap_or(state)
    }

    /// Whether a single blow can kill a fighter who is still fit. If not, no one dies in a one-on-one fight.
    pub fn one_blow_kills(&self) -> bool {
        let mut fit = (0..self.dead()).filter(|&state| self.condition(state).fit);
        let kills = |state, severity| self.is_dead(self.after(state, severity));
        fit.any(|state| (0..=self.severities() as u8).any(|severity| kills(state, severity)))
    }

    /// Number of severities above 0: wound levels, or points up to those that fill the track.
    pub fn severities(&self) -> usize {
        self.severities - 1
    }

    /// Number of states, including Dead.
    pub fn states(&self) -> usize {
        self.conditions.len()
    }

    /// Number of states that blows can reach.
    pub fn states_of_blows(&self) -> usize {
        self.states() - self.care_states().len()
    }

    /// The states that only care can reach.
    fn care_states(&self) -> Range<usize> {
        self.injuries.map_or(0..0, Injuries::care_states)
    }

    /// The conditions of all states that blows can reach.
    fn conditions_of_blows(&self) -> impl Iterator<Item = &Condition> {
        let tended = self.care_states();
        self.conditions.iter().enumerate().filter(move |(state, _)| !tended.contains(state)).map(|(_, one)| one)
    }

    /// Number of different penalties of fit fighters.
    pub fn penalties(&self) -> usize {
        let mut fit: Vec<i8> = self.conditions_of_blows().filter(|one| one.fit).map(|one| one.penalty).collect();
        fit.sort_unstable();
        fit.dedup();
        fit.len()
    }

    /// Number of boxes of each level, or of each row of a wound chart ([`Record::row_names`]).
    pub fn boxes_of_levels(&self) -> &[u8] {
        &self.boxes
    }

    /// Whether `state` is the last one: there was no box left for a wound.
    pub fn is_dead(&self, state: u16) -> bool {
        usize::from(state) + 1 >= self.states()
    }

    /// Number of boxes marked at each level. For the dead, and for fighters who could not pay for a hit, the marks are
    /// unknown, and all boxes count as marked.
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
        // Both types of state are decoded starting at the lightest level: as digits, or as points that fill the boxes.
        let digits = |left: usize, boxes: usize| (left % (boxes + 1), left / (boxes + 1));
        let points = |left: usize, boxes: usize| (left.min(boxes), left.saturating_sub(boxes));
        let mut left = usize::from(self.received.get(usize::from(state)).map_or(state, |received| received.boxes));
        let mut marked = |boxes: u8| {
            let (marked, rest) =
                if self.filled && !self.absorbs() { points(left, boxes.into()) } else { digits(left, boxes.into()) };
            left = rest;
            // Never more than the boxes of the level, so it fits.
            marked as u8
        };
        self.boxes.iter().map(|&boxes| marked(boxes)).collect()
    }

    /// The smallest and largest wound modifier to the rolls of a fit fighter; the range includes 0.
    pub fn range_of_penalties(&self) -> [i32; 2] {
        let fit = self.conditions.iter().filter(|one| one.fit).map(|one| i32::from(one.penalty));
        fit.fold([0, 0], |[least, most], penalty| [least.min(penalty), most.max(penalty)])
    }

    /// Number of wound levels of the states, from Undamaged to Dead.
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

    /// SRD 4.54: Undamaged, Scratch, Hurt -1, Very Hurt -2; starting at Incapacitated, a fighter is out.
    #[test]
    fn standard_track_has_the_levels_of_srd_4_54() {
        let track = standard();
        let conditions = track.conditions_of_levels();
        let told = conditions.iter().map(|one| (one.level, one.penalty, one.fit)).collect::<Vec<_>>();
        let fighting = [(0, 0, true), (1, 0, true), (2, -1, true), (3, -2, true)];
        assert_eq!(told[..4], fighting);
        assert!(told[4..].iter().all(|(.., fit)| !fit) && told.len() == 7);
        assert_eq!((track.first_out_level(), track.worst_fit_level(), track.near_death()), (4, 3, 5));
    }

    /// C13, W20: a fighter who yields at Hurt is out at Hurt, but not at Scratch.
    #[test]
    fn fighter_who_yields_is_out_at_that_level() {
        let track = standard().out_from_level(2);
        assert_eq!((track.first_out_level(), track.worst_fit_level()), (2, 1));
        let fit = |severity| track.condition(track.after(0, severity)).fit;
        assert_eq!([1, 2, 3, 5].map(fit), [true, false, false, false]);
    }

    /// On the standard track only a fighter who is out can die: Near Death has one box, so the first such wound always
    /// finds one. Without that box a single blow kills.
    #[test]
    fn single_blow_kills_only_without_a_near_death_box() {
        assert!(standard().can_kill() && !standard().one_blow_kills());
        let mut record = Record::standard();
        record.levels[4].boxes = 0;
        assert!(Track::compile(&record, 0, None).one_blow_kills());
        record.levels.iter_mut().for_each(|level| level.boxes = 0);
        assert!(Track::compile(&record, 0, None).one_blow_kills(), "no box at all");
        assert_eq!(standard().severest_points(), 9);
    }
}
