//! An estimate: a number with its interval or error bound.

use super::interval::{
    CONFIDENCE, batch_interval, clopper_pearson_interval, mean_interval, median_interval, median_reach,
    ratio_difference_interval, ratio_interval, wilson_interval,
};
use super::sequence::{self, Aim, mean_half_width, share_sequence};

/// With fewer than this many trials counted, or not counted, the exact interval is used.
const FEW: u64 = 10;

/// Shares that sum to 1 are off by no more than this when doubles are added up.
const ROUNDED: f64 = 1e-9;

/// A figure with its interval or error bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The figure itself: a fraction of 1 for a probability.
    pub value: f64,
    /// How it was computed, with its interval or bound.
    pub method: Method,
}

/// How a figure was computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// Calculated to double precision from exact weights.
    Exact {
        /// The largest error by truncation and rounding.
        bound: f64,
    },
    /// A share of simulated trials, with the Wilson score interval.
    Wilson {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of trials.
        trials: u64,
    },
    /// A share of simulated trials with few on one side, with the exact interval of Clopper and Pearson.
    ClopperPearson {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of trials.
        trials: u64,
    },
    /// A share of simulated trials, with an interval that is valid whenever the run stops.
    Sequence {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of trials.
        trials: u64,
        /// What the interval is tuned for.
        aim: Aim,
    },
    /// A mean, a difference or a ratio over simulated trials, with an interval that is valid, in the limit of many
    /// trials, whenever the run stops.
    AsymptoticSequence {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of trials.
        trials: u64,
    },
    /// A mean over simulated trials, with the normal interval of its standard error.
    Mean {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of trials.
        trials: u64,
    },
    /// A difference of two variants over the trials they share, with the normal interval of its
    /// standard error.
    Paired {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of pairs of trials.
        trials: u64,
    },
    /// A ratio of two sums over simulated trials, such as hits over rounds, with the interval of the
    /// delta method.
    Ratio {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of trials.
        trials: u64,
    },
    /// A quantile of simulated trials, with the interval between the order statistics
    /// that a binomial count gives.
    Quantile {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of trials.
        trials: u64,
    },
    /// A quantile of simulated trials, with such an interval that is valid whenever the run stops.
    QuantileSequence {
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of trials.
        trials: u64,
    },
}

impl Estimate {
    /// An exact figure, with an error of at most `bound`.
    pub fn exact(value: f64, bound: f64) -> Self {
        Self { value, method: Method::Exact { bound } }
    }

    /// The share `count` / `trials` with its interval at [`CONFIDENCE`]: Wilson's, and where fewer than ten trials are
    /// counted or fewer than ten are not, the exact one of Clopper and Pearson.
    pub fn share(count: u64, trials: u64) -> Self {
        let value = count as f64 / trials as f64;
        if count.min(trials.saturating_sub(count)) < FEW {
            let (low, high) = clopper_pearson_interval(count, trials);
            return Self { value, method: Method::ClopperPearson { low, high, trials } };
        }
        let (low, high) = wilson_interval(count, trials);
        Self { value, method: Method::Wilson { low, high, trials } }
    }

    /// The share `count` / `trials` with its interval at [`CONFIDENCE`] that is valid whenever the run stops.
    pub fn share_sequence(count: u64, trials: u64, aim: Aim) -> Self {
        let (low, high) = share_sequence(count, trials, aim);
        Self { value: count as f64 / trials as f64, method: Method::Sequence { low, high, trials, aim } }
    }

    /// The mean of integers given by their sum and sum of squares, with its interval at [`CONFIDENCE`].
    pub fn mean(sum: i128, squares: u128, trials: u64) -> Self {
        let (value, low, high) = mean_interval(sum, squares, trials);
        Self { value, method: Method::Mean { low, high, trials } }
    }

    /// As [`mean`](Self::mean), divided by `by`: the share of each of several.
    pub fn mean_share(sum: i128, squares: u128, trials: u64, by: f64) -> Self {
        let (value, low, high) = mean_interval(sum, squares, trials);
        Self { value: value / by, method: Method::Mean { low: low / by, high: high / by, trials } }
    }

    /// The mean difference over shared trials, given by the differences' sum and sum of squares.
    pub fn paired(sum: i128, squares: u128, trials: u64) -> Self {
        let (value, low, high) = mean_interval(sum, squares, trials);
        Self { value, method: Method::Paired { low, high, trials } }
    }

    /// As [`paired`](Self::paired), divided by `by`: the change of the share of each of several.
    pub fn paired_share(sum: i128, squares: u128, trials: u64, by: f64) -> Self {
        let (value, low, high) = mean_interval(sum, squares, trials);
        Self { value: value / by, method: Method::Paired { low: low / by, high: high / by, trials } }
    }

    /// The difference of two ratios of sums over shared trials, such as hits over rounds in two variants: count and base of the one,
    /// count and base of the other, given by their sums and the sums of all products. The interval is that of the delta method.
    pub fn paired_ratio(sums: &[i128; 4], products: &[[i128; 4]; 4], trials: u64) -> Self {
        let (value, low, high) = ratio_difference_interval(sums, products, trials);
        Self { value, method: Method::Paired { low, high, trials } }
    }

    /// The mean of what equal batches of trials gave, with the interval of Student's t; one without a width where all gave the same.
    /// There are at least two.
    pub fn batches(values: &[f64], trials: u64) -> Self {
        let (value, half) = batch_interval(values);
        Self { value, method: Method::Mean { low: value - half, high: value + half, trials } }
    }

