//! A formula that has been read: weighs, rolls and inspects it.

use super::budget::{Budget, ROLLING_BUDGET, WEIGHING_BUDGET};
use super::check::Checker;
use super::exact::{Evaluation, Stop, weigh, weigh_with_values};
use super::fault::{Fault, Note};
use super::function::{Function, ValueKind};
use super::notes;
use super::outcomes::{Outcomes, exact_or_rounded};
use super::parse::parse;
use super::pool::DieFaces;
use super::range;
use super::roll::{NameValue, Roller};
use super::scope::{FaceTable, FormulaScope, STEP_SEPARATOR};
use super::tree::{Form, FormulaNode};

/// A formula that has been read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// The syntax tree.
    pub(super) root: FormulaNode,
    /// The names of the scope, then those bound by `let`.
    slots: Vec<String>,
    /// The number of names in the scope.
    inputs: usize,
    /// The tables of the dice methods that the formula uses.
    methods: Vec<FaceTable>,
    /// Whether a roll may have to choose among dice of different types.
    is_choice: bool,
}

impl Formula {
    /// Reads and checks a text.
    ///
    /// # Errors
    /// If the text has faults: the first syntax fault, or else all faults of names and kinds.
    pub fn read(text: &str, scope: &FormulaScope<'_>) -> Result<Self, Vec<Fault>> {
        let mut root = parse(text).map_err(|fault| vec![fault])?;
        let mut checker = Checker::new(scope);
        checker.check_formula(&mut root);
        if checker.faults.is_empty() {
            let joins = |part: &FormulaNode| matches!(part.form, Form::Call(Function::Join, _));
            let chooses = |part: &FormulaNode| matches!(&part.form, Form::Call(Function::Reroll | Function::Ignore, given) if given.len() > 1);
            let is_choice = root.with_descendants().any(joins) && root.with_descendants().any(chooses);
            Ok(Self { root, slots: checker.slots, inputs: scope.names.len(), methods: checker.methods, is_choice })
        } else {
            Err(checker.faults)
        }
    }

    /// Whether the formula depends on the name at index `name` in the scope.
    pub fn uses(&self, name: usize) -> bool {
        self.root.depends_on(name)
    }

    /// The largest absolute value of a number in the text.
    pub fn largest(&self) -> i64 {
        let number =
            |part: &FormulaNode| if let Form::Number(number) = part.form { number.saturating_abs() } else { 0 };
        self.root.with_descendants().map(number).max().unwrap_or(0)
    }

    /// Whether the formula contains dice.
    pub fn rolls(&self) -> bool {
        self.root.with_descendants().any(|part| part.rolls)
    }

    /// The name at index `name` in the scope.
    pub fn slot_name(&self, name: usize) -> &str {
        self.slots.get(name).map_or("", String::as_str)
    }

    /// The kind of the formula's value.
    pub fn kind(&self) -> ValueKind {
        self.root.kind
    }

    /// The distribution of the formula's value. `inputs` holds the values of the scope's names, in order.
    ///
    /// # Errors
    /// If a value is out of range or divided by 0 for some roll, or there are too many outcomes to count.
    pub fn weigh(&self, inputs: &[i64]) -> Result<Outcomes, Fault> {
        let budget = Budget::new(WEIGHING_BUDGET);
        let place = self.evaluation(inputs);
        let exact = weigh(&place, &budget);
        let found = exact_or_rounded(exact, &budget, |stop| *stop == Stop::Wide, || weigh(&place, &budget));
        found.map_err(|stop| match stop {
            Stop::Fault(fault) => self.with_inputs(fault, inputs),
            stop => stop.into_fault().help(match notes::joins_exploding(&self.root) {
                true => "add up exploding dice before joining them, as in `pool(1, explode(d6 >= 6))`",
                false => "roll fewer dice, or give names to fewer of them",
            }),
        })
    }

    /// The formula with the values `inputs` of the scope's names.
    pub(super) fn evaluation<'f>(&'f self, inputs: &'f [i64]) -> Evaluation<'f> {
        Evaluation { root: &self.root, inputs, slots: self.slots.len(), methods: &self.methods }
    }

    /// Notes for the author of the formula on what may be a mistake: a comparison that is always or never true, dice
    /// that are rolled twice, a quotient that is 0, an index beyond a list, or the chance that dice would explode
    /// further.
    ///
    /// `inputs` holds the minimum and maximum of each of the scope's names; `None` if unknown.
    pub fn notes(&self, inputs: &[Option<(i64, i64)>]) -> Vec<Note> {
        let mut reader = notes::NoteCollector::new(range::RangedNames::new(inputs, self.slots.len(), &self.methods));
        reader.collect(&self.root);
        let mut notes = reader.notes;
        notes.sort_by_key(|note| note.at);
        notes
    }

    /// Evaluates the formula once. `inputs` holds the values of the scope's names, and `below` returns a uniform random
    /// number less than its argument.
    ///
    /// # Errors
    /// Like [`weigh`](Self::weigh), for this roll.
    pub fn roll(&self, inputs: &[i64], below: &mut dyn FnMut(u64) -> u64) -> Result<i64, Fault> {
        let mut roller = Roller {
            values: &mut NameValue::initial(inputs, self.slots.len()),
            methods: &self.methods,
            source: |faces: &DieFaces<u128>| random_face(faces, below),
            pool_formulas: Vec::new(),
            budget: &Budget::new(ROLLING_BUDGET),
            weighing: self.is_choice.then_some(weigh_with_values),
        };
        roller.evaluate(&self.root).map_err(|fault| self.with_inputs(fault, inputs))
    }

    /// Appends the inputs for which a fault occurs to its message.
    pub(super) fn with_inputs(&self, fault: Fault, inputs: &[i64]) -> Fault {
        let named = self.slots[..self.inputs].iter().zip(inputs).enumerate();
        // A scope may have many names, and step names, which users cannot write.
        let given: Vec<String> = named
            .filter(|(place, (name, _))| self.uses(*place) && !name.contains(STEP_SEPARATOR))
            .map(|(_, (name, value))| format!("{name} = {value}"))
            .collect();
        if given.is_empty() {
            return fault;
        }
        Fault { message: format!("{}, for {}", fault.message, given.join(", ")), ..fault }
    }
}

/// A random number less than `total`. The totals of dice and of method tables fit 64 bits. If a total does not, 128
/// bits are drawn; the bias of the remainder is less than 2^-50.
fn random_below(total: u128, below: &mut dyn FnMut(u64) -> u64) -> u128 {
    match u64::try_from(total) {
        Ok(total) => below(total).into(),
        Err(_) => (0..4).fold(0, |drawn, _| drawn << 32 | u128::from(below(1 << 32))) % total,
    }
}

/// A random face, drawn with the weights of the faces.
fn random_face(faces: &DieFaces<u128>, below: &mut dyn FnMut(u64) -> u64) -> i64 {
    let mut left = random_below(faces.total, below);
    for (face, weight) in &faces.items {
        if left < *weight {
            return *face;
        }
        left -= weight;
    }
    faces.items.last().map_or(0, |(face, _)| *face)
}
