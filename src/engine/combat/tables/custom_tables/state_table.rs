//! Lookup tables, indexed by the parts of the state that formulas name.

use super::values::ValueRange;
use crate::rules::own::State;

/// A part of the state by which a table is indexed, and the values that it distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dimension {
    /// Whether the part is the foe's.
    pub(crate) of_foe: bool,
    pub(crate) state: State,
    pub(crate) range: ValueRange,
}

/// A lookup table with a value for each state that formulas distinguish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StateTable<T> {
    /// The parts of the state by which `cells` is indexed. The last one varies fastest.
    dimensions: Vec<Dimension>,
    cells: Vec<T>,
}

impl<T> StateTable<T> {
    /// Builds a table with a cell for each combination of values of the dimensions. `value` computes a cell from such a
    /// combination.
    ///
    /// # Errors
    /// If `value` fails.
    pub(crate) fn new<E>(dimensions: Vec<Dimension>, mut value: impl FnMut(&[i64]) -> Result<T, E>) -> Result<Self, E> {
        let places: usize = dimensions.iter().map(|dimension| dimension.range.count).product();
        let cells = (0..places).map(|place| value(&values(&dimensions, place))).collect::<Result<_, E>>()?;
        Ok(Self { dimensions, cells })
    }

    /// The value in a state. `seen` returns a part of that state, the foe's if its flag is true.
    pub(crate) fn value_in(&self, seen: impl Fn(bool, State) -> i32) -> &T {
        &self.cells[self.index_in(seen)]
    }

    /// The index of the cell for a state. `seen` returns a part of that state, the foe's if its flag is true.
    pub(crate) fn index_in(&self, seen: impl Fn(bool, State) -> i32) -> usize {
        self.dimensions.iter().fold(0, |place, dimension| {
            place * dimension.range.count + dimension.range.index_of(seen(dimension.of_foe, dimension.state))
        })
    }

    /// The index of the cell for a state in which `dimensions` have the values `seen`. The table's own dimensions must
    /// be among `dimensions`.
    pub(crate) fn index_for(&self, dimensions: &[Dimension], seen: &[i64]) -> usize {
        self.dimensions.iter().fold(0, |place, dimension| {
            let value = dimension_index(dimensions, dimension.of_foe, dimension.state).map_or(0, |at| seen[at]);
            place * dimension.range.count + dimension.range.index_of(value as i32)
        })
    }

    /// Like [`value_in`](Self::value_in), for a state in which `dimensions` have the values `seen`.
    pub(crate) fn value_for(&self, dimensions: &[Dimension], seen: &[i64]) -> &T {
        &self.cells[self.index_for(dimensions, seen)]
    }

    /// The values of the table's dimensions at the cell with the index `place`.
    pub(crate) fn values(&self, place: usize) -> Vec<i64> {
        values(&self.dimensions, place)
    }

    /// The index of a part of the state among the table's dimensions; `None` if the table does not depend on it.
    pub(crate) fn dimension_index(&self, of_foe: bool, state: State) -> Option<usize> {
        dimension_index(&self.dimensions, of_foe, state)
    }

    /// A copy with only the first `rounds` rounds. Rounds must be the first dimension. The last `cycle` of these rounds
    /// form the cycle that repeats.
    pub(crate) fn first_rounds(mut self, rounds: usize, cycle: usize) -> Self {
        if let Some(dimension) = self.dimensions.first_mut() {
            let each = self.cells.len() / dimension.range.count;
            self.cells.truncate(each * rounds);
            dimension.range = ValueRange { count: self.cells.len() / each, cycle, ..dimension.range };
        }
        self
    }

    pub(crate) fn cells(&self) -> &[T] {
        &self.cells
    }

    pub(crate) fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }
}

/// The index of a part of the state in `dimensions`; `None` if it is not among them.
pub(crate) fn dimension_index(dimensions: &[Dimension], of_foe: bool, state: State) -> Option<usize> {
    dimensions.iter().position(|dimension| dimension.of_foe == of_foe && dimension.state == state)
}

/// The values of `dimensions` at the cell with the index `place`.
fn values(dimensions: &[Dimension], mut place: usize) -> Vec<i64> {
    let mut values = vec![0; dimensions.len()];
    for (dimension, value) in dimensions.iter().zip(&mut values).rev() {
        *value = i64::from(dimension.range.low) + (place % dimension.range.count) as i64;
        place /= dimension.range.count;
    }
    values
}
