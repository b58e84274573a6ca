//! Unopposed actions: a roll against a difficulty (A4 to A7, A14).

use super::luck::{Alteration, Bill};
use super::machine::rolled_once;
use super::{Actor, Bands, Critical, Criticals, Luck, within_limit};
use crate::chance::{Ask, Chance, Purpose};
use crate::error::{Error, Result};
use crate::rules::fudge::AUTOMATIC_RESULT;
use crate::rules::{Boon, Success};
use crate::text::worded;

/// The rules of a check. By default, meeting the difficulty succeeds and nothing else applies.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckRules {
    /// Whether success means meeting or surpassing the difficulty.
    pub success: Success,
    /// The highest difficulty that succeeds without a roll (F93 4.1: Terrible); `None` if every check is rolled.
    pub easy: Option<i32>,
    /// Natural criticals (A7); `None` if not in use.
    pub criticals: Option<Criticals>,
    /// Named outcomes by margin (A6); `None` for success and failure only.
    pub bands: Option<Bands>,
}

impl Default for CheckRules {
    fn default() -> Self {
        Self { success: Success::Meet, easy: None, criticals: None, bands: None }
    }
}

/// A roll of an actor against a difficulty.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    actor: Actor,
    difficulty: i32,
    rules: CheckRules,
    /// Whether the difficulty is low enough to succeed without a roll.
    certain: bool,
    /// Fudge points to spend, if any.
    luck: Option<Luck>,
    /// Other dice to compare with: their name, and the chance of success with them.
    comparison: Option<(String, f64)>,
}

/// The degree of success of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Achieved {
    Failure,
    /// A watered-down success (A5).
    Partial,
    /// A full success.
    Success,
}

worded! {
    /// Five results that exclude each other, from worst to best. A natural critical counts only as a critical, whatever
    /// the total (A7).
    #[derive(PartialOrd, Ord, Hash)]
    CheckVerdict.word {
        /// A natural critical failure.
        CriticalFailure = "critical failure",
        /// Below the difficulty, without a critical.
        Failure = "failure",
        /// Exactly the difficulty when it must be surpassed, without a critical.
        Partial = "partial success",
        /// The difficulty met or surpassed, as the rules require, without a critical.
        Success = "success",
        /// A natural critical success.
        CriticalSuccess = "critical success",
    }
}

/// The outcome of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct CheckOutcome {
    /// The natural result (dice only); 0 if nothing was rolled.
    pub natural: i32,
    /// The rolled degree, after modifiers, criticals and the cap.
    pub degree: i32,
    /// Rolled degree − difficulty.
    pub margin: i32,
    /// The success. An automatic critical decides it, whatever the margin.
    pub achieved: Achieved,
    /// The kind of critical that the natural result was; `None` if it was not critical.
    pub critical: Option<Critical>,
    /// The index of the outcome in the [`Bands`]; `None` without bands. If an automatic critical contradicts the
    /// margin, this is the band of the nearest margin that agrees with `achieved`.
    pub band: Option<u16>,
    /// Fudge points spent on the check.
    pub spent: u8,
}

impl CheckOutcome {
    /// The degree, made consistent with the success. If an automatic critical decides against the margin (reading 10),
    /// this is the degree of a bare success or failure.
    pub const fn decided_degree(&self) -> i32 {
        match self.achieved {
            Achieved::Success if self.margin < 0 => self.degree - self.margin,
            Achieved::Failure if self.margin >= 0 => self.degree - self.margin - 1,
            _ => self.degree,
        }
    }

    pub const fn verdict(&self) -> CheckVerdict {
        match (self.critical, self.achieved) {
            (Some(Critical::Failure), _) => CheckVerdict::CriticalFailure,
            (Some(Critical::Success), _) => CheckVerdict::CriticalSuccess,
            (None, Achieved::Failure) => CheckVerdict::Failure,
            (None, Achieved::Partial) => CheckVerdict::Partial,
            (None, Achieved::Success) => CheckVerdict::Success,
        }
    }
}

