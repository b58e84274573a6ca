//! Results that depend on the course of a fight: its states combined with the memory of small automata ([`FightPath`]).

use super::ends::{EndRows, Ends};
use super::explore::{Bodies, Graph};
use super::length::NEGLIGIBLE;
use crate::chance::limits::MAX_FOLLOWED;
use crate::combat::{Body, Fight, FightPath, TOGETHER};
use crate::error::{Error, Result};
use crate::exact::chain::{Chain, Weights};

/// Paths that are followed together through a fight. The results distinguish all combinations of their memories.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PathGroup {
    /// The paths to follow, at most [`MOST_PATHS`].
    pub paths: Vec<FightPath>,
    /// Indices of the timed paths, for which the round of their first event is found.
    pub timed: Vec<usize>,
    /// Whether to follow fights to their ends even if both sides drew first blood in the same round. Questions about
    /// the side that drew first blood do not need the ends of these fights.
    pub follow_ties: bool,
    /// Rounds, in ascending order, for questions whether the fight lasts longer than that; at most [`MOST_MOMENTS`].
    /// The number of these rounds that a fight outlasts is stored after the memory of the paths, which leaves room for
    /// one path fewer.
    pub moments: Vec<u32>,
}

/// Results of following a group of paths.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PathResults {
    /// Each end of the fight with each memory: the index of the end in [`ExactFight::ends`](super::ExactFight::ends),
    /// the memory of the paths, and the chance.
    pub(super) ends: Vec<(u32, Memory, f64)>,
    /// For each path, the expected number of its events.
    pub counts: Vec<f64>,
    /// For each path, the chance that its event first happens in round k, from k = 0; empty for paths that are not
    /// timed.
    pub first: Vec<Vec<f64>>,
    /// For each path, the time of its first event; zeros for paths that are not timed.
    pub times: Vec<FirstTime>,
}

/// The time of the first event of a path.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FirstTime {
    /// The chance that the event ever happens.
    pub chance: f64,
    /// The sum over all rounds of the round number times the chance that the event first happens in that round.
    pub sum: f64,
}

impl PathResults {
    /// The fight's ends combined with the memory of `group`.
    pub(super) fn ends(&self, rows: &EndRows, group: &PathGroup) -> Ends {
        let remembered = group.memory_size();
        let ends = self.ends.iter().map(|&(end, memory, chance)| (end as usize, memory, chance));
        rows.with_paths(remembered, ends, |memory: &Memory| &memory[..remembered])
    }
}

/// Maximum number of paths in a group.
pub const MOST_PATHS: usize = 8;

/// Maximum number of entries in [`PathGroup::moments`].
pub const MOST_MOMENTS: usize = u8::MAX as usize;

/// The memory of the paths of a group, one byte each, and the number of moments that the fight has outlasted.
pub(super) type Memory = [u8; MOST_PATHS];

/// Maximum number of states of the fight combined with memories.
const MAX_STATES: usize = 5_000_000;

/// The memory if both sides drew first blood in the same round; see [`PathGroup::follow_ties`].
const BOTH_AT_ONCE: Memory = [TOGETHER, 0, 0, 0, 0, 0, 0, 0];

impl PathGroup {
    /// The group for first blood, which is followed for every fight.
    pub fn first_blood() -> Self {
        Self { paths: vec![FightPath::FirstBlood], ..Self::default() }
    }

    /// The number of bytes that are remembered: one per path, and one for the moments if there are any.
    fn memory_size(&self) -> usize {
        self.paths.len() + usize::from(!self.moments.is_empty())
    }

    /// Adds to `memory` that the fight has outlasted `moments` of the moments.
    fn with_moments(&self, memory: Memory, moments: u8) -> Memory {
        let mut after = memory;
        if !self.moments.is_empty() {
            after[self.paths.len()] = moments;
        }
        after
    }

    /// The memory after a round that ends with the fighters in `bodies`, if it begins with `memory`.
    fn next_memory(&self, fight: &Fight, memory: Memory, bodies: &[Body]) -> Memory {
        let mut after = memory;
        for (path, memory) in self.paths.iter().zip(&mut after) {
            *memory = path.next(fight, *memory, bodies);
        }
        after
    }
}

