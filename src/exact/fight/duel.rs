//! The graph of a duel in which the two can be wounded and nothing else: its states are two states of wound tracks, so few words that
//! looking them up costs next to nothing, and what a round comes to depends on two penalties. It is what
//! [`explore`](super::explore::explore) finds; a test holds the two together.

use super::distribution::{Branches, SignalRecorder, Sums};
use super::explore::{Bodies, Graph, check_size, within_budget};
use crate::combat::{Blow, Body, Duel, Fight, Signals};
use crate::error::Result;
use crate::exact::chain::Chain;
use crate::exact::check_stopped;
use crate::exact::hash::Lookup;
use std::collections::hash_map::Entry;
use std::ops::Range;

/// A duel of more states than this is solved like any other fight: for each there is a place in a table.
pub(super) const MOST_STATES: f64 = 1e7;

/// The wounds of the two, and the clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wounds {
    of: [u16; 2],
    clock: u16,
}

/// Numbers states in the order of discovery, by a table of all there can be.
struct Numbers {
    /// For each, its number from 1; 0 = it has none yet.
    table: Vec<u32>,
    /// How many states the two tracks have.
    tracks: [usize; 2],
    states: Vec<Wounds>,
}

impl Numbers {
    fn new(fight: &Fight, duel: &Duel<'_>) -> Self {
        let tracks = [0, 1].map(|own| duel.states(own));
        let size = usize::from(fight.rounds_told_apart()) * tracks[0] * tracks[1];
        Self { table: vec![0; size], tracks, states: Vec::new() }
    }

    #[inline]
    fn of(&mut self, state: Wounds) -> u32 {
        let [one, other] = state.of.map(usize::from);
        let place = (usize::from(state.clock) * self.tracks[0] + one) * self.tracks[1] + other;
        let number = &mut self.table[place];
        if *number == 0 {
            self.states.push(state);
            *number = self.states.len() as u32;
        }
        *number - 1
    }
}

impl Bodies for Wounds {
    fn bodies<'a>(&'a self, room: &'a mut [Body]) -> &'a [Body] {
        room.iter_mut().zip(self.of).for_each(|(body, wounds)| (body.felt, body.marked) = (wounds, wounds));
        room
    }
}

/// Finds the graph.
///
/// # Errors
/// The graph is too large; the dice are too wide; it was stopped.
pub(super) fn explore_duel(
    fight: &Fight,
    duel: Duel<'_>,
    signals: &Signals,
    stopped: &dyn Fn() -> bool,
) -> Result<Graph<Wounds>> {
    check_size(fight)?;
    let mut odds = Odds::new(fight, duel, signals);
    let mut recorder = SignalRecorder::new(fight, signals);
    let (mut chain, mut rewards) = (Chain::default(), Vec::new());
    let (mut transient, mut absorbing) = (Numbers::new(fight, &duel), Numbers::new(fight, &duel));
    transient.of(Wounds { of: [0; 2], clock: 0 });
    while chain.states() < transient.states.len() {
        check_stopped(stopped)?;
        let Wounds { of: before, clock } = transient.states[chain.states()];
        let later = fight.clock_after(clock);
        let round = odds.find(clock, [0, 1].map(|own| duel.penalty(own, before[own])))?;
        let first = rewards.len();
        rewards.extend_from_slice(&odds.rewards[round * odds.width..][..odds.width]);
        for &(hit, chance) in &odds.outcomes[odds.rows[round].clone()] {
            let (mut wounds, mut over) = (before, false);
            if let Some((own, severity)) = hit {
                let hit = duel.hit(own.into(), severity, before[usize::from(own)], &mut recorder);
                (wounds[usize::from(own)], over) = (hit.wounds, hit.ends);
                recorder.places.drain(..).for_each(|place| rewards[first + place] += chance);
            }
            let after = Wounds { of: wounds, clock: later };
            match over {
                true => chain.absorbing.add(absorbing.of(after), chance),
                false => chain.transient.add(transient.of(after), chance),
            }
        }
        chain.close(0);
        within_budget(fight, &chain)?;
    }
    Ok(Graph { chain, states: transient.states, end_states: absorbing.states, rewards })
}

/// Which of the two is hit, and by which severity.
type Hit = (u8, u8);

/// The severities that a blow may have, each with its chance, and what is counted meanwhile.
struct Damage {
    severities: Vec<(u8, f64)>,
    rewards: Vec<f64>,
}

/// What rounds come to, each found once.
struct Odds<'a> {
    duel: Duel<'a>,
    width: usize,
    numbers: Lookup<(u16, [i8; 2]), usize>,
    /// For each round, its range in `outcomes`.
    rows: Vec<Range<usize>>,
    outcomes: Vec<(Option<Hit>, f64)>,
    /// For each round, the expected number of each signal, by its place.
    rewards: Vec<f64>,
    /// What each blow that was met comes to.
    damages: Lookup<Blow, Damage>,
    branches: Branches<'a>,
    // Buffers, used again for each round.
    blows: Sums<Option<Blow>>,
    severities: Sums<u8>,
    hits: Sums<Option<Hit>>,
}

impl<'a> Odds<'a> {
    fn new(fight: &'a Fight, duel: Duel<'a>, signals: &'a Signals) -> Self {
        let width = signals.places();
        Self {
            duel,
            width,
            numbers: Lookup::default(),
            rows: Vec::new(),
            outcomes: Vec::new(),
            rewards: Vec::new(),
            damages: Lookup::default(),
            branches: Branches::new(fight, signals),
            blows: Sums::new(width),
            severities: Sums::new(width),
            hits: Sums::new(width),
        }
    }

    /// The number of a round at this time, in which wounds take so much from the skills of the two. It is found the first time.
    ///
    /// # Errors
    /// The dice are too wide.
    fn find(&mut self, clock: u16, penalties: [i8; 2]) -> Result<usize> {
        if let Some(&known) = self.numbers.get(&(clock, penalties)) {
            return Ok(known);
        }
        let Self { duel, branches, damages, blows, severities, hits, .. } = self;
        branches.run(blows, |chance, recorder| duel.exchange(clock, penalties, chance, recorder))?;
        hits.clear();
        hits.add_rewards(1.0, blows.rewards());
        for (blow, before) in blows.outcomes() {
            let Some(blow) = blow else {
                hits.add(None, before);
                continue;
            };
            let damage = match damages.entry(blow) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    branches.run(severities, |chance, recorder| duel.severity(blow, chance, recorder))?;
                    new.insert(Damage {
                        severities: severities.outcomes().collect(),
                        rewards: severities.rewards().collect(),
                    })
                }
            };
            hits.add_rewards(before, damage.rewards.iter().copied());
            let own = duel.target(blow) as u8;
            damage.severities.iter().for_each(|&(severity, chance)| hits.add(Some((own, severity)), before * chance));
        }
        let (number, first) = (self.rows.len(), self.outcomes.len());
        self.outcomes.extend(self.hits.outcomes());
        self.rewards.extend(self.hits.rewards());
        self.rows.push(first..self.outcomes.len());
        self.numbers.insert((clock, penalties), number);
        Ok(number)
    }
}
