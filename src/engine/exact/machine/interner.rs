//! Numbers for the states and ends of a machine.

use crate::check::Machine;
use std::collections::HashMap;

/// Numbers the states and ends of a machine in the order of discovery.
pub(super) struct StateInterner<'m, M: Machine> {
    pub(super) machine: &'m M,
    /// The states by number.
    pub(super) states: Vec<M::State>,
    state_numbers: HashMap<M::State, usize>,
    /// The ends by number.
    pub(super) ends: Vec<M::End>,
    end_numbers: HashMap<M::End, usize>,
}

impl<'m, M: Machine> StateInterner<'m, M> {
    pub(super) fn new(machine: &'m M) -> Self {
        Self {
            machine,
            states: Vec::new(),
            state_numbers: HashMap::new(),
            ends: Vec::new(),
            end_numbers: HashMap::new(),
        }
    }

    /// An interner that contains the start of the machine, with the number 0.
    pub(super) fn with_start(machine: &'m M) -> Self {
        let mut interner = Self::new(machine);
        interner.number_state(machine.start());
        interner
    }

    /// The number of a state; a new state is added. States with equal essence have the same number.
    pub(super) fn number_state(&mut self, state: M::State) -> usize {
        *self.state_numbers.entry(self.machine.essence(state)).or_insert_with_key(|state| {
            self.states.push(state.clone());
            self.states.len() - 1
        })
    }

    /// The number of an end; a new end is added.
    pub(super) fn number_end(&mut self, end: M::End) -> usize {
        *self.end_numbers.entry(end).or_insert_with_key(|end| {
            self.ends.push(end.clone());
            self.ends.len() - 1
        })
    }
}
