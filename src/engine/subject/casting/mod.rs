//! Magic, miracles and psi outside fights: one casting after another.

pub(crate) mod read;
pub(crate) mod told;

use super::played::Played;
use super::rows::{always, whole};
use super::sum::counted;
use super::{Info, Line, Row, Value, Wording};
use crate::chance::{Ask, Purpose, Roll};
use crate::check::{
    Casting, CastingEnd, CastingEvent, CastingMoment, CastingOver, CastingSum, Finished, SUBJECT, Sign, System,
};
use crate::document::{Item, KeySpec, Kind};
use crate::error::Result;
use crate::measure::{Chart, Compared, Drawn, Measure, Per, Unit};
use crate::rules::Scope;

/// How castings ended, and after how many.
type Outcome = Finished<CastingOver>;

const fn share(id: &'static str, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Yes, ..Measure::share(id, Per::Whole, meaning) }
}

const fn mean(id: &'static str, unit: Unit, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Yes, ..Measure::mean(id, unit, Per::Whole, meaning) }
}

static SUCCEEDS: Measure = share("succeeds", "At least one casting succeeds in full.");
static PARTLY: Measure =
    share("partly succeeds", "No casting succeeds in full, but at least one in part: watered down, or reduced.");
static FAILS: Measure = share("fails", "No casting succeeds, not even in part.");
static SUCCESSES: Measure = mean("full successes", Unit::Count, "The mean number of castings that succeed in full.");
static PARTIALS: Measure = mean("partial successes", Unit::Count, "The mean number of castings that succeed in part.");
static FAILURES: Measure = mean("failures", Unit::Count, "The mean number of castings that do not succeed.");
static CASTINGS: Measure = mean("castings", Unit::Count, "The mean number of castings tried.");
static STUNNED: Measure = share("stunned", "A failed spell stuns the caster, at least once.");
static FAINTED: Measure = share("faints", "The caster loses a level of Potential and faints, at least once.");
static COMA: Measure = share("coma", "The caster is drained below zero and falls into a coma.");
static RESISTED: Measure = share("resisted", "The subject resists, at least once.");
static ANGERED: Measure = share("angers the deity", "A petition angers the deity, at least once.");
static BACKFIRES: Measure = share("backfires", "A Terrible result turns against the caster, at least once.");
static COLLAPSES: Measure =
    share("collapses", "The caster is exhausted, or unconscious for want of a psychic reservoir.");
static UNSOFTENED: Measure = share("something bad happens", "A spell fails with no box of mana left, at least once.");
static EMPTY: Measure =
    share("reservoir empty", "The reservoir gives out: there could be more castings, or the last one was too much.");
static DRAINED: Measure = mean(
    "levels drained",
    Unit::Levels,
    "The mean number of levels that the reservoir, or Health, is down by at the end.",
);
static POINTS: Measure = mean("points spent", Unit::Count, "The mean number of power points that are gone at the end.");
static FUDGE_POINTS: Measure =
    mean("Fudge points spent", Unit::Points, "The mean number of Fudge points that the caster spends.");
static BOXES: Measure =
    mean("boxes marked", Unit::Count, "The mean number of boxes of mana that are marked at the end.");
static SUBJECT_DRAINED: Measure = mean(
    "subject drained",
    Unit::Levels,
    "The mean number of levels that the subject's psychic reservoir is down by at the end.",
);
static FATIGUE: Measure = mean("fatigue", Unit::Levels, "The mean number of levels of fatigue at the end.");
static ROUNDS: Measure =
    mean("rounds unconscious", Unit::Rounds, "The mean number of rounds that the caster is unconscious for.");
static ROLLS: Measure = mean("rolls", Unit::Count, "The mean number of rolls that all petitions take.");
static DAMAGE: Measure =
    mean("damage after a coma", Unit::Count, "The mean number of points of damage that a coma leaves.");
static SHORT: Measure =
    mean("levels short", Unit::Levels, "The mean number of levels by which spells are reduced, added up.");
static SPREAD: Measure = Measure::distribution(
    "full successes",
    Unit::Count,
    Per::Whole,
    "The chance that this many castings succeed in full.",
    Chart {
        title: "Castings that succeed",
        axis: "full successes",
        at_least: "Chance of at least this many full successes",
        meaning: "the chance of each number of castings that succeed in full",
        drawn: Drawn::Columns,
    },
);
static LASTS: Measure = Measure::distribution(
    "castings",
    Unit::Count,
    Per::Whole,
    "The chance that this many castings are tried.",
    Chart {
        title: "Castings until it is over",
        axis: "castings",
        at_least: "Chance of at least this many castings",
        meaning: "the chance of each number of castings, until the reservoir gives out or the caster stops",
        drawn: Drawn::Columns,
    },
);

