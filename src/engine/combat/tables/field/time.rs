//! The rounds of a fight: missile rounds, rounds in turns and simultaneous rounds, and the clock that repeats once
//! rounds no longer differ (C10, C12, R6).

use super::super::Fight;
use crate::combat::condition::{Readiness, Scene};
use crate::rules::{InitiativeRolls, Pacing, Shots};

impl Fight {
    /// The clock of the next round. The clock counts rounds from 0 as long as they differ; after that, it cycles
    /// through the rounds that repeat.
    #[inline(always)]
    pub(crate) fn clock_after(&self, clock: u16) -> u16 {
        if clock + 1 < self.longest + self.cycle { clock + 1 } else { self.longest }
    }

    /// Whether the attacks in the round at `clock` are made in turns.
    #[inline(always)]
    pub(crate) fn in_turns(&self, clock: u16) -> bool {
        self.rules.pacing != Pacing::Simultaneous || self.at_a_distance(clock)
    }

    /// Whether the turn order is rolled once and kept for the whole fight.
    pub(crate) fn keeps_order(&self) -> bool {
        !self.rules.pacing.players_act() && self.rules.initiative == InitiativeRolls::Once
    }

    /// Whether a round, counted from 1, is a missile round (R6).
    pub fn is_of_missiles(&self, round: u32) -> bool {
        self.closing == u16::MAX || round <= u32::from(self.closing)
    }

    /// Whether the round at `clock` is a missile round (R6).
    #[inline(always)]
    pub(crate) fn at_a_distance(&self, clock: u16) -> bool {
        clock < self.closing
    }

    /// Whether all attacks in a round with turns are made at the same time, so that no order is rolled.
    pub(crate) fn in_one_turn(&self, clock: u16) -> bool {
        match self.at_a_distance(clock) {
            true => self.rules.shots == Shots::Together,
            false => self.rules.pacing == Pacing::Simultaneous,
        }
    }

    /// The index of the matchup of `own` against `foe`: for missiles if `afar`, otherwise for melee. It has the figures
    /// for attacking and for avoiding attacks.
    pub(crate) fn matchup_for(&self, afar: bool, own: u16, foe: u16) -> u16 {
        let melee = self.blow(own, foe, 0).matchup;
        let kinds = self.kinds.len() as u16;
        if afar { melee + kinds * kinds } else { melee }
    }

    /// Whether the fighter `who` can make an attack in its turn. At a distance it needs a missile. In simultaneous
    /// rounds, melee attacks are not made in turns. The fighter must also be ready, and its stance must not give up the
    /// attack.
    pub(crate) fn may_attack(&self, scene: Scene<'_>, who: u16) -> bool {
        let armed = match self.is_afar(scene, who) {
            true => self.kind(who).fighter.ranged.missile.is_some(),
            false => self.rules.pacing != Pacing::Simultaneous,
        };
        let body = &scene.bodies[usize::from(who)];
        let gives_up = self.tactics.stance(body.stance).no_attack;
        armed && !gives_up && self.readiness(who, body, scene.clock) == Readiness::Ready
    }

    /// Whether the fighter `who` can try to avoid an attack. If the attack comes from a distance (`afar`), the rules
    /// must allow it, and the fighter must not attack at the same time.
    pub(crate) fn may_avoid(&self, scene: Scene<'_>, who: u16, afar: bool) -> bool {
        let nimble = self.rules.missiles.may_be_avoided(self.kind(who).fighter.quick_reflexes);
        let busy = || self.in_one_turn(scene.clock) && self.may_attack(scene, who);
        !afar || nimble && !busy()
    }
}
