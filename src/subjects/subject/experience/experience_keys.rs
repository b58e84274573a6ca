//! Reads `[experience]`.

use crate::chance::Purpose;
use crate::check::{Achieved, Check, Experience, PERIOD_LIMIT, Summary, raise_cost};
use crate::dice::{Dice, Pmf};
use crate::document::dice::dice_key;
use crate::document::{Key, KeyOr, Kind, Node, Problem, Reader, decode, keys};
use crate::error::{Error, Result};
use crate::rules::choice;
use crate::rules::effects::TERRIBLE;
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS};
use crate::subject::check::check_keys::{DIFFICULTY, read_check};

choice! {
    /// The price list of traits.
    Prices {
        Srd = "srd": "The levels of a skill, from Terrible up, cost 1, 1, 1, 2, 4, 8, 16, 30 and then 50 points each. Attributes cost three times as much, a gift 6 and a power 12 (SRD 5.2).",
        Lite = "lite": "Each level up to Superb costs 4 points, as does each gift or power. A session is worth one point (LITE).",
    }
}

/// Maximum number of gifts and of powers.
const MAX_GIFTS: i64 = 50;

/// Maximum cost of a purchase, and maximum number of saved points.
const MAX_COST: i64 = 1_000;

/// The highest level that can be bought: Legendary, 7th.
const HIGHEST_LEVEL: i32 = 10;

keys! {
    pub(crate) EXPERIENCE = "experience": "Experience: how many sessions it takes to buy the desired traits.";
    PRICES: KeyOr<Prices> = Key::choice("prices").means("What traits cost.", "\"lite\"").or_first();
    SKILLS: Key<Node> = raised("skills")
        .means("Skills to raise, bought level by level in this order.", "{ Sword = { from = \"Fair\", to = \"Superb\" } }");
    ATTRIBUTES: Key<Node> = raised("attributes")
        .means("Attributes to raise, bought after the skills.", "{ Strength = { from = \"Fair\", to = \"Good\" } }");
    GIFTS: KeyOr<u32> = Key::<u32>::integer("gifts", 0, MAX_GIFTS).means("Gifts to buy, after the attributes.", "1").or(0);
    POWERS: KeyOr<u32> =
        Key::<u32>::integer("powers", 0, MAX_GIFTS).means("Supernormal powers to buy, last of all.", "1").or(0);
    GIFT_COST: Key<u32> =
        cost("gift_cost").means("What a gift costs.", "8").otherwise("6; 4 in LITE");
    POWER_COST: Key<u32> =
        cost("power_cost").means("What a power costs.", "20").otherwise("12; 4 in LITE");
    LEVEL_COST: Key<u32> = cost("level_cost").means("What a level costs in LITE.", "8").otherwise("4");
    TIMES: KeyOr<u32> = Key::<u32>::integer("costs_times", 1, 10)
        .means("The factor on the usual cost, such as 2 for a long campaign. It does not apply to the `surcharge`.", "2")
        .or(1);
    SURCHARGE: KeyOr<u32> = Key::<u32>::integer("surcharge", 0, 100)
        .means("The additional cost of each level of a skill above its `attribute`.", "4")
        .or(2);
    AWARD: Key<Dice> = dice_key("award")
        .means("The points awarded in a session, as dice. A result below 0 counts as 0.", "\"1d4\"")
        .otherwise("1d3; 1 in LITE");
    FAILURES: Key<Dice> = Key::new("failures", Kind::Table(&FAILED), |item| decode::table(failures)(item))
        .means("Rolls made in each session. Each failure is worth a point.", "{ rolls = 3, trait = \"Fair\", difficulty = \"Fair\" }")
        .otherwise("failures are worth nothing");
    HITS: Key<Dice> = dice_key("key_hits")
        .means("How often the character's keys are hit in a session, as dice.", "\"1d3-1\"")
        .otherwise("there are no keys");
    HITS_PAY: KeyOr<HitsPay> = Key::choice("key_hits_pay").means("The points for key hits.", "\"once\"").or_first();
    EXCHANGE: KeyOr<u32> = Key::<u32>::integer("exchange", 1, 20)
        .means("How many awarded points make one experience point: 3 if they are Fudge points.", "3")
        .or(1);
    SPENT: Key<Dice> = dice_key("spent")
        .means("The points used up in a session, as dice, such as Fudge points spent to get out of trouble.", "\"1d3-1\"")
        .otherwise("all points are saved");
    SAVED: KeyOr<u32> = Key::<u32>::integer("saved", 0, MAX_COST).means("Points saved before the first session.", "4").or(0);
    SESSIONS: Key<u32> = Key::<u32>::integer("sessions", 1, PERIOD_LIMIT as i64)
        .means("How many sessions are played.", "20")
        .otherwise("until everything is bought");
}

