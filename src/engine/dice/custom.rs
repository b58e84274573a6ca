//! Custom dice (D18).

use super::{Dice, Pmf};
use crate::error::{Error, Result};

/// Dice built from parts: a roll, and an optional lookup table for its results.
///
/// ```
/// use fudgelab::dice::{Band, CustomDice, Keep, CustomRoll};
/// let roll = CustomRoll::Pool { faces: (1..=10).collect(), count: 3, keep: Keep::Highest(2) };
/// let table = vec![
///     Band { from: 2, to: 9, result: -1 },
///     Band { from: 10, to: 15, result: 0 },
///     Band { from: 16, to: 20, result: 1 },
/// ];
/// let dice = CustomDice { roll, table }.dice("house dice")?;
/// assert_eq!((dice.pmf().lowest(), dice.pmf().highest()), (-1, 1));
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomDice {
    /// The roll.
    pub roll: CustomRoll,
    /// The lookup table for the roll; if empty, the roll is the result.
    pub table: Vec<Band>,
}

/// The roll behind [`CustomDice`] dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CustomRoll {
    /// Any text that [`Dice::parse`] accepts.
    Expression(String),
    /// Several equal dice, of which some count.
    Pool {
        /// The faces of one die, all equally likely; a face may be listed more than once.
        faces: Vec<i32>,
        /// The number of dice, from 1 to [`Pmf::MAX_DICE`].
        count: u32,
        /// The dice that count.
        keep: Keep,
    },
    /// Values with their weights; each value at most once.
    Weights(Vec<(i32, u64)>),
    /// A die with a `numerator / denominator` chance to hit (a GM's "2 in 6", LITE).
    Chance {
        /// The number of equally likely faces that hit, from 0 to the denominator.
        numerator: u64,
        /// The number of faces, 1 or more.
        denominator: u64,
        /// The result of a hit.
        hit: i32,
        /// The result of a miss.
        miss: i32,
    },
}

/// The dice of a pool that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// All dice.
    All,
    /// This many of the highest dice, from 1 to the size of the pool.
    Highest(u32),
    /// This many of the lowest dice, from 1 to the size of the pool.
    Lowest(u32),
}

/// A row of a lookup table: every roll from `from` to `to`, both included, becomes `result`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    /// The lowest roll.
    pub from: i32,
    /// The highest roll.
    pub to: i32,
    /// The result.
    pub result: i32,
}

impl CustomDice {
    /// Builds the dice, called `name`.
    ///
    /// # Errors
    /// If the expression cannot be read; if there are no dice, faces or weights; if a value has two weights; if the
    /// chance is over 1; if a table row runs backwards, rows overlap or a roll has no row; or if [`Pmf`] rejects the
    /// result.
    pub fn dice(&self, name: impl Into<String>) -> Result<Dice> {
        let name = name.into();
        let rolled = self.roll.pmf();
        let read = rolled.and_then(|pmf| if self.table.is_empty() { Ok(pmf) } else { look_up(&pmf, &self.table) });
        let pmf = read.map_err(|error| error.context(format_args!("dice `{name}`")))?;
        Ok(Dice::new(name, pmf))
    }
}

impl CustomRoll {
    fn pmf(&self) -> Result<Pmf> {
        match self {
            Self::Expression(text) => Ok(Dice::parse(text)?.pmf),
            Self::Pool { faces, count, keep } => pool(&Pmf::uniform(faces)?, *count, *keep),
            Self::Weights(pairs) => weights(pairs),
            &Self::Chance { numerator, denominator, hit, miss } => {
                let rest = denominator.checked_sub(numerator).filter(|_| denominator > 0).ok_or_else(|| {
                    Error::input(format!("{numerator}/{denominator} is not a chance"))
                        .with_help("a chance lies between 0 and 1, such as 2/6")
                })?;
                Pmf::from_weights([(hit, numerator), (miss, rest)])
            }
        }
    }
}

/// The sum of the dice that `keep` selects from a pool of `count` dice.
pub(super) fn pool(die: &Pmf, count: u32, keep: Keep) -> Result<Pmf> {
    if count == 0 {
        return Err(Error::input("a pool of 0 dice rolls nothing").with_help("write `none` to roll no dice"));
    }
    combine(die, count, keep).map_err(|error| match most_dice(die, keep) {
        most if (1..count).contains(&most) => out_of_range("the number of dice", count, 1, most),
        _ => error,
    })
}

fn combine(die: &Pmf, count: u32, keep: Keep) -> Result<Pmf> {
    match keep {
        Keep::All => die.repeat(count),
        Keep::Highest(kept) => die.keep_highest(count, kept),
        Keep::Lowest(kept) => die.keep_lowest(count, kept),
    }
}

/// The largest number of dice for which a pool has an exact distribution; 0 if even one die is too many. If `keep`
/// selects more dice than there are, all of them are kept.
pub(super) fn most_dice(die: &Pmf, keep: Keep) -> u32 {
    let fits = |count: &u32| {
        let keep = match keep {
            Keep::Highest(kept) => Keep::Highest(kept.min(*count)),
            Keep::Lowest(kept) => Keep::Lowest(kept.min(*count)),
            Keep::All => Keep::All,
        };
        combine(die, *count, keep).is_ok()
    };
    (1..=Pmf::MAX_DICE).collect::<Vec<_>>().partition_point(fits) as u32
}

/// The error for the number `given`, which is outside `least` to `most`. `what` describes the number.
pub(super) fn out_of_range(what: &str, given: impl std::fmt::Display, least: u32, most: u32) -> Error {
    Error::input(format!("{what} is {given}, which is out of range")).with_help(format!("give {least} to {most}"))
}

/// Replaces each result of a roll by the result of its row in `table`.
///
/// # Errors
/// If a row runs backwards, rows overlap, or a roll has no row.
pub(super) fn look_up(rolled: &Pmf, table: &[Band]) -> Result<Pmf> {
    let mut bands = table.to_vec();
    bands.sort_by_key(|band| band.from);
    if let Some(band) = bands.iter().find(|band| band.from > band.to) {
        return Err(Error::input(format!("the table's row from {} to {} runs backwards", band.from, band.to)));
    }
    if let Some(two) = bands.windows(2).find(|two| two[1].from <= two[0].to) {
        return Err(Error::input(format!("the table has two results for {}", two[1].from)));
    }
    let read = |roll: i32| {
        let below = bands.partition_point(|band| band.from <= roll);
        below.checked_sub(1).map(|last| bands[last]).filter(|band| roll <= band.to).map(|band| band.result)
    };
    let result = |(roll, weight)| {
        let missing = || Error::input(format!("the table has no result for {roll}"));
        let help = || format!("the dice roll {} to {}", rolled.lowest(), rolled.highest());
        read(roll).map(|value| (value, weight)).ok_or_else(|| missing().with_help(help()))
    };
    Pmf::from_weights(rolled.iter().map(result).collect::<Result<Vec<_>>>()?)
}

/// Builds a distribution from values and weights. Rejects a value that has two weights.
fn weights(pairs: &[(i32, u64)]) -> Result<Pmf> {
    let mut values: Vec<i32> = pairs.iter().map(|pair| pair.0).collect();
    values.sort_unstable();
    match values.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(Error::input(format!("{} has two weights", two[0])).with_help("give each value one weight")),
        None => Pmf::from_weights(pairs.iter().copied()),
    }
}
