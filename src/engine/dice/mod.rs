//! Dice methods: exact distributions over whole numbers, and the tables that sample from them.
//!
//! Dice are read from text ([`Dice::parse`]: a method of `methods.toml`, or a formula) or built from parts
//! ([`CustomDice`]).

#![deny(missing_docs)]

mod bound_formula;
mod custom;
mod definition;
mod expression;
mod methods;
mod parse;
mod plain_sum;
mod pmf;
mod pool;
mod table;
mod unknown_dice;

#[cfg(test)]
mod tests;

pub use bound_formula::Bound;
pub use custom::{Band, CustomDice, CustomRoll, Keep};
pub use definition::Definition;
pub use expression::Expression;
pub use methods::{MethodInfo, methods};
pub use parse::{Definitions, Unreadable};
#[doc(hidden)]
pub use plain_sum::is_meant_as_formula;
pub use pmf::Pmf;
pub use table::SamplingTable;

pub(crate) use methods::ROWS;

use crate::error::{Error, Result};
use crate::formula::{DiceTerms, Outcomes};
use std::sync::{Arc, LazyLock};

/// A plain sum is probably a mistake if its mean is at least this far from 0. No method in the sources has a mean more
/// than 1 away from 0.
const FAR: f64 = 2.0;

/// A dice method: its name, its exact distribution and its sampling table.
#[derive(Debug, Clone, PartialEq)]
pub struct Dice {
    name: String,
    pmf: Pmf,
    table: SamplingTable,
    /// The probability of each value from the lowest up; shared, so that dice are cheap to clone.
    chances: Arc<[f64]>,
    holds_modifier: bool,
    /// The total of the weights; 0 if exact weights need more than 64 bits.
    denominator: u64,
    /// The formula, if it uses `need`; `pmf` is meaningless then.
    by_need: Option<Arc<Bound>>,
    /// The formula, if it uses the state of a fighter; `pmf` is meaningless then.
    by_state: Option<Arc<Expression>>,
    /// Notes that the formula may not say what the user meant: message and suggested fix, which may be empty.
    notes: Arc<[(String, String)]>,
    /// Converts results to faces shown, if the two differ.
    shows: Option<Arc<DiceAndNumber>>,
}

/// The dice of a formula, and the number that the formula adds to them.
#[derive(Debug, Clone, PartialEq)]
struct DiceAndNumber {
    terms: DiceTerms,
    number: i32,
}

impl Dice {
    /// Dice with this distribution. Builds the sampling table, once.
    pub fn new(name: impl Into<String>, pmf: Pmf) -> Self {
        let table = SamplingTable::new(&pmf);
        let (values, denominator) = (pmf.lowest()..=pmf.highest(), pmf.total());
        let chances = values.map(|value| pmf.weight(value) as f64 / pmf.total() as f64).collect();
        Self {
            name: name.into(),
            pmf,
            table,
            chances,
            holds_modifier: false,
            denominator,
            by_need: None,
            by_state: None,
            notes: Arc::from([]),
            shows: None,
        }
    }

    /// Marks `number` as a part of each result that the dice do not show, such as `initiative` in `d6 + initiative`.
    /// `terms` describes the dice without it. Has no effect if the faces would be out of range.
    #[doc(hidden)]
    #[must_use]
    pub fn with_number(self, terms: DiceTerms, number: i32) -> Self {
        let dice = Self { shows: Some(Arc::new(DiceAndNumber { terms, number })), ..self };
        let fits = dice.pmf.map(|result| dice.shown(result)).is_ok();
        Self { shows: dice.shows.filter(|_| fits), ..dice }
    }

    /// The name of the dice, without the number that a formula adds to them.
    #[doc(hidden)]
    pub fn shown_name(&self) -> &str {
        self.shows.as_ref().map_or(&self.name, |shows| &shows.terms.dice)
    }

    /// The number that a formula adds to the dice. `None` without such a number, or if the dice are subtracted from it.
    #[doc(hidden)]
    pub fn number(&self) -> Option<i32> {
        self.shows.as_ref().filter(|shows| !shows.terms.is_subtracted).map(|shows| shows.number)
    }

