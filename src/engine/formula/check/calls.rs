//! Checks function calls.

use super::{Checker, suggest_nearest};
use crate::error::Cause;
use crate::formula::STEP_SEPARATOR;
use crate::formula::fault::Fault;
use crate::formula::function::{FOREIGN_FUNCTIONS, Function, ValueKind};
use crate::formula::token::DiceText;
use crate::formula::tree::{Form, FormulaNode, Operator, Order, Rounding};

impl Checker<'_> {
    /// Resolves the call of `word` to a built-in function or a step function of the scope; otherwise adds a fault.
    /// Stores the call in `part` and returns the kind of its value.
    pub(super) fn resolve_call(
        &mut self,
        word: &str,
        mut arguments: Vec<FormulaNode>,
        part: &mut FormulaNode,
    ) -> ValueKind {
        if let Some(function) = Function::find(word) {
            return self.check_call(function, arguments, part);
        }
        if let Some(steps) = self.step_slots(word) {
            return self.check_step_call(word, &steps, arguments, part);
        }
        arguments.iter_mut().for_each(|argument| self.check_part(argument));
        let foreign = match word {
            "advantage" => Some(suggest_two_dice("highest", &arguments)),
            "disadvantage" => Some(suggest_two_dice("lowest", &arguments)),
            _ => FOREIGN_FUNCTIONS.iter().find(|(name, _)| *name == word).map(|(_, help)| (*help).to_owned()),
        };
        let help = foreign.or_else(|| suggest_nearest(word, Function::ALL.iter().map(|one| one.word())));
        let message = format!("there is no function `{word}`");
        self.faults.push(Fault { at: part.at, message, help, cause: Cause::Function(word.to_owned()) });
        part.form = Form::Number(0);
        ValueKind::Number
    }

    /// Checks the call of a built-in function, stores it in `part` and returns the kind of its value.
    pub(super) fn check_call(
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
                (Function::Max | Function::Highest, [one]) => fault.help(suggest_pool_function("highest", one)),
                (Function::Min | Function::Lowest, [one]) => fault.help(suggest_pool_function("lowest", one)),
                _ => fault,
            });
            return function.value_kind();
        }
        if function == Function::Method {
            self.check_method(&arguments[0], part);
            return ValueKind::Number;
        }
        self.check_arguments(function, &mut arguments);
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
        function.value_kind()
    }

    /// The slots of the names `word 1`, `word 2` …, which make `word` a step function; `None` if the scope has no such
    /// names.
    fn step_slots(&self, word: &str) -> Option<Vec<u16>> {
        let of = |name: &str| name.strip_prefix(word).is_some_and(|rest| rest.starts_with(STEP_SEPARATOR));
        let steps: Vec<u16> = self.known.iter().filter(|known| of(&known.name)).map(|known| known.slot).collect();
        (!steps.is_empty()).then_some(steps)
    }

    /// Checks the call of the step function `word`, whose names have the slots `steps`, and stores it in `part`. The
    /// value of the call is the number of these names that its argument reaches.
    fn check_step_call(
        &mut self,
        word: &str,
        steps: &[u16],
        mut arguments: Vec<FormulaNode>,
        part: &mut FormulaNode,
    ) -> ValueKind {
        arguments.iter_mut().for_each(|argument| self.check_part(argument));
        part.form = if arguments.len() == 1 {
            arguments.push(self.list_of_slots(steps, part.at));
            Form::Call(Function::Steps, arguments)
        } else {
            self.add_fault(part.at, format!("`{word}` takes 1 argument, not {}", arguments.len()));
            Form::Number(0)
        };
        ValueKind::Number
    }

    /// A list of the names with these slots.
    fn list_of_slots(&mut self, steps: &[u16], at: usize) -> FormulaNode {
        let entries = steps.iter().map(|slot| self.new_part(Form::Slot(*slot), at)).collect();
        self.new_part(Form::List(entries), at)
    }

    /// Resolves a call of `method`, whose argument has to be the name of a dice method in quotes.
    fn check_method(&mut self, argument: &FormulaNode, part: &mut FormulaNode) {
        let Form::Word(name) = &argument.form else {
            self.add_fault_with_fix(
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
            Err(error) => self.add_fault(argument.at, error.message()).cause = error.cause().clone(),
        }
    }

    /// Checks the arguments of `function`, whose number has been checked.
    fn check_arguments(&mut self, function: Function, arguments: &mut [FormulaNode]) {
        match function {
            Function::Highest | Function::Lowest | Function::Middle => {
                self.check_number_without_dice(&mut arguments[0]);
                let size = self.check_pool(&mut arguments[1]);
                if let (Form::Number(kept), Some((low, high))) = (&arguments[0].form, size) {
                    let at = arguments[0].at;
                    let fits = usize::try_from(*kept).is_ok_and(|kept| (1..=high).contains(&kept));
                    if !fits {
                        self.add_fault(at, format!("1 to {high} of these dice can be kept"));
                    } else if function == Function::Middle && low == high && (high as i64 - kept) % 2 != 0 {
                        self.add_fault(
                            at,
                            format!("{high} dice have no middle {kept}: an odd number would be left out"),
                        );
                    }
                }
            }
            Function::Sum | Function::Matches | Function::Distinct => {
                self.check_pool(&mut arguments[0]);
            }
            Function::Join => arguments.iter_mut().for_each(|argument| {
                self.check_pool(argument);
            }),
            Function::Count | Function::Reroll | Function::Explode | Function::Ignore => {
                // Users can write the two arguments in either order; the condition is stored first.
                if arguments.len() == 2 && !matches!(arguments[0].form, Form::Compare(..)) {
                    arguments.swap(0, 1);
                }
                let word = function.word();
                self.check_condition(word, &mut arguments[0]);
                if let Some(most) = arguments.get_mut(1) {
                    self.check_number_without_dice(most);
                }
            }
            Function::Pool => {
                self.check_part(&mut arguments[0]);
                self.repeats += 1;
                self.check_part(&mut arguments[1]);
                self.repeats -= 1;
            }
            Function::Best | Function::Worst | Function::Median | Function::Until => {
                self.check_number_without_dice(&mut arguments[0]);
                if let Form::Number(times) = arguments[0].form {
                    let at = arguments[0].at;
                    if times < 1 {
                        self.add_fault(at, "at least 1 evaluation is needed");
                    } else if function == Function::Median && times % 2 == 0 {
                        self.add_fault(at, "a median needs an odd number of evaluations");
                    }
                }
                let again = &mut arguments[1];
                let faults = self.faults.len();
                self.repeats += 1;
                if function == Function::Until {
                    self.check_until(again);
                } else {
                    self.check_part(again);
                }
                self.repeats -= 1;
                let (at, rolls) = match &again.form {
                    Form::Compare(_, _, left, _) if function == Function::Until => (left.at, left.rolls),
                    _ => (again.at, again.rolls),
                };
                if !rolls && self.faults.len() == faults {
                    self.add_fault(at, "this would be the same every time, because it rolls no dice itself");
                }
            }
            Function::Lookup | Function::Steps => {
                self.check_part(&mut arguments[0]);
                let list = &mut arguments[1];
                let steps = if let Form::Name(word) = &list.form { self.step_slots(word) } else { None };
                match (&mut list.form, steps) {
                    (Form::List(entries), _) => {
                        entries.iter_mut().for_each(|entry| self.check_part(entry));
                        list.number = self.next_index();
                        list.collect_needs();
                    }
                    (_, Some(steps)) => *list = self.list_of_slots(&steps, list.at),
                    _ => {
                        self.check_part(list);
                        self.add_fault_with_fix(list.at, "a list is needed here", "for example `[0, 1, 2]`").cause =
                            Cause::Kind;
                    }
                }
            }
            Function::Nearest | Function::RoundUp => {
                self.check_part(&mut arguments[0]);
                if !matches!(arguments[0].form, Form::Arithmetic(Operator::Divide(_), ..)) {
                    let at = arguments[0].at;
                    self.add_fault_with_fix(
                        at,
                        "a division is needed here",
                        format!("for example `{}(a / b)`", function.word()),
                    );
                }
            }
            Function::Min
            | Function::Max
            | Function::Abs
            | Function::Sign
            | Function::Clamp
            | Function::Remainder
            | Function::Negate => {
                arguments.iter_mut().for_each(|argument| self.check_part(argument));
            }
            Function::Not | Function::And | Function::Or => {
                arguments.iter_mut().for_each(|argument| self.check_truth(argument));
            }
            Function::Method => {}
        }
    }

    /// Checks an argument that must be a number without dice.
    fn check_number_without_dice(&mut self, part: &mut FormulaNode) {
        let faults = self.faults.len();
        self.check_part(part);
        if part.rolls && self.faults.len() == faults {
            self.add_fault_with_fix(
                part.at,
                "a number without dice is needed here",
                "the number comes first, then the dice; to roll the number, name it with `let` first",
            );
        }
    }

    /// Checks an argument that should be a comparison; `sides` checks its two sides. Returns false if it is not a
    /// comparison; it is then checked like any other part.
    fn check_comparison(
        &mut self,
        part: &mut FormulaNode,
        sides: fn(&mut Self, Order, usize, &mut FormulaNode, &mut FormulaNode),
    ) -> bool {
        let Form::Compare(order, sign, left, right) = &mut part.form else {
            self.check_part(part);
            return false;
        };
        part.number = self.next_index();
        sides(self, *order, *sign, left, right);
        part.kind = ValueKind::Truth;
        part.collect_needs();
        true
    }

    /// Checks an argument of `function` that has to compare a pool with a number.
    fn check_condition(&mut self, function: &str, part: &mut FormulaNode) {
        let is_one = self.check_comparison(part, |checker, _, sign, pool, right| {
            checker.check_pool(pool);
            checker.check_part(right);
            if right.kind == ValueKind::Truth {
                checker.add_fault(sign, "a truth value is compared with a number here").cause = Cause::Kind;
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
        self.add_fault_with_fix(part.at, "one comparison of dice with a number is needed here", help).cause =
            Cause::Kind;
    }

    /// Checks the second argument of `until`: the comparison that ends the evaluations if it is true.
    fn check_until(&mut self, part: &mut FormulaNode) {
        if !self.check_comparison(part, Self::check_sides) {
            let help = "for example `until(3, 4dF >= need)`";
            self.add_fault_with_fix(part.at, "a comparison that stops the rolls is needed here", help);
        }
    }
}

/// The suggested fix if a function of numbers is called with a pool: `highest(1, 6d6)` for `max(6d6)`.
fn suggest_pool_function(word: &str, part: &FormulaNode) -> String {
    match &part.form {
        Form::Dice(dice) => format!("write `{word}(1, {dice})`"),
        _ => format!("for dice write `{word}(1, p)`"),
    }
}

/// The suggested fix for `advantage` and `disadvantage`, which other tools have: `highest(1, 2d20)` for
/// `advantage(d20)`.
fn suggest_two_dice(word: &str, arguments: &[FormulaNode]) -> String {
    match arguments {
        [FormulaNode { form: Form::Dice(dice), .. }] => {
            let dice = DiceText { count: dice.count.max(2), ..dice.clone() };
            format!("write `{word}(1, {dice})`")
        }
        _ => format!("write `{word}(1, 2d20)`"),
    }
}
