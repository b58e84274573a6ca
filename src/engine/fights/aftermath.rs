//! The conditions in which one fight leaves a side for the next.

#![deny(missing_docs)]

use super::Combat;
use crate::combat::{Body, Cast, Fight, Lifetime};
use crate::error::{Error, Result};
use crate::exact::{self, Limits};
use crate::rules::Track;
use std::collections::HashMap;

/// The conditions in which a fight leaves the fighters of a side, with the chance of each: wounds, Fudge points spent,
/// and everything else that lasts longer than a fight. Fighters are matched by name.
///
/// ```
/// use fudgelab::{Encounter, Fighter, Rules};
///
/// let orc = Fighter::named("Orc", 0).offense(2).defense(1);
/// let ada = Fighter::named("Ada", 2).offense(2).defense(2);
/// let first = Encounter::new(Rules::plain()).side("Ada", [ada]).side("orcs", [orc]);
/// let second = first.clone().after(first.aftermath("Ada")?);
/// assert!(second.exact()?.value("Ada wins")? < first.exact()?.value("Ada wins")?);
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Aftermath {
    /// The names of the side's fighters, each with its wound track.
    fighters: Vec<(String, Track)>,
    /// The fighters' possible conditions, with the chance of each.
    possibilities: Vec<(Vec<Body>, f64)>,
    /// For each possibility in `possibilities`, which fighters can fight on.
    fit: Vec<Vec<bool>>,
}

impl Aftermath {
    /// The aftermath of a fight for `side`, with all its chances.
    ///
    /// # Errors
    /// If there is no such side, the fight is too large to solve, or the calculation was stopped.
    pub fn of(combat: &Combat, side: &str, limits: &Limits<'_>) -> Result<Self> {
        let Combat { fight, cast, .. } = combat;
        let mut left = AftermathBuilder::new(fight, cast, side)?;
        let side = left.side;
        let carried = |fight: &Fight| {
            exact::carried_conditions(fight, side, limits).map_err(|error| {
                Error::input(format!("the previous fight must be solved exactly: {}", error.message()))
                    .with_help("use fewer fighters in it, or wound tracks of fewer boxes")
            })
        };
        for (fight, share) in combat.possible_fights() {
            left.add_all(&carried(fight)?.conditions, share);
        }
        Ok(left.aftermath)
    }

    /// The aftermath for `side` of one fight that was played and left its fighters as in `bodies`.
    ///
    /// # Errors
    /// If there is no such side.
    pub fn of_played(fight: &Fight, cast: &Cast, side: &str, bodies: &[Body]) -> Result<Self> {
        let mut left = AftermathBuilder::new(fight, cast, side)?;
        left.add_all(&[(bodies.to_vec(), 1.0)], 1.0);
        Ok(left.aftermath)
    }

    /// The chance that at least one fighter of the side can fight on.
    pub fn chance_any_fit(&self) -> f64 {
        self.chance(|fit| fit.contains(&true))
    }

    /// The total chance of the possibilities for which `right` returns true. Its argument tells which fighters can
    /// fight on.
    fn chance(&self, right: impl Fn(&[bool]) -> bool) -> f64 {
        self.possibilities.iter().zip(&self.fit).filter(|(_, fit)| right(fit)).map(|((_, chance), _)| chance).sum()
    }

    /// The chance that the fighter with this name (such as `Goblin 2`) can fight on; `None` if there is no such
    /// fighter. For several identical fighters, only the number who can fight on is known, not which of them.
    pub fn chance_fit(&self, name: &str) -> Option<f64> {
        let place = self.fighters.iter().position(|(known, _)| known == name)?;
        Some(self.chance(|fit| fit[place]))
    }

    /// The aftermath after a few minutes of care (LITE): minor injuries clear, and if at least one fighter can fight
    /// on, so can all whom the care makes fit.
    ///
    /// # Errors
    /// If a fighter's wounds are not recorded as injuries, in boxes filled in order.
    pub fn tended(mut self) -> Result<Self> {
        let mut places: HashMap<Vec<Body>, usize> = HashMap::new();
        let before = std::mem::take(&mut self.possibilities).into_iter().zip(std::mem::take(&mut self.fit));
        for ((mut bodies, chance), mut fit) in before {
            let revives = fit.contains(&true);
            for ((body, (name, track)), fit) in bodies.iter_mut().zip(&self.fighters).zip(&mut fit) {
                let tended = track.after_care(body.marked).ok_or_else(|| {
                    Error::input(format!("the wounds of {name} are not recorded as injuries in boxes filled in order")).with_help(
                        "care between two fights is a rule of LITE; leave out `tended`, or set `record` to `injuries`",
                    )
                })?;
                (body.felt, body.marked) = (tended, tended);
                *fit = revives && track.condition(tended).fit;
            }
            let place = *places.entry(bodies.clone()).or_insert(self.possibilities.len());
            match self.possibilities.get_mut(place) {
                Some((_, sum)) => *sum += chance,
                None => {
                    self.possibilities.push((bodies, chance));
                    self.fit.push(fit);
                }
            }
        }
        Ok(self)
    }

