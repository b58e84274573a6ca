//! Exact solutions of fights: how they end, how long they take, and what happens in them.
//!
//! A fight becomes a graph of states (`explore.rs`), and the graph an absorbing Markov chain (`exact/chain.rs`). All
//! figures follow from that chain: the chance of each end, and the expected number of each signal.
//!
//! | fight | explored by | a state |
//! |---|---|---|
//! | any | `explore.rs` | the whole state of the fight |
//! | duel of blows and wounds alone | `duel.rs` | two states of wound tracks, and the clock |
//! | the same with up to eight fighters | `melee.rs`, `odds.rs` | one small number for each fighter |
//! | duel in turns, of blows and wounds alone | `turns.rs` | two states of wound tracks, the clock, and a stage |
//!
//! Tests compare each of these with `explore.rs`.
//!
//! - Within a round, a state is stored where the next group or turn begins, at its own depth. So the transitions of
//!   groups add up instead of multiplying.
//! - The odds of a step are computed once for each distinct question (`distribution.rs`). In melees, the outcome of a
//!   group is computed once for the stat blocks and wound penalties of its members (`odds.rs`).
//! - Paths, such as first blood, are followed along the chain (`paths.rs`), so the states of the fight stay few.
//! - `carried` has the conditions in which a side leaves the fight, each with its chance. `Outlook` has the chances of
//!   each side from every state between two rounds, found in one pass from the end of the chain.

mod conditions;
mod distribution;
mod duel;
mod ends;
mod explore;
mod length;
mod melee;
mod mixture;
mod odds;
mod outlook;
mod paths;
mod turns;

use super::chain::{FollowedChain, Visits, Weights};
use crate::chance::limits::{Limits, too_costly};
use crate::combat::{
    Duel, EndShape, Fight, HashableRoster, KeptConditions, PlainFight, Signal, Signals, TurnDuel, Verdict,
};
use crate::error::{Error, Result};
use crate::rules::fudge::MOST_POINTS;
pub use conditions::{CarriedConditions, carried_conditions};
use duel::explore_duel;
use ends::EndRows;
pub use ends::Ends;
use explore::{Bodies, Graph, explore};
pub use length::{Bounded, FightLength, MOST_STATES_OF_LONG_FIGHTS};
use length::{LongFights, NEGLIGIBLE};
use melee::explore_melee;
pub use mixture::{MOST_COMBINATIONS, mixture_within};
pub use outlook::{Outlook, Standing};
pub use paths::{FirstTime, MOST_MOMENTS, MOST_PATHS, PathGroup, PathResults};
use turns::{STAGE_COUNT, explore_turns};

/// Maximum number of rounding errors in the chance of one transition: three in each branch of two rolls, those of
/// compensated sums, and the product of an exchange and its damage.
const ROUNDING_ERRORS_PER_TRANSITION: f64 = 12.0;