/// A row of one share or mean.
const fn row(
    measure: &'static Measure,
    shown: fn(&Casting) -> bool,
    value: Value<Casting, Outcome>,
) -> Row<Casting, Outcome> {
    Row { measure, of: whole, shown, value }
}

fn many(one: &Casting) -> bool {
    one.castings > 1
}

fn partly(one: &Casting) -> bool {
    one.system.may_partly()
}

fn drains(one: &Casting) -> bool {
    matches!(one.system, System::Magic(_) | System::Psi(_) | System::Learned(_))
}

fn points(one: &Casting) -> bool {
    matches!(&one.system, System::Learned(learned) if learned.mana.is_some())
}

fn waits(one: &Casting) -> bool {
    one.system.wakes()
}

/// Whether there are castings enough to be drained below zero.
fn coma(one: &Casting) -> bool {
    let deep = matches!(&one.system, System::Magic(magic) if one.castings > magic.potential.into());
    deep && one.system.may(Sign::Coma)
}

fn ends_early(one: &Casting) -> bool {
    drains(one) && many(one)
}

/// What can happen to the result first, then means, then what can happen to the caster.
static ROWS: [Row<Casting, Outcome>; 28] = [
    row(&SUCCEEDS, always, Value::Is(|_, outcome, _| sum(outcome).successes > 0)),
    row(&PARTLY, partly, Value::Is(|_, outcome, _| sum(outcome).successes == 0 && sum(outcome).partials > 0)),
    row(&FAILS, always, Value::Is(|_, outcome, _| sum(outcome).successes == 0 && sum(outcome).partials == 0)),
    row(&SUCCESSES, many, Value::Amount(|_, outcome| sum(outcome).successes.into())),
    row(&PARTIALS, |one| many(one) && partly(one), Value::Amount(|_, outcome| sum(outcome).partials.into())),
    row(&FAILURES, many, Value::Amount(|_, outcome| outcome.failures() as i32)),
    row(&CASTINGS, many, Value::Amount(|_, outcome| outcome.steps as i32)),
    row(&DRAINED, drains, Value::Amount(|_, outcome| sum(outcome).drained.into())),
    row(&POINTS, points, Value::Amount(|_, outcome| sum(outcome).spent.into())),
    row(&FUDGE_POINTS, |one| one.luck.is_some(), Value::Amount(|_, outcome| sum(outcome).points.into())),
    row(
        &BOXES,
        |one| matches!(one.system, System::Lite(_)),
        Value::Amount(|_, outcome| i32::from(sum(outcome).drained) + i32::from(sum(outcome).spent)),
    ),
    row(
        &SUBJECT_DRAINED,
        |one| matches!(&one.system, System::Psi(psi) if psi.subject.is_some()),
        Value::Amount(|_, outcome| sum(outcome).spent.into()),
    ),
    row(
        &FATIGUE,
        |one| matches!(&one.system, System::Magic(magic) if magic.fatigue.is_some()),
        Value::Amount(|_, outcome| sum(outcome).spent.into()),
    ),
    row(&ROUNDS, waits, Value::Amount(|_, outcome| sum(outcome).rounds.into())),
    row(&DAMAGE, |one| waits(one) && coma(one), Value::Amount(|_, outcome| sum(outcome).damage.into())),
    row(&SHORT, |one| matches!(one.system, System::Kaer(_)), Value::Amount(|_, outcome| sum(outcome).short.into())),
    row(&ROLLS, |one| matches!(one.system, System::Miracle(_)), Value::Amount(|_, outcome| sum(outcome).rounds.into())),
    row(&STUNNED, |one| one.system.may(Sign::Stunned), Value::Is(|_, outcome, _| sum(outcome).has(Sign::Stunned))),
    row(&FAINTED, |one| one.system.may(Sign::Fainted), Value::Is(|_, outcome, _| sum(outcome).has(Sign::Fainted))),
    row(&COMA, coma, Value::Is(|_, outcome, _| sum(outcome).has(Sign::Coma))),
    row(&RESISTED, |one| one.system.may(Sign::Resisted), Value::Is(|_, outcome, _| sum(outcome).has(Sign::Resisted))),
    row(&ANGERED, |one| one.system.may(Sign::Angered), Value::Is(|_, outcome, _| sum(outcome).has(Sign::Angered))),
    row(
        &BACKFIRES,
        |one| one.system.may(Sign::Backfired),
        Value::Is(|_, outcome, _| sum(outcome).has(Sign::Backfired)),
    ),
    row(
        &COLLAPSES,
        |one| one.system.may(Sign::Collapsed),
        Value::Is(|_, outcome, _| sum(outcome).has(Sign::Collapsed)),
    ),
    row(
        &UNSOFTENED,
        |one| one.system.may(Sign::Unsoftened),
        Value::Is(|_, outcome, _| sum(outcome).has(Sign::Unsoftened)),
    ),
    row(&EMPTY, ends_early, Value::Is(|_, outcome, _| gives_out(outcome))),
    row(
        &SPREAD,
        many,
        Value::Spread(|_, outcome| sum(outcome).successes.into(), |_, _, successes| successes.to_string()),
    ),
    row(&LASTS, many, Value::Spread(|_, outcome| outcome.steps as i32, |_, _, castings| castings.to_string())),
];

