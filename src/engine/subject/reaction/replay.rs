//! Reactions, roll by roll.

use crate::chance::Recorder;
use crate::check::Reaction;
use crate::ladder::Ladder;
use crate::subject::RollSource;
use crate::subject::line::Line;
use crate::subject::sum::rolled;

/// Rolls a reaction once; gives the source of chance back.
pub(super) fn replay(reaction: &Reaction, ladder: &Ladder, chance: RollSource) -> (Vec<Line>, RollSource) {
    let mut recorder = Recorder::new(chance);
    let outcome = reaction.roll(&mut recorder);
    let name = reaction.results().name(outcome.result).unwrap_or_default();
    let lines = vec![
        rolled("", 0, reaction.actor(), outcome.degree, recorder.rolls(), ladder).apart(),
        Line::new("result", format!("The reaction: {name}.")).with("reaction", name),
    ];
    (lines, recorder.into_inner())
}
