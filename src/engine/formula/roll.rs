//! One evaluation of a formula, with the dice that a source of chance gives.

use super::budget::{Budget, PART};
use super::exact::faces;
use super::fault::Fault;
use super::function::Function;
use super::pool::{Die, Faces, Shown, Table, Test, Treatment, weighted};
use super::spread::Spread;
use super::token::LARGEST;
use super::tree::{Form, Kind, Operator, Order, Part, Rounding};
use super::weight::Weight;
use std::rc::Rc;

/// The most dice of a pool whose number is computed.
pub const MOST_POOLED: i64 = 60;

/// A source of faces.
pub trait Source<W> {
    /// The face of a die.
    fn face(&mut self, faces: &Faces<W>) -> i64;
}

/// The value of a name.
#[derive(Debug, Clone)]
pub enum Value<'f, W> {
    /// No value yet.
    Unset,
    Number(i64),
    Truth(bool),
    Dice(Rc<Table<W>>),
    /// Evaluated where it is used, since it is used once.
    Later(&'f Part),
}

/// Evaluates parts of a formula, whose names have values.
pub struct Roller<'r, 'f, W, S> {
    pub values: &'r mut Vec<Value<'f, W>>,
    pub methods: &'f [super::Table],
    pub source: S,
    /// The formulas that dice of `pool` show.
    pub again: Vec<&'f Part>,
    pub budget: &'r Budget,
    /// Whether some of unlike dice may be chosen.
    pub is_choice: bool,
}

type Rolled<T> = Result<T, Fault>;

