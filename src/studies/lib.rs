//! Questions to the engine: scenario files, studies of many cells, analyses of their answers, and fights from code.
//!
//! None of it is in a loop over trials, so it is compiled without optimisation, and apart from what is.

pub use fudgelab_subjects::{
    chance, character, check, combat, dice, document, error, exact, fights, formula, ladder, measure, rules, sim,
    stats, subject, text,
};

pub mod study;

pub mod analysis;

pub mod scenario;

pub mod code;
