//! The ladder of trait levels (A1).

use crate::error::{Error, Result};

/// Words for levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ladder {
    lowest: i32,
    names: Vec<String>,
}

impl Default for Ladder {
    fn default() -> Self {
        let names = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"];
        Self { lowest: -3, names: names.map(str::to_owned).to_vec() }
    }
}

impl Ladder {
    /// Reads a level.
    ///
    /// # Errors
    /// An unknown word.
    pub fn parse(&self, text: &str) -> Result<i32> {
        let place = self.names.iter().position(|name| name.eq_ignore_ascii_case(text));
        place.map(|k| self.lowest + k as i32).ok_or_else(|| Error::input(format!("unknown level `{text}`")))
    }

    /// Prints a trait.
    pub fn trait_name(&self, level: i32) -> String {
        self.degree_name(level)
    }

    /// Prints a rolled degree.
    pub fn degree_name(&self, level: i32) -> String {
        usize::try_from(level - self.lowest).ok().and_then(|k| self.names.get(k)).cloned().unwrap_or(level.to_string())
    }
}
