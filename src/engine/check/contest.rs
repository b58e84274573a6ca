//! Contests of many: the best degree wins (A12: SRD 3.5).

use super::against::Rivals;
use super::{Contestant, Count, Effort, Tally};
use crate::chance::{Chance, Weight};
use crate::error::{Error, Result};

/// The most who may contest one thing.
pub const MOST_CONTESTANTS: usize = 20;

/// The most levels that the results of a contest may span.
const WIDEST: i32 = 100;

/// A contest that is ready to be rolled.
#[derive(Debug, Clone, PartialEq)]
pub struct Contest {
    contestants: Vec<Contestant>,
}

/// Who is ahead once some have rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lead {
    /// The best degree so far.
    best: i32,
    /// Who has it, a bit each.
    holders: u32,
}

/// What came of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContestOutcome {
    /// Who is ahead in the end.
    pub lead: Lead,
    /// The Fudge points that each contestant spent, by number.
    pub spent: [u8; MOST_CONTESTANTS],
}

/// Who wins a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// The only one with the best degree, by number.
    One(u16),
    /// Nobody: several have the best degree.
    Shared,
    /// Nobody: the only one with the best degree missed the minimum (A10).
    Nobody,
}

impl Lead {
    /// Before anybody has rolled.
    pub const NONE: Self = Self { best: i32::MIN, holders: 0 };

    /// What the lead becomes when contestant `who` rolls `degree`.
    #[inline]
    #[must_use]
    pub fn after(self, who: u16, degree: i32) -> Self {
        match degree.cmp(&self.best) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Equal => Self { holders: self.holders | 1 << who, ..self },
            std::cmp::Ordering::Greater => Self { best: degree, holders: 1 << who },
        }
    }

    /// The best degree so far.
    pub fn best(self) -> i32 {
        self.best
    }

    /// Whether contestant `who` has it.
    #[inline]
    pub fn is_held_by(self, who: u16) -> bool {
        self.holders >> who & 1 == 1
    }

    /// Whether several have it.
    #[inline]
    pub fn is_shared(self) -> bool {
        self.holders.count_ones() > 1
    }

    /// The same lead as far as it concerns `who`: see [`seen_by_all`](Self::seen_by_all).
    #[must_use]
    pub fn seen_by(self, who: u16) -> Self {
        self.seen_by_all(1 << who)
    }

    /// The same lead as far as it concerns these contestants, a bit each: which others share it, and how many of them beyond what decides
    /// whether it is shared, is forgotten. Rolls act on what is left just as on the whole.
    #[must_use]
    pub fn seen_by_all(self, some: u32) -> Self {
        const SOMEBODY: u32 = 1 << 31;
        const ANOTHER: u32 = 1 << 30;
        let own = self.holders & some;
        let others = match (self.holders ^ own).count_ones() {
            0 => 0,
            1 => SOMEBODY,
            _ if own != 0 => SOMEBODY,
            _ => SOMEBODY | ANOTHER,
        };
        Self { holders: own | others, ..self }
    }
}

impl ContestOutcome {
    /// An outcome with this lead, without Fudge points spent.
    pub fn of(lead: Lead) -> Self {
        Self { lead, spent: [0; MOST_CONTESTANTS] }
    }
}

impl Contest {
    /// Everybody rolls once, and the best degree wins.
    ///
    /// # Errors
    /// Fewer than two contestants or more than [`MOST_CONTESTANTS`]; results that span more than 100 levels.
    pub fn new(contestants: Vec<Contestant>) -> Result<Self> {
        if !(2..=MOST_CONTESTANTS).contains(&contestants.len()) {
            return Err(Error::input(format!("the number of contestants is {}", contestants.len()))
                .with_help(format!("a contest has 2 to {MOST_CONTESTANTS}")));
        }
        let actors = || contestants.iter().map(Contestant::actor);
        let lowest = actors().map(|actor| actor.degrees().0).min().unwrap_or(0);
        let highest = actors().map(|actor| actor.degrees().1).max().unwrap_or(0);
        if highest - lowest >= WIDEST {
            return Err(Error::input(format!("the results of this contest span {} levels", highest - lowest + 1))
                .with_help(format!("they may span {WIDEST}: use dice with fewer results")));
        }
        Ok(Self { contestants })
    }

    /// Who contests, in order.
    pub fn contestants(&self) -> &[Contestant] {
        &self.contestants
    }

    /// True where the only one with the best degree may miss a minimum.
    pub fn has_minimum(&self) -> bool {
        self.contestants.iter().any(|contestant| contestant.minimum().is_some())
    }

    /// The degree that contestant `who` rolls.
    #[inline]
    pub fn degree(&self, who: u16, chance: &mut impl Chance) -> i32 {
        self.contestants[usize::from(who)].degree(who, chance)
    }

    /// The contestants by number.
    pub fn numbers(&self) -> impl Iterator<Item = u16> {
        0..self.contestants.len() as u16
    }

