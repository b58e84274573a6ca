//! A typed reader of tables that knows every key and collects every error.

use super::keys::{KeySpec, Keys, Kind, RuleCondition, listed};
use super::nearest::{did_you_mean, nearest};
use super::node::{Entry, Node, Table, Value};
use super::problem::{KeyEffect, Owner, Problem, Problems, Span, excerpt};
use crate::dice::Definitions;
use crate::error::Result;
use crate::ladder::Ladder;
use crate::rules::Rules;

/// Maximum number of keys in a table for messages to list them all.
const MOST_LISTED: usize = 31;

/// A key of any type.
pub trait AnyKey {
    /// The key without its type.
    fn spec(&self) -> &KeySpec;
}

/// A key that a [`Reader`] reads.
pub trait ReadKey: AnyKey {
    /// The type of the decoded value.
    type Value;
    /// The type that reading the key returns.
    type Output;
    /// The decoder of the key's value.
    fn decode(&self) -> Decode<Self::Value>;
    /// The result of reading the key; `value` is `None` if the key is absent or invalid.
    fn output(&self, value: Option<Self::Value>) -> Self::Output;
}

impl AnyKey for KeySpec {
    fn spec(&self) -> &KeySpec {
        self
    }
}

/// The context of a decoder: everything that the meaning of a value can depend on, apart from the value.
#[derive(Debug, Clone, Copy)]
pub struct Context<'c> {
    /// The words for levels.
    pub ladder: &'c Ladder,
    /// The rules in force; plain ones for tables that do not depend on rules.
    pub rules: &'c Rules,
    /// The constants and dice of the file.
    pub definitions: &'c Definitions,
    /// The document being read; `None` for tables that do not refer to other parts of it.
    pub document: Option<&'c Node>,
}

impl Context<'static> {
    /// A context with the default ladder and plain rules, for tables that depend on neither.
    pub fn plain() -> Self {
        static LADDER: std::sync::LazyLock<Ladder> = std::sync::LazyLock::new(Ladder::default);
        Self::on(&LADDER)
    }
}

impl<'c> Context<'c> {
    /// A context with `ladder`, plain rules, no definitions and no document.
    pub fn on(ladder: &'c Ladder) -> Self {
        static RULES: std::sync::LazyLock<Rules> = std::sync::LazyLock::new(Rules::plain);
        Self { ladder, rules: &RULES, definitions: Definitions::none(), document: None }
    }
}

/// A decoder: returns the meaning of a value, or reports what is wrong with it and returns `None`.
pub type Decode<T> = fn(Item<'_>) -> Option<T>;

/// Reads one table by its declared keys.
///
/// Reading continues after an error: [`Reader::read`] reports it and returns `None` or the default.
pub struct Reader<'r> {
    table: &'r Table,
    name: String,
    /// See [`Item::path`].
    path: Option<String>,
    span: Span,
    keys: &'static Keys,
    /// The kind of all other keys: that of [`Kind::Open`].
    others: &'static Kind,
    context: Context<'r>,
    /// Declared keys that were read or skipped so far.
    asked: Vec<&'static str>,
    /// Keys that are not declared for the table, and are read elsewhere.
    elsewhere: Vec<String>,
    problems: &'r mut Problems,
}

/// A value being decoded (see [`decode`](super::decode)).
pub struct Item<'r> {
    /// The name of the value in messages: its key, or `` entry 2 of `levels` ``.
    pub name: String,
    pub node: &'r Node,
    /// The expected kind.
    pub kind: &'static Kind,
    /// The source position of the key; for a list entry, of the entry.
    pub key_span: Span,
    /// The path in the file, such as `process.climb.counters.up`, if errors name it. Tables and lists below have one
    /// as well.
    pub path: Option<String>,
    pub context: Context<'r>,
    pub problems: &'r mut Problems,
}

