//! How severe each blow of one fighter against another is, as a table (W1, W4, W6 to W9, W26).

use super::by_formula::{Flat, OwnTable};
use super::strike::Strike;
use crate::combat::fighter::Fighter;
use crate::dice::Dice;
use crate::rules::damage::min_mid_max::{self, Read};
use crate::rules::damage::{HITS_WELL, graze_level, moved_level, rolled_graze_level};
use crate::rules::effects::Ward;
use crate::rules::{DamageBy, DamageRoll, Graze, GrazeRoll, Landed, OwnDamage, RolledHits, Rules, Track};

/// The lowest relative degree that is told apart, where a rule of one's own lets blows hit that the target's result beats.
pub(crate) const LOWEST_DEGREE: i32 = -300;

/// The rows of a table by the printed rules: for each what is added to the damage roll because of the parity of both natural results (W6),
/// and the points that a critical does through Scale (W26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PrintedRows {
    /// Whether parity counts.
    pub(crate) parity: bool,
    /// The points of a critical.
    pub(crate) points: u8,
}

impl PrintedRows {
    /// Those of rules by which natural results change no damage.
    pub(crate) const NONE: Self = Self { parity: false, points: 0 };

    const PARITIES: [i32; 3] = [0, 1, -1];

    pub(crate) fn of(rules: &Rules) -> Self {
        Self { parity: rules.damage_roll.is_parity(), points: rules.critical_points.unwrap_or(0) }
    }

    fn parities(self) -> u16 {
        if self.parity { Self::PARITIES.len() as u16 } else { 1 }
    }

    fn count(self) -> u16 {
        self.parities() * if self.points > 0 { 2 } else { 1 }
    }

    /// The row of a blow of this parity, and whether it is a critical.
    pub(crate) fn row(self, parity: i32, critical: bool) -> u16 {
        let place = Self::PARITIES.iter().position(|one| *one == parity).filter(|_| self.parity).unwrap_or(0);
        place as u16 + if critical && self.points > 0 { self.parities() } else { 0 }
    }

    /// The addition of parity to the roll in a row.
    pub(crate) fn parity(self, row: u16) -> i32 {
        Self::PARITIES[usize::from(row % self.parities())]
    }

    /// The points of a critical in a row; 0 of other blows.
    pub(crate) fn through(self, row: u16) -> i32 {
        if row >= self.parities() { self.points.into() } else { 0 }
    }

    /// The row of the same blow without a critical.
    pub(crate) fn without_critical(self, row: u16) -> u16 {
        row % self.parities()
    }
}

/// Severity by the row of a blow, its relative degree and damage roll.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SeverityTable {
    /// The lowest degree that can be reached.
    lowest_degree: i32,
    /// The distance above it from which on nothing changes any more.
    top_degree: u32,
    lowest_roll: i32,
    rolls: usize,
    severities: Vec<u8>,
    /// More of a table by formulas.
    pub(crate) own: Option<Box<OwnTable>>,
}

impl SeverityTable {
    /// Tabulates every blow against `track`. Where nothing stands for the damage roll, it is always 0.
    pub(crate) fn compile(strike: &Strike, track: &Track, dice: Option<&Dice>, rules: &Rules) -> Self {
        if rules.own_damage.as_ref().is_some_and(|own| own.formulas().is_some()) {
            return Self::empty();
        }
        let (lowest, highest) = dice.map_or((0, 0), |dice| (dice.pmf().lowest(), dice.pmf().highest()));
        // A blow that is not rolled for stands at 0.
        let (lowest_roll, highest_roll) = (lowest.min(0), highest.max(0));
        let rows = PrintedRows::of(rules);
        let lowest_degree = if rules.own.hit.is_some() { LOWEST_DEGREE } else { 0 };
        let top_degree = top_degree(strike, track, lowest_roll + if rows.parity { -1 } else { 0 }, rules);
        let severity = |row: u16, degree: i32, roll: i32| {
            let (roll, through) = (roll + rows.parity(row), rows.through(row));
            judge(strike, track, Blown { degree, roll, through, ..Blown::default() }, rules).severity()
        };
        let severities = (0..rows.count())
            .flat_map(|row| (lowest_degree..=top_degree).map(move |degree| (row, degree)))
            .flat_map(|(row, degree)| (lowest_roll..=highest_roll).map(move |roll| (row, degree, roll)))
            .map(|(row, degree, roll)| severity(row, degree, roll))
            .collect();
        let rolls = (highest_roll - lowest_roll) as usize + 1;
        Self {
            lowest_degree,
            top_degree: (top_degree - lowest_degree) as u32,
            lowest_roll,
            rolls,
            severities,
            own: None,
        }
    }

