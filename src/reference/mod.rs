//! Reference documents for everything that scenario files can contain: rules, keys and the library.

pub mod keys;
pub mod library;
pub mod lists;
pub mod questions;
pub mod rulebook;

mod layout;
mod rule_tables;
