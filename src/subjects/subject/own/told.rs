//! A process of one's own, line by line.

use crate::chance::{Roll, Script};
use crate::check::Finished;
use crate::check::own::{Act, Done, Line as OwnLine, Lines, OwnEnd, OwnProcess, Saying};
use crate::measure::{plural, thousands};
use crate::subject::line::Line;
use crate::subject::sum::{capitalized, signed};
use crate::text::true_minus;

/// The lines of a step, which are gone through once more with the dice as they fell.
pub(super) fn told_lines(process: &OwnProcess, lines: &Lines, rolls: &[Roll]) -> Vec<Line> {
    let mut script = Script::new(rolls.iter().map(|roll| roll.value));
    let mut told = Vec::new();
    process.go(lines, &mut script, &mut |line, done, board| told.extend(deed(process, line, done, board)));
    told
}

/// The end in words.
pub(super) fn told_end(process: &OwnProcess, outcome: &Finished<OwnEnd>) -> Vec<Line> {
    let Finished { end: OwnEnd { end, counters, .. }, steps } = outcome;
    let end = end.map(|end| &process.ends[end]);
    let board = process.board.of(counters, (*steps).into());
    let told = end.and_then(|end| said(process, end.say.as_ref(), &board)).map(Line::apart);
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

/// The deed of a line and its sentence.
fn deed(process: &OwnProcess, line: &OwnLine, done: &Done, board: &[i64]) -> Vec<Line> {
    let names = &process.board.names;
    let mut lines = Vec::new();
    match (done, &line.act) {
        (Done::Rolled { value, natural, members, trait_level, against }, Act::Roll(roll)) => {
            let name = &names[process.board.roll(roll.roll)];
            let level = |level: i64| if level == 0 { String::new() } else { format!(" {}", signed_long(level)) };
            let text = match (natural, members) {
                (Some(natural), _) => {
                    let terms = format!("{}{}", level(*trait_level), level(-*against));
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
        (Done::Changed(changes), _) => {
            for (place, before, after) in changes {
                let name = &names[*place];
                let text = match *place < process.board.counters {
                    true => format!("{name}: {} to {}", true_minus(*before), true_minus(*after)),
                    false => format!("{name}: {}", signed_long(*after)),
                };
                if before != after {
                    lines
                        .push(Line::new("change", text).with("name", name).with("before", before).with("after", after));
                }
            }
        }
        _ => {}
    }
    lines.extend(said(process, line.say.as_ref(), board));
    lines
}

fn said(process: &OwnProcess, say: Option<&Saying>, board: &[i64]) -> Option<Line> {
    let text = say?.said(&process.board, &mut board.to_vec()).ok()?;
    Some(Line::new("said", text))
}

fn signed_long(value: i64) -> String {
    i32::try_from(value).map_or_else(|_| true_minus(value), signed)
}
