//! Checks and opposed actions, exact or simulated: what is counted becomes figures.

use super::plan::Study;
use super::result::{Distribution, Figure, Point, Unit};
use super::run::{Answered, Change};
use crate::chance::Weight;
use crate::check::{Achieved, Check, CheckOutcome, Count, Opposed, OpposedResult, Standing, Tally};
use crate::exact;
use crate::sim::{PairTally, Simulated};
use crate::stats::{Estimate, test_equal, test_zero};

/// What rounding can have done to a figure that is a quotient of exact integers.
const ROUNDING: f64 = 1e-15;

/// What rounding can have done to a share of itself that is a sum of products of doubles, since its integers did not fit
/// 128 bits: in a contest of twenty, each of twenty steps adds up at most some 500 products.
const LONG_ROUNDING: f64 = 1.2e-12;

fn rounding(weight: Weight) -> f64 {
    if weight.fraction().is_some() { ROUNDING } else { LONG_ROUNDING }
}

/// Weights that become probabilities.
pub(super) trait Probability: Count {
    /// The estimate of this weight's share of `total`.
    fn share(self, total: Self) -> Estimate;
    /// The mean of a quantity, given each value's weight.
    fn mean(values: impl Iterator<Item = (i32, Self)>, total: Self) -> Estimate;
}

impl Probability for u64 {
    fn share(self, total: Self) -> Estimate {
        Estimate::share(self, total)
    }

    fn mean(values: impl Iterator<Item = (i32, Self)>, total: Self) -> Estimate {
        let (sum, squares) = values.fold((0i128, 0u128), |(sum, squares), (value, n)| {
            let square = u128::from(value.unsigned_abs()).pow(2);
            (sum + i128::from(value) * i128::from(n), squares + square * u128::from(n))
        });
        Estimate::mean(sum, squares, total)
    }
}

impl Probability for Weight {
    fn share(self, _total: Self) -> Estimate {
        let chance = self.probability();
        // What cannot come up is known to be 0.
        Estimate::exact(chance, if chance == 0.0 { 0.0 } else { rounding(self) })
    }

    fn mean(values: impl Iterator<Item = (i32, Self)>, _total: Self) -> Estimate {
        let start = (0.0, 0.0, ROUNDING);
        let (mean, size, off) = values.fold(start, |(mean, size, off), (value, weight)| {
            let part = f64::from(value) * weight.probability();
            (mean + part, size + part.abs(), rounding(weight).max(off))
        });
        Estimate::exact(mean, off * (1.0 + size))
    }
}

/// Answers checks: simulated where there are trials, else exact.
pub(super) fn checks(
    study: &Study,
    checks: &[Check],
    simulated: Option<&Simulated<Tally<CheckOutcome, u64>>>,
) -> Answered {
    let compared = |outcome: usize| outcome == Achieved::Success as usize;
    match simulated {
        Some(done) => {
            let cells =
                checks.iter().zip(&done.tallies).map(|(check, tally)| check_cell(study, check, tally)).collect();
            simulated_answer(cells, &done.pairs, done.trials, &[("success", &compared)])
        }
        None => {
            let cells = checks.iter().map(|check| check_cell(study, check, &exact::check(check))).collect();
            exact_answer(study, cells, usize::MAX)
        }
    }
}

/// Answers opposed actions: simulated where there are trials, else exact.
pub(super) fn opposed(
    study: &Study,
    actions: &[Opposed],
    names: &[String; 2],
    simulated: Option<&Simulated<Tally<OpposedResult, u64>>>,
) -> Answered {
    let is = |standing: Standing| move |outcome: usize| Standing::ALL[outcome] == standing;
    match simulated {
        Some(done) => {
            let cells =
                actions.iter().zip(&done.tallies).map(|(action, tally)| opposed_cell(action, names, tally)).collect();
            let (win, tie, lose) = (is(Standing::Win), is(Standing::Tie), is(Standing::Lose));
            simulated_answer(cells, &done.pairs, done.trials, &[("win", &win), ("tie", &tie), ("lose", &lose)])
        }
        None => {
            let cells = actions.iter().map(|action| opposed_cell(action, names, &exact::opposed(action))).collect();
            exact_answer(study, cells, usize::MAX)
        }
    }
}

pub(super) type CellAnswer = (Vec<Figure>, Vec<Distribution>);

fn check_cell<W: Probability>(study: &Study, check: &Check, tally: &Tally<CheckOutcome, W>) -> CellAnswer {
    let total = tally.total();
    let mut figures: Vec<Figure> =
        check.figures(tally).into_iter().map(|(name, weight)| probability(name, "", weight.share(total))).collect();
    let degrees = tally.degrees();
    figures.push(levels("degree", W::mean(degrees.iter(), total)));
    let mut distributions = vec![
        distribution("degrees", &degrees, total, |degree| study.ladder.degree_name(degree)),
        distribution("margins", &tally.margins(), total, signed),
    ];
    if check.rules().bands.is_some() || check.rules().criticals.is_some() {
        let points = named_points(check.outcomes(tally).into_iter(), total);
        distributions.push(Distribution { name: "outcomes".into(), subject: String::new(), points });
    }
    (figures, distributions)
}

