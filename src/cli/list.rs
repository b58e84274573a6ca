//! `list`: lists dice, rules, keys, creatures and so on.

use super::args::{ListArgs, Topic};
use super::files;
use super::screen::{self, Done};
use crate::character::library as traits;
use crate::dice;
use crate::document::{KeySpec, Kind, record};
use crate::error::Error;
use crate::measure::{Counted, Measure};
use crate::reference::library::document;
use crate::reference::{keys, rulebook};
use crate::rules::names::{self, CONTEXTS, Context};
use crate::rules::gear::{ARMOR, GUNS, Gun, Protection, SHIELDS, WEAPONS, Weapon};
use crate::rules::{Choice, GearFamily, OPTIONS, RuleOption, SCALES, Scale};
use crate::scenario::library::{self, LibraryBlock, SOURCES, Shelf};
use crate::scenario::{self, Preset};
use crate::subject::{self, Cells, SUBJECTS};
use crate::text::{clean, same_word, unknown, width, wrap};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// One thing on a list.
#[derive(Debug, Clone)]
struct Item {
    name: String,
    meaning: String,
    /// The section of the rule book; empty if there is none.
    source: String,
    /// What it may be set to, each with its meaning.
    choices: Vec<(String, String)>,
    /// The number of its last choices that no search looks at.
    unsearched: usize,
    /// The formula of dice.
    formula: Option<&'static str>,
    /// Its meaning and each of its figures apart, where a line says them in short.
    whole: Option<(String, Vec<(String, String)>)>,
}

/// Prints a list.
///
/// # Errors
/// No entry has these words; a closed pipe.
pub(super) fn list(args: &ListArgs) -> Done {
    if args.markdown {
        return match args.topic {
            Topic::Rules => screen::print(&rulebook::reference()),
            Topic::Keys => screen::print(&keys::reference()),
            topic if topic.part().is_some() => screen::print(&document()),
            _ => Err(Error::input("only rules, keys and the library are listed as Markdown")
                .with_help("leave `--markdown` out")
                .into()),
        };
    }
    match args.topic {
        Topic::Creature => return one(args, "creatures"),
        Topic::Person => return one(args, "people"),
        _ => {}
    }
    let (mut items, words) = match (args.topic, &args.words[..]) {
        (Topic::Keys, [table, words @ ..]) => (keys_of(table)?, words),
        (Topic::Names, [key, words @ ..]) => (names_at(key)?, words),
        (Topic::Presets, [folder, words @ ..]) if is_folder(folder) => (presets_in(folder)?, words),
        (topic, words) => (items(topic), words),
    };
    if let Some(source) = &args.source {
        if args.topic.part().is_none() {
            let message = "only creatures, people, gifts, faults, powers and spells are listed by source";
            return Err(Error::input(message).with_help("leave `--source` out").into());
        }
        let tag = tag(source)?;
        items.retain(|item| item.source.split("; ").any(|source| source.split(' ').next() == Some(tag)));
    }
    let is_named = |item: &Item| words.iter().all(|word| item.name.to_lowercase().contains(&word.to_lowercase()));
    if matches!(args.topic, Topic::Rules | Topic::Keys) && items.iter().any(is_named) {
        items.retain(is_named);
    } else {
        items.retain(|item| words.iter().all(|word| item.holds(word)));
    }
    if items.is_empty() {
        let topic = args.topic.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let wanted = words.join(" ");
        let topic = if matches!(args.topic, Topic::Keys | Topic::Names) { format!("{topic} {}", args.words[0]) } else { topic };
        let help = format!("`fudgelab list {topic}` shows them all");
        return Err(Error::input(format!("nothing in the list of {topic} matches `{wanted}`")).with_help(help).into());
    }
    if !args.json {
        let is_long = !words.is_empty() && items.len() > MOST_WHOLE && args.topic == Topic::Rules;
        if is_long {
            items.iter_mut().for_each(|item| item.choices.clear());
        }
        let more = if is_long { "\nThe name of one shows its choices: `fudgelab list rules NAME`\n" } else { "" };
        let only = items.first().filter(|_| items.len() == 1 && args.topic == Topic::Rules);
        let formulas = only.and_then(|item| rulebook::formulas(RuleOption::find(&item.name)?));
        let formulas = formulas.map(|formulas| format!("\n{}\n\n{formulas}", rulebook::FORMULAS)).unwrap_or_default();
        return screen::print(&format!("{}{more}{formulas}", text(&items, screen::style().width)));
    }
    screen::print(&json(&items))
}

/// The most rules of a search that are shown with their choices.
const MOST_WHOLE: usize = 3;