    /// A table that is yet to be made.
    fn empty() -> Self {
        Self { lowest_degree: 0, top_degree: 0, lowest_roll: 0, rolls: 1, severities: vec![0], own: None }
    }

    /// A table by formulas.
    pub(super) fn of_formulas(own: OwnTable) -> Self {
        let Flat { degrees, rolls, severities } = own.flat();
        Self {
            lowest_degree: degrees[0],
            top_degree: (degrees[1] - degrees[0]) as u32,
            lowest_roll: rolls[0],
            rolls: (rolls[1] - rolls[0]) as usize + 1,
            severities,
            own: Some(Box::new(own)),
        }
    }

    /// The severity of a blow in this row that hit by `degree`, with damage roll `roll` (0 where damage is not rolled).
    #[inline(always)]
    pub(crate) fn severity(&self, row: u16, degree: i16, roll: i32) -> u8 {
        let degree = ((i32::from(degree) - self.lowest_degree) as u32).min(self.top_degree);
        let place = usize::from(row) * (self.top_degree as usize + 1) + degree as usize;
        self.severities[place * self.rolls + (roll - self.lowest_roll) as usize]
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
    /// A hit whose points, or wound level, follow from a rule of one's own.
    Own {
        /// The points; of a rule that gives a wound level, the level.
        points: i32,
        /// Whether it is rolled for.
        rolled: bool,
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
            Self::Own { rolled, .. } => rolled,
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
    if let Some(own) = &rules.own_damage {
        // Which dice depends on the blow.
        return own.formulas().is_some();
    }
    let grazes = rules.graze == Graze::Table && rules.graze_roll == GrazeRoll::Off;
    grazes || rules.rolled_hits != RolledHits::All || rules.damage_roll == DamageRoll::MinMidMax
}

/// One blow. Degree 0, which only some rules let hit, is a graze where grazes are in use (reading 12).
pub(crate) fn judge(strike: &Strike, track: &Track, blown: Blown, rules: &Rules) -> Damage {
    let strike = &Strike { factor: strike.factor + blown.factor, ..*strike };
    if let Some(own) = rules.own_damage.as_ref().and_then(|rule| own(strike, track, blown, rule)) {
        return own;
    }
    match rules.damage {
        DamageBy::Hit => marked(strike, track, strike.boxes + blown.bonus),
        DamageBy::Weapon => marked(strike, track, (strike.factor.max(0) + blown.bonus).min(strike.most_boxes)),
        DamageBy::Degree if rules.graze == Graze::Table && blown.degree <= 1 => graze(strike, track, blown, rules),
        DamageBy::Degree if rules.damage_roll == DamageRoll::MinMidMax => read(strike, track, blown, rules),
        DamageBy::Degree => points(strike, track, blown, rules),
    }
}

/// By a rule in code.
fn own(strike: &Strike, track: &Track, Blown { degree, roll, bonus, .. }: Blown, rule: &OwnDamage) -> Option<Damage> {
    let points = rule.points(Landed::new([degree, strike.factor(degree), strike.scale, bonus, roll]))?;
    Some(Damage::Own { points, rolled: true, severity: track.severity(strike.ward.points(points)) })
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
