//! Links, tables and folded lists in Markdown, for the references of rules and keys.

use crate::document::Kind;
use crate::report::formats::markdown::escaped;

/// Maximum number of entries of a list that is not folded.
const MAX_UNFOLDED_ENTRIES: usize = 14;

/// The Markdown in `list`, folded under a line such as `20 keys` if it has many entries: `count` is their number,
/// `noun` their plural.
pub(super) fn fold_if_long(count: usize, noun: &str, list: &str) -> String {
    if count <= MAX_UNFOLDED_ENTRIES {
        return list.to_owned();
    }
    // Lines inside HTML are read as Markdown only between empty lines.
    let [before, after] = if list.contains('\n') { ["\n\n", "\n"] } else { [""; 2] };
    format!("<details><summary>{count} {noun}</summary>{before}{list}{after}</details>{after}")
}

/// A table of cells in Markdown, folded if it is long. `noun` is the plural of the rows.
pub(super) fn table<const N: usize>(noun: &str, headings: [&str; N], rows: &[[String; N]]) -> String {
    let lines: String = rows.iter().map(|row| format!("| {} |\n", row.join(" | "))).collect();
    let heading = format!("| {} |\n| {} |\n", headings.join(" | "), ["---"; N].join(" | "));
    fold_if_long(rows.len(), noun, &(heading + &lines))
}

/// Escapes text for Markdown and its tables, except code spans.
pub(super) fn escape_except_code(text: &str) -> String {
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => escaped(part),
        _ => format!("`{}`", part.replace('|', "\\|")),
    };
    text.split('`').enumerate().map(part).collect()
}

/// The words that a key accepts with their meanings, each on its own line of a table cell; empty if they have none.
pub(super) fn word_meanings(kind: &Kind) -> String {
    kind.explained().iter().map(|word| format!("<br>`{}`: {}", word.word, escape_except_code(word.meaning))).collect()
}

/// A link to a heading of the same document, by the anchors that GitHub makes.
pub(super) fn heading_link(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    format!("[{heading}](#{})", kept.collect::<String>().to_lowercase().replace(' ', "-"))
}
