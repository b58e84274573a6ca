//! Formulas that have been read in a scope, ready to evaluate.

use super::Dice;
use crate::error::{Error, Result};
use crate::formula::{
    Comparands, DiceTerms, FaceTable, Fault, Formula, FormulaScope, JointFormula, Outcomes, joint_distribution,
};
use std::sync::Arc;

/// A formula that has been read in a [`FormulaScope`], with the values of the file's constants.
///
/// The methods expect the values of the scope's names, in the order of the scope.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    text: Arc<str>,
    formula: Formula,
    /// The number of names in the scope.
    names: usize,
    /// The values of the constants, which follow the scope's names.
    pub(super) constants: Vec<i64>,
}

impl Bound {
    pub(super) fn new(text: &str, formula: Formula, names: usize, constants: Vec<i64>) -> Self {
        Self { text: Arc::from(text), formula, names, constants }
    }

    /// The formula without its text.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The source text of the formula.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of names in the scope.
    pub fn width(&self) -> usize {
        self.names
    }

    /// The name at `index` in the scope.
    pub fn name(&self, index: usize) -> &str {
        self.formula.slot_name(index)
    }

    /// The indices of the scope's names that the formula depends on.
    pub fn used(&self) -> impl Iterator<Item = usize> {
        (0..self.names).filter(|name| self.formula.uses(*name))
    }

    /// The formula's value, where `values` holds the values of the scope's names. `None` if the formula has dice, needs
    /// a name that is [`UNSET`](crate::formula::UNSET), or fails.
    pub fn try_value(&self, values: &[i64]) -> Option<i64> {
        self.formula.try_value(values, &self.constants)
    }

    /// The numbers that the name at index `name` is compared with. `given` holds the values of the scope's names; see
    /// [`Formula::comparands`].
    pub fn comparands(&self, name: usize, given: &[i64]) -> Option<Comparands> {
        self.formula.comparands(name, given, &self.constants)
    }

    /// The largest absolute value among the formula's numbers and constants.
    pub fn largest(&self) -> i64 {
        self.constants.iter().map(|value| value.saturating_abs()).fold(self.formula.largest(), i64::max)
    }

    /// The value of a formula without dice; `values` holds the values of the scope's names.
    ///
    /// # Errors
    /// If a value is out of range, or a divisor is 0.
    pub fn value(&self, values: &[i64]) -> Result<i64> {
        if let Some(value) = self.formula.try_value(values, &self.constants) {
            return Ok(value);
        }
        let value = self.formula.roll(&self.inputs(values), &mut |_| 0);
        value.map_err(|fault| fault_error(&self.text, [fault]))
    }

    /// Dice called `name` with the distribution of the formula.
    ///
    /// # Errors
    /// Like [`value`](Self::value); also if a result is too far from 0, or there are too many outcomes to count.
    pub fn dice(&self, name: &str, values: &[i64]) -> Result<Dice> {
        let outcomes = self.formula.weigh(&self.inputs(values)).map_err(|fault| fault_error(&self.text, [fault]))?;
        Dice::of_outcomes(name, outcomes)
    }

    /// Like [`dice`](Self::dice), but keeps the numbers that the formula adds to its dice apart from the faces.
    /// [`Dice::shown`] then returns the total of the faces without these numbers.
    ///
    /// # Errors
    /// Like [`dice`](Self::dice).
    pub fn dice_and_numbers(&self, name: &str, values: &[i64]) -> Result<Dice> {
        let dice = self.dice(name, values)?;
        Ok(match self.dice_terms(values) {
            Some((terms, number)) => dice.with_number(terms, number),
            None => dice,
        })
    }

    /// The total of the numbers that the formula adds to its dice. `None` if one of them needs an unset name or fails.
    pub fn added_to_dice(&self, values: &[i64]) -> Option<i64> {
        self.formula.added_to_dice(values, &self.constants)
    }

    /// The formula's dice, and the total of the numbers added to them. `None` if the formula does not add numbers to
    /// dice.
    fn dice_terms(&self, values: &[i64]) -> Option<(DiceTerms, i32)> {
        let terms = self.formula.dice_terms(&self.text)?;
        let number = self.added_to_dice(values)?;
        Some((terms, i32::try_from(number).ok()?))
    }

    /// Turns dice into a formula without names.
    ///
    /// # Errors
    /// Never in practice: a dice method can always be read as a formula.
    pub fn of_dice(dice: &Dice) -> Result<Self> {
        let table: FaceTable = dice.pmf().iter().map(|(value, weight)| (value.into(), weight)).collect();
        let text = "method('it')";
        let scope = FormulaScope { method: &|_| Ok(table.clone()), ..FormulaScope::empty() };
        let formula = Formula::read(text, &scope).map_err(|_| Error::input("these dice cannot be read"))?;
        Ok(Self::new(text, formula, 0, Vec::new()))
    }

    /// The joint distribution of several formulas: the possible rows of values, and dice called `name` that roll the
    /// index of a row.
    ///
    /// A row has one value for each formula. The rows are sorted by their last value, so that a larger roll never has a
    /// smaller last value.
    ///
    /// Each formula can use the values of the formulas before it. If a formula comes with the index of a name, its
    /// value is added to that name for the formulas that follow, and the row holds the sum. Formulas with such an index
    /// come first.
    ///
    /// # Errors
    /// Like [`dice`](Self::dice).
    pub fn joint_rows(
        name: &str,
        formulas: &[(&Self, Option<usize>)],
        values: &[i64],
    ) -> Result<(Vec<Vec<i64>>, Dice)> {
        let joined = formulas.iter().map(|(one, adds_to)| JointFormula {
            formula: &one.formula,
            constants: &one.constants,
            adds_to: *adds_to,
        });
        let found = joint_distribution(&joined.collect::<Vec<_>>(), values);
        let found = found.map_err(|(number, fault)| fault_error(&formulas[number].0.text, [fault]))?;
        match found {
            Outcomes::Exact(items, total) => sort_rows(name, items, |weights| Outcomes::Exact(weights, total)),
            Outcomes::Rounded(items) => sort_rows(name, items, Outcomes::Rounded),
        }
    }

    /// The values of the scope's names, then the constants.
    fn inputs(&self, values: &[i64]) -> Vec<i64> {
        values.iter().chain(&self.constants).copied().collect()
    }
}

/// Sorts the rows in `items` by their last value. Returns them with dice that roll the index of a row; `outcomes` makes
/// a distribution from row indices and weights.
fn sort_rows<W: Copy>(
    name: &str,
    mut items: Vec<(Vec<i64>, W)>,
    outcomes: impl FnOnce(Vec<(i64, W)>) -> Outcomes,
) -> Result<(Vec<Vec<i64>>, Dice)> {
    items.sort_by(|(one, _), (other, _)| one.last().cmp(&other.last()).then_with(|| one.cmp(other)));
    let weights = (0..).zip(&items).map(|(place, (_, weight))| (place, *weight)).collect();
    let dice = Dice::of_outcomes(name, outcomes(weights))?;
    Ok((items.into_iter().map(|(values, _)| values).collect(), dice))
}

/// The error for the first of `faults` in the formula `text`; it names the column.
pub(super) fn fault_error(text: &str, faults: impl IntoIterator<Item = Fault>) -> Error {
    let Some(fault) = faults.into_iter().next() else { return Error::input("this formula cannot be read") };
    let column = fault.at + 1;
    Error::from(fault).context(format_args!("`{text}`, column {column}"))
}
