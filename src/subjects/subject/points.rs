//! Fudge points outside fights: their keys, measures and lines in transcripts.

use super::line::Line;
use super::rows::mean;
use crate::check::{Contestant, Luck};
use crate::document::{Item, Key, KeyOr, Kind, Problem, Reader, Value, decode};
use crate::measure::{Measure, Per, Unit};
use crate::rules::fudge::MOST_POINTS;
use crate::rules::{Boon, Choice};

pub(super) const FUDGE_POINTS: KeyOr<u8> = Key::<u8>::integer("fudge_points", 0, MOST_POINTS as i64)
    .means(
        "The number of Fudge points to `spend`: on this check, on this roll against others, on the whole task, or on all castings.",
        "2",
    )
    .or(1);
pub(super) const SPEND: Key<Vec<Boon>> = Key::new("spend", Kind::Any(&[BOON, Kind::List(&BOON)]), spend)
    .means(
        "What Fudge points are spent on to turn a roll: `success` (not against others), `shift`, `automatic` or `reroll`. Of several, the first that helps is used.",
        "[\"shift\", \"reroll\"]",
    )
    .otherwise("nothing");

const BOON: Kind = Kind::Words(Boon::WORDS);

fn spend(mut item: Item<'_>) -> Option<Vec<Boon>> {
    match item.node.value {
        Value::String(_) => decode::choice_of(item).map(|boon| vec![boon]),
        _ => decode::list(decode::choice_of)(item.again()),
    }
}

/// Reads the Fudge points of a table: `Some(None)` if there are none, `None` if they are invalid.
pub(super) fn points(reader: &mut Reader<'_>) -> Option<Option<Luck>> {
    let points = reader.read(&FUDGE_POINTS);
    if !reader.has(&SPEND) {
        if reader.has(&FUDGE_POINTS) {
            let problem = Problem::new("`fudge_points` has no effect without `spend`").secondary();
            let help = "set what the points are for, as in `spend = \"reroll\"`";
            reader.refuse::<()>(&FUDGE_POINTS, problem.help(help));
        }
        return Some(None);
    }
    let uses = reader.read(&SPEND)?;
    let luck = Luck::new(points, uses, reader.rules());
    reader.checked(luck).map(Some)
}

pub(super) static SPENT: Measure =
    mean("points spent", Unit::Points, "The mean number of Fudge points spent on the check, or on the whole task.");

pub(super) static SPENDS: Measure = Measure {
    title: "Fudge points {who} spends",
    per: Per::Side,
    ..mean("points spent", Unit::Points, "The mean number of Fudge points that this side spends.")
};

/// The indices of the contestants who have Fudge points.
pub(super) fn spenders(contestants: &[Contestant]) -> impl Iterator<Item = usize> {
    contestants.iter().enumerate().filter(|(_, one)| one.luck().is_some()).map(|(who, _)| who)
}

impl Line {
    /// Adds the number of Fudge points spent, if there were any to spend.
    pub(super) fn with_points(self, luck: Option<&Luck>, spent: u8) -> Self {
        if luck.is_some() { self.with("spent", spent) } else { self }
    }
}
