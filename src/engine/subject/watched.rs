//! What is recorded in each trial beyond the usual counts: values compared between variants, and questions.

use super::{Row, Subject, Test, Value, Wording};
use crate::document::did_you_mean;
use crate::error::{Error, Result};
use crate::measure::{Compared, Counted, Figure, Findings, Measure, Per, Question, Term, gap};
use crate::stats::Estimate;

/// What is watched of a subject's trials.
pub struct Watched<S: Subject> {
    /// What must be looked at for it.
    pub extra: S::Extra,
    /// What was asked for by name, in order.
    pub queries: Vec<Query<S>>,
    /// The values of a trial that are compared with those of another variant.
    pub values: Vec<Reading<S>>,
}

/// A number read off an outcome.
pub type Amount<S> = Box<dyn Fn(&S, &<S as Subject>::Outcome) -> i64 + Send + Sync>;

/// How a value is read off an outcome.
pub enum Reading<S: Subject> {
    /// By this function.
    By(Amount<S>),
    /// By this function, which looks at how a trial ended and not at what happened on the way.
    AtEnd(Amount<S>),
    /// How long the trial took, in what the subject's time is counted in.
    Span,
    /// Whether the query of this number holds, in a trial that it is about.
    Query(usize),
    /// Whether the query of this number is about the trial.
    Given(usize),
    /// There is no such value in this variant.
    Nothing,
}

/// Outcomes put together by name.
pub struct Query<S: Subject> {
    /// How it was asked.
    pub title: String,
    /// The outcomes, each with whether it must not happen.
    all: Vec<(Test<S>, bool)>,
    /// Of which trials; of all where empty.
    given: Vec<(Test<S>, bool)>,
}

/// The measures of questions.
pub(super) const QUESTIONS: [&Measure; 2] = [&TOGETHER, &GIVEN];

/// How often outcomes happen together.
pub static TOGETHER: Measure = Measure {
    title: "{label}",
    compared: Compared::Yes,
    on_request: true,
    ..Measure::share("together", Per::Whole, "Several outcomes, named in the scenario, happen in the same trial.")
};

/// How often they do, of the trials in which others happen.
pub static GIVEN: Measure = Measure {
    title: "{label}",
    counted: Counted::ShareOf,
    on_request: true,
    ..Measure::share(
        "given",
        Per::Whole,
        "Outcomes named in the scenario happen, among the trials in which other outcomes do.",
    )
};

impl<S: Subject> Default for Watched<S> {
    fn default() -> Self {
        Self { extra: S::Extra::default(), queries: Vec::new(), values: Vec::new() }
    }
}

impl<S: Subject> Watched<S> {
    /// What must be watched for what is asked: each a name of a figure, or outcomes put together.
    ///
    /// # Errors
    /// A name that is none, with the nearest one or all there are.
    pub fn asked(subject: &S, words: &Wording<'_>, asked: &[String], known: &[Figure]) -> Result<Self> {
        let mut watched = Self::default();
        for text in asked {
            let is_known = known.iter().any(|figure| figure.is_called(text));
            if is_known || subject.extra(text, &mut watched.extra) {
                continue;
            }
            let query = Query::parse(text, subject, words, &mut watched.extra);
            let query = query.map_err(|error| match near_measure::<S>(text, known) {
                Some(near) if gap(text).is_none() => Error::input(error.message()).with_help(near),
                _ => error,
            })?;
            watched.queries.push(query);
        }
        Ok(watched)
    }

    /// Adds what was asked for by name, read off branches with their chances. `bound` is how far a chance may be off.
    pub fn add_exact<B>(&self, subject: &S, branches: impl Fn() -> B, bound: f64, findings: &mut Findings)
    where
        B: Iterator<Item = (S::Outcome, f64)>,
    {
        for query in &self.queries {
            let given = branches().filter(|(outcome, _)| query.is_given(subject, outcome));
            let chances = given.fold([0.0; 2], |[holds, given], (outcome, chance)| {
                [holds + if query.holds(subject, &outcome) { chance } else { 0.0 }, given + chance]
            });
            query.add_exact(chances, bound, findings);
        }
    }

