//! Analyzes how a formula uses a name.

use super::flat::{NameValues, value};
use super::function::Function;
use super::tree::{Form, FormulaNode, Operator};
use super::written::Formula;

/// The numbers that a name is compared with, in summary. Once the name exceeds `largest`, the formula repeats with
/// `period`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparands {
    /// The largest of the numbers; `i64::MIN` if the name is not compared.
    pub largest: i64,
    /// The least common multiple of the divisors that `remainder` applies to the name; 1 if there are none.
    pub period: i64,
}

impl Formula {
    /// The numbers that the name at index `name` is compared with. `None` if the formula uses the name other than in
    /// remainders, and in comparisons with known numbers.
    ///
    /// `given` holds the values of the scope's names, [`UNSET`](super::UNSET) for those that vary. `constants` holds
    /// the values that follow them.
    pub fn comparands(&self, name: usize, given: &[i64], constants: &[i64]) -> Option<Comparands> {
        let mut place = Counting { name, given, constants, lets: Vec::new() };
        place.course(&self.root).filter(|course| course.slope == 0).map(|course| course.against)
    }

    /// Whether the formula is a sum that contains the name exactly once, added unchanged.
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

    /// The position of the first use of the name, as a character index; `None` if the name is not used.
    pub fn place_of(&self, name: usize) -> Option<usize> {
        self.root.all().filter(|part| part.is_slot(name)).map(|part| part.at).min()
    }
}

/// The growth of a part as the name grows by 1 at a time. The part changes by `slope` each time. If `slope` is 0, it is
/// constant or eventually periodic.
#[derive(Debug, Clone, Copy)]
struct NameGrowth {
    slope: i64,
    /// The value if the name is 0; `None` if unknown.
    begins: Option<i64>,
    /// The numbers that the name has been compared with.
    against: Comparands,
}

/// Analyzes the parts of a formula that depend on a name.
struct Counting<'a> {
    name: usize,
    given: &'a [i64],
    constants: &'a [i64],
    /// The growth of each name bound by `let`, by slot.
    lets: Vec<(u16, NameGrowth)>,
}

impl Counting<'_> {
    /// The growth of `part`. `None` if it neither changes evenly nor is eventually periodic.
    fn course(&mut self, part: &FormulaNode) -> Option<NameGrowth> {
        if let Form::Slot(slot) = part.form {
            if part.is_slot(self.name) {
                return Some(NameGrowth { slope: 1, begins: Some(0), against: Comparands::NONE });
            }
            if let Some((_, course)) = self.lets.iter().find(|(bound, _)| *bound == slot) {
                return Some(*course);
            }
        }
        if !part.needs(self.name) {
            let begins = value(part, &mut NameValues::of_place(self.given, self.constants));
            return Some(NameGrowth { begins, ..NameGrowth::STILL });
        }
        match &part.form {
            Form::Arithmetic(..) => {
                let (first, signs) = part.chain();
                let first = self.course(first)?;
                signs.into_iter().try_fold(first, |left, (operator, _, right)| left.with(operator, self.course(right)?))
            }
            Form::Compare(_, _, left, right) => self.course(left)?.plus(self.course(right)?, -1)?.signed(),
            Form::Call(Function::Remainder, arguments) => {
                let [number, divisor] = [self.course(&arguments[0])?, self.course(&arguments[1])?];
                let mut periodic = NameGrowth { slope: 0, ..number }.beside(divisor)?;
                if number.slope != 0 {
                    periodic.against.period =
                        least_common_multiple(periodic.against.period, divisor.begins?.checked_abs()?)?;
                }
                Some(periodic)
            }
            Form::Call(function @ (Function::Min | Function::Max), arguments) => {
                let all = arguments.iter().map(|one| self.course(one)).collect::<Option<Vec<_>>>()?;
                bounded(&all, if *function == Function::Min { 1 } else { -1 })
            }
            Form::Call(Function::Clamp, arguments) => {
                let [low, number, high] = [0, 1, 2].map(|place| self.course(&arguments[place]));
                let (low, number, high) = (low?, number?, high?);
                let ends = low.beside(high)?;
                number.plus(low, -1)?.signed()?.beside(number.plus(high, -1)?.signed()?)?.beside(ends)
            }
            Form::Call(Function::Lookup, arguments) if let Form::List(entries) = &arguments[1].form => {
                let last = NameGrowth { begins: i64::try_from(entries.len()).ok(), ..NameGrowth::STILL };
                let number = self.course(&arguments[0])?;
                let ends = number.signed()?.beside(number.plus(last, -1)?.signed()?)?;
                entries.iter().try_fold(ends, |course, entry| course.beside(self.course(entry)?))
            }
            Form::Let(bound) => {
                let course = self.course(&bound.value)?;
                self.lets.push((bound.slot, course));
                let inner = self.course(&bound.body);
                self.lets.pop();
                inner
            }
            Form::Call(Function::Negate, arguments) => {
                NameGrowth { begins: Some(0), ..NameGrowth::STILL }.plus(self.course(&arguments[0])?, -1)
            }
            _ => {
                let mut inner = Vec::new();
                part.inner(|one| inner.push(one));
                inner.into_iter().try_fold(NameGrowth::STILL, |course, one| course.beside(self.course(one)?))
            }
        }
    }
}

