//! Analyzes how a formula uses a name.

use super::compiled::Formula;
use super::function::Function;
use super::tree::{Form, FormulaNode, Operator};
use super::without_dice::{NameValues, value};

/// A summary of the numbers with which a name is compared. Once the name exceeds `largest`, the value of the formula
/// repeats with `period`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparands {
    /// The largest of the numbers; `i64::MIN` if the name is not compared.
    pub largest: i64,
    /// The least common multiple of the divisors that `remainder` applies to the name; 1 if there are none.
    pub period: i64,
}

impl Formula {
    /// The numbers with which the name at index `name` is compared. `None` if the formula uses the name in any way
    /// other than in comparisons with known numbers and in remainders.
    ///
    /// `given` holds the values of the scope's names, with [`UNSET`](super::UNSET) for those that vary. `constants`
    /// holds the values of the constants after them.
    pub fn comparands(&self, name: usize, given: &[i64], constants: &[i64]) -> Option<Comparands> {
        let mut place = GrowthAnalysis { name, given, constants, lets: Vec::new() };
        place.growth(&self.root).filter(|course| course.slope == 0).map(|course| course.comparands)
    }

    /// Whether the formula is a sum in which the name is exactly one of the added terms, and does not occur otherwise.
    pub fn adds_to(&self, name: usize) -> bool {
        let (mut part, mut found) = (&self.root, false);
        while let Form::Arithmetic(operator @ (Operator::Add | Operator::Subtract), _, left, right) = &part.form {
            match (*operator, right.is_slot(name), found) {
                (Operator::Add, true, false) => found = true,
                _ if right.depends_on(name) => return false,
                _ => {}
            }
            part = left;
        }
        if found { !part.depends_on(name) } else { part.is_slot(name) }
    }

    /// The position of the first use of the name at index `name`; `None` if it is not used.
    pub fn first_use(&self, name: usize) -> Option<usize> {
        self.root.with_descendants().filter(|part| part.is_slot(name)).map(|part| part.at).min()
    }
}

/// The change in a subexpression's value each time the value of the name grows by 1: `slope`. With slope 0 the
/// subexpression is constant or eventually periodic.
#[derive(Debug, Clone, Copy)]
struct NameGrowth {
    slope: i64,
    /// The value of the part if the name is 0; `None` if unknown.
    at_zero: Option<i64>,
    /// The numbers with which the name is compared in the part.
    comparands: Comparands,
}

/// An analysis of the growth of parts with the name at index `name`.
struct GrowthAnalysis<'a> {
    name: usize,
    given: &'a [i64],
    constants: &'a [i64],
    /// The growth of the names bound by `let`, by slot.
    lets: Vec<(u16, NameGrowth)>,
}

impl GrowthAnalysis<'_> {
    /// The growth of `part`; `None` if it neither changes evenly nor becomes periodic.
    fn growth(&mut self, part: &FormulaNode) -> Option<NameGrowth> {
        if let Form::Slot(slot) = part.form {
            if part.is_slot(self.name) {
                return Some(NameGrowth { slope: 1, at_zero: Some(0), comparands: Comparands::NONE });
            }
            if let Some((_, course)) = self.lets.iter().find(|(bound, _)| *bound == slot) {
                return Some(*course);
            }
        }
        if !part.depends_on(self.name) {
            let at_zero = value(part, &mut NameValues::new(self.given, self.constants));
            return Some(NameGrowth { at_zero, ..NameGrowth::CONSTANT });
        }
        match &part.form {
            Form::Arithmetic(..) => {
                let (first, signs) = part.chain();
                let first = self.growth(first)?;
                signs.into_iter().try_fold(first, |left, (operator, _, right)| left.with(operator, self.growth(right)?))
            }
            Form::Compare(_, _, left, right) => self.growth(left)?.plus(self.growth(right)?, -1)?.of_sign(),
            Form::Call(Function::Remainder, arguments) => {
                let [number, divisor] = [self.growth(&arguments[0])?, self.growth(&arguments[1])?];
                let mut periodic = NameGrowth { slope: 0, ..number }.combined(divisor)?;
                if number.slope != 0 {
                    periodic.comparands.period =
                        least_common_multiple(periodic.comparands.period, divisor.at_zero?.checked_abs()?)?;
                }
                Some(periodic)
            }
            Form::Call(function @ (Function::Min | Function::Max), arguments) => {
                let all = arguments.iter().map(|one| self.growth(one)).collect::<Option<Vec<_>>>()?;
                growth_of_extreme(&all, if *function == Function::Min { 1 } else { -1 })
            }
            Form::Call(Function::Clamp, arguments) => {
                let [low, number, high] = [0, 1, 2].map(|place| self.growth(&arguments[place]));
                let (low, number, high) = (low?, number?, high?);
                let ends = low.combined(high)?;
                number.plus(low, -1)?.of_sign()?.combined(number.plus(high, -1)?.of_sign()?)?.combined(ends)
            }
            Form::Call(Function::Lookup, arguments) if let Form::List(entries) = &arguments[1].form => {
                let last = NameGrowth { at_zero: i64::try_from(entries.len()).ok(), ..NameGrowth::CONSTANT };
                let number = self.growth(&arguments[0])?;
                let ends = number.of_sign()?.combined(number.plus(last, -1)?.of_sign()?)?;
                entries.iter().try_fold(ends, |course, entry| course.combined(self.growth(entry)?))
            }
            Form::Let(bound) => {
                let course = self.growth(&bound.value)?;
                self.lets.push((bound.slot, course));
                let inner = self.growth(&bound.body);
                self.lets.pop();
                inner
            }
            Form::Call(Function::Negate, arguments) => {
                NameGrowth { at_zero: Some(0), ..NameGrowth::CONSTANT }.plus(self.growth(&arguments[0])?, -1)
            }
            _ => {
                let mut inner = Vec::new();
                part.for_each_child(|one| inner.push(one));
                inner.into_iter().try_fold(NameGrowth::CONSTANT, |course, one| course.combined(self.growth(one)?))
            }
        }
    }
}

