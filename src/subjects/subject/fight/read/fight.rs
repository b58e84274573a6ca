//! Reads `[fighters]`: one fight, or one for each combination of values if fighters have ranges.

use super::{cast, note_rests, ranges};
use crate::combat::{Cast, Fight, Mixture, compile_on};
use crate::document::{Item, Node, Problem, Span, Value};
use crate::fights::Combat;

/// Maximum total number of fighters in a mixture: the fighters of one fight, times the number of combinations of values
/// from ranges.
const MOST_MIXTURE_FIGHTERS: usize = 200_000;

/// Maximum number of fighters in all cases of a study. Each case is assumed to have as many fighters as the one being
/// read.
const MOST_IN_STUDY: usize = 5_000_000;

/// Reads `[fighters]` for a study of `cells` cases.
pub(crate) fn combat(mut item: Item<'_>, cells: usize) -> Option<Combat> {
    let combat = combat_of(item.again(), cells, |_| {}, |fight| fight)?;
    note_rests(item.node, 0, item.problems);
    Some(combat)
}

/// Like [`combat`], but calls `before` on each cast before it is compiled, and `after` on each compiled fight. Does not
/// check the keys of spells that need a rest.
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
        let node: &Node = &ranges::with_combination(&all, &axes, combination);
        let one = fight(Item { node, ..item.again() }, &before).map(|(fight, cast)| (after(fight), cast));
        fights.extend(one.filter(|_| item.problems.found() == problems));
        if let Some((_, cast)) = fights.first().filter(|_| combination == 0) {
            let fighters = cast.roster().count();
            if combinations > 1 && fighters * combinations > MOST_MIXTURE_FIGHTERS {
                let problem = Problem::new("there are too many fighters for all combinations of their ranges");
                item.problems.push(problem.at(span).help("fix some of the ranges, or use fewer fighters"));
            }
            if fighters * cells > MOST_IN_STUDY {
                let problem = Problem::new(format!("{fighters} fighters are too many for a study of {cells} cases"));
                item.problems.push(problem.at(span).help("vary fewer values, or use fewer fighters"));
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
        let ranges: Vec<_> = axes.iter().map(ranges::DrawnRange::for_mixture).collect();
        Some(Mixture::new(&ranges, fights).map_err(|error| item.problems.push(error.into())).ok()?)
    } else {
        None
    };
    Some(Combat::new(first, cast, drawn, item.context.rules))
}

/// Reads and compiles a fight whose stat blocks have no ranges. `before` is called on its cast before it is compiled.
fn fight(mut item: Item<'_>, before: impl Fn(&mut Cast)) -> Option<(Fight, Cast)> {
    let mut cast = cast(item.again())?;
    before(&mut cast);
    // Errors in the rules are reported together with the rules.
    item.context.rules.check().ok()?;
    match compile_on(item.context.ladder, &cast, item.context.rules) {
        Ok(fight) => Some((fight, cast)),
        Err(error) => {
            let written = item.context.document.and_then(|document| value_span(document, error.keys()));
            item.problems.push(Problem::from(error).at(written.unwrap_or(item.node.span)));
            None
        }
    }
}

/// The span of the value at the path `keys`, or of the last table on the way to the value. A rule that the document
/// does not set is looked up in the file that its rules are based on. `None` if neither file has it.
fn value_span(document: &Node, keys: &[String]) -> Option<Span> {
    let [first, table, rest @ ..] = keys else { return None };
    let rules = document.get(first)?;
    let found = rules.get(table).and_then(|table| match rest {
        [] => Some(table.span),
        [name, rest @ ..] => {
            let start = entry_named(table, name)?;
            let last = rest.iter().try_fold(start, |node, key| node.get(key).ok_or(node));
            Some(last.unwrap_or_else(|last| last).span)
        }
    });
    let base = || rules.get("base")?.entries().iter().find_map(|file| value_span(&file.node, keys));
    found.or_else(base)
}

/// The entry of a table or list whose value for the key `name` is `name`; otherwise the entry with `name` as its key or
/// index.
fn entry_named<'n>(table: &'n Node, name: &str) -> Option<&'n Node> {
    let is_named = |node: &&Node| node.text_of("name") == Some(name);
    match &table.value {
        Value::Array(list) => list.iter().find(is_named).or_else(|| list.get(name.parse::<usize>().ok()?)),
        _ => table.entries().iter().map(|entry| &entry.node).find(is_named).or_else(|| table.get(name)),
    }
}
