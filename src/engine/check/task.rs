//! Extended tasks: successes collected period by period (A17: SRD 5.3, 7.18, LITE countdowns).

use super::machine::PERIOD_LIMIT;
use super::{Achieved, Check, CheckOutcome, Luck, Machine, Next, within_counts};
use crate::chance::{Ask, Chance, Purpose};
use crate::error::{Error, Result};
use crate::text::worded;
use serde::{Deserialize, Serialize};

/// Maximum number of rolls in one period.
pub const MOST_ROLLS: usize = 6;

/// Maximum number of successes, and of failures, that a task can require.
pub const MOST_SUCCESSES: u32 = 100;

/// An extended task: successes are collected period by period.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    rolls: Vec<Check>,
    successes: u32,
    failures: Option<u32>,
    periods: Option<u32>,
    /// Fudge points, shared by all rolls.
    luck: Option<Luck>,
}

/// The progress of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TaskProgress {
    /// Successes so far in halves: a success counts 2, a partial success 1.
    pub halves: u32,
    /// Failures so far; always 0 if the task does not count failures.
    pub failures: u32,
    /// Fudge points spent.
    pub spent: u8,
}

/// The state of a task between two rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TaskState {
    /// The progress, including the Fudge points spent in this period.
    pub progress: TaskProgress,
    /// The index of the next roll in the period; `None` if the period has ended.
    due: Option<u16>,
    /// The worst result of this period so far.
    pub worst_result: Achieved,
}

/// A roll of a task that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskRoll {
    /// The index of the roll in its period.
    pub which: u16,
    /// The worst result of this period so far.
    worst_result: Achieved,
    /// Fudge points spent so far.
    spent: u8,
}

worded! {
    /// The end of a task.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    TaskEnd.word {
        /// There are enough successes.
        Done = "done",
        /// There are too many failures, or no more periods.
        Failed = "failed",
        /// The task has no limit of its own, and was stopped after [`PERIOD_LIMIT`] periods.
        Unfinished = "unfinished",
    }
}

/// The end of a task, with the Fudge points spent on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TaskOver {
    pub end: TaskEnd,
    /// Fudge points spent.
    pub spent: u8,
}

impl Task {
    /// A task that is done after `successes` successes. It fails after `failures` failures, or if it is not done after
    /// `periods` periods; `None` means no such limit. Each period makes all `rolls`, and the worst one counts: a
    /// success as one, a partial success (A5) as half.
    ///
    /// # Errors
    /// If there are no rolls or more than [`MOST_ROLLS`], successes or failures are not 1 to [`MOST_SUCCESSES`], or
    /// periods are not 1 to [`PERIOD_LIMIT`].
    pub fn new(rolls: Vec<Check>, successes: u32, failures: Option<u32>, periods: Option<u32>) -> Result<Self> {
        if !(1..=MOST_ROLLS).contains(&rolls.len()) {
            return Err(Error::input(format!("a task cannot take {} rolls in a period", rolls.len()))
                .with_help(format!("use 1 to {MOST_ROLLS} rolls")));
        }
        let limits = [
            ("successes", successes, 1, MOST_SUCCESSES),
            ("failures", failures.unwrap_or(1), 1, MOST_SUCCESSES),
            ("periods", periods.unwrap_or(1), 1, PERIOD_LIMIT),
        ];
        within_counts("a task", &limits)?;
        Ok(Self { rolls, successes, failures, periods, luck: None })
    }

    /// Adds Fudge points to spend on the rolls.
    #[must_use]
    pub fn with_luck(self, luck: Luck) -> Self {
        Self { luck: Some(luck), ..self }
    }

    /// The Fudge points for the whole task, if any.
    pub fn luck(&self) -> Option<&Luck> {
        self.luck.as_ref()
    }

    /// Whether the task would never end. It has no limit, and one of its rolls cannot succeed without Fudge points, not
    /// even partially.
    pub fn never_ends(&self) -> bool {
        let hopeless = |check: &Check| check.possible().iter().all(|outcome| outcome.achieved == Achieved::Failure);
        !self.may_fail() && self.rolls.iter().any(hopeless)
    }

