//! Something that a fighter may do in a turn, whatever it is.

use crate::combat::condition::Scene;
use crate::combat::resolve::PendingRolls;
use crate::combat::tables::Fight;
use crate::rules::Avoidance;

/// Whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    /// The fighter.
    pub by: u16,
    /// How many blows of a sweep have landed (M13).
    pub swept: u16,
    /// Whether it is the second attack of the round (M11).
    pub again: bool,
}

/// Whom an action is done to.
pub(crate) enum Pick {
    One(u16),
    /// One of these, at random.
    Any(Vec<u16>),
}

/// What meeting a blow costs its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Cost {
    /// How many avoidances.
    pub avoidances: u8,
    /// Whether what a full attack has exposed the fighter to is over (C2).
    pub exposed: bool,
}

impl Cost {
    /// How many avoidances are counted.
    #[inline(always)]
    pub(super) fn counted(self, rule: Avoidance) -> u8 {
        if rule == Avoidance::One { self.avoidances } else { 0 }
    }
}

/// An action that has been met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Met {
    /// Where the turns go on: the next who may act, and how many blows of a sweep of theirs have landed.
    pub then: (u16, u16),
    /// Whom the action was done to.
    pub target: u16,
    /// What meeting it costs that fighter.
    pub cost: Cost,
}

/// What an action has led to.
pub(crate) enum ActionResult {
    /// Rolls that are to be made, and what they cost the target.
    Rolls(Met, PendingRolls),
    /// Who is out without a blow, and the severity that does it.
    Settled(u16, Vec<(u16, u8)>),
}

impl Turn {
    /// Which of the fighter's attacks this round it is, counted from 0.
    pub(super) fn nth(self) -> u16 {
        if self.again { 1 } else { self.swept }
    }
}

/// The foe whom a fighter attacks who may attack now; of a sweep that has landed blows, the next who has not been attacked.
pub(super) fn foe(fight: &Fight, scene: Scene<'_>, Turn { by, swept, .. }: Turn) -> Option<Pick> {
    let body = &scene.bodies[usize::from(by)];
    let stance = fight.tactics.stance(body.stance);
    if !fight.may_attack(scene, by) {
        return None;
    }
    if swept == 0 && !fight.picks_any(by) {
        return fight.first_foe(scene, by).map(Pick::One);
    }
    let foes = fight.foes(scene, by);
    let next = *foes.get(usize::from(swept))?;
    Some(if fight.picks_any(by) && !stance.sweep && foes.len() > 1 { Pick::Any(foes) } else { Pick::One(next) })
}
