//! Runs studies: cells in, results out.

mod answer;
mod axis;
mod both;
mod cell;
mod cells;
mod compare;
mod counts;
mod effort;
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
mod trials;
mod until;

pub use crate::measure::{Distribution, Figure, Findings, Point, Unit, thousands};
pub use crate::rules::Value;
pub use crate::subject::FactValue;
pub use answer::answer;
pub use axis::axis;
pub use both::{FALSE_ALARMS, resume, run};
pub use cell::Cell;
pub use compare::{compare, judge};
pub use counts::{counts, probe};
pub use expect::{Expectation, Judgement};
pub use goal::PrecisionGoal;
pub use kept::{RunPlan, StudyPart, part_of, plan_of};
pub use lab::{Computed, value};
pub use most::{Answer, FigureLimit, Holds, Judged, LimitSide, Question};
pub use plan::{
    ANALYSIS_TRIALS, Analysis, CellSource, DEFAULT_TRIALS, Lab, MethodChoice, Planned, Solver, Study, check_unit,
    unknown_variant,
};
pub use reply::{Pictured, Reply, ReplyColumn, ReplyEntry};
pub use result::{
    Comparison, CrossCheck, Difference, Fact, FighterCost, Grid, Provenance, RuleInForce, StatBlock, StudyResult,
    Warning,
};
pub use run::few_trials;
pub use setting::{Change, Setting};
pub use shard::{can_be_cut, fits, merge, shard, work};