impl<'r> Reader<'r> {
    /// Reads a table with `read`, then reports unknown keys and, if the table was valid, known keys that were not read.
    ///
    /// `name` is the name of the table in messages. Returns `None` if the node is not a table.
    pub fn open<T>(
        node: &Node,
        name: &str,
        keys: &'static Keys,
        context: Context<'_>,
        problems: &mut Problems,
        read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
    ) -> Option<T> {
        let (name, kind, key_span) = (name.to_owned(), &Kind::Map(&Kind::Free), node.span);
        Reader::open_item(Item { name, node, kind, key_span, path: None, context, problems }, keys, read)
    }

    /// Like [`open`](Self::open), for a value of any kind that can be a table.
    pub(super) fn open_item<T>(
        item: Item<'_>,
        keys: &'static Keys,
        read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut reader = Reader::new(item, keys)?;
        let value = read(&mut reader);
        reader.end(value.is_some());
        value
    }

    // Separate from the generic code, so that it is compiled only once.
    #[inline(never)]
    fn new(item: Item<'r>, keys: &'static Keys) -> Option<Self> {
        let Some(table) = item.node.as_table() else { return item.wrong() };
        let Item { name, node: Node { span, .. }, kind, path, context, problems, .. } = item;
        let others = kind.find(|kind| if let Kind::Open(_, others) = kind { Some(*others) } else { None });
        let (others, asked, elsewhere) = (others.unwrap_or(&Kind::Free), Vec::new(), Vec::new());
        Some(Self { table, name, path, span: *span, keys, others, context, asked, elsewhere, problems })
    }

    /// The value of `key`; if it is absent or invalid, its default, or `None` if it has no default.
    pub fn read<K: ReadKey>(&mut self, key: &K) -> K::Output {
        let decode = key.decode();
        let value = self.get(key.spec().key, decode);
        key.output(value)
    }

    /// The value of `key`, decoded with `decode`; `None` if it is absent or invalid.
    pub fn read_with<T>(&mut self, key: &dyn AnyKey, decode: impl FnOnce(Item<'_>) -> Option<T>) -> Option<T> {
        self.get(key.spec().key, decode)
    }

    /// Skips a key that is read elsewhere.
    pub fn skip(&mut self, key: &dyn AnyKey) {
        self.get(key.spec().key, |_| Some(()));
    }

    /// Skips a key that is read elsewhere and not declared for the table.
    pub fn skip_undeclared(&mut self, key: &str) {
        self.elsewhere.push(key.to_owned());
    }

    /// The value of a key that has no [`Key`](super::Key) value, such as an option of the registry, decoded with
    /// `decode`. The key must be declared for the table.
    ///
    /// Returns `None` if the key is absent (an error if it is required), has an invalid value, or has no effect under
    /// the rules.
    pub fn get<T>(&mut self, key: &str, decode: impl FnOnce(Item<'_>) -> Option<T>) -> Option<T> {
        decode(self.item(key)?)
    }

    /// The value of `key`, to be decoded; `None` if it is absent, invalid or without effect.
    #[inline(never)]
    fn item(&mut self, key: &str) -> Option<Item<'_>> {
        let spec = self.keys.find(key);
        debug_assert!(spec.is_some(), "`{key}` is not in the table of keys of {}", self.name);
        let spec = spec?;
        self.asked.push(spec.key);
        let Some(entry) = self.table.entry(key) else {
            if spec.required() {
                self.report_missing(key);
            }
            return None;
        };
        if entry.node.value == Value::Invalid {
            self.problems.note_invalid();
            return None;
        }
        let context = self.context;
        let item = Item::of(entry, &spec.kind, self.path.as_deref(), context, self.problems);
        match spec.acts.filter(|acts| !(acts.under)(context.rules)) {
            None => Some(item),
            Some(RuleCondition { nowhere, cure, .. }) => {
                let problem = Problem::new(format!("`{key}` has no effect {nowhere}")).secondary();
                item.refuse(problem.help(format!("leave it out, or set {cure} in [rules]")))
            }
        }
    }

    /// Reads all keys that are not declared for the table, with values of the kind in [`Kind::Open`], and returns what
    /// `read` makes of each name and value.
    pub fn others<T>(&mut self, mut read: impl FnMut(&str, Item<'_>) -> T) -> Vec<T> {
        let (table, keys, kind) = (self.table, self.keys, self.others);
        let others = table.entries().iter().filter(|entry| keys.find(&entry.key).is_none());
        let each = others.map(|entry| {
            self.skip_undeclared(&entry.key);
            read(&entry.key, Item::of(entry, kind, self.path.as_deref(), self.context, self.problems))
        });
        each.collect()
    }

    /// The only one of `keys` that the table has. Reports a table that has none of them, or several.
    pub fn only_one(&mut self, keys: &[&dyn AnyKey]) -> Option<&'static str> {
        let all: Vec<&'static str> = keys.iter().map(|key| key.spec().key).collect();
        let found: Vec<&'static str> = all.iter().copied().filter(|key| self.table.get(key).is_some()).collect();
        if let [one] = found[..] {
            return Some(one);
        }
        let problem = Problem::new(format!("{} needs exactly one of {}", self.name, listed(&all)));
        let problem = problem.help_if(keys.first().map(|key| example_of(key.spec())));
        self.refuse_table(match found[..] {
            [] => problem.label("none of them is here").kind("missing").secondary(),
            _ => problem.label(format!("here are {}", listed(&found))).kind("kind"),
        })
    }

    /// Continues reading the table with `read` in another context, such as rules that were just read.
    pub fn within<T>(&mut self, context: Context<'_>, read: impl FnOnce(&mut Reader<'_>) -> T) -> T {
        let (name, asked) = (std::mem::take(&mut self.name), std::mem::take(&mut self.asked));
        let (path, elsewhere) = (self.path.take(), std::mem::take(&mut self.elsewhere));
        let Self { table, span, keys, others, .. } = *self;
        let problems = &mut *self.problems;
        let mut reader = Reader { table, name, path, span, keys, others, context, asked, elsewhere, problems };
        let value = read(&mut reader);
        (self.name, self.path, self.asked, self.elsewhere) = (reader.name, reader.path, reader.asked, reader.elsewhere);
        value
    }

