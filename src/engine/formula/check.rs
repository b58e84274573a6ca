//! Checks names and kinds of a formula that has been read, and fills them in.

use super::fault::Fault;
use super::function::{FOREIGN, Function};
use super::parse::GRAMMAR;
use super::token::DiceText;
use super::tree::{Form, Kind, Let, Operator, Order, Part, Rounding, Slots};
use super::{Scope, Table};

/// A name that is known at a place of the formula.
struct Known {
    name: String,
    slot: u16,
    kind: Kind,
    /// The number of repeated evaluations around its binding.
    repeats: usize,
    uses: usize,
    /// The sizes that a pool may have.
    size: Option<(usize, usize)>,
    /// The names that its value needs.
    needs: Slots,
}

pub struct Checker<'s> {
    scope: &'s Scope<'s>,
    known: Vec<Known>,
    /// The names of all slots.
    pub slots: Vec<String>,
    pub methods: Vec<Table>,
    pub faults: Vec<Fault>,
    repeats: usize,
    parts: usize,
    /// The places of dice.
    dice: Vec<usize>,
}

impl<'s> Checker<'s> {
    pub fn new(scope: &'s Scope<'s>) -> Self {
        let known = scope.names.iter().zip(0..).map(|(name, slot)| Known {
            name: (*name).to_owned(),
            slot,
            kind: Kind::Number,
            repeats: 0,
            uses: 0,
            size: None,
            needs: Slots::new(),
        });
        Self {
            scope,
            known: known.collect(),
            slots: scope.names.iter().map(|name| (*name).to_owned()).collect(),
            methods: Vec::new(),
            faults: Vec::new(),
            repeats: 0,
            parts: 0,
            dice: Vec::new(),
        }
    }

    /// Checks a whole formula.
    pub fn whole(&mut self, part: &mut Part) {
        self.any(part);
        if self.scope.truth && self.faults.is_empty() && part.kind != Kind::Truth {
            self.fault(part.at, "a truth value is needed here, such as `a >= b`");
        }
        if !self.scope.rolls {
            let faults = self.dice.iter().map(|at| Fault::new(*at, "dice cannot be rolled here"));
            self.faults.extend(faults);
        }
        self.faults.sort_by_key(|fault| fault.at);
    }

    fn fault(&mut self, at: usize, message: impl Into<String>) {
        self.faults.push(Fault::new(at, message));
    }

