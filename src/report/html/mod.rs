//! The HTML page of a study: a single file that needs no network. Its only script sorts tables; without it, the page
//! shows the same content.

mod precision;
mod report;
mod rules;
#[cfg(test)]
mod tests;

use crate::chart::FinishedChart;
use crate::error::{Error, Result};
use crate::report::page::Part;
use crate::report::table::{self, Align};
use askama::Template;

pub use report::report;

/// Maximum number of rows of a table on the page; the data files have all rows.
const MOST_ROWS: usize = 400;

/// The script that sorts a table by a click on a heading.
const SORTING: &str = include_str!("sort.js");
/// The hash by which the page's security policy allows this script and no other: `openssl dgst -sha256 -binary sort.js
/// | base64`. The browser tests fail if it does not match.
const SORTING_HASH: &str = "sha256-q/nMhWvSl2AeKdBcp6ZKcEnAmK10/fhZP6tqx9W7p28=";

/// The data for the page's template. Everything but the charts is escaped.
#[derive(Template)]
#[template(path = "report.html")]
struct HtmlPage {
    title: String,
    /// The first sentence of the answer.
    answer: String,
    meaning: Vec<Piece>,
    facts: Vec<(&'static str, String)>,
    sections: Vec<Section>,
    version: String,
    sorting: &'static str,
    sorting_hash: &'static str,
}

impl HtmlPage {
    fn html(&self) -> Result<String> {
        self.render().map_err(|error| Error::run(format!("cannot write the HTML page: {error}")))
    }
}

#[derive(Default)]
struct Section {
    /// The target of links; empty if there are no links to it.
    id: &'static str,
    /// The text of these links.
    name: &'static str,
    /// The heading; empty if the names of the folded parts are enough.
    heading: &'static str,
    pieces: Vec<Piece>,
    folded: Vec<Folded>,
}

impl Section {
    /// A section whose links have the same text as its heading.
    fn new(id: &'static str, heading: &'static str, pieces: Vec<Piece>, folded: Vec<Folded>) -> Self {
        Self { id, name: heading, heading, pieces, folded }
    }

    fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.folded.is_empty()
    }
}

/// Pieces that are hidden until their name is clicked.
struct Folded {
    name: String,
    pieces: Vec<Piece>,
}

enum Piece {
    Paragraph(String),
    Warning(String, String),
    /// Names, each with its description.
    List(Vec<(String, String)>),
    Table(HtmlTable),
    /// A chart for wide and for narrow screens.
    Chart([String; 2]),
    /// Preformatted text.
    Text(String),
}

impl Piece {
    fn paragraph(words: impl AsRef<str>) -> Self {
        Self::Paragraph(clean(words.as_ref()))
    }

    fn chart(chart: &FinishedChart) -> Self {
        Self::Chart(chart.on_page())
    }
}

impl From<Part> for Piece {
    fn from(part: Part) -> Self {
        match part {
            Part::Title(title) => Self::paragraph(title),
            Part::Sentence(sentence) => {
                Self::paragraph(sentence.into_iter().map(|words| words.text).collect::<String>())
            }
            Part::Marked(sign, words) => Self::paragraph(format!("{} {words}", sign.letter())),
            Part::Warning { message, remedy } => Self::Warning(clean(&message), clean(&remedy)),
            Part::Lines(lines) => {
                Self::List(lines.iter().map(|line| (clean(&line.label), clean(&format!(" {}", line.words)))).collect())
            }
            Part::Table(table) => Self::Table(HtmlTable::new(&table)),
        }
    }
}

/// A table with the CSS class of each cell.
struct HtmlTable {
    caption: String,
    headers: Vec<HtmlEntry>,
    rows: Vec<Vec<HtmlEntry>>,
}

struct HtmlEntry {
    text: String,
    class: &'static str,
}

impl HtmlTable {
    fn new(table: &table::Table) -> Self {
        let field = |text: &str, column: usize| {
            let right = table.columns.get(column).is_some_and(|heading| heading.align == Align::Right);
            HtmlEntry { text: clean(text), class: if right { "number" } else { "words" } }
        };
        let left = table.rows.len().saturating_sub(MOST_ROWS);
        let more =
            if left > 0 { format!(" (the first {MOST_ROWS} rows; {left} more in the files)") } else { String::new() };
        let row = |row: &Vec<table::Words>| row.iter().enumerate().map(|(column, text)| field(text, column)).collect();
        Self {
            caption: clean(&table.title) + &more,
            headers: table.columns.iter().enumerate().map(|(column, heading)| field(&heading.text, column)).collect(),
            rows: table.rows.iter().take(MOST_ROWS).map(row).collect(),
        }
    }
}

/// Removes characters that HTML must not contain, and those that change the direction of text.
fn clean(text: &str) -> String {
    let steers = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|&c| !steers(c) && (!c.is_control() || matches!(c, '\n' | '\t'))).collect()
}
