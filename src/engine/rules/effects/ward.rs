//! What protects from weapons: bones that blades hardly cut, bodies without substance (FF Restless Dead, ghost).

use super::Abilities;
use crate::rules::choice::choice;

choice! {
    /// How a weapon wounds.
    Blade {
        Slashing = "slashing": "it cuts: swords, axes, knives that are drawn across",
        Piercing = "piercing": "it stabs: daggers, spears, rapiers, and all missiles",
        Blunt = "blunt": "it crushes, or none of these: fists, teeth, clubs, maces",
        Fire = "fire": "it burns: a torch, a flaming sword, breath of fire",
    }
}

/// Weapons by name that cut, and that stab; others are blunt.
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
    /// How a weapon of this name wounds.
    pub fn of(weapon: &str) -> Self {
        let is_in = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(weapon));
        match (is_in(SLASHING), is_in(PIERCING)) {
            (true, _) => Self::Slashing,
            (_, true) => Self::Piercing,
            _ => Self::Blunt,
        }
    }
}

/// What edged weapons do to one whom they do little harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edges {
    /// Whether those that cut do half of their damage, and how half of an odd number is rounded.
    pub halved: Option<Rounding>,
    /// What the damage of those that stab is reduced to; none = it is not.
    pub piercing: Option<u8>,
}

choice! {
    /// How much is half of an odd number (reading 42).
    Rounding {
        Down = "half": "half, rounded down",
        Up = "half-up": "half, rounded up: what wounds at all still does",
    }
}

/// What is left of the damage of a blow, once all else is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ward {
    /// All.
    #[default]
    None,
    /// Half.
    Half(Rounding),
    /// At most so much.
    AtMost(u8),
    /// Nothing.
    All,
}

impl Ward {
    /// What is left where one with these abilities strikes another.
    pub fn between(own: &Abilities, blade: Blade, foe: &Abilities) -> Self {
        let edges = foe.edges.unwrap_or(Edges { halved: None, piercing: None });
        match blade {
            _ if own.insubstantial || foe.insubstantial => Self::All,
            Blade::Slashing => edges.halved.map_or(Self::None, Self::Half),
            Blade::Piercing => edges.piercing.map_or(Self::None, Self::AtMost),
            Blade::Blunt | Blade::Fire => Self::None,
        }
    }

    /// What is left of points, or boxes.
    pub fn points(self, points: i32) -> i32 {
        match self {
            Self::Half(Rounding::Down) if points > 0 => points / 2,
            Self::Half(_) => points - points.max(0) / 2,
            Self::AtMost(most) => points.min(most.into()),
            Self::All => points.min(0),
            Self::None => points,
        }
    }

    /// The points of which so many are left, or more than any.
    pub fn before(self, points: i32) -> i32 {
        if let Self::Half(_) = self { 2 * points } else { points }
    }

    /// What is left of a graze, whose level follows from no points; `most` is the level of the most points left.
    pub fn level(self, level: u8, most: impl Fn(u8) -> u8) -> u8 {
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

    /// FF Restless Dead: half from what slashes, 1 from what pierces.
    #[test]
    fn bones() {
        let bones = |rounding| Edges { halved: Some(rounding), piercing: Some(1) };
        let bones = |rounding| Abilities { edges: Some(bones(rounding)), ..Abilities::default() };
        let ward = |weapon, rounding| Ward::between(&Abilities::default(), Blade::of(weapon), &bones(rounding));
        let left = |weapon, points| ward(weapon, Rounding::Down).points(points);
        assert_eq!([-1, 0, 1, 2, 5, 8].map(|points| left("Broadsword", points)), [-1, 0, 0, 1, 2, 4]);
        let up = ward("Broadsword", Rounding::Up);
        assert_eq!([-1, 0, 1, 2, 5, 8].map(|points| up.points(points)), [-1, 0, 1, 1, 3, 4]);
        let level = |rounding, level| ward("Broadsword", rounding).level(level, |_| 0);
        assert_eq!(
            [1, 2, 3].map(|worst| [Rounding::Down, Rounding::Up].map(|to| level(to, worst))),
            [[0, 1], [1; 2], [1, 2]]
        );
        assert_eq!([-1, 0, 1, 2, 5, 8].map(|points| left("spear", points)), [-1, 0, 1, 1, 1, 1]);
        assert_eq!([0, 5].map(|points| left("mace", points)), [0, 5]);
    }

    /// One whom points alone protect against is hurt by edges like anybody, and the other way round.
    #[test]
    fn what_is_guarded_against_one_thing_is_open_to_the_other() {
        let ward = |halved, piercing, blade| {
            let foe = Abilities { edges: Some(Edges { halved, piercing }), ..Abilities::default() };
            Ward::between(&Abilities::default(), blade, &foe)
        };
        let half = Some(Rounding::Down);
        assert_eq!(ward(None, Some(1), Blade::Slashing), Ward::None);
        assert_eq!(ward(half, None, Blade::Piercing), Ward::None);
        assert_eq!(ward(half, None, Blade::Slashing), Ward::Half(Rounding::Down));
    }

    /// The points before the ward of which at least so many are left: what half takes, doubled.
    #[test]
    fn points_before_the_ward() {
        let half = Ward::Half(Rounding::Down);
        assert_eq!([half, Ward::None, Ward::AtMost(1)].map(|ward| ward.before(5)), [10, 5, 5]);
        assert!(half.points(half.before(5)) >= 5);
    }
}
