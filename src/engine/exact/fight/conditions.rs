//! The conditions that fighters carry from one fight to the next.

use super::explore::explore;
use super::follow_fight;
use crate::chance::limits::Limits;
use crate::combat::{Body, Fight, HashableRoster, KeptConditions, Signals};
use crate::error::Result;
use crate::exact::chain::Weights;
use crate::exact::hash::WeightedItems;

/// The result of [`carried_conditions()`].
#[derive(Debug, Clone)]
pub struct CarriedConditions {
    /// The possible conditions of the fighters after the fight, each with its chance. Fighters are in roster order, as
    /// `Body::carried` leaves them; fighters of one stat block may have swapped positions. For fighters of other sides,
    /// only the wound levels are right.
    pub conditions: Vec<(Vec<Body>, f64)>,
    /// The number of states explored.
    pub states: usize,
}

/// The possible conditions of the fighters of `side` after a fight, whatever its result, with the chance of each. A
/// fight ends at the round limit at the latest.
///
/// # Errors
/// If the fight has more states, wider dice or more rounds than `limits` allow, or the calculation was stopped.
pub fn carried_conditions(fight: &Fight, side: usize, limits: &Limits<'_>) -> Result<CarriedConditions> {
    match *fight.start() {
        [first, second] => explore_carried(fight, side, [first, second], limits),
        ref fighters => explore_carried(fight, side, fighters.to_vec(), limits),
    }
}

fn explore_carried<R: HashableRoster>(
    fight: &Fight,
    side: usize,
    fighters: R,
    limits: &Limits<'_>,
) -> Result<CarriedConditions> {
    let graph = explore(fight, &Signals::of(fight), fighters, KeptConditions::Carried(side), limits)?;
    let run = follow_fight(fight, &graph, Weights::default(), limits)?;
    let ended = graph.end_states.iter().zip(graph.chain.absorption_chances(run.visits(), graph.end_states.len()));
    let stopped = graph.states.iter().zip(run.stopped_chances().iter().copied());
    let mut left: WeightedItems<Vec<Body>> = WeightedItems::new();
    for (state, chance) in ended.chain(stopped).filter(|(_, chance)| *chance > 0.0) {
        left.add(state.fighters.bodies().iter().map(|body| body.carried()).collect(), chance);
    }
    Ok(CarriedConditions {
        conditions: left.interner.items.into_iter().zip(left.chances).collect(),
        states: graph.states.len(),
    })
}
