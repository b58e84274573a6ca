//! A single error in a scenario, with its position.

use crate::error::Error;

/// A range of a source's text, in bytes. The span `0..0` is the whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The index of the source in [`Problems::sources`](super::Problems::sources).
    pub source: usize,
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The span of a whole source.
    pub const fn whole(source: usize) -> Self {
        Self { source, start: 0, end: 0 }
    }

    /// Whether the spans overlap or touch in the same source.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.source == other.source && self.start <= other.end && other.start <= self.end
    }
}

/// A single error in a scenario.
///
/// Problems are ordered by position; those without a position come first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    pub(super) span: Option<Span>,
    pub(super) message: String,
    label: Option<String>,
    help: Option<String>,
    /// The rarer parts; boxed to keep errors small.
    more: Option<Box<More>>,
    pub(super) is_secondary: bool,
    pub(super) is_once_per_position: bool,
}

/// The rarer parts of an error.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct More {
    also: Option<(Span, String)>,
    kind: Option<&'static str>,
}

impl Problem {
    /// Creates an error without a position.
    pub fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            span: None,
            message,
            label: None,
            help: None,
            more: None,
            is_secondary: false,
            is_once_per_position: false,
        }
    }

    /// Reports the error once per position, even if several fighters have it there.
    #[must_use]
    pub fn once_per_position(mut self) -> Self {
        self.is_once_per_position = true;
        self
    }

    /// Sets the position.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets a few words next to the underlined source, such as "did you mean `trials`?".
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Like [`Problem::label`], if there is a label.
    #[must_use]
    pub fn label_if(mut self, label: Option<String>) -> Self {
        self.label = label.or(self.label);
        self
    }

    /// Like [`Problem::label`]. Without a label, the error becomes [secondary](Self::secondary), since another error
    /// may have caused it.
    #[must_use]
    pub fn label_or_secondary(mut self, label: Option<String>) -> Self {
        self.is_secondary |= label.is_none();
        self.label_if(label)
    }

    /// Sets advice on how to fix the error.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Like [`Problem::help`], if there is any help.
    #[must_use]
    pub fn help_if(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Sets a second position that is involved, such as the other of two options that contradict each other.
    #[must_use]
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.more.get_or_insert_default().also = Some((span, label.into()));
        self
    }

    /// Sets the kind of the error, such as `missing`, unless it has one. [`located`](Self::located) shows it.
    #[must_use]
    pub fn kind(mut self, kind: &'static str) -> Self {
        self.more.get_or_insert_default().kind.get_or_insert(kind);
        self
    }

    /// Names the error by its kind and by `path`, its path in the file: `process.climb.step[3].when:17`. Without a
    /// path, only drops the kind.
    #[must_use]
    pub fn located(mut self, path: Option<&str>) -> Self {
        // Errors that only differ in a kind that is not shown are equal.
        let kind = self.more.as_mut().and_then(|more| more.kind.take());
        self.more = self.more.filter(|more| more.also.is_some());
        if let Some(path) = path {
            self.message = format!("{path}: {}", self.message);
            let words = [kind.map(str::to_owned), self.label.take()];
            self.label = words.into_iter().flatten().reduce(|kind, label| format!("{kind}: {label}"));
        }
        self
    }

    /// Marks an error that another one may have caused, as a misspelled key causes a missing one. It is reported only
    /// if there are no other errors.
    #[must_use]
    pub fn secondary(mut self) -> Self {
        self.is_secondary = true;
        self
    }

    /// The description of the error.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The position; `None` if the error concerns the whole file, such as one that cannot be read.
    pub fn span(&self) -> Option<Span> {
        self.span
    }

    /// The words next to the underlined source.
    pub fn label_text(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// Advice on how to fix the error.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The second position and the words next to it.
    pub fn second_place(&self) -> Option<(Span, &str)> {
        self.more.as_ref()?.also.as_ref().map(|(span, label)| (*span, label.as_str()))
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let help = error.help().map(str::to_owned);
        Self { help, is_secondary: error.is_secondary(), ..Self::new(error.message()) }
    }
}
