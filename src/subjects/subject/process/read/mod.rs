//! Reads `[process.NAME]` and `[NAME]`.

mod check;
mod defined;
mod formula;
mod lines;
mod own_keys;
mod parts;
mod schema;

use super::FileProcess;
use crate::check::process::{BoardLayout, BoundedNumber, FoundInTrials, Process};
use crate::dice::Dice;
use crate::document::reader::unknown_key;
use crate::document::{
    AnyKey, Context, Entry, Item, Key, Kind, Node, Problem, Problems, Reader, Span, Table, Value, decode, keys,
};
use crate::formula::UNSET;
use crate::rules::Success;
pub use defined::{check_sections, default_of, defined, key_of, keys_of, played};
use lines::LINE_KIND;
use own_keys::{KEY_KIND, UnreadFormula};
use parts::{COUNTER, END_KIND, MEASURE};
pub use schema::schema;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

keys! {
    pub(crate) PROCESS = "process": "A custom process: counters, the lines of each step, and the ends.";
    ABOUT: Key<String> = Key::text("about").means("The process described in a sentence.", "\"A ritual with backlash\"");
    PERIOD: Key<String> = Key::text("period").means("The word for a step.", "\"hour\"").otherwise("a step");
    KEYS: Key<Node> = Key::new("keys", Kind::Map(&KEY_KIND), decode::node).means(
        "The keys that `[NAME]` can set, each with its default.",
        "{ trait = \"Good\", needed = { number = 5, from = 1, to = 20 } }",
    );
    COUNTERS: Key<Node> = Key::new("counters", Kind::Map(&Kind::Table(&COUNTER)), decode::node).means(
        "Whole numbers that are remembered from step to step, each with its bounds.",
        "{ power = { to = \"needed\" } }",
    );
    BEGIN: Key<Node> = Key::new("begin", Kind::List(&LINE_KIND), decode::node)
        .means("The lines before the first step.", "[{ roll = \"catch\", trait = \"body\" }]");
    STEP: Key<Node> = Key::new("step", Kind::List(&LINE_KIND), decode::node)
        .means("The lines of each step, in order: rolls, changes of counters, sentences.", "[{ power = \"power + 1\" }]")
        .required();
    ENDS: Key<Node> = Key::new("ends", Kind::Map(&END_KIND), decode::node)
        .means("The ends, each with its condition. If several are true, the first counts.", "{ done = \"power = needed\" }")
        .required();
    MEASURES: Key<Node> = Key::new("measures", Kind::Map(&Kind::Table(&MEASURE)), decode::node).means(
        "Figures in addition to the share of each end and the mean number of steps.",
        "{ strain = { mean = \"strain\", given = \"done\" } }",
    );
}

/// The key of processes in a file, with which the paths in errors begin.
pub const SECTION: &str = "process";

/// A key for a formula.
const fn formula_key(key: &'static str) -> Key<Node> {
    Key::new(key, Kind::Formula, decode::node)
}

/// A key for a condition.
const fn condition_key(key: &'static str) -> Key<Node> {
    Key::new(key, Kind::Condition, decode::node)
}

/// A definition being read.
pub(super) struct DefinitionReader<'d> {
    name: String,
    context: Context<'d>,
    /// The dice of `[rules]`.
    dice: Arc<Dice>,
    /// The board, with the names known so far.
    layout: BoardLayout,
    /// The meaning of each name on the board.
    slots: Vec<NameRole>,
    keys: Vec<OwnKey>,
    counters: Vec<BoundedNumber>,
    /// The names of rolls, each with the path and source position of its first line.
    rolls: Vec<(String, String, Span)>,
    tallies: Vec<String>,
    /// The board indices of names that formulas use.
    named: BTreeSet<usize>,
    /// The board indices of counters and tallies that lines change.
    changed: BTreeSet<usize>,
    /// The indices of dice keys that rolls use.
    dice_keys: BTreeSet<usize>,
    /// The last number given to a formula of the process.
    amounts: u32,
    /// Whether the process has no ends. Unknown names in measures are then names of missing ends.
    is_endless: bool,
    missing_ends: Vec<MissingEnd>,
}

