//! Combines several rolls of the same dice: sums and kept dice.
//!
//! Everything is computed from cumulative weights or die by die; the rolls of a pool are never listed.

use super::Pmf;
use super::pmf::{check_width, too_fine};
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
