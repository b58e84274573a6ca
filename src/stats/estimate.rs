//! A figure with how far to trust it.

use super::interval::{CONFIDENCE, mean_interval, median_interval, ratio_interval, wilson_interval};

/// A figure and how far to trust it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The figure itself: a fraction of 1 for a probability.
    pub value: f64,
    /// How it was had, with what belongs to that way.
    pub method: Method,
}

/// How a figure was had.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// Calculated to double precision from exact weights.
    Exact {
        /// What was cut off or rounded is at most this.
        bound: f64,
    },
    /// A share of simulated trials, with the Wilson score interval.
    Wilson {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// Trials it rests on.
        trials: u64,
    },
    /// A mean over simulated trials, with the normal interval of its standard error.
    Mean {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// Trials it rests on.
        trials: u64,
    },
    /// A difference of two variants over the trials they share, with the normal interval of its
    /// standard error.
    Paired {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// Pairs of trials it rests on.
        trials: u64,
    },
    /// A ratio of two sums over simulated trials, such as hits over rounds, with the interval of the
    /// delta method.
    Ratio {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// Trials it rests on.
        trials: u64,
    },
    /// A quantile of simulated trials, with the interval between the order statistics
    /// that a binomial count gives.
    Quantile {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// Trials it rests on.
        trials: u64,
    },
}

impl Estimate {
    /// An exact figure, off by at most `bound`.
    pub fn exact(value: f64, bound: f64) -> Self {
        Self { value, method: Method::Exact { bound } }
    }

    /// The share `count` / `trials` with its Wilson interval at [`CONFIDENCE`].
    pub fn share(count: u64, trials: u64) -> Self {
        let (low, high) = wilson_interval(count, trials);
        Self { value: count as f64 / trials as f64, method: Method::Wilson { low, high, trials } }
    }

    /// The mean of integers given by their sum and sum of squares, with its interval at [`CONFIDENCE`].
    pub fn mean(sum: i128, squares: u128, trials: u64) -> Self {
        let (value, low, high) = mean_interval(sum, squares, trials);
        Self { value, method: Method::Mean { low, high, trials } }
    }

    /// As [`mean`](Self::mean), divided by `by`: the share of each of so many.
    pub fn mean_share(sum: i128, squares: u128, trials: u64, by: f64) -> Self {
        let (value, low, high) = mean_interval(sum, squares, trials);
        Self { value: value / by, method: Method::Mean { low: low / by, high: high / by, trials } }
    }

    /// The mean difference over shared trials, given by the differences' sum and sum of squares.
    pub fn paired(sum: i128, squares: u128, trials: u64) -> Self {
        let (value, low, high) = mean_interval(sum, squares, trials);
        Self { value, method: Method::Paired { low, high, trials } }
    }

    /// The ratio of a count to another over trials, the two given by their sums and sums of squares, and by the sum
    /// of their products; 0 where there is nothing to divide by.
    pub fn ratio(counts: (u64, u64), products: u64, per: (u64, u64), trials: u64) -> Self {
        let (value, low, high) = ratio_interval(counts, products, per, trials);
        Self { value, method: Method::Ratio { low, high, trials } }
    }

    /// The median of whole numbers given by how often each came up, from 0.
    pub fn median(counts: &[u64]) -> Self {
        let (value, low, high) = median_interval(counts);
        Self { value, method: Method::Quantile { low, high, trials: counts.iter().sum() } }
    }

    /// True where the figure carries no sampling error.
    pub fn is_exact(&self) -> bool {
        matches!(self.method, Method::Exact { .. })
    }

    /// The interval's ends; none for an exact figure.
    pub fn interval(&self) -> Option<(f64, f64)> {
        match self.method {
            Method::Exact { .. } => None,
            Method::Wilson { low, high, .. }
            | Method::Mean { low, high, .. }
            | Method::Paired { low, high, .. }
            | Method::Ratio { low, high, .. }
            | Method::Quantile { low, high, .. } => Some((low, high)),
        }
    }

    /// What the true figure lies between: the interval, or as far as the bound of an exact figure allows.
    pub fn ends(&self) -> (f64, f64) {
        let bound = self.bound().unwrap_or(0.0);
        self.interval().unwrap_or((self.value - bound, self.value + bound))
    }

    /// The interval's confidence level; none for an exact figure.
    pub fn level(&self) -> Option<f64> {
        self.interval().map(|_| CONFIDENCE)
    }

    /// The trials it rests on; none for an exact figure.
    pub fn trials(&self) -> Option<u64> {
        match self.method {
            Method::Exact { .. } => None,
            Method::Wilson { trials, .. }
            | Method::Mean { trials, .. }
            | Method::Paired { trials, .. }
            | Method::Ratio { trials, .. }
            | Method::Quantile { trials, .. } => Some(trials),
        }
    }

    /// What was cut off and rounded in an exact figure; none for a simulated one.
    pub fn bound(&self) -> Option<f64> {
        match self.method {
            Method::Exact { bound } => Some(bound),
            _ => None,
        }
    }

    /// The method's name in dataframes.
    pub fn method_name(&self) -> &'static str {
        match self.method {
            Method::Exact { .. } => "exact",
            Method::Wilson { .. } => "wilson",
            Method::Mean { .. } => "mean",
            Method::Paired { .. } => "paired",
            Method::Ratio { .. } => "ratio",
            Method::Quantile { .. } => "quantile",
        }
    }
}
