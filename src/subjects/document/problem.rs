//! Errors in scenario files: their reason, position and remedy.

#![deny(missing_docs)]

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::render::render;
pub use super::single::{Problem, Span};
use super::source::{Source, line_at};
use crate::error::Error;
use crate::rules::names::Refusal;

/// The maximum number of syntax errors that are recorded to hide the errors they cause.
const MAX_SYNTAX_POSITIONS: usize = 100;

/// The owner of a key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// A fighter, by its index in the file; in a campaign the party comes first.
    Fighter(usize),
    /// The table `[rules]`.
    Rules,
    /// Another table, by its name in messages.
    Table(String),
}

/// The effect that a key in the file has in combination with the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyEffect {
    /// The owner of the key.
    pub owner: Owner,
    /// The name of the key.
    pub key: &'static str,
    /// Why the key has no effect, and what would give it one; `None` if it has an effect.
    pub idle: Option<[&'static str; 2]>,
}

/// Remarks on a scenario that are not errors.
#[derive(Debug, Clone, Default)]
struct Remarks {
    /// The effects of the keys read so far.
    effects: Vec<KeyEffect>,
    /// Notes, each with a remedy.
    notes: Vec<(String, String)>,
}

/// All errors of a scenario, in the order of their positions, and the sources that they point into.
///
/// Equal errors are kept once, since every cell of a grid can report the same one.
#[derive(Debug, Clone, Default)]
pub struct Problems {
    sources: Vec<Arc<Source>>,
    syntax: Vec<Span>,
    problems: BTreeSet<Problem>,
    /// See [`Problems::found`].
    found: usize,
    /// Whether a file of the scenario could not be read.
    is_incomplete: bool,
    remarks: Box<Remarks>,
}

impl Problems {
    /// Creates an empty list, without sources.
    #[doc(hidden)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source and returns its index, for [`Span::source`].
    #[doc(hidden)]
    pub fn add_source(&mut self, source: Source) -> usize {
        self.sources.push(Arc::new(source));
        self.sources.len() - 1
    }

    /// The sources read so far: the scenario file itself first, then what it includes.
    #[doc(hidden)]
    pub fn sources(&self) -> &[Arc<Source>] {
        &self.sources
    }

    /// Adds an error. An error at the position of a syntax error is a consequence of it, so it is counted but not
    /// reported.
    #[doc(hidden)]
    pub fn push(&mut self, problem: Problem) {
        self.found += 1;
        let follows = problem.span.is_some_and(|span| self.is_broken(span));
        if !follows {
            self.problems.insert(problem);
        }
    }

    /// Counts an error that is not reported itself, because it follows from a reported one.
    pub(crate) fn note_invalid(&mut self) {
        self.found += 1;
    }

    /// Returns the value if it is valid; otherwise adds its error at `place`.
    pub fn checked<T>(&mut self, value: Result<T, impl Into<Problem>>, place: Span) -> Option<T> {
        value.map_err(|error| self.push(error.into().at(place))).ok()
    }

    /// Records whether a key has an effect. If the same key is recorded several times, it has an effect only if all
    /// records say so. Otherwise the first reason is kept.
    pub(crate) fn add_effect(&mut self, effect: KeyEffect) {
        let same = |known: &&mut KeyEffect| known.owner == effect.owner && known.key == effect.key;
        match self.remarks.effects.iter_mut().find(same) {
            Some(known) => known.idle = known.idle.or(effect.idle),
            None => self.remarks.effects.push(effect),
        }
    }

    /// Adds notes that are not errors, each with a remedy. Repeated notes are dropped.
    pub fn add_notes(&mut self, notes: &[(String, String)]) {
        for note in notes {
            if !self.remarks.notes.contains(note) {
                self.remarks.notes.push(note.clone());
            }
        }
    }

