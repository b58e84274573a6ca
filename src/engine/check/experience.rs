//! Experience: points earned session by session, until everything wanted is bought (E3 to E5, SRD 5.2, F93 5.2, LITE).

use super::prices::RAISE_COSTS;
use super::{Machine, Next, PERIOD_LIMIT};
use crate::chance::{Ask, Chance, Purpose};
use crate::dice::Dice;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// Maximum total cost of all purchases, in points.
pub const MOST_COST: u32 = 3_000;

/// Experience points earned in play, and the purchases they pay for.
#[derive(Debug, Clone, PartialEq)]
pub struct Experience {
    /// The cost of each purchase in points, in the order in which they are bought.
    pub costs: Vec<u32>,
    /// The source and dice of each award in a session. Negative results count as 0.
    pub gains: Vec<(Purpose, Dice)>,
    /// Whether key hits pay at most one point per session.
    pub pays_once: bool,
    /// The dice for points used up in each session before it pays any, such as Fudge points; `None` if all points are
    /// saved.
    pub spent: Option<Dice>,
    /// The points saved before the first session.
    pub saved: u32,
    /// The number of sessions; `None` to play until everything is bought.
    pub sessions: Option<u32>,
}

/// The points and purchases so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ExperienceState {
    /// The number of purchases made.
    pub bought: u32,
    /// The points saved and not yet spent.
    pub points: u32,
    /// The index of the next dice to roll in this session; `None` between sessions.
    due: Option<usize>,
}

/// The purchases and points after the last session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExperienceOver {
    /// The number of purchases made.
    pub bought: u32,
    /// The experience points left after the purchases.
    pub points: u32,
    /// Whether everything was bought.
    pub complete: bool,
}

impl Experience {
    /// Returns `self` if it can be played.
    ///
    /// # Errors
    /// If nothing is bought, the purchases cost too much, or no session can bring a point.
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

    /// The cost of all purchases.
    pub fn total(&self) -> u32 {
        self.costs.iter().fold(0, |sum, cost| sum.saturating_add(*cost))
    }

    /// The dice of a session, in order. Points used up in play come first, so they are gone before the session pays.
    fn dice(&self) -> impl Iterator<Item = (Purpose, &Dice)> {
        let gains = self.gains.iter().map(|(purpose, dice)| (*purpose, dice));
        self.spent.iter().map(|dice| (Purpose::Spending, dice)).chain(gains)
    }

    /// Makes the next purchases in order, for as long as there are enough points.
    fn buy(&self, mut saved: ExperienceState) -> ExperienceState {
        while let Some(points) = self.costs.get(saved.bought as usize).and_then(|cost| saved.points.checked_sub(*cost))
        {
            saved = ExperienceState { bought: saved.bought + 1, points, ..saved };
        }
        saved
    }

    fn result(&self, ExperienceState { bought, points, .. }: ExperienceState) -> ExperienceOver {
        ExperienceOver { bought, points, complete: bought as usize == self.costs.len() }
    }
}

/// The cost in experience points of raising a skill by one level, to level `to` (SRD 5.2). 0 for Terrible and below.
///
/// ```
/// use fudgelab::check::raise_cost;
/// assert_eq!([-3, -2, 0, 1, 3, 4, 5, 6, 7].map(raise_cost), [0, 1, 1, 2, 8, 16, 30, 50, 50]);
/// ```
pub fn raise_cost(to: i32) -> u32 {
    let step = usize::try_from(to + 2).ok();
    step.map_or(0, |step| RAISE_COSTS.get(step).or(RAISE_COSTS.last()).copied().unwrap_or_default())
}

impl Machine for Experience {
    type State = ExperienceState;
    /// The index of the dice in the session, and the points available.
    type Question = (usize, u32);
    /// The points used up or earned.
    type Outcome = u32;
    type End = ExperienceOver;
    /// The source of the points, and the number used up or earned.
    type Event = (Purpose, u32);

    const FIRST_ROUND: u32 = 1;

    fn start(&self) -> ExperienceState {
        self.buy(ExperienceState { bought: 0, points: self.saved, due: None })
    }

    fn next(&self, saved: &ExperienceState, _: u32) -> Next<ExperienceState, (usize, u32), ExperienceOver> {
        match saved.due {
            Some(number) => Next::Roll((number, saved.points)),
            None if saved.bought as usize == self.costs.len() => Next::End(self.result(*saved)),
            None => Next::Step(ExperienceState { due: Some(0), ..*saved }),
        }
    }

    fn roll(
        &self,
        &(number, saved): &(usize, u32),
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut((Purpose, u32)),
    ) -> u32 {
        let Some((purpose, dice)) = self.dice().nth(number) else { return 0 };
        let rolled = u32::try_from(chance.roll(Ask::new(0, purpose), dice)).unwrap_or(0);
        let points = match purpose {
            Purpose::Spending => rolled.min(saved),
            Purpose::KeyHits if self.pays_once => rolled.min(1),
            _ => rolled,
        };
        tell((purpose, points));
        points
    }

    fn apply(&self, saved: &mut ExperienceState, &(number, _): &(usize, u32), points: &u32) {
        let mut left = self.dice().skip(number);
        saved.points = match left.next() {
            Some((Purpose::Spending, _)) => saved.points.saturating_sub(*points),
            _ => saved.points.saturating_add(*points),
        };
        saved.due = left.next().map(|_| number + 1);
        if saved.due.is_none() {
            *saved = self.buy(*saved);
        }
    }

    fn last_step(&self) -> u32 {
        self.sessions.unwrap_or(PERIOD_LIMIT)
    }

    fn cut_off(&self, saved: &ExperienceState) -> Option<ExperienceOver> {
        Some(self.result(*saved))
    }
}
