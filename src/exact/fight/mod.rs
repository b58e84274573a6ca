//! Fights solved exactly: chances, rounds, wounds and what happens in a round.

mod blood;
mod explore;
mod law;
mod mixture;

use crate::combat::{Body, Fight, Roster, State};
use crate::error::{Error, Result};
use crate::rules::fudge::MOST_POINTS;
use blood::first_blood;
use explore::{Graph, explore};
use law::Slots;
pub use mixture::{MOST_COMBINATIONS, mixture_until};

/// The most transitions between states of a fight that is solved.
pub const BUDGET: usize = 2_000_000;

/// Following a fight round by round stops once the chance of its going on is below this.
const ENOUGH: f64 = 1e-13;

/// Roundings in the chance of one transition: three in each branch of two rolls, the sums that keep what they lose,
/// and the product of an exchange and its damage.
const ROUNDINGS_IN_WAY: f64 = 12.0;

/// The most transitions that are followed over all rounds.
const MOST_WORK: u64 = 2_000_000_000;

/// The exact answer to a fight, in double precision, under its round limit (reading 33).
///
/// Where hardly anything is left before the limit ([`cut`](Self::cut) at most 1e-13), sums are those of the fight
/// without a limit, with nothing cut off; otherwise the fight is followed to the limit.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactFight {
    /// The chance that each side wins.
    pub wins: Vec<f64>,
    /// For each side, the chance that it draws first blood.
    pub first_blood: Vec<f64>,
    /// For each side, the chance that it draws first blood and wins.
    pub first_blood_wins: Vec<f64>,
    /// The chance that nobody is left fit.
    pub nobody: f64,
    /// The chance that the round limit stops the fight.
    pub undecided: f64,
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
    /// For each stat block the chance of each final wound level of one of its fighters, from Undamaged to Dead.
    pub levels: Vec<Vec<f64>>,
    /// For each stat block the chance that one of its fighters ends Incapacitated but conscious; none where nobody asks (W29).
    pub awake: Vec<f64>,
    /// For each stat block the Fudge points that its fighters are expected to spend; none where nobody may spend any.
    pub points: Vec<f64>,
    /// For each stat block, expected hits over expected rounds.
    pub hits: Vec<f64>,
    /// For each stat block, expected grazes over expected rounds.
    pub grazes: Vec<f64>,
    /// For each stat block, how often each of what its fight [`fires`](Fight::fires) can be expected to.
    pub fired: Vec<Vec<f64>>,
    /// Expected stand-offs over expected rounds.
    pub stand_offs: f64,
    /// Expected exchanges won below the minimum to hit over expected rounds.
    pub below_minimum: f64,
    /// The fighters of all sides.
    pub fighters: usize,
    /// What is asked of fights of more than two.
    pub party: Option<ExactParty>,
    /// The states of the fight, those at its end included.
    pub states: usize,
    /// What the round limit could change in a chance, at most.
    pub cut: f64,
    /// What the round limit could change in the expected rounds, at most.
    pub cut_rounds: f64,
    /// What rounding can have changed in a chance or mean, at most, as a share of it.
    pub rounding: f64,
}

/// What is asked of fights of more than two.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ExactParty {
    /// For each side the chance that so many of it are fit at the end.
    pub survivors: Vec<Vec<f64>>,
    /// For each side the chance that one of it at least died.
    pub any_dead: Vec<f64>,
    /// For each stat block the chance that one of it is among the first to fall.
    pub first_out: Vec<f64>,
    /// For each stat block the expected number of its fighters who are out at the end.
    pub out: Vec<f64>,
    /// For each stat block the expected number of blows it gives, by their severity, from 1.
    pub wounds: Vec<Vec<f64>>,
}

impl ExactFight {
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
    fight_until(fight, &|| false)
}

/// As [`fight`], but `stopped` is asked many times a second whether to give up.
///
/// # Errors
/// As [`fight`]; or it was stopped.
pub fn fight_until(fight: &Fight, stopped: &dyn Fn() -> bool) -> Result<ExactFight> {
    if fight.fighters() == 2 {
        solve(fight, [Body::default(); 2], stopped)
    } else {
        solve(fight, vec![Body::default(); fight.fighters()], stopped)
    }
}

fn solve<R: Roster>(fight: &Fight, fighters: R, stopped: &dyn Fn() -> bool) -> Result<ExactFight> {
    answer(fight, &explore(fight, fighters, stopped)?, stopped)
}

/// The answer that a fight's graph holds.
fn answer<R: Roster>(fight: &Fight, graph: &Graph<R>, stopped: &dyn Fn() -> bool) -> Result<ExactFight> {
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
    let followed = graph.chain.follow(limit, ENOUGH, stopped)?;
    let steps = followed.ends_in.len() as f64;
    let within = unlimited_rounds.filter(|_| followed.left <= ENOUGH);
    let blood = first_blood(fight, graph, within.is_none().then_some(limit), roundings, stopped)?;
    let exact = match within {
        Some(mean) => {
            let rounding = f64::EPSILON * (unlimited.roundings.max(steps * roundings) + graph.ends.len() as f64);
            // What the rounds not followed add to the mean; it is a difference, and rounded as such.
            let cut_rounds = (mean - followed.steps).max(0.0) + rounding * mean;
            let blank = ExactFight { mean_rounds: mean, cut: followed.left, cut_rounds, rounding, ..blank(fight) };
            figures(fight, graph, &unlimited.of, None, blank)
        }
        None => {
            let rounding = f64::EPSILON * (steps * (roundings + 1.0) + graph.ends.len() as f64);
            let blank = ExactFight { mean_rounds: followed.steps, undecided: followed.left, rounding, ..blank(fight) };
            figures(fight, graph, &followed.visits, Some(&followed.at), blank)
        }
    };
    let mut rounds = followed.ends_in;
    if let Some(last) = rounds.last_mut() {
        *last += exact.undecided;
    }
    Ok(ExactFight {
        first_blood: blood.drawn,
        first_blood_wins: blood.wins,
        never_ends: unlimited.never,
        unlimited_rounds,
        median_rounds: median(&rounds),
        rounds,
        states: graph.places.len() + graph.ends.len(),
        ..exact
    })
}

