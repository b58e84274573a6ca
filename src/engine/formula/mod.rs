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
//! are used more than once, and counts pools face by face (`pool`) instead of listing them. `roll` evaluates once. Both have a `budget`, so
//! that no text takes long or much memory. `notes` says what may not be meant.

mod budget;
mod check;
mod exact;
mod fault;
mod flat;
mod function;
mod joint;
mod notes;
mod parse;
mod pool;
mod range;
mod roll;
mod spread;
mod token;
mod tree;
mod uses;
mod weight;

pub use fault::{Fault, Note};
pub use joint::{Joined, Joint, joint};
pub use parse::GRAMMAR;
pub use token::sign_at;
pub use tree::{Kind, Order};
pub use uses::{Counted, least_common_multiple};

use budget::{Budget, ROLLING, WEIGHING};
use check::Checker;
use function::Function;
use pool::Faces;
use roll::{Roller, Source, Value};
use tree::{Form, Part};

/// True if this is the name of a function.
pub fn is_function(name: &str) -> bool {
    Function::find(name).is_some()
}

/// A table of dice: values with their weights.
pub type Table = Vec<(i64, u64)>;

/// A place has a function `wound` if it has the names `wound 1`, `wound 2` …: the function counts those of them, in ascending order, that
/// its argument has reached. Where a list is wanted, `wound` is the list of them. A name that begins with this character cannot be written.
pub const STEP: char = ' ';

/// The value of a name that has none: a formula without dice that needs it has no value either.
pub const UNSET: i64 = i64::MIN;

/// The place of a formula: the names and words that are known there.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    /// The names of numbers, whose values are given when the formula is evaluated.
    pub names: &'s [&'s str],
    /// Those of them that are truth values, given as 1 and 0.
    pub truths: &'s [&'s str],
    /// The value of a word in quotes, which is compared with this name; with `None` it stands elsewhere.
    pub word: &'s dyn Fn(&str, Option<&str>) -> Option<i64>,
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
        Self { names: &[], truths: &[], word: &|_, _| None, words: &[], method, truth: false, rolls: true }
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
    /// Whether some of unlike dice may be chosen.
    is_choice: bool,
}

