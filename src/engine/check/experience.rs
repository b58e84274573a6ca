//! Experience: points session by session, until all that is wanted is bought (E3 to E5, SRD 5.2, F93 5.2, LITE).

use super::{Next, PERIOD_LIMIT, Process};
use crate::chance::{Ask, Chance, Purpose};
use crate::character::RAISE;
use crate::dice::Dice;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// The most points that all purchases together may cost.
pub const MOST_COST: u32 = 3_000;

/// Points, and what is bought with them.
#[derive(Debug, Clone, PartialEq)]
pub struct Experience {
    /// What each purchase costs, in the order they are made.
    pub costs: Vec<u32>,
    /// What a session brings, each with its dice; less than 0 counts as 0.
    pub gains: Vec<(Purpose, Dice)>,
    /// Points that are used up in a session before it brings any, such as Fudge points; none = they are all saved.
    pub spent: Option<Dice>,
    /// The points saved before the first session.
    pub saved: u32,
    /// The sessions that are played; none = until all is bought.
    pub sessions: Option<u32>,
}

/// How far somebody has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Saved {
    /// How many purchases are made.
    pub bought: u32,
    /// The points left.
    pub points: u32,
}

/// How it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExperienceOver {
    /// How many purchases were made.
    pub bought: u32,
    /// The points left.
    pub points: u32,
    /// Whether all was bought.
    pub complete: bool,
}

/// What happens, for those who listen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExperienceEvent {
    /// So many points are used up.
    Spends(u32),
    /// So many points come of this.
    Gains(Purpose, u32),
    /// So many purchases are made.
    Buys(u32),
}

impl Experience {
    /// Makes sure that it can be played.
    ///
    /// # Errors
    /// Nothing is bought, or too much; no session ever brings a point.
    pub fn checked(self) -> Result<Self> {
        let total = self.total();
        let gains = self.gains.iter().any(|(_, dice)| dice.pmf().highest() > 0);
        match () {
            () if self.costs.is_empty() => Err(Error::input("there is nothing to buy").secondary()
                .with_help("name skills, attributes, gifts or powers, such as `skills = { Sword = { from = \"Fair\", to = \"Great\" } }`")),
            () if total > MOST_COST => Err(Error::input(format!("all of this costs {total} points"))
                .with_help(format!("the limit is {MOST_COST}"))),
            () if !gains => Err(Error::input("no session brings a point").with_help("for example `award = \"1d3\"`")),
            () => Ok(self),
        }
    }

    /// What all purchases cost.
    pub fn total(&self) -> u32 {
        self.costs.iter().fold(0, |sum, cost| sum.saturating_add(*cost))
    }

    /// Makes all purchases that can be paid for.
    fn buy(&self, mut saved: Saved) -> Saved {
        while let Some(points) = self.costs.get(saved.bought as usize).and_then(|cost| saved.points.checked_sub(*cost))
        {
            saved = Saved { bought: saved.bought + 1, points };
        }
        saved
    }

    fn next(&self, saved: Saved) -> Next<Saved, ExperienceOver> {
        if saved.bought as usize == self.costs.len() { Next::End(self.over(saved)) } else { Next::State(saved) }
    }

    fn over(&self, Saved { bought, points }: Saved) -> ExperienceOver {
        ExperienceOver { bought, points, complete: bought as usize == self.costs.len() }
    }
}

/// What raising a skill to a level costs, in points; none at Terrible or below, where nothing is raised (SRD 5.2).
///
/// ```
/// use fudgelab::check::raise;
/// assert_eq!([-3, -2, 0, 1, 3, 4, 5, 6, 7].map(raise), [0, 1, 1, 2, 8, 16, 30, 50, 50]);
/// ```
pub fn raise(to: i32) -> u32 {
    let step = usize::try_from(to + 2).ok();
    step.map_or(0, |step| RAISE.get(step).or(RAISE.last()).copied().unwrap_or_default())
}

fn points(rolled: i32) -> u32 {
    u32::try_from(rolled).unwrap_or(0)
}

impl Process for Experience {
    type State = Saved;
    type End = ExperienceOver;
    type Event = ExperienceEvent;

    fn begin(&self, _: &mut impl Chance, tell: &mut impl FnMut(ExperienceEvent)) -> Next<Saved, ExperienceOver> {
        let saved = self.buy(Saved { bought: 0, points: self.saved });
        if saved.bought > 0 {
            tell(ExperienceEvent::Buys(saved.bought));
        }
        self.next(saved)
    }

    /// What is used up in play is gone before the session is paid for.
    fn step(
        &self,
        mut saved: Saved,
        _: u32,
        chance: &mut impl Chance,
        tell: &mut impl FnMut(ExperienceEvent),
    ) -> Next<Saved, ExperienceOver> {
        if let Some(dice) = &self.spent {
            let spent = points(chance.roll(Ask::new(0, Purpose::Spending), dice)).min(saved.points);
            tell(ExperienceEvent::Spends(spent));
            saved.points -= spent;
        }
        for (purpose, dice) in &self.gains {
            let gained = points(chance.roll(Ask::new(0, *purpose), dice));
            tell(ExperienceEvent::Gains(*purpose, gained));
            saved.points = saved.points.saturating_add(gained);
        }
        let after = self.buy(saved);
        if after.bought > saved.bought {
            tell(ExperienceEvent::Buys(after.bought - saved.bought));
        }
        self.next(after)
    }

    fn last_step(&self) -> u32 {
        self.sessions.unwrap_or(PERIOD_LIMIT)
    }

    fn cut_off(&self, saved: Saved) -> ExperienceOver {
        self.over(saved)
    }
}
