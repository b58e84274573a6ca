//! Types shared by all actions in a turn.

use crate::combat::condition::Scene;
use crate::combat::resolve::PendingRolls;
use crate::combat::tables::Fight;
use crate::rules::Avoidance;

/// A turn of the fighter `by`, or one blow of a sweep in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub by: u16,
    /// The number of blows that a sweep has landed in this turn so far (M13).
    pub swept: u16,
    /// Whether this is the second attack of the round (M11).
    pub again: bool,
}

/// The target of an action.
pub(crate) enum ActionTarget {
    One(u16),
    /// One of these fighters, at random.
    Any(Vec<u16>),
}

/// The cost of defending against a blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct DefenseCost {
    pub avoidances: u8,
    /// Whether the attack ends the exposure of the target after a full attack (C2).
    pub exposed: bool,
}

impl DefenseCost {
    /// The number of avoidances that count against the limit under `rule`.
    #[inline(always)]
    pub(super) fn counted_avoidances(self, rule: Avoidance) -> u8 {
        if rule == Avoidance::One { self.avoidances } else { 0 }
    }
}

/// The consequences of an action for its target and for the turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ActionConsequences {
    /// The next fighter who may act, and the number of blows that its sweep has landed.
    pub next_turn: (u16, u16),
    pub target: u16,
    pub cost: DefenseCost,
}

/// The result of rolling for an action.
pub(crate) enum ActionResult {
    /// Rolls that are still to be made.
    Rolls(ActionConsequences, PendingRolls),
    /// The actor, and the fighters who are out without a blow, each with the severity of the wound that puts it out.
    Settled(u16, Vec<(u16, u8)>),
}

impl Turn {
    /// Index of this attack among the fighter's attacks of the round.
    pub(super) fn attack_index(self) -> u16 {
        if self.again { 1 } else { self.swept }
    }
}

/// The foe that a fighter can attack now, or the foes to pick one from. During a sweep, the next foe not yet attacked.
/// `None` if there is no such foe.
pub(super) fn attack_target(fight: &Fight, scene: Scene<'_>, Turn { by, swept, .. }: Turn) -> Option<ActionTarget> {
    let body = &scene.bodies[usize::from(by)];
    let stance = fight.tactics.stance(body.stance);
    if !fight.may_attack(scene, by) {
        return None;
    }
    if swept == 0 && !fight.roster.kind(by).picks_random_targets() {
        return fight.first_foe(scene, by).map(ActionTarget::One);
    }
    let foes = fight.foes(scene, by);
    let next = *foes.get(usize::from(swept))?;
    Some(if fight.roster.kind(by).picks_random_targets() && !stance.sweep && foes.len() > 1 {
        ActionTarget::Any(foes)
    } else {
        ActionTarget::One(next)
    })
}