keys! {
    RAISED = "raise": "A trait to raise.";
    FROM: Key<i32> = Key::level("from").means("The current level.", "\"Fair\"").required();
    TO: Key<i32> = Key::level("to").means("The level to reach.", "\"Superb\"").required();
    ATTRIBUTE: Key<i32> = Key::level("attribute")
        .means("For a skill, the level of its attribute. Each skill level above that also costs the `surcharge`.", "\"Good\"")
        .otherwise("there is no surcharge");
}

keys! {
    FAILED = "failures": "Rolls whose failures are worth points.";
    ROLLS: Key<u32> = Key::<u32>::integer("rolls", 1, 10).means("The number of rolls in a session.", "3").required();
    .. TRAIT_KEYS;
    + DIFFICULTY;
    .. ROLL_KEYS;
}

choice! {
    /// The points paid for hit keys.
    HitsPay {
        Each = "each": "One point for every hit.",
        Once = "once": "One point for a session with at least one hit.",
    }
}

/// A trait to raise from the level `from` to the level `to`. `attribute` is the level of its attribute, if given.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raise {
    from: i32,
    to: i32,
    attribute: Option<i32>,
}

const fn raised(key: &'static str) -> Key<Node> {
    Key::new(key, Kind::Map(&Kind::Table(&RAISED)), decode::node)
}

const fn cost(key: &'static str) -> Key<u32> {
    Key::<u32>::integer(key, 1, MAX_COST)
}

/// Reads the traits to raise. `free`, if given, is the reason why none of them has a surcharge for levels above its
/// attribute.
fn raises(reader: &mut Reader<'_>, key: &Key<Node>, free: Option<&'static str>) -> Vec<(String, Raise)> {
    reader.read_with(key, decode::map(decode::table(|reader| one_raise(reader, free)))).unwrap_or_default()
}

fn one_raise(reader: &mut Reader<'_>, free: Option<&'static str>) -> Option<Raise> {
    let (from, to, attribute) = (reader.read(&FROM), reader.read(&TO), reader.read(&ATTRIBUTE));
    let (from, to) = (from?, to?);
    let above = free.is_none() && attribute.is_none_or(|attribute| to > attribute);
    let reason = free.unwrap_or("no level above this attribute is bought");
    reader.record_effect(
        &ATTRIBUTE,
        above,
        reason,
        "set it for a skill that is raised above this level, with the prices of the SRD",
    );
    if to <= from || to > HIGHEST_LEVEL {
        let message = if to > HIGHEST_LEVEL { "this level is too high" } else { "`to` must be above `from`" };
        return reader.refuse(&TO, Problem::new(message));
    }
    Some(Raise { from, to, attribute })
}

