//! The HTML page of a study: one file that holds all it shows and needs no network. Its one script sorts tables; without it the page
//! says the same.

mod report;
mod rules;
#[cfg(test)]
mod tests;
mod trust;

use crate::chart::Chart;
use crate::error::{Error, Result};
use crate::report::page::Part;
use crate::report::table::{self, Align};
use askama::Template;

pub use report::report;

/// A table on a page shows no more rows; the files hold them all.
const MOST_ROWS: usize = 400;

/// Sorts a table by a click on a heading.
const SORTING: &str = include_str!("sort.js");
/// What the page's policy knows it by, the only script that it lets run: `openssl dgst -sha256 -binary sort.js | base64`. The tests in
/// the browser fail where it is another's.
const SORTING_HASH: &str = "sha256-q/nMhWvSl2AeKdBcp6ZKcEnAmK10/fhZP6tqx9W7p28=";

/// The page as the template reads it. Everything in it but the charts is escaped.
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

/// A part of the page under a heading.
#[derive(Default)]
struct Section {
    /// The target of links; empty if there are no links to it.
    id: &'static str,
    /// The name of these links.
    name: &'static str,
    /// The heading; empty where what is folded says it.
    heading: &'static str,
    pieces: Vec<Piece>,
    folded: Vec<Folded>,
}

impl Section {
    /// A section whose links are called as its heading is.
    fn new(id: &'static str, heading: &'static str, pieces: Vec<Piece>, folded: Vec<Folded>) -> Self {
        Self { id, name: heading, heading, pieces, folded }
    }

    fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.folded.is_empty()
    }
}

/// Pieces that are shown by a click on their name.
struct Folded {
    name: String,
    pieces: Vec<Piece>,
}

/// A part of a page as HTML has it.
enum Piece {
    Paragraph(String),
    Warning(String, String),
    /// Names, each with what is said of it.
    List(Vec<(String, String)>),
    Table(HtmlTable),
    /// A chart for wide and for narrow screens.
    Chart([String; 2]),
    /// Text with its lines as they are.
    Text(String),
}

impl Piece {
    fn paragraph(words: impl AsRef<str>) -> Self {
        Self::Paragraph(clean(words.as_ref()))
    }

    fn chart(chart: &Chart) -> Self {
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

/// A table with the class of each field.
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

/// Text without characters that no HTML file may hold.
fn clean(text: &str) -> String {
    let steers = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|&c| !steers(c) && (!c.is_control() || matches!(c, '\n' | '\t'))).collect()
}
