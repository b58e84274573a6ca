//! A contest of many: all roll, and the best result wins.

mod read;
mod replay;

use super::points::{SPENDS, spenders};
use super::rows::{self, Weighed, always, spread, whole};
use super::{About, Info, Line, Query, Row, Subject, Value, Watched, Wording};
use crate::chance::{Ask, Chance};
use crate::check::{Contest, ContestOutcome, ContestTally, Winner};
use crate::document::{Item, KeySpec};
use crate::error::Result;
use crate::exact;
use crate::measure::{Chart, Compared, Distribution, Drawn, Figure, Findings, Measure, Per, Unit};
use crate::rules::Scope;
use crate::sim::Tally;
use crate::subject::RollSource;

/// A contest of many, by name.
#[derive(Debug, Clone)]
pub struct Contested {
    /// What is rolled.
    pub contest: Contest,
    /// The contestants.
    pub names: Vec<String>,
}

static WINS: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::share("wins", Per::Side, "This contestant alone has the best result.")
};
static TIE: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::share("tie for best", Per::Whole, "Several contestants have the best result: nobody wins.")
};
static NOBODY: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::share("nobody wins", Per::Whole, "The contestant with the best result misses the minimum.")
};
static BEST: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean("best degree", Unit::Levels, Per::Whole, "The mean of the best degrees.")
};
static TIES: Measure =
    Measure::share("ties for best", Per::Side, "This contestant is among several with the best result.");
static BESTS: Measure = Measure::distribution(
    "best degrees",
    Unit::Levels,
    Per::Whole,
    "The chance of each best degree.",
    Chart {
        title: "Best degree",
        axis: "best degree",
        at_least: "Chance that the best is at least each degree",
        meaning: "the chance of each best degree of a contest",
        drawn: Drawn::Columns,
    },
);

const fn row(
    measure: &'static Measure,
    of: fn(&Contested) -> Vec<(String, String)>,
    value: Value<Contested, ContestOutcome>,
) -> Row<Contested, ContestOutcome> {
    Row { measure, of, shown: always, value }
}

static ROWS: [Row<Contested, ContestOutcome>; 7] = [
    row(&WINS, each, Value::Is(|one, outcome, which| one.contest.winner(outcome.lead) == Winner::One(which as u16))),
    row(&TIE, whole, Value::Is(|one, outcome, _| one.contest.winner(outcome.lead) == Winner::Shared)),
    Row {
        measure: &NOBODY,
        of: whole,
        shown: |one| one.contest.has_minimum(),
        value: Value::Is(|one, outcome, _| one.contest.winner(outcome.lead) == Winner::Nobody),
    },
    row(&BEST, whole, Value::Amount(|_, outcome| outcome.lead.best())),
    row(&TIES, each, Value::Is(|_, outcome, which| outcome.lead.is_shared() && outcome.lead.is_held_by(which as u16))),
    row(&SPENDS, spending, Value::Amounts(|one, outcome, which| spent(one, &outcome.spent, which).into())),
    row(
        &BESTS,
        whole,
        Value::Spread(|_, outcome| outcome.lead.best(), |_, words, degree| words.ladder.degree_name(degree)),
    ),
];

fn each(one: &Contested) -> Vec<(String, String)> {
    one.names.iter().map(|name| (name.clone(), String::new())).collect()
}

/// Those with Fudge points.
fn spending(one: &Contested) -> Vec<(String, String)> {
    spenders(one.contest.contestants()).map(|who| (one.names[who].clone(), String::new())).collect()
}

/// The points that one of them spends, of those of all.
fn spent(one: &Contested, all: &[u8], which: usize) -> u8 {
    spenders(one.contest.contestants()).nth(which).map_or(0, |who| all[who])
}

impl Tally for ContestTally<u64> {
    fn merge(&mut self, other: Self) {
        self.merge(&other);
    }
}

