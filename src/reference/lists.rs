//! Lists of everything there is to choose from: dice, rules, keys, creatures and so on, for `fudgelab list` and the
//! help of the web page.

use super::questions::QUESTIONS;
use super::rulebook;
use crate::character::library as traits;
use crate::dice;
use crate::document::{KeySpec, Keys, Kind, record};
use crate::error::Error;
use crate::measure::{Counted, Measure};
use crate::rules::gear::{ARMOR, GUNS, Gun, Protection, SHIELDS, WEAPONS, Weapon};
use crate::rules::names::{self, CONTEXTS, FormulaContext};
use crate::rules::{Choice, GearFamily, OPTIONS, RuleOption, SCALES, Scale};
use crate::scenario;
use crate::scenario::library::{self, LibraryBlock, Shelf};
use crate::subject::{self, Cells, SUBJECTS};
use crate::text::{same_word, unknown_word};

/// The topic of a list; [`TOPICS`] describes each one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    Dice,
    Presets,
    Rules,
    Keys,
    Creatures,
    Creature,
    People,
    Person,
    Gifts,
    Faults,
    Powers,
    Policies,
    Spells,
    Names,
    Weapons,
    Armor,
    Scale,
    Measures,
    Charts,
}

/// All topics, each with its word on the command line and a description.
pub const TOPICS: [(Topic, &str, &str); 19] = [
    (Topic::Dice, "dice", "Dice methods, and prefixes such as best2"),
    (Topic::Presets, "presets", "Presets that [rules] can be based on; with a folder, the presets of your own in it"),
    (Topic::Rules, "rules", "Every option of [rules] with its choices"),
    (
        Topic::Keys,
        "keys",
        "Tables of a scenario file; with the name of one, its keys with types, defaults and meanings",
    ),
    (Topic::Creatures, "creatures", "Creatures and nameless foes from the rule books, for `like`"),
    (Topic::Creature, "creature", "A complete stat block, to paste into a scenario"),
    (Topic::People, "people", "People from the rule books, for `like`"),
    (Topic::Person, "person", "A complete stat block, to paste into a scenario"),
    (Topic::Gifts, "gifts", "Gifts that characters may have, with what they cost"),
    (Topic::Faults, "faults", "Faults, with what they give back"),
    (Topic::Powers, "powers", "Supernormal powers, including psi"),
    (
        Topic::Policies,
        "policies",
        "Policies: which boxes pay for a hit where wounds are boxes that absorb, such as fate-core",
    ),
    (Topic::Spells, "spells", "Spells, and what clerical, hedge and scholarly magic can do"),
    (
        Topic::Names,
        "names",
        "Keys that hold formulas; with one such as rules.hit or fighters.ann.flees, the names that its formula can use",
    ),
    (Topic::Weapons, "weapons", "Weapons known by name, with their offensive factors"),
    (Topic::Armor, "armor", "Armor and shields known by name"),
    (Topic::Scale, "scale", "Scale, with its multipliers of human strength and speed"),
    (Topic::Measures, "measures", "Measures: what results can show"),
    (Topic::Charts, "charts", "Kinds of charts"),
];

#[derive(Debug, Clone)]
pub struct ListItem {
    pub name: String,
    pub meaning: String,
    /// The section of the rule book; may be empty.
    pub source: String,
    /// The question of the reference that the option answers; empty in other lists.
    pub question: &'static str,
    /// The possible values or other details, each with its meaning.
    pub choices: Vec<(String, String)>,
    /// The number of choices, at the end, that searches skip.
    pub unsearched: usize,
    /// The formula of a dice method.
    pub formula: Option<&'static str>,
    /// The meaning and each figure by itself, if `meaning` condenses them into one line.
    pub whole: Option<(String, Vec<(String, String)>)>,
}

