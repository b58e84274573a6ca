//! Reads the formulas of a process, with the names that are known in each context.

use super::{DefinitionReader, KeyValue, MissingEnd, NameRole, OwnKey};
use crate::check::process::{ProcessFormula, RollDice, Sentence, SentencePart};
use crate::document::formula::span_at;
use crate::document::{Item, Problem, Value, did_you_mean};
use crate::error::Cause;
use crate::formula::{Fault, FormulaScope, STEP_SEPARATOR};
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
    pub(super) const AFTER_STEP: Self = Self::of(&names::COURSE);
    /// A condition that is measured after each step.
    pub(super) const AFTER_STEP_TRUTH: Self = Self::of(&names::COURSE_WHEN);

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
        let is_choice = !matches!(slot, NameRole::Choice(_)) || self.context.has_group(NameGroup::Choices);
        self.context.has_group(part) && is_choice
    }
}

impl DefinitionReader<'_> {
    /// Reads a formula, given as text, number or truth value.
    pub(super) fn amount(&mut self, mut item: Item<'_>, known: ProcessScope) -> Option<ProcessFormula> {
        let text = match &item.node.value {
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Boolean(truth) => truth.to_string(),
            _ => return item.wrong(),
        };
        self.formula(&text, &mut item, known, 0)
    }

    /// Reads the text of a formula that begins at character `from` (from 0) of the text of `item`.
    fn formula(&mut self, text: &str, item: &mut Item<'_>, known: ProcessScope, from: usize) -> Option<ProcessFormula> {
        let ladder = self.context.ladder;
        let level = known.word.then(|| ladder.parse(text).ok()).flatten();
        let read = level.map_or(text.to_owned(), |level| level.to_string());
        // A name that the formula cannot use gets a prefix that users cannot write.
        let hidden = |(name, slot): (&String, &NameRole)| match known.knows(*slot) {
            true => name.clone(),
            false => format!("{STEP_SEPARATOR}{name}"),
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
        let word = |word: &str, _: Option<&str>| ladder.parse(word).ok().map(i64::from);
        let words: Vec<String> = (-3..=3).map(|level| ladder.degree_name(level)).collect();
        let at = FormulaScope {
            names: &names,
            truths: &truths,
            word: &word,
            words: &words,
            truth: known.context.is_truth,
            rolls: known.context.has_dice,
            ..FormulaScope::empty()
        };
        let bound = match self.context.definitions.read_formula(&read, &at) {
            Ok(bound) => bound,
            Err(_) if known.word && is_word(text) => {
                let near = did_you_mean(text, words.iter().map(String::as_str));
                let problem = Problem::new(format!("`{text}` is not a level")).kind("unknown-level").help_if(near);
                let (span, path) = (item.node.span, path_at(item, from));
                item.problems.push(problem.at(span).located(path.as_deref()));
                return None;
            }
            Err(faults) => {
                for fault in faults {
                    if self.may_be_end(&fault, known) {
                        let span = span_at(text_of(item), from + fault.at, item.node.span, item.problems);
                        let Cause::Name(name) = fault.cause else { continue };
                        self.missing_ends.push(MissingEnd { name, span, measure: String::new() });
                        item.problems.note_invalid();
                        continue;
                    }
                    let (kind, message) = self.fault(&fault);
                    let problem = Problem::new(message).kind(kind).help_if(fault.help.clone());
                    refuse_at::<()>(item, from + fault.at, problem);
                }
                return None;
            }
        };
        item.problems.add_notes(&bound.notes());
        let used: Vec<usize> = bound.used().collect();
        self.named.extend(&used);
        for tally in 0..self.tallies.len() {
            let slot = self.layout.tally(tally);
            if used.contains(&slot) && known.tally != Some(tally) {
                let at = from + bound.formula().first_use(slot).unwrap_or(0);
                let name = &self.tallies[tally];
                let message = format!("`{name}` is a tally: only its own sum and a mean can use it");
                return refuse_at(item, at, Problem::new(message).kind("tally"));
            }
        }
        let varied = self.layout.varied();
        let used = used
            .into_iter()
            .filter(|slot| *slot < varied || matches!(self.slots[*slot], NameRole::Choice(_)))
            .collect();
        self.amounts += 1;
        Some(ProcessFormula {
            number: self.amounts,
            used,
            rolls: bound.formula().rolls(),
            place: item.path.clone().unwrap_or_default(),
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

    /// Whether a fault is an unknown name that may be an end, in a process without ends. A name that resembles another
    /// is a misspelled one.
    fn may_be_end(&self, fault: &Fault, known: ProcessScope) -> bool {
        let Cause::Name(name) = &fault.cause else { return false };
        let is_declared = self.layout.names.contains(name) || self.keys.iter().any(|key| key.name == *name);
        self.is_endless && known.context.has_group(NameGroup::Ends) && !is_declared && fault.help.is_none()
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
            Some(OwnKey { name, holds: KeyValue::Dice { .. }, .. }) => {
                ("dice", format!("`{name}` are dice: they are the whole of `dice = \"{name}\"`"))
            }
            _ => (kind, fault.message.clone()),
        }
    }

    /// Reads the dice of a roll.
    pub(super) fn source(&mut self, item: Item<'_>, known: ProcessScope) -> Option<RollDice> {
        let name = item.node.as_str().map(str::trim);
        let key = self.keys.iter().enumerate().find_map(|(number, key)| match &key.holds {
            KeyValue::Dice { set, default } if Some(key.name.as_str()) == name => {
                Some((number, set.clone(), default.clone()))
            }
            _ => None,
        });
        let Some((key, set, default)) = key else { return self.dice(item, known) };
        let is_first = self.dice_keys.insert(key);
        if is_first && set.path() != default.path() {
            self.check_default_dice(default.item(self.context, item.problems));
        }
        self.dice(set.item(self.context, item.problems), ProcessScope::KEY_DICE)
    }

    /// Checks default dice that the scenario replaces. Dice that depend on other keys are not made, since they may not
    /// exist with the keys that the scenario sets.
    fn check_default_dice(&mut self, mut item: Item<'_>) {
        let is_named = item.node.as_str().is_some_and(|text| self.context.definitions.is_named(text));
        let amount = if is_named { None } else { self.amount(item.again(), ProcessScope::KEY_DICE) };
        if is_named || amount.is_some_and(|amount| amount.bound.used().next().is_none()) {
            self.dice(item, ProcessScope::KEY_DICE);
        }
    }

    /// Reads dice: a method, or a formula.
    fn dice(&mut self, mut item: Item<'_>, known: ProcessScope) -> Option<RollDice> {
        let definitions = self.context.definitions;
        if let Some(text) = item.node.as_str().filter(|text| definitions.is_named(text)) {
            if self.layout.names.iter().any(|name| name == text.trim()) {
                let problem = Problem::new(format!("`{text}` is a method of dice, and a name of this process"));
                let help = format!("write `method('{text}')` or `{text} + 0`");
                return item.refuse(problem.kind("duplicate-name").help(help));
            }
            let dice =
                definitions.dice(text).map_err(|error| Problem::new(error.into_error().message()).kind("formula"));
            return item.checked(dice).map(|dice| RollDice::Dice(Arc::new(dice)));
        }
        let amount = self.amount(item.again(), known)?;
        if !amount.used.is_empty() {
            return Some(RollDice::Formula(amount));
        }
        let board = self.layout.of(&vec![0; self.layout.counters], 0);
        let dice = amount.bound.dice(amount.bound.text(), &board);
        let dice = dice.map_err(|error| Problem::new(error.message()).kind("value"));
        item.checked(dice).map(|dice| RollDice::Dice(Arc::new(dice)))
    }

    /// Reads a sentence with formulas in braces.
    pub(super) fn saying(&mut self, mut item: Item<'_>, known: ProcessScope) -> Option<Sentence> {
        let Some(text) = item.node.as_str() else { return item.wrong() };
        let (mut pieces, mut rest, mut at) = (Vec::new(), text, 0);
        while let Some((before, inner)) = rest.split_once('{') {
            let start = at + before.chars().count() + 1;
            let Some((formula, after)) = inner.split_once('}') else {
                return refuse_at(&mut item, start - 1, Problem::new("a brace is not closed").kind("formula"));
            };
            pieces.push(SentencePart::Text(before.to_owned()));
            pieces.push(SentencePart::Value(self.formula(formula, &mut item, known, start)?));
            at = start + formula.chars().count() + 1;
            rest = after;
        }
        pieces.push(SentencePart::Text(rest.to_owned()));
        Some(Sentence(pieces))
    }
}

/// Reports `problem` at the character `at` (from 0) of the text of `item`. Returns `None`.
fn refuse_at<T>(item: &mut Item<'_>, at: usize, problem: Problem) -> Option<T> {
    let span = span_at(text_of(item), at, item.node.span, item.problems);
    let path = path_at(item, at);
    item.problems.push(problem.at(span).located(path.as_deref()));
    None
}

/// The text of a formula or a sentence; empty if it is given as a number.
fn text_of<'i>(item: &Item<'i>) -> &'i str {
    item.node.as_str().unwrap_or_default()
}

/// The path of the character `at` (from 0) of the text of `item`.
fn path_at(item: &Item<'_>, at: usize) -> Option<String> {
    item.path.as_ref().map(|path| format!("{path}:{}", at + 1))
}

/// Whether a text looks like a word of the ladder: a capital letter, followed by letters and spaces.
fn is_word(text: &str) -> bool {
    text.starts_with(char::is_uppercase) && text.chars().all(|letter| letter.is_alphabetic() || letter == ' ')
}
