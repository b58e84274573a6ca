//! A process of one's own, as a file states it.

pub(crate) mod read;
mod replay;
mod tally;

use super::{About, Info, IsSet, Line, Number, Reading, Remark, Row, Subject, Value, Watched, Wording};
use crate::chance::{Ask, Chance};
use crate::check::own::{Act, Ended, OwnProcess, What};
use crate::document::{Item, KeySpec, Kind};
use crate::error::Result;
use crate::exact::{self, Answer};
use crate::ladder::Ladder;
use crate::measure::{
    BY_SUBJECT, Chart, Compared, Distribution, Drawn, Figure, Findings, Measure, Per, Point, Unit, plural, same_words,
};
use crate::rules::{Rules, Scope};
use crate::stats::Estimate;
use crate::subject::RollSource;
use tally::OwnTally;

/// A figure that the file names.
const fn titled(measure: Measure) -> Measure {
    Measure { title: "{label}", keyed: true, ..measure }
}

/// A distribution that is called like its subject.
const fn by_name(measure: Measure) -> Measure {
    Measure { title: BY_SUBJECT, ..measure }
}

static ENDS: Measure = Measure {
    compared: Compared::Yes,
    ..titled(Measure::share("end", Per::Whole, "The process ends in this way, one of those that the file names."))
};
static STEPS: Measure = Measure {
    compared: Compared::Yes,
    ..titled(Measure::mean("steps", Unit::Count, Per::Whole, "The mean number of steps until the process is over."))
};
static UNFINISHED: Measure =
    Measure::share("unfinished", Per::Whole, "The process still goes on after the last step simulated.");
static SHARES: Measure = Measure {
    compared: Compared::Yes,
    ..titled(Measure::share("share", Per::Whole, "A condition that the file states holds at the end."))
};
static MEANS: Measure = Measure {
    compared: Compared::Yes,
    ..titled(Measure::mean("mean", Unit::Count, Per::Whole, "The mean of a number that the file states."))
};
static SHARES_GIVEN: Measure = titled(Measure::share(
    "share of some",
    Per::Whole,
    "A condition that the file states holds at the end, among the processes that it is about.",
));
static MEANS_GIVEN: Measure = titled(Measure::mean(
    "mean of some",
    Unit::Count,
    Per::Whole,
    "The mean of a number that the file states, among the processes that it is about.",
));
static GIVEN: Measure = Measure {
    title: "{label}: share of all",
    ..Measure::share("part of all", Per::Whole, "The share of processes that a figure with `given` is about.")
};
static SPREADS: Measure = by_name(Measure::distribution(
    "spread",
    Unit::Count,
    Per::Whole,
    "The chance of each value of a number that the file states.",
    Chart {
        title: "Values at the end",
        axis: "value",
        at_least: "",
        meaning: "of a process of your own: the chance of each value of a number at its end",
        drawn: Drawn::Columns,
    },
));
static FIRSTS: Measure = by_name(Measure::distribution(
    "first time",
    Unit::Count,
    Per::Whole,
    "The step after which a condition that the file states holds for the first time.",
    Chart {
        title: "For the first time",
        axis: "step",
        at_least: "",
        meaning: "of a process of your own: when something is so for the first time",
        drawn: Drawn::Columns,
    },
));
static COURSES: Measure = Measure {
    title: BY_SUBJECT,
    ..Measure::mean(
        "course",
        Unit::Count,
        Per::Whole,
        "The mean of a number that the file states after each step; a process that has ended keeps its last value.",
    )
};

/// The place of `never`, beyond all steps.
const NEVER: i64 = crate::check::own::MOST_STEPS as i64 + 1;

static ROWS: [Row<OwnProcess, Ended>; 2] = [
    Row {
        measure: &ENDS,
        of: |process| process.ends.iter().map(|end| (String::new(), end.name.clone())).collect(),
        shown: |_| true,
        value: Value::Is(|_, outcome, which| outcome.end == Some(which)),
    },
    Row {
        measure: &SHARES,
        of: |process| shares(process).map(|measured| (String::new(), measured.name.clone())).collect(),
        shown: |_| true,
        value: Value::Is(|process, outcome, which| {
            shares(process).nth(which).is_some_and(|measured| match &measured.what {
                What::Share(amount) => {
                    outcome.end.is_some()
                        && process.measured(amount, &outcome.counters, outcome.steps.into(), outcome.end) != 0
                }
                _ => false,
            })
        }),
    },
];

/// The plural of the word for a step, or `steps`.
fn steps(process: &OwnProcess) -> String {
    process.period.as_deref().map_or_else(|| "steps".to_owned(), plural)
}

