//! An opposed action: two roll, and the better result wins.

mod read;
mod replay;

use super::points::{SPENDS, spenders};
use super::rows::{self, always, signed, whole};
use super::{Info, IsSet, Line, Remark, Row, Subject, Value, Watched, Wording};
use crate::chance::{Ask, Chance};
use crate::check::{Opposed, OpposedResult, Standing, Tally, Ties};
use crate::document::{Item, KeySpec, Kind};
use crate::error::Result;
use crate::exact;
use crate::measure::{Chart, Compared, Drawn, Findings, Measure, Per, Unit};
use crate::rules::{Rules, Scope};
use crate::subject::RollSource;

/// An opposed action between two, by name.
#[derive(Debug, Clone)]
pub struct Action {
    /// What is rolled.
    pub opposed: Opposed,
    /// The active side and the passive one.
    pub names: [String; 2],
    /// Whether nothing is said of ties.
    pub ties_unsaid: bool,
}

static WIN: Measure =
    Measure { title: "{who} wins", compared: Compared::Yes, ..Measure::share("win", Per::Side, "This side wins.") };
static TIE: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::share("tie", Per::Whole, "Both have the same degree: nothing changes.")
};
static NONE: Measure = Measure {
    title: "nobody wins",
    compared: Compared::Exact,
    ..Measure::share("none", Per::Whole, "The side with the better degree misses the minimum.")
};
static RELATIVE: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean(
        "relative degree",
        Unit::Levels,
        Per::Whole,
        "The mean of the active side's degree minus the passive side's.",
    )
};
static RELATIVES: Measure = Measure::distribution(
    "relative degrees",
    Unit::Levels,
    Per::Whole,
    "The chance of each relative degree: the active side's degree minus the passive side's.",
    Chart {
        title: "Relative degree",
        axis: "relative degree in levels",
        at_least: "Chance of at least each relative degree",
        meaning: "the chance of each relative degree of an opposed action",
        drawn: Drawn::Columns,
    },
);

const fn is(
    measure: &'static Measure,
    of: fn(&Action) -> Vec<(String, String)>,
    value: Value<Action, OpposedResult>,
) -> Row<Action, OpposedResult> {
    Row { measure, of, shown: always, value }
}

static ROWS: [Row<Action, OpposedResult>; 7] = [
    is(&WIN, |action| of(action, 0), Value::Is(|_, result, _| result.standing == Standing::Win)),
    is(&TIE, whole, Value::Is(|_, result, _| result.standing == Standing::Tie)),
    is(&WIN, |action| of(action, 1), Value::Is(|_, result, _| result.standing == Standing::Lose)),
    Row {
        measure: &NONE,
        of: whole,
        shown: |action| action.opposed.has_minimum(),
        value: Value::Is(|_, result, _| result.standing == Standing::None),
    },
    is(&RELATIVE, whole, Value::Amount(|_, result| result.relative)),
    is(&SPENDS, spending, Value::Amounts(|action, result, which| spent(action, result, which).into())),
    is(&RELATIVES, whole, Value::Spread(|_, result| result.relative, |_, _, relative| signed(relative))),
];

fn of(action: &Action, side: usize) -> Vec<(String, String)> {
    vec![(action.names[side].clone(), String::new())]
}

/// Those with Fudge points.
fn spending(action: &Action) -> Vec<(String, String)> {
    spenders(action.opposed.sides()).flat_map(|side| of(action, side)).collect()
}

/// The points that one of them spends.
fn spent(action: &Action, result: &OpposedResult, which: usize) -> u8 {
    spenders(action.opposed.sides()).nth(which).map_or(0, |side| result.spent[side])
}

impl Action {
    /// What ties mean where one side does not roll, and nothing is said of them.
    fn ties(&self) -> Option<Remark> {
        let winner = match self.opposed.ties() {
            Ties::StatusQuo => return None,
            Ties::Active => 0,
            Ties::Passive => 1,
        };
        let [winner, other] = [&self.names[winner], &self.names[1 - winner]];
        self.ties_unsaid.then(|| Remark {
            message: format!("{winner} wins ties, since {other} does not roll: reaching {other}'s level is enough"),
            remedy: "set `ties` to change that: `ties = \"status quo\"` if nobody wins".to_owned(),
        })
    }
}

impl Subject for Action {
    const INFO: Info = Info {
        key: KeySpec::new(
            "opposed",
            Kind::Table(&read::OPPOSED),
            "An opposed action to roll.",
            "{ active = { trait = 1 }, passive = { trait = 0 } }",
        ),
        sample: "[opposed]",
        heeds: &[Scope::All, Scope::Actions, Scope::Traits, Scope::Points],
        outcomes: "SIDE wins, tie, nobody wins",
        span: None,
    };
    type Outcome = OpposedResult;
    type Tally = Tally<OpposedResult, u64>;
    type Extra = ();

    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::opposed(item)
    }

    fn replay(
        &self,
        words: &Wording<'_>,
        chance: RollSource,
        _: &dyn Fn(&RollSource) -> bool,
    ) -> (Vec<Line>, RollSource) {
        replay::replay(&self.opposed, &self.names, words.ladder, chance)
    }

    fn cautions(&self, _: &Rules, _: IsSet<'_>) -> Vec<Remark> {
        self.ties().into_iter().collect()
    }

    fn rows() -> &'static [Row<Self, Self::Outcome>] {
        &ROWS
    }

    fn play(&self, chance: &mut impl Chance, (): &()) -> OpposedResult {
        self.opposed.roll(chance).result
    }

    fn tally(&self, _: &Watched<Self>) -> Self::Tally {
        self.opposed.empty_tally()
    }

    fn count(&self, outcome: &OpposedResult, tally: &mut Self::Tally) {
        tally.record(*outcome, 1);
    }

    fn counted(&self, words: &Wording<'_>, tally: &Self::Tally, _: &Watched<Self>) -> Findings {
        rows::findings(self, words, tally)
    }

    fn solve(&self, words: &Wording<'_>, watched: &Watched<Self>, _: &dyn Fn() -> bool) -> Result<Findings> {
        Ok(rows::solved(self, words, &exact::opposed(&self.opposed)?, watched))
    }

    fn roller(&self, ask: Ask) -> Option<String> {
        self.names.get(usize::from(ask.who)).cloned()
    }
}