    /// True where somebody has Fudge points to spend.
    pub fn has_luck(&self) -> bool {
        self.contestants.iter().any(|contestant| contestant.luck().is_some())
    }

    /// Rolls it once, one contestant after the other, before points are spent; `tell` is called with what each comes to.
    #[inline]
    pub fn roll(&self, chance: &mut impl Chance, mut tell: impl FnMut(u16, Effort)) -> ContestOutcome {
        if self.has_luck() {
            let efforts = self.rivals().roll(chance);
            self.numbers().zip(&efforts).for_each(|(who, effort)| tell(who, *effort));
            return self.outcome(&efforts);
        }
        let lead = self.numbers().fold(Lead::NONE, |lead, who| {
            let degree = self.degree(who, chance);
            tell(who, Effort::plain(degree));
            lead.after(who, degree)
        });
        ContestOutcome::of(lead)
    }

    /// Each outcome that points can lead to, with its chance.
    ///
    /// # Errors
    /// There are too many ways to it.
    pub(crate) fn ends(&self) -> Result<impl Iterator<Item = (ContestOutcome, Weight)>> {
        let ends = self.rivals().ends()?;
        Ok(ends.into_iter().map(|(efforts, weight)| (self.outcome(&efforts), weight)))
    }

    /// All of them, where points are spent.
    fn rivals(&self) -> Rivals<'_, impl Fn(&[i32]) -> Option<usize>> {
        Rivals::new(&self.contestants, |degrees: &[i32]| match self.winner(self.lead(degrees.iter().copied())) {
            Winner::One(who) => Some(usize::from(who)),
            Winner::Shared | Winner::Nobody => None,
        })
    }

    fn outcome(&self, efforts: &[Effort]) -> ContestOutcome {
        let mut spent = [0; MOST_CONTESTANTS];
        spent.iter_mut().zip(efforts).for_each(|(spent, effort)| *spent = effort.spent);
        ContestOutcome { lead: self.lead(efforts.iter().map(|effort| effort.degree)), spent }
    }

    /// Who is ahead with these degrees, by number.
    fn lead(&self, degrees: impl Iterator<Item = i32>) -> Lead {
        self.numbers().zip(degrees).fold(Lead::NONE, |lead, (who, degree)| lead.after(who, degree))
    }

    /// Who wins by the lead in which it ends. A tie for the best changes nothing, above a minimum or below it, as
    /// between two.
    #[inline]
    pub fn winner(&self, lead: Lead) -> Winner {
        let who = lead.holders.trailing_zeros() as u16;
        match self.contestants.get(usize::from(who)) {
            _ if lead.is_shared() => Winner::Shared,
            Some(contestant) if contestant.suffices(lead.best) => Winner::One(who),
            _ => Winner::Nobody,
        }
    }
}

/// What many contests add up to.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(bound(serialize = "W: Clone + serde::Serialize", deserialize = "W: serde::Deserialize<'de>"))]
pub struct ContestTally<W> {
    /// For each contestant, contests won.
    pub wins: Vec<W>,
    /// For each contestant, contests in which the best degree was shared with others.
    pub shares: Vec<W>,
    /// Contests in which several had the best degree.
    pub shared: W,
    /// Contests in which the only one with the best degree missed the minimum.
    pub nobody: W,
    /// Contests by the best degree.
    pub degrees: Tally<i32, W>,
    /// For each contestant, contests by the Fudge points spent; nothing where nobody has any.
    #[serde(default = "Vec::new")]
    pub spent: Vec<Tally<u8, W>>,
}

impl<W: Count> ContestTally<W> {
    /// No contest yet, and every best degree that there can be, where no points change them.
    pub fn new(contest: &Contest) -> Self {
        let none = vec![W::default(); contest.contestants.len()];
        let mut tally = Self {
            wins: none.clone(),
            shares: none,
            shared: W::default(),
            nobody: W::default(),
            degrees: Tally::default(),
            spent: Vec::new(),
        };
        if contest.has_luck() {
            tally.spent = vec![Tally::default(); contest.contestants.len()];
            return tally;
        }
        let floor = contest.contestants.iter().map(|one| one.actor().degrees().0).max().unwrap_or(0);
        for contestant in &contest.contestants {
            let possible = contestant.actor().possible_degrees().filter(|degree| *degree >= floor);
            possible.for_each(|degree| tally.degrees.record(degree, W::default()));
        }
        tally
    }

    /// Adds a contest that went like this.
    #[inline]
    pub fn record(&mut self, contest: &Contest, outcome: &ContestOutcome, weight: W) {
        contest.numbers().for_each(|who| self.record_for(contest, who, outcome.lead, weight));
        self.record_best(outcome.lead, weight);
        self.spent.iter_mut().zip(outcome.spent).for_each(|(spent, points)| spent.record(points, weight));
    }

