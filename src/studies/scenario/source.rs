//! Reads further cells of a scenario: its document with changes.

use super::cells::{ReadCells, SharedSettings};
use super::edit::Edits;
use super::like::{self, BorrowedBlocks};
use super::root::key_of;
use crate::document::{Bases, KeySpec, Node, Path, Problems};
use crate::error::{Error, Result};
use crate::exact::Limits;
use crate::ladder::Ladder;
use crate::study::{CellSource, PlannedCell, Setting};
use crate::subject::Cells;
use crate::subject::process::read as process;

/// Reads cells of a scenario on demand.
#[derive(Debug)]
pub(super) struct Resolver {
    edits: Edits,
    ladder: Ladder,
    bases: Bases,
}

impl Resolver {
    pub(super) fn new(edits: Edits, ladder: Ladder, bases: Bases) -> Self {
        Self { edits, ladder, bases }
    }
}

/// The first problem as a one-line error. It has no position, because the problem could be in a change that is not in
/// any file.
fn first_error(problems: &Problems) -> Error {
    problems.iter().next().map_or_else(
        || Error::input("this case cannot be read"),
        |problem| {
            let error = Error::input(problem.message());
            match problem.help_text() {
                Some(help) => error.with_help(help),
                None => error,
            }
        },
    )
}

impl CellSource for Resolver {
    fn cells(&self, settings: &[Setting], limits: Limits<'_>) -> Result<(Vec<PlannedCell>, Box<dyn Cells>)> {
        let frame = SharedSettings::of_cells(self.ladder.clone(), settings.len(), self.bases.clone(), limits);
        let mut problems = Problems::new();
        let mut cells = ReadCells::default();
        for setting in settings {
            cells.read(&mut self.edits.setting(setting)?, &frame, &mut problems);
            if !problems.is_empty() {
                return Err(first_error(&problems));
            }
        }
        let subjects = cells.subjects.ok_or_else(|| Error::input("no cell was asked for"))?;
        if cells.planned.len() < settings.len() {
            return Err(Error::input("the variants make different kinds of rolls"));
        }
        Ok((cells.planned, subjects))
    }

    fn document(&self, setting: &Setting) -> Result<Node> {
        let mut document = self.written(setting)?;
        let mut problems = Problems::new();
        like::resolve(&mut document, &self.ladder, &mut BorrowedBlocks::default(), &mut problems);
        if problems.is_empty() { Ok(document) } else { Err(first_error(&problems)) }
    }

    fn written(&self, setting: &Setting) -> Result<Node> {
        Ok(self.edits.setting(setting)?.document)
    }

    fn variant_changes(&self, variant: &str) -> Option<Node> {
        self.edits.variant_changes(variant).cloned()
    }

    fn key(&self, path: &Path) -> Option<KeySpec> {
        process::key_of(self.edits.base(), path.segments()).or_else(|| key_of(path.segments()))
    }
}
