//! `[fighters.*]`: stat blocks by words or numbers.

use super::decode;
use super::dice::{KIND as DICE, dice};
use super::fault::Fault;
use super::gear::{PROTECTION, WEAPON, protection, weapon};
use super::keys::{KeySpec, Kind};
use super::reader::{Item, Reader};
use crate::combat::{Cast, Fighter, Modifier};
use crate::ladder::Ladder;
use crate::rules::gear::{ARMOR, SHIELDS, Size};
use crate::rules::{DamageCapacity, Rules};

const FACTOR: Kind = Kind::Integer { min: -100, max: 100 };

/// The keys of a fighter.
pub const FIGHTER: &[KeySpec] = &[
    key("name", Kind::Text, "The name shown; the table's own name unless given.", "\"Snorri the Loud\""),
    key("like", Kind::Text, "Whom of [cast] the fighter is like; the fighter's own keys go before.", "\"goblin\""),
    key("side", Kind::Text, "The side to fight on; one of the fighter's own unless given.", "\"goblins\""),
    key("count", Kind::Integer { min: 1, max: 10_000 }, "How many such fighters there are.", "6"),
    KeySpec { required: true, ..key("skill", Kind::Level, "The level of the trait fought with.", "\"Great\"") },
    key(
        "avoid",
        Kind::Level,
        "The level of the trait blows are dodged or parried with, where there are turns; as `skill` unless given.",
        "\"Fair\"",
    ),
    key(
        "initiative",
        Kind::Level,
        "The level of the trait initiative goes by, where there are turns; Fair unless given.",
        "\"Good\"",
    ),
    key("dice", DICE, "Dice of the fighter's own.", "\"2dF\""),
    key("strength", Kind::Level, "Strength, part of the offensive factor.", "\"Good\""),
    key(
        "weapon",
        WEAPON,
        "The weapon, by name or by value; bare hands unless given. Beside `offense` it only says how long the weapon is.",
        "\"broadsword\"",
    ),
    key(
        "offense",
        FACTOR,
        "The offensive factor as a whole, without Scale; instead of `strength` and the weapon's value.",
        "5",
    ),
    key("damage_capacity", Kind::Level, "Damage Capacity.", "\"Good\""),
    key("armor", PROTECTION, "Armor, by name or by value.", "\"heavy leather\""),
    key("mass", Kind::Level, "A Mass trait other than Fair, part of the defensive factor.", "\"Good\""),
    key("tough_hide", FACTOR, "A tough hide's value.", "2"),
    key(
        "defense",
        FACTOR,
        "The defensive factor as a whole, with Damage Capacity where that counts, without Scale and shield; instead of `armor`, `mass` and `tough_hide`.",
        "3",
    ),
    key("shield", PROTECTION, "The shield, by name or by value.", "\"medium\""),
    key("scale", FACTOR, "Scale of Strength and Mass alike.", "2"),
    key("strength_scale", FACTOR, "Scale of Strength, where Mass differs.", "3"),
    key("mass_scale", FACTOR, "Scale of Mass, where Strength differs.", "1"),
    key("hit_bonus", FACTOR, "A bonus that only helps to hit: it comes off the damage again.", "1"),
    key(
        "fodder",
        Kind::Boolean,
        "Cannon fodder: the first Scratch or Hurt is a Hurt, anything further or worse puts out (SRD 4.57).",
        "true",
    ),
    key(
        "modifiers",
        Kind::Map(&MODIFIER),
        "Position, blessing, curse, footing: modifiers of skill, perhaps for the first rounds only.",
        "{ blessing = 1, \"bad footing\" = { value = -1, rounds = 2 } }",
    ),
];

const MODIFIER: Kind = Kind::Any(&[FACTOR, Kind::Table(MODIFIER_KEYS)]);

const MODIFIER_KEYS: &[KeySpec] = &[
    KeySpec { required: true, ..key("value", FACTOR, "What it adds to skill.", "-1") },
    key("rounds", Kind::Integer { min: 1, max: 1000 }, "For how many rounds from the start.", "2"),
];

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// The most fighters that are made of stat blocks before the fight itself says what it can hold.
const MOST_FIGHTERS: usize = 10_000;

/// Everybody in the fight.
pub(super) fn cast(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<Cast> {
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

fn same_names(cast: &Cast, span: super::Span, faults: &mut super::Faults) {
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
    let stated = reader.get("weapon", weapon(rules.gear));
    let (offense, weapon) = match number(reader, "offense") {
        Some(offense) => {
            already_in(reader, "offense", &["strength"]);
            (offense, stated)
        }
        // Bare hands without a martial art, where nothing is said (SRD 4.54, F93 4.72).
        None => {
            let strength = reader.get("strength", decode::level(ladder)).unwrap_or(0);
            let weapon = stated.unwrap_or(Size::Unarmed.factor(rules.gear));
            (strength + weapon, Some(weapon))
        }
    };
    let damage_capacity = reader.get("damage_capacity", decode::level(ladder));
    let defense = match number(reader, "defense") {
        Some(defense) => {
            already_in(reader, "defense", &["armor", "mass", "tough_hide"]);
            // The whole factor holds Damage Capacity too, which the fight adds by itself.
            let counts = rules.damage_capacity == DamageCapacity::Counts;
            defense - damage_capacity.filter(|_| counts).unwrap_or(0)
        }
        None => {
            let armor = reader.get("armor", protection("armor", ARMOR)).unwrap_or(0);
            let mass = reader.get("mass", decode::level(ladder)).unwrap_or(0);
            armor + mass + number(reader, "tough_hide").unwrap_or(0)
        }
    };
    let (strength_scale, mass_scale) = scales(reader);
    let fighter = Fighter {
        name,
        side: 0,
        count: 1,
        skill: skill.unwrap_or(0),
        avoid: reader.get("avoid", decode::level(ladder)),
        initiative: reader.get("initiative", decode::level(ladder)).unwrap_or(0),
        dice: reader.get("dice", dice),
        offense,
        defense,
        damage_capacity,
        weapon,
        shield: reader.get("shield", protection("shield", SHIELDS)).unwrap_or(0),
        strength_scale,
        mass_scale,
        hit_bonus: number(reader, "hit_bonus").unwrap_or(0),
        modifiers: modifiers(reader),
        record: reader.get("fodder", decode::boolean).filter(|fodder| *fodder).map(|_| rules.record.fodder()),
    };
    skill.map(|_| (fighter, side, count))
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

fn number(reader: &mut Reader<'_>, key: &str) -> Option<i32> {
    reader.get(key, decode::integer).map(|number| number as i32)
}

/// Reports keys whose value a whole factor holds already; they count as read.
fn already_in(reader: &mut Reader<'_>, whole: &str, parts: &[&'static str]) {
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
        None => decode::integer(item).map(|value| (value as i32, None)),
        Some(_) => decode::table(|reader| {
            let rounds = reader.get("rounds", decode::integer).map(|rounds| rounds as u16);
            Some((reader.get("value", decode::integer)? as i32, rounds))
        })(item),
    };
    let read = reader.get("modifiers", decode::map(modifier)).unwrap_or_default();
    read.into_iter().map(|(name, (value, rounds))| Modifier { name, value, rounds }).collect()
}

/// A table's name as a fighter's: `snorri` is `Snorri`.
fn titled(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
