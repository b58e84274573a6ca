//! A typed reader of tables, which knows every key and collects every error.

use super::keys::{Acts, KeySpec, Keys, Kind, listed};
use super::nearest::{did_you_mean, nearest};
use super::node::{Entry, Node, Table, Value};
use super::problem::{Effect, Owner, Problem, Problems, Span, excerpt};
use crate::dice::Definitions;
use crate::error::Result;
use crate::exact::Limits;
use crate::ladder::Ladder;
use crate::rules::Rules;

/// With more keys than this, a message does not list them all.
const MOST_LISTED: usize = 31;

/// Any key, whatever it reads as.
pub trait AnyKey {
    /// What the key is, without its type.
    fn spec(&self) -> &KeySpec;
}

/// A key that a [`Reader`] reads.
pub trait ReadKey: AnyKey {
    /// What the value of the key decodes to.
    type Value;
    /// What reading the key gives.
    type Output;
    /// How its value is decoded.
    fn decode(&self) -> Decode<Self::Value>;
    /// What reading gives for a good value, or for none.
    fn output(&self, value: Option<Self::Value>) -> Self::Output;
}

impl AnyKey for KeySpec {
    fn spec(&self) -> &KeySpec {
        self
    }
}

/// What decoders may look at besides the value: the words for levels, and the rules that are in force.
#[derive(Debug, Clone, Copy)]
pub struct Context<'c> {
    /// The words for levels.
    pub ladder: &'c Ladder,
    /// The rules in force; plain ones where a table does not depend on rules.
    pub rules: &'c Rules,
    /// The constants and dice of the file.
    pub definitions: &'c Definitions,
    /// The document that is read; `None` where a table does not depend on others.
    pub document: Option<&'c Node>,
    /// The limits of what is solved while reading.
    pub limits: &'c Limits<'c>,
}

impl Context<'static> {
    /// The ladder of the sources and plain rules, for tables that depend on neither.
    pub fn plain() -> Self {
        static LADDER: std::sync::LazyLock<Ladder> = std::sync::LazyLock::new(Ladder::default);
        Self::on(&LADDER)
    }
}

impl<'c> Context<'c> {
    /// This ladder, and plain rules without definitions.
    pub fn on(ladder: &'c Ladder) -> Self {
        static RULES: std::sync::LazyLock<Rules> = std::sync::LazyLock::new(Rules::plain);
        Self { ladder, rules: &RULES, definitions: Definitions::none(), document: None, limits: &Limits::LARGEST }
    }
}

/// From a value in a document to what it means; reports what is wrong with it and gives nothing.
pub type Decode<T> = fn(Item<'_>) -> Option<T>;

/// Reads one table by its data table of keys.
///
/// Reading does not stop at an error: [`Reader::read`] reports it and gives nothing or the default.
pub struct Reader<'r> {
    table: &'r Table,
    name: String,
    span: Span,
    keys: &'static Keys,
    context: Context<'r>,
    asked: Vec<&'static str>,
    /// Keys that the table of keys does not have, and that are read elsewhere.
    elsewhere: Vec<String>,
    problems: &'r mut Problems,
}

/// A value on its way through a decoder (see [`decode`](super::decode)).
pub struct Item<'r> {
    /// What the value is called in messages: its key, or `` entry 2 of `levels` ``.
    pub name: String,
    /// The value.
    pub node: &'r Node,
    /// What it must be.
    pub kind: &'static Kind,
    /// Where its key was written; for an entry of a list, where the entry was.
    pub key_span: Span,
    /// What else decoding may depend on.
    pub context: Context<'r>,
    /// Collects the errors.
    pub problems: &'r mut Problems,
}

impl<'r> Reader<'r> {
    /// Reads a table with a function; afterwards reports the keys that are not known, and those that were not asked for though the table was read.
    ///
    /// `name` is what the table is called in messages. Gives nothing where the node is no table.
    pub fn open<T>(
        node: &Node,
        name: &str,
        keys: &'static Keys,
        context: Context<'_>,
        problems: &mut Problems,
        read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut reader = Reader::new(node, name, keys, context, problems)?;
        let value = read(&mut reader);
        reader.end(value.is_some());
        value
    }

    // What does not depend on the type that is read stands apart from what does: it is compiled once.
    #[inline(never)]
    fn new(
        node: &'r Node,
        name: &str,
        keys: &'static Keys,
        context: Context<'r>,
        problems: &'r mut Problems,
    ) -> Option<Self> {
        let table = match &node.value {
            Value::Table(table) => table,
            Value::Invalid => {
                problems.note_invalid();
                return None;
            }
            other => {
                let problem = Problem::new(format!("{name} must be a table")).at(node.span);
                problems.push(problem.label(format!("this is {}", other.noun())));
                return None;
            }
        };
        Some(Self {
            table,
            name: name.to_owned(),
            span: node.span,
            keys,
            context,
            asked: Vec::new(),
            elsewhere: Vec::new(),
            problems,
        })
    }

