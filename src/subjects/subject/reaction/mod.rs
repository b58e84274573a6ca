//! A reaction: a roll whose degree has a name.

mod reaction_keys;

use super::check::{DEGREES, OUTCOMES};
use super::played::Played;
use super::rows::{degree, mean, share};
use super::sum::roll_line;
use super::{Info, Line, Presented, Statistic, ValueSource, Wording};
use crate::chance::Roll;
use crate::check::{Finished, Reaction, ReactionOutcome};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::measure::{Measure, Unit};
use crate::rules::Scope;

type Outcome = Finished<ReactionOutcome>;
type Row = super::Row<Reaction, Outcome>;

static RESULT: Measure = Measure { title: "{label}", ..share("result", "The reaction has this result.") };
static DEGREE: Measure = mean("degree", Unit::Levels, "The mean of the rolled degrees.");

/// The subject and label of each possible result, best first. The subject is always empty.
fn results(reaction: &Reaction) -> Vec<(String, String)> {
    let mut results: Vec<_> = reaction.results().names().map(|name| (String::new(), name.to_owned())).collect();
    results.reverse();
    results
}

/// Converts an index in [`results`] to the index of a result from the worst, as in [`ReactionOutcome`].
fn best_first(reaction: &Reaction, which: usize) -> u16 {
    (reaction.results().names().count() - 1 - which) as u16
}

impl Presented for Reaction {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(reaction_keys::reaction)(item)
    }
}

impl Played for Reaction {
    type Machine = Self;

    const INFO: Info = Info {
        key: KeySpec::new(
            "reaction",
            Kind::Table(&reaction_keys::REACTION),
            "A reaction to roll.",
            "{ modifiers = { bribe = 1 } }",
        ),
        sample: "[reaction]",
        heeds: &[Scope::All, Scope::Actions, Scope::Reactions],
        outcomes: "each result by its name",
        span: None,
    };

    const ROWS: &'static [Row] = &[
        Row::is(&RESULT, |reaction, outcome, which| outcome.end.result == best_first(reaction, which)).of(results),
        Row::amount(&DEGREE, |_, outcome| outcome.end.degree),
        Row::new(&DEGREES, ValueSource::Amount(|_, outcome| outcome.end.degree), |_| Statistic::Spread(degree)),
        Row::new(&OUTCOMES, ValueSource::Named(|_, outcome| outcome.end.result.into()), |reaction| {
            Statistic::Named(reaction.results().names().map(str::to_owned).collect())
        }),
    ];

    fn machine(&self) -> &Self {
        self
    }

    fn listed_ends(&self) -> Vec<ReactionOutcome> {
        Reaction::possible(self).collect()
    }

    fn end_lines(
        &self,
        _: &Option<ReactionOutcome>,
        Finished { end, .. }: &Outcome,
        rolls: &[Roll],
        words: &Wording<'_>,
    ) -> Vec<Line> {
        let name = self.results().name(end.result).unwrap_or_default();
        vec![
            roll_line("", 0, self.actor(), end.degree, rolls, words.ladder).apart(),
            Line::new("result", format!("The reaction: {name}.")).with("reaction", name),
        ]
    }
}
