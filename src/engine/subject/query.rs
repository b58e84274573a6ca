//! Questions by name ([`Question`]), turned into tests of a subject's outcome.

use super::{Row, Subject, Test, Value, Wording};
use crate::chance::Weight;
use crate::document::did_you_mean;
use crate::error::{Error, Result};
use crate::exact::Off;
use crate::formula::Order;
use crate::measure::{
    Compared, Condition, Counted, Figure, Findings, Measure, Misread, Operand, Per, Question, same_words,
};
use crate::stats::Estimate;

/// A question about a trial.
pub struct Query<S: Subject> {
    /// The question as it was asked.
    pub title: String,
    /// All that it reads of an outcome.
    pub about: Vec<About>,
    what: Clause<S>,
    /// The condition on the trials that are counted; `None` for all trials.
    given: Option<Clause<S>>,
}

/// A part of an outcome that a query reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum About {
    /// The value of a row of the subject, for the n-th of those that its measure is about.
    Row(&'static Measure, usize),
    /// Anything else, such as the time it took.
    Other,
}

/// A test put together from others.
enum Clause<S: Subject> {
    Holds(Test<S>),
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
}

/// Reads a number off an outcome; `None` in a trial without one.
pub type ReadNumber<S> = Box<dyn Fn(&S, &<S as Subject>::Outcome) -> Option<i64> + Send + Sync>;

/// A number that a trial has.
pub struct Number<S: Subject> {
    /// Its value.
    pub read: ReadNumber<S>,
    /// The number that is 100 %; `None` if it is not a share of anything.
    pub whole: Option<i64>,
    /// The words for its values, if it is a level.
    pub levels: Vec<(String, i64)>,
    /// The part of the outcome that is read.
    pub about: About,
}

/// One side of a comparison.
enum Side<S: Subject> {
    Number(Number<S>),
    /// The time a trial took.
    Time(String),
    Constant(i64),
    Share(f64),
    /// A level, or an unknown name.
    Word(String),
}

/// The measures of questions.
pub(super) const QUESTIONS: [&Measure; 2] = [&TOGETHER, &GIVEN];

/// The share of trials in which outcomes happen together.
pub static TOGETHER: Measure = Measure {
    title: "{label}",
    compared: Compared::Yes,
    on_request: true,
    ..Measure::share("together", Per::Whole, "Several outcomes, named in the scenario, happen in the same trial.")
};

/// The same of the trials in which others happen.
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

impl<S: Subject> Query<S> {
    /// Reads a question. `figures` are those that the subject has anyway.
    ///
    /// # Errors
    /// An unknown name; a comparison of what no trial has as a number.
    pub fn parse(
        text: &str,
        subject: &S,
        words: &Wording<'_>,
        figures: &[Figure],
        extra: &mut S::Extra,
    ) -> std::result::Result<Self, Misread> {
        let known = |name: &str| {
            let mut extra = S::Extra::default();
            test(subject, name, words, &mut extra).is_some()
                || number(subject, name, words, &mut extra).is_some()
                || is_time::<S>(name)
                || figures.iter().any(|figure| figure.is_called(name))
        };
        let question = Question::parse(text, known)?;
        let mut builder = Builder { subject, words, figures, extra, about: Vec::new() };
        let what = builder.clause(&question.what).map_err(Misread::Wrong)?;
        let given = question.given.map(|given| builder.clause(&given)).transpose().map_err(Misread::Wrong)?;
        let about = builder.about;
        Ok(Self { title: text.split_whitespace().collect::<Vec<_>>().join(" "), about, what, given })
    }

    /// Whether a trial is one of those it is about.
    pub fn is_given(&self, subject: &S, outcome: &S::Outcome) -> bool {
        self.given.as_ref().is_none_or(|given| given.holds(subject, outcome))
    }

    /// Whether what is asked holds.
    pub fn holds(&self, subject: &S, outcome: &S::Outcome) -> bool {
        self.what.holds(subject, outcome)
    }

    /// Adds the shares of these trials, if it is about any of them.
    pub fn add_counted(&self, [holds, of]: [u64; 2], trials: u64, findings: &mut Findings) {
        if of == 0 && trials > 0 {
            return;
        }
        findings.figures.push(Figure::new(self.measure(), "", Estimate::share(holds, of)).labeled(&self.title));
    }

