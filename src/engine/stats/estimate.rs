//! An estimate: a number with its interval or error bound.

use super::interval::{
    CONFIDENCE, Z, batch_interval, clopper_pearson_interval, mean_interval, median_interval, median_reach,
    ratio_difference_interval, ratio_interval, wilson_interval,
};
use super::sequence::{self, Aim, mean_half_width, share_sequence};

/// If fewer trials than this are counted, or fewer are not, the exact interval is used.
const FEW: u64 = 10;

/// The largest rounding error in a sum of shares that should be 1.
const ROUNDED: f64 = 1e-9;

/// A figure with its interval or error bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The figure itself: a fraction of 1 for a probability.
    pub value: f64,
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
        by: Sampling,
        low: f64,
        high: f64,
        /// The number of trials, or of pairs of trials.
        trials: u64,
    },
}

/// The type of a simulated figure's interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sampling {
    /// The Wilson score interval of a share.
    Wilson,
    /// The exact interval of Clopper and Pearson, for a share with few trials on one side.
    ClopperPearson,
    /// An interval of a share that is valid whenever the run stops, tuned for an aim.
    Sequence(Aim),
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

    /// A simulated figure, with the ends of its interval.
    pub fn sampled(by: Sampling, (value, low, high): (f64, f64, f64), trials: u64) -> Self {
        Self { value, method: Method::Sampled { by, low, high, trials } }
    }

    /// The share `count` / `trials` with its interval at [`CONFIDENCE`]: Wilson's, or the exact one of Clopper and
    /// Pearson if fewer than ten trials are counted or fewer than ten are not.
    pub fn share(count: u64, trials: u64) -> Self {
        let (by, (low, high)) = if count.min(trials.saturating_sub(count)) < FEW {
            (Sampling::ClopperPearson, clopper_pearson_interval(count, trials))
        } else {
            (Sampling::Wilson, wilson_interval(count, trials))
        };
        Self::sampled(by, (count as f64 / trials as f64, low, high), trials)
    }

    /// The share `count` / `trials` with an interval at [`CONFIDENCE`] that is valid whenever the run stops.
    pub fn share_sequence(count: u64, trials: u64, aim: Aim) -> Self {
        let (low, high) = share_sequence(count, trials, aim);
        Self::sampled(Sampling::Sequence(aim), (count as f64 / trials as f64, low, high), trials)
    }

    /// The mean of integers, given their sum and sum of squares, with its interval at [`CONFIDENCE`].
    pub fn mean(sum: i128, squares: u128, trials: u64) -> Self {
        Self::mean_share(sum, squares, trials, 1.0)
    }

    /// Like [`mean`](Self::mean), divided by `by`.
    pub fn mean_share(sum: i128, squares: u128, trials: u64, by: f64) -> Self {
        Self::divided(Sampling::Mean, mean_interval(sum, squares, trials), trials, by)
    }

    /// The mean difference over shared trials, given the sum and the sum of squares of the differences.
    pub fn paired(sum: i128, squares: u128, trials: u64) -> Self {
        Self::paired_share(sum, squares, trials, 1.0)
    }

    /// Like [`paired`](Self::paired), divided by `by`.
    pub fn paired_share(sum: i128, squares: u128, trials: u64, by: f64) -> Self {
        Self::divided(Sampling::Paired, mean_interval(sum, squares, trials), trials, by)
    }

    fn divided(way: Sampling, (value, low, high): (f64, f64, f64), trials: u64, by: f64) -> Self {
        Self::sampled(way, (value / by, low / by, high / by), trials)
    }

    /// The difference of two ratios of sums over shared trials, such as hits over rounds in two variants, with its
    /// delta-method interval. `sums` holds count and base of one variant, then count and base of the other; `products`
    /// holds the sums of all their products.
    pub fn paired_ratio(sums: &[i128; 4], products: &[[i128; 4]; 4], trials: u64) -> Self {
        Self::sampled(Sampling::Paired, ratio_difference_interval(sums, products, trials), trials)
    }

    /// The mean of the values of equal batches of trials, with the interval of Student's t; its width is 0 if all
    /// values are equal. There must be at least two batches.
    pub fn batches(values: &[f64], trials: u64) -> Self {
        let (value, half) = batch_interval(values);
        Self::mean_within(value, half, trials)
    }

    /// A mean over trials with an error of at most `half`.
    pub fn mean_within(value: f64, half: f64, trials: u64) -> Self {
        Self::sampled(Sampling::Mean, (value, value - half, value + half), trials)
    }

    /// An exact chance that is 1 only if `rest`, the chance of everything else, is 0: rounding neither makes a chance
    /// certain nor keeps it from being certain.
    pub fn exact_share(value: f64, rest: f64, bound: f64) -> Self {
        let certain = rest == 0.0 && value > 1.0 - ROUNDED;
        Self::exact(if certain { 1.0 } else { value.min(1.0_f64.next_down()) }, bound)
    }

    /// The ratio of two counts over trials, given the sums and sums of squares of both and the sum of their products; 0
    /// if the divisor is 0.
    pub fn ratio(counts: (u64, u64), products: u64, per: (u64, u64), trials: u64) -> Self {
        Self::sampled(Sampling::Ratio, ratio_interval(counts, products, per, trials), trials)
    }

    /// The median of whole numbers; `counts[k]` is the number of times that k came up.
    pub fn median(counts: &[u64]) -> Self {
        Self::sampled(Sampling::Quantile, median_interval(counts, median_reach), counts.iter().sum())
    }

    /// Like [`median`](Self::median), with an interval that is valid whenever the run stops.
    pub fn median_sequence(counts: &[u64]) -> Self {
        let interval = median_interval(counts, sequence::median_reach);
        Self::sampled(Sampling::QuantileSequence, interval, counts.iter().sum())
    }

    /// The same figure with an interval that is valid whenever the run stops, tuned to `aim`. A median is returned
    /// unchanged: its interval is made from the counts, by [`median_sequence`](Self::median_sequence).
    pub fn sequential(self, aim: Aim) -> Self {
        let Method::Sampled { by, low, trials, .. } = self.method else { return self };
        match by {
            Sampling::Wilson | Sampling::ClopperPearson => Self::share_sequence(count(self.value, trials), trials, aim),
            Sampling::Mean | Sampling::Paired | Sampling::Ratio => {
                // A ratio's lower end may have been cut off at 0.
                let error = self.standard_error().unwrap_or(f64::INFINITY);
                let half = mean_half_width(self.value, error, trials, aim);
                let low = if half.is_finite() { (self.value - half).max(low.min(0.0)) } else { low };
                Self::sampled(Sampling::AsymptoticSequence, (self.value, low, self.value + half), trials)
            }
            _ => self,
        }
    }

    /// Another share of the same trials, by the same method, such as a sum of disjoint shares; `None` if this is not a
    /// share of counted trials.
    pub fn share_of_same(&self, value: f64) -> Option<Self> {
        let Method::Sampled { by, trials, .. } = self.method else { return None };
        match by {
            Sampling::Wilson | Sampling::ClopperPearson => Some(Self::share(count(value, trials), trials)),
            Sampling::Sequence(aim) => Some(Self::share_sequence(count(value, trials), trials, aim)),
            _ => None,
        }
    }

    /// The distance of the interval's farther end from the figure; 0 for an exact figure.
    pub fn reach(&self) -> f64 {
        self.interval().map_or(0.0, |(low, high)| (self.value - low).max(high - self.value))
    }

    /// Whether the figure has no sampling error.
    pub fn is_exact(&self) -> bool {
        self.sampling().is_none()
    }

    /// The type of the interval; `None` for an exact figure.
    pub fn sampling(&self) -> Option<Sampling> {
        if let Method::Sampled { by, .. } = self.method { Some(by) } else { None }
    }

    /// The ends of the interval; `None` for an exact figure.
    pub fn interval(&self) -> Option<(f64, f64)> {
        (!self.is_exact()).then(|| self.ends())
    }

    /// The limits of the true figure: the interval, or an exact figure ± its bound.
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

    /// The largest error of an exact figure; `None` for a simulated one.
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

    /// The standard error of a mean, a difference or a ratio, from its interval; `None` for other figures.
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

    /// Whether this is a ratio. Its interval has a lower end even if the upper end is unknown.
    pub fn is_ratio(&self) -> bool {
        match self.method {
            Method::Sampled { by: Sampling::AsymptoticSequence, low, high, .. } => {
                low.is_finite() && high.is_infinite()
            }
            _ => self.sampling() == Some(Sampling::Ratio),
        }
    }

    /// Whether this is a quantile: a whole number picked from those that came up.
    pub fn is_quantile(&self) -> bool {
        matches!(self.sampling(), Some(Sampling::Quantile | Sampling::QuantileSequence))
    }
}

/// The number of trials counted in a share.
fn count(share: f64, trials: u64) -> u64 {
    if trials == 0 { 0 } else { ((share * trials as f64).round() as u64).min(trials) }
}
