//! Character sheets.

use super::System;
use crate::rules::choice;

/// A character on paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub system: System,
    /// Attributes, in file order.
    pub attributes: Vec<Trait>,
    /// Skills, or clichés.
    pub skills: Vec<Trait>,
    pub gifts: Vec<Talent>,
    pub powers: Vec<Talent>,
    /// Faults; `worth` is the amount that they give back.
    pub faults: Vec<Talent>,
    /// Steps of Scale: first of Strength, then of Mass.
    pub scale: [i32; 2],
    /// Groups of skills (five-point Fudge).
    pub groups: Vec<SkillGroup>,
    pub limits: SheetLimits,
}

/// An attribute or a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trait {
    pub name: String,
    /// Its level, from Terrible (−3) to Superb (3).
    pub level: i32,
    /// For skills: the column in the table of costs, an index of [`SKILL_COST_COLUMNS`](super::SKILL_COST_COLUMNS).
    pub column: usize,
    /// For attributes: the level that costs nothing, such as Good if a race has a bonus of one.
    pub default: i32,
    /// The factor that multiplies the cost: 1, or 2 or 3 for broad skills.
    pub times: u32,
    /// The cost that the gamemaster set, in attribute or skill levels; `None` for the printed cost.
    pub cost: Option<i32>,
}

/// A gift, a fault or a power.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Talent {
    pub name: String,
    /// The worth in skill levels.
    pub worth: i32,
}

/// A group of skills, bought with points (five-point Fudge).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillGroup {
    pub name: String,
    /// Points spent, from 1 to 4.
    pub points: u32,
    pub focus: Focus,
    /// The skills with their levels.
    pub skills: Vec<(String, i32)>,
}

choice! {
    /// The kind of skills that the points of a group buy (five-point Fudge).
    Focus {
        Broad = "broad": "Many skills.",
        Narrow = "narrow": "Fewer but better skills, for one or two points.",
        General = "general": "Three skills at Fair from several groups, for one point.",
        Scholarly = "scholarly": "Scholarly magic, the first column of its table.",
        ScholarlyNarrow = "scholarly-narrow": "Scholarly magic, the second column.",
    }
}

/// Limits set by the gamemaster; `None` for the usual limit of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SheetLimits {
    /// Free attribute levels.
    pub attributes: Option<u32>,
    /// Free skill levels, points, or levels of clichés.
    pub skills: Option<u32>,
    /// Free gifts.
    pub gifts: Option<u32>,
    /// Free powers.
    pub powers: Option<u32>,
    /// Maximum numbers of Superb, Great and Good skills.
    pub most: [Option<u32>; 3],
    /// Maximum number of points in groups with a narrow focus (five-point Fudge).
    pub narrow: Option<u32>,
}

impl Sheet {
    pub fn new(system: System) -> Self {
        let (attributes, skills, gifts, powers, faults) = Default::default();
        let (scale, groups, limits) = Default::default();
        Self { system, attributes, skills, gifts, powers, faults, scale, groups, limits }
    }
}
