//! `[[expect]]`: what figures must come to.

use super::most::limit;
use crate::document::decode;
use crate::document::fault::{Fault, Faults, Span};
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::{Item, Reader};
use crate::study::{Expectation, Study, Unit};

const LIMIT: Kind = Kind::Any(&[Kind::Text, Kind::Number { min: f64::NEG_INFINITY, max: f64::INFINITY }]);

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

pub(super) const EXPECT: &[KeySpec] = &[
    KeySpec {
        required: true,
        ..key("measure", Kind::Text, "The figure, as results name it; asked for if need be.", "\"ada wins\"")
    },
    key("between", Kind::List(&LIMIT), "The least and the most it may be.", "[\"55 %\", \"60 %\"]"),
    key("at_least", LIMIT, "The least it may be.", "\"70 %\""),
    key("at_most", LIMIT, "The most it may be.", "\"10 %\""),
    key("variant", Kind::Text, "The variant it is about; all of them unless given.", "\"no roll\""),
];

/// What is expected, with its places.
#[derive(Debug, Clone)]
pub(super) struct Expected {
    expectation: Expectation,
    measure: Span,
    /// Each limit: whether it was written in per cent, and where.
    limits: Vec<(bool, Span)>,
}

pub(super) fn read_expectations(item: Item<'_>, variants: &[String]) -> Option<Vec<Expected>> {
    decode::list(decode::table(|reader| expected(reader, variants)))(item)
}

fn expected(reader: &mut Reader<'_>, variants: &[String]) -> Option<Expected> {
    let place = reader.span_of("measure");
    let measure = reader.get("measure", decode::text);
    let between = reader.get("between", |item| {
        let span = item.node.span;
        let Item { name, node, kind, key_span, faults } = item;
        let limits = decode::list(limit)(Item { name, node, kind, key_span, faults: &mut *faults })?;
        if let [least, most] = limits[..] {
            return Some((least, most));
        }
        faults.push(Fault::new("`between` takes two limits").at(span).help("write `between = [\"55 %\", \"60 %\"]`"));
        None
    });
    let single = [reader.get("at_least", limit), reader.get("at_most", limit)];
    let variant = reader.get("variant", |item| super::show::variant(item, variants));
    if reader.has("between") && (reader.has("at_least") || reader.has("at_most")) {
        let span = reader.span_of("between");
        reader.faults().push(Fault::new("`between` already holds both limits").at(span).help("give one or the other"));
    }
    if !["between", "at_least", "at_most"].into_iter().any(|key| reader.has(key)) {
        let span = reader.span();
        let fault = Fault::new("nothing is expected here").at(span);
        reader.faults().push(fault.help("say `between`, `at_least` or `at_most`"));
    }
    let [least, most] = match between {
        Some((least, most)) => [Some(least), Some(most)],
        None => single,
    };
    let limits = [least, most].into_iter().flatten().map(|limit| (limit.per_cent, limit.span)).collect();
    let [least, most] = [least, most].map(|limit| limit.map(|limit| limit.value));
    let expectation = Expectation { measure: measure?, least, most, variant };
    Some(Expected { expectation, measure: place, limits })
}

/// What a study is expected to find; figures that are found only on request are asked for. A name that is no figure is an error.
pub(super) fn expectations(expected: &[Expected], study: &mut Study, faults: &mut Faults) -> Vec<Expectation> {
    for Expected { expectation, measure, limits } in expected {
        let name = &expectation.measure;
        let unit = match study.unit_of(name) {
            Ok(unit) => unit,
            Err(error) => {
                faults.push(Fault::from(error).at(*measure));
                continue;
            }
        };
        for (per_cent, span) in limits.iter().filter(|(per_cent, _)| *per_cent != (unit == Unit::Probability)) {
            let fault = if *per_cent {
                let message = format!("`{name}` is no chance: it is measured in {}", unit.name());
                Fault::new(message).help("leave the `%` out")
            } else {
                Fault::new(format!("`{name}` is a chance, so its limits are in per cent")).help("write `\"55 %\"`")
            };
            faults.push(fault.at(*span));
        }
        if !study.asked.contains(name) && !study.is_usual(name) {
            study.asked.push(name.clone());
        }
    }
    expected.iter().map(|one| one.expectation.clone()).collect()
}
