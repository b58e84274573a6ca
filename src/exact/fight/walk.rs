//! What depends on how a fight went: the chain of the fight's states with what small automata remember beside each place.

use super::ENOUGH;
use super::explore::Graph;
use crate::combat::{Fight, Path, Roster, TOGETHER};
use crate::error::{Error, Result};
use crate::exact::chain::Chain;

/// Paths to be followed together, beside a fight that is solved.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Walk {
    /// The paths. At most [`MOST_PATHS`].
    pub paths: Vec<Path>,
    /// The places of those of which it is asked in which round what they wait for happens.
    pub timed: Vec<usize>,
    /// Whether fights in which both sides drew first blood at once are followed to their ends: nobody asks for these where only
    /// the side that drew it counts.
    pub whole: bool,
}

/// What a walk found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Walked {
    /// The chance of each end of the fight with each memory: the number of the end among [`ExactFight::ends`](super::ExactFight::ends),
    /// what the paths remember, the chance.
    pub(super) ends: Vec<(u32, Memory, f64)>,
    /// For each path, how often what it counts can be expected to happen.
    pub counts: Vec<f64>,
    /// For each path, the chance that what it waits for happens in round k, from k = 0; empty of those that are not timed.
    pub first: Vec<Vec<f64>>,
}

/// The most paths of a walk.
pub const MOST_PATHS: usize = 8;

/// What the paths of a walk remember.
pub(super) type Memory = [u8; MOST_PATHS];

/// The most places of a fight with memories beside them.
const MOST_PLACES: usize = 5_000_000;

/// The memory of first blood drawn by both at once says nothing of either, and what follows is not followed where nobody asks for
/// anything else.
const LOST: Memory = [TOGETHER, 0, 0, 0, 0, 0, 0, 0];

impl Walk {
    /// What is asked of every fight: who draws first blood, and who then wins.
    pub fn first_blood() -> Self {
        Self { paths: vec![Path::FirstBlood], timed: Vec::new(), whole: false }
    }

    /// What is remembered after a round that leaves everybody like this.
    fn next<R: Roster>(&self, fight: &Fight, memory: Memory, fighters: &R) -> Memory {
        let mut after = memory;
        for (path, memory) in self.paths.iter().zip(&mut after) {
            *memory = path.next(fight, *memory, fighters.bodies());
        }
        after
    }
}

/// Follows a walk, up to a number of rounds or without a limit. The numbers of ends beyond the graph's are those of its places, where
/// the limit stops the fight.
///
/// # Errors
/// Too many places; it was stopped.
pub(super) fn follow<R: Roster>(
    fight: &Fight,
    graph: &Graph<R>,
    walk: &Walk,
    limit: Option<u32>,
    roundings: f64,
    stopped: &dyn Fn() -> bool,
) -> Result<Walked> {
    if walk.paths.len() > MOST_PATHS {
        return Err(Error::input(format!("a walk has at most {MOST_PATHS} paths")));
    }
    let walker = Walker::walk(fight, graph, walk, None)?;
    let (visits, at) = match limit {
        None => (walker.chain.visits(roundings, stopped)?.of, Vec::new()),
        Some(limit) => {
            let followed = walker.chain.follow(limit, ENOUGH, None, stopped)?;
            (followed.visits, followed.at)
        }
    };
    let chances = walker.chain.ends(&visits, walker.ends.len());
    let mut ends: Vec<_> =
        walker.ends.iter().zip(chances).map(|(&(end, memory), chance)| (end, memory, chance)).collect();
    for (&(place, memory), chance) in walker.places.iter().zip(at).filter(|(_, chance)| *chance > 0.0) {
        ends.push((graph.ends.len() as u32 + place, walker.memories[memory], chance));
    }
    ends.retain(|(_, memory, _)| walk.whole || *memory != LOST);
    let mut counts = vec![0.0; walk.paths.len()];
    for &(number, path, chance) in &walker.counted {
        counts[path] += visits[number] * chance;
    }
    let rounds = limit.unwrap_or_else(|| fight.round_limit());
    let mut first = vec![Vec::new(); walk.paths.len()];
    for &path in &walk.timed {
        let single = Walk { paths: vec![walk.paths[path]], timed: Vec::new(), whole: true };
        let walker = Walker::walk(fight, graph, &single, Some(0))?;
        first[path] = walker.chain.follow(rounds, ENOUGH, Some(HAPPENED), stopped)?.ends_in;
    }
    Ok(Walked { ends, counts, first })
}

