//! Contests with many participants: the best degree wins (A12: SRD 3.5).

use super::against::{ContestDice, Rivals};
use super::{Contestant, ContestantResult, Machine, Next};
use crate::chance::{Ask, Chance, Purpose};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// Maximum number of contestants.
pub const MOST_CONTESTANTS: usize = 20;

/// Maximum number of leads to distinguish in exact answers. A contest of twelve in which every leader matters has about
/// 40,000.
const MOST_LEADS: usize = 50_000;

/// Maximum number of states to solve exactly if Fudge points can be spent.
const MOST_STATES: usize = 1_000_000;

/// Maximum span of the results of a contest, in levels.
const MOST_LEVELS_SPANNED: i32 = 100;

/// A contest in which every contestant rolls and the best degree wins.
#[derive(Debug, Clone, PartialEq)]
pub struct Contest {
    contestants: Vec<Contestant>,
    /// The contestants that exact answers distinguish, one bit each. For all other contestants, exact answers record
    /// only whether any of them share the lead.
    distinguished: u32,
}

/// The state of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ContestState {
    /// The dice and purchases of every contestant.
    Dice(ContestDice),
    /// The number of contestants who have rolled, and the lead. This is enough if no contestant has Fudge points.
    Led(u16, Lead),
}

/// The best degree so far, and the contestants who have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Lead {
    best: i32,
    /// The contestants with the best degree, one bit each. After [`distinguishing`](Self::distinguishing), the two
    /// highest bits represent all contestants who are not distinguished.
    holders: u32,
}

/// The result of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContestOutcome {
    /// The lead at the end.
    pub lead: Lead,
    /// Fudge points spent, by contestant index.
    pub spent: [u8; MOST_CONTESTANTS],
}

/// The winner of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// The index of the only contestant with the best degree.
    One(u16),
    /// No winner: several contestants have the best degree.
    Shared,
    /// No winner: the only contestant with the best degree missed the minimum (A10).
    Nobody,
}

impl Lead {
    /// The lead before any roll.
    pub const NONE: Self = Self { best: i32::MIN, holders: 0 };

    /// A lead with `best` as its degree and without holders.
    pub fn of(best: i32) -> Self {
        Self { best, holders: 0 }
    }

    /// The lead after contestant `who` rolls `degree`.
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

    /// Whether contestant `who` has the best degree.
    #[inline]
    pub fn is_held_by(self, who: u16) -> bool {
        self.holders >> who & 1 == 1
    }

    /// Whether several contestants have the best degree.
    #[inline]
    pub fn is_shared(self) -> bool {
        self.holders.count_ones() > 1
    }

    /// A reduced lead that distinguishes only the contestants in `some` (one bit each). It records all other leaders as
    /// just enough bits to decide whether the lead is shared. Later rolls change it like the full lead.
    #[must_use]
    fn distinguishing(self, some: u32) -> Self {
        // Bits for leaders that are not distinguished.
        const SOME_OTHER: u32 = 1 << 31;
        const SEVERAL_OTHERS: u32 = 1 << 30;
        let own = self.holders & some;
        let others = match (self.holders ^ own).count_ones() {
            0 => 0,
            1 => SOME_OTHER,
            _ if own != 0 => SOME_OTHER,
            _ => SOME_OTHER | SEVERAL_OTHERS,
        };
        Self { holders: own | others, ..self }
    }
}

impl ContestOutcome {
    /// A result with `lead` and no Fudge points spent.
    pub fn of(lead: Lead) -> Self {
        Self { lead, spent: [0; MOST_CONTESTANTS] }
    }
}

impl Contest {
    /// A contest between `contestants`.
    ///
    /// # Errors
    /// If there are fewer than two or more than [`MOST_CONTESTANTS`] contestants, or the results span more than 100
    /// levels.
    pub fn new(contestants: Vec<Contestant>) -> Result<Self> {
        if !(2..=MOST_CONTESTANTS).contains(&contestants.len()) {
            return Err(Error::input(format!("the number of contestants is {}", contestants.len()))
                .with_help(format!("a contest has 2 to {MOST_CONTESTANTS}")));
        }
        let actors = || contestants.iter().map(Contestant::actor);
        let lowest = actors().map(|actor| actor.degrees().0).min().unwrap_or(0);
        let highest = actors().map(|actor| actor.degrees().1).max().unwrap_or(0);
        if highest - lowest >= MOST_LEVELS_SPANNED {
            return Err(Error::input(format!("the results of this contest span {} levels", highest - lowest + 1))
                .with_help(format!("they may span {MOST_LEVELS_SPANNED}: use dice with fewer results")));
        }
        Ok(Self { contestants, distinguished: u32::MAX })
    }

    /// The contestants, by index.
    pub fn contestants(&self) -> &[Contestant] {
        &self.contestants
    }

