//! The `[vary]` table: the varied paths and their values.

use crate::document::nearest::did_you_mean;
use crate::document::node::{Entry, Node, Table, Value};
use crate::document::path::Path;
use crate::document::problem::{Problem, Problems, Span, excerpt};
use crate::ladder::Ladder;
use crate::study;
use crate::text::range_ends;

/// Maximum number of cells (variants × varied values) of a scenario.
pub const MAX_CELLS: u64 = 10_000;

/// Maximum number of varied paths.
pub const MAX_VARIED: usize = 16;

/// Keys that are removed from a document before it is edited; they cannot be varied.
pub(super) const TAKEN_OUT: [&str; 3] = ["include", "variants", "vary"];

/// Keys that apply to the whole file, so that neither `[vary]` nor a variant can change them.
pub(super) const WHOLE_FILE: [&str; 8] = ["format", "title", "ladder", "sheets", "run", "ask", "expect", "show"];

/// The combination of several varied paths: `combine = "cross"` or `"zip"` in `[vary]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Combine {
    /// Every value of one path with every value of the others.
    Cross,
    /// The first values together, the second values together …
    Zip,
}

/// One varied path and its values, with ranges not expanded.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    pub path: Path,
    /// The position of the path in the file.
    pub key_span: Span,
    values: VariedValues,
}

#[derive(Debug, Clone)]
enum VariedValues {
    List(Vec<(Node, study::Value)>),
    Levels { range: ArithmeticSequence<i64>, names: Vec<String>, span: Span },
    Integers { range: ArithmeticSequence<i64>, span: Span },
    Floats { range: ArithmeticSequence<f64>, span: Span },
}

/// An arithmetic sequence.
#[derive(Debug, Clone, Copy)]
struct ArithmeticSequence<T> {
    first: T,
    step: T,
    count: u128,
}

impl Axis {
    /// The number of values; a range is counted without expanding it.
    pub fn count(&self) -> u128 {
        match &self.values {
            VariedValues::List(values) => values.len() as u128,
            VariedValues::Levels { range, .. } | VariedValues::Integers { range, .. } => range.count,
            VariedValues::Floats { range, .. } => range.count,
        }
    }

    /// The value with this number, counted from 0, and the value to show; `None` unless the number is below
    /// [`Axis::count`].
    pub fn value(&self, number: usize) -> Option<(Node, study::Value)> {
        if number as u128 >= self.count() {
            return None;
        }
        let (value, shown, span) = match &self.values {
            VariedValues::List(values) => return values.get(number).cloned(),
            VariedValues::Levels { range, names, span } => {
                (Value::Integer(range.term(number)?), study::Value::Text(names.get(number)?.clone()), span)
            }
            VariedValues::Integers { range, span } => {
                let value = range.term(number)?;
                (Value::Integer(value), study::Value::Integer(value), span)
            }
            VariedValues::Floats { range, span } => {
                let value = rounded(range.first + range.step * number as f64);
                (Value::Float(value), study::Value::Float(value), span)
            }
        };
        Some((Node { value, span: *span }, shown))
    }
}

impl ArithmeticSequence<i64> {
    /// The term with this number, counted from 0; `None` if it overflows 64 bits. It is computed with 128 bits, because
    /// widely spaced steps can overflow 64.
    fn term(&self, number: usize) -> Option<i64> {
        i64::try_from(i128::from(self.first) + i128::from(self.step) * number as i128).ok()
    }
}

/// Rounds to twelve digits: a tenth added three times is 0.3, as the user meant.
fn rounded(value: f64) -> f64 {
    format!("{value:.11e}").parse().ok().filter(|rounded: &f64| rounded.is_finite()).unwrap_or(value)
}

/// Reads `[vary]`. Entries with errors are reported and left out.
pub(super) fn read(vary: &Node, ladder: &Ladder, problems: &mut Problems) -> (Vec<Axis>, Combine) {
    let mut found = VaryReader { axes: Vec::new(), combine: Combine::Cross, ladder, problems };
    match &vary.value {
        Value::Table(table) => found.read_keys(table),
        Value::Invalid => {}
        other => found.problems.push(
            Problem::new(format!("`vary` must be a table, not {}", other.noun()))
                .at(vary.span)
                .help("for example `[vary]`, and below it `\"rules.dice\" = [\"4dF\", \"3d6-table\"]`"),
        ),
    }
    if let Some(beyond) = found.axes.get(MAX_VARIED) {
        let problem = Problem::new(format!("more than {MAX_VARIED} paths are varied")).at(beyond.key_span);
        found.problems.push(problem);
        found.axes.clear();
    }
    (found.axes, found.combine)
}

/// Reads `[vary]`.
struct VaryReader<'f> {
    axes: Vec<Axis>,
    combine: Combine,
    ladder: &'f Ladder,
    problems: &'f mut Problems,
}

