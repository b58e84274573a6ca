//! Trials in fixed blocks over all cores.

use super::{Compare, PairTally, Tally, Trial, Trials};
use crate::chance::{Sampler, Seed};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Trials in a block, the largest piece of work. Not a part of any result: trial *i* is the same in any block.
pub const BLOCK: u64 = 8192;

/// Trials between two looks at whether to stop, and whose values are kept at once for comparison: few enough for the fastest memory, and
/// for large fights.
const CHUNK: u64 = 16;

/// The most trials of one variant: sums of squares over them still fit 64 bits.
pub const MAX_TRIALS: u64 = 100_000_000_000;

/// How much to simulate.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The seed for all rolls.
    pub seed: Seed,
    /// Trials of each variant, at most [`MAX_TRIALS`].
    pub trials: u64,
    /// The variant that the others are compared with.
    pub baseline: usize,
}

/// Watches a simulation, and may stop it. The empty monitor does neither.
pub trait Monitor: Sync {
    /// Trials begin now, perhaps after an attempt to do without them.
    fn simulating(&self) {}

    /// `done` of the cases that are solved exactly are done. Each is solved in one step, which may take long.
    fn solving(&self, _done: usize, _of: usize) {}

    /// So many more trials, of all variants together, are done.
    fn advance(&self, _trials: u64) {}

    /// How many trials there are to be before the next [`estimate`](Self::estimate); none where nobody looks. Looks change no figure.
    fn look_after(&self) -> Option<u64> {
        None
    }

    /// What the trials so far say, in words.
    fn estimate(&self, _words: &str) {}

    /// True once no further trial should be begun, which is asked every few trials.
    fn stopped(&self) -> bool {
        false
    }

    /// True once no further look at the precision reached should be begun. Where the clock decides that, it decides
    /// the number of trials too.
    fn time_is_up(&self) -> bool {
        false
    }

    /// This many trials were done by an earlier run and need not be done again.
    fn skip(&self, _trials: u64) {}

    /// Who keeps what is done of a long run, so that it can go on if it is killed; nobody in the empty monitor.
    fn keeper(&self) -> Option<&dyn Keeper> {
        None
    }
}

/// Keeps what is done of a run.
pub trait Keeper: Sync {
    /// How many blocks are to be done before it is asked again whether it is time.
    fn blocks(&self) -> u64;

    /// Whether it is time to keep what is done.
    fn is_due(&self) -> bool;

    /// Keeps it, in place of what was kept before.
    fn keep(&self, done: &[u8]);
}

impl Monitor for () {}

/// The variants of one cell: they share their trials.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a, T> {
    /// What is tried, one for each variant.
    pub variants: &'a [T],
    /// How many of its values a trial gives for comparison: [`Trial::run`] writes them.
    pub values: usize,
    /// Which of them are compared with the baseline's, where there are several variants.
    pub compared: &'a [Compare],
}

/// What the trials of one cell's variants gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Simulated<T> {
    /// The trials finished; fewer than planned where the monitor stopped them.
    pub trials: u64,
    /// The counts of each variant.
    pub tallies: Vec<T>,
    /// Each variant against the baseline; the baseline against itself too. Empty with one variant.
    pub pairs: Vec<PairTally>,
}

/// Runs `plan.trials` trials of every variant.
///
/// Trial *i* depends on the seed, on *i* and on the variant's rules alone, and everything is counted in integers,
/// so the result does not depend on the number of threads.
pub fn simulate<T: Trial>(batch: &Batch<'_, T>, plan: &Plan, monitor: &dyn Monitor) -> Simulated<T::Tally> {
    extend(Simulated::none(batch), batch, plan, monitor)
}

/// Runs on from the trials that are done to `plan.trials` in all; the result is that of one run of so many. What a
/// monitor stopped cannot be run on, since no one knows which trials are missing.
pub fn extend<T: Trial>(
    done: Simulated<T::Tally>,
    batch: &Batch<'_, T>,
    plan: &Plan,
    monitor: &dyn Monitor,
) -> Simulated<T::Tally> {
    let range = done.trials..plan.trials;
    add(done, batch, plan, range, monitor)
}

