//! Notes on valid formulas that may not say what was meant.

use super::fault::Note;
use super::function::{Function, ValueKind};
use super::numbers::{rounded_quotient, with_thousands_separators};
use super::pool::MAX_EXPLOSION;
use super::range::RangedNames;
use super::token::{DiceText, MOST_DICE};
use super::tree::{Form, FormulaNode, Operator, Order};

/// Collects the notes on a formula.
pub struct NoteCollector<'f> {
    names: RangedNames<'f>,
    /// The notes collected so far.
    pub notes: Vec<Note>,
    /// The dice in the conditions on which the current part depends.
    rolled: Vec<&'f DiceText>,
    /// The calls before the current part that examine a pool.
    inspections: Vec<DiceInspection<'f>>,
    /// The pools that already have a note that they are rolled twice.
    noted_pools: Vec<&'f FormulaNode>,
}

/// A call that examines the dice of a pool.
struct DiceInspection<'f> {
    function: Function,
    arguments: &'f [FormulaNode],
    pool: &'f FormulaNode,
}

impl<'f> NoteCollector<'f> {
    pub fn new(names: RangedNames<'f>) -> Self {
        Self { names, notes: Vec::new(), rolled: Vec::new(), inspections: Vec::new(), noted_pools: Vec::new() }
    }

    fn add_note(&mut self, at: usize, message: impl Into<String>, help: impl Into<String>) {
        self.notes.push(Note::new(at, message).help(help));
    }

