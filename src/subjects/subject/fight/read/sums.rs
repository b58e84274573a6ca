//! Checks sums of several keys, and reports errors at the keys.

use crate::document::{AnyKey, FAR, Item, Problem, Reader, Span};

/// A sum that is no further from 0 than a figure of a fighter may be; an error of the value that it comes from, where it is.
pub(crate) fn within_reach(item: Item<'_>, what: &str, sum: i64) -> Option<i32> {
    reachable(sum).or_else(|| item.refuse(too_far(what, sum)))
}

/// As [`within_reach`], for a sum of several keys: the error stands at `span`, and the sum counts as 0.
pub(crate) fn within_reach_at(reader: &mut Reader<'_>, span: Span, what: &str, sum: i64) -> i32 {
    reachable(sum).unwrap_or_else(|| {
        reader.problems().push(too_far(what, sum).at(span));
        0
    })
}

fn reachable(sum: i64) -> Option<i32> {
    i32::try_from(sum).ok().filter(|_| (-FAR..=FAR).contains(&sum))
}

fn too_far(what: &str, sum: i64) -> Problem {
    Problem::new(format!("{what} adds up to {sum}")).help(format!("a fighter's figures go from -{FAR} to {FAR}"))
}

/// Reports keys whose value a whole factor holds already; they count as read.
pub(crate) fn already_in(reader: &mut Reader<'_>, whole: &dyn AnyKey, parts: &[&dyn AnyKey]) {
    let whole = whole.spec().key;
    for part in parts {
        let part = part.spec();
        if reader.has(part) {
            reader.read_with(part, |item| {
                let problem = Problem::new(format!("`{whole}` already holds `{}`", part.key));
                item.refuse::<()>(problem.help("give one or the other"))
            });
        }
    }
}
