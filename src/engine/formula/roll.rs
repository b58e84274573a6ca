//! Evaluates a formula once, with dice from a random source.

use super::budget::{Budget, PART};
use super::fault::Fault;
use super::function::{Function, ValueKind};
use super::numbers::{computed, evaluations, folded, place_of, pooled, window, within};
use super::pool::{DiceTreatment, Die, DieFaces, DieTest, RolledDice, Shown, weighted};
use super::scope::FaceTable;
use super::spread::ItemWeights;
use super::tree::{Form, FormulaNode, Let};
use super::weight::Weight;
use std::rc::Rc;

/// The value of a name; a truth value is 1 or 0.
#[derive(Debug, Clone)]
pub enum NameValue<'f, W> {
    /// A name without a value.
    Unset,
    Number(i64),
    Dice(Rc<RolledDice<W>>),
    /// Evaluated where it is used, which happens only once.
    Later(&'f FormulaNode),
}

impl<W: Clone> NameValue<'_, W> {
    /// The values of `slots` names: `inputs` for the first ones, the others unset.
    pub fn of(inputs: &[i64], slots: usize) -> Vec<Self> {
        let mut values = vec![Self::Unset; slots];
        values.iter_mut().zip(inputs).for_each(|(value, input)| *value = Self::Number(*input));
        values
    }
}

/// Computes the distribution of a part for these values of names; `None` if it cannot be weighed.
pub type Weighing<'f, W> = fn(&'f FormulaNode, &[NameValue<'f, W>], &'f [FaceTable]) -> Option<Rc<DieFaces<W>>>;

/// Evaluates the parts of a formula for given values of its names.
pub struct Roller<'r, 'f, W, S> {
    pub values: &'r mut Vec<NameValue<'f, W>>,
    pub methods: &'f [FaceTable],
    /// Draws a face from a die's faces.
    pub source: S,
    /// The formulas behind dice of the function `pool`, which are evaluated for each face.
    pub again: Vec<&'f FormulaNode>,
    pub budget: &'r Budget,
    /// Computes the faces of dice of the function `pool`. Set if the formula may choose among dice of different types.
    pub weighing: Option<Weighing<'f, W>>,
}

type RollResult<T> = Result<T, Fault>;

