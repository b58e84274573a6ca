//! Checks names and kinds of a formula that has been read, and fills them in.

mod calls;

use super::fault::Fault;
use super::function::Function;
use super::parse::GRAMMAR;
use super::tree::{Form, Kind, Let, Operator, Order, Part, Slots};
use super::{STEP, Scope, Table};

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
    /// The name that is compared with what is being checked.
    beside: Option<String>,
}

impl<'s> Checker<'s> {
    pub fn new(scope: &'s Scope<'s>) -> Self {
        let known = scope.names.iter().zip(0..).map(|(name, slot)| Known {
            name: (*name).to_owned(),
            slot,
            kind: if scope.truths.contains(name) { Kind::Truth } else { Kind::Number },
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
            beside: None,
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
                self.beside = name_of(&left).or_else(|| name_of(&right));
                self.number(&mut left);
                self.number(&mut right);
                self.beside = None;
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
        match (self.scope.word)(word, self.beside.as_deref()) {
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
                let (slot, kind) = (known.slot, known.kind);
                match kind == Kind::Truth && usize::from(slot) < self.scope.names.len() {
                    true => (self.is_true(slot, at), kind),
                    false => (Form::Slot(slot), kind),
                }
            }
            None => {
                let fault = Fault::new(at, format!("the name `{name}` is not known here"));
                let near = match Function::find(name) {
                    Some(_) => Some(format!("`{name}` is a function: write `{name}(…)`")),
                    None => {
                        let written = self.known.iter().map(|known| known.name.as_str());
                        nearest(name, written.filter(|known| !known.contains(STEP)))
                    }
                };
                self.faults.push(fault.help_if(near));
                (Form::Number(0), Kind::Number)
            }
        }
    }

    /// Whether a truth value of the place holds: its value is 1 or 0.
    fn is_true(&mut self, slot: u16, at: usize) -> Form {
        let value = self.part_of(Form::Slot(slot), at, Some(slot));
        let never = self.part_of(Form::Number(0), at, None);
        Form::Compare(Order::Unequal, at, Box::new(value), Box::new(never))
    }

    /// A part that is not written.
    fn part_of(&mut self, form: Form, at: usize, needs: Option<u16>) -> Part {
        let number = self.parts;
        self.parts += 1;
        Part { number, needs: needs.into_iter().collect(), ..Part::new(form, at) }
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

/// The name that a part is, if it is nothing else.
fn name_of(part: &Part) -> Option<String> {
    if let Form::Name(name) = &part.form { Some(name.clone()) } else { None }
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
