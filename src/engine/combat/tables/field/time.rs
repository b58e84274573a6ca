//! Rounds of a fight: missile rounds, turns and simultaneous rounds, and the point from which rounds repeat (C10, C12,
//! R6).

use super::super::Fight;
use crate::combat::condition::{Readiness, Scene};
use crate::rules::{InitiativeRolls, Pacing, Shots};

impl Fight {
    /// The clock of the next round. It counts rounds while they differ, then cycles through the last ones.
    #[inline(always)]
    pub(crate) fn clock_after(&self, clock: u16) -> u16 {
        if clock + 1 < self.longest + self.cycle { clock + 1 } else { self.longest }
    }

    /// Whether the attacks of a round are made in turns.
    #[inline(always)]
    pub(crate) fn in_turns(&self, clock: u16) -> bool {
        self.rules.pacing != Pacing::Simultaneous || self.at_a_distance(clock)
    }

    /// Whether the order of turns stays the same from round to round.
    pub(crate) fn keeps_order(&self) -> bool {
        !self.rules.pacing.players_act() && self.rules.initiative == InitiativeRolls::Once
    }

    /// Whether a round, counted from 1, is a missile round (R6).
    pub fn is_of_missiles(&self, round: u32) -> bool {
        self.closing == u16::MAX || round <= u32::from(self.closing)
    }

    /// Like [`is_of_missiles`](Self::is_of_missiles), by the clock.
    #[inline(always)]
    pub(crate) fn at_a_distance(&self, clock: u16) -> bool {
        clock < self.closing
    }

    /// Whether all attacks of a round with turns are made in one turn, so that no order is needed.
    pub(crate) fn in_one_turn(&self, clock: u16) -> bool {
        match self.at_a_distance(clock) {
            true => self.rules.shots == Shots::Together,
            false => self.rules.pacing == Pacing::Simultaneous,
        }
    }

    /// The index of the matchup for an attack of `own` on `foe`, or for avoiding one. `afar`: with a missile.
    pub(crate) fn matchup_for(&self, afar: bool, own: u16, foe: u16) -> u16 {
        let melee = self.blow(own, foe, 0).matchup;
        let kinds = self.kinds.len() as u16;
        if afar { melee + kinds * kinds } else { melee }
    }

    /// Whether a fighter attacks in a turn of its own. At a distance it needs a missile, and its stance must not give
    /// up the attack.
    pub(crate) fn may_attack(&self, scene: Scene<'_>, who: u16) -> bool {
        let armed = match self.is_afar(scene, who) {
            true => self.kind(who).fighter.ranged.missile.is_some(),
            false => self.rules.pacing != Pacing::Simultaneous,
        };
        let body = &scene.bodies[usize::from(who)];
        let gives_up = self.tactics.stance(body.stance).no_attack;
        armed && !gives_up && self.readiness(who, body, scene.clock) == Readiness::Ready
    }

    /// Whether a fighter can try to avoid an attack. From a distance, the rules must allow it, and the fighter must not
    /// be attacking at the same time.
    pub(crate) fn may_avoid(&self, scene: Scene<'_>, who: u16, afar: bool) -> bool {
        let nimble = self.rules.missiles.may_be_avoided(self.kind(who).fighter.quick_reflexes);
        let busy = || self.in_one_turn(scene.clock) && self.may_attack(scene, who);
        !afar || nimble && !busy()
    }
}
