//! What fudgelab knows and computes: rules, chance, the solver, the runner, studies, and the scenario files that ask for them.
//!
//! `fudgelab` shows what of it is meant for others, and adds reports, charts, data files and the program. This
//! package has no features but `parallel` and few dependencies, so it is compiled once for all of them, and early.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod error;

pub mod dice;
pub mod document;
pub mod formula;
pub mod ladder;
pub mod text;

pub mod chance;

pub mod rules;

pub mod character;

pub mod check;
pub mod combat;

pub mod exact;
pub mod sim;
pub mod stats;

pub mod measure;

pub mod subject;

pub mod study;

pub mod analysis;

pub mod scenario;

pub mod code;
