//! `[dice]` and `[constants]`: names that a file defines for its formulas.

use crate::dice::{Definition, Definitions, Unreadable};
use crate::document::{Key, Kind, Node, Problem, Problems, Value, decode, push_faults};
use crate::rules::names::{Declared, FOE, refusal};
use crate::study::Warning;
use crate::subject::SUBJECTS;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum absolute value of a constant.
const MAX_CONSTANT: i64 = 1_000_000;

pub(in crate::scenario) const DICE: Key<Node> = Key::new("dice", Kind::Map(&Kind::Text), decode::node).means(
    "Custom dice: names with their formulas. In a name, `N`, `M` and `K` stand for numbers and `X` for dice.",
    "{ house = \"highest(3, 4d6) - 12\", \"best of N X\" = \"best(N, X)\" }",
);

pub(in crate::scenario) const CONSTANTS: Key<Node> =
    Key::new("constants", Kind::Map(&Kind::Integer { min: -MAX_CONSTANT, max: MAX_CONSTANT }), decode::node)
        .means("Numbers by name, for all formulas of the file.", "{ edge = 2 }");

/// Reads `[dice]` and `[constants]`. Entries that cannot be read are reported and left out.
pub(in crate::scenario) fn definitions_of(document: &Node, problems: &mut Problems) -> Definitions {
    let entries = |key: &Key<Node>| document.entries_of(key.spec().key);
    check_tables(document, problems);
    let (fights, process) = (has_fights(document), document.get("process").is_some());
    let constant = Declared::Constant { fights, process };
    let mut constants = Vec::new();
    for entry in entries(&CONSTANTS) {
        match entry.node.value {
            Value::Integer(number) if !(-MAX_CONSTANT..=MAX_CONSTANT).contains(&number) => {
                let problem = Problem::new(format!("`{}` is out of range", entry.key)).at(entry.node.span);
                problems.push(problem.help("give a whole number within ±1,000,000"));
            }
            Value::Integer(number) => match refusal(constant, &entry.key, &|_| None) {
                Some(refused) => problems.push(Problem::from(&refused).at(entry.key_span)),
                None => constants.push((entry.key.clone(), number)),
            },
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
        if let Some(problem) =
            refused_name(Declared::Dice { fights, process }, &entry.key, &definitions.without_dice(), &[])
        {
            problems.push(problem.at(entry.key_span));
            continue;
        }
        match definitions.check(&Definition::new(&*entry.key, &**formula)) {
            Ok(()) => {}
            Err(Unreadable::Whole(error)) => problems.push(Problem::from(error).at(entry.node.span)),
            Err(Unreadable::Faults(_, faults)) => push_faults(faults, formula, entry.node.span, problems),
        }
    }
    check_traits(document, &definitions, problems);
    definitions
}

/// Whether formulas of the document can be about fights: it has fighters, or no subject at all.
fn has_fights(document: &Node) -> bool {
    let has = |key: &str| document.get(key).is_some();
    let others = SUBJECTS.iter().map(|subject| subject.info().key.key).filter(|key| *key != FIGHTERS);
    has(FIGHTERS) || !others.into_iter().any(has)
}

const FIGHTERS: &str = "fighters";

/// Rejects traits whose names already have a meaning in formulas.
fn check_traits(document: &Node, definitions: &Definitions, problems: &mut Problems) {
    let constants = definitions.without_dice().with_traits(Vec::new());
    for entry in document.entries_of(FIGHTERS).iter().flat_map(|block| block.node.entries_of("traits")) {
        if let Some(problem) = refused_name(Declared::Trait, &entry.key, &constants, &[]) {
            problems.push(problem.at(entry.key_span));
        }
    }
}

/// The problem with a name that already has a meaning in formulas, or that `definitions` or `known` already contain.
/// `None` if the name can be used.
pub(in crate::scenario) fn refused_name(
    declared: Declared,
    name: &str,
    definitions: &Definitions,
    known: &[String],
) -> Option<Problem> {
    let taken = |name: &str| {
        let of = |table: &str, name: &str| definitions.usage().any(|(known, own, _)| known == table && own == name);
        let foe = name.strip_prefix(FOE).unwrap_or(name);
        match name {
            _ if of("constants", name) => Some("is a constant of [constants]".to_owned()),
            _ if of("constants", &format!("{FOE}{name}")) => Some(format!("is a constant as `{FOE}{name}`")),
            _ if of("dice", name) => Some("is a name of dice in [dice]".to_owned()),
            _ if definitions.traits().iter().any(|own| own == name || own == foe) => {
                Some("is a trait of a fighter".to_owned())
            }
            _ if known.iter().any(|known| known == name) => Some("is already a name".to_owned()),
            _ => None,
        }
    };
    refusal(declared, name, &taken).map(|refused| Problem::from(&refused))
}

/// The traits of fighters that formulas can name.
fn traits_of(document: &Node) -> Vec<String> {
    let traits = document.entries_of("fighters").iter().flat_map(|block| block.node.entries_of("traits"));
    let names: BTreeSet<&String> =
        traits.map(|entry| &entry.key).filter(|name| refusal(Declared::Let, name, &|_| None).is_none()).collect();
    names.into_iter().cloned().collect()
}

/// Reports `dice` or `constants` that are not tables. The action dice, for example, are a key of `[rules]`.
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

/// The table and name of each definition in the document itself.
pub(in crate::scenario) fn own_names(document: &Node) -> BTreeSet<(&'static str, String)> {
    let names = |key: &'static str| document.entries_of(key).iter().map(move |entry| (key, entry.key.clone()));
    [DICE.spec().key, CONSTANTS.spec().key].into_iter().flat_map(names).collect()
}

/// The constants and dice of a file, and whether some formula or key uses them.
#[derive(Debug, Default)]
pub(in crate::scenario) struct FileDefinitions(BTreeMap<(&'static str, String), bool>);

impl FileDefinitions {
    /// Records which definitions have been used. Only those in `own`, from the file itself, count; those of a preset do
    /// not.
    pub(in crate::scenario) fn record_uses(
        &mut self,
        definitions: &Definitions,
        own: &BTreeSet<(&'static str, String)>,
    ) {
        for (table, name, named) in definitions.usage() {
            let key = (table, name.to_owned());
            if own.contains(&key) {
                *self.0.entry(key).or_default() |= named;
            }
        }
    }

    /// Warnings about definitions that are used neither here nor in `other`.
    pub(in crate::scenario) fn unused_warnings(&self, other: &Self) -> Vec<Warning> {
        let unnamed = self.0.iter().filter(|(key, named)| !**named && other.0.get(key) != Some(&true));
        let warning = |((table, name), _): (&(&'static str, String), &bool)| {
            let (reason, remedy) = match *table {
                "constants" => ("no formula uses it", "use it in a formula, or leave it out"),
                _ => ("it is never used", "use its name as `dice`, or leave it out"),
            };
            Warning::idle(format!("`{name}` of [{table}]"), reason, remedy)
        };
        unnamed.map(warning).collect()
    }
}
