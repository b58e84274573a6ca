//! Reads the parts of a definition: counters, choices, ends, measures, and the clock that counts steps.

use super::formula::ProcessScope;
use super::lines::SAY;
use super::{DefinitionReader, KeyValue, NameRole, condition_key, formula_key};
use crate::check::process::{
    BoundedNumber, Clock, EndRule, MOST_NAMED_STEPS, MOST_SITUATIONS, MeasuredQuantity, ProcessFormula, ProcessLine,
    ProcessMeasure,
};
use crate::document::state::COUNTER_HELP;
use crate::document::{AnyKey, Entry, Item, Key, Kind, Node, Problem, Problems, decode, keys};
use crate::formula::{UNSET, least_common_multiple};

keys! {
    pub(super) COUNTER = "process counter": "A counter of a process. Its bounds and its start are formulas that can use the keys.";
    TO: Key<Node> = formula_key("to").means("The largest value. Only a tally has none.", "\"needed\"");
    FROM: Key<Node> = formula_key("from").means("The smallest value.", "1").otherwise("0");
    START: Key<Node> = formula_key("start").means("The value at the start.", "3").otherwise("0");
    TALLY: Key<bool> = Key::flag("tally")
        .means("`true` makes the counter a sum without bounds. Lines can only add to it, and only the `mean` of a measure can use it.", "true");
}

/// An end: its condition alone, or a table with its condition and its sentence.
pub(super) const END_KIND: Kind = Kind::Any(&[Kind::Condition, Kind::Table(&END)]);

keys! {
    END = "process end": "A condition that ends the process, with an optional sentence for transcripts.";
    WHEN: Key<Node> = condition_key("when").means("The condition.", "\"strain = 4\"").required();
    + SAY;
}

keys! {
    pub(super) MEASURE = "process measure": "A figure of a process: `share`, `mean`, `spread`, `first` or `course`.";
    SHARE: Key<Node> = condition_key("share").means("The chance of this condition at the end.", "\"done and step <= 4\"");
    MEAN: Key<Node> = formula_key("mean").means("The mean of this number at the end.", "\"strain\"");
    SPREAD: Key<Node> = formula_key("spread").means("The chance of each value of this number at the end.", "\"gap\"");
    FIRST: Key<Node> = condition_key("first").means("The step after which this condition is true for the first time.", "\"gap <= 1\"");
    COURSE: Key<Node> = formula_key("course").means("The mean of this number after each step.", "\"gap\"");
    GIVEN: Key<Node> = condition_key("given")
        .means("Only processes for which this condition is true at the end count (`share`, `mean`, `spread`).", "\"done\"")
        .otherwise("all processes count");
}

