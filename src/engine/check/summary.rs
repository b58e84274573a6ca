//! Tallies of outcomes, both for counted trials and for weighted branches.

use super::{Achieved, Check, CheckOutcome, CheckVerdict, Critical, Decision, Opposed, OpposedResult};
use crate::chance::{Enumerator, Weight};
use crate::rules::Success;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::ops::AddAssign;

/// A number that counts outcomes: `u64` for trials, [`Weight`](crate::chance::Weight) for branches. The default is 0.
pub trait Count: Copy + Default + AddAssign {}

impl<W: Copy + Default + AddAssign> Count for W {}

/// The count or weight of each outcome, in the order of the outcomes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    from = "Vec<(O, W)>",
    into = "Vec<(O, W)>",
    bound(
        serialize = "O: Ord + Clone + Serialize, W: Clone + Serialize",
        deserialize = "O: Ord + Deserialize<'de>, W: Deserialize<'de>"
    )
)]
pub struct Summary<O, W = Weight> {
    /// Sorted by outcome, without duplicates.
    outcomes: Vec<(O, W)>,
}

impl<O, W> Default for Summary<O, W> {
    fn default() -> Self {
        Self { outcomes: Vec::new() }
    }
}

impl<O: Ord, W> From<Vec<(O, W)>> for Summary<O, W> {
    /// The outcomes must be distinct.
    fn from(outcomes: Vec<(O, W)>) -> Self {
        let order = sorted_indices(outcomes.len(), &|one, other| outcomes[one].0.cmp(&outcomes[other].0));
        let mut taken: Vec<Option<(O, W)>> = outcomes.into_iter().map(Some).collect();
        Self::from_sorted(order.into_iter().filter_map(|place| taken[place].take()).collect())
    }
}

impl<O, W> From<Summary<O, W>> for Vec<(O, W)> {
    fn from(tally: Summary<O, W>) -> Self {
        tally.outcomes
    }
}