/// Follows a group of paths for up to `limit` rounds; `None` means without a limit. A state in which the limit stops
/// the fight counts as an end. These ends are numbered after those of `graph`.
///
/// # Errors
/// If the group is too large, there are too many states or too many rounds until a moment, or the calculation was
/// stopped.
pub(super) fn follow<S: Bodies>(
    fight: &Fight,
    graph: &Graph<S>,
    group: &PathGroup,
    limit: Option<u32>,
    rounding_errors: f64,
    stopped: &dyn Fn() -> bool,
) -> Result<PathResults> {
    if group.memory_size() > MOST_PATHS || group.moments.len() > MOST_MOMENTS {
        return Err(Error::input(format!("a group has at most {MOST_PATHS} paths and {MOST_MOMENTS} moments")));
    }
    let product = Product::build(fight, graph, group, None)?;
    let spans = product.spans(&group.moments, limit, rounding_errors, stopped)?;
    let mut visits = vec![0.0; product.chain.states()];
    let mut ends = Vec::new();
    for (number, span) in (0u8..).zip(&spans.visits) {
        visits.iter_mut().zip(span).for_each(|(sum, visits)| *sum += visits);
        let chances = product.chain.absorption_chances(span, product.ends.len());
        let ended = product.ends.iter().zip(chances).filter(|(_, chance)| *chance > 0.0);
        ends.extend(ended.map(|(&(end, memory), chance)| (end, group.with_moments(memory, number), chance)));
    }
    let outlasted = group.moments.len() as u8;
    for (&(state, memory), chance) in product.states.iter().zip(spans.last).filter(|(_, chance)| *chance > 0.0) {
        let memory = group.with_moments(product.memories.known[memory], outlasted);
        ends.push((graph.end_states.len() as u32 + state, memory, chance));
    }
    ends.retain(|(_, memory, _)| group.follow_ties || *memory != BOTH_AT_ONCE);
    let mut counts = vec![0.0; group.paths.len()];
    for &(number, path, chance) in &product.counted_transitions {
        counts[path] += visits[number] * chance;
    }
    let rounds = limit.unwrap_or(fight.rounds.limit);
    let mut first = vec![Vec::new(); group.paths.len()];
    let mut times = vec![FirstTime::default(); group.paths.len()];
    for &path in &group.timed {
        let single = PathGroup { paths: vec![group.paths[path]], follow_ties: true, ..PathGroup::default() };
        let Product { chain, .. } = Product::build(fight, graph, &single, Some(0))?;
        let followed = chain.follow(rounds, NEGLIGIBLE, Some(HAPPENED), Weights::default(), stopped)?;
        times[path] = match limit.is_none() && followed.remaining > NEGLIGIBLE {
            true => first_time(&chain, rounding_errors, stopped)?,
            false => FirstTime {
                chance: followed.absorbed_in.iter().sum(),
                sum: (0u32..).zip(&followed.absorbed_in).map(|(round, share)| f64::from(round) * share).sum(),
            },
        };
        first[path] = followed.absorbed_in;
    }
    Ok(PathResults { ends, counts, first, times })
}

