//! Determines which fighters are fit to fight, how the others left, and which side is left at the end (C13, W19, W20,
//! W29).

use super::super::Fight;
use crate::combat::condition::{Body, Exit, Scene};
use crate::rules::effects::{Doom, HazardEffect, Head};
use crate::rules::{Condition, Pacing, WoundPenalties};

impl Fight {
    /// Whether the fighter `who`, in the state `body`, is present and fit to fight.
    #[inline(always)]
    pub fn is_fit(&self, who: u16, body: &Body) -> bool {
        body.status.left.is_none() && self.health(who, body).fit
    }

    /// Roster indexes of the fighters who are present and fit to fight. `bodies` has all fighters.
    pub fn fit(&self, bodies: &[Body]) -> impl Iterator<Item = u16> {
        (0u16..).zip(bodies).filter(|(who, body)| self.is_fit(*who, body)).map(|(who, _)| who)
    }

    /// Whether any of `fighters`, a range of the roster, can flee by choice or in fear.
    pub fn may_get_away(&self, mut fighters: std::ops::Range<u16>) -> bool {
        let scary = self.threats.all.iter().any(|threat| threat.hazard.effect == HazardEffect::Doom(Doom::Flight));
        fighters.any(|who| {
            scary
                || self.roster.kind(who).fighter.flees.is_some()
                || self.custom.may_flee(self.roster.kind_of(who))
                || self.roster.kind(who).fighter.morale.is_some()
        })
    }

    /// Whether the fight goes on: more than one side has fit fighters, and no wound has ended the fight (W20).
    pub(crate) fn contested(&self, bodies: &[Body]) -> bool {
        if self.rules.ends_at.is_some() && self.roster.sides_with_ending_wound(bodies).next().is_some() {
            return false;
        }
        let mut sides = self.fit(bodies).map(|who| self.roster.side(who));
        sides.next().is_some_and(|first| sides.any(|side| side != first))
    }

    /// The winning side; `None` if no side has won. It is the only side with fit fighters. If a wound ended the fight
    /// (W20), it is the only side without such a wound.
    pub fn winning_side(&self, bodies: &[Body]) -> Option<usize> {
        if self.rules.ends_at.is_some() && self.roster.sides_with_ending_wound(bodies).next().is_some() {
            let mut free = (0..self.roster.sides)
                .filter(|side| self.roster.sides_with_ending_wound(bodies).all(|marked| marked != *side));
            return free.next().filter(|_| free.next().is_none());
        }
        let first = self.fit(bodies).next()?;
        (!self.contested(bodies)).then(|| self.roster.side(first))
    }

    /// The condition of a fighter from the wounds felt so far.
    #[inline(always)]
    pub(crate) fn health(&self, who: u16, body: &Body) -> Condition {
        self.wounds.health(self.roster.kind(who), body)
    }

    /// The wound penalty to a fighter's skill, usually 0 or less (M1).
    #[inline(always)]
    pub(crate) fn penalty(&self, scene: Scene<'_>, who: u16) -> i8 {
        self.health(who, &scene.bodies[usize::from(who)]).penalty
    }

    /// The wound penalty to a fighter's rolls to resist an effect. 0 if the rules do not apply wound penalties to such
    /// rolls (reading 43).
    pub(crate) fn penalty_to_resist(&self, scene: Scene<'_>, who: u16) -> i8 {
        if self.rules.wound_penalties == WoundPenalties::All { self.penalty(scene, who) } else { 0 }
    }

    /// Whether no fighter had fallen before this round. False as well if a severed head has grown back.
    pub(crate) fn nobody_fell_before(&self, bodies: &[Body]) -> bool {
        let mut here = (0u16..).zip(bodies).filter(|(_, body)| body.status.head != Head::Latent);
        here.all(|(who, body)| self.was_fit(who, body) && !body.status.ailments.grown)
    }

    /// Whether a fighter was fit when the round or its turn began.
    ///
    /// In simultaneous rounds, membership of a group shows it: groups have only fit fighters. `is_fit` would not do,
    /// because the wounds of a group can already be felt once the group has fought.
    pub(crate) fn was_fit(&self, who: u16, body: &Body) -> bool {
        (self.rules.pacing == Pacing::Simultaneous && body.group > 0) || self.is_fit(who, body)
    }

    /// The way in which a fighter left the fight; `None` if it is fit, or if wounds put it out of action. If it has
    /// such a wound and an exit, the wound counts, except for a fighter who was swallowed and digested.
    pub fn exit(&self, who: u16, body: &Body) -> Option<Exit> {
        if self.is_fit(who, body) {
            return None;
        }
        let kind = self.roster.kind(who);
        let level = kind.track.condition(body.felt).level;
        match body.status.left {
            Some(Exit::Swallowed) => Some(Exit::Swallowed),
            left if level < kind.out_at => left.or(kind.yields.then_some(Exit::Surrendered)),
            _ => {
                let stunned = self.wounds.stuns && body.status.endurance[0].wounded < kind.incapacitated;
                (stunned && level == kind.incapacitated).then_some(Exit::KnockedOut)
            }
        }
    }
}
