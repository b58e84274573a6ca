//! Who fights, in words.

use crate::study::{Fact, StatBlock, StudyResult, YES};

/// So many different values are told.
const MOST_VALUES: usize = 4;

/// A line for each stat block: the name, and what is known of it, beginning with what separates the two.
pub fn lines(result: &StudyResult) -> Vec<(String, String)> {
    let with_track = track(result).is_none();
    result.roster.iter().map(|block| (values(&block.name), told(block, with_track))).collect()
}

/// The wound levels, where they are those of all in every case; none without anybody.
pub fn track(result: &StudyResult) -> Option<String> {
    let first = &result.roster.first()?.track;
    let same = result.roster.iter().all(|block| block.track == *first);
    first.values.first().filter(|track| same && first.values.len() == 1 && !track.is_empty()).cloned()
}

/// ` (6, of the goblins): skill Fair, offense 2, defense 1, weapon spear`.
fn told(block: &StatBlock, with_track: bool) -> String {
    let side = Some(values(&block.side)).filter(|side| !side.is_empty()).map(|side| format!("of {side}"));
    let count = Some(values(&block.count)).filter(|count| count != "1");
    let aside: Vec<String> = count.into_iter().chain(side).collect();
    let aside = if aside.is_empty() { String::new() } else { format!(" ({})", aside.join(", ")) };
    let mut facts: Vec<String> = block.facts.iter().map(fact).collect();
    if with_track {
        facts.push(format!("wounds: {}", values(&block.track)));
    }
    format!("{aside}: {}.", facts.join(", "))
}

/// `skill Great`; `skill Good or Great`; `helpless`.
fn fact(fact: &Fact) -> String {
    match fact.values.as_slice() {
        [only] if only == YES => fact.what.clone(),
        _ => format!("{} {}", fact.what, values(fact)),
    }
}

/// The one value, or what it varies over.
fn values(fact: &Fact) -> String {
    let named = |value: &String| if value.is_empty() { "none".to_owned() } else { value.clone() };
    let numbers: Option<Vec<i64>> = fact.values.iter().map(|value| value.replace('−', "-").parse().ok()).collect();
    match (fact.values.as_slice(), numbers) {
        ([], _) => String::new(),
        ([only], _) => only.clone(),
        (all, Some(numbers)) if all.len() > 2 => {
            let ends = numbers.iter().min().zip(numbers.iter().max());
            ends.map(|(low, high)| format!("{low} to {high}").replace('-', "−")).unwrap_or_default()
        }
        (all, _) if all.len() > MOST_VALUES => {
            let first: Vec<String> = all.iter().take(MOST_VALUES - 1).map(named).collect();
            format!("{} or another ({} in all)", first.join(", "), all.len())
        }
        ([others @ .., last], _) => {
            format!("{} or {}", others.iter().map(named).collect::<Vec<_>>().join(", "), named(last))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn some(what: &str, values: &[&str]) -> Fact {
        Fact { what: what.into(), values: values.iter().map(|value| (*value).to_owned()).collect() }
    }

    fn block(name: &str, count: &[&str], track: &[&str]) -> StatBlock {
        StatBlock {
            name: some("name", &[name]),
            side: some("side", &["goblins"]),
            count: some("count", count),
            facts: vec![
                some("skill", &["Fair"]),
                some("armor", &["", "mail"]),
                some("helpless", &["yes"]),
                some("tactic", &["a", "b", "c", "d", "e"]),
            ],
            track: some("wounds", track),
        }
    }

    #[test]
    fn what_differs_is_named_once() {
        let mut result = fixture::empty();
        assert_eq!((lines(&result), track(&result)), (vec![], None));
        result.roster = vec![block("Goblin", &["3", "4", "9"], &["Scratch ×3"])];
        let words =
            " (3 to 9, of goblins): skill Fair, armor none or mail, helpless, tactic a, b, c or another (5 in all).";
        assert_eq!(lines(&result), [("Goblin".to_owned(), words.to_owned())]);
        assert_eq!(track(&result).as_deref(), Some("Scratch ×3"));
        result.roster.push(block("Orc", &["1"], &["Hurt"]));
        assert_eq!(track(&result), None);
        assert!(lines(&result)[1].1.starts_with(" (of goblins): ") && lines(&result)[1].1.ends_with("wounds: Hurt."));
    }
}
