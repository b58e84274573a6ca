//! Five-point Fudge: points buy groups of skills, and a skill can be traded for two of the next lower level (E7, FF).

use super::line::{Price, PricedTrait, SheetPart, attribute_line};
use super::system::word;
use super::{Focus, PRICES, Sheet, SkillGroup, Talent};

/// Points to spend on a five-point character.
const POINTS: u32 = 5;

/// Maximum number of points in one group.
const MAX_POINTS_PER_GROUP: u32 = 4;

/// The usual number of free attribute levels, of free gifts, and of required faults.
const USUAL_ALLOWANCE: u32 = 2;

/// The numbers of skills that `points` buy at Superb, Great, Good, Fair, Mediocre and Poor. `None` if `focus` does not
/// allow this number of points.
fn skills_for_points(focus: Focus, points: u32) -> Option<[u64; 6]> {
    Some(match (focus, points) {
        (Focus::Broad, 1) => [0, 0, 0, 3, 1, 0],
        (Focus::Broad, 2) => [0, 0, 2, 4, 0, 0],
        (Focus::Broad, 3) => [0, 1, 3, 4, 0, 0],
        (Focus::Broad, 4) => [1, 2, 3, 3, 0, 0],
        (Focus::Narrow, 1) => [0, 0, 1, 0, 1, 0],
        (Focus::Narrow, 2) => [0, 1, 1, 1, 0, 0],
        (Focus::General, 1) => [0, 0, 0, 3, 0, 0],
        (Focus::Scholarly, 1) => [0, 0, 0, 1, 1, 0],
        (Focus::Scholarly, 2) => [0, 0, 0, 2, 2, 0],
        (Focus::Scholarly, 3) => [0, 0, 1, 4, 0, 0],
        (Focus::Scholarly, 4) => [0, 1, 2, 3, 0, 0],
        (Focus::ScholarlyNarrow, 1) => [0, 0, 1, 0, 0, 1],
        (Focus::ScholarlyNarrow, 2) => [0, 1, 0, 2, 0, 0],
        (Focus::ScholarlyNarrow, 3) => [0, 1, 1, 0, 1, 0],
        (Focus::ScholarlyNarrow, 4) => [1, 1, 3, 0, 0, 0],
        _ => return None,
    })
}

/// The skill level that each entry of [`skills_for_points`] counts.
const LEVELS_FROM_SUPERB: [i32; 6] = [3, 2, 1, 0, -1, -2];

/// Prices the sheet. Groups of skills are priced in points. Attributes, gifts and faults are priced in gifts; an
/// attribute level is worth one gift. [`Price::left`] does not include the points.
pub(super) fn price(sheet: &Sheet) -> Price {
    let points = sheet.limits.skills.unwrap_or(POINTS);
    let line = |group: &SkillGroup| PricedTrait {
        name: group.name.clone(),
        level: format!("{}, {}", crate::rules::Choice::word(group.focus), skills_in_words(group)),
        cost: i64::from(group.points),
    };
    let groups = SheetPart::of("skill points", 1, points, sheet.groups.iter().map(line).collect());
    let attribute = |one| {
        let line = attribute_line(one);
        PricedTrait { cost: line.cost / i64::from(PRICES.attribute), ..line }
    };
    let attributes = sheet.attributes.iter().map(attribute).collect();
    let gifts = sheet.gifts.iter().map(|one| price_in_gifts(one, 1)).collect();
    let faults = sheet.faults.iter().map(|one| price_in_gifts(one, -1)).collect();
    let mut parts = vec![
        groups,
        SheetPart::of("attributes", 1, sheet.limits.attributes.unwrap_or(USUAL_ALLOWANCE), attributes),
        SheetPart::of("gifts", 1, sheet.limits.gifts.unwrap_or(USUAL_ALLOWANCE), gifts),
        SheetPart::of("faults", 1, 0, faults),
    ];
    if let Some(faults) = parts.last_mut() {
        faults.free = -i64::from(USUAL_ALLOWANCE);
    }
    let left = parts.iter().skip(1).map(SheetPart::left).sum();
    Price { objections: objections(sheet, points), parts, left, unit: "gift", cost: 0 }
}

