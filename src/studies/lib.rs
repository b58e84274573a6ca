//! Questions to the engine: scenario files, studies of many cells, analyses of their answers, and fights from code.
//!
//! No code here runs in a loop over trials, so this crate is compiled without optimization, separately from the engine.

pub use fudgelab_subjects::{
    chance, character, check, combat, dice, document, error, exact, fights, formula, ladder, measure, rules, sim,
    stats, subject, text,
};

pub mod study;

pub mod analysis;

pub mod scenario;

pub mod code;
