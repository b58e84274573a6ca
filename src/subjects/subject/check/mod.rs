//! A check: one roll against a difficulty.

pub(super) mod check_keys;

use super::played::Played;
use super::points::SPENT;
use super::rows::{self, chart, degree, mean, share, share_if_exact, spread, with_sign};
use super::sum::{roll_line, spent_points_phrase, trait_fact};
use super::{Info, Line, Presented, Statistic, ValueSource, Wording};
use crate::chance::Roll;
use crate::check::{Achieved, Bands, Check, CheckOutcome, CheckVerdict, Critical, Finished};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::measure::{Measure, Unit};
use crate::rules::{Scope, Success};

type Outcome = Finished<CheckOutcome>;
type Row = super::Row<Check, Outcome>;

static SUCCESS: Measure = share("success", "The check succeeds, critically or not.");
static PARTIAL: Measure =
    share_if_exact("partial success", "The difficulty is met, but the rules require surpassing it.");
static FAILURE: Measure = share_if_exact("failure", "The check fails, critically or not.");
static CRITICAL_SUCCESS: Measure =
    share_if_exact("critical success", "A natural critical success, whatever it achieves.");
static CRITICAL_FAILURE: Measure =
    share_if_exact("critical failure", "A natural critical failure, whatever it achieves.");
static OUTCOME: Measure = Measure {
    title: "{label}",
    keyed: true,
    ..share("outcome", "The check has this outcome, one of those defined in the file.")
};
static WITHOUT: Measure = Measure {
    title: "success with {label}",
    keyed: true,
    ..share_if_exact(
        "success without",
        "The check succeeds if it is rolled with the dice of `without`. The difference from `success` is the value of a decision.",
    )
};
static DEGREE: Measure = mean("degree", Unit::Levels, "The mean of the rolled degrees.");
/// The distribution of rolled degrees, also for reactions.
pub(super) static DEGREES: Measure = spread(
    "degrees",
    Unit::Levels,
    "The chance of each rolled degree.",
    chart("Rolled degree", "rolled degree", "Chance of at least each degree", "the chance of each rolled degree"),
)
.of_mean(DEGREE.id);
static MARGINS: Measure = spread(
    "margins",
    Unit::Levels,
    "The chance of each margin: the rolled degree minus the difficulty.",
    chart(
        "Margin: degree minus difficulty",
        "margin in levels",
        "Chance of at least each margin",
        "the chance of each margin: degree minus difficulty",
    ),
);
/// The distribution of named outcomes, also for reactions.
pub(super) static OUTCOMES: Measure = spread(
    "outcomes",
    Unit::Levels,
    "The chance of each named outcome, from the worst to the best.",
    chart("Outcomes", "outcome", "", "the chance of each outcome"),
);

fn has_criticals(check: &Check) -> bool {
    check.rules().criticals.is_some()
}

/// The outcomes that the file defines, with their indices, except those with the name of a built-in figure.
fn bands(check: &Check) -> impl Iterator<Item = (usize, &str)> {
    let names = check.rules().bands.iter().flat_map(Bands::names).enumerate();
    names.filter(|(_, name)| rows::built_in(Check::ROWS, name).is_none())
}

/// The other dice that the check is compared with, as a label; empty if it is not compared.
fn other_dice(check: &Check) -> Vec<(String, String)> {
    check.compared_with().map(|(dice, _)| (String::new(), dice.to_owned())).into_iter().collect()
}

/// The outcomes in [`bands`], as labels of figures.
fn named(check: &Check) -> Vec<(String, String)> {
    bands(check).map(|(_, name)| (String::new(), name.to_owned())).collect()
}

/// The names of the mutually exclusive outcomes, from the worst to the best: the bands if there are any (A6), otherwise
/// the five verdicts.
fn names(check: &Check) -> Vec<String> {
    match &check.rules().bands {
        Some(bands) => bands.names().map(str::to_owned).collect(),
        None => CheckVerdict::ALL.map(|one| one.word().to_owned()).to_vec(),
    }
}

