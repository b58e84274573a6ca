//! The length of fights that continue after the last round that is followed: quantiles from powers of the matrix of one
//! round.

use crate::chance::limits::check_stopped;
use crate::error::Result;
use crate::exact::chain::Chain;
use std::collections::HashMap;

/// A fight is followed round by round until the chance that it continues is at most this.
pub(super) const NEGLIGIBLE: f64 = 1e-13;

/// Maximum number of states between rounds for which the transition matrix is squared. Squaring takes time up to the
/// cube of this number.
pub const MOST_STATES_OF_LONG_FIGHTS: usize = 600;

/// Maximum number of squarings, which covers 2^50 rounds.
const MOST_SQUARES: usize = 50;

/// The rounds after the last one followed are divided into periods, which end when these shares of all fights have
/// ended.
const SHARES: [f64; 13] = [0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.7, 0.75, 0.9, 0.95, 0.99, 0.999];

/// A number, and the largest possible error of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounded {
    pub value: f64,
    pub bound: f64,
}

/// The length of a fight, in rounds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FightLength {
    /// The fewest rounds within which half of the fights end; `None` if that is later than can be computed.
    pub median: Option<Bounded>,
    /// The standard deviation of the number of rounds; `None` if all rounds are followed one by one.
    pub deviation: Option<Bounded>,
    /// Consecutive periods after the rounds that are followed: the last round of each, and the chance that the fight
    /// ends in it.
    pub parts: Vec<(u64, f64)>,
    /// The chance that a fight lasts longer than all `parts`.
    pub later: f64,
}

/// A square matrix, row by row.
type Matrix = Vec<Vec<f64>>;

/// Fights that continue after the last round that is followed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LongFights {
    /// The share of these fights in a mixture.
    weight: f64,
    /// The chance of each state after the last round that is followed.
    now: Vec<f64>,
    /// The transition matrices between these states for 1, 2, 4, … rounds.
    powers: Vec<Matrix>,
    /// The largest relative error of a chance per round.
    rounding: f64,
}

impl LongFights {
    /// The fights that continue, given the chance of each state of `chain` in `chances`; `None` if they can be in too
    /// many states.
    ///
    /// # Errors
    /// If the calculation was stopped.
    pub(super) fn from_chain(
        chain: &Chain,
        chances: &[f64],
        rounding_errors: f64,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Self>> {
        let mut states: Vec<usize> = (0..chances.len()).filter(|state| chances[*state] > 0.0).collect();
        let mut numbers: HashMap<usize, usize> = states.iter().copied().zip(0..).collect();
        let mut rows: Vec<Vec<(usize, f64)>> = Vec::new();
        while let Some(&state) = states.get(rows.len()) {
            check_stopped(stopped)?;
            if states.len() > MOST_STATES_OF_LONG_FIGHTS {
                return Ok(None);
            }
            let numbered = chain.step_from(state).into_iter().map(|(to, chance)| {
                let number = *numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() - 1
                });
                (number, chance)
            });
            rows.push(numbered.collect());
        }
        let size = rows.len();
        let mut power = vec![vec![0.0; size]; size];
        for (full, row) in power.iter_mut().zip(rows) {
            row.into_iter().for_each(|(to, chance)| full[to] = chance);
        }
        let mut now: Vec<f64> = states.iter().map(|state| chances[*state]).collect();
        now.resize(size, 0.0);
        let mut powers = Vec::new();
        loop {
            let longest = power.iter().map(|row| row.iter().sum::<f64>()).fold(0.0, f64::max);
            if longest <= NEGLIGIBLE || powers.len() == MOST_SQUARES {
                powers.push(power);
                break;
            }
            let next = square(&power, stopped)?;
            powers.push(power);
            power = next;
        }
        let rounding = f64::EPSILON * (rounding_errors + size as f64 + 2.0);
        Ok(Some(Self { weight: 1.0, now, powers, rounding }))
    }

    /// These fights as a part of a mixture, multiplied by the share `weight`.
    pub(super) fn with_weight(&self, weight: f64) -> Self {
        Self { weight: weight * self.weight, ..self.clone() }
    }

    /// The chances of the states 2^`power` rounds after `now`.
    fn after(&self, now: &[f64], power: usize) -> Vec<f64> {
        let mut after = vec![0.0; now.len()];
        // A tail without this power has ended by then.
        for (here, row) in now.iter().zip(self.powers.get(power).into_iter().flatten()).filter(|(here, _)| **here > 0.0)
        {
            after.iter_mut().zip(row).for_each(|(sum, chance)| *sum += here * chance);
        }
        after
    }
}

/// The product of the matrix with itself.
fn square(matrix: &Matrix, stopped: &dyn Fn() -> bool) -> Result<Matrix> {
    let mut square = vec![vec![0.0; matrix.len()]; matrix.len()];
    for (sums, row) in square.iter_mut().zip(matrix) {
        check_stopped(stopped)?;
        for (here, further) in row.iter().zip(matrix).filter(|(here, _)| **here > 0.0) {
            sums.iter_mut().zip(further).for_each(|(sum, chance)| *sum += here * chance);
        }
    }
    Ok(square)
}

