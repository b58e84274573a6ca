//! Computes the rounds that formulas distinguish.

use super::state_table::StateTable;
use crate::dice::Bound;
use crate::formula::{Comparands, least_common_multiple};

/// Maximum number of rounds that a fight distinguishes, for formulas that never begin to repeat.
pub(super) const MOST_DISTINCT_ROUNDS: usize = 1000;

/// The rounds that a fight distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DistinctRounds {
    /// Number of rounds at the start that differ.
    pub(crate) longest: u16,
    /// Number of rounds in the cycle that repeats after the first `longest` rounds.
    pub(crate) cycle: u16,
    /// Whether later rounds would differ as well, but are treated as repeating.
    pub(crate) endless: bool,
}

impl DistinctRounds {
    /// The case that all rounds are equal.
    pub(crate) const ALL_EQUAL: Self = Self { longest: 0, cycle: 1, endless: false };

    /// The rounds that at least one of `self` and `other` distinguishes.
    pub(super) fn union(self, other: Self) -> Self {
        let cycle = least_common_multiple(self.cycle.into(), other.cycle.into());
        let cycle = cycle.and_then(|cycle| u16::try_from(cycle).ok());
        Self {
            longest: self.longest.max(other.longest),
            cycle: cycle.unwrap_or(self.cycle),
            endless: self.endless || other.endless || cycle.is_none(),
        }
    }
}

/// The rounds that a formula distinguishes: each up to `last`, and after that a cycle of `period` rounds.
#[derive(Debug, Clone, Copy)]
pub(super) struct FormulaRounds {
    pub(super) last: usize,
    pub(super) period: usize,
}

impl FormulaRounds {
    /// The case that all rounds are equal.
    pub(super) const ALL_EQUAL: Self = Self { last: 0, period: 1 };

    /// The rounds that a formula distinguishes. `None` if it distinguishes all, or if its cycle is longer than
    /// [`MOST_DISTINCT_ROUNDS`].
    ///
    /// `round` is the index of the name `round`, if the formula can use it. `values` has the values of the names, with
    /// `UNSET` for those that vary.
    pub(super) fn of_formula(formula: &Bound, round: Option<usize>, values: &[i64]) -> Option<Self> {
        let Some(round) = round else { return Some(Self::ALL_EQUAL) };
        let Comparands { largest, period } = formula.comparands(round, values)?;
        let period = usize::try_from(period).ok().filter(|period| (1..=MOST_DISTINCT_ROUNDS).contains(period))?;
        Some(Self { last: usize::try_from(largest.max(0)).ok()?, period })
    }

    /// The rounds that at least one of two formulas distinguishes. `None` if the combined cycle is too long.
    fn union(self, other: Self) -> Option<Self> {
        let period = least_common_multiple(self.period as i64, other.period as i64)?;
        let period = usize::try_from(period).ok().filter(|period| *period <= MOST_DISTINCT_ROUNDS)?;
        Some(Self { last: self.last.max(other.last), period })
    }

    /// Number of rounds that are distinguished.
    pub(super) fn count(self) -> usize {
        self.last.saturating_add(self.period)
    }

    /// The rounds that at least one of several formulas distinguishes. `None` if one of them distinguishes all.
    pub(super) fn union_of_all(each: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        each.into_iter().try_fold(Self::ALL_EQUAL, |all, one| all.union(one?))
    }
}

/// Finds the point at which the rounds of a table begin to repeat. Returns the number of rounds before that point, and
/// the length of the cycle. `rounds` is the number of rounds in the table, its first dimension. `None` if no cycle
/// covers at least the last `tail` rounds.
pub(super) fn find_repetition<T: PartialEq>(table: &StateTable<T>, rounds: usize, tail: usize) -> Option<(u16, u16)> {
    /// In rounds.
    const LONGEST_CYCLE: usize = 24;
    let each = table.cells().len() / rounds.max(1);
    let round = |round: usize| &table.cells()[round * each..(round + 1) * each];
    (1..=LONGEST_CYCLE.min(rounds)).find_map(|cycle| {
        let differs = (0..rounds - cycle).rev().find(|at| round(*at) != round(*at + cycle));
        let longest = differs.map_or(0, |at| at + 1);
        let enough = longest + tail.max(2 * cycle) <= rounds || (tail == 1 && longest + cycle <= rounds && cycle == 1);
        enough.then_some((longest as u16, cycle as u16))
    })
}

/// Like [`find_repetition`], for a table whose rounds after `last` are known to repeat with `period`. The returned
/// cycle is the shortest possible.
pub(super) fn shortest_cycle<T: PartialEq>(
    table: &StateTable<T>,
    FormulaRounds { last, period }: FormulaRounds,
) -> (u16, u16) {
    let each = table.cells().len() / (last + period);
    let round = |round: usize| &table.cells()[round * each..(round + 1) * each];
    let is_cycle =
        |cycle: &usize| period % cycle == 0 && (last..last + period - cycle).all(|at| round(at) == round(at + cycle));
    let cycle = (1..period).find(is_cycle).unwrap_or(period);
    let differs = (0..last).rev().find(|at| round(*at) != round(*at + cycle));
    (differs.map_or(0, |at| at + 1) as u16, cycle as u16)
}
