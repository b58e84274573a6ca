//! Builds the page of a result: its answer, charts and tables, and the details that are folded away.

use super::precision::{facts, precision_paragraphs};
use super::{Folded, HtmlPage, Piece, SORTING, SORTING_HASH, Section, clean, rules};
use crate::chart::FinishedChart;
use crate::error::Result;
use crate::report::answers::{answer, full};
use crate::report::page::Part;
use crate::report::table::Table;
use crate::report::{roster, tables};
use crate::study::StudyResult;
use crate::study::replay::{Typical, page};

/// Number of charts shown if no chart leads.
const OPEN_CHARTS: usize = 2;
/// Maximum number of leading charts shown.
const MAX_LEADING_CHARTS: usize = 4;

/// Of tables with more rows than this, only the first [`OPEN_ROWS`] rows are shown; the complete table is folded.
const LONG_TABLE: usize = 40;
const OPEN_ROWS: usize = 20;

/// Maximum number of lines of a transcript.
const MAX_TRANSCRIPT_LINES: usize = 300;
/// Maximum width of the lines of a transcript, in characters.
const MAX_TRANSCRIPT_WIDTH: usize = 88;

/// The page of a result: the answer, all tables, `charts`, and a typical fight if there is one.
///
/// # Errors
/// If the template engine fails.
pub fn report(result: &StudyResult, charts: &[FinishedChart], typical: Option<&Typical>) -> Result<String> {
    page_view(result, answer::sentences(result), chart_section(charts), figures(result), typical).html()
}

/// The page with the sentences in `answer`, and the given charts and figures.
pub(super) fn page_view(
    result: &StudyResult,
    answer: Vec<String>,
    charts: Section,
    figures: Section,
    typical: Option<&Typical>,
) -> HtmlPage {
    let mut answer = answer.into_iter();
    let first = answer.next().map(|words| clean(&words)).unwrap_or_default();
    let sides = roster::sides(result).into_iter().map(|words| format!("{words}."));
    let meaning = sides.chain(answer).chain(roster::notes(result)).map(Piece::paragraph).collect();
    let warnings = full::warnings(result).into_iter().map(Piece::from).collect();
    let warnings = Section { heading: "Before you quote these figures", pieces: warnings, ..Section::default() };
    let trust = precision_paragraphs(result).into_iter().map(Piece::paragraph).collect();
    let trust = Section::new("trust", "How far to trust this", trust, vec![]);
    let provenance = &result.provenance;
    let scenario = Some(clean(&provenance.scenario)).filter(|text| !text.is_empty());
    let scenario =
        scenario.map(|text| Folded { name: "The file, as it was read".to_owned(), pieces: vec![Piece::Text(text)] });
    let scenario = Section::new("scenario", "The scenario", vec![], scenario.into_iter().collect());
    let fight = Section { id: "fight", name: "A typical fight", ..Section::default() };
    let fight = Section { folded: typical.map(transcript_section).into_iter().collect(), ..fight };
    let sections = [warnings, fighters(result), charts, figures, fight, trust, rules::section(result), scenario];
    HtmlPage {
        title: clean(&result.title),
        answer: first,
        meaning,
        facts: facts(result),
        sections: sections.into_iter().filter(|section| !section.is_empty()).collect(),
        version: provenance.version.clone(),
        sorting: SORTING,
        sorting_hash: SORTING_HASH,
    }
}

/// The fighters, each by name and description; then the wound tracks, each with its owners unless all share it.
fn fighters(result: &StudyResult) -> Section {
    let cast = roster::lines(result).into_iter().map(|(name, words)| (clean(&name), clean(&words)));
    let cast = Some(cast.collect::<Vec<_>>()).filter(|cast| !cast.is_empty()).map(Piece::List);
    let track = |(whose, track): (String, String)| {
        let whose = if whose.is_empty() { whose } else { format!(" ({whose})") };
        Piece::paragraph(format!("Wounds{whose}: {track}."))
    };
    let tracks = roster::tracks(result).into_iter().map(track);
    Section::new("fighters", "Who fights", cast.into_iter().chain(tracks).collect(), vec![])
}

/// The charts that answer the question, with the others folded.
pub(super) fn chart_section(charts: &[FinishedChart]) -> Section {
    let (leading, others): (Vec<&FinishedChart>, Vec<&FinishedChart>) = charts.iter().partition(|chart| chart.leads);
    let open = if leading.is_empty() { OPEN_CHARTS } else { leading.len().min(MAX_LEADING_CHARTS) };
    let mut charts = [leading, others].concat();
    let more = charts.split_off(open.min(charts.len()));
    let folded = |chart: &FinishedChart| Folded { name: chart.title.clone(), pieces: vec![Piece::chart(chart)] };
    let open = charts.into_iter().map(Piece::chart).collect();
    Section::new("charts", "Charts", open, more.into_iter().map(folded).collect())
}

/// The tables that answer the question, with the others folded.
fn figures(result: &StudyResult) -> Section {
    // Replies and requested figures are shown, and without replies the headline table too.
    let mut open = tables::answers(result);
    let replied = result.replies.len() + result.answers.len();
    let requested = usize::from(tables::requested(result).is_some());
    let mut more = open.split_off((replied.max(1) + requested).min(open.len()));
    // Of a long table the first rows are shown, and the whole table is among the folded ones.
    for table in open.iter_mut().rev().filter(|table| table.rows.len() > LONG_TABLE) {
        more.insert(0, table.clone());
        let all = table.rows.len();
        table.rows.truncate(OPEN_ROWS);
        table.title = format!("{} (the first {OPEN_ROWS} of {all})", table.title);
    }
    more.extend(tables::details(result));
    table_section(open, more)
}

/// The tables in `open`, and those in `more` folded.
pub(super) fn table_section(open: Vec<Table>, more: Vec<Table>) -> Section {
    let set = |table: Table| Piece::from(Part::Table(table));
    let folded = |table: Table| {
        let table = super::HtmlTable::new(&table);
        Folded { name: table.caption.clone(), pieces: vec![Piece::Table(table)] }
    };
    let open = open.into_iter().map(set).collect();
    Section::new("figures", "Figures", open, more.into_iter().map(folded).collect())
}

/// A typical fight, roll by roll.
fn transcript_section(typical: &Typical) -> Folded {
    let text = page::lines(&typical.transcript.lines, MAX_TRANSCRIPT_WIDTH);
    let mut lines: Vec<&str> = text.lines().take(MAX_TRANSCRIPT_LINES).collect();
    let left = text.lines().count() - lines.len();
    let more = format!("… and {left} more lines: `fudgelab replay` shows them");
    lines.extend((left > 0).then_some(more.as_str()));
    let text = Piece::Text(clean(lines.join("\n").trim_start_matches('\n')));
    Folded { name: "A typical fight, roll by roll".to_owned(), pieces: vec![Piece::paragraph(&typical.chosen), text] }
}
