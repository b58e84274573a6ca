//! Actors: a trait, modifiers and dice, which together make a degree.

use super::within_limit;
use crate::chance::{Ask, Chance, Purpose};
use crate::dice::Dice;
use crate::error::{Error, Result};

/// The range that limits rolled degrees (A2, LITE).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cap {
    lowest: i32,
    highest: i32,
}

impl Cap {
    /// Limits rolled degrees to `lowest` … `highest`: −3 … +3 is Terrible … Superb. With a superhuman tier (A3) the
    /// upper limit is the top of that tier, +7.
    ///
    /// # Errors
    /// If `lowest` is above `highest`, or either is beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT).
    pub fn new(lowest: i32, highest: i32) -> Result<Self> {
        within_limit("the lowest result", lowest)?;
        within_limit("the highest result", highest)?;
        if lowest > highest {
            return Err(Error::input(format!("the lowest result {lowest} is above the highest {highest}")));
        }
        Ok(Self { lowest, highest })
    }

    /// Returns `degree`, moved into the range.
    #[inline]
    pub fn apply(self, degree: i32) -> i32 {
        degree.clamp(self.lowest, self.highest)
    }
}

/// A trait with its modifiers and dice.
#[derive(Debug, Clone, PartialEq)]
pub struct Actor {
    base: i32,
    modifiers: i32,
    dice: Dice,
    /// The natural result if the dice have only one; otherwise `None`.
    fixed: Option<i32>,
    cap: Option<Cap>,
}

impl Actor {
    /// An actor with a trait at `level`; `None` for no trait. `modifiers` is the total of all modifiers. `cap` limits
    /// rolled results (A2).
    ///
    /// A roll without a trait is a situational roll (A14): a result of 0 is Fair.
    ///
    /// # Errors
    /// If the level or the modifiers are beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT), or the dice use `need`, which is
    /// known only against a difficulty.
    pub fn new(level: Option<i32>, modifiers: i32, dice: Dice, cap: Option<Cap>) -> Result<Self> {
        let level = within_limit("the trait", level.unwrap_or(0))?;
        let modifiers = within_limit("the sum of all modifiers", modifiers)?;
        let dice = dice.without_need()?;
        let (lowest, highest) = (dice.pmf().lowest(), dice.pmf().highest());
        let fixed = (lowest == highest).then_some(lowest);
        Ok(Self { base: level + modifiers, modifiers, dice, fixed, cap })
    }

    /// A copy with the trait at `level` and the same modifiers.
    #[must_use]
    pub fn at_level(&self, level: i32) -> Self {
        Self { base: level + self.modifiers, ..self.clone() }
    }

    /// A copy that rolls `dice` instead.
    #[must_use]
    pub(crate) fn with_dice(&self, dice: Dice) -> Self {
        let (lowest, highest) = (dice.pmf().lowest(), dice.pmf().highest());
        Self { fixed: (lowest == highest).then_some(lowest), dice, ..self.clone() }
    }

    /// Whether a roll is made: the dice have more than one possible result (D13).
    pub fn rolls(&self) -> bool {
        self.fixed.is_none()
    }

    /// Whether the dice contain no modifier, so that their results are natural results. Criticals need this (A7).
    pub(super) fn has_natural_results(&self) -> bool {
        !self.dice.holds_modifier()
    }

    /// The cap on rolled results, if any.
    pub fn cap(&self) -> Option<Cap> {
        self.cap
    }

    /// The total of all modifiers.
    pub fn modifiers(&self) -> i32 {
        self.modifiers
    }

    /// The trait plus all modifiers; without a trait, the modifiers alone.
    pub fn base(&self) -> i32 {
        self.base
    }

    /// All possible degrees in ascending order. A degree can appear several times, because of the cap.
    pub(super) fn possible_degrees(&self) -> impl Iterator<Item = i32> {
        self.dice.pmf().iter().filter(|(_, weight)| *weight > 0).map(|(natural, _)| self.degree(self.base + natural))
    }

    /// The lowest and the highest possible degree.
    pub(super) fn degrees(&self) -> (i32, i32) {
        let pmf = self.dice.pmf();
        (self.degree(self.base + pmf.lowest()), self.degree(self.base + pmf.highest()))
    }

    /// The lowest natural result.
    pub(super) fn lowest_natural(&self) -> i32 {
        self.dice.pmf().lowest()
    }

    /// Rolls the dice alone, with `who` as the roller in the [`Ask`], and returns the natural result. Makes no roll if
    /// the dice have only one result.
    #[inline]
    pub(super) fn roll_natural(&self, who: u16, chance: &mut dyn Chance) -> i32 {
        self.roll_natural_for(Ask::new(who, Purpose::Action), chance)
    }

    /// Like [`roll_natural`](Self::roll_natural), with the roll identified by `ask`.
    #[inline]
    pub(super) fn roll_natural_for(&self, ask: Ask, chance: &mut dyn Chance) -> i32 {
        match self.fixed {
            Some(value) => value,
            None => chance.roll(ask, &self.dice),
        }
    }

    /// The degree for `total` (trait, modifiers and roll). The cap applies last and to rolled results only (reading
    /// 36), so an actor who does not roll can be above Superb.
    #[inline]
    pub(super) fn degree(&self, total: i32) -> i32 {
        match self.cap {
            Some(cap) if self.rolls() => cap.apply(total),
            _ => total,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Script;

    fn dice(name: &str) -> Dice {
        Dice::parse(name).unwrap()
    }

    #[test]
    fn cap_applies_to_rolled_results_only() {
        let cap = Some(Cap::new(-3, 3).unwrap());
        let pc = Actor::new(Some(2), 0, dice("4dF"), cap).unwrap();
        assert_eq!([6, 3, -2, -4].map(|total| pc.degree(total)), [3, 3, -2, -3]);
        let giant = Actor::new(Some(5), 1, dice("none"), cap).unwrap();
        assert_eq!((giant.base(), giant.degree(giant.base()), giant.rolls()), (6, 6, false));
    }

    #[test]
    fn fixed_actor_makes_no_roll() {
        let mut script = Script::new([3]);
        assert_eq!(Actor::new(Some(1), 0, dice("none"), None).unwrap().roll_natural(0, &mut script), 0);
        assert_eq!(script.left(), 1);
        assert_eq!(Actor::new(None, 0, dice("4dF"), None).unwrap().roll_natural(0, &mut script), 3);
    }

    #[test]
    fn new_rejects_levels_out_of_range() {
        for (level, modifiers, good) in
            [(100, -100, true), (-100, 100, true), (101, 0, false), (0, -101, false), (i32::MIN, i32::MAX, false)]
        {
            assert_eq!(Actor::new(Some(level), modifiers, dice("4dF"), None).is_ok(), good, "{level} {modifiers}");
        }
        assert!(Cap::new(3, -3).is_err() && Cap::new(-101, 3).is_err() && Cap::new(0, 101).is_err());
        assert_eq!(Cap::new(2, 2).unwrap().apply(-9), 2);
    }
}