/// The growth of the smallest (`sign` 1) or largest (`sign` -1) of several parts. `None` unless at least one part has
/// the slope 0, and all others grow away from it: upward for the smallest, downward for the largest.
fn bounded(all: &[NameGrowth], sign: i64) -> Option<NameGrowth> {
    let still = all.iter().filter(|one| one.slope == 0).copied().reduce(|one, other| NameGrowth {
        begins: one.begins.zip(other.begins).map(|(one, other)| sign * (sign * one).min(sign * other)),
        ..one
    });
    let still = still?;
    all.iter().try_fold(NameGrowth::STILL, |course, one| match one.slope {
        0 => course.beside(*one),
        slope if slope.signum() == sign => course.beside(one.plus(still, -1)?.signed()?),
        _ => None,
    })
}

impl NameGrowth {
    /// The growth of a part that does not depend on the name and has an unknown value.
    const STILL: Self = Self { slope: 0, begins: None, against: Comparands::NONE };

    /// The growth of an operator's result.
    fn with(self, operator: Operator, right: Self) -> Option<Self> {
        match operator {
            Operator::Add => self.plus(right, 1),
            Operator::Subtract => self.plus(right, -1),
            Operator::Multiply if self.slope != 0 => self.times(right),
            Operator::Multiply if right.slope != 0 => right.times(self),
            Operator::Multiply | Operator::Divide(_) => self.beside(right),
        }
    }

    /// The growth of `self + times * other`.
    fn plus(self, other: Self, times: i64) -> Option<Self> {
        let begins = match self.begins.zip(other.begins) {
            Some((one, other)) => Some(one.checked_add(other.checked_mul(times)?)?),
            None => None,
        };
        let slope = self.slope.checked_add(other.slope.checked_mul(times)?)?;
        Some(Self { slope, begins, against: self.against.and(other.against)? })
    }

    /// The growth of a product; `None` if `factor` depends on the name or is unknown.
    fn times(self, factor: Self) -> Option<Self> {
        let times = factor.begins.filter(|_| factor.slope == 0)?;
        let begins = match self.begins {
            Some(begins) => Some(begins.checked_mul(times)?),
            None => None,
        };
        Some(Self { slope: self.slope.checked_mul(times)?, begins, against: self.against.and(factor.against)? })
    }

    /// The growth of the part's sign, which is constant once the name exceeds some number. That number is recorded in
    /// `against`.
    fn signed(self) -> Option<Self> {
        let mut against = self.against;
        if self.slope != 0 {
            // The value of the name at which the part crosses 0, rounded up.
            let crosses = i128::from(self.begins?) * i128::from(-self.slope.signum());
            let slope = i128::from(self.slope).abs();
            let number = (crosses + slope - 1).div_euclid(slope);
            against.largest = against.largest.max(i64::try_from(number).ok()?);
        }
        Some(Self { slope: 0, begins: None, against })
    }

    /// The growth of a part that combines two parts in any way. `None` if the slope of either is not 0.
    fn beside(self, other: Self) -> Option<Self> {
        let is_still = self.slope == 0 && other.slope == 0;
        is_still.then_some(Self { slope: 0, begins: None, against: self.against.and(other.against)? })
    }
}

impl Comparands {
    const NONE: Self = Self { largest: i64::MIN, period: 1 };

    fn and(self, other: Self) -> Option<Self> {
        let period = least_common_multiple(self.period, other.period)?;
        Some(Self { largest: self.largest.max(other.largest), period })
    }
}

/// The least common multiple; `None` if it overflows or both numbers are 0.
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
    use crate::formula::{FormulaScope, UNSET};

    fn read(text: &str) -> Formula {
        Formula::read(text, &FormulaScope { names: &["step", "end", "x"], ..FormulaScope::of_nothing() }).unwrap()
    }

    #[test]
    fn comparands_match_comparisons_and_remainders() {
        let given = [UNSET, 7, UNSET];
        let counted = |text: &str| read(text).comparands(0, &given, &[]).map(|one| (one.largest, one.period));
        assert_eq!(counted("if step >= end + 1 then x else 3"), Some((8, 1)));
        assert_eq!(counted("if 4 < step or remainder(step, 4) = remainder(step, 6) then 1 else 0"), Some((4, 12)));
        assert_eq!(counted("x + 1"), Some((i64::MIN, 1)));
        // Sums, differences and multiples of the name.
        assert_eq!(counted("if 2 * step - 3 > end then x else 3"), Some((5, 1)));
        assert_eq!(counted("remainder(step + 1, 3) + remainder(2 * step - x, 4)"), Some((i64::MIN, 12)));
        assert_eq!(counted("if end - step > 3 then x else 0"), Some((4, 1)));
        assert_eq!(counted("min(step, 5) * x + max(-step, -9)"), Some((9, 1)));
        assert_eq!(counted("clamp(1, step - 2, 4) + lookup(step, [3, x, 5])"), Some((6, 1)));
        assert_eq!(counted("let s = step + 1; if s < 4 or remainder(s, 2) = 0 then s - step else x"), Some((3, 2)));
        // Compared with something that varies, or used in another way.
        assert_eq!(counted("if step >= x then 1 else 0"), None);
        for growing in ["step - 1", "max(step, 5)", "step / 2", "step * x", "if x > 1 then step else 0", "min(step, x)"]
        {
            assert_eq!(counted(growing), None, "{growing}");
        }
        assert_eq!(counted("remainder(step, x)"), None);
    }

    #[test]
    fn adds_to_accepts_only_one_added_name() {
        let adds = |text: &str| read(text).adds_to(2);
        assert!(adds("x + 1") && adds("step + x - end") && adds("x + d6") && adds("x"));
        assert!(!adds("step - x") && !adds("x + x") && !adds("2 * x") && !adds("max(x, 1)") && !adds("step"));
    }
}