/// The shares of all processes.
fn shares(process: &OwnProcess) -> impl Iterator<Item = &crate::check::own::Measured> {
    process.measures.iter().filter(|one| matches!(one.what, What::Share(_)) && one.given.is_none())
}

/// The measures of a process as they are found: for each the share of processes that it is about, and its value.
struct Values {
    ends: Vec<Estimate>,
    steps: Estimate,
    unfinished: Option<Estimate>,
    measures: Vec<Option<(Option<Estimate>, Found)>>,
}

/// The value of a measure.
enum Found {
    Number(Estimate),
    Points(Vec<Point>),
}

fn findings(process: &OwnProcess, values: Values) -> Findings {
    let mut found = Findings::default();
    let ends = process.ends.iter().zip(values.ends);
    found.figures.extend(ends.map(|(end, share)| Figure::new(&ENDS, "", share).labeled(&end.name)));
    found.figures.extend(values.unfinished.map(|share| Figure::new(&UNFINISHED, "", share)));
    found.figures.push(Figure::new(&STEPS, "", values.steps).labeled(steps(process)));
    for (measured, value) in process.measures.iter().zip(values.measures) {
        let Some((given, value)) = value else { continue };
        let measure = match (&measured.what, measured.given.is_some()) {
            (What::Share(_), false) => &SHARES,
            (What::Share(_), true) => &SHARES_GIVEN,
            (What::Mean(_) | What::Tally(_), false) => &MEANS,
            (What::Mean(_) | What::Tally(_), true) => &MEANS_GIVEN,
            (What::Spread(_), _) => &SPREADS,
            (What::First(_), _) => &FIRSTS,
            (What::Course(_), _) => &COURSES,
        };
        match value {
            Found::Number(estimate) => {
                found.figures.push(Figure::new(measure, "", estimate).labeled(&measured.name));
            }
            Found::Points(points) => {
                let list = if measure.chart.is_some() { &mut found.distributions } else { &mut found.courses };
                list.push(Distribution::new(measure, measured.name.clone(), points));
            }
        }
        let given = given.filter(|_| measured.given.is_some());
        found.figures.extend(given.map(|share| Figure::new(&GIVEN, "", share).labeled(&measured.name)));
    }
    found
}

