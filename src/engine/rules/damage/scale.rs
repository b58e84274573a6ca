//! Effects of Scale on damage, apart from adding to it and reducing it (W4, W26; SRD 4.58, 4.65, F93 4.64).

use crate::rules::choice::choice;

choice! {
    /// The effect of hits that Scale only just stops (W26, F93 4.64).
    HalfHits {
        Off = "off": "no effect",
        JustStopped = "just-stopped": "a hit that the target's larger Scale only just stopped counts as half a hit: one that is short of 1 point by at most three fifths of the difference in Scale, rounded down. Two half hits on a fighter make a wound of 1 point",
    }
}

impl HalfHits {
    /// Whether a hit with `points` of 0 or less counts as half a hit. `scale` is the attacker's Strength Scale minus
    /// the target's Mass Scale.
    pub fn counts(self, points: i32, scale: i32) -> bool {
        // A Scale difference of 1 has no such hits, one of 10 has six.
        self == Self::JustStopped && points <= 0 && 1 - points <= 3 * -scale / 5
    }
}

choice! {
    /// The effect of a scale-piercing weapon on the target's Scale if it hits well (W4, SRD 4.58).
    ScalePiercing {
        None = "none": "the target's Mass Scale counts in full",
        Halve = "halve": "half of the target's Mass Scale counts, rounded down, if the relative degree is 3 or more",
        Ignore = "ignore": "the target's Mass Scale does not count if the relative degree is 3 or more",
    }
}

/// The lowest relative degree at which a scale-piercing weapon hits well.
pub const HITS_WELL: i32 = 3;

/// The part of a target's Mass Scale that a scale-piercing weapon ignores. It is 0 for a target smaller than human.
pub fn pierced(rule: ScalePiercing, mass_scale: i32) -> i32 {
    let scale = mass_scale.max(0);
    match rule {
        ScalePiercing::None => 0,
        ScalePiercing::Halve => scale - scale / 2,
        ScalePiercing::Ignore => scale,
    }
}

/// The effect of a difference in technology on the damage factor, as Scale (SRD 4.65). It is 0 if the target wears no
/// armor.
pub fn tech_scale(weapon: i32, armor_tech: i32, armor: i32) -> i32 {
    if armor > 0 { weapon - armor_tech } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halved_scale_is_rounded_down() {
        let left = |rule, scale| scale - pierced(rule, scale);
        assert_eq!([0, 1, 5, 6].map(|scale| left(ScalePiercing::Halve, scale)), [0, 0, 2, 3]);
        assert_eq!([0, 5, -4].map(|scale| left(ScalePiercing::Ignore, scale)), [0, 0, -4]);
        assert_eq!(left(ScalePiercing::Halve, -4), -4, "a wee target keeps its Scale");
        assert_eq!(left(ScalePiercing::None, 6), 6);
    }

    /// F93 4.64: no half hits at a difference of 1, six at a difference of 10.
    #[test]
    fn hits_just_stopped_match_fudge_1993() {
        let just =
            |scale| (-20..=5).filter(|points| HalfHits::JustStopped.counts(*points, scale)).collect::<Vec<i32>>();
        assert_eq!(just(-1), [0; 0]);
        assert_eq!(just(-2), [0]);
        assert_eq!(just(-10), [-5, -4, -3, -2, -1, 0]);
        assert_eq!(just(3), [0; 0], "nothing is stopped by a smaller Scale");
        assert!(!HalfHits::Off.counts(0, -10));
    }

    #[test]
    fn technology_needs_armor() {
        assert_eq!(tech_scale(5, 1, 2), 4);
        assert_eq!(tech_scale(0, 3, 2), -3);
        assert_eq!(tech_scale(5, 1, 0), 0);
    }
}
