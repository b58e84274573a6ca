//! Opposed actions and contests in which Fudge points can be spent (P2, P4, P5), resolved in steps of at most one roll.
//!
//! The dice determine the purchases and the winner, so chance affects only the rolls.

use super::luck::{Alteration, Bill};
use super::{Actor, Luck, within_limit};
use crate::error::{Error, Result};
use crate::rules::Boon;
use crate::rules::fudge::AUTOMATIC_RESULT;
use std::cmp::Ordering;

/// One side of an opposed action, or one participant in a contest.
#[derive(Debug, Clone, PartialEq)]
pub struct Contestant {
    pub(super) actor: Actor,
    pub(super) minimum: Option<i32>,
    pub(super) luck: Option<Luck>,
}

impl Contestant {
    /// A contestant who wins only with a degree of at least `minimum`, if given (A10: SRD 3.5).
    ///
    /// # Errors
    /// If `minimum` is beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT).
    pub fn new(actor: Actor, minimum: Option<i32>) -> Result<Self> {
        within_limit("the minimum", minimum.unwrap_or(0))?;
        Ok(Self { actor, minimum, luck: None })
    }

    /// Adds Fudge points to spend on this roll.
    ///
    /// # Errors
    /// If `luck` can buy success as such. Only unopposed actions allow that (P1: SRD 1.36, KAER).
    pub fn with_luck(self, luck: Luck) -> Result<Self> {
        if luck.allows(Boon::Success) {
            return Err(Error::input(
                "`success` is for unopposed actions: a Fudge point cannot buy it against an opponent",
            )
            .with_help("use `shift`, `automatic` or `reroll`"));
        }
        Ok(Self { luck: Some(luck), ..self })
    }

    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// The minimum degree to win; `None` if any degree will do.
    pub fn minimum(&self) -> Option<i32> {
        self.minimum
    }

    /// The Fudge points to spend, if any.
    pub fn luck(&self) -> Option<&Luck> {
        self.luck.as_ref()
    }

    /// Whether `degree` is at least the contestant's minimum; always true without a minimum.
    #[inline]
    pub(super) fn reaches_minimum(&self, degree: i32) -> bool {
        self.minimum.is_none_or(|minimum| degree >= minimum)
    }
}

/// The contestants of one action. `winner` accepts their degrees, by contestant index, and returns the winner's index,
/// or `None` if there is no winner.
pub(super) struct Rivals<'a, W> {
    contestants: &'a [Contestant],
    winner: W,
}

/// One contestant's dice and purchases with Fudge points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct ContestantDice {
    /// The natural result; `None` until rolled.
    natural: Option<i32>,
    /// Levels that Fudge points have added, less the levels that an opponent's points have removed. A bought +4 is
    /// added here; the natural result is then 0.
    luck: i32,
    /// Whether the contestant has dice to roll. False after a bought +4.
    rolls: bool,
    /// Whether `natural` is from a reroll, or a reroll is due.
    is_reroll: bool,
    bill: Bill,
}

/// The dice and purchases of all contestants, by contestant index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ContestDice(Vec<ContestantDice>);

impl ContestDice {
    /// The index of the first contestant who must roll, and whether it is a reroll. `None` if all have rolled.
    pub(super) fn next_roller(&self) -> Option<(u16, bool)> {
        let mut throws = (0..).zip(&self.0);
        throws.find(|(_, throw)| throw.natural.is_none()).map(|(who, throw)| (who, throw.is_reroll))
    }

    /// The natural result of contestant `who`; `None` until rolled.
    pub(super) fn natural_of(&self, who: u16) -> Option<i32> {
        self.0[usize::from(who)].natural
    }

    /// Records `natural` as the natural result of contestant `who`.
    pub(super) fn record_natural(&mut self, who: u16, natural: i32) {
        self.0[usize::from(who)].natural = Some(natural);
    }
}

/// One contestant's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContestantResult {
    pub degree: i32,
    /// Levels that Fudge points have added to the result, less the levels that an opponent's points have removed.
    pub luck: i32,
    /// Fudge points spent.
    pub spent: u8,
}

impl<'a, W: Fn(&[i32]) -> Option<usize>> Rivals<'a, W> {
    pub(super) fn new(contestants: &'a [Contestant], winner: W) -> Self {
        Self { contestants, winner }
    }

    /// The state before the first roll. A contestant whose Fudge points can buy a result of +4 in place of its roll
    /// (P4) buys it now if that can win at all, that is, if it wins when all others roll their lowest. All contestants
    /// decide at the same time.
    pub(super) fn begin(&self) -> ContestDice {
        let throw = |(who, one): (usize, &Contestant)| {
            let (actor, mut bill) = (one.actor(), Bill::default());
            let automatic = i32::from(AUTOMATIC_RESULT);
            let wins = || {
                let mut degrees: Vec<i32> = self.actors().map(|actor| actor.degrees().0).collect();
                degrees[who] = actor.degree(actor.base() + automatic);
                (self.winner)(&degrees) == Some(who)
            };
            let buys = |luck: &Luck| luck.allows(Boon::Automatic) && wins() && luck.pay(luck.automatic, &mut bill);
            match one.luck().filter(|_| actor.rolls()).is_some_and(buys) {
                true => ContestantDice { natural: Some(0), luck: automatic, rolls: false, is_reroll: false, bill },
                false => ContestantDice { natural: None, luck: 0, rolls: actor.rolls(), is_reroll: false, bill },
            }
        };
        ContestDice(self.contestants.iter().enumerate().map(throw).collect())
    }

