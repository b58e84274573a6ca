//! `replay --dice`: plays a trial along with the rolls of a real table.

use super::{Stop, screen};
use crate::chance::Seed;
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::report::text::clean;
use crate::report::transcript;
use crate::study::Study;
use crate::subject::{Along, Line, Luck, capitalized};
use std::io::BufRead;

/// What takes back the last roll.
const UNDO: &str = "undo";

/// Asks for each roll as it falls, and tells what becomes of it; at the end of the input, or of the trial, how lucky everybody was.
///
/// # Errors
/// It cannot be played along; a closed pipe.
pub(super) fn along(study: &Study, cell: usize, input: &mut dyn BufRead) -> std::result::Result<(), Stop> {
    let words = study.words(&study.cells[cell]);
    let (mut rolls, mut told) = (Vec::new(), 0);
    loop {
        let now = study.subjects.along(cell, &words, &rolls, Seed::new(study.seed))?;
        told = told.min(now.lines.len());
        let new = &now.lines[told..];
        if !new.is_empty() || rolls.is_empty() {
            screen::print(&page(new))?;
            screen::print(&standing(&now))?;
        }
        told = now.lines.len();
        let Some((roll, dice)) = &now.next else { return screen::print(&luck(&now)) };
        screen::print(&format!("{}, {}: ", capitalized(&clean(roll)), dice.name()))?;
        match answer(input, dice)? {
            Answer::Rolls(values) => rolls.extend(values),
            Answer::Undo => drop(rolls.pop()),
            Answer::Wrong(problem) => screen::tell(&problem),
            Answer::Over => {
                screen::print("\n")?;
                return screen::print(&luck(&now));
            }
        }
    }
}

/// What somebody has answered.
enum Answer {
    Rolls(Vec<i32>),
    Undo,
    Wrong(String),
    Over,
}

fn answer(input: &mut dyn BufRead, dice: &Dice) -> Result<Answer> {
    let mut line = String::new();
    let read = input.read_line(&mut line);
    if read.map_err(|problem| Error::run(format!("cannot read the rolls: {problem}")))? == 0 {
        return Ok(Answer::Over);
    }
    if line.trim().eq_ignore_ascii_case(UNDO) {
        return Ok(Answer::Undo);
    }
    let words = line.split([',', ' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
    let values: Option<Vec<i32>> = words.map(|word| word.replace('−', "-").parse().ok()).collect();
    let (lowest, highest) = (dice.pmf().lowest(), dice.pmf().highest());
    // Of several the first is of these dice; the others are looked at when their turn comes.
    Ok(match values.as_deref() {
        Some([first, ..]) if dice.pmf().weight(*first) > 0 => Answer::Rolls(values.unwrap_or_default()),
        _ => Answer::Wrong(format!("{} shows {lowest} to {highest}; `{UNDO}` takes back the last roll", dice.name())),
    })
}

fn page(lines: &[Line]) -> String {
    transcript::lines(lines, screen::style().width)
}

fn standing(now: &Along) -> String {
    if now.standing.is_empty() {
        return String::new();
    }
    let ways = now.standing.iter().filter(|(_, chance)| *chance > 0.0);
    let ways: Vec<String> = ways.map(|(way, chance)| format!("{} {:.0} %", clean(way), 100.0 * chance)).collect();
    format!("\nFrom here: {}.\n", ways.join(", "))
}

fn luck(now: &Along) -> String {
    let line = |luck: Luck| {
        let rolls = if luck.rolls == 1 { "1 roll".to_owned() } else { format!("{} rolls", luck.rolls) };
        let (above, chance) = (luck.above, 100.0 * luck.chance);
        format!("{}: {above:+.1} over {rolls}; as much or more comes up {chance:.0} % of the time\n", clean(&luck.who))
    };
    let lines: String = now.luck().into_iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\nLuck\n{}", lines.replace('-', "−")) }
}
