//! The keys of a process: their definitions, and the values that a scenario sets.

use super::formula::ProcessScope;
use super::{DefinitionReader, KeyValue, OwnKey};
use crate::document::{AnyKey, Context, Entry, Item, Key, Kind, Node, Problem, Problems, Span, Table, Value};
use crate::document::{decode, did_you_mean, keys};
use std::cmp::Ordering;

/// Maximum number of entries in a list.
pub(super) const MOST_ENTRIES: usize = 100;

/// A whole number, however large.
const WHOLE: Kind = Kind::Integer { min: i64::MIN, max: i64::MAX };

/// A number, or a word of the ladder.
const AMOUNT: Kind = Kind::Any(&[WHOLE, Kind::Text]);

const AMOUNTS: Kind = Kind::List(&AMOUNT);

/// A key: its default alone, or a table with its default and its limits.
pub(super) const KEY_KIND: Kind = Kind::Any(&[Kind::Text, WHOLE, Kind::Boolean, AMOUNTS, Kind::Table(&KEY)]);

keys! {
    KEY = "process key": "A key of a process: its default, under the name of its type, and its limits.";
    LEVEL: Key<Node> = Key::new("level", Kind::Level, decode::node).means("The default of a level.", "\"Good\"");
    NUMBER: Key<Node> = Key::new("number", AMOUNT, decode::node)
        .means("The default of a number. It can be a formula that uses the keys before it.", "5");
    TRUTH: Key<Node> = Key::new("truth", Kind::Boolean, decode::node).means("The default of a truth value.", "true");
    LIST: Key<Node> = Key::new("list", AMOUNTS, decode::node)
        .means("The default of a list of levels or numbers, for `lookup` and `steps`.", "[\"Fair\", \"Great\"]");
    DICE: Key<Node> = Key::new("dice", Kind::Any(&[Kind::Dice, WHOLE]), decode::node)
        .means("The default of dice. A line can set `dice` to this key, but not to a formula with it.", "\"2d6\"");
    CHOICE: Key<Node> = Key::new("choice", Kind::Formula, decode::node)
        .means("The default of a choice: a formula without dice, calculated each time the key is used.", "\"gap = 1\"");
    FROM: Key<Node> = Key::new("from", AMOUNT, decode::node).means("The smallest level or number allowed.", "1");
    TO: Key<Node> = Key::new("to", AMOUNT, decode::node).means("The largest level or number allowed.", "20");
    MEANS: Key<String> = Key::text("means").means("The meaning of the key, which editors show.", "\"hours until dawn\"");
}

/// The type of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeySort {
    Level,
    Number,
    Truth,
    List,
    Dice,
    Choice,
}

/// The types of keys, each with the key of its default.
const SORTS: [(&Key<Node>, KeySort); 6] = [
    (&LEVEL, KeySort::Level),
    (&NUMBER, KeySort::Number),
    (&TRUTH, KeySort::Truth),
    (&LIST, KeySort::List),
    (&DICE, KeySort::Dice),
    (&CHOICE, KeySort::Choice),
];

impl KeySort {
    /// The type with this word in the definition of a key; `None` for other words.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        SORTS.iter().find(|(key, _)| key.spec().key == word).map(|(_, sort)| *sort)
    }

    /// The key of the default in the definition of a key.
    fn key(self) -> &'static Key<Node> {
        SORTS.iter().find(|(_, sort)| *sort == self).map_or(&NUMBER, |(key, _)| key)
    }

    /// The kind of its values.
    pub(super) fn kind(self) -> &'static Kind {
        &AnyKey::spec(self.key()).kind
    }

    /// Whether `from` and `to` can limit its values.
    pub(super) fn has_limits(self) -> bool {
        matches!(self, Self::Level | Self::Number)
    }
}

/// The type of a key and its default, from its definition; `None` if it has no default.
pub(super) fn sort_of(definition: &Node) -> Option<(KeySort, &Node)> {
    let sort = match &definition.value {
        Value::Table(table) => {
            return SORTS.iter().find_map(|(key, sort)| Some((*sort, table.get(key.spec().key)?)));
        }
        Value::String(_) => KeySort::Level,
        Value::Integer(_) => KeySort::Number,
        Value::Boolean(_) => KeySort::Truth,
        Value::Array(_) => KeySort::List,
        Value::Float(_) | Value::Invalid => return None,
    };
    Some((sort, definition))
}