/// A gift or fault with its worth in gifts, rounded up to a whole number. `sign` is 1 for a gift and -1 for a fault.
fn price_in_gifts(talent: &Talent, sign: i64) -> PricedTrait {
    let (gift, worth) = (i64::from(PRICES.gift), i64::from(talent.worth));
    PricedTrait { name: talent.name.clone(), level: String::new(), cost: sign * ((worth + gift - 1) / gift) }
}

/// The number of skills of the group at each level, in words: `2 Good, 4 Fair`.
fn skills_in_words(group: &SkillGroup) -> String {
    let count = |level: i32| group.skills.iter().filter(|(_, own)| *own == level).count();
    let counts = LEVELS_FROM_SUPERB.into_iter().map(|level| (count(level), level)).filter(|(count, _)| *count > 0);
    let words: Vec<String> = counts.map(|(count, level)| format!("{count} {}", word(level))).collect();
    if words.is_empty() { "no skill".to_owned() } else { words.join(", ") }
}

/// The sheet's violations of the limits of five-point Fudge, as full sentences. `points` is the number of points to
/// spend on skills.
fn objections(sheet: &Sheet, points: u32) -> Vec<String> {
    let mut all: Vec<String> = sheet.groups.iter().filter_map(objection).collect();
    let spent = |focus: &dyn Fn(&SkillGroup) -> bool| -> u32 {
        sheet.groups.iter().filter(|group| focus(group)).map(|group| group.points).sum()
    };
    let (spent_in_all, narrow) = (spent(&|_| true), spent(&|group| group.focus == Focus::Narrow));
    let general = spent(&|group| group.focus == Focus::General);
    if spent_in_all > points {
        all.push(format!("{spent_in_all} points are spent on skills, but only {points} are available."));
    }
    if sheet.faults.len() < USUAL_ALLOWANCE as usize {
        all.push("Two faults are required; only further faults buy something.".to_owned());
    }
    if sheet.groups.len() < 2 {
        all.push("The points must go into at least two groups of skills.".to_owned());
    }
    if let Some(most) = sheet.limits.narrow.filter(|most| narrow > *most) {
        all.push(format!("{narrow} points have a narrow focus; at most {most} allowed."));
    }
    if general > 1 {
        all.push(format!("{general} points are for general skills; at most one is allowed."));
    }
    all
}

/// The reason why a group is not allowed, such as more skills at a level than its points buy; `None` if it is allowed.
/// An unused skill can be traded for two at the next lower level.
fn objection(group: &SkillGroup) -> Option<String> {
    let SkillGroup { name, points, focus, .. } = group;
    let Some(bought) = skills_for_points(*focus, *points) else {
        let most = match focus {
            Focus::General => 1,
            Focus::Narrow => 2,
            _ => MAX_POINTS_PER_GROUP,
        };
        let word = crate::rules::Choice::word(*focus);
        return Some(format!("{name} has {points} points: a {word} focus allows from 1 to {most}."));
    };
    if let Some((skill, level)) = group.skills.iter().find(|(_, level)| !LEVELS_FROM_SUPERB.contains(level)) {
        return Some(format!("{skill} is {}: the points of {name} buy no skill at that level.", word(*level)));
    }
    let mut traded = 0;
    for (level, bought) in LEVELS_FROM_SUPERB.into_iter().zip(bought) {
        let taken = group.skills.iter().filter(|(_, own)| *own == level).count() as u64;
        let there = bought + traded;
        let Some(spare) = there.checked_sub(taken) else {
            let what = word(level);
            return Some(format!("{name} has too many skills at {what}: {taken}, but its points buy {there}."));
        };
        traded = 2 * spare;
    }
    None
}
