//! The state graph of a fight: which states can follow one another, and with what chance.

use super::distribution::{Distributions, SignalRecorder};
use crate::chance::limits::{Limits, MAX_TRANSITIONS, too_costly, too_much_memory};
use crate::combat::{Body, Fight, HashableRoster, KeptConditions, Progress, Roster, Signals, State, Upcoming};
use crate::error::{Error, Result};
use crate::exact::chain::Chain;
use crate::exact::hash::{Interner, WeightedItems};

/// The graph of a fight as an absorbing Markov chain. In a transient state, a round begins, or the turn of a group or a
/// fighter within it. In an absorbing state, the fight has ended.
#[derive(Debug)]
pub(super) struct Graph<S> {
    pub(super) chain: Chain,
    /// The state of the fight for each transient state of the chain.
    pub(super) states: Vec<S>,
    /// The state of the fight for each absorbing state of the chain.
    pub(super) end_states: Vec<S>,
    /// For each transient state, the expected number of each signal until the next one: a row of [`Signals::places`]
    /// numbers.
    pub(super) rewards: Vec<f64>,
    /// The work of finding the graph, in branches of rolls.
    pub(super) work: u64,
}

/// A state of a fight in any representation, from which the condition of each fighter can be derived.
pub(super) trait Bodies {
    /// The condition of each fighter. Representations that store only wounds write them into `room`. It must hold the
    /// fighters as they begin the fight, or as an earlier call left them.
    fn bodies<'a>(&'a self, room: &'a mut [Body]) -> &'a [Body];
}

/// Sets the wounds of the fighters in `room`, both those they feel and those marked on their records.
pub(super) fn set_wounds(wounds: impl IntoIterator<Item = u16>, room: &mut [Body]) -> &[Body] {
    room.iter_mut().zip(wounds).for_each(|(body, wounds)| (body.felt, body.marked) = (wounds, wounds));
    room
}

impl<R: Roster> Bodies for State<R> {
    #[inline]
    fn bodies<'a>(&'a self, _room: &'a mut [Body]) -> &'a [Body] {
        self.fighters.bodies()
    }
}

/// Finds the state graph of a fight between `fighters`, as they begin it.
///
/// # Errors
/// If the graph is too large, or the calculation was stopped.
pub(super) fn explore<R: HashableRoster>(
    fight: &Fight,
    signals: &Signals,
    fighters: R,
    kept: KeptConditions,
    limits: &Limits<'_>,
) -> Result<Graph<State<R>>> {
    check_size(fight)?;
    let mut distributions = Distributions::new(fight, signals, limits);
    let mut explorer = Explorer {
        fight,
        kept,
        limits: *limits,
        reached: 0,
        most_states: limits.max_items(size_of::<State<R>>() + TABLE_ENTRY_BYTES + separate_bodies_bytes::<R>(fight)),
        recorder: SignalRecorder::new(fight, signals),
        transient: Interner::new(),
        absorbing: Interner::new(),
        chain: Chain::default(),
        rewards: Vec::new(),
        later: Layer::new(),
    };
    let mut now = Layer::new();
    explorer.transient.intern(State::start(fight, fighters));
    while explorer.chain.states() < explorer.transient.items.len() {
        limits.check()?;
        explorer.explore_state(&mut distributions, &mut now)?;
    }
    Ok(Graph {
        chain: explorer.chain,
        states: explorer.transient.items,
        end_states: explorer.absorbing.items,
        rewards: explorer.rewards,
        work: distributions.branches.count + explorer.reached,
    })
}

/// Approximate memory of the table entry of a state, in bytes.
const TABLE_ENTRY_BYTES: usize = 32;

/// The memory of the fighters of a state, in bytes; 0 if the state itself contains them.
fn separate_bodies_bytes<R>(fight: &Fight) -> usize {
    let kept_inside = size_of::<R>() >= size_of::<Body>() * fight.roster.fighters();
    if kept_inside { 0 } else { size_of::<Body>() * fight.roster.fighters() }
}

/// States at the same point of a round, each with its chance.
type Layer<R> = WeightedItems<State<R>>;

/// The search for a fight's states and transitions.
struct Explorer<'a, R> {
    fight: &'a Fight,
    kept: KeptConditions,
    limits: Limits<'a>,
    /// The number of states reached; each state counts as often as it is reached.
    reached: u64,
    /// Maximum number of states that fit in memory.
    most_states: usize,
    recorder: SignalRecorder<'a>,
    transient: Interner<State<R>>,
    absorbing: Interner<State<R>>,
    chain: Chain,
    rewards: Vec<f64>,
    /// States reached by the current step, from which the round continues.
    later: Layer<R>,
}

/// The state whose transitions are explored.
#[derive(Clone, Copy)]
struct SourceState {
    depth: u16,
    /// The index of its first reward.
    rewards: usize,
}

