//! `[[expect]]`: limits that figures must keep.

use super::most::{Limit, limit};
use crate::document::{Item, Key, Kind, Problem, Problems, Reader, Span, decode, keys};
use crate::study::{Expectation, Study, check_unit};

/// The kind of a limit: text such as `55 %`, or a number.
const LIMIT: Kind = Kind::Any(&[Kind::Text, Kind::Number { min: f64::NEG_INFINITY, max: f64::INFINITY }]);

keys! {
    pub(in crate::scenario) EXPECT = "expect": "Limits for a figure.";
    MEASURE: Key<String> = Key::text("measure")
        .means("The figure, by its name in the results, or an outcome as in [[ask]].", "\"ada wins\"")
        .required();
    BETWEEN: Key<(Limit, Limit)> = Key::new("between", Kind::List(&LIMIT), limit_pair)
        .means("The lowest and the highest value allowed.", "[\"55 %\", \"60 %\"]");
    AT_LEAST: Key<Limit> = Key::new("at_least", LIMIT, limit).means("The lowest value allowed.", "\"70 %\"");
    AT_MOST: Key<Limit> = Key::new("at_most", LIMIT, limit).means("The highest value allowed.", "\"10 %\"");
    VARIANT: Key<String> = Key::text("variant")
        .means("The variant to which the limits apply.", "\"no roll\"")
        .otherwise("all variants");
}

/// One `[[expect]]` entry: its expectation, and the source positions of its figure and limits.
#[derive(Debug, Clone)]
pub(in crate::scenario) struct ExpectationRequest {
    expectation: Expectation,
    measure_span: Span,
    /// For each limit, whether it is a percentage, and its position.
    limits: Vec<(bool, Span)>,
}

pub(in crate::scenario) fn read_expectations(item: Item<'_>, variants: &[String]) -> Option<Vec<ExpectationRequest>> {
    decode::list(decode::table(|reader| read_expectation(reader, variants)))(item)
}

fn read_expectation(reader: &mut Reader<'_>, variants: &[String]) -> Option<ExpectationRequest> {
    let place = reader.span_of(&MEASURE);
    let measure = reader.read(&MEASURE);
    let between = reader.read(&BETWEEN);
    let single = [reader.read(&AT_LEAST), reader.read(&AT_MOST)];
    let variant = reader.read_with(&VARIANT, |item| super::show::variant(item, variants));
    if reader.has(&BETWEEN) && (reader.has(&AT_LEAST) || reader.has(&AT_MOST)) {
        let problem = Problem::new("`between` already holds both limits");
        reader.refuse::<()>(&BETWEEN, problem.help("give one or the other"));
    }
    if !reader.has(&BETWEEN) && !reader.has(&AT_LEAST) && !reader.has(&AT_MOST) {
        let problem = Problem::new("this expectation has no limit").secondary();
        reader.refuse_table::<()>(problem.help("give `between`, `at_least` or `at_most`"));
    }
    let [least, most] = match between {
        Some((least, most)) => [Some(least), Some(most)],
        None => single,
    };
    if let (Some(least), Some(most)) = (&least, &most)
        && least.per_cent == most.per_cent
        && least.value > most.value
    {
        let problem = Problem::new("the highest value allowed is below the lowest").at(most.span);
        reader.problems().push(problem.help("give the lower limit first"));
    }
    for limit in [&least, &most].into_iter().flatten().filter(|one| one.per_cent && !(0.0..=1.0).contains(&one.value)) {
        let problem = Problem::new("no chance is below 0 % or above 100 %").at(limit.span);
        reader.problems().push(problem.help("give a limit from `0 %` to `100 %`"));
    }
    let limits = [least, most].into_iter().flatten().map(|limit| (limit.per_cent, limit.span)).collect();
    let [least, most] = [least, most].map(|limit| limit.map(|limit| limit.value));
    let line = reader.problems().line_of(place);
    let expectation = Expectation { measure: measure?, least, most, variant, line };
    Some(ExpectationRequest { expectation, measure_span: place, limits })
}

/// Reads the lowest and the highest value.
fn limit_pair(mut item: Item<'_>) -> Option<(Limit, Limit)> {
    let limits = decode::list(limit)(item.again())?;
    if let [least, most] = limits[..] {
        return Some((least, most));
    }
    item.refuse(Problem::new("`between` needs two limits").help("write `between = [\"55 %\", \"60 %\"]`"))
}

/// The expectations of a study. Adds figures that are found only on request, and reports names that are not figures.
pub(in crate::scenario) fn add_expectations(
    expected: &[ExpectationRequest],
    study: &mut Study,
    problems: &mut Problems,
) -> Vec<Expectation> {
    for ExpectationRequest { expectation, measure_span, limits } in expected {
        let name = &expectation.measure;
        let Some(unit) = problems.checked(study.unit_of(name), *measure_span) else { continue };
        for (per_cent, span) in limits {
            problems.checked(check_unit(name, unit, *per_cent, ["limits are", "\"55 %\""]), *span);
        }
        if !study.asked.contains(name) && !study.is_usual(name) {
            study.asked.push(name.clone());
        }
    }
    expected.iter().map(|one| one.expectation.clone()).collect()
}
