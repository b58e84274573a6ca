//! Monte Carlo probability and balance analysis for the Fudge family of role-playing games.
//!
//! Rules are written once, as ordinary code that asks a source of [`chance`] for rolls. A sampler makes
//! that code a simulation, an enumerator makes it an exact calculation, a script replays a worked example.
//! `docs/architecture.md` in the repository shows the layers, and how to add to them.
//!
//! # Features
//!
//! All are on by default. Without any, scenarios are read and run, and results become text, Markdown, JSON, CSV and
//! JSON lines.
//!
//! - `svg`: charts as SVG ([`chart`]), and the HTML report ([`report::html`]). With this alone the library also builds for
//!   `wasm32-unknown-unknown`.
//! - `png`: the same charts as PNG; includes `svg`.
//! - `frames`: results as polars dataframes ([`frame`]), and Parquet and Arrow files ([`data`]).
//! - `parallel`: trials on all cores.
//! - `cli`: the program; includes all of these.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod error;

pub mod dice;
pub mod document;
pub mod ladder;

pub mod chance;

pub mod rules;

pub mod check;
pub mod combat;

pub mod exact;
pub mod sim;
pub mod stats;

pub mod measure;

pub mod subject;

pub mod study;

pub mod scenario;

#[cfg(feature = "svg")]
pub mod chart;
#[cfg(feature = "frames")]
pub mod frame;
pub mod report;

pub mod data;

#[cfg(feature = "cli")]
pub mod cli;