    /// The figure, from the chances of what is asked and of what is given; `None` if that never happens. `bound` is how far one may be off.
    pub fn exact(&self, [holds, of]: [f64; 2], bound: f64) -> Option<Figure> {
        if of == 0.0 && self.given.is_some() {
            return None;
        }
        let share = if self.given.is_none() { holds } else { holds / of };
        let off = if self.given.is_none() { bound } else { 2.0 * bound / of };
        Some(Figure::new(self.measure(), "", Estimate::exact(share, off)).labeled(&self.title))
    }

    /// The figure of exact outcomes, whose chances may be off; `None` if what is given never happens.
    pub fn solved(
        &self,
        subject: &S,
        outcomes: impl Iterator<Item = (S::Outcome, Weight)>,
        off: Off,
    ) -> Option<Figure> {
        let [mut holds, mut given] = [Weight::ZERO; 2];
        for (outcome, weight) in outcomes.filter(|(outcome, _)| self.is_given(subject, outcome)) {
            given += weight;
            if self.holds(subject, &outcome) {
                holds += weight;
            }
        }
        let bound = if given.fraction().is_some() { ROUNDING } else { off.of_chance(given.probability()) };
        self.exact([holds, given].map(|weight| weight.probability()), bound)
    }

    /// Its measure.
    pub fn measure(&self) -> &'static Measure {
        if self.given.is_none() { &TOGETHER } else { &GIVEN }
    }
}

impl<S: Subject> Clause<S> {
    fn holds(&self, subject: &S, outcome: &S::Outcome) -> bool {
        match self {
            Self::Holds(test) => test(subject, outcome),
            Self::Not(clause) => !clause.holds(subject, outcome),
            Self::All(clauses) => clauses.iter().all(|clause| clause.holds(subject, outcome)),
            Self::Any(clauses) => clauses.iter().any(|clause| clause.holds(subject, outcome)),
        }
    }
}

/// Turns conditions into clauses.
struct Builder<'b, S: Subject> {
    subject: &'b S,
    words: &'b Wording<'b>,
    figures: &'b [Figure],
    extra: &'b mut S::Extra,
    about: Vec<About>,
}

