//! A round: the order of its phases, and the state of a fight between two rolls.
//!
//! `phases!` has the only list of phases, and combines their types into one position, one question and one outcome. A
//! state holds everything that matters to what follows, so equal states have equal futures. `canonical.rs` puts states
//! into canonical form, so that the exact solver can merge those that differ in nothing relevant.
//!
//! `compile.rs` finds out whether all rounds of a fight consist of blows and wounds alone. Only such fights are played
//! by the fast paths in `play`.

mod canonical;
mod compile;

pub use canonical::KeptConditions;
pub(crate) use canonical::{canonicalize_bodies, canonicalize_ended_bodies};
pub(crate) use compile::plain_rounds;
pub use compile::{compile, compile_on};

use super::condition::{Lifetime, Roster, Scene, SceneMut, Status};
use super::event::Observer;
use super::hit::{Blow, Wound};
use super::phases::exchanges;
use super::phases::upkeep::{hide_ungrown_heads, kill_swallowed};
use super::phases::{Flow, Phase, PhaseStep, Prompt};
use super::resolve::Landing;
use super::tables::Fight;
use crate::chance::Chance;
use std::fmt::Debug;
use std::hash::Hash;

/// The progress of a fight after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The round continues.
    Round,
    /// The round has ended, and the fight continues with the next one.
    NextRound,
    /// The fight has ended: at most one side can fight on, or a wound has decided it.
    Over,
}

/// A roster that can be hashed, so that the exact solver can look up states.
pub trait HashableRoster: Roster + Clone + Eq + Hash {}

impl<R: Roster + Clone + Eq + Hash> HashableRoster for R {}

/// Everything in a fight that matters to its future. States that are equal have equal futures, so the exact solver
/// merges them. The number of the round is not included.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State<R> {
    /// Position within the round.
    pub(super) at: RoundPosition,
    /// Number of completed rounds, as long as rounds differ. After that, the clock cycles through the rounds that
    /// repeat.
    pub clock: u16,
    /// The fighters, in roster order.
    pub fighters: R,
}

/// The next event in a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upcoming {
    /// A roll, with everything that it depends on.
    Roll(Question),
    /// An event without a roll.
    Forced(Outcome),
}

