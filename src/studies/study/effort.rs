//! Chooses between solving a cell and simulating it, by the cost of each. Costs are counted, not timed, so every
//! machine makes the same choice.

use super::plan::{MethodChoice, PlannedCell, Solver};
use crate::measure::id;
use crate::subject::{Cells, SimulatedVariants};

/// The approximate work per second, in branches of rolls.
const WORK_PER_SECOND: u64 = 2_000_000;

/// The number of simulated blows that cost as much as one branch of rolls.
const BLOWS_PER_BRANCH: f64 = 12.0;

/// Number of trials that estimate the length of a fight.
const PILOT_TRIALS: u64 = 64;

impl Solver<'_> {
    /// The limit of work for each of `cells` cells, in branches of rolls. With method `auto`, each cell gets an equal
    /// share of the rest of a second; otherwise the work is unlimited.
    pub(super) fn work_limit(&self, cells: usize) -> u64 {
        match self.study.method {
            MethodChoice::Auto => WORK_PER_SECOND.saturating_sub(self.spent()) / cells.max(1) as u64,
            _ => u64::MAX,
        }
    }

    /// The approximate cost of simulating a cell, in branches of rolls; a few trials show the number of blows in a
    /// fight. 0 if it cannot be simulated.
    pub(super) fn simulated_work(&self, subjects: &dyn Cells, cell: usize, planned: &PlannedCell) -> u64 {
        let words = [self.study.words(planned)];
        let row = SimulatedVariants { cells: &[cell], words: &words, baseline: 0, asked: &[] };
        let Ok(mut job) = subjects.job(row) else { return 0 };
        job.extend(self.study.seed, PILOT_TRIALS, &());
        let Ok(answered) = job.answer() else { return 0 };
        let rounds = answered.cells.first().and_then(|found| found.figure(id::ROUNDS, ""));
        let blows = rounds.map_or(0.0, |rounds| rounds.estimate.value) * subjects.fighters(cell) as f64;
        let trials = match &self.study.goal {
            Some(goal) => goal.trials_of_half().unwrap_or(goal.max_trials),
            None => self.study.trials,
        };
        (blows * trials as f64 / BLOWS_PER_BRANCH) as u64
    }
}
