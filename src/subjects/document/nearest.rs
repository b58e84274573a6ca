//! Suggestions for unknown words.

pub use crate::text::{did_you_mean, nearest, same_word};

/// The candidates that an unknown `name` may mean, the likeliest first.
///
/// The one with the nearest spelling is first. Those that have a word in common with `name` follow, as `billy club` and
/// `large club` for `club`. Words also match if one ends in the other, as `longbow` and `bow`.
pub fn related<'c>(name: &str, candidates: &[&'c str]) -> Vec<&'c str> {
    let words = |text: &str| text.to_lowercase().split([' ', '-', '_']).map(str::to_owned).collect::<Vec<_>>();
    let typed = words(name);
    let ends = |long: &str, short: &str| short.len() >= SHORTEST && long.ends_with(short);
    let shares = |candidate: &str| {
        words(candidate).iter().any(|known| typed.iter().any(|word| ends(word, known) || ends(known, word)))
    };
    let near = nearest(name, candidates.iter().copied());
    let others = candidates.iter().copied().filter(|candidate| Some(*candidate) != near && shares(candidate));
    near.into_iter().chain(others).collect()
}

/// Minimum number of letters in a word that relates two names.
const SHORTEST: usize = 3;

/// The hint "did you mean `billy club` or `large club`?", with at most four names. `None` if `related` is empty.
pub fn did_you_mean_one_of(related: &[&str]) -> Option<String> {
    let quoted: Vec<String> = related.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let (last, others) = quoted.split_last()?;
    Some(if others.is_empty() {
        format!("did you mean {last}?")
    } else {
        format!("did you mean {} or {last}?", others.join(", "))
    })
}

/// Maximum number of names in a suggestion.
const MOST: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn related_finds_names_that_share_a_word() {
        let known = ["knife", "billy club", "bow", "large club", "two-handed sword"];
        assert_eq!(related("club", &known), ["billy club", "large club"]);
        assert_eq!(related("longbow", &known), ["bow"]);
        assert_eq!(related("katana", &known), [""; 0]);
        assert_eq!(
            did_you_mean_one_of(&["billy club", "large club"]).unwrap(),
            "did you mean `billy club` or `large club`?"
        );
    }
}
