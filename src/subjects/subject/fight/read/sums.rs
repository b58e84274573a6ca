//! Checks sums of several keys, and reports errors at the keys.

use crate::document::{AnyKey, FAR, Item, Problem, Reader, Span};

/// Returns `sum` if it is within the limits of a fighter's figures. Otherwise reports an error at `item`, whose message
/// calls the sum `what`.
pub(crate) fn within_limits(item: Item<'_>, what: &str, sum: i64) -> Option<i32> {
    if_within_limits(sum).or_else(|| item.refuse(too_large(what, sum)))
}

/// Like [`within_limits`], but for a sum of several keys: the error is reported at `span`, and the sum becomes 0.
pub(crate) fn within_limits_at(reader: &mut Reader<'_>, span: Span, what: &str, sum: i64) -> i32 {
    if_within_limits(sum).unwrap_or_else(|| {
        reader.problems().push(too_large(what, sum).at(span));
        0
    })
}

fn if_within_limits(sum: i64) -> Option<i32> {
    i32::try_from(sum).ok().filter(|_| (-FAR..=FAR).contains(&sum))
}

fn too_large(what: &str, sum: i64) -> Problem {
    Problem::new(format!("{what} adds up to {sum}")).help(format!("a fighter's figures go from -{FAR} to {FAR}"))
}

/// Reports an error for each key in `parts` that is set, since the value of the key `whole` already includes it. Marks
/// the keys in `parts` that are set as read.
pub(crate) fn refuse_included_keys(reader: &mut Reader<'_>, whole: &dyn AnyKey, parts: &[&dyn AnyKey]) {
    let whole = whole.spec().key;
    for part in parts {
        let part = part.spec();
        if reader.has(part) {
            reader.read_with(part, |item| {
                let problem = Problem::new(format!("`{whole}` already includes `{}`", part.key));
                item.refuse::<()>(problem.help("set only one of them"))
            });
        }
    }
}
