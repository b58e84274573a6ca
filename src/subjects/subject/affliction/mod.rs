//! Poison, bleeding, disease: afflictions that do harm period by period.

mod affliction_keys;

use super::played::Played;
use super::rows::{chart, cut_off_remarks, mean, median, share, spread};
use super::sum::{check_line, counted};
use super::{Info, IsSet, Line, Presented, Remark, Statistic, ValueSource, Wording};
use crate::chance::{Ask, Roll};
use crate::check::{
    Affliction, AfflictionCourse, AfflictionEnd, AfflictionOver, AfflictionRoll, CheckOutcome, Finished, HEALER,
};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::ladder::Ladder;
use crate::measure::{Chart, Course, Drawn, Findings, Measure, Unit};
use crate::rules::{Rules, Scope};

/// The end of an affliction, and its period.
type Outcome = Finished<AfflictionOver>;
type Row = super::Row<Affliction, Outcome>;

static SUCCUMBS: Measure = share("succumbs", "All steps are lost.");
static RESISTED: Measure = share("resisted", "The first roll resists the affliction.");
static RECOVERS: Measure = share("recovers", "The affliction is shaken off or cured.");
static OUTLASTS: Measure = share("outlasts it", "The affliction runs its course before all steps are lost.");
static UNFINISHED: Measure = share("unfinished", "The affliction still continues after the last period simulated.");
static PERIODS: Measure =
    mean("periods", Unit::Periods, "The mean number of periods until the affliction is over; 0 if it is resisted.");
static MEDIAN_PERIODS: Measure =
    median("median periods", Unit::Periods, "The fewest periods within which half of the afflictions are over.");
static LENGTHS: Measure = spread(
    "periods",
    Unit::Periods,
    "The chance that the affliction ends after each number of periods.",
    Chart {
        title: "How long it lasts",
        axis: "period",
        at_least: "",
        meaning: "how long an affliction lasts: the share that continues after each period, and the share that ends in that period",
        drawn: Drawn::Course(Course { one: "period", going_on: "going on", over: "Over", long: 60 }),
    },
);
static LOST: Measure = mean("steps lost", Unit::Count, "The mean number of steps lost when the affliction is over.");
static LOSSES: Measure = spread(
    "losses",
    Unit::Count,
    "The chance that this many steps are lost when the affliction is over.",
    chart(
        "Steps lost",
        "steps lost",
        "Chance to lose at least this many steps",
        "the chance of each number of steps lost to an affliction",
    ),
);

/// The number of periods until the affliction ended; `None` if the trial was cut off before that.
fn length(outcome: &Outcome) -> Option<u32> {
    (outcome.end.end != AfflictionEnd::Unfinished).then_some(outcome.steps)
}

fn may_recover(one: &Affliction) -> bool {
    one.successes_to_recover.is_some() || one.treatment.as_ref().is_some_and(|treatment| treatment.cures)
}

impl Presented for Affliction {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(affliction_keys::affliction)(item)
    }

    fn cautions(&self, _: &Rules, _: IsSet<'_>) -> Vec<Remark> {
        let ends =
            self.successes_to_recover.is_some() || self.treatment.as_ref().is_some_and(|treatment| treatment.cures);
        let message = "this affliction has no effect: no step is ever lost, and nothing ends it early";
        let caution = Remark::new(message, "set `loses` to 1 or more");
        if self.costs[0] == 0 && !ends { vec![caution] } else { Vec::new() }
    }

    fn roller(&self, ask: Ask, _: u32) -> Option<String> {
        (ask.who == HEALER).then(|| "treatment".to_owned())
    }

    fn remarks(_: &[&Self], _: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        let remedy = "set `periods` or `shaken_off_after` in [affliction]";
        cut_off_remarks(findings, &UNFINISHED, "still go on", "period", remedy)
    }
}

impl Played for Affliction {
    type Machine = Self;

    const INFO: Info = Info {
        key: KeySpec::new(
            "affliction",
            Kind::Table(&affliction_keys::AFFLICTION),
            "Poison, bleeding, disease or the like to withstand, period by period.",
            "{ trait = \"Fair\", resist = \"Good\", difficulty = \"Fair\", steps = 4 }",
        ),
        sample: "[affliction]",
        heeds: Scope::OF_CHECKS,
        outcomes: "succumbs, resisted, recovers, outlasts it, unfinished, over N periods, within N periods",
        span: Some("period"),
    };

    const ROWS: &'static [Row] = &[
        Row::is(&SUCCUMBS, |_, outcome, _| outcome.end.end == AfflictionEnd::Succumbed),
        Row::is(&RESISTED, |_, outcome, _| outcome.end.end == AfflictionEnd::Resisted)
            .shown(|one| one.resist.is_some()),
        Row::is(&RECOVERS, |_, outcome, _| outcome.end.end == AfflictionEnd::Recovered).shown(may_recover),
        Row::is(&OUTLASTS, |_, outcome, _| outcome.end.end == AfflictionEnd::Outlasted)
            .shown(|one| one.periods.is_some()),
        Row::is(&UNFINISHED, |_, outcome, _| outcome.end.end == AfflictionEnd::Unfinished)
            .shown(|one| one.periods.is_none() && !one.rolls.is_empty()),
        Row::amount(&PERIODS, |_, outcome| outcome.steps as i32),
        Row::new(&MEDIAN_PERIODS, ValueSource::Length(length), |_| Statistic::Median),
        Row::new(&LENGTHS, ValueSource::Length(length), |_| Statistic::Length),
        Row::amount(&LOST, |_, outcome| outcome.end.lost as i32),
        Row::numbers(&LOSSES, |_, outcome| outcome.end.lost as i32),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn event_lines(
        &self,
        (roll, outcome): (AfflictionRoll, CheckOutcome),
        _: &AfflictionCourse,
        rolls: &[Roll],
        words: &Wording<'_>,
    ) -> Vec<Line> {
        let (name, who) = if roll == AfflictionRoll::Treats { ("Treatment", HEALER) } else { ("", 0) };
        let line = |check| check_line(name, who, check, outcome, rolls, words.ladder);
        self.check(roll).map(line).into_iter().collect()
    }

    fn state_lines(&self, _: &AfflictionCourse, after: &AfflictionCourse, _: &Wording<'_>) -> Vec<Line> {
        let lost = after.lost;
        vec![Line::new("progress", format!("{lost} of {} steps lost.", self.steps)).with("lost", lost)]
    }

    fn end_lines(&self, _: &AfflictionCourse, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let AfflictionOver { end, lost } = outcome.end;
        let after = counted(outcome.steps.into(), "period");
        let text = match end {
            AfflictionEnd::Resisted => "Resisted: nothing happens.".to_owned(),
            AfflictionEnd::Recovered => format!("Over after {after}."),
            AfflictionEnd::Outlasted => format!("It has run its course after {after}."),
            AfflictionEnd::Succumbed => format!("Succumbs after {after}."),
            AfflictionEnd::Unfinished => format!("Stopped after {after}."),
        };
        let line = Line::new("result", text).apart().with("periods", outcome.steps).with("lost", lost);
        vec![line.with("end", end)]
    }

    fn is_unfinished(end: &AfflictionOver) -> bool {
        end.end == AfflictionEnd::Unfinished
    }
}
