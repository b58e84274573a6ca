//! Parses questions about a trial: named outcomes and comparisons, combined with `or`, `and`, `not` and parentheses.
//!
//! Examples: "party wins and not any of party dies", "rounds <= 4 or Snorri's wounds >= Hurt", "Snorri wins, given
//! Snorri first blood".

use crate::error::Error;
use crate::formula::{Order, sign_at};
use crate::text::parse_share;

/// A question about trials: the probability of a condition, possibly given another condition.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialQuestion {
    /// The condition whose probability is asked for.
    pub what: Predicate,
    /// The condition on the trials that count; `None` if all trials count.
    pub given: Option<Predicate>,
}

/// A condition that a trial may meet.
#[derive(Debug, Clone, PartialEq)]
pub enum Predicate {
    /// A named outcome.
    Holds(String),
    /// A comparison of two values of the trial.
    Compare(Operand, Order, Operand),
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
}

/// A side of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// A value or wound level by name. The name is not necessarily known.
    Name(String),
    Number(i64),
    /// A percentage, as a fraction of 1.
    Share(f64),
}

/// The error of a question that cannot be parsed.
#[derive(Debug, Clone, PartialEq)]
pub enum QuestionError {
    /// An unknown name, which the caller can report with suggestions.
    Unknown(String),
    Wrong(Error),
}

/// A parsed part of a question.
type ParseResult<T> = std::result::Result<T, QuestionError>;

/// Maximum length of a question, in characters.
const MAX_LENGTH: usize = 2_000;

/// Maximum nesting depth of parentheses.
const MAX_NESTING: usize = 30;

/// The largest number in a comparison, the same as in formulas.
const LARGEST_NUMBER: f64 = 1_000_000.0;

/// Maximum number of positions that are tried as the end of a name. A name with more connectives needs quotes.
const MAX_NAME_ENDS: usize = 12;

/// Words between conditions. A name may end before them.
const CONNECTIVES: [&str; 3] = ["or", "and", "given"];

impl TrialQuestion {
    /// Parses a question. `known` returns whether a name exists. Since names may include `and`, signs or parentheses,
    /// the longest known name is chosen.
    ///
    /// # Errors
    /// If a name is unknown, or a name, sign or parenthesis is missing.
    pub fn parse(text: &str, known: impl Fn(&str) -> bool) -> ParseResult<Self> {
        let letters: Vec<char> = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
        if letters.len() > MAX_LENGTH {
            return Err(invalid_question("a question has at most 2,000 characters", "ask for less at once"));
        }
        let mut reader = QuestionReader { letters: &letters, at: 0, last: None, nested: 0, known: &known };
        let what = reader.disjunction()?;
        let given = if reader.take_given() { Some(reader.disjunction()?) } else { None };
        reader.expect_end()?;
        Ok(Self { what, given })
    }
}

fn invalid_question(message: impl Into<String>, help: impl Into<String>) -> QuestionError {
    QuestionError::Wrong(Error::input(message).with_help(help))
}

/// A parser with its position in the text.
struct QuestionReader<'q> {
    letters: &'q [char],
    at: usize,
    /// The previous word or sign, for error messages.
    last: Option<String>,
    /// The current nesting depth.
    nested: usize,
    /// Returns whether a name exists.
    known: &'q dyn Fn(&str) -> bool,
}