impl<R: HashableRoster> Explorer<'_, R> {
    /// Finds the transitions from the next unexplored state. Plays the round, or the rest of it up to its next group or
    /// turn, step by step; merges equal states after each step. `now` is an empty buffer, passed in to reuse its
    /// memory.
    fn explore_state(&mut self, distributions: &mut Distributions<'_>, now: &mut Layer<R>) -> Result<()> {
        let width = distributions.width();
        let start = self.transient.items[self.chain.states()].clone();
        let source = SourceState { depth: start.depth(), rewards: self.rewards.len() };
        self.rewards.resize(source.rewards + width, 0.0);
        self.store_state(start, Progress::Round, 1.0, source);
        std::mem::swap(now, &mut self.later);
        while !now.chances.is_empty() {
            for (state, before) in now.iter() {
                let Upcoming::Roll(question) = state.next(self.fight) else { continue };
                self.check_limits(now)?;
                let distribution = distributions.find(&question)?;
                let distribution = distributions.get(distribution);
                let rewards = &mut self.rewards[source.rewards..];
                rewards.iter_mut().zip(distribution.rewards).for_each(|(sum, reward)| *sum += before * reward);
                self.reached += distribution.outcomes.len() as u64;
                for (outcome, chance) in distribution.outcomes {
                    let mut state = state.clone();
                    let progress = state.apply(self.fight, outcome, &mut self.recorder);
                    self.store_state(state, progress, before * chance, source);
                }
            }
            std::mem::swap(now, &mut self.later);
            self.later.clear();
        }
        self.chain.close(source.depth);
        let work = self.reached + distributions.branches.count;
        check_budget(self.fight, &self.chain, self.transient.items.len(), work, &self.limits)
    }

    /// Checks the number of states stored and reached, and that the calculation was not stopped.
    fn check_limits(&self, now: &Layer<R>) -> Result<()> {
        let held =
            self.transient.items.len() + self.absorbing.items.len() + now.chances.len() + self.later.chances.len();
        match held > self.most_states {
            true => Err(too_much_memory(&self.limits)),
            false if self.reached > self.limits.work => Err(too_costly()),
            false => self.limits.check(),
        }
    }

    /// Plays all steps that need no roll. Then stores the state: as a state of the chain if the next group, turn or
    /// round begins in it or if the fight has ended, else in `later`, for the next roll. `chance` is the chance of
    /// reaching it from `source`.
    fn store_state(&mut self, mut state: State<R>, mut progress: Progress, chance: f64, source: SourceState) {
        while progress == Progress::Round
            && !state.certainly_rolls()
            && let Upcoming::Forced(outcome) = state.next(self.fight)
        {
            progress = state.apply(self.fight, &outcome, &mut self.recorder);
        }
        let rewards = &mut self.rewards[source.rewards..];
        self.recorder.recorded.drain(..).for_each(|place| rewards[place] += chance);
        match progress {
            Progress::Round if state.depth() > source.depth => {
                self.chain.transient.add(self.transient.intern(state), chance);
            }
            Progress::Round => self.later.add(state, chance),
            Progress::NextRound => {
                state.canonicalize(self.fight, self.kept);
                self.chain.transient.add(self.transient.intern(state), chance);
            }
            Progress::Over => {
                state.canonicalize_end(self.fight, self.kept);
                self.chain.absorbing.add(self.absorbing.intern(state), chance);
            }
        }
    }
}

/// Maximum number of possible states; larger fights are rejected without a search.
const MAX_STATES: f64 = 1e10;

/// Rejects fights with too many possible states, and fights in which no two rounds are alike.
pub(super) fn check_size(fight: &Fight) -> Result<()> {
    if fight.custom.has_endless_rounds() {
        let message = "every round of this fight is different, because a formula calculates with `round`";
        return Err(Error::input(message).with_help(
            "compare `round` with numbers, as in `min(round, 5)`, set a `round_limit` of at most 1000, or simulate",
        ));
    }
    if fight.most_states() <= MAX_STATES { Ok(()) } else { Err(too_large(fight)) }
}

/// Number of transitions after which the final size of the graph is first estimated.
const TRANSITIONS_TO_ESTIMATE: usize = 4096;

/// Rejects a fight whose graph is too large or took too much work. If the work limit is reduced, also rejects a fight
/// that is expected to exceed the limits: each unexplored state is assumed to take half the work of an explored one.
pub(super) fn check_budget(fight: &Fight, chain: &Chain, states: usize, work: u64, limits: &Limits<'_>) -> Result<()> {
    let transitions = chain.transient.len() + chain.absorbing.len();
    let most = limits.max_transitions();
    if !limits.has_reduced_work() {
        return if transitions <= most { Ok(()) } else { Err(too_large(fight)) };
    }
    if transitions < TRANSITIONS_TO_ESTIMATE.min(most) && work < limits.work / 8 {
        return Ok(());
    }
    let open = (states - chain.states()) as f64;
    let growth = 1.0 + 0.5 * open / chain.states() as f64;
    let fits = transitions as f64 * growth <= most as f64 && work as f64 * growth <= limits.work as f64;
    if fits { Ok(()) } else { Err(too_costly()) }
}

/// The error for a fight with too many states.
fn too_large(fight: &Fight) -> Error {
    Error::input(format!(
        "too many states to solve exactly (up to {}; the limit is {} transitions between them)",
        number_words(fight.most_states()),
        number_words(MAX_TRANSITIONS as f64),
    ))
    .with_help(
        "use fewer fighters, a wound track with fewer boxes, modifiers for fewer rounds, or method = \"simulate\"",
    )
}

/// A number in words if it is large, such as "1.2 thousand".
fn number_words(number: f64) -> String {
    const STEPS: [(f64, &str); 4] = [(1e12, "trillion"), (1e9, "billion"), (1e6, "million"), (1e3, "thousand")];
    match STEPS.iter().find(|(step, _)| number >= *step) {
        None => format!("{number:.0}"),
        Some((step, _)) if number >= 1000.0 * step => format!("{number:.0e}"),
        Some((step, name)) => {
            let digits = usize::from(number < 10.0 * step);
            let figure = format!("{:.digits$}", number / step);
            format!("{} {name}", figure.trim_end_matches(".0"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::number_words;

    #[test]
    fn number_words_shortens_large_numbers() {
        let words = [999.0, 1200.0, 61_400.0, 2e6, 12_852_225.0, 1e9, 3.6e13, 2e16].map(number_words);
        assert_eq!(
            words,
            ["999", "1.2 thousand", "61 thousand", "2 million", "13 million", "1 billion", "36 trillion", "2e16"]
        );
    }
}
