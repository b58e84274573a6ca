//! How severe each blow of one fighter against another is, as a table (W1, W4, W6 to W9, W26).

use super::by_formula::{Flat, OwnTable};
use std::sync::Arc;

/// The lowest relative degree that is told apart, where a rule of one's own lets blows hit that the target's result beats.
pub(crate) const LOWEST_DEGREE: i32 = -300;

/// Severity by the row of a blow, its relative degree and damage roll.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SeverityTable {
    /// The lowest degree that can be reached.
    lowest_degree: i32,
    /// The distance above it from which on nothing changes any more.
    top_degree: u32,
    lowest_roll: i32,
    rolls: usize,
    severities: Vec<u8>,
    /// All that is known of these blows; `None` if there are none.
    pub(crate) own: Option<Arc<OwnTable>>,
}

impl SeverityTable {
    /// A table without blows.
    pub(in crate::combat::tables) fn empty() -> Self {
        Self { lowest_degree: 0, top_degree: 0, lowest_roll: 0, rolls: 1, severities: vec![0], own: None }
    }

    pub(super) fn new(own: Arc<OwnTable>) -> Self {
        let Flat { degrees, rolls, severities } = own.flat();
        Self {
            lowest_degree: degrees[0],
            top_degree: (degrees[1] - degrees[0]) as u32,
            lowest_roll: rolls[0],
            rolls: (rolls[1] - rolls[0]) as usize + 1,
            severities,
            own: Some(own),
        }
    }

    /// The severity of a blow in this row that hit by `degree`, with damage roll `roll` (0 where damage is not rolled).
    #[inline(always)]
    pub(crate) fn severity(&self, row: u16, degree: i16, roll: i32) -> u8 {
        let degree = ((i32::from(degree) - self.lowest_degree) as u32).min(self.top_degree);
        let place = usize::from(row) * (self.top_degree as usize + 1) + degree as usize;
        self.severities[place * self.rolls + (roll - self.lowest_roll) as usize]
    }
}
