//! An estimate: a number with its interval or error bound.

use super::interval::{
    CONFIDENCE, Z, batch_interval, clopper_pearson_interval, mean_interval, median_interval, median_reach,
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
    /// Found by simulated trials.
    Sampled {
        /// The way its interval was found.
        by: Sampling,
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// The number of trials, or of pairs of trials.
        trials: u64,
    },
}

/// A figure of simulated trials, by its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sampling {
    /// A share, with the Wilson score interval.
    Wilson,
    /// A share with few on one side, with the exact interval of Clopper and Pearson.
    ClopperPearson,
    /// A share, with an interval that is valid whenever the run stops, tuned for an aim.
    Sequence(Aim),
    /// A mean, a difference or a ratio, with an interval that is valid, in the limit of many trials, whenever the run stops.
    AsymptoticSequence,
    /// A mean, with the normal interval of its standard error.
    Mean,
    /// A difference of two variants over the trials they share, with the normal interval of its standard error.
    Paired,
    /// A ratio of two sums, such as hits over rounds, with the interval of the delta method.
    Ratio,
    /// A quantile, with the interval between the order statistics that a binomial count gives.
    Quantile,
    /// A quantile, with such an interval that is valid whenever the run stops.
    QuantileSequence,
}

impl Estimate {
    /// An exact figure, with an error of at most `bound`.
    pub fn exact(value: f64, bound: f64) -> Self {
        Self { value, method: Method::Exact { bound } }
    }

    /// A figure of simulated trials, with the ends of its interval.
    pub fn sampled(by: Sampling, (value, low, high): (f64, f64, f64), trials: u64) -> Self {
        Self { value, method: Method::Sampled { by, low, high, trials } }
    }

    /// The share `count` / `trials` with its interval at [`CONFIDENCE`]: Wilson's, and where fewer than ten trials are
    /// counted or fewer than ten are not, the exact one of Clopper and Pearson.
    pub fn share(count: u64, trials: u64) -> Self {
        let (by, (low, high)) = if count.min(trials.saturating_sub(count)) < FEW {
            (Sampling::ClopperPearson, clopper_pearson_interval(count, trials))
        } else {
            (Sampling::Wilson, wilson_interval(count, trials))
        };
        Self::sampled(by, (count as f64 / trials as f64, low, high), trials)
    }

    /// The share `count` / `trials` with its interval at [`CONFIDENCE`] that is valid whenever the run stops.
    pub fn share_sequence(count: u64, trials: u64, aim: Aim) -> Self {
        let (low, high) = share_sequence(count, trials, aim);
        Self::sampled(Sampling::Sequence(aim), (count as f64 / trials as f64, low, high), trials)
    }

    /// The mean of integers given by their sum and sum of squares, with its interval at [`CONFIDENCE`].
    pub fn mean(sum: i128, squares: u128, trials: u64) -> Self {
        Self::mean_share(sum, squares, trials, 1.0)
    }

    /// As [`mean`](Self::mean), divided by `by`: the share of each of several.
    pub fn mean_share(sum: i128, squares: u128, trials: u64, by: f64) -> Self {
        Self::divided(Sampling::Mean, mean_interval(sum, squares, trials), trials, by)
    }

    /// The mean difference over shared trials, given by the differences' sum and sum of squares.
    pub fn paired(sum: i128, squares: u128, trials: u64) -> Self {
        Self::paired_share(sum, squares, trials, 1.0)
    }

    /// As [`paired`](Self::paired), divided by `by`: the change of the share of each of several.
    pub fn paired_share(sum: i128, squares: u128, trials: u64, by: f64) -> Self {
        Self::divided(Sampling::Paired, mean_interval(sum, squares, trials), trials, by)
    }

    fn divided(way: Sampling, (value, low, high): (f64, f64, f64), trials: u64, by: f64) -> Self {
        Self::sampled(way, (value / by, low / by, high / by), trials)
    }

    /// The difference of two ratios of sums over shared trials, such as hits over rounds in two variants: count and base of the one,
    /// count and base of the other, given by their sums and the sums of all products. The interval is that of the delta method.
    pub fn paired_ratio(sums: &[i128; 4], products: &[[i128; 4]; 4], trials: u64) -> Self {
        Self::sampled(Sampling::Paired, ratio_difference_interval(sums, products, trials), trials)
    }

    /// The mean of what equal batches of trials gave, with the interval of Student's t; one without a width where all gave the same.
    /// There are at least two.
    pub fn batches(values: &[f64], trials: u64) -> Self {
        let (value, half) = batch_interval(values);
        Self::mean_within(value, half, trials)
    }

    /// A mean over trials that is off by no more than this.
    pub fn mean_within(value: f64, half: f64, trials: u64) -> Self {
        Self::sampled(Sampling::Mean, (value, value - half, value + half), trials)
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
        Self::sampled(Sampling::Ratio, ratio_interval(counts, products, per, trials), trials)
    }

