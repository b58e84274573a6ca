//! Finds the figures that analyses need: those of cases that differ from the file.

use super::plan::{Lab, MethodChoice, PlannedCell, Solver, Study};
use super::result::Difference;
use super::setting::Setting;
use crate::document::{KeySpec, Path};
use crate::error::{Cause, Error, Result};
use crate::ladder::Ladder;
use crate::measure::{Distribution, Figure, Findings, Label, Point};
use crate::rules::Value;
use crate::sim::Monitor;
use crate::stats::Estimate;
use crate::subject::{Answered, Cells, Changed, SimulatedVariants};
use std::cell::Cell;
use std::collections::BTreeMap;

/// Number of batches for values that are computed from several simulated cases. The spread of the batches gives the
/// interval.
const BATCHES: u64 = 20;

impl<'s> Lab<'s> {
    /// Creates a lab for the figures in `asked`, in addition to the study's usual ones.
    pub fn new(study: &'s Study, asked: Vec<String>, monitor: &'s dyn Monitor) -> Self {
        let solver = Solver::with_figures(study, asked, monitor);
        Self { study, differences: &[], solver, simulates: Cell::new(study.simulates()) }
    }

    /// The difference between a variant and the study's baseline in a figure, for these varied values; `None` if it is
    /// not known.
    pub fn difference(&self, variant: &str, varied: &[Value], figure: &Figure) -> Option<&'s Difference> {
        let same = |one: &&Difference| {
            one.variant == variant && one.varied == varied && one.figure.identity() == figure.identity()
        };
        self.differences.iter().find(same)
    }

    pub fn ladder(&self) -> &'s Ladder {
        &self.study.ladder
    }

    /// Checks that a setting can be read.
    ///
    /// # Errors
    /// If it cannot; the error has the reason.
    pub fn check_setting(&self, setting: &Setting) -> Result<()> {
        self.cells(std::slice::from_ref(setting)).map(drop)
    }

    /// The key at a path; `None` if there is no such key, or if the study was not read from a file.
    pub fn key(&self, path: &Path) -> Option<KeySpec> {
        self.study.source.as_ref()?.key(path)
    }

    /// Returns the figures of the settings, and how far those of each setting differ from the first.
    ///
    /// # Errors
    /// If a setting cannot be read, one that must be solved is too large, or the work was interrupted.
    pub fn find(&self, settings: &[Setting]) -> Result<Answered> {
        self.find_in(settings, self.study.trials)
    }

    /// Like [`find`](Self::find), with `trials` trials of each setting if they are simulated.
    ///
    /// # Errors
    /// Like [`find`](Self::find).
    pub fn find_in(&self, settings: &[Setting], trials: u64) -> Result<Answered> {
        let (planned, subjects) = self.cells(settings)?;
        match self.solved(&planned, &*subjects)? {
            None => self.simulated(&planned, &*subjects, self.study.seed, trials),
            Some(cells) => {
                let changes = cells.iter().map(|own| changes(own, &cells[0], &|_| true)).collect();
                Ok(Answered { cells, changes, trials: None })
            }
        }
    }

    /// Returns the values that `compute` derives from the figures of several settings, each with its interval or error
    /// bound.
    ///
    /// If the settings are simulated, this is done in 20 batches of trials, whose spread gives the interval.
    ///
    /// # Errors
    /// Like [`find`](Self::find).
    pub fn computed(&self, settings: &[Setting], compute: &dyn Fn(&[Findings]) -> Vec<f64>) -> Result<Computed> {
        let (planned, subjects) = self.cells(settings)?;
        if let Some(cells) = self.solved(&planned, &*subjects)? {
            let bounds = cells.iter().map(|found| found.figures.iter().filter_map(|one| one.estimate.bound()));
            let bound: f64 = bounds.map(|bounds| bounds.fold(0.0, f64::max)).sum();
            let exact = compute(&cells).into_iter().map(|value| Estimate::exact(value, 2.0 * bound));
            return Ok(Computed { values: exact.collect(), batches: Vec::new(), trials: None });
        }
        let trials = (self.study.trials / BATCHES).max(1);
        let batch = |batch: u64| {
            let seed = self.study.seed.wrapping_add(batch << 32);
            Ok(self.simulated(&planned, &*subjects, seed, trials)?.cells)
        };
        let found: Vec<Vec<Findings>> = (0..BATCHES).map(batch).collect::<Result<_>>()?;
        let batches: Vec<Vec<f64>> = found.iter().map(|cells| compute(cells)).collect();
        // The value is computed from all batches together, because with few trials it may be biased.
        let together = compute(&(0..planned.len()).map(|case| pooled(&found, case)).collect::<Vec<_>>());
        let trials = trials * BATCHES;
        let estimate = |(place, value): (usize, f64)| {
            let spread =
                Estimate::mean_of_batches(&batches.iter().map(|batch| batch[place]).collect::<Vec<f64>>(), trials);
            let half = if spread.value.is_nan() { f64::INFINITY } else { spread.half_width() };
            Estimate::mean_within(value, half, trials)
        };
        let values = together.into_iter().enumerate().map(estimate).collect();
        Ok(Computed { values, batches, trials: Some(trials) })
    }

    /// Returns whether each setting can be solved. All are `false` if the first one, with which the others are
    /// compared, cannot be solved or is simulated, or if all settings together take too long.
    ///
    /// # Errors
    /// If a setting cannot be read.
    pub fn solvable(&self, settings: &[Setting]) -> Result<Vec<bool>> {
        let (planned, subjects) = self.cells(settings)?;
        if self.simulates.get() {
            return Ok(vec![false; settings.len()]);
        }
        let none = || {
            self.simulates.set(self.study.method == MethodChoice::Auto);
            Ok(vec![false; settings.len()])
        };
        let solve = |cells: &[usize]| self.solver.solve_numbered(&*subjects, &planned, cells);
        if solve(&[0])[0].is_err() {
            return none();
        }
        let found = solve(&(0..planned.len()).collect::<Vec<_>>());
        // If some settings cannot be solved for lack of time, all of them are simulated instead of leaving those out.
        if found.iter().any(|answer| answer.as_ref().is_err_and(|error| *error.cause() == Cause::Work)) {
            return none();
        }
        Ok(found.iter().map(Result::is_ok).collect())
    }

    /// Returns the cell of a setting: its rules, and the preset that they are based on.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn planned(&self, setting: &Setting) -> Result<PlannedCell> {
        let (planned, _) = self.cells(std::slice::from_ref(setting))?;
        planned.into_iter().next().ok_or_else(|| Error::input("no cell was asked for"))
    }

    fn cells(&self, settings: &[Setting]) -> Result<(Vec<PlannedCell>, Box<dyn Cells>)> {
        self.study.further_cells(settings, self.solver.monitor)
    }

    /// The exact findings of the cases; `None` if the cases must be simulated.
    fn solved(&self, planned: &[PlannedCell], subjects: &dyn Cells) -> Result<Option<Vec<Findings>>> {
        if self.simulates.get() {
            return Ok(None);
        }
        let solved = self.solver.solve_read_cells(subjects, planned);
        self.check_not_stopped()?;
        match solved {
            Ok(cells) => Ok(Some(cells)),
            Err(_) if self.study.method == MethodChoice::Auto => {
                self.simulates.set(true);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Simulates the cases with the same rolls.
    fn simulated(&self, planned: &[PlannedCell], subjects: &dyn Cells, seed: u64, trials: u64) -> Result<Answered> {
        let cells: Vec<usize> = (0..planned.len()).collect();
        let words: Vec<_> = planned.iter().map(|planned| self.study.words(planned)).collect();
        let mut job =
            subjects.job(SimulatedVariants { cells: &cells, words: &words, baseline: 0, asked: &self.solver.asked })?;
        job.check_reach()?;
        self.solver.monitor.simulating();
        job.extend(seed, trials, self.solver.monitor);
        self.check_not_stopped()?;
        job.answer()
    }

    fn check_not_stopped(&self) -> Result<()> {
        if self.solver.monitor.stopped() { Err(Error::run("interrupted before it was answered")) } else { Ok(()) }
    }
}

/// The changes of exact figures from `base` to `own`, for the figures that `compared` selects.
pub(super) fn changes(own: &Findings, base: &Findings, compared: &dyn Fn(&Figure) -> bool) -> Vec<Changed> {
    let change = |figure: &Figure| {
        let other = base.matching_figure(figure)?;
        let bound = figure.estimate.bound()? + other.estimate.bound()?;
        let change = Estimate::exact(figure.estimate.value - other.estimate.value, bound);
        Some(Changed { figure: figure.clone(), change, p: None })
    };
    own.figures.iter().filter(|figure| compared(figure)).filter_map(change).collect()
}

/// The figures of a case, averaged over all batches, which have equal size: the mean of each figure, and of each point
/// of a distribution.
fn pooled(batches: &[Vec<Findings>], case: usize) -> Findings {
    let each = || batches.iter().map(|cells| &cells[case]);
    let count = batches.len() as f64;
    let mut all = batches[0][case].clone();
    for figure in &mut all.figures {
        let known: Vec<f64> = each()
            .filter_map(|found| found.matching_figure(figure))
            .map(|one| one.estimate.value)
            .filter(|one| !one.is_nan())
            .collect();
        figure.estimate.value = known.iter().sum::<f64>() / known.len() as f64;
    }
    for distribution in &mut all.distributions {
        let same = |one: &&Distribution| one.name() == distribution.name() && one.subject == distribution.subject;
        let mut points: BTreeMap<(i64, Label), f64> = BTreeMap::new();
        for point in each().filter_map(|found| found.distributions.iter().find(same)).flat_map(|one| &one.points) {
            *points.entry((point.value, point.label.clone())).or_default() += point.estimate.value / count;
        }
        let point = |((value, label), share)| Point { value, label, estimate: Estimate::exact(share, 0.0) };
        distribution.points = points.into_iter().map(point).collect();
    }
    all
}

/// Values computed from the figures of several cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Computed {
    /// The values, each with its interval or bound.
    pub values: Vec<Estimate>,
    /// The values of each batch of trials; empty if everything is exact.
    pub batches: Vec<Vec<f64>>,
    /// The trials of each case; `None` if everything is exact.
    pub trials: Option<u64>,
}

/// The value of a figure by name; NaN if the case does not have it.
pub fn value(found: &Findings, title: &str) -> f64 {
    found.titled(title).map_or(f64::NAN, |figure| figure.estimate.value)
}
