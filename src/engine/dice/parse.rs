//! Reading dice methods by name.

use super::custom::{Keep, most_dice, out_of_range, pool};
use super::hint::nearest;
use super::methods::{Kind, MethodInfo, advantage, fudge_die, methods, sides, two_d6};
use super::{Dice, Pmf};
use crate::error::{Error, Result};

/// The longest text that is read as dice, in bytes.
const MAX_TEXT: usize = 200;
/// The most prefix words before a method.
const MAX_PREFIXES: usize = 4;
/// The most faces of one plain die.
const MAX_FACES: u32 = 1_000;
/// The largest modifier on the dice total of `2d6-table` (F93 4.3).
const MAX_ON_DICE: u32 = 5;

/// Reads prefix words and the method after them.
pub(super) fn parse(text: &str) -> Result<Dice> {
    let name = normal(text);
    if name.len() > MAX_TEXT {
        let start: String = name.chars().take(20).collect();
        return Err(Error::input(format!("the dice method `{start}…` is longer than {MAX_TEXT} bytes")));
    }
    match expression(&name) {
        Some(Ok(pmf)) => {
            let holds_modifier = name.rsplit(' ').next().is_some_and(holds_modifier);
            Ok(Dice { holds_modifier, ..Dice::new(name, pmf) })
        }
        Some(Err(error)) => Err(error.context(format_args!("dice `{name}`"))),
        None => Err(unknown(&name)),
    }
}

/// The dice of a plain sum such as `3d6`: neither a prefix nor a named method.
pub(super) fn is_plain_sum(name: &str) -> bool {
    fixed(name).is_none() && terms(name).is_some()
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

/// The meanings of the prefix words, and of the advantage dice that are left after they cancel.
pub(super) fn meanings(name: &str) -> Vec<String> {
    let (prefixes, base) = name.rsplit_once(' ').unwrap_or(("", name));
    let said = prefixes.split(' ').filter_map(|word| {
        let Prefix { info, count, from } = prefix(word)?;
        let enough =
            from.map_or(String::new(), |(negative, digits)| format!("{}{digits}", if negative { "−" } else { "" }));
        Some(format!("{word}: {}", info.meaning.replace('N', count).replace('M', &enough)))
    });
    let left = terms(base).map_or(0, |terms| net_advantage(&terms));
    let ignored = if left > 0 { "minus" } else { "plus" };
    let advantage = match left.unsigned_abs() {
        0 => None,
        1 => Some(format!("1 of the four dice shows 0 in place of {ignored}; 3 can show {ignored}")),
        2 => Some(format!("2 of the four dice show 0 in place of {ignored}; 2 can show {ignored}")),
        _ if left > 0 => Some("4dF plus 1, since more than 2 dice are advantage dice".to_owned()),
        _ => Some("4dF less 1, since more than 2 dice are disadvantage dice".to_owned()),
    };
    said.chain(advantage).collect()
}

/// White space between words made single, around signs dropped; any minus made the plain one.
fn normal(text: &str) -> String {
    let spaced = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(['−', '–'], "-");
    [" +", "+ ", " -", "- "].iter().fold(spaced, |text, sign| text.replace(sign, sign.trim()))
}

/// The distribution of prefix words and a method; `None` where the words are not known.
fn expression(name: &str) -> Option<Result<Pmf>> {
    let mut words: Vec<&str> = name.split(' ').collect();
    let base = method(words.pop()?)?;
    let prefixes: Vec<_> = words.into_iter().map(prefix).collect::<Option<_>>()?;
    Some(base.and_then(|base| apply(base, &prefixes)))
}

/// A word before the dice: what it does to a roll, with the digits in it where it takes numbers.
struct Prefix<'a> {
    info: &'static MethodInfo,
    count: &'a str,
    /// The result that is enough, and whether it has a minus.
    from: Option<(bool, &'a str)>,
}

impl Prefix<'_> {
    fn apply(&self, pmf: &Pmf) -> Result<Pmf> {
        let count = number(self.count, 1, Pmf::MAX_DICE, "the number of rolls")?;
        match (self.info.kind, self.from) {
            (Kind::Prefix(build), _) => build(pmf, count),
            (Kind::Until(build), Some((negative, digits))) => {
                let size = number(digits, 0, Pmf::MAX_VALUE as u32, "the result that is enough")?;
                build(pmf, count, signed(negative, size))
            }
            _ => Ok(pmf.clone()),
        }
    }
}

fn apply(base: Pmf, prefixes: &[Prefix]) -> Result<Pmf> {
    if prefixes.len() > MAX_PREFIXES {
        return Err(Error::input(format!("more than {MAX_PREFIXES} words before the dice")));
    }
    if prefixes.iter().filter(|prefix| prefix.info.row == "D14").count() > 1 {
        return Err(Error::input("open-ended twice").with_help("there is only one further roll: write it once"));
    }
    prefixes.iter().rev().try_fold(base, |pmf, prefix| prefix.apply(&pmf))
}

