//! Fights from code: rules with options set by name, and a fight taken round by round.

mod playthrough;
mod rules;

pub use playthrough::Playthrough;
pub use rules::RulesByName;
