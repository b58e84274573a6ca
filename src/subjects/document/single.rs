//! One thing that is wrong with a scenario, and its place.

use crate::error::Error;

/// A stretch of a source's text, in bytes. A span `0..0` means the file as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The source, an index in [`Problems::sources`](super::Problems::sources).
    pub source: usize,
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// A source as a whole.
    pub const fn whole(source: usize) -> Self {
        Self { source, start: 0, end: 0 }
    }

    /// True where the two share or touch a byte of the same source.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.source == other.source && self.start <= other.end && other.start <= self.end
    }
}

/// One thing that is wrong with a scenario.
///
/// Problems order by place, those without a place first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    pub(super) span: Option<Span>,
    pub(super) message: String,
    label: Option<String>,
    help: Option<String>,
    also: Option<Box<(Span, String)>>, // boxed: errors are kept small
    pub(super) is_secondary: bool,
    pub(super) is_once_a_place: bool,
}

impl Problem {
    /// An error without a place yet.
    pub fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { span: None, message, label: None, help: None, also: None, is_secondary: false, is_once_a_place: false }
    }

    /// Reports it once for its place, though several fighters may get it from there.
    #[must_use]
    pub fn once_a_place(mut self) -> Self {
        self.is_once_a_place = true;
        self
    }

    /// Where it is.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// A few words beside the underlined source, such as "did you mean `trials`?".
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// As [`Problem::label`], where there is something to say.
    #[must_use]
    pub fn label_if(mut self, label: Option<String>) -> Self {
        self.label = label.or(self.label);
        self
    }

    /// As [`Problem::label`], where there is something to say; else another error may have caused this one.
    #[must_use]
    pub fn label_or_secondary(mut self, label: Option<String>) -> Self {
        self.is_secondary |= label.is_none();
        self.label_if(label)
    }

    /// How to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// As [`Problem::help`], where there is something to say.
    #[must_use]
    pub fn help_if(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// A second place that has to do with it, such as the other of two options that contradict each other.
    #[must_use]
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.also = Some(Box::new((span, label.into())));
        self
    }

    /// Marks an error that another one may have caused, as a misspelt key causes a missing one: it is reported if there are no others.
    #[must_use]
    pub fn secondary(mut self) -> Self {
        self.is_secondary = true;
        self
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it is; `None` if it concerns the whole file, such as one that cannot be read.
    pub fn span(&self) -> Option<Span> {
        self.span
    }

    /// The words beside the underlined source.
    pub fn label_text(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// How to fix it.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The second place and the words beside it.
    pub fn second_place(&self) -> Option<(Span, &str)> {
        self.also.as_deref().map(|(span, label)| (*span, label.as_str()))
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let help = error.help().map(str::to_owned);
        Self { help, is_secondary: error.is_secondary(), ..Self::new(error.message()) }
    }
}
