//! Exact beside simulated, a row for each comparison.

use super::{BOUND, Column, Datum, FIGURE, Kind, Record, SUBJECT, TITLE, UNIT, VARIANT, VARIED_KEYS, number, text};
use crate::study::Comparison;

/// A column that comparisons alone have.
macro_rules! compared {
    ($name:literal, $kind:expr, $unit:literal, $meaning:literal, $read:expr) => {
        Column {
            name: $name,
            kind: $kind,
            unit: $unit,
            meaning: $meaning,
            read: |record| record.comparison.map_or(Datum::Null, $read),
        }
    };
}

pub(super) static COLUMNS: [Column; 18] = [
    VARIANT,
    compared!("baseline", Kind::Text, "", "the variant a difference is counted from; null for figures", |one| {
        text(one.baseline.as_deref())
    }),
    VARIED_KEYS,
    FIGURE,
    SUBJECT,
    compared!(
        "label",
        Kind::Text,
        "",
        "which value of a distribution in words, or what is told apart within a figure",
        |one| { text(one.point.as_deref().or(Some(one.label.as_str()).filter(|label| !label.is_empty()))) }
    ),
    UNIT,
    compared!("exact", Kind::Number, "see `unit`", "the exact figure", |one| number(Some(one.exact.value))),
    BOUND,
    compared!("simulated", Kind::Number, "see `unit`", "the simulated figure", |one| number(Some(one.simulated.value))),
    compared!("difference", Kind::Number, "see `unit`", "simulated minus exact", |one| number(Some(
        one.simulated.value - one.exact.value
    ))),
    compared!("trials", Kind::Count, "trials", "simulated trials", |one| {
        one.simulated.trials().map_or(Datum::Null, Datum::Count)
    }),
    compared!("test", Kind::Text, "", "the test: binomial, chernoff or bernstein", |one| text(Some(one.tested.test))),
    compared!("p", Kind::Number, "fraction of 1", "the test's own p value", |one| number(Some(one.tested.p))),
    compared!("p_adjusted", Kind::Number, "fraction of 1", "the p value corrected by Holm for all rows", |one| number(
        Some(one.adjusted)
    )),
    compared!(
        "detectable",
        Kind::Number,
        "see `unit`",
        "the smallest true difference found with a chance of 0.9 at the strictest level; null where none is",
        |one| number(Some(one.detectable))
    ),
    compared!("agrees", Kind::Boolean, "yes or no", "whether p_adjusted is above the stated false-alarm rate", |one| {
        Datum::Boolean(one.agrees)
    }),
    TITLE,
];

/// The row of a comparison.
pub(super) fn record(comparison: &Comparison) -> Record<'_> {
    Record {
        variant: comparison.variant.as_deref(),
        baseline: None,
        varied: &comparison.varied,
        measure: comparison.measure,
        subject: &comparison.subject,
        label: &comparison.label,
        value: comparison.exact.value,
        trust: &comparison.exact,
        point: None,
        difference: None,
        comparison: Some(comparison),
    }
}
