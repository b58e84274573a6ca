//! What is asked of the rules, and the answers: planned cells in, results out.

mod action;
mod both;
mod compare;
mod contest;
mod fight;
mod goal;
mod job;
mod party;
mod placed;
mod plan;
pub mod replay;
mod result;
mod run;
mod task;

pub use both::FALSE_ALARMS;
pub use compare::{compare, judge};
pub use goal::Goal;
pub use plan::{MethodChoice, Planned, Study, Subject, SubjectKind};
pub use result::{
    Cell, Comparison, CrossCheck, DISTRIBUTIONS, Difference, Distribution, Figure, Grid, Point, Provenance,
    StudyResult, Unit, Value, Warning, thousands,
};
pub use run::run;
