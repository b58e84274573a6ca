//! Character sheets: their traits, their price in each system of building characters, and objections to them.
//!
//! Costs are counted in skill levels, the smallest unit of the SRD: an attribute level is worth three, a gift six
//! (SRD 1.64). The worth of a sheet by these prices (E1) compares characters of any system.

mod five_point;
pub mod library;
mod line;
mod lite;
mod price;
mod sheet;
pub mod sheet_keys;
mod system;

pub use crate::check::{CostSystem, LEVELS, PRICES, RAISE_COSTS, SKILL_COST_COLUMNS};
pub use line::{Price, PricedTrait, SheetPart};
pub use price::price;
pub use sheet::{Focus, Sheet, SheetLimits, SkillGroup, Talent, Trait};
pub use system::System;