/// Adds the trials of a range, whose numbers are counted from 0, to others that were done.
pub fn add<T: Trial>(
    done: Simulated<T::Tally>,
    batch: &Batch<'_, T>,
    plan: &Plan,
    range: Range<u64>,
    monitor: &dyn Monitor,
) -> Simulated<T::Tally> {
    let trials = range.end.saturating_sub(range.start);
    // Small pieces, so that few trials keep all cores busy. Trial i is the same in any piece.
    let piece = trials.div_ceil(4 * threads() as u64).next_multiple_of(CHUNK).clamp(CHUNK, BLOCK);
    let start = || Simulated::none(batch);
    let work = |mut more: Simulated<T::Tally>, block: u64| {
        if !monitor.stopped() {
            let first = range.start + block * piece;
            monitor.advance(more.block(batch, plan, first..range.end.min(first + piece), monitor));
        }
        more
    };
    done.merge(fold(trials.div_ceil(piece), start, work, Simulated::merge))
}

/// How many trials there are to be before a run that ends when it is precise enough is looked at again: an eighth more,
/// in whole blocks. So such a run is at most an eighth longer than it must be, and its looks depend on nothing else.
pub fn next_look(trials: u64) -> u64 {
    trials + (trials / (8 * BLOCK)).max(1) * BLOCK
}

/// The fewest trials that keep all cores busy between two looks at a running simulation: 4 blocks for each.
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

/// The results of some work for each of so many things, in order, on all cores.
#[cfg(feature = "parallel")]
pub fn for_each_of<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
    (0..count).into_par_iter().with_max_len(1).map(work).collect()
}

/// The results of some work for each of so many things, in order.
#[cfg(not(feature = "parallel"))]
pub fn for_each_of<T>(count: usize, work: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(work).collect()
}

#[cfg(feature = "parallel")]
fn fold<W: Send>(
    blocks: u64,
    start: impl Fn() -> W + Sync + Send,
    work: impl Fn(W, u64) -> W + Sync + Send,
    merge: impl Fn(W, W) -> W + Sync + Send,
) -> W {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    (0..blocks).into_par_iter().fold(&start, work).reduce(&start, merge)
}

#[cfg(not(feature = "parallel"))]
fn fold<W>(blocks: u64, start: impl Fn() -> W, work: impl Fn(W, u64) -> W, _merge: impl Fn(W, W) -> W) -> W {
    (0..blocks).fold(start(), work)
}

impl<T: Tally> Simulated<T> {
    /// No trials yet.
    pub fn none<V: Trial<Tally = T>>(batch: &Batch<'_, V>) -> Self {
        let paired = if batch.variants.len() > 1 { batch.variants.len() } else { 0 };
        Self {
            trials: 0,
            tallies: batch.variants.iter().map(Trial::tally).collect(),
            pairs: vec![PairTally::new(batch.compared); paired],
        }
    }

    /// Runs a block of trials of all variants, so that they can be paired in one pass, or as many of it as the monitor lets; returns how
    /// many trials that were.
    fn block<V: Trial<Tally = T>>(
        &mut self,
        batch: &Batch<'_, V>,
        plan: &Plan,
        trials: Range<u64>,
        monitor: &dyn Monitor,
    ) -> u64 {
        let before = self.trials;
        let paired = !self.pairs.is_empty();
        let width = if paired { batch.values.max(1) } else { 0 };
        let mut values = vec![vec![0; width * CHUNK as usize]; batch.variants.len()];
        let mut samplers: Vec<_> = batch.variants.iter().map(|_| Sampler::from(plan.seed, trials.start)).collect();
        for first in trials.clone().step_by(CHUNK as usize).take_while(|_| !monitor.stopped()) {
            let count = (trials.end.min(first + CHUNK) - first) as usize;
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

    /// These trials, and others of the same variants.
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
    fn looks_come_an_eighth_apart_in_whole_blocks() {
        let looks: Vec<u64> = std::iter::successors(Some(BLOCK), |&trials| Some(next_look(trials))).take(120).collect();
        assert_eq!(looks[..4], [8192, 16_384, 24_576, 32_768]);
        for pair in looks.windows(2) {
            let more = pair[1] - pair[0];
            assert!(more.is_multiple_of(BLOCK) && (more == BLOCK || more * 8 <= pair[0]), "{pair:?}");
        }
        assert!(looks.last() > Some(&1_000_000_000));
    }
}