/// Like [`follow`] without a limit. `order` holds all states, each before all states it leads to; visits are passed
/// along this order, separately for each memory. `None` if that is impossible: if paths are timed, there are moments, a
/// path changes its memory while the fight stays in the same state, or the fight may never end.
pub(super) fn follow_in_order<S: Bodies>(
    fight: &Fight,
    graph: &Graph<S>,
    group: &PathGroup,
    order: &[u32],
) -> Option<PathResults> {
    if !group.timed.is_empty() || !group.moments.is_empty() || group.paths.len() > MOST_PATHS {
        return None;
    }
    let Graph { chain, states, end_states, .. } = graph;
    let mut memories = MemoryTransitions::new(fight, graph, group);
    // For each memory, the visits to each state and to each end.
    let none = memories.sizes.map(|size| vec![0.0; size]);
    let mut visits = vec![none.clone()];
    visits[0][0][0] = 1.0;
    let mut counts = vec![0.0; group.paths.len()];
    for &state in order {
        let state = state as usize;
        for memory in 0..visits.len() {
            let inflow = visits[memory][0][state];
            if inflow == 0.0 || !group.follow_ties && memories.known[memory] == BOTH_AT_ONCE {
                continue;
            }
            let leaves = chain.chance_to_leave(state);
            if leaves == 0.0 {
                return None;
            }
            let here = inflow / leaves;
            visits[memory][0][state] = here;
            if memories.settled[memory] {
                pass_on(chain, state, here, &mut visits[memory]);
                continue;
            }
            let ends = chain.absorbing.row(state).map(|(end, chance)| (1, end, chance));
            for (kind, to, chance) in chain.transient.row(state).map(|(to, chance)| (0, to, chance)).chain(ends) {
                let after = match kind {
                    0 if chain.depth(to) > 0 => memory,
                    0 => memories.next_number(fight, states, 0, to, memory),
                    _ => memories.next_number(fight, end_states, 1, to, memory),
                };
                if (kind, to) == (0, state) {
                    if after != memory {
                        return None;
                    }
                    continue;
                }
                if after != memory {
                    visits.resize_with(memories.known.len(), || none.clone());
                    let counted = memories.counted_paths(memory, after);
                    counted.for_each(|path| counts[path] += here * chance);
                }
                visits[after][kind][to] += here * chance;
            }
        }
    }
    let mut ends = Vec::new();
    for (visits, &memory) in visits.iter().zip(&memories.known) {
        let chances = (0u32..).zip(&visits[1]).filter(|(_, chance)| **chance > 0.0);
        ends.extend(chances.map(|(end, chance)| (end, memory, *chance)));
    }
    ends.retain(|(_, memory, _)| group.follow_ties || *memory != BOTH_AT_ONCE);
    let (first, times) = (vec![Vec::new(); group.paths.len()], vec![FirstTime::default(); group.paths.len()]);
    Some(PathResults { ends, counts, first, times })
}

/// The time of the event that ends `chain` in the absorbing state [`HAPPENED`], without a limit.
fn first_time(chain: &Chain, rounding_errors: f64, stopped: &dyn Fn() -> bool) -> Result<FirstTime> {
    let happens = |visits: &[f64]| chain.absorption_chances(visits, 2)[HAPPENED];
    let visits = chain.visits(rounding_errors, stopped)?.expected;
    let again = chain.visits_from(chain.step_starts(&visits), rounding_errors, stopped)?;
    Ok(FirstTime { chance: happens(&visits), sum: happens(&again.expected) })
}

/// Passes `here` visits to `state` on to the states and ends that follow it, for a memory that no longer changes.
#[inline]
fn pass_on(chain: &Chain, state: usize, here: f64, [states, ends]: &mut [Vec<f64>; 2]) {
    for (to, chance) in chain.transient.row(state).filter(|(to, _)| *to != state) {
        states[to] += here * chance;
    }
    chain.absorbing.row(state).for_each(|(end, chance)| ends[end] += here * chance);
}

/// The possible memories of a group, numbered, and the changes between them. Each change is computed once.
struct MemoryTransitions<'g> {
    group: &'g PathGroup,
    /// See [`Bodies::bodies`].
    room: Vec<Body>,
    /// The number of transient and of absorbing states of the fight.
    sizes: [usize; 2],
    /// The memories by number.
    known: Vec<Memory>,
    /// For each memory, whether it can no longer change.
    settled: Vec<bool>,
    /// For each memory that can change, the number of the memory after a round that ends in each state, or end, of the
    /// fight; `u32::MAX` if not computed yet.
    after: Vec<[Vec<u32>; 2]>,
}

impl<'g> MemoryTransitions<'g> {
    /// Only the memory at the start, which has the number 0.
    fn new<S>(fight: &Fight, graph: &Graph<S>, group: &'g PathGroup) -> Self {
        let sizes = [graph.states.len(), graph.end_states.len()];
        let (known, settled, after) = Default::default();
        let mut memories = Self { group, room: fight.start().to_vec(), sizes, known, settled, after };
        memories.number(Memory::default());
        memories
    }

    /// The number of `memory`; a new memory is added.
    fn number(&mut self, memory: Memory) -> usize {
        let known = self.known.iter().position(|known| *known == memory);
        known.unwrap_or_else(|| {
            let settled = self.group.paths.iter().zip(memory).all(|(path, memory)| path.is_settled(memory));
            self.known.push(memory);
            self.settled.push(settled);
            self.after.push(self.sizes.map(|size| vec![u32::MAX; if settled { 0 } else { size }]));
            self.known.len() - 1
        })
    }

