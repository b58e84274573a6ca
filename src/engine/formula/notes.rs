//! Notes on a formula that works, but may not say what is meant.

use super::fault::Note;
use super::function::{Function, Kind};
use super::numbers::{divided, grouped};
use super::pool::EXPLODES;
use super::range::Names;
use super::token::{DiceText, MOST_DICE};
use super::tree::{Form, Operator, Order, Part};

/// Looks for what is worth a note.
pub struct Reader<'f> {
    names: Names<'f>,
    pub notes: Vec<Note>,
    /// The dice of the conditions that lead to a part.
    rolled: Vec<&'f DiceText>,
}

impl<'f> Reader<'f> {
    pub fn new(names: Names<'f>) -> Self {
        Self { names, notes: Vec::new(), rolled: Vec::new() }
    }

    fn note(&mut self, at: usize, message: impl Into<String>, help: impl Into<String>) {
        self.notes.push(Note::new(at, message).help(help));
    }

    /// Reads a part and all its parts.
    pub fn read(&mut self, part: &'f Part) {
        match &part.form {
            Form::Dice(dice) => self.dice(dice, part.at),
            Form::Arithmetic(..) => self.arithmetic(part),
            Form::Compare(order, sign, left, right) => {
                self.read(left);
                self.read(right);
                self.compared(*order, *sign, left, right);
            }
            Form::Call(Function::And | Function::Or, sides) => {
                self.read(&sides[0]);
                self.after(&sides[0], |reader| reader.read(&sides[1]));
            }
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                self.read(condition);
                self.after(condition, |reader| {
                    reader.read(then);
                    reader.read(otherwise);
                });
            }
            Form::Let(bound) => {
                self.read(&bound.value);
                self.names.bind(bound.slot, &bound.value);
                self.read(&bound.body);
            }
            Form::Call(function, arguments) => self.call(*function, arguments),
            Form::List(entries) => entries.iter().for_each(|entry| self.read(entry)),
            _ => {}
        }
    }

    /// Reads what follows a condition.
    fn after(&mut self, condition: &'f Part, read: impl FnOnce(&mut Self)) {
        let before = self.rolled.len();
        self.rolled.extend(condition.all().filter_map(|part| match &part.form {
            Form::Dice(dice) => Some(dice),
            _ => None,
        }));
        read(self);
        self.rolled.truncate(before);
    }

    fn dice(&mut self, dice: &DiceText, at: usize) {
        if self.rolled.contains(&dice) {
            let message = format!("`{dice}` is rolled again here, apart from the `{dice}` of the condition before");
            self.note(at, message, format!("if one roll is meant, name it: `let r = {dice}; …`"));
        }
        if dice.faces.iter().copied().eq(1..=66) {
            self.note(at, "`d66` is one die of 66 faces", "two dice read as tens and ones are `10 * d6 + d6`");
        }
    }

    /// A chain of signs, down its left side in a loop.
    fn arithmetic(&mut self, part: &'f Part) {
        let (first, signs) = part.chain();
        self.read(first);
        let mut left = &first.form;
        for (operator, sign, right) in signs {
            if let (Operator::Divide(rounding), Form::Number(one), Form::Number(other)) = (operator, left, &right.form)
                && *other != 0
                && *one != 0
                && divided(*one, *other, rounding) == 0
            {
                let message = format!("`{one} / {other}` is 0: quotients are whole, rounded down");
                self.note(sign, message, format!("multiply first, such as `degree * {one} / {other}`"));
            }
            left = &part.form;
            self.read(right);
        }
    }

    fn compared(&mut self, order: Order, sign: usize, left: &Part, right: &Part) {
        if left.kind == Kind::Truth || !(self.names.is_rolled(left) || self.names.is_rolled(right)) {
            return;
        }
        let (Some(one), Some(other)) = (self.names.range(left), self.names.range(right)) else { return };
        let Some(word) = certain(order, one, other) else { return };
        let ends = |(low, high): (i64, i64)| if low == high { low.to_string() } else { format!("{low} to {high}") };
        let what = if left.kind == Kind::Pool { "the sum of the dice" } else { "the left side" };
        let note =
            Note::new(sign, format!("this {word} passes: {what} is {}, the right side {}", ends(one), ends(other)));
        let faces = self.names.pool(left).map(|pool| pool.faces).filter(|_| left.kind == Kind::Pool);
        let counts = faces.is_some_and(|(low, high)| other.0 >= low && other.1 <= high);
        self.notes.push(match (&left.form, &right.form) {
            (Form::Dice(dice), Form::Number(number)) if counts => {
                note.help(format!("to count dice write `count({dice} {} {number})`", order.sign()))
            }
            _ if counts => note.help(format!("to count dice write `count(p {} …)`", order.sign())),
            _ => note,
        });
    }

    fn call(&mut self, function: Function, arguments: &'f [Part]) {
        match (function, &arguments[0].form) {
            (
                Function::Count | Function::Reroll | Function::Explode | Function::Ignore,
                Form::Compare(order, sign, pool, right),
            ) => {
                self.read(pool);
                self.read(right);
                arguments[1..].iter().for_each(|argument| self.read(argument));
                self.tested(*order, *sign, pool, right);
                if function == Function::Explode {
                    self.explodes(*order, arguments, pool, right);
                }
            }
            _ => arguments.iter().for_each(|argument| self.read(argument)),
        }
        if function == Function::Lookup
            && let Some((low, high)) = self.names.range(&arguments[0])
        {
            let last = arguments[1].entries().len() as i64 - 1;
            if low < 0 || high > last {
                let message = format!("this is {low} to {high}, and the entries are 0 to {last}");
                self.note(arguments[0].at, message, "beyond an end the entry of that end counts");
            }
        }
    }

    /// A comparison of each die.
    fn tested(&mut self, order: Order, sign: usize, pool: &Part, right: &Part) {
        let (Some(pool), Some(right)) = (self.names.pool(pool), self.names.range(right)) else { return };
        let (low, high) = pool.faces;
        // Faces between the ends are not known here.
        let word = match certain(order, pool.faces, right) {
            Some("always") => "every die passes",
            Some(_) => "no die can pass",
            None => return,
        };
        self.notes.push(Note::new(sign, format!("{word}: faces are {low} to {high}")));
    }

    /// The chance that a die would add more dice than it may.
    fn explodes(&mut self, order: Order, arguments: &'f [Part], pool: &'f Part, right: &Part) {
        let most = match arguments.get(1) {
            None => EXPLODES as i64,
            Some(most) => match self.names.range(most) {
                Some((low, high)) if low == high => low.max(0),
                _ => return,
            },
        };
        let Some((right, _)) = self.names.range(right).filter(|(low, high)| low == high) else { return };
        let mut dice = Vec::new();
        if !self.pool_dice(pool, &mut dice) {
            return;
        }
        // No die adds more: each passes once more than it may.
        let none = dice.iter().map(|dice| {
            let passing = dice.faces.iter().filter(|face| order.holds(**face, right)).count();
            let more = (passing as f64 / dice.faces.len() as f64).powf(most as f64 + 1.0);
            dice.count as f64 * (-more).ln_1p()
        });
        let chance = -none.sum::<f64>().exp_m1();
        if chance > 0.0 {
            let dice = if most == 1 { "1 further die".to_owned() } else { format!("{most} further dice") };
            let message = format!("a die adds at most {dice}; the chance that one would add more is {}", share(chance));
            self.notes.push(Note::new(arguments[0].at, message));
        }
    }

    /// The dice of a pool as they are rolled; false if they are not known.
    fn pool_dice(&self, pool: &'f Part, dice: &mut Vec<&'f DiceText>) -> bool {
        match &pool.form {
            Form::Dice(own) if own.kept.is_none() => {
                dice.push(own);
                dice.len() <= MOST_DICE
            }
            Form::Slot(slot) => self.names.value(*slot).is_some_and(|value| self.pool_dice(value, dice)),
            Form::Call(Function::Join, pools) => pools.iter().all(|pool| self.pool_dice(pool, dice)),
            _ => false,
        }
    }
}

