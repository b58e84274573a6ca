//! All subjects, with their measures.

use super::campaign::Campaign;
use super::cells::{Cells, Of};
use super::contest::Contested;
use super::group::NamedGroup;
use super::opposed::Action;
use super::process::FileProcess;
use super::task::Tasked;
use crate::check::{Affliction, Casting, Check, Creation, Experience, Reaction, Wounded};
use crate::fights::Combat;
use crate::measure::Measure;

/// All subject types. Each entry describes its subject and has no cells. Add new subject types here.
// A `static` would be compiled with everything that it reaches, even for unit tests that do not use it.
pub const SUBJECTS: &[&dyn Cells] = &[
    &Of::<Check>::NEW,
    &Of::<Action>::NEW,
    &Of::<Contested>::NEW,
    &Of::<Reaction>::NEW,
    &Of::<Tasked>::NEW,
    &Of::<NamedGroup>::NEW,
    &Of::<Affliction>::NEW,
    &Of::<Wounded>::NEW,
    &Of::<Campaign>::NEW,
    &Of::<Casting>::NEW,
    &Of::<Experience>::NEW,
    &Of::<Creation>::NEW,
    &Of::<FileProcess>::NEW,
    &Of::<Combat>::NEW,
];

/// The measures of all subjects.
pub fn measures() -> impl Iterator<Item = &'static Measure> {
    SUBJECTS.iter().flat_map(|subject| subject.measures())
}

/// The measures with a distribution. Of several measures with the same id, only the first is returned.
pub fn distributions() -> Vec<&'static Measure> {
    let mut all: Vec<&Measure> = Vec::new();
    for measure in measures().filter(|measure| measure.chart.is_some()) {
        if all.iter().all(|known| known.id != measure.id) {
            all.push(measure);
        }
    }
    all
}

/// Cells for fights that are built in code, not read from a file.
pub fn fights(cells: Vec<Combat>) -> Box<dyn Cells> {
    Box::new(Of::holding(cells))
}
