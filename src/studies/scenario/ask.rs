//! `[[ask]]`: figures beyond the usual ones, and analyses.

use crate::analysis::{ANALYSES, TABLES};
use crate::document::decode;
use crate::document::key::{Key, keys};
use crate::document::keys::{Kind, listed};
use crate::document::nearest::did_you_mean;
use crate::document::node::Node;
use crate::document::parse::parse;
use crate::document::problem::{Problem, Problems, Span, excerpt};
use crate::document::reader::Item;
use crate::document::source::Source;
use crate::study::{Analysis, Study, Warning};
use std::sync::Arc;

keys! {
    /// The keys of an entry of `[[ask]]` for a figure.
    pub(super) ASK = "ask": "A figure to find out beyond the usual ones.";
    MEASURE: Key<String> = Key::text("measure")
        .means(
            "A figure, or combined outcomes: `A and B`, `A or not B`, `rounds <= 4`, `(A or B) and C`, `A, given B`. Variants are compared \
             in it.",
            "\"party wins and not any of party dies\"",
        )
        .required();
}

/// What an entry of `[[ask]]` may be.
pub(super) const ENTRY: Kind = Kind::Any(&[Kind::Table(&ASK), Kind::Any(TABLES)]);

/// What one entry asks for.
#[derive(Debug, Clone)]
pub(super) enum Request {
    /// A figure, by its name.
    Figure(String, Span),
    /// An analysis.
    Analysis(Arc<dyn Analysis>),
}

/// What is asked, each with its place.
pub(super) fn read_asks(item: Item<'_>) -> Option<Vec<Request>> {
    decode::list(read_ask)(item)
}

/// An entry is read by the keys of what its first known key names.
fn read_ask(item: Item<'_>) -> Option<Request> {
    let Some(table) = item.node.as_table() else { return item.wrong() };
    if table.entry(MEASURE.spec().key).is_some() {
        let mut figure = decode::table(|reader| {
            let span = reader.span_of(&MEASURE);
            Some(Request::Figure(reader.read(&MEASURE)?, span))
        });
        return figure(item);
    }
    let found = ANALYSES.iter().zip(TABLES).find(|(analysis, _)| table.entry(analysis.name()).is_some());
    let Some((analysis, kind)) = found else {
        let names = || std::iter::once(MEASURE.spec().key).chain(ANALYSES.iter().map(|analysis| analysis.name()));
        let problem = Problem::new(format!("{} asks for nothing", item.name));
        let near = table.keys().find_map(|key| did_you_mean(key, names()));
        let known: Vec<&str> = names().collect();
        let problem = match table.keys().next() {
            None => problem,
            Some(first) => problem.label(format!("this has `{}`", excerpt(first))).label_if(near),
        };
        return item.refuse(problem.help(format!("it needs one of {}", listed(&known))));
    };
    decode::table(|reader| (analysis.read)(reader))(item.as_kind(kind)).map(|read| Request::Analysis(Arc::from(read)))
}

/// Puts a question of the command line in the place of the file's. What the file varies is ignored, with a warning.
pub(super) fn put(root: &mut Node, ask: &str, problems: &mut Problems) -> Option<Warning> {
    let table = root.as_table_mut()?;
    let varies = table.get("vary").is_some();
    for key in ["vary", "ask", "show", "expect"] {
        table.remove(key);
    }
    match Source::from_bytes("command line", ask.as_bytes().to_vec()) {
        Ok(source) => {
            let number = problems.add_source(source);
            root.overlay(parse(number, problems));
        }
        Err(problem) => problems.push(problem),
    }
    varies.then(|| Warning {
        message: "the file's [vary] is ignored: this answer is for the values that the file sets".to_owned(),
        remedy: "put the question into the file, under [[ask]], to have it answered for each varied value".to_owned(),
    })
}

/// Has the study find out what is asked; a name that is none in some cell is an error.
pub(super) fn check(asks: Vec<Request>, study: &mut Study, problems: &mut Problems) {
    for ask in asks {
        match ask {
            Request::Figure(measure, span) => {
                if let Some(error) = study.first_unknown(std::slice::from_ref(&measure)) {
                    problems.push(Problem::from(error).at(span));
                }
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
