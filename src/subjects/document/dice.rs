//! Dice in scenario files: by name, or defined by a table (D18).

use super::decode;
use super::formula;
use super::key::{Key, KeyOr, keys};
use super::keys::Kind;
use super::node::Value;
use super::problem::{Problem, excerpt};
use super::reader::{Item, Reader};
use crate::dice::{Band, CustomDice, CustomRoll, Dice, Keep};

/// The kind of a dice key.
pub const KIND: Kind = Kind::Any(&[Kind::Dice, Kind::Table(&DICE)]);

/// The largest result of custom dice, positive or negative.
const MAX_RESULT: i64 = 10_000;
const RESULT_KIND: Kind = Kind::Integer { min: -MAX_RESULT, max: MAX_RESULT };

keys! {
    pub DICE = "dice": "Custom dice: a pool of dice, results with weights, one die with two results, or a table for the sum of dice.";
    NAME: KeyOr<String> = Key::text("name").means("What the dice are called in results.", "\"our dice\"").or("custom");
    ROLL: Key<String> = Key::text("roll").means("The dice, by name, whose sum is looked up in `table`.", "\"2d6\"");
    FACES: Key<Vec<i64>> = Key::new("faces", Kind::List(&RESULT_KIND), |item| decode::list(decode::integer)(item))
        .means("The faces of one die of a pool.", "[-1, 0, 0, 1]");
    COUNT: KeyOr<u32> = pool_size_key("count").means("How many dice the pool has.", "4").or(1);
    HIGHEST: Key<u32> = pool_size_key("highest").means("How many of the highest dice count.", "3");
    LOWEST: Key<u32> = pool_size_key("lowest").means("How many of the lowest dice count.", "3");
    WEIGHTS: Key<Vec<(String, i64)>> =
        Key::new("weights", Kind::Map(&Kind::Integer { min: 0, max: i64::MAX }), |item| decode::map(decode::integer)(item))
            .means("Results and their weights.", "{ \"-1\" = 1, \"0\" = 2, \"1\" = 1 }");
    CHANCE: Key<CustomRoll> = Key::new("chance", Kind::Table(&ONE_CHANCE), |item| decode::table(chance)(item))
        .means("One die that shows one of two results.", "{ hits = 1, of = 3, hit = 1, miss = 0 }");
    TABLE: Key<Vec<Band>> = Key::new("table", Kind::List(&Kind::Table(&BAND)), |item| decode::list(decode::table(band))(item))
        .means("The result of each sum.", "[{ from = 2, to = 5, result = -1 }]");
}

keys! {
    ONE_CHANCE = "chance": "One die that shows one of two results.";
    HITS: Key<u64> = Key::<u64>::integer("hits", 1, 1000).means("How many of `of` equal chances hit.", "1").required();
    OF: Key<u64> = Key::<u64>::integer("of", 1, 1_000_000).means("How many equal chances there are.", "3").required();
    HIT: Key<i32> = result_key("hit").means("The result of a hit.", "1").required();
    MISS: Key<i32> = result_key("miss").means("The result of a miss.", "0").required();
}

keys! {
    BAND = "band": "One row of a table for the sum of dice.";
    FROM: Key<i32> = result_key("from").means("The lowest sum.", "2").required();
    TO: Key<i32> = result_key("to").means("The highest sum.", "5").otherwise("as `from`");
    RESULT: Key<i32> = result_key("result").means("The result of these sums.", "-1").required();
}

/// A key for a number of dice.
const fn pool_size_key(key: &'static str) -> Key<u32> {
    Key::<u32>::integer(key, 1, 1000)
}

/// A key for a result of custom dice.
const fn result_key(key: &'static str) -> Key<i32> {
    Key::<i32>::integer(key, -MAX_RESULT, MAX_RESULT)
}

/// A key for dice: text, or a table that defines custom dice.
pub(crate) const fn dice_key(key: &'static str) -> Key<Dice> {
    Key::new(key, KIND, dice)
}

/// Like [`dice_key`], but a formula can use `need`, the lowest total that succeeds.
pub(crate) const fn dice_by_need_key(key: &'static str) -> Key<Dice> {
    Key::new(key, KIND, dice_by_need)
}

/// Like `dice`, but a formula can use `need`, the lowest total that succeeds.
pub fn dice_by_need(item: Item<'_>) -> Option<Dice> {
    if let Value::String(text) = &item.node.value { formula::dice_by_need(item, text) } else { dice(item) }
}

/// Reads dice as text, or from a table that defines custom dice.
pub(crate) fn dice(item: Item<'_>) -> Option<Dice> {
    if let Value::String(text) = &item.node.value {
        return formula::dice(item, text);
    }
    decode::table(|reader| {
        let name = reader.read(&NAME);
        let custom = CustomDice { roll: roll(reader)?, table: bands(reader)? };
        reader.checked(custom.dice(name))
    })(item)
}

fn roll(reader: &mut Reader<'_>) -> Option<CustomRoll> {
    match reader.only_one(&[&ROLL, &FACES, &WEIGHTS, &CHANCE]) {
        Some("roll") => reader.read(&ROLL).map(CustomRoll::Expression),
        Some("faces") => {
            let faces = reader.read(&FACES)?;
            let count = reader.read(&COUNT);
            let keep = keep(reader)?;
            Some(CustomRoll::Pool { faces: faces.into_iter().map(|face| face as i32).collect(), count, keep })
        }
        Some("weights") => weights(reader),
        Some(_) => reader.read(&CHANCE),
        None => {
            // It is unknown which of the keys would have an effect.
            DICE.specs().iter().for_each(|spec| reader.skip(spec));
            None
        }
    }
}

fn keep(reader: &mut Reader<'_>) -> Option<Keep> {
    let highest = reader.read(&HIGHEST).map(Keep::Highest);
    let lowest = reader.read(&LOWEST).map(Keep::Lowest);
    if highest.is_some() && lowest.is_some() {
        return reader.refuse(&LOWEST, Problem::new("`highest` and `lowest` exclude each other"));
    }
    Some(highest.or(lowest).unwrap_or(Keep::All))
}

fn weights(reader: &mut Reader<'_>) -> Option<CustomRoll> {
    let weights = reader.read(&WEIGHTS)?;
    let mut read = Vec::with_capacity(weights.len());
    for (value, weight) in weights {
        let Ok(number) = value.trim_start_matches('+').parse() else {
            let problem = Problem::new(format!("`{}` is not a whole number", excerpt(&value)));
            let help = "each result has a weight: `weights = { \"-1\" = 1, \"0\" = 2, \"1\" = 1 }`";
            return reader.refuse(&WEIGHTS, problem.help(help));
        };
        read.push((number, weight as u64));
    }
    Some(CustomRoll::Weights(read))
}

fn chance(reader: &mut Reader<'_>) -> Option<CustomRoll> {
    let (hits, of, hit, miss) = (reader.read(&HITS), reader.read(&OF), reader.read(&HIT), reader.read(&MISS));
    Some(CustomRoll::Chance { numerator: hits?, denominator: of?, hit: hit?, miss: miss? })
}

fn bands(reader: &mut Reader<'_>) -> Option<Vec<Band>> {
    reader.optional(&TABLE).map(Option::unwrap_or_default)
}

fn band(reader: &mut Reader<'_>) -> Option<Band> {
    let from = reader.read(&FROM);
    let to = reader.read(&TO).or(from);
    let result = reader.read(&RESULT);
    Some(Band { from: from?, to: to?, result: result? })
}
