//! `[fighters.*]`: stat blocks by words or numbers.

pub(crate) mod abilities;
mod bound;
mod fight;
pub(crate) mod gear;
mod keys;
pub(crate) mod missile;
pub(crate) mod ranges;
pub(crate) mod spending;
pub(crate) mod tactics;
pub(crate) mod told;

pub(crate) use fight::combat;
pub(crate) use keys::{ATTACK, FIGHTER};

use crate::combat::{Cast, Fighter, Modifier, Ranged};
use crate::document::decode;
use crate::document::decode::unless;
use crate::document::dice::dice;
use crate::document::fault::{Fault, Faults};
use crate::document::node::{Node, Value};
use crate::document::reader::{Item, Reader};
use crate::ladder::Ladder;
use crate::rules::effects::Blade;
use crate::rules::gear::{ARMOR, SHIELDS, Size, martial_art_from};
use crate::rules::{
    AllOut, Avoiding, DamageCapacity, Evasion, FightCriticals, Pain, Policy, Record, Resistance, Rules, ScalePiercing,
    Spread, Targets,
};
use bound::{bound, gift, level_of_wound};
use gear::{gun, halves_armor, name_of, protection, weapon};
use missile::{Thrower, missile};
use spending::spending;
use tactics::{choice, tactic};

/// The most fighters that are made of stat blocks before the fight itself says what it can hold.
const MOST_FIGHTERS: usize = 10_000;

/// Everybody in the fight.
pub(crate) fn cast(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<Cast> {
    let table = item.node.as_table();
    let keys: Vec<String> = table.map_or_else(Vec::new, |table| table.keys().map(str::to_owned).collect());
    let span = item.node.span;
    let faults_before = item.faults.len();
    let mut keys = keys.into_iter();
    let mut cast = Cast { fighters: Vec::new(), sides: Vec::new() };
    let Item { name, node, kind, key_span, faults } = item;
    let read = |item: Item<'_>| {
        let own = keys.next().unwrap_or_default();
        let item = Item { name: format!("fighter {}", item.name), ..item };
        decode::table(|reader| stat_block(reader, &own, ladder, rules))(item)
    };
    let blocks = decode::map(read)(Item { name, node, kind, key_span, faults: &mut *faults })?;
    let mut all = 0;
    for (_, (fighter, side, count)) in blocks {
        let place = cast.sides.iter().position(|known| *known == side).unwrap_or_else(|| {
            cast.sides.push(side);
            cast.sides.len() - 1
        });
        all += count;
        if all > MOST_FIGHTERS {
            faults.push(Fault::new(format!("more than {MOST_FIGHTERS} fighters")).at(span));
            return None;
        }
        cast.fighters.push(Fighter { side: place, count: count as u16, ..fighter });
    }
    same_names(&cast, span, faults);
    if cast.sides.len() < 2 {
        let who = match &cast.fighters[..] {
            [] => "nobody is in it".to_owned(),
            [alone] if alone.count == 1 => format!("there is only `{}`", alone.name),
            [first, ..] => format!("all are on `{}`", cast.sides[first.side]),
        };
        let fault = Fault::new(format!("a fight needs two sides, and {who}")).at(span);
        faults.push(fault.help("add fighters; each has a side of their own, unless several name the same `side`"));
    }
    (faults.len() == faults_before).then_some(cast)
}

fn same_names(cast: &Cast, span: crate::document::Span, faults: &mut Faults) {
    let blocks = cast.fighters.iter().filter(|fighter| fighter.count > 1).map(|fighter| fighter.name.clone());
    let mut names: Vec<String> = cast.names().into_iter().chain(blocks).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        let fault = Fault::new(format!("two fighters are called `{}`", pair[0])).at(span);
        faults.push(fault.help("give one of them another `name`"));
    }
}

