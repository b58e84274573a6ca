//! `list`: what there is to choose from.

use super::args::ListArgs;
use super::{Stop, screen};
use crate::chart;
use crate::dice;
use crate::error::Error;
use crate::report::rulebook;
use crate::report::text::{clean, width, wrap};
use crate::rules::gear::{ARMOR, Protection, SHIELDS, WEAPONS, Weapon};
use crate::rules::{Choice, GearFamily, OPTIONS, RuleOption};
use crate::scenario::{self, Preset};
use clap::ValueEnum;
use serde_json::{Value, json};

/// What can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Subject {
    /// Dice methods, and words that go before them
    Dice,
    /// Rule sets that [rules] may be based on
    Presets,
    /// Every option of [rules] with its choices
    Rules,
    /// Weapons known by name, with their offensive factors
    Weapons,
    /// Armor and shields known by name
    Armor,
    /// Kinds of charts
    Charts,
}

/// One thing on a list.
#[derive(Debug, Clone)]
struct Item {
    name: String,
    meaning: String,
    /// Where the rules of the game say it; empty where they do not.
    source: String,
    /// What it may be set to, each with its meaning.
    choices: Vec<(String, String)>,
}

/// Prints a list.
///
/// # Errors
/// Words that nothing on the list holds; a closed pipe.
pub(super) fn list(args: &ListArgs) -> Result<(), Stop> {
    if args.markdown {
        return match args.subject {
            Subject::Rules => screen::print(&rulebook::reference()),
            _ => Err(Error::input("only the rules are listed as Markdown").with_help("leave `--markdown` out").into()),
        };
    }
    let mut items = items(args.subject);
    items.retain(|item| args.words.iter().all(|word| item.holds(word)));
    if items.is_empty() {
        let subject = args.subject.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let wanted = args.words.join(" ");
        let help = format!("`fudgelab list {subject}` shows them all");
        return Err(Error::input(format!("nothing in the list of {subject} holds `{wanted}`")).with_help(help).into());
    }
    screen::print(&if args.json { json(&items) } else { text(&items, screen::style().width) })
}

fn items(subject: Subject) -> Vec<Item> {
    match subject {
        Subject::Dice => {
            dice::methods().iter().map(|method| Item::new(method.name, method.meaning, method.source)).collect()
        }
        Subject::Presets => scenario::presets().iter().map(preset).collect(),
        Subject::Rules => OPTIONS.iter().map(rule).collect(),
        Subject::Weapons => WEAPONS.iter().map(weapon).collect(),
        Subject::Armor => [("armor", ARMOR), ("shield", SHIELDS)]
            .into_iter()
            .flat_map(|(kind, gear)| gear.iter().map(move |gear| protection(kind, gear)))
            .collect(),
        Subject::Charts => chart::kinds().iter().map(|kind| Item::new(kind.name, kind.meaning, "")).collect(),
    }
}

fn preset(preset: &Preset) -> Item {
    let note = match preset.not_yet.join(", ") {
        missing if missing.is_empty() => String::new(),
        missing => format!("; not in it yet: {missing}"),
    };
    Item::new(preset.name, format!("{}{note}", preset.meaning), "")
}

fn rule(option: &RuleOption) -> Item {
    let in_presets = (String::new(), rulebook::in_presets(option));
    Item {
        choices: rulebook::choices(option).into_iter().chain([in_presets]).collect(),
        ..Item::new(option.key, option.meaning, option.source)
    }
}

fn weapon(weapon: &Weapon) -> Item {
    let factor = |family: &GearFamily| format!("{} {:+}", family.word(), weapon.factor(*family));
    let factors = GearFamily::ALL.iter().map(factor).collect::<Vec<_>>().join(", ");
    Item::new(weapon.name, factors, "")
}

fn protection(kind: &str, gear: &Protection) -> Item {
    Item::new(gear.name, format!("{kind} +{}", gear.value), "")
}

impl Item {
    fn new(name: impl Into<String>, meaning: impl Into<String>, source: &str) -> Self {
        Self { name: name.into(), meaning: meaning.into(), source: source.to_owned(), choices: Vec::new() }
    }

    /// True where a word is found anywhere in it, case aside.
    fn holds(&self, word: &str) -> bool {
        let choices = self.choices.iter().flat_map(|(choice, meaning)| [choice, meaning]);
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
        let inner = item.choices.iter().map(|(choice, _)| width(choice)).max().unwrap_or(0);
        for (choice, meaning) in &item.choices {
            let choice = format!("{}{choice}", " ".repeat(lead + 4));
            hang(&mut out, &choice, lead + 4 + inner, meaning, columns);
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
        let choices: Vec<Value> = item.choices.iter().map(choice).collect();
        json!({ "name": item.name, "meaning": item.meaning, "source": item.source, "choices": choices })
    };
    format!("{:#}\n", Value::Array(items.iter().map(item).collect()))
}