    /// An exact chance that is 1 only if `rest` is 0, the chance of everything else: rounding makes no chance certain, and keeps none
    /// from being so.
    pub fn exact_share(value: f64, rest: f64, bound: f64) -> Self {
        let certain = rest == 0.0 && value > 1.0 - ROUNDED;
        Self::exact(if certain { 1.0 } else { value.min(1.0_f64.next_down()) }, bound)
    }

    /// The ratio of a count to another over trials, the two given by their sums and sums of squares, and by the sum
    /// of their products; 0 where there is nothing to divide by.
    pub fn ratio(counts: (u64, u64), products: u64, per: (u64, u64), trials: u64) -> Self {
        let (value, low, high) = ratio_interval(counts, products, per, trials);
        Self { value, method: Method::Ratio { low, high, trials } }
    }

    /// The median of whole numbers given by how often each came up, from 0.
    pub fn median(counts: &[u64]) -> Self {
        let (value, low, high) = median_interval(counts, median_reach);
        Self { value, method: Method::Quantile { low, high, trials: counts.iter().sum() } }
    }

    /// As [`median`](Self::median), with an interval that is valid whenever the run stops.
    pub fn median_sequence(counts: &[u64]) -> Self {
        let (value, low, high) = median_interval(counts, sequence::median_reach);
        Self { value, method: Method::QuantileSequence { low, high, trials: counts.iter().sum() } }
    }

    /// The same figure with an interval that is valid whenever the run stops, tuned to an aim. A median stays as it
    /// is: its interval is made from the counts, by [`median_sequence`](Self::median_sequence).
    pub fn sequential(self, aim: Aim) -> Self {
        match self.method {
            Method::Wilson { trials, .. } | Method::ClopperPearson { trials, .. } => {
                Self::share_sequence(count(self.value, trials), trials, aim)
            }
            Method::Mean { low, trials, .. }
            | Method::Paired { low, trials, .. }
            | Method::Ratio { low, trials, .. } => {
                // A ratio's lower end may have been cut at 0.
                let error = self.standard_error().unwrap_or(f64::INFINITY);
                let half = mean_half_width(self.value, error, trials, aim);
                let low = if half.is_finite() { (self.value - half).max(low.min(0.0)) } else { low };
                let method = Method::AsymptoticSequence { low, high: self.value + half, trials };
                Self { value: self.value, method }
            }
            _ => self,
        }
    }

    /// Another share of the same trials, by the same method, such as a sum of disjoint shares; none if this is not a share of
    /// counted trials.
    pub fn share_of_same(&self, value: f64) -> Option<Self> {
        match self.method {
            Method::Wilson { trials, .. } | Method::ClopperPearson { trials, .. } => {
                Some(Self::share(count(value, trials), trials))
            }
            Method::Sequence { trials, aim, .. } => Some(Self::share_sequence(count(value, trials), trials, aim)),
            _ => None,
        }
    }

    /// The distance of the interval's further end from the figure; 0 for an exact figure.
    pub fn reach(&self) -> f64 {
        self.interval().map_or(0.0, |(low, high)| (self.value - low).max(high - self.value))
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
            | Method::ClopperPearson { low, high, .. }
            | Method::Sequence { low, high, .. }
            | Method::AsymptoticSequence { low, high, .. }
            | Method::QuantileSequence { low, high, .. }
            | Method::Quantile { low, high, .. } => Some((low, high)),
        }
    }

    /// The limits of the true figure: the interval, or the figure ± the bound of an exact one.
    pub fn ends(&self) -> (f64, f64) {
        let bound = self.bound().unwrap_or(0.0);
        self.interval().unwrap_or((self.value - bound, self.value + bound))
    }

    /// The interval's confidence level; none for an exact figure.
    pub fn level(&self) -> Option<f64> {
        self.interval().map(|_| CONFIDENCE)
    }

    /// The number of trials; none for an exact figure.
    pub fn trials(&self) -> Option<u64> {
        match self.method {
            Method::Exact { .. } => None,
            Method::Wilson { trials, .. }
            | Method::Mean { trials, .. }
            | Method::Paired { trials, .. }
            | Method::Ratio { trials, .. }
            | Method::ClopperPearson { trials, .. }
            | Method::Sequence { trials, .. }
            | Method::AsymptoticSequence { trials, .. }
            | Method::QuantileSequence { trials, .. }
            | Method::Quantile { trials, .. } => Some(trials),
        }
    }

    /// The largest error of an exact figure; none for a simulated one.
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
            Method::ClopperPearson { .. } => "clopper-pearson",
            Method::Sequence { .. } => "sequence",
            Method::AsymptoticSequence { .. } => "asymptotic-sequence",
            Method::QuantileSequence { .. } => "quantile-sequence",
        }
    }

    /// True for a share of counted trials.
    pub fn is_share(&self) -> bool {
        matches!(self.method, Method::Wilson { .. } | Method::ClopperPearson { .. } | Method::Sequence { .. })
    }

    /// True for a ratio, whose interval has a lower end even where the upper is not known.
    pub fn is_ratio(&self) -> bool {
        match self.method {
            Method::Ratio { .. } => true,
            Method::AsymptoticSequence { low, high, .. } => low.is_finite() && high.is_infinite(),
            _ => false,
        }
    }

    /// True for a whole number picked from those that came up.
    pub fn is_quantile(&self) -> bool {
        matches!(self.method, Method::Quantile { .. } | Method::QuantileSequence { .. })
    }
}

/// The trials counted in a share.
fn count(share: f64, trials: u64) -> u64 {
    if trials == 0 { 0 } else { ((share * trials as f64).round() as u64).min(trials) }
}
