//! Evaluates a formula once, with dice from a random source.

use super::budget::{Budget, PART_COST};
use super::fault::Fault;
use super::function::{Function, ValueKind};
use super::numbers::{
    apply_function, apply_operator, check_evaluations, check_pool_size, check_range, kept_range, selected_index,
};
use super::pool::{DiceTreatment, Die, DieFaces, DieTest, RolledDice, RolledDie, with_integer_weights};
use super::scope::FaceTable;
use super::spread::ItemWeights;
use super::tree::{Form, FormulaNode, Let};
use super::weight::Weight;
use std::rc::Rc;

/// The value of a name. A truth value counts as 1 or 0.
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
    /// The values of `slots` names: `inputs` for the first ones; the others are unset.
    pub fn initial(inputs: &[i64], slots: usize) -> Vec<Self> {
        let mut values = vec![Self::Unset; slots];
        values.iter_mut().zip(inputs).for_each(|(value, input)| *value = Self::Number(*input));
        values
    }
}

/// Returns the distribution of a part, given the values of the names and the tables of the dice methods; `None` if it
/// cannot be weighed.
pub type WeighFunction<'f, W> = fn(&'f FormulaNode, &[NameValue<'f, W>], &'f [FaceTable]) -> Option<Rc<DieFaces<W>>>;

/// Evaluates the parts of a formula once, given the values of its names.
pub struct Roller<'r, 'f, W, S> {
    pub values: &'r mut Vec<NameValue<'f, W>>,
    pub methods: &'f [FaceTable],
    /// Draws a face from the faces of a die.
    pub source: S,
    /// The formulas of dice made by the function `pool`. They are evaluated for each roll of such a die; see
    /// [`Die::formula`].
    pub pool_formulas: Vec<&'f FormulaNode>,
    pub budget: &'r Budget,
    /// Computes the faces of dice made by the function `pool`; set only if the formula may choose among dice of
    /// different types.
    pub weighing: Option<WeighFunction<'f, W>>,
}

/// The result of an evaluation.
type RollResult<T> = Result<T, Fault>;

