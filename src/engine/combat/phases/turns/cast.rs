//! Casting a spell in place of a blow (X1 to X6).
//!
//! A casting may take several rolls, one step each. Its effects on the caster and on others are known after the last of
//! them.

use super::action::{ActionConsequences, ActionResult, Turn};
use super::attack::{self, attack_question, resolve_attack};
use crate::chance::Chance;
use crate::check::{
    Achieved, CastResult, CastStage, CasterActivity, CastingState, Faint, Participants, ReserveLosses, System,
};
use crate::combat::condition::{RollModifiers, Scene, Status};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::fighter::SpellEffect;
use crate::combat::hit::{Affected, Blow, CastCost, HitEffect, HitModifiers};
use crate::combat::resolve::{PendingRoll, PendingRolls, clamp_degree, hit_modifiers, report_hit, with_row};
use crate::combat::tables::Fight;
use crate::rules::Pacing;

/// A casting before one of its rolls, with everything that the remaining rolls depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct CastQuestion {
    by: u16,
    target: u16,
    /// Index of the spell among the caster's spells.
    spell: u8,
    /// The number of earlier castings, as far as this one depends on it.
    earlier_castings: u8,
    state: CastingState,
    /// The levels of the reservoir lost to poison, not to casting.
    poisoned: u8,
    /// The caster's modifier from wounds and status, and the target's wound penalty to resist.
    burdens: [i16; 2],
    /// The modifiers of caster and target for a hit.
    modifiers: [RollModifiers; 2],
    /// The attack that throws the spell after the casting, if it is thrown.
    thrown: Option<attack::AttackQuestion>,
    /// If only player characters act: the foe who strikes if the casting fails (C5).
    struck_by: Option<u16>,
}

/// Builds the question for a spell that is about to be cast on `target`.
pub(super) fn casting_question(fight: &Fight, scene: Scene<'_>, turn: Turn, target: u16, spell: u8) -> CastQuestion {
    let by = turn.by;
    let ready = &fight.spells_of(by)[usize::from(spell)];
    let Status { magic, ailments, .. } = scene.bodies[usize::from(by)].status;
    let poisoned = fight.roster.kind(by).poisoned_reservoir(ailments);
    let system = ready.system(fight.roster.kind_of(target));
    let own = fight.modifiers_of(scene, by);
    let thrown = matches!(ready.effect, SpellEffect::Harms { thrown: Some(_), .. });
    let alone = fight.rules.pacing == Pacing::PlayerFacing;
    CastQuestion {
        by,
        target,
        spell,
        earlier_castings: magic.castings,
        state: system.begin(magic.reserve_after(poisoned), magic.angry),
        poisoned,
        burdens: [own.modifier_to_all_rolls() as i16, fight.penalty_to_resist(scene, target).into()],
        modifiers: if target == by { [own, own] } else { fight.modifiers_of_pair(scene, [by, target]) },
        thrown: thrown
            .then(|| attack_question(fight, scene, [by, target], turn.attack_index(), true).throwing_spell(spell)),
        struck_by: if alone { fight.first_foe(scene, by) } else { None },
    }
}

