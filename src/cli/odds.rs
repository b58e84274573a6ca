//! `odds`: one question, answered exactly, without a file.

use super::args::OddsArgs;
use super::{Stop, screen};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::report::formula::{Compared, Weighed};
use crate::report::odds::{Asked, Question};

/// Answers and prints.
///
/// # Errors
/// Invalid dice or levels; a closed pipe.
pub(super) fn odds(args: &OddsArgs) -> std::result::Result<(), Stop> {
    if let Some(found) = formulas(args)? {
        let (text, json) = match &found {
            Formulas::One(one) => (one.page(screen::style().width), one.json()),
            Formulas::Two(two) => (two.page(screen::style().width), two.json()),
        };
        return screen::print(&if args.json { format!("{json:#}\n") } else { text });
    }
    let dice = dice(&args.dice)?;
    let question = Question::read(&Asked {
        dice: dice.name(),
        level: args.level.as_deref(),
        modifier: args.modifier,
        difficulty: args.difficulty.as_deref(),
        opposed: args.opposed.as_deref(),
        opposed_dice: args.opposed_dice.as_deref(),
        spend: args.spend.iter().map(String::as_str).collect(),
        fudge_points: args.fudge_points,
    })?;
    let odds = question.answer()?;
    question.doubts().iter().for_each(|doubt| screen::tell(&format!("warning: {doubt}")));
    if args.json {
        return screen::print(&format!("{:#}\n", odds.json(&question)));
    }
    screen::print(&odds.text(&question, screen::style().width))
}

/// Formulas that were typed in place of dice.
enum Formulas {
    One(Weighed),
    Two(Box<Compared>),
}

/// The formulas that were typed: two words of which each is one, or all words together. `None` if they are dice, or look more like dice
/// with a slip.
///
/// # Errors
/// A formula with faults, which are printed; an option that goes with dice alone; a value without a name.
fn formulas(args: &OddsArgs) -> std::result::Result<Option<Formulas>, Stop> {
    let joined = args.dice.join(" ");
    let names = args.lets.iter().map(|text| value_of(text)).collect::<Result<Vec<_>>>()?;
    let plain = Dice::parse(&joined);
    if plain.is_ok() && names.is_empty() {
        return Ok(None);
    }
    let read = |text: &String| Weighed::read(text, &names);
    let found = match &args.dice[..] {
        [one, other] => match [read(one), read(other)] {
            [Ok(one), Ok(other)] => Ok(Formulas::Two(Box::new(Compared { both: [one, other] }))),
            _ => read(&joined).map(Formulas::One),
        },
        _ => read(&joined).map(Formulas::One),
    };
    match found {
        Ok(found) => {
            let of_dice = [
                ("--trait", args.level.is_some()),
                ("--modifier", args.modifier != 0),
                ("--difficulty", args.difficulty.is_some()),
                ("--opposed", args.opposed.is_some()),
            ];
            if let Some((option, _)) = of_dice.iter().find(|(_, given)| *given) {
                let error = Error::input(format!("`{option}` goes with dice by name, not with a formula"));
                return Err(error.with_help("write it into the formula, such as `4dF + 1 >= 2`").into());
            }
            Ok(Some(found))
        }
        // A level or a misspelt method has a message of its own.
        Err(_) if names.is_empty() && !is_meant_as_formula(&joined, &plain) => Ok(None),
        Err(problems) => {
            screen::tell_as_is(&format!("{}\n", problems.render(screen::colored_errors())));
            Err(Stop::Told)
        }
    }
}

/// True if a text has signs of formulas that dice by name mostly do not have, and reads no more like such dice.
fn is_meant_as_formula(text: &str, dice: &Result<Dice>) -> bool {
    const SIGNS: [char; 11] = ['(', ')', '[', '<', '>', '=', '*', '/', ';', '\'', '{'];
    let suggests = dice.as_ref().err().is_some_and(|error| error.suggestion().is_some());
    text.contains(SIGNS) || text.contains('+') && !suggests
}

/// `need=2`.
///
/// # Errors
/// No name, or no number.
fn value_of(text: &str) -> Result<(String, i64)> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim().replace('−', "-").parse::<i64>()));
    match parts {
        Some((name, Ok(value))) if !name.is_empty() && value.abs() <= 1_000_000 => Ok((name.to_owned(), value)),
        _ => Err(Error::input(format!("`{text}` gives no name a number"))
            .with_help("write `--let need=2`, numbers up to 1,000,000")),
    }
}

/// The dice that were typed, in one word or several.
///
/// # Errors
/// Unknown dice. A level where dice were wanted, such as `Great` or `4dF Good`, is told apart from them.
fn dice(words: &[String]) -> Result<Dice> {
    let text = words.join(" ");
    let read = Dice::parse(&text);
    let Err(error) = &read else { return read };
    let words: Vec<&str> = text.split_whitespace().collect();
    let ladder = Ladder::default();
    let cut = |at: usize| {
        let level = words[at..].join(" ");
        // A number alone is no level: the message about dice says so.
        level.contains(char::is_alphabetic).then_some(())?;
        let dice = if at == 0 { "4dF".to_owned() } else { meant(&words[..at].join(" "), Dice::parse)? };
        Some((dice, meant(&level, |text| ladder.parse(text))?, level))
    };
    let Some((dice, level, typed)) = (0..words.len()).rev().find_map(cut) else { return Err(error.clone()) };
    let level = if level.contains(' ') { format!("\"{level}\"") } else { level };
    let help = format!("write `fudgelab odds {dice} --trait {level}`");
    Err(Error::input(format!("`{typed}` is a level, not dice")).with_help(help))
}

/// The text itself if it can be read, or else the one that was probably meant.
fn meant<T>(text: &str, read: impl Fn(&str) -> Result<T>) -> Option<String> {
    match read(text) {
        Ok(_) => Some(text.to_owned()),
        Err(error) => error.suggestion().map(str::to_owned),
    }
}
