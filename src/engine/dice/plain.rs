//! Texts of dice: plain sums and their terms, without any meaning yet.

use super::methods::{MethodInfo, methods};
use crate::text::fold_spaces;

/// The longest text that is read as a method, in bytes.
pub(super) const MAX_TEXT: usize = 200;
/// The letters that are shown of a long text.
const START: usize = 20;

/// White space between words made single, around signs dropped; any minus made the plain one.
pub(super) fn normal(text: &str) -> String {
    let spaced = fold_spaces(text).replace(['−', '–'], "-");
    [" +", "+ ", " -", "- "].iter().fold(spaced, |text, sign| text.replace(sign, sign.trim()))
}

/// `+adv2` or `+dis1`: its sign and its digits.
pub(super) fn special(term: &str) -> Option<(i64, &str)> {
    let (word, sign) = [("+adv", 1), ("+dis", -1)].into_iter().find(|(word, _)| term.starts_with(word))?;
    let digits = &term[word.len()..];
    is_digits(digits).then_some((sign, digits))
}

/// The terms of a plain sum, each with its sign; advantage dice among them. None if it is something else.
pub(super) fn terms(name: &str) -> Option<Vec<&str>> {
    let starts = name.char_indices().filter(|(at, letter)| *at > 0 && matches!(letter, '+' | '-')).map(|(at, _)| at);
    let bounds: Vec<usize> = std::iter::once(0).chain(starts).chain([name.len()]).collect();
    let terms: Vec<&str> = bounds.windows(2).map(|two| &name[two[0]..two[1]]).collect();
    let is_term = |term: &&str| {
        let body = term.trim_start_matches(['+', '-']);
        term.len() - body.len() < 2 && (is_digits(body) || is_pool(body) || special(term).is_some())
    };
    let rolls = terms.iter().any(|term| is_pool(term.trim_start_matches(['+', '-'])));
    (rolls && terms.iter().all(is_term)).then_some(terms)
}

/// `4d6`, `dF`, `4d6kh3`.
fn is_pool(term: &str) -> bool {
    let Some((count, die)) = term.split_once('d') else { return false };
    let (faces, kept) = die.split_once('k').map_or((die, None), |(faces, kept)| (faces, Some(kept)));
    let keeps = kept.is_none_or(|kept| kept.strip_prefix(['h', 'l']).is_some_and(is_digits));
    (count.is_empty() || is_digits(count)) && (faces == "F" || is_digits(faces)) && keeps
}

/// True for a plain sum such as `3d6 + 1`, whose name is no method's.
pub(super) fn is_plain_sum(name: &str) -> bool {
    let named = |info: &MethodInfo| info.is_named() && info.definition.fits(name).is_some();
    terms(name).is_some_and(|terms| terms.iter().all(|term| special(term).is_none())) && !methods().iter().any(named)
}

/// A plain sum with `shift` added to it, in the number at its end where there is one.
pub(super) fn shifted(name: &str, shift: i64) -> String {
    let sign = name.rfind(['+', '-']).filter(|&sign| is_digits(&name[sign + 1..]));
    let (dice, constant) = name.split_at(sign.unwrap_or(name.len()));
    // A number in a sum that has been read is small; no number stands for 0.
    match constant.parse().unwrap_or(0i64) + shift {
        0 => dice.to_owned(),
        number => format!("{dice}{number:+}"),
    }
}

/// True if the text has signs of formulas that methods do not have, or is a plain sum.
pub fn is_meant_as_formula(text: &str) -> bool {
    let sign = |letter: char| letter.is_ascii_punctuation() && !"+-%.;_".contains(letter) || "≤≥≠×".contains(letter);
    let begins = ["let ", "if ", "not "].iter().any(|word| text.starts_with(word));
    let lacks_faces = text.strip_suffix('d').is_some_and(is_digits);
    let is_long = text.chars().count() > MAX_TEXT;
    text.contains(sign) || text.contains(" + ") || begins || lacks_faces || is_long || terms(text).is_some()
}

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn is_number(text: &str) -> bool {
    is_digits(text.trim_start_matches(['+', '-']))
}

/// The start of a text, for messages.
pub(super) fn shown(text: &str) -> String {
    if text.chars().count() <= MAX_TEXT {
        return text.to_owned();
    }
    format!("{}…", text.chars().take(START).collect::<String>())
}