    /// Records whether `key`, if it is set, has an effect in combination with the other keys. If it has no effect in
    /// any case of the file, the user is warned. `reason` says why it has none, and `cure` what would give it one.
    pub fn record_effect(&mut self, key: &dyn AnyKey, acts: bool, reason: &'static str, cure: &'static str) {
        if self.has(key) {
            let idle = (!acts).then_some([reason, cure]);
            self.problems.add_effect(KeyEffect { owner: Owner::Table(self.name.clone()), key: key.spec().key, idle });
        }
    }

    /// Like [`record_effect`](Self::record_effect), for `key` in the subtable `table`.
    pub fn record_effect_in(
        &mut self,
        table: &dyn AnyKey,
        key: &dyn AnyKey,
        acts: bool,
        reason: &'static str,
        cure: &'static str,
    ) {
        let (table, key) = (table.spec().key, key.spec().key);
        if self.table.get(table).is_some_and(|inner| inner.get(key).is_some()) {
            let idle = (!acts).then_some([reason, cure]);
            self.problems.add_effect(KeyEffect { owner: Owner::Table(format!("`{table}`")), key, idle });
        }
    }

    /// Whether the table has this key, valid or not.
    pub fn has(&self, key: &dyn AnyKey) -> bool {
        self.table.entry(key.spec().key).is_some()
    }

