//! What is asked of the engine: scenario files, their subjects, studies of many cells, and analyses of their answers.
//!
//! Little of it is in a loop over trials, so it is compiled with few optimisations, and apart from the engine.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub use fudgelab_engine::{
    chance, check, combat, dice, error, exact, fights, formula, ladder, measure, rules, sim, stats, text,
};

pub mod document;

pub mod character;

pub mod subject;

pub mod study;

pub mod analysis;

pub mod scenario;

pub mod code;
