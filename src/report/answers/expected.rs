//! Describes expectations, and whether they are met.

use super::super::number;
use super::highest_value::limit_words;
use crate::study::{Expectation, Holds, Judgement, StudyResult, Unit};
use serde_json::{Value, json};

/// The expectation and the figure found: `expected between 55 % and 60 %, found 51.20 %`.
pub fn with_finding(result: &StudyResult, judgement: &Judgement) -> String {
    let unit = result.unit_of(&judgement.expected.measure);
    format!("expected {}, found {}", expected_range(&judgement.expected, unit), deciding_value(judgement, unit))
        .replace('\u{a0}', " ")
}

/// The verdict in a sentence: `Expected Ada wins between 55 % and 60 %: yes, 56.10 %.`
pub fn sentence(result: &StudyResult, judgement: &Judgement) -> String {
    let expected = &judgement.expected;
    let unit = result.unit_of(&expected.measure);
    let of = expected.variant.as_ref().map(|variant| format!(" ({variant})")).unwrap_or_default();
    let verdict = match judgement.holds {
        Holds::Surely => "yes",
        Holds::Unsure => "cannot be judged at this precision",
        Holds::Not => "no",
    };
    let found = deciding_value(judgement, unit);
    format!("Expected {}{of} {}: {verdict}, {found}.", expected.measure, expected_range(expected, unit))
}

/// The deciding value with its case: `51.20 % (no roll)`.
fn deciding_value(judgement: &Judgement, unit: Unit) -> String {
    match &judgement.decided_by {
        None => "no such figure".to_owned(),
        Some((place, estimate)) => {
            let place = if place.is_empty() { String::new() } else { format!(" ({place})") };
            number::figure(estimate, unit) + &place
        }
    }
}

/// The expected range: `between 55 % and 60 %`.
fn expected_range(expected: &Expectation, unit: Unit) -> String {
    let limit = |limit: f64| limit_words(limit, unit);
    match (expected.least, expected.most) {
        (Some(least), Some(most)) => format!("between {} and {}", limit(least), limit(most)),
        (Some(least), None) => format!("at least {}", limit(least)),
        (None, Some(most)) => format!("at most {}", limit(most)),
        (None, None) => "at all".to_owned(),
    }
}

/// All expectations with their verdicts, as JSON.
pub fn documents(result: &StudyResult) -> Vec<Value> {
    let document = |judgement: &Judgement| {
        let Judgement { expected, holds, decided_by } = judgement;
        json!({
            "measure": expected.measure,
            "variant": expected.variant,
            "at_least": expected.least,
            "at_most": expected.most,
            "holds": holds.known(),
            "cell": decided_by.as_ref().map(|(place, _)| place),
            "value": decided_by.as_ref().map(|(_, estimate)| estimate.value),
            "sentence": sentence(result, judgement),
        })
    };
    result.judgements.iter().map(document).collect()
}
