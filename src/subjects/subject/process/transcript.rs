//! Describes a custom process, line by line.

use crate::chance::{Purpose, Roll, Script};
use crate::check::Finished;
use crate::check::process::{
    Act, LineEffect, Process, ProcessEnd, ProcessFormula, ProcessLine as OwnLine, SectionStart, Sentence,
};
use crate::measure::{plural, thousands};
use crate::subject::line::Line;
use crate::subject::sum::{capitalized, signed};
use crate::text::true_minus;
use serde_json::{Map, Value};

/// Describes the lines of a step, by running them again with the results in `rolls`.
pub(super) fn lines_of_step(process: &Process, lines: &SectionStart, rolls: &[Roll]) -> Vec<Line> {
    let mut script = Script::new(rolls.iter().map(|roll| roll.value));
    let (mut told, mut left) = (Vec::new(), rolls);
    process.run_section(lines, &mut script, &mut |line, done, board| {
        let (made, after) = left.split_at(rolls_of(line, done).min(left.len()));
        left = after;
        told.extend(effect_lines(process, line, (done, made), board));
    });
    told
}

/// The number of rolls that a line has made.
fn rolls_of(line: &OwnLine, done: &LineEffect) -> usize {
    let rolling = |amount: &ProcessFormula| usize::from(amount.rolls);
    match (done, &line.act) {
        (LineEffect::Rolled { .. }, Act::Roll(roll)) => {
            1 + roll.trait_level.iter().chain(&roll.against).map(rolling).sum::<usize>()
        }
        (LineEffect::Changed(_), Act::Change(changes)) => changes.iter().map(|change| rolling(&change.to)).sum(),
        _ => 0,
    }
}

/// The dice behind a number: ` (d6 shows 4)`; empty if no dice were rolled for this purpose.
fn dice_of(rolls: &[Roll], purpose: Purpose) -> String {
    let shown = rolls.iter().filter(|roll| roll.ask.purpose == purpose && !roll.is_certain);
    let shown: Vec<String> = shown.map(|roll| format!("{} shows\u{a0}{}", roll.dice, true_minus(roll.shown))).collect();
    if shown.is_empty() { String::new() } else { format!(" ({})", shown.join(", ")) }
}

/// The counters after a step; `None` if none has changed, or there is only one.
pub(super) fn counter_line(process: &Process, before: &[i64], after: &[i64]) -> Option<Line> {
    let count = process.board.counters;
    if count < 2 || before.get(..count) == after.get(..count) {
        return None;
    }
    let counters = || process.board.names.iter().zip(after).take(count);
    let text: Vec<String> = counters().map(|(name, value)| format!("{name}\u{a0}{}", true_minus(*value))).collect();
    let values: Map<String, Value> = counters().map(|(name, value)| (name.clone(), Value::from(*value))).collect();
    Some(Line::new("counters", format!("Now: {}.", text.join(", "))).with("counters", values))
}

/// Describes the end.
pub(super) fn end_lines(process: &Process, outcome: &Finished<ProcessEnd>) -> Vec<Line> {
    let Finished { end: ProcessEnd { end, counters, .. }, steps } = outcome;
    let end = end.map(|end| &process.ends[end]);
    let board = process.board.of(counters, (*steps).into());
    let told = end.and_then(|end| sentence_line(process, end.say.as_ref(), &board)).map(Line::apart);
    let period = process.period.as_deref().unwrap_or("step");
    let word = if *steps == 1 { period.to_owned() } else { plural(period) };
    let after = format!("{} {word}", thousands((*steps).into()));
    let name = end.map(|end| end.name.as_str());
    let text = match name {
        Some(name) => format!("{} after {after}.", capitalized(&name.replace('_', " "))),
        None => format!("Stopped after {after}."),
    };
    let result = Line::new("result", text).apart().with("steps", steps).with("end", name);
    told.into_iter().chain([result]).collect()
}

/// Describes the effect of a line, followed by its sentence. `rolls` are the rolls that the line made.
fn effect_lines(process: &Process, line: &OwnLine, (done, rolls): (&LineEffect, &[Roll]), board: &[i64]) -> Vec<Line> {
    let names = &process.board.names;
    let mut lines = Vec::new();
    match (done, &line.act) {
        (LineEffect::Rolled { value, natural, members, trait_level, against }, Act::Roll(roll)) => {
            let name = &names[process.board.roll(roll.roll)];
            let level = |level: i64, purpose: Purpose| {
                let dice = dice_of(rolls, purpose);
                if level == 0 && dice.is_empty() { dice } else { format!(" {}{dice}", signed_number(level)) }
            };
            let text = match (natural, members) {
                (Some(natural), _) => {
                    let terms =
                        [level(*trait_level, Purpose::LineTrait), level(-*against, Purpose::LineAgainst)].concat();
                    match terms.is_empty() {
                        true => format!("{name}: {}", true_minus(*natural)),
                        false => format!("{name}: dice {}{terms} = {}", true_minus(*natural), true_minus(*value)),
                    }
                }
                (None, members) => format!("{name}: {value} of {}", members.unwrap_or_default()),
            };
            let line = Line::new("roll", text).with("name", name).with("value", value).with("natural", natural);
            lines.push(line.with("members", members).with("trait", trait_level).with("against", against));
        }
        (LineEffect::Changed(changes), _) => {
            for (number, (place, before, after)) in changes.iter().enumerate() {
                let made: Vec<Roll> =
                    rolls.iter().filter(|roll| usize::from(roll.ask.against) == number).cloned().collect();
                let dice = dice_of(&made, Purpose::LineChange);
                let name = &names[*place];
                let text = match *place < process.board.counters {
                    true => format!("{name}: {} to {}{dice}", true_minus(*before), true_minus(*after)),
                    false => format!("{name}: {}{dice}", signed_number(*after)),
                };
                if before != after || !dice.is_empty() {
                    lines
                        .push(Line::new("change", text).with("name", name).with("before", before).with("after", after));
                }
            }
        }
        _ => {}
    }
    lines.extend(sentence_line(process, line.say.as_ref(), board));
    lines
}

/// The sentence `say` as a line; `None` if it is not given, or a value in it cannot be calculated.
fn sentence_line(process: &Process, say: Option<&Sentence>, board: &[i64]) -> Option<Line> {
    let text = say?.text(&process.board, &mut board.to_vec()).ok()?;
    Some(Line::new("said", text))
}

fn signed_number(value: i64) -> String {
    i32::try_from(value).map_or_else(|_| true_minus(value), signed)
}