/// The entries of a list; empty for `creature` and `person`, whose entries are in `creatures` and `people`.
pub fn items(topic: Topic) -> Vec<ListItem> {
    match topic.part() {
        Some(Collection::Shelf(shelf)) => {
            return library::entries().iter().filter(|entry| entry.shelf == shelf).map(stat_block).collect();
        }
        Some(Collection::Traits(kind)) => {
            return traits::entries().iter().filter(|entry| entry.kind == kind).map(in_a_line).collect();
        }
        None => {}
    }
    match topic {
        Topic::Dice => {
            let formula = |method: &dice::MethodInfo| ListItem {
                formula: Some(method.formula),
                ..ListItem::new(method.name, method.meaning, method.source)
            };
            dice::methods().iter().map(formula).collect()
        }
        Topic::Presets => {
            scenario::presets().iter().map(|preset| ListItem::new(preset.name, preset.meaning.clone(), "")).collect()
        }
        Topic::Rules => OPTIONS.iter().map(rule).collect(),
        Topic::Keys => scenario::tables().iter().map(|keys| ListItem::new(keys.name(), keys.meaning(), "")).collect(),
        Topic::Names => {
            CONTEXTS.iter().flat_map(|context| context.keys.iter().map(|key| keyed(key, context))).collect()
        }
        Topic::Policies => record::built_in_policies()
            .iter()
            .map(|one| ListItem::new(one.policy.name.as_str(), one.meaning.clone(), ""))
            .collect(),
        Topic::Scale => SCALES.iter().map(scale).collect(),
        Topic::Weapons => WEAPONS.iter().map(weapon).chain(GUNS.iter().map(gun)).collect(),
        Topic::Armor => [("armor", ARMOR), ("shield", SHIELDS)]
            .into_iter()
            .flat_map(|(kind, gear)| gear.iter().map(move |gear| protection(kind, gear)))
            .collect(),
        Topic::Measures => {
            SUBJECTS.iter().flat_map(|kind| kind.measures().into_iter().map(|one| measure(*kind, one))).collect()
        }
        Topic::Charts => subject::charts().iter().map(|kind| ListItem::new(kind.name, kind.meaning, "")).collect(),
        // The other topics are parts of the library, or show one entry of it.
        _ => Vec::new(),
    }
}

/// A part of the library.
enum Collection {
    Shelf(Shelf),
    /// Gifts, faults, powers or spells.
    Traits(traits::Kind),
}

impl Topic {
    /// The word on the command line.
    pub fn word(self) -> &'static str {
        TOPICS.iter().find(|(topic, ..)| *topic == self).map_or("", |(_, word, _)| word)
    }

    /// Whether it lists a part of the library, whose entries have sources.
    pub fn has_sources(self) -> bool {
        self.part().is_some()
    }

    fn part(self) -> Option<Collection> {
        Some(match self {
            Self::Creatures => Collection::Shelf(Shelf::Creatures),
            Self::People => Collection::Shelf(Shelf::People),
            Self::Gifts => Collection::Traits(traits::Kind::Gifts),
            Self::Faults => Collection::Traits(traits::Kind::Faults),
            Self::Powers => Collection::Traits(traits::Kind::Powers),
            Self::Spells => Collection::Traits(traits::Kind::Spells),
            _ => return None,
        })
    }
}

/// A stat block: its figures in one line, and each by itself.
pub fn stat_block(entry: &LibraryBlock) -> ListItem {
    let figures = entry.figures();
    let shown = figures.iter().filter(|(called, _)| !matches!(*called, "traits" | "note" | "the printed sum differs:"));
    let said = |(called, text): &(&str, String)| match *called {
        "attacks" => text.clone(),
        called => format!("{called} {text}"),
    };
    let line = shown.map(said).collect::<Vec<_>>().join("; ");
    ListItem { whole: Some((String::new(), owned(figures))), ..ListItem::new(&entry.name, line, &entry.source) }
}

/// Like [`stat_block`], for a gift, fault, power or spell.
fn in_a_line(entry: &traits::Feature) -> ListItem {
    let figures = entry.details();
    let line = figures.iter().fold(entry.means.clone(), |line, (called, text)| format!("{line}; {called} {text}"));
    ListItem { whole: Some((entry.means.clone(), owned(figures))), ..ListItem::new(&entry.name, line, &entry.source) }
}

fn owned(figures: Vec<(&str, String)>) -> Vec<(String, String)> {
    figures.into_iter().map(|(called, text)| (called.to_owned(), text)).collect()
}

