//! `[fighters]`: a whole fight, or one for each combination of values where fighters have ranges.

use super::{cast, note_rests, ranges};
use crate::combat::{Cast, Fight, Mixture, compile_on};
use crate::document::{Item, Node, Problem};
use crate::fights::Combat;

/// The most fighters that all combinations of the ranges of a fight may have together.
const MOST_DRAWN: usize = 200_000;

/// The most fighters that all cases of a study may have together, if each had as many as this one.
const MOST_IN_STUDY: usize = 5_000_000;

/// Reads a fight.
pub(crate) fn combat(mut item: Item<'_>, cells: usize) -> Option<Combat> {
    let combat = combat_of(item.again(), cells, |_| {}, |fight| fight)?;
    note_rests(item.node, 0, item.problems);
    Some(combat)
}

/// As [`combat`], with something done to the cast before each fight is compiled, and to the fight after that.
pub(crate) fn combat_of(
    mut item: Item<'_>,
    cells: usize,
    before: impl Fn(&mut Cast),
    after: impl Fn(Fight) -> Fight,
) -> Option<Combat> {
    let (span, problems) = (item.node.span, item.problems.found());
    let mut all = item.node.clone();
    let axes = ranges::axes(&mut all, item.context.ladder);
    item.problems.add_notes(&ranges::notes(&axes));
    let combinations =
        ranges::combinations(&axes, cells, all.count()).map_err(|problem| item.problems.push(problem)).ok()?;
    let mut fights = Vec::new();
    for combination in 0..combinations {
        let node: &Node = &ranges::combined(&all, &axes, combination);
        let one = fight(Item { node, ..item.again() }, &before).map(|(fight, cast)| (after(fight), cast));
        fights.extend(one.filter(|_| item.problems.found() == problems));
        if let Some((_, cast)) = fights.first().filter(|_| combination == 0) {
            let fighters = cast.roster().count();
            if combinations > 1 && fighters * combinations > MOST_DRAWN {
                let problem = Problem::new("there are too many fighters for so many combinations of ranges");
                item.problems.push(problem.at(span).help("fix some of the ranges, or have fewer fighters"));
            }
            if fighters * cells > MOST_IN_STUDY {
                let problem = Problem::new(format!("{fighters} fighters are too many for a study of {cells} cases"));
                item.problems.push(problem.at(span).help("vary fewer values, or have fewer fighters"));
            }
        }
        if combination == 0 && item.problems.found() != problems {
            return None;
        }
    }
    if item.problems.found() != problems {
        return None;
    }
    let (first, cast) = fights.first()?.clone();
    let drawn = if combinations > 1 {
        let ranges: Vec<_> = axes.iter().map(ranges::Axis::drawn).collect();
        Some(Mixture::new(&ranges, fights).map_err(|error| item.problems.push(error.into())).ok()?)
    } else {
        None
    };
    Some(Combat::new(first, cast, drawn, item.context.rules))
}

/// A fight without ranges.
fn fight(mut item: Item<'_>, before: impl Fn(&mut Cast)) -> Option<(Fight, Cast)> {
    let mut cast = cast(item.again())?;
    before(&mut cast);
    // What is wrong with the rules is reported with them.
    item.context.rules.check().ok()?;
    match compile_on(item.context.ladder, &cast, item.context.rules) {
        Ok(fight) => Some((fight, cast)),
        Err(error) => item.refuse(error.into()),
    }
}
