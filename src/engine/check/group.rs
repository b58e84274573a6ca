//! Groups whose members work side by side, period by period: races and group challenges (A17).

use super::{Achieved, CheckOutcome, Machine, Next, Task, TaskEnd, TaskProgress};
use crate::chance::Chance;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// Maximum number of members of a group.
pub const MOST_MEMBERS: usize = 20;

/// A group in which each member has a task with one roll per period.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    members: Vec<Task>,
    needed: Option<u32>,
}

/// The end of each member's task, and the period in which it ended, by member index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Hash, Ord, Serialize, Deserialize)]
pub struct GroupOutcome(pub Vec<(TaskEnd, u32)>);

/// The state of a group between two rolls.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GroupState {
    /// Each member's progress. Once the member's task has ended, also its end and the period in which it ended.
    pub members: Vec<(TaskProgress, Option<(TaskEnd, u32)>)>,
    period: u32,
    /// The index of the first member who may still roll in this period.
    due: usize,
}

impl Group {
    /// A group challenge in which `needed` members must finish; with `None`, a race.
    ///
    /// # Errors
    /// If there are fewer than two or more than [`MOST_MEMBERS`] members, or `needed` is 0 or more than the number of
    /// members.
    pub fn new(members: Vec<Task>, needed: Option<u32>) -> Result<Self> {
        let count = members.len();
        if !(2..=MOST_MEMBERS).contains(&count) {
            return Err(Error::input(format!("the number of members is {count}"))
                .with_help(format!("a group has 2 to {MOST_MEMBERS}; one member alone is a [task]")));
        }
        if needed.is_some_and(|needed| !(1..=count as u32).contains(&needed)) {
            let message = format!("`needed` is {}, but the group has {count} members", needed.unwrap_or(0));
            return Err(Error::input(message).with_help(format!("give `needed` a number from 1 to {count}")));
        }
        Ok(Self { members, needed })
    }

    pub fn members(&self) -> &[Task] {
        &self.members
    }

    /// The number of members who must finish; `None` in a race.
    pub fn needed(&self) -> Option<u32> {
        self.needed
    }

    /// The number of members who must finish to decide the outcome: `needed`, or 1 in a race.
    pub fn needed_to_decide(&self) -> u32 {
        self.needed.unwrap_or(1)
    }
}

/// Every member rolls once per period, until its own task has ended.
impl Machine for Group {
    type State = GroupState;
    /// The index of the member who rolls.
    type Question = u16;
    type Outcome = Achieved;
    type End = GroupOutcome;
    /// The index of the member who rolled, and the outcome.
    type Event = (u16, CheckOutcome);

    fn start(&self) -> GroupState {
        let members = vec![(TaskProgress::default(), None); self.members.len()];
        GroupState { due: members.len(), members, period: 0 }
    }

    fn next(&self, state: &GroupState, _: u32) -> Next<GroupState, u16, GroupOutcome> {
        let open = |from: usize| (from..state.members.len()).find(|who| state.members[*who].1.is_none());
        match (open(state.due), open(0)) {
            (Some(who), _) => Next::Roll(who as u16),
            (None, Some(due)) => Next::Step(GroupState { period: state.period + 1, due, ..state.clone() }),
            (None, None) => Next::End(GroupOutcome(state.members.iter().filter_map(|(_, end)| *end).collect())),
        }
    }

    fn roll(&self, &who: &u16, chance: &mut dyn Chance, tell: &mut dyn FnMut((u16, CheckOutcome))) -> Achieved {
        let outcome = self.members[usize::from(who)].rolls()[0].roll_by(who, chance);
        tell((who, outcome));
        outcome.achieved
    }

    fn apply(&self, state: &mut GroupState, &who: &u16, achieved: &Achieved) {
        let (place, period) = (usize::from(who), state.period);
        let (task, (progress, end)) = (&self.members[place], &mut state.members[place]);
        *progress = task.after(*progress, *achieved);
        let late = || (period == task.last_step()).then(|| task.end_after_last_period());
        *end = task.end_at(*progress).or_else(late).map(|end| (end, period));
        state.due = place + 1;
    }
}

impl GroupOutcome {
    /// The period in which member `who` finished; `None` if that member did not finish.
    pub fn period_finished(&self, who: usize) -> Option<u32> {
        self.0.get(who).filter(|(end, _)| *end == TaskEnd::Done).map(|(_, period)| *period)
    }

    /// The number of members who finished.
    pub fn finished(&self) -> u32 {
        (0..self.0.len()).filter(|who| self.period_finished(*who).is_some()).count() as u32
    }

    /// The indices of the members who finished in the earliest period in which any did. Empty if no member finished.
    pub fn first_finishers(&self) -> impl Iterator<Item = usize> {
        let best = (0..self.0.len()).filter_map(|who| self.period_finished(who)).min();
        (0..self.0.len()).filter(move |who| best.is_some() && self.period_finished(*who) == best)
    }

    /// The index of the member who finished before all others; `None` if several were first or no member finished.
    pub fn winner(&self) -> Option<usize> {
        let mut first = self.first_finishers();
        first.next().filter(|_| first.next().is_none())
    }

    /// The first period after which `deciding` (at least 1) members have finished, or that many can no longer finish.
    pub fn period_decided(&self, deciding: u32) -> u32 {
        let of = |done: bool| {
            let mut periods: Vec<u32> =
                self.0.iter().filter(|(end, _)| (*end == TaskEnd::Done) == done).map(|(_, period)| *period).collect();
            periods.sort_unstable();
            periods
        };
        let (done, not) = (of(true), of(false));
        let place = deciding as usize - 1;
        // This many failures are harmless; one more decides.
        let spare = self.0.len() - deciding as usize;
        done.get(place).or_else(|| not.get(spare)).copied().unwrap_or(0)
    }
}
