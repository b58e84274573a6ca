//! First blood, and how much it decides: the chain of a fight with who drew it beside each place.

use super::ENOUGH;
use super::explore::Graph;
use crate::combat::{Fight, FirstBlood, Roster};
use crate::error::Result;
use crate::exact::chain::Chain;

/// Chances of first blood.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Blood {
    /// For each side, that it draws first blood.
    pub(super) drawn: Vec<f64>,
    /// For each side, that it draws first blood and wins.
    pub(super) wins: Vec<f64>,
}

/// The ends of the chain: each side's win after its first blood, and all else.
const ELSE: u32 = 2;

/// Finds them, up to a number of rounds or without a limit.
///
/// # Errors
/// Too many places that lead to one another; it was stopped.
pub(super) fn first_blood<R: Roster>(
    fight: &Fight,
    graph: &Graph<R>,
    limit: Option<u32>,
    roundings: f64,
    stopped: &dyn Fn() -> bool,
) -> Result<Blood> {
    let told = Told::chain(fight, graph);
    let visits = match limit {
        None => told.chain.visits(roundings, stopped)?.of,
        Some(limit) => told.chain.follow(limit, ENOUGH, stopped)?.visits,
    };
    let mut drawn = vec![0.0; fight.sides()];
    told.drawn.iter().for_each(|&(place, side, chance)| drawn[side] += visits[place] * chance);
    Ok(Blood { drawn, wins: told.chain.ends(&visits, ELSE as usize + 1)[..fight.sides()].to_vec() })
}

/// The chain of a fight's places, each told apart by who drew first blood. What follows blood drawn by both at once is left
/// out.
struct Told {
    chain: Chain,
    /// Ways on which first blood is drawn: from which place, by which side, and their chance.
    drawn: Vec<(usize, usize, f64)>,
    /// The places of the fight, and who drew first blood, in order; and by both, their number here.
    places: Vec<(usize, FirstBlood)>,
    known: [Vec<u32>; 3],
}

impl Told {
    fn chain<R: Roster>(fight: &Fight, graph: &Graph<R>) -> Self {
        let known = [(); 3].map(|()| vec![u32::MAX; graph.places.len()]);
        let mut told = Self { chain: Chain::default(), drawn: Vec::new(), places: Vec::new(), known };
        let standing: Vec<Option<usize>> = graph.ends.iter().map(|end| fight.standing(end.fighters.bodies())).collect();
        told.place(0, FirstBlood::NotYet);
        while let Some(&(place, before)) = told.places.get(told.chain.places()) {
            let number = told.chain.places();
            for (to, chance) in graph.chain.on.row(place) {
                let over = graph.chain.depth(to) == 0;
                let blood = match before {
                    FirstBlood::NotYet if over => fight.first_blood(graph.places[to].fighters.bodies()),
                    before => before,
                };
                told.note([before, blood], number, chance);
                match blood {
                    FirstBlood::Together => told.chain.over.add(ELSE, chance),
                    blood => {
                        let to = told.place(to, blood);
                        told.chain.on.add(to, chance);
                    }
                }
            }
            for (end, chance) in graph.chain.over.row(place) {
                let blood = match before {
                    FirstBlood::NotYet => fight.first_blood(graph.ends[end].fighters.bodies()),
                    before => before,
                };
                told.note([before, blood], number, chance);
                let won = standing[end].filter(|&side| blood == FirstBlood::By(side));
                told.chain.over.add(won.map_or(ELSE, |side| side as u32), chance);
            }
            told.chain.close(graph.chain.depth(place));
        }
        told
    }

    /// Notes a way on which first blood is drawn.
    fn note(&mut self, [before, after]: [FirstBlood; 2], number: usize, chance: f64) {
        if let (FirstBlood::NotYet, FirstBlood::By(side)) = (before, after) {
            self.drawn.push((number, side, chance));
        }
    }

    /// The number of a place, given who drew first blood.
    fn place(&mut self, place: usize, blood: FirstBlood) -> u32 {
        let of = match blood {
            FirstBlood::By(side) => side,
            FirstBlood::NotYet | FirstBlood::Together => 2,
        };
        let known = &mut self.known[of][place];
        if *known == u32::MAX {
            *known = self.places.len() as u32;
            self.places.push((place, blood));
        }
        *known
    }
}
