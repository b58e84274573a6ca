//! Weights: probabilities as integers out of a common total, or as doubles if those do not fit 128 bits.

/// The error for weights that do not fit 128 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooWide;

/// A result computed from weights, unless they do not fit 128 bits.
pub type Fits<T> = Result<T, TooWide>;

/// A number that measures a probability: an integer out of a total, or a double.
pub trait Weight: Copy + PartialOrd + std::fmt::Debug {
    const ZERO: Self;
    const ONE: Self;

    fn plus(self, other: Self) -> Fits<Self>;

    fn times(self, other: Self) -> Fits<Self>;

    /// This weight to the power of `times`.
    fn power(self, times: usize) -> Fits<Self> {
        (0..times).try_fold(Self::ONE, |power, _| power.times(self))
    }

    /// Converts a whole number.
    fn of(number: u128) -> Self;

    /// Converts a multiple of C(`of`, `some`) to the same multiple of C(`of`, `some` + 1).
    fn next_binomial(self, of: usize, some: usize) -> Fits<Self>;

    fn sum(weights: impl Iterator<Item = Self>) -> Fits<Self>;

    /// The running sums, which begin with 0.
    fn running_sums(weights: impl Iterator<Item = Self>) -> Fits<Vec<Self>>;

    /// The weight that a certain value is the largest of `count` evaluations. `sides` holds the weights that a single
    /// evaluation is below, at, or above it.
    fn weight_of_largest(sides: [Self; 3], count: usize) -> Fits<Self>;

    /// Factors that convert the weight of a value to its weight as the last of up to `count` evaluations, which end
    /// with the first stopping value: the first factor is for stopping values, the second for all others. `stops` and
    /// `continues` are the total weights of these two sets of values.
    fn last_value_factors(stops: Self, continues: Self, count: usize) -> Fits<[Self; 2]>;

    /// The difference; 0 if `other` is larger because of rounding.
    fn minus(self, other: Self) -> Self;

    /// The factors by which the totals `one` and `other` have to be multiplied to become equal.
    fn common_total_factors(one: Self, other: Self) -> Fits<(Self, Self)>;

    /// Slides a window of `width` weights over `weights`, and writes the sum of the weights in each position,
    /// multiplied by `factor`, to `sums`. In the first position only the end of the window is on the first weight; in
    /// the last, only its start is on the last weight.
    fn window_sums(weights: &[Self], width: usize, factor: Self, sums: &mut Vec<Self>) -> Fits<()>;

    /// The number by which the weights and their total have to be divided to be in lowest terms.
    fn common_divisor(weights: impl Iterator<Item = Self>, total: Self) -> Self;

    /// The quotient, which must be exact.
    fn divided_by(self, divisor: Self) -> Self;
}

impl Weight for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn plus(self, other: Self) -> Fits<Self> {
        self.checked_add(other).ok_or(TooWide)
    }

    fn times(self, other: Self) -> Fits<Self> {
        self.checked_mul(other).ok_or(TooWide)
    }

    fn of(number: u128) -> Self {
        number
    }

    fn next_binomial(self, of: usize, some: usize) -> Fits<Self> {
        Ok(self.times((of - some) as Self)? / (some as Self + 1))
    }

    fn sum(mut weights: impl Iterator<Item = Self>) -> Fits<Self> {
        weights.try_fold(0, Self::plus)
    }

    fn running_sums(weights: impl Iterator<Item = Self>) -> Fits<Vec<Self>> {
        let mut sums: Vec<Self> = vec![0];
        for weight in weights {
            sums.push(sums[sums.len() - 1].plus(weight)?);
        }
        Ok(sums)
    }

    fn weight_of_largest([below, here, _]: [Self; 3], count: usize) -> Fits<Self> {
        let count = u32::try_from(count).map_err(|_| TooWide)?;
        Ok(below.plus(here)?.checked_pow(count).ok_or(TooWide)? - below.pow(count))
    }

    fn last_value_factors(stops: Self, continues: Self, count: usize) -> Fits<[Self; 2]> {
        let all = stops.plus(continues)?;
        let (mut last, mut any) = (1, 1);
        for _ in 1..count {
            last = Self::times(last, continues)?;
            any = Self::times(any, all)?.plus(last)?;
        }
        Ok([any, last])
    }

    fn minus(self, other: Self) -> Self {
        self.saturating_sub(other)
    }

    fn common_total_factors(one: Self, other: Self) -> Fits<(Self, Self)> {
        if one == other {
            return Ok((1, 1));
        }
        let divisor = gcd(one, other);
        let widened = (other / divisor, one / divisor);
        one.times(widened.0).map(|_| widened)
    }

    fn window_sums(weights: &[Self], width: usize, factor: Self, sums: &mut Vec<Self>) -> Fits<()> {
        let mut window: Self = 0;
        sums.clear();
        for end in 0..weights.len() + width - 1 {
            let less = end.checked_sub(width).map_or(0, |place| weights[place]);
            window = (window - less).plus(weights.get(end).copied().unwrap_or(0))?;
            sums.push(window.times(factor)?);
        }
        Ok(())
    }

    fn common_divisor(weights: impl Iterator<Item = Self>, total: Self) -> Self {
        let mut divisor = total;
        for weight in weights {
            if divisor == 1 {
                break;
            }
            divisor = gcd(divisor, weight);
        }
        divisor
    }

    fn divided_by(self, divisor: Self) -> Self {
        self / divisor
    }
}

