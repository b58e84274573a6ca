//! A contest of several characters: all roll, and the best result wins.

mod contest_keys;

pub use contest_keys::Contested;

use super::played::{Exact, Played};
use super::points::{SPENDS, spenders};
use super::rows::{SubjectValues, chart, degree, mean, share, spread};
use super::sum::{level, opposed_roll_line};
use super::{About, Info, Line, Presented, Query, Statistic, Test, ValueSource, Wording};
use crate::chance::{Ask, Roll, Weight};
use crate::check::{Contest, ContestOutcome, ContestState, Finished, Lead, Winner};
use crate::document::{Item, KeySpec};
use crate::error::Result;
use crate::exact::{ErrorBounds, Limits, solve};
use crate::measure::{Figure, Measure, Per, Unit};
use crate::rules::Scope;

type Outcome = Finished<ContestOutcome>;
type Row = super::Row<Contested, Outcome>;

static WINS: Measure = Measure { per: Per::Side, ..share("wins", "This contestant alone has the best result.") };
static TIE: Measure = share("tie for best", "Several contestants share the best result, so none of them wins.");
static NOBODY: Measure = share("nobody wins", "The contestant with the best result misses the minimum.");
static BEST: Measure = mean("best degree", Unit::Levels, "The mean of the best degree.");
static TIES: Measure =
    Measure::share("ties for best", Per::Side, "This contestant is among several with the best result.");
static BESTS: Measure = spread(
    "best degrees",
    Unit::Levels,
    "The chance of each value of the best degree.",
    chart(
        "Best degree",
        "best degree",
        "Chance that the best is at least each degree",
        "the chance of each value of the best degree in a contest",
    ),
)
.of_mean(BEST.id);

/// The subject and label of the figure of each contestant.
fn contestant_labels(one: &Contested) -> Vec<(String, String)> {
    one.names.iter().map(|name| (name.clone(), String::new())).collect()
}

/// The contestants with Fudge points.
fn spender_labels(one: &Contested) -> Vec<(String, String)> {
    spenders(one.contest.contestants()).map(|who| (one.names[who].clone(), String::new())).collect()
}

/// The Fudge points that one contestant spends. `which` is the index among the contestants who have points. `all` has
/// the points that each contestant spends.
fn spent(one: &Contested, all: &[u8], which: usize) -> u8 {
    spenders(one.contest.contestants()).nth(which).map_or(0, |who| all[who])
}

impl Contested {
    /// The contestants that the query depends on, as a bit mask by index. If any contestant needs a minimum degree to
    /// win, these are all contestants.
    fn relevant_contestants(&self, query: &Query<Self>) -> u32 {
        let all = (1 << self.names.len()) - 1;
        let of = |about: &About| match about {
            About::Row(_, which) => 1 << which,
            About::Other => 0,
        };
        if self.contest.has_minimum() { all } else { query.about.iter().map(of).fold(0, |some, one| some | one) }
    }
}

impl Presented for Contested {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        contest_keys::contest(item)
    }

    fn roller(&self, ask: Ask, _: u32) -> Option<String> {
        self.names.get(usize::from(ask.who)).cloned()
    }
}

impl Played for Contested {
    type Machine = Contest;

    const INFO: Info = Info {
        key: KeySpec::new(
            "contest",
            contest_keys::CONTEST,
            "A contest of many to roll: contestants by name.",
            "{ anna = { trait = 1 }, ben = { trait = 0 } }",
        ),
        sample: "[contest.anna]",
        heeds: &[Scope::All, Scope::Actions, Scope::Traits, Scope::Points],
        outcomes: "NAME wins, tie for best, nobody wins",
        span: None,
    };

    const OUTCOMES_OFTEN_EQUAL: bool = false;

