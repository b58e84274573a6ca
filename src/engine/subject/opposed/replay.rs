//! Opposed actions, roll by roll.

use crate::chance::Recorder;
use crate::check::{Opposed, Standing};
use crate::ladder::Ladder;
use crate::subject::RollSource;
use crate::subject::line::Line;
use crate::subject::sum::pressed;

/// Rolls an opposed action once; gives the source of chance back.
pub(super) fn replay(
    opposed: &Opposed,
    names: &[String; 2],
    ladder: &Ladder,
    chance: RollSource,
) -> (Vec<Line>, RollSource) {
    let mut recorder = Recorder::new(chance);
    let outcome = opposed.roll(&mut recorder);
    let [active, passive] = names;
    let (standing, relative) = (outcome.result.standing, outcome.result.relative);
    let winner = match standing {
        Standing::Win => Some(active),
        Standing::Lose => Some(passive),
        Standing::Tie | Standing::None => None,
    };
    let text = match winner {
        Some(winner) if relative == 0 => format!("A tie, which goes to {winner}."),
        Some(winner) => format!("{winner} wins by {}.", relative.unsigned_abs()),
        None if standing == Standing::None => "Nobody wins: the better result is below its minimum.".to_owned(),
        None => "A tie: nothing changes.".to_owned(),
    };
    let rolls = recorder.rolls();
    let lines = vec![
        pressed(active, 0, opposed.active(), outcome.active, rolls, ladder).apart(),
        pressed(passive, 1, opposed.passive(), outcome.passive, rolls, ladder),
        Line::new("result", text)
            .with("relative_degree", relative)
            .with("winner", winner)
            .with("below_minimum", standing == Standing::None),
    ];
    (lines, recorder.into_inner())
}
