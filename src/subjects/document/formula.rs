//! Formulas in files: dice as text, and the positions of errors in formulas.

use super::problem::{Problem, Problems, Span};
use super::reader::Item;
use crate::dice::{Dice, Unreadable};
use crate::error::{Cause, Error};
use crate::formula::Fault;

/// Reads dice as text: a method, dice that the file defines, or a formula.
pub(super) fn dice(item: Item<'_>, text: &str) -> Option<Dice> {
    let read = item.context.definitions.dice(text);
    report(item, text, read)
}

/// Like [`dice`], but a formula can use `need`, the lowest total that succeeds.
pub(super) fn dice_by_need(item: Item<'_>, text: &str) -> Option<Dice> {
    let read = item.context.definitions.dice_by_need(text);
    report(item, text, read)
}

/// Returns the dice of the formula `text`, and adds its notes; reports its errors if it is invalid.
fn report(item: Item<'_>, text: &str, read: Result<Dice, Unreadable>) -> Option<Dice> {
    let span = item.node.span;
    match read {
        Ok(dice) => {
            item.problems.add_notes(dice.notes());
            Some(dice)
        }
        Err(Unreadable::Whole(error)) => item.refuse(error.into()),
        Err(Unreadable::Faults(_, faults)) => {
            push_faults(faults, text, span, item.problems);
            None
        }
    }
}

/// Reports each fault of the formula `text` at its own position. `span` is the source position of the whole formula.
pub fn push_faults(faults: impl IntoIterator<Item = Fault>, text: &str, span: Span, problems: &mut Problems) {
    for fault in faults {
        // One undefined name can occur in many formulas, for a single reason that another error may explain.
        let is_name = matches!(fault.cause, Cause::Name(_));
        if is_name && problems.iter().any(|known| known.message() == fault.message) {
            continue;
        }
        let (place, column) = (span_at(text, fault.at, span, problems), column(text, fault.at));
        let problem = Problem::from(Error::from(fault)).at(place).label(column);
        problems.push(if is_name { problem.secondary() } else { problem });
    }
}

/// The position of the character `at` (from 0) in words: `column 7 of the formula`, with the line if there are several.
fn column(text: &str, at: usize) -> String {
    let before: String = text.chars().take(at).collect();
    let line = before.matches('\n').count();
    let column = 1 + before.rsplit('\n').next().map_or(0, |line| line.chars().count());
    match text.trim_end().contains('\n') {
        true => format!("line {}, column {column} of the formula", line + 1),
        false => format!("column {column} of the formula"),
    }
}

/// The span of the character `at` (from 0) of `text`, a string whose source position is `span`. Returns all of `span`
/// if the string is written with escapes, so that positions in it are unknown.
pub(crate) fn span_at(text: &str, at: usize, span: Span, problems: &Problems) -> Span {
    let written = problems.sources().get(span.source).and_then(|source| source.text().get(span.start..span.end));
    let Some(written) = written else { return span };
    let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| written.starts_with(quotes));
    let Some(quotes) = quotes else { return span };
    let inner = &written[quotes.len()..];
    // TOML drops a line break right after three opening quotes.
    let line_end = ["\r\n", "\n"].into_iter().find(|end| quotes.len() == 3 && inner.starts_with(end));
    let skipped = line_end.map_or(0, str::len);
    let inner = &inner[skipped..];
    if !inner.starts_with(text) {
        return span;
    }
    let mut letters = text.char_indices().skip(at);
    let byte = letters.next().map_or(text.len(), |(byte, _)| byte);
    let end = letters.next().map_or(text.len().max(byte + 1), |(byte, _)| byte);
    let start = span.start + quotes.len() + skipped;
    Span { source: span.source, start: start + byte, end: (start + end).min(span.end) }
}
