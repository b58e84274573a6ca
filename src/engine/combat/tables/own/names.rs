//! The meanings of names in formulas, for one fighter against another.

use super::meaning::Meaning;
use crate::combat::fighter::Fighter;
use crate::dice::{Bound, Expression};
use crate::error::Result;
use crate::formula::Scope;
use crate::ladder::{Ladder, level_index};
use crate::rules::own::{BLOW_NAMES, OwnRules, State, TRAITS, TRUTHS, stance_number};
use crate::rules::{Rules, STANCES};

/// The names that formulas of a fighter against a foe know.
pub(super) struct FormulaNames<'a> {
    own: &'a Fighter,
    foe: &'a Fighter,
    words: Vec<String>,
    levels: [Vec<String>; 2],
    names: Vec<(String, Meaning)>,
}

/// The place of a formula, which decides what it may name beside the fighter's own names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    /// Beside the fight: modifiers, dice.
    Anywhere,
    /// About a blow.
    Blow,
    /// At the end of a round.
    After,
    /// About leaving the fight.
    Leaving,
}

impl<'a> FormulaNames<'a> {
    pub(super) fn new(own: &'a Fighter, foe: &'a Fighter, rules: &Rules, at: Stands) -> Self {
        let levels = [own, foe].map(|fighter| fighter.level_names(rules));
        let stances = STANCES.iter().map(|stance| stance.word.to_owned());
        let words = levels.iter().flatten().cloned().chain(stances).collect();
        let names = all(own, foe, &rules.own, at);
        Self { own, foe, words, levels, names }
    }

    /// The meaning of each name, in order.
    pub(super) fn meanings(&self) -> Vec<Meaning> {
        self.names.iter().map(|(_, meaning)| *meaning).collect()
    }

    /// Reads a formula. `what` says where it stands.
    ///
    /// # Errors
    /// A name or a word that this fighter or the foe has not.
    pub(super) fn read(&self, formula: &Expression, truth: bool, what: &str) -> Result<Bound> {
        let names: Vec<&str> = self.names.iter().map(|(name, _)| name.as_str()).collect();
        let word = |word: &str, beside: Option<&str>| self.word(word, beside);
        let known = Scope { names: &names, truths: &TRUTHS, word: &word, words: &self.words, ..Scope::of_nothing() };
        let place = Scope { truth, rolls: !truth, ..known };
        let against = || format!("{what}, for {} against {}", self.own.name, self.foe.name);
        formula.read(&place).map_err(|error| error.context(against()))
    }

    fn word(&self, word: &str, beside: Option<&str>) -> Option<i64> {
        let place = |words: &[String]| level_index(words, word).map(|place| place as i64);
        match beside {
            Some("level") => place(&self.levels[0]),
            Some("foe_level") => place(&self.levels[1]),
            Some("stance" | "foe_stance") => stance_number(word),
            _ if Ladder::default().parse(word).is_ok() => None,
            _ => place(&self.levels[0]),
        }
    }
}

/// All names with their meanings.
fn all(own: &Fighter, foe: &Fighter, rules: &OwnRules, at: Stands) -> Vec<(String, Meaning)> {
    let mut names = Vec::new();
    for (of_foe, fighter, other) in [(false, own, foe), (true, foe, own)] {
        if of_foe && at == Stands::After {
            continue;
        }
        let prefix = if of_foe { "foe_" } else { "" };
        let mut add = |name: &str, meaning| names.push((format!("{prefix}{name}"), meaning));
        for (name, value) in TRAITS.iter().zip(fighter.named_traits(fighter.skill, other)) {
            add(name, Meaning::Fixed(value.into()));
        }
        for (name, value) in &fighter.traits {
            add(name, Meaning::Fixed((*value).into()));
        }
        let known = State::NAMED.iter().filter(|(_, state)| match state {
            _ if of_foe => state.is_of_foes(),
            _ if state.is_of_round() => at == Stands::After,
            _ if state.is_of_leaving() => at == Stands::Leaving,
            _ => true,
        });
        for (name, state) in known {
            add(name, Meaning::Seen(of_foe, *state));
        }
        for (counter, place) in rules.counters.iter().zip(0..) {
            add(&counter.name, Meaning::Seen(of_foe, State::Counter(place)));
        }
    }
    if at == Stands::Blow {
        names.extend(BLOW_NAMES.iter().enumerate().map(|(place, name)| ((*name).to_owned(), Meaning::Blow(place))));
    }
    names
}
