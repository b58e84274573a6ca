//! An estimate: a number with its interval or error bound.

use super::interval::{
    CONFIDENCE, Z, batch_interval, clopper_pearson_interval, mean_interval, median_interval, median_rank_distance,
    ratio_difference_interval, ratio_interval, wilson_interval,
};
use super::sequence::{self, TargetWidth, mean_half_width, share_sequence};

/// If fewer trials than this are counted, or fewer than this are not, a share has the exact interval.
const MIN_FOR_WILSON: u64 = 10;

/// Largest rounding error in a sum of shares that should be 1.
const SUM_ROUNDING: f64 = 1e-9;

/// A figure with its interval or error bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The figure itself: a fraction of 1 for a probability.
    pub value: f64,
    /// The way in which it was computed, with its interval or error bound.
    pub method: Method,
}

/// The method by which a figure was computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// Calculated in double precision from exact weights.
    Exact {
        /// The largest error from truncation and rounding.
        bound: f64,
    },
    /// Estimated from simulated trials.
    Sampled {
        /// The kind of interval.
        by: Sampling,
        /// The lower end of the interval.
        low: f64,
        /// The upper end of the interval.
        high: f64,
        /// The number of trials, or of pairs of trials.
        trials: u64,
    },
}

/// The kind of interval of a simulated figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sampling {
    /// The Wilson score interval of a share.
    Wilson,
    /// The exact interval of Clopper and Pearson, for a share with few trials on one side.
    ClopperPearson,
    /// An interval of a share that is valid whenever the run stops, tuned for a target.
    Sequence(TargetWidth),
    /// An interval of a mean, a difference or a ratio that is valid whenever the run stops, in the limit of many
    /// trials.
    AsymptoticSequence,
    /// The normal interval of a mean, from its standard error.
    Mean,
    /// The normal interval of the difference of two variants over the trials they share, from its standard error.
    Paired,
    /// The delta-method interval of a ratio of two sums, such as hits over rounds.
    Ratio,
    /// An interval of a quantile between order statistics, from a binomial count.
    Quantile,
    /// Like [`Quantile`](Self::Quantile), but valid whenever the run stops.
    QuantileSequence,
}

impl Estimate {
    /// An exact figure with an error of at most `bound`.
    pub fn exact(value: f64, bound: f64) -> Self {
        Self { value, method: Method::Exact { bound } }
    }

    /// A simulated figure with the interval `low` to `high`.
    pub fn sampled(by: Sampling, (value, low, high): (f64, f64, f64), trials: u64) -> Self {
        Self { value, method: Method::Sampled { by, low, high, trials } }
    }

    /// The share `count` / `trials` with its interval at [`CONFIDENCE`]. The interval is that of Wilson; if fewer than
    /// ten trials are counted or fewer than ten are not, it is the exact one of Clopper and Pearson.
    pub fn share(count: u64, trials: u64) -> Self {
        let (by, (low, high)) = if count.min(trials.saturating_sub(count)) < MIN_FOR_WILSON {
            (Sampling::ClopperPearson, clopper_pearson_interval(count, trials))
        } else {
            (Sampling::Wilson, wilson_interval(count, trials))
        };
        Self::sampled(by, (count as f64 / trials as f64, low, high), trials)
    }

    /// The share `count` / `trials` with an interval at [`CONFIDENCE`] that is valid whenever the run stops.
    pub fn share_sequence(count: u64, trials: u64, target: TargetWidth) -> Self {
        let (low, high) = share_sequence(count, trials, target);
        Self::sampled(Sampling::Sequence(target), (count as f64 / trials as f64, low, high), trials)
    }

    /// The mean of integers with its interval at [`CONFIDENCE`]. `sum` is the sum of the integers, and `squares` that
    /// of their squares.
    pub fn mean(sum: i128, squares: u128, trials: u64) -> Self {
        Self::mean_divided(sum, squares, trials, 1.0)
    }

    /// Like [`mean`](Self::mean), with the result divided by `by`.
    pub fn mean_divided(sum: i128, squares: u128, trials: u64, by: f64) -> Self {
        Self::sampled_divided(Sampling::Mean, mean_interval(sum, squares, trials), trials, by)
    }

