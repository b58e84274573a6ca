//! The chances of a fight that is played along with a table, simulated from its current state.

use super::Combat;
use crate::chance::{Sampler, Seed};
use crate::combat::Stepper;
use crate::subject::RollSource;
use crate::subject::along::TRIALS;
use std::sync::Arc;

/// The chance of each side to win, and the chance of a draw, each with its label. They are simulated from the state
/// after the last complete round in `rolls`. Empty if the fight has ended by then.
pub(super) fn standing(combat: &Combat, rolls: &[i32], seed: Seed) -> Vec<(String, f64)> {
    let fight = Arc::new(combat.fight.clone());
    let mut rolls = RollSource::written(rolls, |_| false);
    let mut now = Stepper::new(Arc::clone(&fight), fight.start().to_vec());
    loop {
        let before = now.clone();
        if !now.play_round(&mut rolls) {
            return Vec::new();
        }
        if rolls.script.missing().is_some() {
            now = before;
            break;
        }
    }
    let mut ends = vec![0u64; fight.roster.sides + 1];
    for trial in 0..TRIALS {
        let played = now.clone().play_out(&mut Sampler::new(seed, trial));
        ends[played.winner.unwrap_or(fight.roster.sides)] += 1;
    }
    let sides = combat.cast.sides.iter().map(|side| format!("{side} wins"));
    let share = |count: u64| count as f64 / TRIALS as f64;
    sides.chain(["nobody wins".to_owned()]).zip(ends.into_iter().map(share)).collect()
}
