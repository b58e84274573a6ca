//! Casting outside fights: magic, miracles and psi (X1 to X6). A caster makes one casting after another and pays for
//! each.
//!
//! Each system has its own file; the caster's state, the totals and the sequence of steps are shared.

mod kaer;
mod learned;
mod lite;
mod magic;
mod manner;
mod miracle;
mod once;
mod psi;
mod state;
mod struggle;
mod turn;

pub use kaer::Kaer;
pub use learned::{Learned, MINUTES_A_LEVEL, Mana};
pub use lite::{Clears, Lite};
pub use magic::{Certain, Fatigue, Magic, Resistance};
pub use manner::{Manner, Potency, Sparing};
pub use miracle::Miracle;
pub use once::{CastResult, CastStage, Faint, Keeps, Reserve};
pub use psi::{Augments, Psi, PsiSubject};
pub use state::{CasterActivity, CasterEvent, CastingEnd, CastingOver, CastingState, CastingSum};
pub use turn::{APART, CASTER, CastingEvent, CastingNote, CastingPart, CastingRoll, SUBJECT, Seats, Skill};

use super::{Finished, Luck, Machine, Next};
use crate::chance::Chance;
use crate::error::{Error, Result};
use crate::rules::Success;
use state::Went;
use turn::Attempt;

/// Maximum number of castings in a trial.
pub const MOST_CASTINGS: u16 = 1000;

/// Maximum number of levels, points or boxes in a reservoir.
pub const MOST_LEVELS: u8 = 100;

/// A series of castings by one caster.
#[derive(Debug, Clone, PartialEq)]
pub struct Casting {
    /// The number of castings to attempt, 1 to [`MOST_CASTINGS`].
    pub castings: u16,
    /// The number of full successes at which the caster stops; `None` to attempt all castings.
    pub until: Option<u16>,
    /// The levels or boxes of the reservoir that the caster saves; `None` to save nothing. The caster stops when no
    /// more than this is left.
    pub keeps: Option<u8>,
    /// The number of castings between two rests; `None` if the caster never rests.
    pub rest_every: Option<u16>,
    pub system: System,
    /// The caster's Fudge points, shared by all castings.
    pub luck: Option<Luck>,
}

/// A system of magic, miracles or psi, with the caster's values.
#[derive(Debug, Clone, PartialEq)]
pub enum System {
    /// Fudge Magic (X1: SRD 7.1).
    Magic(Magic),
    /// Fudge Miracles and clerical magic (X2, X4: SRD 7.2, FF).
    Miracle(Miracle),
    /// Fudge Psi (X3: SRD 7.3).
    Psi(Psi),
    /// Hedge and scholarly magic (X4: FF).
    Learned(Learned),
    /// Spells of KAER (X5).
    Kaer(Kaer),
    /// Spells of LITE (X6).
    Lite(Lite),
}

impl System {
    /// Whether the reservoir can pay for another casting.
    fn ready(&self, sum: &CastingSum) -> bool {
        match self {
            Self::Psi(psi) => psi.ready(sum),
            Self::Learned(learned) => learned.ready(sum),
            Self::Magic(_) | Self::Miracle(_) | Self::Kaer(_) | Self::Lite(_) => true,
        }
    }

    /// The number of levels or boxes that the reservoir can lose before the next loss does harm. Harm is a coma, a
    /// collapse, or a failure that no mana box softens. `None` if the system has no reservoir.
    pub fn left(&self, sum: &CastingSum) -> Option<u8> {
        match self {
            Self::Magic(magic) => Some(magic.potential.saturating_sub(sum.drained)),
            Self::Psi(psi) => Some(psi.left(sum)),
            Self::Learned(learned) => Some(learned.left(sum)),
            Self::Lite(lite) => Some(lite.left(sum)),
            Self::Miracle(_) | Self::Kaer(_) => None,
        }
    }

    /// Whether `sign` can happen to the caster.
    pub fn can_cause(&self, sign: CasterEvent) -> bool {
        match self {
            Self::Magic(magic) => magic.can_cause(sign),
            Self::Miracle(_) => sign == CasterEvent::Angered,
            Self::Psi(psi) => psi.can_cause(sign),
            Self::Learned(_) => sign == CasterEvent::Collapsed,
            Self::Kaer(kaer) => sign == CasterEvent::Resisted && kaer.target.is_some() && kaer.stopped_at.is_some(),
            Self::Lite(_) => sign == CasterEvent::Unsoftened,
        }
    }

    pub fn skill(&self) -> &Skill {
        match self {
            Self::Magic(magic) => &magic.skill,
            Self::Miracle(miracle) => &miracle.skill,
            Self::Psi(psi) => &psi.skill,
            Self::Learned(learned) => &learned.skill,
            Self::Kaer(kaer) => &kaer.skill,
            Self::Lite(lite) => &lite.skill,
        }
    }

    /// Whether at least one of `castings` castings is rolled. A magician can give up a level of Potential in place of a
    /// roll.
    pub fn rolls_for(&self, castings: u32) -> bool {
        match self {
            Self::Magic(magic) => match magic.certain {
                Certain::Never => true,
                Certain::AboveZero => castings > magic.potential.into(),
                Certain::Always => false,
            },
            _ => true,
        }
    }