fn items(topic: Topic) -> Vec<Item> {
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
            let formula = |method: &dice::MethodInfo| Item {
                formula: Some(method.formula),
                ..Item::new(method.name, method.meaning, method.source)
            };
            dice::methods().iter().map(formula).collect()
        }
        Topic::Presets => {
            scenario::presets().iter().map(|preset| Item::new(preset.name, preset.meaning.clone(), "")).collect()
        }
        Topic::Rules => OPTIONS.iter().map(rule).collect(),
        Topic::Keys => scenario::tables().iter().map(|keys| Item::new(keys.name(), keys.meaning(), "")).collect(),
        Topic::Names => CONTEXTS.iter().flat_map(|context| context.keys.iter().map(|key| keyed(key, context))).collect(),
        Topic::Policies => {
            record::shipped().iter().map(|one| Item::new(one.policy.name.as_str(), one.meaning.clone(), "")).collect()
        }
        Topic::Scale => SCALES.iter().map(scale).collect(),
        Topic::Weapons => WEAPONS.iter().map(weapon).chain(GUNS.iter().map(gun)).collect(),
        Topic::Armor => [("armor", ARMOR), ("shield", SHIELDS)]
            .into_iter()
            .flat_map(|(kind, gear)| gear.iter().map(move |gear| protection(kind, gear)))
            .collect(),
        Topic::Measures => {
            SUBJECTS.iter().flat_map(|kind| kind.measures().into_iter().map(|one| measure(*kind, one))).collect()
        }
        Topic::Charts => subject::charts().iter().map(|kind| Item::new(kind.name, kind.meaning, "")).collect(),
        // They are in the library, or shown alone.
        _ => Vec::new(),
    }
}

/// A part of what the sources print, entry by entry.
enum Collection {
    /// Stat blocks.
    Shelf(Shelf),
    /// Gifts, faults and powers of characters.
    Traits(traits::Kind),
}

impl Topic {
    /// The part of the library that it lists.
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

/// The short name of a source, whatever its case.
fn tag(source: &str) -> Result<&'static str, Error> {
    let tags = SOURCES.map(|(tag, _)| tag);
    let found = tags.into_iter().find(|tag| tag.eq_ignore_ascii_case(source));
    found.ok_or_else(|| {
        Error::input(format!("no source is called `{source}`")).with_help(format!("sources are {}", tags.join(", ")))
    })
}

/// Shows one stat block of a shelf whole; `list` is the topic with all of them.
fn one(args: &ListArgs, list: &str) -> Done {
    let name = args.words.join(" ");
    let tag = args.source.as_deref().map(tag).transpose()?;
    let mut found = library::find(&name);
    found.retain(|entry| tag.is_none_or(|tag| entry.tag() == tag));
    match found[..] {
        [entry] if args.json => screen::print(&json(&[stat_block(entry)])),
        [entry] => screen::print(&entry.stat_block("fighters")),
        [] => {
            let message = match name.is_empty() {
                true => "name the one to show".to_owned(),
                false => format!("the library has no `{name}`"),
            };
            let all = || format!("`fudgelab list {list}` shows them all");
            Err(unknown(message, &name, library::names().iter().map(String::as_str), all).into())
        }
        ref several => {
            let names: Vec<String> = several.iter().map(|entry| format!("`{}`", entry.full_name())).collect();
            let help = format!("say which: {}", names.join(", "));
            Err(Error::input(format!("several sources have a `{name}`")).with_help(help).into())
        }
    }
}

/// A stat block: a line of figures, and each of them apart.
fn stat_block(entry: &LibraryBlock) -> Item {
    let figures = entry.figures();
    let shown = figures.iter().filter(|(called, _)| !matches!(*called, "traits" | "note" | "the printed sum differs:"));
    let said = |(called, text): &(&str, String)| match *called {
        "attacks" => text.clone(),
        called => format!("{called} {text}"),
    };
    let line = shown.map(said).collect::<Vec<_>>().join("; ");
    Item { whole: Some((String::new(), owned(figures))), ..Item::new(&entry.name, line, &entry.source) }
}

/// A gift, fault, power or spell likewise.
fn in_a_line(entry: &traits::Feature) -> Item {
    let figures = entry.figures();
    let line = figures.iter().fold(entry.means.clone(), |line, (called, text)| format!("{line}; {called} {text}"));
    Item { whole: Some((entry.means.clone(), owned(figures))), ..Item::new(&entry.name, line, &entry.source) }
}

fn owned(figures: Vec<(&str, String)>) -> Vec<(String, String)> {
    figures.into_iter().map(|(called, text)| (called.to_owned(), text)).collect()
}

