//! Definitions of dice: a name, possibly with placeholders, and the formula behind it.

use crate::error::{Cause, Error, Result};
use crate::formula::FaceTable;
use crate::text::{fold_spaces, true_minus};

/// Maximum number of digits in a placeholder.
const MAX_DIGITS: usize = 7;

/// A definition of dice in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name that users write. `N`, `M` and `K` are placeholders for whole numbers, which need a sign if the
    /// placeholder comes right after `+`; `X` is a placeholder for dice.
    pub name: String,
    /// The formula behind the name. It can use the placeholders of the name.
    pub formula: String,
    /// The limits of number placeholders: letter, minimum, maximum.
    pub limits: Vec<(char, i64, i64)>,
    /// Results that the dice in `X` must be able to show. If there are any, the definition can occur only once in a
    /// text.
    pub required_results: Vec<i64>,
}

/// The texts that stand for the placeholders of a name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Placeholders<'t> {
    /// For each number placeholder, its letter and the text of the number.
    pub(super) numbers: Vec<(char, &'t str)>,
    /// The text of the dice that stand for `X`; `None` if the name has no `X`.
    pub(super) inner: Option<&'t str>,
}

/// A piece of a definition's name. A number that is `signed` needs a sign, which replaces the `+` in the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NamePart<'n> {
    Text(&'n str),
    Number { placeholder: char, signed: bool },
    Dice,
}

impl Definition {
    /// A definition without limits.
    pub fn new(name: impl Into<String>, formula: impl Into<String>) -> Self {
        Self {
            name: fold_spaces(&name.into()),
            formula: formula.into(),
            limits: Vec::new(),
            required_results: Vec::new(),
        }
    }

    /// The texts of the placeholders if `text` matches the name, else `None`.
    pub(super) fn match_text<'t>(&self, text: &'t str) -> Option<Placeholders<'t>> {
        let mut placeholders = Placeholders::default();
        match_pieces(&split_name(&self.name), text, &mut placeholders).then_some(placeholders)
    }

    /// The formula with the numbers in its placeholders, and with `inner` instead of `X`.
    ///
    /// # Errors
    /// If a number is outside its limits.
    pub(super) fn fill_formula(&self, placeholders: &Placeholders<'_>, inner: &str) -> Result<String> {
        for (placeholder, least, most) in &self.limits {
            let written =
                placeholders.numbers.iter().find(|(name, _)| name == placeholder).map_or("", |(_, number)| *number);
            let number = written.parse::<i64>().ok().filter(|number| (least..=most).contains(&number));
            if number.is_none() {
                let written = true_minus(written);
                let (least, most) = (true_minus(least), most);
                let error = Error::input(format!("{written} is out of range for {placeholder} in `{}`", self.name));
                return Err(error.because(Cause::Range).with_help(format!("give {least} to {most}")));
            }
        }
        Ok(replace_placeholders(&self.formula, |placeholder| {
            match placeholders.numbers.iter().find(|(name, _)| *name == placeholder) {
                Some((_, number)) if number.starts_with(['-', '+']) => {
                    Some(format!("({})", number.trim_start_matches('+')))
                }
                Some((_, number)) => Some((*number).to_owned()),
                None => (placeholder == 'X' && placeholders.inner.is_some()).then(|| inner.to_owned()),
            }
        }))
    }

    /// The name with `number` in its number placeholders and 4dF instead of `X`.
    pub(super) fn example(&self, number: &str) -> String {
        replace_placeholders(&self.name, |placeholder| Some(if placeholder == 'X' { "4dF" } else { number }.to_owned()))
    }

    /// Replaces the number placeholders in `sentence` by the numbers; `X` stays.
    pub(super) fn fill_numbers(sentence: &str, placeholders: &Placeholders<'_>) -> String {
        replace_placeholders(sentence, |placeholder| {
            let found = placeholders.numbers.iter().find(|(name, _)| *name == placeholder);
            found.map(|(_, number)| true_minus(number))
        })
    }

    /// Rejects dice that cannot show every result in `required_results`. `inner` is the distribution of the dice.
    pub(super) fn check_required_results(&self, inner: &FaceTable) -> Result<()> {
        let shown = |value: &&i64| inner.iter().any(|(face, weight)| face == *value && *weight > 0);
        let Some(never) = self.required_results.iter().find(|value| !shown(value)) else { return Ok(()) };
        let never = true_minus(format!("{never:+}"));
        let word = self.word();
        let message = format!("an `{word}` roll continues on {never}, which these dice never show");
        Err(Error::input(message).with_help(format!("leave `{word}` out, or roll dice such as `4dF`")))
    }

    /// The part of the name before its dice placeholder, such as `open-ended` of `open-ended X`; the whole name if it
    /// has no such placeholder.
    pub(super) fn word(&self) -> &str {
        self.name.split_once(" X").map_or(&self.name, |(word, _)| word)
    }

    pub(super) fn has_placeholders(&self) -> bool {
        split_name(&self.name).iter().any(|piece| !matches!(piece, NamePart::Text(_)))
    }
}

