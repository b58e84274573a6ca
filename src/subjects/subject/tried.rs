//! A subject with its tally: what a simulation runs.

use super::{Subject, Watched};
use crate::sim::{Tally, Trial, Trials};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A subject to try.
pub struct Tried<S: Subject> {
    /// What is tried.
    pub subject: Arc<S>,
    /// What is watched of each trial.
    pub watched: Watched<S>,
}

/// The counts of its trials.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counted<T> {
    /// What is always counted.
    pub tally: T,
    /// For each query, the trials in which it holds, and those that it is about.
    pub asked: Vec<[u64; 2]>,
}

impl<S: Subject> Tried<S> {
    /// A subject of which nothing is watched but what always is.
    pub fn new(subject: S) -> Self {
        Self { subject: Arc::new(subject), watched: Watched::default() }
    }
}

impl<S: Subject> Trial for Tried<S> {
    type Tally = Counted<S::Tally>;

    fn tally(&self) -> Self::Tally {
        Counted { tally: self.subject.tally(&self.watched), asked: vec![[0; 2]; self.watched.queries.len()] }
    }

    fn run(&self, trials: Trials<'_>, tally: &mut Self::Tally) {
        self.subject.trials(trials, &mut tally.tally, &self.watched, &mut tally.asked);
    }
}

impl<T: Tally> Tally for Counted<T> {
    fn merge(&mut self, other: Self) {
        self.tally.merge(other.tally);
        let asked = self.asked.iter_mut().flatten().zip(other.asked.into_iter().flatten());
        asked.for_each(|(own, n)| *own += n);
    }
}
