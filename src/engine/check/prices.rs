//! Prices of traits, as data.

/// The levels that a sheet may have: Terrible to Superb.
pub const LEVELS: [i32; 7] = [-3, -2, -1, 0, 1, 2, 3];

/// The columns of the table of skill costs, by their words.
pub const COLUMNS: [&str; 4] = ["easy", "most", "hard", "very hard"];

/// What things cost, and how many are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostSystem {
    /// The cost of an attribute at each of [`LEVELS`], in attribute levels.
    pub attributes: [i32; 7],
    /// The cost of a skill at each of [`LEVELS`], by the columns of [`COLUMNS`], in skill levels. What must be studied to be known at all is
    /// in the last one.
    pub skills: [[i32; 7]; 4],
    /// An attribute level, in skill levels.
    pub attribute: i32,
    /// A gift or a fault, in skill levels.
    pub gift: i32,
    /// A supernormal power, in skill levels.
    pub power: i32,
    /// The broad skill that stands beside narrower ones of the same area may not be better than this.
    pub broadest: i32,
    /// Free skill levels: 15 for extremely broad groups of skills, 30 for broad ones, 40 to 60 for single skills.
    pub free_skills: u32,
    /// Free gifts.
    pub free_gifts: u32,
    /// How many skills may be Superb, and how many Great.
    pub most: [u32; 2],
}

/// The prices of SRD 1.6, which are those of F93 2.6.
pub const PRICES: CostSystem = CostSystem {
    attributes: [-3, -2, -1, 0, 1, 2, 3],
    skills: [[-2, -1, 0, 1, 2, 3, 4], [-1, 0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7]],
    attribute: 3,
    gift: 6,
    power: 12,
    broadest: 1,
    free_skills: 30,
    free_gifts: 2,
    most: [1, 4],
};

/// What raising a skill to each level above Terrible costs in experience: Poor, Mediocre … Superb, Legendary, Legendary 2nd; each level
/// above costs as much as the last (SRD 5.2).
pub const RAISE: [u32; 9] = [1, 1, 1, 2, 4, 8, 16, 30, 50];

impl CostSystem {
    /// The cost of a skill at a level in a column; none off the table.
    pub fn skill(&self, column: usize, level: i32) -> Option<i32> {
        self.skills.get(column)?.get(place(level)?).copied()
    }

    /// The cost of an attribute at a level, in attribute levels; none off the table.
    pub fn attribute_at(&self, level: i32) -> Option<i32> {
        self.attributes.get(place(level)?).copied()
    }
}

/// The place of a level in [`LEVELS`].
fn place(level: i32) -> Option<usize> {
    LEVELS.iter().position(|known| *known == level)
}
