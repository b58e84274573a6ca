//! What depends on the course of a fight: its states combined with the memory of small automata ([`Path`]).

use super::NEGLIGIBLE;
use super::ends::{EndRows, Ends};
use super::explore::{Bodies, Graph};
use crate::combat::{Body, Fight, Path, TOGETHER};
use crate::error::{Error, Result};
use crate::exact::chain::Chain;

/// Paths that are followed together through a fight.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PathGroup {
    /// The paths. At most [`MOST_PATHS`].
    pub paths: Vec<Path>,
    /// The indices of the paths of which it is asked in which round their event first happens.
    pub timed: Vec<usize>,
    /// Whether to follow fights to their ends in which both sides drew first blood at once. Questions about the side that drew
    /// first blood need not.
    pub follow_ties: bool,
}

/// What was found by following a group of paths.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PathResults {
    /// Each end of the fight with each memory: the number of the end among [`ExactFight::ends`](super::ExactFight::ends), what
    /// the paths remember, the chance.
    pub(super) ends: Vec<(u32, Memory, f64)>,
    /// For each path, the expected number of its events.
    pub counts: Vec<f64>,
    /// For each path, the chance that its event first happens in round k, from k = 0; empty for paths that are not timed.
    pub first: Vec<Vec<f64>>,
}

impl PathResults {
    /// The ends together with what so many paths remember.
    pub(super) fn ends(&self, rows: &EndRows, paths: usize) -> Ends {
        rows.with_paths(paths, self.ends.iter().map(|(end, memory, chance)| (*end as usize, &memory[..paths], *chance)))
    }
}

/// The most paths of a group.
pub const MOST_PATHS: usize = 8;

/// What the paths of a group remember.
pub(super) type Memory = [u8; MOST_PATHS];

/// The most states combined with memories.
const MAX_STATES: usize = 5_000_000;

/// The memory of first blood drawn by both sides at once; see [`PathGroup::follow_ties`].
const BOTH_AT_ONCE: Memory = [TOGETHER, 0, 0, 0, 0, 0, 0, 0];

impl PathGroup {
    /// What is computed for every fight: who draws first blood, and who then wins.
    pub fn first_blood() -> Self {
        Self { paths: vec![Path::FirstBlood], timed: Vec::new(), follow_ties: false }
    }

    /// The memory after a round that leaves the fighters like this.
    fn next(&self, fight: &Fight, memory: Memory, bodies: &[Body]) -> Memory {
        let mut after = memory;
        for (path, memory) in self.paths.iter().zip(&mut after) {
            *memory = path.next(fight, *memory, bodies);
        }
        after
    }
}

/// Follows a group, up to a number of rounds or without a limit. Where the limit stops the fight in a state, that state counts
/// as an end, numbered after the graph's own.
///
/// # Errors
/// Too many states; it was stopped.
pub(super) fn follow<S: Bodies>(
    fight: &Fight,
    graph: &Graph<S>,
    group: &PathGroup,
    limit: Option<u32>,
    rounding_errors: f64,
    stopped: &dyn Fn() -> bool,
) -> Result<PathResults> {
    if group.paths.len() > MOST_PATHS {
        return Err(Error::input(format!("a group has at most {MOST_PATHS} paths")));
    }
    let product = Product::build(fight, graph, group, None)?;
    let (visits, last) = match limit {
        None => (product.chain.visits(rounding_errors, stopped)?.expected, Vec::new()),
        Some(limit) => {
            let followed = product.chain.follow(limit, NEGLIGIBLE, None, stopped)?;
            (followed.visits, followed.distribution)
        }
    };
    let chances = product.chain.absorbed(&visits, product.ends.len());
    let mut ends: Vec<_> =
        product.ends.iter().zip(chances).map(|(&(end, memory), chance)| (end, memory, chance)).collect();
    for (&(state, memory), chance) in product.states.iter().zip(last).filter(|(_, chance)| *chance > 0.0) {
        ends.push((graph.end_states.len() as u32 + state, product.memories[memory], chance));
    }
    ends.retain(|(_, memory, _)| group.follow_ties || *memory != BOTH_AT_ONCE);
    let mut counts = vec![0.0; group.paths.len()];
    for &(number, path, chance) in &product.counted_transitions {
        counts[path] += visits[number] * chance;
    }
    let rounds = limit.unwrap_or_else(|| fight.round_limit());
    let mut first = vec![Vec::new(); group.paths.len()];
    for &path in &group.timed {
        let single = PathGroup { paths: vec![group.paths[path]], timed: Vec::new(), follow_ties: true };
        let product = Product::build(fight, graph, &single, Some(0))?;
        first[path] = product.chain.follow(rounds, NEGLIGIBLE, Some(HAPPENED), stopped)?.absorbed_in;
    }
    Ok(PathResults { ends, counts, first })
}

/// The absorbing state in which the awaited event has happened.
const HAPPENED: usize = 0;

