//! report

#[cfg(feature = "charts")]
pub mod html;
