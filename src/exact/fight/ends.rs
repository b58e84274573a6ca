//! The ends of a fight and their chances.

use crate::combat::{Body, End, EndShape, Ending, Fight, Verdict};
use crate::exact::hash::Interner;

/// All ends of a fight that some measure tells apart, each with its chance.
#[derive(Debug, Clone, PartialEq)]
pub struct Ends {
    shape: EndShape,
    rows: Interner<Box<[u16]>>,
    chances: Vec<f64>,
}

/// The ends of a fight without what paths remember, one by one.
#[derive(Debug)]
pub(super) struct EndRows {
    shape: EndShape,
    rows: Vec<u16>,
}

impl EndRows {
    pub(super) fn new(shape: &EndShape) -> Self {
        Self { shape: shape.clone(), rows: Vec::new() }
    }

    /// Adds the next end.
    pub(super) fn push(&mut self, fight: &Fight, verdict: Verdict, bodies: &[Body]) {
        let first = self.rows.len();
        self.rows.resize(first + self.shape.width(), 0);
        self.shape.write(&mut self.rows[first..], fight, verdict, &[], Ending::all(fight, bodies));
    }

    /// These ends with their chances.
    pub(super) fn with_chances(&self, chances: impl Iterator<Item = f64>) -> Ends {
        let mut ends = Ends::new(self.shape.clone());
        self.rows.chunks(self.shape.width()).zip(chances).for_each(|(row, chance)| ends.add_row(row, chance));
        ends
    }

    /// These ends by their numbers, with what so many paths remember and their chances.
    pub(super) fn with_paths<'m>(&self, paths: usize, ends: impl Iterator<Item = (usize, &'m [u8], f64)>) -> Ends {
        let mut all = Ends::new(self.shape.with_paths(paths));
        let (width, mut row) = (self.shape.width(), Vec::new());
        for (number, memory, chance) in ends {
            all.shape.copy_with(&mut row, &self.rows[number * width..][..width], memory);
            all.add_row(&row, chance);
        }
        all
    }
}

impl Ends {
    pub(super) fn new(shape: EndShape) -> Self {
        Self { shape, rows: Interner::new(), chances: Vec::new() }
    }

    /// Adds an end; ends that no measure tells apart are merged.
    fn add_row(&mut self, row: &[u16], chance: f64) {
        let index = self.rows.intern_copy(row) as usize;
        if index == self.chances.len() {
            self.chances.push(0.0);
        }
        self.chances[index] += chance;
    }

    /// Adds all ends of another fight, their chances times `share`.
    pub(super) fn add_all(&mut self, other: &Self, share: f64) {
        for (row, chance) in other.rows.items.iter().zip(&other.chances) {
            self.add_row(row, share * chance);
        }
    }

    /// Each end with its chance.
    pub fn iter(&self) -> impl Iterator<Item = (End<'_>, f64)> {
        let rows = self.rows.items.iter().map(|row| self.shape.end(row));
        rows.zip(self.chances.iter().copied())
    }

    /// The chance of an end for which `belongs` is true.
    pub fn chance(&self, belongs: impl Fn(&End<'_>) -> bool) -> f64 {
        // The sum of nothing would be -0.
        self.iter().filter(|(end, _)| belongs(end)).fold(0.0, |sum, (_, chance)| sum + chance)
    }

    /// The mean of a number that depends on the end.
    pub fn mean(&self, number: impl Fn(&End<'_>) -> f64) -> f64 {
        self.iter().fold(0.0, |sum, (end, chance)| sum + chance * number(&end))
    }

    /// The layout of an end.
    pub fn shape(&self) -> &EndShape {
        &self.shape
    }
}