fn scale(row: &Scale) -> Item {
    let meaning = format!("{} times a human's Strength, {} times a human's Speed", row.strength, row.speed);
    Item::new(format!("{:+}", row.scale), meaning, "")
}

/// Whether a word names a folder, and no preset.
fn is_folder(word: &str) -> bool {
    Preset::find(word).is_err() && Path::new(word).is_dir()
}

/// The presets of one's own in a folder: its files with `[rules]` and nothing to roll.
///
/// # Errors
/// The folder has no such file.
fn presets_in(folder: &str) -> Result<Vec<Item>, Error> {
    let one = |path: PathBuf| {
        let read = scenario::own_preset(&path, false)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Some(match read {
            Ok(own) => {
                let base = ("base".to_owned(), own.base);
                let settings = own.settings.into_iter().map(|(key, setting)| (key.to_owned(), setting));
                Item {
                    choices: std::iter::once(base).chain(settings).collect(),
                    ..Item::new(name, own.title.unwrap_or_default(), "")
                }
            }
            Err(_) => Item::new(name, "not valid: `fudgelab validate` says why", ""),
        })
    };
    let found: Vec<Item> = files::scenarios_in(Path::new(folder))?.into_iter().filter_map(one).collect();
    if found.is_empty() {
        let error = Error::input(format!("there is no preset in the folder `{folder}`"));
        return Err(error.with_help("a preset is a file with `[rules]` and nothing to roll, such as house.toml"));
    }
    Ok(found)
}

fn rule(option: &RuleOption) -> Item {
    let (in_presets, agreed) = rulebook::in_presets(option);
    Item {
        choices: rulebook::choices(option).into_iter().chain([(String::new(), in_presets)]).collect(),
        // It names every preset.
        unsearched: usize::from(!agreed),
        ..Item::new(option.key, option.meaning, option.source)
    }
}

/// A key that holds a formula, with what the formula gives.
fn keyed(key: &str, context: &Context) -> Item {
    Item::new(key.replace('*', "NAME"), context.gives(), "")
}

/// The names that a formula of this key knows.
fn names_at(key: &str) -> Result<Vec<Item>, Error> {
    let of_dice = || {
        let spec = scenario::key_at(key)?;
        spec.kind.find(|kind| matches!(kind, Kind::Dice).then_some(&names::DICE))
    };
    match names::context_of(key).or_else(of_dice) {
        Some(context) => Ok(context.listed().into_iter().map(|(name, meaning)| Item::new(name, meaning, "")).collect()),
        None => {
            let known: Vec<String> =
                CONTEXTS.iter().flat_map(|context| context.keys).map(|pattern| filled(pattern, key)).collect();
            let all = || "`fudgelab list names` shows the keys that hold formulas".to_owned();
            Err(unknown(format!("no key `{key}` holds a formula"), key, known.iter().map(String::as_str), all))
        }
    }
}

/// A key with the names that stand in their place in another.
fn filled(pattern: &str, key: &str) -> String {
    let steps: Vec<&str> = key.split('.').collect();
    let filled = pattern.split('.').enumerate().map(|(place, part)| match part {
        "*" => steps.get(place).copied().unwrap_or("NAME"),
        part => part,
    });
    filled.collect::<Vec<_>>().join(".")
}

/// The keys of the table of this name, or else the key of this name itself with the keys of its table.
fn keys_of(name: &str) -> Result<Vec<Item>, Error> {
    let tables = scenario::tables();
    if let Some(keys) = tables.iter().find(|keys| same_word(keys.name(), name)) {
        return Ok(keys.specs().iter().map(key).collect());
    }
    let specs: Vec<&KeySpec> = tables.iter().flat_map(|keys| keys.specs()).collect();
    let mut items: Vec<Item> = Vec::new();
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
        return Err(unknown(format!("no table or key is called `{name}`"), name, names, all));
    }
    Ok(items)
}

/// A key, with what it must be, what holds without it, where it acts and how it is written.
fn key(spec: &KeySpec) -> Item {
    let row = |called: &str, text: String| (called.to_owned(), text);
    let required = spec.required().then(|| row("required", "it must be given".to_owned()));
    let acts = spec.acts.map(|acts| row("acts only with", format!("{} in [rules]", acts.cure)));
    let rows = [row("must be", spec.kind.expected())].into_iter().chain(required);
    let rows = rows.chain(spec.default().map(|default| row("default", default))).chain(acts);
    let choices = rows.chain([row("example", format!("{} = {}", spec.key, spec.example))]).collect();
    Item { choices, ..Item::new(spec.key, spec.meaning, "") }
}

