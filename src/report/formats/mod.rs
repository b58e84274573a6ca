//! Pages and tables as text, Markdown, HTML, LaTeX, JSON and tidy rows.

pub(super) mod bar;
pub mod json;
pub mod markdown;
pub mod markup;
pub mod paint;
pub mod terminal;
pub mod tidy;