impl Check {
    /// A check of `actor` against `difficulty`.
    ///
    /// # Errors
    /// If the difficulty or the `easy` level is beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT), if criticals force a
    /// degree that the cap on results would undo, or if there are criticals but the dice contain a modifier (A7).
    pub fn new(actor: Actor, difficulty: i32, rules: CheckRules) -> Result<Self> {
        within_limit("the difficulty", difficulty)?;
        within_limit("the highest level that needs no roll", rules.easy.unwrap_or(0))?;
        if rules.criticals.is_some() && !actor.has_natural_results() {
            return Err(Error::input("criticals depend on the natural roll, and these dice contain a modifier")
                .with_help("put the modifier on the trait, or set `criticals = \"off\"`"));
        }
        if let (Some(cap), Some(criticals)) = (actor.cap(), &rules.criticals)
            && let Some(degree) = criticals.forced().find(|&degree| cap.apply(degree) != degree)
        {
            let message = format!("a critical result would have degree {degree}, which the cap on results forbids");
            return Err(Error::input(message).with_help("set `results_cap = \"off\"`, or `criticals = \"automatic\"`"));
        }
        let certain = rules.easy.is_some_and(|easy| difficulty <= easy);
        Ok(Self { actor, difficulty, rules, certain, luck: None, comparison: None })
    }

    /// Adds a comparison with other dice, named `dice`. `success` is the chance of success with them.
    #[must_use]
    pub fn with_comparison(self, dice: String, success: f64) -> Self {
        Self { comparison: Some((dice, success)), ..self }
    }

    /// The name of the other dice in the comparison, and the chance of success with them.
    pub fn compared_with(&self) -> Option<(&str, f64)> {
        self.comparison.as_ref().map(|(dice, success)| (dice.as_str(), *success))
    }

    /// Adds Fudge points to spend on the check.
    #[must_use]
    pub fn with_luck(self, luck: Luck) -> Self {
        Self { luck: Some(luck), ..self }
    }

    /// The Fudge points to spend, if any.
    pub fn luck(&self) -> Option<&Luck> {
        self.luck.as_ref()
    }

    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    pub fn difficulty(&self) -> i32 {
        self.difficulty
    }

    pub fn rules(&self) -> &CheckRules {
        &self.rules
    }

    /// Rolls the check once.
    ///
    /// A check that succeeds without a roll (F93 4.1) has at least the degree that success needs. Among named outcomes
    /// it is a plain success: the band of the lowest margin that succeeds.
    pub fn roll(&self, chance: &mut dyn Chance) -> CheckOutcome {
        self.roll_by(0, chance)
    }

    /// Like [`roll`](Self::roll), with `who` as the roller in the [`Ask`], to distinguish rolls made together.
    pub fn roll_by(&self, who: u16, chance: &mut dyn Chance) -> CheckOutcome {
        self.roll_for(Ask::new(who, Purpose::Action), 0, chance)
    }

    /// Like [`roll`](Self::roll), identified by `ask`, with `higher` added to the skill.
    pub(super) fn roll_for(&self, ask: Ask, higher: i32, chance: &mut dyn Chance) -> CheckOutcome {
        match &self.luck {
            Some(luck) => self.roll_for_goal(ask, higher, luck, 0, Achieved::Success, chance),
            None => self.roll_without_points(ask, higher, chance),
        }
    }

    /// Like [`roll_for`](Self::roll_for), without Fudge points.
    fn roll_without_points(&self, ask: Ask, higher: i32, chance: &mut dyn Chance) -> CheckOutcome {
        if self.certain {
            return self.automatic_success();
        }
        self.outcome_of(self.actor.roll_natural_for(ask, chance), higher)
    }

    /// Rolls, and spends Fudge points if that is necessary to reach `goal`. `spent` is the number of points spent
    /// before.
    pub(super) fn roll_for_goal(
        &self,
        ask: Ask,
        higher: i32,
        luck: &Luck,
        spent: u8,
        goal: Achieved,
        chance: &mut dyn Chance,
    ) -> CheckOutcome {
        if goal == Achieved::Failure {
            return self.roll_without_points(ask, higher, chance);
        }
        self.roll_until_enough(ask, higher, (luck, spent), |outcome| outcome.achieved >= goal, chance)
    }