/// A measure, with what it applies to and whether it must be asked for.
fn measure(kind: &dyn Cells, measure: &Measure) -> Item {
    let row = |called: &str, text: &str| (called.to_owned(), text.to_owned());
    let shown = if measure.counted == Counted::Distribution { "the chance of each value" } else { "one number" };
    let asked = measure.on_request.then(|| row("on request", "ask for it with [[ask]] or --figure"));
    let rows = [
        row("subject", kind.info().key.key),
        row("shown as", shown),
        row("one for", measure.per.words()),
        row("unit", measure.unit.name()),
    ];
    Item { choices: rows.into_iter().chain(asked).collect(), ..Item::new(measure.id, measure.meaning, "") }
}

fn weapon(weapon: &Weapon) -> Item {
    let factor = |family: &GearFamily| format!("{} {:+}", family.word(), weapon.factor(*family));
    let factors = GearFamily::ALL.iter().map(factor).collect::<Vec<_>>().join(", ");
    let halving = if weapon.halves_armor(GearFamily::Srd) { "; halves armor in srd" } else { "" };
    Item::new(weapon.name, factors + halving, "")
}

fn gun(gun: &Gun) -> Item {
    let rated = |family: &GearFamily| Some(format!("{} {:+}", family.word(), gun.factor(*family)?));
    let factors = GearFamily::ALL.iter().filter_map(rated).collect::<Vec<_>>().join(", ");
    Item::new(gun.name, format!("{factors}, in place of Strength and Scale"), "")
}

fn protection(kind: &str, gear: &Protection) -> Item {
    let [own, lite] = [GearFamily::Srd, GearFamily::Lite].map(|family| gear.value(family));
    let meaning = match (own, lite) {
        (Some(own), Some(lite)) if own != lite => format!("{kind} +{own}, lite +{lite}"),
        (Some(value), _) => format!("{kind} +{value}"),
        (None, lite) => format!("{kind}, lite +{}", lite.unwrap_or(0)),
    };
    Item::new(gear.name, meaning, "")
}

impl Item {
    fn new(name: impl Into<String>, meaning: impl Into<String>, source: &str) -> Self {
        Self {
            name: name.into(),
            meaning: meaning.into(),
            source: source.to_owned(),
            choices: Vec::new(),
            unsearched: 0,
            formula: None,
            whole: None,
        }
    }

    /// True where a word is found anywhere in it, case aside.
    fn holds(&self, word: &str) -> bool {
        let searched = self.choices.iter().take(self.choices.len() - self.unsearched);
        let choices = searched.flat_map(|(choice, meaning)| [choice, meaning]);
        let word = word.to_lowercase();
        [&self.name, &self.meaning, &self.source]
            .into_iter()
            .chain(choices)
            .any(|text| text.to_lowercase().contains(&word))
    }
}

fn text(items: &[Item], columns: usize) -> String {
    let mut out = String::new();
    let lead = items.iter().map(|item| width(&item.name)).max().unwrap_or(0);
    for item in items {
        let source = if item.source.is_empty() { String::new() } else { format!(" ({})", item.source) };
        hang(&mut out, &item.name, lead, &format!("{}{source}", item.meaning), columns);
        item.formula.iter().for_each(|formula| hang(&mut out, "", lead, formula, columns));
        let inner = item.choices.iter().map(|(choice, _)| width(choice)).max().unwrap_or(0);
        for (choice, meaning) in &item.choices {
            let choice = format!("{}{choice}", " ".repeat(lead + 2));
            hang(&mut out, &choice, lead + 2 + inner, meaning, columns);
        }
    }
    out
}

/// A name, and beside it its meaning in as many lines as it takes.
fn hang(out: &mut String, name: &str, lead: usize, meaning: &str, columns: usize) {
    let indent = lead + 2;
    let room = columns.saturating_sub(indent).max(20);
    for (place, line) in wrap(&clean(meaning), room).iter().enumerate() {
        let before = if place == 0 { name } else { "" };
        let fill = " ".repeat(indent.saturating_sub(width(before)));
        out.push_str(&format!("{before}{fill}{line}\n"));
    }
}

fn json(items: &[Item]) -> String {
    let choice = |(word, meaning): &(String, String)| json!({ "word": word, "meaning": meaning });
    let item = |item: &Item| {
        let (meaning, choices) =
            item.whole.as_ref().map_or((&item.meaning, &item.choices), |(meaning, all)| (meaning, all));
        let choices: Vec<Value> = choices.iter().map(choice).collect();
        let mut listed = json!({ "name": item.name, "meaning": meaning, "source": item.source, "choices": choices });
        if let Some(formula) = item.formula {
            listed["formula"] = json!(formula);
        }
        listed
    };
    format!("{:#}\n", Value::Array(items.iter().map(item).collect()))
}
