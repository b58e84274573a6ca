//! Dice in scenario files: by name, or spelled out as a table (D18).

use super::decode;
use super::fault::{Fault, excerpt};
use super::keys::{KeySpec, Kind, listed};
use super::reader::{Item, Reader};
use crate::dice::{Band, Custom, Dice, Keep, Roll};

/// What a dice key may hold.
pub(crate) const KIND: Kind = Kind::Any(&[Kind::Dice, Kind::Table(KEYS)]);

const VALUE: Kind = Kind::Integer { min: -10_000, max: 10_000 };
const COUNT: Kind = Kind::Integer { min: 1, max: 1000 };

const KEYS: &[KeySpec] = &[
    key("name", Kind::Text, "What the dice are called in results.", "\"our dice\""),
    key("roll", Kind::Text, "Dice by name, to look up in `table`.", "\"2d6\""),
    key("faces", Kind::List(&VALUE), "The faces of one die of a pool.", "[-1, 0, 0, 1]"),
    key("count", COUNT, "How many dice the pool has (1 unless given).", "4"),
    key("highest", COUNT, "Only so many of the highest dice count.", "3"),
    key("lowest", COUNT, "Only so many of the lowest dice count.", "3"),
    key(
        "weights",
        Kind::Map(&Kind::Integer { min: 0, max: i64::MAX }),
        "Results and their weights.",
        "{ \"-1\" = 1, \"0\" = 2, \"1\" = 1 }",
    ),
    key(
        "chance",
        Kind::Table(CHANCE),
        "One die that shows one thing or another.",
        "{ hits = 1, of = 3, hit = 1, miss = 0 }",
    ),
    key("table", Kind::List(&Kind::Table(BAND)), "What each sum is read as.", "[{ from = 2, to = 5, result = -1 }]"),
];

const CHANCE: &[KeySpec] = &[
    required("hits", COUNT, "How many of `of` equal chances hit.", "1"),
    required("of", Kind::Integer { min: 1, max: 1_000_000 }, "How many equal chances there are.", "3"),
    required("hit", VALUE, "The result of a hit.", "1"),
    required("miss", VALUE, "The result of a miss.", "0"),
];

const BAND: &[KeySpec] = &[
    required("from", VALUE, "The lowest sum.", "2"),
    key("to", VALUE, "The highest sum (the lowest unless given).", "5"),
    required("result", VALUE, "What it is read as.", "-1"),
];

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

const fn required(name: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { required: true, ..key(name, kind, meaning, example) }
}

/// A dice method: its name, or a table that spells it out.
pub(crate) fn dice(item: Item<'_>) -> Option<Dice> {
    decode::dice(|item| {
        let span = item.node.span;
        decode::table(move |reader| {
            let name = reader.get("name", decode::text).unwrap_or_else(|| "custom".to_owned());
            let custom = Custom { roll: roll(reader)?, table: bands(reader)? };
            match custom.dice(name) {
                Ok(dice) => Some(dice),
                Err(error) => {
                    reader.faults().push(Fault::from(error).at(span));
                    None
                }
            }
        })(item)
    })(item)
}

fn roll(reader: &mut Reader<'_>) -> Option<Roll> {
    let ways: Vec<&str> = ["roll", "faces", "weights", "chance"].into_iter().filter(|key| reader.has(key)).collect();
    let span = reader.span();
    match ways[..] {
        ["roll"] => reader.get("roll", decode::text).map(Roll::Expression),
        ["faces"] => {
            let faces = reader.get("faces", decode::list(decode::integer))?;
            let count = reader.get("count", decode::integer).unwrap_or(1) as u32;
            let keep = keep(reader)?;
            Some(Roll::Pool { faces: faces.into_iter().map(|face| face as i32).collect(), count, keep })
        }
        ["weights"] => weights(reader),
        ["chance"] => reader.get("chance", decode::table(chance)),
        _ => {
            let found = if ways.is_empty() { "none of them".to_owned() } else { listed(&ways) };
            let fault = Fault::new("dice are spelled out by exactly one of `roll`, `faces`, `weights` and `chance`");
            let fault = fault.at(span).label(format!("here: {found}"));
            reader.faults().push(fault.help("for example `{ faces = [-1, 0, 1], count = 4 }`"));
            for spec in KEYS {
                reader.get(spec.key, decode::node); // which of them has an effect is not known
            }
            None
        }
    }
}

fn keep(reader: &mut Reader<'_>) -> Option<Keep> {
    let highest = reader.get("highest", decode::integer).map(|n| Keep::Highest(n as u32));
    let lowest = reader.get("lowest", decode::integer).map(|n| Keep::Lowest(n as u32));
    if highest.is_some() && lowest.is_some() {
        let span = reader.span_of("lowest");
        reader.faults().push(Fault::new("`highest` and `lowest` exclude each other").at(span));
        return None;
    }
    Some(highest.or(lowest).unwrap_or(Keep::All))
}

fn weights(reader: &mut Reader<'_>) -> Option<Roll> {
    let span = reader.span_of("weights");
    let weights = reader.get("weights", decode::map(decode::integer))?;
    let mut read = Vec::with_capacity(weights.len());
    for (value, weight) in weights {
        match value.trim_start_matches('+').parse() {
            Ok(value) => read.push((value, weight as u64)),
            Err(_) => {
                let fault = Fault::new(format!("`{}` is no whole number", excerpt(&value))).at(span);
                let help = "each result has a weight: `weights = { \"-1\" = 1, \"0\" = 2, \"1\" = 1 }`";
                reader.faults().push(fault.help(help));
                return None;
            }
        }
    }
    Some(Roll::Weights(read))
}

fn chance(reader: &mut Reader<'_>) -> Option<Roll> {
    let mut get = |key| reader.get(key, decode::integer);
    let (hits, of, hit, miss) = (get("hits"), get("of"), get("hit"), get("miss"));
    Some(Roll::Chance { numerator: hits? as u64, denominator: of? as u64, hit: hit? as i32, miss: miss? as i32 })
}

fn bands(reader: &mut Reader<'_>) -> Option<Vec<Band>> {
    if !reader.has("table") {
        return Some(Vec::new());
    }
    let band = |reader: &mut Reader<'_>| {
        let from = reader.get("from", decode::integer);
        let to = reader.get("to", decode::integer).or(from);
        let result = reader.get("result", decode::integer);
        Some(Band { from: from? as i32, to: to? as i32, result: result? as i32 })
    };
    reader.get("table", decode::list(decode::table(band)))
}
