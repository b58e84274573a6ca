//! Compares two variants trial by trial.

use super::Tally;
use serde::{Deserialize, Serialize};

/// A comparison of one or two values of a trial between variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compare {
    /// The mean of the value with this index.
    Mean(usize),
    /// The sum of one value divided by the sum of another, such as hits over rounds.
    Ratio(usize, usize),
}

/// The differences between the values of two variants over the trials they share. Since the rolls of both are coupled,
/// a difference varies much less than either value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairTally {
    trials: u64,
    compared: Vec<Moments>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Moments {
    Mean(usize, ValueSums),
    Ratio([usize; 2], Box<Cross>),
}

/// The sums of a value and of its square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueSums {
    pub sum: i128,
    pub squares: u128,
}

/// The sums of four values of a trial and of their products: count and base of the variant, then count and base of the
/// baseline.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cross {
    pub sums: [i128; 4],
    /// The sums of the products of each value with each.
    pub products: [[i128; 4]; 4],
}

/// The sums for one of the compared values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paired<'p> {
    /// The differences of a mean.
    Mean(ValueSums),
    Ratio(&'p Cross),
}

impl PairTally {
    pub fn new(compared: &[Compare]) -> Self {
        let none = |compare: &Compare| match *compare {
            Compare::Mean(value) => Moments::Mean(value, ValueSums::default()),
            Compare::Ratio(value, base) => Moments::Ratio([value, base], Box::default()),
        };
        Self { trials: 0, compared: compared.iter().map(none).collect() }
    }

    /// Counts pairs of trials, with `width` values per trial and variant.
    pub fn add(&mut self, width: usize, variant: &[i64], baseline: &[i64]) {
        let trials = || variant.chunks_exact(width).zip(baseline.chunks_exact(width));
        self.trials += trials().len() as u64;
        for moments in &mut self.compared {
            match moments {
                Moments::Mean(value, change) => {
                    trials().for_each(|(variant, baseline)| change.add(variant[*value] - baseline[*value], 1));
                }
                Moments::Ratio([value, base], cross) => trials().for_each(|(variant, baseline)| {
                    cross.add([variant[*value], variant[*base], baseline[*value], baseline[*base]]);
                }),
            }
        }
    }

    /// The number of pairs of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// The sums of the compared value with the index `place`.
    pub fn of(&self, place: usize) -> Paired<'_> {
        match &self.compared[place] {
            Moments::Mean(_, change) => Paired::Mean(*change),
            Moments::Ratio(_, cross) => Paired::Ratio(cross),
        }
    }
}

impl ValueSums {
    /// Adds a value that occurred `times` times.
    #[inline]
    pub fn add(&mut self, value: i64, times: u64) {
        self.sum += i128::from(value) * i128::from(times);
        self.squares += u128::from(value.unsigned_abs()).pow(2) * u128::from(times);
    }

    pub fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl Cross {
    #[inline]
    fn add(&mut self, values: [i64; 4]) {
        for (row, one) in values.into_iter().enumerate() {
            self.sums[row] += i128::from(one);
            for (column, other) in values.into_iter().enumerate() {
                self.products[row][column] += i128::from(one) * i128::from(other);
            }
        }
    }
}

impl Tally for PairTally {
    fn merge(&mut self, other: Self) {
        self.trials += other.trials;
        for (own, other) in self.compared.iter_mut().zip(other.compared) {
            match (own, other) {
                (Moments::Mean(_, own), Moments::Mean(_, other)) => own.merge(other),
                (Moments::Ratio(_, own), Moments::Ratio(_, other)) => {
                    own.sums.iter_mut().zip(other.sums).for_each(|(own, sum)| *own += sum);
                    let products = own.products.iter_mut().flatten().zip(other.products.iter().flatten());
                    products.for_each(|(own, product)| *own += product);
                }
                // Tallies of one batch compare the same values.
                _ => {}
            }
        }
    }
}
