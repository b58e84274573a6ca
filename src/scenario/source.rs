//! Makes further cells of a scenario: its document with other values on the varied paths.

use super::edit::Edits;
use super::resolve::{Frame, ReadCells};
use crate::document::Problems;
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::study::{Planned, Source, Value};
use crate::subject::Cells;

/// Reads cells of a scenario when they are asked for.
#[derive(Debug)]
pub(super) struct Resolver {
    edits: Edits,
    ladder: Ladder,
}

impl Resolver {
    pub(super) fn new(edits: Edits, ladder: Ladder) -> Self {
        Self { edits, ladder }
    }
}

impl Source for Resolver {
    fn cells(&self, places: &[(Option<String>, Vec<Value>)]) -> Result<(Vec<Planned>, Box<dyn Cells>)> {
        let frame = Frame::of_cells(self.ladder.clone(), places.len());
        let mut problems = Problems::new();
        let mut cells = ReadCells::default();
        for (variant, values) in places {
            let mut edited = self.edits.with_values(variant.as_deref(), values)?;
            cells.read(&mut edited, &frame, &mut problems);
        }
        problems.into_result(()).map_err(|problems| Error::input(problems.to_string().trim_end()))?;
        let subjects = cells.subjects.ok_or_else(|| Error::input("no cell was asked for"))?;
        Ok((cells.planned, subjects))
    }
}
