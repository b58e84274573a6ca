//! `[rules]`: reads the options of the registry, starting from a preset.

use super::sections::custom_rules;
use super::sections::damage::{self, DAMAGE};
use super::shipped_presets::{DEFAULT_PRESET, FILES};
use crate::document::{
    Item, Key, KeyOr, KeySpec, Keys, Kind, Node, Problem, Reader,
    decode::{self, unless},
    dice::dice_by_need,
    record::{POLICIES, RECORD_KIND_OF_KEY, record},
    state::{self, RuleNames},
};
use crate::rules::{
    CONFLICTS, NumberOf, OPTIONS, OptionKind, RESULT_OPTIONS, RuleOption, Rules, Scope, SkillUse, Word,
};
use crate::study::{Value, Warning};
use crate::subject::fight::read::tactics::wound;
use std::sync::LazyLock;

/// The preset that a `[rules]` table starts from.
pub(super) const BASE: KeyOr<String> =
    Key::new("base", Kind::Named(|| FILES.iter().map(|(name, _)| (*name).to_owned()).collect()), |item| {
        decode::text(item)
    })
    .means(
        "The preset for everything that is not set here: its name, or a file of your own that ends in `.toml`, whose `[rules]`, `[dice]` and `[constants]` are the preset.",
        "\"nutshell\"",
    )
    .or(DEFAULT_PRESET);

pub(super) const RULES: Keys = Keys::new("rules", "The rules in force.", || &SPECS);

static SPECS: LazyLock<Vec<KeySpec>> = LazyLock::new(|| {
    let option =
        |option: &RuleOption| KeySpec::new(option.key, kind(&option.kind), option.meaning, example(&option.kind));
    let first = [BASE.spec(), POLICIES.spec()].into_iter();
    first.chain(OPTIONS.iter().map(option)).chain(custom_rules::OWN.specs().iter().copied()).collect()
});

/// The kind of value that an option's key accepts. Lists made here are created once, and live as long as the program.
fn kind(option: &OptionKind) -> Kind {
    match option {
        OptionKind::Words { words, .. } => Kind::Words(words()),
        OptionKind::Damage { words, .. } => Kind::Any(vec![Kind::Words(words()), Kind::Table(&DAMAGE)].leak()),
        OptionKind::Dice { .. } => crate::document::dice::KIND,
        OptionKind::Number { of: NumberOf::Level, word: None, .. } => Kind::Level,
        OptionKind::Number { of: NumberOf::Level, .. } => Kind::Any(&[Kind::Choice(&["none"]), Kind::Level]),
        OptionKind::Number { of: NumberOf::Whole { low, high }, word, .. } => {
            let number = Kind::Integer { min: *low, max: *high };
            word.map_or(number, |word| Kind::Any(vec![number, Kind::Choice(vec![word].leak())].leak()))
        }
        OptionKind::Number { of: NumberOf::Wound, .. } => Kind::Text,
        OptionKind::Integers { .. } => Kind::List(&Kind::Integer { min: -100, max: 100 }),
        OptionKind::WordList { words, .. } => Kind::List(Box::leak(Box::new(Kind::Words(words)))),
        OptionKind::Record { .. } => RECORD_KIND_OF_KEY,
    }
}

/// An example of a value that an option's key accepts, as TOML.
fn example(option: &OptionKind) -> &'static str {
    match option {
        OptionKind::Words { words, .. } | OptionKind::Damage { words, .. } => format!("\"{}\"", words()[0].word).leak(),
        OptionKind::Dice { .. } => "\"4dF\"",
        OptionKind::Number { of, .. } => match of {
            NumberOf::Level => "\"Poor\"",
            NumberOf::Wound => "\"Scratch\"",
            NumberOf::Whole { high, .. } => (*high).min(3).to_string().leak(),
        },
        OptionKind::Integers { .. } => "[0, 5]",
        OptionKind::WordList { words, length, .. } => {
            let listed: Vec<String> = (0..*length).map(|at| format!("\"{}\"", words[at % words.len()].word)).collect();
            format!("[{}]", listed.join(", ")).leak()
        }
        OptionKind::Record { .. } => "{ kind = \"boxes\" }",
    }
}

/// A line of `[rules]` that sets an option.
pub fn setting(option: &str, value: &Value) -> String {
    // A JSON string is also a TOML string.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let value = if let Value::Text(word) = value { quoted(word) } else { value.to_string() };
    format!("{} = {value}", quoted(option))
}

/// Rules, and the preset that they start from.
#[derive(Debug, Clone)]
pub(super) struct BasedRules {
    /// The name of the preset.
    pub(super) base: String,
    pub(super) preset: Rules,
    pub(super) rules: Rules,
    /// Options of the table because of which an option of the preset is left out.
    pub(super) displacing: Vec<&'static str>,
}

impl BasedRules {
    /// The rules of a preset without changes.
    pub(super) fn unchanged((base, preset): (String, Rules)) -> Self {
        Self { base, rules: preset.clone(), preset, displacing: Vec::new() }
    }
}

