//! Wounds that heal: by treatment, and week by week on their own.

mod healing_keys;

pub(crate) use healing_keys::{DAYS_PER_WOUND, HOURS_PER_WOUND, HealerTreatment, LONG_REST, read_treatment};

use super::played::Played;
use super::rows::{NEVER, cut_off_remarks, mean, or_never, share, spread};
use super::sum::{check_line, counted};
use super::{Info, IsSet, Line, Presented, Remark, Statistic, ValueSource, Wording, listed};
use crate::chance::{Ask, Roll};
use crate::check::{Finished, HealingEnd, HealingEvent, HealingOver, HealingState, Wounded};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::ladder::Ladder;
use crate::measure::{Chart, Course, Drawn, Findings, Measure, Unit};
use crate::rules::{Rules, Scope};

/// The end of healing, and its day.
type Outcome = Finished<HealingOver>;
type Row = super::Row<Wounded, Outcome>;

static HEALED: Measure = share("healed", "All wounds heal.");
static DIES: Measure = share("dies", "The bleeding is not stopped in time.");
static UNHEALED: Measure = share("not healed", "Some wound is left after the last day simulated.");
static DOWN: Measure = mean(
    "days out of action",
    Unit::Days,
    "The mean number of days until the character can act again; 0 for a character who dies immediately.",
);
static DAYS: Measure = mean(
    "days",
    Unit::Days,
    "The mean number of days until all wounds are healed; 0 for a character who dies immediately.",
);
static BY_DAY: Measure = spread(
    "days",
    Unit::Days,
    "The chance that the last wound heals on each day.",
    Chart {
        title: "How long the wounds take to heal",
        axis: "day",
        at_least: "",
        meaning: "how long wounds take to heal: the share not healed after each day, and the share healed on that day",
        drawn: Drawn::Course(Course { one: "day", going_on: "not healed", over: "Healed", long: 28 }),
    },
);

impl Presented for Wounded {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(healing_keys::read_wounded)(item)
    }

    fn cautions(&self, _: &Rules, _: IsSet<'_>) -> Vec<Remark> {
        let remedy = "Scratches heal immediately; add a level of Hurt or worse to `wounds`";
        let caution = Remark::new("none of these wounds has to heal", remedy);
        if self.must_heal() { Vec::new() } else { vec![caution] }
    }

    fn roller(&self, ask: Ask, _: u32) -> Option<String> {
        (ask.who == 0).then(|| "treatment".to_owned())
    }

    fn remarks(_: &[&Self], _: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        let remedy = "a Constitution this low may never succeed: leave out `constitution`, or treat the wounds";
        cut_off_remarks(findings, &UNHEALED, "are not healed", "day", remedy)
    }
}

impl Played for Wounded {
    type Machine = Self;

    const INFO: Info = Info {
        key: KeySpec::new(
            "healing",
            Kind::Table(&healing_keys::HEALING),
            "Wounds to heal, by treatment and by themselves.",
            "{ wounds = [\"Hurt\", \"Very Hurt\"], constitution = \"Good\", treatment = { trait = \"Great\" } }",
        ),
        sample: "[healing]",
        heeds: &[
            Scope::All,
            Scope::Checks,
            Scope::Success,
            Scope::Criticals,
            Scope::Actions,
            Scope::Traits,
            Scope::Healing,
            Scope::Wounds,
        ],
        outcomes: "healed, dies, not healed, over N days, within N days",
        span: Some("day"),
    };

    const ROWS: &'static [Row] = &[
        Row::is(&HEALED, |_, outcome, _| outcome.end.end == HealingEnd::Healed),
        Row::is(&DIES, |_, outcome, _| outcome.end.end == HealingEnd::Died).shown(Wounded::may_die),
        Row::is(&UNHEALED, |_, outcome, _| outcome.end.end == HealingEnd::Unhealed)
            .shown(|one| !one.constitution.is_empty()),
        Row::amount(&DAYS, |_, outcome| outcome.steps as i32),
        Row::amount(&DOWN, |_, outcome| outcome.end.down as i32).shown(Wounded::is_down),
        Row::new(
            &BY_DAY,
            ValueSource::Amount(
                |_, outcome| if outcome.end.end == HealingEnd::Healed { outcome.steps as i32 } else { NEVER },
            ),
            |_| Statistic::Spread(|_, day| or_never(day, NEVER.into(), "not healed")),
        ),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn event_lines(&self, event: HealingEvent, _: &HealingState, rolls: &[Roll], words: &Wording<'_>) -> Vec<Line> {
        let line = match event {
            HealingEvent::Treats(outcome, days) => {
                let line = |check| check_line("Treatment", 0, check, outcome, rolls, words.ladder);
                let after =
                    if days == 0 { String::new() } else { format!(", {} to heal", counted(days.into(), "day")) };
                let line = self.treatment.as_ref().map(line);
                line.map(|line| line.reworded("roll", |text| format!("{text}{after}")).with("days", days))
            }
            HealingEvent::Rests(level, outcome) => {
                let name = format!("Constitution, {}", words.rules.record.blow_name(level));
                let line = |check| check_line(&name, level.into(), check, outcome, rolls, words.ladder);
                self.roll_for(level).map(line)
            }
        };
        line.into_iter().collect()
    }

    fn state_lines(&self, before: &HealingState, after: &HealingState, words: &Wording<'_>) -> Vec<Line> {
        if before.wounds == after.wounds {
            return Vec::new();
        }
        let name = |level| words.rules.record.blow_name(level).to_owned();
        let left: Vec<String> = after.wounds.levels().map(name).collect();
        let text = match left.is_empty() {
            true => "All wounds are healed.".to_owned(),
            false => format!("Left: {}.", listed(&left)),
        };
        vec![Line::new("progress", text).with("levels", left)]
    }

    fn end_lines(&self, _: &HealingState, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let after = counted(outcome.steps.into(), "day");
        let text = match outcome.end.end {
            HealingEnd::Healed => format!("Healed after {after}."),
            HealingEnd::Died => "Dies: the bleeding was not stopped.".to_owned(),
            HealingEnd::Unhealed => format!("Not healed after {after}."),
        };
        let line = Line::new("result", text).apart().with("days", outcome.steps).with("down", outcome.end.down);
        vec![line.with("end", outcome.end.end)]
    }

    fn is_unfinished(end: &HealingOver) -> bool {
        end.end == HealingEnd::Unhealed
    }
}