/// The exact solution of a fight, in double precision, under its round limit (reading 33): the chance of each end, the
/// expected number of each signal, and its rounds. All measures of a fight are computed from these.
///
/// If hardly any fight reaches the limit ([`truncation`](Self::truncation) at most 1e-13), sums are those of the fight
/// without a limit; otherwise the fight is followed to the limit.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactFight {
    /// The ends of the fight, each with its chance.
    pub ends: Ends,
    /// For each group of paths, the fight's ends combined with the paths' memory.
    pub path_ends: Vec<Ends>,
    /// For each group of paths, the other results, in the same order.
    pub path_results: Vec<PathResults>,
    /// The index of each signal in `counts`.
    pub signals: Signals,
    /// The expected number of each signal.
    pub counts: Vec<f64>,
    /// For each stat block, the chance that a fighter ends Incapacitated but conscious; empty unless the rules roll for
    /// it (W29).
    pub awake: Vec<f64>,
    /// The chance that the fight would never end without a limit.
    pub never_ends: f64,
    /// The chance that the fight takes k rounds, at index k. Fights that the round limit stops count as ending in that
    /// round.
    pub rounds: Vec<f64>,
    /// The chance that a fight without a limit takes more rounds than `rounds` covers.
    pub beyond: f64,
    /// The fights counted in `beyond`; `None` if they can be in too many states.
    tails: Option<Vec<LongFights>>,
    /// The expected square of the number of rounds; `None` unless fights continue beyond the rounds that are followed.
    square_rounds: Option<Bounded>,
    /// For each side, the chance that it wins in round k, from k = 0; empty unless requested.
    pub won_in: Vec<Vec<f64>>,
    /// For each stat block, the mean of `CompiledRoster::hurt` at the start, then for each round k from 1 its mean
    /// increase in that round; empty unless requested.
    pub hurt_in: Vec<Vec<f64>>,
    /// The expected number of rounds. Fights that the round limit stops count as ending in that round.
    pub mean_rounds: f64,
    /// The expected number of rounds without a limit; `None` if the fight may never end.
    pub unlimited_rounds: Option<f64>,
    /// The number of fighters on all sides.
    pub fighters: usize,
    /// The number of states, including absorbing ones.
    pub states: usize,
    /// Largest error of a chance that results from ignoring the round limit.
    pub truncation: f64,
    /// Largest error of the expected number of rounds that results from ignoring the round limit.
    pub truncation_in_rounds: f64,
    /// Largest relative rounding error of a chance or mean.
    pub rounding: f64,
}

impl ExactFight {
    /// The expected number of `signal` for the stat block `entry`; `None` if the fight does not count it.
    pub fn count(&self, signal: Signal, entry: usize) -> Option<f64> {
        self.signals.place(signal, entry).map(|place| self.counts[place])
    }

    /// The chance that `side` wins.
    pub fn wins(&self, side: usize) -> f64 {
        self.ends.chance(|end| end.winner() == Some(side))
    }

    /// The length of the fight, in rounds.
    pub fn length(&self) -> FightLength {
        let deviation = self.square_rounds.map(|square| {
            let variance = (square.value - self.mean_rounds.powi(2)).max(0.0);
            let off = square.bound + 2.0 * self.mean_rounds * self.mean_bound();
            let value = variance.sqrt();
            Bounded { value, bound: if off < variance { off / value } else { (variance + off).sqrt() } }
        });
        length::length(&self.rounds, self.beyond, self.tails.as_deref(), deviation)
    }

    /// Largest error of a chance with the value `chance`.
    pub fn chance_bound(&self, chance: f64) -> f64 {
        self.truncation + self.rounding * chance
    }

    /// Largest error of the mean number of rounds.
    pub fn mean_bound(&self) -> f64 {
        self.truncation_in_rounds + self.rounding * self.mean_rounds
    }

    /// Largest error of a mean count per fight with the value `count`.
    pub fn count_bound(&self, count: f64) -> f64 {
        self.truncation_in_rounds * self.fighters as f64 + self.rounding * count
    }

    /// Largest error of a mean number of Fudge points with the value `points`.
    pub fn points_bound(&self, points: f64) -> f64 {
        f64::from(MOST_POINTS) * self.truncation * self.fighters as f64 + self.rounding * points
    }

    /// Largest error of a rate per round with the value `rate`. A fighter hits at most once per round.
    pub fn rate_bound(&self, rate: f64) -> f64 {
        let most = self.fighters as f64;
        2.0 * self.rounding * rate + self.truncation_in_rounds * (most + rate) / self.mean_rounds.max(1.0)
    }
}

/// Optional parts of an exact solution.
#[derive(Debug, Clone, Copy)]
pub struct SolutionOptions<'a> {
    /// The groups of paths to follow.
    pub groups: &'a [PathGroup],
    /// Whether to find in which round each side wins: [`ExactFight::won_in`].
    pub course: bool,
    /// Whether to find how much worse the wounds of each stat block get in each round: [`ExactFight::hurt_in`].
    pub wounds: bool,
}

