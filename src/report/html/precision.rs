//! The method behind the figures, and their precision.

use super::clean;
use crate::report::answers::agreement;
use crate::stats::Estimate;
use crate::study::{Cell, StudyResult};

/// The method, its settings and the program's version, in pairs of name and value.
pub(super) fn facts(result: &StudyResult) -> Vec<(&'static str, String)> {
    let provenance = &result.provenance;
    let mut facts = vec![("Method", method(&provenance.method))];
    facts.extend(result.trials_in_words().map(|trials| ("Trials in each case", trials)));
    facts.extend(provenance.until.as_ref().map(|words| ("Simulated until", words.clone())));
    facts.extend(provenance.seed.map(|seed| ("Seed", seed.to_string())));
    facts.push(("Program", format!("fudgelab {}", provenance.version)));
    facts
}

fn method(name: &str) -> String {
    match name {
        "exact" => "calculated exactly".to_owned(),
        "simulate" => "simulated".to_owned(),
        "both" => "calculated exactly, and simulated".to_owned(),
        other => clean(other),
    }
}

/// The estimates of all figures and points of a cell.
fn estimates(cell: &Cell) -> impl Iterator<Item = &Estimate> {
    let points = cell.distributions.iter().flat_map(|distribution| &distribution.points);
    cell.figures.iter().map(|figure| &figure.estimate).chain(points.map(|point| &point.estimate))
}

/// Paragraphs on the precision of the figures.
pub(super) fn precision_paragraphs(result: &StudyResult) -> Vec<String> {
    let simulated = result.cross_check.as_ref().map_or(&[][..], |check| &check.cells);
    let estimates = || result.cells.iter().chain(simulated).flat_map(estimates);
    let mut words = Vec::new();
    if estimates().any(|estimate| estimate.is_exact()) {
        let bound = estimates().filter_map(|estimate| estimate.bound()).fold(0.0, f64::max);
        let most = if bound > 0.0 { format!(" by more than {bound:.1e}") } else { String::new() };
        words.push(format!(
            "Exact figures are calculated from the chances of the dice in double precision, without random numbers; \
             truncation and rounding change none of them{most}."
        ));
    }
    if estimates().any(|estimate| !estimate.is_exact()) {
        words.push(
            "Simulated figures carry a 95 % interval: of a hundred such studies with other seeds, about 95 have \
             intervals that contain the true figure. The same seed and rules give the same figures on any machine; four \
             times the trials halve the intervals."
                .to_owned(),
        );
    }
    words.extend(agreement::sentence(result).map(|(_, words)| words));
    if result.provenance.until.is_some() {
        words.push(
            "The run stopped when it was precise enough. Its intervals are confidence sequences, which are valid at \
             every number of trials, so the choice of when to stop does not make them wrong. For means and \
             differences, this is true in the limit of many trials."
                .to_owned(),
        );
    }
    if result.provenance.interrupted {
        let finished = if result.is_exact() { "for the cases solved" } else { "from the trials finished" };
        words.push(format!("The run was interrupted: the figures are {finished} by then."));
    }
    words.push(
        "All figures are for the rules and choices listed here; people at a table may choose differently.".to_owned(),
    );
    words
}
