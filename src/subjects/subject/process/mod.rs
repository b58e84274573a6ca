//! Processes defined in files.
//!
//! `read` reads a definition: its tables through keys, as all sections are read, then the names and formulas in them.
//! `search` then finds all situations, once the case has been read without errors. `exact` solves the process from
//! them.

mod exact;
mod measures;
pub mod read;
mod search;
mod transcript;

use super::played::{Exact, Played};
use super::rows::{cut_off_remarks, or_never};
use super::{Info, IsSet, Line, Number, Presented, Remark, Statistic, ValueSource, Wording};
use crate::chance::{Ask, Roll};
use crate::check::process::{
    Act, FoundInTrials, MOST_STEPS, MeasuredQuantity, Process, ProcessEnd, ProcessError, ProcessMeasure, SectionStart,
    Situation,
};
use crate::check::{Finished, Machine};
use crate::document::{Item, KeySpec, Kind, Node, Problem};
use crate::error::{Error, Result};
use crate::exact::{Explored, Limits};
use crate::ladder::Ladder;
use crate::measure::{Findings, Label, Measure, plural, same_words};
use crate::rules::{Rules, Scope};
use measures::*;
use search::{FoundSituations, located};
use std::ops::Deref;

type Outcome = Finished<ProcessEnd>;
type Row = super::Row<FileProcess, Outcome>;

/// All situations of a process, and the transitions between them.
type Situations = Explored<Situation, ProcessEnd>;

/// A process defined in a file.
#[derive(Debug)]
pub struct FileProcess {
    process: Process,
    found: FoundSituations,
    /// The other processes of the file, until they are checked. They are not played.
    others: Vec<Process>,
}

impl FileProcess {
    fn new(process: Process, others: Vec<Process>) -> Self {
        Self { process, found: FoundSituations::NONE, others }
    }
}

impl Deref for FileProcess {
    type Target = Process;

    fn deref(&self) -> &Process {
        &self.process
    }
}

/// The figures in the file that belong to `measure`.
fn of<'p>(process: &'p Process, measure: &'static Measure) -> impl Iterator<Item = &'p ProcessMeasure> {
    process.measures.iter().filter(move |measured| measure_of(measured) == measure)
}

/// The names of the figures of `measure`, as labels.
fn labels(process: &Process, measure: &'static Measure) -> Vec<(String, String)> {
    of(process, measure).map(|measured| (String::new(), measured.name.clone())).collect()
}

/// The names of the figures of `measure`, as subjects of distributions.
fn subjects(process: &Process, measure: &'static Measure) -> Vec<(String, String)> {
    of(process, measure).map(|measured| (measured.name.clone(), String::new())).collect()
}

/// The figures that count only some processes.
fn given(process: &Process) -> impl Iterator<Item = &ProcessMeasure> {
    process.measures.iter().filter(|measured| measured.given.is_some())
}

/// Whether a figure counts a process with this outcome.
fn is_about(process: &Process, measured: &ProcessMeasure, outcome: &Outcome) -> bool {
    let ProcessEnd { end, counters, .. } = &outcome.end;
    let value = |given| process.measure_value(given, counters, outcome.steps.into(), *end);
    end.is_some() && measured.given.as_ref().is_none_or(|given| value(given) != 0)
}

/// The value of figure `which` of `measure`; `None` if it does not count this process.
fn number(process: &FileProcess, measure: &'static Measure, outcome: &Outcome, which: usize) -> Option<i64> {
    let measured = of(process, measure).nth(which).filter(|measured| is_about(process, measured, outcome))?;
    let ProcessEnd { end, counters, past } = &outcome.end;
    match &measured.quantity {
        MeasuredQuantity::Share(amount) | MeasuredQuantity::Mean(amount) | MeasuredQuantity::Spread(amount) => {
            Some(process.measure_value(amount, counters, outcome.steps.into(), *end))
        }
        MeasuredQuantity::Tally(tally) => past.tallies.get(*tally).copied(),
        MeasuredQuantity::First(_) | MeasuredQuantity::Course(_) => None,
    }
}

/// Whether the condition of figure `which` is true, as 1 or 0; `None` if the figure does not count this process.
fn share(process: &FileProcess, measure: &'static Measure, outcome: &Outcome, which: usize) -> Option<i64> {
    number(process, measure, outcome, which).map(|value| (value != 0).into())
}

/// The number of steps that a process took; `None` if it did not end.
fn length(outcome: &Outcome) -> Option<u32> {
    outcome.end.end.map(|_| outcome.steps)
}

/// The plural of the word for a step; `steps` if the file has no word.
fn steps(process: &Process) -> String {
    process.period.as_deref().map_or_else(|| "steps".to_owned(), plural)
}