impl Subject for OwnProcess {
    const INFO: Info = Info {
        key: KeySpec::new(
            "process",
            Kind::Map(&Kind::Table(&read::PROCESS)),
            "Processes of your own by name: counters, the lines of each step and the ways to end. `[NAME]` plays one and sets its keys.",
            "{ climb = { counters = { up = { to = 3 } }, step = [{ roll = \"grip\" }, { when = \"grip >= 0\", up = \"up + 1\" }], ends = { top = \"up = 3\" } } }",
        ),
        sample: "[process.NAME]",
        heeds: &[Scope::All, Scope::Success],
        outcomes: "the ends and shares that the file names, over N steps, within N steps",
        span: Some("step"),
    };
    type Outcome = Ended;
    type Tally = OwnTally;
    type Extra = ();

    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        read::process(item)
    }

    fn rows() -> &'static [Row<Self, Ended>] {
        &ROWS
    }

    fn measures() -> Vec<&'static Measure> {
        vec![
            &ENDS,
            &UNFINISHED,
            &STEPS,
            &SHARES,
            &MEANS,
            &SHARES_GIVEN,
            &MEANS_GIVEN,
            &GIVEN,
            &SPREADS,
            &FIRSTS,
            &COURSES,
        ]
    }

    fn cautions(&self, _: &Rules, _: IsSet<'_>) -> Vec<Remark> {
        let sure = self.lines().filter_map(|line| match &line.act {
            Act::Roll(roll) if self.never_fails(roll) => Some(&self.board.names[self.board.roll(roll.roll)]),
            _ => None,
        });
        let caution = |name: &String| Remark {
            message: format!("no member can fail in the roll `{name}`, whatever the dice show"),
            remedy: "give it other dice, or more to roll `against`".to_owned(),
        };
        sure.map(caution).collect()
    }

    fn play(&self, chance: &mut impl Chance, (): &()) -> Ended {
        OwnProcess::play(self, chance, &mut |_| {})
    }

    fn tally(&self, _: &Watched<Self>) -> OwnTally {
        OwnTally::of(self)
    }

    fn count(&self, outcome: &Ended, tally: &mut OwnTally) {
        tally.count(self, outcome);
    }

    fn counted(&self, _: &Wording<'_>, tally: &OwnTally, _: &Watched<Self>) -> Findings {
        findings(self, tally.values(self))
    }

    fn solve(&self, _: &Wording<'_>, watched: &Watched<Self>, stopped: &dyn Fn() -> bool) -> Result<Findings> {
        let answer = exact::own(self, !watched.queries.is_empty(), stopped)?;
        let bound = answer.bound;
        let share = |chance: f64| Estimate::exact(chance.min(1.0), bound);
        let mean = |value: f64| Estimate::exact(value, bound * (1.0 + value.abs()));
        let measures = self.measures.iter().zip(&answer.measures).map(|(measured, found)| {
            if found.given == 0.0 {
                return None;
            }
            let value = match &found.value {
                Answer::Number(value) if matches!(measured.what, What::Share(_)) => Found::Number(share(*value)),
                Answer::Number(value) => Found::Number(mean(*value)),
                Answer::Spread(values, never) => {
                    let mut points: Vec<Point> =
                        values.iter().map(|(value, chance)| Point::number(*value, share(*chance))).collect();
                    if *never > 0.0 {
                        points.push(Point { value: NEVER, label: "never".to_owned(), estimate: share(*never) });
                    }
                    Found::Points(points)
                }
                Answer::Course(means) => Found::Points(Point::numbers(0, means.iter().map(|value| mean(*value)))),
            };
            Some((Some(share(found.given)), value))
        });
        // An end is certain only if no other one can be.
        let all: f64 = answer.ends.iter().sum();
        let ends = answer.ends.iter().map(|chance| {
            let others = answer.ends.iter().filter(|other| **other > 0.0).count() > usize::from(*chance > 0.0);
            let rest = if others { (all - chance).max(f64::MIN_POSITIVE) } else { 0.0 };
            Estimate::exact_share(*chance, rest, if *chance == 0.0 { 0.0 } else { bound })
        });
        let values =
            Values { ends: ends.collect(), steps: mean(answer.steps), unfinished: None, measures: measures.collect() };
        let mut found = findings(self, values);
        watched.add_exact(self, || answer.outcomes.iter().cloned(), bound, &mut found);
        Ok(found)
    }

    fn replay(&self, _: &Wording<'_>, chance: RollSource, _: &dyn Fn(&RollSource) -> bool) -> (Vec<Line>, RollSource) {
        replay::replay(self, chance)
    }

    fn number(&self, name: &str, _: &Wording<'_>, (): &mut ()) -> Option<Number<Self>> {
        let number = |read: super::query::ReadNumber<Self>| Number {
            read,
            whole: None,
            levels: Vec::new(),
            about: About::Other,
        };
        if self.period.as_deref().is_some_and(|period| same_words(&plural(period), name)) {
            return Some(number(Box::new(|_, outcome| Some(outcome.steps.into()))));
        }
        let counter = self.counters.iter().position(|counter| same_words(&counter.name, name))?;
        Some(number(Box::new(move |_, outcome| outcome.counters.get(counter).copied())))
    }

    fn numbers(&self) -> Vec<String> {
        let period = self.period.as_deref().map(plural);
        period.into_iter().chain(self.counters.iter().map(|counter| counter.name.clone())).collect()
    }

    fn span(outcome: &Ended) -> u32 {
        outcome.steps
    }

    fn is_unfinished(outcome: &Ended) -> bool {
        outcome.end.is_none()
    }

    fn reading(&self, figure: &Figure, (): &mut ()) -> Option<Reading<Self>> {
        if figure.name() == STEPS.id {
            return Some(Reading::Span);
        }
        if figure.name() != MEANS.id {
            return super::watched::reading(self, figure);
        }
        let place = self.measures.iter().position(|measured| measured.name == figure.label)?;
        Some(Reading::By(Box::new(move |process: &Self, outcome: &Ended| {
            tally::number(process, &process.measures[place], outcome).unwrap_or(0)
        })))
    }

    fn roller(&self, ask: Ask) -> Option<String> {
        let roll = |lines: &[crate::check::own::Line]| match lines.get(usize::from(ask.who)).map(|line| &line.act) {
            Some(Act::Roll(roll)) => Some(self.board.names[self.board.roll(roll.roll)].clone()),
            _ => None,
        };
        // Lines before the first step have numbers of their own.
        roll(&self.step).or_else(|| roll(&self.begin))
    }

    fn remarks(_: &[&Self], _: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        let remedy = "let an end come sooner";
        super::rows::cut_off(findings, &UNFINISHED, "still go on", "step", remedy)
    }
}