/// A formula as given in the file. It is read where its key is used.
#[derive(Debug, Clone)]
pub(super) struct UnreadFormula {
    name: String,
    node: Node,
    path: Option<String>,
}

impl UnreadFormula {
    fn of(item: &Item<'_>) -> Self {
        Self { name: item.name.clone(), node: item.node.clone(), path: item.path.clone() }
    }

    /// Its path in the file.
    pub(super) fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The formula as a value to be read.
    pub(super) fn item<'g>(&'g self, context: Context<'g>, problems: &'g mut Problems) -> Item<'g> {
        let (name, path) = (self.name.clone(), self.path.clone());
        Item { name, node: &self.node, kind: &Kind::Formula, key_span: self.node.span, path, context, problems }
    }
}

/// A limit of a key: its key, the order of a number outside the limit, and words for the limit.
type KeyLimit = (&'static Key<Node>, Ordering, &'static str);

const LIMITS: [KeyLimit; 2] = [(&FROM, Ordering::Less, "at least"), (&TO, Ordering::Greater, "at most")];

/// Whether a value is within a limit. Reports one that is not, at its position and path.
fn within(
    value: &Option<KeyValue>,
    ((_, outside, words), bound): (&KeyLimit, i64),
    (span, path): (Span, Option<&str>),
    problems: &mut Problems,
) -> bool {
    let Some(KeyValue::Number(number)) = value else { return true };
    if number.cmp(&bound) != *outside {
        return true;
    }
    let message = format!("{number} is out of range: it is {words} {bound}");
    problems.push(Problem::new(message).at(span).kind("out-of-range").located(path));
    false
}

