//! Processes, solved step by step.

use super::check::{Distribution, distribution};
use crate::chance::Weight;
use crate::check::{Finished, Next, Process, StepKind};
use std::collections::BTreeMap;

/// A process is followed until the chance that it goes on is at most this.
const NEGLIGIBLE: f64 = 1e-13;

/// What is left out of a single step, beside that: a process has a thousand steps at most.
const FINEST: f64 = 1e-3;

/// The distribution of how a process ends.
///
/// ```
/// use fudgelab::check::{Actor, Affliction, Check, CheckRules};
/// use fudgelab::dice::Dice;
/// // A ghoul's poison: a Fair roll of Health keeps it off, or it takes a level a round, four in all.
/// let fair = Actor::new(Some(0), 0, Dice::fudge(), None)?;
/// let resist = Some(Check::new(fair, 0, CheckRules::default())?);
/// let poison = Affliction { resist, rolls: vec![], treatment: None, costs: [1, 0], steps: 4, shaken_off: None, periods: None };
/// let ends = fudgelab::exact::process(&poison);
/// assert_eq!(ends.weight_of(|outcome| outcome.steps == 4).fraction(), Some((31, 81)));
/// # Ok::<(), fudgelab::error::Error>(())
/// ```
pub fn process<P: Process>(process: &P) -> Distribution<Finished<P::End>> {
    let mut walk = Walk::new(process);
    while walk.now.values().map(Weight::probability).sum::<f64>() > NEGLIGIBLE && walk.goes_on() {
        walk.step();
    }
    if !walk.goes_on() {
        let steps = walk.steps;
        for (state, weight) in std::mem::take(&mut walk.now) {
            walk.ends.record(Finished { end: process.cut_off(state), steps }, weight);
        }
    }
    walk.ends
}

/// Where a process is after so many steps, or how it has ended by then.
pub fn after<P: Process>(process: &P, steps: u32) -> Distribution<Next<P::State, P::End>> {
    let mut walk = Walk::new(process);
    while walk.steps < steps && walk.goes_on() && !walk.now.is_empty() {
        walk.step();
    }
    let mut all = Distribution::default();
    walk.ends.iter().for_each(|(finished, weight)| all.record(Next::End(finished.end), weight));
    walk.now.into_iter().for_each(|(state, weight)| all.record(Next::State(state), weight));
    all
}

/// What a step leads to from each state, by the kind of step.
type Results<P> =
    BTreeMap<(<P as Process>::State, StepKind), Distribution<Next<<P as Process>::State, <P as Process>::End>>>;

/// A process as far as it has been followed.
struct Walk<'p, P: Process> {
    process: &'p P,
    /// The steps taken.
    steps: u32,
    /// The chance of each state in which it goes on.
    now: BTreeMap<P::State, Weight>,
    /// The chance of each end.
    ends: Distribution<Finished<P::End>>,
    known: Results<P>,
}

impl<'p, P: Process> Walk<'p, P> {
    fn new(process: &'p P) -> Self {
        let mut walk =
            Self { process, steps: 0, now: BTreeMap::new(), ends: Distribution::default(), known: BTreeMap::new() };
        for (next, weight) in distribution(|chance| process.begin(chance, &mut |_| {})).iter() {
            match next {
                Next::End(end) => walk.ends.record(Finished { end, steps: 0 }, weight),
                Next::State(state) => drop(walk.now.insert(state, weight)),
            }
        }
        walk
    }

    /// Whether there is another step.
    fn goes_on(&self) -> bool {
        self.steps < self.process.last_step()
    }

    fn step(&mut self) {
        self.steps += 1;
        let (process, steps) = (self.process, self.steps);
        let mut next: BTreeMap<P::State, Weight> = BTreeMap::new();
        // What goes on within the step so rarely that it cannot be seen is left out.
        while self.now.values().map(Weight::probability).sum::<f64>() > NEGLIGIBLE * FINEST {
            for (state, here) in std::mem::take(&mut self.now) {
                let results = self
                    .known
                    .entry((state, process.kind_of_step(steps)))
                    .or_insert_with(|| distribution(|chance| process.step(state, steps, chance, &mut |_| {})));
                for (result, chance) in results.iter() {
                    match result {
                        Next::State(state) if process.is_within(&state) => {
                            *self.now.entry(state).or_default() += here * chance;
                        }
                        Next::State(state) => *next.entry(state).or_default() += here * chance,
                        Next::End(end) => self.ends.record(Finished { end, steps }, here * chance),
                    }
                }
            }
        }
        self.now = next;
    }
}
