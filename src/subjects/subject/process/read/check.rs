//! Checks the names of a process: each is declared once, has no other meaning, and is used.

use super::lines::LINE;
use super::own_keys::{KeySort, sort_of};
use super::{DefinitionReader, ENDS, KeyValue, SECTION, STEP as STEP_LINES, refuse};
use crate::document::{Entry, Problem, Problems, Reader, Span};
use crate::formula::STEP_SEPARATOR;
use crate::measure::same_words;
use crate::rules::names::{Declared, RejectionReason, refusal};
use std::collections::BTreeSet;

impl DefinitionReader<'_> {
    /// Rejects names that are declared twice, have another meaning, or cannot be written in formulas.
    pub(super) fn check_names(&self, keys: &[Entry], counters: &[Entry], ends: &[Entry], problems: &mut Problems) {
        let of = |table: &str, entries: &[Entry]| -> Vec<(String, String, Span)> {
            let place = |entry: &Entry| format!("{SECTION}.{}.{table}.{}", self.name, entry.key);
            entries.iter().map(|entry| (entry.key.clone(), place(entry), entry.key_span)).collect()
        };
        let constants = self.context.definitions.usage().filter(|(table, ..)| *table == "constants");
        let mut known: Vec<(String, String)> =
            constants.map(|(_, name, _)| (name.to_owned(), "is a constant".to_owned())).collect();
        // Names that come with a roll or a list cannot be declared either.
        let natural = |(name, ..): &(String, String, Span)| {
            (format!("{name}_natural"), format!("is what the dice of the roll `{name}` show"))
        };
        known.extend(self.rolls.iter().map(natural));
        let lists = keys.iter().filter(|key| is_list(key));
        known.extend(
            lists.map(|key| (format!("{}_count", key.key), format!("is the length of the list `{}`", key.key))),
        );
        let parts = [
            (Declared::Key, "a key", of("keys", keys)),
            (Declared::InProcess, "a counter", of("counters", counters)),
            (Declared::InProcess, "a roll", self.rolls.clone()),
            (Declared::InProcess, "an end", of("ends", ends)),
        ];
        for (declared, what, names) in parts {
            for (name, place, span) in names {
                let is_counter = what == "a counter";
                let taken = |name: &str| match known.iter().find(|(known, _)| known == name) {
                    Some((_, meaning)) => Some(format!("is declared twice: it {meaning}")),
                    None if is_counter && LINE.find(name).is_some() => Some("is a word of a line".to_owned()),
                    None => None,
                };
                if let Some(refused) = refusal(declared, &name, &taken) {
                    let kind = match refused.reason {
                        _ if is_counter && LINE.find(&name).is_some() => "reserved",
                        RejectionReason::Reserved => "reserved",
                        RejectionReason::Duplicate => "duplicate-name",
                        RejectionReason::Unwritable => "name",
                    };
                    refuse(problems, (kind, &place, span), &refused.message, Some(refused.help()));
                }
                known.push((name, format!("is {what}")));
            }
        }
    }

    /// Rejects measures that have the name of another figure.
    pub(super) fn check_measures(&self, measures: &[Entry], ends: &[Entry], problems: &mut Problems) {
        for (number, measure) in measures.iter().enumerate() {
            let is = |other: &str| same_words(other, &measure.key);
            let taken = match measures[..number].iter().find(|other| is(&other.key)) {
                Some(other) => Some(format!("is the name of the measure `{}`", other.key)),
                None if is("steps") => Some("is the mean number of steps".to_owned()),
                None if is("median steps") => Some("is the median of the steps".to_owned()),
                None => {
                    ends.iter().find(|end| is(&end.key)).map(|end| format!("is the share of the end `{}`", end.key))
                }
            };
            if let Some(taken) = taken {
                let place = format!("{SECTION}.{}.measures.{}", self.name, measure.key);
                let message = format!("`{}` {taken}", measure.key);
                let help = format!("call it `{} at the end`", measure.key);
                refuse(problems, ("duplicate-name", &place, measure.key_span), &message, Some(help));
            }
        }
    }

    /// Rejects a process without lines or without ends. This is reported even if there are other errors, since names in
    /// formulas may be unknown because of it.
    pub(super) fn check_parts(&self, reader: &mut Reader<'_>) {
        for (key, problem) in [&STEP_LINES, &ENDS].map(|key| (key.spec().key, reader.lacking(key))) {
            if let Some(problem) = problem.filter(|_| key != ENDS.spec().key || self.missing_ends.is_empty()) {
                reader.push_missing(key, problem);
            }
        }
        let Some(first) = self.missing_ends.first() else { return };
        let key = ENDS.spec().key;
        // A misspelled table is reported itself.
        if !reader.has(&ENDS) && reader.lacking(&ENDS).is_none() {
            return;
        }
        let mut known = BTreeSet::new();
        let named = self.missing_ends.iter().filter(|end| known.insert(&end.name));
        let named: Vec<String> = named.map(|end| format!("`{}` names the end `{}`", end.measure, end.name)).collect();
        let message = format!("`{}` has no `{key}`, and {}", self.name, named.join(", and "));
        let condition = match self.counters.first() {
            Some(counter) => format!("{} = {}", counter.name, counter.to),
            None => "step = 10".to_owned(),
        };
        let its = if known.len() == 1 { "its condition" } else { "their conditions" };
        let help = format!("write {its}, such as `{key} = {{ {} = \"{condition}\" }}`", first.name);
        let problem = Problem::new(message).at(reader.span_of(&ENDS)).also(first.span, "named here");
        reader.push_missing(key, problem.help(help));
    }

    /// Rejects keys, rolls and counters that are not used.
    pub(super) fn check_uses(&self, keys: &[Entry], counters: &[Entry], problems: &mut Problems) {
        // A line that could not be read may be the one that uses the name.
        if !problems.is_empty() {
            return;
        }
        let mut unused: Vec<(String, Span, String)> = Vec::new();
        for (number, key) in self.keys.iter().enumerate() {
            let entry = format!("{}{STEP_SEPARATOR}", key.name);
            let count = format!("{}_count", key.name);
            let is_own = |name: &String| *name == key.name || name.starts_with(&entry) || *name == count;
            let names = self.layout.names.iter().enumerate().filter(|(_, name)| is_own(name));
            let is_named = match key.holds {
                KeyValue::Dice { .. } => self.dice_keys.contains(&number),
                _ => names.into_iter().any(|(slot, _)| self.named.contains(&slot)),
            };
            if let Some(written) = keys.iter().find(|one| one.key == key.name && !is_named) {
                let place = format!("{SECTION}.{}.keys.{}", self.name, key.name);
                unused.push((place, written.key_span, format!("no formula names the key `{}`", key.name)));
            }
        }
        for (roll, (name, place, span)) in self.rolls.iter().enumerate() {
            let both = [self.layout.roll(roll), self.layout.natural(roll)];
            if both.iter().all(|slot| !self.named.contains(slot)) {
                unused.push((place.clone(), *span, format!("no formula names the roll `{name}`")));
            }
        }
        for entry in counters {
            let tally = self.tallies.iter().position(|name| *name == entry.key);
            let counter = self.layout.names[..self.layout.counters].iter().position(|name| *name == entry.key);
            let Some(slot) = tally.map(|tally| self.layout.tally(tally)).or(counter) else { continue };
            let place = format!("{SECTION}.{}.counters.{}", self.name, entry.key);
            if !self.named.contains(&slot) {
                unused.push((place, entry.key_span, format!("only its own sum uses `{}`", entry.key)));
            } else if !self.changed.contains(&slot) {
                unused.push((place, entry.key_span, format!("no line changes `{}`", entry.key)));
            }
        }
        for (place, span, message) in unused {
            refuse(problems, ("unused", &place, span), &message, Some("leave it out, or use it".to_owned()));
        }
    }
}

fn is_list(key: &Entry) -> bool {
    matches!(sort_of(&key.node), Some((KeySort::List, _)))
}
