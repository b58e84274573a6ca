//! Exact chances in words and in JSON.

use super::number;
use super::table::{Heading, Table};
use crate::chance::Weight;
use crate::check::Summary;
use crate::stats::Estimate;
use crate::study::Unit;
pub(super) use crate::subject::signed;
use serde_json::{Value, json};

/// The chance in percent: `38.27 %`.
pub(super) fn percent(weight: Weight) -> String {
    number::short(&estimate(weight), Unit::Probability)
}

/// The chance in percent without the sign, for tables.
pub(super) fn bare_percent(weight: Weight) -> String {
    number::bare(&estimate(weight), Unit::Probability)
}

/// The chance as a fraction in lowest terms, `31/81`; empty where that is beyond 128 bits.
pub(super) fn fraction(weight: Weight) -> String {
    weight.fraction().map(|(over, under)| format!("{over}/{under}")).unwrap_or_default()
}

/// The chance as members of a JSON object: `probability`, and `fraction` (text, or null beyond 128 bits).
pub(super) fn members(weight: Weight) -> [(String, Value); 2] {
    let fraction = weight.fraction().map(|(over, under)| json!(format!("{over}/{under}")));
    [("probability".to_owned(), json!(weight.probability())), ("fraction".to_owned(), fraction.into())]
}

/// The chance of each value or a higher one, in the order of the tally.
pub(super) fn at_least(tally: &Summary<i32, Weight>) -> Vec<(i32, Weight)> {
    let mut sum = Weight::ZERO;
    let mut from_above: Vec<_> = tally.iter().collect();
    for (_, weight) in from_above.iter_mut().rev() {
        sum += *weight;
        *weight = sum;
    }
    from_above
}

/// A distribution as a table, the highest value first.
pub(super) fn table(tally: &Summary<i32, Weight>, heading: &str, name: impl Fn(i32) -> String) -> Table {
    let columns = std::iter::once(Heading::left(heading)).chain(["exactly", "", "at least", ""].map(Heading::right));
    let values: Vec<_> = tally.iter().zip(at_least(tally)).collect();
    let row = |((value, one), (_, sum)): ((i32, Weight), (i32, Weight))| {
        [name(value), percent(one), fraction(one), percent(sum), fraction(sum)]
    };
    Table::new("", columns, values.into_iter().rev().map(row))
}

fn estimate(weight: Weight) -> Estimate {
    // A fraction is divided once; without one, a sum of rounded products is off by a little more.
    let bound = if weight.fraction().is_some() { 0.0 } else { 1e-12 };
    Estimate::exact(weight.probability(), bound)
}