    /// The total of the faces if the roll has this `result`. It leaves out the number that a formula adds to the dice.
    #[doc(hidden)]
    pub fn shown(&self, result: i32) -> i32 {
        self.shows.as_ref().map_or(result, |shows| match shows.terms.is_subtracted {
            true => shows.number.saturating_sub(result),
            false => result.saturating_sub(shows.number),
        })
    }

    /// The result if the dice show a total of `shown`; the inverse of [`shown`](Self::shown).
    #[doc(hidden)]
    pub fn result(&self, shown: i32) -> i32 {
        self.shows.as_ref().map_or(shown, |shows| match shows.terms.is_subtracted {
            true => shows.number.saturating_sub(shown),
            false => shows.number.saturating_add(shown),
        })
    }

    /// The dice without the number that a formula adds to them.
    #[doc(hidden)]
    pub fn alone(&self) -> Self {
        let shown =
            self.shows.as_ref().and_then(|shows| Some((shows, self.pmf.map(|result| self.shown(result)).ok()?)));
        shown.map_or_else(|| self.clone(), |(shows, pmf)| Self::new(&shows.terms.dice, pmf))
    }

    /// Whether there is only one possible result.
    #[doc(hidden)]
    pub fn is_certain(&self) -> bool {
        self.pmf.lowest() == self.pmf.highest()
    }

    /// Dice with the distribution of a formula. If exact weights need more than 64 bits, probabilities are stored as
    /// doubles, along with weights rounded to about 62 bits.
    fn of_outcomes(name: &str, outcomes: Outcomes) -> Result<Self> {
        let chances: Vec<(i64, f64)> = match outcomes {
            Outcomes::Exact(items, total) if u64::try_from(total).is_ok() => {
                return Ok(Self::new(name, Pmf::from_pairs(items.into_iter())?));
            }
            Outcomes::Exact(items, total) => {
                items.into_iter().map(|(value, weight)| (value, weight as f64 / total as f64)).collect()
            }
            Outcomes::Rounded(items) => items,
        };
        // Every possible result needs a positive weight.
        let weight = |chance: f64| ((chance * (1u64 << 62) as f64).round() as u128).max(1);
        let pmf = Pmf::from_pairs(chances.iter().map(|(value, chance)| (*value, weight(*chance))))?;
        let dice = Self::new(name, pmf);
        let mut exact = vec![0.0; dice.chances.len()];
        for (value, chance) in chances {
            exact[(value - i64::from(dice.pmf.lowest())) as usize] = chance;
        }
        Ok(Self { chances: exact.into(), denominator: 0, ..dice })
    }

    /// Whether exact weights need more than 64 bits. Probabilities are then doubles, each off by less than 1e-12, and
    /// there are no exact fractions.
    #[doc(hidden)]
    pub fn is_rounded(&self) -> bool {
        self.denominator == 0
    }

    /// Notes that the formula may not say what the user meant: message and suggested fix. The fix may be empty.
    #[doc(hidden)]
    pub fn notes(&self) -> &[(String, String)] {
        &self.notes
    }

    /// Whether the dice are a formula that uses `need`, and so depend on a difficulty; see [`at_need`](Self::at_need).
    #[doc(hidden)]
    pub fn names_need(&self) -> bool {
        self.by_need.is_some()
    }

    /// Dice given by a formula that uses the state of a fighter. Their own distribution has no meaning.
    #[doc(hidden)]
    pub fn of_state(name: &str, formula: Expression) -> Self {
        Self { by_state: Some(Arc::new(formula)), ..Self::new(name, Pmf::certain(0)) }
    }

    /// The formula, if it uses the state of a fighter. A fight evaluates it for each state.
    #[doc(hidden)]
    pub fn by_state(&self) -> Option<&Expression> {
        self.by_state.as_deref()
    }

