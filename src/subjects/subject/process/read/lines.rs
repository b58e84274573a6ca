//! Reads the lines of a process.

use super::formula::ProcessScope;
use super::{DefinitionReader, PROCESS, SECTION, condition_key, formula_key};
use crate::check::process::{Act, CounterChange, ProcessLine, RollDice, RollLine};
use crate::document::state::refused_change;
use crate::document::{Item, Key, Kind, Node, Problem, Reader, decode, did_you_mean, keys};
use std::collections::BTreeSet;
use std::sync::Arc;

keys! {
    pub(super) LINE = "process line": "A line of a process: a roll, changes of counters, or a sentence. Its other keys are names of counters, with formulas of their new values.";
    WHEN: Key<Node> = condition_key("when").means("The condition under which the line applies.", "\"climb >= margin\"").otherwise("always");
    SAY: Key<Node> = Key::new("say", Kind::Text, decode::node)
        .means("A sentence for transcripts, with formulas in braces.", "\"The circle brightens: {power} of {needed}.\"");
    ROLL: Key<Node> = Key::new("roll", Kind::Text, decode::node)
        .means("The name of a roll, whose value is dice + `trait` − `against`.", "\"climb\"");
    TRAIT: Key<Node> = formula_key("trait").means("The level added to the dice: a formula or a word of the ladder.", "\"trait - strain / 2\"").otherwise("0");
    AGAINST: Key<Node> = formula_key("against").means("The level subtracted from the roll: a formula or a word of the ladder.", "\"Great\"").otherwise("0");
    ROLLED: Key<Node> = formula_key("dice").means("The dice of the roll.", "\"d6 - 3\"").otherwise("the dice of `[rules]`");
    TIMES: Key<Node> = formula_key("times").means("How many equal members roll. The value of the roll is then the number of successes.", "\"crew\"");
    ELSE: Key<Node> = formula_key("else").means("The value of the roll if `when` is false and the roll has no value yet.", "0");
}

/// A line: its words, and counters by name.
pub(super) const LINE_KIND: Kind = Kind::Open(&LINE, &Kind::Formula);

/// The keys that need a roll.
const ROLL_ONLY_KEYS: [&Key<Node>; 5] = [&TRAIT, &AGAINST, &ROLLED, &TIMES, &ELSE];

