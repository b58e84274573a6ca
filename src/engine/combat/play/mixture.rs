//! Fights that are drawn anew each time: of fighters with ranges such as "Fair to Great" (B1), or who begin as chance has it.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::Body;
use crate::combat::fighter::Cast;
use crate::combat::tables::Fight;
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};

/// The same fight in several forms, one of which is drawn before its first round.
#[derive(Debug, Clone)]
pub struct Mixture {
    /// What is drawn, the last of it varying fastest.
    draws: Vec<(Ask, Dice, usize)>,
    fights: Vec<(Fight, Cast)>,
    /// How likely each is, beside the others.
    weights: Vec<f64>,
    /// What to do about too many forms, besides simulating.
    cure: &'static str,
}

/// Weights of a distribution of chances are multiples of this.
const FINEST: f64 = 1.0 / (1u64 << 52) as f64;

impl Mixture {
    /// The combinations of the values of ranges, all of which are equally likely, as all values of a range are. Each range is given with
    /// whose it is, which of theirs, and how many values it has; then the fights with each combination of values, the last range varying
    /// fastest.
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
        let weights = vec![1.0; fights.len()];
        let cure = "fix some of the ranges, with a value or with `ranges = \"middle\"`";
        Ok(Self { draws: ranges.iter().map(range).collect::<Result<_>>()?, fights, weights, cure })
    }

    /// A fight whose fighters begin in one of these ways, each with its chance: as another fight left them, for example. Chances
    /// are rounded to multiples of 2⁻⁵², and what has less is left out.
    ///
    /// # Errors
    /// No way at all, or one in which the fight cannot begin: see [`Fight::starting`].
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

    /// How likely each fight is, beside the others.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// That it has too many forms to be solved, and what to do about it.
    pub fn too_many(&self, message: impl Into<String>) -> Error {
        Error::input(message).with_help(format!("{}, or simulate", self.cure))
    }

    /// The fight that is fought this time, drawn before its first round.
    #[inline]
    pub fn draw(&self, chance: &mut dyn Chance) -> &(Fight, Cast) {
        let place = self.draws.iter().fold(0, |place, (ask, dice, values)| {
            place * values + usize::try_from(chance.roll(*ask, dice)).unwrap_or(0)
        });
        &self.fights[place]
    }

    /// All of the fights.
    pub fn fights(&self) -> impl ExactSizeIterator<Item = &Fight> {
        self.fights.iter().map(|(fight, _)| fight)
    }

    /// All of the fights, to change.
    pub(crate) fn fights_mut(&mut self) -> impl Iterator<Item = &mut Fight> {
        self.fights.iter_mut().map(|(fight, _)| fight)
    }
}
