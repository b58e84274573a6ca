//! Weapons, armor and shields in scenario files, by name or by value.

use crate::document::nearest::{did_you_mean_one_of, related};
use crate::document::{FAR, Item, Key, KeyOr, Kind, Node, Problem, Value, decode, keys, listed};
use crate::rules::gear::{ARMOR, GUNS, Gun, Protection, SHIELDS, Size, WEAPONS, Weapon, listed_name, similar_names};
use crate::rules::{Choice, GearFamily};

/// Accepted values of `weapon`: a number, a name, or a table.
const WEAPON: Kind = Kind::Any(&[Kind::Integer { min: -FAR, max: FAR }, WEAPON_NAME, Kind::Table(&WEAPON_KEYS)]);

const WEAPON_NAME: Kind = Kind::Named(|| weapon_names().map(str::to_owned).collect());

const ARMOR_KIND: Kind = Kind::Any(&[VALUE, Kind::Named(|| ARMOR.iter().map(|gear| gear.name.to_owned()).collect())]);

const SHIELD_KIND: Kind =
    Kind::Any(&[VALUE, Kind::Named(|| SHIELDS.iter().map(|gear| gear.name.to_owned()).collect())]);

const VALUE: Kind = Kind::Integer { min: 0, max: FAR };

keys! {
    WEAPON_KEYS = "weapon": "A weapon by name, with its bonus from magic.";
    NAME: Key<i32> = Key::new("name", WEAPON_NAME, read_named_weapon).means("The weapon by name.", "\"broadsword\"").required();
    MAGIC: KeyOr<i32> =
        Key::<i32>::integer("magic", -20, 20).means("The bonus from magic to the weapon's value.", "1").or(0);
}

/// The key for a weapon. Its value is the sum of size, sharpness and magic.
pub(crate) const fn weapon_key() -> Key<i32> {
    Key::new("weapon", WEAPON, weapon)
}

pub(crate) const fn armor_key() -> Key<i32> {
    Key::new("armor", ARMOR_KIND, |item| protection("armor", ARMOR, item))
}

pub(crate) const fn shield_key() -> Key<i32> {
    Key::new("shield", SHIELD_KIND, |item| protection("shield", SHIELDS, item))
}

/// The value of a weapon: the sum of size, sharpness and magic.
fn weapon(item: Item<'_>) -> Option<i32> {
    match &item.node.value {
        Value::Integer(_) => decode::whole(item),
        Value::String(name) => weapon_value(name, item),
        Value::Table(_) => decode::table(|reader| {
            let magic = reader.read(&MAGIC);
            Some(reader.read(&NAME)? + magic)
        })(item),
        _ => item.wrong(),
    }
}

fn read_named_weapon(item: Item<'_>) -> Option<i32> {
    if let Some(name) = item.node.as_str() { weapon_value(name, item) } else { item.wrong() }
}

/// The value of the weapon or gun called `name`. Reports an error if the name is unknown or has no value.
fn weapon_value(name: &str, item: Item<'_>) -> Option<i32> {
    let family = item.context.rules.gear;
    match (melee_weapon(listed_name(name)), gun(item.node)) {
        (Some(weapon), _) => Some(weapon.factor(family)),
        (None, Some(gun)) => gun.factor(family).or_else(|| refuse_unrated(name, |family| gun.factor(family), item)),
        (None, None) => refuse_unknown_name("weapon", name, BY_NUMBER, weapon_names(), item),
    }
}

/// The names of all listed weapons, guns included.
fn weapon_names() -> impl Iterator<Item = &'static str> {
    WEAPONS.iter().map(|weapon| weapon.name).chain(GUNS.iter().map(|gun| gun.name))
}

/// The melee weapon with this name, ignoring case.
fn melee_weapon(name: &str) -> Option<&'static Weapon> {
    WEAPONS.iter().find(|weapon| weapon.name.eq_ignore_ascii_case(name))
}

/// The listed name of a weapon; `None` if the weapon is not given by name.
pub(crate) fn name_of(weapon: &Node) -> Option<&str> {
    weapon.as_str().or_else(|| weapon.as_table()?.get("name")?.as_str()).map(listed_name)
}

/// The size of a weapon given by name; `None` if it is not given by a known name. Guns are large, whatever they weigh.
pub(crate) fn size_of(weapon: &Node) -> Option<Size> {
    let name = name_of(weapon)?;
    melee_weapon(name).map(|known| known.size).or_else(|| gun(weapon).map(|_| Size::Large))
}

/// The gun that a weapon names, if any.
pub(crate) fn gun(weapon: &Node) -> Option<&'static Gun> {
    let name = name_of(weapon)?;
    GUNS.iter().find(|gun| gun.name.eq_ignore_ascii_case(name))
}

/// Whether armor counts half against a weapon. False unless the weapon is given by a known name.
pub(crate) fn halves_armor(weapon: &Node, family: GearFamily) -> bool {
    name_of(weapon).and_then(melee_weapon).is_some_and(|known| known.halves_armor(family))
}

/// The value of armor or a shield, as a number or by a name from `table`.
fn protection(what: &'static str, table: &'static [Protection], item: Item<'_>) -> Option<i32> {
    let family = item.context.rules.gear;
    match &item.node.value {
        Value::Integer(_) => decode::whole(item),
        Value::String(name) => match table.iter().find(|known| known.name.eq_ignore_ascii_case(listed_name(name))) {
            Some(known) => known.value(family).or_else(|| refuse_unrated(name, |family| known.value(family), item)),
            None => {
                let rated = table.iter().filter(|known| known.value(family).is_some());
                refuse_unknown_name(what, name, BY_NUMBER, rated.map(|known| known.name), item)
            }
        },
        _ => item.wrong(),
    }
}

/// Advice for gear whose name has no value.
const BY_NUMBER: &str = "give its value as a number";

/// Reports gear that the gear family in force does not rate, and the families that do. `rated` returns the gear's value
/// in a family.
fn refuse_unrated<T>(name: &str, rated: impl Fn(GearFamily) -> Option<i32>, item: Item<'_>) -> Option<T> {
    let family = item.context.rules.gear;
    let problem = Problem::new(format!("there is no value for `{name}` in `gear = \"{}\"`", family.word()));
    let others = GearFamily::ALL.iter().filter_map(|other| Some((other.word(), rated(*other)?)));
    let others: Vec<String> = others.map(|(word, value)| format!("`gear = \"{word}\"` has {value}")).collect();
    let known = if others.is_empty() { String::new() } else { format!("{}; ", others.join(", ")) };
    item.refuse(problem.help(format!("{known}{BY_NUMBER}")))
}

/// Reports an unknown name, with similar names from `known`. The message calls the named thing `what`; `instead` is
/// advice on what else can be written.
pub(crate) fn refuse_unknown_name<T>(
    what: &str,
    name: &str,
    instead: &str,
    known: impl Iterator<Item = &'static str>,
    item: Item<'_>,
) -> Option<T> {
    let known: Vec<&str> = known.collect();
    let likely = similar_names(name).iter().copied().filter(|name| known.contains(name));
    let mut first: Vec<&str> = related(name, &known);
    first.extend(likely.filter(|name| !first.contains(name)).collect::<Vec<_>>());
    let problem = Problem::new(format!("unknown {what} `{name}`")).label_if(did_you_mean_one_of(&first));
    let rest = known.iter().copied().filter(|name| !first.contains(name)).collect::<Vec<_>>();
    item.refuse(problem.help(format!("{instead}, or one of {}", listed(&[first, rest].concat()))))
}
