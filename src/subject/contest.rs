//! `[contest]`, `[reaction]` and `[task]`.

use super::action::{check_keys, read_check, sound};
use super::actor::{ASSIST, HIGH_ATTRIBUTE, MODIFIERS, TRAIT, UNCAPPED, UNLISTED, actor, own_dice};
use crate::check::{Actor, Bands, Cap, Contest, Contestant, MOST_SUCCESSES, Modifiers, PERIOD_LIMIT, Reaction, Task};
use crate::dice::Dice;
use crate::document::decode;
use crate::document::dice::dice;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind, joined};
use crate::document::node::Value;
use crate::document::reader::{Item, Reader};
use crate::ladder::Ladder;
use crate::rules::{ModifierRule, ReactionModifiers, Rules};

/// What `[contest]` holds: contestants by name.
pub(crate) const CONTEST: Kind = Kind::Map(&Kind::Table(CONTESTANT));

const CONTESTANT: &[KeySpec] = &[
    key("name", Kind::Text, "The name shown, where it is another than the key.", "\"Anna\""),
    TRAIT,
    UNLISTED,
    HIGH_ATTRIBUTE,
    ASSIST,
    MODIFIERS,
    UNCAPPED,
    own_dice("Dice of their own; `none` for one who rolls nothing.", "\"2dF\""),
    key("minimum", Kind::Level, "The degree that a win needs at least.", "\"Fair\""),
];

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

/// Successes for at least half of the periods (SRD 5.3).
const HALF: &str = "half";

pub(crate) const TASK: &[KeySpec] = &joined::<4, 8, 12>(
    [
        KeySpec {
            required: true,
            ..key(
                "successes",
                Kind::Any(&[Kind::Integer { min: 1, max: MOST_SUCCESSES as i64 }, Kind::Choice(&[HALF])]),
                "How many successes it takes; `half` of the periods, rounded up.",
                "3",
            )
        },
        key(
            "failures",
            Kind::Integer { min: 1, max: MOST_SUCCESSES as i64 },
            "How many failures end it; none unless given.",
            "4",
        ),
        key(
            "periods",
            Kind::Integer { min: 1, max: PERIOD_LIMIT as i64 },
            "How many periods there are; as many as it takes unless given.",
            "6",
        ),
        key(
            "rolls",
            Kind::Map(&Kind::Table(&ROLL)),
            "Several rolls in each period, by name; the worst counts.",
            "{ spell = { trait = \"Fair\" }, craft = { trait = \"Good\" } }",
        ),
    ],
    ROLL,
);

const ROLL: [KeySpec; 8] = check_keys("The level to reach in each roll.");

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// Reads `[contest]`.
pub(crate) fn contest(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<(Contest, Vec<String>)> {
    let span = item.node.span;
    let faults = item.faults;
    let contestant = |item: Item<'_>| decode::table(|reader| contestant(reader, ladder, rules))(item);
    let read = decode::map(contestant)(Item { faults: &mut *faults, ..item })?;
    let (mut contestants, mut names) = (Vec::new(), Vec::new());
    for (key, (contestant, name)) in read {
        let name = name.unwrap_or(key);
        if names.contains(&name) {
            let fault = Fault::new(format!("two of them are called `{name}`")).at(span);
            faults.push(fault.help("give one of them another `name`"));
        }
        contestants.push(contestant);
        names.push(name);
    }
    match Contest::new(contestants) {
        Ok(contest) => Some((contest, names)),
        Err(error) => {
            faults.push(Fault::from(error).at(span));
            None
        }
    }
}

fn contestant(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<(Contestant, Option<String>)> {
    let name = reader.get("name", decode::text);
    let minimum = reader.get("minimum", decode::level(ladder));
    let made = Contestant::new(actor(reader, ladder, rules)?, minimum);
    Some((sound(made, reader)?, name))
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
    super::action::bands(item, decode::table(result), "result")
}

/// Reads `[task]`.
pub(crate) fn task(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<(Task, Vec<String>)> {
    decode::table(|reader| {
        let periods = reader.get("periods", decode::integer).map(|number| number as u32);
        let failures = reader.get("failures", decode::integer).map(|number| number as u32);
        let successes = reader.get("successes", |item| successes(item, periods));
        let (checks, names) = if reader.has("rolls") {
            let one = |item: Item<'_>| decode::table(|reader| read_check(reader, ladder, rules, None))(item);
            let rolls = reader.get("rolls", decode::map(one));
            let rolls = rolls?.into_iter().map(|(name, check)| (check, name));
            rolls.unzip()
        } else {
            (vec![read_check(reader, ladder, rules, None)?], Vec::new())
        };
        let made = Task::new(checks, successes?, failures, periods);
        Some((sound(made, reader)?, names))
    })(item)
}

fn successes(item: Item<'_>, periods: Option<u32>) -> Option<u32> {
    let Value::String(_) = item.node.value else { return decode::integer(item).map(|number| number as u32) };
    let span = item.node.span;
    let Item { name, node, kind, key_span, faults } = item;
    decode::choice(Item { name, node, kind, key_span, faults: &mut *faults })?;
    if periods.is_none() {
        faults.push(Fault::new("half of how many?").at(span).help("say how many `periods` there are"));
    }
    periods.map(|periods| periods.div_ceil(2))
}