impl VaryReader<'_> {
    /// Reads the keys of `[vary]` itself, which are paths, except for `combine`.
    fn read_keys(&mut self, table: &Table) {
        for entry in table.entries() {
            match (entry.key.as_str(), &entry.node.value) {
                ("combine", Value::String(word)) => self.read_combine(word, entry.node.span),
                (path, _) => match Path::parse(path) {
                    Ok(path) => self.descend(path.segments().to_vec(), entry),
                    Err(problem) => self.problems.push(problem.at(entry.key_span)),
                },
            }
        }
    }

    fn read_combine(&mut self, word: &str, span: Span) {
        const WORDS: [&str; 2] = ["cross", "zip"];
        self.combine = match word {
            "cross" => Combine::Cross,
            "zip" => Combine::Zip,
            _ => {
                let problem = Problem::new(format!("`combine` cannot be `{}`", excerpt(word))).at(span);
                let help = "`cross` combines every value with every other, `zip` the first with the first and so on";
                return self.problems.push(problem.label_if(did_you_mean(word, WORDS)).help(help));
            }
        };
    }

    /// Descends to the values: a bare path such as `rules.dice = [...]` is parsed as nested tables.
    fn descend(&mut self, segments: Vec<String>, entry: &Entry) {
        match &entry.node.value {
            Value::Table(table) if !is_range(table) => {
                if table.entries().is_empty() {
                    self.refuse("nothing to vary", entry);
                }
                for inner in table.entries() {
                    let segments = segments.iter().cloned().chain([inner.key.clone()]).collect();
                    self.descend(segments, inner);
                }
            }
            _ => self.add_axis(Path::of(segments), entry),
        }
    }

    fn add_axis(&mut self, path: Path, entry: &Entry) {
        let among = |keys: &[&str]| path.segments().first().is_some_and(|first| keys.contains(&first.as_str()));
        let reason = match () {
            () if among(&TAKEN_OUT) => Some("it says how the scenario is put together"),
            () if among(&WHOLE_FILE) => Some("it applies to the whole file"),
            () => None,
        };
        if let Some(reason) = reason {
            let problem = Problem::new(format!("`{path}` cannot be varied")).at(entry.key_span);
            return self.problems.push(problem.help(reason));
        }
        if let Some(other) = self.axes.iter().find(|other| other.path.meets(&path)) {
            let problem = Problem::new(format!("`{path}` is varied twice")).at(entry.key_span);
            return self.problems.push(problem.also(other.key_span, "varied here as well"));
        }
        let values = match &entry.node.value {
            Value::Array(list) => self.list(list, entry),
            Value::Table(range) => self.range(range, entry.node.span),
            Value::String(text) if range_ends(text).is_some() => self.spelled_range(text, entry),
            Value::Invalid => None,
            _ => {
                self.refuse("a list of values is needed", entry);
                None
            }
        };
        if let Some(values) = values {
            self.axes.push(Axis { path, key_span: entry.key_span, values });
        }
    }

    fn list(&mut self, list: &[Node], entry: &Entry) -> Option<VariedValues> {
        if list.is_empty() {
            self.refuse("this list is empty", entry);
            return None;
        }
        let mut values = Vec::new();
        for node in list {
            let Some(shown) = node.as_scalar() else {
                if node.value != Value::Invalid {
                    let noun = node.value.noun();
                    let message = format!("a varied value must be a number, text, true or false, not {noun}");
                    let help = "whole tables and lists are compared by `[variants]`";
                    self.problems.push(Problem::new(message).at(node.span).help(help));
                }
                continue;
            };
            values.push((node.clone(), shown));
        }
        (values.len() == list.len()).then_some(VariedValues::List(values))
    }

    fn range(&mut self, table: &Table, span: Span) -> Option<VariedValues> {
        const KEYS: [&str; 3] = ["from", "to", "step"];
        for entry in table.entries().iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
            let problem = Problem::new(format!("unknown key `{}` in a range", excerpt(&entry.key)))
                .at(entry.key_span)
                .once_per_position();
            self.problems
                .push(problem.label_if(did_you_mean(&entry.key, KEYS)).help("a range has `from`, `to`, `step`"));
        }
        let mut ends = Vec::new();
        for key in ["from", "to"] {
            match table.get(key) {
                Some(node) => ends.extend(self.end(key, node)),
                None => self.problems.push(Problem::new(format!("this range has no `{key}`")).at(span)),
            }
        }
        let step = match table.get("step") {
            Some(node) => Some(self.step(node)?),
            None => None,
        };
        let [from, to] = <[RangeNumber; 2]>::try_from(ends).ok()?;
        self.range_values(&[from, to], step, span)
    }

    /// The values of a range: levels, whole numbers or fractions, depending on its ends and step.
    fn range_values(
        &mut self,
        [from, to]: &[RangeNumber; 2],
        step: Option<RangeNumber>,
        span: Span,
    ) -> Option<VariedValues> {
        match (from.whole(), to.whole(), step.as_ref().map_or(Some(1), RangeNumber::whole)) {
            (Some(first), Some(last), Some(step)) => {
                let range = whole_sequence(first, last, step);
                let word = matches!(from, RangeNumber::Level(_)) || matches!(to, RangeNumber::Level(_));
                if word { self.levels(range, last, span) } else { Some(VariedValues::Integers { range, span }) }
            }
            _ => Some(VariedValues::Floats {
                range: float_sequence(from.float(), to.float(), step.map_or(1.0, |s| s.float())),
                span,
            }),
        }
    }

    /// Reads a range given as text, in steps of 1: `2..8`, `Poor..Great`, `0.5 to 2.5`.
    fn spelled_range(&mut self, text: &str, entry: &Entry) -> Option<VariedValues> {
        let span = entry.node.span;
        let (from, to) = range_ends(text)?;
        let node = |end: &str| {
            let end = end.replace(['−', '–'], "-");
            let whole = end.parse().map(Value::Integer);
            let number = whole.ok().or_else(|| end.parse().ok().filter(|end: &f64| end.is_finite()).map(Value::Float));
            Node { value: number.unwrap_or(Value::String(end)), span }
        };
        let ends = [self.end("from", &node(from))?, self.end("to", &node(to))?];
        self.range_values(&ends, Some(RangeNumber::Whole(1)), span)
    }

    /// A range of levels, with the names of at most [`MAX_CELLS`] of them; a longer range is rejected later.
    fn levels(&mut self, range: ArithmeticSequence<i64>, last: i64, span: Span) -> Option<VariedValues> {
        if [range.first, last].into_iter().any(|end| i32::try_from(end).is_err()) {
            self.problems.push(Problem::new("this level is beyond the ladder").at(span));
            return None;
        }
        let count = usize::try_from(range.count).unwrap_or(usize::MAX).min(MAX_CELLS as usize);
        let level = |number: usize| i32::try_from(range.term(number)?).ok();
        let names = (0..count).map_while(level).map(|level| self.ladder.trait_name(level)).collect();
        Some(VariedValues::Levels { range, names, span })
    }

    fn end(&mut self, key: &str, node: &Node) -> Option<RangeNumber> {
        match &node.value {
            Value::Integer(number) => Some(RangeNumber::Whole(*number)),
            Value::Float(number) => Some(RangeNumber::Float(*number)),
            Value::String(word) => match self.ladder.parse(word) {
                Ok(level) => Some(RangeNumber::Level(level)),
                Err(error) => {
                    self.problems.push(Problem::from(error).at(node.span));
                    None
                }
            },
            Value::Invalid => None,
            other => {
                let message = format!("`{key}` must be a number or a level, not {}", other.noun());
                self.problems.push(Problem::new(message).at(node.span));
                None
            }
        }
    }

    fn step(&mut self, node: &Node) -> Option<RangeNumber> {
        match node.value {
            Value::Integer(step) if step > 0 => Some(RangeNumber::Whole(step)),
            Value::Float(step) if step > 0.0 => Some(RangeNumber::Float(step)),
            Value::Invalid => None,
            _ => {
                let problem = Problem::new("`step` must be a number above 0").at(node.span);
                self.problems.push(problem.help("a range counts down if `to` is below `from`"));
                None
            }
        }
    }

    fn refuse(&mut self, message: &str, entry: &Entry) {
        let help = "give a list, `[1, 2, 3]`, or a range, `\"1..3\"` or `{ from = 1, to = 9, step = 2 }`";
        self.problems.push(Problem::new(message).at(entry.node.span).help(help));
    }
}

