//! Pages and tables as text, Markdown, JSON and rows.

pub(super) mod bar;
pub mod json;
pub mod markdown;
pub mod markup;
pub mod paint;
pub mod terminal;
pub mod tidy;