impl<'f, W: Weight, S: Source<W>> Roller<'_, 'f, W, S> {
    /// The value of a part as a number: a pool is its sum, a truth value 1 or 0.
    pub fn number(&mut self, part: &'f Part) -> Rolled<i64> {
        self.step(part)?;
        match part.kind {
            Kind::Truth => self.truth(part).map(i64::from),
            Kind::Pool => sum(&*self.pool(part)?, part.at),
            Kind::Number => self.of_form(part),
        }
    }

    fn step(&self, part: &Part) -> Rolled<()> {
        self.budget.spend(1, PART).map_err(|_| too_long(part.at))
    }

    fn of_form(&mut self, part: &'f Part) -> Rolled<i64> {
        match &part.form {
            Form::Number(number) => Ok(*number),
            Form::Slot(slot) => match self.values[usize::from(*slot)].clone() {
                Value::Number(number) => Ok(number),
                Value::Later(part) => self.number(part),
                _ => Ok(0),
            },
            Form::Method(method) => {
                let faces = weighted(&self.methods[*method]);
                Ok(self.source.face(&faces))
            }
            Form::Negate(inner) => Ok(-self.number(inner)?),
            Form::Arithmetic(..) => self.arithmetic(part),
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                if self.truth(condition)? { self.number(then) } else { self.number(otherwise) }
            }
            Form::Let(bound) => {
                self.bind(bound.slot, &bound.value)?;
                self.number(&bound.body)
            }
            Form::Call(function, arguments) => self.call(*function, arguments, part.at),
            _ => Ok(0),
        }
    }

    fn bind(&mut self, slot: u16, value: &'f Part) -> Rolled<()> {
        let value = match value.kind {
            Kind::Number => Value::Number(self.number(value)?),
            Kind::Truth => Value::Truth(self.truth(value)?),
            Kind::Pool => Value::Dice(self.pool(value)?),
        };
        self.values[usize::from(slot)] = value;
        Ok(())
    }

    /// A chain of signs, down its left side in a loop.
    fn arithmetic(&mut self, part: &'f Part) -> Rolled<i64> {
        let mut spine = Vec::new();
        let mut left = part;
        while let Form::Arithmetic(operator, sign, inner, right) = &left.form {
            spine.push((*operator, *sign, &**right));
            left = inner;
        }
        let mut value = self.number(left)?;
        while let Some((operator, sign, right)) = spine.pop() {
            value = computed(operator, sign, right.at, value, self.number(right)?)?;
        }
        Ok(value)
    }

    pub fn truth(&mut self, part: &'f Part) -> Rolled<bool> {
        self.step(part)?;
        match &part.form {
            Form::Truth(truth) => Ok(*truth),
            Form::Slot(slot) => match self.values[usize::from(*slot)].clone() {
                Value::Truth(truth) => Ok(truth),
                Value::Later(part) => self.truth(part),
                _ => Ok(false),
            },
            Form::Not(inner) => Ok(!self.truth(inner)?),
            Form::And(left, right) => Ok(self.truth(left)? && self.truth(right)?),
            Form::Or(left, right) => Ok(self.truth(left)? || self.truth(right)?),
            Form::Compare(order, _, left, right) => Ok(order.holds(self.number(left)?, self.number(right)?)),
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                if self.truth(condition)? { self.truth(then) } else { self.truth(otherwise) }
            }
            Form::Let(bound) => {
                self.bind(bound.slot, &bound.value)?;
                self.truth(&bound.body)
            }
            _ => Ok(false),
        }
    }

    pub fn pool(&mut self, part: &'f Part) -> Rolled<Rc<Table<W>>> {
        self.step(part)?;
        match &part.form {
            Form::Dice(dice) => {
                let die = Die::of(&dice.faces);
                let mut shown: Table<W> = (0..dice.count).map(|_| self.shown(&die, part.at)).collect::<Rolled<_>>()?;
                shown.sort();
                if let Some((highest, kept)) = dice.kept {
                    let from = if highest { dice.count - kept } else { 0 };
                    shown = shown[from..from + kept].to_vec();
                }
                Ok(Rc::new(shown))
            }
            Form::Slot(slot) => match self.values[usize::from(*slot)].clone() {
                Value::Dice(dice) => Ok(dice),
                Value::Later(part) => self.pool(part),
                _ => Ok(Rc::default()),
            },
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                if self.truth(condition)? { self.pool(then) } else { self.pool(otherwise) }
            }
            Form::Let(bound) => {
                self.bind(bound.slot, &bound.value)?;
                self.pool(&bound.body)
            }
            Form::Call(function, arguments) => self.pool_of(*function, arguments),
            _ => Ok(Rc::default()),
        }
    }

    /// A die that is rolled.
    fn shown(&mut self, die: &Rc<Die<W>>, at: usize) -> Rolled<Shown<W>> {
        self.budget.spend(1, PART).map_err(|_| too_long(at))?;
        let face = match die.again {
            Some(formula) => self.number(self.again[formula])?,
            None => self.source.face(&die.faces),
        };
        Ok(Shown { face, die: die.clone() })
    }

    fn pool_of(&mut self, function: Function, arguments: &'f [Part]) -> Rolled<Rc<Table<W>>> {
        match function {
            Function::Highest | Function::Lowest | Function::Middle => {
                let kept = self.number(&arguments[0])?;
                let dice = self.pool(&arguments[1])?;
                let (from, to) = window(function, kept, dice.len(), arguments[0].at)?;
                Ok(Rc::new(dice[from..to].to_vec()))
            }
            Function::Join => {
                let mut all = Vec::new();
                for argument in arguments {
                    all.extend(self.pool(argument)?.iter().cloned());
                }
                all.sort();
                Ok(Rc::new(all))
            }
            Function::Pool => {
                let count = pooled(self.number(&arguments[0])?, arguments[0].at)?;
                let again = Some(self.again.len());
                // Of equal faces the die with the smaller highest face comes first, so these have to be known where dice are chosen.
                let faces = match self.is_choice {
                    true => faces(&arguments[1], self.values, self.methods),
                    false => None,
                };
                let faces = faces.unwrap_or_else(|| Rc::new(Spread::certain(0)));
                let die = Rc::new(Die { sides: faces.items.len(), faces, again });
                self.again.push(&arguments[1]);
                let mut dice: Table<W> =
                    (0..count).map(|_| self.shown(&die, arguments[1].at)).collect::<Rolled<_>>()?;
                dice.sort();
                Ok(Rc::new(dice))
            }
            Function::Reroll | Function::Explode | Function::Ignore => {
                let Form::Compare(order, _, pool, right) = &arguments[0].form else { return Ok(Rc::default()) };
                let (dice, right) = (self.pool(pool)?, self.number(right)?);
                let most = arguments.get(1).map(|most| self.number(most)).transpose()?;
                let treatment = Treatment::of(function, most);
                self.treated(&dice, Test { order: *order, right }, treatment, arguments[0].at)
            }
            _ => Ok(Rc::default()),
        }
    }

    fn treated(&mut self, dice: &Table<W>, test: Test, treatment: Treatment, at: usize) -> Rolled<Rc<Table<W>>> {
        let mut after = dice.clone();
        for place in test.first(dice, treatment.most()) {
            let die = &dice[place].die;
            match treatment {
                Treatment::Ignore(_) => after[place].face = 0,
                Treatment::Reroll(_) => after[place] = self.shown(die, at)?,
                Treatment::Explode(most) => {
                    for _ in 0..most {
                        let more = self.shown(die, at)?;
                        let goes_on = test.holds(more.face);
                        after.push(more);
                        if !goes_on {
                            break;
                        }
                    }
                }
            }
        }
        after.sort();
        Ok(Rc::new(after))
    }

    fn call(&mut self, function: Function, arguments: &'f [Part], at: usize) -> Rolled<i64> {
        match function {
            Function::Sum => sum(&*self.pool(&arguments[0])?, at),
            Function::Matches => {
                let dice = self.pool(&arguments[0])?;
                Ok(dice.chunk_by(|one, next| one.face == next.face).map(<[_]>::len).max().unwrap_or(0) as i64)
            }
            Function::Distinct => {
                let dice = self.pool(&arguments[0])?;
                Ok(dice.chunk_by(|one, next| one.face == next.face).count() as i64)
            }
            Function::Count => {
                let Form::Compare(order, _, pool, right) = &arguments[0].form else { return Ok(0) };
                let (dice, right) = (self.pool(pool)?, self.number(right)?);
                Ok(dice.iter().filter(|die| order.holds(die.face, right)).count() as i64)
            }
            Function::Lookup => {
                let place = self.number(&arguments[0])?;
                let Form::List(entries) = &arguments[1].form else { return Ok(0) };
                self.number(&entries[place.clamp(0, entries.len() as i64 - 1) as usize])
            }
            Function::Best | Function::Worst | Function::Median => {
                let times = evaluations(function, self.number(&arguments[0])?, arguments[0].at)?;
                let mut values = (0..times).map(|_| self.number(&arguments[1])).collect::<Rolled<Vec<i64>>>()?;
                values.sort_unstable();
                Ok(match function {
                    Function::Best => values[times - 1],
                    Function::Worst => values[0],
                    _ => values[times / 2],
                })
            }
            Function::Until => {
                let times = evaluations(function, self.number(&arguments[0])?, arguments[0].at)?;
                let Form::Compare(order, _, again, right) = &arguments[1].form else { return Ok(0) };
                let right = self.number(right)?;
                let mut value = 0;
                for _ in 0..times {
                    value = self.number(again)?;
                    if order.holds(value, right) {
                        break;
                    }
                }
                Ok(value)
            }
            _ => {
                let list = match arguments.get(1).map(|list| &list.form) {
                    Some(Form::List(entries)) => &entries[..],
                    _ => &[],
                };
                let own = if list.is_empty() { arguments } else { &arguments[..1] };
                let values = own.iter().chain(list).map(|one| self.number(one)).collect::<Rolled<Vec<i64>>>()?;
                folded(function, &values, arguments)
            }
        }
    }
}