fn scale(row: &Scale) -> ListItem {
    let meaning = format!("{} times a human's Strength, {} times a human's Speed", row.strength, row.speed);
    ListItem::new(format!("{:+}", row.scale), meaning, "")
}

fn rule(option: &RuleOption) -> ListItem {
    let (in_presets, agreed) = rulebook::in_presets(option);
    ListItem {
        choices: rulebook::choices(option).into_iter().chain([(String::new(), in_presets)]).collect(),
        // The last line names every preset.
        unsearched: usize::from(!agreed),
        question: QUESTIONS.iter().find(|one| one.options.contains(&option.key)).map_or("", |one| one.title),
        ..ListItem::new(option.key, option.meaning, option.source)
    }
}

/// A key that holds a formula, with the meaning of the formula's value.
fn keyed(key: &str, context: &FormulaContext) -> ListItem {
    ListItem::new(key.replace('*', "NAME"), context.value_phrase(), "")
}

/// The keys with formulas inside the table at `key`; empty if `key` itself holds a formula.
pub fn formulas_in(key: &str) -> Vec<ListItem> {
    // The key `fighters.flees` is not a fighter called `flees`.
    let inside = names::contexts_in(key).filter(|_| names::context_of(key).is_none());
    inside.map(|(pattern, context)| keyed(&filled(pattern, key), context)).collect()
}

/// The names that the formula at `key` can use. For a table, the names that all its formulas can use, or its keys with
/// formulas if their names differ.
///
/// # Errors
/// If neither the key nor a key inside it holds a formula.
pub fn names_at(key: &str) -> Result<Vec<ListItem>, Error> {
    let of_dice = || {
        let spec = scenario::key_at(key)?;
        spec.kind.find(|kind| matches!(kind, Kind::Dice).then_some(&names::DICE))
    };
    let exact = names::context_of(key).or_else(of_dice);
    let contexts = exact.map_or_else(|| names::contexts_in(key).map(|(_, context)| context).collect(), |one| vec![one]);
    let names: Vec<_> = contexts.into_iter().map(FormulaContext::names_with_meanings).collect();
    match &names[..] {
        [first, others @ ..] if others.iter().all(|other| other == first) => {
            Ok(first.iter().map(|(name, meaning)| ListItem::new(name, meaning, "")).collect())
        }
        [_, ..] => Ok(formulas_in(key)),
        [] => {
            let known: Vec<String> =
                CONTEXTS.iter().flat_map(|context| context.keys).map(|pattern| filled(pattern, key)).collect();
            let all = || "`fudgelab list names` shows the keys that hold formulas".to_owned();
            Err(unknown_word(format!("no key `{key}` holds a formula"), key, known.iter().map(String::as_str), all))
        }
    }
}

/// The pattern with each `*` replaced by the name at the same position of `key`, or by `NAME` if `key` is shorter.
fn filled(pattern: &str, key: &str) -> String {
    let steps: Vec<&str> = key.split('.').collect();
    let filled = pattern.split('.').enumerate().map(|(place, part)| match part {
        "*" => steps.get(place).copied().unwrap_or("NAME"),
        part => part,
    });
    filled.collect::<Vec<_>>().join(".")
}

/// The keys of the table `name`, or else all keys of this name, each followed by the keys of its table.
///
/// # Errors
/// If no table or key has this name.
pub fn keys_of(name: &str) -> Result<Vec<ListItem>, Error> {
    let tables = scenario::tables();
    if let Some(keys) = tables.iter().find(|keys| same_word(keys.name(), name)) {
        return Ok(keys_in(keys));
    }
    let specs: Vec<&KeySpec> = tables.iter().flat_map(|keys| keys.specs()).collect();
    let mut items: Vec<ListItem> = Vec::new();
    for spec in specs.iter().filter(|spec| same_word(spec.key, name)) {
        let inner = scenario::tables_in(&spec.kind).into_iter().flat_map(|keys| keys.specs());
        for item in std::iter::once(*spec).chain(inner).map(key) {
            if items.iter().all(|known| (&known.name, &known.meaning) != (&item.name, &item.meaning)) {
                items.push(item);
            }
        }
    }
    if items.is_empty() {
        let names = tables.iter().map(|keys| keys.name()).chain(specs.iter().map(|spec| spec.key));
        let all = || "`fudgelab list keys` shows the tables".to_owned();
        return Err(unknown_word(format!("no table or key is called `{name}`"), name, names, all));
    }
    Ok(items)
}

