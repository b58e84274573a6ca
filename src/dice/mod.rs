//! Dice methods: exact distributions over whole numbers, and the tables they are sampled from.

mod pmf;
mod table;

pub use pmf::Pmf;
pub use table::SamplingTable;

use crate::error::{Error, Result};

/// A dice method: its name, its exact distribution, and the table it is sampled from.
#[derive(Debug, Clone, PartialEq)]
pub struct Dice {
    name: String,
    pmf: Pmf,
    table: SamplingTable,
}

impl Dice {
    /// Makes dice of a distribution; the sampling table is built here, once.
    pub fn new(name: impl Into<String>, pmf: Pmf) -> Self {
        let table = SamplingTable::new(&pmf);
        Self { name: name.into(), pmf, table }
    }

    /// Reads a dice method by its name in scenario files.
    ///
    /// # Errors
    /// An unknown name, with the nearest known one.
    pub fn parse(text: &str) -> Result<Self> {
        let one = Pmf::new(-1, vec![1, 1, 1])?;
        let count = match text {
            "none" => return Ok(Self::new(text, Pmf::certain(0))),
            "2dF" => 2,
            "4dF" => 4,
            _ => return Err(Error::input(format!("unknown dice method `{text}`"))),
        };
        Ok(Self::new(text, one.repeat(count)?))
    }

    /// The name it is written by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The exact distribution.
    pub fn pmf(&self) -> &Pmf {
        &self.pmf
    }

    /// The result that a uniform 64-bit number stands for, by inverse cumulative distribution:
    /// a larger number never gives a smaller result, which keeps compared variants coupled.
    #[inline]
    pub fn sample(&self, uniform: u64) -> i32 {
        self.table.sample(uniform)
    }
}
