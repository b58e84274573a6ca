//! Subjects: the things that can be rolled. Each has a folder; [`SUBJECTS`] lists them all.
//!
//! A [`Subject`] defines its trials, its exact solution and its measures. [`Presented`] defines how its table is read
//! from a file and how it is described, and [`Transcribed`] how its trials are described. [`Cells`], [`Job`] and
//! [`WatchedSubject`] contain what all subjects share: running trials of several variants together, comparing them,
//! finding a trial by its outcome, and saving counts.

mod actor;
mod affliction;
mod all;
mod along;
mod asked;
pub mod campaign;
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
mod info;
mod line;
mod opposed;
mod played;
mod points;
mod presentation;
pub mod process;
mod query;
mod reaction;
mod rolled;
mod rows;
mod saved;
mod script;
mod sum;
mod task;
mod tried;
mod watched;

pub use all::{SUBJECTS, distributions, fights, measures};
pub use along::{PlayAlong, RollLuck};
pub use cells::{Answered, Cells, Changed, Job, SimulatedVariants};
pub use charts::{ChartKind, charts};
pub use info::{Info, Wording};
pub use line::Line;
pub use query::{About, Number, Query, ReadNumber, Test};
pub use rolled::Subject;
pub use rows::{Row, Rows, Statistic, ValueSource, ValueWeight};
pub use saved::save_found;
pub use script::{RollKey, RollSource, parse_script, shows};

pub use presentation::{
    BreakOff, FactValue, Introduced, IsSet, NO_GEAR, PLAYER_CHARACTER, Presented, Remark, Transcribed,
};
pub use sum::{capitalized, counted, listed, signed};
pub use tried::{TrialCounts, WatchedSubject};
pub use watched::{Reading, Watched};
