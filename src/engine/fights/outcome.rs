//! The outcome of one fight.

use crate::combat::{Body, End, EndShape, Ending, Fight, Verdict};

/// What came of one fight, as far as anything is measured by it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    shape: EndShape,
    row: Vec<u16>,
    /// The rounds it took.
    pub rounds: u32,
    /// Its signals, by place.
    pub counts: Vec<u32>,
    /// For each path, the round in which what it waits for happened; 0 where it never did.
    pub first: Vec<u32>,
    /// For each path, how often what it counts happened.
    pub passes: Vec<u32>,
    /// The ending of each fighter; empty unless single fighters are asked for.
    pub individuals: Vec<Ending>,
}

impl Outcome {
    /// One whose end has this shape.
    pub fn of_shape(shape: EndShape) -> Self {
        Self { row: vec![0; shape.width()], shape, ..Self::default() }
    }

    /// The outcome that an end is, with nothing known but the end.
    pub fn of_end(end: &End<'_>) -> Self {
        let (shape, row) = end.parts();
        Self { shape: shape.clone(), row: row.to_vec(), ..Self::default() }
    }

    /// Writes how a fight ended.
    #[inline]
    pub fn write(&mut self, fight: &Fight, verdict: Verdict, memory: &[u8], endings: impl Iterator<Item = Ending>) {
        self.shape.write(&mut self.row, fight, verdict, memory, endings);
    }

    /// Writes how each fighter ended.
    pub fn write_individuals(&mut self, fight: &Fight, bodies: &[Body]) {
        self.individuals.clear();
        self.individuals.extend(Ending::all(fight, bodies));
    }

    /// How it ended.
    #[inline]
    pub fn end(&self) -> End<'_> {
        self.shape.end(&self.row)
    }

    /// Wound levels and fates: those of each stat block, one behind the other.
    #[inline]
    pub fn all_columns(&self) -> &[u16] {
        self.shape.all_columns(&self.row)
    }
}
