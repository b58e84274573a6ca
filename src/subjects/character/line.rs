//! Prices as lists of lines.

use super::system::word;
use super::{PRICES, Talent, Trait};

/// What a sheet costs, and whether it may be so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// The parts, each with its lines.
    pub parts: Vec<SheetPart>,
    /// What is not allowed, in whole sentences.
    pub objections: Vec<String>,
    /// What is left of all that is free; negative where more is spent.
    pub left: i64,
    /// What `left` is counted in: `skill level`.
    pub unit: &'static str,
    /// What the sheet is worth by the prices of SRD 1.6, in skill levels, whatever its system: one number that compares characters.
    pub cost: i64,
}

/// One part: attributes, skills …
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetPart {
    /// Its name.
    pub name: String,
    /// What one of its units is worth in [`Price::unit`]: 3 for an attribute level.
    pub rate: i64,
    /// What each trait costs.
    pub lines: Vec<PricedTrait>,
    /// What is taken in all, in [`Price::unit`].
    pub taken: i64,
    /// What is free, in [`Price::unit`].
    pub free: i64,
}

/// What one trait costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedTrait {
    /// The trait.
    pub name: String,
    /// Its level and what is special about its cost, in words.
    pub level: String,
    /// What it costs, in [`Price::unit`]; negative where it gives something back.
    pub cost: i64,
}

impl SheetPart {
    pub(super) fn of(name: impl Into<String>, rate: i64, free: u32, lines: Vec<PricedTrait>) -> Self {
        let taken = lines.iter().map(|line| line.cost).sum();
        Self { name: name.into(), rate, lines, taken, free: i64::from(free) * rate }
    }

    /// What is left of what is free in this part alone.
    pub fn left(&self) -> i64 {
        self.free - self.taken
    }
}

pub(super) fn attribute_line(one: &Trait) -> PricedTrait {
    let levels = one.cost.map_or_else(
        || i64::from(PRICES.attribute_at(one.level).unwrap_or_default()) - i64::from(one.default),
        i64::from,
    );
    let mut level = word(one.level);
    if one.default != 0 {
        level += &format!(" ({} costs nothing)", word(one.default));
    }
    PricedTrait { name: one.name.clone(), level, cost: levels * i64::from(one.times) * i64::from(PRICES.attribute) }
}

pub(super) fn talent_line(talent: &Talent, sign: i64) -> PricedTrait {
    PricedTrait { name: talent.name.clone(), level: String::new(), cost: sign * i64::from(talent.worth) }
}
