//! Analyses: questions that take more than the cases of a file to answer. Each has a file and is named once in [`ANALYSES`].
//!
//! An analysis declares its keys, the first of which has its own name: it is the entry of `[[ask]]` and the first argument of
//! the command. It says which figures it looks at, and answers through a [`Lab`](crate::study::Lab), which finds the
//! figures of any case exactly or by simulation. Its [`Reply`](crate::study::Reply) is a table and some sentences, which pages, data files and JSON
//! show alike.

mod balance;
mod builds;
mod compare;
mod decompose;
mod dice;
mod explain;
mod force;
mod game;
mod keys;
mod matchup;
mod sensitivity;
mod steps;
mod swing;
mod target;
mod tune;
mod words;

use crate::document::{Keys, Kind, Reader};
use crate::study::Analysis;
pub use force::InForce;

/// What an analysis is called, and how it is asked for.
#[derive(Debug)]
pub struct Info {
    /// Its keys; the first has the analysis's name.
    pub keys: &'static Keys,
    /// What the first one takes, for the help of the command.
    pub takes: &'static str,
    /// Whether it is answered for each value of `[vary]`; the others ask about one case.
    pub for_each_varied: bool,
    /// Reads an entry of `[[ask]]` that has that key.
    pub read: fn(&mut Reader<'_>) -> Option<Box<dyn Analysis>>,
}

impl Info {
    /// Its name, which its first key has as well.
    pub fn name(&self) -> &'static str {
        self.keys.specs().first().map_or("", |spec| spec.key)
    }
}

/// Lists the analyses, for the reader and for the kind of an entry of `[[ask]]`.
macro_rules! analyses {
    ($($module:ident takes $takes:literal $(for each $varied:ident)?),+ $(,)?) => {
        /// Every analysis there is.
        pub const ANALYSES: &[Info] = &[$(Info {
            keys: &$module::KEYS,
            takes: $takes,
            for_each_varied: false $(|| !stringify!($varied).is_empty())?,
            read: $module::read,
        }),+];

        /// The tables that ask for one.
        pub const TABLES: &[Kind] = &[$(Kind::Table(&$module::KEYS)),+];
    };
}

analyses!(compare takes "FIGURE" for each value, explain takes "VARIANT", decompose takes "FIGURE", sensitivity takes "FIGURE", tune takes "PATH", matchup takes "BUILDS", swing takes "VARIANT" for each value, dice takes "DICE", balance takes "BUILDS");
