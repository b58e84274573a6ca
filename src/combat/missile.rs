//! Missiles: what is shot or thrown before it comes to blows (R1 to R6; SRD 4.4, F93 4.63, KAER).
//!
//! A round of missiles is a round of turns with other figures: each who has a missile attacks once, with the
//! [`Matchup`] of a shot. Where all shots fall together there is but one turn, in which no wound is felt.

use super::cast::{Fighter, Use};
use super::compile::Fight;
use super::matchup::Matchup;
use super::severity::{SeverityTable, Strike};
use super::state::{Blow, Body, HitModifiers, Moment};
use super::status::Readiness;
use super::terms::{Term, term, total};
use crate::dice::Dice;
use crate::rules::effects::Blade;
use crate::rules::{Avoiding, Graze, Missiles, Rules, ScalePiercing, Shields, Shots, Track, burst_bonus, burst_hits};

/// What a fighter brings to a fight at a distance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ranged {
    /// What the fighter shoots or throws, if anything.
    pub missile: Option<Missile>,
    /// Whether it is the missile that is in hand.
    pub in_hand: bool,
    /// The level of the trait that missiles are avoided with; none = as blows are, or Fair.
    pub dodge: Option<i32>,
    /// The result that hits the fighter from afar; none = as the rules say (R1).
    pub cover: Option<i32>,
    /// What the shield adds to avoiding (M3).
    pub shield: i32,
    /// With what missiles are avoided, where that matters.
    pub avoiding: Avoiding,
}

/// Something to shoot or throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missile {
    /// The level of the trait it is used with.
    pub skill: i32,
    /// The offensive factor: Strength and weapon, or the weapon's own Strength; without Scale (R4).
    pub offense: i32,
    /// Whether the shooter's Scale counts: by muscle, or because it is built to that size (R4).
    pub scaled: bool,
    /// Whether it is thrown, and not propelled (R2).
    pub thrown: bool,
    /// How many shots fall at once, where they do (R5).
    pub burst: Option<u16>,
}

impl Fighter {
    /// The fighter with the missile in hand: whose figures a shot's damage goes by (R4).
    #[must_use]
    pub fn shooter(&self) -> Self {
        let Some(missile) = self.ranged.missile else { return self.clone() };
        Self {
            skill: missile.skill,
            offense: missile.offense,
            strength_scale: if missile.scaled { self.strength_scale } else { 0 },
            hit_bonus: 0,
            halves_armor: false,
            scale_piercing: ScalePiercing::None,
            blade: Blade::Piercing,
            ranged: Ranged { in_hand: true, ..self.ranged.clone() },
            ..self.clone()
        }
    }
}

/// The result that hits a target from afar (R1).
pub fn difficulty(target: &Fighter, rules: &Rules) -> i32 {
    target.ranged.cover.unwrap_or(rules.range)
}

/// What `own` avoids the missile of `foe` with: the trait first, then what the shield and the missile do to it (R2, M3);
/// without situational modifiers, wounds and dice.
pub fn dodge_terms(own: &Fighter, foe: &Fighter, rules: &Rules) -> [Term; 3] {
    let shield = if rules.shields == Shields::FoeSkill { own.ranged.shield } else { 0 };
    let hindrance = foe.ranged.missile.map_or(0, |missile| {
        rules.missiles.hindrance(missile.thrown, own.ranged.avoiding, rules.propelled, rules.missile_parry)
    });
    [
        term("dodge", own.ranged.dodge.or(own.avoid).unwrap_or(0)),
        term("shield", shield),
        term("hard to avoid", hindrance),
    ]
}

/// What `own` with a missile in hand is against `foe`, and how it avoids the foe's.
pub(super) fn shot(own: &Fighter, foe: &Fighter, track: &Track, dice: Option<&Dice>, rules: &Rules) -> Matchup {
    let shooter = own.shooter();
    let strike = Strike::new(&shooter, foe, rules);
    let avoid = total(&dodge_terms(own, foe, rules)) + own.situational(rules, u16::MAX, Use::Avoid);
    Matchup {
        skill: shooter.skill + own.situational(rules, u16::MAX, Use::Attack),
        avoid,
        other_avoid: avoid,
        minimum: difficulty(foe, rules),
        factor: strike.factor,
        points: strike.points,
        strike,
        severities: SeverityTable::compile(&strike, track, dice, rules),
    }
}

impl Fight {
    /// Whether a round, counted from 1, is one of missiles (R6).
    pub fn is_of_missiles(&self, round: u32) -> bool {
        self.closing == u16::MAX || round <= u32::from(self.closing)
    }

    /// The same by the clock.
    #[inline(always)]
    pub(super) fn at_a_distance(&self, clock: u16) -> bool {
        clock < self.closing
    }

    /// Whether all attacks of a round fall in one turn, which needs no order.
    pub(super) fn in_one_turn(&self, clock: u16) -> bool {
        self.at_a_distance(clock) && self.rules.shots == Shots::Together
    }

    /// Where the attacks of a round of missiles begin.
    pub(super) fn first_shot(&self, clock: u16) -> Moment {
        match self.in_one_turn(clock) {
            true => Moment::Turn { rank: 0, next: 0, swept: 0 },
            false => Moment::Order,
        }
    }

    /// Which matchup goes for an attack of `own` at `foe`, or for avoiding one.
    pub(super) fn matchup_at(&self, clock: u16, own: u16, foe: u16) -> u16 {
        let melee = self.blow(own, foe, 0).matchup;
        let kinds = self.kinds.len() as u16;
        if self.at_a_distance(clock) { melee + kinds * kinds } else { melee }
    }

    /// Whether a fighter who is there can attack in a round: from afar, with a missile.
    pub(super) fn may_attack(&self, who: u16, body: &Body, clock: u16) -> bool {
        let armed = !self.at_a_distance(clock) || self.kind(who).shoots;
        armed && self.readiness(who, body, clock) == Readiness::Ready
    }

    /// Whether a fighter can avoid the attacks of a round, as far as their kind goes.
    pub(super) fn may_avoid(&self, who: u16, body: &Body, clock: u16) -> bool {
        let nimble = self.rules.missiles != Missiles::QuickReflexes || self.kind(who).quick_reflexes;
        let busy = self.in_one_turn(clock) && self.may_attack(who, body, clock);
        !self.at_a_distance(clock) || nimble && !busy
    }

    /// A shot with what the hits of a burst add to its damage; a graze's level goes by the damage factor alone (R5).
    pub(super) fn with_burst(&self, blow: Blow) -> Blow {
        let graze = self.rules.graze == Graze::Table && blow.degree <= 1;
        let hits = self.kind(blow.by).burst.filter(|_| !graze).map(|shots| burst_hits(shots, blow.degree.into()));
        let more = hits.map_or(0, |hits| burst_bonus(&self.rules.burst_from, hits));
        Blow { hit_modifiers: HitModifiers { bonus: blow.hit_modifiers.bonus + more, ..blow.hit_modifiers }, ..blow }
    }
}
