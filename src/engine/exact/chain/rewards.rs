//! Rewards for the transitions of a chain.

use super::transitions::Transitions;

/// The gains of a tally on the transitions of a chain: for each transition, its mean gain times its chance.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Rewards {
    /// Gains on transitions to transient states.
    pub(in crate::exact) transient: Transitions,
    /// Gains on transitions to absorbing states.
    pub(in crate::exact) absorbing: Transitions,
}

impl Rewards {
    /// Rewards with `rows` closed rows, all without gains.
    pub(in crate::exact) fn of_rows(rows: usize) -> Self {
        let mut rewards = Self::default();
        (0..rows).for_each(|_| rewards.close());
        rewards
    }

    /// Closes the open rows, which belong to one state.
    pub(in crate::exact) fn close(&mut self) {
        self.transient.close();
        self.absorbing.close();
    }

    /// The expected sum of all gains, given the `visits` to the states. Each gain is multiplied by the value of its
    /// target, from `states` or `ends`.
    pub(in crate::exact) fn expected_sum(&self, visits: &[f64], states: &[f64], ends: &[f64]) -> f64 {
        let row = |of: &Transitions, state: usize, worth: &[f64]| -> f64 {
            of.row(state).map(|(to, gain)| gain * worth[to]).sum()
        };
        let each = |state| row(&self.transient, state, states) + row(&self.absorbing, state, ends);
        visits.iter().enumerate().map(|(state, visits)| visits * each(state)).sum()
    }

    /// Adds the expected gains of one step, each to the state that its transition leads to: in `states` if that state
    /// is transient, in `ends` if it is absorbing. `chances` holds the chances of the transient states before the step.
    pub(in crate::exact) fn add(&self, chances: &[f64], states: &mut [f64], ends: &mut [f64]) {
        for (state, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance != 0.0) {
            self.transient.row(state).for_each(|(to, gain)| states[to] += chance * gain);
            self.absorbing.row(state).for_each(|(to, gain)| ends[to] += chance * gain);
        }
    }
}
