//! Experience: how many sessions it takes to buy what is wanted.

mod read;

use super::rows::{always, cut_off, whole};
use super::stepped::Stepped;
use super::sum::counted;
use super::{Info, Line, Remark, Row, Value, Wording};
use crate::chance::{Purpose, Roll};
use crate::check::{Experience, ExperienceEvent, ExperienceOver, Finished, Next, PERIOD_LIMIT, Saved};
use crate::document::{Item, KeySpec, Kind};
use crate::measure::{Chart, Compared, Course, Drawn, Findings, Measure, Per, Unit};
use crate::rules::Scope;

/// How it ended, and after how many sessions.
type Outcome = Finished<ExperienceOver>;

static BOUGHT: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::share("all bought", Per::Whole, "All that is wanted is bought within the sessions played.")
};
static UNFINISHED: Measure =
    Measure::share("not all bought", Per::Whole, "Something is not bought yet after the last session.");
static SESSIONS: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean(
        "sessions",
        Unit::Count,
        Per::Whole,
        "The mean number of sessions until all is bought, or until the last one.",
    )
};
static LEFT: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean("points left", Unit::Count, Per::Whole, "The mean number of points left when it is over.")
};
static PURCHASES: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean(
        "purchases",
        Unit::Count,
        Per::Whole,
        "The mean number of levels, gifts and powers bought when it is over.",
    )
};
static WAIT: Measure = Measure::distribution(
    "sessions needed",
    Unit::Count,
    Per::Whole,
    "The chance that all is bought after this many sessions.",
    Chart {
        title: "Sessions needed",
        axis: "sessions",
        at_least: "",
        meaning: "how many sessions it takes to buy all: the share not done after each, the share done in it",
        drawn: Drawn::Course(Course { one: "session", going_on: "not all bought", over: "All bought", long: 40 }),
    },
);

/// The place of characters who have not bought everything: behind the last session of any file.
const NEVER: i32 = PERIOD_LIMIT as i32 + 1;

static ROWS: [Row<Experience, Outcome>; 6] = [
    Row { measure: &BOUGHT, of: whole, shown: always, value: Value::Is(|_, outcome, _| outcome.end.complete) },
    Row { measure: &UNFINISHED, of: whole, shown: always, value: Value::Is(|_, outcome, _| !outcome.end.complete) },
    Row { measure: &SESSIONS, of: whole, shown: always, value: Value::Amount(|_, outcome| outcome.steps as i32) },
    Row { measure: &LEFT, of: whole, shown: always, value: Value::Amount(|_, outcome| outcome.end.points as i32) },
    Row {
        measure: &PURCHASES,
        of: whole,
        shown: |one| one.sessions.is_some(),
        value: Value::Amount(|_, outcome| outcome.end.bought as i32),
    },
    Row {
        measure: &WAIT,
        of: whole,
        shown: always,
        value: Value::Spread(
            |_, outcome| if outcome.end.complete { outcome.steps as i32 } else { NEVER },
            |_, _, sessions| if sessions == NEVER { UNFINISHED.id.to_owned() } else { sessions.to_string() },
        ),
    },
];

impl Stepped for Experience {
    const INFO: Info = Info {
        key: KeySpec::new(
            "experience",
            Kind::Table(&read::EXPERIENCE),
            "Experience: how many sessions it takes to buy what is wanted.",
            "{ award = \"1d3\", skills = { Sword = { from = \"Fair\", to = \"Superb\" } } }",
        ),
        sample: "[experience]",
        heeds: Scope::OF_CHECKS,
        outcomes: "all bought, not all bought, over N sessions, within N sessions",
        span: Some("session"),
    };

    fn read(item: Item<'_>) -> Option<Self> {
        read::experience(item)
    }

    fn rows() -> &'static [Row<Self, Outcome>] {
        &ROWS
    }

    fn told(&self, event: ExperienceEvent, _: Option<Saved>, _: &[Roll], _: &Wording<'_>) -> Line {
        match event {
            ExperienceEvent::Spends(spent) => {
                Line::new("spent", format!("{} used up.", points(spent))).with("points", spent)
            }
            ExperienceEvent::Gains(purpose, gained) => {
                let what = match purpose {
                    Purpose::Failures => "failed rolls",
                    Purpose::KeyHits => "keys hit",
                    _ => "award",
                };
                Line::new("gain", format!("{}: {}.", super::capitalized(what), points(gained))).with("points", gained)
            }
            ExperienceEvent::Buys(count) => {
                Line::new("buys", format!("Buys {}.", counted(count.into(), "level or gift"))).with("bought", count)
            }
        }
    }

    fn stands(&self, next: Next<Saved, ExperienceOver>, _: &Wording<'_>) -> Option<Line> {
        let (bought, left) = match next {
            Next::State(saved) => (saved.bought, saved.points),
            Next::End(over) => (over.bought, over.points),
        };
        let text = format!("{bought} of {} bought, {} saved.", self.costs.len(), points(left));
        Some(Line::new("progress", text).with("bought", bought).with("points", left))
    }

    fn ended(&self, outcome: &Outcome, _: &Wording<'_>) -> Line {
        let after = counted(outcome.steps.into(), "session");
        let text = match outcome.end.complete {
            true => format!("All is bought after {after}."),
            false => format!("{} of {} bought after {after}.", outcome.end.bought, self.costs.len()),
        };
        Line::new("result", text).with("sessions", outcome.steps).with("complete", outcome.end.complete)
    }

    fn cautions(&self) -> Vec<Remark> {
        let total = self.total();
        let caution = Remark {
            message: format!(
                "everything is bought before the first session: it costs {}, and `saved` covers that",
                points(total)
            ),
            remedy: "lower `saved`, or buy more".to_owned(),
        };
        if self.saved >= total { vec![caution] } else { Vec::new() }
    }

    fn is_unfinished(end: &ExperienceOver) -> bool {
        !end.complete
    }

    fn remarks(all: &[&Self], findings: &[Findings]) -> Vec<Remark> {
        // Where a file says how many sessions there are, it is no surprise that some are not enough.
        let endless = all.iter().zip(findings).filter(|(one, _)| one.sessions.is_none()).map(|(_, found)| found);
        let remedy = "say in [experience] how many `sessions` are played, or raise the `award`";
        cut_off(endless, &UNFINISHED, "have not bought everything", "session", remedy)
    }
}

fn points(count: u32) -> String {
    counted(count.into(), "point")
}
