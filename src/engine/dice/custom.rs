//! Custom dice (D18).

use super::{Dice, Pmf};
use crate::error::{Error, Result};

/// Dice described by their parts: a roll, and a table that it may be looked up in.
///
/// ```
/// use fudgelab::dice::{Band, Custom, Keep, CustomRoll};
/// let roll = CustomRoll::Pool { faces: (1..=10).collect(), count: 3, keep: Keep::Highest(2) };
/// let table = vec![
///     Band { from: 2, to: 9, result: -1 },
///     Band { from: 10, to: 15, result: 0 },
///     Band { from: 16, to: 20, result: 1 },
/// ];
/// let dice = Custom { roll, table }.dice("house dice")?;
/// assert_eq!((dice.pmf().lowest(), dice.pmf().highest()), (-1, 1));
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Custom {
    /// What is rolled.
    pub roll: CustomRoll,
    /// What each result of the roll stands for; empty: the roll itself counts.
    pub table: Vec<Band>,
}

/// The roll of [`Custom`] dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CustomRoll {
    /// Anything that [`Dice::parse`] reads.
    Expression(String),
    /// A pool of equal dice.
    Pool {
        /// The faces of one die, all equally likely; a face may be listed more than once.
        faces: Vec<i32>,
        /// How many dice, from 1 to [`Pmf::MAX_DICE`].
        count: u32,
        /// Which of them count.
        keep: Keep,
    },
    /// Values with their weights; a value may occur once.
    Weights(Vec<(i32, u64)>),
    /// One die with a stated chance of `numerator / denominator` (a GM's "2 in 6", LITE).
    Chance {
        /// How many of the equally likely faces hit, from 0 to the denominator.
        numerator: u64,
        /// How many faces there are, 1 or more.
        denominator: u64,
        /// The result when it hits.
        hit: i32,
        /// The result when it misses.
        miss: i32,
    },
}

/// Which dice of a pool count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// All of them.
    All,
    /// This many of the highest, from 1 to the number of dice.
    Highest(u32),
    /// This many of the lowest, from 1 to the number of dice.
    Lowest(u32),
}

/// One line of a lookup table: rolls `from` to `to`, both included, stand for `result`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    /// The lowest roll of the band.
    pub from: i32,
    /// The highest roll of the band.
    pub to: i32,
    /// What these rolls stand for.
    pub result: i32,
}

impl Custom {
    /// Makes the dice, under a name of the user's choice.
    ///
    /// # Errors
    /// An expression that cannot be read; no dice, no faces or no weights; a value with two weights; a chance over
    /// 1; a table with bands that are upside down, overlap or leave a roll out; or anything that
    /// [`Pmf`] refuses.
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

/// A pool of `count` dice, of which some are kept.
pub(super) fn pool(die: &Pmf, count: u32, keep: Keep) -> Result<Pmf> {
    if count == 0 {
        return Err(Error::input("a pool of 0 dice rolls nothing").with_help("write `none` where no dice are rolled"));
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

/// The most dice of this kind whose outcomes can be counted exactly, of which so few may be rolled that all are kept.
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

/// The refusal of a number, with those that are accepted.
pub(super) fn out_of_range(what: &str, given: impl std::fmt::Display, least: u32, most: u32) -> Error {
    Error::input(format!("{what} is {given}, which is out of range")).with_help(format!("give {least} to {most}"))
}

/// The distribution of a roll looked up in a table.
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

fn weights(pairs: &[(i32, u64)]) -> Result<Pmf> {
    let mut values: Vec<i32> = pairs.iter().map(|pair| pair.0).collect();
    values.sort_unstable();
    match values.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(Error::input(format!("{} has two weights", two[0])).with_help("give each value one weight")),
        None => Pmf::from_weights(pairs.iter().copied()),
    }
}
