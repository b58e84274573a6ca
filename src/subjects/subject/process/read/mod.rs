//! Reads `[process.NAME]` and `[NAME]`.

mod check;
mod defined;
mod formula;
mod lines;
mod own_keys;
mod parts;
mod refusal;
mod schema;

use super::FileProcess;
use crate::check::process::{Board, BoundedNumber, EndRule, FoundInTrials, Measured, Process, Search, Trouble};
use crate::dice::{Definitions, Dice};
use crate::document::{Entry, Item, Key, Kind, Node, Problems, Span, Table, Value, decode, keys};
use crate::exact::{Limits, explore};
use crate::formula::UNSET;
use crate::ladder::Ladder;
use crate::rules::Success;
pub use defined::{check_sections, default_of, defined, key_of, keys_of, played};
use refusal::{refuse, unknown_part};
pub use schema::schema;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

keys! {
    pub(crate) PROCESS = "process": "A process of your own: counters, the lines of each step, and the ways to end.";
    ABOUT: Key<String> = Key::text("about").means("What it is, in a sentence.", "\"A ritual with backlash\"");
    PERIOD: Key<String> = Key::text("period").means("The word for a step.", "\"hour\"").otherwise("a step");
    KEYS: Key<Node> = Key::new("keys", Kind::Map(&Kind::Free), decode::node).means(
        "The keys that `[NAME]` may set, each with its default.",
        "{ trait = \"Good\", needed = { number = 5, from = 1, to = 20 } }",
    );
    COUNTERS: Key<Node> = Key::new("counters", Kind::Map(&Kind::Free), decode::node).means(
        "Whole numbers that are remembered from step to step, each with its bounds.",
        "{ power = { to = \"needed\" } }",
    );
    BEGIN: Key<Node> = Key::new("begin", Kind::List(&Kind::Free), decode::node)
        .means("The lines before the first step.", "[{ roll = \"catch\", trait = \"body\" }]");
    STEP: Key<Node> = Key::new("step", Kind::List(&Kind::Free), decode::node)
        .means("The lines of each step, in order: rolls, changes of counters, sentences.", "[{ power = \"power + 1\" }]");
    ENDS: Key<Node> = Key::new("ends", Kind::Map(&Kind::Free), decode::node)
        .means("The ways to end, each with its condition; of several that hold the first counts.", "{ done = \"power = needed\" }");
    MEASURES: Key<Node> = Key::new("measures", Kind::Map(&Kind::Free), decode::node).means(
        "Figures beside the share of each end and the mean number of steps.",
        "{ strain = { mean = \"strain\", given = \"done\" } }",
    );
}

/// A definition being read.
pub(super) struct DefinitionReader<'d, 'p> {
    name: String,
    ladder: &'d Ladder,
    definitions: &'d Definitions,
    /// The dice of `[rules]`.
    dice: Arc<Dice>,
    problems: &'p mut Problems,
    /// The board, with the names known so far.
    layout: Board,
    /// The meaning of each name on the board.
    slots: Vec<NameRole>,
    keys: Vec<OwnKey>,
    counters: Vec<BoundedNumber>,
    /// The names of rolls, each with the path and source position of its first line.
    rolls: Vec<(String, String, Span)>,
    /// The names of tallies, each with its source position.
    tallies: Vec<(String, Span)>,
    /// The board indices of names that formulas use.
    named: BTreeSet<usize>,
    /// The board indices of counters and tallies that lines change.
    changed: BTreeSet<usize>,
    /// The indices of dice keys that rolls use.
    dice_keys: BTreeSet<usize>,
    /// The source positions of formulas and other parts, by path.
    spans: HashMap<String, Span>,
    /// The last number given to a formula of the process.
    amounts: u32,
}

/// The meaning of a name on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameRole {
    Counter,
    Step,
    Tally,
    Roll,
    Key,
    Margin,
    End,
    /// True if the choice depends on a roll.
    Choice(bool),
}

