use super::current::{Current, Follows};
use super::duel::DuelEnds;
use super::slots::{AtEnd, Slot, ends, slots, timed};
use super::{Combat, Extra, Outcome, sparse};
use crate::sim::Tally;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FightTally {
    /// Fights by the rounds they took.
    #[serde(with = "sparse")]
    pub rounds: Vec<u64>,
    /// Fights won, by the rounds they took: for each number of rounds, one count per side.
    won: Vec<u64>,
    sides: usize,
    /// For a duel, fights by their ends (see [`DuelEnds`]), from which all figures about ends are computed; empty for
    /// other fights.
    #[serde(with = "sparse")]
    pub(super) duels: Vec<u64>,
    /// For each slot of [`ends`], the sums of its values.
    pub(super) ends: Vec<PowerSums>,
    /// Wound levels and fates: the [columns](crate::combat::EndShape::columns) of each stat block, one stat block after
    /// another.
    pub(super) columns: Vec<PowerSums>,
    /// For each side, fights by the number of its fighters who are fit at the end.
    pub(super) survivors: Vec<Vec<u64>>,
    /// Signals by their indices.
    signals: Vec<Rate>,
    /// For each timed path, fights by the round in which its event first happened. Fights in which it never did are
    /// left out.
    pub(super) first: Vec<Vec<u64>>,
    /// For each path, its counted events.
    pub(super) passes: Vec<PowerSums>,
    /// The wounds of each stat block at the start and their change in each round, in wound levels of all its fighters
    /// together: for each round, one entry per stat block. Empty unless requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hurt: Vec<PowerSums<i64>>,
    #[serde(skip)]
    pub(super) current: Current,
}

/// A count over fights: its sum, and the sum of its squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerSums<T = u64> {
    pub sum: T,
    pub squares: u64,
}

/// The sums needed for the rate of a signal per round. With at most 10,000 rounds per fight and
/// [`MAX_TRIALS`](crate::sim::MAX_TRIALS) fights, no sum of squares exceeds 64 bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    /// The count over all fights.
    pub sum: u64,
    /// The sum over fights of the squared count.
    pub squares: u64,
    /// The sum over fights of the count times the number of rounds.
    pub products: u64,
}

impl PowerSums<i64> {
    #[inline]
    pub(super) fn add(&mut self, change: i64) {
        self.sum += change;
        self.squares += change.unsigned_abs().pow(2);
    }
}

impl PowerSums {
    #[inline]
    pub(super) fn add(&mut self, count: u64) {
        self.add_times(count, 1);
    }

    /// Adds the same count for `fights` fights.
    #[inline]
    fn add_times(&mut self, count: u64, fights: u64) {
        self.sum += fights * count;
        self.squares += fights * count * count;
    }
}

