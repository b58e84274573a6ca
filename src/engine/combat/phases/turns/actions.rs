//! The actions of a turn, each in its own file: casting a spell, acting where only player characters act, and
//! attacking.

use super::action::{ActionResult, ActionTarget, Turn, attack_target};
use super::{attack, cast, solo};
use crate::chance::Chance;
use crate::combat::condition::Scene;
use crate::combat::event::Observer;
use crate::combat::tables::Fight;
use crate::rules::Pacing;

/// An action about to be taken, with everything that its rolls depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    Cast(Box<cast::CastQuestion>),
    Solo(solo::SoloQuestion),
    Attack(attack::AttackQuestion),
}

impl Action {
    /// The target of a fighter's action; `None` if the fighter does nothing.
    pub(super) fn target(fight: &Fight, scene: Scene<'_>, turn: Turn) -> Option<ActionTarget> {
        if let Some((_, on)) = fight.spell_to_cast(scene, turn.by) {
            return Some(if let [one] = on[..] { ActionTarget::One(one) } else { ActionTarget::Any(on) });
        }
        let foe = attack_target(fight, scene, turn)?;
        // If one roll decides the fight, the strongest foe sets the difficulty for all of them.
        if fight.rules.pacing == Pacing::Story {
            fight.strongest_foe(turn.by).map(ActionTarget::One)
        } else {
            Some(foe)
        }
    }

    /// The action that the fighter takes in `turn` if it picks `target`.
    pub(super) fn on_target(fight: &Fight, scene: Scene<'_>, turn: Turn, target: u16) -> Self {
        if let Some((spell, _)) = fight.spell_to_cast(scene, turn.by) {
            return Self::Cast(Box::new(cast::casting_question(fight, scene, turn, target, spell)));
        }
        if fight.rules.pacing.players_act() {
            return Self::Solo(solo::solo_question(fight, scene, turn.by, target));
        }
        let afar = fight.is_afar(scene, turn.by);
        Self::Attack(attack::attack_question(fight, scene, [turn.by, target], turn.attack_index(), afar))
    }

    /// Rolls; `Err` with the rest of the action if it needs another roll.
    pub(super) fn roll(
        &self,
        fight: &Fight,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Result<ActionResult, Self> {
        match self {
            Self::Cast(question) => question.roll(fight, chance, observer).map_err(Self::Cast),
            Self::Solo(action) => Ok(action.roll(fight, chance, observer)),
            Self::Attack(attack) => Ok(attack.roll(fight, chance, observer)),
        }
    }
}
