//! The graph of a duel in which the two can be wounded and nothing else: its states are two states of wound tracks, so few words that
//! looking them up costs next to nothing. What a round comes to is what [`explore`](super::explore::explore) finds; a test holds the two
//! together.

use super::distribution::{Distributions, SignalRecorder};
use super::explore::{Graph, check_size, within_budget};
use crate::combat::{Body, Fight, Signals, State, Upcoming, hit_in_duel};
use crate::error::Result;
use crate::exact::chain::Chain;
use crate::exact::check_stopped;
use crate::exact::hash::Interner;

/// The wounds of the two, and the clock.
type Key = ([u16; 2], u16);

/// Finds the graph.
///
/// # Errors
/// The graph is too large; the dice are too wide, or a round can go in too many ways; it was stopped.
pub(super) fn explore_duel(
    fight: &Fight,
    signals: &Signals,
    fighters: [Body; 2],
    stopped: &dyn Fn() -> bool,
) -> Result<Graph<[Body; 2]>> {
    check_size(fight)?;
    let mut distributions = Distributions::new(fight, signals);
    let mut recorder = SignalRecorder::new(fight, signals);
    let (mut chain, mut rewards) = (Chain::default(), Vec::new());
    let (mut transient, mut absorbing) = (Interner::<Key>::new(), Interner::<Key>::new());
    let start = State::start(fight, fighters);
    let state = |&(wounds, clock): &Key| {
        let mut state = start.clone();
        state.clock = clock;
        state.fighters.iter_mut().zip(wounds).for_each(|(body, wounds)| (body.felt, body.marked) = (wounds, wounds));
        state
    };
    transient.intern((start.fighters.map(|body| body.felt), 0));
    while chain.states() < transient.items.len() {
        check_stopped(stopped)?;
        let (before, clock) = transient.items[chain.states()];
        let first = rewards.len();
        if let Upcoming::Roll(question) = state(&(before, clock)).next(fight) {
            let number = distributions.find(&question)?;
            let distribution = distributions.get(number);
            rewards.extend_from_slice(distribution.rewards);
            for (outcome, chance) in distribution.outcomes {
                let (mut wounds, mut over) = (before, false);
                if let Some(wound) = outcome.wound() {
                    let own = usize::from(wound.target);
                    let hit = hit_in_duel(fight, fight.track(wound.target), wound, before[own], &mut recorder);
                    (wounds[own], over) = (hit.wounds, hit.ends);
                    recorder.places.drain(..).for_each(|place| rewards[first + place] += chance);
                }
                let key = (wounds, fight.clock_after(clock));
                match over {
                    true => chain.absorbing.add(absorbing.intern(key), *chance),
                    false => chain.transient.add(transient.intern(key), *chance),
                }
            }
        }
        chain.close(0);
        within_budget(fight, &chain)?;
    }
    let states = transient.items.iter().map(state).collect();
    let end_states = absorbing.items.iter().map(state).collect();
    Ok(Graph { chain, states, end_states, rewards })
}
