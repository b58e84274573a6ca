//! A subject with its tally, as a simulation runs it.

use super::{Subject, Watched};
use crate::sim::{Tally, Trial, Trials};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A subject to simulate.
pub struct WatchedSubject<S: Subject> {
    pub subject: Arc<S>,
    /// The values and questions recorded in each trial.
    pub watched: Watched<S>,
}

/// The counts of a subject's trials.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrialCounts<T> {
    /// The usual counts.
    pub tally: T,
    /// For each query, the number of trials in which its outcome happens, and the number of trials that it counts.
    pub asked: Vec<[u64; 2]>,
}

impl<S: Subject> WatchedSubject<S> {
    /// A subject without questions and compared values.
    pub fn new(subject: S) -> Self {
        Self { subject: Arc::new(subject), watched: Watched::default() }
    }
}

impl<S: Subject> Trial for WatchedSubject<S> {
    type Tally = TrialCounts<S::Tally>;

    fn tally(&self) -> Self::Tally {
        TrialCounts { tally: self.subject.tally(&self.watched), asked: vec![[0; 2]; self.watched.queries.len()] }
    }

    fn run(&self, trials: Trials<'_>, tally: &mut Self::Tally) {
        self.subject.trials(trials, &mut tally.tally, &self.watched, &mut tally.asked);
    }
}

impl<T: Tally> Tally for TrialCounts<T> {
    fn merge(&mut self, other: Self) {
        self.tally.merge(other.tally);
        let asked = self.asked.iter_mut().flatten().zip(other.asked.into_iter().flatten());
        asked.for_each(|(own, n)| *own += n);
    }
}
