//! Checks the names and kinds in a syntax tree, and fills them in.

mod calls;

use super::fault::Fault;
use super::function::{Function, ValueKind};
use super::parse::GRAMMAR;
use super::tree::{Form, FormulaNode, Let, Operator, Order, Slots};
use super::{FaceTable, FormulaScope, STEP};
use crate::error::Cause;
use crate::text::did_you_mean_synonym;

/// A name in scope at the current point of the formula.
struct ScopedName {
    name: String,
    slot: u16,
    kind: ValueKind,
    /// The number of calls around its binding that evaluate an argument repeatedly, such as `best`.
    repeats: usize,
    /// The number of uses so far. A use in an argument that is evaluated repeatedly counts as 2.
    uses: usize,
    /// For a pool, the minimum and maximum number of dice, if known.
    size: Option<(usize, usize)>,
    /// The slots that its value depends on.
    needs: Slots,
}

/// Checks a syntax tree, and collects its names, dice methods and faults.
pub struct Checker<'s> {
    scope: &'s FormulaScope<'s>,
    known: Vec<ScopedName>,
    /// The name of each slot.
    pub slots: Vec<String>,
    pub methods: Vec<FaceTable>,
    pub faults: Vec<Fault>,
    /// The number of calls around the current part that evaluate an argument repeatedly, such as `best`.
    repeats: usize,
    /// The number of parts that have an index so far.
    parts: usize,
    /// The positions of all dice.
    dice: Vec<usize>,
    /// The name in the comparison being checked, if any. It gives a meaning to words on the other side.
    beside: Option<String>,
}

