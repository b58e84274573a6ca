//! Sums of several rolls of the same die, and sums of only the highest or lowest of them.
//!
//! Computes with cumulative weights or die by die, and never lists the outcomes of a pool.

use super::Pmf;
use super::pmf::{check_width, too_fine};
use crate::error::{Error, Result};

impl Pmf {
    /// Maximum number of dice in a pool.
    pub const MAX_DICE: u32 = 1_000;

    /// The sum of `count` independent rolls; always 0 if `count` is 0.
    ///
    /// # Errors
    /// If `count` is more than [`MAX_DICE`](Self::MAX_DICE), a result is out of range, or the total does not fit `u64`.
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
    /// If `kept` is 0 or more than `count`; otherwise like [`repeat`](Self::repeat).
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
    /// Like [`keep_highest`](Self::keep_highest).
    pub fn keep_lowest(&self, count: u32, kept: u32) -> Result<Self> {
        self.negate()?.keep_highest(count, kept)?.negate()
    }

    /// The weights of the possible sums of the `kept` highest of `count` dice, from the lowest sum up. `width` is the
    /// number of these sums.
    ///
    /// Processes faces from the highest down. `ways[d][s]` is the weight of all outcomes in which d dice show one of
    /// the faces so far. In them, the kept dice exceed the lowest face by s in total.
    ///
    /// The caller has checked that there are at least two faces. It has also checked that `total^count` fits `u128`,
    /// which bounds every number here.
    fn count_kept(&self, count: usize, kept: usize, width: usize) -> Vec<u128> {
        let choose = binomials(count);
        let mut ways = vec![vec![0u128; width]; count + 1];
        ways[0][0] = 1;
        let faces: Vec<(i32, u64)> = self.iter().collect();
        for &(face, weight) in faces.iter().rev() {
            let above = face.abs_diff(self.lowest()) as usize;
            let is_last = above == 0;
            // In place, from many dice down, so that entries are read before this face is added to them.
            for done in (0..count).rev() {
                // The lowest face must account for all remaining dice: outcomes that leave some out are not needed, and
                // could overflow.
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
    Err(Error::input(format!("{count} dice are more than the limit of {}", Pmf::MAX_DICE)).with_help("roll fewer dice"))
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
