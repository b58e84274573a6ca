//! Text that is safe to print, its width on a terminal, and the nearest of several words.

mod nearest;
mod worded_enum;

pub use nearest::{did_you_mean, did_you_mean_synonym, fold_spaces, nearest, same_word, unknown_word};
pub use worded_enum::worded;

/// Number of terminal columns that a text occupies.
pub use textwrap::core::display_width as width;

use std::borrow::Cow;
use textwrap::WordSeparator::AsciiSpace;
use textwrap::{Options, WordSplitter::NoHyphenation};

/// A whole number with digits in groups of three: `1,000,000`.
pub fn thousands(count: u64) -> String {
    let digits: Vec<char> = count.to_string().chars().collect();
    let groups: Vec<String> = digits.rchunks(3).rev().map(String::from_iter).collect();
    groups.join(",")
}

/// The no-break space.
const NO_BREAK: char = '\u{a0}';

/// Makes everything visible that could control a terminal or reorder a line: control characters and direction marks
/// become `\u{1b}` and the like, line breaks and tabs become spaces.
///
/// Names come from files that other people wrote; a title must not be able to clear the screen.
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' => out.push(' '),
            letter if is_unsafe(letter) => out.extend(letter.escape_unicode()),
            plain => out.push(plain),
        }
    }
    Cow::Owned(out)
}

/// Like [`clean`], for a JSON document: escapes the characters as JSON allows in strings, so the document has the same
/// meaning. Line breaks stay.
pub fn escape_json(json: &str) -> Cow<'_, str> {
    if !json.chars().any(|letter| is_unsafe(letter) && letter != '\n') {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_unsafe(letter) && letter != '\n' {
            letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

/// Wraps a text into lines of at most `most` columns; a word that is longer is cut into pieces. Words with a no-break
/// space between them stay together, and the space is printed as an ordinary one.
pub fn wrap(text: &str, most: usize) -> Vec<String> {
    let words = text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let by_spaces = Options::new(most.max(2)).word_separator(AsciiSpace).word_splitter(NoHyphenation);
    let lines = textwrap::wrap(&words, by_spaces).into_iter().filter(|line| !line.is_empty());
    lines.map(|line| line.replace(NO_BREAK, " ")).collect()
}

/// The text of a number, with true minus signs instead of hyphens.
pub fn true_minus(number: impl ToString) -> String {
    number.to_string().replace('-', "−")
}

/// The text with no-break spaces before percent signs and after `±`, so that wrapping does not part them from their
/// numbers.
pub fn with_no_break_spaces(text: &str) -> String {
    text.replace(" %", "\u{a0}%").replace("± ", "±\u{a0}")
}

/// Like [`wrap`], but indents lines after the first by two columns, unless a word would not fit then.
pub fn wrap_hanging(text: &str, most: usize) -> Vec<String> {
    let mut lines = wrap(text, most);
    let fits = |word: &str| width(word) + 2 <= most;
    if lines.len() > 1 && text.split([' ', NO_BREAK]).all(fits) {
        let rest = lines.split_off(1).join(" ");
        lines.extend(wrap(&rest, most - 2).into_iter().map(|line| format!("  {line}")));
    }
    lines
}

/// Whether a letter could control a terminal or reorder a line.
fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

/// Parses `8`, or `70 %` as 0.7. The flag is true for a percentage. `None` if the text is not a finite number.
pub fn parse_share(text: &str) -> Option<(f64, bool)> {
    let share = text.trim().strip_suffix('%').map(str::trim_end);
    let number: f64 = share.unwrap_or(text.trim()).parse().ok().filter(|number: &f64| number.is_finite())?;
    Some((if share.is_some() { number / 100.0 } else { number }, share.is_some()))
}

/// The ends of a range such as `2..8` or `Fair to Great`; `None` if the text is not a range.
pub fn range_ends(text: &str) -> Option<(&str, &str)> {
    let (first, last) = text.split_once("..").or_else(|| text.split_once(" to "))?;
    let (first, last) = (first.trim(), last.trim());
    (!first.is_empty() && !last.is_empty()).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_made_visible() {
        assert_eq!(clean("\u{1b}[2JSnorri\u{7}"), "\\u{1b}[2JSnorri\\u{7}");
        assert_eq!(clean("a\r\nb\u{202e}c\u{9b}"), "a  b\\u{202e}c\\u{9b}");
        assert_eq!(clean("Jörð 戦士"), "Jörð 戦士");
    }

    #[test]
    fn escaped_json_keeps_its_value() {
        let value = serde_json::json!({ "a\u{202e}b": ["\u{9b}2J", "Jörð 戦士", "two\nlines\u{7f}"] });
        let text = format!("{value:#}");
        let safe = escape_json(&text);
        assert!(safe.contains("\\u202e") && safe.contains("\\u009b2J") && safe.contains("Jörð"), "{safe}");
        assert!(safe.lines().all(|line| clean(line) == line));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).unwrap(), value);
    }

    #[test]
    fn range_ends_rejects_ranges_with_one_end() {
        let ends = ["2..8", " -3 .. +3", "Fair to Great", "2 to 8"].map(range_ends);
        assert_eq!(ends, [("2", "8"), ("-3", "+3"), ("Fair", "Great"), ("2", "8")].map(Some));
        assert_eq!(["2", "2..", "..8", "to 8", "Great"].map(range_ends), [None; 5]);
    }

    #[test]
    fn width_equals_columns() {
        assert_eq!(width("Jörð"), 4);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(width("戦士"), 4);
    }

    #[test]
    fn wrap_keeps_lines_short() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefg h", 3), ["abc", "def", "g h"]);
        assert_eq!(wrap("about 3.5\u{a0}% of", 9), ["about", "3.5 % of"]);
        assert!(wrap("", 5).is_empty());
    }

    #[test]
    fn wrap_keeps_glued_numbers_with_their_signs() {
        assert_eq!(wrap(&with_no_break_spaces("about 3.5 % ± 0.2 of"), 12), ["about 3.5 %", "± 0.2 of"]);
    }

    #[test]
    fn hang_indents_continuation_lines() {
        assert_eq!(wrap_hanging("half an hour after each charm", 16), ["half an hour", "  after each", "  charm"]);
        assert_eq!(wrap_hanging("half an hour", 12), ["half an hour"]);
        assert_eq!(wrap_hanging("one two", 4), ["one", "two"]);
    }
}
