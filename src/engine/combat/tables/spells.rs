//! Spells, compiled for a fight (X1 to X6).

use super::compiled_fighter::CompiledFighter;
use super::matchup::Matchup;
use crate::check::{ReserveLosses, SavedReserve, System};
use crate::combat::condition::Enchantment;
use crate::combat::fighter::{Attack, Spell, SpellEffect};
use crate::error::{Error, Result};
use crate::rules::{Circumstance, DamageBy, Rules};

/// Maximum number of spells of one fighter.
const MOST_SPELLS: usize = 50;

/// A spell of a compiled fighter.
#[derive(Debug, Clone)]
pub(crate) struct CompiledSpell {
    pub(crate) effect: SpellEffect,
    /// The magic rules for casting the spell, by compiled fighter of the target. They differ because the resistance to
    /// magic of a target overrides that of the spell.
    pub(super) systems: Vec<System>,
    /// The part of the reservoir that the caster saves.
    pub(super) keeps: SavedReserve,
    /// Conditions for casting the spell, all of which must be true.
    pub(super) conditions: Vec<Circumstance>,
    /// Index of the matchup against the first compiled fighter, for spells that harm. The matchups against the others
    /// follow.
    pub(super) matchup: u16,
}

impl CompiledSpell {
    /// The magic rules for casting the spell on the compiled fighter with the index `on`.
    pub(crate) fn system(&self, on: u16) -> &System {
        &self.systems[usize::from(on)]
    }
}

/// The spells of all fighters.
#[derive(Debug, Clone, Default)]
pub struct Spells {
    /// For each compiled fighter, its spells in order of preference. Empty if no fighter has a spell.
    by_kind: Vec<Vec<CompiledSpell>>,
    /// For each compiled fighter, the track state after the worst wound is healed, by track state before. Empty if no
    /// spell heals.
    healed_once: Vec<Vec<u16>>,
}

impl Spells {
    /// Compiles all spells. For each harmful spell, appends its matchups against all compiled fighters to `matchups`.
    /// If it does less damage to targets who can defend, the matchups against helpless targets follow.
    ///
    /// # Errors
    /// If there are too many spells, or a spell has no effect or is cast on a friend who would resist it.
    pub(crate) fn compile(kinds: &[CompiledFighter], matchups: &mut Vec<Matchup>, rules: &Rules) -> Result<Self> {
        let mut spells = Self::default();
        for (place, CompiledFighter { fighter: own, .. }) in kinds.iter().enumerate() {
            if own.spells.len() > MOST_SPELLS {
                return Err(Error::input(format!("{} has {} spells", own.name, own.spells.len()))
                    .with_help(format!("a fighter has at most {MOST_SPELLS}")));
            }
            let mut ready = Vec::new();
            for spell in &own.spells {
                check_effect(spell)?;
                ready.push(CompiledSpell {
                    effect: spell.effect,
                    systems: systems(spell, kinds),
                    keeps: spell.keeps,
                    conditions: spell.conditions.clone(),
                    matchup: u16::try_from(matchups.len()).unwrap_or(u16::MAX),
                });
                if let SpellEffect::Harms { offense, thrown } = spell.effect {
                    let attack = Attack::spell(own, offense, thrown);
                    for most_boxes in most_boxes(rules) {
                        let against = |foe| Matchup::of_spells(&attack, *most_boxes, kinds, [place, foe], rules);
                        matchups.extend((0..kinds.len()).map(against));
                    }
                }
            }
            spells.by_kind.push(ready);
        }
        if matchups.len() > usize::from(u16::MAX) {
            return Err(Error::input("too many spells that do harm, for too many different fighters")
                .with_help("give similar fighters the same figures, or one entry with a `count`"));
        }
        if spells.any(|spell| matches!(spell.effect, SpellEffect::Heals { .. })) {
            spells.healed_once = kinds.iter().map(|kind| kind.track.states_after_clearing(1)).collect();
        }
        if spells.by_kind.iter().all(Vec::is_empty) {
            spells.by_kind.clear();
        }
        Ok(spells)
    }

    /// Whether no fighter has a spell.
    pub fn is_empty(&self) -> bool {
        self.by_kind.is_empty()
    }

    /// The spells of the compiled fighter `kind`, in order of preference.
    pub(crate) fn of_kind(&self, kind: u16) -> &[CompiledSpell] {
        self.by_kind.get(usize::from(kind)).map_or(&[], Vec::as_slice)
    }

