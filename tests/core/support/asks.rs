//! Checks that no two rolls of a round have the same key, because the sampler's rolls are a function of it.

use fudgelab::chance::{Ask, Chance, Sampler, Seed};
use fudgelab::combat::{Body, Fight, play};
use fudgelab::dice::Dice;
use std::collections::BTreeSet;

const TRIALS: u64 = 100;

/// Rolls dice and records a key that is used twice in a round.
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

/// A key that two rolls of one round share, if any.
pub fn asked_twice(fight: &Fight) -> Option<Ask> {
    (0..TRIALS).find_map(|trial| {
        let sampler = Sampler::new(Seed::new(1122), trial);
        let mut chance = Listening { sampler, asked: BTreeSet::new(), twice: None };
        play(fight, vec![Body::default(); fight.roster.fighters()], &mut chance, &mut ());
        chance.twice
    })
}
