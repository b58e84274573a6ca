//! Reads the parts of a definition: counters, choices, ends, measures, and the clock that counts steps.

use super::formula::ProcessScope;
use super::refusal::{refuse, unknown_part};
use super::{DefinitionReader, KeyValue, NameRole};
use crate::check::process::{
    Amount, BoundedNumber, Clock, EndRule, MOST_NAMED_STEPS, MOST_SITUATIONS, Measured, ProcessLine, What,
};
use crate::document::{Entry, Span, Value};
use crate::formula::{UNSET, least_common_multiple};

impl DefinitionReader<'_, '_> {
    /// Reads a counter with its bounds. For a tally, which has no bounds, only checks the definition.
    pub(super) fn counter(&mut self, entry: &Entry) {
        let place = format!("process.{}.counters.{}", self.name, entry.key);
        let Value::Table(table) = &entry.node.value else {
            self.wrong_kind::<()>(&entry.node, &place, "a table such as `{ to = 5 }`");
            return;
        };
        let parts: &[&str] = if table.get("tally").is_some() { &["tally"] } else { &["to", "from", "start"] };
        for part in table.entries().iter().filter(|part| !parts.contains(&part.key.as_str())) {
            unknown_part(self.problems, part, &place, parts, "no such part of a counter");
        }
        if let Some(tally) = table.get("tally") {
            if tally.value != Value::Boolean(true) {
                self.wrong_kind::<()>(tally, &format!("{place}.tally"), "`true`");
            }
            return;
        }
        let mut part = |name: &str| table.get(name).map(|node| self.fixed(node, &format!("{place}.{name}")));
        let (to, from, start) = (part("to"), part("from"), part("start"));
        if to.is_none() {
            let at = format!("{place}.to");
            refuse(self.problems, ("missing", &at, entry.key_span), "a counter needs `to`, the most it can be", None);
        }
        let value = |part: Option<Option<i64>>| part.map_or(Some(0), |part| part);
        let (to, from, start) = match (value(to), value(from), value(start)) {
            (Some(to), Some(from), Some(start)) => (to, from, start),
            _ => (0, 0, 0),
        };
        if table.get("to").is_some() && !(from..=to).contains(&start) {
            let message = format!("it starts at {start}, outside {from} to {to}");
            let span = table.get("start").map_or(entry.key_span, |node| node.span);
            refuse(self.problems, ("start", &format!("{place}.start"), span), &message, None);
        }
        self.counters.push(BoundedNumber { name: entry.key.clone(), from, to: to.max(from), start });
    }

    /// Reads the formulas of all choices in the order of the keys, and adds them to the board.
    pub(super) fn choices(&mut self) {
        for key in self.keys.clone() {
            let KeyValue::Choice { set: (node, place), default } = &key.holds else { continue };
            let Some(slot) = self.layout.names.iter().position(|name| *name == key.name) else { continue };
            let kind = self.amount(default, &format!("process.{}.keys.{}", self.name, key.name), ProcessScope::CHOICE);
            let set = self.amount(node, place, ProcessScope::CHOICE);
            let (Some(kind), Some(set)) = (kind, set) else { continue };
            if kind.bound.formula().kind() != set.bound.formula().kind() {
                let message = "a choice stays what its default is, a condition or a number";
                refuse(self.problems, ("kind", place, node.span), message, None);
            }
            let rolls = self.layout.roll(0)..self.layout.varied();
            let depends = |place: &usize| rolls.contains(place) || self.slots[*place] == NameRole::Choice(true);
            self.slots[slot] = NameRole::Choice(set.used.iter().any(depends));
            self.layout.choices.push((slot, set));
        }
    }

    pub(super) fn end(&mut self, entry: &Entry) -> Option<EndRule> {
        let place = format!("process.{}.ends.{}", self.name, entry.key);
        let (when, say) = match &entry.node.value {
            Value::Table(table) => {
                for part in table.entries().iter().filter(|part| !["when", "say"].contains(&part.key.as_str())) {
                    unknown_part(self.problems, part, &place, &["when", "say"], "no such part of an end");
                }
                let Some(when) = table.get("when") else {
                    let at = format!("{place}.when");
                    refuse(self.problems, ("missing", &at, entry.key_span), "`when` is missing", None);
                    return None;
                };
                let say =
                    table.get("say").and_then(|node| self.saying(node, &format!("{place}.say"), ProcessScope::END_SAY));
                (self.amount(when, &format!("{place}.when"), ProcessScope::END)?, say)
            }
            _ => (self.amount(&entry.node, &place, ProcessScope::END)?, None),
        };
        Some(EndRule { name: entry.key.clone(), when, say })
    }

