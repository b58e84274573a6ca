//! Prices of traits, as data.

/// The levels on a character sheet: Terrible to Superb.
pub const LEVELS: [i32; 7] = [-3, -2, -1, 0, 1, 2, 3];

/// The columns of the table of skill costs.
pub const SKILL_COST_COLUMNS: [&str; 4] = ["easy", "most", "hard", "very hard"];

/// Prices of traits, and free allowances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostSystem {
    /// The cost of an attribute at each of [`LEVELS`], in attribute levels.
    pub attributes: [i32; 7],
    /// The cost of a skill in skill levels, by column of [`SKILL_COST_COLUMNS`] and then by level of [`LEVELS`]. The
    /// last column is for skills that must be studied to be known at all.
    pub skills: [[i32; 7]; 4],
    /// The cost of an attribute level, in skill levels.
    pub attribute: i32,
    /// The cost of a gift, and the value of a fault, in skill levels.
    pub gift: i32,
    /// The cost of a supernormal power, in skill levels.
    pub power: i32,
    /// The highest level of a broad skill that is bought at triple cost, alongside narrower skills of the same area.
    pub highest_broad_skill: i32,
    /// Free skill levels: 15 for extremely broad groups of skills, 30 for broad ones, 40 to 60 for single skills.
    pub free_skills: u32,
    pub free_gifts: u32,
    /// The number of skills that may be Superb, then the number that may be Great.
    pub most_superb_and_great: [u32; 2],
}

/// The prices of SRD 1.6, identical to those of F93 2.6.
pub const PRICES: CostSystem = CostSystem {
    attributes: [-3, -2, -1, 0, 1, 2, 3],
    skills: [[-2, -1, 0, 1, 2, 3, 4], [-1, 0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7]],
    attribute: 3,
    gift: 6,
    power: 12,
    highest_broad_skill: 1,
    free_skills: 30,
    free_gifts: 2,
    most_superb_and_great: [1, 4],
};

/// Experience points for raising a skill by one level, to each level above Terrible: Poor, Mediocre … Superb,
/// Legendary, Legendary 2nd. Each level above that costs as much as the last (SRD 5.2).
pub const RAISE_COSTS: [u32; 9] = [1, 1, 1, 2, 4, 8, 16, 30, 50];

impl CostSystem {
    /// The cost of a skill at `level` in `column`, in skill levels; `None` if the table has no such entry.
    pub fn skill(&self, column: usize, level: i32) -> Option<i32> {
        self.skills.get(column)?.get(index_of_level(level)?).copied()
    }

    /// The cost of an attribute at `level`, in attribute levels; `None` if the table has no such level.
    pub fn attribute_at(&self, level: i32) -> Option<i32> {
        self.attributes.get(index_of_level(level)?).copied()
    }
}

/// The index of `level` in [`LEVELS`]; `None` if it is not among them.
fn index_of_level(level: i32) -> Option<usize> {
    LEVELS.iter().position(|known| *known == level)
}
