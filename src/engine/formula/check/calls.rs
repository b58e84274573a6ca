//! Checks function calls.

use super::{Checker, nearest};
use crate::error::Cause;
use crate::formula::STEP;
use crate::formula::fault::Fault;
use crate::formula::function::{FOREIGN, Function, ValueKind};
use crate::formula::token::DiceText;
use crate::formula::tree::{Form, FormulaNode, Operator, Order, Rounding};

impl Checker<'_> {
    /// Resolves the call of `word` to a built-in function, a step function of the scope, or a fault. Stores the call in
    /// `part` and returns its kind.
    pub(super) fn unknown(&mut self, word: &str, mut arguments: Vec<FormulaNode>, part: &mut FormulaNode) -> ValueKind {
        if let Some(function) = Function::find(word) {
            return self.call(function, arguments, part);
        }
        if let Some(steps) = self.steps_of(word) {
            return self.stepped(word, &steps, arguments, part);
        }
        arguments.iter_mut().for_each(|argument| self.any(argument));
        let foreign = match word {
            "advantage" => Some(of_two("highest", &arguments)),
            "disadvantage" => Some(of_two("lowest", &arguments)),
            _ => FOREIGN.iter().find(|(name, _)| *name == word).map(|(_, help)| (*help).to_owned()),
        };
        let help = foreign.or_else(|| nearest(word, Function::ALL.iter().map(|one| one.word())));
        let message = format!("there is no function `{word}`");
        self.faults.push(Fault { at: part.at, message, help, cause: Cause::Function(word.to_owned()) });
        part.form = Form::Number(0);
        ValueKind::Number
    }

    /// Checks the call of a built-in function, stores it in `part` and returns its kind.
    pub(super) fn call(
        &mut self,
        function: Function,
        mut arguments: Vec<FormulaNode>,
        part: &mut FormulaNode,
    ) -> ValueKind {
        let (least, most) = function.arguments();
        part.form = Form::Number(0);
        if !(least..=most).contains(&arguments.len()) {
            let wanted = match (least, most) {
                (1, 1) => "1 argument".to_owned(),
                (least, most) if least == most => format!("{least} arguments"),
                (least, 60) => format!("{least} or more arguments"),
                (least, most) => format!("{least} or {most} arguments"),
            };
            let message = format!("`{}` takes {wanted}, not {}", function.word(), arguments.len());
            let fault = Fault::new(part.at, message);
            self.faults.push(match (function, &arguments[..]) {
                (Function::Max | Function::Highest, [one]) => fault.help(of_pool("highest", one)),
                (Function::Min | Function::Lowest, [one]) => fault.help(of_pool("lowest", one)),
                _ => fault,
            });
            return function.gives();
        }
        if function == Function::Method {
            self.method(&arguments[0], part);
            return ValueKind::Number;
        }
        self.arguments(function, &mut arguments);
        // These roll dice even if the pool is a name.
        part.rolls |= matches!(function, Function::Reroll | Function::Explode);
        let rounding = if function == Function::Nearest { Rounding::Nearest } else { Rounding::Up };
        part.form = match (function, &mut arguments[0].form) {
            (Function::Nearest | Function::RoundUp, quotient) => {
                if let Form::Arithmetic(operator @ Operator::Divide(_), ..) = quotient {
                    *operator = Operator::Divide(rounding);
                }
                std::mem::replace(quotient, Form::Number(0))
            }
            // A negated literal becomes a number itself: several checks look for literal numbers.
            (Function::Negate, Form::Number(number)) => Form::Number(-*number),
            _ => Form::Call(function, arguments),
        };
        function.gives()
    }

    /// The slots of the names `word 1`, `word 2` …; `None` if the scope has no such names.
    fn steps_of(&self, word: &str) -> Option<Vec<u16>> {
        let of = |name: &str| name.strip_prefix(word).is_some_and(|rest| rest.starts_with(STEP));
        let steps: Vec<u16> = self.known.iter().filter(|known| of(&known.name)).map(|known| known.slot).collect();
        (!steps.is_empty()).then_some(steps)
    }

    /// Resolves a call of the step function `word`, whose names have the slots `steps`. Its value is the number of
    /// steps that its argument has reached.
    fn stepped(
        &mut self,
        word: &str,
        steps: &[u16],
        mut arguments: Vec<FormulaNode>,
        part: &mut FormulaNode,
    ) -> ValueKind {
        arguments.iter_mut().for_each(|argument| self.any(argument));
        part.form = if arguments.len() == 1 {
            arguments.push(self.list_of(steps, part.at));
            Form::Call(Function::Steps, arguments)
        } else {
            self.fault(part.at, format!("`{word}` takes 1 argument, not {}", arguments.len()));
            Form::Number(0)
        };
        ValueKind::Number
    }

    fn list_of(&mut self, steps: &[u16], at: usize) -> FormulaNode {
        let entries = steps.iter().map(|slot| self.part_of(Form::Slot(*slot), at)).collect();
        self.part_of(Form::List(entries), at)
    }

    /// Resolves a call of `method`, whose argument has to be the name of a dice method in quotes.
    fn method(&mut self, argument: &FormulaNode, part: &mut FormulaNode) {
        let Form::Word(name) = &argument.form else {
            self.cured(
                argument.at,
                "the name of a dice method in quotes is needed here",
                "for example `method('3d6-table')`",
            );
            return;
        };
        self.dice.push(argument.at);
        match (self.scope.method)(name) {
            Ok(table) => {
                part.rolls = true;
                part.form = Form::Method(self.methods.len());
                self.methods.push(table);
            }
            Err(error) => self.fault(argument.at, error.message()).cause = error.cause().clone(),
        }
    }

    fn arguments(&mut self, function: Function, arguments: &mut [FormulaNode]) {
        match function {
            Function::Highest | Function::Lowest | Function::Middle => {
                self.without_dice(&mut arguments[0]);
                let size = self.pool(&mut arguments[1]);
                if let (Form::Number(kept), Some((low, high))) = (&arguments[0].form, size) {
                    let at = arguments[0].at;
                    let fits = usize::try_from(*kept).is_ok_and(|kept| (1..=high).contains(&kept));
                    if !fits {
                        self.fault(at, format!("1 to {high} of these dice can be kept"));
                    } else if function == Function::Middle && low == high && (high as i64 - kept) % 2 != 0 {
                        self.fault(at, format!("{high} dice have no middle {kept}: an odd number would be left out"));
                    }
                }
            }
            Function::Sum | Function::Matches | Function::Distinct => {
                self.pool(&mut arguments[0]);
            }
            Function::Join => arguments.iter_mut().for_each(|argument| {
                self.pool(argument);
            }),
            Function::Count | Function::Reroll | Function::Explode | Function::Ignore => {
                // Users can write the two arguments in either order; the condition is stored first.
                if arguments.len() == 2 && !matches!(arguments[0].form, Form::Compare(..)) {
                    arguments.swap(0, 1);
                }
                let word = function.word();
                self.condition(word, &mut arguments[0]);
                if let Some(most) = arguments.get_mut(1) {
                    self.without_dice(most);
                }
            }
            Function::Pool => {
                self.any(&mut arguments[0]);
                self.repeats += 1;
                self.any(&mut arguments[1]);
                self.repeats -= 1;
            }
            Function::Best | Function::Worst | Function::Median | Function::Until => {
                self.without_dice(&mut arguments[0]);
                if let Form::Number(times) = arguments[0].form {
                    let at = arguments[0].at;
                    if times < 1 {
                        self.fault(at, "at least 1 evaluation is needed");
                    } else if function == Function::Median && times % 2 == 0 {
                        self.fault(at, "a median needs an odd number of evaluations");
                    }
                }
                let again = &mut arguments[1];
                let faults = self.faults.len();
                self.repeats += 1;
                if function == Function::Until {
                    self.stops(again);
                } else {
                    self.any(again);
                }
                self.repeats -= 1;
                let (at, rolls) = match &again.form {
                    Form::Compare(_, _, left, _) if function == Function::Until => (left.at, left.rolls),
                    _ => (again.at, again.rolls),
                };
                if !rolls && self.faults.len() == faults {
                    self.fault(at, "this would be the same every time, because it rolls no dice itself");
                }
            }
            Function::Lookup | Function::Steps => {
                self.any(&mut arguments[0]);
                let list = &mut arguments[1];
                let steps = if let Form::Name(word) = &list.form { self.steps_of(word) } else { None };
                match (&mut list.form, steps) {
                    (Form::List(entries), _) => {
                        entries.iter_mut().for_each(|entry| self.any(entry));
                        list.number = self.numbered();
                        list.gather();
                    }
                    (_, Some(steps)) => *list = self.list_of(&steps, list.at),
                    _ => {
                        self.any(list);
                        self.cured(list.at, "a list is needed here", "for example `[0, 1, 2]`").cause = Cause::Kind;
                    }
                }
            }
            Function::Nearest | Function::RoundUp => {
                self.any(&mut arguments[0]);
                if !matches!(arguments[0].form, Form::Arithmetic(Operator::Divide(_), ..)) {
                    let at = arguments[0].at;
                    self.cured(at, "a division is needed here", format!("for example `{}(a / b)`", function.word()));
                }
            }
            Function::Min
            | Function::Max
            | Function::Abs
            | Function::Sign
            | Function::Clamp
            | Function::Remainder
            | Function::Negate => {
                arguments.iter_mut().for_each(|argument| self.any(argument));
            }
            Function::Not | Function::And | Function::Or => {
                arguments.iter_mut().for_each(|argument| self.truth(argument));
            }
            Function::Method => {}
        }
    }

    /// Checks a number that must not contain dice.
    fn without_dice(&mut self, part: &mut FormulaNode) {
        let faults = self.faults.len();
        self.any(part);
        if part.rolls && self.faults.len() == faults {
            self.cured(
                part.at,
                "a number without dice is needed here",
                "the number comes first, then the dice; to roll the number, name it with `let` first",
            );
        }
    }

    /// Checks an argument that should be a comparison, and its two sides with `sides`. Returns false if it is something
    /// else, which is then checked like any part.
    fn test(
        &mut self,
        part: &mut FormulaNode,
        sides: fn(&mut Self, Order, usize, &mut FormulaNode, &mut FormulaNode),
    ) -> bool {
        let Form::Compare(order, sign, left, right) = &mut part.form else {
            self.any(part);
            return false;
        };
        part.number = self.numbered();
        sides(self, *order, *sign, left, right);
        part.kind = ValueKind::Truth;
        part.gather();
        true
    }

    /// Checks an argument that has to compare a pool with a number.
    fn condition(&mut self, function: &str, part: &mut FormulaNode) {
        let is_one = self.test(part, |checker, _, sign, pool, right| {
            checker.pool(pool);
            checker.any(right);
            if right.kind == ValueKind::Truth {
                checker.fault(sign, "a truth value is compared with a number here").cause = Cause::Kind;
            }
        });
        if is_one {
            return;
        }
        let help = match &part.form {
            Form::Call(Function::And | Function::Or | Function::Not, _) => {
                "use the function twice, once for each comparison".to_owned()
            }
            Form::Dice(dice) if !dice.faces.is_empty() => {
                format!("for example `{function}({dice} >= {})`", dice.faces[dice.faces.len() - 1])
            }
            _ => format!("for example `{function}(p >= 5)`"),
        };
        self.cured(part.at, "one comparison of dice with a number is needed here", help).cause = Cause::Kind;
    }

    /// Checks the second argument of `until`: the comparison that ends the evaluations.
    fn stops(&mut self, part: &mut FormulaNode) {
        if !self.test(part, Self::sides) {
            let help = "for example `until(3, 4dF >= need)`";
            self.cured(part.at, "a comparison that stops the rolls is needed here", help);
        }
    }
}

/// The suggested fix for a pool in a function of numbers: `highest(1, 6d6)` for `max(6d6)`.
fn of_pool(word: &str, part: &FormulaNode) -> String {
    match &part.form {
        Form::Dice(dice) => format!("write `{word}(1, {dice})`"),
        _ => format!("for dice write `{word}(1, p)`"),
    }
}

/// The suggested fix for a function of other tools: `highest(1, 2d20)` for `advantage(d20)`.
fn of_two(word: &str, arguments: &[FormulaNode]) -> String {
    match arguments {
        [FormulaNode { form: Form::Dice(dice), .. }] => {
            let dice = DiceText { count: dice.count.max(2), ..dice.clone() };
            format!("write `{word}(1, {dice})`")
        }
        _ => format!("write `{word}(1, 2d20)`"),
    }
}
