//! Chooses the enemy of each side in fights with more than two sides (reading 48).

use super::super::Fight;
use crate::combat::condition::{Body, Scene};
use crate::combat::fighter::Cast;
use crate::error::{Error, Result};
use crate::rules::Rules;
use std::cmp::Reverse;

/// Maximum number of sides in a fight.
pub const MOST_SIDES: usize = 4;

/// The foes that a fighter may attack, by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttackableFoes {
    /// The fighters of all other sides.
    All,
    /// Only the fighters of this side.
    Side(usize),
    /// No fighters: no foe was left when groups were formed.
    Nobody,
}

impl AttackableFoes {
    /// Whether the fighters of `side`, a side other than the attacker's, may be attacked.
    #[inline(always)]
    pub(super) fn includes(self, side: usize) -> bool {
        match self {
            Self::All => true,
            Self::Side(one) => one == side,
            Self::Nobody => false,
        }
    }
}

impl Fight {
    /// The side that `side` treats as its enemy: the one with the most fit fighters. Among equals, it is the next one
    /// after `side` in the order of the file, then starting over.
    pub(super) fn enemy_side(&self, bodies: &[Body], side: usize) -> usize {
        let others = (1..self.roster.sides).map(|step| (side + step) % self.roster.sides);
        let fit = |side: usize| self.fit(bodies).filter(|who| self.roster.side(*who) == side).count();
        if self.roster.sides == 2 { 1 - side } else { others.min_by_key(|other| Reverse(fit(*other))).unwrap_or(side) }
    }

    /// The sides that the fighter `by` may attack now. With more than two sides, this is the foes' side in its group.
    /// At a distance, it is the enemy of its own side ([`enemy_side`](Self::enemy_side)).
    #[inline(always)]
    pub(super) fn attackable_foes(&self, scene: Scene<'_>, by: u16) -> AttackableFoes {
        if self.roster.sides == 2 { AttackableFoes::All } else { self.attackable_foes_of_several(scene, by) }
    }

    /// Like [`attackable_foes`](Self::attackable_foes), for a fight with more than two sides.
    #[cold]
    fn attackable_foes_of_several(&self, scene: Scene<'_>, by: u16) -> AttackableFoes {
        let bodies = scene.bodies;
        let group = bodies[usize::from(by)].group;
        if self.is_afar(scene, by) {
            return AttackableFoes::Side(self.enemy_side(bodies, self.roster.side(by)));
        }
        // Groups are not formed before the blows of a round.
        if bodies.iter().all(|body| body.group == 0) {
            return AttackableFoes::All;
        }
        let of_group = (0u16..).zip(bodies).filter(|(_, body)| group > 0 && body.group == group);
        let foe = of_group.map(|(who, _)| self.roster.side(who)).find(|side| *side != self.roster.side(by));
        foe.map_or(AttackableFoes::Nobody, AttackableFoes::Side)
    }
}

/// Checks the sides of a fight.
///
/// # Errors
/// If a side has no fighters, or none who is present at the start, or if the rules do not allow this number of sides.
pub(in crate::combat::tables) fn check(cast: &Cast, rules: &Rules) -> Result<()> {
    if let Some(empty) = (0..cast.sides.len()).find(|&side| cast.strength(side) == 0) {
        return Err(Error::input(format!("side `{}` has no fighters", cast.sides[empty])));
    }
    let there = |side: usize| cast.fighters.iter().any(|one| one.side == side && one.arrives <= 1);
    if let Some(late) = (0..cast.sides.len()).find(|&side| !there(side)) {
        return Err(Error::input(format!("no fighter on side `{}` is there when the fight begins", cast.sides[late]))
            .with_help("let a fighter on this side arrive in round 1"));
    }
    let allies = "put allies on the same `side`";
    match cast.sides.len() {
        0 | 1 => Err(Error::input("a fight needs two sides")),
        2 => Ok(()),
        more if more > MOST_SIDES => {
            Err(Error::input(format!("a fight has {MOST_SIDES} sides at most, not {more}")).with_help(allies))
        }
        more if rules.pacing.players_act() => {
            let message = format!("this fight has {more} sides, but where only player characters act there are two");
            Err(Error::input(message).with_help(format!("{allies}, or set `pacing` to `simultaneous` or `turns`")))
        }
        more if rules.ends_at.is_some() => {
            let message = format!("this fight has {more} sides, but a fight to the first wound is between two");
            Err(Error::input(message).with_help(format!("{allies}, or leave out `ends_at`")))
        }
        _ => Ok(()),
    }
}
