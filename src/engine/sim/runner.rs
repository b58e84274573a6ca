//! Runs trials in blocks on all cores.

use super::{Compare, PairTally, Tally, Trial, Trials};
use crate::chance::{Sampler, Seed};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Maximum number of trials in a block, the unit of work. It affects no result, since each trial is the same in any
/// block.
pub const BLOCK: u64 = 8192;

/// Number of trials between two checks whether to stop. Their values are stored together for comparison: few enough for
/// the fastest cache, even for large fights.
const TRIALS_PER_CHECK: u64 = 16;

/// Maximum number of trials of one variant: sums of squares over them still fit in 64 bits.
pub const MAX_TRIALS: u64 = 100_000_000_000;

/// Settings of a simulation.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub seed: Seed,
    /// Number of trials of each variant, at most [`MAX_TRIALS`].
    pub trials: u64,
    /// The index of the variant that the others are compared with.
    pub baseline: usize,
}

/// Watches a simulation, and may stop it. The monitor `()` does neither.
pub trait Monitor: Sync {
    /// Called when trials begin, perhaps after an attempt to solve exactly.
    fn simulating(&self) {}

    /// Called when `done` of `of` cells are solved exactly. Each cell is solved in one step, which may take long.
    fn solving(&self, _done: usize, _of: usize) {}

    /// Called when `trials` more trials are done, over all variants together.
    fn advance(&self, _trials: u64) {}

    /// The number of further trials before the next call of [`estimate`](Self::estimate); `None` if estimates are not
    /// wanted. An estimate changes no result.
    fn trials_to_estimate(&self) -> Option<u64> {
        None
    }

    /// Shows the results so far; `words` describes them.
    fn estimate(&self, _words: &str) {}

    /// Whether to stop the simulation; called every few trials.
    fn stopped(&self) -> bool {
        false
    }

    /// Whether a run that goes on until it is precise enough must end now. If this depends on the clock, so does the
    /// number of trials.
    fn time_is_up(&self) -> bool {
        false
    }

    /// Called if an earlier run has already done `trials` trials.
    fn skip(&self, _trials: u64) {}

    /// Stores the checkpoints, so that a long run can resume after it is killed; `None` if there are to be none.
    fn keeper(&self) -> Option<&dyn Keeper> {
        None
    }
}

/// A store for the checkpoints of a run.
pub trait Keeper: Sync {
    /// Number of blocks to run before the next call of [`is_due`](Self::is_due).
    fn blocks(&self) -> u64;

    /// Whether it is time for a checkpoint.
    fn is_due(&self) -> bool;

    /// Stores the results so far as a checkpoint, replacing the previous one.
    fn keep(&self, done: &[u8]);
}

impl Monitor for () {}

/// The variants of one cell. They are simulated with the same rolls.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a, T> {
    pub variants: &'a [T],
    /// The number of values that [`Trial::run`] writes for each trial, for comparison.
    pub values: usize,
    /// The comparisons with the baseline, if there are several variants.
    pub compared: &'a [Compare],
}

/// The results of simulating the variants of one cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Simulated<T> {
    /// Number of finished trials of each variant; fewer than planned if the monitor stopped the run.
    pub trials: u64,
    /// The counts of each variant.
    pub tallies: Vec<T>,
    /// The comparison of each variant with the baseline, including the baseline itself. Empty if there is only one
    /// variant.
    pub pairs: Vec<PairTally>,
}

/// Runs `plan.trials` trials of every variant.
///
/// Trial *i* depends only on the seed, on *i* and on the variant's rules, and everything is counted in integers, so the
/// result does not depend on the number of threads.
pub fn simulate<T: Trial>(batch: &Batch<'_, T>, plan: &Plan, monitor: &dyn Monitor) -> Simulated<T::Tally> {
    extend(Simulated::empty(batch), batch, plan, monitor)
}

/// Continues after the trials in `done` up to `plan.trials` in total; the result equals that of a single run. A run
/// that a monitor stopped cannot be continued, since it is unknown which trials are missing.
pub fn extend<T: Trial>(
    done: Simulated<T::Tally>,
    batch: &Batch<'_, T>,
    plan: &Plan,
    monitor: &dyn Monitor,
) -> Simulated<T::Tally> {
    let range = done.trials..plan.trials;
    add(done, batch, plan, range, monitor)
}

/// Adds the trials with the numbers in `range`, counted from 0, to `done`.
pub fn add<T: Trial>(
    done: Simulated<T::Tally>,
    batch: &Batch<'_, T>,
    plan: &Plan,
    range: Range<u64>,
    monitor: &dyn Monitor,
) -> Simulated<T::Tally> {
    let trials = range.end.saturating_sub(range.start);
    // Small pieces keep all cores busy even with few trials. Trial i is the same in any piece.
    let piece = trials.div_ceil(4 * threads() as u64).next_multiple_of(TRIALS_PER_CHECK).clamp(TRIALS_PER_CHECK, BLOCK);
    let start = || Simulated::empty(batch);
    let work = |mut more: Simulated<T::Tally>, block: u64| {
        if !monitor.stopped() {
            let first = range.start + block * piece;
            monitor.advance(more.run_block(batch, plan, first..range.end.min(first + piece), monitor));
        }
        more
    };
    done.merge(fold_blocks(trials.div_ceil(piece), start, work, Simulated::merge))
}