    /// Collects the notes on a part and all parts inside it.
    pub fn collect(&mut self, part: &'f FormulaNode) {
        match &part.form {
            Form::Dice(dice) => self.note_dice(dice, part.at),
            Form::Arithmetic(..) => self.note_chain(part),
            Form::Compare(order, sign, left, right) => {
                // The two sides are often rolls of two characters.
                self.collect_separately(|reader| reader.collect(left));
                self.collect_separately(|reader| reader.collect(right));
                self.note_comparison(*order, *sign, left, right);
            }
            Form::Call(Function::And | Function::Or, sides) => {
                self.collect(&sides[0]);
                self.collect_after(&sides[0], |reader| reader.collect(&sides[1]));
            }
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                self.collect(condition);
                self.collect_after(condition, |reader| {
                    reader.collect_separately(|reader| reader.collect(then));
                    reader.collect_separately(|reader| reader.collect(otherwise));
                });
            }
            Form::Let(bound) => {
                self.collect(&bound.value);
                self.names.bind(bound.slot, &bound.value);
                self.collect(&bound.body);
            }
            Form::Call(function, arguments) => self.note_call(*function, arguments),
            Form::List(entries) => entries.iter().for_each(|entry| self.collect(entry)),
            _ => {}
        }
    }

    /// Calls `read` for a part, whose pools are not compared with those of later parts.
    fn collect_separately(&mut self, read: impl FnOnce(&mut Self)) {
        let before = self.inspections.len();
        read(self);
        self.inspections.truncate(before);
    }

    /// Calls `read` for a part that depends on `condition`. Dice of the condition that are rolled again in the part get
    /// a note.
    fn collect_after(&mut self, condition: &'f FormulaNode, read: impl FnOnce(&mut Self)) {
        let before = self.rolled.len();
        self.rolled.extend(condition.with_descendants().filter_map(|part| match &part.form {
            Form::Dice(dice) => Some(dice),
            _ => None,
        }));
        read(self);
        self.rolled.truncate(before);
    }

    /// Adds notes on dice: if they repeat the dice of a condition, or if they are `d66`.
    fn note_dice(&mut self, dice: &DiceText, at: usize) {
        if self.rolled.contains(&dice) {
            let message = format!("`{dice}` is rolled again here, independently of the `{dice}` in the condition");
            self.add_note(at, message, format!("if one roll is meant, name it: `let r = {dice}; …`"));
        }
        if dice.faces.iter().copied().eq(1..=66) {
            self.add_note(at, "`d66` is one die of 66 faces", "two dice read as tens and ones are `10 * d6 + d6`");
        }
    }

    /// Collects the notes on a chain of operators. It uses a loop, since the chain may be too long for recursion.
    fn note_chain(&mut self, part: &'f FormulaNode) {
        let (first, signs) = part.chain();
        self.collect(first);
        let mut left = &first.form;
        for (operator, sign, right) in signs {
            if let (Operator::Divide(rounding), Form::Number(one), Form::Number(other)) = (operator, left, &right.form)
                && *other != 0
                && *one != 0
                && rounded_quotient(*one, *other, rounding) == 0
            {
                let message = format!("`{one} / {other}` is 0: quotients are whole, rounded down");
                self.add_note(sign, message, format!("multiply first, such as `degree * {one} / {other}`"));
            }
            left = &part.form;
            self.collect(right);
        }
    }

    /// Adds a note if a comparison is always or never true.
    fn note_comparison(&mut self, order: Order, sign: usize, left: &'f FormulaNode, right: &'f FormulaNode) {
        if left.kind == ValueKind::Truth || !(self.names.is_rolled(left) || self.names.is_rolled(right)) {
            return;
        }
        let (Some(one), Some(other)) = (self.names.range(left), self.names.range(right)) else { return };
        let Some(word) = decided_comparison(order, one, other) else { return self.note_sum(order, sign, left, right) };
        let ends = |(low, high): (i64, i64)| if low == high { low.to_string() } else { format!("{low} to {high}") };
        let what = if left.kind == ValueKind::Pool { "the sum of the dice" } else { "the left side" };
        let note =
            Note::new(sign, format!("this {word} passes: {what} is {}, the right side {}", ends(one), ends(other)));
        let faces = self.names.pool(left).map(|pool| pool.faces).filter(|_| left.kind == ValueKind::Pool);
        let counts = faces.is_some_and(|(low, high)| other.0 >= low && other.1 <= high);
        self.notes.push(match (&left.form, &right.form) {
            (Form::Dice(dice), Form::Number(number)) if counts => {
                note.help(format!("to count dice write `count({dice} {} {number})`", order.sign()))
            }
            _ if counts => note.help(format!("to count dice write `count(p {} …)`", order.sign())),
            _ => note,
        });
    }

    /// Adds a note if the sum of several dice is compared with a number that a single die can show.
    fn note_sum(&mut self, order: Order, sign: usize, left: &'f FormulaNode, right: &'f FormulaNode) {
        let mut dice = Vec::new();
        if left.kind != ValueKind::Pool || !self.pool_dice(left, &mut dice) {
            return;
        }
        let count: usize = dice.iter().map(|dice| dice.count).sum();
        let (Some((low, high)), Some(pool), Form::Number(number)) =
            (self.names.range(left), self.names.pool(left), &right.form)
        else {
            return;
        };
        let is_face = (pool.faces.0..=pool.faces.1).contains(number);
        let meant = match order {
            Order::AtLeast | Order::More => true,
            // All dice at their lowest is a plausible test, such as 3 on 3d6.
            Order::Equal => *number > low,
            _ => false,
        };
        if count >= FEW_DICE && pool.faces.0 > 0 && is_face && meant {
            let written = if let Form::Dice(dice) = &left.form { dice.to_string() } else { "p".to_owned() };
            let message = format!("this compares the sum of the dice, {low} to {high}");
            self.add_note(sign, message, format!("to count dice write `count({written} {} {number})`", order.sign()));
        }
    }

    /// Adds a note if a function keeps dice of an exploded pool: dice added by an explosion are ranked separately.
    fn note_ranking(&mut self, function: Function, arguments: &'f [FormulaNode]) {
        let [kept, pool] = arguments else { return };
        let exploded = match &pool.form {
            Form::Slot(slot) => self.names.value(*slot).unwrap_or(pool),
            _ => pool,
        };
        let Form::Call(Function::Explode, explosion) = &exploded.form else { return };
        let Form::Compare(order, _, dice, right) = &explosion[0].form else { return };
        let (dice, test) = match (&dice.form, &right.form) {
            (Form::Dice(dice), Form::Number(right)) => (Some(dice), format!("{} {right}", order.sign())),
            _ => (None, String::new()),
        };
        let word = function.word();
        let limit = match explosion.get(1).map(|most| &most.form) {
            Some(Form::Number(most)) => format!("{most}, "),
            _ => String::new(),
        };
        let (more, cure) = match (dice.filter(|dice| dice.kept.is_none()), &kept.form) {
            (Some(dice), Form::Number(kept)) => {
                let die = DiceText { count: 1, ..dice.clone() };
                let more = match usize::try_from(*kept) {
                    Ok(kept) if kept > dice.count => {
                        format!(", and keeps up to {kept} where {} are rolled", dice.count)
                    }
                    _ => String::new(),
                };
                (more, format!("{word}({kept}, pool({}, explode({limit}{die} {test})))", dice.count))
            }
            _ => (String::new(), format!("{word}(…, pool(…, explode({limit}d10 >= 10)))")),
        };
        let message = format!("`{word}` ranks each die added by an explosion separately{more}");
        self.add_note(pool.at, message, format!("to add it to the die that exploded, write `{cure}`"));
    }

    /// Adds a note if a pool is rolled again in order to examine it in another way, as in `count(5d10 >= 7) +
    /// count(5d10 = 10)`.
    fn note_inspection(&mut self, function: Function, arguments: &'f [FormulaNode]) {
        let pool = match (function, arguments) {
            (Function::Count, [test]) => match &test.form {
                Form::Compare(_, _, pool, _) => pool,
                _ => return,
            },
            (Function::Highest | Function::Lowest | Function::Middle, [_, pool])
            | (Function::Matches | Function::Distinct, [pool]) => pool,
            _ => return,
        };
        let several = match &pool.form {
            Form::Dice(dice) => dice.count > 1 && !self.rolled.contains(&dice),
            Form::Call(..) => pool.rolls,
            _ => false,
        };
        if !several {
            return;
        }
        let look = DiceInspection { function, arguments, pool };
        let again = self.inspections.iter().any(|known| is_same_part(known.pool, pool) && !known.is_same(&look));
        if again && !self.noted_pools.iter().any(|known| is_same_part(known, pool)) {
            let dice = if let Form::Dice(dice) = &pool.form { dice.to_string() } else { "…".to_owned() };
            let what = if dice == "…" { "this pool".to_owned() } else { format!("`{dice}`") };
            let message = format!("{what} is rolled again here, independently of the same dice before");
            self.add_note(pool.at, message, format!("if one roll is meant, name it: `let p = {dice}; …`"));
            self.noted_pools.push(pool);
        }
        self.inspections.push(look);
    }

    /// Collects the notes on a function call and its arguments.
    fn note_call(&mut self, function: Function, arguments: &'f [FormulaNode]) {
        self.note_inspection(function, arguments);
        if matches!(function, Function::Highest | Function::Lowest | Function::Middle) {
            self.note_ranking(function, arguments);
        }
        match (function, &arguments[0].form) {
            (
                Function::Count | Function::Reroll | Function::Explode | Function::Ignore,
                Form::Compare(order, sign, pool, right),
            ) => {
                self.collect(pool);
                self.collect(right);
                arguments[1..].iter().for_each(|argument| self.collect(argument));
                self.note_test(*order, *sign, pool, right);
                if function == Function::Explode {
                    self.note_explosion(*order, arguments, pool, right);
                }
            }
            _ => arguments.iter().for_each(|argument| self.collect(argument)),
        }
        if function == Function::Lookup
            && let Some((low, high)) = self.names.range(&arguments[0])
        {
            let last = arguments[1].entries().len() as i64 - 1;
            if low < 0 || high > last {
                let message = format!("the index is {low} to {high}, but the entries are 0 to {last}");
                self.add_note(arguments[0].at, message, "an index outside the list gives the first or the last entry");
            }
        }
    }

    /// Adds a note if every die passes a test, or if no die can pass it.
    fn note_test(&mut self, order: Order, sign: usize, pool: &FormulaNode, right: &FormulaNode) {
        let (Some(pool), Some(right)) = (self.names.pool(pool), self.names.range(right)) else { return };
        let (low, high) = pool.faces;
        // Only the lowest and highest faces are known here.
        let word = match decided_comparison(order, pool.faces, right) {
            Some("always") => "every die passes",
            Some(_) => "no die can pass",
            None => return,
        };
        self.notes.push(Note::new(sign, format!("{word}: faces are {low} to {high}")));
    }

    /// Adds a note with the chance that a die would add more dice than the built-in limit allows.
    fn note_explosion(
        &mut self,
        order: Order,
        arguments: &'f [FormulaNode],
        pool: &'f FormulaNode,
        right: &FormulaNode,
    ) {
        // If the formula sets a limit, its author knows it.
        if arguments.len() > 1 {
            return;
        }
        let Some((right, _)) = self.names.range(right).filter(|(low, high)| low == high) else { return };
        let mut dice = Vec::new();
        if !self.pool_dice(pool, &mut dice) {
            return;
        }
        // For each group of equal dice, the logarithm of the chance that no die would add more than the limit. To do
        // so, a die has to pass once more than the limit.
        let none = dice.iter().map(|dice| {
            let passing = dice.faces.iter().filter(|face| order.holds(**face, right)).count();
            let more = (passing as f64 / dice.faces.len() as f64).powf(MAX_EXPLOSION as f64 + 1.0);
            dice.count as f64 * (-more).ln_1p()
        });
        let chance = -none.sum::<f64>().exp_m1();
        if chance > 0.0 {
            let chance = format_chance(chance);
            let message = format!(
                "a die adds at most {MAX_EXPLOSION} further dice; the chance that one would add more is {chance}"
            );
            self.notes.push(Note::new(arguments[0].at, message));
        }
    }

    /// Adds the dice that a pool rolls to `dice`; false if they are unknown.
    fn pool_dice(&self, pool: &'f FormulaNode, dice: &mut Vec<&'f DiceText>) -> bool {
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

impl DiceInspection<'_> {
    /// Whether both calls are the same.
    fn is_same(&self, other: &Self) -> bool {
        self.function == other.function && are_same_parts(self.arguments, other.arguments)
    }
}

