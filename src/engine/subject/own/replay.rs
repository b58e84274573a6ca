//! A process of one's own, line by line.

use crate::check::own::{Act, Done, Event, Line as OwnLine, OwnProcess, Saying};
use crate::measure::{plural, thousands};
use crate::subject::RollSource;
use crate::subject::line::Line;
use crate::subject::sum::{capitalized, signed};

/// Plays a process once; gives the source of chance back.
pub(super) fn replay(process: &OwnProcess, mut chance: RollSource) -> (Vec<Line>, RollSource) {
    let period = process.period.as_deref().unwrap_or("step");
    let mut lines: Vec<Line> = Vec::new();
    let mut within = false;
    let ended = process.play(&mut chance, &mut |event| match event {
        Event::Step(number) => {
            within = true;
            let text = format!("{} {}", capitalized(period), thousands(number.into()));
            lines.push(Line::new("step", text).apart().with("number", number));
        }
        Event::Line(line, done, board) => {
            let told = told(process, line, done, board);
            match lines.last_mut().filter(|_| within) {
                Some(step) => step.lines.extend(told),
                None => lines.extend(told),
            }
        }
        Event::Over(end, board) => {
            let said = end.and_then(|end| said(process, process.ends[end].say.as_ref(), board));
            lines.extend(said.map(Line::apart));
        }
    });
    let word = if ended.steps == 1 { period.to_owned() } else { plural(period) };
    let after = format!("{} {word}", thousands(ended.steps.into()));
    let name = ended.end.map(|end| process.ends[end].name.as_str());
    let text = match name {
        Some(name) => format!("{} after {after}.", capitalized(&name.replace('_', " "))),
        None => format!("Stopped after {after}."),
    };
    let result = Line::new("result", text).apart().with("steps", ended.steps).with("end", name);
    lines.push(result);
    (lines, chance)
}

/// The deed of a line and its sentence.
fn told(process: &OwnProcess, line: &OwnLine, done: &Done, board: &[i64]) -> Vec<Line> {
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
                        true => format!("{name}: {}", shown(*natural)),
                        false => format!("{name}: dice {}{terms} = {}", shown(*natural), shown(*value)),
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
                    true => format!("{name}: {} to {}", shown(*before), shown(*after)),
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

fn shown(value: i64) -> String {
    value.to_string().replace('-', "−")
}

fn signed_long(value: i64) -> String {
    i32::try_from(value).map_or_else(|_| shown(value), signed)
}
