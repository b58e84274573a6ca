//! Resolves the names in formulas about one fighter against another.

use super::meaning::InputMeaning;
use crate::combat::fighter::Fighter;
use crate::dice::{Bound, Expression};
use crate::error::Result;
use crate::formula::FormulaScope;
use crate::ladder::{Ladder, level_index};
use crate::rules::names::{FormulaContext, Named};
use crate::rules::own::{OwnRules, TRUTHS, stance_number};
use crate::rules::{Rules, STANCES};

/// The names that formulas can use, with their meanings for one fighter against a foe.
pub(in crate::combat::tables) struct FormulaNames<'a> {
    own: &'a Fighter,
    foe: &'a Fighter,
    /// All words that formulas can compare a name with: wound levels and stances.
    words: Vec<String>,
    /// Names of the wound levels of the fighter, then of the foe.
    levels: [Vec<String>; 2],
    names: Vec<(String, InputMeaning)>,
}

impl<'a> FormulaNames<'a> {
    /// The names that `context` allows in formulas of `own` against `foe`.
    pub(in crate::combat::tables) fn new(
        own: &'a Fighter,
        foe: &'a Fighter,
        rules: &Rules,
        context: &FormulaContext,
    ) -> Self {
        let levels = [own, foe].map(|fighter| fighter.level_names(rules));
        let stances = STANCES.iter().map(|stance| stance.word.to_owned());
        let words = levels.iter().flatten().cloned().chain(stances).collect();
        let names = all_names(own, foe, &rules.own, context);
        Self { own, foe, words, levels, names }
    }

    /// The meaning of each name, by the index that formulas use for it.
    pub(super) fn meanings(&self) -> Vec<InputMeaning> {
        self.names.iter().map(|(_, meaning)| *meaning).collect()
    }

    /// Reads a formula: a condition if `truth`, otherwise a number that may include dice. `what` describes the formula
    /// in errors.
    ///
    /// # Errors
    /// If a name or word is unknown for this fighter and foe.
    pub(in crate::combat::tables) fn read(&self, formula: &Expression, truth: bool, what: &str) -> Result<Bound> {
        let names: Vec<&str> = self.names.iter().map(|(name, _)| name.as_str()).collect();
        let word = |word: &str, beside: Option<&str>| self.word(word, beside);
        let known =
            FormulaScope { names: &names, truths: &TRUTHS, word: &word, words: &self.words, ..FormulaScope::empty() };
        let place = FormulaScope { truth, rolls: !truth, ..known };
        let against = || format!("{what}, for {} against {}", self.own.name, self.foe.name);
        formula.read(&place).map_err(|error| error.context(against()))
    }

    /// The number that `word` means next to the name `beside`, with which it is compared. Such words are wound levels
    /// and stances. `None` if `word` has no meaning there.
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

/// All names that `context` allows in formulas of `own` against `foe`, with their meanings.
fn all_names(own: &Fighter, foe: &Fighter, rules: &OwnRules, context: &FormulaContext) -> Vec<(String, InputMeaning)> {
    let both = [(own, foe), (foe, own)];
    let figures = both.map(|(fighter, other)| {
        let named = fighter.named_traits(fighter.skill, other).into_iter();
        named.chain(fighter.traits.iter().map(|(_, value)| *value)).collect::<Vec<i32>>()
    });
    let traits = [own, foe].map(|fighter| fighter.traits.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
    let counters: Vec<&str> = rules.counters.iter().map(|counter| counter.name.as_str()).collect();
    let meaning = |(name, of_foe, named)| {
        let meaning = match named {
            Named::Trait(place) => InputMeaning::Fixed(figures[usize::from(of_foe)][place].into()),
            Named::State(state) => InputMeaning::Seen(of_foe, state),
            Named::Blow(place) => InputMeaning::Blow(place),
        };
        (name, meaning)
    };
    context.names(traits.each_ref().map(Vec::as_slice), &counters).into_iter().map(meaning).collect()
}
