//! Finds the known word nearest to an unknown one.

/// Words longer than this are not compared: they are no typing errors, and comparing takes the square of the length.
const LONGEST: usize = 64;

/// The candidate that was probably meant, or none where nothing is near: a third of the letters may differ, at least one.
///
/// Case, and the choice of space, hyphen or underscore, make no difference; of equally near ones the first wins.
///
/// ```
/// use fudgelab::document::nearest;
/// assert_eq!(nearest("trails", ["seed", "trials"]), Some("trials"));
/// assert_eq!(nearest("Status Quo", ["status-quo"]), Some("status-quo"));
/// assert_eq!(nearest("weather", ["seed", "trials"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > LONGEST {
        return None;
    }
    let folded = fold(word);
    let allowed = (folded.chars().count() / 3).max(1);
    let distance = |candidate: &str| strsim::damerau_levenshtein(&folded, &fold(candidate));
    let near = candidates.into_iter().map(|candidate| (distance(candidate), candidate));
    near.filter(|(distance, _)| *distance <= allowed).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// "did you mean `trials`?", where something is near.
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    nearest(word, candidates).map(|near| format!("did you mean `{near}`?"))
}

/// Whether two words are the same but for case, and the choice of space, hyphen or underscore.
pub fn same_word(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}

fn fold(word: &str) -> String {
    word.to_lowercase().replace([' ', '_'], "-")
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
    fn long_words_are_left_alone() {
        assert_eq!(nearest(&"a".repeat(65), ["a"]), None);
    }
}