    /// The mean of the differences between two variants over the trials they share, with its interval at
    /// [`CONFIDENCE`]. `sum` is the sum of the differences, and `squares` that of their squares.
    pub fn paired(sum: i128, squares: u128, trials: u64) -> Self {
        Self::paired_divided(sum, squares, trials, 1.0)
    }

    /// Like [`paired`](Self::paired), with the result divided by `by`.
    pub fn paired_divided(sum: i128, squares: u128, trials: u64, by: f64) -> Self {
        Self::sampled_divided(Sampling::Paired, mean_interval(sum, squares, trials), trials, by)
    }

    /// A simulated figure with its interval, both divided by `by`.
    fn sampled_divided(way: Sampling, (value, low, high): (f64, f64, f64), trials: u64, by: f64) -> Self {
        Self::sampled(way, (value / by, low / by, high / by), trials)
    }

    /// The difference between two ratios of sums over shared trials, such as hits over rounds in two variants, with its
    /// delta-method interval. `sums` holds the count and the base of one variant, then those of the other; `products`
    /// holds the sums of the products of any two of them.
    pub fn paired_ratio(sums: &[i128; 4], products: &[[i128; 4]; 4], trials: u64) -> Self {
        Self::sampled(Sampling::Paired, ratio_difference_interval(sums, products, trials), trials)
    }

    /// The mean of `values`, one for each of several equal batches of trials, with the interval of Student's t. Its
    /// width is 0 if all values are equal. There must be at least two batches.
    pub fn mean_of_batches(values: &[f64], trials: u64) -> Self {
        let (value, half) = batch_interval(values);
        Self::mean_within(value, half, trials)
    }

    /// A mean over trials with the interval `value` ± `half`.
    pub fn mean_within(value: f64, half: f64, trials: u64) -> Self {
        Self::sampled(Sampling::Mean, (value, value - half, value + half), trials)
    }

    /// An exact chance that is 1 only if `rest`, the chance of everything else, is 0. So rounding neither makes an
    /// uncertain chance 1 nor keeps a certain one below 1.
    pub fn exact_share(value: f64, rest: f64, bound: f64) -> Self {
        let certain = rest == 0.0 && value > 1.0 - SUM_ROUNDING;
        Self::exact(if certain { 1.0 } else { value.min(1.0_f64.next_down()) }, bound)
    }

    /// The ratio of two counts over trials; 0 if the divisor is 0. `counts` holds the sum and the sum of squares of the
    /// dividend, `per` those of the divisor, and `products` the sum of their products.
    pub fn ratio(counts: (u64, u64), products: u64, per: (u64, u64), trials: u64) -> Self {
        Self::sampled(Sampling::Ratio, ratio_interval(counts, products, per, trials), trials)
    }

    /// The median of whole numbers. `counts[k]` is the number of times that the number k occurred.
    pub fn median(counts: &[u64]) -> Self {
        Self::sampled(Sampling::Quantile, median_interval(counts, median_rank_distance), counts.iter().sum())
    }

    /// Like [`median`](Self::median), with an interval that is valid whenever the run stops.
    pub fn median_sequence(counts: &[u64]) -> Self {
        let interval = median_interval(counts, sequence::median_rank_distance);
        Self::sampled(Sampling::QuantileSequence, interval, counts.iter().sum())
    }

    /// This figure with an interval that is valid whenever the run stops, tuned for `target`. A median is returned
    /// unchanged, since its interval is made from the counts; see [`median_sequence`](Self::median_sequence).
    pub fn with_sequence_interval(self, target: TargetWidth) -> Self {
        let Method::Sampled { by, low, trials, .. } = self.method else { return self };
        match by {
            Sampling::Wilson | Sampling::ClopperPearson => {
                Self::share_sequence(count(self.value, trials), trials, target)
            }
            Sampling::Mean | Sampling::Paired | Sampling::Ratio => {
                // A ratio's lower end may have been cut off at 0.
                let error = self.standard_error().unwrap_or(f64::INFINITY);
                let half = mean_half_width(self.value, error, trials, target);
                let low = if half.is_finite() { (self.value - half).max(low.min(0.0)) } else { low };
                Self::sampled(Sampling::AsymptoticSequence, (self.value, low, self.value + half), trials)
            }
            _ => self,
        }
    }

