//! Combines several rolls of the same dice: sums, kept dice, the best or the middle of some, one further roll.
//!
//! Everything is computed from cumulative weights or die by die; the rolls of a pool are never listed.

use super::Pmf;
use super::pmf::{check_width, divisor, too_fine};
use crate::error::{Error, Result};

impl Pmf {
    /// The most dice in one pool.
    pub const MAX_DICE: u32 = 1_000;

    /// The sum of `count` independent rolls; of none, always 0.
    ///
    /// # Errors
    /// More than [`MAX_DICE`](Self::MAX_DICE) rolls, results out of range, or a total past the range of `u64`.
    pub fn repeat(&self, count: u32) -> Result<Self> {
        check_count(count)?;
        let (mut sum, mut power, mut left) = (Self::certain(0), self.clone(), count);
        while left > 0 {
            if left % 2 == 1 {
                sum = sum.convolve(&power)?;
            }
            left /= 2;
            if left > 0 {
                power = power.convolve(&power)?;
            }
        }
        Ok(sum)
    }

    /// The sum of the `kept` highest of `count` independent rolls.
    ///
    /// # Errors
    /// `kept` is 0 or more than `count`; otherwise as [`repeat`](Self::repeat).
    pub fn keep_highest(&self, count: u32, kept: u32) -> Result<Self> {
        check_count(count)?;
        if kept == 0 || kept > count {
            return Err(Error::input(format!("cannot keep {kept} of {count} dice"))
                .with_help(format!("keep between 1 and {count}")));
        }
        if self.lowest() == self.highest() {
            return self.repeat(kept);
        }
        let low = i64::from(self.lowest()) * i64::from(kept);
        let high = i64::from(self.highest()) * i64::from(kept);
        check_width(u128::from(high.abs_diff(low)) + 1)?;
        u128::from(self.total()).checked_pow(count).ok_or_else(too_fine)?;
        Self::exact(low, self.count_kept(count as usize, kept as usize, high.abs_diff(low) as usize + 1))
    }

    /// The sum of the `kept` lowest of `count` independent rolls.
    ///
    /// # Errors
    /// As [`keep_highest`](Self::keep_highest).
    pub fn keep_lowest(&self, count: u32, kept: u32) -> Result<Self> {
        self.negate()?.keep_highest(count, kept)?.negate()
    }

    /// The best of `count` independent rolls (D16).
    ///
    /// # Errors
    /// As [`keep_highest`](Self::keep_highest).
    pub fn best_of(&self, count: u32) -> Result<Self> {
        if count == 0 {
            return Err(Error::input("the best of 0 rolls has no result").with_help("roll at least once"));
        }
        check_count(count)?;
        self.by_cumulative(|upto, _| upto.checked_pow(count))
    }

    /// Up to `count` independent rolls, of which the last counts: a result of `enough` or more is not rolled again (D16, SRD 7.22).
    ///
    /// # Errors
    /// As [`best_of`](Self::best_of).
    pub fn latest_of(&self, count: u32, enough: i32) -> Result<Self> {
        let Some(more) = count.checked_sub(1) else {
            return Err(Error::input("the latest of 0 rolls has no result").with_help("roll at least once"));
        };
        check_count(count)?;
        let below: u128 = self.iter().filter(|(value, _)| *value < enough).map(|(_, weight)| u128::from(weight)).sum();
        let total = u128::from(self.total());
        let common = divisor(below, total);
        let (again, all) = (below / common, total / common);
        // All rolls but the last fell short; or so many did, and the next was enough.
        let last = again.checked_pow(more).ok_or_else(too_fine)?;
        let ways = |short: u32| again.checked_pow(short)?.checked_mul(all.checked_pow(more - short)?);
        let enough = (0..count).try_fold(0u128, |sum, short| sum.checked_add(ways(short)?)).ok_or_else(too_fine)?;
        self.by_cumulative(|upto, _| {
            let above = upto.saturating_sub(below).checked_mul(enough)?;
            upto.min(below).checked_mul(last)?.checked_add(above)
        })
    }

    /// The worst of `count` independent rolls.
    ///
    /// # Errors
    /// As [`best_of`](Self::best_of).
    pub fn worst_of(&self, count: u32) -> Result<Self> {
        self.negate()?.best_of(count)?.negate()
    }

