//! The ends of a fight and their chances.

use crate::combat::{Body, End, EndShape, Ending, Fight, Verdict};
use crate::exact::hash::{Interner, WeightedItems};
use smallvec::SmallVec;
use std::hash::Hash;

/// An end of a fight as numbers in the layout of [`EndShape`]. The row of a duel needs no heap memory.
type EndRow = SmallVec<[u16; 32]>;

/// The possible ends of a fight, each with its chance. Ends that no measure distinguishes are merged.
#[derive(Debug, Clone, PartialEq)]
pub struct Ends {
    shape: EndShape,
    rows: WeightedItems<EndRow>,
}

/// The possible ends of a fight, without their chances and without the memory of paths.
#[derive(Debug)]
pub(super) struct EndRows {
    shape: EndShape,
    /// The distinct rows of the ends.
    rows: Interner<EndRow>,
    /// For each end, the number of its row.
    row_of: Vec<u32>,
    /// A reusable row.
    buffer: Vec<u16>,
}

impl EndRows {
    pub(super) fn new(shape: &EndShape) -> Self {
        let buffer = vec![0; shape.width()];
        Self { shape: shape.clone(), rows: Interner::new(), row_of: Vec::new(), buffer }
    }

    /// Adds an end of the fight.
    pub(super) fn push(&mut self, fight: &Fight, verdict: Verdict, bodies: &[Body]) {
        self.shape.write(&mut self.buffer, fight, verdict, &[], Ending::all(fight, bodies));
        self.row_of.push(self.rows.intern_copy(&self.buffer[..]));
    }

    /// Adds the chances of the ends, in the order in which the ends were added.
    pub(super) fn with_chances(self, chances: impl Iterator<Item = f64>) -> Ends {
        let mut sums = vec![0.0; self.rows.items.len()];
        self.row_of.iter().zip(chances).for_each(|(row, chance)| sums[*row as usize] += chance);
        Ends { shape: self.shape, rows: WeightedItems { interner: self.rows, chances: sums } }
    }

    /// Combines the ends with the memory of `paths` paths. `ends` yields the number of an end, the memory and the
    /// chance; `remembered` returns the bytes of a memory.
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

    /// Adds an end. If an equal one exists, their chances are added.
    fn add_row(&mut self, row: &[u16], chance: f64) {
        let number = self.rows.interner.intern_copy(row);
        self.rows.add_to(number, chance);
    }

    /// Adds all ends of another fight, with their chances multiplied by `share`.
    pub(super) fn add_all(&mut self, other: &Self, share: f64) {
        for (row, chance) in other.rows.iter() {
            self.add_row(row, share * chance);
        }
    }

    /// The ends, each with its chance.
    pub fn iter(&self) -> impl Iterator<Item = (End<'_>, f64)> {
        self.rows.iter().map(|(row, chance)| (self.shape.end(row), chance))
    }

    /// The total chance of the ends for which `belongs` is true.
    pub fn chance(&self, belongs: impl Fn(&End<'_>) -> bool) -> f64 {
        // An empty sum would be -0.
        self.iter().filter(|(end, _)| belongs(end)).fold(0.0, |sum, (_, chance)| sum + chance)
    }

    /// The mean of `number` over all ends.
    pub fn mean(&self, number: impl Fn(&End<'_>) -> f64) -> f64 {
        self.iter().fold(0.0, |sum, (end, chance)| sum + chance * number(&end))
    }

    /// The layout of the ends.
    pub fn shape(&self) -> &EndShape {
        &self.shape
    }
}
