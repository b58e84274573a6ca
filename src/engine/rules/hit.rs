//! Conditions for a hit: minimum results, size and weapon length (C7, C8, M4).

use super::choice::choice;
use crate::ladder::TERRIBLE;

choice! {
    /// The effect of a size difference on hitting (C8, SRD 4.22, F93 4.6).
    SizeToHit {
        Off = "off": "size does not affect hitting",
        Minimum = "minimum": "the minimum to hit depends on the attacker's Mass Scale minus the target's: below 0 Terrible, 1-2 Mediocre, 3-5 Fair, 6-8 Good, 9+ Great",
        MinimumByLevel = "minimum-by-level": "the minimum to hit rises by a level for each step that the attacker's Mass Scale is above the target's. It falls by a level for each step below, down to Terrible",
        Penalty1 = "penalty-1": "the fighter with the larger Mass Scale has -1 to skill, and +1 to damage if it hits",
        Penalty2 = "penalty-2": "the fighter with the larger Mass Scale has -2 to skill, and +2 to damage if it hits",
    }
}

choice! {
    /// The rolls that wound penalties apply to (M1, reading 43).
    WoundPenalties {
        Actions = "actions": "rolls for what a fighter does: attack, defense, speed, balance and morale",
        All = "all": "those rolls, and rolls of body and mind to withstand poison, bleeding, hazards or paralyzing fear",
    }
}

choice! {
    /// The penalty for the smaller weapon (M4, SRD 4.31).
    WeaponSize {
        Off = "off": "weapon sizes are not compared",
        Penalty = "penalty": "-1 to skill if weapon and shield together are worth at least 2 less than the foe's",
    }
}

/// The result that a winning blow must reach (C7, C8, reading 3). `larger_by` is the attacker's Mass Scale minus the
/// target's. `minimum` is the value for foes of equal size. With [`SizeToHit::Minimum`], Terrible is always enough
/// against a larger foe.
pub fn minimum_to_hit(rule: SizeToHit, minimum: i32, larger_by: i32) -> i32 {
    match rule {
        SizeToHit::Off | SizeToHit::Penalty1 | SizeToHit::Penalty2 => minimum,
        SizeToHit::Minimum => match larger_by {
            ..=-1 => minimum.min(TERRIBLE),
            0 => minimum,
            1..=2 => minimum.max(-1),
            3..=5 => minimum.max(0),
            6..=8 => minimum.max(1),
            9.. => minimum.max(2),
        },
        SizeToHit::MinimumByLevel => (minimum + larger_by).max(minimum.min(TERRIBLE)),
    }
}

/// The skill that the larger fighter loses, and gains as damage (C8, F93 4.6; reading 3).
pub fn size_penalty(rule: SizeToHit, larger_by: i32) -> i32 {
    match rule {
        SizeToHit::Penalty1 if larger_by > 0 => 1,
        SizeToHit::Penalty2 if larger_by > 0 => 2,
        _ => 0,
    }
}

/// The skill that a fighter loses for a smaller weapon (M4, SRD 4.31): 1 if `own` is at least 2 less than `foe`,
/// otherwise 0; always 0 if the rule is off. Both are the total values of weapon and shield. Sharpness and magic count,
/// but not Strength (reading 8 in docs/readings.md).
pub fn weapon_size_penalty(rule: WeaponSize, own: i32, foe: i32) -> i32 {
    match rule {
        WeaponSize::Penalty if own + 2 <= foe => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimum_to_hit_matches_mass_scale() {
        let minimum = |larger_by| minimum_to_hit(SizeToHit::Minimum, -2, larger_by);
        let table = [(-4, -3), (-1, -3), (0, -2), (1, -1), (2, -1), (3, 0), (5, 0), (6, 1), (8, 1), (9, 2), (20, 2)];
        for (larger_by, level) in table {
            assert_eq!(minimum(larger_by), level, "larger by {larger_by}");
        }
        assert_eq!(minimum_to_hit(SizeToHit::MinimumByLevel, -2, 3), 1);
        assert_eq!(minimum_to_hit(SizeToHit::MinimumByLevel, -2, -3), -3);
        assert_eq!(minimum_to_hit(SizeToHit::Off, -2, 9), -2);
        assert_eq!(minimum_to_hit(SizeToHit::Minimum, 2, 1), 2, "being larger never makes it easier");
    }

    #[test]
    fn only_the_larger_fighter_has_a_size_penalty() {
        assert_eq!([-1, 0, 1].map(|by| size_penalty(SizeToHit::Penalty2, by)), [0, 0, 2]);
        assert_eq!([-1, 0, 1].map(|by| size_penalty(SizeToHit::Penalty1, by)), [0, 0, 1]);
        assert_eq!(size_penalty(SizeToHit::Minimum, 5), 0);
    }

    /// M4, SRD 4.31: a two-handed sword (+4) against a knife and an average shield (1 + 1).
    #[test]
    fn weapon_two_below_the_foes_has_a_penalty() {
        assert_eq!(weapon_size_penalty(WeaponSize::Penalty, 2, 4), 1);
        assert_eq!(weapon_size_penalty(WeaponSize::Penalty, 4, 2), 0);
        assert_eq!(weapon_size_penalty(WeaponSize::Penalty, 3, 4), 0);
        assert_eq!(weapon_size_penalty(WeaponSize::Off, 0, 9), 0);
    }
}