/// Sets every option in the table. Options of other scopes than `scopes` are errors.
pub(super) fn apply(reader: &mut Reader<'_>, rules: &mut Rules, scopes: Option<&[Scope]>) {
    custom_rules::read_counters(reader, rules);
    let unheeded = |scope: Scope| scopes.is_some_and(|scopes| !scopes.contains(&scope));
    if unheeded(Scope::Fights) && reader.has(&POLICIES) {
        refuse_ineffective(reader, POLICIES.spec().key, "how hits are paid for in fights");
    }
    for policy in reader.read(&POLICIES).unwrap_or_default() {
        rules.policies.retain(|known| known.name != policy.name);
        rules.policies.push(policy);
    }
    let mut own_damage = false;
    for option in OPTIONS {
        let Some(written) = reader.table().get(option.key) else { continue };
        if unheeded(option.scope) {
            refuse_ineffective(reader, option.key, option.meaning);
        }
        match option.kind {
            // Formulas can name levels of the record, so they are read after the loop.
            OptionKind::Damage { .. } if written.as_table().is_some() => own_damage = true,
            OptionKind::Damage { .. } if written.as_str().is_some_and(is_formula) => {
                let text = written.as_str().unwrap_or_default();
                let problem = Problem::new("`damage` is a word or a table, and this is a formula");
                let help = format!("write `damage.points = {text:?}`, or `damage = {{ points = {text:?} }}`");
                reader.get(option.key, |item| item.refuse::<()>(problem.help(help)));
            }
            OptionKind::Words { words, set, .. } | OptionKind::Damage { words, set, .. } => {
                if let Some(word) = reader.get(option.key, decode::choice)
                    && let Some(place) = words().iter().position(|known| known.word == word)
                {
                    set(rules, place);
                }
            }
            OptionKind::Dice { set, .. } => {
                let names = RuleNames::of(reader.context(), &rules.record, &rules.own.counters);
                if let Some(dice) = reader.get(option.key, |item| state::dice(item, &names, dice_by_need)) {
                    set(rules, dice);
                }
            }
            // The record comes before wound levels in the list, so it has already been read.
            OptionKind::Number { of, word, set, .. } => {
                let record = rules.record.clone();
                let number = |item: Item<'_>| match of {
                    NumberOf::Level => decode::level(item).map(i64::from),
                    NumberOf::Wound => wound(item, &record).map(i64::from),
                    NumberOf::Whole { .. } => decode::integer(item),
                };
                let read = |item: Item<'_>| match word {
                    Some(word) => unless(word, item, number),
                    None => number(item).map(Some),
                };
                if let Some(number) = reader.get(option.key, read) {
                    set(rules, number);
                }
            }
            OptionKind::Integers { set, .. } => {
                if let Some(list) = reader.get(option.key, read_ascending) {
                    set(rules, list);
                }
            }
            OptionKind::WordList { words, length, set, .. } => {
                if let Some(places) = reader.get(option.key, |item| word_list(item, words, length)) {
                    set(rules, &places);
                }
            }
            OptionKind::Record { get, set } => {
                let before = get(rules).clone();
                if let Some(record) = reader.get(option.key, |item| record(item, before, &rules.policies)) {
                    set(rules, record);
                }
            }
        }
    }
    if own_damage {
        damage::read(reader, rules);
    }
    for spec in custom_rules::OWN.specs().iter().filter(|_| unheeded(Scope::Fights)) {
        // `modifiers` with a word means `stacking`.
        let is_word = |node: &Node| node.as_str().is_some() && spec.key == "modifiers";
        if reader.table().get(spec.key).is_some_and(|node| !is_word(node)) {
            refuse_ineffective(reader, spec.key, "what happens in fights");
        }
    }
    custom_rules::read(reader, rules);
}

/// Whether a text can only be a formula, because it contains an operator or a parenthesis. No word of an option does.
fn is_formula(text: &str) -> bool {
    text.contains(['+', '*', '/', '(', '<', '>', '=']) || text.contains(" - ")
}

/// Reports a key that has no effect on the scenario's rolls.
fn refuse_ineffective(reader: &mut Reader<'_>, key: &str, meaning: &str) {
    let span = reader.table().get(key).map_or(reader.span(), |written| written.span);
    let problem = Problem::new(format!("`{key}` has no effect on what this scenario rolls"));
    reader.problems().push(problem.at(span).help(format!("leave it out; it only decides {meaning}")));
}

