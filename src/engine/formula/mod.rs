//! Formulas: one small language for dice and amounts.
//!
//! A formula is text such as `highest(3, 4d6)` or `let r = 4dF; if r >= need then r else r + 2`. It is read once, with all faults by their
//! places; then it is weighed, which gives every value with an exact chance, or rolled. Nothing here knows about Fudge: the words of a
//! ladder, the names of a place and methods of dice come with a [`Scope`].
//!
//! ```
//! use fudgelab_engine::formula::{Formula, Outcomes, Scope};
//!
//! let formula = Formula::read("count(6d6 >= 5) - need", &Scope { names: &["need"], ..Scope::of_nothing() }).unwrap();
//! let Ok(Outcomes::Exact(values, total)) = formula.weigh(&[2]) else { panic!("64 of 729 fit 128 bits") };
//! assert_eq!((values[0], total), ((-2, 64), 729));
//! ```
//!
//! Reading is `parse` (characters to a tree of parts) and `check` (names, kinds). `exact` weighs: it goes through the values of names that
//! are used more than once, and counts pools face by face (`pool`) instead of listing them. `roll` evaluates once.

mod check;
mod exact;
mod fault;
mod function;
mod parse;
mod pool;
mod roll;
mod token;
mod tree;
mod weight;

pub use fault::Fault;
pub use token::sign_at;
pub use tree::{Kind, Order};

use check::Checker;
use pool::Faces;
use roll::{Roller, Source, Value};
use tree::Part;

/// A table of dice: values with their weights.
pub type Table = Vec<(i64, u64)>;

/// The place of a formula: the names and words that are known there.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    /// The names of numbers, whose values are given when the formula is evaluated.
    pub names: &'s [&'s str],
    /// The value of a word in quotes.
    pub word: &'s dyn Fn(&str) -> Option<i64>,
    /// The words that are known, to name the nearest of them.
    pub words: &'s [String],
    /// The table of a method of dice, or the reason for its absence.
    pub method: &'s dyn Fn(&str) -> Result<Table, String>,
    /// True if a truth value is wanted, else a number: a truth value then counts 1 or 0.
    pub truth: bool,
    /// True if dice may be rolled.
    pub rolls: bool,
}

impl Scope<'_> {
    /// A place without names, words and methods, in which dice may be rolled.
    pub fn of_nothing() -> Self {
        let method = &|name: &str| Err(format!("the method `{name}` is not known here"));
        Self { names: &[], word: &|_| None, words: &[], method, truth: false, rolls: true }
    }
}

/// A formula that has been read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    root: Part,
    /// The names of its place, then its own.
    slots: Vec<String>,
    inputs: usize,
    methods: Vec<Table>,
}

/// The distribution of a formula: its values, ascending.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcomes {
    /// Values with whole weights in lowest terms, and their total.
    Exact(Vec<(i64, u128)>, u128),
    /// Values with probabilities, if weights do not fit 128 bits. Each is off by less than 1e-12.
    Rounded(Vec<(i64, f64)>),
}

impl Formula {
    /// Reads and checks a text.
    ///
    /// # Errors
    /// The first fault of its grammar, or else all faults of names and kinds.
    pub fn read(text: &str, scope: &Scope<'_>) -> Result<Self, Vec<Fault>> {
        let mut root = parse::parse(text).map_err(|fault| vec![fault])?;
        let mut checker = Checker::new(scope);
        checker.whole(&mut root);
        if checker.faults.is_empty() {
            Ok(Self { root, slots: checker.slots, inputs: scope.names.len(), methods: checker.methods })
        } else {
            Err(checker.faults)
        }
    }

    /// The kind of its value.
    pub fn kind(&self) -> Kind {
        self.root.kind
    }

    /// The distribution of its value, for these values of the names of its place, in their order.
    ///
    /// # Errors
    /// A value that is out of range or divided by 0, for some roll; too many ways to be counted.
    pub fn weigh(&self, inputs: &[i64]) -> Result<Outcomes, Fault> {
        let found = match exact::weigh::<u128>(self, inputs) {
            Err(exact::Stop::Wide) => exact::weigh::<f64>(self, inputs).map(|found| Outcomes::Rounded(found.items)),
            found => found.map(|found| Outcomes::Exact(found.items, found.total)),
        };
        found.map_err(|stop| match stop {
            exact::Stop::Fault(fault) => self.with_inputs(fault, inputs),
            exact::Stop::Many(at) => Fault::new(at, "this can turn out in more than 2,000,000 ways")
                .help("roll fewer dice, or name fewer of them"),
            // Doubles fit everything.
            exact::Stop::Wide => Fault::new(0, "the weights do not fit"),
        })
    }

    /// One evaluation. `below` gives a random number from 0 to below its argument, each equally likely.
    ///
    /// # Errors
    /// As [`weigh`](Self::weigh), for this roll.
    pub fn roll(&self, inputs: &[i64], below: &mut dyn FnMut(u64) -> u64) -> Result<i64, Fault> {
        let mut values: Vec<Value<'_, u128>> = vec![Value::Unset; self.slots.len()];
        values.iter_mut().zip(inputs).for_each(|(value, input)| *value = Value::Number(*input));
        let mut roller =
            Roller { values: &mut values, methods: &self.methods, source: Random(below), again: Vec::new() };
        roller.number(&self.root).map_err(|fault| self.with_inputs(fault, inputs))
    }

    /// A fault of values that says for which inputs it comes about.
    fn with_inputs(&self, fault: Fault, inputs: &[i64]) -> Fault {
        let given: Vec<String> =
            self.slots[..self.inputs].iter().zip(inputs).map(|(name, value)| format!("{name} = {value}")).collect();
        if given.is_empty() {
            return fault;
        }
        Fault { message: format!("{}, for {}", fault.message, given.join(", ")), ..fault }
    }
}

/// Faces drawn by random numbers.
struct Random<'r>(&'r mut dyn FnMut(u64) -> u64);

impl Source<u128> for Random<'_> {
    fn face(&mut self, faces: &Faces<u128>) -> i64 {
        // Dice as they are written have few faces of whole weights.
        let mut left = u128::from((self.0)(u64::try_from(faces.total).unwrap_or(u64::MAX)));
        for (face, weight) in &faces.items {
            if left < *weight {
                return *face;
            }
            left -= weight;
        }
        faces.items.last().map_or(0, |(face, _)| *face)
    }
}

#[cfg(test)]
mod tests;