pub fn keys_in(keys: &Keys) -> Vec<ListItem> {
    keys.specs().iter().map(key).collect()
}

/// A key with its type, its default, the rules it depends on, and an example.
fn key(spec: &KeySpec) -> ListItem {
    let row = |called: &str, text: String| (called.to_owned(), text);
    let required = spec.required().then(|| row("required", "it must be given".to_owned()));
    let acts = spec.acts.map(|acts| row("acts only with", format!("{} in [rules]", acts.cure)));
    let words = spec.kind.explained().iter().map(|word| row(word.word, word.meaning.to_owned()));
    let rows = [row("must be", spec.kind.expected())].into_iter().chain(words).chain(required);
    let rows = rows.chain(spec.default().map(|default| row("default", default))).chain(acts);
    let choices = rows.chain([row("example", format!("{} = {}", spec.key, spec.example))]).collect();
    ListItem { choices, ..ListItem::new(spec.key, spec.meaning, "") }
}

/// A measure with its subject, form and unit, and whether it must be requested.
fn measure(kind: &dyn Cells, measure: &Measure) -> ListItem {
    let row = |called: &str, text: &str| (called.to_owned(), text.to_owned());
    let shown = if measure.counted == Counted::Distribution { "the chance of each value" } else { "one number" };
    let asked = measure.on_request.then(|| row("on request", "ask for it with [[ask]] or --figure"));
    let rows = [
        row("subject", kind.info().key.key),
        row("shown as", shown),
        row("one for", measure.per.words()),
        row("unit", measure.unit.name()),
    ];
    ListItem { choices: rows.into_iter().chain(asked).collect(), ..ListItem::new(measure.id, measure.meaning, "") }
}

fn weapon(weapon: &Weapon) -> ListItem {
    let factor = |family: &GearFamily| format!("{} {:+}", family.word(), weapon.factor(*family));
    let factors = GearFamily::ALL.iter().map(factor).collect::<Vec<_>>().join(", ");
    let halving = if weapon.halves_armor(GearFamily::Srd) { "; halves armor in srd" } else { "" };
    ListItem::new(weapon.name, factors + halving, "")
}

fn gun(gun: &Gun) -> ListItem {
    let rated = |family: &GearFamily| Some(format!("{} {:+}", family.word(), gun.factor(*family)?));
    let factors = GearFamily::ALL.iter().filter_map(rated).collect::<Vec<_>>().join(", ");
    ListItem::new(gun.name, format!("{factors}, in place of Strength and Scale"), "")
}

fn protection(kind: &str, gear: &Protection) -> ListItem {
    let [own, lite] = [GearFamily::Srd, GearFamily::Lite].map(|family| gear.value(family));
    let meaning = match (own, lite) {
        (Some(own), Some(lite)) if own != lite => format!("{kind} +{own}, lite +{lite}"),
        (Some(value), _) => format!("{kind} +{value}"),
        (None, lite) => format!("{kind}, lite +{}", lite.unwrap_or(0)),
    };
    ListItem::new(gear.name, meaning, "")
}

impl ListItem {
    /// An entry without choices, formula or separate figures.
    pub fn new(name: impl Into<String>, meaning: impl Into<String>, source: &str) -> Self {
        Self {
            name: name.into(),
            meaning: meaning.into(),
            source: source.to_owned(),
            question: "",
            choices: Vec::new(),
            unsearched: 0,
            formula: None,
            whole: None,
        }
    }