/// One stat block, with its side and how many there are of it.
fn stat_block(reader: &mut Reader<'_>, own: &str, ladder: &Ladder, rules: &Rules) -> Option<(Fighter, String, usize)> {
    let name = reader.get("name", decode::text).unwrap_or_else(|| titled(own));
    let side = reader.get("side", decode::text).unwrap_or_else(|| name.clone());
    let count = reader.get("count", decode::integer).unwrap_or(1) as usize;
    let skill = reader.get("skill", decode::level(ladder));
    told::read(reader);
    let (abilities, blood) = reader.get("abilities", abilities::read(ladder, rules, count as u16)).unwrap_or_default();
    let blade = reader.get("blade", choice).unwrap_or_else(|| blade_of(reader));
    let gun = reader.table().get("weapon").and_then(gun).is_some();
    let mace = reader.table().get("weapon").is_some_and(|weapon| halves_armor(weapon, rules.gear));
    let (offense, weapon, strength) = offense_of(reader, gun, ladder, rules);
    let damage_capacity = reader.get("damage_capacity", decode::level(ladder));
    let (defense, armor) = match parts(reader, "defense") {
        Some(defense) => {
            already_in(reader, "defense", &["mass", "tough_hide"]);
            let armor = match rules.fight_criticals != FightCriticals::Off {
                true => reader.get("armor", protection("armor", ARMOR, rules.gear)).unwrap_or(0),
                false => {
                    already_in(reader, "defense", &["armor"]);
                    0
                }
            };
            // The whole factor holds Damage Capacity too, which the fight adds by itself.
            let counts = rules.damage_capacity == DamageCapacity::Counts;
            (defense - damage_capacity.filter(|_| counts).unwrap_or(0), armor)
        }
        None => {
            let armor = reader.get("armor", protection("armor", ARMOR, rules.gear)).unwrap_or(0);
            let mass = reader.get("mass", decode::level(ladder)).unwrap_or(0);
            (armor + mass + number(reader, "tough_hide").unwrap_or(0), armor)
        }
    };
    let (strength_scale, mass_scale) = scales(reader);
    let attributes @ [perception, agility, _] = ATTRIBUTES.map(|part| reader.get(part, decode::level(ladder)));
    let strength_scale = if gun { 0 } else { strength_scale };
    let parries = reader.get("avoid_by", decode::choice).is_some_and(|by| by == "parry");
    let shield = reader.get("shield", protection("shield", SHIELDS, rules.gear)).unwrap_or(0);
    let named = reader.table().get("shield").and_then(Node::as_str);
    let small = named.is_some_and(|name| name.eq_ignore_ascii_case("small"));
    let thrower = Thrower { skill: skill.unwrap_or(0), strength, family: rules.gear };
    let (fudge_points, spend) = spending(reader, rules);
    let fighter = Fighter {
        abilities,
        blood,
        blade,
        name,
        fudge_points,
        spend,
        side: 0,
        count: 1,
        skill: skill.unwrap_or(0),
        avoid: reader.get("avoid", decode::level(ladder)),
        other_avoid: reader.get("other_avoid", decode::level(ladder)),
        initiative: initiative(reader, attributes, rules, ladder),
        perception: perception.unwrap_or(0),
        dice: reader.get("dice", dice),
        offense,
        defense,
        armor,
        halves_armor: reader.get("halves_armor", decode::boolean).unwrap_or(mace),
        scale_piercing: scale_piercing(reader),
        weapon_tech: number(reader, "weapon_tech").unwrap_or(0),
        armor_tech: number(reader, "armor_tech").unwrap_or(0),
        damage_capacity,
        health: reader.get("health", decode::level(ladder)),
        pain: reader.get("pain", choice).unwrap_or(Pain::Normal),
        fatigue_cards: bound(reader, "fatigue_cards", rules, decode::integer).unwrap_or(0) as u8,
        weapon,
        shield,
        strength_scale,
        mass_scale,
        hit_bonus: number(reader, "hit_bonus").unwrap_or(0),
        modifiers: modifiers(reader).into_iter().chain(position(reader, parries)).collect(),
        pc: reader.get("pc", decode::boolean),
        record: record(reader, rules),
        tactic: reader.get("tactic", tactic(rules)).unwrap_or_else(Policy::normal),
        targets: bound(reader, "targets", rules, choice).unwrap_or(Targets::LowestResult),
        spread: bound(reader, "spread", rules, choice).unwrap_or(Spread::Even),
        leader: flag(reader, "leader"),
        injuries: reader.get("injuries", decode::integer).unwrap_or(1) as u8,
        serious: flag(reader, "serious"),
        ignores_armor: gift(reader, "ignores_armor", rules),
        defends_at: reader.get("defends_at", decode::integer).map(|level| level as u8),
        unaware: unaware(reader, rules),
        helpless: gift(reader, "helpless", rules),
        only_defends: gift(reader, "only_defends", rules),
        combat_paralysis: gift(reader, "combat_paralysis", rules),
        speed_power: gift(reader, "speed_power", rules),
        plus_level: gift(reader, "plus_level", rules),
        speed: reader.get("speed", decode::level(ladder)).unwrap_or(0),
        morale: reader.get("morale", |item| unless("fearless", item, decode::level(ladder))).unwrap_or(Some(0)),
        resistance: bound(reader, "resistance", rules, choice).unwrap_or(Resistance::Ordinary),
        constitution: reader.get("constitution", decode::level(ladder)).unwrap_or(0),
        will: reader.get("will", decode::level(ladder)).unwrap_or(0),
        overcomes_at: level_of_wound(reader, "overcomes_at", rules),
        agility: agility.unwrap_or(0),
        evades_at: level_of_wound(reader, "evades_at", rules),
        stuns: gift(reader, "stuns", rules),
        pulls: level_of_wound(reader, "pulls", rules),
        yields_at: level_of_wound(reader, "yields_at", rules),
        peripheral_vision: flag(reader, "peripheral_vision"),
        quick_reflexes: flag(reader, "quick_reflexes"),
        ranged: Ranged {
            in_hand: false,
            missile: reader.get("missile", missile(thrower, ladder)),
            dodge: reader.get("dodge", decode::level(ladder)),
            cover: reader.get("cover", decode::level(ladder)),
            shield: if small { 0 } else { shield },
            avoiding: match parries {
                true if shield > 0 => Avoiding::Shield,
                true => Avoiding::Parry,
                false => Avoiding::Dodge,
            },
        },
    };
    let spare = fighter.abilities.heads.map_or(0, |heads| heads.spare);
    skill.map(|_| (fighter, side, count + usize::from(spare)))
}

