//! Presets: rule sets that are read like a user's own `[rules]`, either shipped or from a file that `rules.base` names.

use super::root::{ROOT, RULES_KEY, TITLE};
use super::rules::{BASE, BasedRules, RULES, apply, leave_out_meaningless, refuse_levels, report_contradictions};
use super::sections::definitions::{CONSTANTS, DICE, definitions_of};
use super::shipped_presets::{DEFAULT_PRESET, FILES};
use crate::document::{
    AnyKey, Bases, Context, Document, Entry, Item, LoadOptions, Node, Path as KeyPath, Problem, Problems, Reader,
    Table, Value, decode, did_you_mean, excerpt, is_file, listed, load, parse::parse_as,
};
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::rules::{OPTIONS, Rules, Scope, differing};
use crate::study::Warning;
use crate::subject::SUBJECTS;
use std::path::Path;
use std::sync::LazyLock;

#[derive(Debug, Clone)]
pub struct Preset {
    pub name: &'static str,
    /// A one-line description.
    pub meaning: String,
    pub rules: Rules,
}

static PRESETS: LazyLock<Vec<Preset>> =
    LazyLock::new(|| FILES.iter().filter_map(|(name, text)| read(name, text).ok()).collect());

pub fn presets() -> &'static [Preset] {
    &PRESETS
}

/// The default preset: its name and its rules.
pub(super) fn default_preset() -> (String, Rules) {
    let rules = Preset::find(DEFAULT_PRESET).map_or_else(|_| Rules::plain(), |(_, rules)| rules.clone());
    (DEFAULT_PRESET.to_owned(), rules)
}

impl Preset {
    /// Returns the preset with this name, and its rules.
    ///
    /// # Errors
    /// If the name is unknown.
    pub fn find(name: &str) -> Result<(&'static Self, &'static Rules)> {
        let names: Vec<&str> = presets().iter().map(|preset| preset.name).collect();
        let unknown = || {
            let meant = did_you_mean(name, names.iter().copied());
            let help = meant.unwrap_or_else(|| format!("presets are {}", listed(&names)));
            Error::input(format!("unknown preset `{name}`")).with_help(help)
        };
        let preset = presets().iter().find(|preset| preset.name == name).ok_or_else(unknown)?;
        Ok((preset, &preset.rules))
    }
}

/// Reads a shipped preset.
fn read(name: &'static str, text: &str) -> std::result::Result<Preset, Problems> {
    let mut problems = Problems::new();
    let root = parse_as(format!("{name}.toml"), text, &mut problems);
    let plain = (String::new(), Rules::plain());
    let read = read_file(&root, "the preset", plain, Context::plain(), &mut problems, &mut Vec::new());
    let (title, rules) = read.map_or_else(|| (None, Rules::plain()), |(title, read)| (title, read.rules));
    problems.into_result(Preset { name, meaning: title.unwrap_or_default(), rules })
}