/// A name in the formula of a measure that can only be an end, in a process without ends.
#[derive(Debug)]
struct MissingEnd {
    name: String,
    span: Span,
    /// The measure; empty while it is read.
    measure: String,
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
    /// Dice, and the default that they may replace.
    Dice { set: UnreadFormula, default: UnreadFormula },
    /// A formula, and the default whose type it must have.
    Choice { set: UnreadFormula, default: UnreadFormula },
}

/// Reads all definitions, and returns the process that the file plays.
pub(super) fn process(item: Item<'_>) -> Option<FileProcess> {
    let Value::Table(all) = &item.node.value else { return item.wrong() };
    let (context, before) = (item.context, item.problems.found());
    let set = |name: &str| context.document.and_then(Node::as_table).and_then(|root| root.entry(name));
    let Some(one) = context.document.and_then(played) else {
        let names: Vec<&str> = all.keys().collect();
        let second = all.entries().iter().filter_map(|entry| set(&entry.key)).nth(1);
        let (message, span) = match second {
            Some(second) => ("two processes are played", second.key_span),
            None => ("none of these processes is played", item.node.span),
        };
        let help = format!("play one of them by its table: {}", names.join(", "));
        refuse(item.problems, ("subject", SECTION, span), message, Some(help));
        return None;
    };
    let (mut process, mut others) = (None, Vec::new());
    for entry in all.entries() {
        let settings = set(&entry.key).filter(|_| entry.key == one.key);
        let definition = Item::of(entry, &Kind::Table(&PROCESS), Some(SECTION), context, item.problems);
        let read = |reader: &mut Reader<'_>| DefinitionReader::new(&entry.key, context).whole(reader, settings);
        let read = decode::table(read)(definition);
        if entry.key == one.key { process = read } else { others.extend(read) }
    }
    if item.problems.found() != before {
        return None;
    }
    Some(FileProcess::new(process?, others))
}

