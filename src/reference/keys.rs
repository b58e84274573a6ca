//! Writes the reference of the scenario file: every table and key with its meaning, type, default and an example, from
//! the declarations that readers, messages and the JSON Schema also use.

use super::layout::{escape_except_code, fold_if_long, heading_link, table, word_meanings};
use super::questions::FIGHTER_GROUPS;
use crate::document::{KeySpec, Keys, Kind};
use crate::rules::RuleOption;
use crate::scenario;

/// A table with the header of its first occurrence, such as `[fighters.NAME]`.
type TableWithHeader = (&'static Keys, String);

/// The questions in the contents, each with the beginnings of the paths of its tables. If several beginnings fit a
/// table, the longest counts.
const TABLES_BY_QUESTION: &[(&str, &[&str])] = &[
    ("What can a file contain?", &[""]),
    ("How are checks, contests and reactions rolled?", &["check", "opposed", "contest", "reaction"]),
    ("How do long tasks, races and custom processes work?", &["task", "group", "process"]),
    ("Who fights, with what and how?", &["fighters"]),
    ("Which special abilities can a fighter have?", &["fighters.NAME.abilities"]),
    ("How is magic cast?", &["fighters.NAME.spells", "casting"]),
    ("What happens before and after a fight?", &["after", "campaign", "healing", "affliction"]),
    ("What does a character cost?", &["sheets", "creation", "experience"]),
    ("Which rules apply?", &["rules", "ladder"]),
    ("What is asked, simulated and shown?", &["ask", "run", "expect", "show"]),
];

/// The reference of scenario files as Markdown.
pub fn reference() -> String {
    let mut out = String::from(
        "# The scenario file\n\nEvery table and key, grouped by the question that it answers. `fudgelab list keys fighter` prints one table. A file is \
         [TOML](https://toml.io): `[check]` begins a table, `[fighters.snorri]` a table with a name of your own, `[[ask]]` one entry of a list. \
         Levels are words of the ladder (`\"Good\"`) or whole numbers counted from Fair = 0. A required key has no default. A table with a \
         default of *nothing* is left out if you do not need it. The options of `[rules]` with their choices are in [rules.md](rules.md).\n\n\
         Editors that know TOML complete and check a file that begins with `#:schema` and the path of \
         [scenario.schema.json](scenario.schema.json), or of what `fudgelab schema` prints.\n\n",
    );
    let tables = tables_with_headers(&scenario::tables());
    let answers = TABLES_BY_QUESTION.iter().map(|(question, paths)| {
        let tables =
            paths.iter().flat_map(|path| tables.iter().filter(move |(_, header)| question_path(header) == Some(path)));
        (question, tables.collect::<Vec<_>>())
    });
    let mut sections = String::new();
    for (question, tables) in answers {
        let links: Vec<String> = tables.iter().map(|(keys, _)| heading_link(keys.name())).collect();
        out.push_str(&format!(
            "- {} {}\n",
            heading_link(question),
            fold_if_long(links.len(), "tables", &links.join(", "))
        ));
        sections.push_str(&format!("\n## {question}\n"));
        tables.iter().for_each(|headed| sections.push_str(&table_section(headed)));
    }
    out + &sections
}

/// The longest path in [`TABLES_BY_QUESTION`] with which `header` begins.
fn question_path(header: &str) -> Option<&'static &'static str> {
    let paths = TABLES_BY_QUESTION.iter().flat_map(|(_, paths)| *paths);
    paths.filter(|path| header.trim_matches('[').starts_with(**path)).max_by_key(|path| path.len())
}

fn table_section((keys, header): &TableWithHeader) -> String {
    let is_option = |spec: &KeySpec| keys.name() == "rules" && RuleOption::find(spec.key).is_some();
    let specs: Vec<_> = keys.specs().iter().filter(|spec| !is_option(spec)).collect();
    let written = if header.is_empty() { String::new() } else { format!(" Written `{header}`.") };
    let others = if specs.len() < keys.specs().len() { " All other keys are in [rules.md](rules.md)." } else { "" };
    let list = if keys.name() == FIGHTER_TABLE { fighter_groups(keys) } else { key_table(&specs) };
    format!("\n### {}\n\n{}{written}{others}\n\n{list}", keys.name(), escape_except_code(keys.meaning()))
}

/// The name of the table whose keys are split into groups.
const FIGHTER_TABLE: &str = "fighter";

/// The keys of a fighter: links to the groups, and a table of each group.
fn fighter_groups(keys: &Keys) -> String {
    let links: Vec<String> = FIGHTER_GROUPS.iter().map(|(title, _)| heading_link(title)).collect();
    let group = |(title, names): &(&str, &[&str])| {
        let specs: Vec<_> = names.iter().filter_map(|name| keys.find(name)).collect();
        format!("\n#### {title}\n\n{}", key_table(&specs))
    };
    format!("{}.\n{}", links.join(", "), FIGHTER_GROUPS.iter().map(group).collect::<String>())
}

fn key_table(specs: &[&'static KeySpec]) -> String {
    let rows: Vec<_> = specs.iter().copied().map(key_row).collect();
    table("keys", ["key", "meaning", "value", "default", "example"], &rows)
}

/// The row of a key: name, meaning, value, default and example.
fn key_row(spec: &'static KeySpec) -> [String; 5] {
    let acts = spec.acts.map_or_else(String::new, |acts| format!(" Acts only with {} in `[rules]`.", acts.cure));
    let default = if spec.required() { "required".to_owned() } else { spec.default().unwrap_or_default() };
    let mut inner: Vec<String> = tables_in(&spec.kind).into_iter().map(|(keys, _)| heading_link(keys.name())).collect();
    inner.dedup();
    let see = if inner.is_empty() { String::new() } else { format!(": {}", inner.join(", ")) };
    [
        format!("`{}`", spec.key),
        format!("{}{acts}", escape_except_code(spec.meaning)),
        fold_if_long(spec.kind.words().len(), "words", &escape_except_code(&spec.kind.expected()))
            + &word_meanings(&spec.kind)
            + &see,
        escape_except_code(&default),
        escape_except_code(&format!("`{} = {}`", spec.key, spec.example)),
    ]
}

/// All tables with their headers; the scenario itself comes first, with an empty header.
fn tables_with_headers(tables: &[&'static Keys]) -> Vec<TableWithHeader> {
    let mut headed: Vec<TableWithHeader> = tables.first().map(|root| (*root, String::new())).into_iter().collect();
    for keys in tables {
        let own = headed.iter().find(|(table, _)| table.name() == keys.name()).map(|(_, header)| header.clone());
        let own = own.unwrap_or_default();
        let own = own.trim_matches(['[', ']']);
        for spec in keys.specs() {
            for (inner, shape) in tables_in(&spec.kind) {
                if headed.iter().all(|(table, _)| table.name() != inner.name()) {
                    let path = if own.is_empty() { spec.key.to_owned() } else { format!("{own}.{}", spec.key) };
                    headed.push((inner, shape.header(&path)));
                }
            }
        }
    }
    headed
}

/// The form in which a key holds tables: one table, a map of named tables, or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    One,
    Named,
    Listed,
}

impl Shape {
    fn header(self, path: &str) -> String {
        match self {
            Self::One => format!("[{path}]"),
            Self::Named => format!("[{path}.NAME]"),
            Self::Listed => format!("[[{path}]]"),
        }
    }
}

/// The tables that a value of this kind can be or contain.
fn tables_in(kind: &'static Kind) -> Vec<(&'static Keys, Shape)> {
    let within = |kind: &'static Kind, shape: Shape| tables_in(kind).into_iter().map(move |(keys, _)| (keys, shape));
    match kind {
        Kind::Table(keys) => vec![(keys, Shape::One)],
        Kind::Open(keys, others) => std::iter::once((*keys, Shape::One)).chain(within(others, Shape::Named)).collect(),
        Kind::List(kind) => within(kind, Shape::Listed).collect(),
        Kind::Map(kind) => within(kind, Shape::Named).collect(),
        Kind::Any(kinds) => kinds.iter().flat_map(tables_in).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fighter_key_is_in_one_group() {
        let sorted = |mut keys: Vec<&'static str>| {
            keys.sort_unstable();
            keys
        };
        let tables = scenario::tables();
        let fighter = tables.iter().find(|keys| keys.name() == FIGHTER_TABLE).unwrap();
        let grouped = FIGHTER_GROUPS.iter().flat_map(|(_, keys)| *keys).copied().collect();
        assert_eq!(sorted(grouped), sorted(fighter.specs().iter().map(|spec| spec.key).collect()));
    }
}
