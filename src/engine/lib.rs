//! Rules, chance, formulas, fights, the exact solver and the trial runner.
//!
//! This crate is compiled with full optimization, so it only contains code that runs in a loop over trials or states.
//! Parsing files and reporting results is done in `fudgelab-studies`. The only feature is `parallel`.

pub mod error;

pub mod dice;
pub mod formula;
pub mod ladder;
pub mod text;

pub mod chance;

pub mod rules;

pub mod check;
pub mod combat;

pub mod exact;
pub mod sim;
pub mod stats;

pub mod measure;

pub mod fights;