/// The offensive factor without Scale, and the weapon's value where sizes are compared. A gun has a Strength of its own, in
/// place of its user's, and no size (R4).
fn offense_of(reader: &mut Reader<'_>, gun: bool, ladder: &Ladder, rules: &Rules) -> (i32, Option<i32>, Option<i32>) {
    let weapon = weapon_of(reader, ladder, rules);
    if let Some(offense) = parts(reader, "offense") {
        already_in(reader, "offense", &["strength", "thrown_unskilled"]);
        return (offense, weapon.filter(|_| !gun), None);
    }
    let strength = reader.get("strength", decode::level(ladder)).unwrap_or(0);
    let thrown = flag(reader, "thrown_unskilled");
    // Bare hands without a martial art, where nothing is said (SRD 4.54, F93 4.72).
    let weapon = weapon.unwrap_or(Size::Unarmed.factor(rules.gear));
    if gun {
        (weapon, None, Some(strength))
    } else {
        (strength + weapon - i32::from(thrown), Some(weapon), Some(strength))
    }
}

/// The value of the weapon, where anything is said of it: of one in the hand, or of bare hands with a martial art.
fn weapon_of(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<i32> {
    let stated = reader.get("weapon", weapon(rules.gear));
    if stated.is_some() {
        already_in(reader, "weapon", &["martial_art"]);
    }
    let skilled = |level| level >= martial_art_from(rules.gear);
    let art = reader.get("martial_art", decode::level(ladder)).filter(|level| skilled(*level));
    stated.or_else(|| art.map(|_| Size::MartialArt.factor(rules.gear)))
}

/// How the weapon named wounds.
fn blade_of(reader: &Reader<'_>) -> Blade {
    reader.table().get("weapon").and_then(name_of).map_or(Blade::Blunt, Blade::of)
}

fn scale_piercing(reader: &mut Reader<'_>) -> ScalePiercing {
    match reader.get("scale_piercing", decode::choice) {
        Some("halve") => ScalePiercing::Halve,
        Some(_) => ScalePiercing::Ignore,
        None => ScalePiercing::None,
    }
}

fn flag(reader: &mut Reader<'_>, key: &str) -> bool {
    reader.get(key, decode::boolean).unwrap_or(false)
}

/// The attributes that initiative is the mean of (C4, KAER), two of which count by themselves as well: Perception for an
/// advantage (M8), Agility to stay on one's feet (W23).
const ATTRIBUTES: [&str; 3] = ["perception", "agility", "intuition"];

/// The trait that initiative goes by: stated, or the mean of three attributes (C4, KAER); Combat Reflexes add to it (M19).
fn initiative(reader: &mut Reader<'_>, attributes: [Option<i32>; 3], rules: &Rules, ladder: &Ladder) -> i32 {
    let apart = [rules.all_out != AllOut::Off, rules.evasion == Evasion::Avoidance, false];
    let level = match reader.get("initiative", decode::level(ladder)) {
        Some(level) => {
            let held = ATTRIBUTES.into_iter().zip(apart).filter(|(_, apart)| !apart);
            already_in(reader, "initiative", &held.map(|(one, _)| one).collect::<Vec<_>>());
            level
        }
        None => rounded_third(attributes.iter().flatten().sum()),
    };
    level + i32::from(flag(reader, "combat_reflexes"))
}

/// A third of a sum, rounded to the nearest; it is never just between two.
fn rounded_third(sum: i32) -> i32 {
    (2 * sum + 3).div_euclid(6)
}

/// For how many rounds the fighter is unaware of its foes (C9).
fn unaware(reader: &mut Reader<'_>, rules: &Rules) -> u16 {
    let rounds = |item: Item<'_>| match item.node.value {
        Value::Boolean(unaware) => Some(i64::from(unaware)),
        _ => decode::integer(item),
    };
    bound(reader, "unaware", rules, rounds).unwrap_or(0) as u16
}