    /// The median of whole numbers given by how often each came up, from 0.
    pub fn median(counts: &[u64]) -> Self {
        Self::sampled(Sampling::Quantile, median_interval(counts, median_reach), counts.iter().sum())
    }

    /// As [`median`](Self::median), with an interval that is valid whenever the run stops.
    pub fn median_sequence(counts: &[u64]) -> Self {
        let interval = median_interval(counts, sequence::median_reach);
        Self::sampled(Sampling::QuantileSequence, interval, counts.iter().sum())
    }

    /// The same figure with an interval that is valid whenever the run stops, tuned to an aim. A median stays as it
    /// is: its interval is made from the counts, by [`median_sequence`](Self::median_sequence).
    pub fn sequential(self, aim: Aim) -> Self {
        let Method::Sampled { by, low, trials, .. } = self.method else { return self };
        match by {
            Sampling::Wilson | Sampling::ClopperPearson => Self::share_sequence(count(self.value, trials), trials, aim),
            Sampling::Mean | Sampling::Paired | Sampling::Ratio => {
                // A ratio's lower end may have been cut at 0.
                let error = self.standard_error().unwrap_or(f64::INFINITY);
                let half = mean_half_width(self.value, error, trials, aim);
                let low = if half.is_finite() { (self.value - half).max(low.min(0.0)) } else { low };
                Self::sampled(Sampling::AsymptoticSequence, (self.value, low, self.value + half), trials)
            }
            _ => self,
        }
    }

    /// Another share of the same trials, by the same method, such as a sum of disjoint shares; none if this is not a share of
    /// counted trials.
    pub fn share_of_same(&self, value: f64) -> Option<Self> {
        let Method::Sampled { by, trials, .. } = self.method else { return None };
        match by {
            Sampling::Wilson | Sampling::ClopperPearson => Some(Self::share(count(value, trials), trials)),
            Sampling::Sequence(aim) => Some(Self::share_sequence(count(value, trials), trials, aim)),
            _ => None,
        }
    }

    /// The distance of the interval's further end from the figure; 0 for an exact figure.
    pub fn reach(&self) -> f64 {
        self.interval().map_or(0.0, |(low, high)| (self.value - low).max(high - self.value))
    }

    /// True where the figure carries no sampling error.
    pub fn is_exact(&self) -> bool {
        self.sampling().is_none()
    }

    /// The way its interval was found; `None` for an exact figure.
    pub fn sampling(&self) -> Option<Sampling> {
        if let Method::Sampled { by, .. } = self.method { Some(by) } else { None }
    }

    /// The interval's ends; none for an exact figure.
    pub fn interval(&self) -> Option<(f64, f64)> {
        (!self.is_exact()).then(|| self.ends())
    }

    /// The limits of the true figure: the interval, or the figure ± the bound of an exact one.
    pub fn ends(&self) -> (f64, f64) {
        match self.method {
            Method::Exact { bound } => (self.value - bound, self.value + bound),
            Method::Sampled { low, high, .. } => (low, high),
        }
    }

    /// The interval's confidence level; none for an exact figure.
    pub fn level(&self) -> Option<f64> {
        self.interval().map(|_| CONFIDENCE)
    }

    /// The number of trials; none for an exact figure.
    pub fn trials(&self) -> Option<u64> {
        if let Method::Sampled { trials, .. } = self.method { Some(trials) } else { None }
    }

    /// The largest error of an exact figure; none for a simulated one.
    pub fn bound(&self) -> Option<f64> {
        if let Method::Exact { bound } = self.method { Some(bound) } else { None }
    }

    /// The method's name in dataframes.
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

    /// The standard error of a mean, a difference or a ratio, from its interval; none for other figures.
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

    /// True for a share of counted trials.
    pub fn is_share(&self) -> bool {
        matches!(self.sampling(), Some(Sampling::Wilson | Sampling::ClopperPearson | Sampling::Sequence(_)))
    }

    /// True for a ratio, whose interval has a lower end even where the upper is not known.
    pub fn is_ratio(&self) -> bool {
        match self.method {
            Method::Sampled { by: Sampling::AsymptoticSequence, low, high, .. } => {
                low.is_finite() && high.is_infinite()
            }
            _ => self.sampling() == Some(Sampling::Ratio),
        }
    }

    /// True for a whole number picked from those that came up.
    pub fn is_quantile(&self) -> bool {
        matches!(self.sampling(), Some(Sampling::Quantile | Sampling::QuantileSequence))
    }
}

/// The trials counted in a share.
fn count(share: f64, trials: u64) -> u64 {
    if trials == 0 { 0 } else { ((share * trials as f64).round() as u64).min(trials) }
}
