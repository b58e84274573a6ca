//! Fights that are drawn anew for each trial: with ranges such as "Fair to Great" (B1), or with random starting
//! conditions.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::Body;
use crate::combat::fighter::Cast;
use crate::combat::tables::Fight;
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};

/// Several variants of one fight, one of which is drawn before the first round.
#[derive(Debug, Clone)]
pub struct Mixture {
    /// Rolls that pick the variant, with the number of values of each. The last one varies fastest.
    draws: Vec<(Ask, Dice, usize)>,
    fights: Vec<(Fight, Cast)>,
    weights: Vec<f64>,
    /// Advice on how to avoid too many variants.
    cure: &'static str,
}

/// The unit in which probabilities of starting conditions are counted.
const FINEST: f64 = 1.0 / (1u64 << 52) as f64;

impl Mixture {
    /// All combinations of the values of `ranges`, each equally likely. A range is given as its stat block's index,
    /// its number within the stat block, and its number of values. `fights` has one fight for each combination, the
    /// last range varying fastest.
    ///
    /// # Errors
    /// If the numbers of fights and combinations differ, or if a range has no values.
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
        let weights = vec![1.0; fights.len()];
        let cure = "fix some of the ranges, with a value or with `ranges = \"middle\"`";
        Ok(Self { draws: ranges.iter().map(range).collect::<Result<_>>()?, fights, weights, cure })
    }

    /// A fight whose fighters begin in one of the conditions `starts`, each with its probability, for example as
    /// another fight left them. Probabilities are rounded to multiples of 2⁻⁵², and those that round to 0 are dropped.
    ///
    /// # Errors
    /// If no start is left, or if the fight cannot begin with one of them: see [`Fight::starting`].
    pub fn of_starts(fight: &Fight, cast: &Cast, starts: &[(Vec<Body>, f64)]) -> Result<Self> {
        let weighed = starts.iter().map(|(start, chance)| (start, (chance / FINEST).round() as u64));
        let weighed: Vec<_> = weighed.filter(|(_, weight)| *weight > 0).collect();
        let begin = |start: &Vec<Body>| Ok((fight.clone().starting(start.clone())?, cast.clone()));
        let fights: Vec<_> = weighed.iter().map(|(start, _)| begin(start)).collect::<Result<_>>()?;
        let pmf = Pmf::from_weights((0..).zip(&weighed).map(|(place, (_, weight))| (place, *weight)))?;
        let draws = vec![(Ask::new(0, Purpose::Start), Dice::new("how the fight begins", pmf), fights.len())];
        let weights = weighed.iter().map(|(_, weight)| *weight as f64 * FINEST).collect();
        Ok(Self { draws, fights, weights, cure: "let fewer fighters carry on from the fight before" })
    }

    /// Relative weights of the fights.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// An error with `message` for a fight with too many variants to solve, including advice.
    pub fn too_many(&self, message: impl Into<String>) -> Error {
        Error::input(message).with_help(format!("{}, or simulate", self.cure))
    }

    /// Draws the fight to play, before its first round.
    #[inline]
    pub fn draw(&self, chance: &mut dyn Chance) -> &(Fight, Cast) {
        let place = self.draws.iter().fold(0, |place, (ask, dice, values)| {
            place * values + usize::try_from(chance.roll(*ask, dice)).unwrap_or(0)
        });
        &self.fights[place]
    }

    pub fn fights(&self) -> impl ExactSizeIterator<Item = &Fight> {
        self.fights.iter().map(|(fight, _)| fight)
    }

    pub(crate) fn fights_mut(&mut self) -> impl Iterator<Item = &mut Fight> {
        self.fights.iter_mut().map(|(fight, _)| fight)
    }
}
