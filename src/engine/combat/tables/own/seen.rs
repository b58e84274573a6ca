//! Ranges of the parts of a state.

use super::super::kind::CompiledFighter;
use crate::rules::own::Counter;

/// Range of a part of the state: `count` values, starting with the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ValueRange {
    pub(crate) low: i32,
    pub(crate) count: usize,
    /// Number of values at the end that repeat beyond the highest; with 1, larger values are clamped.
    pub(crate) repeats: usize,
}

impl ValueRange {
    pub(crate) fn new(low: i32, high: i32) -> Self {
        Self { low, count: (high - low).max(0) as usize + 1, repeats: 1 }
    }

    /// Merges two ranges of rounds: the result distinguishes every round that one of them does.
    pub(crate) fn and(self, other: Self) -> Self {
        let repeats = (1..=other.repeats).map(|times| self.repeats * times).find(|rounds| rounds % other.repeats == 0);
        let repeats = repeats.unwrap_or(self.repeats);
        let first = (self.count - self.repeats).max(other.count - other.repeats);
        Self { low: self.low, count: first + repeats, repeats }
    }

    /// The index of a value. Values below the lowest are clamped.
    pub(crate) fn place(self, value: i32) -> usize {
        let place = usize::try_from(value - self.low).unwrap_or(0);
        if place < self.count { place } else { self.count - self.repeats + (place - self.count) % self.repeats }
    }
}

/// The counters of a fight. All values of a fighter are packed into one number, which is 0 at the start.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counters {
    all: Vec<Counter>,
    /// Start value of each counter, by compiled fighter.
    starts: Vec<Vec<i32>>,
    /// Whether a compiled fighter has each counter.
    owned: Vec<Vec<bool>>,
}

impl Counters {
    /// Creates counters for `kinds` compiled fighters. If a fighter lacks a counter (`has` is false), the counter is 0,
    /// or as near to 0 as its bounds allow.
    pub(crate) fn new(counters: &[Counter], kinds: usize, has: impl Fn(&Counter, usize) -> bool) -> Self {
        let start = |counter: &Counter, kind| match has(counter, kind) {
            true => counter.start,
            false => 0.clamp(counter.from, counter.to),
        };
        let starts = (0..kinds).map(|kind| counters.iter().map(|counter| start(counter, kind)).collect());
        let owned = (0..kinds).map(|kind| counters.iter().map(|counter| has(counter, kind)).collect());
        Self { starts: starts.collect(), owned: owned.collect(), all: counters.to_vec() }
    }

    pub(crate) fn range(&self, place: u8) -> ValueRange {
        let counter = &self.all[usize::from(place)];
        ValueRange::new(counter.from, counter.to)
    }

    /// The number of combinations of counter values.
    pub(crate) fn states(&self) -> f64 {
        self.all.iter().map(|counter| f64::from(counter.to - counter.from) + 1.0).product()
    }

    /// The value of a counter, unpacked from `packed`.
    pub(crate) fn value(&self, kind: u16, packed: u32, place: u8) -> i32 {
        let (factor, counter) = self.digit(place.into());
        let count = Self::count(counter);
        let from_start = (packed / factor % count) as i32;
        let start = self.starts[usize::from(kind)][usize::from(place)];
        counter.from + (start - counter.from + from_start) % count as i32
    }

    pub(crate) fn has(&self, kind: u16, place: u8) -> bool {
        self.owned[usize::from(kind)][usize::from(place)]
    }

    /// `packed` with a new value for one counter, clamped to its bounds.
    pub(crate) fn with(&self, kind: u16, packed: u32, place: usize, value: i32) -> u32 {
        let (factor, counter) = self.digit(place);
        let count = Self::count(counter);
        let value = value.clamp(counter.from, counter.to);
        let digit = (value - self.starts[usize::from(kind)][place]).rem_euclid(count as i32) as u32;
        packed - packed / factor % count * factor + digit * factor
    }

    /// The place value of a counter's digit, and the counter.
    fn digit(&self, place: usize) -> (u32, &Counter) {
        (self.all[..place].iter().map(Self::count).product(), &self.all[place])
    }

    fn count(counter: &Counter) -> u32 {
        counter.to.abs_diff(counter.from) + 1
    }
}

/// The level that formulas see in each state of a fighter's track; always 0 if the record has no levels.
pub(crate) fn levels_of(kind: &CompiledFighter, has_levels: bool) -> Vec<u8> {
    let level = |state: u16| if has_levels { kind.track.condition(state).level } else { 0 };
    (0..kind.track.states() as u16).map(level).collect()
}
