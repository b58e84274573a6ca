//! The nearest known word, for error messages.

use crate::error::Error;

/// Words longer than this are not compared: they are no typing errors, and comparing takes the square of the length.
const LONGEST: usize = 64;

/// The candidate that was probably meant; `None` if nothing is near: a third of the letters may differ, at least one, or the letters
/// may stand in another order.
///
/// Case, and the choice of space, hyphen or underscore, make no difference; of equally near ones the first wins.
///
/// ```
/// use fudgelab::document::nearest;
/// assert_eq!(nearest("trails", ["seed", "trials"]), Some("trials"));
/// assert_eq!(nearest("Grate", ["Great", "Good"]), Some("Great"));
/// assert_eq!(nearest("Status Quo", ["status-quo"]), Some("status-quo"));
/// assert_eq!(nearest("weather", ["seed", "trials"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > LONGEST {
        return None;
    }
    let folded = fold(word);
    let allowed = (folded.chars().count() / 3).max(1);
    let distance = |candidate: &str| {
        let candidate = fold(candidate);
        match strsim::damerau_levenshtein(&folded, &candidate) {
            far if far > allowed && sorted(&folded) == sorted(&candidate) => allowed,
            distance => distance,
        }
    };
    let near = candidates.into_iter().map(|candidate| (distance(candidate), candidate));
    near.filter(|(distance, _)| *distance <= allowed).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// The error for a word that is not known: its help is the known one that was probably meant, or else `otherwise`.
pub fn unknown<'c>(
    message: impl Into<String>,
    word: &str,
    known: impl IntoIterator<Item = &'c str>,
    otherwise: impl FnOnce() -> String,
) -> Error {
    let error = Error::input(message);
    match nearest(word, known) {
        Some(near) => error.suggesting(near),
        None => error.with_help(otherwise()),
    }
}

/// Whether two words are the same but for case, and the choice of space, hyphen or underscore.
pub fn same_word(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}

/// White space between words made single.
pub fn fold_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn fold(word: &str) -> String {
    word.to_lowercase().replace([' ', '_'], "-")
}

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_need_to_be_close() {
        assert_eq!(nearest("4df", ["4dF", "d%"]), Some("4dF"));
        assert_eq!(nearest("ab", ["xy"]), None);
        assert_eq!(nearest("", ["long"]), None);
    }

    #[test]
    fn letters_in_another_order_are_near() {
        assert_eq!(nearest("Grate", ["Good", "Great"]), Some("Great"));
        assert_eq!(nearest("ba", ["ab"]), Some("ab"));
    }

    #[test]
    fn long_words_are_left_alone() {
        assert_eq!(nearest(&"a".repeat(65), ["a"]), None);
    }
}
