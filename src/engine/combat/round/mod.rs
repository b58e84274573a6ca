//! A round: its phases in their order, and the state of a fight between two of its rolls.

mod alike;
mod compile;

pub use alike::Kept;
pub(crate) use alike::{merge_ended, sort_out};
pub(crate) use compile::plain_rounds;
pub use compile::{compile, compile_on};

use super::condition::{Lifetime, Roster, Scene, SceneMut, Status};
use super::event::Observer;
use super::hit::{Blow, Wound};
use super::phases::aftermath::{digest_whole, hide_latent};
use super::phases::exchanges;
use super::phases::{Flow, Phase, Prompt, Step};
use super::resolve::Landing;
use super::tables::Fight;
use crate::chance::Chance;
use std::fmt::Debug;
use std::hash::Hash;

/// How far a step brought the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The round goes on.
    Round,
    /// The round is over, the fight is not.
    NextRound,
    /// At most one side has anybody fit to fight.
    Over,
}

/// A roster that can be hashed, so that the exact solver can look its states up.
pub trait HashableRoster: Roster + Clone + Eq + Hash {}

impl<R: Roster + Clone + Eq + Hash> HashableRoster for R {}

/// Everything that can differ between two moments of a fight and matters to what follows; equal states have equal futures,
/// which is what the exact solver merges by. The number of the round is not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State<R> {
    /// Where in the round the fight stands.
    pub(super) at: At,
    /// Rounds begun, as long as something makes rounds differ; then it stands still.
    pub clock: u16,
    /// The fighters, in the order of the roster.
    pub fighters: R,
}

/// What comes next in a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upcoming {
    /// A roll, with all that it depends on.
    Roll(Question),
    /// Something that takes no roll.
    Forced(Outcome),
}

