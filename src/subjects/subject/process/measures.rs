//! The measures of custom processes.

use crate::check::process::{MeasuredQuantity, ProcessMeasure};
use crate::measure::{BY_SUBJECT, Chart, Course, Drawn, Measure, Per, Unit, id};
use crate::subject::rows::{self, LATER, chart, spread};

/// Titles each figure of the measure with its name in the file.
const fn titled(measure: Measure) -> Measure {
    Measure { title: "{label}", keyed: true, ..measure }
}

/// Titles each distribution of the measure with its subject.
const fn by_name(measure: Measure) -> Measure {
    Measure { title: BY_SUBJECT, ..measure }
}

pub(super) static ENDS: Measure =
    titled(rows::share("end", "The process has this end, one of those defined in the file."));
pub(super) static STEPS: Measure =
    titled(rows::mean(id::STEPS, Unit::Count, "The mean number of steps until the process is over."));
pub(super) static MEDIAN_STEPS: Measure = Measure {
    title: "median {label}",
    ..rows::median("median steps", Unit::Count, "The fewest steps within which half of the processes are over.")
};
pub(super) static LENGTHS: Measure = spread(
    id::STEPS,
    Unit::Count,
    "The chance that the process takes each number of steps.",
    Chart {
        title: "How long it lasts",
        axis: "step",
        at_least: "",
        meaning: "how long a custom process lasts: the share that continues after each step, and the share that ends in that step",
        drawn: Drawn::Course(Course { one: "step", going_on: "going on", over: "Over", long: 60 }),
    },
);
pub(super) static UNFINISHED: Measure =
    Measure::share("unfinished", Per::Whole, "The process still continues after the last step simulated.");
pub(super) static SHARES: Measure = titled(rows::share("share", "A condition from the file is true at the end."));
pub(super) static MEANS: Measure = titled(rows::mean("mean", Unit::Count, "The mean of a number from the file."));
pub(super) static SHARES_GIVEN: Measure = titled(Measure::share(
    "share of some",
    Per::Whole,
    "A condition from the file is true at the end, among the processes that its `given` selects.",
));
pub(super) static MEANS_GIVEN: Measure = titled(Measure::mean(
    "mean of some",
    Unit::Count,
    Per::Whole,
    "The mean of a number from the file, among the processes that its `given` selects.",
));
pub(super) static SELECTED_SHARE: Measure = Measure {
    title: "{label}: share of all",
    ..Measure::share("part of all", Per::Whole, "The share of processes that the `given` of a figure selects.")
};
pub(super) static SPREADS: Measure = by_name(spread(
    "spread",
    Unit::Count,
    "The chance of each value of a number from the file.",
    chart("Values at the end", "value", "", "of a custom process: the chance of each value of a number at its end"),
));
pub(super) static FIRSTS: Measure = by_name(spread(
    "first time",
    Unit::Count,
    "The step after which a condition from the file is true for the first time.",
    chart("For the first time", "step", "", "of a custom process: when a condition is true for the first time"),
));
pub(super) static COURSES: Measure = Measure {
    title: BY_SUBJECT,
    ..Measure::mean(
        "course",
        Unit::Count,
        Per::Whole,
        "The mean of a number from the file after each step; a process that has ended keeps its last value.",
    )
};

/// The position of `never` in a distribution, beyond all steps.
pub(super) const NEVER: i64 = LATER;

/// The measure of a figure that the file defines.
pub(super) fn measure_of(measured: &ProcessMeasure) -> &'static Measure {
    match (&measured.quantity, measured.given.is_some()) {
        (MeasuredQuantity::Share(_), false) => &SHARES,
        (MeasuredQuantity::Share(_), true) => &SHARES_GIVEN,
        (MeasuredQuantity::Mean(_) | MeasuredQuantity::Tally(_), false) => &MEANS,
        (MeasuredQuantity::Mean(_) | MeasuredQuantity::Tally(_), true) => &MEANS_GIVEN,
        (MeasuredQuantity::Spread(_), _) => &SPREADS,
        (MeasuredQuantity::First(_), _) => &FIRSTS,
        (MeasuredQuantity::Course(_), _) => &COURSES,
    }
}
