//! `[[show]] table = "most"`: the highest varied value for which conditions hold.

use crate::document::{
    Item, Key, Kind, Node, Path, Problem, Problems, Reader, Span, decode, did_you_mean, excerpt, listed,
};
use crate::study::{Figure, FigureLimit, LimitSide, Question, Study, check_unit};
use crate::text::parse_share;
use std::collections::BTreeMap;

// Keys of `[[show]]`.

pub(in crate::scenario) const OF: Key<Node> = Key::new("of", Kind::Text, decode::node)
    .means("The path of the varied key whose largest value is wanted.", "\"fighters.goblins.count\"");
pub(in crate::scenario) const WHILE: Key<Node> = Key::new("while", Kind::Map(&Kind::Text), decode::node).means(
    "The conditions: figures, or questions as in [[ask]], and their limits.",
    "{ \"party wins\" = \">= 70 %\", \"any of party dies\" = \"<= 10 %\" }",
);

/// A `most` table. Its conditions keep their positions, because they can be checked only when the subject is known.
#[derive(Debug, Clone)]
pub(in crate::scenario) struct Most {
    /// The index of the varied path.
    path_index: usize,
    conditions: Vec<PlacedLimit>,
}

/// A condition, and the positions of its figure and its limit.
#[derive(Debug, Clone)]
struct PlacedLimit {
    condition: FigureLimit,
    per_cent: bool,
    key_span: Span,
    span: Span,
}

const HELP: &str = "for example `while = { \"party wins\" = \">= 70 %\" }`";

/// Reads `of` and `while`.
pub(in crate::scenario) fn read(reader: &mut Reader<'_>, varied: &[String]) -> Option<Most> {
    for (key, help) in [(&OF, "name a varied path, such as `of = \"fighters.goblins.count\"`"), (&WHILE, HELP)] {
        if !reader.has(key) {
            let problem = Problem::new(format!("the table `most` needs `{}`", key.spec().key));
            reader.refuse_table::<()>(problem.secondary().help(help));
        }
    }
    let of = reader.read_with(&OF, |item| path(item, varied));
    let conditions = reader.read_with(&WHILE, |item| {
        if item.node.as_table().is_some_and(|table| table.entries().is_empty()) {
            return item.refuse(Problem::new("`while` has no condition").help(HELP));
        }
        decode::map(condition)(item)
    });
    let conditions = conditions?.into_iter().map(|(figure, mut placed)| {
        placed.condition.figure = figure;
        placed
    });
    Some(Most { path_index: of?, conditions: conditions.collect() })
}

/// Reads a varied path and returns its index.
fn path(item: Item<'_>, varied: &[String]) -> Option<usize> {
    let Some(text) = item.node.as_str() else { return item.wrong() };
    let written = Path::parse(text).map_or_else(|_| text.to_owned(), |path| path.to_string());
    if let Some(place) = varied.iter().position(|path| *path == written) {
        return Some(place);
    }
    let known: Vec<&str> = varied.iter().map(String::as_str).collect();
    let problem = Problem::new(format!("`{}` is not varied", excerpt(text)));
    let problem = problem.label_if(did_you_mean(&written, known.iter().copied()));
    item.refuse(match known[..] {
        [] => problem.help("a `most` table needs [vary]"),
        _ => problem.help(format!("the varied paths are {}", listed(&known))),
    })
}

/// Reads a condition such as `>= 70 %` or `<= 8`.
fn condition(item: Item<'_>) -> Option<PlacedLimit> {
    let Some(text) = item.node.as_str() else { return item.wrong() };
    const SIGNS: [(&str, LimitSide); 4] =
        [(">=", LimitSide::AtLeast), ("≥", LimitSide::AtLeast), ("<=", LimitSide::AtMost), ("≤", LimitSide::AtMost)];
    let trimmed = text.trim();
    let limit = SIGNS.iter().find_map(|(sign, bound)| {
        let (limit, per_cent) = parse_share(trimmed.strip_prefix(sign)?)?;
        Some((*bound, limit, per_cent))
    });
    let Some((bound, limit, per_cent)) = limit else {
        let problem = Problem::new(format!("`{}` is not a condition", excerpt(text)));
        return item.refuse(problem.help("write `>= 70 %`, `<= 10 %`, or without `%` if it is not a chance: `<= 8`"));
    };
    let condition = FigureLimit { figure: String::new(), bound, limit };
    Some(PlacedLimit { condition, per_cent, key_span: item.key_span, span: item.node.span })
}

/// The questions of a study whose cells have no errors. Adds figures that are found only on request, and reports
/// conditions on figures that some cell does not have.
pub(in crate::scenario) fn questions(asked: &[Most], study: &mut Study, problems: &mut Problems) -> Vec<Question> {
    let known = if asked.is_empty() { BTreeMap::new() } else { figures(study) };
    for placed in asked.iter().flat_map(|most| &most.conditions) {
        let figure = &placed.condition.figure;
        let unit = match titled(&known, figure) {
            Some(figure) => Ok(figure.unit()),
            None => study.unit_of(figure),
        };
        let Some(unit) = problems.checked(unit, placed.key_span) else { continue };
        let checked = check_unit(&excerpt(figure), unit, placed.per_cent, ["limit is", ">= 70 %"]);
        let is_good = problems.checked(checked, placed.span).is_some();
        if is_good && titled(&known, figure).is_none() && !study.asked.contains(figure) {
            study.asked.push(figure.clone());
        }
    }
    let named = |condition: &FigureLimit| {
        let title = titled(&known, &condition.figure).map_or_else(|| condition.figure.clone(), Figure::title);
        FigureLimit { figure: title, ..condition.clone() }
    };
    let question = |most: &Most| Question {
        path_index: most.path_index,
        conditions: most.conditions.iter().map(|placed| named(&placed.condition)).collect(),
    };
    asked.iter().map(question).collect()
}

fn titled<'k>(known: &'k BTreeMap<String, Figure>, name: &str) -> Option<&'k Figure> {
    known.values().find(|figure| figure.has_name(name))
}

/// The figures that every cell of a study has, by title.
fn figures(study: &Study) -> BTreeMap<String, Figure> {
    let mut cells = study.figures().into_iter();
    let first = cells.next().unwrap_or_default().figures;
    let mut all: BTreeMap<_, _> = first.into_iter().map(|figure| (figure.title(), figure)).collect();
    cells.for_each(|cell| all.retain(|name, _| cell.figures.iter().any(|figure| figure.title() == *name)));
    all
}

/// A limit without a comparison sign such as `<=`: `"70 %"`, `8`.
#[derive(Debug, Clone, Copy)]
pub(in crate::scenario) struct Limit {
    /// The value; a percentage is a fraction of 1.
    pub(in crate::scenario) value: f64,
    pub(in crate::scenario) per_cent: bool,
    pub(in crate::scenario) span: Span,
}

/// Reads a limit.
pub(in crate::scenario) fn limit(item: Item<'_>) -> Option<Limit> {
    let span = item.node.span;
    let Some(text) = item.node.as_str() else {
        return decode::number(item).map(|value| Limit { value, per_cent: false, span });
    };
    let problem = Problem::new(format!("`{}` is not a limit", excerpt(text)));
    let help = "write `\"55 %\"`, or a number such as `3.5` if it is not a chance";
    let (value, per_cent) = item.checked(parse_share(text).ok_or(problem.help(help)))?;
    Some(Limit { value, per_cent, span })
}