pub(crate) fn experience(reader: &mut Reader<'_>) -> Option<Experience> {
    let lite = reader.read(&PRICES) == Prices::Lite;
    let before = reader.problems().found();
    let free = lite.then_some("in LITE there is no surcharge");
    let skills = raises(reader, &SKILLS, free);
    let attributes = raises(reader, &ATTRIBUTES, Some("only a skill has an attribute"));
    let good = reader.problems().found() == before;
    let level_cost = if lite { reader.read(&LEVEL_COST).unwrap_or(4) } else { 0 };
    let surcharge = if lite { 0 } else { reader.read(&SURCHARGE) };
    let (gifts, powers) = (reader.read(&GIFTS), reader.read(&POWERS));
    let gift_cost = reader.read(&GIFT_COST).unwrap_or(if lite { 4 } else { 6 });
    let power_cost = reader.read(&POWER_COST).unwrap_or(if lite { 4 } else { 12 });
    let (times, exchange) = (reader.read(&TIMES), reader.read(&EXCHANGE));
    let level = |to: i32, factor: u32| times * if lite { level_cost } else { factor * raise_cost(to) };
    let mut costs: Vec<u32> = Vec::new();
    for (_, Raise { from, to, attribute }) in &skills {
        // The surcharge is not part of the usual cost, so `costs_times` does not multiply it (reading 56).
        let above = |to: i32| attribute.is_some_and(|attribute| to > attribute);
        costs.extend((from + 1..=*to).map(|to| level(to, 1) + if above(to) { surcharge } else { 0 }));
    }
    for (_, Raise { from, to, .. }) in &attributes {
        costs.extend((from + 1..=*to).map(|to| level(to, 3)));
    }
    costs.extend((0..gifts).map(|_| times * gift_cost));
    costs.extend((0..powers).map(|_| times * power_cost));
    costs.iter_mut().for_each(|cost| *cost *= exchange);
    let below = || skills.iter().chain(&attributes).find(|(_, raise)| raise.from < TERRIBLE);
    if !lite && let Some((name, _)) = below() {
        let problem = Problem::new(format!("`{name}` is below Terrible, and no source prices such levels"));
        return reader.refuse_table(problem.help("start at Terrible or above"));
    }
    if lite && let Some((name, _)) = skills.iter().chain(&attributes).find(|(_, raise)| raise.to > 3) {
        let problem = Problem::new(format!("`{name}` cannot go above Superb"));
        return reader.refuse_table(problem.help("that is the limit of LITE"));
    }
    let raises = skills.iter().chain(&attributes).count() > 0;
    reader.record_effect(&LEVEL_COST, raises, "no level is bought", "set `skills` or `attributes` to raise");
    reader.record_effect(&GIFT_COST, gifts > 0, "no gift is bought", "set `gifts` to 1 or more");
    reader.record_effect(&POWER_COST, powers > 0, "no power is bought", "set `powers` to 1 or more");
    let charged = |(_, raise): &(String, Raise)| raise.attribute.is_some_and(|attribute| raise.to > attribute);
    let above = skills.iter().any(charged);
    reader.record_effect(
        &SURCHARGE,
        above,
        "no skill is raised above its `attribute`",
        "give a skill an `attribute` below its `to`",
    );
    let award = reader.optional(&AWARD)?.or_else(|| usual_award(lite, reader))?;
    let pays = |dice: &Dice| dice.pmf().highest() > 0;
    let mut gains = vec![(Purpose::Award, award)];
    if reader.has(&FAILURES) {
        let failures = reader.read(&FAILURES)?;
        reader.record_effect(&FAILURES, pays(&failures), "these rolls never fail", "make them harder");
        gains.push((Purpose::Failures, failures));
    }
    let mut pays_once = false;
    if reader.has(&HITS) {
        pays_once = reader.read(&HITS_PAY) == HitsPay::Once;
        let hits = reader.read(&HITS)?;
        reader.record_effect(&HITS, pays(&hits), "no key is ever hit", "use dice that can roll above 0");
        reader.record_effect(
            &HITS_PAY,
            hits.pmf().highest() > 1,
            "there is never more than one hit",
            "use other dice for `key_hits`",
        );
        gains.push((Purpose::KeyHits, hits));
    }
    let spent = reader.optional(&SPENT)?;
    reader.record_effect(
        &SPENT,
        spent.as_ref().is_none_or(pays),
        "no point is ever used up",
        "use dice that can roll above 0",
    );
    let (saved, sessions) = (reader.read(&SAVED), reader.read(&SESSIONS));
    if !good {
        return None;
    }
    reader.checked(Experience { costs, gains, pays_once, spent, saved, sessions }.checked())
}

fn usual_award(lite: bool, reader: &mut Reader<'_>) -> Option<Dice> {
    if lite { Some(Dice::new("1", Pmf::certain(1))) } else { reader.checked(Dice::parse("1d3")) }
}

/// The number of failed rolls in a session, as dice.
fn failures(reader: &mut Reader<'_>) -> Option<Dice> {
    let rolls = reader.read(&ROLLS);
    let check = read_check(reader, None);
    reader.checked(failed(&check?, rolls?))
}

/// The number of failures in `rolls` rolls of `check`, as dice.
fn failed(check: &Check, rolls: u32) -> Result<Dice> {
    let share =
        Summary::of_branches(|chance| check.roll(chance)).weight_of(|outcome| outcome.achieved == Achieved::Failure);
    let whole = |number: u128| u64::try_from(number).ok();
    let fraction = share.fraction().and_then(|(over, under)| Some((whole(over)?, whole(under)?)));
    let Some((over, under)) = fraction else {
        return Err(Error::input("the chance of a failure is not a fraction of two small numbers"));
    };
    let once = Pmf::from_weights([(0, under - over), (1, over)])?;
    let sum = (1..rolls).try_fold(once.clone(), |sum, _| sum.convolve(&once));
    let help = "take fewer rolls, or dice with fewer results";
    let sum = sum.map_err(|_| Error::input("these rolls are too many to add up").with_help(help))?;
    Ok(Dice::new(format!("{rolls} rolls"), sum))
}
