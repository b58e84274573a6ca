//! Prices as itemized lists.

use super::system::word;
use super::{PRICES, Talent, Trait};

/// The price of a sheet, and any objections to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    pub parts: Vec<SheetPart>,
    /// Violations of the system's limits, as full sentences.
    pub objections: Vec<String>,
    /// The unspent part of the allowances, counted in `unit`; negative if overspent. It does not include the skill
    /// points of five-point Fudge.
    pub left: i64,
    /// The unit of `left`: `skill level`, `gift` or `level`.
    pub unit: &'static str,
    /// The worth of the sheet by the prices of SRD 1.6, in skill levels. It is computed for every system, so that
    /// characters of different systems can be compared.
    pub cost: i64,
}

/// One part of a price: attributes, skills … Amounts are in [`Price::unit`], except that groups in five-point Fudge are
/// counted in points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetPart {
    pub name: String,
    /// The price of one unit of this part, such as an attribute level or a gift: 3 for an attribute level in the SRD.
    pub rate: i64,
    pub lines: Vec<PricedTrait>,
    /// The total cost of the part.
    pub taken: i64,
    /// The allowance of the part.
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
    /// Adds up the costs of `lines`. `free` is the allowance in units of the part, such as gifts, each of which costs
    /// `rate`.
    pub(super) fn of(name: impl Into<String>, rate: i64, free: u32, lines: Vec<PricedTrait>) -> Self {
        let taken = lines.iter().map(|line| line.cost).sum();
        Self { name: name.into(), rate, lines, taken, free: i64::from(free) * rate }
    }

    /// The unspent part of the allowance; negative if overspent.
    pub fn left(&self) -> i64 {
        self.free - self.taken
    }
}

/// Prices an attribute in skill levels.
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

/// Prices a gift, fault or power in skill levels. `sign` is -1 for a fault and 1 otherwise.
pub(super) fn talent_line(talent: &Talent, sign: i64) -> PricedTrait {
    PricedTrait { name: talent.name.clone(), level: String::new(), cost: sign * i64::from(talent.worth) }
}
