//! A result with every table worth reading.

use super::super::page::{Page, Part};
use super::super::{roster, tables};
use super::{agreement, answer, highest_value, replies};
use crate::study::StudyResult;

/// The whole page: title, requested figures, fighters, all warnings with their remedies, replies in words, whether
/// exact and simulated figures agree, and the tables.
pub fn page(result: &StudyResult) -> Page {
    let sides = roster::sides(result).into_iter().map(|words| format!("{words}."));
    let fighters = sides.chain(roster::notes(result)).collect::<Vec<_>>().join(" ");
    let fighters = Some(fighters).filter(|words| !words.is_empty());
    let replies = result.replies.iter().map(replies::words);
    let shown = replies::case_note(result).map(str::to_owned);
    let answers = highest_value::tables(result).into_iter().map(|(_, words)| words);
    let agreement = agreement::sentence(result).map(|(_, words)| words);
    let said = replies.chain(shown).chain(answers).chain(agreement);
    let requested = answer::requested_sentences(result).into_iter().map(Part::plain_sentence);
    let title = std::iter::once(Part::Title(result.title.clone())).chain(requested).collect();
    let blocks = [title, fighters.into_iter().map(Part::plain_sentence).collect()];
    let blocks = blocks.into_iter().chain([warnings(result)]);
    let blocks = blocks.chain(said.map(|words| vec![Part::plain_sentence(words)]));
    Page::new(0, blocks.chain(tables::all(result).into_iter().map(|table| vec![Part::Table(table)])))
}

/// All warnings with their remedies.
pub(in crate::report) fn warnings(result: &StudyResult) -> Vec<Part> {
    result.warnings.iter().map(Part::from_warning).collect()
}
