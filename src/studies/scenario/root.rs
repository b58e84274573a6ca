//! The keys of a scenario as a whole, and its ladder.

use super::library::names as printed_names;
use super::rules::RULES;
use super::sections::after;
use super::sections::ask::{self, Request, read_asks};
use super::sections::definitions::{CONSTANTS, DICE};
use super::sections::expect::EXPECT;
use super::sections::run::{RUN, RunSection, read_run};
use super::sections::show::SHOW;
use crate::character::Sheet;
use crate::character::sheet_keys::{SHEET, sheet};
use crate::document::{
    Absent, Context, Document, Key, KeyOr, KeySpec, Keys, Kind, LoadOptions, Node, Problems, Reader,
    assembly::{INCLUDE, VARIANTS, VARY},
    decode, document_schema,
    include::AFTER,
    keys, load,
};
use crate::ladder::Ladder;
use crate::subject::SUBJECTS;
use crate::subject::fight::read::FIGHTER;
use crate::subject::process::read as process;
use std::path::Path;
use std::sync::LazyLock;

keys! {
    LADDER = "ladder": "Your own ladder of levels.";
    NAMES: Key<Vec<String>> = Key::new("names", Kind::List(&Kind::Text), |item| decode::list(decode::text)(item))
        .means("Names of the levels, from the lowest.", "[\"Weak\", \"Fair\", \"Strong\"]");
    LOWEST: KeyOr<i32> = Key::factor("lowest").means("The number of the lowest level.", "-1").or(-3);
    SUPERHUMAN: Key<i32> = Key::<i32>::integer("superhuman", 1, 50)
        .means("The level called Fair superhuman.", "4")
        .otherwise("4; on your own ladder, the level above its top");
}

keys! {
    /// The keys of a scenario, except those of subjects.
    pub(super) FRAME = "frame": "A scenario file.";
    + INCLUDE;
    + VARIANTS;
    + VARY;
    + DICE;
    + CONSTANTS;
    FORMAT: KeyOr<i64> = Key::<i64>::integer("format", 1, 1).means("The version of this format.", "1").or(1);
    TITLE: Key<String> = Key::text("title")
        .means("The question the file asks.", "\"A duel in a barroom\"")
        .otherwise("the name of the file, as words");
    LADDER_KEY: Key<Node> = Key::new("ladder", Kind::Table(&LADDER), decode::node)
        .means("Your own ladder of levels.", "{ lowest = -1, names = [\"Weak\", \"Fair\", \"Strong\"] }");
    RULES_KEY: Key<Node> = Key::new("rules", Kind::Table(&RULES), decode::node)
        .means("The rules in force.", "{ base = \"srd\" }");
    CAST: Key<Node> = Key::new("cast", Kind::Map(&Kind::Table(&FIGHTER)), decode::node).means(
        "Stat blocks that fighters can copy with `like`; they do not fight by themselves.",
        "{ goblin = { skill = \"Fair\", offense = 1 } }",
    );
    SIDES: Key<Node> = Key::new("sides", Kind::Map(&Kind::Table(&FIGHTER)), decode::node).means(
        "Keys for all fighters of a side, by the name of the side. A fighter's own keys take precedence.",
        "{ goblins = { flees = \"half down\" } }",
    );
    SHEETS: Key<Vec<(String, Sheet)>> =
        Key::new("sheets", Kind::Map(&Kind::Table(&SHEET)), |item| decode::map(sheet)(item)).means(
            "Characters on paper, which `fudgelab cost` prices; a file may hold only these.",
            "{ ada = { attributes = { Wits = \"Good\" }, skills = { Sword = \"Great\" } } }",
        );
    AFTER_KEY: Key<Node> = Key::new(AFTER, Kind::Table(&after::BEFORE), decode::node).means(
        "The fight before this one. The fighters of one side begin this fight as they ended the earlier one, with their wounds and without the Fudge points they spent. This fight happens only if at least one of them can go on.",
        "{ fight = \"goblins.toml\", side = \"party\" }",
    );
    RUN_KEY: Key<RunSection> = Key::new("run", Kind::Table(&RUN), |item| decode::table(read_run)(item))
        .means("How much to simulate.", "{ trials = 1_000_000 }");
    ASKS: Key<Vec<Request>> = Key::new("ask", Kind::List(&ask::ENTRY_KIND), read_asks).means(
        "What to compute in addition to the usual figures: another figure, or an analysis such as `tune`.",
        "[{ measure = \"party wins and not any of party dies\" }]",
    );
    EXPECTED: Key<Node> = Key::new("expect", Kind::List(&Kind::Table(&EXPECT)), decode::node).means(
        "Limits for figures. The exit code tells whether all figures are within them.",
        "[{ measure = \"ada wins\", between = [\"55 %\", \"60 %\"] }]",
    );
    SHOWS: Key<Node> = Key::new("show", Kind::List(&Kind::Table(&SHOW)), decode::node)
        .means("What to show of the results.", "[{ chart = \"rounds\" }]");
}

/// The keys of a scenario. The keys of subjects come after `rules`.
pub(crate) const ROOT: Keys = Keys::new("scenario", "A scenario file.", || &SPECS);

static SPECS: LazyLock<Vec<KeySpec>> = LazyLock::new(|| {
    let subjects = SUBJECTS.iter().map(|subject| subject.info().key);
    let own = FRAME.specs().iter();
    let behind = own.clone().position(|spec| spec.key == CAST.spec().key).unwrap_or_default();
    own.clone().take(behind).copied().chain(subjects).chain(own.skip(behind).copied()).collect()
});

