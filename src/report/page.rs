//! A page in its parts: what is said, which the terminal and Markdown each set in their own way.

use super::formats::paint::Tone;
use super::table::{Table, Words};
use crate::study::Warning;
use crate::subject::capitalized;

/// Blocks of parts, one below the other. The words are as they came: each medium makes them safe for itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// The parts that stand together, block by block.
    pub blocks: Vec<Vec<Part>>,
    /// The columns on a terminal by which all but titles and signs stand to the right.
    pub indent: usize,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// The subject of the page.
    Title(String),
    /// A sentence; a word in it that judges has a color.
    Sentence(Vec<Words>),
    /// A sentence behind a sign of one column.
    Marked(Sign, String),
    /// A remark on the answer, and what to do about it.
    Warning {
        /// The remark.
        message: String,
        /// The remedy.
        remedy: String,
    },
    /// Figures and distributions in words, a line each.
    Lines(Vec<Labeled>),
    /// A table under its title.
    Table(Table),
}

/// The sign before a sentence, in the color that says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// It holds.
    Yes,
    /// It cannot be decided.
    Unsure,
    /// It does not hold.
    No,
    /// A warning.
    Warning,
}

/// A label, words, and perhaps a bar behind them.
#[derive(Debug, Clone, PartialEq)]
pub struct Labeled {
    /// Before the words.
    pub label: String,
    /// The figure in words.
    pub words: String,
    /// The length of the bar: a share of 1.
    pub share: Option<f64>,
}

impl Sign {
    /// Its letter.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Yes => "✓",
            Self::Unsure => "?",
            Self::No => "✗",
            Self::Warning => "!",
        }
    }

    /// Its color.
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
    pub fn said(words: impl Into<String>) -> Self {
        Self::Sentence(vec![words.into().into()])
    }

    /// A warning of a result.
    pub fn warned(warning: &Warning) -> Self {
        Self::Warning { message: capitalized(&warning.message()), remedy: capitalized(&warning.remedy) }
    }

    /// A table whose title stands elsewhere.
    pub fn untitled(table: Table) -> Self {
        Self::Table(Table { title: String::new(), ..table })
    }
}

impl Page {
    /// A page of these blocks; those without parts are left out.
    pub fn new(indent: usize, blocks: impl IntoIterator<Item = Vec<Part>>) -> Self {
        let blocks = blocks.into_iter().filter(|block| !block.is_empty()).collect();
        Self { blocks, indent }
    }
}
