//! Characters rolled on tables, and their cost.

mod creation_keys;

use super::played::Played;
use super::rows::{chart, mean, share, spread};
use super::{Info, Line, Presented, Wording};
use crate::chance::Roll;
use crate::check::{Creation, Finished, RolledTalents, TALENTS, TraitRolled};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::measure::{Measure, Per, Unit};
use crate::text::true_minus;

type Outcome = Finished<RolledTalents>;
type Row = super::Row<Creation, Outcome>;

static COST: Measure = mean("cost", Unit::Levels, "The mean cost of the character, in skill levels.");
static ABOVE: Measure = share(
    "costs more than nothing",
    "The character costs more than a character with all traits at their default levels.",
);
static EVEN: Measure =
    share("costs nothing", "The character costs the same as a character with all traits at their default levels.");
static BELOW: Measure = share(
    "costs less than nothing",
    "The character costs less than a character with all traits at their default levels.",
);
static COSTS: Measure = spread(
    "costs",
    Unit::Levels,
    "The chance that the character costs this many skill levels.",
    chart(
        "Cost of a rolled character",
        "skill levels",
        "Chance to cost at least this many skill levels",
        "the chance of each cost of a rolled character, in skill levels",
    ),
)
.of_mean(COST.id);
static TALENT: Measure = Measure::share("rolled", Per::Block, "The gift or fault is among those that are rolled.");

/// The gifts, then the faults, that can be rolled. Each pair is the kind (0 for gifts, 1 for faults) and the row of
/// [`TALENTS`].
fn listed(one: &Creation) -> impl Iterator<Item = (usize, usize)> {
    let kinds: Vec<usize> = (0..2).filter(|kind| one.talents[*kind] > 0).collect();
    kinds.into_iter().flat_map(|kind| (0..TALENTS.len()).map(move |row| (kind, row)))
}

/// The names of the talents in [`listed`], as subjects of figures.
fn talents(one: &Creation) -> Vec<(String, String)> {
    listed(one).map(|(kind, row)| (TALENTS[row][kind].to_owned(), String::new())).collect()
}

impl Presented for Creation {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(creation_keys::creation)(item)
    }
}

impl Played for Creation {
    type Machine = Self;

    const INFO: Info = Info {
        key: KeySpec::new(
            "creation",
            Kind::Table(&creation_keys::CREATION),
            "A character rolled on tables, and its cost.",
            "{ attributes = 6, skills = 20 }",
        ),
        sample: "[creation]",
        heeds: &[],
        outcomes: "costs more than nothing, costs nothing, costs less than nothing",
        span: Some("roll"),
    };

    const ROWS: &'static [Row] = &[
        Row::is(&ABOVE, |_, outcome, _| outcome.end.cost > 0),
        Row::is(&EVEN, |_, outcome, _| outcome.end.cost == 0),
        Row::is(&BELOW, |_, outcome, _| outcome.end.cost < 0),
        Row::amount(&COST, |_, outcome| outcome.end.cost),
        Row::numbers(&COSTS, |_, outcome| outcome.end.cost),
        Row::is(&TALENT, |one, outcome, place| {
            listed(one).nth(place).is_some_and(|(kind, row)| outcome.end.talents[kind] & (1 << row) != 0)
        })
        .of(talents)
        .shown(|one| one.talents != [0, 0]),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn event_lines(&self, event: TraitRolled, _: &(RolledTalents, bool), _: &[Roll], words: &Wording<'_>) -> Vec<Line> {
        let level = |kind: &str, which: u32, level: i32| {
            Line::new("trait", format!("{kind} {which}: {}.", words.ladder.trait_name(level))).with("level", level)
        };
        let talent = |kind: usize, row: usize| {
            let name = TALENTS.get(row).map_or("", |row| row[kind]);
            Line::new("talent", format!("{}: {name}.", ["Gift", "Fault"][kind])).with("row", row + 2)
        };
        vec![match event {
            TraitRolled::Attribute(which, own) => level("Attribute", which, own),
            TraitRolled::Skill(which, own) => level("Skill", which, own),
            TraitRolled::Gift(row) => talent(0, row),
            TraitRolled::Fault(row) => talent(1, row),
        }]
    }

    fn end_lines(&self, _: &(RolledTalents, bool), outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let cost = outcome.end.cost;
        let text = format!("Costs {} skill levels.", true_minus(cost));
        vec![Line::new("result", text).apart().with("cost", cost)]
    }
}
