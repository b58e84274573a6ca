//! Which places of a chain lead to one another.

use super::Ways;
use std::ops::Range;

/// The strongly connected components, each after all it leads to.
#[derive(Debug, Clone, Default)]
pub(super) struct Components {
    /// All places, component after component.
    pub(super) order: Vec<u32>,
    /// Where each component ends in that order.
    ends: Vec<u32>,
    /// By place, its component's number.
    pub(super) of: Vec<u32>,
}

impl Components {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The members of a component, as a range of the order.
    pub(super) fn members(&self, number: usize) -> Range<usize> {
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        start..self.ends[number] as usize
    }

    /// Finds them (Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1, 1972), without
    /// recursion: a fight may be long.
    pub(super) fn find(on: &Ways) -> Self {
        let mut search = Search::new(on.rows());
        for root in 0..on.rows() as u32 {
            if search.index[root as usize] == NEW {
                search.walk(root, on);
            }
        }
        search.found
    }
}

const NEW: u32 = u32::MAX;

struct Search {
    /// The order of discovery.
    index: Vec<u32>,
    low: Vec<u32>,
    /// Places whose component is not yet known.
    open: Vec<u32>,
    /// The places on the way from the root, each with its ways that were not yet gone.
    path: Vec<(u32, Range<usize>)>,
    count: u32,
    found: Components,
}

impl Search {
    fn new(places: usize) -> Self {
        let found = Components { order: Vec::with_capacity(places), ends: vec![], of: vec![NEW; places] };
        Self { index: vec![NEW; places], low: vec![0; places], open: vec![], path: vec![], count: 0, found }
    }

    fn discover(&mut self, place: u32, on: &Ways) {
        (self.index[place as usize], self.low[place as usize]) = (self.count, self.count);
        self.count += 1;
        self.open.push(place);
        self.path.push((place, on.range(place as usize)));
    }

    fn walk(&mut self, root: u32, on: &Ways) {
        self.discover(root, on);
        while let Some((place, ways)) = self.path.last_mut() {
            let place = *place;
            if let Some(way) = ways.next() {
                let to = on.to[way];
                if self.index[to as usize] == NEW {
                    self.discover(to, on);
                } else if self.found.of[to as usize] == NEW {
                    self.low[place as usize] = self.low[place as usize].min(self.index[to as usize]);
                }
                continue;
            }
            self.path.pop();
            let low = self.low[place as usize];
            if let Some((parent, _)) = self.path.last() {
                let parent = &mut self.low[*parent as usize];
                *parent = low.min(*parent);
            }
            if low == self.index[place as usize] {
                self.close(place);
            }
        }
    }

    /// The open places from this one on are a component.
    fn close(&mut self, first: u32) {
        let number = self.found.ends.len() as u32;
        while let Some(place) = self.open.pop() {
            self.found.of[place as usize] = number;
            self.found.order.push(place);
            if place == first {
                break;
            }
        }
        self.found.ends.push(self.found.order.len() as u32);
    }
}
