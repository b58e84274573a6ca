//! Protection from weapons: bones that blades hardly cut, bodies without substance (FF Restless Dead, ghost).

use super::Abilities;
use crate::rules::choice::choice;

choice! {
    /// The way a weapon wounds.
    Blade {
        Slashing = "slashing": "a weapon that cuts: swords, axes, knives drawn across",
        Piercing = "piercing": "a weapon that stabs: daggers, spears, rapiers, and all missiles",
        Blunt = "blunt": "a weapon that crushes, or fits no other word: fists, teeth, clubs, maces",
        Fire = "fire": "a weapon that burns: a torch, a flaming sword, breath of fire",
    }
}

/// Names of slashing weapons. Weapons in neither list are blunt.
const SLASHING: &[&str] = &[
    "machete",
    "shortsword",
    "hatchet",
    "sword",
    "broadsword",
    "longsword",
    "axe",
    "polearm",
    "poleaxe",
    "two-handed sword",
    "greatsword",
    "battleaxe",
];
const PIERCING: &[&str] = &["knife", "dagger", "epee", "rapier", "spear"];

impl Blade {
    /// The way that the weapon named `weapon` wounds; ignores case.
    pub fn of_weapon(weapon: &str) -> Self {
        let is_in = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(weapon));
        match (is_in(SLASHING), is_in(PIERCING)) {
            (true, _) => Self::Slashing,
            (_, true) => Self::Piercing,
            _ => Self::Blunt,
        }
    }
}

/// The reduced effect of edged weapons on a creature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edges {
    /// The rounding of halved damage, if slashing weapons do half damage; `None` if they do full damage.
    pub halved: Option<Rounding>,
    /// The maximum damage of piercing weapons; `None` for no maximum.
    pub piercing: Option<u8>,
}

choice! {
    /// The rounding of half of an odd number (reading 42).
    Rounding {
        Down = "half": "half, rounded down",
        Up = "half-up": "half, rounded up: a blow that would wound still does",
    }
}

/// The reduction of a blow's damage by the target's protection, applied last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DamageReduction {
    /// No reduction.
    #[default]
    None,
    /// Half damage.
    Half(Rounding),
    /// At most this much damage.
    AtMost(u8),
    /// No damage at all.
    All,
}

impl DamageReduction {
    /// The reduction if an attacker with the abilities `own` hits `foe`.
    pub fn for_hit(own: &Abilities, blade: Blade, foe: &Abilities) -> Self {
        let edges = foe.edges.unwrap_or(Edges { halved: None, piercing: None });
        match blade {
            _ if own.insubstantial || foe.insubstantial => Self::All,
            Blade::Slashing => edges.halved.map_or(Self::None, Self::Half),
            Blade::Piercing => edges.piercing.map_or(Self::None, Self::AtMost),
            Blade::Blunt | Blade::Fire => Self::None,
        }
    }

    /// The points (or boxes) that remain of `points`.
    pub fn reduced_points(self, points: i32) -> i32 {
        match self {
            Self::Half(Rounding::Down) if points > 0 => points / 2,
            Self::Half(_) => points - points.max(0) / 2,
            Self::AtMost(most) => points.min(most.into()),
            Self::All => points.min(0),
            Self::None => points,
        }
    }

    /// A number of points of which at least `points` remain after halving. Other reductions return `points` unchanged.
    pub fn points_before_halving(self, points: i32) -> i32 {
        if let Self::Half(_) = self { 2 * points } else { points }
    }

    /// The wound level that remains of a graze of `level`. The level of a graze does not depend on points; `most`
    /// returns the wound level that a number of points would cause.
    pub fn reduced_level(self, level: u8, most: impl Fn(u8) -> u8) -> u8 {
        match self {
            Self::None => level,
            Self::Half(Rounding::Down) => level / 2,
            Self::Half(Rounding::Up) => level.div_ceil(2),
            Self::AtMost(points) => level.min(most(points)),
            Self::All => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FF Restless Dead: half damage from slashing weapons, 1 from piercing weapons.
    #[test]
    fn bones_halve_slashing_and_limit_piercing_damage() {
        let bones = |rounding| Edges { halved: Some(rounding), piercing: Some(1) };
        let bones = |rounding| Abilities { edges: Some(bones(rounding)), ..Abilities::default() };
        let ward = |weapon, rounding| {
            DamageReduction::for_hit(&Abilities::default(), Blade::of_weapon(weapon), &bones(rounding))
        };
        let left = |weapon, points| ward(weapon, Rounding::Down).reduced_points(points);
        assert_eq!([-1, 0, 1, 2, 5, 8].map(|points| left("Broadsword", points)), [-1, 0, 0, 1, 2, 4]);
        let up = ward("Broadsword", Rounding::Up);
        assert_eq!([-1, 0, 1, 2, 5, 8].map(|points| up.reduced_points(points)), [-1, 0, 1, 1, 3, 4]);
        let level = |rounding, level| ward("Broadsword", rounding).reduced_level(level, |_| 0);
        assert_eq!(
            [1, 2, 3].map(|worst| [Rounding::Down, Rounding::Up].map(|to| level(to, worst))),
            [[0, 1], [1; 2], [1, 2]]
        );
        assert_eq!([-1, 0, 1, 2, 5, 8].map(|points| left("spear", points)), [-1, 0, 1, 1, 1, 1]);
        assert_eq!([0, 5].map(|points| left("mace", points)), [0, 5]);
    }

    /// Protection from piercing weapons does not protect from slashing ones, and vice versa.
    #[test]
    fn ward_protects_from_one_blade_only() {
        let ward = |halved, piercing, blade| {
            let foe = Abilities { edges: Some(Edges { halved, piercing }), ..Abilities::default() };
            DamageReduction::for_hit(&Abilities::default(), blade, &foe)
        };
        let half = Some(Rounding::Down);
        assert_eq!(ward(None, Some(1), Blade::Slashing), DamageReduction::None);
        assert_eq!(ward(half, None, Blade::Piercing), DamageReduction::None);
        assert_eq!(ward(half, None, Blade::Slashing), DamageReduction::Half(Rounding::Down));
    }

    /// Half damage needs twice the points.
    #[test]
    fn halved_points_are_doubled_before_the_ward() {
        let half = DamageReduction::Half(Rounding::Down);
        assert_eq!(
            [half, DamageReduction::None, DamageReduction::AtMost(1)].map(|ward| ward.points_before_halving(5)),
            [10, 5, 5]
        );
        assert!(half.reduced_points(half.points_before_halving(5)) >= 5);
    }
}