/// The growth of the smallest (`sign` 1) or largest (`sign` -1) of several parts. `None` unless one of them has the
/// slope 0, and the others grow away from it: upward for the smallest, downward for the largest.
fn growth_of_extreme(all: &[NameGrowth], sign: i64) -> Option<NameGrowth> {
    let still = all.iter().filter(|one| one.slope == 0).copied().reduce(|one, other| NameGrowth {
        at_zero: one.at_zero.zip(other.at_zero).map(|(one, other)| sign * (sign * one).min(sign * other)),
        ..one
    });
    let still = still?;
    all.iter().try_fold(NameGrowth::CONSTANT, |course, one| match one.slope {
        0 => course.combined(*one),
        slope if slope.signum() == sign => course.combined(one.plus(still, -1)?.of_sign()?),
        _ => None,
    })
}

impl NameGrowth {
    /// The growth of a part that does not depend on the name and whose value is unknown.
    const CONSTANT: Self = Self { slope: 0, at_zero: None, comparands: Comparands::NONE };

    /// The growth of the result of `operator`.
    fn with(self, operator: Operator, right: Self) -> Option<Self> {
        match operator {
            Operator::Add => self.plus(right, 1),
            Operator::Subtract => self.plus(right, -1),
            Operator::Multiply if self.slope != 0 => self.times(right),
            Operator::Multiply if right.slope != 0 => right.times(self),
            Operator::Multiply | Operator::Divide(_) => self.combined(right),
        }
    }

    /// The growth of `self + times * other`.
    fn plus(self, other: Self, times: i64) -> Option<Self> {
        let at_zero = match self.at_zero.zip(other.at_zero) {
            Some((one, other)) => Some(one.checked_add(other.checked_mul(times)?)?),
            None => None,
        };
        let slope = self.slope.checked_add(other.slope.checked_mul(times)?)?;
        Some(Self { slope, at_zero, comparands: self.comparands.merge(other.comparands)? })
    }

    /// The growth of the product with `factor`; `None` if `factor` depends on the name or is unknown.
    fn times(self, factor: Self) -> Option<Self> {
        let times = factor.at_zero.filter(|_| factor.slope == 0)?;
        let at_zero = match self.at_zero {
            Some(at_zero) => Some(at_zero.checked_mul(times)?),
            None => None,
        };
        Some(Self {
            slope: self.slope.checked_mul(times)?,
            at_zero,
            comparands: self.comparands.merge(factor.comparands)?,
        })
    }

    /// The growth of the sign of the part. The sign is constant once the name exceeds a number, which is added to
    /// `comparands`.
    fn of_sign(self) -> Option<Self> {
        let mut comparands = self.comparands;
        if self.slope != 0 {
            // The value of the name at which the part crosses 0, rounded up.
            let crosses = i128::from(self.at_zero?) * i128::from(-self.slope.signum());
            let slope = i128::from(self.slope).abs();
            let number = (crosses + slope - 1).div_euclid(slope);
            comparands.largest = comparands.largest.max(i64::try_from(number).ok()?);
        }
        Some(Self { slope: 0, at_zero: None, comparands })
    }

    /// The growth of any part that is computed from two parts; `None` unless both have the slope 0.
    fn combined(self, other: Self) -> Option<Self> {
        let is_still = self.slope == 0 && other.slope == 0;
        is_still.then_some(Self { slope: 0, at_zero: None, comparands: self.comparands.merge(other.comparands)? })
    }
}

impl Comparands {
    const NONE: Self = Self { largest: i64::MIN, period: 1 };

    fn merge(self, other: Self) -> Option<Self> {
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
        Formula::read(text, &FormulaScope { names: &["step", "end", "x"], ..FormulaScope::empty() }).unwrap()
    }

    #[test]
    fn counted_returns_largest_comparand_and_period() {
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
    fn adds_to_requires_exactly_one_added_name() {
        let adds = |text: &str| read(text).adds_to(2);
        assert!(adds("x + 1") && adds("step + x - end") && adds("x + d6") && adds("x"));
        assert!(!adds("step - x") && !adds("x + x") && !adds("2 * x") && !adds("max(x, 1)") && !adds("step"));
    }
}
