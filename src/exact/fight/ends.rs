//! The ends of a fight, each with its chance.

use crate::combat::{Body, End, EndShape, Fight, Verdict};
use std::collections::HashMap;

/// Every way in which a fight may end, as far as anything is measured by it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ends {
    shape: EndShape,
    rows: Vec<u16>,
    chances: Vec<f64>,
    /// Where each row stands.
    known: HashMap<Vec<u16>, usize>,
}

impl Ends {
    pub(super) fn new(shape: EndShape) -> Self {
        Self { shape, rows: Vec::new(), chances: Vec::new(), known: HashMap::new() }
    }

    /// Adds a way to end; ways that differ in nothing that is measured are one.
    pub(super) fn add(&mut self, fight: &Fight, verdict: Verdict, memory: &[u8], bodies: &[Body], chance: f64) {
        let mut row = vec![0; self.shape.width()];
        self.shape.write(&mut row, fight, verdict, memory, fight.endings(bodies));
        self.add_row(row, chance);
    }

    fn add_row(&mut self, row: Vec<u16>, chance: f64) {
        let next = self.chances.len();
        let place = *self.known.entry(row).or_insert_with_key(|row| {
            self.rows.extend_from_slice(row);
            next
        });
        if place == next {
            self.chances.push(0.0);
        }
        self.chances[place] += chance;
    }

    /// Adds all of another fight's, each with this share of its chance.
    pub(super) fn add_all(&mut self, other: &Self, share: f64) {
        for (row, chance) in other.rows.chunks(other.shape.width()).zip(&other.chances) {
            self.add_row(row.to_vec(), share * chance);
        }
    }

    /// Each way to end, with its chance.
    pub fn iter(&self) -> impl Iterator<Item = (End<'_>, f64)> {
        let rows = self.rows.chunks(self.shape.width()).map(|row| self.shape.end(row));
        rows.zip(self.chances.iter().copied())
    }

    /// The chance that it ends as `belongs` says.
    pub fn chance(&self, belongs: impl Fn(&End<'_>) -> bool) -> f64 {
        // The sum of nothing would be -0.
        self.iter().filter(|(end, _)| belongs(end)).fold(0.0, |sum, (_, chance)| sum + chance)
    }

    /// The mean of a number that follows from how it ends.
    pub fn mean(&self, number: impl Fn(&End<'_>) -> f64) -> f64 {
        self.iter().fold(0.0, |sum, (end, chance)| sum + chance * number(&end))
    }

    /// What the ends look like.
    pub fn shape(&self) -> &EndShape {
        &self.shape
    }
}
