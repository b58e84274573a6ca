//! The nearest known word, for error messages.

use crate::error::Error;

/// Maximum length of a word in bytes for a comparison with known words. Longer words are not typing errors, and the
/// time to compare is quadratic in the length.
const MAX_COMPARED_LENGTH: usize = 64;

/// Rows of synonyms: words from other games or everyday language, the words used here (the most likely first), and a
/// note that is appended to the suggestion.
const SYNONYMS: &[(&[&str], &[&str], &str)] = &[
    (&["armour", "protection", "soak"], &["armor", "defense"], ""),
    (&["foe-armor", "foe-armour", "target-armor"], &["armor"], "it already means the target's"),
    (&["foe-defense", "foe-defence", "target-defense"], &["defense"], "it already means the target's"),
    (&["own-offense", "my-offense"], &["offense"], "it already means the striker's"),
    (&["defence", "toughness-bonus"], &["defense"], ""),
    (&["offence", "damage-bonus"], &["offense"], ""),
    (&["asleep", "sleeping", "unconscious", "paralyzed", "paralysed", "tied", "bound", "prone"], &["helpless"], ""),
    (&["bound", "bounds", "limit", "max", "maximum"], &["to", "most", "limit"], ""),
    (&["min", "lowest"], &["from", "least", "minimum"], ""),
    (&["margin", "shifts", "raises"], &["degree", "minimum", "minimum-to-hit"], ""),
    (&["margin-to-hit", "to-hit", "minimum"], &["minimum", "minimum-to-hit"], ""),
    (&["track", "wound-track", "wounds-track", "condition-monitor", "hit-points", "hp"], &["record", "marked"], ""),
    (&["surprised"], &["unaware"], ""),
    (&["dodging", "parry"], &["avoid", "dodge"], ""),
    (&["number", "amount", "quantity"], &["count"], ""),
    (&["team", "faction", "party"], &["side"], ""),
    (&["fate-points", "hero-points", "luck"], &["fudge-points"], ""),
    (&["foe", "enemy", "opponent", "versus", "vs"], &["against"], ""),
];

/// The candidate that means the same as `word`, and the note of its row; `None` if no candidate does, or if `word`
/// is a candidate.
fn synonym<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<(&'c str, &'static str)> {
    let normalized = normalize(word);
    let mut rows = SYNONYMS.iter().filter(|(words, ..)| words.contains(&normalized.as_str())).peekable();
    rows.peek()?;
    let candidates: Vec<&str> = candidates.into_iter().collect();
    if candidates.iter().any(|candidate| normalize(candidate) == normalized) {
        return None;
    }
    let known = |meant: &str| candidates.iter().copied().find(|candidate| normalize(candidate) == meant);
    rows.find_map(|(_, meant, why)| Some((meant.iter().find_map(|meant| known(meant))?, *why)))
}

/// The text "did you mean `armor`?" for a synonym or a similar word, followed by a note if there is one.
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let near = || nearest(word, candidates.iter().copied()).map(|near| format!("did you mean `{near}`?"));
    did_you_mean_synonym(word, candidates.iter().copied()).or_else(near)
}

/// Like [`did_you_mean`], but only for synonyms.
pub fn did_you_mean_synonym<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    let (meant, why) = synonym(word, candidates)?;
    let why = if why.is_empty() { String::new() } else { format!(" {why}") };
    Some(format!("did you mean `{meant}`?{why}"))
}

/// The candidate that was probably meant; `None` if all are too different. A third of the letters may differ (at least
/// one), or the letters may be in another order.
///
/// Case and the choice of space, hyphen or underscore make no difference. Of equally near candidates, the first wins.
///
/// ```
/// use fudgelab::document::nearest;
/// assert_eq!(nearest("trails", ["seed", "trials"]), Some("trials"));
/// assert_eq!(nearest("Grate", ["Great", "Good"]), Some("Great"));
/// assert_eq!(nearest("Status Quo", ["status-quo"]), Some("status-quo"));
/// assert_eq!(nearest("weather", ["seed", "trials"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > MAX_COMPARED_LENGTH {
        return None;
    }
    let candidates: Vec<&str> = candidates.into_iter().collect();
    if let Some((meant, _)) = synonym(word, candidates.iter().copied()) {
        return Some(meant);
    }
    let normalized = normalize(word);
    let allowed = (normalized.chars().count() / 3).max(1);
    let distance = |candidate: &str| {
        let candidate = normalize(candidate);
        match strsim::damerau_levenshtein(&normalized, &candidate) {
            far if far > allowed && sorted_letters(&normalized) == sorted_letters(&candidate) => allowed,
            distance => distance,
        }
    };
    let near = candidates.into_iter().map(|candidate| (distance(candidate), candidate));
    near.filter(|(distance, _)| *distance <= allowed).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// The error `message` for an unknown word. Its help suggests the word of `known` that was probably meant; if none is
/// similar, the help is `otherwise`.
pub fn unknown_word<'c>(
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

/// Whether two words are equal, ignoring case and the choice of space, hyphen or underscore.
pub fn same_word(one: &str, other: &str) -> bool {
    normalize(one) == normalize(other)
}

/// Collapses white space between words to single spaces.
pub fn fold_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The word in lower case, with hyphens instead of spaces and underscores.
fn normalize(word: &str) -> String {
    word.to_lowercase().replace([' ', '_'], "-")
}

/// The letters of a word in alphabetical order.
fn sorted_letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_must_be_close() {
        assert_eq!(nearest("4df", ["4dF", "d%"]), Some("4dF"));
        assert_eq!(nearest("ab", ["xy"]), None);
        assert_eq!(nearest("", ["long"]), None);
    }

    #[test]
    fn reordered_letters_match() {
        assert_eq!(nearest("Grate", ["Good", "Great"]), Some("Great"));
        assert_eq!(nearest("ba", ["ab"]), Some("ab"));
    }

    #[test]
    fn nearest_rejects_long_words() {
        assert_eq!(nearest(&"a".repeat(65), ["a"]), None);
    }
}
