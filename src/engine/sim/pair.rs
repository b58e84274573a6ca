//! Two variants compared trial by trial.

use super::Tally;
use serde::{Deserialize, Serialize};

/// Which of a trial's values are compared, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compare {
    /// The mean of this value.
    Mean(usize),
    /// The sum of one value over the sum of another, such as hits over rounds.
    Ratio(usize, usize),
}

/// How far the values of two variants lie apart over the trials they share. Since the rolls of both are coupled, their difference
/// varies much less than either value.
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
    /// The sum of the values.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: u128,
}

/// The sums of four values of a trial and of their products: count and base of the variant, count and base of the baseline.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cross {
    /// The sums.
    pub sums: [i128; 4],
    /// The sums of the products of each with each.
    pub products: [[i128; 4]; 4],
}

/// What two variants come to in one of the values compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paired<'p> {
    /// Of a mean.
    Mean(ValueSums),
    /// Of a ratio.
    Ratio(&'p Cross),
}

impl PairTally {
    /// No trials yet.
    pub fn new(compared: &[Compare]) -> Self {
        let none = |compare: &Compare| match *compare {
            Compare::Mean(value) => Moments::Mean(value, ValueSums::default()),
            Compare::Ratio(value, base) => Moments::Ratio([value, base], Box::default()),
        };
        Self { trials: 0, compared: compared.iter().map(none).collect() }
    }

    /// Counts trials by their values in both, `width` values a trial.
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

    /// The pairs of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// What the value compared at this place came to.
    pub fn of(&self, place: usize) -> Paired<'_> {
        match &self.compared[place] {
            Moments::Mean(_, change) => Paired::Mean(*change),
            Moments::Ratio(_, cross) => Paired::Ratio(cross),
        }
    }
}

impl ValueSums {
    /// Adds a value that has come up `times` times.
    #[inline]
    pub fn add(&mut self, value: i64, times: u64) {
        self.sum += i128::from(value) * i128::from(times);
        self.squares += u128::from(value.unsigned_abs()).pow(2) * u128::from(times);
    }

    /// Adds the values of another.
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