    /// The value of `key` as given in the file; `None` if it is absent.
    pub fn written(&self, key: &dyn AnyKey) -> Option<&'r Node> {
        self.table.get(key.spec().key)
    }

    pub(crate) fn keys(&self) -> &'static Keys {
        self.keys
    }

    pub fn context(&self) -> Context<'r> {
        self.context
    }

    /// The name of the table in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub fn rules(&self) -> &'r Rules {
        self.context.rules
    }

    /// See [`Item::path`].
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The table being read.
    pub fn table(&self) -> &'r Table {
        self.table
    }

    /// The source position of the table.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The source position of the key's value, or of the table if the key is absent.
    pub fn span_of(&self, key: &dyn AnyKey) -> Span {
        self.written(key).map_or(self.span, |node| node.span)
    }

    /// Reports `problem` at the key's value, or at the table if the key is absent. Returns `None`.
    pub fn refuse<T>(&mut self, key: &dyn AnyKey, problem: Problem) -> Option<T> {
        let (span, path) = (self.span_of(key), below(self.path.as_deref(), key.spec().key));
        self.problems.push(problem.at(span).located(path.as_deref()));
        None
    }

    /// Reports `problem` at the whole table. Returns `None`.
    pub fn refuse_table<T>(&mut self, problem: Problem) -> Option<T> {
        self.problems.push(problem.at(self.span).located(self.path.as_deref()));
        None
    }

    /// Returns the value if it is valid; otherwise reports its error at the table.
    pub fn checked<T>(&mut self, made: Result<T>) -> Option<T> {
        match made {
            Ok(value) => Some(value),
            Err(error) => self.refuse_table(error.into()),
        }
    }

    /// Reads an optional key. Returns `Some(None)` if it is absent, and `None` if its value is invalid.
    pub fn optional<K: ReadKey<Output = Option<<K as ReadKey>::Value>>>(&mut self, key: &K) -> Option<K::Output> {
        if self.has(key) { self.read(key).map(Some) } else { Some(None) }
    }

    /// The list of errors, for errors that concern several keys.
    pub fn problems(&mut self) -> &mut Problems {
        self.problems
    }

    /// Reports that `key` is missing, if it is; for keys that are required only in combination with others.
    pub fn missing(&mut self, key: &dyn AnyKey) {
        if !self.has(key) {
            self.report_missing(key.spec().key);
        }
    }

    /// The error that `key` is missing, if it is; `None` also if a misspelled key or a syntax error can explain it.
    pub fn lacking(&self, key: &dyn AnyKey) -> Option<Problem> {
        if self.has(key) { None } else { self.problem_without(key.spec().key) }
    }

    /// Reports that `key` is missing, unless a misspelled key or a syntax error can explain it.
    fn report_missing(&mut self, key: &str) {
        if let Some(problem) = self.problem_without(key) {
            self.push_missing(key, problem.secondary());
        }
    }

    /// Reports `problem` about the missing key `key`, with its path.
    pub fn push_missing(&mut self, key: &str, problem: Problem) {
        let path = below(self.path.as_deref(), key);
        self.problems.push(problem.kind("missing").located(path.as_deref()));
    }

    fn problem_without(&self, key: &str) -> Option<Problem> {
        // A misspelled key is reported itself, and is the one that is missing.
        let misspelt = |found: &str| self.keys.find(found).is_none() && nearest(found, [key]).is_some();
        if self.problems.may_hide(key) || self.table.keys().any(misspelt) {
            return None;
        }
        let problem = Problem::new(format!("{} has no `{key}`", self.name)).at(self.span);
        Some(problem.help_if(self.keys.find(key).map(example_of)))
    }

    /// Reports unknown keys, and known ones that were not read. If the table is invalid, reading has stopped early, so
    /// it is unknown which of its keys have an effect.
    #[inline(never)]
    fn end(self, is_read: bool) {
        let Self { table, name, path, keys, asked, elsewhere, problems, .. } = self;
        let all: Vec<&str> = keys.specs().iter().map(|spec| spec.key).collect();
        let own: Vec<&str> = elsewhere.iter().map(String::as_str).collect();
        for Entry { key, key_span, .. } in table.entries() {
            if asked.contains(&key.as_str()) || elsewhere.contains(key) {
                continue;
            }
            let problem = match all.contains(&key.as_str()) {
                false => unknown_key(key, &name, [&all, &own], table),
                true if is_read => Problem::new(format!("`{key}` has no effect here")).secondary().help("leave it out"),
                true => continue,
            };
            let path = below(path.as_deref(), key);
            problems.push(problem.at(*key_span).kind("unknown-key").located(path.as_deref()));
        }
    }
}

fn example_of(spec: &KeySpec) -> String {
    format!("for example `{} = {}`", spec.key, spec.example)
}