/// The greatest common divisor; that of 0 and a number is the number.
pub fn gcd(mut one: u128, mut other: u128) -> u128 {
    while other > 0 {
        // Most numbers fit 64 bits, and dividing those is far faster.
        (one, other) = match (u64::try_from(one), u64::try_from(other)) {
            (Ok(small), Ok(divisor)) => (other, (small % divisor).into()),
            _ => (other, one % other),
        };
    }
    one
}

/// A sum of doubles that keeps their rounding errors in `lost` (Neumaier).
#[derive(Default)]
struct CompensatedSum {
    sum: f64,
    lost: f64,
}

impl CompensatedSum {
    fn add(&mut self, more: f64) {
        let next = self.sum + more;
        self.lost += if self.sum >= more { (self.sum - next) + more } else { (more - next) + self.sum };
        self.sum = next;
    }

    fn value(&self) -> f64 {
        self.sum + self.lost
    }
}

/// Probabilities, with a total of 1.
impl Weight for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    fn plus(self, other: Self) -> Fits<Self> {
        Ok(self + other)
    }

    fn times(self, other: Self) -> Fits<Self> {
        Ok(self * other)
    }

    fn of(number: u128) -> Self {
        number as f64
    }

    fn next_binomial(self, of: usize, some: usize) -> Fits<Self> {
        Ok(self * (of - some) as f64 / (some + 1) as f64)
    }

    fn sum(weights: impl Iterator<Item = Self>) -> Fits<Self> {
        let mut sum = CompensatedSum::default();
        weights.for_each(|weight| sum.add(weight));
        Ok(sum.value())
    }

    fn running_sums(weights: impl Iterator<Item = Self>) -> Fits<Vec<Self>> {
        let mut sum = CompensatedSum::default();
        let sums = weights.map(|weight| {
            sum.add(weight);
            sum.value()
        });
        Ok(std::iter::once(0.0).chain(sums).collect())
    }

    /// Avoids the difference of two powers and starts from the smaller side, so that many evaluations do not magnify
    /// errors.
    fn weight_of_largest([below, here, above]: [Self; 3], count: usize) -> Fits<Self> {
        let count = count as f64;
        let up_to = below + here;
        if here == 0.0 {
            return Ok(0.0);
        }
        let none_above = if above < 0.5 { (count * (-above).ln_1p()).exp() } else { up_to.powf(count) };
        Ok(-(count * (-here / up_to).max(-1.0).ln_1p()).exp_m1() * none_above)
    }

    fn last_value_factors(stops: Self, continues: Self, count: usize) -> Fits<[Self; 2]> {
        let powers = |count: usize| match stops < 0.5 {
            true => (count as f64 * (-stops).ln_1p()).exp(),
            false => continues.powf(count as f64),
        };
        let any = if stops < 0.5 { -(count as f64 * (-stops).ln_1p()).exp_m1() } else { 1.0 - powers(count) };
        Ok([if stops == 0.0 { 0.0 } else { any / stops }, powers(count - 1)])
    }

    fn minus(self, other: Self) -> Self {
        (self - other).max(0.0)
    }

    fn common_total_factors(_: Self, _: Self) -> Fits<(Self, Self)> {
        Ok((1.0, 1.0))
    }

    /// Only adds, so that small weights keep all their digits. Each window is the end of one block and the start of the
    /// next.
    fn window_sums(weights: &[Self], width: usize, factor: Self, sums: &mut Vec<Self>) -> Fits<()> {
        let length = weights.len() + width - 1;
        sums.clear();
        sums.resize(length, 0.0);
        // For the previous block, the sum from each index to its end.
        let mut ends = vec![0.0; width + 1];
        for (number, sums) in sums.chunks_mut(width).enumerate() {
            let start = (number * width).min(weights.len());
            let block = &weights[start..(start + width).min(weights.len())];
            let mut begun = 0.0;
            for (place, (sum, end)) in sums.iter_mut().zip(&ends[1..]).enumerate() {
                begun += block.get(place).copied().unwrap_or(0.0);
                *sum = (begun + end) * factor;
            }
            let mut ended = 0.0;
            for place in (0..width).rev() {
                ended += block.get(place).copied().unwrap_or(0.0);
                ends[place] = ended;
            }
        }
        Ok(())
    }

    fn common_divisor(_: impl Iterator<Item = Self>, total: Self) -> Self {
        total
    }

    fn divided_by(self, divisor: Self) -> Self {
        self / divisor
    }
}
