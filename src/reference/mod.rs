//! The documents of all that scenario files may say: rules, keys, and the library.

pub mod keys;
pub mod library;
pub mod lists;
pub mod rulebook;

mod spelled;