fn prefix(word: &str) -> Option<Prefix<'_>> {
    methods().iter().find_map(|info| match info.kind {
        Kind::Prefix(_) => {
            let count = match info.name.strip_suffix('N') {
                Some(stem) => word.strip_prefix(stem).filter(|count| is_digits(count))?,
                None => word.strip_prefix(info.name).filter(|rest| rest.is_empty())?,
            };
            Some(Prefix { info, count, from: None })
        }
        Kind::Until(_) => {
            let (count, enough) = word.strip_prefix(info.name.strip_suffix("NfromM")?)?.split_once("from")?;
            let digits = enough.strip_prefix('-').unwrap_or(enough);
            let known = is_digits(count) && is_digits(digits);
            known.then_some(Prefix { info, count, from: Some((enough.starts_with('-'), digits)) })
        }
        Kind::Fixed(_) | Kind::Form => None,
    })
}

fn fixed(word: &str) -> Option<fn() -> Result<Pmf>> {
    methods().iter().find_map(|info| match info.kind {
        Kind::Fixed(build) if info.name == word => Some(build),
        _ => None,
    })
}

/// One method without prefix words.
fn method(word: &str) -> Option<Result<Pmf>> {
    if let Some(build) = fixed(word) {
        return Some(build());
    }
    if let Some(modifier) = word.strip_prefix("2d6").and_then(|rest| rest.strip_suffix("-table")) {
        return modified_table(modifier);
    }
    terms(word).map(|terms| sum(&terms))
}

/// Whether a method's result holds a modifier of the situation: see [`Dice::holds_modifier`].
fn holds_modifier(word: &str) -> bool {
    match fixed(word) {
        Some(_) => false,
        None => word.ends_with("-table") || terms(word).is_some_and(|terms| net_advantage(&terms).abs() >= 3),
    }
}

/// The advantage dice that are left after disadvantage dice have canceled them; negative: disadvantage dice. The numbers have been read
/// against their limits, or the text is not read as dice at all.
fn net_advantage(terms: &[Term]) -> i32 {
    let advantage = |term: &Term<'_>| match term.part {
        Part::Advantage { sign, count } => sign * count.parse().unwrap_or(0),
        _ => 0,
    };
    terms.iter().map(advantage).fold(0, i32::saturating_add)
}

fn modified_table(modifier: &str) -> Option<Result<Pmf>> {
    let (negative, digits) = match modifier.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, modifier.strip_prefix('+')?),
    };
    let size = is_digits(digits).then(|| number(digits, 0, MAX_ON_DICE, "the modifier of the dice total"))?;
    Some(size.and_then(|size| two_d6(signed(negative, size))))
}

/// One term of plain arithmetic, its numbers still unread.
struct Term<'a> {
    negative: bool,
    part: Part<'a>,
}

/// Which dice are kept, and the digits that say how many.
type Kept<'a> = (fn(u32) -> Keep, &'a str);

enum Part<'a> {
    Constant(&'a str),
    Pool { count: &'a str, faces: &'a str, keep: Option<Kept<'a>> },
    Advantage { sign: i32, count: &'a str },
}

/// Cuts plain arithmetic into its terms; `None` where it is something else.
fn terms(text: &str) -> Option<Vec<Term<'_>>> {
    let mut terms = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let unsigned = rest.strip_prefix(['+', '-']);
        let negative = rest.starts_with('-');
        if unsigned.is_none() && !terms.is_empty() {
            return None;
        }
        let body = unsigned.unwrap_or(rest);
        let (term, after) = body.split_at(body.find(['+', '-']).unwrap_or(body.len()));
        terms.push(Term { negative, part: part(term, negative)? });
        rest = after;
    }
    let rolls = terms.iter().any(|term| matches!(term.part, Part::Pool { .. }));
    rolls.then_some(terms)
}

fn part(term: &str, negative: bool) -> Option<Part<'_>> {
    if is_digits(term) {
        return Some(Part::Constant(term));
    }
    for (word, sign) in [("adv", 1), ("dis", -1)] {
        if let Some(count) = term.strip_prefix(word).filter(|_| !negative) {
            return is_digits(count).then_some(Part::Advantage { sign, count });
        }
    }
    let (count, die) = term.split_once('d')?;
    let (faces, keep) = match die.split_once('k') {
        None => (die, None),
        Some((faces, kept)) => (faces, Some(kept)),
    };
    let keep: Option<Kept> = match keep.map(|kept| kept.split_at_checked(1)) {
        None => None,
        Some(Some(("h", kept))) if is_digits(kept) => Some((Keep::Highest as _, kept)),
        Some(Some(("l", kept))) if is_digits(kept) => Some((Keep::Lowest as _, kept)),
        Some(_) => return None,
    };
    let known = (count.is_empty() || is_digits(count)) && (faces == "F" || is_digits(faces));
    known.then_some(Part::Pool { count, faces, keep })
}

