//! The range of possible values of a part of a formula, over all rolls.

use super::function::{Function, ValueKind};
use super::numbers::{MOST_POOLED, rounded_quotient};
use super::scope::FaceTable;
use super::tree::{Form, FormulaNode, Operator};

/// A minimum and a maximum; `None` if they are unknown.
pub type IntegerRange = Option<(i64, i64)>;

/// The ranges of a pool's faces and of its size.
#[derive(Debug, Clone, Copy)]
pub struct PoolRange {
    pub faces: (i64, i64),
    pub size: (i64, i64),
}

/// The maximum size of a pool if it is unknown.
const UNKNOWN_SIZE: i64 = 1_000_000_000;

/// A name bound by `let`, with its ranges. They are computed only once, since names can build on names many levels
/// deep.
#[derive(Debug, Clone, Copy)]
struct NameRange<'f> {
    value: &'f FormulaNode,
    range: IntegerRange,
    pool: Option<PoolRange>,
}

/// The names of a formula with their ranges.
#[derive(Debug)]
pub struct RangedNames<'f> {
    /// The ranges of the scope's names.
    inputs: &'f [IntegerRange],
    /// The names bound by `let`, by slot; `None` if not bound yet.
    bound_names: Vec<Option<NameRange<'f>>>,
    methods: &'f [FaceTable],
}

impl<'f> RangedNames<'f> {
    pub fn new(inputs: &'f [IntegerRange], slots: usize, methods: &'f [FaceTable]) -> Self {
        Self { inputs, bound_names: vec![None; slots], methods }
    }

    /// Binds the name with this slot to a value for the rest of the formula.
    pub fn bind(&mut self, slot: u16, value: &'f FormulaNode) {
        let pool = if value.kind == ValueKind::Pool { self.pool(value) } else { None };
        self.bound_names[usize::from(slot)] = Some(NameRange { value, range: self.range(value), pool });
    }

    /// The name with this slot, if it is bound by `let`.
    fn bound_name(&self, slot: u16) -> Option<NameRange<'f>> {
        self.bound_names.get(usize::from(slot)).copied().flatten()
    }

    /// The value that a `let` binds to a name; `None` for names of the scope.
    pub fn value(&self, slot: u16) -> Option<&'f FormulaNode> {
        self.bound_name(slot).map(|own| own.value)
    }

    /// Whether the value of a part depends on dice.
    pub fn is_rolled(&self, part: &FormulaNode) -> bool {
        part.rolls || part.needs.iter().filter_map(|slot| self.value(*slot)).any(|value| value.rolls)
    }

    /// The range of a part as a number. The number of a pool is its sum, that of a truth value 1 or 0.
    pub fn range(&self, part: &FormulaNode) -> IntegerRange {
        if part.kind == ValueKind::Pool {
            return self.pool(part).map(PoolRange::sum);
        }
        match &part.form {
            Form::Number(number) => Some((*number, *number)),
            Form::Truth(truth) => Some((i64::from(*truth), i64::from(*truth))),
            Form::Slot(slot) => match self.bound_name(*slot) {
                Some(own) => own.range,
                None => self.inputs.get(usize::from(*slot)).copied().flatten(),
            },
            Form::Method(method) => {
                let values = || self.methods[*method].iter().map(|(value, _)| *value);
                values().min().zip(values().max())
            }
            Form::Arithmetic(..) => {
                let (first, signs) = part.chain();
                let mut range = self.range(first)?;
                for (operator, _, right) in signs {
                    range = operator_range(operator, range, self.range(right)?)?;
                }
                Some(range)
            }
            Form::If(branches) => {
                let [_, then, otherwise] = &**branches;
                Some(union(self.range(then)?, self.range(otherwise)?))
            }
            Form::Let(bound) => self.range(&bound.body),
            Form::Call(function, arguments) => self.range_of_call(*function, arguments),
            _ => (part.kind == ValueKind::Truth).then_some((0, 1)),
        }
    }

    /// The range of the number that a function returns.
    fn range_of_call(&self, function: Function, arguments: &[FormulaNode]) -> IntegerRange {
        let range = |place: usize| self.range(&arguments[place]);
        let each = || arguments.iter().map(|argument| self.range(argument)).collect::<Option<Vec<_>>>();
        match function {
            Function::Sum => range(0),
            Function::Count => self.pool(arguments[0].test().1).map(|pool| (0, pool.size.1)),
            Function::Matches | Function::Distinct => {
                self.pool(&arguments[0]).map(|pool| (pool.size.0.min(1), pool.size.1))
            }
            Function::Min => each()?.into_iter().reduce(|one, other| (one.0.min(other.0), one.1.min(other.1))),
            Function::Max => each()?.into_iter().reduce(|one, other| (one.0.max(other.0), one.1.max(other.1))),
            Function::Negate => range(0).map(|(low, high)| (-high, -low)),
            Function::Abs => range(0).map(|(low, high)| (low.max(-high).max(0), high.max(-low))),
            Function::Sign => range(0).map(|(low, high)| (low.signum(), high.signum())),
            Function::Clamp => {
                let (low, value, high) = (range(0)?, range(1)?, range(2)?);
                Some((value.0.max(low.0).min(high.0), value.1.max(low.1).min(high.1)))
            }
            Function::Lookup => {
                let (from, to) = range(0)?;
                let entries = arguments[1].entries();
                let [from, to] = [from, to].map(|place| place.clamp(0, entries.len() as i64 - 1) as usize);
                let reached = entries[from..=to].iter().map(|entry| self.range(entry));
                reached.reduce(|one, other| Some(union(one?, other?)))?
            }
            Function::Steps => {
                let (low, high) = range(0)?;
                let steps = arguments[1].entries().iter().map(|step| self.range(step)).collect::<Option<Vec<_>>>()?;
                let reached = |holds: &dyn Fn(&&(i64, i64)) -> bool| steps.iter().filter(holds).count() as i64;
                Some((reached(&|step| step.1 <= low), reached(&|step| step.0 <= high)))
            }
            Function::Best | Function::Worst | Function::Median => range(1),
            Function::Until => self.range(arguments[1].test().1),
            Function::Remainder => {
                let (low, high) = range(1)?;
                Some(((low + 1).min(0), (high - 1).max(0)))
            }
            _ => (function.value_kind() == ValueKind::Truth).then_some((0, 1)),
        }
    }

    /// The ranges of a pool; `None` if unknown.
    pub fn pool(&self, part: &FormulaNode) -> Option<PoolRange> {
        match &part.form {
            Form::Dice(dice) => {
                let size = dice.kept.map_or(dice.count, |(_, kept)| kept) as i64;
                Some(PoolRange { faces: (*dice.faces.first()?, *dice.faces.last()?), size: (size, size) })
            }
            Form::Slot(slot) => self.bound_name(*slot)?.pool,
            Form::If(branches) => {
                let [_, then, otherwise] = &**branches;
                Some(self.pool(then)?.union(self.pool(otherwise)?))
            }
            Form::Let(bound) => self.pool(&bound.body),
            Form::Call(function, arguments) => self.pool_of_call(*function, arguments),
            _ => None,
        }
    }

    /// The ranges of the pool that a function returns.
    fn pool_of_call(&self, function: Function, arguments: &[FormulaNode]) -> Option<PoolRange> {
        match function {
            Function::Highest | Function::Lowest | Function::Middle => {
                let pool = self.pool(&arguments[1])?;
                let (least, most) = self.range(&arguments[0]).unwrap_or((0, UNKNOWN_SIZE));
                let size = (pool.size.0.min(least.max(0)), pool.size.1.min(most.max(0)));
                Some(PoolRange { size, ..pool })
            }
            Function::Join => {
                let pools = arguments.iter().map(|argument| self.pool(argument)).collect::<Option<Vec<_>>>()?;
                let size = pools.iter().fold((0, 0), |sum, pool| (sum.0 + pool.size.0, sum.1 + pool.size.1));
                let all = pools.into_iter().reduce(PoolRange::union)?;
                Some(PoolRange { size, ..all })
            }
            Function::Pool => {
                let (least, most) = self.range(&arguments[0]).unwrap_or((0, MOST_POOLED));
                let size = (least.clamp(0, MOST_POOLED), most.clamp(0, MOST_POOLED));
                Some(PoolRange { faces: self.range(&arguments[1])?, size })
            }
            // Fresh dice show no faces outside the range of the pool.
            Function::Reroll | Function::Explode | Function::Ignore => {
                let pool = self.pool(arguments[0].test().1)?;
                Some(match function {
                    Function::Reroll => pool,
                    Function::Ignore => PoolRange { faces: union(pool.faces, (0, 0)), ..pool },
                    _ => PoolRange { size: (pool.size.0, UNKNOWN_SIZE), ..pool },
                })
            }
            _ => None,
        }
    }
}

