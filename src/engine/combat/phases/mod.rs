//! The phases of a round, each a file or a folder of its own. No phase imports another: what they share lies above them, and
//! [`round`](super::round) holds their order.

pub(crate) mod aftermath;
pub(crate) mod exchanges;
pub(crate) mod feeling;
pub(crate) mod hazards;
pub(crate) mod leaving;
pub(crate) mod order;
pub(crate) mod readying;
pub(crate) mod reckoning;
pub(crate) mod stances;
pub(crate) mod turns;
pub(crate) mod wounds;

use super::condition::{Scene, SceneMut};
use super::event::Observer;
use super::hit::Wound;
use super::resolve::mark;
use super::tables::Fight;
use crate::chance::Chance;
use std::fmt::Debug;
use std::hash::Hash;

/// A phase of a round.
///
/// What is rolled and what the roll does are kept apart: [`roll`](Self::roll) sees a question and nothing else, so an exact
/// solver finds the odds of equal questions once, whatever else differs between the states in which they are asked.
pub(crate) trait Phase {
    /// How far the phase has come: part of a fight's state.
    type At: Clone + Debug + Eq + Hash;
    /// All that a roll depends on. Equal questions have equal odds.
    type Question: Clone + Debug + Eq + Hash;
    /// What a roll comes to, or what happens without one.
    type Outcome: Clone + Debug + Eq + Hash;

    /// Where the phase begins in a round at this time; `None` if it does not take place in it.
    fn start(fight: &Fight, clock: u16) -> Option<Self::At>;

    /// What comes next.
    fn next(fight: &Fight, scene: Scene<'_>, at: &Self::At) -> Prompt<Self::Question, Self::Outcome>;

    /// Rolls.
    fn roll(
        fight: &Fight,
        question: &Self::Question,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Self::Outcome;

    /// A roll that follows from an outcome alone, whatever state it meets: damage after a hit. Such an outcome changes nothing
    /// by itself, since solvers apply only the last of them.
    fn then(_outcome: &Self::Outcome) -> Option<Self::Question> {
        None
    }

    /// Rolls, and goes on rolling until nothing follows from the outcome: for whoever does not look in between.
    fn roll_on(
        fight: &Fight,
        question: &Self::Question,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Self::Outcome {
        let mut outcome = Self::roll(fight, question, chance, observer);
        while let Some(question) = Self::then(&outcome) {
            outcome = Self::roll(fight, &question, chance, observer);
        }
        outcome
    }

    /// Whether questions like this one recur, so that their odds are worth keeping.
    fn recurs(_question: &Self::Question) -> bool {
        true
    }

    /// How many questions a fight may ask that differ from this one by the wounds of those in it alone.
    fn variations(_fight: &Fight, _question: &Self::Question) -> u64 {
        1
    }

    /// Whether a roll comes next here for certain, which spares a solver to find out which before it needs to know.
    fn certainly_rolls(_at: &Self::At) -> bool {
        false
    }

    /// How deep in the phase its groups and turns lie: solvers keep a state of its own where the next one begins.
    fn depth(_at: &Self::At) -> u16 {
        0
    }

    /// What an outcome does.
    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        at: &Self::At,
        outcome: &Self::Outcome,
        observer: &mut impl Observer,
    ) -> Step<Self::At>;

    /// Plays the phase to its end, where it knows a shorter way than step by step that comes to the same; `None` if it does not.
    #[inline(always)]
    fn play(
        _fight: &Fight,
        _scene: &mut SceneMut<'_>,
        _at: &Self::At,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer,
    ) -> Option<Flow> {
        None
    }

    /// What the end of the phase does.
    fn finish(_fight: &Fight, _scene: &mut SceneMut<'_>, _observer: &mut impl Observer) -> Flow {
        Flow::NextPhase
    }
}

/// What comes next in a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Prompt<Question, Outcome> {
    /// A roll.
    Roll(Question),
    /// Something that takes no roll.
    Forced(Outcome),
    /// Nothing: the phase is over.
    Done,
}

/// How a phase goes on after an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step<At> {
    /// From here.
    To(At),
    /// From here, once these wounds are suffered, in this order.
    Suffer(At, Vec<Wound>),
    /// It is over.
    Done,
}

impl<At> Step<At> {
    /// From here, once blows have been dealt with: their wounds are marked at once, or suffered one by one first where more may
    /// become of them.
    pub(crate) fn after_wounds(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        wounds: &[Wound],
        at: At,
        observer: &mut impl Observer,
    ) -> Self {
        fight.tell_blows(scene.bodies, wounds);
        if fight.acting.suffers && !wounds.is_empty() {
            return Self::Suffer(at, wounds.to_vec());
        }
        wounds.iter().for_each(|wound| mark(fight, scene.bodies, wound.target, wound.severity, observer));
        Self::To(at)
    }
}

/// How a round goes on after a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// With the next phase.
    NextPhase,
    /// Not at all: the round ends here, as after its last phase.
    RoundOver,
    /// Not at all: the fight is over, in the middle of the round.
    FightOver,
}
