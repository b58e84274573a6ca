//! `[[ask]]`: figures beyond the usual ones, and analyses.

use crate::analysis::{ANALYSES, ENTRY_KINDS};
use crate::document::{
    Item, Key, Kind, Node, Problem, Problems, Span, Value, decode, did_you_mean, excerpt, keys, listed, parse::parse_as,
};
use crate::study::{Analysis, Study, Warning};
use std::sync::Arc;

keys! {
    pub(in crate::scenario) ASK = "ask": "A figure to compute in addition to the usual ones.";
    MEASURE: Key<String> = Key::text("measure")
        .means(
            "A figure, or combined outcomes: `A and B`, `A or not B`, `rounds <= 4`, `(A or B) and C`, `A, given B`. Variants are compared \
             by this figure.",
            "\"party wins and not any of party dies\"",
        )
        .required();
}

/// The kinds of an `[[ask]]` entry.
pub(in crate::scenario) const ENTRY_KIND: Kind = Kind::Any(&[Kind::Table(&ASK), Kind::Any(ENTRY_KINDS)]);

/// One entry of `[[ask]]`.
#[derive(Debug, Clone)]
pub(in crate::scenario) enum Request {
    /// A figure, by its name.
    Figure(String, Span),
    Analysis(Arc<dyn Analysis>),
}

pub(in crate::scenario) fn read_asks(item: Item<'_>) -> Option<Vec<Request>> {
    decode::list(read_ask)(item)
}

/// Reads an entry with the keys of the figure or analysis that it names.
fn read_ask(item: Item<'_>) -> Option<Request> {
    let Some(table) = item.node.as_table() else { return item.wrong() };
    if table.entry(MEASURE.spec().key).is_some() {
        return decode::table(|reader| Some(Request::Figure(reader.read(&MEASURE)?, reader.span_of(&MEASURE))))(item);
    }
    let found = ANALYSES.iter().zip(ENTRY_KINDS).find(|(analysis, _)| table.entry(analysis.name()).is_some());
    let Some((analysis, kind)) = found else {
        let names = || std::iter::once(MEASURE.spec().key).chain(ANALYSES.iter().map(|analysis| analysis.name()));
        let problem = Problem::new(format!("{} asks for nothing", item.name));
        let near = table.keys().find_map(|key| did_you_mean(key, names()));
        let known: Vec<&str> = names().collect();
        let first = table.keys().next().map(|first| format!("this has `{}`", excerpt(first)));
        let problem = problem.label_if(first).label_if(near);
        return item.refuse(problem.help(format!("it needs one of {}", listed(&known))));
    };
    decode::table(analysis.read)(item.as_kind(kind)).map(|read| Request::Analysis(Arc::from(read)))
}

/// Replaces the file's questions with one from the command line. The file's `[vary]` is ignored, with a warning.
pub(in crate::scenario) fn replace_questions(root: &mut Node, ask: &str, problems: &mut Problems) -> Option<Warning> {
    let table = root.as_table_mut()?;
    let varies = table.get("vary").is_some();
    let asked = parse_as("command line", ask, problems);
    let for_each = ANALYSES.iter().filter(|analysis| analysis.for_each_varied);
    let is_for_each = for_each.into_iter().any(|analysis| is_asked(&asked, analysis.name()));
    for key in ["vary", "ask", "show", "expect"] {
        table.remove(key);
    }
    root.overlay(asked);
    varies.then(|| {
        let remedy = match is_for_each {
            true => "put the question into the file, under [[ask]], to have it answered for each varied value",
            false => "to ask about a varied value, set it in the file in place of [vary]",
        };
        Warning::new("the file's [vary] is ignored: this answer is for the values that the file sets", remedy)
    })
}

/// Whether some entry of `[[ask]]` has this key.
fn is_asked(root: &Node, key: &str) -> bool {
    let Some(Value::Array(asks)) = root.get("ask").map(|node| &node.value) else { return false };
    asks.iter().any(|ask| ask.get(key).is_some())
}

/// Adds the requests to the study, and reports figures that some cell does not have.
pub(in crate::scenario) fn add_requests(asks: Vec<Request>, study: &mut Study, problems: &mut Problems) {
    for ask in asks {
        match ask {
            Request::Figure(measure, span) => {
                problems.checked(study.check_asked(std::slice::from_ref(&measure)), span);
                study.listed.push(measure.clone());
                study.asked.push(measure);
            }
            Request::Analysis(analysis) => {
                analysis.check(study, problems);
                study.analyses.push(analysis);
            }
        }
    }
}
