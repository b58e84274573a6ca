//! Chooses the spells that fighters cast, and their targets (X1 to X6).

use super::Fight;
use super::spells::CompiledSpell;
use crate::combat::condition::{Body, Readiness, Scene};
use crate::combat::fighter::{CastOn, SpellEffect};
use crate::rules::{DamageBy, Pacing};

impl Fight {
    /// The spells of the fighter `who`, in order of preference.
    pub(crate) fn spells_of(&self, who: u16) -> &[CompiledSpell] {
        self.spells.of_kind(self.roster.kind_of(who))
    }

    /// The index of the matchup for a harmful spell. `spell` is the spell's index among those of `by`, and `readiness`
    /// is the target's.
    pub(crate) fn matchup_of_spell(&self, by: u16, spell: u8, target: u16, readiness: Readiness) -> u16 {
        let apart = self.rules.damage == DamageBy::Weapon && readiness == Readiness::Helpless;
        let helpless = if apart { self.roster.kinds.len() as u16 } else { 0 };
        self.spells_of(by)[usize::from(spell)].matchup + helpless + self.roster.kind_of(target)
    }

    /// The spell that `by` casts this turn, as an index into its spells, and its possible targets. `None` if `by` casts
    /// nothing. There is only one target, unless the fighter picks foes at random.
    pub(crate) fn spell_to_cast(&self, scene: Scene<'_>, by: u16) -> Option<(u8, Vec<u16>)> {
        let spells = self.spells_of(by);
        if spells.is_empty() {
            return None;
        }
        let body = &scene.bodies[usize::from(by)];
        let idle =
            self.rules.pacing == Pacing::PlayerFacing && !self.roster.kind(by).pc || self.rules.pacing == Pacing::Story;
        let free = self.readiness(by, body, scene.clock) == Readiness::Ready;
        if idle || !free || body.status.magic.casting || self.tactics.stance(body.stance).no_attack {
            return None;
        }
        let view = self.view(scene, by);
        (0u8..).zip(spells).find_map(|(number, spell)| {
            let poisoned = self.roster.kind(by).poisoned_reservoir(body.status.ailments);
            let reserve = body.status.magic.reserve_after(poisoned);
            let may =
                spell.conditions.iter().all(|one| one.is_true(&view)) && spell.systems[0].can_pay(reserve, spell.keeps);
            let mut on = if may { self.targets_of(scene, by, spell.effect) } else { Vec::new() };
            if !(spell.effect.is_hostile() && self.roster.kind(by).picks_random_targets()) {
                on.truncate(1);
            }
            (!on.is_empty()).then_some((number, on))
        })
    }

    /// The fighters on whom a spell of `by` would have an effect, in order of preference.
    fn targets_of(&self, scene: Scene<'_>, by: u16, effect: SpellEffect) -> Vec<u16> {
        let bodies = || (0u16..).zip(scene.bodies);
        let friends =
            || bodies().filter(|(who, body)| self.roster.side(*who) == self.roster.side(by) && self.is_fit(*who, body));
        let changed =
            |skill, defense| move |body: &Body| body.status.magic.with_enchantment(skill, defense) != body.status.magic;
        let foes = || match self.roster.kind(by).picks_random_targets() {
            true => self.foes(scene, by),
            false => self.first_foe(scene, by).into_iter().collect(),
        };
        match effect {
            SpellEffect::Harms { .. } | SpellEffect::Removes => foes(),
            SpellEffect::Heals { from, .. } => {
                let level = |who: u16, body: &Body| self.roster.track(who).condition(body.marked).level;
                let due = |(who, body): &(u16, &Body)| {
                    level(*who, body) >= from
                        && self.spells.track_after_healing(self.roster.kind_of(*who), body.marked, 1) != body.marked
                };
                let worst =
                    friends().filter(due).min_by_key(|(who, body)| (std::cmp::Reverse(level(*who, body)), *who));
                worst.map(|(who, _)| who).into_iter().collect()
            }
            SpellEffect::Enchants { skill, defense, on: CastOn::Foe } => {
                let mut foes = self.foes(scene, by);
                foes.retain(|foe| changed(skill, defense)(&scene.bodies[usize::from(*foe)]));
                foes
            }
            SpellEffect::Enchants { skill, defense, on } => {
                let meant = |who: u16| on == CastOn::Friend || who == by;
                friends()
                    .filter(|(who, body)| meant(*who) && changed(skill, defense)(body))
                    .map(|(who, _)| who)
                    .collect()
            }
        }
    }

    /// Number of combinations of the states that the reservoirs of all casters can have. It is a factor in the size of
    /// exact calculations.
    pub(crate) fn states_of_reserves(&self) -> f64 {
        let of = |who: u16| {
            let spells = self.spells_of(who).iter();
            let levels = spells.filter_map(|spell| spell.systems[0].levels_left(&Default::default()));
            levels.max().map_or(1.0, |levels| f64::from(levels) + 2.0)
        };
        (0..self.roster.fighters() as u16).map(of).product()
    }
}