    fn cured(&mut self, at: usize, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(at, message).help(help));
    }

    fn number(&mut self, part: &mut Part) {
        self.any(part);
    }

    fn truth(&mut self, part: &mut Part) {
        let faults = self.faults.len();
        self.any(part);
        if part.kind != Kind::Truth && self.faults.len() == faults {
            self.cured(part.at, "a truth value is needed here", "compare it, such as `r != 0`");
        }
    }

    fn pool(&mut self, part: &mut Part) -> Option<(usize, usize)> {
        let faults = self.faults.len();
        self.any(part);
        if part.kind != Kind::Pool && self.faults.len() == faults {
            self.fault(part.at, "a pool of dice is needed here");
        }
        self.size(part)
    }

    /// The least and the largest number of dice of a pool, if they are known before any roll.
    fn size(&self, part: &Part) -> Option<(usize, usize)> {
        match &part.form {
            Form::Dice(dice) => {
                let size = dice.kept.map_or(dice.count, |(_, kept)| kept);
                Some((size, size))
            }
            Form::Slot(slot) => self.known.iter().find(|known| known.slot == *slot)?.size,
            Form::Let(bound) => self.size(&bound.body),
            Form::If(branches) => {
                let [one, other] = [1, 2].map(|branch: usize| self.size(&branches[branch]));
                let ((low, high), (least, most)) = (one?, other?);
                Some((low.min(least), high.max(most)))
            }
            Form::Call(function, arguments) => match function {
                Function::Highest | Function::Lowest | Function::Middle => match arguments[0].form {
                    Form::Number(kept) => usize::try_from(kept).ok().map(|kept| (kept, kept)),
                    _ => Some((0, self.size(&arguments[1])?.1)),
                },
                Function::Reroll | Function::Ignore => match &arguments[0].form {
                    Form::Compare(_, _, pool, _) => self.size(pool),
                    _ => None,
                },
                Function::Join => arguments.iter().try_fold((0, 0), |(low, high), part| {
                    let (least, most) = self.size(part)?;
                    Some((low + least, high + most))
                }),
                Function::Pool => match arguments[0].form {
                    Form::Number(size) => usize::try_from(size).ok().map(|size| (size, size)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Checks a part of any kind.
    fn any(&mut self, part: &mut Part) {
        part.number = self.parts;
        self.parts += 1;
        if let Form::Arithmetic(..) = part.form {
            return self.arithmetic(part);
        }
        let at = part.at;
        let form = std::mem::replace(&mut part.form, Form::Number(0));
        let (form, kind) = match form {
            Form::Number(number) => (Form::Number(number), Kind::Number),
            Form::Truth(truth) => (Form::Truth(truth), Kind::Truth),
            Form::Word(word) => (Form::Number(self.word(&word, at)), Kind::Number),
            Form::Name(name) => self.name(&name, at, part),
            Form::Dice(dice) => {
                self.dice.push(at);
                part.rolls = true;
                (Form::Dice(dice), Kind::Pool)
            }
            Form::Negate(mut inner) => {
                self.number(&mut inner);
                part.takes(&inner);
                // A written number keeps its sign, so that it is one everywhere.
                match inner.form {
                    Form::Number(number) => (Form::Number(-number), Kind::Number),
                    _ => (Form::Negate(inner), Kind::Number),
                }
            }
            Form::Not(mut inner) => {
                self.truth(&mut inner);
                part.takes(&inner);
                (Form::Not(inner), Kind::Truth)
            }
            Form::And(mut left, mut right) => {
                self.truth(&mut left);
                self.truth(&mut right);
                part.takes(&left);
                part.takes(&right);
                (Form::And(left, right), Kind::Truth)
            }
            Form::Or(mut left, mut right) => {
                self.truth(&mut left);
                self.truth(&mut right);
                part.takes(&left);
                part.takes(&right);
                (Form::Or(left, right), Kind::Truth)
            }
            Form::Compare(order, sign, mut left, mut right) => {
                self.number(&mut left);
                self.number(&mut right);
                self.compared(order, sign, &left, &right);
                part.takes(&left);
                part.takes(&right);
                (Form::Compare(order, sign, left, right), Kind::Truth)
            }
            Form::If(mut branches) => {
                let [condition, then, otherwise] = &mut *branches;
                self.truth(condition);
                self.any(then);
                self.any(otherwise);
                branches.iter().for_each(|branch| part.takes(branch));
                let kind = if branches[1].kind == branches[2].kind { branches[1].kind } else { Kind::Number };
                (Form::If(branches), kind)
            }
            Form::Let(bound) => {
                let bound = self.bound(*bound, part);
                let kind = bound.body.kind;
                (Form::Let(Box::new(bound)), kind)
            }
            Form::Unknown(word, arguments) => self.call(&word, at, arguments, part),
            Form::List(mut entries) => {
                entries.iter_mut().for_each(|entry| self.number(entry));
                self.fault(at, "a list stands in `lookup` and `steps` alone");
                (Form::List(entries), Kind::Number)
            }
            // Checked already.
            form @ (Form::Slot(_) | Form::Method(_) | Form::Arithmetic(..) | Form::Call(..)) => (form, Kind::Number),
        };
        (part.form, part.kind) = (form, kind);
    }

    /// A chain of signs, down its left side in a loop, since it may be long.
    fn arithmetic(&mut self, part: &mut Part) {
        let mut spine = Vec::new();
        let mut left = std::mem::replace(part, Part::new(Form::Number(0), 0));
        loop {
            match left.form {
                Form::Arithmetic(operator, sign, inner, right) => {
                    spine.push((operator, sign, right, left.at));
                    left = *inner;
                }
                form => {
                    left.form = form;
                    break;
                }
            }
        }
        self.number(&mut left);
        while let Some((operator, sign, mut right, at)) = spine.pop() {
            match self.method_of(&left, operator, &right) {
                Some(method) => {
                    let fault = Fault::new(right.at, "this is no name, but the end of a method of dice");
                    self.faults.push(fault.help(format!("write `method('{method}')`")));
                    right.form = Form::Number(0);
                }
                None => self.number(&mut right),
            }
            let mut whole = Part::new(Form::Number(0), at);
            whole.number = self.parts;
            self.parts += 1;
            whole.takes(&left);
            whole.takes(&right);
            whole.form = Form::Arithmetic(operator, sign, Box::new(left), right);
            left = whole;
        }
        *part = left;
    }

    /// The method of dice that is written like a sum or a difference: `4dF-table`.
    fn method_of(&self, left: &Part, operator: Operator, right: &Part) -> Option<String> {
        let (Form::Dice(dice), Form::Name(word)) = (&left.form, &right.form) else { return None };
        let sign = match operator {
            Operator::Add => '+',
            Operator::Subtract => '-',
            _ => return None,
        };
        let is_known = self.known.iter().any(|known| known.name == *word);
        (!is_known && ends_method(word)).then(|| format!("{dice}{sign}{word}"))
    }

    fn compared(&mut self, order: Order, sign: usize, left: &Part, right: &Part) {
        match [left, right].map(|side| side.kind == Kind::Truth) {
            [true, true] if !matches!(order, Order::Equal | Order::Unequal) => {
                self.fault(sign, "truth values are compared by `=` and `!=` alone");
            }
            [true, false] | [false, true] => {
                self.fault(sign, "a truth value is compared with a number here");
            }
            _ => {}
        }
    }

    fn word(&mut self, word: &str, at: usize) -> i64 {
        match (self.scope.word)(word) {
            Some(value) => value,
            None => {
                let near = nearest(word, self.scope.words.iter().map(String::as_str));
                self.faults.push(Fault::new(at, format!("`{word}` is no level that is known here")).help_if(near));
                0
            }
        }
    }

    fn name(&mut self, name: &str, at: usize, part: &mut Part) -> (Form, Kind) {
        let repeats = self.repeats;
        match self.known.iter_mut().rev().find(|known| known.name == name) {
            Some(known) => {
                known.uses += if repeats > known.repeats { 2 } else { 1 };
                part.needs = known.needs.clone();
                insert(&mut part.needs, known.slot);
                (Form::Slot(known.slot), known.kind)
            }
            None => {
                let fault = Fault::new(at, format!("the name `{name}` is not known here"));
                let near = match Function::find(name) {
                    Some(_) => Some(format!("`{name}` is a function: write `{name}(…)`")),
                    None => nearest(name, self.known.iter().map(|known| known.name.as_str())),
                };
                self.faults.push(fault.help_if(near));
                (Form::Number(0), Kind::Number)
            }
        }
    }

    fn bound(&mut self, mut bound: Let, part: &mut Part) -> Let {
        let Let { name, name_at, .. } = &bound;
        if Function::find(name).is_some() {
            self.fault(*name_at, format!("`{name}` is the name of a function"));
        } else if self.known.iter().any(|known| known.name == *name) {
            self.fault(*name_at, format!("`{name}` is a name already"));
        }
        self.any(&mut bound.value);
        let slot = self.slots.len() as u16;
        self.slots.push(bound.name.clone());
        let (kind, size) = (bound.value.kind, self.size(&bound.value));
        let (name, needs) = (bound.name.clone(), bound.value.needs.clone());
        self.known.push(Known { name, slot, kind, repeats: self.repeats, uses: 0, size, needs });
        self.any(&mut bound.body);
        let known = self.known.pop();
        bound.slot = slot;
        bound.uses = known.map_or(0, |known| known.uses);
        if bound.uses == 0 {
            self.cured(bound.name_at, format!("`{}` is never used", bound.name), "leave it out");
        }
        part.takes(&bound.value);
        part.takes(&bound.body);
        part.needs.retain(|need| *need != slot);
        bound
    }

    fn call(&mut self, word: &str, at: usize, mut arguments: Vec<Part>, part: &mut Part) -> (Form, Kind) {
        let Some(function) = Function::find(word) else {
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

impl Part {
    /// Takes over what an inner part needs.
    fn takes(&mut self, inner: &Self) {
        inner.needs.iter().for_each(|slot| insert(&mut self.needs, *slot));
        self.rolls |= inner.rolls;
    }
}

fn insert(slots: &mut Slots, slot: u16) {
    if let Err(place) = slots.binary_search(&slot) {
        slots.insert(place, slot);
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

/// Whether a word ends the name of a method of dice: `4dF-table`, `4dF+adv1`.
fn ends_method(word: &str) -> bool {
    let numbered = ["adv", "dis"].iter().filter_map(|begin| word.strip_prefix(begin));
    word == "table" || numbered.into_iter().any(|end| end.chars().all(|letter| letter.is_ascii_digit()))
}

/// The nearest known word, as a cure.
fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<String> {
    let near = known.map(|one| (strsim::damerau_levenshtein(&word.to_lowercase(), &one.to_lowercase()), one));
    let (distance, one) = near.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + word.len() / 4 && !GRAMMAR.contains(&one)).then(|| format!("did you mean `{one}`?"))
}
