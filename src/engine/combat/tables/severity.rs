//! How severe each blow of one fighter against another is, as a table (W1, W4, W6 to W9, W26).

use crate::combat::fighter::{Fighter, factor_terms, pierced_scale, point_terms, total};
use crate::dice::Dice;
use crate::rules::damage::min_mid_max::{self, Read};
use crate::rules::damage::{HITS_WELL, graze_level, moved_level, rolled_graze_level};
use crate::rules::effects::Ward;
use crate::rules::{DamageBy, DamageRoll, Graze, GrazeRoll, Landed, OwnDamage, RolledHits, Rules, Track};

/// What a blow's severity follows from, besides its relative degree and the damage roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Strike {
    /// The total damage factor, Scale included.
    pub(crate) factor: i32,
    /// Added to it where the blow hits well: Scale that the weapon pierces (W4).
    pub(crate) pierced: i32,
    /// Added to points on an ordinary hit.
    pub(crate) points: i32,
    /// The attacker's Strength Scale minus the target's Mass Scale.
    pub(crate) scale: i32,
    /// What the target's armor takes from the factor (A16).
    pub(crate) armor: i32,
    /// The boxes that a hit marks where its degree does not matter (W16).
    pub(crate) boxes: i32,
    /// The most boxes that a hit marks where its weapon says how many (W18).
    pub(crate) most_boxes: i32,
    /// Whether it starts at the target's second level at least (W16).
    pub(crate) serious: bool,
    /// What is left of the damage (W28).
    pub(crate) ward: Ward,
}

impl Strike {
    pub(crate) fn new(own: &Fighter, foe: &Fighter, rules: &Rules) -> Self {
        let factor = total(&factor_terms(own, foe, rules));
        let bare = Fighter { defense: foe.defense - foe.armor, armor: 0, ..foe.clone() };
        Self {
            factor,
            armor: total(&factor_terms(own, &bare, rules)) - factor,
            pierced: pierced_scale(own, foe).value,
            points: total(&point_terms(own, foe, rules)),
            scale: own.strength_scale - foe.mass_scale,
            boxes: own.injuries.into(),
            most_boxes: i32::MAX,
            serious: own.serious,
            ward: match own.ranged.energy {
                true => Ward::None,
                false => Ward::between(&own.abilities, own.blade, &foe.abilities),
            },
        }
    }

    /// The damage factor of a blow by this degree.
    fn factor(&self, degree: i32) -> i32 {
        self.factor + if degree >= HITS_WELL { self.pierced } else { 0 }
    }
}

/// Severity by relative degree and damage roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeverityTable {
    lowest_roll: i32,
    rolls: usize,
    top_degree: usize,
    severities: Vec<u8>,
}

impl SeverityTable {
    /// Tabulates every blow against `track`. Where nothing stands for the damage roll, it is always 0.
    pub(crate) fn compile(strike: &Strike, track: &Track, dice: Option<&Dice>, rules: &Rules) -> Self {
        let (lowest, highest) = rules.damage_roll.span(dice);
        // A blow that is not rolled for stands at 0.
        let (lowest_roll, highest_roll) = (lowest.min(0), highest.max(0));
        let top_degree = top_degree(strike, track, lowest_roll, rules);
        let severities = (0..=top_degree)
            .flat_map(|degree| (lowest_roll..=highest_roll).map(move |roll| (degree, roll)))
            .map(|(degree, roll)| judge(strike, track, Blown { degree, roll, ..Blown::default() }, rules).severity())
            .collect();
        let rolls = (highest_roll - lowest_roll) as usize + 1;
        Self { lowest_roll, rolls, top_degree: top_degree as usize, severities }
    }

    /// The severity of a blow that hit by `degree`, with damage roll `roll` (0 where damage is not rolled).
    #[inline(always)]
    pub(crate) fn severity(&self, degree: i16, roll: i32) -> u8 {
        let row = (degree as usize).min(self.top_degree);
        self.severities[row * self.rolls + (roll - self.lowest_roll) as usize]
    }
}

