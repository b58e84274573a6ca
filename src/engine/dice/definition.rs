//! Definitions of dice: a name, possibly with placeholders, and the formula behind it.

use crate::error::{Cause, Error, Result};
use crate::formula::FaceTable;
use crate::text::{fold_spaces, true_minus};

/// Maximum number of digits in a placeholder.
const DIGITS: usize = 7;

/// A definition of dice in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name that users write. `N`, `M` and `K` are placeholders for whole numbers (right after `+`: for a sign and
    /// a number); `X` is a placeholder for dice.
    pub name: String,
    /// The formula, with the placeholders of the name.
    pub formula: String,
    /// The range of each limited placeholder: letter, minimum, maximum.
    pub limits: Vec<(char, i64, i64)>,
    /// Results that the dice in `X` must be able to show. If there are any, the definition can occur only once in a
    /// text.
    pub shows: Vec<i64>,
}

/// The text in each placeholder of a name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Holes<'t> {
    /// The letter of each number placeholder, and the text in it.
    pub(super) numbers: Vec<(char, &'t str)>,
    /// The dice in `X`.
    pub(super) inner: Option<&'t str>,
}

/// A piece of a definition's name. A number that is `signed` needs a sign, which takes the place of a `+` in the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NamePart<'n> {
    Text(&'n str),
    Number { hole: char, signed: bool },
    Dice,
}

impl Definition {
    /// A definition without limits.
    pub fn new(name: impl Into<String>, formula: impl Into<String>) -> Self {
        Self { name: fold_spaces(&name.into()), formula: formula.into(), limits: Vec::new(), shows: Vec::new() }
    }

    /// The contents of the placeholders if `text` matches the name, else `None`.
    pub(super) fn fits<'t>(&self, text: &'t str) -> Option<Holes<'t>> {
        let mut holes = Holes::default();
        fill(&pieces(&self.name), text, &mut holes).then_some(holes)
    }

    /// The formula with its placeholders filled in, and `inner` in place of `X`.
    ///
    /// # Errors
    /// If a number is outside its limits.
    pub(super) fn filled(&self, holes: &Holes<'_>, inner: &str) -> Result<String> {
        for (hole, least, most) in &self.limits {
            let written = holes.numbers.iter().find(|(name, _)| name == hole).map_or("", |(_, number)| *number);
            let number = written.parse::<i64>().ok().filter(|number| (least..=most).contains(&number));
            if number.is_none() {
                let written = true_minus(written);
                let (least, most) = (true_minus(least), most);
                let error = Error::input(format!("{written} is out of range for {hole} in `{}`", self.name));
                return Err(error.because(Cause::Range).with_help(format!("give {least} to {most}")));
            }
        }
        Ok(replaced(&self.formula, |hole| match holes.numbers.iter().find(|(name, _)| *name == hole) {
            Some((_, number)) if number.starts_with(['-', '+']) => {
                Some(format!("({})", number.trim_start_matches('+')))
            }
            Some((_, number)) => Some((*number).to_owned()),
            None => (hole == 'X' && holes.inner.is_some()).then(|| inner.to_owned()),
        }))
    }

    /// The name with `number` and 4dF in its placeholders.
    pub(super) fn example(&self, number: &str) -> String {
        replaced(&self.name, |hole| Some(if hole == 'X' { "4dF" } else { number }.to_owned()))
    }

    /// Replaces the number placeholders of `sentence` by their numbers; `X` stays.
    pub(super) fn said(sentence: &str, holes: &Holes<'_>) -> String {
        replaced(sentence, |hole| {
            let found = holes.numbers.iter().find(|(name, _)| *name == hole);
            found.map(|(_, number)| true_minus(number))
        })
    }

    /// Rejects dice that cannot show every result in `shows`. `inner` is the distribution of the dice.
    pub(super) fn check_shown(&self, inner: &FaceTable) -> Result<()> {
        let shown = |value: &&i64| inner.iter().any(|(face, weight)| face == *value && *weight > 0);
        let Some(never) = self.shows.iter().find(|value| !shown(value)) else { return Ok(()) };
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

    pub(super) fn has_holes(&self) -> bool {
        pieces(&self.name).iter().any(|piece| !matches!(piece, NamePart::Text(_)))
    }
}

