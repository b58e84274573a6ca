//! An extended task: rolls, period by period, until it is done or has failed.

mod read;
mod replay;

use super::points::SPENT;
use super::rows::{always, cut_off, whole};
use super::{Info, Line, Remark, Row, Subject, Value, Watched, Wording};
use crate::chance::{Ask, Chance};
use crate::check::{PERIOD_LIMIT, Task, TaskEnd, TaskOutcome};
use crate::document::{Item, KeySpec, Kind};
use crate::error::Result;
use crate::exact;
use crate::ladder::Ladder;
use crate::measure::{Chart, Compared, Course, Distribution, Drawn, Figure, Findings, Measure, Per, Point, Unit};
use crate::rules::Scope;
use crate::sim::Tally;
use crate::stats::Estimate;
use crate::subject::RollSource;
use serde::{Deserialize, Serialize};

/// An extended task; its rolls by name, where they have some.
#[derive(Debug, Clone)]
pub struct Tasked {
    /// What is rolled.
    pub task: Task,
    /// The rolls of a period.
    pub names: Vec<String>,
}

/// The counts of many tasks: for each end, in the order of [`TaskEnd::ALL`], tasks by the periods they took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskTally {
    /// Tasks by end and periods.
    pub ends_in: [Vec<u64>; 3],
    /// Tasks by the Fudge points spent; nothing where there are none.
    #[serde(default)]
    pub spent: Vec<u64>,
}

const fn end(id: &'static str, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Yes, ..Measure::share(id, Per::Whole, meaning) }
}

static DONE: Measure = end("done", "The task is done.");
static FAILED: Measure = end("failed", "Too many failures, or no period left.");
static UNFINISHED: Measure = end("unfinished", "Neither done nor failed after the last period simulated.");
static PERIODS: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean("periods", Unit::Periods, Per::Whole, "The mean number of periods until the task is over.")
};
static DONE_IN: Measure = Measure::distribution(
    "periods",
    Unit::Periods,
    Per::Whole,
    "The chance that the task is done in each period.",
    Chart {
        title: "How long the task takes",
        axis: "period",
        at_least: "",
        meaning: "how long tasks take: the share not done after each period, the share done in it",
        drawn: Drawn::Course(Course { one: "period", going_on: "not done", over: "Done", long: 10 }),
    },
);

static ROWS: [Row<Tasked, TaskOutcome>; 6] = [
    Row { measure: &DONE, of: whole, shown: always, value: Value::Is(|_, outcome, _| outcome.end == TaskEnd::Done) },
    Row {
        measure: &FAILED,
        of: whole,
        shown: |one| one.task.may_fail(),
        value: Value::Is(|_, outcome, _| outcome.end == TaskEnd::Failed),
    },
    Row {
        measure: &UNFINISHED,
        of: whole,
        shown: |one| one.task.periods().is_none() && one.task.failures().is_none(),
        value: Value::Is(|_, outcome, _| outcome.end == TaskEnd::Unfinished),
    },
    Row {
        measure: &PERIODS,
        of: whole,
        shown: |one| !one.task.never_ends(),
        value: Value::Amount(|_, outcome| outcome.periods as i32),
    },
    Row {
        measure: &SPENT,
        of: whole,
        shown: |one| one.task.luck().is_some(),
        value: Value::Amount(|_, outcome| outcome.spent.into()),
    },
    Row {
        measure: &DONE_IN,
        of: whole,
        shown: always,
        value: Value::Spread(|_, outcome| outcome.periods as i32, |_, _, periods| periods.to_string()),
    },
];

/// The place of what is not done: beyond the last period of any task, so that it is one place in all of them.
const NEVER: i64 = PERIOD_LIMIT as i64 + 1;

impl TaskTally {
    fn of(&self, end: TaskEnd) -> u64 {
        self.ends_in[end as usize].iter().sum()
    }

    fn trials(&self) -> u64 {
        TaskEnd::ALL.iter().map(|end| self.of(*end)).sum()
    }

    /// The mean of a number by which tasks are counted.
    fn mean<'t>(&self, counts: impl IntoIterator<Item = &'t Vec<u64>>) -> Estimate {
        let counts = counts.into_iter().flat_map(|counts| (0u64..).zip(counts));
        let (sum, squares) =
            counts.fold((0, 0), |(sum, squares), (number, n)| (sum + n * number, squares + n * number * number));
        Estimate::mean(sum.into(), squares.into(), self.trials())
    }
}

impl Tally for TaskTally {
    fn merge(&mut self, other: Self) {
        for (own, other) in self.ends_in.iter_mut().zip(other.ends_in) {
            own.iter_mut().zip(other).for_each(|(own, n)| *own += n);
        }
        self.spent.iter_mut().zip(other.spent).for_each(|(own, n)| *own += n);
    }
}

