//! A reaction: a roll whose degree has a name.

mod read;
mod replay;

use super::check::{DEGREES, OUTCOMES};
use super::rows::{self, always, whole};
use super::{Info, Line, Row, Subject, Value, Watched, Wording};
use crate::chance::Chance;
use crate::check::{Bands, Reaction, ReactionOutcome, Tally};
use crate::document::{Item, KeySpec, Kind};
use crate::error::Result;
use crate::exact;
use crate::measure::{Compared, Findings, Measure, Per, Unit};
use crate::rules::Scope;
use crate::subject::RollSource;

static RESULT: Measure = Measure {
    title: "{label}",
    compared: Compared::Yes,
    ..Measure::share("result", Per::Whole, "The reaction has this result.")
};
static DEGREE: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean("degree", Unit::Levels, Per::Whole, "The mean of the rolled degrees.")
};

const fn row(
    measure: &'static Measure,
    of: fn(&Reaction) -> Vec<(String, String)>,
    value: Value<Reaction, ReactionOutcome>,
) -> Row<Reaction, ReactionOutcome> {
    Row { measure, of, shown: always, value }
}

static ROWS: [Row<Reaction, ReactionOutcome>; 4] = [
    row(&RESULT, results, Value::Is(|reaction, outcome, which| outcome.result == best_first(reaction, which))),
    row(&DEGREE, whole, Value::Amount(|_, outcome| outcome.degree)),
    row(
        &DEGREES,
        whole,
        Value::Spread(|_, outcome| outcome.degree, |_, words, degree| words.ladder.degree_name(degree)),
    ),
    row(
        &OUTCOMES,
        whole,
        Value::Named(
            |_, outcome| outcome.result.into(),
            |reaction| reaction.results().names().map(str::to_owned).collect(),
        ),
    ),
];

/// The name of a result that is that of a figure of every reaction, with the figure.
fn misnamed(results: &Bands) -> Option<(&str, &'static Measure)> {
    results.names().find_map(|name| Some((name, rows::built_in(&ROWS, &RESULT, name)?)))
}

/// The results, the best first.
fn results(reaction: &Reaction) -> Vec<(String, String)> {
    let mut results: Vec<_> = reaction.results().names().map(|name| (String::new(), name.to_owned())).collect();
    results.reverse();
    results
}

fn best_first(reaction: &Reaction, which: usize) -> u16 {
    (reaction.results().names().count() - 1 - which) as u16
}

impl Subject for Reaction {
    const INFO: Info = Info {
        key: KeySpec::new(
            "reaction",
            Kind::Table(&read::REACTION),
            "A reaction to roll.",
            "{ modifiers = { bribe = 1 } }",
        ),
        sample: "[reaction]",
        heeds: &[Scope::All, Scope::Actions, Scope::Reactions],
        outcomes: "each result by its name",
        span: None,
    };
    type Outcome = ReactionOutcome;
    type Tally = Tally<ReactionOutcome, u64>;
    type Extra = ();

    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::reaction(item)
    }

    fn replay(
        &self,
        words: &Wording<'_>,
        chance: RollSource,
        _: &dyn Fn(&RollSource) -> bool,
    ) -> (Vec<Line>, RollSource) {
        replay::replay(self, words.ladder, chance)
    }

    fn rows() -> &'static [Row<Self, Self::Outcome>] {
        &ROWS
    }

    fn play(&self, chance: &mut impl Chance, (): &()) -> ReactionOutcome {
        self.roll(chance)
    }

    fn tally(&self, _: &Watched<Self>) -> Self::Tally {
        self.empty_tally()
    }

    fn count(&self, outcome: &ReactionOutcome, tally: &mut Self::Tally) {
        tally.record(*outcome, 1);
    }

    fn counted(&self, words: &Wording<'_>, tally: &Self::Tally, _: &Watched<Self>) -> Findings {
        rows::findings(self, words, tally)
    }

    fn solve(&self, words: &Wording<'_>, watched: &Watched<Self>, _: &dyn Fn() -> bool) -> Result<Findings> {
        Ok(rows::solved(self, words, &exact::reaction(self), watched))
    }
}