impl<'f, W: Weight, S: FnMut(&DieFaces<W>) -> i64> Roller<'_, 'f, W, S> {
    /// Evaluates a part as a number. The number of a pool is its sum, that of a truth value 1 or 0.
    pub fn evaluate(&mut self, part: &'f FormulaNode) -> RollResult<i64> {
        self.spend_step(part)?;
        if part.kind == ValueKind::Pool {
            return sum(&*self.evaluate_pool(part)?, part.at);
        }
        match &part.form {
            Form::Number(number) => Ok(*number),
            Form::Truth(truth) => Ok((*truth).into()),
            Form::Slot(slot) => match &self.values[usize::from(*slot)] {
                NameValue::Number(number) => Ok(*number),
                _ => Ok(0),
            },
            Form::Method(method) => {
                let faces = with_integer_weights(&self.methods[*method]);
                Ok((self.source)(&faces))
            }
            Form::Arithmetic(..) => {
                let (first, signs) = part.chain();
                let mut value = self.evaluate(first)?;
                for (operator, sign, right) in signs {
                    value = apply_operator(operator, sign, right.at, value, self.evaluate(right)?)?;
                }
                Ok(value)
            }
            Form::Compare(order, _, left, right) => Ok(order.holds(self.evaluate(left)?, self.evaluate(right)?).into()),
            Form::If(branches) => {
                let taken = self.chosen_branch(branches)?;
                self.evaluate(taken)
            }
            Form::Let(bound) => {
                self.bind(bound)?;
                self.evaluate(&bound.body)
            }
            Form::Call(function, arguments) => self.evaluate_call(*function, arguments, part.at),
            _ => Ok(0),
        }
    }

    /// Subtracts the cost of one part from the budget.
    fn spend_step(&self, part: &FormulaNode) -> RollResult<()> {
        self.budget.spend(1, PART_COST).map_err(|_| too_long(part.at))
    }

    fn is_true(&mut self, part: &'f FormulaNode) -> RollResult<bool> {
        Ok(self.evaluate(part)? == 1)
    }

    /// The branch of an `if` that its condition chooses.
    fn chosen_branch(&mut self, [condition, then, otherwise]: &'f [FormulaNode; 3]) -> RollResult<&'f FormulaNode> {
        Ok(if self.is_true(condition)? { then } else { otherwise })
    }

    /// Evaluates the value of a `let` and assigns it to the name.
    fn bind(&mut self, Let { slot, value, .. }: &'f Let) -> RollResult<()> {
        self.values[usize::from(*slot)] = match value.kind {
            ValueKind::Pool => NameValue::Dice(self.evaluate_pool(value)?),
            ValueKind::Number | ValueKind::Truth => NameValue::Number(self.evaluate(value)?),
        };
        Ok(())
    }

    /// Rolls the dice of a pool.
    fn evaluate_pool(&mut self, part: &'f FormulaNode) -> RollResult<Rc<RolledDice<W>>> {
        self.spend_step(part)?;
        match &part.form {
            Form::Dice(dice) => {
                let die = Die::of(&dice.faces);
                let mut shown = self.roll_dice(&die, dice.count, part.at)?;
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
                let taken = self.chosen_branch(branches)?;
                self.evaluate_pool(taken)
            }
            Form::Let(bound) => {
                self.bind(bound)?;
                self.evaluate_pool(&bound.body)
            }
            Form::Call(function, arguments) => self.evaluate_pool_call(*function, arguments),
            _ => Ok(Rc::default()),
        }
    }

    /// Rolls `count` dice and sorts them in ascending order. `at` is the position for the fault if the budget runs out.
    fn roll_dice(&mut self, die: &Rc<Die<W>>, count: usize, at: usize) -> RollResult<RolledDice<W>> {
        let mut shown = (0..count).map(|_| self.roll_die(die, at)).collect::<RollResult<RolledDice<W>>>()?;
        shown.sort();
        Ok(shown)
    }

    /// Rolls one die. `at` is the position for the fault if the budget runs out.
    fn roll_die(&mut self, die: &Rc<Die<W>>, at: usize) -> RollResult<RolledDie<W>> {
        self.budget.spend(1, PART_COST).map_err(|_| too_long(at))?;
        let face = match die.formula {
            Some(formula) => self.evaluate(self.pool_formulas[formula])?,
            None => (self.source)(&die.faces),
        };
        Ok(RolledDie { face, die: die.clone() })
    }

    fn evaluate_pool_call(
        &mut self,
        function: Function,
        arguments: &'f [FormulaNode],
    ) -> RollResult<Rc<RolledDice<W>>> {
        match function {
            Function::Highest | Function::Lowest | Function::Middle => {
                let kept = self.evaluate(&arguments[0])?;
                let dice = self.evaluate_pool(&arguments[1])?;
                let (from, to) = kept_range(function, kept, dice.len(), arguments[0].at)?;
                Ok(Rc::new(dice[from..to].to_vec()))
            }
            Function::Join => {
                let mut all = Vec::new();
                for argument in arguments {
                    all.extend(self.evaluate_pool(argument)?.iter().cloned());
                }
                all.sort();
                Ok(Rc::new(all))
            }
            Function::Pool => {
                let count = check_pool_size(self.evaluate(&arguments[0])?, arguments[0].at)?;
                // Among dice that show equal faces, the one with the smaller highest face comes first. So a choice
                // among them needs to know their faces.
                let faces = self.weighing.and_then(|weighing| weighing(&arguments[1], self.values, self.methods));
                let faces = faces.unwrap_or_else(|| Rc::new(ItemWeights::certain(0)));
                let die = Rc::new(Die { sides: faces.items.len(), faces, formula: Some(self.pool_formulas.len()) });
                self.pool_formulas.push(&arguments[1]);
                Ok(Rc::new(self.roll_dice(&die, count, arguments[1].at)?))
            }
            Function::Reroll | Function::Explode | Function::Ignore => {
                let (order, pool, right) = arguments[0].test();
                let (dice, right) = (self.evaluate_pool(pool)?, self.evaluate(right)?);
                let most = arguments.get(1).map(|most| self.evaluate(most)).transpose()?;
                let treatment = DiceTreatment::by_function(function, most);
                self.treat_dice(&dice, DieTest { order, right }, treatment, arguments[0].at)
            }
            _ => Ok(Rc::default()),
        }
    }

    /// Applies `treatment`, such as a reroll, to the dice that pass `test`. `at` is the position to report if the
    /// budget runs out.
    fn treat_dice(
        &mut self,
        dice: &RolledDice<W>,
        test: DieTest,
        treatment: DiceTreatment,
        at: usize,
    ) -> RollResult<Rc<RolledDice<W>>> {
        let mut after = dice.clone();
        for place in test.passing_dice(dice, treatment.max_dice()) {
            let die = &dice[place].die;
            match treatment {
                DiceTreatment::Ignore(_) => after[place].face = 0,
                DiceTreatment::Reroll(_) => after[place] = self.roll_die(die, at)?,
                DiceTreatment::Explode(most) => {
                    for _ in 0..most {
                        let more = self.roll_die(die, at)?;
                        let goes_on = test.passes(more.face);
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

    fn evaluate_call(&mut self, function: Function, arguments: &'f [FormulaNode], at: usize) -> RollResult<i64> {
        match function {
            Function::Sum => sum(&*self.evaluate_pool(&arguments[0])?, at),
            Function::Matches => {
                let dice = self.evaluate_pool(&arguments[0])?;
                Ok(dice.chunk_by(|one, next| one.face == next.face).map(<[_]>::len).max().unwrap_or(0) as i64)
            }
            Function::Distinct => {
                let dice = self.evaluate_pool(&arguments[0])?;
                Ok(dice.chunk_by(|one, next| one.face == next.face).count() as i64)
            }
            Function::Count => {
                let (order, pool, right) = arguments[0].test();
                let (dice, right) = (self.evaluate_pool(pool)?, self.evaluate(right)?);
                Ok(dice.iter().filter(|die| order.holds(die.face, right)).count() as i64)
            }
            Function::Lookup => {
                let place = self.evaluate(&arguments[0])?;
                self.evaluate(arguments[1].entry(place))
            }
            Function::Best | Function::Worst | Function::Median => {
                let times = check_evaluations(function, self.evaluate(&arguments[0])?, arguments[0].at)?;
                let mut values = (0..times).map(|_| self.evaluate(&arguments[1])).collect::<RollResult<Vec<i64>>>()?;
                values.sort_unstable();
                Ok(values[selected_index(function, times)])
            }
            Function::Until => {
                let times = check_evaluations(function, self.evaluate(&arguments[0])?, arguments[0].at)?;
                let (order, again, right) = arguments[1].test();
                let right = self.evaluate(right)?;
                let mut value = 0;
                for _ in 0..times {
                    value = self.evaluate(again)?;
                    if order.holds(value, right) {
                        break;
                    }
                }
                Ok(value)
            }
            Function::And => Ok((self.is_true(&arguments[0])? && self.is_true(&arguments[1])?).into()),
            Function::Or => Ok((self.is_true(&arguments[0])? || self.is_true(&arguments[1])?).into()),
            _ => {
                let values = FormulaNode::number_arguments(arguments)
                    .map(|one| self.evaluate(one))
                    .collect::<RollResult<Vec<i64>>>()?;
                apply_function(function, &values, arguments)
            }
        }
    }
}

fn sum<W>(dice: &RolledDice<W>, at: usize) -> RollResult<i64> {
    check_range(dice.iter().map(|die| die.face).sum(), at)
}

/// The fault for a formula with too many rolls.
fn too_long(at: usize) -> Fault {
    Fault::new(at, "this takes too many rolls").help("repeat it less often")
}