impl<'f, W: Weight, S: FnMut(&DieFaces<W>) -> i64> Roller<'_, 'f, W, S> {
    /// Evaluates a part as a number: a pool is its sum, a truth value is 1 or 0.
    pub fn number(&mut self, part: &'f FormulaNode) -> RollResult<i64> {
        self.step(part)?;
        if part.kind == ValueKind::Pool {
            return sum(&*self.pool(part)?, part.at);
        }
        match &part.form {
            Form::Number(number) => Ok(*number),
            Form::Truth(truth) => Ok((*truth).into()),
            Form::Slot(slot) => match &self.values[usize::from(*slot)] {
                NameValue::Number(number) => Ok(*number),
                _ => Ok(0),
            },
            Form::Method(method) => {
                let faces = weighted(&self.methods[*method]);
                Ok((self.source)(&faces))
            }
            Form::Arithmetic(..) => {
                let (first, signs) = part.chain();
                let mut value = self.number(first)?;
                for (operator, sign, right) in signs {
                    value = computed(operator, sign, right.at, value, self.number(right)?)?;
                }
                Ok(value)
            }
            Form::Compare(order, _, left, right) => Ok(order.holds(self.number(left)?, self.number(right)?).into()),
            Form::If(branches) => {
                let taken = self.taken(branches)?;
                self.number(taken)
            }
            Form::Let(bound) => {
                self.bind(bound)?;
                self.number(&bound.body)
            }
            Form::Call(function, arguments) => self.call(*function, arguments, part.at),
            _ => Ok(0),
        }
    }

    /// Spends the budget for one part.
    fn step(&self, part: &FormulaNode) -> RollResult<()> {
        self.budget.spend(1, PART).map_err(|_| too_long(part.at))
    }

    fn is_true(&mut self, part: &'f FormulaNode) -> RollResult<bool> {
        Ok(self.number(part)? == 1)
    }

    /// The branch of an `if` that its condition selects.
    fn taken(&mut self, [condition, then, otherwise]: &'f [FormulaNode; 3]) -> RollResult<&'f FormulaNode> {
        Ok(if self.is_true(condition)? { then } else { otherwise })
    }

    fn bind(&mut self, Let { slot, value, .. }: &'f Let) -> RollResult<()> {
        self.values[usize::from(*slot)] = match value.kind {
            ValueKind::Pool => NameValue::Dice(self.pool(value)?),
            ValueKind::Number | ValueKind::Truth => NameValue::Number(self.number(value)?),
        };
        Ok(())
    }

    fn pool(&mut self, part: &'f FormulaNode) -> RollResult<Rc<RolledDice<W>>> {
        self.step(part)?;
        match &part.form {
            Form::Dice(dice) => {
                let die = Die::of(&dice.faces);
                let mut shown = self.thrown(&die, dice.count, part.at)?;
                if let Some((highest, kept)) = dice.kept {
                    let from = if highest { dice.count - kept } else { 0 };
                    shown = shown[from..from + kept].to_vec();
                }
                Ok(Rc::new(shown))
            }
            Form::Slot(slot) => match &self.values[usize::from(*slot)] {
                NameValue::Dice(dice) => Ok(dice.clone()),
                _ => Ok(Rc::default()),
            },
            Form::If(branches) => {
                let taken = self.taken(branches)?;
                self.pool(taken)
            }
            Form::Let(bound) => {
                self.bind(bound)?;
                self.pool(&bound.body)
            }
            Form::Call(function, arguments) => self.pool_of(*function, arguments),
            _ => Ok(Rc::default()),
        }
    }

    /// Rolls `count` dice and sorts them in ascending order. If the budget runs out, the fault is at position `at`.
    fn thrown(&mut self, die: &Rc<Die<W>>, count: usize, at: usize) -> RollResult<RolledDice<W>> {
        let mut shown = (0..count).map(|_| self.shown(die, at)).collect::<RollResult<RolledDice<W>>>()?;
        shown.sort();
        Ok(shown)
    }

    /// Rolls one die. If the budget runs out, the fault is at position `at`.
    fn shown(&mut self, die: &Rc<Die<W>>, at: usize) -> RollResult<Shown<W>> {
        self.budget.spend(1, PART).map_err(|_| too_long(at))?;
        let face = match die.again {
            Some(formula) => self.number(self.again[formula])?,
            None => (self.source)(&die.faces),
        };
        Ok(Shown { face, die: die.clone() })
    }

    fn pool_of(&mut self, function: Function, arguments: &'f [FormulaNode]) -> RollResult<Rc<RolledDice<W>>> {
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
                // Among dice that show equal faces, the one with the smaller highest face comes first. So a choice
                // among them needs to know their faces.
                let faces = self.weighing.and_then(|weighing| weighing(&arguments[1], self.values, self.methods));
                let faces = faces.unwrap_or_else(|| Rc::new(ItemWeights::certain(0)));
                let die = Rc::new(Die { sides: faces.items.len(), faces, again: Some(self.again.len()) });
                self.again.push(&arguments[1]);
                Ok(Rc::new(self.thrown(&die, count, arguments[1].at)?))
            }
            Function::Reroll | Function::Explode | Function::Ignore => {
                let (order, pool, right) = arguments[0].test();
                let (dice, right) = (self.pool(pool)?, self.number(right)?);
                let most = arguments.get(1).map(|most| self.number(most)).transpose()?;
                let treatment = DiceTreatment::of(function, most);
                self.treated(&dice, DieTest { order, right }, treatment, arguments[0].at)
            }
            _ => Ok(Rc::default()),
        }
    }

    /// Treats the dice of a pool that pass `test`.
    fn treated(
        &mut self,
        dice: &RolledDice<W>,
        test: DieTest,
        treatment: DiceTreatment,
        at: usize,
    ) -> RollResult<Rc<RolledDice<W>>> {
        let mut after = dice.clone();
        for place in test.first(dice, treatment.most()) {
            let die = &dice[place].die;
            match treatment {
                DiceTreatment::Ignore(_) => after[place].face = 0,
                DiceTreatment::Reroll(_) => after[place] = self.shown(die, at)?,
                DiceTreatment::Explode(most) => {
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

    fn call(&mut self, function: Function, arguments: &'f [FormulaNode], at: usize) -> RollResult<i64> {
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
                let (order, pool, right) = arguments[0].test();
                let (dice, right) = (self.pool(pool)?, self.number(right)?);
                Ok(dice.iter().filter(|die| order.holds(die.face, right)).count() as i64)
            }
            Function::Lookup => {
                let place = self.number(&arguments[0])?;
                self.number(arguments[1].entry(place))
            }
            Function::Best | Function::Worst | Function::Median => {
                let times = evaluations(function, self.number(&arguments[0])?, arguments[0].at)?;
                let mut values = (0..times).map(|_| self.number(&arguments[1])).collect::<RollResult<Vec<i64>>>()?;
                values.sort_unstable();
                Ok(values[place_of(function, times)])
            }
            Function::Until => {
                let times = evaluations(function, self.number(&arguments[0])?, arguments[0].at)?;
                let (order, again, right) = arguments[1].test();
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
            Function::And => Ok((self.is_true(&arguments[0])? && self.is_true(&arguments[1])?).into()),
            Function::Or => Ok((self.is_true(&arguments[0])? || self.is_true(&arguments[1])?).into()),
            _ => {
                let values =
                    FormulaNode::numbers(arguments).map(|one| self.number(one)).collect::<RollResult<Vec<i64>>>()?;
                folded(function, &values, arguments)
            }
        }
    }
}

fn sum<W>(dice: &RolledDice<W>, at: usize) -> RollResult<i64> {
    within(dice.iter().map(|die| die.face).sum(), at)
}

/// The fault for a roll that would take seconds.
fn too_long(at: usize) -> Fault {
    Fault::new(at, "this takes too many rolls").help("repeat it less often")
}