    /// The middle one of three independent rolls (D15, SRD 4.21).
    ///
    /// # Errors
    /// A total past the range of `u64`.
    pub fn median_of_three(&self) -> Result<Self> {
        // Two or three of the rolls are at most x: 3 F² (T − F) + F³ = F² (3 T − 2 F).
        self.by_cumulative(|upto, total| upto.checked_mul(upto)?.checked_mul(3 * total - 2 * upto))
    }

    /// A roll moved one step towards 0 (D17, F93 4.62).
    ///
    /// # Errors
    /// Results out of range, as [`certain`](Self::certain) ones may be.
    pub fn toward_zero(&self) -> Result<Self> {
        self.map(|value| value - value.signum())
    }

    /// On a natural +4, exactly one further roll, added where it is positive; when `mirrored`, also on a natural
    /// −4, added where it is negative (D14, SRD 7.43).
    ///
    /// # Errors
    /// Dice that cannot show +4 (or −4 when mirrored), results out of range, or a total past the range of `u64`.
    pub fn open_ended(&self, mirrored: bool) -> Result<Self> {
        let natural = [("+4", 4), ("−4", -4)].into_iter().take(if mirrored { 2 } else { 1 });
        if let Some((never, _)) = natural.into_iter().find(|(_, value)| self.weight(*value) == 0) {
            let message = format!("these dice never show {never}, on which an open-ended roll is rolled on");
            return Err(Error::input(message).with_help("leave `open-ended` out, or roll dice such as `4dF`"));
        }
        self.and_then(|first| match first {
            4 => self.map(|second| 4 + second.max(0)),
            -4 if mirrored => self.map(|second| -4 + second.min(0)),
            _ => Ok(Self::certain(first)),
        })
    }

    /// The distribution whose cumulative weight is a function of this one's, given (cumulative, total).
    fn by_cumulative(&self, change: impl Fn(u128, u128) -> Option<u128>) -> Result<Self> {
        let total = u128::from(self.total());
        let (mut upto, mut before) = (0, 0);
        let mut weights = Vec::new();
        for value in self.lowest()..=self.highest() {
            upto += u128::from(self.weight(value));
            let now = change(upto, total).ok_or_else(too_fine)?;
            weights.push(now - before);
            before = now;
        }
        Self::exact(i64::from(self.lowest()), weights)
    }

    /// The weights of the sums of the `kept` highest of `count` dice, above the least such sum.
    ///
    /// Faces are taken from the highest down; `ways[d][s]` counts the ways in which d dice show a face seen so far
    /// and those of them that are kept exceed the lowest face by s in all. The caller has made sure that there are
    /// two faces or more and that `total^count`, which bounds every number here, fits a `u128`.
    fn count_kept(&self, count: usize, kept: usize, width: usize) -> Vec<u128> {
        let choose = binomials(count);
        let mut ways = vec![vec![0u128; width]; count + 1];
        ways[0][0] = 1;
        let faces: Vec<(i32, u64)> = self.iter().collect();
        for &(face, weight) in faces.iter().rev() {
            let above = face.abs_diff(self.lowest()) as usize;
            let is_last = above == 0;
            // In place, from many dice down, so that what is read has not yet met this face.
            for done in (0..count).rev() {
                // With the lowest face every die is counted, and what leaves some out is not needed (nor bounded).
                let least = if is_last { count - done } else { 1 };
                for (more, chosen) in choose[count - done].iter().enumerate().skip(least) {
                    let factor = u128::from(weight).pow(more as u32) * chosen;
                    let step = above * more.min(kept.saturating_sub(done));
                    let (from, to) = ways.split_at_mut(done + more);
                    for (sum, &way) in from[done].iter().enumerate().filter(|(_, way)| **way > 0) {
                        to[0][sum + step] += way * factor;
                    }
                }
            }
        }
        ways.swap_remove(count)
    }
}

fn check_count(count: u32) -> Result<()> {
    if count <= Pmf::MAX_DICE {
        return Ok(());
    }
    Err(Error::input(format!("{count} dice are more than {}", Pmf::MAX_DICE)).with_help("roll fewer dice"))
}

/// Pascal's triangle up to row `count`.
fn binomials(count: usize) -> Vec<Vec<u128>> {
    let mut rows = vec![vec![1u128]];
    for n in 1..=count {
        let above = &rows[n - 1];
        let row = (0..=n).map(|k| if k == 0 || k == n { 1 } else { above[k - 1] + above[k] }).collect();
        rows.push(row);
    }
    rows
}
