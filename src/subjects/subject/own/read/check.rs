//! The names of a process: each once, none with another meaning, none unused.

use super::lines::WORDS;
use super::refusal::refuse;
use super::{Definition, Holds};
use crate::document::{Entry, Span};
use crate::formula::{Formula, GRAMMAR, STEP, Scope, is_function};

impl Definition<'_, '_> {
    /// Refuses names that are declared twice, that mean something else, or that no formula can write.
    pub(super) fn check_names(&mut self, keys: &[Entry], counters: &[Entry], ends: &[Entry]) {
        let of = |table: &str, entries: &[Entry]| -> Vec<(String, String, Span)> {
            let place = |entry: &Entry| format!("process.{}.{table}.{}", self.name, entry.key);
            entries.iter().map(|entry| (entry.key.clone(), place(entry), entry.key_span)).collect()
        };
        let parts = [
            ("keys", of("keys", keys)),
            ("counters", of("counters", counters)),
            ("rolls", self.rolls.clone()),
            ("ends", of("ends", ends)),
        ];
        let constants: Vec<String> = self
            .definitions
            .named()
            .filter(|(table, ..)| *table == "constants")
            .map(|(_, name, _)| name.to_owned())
            .collect();
        let mut known = constants;
        for (part, names) in parts {
            for (name, place, span) in names {
                let written = Formula::read(&name, &Scope { names: &[&name], ..Scope::of_nothing() });
                let is_word = ["step", "margin"].contains(&name.as_str())
                    || GRAMMAR.contains(&name.as_str())
                    || part != "keys" && is_function(&name)
                    || part == "counters" && WORDS.contains(&name.as_str());
                if is_word {
                    let message = format!("`{name}` has a meaning of its own");
                    refuse(self.problems, ("reserved", &place, span), &message, Some("choose another name".to_owned()));
                } else if known.contains(&name) {
                    let message = format!("`{name}` is declared twice");
                    refuse(self.problems, ("duplicate-name", &place, span), &message, None);
                } else if written.is_err() {
                    let message = format!("no formula can write the name `{name}`");
                    let help = "a name has letters from a to z, digits and `_`".to_owned();
                    refuse(self.problems, ("name", &place, span), &message, Some(help));
                }
                known.push(name);
            }
        }
    }

    /// Refuses what nothing names.
    pub(super) fn check_uses(&mut self, keys: &[Entry], counters: &[Entry]) {
        // A line that could not be read may be the one that names it.
        if !self.problems.is_empty() {
            return;
        }
        let mut unused: Vec<(String, Span, String)> = Vec::new();
        for (number, key) in self.keys.iter().enumerate() {
            let entry = format!("{}{STEP}", key.name);
            let count = format!("{}_count", key.name);
            let is_own = |name: &String| *name == key.name || name.starts_with(&entry) || *name == count;
            let names = self.layout.names.iter().enumerate().filter(|(_, name)| is_own(name));
            let is_named = match key.holds {
                Holds::Dice(..) => self.dice_keys.contains(&number),
                _ => names.into_iter().any(|(slot, _)| self.named.contains(&slot)),
            };
            if let Some(written) = keys.iter().find(|one| one.key == key.name && !is_named) {
                let place = format!("process.{}.keys.{}", self.name, key.name);
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
            let tally = self.tallies.iter().position(|(name, _)| *name == entry.key);
            let counter = self.layout.names[..self.layout.counters].iter().position(|name| *name == entry.key);
            let Some(slot) = tally.map(|tally| self.layout.tally(tally)).or(counter) else { continue };
            let place = format!("process.{}.counters.{}", self.name, entry.key);
            if !self.named.contains(&slot) {
                unused.push((place, entry.key_span, format!("nothing but its own sum names `{}`", entry.key)));
            } else if !self.changed.contains(&slot) {
                unused.push((place, entry.key_span, format!("no line changes `{}`", entry.key)));
            }
        }
        for (place, span, message) in unused {
            refuse(self.problems, ("unused", &place, span), &message, Some("leave it out, or use it".to_owned()));
        }
    }
}
