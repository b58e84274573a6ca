//! Fights solved exactly: how they end, how long they take, and what happens in them.

mod ends;
mod explore;
mod law;
mod mixture;
mod walk;

use crate::combat::{Body, End, EndShape, Fight, HashableRoster, Roster, Signal, Signals, Verdict};
use crate::error::{Error, Result};
use crate::rules::fudge::MOST_POINTS;
pub use ends::Ends;
use explore::{Graph, explore};
pub use mixture::{MOST_COMBINATIONS, mixture_until};
pub use walk::{MOST_PATHS, Walk, Walked};

/// The most transitions between states of a fight that is solved.
pub const BUDGET: usize = 2_000_000;

/// Following a fight round by round stops once the chance of its going on is below this.
const ENOUGH: f64 = 1e-13;

/// Roundings in the chance of one transition: three in each branch of two rolls, the sums that keep what they lose,
/// and the product of an exchange and its damage.
const ROUNDINGS_IN_WAY: f64 = 12.0;

/// The most transitions that are followed over all rounds.
const MOST_WORK: u64 = 2_000_000_000;

/// The exact answer to a fight, in double precision, under its round limit (reading 33): the chance of each of its ends, the
/// expected number of each of its signals, and its rounds. What is measured of a fight follows from these.
///
/// Where hardly anything is left before the limit ([`cut`](Self::cut) at most 1e-13), sums are those of the fight
/// without a limit, with nothing cut off; otherwise the fight is followed to the limit.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactFight {
    /// How it may end, with the chance of each.
    pub ends: Ends,
    /// Its ends again with what the paths of each walk remember, in the order asked.
    pub walks: Vec<Ends>,
    /// What else the timed walks found, in the same order.
    pub walked: Vec<Walked>,
    /// Where its signals are counted.
    pub signals: Signals,
    /// The expected number of each signal, by its place.
    pub counts: Vec<f64>,
    /// For each stat block the chance that one of its fighters ends Incapacitated but conscious; none where nobody asks (W29).
    pub awake: Vec<f64>,
    /// The chance that the fight would never end, were there no limit.
    pub never_ends: f64,
    /// The chance that the fight takes k rounds, from k = 0; undecided fights take as many as the limit.
    pub rounds: Vec<f64>,
    /// The expected rounds, undecided fights counted with the limit.
    pub mean_rounds: f64,
    /// The expected rounds without a limit; none where the fight may never end.
    pub unlimited_rounds: Option<f64>,
    /// The fewest rounds within which half of the fights are over.
    pub median_rounds: u32,
    /// The fighters of all sides.
    pub fighters: usize,
    /// The states of the fight, those at its end included.
    pub states: usize,
    /// What the round limit could change in a chance, at most.
    pub cut: f64,
    /// What the round limit could change in the expected rounds, at most.
    pub cut_rounds: f64,
    /// What rounding can have changed in a chance or mean, at most, as a share of it.
    pub rounding: f64,
}

impl ExactFight {
    /// The expected number of a signal of a stat block; none where the fight does not count it.
    pub fn count(&self, signal: Signal, entry: usize) -> Option<f64> {
        self.signals.place(signal, entry).map(|place| self.counts[place])
    }

    /// The chance that a side wins.
    pub fn wins(&self, side: usize) -> f64 {
        self.ends.chance(|end| end.winner() == Some(side))
    }

    /// How far a chance of this size can be off.
    pub fn chance_bound(&self, chance: f64) -> f64 {
        self.cut + self.rounding * chance
    }

    /// How far the mean number of rounds can be off.
    pub fn mean_bound(&self) -> f64 {
        self.cut_rounds + self.rounding * self.mean_rounds
    }

    /// How far a mean count in a fight of this size can be off.
    pub fn count_bound(&self, count: f64) -> f64 {
        self.cut_rounds * self.fighters as f64 + self.rounding * count
    }

    /// How far a mean number of Fudge points of this size can be off.
    pub fn points_bound(&self, points: f64) -> f64 {
        f64::from(MOST_POINTS) * self.cut * self.fighters as f64 + self.rounding * points
    }

    /// How far a rate in a round of this size can be off. A fighter hits at most once in a round.
    pub fn rate_bound(&self, rate: f64) -> f64 {
        let most = self.fighters as f64;
        2.0 * self.rounding * rate + self.cut_rounds * (most + rate) / self.mean_rounds.max(1.0)
    }
}

/// Solves a fight.
///
/// # Errors
/// More states, wider dice or more rounds to follow than the budget allows.
pub fn fight(fight: &Fight) -> Result<ExactFight> {
    fight_until(fight, &[Walk::first_blood()], &|| false)
}

/// As [`fight`], with these walks in place of first blood alone; `stopped` is asked many times a second whether to give up.
///
/// # Errors
/// As [`fight`]; or it was stopped.
pub fn fight_until(fight: &Fight, walks: &[Walk], stopped: &dyn Fn() -> bool) -> Result<ExactFight> {
    solve(fight, &EndShape::of(fight, 0), walks, stopped)
}

/// Solves a fight whose ends are to have this shape.
fn solve(fight: &Fight, shape: &EndShape, walks: &[Walk], stopped: &dyn Fn() -> bool) -> Result<ExactFight> {
    if fight.fighters() == 2 {
        explored(fight, [Body::default(); 2], shape, walks, stopped)
    } else {
        explored(fight, vec![Body::default(); fight.fighters()], shape, walks, stopped)
    }
}

