//! Several who work side by side, period by period: races and group challenges (A17).

use super::{Achieved, CheckOutcome, Machine, Next, Task, TaskEnd, TaskProgress};
use crate::chance::Chance;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// The most members of a group.
pub const MOST_MEMBERS: usize = 20;

/// A task for each member, of one roll a period, ready to be rolled.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    members: Vec<Task>,
    needed: Option<u32>,
}

/// What came of a group: for each member its end, and after how many periods.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Hash, Ord, Serialize, Deserialize)]
pub struct GroupOutcome(pub Vec<(TaskEnd, u32)>);

/// A group between two rolls.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GroupState {
    /// For each member how far it has come, and its end with the period of it.
    pub members: Vec<(TaskProgress, Option<(TaskEnd, u32)>)>,
    period: u32,
    /// The first who may still roll in this period.
    due: usize,
}

impl Group {
    /// A group of these, of whom so many are `needed`: as a group challenge; none where they race.
    ///
    /// # Errors
    /// Fewer than two members or more than [`MOST_MEMBERS`]; none of them needed, or more than there are.
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

    /// The task of each member.
    pub fn members(&self) -> &[Task] {
        &self.members
    }

    /// How many members must be done; none in a race.
    pub fn needed(&self) -> Option<u32> {
        self.needed
    }

    /// How many must be done for it to be decided: in a race, one.
    pub fn deciding(&self) -> u32 {
        self.needed.unwrap_or(1)
    }
}

/// Everybody rolls once a period, until their own task is over.
impl Machine for Group {
    type State = GroupState;
    /// The one who rolls.
    type Question = u16;
    type Outcome = Achieved;
    type End = GroupOutcome;
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
        let late = || (period == task.last_step()).then(|| task.late());
        *end = task.over(*progress).or_else(late).map(|end| (end, period));
        state.due = place + 1;
    }
}

impl GroupOutcome {
    /// When a member is done; none where it is not.
    pub fn done(&self, who: usize) -> Option<u32> {
        self.0.get(who).filter(|(end, _)| *end == TaskEnd::Done).map(|(_, period)| *period)
    }

    /// How many are done.
    pub fn count(&self) -> u32 {
        (0..self.0.len()).filter(|who| self.done(*who).is_some()).count() as u32
    }

    /// Those done in the first period in which anybody is.
    pub fn first(&self) -> impl Iterator<Item = usize> {
        let best = (0..self.0.len()).filter_map(|who| self.done(who)).min();
        (0..self.0.len()).filter(move |who| best.is_some() && self.done(*who) == best)
    }

    /// Who is done alone before all others.
    pub fn winner(&self) -> Option<usize> {
        let mut first = self.first();
        first.next().filter(|_| first.next().is_none())
    }

    /// The period in which so many are done, or in which it is clear that they will not be.
    pub fn decided(&self, deciding: u32) -> u32 {
        let of = |done: bool| {
            let mut periods: Vec<u32> =
                self.0.iter().filter(|(end, _)| (*end == TaskEnd::Done) == done).map(|(_, period)| *period).collect();
            periods.sort_unstable();
            periods
        };
        let (done, not) = (of(true), of(false));
        let place = deciding as usize - 1;
        // So many may be missing without harm; one more decides.
        let spare = self.0.len() - deciding as usize;
        done.get(place).or_else(|| not.get(spare)).copied().unwrap_or(0)
    }
}
