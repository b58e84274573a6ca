//! What formulas see of a state.

use super::super::Fight;
use super::super::kind::Kind;
use crate::combat::condition::{Body, Scene, Status};
use crate::rules::own::{Counter, State};

/// The values that a part of the state can have: so many, from the lowest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: i32,
    pub(super) count: usize,
    /// Values beyond the highest stand for the last so many again: 1 holds them within.
    pub(super) repeats: usize,
}

impl Range {
    pub(super) fn new(low: i32, high: i32) -> Self {
        Self { low, count: (high - low).max(0) as usize + 1, repeats: 1 }
    }

    /// Where both are of rounds: enough to tell apart what either does.
    pub(super) fn and(self, other: Self) -> Self {
        let repeats = (1..=other.repeats).map(|times| self.repeats * times).find(|rounds| rounds % other.repeats == 0);
        let repeats = repeats.unwrap_or(self.repeats);
        let first = (self.count - self.repeats).max(other.count - other.repeats);
        Self { low: self.low, count: first + repeats, repeats }
    }

    /// The place of a value; one below the lowest is held within.
    pub(super) fn place(self, value: i32) -> usize {
        let place = usize::try_from(value - self.low).unwrap_or(0);
        if place < self.count { place } else { self.count - self.repeats + (place - self.count) % self.repeats }
    }
}

/// The counters of a fight: all values of a fighter are one number, which is 0 at the start.
#[derive(Debug, Clone, Default)]
pub(super) struct Counters {
    all: Vec<Counter>,
    /// What each is at first, for each kind of fighter.
    starts: Vec<Vec<i32>>,
}

impl Counters {
    /// These counters; `has` says whether a kind of fighter has one. For others it is 0, or what is nearest to it.
    pub(super) fn new(counters: &[Counter], kinds: usize, has: impl Fn(&Counter, usize) -> bool) -> Self {
        let start = |counter: &Counter, kind| match has(counter, kind) {
            true => counter.start,
            false => 0.clamp(counter.from, counter.to),
        };
        let starts = (0..kinds).map(|kind| counters.iter().map(|counter| start(counter, kind)).collect());
        Self { starts: starts.collect(), all: counters.to_vec() }
    }

    pub(super) fn range(&self, place: u8) -> Range {
        let counter = &self.all[usize::from(place)];
        Range::new(counter.from, counter.to)
    }

    /// How many values all can have together.
    pub(super) fn states(&self) -> f64 {
        self.all.iter().map(|counter| f64::from(counter.to - counter.from) + 1.0).product()
    }

    /// The value of a counter of a kind of fighter.
    pub(super) fn value(&self, kind: u16, packed: u32, place: u8) -> i32 {
        let (factor, counter) = self.digit(place.into());
        let count = Self::count(counter);
        let from_start = (packed / factor % count) as i32;
        let start = self.starts[usize::from(kind)][usize::from(place)];
        counter.from + (start - counter.from + from_start) % count as i32
    }

    /// The same counters with another value of one, held within its bounds.
    pub(super) fn with(&self, kind: u16, packed: u32, place: usize, value: i32) -> u32 {
        let (factor, counter) = self.digit(place);
        let count = Self::count(counter);
        let value = value.clamp(counter.from, counter.to);
        let digit = (value - self.starts[usize::from(kind)][place]).rem_euclid(count as i32) as u32;
        packed - packed / factor % count * factor + digit * factor
    }

    /// The worth of a counter's digit, and the counter.
    fn digit(&self, place: usize) -> (u32, &Counter) {
        (self.all[..place].iter().map(Self::count).product(), &self.all[place])
    }

    fn count(counter: &Counter) -> u32 {
        counter.to.abs_diff(counter.from) + 1
    }
}

/// The level that formulas see, for each state of a fighter's track.
pub(super) fn levels_of(kind: &Kind, has_levels: bool) -> Vec<u8> {
    let level = |state: u16| if has_levels { kind.track.condition(state).level } else { 0 };
    (0..kind.track.states() as u16).map(level).collect()
}

impl Fight {
    /// A foe whom a fighter faces: of several the first.
    pub(crate) fn foe_faced(&self, scene: Scene<'_>, who: u16) -> Option<u16> {
        if let Some([a, b]) = self.duel() {
            return Some(if who == a { b } else { a });
        }
        let group = scene.bodies[usize::from(who)].group;
        let foes = || (0u16..).zip(scene.bodies).filter(|(other, _)| self.side(*other) != self.side(who));
        let faced = foes().find(|(_, body)| group > 0 && body.group == group);
        let fit = || foes().find(|(other, body)| self.is_fit(*other, body));
        faced.or_else(fit).or_else(|| foes().next()).map(|(foe, _)| foe)
    }

    /// The value of a part of a fighter's state beside a foe.
    pub(super) fn seen(&self, scene: Scene<'_>, who: u16, foe: u16, state: State) -> i32 {
        let Some(own) = &self.own else { return 0 };
        let body = &scene.bodies[usize::from(who)];
        let Status { attacked, hit, was_hit, dealt, taken, counters, .. } = body.status;
        let track = self.track(who);
        let fit = |same: bool| {
            let there = (0u16..).zip(scene.bodies).filter(|(other, one)| {
                *other != who && (self.side(*other) == self.side(who)) == same && self.is_fit(*other, one)
            });
            there.count() as i32
        };
        match state {
            State::Level => own.levels[usize::from(self.kind_of[usize::from(who)])][usize::from(body.felt)].into(),
            State::Marked => track.marked(body.felt) as i32,
            State::WorstSlot => track.worst_slot(body.felt) as i32,
            State::SlotsFilled => track.slots_filled(body.felt) as i32,
            State::Penalty => self.penalty(scene, who).into(),
            State::Stance => own.stances[usize::from(body.stance)],
            State::FudgePoints => self.points_left(scene, who).into(),
            State::Round => i32::from(scene.clock) + 1,
            State::FirstAttack => i32::from(!attacked),
            State::Foes => self.foes_now(scene, who, foe),
            State::Allies => fit(true),
            State::Enemies => fit(false),
            State::Lost => self.down(scene.bodies, |other| self.side(other) == self.side(who)),
            State::Members => {
                let block = self.block(who);
                block.filter(|one| self.is_fit(*one, &scene.bodies[usize::from(*one)])).count() as i32
            }
            State::Hit => hit.into(),
            State::WasHit => was_hit.into(),
            State::Points => dealt.into(),
            State::Taken => taken.into(),
            State::Counter(place) => own.counters.value(self.kind_of[usize::from(who)], counters, place),
        }
    }

    /// How many foes a fighter faces.
    fn foes_now(&self, scene: Scene<'_>, who: u16, foe: u16) -> i32 {
        let group = scene.bodies[usize::from(who)].group;
        if self.duel.is_some() || group == 0 {
            return i32::from(self.is_fit(foe, &scene.bodies[usize::from(foe)]));
        }
        let of_group = |(other, body): &(u16, &Body)| body.group == group && self.side(*other) != self.side(who);
        (0u16..).zip(scene.bodies).filter(of_group).count() as i32
    }

    /// How many of some fighters are out.
    fn down(&self, bodies: &[Body], of: impl Fn(u16) -> bool) -> i32 {
        (0u16..).zip(bodies).filter(|(who, body)| of(*who) && !self.is_fit(*who, body)).count() as i32
    }
}
