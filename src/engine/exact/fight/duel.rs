//! The state graph of a duel in which fighters can only be wounded. A state is two states of wound tracks and the
//! clock, so small that lookups cost almost nothing, and the odds of a round depend only on the clock and two
//! penalties. The result equals that of [`explore`](super::explore::explore), and a test compares the two.

use super::distribution::{FoundOdds, SignalRecorder};
use super::explore::{Bodies, Graph, check_budget, check_size, set_wounds};
use super::odds::{GroupOdds, MOST_FIGHTERS};
use crate::chance::limits::Limits;
use crate::combat::{Body, Duel, Fight, PlainFight, Signals};
use crate::error::Result;
use crate::exact::chain::Chain;

/// Maximum number of possible states. Larger duels are solved like any other fight, since each state needs a table
/// entry here.
pub(super) const MOST_STATES: f64 = 1e7;

/// Maximum number of states to reserve memory for at the start. Few duels have more.
const MAX_RESERVED_STATES: usize = 256;

/// A state between two rounds of a duel: the wounds of both fighters, and the clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct DuelWounds {
    wounds: [u16; 2],
    clock: u16,
}

/// Numbers states in the order of discovery, using a table of all possible states.
pub(super) struct Numbering<S> {
    /// The number of each possible state, from 1; 0 if it has none yet.
    table: Vec<u32>,
    /// The number of states of each fighter's track.
    tracks: [usize; 2],
    /// The states, by number.
    pub(super) states: Vec<S>,
}

impl<S> Numbering<S> {
    /// An empty numbering. `times` is the maximum number of states with the same wounds, and `tracks` the number of
    /// states of each fighter's wound track.
    pub(super) fn new(times: usize, tracks: [usize; 2]) -> Self {
        Self { table: vec![0; times * tracks[0] * tracks[1]], tracks, states: Vec::new() }
    }

    /// The number of `state`; a new state is added. The caller identifies the state by its `wounds`, and by `time`
    /// among the states with the same wounds.
    #[inline]
    pub(super) fn number_of(&mut self, (time, wounds): (usize, [u16; 2]), state: S) -> u32 {
        let [one, other] = wounds.map(usize::from);
        let number = &mut self.table[(time * self.tracks[0] + one) * self.tracks[1] + other];
        if *number == 0 {
            self.states.push(state);
            *number = self.states.len() as u32;
        }
        *number - 1
    }
}

impl Bodies for DuelWounds {
    fn bodies<'a>(&'a self, room: &'a mut [Body]) -> &'a [Body] {
        set_wounds(self.wounds, room)
    }
}

/// Finds the state graph of a duel.
///
/// # Errors
/// If the graph is too large, the dice are too wide, or the calculation was stopped.
pub(super) fn explore_duel(
    fight: &Fight,
    duel: Duel<'_>,
    plain: PlainFight<'_>,
    signals: &Signals,
    limits: &Limits<'_>,
) -> Result<Graph<DuelWounds>> {
    check_size(fight)?;
    let mut odds = GroupOdds::new(fight, plain, signals, limits);
    let mut recorder = SignalRecorder::new(fight, signals);
    let tracks = [0, 1].map(|own| duel.states(own));
    let room = (tracks[0] * tracks[1]).min(MAX_RESERVED_STATES);
    let (mut chain, mut rewards) = (Chain::with_capacity(room, 8), Vec::with_capacity(room * signals.row_length()));
    let numbers = || Numbering::new(fight.rounds.distinct().into(), tracks);
    let (mut transient, mut absorbing) = (numbers(), numbers());
    let number = |known: &mut Numbering<DuelWounds>, at: DuelWounds| known.number_of((at.clock.into(), at.wounds), at);
    number(&mut transient, DuelWounds { wounds: [0; 2], clock: 0 });
    let group = duel.fighters();
    while chain.states() < transient.states.len() {
        limits.check()?;
        let DuelWounds { wounds: before, clock } = transient.states[chain.states()];
        let later = fight.rounds.clock_after(clock);
        let mut penalties = [0; MOST_FIGHTERS];
        [0, 1].into_iter().for_each(|own| penalties[own] = duel.penalty(own, before[own]));
        let round = odds.number(clock, 0, &group, penalties)?;
        let FoundOdds { outcomes, rewards: expected } = odds.get(round);
        let first = rewards.len();
        rewards.extend_from_slice(expected);
        for &(mut hits, chance) in outcomes {
            let (mut wounds, mut over) = (before, false);
            if let Some((own, severity)) = hits.next() {
                let hit = duel.hit(own, severity, before[own], &mut recorder);
                (wounds[own], over) = (hit.wounds, hit.ends);
                recorder.recorded.drain(..).for_each(|place| rewards[first + place] += chance);
            }
            let after = DuelWounds { wounds, clock: later };
            match over {
                true => chain.absorbing.add(number(&mut absorbing, after), chance),
                false => chain.transient.add(number(&mut transient, after), chance),
            }
        }
        chain.close(0);
        check_budget(fight, &chain, transient.states.len(), odds.branches(), limits)?;
    }
    Ok(Graph { chain, states: transient.states, end_states: absorbing.states, rewards, work: odds.branches() })
}
