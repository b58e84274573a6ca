//! The uses of a name in a formula.

use super::flat::{NameValues, value};
use super::function::Function;
use super::tree::{Form, Operator, Part};
use super::written::Formula;

/// The numbers that a name is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparands {
    /// The largest number that it is compared with.
    pub largest: i64,
    /// The least common multiple of the numbers that it is divided by in `remainder`.
    pub period: i64,
}

impl Formula {
    /// The numbers that a name of the place is held against, if it is only compared, and only taken as a remainder, with numbers that are
    /// known: `given` has the values of the names of the place, [`UNSET`](super::UNSET) for those that vary.
    pub fn counted(&self, name: usize, given: &[i64], constants: &[i64]) -> Option<Comparands> {
        let known = |part: &Part| value(part, &mut NameValues::of_place(given, constants));
        let mut counted = Comparands { largest: i64::MIN, period: 1 };
        let mut parts = vec![&self.root];
        while let Some(part) = parts.pop() {
            match &part.form {
                Form::Slot(_) if part.is_slot(name) => return None,
                Form::Compare(_, _, left, right) if left.is_slot(name) || right.is_slot(name) => {
                    let other = if left.is_slot(name) { right } else { left };
                    counted.largest = counted.largest.max(known(other)?);
                }
                Form::Call(Function::Remainder, arguments) if arguments[0].is_slot(name) => {
                    counted.period = least_common_multiple(counted.period, known(&arguments[1])?.checked_abs()?)?;
                }
                _ => part.inner(|inner| parts.push(inner)),
            }
        }
        Some(counted)
    }

    /// True if it is a sum to which the name of the place belongs once, as it is.
    pub fn adds_to(&self, name: usize) -> bool {
        let (mut part, mut found) = (&self.root, false);
        while let Form::Arithmetic(operator @ (Operator::Add | Operator::Subtract), _, left, right) = &part.form {
            match (*operator, right.is_slot(name), found) {
                (Operator::Add, true, false) => found = true,
                _ if right.needs(name) => return false,
                _ => {}
            }
            part = left;
        }
        if found { !part.needs(name) } else { part.is_slot(name) }
    }

    /// The first character at which a name of the place stands, from 0.
    pub fn place_of(&self, name: usize) -> Option<usize> {
        self.root.all().filter(|part| part.is_slot(name)).map(|part| part.at).min()
    }
}

/// The least common multiple; `None` if it is out of range, or both are 0.
pub fn least_common_multiple(one: i64, other: i64) -> Option<i64> {
    let (mut larger, mut smaller) = (one, other);
    while smaller != 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    if larger == 0 { None } else { (one / larger).checked_mul(other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Scope, UNSET};

    fn read(text: &str) -> Formula {
        Formula::read(text, &Scope { names: &["step", "end", "x"], ..Scope::of_nothing() }).unwrap()
    }

    #[test]
    fn a_name_is_counted_as_far_as_it_is_compared() {
        let given = [UNSET, 7, UNSET];
        let counted = |text: &str| read(text).counted(0, &given, &[]).map(|one| (one.largest, one.period));
        assert_eq!(counted("if step >= end + 1 then x else 3"), Some((8, 1)));
        assert_eq!(counted("if 4 < step or remainder(step, 4) = remainder(step, 6) then 1 else 0"), Some((4, 12)));
        assert_eq!(counted("x + 1"), Some((i64::MIN, 1)));
        // Compared with what varies, or used otherwise.
        assert_eq!(counted("if step >= x then 1 else 0"), None);
        assert_eq!(counted("step - 1"), None);
    }

    #[test]
    fn a_sum_holds_its_own_name_once() {
        let adds = |text: &str| read(text).adds_to(2);
        assert!(adds("x + 1") && adds("step + x - end") && adds("x + d6") && adds("x"));
        assert!(!adds("step - x") && !adds("x + x") && !adds("2 * x") && !adds("max(x, 1)") && !adds("step"));
    }
}
