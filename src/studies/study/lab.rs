//! Finds out what analyses ask for: figures of cases that differ from the file in something.

use super::plan::{Lab, MethodChoice, Planned, Solver, Study};
use super::result::Difference;
use super::setting::Setting;
use crate::document::{KeySpec, Path};
use crate::error::{Cause, Error, Result};
use crate::ladder::Ladder;
use crate::measure::{Distribution, Figure, Findings, Label, Point};
use crate::rules::Value;
use crate::sim::Monitor;
use crate::stats::Estimate;
use crate::subject::{Answered, Cells, Changed, Rolled};
use std::cell::Cell;
use std::collections::BTreeMap;

/// What is computed from figures of several cases is simulated in this many batches, whose spread gives its interval.
const BATCHES: u64 = 20;

impl<'s> Lab<'s> {
    /// A lab for these questions beyond the study's usual figures.
    pub fn new(study: &'s Study, asked: Vec<String>, monitor: &'s dyn Monitor) -> Self {
        let solver = Solver::asking(study, asked, monitor);
        Self { study, differences: &[], solver, simulates: Cell::new(study.simulates()) }
    }

    /// The difference of a variant from the study's baseline in a figure, for these varied values; `None` if it is not known.
    pub fn difference(&self, variant: &str, varied: &[Value], figure: &Figure) -> Option<&'s Difference> {
        let same = |one: &&Difference| {
            one.variant == variant && one.varied == varied && one.figure.identity() == figure.identity()
        };
        self.differences.iter().find(same)
    }

    /// The words for levels.
    pub fn ladder(&self) -> &'s Ladder {
        &self.study.ladder
    }

    /// Whether a setting can be read.
    ///
    /// # Errors
    /// Why not.
    pub fn allows(&self, setting: &Setting) -> Result<()> {
        self.cells(std::slice::from_ref(setting)).map(drop)
    }

    /// The key at a path.
    pub fn key(&self, path: &Path) -> Option<KeySpec> {
        self.study.source.as_ref()?.key(path)
    }

    /// The figures of the settings, and how far those of each lie from the first one's.
    ///
    /// # Errors
    /// A setting that cannot be read; one that is too large to solve, where it must be solved; it was interrupted.
    pub fn find(&self, settings: &[Setting]) -> Result<Answered> {
        self.find_in(settings, self.study.trials)
    }

    /// As [`find`](Self::find), with so many trials of each where they are simulated.
    ///
    /// # Errors
    /// As [`find`](Self::find).
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

    /// What is computed from the figures of several settings, each with how far to trust it.
    ///
    /// Where the settings are simulated it is computed in 20 batches of trials, and the interval is that of their mean.
    ///
    /// # Errors
    /// As [`find`](Self::find).
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
        // Of all batches together, since what is computed from few trials may be off to one side.
        let together = compute(&(0..planned.len()).map(|case| pooled(&found, case)).collect::<Vec<_>>());
        let trials = trials * BATCHES;
        let estimate = |(place, value): (usize, f64)| {
            let spread = Estimate::batches(&batches.iter().map(|batch| batch[place]).collect::<Vec<f64>>(), trials);
            let half = if spread.value.is_nan() { f64::INFINITY } else { spread.reach() };
            Estimate::mean_within(value, half, trials)
        };
        let values = together.into_iter().enumerate().map(estimate).collect();
        Ok(Computed { values, batches, trials: Some(trials) })
    }

    /// Tells for each setting whether it can be solved. All are false if the first one, which the others are compared with, cannot be solved
    /// or is simulated, or if all together take too long.
    ///
    /// # Errors
    /// One of them cannot be read.
    pub fn solvable(&self, settings: &[Setting]) -> Result<Vec<bool>> {
        let (planned, subjects) = self.cells(settings)?;
        if self.simulates.get() {
            return Ok(vec![false; settings.len()]);
        }
        let none = || {
            self.simulates.set(self.study.method == MethodChoice::Auto);
            Ok(vec![false; settings.len()])
        };
        let solve = |cells: &[usize]| self.solver.some(&*subjects, &planned, cells);
        if solve(&[0])[0].is_err() {
            return none();
        }
        let found = solve(&(0..planned.len()).collect::<Vec<_>>());
        // Steps that would be left out for lack of time are simulated instead, with all others.
        if found.iter().any(|answer| answer.as_ref().is_err_and(|error| *error.cause() == Cause::Work)) {
            return none();
        }
        Ok(found.iter().map(Result::is_ok).collect())
    }

    /// The cell of a setting: its rules and what they are based on.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn planned(&self, setting: &Setting) -> Result<Planned> {
        let (planned, _) = self.cells(std::slice::from_ref(setting))?;
        planned.into_iter().next().ok_or_else(|| Error::input("no cell was asked for"))
    }

    fn cells(&self, settings: &[Setting]) -> Result<(Vec<Planned>, Box<dyn Cells>)> {
        self.study.further(settings, self.solver.monitor)
    }

    /// The exact answers; none where they are to be simulated.
    fn solved(&self, planned: &[Planned], subjects: &dyn Cells) -> Result<Option<Vec<Findings>>> {
        if self.simulates.get() {
            return Ok(None);
        }
        let solved = self.solver.these(subjects, planned);
        self.not_stopped()?;
        match solved {
            Ok(cells) => Ok(Some(cells)),
            Err(_) if self.study.method == MethodChoice::Auto => {
                self.simulates.set(true);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn simulated(&self, planned: &[Planned], subjects: &dyn Cells, seed: u64, trials: u64) -> Result<Answered> {
        let cells: Vec<usize> = (0..planned.len()).collect();
        let words: Vec<_> = planned.iter().map(|planned| self.study.words(planned)).collect();
        let mut job = subjects.job(Rolled { cells: &cells, words: &words, baseline: 0, asked: &self.solver.asked })?;
        job.check_reach()?;
        self.solver.monitor.simulating();
        job.extend(seed, trials, self.solver.monitor);
        self.not_stopped()?;
        job.answer()
    }

    fn not_stopped(&self) -> Result<()> {
        if self.solver.monitor.stopped() { Err(Error::run("interrupted before it was answered")) } else { Ok(()) }
    }
}

/// How far the exact figures that are compared lie from the baseline's.
pub(super) fn changes(own: &Findings, base: &Findings, compared: &dyn Fn(&Figure) -> bool) -> Vec<Changed> {
    let change = |figure: &Figure| {
        let other = base.same(figure)?;
        let bound = figure.estimate.bound()? + other.estimate.bound()?;
        let change = Estimate::exact(figure.estimate.value - other.estimate.value, bound);
        Some(Changed { figure: figure.clone(), change, p: None })
    };
    own.figures.iter().filter(|figure| compared(figure)).filter_map(change).collect()
}

/// The figures of a case in all batches together, which are of equal size: the mean of each, and of each point of a distribution.
fn pooled(batches: &[Vec<Findings>], case: usize) -> Findings {
    let each = || batches.iter().map(|cells| &cells[case]);
    let count = batches.len() as f64;
    let mut all = batches[0][case].clone();
    for figure in &mut all.figures {
        let known: Vec<f64> = each()
            .filter_map(|found| found.same(figure))
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

/// What was computed from the figures of several cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Computed {
    /// The values, each with its interval or bound.
    pub values: Vec<Estimate>,
    /// The values of each batch of trials; empty where all is exact.
    pub batches: Vec<Vec<f64>>,
    /// The trials of each case; none where all is exact.
    pub trials: Option<u64>,
}

/// The value of a figure by its name; not a number where a case has none.
pub fn value(found: &Findings, title: &str) -> f64 {
    found.titled(title).map_or(f64::NAN, |figure| figure.estimate.value)
}
