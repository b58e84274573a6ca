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
mod highest_value;
mod lab;
mod plan;
mod progress;
pub mod replay;
mod reply;
mod result;
mod roster;
mod run;
mod sequential;
mod setting;
mod shard;
mod trials;
mod winning_case;

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
pub use highest_value::{Answer, FigureLimit, Holds, JudgedValue, LimitSide, Question};
pub use lab::{Computed, value};
pub use plan::{
    ANALYSIS_TRIALS, Analysis, CellSource, DEFAULT_TRIALS, Lab, MethodChoice, PlannedCell, Solver, Study, check_unit,
    unknown_variant,
};
pub use progress::{RunPlan, StudyPart, part_of, plan_of};
pub use reply::{Pictured, Reply, ReplyColumn, ReplyEntry};
pub use result::{
    Comparison, CrossCheck, Difference, Fact, FighterCost, Grid, Provenance, RuleInForce, StatBlock, StudyResult,
    Warning,
};
pub use run::few_trials;
pub use setting::{Change, Setting};
pub use shard::{can_be_cut, check_shard, merge, part_trials, shard};
