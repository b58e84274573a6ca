//! The conditions that fighters carry from one fight to the next.

use super::explore::explore;
use super::run;
use crate::chance::limits::Limits;
use crate::combat::{Body, Fight, HashableRoster, KeptConditions, Signals};
use crate::error::Result;
use crate::exact::chain::Weights;
use crate::exact::hash::WeightedItems;

/// The result of [`carried()`].
#[derive(Debug, Clone)]
pub struct Carried {
    /// The fighters after the fight, in roster order, as `Body::carried` leaves them; each possibility with its chance.
    /// Fighters of one stat block may have swapped positions, and for other sides only the wound levels are right.
    pub left: Vec<(Vec<Body>, f64)>,
    /// The number of states explored.
    pub states: usize,
}

/// The conditions that `side` carries on from a fight under its round limit, won or lost, with the chance of each.
///
/// # Errors
/// If the fight has more states, wider dice or more rounds than `limits` allow, or the calculation was stopped.
pub fn carried(fight: &Fight, side: usize, limits: &Limits<'_>) -> Result<Carried> {
    match *fight.start() {
        [first, second] => carried_by(fight, side, [first, second], limits),
        ref fighters => carried_by(fight, side, fighters.to_vec(), limits),
    }
}

fn carried_by<R: HashableRoster>(fight: &Fight, side: usize, fighters: R, limits: &Limits<'_>) -> Result<Carried> {
    let graph = explore(fight, &Signals::of(fight), fighters, KeptConditions::Carried(side), limits)?;
    let run = run(fight, &graph, Weights::default(), limits)?;
    let ended = graph.end_states.iter().zip(graph.chain.absorbed(run.visits(), graph.end_states.len()));
    let stopped = graph.states.iter().zip(run.last().iter().copied());
    let mut left: WeightedItems<Vec<Body>> = WeightedItems::new();
    for (state, chance) in ended.chain(stopped).filter(|(_, chance)| *chance > 0.0) {
        left.add(state.fighters.bodies().iter().map(|body| body.carried()).collect(), chance);
    }
    Ok(Carried { left: left.known.items.into_iter().zip(left.of).collect(), states: graph.states.len() })
}
