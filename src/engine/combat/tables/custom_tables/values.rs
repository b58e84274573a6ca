//! Ranges of the values that parts of the state can have, and the counters of fighters.

use super::super::compiled_fighter::CompiledFighter;
use crate::rules::own::Counter;

/// A range of values: `count` values, starting with `low`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ValueRange {
    pub(crate) low: i32,
    pub(crate) count: usize,
    /// Number of values at the end of the range that repeat above it. A value above the range counts as the one of them
    /// that it repeats. If only one value repeats, that is the highest.
    pub(crate) cycle: usize,
}

impl ValueRange {
    /// The range from `low` to `high`, both included. Values outside are clamped.
    pub(crate) fn new(low: i32, high: i32) -> Self {
        Self { low, count: (high - low).max(0) as usize + 1, cycle: 1 }
    }

    /// Merges two ranges of rounds. The result distinguishes every round that one of them does.
    pub(crate) fn merge(self, other: Self) -> Self {
        let cycle = (1..=other.cycle).map(|times| self.cycle * times).find(|rounds| rounds % other.cycle == 0);
        let cycle = cycle.unwrap_or(self.cycle);
        let first = (self.count - self.cycle).max(other.count - other.cycle);
        Self { low: self.low, count: first + cycle, cycle }
    }

    /// The index of `value` in the range. Values below the range are clamped; for values above it, see `cycle`.
    pub(crate) fn index_of(self, value: i32) -> usize {
        let place = usize::try_from(value - self.low).unwrap_or(0);
        if place < self.count { place } else { self.count - self.cycle + (place - self.count) % self.cycle }
    }
}

/// The counters of a fight. The values of all counters of one fighter are packed into one number, which is 0 at the
/// start of the fight.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counters {
    all: Vec<Counter>,
    /// Start values by compiled fighter, then by counter.
    starts: Vec<Vec<i32>>,
    /// Whether a compiled fighter has a counter, by compiled fighter, then by counter.
    owned: Vec<Vec<bool>>,
}

impl Counters {
    /// Creates the counters for `kinds` compiled fighters. `has` returns whether a compiled fighter has a counter. If
    /// not, its value is the one in the counter's range that is nearest to 0.
    pub(crate) fn new(counters: &[Counter], kinds: usize, has: impl Fn(&Counter, usize) -> bool) -> Self {
        let start = |counter: &Counter, kind| match has(counter, kind) {
            true => counter.start,
            false => 0.clamp(counter.from, counter.to),
        };
        let starts = (0..kinds).map(|kind| counters.iter().map(|counter| start(counter, kind)).collect());
        let owned = (0..kinds).map(|kind| counters.iter().map(|counter| has(counter, kind)).collect());
        Self { starts: starts.collect(), owned: owned.collect(), all: counters.to_vec() }
    }

    /// The values that a counter can have; `place` is its index.
    pub(crate) fn range(&self, place: u8) -> ValueRange {
        let counter = &self.all[usize::from(place)];
        ValueRange::new(counter.from, counter.to)
    }

    /// Number of combinations of the values of all counters.
    pub(crate) fn states(&self) -> f64 {
        self.all.iter().map(|counter| f64::from(counter.to - counter.from) + 1.0).product()
    }

    /// The value of the counter with index `place`, unpacked from `packed`. `kind` is the fighter's compiled fighter.
    pub(crate) fn value(&self, kind: u16, packed: u32, place: u8) -> i32 {
        let (factor, counter) = self.digit(place.into());
        let count = Self::count(counter);
        let from_start = (packed / factor % count) as i32;
        let start = self.starts[usize::from(kind)][usize::from(place)];
        counter.from + (start - counter.from + from_start) % count as i32
    }

    /// Whether the compiled fighter `kind` has the counter with index `place`.
    pub(crate) fn has(&self, kind: u16, place: u8) -> bool {
        self.owned[usize::from(kind)][usize::from(place)]
    }

    /// Returns `packed` with a new value for the counter with index `place`. The value is clamped to the counter's
    /// range.
    pub(crate) fn with_value(&self, kind: u16, packed: u32, place: usize, value: i32) -> u32 {
        let (factor, counter) = self.digit(place);
        let count = Self::count(counter);
        let value = value.clamp(counter.from, counter.to);
        let digit = (value - self.starts[usize::from(kind)][place]).rem_euclid(count as i32) as u32;
        packed - packed / factor % count * factor + digit * factor
    }

    /// The factor of a counter's digit in the packed number, and the counter. `place` is its index.
    fn digit(&self, place: usize) -> (u32, &Counter) {
        (self.all[..place].iter().map(Self::count).product(), &self.all[place])
    }

    /// Number of values that a counter can have.
    fn count(counter: &Counter) -> u32 {
        counter.to.abs_diff(counter.from) + 1
    }
}

/// The wound level that formulas see, for each state of a fighter's track. Always 0 if `has_levels` is false.
pub(crate) fn levels_of(kind: &CompiledFighter, has_levels: bool) -> Vec<u8> {
    let level = |state: u16| if has_levels { kind.track.condition(state).level } else { 0 };
    (0..kind.track.states() as u16).map(level).collect()
}
