//! Names of measures for people.

use super::Measure;

/// What one does, and what several do.
const VERBS: [(&str, &str); 7] = [
    ("wins", "win"),
    ("dies", "die"),
    ("spends", "spend"),
    ("goes", "go"),
    ("comes", "come"),
    ("is", "are"),
    ("augments", "augment"),
];

impl Measure {
    /// Its name in words, given its subject and label, either of which may be empty: `Snorri wins`, `goblins win`,
    /// `any of party dies`, `Hans Scratch given`.
    pub fn name(&self, who: &str, label: &str) -> String {
        let pattern = match (self.title, who) {
            ("", "") => self.id,
            ("", _) => return of_somebody(who, self.id),
            (title, _) => title,
        };
        let name = match pattern.strip_prefix("{who} ") {
            Some(rest) => of_somebody(who, rest),
            None => pattern.replace("{who}", who),
        };
        name.replace("{label}", label).trim().to_owned()
    }
}

/// `Snorri wins`, `goblins win`.
fn of_somebody(who: &str, what: &str) -> String {
    let (first, rest) = what.split_once(' ').unwrap_or((what, ""));
    let verb = if is_several(who) { several(first) } else { first };
    format!("{who} {verb} {rest}").trim_end().to_owned()
}

/// Whether a name is that of several: a common noun in the plural. Names of people and places have capital letters.
pub fn is_several(who: &str) -> bool {
    let last = who.split_whitespace().last().unwrap_or_default();
    let is_common = last.chars().next().is_some_and(char::is_lowercase);
    is_common && last.ends_with('s') && !["ss", "us", "is"].iter().any(|end| last.ends_with(end))
}

fn several(verb: &str) -> &str {
    VERBS.iter().find(|(one, _)| *one == verb).map_or(verb, |(_, several)| several)
}

/// Whether two names are the same but for case, spaces and the number of a verb: `goblins wins` is `goblins win`.
pub fn same_words(one: &str, other: &str) -> bool {
    words(one) == words(other)
}

fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let agrees = words.last().is_some_and(|before| is_several(before));
        words.push(if agrees { several(word) } else { word }.to_owned());
    }
    words
}

/// A number of two significant digits, for a sentence.
pub fn significant(number: f64) -> String {
    let digits = (1.0 - number.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{number:.digits$}")
}

/// A whole number in groups of three: `1,000,000`.
pub fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_with_who_does_it() {
        let said =
            ["Snorri", "goblins", "party", "boss", "Gus", "cactus", "The wolves"].map(|who| of_somebody(who, "wins"));
        assert_eq!(
            said,
            ["Snorri wins", "goblins win", "party wins", "boss wins", "Gus wins", "cactus wins", "The wolves win"]
        );
        assert_eq!(of_somebody("ogres", "left for dead"), "ogres left for dead");
        assert!(same_words("goblins  win", "Goblins wins") && !same_words("goblins win", "goblin wins"));
        assert!(!same_words("party win", "party wins"));
    }
}