/// The path of `key` in the table at `path`; `None` if `path` is.
fn below(path: Option<&str>, key: &str) -> Option<String> {
    path.map(|path| format!("{path}.{key}"))
}

/// The error for `key`, which is not a key of `table`. `known` are the keys of all tables of its kind, then those that
/// only this table has. The table is called `name`.
pub fn unknown_key(key: &str, name: &str, known: [&[&str]; 2], table: &Table) -> Problem {
    let [all, _] = known;
    let every = known.concat();
    // A key that is already set is a less likely suggestion, but the right one if `[vary]` or a variant misspells it.
    let suggestion = did_you_mean(key, every.iter().copied()).map(|nearest| {
        let free = every.iter().copied().filter(|key| table.entry(key).is_none());
        did_you_mean(key, free).unwrap_or(nearest)
    });
    let problem =
        Problem::new(format!("unknown key `{}` in {name}", excerpt(key))).kind("unknown-key").once_per_position();
    let problem = problem.label_if(suggestion);
    let listable = (1..=MOST_LISTED).contains(&all.len());
    problem.help_if(listable.then(|| format!("known keys are {}", listed(all))))
}

impl<'r> Item<'r> {
    /// An entry of the table at `path`, as a value of `kind`.
    pub fn of(
        entry: &'r Entry,
        kind: &'static Kind,
        path: Option<&str>,
        context: Context<'r>,
        problems: &'r mut Problems,
    ) -> Self {
        let Entry { key, key_span, node } = entry;
        let name = format!("`{}`", excerpt(key));
        Self { name, node, kind, key_span: *key_span, path: below(path, key), context, problems }
    }

    /// Reports that the value has the wrong type. Returns `None`, for the decoder to return.
    pub fn wrong<T>(self) -> Option<T> {
        self.report_wrong();
        None
    }

    /// Like [`wrong`](Self::wrong), with advice on what to write instead.
    pub fn wrong_with<T>(self, help: &str) -> Option<T> {
        let problem = Problem::new(format!("{} must be {}", self.name, self.kind.expected()));
        let label = format!("this is {}", self.node.value.noun());
        self.refuse(problem.label(label).help(help))
    }

    #[inline(never)]
    fn report_wrong(self) {
        let label = format!("this is {}", self.node.value.noun());
        self.report_unfit(label);
    }

    /// Reports that the value does not match the expected kind; `label` says why. Returns `None`.
    pub fn unfit<T>(self, label: impl Into<String>) -> Option<T> {
        self.report_unfit(label.into());
        None
    }

    #[inline(never)]
    fn report_unfit(self, label: String) {
        let problem = Problem::new(format!("{} must be {}", self.name, self.kind.expected())).label(label);
        self.report(problem);
    }

    /// Reports `problem` at the value. Returns `None`.
    pub fn refuse<T>(self, problem: Problem) -> Option<T> {
        self.report(problem);
        None
    }

    /// Reports `problem` at the key. Returns `None`.
    pub fn refuse_key<T>(self, problem: Problem) -> Option<T> {
        self.problems.push(problem.at(self.key_span).located(self.path.as_deref()));
        None
    }

    /// Returns the value if it is valid; otherwise reports its error at the item.
    pub fn checked<T>(self, value: std::result::Result<T, impl Into<Problem>>) -> Option<T> {
        value.map_err(|error| self.report(error.into())).ok()
    }

    #[inline(never)]
    fn report(self, problem: Problem) {
        match self.node.value {
            Value::Invalid => self.problems.note_invalid(),
            _ => self.problems.push(problem.at(self.node.span).kind("kind").located(self.path.as_deref())),
        }
    }

    /// Reborrows the item, for decoders that call another decoder before reporting errors.
    pub fn again(&mut self) -> Item<'_> {
        let Self { node, kind, key_span, context, .. } = *self;
        let (name, path) = (self.name.clone(), self.path.clone());
        Item { name, node, kind, key_span, path, context, problems: &mut *self.problems }
    }

    /// The item with another expected kind, for values that can be of several kinds.
    pub fn as_kind(self, kind: &'static Kind) -> Self {
        Self { kind, ..self }
    }
}