impl DefinitionReader<'_> {
    /// Reads a key, and adds it to the board. `set` is the table `[NAME]`.
    pub(super) fn key(&mut self, entry: &Entry, item: Item<'_>, set: Option<&Table>) {
        let set = set.and_then(|set| set.entry(&entry.key));
        // Formulas that use a key with errors should not be reported as well.
        let holds = self.value(item, set).unwrap_or(KeyValue::Number(0));
        self.place_key(OwnKey { name: entry.key.clone(), holds });
    }

    /// The value of a key: the one that the scenario sets, or else the default. The default is checked in both cases.
    fn value(&mut self, mut item: Item<'_>, set: Option<&Entry>) -> Option<KeyValue> {
        if item.node.as_table().is_none() {
            return match sort_of(item.node) {
                Some((sort, _)) => self.default_and_set(sort, item, set)[usize::from(set.is_some())].take(),
                None => item.wrong(),
            };
        }
        let path = item.path.clone();
        decode::table(|reader| {
            reader.read(&MEANS);
            let sort = KeySort::of_word(reader.only_one(&SORTS.map(|(key, _)| key as &dyn AnyKey))?)?;
            let mut values = [None, None];
            reader.read_with(sort.key(), |item| {
                values = self.default_and_set(sort, Item { path: path.clone(), ..item }, set);
                Some(())
            });
            let mut is_within = true;
            for limit in LIMITS.iter().filter(|_| sort.has_limits()) {
                let (key, ..) = limit;
                let is_fixed = reader.written(*key).is_some_and(|node| self.is_fixed(node));
                let Some(bound) = reader.read_with(*key, |item| self.number(sort, item, true)) else { continue };
                // A limit that depends on other keys does not apply to a default that is replaced.
                if set.is_none() || is_fixed {
                    let span = reader.span_of(sort.key());
                    is_within &= within(&values[0], (limit, bound), (span, path.as_deref()), reader.problems());
                }
                if let Some(set) = set {
                    let path = format!("{}.{}", self.name, set.key);
                    is_within &= within(&values[1], (limit, bound), (set.node.span, Some(&path)), reader.problems());
                }
            }
            values[usize::from(set.is_some())].take().filter(|_| is_within)
        })(item.again())
    }

    /// The default of a key of this type, in `item`, and the value that the scenario sets instead.
    fn default_and_set(&mut self, sort: KeySort, mut item: Item<'_>, set: Option<&Entry>) -> [Option<KeyValue>; 2] {
        let default = UnreadFormula::of(&item);
        let Some(set) = set else { return [self.of_sort(sort, item, &default, true), None] };
        let replaced = match sort {
            // The formula may have no value with the keys that the scenario sets.
            KeySort::Number if item.node.as_str().is_some() && !self.is_fixed(item.node) => {
                self.amount(item.again(), ProcessScope::KEYS);
                None
            }
            _ => self.of_sort(sort, item.again(), &default, true),
        };
        let item = Item::of(set, sort.kind(), Some(&self.name), item.context, item.problems);
        [replaced, self.of_sort(sort, item, &default, false)]
    }

    /// Whether a value is a number or a level, and not a formula.
    fn is_fixed(&self, node: &Node) -> bool {
        let is_level = |word: &str| self.context.ladder.parse(word).is_ok();
        matches!(node.value, Value::Integer(_)) || node.as_str().is_some_and(is_level)
    }

    /// A value of a key of this type: the default if `is_default`, otherwise one that the scenario sets.
    fn of_sort(
        &mut self,
        sort: KeySort,
        item: Item<'_>,
        default: &UnreadFormula,
        is_default: bool,
    ) -> Option<KeyValue> {
        Some(match (sort, &item.node.value) {
            (KeySort::Truth, _) => KeyValue::Truth(decode::boolean(item)?),
            (KeySort::Level, Value::Integer(_)) => KeyValue::Number(decode::level(item)?.into()),
            (KeySort::Level | KeySort::Number, _) => KeyValue::Number(self.number(sort, item, is_default)?),
            (KeySort::List, Value::Array(entries)) if entries.is_empty() || entries.len() > MOST_ENTRIES => {
                let problem = Problem::new(format!("a list has 1 to {MOST_ENTRIES} entries"));
                return item.refuse(problem.kind("out-of-range"));
            }
            (KeySort::List, _) => {
                let path = item.path.clone();
                let entry = |entry: Item<'_>| self.number(KeySort::Level, Item { path: path.clone(), ..entry }, false);
                KeyValue::List(decode::list(entry)(item)?)
            }
            (KeySort::Dice, Value::String(_) | Value::Integer(_)) => {
                KeyValue::Dice { set: UnreadFormula::of(&item), default: default.clone() }
            }
            (KeySort::Dice, _) => return item.wrong(),
            (KeySort::Choice, _) => KeyValue::Choice { set: UnreadFormula::of(&item), default: default.clone() },
        })
    }

    /// Reads a level by its word, or a number. If `by_formula` is true, the number can be a formula of earlier keys.
    fn number(&mut self, sort: KeySort, item: Item<'_>, by_formula: bool) -> Option<i64> {
        let word = match &item.node.value {
            Value::Integer(number) => return Some(*number),
            Value::String(word) => word,
            _ => return item.wrong(),
        };
        if let Ok(level) = self.context.ladder.parse(word) {
            return Some(level.into());
        }
        if sort == KeySort::Number && by_formula {
            return self.fixed(item);
        }
        let words: Vec<String> = (-3..=3).map(|level| self.context.ladder.degree_name(level)).collect();
        let near = did_you_mean(word, words.iter().map(String::as_str));
        let kind = if sort == KeySort::Number { "kind" } else { "unknown-level" };
        item.refuse(Problem::new(format!("`{word}` is not a level")).kind(kind).help_if(near))
    }

    /// The value of a formula that uses only keys.
    pub(super) fn fixed(&mut self, mut item: Item<'_>) -> Option<i64> {
        let amount = self.amount(item.again(), ProcessScope::KEYS)?;
        let mut board = self.layout.of(&vec![0; self.layout.counters], 0);
        let value = amount.value(&self.layout, &mut board);
        item.checked(value.map_err(|trouble| Problem::new(trouble.message).kind(trouble.kind)))
    }
}