    /// Whether a casting can be a partial success.
    pub fn may_partly(&self) -> bool {
        let surpass = || self.skill().check.rules().success == Success::Surpass;
        matches!(self, Self::Kaer(kaer) if kaer.target.is_some()) || !matches!(self, Self::Psi(_)) && surpass()
    }

    /// Whether an unconscious caster rolls to wake.
    pub fn wakes(&self) -> bool {
        match self {
            Self::Magic(magic) => magic.constitution.is_some(),
            Self::Psi(psi) => psi.constitution.is_some(),
            _ => false,
        }
    }

    /// Whether a rest between castings changes anything.
    pub fn rest_restores(&self) -> bool {
        match self {
            Self::Magic(magic) => magic.regains > 0 || magic.fatigue.is_some() || magic.repeats || magic.first_spared,
            Self::Psi(psi) => psi.regains > 0,
            Self::Learned(learned) => learned.regains != [0, 0],
            Self::Lite(_) => true,
            Self::Miracle(_) | Self::Kaer(_) => false,
        }
    }

    fn rest(&self, sum: &mut CastingSum) {
        match self {
            Self::Magic(magic) => magic.rest(sum),
            Self::Psi(psi) => psi.rest(sum),
            Self::Learned(learned) => learned.rest(sum),
            Self::Lite(lite) => lite.rest(sum),
            Self::Miracle(_) | Self::Kaer(_) => {}
        }
    }

    /// Makes the rolls that are due in `state`, and adds their results and costs to its totals.
    fn go(&self, state: &mut CastingState, attempt: &mut Attempt<'_>) -> Went {
        match self {
            Self::Magic(magic) => magic.go(state, attempt),
            Self::Miracle(miracle) => miracle.go(state, attempt),
            Self::Psi(psi) => psi.go(state, attempt),
            Self::Learned(learned) => learned.go(&mut state.sum, attempt),
            Self::Kaer(kaer) => kaer.go(&mut state.sum, attempt),
            Self::Lite(lite) => lite.go(&mut state.sum, attempt),
        }
    }

    /// A rough estimate of the number of different totals after `castings` castings, apart from the counts of
    /// successes.
    fn variety(&self, castings: f64) -> f64 {
        let levels = |levels: u8| f64::from(levels) + 2.0;
        let waking = if self.wakes() { 100.0 } else { 1.0 };
        waking
            * match self {
                Self::Magic(magic) => 2.0 * levels(magic.potential),
                Self::Miracle(miracle) => 4.0 * (1.0 + f64::from(miracle.favor) * castings),
                Self::Psi(psi) => 2.0 * psi.variety(),
                Self::Learned(learned) => levels(learned.health),
                Self::Kaer(_) => 3.0 * castings,
                Self::Lite(lite) => f64::from(lite.small + 1) * f64::from(lite.large + 1) + 1.0,
            }
    }
}

/// Castings with more states than this, by estimate, are not solved exactly.
const MOST_STATES: f64 = 2e6;

impl Casting {
    /// Returns `self` if its numbers are valid.
    ///
    /// # Errors
    /// If a number is out of range, or `keeps` or `rest_every` is set for a system without a reservoir.
    pub fn checked(self) -> Result<Self> {
        let most = MOST_CASTINGS;
        let limits = [
            ("castings", self.castings),
            ("successes", self.until.unwrap_or(1)),
            ("castings between rests", self.rest_every.unwrap_or(1)),
        ];
        if let Some((what, number)) = limits.into_iter().find(|(_, number)| !(1..=most).contains(number)) {
            return Err(Error::input(format!("the number of {what} cannot be {number}"))
                .with_help(format!("use a number from 1 to {most}")));
        }
        let lasts = self.system.left(&CastingSum::default()).is_none();
        for (key, written) in [("keeps", self.keeps.is_some()), ("rest_every", self.rest_every.is_some())] {
            if written && lasts {
                return Err(
                    Error::input(format!("`{key}` has no effect if casting drains nothing")).with_help("leave it out")
                );
            }
        }
        Ok(self)
    }

    /// Checks that the series is small enough to be solved exactly.
    ///
    /// # Errors
    /// If it has too many states.
    pub fn solvable(&self) -> Result<()> {
        let castings = f64::from(self.castings);
        let successes = f64::from(self.until.unwrap_or(self.castings).min(self.castings)) + 1.0;
        let partials = if self.system.may_partly() { castings / 3.0 + 1.0 } else { 1.0 };
        let pools = self.luck.as_ref().map_or(1.0, |luck| f64::from(luck.points) + 1.0);
        let states = castings * successes * partials * self.system.variety(castings) * pools / 2.0;
        if self.castings == 1 || states <= MOST_STATES {
            return Ok(());
        }
        Err(Error::input(format!("{castings} castings have too many states to solve exactly")).with_help(
            "ask for fewer castings, say after how many successes the caster stops (`until`), leave `constitution` out, or simulate",
        ))
    }

