//! What toughness does to a wound (W15, SRD 4.52).

use super::choice::choice;

choice! {
    /// Whether Damage Capacity is rolled for when a blow would hurt (W15, SRD 4.52; reading 26).
    Toughness {
        Off = "off": "it is not",
        Rolled = "rolled": "Hurt or worse: a Damage Capacity of Great or better makes the wound one level lighter, Poor or worse one level worse",
    }
}

/// The first wound level that Damage Capacity is rolled for: Hurt.
const HURT: u8 = 2;

impl Toughness {
    /// Whether a blow of this wound level is rolled for.
    pub fn is_rolled(self, level: u8) -> bool {
        self == Self::Rolled && level >= HURT
    }

    /// The level of a wound after a roll with this rolled degree; `worst` is the worst there is.
    pub fn after(self, level: u8, degree: i32, worst: u8) -> u8 {
        const GREAT: i32 = 2;
        const POOR: i32 = -2;
        match degree {
            GREAT.. => level - 1,
            ..=POOR => (level + 1).min(worst),
            _ => level,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SRD 4.52.
    #[test]
    fn a_damage_capacity_roll_moves_a_wound_by_one_level() {
        let after = |degree| Toughness::Rolled.after(3, degree, 5);
        assert_eq!((-4..=4).map(after).collect::<Vec<_>>(), [4, 4, 4, 3, 3, 3, 2, 2, 2]);
        assert_eq!(Toughness::Rolled.after(5, -3, 5), 5, "Near Death is the ceiling");
        assert!(!Toughness::Rolled.is_rolled(1) && Toughness::Rolled.is_rolled(2) && !Toughness::Off.is_rolled(5));
    }
}
