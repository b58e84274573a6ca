//! Measures: one row each, from which tables, charts, data files, `[[show]]`, `--find` and the docs are generated.
//!
//! Each subject lists its measures in its own folder. This module defines the row type and the results of a cell: a
//! [`Figure`] is one number with its [`Estimate`](crate::stats::Estimate), a [`Distribution`] has many.

mod finding;
pub mod id;
pub mod number;
mod question;
mod title;

pub use finding::{Distribution, Figure, Findings, Identity, Label, Levels, NOISE, Point, Tails};
pub use question::{Operand, Predicate, QuestionError, TrialQuestion};
pub use title::{clause, is_plural, plural, possessive, same_words, thousands, two_digits};

use crate::text::worded;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// The items without duplicates, in order of first appearance. Items are duplicates if their `Debug` texts are equal.
pub fn distinct<T: Debug>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = BTreeSet::new();
    items.into_iter().filter(|item| seen.insert(format!("{item:?}"))).collect()
}

/// A quantity that is measured: its name, unit and statistic, and the way it is shown.
#[derive(Debug, PartialEq)]
pub struct Measure {
    /// The name in data files. It is a part of the JSON format, so it never changes.
    pub id: &'static str,
    pub unit: Unit,
    /// The subjects for which it is measured: once in total, or for each side or stat block.
    pub per: Per,
    /// The statistic.
    pub counted: Counted,
    /// The display name, with the placeholders `{who}` (the subject) and `{label}`. If empty, the name is the subject
    /// followed by the id.
    pub title: &'static str,
    /// The description, in one line.
    pub meaning: &'static str,
    /// Whether variants are compared in it by default.
    pub compared: Compared,
    /// Whether it is computed only if a scenario asks for it.
    pub on_request: bool,
    /// Whether narrow tables show it next to the headline figure. True for outcomes that the file names.
    pub keyed: bool,
    /// The chart of its distribution; `None` for a measure of single figures.
    pub chart: Option<Chart>,
    /// The id of the distribution that it replaces in reports; empty if none.
    pub instead_of: &'static str,
    /// The id of the mean of this distribution, if it differs from the distribution's own id; otherwise empty.
    pub mean: &'static str,
}

/// The title of a measure whose distributions are named after their subjects.
pub const BY_SUBJECT: &str = "{who}";

worded! {
    /// The unit of counting: a measure has one figure per such unit.
    Per.words {
        /// One figure for the whole fight, check, contest or task.
        Whole = "the whole fight, check or other subject",
        Side = "each side or contestant",
        /// One figure per stat block. If several fighters share the stat block, it is the figure of a single fighter
        /// unless the meaning says otherwise.
        Block = "each stat block",
    }
}

/// The statistic that a measure computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// The share of trials in which it is true.
    Share,
    /// The mean per trial.
    Mean,
    /// The median over all trials.
    Median,
    /// The mean per round: the total divided by the rounds of all trials.
    Rate,
    /// A conditional share: among the trials that meet another condition.
    ShareOf,
    Distribution,
    /// The round in which it first happens: the distribution, and the mean over the trials in which it happens.
    FirstTime,
}

impl Counted {
    /// Whether the total is divided by something other than the number of trials, which then has to be counted too.
    pub const fn has_base(self) -> bool {
        matches!(self, Self::Rate | Self::ShareOf | Self::FirstTime)
    }
}

/// Whether variants are compared in a measure by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    No,
    /// Only if the answer is exact.
    Exact,
    Yes,
}

/// The chart of a distribution: its titles and its form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chart {
    /// The title.
    pub title: &'static str,
    /// The axis label.
    pub axis: &'static str,
    /// The title of the chart of P(X ≥ value); empty if that chart would be meaningless.
    pub at_least: &'static str,
    /// The description, for lists of charts.
    pub meaning: &'static str,
    /// The form of the chart.
    pub drawn: Drawn,
}

/// The form of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// One column per value.
    Columns,
    /// One bar per subject, divided by value.
    Stack,
    /// Like [`Stack`](Self::Stack), for the number of fighters left: the largest number first, 0 last.
    Left,
    /// The share still going on after each step.
    Course(Course),
    /// The running total of a quantity after each step: one line per subject.
    Climb,
    /// The outcomes reached by each step: one band per subject, and one for what is still going on.
    Bands,
}

/// The words for a course: something that continues step by step until it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// The word for one step, such as "round".
    pub one: &'static str,
    /// The phrase for the cases that have not ended yet.
    pub going_on: &'static str,
    /// The word for the cases that have ended.
    pub over: &'static str,
    /// Maximum length of the axis. A longer axis is cut off at the step after which the share of unfinished cases
    /// hardly changes.
    pub long: i64,
}

worded! {
    /// The unit of a measure, with its name in data frames and documents.
    Unit.name {
        /// A fraction of 1, displayed in percent.
        Probability = "probability",
        Rounds = "rounds",
        /// Levels of the ladder.
        Levels = "levels",
        /// Wounds in a fight.
        Wounds = "wounds",
        /// Number of times something happens in a fight.
        Times = "times",
        /// Events per round. Can exceed 1 if several fighters cause them.
        PerRound = "times per round",
        /// Periods of an extended task.
        Periods = "periods",
        Days = "days",
        /// A count of the things that the figure's name mentions.
        Count = "count",
        /// Fudge points of a fighter in a fight.
        Points = "points",
    }
}

impl Unit {
    /// The text after a number, with a leading space; empty if the figure's name already says what is counted.
    pub fn suffix(self) -> String {
        match self {
            Self::Probability => " %".to_owned(),
            Self::Count | Self::PerRound => String::new(),
            Self::Times | Self::Wounds => " per fight".to_owned(),
            _ => format!(" {}", self.name()),
        }
    }

    /// The text after a difference. Like [`suffix`](Self::suffix), but percentage points for probabilities.
    pub fn suffix_of_change(self) -> String {
        if self == Self::Probability { " points".to_owned() } else { self.suffix() }
    }
}

impl Measure {
    /// A probability with default settings. Change the settings with struct update syntax (`..`).
    pub const fn share(id: &'static str, per: Per, meaning: &'static str) -> Self {
        Self {
            id,
            unit: Unit::Probability,
            per,
            counted: Counted::Share,
            title: "",
            meaning,
            compared: Compared::No,
            on_request: false,
            keyed: false,
            chart: None,
            instead_of: "",
            mean: "",
        }
    }

    /// A mean with default settings; see [`share`](Self::share).
    pub const fn mean(id: &'static str, unit: Unit, per: Per, meaning: &'static str) -> Self {
        Self { unit, counted: Counted::Mean, ..Self::share(id, per, meaning) }
    }

    /// A distribution with default settings; see [`share`](Self::share).
    pub const fn distribution(id: &'static str, unit: Unit, per: Per, meaning: &'static str, chart: Chart) -> Self {
        Self { unit, counted: Counted::Distribution, chart: Some(chart), ..Self::share(id, per, meaning) }
    }

    /// Sets the id of the mean of this distribution.
    #[must_use]
    pub const fn of_mean(self, mean: &'static str) -> Self {
        Self { mean, ..self }
    }
}