fn blank(fight: &Fight) -> ExactFight {
    ExactFight {
        wins: vec![0.0; fight.sides()],
        first_blood: vec![],
        first_blood_wins: vec![],
        nobody: 0.0,
        undecided: 0.0,
        never_ends: 0.0,
        rounds: vec![],
        mean_rounds: 0.0,
        unlimited_rounds: None,
        median_rounds: 0,
        levels: vec![vec![0.0; fight.levels()]; fight.entries()],
        awake: vec![],
        points: vec![],
        hits: vec![],
        grazes: vec![],
        fired: vec![],
        stand_offs: 0.0,
        below_minimum: 0.0,
        fighters: fight.fighters(),
        party: None,
        states: 0,
        cut: 0.0,
        cut_rounds: 0.0,
        rounding: 0.0,
    }
}

/// Who wins, how hurt all are, and what happens in a round, from the visits to each place. `stopped` are the chances
/// of the places in which the round limit stops the fight.
fn figures<R: Roster>(
    fight: &Fight,
    graph: &Graph<R>,
    visits: &[f64],
    stopped: Option<&[f64]>,
    mut exact: ExactFight,
) -> ExactFight {
    let mut party = (fight.duel().is_none()).then(|| ExactParty::blank(fight));
    let ends = graph.ends.iter().zip(graph.chain.ends(visits, graph.ends.len()));
    for (state, chance) in ends {
        match fight.standing(state.fighters.bodies()) {
            Some(side) => exact.wins[side] += chance,
            None => exact.nobody += chance,
        }
        add_end(fight, state, chance, &mut exact.levels, party.as_mut());
    }
    for (state, chance) in graph.places.iter().zip(stopped.unwrap_or_default()) {
        add_end(fight, state, *chance, &mut exact.levels, party.as_mut());
    }
    let slots = Slots::of(fight);
    let mut sums = vec![0.0; slots.width()];
    for (rewards, visits) in graph.rewards.chunks(slots.width()).zip(visits) {
        sums.iter_mut().zip(rewards).for_each(|(sum, reward)| *sum += visits * reward);
    }
    if let Some(party) = &mut party {
        party.first_out = (0..slots.entries).map(|entry| sums[slots.first_out(entry)]).collect();
        let given = |entry| slots.severities().map(|severity| sums[slots.wounds(entry, severity)]).collect();
        party.wounds = (0..slots.entries).map(given).collect();
    }
    let per_round = |slot: usize| if exact.mean_rounds > 0.0 { sums[slot] / exact.mean_rounds } else { 0.0 };
    // What follows a fight depends on nothing else.
    let awake = |entry: usize| {
        let (level, chance) = fight.chance_to_stay_awake(entry);
        exact.levels[entry].get(level).map_or(0.0, |incapacitated| incapacitated * chance)
    };
    ExactFight {
        points: (0..slots.entries).filter_map(|entry| slots.points(entry)).map(|slot| sums[slot]).collect(),
        awake: (0..slots.entries).filter(|_| fight.asks_who_is_awake()).map(awake).collect(),
        hits: (0..slots.entries).map(|who| per_round(slots.hits(who))).collect(),
        grazes: (0..slots.entries).map(|who| per_round(slots.grazes(who))).collect(),
        fired: (0..slots.entries).map(|who| slots.fired(who).map(|slot| sums[slot]).collect()).collect(),
        stand_offs: per_round(slots.stand_offs()),
        below_minimum: per_round(slots.below_minimum()),
        party,
        ..exact
    }
}

impl ExactParty {
    fn blank(fight: &Fight) -> Self {
        let strength = |side| (0..fight.fighters() as u16).filter(|&who| fight.side(who) == side).count();
        Self {
            survivors: (0..fight.sides()).map(|side| vec![0.0; strength(side) + 1]).collect(),
            any_dead: vec![0.0; fight.sides()],
            first_out: vec![],
            out: vec![0.0; fight.entries()],
            wounds: vec![],
        }
    }

    fn add_end<R: Roster>(&mut self, fight: &Fight, state: &State<R>, chance: f64) {
        let mut fit = vec![0; fight.sides()];
        let mut dead = vec![false; fight.sides()];
        for (who, body) in (0u16..).zip(state.fighters.bodies()) {
            let (side, track) = (fight.side(who), fight.track(who));
            if fight.is_fit(who, body) {
                fit[side] += 1;
            } else {
                self.out[fight.entry(who)] += chance;
            }
            dead[side] |= track.is_dead(body.felt);
        }
        self.survivors.iter_mut().zip(fit).for_each(|(survivors, fit)| survivors[fit] += chance);
        self.any_dead.iter_mut().zip(dead).for_each(|(any, dead)| *any += if dead { chance } else { 0.0 });
    }
}

/// Counts a state in which the fight ends.
fn add_end<R: Roster>(
    fight: &Fight,
    state: &State<R>,
    chance: f64,
    levels: &mut [Vec<f64>],
    party: Option<&mut ExactParty>,
) {
    for (who, body) in (0u16..).zip(state.fighters.bodies()) {
        let entry = fight.entry(who);
        let level = usize::from(fight.track(who).condition(body.felt).level);
        levels[entry][level] += chance / fight.count(entry) as f64;
    }
    if let Some(party) = party {
        party.add_end(fight, state, chance);
    }
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
