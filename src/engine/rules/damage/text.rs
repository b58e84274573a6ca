//! Builds the printed damage rule as formulas, for given rules.

use super::formulas::{DamageFormulas, DamageStep, ROLL, Steps, names};
use super::printed::{GAME_DICE, PrintedWord, choices, document, name_and_text};
use super::{DamageDice, OwnDamage};
use crate::dice::{Bound, Definitions, Dice};
use crate::error::{Error, Result};
use crate::formula::FormulaScope;
use crate::ladder::Ladder;
use crate::rules::own::TRUTHS;
use crate::rules::{Graze, OptionKind, RuleOption, Rules};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use toml::de::DeValue;

/// A damage rule as text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DamageText {
    /// The text of `roll`: dice, or an amount.
    pub roll: Option<String>,
    /// The steps of a hit, as names and formulas.
    pub steps: Vec<[String; 2]>,
    /// The steps of a graze, if there are grazes.
    pub grazes: Option<Vec<[String; 2]>>,
}

/// Whether the printed damage rule would change if the option `option` were set to another word in `rules`.
pub fn affects_printed_damage(option: &str, rules: &Rules) -> bool {
    let Some(OptionKind::Words { words, set, .. }) = RuleOption::find(option).map(|option| option.kind) else {
        return false;
    };
    let now = printed_text(rules);
    (0..words().len()).any(|place| {
        let mut other = rules.clone();
        set(&mut other, place);
        printed_text(&other) != now
    })
}

/// Whether the printed damage rule rolls the game's own dice.
pub fn rolls_game_dice(rules: &Rules) -> bool {
    rolls_game_dice_of(&printed_text(rules))
}

/// The printed damage rule for these rules, as text.
pub fn printed_text(rules: &Rules) -> DamageText {
    let ladder = Ladder::default();
    let mut settings: Vec<(&str, Option<String>)> = Vec::new();
    let mut in_force: Vec<&PrintedWord> = Vec::new();
    for choice in choices() {
        if settings.last().is_none_or(|(option, _)| *option != choice.option) {
            let setting = RuleOption::find(choice.option).map(|option| option.setting(rules, &ladder));
            settings.push((choice.option, setting));
        }
        let setting = settings.last().and_then(|(_, setting)| setting.as_deref());
        // An entry without a word applies if no entry with a word does.
        let is_in_force = match choice.text("word") {
            Some(word) => setting == Some(word),
            None => !in_force.iter().any(|known| known.option == choice.option),
        };
        if is_in_force {
            in_force.push(choice);
        }
    }
    let texts = document().get("texts").and_then(|texts| texts.get_ref().as_table());
    let text_of = |key: &str| {
        let chosen = in_force.iter().find_map(|choice| choice.value_of(key)?.as_str());
        chosen.or_else(|| texts?.get(key)?.get_ref().as_str()).filter(|text| !text.is_empty())
    };
    let numbers: Vec<(&str, String)> = ["degree_multiplier", "critical_points", "graze_from"]
        .into_iter()
        .filter_map(|key| Some((key, RuleOption::find(key)?.setting(rules, &ladder))))
        .chain([("graze_levels", rules.graze_from.len().to_string())])
        .collect();
    let step = |step: &'static DeValue<'static>| {
        let [name, text] = name_and_text(step)?;
        let text = match text.strip_prefix('@') {
            Some(key) => text_of(key)?,
            None => text,
        };
        let text = numbers.iter().fold(text.to_owned(), |text, (key, number)| text.replace(key, number));
        Some([name.to_owned(), text])
    };
    let way = in_force.iter().find(|choice| choice.value_of("steps").is_some());
    let list = |key: &str| Some(way?.value_of(key)?.as_array()?.iter().filter_map(|one| step(one.get_ref())).collect());
    DamageText {
        roll: way.and_then(|way| way.value_of("roll")?.as_str()).map(str::to_owned),
        steps: list("steps").unwrap_or_default(),
        grazes: list("grazes").filter(|_| rules.graze == Graze::Table),
    }
}

/// The printed damage rule for `rules`, whose records have at most `levels` wound levels. Results are cached, since
/// most fights use rules that have been parsed before.
///
/// # Errors
/// Never in practice: all printed formulas and dice are valid.
pub(crate) fn printed(levels: usize, rules: &Rules) -> Result<OwnDamage> {
    type PrintedCache = HashMap<(DamageText, usize), (Option<Dice>, OwnDamage)>;
    static PRINTED: LazyLock<Mutex<PrintedCache>> = LazyLock::new(Mutex::default);
    let key = (printed_text(rules), levels);
    let dice = if rolls_game_dice_of(&key.0) { dice(GAME_DICE, rules)? } else { None };
    let mut known = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, rule)) = known.get(&key).filter(|(own, _)| *own == dice) {
        return Ok(rule.clone());
    }
    let rule = OwnDamage::of_formulas(key.0.read(levels, rules)?);
    if known.len() == MOST_CACHED_RULES {
        known.clear();
    }
    known.insert(key, (dice, rule.clone()));
    Ok(rule)
}

/// Maximum number of cached rules; the cache is cleared when it is full.
const MOST_CACHED_RULES: usize = 1_000;

fn rolls_game_dice_of(printed_text: &DamageText) -> bool {
    printed_text.roll.as_deref() == Some(GAME_DICE)
}

impl DamageText {
    /// Parses the rule, for records with at most `levels` wound levels.
    ///
    /// # Errors
    /// Never in practice: all printed formulas and dice are valid.
    fn read(&self, levels: usize, rules: &Rules) -> Result<DamageFormulas> {
        let names = names(&[], &[], levels);
        let dice = self.roll.as_deref().map(|text| dice(text, rules)).transpose()?.flatten();
        let list = |steps: &[[String; 2]]| {
            let mut known = names.clone();
            let mut read = Vec::new();
            if let Some(text) = &self.roll {
                let roll = dice.as_ref().map_or_else(|| formula(text, &known), Bound::of_dice)?;
                known.push(ROLL.to_owned());
                read.push((ROLL.to_owned(), DamageStep::Formula(roll)));
            }
            for [name, text] in steps {
                let step = DamageStep::Formula(formula(text, &known)?);
                known.push(name.clone());
                read.push((name.clone(), step));
            }
            Ok::<_, Error>(Steps::new(read))
        };
        let (hits, grazes) = (list(&self.steps)?, self.grazes.as_deref().map(list).transpose()?);
        Ok(DamageFormulas::new(names, dice, hits, grazes))
    }
}

/// The dice that `text` names: the dice of the game for [`GAME_DICE`], otherwise the dice in dice notation. `None` if
/// `text` is not dice.
fn dice(text: &str, rules: &Rules) -> Result<Option<Dice>> {
    Ok(match (text, rules.damage_dice) {
        (GAME_DICE, DamageDice::Action) => Some(rules.dice.clone()),
        (GAME_DICE, DamageDice::TwoD6) => Some(Dice::parse("2d6-table")?),
        _ => {
            let named = |dice: Dice| match rules.damage_roll.roll_name() {
                Some(name) => Dice::new(name, dice.pmf().clone()),
                None => dice,
            };
            Dice::parse(text).ok().map(named)
        }
    })
}

fn formula(text: &str, names: &[String]) -> Result<Bound> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let place = FormulaScope { names: &names, truths: &TRUTHS, rolls: false, ..FormulaScope::empty() };
    Definitions::none().read_formula(text, &place).map_err(|faults| {
        let fault = faults.first().map_or("", |fault| &fault.message);
        Error::input(format!("the printed formula `{text}` cannot be read: {fault}"))
    })
}