/// A custom key of a process, with its value: the one set in the file, or else the default.
#[derive(Debug, Clone)]
struct OwnKey {
    name: String,
    holds: KeyValue,
}

#[derive(Debug, Clone)]
enum KeyValue {
    /// A level or a number.
    Number(i64),
    /// True or false.
    Truth(bool),
    /// A list of levels or numbers.
    List(Vec<i64>),
    /// Dice as text, with their path.
    Dice(Node, String),
    /// A formula with its path, and the default whose type it must have.
    Choice { set: (Node, String), default: Node },
}

/// Reads all definitions, and returns the process that the file plays.
pub(super) fn process(item: Item<'_>) -> Option<FileProcess> {
    let Value::Table(all) = &item.node.value else { return item.wrong() };
    let document = item.context.document;
    let set = |name: &str| document.and_then(Node::as_table).and_then(|root| root.entry(name));
    let one = document.and_then(played).and_then(|one| all.entry(&one.key));
    let Some(one) = one else {
        let names: Vec<&str> = all.keys().collect();
        let second = all.entries().iter().filter_map(|entry| set(&entry.key)).nth(1);
        let (message, span) = match second {
            Some(second) => ("two processes are played", second.key_span),
            None => ("none of these processes is played", item.node.span),
        };
        let help = format!("play one of them by its table: {}", names.join(", "));
        refuse(item.problems, ("subject", "process", span), message, Some(help));
        return None;
    };
    let mut process = None;
    for entry in all.entries() {
        let settings = set(&entry.key).filter(|_| std::ptr::eq(entry, one));
        let read = definition(entry, settings, &item.context, item.problems);
        if std::ptr::eq(entry, one) {
            process = read;
        }
    }
    process
}

/// Reads and checks one definition. `settings` is the table `[NAME]`, if the file plays this process.
fn definition(
    entry: &Entry,
    settings: Option<&Entry>,
    context: &crate::document::Context<'_>,
    problems: &mut Problems,
) -> Option<FileProcess> {
    let before = problems.found();
    let place = format!("process.{}", entry.key);
    let Value::Table(table) = &entry.node.value else {
        if entry.node.value != Value::Invalid {
            refuse(problems, ("kind", &place, entry.node.span), "a process is a table", None);
        }
        return None;
    };
    let known: Vec<&str> = PROCESS.specs().iter().map(|spec| spec.key).collect();
    for part in table.entries().iter().filter(|part| !known.contains(&part.key.as_str())) {
        unknown_part(problems, part, &place, &known, "no such part of a process");
    }
    let mut definition = DefinitionReader {
        name: entry.key.clone(),
        ladder: context.ladder,
        definitions: context.definitions,
        dice: Arc::new(context.rules.dice.clone()),
        problems,
        layout: Board::default(),
        slots: Vec::new(),
        keys: Vec::new(),
        counters: Vec::new(),
        rolls: Vec::new(),
        tallies: Vec::new(),
        named: BTreeSet::new(),
        changed: BTreeSet::new(),
        dice_keys: BTreeSet::new(),
        spans: HashMap::new(),
        amounts: 0,
    };
    let margin = i64::from(context.rules.success == Success::Surpass);
    let process = definition.whole(table, entry, settings, margin)?;
    if definition.problems.found() != before {
        return None;
    }
    let (name, spans) = (definition.name, definition.spans);
    match explored(process, context.limits) {
        Ok(process) => Some(process),
        Err(trouble) => {
            let ends = format!("process.{name}.ends");
            let span = spans.get(&trouble.place).or_else(|| spans.get(&ends).filter(|_| trouble.place == ends));
            let span = span.copied().unwrap_or(entry.key_span);
            refuse(problems, (trouble.kind, &trouble.place, span), &trouble.message, None);
            None
        }
    }
}