    /// The number of the memory after a round that begins with `memory`. `to` is the state of the fight in which the
    /// round ends, or the end if `kind` is 1.
    #[inline]
    fn next_number<S: Bodies>(&mut self, fight: &Fight, states: &[S], kind: usize, to: usize, memory: usize) -> usize {
        if self.settled[memory] {
            return memory;
        }
        let known = self.after[memory][kind][to];
        if known != u32::MAX {
            return known as usize;
        }
        let after = self.group.next_memory(fight, self.known[memory], states[to].bodies(&mut self.room));
        let number = self.number(after);
        self.after[memory][kind][to] = number as u32;
        number
    }

    /// The paths whose counted event happens when memory `before` changes to `after`.
    fn counted_paths(&self, before: usize, after: usize) -> impl Iterator<Item = usize> + use<'g> {
        let (group, before, after) = (self.group, self.known[before], self.known[after]);
        (0..group.paths.len()).filter(move |&path| group.paths[path].lead_passed(before[path], after[path]))
    }
}

/// The result of following a fight from each moment to the next.
struct Spans {
    /// For each moment, the expected visits to each state since the moment before; then those after the last moment.
    visits: Vec<Vec<f64>>,
    /// The chance that the limit stops the fight in each state; empty without a limit.
    last: Vec<f64>,
}

/// The number of the absorbing state for fights in which the timed event has happened.
const HAPPENED: usize = 0;

/// The product of the chain of a fight and the automata of its paths. Each of its states is a state of the fight with a
/// memory.
struct Product<'g> {
    memories: MemoryTransitions<'g>,
    chain: Chain,
    /// For each transient state, the state of the fight and the number of the memory.
    states: Vec<(u32, usize)>,
    /// For each absorbing state, the end of the fight and the memory.
    ends: Vec<(u32, Memory)>,
    /// For each memory, the numbers in this chain of the fight's states and ends.
    numbers: Vec<[Vec<u32>; 2]>,
    /// The absorbing state for fights that are not followed further, if any. It is separate from the fight's own ends,
    /// since a fight may have none.
    dropped: Option<u32>,
    /// Transitions on which a path's event happens: the state they start from, the path, and their chance.
    counted_transitions: Vec<(usize, usize, f64)>,
}

impl<'g> Product<'g> {
    /// Builds the product. If `until` is the index of a path, its event ends the chain in the absorbing state
    /// [`HAPPENED`].
    fn build<S: Bodies>(fight: &Fight, graph: &Graph<S>, group: &'g PathGroup, until: Option<usize>) -> Result<Self> {
        let (chain, states, ends, numbers, dropped, counted_transitions) = Default::default();
        let memories = MemoryTransitions::new(fight, graph, group);
        let mut product = Self { memories, chain, states, ends, numbers, dropped, counted_transitions };
        product.state(0, 0)?;
        let drop_ties = !group.follow_ties && until.is_none();
        while let Some(&(state, memory)) = product.states.get(product.chain.states()) {
            let number = product.chain.states();
            for (to, chance) in graph.chain.transient.row(state as usize) {
                let new_round = graph.chain.depth(to) == 0;
                let after =
                    if new_round { product.memories.next_number(fight, &graph.states, 0, to, memory) } else { memory };
                product.count(number, memory, after, chance);
                if product.is_absorbed(until, after, drop_ties) {
                    let end = if until.is_some() { HAPPENED as u32 } else { product.dropped_state() };
                    product.chain.absorbing.add(end, chance);
                } else {
                    let to = product.state(to as u32, after)?;
                    product.chain.transient.add(to, chance);
                }
            }
            for (end, chance) in graph.chain.absorbing.row(state as usize) {
                let after = product.memories.next_number(fight, &graph.end_states, 1, end, memory);
                product.count(number, memory, after, chance);
                let end = product.end(end as u32, after, until);
                product.chain.absorbing.add(end, chance);
            }
            product.chain.close(graph.chain.depth(state as usize));
        }
        Ok(product)
    }

