//! Extended tasks, roll by roll.

use crate::chance::{Chance, Recorder};
use crate::check::{Achieved, Task, TaskEnd, TaskEvent, Verdict};
use crate::ladder::Ladder;
use crate::measure::thousands;
use crate::subject::line::Line;
use crate::subject::sum::{capitalized, checked, counted, halves};

/// Plays a task once; gives the source of chance back.
pub(super) fn replay<C: Chance>(task: &Task, names: &[String], ladder: &Ladder, chance: C) -> (Vec<Line>, C) {
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
                let rolls = recorder.rolls().iter().filter(|roll| roll.round == number);
                lines.push(checked(name, which, check, outcome, rolls, ladder));
            }
            TaskEvent::Period { worth, progress } => {
                let so_far = Line::new("progress", progress_words(task, progress.halves, progress.failures));
                let so_far = so_far.with("worth", worth_word(worth)).with("half_successes", progress.halves);
                lines.push(so_far.with("failures", progress.failures));
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

/// `1½ of 3 successes, 0 of 2 failures.`
fn progress_words(task: &Task, half_successes: u32, failures: u32) -> String {
    let failures = task.failures().map(|most| format!(", {failures} of {most} failures")).unwrap_or_default();
    format!("{} of {} successes{failures}.", halves(half_successes), task.successes())
}

const fn worth_word(worth: Achieved) -> &'static str {
    match worth {
        Achieved::Failure => Verdict::Failure.word(),
        Achieved::Partial => Verdict::Partial.word(),
        Achieved::Success => Verdict::Success.word(),
    }
}