/// The end of a chain that waits for something: it happened.
const HAPPENED: usize = 0;

/// The chain of a fight's places with what is remembered beside each.
struct Walker<'w> {
    walk: &'w Walk,
    chain: Chain,
    /// How many places and ends the fight has.
    sizes: [usize; 2],
    /// The places of the fight, and what is remembered there, by its number.
    places: Vec<(u32, usize)>,
    /// The ends of the fight, and what is remembered there.
    ends: Vec<(u32, Memory)>,
    memories: Vec<Memory>,
    /// By memory, the numbers of places and of ends here.
    known: Vec<[Vec<u32>; 2]>,
    /// Ways on which what a path counts happens: from which place here, which path, their chance.
    counted: Vec<(usize, usize, f64)>,
}

impl<'w> Walker<'w> {
    /// `until`: the path that the chain ends with as soon as what it waits for has happened, at the end [`HAPPENED`].
    fn walk<R: Roster>(fight: &Fight, graph: &Graph<R>, walk: &'w Walk, until: Option<usize>) -> Result<Self> {
        let sizes = [graph.places.len(), graph.ends.len()];
        let (places, ends, memories, known, counted) = Default::default();
        let mut walker = Self { walk, chain: Chain::default(), sizes, places, ends, memories, known, counted };
        let start = walker.memory(Memory::default());
        walker.place(0, start)?;
        let drops = !walk.whole && until.is_none();
        while let Some(&(place, memory)) = walker.places.get(walker.chain.places()) {
            let number = walker.chain.places();
            let before = walker.memories[memory];
            for (to, chance) in graph.chain.on.row(place as usize) {
                let over = graph.chain.depth(to) == 0;
                let after = if over { walk.next(fight, before, &graph.places[to].fighters) } else { before };
                let kept = if after == before { memory } else { walker.memory(after) };
                walker.count(number, before, after, chance);
                if walker.ends_here(until, after, drops) {
                    let end = walker.end(0, kept, until);
                    walker.chain.over.add(end, chance);
                } else {
                    let to = walker.place(to as u32, kept)?;
                    walker.chain.on.add(to, chance);
                }
            }
            for (end, chance) in graph.chain.over.row(place as usize) {
                let after = walk.next(fight, before, &graph.ends[end].fighters);
                let kept = if after == before { memory } else { walker.memory(after) };
                walker.count(number, before, after, chance);
                let end = walker.end(end as u32, kept, until);
                walker.chain.over.add(end, chance);
            }
            walker.chain.close(graph.chain.depth(place as usize));
        }
        Ok(walker)
    }

    /// The number of a memory.
    fn memory(&mut self, memory: Memory) -> usize {
        let known = self.memories.iter().position(|known| *known == memory);
        known.unwrap_or_else(|| {
            self.memories.push(memory);
            self.known.push(self.sizes.map(|size| vec![u32::MAX; size]));
            self.memories.len() - 1
        })
    }

    fn ends_here(&self, until: Option<usize>, memory: Memory, drops: bool) -> bool {
        match until {
            Some(path) => self.walk.paths[path].has_happened(memory[path]),
            None => drops && memory == LOST,
        }
    }

    fn count(&mut self, number: usize, before: Memory, after: Memory, chance: f64) {
        if before != after {
            let counts = |path: &usize| self.walk.paths[*path].counts(before[*path], after[*path]);
            self.counted.extend((0..self.walk.paths.len()).filter(counts).map(|path| (number, path, chance)));
        }
    }

    /// The number of a place with a memory.
    fn place(&mut self, place: u32, memory: usize) -> Result<u32> {
        let known = &mut self.known[memory][0][place as usize];
        if *known == u32::MAX {
            *known = self.places.len() as u32;
            self.places.push((place, memory));
        }
        let number = *known;
        if self.places.len() > MOST_PLACES {
            return Err(Error::input("what is asked of the course of this fight has too many states")
                .with_help("ask for less at once, or use method = \"simulate\""));
        }
        Ok(number)
    }

    /// The number of an end with a memory. Where the chain waits for something, there are two: it happened, and it never did.
    fn end(&mut self, end: u32, memory: usize, until: Option<usize>) -> u32 {
        if let Some(path) = until {
            return u32::from(!self.walk.paths[path].has_happened(self.memories[memory][path]));
        }
        let known = &mut self.known[memory][1][end as usize];
        if *known == u32::MAX {
            *known = self.ends.len() as u32;
            self.ends.push((end, self.memories[memory]));
        }
        *known
    }
}