impl DefinitionReader<'_> {
    /// Reads the lines of a step or, if `of_step` is false, those before the first step.
    pub(super) fn lines(&mut self, reader: &mut Reader<'_>, key: &Key<Node>, of_step: bool) -> Vec<ProcessLine> {
        let read = reader.read_with(key, decode::list(decode::table(|reader| self.line(reader, of_step))));
        let mut lines = read.unwrap_or_default();
        self.mark_last_uses(&mut lines);
        lines
    }

    fn line(&mut self, reader: &mut Reader<'_>, of_step: bool) -> Option<ProcessLine> {
        let place = reader.path().unwrap_or_default().to_owned();
        let when = reader.read_with(&WHEN, |item| self.amount(item, ProcessScope::condition(of_step)));
        let roll = reader.has(&ROLL).then(|| self.roll(reader, of_step));
        let changes = reader.others(|name, item| self.change(name, item, of_step));
        let say = reader.read_with(&SAY, |item| self.saying(item, ProcessScope::line(of_step)));
        let wrong = |message: &str| Problem::new(message).kind("line");
        match ROLL_ONLY_KEYS.into_iter().find(|key| roll.is_none() && reader.has(*key)) {
            Some(key) => reader.refuse(key, wrong("this belongs to a roll").help("name it: `roll = \"climb\"`"))?,
            None if reader.has(&ELSE) && !reader.has(&WHEN) => {
                reader.refuse(&ELSE, wrong("`else` needs `when` in the same line"))?;
            }
            None if roll.is_some() && changes.iter().any(Option::is_some) => {
                reader.refuse_table(wrong("a line rolls or changes counters").help("write two lines"))?;
            }
            None if roll.is_none() && changes.is_empty() && !reader.has(&SAY) => {
                reader.refuse_table(wrong("this line has no effect"))?;
            }
            None => {}
        }
        let act = match roll {
            Some(roll) => Act::Roll(Box::new(roll?)),
            None if changes.is_empty() => Act::Say,
            None => Act::Change(changes.into_iter().collect::<Option<_>>()?),
        };
        Some(ProcessLine { place, when, act, say, cleared_rolls: Vec::new() })
    }

    fn roll(&mut self, reader: &mut Reader<'_>, of_step: bool) -> Option<RollLine> {
        let roll = reader.read_with(&ROLL, |item| match item.node.as_str() {
            Some(name) => self.rolls.iter().position(|(known, ..)| known == name),
            None => item.wrong(),
        });
        let mut part = |key: &Key<Node>, known| reader.read_with(key, |item| self.amount(item, known));
        let trait_level = part(&TRAIT, ProcessScope::level(of_step));
        let against = part(&AGAINST, ProcessScope::level(of_step));
        let times = part(&TIMES, ProcessScope::line(of_step));
        let otherwise = part(&ELSE, ProcessScope::line(of_step));
        let dice = match reader.has(&ROLLED) {
            true => reader.read_with(&ROLLED, |item| self.source(item, ProcessScope::rolled(of_step)))?,
            false => RollDice::Dice(Arc::clone(&self.dice)),
        };
        self.amounts += 1;
        let times = times.map(|times| (times, self.amounts));
        Some(RollLine { roll: roll?, trait_level, against, dice, times, otherwise })
    }

    /// Reads the new value of the counter or tally `name`.
    fn change(&mut self, name: &str, mut item: Item<'_>, of_step: bool) -> Option<CounterChange> {
        let tally = self.tallies.iter().position(|known| known == name);
        let counters = &self.layout.names[..self.layout.counters];
        let slot = match (counters.iter().position(|known| known == name), tally) {
            (Some(counter), _) => counter,
            (None, Some(tally)) => self.layout.tally(tally),
            (None, None) => {
                let words = LINE.specs().iter().map(|spec| spec.key);
                let known = words.chain(counters.iter().chain(&self.tallies).map(String::as_str));
                let problem = Problem::new(format!("`{name}` is neither a counter nor a key of a line"));
                let help = match PROCESS.find(name) {
                    Some(_) => Some(format!(
                        "TOML reads it as part of this line: write [{SECTION}.{}.{name}] before the first line",
                        self.name
                    )),
                    None => did_you_mean(name, known),
                };
                return item.refuse_key(problem.kind("unknown-name").help_if(help));
            }
        };
        if let Some(problem) = refused_change(name, &item.node.value) {
            return item.refuse(problem);
        }
        // A counter that only its own sum uses counts as unused.
        let was_named = self.named.contains(&slot);
        let to = self.amount(item.again(), ProcessScope::change(of_step, tally))?;
        if !was_named {
            self.named.remove(&slot);
        }
        self.changed.insert(slot);
        if tally.is_some() && !to.bound.formula().adds_to(slot) {
            let problem = Problem::new(format!("`{name}` is a tally: it is only added to")).kind("tally");
            return item.refuse(problem.help(format!("such as `{name} = \"{name} + 1\"`")));
        }
        Some(CounterChange { place: slot, to })
    }

    /// Records in each line the rolls that no later line uses.
    fn mark_last_uses(&self, lines: &mut [ProcessLine]) {
        let of = |slots: &[usize]| -> BTreeSet<usize> {
            let mut all: BTreeSet<usize> = slots.iter().copied().collect();
            let mut open: Vec<usize> = slots.to_vec();
            while let Some(slot) = open.pop() {
                let choice = self.layout.choices.iter().find(|(own, _)| *own == slot);
                for used in choice.into_iter().flat_map(|(_, choice)| &choice.used) {
                    if all.insert(*used) {
                        open.push(*used);
                    }
                }
            }
            all
        };
        for roll in 0..self.rolls.len() {
            let both = [self.layout.roll(roll), self.layout.natural(roll)];
            let names = |line: &ProcessLine| {
                let is_its = matches!(&line.act, Act::Roll(own) if own.roll == roll);
                is_its || line.formulas().iter().any(|amount| both.iter().any(|slot| of(&amount.used).contains(slot)))
            };
            if let Some(last) = lines.iter().rposition(names) {
                lines[last].cleared_rolls.extend(both);
            }
        }
    }
}