impl Presented for FileProcess {
    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::process(item)
    }

    fn search(&mut self, document: &Node, others: bool, limits: &Limits<'_>) -> Vec<Problem> {
        let others = std::mem::take(&mut self.others).into_iter().filter(|_| others);
        let wrong = |mut other: Process| {
            let trouble = FoundSituations::of(&mut other, limits).err()?;
            Some(located(&trouble, &other.name, document))
        };
        let mut problems: Vec<Problem> = others.filter_map(wrong).collect();
        match FoundSituations::of(&mut self.process, limits) {
            Ok(found) => self.found = found,
            Err(trouble) => problems.push(located(&trouble, &self.process.name, document)),
        }
        problems
    }

    fn cautions(&self, _: &Rules, _: IsSet<'_>) -> Vec<Remark> {
        let sure = self.lines().filter_map(|line| match &line.act {
            Act::Roll(roll) if self.found.situations.is_ok() && self.never_fails(roll) => {
                Some(&self.board.names[self.board.roll(roll.roll)])
            }
            _ => None,
        });
        let sure = sure.map(|name| {
            let message = format!("no member can fail the roll `{name}`, whatever the dice show");
            Remark::new(message, "use other dice, or raise `against`")
        });
        let unchecked = self.found.situations.as_ref().err().map(|why| {
            Remark::new(
                format!("{why}, so the program does not check that an end can be reached from each of its situations"),
                "give its counters smaller bounds for exact answers",
            )
        });
        unchecked.into_iter().chain(sure).collect()
    }

    fn ineffective_remarks(&self, _: &Rules, _: IsSet<'_>) -> Vec<Remark> {
        let remark = |place: &String| {
            Remark::new(
                format!("`{place}` has no effect in any situation that can occur"),
                "change it, or leave it out",
            )
        };
        self.found.never.iter().map(remark).collect()
    }

    fn roller(&self, ask: Ask, round: u32) -> Option<String> {
        // Lines before the first step are numbered separately.
        let lines = if round > Process::FIRST_ROUND { &self.step } else { &self.begin };
        let place = match &lines.get(usize::from(ask.who))?.act {
            Act::Roll(roll) => self.board.roll(roll.roll),
            Act::Change(changes) => changes.get(usize::from(ask.against))?.place,
            Act::Say => return None,
        };
        Some(self.board.names[place].clone())
    }

    fn remarks(_: &[&Self], _: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        cut_off_remarks(findings, &UNFINISHED, "still go on", "step", "let an end come sooner")
    }
}

impl Played for FileProcess {
    type Machine = Process;

    const INFO: Info = Info {
        key: KeySpec::new(
            read::SECTION,
            Kind::Map(&Kind::Table(&read::PROCESS)),
            "Custom processes by name: counters, the lines of each step, and the ends. `[NAME]` plays one and sets its keys.",
            "{ climb = { counters = { up = { to = 3 } }, step = [{ roll = \"grip\" }, { when = \"grip >= 0\", up = \"up + 1\" }], ends = { top = \"up = 3\" } } }",
        ),
        sample: "[process.NAME]",
        heeds: &[Scope::All, Scope::Success],
        outcomes: "the ends and shares that the file names, over N steps, within N steps",
        span: Some("step"),
    };

    const OUTCOMES_OFTEN_EQUAL: bool = false;

