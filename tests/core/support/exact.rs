//! Solves fights by forward propagation, round by round: slow, short, and independent of the library's solver.

use fudgelab::chance::Enumerator;
use fudgelab::combat::{Fight, HashableRoster, Progress, State};
use std::collections::HashMap;

/// Number of rounds whose chances are stored one by one; the sums cover all rounds.
const ROUNDS: usize = 64;

#[derive(Debug, Clone, PartialEq)]
pub struct Exact {
    /// The chance that each side wins.
    pub wins: [f64; 2],
    /// The chance that neither fighter is left standing.
    pub both_out: f64,
    pub mean_rounds: f64,
    /// The chance that the fight ends in round k, for the first rounds.
    pub ends_in: Vec<f64>,
    /// The chance of each final wound level, Undamaged to Dead, by fighter.
    pub levels: [[f64; 7]; 2],
    /// The chance of fights that were not followed to their end.
    pub left: f64,
    /// Upper bound on the rounds that those fights would add to the mean.
    pub mean_left: f64,
}

impl Exact {
    pub fn lasts_over(&self, rounds: usize) -> f64 {
        1.0 - self.ends_in[..=rounds].iter().sum::<f64>()
    }
}

/// The outcomes of a round and their chances.
#[derive(Debug, Default)]
struct Round<R> {
    /// Indices of the states in which the fight continues.
    on: Vec<(usize, f64)>,
    /// States in which the fight has ended.
    over: Vec<(State<R>, f64)>,
}

/// The states at the start of rounds, in the order of discovery: sums run in this order, because that of a map varies.
struct Graph<'a, R> {
    fight: &'a Fight,
    place: HashMap<State<R>, usize>,
    states: Vec<State<R>>,
    rounds: Vec<Round<R>>,
}

impl<R: HashableRoster> Graph<'_, R> {
    fn place(&mut self, state: State<R>) -> usize {
        let next = self.states.len();
        *self.place.entry(state.clone()).or_insert_with(|| {
            self.states.push(state);
            next
        })
    }

    /// Computes the rounds of all states that can be reached.
    fn explore(&mut self) {
        while self.rounds.len() < self.states.len() {
            let round = self.round(self.states[self.rounds.len()].clone());
            self.rounds.push(round);
        }
    }

    /// Plays one round step by step, and merges equal states after each step.
    fn round(&mut self, start: State<R>) -> Round<R> {
        let mut round = Round { on: Vec::new(), over: Vec::new() };
        let mut within = vec![(start, 1.0)];
        while !within.is_empty() {
            let mut later = Vec::new();
            for (state, before) in within {
                let step = |chance: &mut Enumerator| {
                    let mut state = state.clone();
                    let progress = state.step(self.fight, chance, &mut ());
                    (progress, state)
                };
                let mut ends = Vec::new();
                Enumerator::default().run(step, |end, branch| ends.push((end, before * branch.probability())));
                for ((progress, state), chance) in ends {
                    match progress {
                        Progress::Round => add(&mut later, state, chance),
                        Progress::NextRound => {
                            let place = self.place(state);
                            add(&mut round.on, place, chance);
                        }
                        Progress::Over => add(&mut round.over, state, chance),
                    }
                }
            }
            within = later;
        }
        round
    }
}

fn add<K: PartialEq>(list: &mut Vec<(K, f64)>, key: K, chance: f64) {
    match list.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum += chance,
        None => list.push((key, chance)),
    }
}

/// Solves a duel between two unhurt fighters, until the remaining fights change neither a chance by 1e-15 nor the mean
/// by 1e-14.
pub fn solve<R: HashableRoster>(fight: &Fight, fighters: R) -> Exact {
    let mut graph = Graph { fight, place: HashMap::new(), states: Vec::new(), rounds: Vec::new() };
    graph.place(State::start(fight, fighters));
    graph.explore();
    // Wounds only grow, so a fight passes each state only once, however long it stays there.
    let stays = |(k, round): (usize, &Round<R>)| round.on.iter().find(|(to, _)| *to == k).map_or(0.0, |(_, p)| *p);
    let longest_stay = graph.rounds.iter().enumerate().map(stays).fold(0.0, f64::max);
    let most_rounds = graph.states.len() as f64 / (1.0 - longest_stay);

    let mut mass = vec![0.0; graph.states.len()];
    mass[0] = 1.0;
    let mut exact = Exact {
        wins: [0.0; 2],
        both_out: 0.0,
        mean_rounds: 0.0,
        ends_in: vec![0.0; ROUNDS],
        levels: [[0.0; 7]; 2],
        left: 1.0,
        mean_left: most_rounds,
    };
    let mut number = 0;
    while exact.left > 1e-15 || exact.mean_left > 1e-14 {
        number += 1;
        assert!(number < 100_000, "a fight that hardly ever ends");
        exact.mean_rounds += exact.left;
        let mut next = vec![0.0; mass.len()];
        for (before, round) in mass.iter().zip(&graph.rounds) {
            round.on.iter().for_each(|(to, chance)| next[*to] += before * chance);
            round.over.iter().for_each(|(state, chance)| end(&mut exact, fight, state, number, before * chance));
        }
        mass = next;
        exact.left = mass.iter().sum();
        exact.mean_left = exact.left * most_rounds;
    }
    exact
}

fn end<R: HashableRoster>(exact: &mut Exact, fight: &Fight, state: &State<R>, number: usize, chance: f64) {
    match fight.winning_side(state.fighters.bodies()) {
        Some(side) => exact.wins[side] += chance,
        None => exact.both_out += chance,
    }
    if let Some(ends_in) = exact.ends_in.get_mut(number) {
        *ends_in += chance;
    }
    for ((who, body), levels) in (0..).zip(state.fighters.bodies()).zip(&mut exact.levels) {
        levels[usize::from(fight.roster.track(who).condition(body.felt).level)] += chance;
    }
}