    /// The value of a key; its default where the key is absent or its value is invalid, or nothing where it has none.
    pub fn read<K: ReadKey>(&mut self, key: &K) -> K::Output {
        let decode = key.decode();
        let value = self.get(key.spec().key, decode);
        key.output(value)
    }

    /// The value of a key, through a decoder that takes more than the value; nothing where it is absent or invalid.
    pub fn read_with<T>(&mut self, key: &dyn AnyKey, decode: impl FnOnce(Item<'_>) -> Option<T>) -> Option<T> {
        self.get(key.spec().key, decode)
    }

    /// Passes over a key that is read elsewhere.
    pub fn pass(&mut self, key: &dyn AnyKey) {
        self.get(key.spec().key, |_| Some(()));
    }

    /// Passes over a key that the table of keys does not have.
    pub fn pass_own(&mut self, key: &str) {
        self.elsewhere.push(key.to_owned());
    }

    /// The value of a key that has no type of its own (an option of the registry), through a decoder; the key must be in
    /// the table of keys.
    ///
    /// Gives nothing where the key is absent, which is an error where it is required, and where the value is invalid or the
    /// key has no effect under the rules. A key that the table of keys does not have gives nothing.
    pub fn get<T>(&mut self, key: &str, decode: impl FnOnce(Item<'_>) -> Option<T>) -> Option<T> {
        decode(self.item(key)?)
    }

    /// The value of a key, to be decoded; nothing where it is absent, invalid or without effect.
    #[inline(never)]
    fn item(&mut self, key: &str) -> Option<Item<'_>> {
        let spec = self.keys.find(key);
        debug_assert!(spec.is_some(), "`{key}` is not in the table of keys of {}", self.name);
        let spec = spec?;
        self.asked.push(spec.key);
        let Some(Entry { node, key_span, .. }) = self.table.entry(key) else {
            if spec.required() {
                self.lacks(key);
            }
            return None;
        };
        if node.value == Value::Invalid {
            self.problems.note_invalid();
            return None;
        }
        let (key_span, context) = (*key_span, self.context);
        let item =
            Item { name: format!("`{key}`"), node, kind: &spec.kind, key_span, context, problems: self.problems };
        match spec.acts.filter(|acts| !(acts.under)(context.rules)) {
            None => Some(item),
            Some(Acts { nowhere, cure, .. }) => {
                let problem = Problem::new(format!("`{key}` has no effect {nowhere}")).secondary();
                item.refuse(problem.help(format!("leave it out, or set {cure} in [rules]")))
            }
        }
    }

    /// Reads on with another context: under rules that were read on the way.
    pub fn within<T>(&mut self, context: Context<'_>, read: impl FnOnce(&mut Reader<'_>) -> T) -> T {
        let (name, asked) = (std::mem::take(&mut self.name), std::mem::take(&mut self.asked));
        let elsewhere = std::mem::take(&mut self.elsewhere);
        let Self { table, span, keys, .. } = *self;
        let mut reader = Reader { table, name, span, keys, context, asked, elsewhere, problems: &mut *self.problems };
        let value = read(&mut reader);
        (self.name, self.asked, self.elsewhere) = (reader.name, reader.asked, reader.elsewhere);
        value
    }

    /// Reports whether a key that may be written does anything beside the others. The user is warned of a key that does nothing in any case
    /// of a file: `reason` says why, `cure` what would give it something to do.
    pub fn acts(&mut self, key: &dyn AnyKey, acts: bool, reason: &'static str, cure: &'static str) {
        if self.has(key) {
            let idle = (!acts).then_some([reason, cure]);
            self.problems.add_effect(Effect { owner: Owner::Table(self.name.clone()), key: key.spec().key, idle });
        }
    }

