//! Reads `spend`: what a fighter spends Fudge points on, and when (P1 to P7).

use super::tactics::{self, conditions};
use crate::document::decode;
use crate::document::key::{Key, KeyOr, keys};
use crate::document::keys::Kind;
use crate::document::node::Node;
use crate::document::problem::Problem;
use crate::document::reader::{Item, Reader};
use crate::rules::fudge::{Goal, MOST_POINTS, MOST_SPENDS, Spend, Threshold};
use crate::rules::{Boon, Choice, Spending};

/// Accepted values of `spend`.
pub(crate) const SPENDING: Kind = Kind::Any(&[Kind::Choice(POLICIES), Kind::List(&ROW)]);

/// Maximum number of Fudge points of a fighter.
pub(crate) const POINT_LIMIT: i64 = MOST_POINTS as i64;

const BOON: Kind = Kind::Words(Boon::WORDS);

/// The policy of spending no points.
pub(crate) const NOTHING: &str = "nothing";
const SURVIVE: &str = "survive";

/// Policies by name: `nothing`, `survive`, and one for each use of points.
const POLICIES: &[&str] = &{
    let mut all = [NOTHING; 2 + Boon::WORDS.len()];
    all[1] = SURVIVE;
    let mut place = 0;
    while place < Boon::WORDS.len() {
        all[2 + place] = Boon::WORDS[place].word;
        place += 1;
    }
    all
};

const ROW: Kind = Kind::Any(&[BOON, Kind::Table(&ROW_KEYS)]);

const OUT: &str = "out";

keys! {
    ROW_KEYS = "spending row": "What a Fudge point is spent on, and under which conditions.";
    ON: Key<Boon> = Key::choice("on").means("What a point is spent on.", "\"reroll\"").required();
    TO: Key<Goal> = Key::new("to", Kind::Choice(&["avoid", "hit"]), goal)
        .means("What a shift or a reroll is for: to keep the fighter from being hit, or to let the fighter hit.", "\"avoid\"")
        .otherwise("either");
    FROM: Key<Node> = Key::new("from", Kind::Text, decode::node)
        .means("The lightest wound that is reduced, or \"out\" for one that puts the fighter out of action.", "\"Very Hurt\"")
        .otherwise("any wound");
    SAVE: KeyOr<u8> =
        Key::<u8>::integer("save", 0, POINT_LIMIT).means("How many points to keep for other rows.", "1").or(0);
    + tactics::WOUNDS;
    + tactics::FOE_WOUNDS;
    + tactics::AHEAD;
    + tactics::BEHIND;
    + tactics::OUTNUMBERED;
    + tactics::FROM_ROUND;
    + tactics::UNTIL_ROUND;
}

/// Reads `spend`: the name of a policy, or a list of rows.
pub(crate) fn policy(mut item: Item<'_>) -> Option<Spending> {
    if item.node.as_str().is_some() {
        let word = decode::choice(item)?;
        return Some(match Boon::ALL.iter().find(|boon| boon.word() == word) {
            Some(boon) => Spending::on(*boon),
            None if word == SURVIVE => Spending::to_survive(),
            None => Spending::default(),
        });
    }
    let rows = decode::list(row)(item.again())?;
    if rows.is_empty() || rows.len() > MOST_SPENDS {
        let problem = Problem::new(format!("a spending policy has 1 to {MOST_SPENDS} rows"));
        return item.refuse(problem.help(format!("write `spend = \"{NOTHING}\"` for none")));
    }
    Some(Spending(rows))
}

/// Reads a row of a policy: the use of a point, or a table.
fn row(item: Item<'_>) -> Option<Spend> {
    match item.node.as_table() {
        None => decode::choice_of(item).map(Spend::on),
        Some(_) => decode::table(row_from_table)(item),
    }
}

/// Reads a row given as a table, which may have conditions.
fn row_from_table(reader: &mut Reader<'_>) -> Option<Spend> {
    let on = reader.read(&ON);
    let to = reader.read_with(&TO, |item| match on {
        Some(Boon::Shift | Boon::Reroll) | None => goal(item),
        Some(other) => refuse_vain_condition(item, "to", other, "`shift` and `reroll`"),
    });
    let from = reader.read_with(&FROM, |item| match on {
        Some(Boon::Lighter) | None if item.node.as_str() == Some(OUT) => Some(Threshold::Out),
        Some(Boon::Lighter) | None => tactics::wound_of_rules(item).map(Threshold::Level),
        Some(other) => refuse_vain_condition(item, "from", other, "`lighter-wound`"),
    });
    let save = reader.read(&SAVE);
    let conditions = conditions(reader)?;
    let (to, from) = (to.unwrap_or(Goal::Either), from.unwrap_or(Threshold::Level(1)));
    Some(Spend { on: on?, to, from, save, conditions })
}

/// Reads the goal of a shift or a reroll.
fn goal(item: Item<'_>) -> Option<Goal> {
    decode::choice(item).map(|word| if word == "avoid" { Goal::Avoid } else { Goal::Hit })
}

/// Reports that the condition `key` has no effect on `boon`. `of` names the uses of points that have this condition.
fn refuse_vain_condition<T>(item: Item<'_>, key: &str, boon: Boon, of: &str) -> Option<T> {
    let problem = Problem::new(format!("`{key}` has no effect on `{}`", boon.word()));
    item.refuse(problem.help(format!("it belongs to {of}: leave it out")))
}
