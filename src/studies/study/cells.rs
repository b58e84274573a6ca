//! The answers of cells: exact ones on all cores, each cell solved once; also for cells outside the plan that a question asks
//! for.

use super::plan::{MethodChoice, Planned, Solver, Study};
use super::setting::Setting;
use crate::error::{Error, Result};
use crate::exact::Limits;
use crate::measure::Findings;
use crate::sim::{Monitor, for_each_of};
use crate::subject::Cells;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

impl<'s> Solver<'s> {
    /// A solver without answers yet.
    pub fn new(study: &'s Study, monitor: &'s dyn Monitor) -> Self {
        Self { spares: true, ..Self::asking(study, study.asked.clone(), monitor) }
    }

    /// As [`new`](Self::new), with other questions than the study's.
    pub(super) fn asking(study: &'s Study, asked: Vec<String>, monitor: &'s dyn Monitor) -> Self {
        Self { study, monitor, asked, spares: false, known: Mutex::default() }
    }

    /// The answers of all cells of the plan, or of the first ones if the monitor stopped the work. `None` under `method = "simulate"`.
    ///
    /// # Errors
    /// The first cell that is too large to solve, and why.
    pub fn planned(&self) -> Result<Option<Vec<Findings>>> {
        if self.study.method == MethodChoice::Simulate {
            return Ok(None);
        }
        let solved = self.all(&*self.study.subjects, &self.study.cells);
        if self.monitor.stopped() {
            return Ok(Some(solved.into_iter().map_while(Result::ok).collect()));
        }
        let named =
            |(cell, answer): (usize, Result<Findings>)| answer.map_err(|error| self.study.cells[cell].named(error));
        solved.into_iter().enumerate().map(named).collect::<Result<_>>().map(Some)
    }

    /// The answers of any cells, in the plan or not.
    ///
    /// # Errors
    /// A value that is not allowed there; a cell that is too large to solve; the study was not read from a file.
    pub fn at(&self, settings: &[Setting]) -> Result<Vec<Findings>> {
        let (planned, subjects) = self.study.file()?.cells(settings)?;
        self.these(&*subjects, &planned)
    }

    /// The answers of cells that were read already.
    ///
    /// # Errors
    /// A cell that is too large to solve.
    pub(super) fn these(&self, subjects: &dyn Cells, planned: &[Planned]) -> Result<Vec<Findings>> {
        self.all(subjects, planned).into_iter().collect()
    }

    /// Whether a cell that was read already can be solved.
    pub(super) fn solves(&self, subjects: &dyn Cells, cell: usize, planned: &Planned) -> bool {
        self.one(subjects, cell, planned, self.share(1), &|| self.monitor.stopped()).is_ok()
    }

    /// The answer of a cell of the plan.
    ///
    /// # Errors
    /// It is too large to solve, and which it is.
    pub(super) fn cell(&self, cell: usize) -> Result<Findings> {
        let planned = &self.study.cells[cell];
        let found = self.one(&*self.study.subjects, cell, planned, self.share(1), &|| self.monitor.stopped());
        found.map_err(|error| planned.named(error))
    }

    /// The answers of these cells. Cells after the first that cannot be solved are skipped.
    fn all(&self, subjects: &dyn Cells, cells: &[Planned]) -> Vec<Result<Findings>> {
        let share = self.share(cells.len());
        let (failed, done) = (AtomicUsize::new(usize::MAX), AtomicUsize::new(0));
        self.monitor.solving(0, cells.len());
        let work = |cell: usize| {
            let stopped = || self.monitor.stopped() || failed.load(Ordering::Relaxed) < cell;
            let answer = self.one(subjects, cell, &cells[cell], share, &stopped);
            if answer.is_err() {
                failed.fetch_min(cell, Ordering::Relaxed);
            }
            self.monitor.solving(done.fetch_add(1, Ordering::Relaxed) + 1, cells.len());
            answer
        };
        for_each_of(cells.len(), work)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<u128, (Findings, u64)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of all answers so far, in branches of rolls.
    pub(super) fn spent(&self) -> u64 {
        self.known().values().map(|(_, work)| work).sum()
    }

    fn one(
        &self,
        subjects: &dyn Cells,
        cell: usize,
        planned: &Planned,
        share: u64,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Findings> {
        if let Some((known, _)) = self.known().get(&planned.document) {
            return Ok(known.clone());
        }
        if stopped() {
            return Err(Error::run("interrupted before it was solved"));
        }
        let spent = AtomicU64::new(0);
        let solve = |work: u64| {
            let limits = Limits { stopped, work, memory: self.study.memory, spent: Some(&spent) };
            subjects.solve(cell, &self.study.words(planned), &self.asked, &limits)
        };
        let mut found = solve(share).or_else(|error| {
            // A cell that is expensive to simulate may cost more to solve.
            let work = if share < u64::MAX && !stopped() { self.simulated_work(subjects, cell, planned) } else { 0 };
            if work > share { solve(work) } else { Err(error) }
        })?;
        if self.spares {
            self.study.spare(std::slice::from_mut(&mut found));
        }
        self.known().insert(planned.document, (found.clone(), spent.into_inner()));
        Ok(found)
    }
}