/// Adds the terms up. Advantage and disadvantage dice cancel one for one, and what is left replaces dice of the
/// first `4dF` (D11).
fn sum(terms: &[Term]) -> Result<Pmf> {
    let mut better = 0;
    let mut special = false;
    for term in terms {
        if let Part::Advantage { sign, count } = term.part {
            special = true;
            better += sign * number(count, 0, Pmf::MAX_DICE, "the number of advantage dice")? as i32;
        }
    }
    let mut sum = Pmf::certain(0);
    for term in terms {
        let pmf = match term.part {
            Part::Pool { count: "4", faces: "F", keep: None } if special && !term.negative => {
                special = false;
                advantage(better)?
            }
            Part::Pool { count, faces, keep } => plain_pool(count, faces, keep)?,
            Part::Constant(digits) => {
                Pmf::certain(number(digits, 0, Pmf::MAX_VALUE as u32, "a number in the sum")? as i32)
            }
            Part::Advantage { .. } => continue,
        };
        sum = sum.convolve(&if term.negative { pmf.negate()? } else { pmf })?;
    }
    if special {
        return Err(Error::input("there is no `4dF` whose dice they could replace")
            .with_help("write advantage and disadvantage dice as `4dF+adv1`"));
    }
    Ok(sum)
}

fn plain_pool(count: &str, faces: &str, keep: Option<Kept>) -> Result<Pmf> {
    let die =
        if faces == "F" { fudge_die()? } else { sides(number(faces, 1, MAX_FACES, "the number of faces")? as i32)? };
    let dice = number(count, 1, Pmf::MAX_DICE, "the number of dice");
    let keep = match keep {
        Some((which, kept)) => {
            let most = dice.as_ref().map_or(Pmf::MAX_DICE, |dice| *dice);
            which(number(kept, 1, most, "the number of dice kept")?)
        }
        None => Keep::All,
    };
    // How many dice can be counted depends on their faces.
    let dice = dice.or_else(|_| number(count, 1, most_dice(&die, keep), "the number of dice"))?;
    pool(&die, dice, keep)
}

/// Reads digits, however many, as a number from `least` to `most`; no digits stand for 1.
fn number(digits: &str, least: u32, most: u32, what: &str) -> Result<u32> {
    let digits = if digits.is_empty() { "1" } else { digits };
    let number = digits.parse().ok().filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| out_of_range(what, digits, least, most))
}

fn signed(negative: bool, size: u32) -> i32 {
    // Sizes have been read against a small limit.
    if negative { -(size as i32) } else { size as i32 }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The refusal of an unknown name, with what was probably meant.
fn unknown(name: &str) -> Error {
    let error = Error::input(format!("unknown dice method `{name}`"));
    match meant(name) {
        Some(known) => error.suggesting(known),
        None if is_digits(name.trim_start_matches(['+', '-'])) => {
            error.with_help("a number is not a dice method; write `none` where no dice are rolled")
        }
        None => error.with_help("such as `4dF`, `3d6-table`, `d%`, `2d10-11` or `none`"),
    }
}

/// The dice that were probably meant: always a text that is accepted.
fn meant(name: &str) -> Option<String> {
    let accepted = |text: &String| matches!(expression(text), Some(Ok(_)));
    let recased = name.to_lowercase().replace("df", "dF");
    let respaced = std::iter::once(recased.clone()).chain(joined(&recased)).chain(reworded(&recased));
    respaced.chain(corrected(name)).chain(corrected(&recased)).find(accepted)
}

/// Corrects the first unknown word and leaves the others as they are.
fn corrected(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(' ').collect();
    let last = words.len() - 1;
    let wrong = (0..=last).find(|&k| if k < last { prefix(words[k]).is_none() } else { method(words[k]).is_none() })?;
    let fits = |info: &&MethodInfo| matches!(info.kind, Kind::Prefix(_) | Kind::Until(_)) != (wrong == last);
    let known = methods().iter().filter(fits).filter_map(|info| info.example.split(' ').next());
    let mut corrected = words.clone();
    corrected[wrong] = nearest(words[wrong], known)?;
    Some(corrected.join(" "))
}

/// The name with one space less, or a hyphen or a plus sign in its place: `median 3 4dF`, `3d6 table`, `4dF adv1`.
fn joined(name: &str) -> impl Iterator<Item = String> {
    let spaces = name.match_indices(' ').map(|(at, _)| at);
    spaces.flat_map(move |at| ["", "-", "+"].map(|sign| [&name[..at], &name[at + 1..]].join(sign)))
}

/// The best or worst as they are said aloud: `best 4 of 5dF` keeps dice of one roll, `best of 2 4dF` compares rolls.
fn reworded(name: &str) -> Vec<String> {
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
