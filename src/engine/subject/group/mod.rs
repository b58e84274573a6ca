//! Several who work side by side: a race, or a group challenge.

mod read;
mod replay;

use super::rows::{always, whole};
use super::{About, Info, Line, Row, Subject, Value, Watched, Wording};
use crate::chance::{Ask, Chance};
use crate::check::{Group, GroupOutcome, TaskEnd};
use crate::document::{Item, KeySpec, Kind};
use crate::error::Result;
use crate::exact::{self, GroupDetail, GroupEnds};
use crate::measure::{Chart, Compared, Distribution, Drawn, Figure, Findings, Measure, Per, Point, Unit};
use crate::rules::Scope;
use crate::sim::Tally;
use crate::stats::Estimate;
use crate::subject::RollSource;
use serde::{Deserialize, Serialize};

/// A group, its members by name.
#[derive(Debug, Clone)]
pub struct Grouped {
    /// What is rolled.
    pub group: Group,
    /// The members.
    pub names: Vec<String>,
}

/// The counts of many groups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupTally {
    /// How often each member was first alone.
    pub first: Vec<u64>,
    /// How often each member was done.
    pub done: Vec<u64>,
    /// Groups by how many were done.
    pub count: Vec<u64>,
    /// The periods until each was decided, and their squares.
    pub periods: [u64; 2],
}

const fn share(id: &'static str, per: Per, meaning: &'static str) -> Measure {
    Measure { compared: Compared::Yes, ..Measure::share(id, per, meaning) }
}

static FIRST: Measure = share("wins", Per::Side, "This member alone is the first to be done.");
static TIE: Measure = share("tie for first", Per::Whole, "Several are the first to be done, in the same period.");
static NOBODY: Measure = share("nobody done", Per::Whole, "No member is ever done.");
static ENOUGH: Measure = share("enough done", Per::Whole, "As many are done as are needed.");
static DONE: Measure = share("done", Per::Side, "This member is done, first or not.");
static PERIODS: Measure = Measure {
    compared: Compared::Yes,
    ..Measure::mean(
        "periods until decided",
        Unit::Periods,
        Per::Whole,
        "The mean number of periods until somebody is first, or enough are done, or it is certain that nobody, or not enough, will be.",
    )
};
static COUNT: Measure = Measure::distribution(
    "members done",
    Unit::Count,
    Per::Whole,
    "The chance that this many members are done.",
    Chart {
        title: "How many are done",
        axis: "members done",
        at_least: "Chance that at least this many are done",
        meaning: "the chance of each number of members of a group who are done",
        drawn: Drawn::Columns,
    },
);

fn races(one: &Grouped) -> bool {
    one.group.needed().is_none()
}

fn each(one: &Grouped) -> Vec<(String, String)> {
    one.names.iter().map(|name| (name.clone(), String::new())).collect()
}

static ROWS: [Row<Grouped, GroupOutcome>; 7] = [
    Row {
        measure: &ENOUGH,
        of: whole,
        shown: |one| !races(one),
        value: Value::Is(|one, outcome, _| outcome.count() >= one.group.deciding()),
    },
    Row { measure: &FIRST, of: each, shown: races, value: Value::Is(|_, outcome, who| outcome.winner() == Some(who)) },
    Row { measure: &TIE, of: whole, shown: races, value: Value::Is(|_, outcome, _| outcome.first().nth(1).is_some()) },
    Row { measure: &NOBODY, of: whole, shown: always, value: Value::Is(|_, outcome, _| outcome.count() == 0) },
    Row {
        measure: &PERIODS,
        of: whole,
        shown: always,
        value: Value::Amount(|one, outcome| outcome.decided(one.group.deciding()) as i32),
    },
    Row { measure: &DONE, of: each, shown: always, value: Value::Is(|_, outcome, who| outcome.done(who).is_some()) },
    Row {
        measure: &COUNT,
        of: whole,
        shown: always,
        value: Value::Spread(|_, outcome| outcome.count() as i32, |_, _, count| count.to_string()),
    },
];

impl Tally for GroupTally {
    fn merge(&mut self, other: Self) {
        let add = |own: &mut [u64], other: &[u64]| own.iter_mut().zip(other).for_each(|(own, n)| *own += n);
        add(&mut self.first, &other.first);
        add(&mut self.done, &other.done);
        add(&mut self.count, &other.count);
        add(&mut self.periods, &other.periods);
    }
}

/// All that is found of a group, counted or solved.
struct Found {
    first: Vec<Estimate>,
    done: Vec<Estimate>,
    count: Vec<Estimate>,
    tie: Estimate,
    nobody: Estimate,
    enough: Estimate,
    periods: Estimate,
}

impl Grouped {
    /// The chance, or the number of trials, in which so many are done as are needed.
    fn enough<T: Copy + std::iter::Sum>(&self, count: &[T]) -> T {
        count[self.group.deciding() as usize..].iter().copied().sum()
    }

