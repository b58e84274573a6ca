//! `spend`: what a fighter spends Fudge points on, and when (P1 to P7).

use super::tactics::{self, choice, conditions, key, words};
use crate::document::decode;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::{Item, Reader};
use crate::rules::fudge::{Goal, MOST_POINTS, MOST_SPENDS, Spend, Threshold};
use crate::rules::{Boon, Choice, Rules, Spending};

/// What `fudge_points` must be.
pub(crate) const POINTS: Kind = Kind::Integer { min: 0, max: MOST_POINTS as i64 };

/// What `spend` must be.
pub(crate) const SPEND: Kind = Kind::Any(&[Kind::Choice(POLICIES), Kind::List(&ROW)]);

const BOONS: &[&str] = &words::<{ Boon::WORDS.len() }>(Boon::WORDS);

const BOON: Kind = Kind::Choice(BOONS);

const NOTHING: &str = "nothing";
const SURVIVE: &str = "survive";

/// Policies by name: each use by itself, and two more.
const POLICIES: &[&str] = &{
    let mut all = [NOTHING; 2 + BOONS.len()];
    all[1] = SURVIVE;
    let mut place = 0;
    while place < BOONS.len() {
        all[2 + place] = BOONS[place];
        place += 1;
    }
    all
};

const ROW: Kind = Kind::Any(&[BOON, Kind::Table(ROW_KEYS)]);

const OUT: &str = "out";

const ROW_KEYS: &[KeySpec] = &[
    KeySpec { required: true, ..key("on", BOON, "What a point is spent on.", "\"reroll\"") },
    key(
        "to",
        Kind::Choice(&["avoid", "hit"]),
        "What a shift or a reroll is to do to an exchange: keep the fighter from being hit, or let the fighter hit; either unless given.",
        "\"avoid\"",
    ),
    key(
        "from",
        Kind::Text,
        "The least wound that is made lighter, or \"out\" for one that puts out of action; any unless given.",
        "\"Very Hurt\"",
    ),
    key("save", POINTS, "How many points are kept for other rows.", "1"),
    tactics::WOUNDS,
    tactics::FOE_WOUNDS,
    tactics::AHEAD,
    tactics::BEHIND,
    tactics::OUTNUMBERED,
    tactics::FROM_ROUND,
    tactics::UNTIL_ROUND,
];

/// What a fighter spends, and how many points there are to spend where the fighter says so.
pub(crate) fn spending(reader: &mut Reader<'_>, rules: &Rules) -> (Option<u8>, Spending) {
    let points = reader.get("fudge_points", |item| {
        let stated = decode::integer(item)?;
        Some(stated as u8)
    });
    if reader.has("fudge_points") && !reader.has("spend") {
        let fault = Fault::new("`fudge_points` has no effect without `spend`").at(reader.span_of("fudge_points"));
        reader.faults().push(fault.help("say what the points go on, as in `spend = \"survive\"`"));
    }
    if reader.has("spend") && !reader.has("fudge_points") && rules.fudge_points == 0 {
        let fault = Fault::new("there are no Fudge points to spend").at(reader.span_of("spend"));
        reader
            .faults()
            .push(fault.help("give the fighter `fudge_points`, or all fighters by `fudge_points` in [rules]"));
    }
    (points, reader.get("spend", |item| policy(item, rules)).unwrap_or_default())
}

/// A policy by name, or its rows.
fn policy(item: Item<'_>, rules: &Rules) -> Option<Spending> {
    if item.node.as_str().is_some() {
        let word = decode::choice(item)?;
        return Some(match Boon::ALL.iter().find(|boon| boon.word() == word) {
            Some(boon) => Spending::on(*boon),
            None if word == SURVIVE => Spending::to_survive(),
            None => Spending::default(),
        });
    }
    let span = item.node.span;
    let Item { name, node, kind, key_span, faults } = item;
    let rows = decode::list(|item| row(item, rules))(Item { name, node, kind, key_span, faults: &mut *faults })?;
    if rows.is_empty() || rows.len() > MOST_SPENDS {
        let fault = Fault::new(format!("a spending policy has 1 to {MOST_SPENDS} rows")).at(span);
        faults.push(fault.help(format!("write `spend = \"{NOTHING}\"` for none")));
        return None;
    }
    Some(Spending(rows))
}

fn row(item: Item<'_>, rules: &Rules) -> Option<Spend> {
    match item.node.as_table() {
        None => choice(item).map(Spend::on),
        Some(_) => decode::table(|reader| conditioned(reader, rules))(item),
    }
}

/// A row with conditions.
fn conditioned(reader: &mut Reader<'_>, rules: &Rules) -> Option<Spend> {
    let on: Option<Boon> = reader.get("on", choice);
    let goal = reader.get("to", |item| match on {
        Some(Boon::Shift | Boon::Reroll) | None => decode::choice(item),
        Some(other) => vain(item, "to", other, "`shift` and `reroll`"),
    });
    let from = reader.get("from", |item| match on {
        Some(Boon::Lighter) | None if item.node.as_str() == Some(OUT) => Some(Threshold::Out),
        Some(Boon::Lighter) | None => tactics::wound(item, &rules.record).map(Threshold::Level),
        Some(other) => vain(item, "from", other, "`lighter-wound`"),
    });
    let save = reader.get("save", decode::integer).unwrap_or(0) as u8;
    let conditions = conditions(reader, rules)?;
    let to = match goal {
        Some("avoid") => Goal::Avoid,
        Some(_) => Goal::Hit,
        None => Goal::Either,
    };
    Some(Spend { on: on?, to, from: from.unwrap_or(Threshold::Level(1)), save, conditions })
}

/// A condition that means nothing for such a use.
fn vain<T>(item: Item<'_>, key: &str, boon: Boon, of: &str) -> Option<T> {
    let fault = Fault::new(format!("`{key}` has no effect on `{}`", boon.word()));
    item.refuse(fault.help(format!("it belongs to {of}: leave it out")))
}
