//! Values by what formulas name of a state.

use super::seen::ValueRange;
use crate::rules::own::State;

/// A part of a state that a table depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) of_foe: bool,
    pub(crate) state: State,
    pub(crate) range: ValueRange,
}

/// A value for each state, as far as it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tabulated<T> {
    /// The parts of the state; the first counts slowest.
    looks: Vec<Look>,
    cells: Vec<T>,
}

impl<T> Tabulated<T> {
    /// A value for each state that differs in one of these.
    ///
    /// # Errors
    /// The first error of a value.
    pub(crate) fn new<E>(looks: Vec<Look>, mut value: impl FnMut(&[i64]) -> Result<T, E>) -> Result<Self, E> {
        let places: usize = looks.iter().map(|look| look.range.count).product();
        let cells = (0..places).map(|place| value(&values(&looks, place))).collect::<Result<_, E>>()?;
        Ok(Self { looks, cells })
    }

    /// The value in a state, of which `seen` gives the parts.
    pub(crate) fn at(&self, seen: impl Fn(bool, State) -> i32) -> &T {
        &self.cells[self.place(seen)]
    }

    /// The number of a state.
    pub(crate) fn place(&self, seen: impl Fn(bool, State) -> i32) -> usize {
        self.looks
            .iter()
            .fold(0, |place, look| place * look.range.count + look.range.place(seen(look.of_foe, look.state)))
    }

    /// The number of a state in which these parts of it have these values. All parts that the table depends on are among them.
    pub(crate) fn number(&self, looks: &[Look], seen: &[i64]) -> usize {
        self.looks.iter().fold(0, |place, look| {
            let value = find(looks, look.of_foe, look.state).map_or(0, |at| seen[at]);
            place * look.range.count + look.range.place(value as i32)
        })
    }

    /// The value in such a state.
    pub(crate) fn of(&self, looks: &[Look], seen: &[i64]) -> &T {
        &self.cells[self.number(looks, seen)]
    }

    /// The values of its parts in the state of this number.
    pub(crate) fn values(&self, place: usize) -> Vec<i64> {
        values(&self.looks, place)
    }

    /// The place of a part of the state among its parts.
    pub(crate) fn find(&self, of_foe: bool, state: State) -> Option<usize> {
        find(&self.looks, of_foe, state)
    }

    /// The same with fewer rounds, which stand first; the last of them repeat, `repeats` of them.
    pub(crate) fn first_rounds(mut self, rounds: usize, repeats: usize) -> Self {
        if let Some(look) = self.looks.first_mut() {
            let each = self.cells.len() / look.range.count;
            self.cells.truncate(each * rounds);
            look.range = ValueRange { count: self.cells.len() / each, repeats, ..look.range };
        }
        self
    }

    /// All values.
    pub(crate) fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The parts of the state.
    pub(crate) fn looks(&self) -> &[Look] {
        &self.looks
    }
}

/// The place of a part of the state among others.
pub(crate) fn find(looks: &[Look], of_foe: bool, state: State) -> Option<usize> {
    looks.iter().position(|look| look.of_foe == of_foe && look.state == state)
}

fn values(looks: &[Look], mut place: usize) -> Vec<i64> {
    let mut values = vec![0; looks.len()];
    for (look, value) in looks.iter().zip(&mut values).rev() {
        *value = i64::from(look.range.low) + (place % look.range.count) as i64;
        place /= look.range.count;
    }
    values
}
