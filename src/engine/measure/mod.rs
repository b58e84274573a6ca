//! Measures: one row each, from which tables, charts, data files, `[[show]]`, `--find` and the docs are derived.
//!
//! A subject lists its measures in its folder. This module defines such a row, and the findings of a cell: a [`Figure`] is one number with its [`Estimate`](crate::stats::Estimate), a [`Distribution`] is many.

mod finding;
pub mod id;
pub mod number;
mod question;
mod title;

pub use finding::{Distribution, Figure, Findings, Identity, Label, Levels, NOISE, Point, Tails};
pub use question::{Misread, Operand, Predicate, TrialQuestion};
pub use title::{clause, is_several, plural, possessive, same_words, significant, thousands};

use crate::text::worded;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Each item once, in the order in which they first appear.
pub fn distinct<T: Debug>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = BTreeSet::new();
    items.into_iter().filter(|item| seen.insert(format!("{item:?}"))).collect()
}

/// One thing that is measured, by a name that stays the same in data files.
#[derive(Debug, PartialEq)]
pub struct Measure {
    /// Its name in data files; part of the JSON version, never changed.
    pub id: &'static str,
    /// What it is measured in.
    pub unit: Unit,
    /// Whether there is one for all of it, for each side or for each stat block.
    pub per: Per,
    /// How it is counted.
    pub counted: Counted,
    /// Its name for people, in which `{who}` and `{label}` stand for whom it is about and for what is told apart. Empty: whom it is
    /// about, then the id.
    pub title: &'static str,
    /// What it says, in one line.
    pub meaning: &'static str,
    /// Whether variants are compared in it unasked.
    pub compared: Compared,
    /// Whether it is found only where a scenario asks for it.
    pub on_request: bool,
    /// Whether it has a place in narrow tables beside the headline figure: an outcome that the file names.
    pub keyed: bool,
    /// How its distribution is shown; none for a measure of single figures.
    pub chart: Option<Chart>,
    /// The id of the distribution whose place it takes on pages; empty if none.
    pub instead_of: &'static str,
    /// The id of the mean of a distribution, if its own is another; else empty.
    pub mean: &'static str,
}

/// The title of a measure whose distributions go by the names of what they are about, in documents too.
pub const BY_SUBJECT: &str = "{who}";

worded! {
    /// What there is one figure of for each.
    Per.words {
        /// For the whole fight, check, contest or task.
        Whole = "all that is rolled",
        /// For each side of a fight, or each contestant.
        Side = "each side or contestant",
        /// For each stat block; of several fighters who are alike, for one of them unless the meaning says otherwise.
        Block = "each stat block",
    }
}

/// How a measure is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// In how many trials it is so.
    Share,
    /// How much of it there is in a trial on average.
    Mean,
    /// Its middle value over all trials.
    Median,
    /// How often it happens in a round: the times over the rounds of all trials.
    Rate,
    /// In how many it is so, of the trials in which something else is.
    ShareOf,
    /// How many trials have each value.
    Distribution,
    /// In which round it happens for the first time: the mean where it does, and the distribution.
    FirstTime,
}

impl Counted {
    /// Whether it is taken over something other than all trials, which is counted in each trial as well.
    pub const fn has_base(self) -> bool {
        matches!(self, Self::Rate | Self::ShareOf | Self::FirstTime)
    }
}

/// Whether variants are compared in a measure unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// They are not.
    No,
    /// Only where the answer is exact.
    Exact,
    /// They are.
    Yes,
}

/// How a distribution is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chart {
    /// The chart's title.
    pub title: &'static str,
    /// What stands along its axis.
    pub axis: &'static str,
    /// The title of the same added up from above; empty where adding up says nothing.
    pub at_least: &'static str,
    /// What it shows, for lists of charts.
    pub meaning: &'static str,
    /// How it is drawn.
    pub drawn: Drawn,
}

/// How a distribution is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// A column for each value.
    Columns,
    /// One bar for each subject, cut into its values.
    Stack,
    /// The same of how many are left: the most first, none last.
    Left,
    /// What goes on, step by step, until it is over.
    Course(Course),
    /// What is added in each step, added up: a line for each subject.
    Climb,
    /// What has come of it by each step: a band for each subject, and one for what goes on.
    Bands,
}

/// The words for what goes on step by step until it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// A step of it.
    pub one: &'static str,
    /// What it is while it goes on.
    pub going_on: &'static str,
    /// What it is then.
    pub over: &'static str,
    /// Axes longer than this end where nothing more happens to those who go on.
    pub long: i64,
}

worded! {
    /// The unit of a measure, by its name in dataframes and documents.
    Unit.name {
        /// A fraction of 1, shown to people in percent.
        Probability = "probability",
        /// Rounds of a fight.
        Rounds = "rounds",
        /// Levels of the ladder.
        Levels = "levels",
        /// Wounds in a fight.
        Wounds = "wounds",
        /// How often something happens in a fight.
        Times = "times",
        /// How often something happens in a round: more than once where several may do it.
        PerRound = "times per round",
        /// Periods of an extended task.
        Periods = "periods",
        /// Days.
        Days = "days",
        /// How many there are of what the figure's name says.
        Count = "count",
        /// Fudge points of a fighter in a fight.
        Points = "points",
    }
}

impl Unit {
    /// What stands behind a number, with a space before it; nothing where the figure's name says what is counted.
    pub fn suffix(self) -> String {
        match self {
            Self::Probability => " %".to_owned(),
            Self::Count | Self::PerRound => String::new(),
            Self::Times | Self::Wounds => " per fight".to_owned(),
            _ => format!(" {}", self.name()),
        }
    }

    /// The same behind a difference.
    pub fn suffix_of_change(self) -> String {
        if self == Self::Probability { " points".to_owned() } else { self.suffix() }
    }
}

impl Measure {
    /// A chance; what else a row says is changed with `..`.
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

    /// A mean.
    pub const fn mean(id: &'static str, unit: Unit, per: Per, meaning: &'static str) -> Self {
        Self { unit, counted: Counted::Mean, ..Self::share(id, per, meaning) }
    }

    /// A distribution.
    pub const fn distribution(id: &'static str, unit: Unit, per: Per, meaning: &'static str, chart: Chart) -> Self {
        Self { unit, counted: Counted::Distribution, chart: Some(chart), ..Self::share(id, per, meaning) }
    }

    /// The same distribution, of which this is the mean.
    #[must_use]
    pub const fn of_mean(self, mean: &'static str) -> Self {
        Self { mean, ..self }
    }
}
