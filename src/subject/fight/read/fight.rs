//! `[fighters]`: a whole fight, or one for each combination of values where fighters have ranges.

use super::{cast, ranges};
use crate::combat::{Cast, Fight, Mixture};
use crate::document::{Fault, Item, Node};
use crate::subject::Given;
use crate::subject::fight::Combat;

/// The most fighters that all combinations of the ranges of a fight may have together.
const MOST_DRAWN: usize = 200_000;

/// Reads a fight.
pub(crate) fn combat(item: Item<'_>, given: &Given<'_>) -> Option<Combat> {
    let span = item.node.span;
    let Item { name, node, kind, key_span, faults } = item;
    let before = faults.len();
    let mut all = node.clone();
    let axes = ranges::axes(&mut all, given.ladder);
    let combinations = match ranges::combinations(&axes, given.cells, all.count()) {
        Ok(combinations) => combinations,
        Err(fault) => {
            faults.push(fault);
            return None;
        }
    };
    let mut fights = Vec::new();
    for combination in 0..combinations {
        let node: &Node = &ranges::combined(&all, &axes, combination);
        let one = fight(Item { name: name.clone(), node, kind, key_span, faults: &mut *faults }, given);
        fights.extend(one.filter(|_| faults.len() == before));
        if let Some((_, cast)) = fights.first()
            && combination == 0
            && combinations > 1
            && cast.roster().count() * combinations > MOST_DRAWN
        {
            let fault = Fault::new("there are too many fighters for so many combinations of ranges");
            faults.push(fault.at(span).help("fix some of the ranges, or have fewer fighters"));
        }
        if combination == 0 && faults.len() != before {
            return None;
        }
    }
    if faults.len() != before {
        return None;
    }
    let (first, cast) = fights.first()?.clone();
    let drawn = if combinations > 1 {
        let ranges: Vec<_> = axes.iter().map(ranges::Axis::drawn).collect();
        Some(Mixture::new(&ranges, fights).map_err(|error| faults.push(error.into())).ok()?)
    } else {
        None
    };
    Some(Combat::new(first, cast, drawn, given.rules))
}

/// A fight without ranges.
fn fight(item: Item<'_>, given: &Given<'_>) -> Option<(Fight, Cast)> {
    let Item { name, node, kind, key_span, faults } = item;
    let cast = cast(Item { name, node, kind, key_span, faults: &mut *faults }, given.ladder, given.rules)?;
    // A record at fault is reported with the rules.
    given.rules.record.check().ok()?;
    match Fight::compile_on(given.ladder, &cast, given.rules) {
        Ok(fight) => Some((fight, cast)),
        Err(error) => {
            faults.push(Fault::from(error).at(node.span));
            None
        }
    }
}