fn sum(outcome: &Outcome) -> CastingSum {
    outcome.end.sum
}

fn gives_out(outcome: &Outcome) -> bool {
    matches!(outcome.end.end, CastingEnd::Empty | CastingEnd::Collapsed | CastingEnd::Coma)
}

impl Played for Casting {
    type Machine = Self;

    const INFO: Info = Info {
        key: KeySpec::new(
            "casting",
            Kind::Table(&read::CASTING),
            "Magic, miracles or psi outside fights: the odds of a casting, or how long a reservoir lasts.",
            "{ castings = 10, magic = { trait = \"Fair\", potency = \"average\", potential = 3 } }",
        ),
        sample: "[casting]",
        heeds: Scope::OF_CHECKS_FOR_POINTS,
        outcomes: "succeeds, partly succeeds, fails, and what can happen to the caster: stunned, faints, coma, resisted, \
                   angers the deity, backfires, collapses, something bad happens, reservoir empty; over N castings, \
                   within N castings",
        span: Some("casting"),
    };

    fn machine(&self) -> &Self {
        self
    }

    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::casting(item)
    }

    fn rows() -> &'static [Row<Self, Outcome>] {
        &ROWS
    }

    fn told(&self, event: CastingEvent, _: &CastingMoment, rolls: &[Roll], words: &Wording<'_>) -> Vec<Line> {
        vec![told::told(event, rolls, self.luck.as_ref(), words.ladder)]
    }

    fn stands(&self, _: &CastingMoment, after: &CastingMoment, _: &Wording<'_>) -> Vec<Line> {
        let left = self.system.left(after.sum());
        let line = |left| Line::new("progress", told::left(&self.system, left)).with("left", left);
        left.map(line).into_iter().collect()
    }

    fn ended(&self, _: &CastingMoment, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let after = counted(outcome.steps.into(), "casting");
        let CastingOver { end, sum } = outcome.end;
        let why = match end {
            CastingEnd::Done | CastingEnd::Content => "Over",
            CastingEnd::Kept => "Stopped, with what is left of the reservoir,",
            CastingEnd::Empty => "The reservoir is empty",
            CastingEnd::Collapsed => "Unconscious",
            CastingEnd::Coma => "In a coma",
        };
        let partly = match sum.partials {
            0 => String::new(),
            some => format!(", {some} partly"),
        };
        let text = format!("{why} after {after}: {} in full{partly}.", counted(sum.successes.into(), "success"));
        let line = Line::new("result", text).apart();
        vec![line.with("castings", outcome.steps).with("end", end).with("sum", sum)]
    }

    fn roller(&self, ask: Ask) -> Option<String> {
        let both = matches!(ask.purpose, Purpose::Action | Purpose::Magic | Purpose::Will | Purpose::Augment);
        let subject = match &self.system {
            System::Magic(magic) => magic.resistance.is_some(),
            System::Psi(psi) => psi.subject.is_some(),
            System::Kaer(_) => true,
            _ => false,
        };
        (both && subject).then(|| if ask.who == SUBJECT { "subject" } else { "caster" }.to_owned())
    }

    fn solvable(&self) -> Result<()> {
        Casting::solvable(self)
    }
}
