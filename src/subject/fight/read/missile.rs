//! What fighters shoot or throw, in scenario files: by name, or by its figures.

use super::super::read::already_in;
use super::gear::unknown;
use crate::combat::Missile;
use crate::document::decode;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind};
use crate::document::node::Value;
use crate::document::reader::{Item, Reader};
use crate::ladder::Ladder;
use crate::rules::GearFamily;
use crate::rules::gear::{LAUNCHERS, Launcher};

/// What `missile` may hold.
pub(crate) const MISSILE: Kind = Kind::Any(&[Kind::Text, Kind::Table(MISSILE_KEYS)]);

const MISSILE_KEYS: &[KeySpec] = &[
    key("weapon", Kind::Text, "What is shot or thrown, by name.", "\"bow\""),
    key(
        "skill",
        Kind::Level,
        "The level of the trait it is used with; as the fighter's `skill` unless given.",
        "\"Good\"",
    ),
    key(
        "strength",
        FACTOR,
        "The Strength of a weapon that works by itself, in place of the shooter's: derringer 0 or 1, handgun 2 or 3, two-handed 5 and up, bazooka 10 and up.",
        "3",
    ),
    key(
        "offense",
        FACTOR,
        "The offensive factor as a whole, without Scale, of what works by muscle; instead of Strength and the weapon's value.",
        "4",
    ),
    key("thrown", Kind::Boolean, "Whether it is thrown, and not propelled; named weapons say so themselves.", "true"),
    key(
        "scaled",
        Kind::Boolean,
        "Whether the shooter's Scale counts; it does unless the weapon has a Strength of its own. True for one that is built to the shooter's size.",
        "true",
    ),
    key("burst", Kind::Integer { min: 2, max: 1000 }, "How many shots an automatic weapon fires in a round.", "20"),
];

const FACTOR: Kind = Kind::Integer { min: -100, max: 100 };

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// What a missile's figures follow from unless it has its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thrower {
    /// The fighter's skill.
    pub(crate) skill: i32,
    /// The fighter's Strength; none where the fighter's `offense` holds it.
    pub(crate) strength: Option<i32>,
    pub(crate) family: GearFamily,
}

/// Something to shoot or throw.
pub(crate) fn missile(thrower: Thrower, ladder: &Ladder) -> impl Fn(Item<'_>) -> Option<Missile> {
    move |item| match &item.node.value {
        Value::String(_) => {
            let (launcher, offense) = named(item, thrower)?;
            let Launcher { thrown, strength, .. } = *launcher;
            Some(Missile { skill: thrower.skill, offense, scaled: strength.is_none(), thrown, burst: None })
        }
        Value::Table(_) => decode::table(|reader| stated(reader, thrower, ladder))(item),
        _ => item.wrong(),
    }
}

/// By its figures; what a named weapon says goes unless they say otherwise.
fn stated(reader: &mut Reader<'_>, thrower: Thrower, ladder: &Ladder) -> Option<Missile> {
    let number = |reader: &mut Reader<'_>, key| reader.get(key, decode::integer).map(|number| number as i32);
    let skill = reader.get("skill", decode::level(ladder)).unwrap_or(thrower.skill);
    let whole = number(reader, "offense");
    let own = match whole {
        Some(_) => {
            already_in(reader, "offense", &["strength"]);
            None
        }
        None => number(reader, "strength"),
    };
    // Its own figures stand in for those that a name stands for.
    let figure = whole.or(own);
    let thrower = Thrower { strength: figure.or(thrower.strength), ..thrower };
    let weapon = reader.get("weapon", |item| named(item, thrower));
    if figure.is_none() && !reader.has("weapon") {
        reader.missing("weapon");
    }
    let launcher = weapon.map(|(launcher, _)| launcher);
    let by_itself = own.is_some() || whole.is_none() && launcher.is_some_and(|launcher| launcher.strength.is_some());
    let thrown = reader.get("thrown", decode::boolean);
    Some(Missile {
        skill,
        scaled: reader.get("scaled", decode::boolean).unwrap_or(!by_itself),
        thrown: thrown.unwrap_or(launcher.is_some_and(|launcher| launcher.thrown)),
        burst: reader.get("burst", decode::integer).map(|shots| shots as u16),
        offense: figure.or(weapon.map(|(_, offense)| offense))?,
    })
}

/// A weapon by name, and the offensive factor that it comes to.
fn named(item: Item<'_>, thrower: Thrower) -> Option<(&'static Launcher, i32)> {
    let Some(name) = item.node.as_str() else { return item.wrong() };
    let known = || LAUNCHERS.iter().map(|launcher| launcher.name);
    let Some(launcher) = LAUNCHERS.iter().find(|launcher| launcher.name.eq_ignore_ascii_case(name)) else {
        return unknown("missile weapon", name, "give `strength` or `offense` as a number", known(), item);
    };
    let by_muscle = || thrower.strength.map(|strength| strength + launcher.value(thrower.family));
    match launcher.strength.or_else(by_muscle) {
        Some(offense) => Some((launcher, offense)),
        None => {
            let fault = Fault::new(format!("a {name} takes Strength, and the fighter's `offense` hides it"));
            item.refuse(fault.help("give the missile an `offense` of its own, or the fighter `strength` and `weapon`"))
        }
    }
}
