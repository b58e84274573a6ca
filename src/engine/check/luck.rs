//! Fudge points outside fights (P1, P2, P4, P5; SRD 1.36, 7.42, KAER).

use crate::error::{Error, Result};
use crate::rules::fudge::MOST_POINTS;
use crate::rules::{Boon, Choice, Rules, SuccessLimit};

/// Fudge points, and what they are spent on where it turns a roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Luck {
    /// The points there are to spend: on one check, one roll against others, or a whole task.
    pub points: u8,
    /// What they are spent on, looked at in this order: before the dice are rolled, and again when they show. Each is bought once for a
    /// roll.
    pub uses: Vec<Boon>,
    /// Which difficulties no point can overcome, and what those cost that it can (P1).
    pub limit: SuccessLimit,
    /// What +4 in place of the dice costs (P4).
    pub automatic: u8,
}

/// What has been bought with Fudge points so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Bill {
    /// The points spent.
    pub(super) points: u8,
    /// What was bought for the roll at hand, once its dice showed: a bit for each place in [`Luck::uses`].
    used: u8,
}

/// A change of dice that show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alteration<D> {
    /// A die by one; which, and which way, is up to the roll.
    Shift(D),
    /// One's own dice are rolled again, and the new result stands.
    Reroll,
}

impl Luck {
    /// Points under these rules.
    ///
    /// # Errors
    /// Too many points; a use that has no meaning outside fights, or that is named twice, or none at all.
    pub fn new(points: u8, uses: Vec<Boon>, rules: &Rules) -> Result<Self> {
        if points > MOST_POINTS {
            return Err(Error::input(format!("{points} Fudge points are too many"))
                .with_help(format!("use a number from 0 to {MOST_POINTS}")));
        }
        if uses.is_empty() {
            return Err(Error::input("Fudge points are spent on nothing").with_help("for example `spend = \"reroll\"`"));
        }
        if let Some(boon) = uses.iter().find(|boon| boon.is_for_wounds()) {
            return Err(Error::input(format!("`{}` has no effect outside a fight", boon.word()))
                .with_help("use `success`, `shift`, `automatic` or `reroll`"));
        }
        if let Some((_, boon)) = uses.iter().enumerate().find(|(place, boon)| uses[..*place].contains(boon)) {
            return Err(Error::input(format!("Fudge points are spent on `{}` twice", boon.word()))
                .with_help("name it once: each use is bought once for a roll"));
        }
        Ok(Self { points, uses, limit: rules.success_limit, automatic: rules.prices.automatic })
    }

    /// Whether points go on this.
    pub(super) fn goes_on(&self, boon: Boon) -> bool {
        self.uses.contains(&boon)
    }

    /// Pays where there are points enough; says whether there were.
    pub(super) fn pays(&self, price: u8, bill: &mut Bill) -> bool {
        let affords = price <= self.points.saturating_sub(bill.points);
        if affords {
            bill.points += price;
        }
        affords
    }

    /// What is bought for dice that show and do not prevail: the first use that has not been bought for this roll and helps, where there is a
    /// point left. `rolls`: whether there are dice of one's own to roll again; `shift`: the change of a die by one that turns the roll.
    pub(super) fn buys<D>(&self, bill: &mut Bill, rolls: bool, shift: impl Fn() -> Option<D>) -> Option<Alteration<D>> {
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
    /// So many points spent before this roll.
    pub(super) fn of(points: u8) -> Self {
        Self { points, used: 0 }
    }
}
