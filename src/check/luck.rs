//! Fudge points in a check (P1, P2, P4, P5; SRD 1.36, 7.42, KAER).

use crate::error::{Error, Result};
use crate::rules::fudge::MOST_POINTS;
use crate::rules::{Boon, Choice, Rules, SuccessLimit};

/// Fudge points, and what they are spent on where it makes a check succeed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Luck {
    /// The points there are to spend on one check.
    pub points: u8,
    /// What they are spent on, tried in this order: before the dice are rolled, and again when they show. A reroll is made once.
    pub uses: Vec<Boon>,
    /// Which difficulties no point can overcome, and what those cost that it can (P1).
    pub limit: SuccessLimit,
    /// What +4 in place of the dice costs (P4).
    pub automatic: u8,
}

impl Luck {
    /// Points under these rules.
    ///
    /// # Errors
    /// Too many points; a use that has no meaning in a check, or none at all.
    pub fn new(points: u8, uses: Vec<Boon>, rules: &Rules) -> Result<Self> {
        if points > MOST_POINTS {
            return Err(Error::input(format!("{points} Fudge points are too many"))
                .with_help(format!("use a number from 0 to {MOST_POINTS}")));
        }
        if uses.is_empty() {
            return Err(Error::input("Fudge points are spent on nothing").with_help("for example `spend = \"reroll\"`"));
        }
        match uses.iter().find(|boon| matches!(boon, Boon::Lighter | Boon::CheatDeath)) {
            Some(boon) => Err(Error::input(format!("`{}` has no effect outside a fight", boon.word()))
                .with_help("use `success`, `shift`, `automatic` or `reroll`")),
            None => Ok(Self { points, uses, limit: rules.success_limit, automatic: rules.prices.automatic }),
        }
    }
}
