//! The HTML page of a study: one file that holds all it shows, needs no network and runs no script.

mod report;
#[cfg(test)]
mod tests;

use crate::chart::{Chart, count};
use crate::error::{Error, Result};
use crate::report::agreement;
use crate::stats::Estimate;
use crate::study::{Cell, StudyResult, Warning};
use askama::Template;

pub use report::report;

/// What stands on the page beside what the result says of itself.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// The answer in a sentence.
    pub answer: &'a str,
    /// The tables, the summary first.
    pub tables: &'a [PageTable],
    /// The charts, drawn within the page.
    pub charts: &'a [Chart],
}

/// A table of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageTable {
    /// What it shows.
    pub caption: String,
    /// One header for each column.
    pub headers: Vec<String>,
    /// The rows, each with one text for each column.
    pub rows: Vec<Vec<String>>,
    /// How each column is set; the rest of the columns to the left.
    pub align: Vec<ColumnAlign>,
}

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColumnAlign {
    /// Words.
    #[default]
    Left,
    /// Numbers.
    Right,
}

/// The page as HTML; everything in it but the charts is escaped.
///
/// # Errors
/// A failure of the template engine.
pub fn page(result: &StudyResult, page: &Page<'_>) -> Result<String> {
    let view = View {
        title: clean(&result.title),
        answer: clean(page.answer),
        tables: page.tables.iter().map(Table::new).collect(),
        charts: page.charts,
        warnings: &result.warnings,
        facts: facts(result),
        trust: trust(result),
        rules: &result.provenance.rules,
        scenario: clean(&result.provenance.scenario),
        version: &result.provenance.version,
    };
    view.render().map_err(|error| Error::run(format!("cannot write the HTML page: {error}")))
}

/// What the template reads.
#[derive(Template)]
#[template(path = "report.html")]
struct View<'a> {
    title: String,
    answer: String,
    tables: Vec<Table>,
    charts: &'a [Chart],
    warnings: &'a [Warning],
    facts: Vec<(&'static str, String)>,
    trust: Vec<String>,
    rules: &'a [(String, String, String)],
    scenario: String,
    version: &'a str,
}

/// A table with the class of each field.
struct Table {
    caption: String,
    headers: Vec<Field>,
    rows: Vec<Vec<Field>>,
}

struct Field {
    text: String,
    class: &'static str,
}

impl Table {
    fn new(table: &PageTable) -> Self {
        let fields = |texts: &Vec<String>| {
            let field = |(column, text): (usize, &String)| {
                let number = table.align.get(column) == Some(&ColumnAlign::Right);
                Field { text: clean(text), class: if number { "number" } else { "words" } }
            };
            texts.iter().enumerate().map(field).collect::<Vec<_>>()
        };
        Self {
            caption: clean(&table.caption),
            headers: fields(&table.headers),
            rows: table.rows.iter().map(fields).collect(),
        }
    }
}

/// Text without characters that no HTML file may hold.
fn clean(text: &str) -> String {
    let steers = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|&c| !steers(c) && (!c.is_control() || matches!(c, '\n' | '\t'))).collect()
}

/// How the figures were had, in pairs of name and value.
fn facts(result: &StudyResult) -> Vec<(&'static str, String)> {
    let provenance = &result.provenance;
    let mut facts = vec![("Method", method(&provenance.method))];
    facts.extend(result.trials().map(|(fewest, most)| {
        let range = if fewest < most { format!("{} to ", count(fewest)) } else { String::new() };
        ("Trials in each case", range + &count(most))
    }));
    facts.extend(provenance.until.as_ref().map(|words| ("Simulated until", words.clone())));
    facts.extend(provenance.seed.map(|seed| ("Seed", seed.to_string())));
    facts.push(("Program", format!("fudgelab {}", provenance.version)));
    facts
}

fn method(name: &str) -> String {
    match name {
        "exact" => "calculated exactly".to_owned(),
        "simulate" => "simulated".to_owned(),
        "both" => "calculated exactly, and simulated".to_owned(),
        other => clean(other),
    }
}

/// Every estimate of a cell.
fn estimates(cell: &Cell) -> impl Iterator<Item = &Estimate> {
    let points = cell.distributions.iter().flat_map(|distribution| &distribution.points);
    cell.figures.iter().map(|figure| &figure.estimate).chain(points.map(|point| &point.estimate))
}

/// How far to trust the figures, a paragraph each.
fn trust(result: &StudyResult) -> Vec<String> {
    let simulated = result.cross_check.as_ref().map_or(&[][..], |check| &check.cells);
    let estimates = || result.cells.iter().chain(simulated).flat_map(estimates);
    let mut words = Vec::new();
    if estimates().any(|estimate| estimate.is_exact()) {
        let bound = estimates().filter_map(|estimate| estimate.bound()).fold(0.0, f64::max);
        let most = if bound > 0.0 { format!(" by more than {bound:.1e}") } else { String::new() };
        words.push(format!(
            "Exact figures are calculated from the chances of the dice in double precision, without random numbers; \
             what was cut off or rounded changes none of them{most}."
        ));
    }
    if estimates().any(|estimate| !estimate.is_exact()) {
        words.push(
            "Simulated figures carry a 95 % interval: of a hundred such studies with other seeds, about 95 have \
             intervals that hold the true figure. The same seed and rules give the same figures on any machine; four \
             times the trials halve the intervals."
                .to_owned(),
        );
    }
    words.extend(agreement::sentence(result).map(|(_, words)| words));
    if result.provenance.until.is_some() {
        words.push(
            "The run stopped when it was precise enough. Its intervals are confidence sequences, which hold at every \
             number of trials at once, so that stopping at a good moment does not make them wrong; those of means and \
             differences do so in the limit of many trials."
                .to_owned(),
        );
    }
    if result.provenance.interrupted {
        words.push("The run was interrupted: the figures are from the trials finished by then.".to_owned());
    }
    words.push(
        "All figures hold for the rules and choices listed here; people at a table may choose differently.".to_owned(),
    );
    words
}
