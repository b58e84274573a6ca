//! `[task]`.

use super::Tasked;
use crate::check::{MOST_SUCCESSES, PERIOD_LIMIT, Task};
use crate::document::decode;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind, joined};
use crate::document::node::Value;
use crate::document::reader::Item;
use crate::ladder::Ladder;
use crate::rules::Rules;
use crate::subject::check::read::{check_keys, read_check, sound};

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

/// Reads `[task]`.
pub(crate) fn task(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<Tasked> {
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
        Some(Tasked { task: sound(made, reader)?, names })
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