/// The sum of dice.
fn sum<W>(dice: &Table<W>, at: usize) -> Rolled<i64> {
    within(dice.iter().map(|die| die.face).sum(), at)
}

/// A value within the limits.
pub fn within(value: i64, at: usize) -> Rolled<i64> {
    if value.abs() <= LARGEST { Ok(value) } else { Err(out_of_range(value, at)) }
}

/// The fault of a value that is out of range.
pub fn out_of_range(value: i64, at: usize) -> Fault {
    Fault::new(at, format!("this can reach {}, and numbers go up to 1,000,000 on either side of 0", grouped(value)))
}

/// `2,000,000`.
pub fn grouped(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let groups: Vec<String> =
        digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned()).collect();
    format!("{}{}", if value < 0 { "−" } else { "" }, groups.join(","))
}

/// A sign between two numbers.
pub fn computed(operator: Operator, sign: usize, divisor_at: usize, left: i64, right: i64) -> Rolled<i64> {
    let value = match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide(_) if right == 0 => return Err(Fault::new(divisor_at, "the divisor can be 0")),
        Operator::Divide(rounding) => divided(left, right, rounding),
    };
    within(value, sign)
}

pub fn divided(left: i64, right: i64, rounding: Rounding) -> i64 {
    let down = |left: i64, right: i64| {
        let quotient = left / right;
        if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient }
    };
    match rounding {
        Rounding::Down => down(left, right),
        Rounding::Nearest => down(2 * left + right, 2 * right),
        Rounding::Up => -down(-left, right),
    }
}

