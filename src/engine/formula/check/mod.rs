//! Checks the names and kinds in a syntax tree, and fills them in.

mod calls;

use super::fault::Fault;
use super::function::{Function, ValueKind};
use super::parse::RESERVED_WORDS;
use super::tree::{Form, FormulaNode, Let, Operator, Order, Slots};
use super::{FaceTable, FormulaScope, STEP_SEPARATOR};
use crate::error::Cause;
use crate::text::did_you_mean_synonym;

/// A name that is in scope at the current part of the formula.
struct ScopedName {
    name: String,
    slot: u16,
    kind: ValueKind,
    /// The number of calls around the `let` of this name that evaluate an argument repeatedly, such as `best`.
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
    /// The names that are in scope at the current part.
    known: Vec<ScopedName>,
    /// The name of each slot.
    pub slots: Vec<String>,
    /// The tables of the dice methods that the formula uses.
    pub methods: Vec<FaceTable>,
    /// The faults found so far.
    pub faults: Vec<Fault>,
    /// The number of calls around the current part that evaluate an argument repeatedly, such as `best`.
    repeats: usize,
    /// The number of parts that have an index so far.
    parts: usize,
    /// The positions of all dice.
    dice: Vec<usize>,
    /// The name in the comparison that is being checked; `None` outside comparisons. It gives a meaning to words on the
    /// other side.
    compared_name: Option<String>,
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
            compared_name: None,
        }
    }

    /// Checks a whole formula, then sorts its faults by position.
    pub fn check_formula(&mut self, part: &mut FormulaNode) {
        self.check_part(part);
        if self.scope.truth && self.faults.is_empty() && part.kind != ValueKind::Truth {
            self.add_fault(part.at, "a truth value is needed here, such as `a >= b`").cause = Cause::Kind;
        }
        if !self.scope.rolls {
            for at in std::mem::take(&mut self.dice) {
                self.add_fault(at, "dice cannot be rolled here").cause = Cause::Dice;
            }
        }
        self.faults.sort_by_key(|fault| fault.at);
    }

    /// Adds a fault without a suggested fix, and returns it.
    fn add_fault(&mut self, at: usize, message: impl Into<String>) -> &mut Fault {
        self.faults.push_mut(Fault::new(at, message))
    }

    /// Adds a fault with the suggested fix `help`, and returns it.
    fn add_fault_with_fix(&mut self, at: usize, message: impl Into<String>, help: impl Into<String>) -> &mut Fault {
        self.faults.push_mut(Fault::new(at, message).help(help))
    }

    /// Checks a part that must be a truth value.
    fn check_truth(&mut self, part: &mut FormulaNode) {
        let faults = self.faults.len();
        self.check_part(part);
        if part.kind != ValueKind::Truth && self.faults.len() == faults {
            self.add_fault_with_fix(part.at, "a truth value is needed here", "compare it, such as `r != 0`").cause =
                Cause::Kind;
        }
    }

    /// Checks a part that must be a pool, and returns its [size](Self::pool_size).
    fn check_pool(&mut self, part: &mut FormulaNode) -> Option<(usize, usize)> {
        let faults = self.faults.len();
        self.check_part(part);
        if part.kind != ValueKind::Pool && self.faults.len() == faults {
            self.add_fault(part.at, "a pool of dice is needed here").cause = Cause::Kind;
        }
        self.pool_size(part)
    }

    /// The minimum and maximum number of dice in a pool; `None` if they are unknown before the roll.
    fn pool_size(&self, part: &FormulaNode) -> Option<(usize, usize)> {
        match &part.form {
            Form::Dice(dice) => {
                let size = dice.kept.map_or(dice.count, |(_, kept)| kept);
                Some((size, size))
            }
            Form::Slot(slot) => self.known.iter().find(|known| known.slot == *slot)?.size,
            Form::Let(bound) => self.pool_size(&bound.body),
            Form::If(branches) => {
                let [one, other] = [1, 2].map(|branch: usize| self.pool_size(&branches[branch]));
                let ((low, high), (least, most)) = (one?, other?);
                Some((low.min(least), high.max(most)))
            }
            Form::Call(function, arguments) => match function {
                Function::Highest | Function::Lowest | Function::Middle => match arguments[0].form {
                    Form::Number(kept) => usize::try_from(kept).ok().map(|kept| (kept, kept)),
                    _ => Some((0, self.pool_size(&arguments[1])?.1)),
                },
                Function::Reroll | Function::Ignore => self.pool_size(arguments[0].test().1),
                Function::Join => arguments.iter().try_fold((0, 0), |(low, high), part| {
                    let (least, most) = self.pool_size(part)?;
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

    /// The index of the next part.
    fn next_index(&mut self) -> usize {
        self.parts += 1;
        self.parts - 1
    }

    /// Checks a part of any kind, and sets its index, its kind and the slots it needs.
    fn check_part(&mut self, part: &mut FormulaNode) {
        if let Form::Arithmetic(..) = part.form {
            return self.check_arithmetic(part);
        }
        part.number = self.next_index();
        let at = part.at;
        part.kind = match &mut part.form {
            Form::Truth(_) => ValueKind::Truth,
            Form::Word(word) => {
                part.form = Form::Number(self.resolve_word(word, at));
                ValueKind::Number
            }
            Form::Name(name) => {
                let name = std::mem::take(name);
                self.resolve_name(&name, part)
            }
            Form::Dice(_) => {
                self.dice.push(at);
                part.rolls = true;
                ValueKind::Pool
            }
            Form::Compare(order, sign, left, right) => {
                self.compared_name = name_of(left).or_else(|| name_of(right));
                self.check_sides(*order, *sign, left, right);
                self.compared_name = None;
                ValueKind::Truth
            }
            Form::If(branches) => {
                let [condition, then, otherwise] = &mut **branches;
                self.check_truth(condition);
                self.check_part(then);
                self.check_part(otherwise);
                if then.kind == otherwise.kind { then.kind } else { ValueKind::Number }
            }
            Form::Let(bound) => {
                self.check_let(bound);
                bound.body.kind
            }
            Form::Unknown(word, arguments) => {
                let (word, arguments) = (std::mem::take(word), std::mem::take(arguments));
                self.resolve_call(&word, arguments, part)
            }
            Form::Call(function, arguments) => {
                let (function, arguments) = (*function, std::mem::take(arguments));
                self.check_call(function, arguments, part)
            }
            Form::List(entries) => {
                entries.iter_mut().for_each(|entry| self.check_part(entry));
                self.add_fault(at, "lists can only be used in `lookup` and `steps`").cause = Cause::Kind;
                ValueKind::Number
            }
            Form::Number(_) | Form::Slot(_) | Form::Method(_) | Form::Arithmetic(..) => ValueKind::Number,
        };
        part.collect_needs();
    }

    /// Checks a chain of operators. It descends the left side in a loop, since the chain may be too long for recursion.
    fn check_arithmetic(&mut self, part: &mut FormulaNode) {
        let mut spine = Vec::new();
        let mut left = std::mem::replace(part, FormulaNode::new(Form::Number(0), 0));
        while let Form::Arithmetic(operator, sign, inner, right) = left.form {
            spine.push((operator, sign, right, left.at));
            left = *inner;
        }
        self.check_part(&mut left);
        while let Some((operator, sign, mut right, at)) = spine.pop() {
            match self.meant_method(&left, operator, &right) {
                Some(method) => {
                    let message = "this is not a name, but the end of a dice method";
                    self.add_fault_with_fix(right.at, message, format!("write `method('{method}')`"));
                    right.form = Form::Number(0);
                }
                None => self.check_part(&mut right),
            }
            left = self.new_part(Form::Arithmetic(operator, sign, Box::new(left), right), at);
        }
        *part = left;
    }

    /// The name of the dice method that a sum or difference looks like, such as `4dF-table`; `None` if it does not look
    /// like one.
    fn meant_method(&self, left: &FormulaNode, operator: Operator, right: &FormulaNode) -> Option<String> {
        let (Form::Dice(dice), Form::Name(word)) = (&left.form, &right.form) else { return None };
        let sign = match operator {
            Operator::Add => '+',
            Operator::Subtract => '-',
            _ => return None,
        };
        let is_known = self.known.iter().any(|known| known.name == *word);
        (!is_known && ends_method(word)).then(|| format!("{dice}{sign}{word}"))
    }

    /// Checks both sides of a comparison of two numbers or two truth values. `sign` is the position of the sign.
    fn check_sides(&mut self, order: Order, sign: usize, left: &mut FormulaNode, right: &mut FormulaNode) {
        // Checking replaces the names by their slots.
        let names = [&*left, &*right].map(|side| match &side.form {
            Form::Name(name) => Some(name.clone()),
            _ => None,
        });
        self.check_part(left);
        self.check_part(right);
        match [left, right].map(|side| side.kind == ValueKind::Truth) {
            [true, true] if !matches!(order, Order::Equal | Order::Unequal) => {
                self.add_fault(sign, "truth values can only be compared with `=` and `!=`").cause = Cause::Kind;
            }
            [is_left, is_right] if is_left != is_right => {
                let help = match &names[usize::from(is_right)] {
                    Some(name) => format!("write `{name}`, or `not {name}` for the opposite"),
                    None => "leave the comparison out, or write `not (…)` for the opposite".to_owned(),
                };
                self.add_fault_with_fix(sign, "a truth value is compared with a number here", help).cause = Cause::Kind;
            }
            _ => {}
        }
    }

    /// The value of a quoted word. For an unknown word, adds a fault and returns 0.
    fn resolve_word(&mut self, word: &str, at: usize) -> i64 {
        (self.scope.word)(word, self.compared_name.as_deref()).unwrap_or_else(|| {
            let near = suggest_nearest(word, self.scope.words.iter().map(String::as_str));
            let message = format!("the level `{word}` is not known here");
            self.faults.push(Fault { at, message, help: near, cause: Cause::Level(word.to_owned()) });
            0
        })
    }

    /// Resolves `name`, stores it in `part` and returns the kind of its value.
    fn resolve_name(&mut self, name: &str, part: &mut FormulaNode) -> ValueKind {
        let repeats = self.repeats;
        if let Some(known) = self.known.iter_mut().rev().find(|known| known.name == name) {
            known.uses += if repeats > known.repeats { 2 } else { 1 };
            part.needs = known.needs.clone();
            insert_slot(&mut part.needs, known.slot);
            let (slot, kind) = (known.slot, known.kind);
            part.form = match kind == ValueKind::Truth && usize::from(slot) < self.scope.names.len() {
                // A truth name from the scope has the value 1 or 0, and becomes the comparison `name != 0`.
                true => {
                    let sides = [Form::Slot(slot), Form::Number(0)].map(|form| Box::new(self.new_part(form, part.at)));
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
                suggest_nearest(name, written.filter(|known| !known.contains(STEP_SEPARATOR)))
            }
        };
        let message = format!("the name `{name}` is not known here");
        self.faults.push(Fault { at: part.at, message, help, cause: Cause::Name(name.to_owned()) });
        part.form = Form::Number(0);
        ValueKind::Number
    }

    /// A new part, whose inner parts have been checked.
    fn new_part(&mut self, form: Form, at: usize) -> FormulaNode {
        let mut part = FormulaNode { number: self.next_index(), ..FormulaNode::new(form, at) };
        part.collect_needs();
        part
    }

    /// Checks a `let` and assigns a slot to its name.
    fn check_let(&mut self, bound: &mut Let) {
        let Let { name, name_at, value, body, .. } = bound;
        if Function::find(name).is_some() {
            self.add_fault(*name_at, format!("`{name}` is the name of a function"));
        } else if self.known.iter().any(|known| known.name == *name) {
            self.add_fault(*name_at, format!("the name `{name}` is already taken"));
        }
        self.check_part(value);
        bound.slot = self.slots.len() as u16;
        self.slots.push(name.clone());
        self.known.push(ScopedName {
            name: name.clone(),
            slot: bound.slot,
            kind: value.kind,
            repeats: self.repeats,
            uses: 0,
            size: self.pool_size(value),
            needs: value.needs.clone(),
        });
        self.check_part(body);
        bound.uses = self.known.pop().map_or(0, |known| known.uses);
        if bound.uses == 0 {
            self.add_fault_with_fix(*name_at, format!("`{name}` is never used"), "leave it out");
        }
    }
}

impl FormulaNode {
    /// Adds the slots that the inner parts need, and records whether one of them rolls dice.
    fn collect_needs(&mut self) {
        let (mut needs, mut rolls) = (std::mem::take(&mut self.needs), self.rolls);
        self.for_each_child(|inner| {
            inner.needs.iter().for_each(|slot| insert_slot(&mut needs, *slot));
            rolls |= inner.rolls;
        });
        match &self.form {
            Form::Slot(slot) => insert_slot(&mut needs, *slot),
            Form::Let(bound) => needs.retain(|need| *need != bound.slot),
            _ => {}
        }
        (self.needs, self.rolls) = (needs, rolls);
    }
}

/// Inserts a slot into a sorted set.
fn insert_slot(slots: &mut Slots, slot: u16) {
    if let Err(place) = slots.binary_search(&slot) {
        slots.insert(place, slot);
    }
}

/// The name in `part`, if it is nothing but a name.
fn name_of(part: &FormulaNode) -> Option<String> {
    if let Form::Name(name) = &part.form { Some(name.clone()) } else { None }
}

/// Whether `word` is the end of a dice method's name, as in `4dF-table` and `4dF+adv1`.
fn ends_method(word: &str) -> bool {
    let numbered = ["adv", "dis"].iter().filter_map(|begin| word.strip_prefix(begin));
    word == "table" || numbered.into_iter().any(|end| end.chars().all(|letter| letter.is_ascii_digit()))
}

/// The suggested fix "did you mean …", with the most similar word in `known`; `None` if none is similar.
fn suggest_nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<String> {
    let known: Vec<&str> = known.collect();
    if let Some(synonym) = did_you_mean_synonym(word, known.iter().copied()) {
        return Some(synonym);
    }
    let near =
        known.into_iter().map(|one| (strsim::damerau_levenshtein(&word.to_lowercase(), &one.to_lowercase()), one));
    let (distance, one) = near.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + word.len() / 4 && !RESERVED_WORDS.contains(&one)).then(|| format!("did you mean `{one}`?"))
}