/// The degree from which on nothing changes any more.
fn top_degree(strike: &Strike, track: &Track, lowest_roll: i32, rules: &Rules) -> i32 {
    match rules.damage_roll {
        _ if rules.own_damage.is_some() => Landed::HIGHEST_DEGREE,
        DamageRoll::MinMidMax => min_mid_max::TOP_DEGREE,
        // There even the lowest roll gives the severest blow.
        _ => (strike.ward.before(track.severest_points()) - strike.factor - strike.points - lowest_roll).max(HITS_WELL),
    }
}

/// How severe one blow is, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// A graze: its level follows from the damage factor (W7).
    Graze {
        /// Its level before the roll and tactics.
        plain: u8,
        /// Whether it is rolled for.
        rolled: bool,
        /// Its level.
        severity: u8,
    },
    /// Any other hit: its severity follows from its points (W1, W6).
    Points {
        /// The points before the roll.
        calculated: i32,
        /// Whether it is rolled for.
        rolled: bool,
        /// The points after the roll and its limits, before what keeps blows from wounding.
        points: i32,
        /// The severity of these points, which a roll on the wound level may move.
        plain: u8,
        /// Its severity on the target's track.
        severity: u8,
    },
    /// A hit whose points are read off three dice (W9).
    Read {
        /// What the damage factor and the relative degree add to the bonus.
        bonuses: [i32; 2],
        /// What the bonus says to read; none where it is below 0, which is no damage.
        read: Option<Read>,
        /// The points: the number read, and what is added to it.
        points: i32,
        /// Its severity on the target's track.
        severity: u8,
    },
    /// A hit whose points follow from a rule written in code.
    Own {
        /// The points.
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
    /// Its points of damage; of a graze, and of boxes, as many as it has levels or boxes.
    pub fn points(self) -> i32 {
        match self {
            Self::Points { points, .. } | Self::Read { points, .. } | Self::Own { points, .. } => points,
            Self::Boxes { boxes, .. } => boxes,
            Self::Graze { severity, .. } => severity.into(),
        }
    }

    /// The severity, as [`Track`] counts it; 0 = none.
    pub const fn severity(self) -> u8 {
        match self {
            Self::Graze { severity, .. }
            | Self::Points { severity, .. }
            | Self::Read { severity, .. }
            | Self::Own { severity, .. }
            | Self::Boxes { severity, .. } => severity,
        }
    }

    /// Whether the blow is rolled for.
    pub const fn is_rolled(self) -> bool {
        match self {
            Self::Graze { rolled, .. } | Self::Points { rolled, .. } => rolled,
            Self::Read { read, .. } => read.is_some(),
            Self::Own { .. } => true,
            Self::Boxes { .. } => false,
        }
    }
}

/// The damage of a blow of `own` that hit `foe`, who has this track, by `degree`; `roll` is 0 where damage is not rolled,
/// `bonus` what tactics add.
pub fn damage(own: &Fighter, foe: &Fighter, track: &Track, blown: Blown, rules: &Rules) -> Damage {
    judge(&Strike::new(own, foe, rules), track, blown, rules)
}

/// What is rolled and chosen of a blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Blown {
    /// The relative degree it hit by.
    pub degree: i32,
    /// The damage roll; 0 where damage is not rolled.
    pub roll: i32,
    /// What tactics add: points before the roll, or wound levels of a graze after it (readings 13, 14, 19).
    pub bonus: i32,
    /// What has become of weapon and armor adds to the damage factor (A16).
    pub factor: i32,
    /// The points it does to a larger target where it would do none (W26).
    pub through: i32,
}

/// Whether all hits of these rules are rolled for, or some are not.
pub(crate) fn rolls_for_some(rules: &Rules) -> bool {
    if rules.own_damage.is_some() {
        return false;
    }
    let grazes = rules.graze == Graze::Table && rules.graze_roll == GrazeRoll::Off;
    grazes || rules.rolled_hits != RolledHits::All || rules.damage_roll == DamageRoll::MinMidMax
}

