//! `odds`: answers one question exactly, without a file.

use super::args::OddsArgs;
use super::picture;
use super::screen::{self, Done, EarlyExit};
use fudgelab::chart;
use fudgelab::dice::{Definitions, Dice, Unreadable, is_meant_as_formula};
use fudgelab::document::Problems;
use fudgelab::error::{Error, Result};
use fudgelab::ladder::Ladder;
use fudgelab::report::rolls::formula::{FormulaComparison, FormulaDistribution, problems};
use fudgelab::report::rolls::odds::{OddsQuery, Question};

/// Answers the question and prints the result.
///
/// # Errors
/// If dice, formulas or levels are invalid, or the output pipe is closed.
pub(super) fn odds(args: &OddsArgs) -> Done {
    let names = args.lets.iter().map(|text| value_of(text)).collect::<Result<Vec<_>>>()?;
    let asks_more = args.level.is_some() || args.modifier != 0 || args.difficulty.is_some() || args.opposed.is_some();
    let text = args.dice.join(" ");
    // Sums of very many dice are answered as formulas.
    let is_of_dice = || Definitions::none().is_named(&text) && Dice::parse(&text).is_ok();
    if asks_more || names.is_empty() && is_of_dice() {
        return answer_question(args, &names);
    }
    let (page, json) = match formulas(&args.dice, &names) {
        Ok(all) => {
            all.iter()
                .flat_map(FormulaDistribution::notes)
                .for_each(|note| screen::print_message(&format!("note: {note}")));
            draw_picture(args, &all.iter().map(|one| (one.text().to_owned(), one.chances())).collect::<Vec<_>>())?;
            match <[FormulaDistribution; 2]>::try_from(all).map(|both| FormulaComparison { both }) {
                Ok(two) => (two.page(), two.json()),
                Err(all) => (all[0].page(), all[0].json()),
            }
        }
        // Levels and misspelled methods have their own error messages.
        Err(_) if names.is_empty() && !is_meant_as_formula(&text) => return answer_question(args, &names),
        Err(problems) => return print_problems(&problems),
    };
    screen::print(&if args.json { format!("{json:#}\n") } else { page.text(&screen::style()) })
}

/// Prints everything that is wrong with a formula.
fn print_problems(problems: &Problems) -> Done {
    screen::print_message_as_is(&format!("{}\n", problems.render(screen::colored_errors())));
    Err(EarlyExit::AlreadyPrinted)
}

/// Answers a question about named dice, or about a roll with a trait, a difficulty or an opponent.
fn answer_question(args: &OddsArgs, names: &[(String, i64)]) -> Done {
    if let Some((name, _)) = names.first() {
        let error =
            Error::input(format!("`--let {name}` cannot be combined with a trait, modifier, difficulty or opponent"));
        return Err(error.with_help("leave it out, or `--trait`, `--modifier`, `--difficulty` and `--opposed`").into());
    }
    let text = args.dice.join(" ");
    if let Err(Unreadable::Faults(text, faults)) = Definitions::none().dice_by_need(&text) {
        return print_problems(&problems(&text, &faults));
    }
    let dice = if is_meant_as_formula(&text) { text } else { dice(&args.dice)?.name().to_owned() };
    let question = Question::read(&OddsQuery {
        dice: &dice,
        level: args.level.as_deref(),
        modifier: args.modifier,
        difficulty: args.difficulty.as_deref(),
        opposed: args.opposed.as_deref(),
        opposed_dice: args.opposed_dice.as_deref(),
        spend: args.spend.iter().map(String::as_str).collect(),
        fudge_points: args.fudge_points,
    })?;
    let odds = question.answer()?;
    draw_picture(args, &[(question.words(), odds.chances())])?;
    question.hints().iter().for_each(|doubt| screen::print_message(&format!("warning: {doubt}")));
    if args.json {
        return screen::print(&format!("{:#}\n", odds.json(&question)));
    }
    screen::print(&odds.page(&question).text(&screen::style()))
}

/// Draws the distributions, if the user wants a picture.
fn draw_picture(args: &OddsArgs, named: &[(String, Vec<(i64, f64)>)]) -> Result<()> {
    let Some(path) = &args.picture else { return Ok(()) };
    picture::is_png(path)?;
    let title = named.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" and ");
    picture::write(&chart::of_numbers(&title, named), path)
}

/// The formulas that were typed: all words as a single formula, or, if that is invalid, each of two words as a formula.
///
/// # Errors
/// If a formula is invalid; of two invalid formulas, the errors of the first.
fn formulas(typed: &[String], names: &[(String, i64)]) -> std::result::Result<Vec<FormulaDistribution>, Problems> {
    match FormulaDistribution::read(&typed.join(" "), names) {
        Err(_) if typed.len() == 2 => typed.iter().map(|text| FormulaDistribution::read(text, names)).collect(),
        whole => whole.map(|one| vec![one]),
    }
}

/// Reads a value such as `need=2`.
///
/// # Errors
/// If the name is missing, or the value is not a number in range.
fn value_of(text: &str) -> Result<(String, i64)> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim().replace('−', "-").parse::<i64>()));
    match parts {
        Some((name, Ok(value))) if !name.is_empty() && (-1_000_000..=1_000_000).contains(&value) => {
            Ok((name.to_owned(), value))
        }
        _ => Err(Error::input(format!("`--let` takes NAME=NUMBER, not `{text}`"))
            .with_help("for example `--let need=2`, with a whole number up to 1,000,000")),
    }
}

/// The dice that were typed, as one word or several.
///
/// # Errors
/// If the dice are unknown. A level instead of dice, as in `Great` or `4dF Good`, has its own message.
fn dice(words: &[String]) -> Result<Dice> {
    let text = words.join(" ");
    let read = Dice::parse(&text);
    let Err(error) = &read else { return read };
    let words: Vec<&str> = text.split_whitespace().collect();
    let ladder = Ladder::default();
    let cut = |at: usize| {
        let level = words[at..].join(" ");
        // A number alone is not a level: the message about dice explains that.
        level.contains(char::is_alphabetic).then_some(())?;
        let dice = if at == 0 { "4dF".to_owned() } else { valid_or_suggested(&words[..at].join(" "), Dice::parse)? };
        Some((dice, valid_or_suggested(&level, |text| ladder.parse(text))?, level))
    };
    let Some((dice, level, typed)) = (0..words.len()).rev().find_map(cut) else { return Err(error.clone()) };
    let level = if level.contains(' ') { format!("\"{level}\"") } else { level };
    let help = format!("write `fudgelab odds {dice} --trait {level}`");
    Err(Error::input(format!("`{typed}` is a level, not dice")).with_help(help))
}

/// The text itself if it can be read, or else the suggestion of the error.
fn valid_or_suggested<T>(text: &str, read: impl Fn(&str) -> Result<T>) -> Option<String> {
    match read(text) {
        Ok(_) => Some(text.to_owned()),
        Err(error) => error.suggestion().map(str::to_owned),
    }
}
