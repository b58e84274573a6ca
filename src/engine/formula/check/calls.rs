//! Checks the calls of functions.

use super::{Checker, nearest};
use crate::formula::STEP;
use crate::formula::fault::Fault;
use crate::formula::function::{FOREIGN, Function};
use crate::formula::token::DiceText;
use crate::formula::tree::{Form, Kind, Operator, Part, Rounding};

impl Checker<'_> {
    pub(super) fn call(&mut self, word: &str, at: usize, mut arguments: Vec<Part>, part: &mut Part) -> (Form, Kind) {
        let Some(function) = Function::find(word) else {
            if let Some(steps) = self.steps_of(word) {
                return self.stepped(word, at, steps, arguments, part);
            }
            let foreign = match word {
                "advantage" => Some(of_two("highest", &arguments)),
                "disadvantage" => Some(of_two("lowest", &arguments)),
                _ => FOREIGN.iter().find(|(name, _)| *name == word).map(|(_, help)| (*help).to_owned()),
            };
            arguments.iter_mut().for_each(|argument| self.any(argument));
            let near = foreign.or_else(|| nearest(word, Function::ALL.iter().map(|one| one.word())));
            self.faults.push(Fault::new(at, format!("there is no function `{word}`")).help_if(near));
            return (Form::Number(0), Kind::Number);
        };
        let (least, most) = function.arguments();
        if !(least..=most).contains(&arguments.len()) {
            let wanted = match (least, most) {
                (1, 1) => "1 argument".to_owned(),
                (least, most) if least == most => format!("{least} arguments"),
                (least, 60) => format!("{least} or more arguments"),
                (least, most) => format!("{least} or {most} arguments"),
            };
            let fault = Fault::new(at, format!("`{word}` takes {wanted}, not {}", arguments.len()));
            self.faults.push(match (function, &arguments[..]) {
                (Function::Max | Function::Highest, [one]) => fault.help(of_pool("highest", one)),
                (Function::Min | Function::Lowest, [one]) => fault.help(of_pool("lowest", one)),
                _ => fault,
            });
            return (Form::Number(0), function.gives());
        }
        if function == Function::Method {
            return self.method(&arguments[0], part);
        }
        self.arguments(function, &mut arguments);
        arguments.iter().for_each(|argument| part.takes(argument));
        // They roll dice even where the pool is a name.
        part.rolls |= matches!(function, Function::Reroll | Function::Explode);
        match (function, arguments) {
            (Function::Nearest | Function::RoundUp, mut arguments) => {
                let rounding = if function == Function::Nearest { Rounding::Nearest } else { Rounding::Up };
                let mut quotient = arguments.remove(0);
                if let Form::Arithmetic(operator @ Operator::Divide(_), ..) = &mut quotient.form {
                    *operator = Operator::Divide(rounding);
                }
                (quotient.form, Kind::Number)
            }
            (_, arguments) => (Form::Call(function, arguments), function.gives()),
        }
    }

    /// The names of the steps of a function that the place has; `None` if it has none of this name.
    fn steps_of(&self, word: &str) -> Option<Vec<u16>> {
        let of = |name: &str| name.strip_prefix(word).is_some_and(|rest| rest.starts_with(STEP));
        let steps: Vec<u16> = self.known.iter().filter(|known| of(&known.name)).map(|known| known.slot).collect();
        (!steps.is_empty()).then_some(steps)
    }

    /// The number of steps that the one argument of such a function has reached.
    fn stepped(
        &mut self,
        word: &str,
        at: usize,
        steps: Vec<u16>,
        mut arguments: Vec<Part>,
        part: &mut Part,
    ) -> (Form, Kind) {
        arguments.iter_mut().for_each(|argument| self.number(argument));
        if arguments.len() != 1 {
            self.fault(at, format!("`{word}` takes 1 argument, not {}", arguments.len()));
            return (Form::Number(0), Kind::Number);
        }
        arguments.push(self.list_of(steps, at));
        arguments.iter().for_each(|argument| part.takes(argument));
        (Form::Call(Function::Steps, arguments), Kind::Number)
    }

    /// The list of these names.
    fn list_of(&mut self, steps: Vec<u16>, at: usize) -> Part {
        let entries: Vec<Part> = steps.into_iter().map(|slot| self.part_of(Form::Slot(slot), at, Some(slot))).collect();
        let mut list = self.part_of(Form::Number(0), at, None);
        entries.iter().for_each(|entry| list.takes(entry));
        list.form = Form::List(entries);
        list
    }

    fn method(&mut self, argument: &Part, part: &mut Part) -> (Form, Kind) {
        let Form::Word(name) = &argument.form else {
            self.cured(argument.at, "a method of dice in quotes is needed here", "for example `method('3d6-table')`");
            return (Form::Number(0), Kind::Number);
        };
        self.dice.push(argument.at);
        match (self.scope.method)(name) {
            Ok(table) => {
                part.rolls = true;
                self.methods.push(table);
                (Form::Method(self.methods.len() - 1), Kind::Number)
            }
            Err(message) => {
                self.fault(argument.at, message);
                (Form::Number(0), Kind::Number)
            }
        }
    }

    fn arguments(&mut self, function: Function, arguments: &mut [Part]) {
        match function {
            Function::Highest | Function::Lowest | Function::Middle => {
                self.without_dice(&mut arguments[0]);
                let size = self.pool(&mut arguments[1]);
                if let (Form::Number(kept), Some((low, high))) = (&arguments[0].form, size) {
                    let at = arguments[0].at;
                    let fits = usize::try_from(*kept).is_ok_and(|kept| (1..=high).contains(&kept));
                    if !fits {
                        self.fault(at, format!("1 to {high} of these dice can be taken"));
                    } else if function == Function::Middle && low == high && (high as i64 - kept) % 2 != 0 {
                        self.fault(at, format!("no {kept} of {high} dice are the middle ones"));
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
                // The condition first, then how many dice.
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
                self.number(&mut arguments[0]);
                self.repeats += 1;
                self.number(&mut arguments[1]);
                self.repeats -= 1;
            }
            Function::Best | Function::Worst | Function::Median | Function::Until => {
                self.without_dice(&mut arguments[0]);
                if let Form::Number(times) = arguments[0].form {
                    let at = arguments[0].at;
                    if times < 1 {
                        self.fault(at, "at least 1 evaluation is needed");
                    } else if function == Function::Median && times % 2 == 0 {
                        self.fault(at, "an odd number has a median");
                    }
                }
                let again = &mut arguments[1];
                let faults = self.faults.len();
                self.repeats += 1;
                if function == Function::Until {
                    self.stops(again);
                } else {
                    self.number(again);
                }
                self.repeats -= 1;
                let (at, rolls) = match &again.form {
                    Form::Compare(_, _, left, _) if function == Function::Until => (left.at, left.rolls),
                    _ => (again.at, again.rolls),
                };
                if !rolls && self.faults.len() == faults {
                    self.fault(at, "this would be the same every time: it has no dice of its own");
                }
            }
            Function::Lookup | Function::Steps => {
                self.number(&mut arguments[0]);
                match &mut arguments[1].form {
                    Form::List(_) => self.entries(&mut arguments[1]),
                    Form::Name(word) if self.steps_of(word).is_some() => {
                        let (steps, at) = (self.steps_of(word).unwrap_or_default(), arguments[1].at);
                        arguments[1] = self.list_of(steps, at);
                    }
                    _ => {
                        self.any(&mut arguments[1]);
                        let at = arguments[1].at;
                        self.cured(at, "a list is needed here", "for example `[0, 1, 2]`");
                    }
                }
            }
            Function::Nearest | Function::RoundUp => {
                self.number(&mut arguments[0]);
                if !matches!(arguments[0].form, Form::Arithmetic(Operator::Divide(_), ..)) {
                    let at = arguments[0].at;
                    self.cured(at, "a quotient is needed here", format!("for example `{}(a / b)`", function.word()));
                }
            }
            Function::Min | Function::Max | Function::Abs | Function::Sign | Function::Clamp | Function::Remainder => {
                arguments.iter_mut().for_each(|argument| self.number(argument));
            }
            Function::Method => {}
        }
    }

    fn entries(&mut self, list: &mut Part) {
        list.number = self.parts;
        self.parts += 1;
        let Form::List(entries) = &mut list.form else { return };
        entries.iter_mut().for_each(|entry| self.number(entry));
        let mut entries = std::mem::take(entries);
        entries.iter().for_each(|entry| list.takes(entry));
        list.form = Form::List(std::mem::take(&mut entries));
    }

    /// A number that holds no dice.
    fn without_dice(&mut self, part: &mut Part) {
        let faults = self.faults.len();
        self.number(part);
        if part.rolls && self.faults.len() == faults {
            self.cured(
                part.at,
                "a number without dice is needed here",
                "the number comes first, then the dice; name it with `let` to roll it",
            );
        }
    }

    /// One comparison with a pool at its left.
    fn condition(&mut self, function: &str, part: &mut Part) {
        let at = part.at;
        match std::mem::replace(&mut part.form, Form::Number(0)) {
            Form::Compare(order, sign, mut pool, mut right) => {
                part.number = self.parts;
                self.parts += 1;
                self.pool(&mut pool);
                self.number(&mut right);
                if right.kind == Kind::Truth {
                    self.fault(sign, "a truth value is compared with a number here");
                }
                part.takes(&pool);
                part.takes(&right);
                (part.form, part.kind) = (Form::Compare(order, sign, pool, right), Kind::Truth);
            }
            form => {
                let dice = match &form {
                    Form::Dice(dice) => dice.faces.last().map(|face| format!("{dice} >= {face}")),
                    _ => None,
                };
                let joined = matches!(form, Form::And(..) | Form::Or(..) | Form::Not(..));
                part.form = form;
                self.any(part);
                let fault = Fault::new(at, "one comparison of dice with a number is needed here");
                self.faults.push(match dice {
                    _ if joined => fault.help("write two steps, one for each comparison"),
                    Some(passes) => fault.help(format!("for example `{function}({passes})`")),
                    None => fault.help(format!("for example `{function}(p >= 5)`")),
                });
            }
        }
    }

    /// The formula of `until`, and the comparison that stops it.
    fn stops(&mut self, part: &mut Part) {
        let at = part.at;
        match std::mem::replace(&mut part.form, Form::Number(0)) {
            Form::Compare(order, sign, mut left, mut right) => {
                part.number = self.parts;
                self.parts += 1;
                self.number(&mut left);
                self.number(&mut right);
                self.compared(order, sign, &left, &right);
                part.takes(&left);
                part.takes(&right);
                (part.form, part.kind) = (Form::Compare(order, sign, left, right), Kind::Truth);
            }
            form => {
                part.form = form;
                self.any(part);
                self.cured(at, "a comparison that stops it is needed here", "for example `until(3, 4dF >= need)`");
            }
        }
    }
}

/// `max(6d6)` in other words.
fn of_pool(word: &str, part: &Part) -> String {
    match &part.form {
        Form::Dice(dice) => format!("write `{word}(1, {dice})`"),
        _ => format!("of dice write `{word}(1, p)`"),
    }
}

/// `advantage(d20)` in other words.
fn of_two(word: &str, arguments: &[Part]) -> String {
    match arguments {
        [Part { form: Form::Dice(dice), .. }] => {
            let dice = DiceText { count: dice.count.max(2), ..dice.clone() };
            format!("write `{word}(1, {dice})`")
        }
        _ => format!("write `{word}(1, 2d20)`"),
    }
}