/// Solves a fight, including which side draws first blood.
///
/// # Errors
/// If the fight needs more states, wider dice or more rounds to follow than the built-in limits allow.
pub fn fight(fight: &Fight) -> Result<ExactFight> {
    let options = SolutionOptions { groups: &[PathGroup::first_blood()], course: false, wounds: false };
    fight_within(fight, options, &Limits::LARGEST)
}

/// Like [`fight`], but with the optional parts in `options` instead of first blood, and within `limits`.
///
/// # Errors
/// Like [`fight`], or if the calculation costs more than `limits` allow or was stopped.
pub fn fight_within(fight: &Fight, options: SolutionOptions<'_>, limits: &Limits<'_>) -> Result<ExactFight> {
    solve(fight, &EndShape::of(fight, 0), options, limits)
}

/// Solves a fight by the fastest solver for it. `shape` is the layout of its ends.
fn solve(fight: &Fight, shape: &EndShape, options: SolutionOptions<'_>, limits: &Limits<'_>) -> Result<ExactFight> {
    if let Some(plain) = PlainFight::of(fight).filter(|_| fight.roster.fighters() <= odds::MOST_FIGHTERS) {
        let signals = Signals::of(fight);
        if let Some(duel) = Duel::of(fight).filter(|_| fight.most_states() <= duel::MOST_STATES) {
            let graph = explore_duel(fight, duel, plain, &signals, limits)?;
            return solution_from_graph(fight, &graph, signals, shape, options, limits);
        }
        if fight.roster.duel.is_none() {
            let graph = explore_melee(fight, plain, &signals, limits)?;
            return solution_from_graph(fight, &graph, signals, shape, options, limits);
        }
    }
    let few = STAGE_COUNT as f64 * fight.most_states() <= duel::MOST_STATES;
    if let Some(turns) = TurnDuel::of(fight).filter(|_| few) {
        let signals = Signals::of(fight);
        let graph = explore_turns(fight, turns, &signals, limits)?;
        return solution_from_graph(fight, &graph, signals, shape, options, limits);
    }
    match *fight.start() {
        [first, second] => solve_generally(fight, [first, second], shape, options, limits),
        ref fighters => solve_generally(fight, fighters.to_vec(), shape, options, limits),
    }
}

/// Solves any fight, with the general solver.
fn solve_generally<R: HashableRoster>(
    fight: &Fight,
    fighters: R,
    shape: &EndShape,
    options: SolutionOptions<'_>,
    limits: &Limits<'_>,
) -> Result<ExactFight> {
    let signals = Signals::of(fight);
    let graph = explore(fight, &signals, fighters, KeptConditions::Level, limits)?;
    solution_from_graph(fight, &graph, signals, shape, options, limits)
}

/// A fight followed to its end, or to its round limit.
struct FollowedFight {
    /// Maximum number of rounding errors per step.
    rounding_errors: f64,
    /// The solution without the round limit.
    unlimited: Visits,
    /// The expected number of rounds without a limit; `None` if the fight may never end.
    unlimited_rounds: Option<f64>,
    /// Whether the rules have a round limit. If not, the fight is still followed for a limited number of rounds.
    has_limit: bool,
    /// The solution up to the round limit, or until hardly any fight continues.
    followed: FollowedChain,
}

impl FollowedFight {
    /// The expected number of rounds without a limit; `None` if the rules have a limit that matters, or if the fight
    /// may never end.
    fn unlimited_mean(&self) -> Option<f64> {
        self.unlimited_rounds.filter(|_| !self.has_limit || self.followed.remaining <= NEGLIGIBLE)
    }

    /// The expected visits to each state; without a limit if hardly any fight reaches it.
    fn visits(&self) -> &[f64] {
        if self.unlimited_mean().is_some() { &self.unlimited.expected } else { &self.followed.visits }
    }

    /// For each state, the chance that the limit stops the fight in it; empty if that hardly ever happens.
    fn stopped_chances(&self) -> &[f64] {
        if self.unlimited_mean().is_some() { &[] } else { &self.followed.distribution }
    }
}

