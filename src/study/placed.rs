//! Subjects whose variants may have different outcomes: another contestant, other results. Outcomes are one where the
//! figures that count them have one name.

use super::action::{CellAnswer, exact_answer, mean_change, share_change};
use super::plan::Study;
use super::result::{Figure, Unit};
use super::run::Answered;
use crate::sim::{Placed, Simulated, Trial};

/// The name and the subject of the figure that counts an outcome.
pub(super) type Key = (String, String);

/// Variants to be simulated, their outcomes numbered alike.
pub(super) struct Placing<T> {
    pub(super) variants: Vec<Placed<T>>,
    keys: Vec<Key>,
}

impl<T> Placing<T> {
    /// These variants, each with the keys of its outcomes in order.
    pub(super) fn new(variants: Vec<(T, Vec<Key>)>) -> Self {
        let mut keys: Vec<Key> = Vec::new();
        let mut place = |key: Key| {
            let known = keys.iter().position(|other| *other == key);
            known.unwrap_or_else(|| {
                keys.push(key);
                keys.len() - 1
            }) as u16
        };
        let placed = |(trial, own): (T, Vec<Key>)| Placed { trial, places: own.into_iter().map(&mut place).collect() };
        let variants = variants.into_iter().map(placed).collect();
        Self { variants, keys }
    }

    /// How many outcomes there are.
    pub(super) fn outcomes(&self) -> usize {
        self.keys.len()
    }
}

/// Variants solved. The figures that count an outcome are compared with the baseline's, and so is the first mean; it comes
/// after them.
pub(super) fn exactly(study: &Study, cells: Vec<CellAnswer>) -> Answered {
    let chances = |(figures, _): &CellAnswer| figures.iter().take_while(|figure| is_chance(figure)).count();
    let compared = cells.iter().map(chances).max().unwrap_or(0) + 1;
    exact_answer(study, cells, compared)
}

/// Variants simulated; `counted` makes figures of a tally, and also gets the variant's number. The same figures are
/// compared as of variants solved.
pub(super) fn counted<T: Trial>(
    study: &Study,
    placing: &Placing<T>,
    done: &Simulated<T::Tally>,
    counted: impl Fn(usize, &T, &T::Tally) -> CellAnswer,
) -> Answered {
    let keys = &placing.keys;
    let tried = placing.variants.iter().zip(&done.tallies);
    let cells: Vec<CellAnswer> = (0..).zip(tried).map(|(k, (one, tally))| counted(k, &one.trial, tally)).collect();
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
