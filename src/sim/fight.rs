//! Fights counted.

use super::{Observation, Tally, Trial};
use crate::chance::Sampler;
use crate::combat::{Body, Event, Fight, Observer, Outcome, Roster, play};

/// A fight as something to try. Two fighters are kept in an array, more in a vector.
#[derive(Debug, Clone)]
pub struct FightTrial {
    fight: Fight,
}

/// The counts of many fights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FightTally {
    /// Fights that each side won, then those that left nobody fit, then those stopped by the round limit.
    pub outcomes: Vec<u64>,
    /// Fights by the rounds they took.
    pub rounds: Vec<u64>,
    /// For each fighter, fights by the wound level at the end: Undamaged, the record's levels, Dead.
    pub levels: Vec<Vec<u64>>,
    /// For each fighter, the blows that hit.
    pub hits: Vec<Rate>,
    /// For each fighter, the hits that were grazes.
    pub grazes: Vec<Rate>,
    /// Exchanges that nobody won.
    pub stand_offs: Rate,
    /// Exchanges won below the minimum to hit.
    pub below_minimum: Rate,
    /// The sum of the squared rounds.
    pub rounds_squared: u64,
    now: Counts,
}

/// How often something happened, against the rounds it happened in. With at most 10,000 rounds a fight and
/// [`MAX_TRIALS`](super::MAX_TRIALS) fights no sum of squares leaves 64 bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rate {
    /// How often, over all fights.
    pub sum: u64,
    /// The sum over fights of the square of how often.
    pub squares: u64,
    /// The sum over fights of how often times the rounds.
    pub products: u64,
}

/// What happened in the fight being played.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Counts {
    hits: Vec<u32>,
    grazes: Vec<u32>,
    stand_offs: u32,
    below_minimum: u32,
}

impl FightTrial {
    /// A fight to try.
    pub fn new(fight: Fight) -> Self {
        Self { fight }
    }

    /// The fight.
    pub fn fight(&self) -> &Fight {
        &self.fight
    }

    /// How many outcomes there are: each side's win, nobody left, undecided.
    pub fn outcomes(&self) -> usize {
        self.fight.sides() + 2
    }

    #[inline]
    fn count<R: Roster>(&self, outcome: &Outcome<R>, tally: &mut FightTally) -> Observation {
        let sides = self.fight.sides();
        let place = outcome.winner.unwrap_or(if outcome.undecided { sides + 1 } else { sides });
        tally.outcomes[place] += 1;
        tally.rounds[outcome.rounds as usize] += 1;
        for ((k, body), levels) in (0u16..).zip(outcome.fighters.bodies()).zip(&mut tally.levels) {
            levels[usize::from(self.fight.track(k).condition(body.felt).level)] += 1;
        }
        tally.end_fight(outcome.rounds);
        Observation { outcome: place as u16, amount: outcome.rounds as i32 }
    }
}

impl Trial for FightTrial {
    type Tally = FightTally;

    fn tally(&self) -> FightTally {
        let fighters = self.fight.fighters();
        let levels = |k| vec![0; self.fight.track(k).levels()];
        FightTally {
            outcomes: vec![0; self.outcomes()],
            rounds: vec![0; self.fight.round_limit() as usize + 1],
            levels: (0..fighters as u16).map(levels).collect(),
            hits: vec![Rate::default(); fighters],
            grazes: vec![Rate::default(); fighters],
            stand_offs: Rate::default(),
            below_minimum: Rate::default(),
            rounds_squared: 0,
            now: Counts { hits: vec![0; fighters], grazes: vec![0; fighters], stand_offs: 0, below_minimum: 0 },
        }
    }

    #[inline]
    fn run(&self, sampler: &mut Sampler, tally: &mut FightTally) -> Observation {
        if self.fight.fighters() == 2 {
            let outcome = play(&self.fight, [Body::default(); 2], sampler, &mut tally.now);
            self.count(&outcome, tally)
        } else {
            let bodies = vec![Body::default(); self.fight.fighters()];
            let outcome = play(&self.fight, bodies, sampler, &mut tally.now);
            self.count(&outcome, tally)
        }
    }
}

impl Observer for Counts {
    #[inline]
    fn note(&mut self, event: Event) {
        match event {
            Event::StandOff { .. } => self.stand_offs += 1,
            Event::BelowMinimum { .. } => self.below_minimum += 1,
            Event::Hit { by, graze, .. } => {
                self.hits[usize::from(by)] += 1;
                self.grazes[usize::from(by)] += u32::from(graze);
            }
            Event::Wound { .. } => {}
        }
    }
}

impl Rate {
    #[inline]
    fn add(&mut self, count: &mut u32, rounds: u32) {
        let n = u64::from(std::mem::take(count));
        self.sum += n;
        self.squares += n * n;
        self.products += n * u64::from(rounds);
    }

    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.products += other.products;
    }
}

impl FightTally {
    /// Moves what happened in one fight into the totals.
    #[inline]
    fn end_fight(&mut self, rounds: u32) {
        self.rounds_squared += u64::from(rounds) * u64::from(rounds);
        self.hits.iter_mut().zip(&mut self.now.hits).for_each(|(rate, count)| rate.add(count, rounds));
        self.grazes.iter_mut().zip(&mut self.now.grazes).for_each(|(rate, count)| rate.add(count, rounds));
        self.stand_offs.add(&mut self.now.stand_offs, rounds);
        self.below_minimum.add(&mut self.now.below_minimum, rounds);
    }

    /// Fights counted.
    pub fn trials(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Rounds over all fights.
    pub fn total_rounds(&self) -> u64 {
        self.rounds.iter().zip(0u64..).map(|(n, rounds)| n * rounds).sum()
    }
}

impl Tally for FightTally {
    fn merge(&mut self, other: Self) {
        let add = |own: &mut Vec<u64>, other: Vec<u64>| own.iter_mut().zip(other).for_each(|(own, n)| *own += n);
        add(&mut self.outcomes, other.outcomes);
        add(&mut self.rounds, other.rounds);
        self.levels.iter_mut().zip(other.levels).for_each(|(own, other)| add(own, other));
        self.hits.iter_mut().zip(&other.hits).for_each(|(own, other)| own.merge(other));
        self.grazes.iter_mut().zip(&other.grazes).for_each(|(own, other)| own.merge(other));
        self.stand_offs.merge(&other.stand_offs);
        self.below_minimum.merge(&other.below_minimum);
        self.rounds_squared += other.rounds_squared;
    }
}
