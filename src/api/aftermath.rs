//! What a side carries from one fight to the next.

use crate::combat::{Body, Cast, Fight};
use crate::error::{Error, Result};
use crate::exact;
use crate::rules::Track;
use crate::subject::fight::Combat;

/// How a fight leaves the fighters of a side, with the chance of each possibility: wounds, Fudge points spent, and whatever else lasts
/// longer than a fight.
///
/// ```
/// use fudgelab::{Encounter, Fighter, Rules};
///
/// let orc = || Fighter::named("Orc", 0).offense(2).defense(1);
/// let fight = |_| Encounter::new(Rules::plain()).side("Ada", [Fighter::named("Ada", 2).offense(2).defense(2)]).side("orc", [orc()]);
/// let first = fight(1);
/// let second = fight(2).after(first.aftermath("Ada")?);
/// assert!(second.exact()?.value("Ada wins") < first.exact()?.value("Ada wins"));
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Aftermath {
    /// The names of the side's fighters, each with the track that wounds are marked on.
    fighters: Vec<(String, Track)>,
    /// How they are left, each with its chance.
    left: Vec<(Vec<Body>, f64)>,
    /// For each of these, who is fit to fight on.
    fit: Vec<Vec<bool>>,
}

impl Aftermath {
    pub(super) fn of(combat: &Combat, side: &str) -> Result<Self> {
        let Combat { fight, cast, drawn, .. } = combat;
        if drawn.is_some() {
            return Err(Error::input("what is left after a fight that comes after another is not followed")
                .with_help("simulate one fight after the other with `play`"));
        }
        let side = cast.sides.iter().position(|name| name == side).ok_or_else(|| {
            Error::input(format!("there is no side `{side}`")).with_help(format!("sides are {}", cast.sides.join(", ")))
        })?;
        let own: Vec<u16> = (0..fight.fighters() as u16).filter(|&who| fight.side(who) == side).collect();
        let names = cast.names();
        let fighters = own.iter().map(|&who| (names[usize::from(who)].clone(), fight.track(who).clone())).collect();
        let mut aftermath = Self { fighters, left: Vec::new(), fit: Vec::new() };
        for (bodies, chance) in exact::carried(fight, &|| false)? {
            let left: Vec<Body> = own.iter().map(|&who| bodies[usize::from(who)]).collect();
            match aftermath.left.iter_mut().find(|(known, _)| *known == left) {
                Some((_, sum)) => *sum += chance,
                None => {
                    aftermath.fit.push(own.iter().zip(&left).map(|(who, body)| fight.is_fit(*who, body)).collect());
                    aftermath.left.push((left, chance));
                }
            }
        }
        Ok(aftermath)
    }

    /// The chance that somebody of them can fight on.
    pub fn standing(&self) -> f64 {
        self.left.iter().zip(&self.fit).filter(|(_, fit)| fit.contains(&true)).map(|((_, chance), _)| chance).sum()
    }

    /// The chance that this fighter can fight on; none where there is no such fighter. Of several who are alike only their number is
    /// known, not which of them.
    pub fn fit(&self, name: &str) -> Option<f64> {
        let place = self.fighters.iter().position(|(known, _)| known == name)?;
        Some(self.left.iter().zip(&self.fit).filter(|(_, fit)| fit[place]).map(|((_, chance), _)| chance).sum())
    }

    /// How everybody begins the next fight, with chances that add up to 1.
    pub(super) fn starts(&self, fight: &Fight, cast: &Cast) -> Result<Vec<(Vec<Body>, f64)>> {
        let names = cast.names();
        let place = |(name, track): &(String, Track)| {
            let place = names.iter().position(|known| known == name);
            let place = place.ok_or_else(|| {
                Error::input(format!("{name} was in the fight before, and is not in this one"))
                    .with_help(format!("in it are {}", names.join(", ")))
            })?;
            let same = fight.track(place as u16) == track;
            let message =
                || Error::input(format!("the wounds of {name} are recorded otherwise than in the fight before"));
            same.then_some(place).ok_or_else(message)
        };
        let places: Vec<usize> = self.fighters.iter().map(place).collect::<Result<_>>()?;
        let standing = self.standing();
        let begin = |(left, chance): &(Vec<Body>, f64)| {
            let mut start = fight.start().to_vec();
            places.iter().zip(left).for_each(|(place, body)| start[*place] = *body);
            (start, chance / standing)
        };
        let on_their_feet = self.left.iter().zip(&self.fit).filter(|(_, fit)| fit.contains(&true));
        Ok(on_their_feet.map(|(left, _)| begin(left)).collect())
    }
}