impl CastQuestion {
    /// Rolls; `Err` with the rest of the casting if it needs another roll.
    pub(super) fn roll(
        &self,
        fight: &Fight,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Result<ActionResult, Box<Self>> {
        let &Self { by, target, spell, earlier_castings, .. } = self;
        if self.state.activity == CasterActivity::Ready {
            observer.detail(Detail::Casts { by, target, spell });
        }
        let participants = Participants { roster_indices: Some([by, target]), burdens: self.burdens };
        let mut tell = |event| observer.detail(Detail::Casting(event));
        match self.system(fight).continue_casting(self.state, earlier_castings, participants, chance, &mut tell) {
            CastStage::On(state) => Err(Box::new(Self { state, ..self.clone() })),
            CastStage::Over(cast) => {
                let cost = self.thrown.filter(|_| cast.achieved != Achieved::Failure).map(|thrown| thrown.cost());
                let consequences =
                    ActionConsequences { next_turn: (by + 1, 0), target, cost: cost.unwrap_or_default() };
                Ok(ActionResult::Rolls(consequences, self.follow_ups(fight, cast, chance, observer)))
            }
        }
    }

    fn effect(&self, fight: &Fight) -> SpellEffect {
        fight.spells_of(self.by)[usize::from(self.spell)].effect
    }

    fn system<'f>(&self, fight: &'f Fight) -> &'f System {
        fight.spells_of(self.by)[usize::from(self.spell)].system(fight.roster.kind_of(self.target))
    }

    /// The rolls and effects that follow from a finished casting.
    fn follow_ups(
        &self,
        fight: &Fight,
        cast: CastResult,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> PendingRolls {
        let CastResult { achieved, margin, reserve, angry, stunned, faint, softened } = cast;
        let reserve = ReserveLosses { drained: reserve.drained.saturating_sub(self.poisoned), ..reserve };
        let (by, target) = (self.by, self.target);
        let failed = achieved == Achieved::Failure;
        observer.note(Event::Fired { who: by, what: if failed { Fired::Fizzled } else { Fired::Cast } });
        let mut pending = match self.thrown {
            Some(thrown) if !failed => resolve_attack(fight, thrown, chance, observer),
            _ => PendingRolls::default(),
        };
        if faint != Faint::Awake {
            observer.note(Event::Fired { who: by, what: Fired::Fainted });
        }
        let castings = self.system(fight).relevant_castings(self.earlier_castings.saturating_add(1));
        let cost = CastCost { reserve, castings, angry, stunned, faint };
        pending.affect([Affected { who: by, what: HitEffect::Cast(cost) }]);
        let is_partial = achieved == Achieved::Partial;
        match self.effect(fight) {
            _ if failed => {
                let foe = self.struck_by.filter(|_| !softened);
                pending.add(foe.map(|foe| PendingRoll::Blow(foe_blow(fight, [foe, by], -margin, observer))));
            }
            SpellEffect::Harms { thrown: None, .. } if margin >= 0 => {
                pending.add([PendingRoll::Blow(self.spell_blow(fight, margin, observer))]);
            }
            SpellEffect::Harms { .. } => {}
            effect => {
                let what = harmless_effect(effect, is_partial, margin);
                pending.affect(what.map(|what| Affected { who: target, what }));
                if let Some(what) = what {
                    observer.detail(Detail::Affected { who: target, roll: None, what: Some(what) });
                }
            }
        }
        pending
    }

    /// The blow of a harmful spell that is not thrown. Its relative degree is the margin of the casting.
    fn spell_blow(&self, fight: &Fight, margin: i32, observer: &mut impl Observer) -> Blow {
        let pair @ [by, target] = [self.by, self.target];
        let matchup = fight.matchup_of_spell(by, self.spell, target, self.modifiers[1].readiness);
        // The state of the caster's weapon does not affect a spell.
        let [own, other] = self.modifiers;
        let own = RollModifiers { force: 0, stance: 0, ..own };
        let hit_modifiers = hit_modifiers(fight, pair, [own, other], 0);
        let blow = Blow { hit_modifiers, matchup, ..fight.roster.blow(by, target, clamp_degree(margin)) };
        report_hit(fight, blow, observer);
        with_row(fight, [0, 0], margin, 0, blow)
    }
}

/// The blow of a foe against a caster whose spell failed, if only player characters act (C5). It wins by the levels that
/// the spell fell short, and by at least 1: a spell can fail even though its roll was good enough. No one rolls for the
/// blow, so its result is its relative degree, against a guard of 0, like that of a harmful spell.
fn foe_blow(fight: &Fight, [by, target]: [u16; 2], short: i32, observer: &mut impl Observer) -> Blow {
    let relative = short.max(1);
    let blow = Blow { hit_modifiers: HitModifiers::default(), ..fight.roster.blow(by, target, clamp_degree(relative)) };
    report_hit(fight, blow, observer);
    with_row(fight, [0, 0], relative, 0, blow)
}

/// The effect of a spell that does no harm. If the casting is only a partial success (`is_partial`), the effect is half
/// as large, and removes no one from the fight. `None` if there is no effect.
fn harmless_effect(effect: SpellEffect, is_partial: bool, margin: i32) -> Option<HitEffect> {
    let part = |whole: i8| if is_partial { (whole + whole.signum()) / 2 } else { whole };
    match effect {
        SpellEffect::Harms { .. } => None,
        SpellEffect::Heals { wounds, by_margin, .. } => {
            // A negative margin comes from the target's resistance, and does not reduce the wounds healed.
            let more = if by_margin { u8::try_from(margin).unwrap_or(0) } else { 0 };
            let wounds = wounds.saturating_add(more);
            Some(HitEffect::Healed(if is_partial { wounds.div_ceil(2) } else { wounds }))
        }
        SpellEffect::Enchants { skill, defense, .. } => Some(HitEffect::Enchanted(part(skill), part(defense))),
        SpellEffect::Removes => (!is_partial).then_some(HitEffect::Removed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::CastOn;

    /// X1, SRD 7.13: a partial success has half the effect, rounded away from zero.
    #[test]
    fn partial_success_has_half_the_effect() {
        let heals = |by_margin| SpellEffect::Heals { wounds: 3, by_margin, from: 1 };
        assert_eq!(harmless_effect(heals(false), false, 2), Some(HitEffect::Healed(3)));
        assert_eq!(harmless_effect(heals(true), false, 2), Some(HitEffect::Healed(5)));
        assert_eq!(harmless_effect(heals(true), false, -2), Some(HitEffect::Healed(3)));
        assert_eq!(harmless_effect(heals(false), true, 2), Some(HitEffect::Healed(2)));
        let enchants = SpellEffect::Enchants { skill: 3, defense: -3, on: CastOn::Foe };
        assert_eq!(harmless_effect(enchants, false, 0), Some(HitEffect::Enchanted(3, -3)));
        assert_eq!(harmless_effect(enchants, true, 0), Some(HitEffect::Enchanted(2, -2)));
        assert_eq!(harmless_effect(SpellEffect::Removes, false, 0), Some(HitEffect::Removed));
        assert_eq!(harmless_effect(SpellEffect::Removes, true, 0), None);
        assert_eq!(harmless_effect(SpellEffect::Harms { offense: 3, thrown: None }, false, 9), None);
    }
}
