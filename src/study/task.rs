//! Extended tasks, exact or simulated: what is counted becomes figures.

use super::action::{CellAnswer, probability};
use super::job::of_kind;
use super::placed::{self, Key, Placing};
use super::plan::{Planned, Study, Subject};
use super::result::{Distribution, Figure, Point, Unit, Warning};
use super::run::{Answered, MINOR_UNDECIDED};
use crate::check::{PERIOD_LIMIT, Task, TaskEnd};
use crate::exact::{self, ExactTask};
use crate::sim::{Simulated, TaskTally};
use crate::stats::Estimate;

/// The estimates of one task, before they have names.
struct Estimates {
    ends: [Estimate; 3],
    /// None where the task would go on for ever.
    mean_periods: Option<Estimate>,
    /// Of being done in each period, from 1.
    done_in: Vec<Estimate>,
    not_done: Estimate,
}

/// The place of what is not done: beyond the last period of any task, so that it is one place in all of them.
const NEVER: i64 = PERIOD_LIMIT as i64 + 1;

/// The tasks of these cells, with the keys of their outcomes.
pub(super) fn tasks_of(planned: &[Planned]) -> Vec<(Task, Vec<Key>)> {
    let ends = TaskEnd::ALL.map(|end| (end.word().to_owned(), String::new()));
    of_kind(planned, |subject| match subject {
        Subject::Task(task, _) => Some(((**task).clone(), ends.to_vec())),
        _ => None,
    })
}

/// Answers tasks from their exact solutions.
pub(super) fn exactly(study: &Study, planned: &[Planned]) -> Answered {
    let solved = tasks_of(planned).into_iter().map(|(task, _)| cell(&task, &of_exact(&exact::task(&task))));
    placed::exactly(study, solved.collect())
}

/// Answers tasks from what was counted.
pub(super) fn counted(study: &Study, placing: &Placing<Task>, done: &Simulated<TaskTally>) -> Answered {
    placed::counted(study, placing, done, |_, task, tally| cell(task, &of_tally(task, tally)))
}

fn of_tally(task: &Task, tally: &TaskTally) -> Estimates {
    let trials = tally.trials();
    let share = |count: u64| Estimate::share(count, trials);
    let (sum, squares) = tally.periods();
    let done = &tally.ends_in[TaskEnd::Done as usize];
    let last = done.iter().rposition(|&n| n > 0).unwrap_or(0);
    Estimates {
        ends: TaskEnd::ALL.map(|end| share(tally.of(end))),
        mean_periods: (!task.never_ends()).then(|| Estimate::mean(sum.into(), squares.into(), trials)),
        done_in: done[..=last].iter().skip(1).map(|&n| share(n)).collect(),
        not_done: share(trials - tally.of(TaskEnd::Done)),
    }
}

fn of_exact(exact: &ExactTask) -> Estimates {
    let chance = |chance: f64| Estimate::exact(chance, exact.chance_bound(chance));
    let done = &exact.ends_in[TaskEnd::Done as usize];
    Estimates {
        ends: exact.ends.map(chance),
        mean_periods: exact.mean_periods.map(|mean| Estimate::exact(mean, exact.mean_bound())),
        done_in: done.iter().skip(1).map(|share| chance(*share)).collect(),
        not_done: chance(exact.ends[TaskEnd::Failed as usize] + exact.ends[TaskEnd::Unfinished as usize]),
    }
}

/// The ends that a task may have.
fn shown(task: &Task) -> impl Iterator<Item = TaskEnd> {
    let possible = |end: &TaskEnd| match end {
        TaskEnd::Done => true,
        TaskEnd::Failed => task.may_fail(),
        TaskEnd::Unfinished => task.periods().is_none() && task.failures().is_none(),
    };
    TaskEnd::ALL.into_iter().filter(possible)
}

fn cell(task: &Task, of: &Estimates) -> CellAnswer {
    let mut figures: Vec<Figure> = shown(task).map(|end| probability(end.word(), "", of.ends[end as usize])).collect();
    let periods = |estimate| Figure { name: "periods".into(), subject: String::new(), unit: Unit::Periods, estimate };
    figures.extend(of.mean_periods.map(periods));
    let in_period =
        |(value, estimate): (i64, &Estimate)| Point { value, label: value.to_string(), estimate: *estimate };
    let mut points: Vec<Point> = (1..).zip(&of.done_in).map(in_period).collect();
    points.push(Point { value: NEVER, label: "not done".into(), estimate: of.not_done });
    (figures, vec![Distribution { name: "periods".into(), subject: String::new(), points }])
}

/// What a reader of tasks should know: some stop at the limit of this program.
pub(super) fn unfinished(cells: &[Planned], most: f64) -> Option<Warning> {
    let never = cells.iter().any(|cell| matches!(&cell.subject, Subject::Task(task, _) if task.never_ends()));
    let message = if never {
        "this task never ends: no roll of it can succeed".to_owned()
    } else {
        let share = super::run::significant(100.0 * most);
        format!("up to {share} % of the tasks are unfinished after {PERIOD_LIMIT} periods, and counted with that many")
    };
    let remedy = "say in [task] how many `periods` there are, or how many `failures` end it".to_owned();
    (most > MINOR_UNDECIDED).then_some(Warning { message, remedy })
}
