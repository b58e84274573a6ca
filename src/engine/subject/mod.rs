//! Subjects: what can be rolled. Each has a folder; [`SUBJECTS`] lists them all.
//!
//! A [`Subject`] says what one trial is, how it is solved, and what is measured; as [`Presented`] and [`Told`] it says how its
//! table in a file is read, and what of it and its trials is put into words. What is the same for all of them (running trials of several variants together, comparing them, finding a trial by its outcome, saving
//! what was counted) is written once, in [`Cells`], [`Job`] and [`Tried`].

mod actor;
mod affliction;
mod along;
pub(crate) mod campaign;
mod casting;
mod cells;
mod charts;
mod check;
mod contest;
mod creation;
mod experience;
pub mod fight;
mod group;
mod healing;
mod line;
mod opposed;
pub(crate) mod own;
mod played;
mod points;
mod query;
mod reaction;
mod rolled;
mod rows;
mod saved;
mod script;
mod sum;
mod task;
mod told;
mod tried;
mod watched;

pub use along::{Along, Luck};
pub use cells::{Answered, Cells, Changed, Job, Rolled};
pub use charts::{ChartKind, charts};
pub use line::Line;
pub use query::{About, Number, Query};
pub use rolled::{Subject, Test};
pub use rows::{Row, Value, Weighed};
pub use saved::save_found;
pub use script::{RollKey, RollSource, parse_script};
use sum::listed;
pub use sum::{capitalized, counted};
pub use told::{Idle, Introduced, IsSet, NO_GEAR, Owner, PLAYER_CHARACTER, Presented, Remark, Told, YES};
pub use tried::{Counted, Tried};
pub use watched::{Amount, Reading, Watched};

use crate::check::{Check, Reaction};
use crate::document::KeySpec;
use crate::ladder::Ladder;
use crate::measure::Measure;
use crate::rules::{Rules, Scope};
use fight::Combat;
use opposed::Action;

/// Every subject there is, without cells. A new one is named here.
pub static SUBJECTS: &[&dyn Cells] = &[
    &cells::Of::<Check>::NEW,
    &cells::Of::<Action>::NEW,
    &cells::Of::<contest::Contested>::NEW,
    &cells::Of::<Reaction>::NEW,
    &cells::Of::<task::Tasked>::NEW,
    &cells::Of::<group::Grouped>::NEW,
    &cells::Of::<crate::check::Affliction>::NEW,
    &cells::Of::<crate::check::Wounded>::NEW,
    &cells::Of::<campaign::Campaign>::NEW,
    &cells::Of::<crate::check::Casting>::NEW,
    &cells::Of::<crate::check::Experience>::NEW,
    &cells::Of::<crate::check::Creation>::NEW,
    &cells::Of::<crate::check::own::OwnProcess>::NEW,
    &cells::Of::<Combat>::NEW,
];

/// Every measure, of all subjects.
pub fn measures() -> impl Iterator<Item = &'static Measure> {
    SUBJECTS.iter().flat_map(|subject| subject.measures())
}

/// The measures that have a distribution; those that several subjects have under one id, once.
pub fn distributions() -> Vec<&'static Measure> {
    let mut all: Vec<&Measure> = Vec::new();
    for measure in measures().filter(|measure| measure.chart.is_some()) {
        if all.iter().all(|known| known.id != measure.id) {
            all.push(measure);
        }
    }
    all
}

/// Cells made in code: fights.
pub fn fights(cells: Vec<Combat>) -> Box<dyn Cells> {
    Box::new(cells::Of::holding(cells))
}

/// What a subject is called, and what of the rules it heeds.
#[derive(Debug)]
pub struct Info {
    /// Its key in a file, with what the table holds.
    pub key: KeySpec,
    /// How the key is written where a file has none, as in `` `[check]` ``.
    pub sample: &'static str,
    /// The options of `[rules]` that have an effect on it.
    pub heeds: &'static [Scope],
    /// The outcomes of a trial by name, for `replay --find`.
    pub outcomes: &'static str,
    /// What its time is counted in, where it takes some: `round`.
    pub span: Option<&'static str>,
}

/// What figures are put into words with.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'w> {
    /// The words for levels.
    pub ladder: &'w Ladder,
    /// The rules in force.
    pub rules: &'w Rules,
}