/// A measured quantity: its key, the context of its formula, and its constructor.
type Quantity = (&'static Key<Node>, ProcessScope, fn(ProcessFormula) -> MeasuredQuantity);

const QUANTITIES: [Quantity; 5] = [
    (&SHARE, ProcessScope::MEASURE_TRUTH, MeasuredQuantity::Share),
    (&MEAN, ProcessScope::MEASURE, MeasuredQuantity::Mean),
    (&SPREAD, ProcessScope::MEASURE, MeasuredQuantity::Spread),
    (&FIRST, ProcessScope::AFTER_STEP_TRUTH, MeasuredQuantity::First),
    (&COURSE, ProcessScope::AFTER_STEP, MeasuredQuantity::Course),
];

impl DefinitionReader<'_> {
    /// Reads a counter with its bounds. A tally has none.
    pub(super) fn counter(&mut self, entry: &Entry, item: Item<'_>) -> Option<()> {
        if item.node.as_table().is_none() {
            return item.wrong_with(COUNTER_HELP);
        }
        decode::table(|reader| {
            if reader.has(&TALLY) {
                let problem = Problem::new("`tally` can only be `true`").kind("kind").help("leave it out");
                return if reader.read(&TALLY)? { Some(()) } else { reader.refuse(&TALLY, problem) };
            }
            reader.missing(&TO);
            let [to, from, start] = [&TO, &FROM, &START].map(|key| match reader.has(key) {
                true => reader.read_with(key, |item| self.fixed(item)),
                false => Some(0),
            });
            let (to, from, start) = (to?, from?, start?);
            if reader.has(&TO) && !(from..=to).contains(&start) {
                let problem = Problem::new(format!("the counter starts at {start}, outside {from} to {to}"));
                reader.refuse::<()>(&START, problem.kind("start"));
            }
            self.counters.push(BoundedNumber { name: entry.key.clone(), from, to: to.max(from), start });
            Some(())
        })(item)
    }

    /// Reads the formulas of all choices in the order of the keys, and adds them to the board.
    pub(super) fn choices(&mut self, problems: &mut Problems) {
        for key in self.keys.clone() {
            let KeyValue::Choice { set: given, default } = &key.holds else { continue };
            let Some(slot) = self.layout.names.iter().position(|name| *name == key.name) else { continue };
            let kind = self.amount(default.item(self.context, problems), ProcessScope::CHOICE);
            let set = self.amount(given.item(self.context, problems), ProcessScope::CHOICE);
            let (Some(kind), Some(set)) = (kind, set) else { continue };
            if kind.bound.formula().kind() != set.bound.formula().kind() {
                let message = "a choice must be a condition or a number, like its default";
                given.item(self.context, problems).refuse::<()>(Problem::new(message));
            }
            let rolls = self.layout.roll(0)..self.layout.varied();
            let depends = |place: &usize| rolls.contains(place) || self.slots[*place] == NameRole::Choice(true);
            self.slots[slot] = NameRole::Choice(set.used.iter().any(depends));
            self.layout.choices.push((slot, set));
        }
    }

    pub(super) fn end(&mut self, entry: &Entry, item: Item<'_>) -> Option<EndRule> {
        let name = entry.key.clone();
        if item.node.as_table().is_none() {
            return Some(EndRule { name, when: self.amount(item, ProcessScope::END)?, say: None });
        }
        decode::table(|reader| {
            let say = reader.read_with(&SAY, |item| self.saying(item, ProcessScope::END_SAY));
            let when = reader.read_with(&WHEN, |item| self.amount(item, ProcessScope::END))?;
            Some(EndRule { name: name.clone(), when, say })
        })(item)
    }

    pub(super) fn measure(&mut self, entry: &Entry, item: Item<'_>) -> Option<ProcessMeasure> {
        let missing = self.missing_ends.len();
        let read = self.read_measure(entry, item);
        self.missing_ends[missing..].iter_mut().for_each(|end| end.measure = entry.key.clone());
        read
    }

    fn read_measure(&mut self, entry: &Entry, item: Item<'_>) -> Option<ProcessMeasure> {
        decode::table(|reader| {
            let word = reader.only_one(&QUANTITIES.map(|(key, ..)| key as &dyn AnyKey))?;
            let (key, scope, quantity) = QUANTITIES.into_iter().find(|(key, ..)| key.spec().key == word)?;
            let what = reader.read_with(key, |item| {
                let text = item.node.as_str().map(str::trim);
                let tally = self.tallies.iter().position(|name| Some(name.as_str()) == text);
                match tally.filter(|_| word == MEAN.spec().key) {
                    Some(tally) => {
                        self.named.insert(self.layout.tally(tally));
                        Some(MeasuredQuantity::Tally(tally))
                    }
                    None => self.amount(item, scope).map(quantity),
                }
            })?;
            // On the way it is unknown how the process will end.
            let given = match what {
                MeasuredQuantity::First(_) | MeasuredQuantity::Course(_) => None,
                _ => reader.read_with(&GIVEN, |item| self.amount(item, ProcessScope::MEASURE_TRUTH)),
            };
            Some(ProcessMeasure { name: entry.key.clone(), quantity: what, given })
        })(item)
    }

    /// The clock that the formulas need; `None` if they count steps too far.
    pub(super) fn clock(&self, begin: &[ProcessLine], step: &[ProcessLine], ends: &[EndRule]) -> Option<Clock> {
        let place = self.layout.step();
        let mut given = self.layout.of(&vec![UNSET; self.layout.counters], UNSET);
        given.iter_mut().take(self.layout.varied()).for_each(|value| *value = UNSET);
        let lines = begin.iter().chain(step).flat_map(|line| line.formulas_without_sentence());
        let all: Vec<&ProcessFormula> = lines
            .chain(ends.iter().map(|end| &end.when))
            .chain(self.layout.choices.iter().map(|(_, own)| own))
            .collect();
        let mut clock = Clock { last: None, period: 1, strict: false };
        for amount in all.into_iter().filter(|amount| amount.used.contains(&place)) {
            match amount.bound.comparands(place, &given) {
                Some(counted) => {
                    clock.last = Some(clock.last.unwrap_or(0).max(counted.largest));
                    clock.period = least_common_multiple(clock.period, counted.period).unwrap_or(i64::MAX);
                }
                None => clock.strict = true,
            }
        }
        if clock.strict {
            clock = Clock { last: Some(MOST_NAMED_STEPS), period: 1, strict: true };
        }
        if clock.last.is_some_and(|last| last > MOST_SITUATIONS as i64) || clock.period > 100_000 {
            return None;
        }
        Some(clock)
    }
}
