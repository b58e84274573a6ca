//! Every outcome with its exact weight, from the same code that is sampled.

use super::{Ask, Chance};
use crate::dice::Dice;

/// Answers rolls along one branch of the tree of all rolls, and remembers where to go on.
///
/// The code under it is run once for every branch: the rolls made so far are answered as noted, the next
/// takes its first outcome. Equal outcomes of a roll are one branch (nine for 4dF, not 81).
#[derive(Debug, Default)]
pub struct Enumerator {
    path: Vec<Branch>,
    depth: usize,
}

#[derive(Debug)]
struct Branch {
    value: i32,
    weight: u64,
    total: u64,
    highest: i32,
}

impl Chance for Enumerator {
    #[inline]
    fn roll(&mut self, _ask: Ask, dice: &Dice) -> i32 {
        if self.depth == self.path.len() {
            let pmf = dice.pmf();
            let value = pmf.lowest();
            self.path.push(Branch { value, weight: pmf.weight(value), total: pmf.total(), highest: pmf.highest() });
        } else if let branch = &mut self.path[self.depth]
            && branch.weight == 0
        {
            // The branch was moved on to its next value, whose weight only the dice know.
            let pmf = dice.pmf();
            while pmf.weight(branch.value) == 0 {
                branch.value += 1;
            }
            branch.weight = pmf.weight(branch.value);
        }
        let value = self.path[self.depth].value;
        self.depth += 1;
        value
    }
}

impl Enumerator {
    /// The probability of the branch just run, to double precision: a product of exact quotients.
    fn probability(&self) -> f64 {
        self.path.iter().map(|branch| branch.weight as f64 / branch.total as f64).product()
    }

    /// Goes to the next branch; false when all have been run.
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

/// Runs `play` down every branch and hands each outcome with its probability to `outcome`.
///
/// The code must ask for the same rolls whenever the rolls before were the same, and must end.
/// Probabilities are products of exact quotients, each rounded to double precision.
pub fn enumerate<T>(mut play: impl FnMut(&mut Enumerator) -> T, mut outcome: impl FnMut(T, f64)) {
    let mut chance = Enumerator::default();
    loop {
        let result = play(&mut chance);
        outcome(result, chance.probability());
        if !chance.next_branch() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Purpose;

    #[test]
    fn branches_follow_the_rolls_asked_for() {
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
}
