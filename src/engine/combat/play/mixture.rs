//! Fights that differ from trial to trial: stat blocks have ranges such as "Fair to Great" (B1), or fighters begin in
//! random conditions.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::Body;
use crate::combat::fighter::Cast;
use crate::combat::tables::Fight;
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};

/// Several variants of one fight. One of them is drawn before the first round.
#[derive(Debug, Clone)]
pub struct Mixture {
    /// The rolls that pick the variant, each with its dice and its number of values. The result of the last one varies
    /// fastest.
    draws: Vec<(Ask, Dice, usize)>,
    /// The variants, by index of the combination of rolls.
    fights: Vec<(Fight, Cast)>,
    /// Relative weights of the variants.
    weights: Vec<f64>,
    /// Advice for users on how to get fewer variants.
    cure: &'static str,
}

/// The unit to which probabilities of starting conditions are rounded.
const PROBABILITY_UNIT: f64 = 1.0 / (1u64 << 52) as f64;

impl Mixture {
    /// A mixture of all combinations of the values of `ranges`, each equally likely.
    ///
    /// A range is given as the index of its stat block, its number within the stat block, and its number of values.
    /// `fights` has a fight for each combination; the value of the last range varies fastest.
    ///
    /// # Errors
    /// If the number of fights is not that of combinations, or if a range has no values.
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

    /// A fight with random starting conditions. `starts` lists the possible starting states, for example the end states
    /// of another fight, each with its probability. Probabilities are rounded to multiples of 2⁻⁵². A start whose
    /// probability is rounded to 0 is dropped.
    ///
    /// # Errors
    /// If no start is left, or if [`Fight::starting`] rejects one of them.
    pub fn of_starts(fight: &Fight, cast: &Cast, starts: &[(Vec<Body>, f64)]) -> Result<Self> {
        let weighed = starts.iter().map(|(start, chance)| (start, (chance / PROBABILITY_UNIT).round() as u64));
        let weighed: Vec<_> = weighed.filter(|(_, weight)| *weight > 0).collect();
        let begin = |start: &Vec<Body>| Ok((fight.clone().starting(start.clone())?, cast.clone()));
        let fights: Vec<_> = weighed.iter().map(|(start, _)| begin(start)).collect::<Result<_>>()?;
        let pmf = Pmf::from_weights((0..).zip(&weighed).map(|(place, (_, weight))| (place, *weight)))?;
        let draws = vec![(Ask::new(0, Purpose::Start), Dice::new("how the fight begins", pmf), fights.len())];
        let weights = weighed.iter().map(|(_, weight)| *weight as f64 * PROBABILITY_UNIT).collect();
        Ok(Self { draws, fights, weights, cure: "let fewer fighters carry on from the fight before" })
    }

    /// Relative weights of the fights, in the order of [`fights`](Self::fights).
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The error for a mixture with too many variants for an exact solution. It has the text `message` and advice on
    /// what to change.
    pub fn too_many(&self, message: impl Into<String>) -> Error {
        Error::input(message).with_help(format!("{}, or simulate", self.cure))
    }

    /// Draws the fight to play. Call it before the first round.
    #[inline]
    pub fn draw(&self, chance: &mut dyn Chance) -> &(Fight, Cast) {
        let place = self.draws.iter().fold(0, |place, (ask, dice, values)| {
            place * values + usize::try_from(chance.roll(*ask, dice)).unwrap_or(0)
        });
        &self.fights[place]
    }

    /// The variants of the fight.
    pub fn fights(&self) -> impl ExactSizeIterator<Item = &Fight> {
        self.fights.iter().map(|(fight, _)| fight)
    }

    pub(crate) fn fights_mut(&mut self) -> impl Iterator<Item = &mut Fight> {
        self.fights.iter_mut().map(|(fight, _)| fight)
    }
}
