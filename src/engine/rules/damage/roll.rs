//! The ways to roll damage (W6).

use super::min_mid_max;
use crate::dice::Dice;
use crate::error::Result;
use crate::rules::choice::choice;

choice! {
    /// How damage is rolled (W6, W9; SRD 4.55, 4.61, 4.63, F93 4.72, KAER).
    DamageRoll {
        None = "none": "damage is not rolled",
        FudgeLimited = "4dF-limited": "4dF on the points, with the three limits, whatever the action dice",
        GameLimited = "game-dice-limited": "the game's own dice on the points, with the three limits; which dice these are, see damage_dice",
        FudgeUnlimited = "4dF-unlimited": "4dF on the points, whatever the action dice, without limits",
        DiePoints = "1dF-points": "1dF on the points, without limits",
        DieLevel = "1dF-level": "1dF on the wound level, see level_roll",
        ParityPoints = "parity-points": "no further roll: +1 point if the winner's natural result is even, -1 if the loser's is; a side that does not roll has 0, which is even",
        ParityLevel = "parity-level": "as parity-points, on the wound level, see level_roll",
        Freeform = "freeform": "4dF: -1 to +1 changes nothing, +2 and +3 add a wound level, +4 adds two, and -2 to -4 take as many away; see level_roll",
        MinMidMax = "min-mid-max": "3d6; damage factor and relative degree decide which of the dice to read; grazes are not rolled for",
    }
}

choice! {
    /// The game's own dice for damage (W6; readings 14 and 50).
    DamageDice {
        Action = "action": "the action dice",
        TwoD6 = "2d6-table": "2d6 looked up in the table of F93 4.21, whatever the action dice",
    }
}

choice! {
    /// What a damage roll on the wound level may change (W6, reading 15).
    LevelRoll {
        Wounds = "wounds": "actual wounds only: no damage stays no damage",
        All = "all": "any hit: even a hit without damage may become a wound",
    }
}

impl DamageRoll {
    /// The dice that are rolled, in a game with these action dice and damage dice; none where nothing is rolled for damage alone.
    ///
    /// # Errors
    /// None: all of them are dice that can be made.
    pub fn dice(self, action: &Dice, own: DamageDice) -> Result<Option<Dice>> {
        Ok(Some(match self {
            Self::None | Self::ParityPoints | Self::ParityLevel => return Ok(None),
            Self::FudgeLimited | Self::FudgeUnlimited | Self::Freeform => Dice::fudge(),
            Self::GameLimited if own == DamageDice::TwoD6 => Dice::parse("2d6-table")?,
            Self::GameLimited => action.clone(),
            Self::DiePoints | Self::DieLevel => Dice::parse("1dF")?,
            Self::MinMidMax => min_mid_max::dice()?,
        }))
    }

    /// The least and the most that a blow's roll can come to, with these damage dice.
    pub fn span(self, dice: Option<&Dice>) -> (i32, i32) {
        match dice {
            Some(dice) => (dice.pmf().lowest(), dice.pmf().highest()),
            None if self.is_parity() => (-1, 1),
            None => (0, 0),
        }
    }

    /// Whether the natural results of both sides are the roll.
    pub fn is_parity(self) -> bool {
        matches!(self, Self::ParityPoints | Self::ParityLevel)
    }

    /// Whether the wound level is what the roll moves.
    pub fn moves_level(self) -> bool {
        matches!(self, Self::DieLevel | Self::ParityLevel | Self::Freeform)
    }

    /// The points of a blow after the damage roll.
    #[inline]
    pub fn points(self, calculated: i32, roll: i32) -> i32 {
        match self {
            Self::None | Self::DieLevel | Self::ParityLevel | Self::Freeform | Self::MinMidMax => calculated,
            Self::FudgeUnlimited | Self::DiePoints | Self::ParityPoints => calculated + roll,
            Self::FudgeLimited | Self::GameLimited => limited(calculated, roll),
        }
    }