    /// The state after each contestant who is not winning has bought the next use of Fudge points that helps, if any.
    /// `None` if nothing is bought. All contestants decide at the same time.
    pub(super) fn after_purchases(&self, ContestDice(throws): &ContestDice) -> Option<ContestDice> {
        if self.contestants.iter().all(|one| one.luck().is_none()) {
            return None;
        }
        let degrees = self.degrees(throws);
        let ahead = (self.winner)(&degrees);
        let mut changes = Vec::new();
        for (who, one) in self.contestants.iter().enumerate().filter(|(who, _)| ahead != Some(*who)) {
            let Some(luck) = one.luck() else { continue };
            let now = self.rank(who, &degrees);
            let shift = || self.shifts(who, throws).find(|shift| self.rank_with(who, *shift, throws) > now);
            let mut bill = throws[who].bill;
            if let Some(change) = luck.buy_after_roll(&mut bill, throws[who].rolls, shift) {
                changes.push((who, bill, change));
            }
        }
        if changes.is_empty() {
            return None;
        }
        let mut throws = throws.clone();
        for (who, bill, change) in &changes {
            throws[*who].bill = *bill;
            if let Alteration::Shift((of, by)) = change {
                throws[*of].luck += by;
            }
        }
        // A reroll discards any shift of the same dice.
        for (who, ..) in changes.iter().filter(|(.., change)| *change == Alteration::Reroll) {
            throws[*who] = ContestantDice { natural: None, luck: 0, is_reroll: true, ..throws[*who] };
        }
        Some(ContestDice(throws))
    }

    /// The one-level shifts that contestant `who` can buy (P2). Each is a pair: the index of the contestant whose die
    /// changes, and +1 or −1. A contestant can raise its own die. Against a single opponent, it can also lower the
    /// opponent's die.
    fn shifts(&self, who: usize, throws: &[ContestantDice]) -> impl Iterator<Item = (usize, i32)> {
        let foe = (throws.len() == 2).then(|| (1 - who, -1));
        let rolls: Vec<bool> = throws.iter().map(|throw| throw.rolls).collect();
        [(who, 1)].into_iter().chain(foe).filter(move |(of, _)| rolls[*of])
    }

    /// The rank of contestant `who` after a die of contestant `of` is shifted by `by`.
    fn rank_with(&self, who: usize, (of, by): (usize, i32), throws: &[ContestantDice]) -> Ordering {
        let mut changed = throws.to_vec();
        changed[of].luck += by;
        self.rank(who, &self.degrees(&changed))
    }

    /// The rank of contestant `who`. `Greater` if it wins. `Less` if another contestant wins, or if several others tie
    /// for the best degree. Otherwise `Equal`.
    fn rank(&self, who: usize, degrees: &[i32]) -> Ordering {
        let best = degrees.iter().max();
        match (self.winner)(degrees) {
            Some(winner) if winner == who => Ordering::Greater,
            Some(_) => Ordering::Less,
            None if Some(&degrees[who]) < best && degrees.iter().filter(|one| Some(*one) == best).count() > 1 => {
                Ordering::Less
            }
            None => Ordering::Equal,
        }
    }

    /// Drops details that no longer matter, so that equal states merge. A contestant without points who trails another
    /// without points can never win. Its natural result is therefore set to the lowest possible one.
    pub(super) fn essence(&self, ContestDice(mut throws): ContestDice) -> ContestDice {
        let degrees = self.degrees(&throws);
        let settled = |who: &usize| self.contestants[*who].luck().is_none() && throws[*who].natural.is_some();
        let settled: Vec<usize> = (0..throws.len()).filter(settled).collect();
        let best = settled.iter().map(|who| degrees[*who]).max();
        for who in settled.into_iter().filter(|who| Some(degrees[*who]) < best) {
            throws[who].natural = Some(self.contestants[who].actor().lowest_natural());
        }
        ContestDice(throws)
    }

    fn actors(&self) -> impl Iterator<Item = &Actor> {
        self.contestants.iter().map(Contestant::actor)
    }

    fn degrees(&self, throws: &[ContestantDice]) -> Vec<i32> {
        let degree = |(actor, throw): (&Actor, &ContestantDice)| {
            actor.degree(actor.base() + throw.natural.unwrap_or_default() + throw.luck)
        };
        self.actors().zip(throws).map(degree).collect()
    }

    /// The results of all contestants, by contestant index.
    pub(super) fn contestant_results(&self, ContestDice(throws): &ContestDice) -> Vec<ContestantResult> {
        let effort = |(throw, degree): (&ContestantDice, i32)| ContestantResult {
            degree,
            luck: throw.luck,
            spent: throw.bill.points,
        };
        throws.iter().zip(self.degrees(throws)).map(effort).collect()
    }
}