    /// The share `value` of the same trials, with an interval of the same kind; `None` if this is not a share of
    /// counted trials.
    pub fn share_of_same_trials(&self, value: f64) -> Option<Self> {
        let Method::Sampled { by, trials, .. } = self.method else { return None };
        match by {
            Sampling::Wilson | Sampling::ClopperPearson => Some(Self::share(count(value, trials), trials)),
            Sampling::Sequence(target) => Some(Self::share_sequence(count(value, trials), trials, target)),
            _ => None,
        }
    }

    /// The half-width of the interval: the distance from the figure to the farther end. 0 for an exact figure.
    pub fn half_width(&self) -> f64 {
        self.interval().map_or(0.0, |(low, high)| (self.value - low).max(high - self.value))
    }

    /// Whether the figure has no sampling error.
    pub fn is_exact(&self) -> bool {
        self.sampling().is_none()
    }

    /// The kind of interval; `None` for an exact figure.
    pub fn sampling(&self) -> Option<Sampling> {
        if let Method::Sampled { by, .. } = self.method { Some(by) } else { None }
    }

    /// The ends of the interval; `None` for an exact figure.
    pub fn interval(&self) -> Option<(f64, f64)> {
        (!self.is_exact()).then(|| self.ends())
    }

    /// The limits between which the true figure is: the ends of the interval, or an exact figure ± its error bound.
    pub fn ends(&self) -> (f64, f64) {
        match self.method {
            Method::Exact { bound } => (self.value - bound, self.value + bound),
            Method::Sampled { low, high, .. } => (low, high),
        }
    }

    /// The interval's confidence level; `None` for an exact figure.
    pub fn level(&self) -> Option<f64> {
        self.interval().map(|_| CONFIDENCE)
    }

    /// The number of trials; `None` for an exact figure.
    pub fn trials(&self) -> Option<u64> {
        if let Method::Sampled { trials, .. } = self.method { Some(trials) } else { None }
    }

    /// The error bound of an exact figure; `None` for a simulated one.
    pub fn bound(&self) -> Option<f64> {
        if let Method::Exact { bound } = self.method { Some(bound) } else { None }
    }

    /// The method's name in data frames.
    pub fn method_name(&self) -> &'static str {
        let Some(by) = self.sampling() else { return "exact" };
        match by {
            Sampling::Wilson => "wilson",
            Sampling::Mean => "mean",
            Sampling::Paired => "paired",
            Sampling::Ratio => "ratio",
            Sampling::Quantile => "quantile",
            Sampling::ClopperPearson => "clopper-pearson",
            Sampling::Sequence(_) => "sequence",
            Sampling::AsymptoticSequence => "asymptotic-sequence",
            Sampling::QuantileSequence => "quantile-sequence",
        }
    }

    /// The standard error of a mean, a difference or a ratio, computed from its interval; `None` for other figures.
    pub fn standard_error(&self) -> Option<f64> {
        match self.method {
            // A ratio's lower end may have been cut off at 0.
            Method::Sampled { by: Sampling::Mean | Sampling::Paired | Sampling::Ratio, high, trials, .. } => {
                // Equal trials have a standard error of 0, but no interval.
                let equal = high.is_infinite() && trials > 1;
                Some(if equal { 0.0 } else { (high - self.value) / *Z })
            }
            _ => None,
        }
    }

    /// Whether this is a share of counted trials.
    pub fn is_share(&self) -> bool {
        matches!(self.sampling(), Some(Sampling::Wilson | Sampling::ClopperPearson | Sampling::Sequence(_)))
    }

    /// Whether this is a ratio. Its interval has a lower end, even if the upper end is infinite.
    pub fn is_ratio(&self) -> bool {
        match self.method {
            Method::Sampled { by: Sampling::AsymptoticSequence, low, high, .. } => {
                low.is_finite() && high.is_infinite()
            }
            _ => self.sampling() == Some(Sampling::Ratio),
        }
    }

    /// Whether this is a quantile: one of the whole numbers that occurred.
    pub fn is_quantile(&self) -> bool {
        matches!(self.sampling(), Some(Sampling::Quantile | Sampling::QuantileSequence))
    }
}

/// The number of trials that a share counts.
fn count(share: f64, trials: u64) -> u64 {
    if trials == 0 { 0 } else { ((share * trials as f64).round() as u64).min(trials) }
}