    /// Takes the notes added since the last call.
    pub fn take_notes(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.remarks.notes)
    }

    /// Takes the effects added since the last call.
    pub fn take_effects(&mut self) -> Vec<KeyEffect> {
        std::mem::take(&mut self.remarks.effects)
    }

    /// Records the position of a syntax error. Later errors on the same text follow from it.
    pub(crate) fn mark_broken(&mut self, span: Span) {
        if self.syntax.len() < MAX_SYNTAX_POSITIONS {
            self.syntax.push(span);
        }
    }

    /// Adds a TOML syntax error, which is never hidden.
    pub(crate) fn push_syntax(&mut self, problem: Problem) {
        self.found += 1;
        self.problems.insert(problem);
    }

    /// Whether a syntax error lies on `span`, so that the value read from there is a guess.
    pub(crate) fn is_broken(&self, span: Span) -> bool {
        let whole = span == Span::whole(span.source);
        !whole && self.syntax.iter().any(|broken| broken.meets(&span))
    }

    /// Records that a file is missing. All later errors may follow from that.
    pub(crate) fn mark_incomplete(&mut self) {
        self.is_incomplete = true;
    }

    /// Whether a file of the scenario could not be read.
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Whether there is a syntax error anywhere, so that keys that seem to be missing may be there.
    pub fn has_syntax_problems(&self) -> bool {
        !self.syntax.is_empty()
    }

    /// Whether a line with a syntax error contains `word`. A key that seems to be missing may be in it.
    pub(crate) fn may_hide(&self, word: &str) -> bool {
        self.syntax.iter().any(|span| {
            let text = self.sources.get(span.source).map_or("", |source| source.text());
            line_at(text, span.start).is_some_and(|line| line.text.contains(word))
        })
    }

    /// The line number of `span`, from 1; `None` if it is not in the scenario file itself.
    pub fn line_of(&self, span: Span) -> Option<usize> {
        let text = self.sources.first().filter(|_| span.source == 0)?.text();
        Some(line_at(text, span.start)?.number)
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// The number of errors found so far, including repeated and hidden ones. A part of a file is valid only if reading
    /// it leaves this number unchanged; if not, do not compute anything from it.
    pub fn found(&self) -> usize {
        self.found
    }

    /// The errors to report, in the order of their positions. Secondary errors are left out unless all errors are
    /// secondary. An error that must appear once per position or message is not repeated.
    #[doc(hidden)]
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        let all_are_secondary = self.problems.iter().all(|problem| problem.is_secondary);
        let (mut places, mut missing) = (BTreeSet::new(), BTreeSet::new());
        let shown = self.problems.iter().filter(move |problem| all_are_secondary || !problem.is_secondary);
        shown.filter(move |problem| match problem.span {
            // An item that is missing in several cases is reported once.
            _ if problem.is_secondary => missing.insert(problem.message.clone()),
            Some(span) if problem.is_once_per_position => places.insert(span),
            _ => true,
        })
    }

    /// All errors as text: message, file:line:column, the underlined source, and help.
    ///
    /// Shows the first 50 errors and counts the rest. `color` adds terminal escapes.
    pub fn render(&self, color: bool) -> String {
        render(self.iter(), &self.sources, color)
    }

    /// The first error, for text that is not from a file.
    #[doc(hidden)]
    pub fn first_error(&self) -> Error {
        let Some(first) = self.iter().next() else { return Error::run("nothing is wrong") };
        let error = Error::input(first.message());
        let help = [first.label_text(), first.help_text()].into_iter().flatten().collect::<Vec<_>>().join("; ");
        if help.is_empty() { error } else { error.with_help(help) }
    }

    /// Returns `value` if there are no errors.
    ///
    /// # Errors
    /// If there is an error; all of them are returned.
    #[doc(hidden)]
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<&Refusal> for Problem {
    fn from(refused: &Refusal) -> Self {
        Self::new(&*refused.message).help(refused.help())
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self { problems: BTreeSet::from([problem]), found: 1, ..Self::default() }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Problems {}

/// An error that contains the report on all problems.
impl From<Problems> for Error {
    fn from(problems: Problems) -> Self {
        Self::input(problems.render(false).trim_end())
    }
}

/// A piece of user input for messages. Control characters are escaped, and text is cut after 60 characters.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.len() <= LONGEST && text.bytes().all(|byte| (byte.is_ascii_graphic() || byte == b' ') && byte != b'\\') {
        return text.to_owned();
    }
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown.replace("\\'", "'").replace("\\\"", "\"")
}
