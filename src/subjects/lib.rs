//! Documents, character sheets, and the subjects that can be rolled: read from files, run in trials and described to
//! readers.
//!
//! Trials of all subjects except fights run in this package, so it is compiled with some optimization.

pub use fudgelab_engine::{
    chance, check, combat, dice, error, exact, fights, formula, ladder, measure, rules, sim, stats, text,
};

pub mod document;

pub mod character;

pub mod subject;
