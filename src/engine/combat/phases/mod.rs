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
//! | `round_end` | end-of-round rules of the file |
//! | `felt_wounds` | the wounds of the round take effect |
//! | `upkeep` | lasting effects, morale, heads that grow, swallowing |
//! | `wounds` | rules that change a wound before it is marked; other phases enter it |
//!
//! **A phase** is played in steps. `next` returns the next roll, as a question that holds everything the roll depends
//! on, or an outcome that needs no roll. `roll` answers a question. `follow_up` returns the roll that follows from an
//! outcome, such as damage after a hit. `apply` changes the fighters. `finish` may end the round or the fight.
//!
//! The exact solver finds the odds of equal questions once, even if they come from different states. A simulation does
//! not need the states in between, so a phase can make all follow-up rolls at once (`roll_with_follow_ups`) or play
//! itself to its end (`play_to_end`). A test in `play/mod.rs` compares these shortcuts with single steps.
//!
//! **An action** is what a fighter does in its turn (`turns/actions.rs`): it casts a spell if it has one to cast
//! (`turns/cast.rs`), and otherwise attacks (`turns/attack.rs`). Fights in which only player characters act have their
//! own action (`turns/solo.rs`). An action names a target and a question, and rolls.
//!
//! **A tactic** is a policy that chooses a stance for each round. A stance is a row of numbers (`rules/tactics`), which
//! the other phases read.
//!
//! **Special abilities** of creatures are numbers in `Abilities`, read where such things happen to any fighter. Heads
//! that can grow and swallowed fighters are ordinary fighters and groups (`upkeep`).

pub(crate) mod exchanges;
pub(crate) mod felt_wounds;
pub(crate) mod hazards;
pub(crate) mod leaving;
pub(crate) mod order;
pub(crate) mod readying;
pub(crate) mod round_end;
pub(crate) mod stances;
pub(crate) mod turns;
pub(crate) mod upkeep;
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
    /// Position within the phase, such as the group or the fighter that is next. It is part of a fight's state.
    type Position: Clone + Debug + Eq + Hash;
    /// Everything that a roll depends on. Equal questions have equal odds.
    type Question: Clone + Debug + Eq + Hash;
    /// The result of a roll, or of a step without one.
    type Outcome: Clone + Debug + Eq + Hash;

    /// The first position of the phase in a round at `clock`; `None` if the round skips the phase.
    fn first_position(fight: &Fight, clock: u16) -> Option<Self::Position>;

    /// The next roll or forced outcome at the position `at`; `Done` if the phase is over.
    fn next(fight: &Fight, scene: Scene<'_>, at: &Self::Position) -> Prompt<Self::Question, Self::Outcome>;

    /// Makes the roll that `question` describes.
    fn roll(
        fight: &Fight,
        question: &Self::Question,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Self::Outcome;

    /// A follow-up roll that depends on the outcome alone, such as damage after a hit. An outcome with a follow-up must
    /// change nothing by itself, since solvers apply only the last one.
    fn follow_up(_outcome: &Self::Outcome) -> Option<Self::Question> {
        None
    }

    /// Rolls, then makes all follow-up rolls, for callers that do not need the steps in between.
    fn roll_with_follow_ups(
        fight: &Fight,
        question: &Self::Question,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Self::Outcome {
        let mut outcome = Self::roll(fight, question, chance, observer);
        while let Some(question) = Self::follow_up(&outcome) {
            outcome = Self::roll(fight, &question, chance, observer);
        }
        outcome
    }

    /// Whether equal questions come up often enough in a fight that caching their odds is worthwhile.
    fn is_worth_caching(_question: &Self::Question) -> bool {
        true
    }

    /// Number of possible questions in a fight that differ from this one only in the fighters' wounds, this one
    /// included.
    fn wound_variations(_fight: &Fight, _question: &Self::Question) -> u64 {
        1
    }

    /// Whether the next step at this position is certain to be a roll. Solvers then need not call [`next`](Self::next)
    /// yet.
    fn certainly_rolls(_at: &Self::Position) -> bool {
        false
    }

    /// If a group or a point of the turn order begins at this position, its index, which grows during the round;
    /// otherwise 0.
    fn depth(_at: &Self::Position) -> u16 {
        0
    }

    /// Applies an outcome without follow-up rolls to the fighters. Returns the next step.
    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        at: &Self::Position,
        outcome: &Self::Outcome,
        observer: &mut impl Observer,
    ) -> PhaseStep<Self::Position>;

    /// Plays the rest of the phase in a faster way than by single steps, with the same result. `None` if there is no
    /// faster way.
    #[inline(always)]
    fn play_to_end(
        _fight: &Fight,
        _scene: &mut SceneMut<'_>,
        _at: &Self::Position,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer,
    ) -> Option<Flow> {
        None
    }

    /// Ends the phase, once no step is left. Returns the way in which the round continues.
    fn finish(_fight: &Fight, _scene: &mut SceneMut<'_>, _observer: &mut impl Observer) -> Flow {
        Flow::NextPhase
    }
}

/// The next step of a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Prompt<Question, Outcome> {
    Roll(Question),
    /// An outcome that needs no roll.
    Forced(Outcome),
    /// The phase is over.
    Done,
}

/// The next step of a phase after an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PhaseStep<At> {
    /// Continue from this position.
    Continue(At),
    /// Continue from this position after these wounds have been resolved in order.
    ResolveWounds(At, Vec<Wound>),
    /// The phase is over.
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
            return Self::ResolveWounds(at, wounds.to_vec());
        }
        wounds.iter().for_each(|wound| mark(fight, scene.bodies, wound.target, wound.severity, observer));
        Self::Continue(at)
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