    /// The rolls of a period, in order.
    pub fn rolls(&self) -> &[Check] {
        &self.rolls
    }

    /// The number of successes needed.
    pub fn successes(&self) -> u32 {
        self.successes
    }

    /// The number of failures that end the task; `None` if failures do no harm.
    pub fn failures(&self) -> Option<u32> {
        self.failures
    }

    /// The number of periods available; `None` if unlimited.
    pub fn periods(&self) -> Option<u32> {
        self.periods
    }

    /// Whether the task can fail, because it has a limit.
    pub fn may_fail(&self) -> bool {
        self.failures.is_some() || self.periods.is_some()
    }

    /// The progress after a period with the result `period`. Successes beyond the number needed are lost.
    #[inline]
    pub fn after(&self, progress: TaskProgress, period: Achieved) -> TaskProgress {
        let more =
            |halves: u32| TaskProgress { halves: (progress.halves + halves).min(2 * self.successes), ..progress };
        match period {
            Achieved::Success => more(2),
            Achieved::Partial => more(1),
            Achieved::Failure if self.failures.is_some() => {
                TaskProgress { failures: progress.failures + 1, ..progress }
            }
            Achieved::Failure => progress,
        }
    }

    /// The end of the task at `progress`; `None` if the task continues.
    pub(super) fn end_at(&self, progress: TaskProgress) -> Option<TaskEnd> {
        if progress.halves >= 2 * self.successes {
            Some(TaskEnd::Done)
        } else if self.failures.is_some_and(|failures| progress.failures >= failures) {
            Some(TaskEnd::Failed)
        } else {
            None
        }
    }

    /// The end of a task that would continue after the last period.
    pub(super) fn end_after_last_period(&self) -> TaskEnd {
        if self.periods.is_some() { TaskEnd::Failed } else { TaskEnd::Unfinished }
    }
}

impl Machine for Task {
    type State = TaskState;
    type Question = TaskRoll;
    /// The result of the roll, and the Fudge points spent on it.
    type Outcome = (Achieved, u8);
    type End = TaskOver;
    /// The index of the roll in its period, and its outcome.
    type Event = (u16, CheckOutcome);

    fn start(&self) -> TaskState {
        TaskState { progress: TaskProgress::default(), due: None, worst_result: Achieved::Success }
    }

    fn next(
        &self,
        &TaskState { progress, due, worst_result }: &TaskState,
        _: u32,
    ) -> Next<TaskState, TaskRoll, TaskOver> {
        match due {
            Some(which) => Next::Roll(TaskRoll { which, worst_result, spent: progress.spent }),
            None => match self.end_at(progress) {
                Some(end) => Next::End(TaskOver { end, spent: progress.spent }),
                None => Next::Step(TaskState { progress, due: Some(0), worst_result: Achieved::Success }),
            },
        }
    }

    /// Spends Fudge points only to reach the worst result of the period so far, because the period cannot be worth
    /// more.
    fn roll(
        &self,
        &TaskRoll { which, worst_result, spent }: &TaskRoll,
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut((u16, CheckOutcome)),
    ) -> (Achieved, u8) {
        let (check, ask) = (&self.rolls[usize::from(which)], Ask::new(which, Purpose::Action));
        let outcome = match &self.luck {
            Some(luck) => check.roll_for_goal(ask, 0, luck, spent, worst_result, chance),
            None => check.roll_by(which, chance),
        };
        tell((which, outcome));
        (outcome.achieved, outcome.spent)
    }

    fn apply(&self, state: &mut TaskState, roll: &TaskRoll, &(achieved, spent): &(Achieved, u8)) {
        state.progress.spent += spent;
        state.worst_result = state.worst_result.min(achieved);
        state.due = Some(roll.which + 1).filter(|next| usize::from(*next) < self.rolls.len());
        if state.due.is_none() {
            state.progress = self.after(state.progress, state.worst_result);
        }
    }

    fn last_step(&self) -> u32 {
        self.periods.unwrap_or(PERIOD_LIMIT)
    }

