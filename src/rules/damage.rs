//! How hard a blow falls: points, the damage roll and grazes (W1, W6, W7).

use super::choice::choice;

choice! {
    /// What the damage of a hit goes by (W1, SRD 4.55; W16, W18, LITE).
    DamageBy {
        Degree = "degree": "relative degree and damage factor make points",
        Hit = "hit": "a hit marks one box, whatever its degree; an enormous threat more, see the fighter's `injuries`",
        Weapon = "weapon": "the offensive less the defensive factor, at least 0: a weapon's boxes less those armor prevents",
    }
}

choice! {
    /// How damage is rolled (W6, SRD 4.61, F93 4.72, KAER).
    DamageRoll {
        None = "none": "damage is not rolled",
        FudgeLimited = "4dF-limited": "4dF on the points, with the three limits, whatever the action dice",
        GameLimited = "game-dice-limited": "the game's own dice on the points, with the three limits",
        FudgeUnlimited = "4dF-unlimited": "4dF on the points, whatever the action dice, without limits",
    }
}

choice! {
    /// Whether a hit with relative degree 1 is a graze (W7, SRD 4.56).
    Graze {
        Off = "off": "a hit is a hit",
        Table = "table": "a hit by one level wounds by the damage factor, see graze_from and graze_roll",
    }
}

choice! {
    /// What the damage roll may do to a graze (W7, reading 13).
    GrazeRoll {
        Off = "off": "grazes are not rolled for",
        OneLevel = "one-level": "the roll moves a graze by at most one level",
        OneLevelAndScale = "one-level-and-scale": "by at most one level down, and up by one more for each step of Scale by which the attacker's Strength exceeds the target's Mass",
    }
}

impl DamageRoll {
    /// The points of a blow after the damage roll.
    #[inline]
    pub fn points(self, calculated: i32, roll: i32) -> i32 {
        match self {
            Self::FudgeUnlimited => calculated + roll,
            Self::None | Self::FudgeLimited | Self::GameLimited => limited(calculated, roll),
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

/// The wound level of a graze at a damage factor (SRD 4.56): the number of thresholds reached.
#[inline]
pub fn graze_level(graze_from: &[i32], factor: i32) -> u8 {
    graze_from.iter().filter(|&&from| factor >= from).count() as u8
}

/// The wound level of a graze after the roll: the table at factor + roll, at most one level below and `higher` levels
/// above the table at the plain factor (reading 13; the three limits do not apply). `higher` is 1 unless Scale adds to it
/// (SRD 4.56).
#[inline]
pub fn rolled_graze_level(graze_from: &[i32], factor: i32, roll: i32, higher: u8) -> u8 {
    let plain = graze_level(graze_from, factor);
    graze_level(graze_from, factor + roll).clamp(plain.saturating_sub(1), plain.saturating_add(higher))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// V6: both examples of SRD 4.61, the same as those of F93 4.72.
    #[test]
    fn limits_of_the_damage_roll() {
        let at = |calculated| (-4..=4).map(|roll| limited(calculated, roll)).collect::<Vec<_>>();
        assert_eq!(at(-2), [-6, -5, -4, -3, -2, -1, 0, 1, 1]);
        assert_eq!(at(2), [1, 1, 1, 1, 2, 3, 4, 4, 4]);
        assert_eq!(at(0), [-4, -3, -2, -1, 0, 1, 1, 1, 1]);
    }

    #[test]
    fn graze_table_of_srd_4_56() {
        for (factor, level) in [(-1, 0), (0, 1), (4, 1), (5, 2), (12, 2)] {
            assert_eq!(graze_level(&[0, 5], factor), level, "factor {factor}");
        }
    }

    #[test]
    fn a_rolled_graze_moves_one_level_at_most() {
        assert_eq!(rolled_graze_level(&[0, 5], 6, -4, 1), 1);
        assert_eq!(rolled_graze_level(&[0, 5], 5, -6, 1), 1);
        assert_eq!(rolled_graze_level(&[0, 5], 5, -6, 2), 1);
        assert_eq!(rolled_graze_level(&[0, 2], -1, 4, 2), 2);
        assert_eq!(rolled_graze_level(&[0, 5], 3, 2, 1), 2);
        assert_eq!(rolled_graze_level(&[0, 5], -1, 4, 1), 1);
        assert_eq!(rolled_graze_level(&[0, 2], -2, 4, 1), 1);
    }
}