    /// The spells of all compiled fighters.
    pub(crate) fn all(&self) -> impl Iterator<Item = &CompiledSpell> {
        self.by_kind.iter().flatten()
    }

    /// Whether `has` is true for any spell.
    pub(crate) fn any(&self, has: impl Fn(&CompiledSpell) -> bool) -> bool {
        self.all().any(has)
    }

    /// The track state of a fighter after `wounds` wounds are healed, the worst first. `marked` is the state before,
    /// and is returned if no spell of the fight heals. `kind` is the fighter's compiled fighter.
    pub(crate) fn track_after_healing(&self, kind: u16, marked: u16, wounds: u8) -> u16 {
        let once = self.healed_once.get(usize::from(kind));
        once.map_or(marked, |once| (0..wounds).fold(marked, |state, _| once[usize::from(state)]))
    }
}

/// The maximum number of boxes that a spell marks: on a target who can defend, then on a helpless one if that differs.
/// If weapons determine the boxes, a spell marks at most one on a target who can defend (X6, LITE).
fn most_boxes(rules: &Rules) -> &'static [i32] {
    if rules.damage == DamageBy::Weapon { &[1, i32::MAX] } else { &[i32::MAX] }
}

/// Rejects spells without any effect, and spells on friends that would be resisted.
fn check_effect(spell: &Spell) -> Result<()> {
    let Spell { name, effect, .. } = spell;
    match effect {
        SpellEffect::Enchants { skill: 0, defense: 0, .. } => {
            Err(Error::input(format!("the spell `{name}` changes nothing")).with_help("give it `skill` or `defense`"))
        }
        SpellEffect::Heals { wounds: 0, by_margin: false, .. } => {
            Err(Error::input(format!("the spell `{name}` closes no wounds")).with_help("give it `wounds`"))
        }
        effect if !effect.is_hostile() && spell.is_resisted() => {
            Err(Error::input(format!("the spell `{name}` is cast on friends, who do not resist it"))
                .with_help("leave out `resisted_by`"))
        }
        _ => Ok(()),
    }
}

/// The magic rules for casting `spell` on each of `kinds`. The resistance to magic of a target overrides that of the
/// spell.
fn systems(spell: &Spell, kinds: &[CompiledFighter]) -> Vec<System> {
    let system = spell.system_in_fight();
    let at = |level: Option<i32>| level.map_or_else(|| system.clone(), |level| system.with_resisting_level(level));
    kinds.iter().map(|foe| at(foe.fighter.resists_magic)).collect()
}

impl Enchantment {
    /// The levels that the caster's reservoirs have lost.
    pub(crate) fn reserve(self) -> ReserveLosses {
        ReserveLosses { drained: self.drained, spent: self.spent }
    }

    /// Like [`reserve`](Self::reserve), if the first reservoir has lost another `poisoned` levels to poison.
    pub(crate) fn reserve_after(self, poisoned: u8) -> ReserveLosses {
        ReserveLosses { drained: self.drained.saturating_add(poisoned), spent: self.spent }
    }

    /// Adds the modifiers of a spell. If an earlier spell changes the same figure, only the stronger modifier counts.
    pub(crate) fn with_enchantment(self, skill: i8, defense: i8) -> Self {
        let stronger = |one: i8, other: i8| if other < 0 { one.min(other) } else { one.max(other) };
        Self { skill: stronger(self.skill, skill), defense: stronger(self.defense, defense), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "Spells in fights" in docs/readings.md: if two spells change the same figure, the stronger one counts. A spell
    /// does not affect figures that it does not change.
    #[test]
    fn enchanted_keeps_the_stronger_modifier() {
        let magic = |skill, defense| Enchantment { skill, defense, ..Enchantment::default() };
        assert_eq!(magic(2, 1).with_enchantment(0, 3), magic(2, 3));
        assert_eq!(magic(2, 1).with_enchantment(1, 0), magic(2, 1));
        assert_eq!(magic(0, -1).with_enchantment(-2, -3), magic(-2, -3));
        assert_eq!(magic(-2, -3).with_enchantment(-1, -1), magic(-2, -3));
        assert_eq!(magic(1, 1).with_enchantment(3, 2), magic(3, 2));
    }
}
