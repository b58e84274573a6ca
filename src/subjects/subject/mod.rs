//! Subjects: what can be rolled. Each has a folder; [`SUBJECTS`] lists them all.
//!
//! A [`Subject`] says what one trial is, how it is solved, and what is measured; as [`Presented`] and [`Told`] it says how its
//! table in a file is read, and what of it and its trials is put into words. What is the same for all of them (running trials
//! of several variants together, comparing them, finding a trial by its outcome, saving what was counted) is written once, in
//! [`Cells`], [`Job`] and [`Tried`].

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
pub mod process;
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

pub use all::{SUBJECTS, distributions, fights, measures};
pub use along::{Along, Luck};
pub use cells::{Answered, Cells, Changed, Job, Rolled};
pub use charts::{ChartKind, charts};
pub use info::{Info, Wording};
pub use line::Line;
pub use query::{About, Number, Query, Test};
pub use rolled::Subject;
pub use rows::{Quantity, Row, Rows, Weighed};
pub use saved::save_found;
pub use script::{RollKey, RollSource, parse_script, shows};

pub use sum::{capitalized, counted, listed, signed};
pub use told::{BreakOff, FactValue, Introduced, IsSet, NO_GEAR, PLAYER_CHARACTER, Presented, Remark, Told};
pub use tried::{Counted, Tried};
pub use watched::{Amount, Reading, Watched};