impl<T: AddAssign + Copy> PowerSums<T> {
    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl Rate {
    #[inline]
    fn add(&mut self, n: u32, rounds: u32) {
        let n = u64::from(n);
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

/// The figures that follow from the ends of many fights.
#[derive(Debug, Clone, Default)]
pub struct Folded {
    /// One entry per slot of [`ends`].
    pub ends: Vec<PowerSums>,
    /// Wound levels and fates: the [columns](crate::combat::EndShape::columns) of each stat block, one stat block after
    /// another.
    pub columns: Vec<PowerSums>,
}

impl FightTally {
    /// An empty tally. `compared` holds the values compared between variants; `None` if single fights are examined for
    /// other questions as well.
    pub fn new(combat: &Combat, extra: &Extra, compared: Option<&[Follows]>) -> Self {
        let fight = &combat.fight;
        let slots = slots(combat, extra);
        let strength = |side| (0..fight.roster.fighters() as u16).filter(|&who| fight.roster.side(who) == side).count();
        let duels = combat.duel.as_ref().filter(|_| !extra.follows()).map_or(0, DuelEnds::ends);
        let of_many = |count: usize| vec![PowerSums::default(); if duels == 0 { count } else { 0 }];
        let limit = fight.rounds.limit as usize + 1;
        let passes = if extra.paths.is_empty() { 0 } else { extra.all_paths().len() };
        Self {
            rounds: vec![0; limit],
            won: vec![0; limit * fight.roster.sides],
            sides: fight.roster.sides,
            duels: vec![0; duels],
            ends: of_many(ends(&slots).count()),
            columns: of_many(fight.roster.entries() * combat.shape.columns()),
            survivors: (0..fight.roster.sides).map(|side| vec![0; strength(side) + 1]).collect(),
            signals: vec![Rate::default(); combat.signals.row_length()],
            first: timed(&slots).map(|_| vec![0; limit]).collect(),
            passes: vec![PowerSums::default(); passes],
            hurt: vec![PowerSums::default(); if extra.wounds { limit * fight.roster.entries() } else { 0 }],
            current: Current::new(combat, &slots, extra, compared.map(|compared| (compared, duels))),
        }
    }

    /// The number of fights counted.
    pub fn trials(&self) -> u64 {
        self.rounds.iter().sum()
    }

    /// Fights won by `side`, by the rounds they took.
    pub fn won(&self, side: usize) -> Vec<u64> {
        self.won.chunks(self.sides).map(|fights| fights[side]).collect()
    }

    pub fn total_rounds(&self) -> u64 {
        self.rounds.iter().zip(0u64..).map(|(n, rounds)| n * rounds).sum()
    }

    /// The sum over all fights of the squared number of rounds.
    pub fn rounds_squared(&self) -> u64 {
        self.rounds.iter().zip(0u64..).map(|(n, rounds)| n * rounds * rounds).sum()
    }

    /// The counts of a signal, by its index.
    pub fn signal(&self, place: usize) -> &Rate {
        &self.signals[place]
    }

    /// Fights by the number of the side's fighters who are fit at the end.
    pub fn survivors(&self, side: usize) -> &[u64] {
        &self.survivors[side]
    }

    /// Fights by the round in which a path's event first happened; `number` is the path's index among the timed ones.
    pub fn first(&self, number: usize) -> &[u64] {
        &self.first[number]
    }

    pub fn path_sums(&self, path: usize) -> &PowerSums {
        &self.passes[path]
    }

    /// The figures that follow from the ends.
    pub fn folded(&self, combat: &Combat, slots: &[Slot]) -> Folded {
        let Some(duel) = combat.duel.as_ref().filter(|_| !self.duels.is_empty()) else {
            return Folded { ends: self.ends.clone(), columns: self.columns.clone() };
        };
        let shape = combat.shape.with_paths(1);
        let mut folded = Folded {
            ends: vec![PowerSums::default(); ends(slots).count()],
            columns: vec![PowerSums::default(); combat.fight.roster.entries() * shape.columns()],
        };
        let mut outcome = Outcome::of_shape(shape);
        let values = AtEnd::all(slots);
        for (place, &fights) in self.duels.iter().enumerate().filter(|(_, fights)| **fights > 0) {
            let (verdict, blood, endings) = duel.end(place);
            outcome.write(&combat.fight, verdict, &[blood], endings.into_iter());
            fold(&mut folded.ends, &mut folded.columns, &values, &outcome, fights);
        }
        folded
    }
}

/// Adds the end of `n` equal fights to the sums over ends.
#[inline]
pub(super) fn fold(
    of_ends: &mut [PowerSums],
    of_columns: &mut [PowerSums],
    values: &[AtEnd],
    outcome: &Outcome,
    n: u64,
) {
    let end = outcome.end();
    for (value, spread) in values.iter().zip(of_ends) {
        match value.read(&end) {
            0 => {}
            value => spread.add_times(value.into(), n),
        }
    }
    for (spread, count) in of_columns.iter_mut().zip(outcome.all_columns()).filter(|(_, count)| **count > 0) {
        spread.add_times((*count).into(), n);
    }
}

impl FightTally {
    /// Moves the rounds and signals of one fight into the totals.
    #[inline]
    pub(super) fn end_fight(&mut self, rounds: u32, winner: Option<usize>) {
        self.rounds[rounds as usize] += 1;
        if let Some(winner) = winner {
            self.won[rounds as usize * self.sides + winner] += 1;
        }
        let frequent = self.current.signals.frequent();
        for (rate, count) in self.signals[..frequent].iter_mut().zip(&mut self.current.counts) {
            rate.add(std::mem::take(count), rounds);
        }
        // Most fights have nothing to add.
        if std::mem::take(&mut self.current.rare) {
            self.end_rare(rounds);
        }
    }

    /// Moves the rare signals of one fight into the totals.
    #[inline(never)]
    fn end_rare(&mut self, rounds: u32) {
        let frequent = self.current.signals.frequent();
        for place in frequent..self.signals.len() {
            let count = std::mem::take(&mut self.current.counts[place]);
            if count == 0 {
                continue;
            }
            let count = if self.current.signals.is_flag(place) { count.min(1) } else { count };
            self.signals[place].add(count, rounds);
        }
    }
}

impl Tally for FightTally {
    fn merge(&mut self, other: Self) {
        fn add(own: &mut [u64], other: &[u64]) {
            own.iter_mut().zip(other).for_each(|(own, n)| *own += n);
        }
        let spread =
            |own: &mut [PowerSums], other: &[PowerSums]| own.iter_mut().zip(other).for_each(|(own, n)| own.merge(n));
        add(&mut self.rounds, &other.rounds);
        add(&mut self.won, &other.won);
        add(&mut self.duels, &other.duels);
        spread(&mut self.ends, &other.ends);
        spread(&mut self.columns, &other.columns);
        self.survivors.iter_mut().zip(&other.survivors).for_each(|(own, n)| add(own, n));
        self.signals.iter_mut().zip(&other.signals).for_each(|(own, n)| own.merge(n));
        self.first.iter_mut().zip(&other.first).for_each(|(own, n)| add(own, n));
        spread(&mut self.passes, &other.passes);
        self.hurt.iter_mut().zip(&other.hurt).for_each(|(own, n)| own.merge(n));
    }
}