    /// The same of a key in the table of another.
    pub fn acts_in(
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
            self.problems.add_effect(Effect { owner: Owner::Table(format!("`{table}`")), key, idle });
        }
    }

    /// True where the table has this key, good or not.
    pub fn has(&self, key: &dyn AnyKey) -> bool {
        self.table.entry(key.spec().key).is_some()
    }

    /// The value of a key as it was written.
    pub fn written(&self, key: &dyn AnyKey) -> Option<&'r Node> {
        self.table.get(key.spec().key)
    }

    /// The keys that the table may have.
    pub(crate) fn keys(&self) -> &'static Keys {
        self.keys
    }

    /// What else decoding may depend on.
    pub fn context(&self) -> Context<'r> {
        self.context
    }

    /// The name of the table in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The rules in force.
    pub fn rules(&self) -> &'r Rules {
        self.context.rules
    }

    /// The table that is read.
    pub fn table(&self) -> &'r Table {
        self.table
    }

    /// Where the table was written.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Where the value of a key was written, or else the table.
    pub fn span_of(&self, key: &dyn AnyKey) -> Span {
        self.written(key).map_or(self.span, |node| node.span)
    }

    /// Refuses the value of a key, or else the table.
    pub fn refuse<T>(&mut self, key: &dyn AnyKey, problem: Problem) -> Option<T> {
        let span = self.span_of(key);
        self.problems.push(problem.at(span));
        None
    }

    /// Refuses the whole table.
    pub fn refuse_table<T>(&mut self, problem: Problem) -> Option<T> {
        self.problems.push(problem.at(self.span));
        None
    }

    /// The value, or its error at the table.
    pub fn sound<T>(&mut self, made: Result<T>) -> Option<T> {
        made.map_err(|error| self.problems.push(Problem::from(error).at(self.span))).ok()
    }

    /// Reads a key that may be left out; `None` if its value is not valid.
    pub fn optional<K: ReadKey<Output = Option<<K as ReadKey>::Value>>>(&mut self, key: &K) -> Option<K::Output> {
        if self.has(key) { self.read(key).map(Some) } else { Some(None) }
    }

    /// Collects the errors; for errors that concern several keys.
    pub fn problems(&mut self) -> &mut Problems {
        self.problems
    }

    /// Reports a key that is missing; for keys that are required only beside certain others.
    pub fn missing(&mut self, key: &dyn AnyKey) {
        if !self.has(key) {
            self.lacks(key.spec().key);
        }
    }

    fn lacks(&mut self, key: &str) {
        // A misspelt key is reported as what it is, and is what is missing.
        let misspelt = |found: &str| self.keys.find(found).is_none() && nearest(found, [key]).is_some();
        if self.problems.may_hide(key) || self.table.keys().any(misspelt) {
            return;
        }
        let problem = Problem::new(format!("{} has no `{key}`", self.name)).at(self.span).secondary();
        let help = self.keys.find(key).map(|spec| format!("for example `{key} = {}`", spec.example));
        self.problems.push(problem.help_if(help));
    }

    /// Reports keys that are not known, and known ones that nothing asked for. A table that is wrong has not been read to its end: which
    /// of its keys have an effect is not known then.
    #[inline(never)]
    fn end(self, is_read: bool) {
        let Self { table, name, keys, asked, elsewhere, problems, .. } = self;
        let all: Vec<&'static str> = keys.specs().iter().map(|spec| spec.key).collect();
        let free: Vec<&'static str> = all.iter().copied().filter(|key| table.entry(key).is_none()).collect();
        let near = |key: &str, among: &[&'static str]| did_you_mean(key, among.iter().copied());
        for Entry { key, key_span, .. } in table.entries() {
            if asked.contains(&key.as_str()) || elsewhere.contains(key) {
                continue;
            }
            let key = key.as_str();
            if all.contains(&key) {
                let problem = Problem::new(format!("`{key}` has no effect here")).at(*key_span).secondary();
                if is_read {
                    problems.push(problem.help("leave it out"));
                }
                continue;
            }
            let problem =
                Problem::new(format!("unknown key `{}` in {name}", excerpt(key))).at(*key_span).once_a_place();
            // A key that is set already is meant less likely; though it is where `[vary]` or a variant misspells it.
            let problem = problem.label_if(near(key, &free).or_else(|| near(key, &all)));
            let listable = (1..=MOST_LISTED).contains(&all.len());
            problems.push(problem.help_if(listable.then(|| format!("known keys are {}", listed(&all)))));
        }
    }
}

impl<'r> Item<'r> {
    /// Reports that the value is of the wrong kind; gives nothing, for the decoder to return.
    pub fn wrong<T>(self) -> Option<T> {
        self.report_wrong();
        None
    }

    #[inline(never)]
    fn report_wrong(self) {
        let label = format!("this is {}", self.node.value.noun());
        self.report_unfit(label);
    }

    /// Reports that the value does not fit what is expected; `label` says why beside it.
    pub fn unfit<T>(self, label: impl Into<String>) -> Option<T> {
        self.report_unfit(label.into());
        None
    }

    #[inline(never)]
    fn report_unfit(self, label: String) {
        let problem = Problem::new(format!("{} must be {}", self.name, self.kind.expected())).label(label);
        self.report(problem);
    }

    /// Reports an error of the value, at its place.
    pub fn refuse<T>(self, problem: Problem) -> Option<T> {
        self.report(problem);
        None
    }

    /// The value, if it is good; else its error is reported.
    pub fn checked<T>(self, value: std::result::Result<T, impl Into<Problem>>) -> Option<T> {
        value.map_err(|error| self.report(error.into())).ok()
    }

    #[inline(never)]
    fn report(self, problem: Problem) {
        match self.node.value {
            Value::Invalid => self.problems.note_invalid(),
            _ => self.problems.push(problem.at(self.node.span)),
        }
    }

    /// The same value again, for a decoder that calls another and then reports errors itself.
    pub fn again(&mut self) -> Item<'_> {
        let Self { node, kind, key_span, context, .. } = *self;
        Item { name: self.name.clone(), node, kind, key_span, context, problems: &mut *self.problems }
    }

    /// The same value, held to another kind; for values that may be one of several.
    pub fn as_kind(self, kind: &'static Kind) -> Self {
        Self { kind, ..self }
    }
}