    const ROWS: &'static [Row] = &[
        Row::is(&ENDS, |_, outcome, which| outcome.end.end == Some(which))
            .of(|process| process.ends.iter().map(|end| (String::new(), end.name.clone())).collect()),
        Row::new(&UNFINISHED, ValueSource::Is(|_, outcome, _| outcome.end.end.is_none()), |_| Statistic::Rare),
        Row::amount(&STEPS, |_, outcome| i32::try_from(outcome.steps).unwrap_or(i32::MAX))
            .of(|process| vec![(String::new(), steps(process))]),
        Row::new(&MEDIAN_STEPS, ValueSource::Length(length), |_| Statistic::Median)
            .of(|process| vec![(String::new(), steps(process))]),
        Row::new(&LENGTHS, ValueSource::Length(length), |_| Statistic::Length),
        Row::new(&SHARES, ValueSource::Number(|one, outcome, which| share(one, &SHARES, outcome, which)), |_| {
            Statistic::Share
        })
        .of(|one| labels(one, &SHARES)),
        Row::new(
            &SHARES_GIVEN,
            ValueSource::Number(|one, outcome, which| share(one, &SHARES_GIVEN, outcome, which)),
            |_| Statistic::Share,
        )
        .of(|one| labels(one, &SHARES_GIVEN)),
        Row::new(&MEANS, ValueSource::Number(|one, outcome, which| number(one, &MEANS, outcome, which)), |_| {
            Statistic::Mean
        })
        .of(|one| labels(one, &MEANS)),
        Row::new(
            &MEANS_GIVEN,
            ValueSource::Number(|one, outcome, which| number(one, &MEANS_GIVEN, outcome, which)),
            |_| Statistic::Mean,
        )
        .of(|one| labels(one, &MEANS_GIVEN)),
        Row::new(
            &SELECTED_SHARE,
            ValueSource::Number(|one, outcome, which| {
                given(one).nth(which).map(|measured| is_about(one, measured, outcome).into())
            }),
            |_| Statistic::Share,
        )
        .of(|one| given(one).map(|measured| (String::new(), measured.name.clone())).collect()),
        Row::new(&SPREADS, ValueSource::Number(|one, outcome, which| number(one, &SPREADS, outcome, which)), |_| {
            Statistic::Spread(|_, value| Label::Named(value.to_string()))
        })
        .of(|one| subjects(one, &SPREADS)),
        Row::new(
            &FIRSTS,
            ValueSource::Number(|_, outcome, which| {
                let first = outcome.end.past.firsts.get(which)?;
                Some(first.map_or(NEVER, i64::from))
            }),
            |_| Statistic::Spread(|_, step| or_never(step, NEVER, "never")),
        )
        .of(|one| subjects(one, &FIRSTS)),
        Row::new(
            &COURSES,
            ValueSource::Course(|_, outcome, which| outcome.end.past.courses.get(which).cloned().unwrap_or_default()),
            |_| Statistic::Course,
        )
        .of(|one| subjects(one, &COURSES)),
    ];

    fn machine(&self) -> &Process {
        &self.process
    }

    fn check_trials(&self) -> Result<()> {
        match self.in_trials.as_ref().and_then(FoundInTrials::trouble) {
            Some(ProcessError { place, message, .. }) => Err(Error::input(format!("{place}: {message}"))
                .with_help("a process with fewer situations is checked for that before it is played")),
            None => Ok(()),
        }
    }

    fn step_word(&self) -> Option<&str> {
        self.period.as_deref()
    }

    fn event_lines(&self, lines: SectionStart, _: &Situation, rolls: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        transcript::lines_of_step(self, &lines, rolls)
    }

    fn state_lines(&self, before: &Situation, after: &Situation, _: &Wording<'_>) -> Vec<Line> {
        transcript::counter_line(self, &before.board, &after.board).into_iter().collect()
    }

    fn end_lines(&self, _: &Situation, outcome: &Outcome, _: &[Roll], _: &Wording<'_>) -> Vec<Line> {
        transcript::end_lines(self, outcome)
    }

    fn number(&self, name: &str) -> Option<Number<Self>> {
        if self.period.as_deref().is_some_and(|period| same_words(&plural(period), name)) {
            // A process that was stopped would have taken longer.
            let steps = |outcome: &Outcome| i64::from(outcome.steps) + i64::from(Self::is_unfinished(&outcome.end));
            let number = Number::new(Box::new(move |_, outcome: &Outcome| Some(steps(outcome))));
            return Some(Number { reach: Some(MOST_STEPS.into()), ..number });
        }
        let counter = self.counters.iter().position(|counter| same_words(&counter.name, name))?;
        Some(Number::new(Box::new(move |_, outcome: &Outcome| outcome.end.counters.get(counter).copied())))
    }

    fn numbers(&self) -> Vec<String> {
        let period = self.period.as_deref().map(plural);
        period.into_iter().chain(self.counters.iter().map(|counter| counter.name.clone())).collect()
    }

    fn is_unfinished(end: &ProcessEnd) -> bool {
        end.end.is_none()
    }

    /// Figures are shown in file order.
    fn in_display_order(&self, mut found: Findings) -> Findings {
        let place = |name: &str| self.measures.iter().position(|measured| measured.name == name);
        let own = [&ENDS, &UNFINISHED, &STEPS, &MEDIAN_STEPS];
        found.figures.sort_by_key(|figure| match own.contains(&figure.measure) {
            true => None,
            false => place(&figure.label),
        });
        found.distributions.sort_by_key(|distribution| place(&distribution.subject));
        found.courses.sort_by_key(|course| place(&course.subject));
        found
    }

    fn exact_values(&self, asked: bool, limits: &Limits<'_>) -> Result<Exact<Self>> {
        let too_many = |why: &&'static str| Error::input(*why).with_help("use method = \"simulate\"");
        let found = self.found.situations.as_ref().map_err(too_many)?;
        let whole = if asked { Some(exact::outcomes(found, limits)?) } else { None };
        Ok((exact::figures(self, found, limits)?, whole))
    }
}
