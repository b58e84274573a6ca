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
const MAX_ROLLS: usize = 1_000;

/// Maximum length of a line of input, in bytes.
const MAX_LINE_BYTES: u64 = 10_000;

/// Asks for each roll and reports its effect. At the end of the trial or of the input, reports how lucky everyone was.
///
/// # Errors
/// If the study cannot be replayed with real dice, the input cannot be read, or the output pipe is closed.
pub(super) fn replay_with_dice(study: &Study, cell: usize, input: &mut dyn BufRead) -> Done {
    let words = study.words(&study.cells[cell]);
    let play = |rolls: &[i32]| study.subjects.along(cell, &words, rolls);
    let (mut rolls, mut printed) = (Vec::new(), 0);
    let mut now = play(&rolls)?;
    loop {
        // Lines that were taken back are printed again.
        printed = printed.min(now.lines.len());
        if printed < now.lines.len() || rolls.is_empty() {
            screen::print(&page::lines(&now.lines[printed..], screen::style().width))?;
            if now.next.is_some() {
                screen::print(&chances_line(
                    &study.subjects.transcribed(cell).standing(&rolls, Seed::new(study.seed)),
                ))?;
            }
        }
        printed = now.lines.len();
        let Some((roll, dice)) = &now.next else { return screen::print(&luck_lines(&now)) };
        screen::print(&format!("{}, {}: ", capitalized(&clean(roll)), dice.name()))?;
        let Some(line) = read_line(input)? else {
            screen::print("\n")?;
            return screen::print(&luck_lines(&now));
        };
        let kept = rolls.len();
        let changed = if line.trim().eq_ignore_ascii_case(UNDO) {
            rolls.pop();
            Ok(())
        } else {
            parse_script(&line).map(|more| rolls.extend(more))
        };
        match changed.and_then(|()| play(&rolls)) {
            Ok(next) if rolls.len() <= MAX_ROLLS => now = next,
            refused => {
                rolls.truncate(kept);
                let error = refused.err().unwrap_or_else(|| Error::input(format!("more than {MAX_ROLLS} rolls")));
                screen::print_error(&error.with_help(input_help(dice)));
            }
        }
    }
}

/// A help text on the results that `dice` can have.
fn input_help(dice: &Dice) -> String {
    format!("{}; `{UNDO}` takes back the last roll", shows(dice))
}

/// The next line; `None` at the end of the input.
fn read_line(input: &mut dyn BufRead) -> Result<Option<String>> {
    let mut line = String::new();
    let read = input.take(MAX_LINE_BYTES).read_line(&mut line);
    let read = read.map_err(|problem| Error::run(format!("cannot read the rolls: {}", system_words(&problem))))?;
    Ok((read > 0).then_some(line))
}

/// A line with the chance of each outcome from here; empty if no chance is above 0.
fn chances_line(outcomes: &[(String, f64)]) -> String {
    let outcomes = outcomes.iter().filter(|(_, chance)| *chance > 0.0);
    let outcomes: Vec<String> =
        outcomes.map(|(outcome, chance)| format!("{} {:.0} %", clean(outcome), 100.0 * chance)).collect();
    if outcomes.is_empty() { String::new() } else { format!("\nFrom here: {}.\n", outcomes.join(", ")) }
}

/// Lines on how lucky each fighter was; empty if no roll was made.
fn luck_lines(now: &PlayAlong) -> String {
    let line = |luck: RollLuck| {
        let above = number::signed(luck.above, 1);
        let (rolls, chance) = (counted(luck.rolls as u64, "roll"), 100.0 * luck.chance);
        format!("{}: {above} over {rolls}; as much or more comes up {chance:.0} % of the time\n", clean(&luck.who))
    };
    let lines: String = now.luck().into_iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\nLuck\n{lines}") }
}
