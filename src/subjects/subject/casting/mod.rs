//! Magic, miracles and psi outside fights: one casting after another.

pub(crate) mod read;
pub(crate) mod transcript;

use super::played::Played;
use super::rows::{chart, mean, share, spread};
use super::sum::counted;
use super::{Info, Line, Presented, Wording};
use crate::chance::{Ask, Purpose, Roll};
use crate::check::{
    CasterEvent, Casting, CastingEnd, CastingEvent, CastingOver, CastingSum, Finished, SUBJECT, SeriesState, System,
};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::error::Result;
use crate::measure::{Measure, Unit};
use crate::rules::Scope;

/// The end of a trial, and its number of castings.
type Outcome = Finished<CastingOver>;
type Row = super::Row<Casting, Outcome>;

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
static RESISTED: Measure = share("resisted", "The target resists, at least once.");
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
static SPREAD: Measure = spread(
    "full successes",
    Unit::Count,
    "The chance that this many castings succeed in full.",
    chart(
        "Castings that succeed",
        "full successes",
        "Chance of at least this many full successes",
        "the chance of each number of castings that succeed in full",
    ),
);
static LASTS: Measure = spread(
    "castings",
    Unit::Count,
    "The chance that this many castings are tried.",
    chart(
        "Castings until it is over",
        "castings",
        "Chance of at least this many castings",
        "the chance of each number of castings, until the reservoir gives out or the caster stops",
    ),
);

fn has_several_castings(one: &Casting) -> bool {
    one.castings > 1
}

fn can_partly_succeed(one: &Casting) -> bool {
    one.system.can_partly_succeed()
}

fn drains_levels(one: &Casting) -> bool {
    matches!(one.system, System::Magic(_) | System::Psi(_) | System::Learned(_))
}

fn costs_power_points(one: &Casting) -> bool {
    matches!(&one.system, System::Learned(learned) if learned.mana.is_some())
}

fn waits(one: &Casting) -> bool {
    one.system.rolls_to_wake()
}

/// Whether the caster can fall into a coma: there are enough castings to drain Potential below zero.
fn can_fall_into_coma(one: &Casting) -> bool {
    let deep = matches!(&one.system, System::Magic(magic) if one.castings > magic.potential.into());
    deep && one.system.can_cause(CasterEvent::Coma)
}

fn can_end_early(one: &Casting) -> bool {
    drains_levels(one) && has_several_castings(one)
}

fn sum(outcome: &Outcome) -> CastingSum {
    outcome.end.sum
}

fn reservoir_gives_out(outcome: &Outcome) -> bool {
    matches!(outcome.end.end, CastingEnd::Empty | CastingEnd::Collapsed | CastingEnd::Coma)
}

