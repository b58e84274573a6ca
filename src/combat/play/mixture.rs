//! Fights of fighters whose figures are drawn anew each time: ranges such as "Fair to Great" (B1).

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::fighter::Cast;
use crate::combat::tables::Fight;
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};

/// The same fight with every combination of values of its fighters' ranges. All are equally likely, as all values of a
/// range are.
#[derive(Debug, Clone)]
pub struct Mixture {
    ranges: Vec<(Ask, Dice, usize)>,
    fights: Vec<(Fight, Cast)>,
}

impl Mixture {
    /// Ranges, each with whose it is, which of theirs, and how many values it has; and the fights with each combination of
    /// values, the last range varying fastest.
    ///
    /// # Errors
    /// Not as many fights as combinations; a range without values.
    pub fn new(ranges: &[(u16, u16, usize)], fights: Vec<(Fight, Cast)>) -> Result<Self> {
        let combinations = ranges.iter().try_fold(1_usize, |product, (_, _, values)| product.checked_mul(*values));
        if combinations != Some(fights.len()) || fights.is_empty() {
            return Err(Error::input(format!("{} fights for {} ranges", fights.len(), ranges.len())));
        }
        let range = |(who, which, values): &(u16, u16, usize)| {
            let numbers: Vec<i32> = (0..*values as i32).collect();
            let dice = Dice::new("a range", Pmf::uniform(&numbers)?);
            Ok((Ask::against(*who, *which, Purpose::Range), dice, *values))
        };
        Ok(Self { ranges: ranges.iter().map(range).collect::<Result<_>>()?, fights })
    }

    /// The fight that is fought this time, drawn before its first round.
    #[inline]
    pub fn draw(&self, chance: &mut impl Chance) -> &(Fight, Cast) {
        let place = self.ranges.iter().fold(0, |place, (ask, dice, values)| {
            place * values + usize::try_from(chance.roll(*ask, dice)).unwrap_or(0)
        });
        &self.fights[place]
    }

    /// All of the fights.
    pub fn fights(&self) -> impl ExactSizeIterator<Item = &Fight> {
        self.fights.iter().map(|(fight, _)| fight)
    }
}