/// Returns the indices below `count`, sorted by `compare`. Sorting the outcomes themselves would compile a separate
/// sort for each type of outcome.
pub(crate) fn sorted_indices(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

impl<O, W> Summary<O, W> {
    /// A tally of outcomes that are already sorted, without duplicates.
    pub(crate) fn from_sorted(outcomes: Vec<(O, W)>) -> Self {
        Self { outcomes }
    }
}

impl<O: Ord + Clone, W: Count> Summary<O, W> {
    /// A tally of `outcomes`, each with its weight.
    pub fn of_all(outcomes: impl IntoIterator<Item = (O, W)>) -> Self {
        let mut tally = Self::default();
        outcomes.into_iter().for_each(|(outcome, weight)| tally.record(outcome, weight));
        tally
    }

    /// Adds an outcome with `weight`, which is 1 for a trial. Takes time in proportion to the number of different
    /// outcomes.
    #[inline]
    pub fn record(&mut self, outcome: O, weight: W) {
        match self.outcomes.binary_search_by(|(known, _)| known.cmp(&outcome)) {
            Ok(place) => self.outcomes[place].1 += weight,
            Err(place) => self.outcomes.insert(place, (outcome, weight)),
        }
    }

    /// Adds everything in `other`. Tallies of counts can be merged in any order.
    pub fn merge(&mut self, other: &Self) {
        for (outcome, weight) in &other.outcomes {
            self.record(outcome.clone(), *weight);
        }
    }

    /// The outcomes with their weights, ascending. Possible outcomes that never occurred may be listed with weight 0.
    pub fn iter(&self) -> impl Iterator<Item = (O, W)> {
        self.outcomes.iter().cloned()
    }

    /// The number of different outcomes.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// The total weight of all outcomes: the number of trials, or 1 if all branches were weighed.
    pub fn total(&self) -> W {
        self.weight_of(|_| true)
    }

    /// The total weight of the outcomes that `belongs` accepts.
    pub fn weight_of(&self, mut belongs: impl FnMut(O) -> bool) -> W {
        let mut sum = W::default();
        self.iter().for_each(|(outcome, weight)| {
            if belongs(outcome) {
                sum += weight;
            }
        });
        sum
    }

    /// The distribution of `quantity` over the outcomes, in ascending order.
    pub fn distribution_of<K: Ord + Clone>(&self, quantity: impl Fn(O) -> K) -> Summary<K, W> {
        let mut spread = Summary::default();
        for (outcome, weight) in self.iter() {
            spread.record(quantity(outcome), weight);
        }
        spread
    }
}

impl<O: Ord + Clone> Summary<O, Weight> {
    /// A tally of the results of `rolls` over all branches, weighted by their chances.
    pub fn of_branches(rolls: impl FnMut(&mut Enumerator) -> O) -> Self {
        let mut tally = Self::default();
        Enumerator::default().run(rolls, |outcome, branch| tally.record(outcome, branch.weight()));
        tally
    }
}

impl Check {
    /// All possible outcomes, so that a simulation can list even those it never rolled.
    pub fn possible(&self) -> Vec<CheckOutcome> {
        let mut possible = Vec::new();
        Enumerator::default().run(|chance| self.roll(chance), |outcome, _| possible.push(outcome));
        possible
    }

    /// The figures of this check, each with its name and weight, the headline first. The names depend only on the rules
    /// of the check.
    ///
    /// `success` counts every success, critical or not. `critical success` and `critical failure` count natural
    /// criticals, regardless of what they achieved.
    pub fn figures<W: Count>(&self, tally: &Summary<CheckOutcome, W>) -> Vec<(&'static str, W)> {
        let achieved = |what| tally.weight_of(|outcome| outcome.achieved == what);
        let critical = |what| tally.weight_of(|outcome| outcome.critical == Some(what));
        let mut figures = vec![("success", achieved(Achieved::Success))];
        if self.rules().success == Success::Surpass {
            figures.push(("partial success", achieved(Achieved::Partial)));
        }
        figures.push(("failure", achieved(Achieved::Failure)));
        if self.rules().criticals.is_some() {
            figures.push((CheckVerdict::CriticalSuccess.word(), critical(Critical::Success)));
            figures.push((CheckVerdict::CriticalFailure.word(), critical(Critical::Failure)));
        }
        figures
    }

    /// Named outcomes that exclude each other, from worst to best: the bands if there are any (A6), otherwise the five
    /// verdicts. Names and order depend only on the rules.
    pub fn outcomes<W: Count>(&self, tally: &Summary<CheckOutcome, W>) -> Vec<(&str, W)> {
        match &self.rules().bands {
            Some(bands) => {
                let weight =
                    |name| tally.weight_of(|outcome| outcome.band.and_then(|band| bands.name(band)) == Some(name));
                bands.names().map(|name| (name, weight(name))).collect()
            }
            None => {
                CheckVerdict::ALL.map(|one| (one.word(), tally.weight_of(|outcome| outcome.verdict() == one))).to_vec()
            }
        }
    }
}

impl<W: Count> Summary<CheckOutcome, W> {
    pub fn degrees(&self) -> Summary<i32, W> {
        self.distribution_of(|outcome| outcome.degree)
    }

    /// The distribution of margins (rolled degree − difficulty).
    pub fn margins(&self) -> Summary<i32, W> {
        self.distribution_of(|outcome| outcome.margin)
    }
}

impl Opposed {
    /// The figures of this action, each with its name and weight, the headline first. They are `win`, `tie` and `lose`,
    /// from the active side's view. If either side needs a minimum, `none` follows (the better side missed its
    /// minimum). The figures exclude each other.
    pub fn figures<W: Count>(&self, tally: &Summary<OpposedResult, W>) -> Vec<(&'static str, W)> {
        let shown = Decision::ALL.into_iter().filter(|standing| *standing != Decision::None || self.has_minimum());
        shown.map(|one| (one.word(), tally.weight_of(|result| result.standing == one))).collect()
    }
}

impl<W: Count> Summary<OpposedResult, W> {
    pub fn relative_degrees(&self) -> Summary<i32, W> {
        self.distribution_of(|result| result.relative)
    }
}
