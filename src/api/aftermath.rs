//! What a side carries from one fight to the next.

use crate::combat::{Body, Cast, Fight, Lifetime};
use crate::error::{Error, Result};
use crate::exact;
use crate::rules::Track;
use crate::subject::fight::Combat;
use std::collections::HashMap;

/// How a fight leaves the fighters of a side, with the chance of each possibility: wounds, Fudge points spent, and whatever else lasts
/// longer than a fight. The fighters are known by their names.
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
        let own = of_side(fight, cast, side)?;
        let mut aftermath = Self::nothing(fight, cast, &own);
        let mut places: HashMap<Vec<Body>, usize> = HashMap::new();
        let mut add = |bodies: &[Body], chance: f64| {
            let left: Vec<Body> = own.iter().map(|&who| bodies[usize::from(who)]).collect();
            let place = *places.entry(left.clone()).or_insert(aftermath.left.len());
            if place == aftermath.left.len() {
                aftermath.fit.push(own.iter().zip(&left).map(|(who, body)| fight.is_fit(*who, body)).collect());
                aftermath.left.push((left, 0.0));
            }
            aftermath.left[place].1 += chance;
        };
        match drawn {
            None => exact::carried(fight, &|| false)?.iter().for_each(|(bodies, chance)| add(bodies, *chance)),
            Some(mixture) => {
                let whole: f64 = mixture.weights().iter().sum();
                for (fight, weight) in mixture.fights().zip(mixture.weights()) {
                    let carried = exact::carried(fight, &|| false)?;
                    carried.iter().for_each(|(bodies, chance)| add(bodies, chance * weight / whole));
                }
            }
        }
        Ok(aftermath)
    }

    /// How one fight has left a side.
    pub(super) fn of_played(fight: &Fight, cast: &Cast, side: &str, bodies: &[Body]) -> Result<Self> {
        let own = of_side(fight, cast, side)?;
        let mut aftermath = Self::nothing(fight, cast, &own);
        aftermath.fit.push(own.iter().map(|&who| fight.is_fit(who, &bodies[usize::from(who)])).collect());
        let left = own.iter().map(|&who| bodies[usize::from(who)].after(Lifetime::Fight)).collect();
        aftermath.left.push((left, 1.0));
        Ok(aftermath)
    }

    /// Of these fighters, nothing said yet.
    fn nothing(fight: &Fight, cast: &Cast, own: &[u16]) -> Self {
        let names = cast.names();
        let fighter = |who: &u16| (names[usize::from(*who)].clone(), fight.track(*who).clone());
        Self { fighters: own.iter().map(fighter).collect(), left: Vec::new(), fit: Vec::new() }
    }

    /// The chance that somebody of them can fight on.
    pub fn chance_any_fit(&self) -> f64 {
        self.left.iter().zip(&self.fit).filter(|(_, fit)| fit.contains(&true)).map(|((_, chance), _)| chance).sum()
    }

    /// The chance that this fighter can fight on, by name (`Goblin 2`); none where there is no such fighter. Of several who are alike
    /// only their number is known, not which of them.
    pub fn chance_fit(&self, name: &str) -> Option<f64> {
        let place = self.fighters.iter().position(|(known, _)| known == name)?;
        Some(self.left.iter().zip(&self.fit).filter(|(_, fit)| fit[place]).map(|((_, chance), _)| chance).sum())
    }

    /// The same without a fighter, who stays behind; as it is where there is no fighter of this name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        if let Some(place) = self.fighters.iter().position(|(known, _)| known == name) {
            self.fighters.remove(place);
            for ((left, _), fit) in self.left.iter_mut().zip(&mut self.fit) {
                left.remove(place);
                fit.remove(place);
            }
        }
        self
    }

    /// How everybody begins the next fight, where these fighters and those of others come from different fights: `starts` with each
    /// possibility for these, in place of what they begin with there.
    pub(super) fn starts(
        &self,
        fight: &Fight,
        cast: &Cast,
        starts: &[(Vec<Body>, f64)],
    ) -> Result<Vec<(Vec<Body>, f64)>> {
        let names = cast.names();
        let place = |(name, track): &(String, Track)| {
            let place = names.iter().position(|known| known == name);
            let place = place.ok_or_else(|| {
                Error::input(format!("{name} was in the fight before, and is not in this one"))
                    .with_help(format!("in it are {}; `Aftermath::without` leaves somebody behind", names.join(", ")))
            })?;
            let same = fight.track(place as u16) == track;
            let message =
                || Error::input(format!("the wounds of {name} are recorded otherwise than in the fight before"));
            same.then_some(place).ok_or_else(message)
        };
        let places: Vec<usize> = self.fighters.iter().map(place).collect::<Result<_>>()?;
        let standing = self.chance_any_fit();
        if standing == 0.0 {
            let who: Vec<&str> = self.fighters.iter().map(|(name, _)| name.as_str()).collect();
            return Err(Error::input(format!("nobody of {} can fight on", who.join(", "))));
        }
        let mut all = Vec::new();
        for ((left, chance), _) in self.left.iter().zip(&self.fit).filter(|(_, fit)| fit.contains(&true)) {
            all.extend(starts.iter().map(|(start, before)| {
                let mut start = start.clone();
                places.iter().zip(left).for_each(|(place, body)| start[*place] = *body);
                (start, before * chance / standing)
            }));
        }
        Ok(all)
    }
}

/// The fighters of a side.
fn of_side(fight: &Fight, cast: &Cast, side: &str) -> Result<Vec<u16>> {
    let side = cast.sides.iter().position(|name| name == side).ok_or_else(|| {
        Error::input(format!("there is no side `{side}`")).with_help(format!("sides are {}", cast.sides.join(", ")))
    })?;
    Ok((0..fight.fighters() as u16).filter(|&who| fight.side(who) == side).collect())
}
