//! Formulas in files about the state of a fight: what they may name, and the places of their faults.

use super::formula::push_faults;
use super::key::Context;
use super::node::Value;
use super::reader::Item;
use crate::dice::{Definitions, Dice, Expression};
use crate::formula::{Fault, Scope};
use crate::ladder::level_index;
use crate::rules::Record;
use crate::rules::own::{BLOW_NAMES, Counter, State, TRAITS, TRUTHS, stance_number};

/// The names that formulas of a table of rules may know.
pub struct Names {
    /// The counters.
    pub counters: Vec<String>,
    traits: Vec<String>,
    /// The words for wound levels.
    levels: Vec<String>,
}

/// The place of a formula, and the kind of its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A number, about a fighter and a foe.
    Number,
    /// A truth value, about a fighter and a foe.
    Truth,
    /// A truth value about a blow.
    Hit,
    /// A number at the end of a round.
    AfterNumber,
    /// A truth value at the end of a round.
    AfterTruth,
    /// A truth value about leaving the fight.
    Leaving,
}

impl Sort {
    fn is_truth(self) -> bool {
        !matches!(self, Self::Number | Self::AfterNumber)
    }
}

impl Names {
    /// Reads a formula; which value a word or a trait has follows from the fighter.
    ///
    /// # Errors
    /// Its faults.
    pub(crate) fn read(&self, text: &str, sort: Sort, definitions: &Definitions) -> Result<Expression, Vec<Fault>> {
        let known = self.known(sort);
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let place = Scope {
            names: &known,
            truths: &TRUTHS,
            word: &|word, beside| self.word(word, beside),
            words: &self.levels,
            truth: sort.is_truth(),
            rolls: !sort.is_truth(),
            ..Scope::of_nothing()
        };
        definitions.formula_at(text, &place).map(|_| Expression::new(text, definitions))
    }

    /// Those of fights with this record and these counters.
    pub fn of(context: Context<'_>, record: &Record, counters: &[Counter]) -> Self {
        Self {
            counters: counters.iter().map(|counter| counter.name.clone()).collect(),
            traits: context.definitions.traits().to_vec(),
            levels: record.all_level_names(),
        }
    }

    fn known(&self, sort: Sort) -> Vec<String> {
        let after = matches!(sort, Sort::AfterNumber | Sort::AfterTruth);
        let named = State::NAMED
            .iter()
            .filter(|(_, state)| (sort == Sort::Leaving || !state.is_of_leaving()) && (after || !state.is_of_round()));
        let mut names: Vec<String> = named.clone().map(|(word, _)| (*word).to_owned()).collect();
        let shared = || TRAITS.iter().map(|word| (*word).to_owned()).chain(self.counters.iter().cloned());
        names.extend(shared().chain(self.traits.iter().cloned()));
        if !after {
            let of_foes = named.filter(|(_, state)| state.is_of_foes()).map(|(word, _)| (*word).to_owned());
            names.extend(of_foes.chain(shared()).chain(self.traits.iter().cloned()).map(|word| format!("foe_{word}")));
        }
        if sort == Sort::Hit {
            names.extend(BLOW_NAMES.iter().map(|word| (*word).to_owned()));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// A word has some value where a level or stance of this name may be known; which one follows from the fighter and its record.
    fn word(&self, word: &str, beside: Option<&str>) -> Option<i64> {
        match beside {
            Some("stance" | "foe_stance") => stance_number(word).map(|_| 1),
            Some("level" | "foe_level") => Some(1),
            _ => level_index(&self.levels, word).map(|_| 1),
        }
    }
}

/// A formula, whose names and kinds are checked.
pub fn expression(item: Item<'_>, names: &Names, sort: Sort) -> Option<Expression> {
    let text = match &item.node.value {
        Value::String(text) => text.clone(),
        Value::Integer(number) if !sort.is_truth() => number.to_string(),
        _ => return item.wrong(),
    };
    match names.read(&text, sort, item.context.definitions) {
        Ok(formula) => Some(formula),
        Err(faults) => {
            push_faults(faults, &text, item.node.span, item.problems);
            None
        }
    }
}

/// Dice as a text that a fight may read anew in each state: `count(pool(6 - marked, d6) >= 5)`; or dice of another kind, as `otherwise` reads
/// them.
pub fn dice(item: Item<'_>, names: &Names, otherwise: impl FnOnce(Item<'_>) -> Option<Dice>) -> Option<Dice> {
    let definitions = item.context.definitions;
    let of_state = item.node.as_str().filter(|text| definitions.dice_by_need(text).is_err());
    let formula = of_state.and_then(|text| Some((text, names.read(text, Sort::Number, definitions).ok()?)));
    match formula {
        Some((text, formula)) => Some(Dice::of_state(&crate::text::fold_spaces(text), formula)),
        None => otherwise(item),
    }
}