/// Whether a table is a range instead of a further part of a path: one of its ends is a single value.
fn is_range(table: &Table) -> bool {
    let single = |node: &Node| !matches!(node.value, Value::Table(_) | Value::Array(_));
    ["from", "to"].into_iter().filter_map(|key| table.get(key)).any(single)
}

/// An end or the step of a range.
enum RangeNumber {
    Whole(i64),
    Level(i32),
    Float(f64),
}

impl RangeNumber {
    fn whole(&self) -> Option<i64> {
        match self {
            Self::Whole(number) => Some(*number),
            Self::Level(level) => Some(i64::from(*level)),
            Self::Float(_) => None,
        }
    }

    fn float(&self) -> f64 {
        match self {
            Self::Whole(number) => *number as f64,
            Self::Level(level) => f64::from(*level),
            Self::Float(number) => *number,
        }
    }
}

/// The whole numbers from `first` to at most `to`, `step` apart. They descend if `to` is below `first`.
fn whole_sequence(first: i64, to: i64, step: i64) -> ArithmeticSequence<i64> {
    let count = u128::from(first.abs_diff(to) / step.unsigned_abs().max(1)) + 1;
    ArithmeticSequence { first, step: if to < first { -step } else { step }, count }
}

/// Like [`whole_sequence`], for fractions.
fn float_sequence(first: f64, to: f64, step: f64) -> ArithmeticSequence<f64> {
    // The small addition gives 0.1 to 0.3 by 0.1 three values. Casting a number that is too large returns the largest.
    let count = (((to - first).abs() / step + 1e-9).floor() as u128).saturating_add(1);
    ArithmeticSequence { first, step: if to < first { -step } else { step }, count }
}