/// Switches off options of the preset `base` that have no meaning together with the table's own settings, if possible,
/// and returns warnings about them. `file` is the name of the file, if the file itself is a preset.
pub(super) fn leave_out_meaningless(
    reader: &Reader<'_>,
    BasedRules { base, rules, displacing, .. }: &mut BasedRules,
    file: Option<&str>,
) -> Vec<Warning> {
    let mut notes = Vec::new();
    let place = file.map_or_else(|| "here".to_owned(), |file| format!("in {file}"));
    let written = |key: &str| reader.table().get(key).is_some();
    for conflict in CONFLICTS {
        let [first, second] = conflict.keys;
        let (own, inherited) = match (written(first), written(second)) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => continue,
        };
        if !(conflict.contradicts)(rules) {
            continue;
        }
        let Some(option) = OPTIONS.iter().find(|option| option.key == inherited) else { continue };
        let Some(instead) = switched_off(option, rules, conflict.contradicts) else { continue };
        *rules = instead;
        displacing.push(own);
        notes.push(Warning::new(
            format!(
                "`{inherited}` of the preset `{base}` is left out, since `{own}` is set {place}: {}",
                conflict.reason
            ),
            format!("set `{inherited}` yourself, or leave `{own}` out"),
        ));
    }
    notes
}

/// The rules with an option switched off; `None` if the contradiction `holds` remains, or the option cannot be switched
/// off.
fn switched_off(option: &RuleOption, rules: &Rules, holds: fn(&Rules) -> bool) -> Option<Rules> {
    const OFF: [&str; 3] = ["off", "ignored", "none"];
    let mut other = rules.clone();
    match option.kind {
        OptionKind::Words { words, set, .. } => {
            set(&mut other, words().iter().position(|word| OFF.contains(&word.word))?);
        }
        OptionKind::Number { word: Some(_), set, .. } => set(&mut other, None),
        _ => return None,
    }
    (!holds(&other)).then_some(other)
}

/// If results are numbers of successes, rejects levels of the ladder for options that are compared with results.
pub(super) fn refuse_levels(reader: &mut Reader<'_>, BasedRules { base, preset, rules, .. }: &BasedRules) {
    if rules.skill != SkillUse::InDice {
        return;
    }
    let why = "with `skill = \"dice\"`, results are numbers of successes, not levels";
    for option in OPTIONS.iter().filter(|option| RESULT_OPTIONS.contains(&option.key)) {
        let key = option.key;
        let has_word = matches!(option.kind, OptionKind::Number { word: Some(_), .. });
        let or_none = if has_word { ", or `\"none\"`" } else { "" };
        let help = format!("write how many it takes, such as `{key} = 1`{or_none}");
        let written = reader.table().get(key);
        let of_preset = key == "minimum_to_hit" && rules.minimum_to_hit.is_some() && preset.skill == SkillUse::Added;
        let problem = match written.map(|node| (node.as_str(), node.span)) {
            Some((Some(word), span)) if !(has_word && word == "none") => {
                Problem::new(format!("`{key}` must be a number here: {why}")).at(span)
            }
            None if of_preset => {
                let span = reader.table().get("skill").map_or(reader.span(), |node| node.span);
                Problem::new(format!("`{key}` of the preset `{base}` is a level: {why}")).at(span)
            }
            _ => continue,
        };
        reader.problems().push(problem.help(help));
    }
}

/// Reports contradictions in the rules, each at one of the settings that cause it. Contradictions within the preset are
/// reported in the preset's own file.
pub(super) fn report_contradictions(reader: &mut Reader<'_>, BasedRules { preset, rules, .. }: &BasedRules) {
    let record = rules.record.check();
    for conflict in CONFLICTS.iter().filter(|conflict| (conflict.contradicts)(rules) && !(conflict.contradicts)(preset))
    {
        if record.is_err() && conflict.keys.contains(&"record") {
            continue; // it may follow from the record's own error
        }
        let problem = Problem::from(conflict.error());
        let problem = match conflict.keys.map(|key| reader.table().get(key).map(|node| node.span)) {
            [Some(first), Some(second)] => problem.at(second).also(first, "against this"),
            [Some(first), None] => problem.at(first),
            [_, second] => problem.at(second.unwrap_or(reader.span())),
        };
        reader.problems().push(problem);
    }
    if let (Err(error), Ok(())) = (record, preset.record.check()) {
        let span = reader.table().get("record").map_or(reader.span(), |node| node.span);
        reader.problems().push(Problem::from(error).at(span));
    }
}

/// Reads a list of numbers in ascending order.
fn read_ascending(mut item: Item<'_>) -> Option<Vec<i32>> {
    let list: Vec<i32> = decode::list(decode::whole)(item.again())?;
    if list.is_empty() || list.windows(2).any(|pair| pair[0] >= pair[1]) {
        let problem = Problem::new(format!("{} must be a list of numbers, each above the one before", item.name));
        return item.refuse(problem.help("for example `[0, 5]`"));
    }
    Some(list)
}

/// The indices of the words in a list of exactly `length` of them.
fn word_list(mut item: Item<'_>, words: &[Word], length: usize) -> Option<Vec<usize>> {
    let list = decode::list(decode::choice)(item.again())?;
    if list.len() != length {
        let problem = Problem::new(format!("{} has {} entries, not {length}", item.name, list.len()));
        return item.refuse(problem.help(format!("write {length} words, one for each result in turn")));
    }
    Some(list.iter().filter_map(|entry| words.iter().position(|word| word.word == *entry)).collect())
}