/// The value of a function of numbers alone.
pub fn folded(function: Function, values: &[i64], arguments: &[Part]) -> Rolled<i64> {
    let first = values[0];
    Ok(match function {
        Function::Min => values.iter().copied().min().unwrap_or(0),
        Function::Max => values.iter().copied().max().unwrap_or(0),
        Function::Abs => first.abs(),
        Function::Sign => first.signum(),
        Function::Clamp if values[0] > values[2] => {
            return Err(Fault::new(
                arguments[0].at,
                format!("the lower end {} lies above the upper end {}", values[0], values[2]),
            ));
        }
        Function::Clamp => values[1].clamp(values[0], values[2]),
        Function::Steps => values[1..].iter().filter(|step| first >= **step).count() as i64,
        Function::Remainder if values[1] == 0 => return Err(Fault::new(arguments[1].at, "the divisor can be 0")),
        Function::Remainder => first - divided(first, values[1], Rounding::Down) * values[1],
        _ => first,
    })
}

/// The dice of a sorted pool that are taken.
pub fn window(function: Function, kept: i64, size: usize, at: usize) -> Rolled<(usize, usize)> {
    let kept = usize::try_from(kept).unwrap_or(0).min(size);
    Ok(match function {
        Function::Highest => (size - kept, size),
        Function::Lowest => (0, kept),
        _ if !(size - kept).is_multiple_of(2) => {
            return Err(Fault::new(at, format!("no {kept} of {size} dice are the middle ones")));
        }
        _ => ((size - kept) / 2, (size + kept) / 2),
    })
}

/// The number of dice of a computed pool.
pub fn pooled(count: i64, at: usize) -> Rolled<usize> {
    if count > MOST_POOLED {
        return Err(Fault::new(at, format!("this can reach {count}, and `pool` makes at most {MOST_POOLED} dice")));
    }
    Ok(usize::try_from(count).unwrap_or(0))
}

/// The number of repeated evaluations.
pub fn evaluations(function: Function, times: i64, at: usize) -> Rolled<usize> {
    match usize::try_from(times) {
        Ok(1..) if function == Function::Median && times % 2 == 0 => {
            Err(Fault::new(at, format!("{times} evaluations have no median")))
        }
        Ok(times @ 1..=1_000) => Ok(times),
        Ok(1_001..) => Err(Fault::new(at, "at most 1,000 evaluations are made")),
        _ => Err(Fault::new(at, "at least 1 evaluation is needed")),
    }
}

/// The fault of a roll that would go on for seconds.
fn too_long(at: usize) -> Fault {
    Fault::new(at, "this takes too many rolls").help("repeat it less often")
}

/// A source that is never asked.
pub struct NoDice;

impl<W> Source<W> for NoDice {
    fn face(&mut self, _: &Faces<W>) -> i64 {
        0
    }
}

impl Order {
    /// The test of dice against a number.
    pub fn against(self, right: i64) -> Test {
        Test { order: self, right }
    }
}