/// Finds all situations of a process. If there are too many, the result has none, and trials check the process instead.
///
/// # Errors
/// If a formula has no value, the step is counted too far, no end can be reached from some situation, or the work was
/// stopped.
fn explored(mut process: Process, limits: &Limits<'_>) -> Result<FileProcess, Trouble> {
    let search = Search::new(&process);
    let found = explore(&search, limits);
    let searched = search.ended()?;
    process.dice = searched.dice;
    if let Some(why) = searched.too_many {
        process.in_trials = Some(FoundInTrials::default());
        return Ok(FileProcess { process, situations: Err(why), never: Vec::new() });
    }
    let found = found.map_err(|stopped| Trouble::new("interrupted", "", stopped.message()))?;
    if let Some(stuck) = found.stuck() {
        return Err(process.no_way_out(&found.states[stuck]));
    }
    let idle = process.lines().filter(|line| line.when.is_some() && !searched.played.contains(&line.place));
    let idle = idle.map(|line| format!("{}.when", line.place));
    let unreached =
        process.ends.iter().enumerate().filter(|(end, _)| found.ends.iter().all(|last| last.end != Some(*end)));
    let unreached = unreached.map(|(_, end)| format!("process.{}.ends.{}", process.name, end.name));
    let never = idle.chain(unreached).collect();
    Ok(FileProcess { process, situations: Ok(found), never })
}

impl DefinitionReader<'_, '_> {
    /// Reads all parts of a definition. `settings` is the table `[NAME]`, if the file has it. `margin` is the lowest
    /// degree that succeeds: 0, or 1 if a difficulty must be surpassed.
    fn whole(&mut self, table: &Table, entry: &Entry, settings: Option<&Entry>, margin: i64) -> Option<Process> {
        let place = format!("process.{}", self.name);
        let text = |key: &str| table.get(key).and_then(Node::as_str).map(str::to_owned);
        for key in ["about", "period"] {
            if let Some(node) = table.get(key).filter(|node| node.as_str().is_none()) {
                self.wrong_kind::<()>(node, &format!("{place}.{key}"), "text");
            }
        }
        for part in ["step", "ends"] {
            if table.get(part).is_none() {
                let message = format!("`{part}` is missing");
                refuse(self.problems, ("missing", &format!("{place}.{part}"), entry.key_span), &message, None);
            }
        }
        let (begin, step) = (self.lines_of(table, "begin"), self.lines_of(table, "step"));
        let counters = self.entries(table, "counters");
        let keys = self.entries(table, "keys");
        let ends = self.entries(table, "ends");
        let measures = self.entries(table, "measures");
        self.spans.insert(format!("{place}.ends"), table.get("ends").map_or(entry.key_span, |node| node.span));
        self.lay_out(&counters, &begin, &step);
        self.check_names(&keys, &counters, &ends);
        self.check_measures(&measures, &ends);
        let set = settings.and_then(|settings| settings.node.as_table());
        if let (Some(settings), None) = (settings, set) {
            self.wrong_kind::<()>(&settings.node, &self.name.clone(), "a table");
        }
        for own in set.into_iter().flat_map(Table::entries) {
            let known: Vec<&str> = keys.iter().map(|key| key.key.as_str()).collect();
            if !known.contains(&own.key.as_str()) {
                unknown_part(self.problems, own, &self.name, &known, "the process has no such key");
            }
        }
        for key in &keys {
            if let Some(key) = self.key(&key.key, &key.node, set.and_then(|set| set.get(&key.key))) {
                self.place_key(key);
            } else {
                // Formulas that use this key should not be reported as well.
                self.place_key(OwnKey { name: key.key.clone(), holds: KeyValue::Number(0) });
            }
        }
        self.put("margin", NameRole::Margin, margin);
        for counter in &counters {
            self.counter(counter);
        }
        self.layout.first_end = self.layout.names.len();
        ends.iter().for_each(|end| self.put(&end.key, NameRole::End, 0));
        self.choices();
        let begin = self.lines(&begin, false);
        let step = self.lines(&step, true);
        let ends: Vec<EndRule> = ends.iter().filter_map(|end| self.end(end)).collect();
        let measures: Vec<Measured> = measures.iter().filter_map(|measure| self.measure(measure)).collect();
        self.check_uses(&keys, &counters);
        let clock = self.clock(&begin, &step, &ends)?;
        Some(Process {
            name: self.name.clone(),
            about: text("about").unwrap_or_default(),
            period: text("period"),
            board: std::mem::take(&mut self.layout),
            counters: std::mem::take(&mut self.counters),
            begin,
            step,
            ends,
            measures,
            margin,
            clock,
            dice: HashMap::new(),
            in_trials: None,
        })
    }

