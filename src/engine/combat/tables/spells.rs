//! Compiled spells (X1 to X6).

use super::kind::CompiledFighter;
use super::matchup::Matchup;
use crate::check::{Keeps, Reserve, System};
use crate::combat::condition::Enchantment;
use crate::combat::fighter::{Attack, Spell, SpellEffect};
use crate::error::{Error, Result};
use crate::rules::{Circumstance, DamageBy, Rules};

/// Maximum number of spells of one fighter.
const MOST_SPELLS: usize = 50;

#[derive(Debug, Clone)]
pub(crate) struct ReadySpell {
    pub(crate) effect: SpellEffect,
    /// The system for casting it on each compiled fighter, whose own resistance overrides the spell's.
    pub(super) systems: Vec<System>,
    pub(super) keeps: Keeps,
    pub(super) conditions: Vec<Circumstance>,
    /// Index of its matchup against the first compiled fighter, if it harms.
    pub(super) matchup: u16,
}

impl ReadySpell {
    /// The system for casting it on a compiled fighter.
    pub(crate) fn system(&self, on: u16) -> &System {
        &self.systems[usize::from(on)]
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Spells {
    /// Spells of each compiled fighter.
    pub(crate) of: Vec<Vec<ReadySpell>>,
    /// For each compiled fighter and state of its track, the state with one wound less; empty if no spell heals.
    pub(super) mended: Vec<Vec<u16>>,
}

impl Spells {
    /// Compiles all spells, and appends the matchups of harmful ones: against each compiled fighter, then against each
    /// as helpless if that differs.
    ///
    /// # Errors
    /// If there are too many spells, or a spell does nothing or is cast on a friend who would resist it.
    pub(crate) fn compile(kinds: &[CompiledFighter], matchups: &mut Vec<Matchup>, rules: &Rules) -> Result<Self> {
        let mut spells = Self::default();
        for (place, CompiledFighter { fighter: own, .. }) in kinds.iter().enumerate() {
            if own.spells.len() > MOST_SPELLS {
                return Err(Error::input(format!("{} has {} spells", own.name, own.spells.len()))
                    .with_help(format!("a fighter has at most {MOST_SPELLS}")));
            }
            let mut ready = Vec::new();
            for spell in &own.spells {
                check(spell)?;
                ready.push(ReadySpell {
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
            spells.of.push(ready);
        }
        if matchups.len() > usize::from(u16::MAX) {
            return Err(Error::input("too many spells that harm, for so many kinds of fighters")
                .with_help("give fighters that are alike the same figures, or one entry with a `count`"));
        }
        if spells.any(|spell| matches!(spell.effect, SpellEffect::Heals { .. })) {
            spells.mended = kinds.iter().map(|kind| kind.track.healed(1)).collect();
        }
        Ok(spells)
    }

    /// Whether any spell satisfies `is`.
    pub(crate) fn any(&self, is: impl Fn(&ReadySpell) -> bool) -> bool {
        self.of.iter().flatten().any(is)
    }
}

/// Maximum boxes that a spell marks on a target who can defend, then on a helpless one. If weapons determine the boxes,
/// a spell marks at most one injury on the former (X6, LITE).
fn most_boxes(rules: &Rules) -> &'static [i32] {
    if rules.damage == DamageBy::Weapon { &[1, i32::MAX] } else { &[i32::MAX] }
}

/// Rejects spells that do nothing, and friendly spells that are resisted.
fn check(spell: &Spell) -> Result<()> {
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
                .with_help("leave out whoever resists"))
        }
        _ => Ok(()),
    }
}

/// The system for casting a spell on each compiled fighter. A fighter's own resistance to magic overrides the spell's.
fn systems(spell: &Spell, kinds: &[CompiledFighter]) -> Vec<System> {
    let system = spell.system_in_fight();
    let at = |level: Option<i32>| level.map_or_else(|| system.clone(), |level| system.resisted_at(level));
    kinds.iter().map(|foe| at(foe.fighter.resists_magic)).collect()
}

impl Enchantment {
    pub(crate) fn reserve(self) -> Reserve {
        Reserve { drained: self.drained, spent: self.spent }
    }

    /// The reserve with another `poisoned` levels gone from the first reservoir.
    pub(crate) fn reserve_after(self, poisoned: u8) -> Reserve {
        Reserve { drained: self.drained.saturating_add(poisoned), spent: self.spent }
    }

    /// Adds the modifiers of a spell to those of earlier spells: of two modifiers to the same thing, the stronger
    /// counts.
    pub(crate) fn enchanted(self, skill: i8, defense: i8) -> Self {
        let stronger = |one: i8, other: i8| if other < 0 { one.min(other) } else { one.max(other) };
        Self { skill: stronger(self.skill, skill), defense: stronger(self.defense, defense), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "Spells in fights" in docs/readings.md: of two spells that change the same thing, the stronger counts. A spell
    /// that does not change a thing leaves it as it was.
    #[test]
    fn enchanted_keeps_the_stronger_modifier() {
        let magic = |skill, defense| Enchantment { skill, defense, ..Enchantment::default() };
        assert_eq!(magic(2, 1).enchanted(0, 3), magic(2, 3));
        assert_eq!(magic(2, 1).enchanted(1, 0), magic(2, 1));
        assert_eq!(magic(0, -1).enchanted(-2, -3), magic(-2, -3));
        assert_eq!(magic(-2, -3).enchanted(-1, -1), magic(-2, -3));
        assert_eq!(magic(1, 1).enchanted(3, 2), magic(3, 2));
    }
}
