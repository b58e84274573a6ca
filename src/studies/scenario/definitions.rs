//! `[dice]` and `[constants]`: additions of a file to formulas.

use crate::dice::{Definition, Definitions, Unreadable};
use crate::document::{Key, Kind, Node, Problem, Problems, Value, decode, push_faults};
use crate::formula::{Formula, Scope};
use crate::study::Warning;
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of a formula, either way.
const WIDEST: i64 = 1_000_000;

/// Dice of a file's own.
pub(super) const DICE: Key<Node> = Key::new("dice", Kind::Map(&Kind::Text), decode::node).means(
    "Dice of your own: a name, and the formula that it stands for. In a name, `N`, `M` and `K` stand for numbers and `X` for dice.",
    "{ house = \"highest(3, 4d6) - 12\", \"best of N X\" = \"best(N, X)\" }",
);

/// Numbers by name.
pub(super) const CONSTANTS: Key<Node> =
    Key::new("constants", Kind::Map(&Kind::Integer { min: -WIDEST, max: WIDEST }), decode::node)
        .means("Numbers by name, for all formulas of the file.", "{ edge = 2 }");

/// Reads both. What cannot be read is reported and left out.
pub(super) fn definitions_of(document: &Node, problems: &mut Problems) -> Definitions {
    let entries = |key: &Key<Node>| document.entries_of(key.spec().key);
    check_tables(document, problems);
    let mut constants = Vec::new();
    for entry in entries(&CONSTANTS) {
        match entry.node.value {
            Value::Integer(number) if !(-WIDEST..=WIDEST).contains(&number) => {
                let problem = Problem::new(format!("`{}` is out of range", entry.key)).at(entry.node.span);
                problems.push(problem.help("give a whole number within ±1,000,000"));
            }
            Value::Integer(_) if !is_name(&entry.key) => {
                let problem = Problem::new(format!("`{}` cannot be a name in formulas", entry.key)).at(entry.key_span);
                problems.push(
                    problem.help("a name begins with a small letter, as in `edge`, and is no word of the language"),
                );
            }
            Value::Integer(number) => constants.push((entry.key.clone(), number)),
            Value::Invalid => {}
            _ => problems.push(
                Problem::new(format!("`{}` must be a whole number", entry.key))
                    .at(entry.node.span)
                    .label(format!("this is {}", entry.node.value.noun())),
            ),
        }
    }
    let mut own: Vec<Definition> = Vec::new();
    for entry in entries(&DICE) {
        match &entry.node.value {
            Value::String(formula) => own.push(Definition::new(&*entry.key, &**formula)),
            Value::Invalid => {}
            other => problems.push(
                Problem::new(format!("`{}` must be a formula", entry.key))
                    .at(entry.node.span)
                    .label(format!("this is {}", other.noun()))
                    .help("such as `house = \"highest(3, 4d6) - 12\"`"),
            ),
        }
    }
    let definitions = Definitions::new(constants, own).with_traits(traits_of(document));
    for entry in entries(&DICE) {
        let Value::String(formula) = &entry.node.value else { continue };
        match definitions.check(&Definition::new(&*entry.key, &**formula)) {
            Ok(()) => {}
            Err(Unreadable::Whole(error)) => problems.push(Problem::from(error).at(entry.node.span)),
            Err(Unreadable::Faults(_, faults)) => push_faults(faults, formula, entry.node.span, problems),
        }
    }
    definitions
}

/// The traits that fighters have and that formulas can name.
fn traits_of(document: &Node) -> Vec<String> {
    let traits = document.entries_of("fighters").iter().flat_map(|block| block.node.entries_of("traits"));
    let names: BTreeSet<&String> = traits.map(|entry| &entry.key).filter(|name| is_name(name)).collect();
    names.into_iter().cloned().collect()
}

/// Refuses anything but tables: `dice` by itself is a key of `[rules]`.
fn check_tables(document: &Node, problems: &mut Problems) {
    for (key, help) in [
        (&DICE, "the action dice are `dice` of `[rules]`; `[dice]` holds dice of your own, each by its name"),
        (&CONSTANTS, "such as `edge = 2` below `[constants]`"),
    ] {
        let written = document.entries().iter().find(|entry| entry.key == key.spec().key);
        let wrong = written.filter(|entry| !matches!(entry.node.value, Value::Table(_) | Value::Invalid));
        if let Some(entry) = wrong {
            let problem = Problem::new(format!("`{}` must be a table", entry.key)).at(entry.key_span);
            problems.push(problem.label(format!("this is {}", entry.node.value.noun())).help(help));
        }
    }
}

/// The tables and names of all that a document itself defines.
pub(super) fn own_names(document: &Node) -> BTreeSet<(&'static str, String)> {
    let names = |key: &'static str| document.entries_of(key).iter().map(move |entry| (key, entry.key.clone()));
    [DICE.spec().key, CONSTANTS.spec().key].into_iter().flat_map(names).collect()
}

/// The constants and dice of a file, each with whether some formula or key has named it.
#[derive(Debug, Default)]
pub(super) struct Named(BTreeMap<(&'static str, String), bool>);

impl Named {
    /// Looks at the definitions with which something has been read: those of these tables and names, which are not a preset's.
    pub(super) fn look(&mut self, definitions: &Definitions, own: &BTreeSet<(&'static str, String)>) {
        for (table, name, named) in definitions.named() {
            let key = (table, name.to_owned());
            if own.contains(&key) {
                *self.0.entry(key).or_default() |= named;
            }
        }
    }

    /// Warnings of those that nothing names, neither here nor there.
    pub(super) fn unnamed(&self, other: &Self) -> Vec<Warning> {
        let unnamed = self.0.iter().filter(|(key, named)| !**named && other.0.get(key) != Some(&true));
        let warning = |((table, name), _): (&(&'static str, String), &bool)| {
            let (reason, remedy) = match *table {
                "constants" => ("no formula names it", "name it in a formula, or leave it out"),
                _ => ("no dice are called so", "write its name for `dice`, or leave it out"),
            };
            Warning::idle(format!("`{name}` of [{table}]"), reason, remedy)
        };
        unnamed.map(warning).collect()
    }
}

/// True if formulas can name it.
pub(super) fn is_name(word: &str) -> bool {
    Formula::read(word, &Scope { names: &[word], ..Scope::of_nothing() }).is_ok() && word != "need"
}
