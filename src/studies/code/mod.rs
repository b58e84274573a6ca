//! Fights from code: rules with options set by name, and fights played round by round.

mod playthrough;
mod rules;

pub use playthrough::Playthrough;
pub use rules::RulesByName;
