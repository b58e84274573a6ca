//! Formulas without dice, for values that are known: tables of damage evaluate millions.

use super::function::Function;
use super::roll::{computed, folded};
use super::tree::{Form, Kind, Part};
use super::{Formula, UNSET};
use smallvec::SmallVec;

/// The values of names: those of the place, constants, and those that the formula binds itself, by their numbers.
pub(super) struct Known<'v> {
    given: [&'v [i64]; 2],
    bound: SmallVec<[(u16, i64); 4]>,
}

impl<'v> Known<'v> {
    /// The values of the names of a place, and the constants after them.
    pub(super) fn of_place(names: &'v [i64], constants: &'v [i64]) -> Self {
        Self { given: [names, constants], bound: SmallVec::new() }
    }

    fn of(&self, slot: u16) -> Option<i64> {
        let [first, second] = self.given;
        let place = usize::from(slot);
        let given = first.get(place).or_else(|| second.get(place.checked_sub(first.len())?)).copied();
        let given = given.filter(|value| *value != UNSET);
        given.or_else(|| self.bound.iter().rev().find(|(own, _)| *own == slot).map(|(_, value)| *value))
    }
}

impl Formula {
    /// Its value for these values of the names of its place and these constants after them; `None` if it has dice, needs a name that is
    /// [`UNSET`], or has a fault that
    /// [`roll`](Self::roll) puts into words.
    pub fn flat(&self, names: &[i64], constants: &[i64]) -> Option<i64> {
        value(&self.root, &mut Known::of_place(names, constants))
    }
}

/// A truth value counts 1 or 0.
pub(super) fn value(part: &Part, known: &mut Known<'_>) -> Option<i64> {
    if part.kind == Kind::Pool {
        return None;
    }
    match &part.form {
        Form::Number(number) => Some(*number),
        Form::Truth(truth) => Some((*truth).into()),
        Form::Slot(slot) => known.of(*slot),
        Form::Negate(inner) => Some(-value(inner, known)?),
        Form::Not(inner) => Some(1 - value(inner, known)?),
        Form::Arithmetic(operator, sign, left, right) => {
            let (left, divisor) = (value(left, known)?, value(right, known)?);
            computed(*operator, *sign, right.at, left, divisor).ok()
        }
        Form::Compare(order, _, left, right) => Some(order.holds(value(left, known)?, value(right, known)?).into()),
        Form::And(left, right) => {
            if value(left, known)? == 0 {
                Some(0)
            } else {
                value(right, known)
            }
        }
        Form::Or(left, right) => {
            if value(left, known)? == 1 {
                Some(1)
            } else {
                value(right, known)
            }
        }
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
            let Form::List(entries) = &arguments[1].form else { return None };
            value(&entries[place.clamp(0, entries.len() as i64 - 1) as usize], known)
        }
        Form::Call(function, arguments) if function.is_of_numbers() => {
            let list = match arguments.get(1).map(|list| &list.form) {
                Some(Form::List(entries)) => &entries[..],
                _ => &[],
            };
            let own = if list.is_empty() { arguments } else { &arguments[..1] };
            let values: Option<SmallVec<[i64; 8]>> = own.iter().chain(list).map(|one| value(one, known)).collect();
            folded(*function, &values?, arguments).ok()
        }
        _ => None,
    }
}