    /// Whether any contestant needs a minimum degree to win.
    pub fn has_minimum(&self) -> bool {
        self.contestants.iter().any(|contestant| contestant.minimum().is_some())
    }

    /// A copy whose exact answers distinguish only the contestants in `some` (one bit each). For all other contestants,
    /// exact answers record only whether any of them share the lead.
    #[must_use]
    pub fn distinguishing(&self, some: u32) -> Self {
        Self { distinguished: some, ..self.clone() }
    }

    /// The indices of the contestants.
    pub fn numbers(&self) -> impl Iterator<Item = u16> {
        0..self.contestants.len() as u16
    }

    /// Whether any contestant has Fudge points.
    pub fn has_luck(&self) -> bool {
        self.contestants.iter().any(|contestant| contestant.luck().is_some())
    }

    /// The result of each contestant, by index; empty if only the lead is known.
    pub fn contestant_results(&self, state: &ContestState) -> Vec<ContestantResult> {
        match state {
            ContestState::Dice(contest_dice) => self.rivals().contestant_results(contest_dice),
            ContestState::Led(..) => Vec::new(),
        }
    }

    /// All possible best degrees, in no order and possibly with repeats; empty if any contestant has Fudge points.
    pub fn best_degrees(&self) -> impl Iterator<Item = i32> {
        let floor = self.contestants.iter().map(|one| one.actor().degrees().0).max().unwrap_or(0);
        let able = self.contestants.iter().filter(|_| !self.has_luck());
        able.flat_map(|one| one.actor().possible_degrees()).filter(move |degree| *degree >= floor)
    }

    fn rivals(&self) -> Rivals<'_, impl Fn(&[i32]) -> Option<usize>> {
        Rivals::new(&self.contestants, |degrees: &[i32]| match self.winner(self.lead(degrees.iter().copied())) {
            Winner::One(who) => Some(usize::from(who)),
            Winner::Shared | Winner::Nobody => None,
        })
    }

    fn outcome(&self, efforts: &[ContestantResult]) -> ContestOutcome {
        let mut spent = [0; MOST_CONTESTANTS];
        spent.iter_mut().zip(efforts).for_each(|(spent, effort)| *spent = effort.spent);
        ContestOutcome { lead: self.lead(efforts.iter().map(|effort| effort.degree)), spent }
    }

    /// The lead for `degrees`, in the order of the contestants.
    fn lead(&self, degrees: impl Iterator<Item = i32>) -> Lead {
        self.numbers().zip(degrees).fold(Lead::NONE, |lead, (who, degree)| lead.after(who, degree))
    }

    /// The winner, given the final lead. A tie for the best degree is [`Winner::Shared`], even if the degree misses a
    /// minimum.
    #[inline]
    pub fn winner(&self, lead: Lead) -> Winner {
        let who = lead.holders.trailing_zeros() as u16;
        match self.contestants.get(usize::from(who)) {
            _ if lead.is_shared() => Winner::Shared,
            Some(contestant) if contestant.reaches_minimum(lead.best) => Winner::One(who),
            _ => Winner::Nobody,
        }
    }
}

/// The contestants roll one after another. After that, Fudge points buy shifts and rerolls.
impl Machine for Contest {
    type State = ContestState;
    /// The index of the contestant who rolls, and whether it is a reroll.
    type Question = (u16, bool);
    /// The natural result.
    type Outcome = i32;
    type End = ContestOutcome;
    type Event = ();

    fn start(&self) -> ContestState {
        ContestState::Dice(self.rivals().begin())
    }

    fn next(&self, state: &ContestState, _: u32) -> Next<ContestState, (u16, bool), ContestOutcome> {
        match state {
            ContestState::Led(who, _) if usize::from(*who) < self.contestants.len() => Next::Roll((*who, false)),
            ContestState::Led(_, lead) => Next::End(ContestOutcome::of(*lead)),
            ContestState::Dice(contest_dice) => {
                let rivals = self.rivals();
                let bought = || {
                    rivals
                        .after_purchases(contest_dice)
                        .map(|contest_dice| Next::Become(ContestState::Dice(contest_dice)))
                };
                let over = || Next::End(self.outcome(&rivals.contestant_results(contest_dice)));
                contest_dice.next_roller().map(Next::Roll).or_else(bought).unwrap_or_else(over)
            }
        }
    }

    fn roll(&self, &(who, again): &(u16, bool), chance: &mut dyn Chance, _: &mut dyn FnMut(())) -> i32 {
        let actor = self.contestants[usize::from(who)].actor();
        actor.roll_natural_for(Ask::against(who, again.into(), Purpose::Action), chance)
    }

    fn apply(&self, state: &mut ContestState, &(who, _): &(u16, bool), natural: &i32) {
        match state {
            ContestState::Led(rolled, lead) => {
                let actor = self.contestants[usize::from(who)].actor();
                (*rolled, *lead) = (who + 1, lead.after(who, actor.degree(actor.base() + natural)));
            }
            ContestState::Dice(contest_dice) => contest_dice.record_natural(who, *natural),
        }
    }

