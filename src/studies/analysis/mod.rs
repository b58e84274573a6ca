//! Analyses: questions that need more than the cases of a file. Each has its own file and is listed once in
//! [`ANALYSES`].
//!
//! An analysis declares its keys. The first one has the name of the analysis: it is the key of an entry of `[[ask]]`,
//! and the first argument of the command. The analysis lists the figures it needs, and answers through a
//! [`Lab`](crate::study::Lab), which solves or simulates any case. Its [`Reply`](crate::study::Reply) is a table with a
//! few sentences, shown by pages, data files and JSON alike.

mod balance;
mod builds;
mod compare;
mod decompose;
mod dice;
mod equilibrium;
mod explain;
mod helpers;
mod in_force;
mod keys;
mod matchup;
mod sensitivity;
mod steps;
mod swing;
mod target;
mod tune;

use crate::document::{Keys, Kind, Reader};
use crate::study::Analysis;
pub use in_force::ValuesInForce;

/// An entry of [`ANALYSES`].
#[derive(Debug)]
pub struct AnalysisInfo {
    /// The keys of its entry in `[[ask]]`. The first key has the name of the analysis.
    pub keys: &'static Keys,
    /// The placeholder for the value of the first key, in the help of the command.
    pub takes: &'static str,
    /// Whether the analysis is answered for each value of `[vary]`; other analyses ask about a single case.
    pub for_each_varied: bool,
    /// Reads an entry of `[[ask]]` that has these keys.
    pub read: fn(&mut Reader<'_>) -> Option<Box<dyn Analysis>>,
}

impl AnalysisInfo {
    /// The name of the analysis, which is also that of its first key.
    pub fn name(&self) -> &'static str {
        self.keys.specs().first().map_or("", |spec| spec.key)
    }
}

/// Lists the analyses, for the reader and for the kinds of an `[[ask]]` entry.
macro_rules! analyses {
    ($($module:ident takes $takes:literal $(for each $varied:ident)?),+ $(,)?) => {
        pub const ANALYSES: &[AnalysisInfo] = &[$(AnalysisInfo {
            keys: &$module::KEYS,
            takes: $takes,
            for_each_varied: false $(|| !stringify!($varied).is_empty())?,
            read: $module::read,
        }),+];

        /// The kinds of an `[[ask]]` entry, one for each analysis.
        pub const ENTRY_KINDS: &[Kind] = &[$(Kind::Table(&$module::KEYS)),+];
    };
}

analyses!(compare takes "FIGURE" for each value, explain takes "VARIANT", decompose takes "FIGURE", sensitivity takes "FIGURE", tune takes "PATH", matchup takes "BUILDS", swing takes "VARIANT" for each value, dice takes "DICE", balance takes "BUILDS");