    /// Reads all that is watched off an outcome.
    pub fn note(&self, subject: &S, outcome: &S::Outcome, values: &mut [i64], asked: &mut [[u64; 2]]) {
        for (query, [holds, of]) in self.queries.iter().zip(asked) {
            if query.is_given(subject, outcome) {
                *of += 1;
                *holds += u64::from(query.holds(subject, outcome));
            }
        }
        for (value, reading) in values.iter_mut().zip(&self.values) {
            *value = match reading {
                Reading::By(read) | Reading::AtEnd(read) => read(subject, outcome),
                Reading::Span => S::span(outcome).into(),
                Reading::Query(query) => {
                    let query = &self.queries[*query];
                    i64::from(query.is_given(subject, outcome) && query.holds(subject, outcome))
                }
                Reading::Given(query) => i64::from(self.queries[*query].is_given(subject, outcome)),
                Reading::Nothing => 0,
            };
        }
    }
}

impl<S: Subject> Query<S> {
    /// Outcomes with `and`, `not` and `given` between them.
    ///
    /// # Errors
    /// A name that is none.
    pub fn parse(text: &str, subject: &S, words: &Wording<'_>, extra: &mut S::Extra) -> Result<Self> {
        if let Some(error) = gap(text) {
            return Err(error);
        }
        let known = |name: &str| test(subject, name, words, &mut S::Extra::default()).is_some();
        let question = Question::parse(text, known).map_err(|error| unknown(subject, words, &error))?;
        let mut tests = |terms: &[Term]| -> Vec<(Test<S>, bool)> {
            let one = |term: &Term| Some((test(subject, &term.name, words, extra)?, term.negated));
            terms.iter().filter_map(one).collect()
        };
        let (all, given) = (tests(&question.all), tests(&question.given));
        Ok(Self { title: text.split_whitespace().collect::<Vec<_>>().join(" "), all, given })
    }

    /// Whether a trial is one of those it is about.
    pub fn is_given(&self, subject: &S, outcome: &S::Outcome) -> bool {
        self.given.iter().all(|(test, negated)| test(subject, outcome) != *negated)
    }

    /// Whether what is asked holds.
    pub fn holds(&self, subject: &S, outcome: &S::Outcome) -> bool {
        self.all.iter().all(|(test, negated)| test(subject, outcome) != *negated)
    }

    /// Adds what so many trials say of it; nothing where it is about none of them.
    pub fn add_counted(&self, [holds, of]: [u64; 2], trials: u64, findings: &mut Findings) {
        if of == 0 && trials > 0 {
            return;
        }
        findings.figures.push(Figure::new(self.measure(), "", Estimate::share(holds, of)).labeled(&self.title));
    }

    /// Adds what the chances of what is asked, and of what is given, say of it; nothing where that never happens. `bound` is how far one may be
    /// off.
    pub fn add_exact(&self, [holds, of]: [f64; 2], bound: f64, findings: &mut Findings) {
        if of == 0.0 && !self.given.is_empty() {
            return;
        }
        let share = if self.given.is_empty() { holds } else { holds / of };
        let off = if self.given.is_empty() { bound } else { 2.0 * bound / of };
        findings.figures.push(Figure::new(self.measure(), "", Estimate::exact(share, off)).labeled(&self.title));
    }

    /// What it measures.
    pub fn measure(&self) -> &'static Measure {
        if self.given.is_empty() { &TOGETHER } else { &GIVEN }
    }
}

/// An outcome by its name: a chance among the measures, a value of a distribution, a span of time, or what else the
/// subject knows.
pub fn test<S: Subject>(subject: &S, name: &str, words: &Wording<'_>, extra: &mut S::Extra) -> Option<Test<S>> {
    let by_row = S::rows().iter().find_map(|row| match row.value {
        Value::Is(is) => {
            let which = of(subject, row, name)?;
            let test: Test<S> = Box::new(move |subject, outcome| is(subject, outcome, which));
            Some(test)
        }
        _ => None,
    });
    by_row.or_else(|| span(subject, name, extra)).or_else(|| subject.named(name, words, extra))
}

