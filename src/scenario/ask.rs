//! `[[ask]]`: figures beyond the usual ones.

use crate::document::decode;
use crate::document::key::{Key, keys};
use crate::document::problem::{Problem, Problems, Span};
use crate::document::reader::Item;
use crate::study::Study;

keys! {
    /// The keys of an entry of `[[ask]]`.
    pub(super) ASK = "ask": "What to find out beyond the usual figures.";
    MEASURE: Key<String> = Key::text("measure")
        .means(
            "A figure, or combined outcomes: `A and B`, `A and not B`, `A, given B`. Variants are compared in it.",
            "\"party wins and not any of party dies\"",
        )
        .required();
}

/// What is asked, each with its place.
pub(super) fn read_asks(item: Item<'_>) -> Option<Vec<(String, Span)>> {
    decode::list(decode::table(|reader| {
        let span = reader.span_of(&MEASURE);
        Some((reader.read(&MEASURE)?, span))
    }))(item)
}

/// Has the study find out what is asked; a name that is none in some cell is an error.
pub(super) fn check(asks: &[(String, Span)], study: &mut Study, problems: &mut Problems) {
    for (measure, span) in asks {
        let asked = std::slice::from_ref(measure);
        if let Some(error) = study.first_unknown(asked) {
            problems.push(Problem::from(error).at(*span));
        }
    }
    study.asked = asks.iter().map(|(measure, _)| measure.clone()).collect();
}