    /// The number of castings since the last rest, before casting number `step` (from 1).
    fn since_rest(&self, step: u32) -> u32 {
        let before = step - 1;
        self.rest_every.map_or(before, |every| before % u32::from(every))
    }

    fn rests_after(&self, step: u32) -> bool {
        self.rest_every.is_some_and(|every| step.is_multiple_of(every.into()))
    }

    /// Whether the caster saves all of a full reservoir, and so never casts.
    pub fn keeps_all_at_once(&self) -> bool {
        self.keeps_all(&CastingSum::default())
    }

    /// Whether the caster saves all that is left of the reservoir.
    fn keeps_all(&self, sum: &CastingSum) -> bool {
        self.keeps.is_some_and(|keeps| self.system.left(sum).is_some_and(|left| left <= keeps))
    }

    /// The next state after casting number `step`, or before the first casting if 0. This is another casting or the
    /// end. `angry` is whether a deity is angry.
    fn after(&self, mut sum: CastingSum, angry: bool, step: u32) -> Next<CastingMoment, CastingTurn, CastingOver> {
        let over = |end| Next::End(CastingOver { end, sum });
        if self.until.is_some_and(|until| sum.successes >= until) {
            return over(CastingEnd::Content);
        }
        if step >= u32::from(self.castings) {
            return over(CastingEnd::Done);
        }
        if self.rests_after(step) {
            self.system.rest(&mut sum);
        }
        let over = |end| Next::End(CastingOver { end, sum });
        if self.keeps_all(&sum) {
            return over(CastingEnd::Kept);
        }
        if !self.system.ready(&sum) {
            return over(CastingEnd::Empty);
        }
        Next::Step(CastingMoment::Casts(CastingState { sum, angry, moment: CasterActivity::Ready }))
    }
}

/// The progress of a series of castings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastingMoment {
    /// A casting in progress; its next roll is due.
    Casts(CastingState),
    /// No casting is in progress. The flag is whether a deity is angry.
    Between(CastingSum, bool),
    Over(CastingOver),
}

/// A casting whose next roll is due, and the number of castings since the last rest.
pub type CastingTurn = (CastingState, u32);

impl CastingMoment {
    /// The totals so far.
    pub fn sum(&self) -> &CastingSum {
        match self {
            Self::Casts(CastingState { sum, .. }) | Self::Between(sum, _) | Self::Over(CastingOver { sum, .. }) => sum,
        }
    }
}

impl Machine for Casting {
    type State = CastingMoment;
    type Question = CastingTurn;
    type Outcome = CastingMoment;
    type End = CastingOver;
    type Event = CastingEvent;

    const FIRST_ROUND: u32 = 1;

    fn start(&self) -> CastingMoment {
        CastingMoment::Between(CastingSum::default(), false)
    }

    fn next(&self, moment: &CastingMoment, step: u32) -> Next<CastingMoment, CastingTurn, CastingOver> {
        match *moment {
            CastingMoment::Casts(state) => Next::Roll((state, self.since_rest(step))),
            CastingMoment::Between(sum, angry) => self.after(sum, angry, step),
            CastingMoment::Over(over) => Next::End(over),
        }
    }

    fn roll(
        &self,
        &(mut state, before): &CastingTurn,
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut(CastingEvent),
    ) -> CastingMoment {
        let (seats, points) = (Seats::default(), state.sum.points);
        let mut attempt = Attempt { before, seats, margin: 0, luck: self.luck.as_ref(), points, chance, tell };
        let went = self.system.go(&mut state, &mut attempt);
        state.sum.points = attempt.points;
        match went {
            Went::On(moment) => CastingMoment::Casts(CastingState { moment, ..state }),
            Went::Over => CastingMoment::Between(state.sum, state.angry),
            Went::Ended(end) => CastingMoment::Over(CastingOver { end, sum: state.sum }),
        }
    }

    fn apply(&self, moment: &mut CastingMoment, _: &CastingTurn, outcome: &CastingMoment) {
        *moment = *outcome;
    }

    fn last_step(&self) -> u32 {
        self.castings.into()
    }

    fn cut_off(&self, moment: &CastingMoment) -> Option<CastingOver> {
        Some(CastingOver { end: CastingEnd::Done, sum: *moment.sum() })
    }

    /// Steps differ by the number of castings since the last rest, by whether a rest follows, and by whether they are
    /// the last.
    fn kind_of_step(&self, step: u32) -> u32 {
        let what = match &self.system {
            System::Magic(magic) if step > 0 => magic.heeds(self.since_rest(step)),
            _ => 0,
        };
        let last = step >= u32::from(self.castings);
        what << 2 | u32::from(self.rests_after(step)) << 1 | u32::from(last)
    }
}

impl Finished<CastingOver> {
    /// The number of castings that were neither full nor partial successes.
    pub fn failures(&self) -> u32 {
        let sum = self.end.sum;
        self.steps.saturating_sub(u32::from(sum.successes) + u32::from(sum.partials))
    }
}
