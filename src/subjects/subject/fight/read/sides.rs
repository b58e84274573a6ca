//! Finds names of sides that may be one name misspelled.

use crate::document::nearest;
use crate::document::nearest::same_word;

/// Minimum number of letters in names that are compared letter by letter.
const MIN_LETTERS: usize = 4;

/// Whether two names of sides are surely meant as the same name: they differ only in case, in a hyphen or underscore,
/// or in a plural. Names of four letters or more may also differ in one letter.
pub(crate) fn is_misspelled(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(normalized);
    one == other || is_plural(&one, &other) || is_plural(&other, &one) || differs_in_one_letter(&one, &other)
}

/// The name in `others` that `name` most likely misspells, if any. Names that share no letter with `name`, or differ
/// from it only in numbers, do not count.
pub(crate) fn likely_name<'n>(name: &str, others: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let shares = |other: &&str| {
        let [own, other] = [name, other].map(normalized);
        own.chars().any(|letter| other.contains(letter)) && !differs_in_numbers(&own, &other)
    };
    nearest(name, others.into_iter().filter(shares))
}

/// The name in lower case, with spaces in place of hyphens and underscores.
fn normalized(name: &str) -> String {
    name.to_lowercase().replace(['_', '-'], " ")
}

/// Whether `one` is the plural of `other`: orcs, wolves, allies, bosses.
fn is_plural(one: &str, other: &str) -> bool {
    let of = |stem: &str, ending: &str| {
        other.strip_suffix(stem).is_some_and(|start| !start.is_empty() && one == format!("{start}{ending}"))
    };
    [("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves"), ("man", "men")]
        .iter()
        .any(|(stem, ending)| of(stem, ending))
}

/// Whether two names differ in one letter, or in two neighboring letters that are swapped. False for names of fewer
/// than four letters.
fn differs_in_one_letter(one: &str, other: &str) -> bool {
    let long = |name: &str| name.chars().filter(|letter| letter.is_alphabetic()).count() >= MIN_LETTERS;
    long(one) && long(other) && !differs_in_numbers(one, other) && strsim::damerau_levenshtein(one, other) == 1
}

/// Whether two names differ only in numbers.
fn differs_in_numbers(one: &str, other: &str) -> bool {
    let words = |name: &str| name.chars().filter(|letter| !letter.is_numeric()).collect::<String>();
    !same_word(one, other) && words(one).trim() == words(other).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_misspelled_accepts_typos_and_rejects_other_names() {
        for (one, other) in [
            ("orc", "orcs"),
            ("Orcs", "orcs"),
            ("wolf", "wolves"),
            ("bandits", "bandit"),
            ("partv", "party"),
            ("paryt", "party"),
            ("red team", "red-team"),
        ] {
            assert!(is_misspelled(one, other) && is_misspelled(other, one), "{one} and {other}");
        }
        for (one, other) in
            [("red", "rod"), ("team 1", "team 2"), ("us", "them"), ("a", "b"), ("heroes", "foes"), ("left1", "left")]
        {
            assert!(!is_misspelled(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn likely_name_returns_near_names_unless_numbered() {
        assert_eq!(likely_name("foe", ["us", "foo"]), Some("foo"));
        assert_eq!(likely_name("a", ["b"]), None);
        assert_eq!(likely_name("team 1", ["team 2", "team 10"]), None);
        assert_eq!(likely_name("party", ["goblins"]), None);
    }
}