impl<S: Subject> Builder<'_, S> {
    fn clause(&mut self, condition: &Condition) -> Result<Clause<S>> {
        let mut all = |parts: &[Condition]| parts.iter().map(|part| self.clause(part)).collect::<Result<_>>();
        Ok(match condition {
            Condition::All(parts) => Clause::All(all(parts)?),
            Condition::Any(parts) => Clause::Any(all(parts)?),
            Condition::Not(part) => Clause::Not(Box::new(self.clause(part)?)),
            Condition::Holds(name) => Clause::Holds(self.event(name)?),
            Condition::Compare(left, order, right) => Clause::Holds(self.comparison(left, *order, right)?),
        })
    }

    fn event(&mut self, name: &str) -> Result<Test<S>> {
        match test(self.subject, name, self.words, self.extra) {
            Some((test, about)) => {
                self.about.push(about);
                Ok(test)
            }
            None if is_time::<S>(name) || self.number(name).is_some() => {
                Err(Error::input(format!("`{name}` is a number in each trial, and no outcome"))
                    .with_help(format!("compare it, as in `{name} >= 1`")))
            }
            None => Err(self.without_trials(name)),
        }
    }

    fn number(&mut self, name: &str) -> Option<Number<S>> {
        number(self.subject, name, self.words, self.extra)
    }

    /// The error for a figure that no single trial has, or for an unknown name.
    fn without_trials(&self, name: &str) -> Error {
        if self.figures.iter().any(|figure| figure.is_called(name)) {
            let message = format!("`{name}` is found over all trials: a single trial has no such number");
            return Error::input(message).with_help("ask for it alone, or give it limits in [[expect]]");
        }
        unknown(self.subject, self.words, name)
    }

    fn side(&mut self, operand: &Operand) -> Result<Side<S>> {
        let name = match operand {
            Operand::Number(number) => return Ok(Side::Constant(*number)),
            Operand::Share(share) => return Ok(Side::Share(*share)),
            Operand::Name(name) => name,
        };
        if let Some(number) = self.number(name) {
            self.about.push(number.about);
            return Ok(Side::Number(number));
        }
        if is_time::<S>(name) {
            self.about.push(About::Other);
            return Ok(Side::Time(name.clone()));
        }
        if test(self.subject, name, self.words, &mut S::Extra::default()).is_some() {
            let message = format!("`{name}` happens in a trial or does not: it is no number to compare");
            return Err(Error::input(message).with_help(format!(
                "write `{name}` alone, or `not {name}`; limits of its chance belong into [[expect]] or [[show]]"
            )));
        }
        if self.figures.iter().any(|figure| figure.is_called(name)) {
            return Err(self.without_trials(name));
        }
        Ok(Side::Word(name.clone()))
    }

    fn comparison(&mut self, left: &Operand, order: Order, right: &Operand) -> Result<Test<S>> {
        match (self.side(left)?, self.side(right)?) {
            (Side::Number(number), other) => self.bounded(left, number, order, other),
            (other, Side::Number(number)) => self.bounded(right, number, order.reversed(), other),
            (Side::Time(_), Side::Constant(bound)) => Ok(self.timed(order, bound)),
            (Side::Constant(bound), Side::Time(_)) => Ok(self.timed(order.reversed(), bound)),
            (Side::Word(name), _) | (_, Side::Word(name)) => Err(unknown_number(self.subject, &name)),
            (Side::Time(name), _) | (_, Side::Time(name)) => {
                Err(Error::input(format!("`{name}` is compared with a whole number only"))
                    .with_help(format!("write `{name} <= 4`")))
            }
            _ => Err(Error::input("a comparison needs a number that differs between trials")
                .with_help("name one at one side of the sign")),
        }
    }

    /// A number against another, or against what stands in the file.
    fn bounded(&self, name: &Operand, number: Number<S>, order: Order, bound: Side<S>) -> Result<Test<S>> {
        let name = if let Operand::Name(name) = name { name.as_str() } else { "" };
        let bound = match (bound, number.whole) {
            (Side::Constant(bound), _) => bound as f64,
            (Side::Word(word), _) => self.level(name, &number.levels, &word)? as f64,
            (Side::Share(share), Some(whole)) => share_of(share, whole),
            (Side::Share(_), None) => {
                return Err(Error::input(format!("`{name}` is not a share of anything"))
                    .with_help("compare it with a number without `%`"));
            }
            (Side::Time(time), _) => {
                return Err(Error::input(format!("`{time}` is compared with a whole number only"))
                    .with_help(format!("write `{time} <= 4`")));
            }
            (Side::Number(other), _) => {
                return Ok(Box::new(move |subject, outcome| {
                    let both = (number.read)(subject, outcome).zip((other.read)(subject, outcome));
                    both.is_some_and(|(own, other)| order.holds(own, other))
                }));
            }
        };
        let read = number.read;
        Ok(Box::new(move |subject, outcome| {
            read(subject, outcome).is_some_and(|value| order.holds(value as f64, bound))
        }))
    }

    /// The level of a word, for a number.
    fn level(&self, name: &str, levels: &[(String, i64)], word: &str) -> Result<i64> {
        if let Some((_, level)) = levels.iter().find(|(known, _)| same_words(known, word)) {
            return Ok(*level);
        }
        if levels.is_empty() {
            return Err(unknown_number(self.subject, word));
        }
        let known: Vec<&str> = levels.iter().map(|(word, _)| word.as_str()).collect();
        let all = || format!("its levels are: {}", known.join(", "));
        let error = Error::input(format!("`{word}` is no level of `{name}`"));
        Err(error.with_help(did_you_mean(word, known.iter().copied()).unwrap_or_else(all)))
    }

    /// A comparison of the time that a trial took.
    fn timed(&mut self, order: Order, bound: i64) -> Test<S> {
        let mut up_to = |most: i64| -> Test<S> {
            match u32::try_from(most) {
                Ok(most) => self.subject.at_most(most, self.extra),
                Err(_) => Box::new(|_, _| false),
            }
        };
        match order {
            Order::AtMost => up_to(bound),
            Order::Less => up_to(bound - 1),
            Order::More => not(up_to(bound)),
            Order::AtLeast => not(up_to(bound - 1)),
            Order::Equal => between(up_to(bound), up_to(bound - 1)),
            Order::Unequal => not(between(up_to(bound), up_to(bound - 1))),
        }
    }
}