    /// Adds what such a lead means to contestant `who`; it may be the lead as that contestant sees it.
    #[inline]
    pub fn record_for(&mut self, contest: &Contest, who: u16, lead: Lead, weight: W) {
        if lead.is_held_by(who) {
            match contest.winner(lead) {
                Winner::One(_) => self.wins[usize::from(who)] += weight,
                Winner::Shared => self.shares[usize::from(who)] += weight,
                Winner::Nobody => self.nobody += weight,
            }
        }
    }

    /// Adds what such a lead means to nobody in particular.
    #[inline]
    pub fn record_best(&mut self, lead: Lead, weight: W) {
        if lead.is_shared() {
            self.shared += weight;
        }
        self.degrees.record(lead.best, weight);
    }

    /// Adds all that another tally holds.
    pub fn merge(&mut self, other: &Self) {
        let add = |own: &mut [W], other: &[W]| own.iter_mut().zip(other).for_each(|(own, n)| *own += *n);
        add(&mut self.wins, &other.wins);
        add(&mut self.shares, &other.shares);
        self.shared += other.shared;
        self.nobody += other.nobody;
        self.degrees.merge(&other.degrees);
        self.spent.iter_mut().zip(&other.spent).for_each(|(own, other)| own.merge(other));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Ask, Purpose, Recorder, Script};
    use crate::check::Actor;
    use crate::dice::Dice;

    fn one(level: i32, dice: &str, minimum: Option<i32>) -> Contestant {
        Contestant::new(Actor::new(Some(level), 0, Dice::parse(dice).unwrap(), None).unwrap(), minimum).unwrap()
    }

    fn winner(contestants: Vec<Contestant>, rolls: &[i32]) -> Winner {
        let contest = Contest::new(contestants).unwrap();
        let mut script = Script::new(rolls.iter().copied());
        let outcome = contest.roll(&mut script, |_, _| {});
        assert_eq!((script.left(), script.ran_out()), (0, false));
        contest.winner(outcome.lead)
    }

    /// A12, SRD 3.5.
    #[test]
    fn the_best_degree_wins() {
        let three = || vec![one(1, "4dF", None), one(0, "4dF", None), one(2, "none", None)];
        assert_eq!(winner(three(), &[0, 3]), Winner::One(1));
        assert_eq!(winner(three(), &[0, 1]), Winner::One(2));
        assert_eq!(winner(three(), &[1, 1]), Winner::Shared);
        assert_eq!(winner(three(), &[1, 2]), Winner::Shared);
        assert_eq!(winner(three(), &[4, -4]), Winner::One(0));
    }

    #[test]
    fn a_minimum_binds_the_only_best_alone() {
        let two = || vec![one(0, "4dF", Some(0)), one(0, "4dF", None)];
        assert_eq!(winner(two(), &[-1, -2]), Winner::Nobody);
        assert_eq!(winner(two(), &[0, -2]), Winner::One(0));
        assert_eq!(winner(two(), &[-2, -1]), Winner::One(1));
        assert_eq!(winner(two(), &[-1, -1]), Winner::Shared);
    }

    #[test]
    fn each_rolls_under_their_own_number() {
        let contest = Contest::new(vec![one(0, "4dF", None), one(0, "2dF", None), one(0, "4dF", None)]).unwrap();
        let mut chance = Recorder::new(Script::new([1, 2, 3]));
        let mut told = Vec::new();
        contest.roll(&mut chance, |who, effort| told.push((who, effort.degree)));
        assert_eq!(told, [(0, 1), (1, 2), (2, 3)]);
        let asks: Vec<_> = chance.rolls().iter().map(|roll| roll.ask).collect();
        assert_eq!(asks, [0, 1, 2].map(|who| Ask::new(who, Purpose::Action)));
    }

    #[test]
    fn what_one_sees_of_a_lead_is_what_counts() {
        // Every subset of five, and a further roll of each kind: looking away before it or after it is the same.
        for holders in 1u32..32 {
            for who in 0..5 {
                let lead = Lead { best: 1, holders };
                let seen = lead.seen_by(who);
                assert_eq!((seen.is_held_by(who), seen.is_shared()), (lead.is_held_by(who), lead.is_shared()));
                for (next, degree) in (5..7).flat_map(|next| [(next, 0), (next, 1), (next, 2)]).chain([(who, 1)]) {
                    assert_eq!(seen.after(next, degree).seen_by(who), lead.after(next, degree).seen_by(who));
                }
            }
        }
    }

    #[test]
    fn too_few_too_many_and_too_wide_are_refused() {
        let of = |count: usize, dice: &str| Contest::new(vec![one(0, dice, None); count]);
        assert!(of(1, "4dF").is_err() && of(21, "4dF").is_err());
        assert!(of(2, "4dF").is_ok() && of(20, "4dF").is_ok());
        assert!(of(2, "1d100").is_ok());
        assert!(of(2, "1d101").unwrap_err().message().contains("span 101 levels"));
    }
}
