//! The rolls of a round are told apart by what asks for them: the sampler's are a function of it.

use fudgelab::chance::{Ask, Chance, Sampler, Seed};
use fudgelab::combat::{Body, Fight, play};
use fudgelab::dice::Dice;
use std::collections::BTreeSet;

/// Trials of each fight.
const TRIALS: u64 = 100;

/// Rolls dice and notes what was asked twice in a round.
struct Listening {
    sampler: Sampler,
    asked: BTreeSet<Ask>,
    twice: Option<Ask>,
}

impl Chance for Listening {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        if !self.asked.insert(ask) {
            self.twice = Some(ask);
        }
        self.sampler.roll(ask, dice)
    }

    fn begin_round(&mut self, round: u32) {
        self.asked.clear();
        self.sampler.begin_round(round);
    }
}

/// Something that two rolls of one round are asked for, if there is such.
pub fn asked_twice(fight: &Fight) -> Option<Ask> {
    (0..TRIALS).find_map(|trial| {
        let sampler = Sampler::new(Seed::new(1122), trial);
        let mut chance = Listening { sampler, asked: BTreeSet::new(), twice: None };
        play(fight, vec![Body::default(); fight.fighters()], &mut chance, &mut ());
        chance.twice
    })
}
