//! Tests of the shipped scenarios, their schema and figures, and the documents generated from the code.

mod digits;
mod documents;
mod files;
mod golden;
mod library;
mod mistakes;
mod mutations;
mod rulebook;
mod same_numbers;
mod schema;
mod sides;
mod talents;
mod terminal;
mod toml_json;
mod words;
