//! Extended tasks, roll by roll.

use crate::chance::Recorder;
use crate::check::{Achieved, Progress, Task, TaskEnd, TaskEvent, Verdict};
use crate::ladder::Ladder;
use crate::measure::thousands;
use crate::subject::RollSource;
use crate::subject::line::Line;
use crate::subject::sum::{capitalized, checked, counted, halves};

/// Plays a task once; gives the source of chance back.
pub(super) fn replay(task: &Task, names: &[String], ladder: &Ladder, chance: RollSource) -> (Vec<Line>, RollSource) {
    let mut recorder = Recorder::new(chance);
    let mut events = Vec::new();
    let outcome = task.play(&mut recorder, |event| events.push(event));
    let (mut periods, mut lines) = (Vec::new(), Vec::new());
    for event in events {
        let number = periods.len() as u32 + 1;
        match event {
            TaskEvent::Roll { which, outcome } => {
                let check = &task.rolls()[usize::from(which)];
                let name = names.get(usize::from(which)).map(String::as_str).unwrap_or_default();
                // Of dice that were rolled again the last ones count.
                let rolls = recorder.rolls().iter().rev().filter(|roll| roll.round == number);
                let line = checked(name, which, check, outcome, rolls, ladder);
                lines.push(line.with_points(task.luck(), outcome.spent));
            }
            TaskEvent::Period { worth, progress } => {
                let so_far = Line::new("progress", progress_words(task, progress));
                let so_far = so_far.with("worth", worth_word(worth)).with("half_successes", progress.halves);
                let so_far = so_far.with("failures", progress.failures);
                lines.push(so_far.with_points(task.luck(), progress.spent));
                let period = Line::new("period", format!("Period {}", thousands(number.into())));
                periods.push(Line { lines: std::mem::take(&mut lines), ..period.apart().with("number", number) });
            }
        }
    }
    let after = counted(periods.len() as u64, "period");
    let text = match outcome.end {
        TaskEnd::Unfinished => format!("Unfinished: stopped after {after}."),
        end => format!("{} after {after}.", capitalized(end.word())),
    };
    let result = Line::new("result", text).apart().with("end", outcome.end.word());
    let result = result.with("needed", task.successes()).with("most_failures", task.failures());
    periods.push(result);
    (periods, recorder.into_inner())
}

/// `1½ of 3 successes, 0 of 2 failures, 1 Fudge point left.`
fn progress_words(task: &Task, so_far: Progress) -> String {
    let failures = task.failures().map(|most| format!(", {} of {most} failures", so_far.failures)).unwrap_or_default();
    let left = task.luck().map(|luck| luck.points - so_far.spent);
    let left = left.map(|left| format!(", {} left", counted(left.into(), "Fudge point"))).unwrap_or_default();
    format!("{} of {} successes{failures}{left}.", halves(so_far.halves), task.successes())
}

const fn worth_word(worth: Achieved) -> &'static str {
    match worth {
        Achieved::Failure => Verdict::Failure.word(),
        Achieved::Partial => Verdict::Partial.word(),
        Achieved::Success => Verdict::Success.word(),
    }
}
