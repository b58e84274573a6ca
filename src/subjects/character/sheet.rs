//! What stands on a sheet.

use super::System;
use crate::rules::choice;

/// A character on paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// How it is built.
    pub system: System,
    /// Attributes, in the order written.
    pub attributes: Vec<Trait>,
    /// Skills, or clichés.
    pub skills: Vec<Trait>,
    /// Gifts.
    pub gifts: Vec<Talent>,
    /// Supernormal powers.
    pub powers: Vec<Talent>,
    /// Faults, whose worth is what they give back.
    pub faults: Vec<Talent>,
    /// Steps of Scale: of Strength, and of Mass.
    pub scale: [i32; 2],
    /// Groups of skills (five-point Fudge).
    pub groups: Vec<Group>,
    /// What the gamemaster allows.
    pub limits: Limits,
}

/// An attribute or a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trait {
    /// Its name.
    pub name: String,
    /// Its level, from Terrible (−3) to Superb (3).
    pub level: i32,
    /// Of a skill: its column in the table of costs, of [`COLUMNS`](super::COLUMNS).
    pub column: usize,
    /// Of an attribute: the level it has for nothing, such as Good where a race has a bonus of one.
    pub default: i32,
    /// How many times the cost: two or three for broad skills.
    pub times: u32,
    /// The cost that the gamemaster set, in levels of its kind.
    pub cost: Option<i32>,
}

/// A gift, a fault or a power.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Talent {
    /// Its name.
    pub name: String,
    /// What it is worth, in skill levels.
    pub worth: i32,
}

/// A group of skills, bought with points (five-point Fudge).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The points spent, from 1 to 4.
    pub points: u32,
    /// What the points buy.
    pub focus: Focus,
    /// The skills, each with its level.
    pub skills: Vec<(String, i32)>,
}

choice! {
    /// What the points for a group of skills buy (five-point Fudge).
    Focus {
        Broad = "broad": "Many skills.",
        Narrow = "narrow": "Fewer, and better ones; for one point or two.",
        General = "general": "Three skills at Fair from several groups, for one point.",
        Scholarly = "scholarly": "Scholarly magic, the first column of its table.",
        ScholarlyNarrow = "scholarly-narrow": "Scholarly magic, the second column.",
    }
}

/// What the gamemaster allows beyond the usual; nothing where it is the usual of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Free attribute levels.
    pub attributes: Option<u32>,
    /// Free skill levels, points or levels of clichés.
    pub skills: Option<u32>,
    /// Free gifts.
    pub gifts: Option<u32>,
    /// Free powers.
    pub powers: Option<u32>,
    /// How many skills may be Superb, Great and Good.
    pub most: [Option<u32>; 3],
    /// How many points may go into groups of a narrow focus (five-point Fudge).
    pub narrow: Option<u32>,
}

impl Sheet {
    /// An empty sheet.
    pub fn new(system: System) -> Self {
        let (attributes, skills, gifts, powers, faults) = Default::default();
        let (scale, groups, limits) = Default::default();
        Self { system, attributes, skills, gifts, powers, faults, scale, groups, limits }
    }
}