/// The placeholders `N`, `M`, `K` and `X` in a text, with their byte positions. A placeholder is a single letter, as in
/// `best of N X`, or comes right after a lowercase letter, as in `bestN`.
fn placeholders(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let bytes = text.as_bytes();
    text.match_indices(['N', 'M', 'K', 'X']).filter_map(move |(at, placeholder)| {
        let before = at.checked_sub(1).map_or(b' ', |at| bytes[at]);
        let after = bytes.get(at + 1).copied().unwrap_or(b' ');
        let alone =
            !before.is_ascii_alphanumeric() && before != b'_' && !after.is_ascii_alphanumeric() && after != b'_';
        let ends_word = before.is_ascii_lowercase() && !after.is_ascii_uppercase();
        let placeholder = placeholder.chars().next()?;
        (alone || ends_word).then_some((at, placeholder))
    })
}

/// Splits a name at its placeholders.
fn split_name(name: &str) -> Vec<NamePart<'_>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, placeholder) in placeholders(name) {
        let signed = name[..at].ends_with('+') && placeholder != 'X';
        pieces.push(NamePart::Text(&name[start..at - usize::from(signed)]));
        pieces.push(if placeholder == 'X' { NamePart::Dice } else { NamePart::Number { placeholder, signed } });
        start = at + 1;
    }
    pieces.push(NamePart::Text(&name[start..]));
    pieces
}

/// Matches `text` with the pieces of a name from left to right, and fills `placeholders`; false if it does not match.
fn match_pieces<'t>(pieces: &[NamePart<'_>], text: &'t str, placeholders: &mut Placeholders<'t>) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return text.is_empty() };
    match *piece {
        NamePart::Text(part) => text.strip_prefix(part).is_some_and(|text| match_pieces(rest, text, placeholders)),
        NamePart::Number { placeholder, signed } => {
            let sign = usize::from(text.starts_with(['-', '+']));
            let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
            let is_number =
                (1..=MAX_DIGITS).contains(&digits) && if signed { sign == 1 } else { !text.starts_with('+') };
            is_number && {
                let (number, text) = text.split_at(sign + digits);
                placeholders.numbers.push((placeholder, number));
                match_pieces(rest, text, placeholders)
            }
        }
        NamePart::Dice => {
            // The longest match is tried first.
            let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]).skip(1);
            ends.collect::<Vec<_>>().into_iter().rev().any(|end| {
                let before = placeholders.numbers.len();
                placeholders.inner = Some(&text[..end]);
                match_pieces(rest, &text[end..], placeholders) || {
                    placeholders.numbers.truncate(before);
                    false
                }
            })
        }
    }
}

/// Replaces each placeholder in `text` by the text that `with` returns for its letter. `None` leaves it unchanged.
fn replace_placeholders(text: &str, with: impl Fn(char) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut start = 0;
    for (at, placeholder) in placeholders(text) {
        if let Some(filled) = with(placeholder) {
            out.push_str(&text[start..at]);
            out.push_str(&filled);
            start = at + 1;
        }
    }
    out + &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_texts_and_fill_formulas() {
        let best = Definition::new("best of N X", "best(N, X)");
        let placeholders = best.match_text("best of 3 4d6 + 1").unwrap();
        assert_eq!(best.fill_formula(&placeholders, "(4d6 + 1)").unwrap(), "best(3, (4d6 + 1))");
        assert_eq!(best.match_text("best of 4d6"), None);
        let latest = Definition::new("latestNfromM X", "until(N, X >= M)");
        let placeholders = latest.match_text("latest3from-1 4dF").unwrap();
        assert_eq!(latest.fill_formula(&placeholders, "4dF").unwrap(), "until(3, 4dF >= (-1))");
        let table = Definition::new("2d6+N-table", "steps(2d6 + N, [3])");
        assert_eq!(
            table.fill_formula(&table.match_text("2d6-1-table").unwrap(), "").unwrap(),
            "steps(2d6 + (-1), [3])"
        );
        assert!(table.match_text("2d61-table").is_none() && table.match_text("2d6-table").is_none());
        // Capitals inside a word are not placeholders.
        assert!(
            !Definition::new("NPC", "d6").has_placeholders() && !Definition::new("Maximum", "d6").has_placeholders()
        );
    }

    #[test]
    fn numbers_outside_limits_are_rejected() {
        let table = Definition { limits: vec![('N', -5, 5)], ..Definition::new("2d6+N-table", "2d6 + N") };
        let error = table.fill_formula(&table.match_text("2d6+6-table").unwrap(), "").unwrap_err();
        assert_eq!(
            (error.message(), error.help()),
            ("+6 is out of range for N in `2d6+N-table`", Some("give −5 to 5"))
        );
    }
}
