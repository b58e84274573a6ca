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

/// Sums over the trials that two variants share, for the differences between their values. Since the rolls of both
/// variants are coupled, a difference varies much less than either value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairTally {
    trials: u64,
    compared: Vec<ComparedSums>,
}

/// The indices of the compared values of a trial, and the sums over the trials.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum ComparedSums {
    Mean(usize, ValueSums),
    Ratio([usize; 2], Box<RatioSums>),
}

/// The sum of a value over several trials, and the sum of its squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueSums {
    pub sum: i128,
    pub squares: u128,
}

/// For the comparison of two ratios: the sums of four values of a trial and of their products. The values are numerator
/// and denominator of the variant, then those of the baseline.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatioSums {
    pub sums: [i128; 4],
    /// The sums of the products of each of the four values with each.
    pub products: [[i128; 4]; 4],
}

/// The sums for one comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairSums<'p> {
    /// The sums of the differences between the two variants.
    Mean(ValueSums),
    Ratio(&'p RatioSums),
}

impl PairTally {
    /// An empty tally for the given comparisons.
    pub fn new(compared: &[Compare]) -> Self {
        let none = |compare: &Compare| match *compare {
            Compare::Mean(value) => ComparedSums::Mean(value, ValueSums::default()),
            Compare::Ratio(value, base) => ComparedSums::Ratio([value, base], Box::default()),
        };
        Self { trials: 0, compared: compared.iter().map(none).collect() }
    }

    /// Counts pairs of trials. `variant` and `baseline` hold `width` values for each trial.
    pub fn add(&mut self, width: usize, variant: &[i64], baseline: &[i64]) {
        let trials = || variant.chunks_exact(width).zip(baseline.chunks_exact(width));
        self.trials += trials().len() as u64;
        for sums in &mut self.compared {
            match sums {
                ComparedSums::Mean(value, change) => {
                    trials().for_each(|(variant, baseline)| change.add(variant[*value] - baseline[*value], 1));
                }
                ComparedSums::Ratio([value, base], cross) => trials().for_each(|(variant, baseline)| {
                    cross.add([variant[*value], variant[*base], baseline[*value], baseline[*base]]);
                }),
            }
        }
    }

    /// The number of pairs of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// The sums for the comparison with this index.
    pub fn sums(&self, index: usize) -> PairSums<'_> {
        match &self.compared[index] {
            ComparedSums::Mean(_, change) => PairSums::Mean(*change),
            ComparedSums::Ratio(_, cross) => PairSums::Ratio(cross),
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

    /// Adds the sums of other trials.
    pub fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl RatioSums {
    /// Adds the values of one trial.
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
                (ComparedSums::Mean(_, own), ComparedSums::Mean(_, other)) => own.merge(other),
                (ComparedSums::Ratio(_, own), ComparedSums::Ratio(_, other)) => {
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