/// Whether a comparison passes always or never, if it is one of these.
fn certain(order: Order, (low, high): (i64, i64), (least, most): (i64, i64)) -> Option<&'static str> {
    // Whether the left side may be less, as much, or more.
    let may = [(-1, low < most), (0, low <= most && high >= least), (1, high > least)];
    let mut passes = may.into_iter().filter(|(_, may)| *may).map(|(left, _)| order.holds(left, 0));
    let first = passes.next()?;
    passes.all(|other| other == first).then_some(if first { "always" } else { "never" })
}

/// A chance in words.
fn share(chance: f64) -> String {
    if chance >= 0.001 {
        return format!("{:.3} %", chance * 100.0);
    }
    let ways = 1.0 / chance;
    if ways < 1e9 {
        return format!("1 in {}", grouped(ways.round() as i64));
    }
    let exponent = ways.log10().floor();
    format!("1 in {:.1} · 10^{exponent}", ways / 10f64.powf(exponent))
}

/// Whether dice that explode are joined, which makes a pool of many sizes.
pub fn joins_exploding(root: &Part) -> bool {
    let explodes = |part: &Part| matches!(part.form, Form::Call(Function::Explode, _));
    root.all().any(|part| matches!(&part.form, Form::Call(Function::Join, pools) if pools.iter().any(explodes)))
}
