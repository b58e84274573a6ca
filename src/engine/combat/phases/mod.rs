//! The phases of a round, each in its own file or folder.
//!
//! No phase imports another. The code they share is in modules such as `resolve`. [`round`](super::round) puts the
//! phases in order.
//!
//! | phase | contents |
//! |---|---|
//! | `leaving` | fighters who flee or surrender by a formula leave |
//! | `stances` | fighters choose stances by policy |
//! | `readying` | rolls before the blows: danger sense, shoddy weapons, nerve, waking, pace |
//! | `hazards` | gazes, breath, smells |
//! | `order` | initiative |
//! | `turns` | actions, one after another: blows, shots, spells |
//! | `exchanges` | simultaneous blows, group by group |
//! | `reckoning` | end-of-round rules of the file |
//! | `feeling` | the wounds of the round take effect |
//! | `aftermath` | lasting effects, morale, heads that grow, swallowing |
//! | `wounds` | rules that change a wound before it is marked; other phases enter it |
//!
//! **A phase** is played in steps. `next` returns the next roll, as a question that holds everything the roll depends
//! on, or an outcome that needs no roll. `roll` answers a question. `then` returns the follow-up roll of an outcome,
//! such as damage after a hit. `apply` changes the fighters. `finish` may end the round or the fight.
//!
//! The exact solver finds the odds of equal questions once, even if they come from different states. A simulation does
//! not need the states in between, so a phase may `roll_on` through all follow-up rolls, or `play` itself to its end. A
//! test in `play` compares these shortcuts with single steps.
//!
//! **An action** is what a fighter does in its turn (`turns/actions.rs`): it casts a spell if it has one to cast
//! (`turns/cast.rs`), and otherwise attacks (`turns/attack.rs`). Fights in which only player characters act have their
//! own action (`turns/solo.rs`). An action names a target and a question, and rolls.
//!
//! **A tactic** is a policy that chooses a stance for each round. A stance is a row of numbers (`rules/tactics`), which
//! the other phases read.
//!
//! **Special abilities** of creatures are numbers in `Abilities`, read where such things happen to any fighter. Heads
//! that can grow and swallowed fighters are ordinary fighters and groups (`aftermath`).

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
/// Rolls are separate from their effects: [`roll`](Self::roll) sees nothing but a question. So the exact solver
/// computes the odds of equal questions once, even if they come from different states.
pub(crate) trait Phase {
    /// Progress within the phase, part of a fight's state.
    type At: Clone + Debug + Eq + Hash;
    /// Everything that a roll depends on. Equal questions have equal odds.
    type Question: Clone + Debug + Eq + Hash;
    /// The result of a roll, or of a step without one.
    type Outcome: Clone + Debug + Eq + Hash;

    /// The start of the phase in a round at `clock`; `None` if the round skips it.
    fn start(fight: &Fight, clock: u16) -> Option<Self::At>;

    /// The next roll or forced outcome, if any.
    fn next(fight: &Fight, scene: Scene<'_>, at: &Self::At) -> Prompt<Self::Question, Self::Outcome>;

    fn roll(
        fight: &Fight,
        question: &Self::Question,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Self::Outcome;

    /// A follow-up roll that depends on the outcome alone, such as damage after a hit. An outcome with a follow-up must
    /// change nothing by itself, since solvers apply only the last one.
    fn then(_outcome: &Self::Outcome) -> Option<Self::Question> {
        None
    }

    /// Rolls, then makes all follow-up rolls, for callers that do not need the steps in between.
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

    /// Whether questions like this one recur, so that their odds are worth caching.
    fn recurs(_question: &Self::Question) -> bool {
        true
    }

    /// The number of questions that can arise in a fight and differ from this one only in the fighters' wounds.
    fn variations(_fight: &Fight, _question: &Self::Question) -> u64 {
        1
    }

    /// Whether the next step is certain to be a roll, so that solvers can put off finding out which.
    fn certainly_rolls(_at: &Self::At) -> bool {
        false
    }

    /// The depth of the group or turn that begins here; 0 elsewhere. Solvers store a state where the next one begins.
    fn depth(_at: &Self::At) -> u16 {
        0
    }

    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        at: &Self::At,
        outcome: &Self::Outcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<Self::At>;

    /// Plays the rest of the phase if there is a shortcut with the same result as single steps; otherwise `None`.
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

    fn finish(_fight: &Fight, _scene: &mut SceneMut<'_>, _observer: &mut impl Observer) -> Flow {
        Flow::NextPhase
    }
}

/// The next step of a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Prompt<Question, Outcome> {
    Roll(Question),
    /// Something that needs no roll.
    Forced(Outcome),
    Done,
}

/// The next step of a phase after an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PhaseStep<At> {
    /// Continue from here.
    To(At),
    /// Continue from here after resolving these wounds, in this order.
    Suffer(At, Vec<Wound>),
    Done,
}

impl<At> PhaseStep<At> {
    /// Marks `wounds` and continues from `at`. If rules may still change the wounds, they are resolved one by one
    /// first.
    pub(crate) fn after_wounds(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        wounds: &[Wound],
        at: At,
        observer: &mut impl Observer,
    ) -> Self {
        fight.custom.record_blows(scene.bodies, wounds);
        if fight.wounds.one_by_one && !wounds.is_empty() {
            return Self::Suffer(at, wounds.to_vec());
        }
        wounds.iter().for_each(|wound| mark(fight, scene.bodies, wound.target, wound.severity, observer));
        Self::To(at)
    }
}

/// The next step of a round after a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    NextPhase,
    /// The round ends here, as after its last phase.
    RoundOver,
    /// The fight is over, in the middle of the round.
    FightOver,
}