/// The distribution of a formula: its values, ascending.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcomes {
    /// Values with whole weights in lowest terms, and their total.
    Exact(Vec<(i64, u128)>, u128),
    /// Values with probabilities, if weights do not fit 128 bits. Each is off by less than 1e-12; values that are less probable than 1e-250
    /// may be left out.
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
            let is_choice = root.has(|part| matches!(part.form, Form::Call(Function::Join, _)))
                && root.has(|part| matches!(&part.form, Form::Call(Function::Reroll | Function::Ignore, given) if given.len() > 1));
            Ok(Self { root, slots: checker.slots, inputs: scope.names.len(), methods: checker.methods, is_choice })
        } else {
            Err(checker.faults)
        }
    }

    /// True if it depends on the name of its place with this number.
    pub fn uses(&self, name: usize) -> bool {
        self.root.needs.iter().any(|need| usize::from(*need) == name)
    }

    /// The largest number written in it, either way.
    pub fn largest(&self) -> i64 {
        let mut largest = 0;
        let mut parts = vec![&self.root];
        while let Some(part) = parts.pop() {
            if let Form::Number(number) = part.form {
                largest = largest.max(number.saturating_abs());
            }
            part.inner(|inner| parts.push(inner));
        }
        largest
    }

    /// True if the name of its place with this number is only compared, with numbers that are written.
    pub fn only_compares(&self, name: usize) -> bool {
        let is_name = |part: &Part| matches!(part.form, Form::Slot(slot) if usize::from(slot) == name);
        let (mut named, mut compared) = (0, 0);
        let mut parts = vec![&self.root];
        while let Some(part) = parts.pop() {
            named += usize::from(is_name(part));
            if let Form::Compare(_, _, left, right) = &part.form {
                let is_number = |part: &Part| part.needs.is_empty() && !part.rolls;
                compared += usize::from(is_name(left) && is_number(right) || is_number(left) && is_name(right));
            }
            part.inner(|inner| parts.push(inner));
        }
        named == compared
    }

    /// True if it has dice.
    pub fn rolls(&self) -> bool {
        self.root.has(|part| part.rolls)
    }

    /// The name of its place with this number.
    pub fn slot_name(&self, name: usize) -> &str {
        self.slots.get(name).map_or("", String::as_str)
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
        let budget = Budget::of(WEIGHING);
        let found = match exact::weigh::<u128>(self, inputs, &budget) {
            // Much of the work may have been done before a weight does not fit.
            Err(exact::Stop::Wide) => {
                budget.refill(WEIGHING / 2);
                exact::weigh::<f64>(self, inputs, &budget).map(|found| Outcomes::Rounded(found.items))
            }
            found => found.map(|found| Outcomes::Exact(found.items, found.total)),
        };
        found.map_err(|stop| match stop {
            exact::Stop::Fault(fault) => self.with_inputs(fault, inputs),
            exact::Stop::Many(at) => Fault::new(at, "this can turn out in more ways than can be counted").help(
                match notes::joins_exploding(&self.root) {
                    true => {
                        "make exploding dice single ones, such as `pool(1, explode(d6 >= 6))`, before they are joined"
                    }
                    false => "roll fewer dice, or name fewer of them",
                },
            ),
            // Doubles fit everything.
            exact::Stop::Wide => Fault::new(0, "the weights do not fit"),
        })
    }

    /// Notes on what may not be meant: a comparison that always or never passes, dice that are rolled twice, a quotient that is 0, an index
    /// beyond a list, the chance that dice would explode further. `inputs` are the least and the largest value of each name of its place,
    /// `None` if they are unknown.
    pub fn notes(&self, inputs: &[Option<(i64, i64)>]) -> Vec<Note> {
        let mut reader = notes::Reader::new(range::Names::new(inputs, self.slots.len(), &self.methods));
        reader.read(&self.root);
        let mut notes = reader.notes;
        notes.sort_by_key(|note| note.at);
        notes
    }

    /// One evaluation. `below` gives a random number from 0 to below its argument, each equally likely.
    ///
    /// # Errors
    /// As [`weigh`](Self::weigh), for this roll.
    pub fn roll(&self, inputs: &[i64], below: &mut dyn FnMut(u64) -> u64) -> Result<i64, Fault> {
        let mut values: Vec<Value<'_, u128>> = vec![Value::Unset; self.slots.len()];
        values.iter_mut().zip(inputs).for_each(|(value, input)| *value = Value::Number(*input));
        let budget = Budget::of(ROLLING);
        let mut roller = Roller {
            values: &mut values,
            methods: &self.methods,
            source: Random(below),
            again: Vec::new(),
            budget: &budget,
            is_choice: self.is_choice,
        };
        roller.number(&self.root).map_err(|fault| self.with_inputs(fault, inputs))
    }

    /// A fault of values that says for which inputs it comes about.
    fn with_inputs(&self, fault: Fault, inputs: &[i64]) -> Fault {
        let named = self.slots[..self.inputs].iter().zip(inputs).enumerate();
        // A place may have many names, and names of steps, which are not written.
        let given: Vec<String> = named
            .filter(|(place, (name, _))| self.uses(*place) && !name.contains(STEP))
            .map(|(_, (name, value))| format!("{name} = {value}"))
            .collect();
        if given.is_empty() {
            return fault;
        }
        Fault { message: format!("{}, for {}", fault.message, given.join(", ")), ..fault }
    }
}

/// Faces drawn by random numbers.
struct Random<'r>(&'r mut dyn FnMut(u64) -> u64);

impl Random<'_> {
    /// A random number from 0 to below a total. Dice and the tables of methods have totals of 64 bits; should one have more, 128 bits are
    /// drawn, of which the remainder is off by less than 2^-50.
    fn below(&mut self, total: u128) -> u128 {
        match u64::try_from(total) {
            Ok(total) => (self.0)(total).into(),
            Err(_) => (0..4).fold(0, |drawn, _| drawn << 32 | u128::from((self.0)(1 << 32))) % total,
        }
    }
}

impl Source<u128> for Random<'_> {
    fn face(&mut self, faces: &Faces<u128>) -> i64 {
        let mut left = self.below(faces.total);
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
