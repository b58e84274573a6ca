//! `list`: lists dice, rules, keys, creatures and so on.

use super::args::ListArgs;
use super::files;
use super::screen::{self, Done};
use crate::error::Error;
use crate::reference::library::document;
use crate::reference::lists::{ListItem, Topic, items, keys_of, names_at, stat_block};
use crate::reference::{keys, rulebook};
use crate::rules::RuleOption;
use crate::scenario::library::{self, SOURCES};
use crate::scenario::{self, Preset};
use crate::text::{clean, unknown, width, wrap};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Prints a list.
///
/// # Errors
/// If no entry matches the words, an option does not fit the topic, or the output pipe is closed.
pub(super) fn list(args: &ListArgs) -> Done {
    if args.markdown {
        return match args.topic {
            Topic::Rules => screen::print(&rulebook::reference()),
            Topic::Keys => screen::print(&keys::reference()),
            topic if topic.has_sources() => screen::print(&document()),
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
        if !args.topic.has_sources() {
            let message = "only creatures, people, gifts, faults, powers and spells are listed by source";
            return Err(Error::input(message).with_help("leave `--source` out").into());
        }
        let tag = tag(source)?;
        items.retain(|item| item.source.split("; ").any(|source| source.split(' ').next() == Some(tag)));
    }
    let is_named = |item: &ListItem| words.iter().all(|word| item.name.to_lowercase().contains(&word.to_lowercase()));
    if matches!(args.topic, Topic::Rules | Topic::Keys) && items.iter().any(is_named) {
        items.retain(is_named);
    } else {
        items.retain(|item| words.iter().all(|word| item.holds(word)));
    }
    if items.is_empty() {
        let (topic, wanted) = (args.topic.word(), words.join(" "));
        let is_of_table = matches!(args.topic, Topic::Keys | Topic::Names);
        let topic = if is_of_table { format!("{topic} {}", args.words[0]) } else { topic.to_owned() };
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

/// Maximum number of matching rules that are shown with their choices.
const MOST_WHOLE: usize = 3;

/// The short name of a source, ignoring case.
fn tag(source: &str) -> Result<&'static str, Error> {
    let tags = SOURCES.map(|(tag, _)| tag);
    let found = tags.into_iter().find(|tag| tag.eq_ignore_ascii_case(source));
    found.ok_or_else(|| {
        Error::input(format!("no source is called `{source}`")).with_help(format!("sources are {}", tags.join(", ")))
    })
}

/// Prints one stat block of the library. `list` is the topic that lists all of them.
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

/// Whether `word` is a folder and not a preset.
fn is_folder(word: &str) -> bool {
    Preset::find(word).is_err() && Path::new(word).is_dir()
}

/// The custom presets in a folder: its files with `[rules]` and nothing to roll.
///
/// # Errors
/// If the folder has no such file.
fn presets_in(folder: &str) -> Result<Vec<ListItem>, Error> {
    let one = |path: PathBuf| {
        let read = scenario::own_preset(&path, false)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Some(match read {
            Ok(own) => {
                let base = ("base".to_owned(), own.base);
                let settings = own.settings.into_iter().map(|(key, setting)| (key.to_owned(), setting));
                ListItem {
                    choices: std::iter::once(base).chain(settings).collect(),
                    ..ListItem::new(name, own.title.unwrap_or_default(), "")
                }
            }
            Err(_) => ListItem::new(name, "not valid: `fudgelab validate` says why", ""),
        })
    };
    let found: Vec<ListItem> = files::scenarios_in(Path::new(folder))?.into_iter().filter_map(one).collect();
    if found.is_empty() {
        let error = Error::input(format!("there is no preset in the folder `{folder}`"));
        return Err(error.with_help("a preset is a file with `[rules]` and nothing to roll, such as house.toml"));
    }
    Ok(found)
}

fn text(items: &[ListItem], columns: usize) -> String {
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

/// Adds a name and, to the right of it, its meaning on as many lines as needed.
fn hang(out: &mut String, name: &str, lead: usize, meaning: &str, columns: usize) {
    let indent = lead + 2;
    let room = columns.saturating_sub(indent).max(20);
    for (place, line) in wrap(&clean(meaning), room).iter().enumerate() {
        let before = if place == 0 { name } else { "" };
        let fill = " ".repeat(indent.saturating_sub(width(before)));
        out.push_str(&format!("{before}{fill}{line}\n"));
    }
}

fn json(items: &[ListItem]) -> String {
    let choice = |(word, meaning): &(String, String)| json!({ "word": word, "meaning": meaning });
    let item = |item: &ListItem| {
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
