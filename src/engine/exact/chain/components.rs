//! The strongly connected components of a chain.

use super::transitions::Transitions;
use std::ops::Range;

/// The strongly connected components in reverse topological order: each comes after all components it leads to.
#[derive(Debug, Clone, Default)]
pub(super) struct Components {
    /// All states, component by component.
    pub(super) order: Vec<u32>,
    /// The end of each component in `order`.
    boundaries: Vec<u32>,
    /// For each state, the number of its component.
    pub(super) component_of: Vec<u32>,
}

impl Components {
    /// The number of components.
    pub(super) fn len(&self) -> usize {
        self.boundaries.len()
    }

    /// The states of component `number`, as a range of `order`.
    pub(super) fn members(&self, number: usize) -> Range<usize> {
        let start = if number == 0 { 0 } else { self.boundaries[number - 1] as usize };
        start..self.boundaries[number] as usize
    }

    /// Finds the components (Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1, 1972) without
    /// recursion, since a fight may be long.
    pub(super) fn find(transitions: &Transitions) -> Self {
        let mut search = DepthFirstSearch::new(transitions.rows());
        for root in 0..transitions.rows() as u32 {
            if search.index[root as usize] == UNSEEN {
                search.walk(root, transitions);
            }
        }
        search.found
    }
}

/// Marks states that are not discovered yet, and states whose component is not known yet.
const UNSEEN: u32 = u32::MAX;

/// The state of Tarjan's depth-first search.
struct DepthFirstSearch {
    /// For each state, its number in the order of discovery.
    index: Vec<u32>,
    /// For each state, the lowest number of an open state that it is known to lead back to.
    low: Vec<u32>,
    /// Visited states whose component is not known yet.
    open: Vec<u32>,
    /// The states on the path from the root, each with the transitions not followed yet.
    path: Vec<(u32, Range<usize>)>,
    /// Number of states discovered so far.
    count: u32,
    found: Components,
}

impl DepthFirstSearch {
    fn new(states: usize) -> Self {
        let found =
            Components { order: Vec::with_capacity(states), boundaries: vec![], component_of: vec![UNSEEN; states] };
        Self { index: vec![UNSEEN; states], low: vec![0; states], open: vec![], path: vec![], count: 0, found }
    }

    /// Numbers a new state and appends it to the path.
    fn discover(&mut self, state: u32, transitions: &Transitions) {
        (self.index[state as usize], self.low[state as usize]) = (self.count, self.count);
        self.count += 1;
        self.open.push(state);
        self.path.push((state, transitions.range(state as usize)));
    }

    /// Searches everything that can be reached from `root`.
    fn walk(&mut self, root: u32, transitions: &Transitions) {
        self.discover(root, transitions);
        while let Some((state, remaining)) = self.path.last_mut() {
            let state = *state;
            if let Some(next) = remaining.next() {
                let to = transitions.to[next];
                if self.index[to as usize] == UNSEEN {
                    self.discover(to, transitions);
                } else if self.found.component_of[to as usize] == UNSEEN {
                    self.low[state as usize] = self.low[state as usize].min(self.index[to as usize]);
                }
                continue;
            }
            self.path.pop();
            let low = self.low[state as usize];
            if let Some((parent, _)) = self.path.last() {
                let parent = &mut self.low[*parent as usize];
                *parent = low.min(*parent);
            }
            if low == self.index[state as usize] {
                self.close_component(state);
            }
        }
    }

    /// Makes a component of `first` and all open states after it.
    fn close_component(&mut self, first: u32) {
        let number = self.found.boundaries.len() as u32;
        while let Some(state) = self.open.pop() {
            self.found.component_of[state as usize] = number;
            self.found.order.push(state);
            if state == first {
                break;
            }
        }
        self.found.boundaries.push(self.found.order.len() as u32);
    }
}