fn explored<R: HashableRoster>(
    fight: &Fight,
    fighters: R,
    shape: &EndShape,
    walks: &[Walk],
    stopped: &dyn Fn() -> bool,
) -> Result<ExactFight> {
    let signals = Signals::of(fight);
    let graph = explore(fight, &signals, fighters, stopped)?;
    answer(fight, &graph, signals, shape, walks, stopped)
}

/// The answer that a fight's graph holds.
fn answer<R: Roster>(
    fight: &Fight,
    graph: &Graph<R>,
    signals: Signals,
    shape: &EndShape,
    walks: &[Walk],
    stopped: &dyn Fn() -> bool,
) -> Result<ExactFight> {
    let limit = fight.round_limit();
    let roundings = graph.chain.roundings(ROUNDINGS_IN_WAY);
    let unlimited = graph.chain.visits(roundings, stopped)?;
    let unlimited_rounds = (unlimited.never == 0.0).then(|| graph.chain.rounds(&unlimited.of));
    if unlimited_rounds.is_none_or(|mean| mean > f64::from(limit) / 100.0) {
        let work = u64::from(limit).saturating_mul(graph.chain.on.len() as u64);
        if work > MOST_WORK {
            return Err(Error::input(format!("following this fight to its limit of {limit} rounds takes too long"))
                .with_help("lower `round_limit`, or use method = \"simulate\""));
        }
    }
    let followed = graph.chain.follow(limit, ENOUGH, None, stopped)?;
    let steps = followed.ends_in.len() as f64;
    let within = unlimited_rounds.filter(|_| followed.left <= ENOUGH);
    // What is left at the limit is undecided, where that is enough to be told.
    let (visits, at, undecided) = match within {
        Some(_) => (&unlimited.of, &[][..], 0.0),
        None => (&followed.visits, &followed.at[..], followed.left),
    };
    let (cut, cut_rounds, rounding) = match within {
        Some(mean) => {
            let rounding = f64::EPSILON * (unlimited.roundings.max(steps * roundings) + graph.ends.len() as f64);
            // What the rounds not followed add to the mean; it is a difference, and rounded as such.
            (followed.left, (mean - followed.steps).max(0.0) + rounding * mean, rounding)
        }
        None => (0.0, 0.0, f64::EPSILON * (steps * (roundings + 1.0) + graph.ends.len() as f64)),
    };
    let mut ends = Ends::new(shape.clone());
    for (state, chance) in graph.ends.iter().zip(graph.chain.ends(visits, graph.ends.len())) {
        ends.add(fight, verdict(fight, state.fighters.bodies()), &[], state.fighters.bodies(), chance);
    }
    for (state, chance) in graph.places.iter().zip(at) {
        ends.add(fight, Verdict::Undecided, &[], state.fighters.bodies(), *chance);
    }
    let mut found = Vec::new();
    for walk in walks {
        let walked = walk::follow(fight, graph, walk, within.is_none().then_some(limit), roundings, stopped)?;
        let shape = shape.with_paths(walk.paths.len());
        found.push((walk_ends(fight, graph, shape, &walked), walked));
    }
    let (walks, walked) = found.into_iter().unzip();
    // What follows a fight depends on nothing else.
    let awake = |entry: usize| {
        let (level, chance) = fight.chance_to_stay_awake(entry);
        let incapacitated = |end: &End<'_>| end.levels(entry).get(level).copied().unwrap_or(0);
        ends.mean(|end| f64::from(incapacitated(end))) * chance / fight.count(entry) as f64
    };
    let awake = (0..fight.entries()).filter(|_| fight.asks_who_is_awake()).map(awake).collect();
    let mut counts = vec![0.0; signals.places()];
    for (rewards, visits) in graph.rewards.chunks(counts.len()).zip(visits) {
        counts.iter_mut().zip(rewards).for_each(|(sum, reward)| *sum += visits * reward);
    }
    let mut rounds = followed.ends_in;
    if let Some(last) = rounds.last_mut() {
        *last += undecided;
    }
    Ok(ExactFight {
        ends,
        walks,
        walked,
        signals,
        counts,
        awake,
        never_ends: unlimited.never,
        median_rounds: median(&rounds),
        rounds,
        mean_rounds: within.unwrap_or(followed.steps),
        unlimited_rounds,
        fighters: fight.fighters(),
        states: graph.places.len() + graph.ends.len(),
        cut,
        cut_rounds,
        rounding,
    })
}

fn verdict(fight: &Fight, bodies: &[Body]) -> Verdict {
    fight.standing(bodies).map_or(Verdict::NobodyLeft, Verdict::Won)
}

/// The ends that a walk came to.
fn walk_ends<R: Roster>(fight: &Fight, graph: &Graph<R>, shape: EndShape, walked: &Walked) -> Ends {
    let paths = shape.paths();
    let mut ends = Ends::new(shape);
    for (end, memory, chance) in &walked.ends {
        let memory = &memory[..paths];
        match graph.ends.get(*end as usize) {
            Some(state) => {
                let bodies = state.fighters.bodies();
                ends.add(fight, verdict(fight, bodies), memory, bodies, *chance);
            }
            None => {
                let place = &graph.places[*end as usize - graph.ends.len()];
                ends.add(fight, Verdict::Undecided, memory, place.fighters.bodies(), *chance);
            }
        }
    }
    ends
}

/// The fewest rounds within which half of the fights are over. A chance of one half that rounding took below it
/// counts as one half.
fn median(rounds: &[f64]) -> u32 {
    let mut over = 0.0;
    let place = rounds.iter().position(|chance| {
        over += chance;
        over >= 0.5 - ENOUGH
    });
    place.unwrap_or(rounds.len().saturating_sub(1)) as u32
}

#[cfg(test)]
mod tests;
