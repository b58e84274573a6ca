//! Fudge points outside fights (P1, P2, P4, P5; SRD 1.36, 7.42, KAER).

use crate::error::{Error, Result};
use crate::rules::fudge::MOST_POINTS;
use crate::rules::{Boon, Choice, Rules, SuccessLimit};

/// Fudge points, and the uses they may be spent on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Luck {
    /// The points available for one check, one roll against others, or a whole task.
    pub points: u8,
    /// The uses in order of preference. They are considered before the roll and again after it. Each can be bought once
    /// per roll.
    pub uses: Vec<Boon>,
    /// The difficulties that no point can overcome, and the price of overcoming the others (P1).
    pub limit: SuccessLimit,
    /// The price of +4 instead of a roll (P4).
    pub automatic: u8,
}

/// One buyer's purchases with Fudge points so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Bill {
    /// Fudge points spent.
    pub(super) points: u8,
    /// The uses bought after the current roll, one bit per index in [`Luck::uses`].
    used: u8,
}

/// A change to dice that have been rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alteration<D> {
    /// A die is shifted by one. The value identifies the shift.
    Shift(D),
    /// The buyer's own dice are rerolled, and the new result counts.
    Reroll,
}

impl Luck {
    /// Fudge points with the limits and prices of `rules`.
    ///
    /// # Errors
    /// If there are too many points, or if `uses` is empty, repeats a use, or contains one that is for wounds only.
    pub fn new(points: u8, uses: Vec<Boon>, rules: &Rules) -> Result<Self> {
        if points > MOST_POINTS {
            return Err(Error::input(format!("{points} Fudge points are too many"))
                .with_help(format!("use a number from 0 to {MOST_POINTS}")));
        }
        if uses.is_empty() {
            return Err(
                Error::input("no use is given for the Fudge points").with_help("for example `spend = \"reroll\"`")
            );
        }
        if let Some(boon) = uses.iter().find(|boon| boon.is_for_wounds()) {
            return Err(Error::input(format!("`{}` has no effect outside a fight", boon.word()))
                .with_help("use `success`, `shift`, `automatic` or `reroll`"));
        }
        if let Some((_, boon)) = uses.iter().enumerate().find(|(place, boon)| uses[..*place].contains(boon)) {
            return Err(Error::input(format!("Fudge points are spent on `{}` twice", boon.word()))
                .with_help("list it once: each use can be bought only once per roll"));
        }
        Ok(Self { points, uses, limit: rules.success_limit, automatic: rules.prices.automatic })
    }

    /// Whether points may be spent on `boon`.
    pub(super) fn allows(&self, boon: Boon) -> bool {
        self.uses.contains(&boon)
    }

    /// Pays `price` if enough points are left. Returns whether it was paid.
    pub(super) fn pay(&self, price: u8, bill: &mut Bill) -> bool {
        let affords = price <= self.points.saturating_sub(bill.points);
        if affords {
            bill.points += price;
        }
        affords
    }

    /// Spends a point after a roll that was not good enough. Returns the change that was bought, or `None` if no point
    /// is left or no use helps.
    ///
    /// The first use that helps is bought; uses already bought for this roll are skipped. `rolls` is whether the buyer
    /// has dice to reroll. `shift` returns a shift that would improve the outcome, or `None`.
    pub(super) fn buy_after_roll<D>(
        &self,
        bill: &mut Bill,
        rolls: bool,
        shift: impl Fn() -> Option<D>,
    ) -> Option<Alteration<D>> {
        if bill.points >= self.points {
            return None;
        }
        for (place, boon) in self.uses.iter().enumerate().filter(|(place, _)| bill.used >> place & 1 == 0) {
            let change = match boon {
                Boon::Shift => shift().map(Alteration::Shift),
                Boon::Reroll if rolls => Some(Alteration::Reroll),
                _ => None,
            };
            if change.is_some() {
                *bill = Bill { points: bill.points + 1, used: bill.used | 1 << place };
                return change;
            }
        }
        None
    }
}

impl Bill {
    /// The bill of a buyer who already spent `points` on earlier rolls.
    pub(super) fn with_points_spent(points: u8) -> Self {
        Self { points, used: 0 }
    }
}
