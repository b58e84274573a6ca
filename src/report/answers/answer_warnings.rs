//! Chooses the few warnings that are shown next to the answer, those that affect it first.

use crate::study::{StudyResult, Warning};

/// Maximum number of warnings next to an answer.
const MAX_WARNINGS: usize = 3;

/// The warnings to show next to the answer, and the number of all others. Settings without effect come last, and share
/// a warning if they share the reason and the remedy.
pub fn next_to_answer(result: &StudyResult) -> (Vec<Warning>, usize) {
    let (idle, mut shown): (Vec<Warning>, Vec<_>) =
        result.warnings.iter().cloned().partition(|one| !one.settings.is_empty());
    let first = shown.len();
    for one in idle {
        match shown[first..].iter_mut().find(|known| (&known.reason, &known.remedy) == (&one.reason, &one.remedy)) {
            Some(known) => known.settings.extend(one.settings),
            None => shown.push(one),
        }
    }
    let rest = shown.split_off(shown.len().min(MAX_WARNINGS));
    (shown, rest.iter().map(|one| one.settings.len().max(1)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn shown(warnings: &[&Warning]) -> (Vec<String>, usize) {
        let warnings = warnings.iter().copied().cloned().collect();
        let (shown, left) = next_to_answer(&StudyResult { warnings, ..fixture::duel() });
        (shown.iter().map(Warning::message).collect(), left)
    }

    #[test]
    fn settings_without_effect_come_last_and_share_a_warning() {
        let idle = |key: &str| Warning::idle(format!("`{key}` of `ada`"), "hits mark boxes", "leave it out");
        let all = ["armor", "offense", "scale", "mass", "defense", "spend"].map(idle);
        let capped = Warning::new("the modifiers count as +3", "set `modifier_cap`");
        let other = Warning::idle("`will` of `ada`".to_owned(), "nobody rolls Willpower", "leave it out");
        let both = "`armor` of `ada` and `offense` of `ada` have no effect: hits mark boxes".to_owned();
        let expected = vec![capped.reason.clone(), both, other.message()];
        assert_eq!(shown(&[&all[0], &all[1], &capped, &other]), (expected, 0));
        let (messages, left) = shown(&all.each_ref()[..5]);
        assert!(messages[0].contains("`mass` of `ada` and `defense` of `ada` have no effect"), "{messages:?}");
        assert_eq!((messages.len(), left), (1, 0));
        assert!(shown(&all.each_ref()).0[0].contains("`mass` of `ada` and 2 more have no effect"));
        let [a, b, c] = ["a", "b", "c"].map(|message| Warning::new(message, "x"));
        let four = shown(&[&a, &b, &all[0], &other, &c]);
        assert_eq!(four, (vec!["a".to_owned(), "b".to_owned(), "c".to_owned()], 2));
        assert_eq!(shown(&[]), (vec![], 0));
    }
}