/// A file that contains only a custom preset.
#[derive(Debug, Clone)]
pub struct OwnPreset {
    pub title: Option<String>,
    /// The name of the preset that it is based on.
    pub base: String,
    /// The options that differ from `base`: key and setting.
    pub settings: Vec<(&'static str, String)>,
}

/// Reads a file that has `[rules]` but no subject; `None` for any other file.
pub fn own_preset(path: &Path, allow_outside: bool) -> Option<std::result::Result<OwnPreset, Problems>> {
    let Document { mut root, mut problems, bases, .. } = load(path, LoadOptions { allow_outside });
    if !is_preset(&root) {
        return None;
    }
    insert_base_files(&mut root, &bases);
    let definitions = definitions_of(&root, &mut problems);
    let context = Context { definitions: &definitions, ..Context::plain() };
    let read = read_file(&root, "the preset", default_preset(), context, &mut problems, &mut Vec::new());
    let own = read.map(|(title, BasedRules { base, preset, rules, .. })| {
        let ladder = Ladder::default();
        let changed = differing(&rules, &preset, &ladder);
        let settings = OPTIONS.iter().filter(|option| changed.contains(&option.key));
        let settings = settings.map(|option| (option.key, option.setting(&rules, &ladder)));
        let by_formulas = rules.own.described().into_iter().map(|(key, _, text)| (key, text));
        let settings = settings.chain(by_formulas).collect();
        OwnPreset { title, base, settings }
    });
    let own = own.unwrap_or_else(|| OwnPreset { title: None, base: String::new(), settings: Vec::new() });
    Some(problems.into_result(own))
}

/// Whether a document has rules but no subject.
pub(super) fn is_preset(root: &Node) -> bool {
    let has = |key: &str| root.get(key).is_some();
    has(RULES_KEY.spec().key) && !SUBJECTS.iter().any(|subject| has(subject.info().key.key))
}

/// Reads the file of a preset like a scenario, starting from the preset `start`, and returns its title and its rules.
/// All other sections of a scenario are skipped.
pub(super) fn read_file(
    root: &Node,
    name: &str,
    start: (String, Rules),
    context: Context<'_>,
    problems: &mut Problems,
    notes: &mut Vec<Warning>,
) -> Option<(Option<String>, BasedRules)> {
    Reader::open(root, name, &ROOT, context, problems, |reader| {
        let read = [TITLE.spec().key, RULES_KEY.spec().key];
        ROOT.specs().iter().filter(|spec| !read.contains(&spec.key)).for_each(|spec| reader.skip(spec));
        let title = reader.read(&TITLE);
        reader.missing(&RULES_KEY);
        let rules = |reader: &mut Reader<'_>| Some(read_on_base(reader, start.clone(), None, Some(name), notes));
        let rules = reader.read_with(&RULES_KEY, decode::table(rules))?;
        Some((title, rules))
    })
}

/// The tables that a file inherits from its preset.
const DEFINITIONS: [&dyn AnyKey; 2] = [&DICE, &CONSTANTS];

/// Replaces the file name in `rules.base` with the content of that file: a table with one key, the name. The file's
/// `[dice]` and `[constants]` are merged under those of the document. Its other sections, such as fights and questions,
/// are left out.
pub(super) fn insert_base_files(document: &mut Node, bases: &Bases) {
    let path = KeyPath::of(["rules", "base"]);
    let Some(named) = path.find(document) else { return };
    let (Some(name), Some(root), span) = (named.as_str(), bases.of(named), named.span) else { return };
    let (name, mut root) = (name.to_owned(), root.clone());
    insert_base_files(&mut root, bases);
    if let Some(table) = root.as_table_mut() {
        merge_definitions(table, document);
        let known = |key: &str| key != RULES_KEY.spec().key && key != LADDER && ROOT.find(key).is_some();
        let entries = std::mem::take(table).into_entries().into_iter();
        *table = Table::new(entries.filter(|entry| !known(&entry.key)).collect());
    }
    let value = Value::Table(Table::new(vec![Entry { key: name, key_span: span, node: root }]));
    // This cannot fail: `rules` is a table, since it has a `base`.
    let _ = path.set(document, Node { value, span }, span);
}

/// The key of the table of levels, which a file does not inherit from its preset.
const LADDER: &str = "ladder";

/// Merges the definitions of a preset under those of a document.
fn merge_definitions(preset: &mut Table, document: &mut Node) {
    let Some(document) = document.as_table_mut() else { return };
    for key in DEFINITIONS.map(|key| key.spec().key) {
        let Some(mut lent) = preset.remove(key) else { continue };
        let own = document.get_or_insert(key, lent.key_span, || Node::empty_table(lent.node.span));
        let over = std::mem::replace(own, Node::empty_table(lent.node.span));
        lent.node.overlay(over);
        *own = lent.node;
    }
}

/// Reads the preset that a table of rules starts from: its name and rules. `None` if the table names no preset.
fn read_base(reader: &mut Reader<'_>, notes: &mut Vec<Warning>) -> Option<(String, Rules)> {
    reader.read_with(&BASE, |item| {
        let node = item.node;
        match &node.value {
            Value::String(name) if is_file(name) => item.refuse(misplaced_file(name)),
            Value::String(name) => {
                item.checked(Preset::find(name).map(|(preset, rules)| (preset.name.to_owned(), rules.clone())))
            }
            Value::Table(table) => match table.entries() {
                // A table written there by hand is invalid.
                [file] if file.node.span.source != node.span.source => read_own_preset(file, item, notes),
                _ => item.wrong(),
            },
            _ => item.wrong(),
        }
    })
}

/// The problem of a file name in a place where only a shipped preset can be named.
fn misplaced_file(name: &str) -> Problem {
    Problem::new(format!("the file `{}` cannot be a preset here", excerpt(name)))
        .help("name it as `base` in the `[rules]`, `[variants]` or `[vary]` of a scenario file")
}

/// Reads the name and the rules of a file that is a preset.
fn read_own_preset(file: &Entry, item: Item<'_>, notes: &mut Vec<Warning>) -> Option<(String, Rules)> {
    let name = &file.key;
    let rules =
        read_file(&file.node, &format!("`{}`", excerpt(name)), default_preset(), item.context, item.problems, notes)?
            .1
            .rules;
    if file.node.get(LADDER).is_some() {
        let reason = "only the rules, dice and constants of a preset are used";
        let remedy = "write the ladder into this file as well, or include a file that has it";
        notes.push(Warning::idle(format!("the `[ladder]` of `{name}`"), reason, remedy));
    }
    Some((name.clone(), rules))
}

/// Reads a table of rules, starting from the preset that it names, or else from `start`. Options of other scopes than
/// `scopes` are errors. Notes on options of the preset that are left out are added to `notes`. `file` is the name of
/// the file, if the file itself is a preset.
pub(super) fn read_on_base(
    reader: &mut Reader<'_>,
    start: (String, Rules),
    scopes: Option<&[Scope]>,
    file: Option<&str>,
    notes: &mut Vec<Warning>,
) -> BasedRules {
    let mut read = BasedRules::unchanged(read_base(reader, notes).unwrap_or(start));
    apply(reader, &mut read.rules, scopes);
    notes.extend(leave_out_meaningless(reader, &mut read, file));
    report_contradictions(reader, &read);
    refuse_levels(reader, &read);
    read
}

/// Returns the rules changed by a `[rules]` table, including its `base`. Does not check for contradictions;
/// [`Rules::check`] does.
///
/// # Errors
/// If the text has errors; all of them are returned.
pub fn amend(mut rules: Rules, toml: &str) -> std::result::Result<Rules, Problems> {
    let mut problems = Problems::new();
    let root = parse_as("[rules]", toml, &mut problems);
    Reader::open(&root, "[rules]", &RULES, Context::plain(), &mut problems, |reader| {
        if let Some((_, preset)) = read_base(reader, &mut Vec::new()) {
            rules = preset;
        }
        apply(reader, &mut rules, None);
        Some(())
    });
    problems.into_result(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::CONFLICTS;

    #[test]
    fn presets_have_no_errors_or_contradictions() {
        for (name, text) in FILES {
            let preset = read(name, text).unwrap_or_else(|problems| panic!("{}", problems.render(false)));
            let rules = preset.rules;
            rules.record.check().unwrap();
            for conflict in CONFLICTS {
                assert!(!(conflict.contradicts)(&rules), "{name}: {:?}", conflict.keys);
            }
        }
        assert_eq!(presets().len(), FILES.len());
    }

    #[test]
    fn find_accepts_names_and_suggests_near_ones() {
        assert!(Preset::find("srdd").unwrap_err().help().is_some_and(|help| help.contains("`srd`")));
        assert!(Preset::find("srd").is_ok());
    }
}
