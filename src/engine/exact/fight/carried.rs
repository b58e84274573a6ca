//! What a fight leaves its fighters with, for the next one.

use super::explore::explore;
use super::run;
use crate::chance::limits::Limits;
use crate::combat::{Body, Fight, HashableRoster, Kept, Signals};
use crate::error::Result;
use crate::exact::chain::Weights;
use crate::exact::hash::Chances;

/// What is carried on from a fight.
#[derive(Debug, Clone)]
pub struct Carried {
    /// The fighters after the fight, as `Body::carried` leaves them, in the order of the roster; fighters of one stat block may have
    /// changed places, and of other sides only the wound levels are right. Each with its chance.
    pub left: Vec<(Vec<Body>, f64)>,
    /// The states of the fight that were looked at.
    pub states: usize,
}

/// The conditions that a side carries on from a fight under its round limit, won or lost, with the chance of each.
///
/// # Errors
/// More states, wider dice or more rounds to follow than is allowed; it was stopped.
pub fn carried(fight: &Fight, side: usize, limits: &Limits<'_>) -> Result<Carried> {
    match *fight.start() {
        [first, second] => carried_by(fight, side, [first, second], limits),
        ref fighters => carried_by(fight, side, fighters.to_vec(), limits),
    }
}

fn carried_by<R: HashableRoster>(fight: &Fight, side: usize, fighters: R, limits: &Limits<'_>) -> Result<Carried> {
    let graph = explore(fight, &Signals::of(fight), fighters, Kept::Carried(side), limits)?;
    let run = run(fight, &graph, Weights::default(), limits)?;
    let ended = graph.end_states.iter().zip(graph.chain.absorbed(run.visits(), graph.end_states.len()));
    let stopped = graph.states.iter().zip(run.last().iter().copied());
    let mut left: Chances<Vec<Body>> = Chances::new();
    for (state, chance) in ended.chain(stopped).filter(|(_, chance)| *chance > 0.0) {
        left.add(state.fighters.bodies().iter().map(|body| body.carried()).collect(), chance);
    }
    Ok(Carried { left: left.known.items.into_iter().zip(left.of).collect(), states: graph.states.len() })
}