/// The sum of this many dice or more is seldom compared with a number that a single die can show.
const FEW_DICE: usize = 3;

/// Whether two parts are written in the same way. False for forms that are not compared, such as `if`.
fn is_same_part(one: &FormulaNode, other: &FormulaNode) -> bool {
    match (&one.form, &other.form) {
        (Form::Dice(one), Form::Dice(other)) => one == other,
        (Form::Number(one), Form::Number(other)) => one == other,
        (Form::Slot(one), Form::Slot(other)) => one == other,
        (Form::Compare(one, _, left, right), Form::Compare(other, _, first, second)) => {
            one == other && is_same_part(left, first) && is_same_part(right, second)
        }
        (Form::Call(one, arguments), Form::Call(other, others)) => one == other && are_same_parts(arguments, others),
        (Form::Arithmetic(..), Form::Arithmetic(..)) => {
            let ((first, signs), (other, others)) = (one.chain(), other.chain());
            let (signs, others): (Vec<_>, Vec<_>) = (signs.collect(), others.collect());
            let alike = |((sign, _, part), (other, _, against)): (&(_, _, &FormulaNode), &(_, _, &FormulaNode))| {
                sign == other && is_same_part(part, against)
            };
            is_same_part(first, other) && signs.len() == others.len() && signs.iter().zip(&others).all(alike)
        }
        _ => false,
    }
}

