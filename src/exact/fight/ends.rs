//! The ends of a fight and their chances.

use crate::combat::{Body, End, EndShape, Ending, Fight, Verdict};
use crate::exact::hash::Lookup;

/// All ends of a fight that some measure tells apart, each with its chance.
#[derive(Debug, Clone, PartialEq)]
pub struct Ends {
    shape: EndShape,
    rows: Vec<u16>,
    chances: Vec<f64>,
    /// The index of each row.
    indices: Lookup<Vec<u16>, usize>,
}

impl Ends {
    pub(super) fn new(shape: EndShape) -> Self {
        Self { shape, rows: Vec::new(), chances: Vec::new(), indices: Lookup::default() }
    }

    /// Adds an end; ends that no measure tells apart are merged.
    pub(super) fn add(&mut self, fight: &Fight, verdict: Verdict, memory: &[u8], bodies: &[Body], chance: f64) {
        let mut row = vec![0; self.shape.width()];
        self.shape.write(&mut row, fight, verdict, memory, Ending::all(fight, bodies));
        self.add_row(row, chance);
    }

    fn add_row(&mut self, row: Vec<u16>, chance: f64) {
        let next = self.chances.len();
        let index = *self.indices.entry(row).or_insert_with_key(|row| {
            self.rows.extend_from_slice(row);
            next
        });
        if index == next {
            self.chances.push(0.0);
        }
        self.chances[index] += chance;
    }

    /// Adds all ends of another fight, their chances times `share`.
    pub(super) fn add_all(&mut self, other: &Self, share: f64) {
        for (row, chance) in other.rows.chunks(other.shape.width()).zip(&other.chances) {
            self.add_row(row.to_vec(), share * chance);
        }
    }

    /// Each end with its chance.
    pub fn iter(&self) -> impl Iterator<Item = (End<'_>, f64)> {
        let rows = self.rows.chunks(self.shape.width()).map(|row| self.shape.end(row));
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
