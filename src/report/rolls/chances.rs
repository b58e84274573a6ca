//! Exact chances in words, tables and JSON.

use super::super::number;
use super::super::table::{Heading, Table};
use crate::chance::Weight;
use crate::check::Summary;
use crate::dice::Dice;
use crate::stats::Estimate;
use crate::study::Unit;
pub(in crate::report) use crate::subject::signed;
use serde_json::{Value, json};

/// A chance in percent: `38.27 %`.
pub(in crate::report) fn percent(weight: Weight) -> String {
    number::short(&estimate(weight), Unit::Probability)
}

/// A chance in percent without the sign, for tables.
pub(in crate::report) fn bare_percent(weight: Weight) -> String {
    number::bare(&estimate(weight), Unit::Probability)
}

/// A chance as a fraction in lowest terms, `31/81`; empty if it exceeds 128 bits.
pub(in crate::report) fn fraction(weight: Weight) -> String {
    weight.fraction().map(|(over, under)| format!("{over}/{under}")).unwrap_or_default()
}

/// A chance as members of a JSON object: `probability`, and `fraction` (text, or null beyond 128 bits).
pub(in crate::report) fn json_members(weight: Weight) -> [(String, Value); 2] {
    let fraction = weight.fraction().map(|(over, under)| json!(format!("{over}/{under}")));
    [("probability".to_owned(), json!(weight.probability())), ("fraction".to_owned(), fraction.into())]
}

/// A JSON object with `value` under `name`, its chance, and if `sum` is given, the chance of the value or a higher one.
/// A chance known only in double precision has no fraction.
pub(in crate::report) fn json_object(name: &str, value: Value, weight: Weight, sum: Option<Weight>) -> Value {
    let sum = sum.map(|sum| ("at_least".to_owned(), json!(sum.probability())));
    let all = std::iter::once((name.to_owned(), value)).chain(json_members(weight)).chain(sum);
    all.filter(|(_, value)| !value.is_null()).collect()
}

/// Values with their chances, in ascending order.
#[derive(Debug)]
pub(in crate::report) struct Chances(pub(in crate::report) Vec<(i32, Weight)>);

impl From<Summary<i32, Weight>> for Chances {
    fn from(tally: Summary<i32, Weight>) -> Self {
        Self(tally.into())
    }
}

impl Chances {
    /// The chance of each value or a higher one.
    pub(in crate::report) fn at_least(&self) -> Vec<(i32, Weight)> {
        let mut sum = Weight::ZERO;
        let mut from_above = self.0.clone();
        for (_, weight) in from_above.iter_mut().rev() {
            sum += *weight;
            *weight = sum;
        }
        from_above
    }

    /// The values with their chances in double precision.
    pub(in crate::report) fn plain(&self) -> Vec<(i64, f64)> {
        self.0.iter().map(|(value, weight)| ((*value).into(), weight.probability())).collect()
    }

    /// The chance of each value, the highest value first.
    pub(in crate::report) fn shares(&self) -> Vec<f64> {
        self.0.iter().rev().map(|(_, weight)| weight.probability()).collect()
    }

    /// The values, named by `name`, with their chances, the highest value first.
    pub(in crate::report) fn table(&self, heading: &str, name: impl Fn(i32) -> String) -> Table {
        let columns =
            std::iter::once(Heading::left(heading)).chain(["exactly", "", "at least", ""].map(Heading::right));
        let row = |(&(value, one), (_, sum)): (&(i32, Weight), (i32, Weight))| {
            [name(value), percent(one), fraction(one), percent(sum), fraction(sum)]
        };
        Table::new("", columns, self.0.iter().zip(self.at_least()).rev().map(row))
    }

    /// Like [`table`](Self::table), for plain numbers. They all have a sign if some are negative.
    pub(in crate::report) fn results(&self) -> Table {
        let goes_below = self.0.first().is_some_and(|(value, _)| *value < 0);
        self.table("result", |value| if goes_below { signed(value) } else { value.to_string() })
    }
}

/// The mean and the standard deviation in words.
pub(in crate::report) fn mean_and_deviation(mean: f64, deviation: f64) -> String {
    format!("average {}, standard deviation {}", number::fixed(mean, 2), number::fixed(deviation, 2))
}

/// `rolls 4dF`, or `does not roll` if there is only one result.
pub(in crate::report) fn roll_words(dice: &Dice) -> String {
    let rolls = dice.pmf().lowest() != dice.pmf().highest();
    if rolls { format!("rolls {}", dice.name()) } else { "does not roll".to_owned() }
}

fn estimate(weight: Weight) -> Estimate {
    // A fraction is divided once; without one, a sum of rounded products has a slightly larger error.
    let bound = if weight.fraction().is_some() { 0.0 } else { 1e-12 };
    Estimate::exact(weight.probability(), bound)
}