/// The place of a name among those that a measure is about.
fn of<S: Subject>(subject: &S, row: &Row<S, S::Outcome>, name: &str) -> Option<usize> {
    (row.of)(subject).iter().position(|(who, label)| row.measure.is_called(who, label, name))
}

/// `over 20 rounds`, `within 1 round`, `in round 3`.
fn span<S: Subject>(subject: &S, name: &str, extra: &mut S::Extra) -> Option<Test<S>> {
    let name = name.trim().to_lowercase();
    let (word, rest) = name.split_once(' ')?;
    if let Some(number) = rest.strip_prefix(S::INFO.span?).filter(|_| word == "in") {
        let number: u32 = number.trim().parse().ok().filter(|number| *number > 0)?;
        let [before, then] = [number - 1, number].map(|most| subject.within(most, extra));
        return Some(Box::new(move |subject, outcome| then(subject, outcome) && !before(subject, outcome)));
    }
    let number: u32 = rest.trim_end_matches('s').strip_suffix(S::INFO.span?)?.trim().parse().ok()?;
    let within = subject.within(number, extra);
    match word {
        "within" => Some(within),
        "over" => Some(Box::new(move |subject, outcome| !within(subject, outcome))),
        _ => None,
    }
}

/// The most outcomes named in a message.
const MOST_NAMES: usize = 40;

/// The names of all outcomes, but those with a number.
pub fn names<S: Subject>(subject: &S, words: &Wording<'_>) -> Vec<String> {
    let of = |row: &Row<S, S::Outcome>| {
        let all = if matches!(row.value, Value::Is(_)) { (row.of)(subject) } else { Vec::new() };
        all.iter().map(|(who, label)| row.measure.name(who, label)).collect::<Vec<_>>()
    };
    let mut names: Vec<String> = Vec::new();
    for name in S::rows().iter().flat_map(of).chain(subject.names(words)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The measure that was probably meant by a text.
fn near_measure<S: Subject>(text: &str, known: &[Figure]) -> Option<String> {
    let on_request = S::measures().into_iter().filter(|measure| measure.on_request && measure.per == Per::Whole);
    let names: Vec<String> =
        known.iter().map(Figure::title).chain(on_request.map(|measure| measure.name("", ""))).collect();
    did_you_mean(text, names.iter().map(String::as_str))
}

/// What to say of a name that is none.
pub fn unknown<S: Subject>(subject: &S, words: &Wording<'_>, error: &Error) -> Error {
    let known = names(subject, words);
    let long = S::INFO.span.map(|span| format!("over 20 {span}s"));
    let more = S::INFO.span.map(|span| format!(", over 20 {span}s, within 3 {span}s")).unwrap_or_default();
    let all = || {
        let cut = if known.len() > MOST_NAMES { ", …" } else { "" };
        format!("outcomes are: {}{cut}{more}", known[..known.len().min(MOST_NAMES)].join(", "))
    };
    let name = error.message().split('`').nth(1).unwrap_or_default().to_owned();
    let near = did_you_mean(&name, known.iter().map(String::as_str).chain(long.as_deref()));
    Error::input(error.message()).with_help(near.unwrap_or_else(all))
}

/// The value of a figure in a trial, where it is read off an outcome by a row.
pub fn reading<S: Subject>(subject: &S, figure: &Figure) -> Option<Reading<S>> {
    // A measure has several rows where another stands between those it is about.
    let (row, which) = S::rows().iter().filter(|row| row.measure.id == figure.name()).find_map(|row| {
        let about = |(who, label): &(String, String)| *who == figure.subject && *label == figure.label;
        Some((row, (row.of)(subject).iter().position(about)?))
    })?;
    match row.value {
        Value::Is(is) => Some(Reading::By(Box::new(move |subject, outcome| is(subject, outcome, which).into()))),
        Value::Amount(amount) => Some(Reading::By(Box::new(move |subject, outcome| amount(subject, outcome).into()))),
        Value::Amounts(amount) => {
            Some(Reading::By(Box::new(move |subject, outcome| amount(subject, outcome, which).into())))
        }
        Value::Spread(..) | Value::Named(..) | Value::Known(..) => None,
    }
}