    /// The position of the entry in a search for `words`, ignoring case and endings such as `-s` and `-ed`: 0 if they
    /// are its name, 1 if the name begins with them, 2 if a word of it does, 3 if they are one of its choices, 4 if a
    /// word of the meaning begins with them, 5 if one of the source or the choices does, 6 if one of the question does,
    /// 7 if they are the second half of a compound in the name, [`INSIDE`] if they are elsewhere inside a word of the
    /// name. The worst of several words counts. `None` if one of them does not match.
    pub fn rank(&self, words: &[String]) -> Option<usize> {
        if same_word(&self.name, &words.join(" ")) {
            return Some(0);
        }
        let name = self.name.to_lowercase();
        let choices = self.searched();
        let details = choices.iter().flat_map(|(word, meaning)| [word, meaning]).chain([&self.source]);
        let rank = |word: &String| {
            let word = &word.to_lowercase();
            let is_in = |text: &str| begins_a_word(&text.to_lowercase(), word);
            let begins = name.starts_with(word) || parts(&name).next().is_some_and(|first| stem(first) == stem(word));
            let is_choice = choices.iter().any(|(choice, _)| choice == word);
            let [named, meant, asked] = [&name, &self.meaning, self.question].map(is_in);
            let is_detail = details.clone().any(|text| is_in(text));
            // `broadsword` is a sword, but `skill` does not kill.
            let is_compound = |part: &str| part.strip_suffix(stem(word)).is_some_and(|rest| rest.len() > 2);
            let compound = parts(&name).any(is_compound);
            let matches = [begins, named, is_choice, meant, is_detail, asked, compound, name.contains(word)];
            matches.iter().position(|matches| *matches).map(|place| place + 1)
        };
        words.iter().try_fold(1, |worst, word| Some(worst.max(rank(word)?)))
    }

    /// The choices that searches do not skip.
    fn searched(&self) -> &[(String, String)] {
        &self.choices[..self.choices.len() - self.unsearched]
    }

    /// The words by which it can be found: its name, then the parts of name, meaning, choices and question, without
    /// short ones.
    pub fn known_words(&self) -> impl Iterator<Item = &str> {
        let choices = self.searched().iter().flat_map(|(word, meaning)| [word.as_str(), meaning]);
        let texts = [self.name.as_str(), &self.meaning].into_iter().chain(choices).chain([self.question]);
        std::iter::once(self.name.as_str()).chain(texts.flat_map(parts).filter(|part| part.len() > 2))
    }
}

/// The worst rank of an entry whose name has words that begin with the words of the search.
pub const IN_NAME: usize = 2;

/// The rank of an entry with a word inside another word of its name, such as `kill` in `skill`.
pub const INSIDE: usize = 8;

/// Suggests the command that lists the entry of another list, or the key, whose name matches `words` best. `None` if
/// no name has a rank of at most `worst`.
pub fn elsewhere(topic: Topic, words: &[String], worst: usize) -> Option<String> {
    let others = TOPICS.iter().filter(|(other, ..)| *other != topic && !matches!(other, Topic::Keys | Topic::Names));
    let tables = scenario::tables().into_iter().map(|table| ("keys", Some(table.name()), keys_in(table)));
    let lists = tables.chain(others.map(|(other, list, _)| (*list, None, items(*other))));
    let ranked = lists.flat_map(|(list, table, items)| {
        items.into_iter().filter_map(move |item| Some((item.rank(words)?, list, table, item.name)))
    });
    let (_, list, table, name) = ranked.filter(|(rank, ..)| *rank <= worst).min_by_key(|(rank, ..)| *rank)?;
    Some(match table {
        Some(table) => format!("`{name}` is a key of the table `{table}`: `fudgelab list {list} {name}`"),
        None => format!("`{name}` is in another list: `fudgelab list {list} {}`", words.join(" ")),
    })
}

/// Whether `words` begin a word of the text, or are an inflected form of one.
fn begins_a_word(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(place, _)| !text[..place].ends_with(char::is_alphanumeric))
        || parts(text).any(|part| stem(part) == stem(words))
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric())
}

/// The part that the forms of a word share: `parr` for parry, parries, parried and parrying.
fn stem(word: &str) -> &str {
    let is_long = |rest: &&str| rest.len() > 2;
    let plain = ["ing", "ed", "es", "s"].iter().find_map(|ending| word.strip_suffix(ending).filter(is_long));
    let plain = plain.filter(|_| !word.ends_with("ss") && !word.ends_with("eed")).unwrap_or(word);
    Some(plain.trim_end_matches(['e', 'y', 'i'])).filter(is_long).unwrap_or(plain)
}
