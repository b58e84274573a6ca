//! The rules, chance, formulas, fights, the solver, and the runner of trials.
//!
//! All of it is compiled with every optimisation, so nothing stands here that is not in a loop over trials or states: what reads files and
//! tells of results is in `fudgelab-studies`. This package has no features but `parallel`.

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
