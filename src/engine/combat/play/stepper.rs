//! A fight taken step by step or round by round, by whoever wants to look in between.

use super::come_to;
use crate::chance::{Chance, Sampler};
use crate::combat::condition::{Body, Roster};
use crate::combat::event::{Detail, Observer};
use crate::combat::result::{FirstBlood, Played};
use crate::combat::round::{Progress, State};
use crate::combat::tables::Fight;
use std::ops::Deref;
use std::sync::Arc;

/// A fight under way. It begins each round of it by itself, so that taken in steps it is the same fight as if played at once.
#[derive(Debug, Clone)]
pub struct Stepper<F, R> {
    fight: F,
    state: State<R>,
    rounds: u32,
    progress: Progress,
    first_blood: FirstBlood,
    first_blood_in: u32,
}

impl<F: Deref<Target = Fight>, R: Roster> Stepper<F, R> {
    /// A fight that begins, between these.
    pub fn new(fight: F, fighters: R) -> Self {
        let (state, progress) = (State::start(&fight, fighters), Progress::NextRound);
        Self { fight, state, rounds: 0, progress, first_blood: FirstBlood::NotYet, first_blood_in: 0 }
    }

    /// Where the fight stands.
    pub fn state(&self) -> &State<R> {
        &self.state
    }

    /// The rounds begun so far.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether it stands between two rounds, or has not begun.
    pub fn is_between_rounds(&self) -> bool {
        self.progress == Progress::NextRound
    }

    /// Whether it goes on: it is neither over nor at its round limit.
    #[inline(always)]
    pub fn goes_on(&self) -> bool {
        match self.progress {
            Progress::Round => true,
            Progress::NextRound => self.rounds < self.fight.round_limit(),
            Progress::Over => false,
        }
    }

    /// Takes the next step: a roll or few, or what happens without one. None where the fight does not go on.
    pub fn step(&mut self, chance: &mut impl Chance, observer: &mut impl Observer) -> Option<Progress> {
        self.advance(chance, observer, State::step)
    }

    /// Takes all steps up to the end of the round. None where the fight does not go on.
    #[inline(always)]
    pub fn round(&mut self, chance: &mut impl Chance, observer: &mut impl Observer) -> Option<Progress> {
        self.advance(chance, observer, State::round)
    }

    #[inline(always)]
    fn advance<C: Chance, O: Observer>(
        &mut self,
        chance: &mut C,
        observer: &mut O,
        take: fn(&mut State<R>, &Fight, &mut C, &mut O) -> Progress,
    ) -> Option<Progress> {
        if !self.goes_on() {
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

    /// The side that has won; none where nobody has, or not yet.
    #[inline(always)]
    pub fn winner(&self) -> Option<usize> {
        if self.progress == Progress::Over { self.fight.standing(self.state.fighters.bodies()) } else { None }
    }

    /// How it ended; undecided where it is not over.
    #[inline(always)]
    pub fn ended(self) -> Played<R> {
        let (winner, over) = (self.winner(), self.progress == Progress::Over);
        let Self { state, rounds, first_blood, first_blood_in, .. } = self;
        let first_blood_in = first_blood.round(first_blood_in);
        Played { rounds, undecided: !over, winner, first_blood, first_blood_in, fighters: state.fighters }
    }

    /// Plays it to its end. Whoever is Incapacitated then may roll to stay conscious (W29).
    pub fn finish(mut self, chance: &mut impl Chance, observer: &mut impl Observer) -> Played<R> {
        while self.round(chance, observer).is_some() {}
        if self.fight.asks_who_is_awake() {
            come_to(&self.fight, self.state.fighters.bodies_mut(), chance, observer);
        }
        self.ended()
    }
}

impl Stepper<Arc<Fight>, Vec<Body>> {
    /// Plays a round. Returns false if the fight does not go on.
    pub fn play_round(&mut self, mut chance: &mut dyn Chance) -> bool {
        self.round(&mut chance, &mut ()).is_some()
    }

    /// Plays it to its end.
    pub fn play_out(self, sampler: &mut Sampler) -> Played<Vec<Body>> {
        self.finish(sampler, &mut ())
    }
}