impl Tasked {
    /// The figures, of counts and of chances alike: each end, the mean numbers of periods and of points, and being done in each period,
    /// from 1.
    fn found(
        &self,
        ends: [Estimate; 3],
        [periods, spent]: [Option<Estimate>; 2],
        done: Vec<Estimate>,
        not_done: Estimate,
    ) -> Findings {
        let shown = ROWS.iter().zip(TaskEnd::ALL).filter(|(row, _)| (row.shown)(self));
        let mut figures: Vec<Figure> =
            shown.map(|(row, end)| Figure::new(row.measure, "", ends[end as usize])).collect();
        figures.extend(periods.map(|mean| Figure::new(&PERIODS, "", mean)));
        figures.extend(spent.map(|mean| Figure::new(&SPENT, "", mean)));
        let mut points = Point::numbers(1, done);
        points.push(Point { value: NEVER, label: "not done".into(), estimate: not_done });
        Findings { figures, distributions: vec![Distribution::new(&DONE_IN, "", points)], ..Findings::default() }
    }
}

impl Subject for Tasked {
    const INFO: Info = Info {
        key: KeySpec::new(
            "task",
            Kind::Table(&read::TASK),
            "An extended task to roll, period by period.",
            "{ trait = \"Fair\", difficulty = \"Fair\", successes = 3, failures = 4 }",
        ),
        sample: "[task]",
        heeds: Scope::OF_CHECKS_FOR_POINTS,
        outcomes: "done, failed, unfinished, over N periods, within N periods",
        span: Some("period"),
    };
    type Outcome = TaskOutcome;
    type Tally = TaskTally;
    type Extra = ();

    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::task(item)
    }

    fn replay(
        &self,
        words: &Wording<'_>,
        chance: RollSource,
        _: &dyn Fn(&RollSource) -> bool,
    ) -> (Vec<Line>, RollSource) {
        replay::replay(&self.task, &self.names, words.ladder, chance)
    }

    fn rows() -> &'static [Row<Self, Self::Outcome>] {
        &ROWS
    }

    fn play(&self, chance: &mut impl Chance, (): &()) -> TaskOutcome {
        self.task.play(chance, |_| {})
    }

    fn tally(&self, _: &Watched<Self>) -> TaskTally {
        let spent = self.task.luck().map_or(0, |luck| usize::from(luck.points) + 1);
        TaskTally { ends_in: [(); 3].map(|()| vec![0; self.task.limit() as usize + 1]), spent: vec![0; spent] }
    }

    fn count(&self, outcome: &TaskOutcome, tally: &mut TaskTally) {
        tally.ends_in[outcome.end as usize][outcome.periods as usize] += 1;
        if let Some(count) = tally.spent.get_mut(usize::from(outcome.spent)) {
            *count += 1;
        }
    }

    fn counted(&self, _: &Wording<'_>, tally: &TaskTally, _: &Watched<Self>) -> Findings {
        let trials = tally.trials();
        let share = |count: u64| Estimate::share(count, trials);
        let done = &tally.ends_in[TaskEnd::Done as usize];
        let last = done.iter().rposition(|&n| n > 0).unwrap_or(0);
        let periods = (!self.task.never_ends()).then(|| tally.mean(&tally.ends_in));
        let spent = self.task.luck().map(|_| tally.mean([&tally.spent]));
        let done_in = done[..=last].iter().skip(1).map(|&n| share(n)).collect();
        let not_done = share(trials - tally.of(TaskEnd::Done));
        self.found(TaskEnd::ALL.map(|end| share(tally.of(end))), [periods, spent], done_in, not_done)
    }

    fn solve(&self, _: &Wording<'_>, watched: &Watched<Self>, _: &dyn Fn() -> bool) -> Result<Findings> {
        let exact = exact::task(&self.task);
        let chance = |chance: f64| Estimate::exact(chance, exact.chance_bound(chance));
        let done = &exact.ends_in[TaskEnd::Done as usize];
        let periods = exact.mean_periods.map(|mean| Estimate::exact(mean, exact.mean_bound()));
        let luck = self.task.luck();
        let spent = luck.map(|luck| Estimate::exact(exact.mean_spent, exact.spent_bound(luck.points)));
        let done_in = done.iter().skip(1).map(|share| chance(*share)).collect();
        let not_done = chance(exact.ends[TaskEnd::Failed as usize] + exact.ends[TaskEnd::Unfinished as usize]);
        let mut findings = self.found(exact.ends.map(chance), [periods, spent], done_in, not_done);
        let branches = || exact.outcomes.iter().copied();
        watched.add_exact(self, branches, exact.chance_bound(1.0), &mut findings);
        Ok(findings)
    }

    fn span(outcome: &TaskOutcome) -> u32 {
        outcome.periods
    }

    fn roller(&self, ask: Ask) -> Option<String> {
        self.names.get(usize::from(ask.who)).cloned()
    }

    fn is_unfinished(outcome: &TaskOutcome) -> bool {
        outcome.end == TaskEnd::Unfinished
    }

    fn remarks(all: &[&Self], _: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        let remedy = "say in [task] how many `periods` there are, or how many `failures` end it";
        let mut remarks = cut_off(findings, &UNFINISHED, "of the tasks are unfinished", "period", remedy);
        if all.iter().any(|one| one.task.never_ends()) {
            let never = "this task never ends: none of its rolls can succeed";
            remarks.iter_mut().for_each(|remark| remark.message = never.to_owned());
        }
        remarks
    }
}
