//! The HTML page of a study: one file that holds all it shows and needs no network. Its one script sorts tables; without it the page
//! says the same.

mod report;
mod rules;
#[cfg(test)]
mod tests;

use crate::chart::Chart;
use crate::error::{Error, Result};
use crate::report::number::thousands;
use crate::report::table::{self, Align};
use crate::report::{agreement, roster};
use crate::stats::Estimate;
use crate::study::replay::{Typical, page};
use crate::study::{Cell, StudyResult, Warning};
use askama::Template;

pub use report::report;

/// A table on a page shows no more rows; the files hold them all.
const MOST_ROWS: usize = 400;

/// Sorts a table by a click on a heading.
const SORTING: &str = include_str!("sort.js");
/// What the page's policy knows it by, the only script that it lets run: `openssl dgst -sha256 -binary sort.js | base64`. The tests in
/// the browser fail where it is another's.
const SORTING_HASH: &str = "sha256-q/nMhWvSl2AeKdBcp6ZKcEnAmK10/fhZP6tqx9W7p28=";

/// What stands on the page beside what the result says of itself.
#[derive(Debug, Clone, PartialEq)]
struct Content<'a> {
    /// The answer, then what it means, a sentence each.
    answer: Vec<String>,
    /// The charts that answer.
    charts: Vec<&'a Chart>,
    /// The others, folded.
    more_charts: Vec<&'a Chart>,
    /// The tables that answer.
    tables: Vec<table::Table>,
    /// The others, folded.
    more_tables: Vec<table::Table>,
    /// A fight as it mostly goes, folded.
    typical: Option<&'a Typical>,
}

/// The page as HTML; everything in it but the charts is escaped.
fn page<'a>(result: &StudyResult, content: &Content<'a>) -> Result<String> {
    let rules = rules::rules(result);
    let tables = |all: &[table::Table]| all.iter().map(Table::new).collect::<Vec<_>>();
    let mut answer = content.answer.iter().map(|words| clean(words));
    let notes = roster::notes(result).into_iter().map(|words| clean(&words));
    let view = View {
        title: clean(&result.title),
        answer: answer.next().unwrap_or_default(),
        meaning: roster::sides(result)
            .into_iter()
            .map(|words| clean(&format!("{words}.")))
            .chain(answer)
            .chain(notes)
            .collect(),
        charts: content.charts.iter().map(|chart| Picture::new(chart)).collect(),
        more_charts: content.more_charts.iter().map(|chart| Picture::new(chart)).collect(),
        tables: tables(&content.tables),
        more_tables: tables(&content.more_tables),
        typical: content.typical.map(Told::new),
        cast: roster::lines(result).into_iter().map(|(name, words)| (clean(&name), clean(&words))).collect(),
        wounds: roster::tracks(result).into_iter().map(|(whose, track)| (clean(&whose), clean(&track))).collect(),
        warnings: &result.warnings,
        facts: facts(result),
        trust: trust(result),
        preset: if result.provenance.base().is_empty() { String::new() } else { clean(&rules.preset) },
        changed: rules.changed.as_ref().map(Table::new),
        rules: tables(&rules.rest),
        scenario: clean(&result.provenance.scenario),
        version: &result.provenance.version,
        sorting: SORTING,
        sorting_hash: SORTING_HASH,
    };
    view.render().map_err(|error| Error::run(format!("cannot write the HTML page: {error}")))
}

/// What the template reads.
#[derive(Template)]
#[template(path = "report.html")]
struct View<'a> {
    title: String,
    answer: String,
    meaning: Vec<String>,
    charts: Vec<Picture<'a>>,
    more_charts: Vec<Picture<'a>>,
    tables: Vec<Table>,
    more_tables: Vec<Table>,
    typical: Option<Told>,
    /// Who fights, each by name and in words.
    cast: Vec<(String, String)>,
    /// The wound tracks, each with whose it is, unless it is that of all.
    wounds: Vec<(String, String)>,
    warnings: &'a [Warning],
    facts: Vec<(&'static str, String)>,
    trust: Vec<String>,
    preset: String,
    changed: Option<Table>,
    rules: Vec<Table>,
    scenario: String,
    version: &'a str,
    sorting: &'static str,
    sorting_hash: &'static str,
}

/// A fight roll by roll.
struct Told {
    chosen: String,
    text: String,
}

/// A transcript on a page shows no more lines.
const MOST_LINES: usize = 300;
/// Where its lines are broken.
const LINE: usize = 88;

impl Told {
    fn new(typical: &Typical) -> Self {
        let text = page::lines(&typical.transcript.lines, LINE);
        let mut lines: Vec<&str> = text.lines().take(MOST_LINES).collect();
        let left = text.lines().count() - lines.len();
        let more = format!("… and {left} lines more: see them with `fudgelab replay`");
        lines.extend((left > 0).then_some(more.as_str()));
        Self { chosen: clean(&typical.chosen), text: clean(lines.join("\n").trim_start_matches('\n')) }
    }
}

/// A chart in the colors of the page.
struct Picture<'a> {
    title: &'a str,
    wide: String,
    narrow: String,
}

impl<'a> Picture<'a> {
    fn new(chart: &'a Chart) -> Self {
        let [wide, narrow] = chart.on_page();
        Self { title: &chart.title, wide, narrow }
    }
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
    fn new(table: &table::Table) -> Self {
        let field = |text: &str, column: usize| {
            let right = table.columns.get(column).is_some_and(|heading| heading.align == Align::Right);
            Field { text: clean(text), class: if right { "number" } else { "words" } }
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

/// How the figures were had, in pairs of name and value.
fn facts(result: &StudyResult) -> Vec<(&'static str, String)> {
    let provenance = &result.provenance;
    let mut facts = vec![("Method", method(&provenance.method))];
    facts.extend(result.trials().map(|(fewest, most)| {
        let range = if fewest < most { format!("{} to ", thousands(fewest)) } else { String::new() };
        ("Trials in each case", range + &thousands(most))
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
