//! The states of a machine, followed step by step for figures that need the number of the step.

use super::explore::started;
use crate::chance::limits::{Limits, STEPS};
use crate::check::{Explored, Target};
use crate::error::{Error, Result};

/// A machine is followed until the chance that it goes on, times the steps it may still take, is at most this.
const NEGLIGIBLE: f64 = 1e-14;

/// The most transitions that are followed, over all steps.
const MOST_FOLLOWED: f64 = 5e9;

/// Chances that are followed: of being in each state, and of having reached each end in the last step.
#[derive(Debug, Clone)]
pub struct Lane {
    /// By state.
    pub here: Vec<f64>,
    /// By end.
    pub ended: Vec<f64>,
    /// In place of chances, what this tally has gained so far times the chances.
    tally: Option<usize>,
}

impl Lane {
    /// The chances of a machine.
    pub fn chances<S, E>(found: &Explored<S, E>) -> Self {
        let [here, ended] = started(found);
        Self { here, ended, tally: None }
    }

    /// The gains of a tally.
    pub fn gains<S, E>(found: &Explored<S, E>, tally: usize) -> Self {
        let mut lane =
            Self { here: vec![0.0; found.states.len()], ended: vec![0.0; found.ends.len()], tally: Some(tally) };
        for flow in &found.begin {
            match flow.to {
                Target::On(to) => lane.here[to] += flow.gains[tally],
                Target::Over(to) => lane.ended[to] += flow.gains[tally],
            }
        }
        lane
    }

    /// Goes a step on; `all` are the chances of the states.
    fn step<S, E>(&mut self, found: &Explored<S, E>, all: &[f64]) {
        let mut next = vec![0.0; self.here.len()];
        self.ended.fill(0.0);
        for ((here, chance), flows) in self.here.iter().zip(all).zip(&found.steps) {
            if *here == 0.0 && (self.tally.is_none() || *chance == 0.0) {
                continue;
            }
            for flow in flows {
                let gain = self.tally.map_or(0.0, |tally| chance * flow.gains[tally]);
                let part = here * flow.chance + gain;
                match flow.to {
                    Target::On(place) => next[place] += part,
                    Target::Over(place) => self.ended[place] += part,
                }
            }
        }
        self.here = next;
    }
}

/// The extent to which a machine was followed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Followed {
    /// The mean number of steps.
    pub mean: f64,
    /// A bound on the chance of what is left out, times the steps it may still take.
    pub left: f64,
    /// The steps followed.
    pub steps: f64,
}

/// Follows a machine. After each step `watch` is called with its number and all lanes, of which the first holds the chances of the machine;
/// it may take chances out of the others.
///
/// # Errors
/// It lasts too long; it was stopped.
pub fn follow<S, E>(
    found: &Explored<S, E>,
    mut lanes: Vec<Lane>,
    watch: &mut dyn FnMut(u32, &mut [Lane]),
    limits: &Limits<'_>,
) -> Result<Followed> {
    let transitions: usize = found.steps.iter().map(Vec::len).sum();
    let (mut followed, mut step, mut before) = (Followed::default(), 0, 1.0);
    lanes.insert(0, Lane::chances(found));
    loop {
        watch(step, &mut lanes);
        let left: f64 = lanes[0].here.iter().sum();
        // What goes on declines by this factor.
        let declines = if before > 0.0 { (left / before).min(1.0) } else { 0.0 };
        let long = if declines < 1.0 { f64::from(step) + 1.0 / (1.0 - declines) } else { f64::INFINITY };
        if left == 0.0 || left * long <= NEGLIGIBLE && step > 1 {
            followed.left = left * long;
            return Ok(followed);
        }
        followed.steps += 1.0;
        if followed.steps * transitions as f64 > MOST_FOLLOWED {
            return Err(Error::input("this process lasts too long for exact answers")
                .with_help("use method = \"simulate\", or leave out figures that name the step"));
        }
        limits.check()?;
        limits.charge(transitions as u64 / STEPS)?;
        (before, step) = (left, step + 1);
        followed.mean += left;
        let all = lanes[0].here.clone();
        lanes.iter_mut().for_each(|lane| lane.step(found, &all));
    }
}