fn are_same_parts(some: &[FormulaNode], others: &[FormulaNode]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(one, other)| is_same_part(one, other))
}

/// "always" or "never" if the ranges of both sides, each a minimum and a maximum, decide the comparison; else `None`.
fn decided_comparison(order: Order, (low, high): (i64, i64), (least, most): (i64, i64)) -> Option<&'static str> {
    // Whether the left side can be less, equal or more.
    let may = [(-1, low < most), (0, low <= most && high >= least), (1, high > least)];
    let mut passes = may.into_iter().filter(|(_, may)| *may).map(|(left, _)| order.holds(left, 0));
    let first = passes.next()?;
    passes.all(|other| other == first).then_some(if first { "always" } else { "never" })
}

/// A probability as text: in percent, or as `1 in n` if it is below 0.1 %. `chance` must be above 0.
fn format_chance(chance: f64) -> String {
    if chance >= 0.001 {
        return format!("{:.3} %", chance * 100.0);
    }
    let ways = 1.0 / chance;
    if ways < 1e9 {
        return format!("1 in {}", with_thousands_separators(ways.round() as i64));
    }
    let exponent = ways.log10().floor();
    format!("1 in {:.1} · 10^{exponent}", ways / 10f64.powf(exponent))
}

/// Whether the formula joins exploding dice, which leads to pools of many sizes.
pub fn joins_exploding(root: &FormulaNode) -> bool {
    let explodes = |part: &FormulaNode| matches!(part.form, Form::Call(Function::Explode, _));
    root.with_descendants()
        .any(|part| matches!(&part.form, Form::Call(Function::Join, pools) if pools.iter().any(explodes)))
}