/// A record of the fighter's own.
fn record(reader: &mut Reader<'_>, rules: &Rules) -> Option<Record> {
    let boxes = bound(reader, "injury_boxes", rules, decode::integer);
    let fodder = gift(reader, "fodder", rules);
    boxes.map(|boxes| rules.record.with_boxes(boxes as u8)).or_else(|| fodder.then(|| rules.record.fodder()))
}

/// Scale of Strength and of Mass, given together or apart.
fn scales(reader: &mut Reader<'_>) -> (i32, i32) {
    match number(reader, "scale") {
        Some(both) => {
            already_in(reader, "scale", &["strength_scale", "mass_scale"]);
            (both, both)
        }
        None => {
            let strength = number(reader, "strength_scale").unwrap_or(0);
            (strength, number(reader, "mass_scale").unwrap_or(0))
        }
    }
}

/// A stat block by itself, as it would fight under these rules; none where it is at fault. One without a skill is read
/// as Fair.
pub(crate) fn lone_fighter(mut block: Node, ladder: &Ladder, rules: &Rules) -> Option<Fighter> {
    let span = block.span;
    block.as_table_mut()?.get_or_insert("skill", span, || Node { value: Value::Integer(0), span });
    let mut faults = Faults::new();
    let read = |reader: &mut Reader<'_>| stat_block(reader, "", ladder, rules);
    let fighter = Reader::read(&block, "it", FIGHTER, &mut faults, read);
    faults.into_result(fighter).ok().flatten().map(|(fighter, ..)| fighter)
}

/// A factor as a whole: a number, or the sum of its parts.
fn parts(reader: &mut Reader<'_>, key: &str) -> Option<i32> {
    let factor = reader.get(key, |item| match item.node.as_table() {
        Some(_) => decode::map(decode::integer)(item).map(|parts| parts.iter().map(|(_, part)| part).sum()),
        None => decode::integer(item),
    });
    factor.map(|factor| factor as i32)
}

fn number(reader: &mut Reader<'_>, key: &str) -> Option<i32> {
    reader.get(key, decode::integer).map(|number| number as i32)
}

/// Reports keys whose value a whole factor holds already; they count as read.
pub(crate) fn already_in(reader: &mut Reader<'_>, whole: &str, parts: &[&'static str]) {
    for part in parts {
        if reader.has(part) {
            reader.get(part, |item| {
                item.refuse::<()>(Fault::new(format!("`{whole}` already holds `{part}`")).help("give one or the other"))
            });
        }
    }
}

fn modifiers(reader: &mut Reader<'_>) -> Vec<Modifier> {
    let modifier = |item: Item<'_>| match item.node.as_table() {
        None => decode::integer(item).map(|value| (value as i32, value as i32, None)),
        Some(_) => decode::table(|reader| {
            let rounds = reader.get("rounds", decode::integer).map(|rounds| rounds as u16);
            let avoid = number(reader, "avoid");
            let value = reader.get("value", decode::integer)? as i32;
            Some((value, avoid.unwrap_or(value), rounds))
        })(item),
    };
    let read = reader.get("modifiers", decode::map(modifier)).unwrap_or_default();
    read.into_iter().map(|(name, (value, avoid, rounds))| Modifier { name, value, avoid, rounds }).collect()
}

/// What a fighter's position does to attack and avoidance (M14, KAER).
fn position(reader: &mut Reader<'_>, parries: bool) -> Option<Modifier> {
    let name = reader.get("position", decode::choice)?;
    let [value, avoid] = match name {
        "behind" => [2, 0],
        "back-turned" => [-2, if parries { -2 } else { -1 }],
        "above" => [1, 0],
        "below" => [-1, 0],
        _ => [-2, 0],
    };
    Some(Modifier { name: name.to_string(), value, avoid, rounds: None })
}

/// A table's name as a fighter's: `snorri` is `Snorri`.
fn titled(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::rounded_third;

    /// KAER: Max, with Good Perception, Fair Agility and Terrible Intuition, has -2/3, which is -1.
    #[test]
    fn the_mean_of_three_attributes_is_rounded_to_the_nearest() {
        assert_eq!(rounded_third(1 - 3), -1);
        assert_eq!((-4..=4).map(rounded_third).collect::<Vec<_>>(), [-1, -1, -1, 0, 0, 0, 1, 1, 1]);
    }
}