impl<'s> Checker<'s> {
    pub fn new(scope: &'s FormulaScope<'s>) -> Self {
        let known = scope.names.iter().zip(0..).map(|(name, slot)| ScopedName {
            name: (*name).to_owned(),
            slot,
            kind: if scope.truths.contains(name) { ValueKind::Truth } else { ValueKind::Number },
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

    /// Checks a whole formula, and sorts its faults by position.
    pub fn whole(&mut self, part: &mut FormulaNode) {
        self.any(part);
        if self.scope.truth && self.faults.is_empty() && part.kind != ValueKind::Truth {
            self.fault(part.at, "a truth value is needed here, such as `a >= b`").cause = Cause::Kind;
        }
        if !self.scope.rolls {
            for at in std::mem::take(&mut self.dice) {
                self.fault(at, "dice cannot be rolled here").cause = Cause::Dice;
            }
        }
        self.faults.sort_by_key(|fault| fault.at);
    }

    fn fault(&mut self, at: usize, message: impl Into<String>) -> &mut Fault {
        self.faults.push_mut(Fault::new(at, message))
    }

    /// Adds a fault with a suggested fix.
    fn cured(&mut self, at: usize, message: impl Into<String>, help: impl Into<String>) -> &mut Fault {
        self.faults.push_mut(Fault::new(at, message).help(help))
    }

    /// Checks a part that has to be a truth value.
    fn truth(&mut self, part: &mut FormulaNode) {
        let faults = self.faults.len();
        self.any(part);
        if part.kind != ValueKind::Truth && self.faults.len() == faults {
            self.cured(part.at, "a truth value is needed here", "compare it, such as `r != 0`").cause = Cause::Kind;
        }
    }

    /// Checks a part that has to be a pool, and returns its [`size`](Self::size).
    fn pool(&mut self, part: &mut FormulaNode) -> Option<(usize, usize)> {
        let faults = self.faults.len();
        self.any(part);
        if part.kind != ValueKind::Pool && self.faults.len() == faults {
            self.fault(part.at, "a pool of dice is needed here").cause = Cause::Kind;
        }
        self.size(part)
    }

    /// The minimum and maximum number of dice in a pool, if they are known before any roll.
    fn size(&self, part: &FormulaNode) -> Option<(usize, usize)> {
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
                Function::Reroll | Function::Ignore => self.size(arguments[0].test().1),
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

    /// Counts one more part and returns its index.
    fn numbered(&mut self) -> usize {
        self.parts += 1;
        self.parts - 1
    }

    /// Checks a part of any kind, and fills in its index, kind and slots.
    fn any(&mut self, part: &mut FormulaNode) {
        if let Form::Arithmetic(..) = part.form {
            return self.arithmetic(part);
        }
        part.number = self.numbered();
        let at = part.at;
        part.kind = match &mut part.form {
            Form::Truth(_) => ValueKind::Truth,
            Form::Word(word) => {
                part.form = Form::Number(self.word(word, at));
                ValueKind::Number
            }
            Form::Name(name) => {
                let name = std::mem::take(name);
                self.name(&name, part)
            }
            Form::Dice(_) => {
                self.dice.push(at);
                part.rolls = true;
                ValueKind::Pool
            }
            Form::Compare(order, sign, left, right) => {
                self.beside = name_of(left).or_else(|| name_of(right));
                self.sides(*order, *sign, left, right);
                self.beside = None;
                ValueKind::Truth
            }
            Form::If(branches) => {
                let [condition, then, otherwise] = &mut **branches;
                self.truth(condition);
                self.any(then);
                self.any(otherwise);
                if then.kind == otherwise.kind { then.kind } else { ValueKind::Number }
            }
            Form::Let(bound) => {
                self.bound(bound);
                bound.body.kind
            }
            Form::Unknown(word, arguments) => {
                let (word, arguments) = (std::mem::take(word), std::mem::take(arguments));
                self.unknown(&word, arguments, part)
            }
            Form::Call(function, arguments) => {
                let (function, arguments) = (*function, std::mem::take(arguments));
                self.call(function, arguments, part)
            }
            Form::List(entries) => {
                entries.iter_mut().for_each(|entry| self.any(entry));
                self.fault(at, "lists can only be used in `lookup` and `steps`").cause = Cause::Kind;
                ValueKind::Number
            }
            Form::Number(_) | Form::Slot(_) | Form::Method(_) | Form::Arithmetic(..) => ValueKind::Number,
        };
        part.gather();
    }

    /// Checks a chain of operators. Descends its left side in a loop: the chain may be too long for recursion.
    fn arithmetic(&mut self, part: &mut FormulaNode) {
        let mut spine = Vec::new();
        let mut left = std::mem::replace(part, FormulaNode::new(Form::Number(0), 0));
        while let Form::Arithmetic(operator, sign, inner, right) = left.form {
            spine.push((operator, sign, right, left.at));
            left = *inner;
        }
        self.any(&mut left);
        while let Some((operator, sign, mut right, at)) = spine.pop() {
            match self.method_of(&left, operator, &right) {
                Some(method) => {
                    let message = "this is not a name, but the end of a dice method";
                    self.cured(right.at, message, format!("write `method('{method}')`"));
                    right.form = Form::Number(0);
                }
                None => self.any(&mut right),
            }
            left = self.part_of(Form::Arithmetic(operator, sign, Box::new(left), right), at);
        }
        *part = left;
    }

    /// The dice method that a sum or difference looks like: `4dF-table`. `None` if it does not look like one.
    fn method_of(&self, left: &FormulaNode, operator: Operator, right: &FormulaNode) -> Option<String> {
        let (Form::Dice(dice), Form::Name(word)) = (&left.form, &right.form) else { return None };
        let sign = match operator {
            Operator::Add => '+',
            Operator::Subtract => '-',
            _ => return None,
        };
        let is_known = self.known.iter().any(|known| known.name == *word);
        (!is_known && ends_method(word)).then(|| format!("{dice}{sign}{word}"))
    }

    /// Checks both sides of a comparison of numbers or truth values.
    fn sides(&mut self, order: Order, sign: usize, left: &mut FormulaNode, right: &mut FormulaNode) {
        // Checking replaces the names by their slots.
        let names = [&*left, &*right].map(|side| match &side.form {
            Form::Name(name) => Some(name.clone()),
            _ => None,
        });
        self.any(left);
        self.any(right);
        match [left, right].map(|side| side.kind == ValueKind::Truth) {
            [true, true] if !matches!(order, Order::Equal | Order::Unequal) => {
                self.fault(sign, "truth values can only be compared with `=` and `!=`").cause = Cause::Kind;
            }
            [is_left, is_right] if is_left != is_right => {
                let help = match &names[usize::from(is_right)] {
                    Some(name) => format!("write `{name}`, or `not {name}` for the opposite"),
                    None => "leave the comparison out, or write `not (…)` for the opposite".to_owned(),
                };
                self.cured(sign, "a truth value is compared with a number here", help).cause = Cause::Kind;
            }
            _ => {}
        }
    }

    /// The value of a quoted word; 0, with a fault, if the word is unknown.
    fn word(&mut self, word: &str, at: usize) -> i64 {
        (self.scope.word)(word, self.beside.as_deref()).unwrap_or_else(|| {
            let near = nearest(word, self.scope.words.iter().map(String::as_str));
            let message = format!("the level `{word}` is not known here");
            self.faults.push(Fault { at, message, help: near, cause: Cause::Level(word.to_owned()) });
            0
        })
    }

    /// Resolves a name in `part`, and returns its kind.
    fn name(&mut self, name: &str, part: &mut FormulaNode) -> ValueKind {
        let repeats = self.repeats;
        if let Some(known) = self.known.iter_mut().rev().find(|known| known.name == name) {
            known.uses += if repeats > known.repeats { 2 } else { 1 };
            part.needs = known.needs.clone();
            insert(&mut part.needs, known.slot);
            let (slot, kind) = (known.slot, known.kind);
            part.form = match kind == ValueKind::Truth && usize::from(slot) < self.scope.names.len() {
                // A truth name from the scope has the value 1 or 0, and becomes the comparison `name != 0`.
                true => {
                    let sides = [Form::Slot(slot), Form::Number(0)].map(|form| Box::new(self.part_of(form, part.at)));
                    let [value, never] = sides;
                    Form::Compare(Order::Unequal, part.at, value, never)
                }
                false => Form::Slot(slot),
            };
            return kind;
        }
        let help = match Function::find(name) {
            Some(_) => Some(format!("`{name}` is a function: write `{name}(…)`")),
            None => {
                let written = self.known.iter().map(|known| known.name.as_str());
                nearest(name, written.filter(|known| !known.contains(STEP)))
            }
        };
        let message = format!("the name `{name}` is not known here");
        self.faults.push(Fault { at: part.at, message, help, cause: Cause::Name(name.to_owned()) });
        part.form = Form::Number(0);
        ValueKind::Number
    }

    /// Creates a part whose inner parts have been checked.
    fn part_of(&mut self, form: Form, at: usize) -> FormulaNode {
        let mut part = FormulaNode { number: self.numbered(), ..FormulaNode::new(form, at) };
        part.gather();
        part
    }

    /// Checks a `let` and assigns a slot to its name.
    fn bound(&mut self, bound: &mut Let) {
        let Let { name, name_at, value, body, .. } = bound;
        if Function::find(name).is_some() {
            self.fault(*name_at, format!("`{name}` is the name of a function"));
        } else if self.known.iter().any(|known| known.name == *name) {
            self.fault(*name_at, format!("the name `{name}` is already taken"));
        }
        self.any(value);
        bound.slot = self.slots.len() as u16;
        self.slots.push(name.clone());
        self.known.push(ScopedName {
            name: name.clone(),
            slot: bound.slot,
            kind: value.kind,
            repeats: self.repeats,
            uses: 0,
            size: self.size(value),
            needs: value.needs.clone(),
        });
        self.any(body);
        bound.uses = self.known.pop().map_or(0, |known| known.uses);
        if bound.uses == 0 {
            self.cured(*name_at, format!("`{name}` is never used"), "leave it out");
        }
    }
}

impl FormulaNode {
    /// Adds the slots that the inner parts need, and records whether any of them rolls dice.
    fn gather(&mut self) {
        let (mut needs, mut rolls) = (std::mem::take(&mut self.needs), self.rolls);
        self.inner(|inner| {
            inner.needs.iter().for_each(|slot| insert(&mut needs, *slot));
            rolls |= inner.rolls;
        });
        match &self.form {
            Form::Slot(slot) => insert(&mut needs, *slot),
            Form::Let(bound) => needs.retain(|need| *need != bound.slot),
            _ => {}
        }
        (self.needs, self.rolls) = (needs, rolls);
    }
}

fn insert(slots: &mut Slots, slot: u16) {
    if let Err(place) = slots.binary_search(&slot) {
        slots.insert(place, slot);
    }
}

/// The name, if the part is just a name.
fn name_of(part: &FormulaNode) -> Option<String> {
    if let Form::Name(name) = &part.form { Some(name.clone()) } else { None }
}

/// Whether `word` is the end of a dice method's name, as in `4dF-table` and `4dF+adv1`.
fn ends_method(word: &str) -> bool {
    let numbered = ["adv", "dis"].iter().filter_map(|begin| word.strip_prefix(begin));
    word == "table" || numbered.into_iter().any(|end| end.chars().all(|letter| letter.is_ascii_digit()))
}

/// A suggested fix with the nearest known word; `None` if no known word is similar.
fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<String> {
    let known: Vec<&str> = known.collect();
    if let Some(synonym) = did_you_mean_synonym(word, known.iter().copied()) {
        return Some(synonym);
    }
    let near =
        known.into_iter().map(|one| (strsim::damerau_levenshtein(&word.to_lowercase(), &one.to_lowercase()), one));
    let (distance, one) = near.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + word.len() / 4 && !GRAMMAR.contains(&one)).then(|| format!("did you mean `{one}`?"))
}
