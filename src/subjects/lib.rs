//! Things to roll: documents, characters on paper, and each subject as files state it, trials count it and readers are told of it.
//!
//! Trials of all subjects but fights are counted here, so it is compiled with some optimisation.

pub use fudgelab_engine::{
    chance, check, combat, dice, error, exact, fights, formula, ladder, measure, rules, sim, stats, text,
};

pub mod document;

pub mod character;

pub mod subject;