/// Makes the types that add up all phases. First the phases of a round, in their order; then the one that others enter with the
/// wounds of their blows, and go on after.
macro_rules! phases {
    ($($module:ident :: $phase:ident),* ; $entered_module:ident :: $entered:ident) => {
        use super::phases::$entered_module::$entered;
        $(use super::phases::$module::$phase;)*

        /// Where in a round a fight stands.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub(super) enum At {
            $($phase(<$phase as Phase>::At),)*
            /// Wounds are suffered, before the round goes on from somewhere else.
            $entered(<$entered as Phase>::At, Box<At>),
            /// An outcome has led to this roll, before the round goes on.
            Rolling(Box<Question>, Box<At>),
        }

        /// All that the next roll depends on: equal questions have equal odds, whatever else differs between the states in which
        /// they are asked.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[expect(private_interfaces, reason = "a caller asks and answers questions, and does not look inside")]
        pub enum Question {
            $(#[doc(hidden)] $phase(<$phase as Phase>::Question),)*
            #[doc(hidden)]
            $entered(<$entered as Phase>::Question),
        }

        /// What a roll comes to, or what happens without one.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[expect(private_interfaces, reason = "a caller gets outcomes and applies them, and does not look inside")]
        pub enum Outcome {
            $(#[doc(hidden)] $phase(<$phase as Phase>::Outcome),)*
            #[doc(hidden)]
            $entered(<$entered as Phase>::Outcome),
            /// The phase is over.
            PhaseOver,
        }

        impl Question {
            /// Rolls.
            pub fn roll(&self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Outcome {
                match self {
                    $(Self::$phase(question) => Outcome::$phase($phase::roll(fight, question, chance, observer)),)*
                    Self::$entered(question) => Outcome::$entered($entered::roll(fight, question, chance, observer)),
                }
            }

            /// Rolls, and goes on rolling until nothing follows from the outcome.
            fn roll_on(&self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Outcome {
                match self {
                    $(Self::$phase(question) => Outcome::$phase($phase::roll_on(fight, question, chance, observer)),)*
                    Self::$entered(question) => Outcome::$entered($entered::roll_on(fight, question, chance, observer)),
                }
            }

            /// Whether questions like this one recur, so that their odds are worth keeping.
            pub fn recurs(&self) -> bool {
                match self {
                    $(Self::$phase(question) => $phase::recurs(question),)*
                    Self::$entered(question) => $entered::recurs(question),
                }
            }

            /// How many questions a fight may ask that differ from this one by the wounds of those in it alone.
            pub fn variations(&self, fight: &Fight) -> u64 {
                match self {
                    $(Self::$phase(question) => $phase::variations(fight, question),)*
                    Self::$entered(question) => $entered::variations(fight, question),
                }
            }
        }

        impl Outcome {
            /// The roll that follows from this outcome alone, if one does.
            #[inline]
            pub fn then(&self) -> Option<Question> {
                match self {
                    $(Self::$phase(outcome) => $phase::then(outcome).map(Question::$phase),)*
                    Self::$entered(outcome) => $entered::then(outcome).map(Question::$entered),
                    Self::PhaseOver => None,
                }
            }
        }

        impl<R: Roster> State<R> {
            /// What comes next.
            #[inline]
            pub fn next(&self, fight: &Fight) -> Upcoming {
                let scene = Scene { clock: self.clock, bodies: self.fighters.bodies() };
                match &self.at {
                    $(At::$phase(at) => upcoming($phase::next(fight, scene, at), Question::$phase, Outcome::$phase),)*
                    At::$entered(at, _) => upcoming($entered::next(fight, scene, at), Question::$entered, Outcome::$entered),
                    At::Rolling(question, _) => Upcoming::Roll(Question::clone(question)),
                }
            }

            /// What an outcome does from which no further roll follows.
            #[inline]
            fn conclude(&mut self, fight: &Fight, outcome: &Outcome, observer: &mut impl Observer) -> Progress {
                let mut scene = SceneMut { clock: self.clock, bodies: self.fighters.bodies_mut() };
                match (&self.at, outcome) {
                    $((At::$phase(at), Outcome::$phase(outcome)) => {
                        match $phase::apply(fight, &mut scene, at, outcome, observer) {
                            Step::To(at) => self.at = At::$phase(at),
                            Step::Suffer(at, wounds) => self.at = suffering(wounds, At::$phase(at)),
                            Step::Done => {
                                let flow = $phase::finish(fight, &mut scene, observer);
                                return self.go_on(fight, Number::$phase, flow, observer);
                            }
                        }
                    })*
                    $((At::$phase(_), Outcome::PhaseOver) => {
                        let flow = $phase::finish(fight, &mut scene, observer);
                        return self.go_on(fight, Number::$phase, flow, observer);
                    })*
                    (At::$entered(at, _), Outcome::$entered(outcome)) => {
                        let step = $entered::apply(fight, &mut scene, at, outcome, observer);
                        match (&mut self.at, step) {
                            (At::$entered(at, _), Step::To(next)) => *at = next,
                            _ => self.at = self.back(),
                        }
                    }
                    (at, _) => unreachable!("{outcome:?} is no outcome of {at:?}"),
                }
                Progress::Round
            }

            /// Plays the phase that has begun to its end, where it knows a shorter way than step by step.
            #[inline(always)]
            fn play_phase(
                &mut self,
                fight: &Fight,
                chance: &mut impl Chance,
                observer: &mut impl Observer,
            ) -> Option<Progress> {
                let mut scene = SceneMut { clock: self.clock, bodies: self.fighters.bodies_mut() };
                match &self.at {
                    $(At::$phase(at) => {
                        let flow = $phase::play(fight, &mut scene, at, chance, observer)?;
                        Some(self.go_on(fight, Number::$phase, flow, observer))
                    })*
                    At::$entered(..) | At::Rolling(..) => None,
                }
            }

            /// Whether a roll comes next for certain. False says nothing: [`next`](Self::next) does.
            #[inline]
            pub fn certainly_rolls(&self) -> bool {
                match &self.at {
                    $(At::$phase(at) => $phase::certainly_rolls(at),)*
                    At::$entered(..) | At::Rolling(..) => true,
                }
            }

            /// How deep in its round the state lies, where a group or a point of the order begins; else 0. What follows in the
            /// round lies deeper.
            pub fn depth(&self) -> u16 {
                match &self.at {
                    $(At::$phase(at) => $phase::depth(at),)*
                    At::$entered(..) | At::Rolling(..) => 0,
                }
            }
        }

        /// The numbers of the phases, in their order.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum Number {
            $($phase,)*
        }

        impl At {
            /// The number of the phase, or of the one that goes on after this.
            fn number(&self) -> Number {
                match self {
                    $(Self::$phase(_) => Number::$phase,)*
                    Self::$entered(_, then) | Self::Rolling(_, then) => then.number(),
                }
            }
        }

        /// Where a round at this time goes on after a phase, or begins; none where nothing follows.
        #[inline]
        fn start_after(number: Option<Number>, fight: &Fight, clock: u16) -> Option<At> {
            $(
                if number < Some(Number::$phase) && let Some(at) = $phase::start(fight, clock) {
                    return Some(At::$phase(at));
                }
            )*
            None
        }
    };
}

phases! {
    leaving::Leaving, stances::Stances, readying::Readying, hazards::Hazards, order::Initiative, turns::Turns, exchanges::Exchanges, reckoning::Reckoning,
    feeling::Feeling,
    aftermath::Upkeep;
    wounds::Wounds
}

// The exact solver looks up questions and outcomes all the time: a phase whose question is large keeps it in a box.
const _: () = assert!(size_of::<Question>() <= 72);
const _: () = assert!(size_of::<Outcome>() <= 72);

/// What comes next in a phase, as what comes next in the fight.
#[inline]
fn upcoming<Q, O>(next: Prompt<Q, O>, question: fn(Q) -> Question, outcome: fn(O) -> Outcome) -> Upcoming {
    match next {
        Prompt::Roll(one) => Upcoming::Roll(question(one)),
        Prompt::Forced(one) => Upcoming::Forced(outcome(one)),
        Prompt::Done => Upcoming::Forced(Outcome::PhaseOver),
    }
}

/// Wounds are suffered in their order before the round goes on.
fn suffering(mut wounds: Vec<Wound>, then: At) -> At {
    wounds.reverse();
    At::Wounds(wounds, Box::new(then))
}

impl<R: Roster> State<R> {
    /// The start of a fight between these, as they begin it.
    pub fn start(fight: &Fight, mut fighters: R) -> Self {
        hide_latent(fight, fighters.bodies_mut());
        fight.keep_reserves(fighters.bodies_mut());
        fight.share_out(&mut SceneMut { clock: 0, bodies: fighters.bodies_mut() });
        Self { at: first(fight, 0), clock: 0, fighters }
    }

    /// The same fight, where this blow of a simultaneous round has just hit.
    #[must_use]
    pub fn with_hit(self, blow: Blow) -> Self {
        let question = Question::Exchanges(exchanges::Question::Landing(Landing::Blow((), blow)));
        Self { at: At::Rolling(Box::new(question), Box::new(self.at)), ..self }
    }

    /// Takes the next step. Its rolls are one exchange, one roll of a brawl, or the damage of one blow: the cost of an exact step
    /// is the product of the rolls inside it.
    pub fn step(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Progress {
        let outcome = match self.next(fight) {
            Upcoming::Roll(question) => question.roll(fight, chance, observer),
            Upcoming::Forced(outcome) => outcome,
        };
        self.apply(fight, &outcome, observer)
    }

    /// Takes all steps of a round that are left.
    pub fn round(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Progress {
        while matches!(self.at, At::Rolling(..)) {
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
                // Nobody asks for the state between a roll and the one that follows from it.
                Upcoming::Roll(question) => question.roll_on(fight, chance, observer),
                Upcoming::Forced(outcome) => outcome,
            };
            let progress = self.conclude(fight, &outcome, observer);
            if progress != Progress::Round {
                return progress;
            }
        }
    }

    /// What an outcome does. Where a roll follows from it, that roll comes next, and nothing else has changed.
    #[inline]
    pub fn apply(&mut self, fight: &Fight, outcome: &Outcome, observer: &mut impl Observer) -> Progress {
        if matches!(self.at, At::Rolling(..)) {
            self.at = self.back();
        }
        match outcome.then() {
            None => self.conclude(fight, outcome, observer),
            Some(question) => {
                let at = std::mem::replace(&mut self.at, At::Feeling(()));
                self.at = At::Rolling(Box::new(question), Box::new(at));
                Progress::Round
            }
        }
    }

    /// Where the round goes on once wounds are suffered or a further roll is made; nobody may ask twice.
    fn back(&mut self) -> At {
        match std::mem::replace(&mut self.at, At::Feeling(())) {
            At::Wounds(_, at) | At::Rolling(_, at) => *at,
            at => at,
        }
    }

    /// A phase is over.
    fn go_on(&mut self, fight: &Fight, over: Number, flow: Flow, observer: &mut impl Observer) -> Progress {
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
                digest_whole(fight, self.fighters.bodies_mut(), observer);
                Progress::Over
            }
        }
    }

    /// A round is over for good, and perhaps the fight: what passes has passed, and the next round begins.
    fn end_round(&mut self, fight: &Fight, observer: &mut impl Observer) -> Progress {
        for (who, body) in (0u16..).zip(self.fighters.bodies_mut()) {
            *body = body.after(Lifetime::Round);
            if !fight.acting.wounds_alone && body.status != Status::default() {
                body.status = match fight.is_fit(who, body) {
                    true => body.status.next_round(),
                    false => body.status.at_end(true),
                };
            }
        }
        self.clock = fight.clock_after(self.clock);
        self.at = first(fight, self.clock);
        let goes_on = fight.contested(self.fighters.bodies());
        if goes_on {
            fight.bring_reserves(self.clock, self.fighters.bodies_mut());
        }
        fight.share_out(&mut SceneMut { clock: self.clock, bodies: self.fighters.bodies_mut() });
        if goes_on {
            return Progress::NextRound;
        }
        digest_whole(fight, self.fighters.bodies_mut(), observer);
        Progress::Over
    }
}

/// Where a round at this time begins.
fn first(fight: &Fight, clock: u16) -> At {
    start_after(None, fight, clock).unwrap_or(At::Feeling(()))
}