    /// Leaves one fighter behind; returns the aftermath unchanged if no fighter has this name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        if let Some(place) = self.fighters.iter().position(|(known, _)| known == name) {
            self.fighters.remove(place);
            for ((left, _), fit) in self.possibilities.iter_mut().zip(&mut self.fit) {
                left.remove(place);
                fit.remove(place);
            }
        }
        self
    }

    /// The starting conditions of the next fight, each with its chance: those in `starts`, combined with the possible
    /// conditions of the fighters of this aftermath who can fight on.
    pub(crate) fn starts(
        &self,
        fight: &Fight,
        cast: &Cast,
        starts: &[(Vec<Body>, f64)],
    ) -> Result<Vec<(Vec<Body>, f64)>> {
        let names = cast.names();
        let place = |(name, track): &(String, Track)| {
            let place = names.iter().position(|known| known == name);
            let place = place.ok_or_else(|| {
                Error::input(format!("{name} was in the previous fight, but is not in this one")).with_help(format!(
                    "this fight has {}; `Aftermath::without` leaves a fighter behind",
                    names.join(", ")
                ))
            })?;
            let same = fight.roster.track(place as u16) == track;
            let message =
                || Error::input(format!("the wound record of {name} differs from that in the previous fight"));
            same.then_some(place).ok_or_else(message)
        };
        let places: Vec<usize> = self.fighters.iter().map(place).collect::<Result<_>>()?;
        let standing = self.chance_any_fit();
        if standing == 0.0 {
            let who: Vec<&str> = self.fighters.iter().map(|(name, _)| name.as_str()).collect();
            return Err(Error::input(format!("none of {} can fight on", who.join(", "))));
        }
        let mut all = Vec::new();
        for ((left, chance), _) in self.possibilities.iter().zip(&self.fit).filter(|(_, fit)| fit.contains(&true)) {
            all.extend(starts.iter().map(|(start, before)| {
                let mut start = start.clone();
                places.iter().zip(left).for_each(|(place, body)| start[*place] = *body);
                (start, before * chance / standing)
            }));
        }
        Ok(all)
    }
}

/// Collects the possibilities of an aftermath.
struct AftermathBuilder<'f> {
    fight: &'f Fight,
    side: usize,
    /// The indices of the side's fighters in the roster.
    own: Vec<u16>,
    /// The index of each possibility in `aftermath.possibilities`.
    places: HashMap<Vec<Body>, usize>,
    aftermath: Aftermath,
}

impl<'f> AftermathBuilder<'f> {
    fn new(fight: &'f Fight, cast: &Cast, side: &str) -> Result<Self> {
        let side = cast.sides.iter().position(|name| name == side).ok_or_else(|| {
            Error::input(format!("there is no side `{side}`"))
                .with_help(format!("the sides are {}", cast.sides.join(", ")))
        })?;
        let own: Vec<u16> = (0..fight.roster.fighters() as u16).filter(|&who| fight.roster.side(who) == side).collect();
        let names = cast.names();
        let fighter = |who: &u16| (names[usize::from(*who)].clone(), fight.roster.track(*who).clone());
        let aftermath =
            Aftermath { fighters: own.iter().map(fighter).collect(), possibilities: Vec::new(), fit: Vec::new() };
        Ok(Self { fight, side, own, places: HashMap::new(), aftermath })
    }

    /// Adds the conditions that fighters carry on from a fight, each with its chance. `share` is the chance of that
    /// fight.
    fn add_all(&mut self, carried: &[(Vec<Body>, f64)], share: f64) {
        for (bodies, chance) in carried {
            let left: Vec<Body> = self.own.iter().map(|&who| bodies[usize::from(who)].after(Lifetime::Fight)).collect();
            let Aftermath { possibilities: all, fit, .. } = &mut self.aftermath;
            let place = *self.places.entry(left.clone()).or_insert(all.len());
            if place == all.len() {
                fit.push(self.own.iter().zip(&left).map(|(who, body)| self.fight.is_fit(*who, body)).collect());
                all.push((left, 0.0));
            }
            all[place].1 += chance * share;
        }
    }
}
