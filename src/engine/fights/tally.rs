use super::buffers::{FightBuffers, ValueOrigin};
use super::duel::DuelEnds;
use super::slots::{EndValue, Slot, end_slots, slots, timed_slots};
use super::{Combat, Extra, Outcome, sparse_counts};
use crate::sim::Tally;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// The counts of all trials of a fight.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FightTally {
    /// Number of fights by the rounds they took.
    #[serde(with = "sparse_counts")]
    pub rounds: Vec<u64>,
    /// Number of fights won, by the rounds they took: for each number of rounds, one count per side.
    won: Vec<u64>,
    sides: usize,
    /// For a duel, number of fights by their ends (see [`DuelEnds`]), from which all figures about ends are computed;
    /// empty for other fights.
    #[serde(with = "sparse_counts")]
    pub(super) duels: Vec<u64>,
    /// For each slot of [`end_slots`], the sums of its values.
    pub(super) ends: Vec<PowerSums>,
    /// Wound levels and fates: the [columns](crate::combat::EndShape::columns) of each stat block, one stat block after
    /// another.
    pub(super) columns: Vec<PowerSums>,
    /// For each side, number of fights by the number of its fighters who are fit at the end.
    pub(super) survivors: Vec<Vec<u64>>,
    /// The counts of each signal, by its index.
    signals: Vec<Rate>,
    /// For each timed path, number of fights by the round in which its event first happened. Fights in which it never
    /// happened are left out.
    pub(super) first: Vec<Vec<u64>>,
    /// For each path, the sums of the number of its counted events.
    pub(super) passes: Vec<PowerSums>,
    /// For each round, one entry per stat block: the change of its wounds in that round, in wound levels of all its
    /// fighters together. Round 0 has the wounds at the start. Empty unless requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hurt: Vec<PowerSums<i64>>,
    /// Buffers for the fight being played.
    #[serde(skip)]
    pub(super) current: FightBuffers,
}

/// The sum of a number over all fights, and the sum of its squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerSums<T = u64> {
    pub sum: T,
    pub squares: u64,
}

/// The sums from which the rate of a signal per round is computed. With at most 10,000 rounds per fight and
/// [`MAX_TRIALS`](crate::sim::MAX_TRIALS) fights, no sum exceeds 64 bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    /// The total count.
    pub sum: u64,
    /// The sum over all fights of the squared count.
    pub squares: u64,
    /// The sum over all fights of the count times the number of rounds.
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

/// The figures that are computed from the ends of all fights.
#[derive(Debug, Clone, Default)]
pub struct EndFigures {
    /// One entry per slot in [`end_slots`].
    pub ends: Vec<PowerSums>,
    /// Wound levels and fates: the [columns](crate::combat::EndShape::columns) of each stat block, one stat block after
    /// another.
    pub columns: Vec<PowerSums>,
}

impl FightTally {
    /// An empty tally. `compared` holds the values to be compared between variants; `None` if single fights are also
    /// examined for other questions.
    pub fn new(combat: &Combat, extra: &Extra, compared: Option<&[ValueOrigin]>) -> Self {
        let fight = &combat.fight;
        let slots = slots(combat, extra);
        let strength = |side| (0..fight.roster.fighters() as u16).filter(|&who| fight.roster.side(who) == side).count();
        let duels = combat.duel.as_ref().filter(|_| !extra.watches_rounds()).map_or(0, DuelEnds::count);
        let of_many = |count: usize| vec![PowerSums::default(); if duels == 0 { count } else { 0 }];
        let limit = fight.rounds.limit as usize + 1;
        let passes = if extra.paths.is_empty() { 0 } else { extra.all_paths().len() };
        Self {
            rounds: vec![0; limit],
            won: vec![0; limit * fight.roster.sides],
            sides: fight.roster.sides,
            duels: vec![0; duels],
            ends: of_many(end_slots(&slots).count()),
            columns: of_many(fight.roster.entries() * combat.shape.columns()),
            survivors: (0..fight.roster.sides).map(|side| vec![0; strength(side) + 1]).collect(),
            signals: vec![Rate::default(); combat.signals.row_length()],
            first: timed_slots(&slots).map(|_| vec![0; limit]).collect(),
            passes: vec![PowerSums::default(); passes],
            hurt: vec![PowerSums::default(); if extra.wounds { limit * fight.roster.entries() } else { 0 }],
            current: FightBuffers::new(combat, &slots, extra, compared.map(|compared| (compared, duels))),
        }
    }

    /// The number of fights counted.
    pub fn trials(&self) -> u64 {
        self.rounds.iter().sum()
    }

    /// Number of fights won by `side`, by the rounds they took.
    pub fn won(&self, side: usize) -> Vec<u64> {
        self.won.chunks(self.sides).map(|fights| fights[side]).collect()
    }

    /// The sum of the number of rounds over all fights.
    pub fn total_rounds(&self) -> u64 {
        self.rounds.iter().zip(0u64..).map(|(n, rounds)| n * rounds).sum()
    }

    /// The sum over all fights of the squared number of rounds.
    pub fn rounds_squared(&self) -> u64 {
        self.rounds.iter().zip(0u64..).map(|(n, rounds)| n * rounds * rounds).sum()
    }

    /// The counts of the signal with the index `place`.
    pub fn signal(&self, place: usize) -> &Rate {
        &self.signals[place]
    }

    /// Number of fights by the number of fighters of `side` who are fit at the end.
    pub fn survivors(&self, side: usize) -> &[u64] {
        &self.survivors[side]
    }

    /// Number of fights by the round in which the event of a timed path first happened. `number` is the index of the
    /// path among the timed ones.
    pub fn first(&self, number: usize) -> &[u64] {
        &self.first[number]
    }

    /// The sums of the number of counted events of the path with the index `path`.
    pub fn path_sums(&self, path: usize) -> &PowerSums {
        &self.passes[path]
    }

    /// The figures that are computed from the ends.
    pub fn end_figures(&self, combat: &Combat, slots: &[Slot]) -> EndFigures {
        let Some(duel) = combat.duel.as_ref().filter(|_| !self.duels.is_empty()) else {
            return EndFigures { ends: self.ends.clone(), columns: self.columns.clone() };
        };
        let shape = combat.shape.with_paths(1);
        let mut folded = EndFigures {
            ends: vec![PowerSums::default(); end_slots(slots).count()],
            columns: vec![PowerSums::default(); combat.fight.roster.entries() * shape.columns()],
        };
        let mut outcome = Outcome::of_shape(shape);
        let values = EndValue::all(slots);
        for (place, &fights) in self.duels.iter().enumerate().filter(|(_, fights)| **fights > 0) {
            let (verdict, blood, endings) = duel.end(place);
            outcome.write(&combat.fight, verdict, &[blood], endings.into_iter());
            add_end(&mut folded.ends, &mut folded.columns, &values, &outcome, fights);
        }
        folded
    }
}

/// Adds `n` fights that ended with `outcome`. `of_ends` are the sums of `values`, in the same order; `of_columns` are
/// the sums of the columns of `outcome`.
#[inline]
pub(super) fn add_end(
    of_ends: &mut [PowerSums],
    of_columns: &mut [PowerSums],
    values: &[EndValue],
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
    /// Adds the rounds and signals of the fight that was just played, and resets the counts of its signals.
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

    /// Adds the rare signals of the fight that was just played, and resets their counts.
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
