//! Reads the formulas of a process, with the names that are known in each context.

use super::refusal::refuse;
use super::{DefinitionReader, KeyValue, NameRole, OwnKey};
use crate::check::process::{Amount, RollDice, Saying, SentencePart};
use crate::document::formula::span_at;
use crate::document::{Node, Value, did_you_mean};
use crate::error::Cause;
use crate::formula::{Fault, FormulaScope, STEP};
use crate::rules::names::{self, FormulaContext, NameGroup};
use std::sync::Arc;

/// The context of a formula, which decides the names and dice that it can use.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProcessScope {
    context: &'static FormulaContext,
    /// Whether the formula can be a word of the ladder.
    word: bool,
    /// The index of the tally that the formula can use; `None` if it cannot use any.
    tally: Option<usize>,
}

impl ProcessScope {
    /// A bound or a default, which can use only keys.
    pub(super) const KEYS: Self = Self::of(&names::BOUNDS);
    /// The dice of a key.
    const KEY_DICE: Self = Self::of(&names::KEY_DICE);
    /// The formula of a choice.
    pub(super) const CHOICE: Self = Self::of(&names::CHOICE);
    /// The condition of an end.
    pub(super) const END: Self = Self::of(&names::END);
    /// The sentence of an end.
    pub(super) const END_SAY: Self = Self::of(&names::END_SAY);
    /// A number that is measured at the end.
    pub(super) const MEASURE: Self = Self::of(&names::MEASURE);
    /// A condition that is measured at the end.
    pub(super) const MEASURE_TRUTH: Self = Self::of(&names::MEASURE_WHEN);
    /// A number that is measured after each step.
    pub(super) const ON_WAY: Self = Self::of(&names::COURSE);
    /// A condition that is measured after each step.
    pub(super) const ON_WAY_TRUTH: Self = Self::of(&names::COURSE_WHEN);

    const fn of(context: &'static FormulaContext) -> Self {
        Self { context, word: false, tally: None }
    }

    /// A number or a sentence in a line. `step` is false before the first step, where formulas cannot use `step`.
    pub(super) const fn line(step: bool) -> Self {
        Self::of(if step { &names::LINE_FIXED } else { &names::BEGIN_FIXED })
    }

    /// The condition of a line; `step` as in [`line`](Self::line).
    pub(super) const fn condition(step: bool) -> Self {
        Self::of(if step { &names::LINE_WHEN } else { &names::BEGIN_WHEN })
    }

    /// Dice, or a number that can contain dice; `step` as in [`line`](Self::line).
    pub(super) const fn rolled(step: bool) -> Self {
        Self::of(if step { &names::LINE } else { &names::BEGIN })
    }

    /// A trait or a difficulty; `step` as in [`line`](Self::line).
    pub(super) const fn level(step: bool) -> Self {
        Self { word: true, ..Self::rolled(step) }
    }

    /// A change of a counter, or of the tally with the index `tally`; `step` as in [`line`](Self::line).
    pub(super) const fn change(step: bool, tally: Option<usize>) -> Self {
        Self { tally, ..Self::rolled(step) }
    }

    /// Whether the formula can use a name with the role `slot`.
    fn knows(self, slot: NameRole) -> bool {
        let part = match slot {
            // A tally in the wrong context gets a more specific error.
            NameRole::Counter | NameRole::Tally => NameGroup::Counters,
            NameRole::Step => NameGroup::Step,
            NameRole::Roll | NameRole::Choice(true) => NameGroup::Rolls,
            NameRole::Key => NameGroup::Keys,
            NameRole::Margin => NameGroup::Margin,
            NameRole::End => NameGroup::Ends,
            NameRole::Choice(false) => NameGroup::Choices,
        };
        let is_choice = !matches!(slot, NameRole::Choice(_)) || self.context.knows(NameGroup::Choices);
        self.context.knows(part) && is_choice
    }
}

impl DefinitionReader<'_, '_> {
    /// Reads a formula, given as text, number or truth value. `place` is its path in the file, for errors.
    pub(super) fn amount(&mut self, node: &Node, place: &str, known: ProcessScope) -> Option<Amount> {
        let text = match &node.value {
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Boolean(truth) => truth.to_string(),
            _ => return self.wrong_kind(node, place, "a formula"),
        };
        self.formula(&text, node, place, known, 0)
    }