/// The product of the fight's chain and the automata: a chain whose states are a state of the fight and a memory.
struct Product<'g> {
    group: &'g PathGroup,
    /// See [`Bodies::bodies`].
    room: Vec<Body>,
    chain: Chain,
    /// The numbers of transient and of absorbing states of the fight.
    sizes: [usize; 2],
    /// For each transient state, the state of the fight and the number of the memory.
    states: Vec<(u32, usize)>,
    /// For each absorbing state, the end of the fight and the memory.
    ends: Vec<(u32, Memory)>,
    memories: Vec<Memory>,
    /// For each memory, the numbers of the states and of the ends of the fight in this chain.
    numbers: Vec<[Vec<u32>; 2]>,
    /// For each memory, the number of the one after a round that ends in each state, or end, of the fight.
    after: Vec<[Vec<u32>; 2]>,
    /// Transitions on which a path's event happens: from which state, which path, their chance.
    counted_transitions: Vec<(usize, usize, f64)>,
}

impl<'g> Product<'g> {
    /// `until`: the path whose event ends the chain, in the absorbing state [`HAPPENED`].
    fn build<S: Bodies>(fight: &Fight, graph: &Graph<S>, group: &'g PathGroup, until: Option<usize>) -> Result<Self> {
        let sizes = [graph.states.len(), graph.end_states.len()];
        let (chain, states, ends, memories, numbers, after, counted_transitions) = Default::default();
        let room = fight.start().to_vec();
        let mut product =
            Self { group, room, chain, sizes, states, ends, memories, numbers, after, counted_transitions };
        let start = product.memory(Memory::default());
        product.state(0, start)?;
        let drop_ties = !group.follow_ties && until.is_none();
        while let Some(&(state, memory)) = product.states.get(product.chain.states()) {
            let number = product.chain.states();
            let before = product.memories[memory];
            for (to, chance) in graph.chain.transient.row(state as usize) {
                let new_round = graph.chain.depth(to) == 0;
                let memory_after = if new_round { product.next(fight, &graph.states, 0, to, memory) } else { memory };
                let after = product.memories[memory_after];
                product.count(number, before, after, chance);
                if product.is_absorbed(until, after, drop_ties) {
                    let end = product.end(0, memory_after, until);
                    product.chain.absorbing.add(end, chance);
                } else {
                    let to = product.state(to as u32, memory_after)?;
                    product.chain.transient.add(to, chance);
                }
            }
            for (end, chance) in graph.chain.absorbing.row(state as usize) {
                let memory_after = product.next(fight, &graph.end_states, 1, end, memory);
                product.count(number, before, product.memories[memory_after], chance);
                let end = product.end(end as u32, memory_after, until);
                product.chain.absorbing.add(end, chance);
            }
            product.chain.close(graph.chain.depth(state as usize));
        }
        Ok(product)
    }

    /// The number of a memory.
    fn memory(&mut self, memory: Memory) -> usize {
        let known = self.memories.iter().position(|known| *known == memory);
        known.unwrap_or_else(|| {
            self.memories.push(memory);
            self.numbers.push(self.sizes.map(|size| vec![u32::MAX; size]));
            self.after.push(self.sizes.map(|size| vec![u32::MAX; size]));
            self.memories.len() - 1
        })
    }

    /// The number of the memory after a round, begun with this one, that ends in a state (`kind` 0) or an end (1) of the fight.
    #[inline]
    fn next<S: Bodies>(&mut self, fight: &Fight, states: &[S], kind: usize, to: usize, memory: usize) -> usize {
        let known = self.after[memory][kind][to];
        if known != u32::MAX {
            return known as usize;
        }
        let after = self.group.next(fight, self.memories[memory], states[to].bodies(&mut self.room));
        let number = self.memory(after);
        self.after[memory][kind][to] = number as u32;
        number
    }

    fn is_absorbed(&self, until: Option<usize>, memory: Memory, drop_ties: bool) -> bool {
        match until {
            Some(path) => self.group.paths[path].has_happened(memory[path]),
            None => drop_ties && memory == BOTH_AT_ONCE,
        }
    }

    fn count(&mut self, number: usize, before: Memory, after: Memory, chance: f64) {
        if before != after {
            let counts = |path: &usize| self.group.paths[*path].counts(before[*path], after[*path]);
            self.counted_transitions
                .extend((0..self.group.paths.len()).filter(counts).map(|path| (number, path, chance)));
        }
    }

    /// The number of a state with a memory.
    fn state(&mut self, state: u32, memory: usize) -> Result<u32> {
        let number = &mut self.numbers[memory][0][state as usize];
        if *number == u32::MAX {
            *number = self.states.len() as u32;
            self.states.push((state, memory));
        }
        let number = *number;
        if self.states.len() > MAX_STATES {
            return Err(Error::input("what is asked of the course of this fight has too many states")
                .with_help("ask for less at once, or use method = \"simulate\""));
        }
        Ok(number)
    }

    /// The number of an end with a memory. Where the chain ends with an event, there are two: it happened or never did.
    fn end(&mut self, end: u32, memory: usize, until: Option<usize>) -> u32 {
        if let Some(path) = until {
            return u32::from(!self.group.paths[path].has_happened(self.memories[memory][path]));
        }
        let number = &mut self.numbers[memory][1][end as usize];
        if *number == u32::MAX {
            *number = self.ends.len() as u32;
            self.ends.push((end, self.memories[memory]));
        }
        *number
    }
}
