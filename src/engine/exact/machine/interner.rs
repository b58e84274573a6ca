//! Numbers for the states and ends of a machine.

use crate::check::Machine;
use std::collections::HashMap;

/// Numbers the states and ends of a machine in the order of discovery.
pub(super) struct StateInterner<'m, M: Machine> {
    pub(super) machine: &'m M,
    pub(super) states: Vec<M::State>,
    places: HashMap<M::State, usize>,
    pub(super) ends: Vec<M::End>,
    known: HashMap<M::End, usize>,
}

impl<'m, M: Machine> StateInterner<'m, M> {
    pub(super) fn new(machine: &'m M) -> Self {
        Self { machine, states: Vec::new(), places: HashMap::new(), ends: Vec::new(), known: HashMap::new() }
    }

    /// Numbers the start of the machine 0.
    pub(super) fn started(machine: &'m M) -> Self {
        let mut interner = Self::new(machine);
        interner.place(machine.start());
        interner
    }

    /// The number of a state. States with equal essence have the same number.
    pub(super) fn place(&mut self, state: M::State) -> usize {
        *self.places.entry(self.machine.essence(state)).or_insert_with_key(|state| {
            self.states.push(state.clone());
            self.states.len() - 1
        })
    }

    /// The number of an end.
    pub(super) fn end(&mut self, end: M::End) -> usize {
        *self.known.entry(end).or_insert_with_key(|end| {
            self.ends.push(end.clone());
            self.ends.len() - 1
        })
    }
}
