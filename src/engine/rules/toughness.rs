//! The effect of toughness on wounds (W15, SRD 4.52).

use super::choice::choice;
use super::healing::HURT;
use crate::ladder::{GREAT, POOR};

choice! {
    /// The effect of a fighter's toughness on a blow's wound (W15, SRD 4.52; reading 26).
    Toughness {
        Off = "off": "not at all",
        Rolled = "rolled": "Damage Capacity is rolled for each wound of Hurt or worse: Great or better makes the wound one level lighter, Poor or worse one level worse; on a point track, by one point",
        Will = "will": "like `rolled`, but with Willpower instead of Damage Capacity",
        Gifts = "gifts": "no roll: every wound is one level lighter for a damage-resistant fighter and one level worse for a fragile one; on a point track, by one point",
    }
}

choice! {
    /// A gift or fault that changes every wound (W15, SRD 4.52).
    Resistance {
        Ordinary = "ordinary": "no change",
        DamageResistant = "damage-resistant": "the gift: every wound is lighter by one level, or one point on a point track",
        Fragile = "fragile": "the fault: every wound is worse by one level, or one point on a point track",
    }
}

impl Toughness {
    /// Whether toughness is rolled for a blow of wound level `level`: Hurt or worse.
    pub fn is_rolled(self, level: u8) -> bool {
        matches!(self, Self::Rolled | Self::Will) && level >= HURT
    }

    /// The severity of a wound of `severity` after a toughness roll with `degree`, at most `worst`.
    pub fn after(self, severity: u8, degree: i32, worst: u8) -> u8 {
        match degree {
            GREAT.. => severity - 1,
            ..=POOR => (severity + 1).min(worst),
            _ => severity,
        }
    }
}

impl Resistance {
    /// The severity to which a wound of `severity` changes, at most `worst`. A blow without a wound stays at 0.
    pub fn after(self, severity: u8, worst: u8) -> u8 {
        match self {
            Self::DamageResistant => severity.saturating_sub(1),
            Self::Fragile if severity > 0 => (severity + 1).min(worst),
            _ => severity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W15, SRD 4.52.
    #[test]
    fn toughness_roll_changes_a_wound_by_one_level() {
        let after = |degree| Toughness::Rolled.after(3, degree, 5);
        assert_eq!((-4..=4).map(after).collect::<Vec<_>>(), [4, 4, 4, 3, 3, 3, 2, 2, 2]);
        assert_eq!(Toughness::Rolled.after(5, -3, 5), 5, "Near Death is the ceiling");
        assert!(!Toughness::Rolled.is_rolled(1) && Toughness::Rolled.is_rolled(2) && !Toughness::Off.is_rolled(5));
        assert!(Toughness::Will.is_rolled(2) && !Toughness::Gifts.is_rolled(5));
    }

    #[test]
    fn gifts_and_faults_change_every_wound() {
        let all = |resistance: Resistance| (0..=5).map(|severity| resistance.after(severity, 5)).collect::<Vec<_>>();
        assert_eq!(all(Resistance::Ordinary), [0, 1, 2, 3, 4, 5]);
        assert_eq!(all(Resistance::DamageResistant), [0, 0, 1, 2, 3, 4]);
        assert_eq!(all(Resistance::Fragile), [0, 2, 3, 4, 5, 5]);
    }
}
