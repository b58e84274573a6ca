//! Fights from code: rules with options set by name, fighters built step by step, and a fight taken round by round.

mod fighter;
mod playthrough;
mod rules;

pub use playthrough::Playthrough;