    /// The entries of the table `key` in the definition; empty if it is missing. Reports a value that is not a table.
    fn entries(&mut self, table: &Table, key: &str) -> Vec<Entry> {
        let Some(node) = table.get(key) else { return Vec::new() };
        match &node.value {
            Value::Table(table) => table.entries().to_vec(),
            _ => {
                let place = format!("process.{}.{key}", self.name);
                self.wrong_kind::<()>(node, &place, "a table");
                Vec::new()
            }
        }
    }

    /// Adds a name with the role `slot` and the initial value `value` to the board.
    fn put(&mut self, name: &str, slot: NameRole, value: i64) {
        self.layout.names.push(name.to_owned());
        self.layout.fixed.push(value);
        self.slots.push(slot);
    }

    /// Adds a key to the board. A list adds one name for each entry and one for its length; dice add no name.
    fn place_key(&mut self, key: OwnKey) {
        match &key.holds {
            KeyValue::Number(number) => self.put(&key.name, NameRole::Key, *number),
            KeyValue::Truth(truth) => self.put(&key.name, NameRole::Key, (*truth).into()),
            KeyValue::List(entries) => {
                for (number, entry) in entries.iter().enumerate() {
                    self.put(&format!("{}{}{}", key.name, crate::formula::STEP, number + 1), NameRole::Key, *entry);
                }
                self.put(&format!("{}_count", key.name), NameRole::Key, entries.len() as i64);
            }
            KeyValue::Dice(..) => {}
            KeyValue::Choice { .. } => self.put(&key.name, NameRole::Choice(false), UNSET),
        }
        self.keys.push(key);
    }

    /// Adds the numbers that vary to the board: counters, the step, tallies and rolls. Finds the rolls in the lines.
    fn lay_out(&mut self, counters: &[Entry], begin: &[Node], step: &[Node]) {
        let is_tally = |entry: &&Entry| entry.node.as_table().is_some_and(|table| table.get("tally").is_some());
        let bounded = counters.iter().filter(|entry| !is_tally(entry));
        self.tallies = counters.iter().filter(is_tally).map(|entry| (entry.key.clone(), entry.key_span)).collect();
        for (which, lines) in [("begin", begin), ("step", step)] {
            for (number, line) in lines.iter().enumerate() {
                let Some(roll) = line.as_table().and_then(|table| table.get("roll")) else { continue };
                if let Some(name) = roll.as_str().filter(|name| self.rolls.iter().all(|(known, ..)| known != name)) {
                    let place = format!("process.{}.{which}[{}].roll", self.name, number + 1);
                    self.rolls.push((name.to_owned(), place, roll.span));
                }
            }
        }
        let add = |names: &mut Vec<String>, slots: &mut Vec<NameRole>, name: String, slot| {
            names.push(name);
            slots.push(slot);
        };
        let (names, slots) = (&mut self.layout.names, &mut self.slots);
        bounded.for_each(|entry| add(names, slots, entry.key.clone(), NameRole::Counter));
        self.layout.counters = names.len();
        add(names, slots, "step".to_owned(), NameRole::Step);
        self.tallies.iter().for_each(|(name, _)| add(names, slots, name.clone(), NameRole::Tally));
        self.rolls.iter().for_each(|(name, ..)| add(names, slots, name.clone(), NameRole::Roll));
        self.rolls.iter().for_each(|(name, ..)| add(names, slots, format!("{name}_natural"), NameRole::Roll));
        (self.layout.tallies, self.layout.rolls) = (self.tallies.len(), self.rolls.len());
    }
}
