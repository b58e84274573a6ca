//! Spending of Fudge points (P7).

use super::Fight;
use crate::combat::condition::Scene;
use crate::combat::fighter::Cast;
use crate::error::{Error, Result};
use crate::rules::fudge::Rows;
use crate::rules::{Boon, Choice, Pacing, Rules};

impl Fight {
    /// The rows of a fighter's spending policy that apply now, for boons for which `is_wanted` is true.
    pub(crate) fn spending_rows(&self, scene: Scene<'_>, who: u16, is_wanted: fn(Boon) -> bool) -> Rows {
        let kind = self.roster.kind(who);
        if kind.fudge_points == 0 || !kind.fighter.spend.uses_any(is_wanted) {
            return Rows::NONE;
        }
        let price = |boon| self.rules.prices.minimum(boon, self.rules.lighter_wound);
        kind.fighter.spend.usable_rows(&self.view(scene, who), self.roster.points_left(scene, who), is_wanted, price)
    }
}

/// Checks that fighters spend Fudge points only on boons that are possible in this fight. A fight decided by one roll
/// has no wounds to make lighter, and other fights have no single roll that decides.
///
/// # Errors
/// If a row of a policy can never apply.
pub(crate) fn check_spending(cast: &Cast, rules: &Rules) -> Result<()> {
    let story = rules.pacing == Pacing::Story;
    for fighter in &cast.fighters {
        let vain = |boon: &Boon| if *boon == Boon::Success { !story } else { story && boon.is_for_wounds() };
        let Some(boon) = fighter.spend.0.iter().map(|spend| spend.on).find(vain) else { continue };
        let (why, help) = match story {
            true => ("one roll decides this fight, without wounds", "spend it on that roll, or set another `pacing`"),
            false => ("no single roll decides this fight", "spend it on rolls or wounds, or set `pacing = \"story\"`"),
        };
        let what = format!("{} spends Fudge points on `{}`, but {why}", fighter.name, boon.word());
        return Err(Error::input(what).with_help(help));
    }
    Ok(())
}
