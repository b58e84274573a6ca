//! Checks, roll by roll.

use crate::chance::Recorder;
use crate::check::Check;
use crate::ladder::Ladder;
use crate::subject::RollSource;
use crate::subject::line::Line;
use crate::subject::points::for_points;
use crate::subject::sum::{rolled, trait_level};

/// Rolls a check once; gives the source of chance back.
pub(super) fn replay(check: &Check, ladder: &Ladder, chance: RollSource) -> (Vec<Line>, RollSource) {
    let mut recorder = Recorder::new(chance);
    let outcome = check.roll(&mut recorder);
    // Of dice that were rolled again the last ones count.
    let sum = rolled("", 0, check.actor(), outcome.degree, recorder.rolls().iter().rev().take(1), ladder).apart();
    let band = check.rules().bands.as_ref().zip(outcome.band).and_then(|(bands, index)| bands.name(index));
    let margin = match outcome.margin {
        0 => "just that".to_owned(),
        above @ 1.. => format!("{above} above it"),
        below => format!("{} below it", below.unsigned_abs()),
    };
    let (difficulty, verdict) = (check.difficulty(), outcome.verdict().word());
    let in_band = band.map(|band| format!(" ({band})")).unwrap_or_default();
    let spent = for_points(outcome.spent);
    let text = format!("Difficulty {}: {margin}, {verdict}{in_band}{spent}.", ladder.trait_name(difficulty));
    let result = Line::new("result", text)
        .with("difficulty", trait_level(ladder, difficulty))
        .with("margin", outcome.margin)
        .with("verdict", verdict)
        .with("band", band)
        .with_points(check.luck(), outcome.spent);
    (vec![sum, result], recorder.into_inner())
}
