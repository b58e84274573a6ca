//! `[reaction]`.

use crate::check::{Actor, Bands, Cap, Modifiers, Reaction};
use crate::dice::Dice;
use crate::document::decode;
use crate::document::dice::dice;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::{Item, Reader};
use crate::ladder::Ladder;
use crate::rules::{ModifierRule, ReactionModifiers, Rules};
use crate::subject::actor::{MODIFIERS, own_dice};
use crate::subject::check::read::{bands, sound};

pub(crate) const REACTION: &[KeySpec] = &[
    MODIFIERS,
    own_dice("Dice of this roll's own.", "\"1dF\""),
    key(
        "results",
        Kind::List(&Kind::Table(RESULT)),
        "What degrees are called, from the worst to the best; the first without `from`.",
        "[{ name = \"hostile\" }, { name = \"indifferent\", from = \"Fair\" }, { name = \"friendly\", from = \"Good\" }]",
    ),
];

const RESULT: &[KeySpec] = &[
    KeySpec { required: true, ..key("name", Kind::Text, "Its name.", "\"friendly\"") },
    key("from", Kind::Level, "The lowest degree that is called so.", "\"Good\""),
];

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// Reads `[reaction]`.
pub(crate) fn reaction(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<Reaction> {
    decode::table(|reader| {
        let own = if reader.has("dice") { reader.get("dice", dice) } else { Some(rules.dice.clone()) };
        let written = reader.get(MODIFIERS.key, decode::map(decode::integer)).unwrap_or_default().into_iter();
        let modifiers = Ok(Modifiers::default());
        let modifiers = written.fold(modifiers, |sum, (name, value)| sum?.situational(name, value as i32));
        let modifiers = sound(modifiers, reader);
        let results = if reader.has("results") {
            reader.get("results", |item| results(item, ladder))
        } else {
            Some(Bands::helpfulness())
        };
        let cap = sound(Cap::of(rules, ladder), reader)?;
        let (dice, modifiers) = (own?, modifiers?);
        let (dice, total) = match rules.reaction_modifiers {
            ReactionModifiers::Degree => (dice, modifiers.total(rules.modifier_rule())),
            ReactionModifiers::DiceTotal => (on_dice(&dice, &modifiers, rules, reader)?, 0),
        };
        let actor = sound(Actor::new(None, total, dice, cap), reader)?;
        Some(Reaction::new(actor, results?))
    })(item)
}

/// Two dice with the modifiers on their total, at most ±5 (F93 4.3), before the table.
fn on_dice(dice: &Dice, modifiers: &Modifiers, rules: &Rules, reader: &mut Reader<'_>) -> Option<Dice> {
    const TABLE: &str = "2d6-table";
    const MOST: u32 = 5;
    if dice.name() != TABLE {
        let fault = Fault::new(format!("modifiers of the dice total need the dice `{TABLE}`, not `{}`", dice.name()));
        let span = reader.span_of("dice");
        reader.faults().push(fault.at(span).help("or set `reaction_modifiers = \"degree\"` in [rules]"));
        return None;
    }
    let rule = match rules.modifier_rule() {
        ModifierRule::Sum { .. } => ModifierRule::Sum { cap: None },
        largest @ ModifierRule::Largest => largest,
    };
    let total = modifiers.total(rule).clamp(-(MOST as i32), MOST as i32);
    let made = if total == 0 { Ok(dice.clone()) } else { Dice::parse(&format!("2d6{total:+}-table")) };
    sound(made, reader)
}

fn results(item: Item<'_>, ladder: &Ladder) -> Option<Bands> {
    let result = |reader: &mut Reader<'_>| {
        let from = reader.get("from", decode::level(ladder));
        Some((reader.get("name", decode::text)?, from))
    };
    bands(item, decode::table(result), "result")
}
