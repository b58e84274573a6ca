//! `odds`: one question, answered exactly, without a file.

use super::args::OddsArgs;
use super::{Stop, screen};
use crate::report::odds::{Asked, Question};

/// Answers and prints.
///
/// # Errors
/// Invalid dice or levels; a closed pipe.
pub(super) fn odds(args: &OddsArgs) -> std::result::Result<(), Stop> {
    let question = Question::read(&Asked {
        dice: &args.dice.join(" "),
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
