//! Missile weapons in scenario files, by name or by figures.

use super::gear::refuse_unknown_name;
use super::sums::{refuse_included_keys, within_limits};
use crate::combat::Missile;
use crate::document::{Item, Key, Kind, Node, Problem, Reader, Value, decode, keys};
use crate::rules::GearFamily;
use crate::rules::gear::{RANGED_WEAPONS, RangedWeapon, listed_name};

/// Accepted values of `missile`.
pub(crate) const MISSILE: Kind = Kind::Any(&[NAME, Kind::Table(&MISSILE_KEYS)]);

const NAME: Kind = Kind::Named(|| RANGED_WEAPONS.iter().map(|launcher| launcher.name.to_owned()).collect());

keys! {
    MISSILE_KEYS = "missile": "What a fighter shoots or throws.";
    WEAPON: Key<Node> = Key::new("weapon", NAME, decode::node).means("The missile weapon, by name.", "\"bow\"");
    SKILL: Key<i32> = Key::level("skill")
        .means("The level of the trait used to shoot or throw.", "\"Good\"")
        .otherwise("the fighter's `skill`");
    STRENGTH: Key<i32> = Key::factor("strength").means(
        "The weapon's own Strength, in place of the shooter's: derringer 0 or 1, handgun 2 or 3, two-handed 5 and up, bazooka 10 and up.",
        "3",
    );
    OFFENSE: Key<i32> = Key::factor("offense").means(
        "The whole offensive factor, without Scale, of a muscle-powered weapon. It replaces Strength and the weapon's value.",
        "4",
    );
    THROWN: Key<bool> = Key::flag("thrown")
        .means("Whether the missile is thrown rather than propelled.", "true")
        .otherwise("as for the weapon by name, or else propelled");
    SCALED: Key<bool> = Key::flag("scaled")
        .means("Whether the shooter's Scale counts. Set it for a weapon built to the shooter's size.", "true")
        .otherwise("true unless the weapon has its own Strength");
    BURST: Key<u16> = Key::<u16>::integer("burst", 2, 1000)
        .means("How many shots an automatic weapon fires in a round.", "20");
}

/// The figures of a fighter that its missile uses, unless the missile has figures of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thrower {
    pub(crate) skill: i32,
    /// The fighter's Strength; `None` if it is already part of the fighter's `offense`.
    pub(crate) strength: Option<i32>,
    /// The gear family in force, which rates the weapon.
    pub(crate) family: GearFamily,
}

/// Reads `missile`.
pub(crate) fn missile(item: Item<'_>, thrower: Thrower) -> Option<Missile> {
    match &item.node.value {
        Value::String(_) => {
            let (launcher, offense) = named_launcher(item, thrower)?;
            let RangedWeapon { thrown, strength, .. } = *launcher;
            Some(Missile { skill: thrower.skill, offense, scaled: strength.is_none(), thrown, burst: None })
        }
        Value::Table(_) => decode::table(|reader| missile_from_table(reader, thrower))(item),
        _ => item.wrong(),
    }
}

/// Reads a missile given by a table. Figures in the table take precedence over those of the named weapon.
fn missile_from_table(reader: &mut Reader<'_>, thrower: Thrower) -> Option<Missile> {
    let skill = reader.read(&SKILL).unwrap_or(thrower.skill);
    let whole = reader.read(&OFFENSE);
    let own = match whole {
        Some(_) => {
            refuse_included_keys(reader, &OFFENSE, &[&STRENGTH]);
            None
        }
        None => reader.read(&STRENGTH),
    };
    // The missile's own figure replaces the fighter's Strength, which a named weapon may need.
    let figure = whole.or(own);
    let thrower = Thrower { strength: figure.or(thrower.strength), ..thrower };
    let weapon = reader.read_with(&WEAPON, |item| named_launcher(item, thrower));
    if ![&OFFENSE, &STRENGTH].iter().any(|key| reader.has(*key)) && !reader.has(&WEAPON) {
        reader.missing(&WEAPON);
    }
    let launcher = weapon.map(|(launcher, _)| launcher);
    let by_itself = own.is_some() || whole.is_none() && launcher.is_some_and(|launcher| launcher.strength.is_some());
    let thrown = reader.read(&THROWN);
    Some(Missile {
        skill,
        scaled: reader.read(&SCALED).unwrap_or(!by_itself),
        thrown: thrown.unwrap_or(launcher.is_some_and(|launcher| launcher.thrown)),
        burst: reader.read(&BURST),
        offense: figure.or(weapon.map(|(_, offense)| offense))?,
    })
}

/// Reads a missile weapon by name. Returns the weapon and its offensive factor.
fn named_launcher(item: Item<'_>, thrower: Thrower) -> Option<(&'static RangedWeapon, i32)> {
    let Some(name) = item.node.as_str() else { return item.wrong() };
    let known = || RANGED_WEAPONS.iter().map(|launcher| launcher.name);
    let Some(launcher) = RANGED_WEAPONS.iter().find(|launcher| launcher.name.eq_ignore_ascii_case(listed_name(name)))
    else {
        return refuse_unknown_name("missile weapon", name, "give `strength` or `offense` as a number", known(), item);
    };
    let by_muscle = || thrower.strength.map(|strength| strength + launcher.value(thrower.family));
    match launcher.strength.or_else(by_muscle) {
        Some(offense) => within_limits(item, "the offensive factor of the missile", offense.into())
            .map(|offense| (launcher, offense)),
        None => {
            let problem =
                Problem::new(format!("a {name} needs a Strength, which is not known from the fighter's `offense`"));
            item.refuse(
                problem.help("give the missile an `offense` of its own, or the fighter `strength` and `weapon`"),
            )
        }
    }
}
