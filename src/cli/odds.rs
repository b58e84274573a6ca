//! `odds`: one question, answered exactly, without a file.

use super::args::OddsArgs;
use super::{Stop, screen};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::report::odds::{Asked, Question};

/// Answers and prints.
///
/// # Errors
/// Invalid dice or levels; a closed pipe.
pub(super) fn odds(args: &OddsArgs) -> std::result::Result<(), Stop> {
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
