//! Simulates fights as the program does.

use fudgelab::fights::Combat;
use fudgelab::ladder::Ladder;
use fudgelab::rules::Rules;
use fudgelab::subject::{self, Cells, SimulatedVariants, Wording};

/// A fight, simulated through the interface that the program uses.
pub struct Trials {
    cells: Box<dyn Cells>,
    fighters: usize,
    rules: Rules,
}

impl Trials {
    pub fn of(combat: Combat) -> Self {
        Self { fighters: combat.fight.roster.fighters(), cells: subject::fights(vec![combat]), rules: Rules::plain() }
    }

    /// Simulates `trials` fights on the current thread pool and returns the number of fighter-rounds played.
    pub fn run(&self, trials: u64) -> u64 {
        let words = [Wording { ladder: &Ladder::default(), rules: &self.rules }];
        let rolled = SimulatedVariants { cells: &[0], words: &words, baseline: 0, asked: &[] };
        let mut job = self.cells.job(rolled).expect("nothing is asked that is unknown");
        job.extend(1, trials, &());
        let answered = job.answer().expect("nothing goes wrong in fights");
        let rounds = answered.cells[0].figure("rounds", "").expect("fights have rounds").estimate.value;
        (rounds * trials as f64).round() as u64 * self.fighters as u64
    }
}
