//! Processes of one's own, solved: by the chain of their situations, and followed step by step where a figure needs the step.

mod follow;
mod measures;

pub use measures::{Answer, Found};

use super::chain::Chain;
use crate::check::own::{Ended, Final, Flow, OwnProcess, Target, What};
use crate::error::{Error, Result};
use follow::follow;
use measures::{Sum, is_step, needs_time};

/// The rounding of one operation, with room for those before it.
const ROUNDING: f64 = 1e-15;

/// The exact answer about a process.
#[derive(Debug, Clone, Default)]
pub struct OwnAnswer {
    /// The chance of each end.
    pub ends: Vec<f64>,
    /// The mean number of steps.
    pub steps: f64,
    /// The measures, in order.
    pub measures: Vec<Found>,
    /// The ways in which a process may end, each with its chance; only if they were asked for.
    pub outcomes: Vec<(Ended, f64)>,
    /// A bound on the error of a chance, and on that of a mean as a part of it.
    pub bound: f64,
}

/// Solves a process; `by_outcome` says whether outcomes are wanted too.
///
/// # Errors
/// It lasts too long to be followed; it was stopped.
pub fn own(process: &OwnProcess, by_outcome: bool, stopped: &dyn Fn() -> bool) -> Result<OwnAnswer> {
    let found = &process.situations;
    let mut chain = Chain::with_room(found.all.len(), 8);
    for flows in &found.steps {
        for flow in flows {
            match flow.to {
                Target::On(to) => chain.transient.add(to as u32, flow.chance),
                Target::Over(to) => chain.absorbing.add(to as u32, flow.chance),
            }
        }
        chain.close(0);
    }
    let mut start = vec![0.0; found.all.len()];
    let mut over = vec![0.0; found.finals.len()];
    for flow in &found.begin {
        match flow.to {
            Target::On(to) => start[to] += flow.chance,
            Target::Over(to) => over[to] += flow.chance,
        }
    }
    let visits = chain.visits_from(start.clone(), chain.rounding_errors(4.0), stopped);
    let timed = process.measures.iter().any(|measured| needs_time(process, measured, visits.is_ok())) || by_outcome;
    let followed = match (&visits, timed) {
        (Ok(_), false) => None,
        _ => Some(follow(process, start, &over, (visits.is_ok(), by_outcome), stopped)?),
    };
    let mut answer = OwnAnswer { ends: vec![0.0; process.ends.len()], ..OwnAnswer::default() };
    match &visits {
        Ok(visits) => {
            let absorbed = chain.absorbed(&visits.expected, found.finals.len());
            over.iter_mut().zip(absorbed).for_each(|(sum, chance)| *sum += chance);
            answer.steps = visits.expected.iter().sum();
            answer.bound = visits.rounding_errors * f64::EPSILON + ROUNDING;
        }
        Err(_) => {
            let followed = followed.as_ref().ok_or_else(|| Error::run("a process that was not followed"))?;
            over.clone_from(&followed.over);
            answer.steps = followed.steps;
            answer.bound = followed.left + ROUNDING * followed.taken;
        }
    }
    if let Some(followed) = &followed {
        answer.bound = answer.bound.max(followed.left + ROUNDING * followed.taken);
    }
    for (last, chance) in found.finals.iter().zip(&over) {
        answer.ends[last.end] += chance;
    }
    let tallied = |tally: usize| -> f64 {
        let begin: f64 = found.begin.iter().map(|flow| flow.gains[tally]).sum();
        let gained = |flows: &[Flow]| flows.iter().map(|flow| flow.gains[tally]).sum::<f64>();
        match &visits {
            Ok(visits) => {
                let steps = visits.expected.iter().zip(&found.steps);
                begin + steps.map(|(visits, flows)| visits * gained(flows)).sum::<f64>()
            }
            Err(_) => followed.as_ref().map_or(0.0, |followed| followed.tallies[tally]),
        }
    };
    for (place, measured) in process.measures.iter().enumerate() {
        let by_time = followed.as_ref().and_then(|followed| followed.measures[place].clone());
        let by_visits = match (&by_time, &visits) {
            (None, Ok(visits)) => by_visits(process, place, (&chain, &visits.expected, &over), stopped)?,
            _ => None,
        };
        answer.measures.push(match (by_time.or(by_visits), &measured.what) {
            (Some(found), _) => found,
            (None, What::Tally(tally)) => Found { given: 1.0, value: Answer::Number(tallied(*tally)) },
            (None, _) => at_end(process, place, &over),
        });
    }
    answer.outcomes = followed.map(|followed| followed.outcomes).unwrap_or_default();
    Ok(answer)
}

/// The mean of a tally or of the step over processes that end in some way: each visit to a situation counts for the chance of such an
/// end from there. `None` of other measures.
fn by_visits(
    process: &OwnProcess,
    place: usize,
    (chain, visits, over): (&Chain, &[f64], &[f64]),
    stopped: &dyn Fn() -> bool,
) -> Result<Option<Found>> {
    let measured = &process.measures[place];
    let tally = match &measured.what {
        What::Tally(tally) if measured.given.is_some() => Some(*tally),
        What::Mean(amount) if is_step(amount) => None,
        _ => return Ok(None),
    };
    let found = &process.situations;
    let counts = |given| {
        let holds = |last: &Final| process.measured(given, &last.counters, 0, Some(last.end)) != 0;
        found.finals.iter().map(|last| f64::from(u8::from(holds(last)))).collect()
    };
    let ends: Vec<f64> = measured.given.as_ref().map_or_else(|| vec![1.0; found.finals.len()], counts);
    let worth = chain.worth(&ends, 1, stopped)?;
    let given: f64 = over.iter().zip(&ends).map(|(chance, counts)| chance * counts).sum();
    let sum: f64 = match tally {
        None => visits.iter().zip(&worth).map(|(visits, worth)| visits * worth).sum(),
        Some(tally) => {
            let gained = |flow: &Flow| {
                flow.gains[tally]
                    * match flow.to {
                        Target::On(to) => worth[to],
                        Target::Over(to) => ends[to],
                    }
            };
            let each = |flows: &[Flow]| flows.iter().map(gained).sum::<f64>();
            each(&found.begin)
                + visits.iter().zip(&found.steps).map(|(visits, flows)| visits * each(flows)).sum::<f64>()
        }
    };
    Ok(Some(Found { given: if measured.given.is_some() { given } else { 1.0 }, value: Answer::Number(sum / given) }))
}

/// A measure of how a process ends, from the chances of that.
fn at_end(process: &OwnProcess, place: usize, over: &[f64]) -> Found {
    let mut sum = Sum::default();
    for (last, chance) in process.situations.finals.iter().zip(over).filter(|(_, chance)| **chance > 0.0) {
        sum.add(process, place, (&last.counters, 0, last.end), *chance);
    }
    sum.found(process, place)
}
