//! Extended tasks counted.

use super::{Observation, Tally, Trial};
use crate::chance::Sampler;
use crate::check::{Task, TaskEnd};

/// The counts of many tasks: for each end, in the order of [`TaskEnd::ALL`], tasks by the periods they took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskTally {
    /// Tasks by end and periods.
    pub ends_in: [Vec<u64>; 3],
}

impl TaskTally {
    /// Tasks of one end.
    pub fn of(&self, end: TaskEnd) -> u64 {
        self.ends_in[end as usize].iter().sum()
    }

    /// Tasks counted.
    pub fn trials(&self) -> u64 {
        TaskEnd::ALL.iter().map(|end| self.of(*end)).sum()
    }

    /// The periods of all tasks, and the sum of their squares.
    pub fn periods(&self) -> (u64, u64) {
        let counts = self.ends_in.iter().flat_map(|counts| (0u64..).zip(counts));
        counts.fold((0, 0), |(sum, squares), (periods, n)| (sum + n * periods, squares + n * periods * periods))
    }
}

impl Tally for TaskTally {
    fn merge(&mut self, other: Self) {
        for (own, other) in self.ends_in.iter_mut().zip(other.ends_in) {
            own.iter_mut().zip(other).for_each(|(own, n)| *own += n);
        }
    }
}

impl Trial for Task {
    type Tally = TaskTally;

    fn tally(&self) -> TaskTally {
        TaskTally { ends_in: [(); 3].map(|()| vec![0; self.limit() as usize + 1]) }
    }

    fn run(&self, sampler: &mut Sampler, tally: &mut TaskTally) -> Observation {
        let outcome = self.play(sampler, |_| {});
        tally.ends_in[outcome.end as usize][outcome.periods as usize] += 1;
        Observation { outcome: outcome.end as u16, amount: outcome.periods as i32 }
    }
}
