//! Errors for unknown dice, with suggestions of the dice that were probably meant.

use super::methods::{MethodInfo, methods};
use super::plain_sum::{is_digits, is_plain_sum, shorten};
use crate::error::Error;
use crate::text::nearest;

/// A function that returns whether a text can be read as dice.
pub(super) type CanRead<'r> = &'r dyn Fn(&str) -> bool;

/// The error for the unknown dice `name`, with a suggestion if there is one.
///
/// `own` yields the names of the dice that the file defines. The first function in `reads` checks whether a text is
/// dice in this file; the second, whether it is dice without the file's definitions.
pub(super) fn unknown_dice<'n>(name: &str, own: impl Iterator<Item = &'n str>, reads: [CanRead<'_>; 2]) -> Error {
    let error = Error::input(format!("unknown dice method `{}`", shorten(name)));
    match find_suggestion(name, own, reads) {
        Some(meant) => error.suggesting(meant),
        None => error.with_help("such as `4dF`, `3d6-table`, `d%`, `2d10-11`, `highest(3, 4d6)` or `none`"),
    }
}

/// The dice that were probably meant; always a text that the file accepts. `None` if nothing similar is known. The
/// parameters are those of [`unknown_dice`].
fn find_suggestion<'n>(
    name: &str,
    own: impl Iterator<Item = &'n str>,
    [here, anywhere]: [CanRead<'_>; 2],
) -> Option<String> {
    if shorten(name) != name {
        return None;
    }
    let own = nearest(name, own).map(str::to_owned);
    let accepted = |text: &String| text != name && here(text);
    let recased = name.to_lowercase().replace("df", "dF");
    let respaced = std::iter::once(recased.clone()).chain(change_spaces(&recased)).chain(rephrase(&recased));
    own.into_iter()
        .chain(correct_sum(name))
        .chain(respaced)
        .chain(correct_word(name, anywhere))
        .chain(correct_word(&recased, anywhere))
        .find(accepted)
}

/// Corrects the first unknown word in `name`. `None` if all words are known, or if no known word is similar.
fn correct_word(name: &str, reads: CanRead<'_>) -> Option<String> {
    let words: Vec<&str> = name.split(' ').collect();
    let last = words.len() - 1;
    let is_known =
        |at: usize| if at < last { matches_method(&format!("{} 4dF", words[at])) } else { is_method(words[at], reads) };
    let wrong = (0..=last).find(|at| !is_known(*at))?;
    let takes_dice = |info: &&MethodInfo| info.name.ends_with(" X") == (wrong < last);
    let known = methods().iter().filter(takes_dice).filter_map(|info| info.example.split(' ').next());
    let mut corrected = words.clone();
    corrected[wrong] = nearest(words[wrong], known)?;
    Some(corrected.join(" "))
}

/// Corrects a method to which a number is added: `3d6-table+1` becomes `method('3d6-table') + 1`.
fn correct_sum(name: &str) -> Option<String> {
    let at = name.rfind(['+', '-']).filter(|at| is_digits(&name[at + 1..]))?;
    let (method, number) = name.split_at(at);
    Some(format!("method('{method}') {} {}", &number[..1], &number[1..]))
}

fn matches_method(text: &str) -> bool {
    methods().iter().any(|info| info.is_named() && info.definition.match_text(text).is_some())
}

fn is_method(word: &str, reads: CanRead<'_>) -> bool {
    is_plain_sum(word) || matches_method(word) || reads(word)
}

/// Variants of the name, to correct `3d6 table` or `median 3 4dF`: each space in turn is removed, or replaced by `-` or
/// `+`.
fn change_spaces(name: &str) -> impl Iterator<Item = String> {
    let spaces = name.match_indices(' ').map(|(at, _)| at);
    spaces.flat_map(move |at| ["", "-", "+"].map(|sign| [&name[..at], &name[at + 1..]].join(sign)))
}

/// Rewrites "best" and "worst" as people say them; the most likely meaning comes first. `best 4 of 5dF` keeps dice of
/// one roll: `5dFkh4`. `best of 2 4dF` compares rolls: `best2 4dF`. A name with more or fewer than three words, not
/// counting "of", is only corrected from `4d6k3` to `4d6kh3`.
fn rephrase(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split(' ').filter(|word| *word != "of").collect();
    let [which, number, dice] = words[..] else { return vec![name.replacen('k', "kh", 1)] };
    let (kept, rolls) = match which {
        "best" | "highest" => ("kh", "best"),
        "worst" | "lowest" => ("kl", "worst"),
        _ => return Vec::new(),
    };
    let mut meant = vec![format!("{rolls}{number} {dice}"), format!("{dice}{kept}{number}")];
    if name.contains(&format!("{number} of ")) {
        meant.reverse();
    }
    meant
}