    /// The dice if a total of `need` or more succeeds. Dice that do not use `need` are returned unchanged.
    ///
    /// # Errors
    /// If a value is out of range or divided by 0 for some roll, or if the dice use the state of a fighter.
    #[doc(hidden)]
    pub fn at_need(&self, need: i32) -> Result<Self> {
        match &self.by_need {
            None => self.clone().without_need(),
            Some(formula) => formula.by_need(&self.name, Some(need)).map_err(parse::Unreadable::into_error),
        }
    }

    /// The dice for a roll that has to reach `degree`, with a trait `level` and `modifiers` that are added to the dice.
    /// A `level` of `None` counts as 0.
    ///
    /// # Errors
    /// Like [`at_need`](Self::at_need).
    #[doc(hidden)]
    pub fn against(&self, degree: i32, level: Option<i32>, modifiers: i32) -> Result<Self> {
        // Saturating is safe: levels and modifiers too far from Fair are rejected elsewhere.
        self.at_need(degree.saturating_sub(level.unwrap_or(0)).saturating_sub(modifiers))
    }

    /// Applies the method `word`, which takes dice, such as `toward-zero`, to these dice.
    ///
    /// # Errors
    /// If there is no such method, a value is out of range, or the denominator does not fit 64 bits.
    pub(crate) fn apply_method(&self, word: &str) -> Result<Self> {
        Definitions::apply_method(word, self).map_err(parse::Unreadable::into_error)
    }

    /// The distribution of the number of successes on `count` of these dice. A die succeeds if it shows `least` or
    /// more.
    ///
    /// # Errors
    /// If there are too many outcomes to count.
    #[doc(hidden)]
    pub fn successes(&self, count: u32, least: i64) -> Result<Self> {
        let passes = |value: i32| i64::from(value) >= least;
        let name = format!("{count} × {} >= {least}", self.name);
        let exact = || -> Option<Outcomes> {
            let total = u128::from(self.denominator).checked_pow(count).filter(|total| *total > 0)?;
            let good: u64 = self.pmf.iter().filter(|(value, _)| passes(*value)).map(|(_, weight)| weight).sum();
            let mut choose = 1u128;
            let mut items = Vec::new();
            for passed in 0..=count {
                let rest = u128::from(self.denominator - good).checked_pow(count - passed)?;
                let weight = u128::from(good).checked_pow(passed)?.checked_mul(rest)?.checked_mul(choose)?;
                items.push((i64::from(passed), weight));
                choose = choose.checked_mul(u128::from(count - passed))? / u128::from(passed + 1);
            }
            items.retain(|(_, weight)| *weight > 0);
            Some(Outcomes::Exact(items, total))
        };
        let rounded = || {
            let values = (self.pmf.lowest()..=self.pmf.highest()).zip(self.chances.iter());
            let good: f64 = values.filter(|(value, _)| passes(*value)).map(|(_, chance)| chance).sum();
            let mut choose = 1.0;
            let mut items = Vec::new();
            for passed in 0..=count {
                let chance = choose * good.powi(passed as i32) * (1.0 - good).max(0.0).powi((count - passed) as i32);
                items.push((i64::from(passed), chance));
                choose *= f64::from(count - passed) / f64::from(passed + 1);
            }
            items.retain(|(_, chance)| *chance > 0.0);
            Outcomes::Rounded(items)
        };
        Self::of_outcomes(&name, exact().unwrap_or_else(rounded))
    }

    /// Returns the dice unchanged if they can be rolled without a difficulty.
    ///
    /// # Errors
    /// If the dice are a formula that uses `need` or the state of a fighter.
    #[doc(hidden)]
    pub fn without_need(self) -> Result<Self> {
        if self.by_state.is_some() {
            return Err(Error::input(format!("the dice `{}` depend on the state of a fighter", self.name))
                .with_help("that state is known only in fights: use other dice here"));
        }
        if !self.names_need() {
            return Ok(self);
        }
        Err(Error::input(format!("the dice `{}` use `need`, which is not known here", self.name))
            .with_help("it is the lowest total that succeeds, and only rolls against a difficulty have one"))
    }