/// The placeholders `N`, `M`, `K` and `X` in a text, with their byte positions. A placeholder is a single letter, as in
/// `best of N X`, or comes right after a lowercase letter, as in `bestN`.
fn holes(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let bytes = text.as_bytes();
    text.match_indices(['N', 'M', 'K', 'X']).filter_map(move |(at, hole)| {
        let before = at.checked_sub(1).map_or(b' ', |at| bytes[at]);
        let after = bytes.get(at + 1).copied().unwrap_or(b' ');
        let alone =
            !before.is_ascii_alphanumeric() && before != b'_' && !after.is_ascii_alphanumeric() && after != b'_';
        let ends_word = before.is_ascii_lowercase() && !after.is_ascii_uppercase();
        let hole = hole.chars().next()?;
        (alone || ends_word).then_some((at, hole))
    })
}

fn pieces(name: &str) -> Vec<NamePart<'_>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, hole) in holes(name) {
        let signed = name[..at].ends_with('+') && hole != 'X';
        pieces.push(NamePart::Text(&name[start..at - usize::from(signed)]));
        pieces.push(if hole == 'X' { NamePart::Dice } else { NamePart::Number { hole, signed } });
        start = at + 1;
    }
    pieces.push(NamePart::Text(&name[start..]));
    pieces
}

/// Matches `text` against the pieces from left to right and fills `holes`; false if it does not match.
fn fill<'t>(pieces: &[NamePart<'_>], text: &'t str, holes: &mut Holes<'t>) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return text.is_empty() };
    match *piece {
        NamePart::Text(part) => text.strip_prefix(part).is_some_and(|text| fill(rest, text, holes)),
        NamePart::Number { hole, signed } => {
            let sign = usize::from(text.starts_with(['-', '+']));
            let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
            let is_number = (1..=DIGITS).contains(&digits) && if signed { sign == 1 } else { !text.starts_with('+') };
            is_number && {
                let (number, text) = text.split_at(sign + digits);
                holes.numbers.push((hole, number));
                fill(rest, text, holes)
            }
        }
        NamePart::Dice => {
            // The longest match is tried first.
            let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]).skip(1);
            ends.collect::<Vec<_>>().into_iter().rev().any(|end| {
                let before = holes.numbers.len();
                holes.inner = Some(&text[..end]);
                fill(rest, &text[end..], holes) || {
                    holes.numbers.truncate(before);
                    false
                }
            })
        }
    }
}

/// Replaces each placeholder by the text that `with` returns; `None` leaves it unchanged.
fn replaced(text: &str, with: impl Fn(char) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut start = 0;
    for (at, hole) in holes(text) {
        if let Some(filled) = with(hole) {
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
        let holes = best.fits("best of 3 4d6 + 1").unwrap();
        assert_eq!(best.filled(&holes, "(4d6 + 1)").unwrap(), "best(3, (4d6 + 1))");
        assert_eq!(best.fits("best of 4d6"), None);
        let latest = Definition::new("latestNfromM X", "until(N, X >= M)");
        let holes = latest.fits("latest3from-1 4dF").unwrap();
        assert_eq!(latest.filled(&holes, "4dF").unwrap(), "until(3, 4dF >= (-1))");
        let table = Definition::new("2d6+N-table", "steps(2d6 + N, [3])");
        assert_eq!(table.filled(&table.fits("2d6-1-table").unwrap(), "").unwrap(), "steps(2d6 + (-1), [3])");
        assert!(table.fits("2d61-table").is_none() && table.fits("2d6-table").is_none());
        // Capitals inside a word are not placeholders.
        assert!(!Definition::new("NPC", "d6").has_holes() && !Definition::new("Maximum", "d6").has_holes());
    }

    #[test]
    fn numbers_outside_limits_are_rejected() {
        let table = Definition { limits: vec![('N', -5, 5)], ..Definition::new("2d6+N-table", "2d6 + N") };
        let error = table.filled(&table.fits("2d6+6-table").unwrap(), "").unwrap_err();
        assert_eq!(
            (error.message(), error.help()),
            ("+6 is out of range for N in `2d6+N-table`", Some("give −5 to 5"))
        );
    }
}
