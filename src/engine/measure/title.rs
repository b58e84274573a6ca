//! Display names of measures, with English grammar: plurals, verbs and possessives.

use super::{Counted, Measure};
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub use crate::text::thousands;

/// Vowels. The plural of a noun with one of them before a final `y` or `o` ends in plain `s`.
const VOWELS: [char; 5] = ['a', 'e', 'i', 'o', 'u'];

/// Verbs in the third person singular, and in the plural.
const VERBS: [(&str, &str); 21] = [
    ("wins", "win"),
    ("dies", "die"),
    ("spends", "spend"),
    ("goes", "go"),
    ("comes", "come"),
    ("is", "are"),
    ("augments", "augment"),
    ("draws", "draw"),
    ("hits", "hit"),
    ("grazes", "graze"),
    ("flees", "flee"),
    ("faints", "faint"),
    ("has", "have"),
    ("was", "were"),
    ("does", "do"),
    ("yields", "yield"),
    ("surrenders", "surrender"),
    ("concedes", "concede"),
    ("escapes", "escape"),
    ("loses", "lose"),
    ("holds", "hold"),
];

impl Measure {
    /// The display name for the subject `who` and `label`, either of which may be empty: `Snorri wins`, `goblins win`,
    /// `any of party dies`, `Hans Scratch given`.
    pub fn name(&self, who: &str, label: &str) -> String {
        if self.title.is_empty() {
            return self.plain_name(who);
        }
        if self.counted == Counted::Rate {
            return self.event(who) + ", per round";
        }
        let name = match (self.title.strip_prefix("{who} "), self.title.strip_prefix("{who}'s ")) {
            (Some(rest), _) => clause(who, rest),
            (_, Some(rest)) => format!("{} {rest}", possessive(who)),
            _ => self.title.replace("{who}", who),
        };
        name.replace("{label}", label).trim().to_owned()
    }

    /// The event that a rate counts: its display name without `, per round`.
    pub fn event(&self, who: &str) -> String {
        self.title.replace("{who}", who)
    }

    /// Whether `text` names this measure for the subject `who` and `label`. It may be the display name, or the subject
    /// followed by the id; for a distribution also a form such as `Snorri's wounds`.
    pub fn has_name(&self, who: &str, label: &str, text: &str) -> bool {
        let owned = || format!("{} {}", possessive(who), self.id);
        same_words(&self.name(who, label), text)
            || (label.is_empty() && same_words(&self.plain_name(who), text))
            || (self.counted == Counted::Distribution && !who.is_empty() && same_words(&owned(), text))
    }

    /// The subject followed by the id.
    fn plain_name(&self, who: &str) -> String {
        if who.is_empty() { self.id.to_owned() } else { clause(who, self.id) }
    }
}

/// The possessive form of a name: `Snorri's`, `goblins'`.
pub fn possessive(who: &str) -> String {
    if is_plural(who) { format!("{who}'") } else { format!("{who}'s") }
}

/// A clause about `who`, with verbs that agree with it: `Snorri draws first blood and wins`, `goblins flee or yield`.
/// `what` must begin with a singular verb, and so must each part of it after `and` or `or`.
pub fn clause(who: &str, what: &str) -> String {
    let agreeing = |part: &str| {
        let (first, rest) = part.split_once(' ').unwrap_or((part, ""));
        let verb = if is_plural(who) { plural_verb(first) } else { first };
        format!("{verb} {rest}").trim_end().to_owned()
    };
    let joined = |part: &str| part.split(" or ").map(agreeing).collect::<Vec<_>>().join(" or ");
    format!("{who} {}", what.split(" and ").map(joined).collect::<Vec<_>>().join(" and "))
}

/// Whether a name takes a plural verb. Names joined by `and`, words of `plurals.txt`, and lowercase nouns ending in `s`
/// do. A capitalized name does only if it is listed: `Goblins win`, but `Holmes wins`.
pub fn is_plural(who: &str) -> bool {
    let mut words = who.split_whitespace().rev();
    let last = words.next().unwrap_or_default();
    if words.any(|word| word == "and" || word == "&") {
        return true;
    }
    let is_common = last.chars().next().is_some_and(char::is_lowercase);
    let ends_in_plural = last.ends_with('s') && !["ss", "us", "is"].iter().any(|end| last.ends_with(end));
    is_common && ends_in_plural || PLURALS.contains(last.to_lowercase().as_str())
}