impl PoolRange {
    /// The ranges of a pool that may be either of two pools.
    fn union(self, other: Self) -> Self {
        Self { faces: union(self.faces, other.faces), size: union(self.size, other.size) }
    }

    /// The range of the sum of the dice.
    fn sum(self) -> (i64, i64) {
        let (low, high) = self.faces;
        let ends = [self.size.0, self.size.1];
        let sums = |face: i64| ends.map(|size| size.saturating_mul(face));
        (sums(low)[0].min(sums(low)[1]), sums(high)[0].max(sums(high)[1]))
    }
}

/// The smallest range that contains both ranges.
fn union(one: (i64, i64), other: (i64, i64)) -> (i64, i64) {
    (one.0.min(other.0), one.1.max(other.1))
}

/// The range of an operator's result, given the ranges of both operands. The ends of the ranges decide, since the
/// result is monotonic in each operand as long as a divisor keeps its sign.
fn operator_range(operator: Operator, left: (i64, i64), right: (i64, i64)) -> IntegerRange {
    let of = |gives: &dyn Fn(i64, i64) -> i64, right: (i64, i64)| {
        let corners = [(left.0, right.0), (left.0, right.1), (left.1, right.0), (left.1, right.1)];
        corners.into_iter().map(|(one, other)| gives(one, other)).map(|value| (value, value)).reduce(union)
    };
    match operator {
        Operator::Add => of(&i64::saturating_add, right),
        Operator::Subtract => of(&i64::saturating_sub, right),
        Operator::Multiply => of(&i64::saturating_mul, right),
        Operator::Divide(rounding) => {
            let parts = [(right.0, right.1.min(-1)), (right.0.max(1), right.1)];
            let parts = parts.into_iter().filter(|(low, high)| low <= high);
            let quotients = parts.map(|part| of(&|one, other| rounded_quotient(one, other, rounding), part));
            quotients.reduce(|one, other| Some(union(one?, other?)))?
        }
    }
}
