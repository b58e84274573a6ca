//! An extended task: rolls in each period until it is done or has failed.

mod task_keys;

pub use task_keys::Tasked;

use super::played::Played;
use super::points::SPENT;
use super::rows::{NEVER, cut_off_remarks, mean, share, spread};
use super::sum::{capitalized, check_line, counted, halves_in_words};
use super::{Info, Line, Presented, Remark, Statistic, ValueSource, Wording};
use crate::chance::{Ask, Roll};
use crate::check::{Achieved, CheckOutcome, CheckVerdict, Finished, Task, TaskEnd, TaskOver, TaskState};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::ladder::Ladder;
use crate::measure::{Chart, Course, Drawn, Findings, Measure, Unit};
use crate::rules::Scope;

/// The end of a task, and its period.
type Outcome = Finished<TaskOver>;
type Row = super::Row<Tasked, Outcome>;

static DONE: Measure = share("done", "The task is done.");
static FAILED: Measure = share("failed", "The task fails: there are too many failures, or no period is left.");
static UNFINISHED: Measure =
    share("unfinished", "The task is neither done nor failed after the last period simulated.");
static PERIODS: Measure = mean("periods", Unit::Periods, "The mean number of periods until the task is over.");
static DONE_IN: Measure = spread(
    "periods",
    Unit::Periods,
    "The chance that the task is done in each period.",
    Chart {
        title: "How long the task takes",
        axis: "period",
        at_least: "",
        meaning: "how long tasks take: the share unfinished after each period, and the share finished in that period",
        drawn: Drawn::Course(Course { one: "period", going_on: "not done", over: "Done", long: 10 }),
    },
);

impl Tasked {
    /// The progress: `1½ of 3 successes, 0 of 2 failures, 1 Fudge point left.`
    fn progress(&self, TaskState { progress, .. }: &TaskState) -> String {
        let failures = self.task.failures().map(|most| format!(", {} of {most} failures", progress.failures));
        let left = self.task.luck().map(|luck| luck.points - progress.spent);
        let left = left.map(|left| format!(", {} left", counted(left.into(), "Fudge point")));
        let [failures, left] = [failures, left].map(Option::unwrap_or_default);
        format!("{} of {} successes{failures}{left}.", halves_in_words(progress.halves), self.task.successes())
    }
}

impl Presented for Tasked {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(task_keys::task)(item)
    }

    fn roller(&self, ask: Ask, _: u32) -> Option<String> {
        self.names.get(usize::from(ask.who)).cloned()
    }

    fn remarks(all: &[&Self], _: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        let remedy = "set `periods` or `failures` in [task]";
        let mut remarks = cut_off_remarks(findings, &UNFINISHED, "of the tasks are unfinished", "period", remedy);
        if all.iter().any(|one| one.task.never_ends()) {
            let never = "this task never ends: none of its rolls can succeed";
            remarks.iter_mut().for_each(|remark| remark.reason = never.to_owned());
        }
        remarks
    }
}

impl Played for Tasked {
    type Machine = Task;

    const INFO: Info = Info {
        key: KeySpec::new(
            "task",
            Kind::Table(&task_keys::TASK),
            "An extended task to roll, period by period.",
            "{ trait = \"Fair\", difficulty = \"Fair\", successes = 3, failures = 4 }",
        ),
        sample: "[task]",
        heeds: Scope::OF_CHECKS_FOR_POINTS,
        outcomes: "done, failed, unfinished, over N periods, within N periods",
        span: Some("period"),
    };

    const ROWS: &'static [Row] = &[
        Row::is(&DONE, |_, outcome, _| outcome.end.end == TaskEnd::Done),
        Row::is(&FAILED, |_, outcome, _| outcome.end.end == TaskEnd::Failed).shown(|one| one.task.may_fail()),
        Row::is(&UNFINISHED, |_, outcome, _| outcome.end.end == TaskEnd::Unfinished)
            .shown(|one| one.task.periods().is_none() && one.task.failures().is_none()),
        Row::amount(&PERIODS, |_, outcome| outcome.steps as i32).shown(|one| !one.task.never_ends()),
        Row::amount(&SPENT, |_, outcome| outcome.end.spent.into()).shown(|one| one.task.luck().is_some()),
        Row::new(
            &DONE_IN,
            ValueSource::Amount(
                |_, outcome| if outcome.end.end == TaskEnd::Done { outcome.steps as i32 } else { NEVER },
            ),
            |_| Statistic::When("not done"),
        ),
    ];

    fn machine(&self) -> &Task {
        &self.task
    }

    fn event_lines(
        &self,
        (which, outcome): (u16, CheckOutcome),
        _: &TaskState,
        rolls: &[Roll],
        words: &Wording<'_>,
    ) -> Vec<Line> {
        let name = self.names.get(usize::from(which)).map(String::as_str).unwrap_or_default();
        // If dice were rerolled, the last roll counts.
        let check = &self.task.rolls()[usize::from(which)];
        let line = check_line(name, which, check, outcome, rolls.iter().rev(), words.ladder);
        vec![line.with_points(self.task.luck(), outcome.spent)]
    }

    fn state_lines(&self, _: &TaskState, after: &TaskState, _: &Wording<'_>) -> Vec<Line> {
        let worth = match after.worst_result {
            Achieved::Failure => CheckVerdict::Failure,
            Achieved::Partial => CheckVerdict::Partial,
            Achieved::Success => CheckVerdict::Success,
        };
        let line = Line::new("progress", self.progress(after)).with("worth", worth.word());
        let line = line.with("half_successes", after.progress.halves).with("failures", after.progress.failures);
        vec![line.with_points(self.task.luck(), after.progress.spent)]
    }

    fn end_lines(&self, _: &TaskState, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let after = counted(outcome.steps.into(), "period");
        let text = match outcome.end.end {
            TaskEnd::Unfinished => format!("Unfinished: stopped after {after}."),
            end => format!("{} after {after}.", capitalized(end.word())),
        };
        let line = Line::new("result", text).apart().with("end", outcome.end.end.word());
        vec![line.with("needed", self.task.successes()).with("most_failures", self.task.failures())]
    }

    fn is_unfinished(over: &TaskOver) -> bool {
        over.end == TaskEnd::Unfinished
    }
}
