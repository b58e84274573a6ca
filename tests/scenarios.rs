//! The shipped scenarios: what the schema says of them, their figures, and what does not change these.

#[path = "scenarios/files.rs"]
mod files;
#[path = "scenarios/golden.rs"]
mod golden;
#[path = "scenarios/mutations.rs"]
mod mutations;
#[path = "scenarios/same_numbers.rs"]
mod same_numbers;
#[path = "scenarios/schema.rs"]
mod schema;
#[path = "scenarios/toml_json.rs"]
mod toml_json;
