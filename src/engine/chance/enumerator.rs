//! Enumerates all outcomes with exact weights, by running the same code that is simulated.

use super::{Ask, Chance, Weight};
use crate::dice::Dice;

/// A source of rolls that follows one branch of the tree of all rolls, then moves on to the next.
///
/// The code is run once per branch: rolls that are already on the path return their recorded values, and each new roll
/// returns its lowest value. Equal outcomes of a roll share a branch (4dF has nine branches, not 81). An enumerator can
/// be reused; it allocates only if a branch is longer than any before.
#[derive(Debug, Default)]
pub struct Enumerator {
    path: Vec<Branch>,
    depth: usize,
}

/// A roll on the current branch.
#[derive(Debug)]
struct Branch {
    value: i32,
    highest: i32,
    /// The weight of the value; 0 if the branch has just moved to a new value, whose weight must be looked up.
    weight: u64,
    /// The denominator of `weight`; 0 if the chance is known only as a double.
    total: u64,
    chance: f64,
    /// The probability of the rolls before this one.
    before: f64,
}

impl Branch {
    /// The probability of all rolls up to and including this one.
    fn probability(&self) -> f64 {
        self.before * self.chance
    }

    /// Moves from the current value up to the first one that the dice can show, and looks up its weight and chance.
    fn skip_impossible_values(&mut self, dice: &Dice) {
        (self.weight, self.chance) = dice.weighed(self.value);
        while self.weight == 0 && self.value < self.highest {
            self.value += 1;
            (self.weight, self.chance) = dice.weighed(self.value);
        }
    }
}

impl Chance for Enumerator {
    #[inline]
    fn roll(&mut self, _ask: Ask, dice: &Dice) -> i32 {
        let depth = self.depth;
        self.depth += 1;
        if let Some(branch) = self.path.get_mut(depth) {
            if branch.weight == 0 {
                branch.skip_impossible_values(dice);
            }
            return branch.value;
        }
        let before = self.probability();
        let pmf = dice.pmf();
        let value = pmf.lowest();
        let (highest, total) = (pmf.highest(), dice.denominator());
        let (weight, chance) = dice.weighed(value);
        let branch = Branch { value, highest, weight, total, chance, before };
        self.path.push(branch);
        value
    }
}

impl Enumerator {
    /// Runs `play` down every branch and passes each result to `outcome`, together with this enumerator, which then
    /// knows the branch's [`probability`](Self::probability) and [`weight`](Self::weight).
    ///
    /// `play` must request the same rolls whenever the rolls before were the same, and must terminate.
    #[inline]
    pub fn run<T>(&mut self, mut play: impl FnMut(&mut Self) -> T, mut outcome: impl FnMut(T, &Self)) {
        self.run_while(|branch| {
            let result = play(branch);
            outcome(result, branch);
            true
        });
    }

    /// Runs `play` down one branch after another until it returns false or all branches have been run.
    ///
    /// `play` must request the same rolls whenever the rolls before were the same, and must terminate.
    #[inline]
    pub fn run_while(&mut self, mut play: impl FnMut(&mut Self) -> bool) {
        self.path.clear();
        self.depth = 0;
        while play(self) && self.next_branch() {}
    }

    /// The probability of the branch just run, in double precision: a product of exact quotients.
    #[inline]
    pub fn probability(&self) -> f64 {
        self.path.last().map_or(1.0, Branch::probability)
    }

    /// The exact probability of the branch just run.
    pub fn weight(&self) -> Weight {
        self.path.iter().fold(Weight::ONE, |weight, branch| match branch.total {
            0 => weight * Weight::rounded(branch.chance),
            total => weight.times(branch.weight, total),
        })
    }

    /// Moves on to the next branch. Returns false if all branches have been run.
    fn next_branch(&mut self) -> bool {
        while let Some(branch) = self.path.last_mut() {
            if branch.value < branch.highest {
                branch.value += 1;
                branch.weight = 0;
                self.depth = 0;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// Runs `play` down every branch and passes each outcome and its probability to `outcome`.
///
/// `play` must request the same rolls whenever the rolls before were the same, and must terminate. Probabilities are
/// products of exact quotients, each rounded to double precision; [`Enumerator::run`] also provides exact ones.
pub fn enumerate<T>(play: impl FnMut(&mut Enumerator) -> T, mut outcome: impl FnMut(T, f64)) {
    Enumerator::default().run(play, |result, branch| outcome(result, branch.probability()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Purpose;
    use crate::dice::Pmf;

    #[test]
    fn enumerate_follows_the_rolls_requested() {
        let dice = Dice::parse("4dF").unwrap();
        let mut branches = 0;
        let mut certain = 0.0;
        let mut both = 0.0;
        enumerate(
            |chance| {
                let first = chance.roll(Ask::new(0, Purpose::Action), &dice);
                first > 0 && chance.roll(Ask::new(1, Purpose::Action), &dice) > 0
            },
            |success, probability| {
                branches += 1;
                certain += probability;
                if success {
                    both += probability;
                }
            },
        );
        assert_eq!(branches, 5 + 4 * 9);
        assert!((certain - 1.0).abs() < 1e-15);
        assert!((both - (31.0 / 81.0) * (31.0 / 81.0)).abs() < 1e-15);
    }

    #[test]
    fn reused_enumerator_keeps_weights_exact() {
        let dice = Dice::parse("2dF").unwrap();
        let mut enumerator = Enumerator::default();
        enumerator.roll(Ask::new(0, Purpose::Action), &Dice::parse("4dF").unwrap());
        for rolls in [3, 1, 2] {
            let (mut branches, mut all, mut top) = (0, Weight::ZERO, Weight::ZERO);
            enumerator.run(
                |chance| (0..rolls).map(|who| chance.roll(Ask::new(who, Purpose::Action), &dice)).sum::<i32>(),
                |sum, branch| {
                    branches += 1;
                    all += branch.weight();
                    if sum == 2 * rolls as i32 {
                        top += branch.weight();
                    }
                    assert!((branch.weight().probability() - branch.probability()).abs() < 1e-16);
                },
            );
            assert_eq!(branches, 5u32.pow(rolls as u32));
            assert_eq!(all.fraction(), Some((1, 1)));
            assert_eq!(top.fraction(), Some((1, 9u128.pow(rolls as u32))));
        }
    }

    #[test]
    fn enumerator_skips_values_without_weight() {
        let dice = Dice::new("1d3 in steps of 3", Pmf::new(0, vec![1, 0, 0, 2, 0, 0, 1]).unwrap());
        let mut seen = Vec::new();
        let play = |chance: &mut Enumerator| chance.roll(Ask::new(0, Purpose::Action), &dice);
        Enumerator::default().run(play, |value, branch| seen.push((value, branch.weight().fraction().unwrap())));
        assert_eq!(seen, [(0, (1, 4)), (3, (1, 2)), (6, (1, 4))]);
    }

    #[test]
    fn code_without_rolls_has_one_certain_branch() {
        let mut seen = Vec::new();
        Enumerator::default().run(|_| 7, |value, branch| seen.push((value, branch.weight().fraction())));
        assert_eq!(seen, [(7, Some((1, 1)))]);
    }
}