    pub(super) fn measure(&mut self, entry: &Entry) -> Option<Measured> {
        const PARTS: [&str; 6] = ["share", "mean", "spread", "first", "course", "given"];
        const WHATS: &[&str] = PARTS.split_at(5).0;
        let place = format!("process.{}.measures.{}", self.name, entry.key);
        let Value::Table(table) = &entry.node.value else {
            return self.wrong_kind(&entry.node, &place, "a table such as `{ mean = \"strain\" }`");
        };
        for part in table.entries() {
            if !PARTS.contains(&part.key.as_str()) {
                unknown_part(self.problems, part, &place, &PARTS, "no such part of a measure");
                return None;
            }
        }
        let mut found = WHATS.iter().filter_map(|what| Some((*what, table.get(what)?)));
        let (what, node) = match (found.next(), found.next()) {
            (Some(one), None) => one,
            (None, _) => {
                let help = format!("give one of {}", WHATS.join(", "));
                refuse(self.problems, ("missing", &place, entry.key_span), "nothing is measured", Some(help));
                return None;
            }
            _ => {
                refuse(self.problems, ("kind", &place, entry.key_span), "one thing is measured at a time", None);
                return None;
            }
        };
        let at = format!("{place}.{what}");
        let tally = node.as_str().and_then(|text| self.tallies.iter().position(|(name, _)| name == text.trim()));
        let what = match (what, tally) {
            ("mean", Some(tally)) => {
                self.named.insert(self.layout.tally(tally));
                What::Tally(tally)
            }
            ("share", _) => What::Share(self.amount(node, &at, ProcessScope::MEASURE_TRUTH)?),
            ("mean", _) => What::Mean(self.amount(node, &at, ProcessScope::MEASURE)?),
            ("spread", _) => What::Spread(self.amount(node, &at, ProcessScope::MEASURE)?),
            ("first", _) => What::First(self.amount(node, &at, ProcessScope::ON_WAY_TRUTH)?),
            _ => What::Course(self.amount(node, &at, ProcessScope::ON_WAY)?),
        };
        let given = table.get("given").map(|node| (node, format!("{place}.given")));
        if let (Some((node, at)), What::First(_) | What::Course(_)) = (&given, &what) {
            refuse(self.problems, ("unknown-key", at, node.span), "`first` and `course` take no `given`", None);
        }
        let given = match given {
            Some((node, at)) => Some(self.amount(node, &at, ProcessScope::MEASURE_TRUTH)?),
            None => None,
        };
        Some(Measured { name: entry.key.clone(), what, given })
    }

    /// The clock that the formulas need. Reports an error if they count steps too far.
    pub(super) fn clock(&mut self, begin: &[ProcessLine], step: &[ProcessLine], ends: &[EndRule]) -> Option<Clock> {
        let place = self.layout.step();
        let mut given = self.layout.of(&vec![UNSET; self.layout.counters], UNSET);
        given.iter_mut().take(self.layout.varied()).for_each(|value| *value = UNSET);
        let lines = begin.iter().chain(step).flat_map(|line| line.acting());
        let all: Vec<&Amount> = lines
            .chain(ends.iter().map(|end| &end.when))
            .chain(self.layout.choices.iter().map(|(_, own)| own))
            .collect();
        let mut clock = Clock { last: None, period: 1, strict: false };
        for amount in all.into_iter().filter(|amount| amount.used.contains(&place)) {
            match amount.bound.counted(place, &given) {
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
            let place = format!("process.{}", self.name);
            let ends = self.spans.get(&format!("{place}.ends")).copied();
            let span = ends.unwrap_or(Span { source: 0, start: 0, end: 0 });
            refuse(self.problems, ("too-many-states", &place, span), "the step is counted too far", None);
            return None;
        }
        Some(clock)
    }
}
