//! Solves cells on all cores, each of them once, including cells outside the plan that a question needs.

use super::plan::{MethodChoice, PlannedCell, Solver, Study};
use super::setting::Setting;
use crate::error::{Cause, Error, Result};
use crate::exact::Limits;
use crate::measure::Findings;
use crate::sim::{Monitor, map_indices, threads};
use crate::subject::Cells;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

impl<'s> Solver<'s> {
    /// Creates a solver for the figures that the study requests.
    pub fn new(study: &'s Study, monitor: &'s dyn Monitor) -> Self {
        Self { reduces_findings: true, ..Self::with_figures(study, study.asked.clone(), monitor) }
    }

    /// Like [`new`](Self::new), but with method `auto`, a cell that takes more than its share of a second is an error:
    /// it is not decided whether to solve it.
    pub fn quick(study: &'s Study, monitor: &'s dyn Monitor) -> Self {
        Self { only_quick: true, ..Self::new(study, monitor) }
    }

    /// Like [`new`](Self::new), with the figures in `asked` instead of those that the study requests.
    pub(super) fn with_figures(study: &'s Study, asked: Vec<String>, monitor: &'s dyn Monitor) -> Self {
        Self { study, monitor, asked, reduces_findings: false, only_quick: false, known: Mutex::default() }
    }

    /// Returns the exact findings of all cells of the plan, or of the first ones if the monitor stopped the work.
    /// `None` with `method = "simulate"`.
    ///
    /// # Errors
    /// If a cell is too large to solve; the error is that of the first one.
    pub fn solve_plan(&self) -> Result<Option<Vec<Findings>>> {
        if self.study.method == MethodChoice::Simulate {
            return Ok(None);
        }
        let solved = self.solve_all(&*self.study.subjects, &self.study.cells);
        if self.monitor.stopped() {
            return Ok(Some(solved.into_iter().map_while(Result::ok).collect()));
        }
        let named = |(cell, answer): (usize, Result<Findings>)| {
            answer.map_err(|error| self.study.cells[cell].name_error(error))
        };
        solved.into_iter().enumerate().map(named).collect::<Result<_>>().map(Some)
    }

    /// Returns the exact findings of any cells, in the plan or not.
    ///
    /// # Errors
    /// If a value is not allowed, a cell is too large to solve, or the study was not read from a file.
    pub fn solve_settings(&self, settings: &[Setting]) -> Result<Vec<Findings>> {
        let (planned, subjects) = self.study.further_cells(settings, self.monitor)?;
        self.solve_read_cells(&*subjects, &planned)
    }

    /// Returns the exact findings of cells that have already been read.
    ///
    /// # Errors
    /// If a cell is too large to solve.
    pub(super) fn solve_read_cells(&self, subjects: &dyn Cells, planned: &[PlannedCell]) -> Result<Vec<Findings>> {
        self.solve_all(subjects, planned).into_iter().collect()
    }

    /// Solves the cells with the numbers in `cells`. Each one has its findings, or the reason why it cannot be solved.
    pub(super) fn solve_numbered(
        &self,
        subjects: &dyn Cells,
        planned: &[PlannedCell],
        cells: &[usize],
    ) -> Vec<Result<Findings>> {
        let share = self.work_limit(cells.len());
        let solve = |place: usize, memory: u64| {
            let cell = cells[place];
            self.solve_cell(subjects, cell, &planned[cell], (share, memory), &|| self.monitor.stopped())
        };
        self.solve_in_parallel(cells.len(), solve)
    }

    /// Solves all cells in `cells`. Cells after the first that cannot be solved are skipped.
    fn solve_all(&self, subjects: &dyn Cells, cells: &[PlannedCell]) -> Vec<Result<Findings>> {
        let share = self.work_limit(cells.len());
        let (failed, done) = (AtomicUsize::new(usize::MAX), AtomicUsize::new(0));
        self.monitor.solving(0, cells.len());
        let solve = |cell: usize, memory: u64| {
            let stopped = || self.monitor.stopped() || failed.load(Ordering::Relaxed) < cell;
            let answer = self.solve_cell(subjects, cell, &cells[cell], (share, memory), &stopped);
            if memory < self.study.memory && needs_memory(&answer) {
                return answer;
            }
            if answer.is_err() {
                failed.fetch_min(cell, Ordering::Relaxed);
            }
            self.monitor.solving(done.fetch_add(1, Ordering::Relaxed) + 1, cells.len());
            answer
        };
        self.solve_in_parallel(cells.len(), solve)
    }

    /// Solves `count` cells in parallel; `solve` is called with the number of a cell and the memory it may use. Cells
    /// solved at the same time share the allowed memory. A cell that needs more than its share is solved again with
    /// fewer others, and finally alone, so the number of threads affects only the time.
    fn solve_in_parallel(
        &self,
        count: usize,
        solve: impl Fn(usize, u64) -> Result<Findings> + Sync,
    ) -> Vec<Result<Findings>> {
        let mut at_once = threads().clamp(1, count.max(1));
        let memory = |at_once: usize| self.study.memory / at_once as u64;
        let mut answers = map_indices(count, |cell| solve(cell, memory(at_once)));
        while at_once > 1 {
            at_once = at_once.div_ceil(4);
            let hungry: Vec<usize> = (0..count).filter(|cell| needs_memory(&answers[*cell])).collect();
            for cells in hungry.chunks(at_once) {
                let again = map_indices(cells.len(), |place| solve(cells[place], memory(at_once)));
                cells.iter().zip(again).for_each(|(cell, answer)| answers[*cell] = answer);
            }
        }
        answers
    }

    fn lock_known(&self) -> MutexGuard<'_, HashMap<u128, (Findings, u64)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of all answers so far, in branches of rolls.
    pub(super) fn spent(&self) -> u64 {
        self.lock_known().values().map(|(_, work)| work).sum()
    }

    /// Solves one cell, unless its document has already been solved. `share` is the limit of work, in branches of
    /// rolls, and `memory` that of memory, in bytes.
    fn solve_cell(
        &self,
        subjects: &dyn Cells,
        cell: usize,
        planned: &PlannedCell,
        (share, memory): (u64, u64),
        stopped: &dyn Fn() -> bool,
    ) -> Result<Findings> {
        if let Some((known, _)) = self.lock_known().get(&planned.document) {
            return Ok(known.clone());
        }
        if stopped() {
            return Err(Error::run("interrupted before it was solved"));
        }
        let all_spent = Cell::new(0);
        let solve = |work: u64| {
            let spent = AtomicU64::new(0);
            let limits = Limits { stopped, work, memory, spent: Some(&spent) };
            let solved = subjects.solve(cell, &self.study.words(planned), &self.asked, &limits);
            all_spent.set(all_spent.get() + spent.into_inner());
            solved
        };
        let mut found = solve(share).or_else(|error| {
            // A cell that is expensive to simulate may cost more to solve.
            let work = if share < u64::MAX && !stopped() { self.simulated_work(subjects, cell, planned) } else { 0 };
            match work > share {
                true if self.only_quick => Err(Error::run("only a run can tell whether this can be solved")),
                true => solve(work),
                false => Err(error),
            }
        })?;
        if self.reduces_findings {
            self.study.reduce_findings(std::slice::from_mut(&mut found));
        }
        self.lock_known().insert(planned.document, (found.clone(), all_spent.get()));
        Ok(found)
    }
}

/// Whether solving failed for lack of memory.
fn needs_memory(answer: &Result<Findings>) -> bool {
    answer.as_ref().is_err_and(|error| *error.cause() == Cause::Memory)
}
