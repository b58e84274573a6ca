//! Measures of a process, added up over the ways in which it may end.

use crate::check::own::{Amount, Measured, OwnProcess, What};
use std::collections::BTreeMap;

/// A measure of a process.
#[derive(Debug, Clone)]
pub struct Found {
    /// The share of processes that it is taken over.
    pub given: f64,
    /// Its value.
    pub value: Answer,
}

/// The value of a measure.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A share or a mean.
    Number(f64),
    /// Values with their chances, ascending; the chance of none.
    Spread(Vec<(i64, f64)>, f64),
    /// A mean after each step, from 0.
    Course(Vec<f64>),
}

/// True if a measure needs the step, or events on the way, beyond what the visits to situations say, if these are `known`.
pub(super) fn needs_time(process: &OwnProcess, measured: &Measured, known: bool) -> bool {
    let names = |amount: &Amount| amount.bound.formula().uses(process.board.step());
    let given = measured.given.as_ref();
    match &measured.what {
        What::First(_) | What::Course(_) => true,
        _ if given.is_some_and(names) => true,
        What::Tally(_) => !known && given.is_some(),
        What::Mean(amount) if is_step(amount) => !known,
        What::Share(amount) | What::Mean(amount) | What::Spread(amount) => names(amount),
    }
}

/// True if a number is the step itself.
pub(super) fn is_step(amount: &Amount) -> bool {
    amount.bound.text().trim() == "step"
}

/// A measure as it is added up.
#[derive(Debug, Clone, Default)]
pub(super) struct Sum {
    pub(super) given: f64,
    pub(super) value: f64,
    spread: BTreeMap<i64, f64>,
}

impl Sum {
    /// Adds a way to end: its counters, step and end.
    pub(super) fn add(
        &mut self,
        process: &OwnProcess,
        place: usize,
        (counters, step, end): (&[i64], i64, usize),
        chance: f64,
    ) {
        let measured = &process.measures[place];
        let value = |amount| process.measured(amount, counters, step, Some(end));
        if measured.given.as_ref().is_some_and(|given| value(given) == 0) {
            return;
        }
        self.given += chance;
        match &measured.what {
            What::Share(amount) => self.value += if value(amount) != 0 { chance } else { 0.0 },
            What::Mean(amount) => self.value += chance * value(amount) as f64,
            What::Spread(amount) => *self.spread.entry(value(amount)).or_default() += chance,
            What::Tally(_) | What::First(_) | What::Course(_) => {}
        }
    }

    pub(super) fn found(self, process: &OwnProcess, place: usize) -> Found {
        let measured = &process.measures[place];
        let given = if measured.given.is_some() { self.given } else { 1.0 };
        let value = match &measured.what {
            What::Spread(_) => {
                Answer::Spread(self.spread.into_iter().map(|(value, chance)| (value, chance / given)).collect(), 0.0)
            }
            _ => Answer::Number(self.value / given),
        };
        Found { given, value }
    }
}
