//! LITE: ranks for traits from an array, or levels for clichés (E6).

use super::line::{Price, PricedTrait, SheetPart};
use super::system::word;
use super::{Sheet, Trait};

/// The lowest level of a trait, which costs nothing, and the highest.
const LEVEL_RANGE: [i32; 2] = [-2, 2];

/// Free levels for clichés.
const CLICHE_LEVELS: u32 = 10;

/// The number of levels above Poor that the array provides for `traits` traits. Each set of ranks is one Great, one
/// Good, one Fair and one Mediocre. The first set serves up to six traits, and every further set up to five. Ranks
/// without a trait are lost, the lowest first.
fn array_levels(traits: u32) -> u32 {
    let sets = (traits.saturating_add(3) / 5).max(1);
    let ranks = [4, 3, 2, 1].into_iter().scan(traits, |free, rank| {
        let given = sets.min(*free);
        *free -= given;
        Some(given.saturating_mul(rank))
    });
    ranks.fold(0, u32::saturating_add)
}

/// Prices a sheet with the array. One-for-one swaps are allowed: only the sum counts, and every trait must be between
/// Poor and Great.
pub(super) fn array(sheet: &Sheet) -> Price {
    let traits: Vec<&Trait> = sheet.attributes.iter().chain(&sheet.skills).collect();
    let count = u32::try_from(traits.len()).unwrap_or(u32::MAX);
    price_levels("traits", sheet.limits.skills.unwrap_or_else(|| array_levels(count)), &traits)
}

/// Prices a sheet with clichés: each level above Poor costs one of ten levels.
pub(super) fn cliches(sheet: &Sheet) -> Price {
    let traits: Vec<&Trait> = sheet.attributes.iter().chain(&sheet.skills).collect();
    price_levels("clichés", sheet.limits.skills.unwrap_or(CLICHE_LEVELS), &traits)
}

/// Prices `traits`: each level above Poor costs one. `free` is the number of levels that cost nothing, and `name` the
/// name of the part.
fn price_levels(name: &str, free: u32, traits: &[&Trait]) -> Price {
    let [lowest, highest] = LEVEL_RANGE;
    let line = |one: &&Trait| PricedTrait {
        name: one.name.clone(),
        level: word(one.level),
        cost: i64::from(one.level) - i64::from(lowest),
    };
    let wrong = |one: &&&Trait| !(lowest..=highest).contains(&one.level);
    let objection = |one: &&Trait| {
        format!("{} is {}: {name} go from {} to {}.", one.name, word(one.level), word(lowest), word(highest))
    };
    let part = SheetPart::of(name, 1, free, traits.iter().map(line).collect());
    let objections = traits.iter().filter(wrong).map(objection).collect();
    Price { left: part.left(), parts: vec![part], objections, unit: "level", cost: 0 }
}
