//! How severe each blow of one fighter against another is, as a table (W1, W6, W7).

use super::cast::Fighter;
use super::terms::{factor_terms, point_terms, total};
use crate::dice::Dice;
use crate::rules::damage::{graze_level, rolled_graze_level};
use crate::rules::{DamageBy, Graze, GrazeRoll, Rules, Track};

/// What a blow's severity follows from, besides its relative degree and the damage roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Strike {
    /// The total damage factor, Scale included.
    pub(super) factor: i32,
    /// Added to points on an ordinary hit.
    pub(super) points: i32,
    /// The attacker's Strength Scale minus the target's Mass Scale.
    pub(super) scale: i32,
    /// The boxes that a hit marks where its degree does not matter (W16).
    pub(super) boxes: i32,
    /// Whether it starts at the target's second level at least (W16).
    pub(super) serious: bool,
}

impl Strike {
    pub(super) fn new(own: &Fighter, foe: &Fighter, rules: &Rules) -> Self {
        Self {
            factor: total(&factor_terms(own, foe, rules)),
            points: total(&point_terms(own, foe, rules)),
            scale: own.strength_scale - foe.mass_scale,
            boxes: own.injuries.into(),
            serious: own.serious,
        }
    }
}

/// Severity by relative degree and damage roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeverityTable {
    lowest_roll: i32,
    rolls: usize,
    top_degree: usize,
    severities: Vec<u8>,
}

impl SeverityTable {
    /// Tabulates every blow against `track`. Without damage dice the roll is always 0.
    pub(super) fn compile(strike: &Strike, track: &Track, dice: Option<&Dice>, rules: &Rules) -> Self {
        let (lowest_roll, highest_roll) = dice.map_or((0, 0), |dice| (dice.pmf().lowest(), dice.pmf().highest()));
        // From the degree on at which even the lowest roll gives the severest blow, nothing changes any more.
        let needed = track.severest_points() - strike.factor - strike.points - lowest_roll.min(0);
        let top_degree = needed.max(2);
        let severities = (0..=top_degree)
            .flat_map(|degree| (lowest_roll..=highest_roll).map(move |roll| (degree, roll)))
            .map(|(degree, roll)| judge(strike, track, Blown { degree, roll, bonus: 0, factor: 0 }, rules).severity())
            .collect();
        let rolls = (highest_roll - lowest_roll) as usize + 1;
        Self { lowest_roll, rolls, top_degree: top_degree as usize, severities }
    }

    /// The severity of a blow that hit by `degree`, with damage roll `roll` (0 where damage is not rolled).
    #[inline(always)]
    pub(super) fn severity(&self, degree: i16, roll: i32) -> u8 {
        let row = (degree as usize).min(self.top_degree);
        self.severities[row * self.rolls + (roll - self.lowest_roll) as usize]
    }
}

/// How severe one blow is, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// A graze: its level follows from the damage factor (W7).
    Graze {
        /// Its level before the roll and tactics.
        plain: u8,
        /// Its level.
        severity: u8,
    },
    /// Any other hit: its severity follows from its points (W1, W6).
    Points {
        /// The points before the roll.
        calculated: i32,
        /// The points after the roll and its limits.
        points: i32,
        /// Its severity on the target's track.
        severity: u8,
    },
    /// So many boxes, whatever the degree (W16, W18).
    Boxes {
        /// How many.
        boxes: i32,
        /// Its severity on the target's track.
        severity: u8,
    },
}

impl Damage {
    /// The severity: a wound level on a box track, points on a point track; 0 = none.
    pub const fn severity(self) -> u8 {
        match self {
            Self::Graze { severity, .. } | Self::Points { severity, .. } | Self::Boxes { severity, .. } => severity,
        }
    }
}

/// The damage of a blow of `own` that hit `foe`, who has this track, by `degree`; `roll` is 0 where damage is not rolled,
/// `bonus` what tactics add.
pub fn damage(own: &Fighter, foe: &Fighter, track: &Track, blown: Blown, rules: &Rules) -> Damage {
    judge(&Strike::new(own, foe, rules), track, blown, rules)
}

/// What is rolled and chosen of a blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blown {
    /// The relative degree it hit by.
    pub degree: i32,
    /// The damage roll; 0 where damage is not rolled.
    pub roll: i32,
    /// What tactics add: points before the roll, or wound levels of a graze after it (readings 13, 14, 19).
    pub bonus: i32,
    /// What has become of weapon and armor adds to the damage factor (A16).
    pub factor: i32,
}

/// One blow. Degree 0, which only some rules let hit, is a graze where grazes are in use (reading 12).
pub(super) fn judge(strike: &Strike, track: &Track, blown: Blown, rules: &Rules) -> Damage {
    let Blown { degree, roll, bonus, .. } = blown;
    let strike = &Strike { factor: strike.factor + blown.factor, ..*strike };
    let boxes = match rules.damage {
        DamageBy::Degree => None,
        DamageBy::Hit => Some(strike.boxes),
        DamageBy::Weapon => Some(strike.factor.max(0)),
    };
    if let Some(boxes) = boxes {
        let boxes = (boxes + bonus).max(0);
        let severity = track.severity(boxes);
        return Damage::Boxes { boxes, severity: if strike.serious { track.serious(severity) } else { severity } };
    }
    if rules.graze == Graze::Table && degree <= 1 {
        let plain = graze_level(&rules.graze_from, strike.factor);
        let rolled = |higher| rolled_graze_level(&rules.graze_from, strike.factor, roll, higher);
        let level = match rules.graze_roll {
            GrazeRoll::Off => plain,
            GrazeRoll::OneLevel => rolled(1),
            GrazeRoll::OneLevelAndScale => rolled(1 + strike.scale.clamp(0, 100) as u8),
        };
        let severity = (i32::from(level) + bonus).clamp(0, track.severities() as i32) as u8;
        return Damage::Graze { plain, severity };
    }
    let calculated = degree + strike.factor + strike.points + bonus;
    let points = rules.damage_roll.points(calculated, roll);
    Damage::Points { calculated, points, severity: track.severity(points) }
}
