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
mod psi;
mod single;
mod state;
mod struggle;
mod turn;

pub use kaer::Kaer;
pub use learned::{Learned, MINUTES_A_LEVEL, Mana};
pub use lite::{ClearedBoxes, Lite};
pub use magic::{Certain, Fatigue, Magic, Resistance};
pub use manner::{Manner, Potency, Sparing};
pub use miracle::Miracle;
pub use psi::{Augments, Psi, PsiSubject};
pub use single::{CastResult, CastStage, Faint, ReserveLosses, SavedReserve};
pub use state::{CasterActivity, CasterEvent, CastingEnd, CastingOver, CastingState, CastingSum};
pub use turn::{
    CASTER, CASTING_BIT, CastingEvent, CastingNote, CastingPart, CastingRoll, Participants, SUBJECT, Skill,
};

use super::{Finished, Luck, Machine, Next};
use crate::chance::Chance;
use crate::error::{Error, Result};
use crate::rules::Success;
use state::PartResult;
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
    fn can_cast(&self, sum: &CastingSum) -> bool {
        match self {
            Self::Psi(psi) => psi.can_cast(sum),
            Self::Learned(learned) => learned.can_cast(sum),
            Self::Magic(_) | Self::Miracle(_) | Self::Kaer(_) | Self::Lite(_) => true,
        }
    }

    /// The number of levels or boxes that the reservoir can lose before the next loss does harm. Harm is a coma, a
    /// collapse, or a failure that no mana box softens. `None` if the system has no reservoir.
    pub fn levels_left(&self, sum: &CastingSum) -> Option<u8> {
        match self {
            Self::Magic(magic) => Some(magic.potential.saturating_sub(sum.drained)),
            Self::Psi(psi) => Some(psi.levels_left(sum)),
            Self::Learned(learned) => Some(learned.levels_left(sum)),
            Self::Lite(lite) => Some(lite.levels_left(sum)),
            Self::Miracle(_) | Self::Kaer(_) => None,
        }
    }

    /// Whether `event` can happen to the caster.
    pub fn can_cause(&self, event: CasterEvent) -> bool {
        match self {
            Self::Magic(magic) => magic.can_cause(event),
            Self::Miracle(_) => event == CasterEvent::Angered,
            Self::Psi(psi) => psi.can_cause(event),
            Self::Learned(_) => event == CasterEvent::Collapsed,
            Self::Kaer(kaer) => event == CasterEvent::Resisted && kaer.target.is_some() && kaer.stopped_at.is_some(),
            Self::Lite(_) => event == CasterEvent::Unsoftened,
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
    pub fn can_partly_succeed(&self) -> bool {
        let surpass = || self.skill().check.rules().success == Success::Surpass;
        matches!(self, Self::Kaer(kaer) if kaer.target.is_some()) || !matches!(self, Self::Psi(_)) && surpass()
    }

    /// Whether an unconscious caster rolls to wake.
    pub fn rolls_to_wake(&self) -> bool {
        match self {
            Self::Magic(magic) => magic.constitution.is_some(),
            Self::Psi(psi) => psi.constitution.is_some(),
            _ => false,
        }
    }

    /// Whether a rest between castings changes anything.
    pub fn rest_restores(&self) -> bool {
        match self {
            Self::Magic(magic) => {
                magic.regains > 0 || magic.fatigue.is_some() || magic.repeats_are_harder || magic.spares_first
            }
            Self::Psi(psi) => psi.regains > 0,
            Self::Learned(learned) => learned.regains != [0, 0],
            Self::Lite(_) => true,
            Self::Miracle(_) | Self::Kaer(_) => false,
        }
    }

    fn apply_rest(&self, sum: &mut CastingSum) {
        match self {
            Self::Magic(magic) => magic.apply_rest(sum),
            Self::Psi(psi) => psi.apply_rest(sum),
            Self::Learned(learned) => learned.apply_rest(sum),
            Self::Lite(lite) => lite.apply_rest(sum),
            Self::Miracle(_) | Self::Kaer(_) => {}
        }
    }

    /// Makes the rolls that are due in `state`, and adds their results and costs to its totals.
    fn play_part(&self, state: &mut CastingState, attempt: &mut Attempt<'_>) -> PartResult {
        match self {
            Self::Magic(magic) => magic.play_part(state, attempt),
            Self::Miracle(miracle) => miracle.play_part(state, attempt),
            Self::Psi(psi) => psi.play_part(state, attempt),
            Self::Learned(learned) => learned.play_part(&mut state.sum, attempt),
            Self::Kaer(kaer) => kaer.play_part(&mut state.sum, attempt),
            Self::Lite(lite) => lite.play_part(&mut state.sum, attempt),
        }
    }

    /// A rough estimate of the number of different totals after `castings` castings, apart from the counts of
    /// successes.
    fn estimated_totals(&self, castings: f64) -> f64 {
        let levels = |levels: u8| f64::from(levels) + 2.0;
        let waking = if self.rolls_to_wake() { 100.0 } else { 1.0 };
        waking
            * match self {
                Self::Magic(magic) => 2.0 * levels(magic.potential),
                Self::Miracle(miracle) => 4.0 * (1.0 + f64::from(miracle.favor) * castings),
                Self::Psi(psi) => 2.0 * psi.reservoir_combinations(),
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
        let lasts = self.system.levels_left(&CastingSum::default()).is_none();
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
        let partials = if self.system.can_partly_succeed() { castings / 3.0 + 1.0 } else { 1.0 };
        let pools = self.luck.as_ref().map_or(1.0, |luck| f64::from(luck.points) + 1.0);
        let states = castings * successes * partials * self.system.estimated_totals(castings) * pools / 2.0;
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

    /// Whether the caster rests after casting number `step`.
    fn rests_after(&self, step: u32) -> bool {
        self.rest_every.is_some_and(|every| step.is_multiple_of(every.into()))
    }

    /// Whether the caster saves even a full reservoir, and so never casts.
    pub fn never_casts(&self) -> bool {
        self.saves_all(&CastingSum::default())
    }

    /// Whether the caster saves all that is left of the reservoir.
    fn saves_all(&self, sum: &CastingSum) -> bool {
        self.keeps.is_some_and(|keeps| self.system.levels_left(sum).is_some_and(|left| left <= keeps))
    }

    /// The next state after casting number `step`, or before the first casting if 0. This is another casting or the
    /// end. `angry` is whether a deity is angry.
    fn after(&self, mut sum: CastingSum, angry: bool, step: u32) -> Next<SeriesState, DueCasting, CastingOver> {
        let over = |end| Next::End(CastingOver { end, sum });
        if self.until.is_some_and(|until| sum.successes >= until) {
            return over(CastingEnd::Content);
        }
        if step >= u32::from(self.castings) {
            return over(CastingEnd::Done);
        }
        if self.rests_after(step) {
            self.system.apply_rest(&mut sum);
        }
        let over = |end| Next::End(CastingOver { end, sum });
        if self.saves_all(&sum) {
            return over(CastingEnd::Kept);
        }
        if !self.system.can_cast(&sum) {
            return over(CastingEnd::Empty);
        }
        Next::Step(SeriesState::Casts(CastingState { sum, angry, activity: CasterActivity::Ready }))
    }
}

/// The progress of a series of castings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeriesState {
    /// A casting in progress; its next roll is due.
    Casts(CastingState),
    /// No casting is in progress. The flag is whether a deity is angry.
    Between(CastingSum, bool),
    Over(CastingOver),
}

/// A casting whose next roll is due, and the number of castings since the last rest.
pub type DueCasting = (CastingState, u32);

impl SeriesState {
    /// The totals so far.
    pub fn sum(&self) -> &CastingSum {
        match self {
            Self::Casts(CastingState { sum, .. }) | Self::Between(sum, _) | Self::Over(CastingOver { sum, .. }) => sum,
        }
    }
}

impl Machine for Casting {
    type State = SeriesState;
    type Question = DueCasting;
    type Outcome = SeriesState;
    type End = CastingOver;
    type Event = CastingEvent;

    const FIRST_ROUND: u32 = 1;

    fn start(&self) -> SeriesState {
        SeriesState::Between(CastingSum::default(), false)
    }

    fn next(&self, moment: &SeriesState, step: u32) -> Next<SeriesState, DueCasting, CastingOver> {
        match *moment {
            SeriesState::Casts(state) => Next::Roll((state, self.since_rest(step))),
            SeriesState::Between(sum, angry) => self.after(sum, angry, step),
            SeriesState::Over(over) => Next::End(over),
        }
    }

    fn roll(
        &self,
        &(mut state, before): &DueCasting,
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut(CastingEvent),
    ) -> SeriesState {
        let (participants, points) = (Participants::default(), state.sum.points);
        let mut attempt = Attempt { before, participants, margin: 0, luck: self.luck.as_ref(), points, chance, tell };
        let went = self.system.play_part(&mut state, &mut attempt);
        state.sum.points = attempt.points;
        match went {
            PartResult::On(activity) => SeriesState::Casts(CastingState { activity, ..state }),
            PartResult::Over => SeriesState::Between(state.sum, state.angry),
            PartResult::Ended(end) => SeriesState::Over(CastingOver { end, sum: state.sum }),
        }
    }

    fn apply(&self, moment: &mut SeriesState, _: &DueCasting, outcome: &SeriesState) {
        *moment = *outcome;
    }

    fn last_step(&self) -> u32 {
        self.castings.into()
    }

    fn cut_off(&self, moment: &SeriesState) -> Option<CastingOver> {
        Some(CastingOver { end: CastingEnd::Done, sum: *moment.sum() })
    }

    /// A step's kind depends on the number of castings since the last rest, on whether a rest follows, and on whether
    /// it is the last step.
    fn kind_of_step(&self, step: u32) -> u32 {
        let what = match &self.system {
            System::Magic(magic) if step > 0 => magic.relevant_castings(self.since_rest(step)),
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
