//! Experience: the number of sessions until everything wanted is bought.

mod experience_keys;

use super::played::Played;
use super::rows::{NEVER, cut_off_remarks, mean, or_never, share, spread};
use super::sum::counted;
use super::{Info, IsSet, Line, Presented, Remark, Statistic, ValueSource, Wording};
use crate::chance::{Purpose, Roll};
use crate::check::{Experience, ExperienceOver, ExperienceState, Finished};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::ladder::Ladder;
use crate::measure::{Chart, Course, Drawn, Findings, Measure, Per, Unit};
use crate::rules::{Rules, Scope};

/// The end, and the number of sessions until then.
type Outcome = Finished<ExperienceOver>;
type Row = super::Row<Experience, Outcome>;

static BOUGHT: Measure = share("all bought", "All desired traits are bought within the sessions played.");
static UNFINISHED: Measure =
    Measure::share("not all bought", Per::Whole, "Something is not bought yet after the last session.");
static SESSIONS: Measure =
    mean("sessions", Unit::Count, "The mean number of sessions until everything is bought, or until the last session.");
static LEFT: Measure = mean("points left", Unit::Count, "The mean number of points left at the end.");
static PURCHASES: Measure =
    mean("purchases", Unit::Count, "The mean number of levels, gifts and powers bought by the end.");
static WAIT: Measure = spread(
    "sessions needed",
    Unit::Count,
    "The chance that everything is bought after this many sessions.",
    Chart {
        title: "Sessions needed",
        axis: "sessions",
        at_least: "",
        meaning: "how many sessions it takes to buy everything: the share unfinished after each session, and the share finished in that session",
        drawn: Drawn::Course(Course { one: "session", going_on: "not all bought", over: "All bought", long: 40 }),
    },
);

impl Presented for Experience {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(experience_keys::experience)(item)
    }

    fn cautions(&self, _: &Rules, _: IsSet<'_>) -> Vec<Remark> {
        let (total, cost) = (self.total(), points(self.total()));
        let bought = format!("everything is bought before the first session: it costs {cost}, and `saved` covers that");
        let caution = Remark::new(bought, "lower `saved`, or buy more");
        if self.saved >= total { vec![caution] } else { Vec::new() }
    }

    fn remarks(all: &[&Self], _: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        // If the file sets the number of sessions, running out of them is expected.
        let endless = all.iter().zip(findings).filter(|(one, _)| one.sessions.is_none()).map(|(_, found)| found);
        let remedy = "set `sessions` in [experience], or raise the `award`";
        cut_off_remarks(endless, &UNFINISHED, "have not bought everything", "session", remedy)
    }
}

impl Played for Experience {
    type Machine = Self;

    const INFO: Info = Info {
        key: KeySpec::new(
            "experience",
            Kind::Table(&experience_keys::EXPERIENCE),
            "Experience: how many sessions it takes to buy the desired traits.",
            "{ award = \"1d3\", skills = { Sword = { from = \"Fair\", to = \"Superb\" } } }",
        ),
        sample: "[experience]",
        heeds: Scope::OF_CHECKS,
        outcomes: "all bought, not all bought, over N sessions, within N sessions",
        span: Some("session"),
    };

    const ROWS: &'static [Row] = &[
        Row::is(&BOUGHT, |_, outcome, _| outcome.end.complete),
        Row::is(&UNFINISHED, |_, outcome, _| !outcome.end.complete),
        Row::amount(&SESSIONS, |_, outcome| outcome.steps as i32),
        Row::amount(&LEFT, |_, outcome| outcome.end.points as i32),
        Row::amount(&PURCHASES, |_, outcome| outcome.end.bought as i32).shown(|one| one.sessions.is_some()),
        Row::new(
            &WAIT,
            ValueSource::Amount(|_, outcome| if outcome.end.complete { outcome.steps as i32 } else { NEVER }),
            |_| Statistic::Spread(|_, sessions| or_never(sessions, NEVER.into(), UNFINISHED.id)),
        ),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn event_lines(
        &self,
        (purpose, count): (Purpose, u32),
        _: &ExperienceState,
        _: &[Roll],
        _: &Wording<'_>,
    ) -> Vec<Line> {
        let what = match purpose {
            Purpose::Spending => {
                return vec![Line::new("spent", format!("{} used up.", points(count))).with("points", count)];
            }
            Purpose::Failures => "failed rolls",
            Purpose::KeyHits => "keys hit",
            _ => "award",
        };
        let text = format!("{}: {}.", super::capitalized(what), points(count));
        vec![Line::new("gain", text).with("points", count)]
    }

    fn start_line(&self, saved: &ExperienceState) -> Option<Line> {
        buys(saved.bought)
    }

    fn state_lines(&self, before: &ExperienceState, after: &ExperienceState, _: &Wording<'_>) -> Vec<Line> {
        let ExperienceState { bought, points: left, .. } = *after;
        let text = format!("{bought} of {} bought, {} saved.", self.costs.len(), points(left));
        let progress = Line::new("progress", text).with("bought", bought).with("points", left);
        buys(bought - before.bought).into_iter().chain([progress]).collect()
    }

    fn end_lines(&self, _: &ExperienceState, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let after = counted(outcome.steps.into(), "session");
        let text = match outcome.end.complete {
            true => format!("All is bought after {after}."),
            false => format!("{} of {} bought after {after}.", outcome.end.bought, self.costs.len()),
        };
        let line = Line::new("result", text).apart().with("sessions", outcome.steps);
        vec![line.with("complete", outcome.end.complete)]
    }

    fn is_unfinished(end: &ExperienceOver) -> bool {
        !end.complete
    }
}

fn points(count: u32) -> String {
    counted(count.into(), "point")
}

/// A line about `count` purchases; `None` if there are none.
fn buys(count: u32) -> Option<Line> {
    let text = format!("Buys {}.", counted(count.into(), "level or gift"));
    (count > 0).then(|| Line::new("buys", text).with("bought", count))
}
