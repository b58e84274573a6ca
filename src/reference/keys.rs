//! Writes the reference of the scenario file: every table and key with its meaning, type, default and an example, from
//! the declarations that readers, messages and the JSON Schema also use.

use crate::document::{KeySpec, Keys, Kind};
use crate::report::formats::markdown::escaped;
use crate::scenario;

/// Table names, each with the header of the table's first occurrence, such as `[fighters.NAME]`.
type Headers = Vec<(&'static str, String)>;

/// The reference of scenario files as Markdown.
pub fn reference() -> String {
    let mut out = String::from(
        "# The scenario file\n\nEvery table and key, as `fudgelab list keys` lists them. A file is [TOML](https://toml.io): `[check]` begins a \
         table, `[fighters.snorri]` a table with a name of your own, `[[ask]]` one entry of a list. Levels are words of the ladder \
         (`\"Good\"`) or whole numbers counted from Fair = 0. A required key has no default. A table with a default of *nothing* is left out \
         if you do not need it. The options of `[rules]` with their choices are in [rules.md](rules.md). Written from the program itself; a \
         test holds this file to it.\n\nEditors that know TOML complete and check a file that begins with `#:schema` and the path of \
         [scenario.schema.json](scenario.schema.json), or of what `fudgelab schema` prints.\n\n",
    );
    let tables = scenario::tables();
    let headers = headers(&tables);
    for (name, header) in &headers {
        let written = if header.is_empty() { String::new() } else { format!(": `{header}`") };
        out.push_str(&format!("- [{name}](#{}){written}\n", anchor(name)));
    }
    for keys in tables {
        let header = headers.iter().find(|(name, _)| *name == keys.name()).map_or("", |(_, header)| header);
        let written = if header.is_empty() { String::new() } else { format!(" Written `{header}`.") };
        out.push_str(&format!("\n## {}\n\n{}{written}\n\n", keys.name(), escaped(keys.meaning())));
        out.push_str("| key | meaning | value | default | example |\n| --- | --- | --- | --- | --- |\n");
        keys.specs().iter().for_each(|spec| out.push_str(&row(spec)));
    }
    out
}

fn row(spec: &'static KeySpec) -> String {
    let acts = spec.acts.map_or_else(String::new, |acts| format!(" Acts only with {} in `[rules]`.", acts.cure));
    let default = if spec.required() { "required".to_owned() } else { spec.default().unwrap_or_default() };
    let inner: Vec<String> = tables_in(&spec.kind)
        .into_iter()
        .map(|(keys, _)| format!("[{}](#{})", keys.name(), anchor(keys.name())))
        .collect();
    let see = if inner.is_empty() { String::new() } else { format!(": {}", inner.join(", ")) };
    format!(
        "| `{}` | {}{acts} | {}{see} | {} | `{}` |\n",
        spec.key,
        in_table(spec.meaning),
        in_table(&spec.kind.expected()),
        in_table(&default),
        format!("{} = {}", spec.key, spec.example).replace('|', "\\|"),
    )
}

/// Escapes text with code spans for a Markdown table.
fn in_table(text: &str) -> String {
    let outside = |(place, part): (usize, &str)| match place % 2 {
        0 => escaped(part),
        _ => format!("`{}`", part.replace('|', "\\|")),
    };
    text.split('`').enumerate().map(outside).collect()
}

fn anchor(name: &str) -> String {
    name.replace(' ', "-")
}

/// The headers of all tables; the scenario itself comes first, without a header.
fn headers(tables: &[&'static Keys]) -> Headers {
    let mut headers: Headers = tables.first().map(|root| (root.name(), String::new())).into_iter().collect();
    for keys in tables {
        let own = headers.iter().find(|(name, _)| *name == keys.name()).map(|(_, header)| header.clone());
        let own = own.unwrap_or_default();
        let own = own.trim_matches(['[', ']']);
        for spec in keys.specs() {
            for (inner, shape) in tables_in(&spec.kind) {
                if headers.iter().all(|(name, _)| *name != inner.name()) {
                    let path = if own.is_empty() { spec.key.to_owned() } else { format!("{own}.{}", spec.key) };
                    headers.push((inner.name(), shape.header(&path)));
                }
            }
        }
    }
    headers
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
        Kind::List(kind) => within(kind, Shape::Listed).collect(),
        Kind::Map(kind) => within(kind, Shape::Named).collect(),
        Kind::Any(kinds) => kinds.iter().flat_map(tables_in).collect(),
        _ => Vec::new(),
    }
}