impl QuestionReader<'_> {
    fn disjunction(&mut self) -> ParseResult<Predicate> {
        self.chain("or", Self::conjunction, Predicate::Any)
    }

    fn conjunction(&mut self) -> ParseResult<Predicate> {
        self.chain("and", Self::negation, Predicate::All)
    }

    /// Parses one or more conditions separated by `word`, and combines several of them with `join`.
    fn chain(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> ParseResult<Predicate>,
        join: fn(Vec<Predicate>) -> Predicate,
    ) -> ParseResult<Predicate> {
        let first = part(self)?;
        let mut parts = vec![first];
        while self.take_word(word) {
            parts.push(part(self)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { join(parts) })
    }

    fn negation(&mut self) -> ParseResult<Predicate> {
        let mut negated = false;
        // A name may begin with `not`: "not healed".
        while self.is_at_word(self.next_position(), "not") && self.longest_known().is_none() {
            self.take_word("not");
            negated = !negated;
        }
        let condition = self.comparison()?;
        Ok(if negated { Predicate::Not(Box::new(condition)) } else { condition })
    }

    fn comparison(&mut self) -> ParseResult<Predicate> {
        if self.take_letter('(') {
            return self.parenthesis();
        }
        let (left, is_known) = self.operand()?;
        let Some(order) = self.order()? else {
            return match left {
                Operand::Name(name) if is_known => Ok(Predicate::Holds(name)),
                Operand::Name(name) => Err(QuestionError::Unknown(name)),
                _ => Err(invalid_question(
                    format!("a number alone is not an outcome, in `{}`", self.text(0, self.letters.len())),
                    "compare it, as in `rounds <= 4`",
                )),
            };
        };
        let (right, _) = self.operand()?;
        match self.order()? {
            None => Ok(Predicate::Compare(left, order, right)),
            Some(_) => Err(invalid_question("comparisons cannot be chained", "write `2 <= rounds and rounds <= 4`")),
        }
    }

    /// The condition after an opening parenthesis, including the closing one.
    fn parenthesis(&mut self) -> ParseResult<Predicate> {
        self.nested += 1;
        if self.nested > MAX_NESTING {
            return Err(invalid_question(format!("more than {MAX_NESTING} parentheses are nested"), "leave some out"));
        }
        let inside = self.disjunction()?;
        self.nested -= 1;
        if self.take_letter(')') {
            return Ok(inside);
        }
        let message = format!("a parenthesis is not closed in `{}`", self.text(0, self.letters.len()));
        Err(invalid_question(message, "write `)` where it ends"))
    }

    /// Parses an operand; also returns whether it is a known name. It is a name in quotes, the longest known name, or a
    /// number; anything else counts as an unknown name.
    fn operand(&mut self) -> ParseResult<(Operand, bool)> {
        self.at = self.next_position();
        if let Some(name) = self.quoted() {
            let is_known = (self.known)(&name);
            return Ok((Operand::Name(name), is_known));
        }
        if let Some(end) = self.longest_known() {
            let name = self.text(self.at, end);
            self.at = end;
            return Ok((Operand::Name(name), true));
        }
        let end = self.possible_ends().next().unwrap_or(self.letters.len());
        let written = self.text(self.at, end);
        if written.is_empty() {
            return Err(self.missing_name());
        }
        self.at = end;
        Ok((number(&written)?.unwrap_or(Operand::Name(written)), false))
    }

    /// Parses a name in quotes; `None` if the text has no quote here. Names may include apostrophes, so the first
    /// closing quote that ends a known name is chosen, or else the first closing quote.
    fn quoted(&mut self) -> Option<String> {
        let quote = self.letters.get(self.at).copied().filter(|letter| ['\'', '"'].contains(letter))?;
        let from = self.at + 1;
        let is_end = |place: &usize| {
            let after = self.letters.get(place + 1);
            self.letters[*place] == quote && after.is_none_or(|after| " ,)".contains(*after) || self.is_sign(place + 1))
        };
        let ends: Vec<usize> = (from..self.letters.len()).filter(is_end).take(MAX_NAME_ENDS).collect();
        let known = ends.iter().find(|end| (self.known)(&self.text(from, **end)));
        let end = *known.or(ends.first())?;
        self.at = end + 1;
        Some(self.text(from, end))
    }

    /// The end of the longest known name at the current position; `None` if no known name begins here.
    fn longest_known(&self) -> Option<usize> {
        let ends: Vec<usize> = self.possible_ends().take(MAX_NAME_ENDS).collect();
        ends.into_iter().rev().find(|end| (self.known)(&self.text(self.next_position(), *end)))
    }

    /// The positions at which a name that begins at this position may end.
    fn possible_ends(&self) -> impl Iterator<Item = usize> {
        (self.next_position()..=self.letters.len()).filter(|place| {
            let letter = self.letters.get(*place);
            let before = place.checked_sub(1).and_then(|before| self.letters.get(before));
            let begins_word = before.is_none_or(|before| " ()".contains(*before));
            let is_after_comma = *place > 1 && self.letters[*place - 2] == ',';
            let is_between = |word: &&str| self.is_at_word(*place, word) && !(*word == "given" && is_after_comma);
            letter.is_none_or(|letter| "()".contains(*letter))
                || self.is_sign(*place)
                || begins_word && CONNECTIVES.iter().any(is_between)
                || letter == Some(&',') && self.is_at_word(place + 2, "given")
        })
    }

    /// Parses a comparison sign; `None` if the text has no sign here.
    fn order(&mut self) -> ParseResult<Option<Order>> {
        let at = self.next_position();
        if !self.is_sign(at) {
            return Ok(None);
        }
        let (sign, length) = sign_at(self.letters, at).map_err(|fault| QuestionError::Wrong(fault.into()))?;
        self.at = at + length;
        self.last = Some(sign.to_owned());
        Ok(Order::of(sign))
    }

    /// Whether a sign begins at position `place`, even one of another language such as `&&`.
    fn is_sign(&self, place: usize) -> bool {
        let [letter, next] = [0, 1].map(|by| self.letters.get(place + by).copied());
        match letter {
            Some('<' | '>' | '=' | '≤' | '≥' | '≠') => true,
            Some('!') => next == Some('='),
            Some('&' | '|') => next == letter,
            _ => false,
        }
    }

    /// Consumes `given`, and an optional comma before it, if they come next.
    fn take_given(&mut self) -> bool {
        let start = self.at;
        self.take_letter(',');
        let found = self.take_word("given");
        if !found {
            self.at = start;
        }
        found
    }

    /// Returns an error if the question has not ended.
    fn expect_end(&mut self) -> ParseResult<()> {
        let at = self.next_position();
        let rest = self.text(at, self.letters.len());
        match rest.split(' ').next() {
            None | Some("") => Ok(()),
            Some(word) => Err(invalid_question(
                format!("`{word}` is unexpected in `{}`", self.text(0, self.letters.len())),
                "write `A and B`, `A or B`, `not A`, `(A or B) and C`, or one `given` at the end: `A, given B`",
            )),
        }
    }

    /// The error if a name is missing at this position.
    fn missing_name(&self) -> QuestionError {
        let rest = self.text(self.at, self.letters.len());
        let next = match rest.chars().next() {
            Some(letter) if "()".contains(letter) => Some(letter.to_string()),
            _ if self.is_sign(self.at) => {
                Some(rest.chars().take_while(|letter| "<>=!≤≥≠&|".contains(*letter)).collect())
            }
            _ => rest.split([' ', '(']).find(|word| !word.is_empty()).map(str::to_owned),
        };
        let place = match (&self.last, next) {
            (None, Some(next)) => format!("before `{next}`"),
            (Some(last), None) => format!("after `{last}`"),
            (Some(last), Some(next)) => format!("between `{last}` and `{next}`"),
            (None, None) => return invalid_question("this question is empty", "name an outcome"),
        };
        let message = format!("an outcome is missing {place} in `{}`", self.text(0, self.letters.len()));
        invalid_question(message, "write `A and B`, `A or B`, `A and not B`, or `A, given B`")
    }

    /// The position of the next character that is not a blank.
    fn next_position(&self) -> usize {
        self.at + usize::from(self.letters.get(self.at) == Some(&' '))
    }

    /// The text from `from` to `to`, excluded, without blanks at its ends.
    fn text(&self, from: usize, to: usize) -> String {
        self.letters.get(from..to).unwrap_or_default().iter().collect::<String>().trim().to_owned()
    }

    /// Whether `word` is at position `place` and ends at the end of a word.
    fn is_at_word(&self, place: usize, word: &str) -> bool {
        let after = place + word.len();
        let is_there = word.chars().enumerate().all(|(by, letter)| self.letters.get(place + by) == Some(&letter));
        is_there && self.letters.get(after).is_none_or(|letter| " ()'\"".contains(*letter) || self.is_sign(after))
    }

    /// Consumes `word` if it comes next.
    fn take_word(&mut self, word: &str) -> bool {
        let at = self.next_position();
        let is_there = self.is_at_word(at, word);
        if is_there {
            self.at = at + word.len();
            self.last = Some(word.to_owned());
        }
        is_there
    }

    /// Consumes `letter` if it comes next.
    fn take_letter(&mut self, letter: char) -> bool {
        let at = self.next_position();
        let is_there = self.letters.get(at) == Some(&letter);
        if is_there {
            self.at = at + 1;
            self.last = Some(letter.to_string());
        }
        is_there
    }
}