/// A share of a whole; one that is a whole number but for rounding is that number, so that `>= 60 %` of 5 is 3.
fn share_of(share: f64, whole: i64) -> f64 {
    let number = share * whole as f64;
    if (number - number.round()).abs() < 1e-9 { number.round() } else { number }
}

fn not<S: Subject>(test: Test<S>) -> Test<S> {
    Box::new(move |subject, outcome| !test(subject, outcome))
}

/// A trial that is over by then, but not before.
fn between<S: Subject>(then: Test<S>, before: Test<S>) -> Test<S> {
    Box::new(move |subject, outcome| then(subject, outcome) && !before(subject, outcome))
}

/// An outcome by its name: a chance among the measures, a value of a distribution, a span of time, or what else the
/// subject knows.
fn test<S: Subject>(subject: &S, name: &str, words: &Wording<'_>, extra: &mut S::Extra) -> Option<(Test<S>, About)> {
    let by_row = S::ROWS.iter().find_map(|row| match row.value {
        Value::Is(is) => {
            let which = of(subject, row, name)?;
            let test: Test<S> = Box::new(move |subject, outcome| is(subject, outcome, which));
            Some((test, About::Row(row.measure, which)))
        }
        _ => None,
    });
    let other = |test| (test, About::Other);
    by_row.or_else(|| span(subject, name, extra).map(other)).or_else(|| subject.named(name, words, extra).map(other))
}

/// The place of a name among those that a measure is about.
fn of<S: Subject>(subject: &S, row: &Row<S, S::Outcome>, name: &str) -> Option<usize> {
    (row.of)(subject).iter().position(|(who, label)| row.measure.is_called(who, label, name))
}

/// `over 20 rounds`, `within 1 round`, `in round 3`.
fn span<S: Subject>(subject: &S, name: &str, extra: &mut S::Extra) -> Option<Test<S>> {
    let name = name.trim().to_lowercase();
    let (word, rest) = name.split_once(' ')?;
    let unit = S::INFO.span?;
    let mut within = |most| -> Test<S> {
        let at_most = subject.at_most(most, extra);
        Box::new(move |subject, outcome| at_most(subject, outcome) && !S::is_unfinished(outcome))
    };
    if let Some(number) = rest.strip_prefix(unit).filter(|_| word == "in") {
        let number: u32 = number.trim().parse().ok().filter(|number| *number > 0)?;
        return Some(between(within(number), within(number - 1)));
    }
    let number: u32 = rest.trim_end_matches('s').strip_suffix(unit)?.trim().parse().ok()?;
    match word {
        "within" => Some(within(number)),
        "over" => Some(not(within(number))),
        _ => None,
    }
}

/// Whether a name is that of the time a trial takes: `rounds`.
fn is_time<S: Subject>(name: &str) -> bool {
    time::<S>().is_some_and(|time| same_words(&time, name))
}

fn time<S: Subject>() -> Option<String> {
    S::INFO.span.map(|span| format!("{span}s"))
}

/// A number of each trial by its name: an amount among the measures, a value that has a distribution, or what else the subject knows.
fn number<S: Subject>(subject: &S, name: &str, words: &Wording<'_>, extra: &mut S::Extra) -> Option<Number<S>> {
    let by_row = S::ROWS.iter().filter(|row| (row.shown)(subject)).find_map(|row| number_of(subject, row, name, words));
    by_row.or_else(|| subject.number(name, words, extra))
}

