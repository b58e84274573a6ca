//! Matchups between compiled fighters: skills, damage factors and severities of one against another.

use super::blows::severity::SeverityTable;
use super::blows::strike::Strike;
use super::compiled_fighter::CompiledFighter;
use crate::combat::condition::Readiness;
use crate::combat::fighter::{
    Attack, Fighter, Missile, SMALLER_WEAPON, Use, difficulty, dodge_terms, gear_terms, minimum, total,
};
use crate::rules::Rules;

/// The figures of one compiled fighter (the attacker) against another.
#[derive(Debug, Clone, PartialEq)]
pub struct Matchup {
    /// Skill against this foe, lasting modifiers included. Wounds, temporary modifiers, and skill that is part of the
    /// dice are not included.
    pub skill: i32,
    /// The part of `skill` that is a penalty for the smaller weapon, 0 or less. It applies only against foes who can
    /// act (M4, reading 59).
    pub(crate) smaller_weapon: i32,
    /// The level of skill that the dice already include; 0 if skill is added to the dice.
    pub(crate) skill_in_dice: i32,
    /// Like `skill`, for avoiding blows with the usual defense, dodge or parry.
    pub avoid: i32,
    /// Like `avoid`, for the other defense (M12): a parry if the usual one is a dodge, and the reverse.
    pub other_avoid: i32,
    /// The minimum result for a blow to hit; `i32::MIN` if there is no minimum.
    pub minimum: i32,
    /// Total damage factor against this foe, Scale included (reading 11).
    pub factor: i32,
    /// Indexes of the two compiled fighters, attacker first.
    pub(super) kinds: [usize; 2],
    pub(super) attack_type: AttackType,
    pub(crate) strike: Strike,
    /// Severities of all blows; empty until the fight's tables are built.
    pub(crate) severities: SeverityTable,
}

impl Matchup {
    /// Skill against a foe whose readiness is `foe`.
    #[inline(always)]
    pub(crate) fn skill_against(&self, foe: Readiness) -> i32 {
        if foe == Readiness::Helpless { self.skill_against_helpless() } else { self.skill }
    }

    /// The minimum result for a blow to hit, with `more` added to it; `None` if there is no minimum.
    pub(crate) fn minimum_with(&self, more: i8) -> Option<i32> {
        (self.minimum != i32::MIN).then(|| self.minimum + i32::from(more))
    }

    /// Skill against a foe who cannot act. Weapon sizes are not compared.
    #[inline(always)]
    pub fn skill_against_helpless(&self) -> i32 {
        self.skill - self.smaller_weapon
    }
}

/// The type of attack that a matchup is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttackType {
    Blow,
    Shot,
    Spell,
}

impl Matchup {
    /// The melee matchup of a pair of compiled fighters, attacker first.
    pub(super) fn of_blows(kinds: &[CompiledFighter], pair: [usize; 2], rules: &Rules) -> Self {
        let [own, foe] = pair.map(|kind| &kinds[kind].fighter);
        let with = |level: i32, of| {
            rules.added_to_dice(level) + total(&gear_terms(own, foe, rules, of)) + own.situational(rules, u16::MAX, of)
        };
        let weapon = gear_terms(own, foe, rules, Use::Attack).into_iter().find(|term| term.name == SMALLER_WEAPON);
        let avoid = own.avoid.unwrap_or(own.skill);
        let other_avoid = own.other_avoid.unwrap_or(avoid);
        let strike = Strike::new(&Attack::blow(own), foe, rules);
        Self {
            skill: with(own.skill, Use::Attack),
            smaller_weapon: weapon.map_or(0, |term| term.value),
            skill_in_dice: own.skill - rules.added_to_dice(own.skill),
            avoid: with(avoid, Use::Avoid),
            other_avoid: with(other_avoid, Use::OtherAvoid),
            // Without a minimum: far below anything that can be rolled.
            minimum: minimum(own, foe, rules).unwrap_or(i32::MIN),
            factor: strike.factor,
            kinds: pair,
            attack_type: AttackType::Blow,
            strike,
            severities: SeverityTable::empty(),
        }
    }

    /// Like [`of_blows`](Self::of_blows), for missiles. `avoid` and `other_avoid` are for avoiding the foe's missile.
    pub(super) fn of_shots(kinds: &[CompiledFighter], pair: [usize; 2], rules: &Rules) -> Self {
        let [own, foe] = pair.map(|kind| &kinds[kind].fighter);
        let avoids = avoidances(own, Attack::shot(foe).missile, rules);
        Self::from_afar(&Attack::shot(own), avoids, kinds, pair, AttackType::Shot, rules)
    }

    /// Like [`of_blows`](Self::of_blows), for a harmful spell. Here `avoid` and `other_avoid` are the foe's, not the
    /// caster's. A hit has at most `most_boxes` points or boxes.
    pub(super) fn of_spells(
        spell: &Attack<'_>,
        most_boxes: i32,
        kinds: &[CompiledFighter],
        pair: [usize; 2],
        rules: &Rules,
    ) -> Self {
        let avoids = avoidances(&kinds[pair[1]].fighter, spell.missile, rules);
        let matchup = Self::from_afar(spell, avoids, kinds, pair, AttackType::Spell, rules);
        Self { strike: Strike { most_boxes, ..matchup.strike }, ..matchup }
    }

    /// The matchup of a shot or spell. `avoid` and `other_avoid` are the skills to store in it: for a shot, those of
    /// the attacker for avoiding the foe's missile; for a spell, those of the foe for avoiding the spell.
    fn from_afar(
        attack: &Attack<'_>,
        [avoid, other_avoid]: [i32; 2],
        kinds: &[CompiledFighter],
        pair: [usize; 2],
        attack_type: AttackType,
        rules: &Rules,
    ) -> Self {
        let foe = &kinds[pair[1]].fighter;
        let strike = Strike::new(attack, foe, rules);
        Self {
            skill: rules.added_to_dice(attack.skill) + attack.by.situational(rules, u16::MAX, Use::Attack),
            smaller_weapon: 0,
            skill_in_dice: attack.skill - rules.added_to_dice(attack.skill),
            avoid,
            other_avoid,
            minimum: difficulty(foe, rules),
            factor: strike.factor,
            kinds: pair,
            attack_type,
            strike,
            severities: SeverityTable::empty(),
        }
    }
}

/// The skills of `own` for avoiding `missile`: with its defense against missiles, then with the other one.
fn avoidances(own: &Fighter, missile: Option<Missile>, rules: &Rules) -> [i32; 2] {
    [own.defense_against_missiles(rules), Use::OtherAvoid].map(|of| {
        let terms = dodge_terms(own, missile, rules, of);
        total(&terms) + own.situational(rules, u16::MAX, of)
    })
}
