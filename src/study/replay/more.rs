//! Contests, reactions and tasks, roll by roll.

use super::action::sum;
use super::transcript::{ContestCourse, Course, Period, ReactionCourse, TaskCourse, TaskRoll};
use super::{level, trait_level};
use crate::chance::{Chance, Recorder};
use crate::check::{Achieved, Contest, Reaction, Task, TaskEvent, Verdict, Winner};
use crate::ladder::Ladder;

/// Rolls a contest once; gives the source back.
pub(super) fn contest<C: Chance>(contest: &Contest, names: &[String], ladder: &Ladder, chance: C) -> (Course, C) {
    let mut recorder = Recorder::new(chance);
    let mut degrees = Vec::new();
    let lead = contest.roll(&mut recorder, |_, degree| degrees.push(degree));
    let sums = contest.numbers().zip(names).zip(contest.contestants()).zip(&degrees);
    let course = ContestCourse {
        sums: sums
            .map(|(((who, name), contestant), degree)| {
                sum(name, who, contestant.actor(), *degree, recorder.rolls(), ladder)
            })
            .collect(),
        best: level(ladder, lead.best()),
        holders: (0..).zip(names).filter(|(who, _)| lead.is_held_by(*who)).map(|(_, name)| name.clone()).collect(),
        winner: match contest.winner(lead) {
            Winner::One(who) => names.get(usize::from(who)).cloned(),
            Winner::Shared | Winner::Nobody => None,
        },
    };
    (Course::Contest(course), recorder.into_inner())
}

/// Rolls a reaction once; gives the source back.
pub(super) fn reaction<C: Chance>(reaction: &Reaction, ladder: &Ladder, chance: C) -> (Course, C) {
    let mut recorder = Recorder::new(chance);
    let outcome = reaction.roll(&mut recorder);
    let course = ReactionCourse {
        sum: sum("", 0, reaction.actor(), outcome.degree, recorder.rolls(), ladder),
        result: reaction.results().name(outcome.result).unwrap_or_default().to_owned(),
    };
    (Course::Reaction(course), recorder.into_inner())
}

/// Plays a task once; gives the source back.
pub(super) fn task<C: Chance>(task: &Task, names: &[String], ladder: &Ladder, chance: C) -> (Course, C) {
    let mut recorder = Recorder::new(chance);
    let mut events = Vec::new();
    let outcome = task.play(&mut recorder, |event| events.push(event));
    let (mut periods, mut rolls) = (Vec::new(), Vec::new());
    for event in events {
        let number = periods.len() as u32 + 1;
        match event {
            TaskEvent::Roll { which, outcome } => {
                let check = &task.rolls()[usize::from(which)];
                let name = names.get(usize::from(which)).map(String::as_str).unwrap_or_default();
                let now = recorder.rolls().iter().filter(|roll| roll.round == number);
                rolls.push(TaskRoll {
                    sum: sum(name, which, check.actor(), outcome.degree, now, ladder),
                    difficulty: trait_level(ladder, check.difficulty()),
                    verdict: outcome.verdict().word().to_owned(),
                });
            }
            TaskEvent::Period { worth, progress } => periods.push(Period {
                number,
                rolls: std::mem::take(&mut rolls),
                worth: word(worth).to_owned(),
                half_successes: progress.halves,
                failures: progress.failures,
            }),
        }
    }
    let end = outcome.end.word().to_owned();
    let course = TaskCourse { needed: task.successes(), failures: task.failures(), periods, end };
    (Course::Task(course), recorder.into_inner())
}

const fn word(achieved: Achieved) -> &'static str {
    match achieved {
        Achieved::Failure => Verdict::Failure.word(),
        Achieved::Partial => Verdict::Partial.word(),
        Achieved::Success => Verdict::Success.word(),
    }
}
