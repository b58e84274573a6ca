//! Dice methods: exact distributions over whole numbers, and the tables they are sampled from.
//!
//! A method is parsed from its name ([`Dice::parse`], listed by `methods`) or built from parts ([`Custom`]).

mod custom;
mod hint;
mod methods;
mod parse;
mod pmf;
mod pool;
mod table;

#[cfg(test)]
mod tests;

pub use custom::{Band, Custom, Keep, Roll};
pub use methods::{MethodInfo, methods};
pub use pmf::Pmf;
pub use table::SamplingTable;

#[doc(hidden)]
pub use hint::{nearest, same_word};
pub(crate) use methods::ROWS;

use crate::error::Result;
use std::sync::{Arc, LazyLock};

/// How far from 0 the mean of a plain sum may lie before it is taken for a mistake: no method of the sources
/// averages more than 1 away from 0.
const FAR: f64 = 2.0;

/// A dice method: its name, its exact distribution, and the table it is sampled from.
#[derive(Debug, Clone, PartialEq)]
pub struct Dice {
    name: String,
    pmf: Pmf,
    table: SamplingTable,
    /// The chance of each value from the lowest on; shared, so that dice are cheap to clone.
    chances: Arc<[f64]>,
    holds_modifier: bool,
}

impl Dice {
    /// Makes dice from a distribution; the sampling table is built here, once.
    pub fn new(name: impl Into<String>, pmf: Pmf) -> Self {
        let table = SamplingTable::new(&pmf);
        let values = pmf.lowest()..=pmf.highest();
        let chances = values.map(|value| pmf.weight(value) as f64 / pmf.total() as f64).collect();
        Self { name: name.into(), pmf, table, chances, holds_modifier: false }
    }

    /// Reads a dice method by its name in scenario files: one of those that `fudgelab list dice` shows, or plain arithmetic such as
    /// `2d10-11`, with prefix words before it.
    ///
    /// ```
    /// use fudgelab::Dice;
    /// let dice = Dice::parse("open-ended 4dF")?;
    /// assert_eq!(dice.pmf().highest(), 8);
    /// let error = Dice::parse("4df").unwrap_err();
    /// assert_eq!(error.help(), Some("did you mean `4dF`?"));
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    ///
    /// # Errors
    /// An unknown name (the error suggests the nearest known one), numbers out of range, or more outcomes than can
    /// be counted exactly.
    pub fn parse(text: &str) -> Result<Self> {
        parse::parse(text)
    }

    /// The standard dice, 4dF (D1).
    pub fn fudge() -> Self {
        static FUDGE: LazyLock<Dice> = LazyLock::new(|| Dice::new("4dF", Pmf::fudge()));
        FUDGE.clone()
    }

    /// Whether the result holds a modifier of the situation, so that it is not the natural result: `2d6+1-table` (D7)
    /// and three or more advantage dice (D11).
    pub fn holds_modifier(&self) -> bool {
        self.holds_modifier
    }

    /// The name that it is written as.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The meanings of the prefix words and advantage dice in the name, a sentence each; empty for plain dice.
    #[doc(hidden)]
    pub fn meanings(&self) -> Vec<String> {
        parse::meanings(&self.name)
    }

    /// The exact distribution.
    pub fn pmf(&self) -> &Pmf {
        &self.pmf
    }

    /// The weight of a value, and its chance to double precision.
    #[inline]
    pub(crate) fn weighed(&self, value: i32) -> (u64, f64) {
        let place = value.wrapping_sub(self.pmf.lowest()) as usize;
        let weighed = self.pmf.weights().get(place).zip(self.chances.get(place));
        weighed.map_or((0, 0.0), |(weight, chance)| (*weight, *chance))
    }

    /// The result that a uniform 64-bit number stands for, by inverse cumulative distribution:
    /// a larger number never gives a smaller result, which keeps compared variants coupled.
    #[inline]
    pub fn sample(&self, uniform: u64) -> i32 {
        self.table.sample(uniform)
    }

    /// For a plain sum that is far from 0, such as `3d6`: the method that was probably meant where a Fudge roll is
    /// wanted, such as `3d6-table`. None for all other dice.
    ///
    /// ```
    /// use fudgelab::Dice;
    /// assert_eq!(Dice::parse("3d6")?.meant_near_zero().as_deref(), Some("3d6-table"));
    /// assert_eq!(Dice::parse("2d10")?.meant_near_zero().as_deref(), Some("2d10-11"));
    /// assert_eq!(Dice::parse("2d10-11")?.meant_near_zero(), None);
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    pub fn meant_near_zero(&self) -> Option<String> {
        // Dice of the user's own making may be called anything.
        Self::parse(&self.name).ok().filter(|plain| plain.pmf == self.pmf)?;
        if let Some((prefixes, base)) = self.name.rsplit_once(' ') {
            return Some(format!("{prefixes} {}", Self::parse(base).ok()?.meant_near_zero()?));
        }
        let mean = self.pmf.mean();
        if mean.abs() < FAR || !parse::is_plain_sum(&self.name) {
            return None;
        }
        if self.pmf.total() == 100 && self.pmf.highest() == 100 {
            return Some("d%".to_owned());
        }
        let stem = format!("{}-", self.name);
        let table = methods().iter().find(|info| info.example == info.name && info.name.starts_with(&stem));
        match table {
            Some(info) => Some(info.name.to_owned()),
            None => Some(parse::shifted(&self.name, -mean.round() as i64)),
        }
    }
}