    /// Rolls, and spends Fudge points if that is necessary to get an outcome that `is_enough` accepts. `spent` is the
    /// number of points spent before.
    pub(super) fn roll_until_enough(
        &self,
        ask: Ask,
        higher: i32,
        (luck, spent): (&Luck, u8),
        is_enough: impl Fn(&CheckOutcome) -> bool,
        chance: &mut dyn Chance,
    ) -> CheckOutcome {
        if self.certain {
            return self.roll_without_points(ask, higher, chance);
        }
        let mut bill = Bill::with_points_spent(spent);
        let outcome = self.bought_outcome(luck, &mut bill, higher, &is_enough).unwrap_or_else(|| {
            let mut ask = ask;
            let mut natural = self.actor.roll_natural_for(ask, chance);
            loop {
                let outcome = self.outcome_of(natural, higher);
                if is_enough(&outcome) {
                    return outcome;
                }
                // Shifts one of the dice by one. The natural result counts as unchanged, so a shift makes or removes no
                // critical.
                let shifted = || {
                    let shifted = self.outcome_of(natural, higher + 1);
                    (self.actor.rolls() && is_enough(&shifted)).then_some(shifted)
                };
                match luck.buy_after_roll(&mut bill, self.actor.rolls(), shifted) {
                    Some(Alteration::Shift(shifted)) => return shifted,
                    Some(Alteration::Reroll) => {
                        ask.against += 1;
                        natural = self.actor.roll_natural_for(ask, chance);
                    }
                    None => return outcome,
                }
            }
        });
        CheckOutcome { spent: bill.points - spent, ..outcome }
    }

    /// The outcome without a roll: at least the degree that success needs, and a plain success among named outcomes.
    fn automatic_success(&self) -> CheckOutcome {
        let least = self.rules.success.least_margin();
        let outcome = self.outcome(0, self.actor.base().max(self.difficulty + least), None);
        CheckOutcome { band: self.band(least), ..outcome }
    }

    /// The outcome of dice that show `natural`, with the skill raised by `higher`.
    fn outcome_of(&self, natural: i32, higher: i32) -> CheckOutcome {
        let criticals = self.rules.criticals.filter(|_| self.actor.rolls());
        let critical = criticals.and_then(|criticals| criticals.judge(natural));
        let total = self.actor.base() + higher + natural;
        let total = criticals.zip(critical).map_or(total, |(criticals, critical)| criticals.lift(total, critical));
        self.outcome(natural, self.actor.degree(total), critical)
    }

    /// The outcome that Fudge points buy before the roll: success as such, or +4 instead of the dice. `None` if neither
    /// is enough or can be paid for.
    fn bought_outcome(
        &self,
        luck: &Luck,
        bill: &mut Bill,
        higher: i32,
        is_enough: impl Fn(&CheckOutcome) -> bool,
    ) -> Option<CheckOutcome> {
        let base = self.actor.base() + higher;
        let least = self.rules.success.least_margin();
        luck.uses.iter().find_map(|boon| {
            let (price, degree) = match boon {
                Boon::Success => {
                    let level = base - self.actor.modifiers();
                    (luck.limit.price(level, self.difficulty)?, base.max(self.difficulty + least))
                }
                Boon::Automatic if self.actor.rolls() => {
                    (luck.automatic, self.actor.degree(base + i32::from(AUTOMATIC_RESULT)))
                }
                _ => return None,
            };
            let outcome = self.outcome(0, degree, None);
            (is_enough(&outcome) && luck.pay(price, bill)).then_some(outcome)
        })
    }

    fn outcome(&self, natural: i32, degree: i32, critical: Option<Critical>) -> CheckOutcome {
        let margin = degree - self.difficulty;
        let achieved = self.achieved(margin, critical);
        let fitting = match achieved {
            Achieved::Failure => margin.min(-1),
            Achieved::Partial => margin,
            Achieved::Success => margin.max(self.rules.success.least_margin()),
        };
        CheckOutcome { natural, degree, margin, achieved, critical, band: self.band(fitting), spent: 0 }
    }

    /// The index of the band for `margin`; `None` without bands.
    fn band(&self, margin: i32) -> Option<u16> {
        self.rules.bands.as_ref().map(|bands| bands.index(margin))
    }

    fn achieved(&self, margin: i32, critical: Option<Critical>) -> Achieved {
        let decides = self.rules.criticals.is_some_and(|criticals| criticals.decides());
        match critical.filter(|_| decides) {
            Some(Critical::Failure) => Achieved::Failure,
            Some(Critical::Success) => Achieved::Success,
            None if margin >= self.rules.success.least_margin() => Achieved::Success,
            None if margin >= 0 => Achieved::Partial,
            None => Achieved::Failure,
        }
    }
}

rolled_once!(Check => CheckOutcome);

#[cfg(test)]
mod tests;
