//! Several members who work side by side: a race, or a group challenge.

mod group_keys;
mod together;

pub use group_keys::NamedGroup;

use super::played::{Exact, Played};
use super::rows::{chart, mean, share, spread};
use super::sum::{check_line, counted, halves_in_words};
use super::{Info, Line, Presented, Query, Wording};
use crate::chance::{Ask, Roll};
use crate::check::{CheckOutcome, Finished, Group, GroupOutcome, GroupState, TaskEnd};
use crate::document::{Item, KeySpec, Kind, decode};
use crate::error::Result;
use crate::exact::Limits;
use crate::measure::{Figure, Measure, Per, Unit};
use crate::rules::Scope;

type Outcome = Finished<GroupOutcome>;
type Row = super::Row<NamedGroup, Outcome>;

static FIRST: Measure = Measure { per: Per::Side, ..share("wins", "This member alone is the first to be done.") };
static TIE: Measure = share("tie for first", "Several members are the first to be done, in the same period.");
static NOBODY: Measure = share("nobody done", "No member is ever done.");
static ENOUGH: Measure = share("enough done", "At least as many members are done as are `needed`.");
static DONE: Measure = Measure { per: Per::Side, ..share("done", "This member is done, first or not.") };
static PERIODS: Measure = mean(
    "periods until decided",
    Unit::Periods,
    "The mean number of periods until the result of the group is certain.",
);
static COUNT: Measure = spread(
    "members done",
    Unit::Count,
    "The chance that this many members are done.",
    chart(
        "How many are done",
        "members done",
        "Chance that at least this many are done",
        "the chance of each number of members of a group who are done",
    ),
);

/// Whether the first member to be done wins, since the file sets no `needed` number of members.
fn is_race(one: &NamedGroup) -> bool {
    one.group.needed().is_none()
}

/// The subject and label of the figure of each member.
fn member_labels(one: &NamedGroup) -> Vec<(String, String)> {
    one.names.iter().map(|name| (name.clone(), String::new())).collect()
}

impl Presented for NamedGroup {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        decode::table(group_keys::group)(item)
    }

    fn roller(&self, ask: Ask, _: u32) -> Option<String> {
        self.names.get(usize::from(ask.who)).cloned()
    }
}

impl Played for NamedGroup {
    type Machine = Group;

    const INFO: Info = Info {
        key: KeySpec::new(
            "group",
            Kind::Table(&group_keys::GROUP),
            "Several members who work side by side, each for themselves: a race, or a group challenge.",
            "{ successes = 5, members = { ada = { trait = 1 }, ben = { trait = 0 } } }",
        ),
        sample: "[group]",
        heeds: Scope::OF_CHECKS,
        outcomes: "NAME wins, tie for first, nobody done, enough done, NAME done, over N periods, within N periods",
        span: Some("period"),
    };

    const OUTCOMES_OFTEN_EQUAL: bool = false;

    const ROWS: &'static [Row] = &[
        Row::is(&ENOUGH, |one, outcome, _| outcome.end.finished() >= one.group.needed_to_decide())
            .shown(|one| !is_race(one)),
        Row::is(&FIRST, |_, outcome, who| outcome.end.winner() == Some(who)).of(member_labels).shown(is_race),
        Row::is(&TIE, |_, outcome, _| outcome.end.first_finishers().nth(1).is_some()).shown(is_race),
        Row::is(&NOBODY, |_, outcome, _| outcome.end.finished() == 0),
        Row::amount(&PERIODS, |one, outcome| outcome.end.period_decided(one.group.needed_to_decide()) as i32),
        Row::is(&DONE, |_, outcome, who| outcome.end.period_finished(who).is_some()).of(member_labels),
        Row::numbers(&COUNT, |_, outcome| outcome.end.finished() as i32),
    ];

    fn machine(&self) -> &Group {
        &self.group
    }

    fn listed_ends(&self) -> Vec<GroupOutcome> {
        let (all, end) = (self.names.len(), |is_done: bool| (if is_done { TaskEnd::Done } else { TaskEnd::Failed }, 0));
        (0..=all).map(|count| GroupOutcome((0..all).map(|who| end(who < count)).collect())).collect()
    }

    fn event_lines(
        &self,
        (who, outcome): (u16, CheckOutcome),
        after: &GroupState,
        rolls: &[Roll],
        words: &Wording<'_>,
    ) -> Vec<Line> {
        let place = usize::from(who);
        let (name, task) = (&self.names[place], &self.group.members()[place]);
        let (progress, end) = after.members[place];
        let so_far = format!("{} of {}", halves_in_words(progress.halves), task.successes());
        let end = match end {
            Some((TaskEnd::Done, _)) => ", done",
            Some(_) => ", out",
            None => "",
        };
        let line = check_line(name, who, &task.rolls()[0], outcome, rolls, words.ladder);
        let line = line.reworded("roll", |roll| format!("{roll}, {so_far}{end}"));
        vec![line.with("half_successes", progress.halves).with("failures", progress.failures)]
    }

    fn end_lines(&self, _: &GroupState, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        let over = &outcome.end;
        let first: Vec<&str> = over.first_finishers().map(|who| self.names[who].as_str()).collect();
        let decided = over.period_decided(self.group.needed_to_decide());
        let after = counted(decided.into(), "period");
        let text = match (self.group.needed(), &first[..]) {
            (Some(needed), _) if over.finished() >= needed => format!("Enough are done after {after}."),
            (Some(_), _) => format!("Not enough can be done after {after}."),
            (None, []) => "No member is done.".to_owned(),
            (None, [one]) => format!("{one} is first, after {after}."),
            (None, several) => format!("A tie after {after}: {}.", several.join(", ")),
        };
        let line = Line::new("result", text).apart().with("done", over.finished()).with("first", first);
        vec![line.with("decided_in", decided)]
    }

    fn span(outcome: &Outcome) -> u32 {
        outcome.end.0.iter().map(|(_, period)| *period).max().unwrap_or(0)
    }

    fn is_unfinished(over: &GroupOutcome) -> bool {
        over.0.iter().any(|(end, _)| *end == TaskEnd::Unfinished)
    }

    fn exact_values(&self, _: bool, limits: &Limits<'_>) -> Result<Exact<Self>> {
        Ok((self.together(limits)?, None))
    }

    fn exact_answer(&self, query: &Query<Self>, limits: &Limits<'_>) -> Result<Option<Figure>> {
        self.answer(query, limits)
    }
}