/// The key at a path of a scenario, such as `opposed.active.minimum`. User-chosen names can be left out.
pub fn key_at(path: &str) -> Option<KeySpec> {
    let steps: Vec<String> = path.split('.').map(str::to_owned).collect();
    let (first, rest) = steps.split_first()?;
    let short = rest.iter().try_fold(ROOT.find(first)?, |spec, step| below(&spec.kind, step));
    short.copied().or_else(|| key_of(&steps))
}

/// Finds the key `step` in a table kind; for a map, in the tables that it contains.
fn below(kind: &Kind, step: &str) -> Option<&'static KeySpec> {
    match kind {
        Kind::Table(keys) | Kind::Open(keys, _) => keys.find(step),
        Kind::Map(inner) => below(inner, step),
        _ => None,
    }
}

/// The key at a path of a document, with user-chosen names and entries of lists: `fighters`, `goblin`, `skill`. An
/// entry of a map or a list has no key of its own: it gets the nearest key above it, with the kind of the entry.
pub(super) fn key_of(segments: &[String]) -> Option<KeySpec> {
    let (first, rest) = segments.split_first()?;
    inside(*ROOT.find(first)?, rest)
}

/// The key at the path `rest` below `spec`.
fn inside(spec: KeySpec, rest: &[String]) -> Option<KeySpec> {
    let Some((step, rest)) = rest.split_first() else { return Some(spec) };
    let unnamed = |kind: &Kind| KeySpec { kind: *kind, absent: Absent::Nothing, example: "", ..spec };
    spec.kind.find(|kind| match kind {
        Kind::Table(keys) => inside(*keys.find(step)?, rest),
        Kind::Map(inner) => inside(unnamed(inner), rest),
        Kind::Open(keys, others) => inside(keys.find(step).map_or_else(|| unnamed(others), |spec| *spec), rest),
        Kind::List(inner) if step.parse::<usize>().is_ok() => inside(unnamed(inner), rest),
        _ => None,
    })
}

/// The tables of keys that a scenario can contain, each once, starting with the scenario itself.
pub fn tables() -> Vec<&'static Keys> {
    let mut tables = vec![&ROOT];
    let mut next = 0;
    while let Some(keys) = tables.get(next).copied() {
        keys.specs().iter().for_each(|spec| collect_tables(&spec.kind, &mut tables));
        next += 1;
    }
    tables
}

/// The tables of keys that a value of this kind can be.
pub fn tables_in(kind: &'static Kind) -> Vec<&'static Keys> {
    let mut tables = Vec::new();
    collect_tables(kind, &mut tables);
    tables
}

/// Adds the tables of keys that a value of this kind can be to `tables`, each once.
fn collect_tables(kind: &'static Kind, tables: &mut Vec<&'static Keys>) {
    match kind {
        Kind::Table(keys) | Kind::Open(keys, _) => {
            if tables.iter().all(|known| known.name() != keys.name()) {
                tables.push(keys);
            }
            if let Kind::Open(_, others) = kind {
                collect_tables(others, tables);
            }
        }
        Kind::List(kind) | Kind::Map(kind) => collect_tables(kind, tables),
        Kind::Any(kinds) => kinds.iter().for_each(|kind| collect_tables(kind, tables)),
        _ => {}
    }
}

/// The JSON Schema of scenario files.
///
/// A key is required only inside lists, because anything else may come from an included file, a variant or `[vary]`.
pub fn schema() -> serde_json::Value {
    let mut schema = document_schema(&ROOT);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "fudgelab scenario".into();
    // The schema of fighters is in a lower layer, which does not know the names in the library.
    if let Some(like) = schema.pointer_mut("/$defs/fighter/properties/like").and_then(|like| like.as_object_mut()) {
        like.remove("type");
        like.insert("anyOf".to_owned(), serde_json::json!([{ "enum": printed_names() }, { "type": "string" }]));
    }
    schema
}

/// Like [`schema`], for a file with custom processes: it includes the tables that play them, with their keys.
///
/// # Errors
/// If the file cannot be read.
pub fn schema_for(path: &Path, allow_outside: bool) -> Result<serde_json::Value, Problems> {
    let Document { root, problems, .. } = load(path, LoadOptions { allow_outside });
    if root.as_table().is_none() || problems.is_incomplete() || problems.has_syntax_problems() {
        return Err(problems);
    }
    let mut schema = schema();
    for process in process::defined(&root) {
        schema["properties"][&process.key] = process::schema(process);
    }
    Ok(schema)
}

/// The ladder of a document, or the default one if the document has no valid ladder.
pub(super) fn ladder_of(document: &Node, problems: &mut Problems) -> Ladder {
    let Some(node) = document.get("ladder") else { return Ladder::default() };
    let read = Reader::open(node, "[ladder]", &LADDER, Context::plain(), problems, |reader| {
        let names = if reader.has(&NAMES) { Some(reader.read(&NAMES)?) } else { None };
        let lowest = reader.read(&LOWEST);
        let superhuman = reader.read(&SUPERHUMAN);
        let made = names.map_or_else(|| Ok(Ladder::default()), |names| Ladder::new(lowest, names));
        let made = made.and_then(|ladder| match superhuman {
            Some(offset) => ladder.with_superhuman(offset),
            None => Ok(ladder),
        });
        made.map_err(|error| reader.refuse_table::<()>(error.into())).ok()
    });
    read.unwrap_or_default()
}
