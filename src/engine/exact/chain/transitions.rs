//! Transitions between the states of a chain.

use std::ops::Range;

/// A sparse matrix of transitions: row k holds the transitions from state k.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Transitions {
    row_ends: Vec<u32>,
    /// The target of each transition, row by row.
    pub(super) to: Vec<u32>,
    /// The chance of each transition.
    pub(super) chance: Vec<f64>,
    /// For each target state, the index of the last transition added to it.
    latest: Vec<u32>,
}

impl Transitions {
    /// An empty matrix with memory reserved for `states` rows of `each` transitions.
    pub(super) fn with_capacity(states: usize, each: usize) -> Self {
        let transitions = states * each;
        Self {
            row_ends: Vec::with_capacity(states),
            to: Vec::with_capacity(transitions),
            chance: Vec::with_capacity(transitions),
            latest: Vec::with_capacity(states),
        }
    }

    /// Adds a transition to the open row. If the row already has a transition to the same target, the chances are
    /// added.
    #[inline]
    pub(in crate::exact) fn add(&mut self, to: u32, chance: f64) {
        let target = to as usize;
        if target >= self.latest.len() {
            self.latest.resize(target + 1, u32::MAX);
        }
        let (open, known) = (self.row_ends.last().copied().unwrap_or(0), self.latest[target]);
        if known != u32::MAX && known >= open {
            self.chance[known as usize] += chance;
        } else {
            self.latest[target] = self.to.len() as u32;
            self.to.push(to);
            self.chance.push(chance);
        }
    }

    /// Closes the open row.
    pub(in crate::exact) fn close(&mut self) {
        self.row_ends.push(self.to.len() as u32);
    }

    /// The number of transitions.
    pub(in crate::exact) fn len(&self) -> usize {
        self.to.len()
    }

    /// The number of closed rows.
    pub(super) fn rows(&self) -> usize {
        self.row_ends.len()
    }

    /// The index range of the transitions of a closed row.
    #[inline]
    pub(super) fn range(&self, state: usize) -> Range<usize> {
        let start = if state == 0 { 0 } else { self.row_ends[state - 1] as usize };
        start..self.row_ends[state] as usize
    }

    /// The transitions from `state`: targets and chances.
    #[inline]
    pub(in crate::exact) fn row(&self, state: usize) -> impl Iterator<Item = (usize, f64)> {
        let row = self.range(state);
        self.to[row.clone()].iter().map(|&to| to as usize).zip(self.chance[row].iter().copied())
    }

    /// The largest number of transitions into one state.
    pub(super) fn max_in_degree(&self) -> usize {
        let mut into = vec![0; self.latest.len()];
        self.to.iter().for_each(|&to| into[to as usize] += 1);
        into.into_iter().max().unwrap_or(0)
    }
}
