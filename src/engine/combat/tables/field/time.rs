//! What time of the fight it is: rounds of missiles, of turns, of blows, and when rounds repeat themselves (C10, C12, R6).

use super::super::Fight;
use crate::combat::condition::{Readiness, Scene};
use crate::rules::{InitiativeRolls, Pacing, Shots};

impl Fight {
    /// The time after another: rounds are counted as long as something makes them differ; then the last ones repeat.
    #[inline(always)]
    pub(crate) fn clock_after(&self, clock: u16) -> u16 {
        if clock + 1 < self.longest + self.cycle { clock + 1 } else { self.longest }
    }

    /// Whether attacks of a round are made turn by turn.
    #[inline(always)]
    pub(crate) fn in_turns(&self, clock: u16) -> bool {
        self.rules.pacing != Pacing::Simultaneous || self.at_a_distance(clock)
    }

    /// Whether a fighter's place in the order stands from round to round.
    pub(crate) fn keeps_order(&self) -> bool {
        !self.rules.pacing.players_act() && self.rules.initiative == InitiativeRolls::Once
    }

    /// Whether a round, counted from 1, is one of missiles (R6).
    pub fn is_of_missiles(&self, round: u32) -> bool {
        self.closing == u16::MAX || round <= u32::from(self.closing)
    }

    /// The same by the clock.
    #[inline(always)]
    pub(crate) fn at_a_distance(&self, clock: u16) -> bool {
        clock < self.closing
    }

    /// Whether all attacks of a round that are made turn by turn fall in one turn, which needs no order.
    pub(crate) fn in_one_turn(&self, clock: u16) -> bool {
        match self.at_a_distance(clock) {
            true => self.rules.shots == Shots::Together,
            false => self.rules.pacing == Pacing::Simultaneous,
        }
    }

    /// Which matchup goes for an attack of `own` at `foe`, or for avoiding one, from afar or not.
    pub(crate) fn matchup_for(&self, afar: bool, own: u16, foe: u16) -> u16 {
        let melee = self.blow(own, foe, 0).matchup;
        let kinds = self.kinds.len() as u16;
        if afar { melee + kinds * kinds } else { melee }
    }

    /// Whether a fighter attacks in a turn of its own: from afar, with a missile; unless its stance gives up the attack.
    pub(crate) fn may_attack(&self, scene: Scene<'_>, who: u16) -> bool {
        let armed = match self.is_afar(scene, who) {
            true => self.kind(who).fighter.ranged.missile.is_some(),
            false => self.rules.pacing != Pacing::Simultaneous,
        };
        let body = &scene.bodies[usize::from(who)];
        let gives_up = self.tactics.stance(body.stance).no_attack;
        armed && !gives_up && self.readiness(who, body, scene.clock) == Readiness::Ready
    }

    /// Whether a fighter can avoid an attack, from afar or not, as far as its kind goes.
    pub(crate) fn may_avoid(&self, scene: Scene<'_>, who: u16, afar: bool) -> bool {
        let nimble = self.rules.missiles.may_be_avoided(self.kind(who).fighter.quick_reflexes);
        let busy = || self.in_one_turn(scene.clock) && self.may_attack(scene, who);
        !afar || nimble && !busy()
    }
}