impl Presented for Casting {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(read::casting)(item)
    }

    fn roller(&self, ask: Ask, _: u32) -> Option<String> {
        let both = matches!(ask.purpose, Purpose::Action | Purpose::Magic | Purpose::Will | Purpose::Augment);
        let subject = match &self.system {
            System::Magic(magic) => magic.resistance.is_some(),
            System::Psi(psi) => psi.subject.is_some(),
            System::Kaer(_) => true,
            _ => false,
        };
        (both && subject).then(|| if ask.who == SUBJECT { "subject" } else { "caster" }.to_owned())
    }
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

    /// In this order: results of castings, means, effects on the caster.
    const ROWS: &'static [Row] = &[
        Row::is(&SUCCEEDS, |_, outcome, _| sum(outcome).successes > 0),
        Row::is(&PARTLY, |_, outcome, _| sum(outcome).successes == 0 && sum(outcome).partials > 0)
            .shown(can_partly_succeed),
        Row::is(&FAILS, |_, outcome, _| sum(outcome).successes == 0 && sum(outcome).partials == 0),
        Row::amount(&SUCCESSES, |_, outcome| sum(outcome).successes.into()).shown(has_several_castings),
        Row::amount(&PARTIALS, |_, outcome| sum(outcome).partials.into())
            .shown(|one| has_several_castings(one) && can_partly_succeed(one)),
        Row::amount(&FAILURES, |_, outcome| outcome.failures() as i32).shown(has_several_castings),
        Row::amount(&CASTINGS, |_, outcome| outcome.steps as i32).shown(has_several_castings),
        Row::amount(&DRAINED, |_, outcome| sum(outcome).drained.into()).shown(drains_levels),
        Row::amount(&POINTS, |_, outcome| sum(outcome).spent.into()).shown(costs_power_points),
        Row::amount(&FUDGE_POINTS, |_, outcome| sum(outcome).points.into()).shown(|one| one.luck.is_some()),
        Row::amount(&BOXES, |_, outcome| i32::from(sum(outcome).drained) + i32::from(sum(outcome).spent))
            .shown(|one| matches!(one.system, System::Lite(_))),
        Row::amount(&SUBJECT_DRAINED, |_, outcome| sum(outcome).spent.into())
            .shown(|one| matches!(&one.system, System::Psi(psi) if psi.subject.is_some())),
        Row::amount(&FATIGUE, |_, outcome| sum(outcome).spent.into())
            .shown(|one| matches!(&one.system, System::Magic(magic) if magic.fatigue.is_some())),
        Row::amount(&ROUNDS, |_, outcome| sum(outcome).rounds.into()).shown(waits),
        Row::amount(&DAMAGE, |_, outcome| sum(outcome).damage.into())
            .shown(|one| waits(one) && can_fall_into_coma(one)),
        Row::amount(&SHORT, |_, outcome| sum(outcome).short.into()).shown(|one| matches!(one.system, System::Kaer(_))),
        Row::amount(&ROLLS, |_, outcome| sum(outcome).rounds.into())
            .shown(|one| matches!(one.system, System::Miracle(_))),
        Row::is(&STUNNED, |_, outcome, _| sum(outcome).has(CasterEvent::Stunned))
            .shown(|one| one.system.can_cause(CasterEvent::Stunned)),
        Row::is(&FAINTED, |_, outcome, _| sum(outcome).has(CasterEvent::Fainted))
            .shown(|one| one.system.can_cause(CasterEvent::Fainted)),
        Row::is(&COMA, |_, outcome, _| sum(outcome).has(CasterEvent::Coma)).shown(can_fall_into_coma),
        Row::is(&RESISTED, |_, outcome, _| sum(outcome).has(CasterEvent::Resisted))
            .shown(|one| one.system.can_cause(CasterEvent::Resisted)),
        Row::is(&ANGERED, |_, outcome, _| sum(outcome).has(CasterEvent::Angered))
            .shown(|one| one.system.can_cause(CasterEvent::Angered)),
        Row::is(&BACKFIRES, |_, outcome, _| sum(outcome).has(CasterEvent::Backfired))
            .shown(|one| one.system.can_cause(CasterEvent::Backfired)),
        Row::is(&COLLAPSES, |_, outcome, _| sum(outcome).has(CasterEvent::Collapsed))
            .shown(|one| one.system.can_cause(CasterEvent::Collapsed)),
        Row::is(&UNSOFTENED, |_, outcome, _| sum(outcome).has(CasterEvent::Unsoftened))
            .shown(|one| one.system.can_cause(CasterEvent::Unsoftened)),
        Row::is(&EMPTY, |_, outcome, _| reservoir_gives_out(outcome)).shown(can_end_early),
        Row::numbers(&SPREAD, |_, outcome| sum(outcome).successes.into()).shown(has_several_castings),
        Row::numbers(&LASTS, |_, outcome| outcome.steps as i32).shown(has_several_castings),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn event_lines(&self, event: CastingEvent, _: &SeriesState, rolls: &[Roll], words: &Wording<'_>) -> Vec<Line> {
        vec![transcript::event_line(event, rolls, self.luck.as_ref(), words.ladder)]
    }

    fn state_lines(&self, _: &SeriesState, after: &SeriesState, _: &Wording<'_>) -> Vec<Line> {
        let left = self.system.levels_left(after.sum());
        let line = |left| Line::new("progress", transcript::reservoir_sentence(&self.system, left)).with("left", left);
        left.map(line).into_iter().collect()
    }

    fn end_lines(&self, _: &SeriesState, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let after = counted(outcome.steps.into(), "casting");
        let CastingOver { end, sum } = outcome.end;
        let why = match end {
            CastingEnd::Done | CastingEnd::Content => "Over",
            CastingEnd::Kept => "Stopped to keep the rest of the reservoir",
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

    fn solvable(&self) -> Result<()> {
        Casting::solvable(self)
    }
}
