//! Rolled degrees as sums of their terms, for all subjects, and the words that subjects share.

use super::line::Line;
use crate::chance::{Purpose, Roll};
use crate::check::{Actor, Check, CheckOutcome, Contestant, ContestantResult};
use crate::dice::Dice;
use crate::ladder::Ladder;
use crate::measure::{number, thousands};
use crate::rules::Rules;
use crate::text::true_minus;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;

/// One term of a sum.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Addend {
    pub(super) name: String,
    pub(super) value: i32,
}

/// The term with its sign: `4dF −2`.
impl fmt::Display for Addend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A no-break space keeps name and number on one line.
        let gap = if self.name.is_empty() { "" } else { "\u{a0}" };
        write!(f, "{}{gap}{}", self.name, signed(self.value))
    }
}

/// The dice with their faces for this result: `d6 shows 4`.
pub(super) fn shows(dice: &Dice, result: i32) -> String {
    format!("{} shows\u{a0}{}", dice.shown_name(), true_minus(dice.shown(result)))
}

pub(super) fn addend(name: impl Into<String>, value: i32) -> Addend {
    Addend { name: name.into(), value }
}

/// A rolled degree as a sum: `Snorri: Great, foe's shield −1, 4dF +1 = Great`. The caller leaves out terms of 0 other
/// than the dice, and dice that are not rolled. `who` is empty if there is only one roll.
pub(super) fn sum(who: &str, base: i32, terms: &[Addend], degree: i32, ladder: &Ladder) -> Line {
    let name = if who.is_empty() { String::new() } else { format!("{who}: ") };
    let trait_name = ladder.trait_name(base);
    let text = if terms.is_empty() && base == degree {
        format!("{name}{trait_name}, no roll")
    } else {
        // Caps and criticals can make the degree differ from the sum.
        let equals = if base + total(terms) == degree { "=" } else { "→" };
        format!("{name}{trait_name}{} {equals}\u{a0}{}", terms_after_commas(terms), ladder.degree_name(degree))
    };
    let base = trait_fact(ladder, base);
    Line::new("sum", text)
        .with("who", who)
        .with("base", base)
        .with("terms", terms)
        .with("degree", level(ladder, degree))
}

/// A number of successes as a sum, for dice that include the skill:
/// `Snorri: outnumbered −1, count(6d10 >= 7) +3 = 2 successes`.
pub(super) fn successes(
    who: &str,
    base: i32,
    terms: &[Addend],
    result: i32,
    (rules, ladder): (&Rules, &Ladder),
) -> Line {
    let word = rules.result_name(result, ladder);
    let text = if terms.is_empty() {
        format!("{who}: {word}, no roll")
    } else {
        let equals = if base + total(terms) == result { "=" } else { "→" };
        let first = if base == 0 { String::new() } else { format!(", {}", signed(base)) };
        let sum = format!("{first}{}", terms_after_commas(terms));
        format!("{who}: {} {equals}\u{a0}{word}", sum.trim_start_matches(", "))
    };
    let line = Line::new("sum", text).with("who", who).with("base", base).with("terms", terms);
    line.with("degree", result_fact(rules, ladder, result))
}

/// A result in a fight as a fact: its number and its word.
pub(super) fn result_fact(rules: &Rules, ladder: &Ladder, result: i32) -> Value {
    json!({ "level": result, "word": rules.result_name(result, ladder) })
}

/// A degree rolled outside fights, as a sum. `who` is the index of the roller, whose roll is among `rolls`, and `name`
/// the name shown.
pub(super) fn roll_line<'r>(
    name: &str,
    who: u16,
    actor: &Actor,
    degree: i32,
    rolls: impl IntoIterator<Item = &'r Roll>,
    ladder: &Ladder,
) -> Line {
    roll_line_with_luck(name, who, actor, (degree, 0), rolls, ladder)
}

