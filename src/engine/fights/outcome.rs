use crate::combat::{Body, End, EndShape, Ending, Fight, Verdict};

/// The outcome of one fight: its end, and what happened before.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    shape: EndShape,
    /// The end as a row in the layout `shape`.
    row: Vec<u16>,
    /// The number of rounds.
    pub rounds: u32,
    /// The number of times each signal happened, by its index.
    pub counts: Vec<u32>,
    /// For each path, the round in which its event first happened; 0 if it never did.
    pub first: Vec<u32>,
    /// For each path, the number of its counted events.
    pub passes: Vec<u32>,
    /// The end of each fighter; empty unless fighters are recorded one by one.
    pub individuals: Vec<Ending>,
}

impl Outcome {
    /// An empty outcome. `shape` is the layout of its end.
    pub fn of_shape(shape: EndShape) -> Self {
        Self { row: vec![0; shape.width()], shape, ..Self::default() }
    }

    /// An outcome of which only the end is known.
    pub fn of_end(end: &End<'_>) -> Self {
        let (shape, row) = end.shape_and_row();
        Self { shape: shape.clone(), row: row.to_vec(), ..Self::default() }
    }

    /// Stores how the fight ended. `memory` is the memory of its paths.
    #[inline]
    pub fn write(&mut self, fight: &Fight, verdict: Verdict, memory: &[u8], endings: impl Iterator<Item = Ending>) {
        self.shape.write(&mut self.row, fight, verdict, memory, endings);
    }

    /// Stores how each fighter ended.
    pub fn write_individuals(&mut self, fight: &Fight, bodies: &[Body]) {
        self.individuals.clear();
        self.individuals.extend(Ending::all(fight, bodies));
    }

    /// The end of the fight.
    #[inline]
    pub fn end(&self) -> End<'_> {
        self.shape.end(&self.row)
    }

    /// Wound levels and fates of all stat blocks, one stat block after another.
    #[inline]
    pub fn all_columns(&self) -> &[u16] {
        self.shape.all_columns(&self.row)
    }
}