/// The chance that a fight still continues, given the chances of the `states` of each entry of `tails`.
fn continuing_share(tails: &[LongFights], states: &[Vec<f64>]) -> f64 {
    tails.iter().zip(states).map(|(tail, states)| tail.weight * states.iter().sum::<f64>()).sum()
}

/// The number of further rounds after which at most the share `rest` of fights continues, and the share that does.
/// `None` if the powers of the matrices do not reach that far. At present, a share of more than `rest` must continue.
fn rounds_until(tails: &[LongFights], rest: f64) -> Option<(u64, f64)> {
    let powers = tails.iter().map(|tail| tail.powers.len()).max()?;
    let step = |states: &[Vec<f64>], power| -> Vec<Vec<f64>> {
        tails.iter().zip(states).map(|(tail, states)| tail.after(states, power)).collect()
    };
    let mut states: Vec<Vec<f64>> = tails.iter().map(|tail| tail.now.clone()).collect();
    let mut rounds = 0u64;
    for power in (0..powers).rev() {
        let after = step(&states, power);
        if continuing_share(tails, &after) > rest {
            states = after;
            rounds += 1 << power;
        }
    }
    (rounds + 1 < 1 << powers).then(|| (rounds + 1, continuing_share(tails, &step(&states, 0))))
}

/// The length of fights. `rounds` holds the chance of each number of rounds, and `rest` the chance that a fight takes
/// more. These longer fights are in `tails`; `None` if they have too many states.
pub(super) fn length(
    rounds: &[f64],
    rest: f64,
    tails: Option<&[LongFights]>,
    deviation: Option<Bounded>,
) -> FightLength {
    let mut sum = 0.0;
    let over = rounds.iter().position(|chance| {
        sum += chance;
        // A chance that only rounding keeps below one half counts as one half.
        sum >= 0.5 - NEGLIGIBLE
    });
    let mut median = over.map(|round| Bounded { value: round as f64, bound: 0.0 });
    let Some(tails) = tails.filter(|_| rest > 0.0) else {
        return FightLength { median, deviation, parts: Vec::new(), later: rest };
    };
    let last = rounds.len().saturating_sub(1) as u64;
    let rounding = tails.iter().map(|tail| tail.rounding).fold(0.0, f64::max);
    let (mut parts, mut later) = (Vec::new(), rest);
    for share in SHARES.into_iter().filter(|share| 1.0 - share < rest) {
        let left = 1.0 - share;
        let Some((more, going_on)) = rounds_until(tails, left) else { break };
        if share == 0.5 {
            let off = (last + more) as f64 * rounding;
            let ends = [left * (1.0 + off), left * (1.0 - off)].map(|left| rounds_until(tails, left.max(0.0)));
            median = match ends {
                [Some((low, _)), Some((high, _))] => {
                    let bound = (more - low.min(more)).max(high - more) as f64;
                    Some(Bounded { value: (last + more) as f64, bound })
                }
                _ => None,
            };
        }
        if parts.last().is_none_or(|(before, _)| *before < last + more) {
            parts.push((last + more, later - going_on));
            later = going_on;
        }
    }
    FightLength { median, deviation, parts, later }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain that ends with chance p in each round lasts k rounds or more with chance (1 − p)^(k − 1).
    #[test]
    fn geometric_length_matches_its_formula() {
        for chance in [1e-3, 1e-5, 1e-9] {
            let mut chain = Chain::with_capacity(1, 1);
            chain.transient.add(0, 1.0 - chance);
            chain.absorbing.add(0, chance);
            chain.close(0);
            let tail = LongFights::from_chain(&chain, &[1.0], 1.0, &|| false).unwrap().unwrap();
            let length = length(&[0.0], 1.0, Some(&[tail]), None);
            let known = |share: f64| (-share).ln_1p() / (-chance).ln_1p();
            let median = length.median.unwrap();
            assert!((median.value - known(0.5).ceil()).abs() <= median.bound, "{median:?}, not {}", known(0.5));
            assert!(median.bound <= 1e-5 * median.value, "{median:?}");
            let ninety = length.parts.iter().find(|(round, _)| *round as f64 >= known(0.9) - 1.0).unwrap().0 as f64;
            assert!((ninety / known(0.9) - 1.0).abs() < 1e-4 + 1.0 / ninety, "{ninety}, not {}", known(0.9));
            let all: f64 = length.parts.iter().map(|(_, chance)| chance).sum::<f64>() + length.later;
            assert!((all - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn median_within_the_rounds_followed_needs_no_tails() {
        assert_eq!(length(&[0.0, 0.1], 0.9, None, None).median, None);
        assert_eq!(length(&[0.0, 0.6], 0.4, None, None).median, Some(Bounded { value: 1.0, bound: 0.0 }));
    }
}
