//! Subjects whose variants may have different outcomes: another contestant, other results. Outcomes are one where the
//! figures that count them have one name.

use super::action::{CellAnswer, exact_answer, mean_change, share_change};
use super::plan::Study;
use super::result::{Figure, Unit};
use super::run::{Answered, simulated};
use crate::sim::{Monitor, Placed, Plan, Trial};

/// The name and the subject of the figure that counts an outcome.
pub(super) type Key = (String, String);

/// Answers variants, each with the keys of its outcomes in order: solved by `exact`, or simulated and then made figures
/// of by `counted`, which also get the variant's number. The figures that count an outcome are compared with the
/// baseline's, and so is the first mean; it comes after them.
pub(super) fn answer<T: Trial>(
    study: &Study,
    variants: Vec<(T, Vec<Key>)>,
    (plan, monitor): (&Plan, &impl Monitor),
    exact: impl Fn(usize, &T) -> CellAnswer,
    counted: impl Fn(usize, &T, &T::Tally) -> CellAnswer,
) -> Answered {
    if !study.simulates() {
        let cells: Vec<CellAnswer> = (0..).zip(&variants).map(|(number, (trial, _))| exact(number, trial)).collect();
        let chances = |(figures, _): &CellAnswer| figures.iter().take_while(|figure| is_chance(figure)).count();
        let compared = cells.iter().map(chances).max().unwrap_or(0) + 1;
        return exact_answer(study, cells, compared);
    }
    let mut keys: Vec<Key> = Vec::new();
    let mut place = |key: Key| {
        let known = keys.iter().position(|other| *other == key);
        known.unwrap_or_else(|| {
            keys.push(key);
            keys.len() - 1
        }) as u16
    };
    let placed: Vec<Placed<T>> = variants
        .into_iter()
        .map(|(trial, own)| Placed { trial, places: own.into_iter().map(&mut place).collect() })
        .collect();
    let done = simulated(&placed, keys.len(), plan, monitor);
    let cells: Vec<CellAnswer> =
        (0..).zip(placed.iter().zip(&done.tallies)).map(|(k, (one, tally))| counted(k, &one.trial, tally)).collect();
    let known = |figure: &Figure| {
        let same = |other: &Figure| other.name == figure.name && other.subject == figure.subject;
        cells.get(study.baseline).is_some_and(|(figures, _)| figures.iter().any(same))
    };
    let changes = done.pairs.iter().zip(&cells).map(|(pair, (figures, _))| {
        let mean = figures.iter().position(|figure| !is_chance(figure));
        let change = |(number, figure): (usize, &Figure)| {
            let counted = keys.iter().position(|(name, subject)| *name == figure.name && *subject == figure.subject);
            match counted {
                Some(place) => Some(share_change(figure, pair, |outcome| outcome == place)),
                None => (mean == Some(number)).then(|| mean_change(figure, pair)),
            }
        };
        figures.iter().enumerate().filter(|(_, figure)| known(figure)).filter_map(change).collect()
    });
    Answered { changes: changes.collect(), trials: Some(done.trials), cells }
}

fn is_chance(figure: &Figure) -> bool {
    figure.unit == Unit::Probability
}