/// Like [`roll_line`], for a roll against others. The sum includes the change by Fudge points and the number of points
/// spent. If dice were rerolled, the last roll counts.
pub(super) fn opposed_roll_line(
    name: &str,
    who: u16,
    contestant: &Contestant,
    effort: ContestantResult,
    rolls: &[Roll],
    ladder: &Ladder,
) -> Line {
    let ContestantResult { degree, luck, spent } = effort;
    let sum = roll_line_with_luck(name, who, contestant.actor(), (degree, luck), rolls.iter().rev(), ladder);
    sum.reworded("sum", |sum| format!("{sum}{}", spent_points_phrase(spent))).with_points(contestant.luck(), spent)
}

/// Like [`roll_line`], with `luck` as the change by Fudge points.
fn roll_line_with_luck<'r>(
    name: &str,
    who: u16,
    actor: &Actor,
    (degree, luck): (i32, i32),
    rolls: impl IntoIterator<Item = &'r Roll>,
    ladder: &Ladder,
) -> Line {
    let is_it = |roll: &&Roll| roll.ask.who == who && roll.ask.purpose == Purpose::Action;
    let modifiers = Some(addend("modifiers", actor.modifiers())).filter(|modifiers| modifiers.value != 0);
    let dice = rolls.into_iter().find(is_it).map(|roll| addend(roll.dice.clone(), roll.value));
    let luck = Some(addend("Fudge points", luck)).filter(|luck| luck.value != 0);
    let terms: Vec<Addend> = modifiers.into_iter().chain(dice).chain(luck).collect();
    sum(name, actor.base() - actor.modifiers(), &terms, degree, ladder)
}

/// A check on a single line: its sum, the difficulty and the verdict. Its roll is among `rolls`.
pub(super) fn check_line<'r>(
    name: &str,
    who: u16,
    check: &Check,
    outcome: CheckOutcome,
    rolls: impl IntoIterator<Item = &'r Roll>,
    ladder: &Ladder,
) -> Line {
    let (difficulty, verdict) = (check.difficulty(), outcome.verdict().word());
    let spent = spent_points_phrase(outcome.spent);
    let words = |sum: &str| format!("{sum}; difficulty {}: {verdict}{spent}", ladder.trait_name(difficulty));
    let sum = roll_line(name, who, check.actor(), outcome.degree, rolls, ladder).reworded("roll", words);
    sum.with("difficulty", trait_fact(ladder, difficulty)).with("verdict", verdict)
}

/// A number of half successes in words: `1½`.
pub(super) fn halves_in_words(halves: u32) -> String {
    let half = if halves % 2 == 1 { "½" } else { "" };
    let whole = if halves == 1 { String::new() } else { (halves / 2).to_string() };
    format!("{whole}{half}")
}

pub(super) fn total(terms: &[Addend]) -> i32 {
    terms.iter().map(|term| term.value).sum()
}

/// The terms, each after a comma: `, wounds −1, 4dF +1`.
pub(super) fn terms_after_commas(terms: &[Addend]) -> String {
    terms.iter().map(|term| format!(", {term}")).collect()
}

/// A degree as a fact: its number and its word.
pub(super) fn level(ladder: &Ladder, level: i32) -> Value {
    json!({ "level": level, "word": ladder.degree_name(level) })
}

/// A trait or a difficulty as a fact: its number and its word.
pub(super) fn trait_fact(ladder: &Ladder, level: i32) -> Value {
    json!({ "level": level, "word": ladder.trait_name(level) })
}

/// A whole number with its sign: `+1`, `−2`, `0`.
pub fn signed(value: i32) -> String {
    number::signed(value.into(), 0)
}

/// A count with its unit: `1 round`, `1,200 rounds`, `2 boxes`.
pub fn counted(count: u64, what: &str) -> String {
    let ending = match count {
        1 => "",
        _ if what.ends_with(['s', 'x']) => "es",
        _ => "s",
    };
    format!("{} {what}{ending}", thousands(count))
}

/// The points spent: `, for 1 Fudge point`; empty if none are spent.
pub(super) fn spent_points_phrase(spent: u8) -> String {
    if spent == 0 { String::new() } else { format!(", for {}", counted(spent.into(), "Fudge point")) }
}

/// A list of names: `Ann, Bob and Cora`.
pub fn listed(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

pub fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
