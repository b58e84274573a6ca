//! Plays a fight step by step or round by round, so that the caller can look at its state in between.

use super::roll_consciousness;
use crate::chance::{Chance, Sampler};
use crate::combat::condition::{Body, Roster};
use crate::combat::event::{Detail, Observer};
use crate::combat::result::{FirstBlood, PlayedFight};
use crate::combat::round::{Progress, State};
use crate::combat::tables::Fight;
use std::ops::Deref;
use std::sync::Arc;

/// A fight in progress. It starts each round by itself, so the steps together have the same result as a call of
/// [`play`](super::play).
#[derive(Debug, Clone)]
pub struct Stepper<F, R> {
    fight: F,
    state: State<R>,
    /// Number of rounds begun.
    rounds: u32,
    progress: Progress,
    first_blood: FirstBlood,
    first_blood_in: u32,
}

impl<F: Deref<Target = Fight>, R: Roster> Stepper<F, R> {
    /// The fight at its start. `fighters` must be as in [`Fight::start`].
    pub fn new(fight: F, fighters: R) -> Self {
        let (state, progress) = (State::start(&fight, fighters), Progress::NextRound);
        Self { fight, state, rounds: 0, progress, first_blood: FirstBlood::NotYet, first_blood_in: 0 }
    }

    /// The state between two steps.
    pub fn state(&self) -> &State<R> {
        &self.state
    }

    /// Number of rounds begun.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether the next step begins a round: the last one is complete, or the fight has not begun.
    pub fn is_between_rounds(&self) -> bool {
        self.progress == Progress::NextRound
    }

    /// Whether the fight can continue: it has neither ended nor reached the round limit.
    #[inline(always)]
    pub fn can_continue(&self) -> bool {
        match self.progress {
            Progress::Round => true,
            Progress::NextRound => self.rounds < self.fight.rounds.limit,
            Progress::Over => false,
        }
    }

    /// Takes the next step: one roll or a few, or an event without a roll. `None` if the fight cannot continue.
    pub fn step(&mut self, chance: &mut impl Chance, observer: &mut impl Observer) -> Option<Progress> {
        self.advance(chance, observer, State::step)
    }

    /// Plays the rest of the current round, or the whole next one. `None` if the fight cannot continue.
    #[inline(always)]
    pub fn round(&mut self, chance: &mut impl Chance, observer: &mut impl Observer) -> Option<Progress> {
        self.advance(chance, observer, State::round)
    }

    /// Begins a round if one is due, then lets `take` play a step or the rest of the round.
    #[inline(always)]
    fn advance<C: Chance, O: Observer>(
        &mut self,
        chance: &mut C,
        observer: &mut O,
        take: fn(&mut State<R>, &Fight, &mut C, &mut O) -> Progress,
    ) -> Option<Progress> {
        if !self.can_continue() {
            return None;
        }
        if self.progress == Progress::NextRound {
            self.rounds += 1;
            chance.begin_round(self.rounds);
            observer.detail(Detail::Round { number: self.rounds });
        }
        self.progress = take(&mut self.state, &self.fight, chance, observer);
        if self.progress != Progress::Round {
            let bodies = self.state.fighters.bodies();
            if self.first_blood == FirstBlood::NotYet {
                self.first_blood = FirstBlood::of(&self.fight, bodies);
                self.first_blood_in = self.rounds;
            }
            observer.round_over(bodies);
        }
        Some(self.progress)
    }

    /// The side that has won; `None` if the fight has not ended or no side has won.
    #[inline(always)]
    pub fn winner(&self) -> Option<usize> {
        if self.progress == Progress::Over { self.fight.winning_side(self.state.fighters.bodies()) } else { None }
    }

    /// Returns the result of the fight so far. It is undecided if the fight has not ended.
    #[inline(always)]
    pub fn into_played_fight(self) -> PlayedFight<R> {
        let (winner, over) = (self.winner(), self.progress == Progress::Over);
        let Self { state, rounds, first_blood, first_blood_in, .. } = self;
        let first_blood_in = first_blood.round(first_blood_in);
        PlayedFight { rounds, undecided: !over, winner, first_blood, first_blood_in, fighters: state.fighters }
    }

    /// Plays the fight to its end. Afterwards, Incapacitated fighters roll to stay conscious, if the rules say so
    /// (W29).
    pub fn finish(mut self, chance: &mut impl Chance, observer: &mut impl Observer) -> PlayedFight<R> {
        while self.round(chance, observer).is_some() {}
        if self.fight.rules.consciousness.is_rolled() {
            roll_consciousness(&self.fight, self.state.fighters.bodies_mut(), chance, observer);
        }
        self.into_played_fight()
    }
}

impl Stepper<Arc<Fight>, Vec<Body>> {
    /// Plays the rest of the current round, or the whole next one. Returns false if the fight cannot continue.
    pub fn play_round(&mut self, mut chance: &mut dyn Chance) -> bool {
        self.round(&mut chance, &mut (&mut () as &mut dyn Observer)).is_some()
    }

    /// Plays the fight to its end, like [`finish`](Self::finish).
    pub fn play_out(self, sampler: &mut Sampler) -> PlayedFight<Vec<Body>> {
        self.finish(sampler, &mut ())
    }
}
