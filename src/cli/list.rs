//! `list`: lists dice, rules, keys, creatures and so on.

use super::args::ListArgs;
use super::files;
use super::screen::{self, Done};
use fudgelab::error::Error;
use fudgelab::reference::library::document;
use fudgelab::reference::lists::{
    IN_NAME, INSIDE, ListItem, Topic, elsewhere, formulas_in, items, keys_of, names_at, stat_block,
};
use fudgelab::reference::{keys, rulebook};
use fudgelab::rules::RuleOption;
use fudgelab::scenario::library::{self, SOURCES};
use fudgelab::scenario::{self, Preset};
use fudgelab::text::{clean, unknown_word, width, wrap};
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
    let list = [&[args.topic.word().to_owned()][..], &args.words[..args.words.len() - words.len()]].concat().join(" ");
    let mut ranked: Vec<(usize, &ListItem)> = items.iter().filter_map(|item| Some((item.rank(words)?, item))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let best = ranked.first().map_or(0, |(rank, _)| *rank);
    ranked.retain(|(rank, _)| best == INSIDE || *rank < INSIDE);
    let found: Vec<&ListItem> = ranked.iter().map(|(_, item)| *item).collect();
    match ranked[..] {
        [] => {
            let wanted = words.join(" ");
            let message = format!("nothing in the list of {list} matches `{wanted}`");
            if let Some(hint) = elsewhere(args.topic, words, IN_NAME).filter(|_| args.source.is_none()) {
                return Err(Error::input(message).with_help(hint).into());
            }
            let known = items.iter().flat_map(ListItem::known_words);
            Err(unknown_word(message, &wanted, known, || format!("`fudgelab list {list}` shows them all")).into())
        }
        _ if args.json => screen::print(&json(&found)),
        _ if words.is_empty() => screen::print(&(entries(&found, true).concat() + &note(args, &items))),
        [(rank, _), ..] => {
            let is_named = rank == 0 || found.len() == 1;
            let command = format!("fudgelab list {list}");
            let also = elsewhere(args.topic, words, 0).filter(|_| rank > 0);
            let also = also.map_or_else(String::new, |hint| hint + "\n");
            screen::print(&(screenful(&found, args.topic, is_named, &command, words) + &also))
        }
    }
}

/// Maximum number of lines of the entries that a search finds; the lines below them fit on the same screen.
const MOST_LINES: usize = 19;

/// The keys inside a table of `names`, or a hint if `listed` has the keys themselves; empty in other lists.
fn note(args: &ListArgs, listed: &[ListItem]) -> String {
    let table = args.words.first().filter(|_| args.topic == Topic::Names);
    let keys = table.map(|table| formulas_in(table)).unwrap_or_default();
    let keys: Vec<&ListItem> = keys.iter().collect();
    match keys[..] {
        [] => String::new(),
        [key, ..] if key.name == listed[0].name => {
            format!("\nNames for one of them: `fudgelab list names {}`\n", clean(&key.name))
        }
        _ => format!("\nKeys whose formulas can use these names:\n{}", entries(&keys, true).concat()),
    }
}

/// The entries that a search finds, best first. If they do not fit on a screen, they lose their choices, and the last
/// are only counted. With `is_named`, the first keeps its choices, and an option shows its formulas.
fn screenful(found: &[&ListItem], topic: Topic, is_named: bool, command: &str, words: &[String]) -> String {
    let mut shown = entries(found, true);
    let option = RuleOption::find(&found[0].name).filter(|_| is_named && topic == Topic::Rules);
    if let Some((sentence, formulas)) = option.and_then(rulebook::formulas) {
        shown[0].push_str(&format!("\n{sentence}\n\n{formulas}"));
    }
    let lines = |entry: &String| entry.lines().count();
    if shown.iter().map(lines).sum::<usize>() <= MOST_LINES {
        return shown.concat();
    }
    let whole = usize::from(is_named);
    shown.truncate(whole);
    shown.extend(entries(found, false).split_off(whole));
    let totals = shown.iter().scan(0, |total, entry| {
        *total += lines(entry);
        Some(*total)
    });
    let fitting = totals.take_while(|total| *total <= MOST_LINES).count();
    shown.truncate(fitting.max(1));
    let mut out = shown.concat() + "\n";
    let others = &found[shown.len()..];
    if !others.is_empty() {
        let names: Vec<_> = others.iter().take(3).map(|item| clean(&item.name)).collect();
        let rest = if others.len() > names.len() { " …" } else { "" };
        out.push_str(&format!("More matches ({}): {}{rest}\n", others.len(), names.join(", ")));
        out.push_str(&format!("All of them: `{command} {} --json`\n", clean(&words.join(" "))));
    }
    if found[whole..].iter().any(|item| !item.choices.is_empty()) {
        out.push_str(&format!("One with its choices: `{command} NAME`\n"));
    }
    out
}

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
        [entry] if args.json => screen::print(&json(&[&stat_block(entry)])),
        [entry] => screen::print(&entry.stat_block("fighters")),
        [] => {
            let message = match name.is_empty() {
                true => "name the one to show".to_owned(),
                false => format!("the library has no `{name}`"),
            };
            let all = || format!("`fudgelab list {list}` shows them all");
            Err(unknown_word(message, &name, library::names().iter().map(String::as_str), all).into())
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

/// The entries, each with the lines that show it.
fn entries(items: &[&ListItem], with_choices: bool) -> Vec<String> {
    let columns = screen::style().width;
    let lead = items.iter().map(|item| width(&item.name)).max().unwrap_or(0);
    let entry = |item: &&ListItem| {
        let mut out = String::new();
        let source = if item.source.is_empty() { String::new() } else { format!(" ({})", item.source) };
        hang(&mut out, &item.name, lead, &format!("{}{source}", item.meaning), columns);
        item.formula.iter().for_each(|formula| hang(&mut out, "", lead, formula, columns));
        let inner = item.choices.iter().map(|(choice, _)| width(choice)).max().unwrap_or(0);
        for (choice, meaning) in item.choices.iter().filter(|_| with_choices) {
            let choice = format!("{}{choice}", " ".repeat(lead + 2));
            hang(&mut out, &choice, lead + 2 + inner, meaning, columns);
        }
        out
    };
    items.iter().map(entry).collect()
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

fn json(items: &[&ListItem]) -> String {
    let choice = |(word, meaning): &(String, String)| json!({ "word": word, "meaning": meaning });
    let item = |item: &&ListItem| {
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