    fn essence(&self, state: ContestState) -> ContestState {
        match state {
            ContestState::Led(rolled, lead) => ContestState::Led(rolled, lead.distinguishing(self.distinguished)),
            // Without points, only the initial state gets here.
            ContestState::Dice(_) if !self.has_luck() => ContestState::Led(0, Lead::NONE),
            ContestState::Dice(contest_dice) => ContestState::Dice(self.rivals().essence(contest_dice)),
        }
    }

    fn too_many(&self, states: usize) -> Option<Error> {
        let (most, message, help) = match self.has_luck() {
            true => (MOST_STATES, "these rolls have too many outcomes to solve exactly", ""),
            false => (
                MOST_LEADS,
                "this contest has too many combinations of leads to solve exactly",
                "ask about fewer contestants in one question, or ",
            ),
        };
        (states > most).then(|| Error::input(message).with_help(format!("{help}use method = \"simulate\"")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Recorder, Script};
    use crate::check::{Actor, Advance, Run, play};
    use crate::dice::Dice;

    fn one(level: i32, dice: &str, minimum: Option<i32>) -> Contestant {
        Contestant::new(Actor::new(Some(level), 0, Dice::parse(dice).unwrap(), None).unwrap(), minimum).unwrap()
    }

    fn winner(contestants: Vec<Contestant>, rolls: &[i32]) -> Winner {
        let contest = Contest::new(contestants).unwrap();
        let mut script = Script::new(rolls.iter().copied());
        let outcome = play(&contest, &mut script, &mut |()| {});
        assert_eq!((script.left(), script.ran_out()), (0, false));
        contest.winner(outcome.end.lead)
    }

    /// A12, SRD 3.5.
    #[test]
    fn best_degree_wins_unless_tied() {
        let three = || vec![one(1, "4dF", None), one(0, "4dF", None), one(2, "none", None)];
        assert_eq!(winner(three(), &[0, 3]), Winner::One(1));
        assert_eq!(winner(three(), &[0, 1]), Winner::One(2));
        assert_eq!(winner(three(), &[1, 1]), Winner::Shared);
        assert_eq!(winner(three(), &[1, 2]), Winner::Shared);
        assert_eq!(winner(three(), &[4, -4]), Winner::One(0));
    }

    #[test]
    fn minimum_applies_to_sole_leader_only() {
        let two = || vec![one(0, "4dF", Some(0)), one(0, "4dF", None)];
        assert_eq!(winner(two(), &[-1, -2]), Winner::Nobody);
        assert_eq!(winner(two(), &[0, -2]), Winner::One(0));
        assert_eq!(winner(two(), &[-2, -1]), Winner::One(1));
        assert_eq!(winner(two(), &[-1, -1]), Winner::Shared);
    }

    #[test]
    fn contestants_roll_under_their_own_index() {
        let contest = Contest::new(vec![one(0, "4dF", None), one(0, "2dF", None), one(0, "4dF", None)]).unwrap();
        let mut chance = Recorder::new(Script::new([1, 2, 3]));
        let mut run = Run::new(&contest, &mut chance);
        while run.advance(&mut chance, &mut |()| {}) == Advance::Continued {}
        let degrees: Vec<i32> = contest.contestant_results(&run.state).iter().map(|effort| effort.degree).collect();
        assert_eq!(degrees, [1, 2, 3]);
        let asks: Vec<_> = chance.rolls().iter().map(|roll| roll.ask).collect();
        assert_eq!(asks, [0, 1, 2].map(|who| Ask::new(who, Purpose::Action)));
    }

    #[test]
    fn reduced_lead_matches_full_lead() {
        // For all subsets of five contestants and each kind of further roll: it makes no difference whether the lead is
        // reduced before or after the roll.
        for holders in 1u32..32 {
            for who in 0..5 {
                let lead = Lead { best: 1, holders };
                let seen = lead.distinguishing(1 << who);
                assert_eq!((seen.is_held_by(who), seen.is_shared()), (lead.is_held_by(who), lead.is_shared()));
                for (next, degree) in (5..7).flat_map(|next| [(next, 0), (next, 1), (next, 2)]).chain([(who, 1)]) {
                    assert_eq!(
                        seen.after(next, degree).distinguishing(1 << who),
                        lead.after(next, degree).distinguishing(1 << who)
                    );
                }
            }
        }
    }

    #[test]
    fn new_rejects_bad_counts_and_wide_results() {
        let of = |count: usize, dice: &str| Contest::new(vec![one(0, dice, None); count]);
        assert!(of(1, "4dF").is_err() && of(21, "4dF").is_err());
        assert!(of(2, "4dF").is_ok() && of(20, "4dF").is_ok());
        assert!(of(2, "1d100").is_ok());
        assert!(of(2, "1d101").unwrap_err().message().contains("span 101 levels"));
    }
}
