//! The settings of a run, read as the command line reads them.

use fudgelab::Error;
use fudgelab::document::spelled_count;
use fudgelab::scenario::{Overrides, PRECISION_LIMITS, RELATIVE_LIMITS, limited_seconds};
use fudgelab::sim::MAX_TRIALS;
use fudgelab::stats::TargetWidth;
use fudgelab::study::MethodChoice;
use fudgelab::text::unknown_word;
use pyo3::prelude::*;

/// The settings of a run; `None` if not set. Numbers that users may write in words arrive as text.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    method: Option<String>,
    trials: Option<String>,
    seed: Option<u64>,
    precision: Option<f64>,
    relative: Option<f64>,
    figure: Option<String>,
    max_trials: Option<String>,
    max_time: Option<String>,
    threads: Option<usize>,
}

const MAX_THREADS: usize = 1024;

impl Options {
    /// Converts the settings to overrides of the scenario's settings.
    ///
    /// # Errors
    /// If a value is out of range, or two settings contradict each other.
    pub(crate) fn overrides(&self) -> Result<Overrides, Error> {
        self.check_contradictions()?;
        let aim = match (self.precision, self.relative) {
            (Some(half), _) => Some(TargetWidth::Absolute(in_range("precision", half, PRECISION_LIMITS)?)),
            (None, part) => {
                part.map(|part| in_range("relative", part, RELATIVE_LIMITS).map(TargetWidth::Relative)).transpose()?
            }
        };
        Ok(Overrides {
            trials: trial_count("trials", self.trials.as_deref())?,
            aim,
            figure: self.figure.clone(),
            max_trials: trial_count("max_trials", self.max_trials.as_deref())?,
            max_seconds: self.max_time.as_deref().map(seconds).transpose()?,
            seed: self.seed,
            method: self.method.as_deref().map(method).transpose()?,
            ..Overrides::default()
        })
    }

    /// The number of threads; 0 (one per core) if it is not set.
    ///
    /// # Errors
    /// If it is 0 or too large.
    pub(crate) fn threads(&self) -> Result<usize, Error> {
        match self.threads {
            None => Ok(0),
            Some(threads) if (1..=MAX_THREADS).contains(&threads) => Ok(threads),
            Some(threads) => Err(Error::input(format!("`threads` is {threads}"))
                .with_help(format!("give a whole number from 1 to {MAX_THREADS}"))),
        }
    }

    fn check_contradictions(&self) -> Result<(), Error> {
        let given = [
            ("trials", self.trials.is_some()),
            ("precision", self.precision.is_some()),
            ("relative", self.relative.is_some()),
            ("max_trials", self.max_trials.is_some()),
            ("max_time", self.max_time.is_some()),
        ];
        let given: Vec<&str> = given.iter().filter(|(_, is_given)| *is_given).map(|(name, _)| *name).collect();
        let excluded = match given[..] {
            ["trials", other, ..] => Some(("trials", other)),
            ["precision", "relative", ..] => Some(("precision", "relative")),
            _ => None,
        };
        excluded.map_or(Ok(()), |(one, other)| {
            let message = format!("`{one}` and `{other}` contradict each other");
            Err(Error::input(message).with_help("give one of them"))
        })
    }
}

fn in_range(name: &str, number: f64, (least, most): (f64, f64)) -> Result<f64, Error> {
    let refused =
        || Error::input(format!("`{name}` is {number}")).with_help(format!("give a number from {least} to {most}"));
    Some(number).filter(|number| (least..=most).contains(number)).ok_or_else(refused)
}

fn trial_count(name: &str, text: Option<&str>) -> Result<Option<u64>, Error> {
    let read = |text: &str| {
        spelled_count(text).filter(|count| (1..=MAX_TRIALS).contains(count)).ok_or_else(|| {
            Error::input(format!("`{name}` is {text}"))
                .with_help("give a whole number from 1 to 1e11, such as 1_000_000 or \"50 million\"")
        })
    };
    text.map(read).transpose()
}

fn seconds(text: &str) -> Result<f64, Error> {
    let refused = || {
        Error::input(format!("`max_time` is {text}"))
            .with_help("give seconds, or a time such as \"90 s\", \"2 min\" or \"1.5 h\"")
    };
    limited_seconds(text).ok_or_else(refused)
}

fn method(word: &str) -> Result<MethodChoice, Error> {
    MethodChoice::from_word(word).ok_or_else(|| {
        let all = || format!("methods are {}", MethodChoice::WORDS.join(", "));
        unknown_word(format!("unknown method `{word}`"), word, MethodChoice::WORDS, all)
    })
}