/// Follows a fight up to its round limit. `weights` determines the gains of each round.
fn follow_fight<S>(
    fight: &Fight,
    graph: &Graph<S>,
    weights: Weights<'_>,
    limits: &Limits<'_>,
) -> Result<FollowedFight> {
    let limit = fight.rounds.limit;
    let rounding_errors = graph.chain.rounding_errors(ROUNDING_ERRORS_PER_TRANSITION);
    let unlimited = graph.chain.visits(rounding_errors, limits.stopped)?;
    let unlimited_rounds = (unlimited.never_absorbed == 0.0).then(|| graph.chain.steps(&unlimited.expected));
    if unlimited_rounds.is_none_or(|mean| mean > f64::from(limit) / 100.0) {
        let steps = u64::from(limit).saturating_mul(graph.chain.transient.len() as u64);
        if steps > limits.max_followed() && limits.has_reduced_work() {
            return Err(too_costly());
        }
        if steps > limits.max_followed() {
            return Err(Error::input(format!("following this fight to its limit of {limit} rounds takes too long"))
                .with_help("lower `round_limit`, or use method = \"simulate\""));
        }
    }
    let followed = graph.chain.follow(limit, NEGLIGIBLE, None, weights, limits.stopped)?;
    let transitions = (graph.chain.transient.len() + graph.chain.absorbing.len()) as u64;
    limits.spend([graph.work, transitions, transitions.saturating_mul(followed.absorbed_in.len() as u64)]);
    Ok(FollowedFight { rounding_errors, unlimited, unlimited_rounds, has_limit: fight.rounds.has_limit, followed })
}

