//! A reaction: a roll whose degree has a name.

mod read;

use super::check::{DEGREES, OUTCOMES};
use super::played::Played;
use super::rows::{self, always, whole};
use super::sum::rolled;
use super::{Info, Line, Presented, Row, Value, Wording};
use crate::chance::Roll;
use crate::check::{Bands, Finished, Reaction, ReactionOutcome};
use crate::document::{Item, KeySpec, Kind};
use crate::measure::{Compared, Measure, Per, Unit};
use crate::rules::Scope;

type Outcome = Finished<ReactionOutcome>;

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
    value: Value<Reaction, Outcome>,
) -> Row<Reaction, Outcome> {
    Row { measure, of, shown: always, value }
}

/// The name of a result that is that of a figure of every reaction, with the figure.
fn misnamed(results: &Bands) -> Option<(&str, &'static Measure)> {
    results.names().find_map(|name| Some((name, rows::built_in(Reaction::ROWS, &RESULT, name)?)))
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

impl Presented for Reaction {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::reaction(item)
    }
}

impl Played for Reaction {
    type Machine = Self;

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

    const ROWS: &'static [Row<Self, Outcome>] = &[
        row(&RESULT, results, Value::Is(|reaction, outcome, which| outcome.end.result == best_first(reaction, which))),
        row(&DEGREE, whole, Value::Amount(|_, outcome| outcome.end.degree)),
        row(
            &DEGREES,
            whole,
            Value::Spread(|_, outcome| outcome.end.degree, |_, words, degree| words.ladder.degree_name(degree)),
        ),
        row(
            &OUTCOMES,
            whole,
            Value::Named(
                |_, outcome| outcome.end.result.into(),
                |reaction| reaction.results().names().map(str::to_owned).collect(),
            ),
        ),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn possible(&self) -> Vec<ReactionOutcome> {
        Reaction::possible(self).collect()
    }

    fn ended(
        &self,
        _: &Option<ReactionOutcome>,
        Finished { end, .. }: &Outcome,
        rolls: &[Roll],
        words: &Wording<'_>,
    ) -> Vec<Line> {
        let name = self.results().name(end.result).unwrap_or_default();
        vec![
            rolled("", 0, self.actor(), end.degree, rolls, words.ladder).apart(),
            Line::new("result", format!("The reaction: {name}.")).with("reaction", name),
        ]
    }
}
