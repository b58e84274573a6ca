//! The answers of cells: exact ones on all cores, each cell solved once; also for cells outside the plan that a question asks
//! for.

use super::plan::{MethodChoice, Planned, Solver, Study};
use super::setting::Setting;
use crate::error::{Error, Result};
use crate::measure::Findings;
use crate::sim::{Monitor, for_each_of};
use crate::subject::Cells;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

impl<'s> Solver<'s> {
    /// A solver without answers yet.
    pub fn new(study: &'s Study, monitor: &'s dyn Monitor) -> Self {
        Self { spares: true, ..Self::asking(study, study.asked.clone(), monitor) }
    }

    /// As [`new`](Self::new), with other questions than the study's.
    pub(super) fn asking(study: &'s Study, asked: Vec<String>, monitor: &'s dyn Monitor) -> Self {
        Self { study, monitor, asked, spares: false, known: Mutex::default() }
    }

    /// The answers of all cells of the plan; none if they are to be simulated, or the monitor stopped the work.
    ///
    /// # Errors
    /// The first cell that is too large to solve, and why.
    pub fn planned(&self) -> Result<Option<Vec<Findings>>> {
        if self.study.method == MethodChoice::Simulate {
            return Ok(None);
        }
        let solved = self.all(&*self.study.subjects, &self.study.cells);
        if self.monitor.stopped() {
            return Ok(None);
        }
        solved.map(Some).map_err(|(cell, error)| self.study.cells[cell].named(error))
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
        self.all(subjects, planned).map_err(|(_, error)| error)
    }

    /// Whether a cell that was read already can be solved.
    pub(super) fn solves(&self, subjects: &dyn Cells, cell: usize, planned: &Planned) -> bool {
        self.one(subjects, cell, planned, &|| self.monitor.stopped()).is_ok()
    }

    /// The answer of a cell of the plan.
    ///
    /// # Errors
    /// It is too large to solve, and which it is.
    pub(super) fn cell(&self, cell: usize) -> Result<Findings> {
        let planned = &self.study.cells[cell];
        let found = self.one(&*self.study.subjects, cell, planned, &|| self.monitor.stopped());
        found.map_err(|error| planned.named(error))
    }

    /// The answers of these cells. Cells after the first that cannot be solved are skipped.
    fn all(&self, subjects: &dyn Cells, cells: &[Planned]) -> std::result::Result<Vec<Findings>, (usize, Error)> {
        let (failed, done) = (AtomicUsize::new(usize::MAX), AtomicUsize::new(0));
        self.monitor.solving(0, cells.len());
        let work = |cell: usize| {
            let stopped = || self.monitor.stopped() || failed.load(Ordering::Relaxed) < cell;
            let answer = self.one(subjects, cell, &cells[cell], &stopped);
            if answer.is_err() {
                failed.fetch_min(cell, Ordering::Relaxed);
            }
            self.monitor.solving(done.fetch_add(1, Ordering::Relaxed) + 1, cells.len());
            answer
        };
        let answers = for_each_of(cells.len(), work);
        answers.into_iter().enumerate().map(|(cell, answer)| answer.map_err(|error| (cell, error))).collect()
    }

    fn one(
        &self,
        subjects: &dyn Cells,
        cell: usize,
        planned: &Planned,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Findings> {
        let lock = || self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = lock().get(&planned.document) {
            return Ok(known.clone());
        }
        if stopped() {
            return Err(Error::run("interrupted before it was solved"));
        }
        let mut found = subjects.solve(cell, &self.study.words(planned), &self.asked, stopped)?;
        if self.spares {
            self.study.spare(std::slice::from_mut(&mut found));
        }
        lock().insert(planned.document, found.clone());
        Ok(found)
    }
}
