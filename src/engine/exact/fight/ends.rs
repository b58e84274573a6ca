//! The ends of a fight and their chances.

use crate::combat::{Body, End, EndShape, Ending, Fight, Verdict};
use crate::exact::hash::{Interner, WeightedItems};
use smallvec::SmallVec;
use std::hash::Hash;

/// An end as a row of numbers in the layout of [`EndShape`]. The row of a duel needs no heap memory.
type EndRow = SmallVec<[u16; 32]>;

/// The ends of a fight that some measure distinguishes, each with its chance.
#[derive(Debug, Clone, PartialEq)]
pub struct Ends {
    shape: EndShape,
    rows: WeightedItems<EndRow>,
}

/// The ends of a fight, without the memory of paths.
#[derive(Debug)]
pub(super) struct EndRows {
    shape: EndShape,
    /// The rows of ends that some measure distinguishes.
    rows: Interner<EndRow>,
    /// For each end, the number of its row.
    row_of: Vec<u32>,
    /// A reusable row.
    room: Vec<u16>,
}

impl EndRows {
    pub(super) fn new(shape: &EndShape) -> Self {
        let room = vec![0; shape.width()];
        Self { shape: shape.clone(), rows: Interner::new(), row_of: Vec::new(), room }
    }

    pub(super) fn push(&mut self, fight: &Fight, verdict: Verdict, bodies: &[Body]) {
        self.shape.write(&mut self.room, fight, verdict, &[], Ending::all(fight, bodies));
        self.row_of.push(self.rows.intern_copy(&self.room[..]));
    }

    /// The ends with their chances, given in the order in which the ends were added.
    pub(super) fn with_chances(self, chances: impl Iterator<Item = f64>) -> Ends {
        let mut of = vec![0.0; self.rows.items.len()];
        self.row_of.iter().zip(chances).for_each(|(row, chance)| of[*row as usize] += chance);
        Ends { shape: self.shape, rows: WeightedItems { known: self.rows, of } }
    }

    /// Combines the ends with the memory of `paths` paths. `ends` yields the number of an end, the memory and the
    /// chance.
    pub(super) fn with_paths<M: Copy + Eq + Hash>(
        &self,
        paths: usize,
        ends: impl Iterator<Item = (usize, M, f64)>,
        remembered: impl Fn(&M) -> &[u8],
    ) -> Ends {
        let mut pairs = WeightedItems::new();
        ends.for_each(|(end, memory, chance)| pairs.add((self.row_of[end], memory), chance));
        let (mut all, mut row) = (Ends::new(self.shape.with_paths(paths)), Vec::new());
        for ((number, memory), chance) in pairs.iter() {
            all.shape.copy_with_memory(&mut row, &self.rows.items[*number as usize], remembered(memory));
            all.add_row(&row, chance);
        }
        all
    }
}

impl Ends {
    pub(super) fn new(shape: EndShape) -> Self {
        Self { shape, rows: WeightedItems::new() }
    }

    /// Adds an end; ends that no measure distinguishes are merged.
    fn add_row(&mut self, row: &[u16], chance: f64) {
        let number = self.rows.known.intern_copy(row);
        self.rows.add_to(number, chance);
    }

    /// Adds all ends of another fight, with their chances multiplied by `share`.
    pub(super) fn add_all(&mut self, other: &Self, share: f64) {
        for (row, chance) in other.rows.iter() {
            self.add_row(row, share * chance);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (End<'_>, f64)> {
        self.rows.iter().map(|(row, chance)| (self.shape.end(row), chance))
    }

    /// The total chance of the ends for which `belongs` is true.
    pub fn chance(&self, belongs: impl Fn(&End<'_>) -> bool) -> f64 {
        // An empty sum would be -0.
        self.iter().filter(|(end, _)| belongs(end)).fold(0.0, |sum, (_, chance)| sum + chance)
    }

    /// The mean of a number that depends on the end.
    pub fn mean(&self, number: impl Fn(&End<'_>) -> f64) -> f64 {
        self.iter().fold(0.0, |sum, (end, chance)| sum + chance * number(&end))
    }

    pub fn shape(&self) -> &EndShape {
        &self.shape
    }
}