    /// The wound levels that a roll adds.
    pub fn levels(self, roll: i32) -> i32 {
        match self {
            Self::DieLevel | Self::ParityLevel => roll,
            Self::Freeform => roll.signum() * [0, 0, 1, 1].get(roll.unsigned_abs() as usize).unwrap_or(&2),
            _ => 0,
        }
    }
}

/// Damage after a roll with the three limits (SRD 4.61): positive damage is at most doubled and stays at
/// least 1; damage of 0 or less is raised to at most 1.
#[inline]
pub fn limited(calculated: i32, roll: i32) -> i32 {
    let rolled = calculated + roll;
    if calculated > 0 { rolled.clamp(1, 2 * calculated) } else { rolled.min(1) }
}

/// A wound level moved by a roll, at most to `highest`; 0 is no wound, which [`LevelRoll`] may leave alone (reading 15).
pub fn moved_level(level: u8, by: i32, rule: LevelRoll, highest: u8) -> u8 {
    match rule {
        LevelRoll::Wounds if level == 0 => 0,
        _ => (i32::from(level) + by).clamp(0, highest.into()) as u8,
    }
}

/// What the parity of both natural results makes of a blow (W6, SRD 4.61): the winner's even one helps it, the loser's even
/// one softens it.
#[inline]
pub fn parity(winner: i32, loser: i32) -> i8 {
    let even = |natural: i32| i8::from(natural % 2 == 0);
    even(winner) - even(loser)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Pmf;

    /// V6: both examples of SRD 4.61, the same as those of F93 4.72.
    #[test]
    fn limits_of_the_damage_roll() {
        let at = |calculated| (-4..=4).map(|roll| limited(calculated, roll)).collect::<Vec<_>>();
        assert_eq!(at(-2), [-6, -5, -4, -3, -2, -1, 0, 1, 1]);
        assert_eq!(at(2), [1, 1, 1, 1, 2, 3, 4, 4, 4]);
        assert_eq!(at(0), [-4, -3, -2, -1, 0, 1, 1, 1, 1]);
    }

    /// SRD 4.61: the loser's 0 is even and the winner's +3 is odd, which takes a point. 4dF unconditionally: a quarter, a
    /// quarter, a half.
    #[test]
    fn parity_of_both_results() {
        assert_eq!((parity(3, 0), parity(0, 3), parity(2, -4), parity(-3, 1)), (-1, 1, 0, 0));
        let pmf = Pmf::fudge();
        let mut weights = [0; 3];
        for (winner, ways) in pmf.iter() {
            for (loser, others) in pmf.iter() {
                weights[(parity(winner, loser) + 1) as usize] += ways * others;
            }
        }
        assert_eq!(weights, [40 * 41, 41 * 41 + 40 * 40, 41 * 40], "of 6561");
    }

    #[test]
    fn freeform_moves_by_the_table() {
        let levels: Vec<i32> = (-4..=4).map(|roll| DamageRoll::Freeform.levels(roll)).collect();
        assert_eq!(levels, [-2, -1, -1, 0, 0, 0, 1, 1, 2]);
        assert_eq!(DamageRoll::DieLevel.levels(-1), -1);
        assert_eq!(DamageRoll::DiePoints.levels(-1), 0);
    }

    /// SRD 4.61: 4 points and a 1dF of +1 or -1, on the points and on the level.
    #[test]
    fn one_die_on_points_or_on_the_level() {
        let points = |roll| DamageRoll::DiePoints.points(4, roll);
        assert_eq!((points(1), points(-1)), (5, 3));
        assert_eq!(DamageRoll::DieLevel.points(4, 1), 4);
        assert_eq!(moved_level(2, -1, LevelRoll::Wounds, 5), 1, "Hurt drops to a Scratch");
        assert_eq!(moved_level(1, -1, LevelRoll::Wounds, 5), 0, "a Scratch can drop to nothing");
        assert_eq!(moved_level(0, 1, LevelRoll::Wounds, 5), 0, "no damage stays no damage");
        assert_eq!(moved_level(0, 1, LevelRoll::All, 5), 1);
        assert_eq!(moved_level(5, 2, LevelRoll::Wounds, 5), 5, "Near Death is the ceiling");
    }
}
