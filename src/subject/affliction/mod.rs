//! Poison, bleeding, disease: what goes on to harm somebody by its own clock.

mod read;
mod replay;

use super::rows::{self, always, whole};
use super::{Info, Line, Remark, Row, Subject, Value, Watched, Wording};
use crate::chance::{Ask, Chance};
use crate::check::{Affliction, AfflictionEnd, AfflictionOutcome, PERIOD_LIMIT, Tally};
use crate::document::{Item, KeySpec, Kind};
use crate::error::Result;
use crate::exact;
use crate::measure::{Chart, Compared, Drawn, Findings, Measure, Per, Unit};
use crate::rules::Scope;

const fn end(id: &'static str, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Yes, ..Measure::share(id, Per::Whole, meaning) }
}

static SUCCUMBS: Measure = end("succumbs", "All steps are lost.");
static RESISTED: Measure = end("resisted", "The first roll keeps it off.");
static RECOVERS: Measure = end("recovers", "It is shaken off, or cured.");
static OUTLASTS: Measure = end("outlasts it", "It has run its course, whatever was lost by then.");
static UNFINISHED: Measure = end("unfinished", "It still goes on after the last period simulated.");
static PERIODS: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean(
        "periods",
        Unit::Periods,
        Per::Whole,
        "The mean number of periods until it is over; none where it is resisted.",
    )
};
static LOST: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean("steps lost", Unit::Times, Per::Whole, "The mean number of steps lost when it is over.")
};
static LOSSES: Measure = Measure::distribution(
    "losses",
    Unit::Times,
    Per::Whole,
    "The chance that so many steps are lost when it is over.",
    Chart {
        title: "Steps lost",
        axis: "steps lost",
        at_least: "Chance to lose at least so many steps",
        meaning: "the chance of each number of steps lost to an affliction",
        drawn: Drawn::Columns,
    },
);

const fn ends(
    measure: &'static Measure,
    shown: fn(&Affliction) -> bool,
    value: fn(&Affliction, &AfflictionOutcome, usize) -> bool,
) -> Row<Affliction, AfflictionOutcome> {
    Row { measure, of: whole, shown, value: Value::Is(value) }
}

static ROWS: [Row<Affliction, AfflictionOutcome>; 8] = [
    ends(&SUCCUMBS, always, |_, outcome, _| outcome.end == AfflictionEnd::Succumbed),
    ends(&RESISTED, |one| one.resist.is_some(), |_, outcome, _| outcome.end == AfflictionEnd::Resisted),
    ends(&RECOVERS, may_recover, |_, outcome, _| outcome.end == AfflictionEnd::Recovered),
    ends(&OUTLASTS, |one| one.periods.is_some(), |_, outcome, _| outcome.end == AfflictionEnd::Outlasted),
    ends(
        &UNFINISHED,
        |one| one.periods.is_none() && !one.rolls.is_empty(),
        |_, outcome, _| outcome.end == AfflictionEnd::Unfinished,
    ),
    Row { measure: &PERIODS, of: whole, shown: always, value: Value::Amount(|_, outcome| outcome.periods as i32) },
    Row { measure: &LOST, of: whole, shown: always, value: Value::Amount(|_, outcome| outcome.lost as i32) },
    Row {
        measure: &LOSSES,
        of: whole,
        shown: always,
        value: Value::Spread(|_, outcome| outcome.lost as i32, |_, _, lost| lost.to_string()),
    },
];

fn may_recover(one: &Affliction) -> bool {
    one.shaken_off.is_some() || one.treatment.as_ref().is_some_and(|treatment| treatment.cures)
}

/// Up to this share of afflictions at the limit of periods nothing is said.
const MINOR: f64 = 1e-5;

impl Subject for Affliction {
    const INFO: Info = Info {
        key: KeySpec::new(
            "affliction",
            Kind::Table(&read::AFFLICTION),
            "Poison, bleeding, disease or the like to withstand, period by period.",
            "{ trait = \"Fair\", resist = \"Good\", difficulty = \"Fair\", steps = 4 }",
        ),
        sample: "[affliction]",
        heeds: &[Scope::All, Scope::Checks, Scope::Actions, Scope::Traits],
        outcomes: "succumbs, resisted, recovers, outlasts it, unfinished, over N periods, within N periods",
        span: Some("period"),
    };
    type Outcome = AfflictionOutcome;
    type Tally = Tally<AfflictionOutcome, u64>;
    type Extra = ();

    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::affliction(item)
    }

    fn replay<C: Chance>(&self, words: &Wording<'_>, chance: C, _: impl Fn(&C) -> bool) -> (Vec<Line>, C) {
        replay::replay(self, words.ladder, chance)
    }

    fn rows() -> &'static [Row<Self, Self::Outcome>] {
        &ROWS
    }

    fn play(&self, chance: &mut impl Chance, (): &()) -> AfflictionOutcome {
        self.play(chance, |_| {})
    }

    fn tally(&self, _: &Watched<Self>) -> Self::Tally {
        Tally::default()
    }

    fn count(&self, outcome: &AfflictionOutcome, tally: &mut Self::Tally) {
        tally.record(*outcome, 1);
    }

    fn counted(&self, words: &Wording<'_>, tally: &Self::Tally, _: &Watched<Self>) -> Findings {
        rows::findings(self, words, tally)
    }

    fn solve(&self, words: &Wording<'_>, watched: &Watched<Self>, _: &dyn Fn() -> bool) -> Result<Findings> {
        Ok(rows::solved(self, words, &exact::affliction(self), watched))
    }

    fn span(outcome: &AfflictionOutcome) -> u32 {
        outcome.periods
    }

    fn roller(&self, ask: Ask) -> Option<String> {
        (ask.who == 1).then(|| "treatment".to_owned())
    }

    fn remarks(_: &[&Self], findings: &[Findings]) -> Vec<Remark> {
        let unfinished = findings.iter().filter_map(|found| Some(found.figure(UNFINISHED.id, "")?.estimate.value));
        let most = unfinished.fold(0.0, f64::max);
        let share = crate::measure::significant(100.0 * most);
        let remark = Remark {
            message: format!(
                "up to {share} % still go on after {PERIOD_LIMIT} periods, and are counted with that many"
            ),
            remedy: "say in [affliction] how many `periods` it lasts, or what it is `shaken_off_after`".to_owned(),
        };
        if most > MINOR { vec![remark] } else { Vec::new() }
    }
}
