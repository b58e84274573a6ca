//! The content of a page, in parts that the terminal, Markdown and HTML each format in their own way.

use super::formats::paint::Tone;
use super::table::{Table, Words};
use crate::study::Warning;
use crate::subject::capitalized;

/// A page: blocks of parts that are shown together. The text is not escaped: each output format does that itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// The parts that are shown together, block by block.
    pub blocks: Vec<Vec<Part>>,
    /// The indentation on a terminal, in columns, of everything but titles and signs.
    pub indent: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    Title(String),
    /// A sentence in pieces; the word with the verdict may have a color.
    Sentence(Vec<Words>),
    /// A sentence behind a sign of one column.
    Marked(Sign, String),
    /// A caveat about the answer, and its remedy.
    Warning {
        message: String,
        remedy: String,
    },
    /// Figures and distributions in words, one line each.
    Lines(Vec<LabeledLine>),
    Table(Table),
}

/// The sign before a sentence; its color says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// The statement is true.
    Yes,
    /// The statement cannot be decided.
    Unsure,
    /// The statement is false.
    No,
    Warning,
}

/// A label and words, with an optional bar behind them.
#[derive(Debug, Clone, PartialEq)]
pub struct LabeledLine {
    pub label: String,
    pub words: String,
    /// The length of the bar, as a share of 1; `None` without a bar.
    pub share: Option<f64>,
}

impl Sign {
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Yes => "✓",
            Self::Unsure => "?",
            Self::No => "✗",
            Self::Warning => "!",
        }
    }

    pub const fn tone(self) -> Tone {
        match self {
            Self::Yes => Tone::Good,
            Self::Unsure | Self::Warning => Tone::Doubtful,
            Self::No => Tone::Bad,
        }
    }
}

impl Part {
    /// A sentence without color.
    pub fn plain_sentence(words: impl Into<String>) -> Self {
        Self::Sentence(vec![words.into().into()])
    }

    pub fn from_warning(warning: &Warning) -> Self {
        Self::Warning { message: capitalized(&warning.message()), remedy: capitalized(&warning.remedy) }
    }

    /// A table without its title, which is shown elsewhere.
    pub fn untitled(table: Table) -> Self {
        Self::Table(Table { title: String::new(), ..table })
    }
}

impl Page {
    /// Creates a page; blocks without parts are left out.
    pub fn new(indent: usize, blocks: impl IntoIterator<Item = Vec<Part>>) -> Self {
        let blocks = blocks.into_iter().filter(|block| !block.is_empty()).collect();
        Self { blocks, indent }
    }
}
