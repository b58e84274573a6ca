//! The price of a sheet, line by line.

use super::line::{Price, PricedTrait, SheetPart, attribute_line, talent_line};
use super::system::word;
use super::{PRICES, Sheet, System, Trait, five_point, lite};
use crate::text::true_minus;

/// Prices a sheet, part by part.
///
/// ```
/// use fudgelab::character::{Sheet, System, Trait, price};
/// let trained = |name: &str, level| Trait { name: name.into(), level, column: 1, default: 0, times: 1, cost: None };
/// let sheet = Sheet { attributes: vec![trained("Strength", 1)], skills: vec![trained("Sword", 2)], ..Sheet::new(System::Srd) };
/// // An attribute level is worth three skill levels, Great costs four.
/// assert_eq!(price(&sheet).cost, 3 + 4);
/// ```
pub fn price(sheet: &Sheet) -> Price {
    let objective = objective(sheet);
    let mut price = match sheet.system {
        System::Srd | System::Fudge1993 => return objective,
        System::FivePoint => five_point::price(sheet),
        System::Lite => lite::array(sheet),
        System::LiteCliches => lite::cliches(sheet),
    };
    price.cost = objective.cost;
    price
}

/// The price in the objective system of SRD 1.6 and F93 2.6.
fn objective(sheet: &Sheet) -> Price {
    let limits = &sheet.limits;
    let half = u32::try_from(sheet.attributes.len().div_ceil(2)).unwrap_or(u32::MAX);
    let [strength, mass] = sheet.scale;
    let attribute = i64::from(PRICES.attribute);
    let gift = i64::from(PRICES.gift);
    let mut attributes: Vec<PricedTrait> = sheet.attributes.iter().map(attribute_line).collect();
    if strength != 0 {
        attributes.push(scale_line("Scale of Strength", strength, attribute));
    }
    let skills = sheet.skills.iter().chain(&skills_of_groups(sheet)).map(skill_line).collect();
    let mut gifts: Vec<PricedTrait> = sheet.gifts.iter().map(|talent| talent_line(talent, 1)).collect();
    if mass != 0 {
        gifts.push(scale_line("Scale of Mass", mass, gift));
    }
    let powers = sheet.powers.iter().map(|talent| talent_line(talent, 1)).collect();
    let faults = sheet.faults.iter().map(|talent| talent_line(talent, -1)).collect();
    let parts = vec![
        SheetPart::of("attributes", attribute, limits.attributes.unwrap_or(half), attributes),
        SheetPart::of("skills", 1, limits.skills.unwrap_or(PRICES.free_skills), skills),
        SheetPart::of("gifts", gift, limits.gifts.unwrap_or(PRICES.free_gifts), gifts),
        SheetPart::of("powers", i64::from(PRICES.power), limits.powers.unwrap_or(0), powers),
        SheetPart::of("faults", gift, 0, faults),
    ];
    let cost = parts.iter().map(|part| part.taken).sum();
    let left = parts.iter().map(SheetPart::left).sum();
    Price { parts, objections: objections(sheet), left, unit: "skill level", cost }
}

/// The skills of all groups, as skills of the usual difficulty.
fn skills_of_groups(sheet: &Sheet) -> Vec<Trait> {
    let skills = sheet.groups.iter().flat_map(|group| &group.skills);
    let made = |(name, level): &(String, i32)| Trait {
        name: name.clone(),
        level: *level,
        column: 1,
        default: 0,
        times: 1,
        cost: None,
    };
    skills.map(made).collect()
}

/// Prices a skill in skill levels.
fn skill_line(one: &Trait) -> PricedTrait {
    let printed = PRICES.skill(one.column, one.level).unwrap_or_default();
    let cost = one.cost.map_or(i64::from(printed) * i64::from(one.times), i64::from);
    let column =
        super::SKILL_COST_COLUMNS.get(one.column).filter(|_| one.column != 1).map(|column| (*column).to_owned());
    let times = (one.times != 1).then(|| format!("× {}", one.times));
    let special: Vec<String> = match one.cost {
        Some(_) => vec!["at a custom price".to_owned()],
        None => column.into_iter().chain(times).collect(),
    };
    let level = word(one.level);
    let level = if special.is_empty() { level } else { format!("{level} ({})", special.join(", ")) };
    PricedTrait { name: one.name.clone(), level, cost }
}

/// Prices `steps` of Scale, each of which costs `price_per_step`.
fn scale_line(name: &str, steps: i32, price_per_step: i64) -> PricedTrait {
    PricedTrait { name: name.to_owned(), level: true_minus(steps), cost: i64::from(steps) * price_per_step }
}

/// Choices that need the gamemaster's permission: too many skills at high levels, and skills at triple cost that are
/// better than `PRICES.highest_broad_skill`.
fn objections(sheet: &Sheet) -> Vec<String> {
    let usual = [Some(PRICES.most_superb_and_great[0]), Some(PRICES.most_superb_and_great[1]), None];
    let mut all = Vec::new();
    for ((level, most), usual) in [3, 2, 1].into_iter().zip(sheet.limits.most).zip(usual) {
        let Some(most) = most.or(usual) else { continue };
        let these: Vec<&str> = sheet.skills.iter().filter(|one| one.level == level).map(|one| &*one.name).collect();
        if these.len() > most as usize {
            let most = if most == 0 { "none is".to_owned() } else { format!("at most {most}") };
            all.push(format!("Too many skills at {}: {}; {most} allowed.", word(level), these.join(", ")));
        }
    }
    for one in sheet.skills.iter().filter(|one| one.times > 2 && one.level > PRICES.highest_broad_skill) {
        let (name, level, most) = (&one.name, word(one.level), word(PRICES.highest_broad_skill));
        all.push(format!("{name} is {level}: a broad skill at three times the cost cannot be above {most}."));
    }
    all
}
