//! Studies: cells in, results out.

mod axis;
mod both;
mod cells;
mod compare;
mod counts;
mod expect;
mod goal;
mod kept;
mod lab;
mod most;
mod plan;
pub mod replay;
mod reply;
mod result;
mod roster;
mod run;
mod setting;
mod shard;
mod shown;

pub use crate::measure::{Distribution, Figure, Findings, Point, Unit, thousands};
pub use crate::subject::YES;
pub use axis::axis;
pub use both::FALSE_ALARMS;
pub use cells::Solver;
pub use compare::{compare, judge};
pub use counts::{counts, probe};
pub use expect::{Expectation, Judgement};
pub use goal::Goal;
pub use kept::{Part, Plan, part_of, plan_of};
pub use lab::{Computed, Lab, value};
pub use most::{Answer, Bound, Condition, Holds, Judged, Question};
pub use plan::{MethodChoice, Planned, Source, Study, unknown_variant};
pub use reply::{Analysis, Column, Entry, Pictured, Reply};
pub use result::{
    Cell, Comparison, Cost, CrossCheck, Difference, Grid, Provenance, RuleInForce, StudyResult, Value, Warning,
};
pub use roster::{Fact, StatBlock};
pub use run::{answer, resume, run};
pub use setting::{Change, Setting};
pub use shard::{can_be_cut, fits, merge, shard, work};
