//! Lookup table for the severity of each blow of one fighter against another (W1, W4, W6 to W9, W26).

use super::damage_table::{DamageTable, FlatSeverities};
use std::sync::Arc;

/// Lowest relative degree that tables distinguish. Degrees below 0 occur only if a custom rule lets a blow hit against
/// a better defense.
pub(crate) const LOWEST_DEGREE: i32 = -300;

/// The severities of blows without modifiers, by row, relative degree and damage roll.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SeverityTable {
    /// Lowest degree in the table.
    lowest_degree: i32,
    /// Highest degree in the table minus `lowest_degree`. Higher degrees have the same severities.
    top_degree: u32,
    /// Lowest damage roll in the table.
    lowest_roll: i32,
    /// Number of damage rolls in the table, from `lowest_roll`.
    rolls: usize,
    /// Severities, by row, then degree, then roll.
    severities: Vec<u8>,
    /// The full damage table, which also covers modifiers. `None` if the blows of this matchup cannot occur.
    pub(crate) full_table: Option<Arc<DamageTable>>,
}

impl SeverityTable {
    /// A placeholder for a matchup without blows.
    pub(in crate::combat::tables) fn empty() -> Self {
        Self { lowest_degree: 0, top_degree: 0, lowest_roll: 0, rolls: 1, severities: vec![0], full_table: None }
    }

    /// The severities in `full_table`.
    pub(super) fn new(full_table: Arc<DamageTable>) -> Self {
        let FlatSeverities { degrees, rolls, severities } = full_table.flat_severities();
        Self {
            lowest_degree: degrees[0],
            top_degree: (degrees[1] - degrees[0]) as u32,
            lowest_roll: rolls[0],
            rolls: (rolls[1] - rolls[0]) as usize + 1,
            severities,
            full_table: Some(full_table),
        }
    }

    /// The severity of a blow in `row` that hit by `degree`. `roll` is the damage roll, or 0 if damage is not rolled.
    #[inline(always)]
    pub(crate) fn severity(&self, row: u16, degree: i16, roll: i32) -> u8 {
        let degree = ((i32::from(degree) - self.lowest_degree) as u32).min(self.top_degree);
        let place = usize::from(row) * (self.top_degree as usize + 1) + degree as usize;
        self.severities[place * self.rolls + (roll - self.lowest_roll) as usize]
    }
}