/// One blow. Degree 0, which only some rules let hit, is a graze where grazes are in use (reading 12).
pub(crate) fn judge(strike: &Strike, track: &Track, blown: Blown, rules: &Rules) -> Damage {
    let strike = &Strike { factor: strike.factor + blown.factor, ..*strike };
    if let Some(rule) = &rules.own_damage {
        return own(strike, track, blown, rule);
    }
    match rules.damage {
        DamageBy::Hit => marked(strike, track, strike.boxes + blown.bonus),
        DamageBy::Weapon => marked(strike, track, (strike.factor.max(0) + blown.bonus).min(strike.most_boxes)),
        DamageBy::Degree if rules.graze == Graze::Table && blown.degree <= 1 => graze(strike, track, blown, rules),
        DamageBy::Degree if rules.damage_roll == DamageRoll::MinMidMax => read(strike, track, blown, rules),
        DamageBy::Degree => points(strike, track, blown, rules),
    }
}

fn own(strike: &Strike, track: &Track, Blown { degree, roll, bonus, .. }: Blown, rule: &OwnDamage) -> Damage {
    let points = rule.points(Landed::new([degree, strike.factor(degree), strike.scale, bonus, roll]));
    Damage::Own { points, severity: track.severity(strike.ward.points(points)) }
}

fn marked(strike: &Strike, track: &Track, boxes: i32) -> Damage {
    let severity = track.severity(strike.ward.points(boxes));
    Damage::Boxes { boxes: boxes.max(0), severity: if strike.serious { track.serious(severity) } else { severity } }
}

fn graze(strike: &Strike, track: &Track, blown: Blown, rules: &Rules) -> Damage {
    let factor = strike.factor;
    let plain = graze_level(&rules.graze_from, factor);
    let stopped = || plain == 0 && graze_level(&rules.graze_from, factor + (-strike.scale).max(0)) > 0;
    let rolled = rules.graze_roll == GrazeRoll::OneLevel
        && rules.damage_roll != DamageRoll::MinMidMax
        && (rules.rolled_hits == RolledHits::All || stopped());
    let level = match rolled {
        false => plain,
        true if rules.damage_roll.moves_level() => {
            let moved = moved_level(plain, rules.damage_roll.levels(blown.roll), rules.level_roll, u8::MAX);
            moved.clamp(plain.saturating_sub(1), plain.saturating_add(1))
        }
        true => rolled_graze_level(&rules.graze_from, factor, blown.roll),
    };
    let level = rules.graze_ceiling.held(level, rules.graze_from.len() as u8, strike.scale);
    // At most what points can do.
    let severity = (i32::from(level) + blown.bonus).clamp(0, track.severity(i32::MAX).into()) as u8;
    let severity = strike.ward.level(severity, |points| track.severity(points.into()));
    Damage::Graze { plain, rolled, severity }
}

fn read(strike: &Strike, track: &Track, blown: Blown, rules: &Rules) -> Damage {
    let factor = strike.factor(blown.degree);
    let bonuses = [min_mid_max::of_factor(factor, rules.low_factor), min_mid_max::of_degree(blown.degree)];
    let read = Read::of(bonuses.iter().sum());
    let points = read.map_or(0, |read| read.number(blown.roll) + strike.points + blown.bonus);
    Damage::Read { bonuses, read, points, severity: track.severity(strike.ward.points(points)) }
}

fn points(strike: &Strike, track: &Track, blown: Blown, rules: &Rules) -> Damage {
    let Blown { degree, roll, bonus, .. } = blown;
    let calculated = i32::from(rules.degree_multiplier) * degree + strike.factor(degree) + strike.points + bonus;
    let stopped = || calculated <= 0 && calculated - strike.scale > 0;
    let rolled = rules.rolled_hits == RolledHits::All || stopped();
    let roll = if rolled { roll } else { 0 };
    let points = rules.damage_roll.points(calculated, roll);
    let points = if points <= 0 && blown.through > 0 && strike.scale < 0 { blown.through } else { points };
    let plain = track.severity(strike.ward.points(points));
    let by = rules.damage_roll.levels(roll);
    let severity = match strike.ward {
        Ward::All => plain,
        _ => moved_level(plain, by, rules.level_roll, track.severity(i32::MAX)),
    };
    Damage::Points { calculated, rolled, points, plain, severity }
}
