//! Exact probabilities: fractions of 128-bit integers, with a double for cases where those overflow.

use std::ops::{AddAssign, Mul};

/// The probability of one or more branches of the tree of all rolls.
///
/// It is an exact fraction as long as numerator and denominator fit 128 bits, and a double after that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight {
    fraction: Option<(u128, u128)>,
    rounded: f64,
}

impl Weight {
    /// The weight of an impossible event.
    pub const ZERO: Self = Self { fraction: Some((0, 1)), rounded: 0.0 };

    /// The weight of a certain event.
    pub const ONE: Self = Self { fraction: Some((1, 1)), rounded: 1.0 };

    /// The fraction `numerator` / `denominator`; the denominator must be positive.
    pub const fn of(numerator: u128, denominator: u128) -> Self {
        Self { fraction: Some((numerator, denominator)), rounded: numerator as f64 / denominator as f64 }
    }

    /// A probability that is known only as a double.
    pub const fn rounded(probability: f64) -> Self {
        Self { fraction: None, rounded: probability }
    }

    /// The exact probability as (numerator, denominator) in lowest terms; `None` if it is known only as a double.
    pub fn fraction(&self) -> Option<(u128, u128)> {
        self.fraction.map(|(numerator, denominator)| {
            let divisor = gcd(numerator, denominator);
            (numerator / divisor, denominator / divisor)
        })
    }

    /// The probability in double precision. A fraction is divided and rounded once; otherwise this is a sum of products
    /// that were each rounded.
    pub fn probability(&self) -> f64 {
        self.fraction.map_or(self.rounded, |(numerator, denominator)| numerator as f64 / denominator as f64)
    }

    /// This weight times `weight` / `total`. `total` must be positive.
    #[must_use]
    pub(super) fn times(self, weight: u64, total: u64) -> Self {
        let fraction = self.fraction.and_then(|(numerator, denominator)| {
            Some((numerator.checked_mul(weight.into())?, denominator.checked_mul(total.into())?))
        });
        Self { fraction, rounded: self.rounded * (weight as f64 / total as f64) }
    }
}

impl Mul for Weight {
    type Output = Self;

    /// The probability that two independent events both happen.
    fn mul(self, other: Self) -> Self {
        let fraction = self
            .fraction
            .zip(other.fraction)
            .and_then(|((a, under_a), (b, under_b))| Some((a.checked_mul(b)?, under_a.checked_mul(under_b)?)));
        Self { fraction, rounded: self.rounded * other.rounded }
    }
}

impl Default for Weight {
    fn default() -> Self {
        Self::ZERO
    }
}

impl AddAssign for Weight {
    /// Adds the probability of a mutually exclusive event.
    fn add_assign(&mut self, other: Self) {
        self.fraction = self.fraction.zip(other.fraction).and_then(|(one, two)| sum(one, two));
        self.rounded += other.rounded;
    }
}

/// The sum of two fractions over their least common denominator, not reduced further; `None` on overflow. Branches that
/// roll the same dice share a denominator, which is the fast path.
fn sum((a, under_a): (u128, u128), (b, under_b): (u128, u128)) -> Option<(u128, u128)> {
    if under_a == under_b {
        return Some((a.checked_add(b)?, under_a));
    }
    let divisor = gcd(under_a, under_b);
    let (widen_a, widen_b) = (under_b / divisor, under_a / divisor);
    let numerator = a.checked_mul(widen_a)?.checked_add(b.checked_mul(widen_b)?)?;
    Some((numerator, under_a.checked_mul(widen_a)?))
}

/// The greatest common divisor (Euclid); that of 0 and n is n.
const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_over_their_least_common_denominator() {
        let mut weight = Weight::ZERO;
        assert_eq!(weight.fraction(), Some((0, 1)));
        weight += Weight::ONE.times(1, 6);
        weight += Weight::ONE.times(1, 4).times(1, 1);
        assert_eq!(weight.fraction(), Some((5, 12)));
        weight += Weight::ONE.times(7, 12);
        assert_eq!((weight.fraction(), weight.probability()), (Some((1, 1)), 1.0));
    }

    #[test]
    fn weights_multiply_until_they_overflow() {
        let weight = Weight::ONE.times(2, 3) * Weight::ONE.times(3, 8);
        assert_eq!((weight.fraction(), weight.probability()), (Some((1, 4)), 0.25));
        let tiny = Weight::ONE.times(1, u64::MAX).times(1, u64::MAX);
        assert_eq!((tiny * Weight::ONE.times(1, 3)).fraction(), None);
    }

    #[test]
    fn overflowing_weight_continues_as_double() {
        let third = |weight: Weight| weight.times(u64::MAX / 3, u64::MAX);
        let two = third(third(Weight::ONE));
        assert!(two.fraction().is_some());
        let mut three = third(two);
        assert_eq!(three.fraction(), None);
        assert!((three.probability() - 1.0 / 27.0).abs() < 1e-15);
        three += Weight::ONE.times(26, 27);
        assert_eq!(three.fraction(), None);
        assert!((three.probability() - 1.0).abs() < 1e-15);
        // Denominators without a small common multiple overflow only in the sum.
        let mut sum = Weight::ONE.times(1, u64::MAX).times(1, u64::MAX);
        sum += Weight::ONE.times(1, u64::MAX - 1);
        assert_eq!(sum.fraction(), None);
    }
}