/// Plurals of creatures and professions. They are needed for capitalized names, and for plurals without `s`.
static PLURALS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| include_str!("plurals.txt").split_whitespace().collect());

/// The plural of a verb in the third person singular; other words are returned unchanged.
fn plural_verb(verb: &str) -> &str {
    VERBS.iter().find(|(one, _)| *one == verb).map_or(verb, |(_, several)| several)
}

/// Whether two names are equal, ignoring case, spacing, and the number of a verb: `goblins wins` equals `goblins win`.
pub fn same_words(one: &str, other: &str) -> bool {
    words(one).eq(words(other))
}

/// The normalized words of a name, one by one, since most names already differ in the first word.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().scan(String::new(), |before, word| {
        let word = word.to_lowercase();
        let word = if is_plural(before) { plural_verb(&word).to_owned() } else { word };
        before.clone_from(&word);
        Some(word)
    })
}

/// A number with two significant digits, for a sentence.
pub fn two_digits(number: f64) -> String {
    let digits = (1.0 - number.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{number:.digits$}")
}

/// The plural of a common noun, in lowercase.
pub fn plural(name: &str) -> String {
    let name = name.to_lowercase();
    let ends = |ends: &[&str]| ends.iter().find_map(|end| name.strip_suffix(end));
    if is_plural(&name) {
        name
    } else if let Some(stem) = ends(&["man"]) {
        format!("{stem}men")
    } else if let Some(stem) = ends(&["rf", "lf"]).filter(|_| !name.ends_with("dwarf")) {
        format!("{stem}{}ves", &name[stem.len()..=stem.len()])
    } else if let Some(stem) = ends(&["thief"]) {
        format!("{stem}thieves")
    } else if let Some(stem) = ends(&["y"]).filter(|stem| !stem.ends_with(VOWELS)) {
        format!("{stem}ies")
    } else if ends(&["s", "x", "ch", "sh"]).is_some() || ends(&["o"]).is_some_and(|stem| !stem.ends_with(VOWELS)) {
        format!("{name}es")
    } else {
        format!("{name}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Per;

    #[test]
    fn measure_has_two_names() {
        let measure =
            Measure { title: "{who}'s wounds moved up a level", ..Measure::share("overflows", Per::Block, "") };
        assert_eq!(measure.name("goblins", ""), "goblins' wounds moved up a level");
        assert!(
            ["goblins overflows", "Goblins' wounds moved up a level"]
                .iter()
                .all(|text| measure.has_name("goblins", "", text))
        );
        assert!(!measure.has_name("Ada", "", "Bo overflows"));
    }

    #[test]
    fn verbs_match_the_number_of_the_subject() {
        let said = ["Snorri", "goblins", "party", "boss", "Gus", "cactus", "The wolves"].map(|who| clause(who, "wins"));
        assert_eq!(
            said,
            ["Snorri wins", "goblins win", "party wins", "boss wins", "Gus wins", "cactus wins", "The wolves win"]
        );
        assert_eq!(clause("ogres", "left for dead"), "ogres left for dead");
        assert_eq!(clause("ogres", "draws first blood and wins"), "ogres draw first blood and win");
        assert_eq!(["Gus", "goblins", "Ada"].map(possessive), ["Gus's", "goblins'", "Ada's"]);
        assert!(same_words("goblins  win", "Goblins wins") && !same_words("goblins win", "goblin wins"));
        assert!(!same_words("party win", "party wins"));
        assert_eq!(clause("Goblins", "flees or yields"), "Goblins flee or yield");
        assert_eq!(clause("Dora", "flees or yields"), "Dora flees or yields");
    }

    #[test]
    fn plural_names_need_plural_verbs() {
        let several = ["Goblins", "The Heroes", "wolves", "watchmen", "Townsfolk", "mice", "Ada and Bo", "Ada & Bo"];
        assert_eq!(several.map(is_plural), [true; 8]);
        let one = ["Hans", "Holmes", "Mr Jenkins", "boss", "Chaos", "party", "Cyclops", "Andy", "Omen"];
        assert_eq!(one.map(is_plural), [false; 9]);
    }
}