/// The index of an outcome in [`names`].
fn which(check: &Check, outcome: &Outcome) -> usize {
    match &check.rules().bands {
        Some(_) => outcome.end.band.map_or(0, usize::from),
        None => CheckVerdict::ALL.iter().position(|one| *one == outcome.end.verdict()).unwrap_or(0),
    }
}

impl Presented for Check {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(check_keys::check)(item)
    }
}

impl Played for Check {
    type Machine = Self;

    const INFO: Info = Info {
        key: KeySpec::new(
            "check",
            Kind::Table(&check_keys::CHECK),
            "A check to roll.",
            "{ trait = \"Fair\", difficulty = \"Good\" }",
        ),
        sample: "[check]",
        heeds: Scope::OF_CHECKS_FOR_POINTS,
        outcomes: "success, partial success, failure, critical success, critical failure, each outcome of the file by its name",
        span: None,
    };

    const ROWS: &'static [Row] = &[
        Row::is(&SUCCESS, |_, outcome, _| outcome.end.achieved == Achieved::Success),
        Row::new(&WITHOUT, ValueSource::Nothing, |check| {
            Statistic::Known(check.compared_with().map_or(0.0, |(_, success)| success))
        })
        .of(other_dice)
        .shown(|check| check.compared_with().is_some()),
        Row::is(&PARTIAL, |_, outcome, _| outcome.end.achieved == Achieved::Partial)
            .shown(|check| check.rules().success == Success::Surpass),
        Row::is(&FAILURE, |_, outcome, _| outcome.end.achieved == Achieved::Failure),
        Row::is(&CRITICAL_SUCCESS, |_, outcome, _| outcome.end.critical == Some(Critical::Success))
            .shown(has_criticals),
        Row::is(&CRITICAL_FAILURE, |_, outcome, _| outcome.end.critical == Some(Critical::Failure))
            .shown(has_criticals),
        Row::is(&OUTCOME, |check, outcome, which| {
            outcome.end.band.map(usize::from) == bands(check).nth(which).map(|(band, _)| band)
        })
        .of(named),
        Row::amount(&DEGREE, |_, outcome| outcome.end.degree),
        Row::amount(&SPENT, |_, outcome| outcome.end.spent.into()).shown(|check| check.luck().is_some()),
        Row::new(&DEGREES, ValueSource::Amount(|_, outcome| outcome.end.degree), |_| Statistic::Spread(degree)),
        Row::new(&MARGINS, ValueSource::Amount(|_, outcome| outcome.end.margin), |_| Statistic::Spread(with_sign)),
        Row::new(&OUTCOMES, ValueSource::Named(which), |check| Statistic::Named(names(check)))
            .shown(|check| check.rules().bands.is_some() || has_criticals(check)),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn listed_ends(&self) -> Vec<CheckOutcome> {
        Check::possible(self)
    }

    fn end_lines(
        &self,
        _: &Option<CheckOutcome>,
        &Finished { end, .. }: &Outcome,
        rolls: &[Roll],
        words: &Wording<'_>,
    ) -> Vec<Line> {
        let ladder = words.ladder;
        // If dice were rerolled, the last roll counts.
        let sum = roll_line("", 0, self.actor(), end.degree, rolls.iter().rev().take(1), ladder).apart();
        let band = self.rules().bands.as_ref().zip(end.band).and_then(|(bands, index)| bands.name(index));
        let margin = match end.margin {
            0 => "exactly reached".to_owned(),
            above @ 1.. => format!("{above} above it"),
            below => format!("{} below it", below.unsigned_abs()),
        };
        let (difficulty, verdict) = (self.difficulty(), end.verdict().word());
        let in_band = band.map(|band| format!(" ({band})")).unwrap_or_default();
        let spent = spent_points_phrase(end.spent);
        let text = format!("Difficulty {}: {margin}, {verdict}{in_band}{spent}.", ladder.trait_name(difficulty));
        let result = Line::new("result", text)
            .with("difficulty", trait_fact(ladder, difficulty))
            .with("margin", end.margin)
            .with("verdict", verdict)
            .with("band", band)
            .with_points(self.luck(), end.spent);
        vec![sum, result]
    }
}
