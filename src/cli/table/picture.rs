//! The table as a picture.

use crate::picture;
use fudgelab::chart;
use fudgelab::dice::Pmf;
use fudgelab::error::{Error, Result};
use fudgelab::report::rolls::rates::{Rates, RatesQuestion, ShownLevels};
use std::path::Path;

/// Draws the table to a file, as SVG or PNG depending on its extension.
///
/// # Errors
/// If the path has another extension, there is nothing to draw, or the file cannot be written.
pub(super) fn write(question: &RatesQuestion, rates: &Rates, path: &Path) -> Result<()> {
    picture::is_png(path)?;
    let chart = match question {
        RatesQuestion::Difficulty { dice, levels } => {
            let title = format!("Success with {}, by difficulty and trait", dice.name());
            chart::of_chances(&title, ["difficulty", "trait"], axes(levels), &rates.chances())
        }
        RatesQuestion::Opponent { dice, theirs, levels } => {
            let title = format!(
                "Chance to win with {} against {}, by the opponent's trait and your own",
                dice.name(),
                theirs.name()
            );
            chart::of_chances(&title, ["opponent", "trait"], axes(levels), &rates.chances())
        }
        RatesQuestion::Results { dice, .. } => {
            let chance = |pmf: &Pmf, value: i32| (value.into(), pmf.probability(value));
            let chances = |pmf: &Pmf| pmf.iter().map(|(value, _)| chance(pmf, value)).collect();
            let named: Vec<_> = dice.iter().map(|dice| (dice.name().to_owned(), chances(dice.pmf()))).collect();
            Some(chart::at_least_of_numbers("The chance of each result or a higher one", &named))
        }
    };
    let chart = chart.ok_or_else(|| Error::input("there is nothing to draw").with_help("show two levels or more"))?;
    picture::write(&chart, path)
}

/// The names of the levels: across, and down with the highest first.
fn axes(levels: &ShownLevels) -> [Vec<String>; 2] {
    let across = levels.all().map(|level| levels.ladder.degree_name(level)).collect();
    [across, levels.all().rev().map(|level| levels.ladder.trait_name(level)).collect()]
}