/// Defines the types that combine all phases. The arguments are the phases of a round in order, then the phase that
/// others enter to resolve wounds, and from which they continue.
macro_rules! phases {
    ($($module:ident :: $phase:ident),* ; $entered_module:ident :: $entered:ident) => {
        use super::phases::$entered_module::$entered;
        $(use super::phases::$module::$phase;)*

        /// Position within a round.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub(super) enum RoundPosition {
            $($phase(<$phase as Phase>::Position),)*
            /// Wounds are being resolved. Afterwards, the round continues at the boxed position.
            $entered(<$entered as Phase>::Position, Box<RoundPosition>),
            /// A roll that follows from an outcome. Afterwards, the round continues at the boxed position.
            Rolling(Box<Question>, Box<RoundPosition>),
        }

        /// Everything that the next roll depends on. Equal questions have equal odds, even if they come from different
        /// states.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[expect(private_interfaces, reason = "a caller asks and answers questions, and does not look inside")]
        pub enum Question {
            $(#[doc(hidden)] $phase(<$phase as Phase>::Question),)*
            #[doc(hidden)]
            $entered(<$entered as Phase>::Question),
        }

        /// The result of a roll, or an event without one.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[expect(private_interfaces, reason = "a caller gets outcomes and applies them, and does not look inside")]
        pub enum Outcome {
            $(#[doc(hidden)] $phase(<$phase as Phase>::Outcome),)*
            #[doc(hidden)]
            $entered(<$entered as Phase>::Outcome),
            /// The current phase has ended.
            PhaseOver,
        }

        impl Question {
            /// Makes the roll and returns its outcome.
            pub fn roll(&self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Outcome {
                match self {
                    $(Self::$phase(question) => Outcome::$phase($phase::roll(fight, question, chance, observer)),)*
                    Self::$entered(question) => Outcome::$entered($entered::roll(fight, question, chance, observer)),
                }
            }

            /// Makes the roll and all rolls that follow from it, and returns the last outcome.
            fn roll_on(&self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Outcome {
                match self {
                    $(Self::$phase(question) => {
                        Outcome::$phase($phase::roll_with_follow_ups(fight, question, chance, observer))
                    })*
                    Self::$entered(question) => {
                        Outcome::$entered($entered::roll_with_follow_ups(fight, question, chance, observer))
                    }
                }
            }

            /// Whether equal questions recur in a fight, so that caching their odds is worthwhile.
            pub fn recurs(&self) -> bool {
                match self {
                    $(Self::$phase(question) => $phase::is_worth_caching(question),)*
                    Self::$entered(question) => $entered::is_worth_caching(question),
                }
            }

            /// Number of questions in a fight that differ from this one only in the wounds of the fighters involved,
            /// this one included.
            pub fn variations(&self, fight: &Fight) -> u64 {
                match self {
                    $(Self::$phase(question) => $phase::wound_variations(fight, question),)*
                    Self::$entered(question) => $entered::wound_variations(fight, question),
                }
            }
        }

        impl Outcome {
            /// The roll that follows from this outcome; `None` if no roll follows.
            #[inline]
            pub fn then(&self) -> Option<Question> {
                match self {
                    $(Self::$phase(outcome) => $phase::follow_up(outcome).map(Question::$phase),)*
                    Self::$entered(outcome) => $entered::follow_up(outcome).map(Question::$entered),
                    Self::PhaseOver => None,
                }
            }
        }

        impl<R: Roster> State<R> {
            /// The next event, which is a roll or needs none.
            #[inline]
            pub fn next(&self, fight: &Fight) -> Upcoming {
                let scene = Scene { clock: self.clock, bodies: self.fighters.bodies() };
                match &self.at {
                    $(RoundPosition::$phase(at) => {
                        upcoming($phase::next(fight, scene, at), Question::$phase, Outcome::$phase)
                    })*
                    RoundPosition::$entered(at, _) => {
                        upcoming($entered::next(fight, scene, at), Question::$entered, Outcome::$entered)
                    }
                    RoundPosition::Rolling(question, _) => Upcoming::Roll(Question::clone(question)),
                }
            }

            /// Applies an outcome from which no further roll follows.
            #[inline]
            fn conclude(&mut self, fight: &Fight, outcome: &Outcome, observer: &mut impl Observer) -> Progress {
                let mut scene = SceneMut { clock: self.clock, bodies: self.fighters.bodies_mut() };
                match (&self.at, outcome) {
                    $((RoundPosition::$phase(at), Outcome::$phase(outcome)) => {
                        match $phase::apply(fight, &mut scene, at, outcome, observer) {
                            PhaseStep::Continue(at) => self.at = RoundPosition::$phase(at),
                            PhaseStep::ResolveWounds(at, wounds) => {
                                self.at = resolving_wounds(wounds, RoundPosition::$phase(at));
                            }
                            PhaseStep::Done => {
                                let flow = $phase::finish(fight, &mut scene, observer);
                                return self.continue_after(fight, PhaseNumber::$phase, flow, observer);
                            }
                        }
                    })*
                    $((RoundPosition::$phase(_), Outcome::PhaseOver) => {
                        let flow = $phase::finish(fight, &mut scene, observer);
                        return self.continue_after(fight, PhaseNumber::$phase, flow, observer);
                    })*
                    (RoundPosition::$entered(at, _), Outcome::$entered(outcome)) => {
                        let step = $entered::apply(fight, &mut scene, at, outcome, observer);
                        match (&mut self.at, step) {
                            (RoundPosition::$entered(at, _), PhaseStep::Continue(next)) => *at = next,
                            _ => self.at = self.take_resume_position(),
                        }
                    }
                    (at, _) => unreachable!("{outcome:?} is no outcome of {at:?}"),
                }
                Progress::Round
            }

            /// Plays the current phase to its end, faster than by single steps. `None` if the phase must be played step
            /// by step.
            #[inline(always)]
            fn play_phase(
                &mut self,
                fight: &Fight,
                chance: &mut impl Chance,
                observer: &mut impl Observer,
            ) -> Option<Progress> {
                let mut scene = SceneMut { clock: self.clock, bodies: self.fighters.bodies_mut() };
                match &self.at {
                    $(RoundPosition::$phase(at) => {
                        let flow = $phase::play_to_end(fight, &mut scene, at, chance, observer)?;
                        Some(self.continue_after(fight, PhaseNumber::$phase, flow, observer))
                    })*
                    RoundPosition::$entered(..) | RoundPosition::Rolling(..) => None,
                }
            }

            /// Whether the next event is certain to be a roll. If false, it may still be one; [`next`](Self::next)
            /// finds out.
            #[inline]
            pub fn certainly_rolls(&self) -> bool {
                match &self.at {
                    $(RoundPosition::$phase(at) => $phase::certainly_rolls(at),)*
                    RoundPosition::$entered(..) | RoundPosition::Rolling(..) => true,
                }
            }

            /// The depth of the state within its round, which increases from group to group or from turn to turn. 0
            /// except at the start of a group or of a point in the turn order.
            pub fn depth(&self) -> u16 {
                match &self.at {
                    $(RoundPosition::$phase(at) => $phase::depth(at),)*
                    RoundPosition::$entered(..) | RoundPosition::Rolling(..) => 0,
                }
            }
        }

        /// The phases, in the order of a round.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum PhaseNumber {
            $($phase,)*
        }

        impl RoundPosition {
            /// The current phase. While wounds or a further roll are being resolved, the phase that continues
            /// afterwards.
            fn number(&self) -> PhaseNumber {
                match self {
                    $(Self::$phase(_) => PhaseNumber::$phase,)*
                    Self::$entered(_, then) | Self::Rolling(_, then) => then.number(),
                }
            }
        }

        /// The start of the next phase after `number` that this round has. If `number` is `None`, the start of the
        /// first one. `None` if no phase is left.
        #[inline]
        fn start_after(number: Option<PhaseNumber>, fight: &Fight, clock: u16) -> Option<RoundPosition> {
            $(
                if number < Some(PhaseNumber::$phase) && let Some(at) = $phase::first_position(fight, clock) {
                    return Some(RoundPosition::$phase(at));
                }
            )*
            None
        }
    };
}

phases! {
    leaving::Leaving, stances::Stances, readying::Readying, hazards::Hazards, order::Initiative, turns::Turns, exchanges::Exchanges, round_end::RoundEnd,
    felt_wounds::FeltWounds,
    upkeep::Upkeep;
    wounds::Wounds
}

// The exact solver looks up questions and outcomes all the time, so a phase with a large question must box it.
const _: () = assert!(size_of::<Question>() <= 72);
const _: () = assert!(size_of::<Outcome>() <= 72);

/// Converts the next event of a phase to the next event of the fight.
#[inline]
fn upcoming<Q, O>(next: Prompt<Q, O>, question: fn(Q) -> Question, outcome: fn(O) -> Outcome) -> Upcoming {
    match next {
        Prompt::Roll(one) => Upcoming::Roll(question(one)),
        Prompt::Forced(one) => Upcoming::Forced(outcome(one)),
        Prompt::Done => Upcoming::Forced(Outcome::PhaseOver),
    }
}

/// The position at which `wounds` are resolved in order. Afterwards, the round continues at `then`.
fn resolving_wounds(mut wounds: Vec<Wound>, then: RoundPosition) -> RoundPosition {
    wounds.reverse();
    RoundPosition::Wounds(wounds, Box::new(then))
}

impl<R: Roster> State<R> {
    /// The state at the start of a fight. `fighters` are the starting states.
    pub fn start(fight: &Fight, mut fighters: R) -> Self {
        hide_ungrown_heads(fight, fighters.bodies_mut());
        fight.roster.hide_reserves(fighters.bodies_mut());
        fight.form_groups(&mut SceneMut { clock: 0, bodies: fighters.bodies_mut() });
        Self { at: round_start(fight, 0), clock: 0, fighters }
    }

    /// Returns the state right after `blow` has hit in a simultaneous round, before its damage is rolled.
    #[must_use]
    pub fn with_hit(self, blow: Blow) -> Self {
        let question = Question::Exchanges(exchanges::ExchangeQuestion::Landing(Landing::Blow((), blow)));
        Self { at: RoundPosition::Rolling(Box::new(question), Box::new(self.at)), ..self }
    }

    /// Takes the next step: an exchange, a roll of a brawl, or the damage of a blow, for example. Steps are small,
    /// because the cost of an exact step is the product of its rolls.
    pub fn step(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Progress {
        let outcome = match self.next(fight) {
            Upcoming::Roll(question) => question.roll(fight, chance, observer),
            Upcoming::Forced(outcome) => outcome,
        };
        self.apply(fight, &outcome, observer)
    }

    /// Plays the rest of the round.
    pub fn round(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Progress {
        while matches!(self.at, RoundPosition::Rolling(..)) {
            let progress = self.step(fight, chance, observer);
            if progress != Progress::Round {
                return progress;
            }
        }
        loop {
            if let Some(progress) = self.play_phase(fight, chance, observer) {
                if progress != Progress::Round {
                    return progress;
                }
                continue;
            }
            let outcome = match self.next(fight) {
                // No caller needs the state between a roll and the one that follows from it.
                Upcoming::Roll(question) => question.roll_on(fight, chance, observer),
                Upcoming::Forced(outcome) => outcome,
            };
            let progress = self.conclude(fight, &outcome, observer);
            if progress != Progress::Round {
                return progress;
            }
        }
    }

    /// Applies an outcome. If a further roll follows from it, nothing changes yet, and that roll comes next.
    #[inline]
    pub fn apply(&mut self, fight: &Fight, outcome: &Outcome, observer: &mut impl Observer) -> Progress {
        if matches!(self.at, RoundPosition::Rolling(..)) {
            self.at = self.take_resume_position();
        }
        match outcome.then() {
            None => self.conclude(fight, outcome, observer),
            Some(question) => {
                let at = std::mem::replace(&mut self.at, RoundPosition::FeltWounds(()));
                self.at = RoundPosition::Rolling(Box::new(question), Box::new(at));
                Progress::Round
            }
        }
    }

    /// Removes and returns the position at which the round continues after wounds or a further roll. May be called only
    /// once.
    fn take_resume_position(&mut self) -> RoundPosition {
        match std::mem::replace(&mut self.at, RoundPosition::FeltWounds(())) {
            RoundPosition::Wounds(_, at) | RoundPosition::Rolling(_, at) => *at,
            at => at,
        }
    }

    /// Continues the fight after the phase `over` has ended: `flow` says whether the next phase follows, or whether the
    /// round or the fight has ended.
    fn continue_after(
        &mut self,
        fight: &Fight,
        over: PhaseNumber,
        flow: Flow,
        observer: &mut impl Observer,
    ) -> Progress {
        match flow {
            Flow::NextPhase => match start_after(Some(over), fight, self.clock) {
                Some(at) => {
                    self.at = at;
                    Progress::Round
                }
                None => self.end_round(fight, observer),
            },
            Flow::RoundOver => self.end_round(fight, observer),
            Flow::FightOver => {
                kill_swallowed(fight, self.fighters.bodies_mut(), observer);
                Progress::Over
            }
        }
    }

    /// Ends the round. Temporary effects expire, and the next round begins unless the fight has ended.
    fn end_round(&mut self, fight: &Fight, observer: &mut impl Observer) -> Progress {
        for (who, body) in (0u16..).zip(self.fighters.bodies_mut()) {
            *body = body.after(Lifetime::Round);
            if !fight.rounds.wounds_alone && body.status != Status::default() {
                body.status = match fight.is_fit(who, body) {
                    true => body.status.next_round(),
                    false => body.status.final_status(true),
                };
            }
        }
        self.clock = fight.rounds.clock_after(self.clock);
        self.at = round_start(fight, self.clock);
        let goes_on = fight.contested(self.fighters.bodies());
        if goes_on {
            fight.roster.bring_reserves(self.clock, self.fighters.bodies_mut());
        }
        fight.form_groups(&mut SceneMut { clock: self.clock, bodies: self.fighters.bodies_mut() });
        if goes_on {
            return Progress::NextRound;
        }
        kill_swallowed(fight, self.fighters.bodies_mut(), observer);
        Progress::Over
    }
}

/// The first position of a round at `clock`.
fn round_start(fight: &Fight, clock: u16) -> RoundPosition {
    start_after(None, fight, clock).unwrap_or(RoundPosition::FeltWounds(()))
}