/// The number that a row reads, if it has this name.
fn number_of<S: Subject>(
    subject: &S,
    row: &'static Row<S, S::Outcome>,
    name: &str,
    words: &Wording<'_>,
) -> Option<Number<S>> {
    let named = || row.is_called(name).then_some(0);
    let (which, read): (usize, ReadNumber<S>) = match row.value {
        Value::Amount(amount) => {
            (of(subject, row, name)?, Box::new(move |one, outcome| Some(amount(one, outcome).into())))
        }
        Value::Spread(amount, _) => (named()?, Box::new(move |one, outcome| Some(amount(one, outcome).into()))),
        Value::Amounts(amount) => {
            let which = of(subject, row, name)?;
            (which, Box::new(move |one, outcome| Some(amount(one, outcome, which).into())))
        }
        Value::Is(_)
        | Value::Rare(_)
        | Value::Share(_)
        | Value::Mean(_)
        | Value::Values(..)
        | Value::Course(_)
        | Value::Named(..)
        | Value::When(..)
        | Value::Known(_) => return None,
    };
    let levels = levels(subject, row.measure, words);
    Some(Number { read, whole: None, levels, about: About::Row(row.measure, which) })
}

/// The words of the ladder, for a number whose distribution is told by them.
fn levels<S: Subject>(subject: &S, measure: &Measure, words: &Wording<'_>) -> Vec<(String, i64)> {
    let spread = S::ROWS.iter().find_map(|row| match row.value {
        Value::Spread(_, told) if measure.goes_with(row.measure) => Some(told),
        _ => None,
    });
    let Some(told) = spread else { return Vec::new() };
    let names = (words.ladder.lowest()..).zip(words.ladder.names());
    names
        .filter(|(level, name)| told(subject, words, *level) == **name)
        .map(|(level, name)| (name.clone(), level.into()))
        .collect()
}

/// The rounding of a quotient of exact integers.
const ROUNDING: f64 = 1e-15;

/// The most outcomes named in a message.
const MOST_NAMES: usize = 40;

/// The names of all outcomes, but those with a number.
fn names<S: Subject>(subject: &S, words: &Wording<'_>) -> Vec<String> {
    let is = |row: &Row<S, S::Outcome>| matches!(row.value, Value::Is(_));
    distinct(rows_called(subject, is).chain(subject.names(words)))
}

/// The names of all numbers that a trial has.
fn numbers<S: Subject>(subject: &S) -> Vec<String> {
    let is = |row: &Row<S, S::Outcome>| {
        (row.shown)(subject) && matches!(row.value, Value::Amount(_) | Value::Amounts(_) | Value::Spread(..))
    };
    distinct(rows_called(subject, is).chain(time::<S>()).chain(subject.numbers()))
}

/// The names of the rows for which this holds.
fn rows_called<S: Subject>(subject: &S, is: impl Fn(&Row<S, S::Outcome>) -> bool) -> impl Iterator<Item = String> {
    let of = move |row: &Row<S, S::Outcome>| {
        let all = if is(row) { (row.of)(subject) } else { Vec::new() };
        all.iter().map(|(who, label)| row.measure.name(who, label)).collect::<Vec<_>>()
    };
    S::ROWS.iter().flat_map(of)
}

fn distinct(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The error for an unknown outcome.
pub(super) fn unknown<S: Subject>(subject: &S, words: &Wording<'_>, name: &str) -> Error {
    let (known, numbers) = (names(subject, words), numbers(subject));
    let long = S::INFO.span.map(|span| format!("over 20 {span}s"));
    let more = S::INFO.span.map(|span| format!(", over 20 {span}s, within 3 {span}s")).unwrap_or_default();
    let all = || {
        let cut = if known.len() > MOST_NAMES { ", …" } else { "" };
        format!("outcomes are: {}{cut}{more}", known[..known.len().min(MOST_NAMES)].join(", "))
    };
    let candidates = known.iter().chain(&numbers).map(String::as_str).chain(long.as_deref());
    let near = did_you_mean(name, candidates);
    Error::input(format!("there is no outcome `{name}`")).with_help(near.unwrap_or_else(all))
}

/// The error for an unknown number in a comparison.
fn unknown_number<S: Subject>(subject: &S, name: &str) -> Error {
    let known = numbers(subject);
    let all = || format!("numbers of a trial are: {}", known[..known.len().min(MOST_NAMES)].join(", "));
    let near = did_you_mean(name, known.iter().map(String::as_str));
    Error::input(format!("there is no number `{name}` to compare")).with_help(near.unwrap_or_else(all))
}
