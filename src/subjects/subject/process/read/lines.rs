//! Reads the lines of a process.

use super::formula::ProcessScope;
use super::refusal::refuse;
use super::{DefinitionReader, PROCESS};
use crate::check::process::{Act, CounterChange, ProcessLine, RollLine};
use crate::document::{Entry, Node, Table, Value, did_you_mean};
use std::collections::BTreeSet;

/// The keywords of a line; its other keys are names of counters.
pub(super) const WORDS: [&str; 8] = ["when", "say", "roll", "trait", "against", "dice", "times", "else"];

/// The keywords that need a roll.
const OF_ROLLS: [&str; 5] = ["trait", "against", "dice", "times", "else"];

impl DefinitionReader<'_, '_> {
    /// The lines in the list `which` of the definition, which are still to be read. Reports a value that is not a list.
    pub(super) fn lines_of(&mut self, table: &Table, which: &str) -> Vec<Node> {
        match table.get(which).map(|node| (node, &node.value)) {
            None => Vec::new(),
            Some((_, Value::Array(lines))) => lines.clone(),
            Some((node, _)) => {
                let place = format!("process.{}.{which}", self.name);
                self.wrong_kind::<()>(node, &place, "a list of lines");
                Vec::new()
            }
        }
    }

    /// Reads the lines of a step or, if `of_step` is false, those before the first step.
    pub(super) fn lines(&mut self, lines: &[Node], of_step: bool) -> Vec<ProcessLine> {
        let which = if of_step { "step" } else { "begin" };
        let read = lines.iter().enumerate().filter_map(|(number, node)| {
            let place = format!("process.{}.{which}[{}]", self.name, number + 1);
            match &node.value {
                Value::Table(table) => self.line(table, node, place, of_step),
                _ => self.wrong_kind(node, &place, "a line such as `{ power = \"power + 1\" }`"),
            }
        });
        let mut lines: Vec<ProcessLine> = read.collect();
        self.forget(&mut lines);
        lines
    }

    fn line(&mut self, table: &Table, node: &Node, place: String, of_step: bool) -> Option<ProcessLine> {
        let before = self.problems.found();
        self.spans.insert(place.clone(), node.span);
        let changes: Vec<&Entry> =
            table.entries().iter().filter(|entry| !WORDS.contains(&entry.key.as_str())).collect();
        let roll = table.get("roll");
        let mut wrong = |at: &str, message: &str, help: Option<String>| {
            let span = table.entry(at).map_or(node.span, |entry| entry.key_span);
            let place = if at.is_empty() { place.clone() } else { format!("{place}.{at}") };
            refuse(self.problems, ("line", &place, span), message, help);
        };
        if roll.is_some() && !changes.is_empty() {
            wrong("", "a line rolls or changes counters", Some("write two lines".to_owned()));
        }
        match OF_ROLLS.into_iter().find(|word| roll.is_none() && table.get(word).is_some()) {
            Some(word) => wrong(word, "this belongs to a roll", Some("name it: `roll = \"climb\"`".to_owned())),
            None if table.get("else").is_some() && table.get("when").is_none() => {
                wrong("else", "`else` stands beside `when`", None);
            }
            None if roll.is_none() && changes.is_empty() && table.get("say").is_none() => {
                wrong("", "this line does nothing", None);
            }
            None => {}
        }
        let when = table.get("when");
        let when = when.map(|when| self.amount(when, &format!("{place}.when"), ProcessScope::condition(of_step)));
        let act = match roll {
            Some(roll) => self.roll(table, roll, &place, of_step).map(|roll| Act::Roll(Box::new(roll))),
            None if changes.is_empty() => Some(Act::Say),
            None => {
                let changes = changes.into_iter().map(|entry| self.change(entry, &place, of_step));
                changes.collect::<Vec<_>>().into_iter().collect::<Option<_>>().map(Act::Change)
            }
        };
        let say = table.get("say").map(|say| self.saying(say, &format!("{place}.say"), ProcessScope::line(of_step)));
        if self.problems.found() != before {
            return None;
        }
        Some(ProcessLine { place, when: when.flatten(), act: act?, say: say.flatten(), forgets: Vec::new() })
    }

    fn roll(&mut self, table: &Table, roll: &Node, place: &str, of_step: bool) -> Option<RollLine> {
        let Some(name) = roll.as_str() else { return self.wrong_kind(roll, &format!("{place}.roll"), "a name") };
        let number = self.rolls.iter().position(|(known, ..)| known == name)?;
        let mut part = |key: &str, known: ProcessScope| match table.get(key) {
            Some(node) => self.amount(node, &format!("{place}.{key}"), known).map(Some),
            None => Some(None),
        };
        let trait_level = part("trait", ProcessScope::level(of_step));
        let against = part("against", ProcessScope::level(of_step));
        let times = part("times", ProcessScope::line(of_step));
        let otherwise = part("else", ProcessScope::line(of_step));
        let dice = self.source(table.get("dice"), &format!("{place}.dice"), ProcessScope::rolled(of_step));
        self.amounts += 1;
        let counted = self.amounts;
        Some(RollLine {
            roll: number,
            trait_level: trait_level?,
            against: against?,
            dice: dice?,
            times: times?.map(|times| (times, counted)),
            otherwise: otherwise?,
        })
    }

    fn change(&mut self, entry: &Entry, line: &str, of_step: bool) -> Option<CounterChange> {
        let place = format!("{line}.{}", entry.key);
        let tally = self.tallies.iter().position(|(name, _)| *name == entry.key);
        let counter = self.layout.names[..self.layout.counters].iter().position(|name| *name == entry.key);
        let slot = match (counter, tally) {
            (Some(counter), _) => counter,
            (None, Some(tally)) => self.layout.tally(tally),
            (None, None) => {
                let known =
                    WORDS.into_iter().chain(self.layout.names[..self.layout.counters].iter().map(String::as_str));
                let known: Vec<String> =
                    known.map(str::to_owned).chain(self.tallies.iter().map(|(name, _)| name.clone())).collect();
                let help = match PROCESS.find(&entry.key) {
                    Some(_) => Some(format!(
                        "TOML reads it as part of this line: write [process.{}.{}] before the first line",
                        self.name, entry.key
                    )),
                    None => did_you_mean(&entry.key, known.iter().map(String::as_str)),
                };
                let message = format!("`{}` is no counter, and no word of a line", entry.key);
                refuse(self.problems, ("unknown-name", &place, entry.key_span), &message, help);
                return None;
            }
        };
        // A counter that only its own sum uses counts as unused.
        let was_named = self.named.contains(&slot);
        let to = self.amount(&entry.node, &place, ProcessScope::change(of_step, tally))?;
        if !was_named {
            self.named.remove(&slot);
        }
        self.changed.insert(slot);
        if tally.is_some() && !to.bound.formula().adds_to(slot) {
            let message = format!("`{}` is a tally: it is only added to", entry.key);
            let help = format!("such as `{0} = \"{0} + 1\"`", entry.key);
            refuse(self.problems, ("tally", &place, entry.node.span), &message, Some(help));
            return None;
        }
        Some(CounterChange { place: slot, to })
    }

    /// Records in each line the rolls that no later line uses.
    fn forget(&self, lines: &mut [ProcessLine]) {
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
                is_its || line.amounts().iter().any(|amount| both.iter().any(|slot| of(&amount.used).contains(slot)))
            };
            if let Some(last) = lines.iter().rposition(names) {
                lines[last].forgets.extend(both);
            }
        }
    }
}
