//! Values by what formulas name of a state.

use super::seen::ValueRange;
use crate::rules::own::State;

/// A part of a state that a table depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dimension {
    pub(crate) of_foe: bool,
    pub(crate) state: State,
    pub(crate) range: ValueRange,
}

/// A value for each state, as far as it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tabulated<T> {
    /// The parts of the state; the first counts slowest.
    dimensions: Vec<Dimension>,
    cells: Vec<T>,
}

impl<T> Tabulated<T> {
    /// A value for each state that differs in one of these.
    ///
    /// # Errors
    /// The first error of a value.
    pub(crate) fn new<E>(dimensions: Vec<Dimension>, mut value: impl FnMut(&[i64]) -> Result<T, E>) -> Result<Self, E> {
        let places: usize = dimensions.iter().map(|dimension| dimension.range.count).product();
        let cells = (0..places).map(|place| value(&values(&dimensions, place))).collect::<Result<_, E>>()?;
        Ok(Self { dimensions, cells })
    }

    /// The value in a state, of which `seen` gives the parts.
    pub(crate) fn at(&self, seen: impl Fn(bool, State) -> i32) -> &T {
        &self.cells[self.place(seen)]
    }

    /// The number of a state.
    pub(crate) fn place(&self, seen: impl Fn(bool, State) -> i32) -> usize {
        self.dimensions.iter().fold(0, |place, dimension| {
            place * dimension.range.count + dimension.range.place(seen(dimension.of_foe, dimension.state))
        })
    }

    /// The number of a state in which these parts of it have these values. All parts that the table depends on are among them.
    pub(crate) fn number(&self, dimensions: &[Dimension], seen: &[i64]) -> usize {
        self.dimensions.iter().fold(0, |place, dimension| {
            let value = find(dimensions, dimension.of_foe, dimension.state).map_or(0, |at| seen[at]);
            place * dimension.range.count + dimension.range.place(value as i32)
        })
    }

    /// The value in such a state.
    pub(crate) fn of(&self, dimensions: &[Dimension], seen: &[i64]) -> &T {
        &self.cells[self.number(dimensions, seen)]
    }

    /// The values of its parts in the state of this number.
    pub(crate) fn values(&self, place: usize) -> Vec<i64> {
        values(&self.dimensions, place)
    }

    /// The place of a part of the state among its parts.
    pub(crate) fn find(&self, of_foe: bool, state: State) -> Option<usize> {
        find(&self.dimensions, of_foe, state)
    }

    /// The same with fewer rounds, which stand first; the last of them repeat, `repeats` of them.
    pub(crate) fn first_rounds(mut self, rounds: usize, repeats: usize) -> Self {
        if let Some(dimension) = self.dimensions.first_mut() {
            let each = self.cells.len() / dimension.range.count;
            self.cells.truncate(each * rounds);
            dimension.range = ValueRange { count: self.cells.len() / each, repeats, ..dimension.range };
        }
        self
    }

    /// All values.
    pub(crate) fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The parts of the state.
    pub(crate) fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }
}

/// The place of a part of the state among others.
pub(crate) fn find(dimensions: &[Dimension], of_foe: bool, state: State) -> Option<usize> {
    dimensions.iter().position(|dimension| dimension.of_foe == of_foe && dimension.state == state)
}

fn values(dimensions: &[Dimension], mut place: usize) -> Vec<i64> {
    let mut values = vec![0; dimensions.len()];
    for (dimension, value) in dimensions.iter().zip(&mut values).rev() {
        *value = i64::from(dimension.range.low) + (place % dimension.range.count) as i64;
        place /= dimension.range.count;
    }
    values
}
