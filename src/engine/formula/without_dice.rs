//! Evaluates formulas without dice from known values. Fast, since damage tables evaluate millions of them.

use super::compiled::Formula;
use super::function::{Function, ValueKind};
use super::numbers::{apply_function, apply_operator};
use super::scope::UNSET;
use super::tree::{Form, FormulaNode};
use smallvec::SmallVec;

/// The values of names by slot: those of the scope, then the constants, then those bound by `let`.
pub(super) struct NameValues<'v> {
    given: [&'v [i64]; 2],
    bound: SmallVec<[(u16, i64); 4]>,
}

impl<'v> NameValues<'v> {
    pub(super) fn new(names: &'v [i64], constants: &'v [i64]) -> Self {
        Self { given: [names, constants], bound: SmallVec::new() }
    }

    /// The value of the name with this slot; `None` if it is unset.
    fn get(&self, slot: u16) -> Option<i64> {
        let [first, second] = self.given;
        let place = usize::from(slot);
        let given = first.get(place).or_else(|| second.get(place.checked_sub(first.len())?)).copied();
        let given = given.filter(|value| *value != UNSET);
        given.or_else(|| self.bound.iter().rev().find(|(own, _)| *own == slot).map(|(_, value)| *value))
    }
}

impl Formula {
    /// The value of the formula. `names` holds the values of the scope's names, and `constants` those of the constants
    /// after them. `None` if the formula has dice, needs a name that is [`UNSET`], or has a fault, which
    /// [`roll`](Self::roll) reports.
    pub fn try_value(&self, names: &[i64], constants: &[i64]) -> Option<i64> {
        value(&self.root, &mut NameValues::new(names, constants))
    }
}

/// Like [`Formula::try_value`], for a part of a formula. A truth value counts as 1 or 0.
pub(super) fn value(part: &FormulaNode, known: &mut NameValues<'_>) -> Option<i64> {
    if part.kind == ValueKind::Pool {
        return None;
    }
    match &part.form {
        Form::Number(number) => Some(*number),
        Form::Truth(truth) => Some((*truth).into()),
        Form::Slot(slot) => known.get(*slot),
        Form::Arithmetic(operator, sign, left, right) => {
            let (left, divisor) = (value(left, known)?, value(right, known)?);
            apply_operator(*operator, *sign, right.at, left, divisor).ok()
        }
        Form::Compare(order, _, left, right) => Some(order.holds(value(left, known)?, value(right, known)?).into()),
        Form::Call(function @ (Function::And | Function::Or), sides) => match value(&sides[0], known)? {
            decided if (decided == 1) == (*function == Function::Or) => Some(decided),
            _ => value(&sides[1], known),
        },
        Form::If(branches) => {
            let [condition, then, otherwise] = &**branches;
            value(if value(condition, known)? == 1 { then } else { otherwise }, known)
        }
        Form::Let(bound) => {
            let own = value(&bound.value, known)?;
            known.bound.push((bound.slot, own));
            value(&bound.body, known)
        }
        Form::Call(Function::Lookup, arguments) => {
            let place = value(&arguments[0], known)?;
            value(arguments[1].entry(place), known)
        }
        Form::Call(function, arguments) if function.takes_numbers() => {
            let values: Option<SmallVec<[i64; 8]>> =
                FormulaNode::number_arguments(arguments).map(|one| value(one, known)).collect();
            apply_function(*function, &values?, arguments).ok()
        }
        _ => None,
    }
}