fn opposed_cell<W: Probability>(action: &Opposed, names: &[String; 2], tally: &Tally<OpposedResult, W>) -> CellAnswer {
    let total = tally.total();
    let subject = |name: &str| match name {
        "win" => names[0].as_str(),
        "lose" => names[1].as_str(),
        _ => "",
    };
    let mut figures: Vec<Figure> = action
        .figures(tally)
        .into_iter()
        .map(|(name, weight)| {
            let shown = if name == "lose" { "win" } else { name };
            probability(shown, subject(name), weight.share(total))
        })
        .collect();
    let relative = tally.relative_degrees();
    figures.push(levels("relative degree", W::mean(relative.iter(), total)));
    (figures, vec![distribution("relative degrees", &relative, total, signed)])
}

/// A difference of levels with its sign, as people write it.
fn signed(value: i32) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}").replace('-', "−") }
}

pub(super) fn distribution<W: Probability>(
    name: &str,
    tally: &Tally<i32, W>,
    total: W,
    label: impl Fn(i32) -> String,
) -> Distribution {
    let points = tally.iter().map(|(value, weight)| Point {
        value: i64::from(value),
        label: label(value),
        estimate: weight.share(total),
    });
    Distribution { name: name.to_owned(), subject: String::new(), points: points.collect() }
}

/// Outcomes by name, in their order.
pub(super) fn named_points<'a, W: Probability>(outcomes: impl Iterator<Item = (&'a str, W)>, total: W) -> Vec<Point> {
    let point = |(value, (name, weight)): (i64, (&str, W))| Point {
        value,
        label: name.to_owned(),
        estimate: weight.share(total),
    };
    (0..).zip(outcomes).map(point).collect()
}

pub(super) fn probability(name: &str, subject: &str, estimate: Estimate) -> Figure {
    Figure { name: name.to_owned(), subject: subject.to_owned(), unit: Unit::Probability, estimate }
}

pub(super) fn levels(name: &str, estimate: Estimate) -> Figure {
    Figure { name: name.to_owned(), subject: String::new(), unit: Unit::Levels, estimate }
}

/// Exact cells and how far the first so many of their figures lie from the baseline's.
pub(super) fn exact_answer(study: &Study, cells: Vec<CellAnswer>, compared: usize) -> Answered {
    let change = |figures: &[Figure], baseline: &[Figure]| {
        figures
            .iter()
            .take(compared)
            .filter_map(|figure| {
                let other =
                    baseline.iter().find(|other| other.name == figure.name && other.subject == figure.subject)?;
                let bound = figure.estimate.bound()? + other.estimate.bound()?;
                let change = Estimate::exact(figure.estimate.value - other.estimate.value, bound);
                Some(Change { figure: figure.clone(), change, p: None })
            })
            .collect()
    };
    let baseline = cells.get(study.baseline).map(|(figures, _)| figures.clone()).unwrap_or_default();
    let changes = if cells.len() > 1 { cells.iter().map(|(own, _)| change(own, &baseline)).collect() } else { vec![] };
    Answered { cells, changes, trials: None }
}

/// Which outcomes a compared figure counts.
pub(super) type Counts<'a> = (&'a str, &'a dyn Fn(usize) -> bool);

/// Simulated cells; each compared figure counts the outcomes its function names, in the order in which the cell's
/// probabilities stand. The mean at the end of a cell's figures is compared too.
pub(super) fn simulated_answer(
    cells: Vec<CellAnswer>,
    pairs: &[PairTally],
    trials: u64,
    compared: &[Counts<'_>],
) -> Answered {
    let changes = pairs.iter().zip(&cells).map(|(pair, (figures, _))| {
        let mut changes: Vec<Change> =
            compared.iter().zip(figures).map(|((_, counts), figure)| share_change(figure, pair, counts)).collect();
        if let Some(figure) = figures.iter().find(|figure| figure.unit != Unit::Probability) {
            changes.push(mean_change(figure, pair));
        }
        changes
    });
    Answered { changes: changes.collect(), cells, trials: Some(trials) }
}

/// How far a chance lies from the baseline's, which counts the same outcomes.
pub(super) fn share_change(figure: &Figure, pair: &PairTally, counts: impl Fn(usize) -> bool) -> Change {
    let (sum, squares) = pair.outcome_change(counts);
    // Each change is 1 up or 1 down.
    let up = (squares as i128 + sum) as u64 / 2;
    let p = Some(test_equal(up, squares as u64 - up));
    Change { figure: figure.clone(), change: Estimate::paired(sum, squares, pair.trials()), p }
}

/// How far the mean amount lies from the baseline's.
pub(super) fn mean_change(figure: &Figure, pair: &PairTally) -> Change {
    let (sum, squares) = pair.amount_change();
    let change = Estimate::paired(sum, squares, pair.trials());
    let p = change.standard_error().map(|error| test_zero(change.value, error));
    Change { figure: figure.clone(), change, p }
}
