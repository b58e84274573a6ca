//! Prices as itemized lists.

use super::system::word;
use super::{PRICES, Talent, Trait};

/// The price of a sheet, and any objections to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    pub parts: Vec<SheetPart>,
    /// Violations of the system's limits, as full sentences.
    pub objections: Vec<String>,
    /// The unspent part of all allowances, counted in `unit`; negative if overspent.
    pub left: i64,
    /// The unit of `left`: `skill level`, `gift` or `level`.
    pub unit: &'static str,
    /// The worth by the prices of SRD 1.6, in skill levels, whatever the system: one number that compares characters.
    pub cost: i64,
}

/// One part of a price: attributes, skills …
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetPart {
    pub name: String,
    /// The price of an attribute level, gift or other unit of this part, in [`Price::unit`]: 3 for an attribute level.
    pub rate: i64,
    pub lines: Vec<PricedTrait>,
    /// The total cost of the part, in [`Price::unit`].
    pub taken: i64,
    /// The allowance of the part, in [`Price::unit`].
    pub free: i64,
}

/// The price of one trait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedTrait {
    pub name: String,
    /// The level, with any special pricing, in words; empty for gifts, faults and powers.
    pub level: String,
    /// The cost, in [`Price::unit`]; negative if it gives something back.
    pub cost: i64,
}

impl SheetPart {
    pub(super) fn of(name: impl Into<String>, rate: i64, free: u32, lines: Vec<PricedTrait>) -> Self {
        let taken = lines.iter().map(|line| line.cost).sum();
        Self { name: name.into(), rate, lines, taken, free: i64::from(free) * rate }
    }

    /// The unspent part of the allowance; negative if overspent.
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