/// Computes the solution of a fight from its state graph.
fn solution_from_graph<S: Bodies>(
    fight: &Fight,
    graph: &Graph<S>,
    signals: Signals,
    shape: &EndShape,
    options: SolutionOptions<'_>,
    limits: &Limits<'_>,
) -> Result<ExactFight> {
    let limit = fight.rounds.limit;
    let mut room = fight.start().to_vec();
    let mut rows = EndRows::new(shape);
    // The columns of the gains per round: wins of each side, then wounds of each stat block.
    let sides = if options.course { fight.roster.sides } else { 0 };
    let blocks = if options.wounds { fight.roster.entries() } else { 0 };
    let columns = sides + blocks;
    let (mut ends, mut states) = (Vec::with_capacity(graph.end_states.len() * columns), Vec::new());
    for state in &graph.end_states {
        let bodies = state.bodies(&mut room);
        let winner = fight.winning_side(bodies);
        rows.push(fight, winner.map_or(Verdict::NobodyLeft, Verdict::Won), bodies);
        ends.extend((0..sides).map(|side| if winner == Some(side) { 1.0 } else { 0.0 }));
        ends.extend(fight.roster.wound_levels(bodies).take(blocks).map(f64::from));
    }
    for state in graph.states.iter().filter(|_| blocks > 0) {
        states.resize(states.len() + sides, 0.0);
        states.extend(fight.roster.wound_levels(state.bodies(&mut room)).map(f64::from));
    }
    let run = follow_fight(fight, graph, Weights { columns, ends: &ends, states: &states }, limits)?;
    let (within, visits, last) = (run.unlimited_mean(), run.visits(), run.stopped_chances());
    let FollowedFight { rounding_errors, ref unlimited, unlimited_rounds, has_limit, ref followed } = run;
    let moments = options.groups.iter().filter_map(|group| group.moments.last().copied());
    let longer = moments.max().filter(|_| followed.remaining > NEGLIGIBLE);
    let steps = (followed.absorbed_in.len() as f64).max(longer.unwrap_or(0).into());
    let undecided = if within.is_some() { 0.0 } else { followed.remaining };
    let (truncation, truncation_in_rounds, rounding) = match within {
        Some(mean) => {
            let rounding =
                f64::EPSILON * (unlimited.rounding_errors.max(steps * rounding_errors) + graph.end_states.len() as f64);
            // The rounds that are not followed add this to the mean. It is a difference, so the rounding error of the
            // mean remains in it. Without a limit nothing is left out.
            match has_limit {
                true => (followed.remaining, (mean - followed.steps).max(0.0) + rounding * mean, rounding),
                false => (0.0, rounding * mean, rounding),
            }
        }
        None => (0.0, 0.0, f64::EPSILON * (steps * (rounding_errors + 1.0) + graph.end_states.len() as f64)),
    };
    for (state, _) in graph.states.iter().zip(last) {
        rows.push(fight, Verdict::Undecided, state.bodies(&mut room));
    }
    let mut found = Vec::new();
    for group in options.groups {
        let limit = within.is_none().then_some(limit);
        let along = unlimited.order.as_ref().filter(|_| limit.is_none());
        let results = match along.and_then(|order| paths::follow_in_order(fight, graph, group, order)) {
            Some(results) => results,
            None => paths::follow(fight, graph, group, limit, rounding_errors, limits.stopped)?,
        };
        found.push((results.ends(&rows, group), results));
    }
    let (path_ends, path_results) = found.into_iter().unzip();
    let absorbed = graph.chain.absorption_chances(visits, graph.end_states.len());
    let ends = rows.with_chances(absorbed.into_iter().chain(last.iter().copied()));
    // Consciousness is rolled for after the fight and depends only on the end.
    let awake = |entry: usize| {
        let by_wounds = ends.mean(|end| f64::from(end.awake(entry)));
        by_wounds * fight.roster.chance_to_stay_awake(entry) / fight.roster.count(entry) as f64
    };
    let awake = (0..fight.roster.entries()).filter(|_| fight.rules.consciousness.is_rolled()).map(awake).collect();
    let mut counts = vec![0.0; signals.row_length()];
    for (rewards, visits) in graph.rewards.chunks(counts.len()).zip(visits) {
        counts.iter_mut().zip(rewards).for_each(|(sum, reward)| *sum += visits * reward);
    }
    let mut rounds = followed.absorbed_in.clone();
    // Without a limit, fights may last longer than they are followed.
    let lasts_longer = within.is_some() && followed.remaining > NEGLIGIBLE;
    if let Some(last) = rounds.last_mut() {
        *last += if has_limit {
            undecided
        } else if lasts_longer {
            0.0
        } else {
            followed.remaining
        };
    }
    let (mut tails, mut square_rounds, mut beyond) = (Some(Vec::new()), None, 0.0);
    if lasts_longer {
        beyond = followed.remaining;
        let tail = LongFights::from_chain(&graph.chain, &followed.distribution, rounding_errors, limits.stopped)?;
        tails = tail.map(|tail| vec![tail]);
        // The sum of 1 to T is half of T + T².
        let again = graph.chain.visits_from(graph.chain.step_starts(visits), rounding_errors, limits.stopped)?;
        let (sum, mean) = (graph.chain.steps(&again.expected), graph.chain.steps(visits));
        let off = f64::EPSILON * (unlimited.rounding_errors + again.rounding_errors + 4.0);
        square_rounds = Some(Bounded { value: 2.0 * sum - mean, bound: off * (2.0 * sum + mean) });
    }
    Ok(ExactFight {
        ends,
        path_ends,
        path_results,
        signals,
        counts,
        awake,
        never_ends: unlimited.never_absorbed,
        rounds,
        beyond,
        tails,
        square_rounds,
        won_in: followed.gained[..sides].to_vec(),
        hurt_in: followed.gained[sides..].to_vec(),
        mean_rounds: within.unwrap_or(followed.steps),
        unlimited_rounds,
        fighters: fight.roster.fighters(),
        states: graph.states.len() + graph.end_states.len(),
        truncation,
        truncation_in_rounds,
        rounding,
    })
}

#[cfg(test)]
mod tests;