impl Contested {
    /// The figures, of counts and of chances alike. They are not read off single leads: an exact answer does not tell them
    /// all apart.
    fn found<W: Weighed>(&self, words: &Wording<'_>, tally: &ContestTally<W>) -> Findings {
        let total = tally.degrees.total();
        let of = |measure, name: &str, weight: W| Figure::new(measure, name, weight.share(total));
        let mut figures: Vec<Figure> =
            self.names.iter().zip(&tally.wins).map(|(name, weight)| of(&WINS, name, *weight)).collect();
        figures.push(of(&TIE, "", tally.shared));
        if self.contest.has_minimum() {
            figures.push(of(&NOBODY, "", tally.nobody));
        }
        figures.push(Figure::new(&BEST, "", W::mean(tally.degrees.iter(), total)));
        figures.extend(self.names.iter().zip(&tally.shares).map(|(name, weight)| of(&TIES, name, *weight)));
        for who in spenders(self.contest.contestants()) {
            let spent = tally.spent[who].iter().map(|(points, weight)| (points.into(), weight));
            figures.push(Figure::new(&SPENDS, &self.names[who], W::mean(spent, total)));
        }
        let degrees = spread(&tally.degrees, total, |degree| words.ladder.degree_name(degree));
        Findings { figures, distributions: vec![Distribution::new(&BESTS, "", degrees)], ..Findings::default() }
    }
}

impl Contested {
    /// The contestants whose part in the lead a query depends on, a bit each: all that may be, if the best may miss a minimum of its own.
    fn concerned(&self, query: &Query<Self>) -> u32 {
        let all = (1 << self.names.len()) - 1;
        let of = |about: &About| match about {
            About::Row(_, which) => 1 << which,
            About::Other => 0,
        };
        if self.contest.has_minimum() { all } else { query.about.iter().map(of).fold(0, |some, one| some | one) }
    }
}

impl Subject for Contested {
    const INFO: Info = Info {
        key: KeySpec::new(
            "contest",
            read::CONTEST,
            "A contest of many to roll: contestants by name.",
            "{ anna = { trait = 1 }, ben = { trait = 0 } }",
        ),
        sample: "[contest.anna]",
        heeds: &[Scope::All, Scope::Actions, Scope::Traits, Scope::Points],
        outcomes: "NAME wins, tie for best, nobody wins",
        span: None,
    };
    type Outcome = ContestOutcome;
    type Tally = ContestTally<u64>;
    type Extra = ();

    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::contest(item)
    }

    fn replay(
        &self,
        words: &Wording<'_>,
        chance: RollSource,
        _: &dyn Fn(&RollSource) -> bool,
    ) -> (Vec<Line>, RollSource) {
        replay::replay(&self.contest, &self.names, words.ladder, chance)
    }

    fn rows() -> &'static [Row<Self, Self::Outcome>] {
        &ROWS
    }

    fn play(&self, chance: &mut impl Chance, (): &()) -> ContestOutcome {
        self.contest.roll(chance, |_, _| {})
    }

    fn tally(&self, _: &Watched<Self>) -> Self::Tally {
        ContestTally::new(&self.contest)
    }

    fn count(&self, outcome: &ContestOutcome, tally: &mut Self::Tally) {
        tally.record(&self.contest, outcome, 1);
    }

    fn counted(&self, words: &Wording<'_>, tally: &Self::Tally, _: &Watched<Self>) -> Findings {
        self.found(words, tally)
    }

    fn solve(&self, words: &Wording<'_>, watched: &Watched<Self>, _: &dyn Fn() -> bool) -> Result<Findings> {
        let mut found = self.found(words, &exact::contest(&self.contest)?);
        for query in &watched.queries {
            let ends = exact::contest_seen_by(&self.contest, self.concerned(query))
                .map_err(|error| error.context(format!("`{}`", query.title)))?;
            rows::add_query(self, query, &ends, &mut found);
        }
        Ok(found)
    }

    /// `tie`, for short.
    fn named(&self, name: &str, _: &Wording<'_>, (): &mut ()) -> Option<super::Test<Self>> {
        let tie = |one: &Self, outcome: &ContestOutcome| one.contest.winner(outcome.lead) == Winner::Shared;
        name.eq_ignore_ascii_case("tie").then(|| Box::new(tie) as super::Test<Self>)
    }

    fn roller(&self, ask: Ask) -> Option<String> {
        self.names.get(usize::from(ask.who)).cloned()
    }
}