    const ROWS: &'static [Row] = &[
        Row::is(&WINS, |one, outcome, which| one.contest.winner(outcome.end.lead) == Winner::One(which as u16))
            .of(contestant_labels),
        Row::is(&TIE, |one, outcome, _| one.contest.winner(outcome.end.lead) == Winner::Shared),
        Row::is(&NOBODY, |one, outcome, _| {
            one.contest.numbers().any(|who| outcome.end.lead.is_held_by(who))
                && one.contest.winner(outcome.end.lead) == Winner::Nobody
        })
        .shown(|one| one.contest.has_minimum()),
        Row::amount(&BEST, |_, outcome| outcome.end.lead.best()),
        Row::is(&TIES, |_, outcome, which| outcome.end.lead.is_shared() && outcome.end.lead.is_held_by(which as u16))
            .of(contestant_labels),
        Row::new(
            &SPENDS,
            ValueSource::Amounts(|one, outcome, which| spent(one, &outcome.end.spent, which).into()),
            |_| Statistic::Mean,
        )
        .of(spender_labels),
        Row::new(&BESTS, ValueSource::Amount(|_, outcome| outcome.end.lead.best()), |_| Statistic::Spread(degree)),
    ];

    fn machine(&self) -> &Contest {
        &self.contest
    }

    fn listed_ends(&self) -> Vec<ContestOutcome> {
        self.contest.best_degrees().map(|best| ContestOutcome::of(Lead::of(best))).collect()
    }

    fn end_lines(&self, state: &ContestState, outcome: &Outcome, rolls: &[Roll], words: &Wording<'_>) -> Vec<Line> {
        let (ladder, lead) = (words.ladder, outcome.end.lead);
        let efforts = self.contest.contestant_results(state);
        let contestants = self.contest.numbers().zip(&self.names).zip(self.contest.contestants()).zip(efforts);
        let told =
            contestants.map(|(((who, name), one), effort)| opposed_roll_line(name, who, one, effort, rolls, ladder));
        let mut lines: Vec<Line> = told.collect();
        lines.iter_mut().take(1).for_each(|first| first.apart = true);
        let names = (0..).zip(&self.names);
        let holders: Vec<&str> =
            names.filter(|(who, _)| lead.is_held_by(*who)).map(|(_, name)| name.as_str()).collect();
        let winner = match self.contest.winner(lead) {
            Winner::One(who) => self.names.get(usize::from(who)),
            Winner::Shared | Winner::Nobody => None,
        };
        let best = ladder.degree_name(lead.best());
        let text = match (winner, &holders[..]) {
            (Some(winner), _) => format!("{winner} wins with {best}."),
            (None, [one]) => {
                format!("No contestant wins: {one} has the best result, {best}, but it is below the minimum.")
            }
            (None, holders) => format!("A tie for the best result, {best}: {}.", holders.join(", ")),
        };
        let result = Line::new("result", text).with("best", level(ladder, lead.best()));
        lines.push(result.with("holders", holders).with("winner", winner));
        lines
    }

    /// Accepts `tie` as a short name.
    fn named(&self, name: &str) -> Option<Test<Self>> {
        let tie = |one: &Self, outcome: &Outcome| one.contest.winner(outcome.end.lead) == Winner::Shared;
        name.eq_ignore_ascii_case("tie").then(|| Box::new(tie) as Test<Self>)
    }

    /// Solves the contest once per contestant, and merges leads that are the same for that contestant. A contest of
    /// twenty then needs a few hundred leads instead of 9²⁰ branches.
    fn exact_values(&self, _: bool, limits: &Limits<'_>) -> Result<Exact<Self>> {
        if self.contest.has_luck() {
            let solved = solve(&self.contest, limits)?;
            let mut parts = SubjectValues::exact(self, solved.off);
            parts.add(self, solved.all(), &|_, _| true);
            return Ok((parts, Some(solved)));
        }
        let mut parts = SubjectValues::exact(self, ErrorBounds::default());
        for end in self.listed_ends() {
            parts.record(self, &Finished { end, steps: 0 }, Weight::ZERO, &|_, _| true);
        }
        for who in 0..self.names.len() {
            let solved = solve(&self.contest.distinguishing(1 << who), limits)?;
            parts.is_off(solved.off);
            parts.add(self, solved.all(), &|measure, which| match measure.per {
                Per::Whole => who == 0 && *measure != NOBODY,
                _ => which == who,
            });
            let own = solved.all().filter(|(outcome, _)| outcome.end.lead.is_held_by(who as u16));
            parts.add(self, own, &|measure, _| *measure == NOBODY);
        }
        Ok((parts, None))
    }

    fn exact_answer(&self, query: &Query<Self>, limits: &Limits<'_>) -> Result<Option<Figure>> {
        let solved = solve(&self.contest.distinguishing(self.relevant_contestants(query)), limits)?;
        Ok(query.solved(self, solved.all(), solved.off))
    }
}