    /// Reads dice as in scenario files: a method by its name (see `fudgelab list dice`), or a formula such as
    /// `highest(3, 4d6)` or `2d10 - 11` (docs/formulas.md).
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
    /// If the name is unknown (the error suggests the nearest known one), the formula has a fault (the error names its
    /// column), a number is out of range, or there are too many outcomes to count.
    pub fn parse(text: &str) -> Result<Self> {
        Definitions::none().dice(text).map_err(Unreadable::into_error)
    }

    /// The standard dice, 4dF (D1).
    pub fn fudge() -> Self {
        static FUDGE: LazyLock<Dice> = LazyLock::new(|| Dice::new("4dF", Pmf::fudge()));
        FUDGE.clone()
    }

    /// Whether results include a situational modifier, and so are not natural results. This is true for `2d6+1-table`
    /// (D7), and for three or more advantage dice (D11).
    pub fn holds_modifier(&self) -> bool {
        self.holds_modifier
    }

    /// The name of the dice, as users write it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The meaning of each prefix word and of the advantage dice in the name, one sentence each; empty for plain dice.
    #[doc(hidden)]
    pub fn meanings(&self) -> Vec<String> {
        Definitions::meanings(&self.name)
    }

    /// The exact distribution.
    pub fn pmf(&self) -> &Pmf {
        &self.pmf
    }

    /// The total of the weights; 0 if exact weights need more than 64 bits.
    #[inline]
    pub(crate) fn denominator(&self) -> u64 {
        self.denominator
    }

    /// The weight of `value`, and its probability to double precision; both are 0 if the dice cannot show `value`. The
    /// weight is rounded if [`is_rounded`](Self::is_rounded) is true.
    #[inline]
    pub(crate) fn weighed(&self, value: i32) -> (u64, f64) {
        let place = value.wrapping_sub(self.pmf.lowest()) as usize;
        let weighed = self.pmf.weights().get(place).zip(self.chances.get(place));
        weighed.map_or((0, 0.0), |(weight, chance)| (*weight, *chance))
    }

    /// Maps a uniform random 64-bit number to a result by the inverse of the cumulative distribution. A larger number
    /// never gives a smaller result, which keeps compared variants coupled.
    #[inline]
    pub fn sample(&self, uniform: u64) -> i32 {
        self.table.sample(uniform)
    }

    /// The method that was probably meant by a plain sum far from 0: `3d6-table` for `3d6`. `None` for all other dice.
    ///
    /// A Fudge roll needs results around 0, so such a sum is probably a mistake.
    ///
    /// ```
    /// use fudgelab::Dice;
    /// assert_eq!(Dice::parse("3d6")?.meant_near_zero().as_deref(), Some("3d6-table"));
    /// assert_eq!(Dice::parse("2d10")?.meant_near_zero().as_deref(), Some("2d10-11"));
    /// assert_eq!(Dice::parse("2d10-11")?.meant_near_zero(), None);
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    pub fn meant_near_zero(&self) -> Option<String> {
        // User-defined dice can have any name.
        Self::parse(&self.name).ok().filter(|plain| plain.pmf == self.pmf)?;
        if let Some((prefixes, base)) = self.name.rsplit_once(' ') {
            return Some(format!("{prefixes} {}", Self::parse(base).ok()?.meant_near_zero()?));
        }
        let mean = self.pmf.mean();
        if mean.abs() < FAR {
            return None;
        }
        if !plain_sum::is_plain_sum(&self.name) {
            let middle = format!("{:+}", -mean.round()).replace('+', "+ ").replace('-', "- ");
            return plain_sum::is_meant_as_formula(&self.name).then(|| format!("{} {middle}", self.name));
        }
        if self.pmf.total() == 100 && self.pmf.highest() == 100 {
            return Some("d%".to_owned());
        }
        let stem = format!("{}-", self.name);
        let table = methods().iter().find(|info| !info.definition.has_placeholders() && info.name.starts_with(&stem));
        match table {
            Some(info) => Some(info.name.to_owned()),
            None => Some(plain_sum::shifted(&self.name, -mean.round() as i64)),
        }
    }
}
