//! Formulas that have been read at a place with names of its own.

use super::Dice;
use crate::error::{Error, Result};
use crate::formula::{Comparands, DiceTerms, FaceTable, Fault, Formula, Joined, Outcomes, Scope, joint};
use std::sync::Arc;

/// A formula that has been read at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    text: Arc<str>,
    formula: Formula,
    /// The number of names of the place.
    names: usize,
    pub(super) constants: Vec<i64>,
}

impl Bound {
    pub(super) fn new(text: &str, formula: Formula, names: usize, constants: Vec<i64>) -> Self {
        Self { text: Arc::from(text), formula, names, constants }
    }

    /// The formula by itself.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The formula as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of names of its place.
    pub fn width(&self) -> usize {
        self.names
    }

    /// A name of its place.
    pub fn name(&self, place: usize) -> &str {
        self.formula.slot_name(place)
    }

    /// The numbers of the names of its place that it depends on.
    pub fn used(&self) -> impl Iterator<Item = usize> {
        (0..self.names).filter(|name| self.formula.uses(*name))
    }

    /// Its value where it has no dice and needs no name that is unset, for these values of the names of its place.
    pub fn known(&self, values: &[i64]) -> Option<i64> {
        self.formula.flat(values, &self.constants)
    }

    /// The numbers that a name of its place is held against: see [`Formula::counted`].
    pub fn counted(&self, name: usize, given: &[i64]) -> Option<Comparands> {
        self.formula.counted(name, given, &self.constants)
    }

    /// The largest number written in it or among its constants, either way.
    pub fn largest(&self) -> i64 {
        self.constants.iter().map(|value| value.saturating_abs()).fold(self.formula.largest(), i64::max)
    }

    /// Its value where it has no dice, for these values of the names of its place.
    ///
    /// # Errors
    /// A value that is out of range or divided by 0.
    pub fn value(&self, values: &[i64]) -> Result<i64> {
        if let Some(value) = self.formula.flat(values, &self.constants) {
            return Ok(value);
        }
        let value = self.formula.roll(&self.inputs(values), &mut |_| 0);
        value.map_err(|fault| in_words(&self.text, [fault]))
    }

    /// Its distribution as dice.
    ///
    /// # Errors
    /// As [`value`](Self::value); values too far from 0; too many ways to be counted.
    pub fn dice(&self, name: &str, values: &[i64]) -> Result<Dice> {
        let outcomes = self.formula.weigh(&self.inputs(values)).map_err(|fault| in_words(&self.text, [fault]))?;
        Dice::of_outcomes(name, outcomes)
    }

    /// Like [`dice`](Self::dice), where numbers that the formula adds to its dice are no part of what the dice show.
    ///
    /// # Errors
    /// As [`dice`](Self::dice).
    pub fn dice_and_numbers(&self, name: &str, values: &[i64]) -> Result<Dice> {
        let dice = self.dice(name, values)?;
        Ok(match self.dice_terms(values) {
            Some((terms, number)) => dice.with_number(terms, number),
            None => dice,
        })
    }

    /// The numbers that it adds to its dice, for these values of the names of its place.
    pub fn added_to_dice(&self, values: &[i64]) -> Option<i64> {
        self.formula.added_to_dice(values, &self.constants)
    }

    /// The dice of a formula that adds numbers to dice, and the total of those numbers for `values`. `None` for other formulas.
    fn dice_terms(&self, values: &[i64]) -> Option<(DiceTerms, i32)> {
        let terms = self.formula.dice_terms(&self.text)?;
        let number = self.added_to_dice(values)?;
        Some((terms, i32::try_from(number).ok()?))
    }

    /// Dice as a formula that names nothing.
    ///
    /// # Errors
    /// None: a method is a formula.
    pub fn of_dice(dice: &Dice) -> Result<Self> {
        let table: FaceTable = dice.pmf().iter().map(|(value, weight)| (value.into(), weight)).collect();
        let text = "method('it')";
        let scope = Scope { method: &|_| Ok(table.clone()), ..Scope::of_nothing() };
        let formula = Formula::read(text, &scope).map_err(|_| Error::input("these dice cannot be read"))?;
        Ok(Self::new(text, formula, 0, Vec::new()))
    }

    /// The values of several formulas together, each of which may name the values of those before it, and dice whose results are their
    /// places. The first ones may be added to names, by their numbers. They ascend by the last value, so that a larger roll is never less of it.
    ///
    /// # Errors
    /// As [`dice`](Self::dice).
    pub fn together(name: &str, formulas: &[(&Self, Option<usize>)], values: &[i64]) -> Result<(Vec<Vec<i64>>, Dice)> {
        let joined = formulas.iter().map(|(one, adds_to)| Joined {
            formula: &one.formula,
            constants: &one.constants,
            adds_to: *adds_to,
        });
        let found = joint(&joined.collect::<Vec<_>>(), values);
        let found = found.map_err(|(number, fault)| in_words(&formulas[number].0.text, [fault]))?;
        match found {
            Outcomes::Exact(items, total) => placed(name, items, |weights| Outcomes::Exact(weights, total)),
            Outcomes::Rounded(items) => placed(name, items, Outcomes::Rounded),
        }
    }

    fn inputs(&self, values: &[i64]) -> Vec<i64> {
        values.iter().chain(&self.constants).copied().collect()
    }
}

/// Dice whose results are the places of values in their order by the last of them.
fn placed<W: Copy>(
    name: &str,
    mut items: Vec<(Vec<i64>, W)>,
    outcomes: impl FnOnce(Vec<(i64, W)>) -> Outcomes,
) -> Result<(Vec<Vec<i64>>, Dice)> {
    items.sort_by(|(one, _), (other, _)| one.last().cmp(&other.last()).then_with(|| one.cmp(other)));
    let weights = (0..).zip(&items).map(|(place, (_, weight))| (place, *weight)).collect();
    let dice = Dice::of_outcomes(name, outcomes(weights))?;
    Ok((items.into_iter().map(|(values, _)| values).collect(), dice))
}

/// The first of the faults of a formula, with its place in words.
pub(super) fn in_words(text: &str, faults: impl IntoIterator<Item = Fault>) -> Error {
    let Some(fault) = faults.into_iter().next() else { return Error::input("this formula cannot be read") };
    let column = fault.at + 1;
    Error::from(fault).context(format_args!("`{text}`, column {column}"))
}
