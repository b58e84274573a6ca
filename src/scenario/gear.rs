//! Weapons, armor and shields in scenario files: by name or by value.

use super::fault::Fault;
use super::keys::{KeySpec, Kind, listed};
use super::nearest::did_you_mean;
use super::reader::Item;
use super::{decode, document::Value};
use crate::rules::GearFamily;
use crate::rules::gear::{Protection, WEAPONS};

const FACTOR: Kind = Kind::Integer { min: -100, max: 100 };

/// What `weapon` may hold.
pub(super) const WEAPON: Kind = Kind::Any(&[FACTOR, Kind::Text, Kind::Table(WEAPON_KEYS)]);

/// What `armor` and `shield` may hold.
pub(super) const PROTECTION: Kind = Kind::Any(&[Kind::Integer { min: 0, max: 100 }, Kind::Text]);

const WEAPON_KEYS: &[KeySpec] = &[
    KeySpec { key: "name", kind: Kind::Text, required: true, meaning: "The weapon.", example: "\"broadsword\"" },
    KeySpec {
        key: "magic",
        kind: Kind::Integer { min: -20, max: 20 },
        required: false,
        meaning: "What magic adds to its value.",
        example: "1",
    },
];

/// A weapon's value: size, sharpness and magic.
pub(super) fn weapon(family: GearFamily) -> impl Fn(Item<'_>) -> Option<i32> {
    move |item| match &item.node.value {
        Value::Integer(_) => decode::integer(item).map(|value| value as i32),
        Value::String(name) => named_weapon(name, family, item),
        Value::Table(_) => decode::table(|reader| {
            let magic = reader.get("magic", decode::integer).unwrap_or(0) as i32;
            let value = reader.get("name", |item| match item.node.as_str() {
                Some(name) => named_weapon(name, family, item),
                None => item.wrong(),
            })?;
            Some(value + magic)
        })(item),
        _ => item.wrong(),
    }
}

fn named_weapon(name: &str, family: GearFamily, item: Item<'_>) -> Option<i32> {
    let found = WEAPONS.iter().find(|weapon| weapon.name.eq_ignore_ascii_case(name));
    match found {
        Some(weapon) => Some(weapon.factor(family)),
        None => unknown("weapon", name, BY_NUMBER, WEAPONS.iter().map(|weapon| weapon.name), item),
    }
}

/// The value of armor or of a shield. Values are positive; `table` holds those known by name.
pub(super) fn protection(what: &'static str, table: &'static [Protection]) -> impl Fn(Item<'_>) -> Option<i32> {
    move |item| match &item.node.value {
        Value::Integer(_) => decode::integer(item).map(|value| value as i32),
        Value::String(name) => match table.iter().find(|known| known.name.eq_ignore_ascii_case(name)) {
            Some(known) => Some(known.value),
            None => unknown(what, name, BY_NUMBER, table.iter().map(|known| known.name), item),
        },
        _ => item.wrong(),
    }
}

const BY_NUMBER: &str = "give its value as a number";

/// Reports a name that is none of those known; `instead` is what may be given in its place.
pub(super) fn unknown<T>(
    what: &str,
    name: &str,
    instead: &str,
    known: impl Iterator<Item = &'static str>,
    item: Item<'_>,
) -> Option<T> {
    let known: Vec<&str> = known.collect();
    let fault = Fault::new(format!("unknown {what} `{name}`"));
    let fault = fault.label_if(did_you_mean(name, known.iter().copied()));
    item.refuse(fault.help(format!("{instead}, or one of {}", listed(&known))))
}
