//! Healing of wounds (H1 to H4; SRD 4.8, F93 4.74, LITE).

use super::choice::choice;

choice! {
    /// The effect of treatment on wounds (H1, H2, H4).
    Healing {
        EveryWound = "every-wound": "a Good result heals every wound by one level, a Great one by two, a Superb one by three, counted from the level received; one level heals a Hurt wound completely",
        ByResult = "by-result": "a Good result heals all Hurt wounds, a Great one also all Very Hurt wounds, a Superb one also all Incapacitated wounds",
        Care = "care": "no roll: a few minutes of care clear wounds of the first level, and a long rest clears all wounds",
    }
}

/// The lightest wound level that needs healing: Hurt. Scratches disappear after the fight.
pub const HURT: u8 = 2;

/// The lowest result on a healing skill that has an effect.
pub use crate::ladder::GOOD;

/// Maximum number of levels that one treatment heals, for a Superb result.
const MOST_LEVELS: i32 = 3;

impl Healing {
    /// The level of a wound of `level` after a treatment with the rolled degree `degree`; 0 if it is healed. Levels
    /// count from 1, the lightest. `last` is the worst level, Near Death, which [`ByResult`](Self::ByResult) cannot
    /// heal (F93 4.74).
    pub fn level_after_treatment(self, level: u8, last: u8, degree: i32) -> u8 {
        let left = match self {
            Self::EveryWound => i32::from(level) - degree.clamp(0, MOST_LEVELS),
            Self::ByResult if level < last && i32::from(level) <= degree + 1 => 0,
            Self::ByResult | Self::Care => i32::from(level),
        };
        if left < i32::from(HURT) { 0 } else { left as u8 }
    }

    /// The difficulty of the Constitution roll for a wound of `level` to heal by itself: Fair for Hurt, Good for
    /// Very Hurt, Great for Incapacitated, and so on.
    pub fn difficulty(level: u8) -> i32 {
        i32::from(level) - i32::from(HURT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// H1, SRD 4.8: Good, Great and Superb heal every wound by one, two and three levels. The SRD's example heals two
    /// Hurt wounds and turns a Very Hurt one into Hurt.
    #[test]
    fn treatment_heals_every_wound_by_levels() {
        let after = |degree| [2, 3, 4, 5].map(|level| Healing::EveryWound.level_after_treatment(level, 5, degree));
        assert_eq!(after(0), [2, 3, 4, 5]);
        assert_eq!(after(GOOD), [0, 2, 3, 4]);
        assert_eq!(after(2), [0, 0, 2, 3]);
        assert_eq!(after(3), [0, 0, 0, 2]);
        assert_eq!(after(5), after(3));
        assert_eq!(after(-3), after(0));
    }

    /// H2, F93 4.74: Good heals Hurt, Great also Very Hurt, Superb also Incapacitated; no result heals Near Death.
    #[test]
    fn treatment_heals_wounds_by_result() {
        let after = |degree| [2, 3, 4, 5].map(|level| Healing::ByResult.level_after_treatment(level, 5, degree));
        assert_eq!(after(0), [2, 3, 4, 5]);
        assert_eq!(after(GOOD), [0, 3, 4, 5]);
        assert_eq!(after(2), [0, 0, 4, 5]);
        assert_eq!(after(3), [0, 0, 0, 5]);
        assert_eq!(after(9), [0, 0, 0, 5]);
    }

    /// H3, SRD 4.8, F93 4.74.
    #[test]
    fn healing_difficulty_matches_wound_level() {
        assert_eq!([2, 3, 4].map(Healing::difficulty), [0, 1, 2]);
    }
}