    /// Follows the fight from moment to moment, then up to `limit` or without a limit. A moment may be after `limit`
    /// only if that is a limit of the calculation and not of the rules.
    ///
    /// # Errors
    /// If there are too many rounds until a moment, or the calculation was stopped.
    fn spans(
        &self,
        moments: &[u32],
        limit: Option<u32>,
        rounding_errors: f64,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Spans> {
        let follow =
            |now: &[f64], rounds| self.chain.follow_from(now, rounds, NEGLIGIBLE, None, Weights::default(), stopped);
        let reach = u32::try_from(MAX_FOLLOWED / (self.chain.transient.len() as u64).max(1)).unwrap_or(u32::MAX);
        let (mut now, mut from, mut visits) = (self.chain.start(), 0, Vec::new());
        for &moment in moments {
            let followed = follow(&now, moment.min(reach) - from)?;
            if moment > reach && followed.remaining > NEGLIGIBLE {
                let message = format!("following this fight for {moment} rounds takes too long");
                return Err(Error::input(message).with_help(format!("ask for at most {reach} rounds")));
            }
            (now, from) = (followed.distribution, moment.min(reach));
            visits.push(followed.visits);
        }
        let last = match limit {
            None => {
                visits.push(self.chain.visits_from(now, rounding_errors, stopped)?.expected);
                Vec::new()
            }
            Some(limit) => {
                let followed = follow(&now, limit.saturating_sub(from))?;
                visits.push(followed.visits);
                followed.distribution
            }
        };
        Ok(Spans { visits, last })
    }

    /// Whether the chain ends when it reaches `memory`: if the event of the path `until` has happened, or if both sides
    /// drew first blood at once and `drop_ties` is true.
    fn is_absorbed(&self, until: Option<usize>, memory: usize, drop_ties: bool) -> bool {
        let memory = self.memories.known[memory];
        match until {
            Some(path) => self.memories.group.paths[path].has_happened(memory[path]),
            None => drop_ties && memory == BOTH_AT_ONCE,
        }
    }

    /// Records the events on a transition from state `number` that changes memory `before` to `after`.
    fn count(&mut self, number: usize, before: usize, after: usize, chance: f64) {
        if before != after {
            let counted = self.memories.counted_paths(before, after);
            self.counted_transitions.extend(counted.map(|path| (number, path, chance)));
        }
    }

    /// The entry that holds the number of a state (`kind` 0) or end (`kind` 1) of the fight with a memory.
    fn number_entry(&mut self, kind: usize, at: u32, memory: usize) -> &mut u32 {
        while self.numbers.len() <= memory {
            self.numbers.push(self.memories.sizes.map(|size| vec![u32::MAX; size]));
        }
        &mut self.numbers[memory][kind][at as usize]
    }

    /// The number of a state of the fight with a memory; a new pair is added.
    fn state(&mut self, state: u32, memory: usize) -> Result<u32> {
        let next = self.states.len() as u32;
        let number = self.number_entry(0, state, memory);
        if *number != u32::MAX {
            return Ok(*number);
        }
        *number = next;
        self.states.push((state, memory));
        if self.states.len() > MAX_STATES {
            return Err(Error::input("the questions about the course of this fight have too many states")
                .with_help("ask for less at once, or use method = \"simulate\""));
        }
        Ok(next)
    }

    /// The number of the absorbing state for fights that are not followed further.
    fn dropped_state(&mut self) -> u32 {
        let next = self.ends.len() as u32;
        *self.dropped.get_or_insert_with(|| {
            self.ends.push((u32::MAX, BOTH_AT_ONCE));
            next
        })
    }

    /// The number of an end of the fight with a memory; a new pair is added. If `until` is given, there are only two
    /// ends: the event happened, or it never did.
    fn end(&mut self, end: u32, memory: usize, until: Option<usize>) -> u32 {
        if let Some(path) = until {
            return u32::from(!self.memories.group.paths[path].has_happened(self.memories.known[memory][path]));
        }
        let next = self.ends.len() as u32;
        let number = self.number_entry(1, end, memory);
        if *number != u32::MAX {
            return *number;
        }
        *number = next;
        self.ends.push((end, self.memories.known[memory]));
        next
    }
}