    fn cut_off(&self, state: &TaskState) -> Option<TaskOver> {
        Some(TaskOver { end: self.end_after_last_period(), spent: state.progress.spent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Recorder, Script};
    use crate::check::{Actor, Advance, CheckRules, Run, play};
    use crate::dice::Dice;
    use crate::rules::Success;

    fn check(level: i32, difficulty: i32, success: Success) -> Check {
        let actor = Actor::new(Some(level), 0, Dice::fudge(), None).unwrap();
        Check::new(actor, difficulty, CheckRules { success, ..CheckRules::default() }).unwrap()
    }

    /// Plays `task` with these natural results. Returns its end and the number of periods.
    fn played(task: &Task, rolls: &[i32]) -> (TaskEnd, u32) {
        let mut script = Script::new(rolls.iter().copied());
        let outcome = play(task, &mut script, &mut |_| {});
        assert_eq!((script.left(), script.ran_out()), (0, false));
        (outcome.end.end, outcome.steps)
    }

    /// A17, SRD 5.3.
    #[test]
    fn billy_training_matches_srd_example() {
        // SRD 5.3: two of three Willpower rolls must be Mediocre or better.
        let task = Task::new(vec![check(0, -1, Success::Meet)], 2, None, Some(3)).unwrap();
        assert_eq!(played(&task, &[-1, -2, -1]), (TaskEnd::Done, 3));
        assert_eq!(played(&task, &[0, -1]), (TaskEnd::Done, 2));
        assert_eq!(played(&task, &[-2, 4, -2]), (TaskEnd::Failed, 3));
    }

    #[test]
    fn countdown_ends_at_enough_successes_or_failures() {
        // LITE: three successes before four failures.
        let task = Task::new(vec![check(0, 0, Success::Meet)], 3, Some(4), None).unwrap();
        assert_eq!(played(&task, &[0, -1, -1, -1, 0, 0]), (TaskEnd::Done, 6));
        assert_eq!(played(&task, &[0, -1, -1, -1, 0, -1]), (TaskEnd::Failed, 6));
    }

    #[test]
    fn enchantment_has_two_rolls_per_period() {
        // SRD 7.18: if both rolls surpass the difficulty, they do a period's work; if both at least equal it, half;
        // otherwise nothing.
        let rolls = vec![check(0, 0, Success::Surpass), check(1, 0, Success::Surpass)];
        let task = Task::new(rolls, 2, None, None).unwrap();
        let mut chance = Recorder::new(Script::new([1, 0, 0, 0, -1, 4, 1, -1]));
        let mut run = Run::new(&task, &mut chance);
        let mut halves = Vec::new();
        let end = loop {
            match run.advance(&mut chance, &mut |_| {}) {
                Advance::Ended(over) => break over.end,
                Advance::Continued if run.state.due.is_none() => halves.push(run.state.progress.halves),
                Advance::Continued | Advance::Stepped => {}
            }
        };
        assert_eq!((end, run.step, halves), (TaskEnd::Done, 4, vec![2, 3, 3, 4]));
        let asks: Vec<_> = chance.rolls().iter().map(|roll| roll.ask).take(2).collect();
        assert_eq!(asks, [0, 1].map(|which| Ask::new(which, Purpose::Action)));
    }

    #[test]
    fn unlimited_task_ends_unfinished() {
        let task = Task::new(vec![check(0, 9, Success::Meet)], 1, None, None).unwrap();
        assert_eq!(played(&task, &[0; PERIOD_LIMIT as usize]), (TaskEnd::Unfinished, PERIOD_LIMIT));
    }

    #[test]
    fn new_rejects_numbers_out_of_range() {
        let of = |rolls: usize, successes, failures, periods| {
            Task::new(vec![check(0, 0, Success::Meet); rolls], successes, failures, periods).is_err()
        };
        assert!(!of(6, 100, Some(100), Some(1000)));
        assert!(of(0, 1, None, None) && of(7, 1, None, None) && of(1, 0, None, None) && of(1, 101, None, None));
        assert!(of(1, 1, Some(0), None) && of(1, 1, Some(101), None) && of(1, 1, None, Some(0)));
        assert!(of(1, 1, None, Some(1001)));
    }
}
