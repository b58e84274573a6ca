//! Processes, solved step by step.

use super::check::{Distribution, distribution};
use crate::chance::Weight;
use crate::check::{Finished, Next, Process};
use std::collections::BTreeMap;

/// A process is followed until the chance that it goes on is at most this.
const NEGLIGIBLE: f64 = 1e-13;

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
    let mut ends = Distribution::default();
    let mut now = BTreeMap::new();
    for (next, weight) in distribution(|chance| process.begin(chance, &mut |_| {})).iter() {
        match next {
            Next::End(end) => ends.record(Finished { end, steps: 0 }, weight),
            Next::State(state) => drop(now.insert(state, weight)),
        }
    }
    let mut known = BTreeMap::new();
    let mut steps = 0;
    while now.values().map(|weight: &Weight| weight.probability()).sum::<f64>() > NEGLIGIBLE {
        if steps == process.last_step() {
            now.into_iter()
                .for_each(|(state, weight)| ends.record(Finished { end: process.cut_off(state), steps }, weight));
            break;
        }
        steps += 1;
        let mut next: BTreeMap<P::State, Weight> = BTreeMap::new();
        while !now.is_empty() {
            let mut within: BTreeMap<P::State, Weight> = BTreeMap::new();
            for (state, here) in now {
                let results = known
                    .entry((state, process.kind_of_step(steps)))
                    .or_insert_with(|| distribution(|chance| process.step(state, steps, chance, &mut |_| {})));
                for (result, chance) in results.iter() {
                    match result {
                        Next::State(state) if process.is_within(&state) => {
                            *within.entry(state).or_default() += here * chance;
                        }
                        Next::State(state) => *next.entry(state).or_default() += here * chance,
                        Next::End(end) => ends.record(Finished { end, steps }, here * chance),
                    }
                }
            }
            now = within;
        }
        now = next;
    }
    ends
}