/// A number or a percentage; `None` if `text` is neither of them.
fn number(text: &str) -> ParseResult<Option<Operand>> {
    let plain = text.replace(['−', '–'], "-");
    let begins = plain.starts_with(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter));
    match parse_share(&plain).filter(|_| begins) {
        None => Ok(None),
        Some((share, true)) => Ok(Some(Operand::Share(share))),
        Some((number, false)) if number.fract() == 0.0 && number.abs() <= LARGEST_NUMBER => {
            Ok(Some(Operand::Number(number as i64)))
        }
        Some(_) => Err(invalid_question(
            format!("`{text}` is not a number that a trial can have"),
            "compare with a whole number of at most 1,000,000; limits for means belong in [[expect]]",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Predicate::{All, Any, Compare, Holds, Not};

    const KNOWN: [&str; 11] = [
        "party wins",
        "any of party dies",
        "Ann first blood",
        "Ann first blood and win",
        "Ann wins",
        "not healed",
        "rounds",
        "goblins' wounds",
        "Orc (big) wins",
        "Bo's or Ann",
        "x and y",
    ];

    fn parse(text: &str) -> ParseResult<TrialQuestion> {
        TrialQuestion::parse(text, |name| KNOWN.contains(&name))
    }

    fn read(text: &str) -> Predicate {
        let question = parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(question.given, None);
        question.what
    }

    fn refusal(text: &str) -> String {
        match parse(text) {
            Err(QuestionError::Wrong(error)) => error.message().to_owned(),
            Err(QuestionError::Unknown(name)) => format!("unknown {name}"),
            Ok(question) => panic!("{text} reads as {question:?}"),
        }
    }

    fn holds(name: &str) -> Predicate {
        Holds(name.to_owned())
    }

    fn name(name: &str) -> Operand {
        Operand::Name(name.to_owned())
    }

    #[test]
    fn connectives_have_the_precedence_of_formulas() {
        let [wins, dies, ann] = ["party wins", "any of party dies", "Ann wins"].map(holds);
        let not = |one: &Predicate| Not(Box::new(one.clone()));
        for (text, known) in [
            ("party wins and  not any of party dies", All(vec![wins.clone(), not(&dies)])),
            (
                "party wins or any of party dies and Ann wins",
                Any(vec![wins.clone(), All(vec![dies.clone(), ann.clone()])]),
            ),
            (
                "(party wins or any of party dies) and Ann wins",
                All(vec![Any(vec![wins.clone(), dies.clone()]), ann.clone()]),
            ),
            ("not(party wins and Ann wins)", not(&All(vec![wins.clone(), ann.clone()]))),
            ("not not Ann wins", ann.clone()),
            ("((Ann wins))", ann.clone()),
        ] {
            assert_eq!(read(text), known, "{text}");
        }
        let question = parse("Ann wins, given Ann first blood and win or party wins").unwrap();
        assert_eq!(question.given, Some(Any(vec![holds("Ann first blood and win"), wins])));
    }

    #[test]
    fn longest_known_name_matches() {
        assert_eq!(read("Ann first blood and win"), holds("Ann first blood and win"));
        assert_eq!(read("Ann first blood and Ann wins"), All(vec![holds("Ann first blood"), holds("Ann wins")]));
        assert_eq!(read("not healed and Ann wins"), All(vec![holds("not healed"), holds("Ann wins")]));
        assert_eq!(read("not Orc (big) wins"), Not(Box::new(holds("Orc (big) wins"))));
        assert_eq!(read("'Bo's or Ann' and (\"x and y\")"), All(vec![holds("Bo's or Ann"), holds("x and y")]));
    }

    #[test]
    fn comparisons_of_values_are_accepted() {
        let rounds = |order, number| Compare(name("rounds"), order, Operand::Number(number));
        for (text, known) in [
            ("rounds<=4", rounds(Order::AtMost, 4)),
            ("rounds ≥ 1", rounds(Order::AtLeast, 1)),
            ("rounds != −3", rounds(Order::Unequal, -3)),
            ("not rounds > +2", Not(Box::new(rounds(Order::More, 2)))),
            ("goblins' wounds >= Very Hurt", Compare(name("goblins' wounds"), Order::AtLeast, name("Very Hurt"))),
            ("'goblins' wounds'>=Hurt", Compare(name("goblins' wounds"), Order::AtLeast, name("Hurt"))),
            ("goblins' wounds < 50 %", Compare(name("goblins' wounds"), Order::Less, Operand::Share(0.5))),
            ("2 = rounds", Compare(Operand::Number(2), Order::Equal, name("rounds"))),
        ] {
            assert_eq!(read(text), known, "{text}");
        }
    }

    #[test]
    fn missing_outcome_is_reported_with_its_position() {
        for (text, place) in [
            ("party wins and", "after `and`"),
            ("party wins and not", "after `not`"),
            ("Ann wins, given", "after `given`"),
            ("given Ann wins", "before `given`"),
            ("Ann wins and given party wins", "between `and` and `given`"),
            ("or Ann wins", "before `or`"),
            ("(Ann wins or)", "between `or` and `)`"),
            ("rounds >=", "after `>=`"),
            (">= 3", "before `>=`"),
        ] {
            assert_eq!(refusal(text), format!("an outcome is missing {place} in `{text}`"));
        }
    }

    #[test]
    fn parse_rejects_wrong_questions() {
        for (text, message) in [
            ("party loses", "unknown party loses"),
            ("Ann first blood and winz", "unknown winz"),
            ("'party loses'", "unknown party loses"),
            ("", "this question is empty"),
            ("(Ann wins", "a parenthesis is not closed in `(Ann wins`"),
            ("Ann wins)", "`)` is unexpected in `Ann wins)`"),
            (
                "Ann wins, given party wins given Ann wins",
                "`given` is unexpected in `Ann wins, given party wins given Ann wins`",
            ),
            ("rounds == 4", "`==` is not an operator here"),
            ("Ann wins && party wins", "`&&` is not an operator here"),
            ("1 <= rounds <= 4", "comparisons cannot be chained"),
            ("rounds <= 2.5", "`2.5` is not a number that a trial can have"),
            ("4", "a number alone is not an outcome, in `4`"),
        ] {
            assert_eq!(refusal(text), message, "{text}");
        }
        let nested = format!("{}Ann wins{}", "(".repeat(31), ")".repeat(31));
        assert_eq!(refusal(&nested), "more than 30 parentheses are nested");
        assert_eq!(refusal(&"Ann wins or ".repeat(500)), "a question has at most 2,000 characters");
    }
}
