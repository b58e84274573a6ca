//! `replay --dice`: plays a trial with dice that are rolled at a real table.

use super::screen::{self, Done};
use fudgelab::chance::Seed;
use fudgelab::dice::Dice;
use fudgelab::error::{Error, Result, system_words};
use fudgelab::report::number;
use fudgelab::study::Study;
use fudgelab::study::replay::page;
use fudgelab::subject::{PlayAlong, RollLuck, capitalized, counted, parse_script, shows};
use fudgelab::text::clean;
use std::io::{BufRead, Read};

const UNDO: &str = "undo";

/// Maximum number of rolls in one trial: more than any table makes.
const MOST_ROLLS: usize = 1_000;

/// Maximum length of a line of input, in bytes.
const LONGEST: u64 = 10_000;

/// Asks for each roll and reports its effect. At the end of the trial or of the input, reports how lucky everyone was.
///
/// # Errors
/// If the study does not support this, the input cannot be read, or the output pipe is closed.
pub(super) fn along(study: &Study, cell: usize, input: &mut dyn BufRead) -> Done {
    let words = study.words(&study.cells[cell]);
    let play = |rolls: &[i32]| study.subjects.along(cell, &words, rolls);
    let (mut rolls, mut told) = (Vec::new(), 0);
    let mut now = play(&rolls)?;
    loop {
        // Lines that were taken back are printed again.
        told = told.min(now.lines.len());
        if told < now.lines.len() || rolls.is_empty() {
            screen::print(&page::lines(&now.lines[told..], screen::style().width))?;
            if now.next.is_some() {
                screen::print(&standing(&study.subjects.transcribed(cell).standing(&rolls, Seed::new(study.seed))))?;
            }
        }
        told = now.lines.len();
        let Some((roll, dice)) = &now.next else { return screen::print(&luck(&now)) };
        screen::print(&format!("{}, {}: ", capitalized(&clean(roll)), dice.name()))?;
        let Some(line) = line(input)? else {
            screen::print("\n")?;
            return screen::print(&luck(&now));
        };
        let kept = rolls.len();
        let changed = if line.trim().eq_ignore_ascii_case(UNDO) {
            rolls.pop();
            Ok(())
        } else {
            parse_script(&line).map(|more| rolls.extend(more))
        };
        match changed.and_then(|()| play(&rolls)) {
            Ok(next) if rolls.len() <= MOST_ROLLS => now = next,
            refused => {
                rolls.truncate(kept);
                let error = refused.err().unwrap_or_else(|| Error::input(format!("more than {MOST_ROLLS} rolls")));
                screen::tell_error(&error.with_help(range(dice)));
            }
        }
    }
}

/// A help text with the valid input.
fn range(dice: &Dice) -> String {
    format!("{}; `{UNDO}` takes back the last roll", shows(dice))
}

/// The next line; `None` at the end of the input.
fn line(input: &mut dyn BufRead) -> Result<Option<String>> {
    let mut line = String::new();
    let read = input.take(LONGEST).read_line(&mut line);
    let read = read.map_err(|problem| Error::run(format!("cannot read the rolls: {}", system_words(&problem))))?;
    Ok((read > 0).then_some(line))
}

fn standing(ways: &[(String, f64)]) -> String {
    let ways = ways.iter().filter(|(_, chance)| *chance > 0.0);
    let ways: Vec<String> = ways.map(|(way, chance)| format!("{} {:.0} %", clean(way), 100.0 * chance)).collect();
    if ways.is_empty() { String::new() } else { format!("\nFrom here: {}.\n", ways.join(", ")) }
}

fn luck(now: &PlayAlong) -> String {
    let line = |luck: RollLuck| {
        let above = number::signed(luck.above, 1);
        let (rolls, chance) = (counted(luck.rolls as u64, "roll"), 100.0 * luck.chance);
        format!("{}: {above} over {rolls}; as much or more comes up {chance:.0} % of the time\n", clean(&luck.who))
    };
    let lines: String = now.luck().into_iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\nLuck\n{lines}") }
}