    /// Reads the text of a formula that begins at character `from` (from 0) of the text in `node`.
    fn formula(&mut self, text: &str, node: &Node, place: &str, known: ProcessScope, from: usize) -> Option<Amount> {
        let level = known.word.then(|| self.ladder.parse(text).ok()).flatten();
        let read = level.map_or(text.to_owned(), |level| level.to_string());
        // A name that the formula cannot use gets a prefix that users cannot write.
        let hidden = |(name, slot): (&String, &NameRole)| match known.knows(*slot) {
            true => name.clone(),
            false => format!("{STEP}{name}"),
        };
        let names: Vec<String> = self.layout.names.iter().zip(&self.slots).map(hidden).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let truths: Vec<&str> = names
            .iter()
            .zip(&self.slots)
            .enumerate()
            .filter(|(place, (name, slot))| self.is_truth(*place, name, **slot))
            .map(|(_, (name, _))| *name)
            .collect();
        let ladder = self.ladder;
        let word = |word: &str, _: Option<&str>| ladder.parse(word).ok().map(i64::from);
        let words: Vec<String> = (-3..=3).map(|level| ladder.degree_name(level)).collect();
        let at = FormulaScope {
            names: &names,
            truths: &truths,
            word: &word,
            words: &words,
            truth: known.context.is_truth,
            rolls: known.context.has_dice,
            ..FormulaScope::of_nothing()
        };
        let bound = match self.definitions.formula_at(&read, &at) {
            Ok(bound) => bound,
            Err(_) if known.word && is_word(text) => {
                let near = did_you_mean(text, words.iter().map(String::as_str));
                let (place, message) = (format!("{place}:{}", from + 1), format!("`{text}` is no level"));
                refuse(self.problems, ("unknown-level", &place, node.span), &message, near);
                return None;
            }
            Err(faults) => {
                for fault in faults {
                    let span = span_at(node.as_str().unwrap_or_default(), from + fault.at, node.span, self.problems);
                    let place = format!("{place}:{}", from + fault.at + 1);
                    let (kind, message) = self.fault(&fault);
                    refuse(self.problems, (kind, &place, span), &message, fault.help.clone());
                }
                return None;
            }
        };
        self.problems.add_notes(&bound.notes());
        let used: Vec<usize> = bound.used().collect();
        self.named.extend(&used);
        for tally in 0..self.tallies.len() {
            let slot = self.layout.tally(tally);
            if used.contains(&slot) && known.tally != Some(tally) {
                let at = from + bound.formula().place_of(slot).unwrap_or(0);
                let span = span_at(node.as_str().unwrap_or_default(), at, node.span, self.problems);
                let message =
                    format!("`{}` is a tally: only its own sum and a mean may name it", self.tallies[tally].0);
                refuse(self.problems, ("tally", &format!("{place}:{}", at + 1), span), &message, None);
                return None;
            }
        }
        let varied = self.layout.varied();
        let used = used
            .into_iter()
            .filter(|slot| *slot < varied || matches!(self.slots[*slot], NameRole::Choice(_)))
            .collect();
        self.spans.insert(place.to_owned(), node.span);
        self.amounts += 1;
        Some(Amount {
            number: self.amounts,
            used,
            rolls: bound.formula().rolls(),
            place: place.to_owned(),
            bound: Box::new(bound),
        })
    }

    /// Whether the name at the board index `place` is a truth value.
    fn is_truth(&self, place: usize, name: &str, slot: NameRole) -> bool {
        let choice = || self.layout.choices.iter().find(|(own, _)| *own == place);
        match slot {
            NameRole::End => true,
            NameRole::Key => self.keys.iter().any(|key| key.name == name && matches!(key.holds, KeyValue::Truth(_))),
            NameRole::Choice(_) => {
                choice().is_some_and(|(_, own)| own.bound.formula().kind() == crate::formula::ValueKind::Truth)
            }
            _ => false,
        }
    }

