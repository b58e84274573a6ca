//! Combined outcomes by name: "party wins and not any of party dies", "Snorri wins, given Snorri first blood".

use crate::error::{Error, Result};

/// Whether several outcomes happen together, of all trials or of those in which others do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What must happen.
    pub all: Vec<Term>,
    /// Of which trials, where not of all.
    pub given: Vec<Term>,
}

/// An outcome by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// Whether it must not happen.
    pub negated: bool,
}

impl Question {
    /// Reads a question. `known` says which names there are: an outcome's own name may hold an `and`.
    ///
    /// # Errors
    /// Something is no known outcome, or nothing stands where an outcome should.
    pub fn parse(text: &str, known: impl Fn(&str) -> bool) -> Result<Self> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (all, given) = match text.split_once(" given ") {
            Some((all, given)) => (all.trim_end_matches(','), Some(given)),
            None => (text.as_str(), None),
        };
        let given = given.map_or(Ok(Vec::new()), |given| terms(given, &known))?;
        Ok(Self { all: terms(all, &known)?, given })
    }
}

/// The error of a word that needs an outcome beside it and has none: "ada wins and". `None` if there is no such word.
pub fn gap(text: &str) -> Option<Error> {
    const BETWEEN: [&str; 3] = ["and", "not", "given"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let first = words.first().filter(|word| ["and", "given"].contains(word));
    let last = words.last().filter(|word| BETWEEN.contains(word));
    let pair = words.windows(2).find(|pair| BETWEEN.contains(&pair[0]) && ["and", "given"].contains(&pair[1]));
    let place = match (first, last, pair) {
        (Some(word), ..) => format!("before `{word}`"),
        (_, Some(word), _) => format!("after `{word}`"),
        (.., Some(pair)) => format!("between `{}` and `{}`", pair[0], pair[1]),
        _ => return None,
    };
    let error = Error::input(format!("an outcome is missing {place} in `{}`", words.join(" ")));
    Some(error.with_help("write `A and B`, `A and not B`, or `A, given B`"))
}

/// Outcomes with `and` between them, each as long as it can be.
fn terms(text: &str, known: &impl Fn(&str) -> bool) -> Result<Vec<Term>> {
    let words: Vec<&str> = text.split(" and ").collect();
    let mut terms = Vec::new();
    let mut from = 0;
    while from < words.len() {
        let longest = (from + 1..=words.len()).rev().find_map(|to| {
            let name = words[from..to].join(" and ");
            let term = match name.strip_prefix("not ") {
                Some(name) => Term { name: name.to_owned(), negated: true },
                None => Term { name, negated: false },
            };
            known(&term.name).then_some((to, term))
        });
        let Some((to, term)) = longest else {
            return Err(Error::input(format!("there is no outcome `{}`", words[from])));
        };
        terms.push(term);
        from = to;
    }
    Ok(terms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Question> {
        const KNOWN: [&str; 4] = ["party wins", "any of party dies", "Ann first blood and win", "Ann wins"];
        Question::parse(text, |name| KNOWN.contains(&name))
    }

    fn names(terms: &[Term]) -> Vec<(&str, bool)> {
        terms.iter().map(|term| (term.name.as_str(), term.negated)).collect()
    }

    #[test]
    fn outcomes_together_and_given_others() {
        let question = parse("party wins and  not any of party dies").unwrap();
        assert_eq!(names(&question.all), [("party wins", false), ("any of party dies", true)]);
        let question = parse("Ann wins, given Ann first blood and win and party wins").unwrap();
        assert_eq!(names(&question.given), [("Ann first blood and win", false), ("party wins", false)]);
        assert!(parse("party wins and").is_err() && parse("given Ann wins").is_err());
        assert_eq!(parse("party loses").unwrap_err().message(), "there is no outcome `party loses`");
    }

    #[test]
    fn missing_outcome_is_named() {
        for (text, place) in [
            ("party wins and", "after `and`"),
            ("party wins and not", "after `not`"),
            ("Ann wins, given", "after `given`"),
            ("given Ann wins", "before `given`"),
            ("Ann wins and given party wins", "between `and` and `given`"),
        ] {
            assert_eq!(gap(text).unwrap().message(), format!("an outcome is missing {place} in `{text}`"));
        }
        assert_eq!(gap("Ann wins and not party wins, given Ann first blood"), None);
    }
}
