//! Who is fit to fight on, and who stands when a fight is over (C13, W20, W29).

use super::super::Fight;
use super::super::kind::Kind;
use crate::combat::condition::{Body, Endurance, Scene};
use crate::rules::effects::{Bane, Doom, Head};
use crate::rules::{CONSCIOUS, Condition, Consciousness, Pacing, WillOverWounds, WoundPenalties};

impl Fight {
    /// Whether a fighter is fit to fight, and there.
    #[inline(always)]
    pub fn is_fit(&self, who: u16, body: &Body) -> bool {
        body.status.left.is_none() && self.health(who, body).fit
    }

    /// The fighters fit to go on.
    pub fn fit(&self, bodies: &[Body]) -> impl Iterator<Item = u16> {
        (0u16..).zip(bodies).filter(|(who, body)| self.is_fit(*who, body)).map(|(who, _)| who)
    }

    /// Whether any of these fighters may flee, or be put to flight.
    pub fn may_get_away(&self, mut fighters: std::ops::Range<u16>) -> bool {
        let scary = self.threats.iter().any(|threat| threat.hazard.bane == Bane::Doom(Doom::Flight));
        fighters.any(|who| {
            scary
                || self.kind(who).fighter.flees.is_some()
                || self.may_flee_by_rule(who)
                || self.kind(who).fighter.morale.is_some()
        })
    }

    /// True while more than one side has somebody fit, and no mark has ended the fight.
    pub(crate) fn contested(&self, bodies: &[Body]) -> bool {
        if self.ends_at_mark && self.marked_sides(bodies).next().is_some() {
            return false;
        }
        let mut sides = self.fit(bodies).map(|who| self.side(who));
        sides.next().is_some_and(|first| sides.any(|side| side != first))
    }

    /// The sides of those with a mark that ends the fight (W20).
    fn marked_sides(&self, bodies: &[Body]) -> impl Iterator<Item = usize> {
        let marked = move |(who, body): &(u16, &Body)| {
            let kind = self.kind(*who);
            kind.track.condition(body.felt).level >= kind.mark
        };
        (0u16..).zip(bodies).filter(marked).map(|(who, _)| self.side(who))
    }

    /// The side that still has somebody fit, if there is just one; where a mark has ended the fight, the side without one.
    pub fn standing(&self, bodies: &[Body]) -> Option<usize> {
        if self.ends_at_mark && self.marked_sides(bodies).next().is_some() {
            let mut free = (0..self.sides).filter(|side| self.marked_sides(bodies).all(|marked| marked != *side));
            return free.next().filter(|_| free.next().is_none());
        }
        let first = self.fit(bodies).next()?;
        (!self.contested(bodies)).then(|| self.side(first))
    }

    /// The wound levels between a fighter who is unhurt and one who is out of action by wounds.
    pub fn levels_to_out(&self, who: u16) -> u8 {
        self.kind(who).levels_to_out
    }

    /// For each stat block, how many wound levels its fighters have fallen, together: each as far as what puts out of action.
    pub fn hurt<'b>(&'b self, bodies: &'b [Body]) -> impl Iterator<Item = u32> + 'b {
        (0..self.entries()).map(move |entry| {
            let own = (0u16..).zip(bodies).filter(move |(who, _)| self.entry(*who) == entry);
            own.map(|(who, body)| u32::from(self.track(who).condition(body.felt).level.min(self.levels_to_out(who))))
                .sum()
        })
    }

    /// What the wounds come to that a fighter feels.
    #[inline(always)]
    pub(crate) fn health(&self, who: u16, body: &Body) -> Condition {
        self.health_of(self.kind(who), body)
    }

    /// As [`health`](Self::health), by the fighter's kind.
    #[inline(always)]
    pub(crate) fn health_of(&self, kind: &Kind, body: &Body) -> Condition {
        match self.acting.felt_otherwise {
            false => kind.track.condition(body.felt),
            true => self.endured(kind, body.felt, body.status.endurance[0]),
        }
    }

    /// What a state of a fighter's track comes to: mere stuns take nothing from skill (W19), and will makes wounds lighter
    /// (W25).
    pub(crate) fn endured(&self, kind: &Kind, wounds: u16, endurance: Endurance) -> Condition {
        let marked = kind.track.condition(wounds);
        let at = |level: u8| kind.levels[usize::from(level)];
        let level = if self.acting.stuns { endurance.wounded } else { marked.level };
        let will = self.rules.will_over_wounds;
        // Near Death nobody goes on by will.
        let eased = if marked.level > kind.incapacitated { 0 } else { endurance.eased };
        let lighter = |level: u8| at(level.saturating_sub(eased));
        let penalty = will.penalty(at(level).penalty, eased, lighter(level).penalty);
        let fit = if will == WillOverWounds::Levels { lighter(marked.level).fit } else { marked.fit };
        Condition { penalty, fit: fit || marked.fit, ..marked }
    }

    /// What the wounds they feel take from a fighter's skill (M1).
    #[inline(always)]
    pub(crate) fn penalty(&self, scene: Scene<'_>, who: u16) -> i8 {
        self.health(who, &scene.bodies[usize::from(who)]).penalty
    }

    /// What they take from what a fighter withstands (reading 43).
    pub(crate) fn penalty_withstanding(&self, scene: Scene<'_>, who: u16) -> i8 {
        if self.rules.wound_penalties == WoundPenalties::All { self.penalty(scene, who) } else { 0 }
    }

    /// Whether nobody had fallen before this round.
    pub(crate) fn nobody_fell_before(&self, bodies: &[Body]) -> bool {
        let mut here = (0u16..).zip(bodies).filter(|(_, body)| body.status.head != Head::Latent);
        here.all(|(who, body)| self.was_fit(who, body) && !body.status.ailments.grown)
    }

    /// Whether a fighter was fit when the round, or its turn, began. Step by step, a group's wounds are felt as soon as it
    /// has fought; but only the fit are in groups.
    pub(crate) fn was_fit(&self, who: u16, body: &Body) -> bool {
        (self.rules.pacing == Pacing::Simultaneous && body.group > 0) || self.is_fit(who, body)
    }

    /// Whether one is inside the other.
    pub(crate) fn is_inside(&self, scene: Scene<'_>, who: u16, by: u16) -> bool {
        scene.bodies[usize::from(who)].status.inside == by + 1
    }

    /// Whether those who are Incapacitated when a fight is over roll to stay conscious (W29).
    #[inline(always)]
    pub fn asks_who_is_awake(&self) -> bool {
        self.rules.consciousness != Consciousness::Off
    }

    /// Whether a fighter is Incapacitated by wounds when a fight is over, but still conscious; a knockout takes
    /// consciousness (W19).
    pub fn is_awake(&self, who: u16, body: &Body) -> bool {
        let kind = self.kind(who);
        let wounded = !self.acting.stuns || body.status.endurance[0].wounded >= kind.incapacitated;
        wounded && !body.status.fainted && kind.track.condition(body.felt).level == kind.incapacitated
    }

    /// The chance that those of a stat block who are Incapacitated by wounds stay conscious.
    pub fn chance_to_stay_awake(&self, entry: usize) -> f64 {
        let kind = self.kind(self.first(entry));
        if !kind.asks_whether_awake() {
            return 1.0;
        }
        let awake = kind.dice.pmf().iter().filter(|(roll, _)| kind.fighter.constitution + roll >= CONSCIOUS);
        let weight: u64 = awake.map(|(_, weight)| weight).sum();
        weight as f64 / kind.dice.pmf().total() as f64
    }
}
