//! Reads `[reaction]`.

use crate::check::{Actor, Bands, Cap, Modifiers, Reaction};
use crate::dice::Dice;
use crate::document::{Item, Key, Kind, Problem, Reader, decode, keys};
use crate::measure::Measure;
use crate::rules::{ModifierRule, ReactionModifiers, Rules};
use crate::subject::actor::{DICE, MODIFIERS, modifier_total, own_dice};
use crate::subject::check::check_keys::{bands, clash};
use crate::subject::played::Played;
use crate::subject::rows;

keys! {
    pub(crate) REACTION = "reaction": "A reaction to the characters.";
    + MODIFIERS;
    + DICE;
    RESULTS: Key<Bands> = Key::new("results", Kind::List(&Kind::Table(&RESULT)), results).means(
        "Named results by degree, from the worst to the best. The first has no `from`.",
        "[{ name = \"hostile\" }, { name = \"indifferent\", from = \"Fair\" }, { name = \"friendly\", from = \"Good\" }]",
    );
}

keys! {
    RESULT = "reaction result": "A named result of a reaction.";
    RESULT_NAME: Key<String> = Key::text("name").means("The name of the result.", "\"friendly\"").required();
    FROM: Key<i32> = Key::level("from").means("The lowest degree with this result.", "\"Good\"");
}

pub(crate) fn reaction(reader: &mut Reader<'_>) -> Option<Reaction> {
    let rules = reader.rules();
    let own = own_dice(reader, &DICE);
    let written = reader.read(&MODIFIERS).unwrap_or_default().into_iter();
    let modifiers = Ok(Modifiers::default());
    let modifiers = written.fold(modifiers, |sum, (name, value)| sum?.situational(name, value));
    let modifiers = reader.checked(modifiers);
    let results = if reader.has(&RESULTS) { reader.read(&RESULTS) } else { Some(Bands::helpfulness()) };
    if let Some((name, measure)) = results.as_ref().and_then(misnamed) {
        return reader.refuse(&RESULTS, clash(name, measure, "reaction", "result"));
    }
    let cap = reader.checked(Cap::of(rules, reader.context().ladder))?;
    let (dice, modifiers) = (own?, modifiers?);
    let (dice, total) = match rules.reaction_modifiers {
        ReactionModifiers::Degree => (dice, modifier_total(&modifiers, reader)),
        ReactionModifiers::DiceTotal => (on_dice(&dice, &modifiers, rules, reader)?, 0),
    };
    let actor = reader.checked(Actor::new(None, total, dice, cap))?;
    Some(Reaction::new(actor, results?))
}

/// The first result that has the name of a built-in figure, and that figure.
fn misnamed(results: &Bands) -> Option<(&str, &'static Measure)> {
    results.names().find_map(|name| Some((name, rows::built_in(Reaction::ROWS, name)?)))
}

/// The dice `2d6-table` with the modifiers on their total, at most ±5 (F93 4.3), before the table.
fn on_dice(dice: &Dice, modifiers: &Modifiers, rules: &Rules, reader: &mut Reader<'_>) -> Option<Dice> {
    const TABLE: &str = "2d6-table";
    const MOST: u32 = 5;
    if dice.name() != TABLE {
        let problem =
            Problem::new(format!("modifiers of the dice total need the dice `{TABLE}`, not `{}`", dice.name()));
        return reader.refuse(&DICE, problem.help("or set `reaction_modifiers = \"degree\"` in [rules]"));
    }
    let rule = match rules.modifier_rule() {
        ModifierRule::Sum { .. } => ModifierRule::Sum { cap: None },
        largest @ ModifierRule::Largest => largest,
    };
    let total = modifiers.total(rule).clamp(-(MOST as i32), MOST as i32);
    let made = if total == 0 { Ok(dice.clone()) } else { Dice::parse(&format!("2d6{total:+}-table")) };
    reader.checked(made)
}

fn results(item: Item<'_>) -> Option<Bands> {
    let result = |reader: &mut Reader<'_>| {
        let from = reader.read(&FROM);
        Some((reader.read(&RESULT_NAME)?, from))
    };
    bands(item, decode::table(result), "result")
}
