//! Warnings next to the answer: the few that fit there, those that change it first.

use crate::study::{StudyResult, Warning};

/// No more warnings stand next to an answer.
const MOST: usize = 3;
/// No more settings are named in one warning.
const MOST_SETTINGS: usize = 4;

/// The warnings to show next to the answer, and the number of all others. Settings that do nothing come last, and share a warning if
/// they share the reason and the remedy.
pub fn next_to_answer(result: &StudyResult) -> (Vec<Warning>, usize) {
    let (idle, acting): (Vec<&Warning>, _) = result.warnings.iter().partition(|one| one.idle_parts().is_some());
    let mut groups: Vec<Vec<&Warning>> = acting.into_iter().map(|one| vec![one]).collect();
    let first = groups.len();
    let cause = |one: &Warning| (one.idle_parts().map(|(_, reason)| reason.to_owned()), one.remedy.clone());
    for one in idle {
        match groups[first..].iter_mut().find(|group| cause(group[0]) == cause(one)) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    let rest = groups.split_off(groups.len().min(MOST));
    (groups.iter().map(|group| joined(group)).collect(), rest.iter().map(Vec::len).sum())
}

/// One warning of settings that do nothing for the same reason.
fn joined(group: &[&Warning]) -> Warning {
    let settings: Vec<&str> = group.iter().filter_map(|one| Some(one.idle_parts()?.0)).collect();
    let (Some((_, reason)), [_, _, ..]) = (group[0].idle_parts(), &settings[..]) else { return group[0].clone() };
    let named = settings.len().min(MOST_SETTINGS) - usize::from(settings.len() <= MOST_SETTINGS);
    let last = match settings[named..] {
        [last] => last.to_owned(),
        ref others => format!("{} more", others.len()),
    };
    let message = format!("{} and {last} do nothing: {reason}", settings[..named].join(", "));
    Warning { message, remedy: group[0].remedy.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn shown(warnings: &[(&str, &str)]) -> (Vec<String>, usize) {
        let warning =
            |(message, remedy): &(&str, &str)| Warning { message: (*message).to_owned(), remedy: (*remedy).to_owned() };
        let result = StudyResult { warnings: warnings.iter().map(warning).collect(), ..fixture::duel() };
        let (shown, left) = next_to_answer(&result);
        (shown.into_iter().map(|one| one.message).collect(), left)
    }

    #[test]
    fn settings_that_do_nothing_come_last_and_together() {
        let idle = |key: &str| (format!("`{key}` of `ada` does nothing: hits mark boxes"), "leave it out");
        let keys = ["armor", "offense", "scale", "mass", "defense"].map(idle);
        let all: Vec<(&str, &str)> = keys.iter().map(|(message, remedy)| (message.as_str(), *remedy)).collect();
        let capped = ("the modifiers count as +3", "set `modifier_cap`");
        let other = ("`will` of `ada` does nothing: nobody rolls Willpower", "leave it out");
        assert_eq!(
            shown(&[all[0], all[1], capped, other]),
            (
                vec![
                    capped.0.to_owned(),
                    "`armor` of `ada` and `offense` of `ada` do nothing: hits mark boxes".to_owned(),
                    other.0.to_owned()
                ],
                0
            )
        );
        let (messages, left) = shown(&all);
        assert_eq!((messages.len(), left), (1, 0));
        assert!(
            messages[0].contains("`mass` of `ada` and 1 more do nothing")
                || messages[0].contains("`mass` of `ada` and `defense`"),
            "{messages:?}"
        );
        let four = [("a", "x"), ("b", "x"), all[0], other, ("c", "x")];
        assert_eq!(shown(&four), (vec!["a".to_owned(), "b".to_owned(), "c".to_owned()], 2));
        assert_eq!(shown(&[]), (vec![], 0));
    }
}