    /// The kind and the message of the error for a fault.
    fn fault(&self, fault: &Fault) -> (&'static str, String) {
        let is_named = |key: &&OwnKey| matches!(&fault.cause, Cause::Name(name) if *name == key.name);
        let kind = match fault.cause {
            Cause::Level(_) => "unknown-level",
            Cause::Name(_) | Cause::Method(_) => "unknown-name",
            Cause::Dice => "dice",
            Cause::Kind => "kind",
            Cause::Range => "value",
            _ => "formula",
        };
        match self.keys.iter().find(is_named) {
            Some(OwnKey { name, holds: KeyValue::List(_), .. }) => {
                ("kind", format!("`{name}` is a list: it stands in `lookup` and `steps` alone"))
            }
            Some(OwnKey { name, holds: KeyValue::Dice(..), .. }) => {
                ("dice", format!("`{name}` are dice: they are the whole of `dice = \"{name}\"`"))
            }
            _ => (kind, fault.message.clone()),
        }
    }

    /// Reads the dice of a roll. If `node` is `None`, these are the dice of `[rules]`.
    pub(super) fn source(&mut self, node: Option<&Node>, place: &str, known: ProcessScope) -> Option<RollDice> {
        let Some(node) = node else {
            return Some(RollDice::Dice(Arc::clone(&self.dice)));
        };
        let key = node.as_str().and_then(|text| {
            let name = text.trim();
            let place = self.keys.iter().position(|key| key.name == name)?;
            matches!(self.keys[place].holds, KeyValue::Dice(..)).then_some(place)
        });
        let (node, place, known) = match key.map(|key| (self.keys[key].holds.clone(), key)) {
            Some((KeyValue::Dice(node, place), key)) => {
                self.dice_keys.insert(key);
                (node, place, ProcessScope::KEY_DICE)
            }
            _ => (node.clone(), place.to_owned(), known),
        };
        if let Some(text) = node.as_str().filter(|text| self.definitions.is_named(text)) {
            if self.layout.names.iter().any(|name| name == text.trim()) {
                let message = format!("`{text}` is a method of dice, and a name of this process");
                let help = format!("write `method('{text}')` or `{text} + 0`");
                refuse(self.problems, ("duplicate-name", &place, node.span), &message, Some(help));
                return None;
            }
            return match self.definitions.dice(text) {
                Ok(dice) => Some(RollDice::Dice(Arc::new(dice))),
                Err(error) => {
                    let message = error.in_words().message().to_owned();
                    refuse(self.problems, ("formula", &place, node.span), &message, None);
                    None
                }
            };
        }
        let amount = self.amount(&node, &place, known)?;
        if !amount.used.is_empty() {
            return Some(RollDice::Formula(amount));
        }
        let board = self.layout.of(&vec![0; self.layout.counters], 0);
        match amount.bound.dice(amount.bound.text(), &board) {
            Ok(dice) => Some(RollDice::Dice(Arc::new(dice))),
            Err(error) => {
                refuse(self.problems, ("value", &place, node.span), error.message(), None);
                None
            }
        }
    }

    /// Reads a sentence with formulas in braces.
    pub(super) fn saying(&mut self, node: &Node, place: &str, known: ProcessScope) -> Option<Saying> {
        let Some(text) = node.as_str() else { return self.wrong_kind(node, place, "a sentence") };
        let (mut pieces, mut rest, mut at) = (Vec::new(), text, 0);
        while let Some((before, inner)) = rest.split_once('{') {
            let Some((formula, after)) = inner.split_once('}') else {
                let at = at + before.chars().count();
                let span = span_at(text, at, node.span, self.problems);
                let place = format!("{place}:{}", at + 1);
                refuse(self.problems, ("formula", &place, span), "a brace is not closed", None);
                return None;
            };
            pieces.push(SentencePart::Text(before.to_owned()));
            let start = at + before.chars().count() + 1;
            pieces.push(SentencePart::Value(self.formula(formula, node, place, known, start)?));
            at = start + formula.chars().count() + 1;
            rest = after;
        }
        pieces.push(SentencePart::Text(rest.to_owned()));
        Some(Saying(pieces))
    }
}

/// Whether a text looks like a word of the ladder: a capital letter, followed by letters and spaces.
fn is_word(text: &str) -> bool {
    text.starts_with(char::is_uppercase) && text.chars().all(|letter| letter.is_alphabetic() || letter == ' ')
}
