//! The precision that a run goes on for.

use crate::measure::{Figure, Findings, significant};
use crate::stats::{Aim, Estimate};

/// The precision that a figure must reach in every cell, and when to give up.
///
/// Intervals of such a run are confidence sequences: they are valid whenever it stops.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// The largest half-width of the interval: `Absolute` or `Relative`.
    pub aim: Aim,
    /// The figure's name in words, as in `Snorri wins`; the first figure where there is none.
    pub figure: Option<String>,
    /// The most trials of a cell.
    pub max_trials: u64,
    /// The longest time for the whole study, in seconds; the monitor enforces it.
    pub max_seconds: Option<f64>,
}

impl Goal {
    /// The figure it is about.
    pub(super) fn of<'a>(&self, findings: &'a Findings) -> Option<&'a Figure> {
        match &self.figure {
            Some(name) => findings.titled(name),
            None => findings.headline(),
        }
    }

    /// The goal in words: `Snorri wins ± 0.002`.
    pub(super) fn words(&self, figure: &Figure) -> String {
        format!("{} {}", figure.title(), self.half())
    }

    pub(super) fn half(&self) -> String {
        match self.aim {
            Aim::Absolute(half) => format!("± {half}"),
            Aim::Relative(part) => format!("± {} % of it", significant(100.0 * part)),
            Aim::Unaimed => "as it comes".to_owned(),
        }
    }

    /// The figure with the interval that is valid at every look.
    pub(super) fn estimate(&self, figure: &Figure) -> Estimate {
        figure.estimate.sequential(self.aim)
    }

    pub(super) fn is_met(&self, estimate: &Estimate) -> bool {
        estimate.reach() <= self.aim.reach(estimate.value)
    }
}
