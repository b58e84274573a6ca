//! The simulation of one combination of varied values: its variants, and what their trials gave so far.

use super::contest::{contests_of, reactions_of};
use super::placed::{Key, Placing};
use super::plan::{Planned, Study, Subject};
use super::run::Answered;
use super::task::tasks_of;
use super::{action, contest, fight, task};
use crate::chance::Seed;
use crate::check::{Check, Contest, Opposed, Reaction, Task};
use crate::sim::{Batch, FightTrial, Monitor, Plan, Simulated, Trial, extend};

/// A simulation that can be run on.
pub(super) struct Job<'a> {
    planned: &'a [Planned],
    work: Work,
}

/// A study's cells are all of the same kind.
enum Work {
    Checks(Trying<Check>),
    Opposed(Trying<Opposed>),
    Contests(Placed<Contest>),
    Reactions(Placed<Reaction>),
    Tasks(Placed<Task>),
    Fights(Trying<FightTrial>),
}

/// Variants whose outcomes may differ.
struct Placed<T: Trial> {
    placing: Placing<T>,
    done: Simulated<T::Tally>,
}

struct Trying<T: Trial> {
    variants: Vec<T>,
    outcomes: usize,
    done: Simulated<T::Tally>,
}

impl<'a> Job<'a> {
    /// All variants of one combination of varied values, at least one, without trials yet.
    pub(super) fn new(planned: &'a [Planned]) -> Self {
        let work = match &planned[0].subject {
            Subject::Check(_) => Work::Checks(Trying::new(checks_of(planned), 3)),
            Subject::Opposed(..) => Work::Opposed(Trying::new(opposed_of(planned), 4)),
            Subject::Contest(..) => Work::Contests(Placed::new(contests_of(planned))),
            Subject::Reaction(_) => Work::Reactions(Placed::new(reactions_of(planned))),
            Subject::Task(..) => Work::Tasks(Placed::new(tasks_of(planned))),
            Subject::Fight(..) => {
                let trial = |planned: &Planned| match &planned.subject {
                    Subject::Fight(fight, _) => Some(FightTrial::drawn((**fight).clone(), planned.drawn.clone())),
                    _ => None,
                };
                let fights: Vec<FightTrial> = planned.iter().filter_map(trial).collect();
                let outcomes = fights.iter().map(FightTrial::outcomes).max().unwrap_or(0);
                Work::Fights(Trying::new(fights, outcomes))
            }
        };
        Self { planned, work }
    }

    /// Runs on to so many trials of each variant.
    pub(super) fn extend(&mut self, study: &Study, trials: u64, monitor: &impl Monitor) {
        let plan = Plan { seed: Seed::new(study.seed), trials, baseline: study.baseline };
        match &mut self.work {
            Work::Checks(trying) => trying.extend(&plan, monitor),
            Work::Opposed(trying) => trying.extend(&plan, monitor),
            Work::Contests(placed) => placed.extend(&plan, monitor),
            Work::Reactions(placed) => placed.extend(&plan, monitor),
            Work::Tasks(placed) => placed.extend(&plan, monitor),
            Work::Fights(trying) => trying.extend(&plan, monitor),
        }
    }

    /// What the trials done so far say.
    pub(super) fn answer(&self, study: &Study) -> Answered {
        match (&self.work, &self.planned[0].subject) {
            (Work::Opposed(trying), Subject::Opposed(_, names)) => {
                action::opposed(study, &trying.variants, names, Some(&trying.done))
            }
            (Work::Checks(trying), _) => action::checks(study, &trying.variants, Some(&trying.done)),
            (Work::Contests(placed), _) => {
                contest::contests_counted(study, self.planned, &placed.placing, &placed.done)
            }
            (Work::Reactions(placed), _) => contest::reactions_counted(study, &placed.placing, &placed.done),
            (Work::Tasks(placed), _) => task::counted(study, &placed.placing, &placed.done),
            (Work::Fights(trying), _) => fight::counted(self.planned, &trying.done),
            (Work::Opposed(_), _) => unreachable!("an opposed action was made of this subject"),
        }
    }
}

impl<T: Trial> Trying<T> {
    fn new(variants: Vec<T>, outcomes: usize) -> Self {
        let done = Simulated::none(&Batch { variants: &variants, outcomes });
        Self { variants, outcomes, done }
    }

    fn extend(&mut self, plan: &Plan, monitor: &impl Monitor) {
        let batch = Batch { variants: &self.variants, outcomes: self.outcomes };
        let done = std::mem::replace(&mut self.done, Simulated::none(&batch));
        self.done = extend(done, &batch, plan, monitor);
    }
}

impl<T: Trial> Placed<T> {
    fn new(variants: Vec<(T, Vec<Key>)>) -> Self {
        let placing = Placing::new(variants);
        let done = Simulated::none(&Batch { variants: &placing.variants, outcomes: placing.outcomes() });
        Self { placing, done }
    }

    fn extend(&mut self, plan: &Plan, monitor: &impl Monitor) {
        let batch = Batch { variants: &self.placing.variants, outcomes: self.placing.outcomes() };
        let done = std::mem::replace(&mut self.done, Simulated::none(&batch));
        self.done = extend(done, &batch, plan, monitor);
    }
}

/// The checks of these cells.
pub(super) fn checks_of(planned: &[Planned]) -> Vec<Check> {
    of_kind(planned, |subject| match subject {
        Subject::Check(check) => Some((**check).clone()),
        _ => None,
    })
}

/// The opposed actions of these cells.
pub(super) fn opposed_of(planned: &[Planned]) -> Vec<Opposed> {
    of_kind(planned, |subject| match subject {
        Subject::Opposed(opposed, _) => Some((**opposed).clone()),
        _ => None,
    })
}

/// The subjects of one kind; a study's cells are all of the same kind.
pub(super) fn of_kind<T>(planned: &[Planned], pick: impl Fn(&Subject) -> Option<T>) -> Vec<T> {
    planned.iter().filter_map(|planned| pick(&planned.subject)).collect()
}