/// Reports an error with its kind and its path in the file, such as `process.climb.step[3].when:17`.
fn refuse(
    problems: &mut Problems,
    (kind, place, span): (&'static str, &str, Span),
    message: &str,
    help: Option<String>,
) {
    problems.push(Problem::new(message).at(span).help_if(help).kind(kind).located(Some(place)));
}

impl<'d> DefinitionReader<'d> {
    fn new(name: &str, context: Context<'d>) -> Self {
        Self {
            name: name.to_owned(),
            context,
            dice: Arc::new(context.rules.dice.clone()),
            layout: BoardLayout::default(),
            slots: Vec::new(),
            keys: Vec::new(),
            counters: Vec::new(),
            rolls: Vec::new(),
            tallies: Vec::new(),
            named: BTreeSet::new(),
            changed: BTreeSet::new(),
            dice_keys: BTreeSet::new(),
            amounts: 0,
            is_endless: false,
            missing_ends: Vec::new(),
        }
    }

    /// Reads a definition: first its names, then the values of keys and all formulas. `settings` is the table `[NAME]`,
    /// if the file has it.
    fn whole(&mut self, reader: &mut Reader<'_>, settings: Option<&Entry>) -> Option<Process> {
        let parts: [&dyn AnyKey; 4] = [&KEYS, &COUNTERS, &ENDS, &MEASURES];
        let [keys, counters, ends, measures] = parts.map(|key| reader.written(key).map_or(&[][..], Node::entries));
        self.is_endless = ends.is_empty();
        self.lay_out(counters, reader);
        self.check_names(keys, counters, ends, reader.problems());
        self.check_measures(measures, ends, reader.problems());
        let set = settings.and_then(|settings| self.settings(settings, keys, reader.problems()));
        reader.read_with(
            &KEYS,
            decode::entries(|entry, item| {
                self.key(entry, item, set);
                Some(())
            }),
        );
        let margin = i64::from(self.context.rules.success == Success::Surpass);
        self.put("margin", NameRole::Margin, margin);
        reader.read_with(&COUNTERS, decode::entries(|entry, item| self.counter(entry, item)));
        self.layout.first_end = self.layout.names.len();
        ends.iter().for_each(|end| self.put(&end.key, NameRole::End, 0));
        self.choices(reader.problems());
        let begin = self.lines(reader, &BEGIN, false);
        let step = self.lines(reader, &STEP, true);
        let ends = reader.read_with(&ENDS, decode::entries(|entry, item| self.end(entry, item)));
        let measures = reader.read_with(&MEASURES, decode::entries(|entry, item| self.measure(entry, item)));
        let (about, period) = (reader.read(&ABOUT), reader.read(&PERIOD));
        self.check_parts(reader);
        self.check_uses(keys, counters, reader.problems());
        let ends = ends?;
        let Some(clock) = self.clock(&begin, &step, &ends) else {
            let at = ("too-many-states", &*format!("{SECTION}.{}", self.name), reader.span_of(&ENDS));
            refuse(
                reader.problems(),
                at,
                "formulas compare `step` with a number above 100,000, or use remainders of `step` that repeat together \
                 only after more than 100,000 steps",
                Some("compare `step` with smaller numbers, and use smaller divisors in `remainder`".to_owned()),
            );
            return None;
        };
        Some(Process {
            name: self.name.clone(),
            about: about.unwrap_or_default(),
            period,
            board: std::mem::take(&mut self.layout),
            counters: std::mem::take(&mut self.counters),
            begin,
            step,
            ends,
            measures: measures.unwrap_or_default(),
            margin,
            clock,
            dice: HashMap::new(),
            in_trials: Some(FoundInTrials::default()),
        })
    }

    /// The table `[NAME]`; `None` if it is not a table. Reports keys that the process does not have.
    fn settings<'s>(&self, settings: &'s Entry, keys: &[Entry], problems: &mut Problems) -> Option<&'s Table> {
        let (table, known) = (settings.node.as_table(), keys.iter().map(|key| key.key.as_str()).collect::<Vec<_>>());
        let item = Item::of(settings, &Kind::Map(&Kind::Free), None, self.context, problems);
        decode::entries(|own, item| match known.contains(&own.key.as_str()) {
            true => Some(()),
            false => item.refuse_key(unknown_key(&own.key, &format!("[{}]", self.name), [&known, &[]], table?)),
        })(Item { path: Some(self.name.clone()), ..item });
        table
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
                    self.put(
                        &format!("{}{}{}", key.name, crate::formula::STEP_SEPARATOR, number + 1),
                        NameRole::Key,
                        *entry,
                    );
                }
                self.put(&format!("{}_count", key.name), NameRole::Key, entries.len() as i64);
            }
            KeyValue::Dice { .. } => {}
            KeyValue::Choice { .. } => self.put(&key.name, NameRole::Choice(false), UNSET),
        }
        self.keys.push(key);
    }

    /// Adds the numbers that vary to the board: counters, the step, tallies and rolls. Finds the rolls in the lines.
    fn lay_out(&mut self, counters: &[Entry], reader: &Reader<'_>) {
        for (key, lines) in [&BEGIN, &STEP].map(|key| (key.spec().key, reader.written(key))) {
            let Some(Value::Array(lines)) = lines.map(|lines| &lines.value) else { continue };
            for (number, line) in lines.iter().enumerate() {
                let Some(roll) = line.get(lines::ROLL.spec().key) else { continue };
                if let Some(name) = roll.as_str().filter(|name| self.rolls.iter().all(|(known, ..)| known != name)) {
                    let place = format!("{SECTION}.{}.{key}[{}].roll", self.name, number + 1);
                    self.rolls.push((name.to_owned(), place, roll.span));
                }
            }
        }
        let (tallies, bounded): (Vec<&Entry>, Vec<&Entry>) =
            counters.iter().partition(|entry| entry.node.get(parts::TALLY.spec().key).is_some());
        let named = |entries: Vec<&Entry>| entries.into_iter().map(|entry| entry.key.clone()).collect::<Vec<_>>();
        let bounded = named(bounded);
        self.tallies = named(tallies);
        (self.layout.counters, self.layout.tallies, self.layout.rolls) =
            (bounded.len(), self.tallies.len(), self.rolls.len());
        let rolls = || self.rolls.iter().map(|(name, ..)| name);
        let all = bounded.into_iter().map(|name| (name, NameRole::Counter));
        let all = all.chain([("step".to_owned(), NameRole::Step)]);
        let all = all.chain(self.tallies.iter().map(|name| (name.clone(), NameRole::Tally)));
        let all = all.chain(rolls().map(|name| (name.clone(), NameRole::Roll)));
        let all = all.chain(rolls().map(|name| (format!("{name}_natural"), NameRole::Roll)));
        (self.layout.names, self.slots) = all.unzip();
    }
}
