//! Who acts: trait, modifiers and dice, as checks, opposed actions, contests and tasks write them.

use super::check::read::sound;
use crate::check::{Actor, Cap, Modifiers};
use crate::document::decode;
use crate::document::dice::{KIND as DICE, dice};
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::Reader;
use crate::ladder::Ladder;
use crate::rules::{Assisting, Choice, Rules, Unlisted};

pub(crate) const TRAIT: KeySpec =
    key("trait", Kind::Level, "The trait rolled against; none for a situational roll.", "\"Good\"");

pub(crate) const UNLISTED: KeySpec = key(
    "unlisted",
    Kind::Choice(&["attribute", "easy skill", "skill", "hard skill", "studied skill"]),
    "In place of `trait`: what kind of trait it is that the character does not list.",
    "\"skill\"",
);

pub(crate) const HIGH_ATTRIBUTE: KeySpec =
    key("high_attribute", Kind::Boolean, "Whether a high attribute helps the unlisted skill.", "true");

pub(crate) const ASSIST: KeySpec =
    key("assist", Kind::Level, "The level of a second trait that contributes.", "\"Good\"");

pub(crate) const MODIFIERS: KeySpec = key(
    "modifiers",
    Kind::Map(&Kind::Integer { min: -100, max: 100 }),
    "Situational modifiers by name.",
    "{ \"good disguise\" = 1 }",
);

pub(crate) const UNCAPPED: KeySpec = key(
    "uncapped",
    Kind::Map(&Kind::Integer { min: -100, max: 100 }),
    "Modifiers that no cap binds: wounds, shields, tactics, numbers.",
    "{ Hurt = -1 }",
);

/// Dice of one's own.
pub(crate) const fn own_dice(meaning: &'static str, example: &'static str) -> KeySpec {
    key("dice", DICE, meaning, example)
}

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// Reads one who acts.
pub(crate) fn actor(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<Actor> {
    let level = own_level(reader, ladder, rules);
    let second = assisting_level(reader, ladder, rules);
    let dice = if reader.has("dice") { reader.get("dice", dice) } else { Some(rules.dice.clone()) };
    let modifiers = modifiers(reader);
    let cap = sound(Cap::of(rules, ladder), reader)?;
    let (level, second, modifiers) = (level?, second?, modifiers?);
    let total = |plus: i32| {
        let all =
            if plus == 0 { Ok(modifiers.clone()) } else { modifiers.clone().situational("assisting trait", plus) };
        all.map_or(0, |all| all.total(rules.modifier_rule()))
    };
    let (level, plus) = match second {
        Some(second) => {
            let (level, plus) = rules.assisting.assist(level.unwrap_or(0), second, total);
            (Some(level), plus)
        }
        None => (level, 0),
    };
    sound(Actor::new(level, total(plus), dice?, cap), reader)
}

/// The modifiers that are written; none where they are at fault.
pub(crate) fn modifiers(reader: &mut Reader<'_>) -> Option<Modifiers> {
    let mut read = |key| reader.get(key, decode::map(decode::integer)).unwrap_or_default().into_iter();
    let (situational, uncapped) = (read(MODIFIERS.key), read(UNCAPPED.key));
    let modifiers = Ok(Modifiers::default());
    let modifiers = situational.fold(modifiers, |sum, (name, value)| sum?.situational(name, value as i32));
    let modifiers = uncapped.fold(modifiers, |sum, (name, value)| sum?.outside(name, value as i32));
    sound(modifiers, reader)
}

/// The level rolled against: given, of a trait that is not listed, or none; nothing where it is at fault.
fn own_level(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<Option<i32>> {
    if !reader.has(UNLISTED.key) {
        let level = reader.get(TRAIT.key, decode::level(ladder));
        return (!reader.has(TRAIT.key) || level.is_some()).then_some(level);
    }
    let span = reader.span_of(UNLISTED.key);
    if reader.has(TRAIT.key) {
        reader.get(TRAIT.key, decode::node);
        let fault = Fault::new("`trait` and `unlisted` exclude each other").at(span);
        reader.faults().push(fault.help("a trait with a level is a listed one: leave one of them out"));
    }
    let word = reader.get(UNLISTED.key, decode::choice);
    let place = word.and_then(|word| Unlisted::WORDS.iter().position(|known| known.word == word))?;
    let unlisted = Unlisted::ALL[place];
    let heeded = rules.default_levels.heeds_attributes() && unlisted.is_default_skill();
    let high = heeded && reader.get(HIGH_ATTRIBUTE.key, decode::boolean).unwrap_or(false);
    let level = rules.default_levels.level(unlisted, high);
    if level.is_none() {
        let fault =
            Fault::new(format!("a `{}` that is not listed does not exist: nothing can be rolled", unlisted.word()));
        reader.faults().push(fault.at(span).help("give it a level with `trait`, or ask for another kind of trait"));
    }
    level.map(Some)
}

/// The level of a second trait, where there is one; nothing where it is at fault.
fn assisting_level(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<Option<i32>> {
    if !reader.has(ASSIST.key) {
        return Some(None);
    }
    let level = reader.get(ASSIST.key, decode::level(ladder));
    if rules.assisting == Assisting::Off {
        let span = reader.span_of(ASSIST.key);
        let fault = Fault::new("`assist` has no effect while the rule `assisting` is off").at(span);
        reader.faults().push(fault.help("leave it out, or set `assisting = \"plus-one\"` in [rules]"));
        return None;
    }
    if !reader.has(TRAIT.key) && !reader.has(UNLISTED.key) {
        let span = reader.span_of(ASSIST.key);
        let fault = Fault::new("`assist` has no trait to assist").at(span);
        reader.faults().push(fault.help("give the `trait` that is rolled against"));
        return None;
    }
    level.map(Some)
}
