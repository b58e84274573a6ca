//! Recognizes plain sums in the text of dice, and splits them into terms. It does not look up what they mean.

use super::methods::{MethodInfo, methods};
use crate::text::fold_spaces;

/// Maximum length of the text of a method, in bytes. Messages quote only the beginning of a text with more characters.
pub(super) const MAX_TEXT: usize = 200;
/// Number of characters that messages quote from a long text.
const QUOTED_CHARACTERS: usize = 20;

/// Normalizes a text: single spaces between words, none around signs, and `-` for every kind of minus sign.
pub(super) fn normalize(text: &str) -> String {
    let spaced = fold_spaces(text).replace(['−', '–'], "-");
    [" +", "+ ", " -", "- "].iter().fold(spaced, |text, sign| text.replace(sign, sign.trim()))
}

/// The sign and the digits of advantage or disadvantage dice: 1 and `2` for `+adv2`, -1 and `1` for `+dis1`. `None` for
/// any other term.
pub(super) fn advantage_dice(term: &str) -> Option<(i64, &str)> {
    let (word, sign) = [("+adv", 1), ("+dis", -1)].into_iter().find(|(word, _)| term.starts_with(word))?;
    let digits = &term[word.len()..];
    is_digits(digits).then_some((sign, digits))
}

/// The terms of a plain sum with their signs, including advantage dice. `None` if the text is anything else, or if its
/// only dice are advantage dice.
pub(super) fn terms(name: &str) -> Option<Vec<&str>> {
    let starts = name.char_indices().filter(|(at, letter)| *at > 0 && matches!(letter, '+' | '-')).map(|(at, _)| at);
    let bounds: Vec<usize> = std::iter::once(0).chain(starts).chain([name.len()]).collect();
    let terms: Vec<&str> = bounds.windows(2).map(|two| &name[two[0]..two[1]]).collect();
    let is_term = |term: &&str| {
        let body = term.trim_start_matches(['+', '-']);
        term.len() - body.len() < 2 && (is_digits(body) || is_pool(body) || advantage_dice(term).is_some())
    };
    let rolls = terms.iter().any(|term| is_pool(term.trim_start_matches(['+', '-'])));
    (rolls && terms.iter().all(is_term)).then_some(terms)
}

/// Whether the term is dice such as `4d6`, `dF` or `4d6kh3`.
fn is_pool(term: &str) -> bool {
    let Some((count, die)) = term.split_once('d') else { return false };
    let (faces, kept) = die.split_once('k').map_or((die, None), |(faces, kept)| (faces, Some(kept)));
    let keeps = kept.is_none_or(|kept| kept.strip_prefix(['h', 'l']).is_some_and(is_digits));
    (count.is_empty() || is_digits(count)) && (faces == "F" || is_digits(faces)) && keeps
}

/// Whether the text is a plain sum, such as `3d6 + 1`. False if it has advantage dice or is the name of a method.
pub(super) fn is_plain_sum(name: &str) -> bool {
    let named = |info: &MethodInfo| info.is_named() && info.definition.match_text(name).is_some();
    terms(name).is_some_and(|terms| terms.iter().all(|term| advantage_dice(term).is_none()))
        && !methods().iter().any(named)
}

/// Adds `shift` to a plain sum, merging it with the number at the end of the sum, if any.
pub(super) fn shifted(name: &str, shift: i64) -> String {
    let sign = name.rfind(['+', '-']).filter(|&sign| is_digits(&name[sign + 1..]));
    let (dice, constant) = name.split_at(sign.unwrap_or(name.len()));
    // Numbers in a sum that was read are small, so the addition cannot overflow. A missing number counts as 0.
    match constant.parse().unwrap_or(0i64) + shift {
        0 => dice.to_owned(),
        number => format!("{dice}{number:+}"),
    }
}

/// Whether the text looks like a formula rather than a method. It does if it is a plain sum, has signs or words that no
/// method has, or is too long for a method.
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

/// Cuts a long text short for use in a message.
pub(super) fn shorten(text: &str) -> String {
    if text.chars().count() <= MAX_TEXT {
        return text.to_owned();
    }
    format!("{}…", text.chars().take(QUOTED_CHARACTERS).collect::<String>())
}
