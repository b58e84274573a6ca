//! Formulas in files about the state of a fight: the names that they can use, and the positions of their errors.

use super::formula::push_faults;
use super::key::Context;
use super::node::Value;
use super::reader::Item;
use super::single::Problem;
use crate::dice::{Bound, Definitions, Dice, Expression, Unreadable};
use crate::formula::{Fault, FormulaScope};
use crate::ladder::level_index;
use crate::rules::own::{Counter, TRUTHS, stance_number};
use crate::rules::{Record, names};

/// The names that formulas in a table of rules can use.
pub struct RuleNames {
    pub counters: Vec<String>,
    traits: Vec<String>,
    /// The names of wound levels.
    levels: Vec<String>,
}

impl RuleNames {
    /// Parses a formula and checks its words and traits. Their values are filled in later, for each fighter: the
    /// returned [`Expression`] is parsed again for that, and the [`Bound`] is the formula as checked.
    ///
    /// # Errors
    /// If the formula is invalid; all of its faults are returned.
    pub(crate) fn read(
        &self,
        text: &str,
        context: &names::FormulaContext,
        definitions: &Definitions,
    ) -> Result<(Expression, Bound), Vec<Fault>> {
        let known = self.known(context);
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let place = FormulaScope {
            names: &known,
            truths: &TRUTHS,
            word: &|word, beside| self.word(word, beside),
            words: &self.levels,
            truth: context.is_truth,
            rolls: context.has_dice,
            ..FormulaScope::empty()
        };
        definitions.read_formula(text, &place).map(|bound| (Expression::new(text, definitions), bound))
    }

    /// The names that formulas can use in fights with `record` and `counters`. The traits are those that the file
    /// defines.
    pub fn of(context: Context<'_>, record: &Record, counters: &[Counter]) -> Self {
        Self {
            counters: counters.iter().map(|counter| counter.name.clone()).collect(),
            traits: context.definitions.traits().to_vec(),
            levels: record.all_level_names(),
        }
    }

    /// Whether formulas in `context` can use `name`.
    pub(crate) fn knows(&self, name: &str, context: &names::FormulaContext) -> bool {
        self.known(context).iter().any(|known| known == name)
    }

    fn known(&self, context: &names::FormulaContext) -> Vec<String> {
        let traits: Vec<&str> = self.traits.iter().map(String::as_str).collect();
        let counters: Vec<&str> = self.counters.iter().map(String::as_str).collect();
        let mut names: Vec<String> =
            context.names([&traits, &traits], &counters).into_iter().map(|(name, ..)| name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// A placeholder value for a word that can be the name of a level or stance; the actual value depends on the
    /// fighter and its record. `beside` is the name that the word is compared with, if any. `None` for other words.
    fn word(&self, word: &str, beside: Option<&str>) -> Option<i64> {
        match beside {
            Some("stance" | "foe_stance") => stance_number(word).map(|_| 1),
            Some("level" | "foe_level") => Some(1),
            _ => level_index(&self.levels, word).map(|_| 1),
        }
    }
}

/// Reads a formula, and checks its names and type.
pub fn expression(item: Item<'_>, names: &RuleNames, context: &names::FormulaContext) -> Option<Expression> {
    let text = match &item.node.value {
        Value::String(text) => text.clone(),
        Value::Integer(number) if !context.is_truth => number.to_string(),
        _ if context.is_truth => return item.wrong_with("write a comparison in quotes, such as `\"round > 1\"`"),
        _ => return item.wrong(),
    };
    match names.read(&text, context, item.context.definitions) {
        Ok((formula, bound)) => {
            item.problems.add_notes(&bound.notes());
            Some(formula)
        }
        Err(faults) => {
            push_faults(faults, &text, item.node.span, item.problems);
            None
        }
    }
}

/// Advice for a counter that is not a table.
pub const COUNTER_HELP: &str =
    "write `{ to = 3 }` for a counter from 0 to 3, or `{ to = 3, start = 3 }` for one that begins at 3";

/// The error for a counter's new value that is only a change, such as `alarm = "+1"` or `"-= 2"`; `None` for others.
pub fn refused_change(counter: &str, value: &Value) -> Option<Problem> {
    let Value::String(text) = value else { return None };
    let signs = [("+=", '+'), ("-=", '-'), ("+", '+')];
    let (by, sign) = signs.iter().find_map(|(start, sign)| Some((text.trim().strip_prefix(start)?.trim(), sign)))?;
    let problem = Problem::new(format!("`{counter}` needs its new value here, not a change"));
    Some(problem.kind("formula").help(format!("write `{counter} = \"{counter} {sign} {by}\"`")))
}

/// Reads dice whose text depends on the state of the fight, such as `count(pool(6 - marked, d6) >= 5)`. Other dice are
/// read by `otherwise`.
pub fn dice(item: Item<'_>, names: &RuleNames, otherwise: impl FnOnce(Item<'_>) -> Option<Dice>) -> Option<Dice> {
    let definitions = item.context.definitions;
    let of_state = item.node.as_str().filter(|text| definitions.dice_by_need(text).is_err());
    let Some(text) = of_state else { return otherwise(item) };
    let own = definitions.custom_formula(text);
    match (names.read(own.as_deref().unwrap_or(text), &names::FIGHT_DICE, definitions), own) {
        (Ok((formula, bound)), _) => {
            item.problems.add_notes(&bound.notes());
            Some(Dice::of_state(&crate::text::fold_spaces(text), formula))
        }
        (Err(faults), Some(own)) => {
            let error = Unreadable::Faults(own, faults).into_error().context(format_args!("dice `{text}`"));
            item.refuse(error.into())
        }
        (Err(_), None) => otherwise(item),
    }
}