/// The number of trials after which to check again whether a run is precise enough: an eighth more than `trials`, in
/// whole blocks. Thus a run is at most an eighth longer than necessary, and the checks depend on nothing else.
pub fn next_look(trials: u64) -> u64 {
    trials + (trials / (8 * BLOCK)).max(1) * BLOCK
}

/// The fewest trials between two estimates of a running simulation that keep all cores busy: 4 blocks per core.
pub fn shortest_look() -> u64 {
    4 * BLOCK * threads() as u64
}

/// The number of worker threads.
#[cfg(feature = "parallel")]
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// The number of worker threads.
#[cfg(not(feature = "parallel"))]
pub fn threads() -> usize {
    1
}

/// The results of `work` for each index below `count`, in order. Runs on all cores.
#[cfg(feature = "parallel")]
pub fn map_indices<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
    (0..count).into_par_iter().with_max_len(1).map(work).collect()
}

/// The results of `work` for each index below `count`, in order.
#[cfg(not(feature = "parallel"))]
pub fn map_indices<T>(count: usize, work: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(work).collect()
}

/// Folds the block numbers below `blocks` with `work`, beginning with `start`. Each core folds some of the blocks;
/// `merge` joins their results.
#[cfg(feature = "parallel")]
fn fold_blocks<W: Send>(
    blocks: u64,
    start: impl Fn() -> W + Sync + Send,
    work: impl Fn(W, u64) -> W + Sync + Send,
    merge: impl Fn(W, W) -> W + Sync + Send,
) -> W {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    (0..blocks).into_par_iter().fold(&start, work).reduce_with(merge).unwrap_or_else(start)
}

/// Folds the block numbers below `blocks` with `work`, beginning with `start`.
#[cfg(not(feature = "parallel"))]
fn fold_blocks<W>(blocks: u64, start: impl Fn() -> W, work: impl Fn(W, u64) -> W, _merge: impl Fn(W, W) -> W) -> W {
    (0..blocks).fold(start(), work)
}

impl<T: Tally> Simulated<T> {
    /// No trials yet of the variants of `batch`.
    pub fn empty<V: Trial<Tally = T>>(batch: &Batch<'_, V>) -> Self {
        let paired = if batch.variants.len() > 1 { batch.variants.len() } else { 0 };
        Self {
            trials: 0,
            tallies: batch.variants.iter().map(Trial::tally).collect(),
            pairs: vec![PairTally::new(batch.compared); paired],
        }
    }

    /// Runs the trials with the numbers in `trials` for all variants, or as many as the monitor allows, and compares
    /// the variants. Returns the number of trials run, over all variants.
    fn run_block<V: Trial<Tally = T>>(
        &mut self,
        batch: &Batch<'_, V>,
        plan: &Plan,
        trials: Range<u64>,
        monitor: &dyn Monitor,
    ) -> u64 {
        let before = self.trials;
        let paired = !self.pairs.is_empty();
        let width = if paired { batch.values.max(1) } else { 0 };
        let mut values = vec![vec![0; width * TRIALS_PER_CHECK as usize]; batch.variants.len()];
        let mut samplers: Vec<_> = batch.variants.iter().map(|_| Sampler::from(plan.seed, trials.start)).collect();
        for first in trials.clone().step_by(TRIALS_PER_CHECK as usize).take_while(|_| !monitor.stopped()) {
            let count = (trials.end.min(first + TRIALS_PER_CHECK) - first) as usize;
            self.trials += count as u64;
            let variants = batch.variants.iter().zip(&mut samplers);
            for (((variant, samplers), tally), values) in variants.zip(&mut self.tallies).zip(&mut values) {
                variant.run(Trials::new(samplers, count, &mut values[..width * count]), tally);
            }
            if paired {
                let used = width * count;
                let baseline = &values[plan.baseline][..used];
                let pairs = self.pairs.iter_mut().zip(&values);
                pairs.for_each(|(pair, own)| pair.add(width, &own[..used], baseline));
            }
        }
        (self.trials - before) * batch.variants.len() as u64
    }

    /// Adds other trials of the same variants.
    pub fn merge(mut self, other: Self) -> Self {
        self.trials += other.trials;
        self.tallies.iter_mut().zip(other.tallies).for_each(|(own, other)| own.merge(other));
        self.pairs.iter_mut().zip(other.pairs).for_each(|(own, other)| own.merge(other));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_look_adds_one_block_or_at_most_an_eighth() {
        let looks: Vec<u64> = std::iter::successors(Some(BLOCK), |&trials| Some(next_look(trials))).take(120).collect();
        assert_eq!(looks[..4], [8192, 16_384, 24_576, 32_768]);
        for pair in looks.windows(2) {
            let more = pair[1] - pair[0];
            assert!(more.is_multiple_of(BLOCK) && (more == BLOCK || more * 8 <= pair[0]), "{pair:?}");
        }
        assert!(looks.last() > Some(&1_000_000_000));
    }
}