    fn found(&self, found: Found) -> Findings {
        let of = |measure, estimates: Vec<Estimate>| {
            let members = self.names.iter().zip(estimates);
            members.map(move |(name, estimate)| Figure::new(measure, name, estimate)).collect::<Vec<_>>()
        };
        let mut figures = match races(self) {
            true => of(&FIRST, found.first),
            false => vec![Figure::new(&ENOUGH, "", found.enough)],
        };
        figures.extend(races(self).then(|| Figure::new(&TIE, "", found.tie)));
        figures.push(Figure::new(&NOBODY, "", found.nobody));
        figures.push(Figure::new(&PERIODS, "", found.periods));
        figures.extend(of(&DONE, found.done));
        let points = Point::numbers(0, found.count);
        Findings { figures, distributions: vec![Distribution::new(&COUNT, "", points)], ..Findings::default() }
    }
}

/// The part of the members' ends that a query reads.
fn detail(about: &About) -> GroupDetail {
    match about {
        About::Row(measure, _) if [&DONE, &COUNT, &ENOUGH, &NOBODY].contains(measure) => GroupDetail::Done,
        About::Row(measure, _) if [&FIRST, &TIE].contains(measure) => GroupDetail::DoneIn,
        _ => GroupDetail::Everything,
    }
}

impl Subject for Grouped {
    const INFO: Info = Info {
        key: KeySpec::new(
            "group",
            Kind::Table(&read::GROUP),
            "Several who work side by side, each for themselves: a race, or a group challenge.",
            "{ successes = 5, members = { ada = { trait = 1 }, ben = { trait = 0 } } }",
        ),
        sample: "[group]",
        heeds: Scope::OF_CHECKS,
        outcomes: "NAME wins, tie for first, nobody done, enough done, NAME done, over N periods, within N periods",
        span: Some("period"),
    };
    type Outcome = GroupOutcome;
    type Tally = GroupTally;
    type Extra = ();

    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::group(item)
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

    fn play(&self, chance: &mut impl Chance, (): &()) -> GroupOutcome {
        self.group.play(chance, |_| {})
    }

    fn tally(&self, _: &Watched<Self>) -> GroupTally {
        let members = self.names.len();
        GroupTally { first: vec![0; members], done: vec![0; members], count: vec![0; members + 1], periods: [0; 2] }
    }

    fn count(&self, outcome: &GroupOutcome, tally: &mut GroupTally) {
        if let Some(who) = outcome.winner() {
            tally.first[who] += 1;
        }
        let done = tally.done.iter_mut().enumerate();
        done.for_each(|(who, count)| *count += u64::from(outcome.done(who).is_some()));
        tally.count[outcome.count() as usize] += 1;
        let periods = u64::from(outcome.decided(self.group.deciding()));
        tally.periods[0] += periods;
        tally.periods[1] += periods * periods;
    }

    fn counted(&self, _: &Wording<'_>, tally: &GroupTally, _: &Watched<Self>) -> Findings {
        let trials = tally.count.iter().sum();
        let share = |count: u64| Estimate::share(count, trials);
        let shares = |counts: &[u64]| counts.iter().map(|count| share(*count)).collect();
        let [sum, squares] = tally.periods;
        self.found(Found {
            first: shares(&tally.first),
            done: shares(&tally.done),
            count: shares(&tally.count),
            tie: share(trials - tally.count[0] - tally.first.iter().sum::<u64>()),
            nobody: share(tally.count[0]),
            enough: share(self.enough(&tally.count)),
            periods: Estimate::mean(sum.into(), squares.into(), trials),
        })
    }

    fn solve(&self, _: &Wording<'_>, watched: &Watched<Self>, _: &dyn Fn() -> bool) -> Result<Findings> {
        let exact = exact::group(&self.group);
        let chance = |chance: f64| Estimate::exact(chance.clamp(0.0, 1.0), exact.bound);
        let chances = |chances: &[f64]| chances.iter().map(|one| chance(*one)).collect();
        let mut found = self.found(Found {
            first: chances(&exact.first),
            done: chances(&exact.done),
            count: chances(&exact.count),
            tie: chance(exact.tie),
            nobody: chance(exact.nobody),
            enough: chance(self.enough(&exact.count)),
            periods: Estimate::exact(exact.periods, exact.mean_bound),
        });
        let details = watched.queries.iter().flat_map(|query| &query.about).map(detail);
        if let (Some(detail), Some(query)) = (details.max(), watched.queries.first()) {
            let ends = GroupEnds::of(&self.group, detail);
            let ends = ends.map_err(|error| error.context(format!("`{}`", query.title)))?;
            watched.add_exact(self, || ends.iter(), ends.bound, &mut found);
        }
        Ok(found)
    }

    fn span(outcome: &GroupOutcome) -> u32 {
        outcome.0.iter().map(|(_, period)| *period).max().unwrap_or(0)
    }

    fn is_unfinished(outcome: &GroupOutcome) -> bool {
        outcome.0.iter().any(|(end, _)| *end == TaskEnd::Unfinished)
    }

    fn roller(&self, ask: Ask) -> Option<String> {
        self.names.get(usize::from(ask.who)).cloned()
    }
}
