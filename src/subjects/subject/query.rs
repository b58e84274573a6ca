//! Questions by name ([`TrialQuestion`]), turned into tests of a subject's outcomes.

use super::info::Wording;
use super::rows::{Rows, Statistic, SubjectRow, is_distribution_called, share};
use crate::chance::Weight;
use crate::error::{Error, Result};
use crate::exact::ErrorBounds;
use crate::formula::Order;
use crate::ladder::same_level;
use crate::measure::{
    Counted, Figure, Findings, Label, Measure, Operand, Per, Predicate, QuestionError, TrialQuestion, distinct,
    same_words, thousands,
};
use crate::stats::Estimate;
use crate::text::unknown_word;

/// A question about a trial.
pub struct Query<S: Rows> {
    /// The text of the question.
    pub title: String,
    /// The parts of an outcome that the question reads.
    pub about: Vec<About>,
    /// The outcome in question.
    pub(super) what: Clause,
    /// The condition on the trials that are counted; `None` for all trials.
    pub(super) given: Option<Clause>,
    /// The tests and numbers that `what` and `given` refer to by index.
    pub(super) leaves: OutcomeReaders<S>,
}

/// The tests and numbers that queries read from outcomes, by index.
pub(super) struct OutcomeReaders<S: Rows> {
    pub(super) tests: Vec<Test<S>>,
    pub(super) numbers: Vec<ReadNumber<S>>,
}

/// A test of an outcome.
pub type Test<S> = Box<dyn Fn(&S, &<S as Rows>::Outcome) -> bool + Send + Sync>;

/// A part of an outcome that a query reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum About {
    /// The value of a row, with the index of its subject among those of the measure.
    Row(&'static Measure, usize),
    /// Anything else, such as the time that the trial took.
    Other,
}

/// A test composed of others, with indices of tests and numbers at its leaves.
pub(super) enum Clause {
    /// The test with this index.
    Holds(usize),
    /// A comparison of a number with another number or with a constant.
    Compare(usize, Order, ComparedWith),
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
}

/// The other side of a comparison.
pub(super) enum ComparedWith {
    Fixed(f64),
    /// The number with this index.
    Number(usize),
}

/// Reads a number from an outcome; `None` if the trial has no such number.
pub type ReadNumber<S> = Box<dyn Fn(&S, &<S as Rows>::Outcome) -> Option<i64> + Send + Sync>;

/// A number that each trial has.
pub struct Number<S: Rows> {
    pub read: ReadNumber<S>,
    /// The number that is 100 %; `None` if it is not a share of anything.
    pub whole: Option<i64>,
    /// The largest value that a trial can distinguish from larger ones; `None` if there is no limit.
    pub reach: Option<i64>,
    /// The names of its values, if the number is a level.
    pub levels: Vec<(String, i64)>,
    /// The part of the outcome that is read.
    pub about: About,
}

impl<S: Rows> Number<S> {
    /// A number without limits and names.
    pub fn new(read: ReadNumber<S>) -> Self {
        Self { read, whole: None, reach: None, levels: Vec::new(), about: About::Other }
    }
}

/// Like [`Number`], with the index of its reading function.
pub(super) struct IndexedNumber {
    pub(super) read: usize,
    pub(super) whole: Option<i64>,
    pub(super) reach: Option<i64>,
    pub(super) levels: Vec<(String, i64)>,
    pub(super) about: About,
}

/// One side of a comparison.
enum ComparisonSide {
    Number(IndexedNumber),
    /// The time that a trial took.
    Time(String),
    Constant(i64),
    /// A share, such as 0.6 for 60 %.
    Share(f64),
    /// A level, or an unknown name.
    Word(String),
}

/// The subject of a question, with its type erased. Methods that return an index add a test or a number to the
/// [`OutcomeReaders`], and return its index there.
pub(super) trait AskedSubject {
    /// A test of whether a figure has the value 1. `row` is the index of its row, and `which` its index in the row.
    fn row_is(&mut self, row: usize, which: usize) -> usize;
    /// The value of a figure; `row` and `which` as in [`row_is`](Self::row_is).
    fn row_number(&mut self, row: usize, which: usize) -> usize;
    /// See [`Subject::named`](super::Subject::named).
    fn named(&mut self, name: &str) -> Option<usize>;
    /// See [`Subject::number`](super::Subject::number).
    fn number(&mut self, name: &str) -> Option<IndexedNumber>;
    /// See [`Subject::reach`](super::Subject::reach).
    fn reach(&self) -> Option<u32>;
    /// See [`Subject::at_most`](super::Subject::at_most).
    fn at_most(&mut self, most: u32) -> usize;
    /// Like [`at_most`](Self::at_most), for trials that have ended by then.
    fn over_within(&mut self, most: u32) -> usize;
    /// Calls `look` with a separate instance, so that it can look up names without adding anything to this one.
    fn apart(&self, look: &mut dyn FnMut(&mut dyn AskedSubject));
    /// See [`Subject::names`](super::Subject::names).
    fn names(&self) -> Vec<String>;
    /// See [`Subject::numbers`](super::Subject::numbers).
    fn numbers(&self) -> Vec<String>;
}

/// The first word of an outcome such as `within 3 rounds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SpanWord {
    In,
    Within,
    Over,
}

/// The names that questions can use.
pub(super) struct QuestionNames<'b> {
    /// The rows of the subject.
    pub(super) columns: Vec<SubjectRow>,
    pub(super) words: &'b Wording<'b>,
    /// The unit of a trial's time; `None` if trials take no time.
    pub(super) span: Option<&'static str>,
    /// The figures that the subject always has.
    pub(super) figures: &'b [Figure],
    /// All measures of the subject.
    pub(super) measures: Vec<&'static Measure>,
    /// Whether the question is about single simulated trials, which know every number of their past. Other questions
    /// can use only the numbers that exact states keep.
    pub(super) of_trials: bool,
}

/// The measures of questions.
pub(super) const QUESTIONS: [&Measure; 2] = [&TOGETHER, &GIVEN];

/// The share of trials in which outcomes happen together.
pub static TOGETHER: Measure = Measure {
    title: "{label}",
    on_request: true,
    ..share("together", "Several outcomes, named in the scenario, happen in the same trial.")
};

/// Like [`TOGETHER`], but only among the trials in which other outcomes happen.
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

impl<S: Rows> Query<S> {
    /// Whether the question counts this trial.
    pub fn is_given(&self, subject: &S, outcome: &S::Outcome) -> bool {
        self.given.as_ref().is_none_or(|given| self.leaves.hold(given, subject, outcome))
    }

    /// Whether the outcome in question happens.
    pub fn holds(&self, subject: &S, outcome: &S::Outcome) -> bool {
        self.leaves.hold(&self.what, subject, outcome)
    }

    /// Adds the figure of the question: `holds` of the `of` trials that it counts. Adds nothing if it counts no trial,
    /// unless `trials`, the number of all trials, is 0.
    pub fn add_counted(&self, [holds, of]: [u64; 2], trials: u64, findings: &mut Findings) {
        if of == 0 && trials > 0 {
            return;
        }
        findings.figures.push(Figure::new(self.measure(), "", Estimate::share(holds, of)).labeled(&self.title));
    }

    /// The figure from an exact distribution of outcomes, whose errors `off` bounds; `None` if the condition never
    /// happens.
    pub fn solved(
        &self,
        subject: &S,
        outcomes: impl Iterator<Item = (S::Outcome, Weight)>,
        off: ErrorBounds,
    ) -> Option<Figure> {
        let [mut holds, mut given] = [Weight::ZERO; 2];
        for (outcome, weight) in outcomes.filter(|(outcome, _)| self.is_given(subject, outcome)) {
            given += weight;
            if self.holds(subject, &outcome) {
                holds += weight;
            }
        }
        let bound = if given.fraction().is_some() { ROUNDING } else { off.of_chance(given.probability()) };
        let [holds, given] = [holds, given].map(|weight| weight.probability());
        let estimate = match self.given {
            None => Estimate::exact(holds, bound),
            Some(_) if given == 0.0 => return None,
            Some(_) => Estimate::exact(holds / given, 2.0 * bound / given),
        };
        Some(Figure::new(self.measure(), "", estimate).labeled(&self.title))
    }

    /// `GIVEN` if the question has a condition, otherwise `TOGETHER`.
    pub fn measure(&self) -> &'static Measure {
        if self.given.is_none() { &TOGETHER } else { &GIVEN }
    }
}

impl<S: Rows> OutcomeReaders<S> {
    fn hold(&self, clause: &Clause, subject: &S, outcome: &S::Outcome) -> bool {
        let test = |test: usize| self.tests[test](subject, outcome);
        clause.holds(&test, &|number: usize| self.numbers[number](subject, outcome))
    }
}

impl Clause {
    /// Whether the clause is true. `test` and `number` evaluate tests and numbers by index. A comparison with a number
    /// that the trial does not have is false.
    fn holds(&self, test: &dyn Fn(usize) -> bool, number: &dyn Fn(usize) -> Option<i64>) -> bool {
        match self {
            Self::Holds(one) => test(*one),
            Self::Compare(one, order, ComparedWith::Fixed(bound)) => {
                number(*one).is_some_and(|value| order.holds(value as f64, *bound))
            }
            Self::Compare(one, order, ComparedWith::Number(other)) => {
                number(*one).zip(number(*other)).is_some_and(|(own, other)| order.holds(own, other))
            }
            Self::Not(clause) => !clause.holds(test, number),
            Self::All(clauses) => clauses.iter().all(|clause| clause.holds(test, number)),
            Self::Any(clauses) => clauses.iter().any(|clause| clause.holds(test, number)),
        }
    }
}

/// The question, its condition, and the parts of an outcome that both read.
pub(super) type ParsedQuestion = (Clause, Option<Clause>, Vec<About>);

/// Parses a question. Returns what is asked, the condition after `given`, and everything that both read, such as a
/// value of a fighter or a side.
///
/// # Errors
/// If a name is unknown, or a comparison uses something that is not a number in each trial.
pub(super) fn parse(
    text: &str,
    names: &mut dyn AskedSubject,
    known_names: &QuestionNames<'_>,
) -> std::result::Result<ParsedQuestion, QuestionError> {
    let known = |name: &str| {
        let mut is_known = known_names.is_time(name) || known_names.has_figure(name);
        names.apart(&mut |apart| {
            is_known |= known_names.test(name, apart).is_some() || known_names.number(name, apart).is_some();
        });
        is_known
    };
    let question = TrialQuestion::parse(text, known)?;
    let mut builder = Builder { names, known_names, about: Vec::new() };
    let what = builder.clause(&question.what).map_err(QuestionError::Wrong)?;
    let given = question.given.map(|given| builder.clause(&given)).transpose().map_err(QuestionError::Wrong)?;
    Ok((what, given, builder.about))
}

/// Turns conditions into clauses.
struct Builder<'b> {
    names: &'b mut dyn AskedSubject,
    known_names: &'b QuestionNames<'b>,
    about: Vec<About>,
}

impl Builder<'_> {
    fn clause(&mut self, condition: &Predicate) -> Result<Clause> {
        let mut all = |parts: &[Predicate]| parts.iter().map(|part| self.clause(part)).collect::<Result<_>>();
        Ok(match condition {
            Predicate::All(parts) => Clause::All(all(parts)?),
            Predicate::Any(parts) => Clause::Any(all(parts)?),
            Predicate::Not(part) => not(self.clause(part)?),
            Predicate::Holds(name) => self.event(name)?,
            Predicate::Compare(left, order, right) => self.comparison(left, *order, right)?,
        })
    }

    fn event(&mut self, name: &str) -> Result<Clause> {
        if let Some((_, number)) = self.known_names.span_in(name) {
            self.reached(name, number.into(), self.names.reach().map(i64::from))?;
        }
        match self.known_names.test(name, self.names) {
            Some((test, about)) => {
                self.about.push(about);
                Ok(test)
            }
            None if self.known_names.is_time(name) || self.number(name).is_some() => {
                Err(Error::input(format!("`{name}` is a number, not an outcome"))
                    .with_help(format!("compare it, as in `{name} >= 1`")))
            }
            None => Err(self.without_trials(name)),
        }
    }

    fn number(&mut self, name: &str) -> Option<IndexedNumber> {
        self.known_names.number(name, self.names)
    }

    /// The error for a figure that single trials do not have, or for an unknown name.
    fn without_trials(&self, name: &str) -> Error {
        self.known_names.over_all_trials(name).unwrap_or_else(|| self.known_names.unknown(self.names, name))
    }

    fn side(&mut self, operand: &Operand) -> Result<ComparisonSide> {
        let name = match operand {
            Operand::Number(number) => return Ok(ComparisonSide::Constant(*number)),
            Operand::Share(share) => return Ok(ComparisonSide::Share(*share)),
            Operand::Name(name) => name,
        };
        if let Some(mut number) = self.number(name) {
            self.about.push(number.about);
            // A trial that ends in the last step cannot be distinguished from one that is stopped there.
            let last = self.names.reach().filter(|_| self.known_names.is_time(name));
            number.reach = number.reach.or(last.map(|last| i64::from(last) - 1));
            return Ok(ComparisonSide::Number(number));
        }
        if self.known_names.is_time(name) {
            self.about.push(About::Other);
            return Ok(ComparisonSide::Time(name.clone()));
        }
        let mut happens = false;
        self.names.apart(&mut |apart| happens = self.known_names.test(name, apart).is_some());
        if happens {
            let message = format!("`{name}` is an outcome, not a number, so it cannot be compared");
            return Err(Error::input(message).with_help(format!(
                "write `{name}` alone, or `not {name}`; limits on its chance belong in [[expect]] or [[show]]"
            )));
        }
        if self.known_names.has_figure(name) {
            return Err(self.without_trials(name));
        }
        Ok(ComparisonSide::Word(name.clone()))
    }

    fn comparison(&mut self, left: &Operand, order: Order, right: &Operand) -> Result<Clause> {
        match (self.side(left)?, self.side(right)?) {
            (ComparisonSide::Number(number), other) => self.bounded(left, number, order, other),
            (other, ComparisonSide::Number(number)) => self.bounded(right, number, order.reversed(), other),
            (ComparisonSide::Time(name), ComparisonSide::Constant(bound)) => {
                self.reached(&name, bound, self.names.reach().map(i64::from))?;
                Ok(self.timed(order, bound))
            }
            (ComparisonSide::Constant(bound), ComparisonSide::Time(name)) => {
                self.reached(&name, bound, self.names.reach().map(i64::from))?;
                Ok(self.timed(order.reversed(), bound))
            }
            (ComparisonSide::Word(name), _) | (_, ComparisonSide::Word(name)) => {
                let refused = self.known_names.over_all_trials(&name);
                Err(refused.unwrap_or_else(|| self.known_names.unknown_number(self.names, &name)))
            }
            (ComparisonSide::Time(name), _) | (_, ComparisonSide::Time(name)) => {
                Err(Error::input(format!("`{name}` can only be compared with a whole number"))
                    .with_help(format!("write `{name} <= 4`")))
            }
            _ => Err(Error::input("a comparison needs a number that differs between trials")
                .with_help("use such a number on one side of the sign")),
        }
    }

    /// Compares a number with another number or with a constant.
    fn bounded(&self, name: &Operand, number: IndexedNumber, order: Order, bound: ComparisonSide) -> Result<Clause> {
        let name = if let Operand::Name(name) = name { name.as_str() } else { "" };
        if let ComparisonSide::Constant(bound) = &bound {
            self.reached(name, *bound, number.reach)?;
        }
        let bound = match (bound, number.whole) {
            (ComparisonSide::Constant(bound), _) => ComparedWith::Fixed(bound as f64),
            (ComparisonSide::Word(word), _) => ComparedWith::Fixed(self.level(name, &number.levels, &word)? as f64),
            (ComparisonSide::Share(share), Some(whole)) => ComparedWith::Fixed(share_of(share, whole)),
            (ComparisonSide::Share(_), None) => {
                return Err(Error::input(format!(
                    "`{name}` is not a share, so it cannot be compared with a percentage"
                ))
                .with_help("compare it with a number without `%`"));
            }
            (ComparisonSide::Time(time), _) => {
                return Err(Error::input(format!("`{time}` can only be compared with a whole number"))
                    .with_help(format!("write `{time} <= 4`")));
            }
            (ComparisonSide::Number(other), _) => ComparedWith::Number(other.read),
        };
        Ok(Clause::Compare(number.read, order, bound))
    }

    /// Checks that trials are followed for long enough to compare a number with `bound`.
    fn reached(&self, name: &str, bound: i64, reach: Option<i64>) -> Result<()> {
        let Some(reach) = reach.filter(|reach| bound > *reach) else { return Ok(()) };
        let unit = self.known_names.time().unwrap_or_default();
        let [reach, bound] = [reach, bound].map(|number| thousands(number.unsigned_abs()));
        let message = format!(
            "trials are followed for at most {reach} {unit}, so `{name}` is unknown beyond that: {bound} is too large"
        );
        Err(Error::input(message).with_help(format!("use {reach} or less")))
    }

    /// The level that `word` means for the number `name`.
    fn level(&self, name: &str, levels: &[(String, i64)], word: &str) -> Result<i64> {
        if let Some((_, level)) = levels.iter().find(|(known, _)| same_level(known, word)) {
            return Ok(*level);
        }
        if levels.is_empty() {
            return Err(self.known_names.unknown_number(self.names, word));
        }
        let known: Vec<&str> = levels.iter().map(|(word, _)| word.as_str()).collect();
        let all = || format!("its levels are: {}", known.join(", "));
        Err(unknown_word(format!("`{word}` is not a level of `{name}`"), word, known.iter().copied(), all))
    }

    /// Compares the time that a trial took with `bound`.
    fn timed(&mut self, order: Order, bound: i64) -> Clause {
        // No trial takes less than no time, and none lasts longer than a `u32` can count.
        let mut up_to = |most: i64| match most {
            ..0 => Clause::Any(Vec::new()),
            most => Clause::Holds(self.names.at_most(u32::try_from(most).unwrap_or(u32::MAX))),
        };
        match order {
            Order::AtMost => up_to(bound),
            Order::Less => up_to(bound.saturating_sub(1)),
            Order::More => not(up_to(bound)),
            Order::AtLeast => not(up_to(bound.saturating_sub(1))),
            Order::Equal => between(up_to(bound), up_to(bound.saturating_sub(1))),
            Order::Unequal => not(between(up_to(bound), up_to(bound.saturating_sub(1)))),
        }
    }
}

/// The given share of `whole`. Rounding errors are removed, so that `>= 60 %` of 5 is 3.
fn share_of(share: f64, whole: i64) -> f64 {
    let number = share * whole as f64;
    if (number - number.round()).abs() < 1e-9 { number.round() } else { number }
}

fn not(clause: Clause) -> Clause {
    Clause::Not(Box::new(clause))
}

/// A clause that is true if `then` is true and `before` is not.
fn between(then: Clause, before: Clause) -> Clause {
    Clause::All(vec![then, not(before)])
}

impl SubjectRow {
    /// The index of `name` among the subjects of the row.
    fn place(&self, name: &str) -> Option<usize> {
        self.of.iter().position(|(who, label)| self.measure.has_name(who, label, name))
    }
}

impl QuestionNames<'_> {
    fn has_figure(&self, name: &str) -> bool {
        self.figures.iter().any(|figure| figure.has_name(name))
    }

    /// The error for a figure that single trials do not have; `None` if no measure has this name.
    pub(super) fn over_all_trials(&self, name: &str) -> Option<Error> {
        let is_called = |measure: &Measure| measure.has_name("", "", name);
        let is_row = self.columns.iter().any(|column| column.place(name).is_some());
        if !is_row && !self.has_figure(name) && !self.measures.iter().any(|measure| is_called(measure)) {
            return None;
        }
        let message = format!("`{name}` is computed over all trials, so a single trial has no such number");
        Some(Error::input(message).with_help("ask for it alone, or give it limits in [[expect]]"))
    }

    /// The outcome called `name`: a chance among the measures, a span of time, or another outcome that the subject
    /// knows.
    fn test(&self, name: &str, names: &mut dyn AskedSubject) -> Option<(Clause, About)> {
        let is = |column: &SubjectRow| match column.statistic {
            Statistic::Share => self.of_trials || !column.counts_some,
            Statistic::Rare => self.of_trials,
            _ => false,
        };
        let mut rows = self.columns.iter().enumerate().filter(|(_, column)| is(column));
        let by_row = rows.find_map(|(row, column)| Some((row, column.measure, column.place(name)?)));
        if let Some((row, measure, which)) = by_row {
            return Some((Clause::Holds(names.row_is(row, which)), About::Row(measure, which)));
        }
        let clause = self.timed(name, names).or_else(|| names.named(name).map(Clause::Holds));
        clause.map(|clause| (clause, About::Other))
    }

    /// Parses `over 20 rounds`, `within 1 round` or `in round 3`: the first word, and the number.
    fn span_in(&self, name: &str) -> Option<(SpanWord, u32)> {
        let name = name.trim().to_lowercase();
        let (word, rest) = name.split_once(' ')?;
        let unit = self.span?;
        let (word, number) = match word {
            "in" => (SpanWord::In, rest.strip_prefix(unit)?),
            "within" => (SpanWord::Within, rest.trim_end_matches('s').strip_suffix(unit)?),
            "over" => (SpanWord::Over, rest.trim_end_matches('s').strip_suffix(unit)?),
            _ => return None,
        };
        let number: u64 = number.trim().parse().ok()?;
        // No trial lasts longer than a `u32` can count.
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        (word != SpanWord::In || number > 0).then_some((word, number))
    }

    /// The clause for a name such as `within 3 rounds`; `None` for other names.
    fn timed(&self, name: &str, names: &mut dyn AskedSubject) -> Option<Clause> {
        let (word, number) = self.span_in(name)?;
        let mut within = |most| Clause::Holds(names.over_within(most));
        Some(match word {
            SpanWord::In => between(within(number), within(number - 1)),
            SpanWord::Within => within(number),
            SpanWord::Over => not(within(number)),
        })
    }

    /// Whether `name` means the time that a trial takes: `rounds`.
    fn is_time(&self, name: &str) -> bool {
        self.time().is_some_and(|time| same_words(&time, name))
    }

    /// The name of the time that a trial takes, such as `rounds`; `None` if trials take no time.
    fn time(&self) -> Option<String> {
        self.span.map(|span| format!("{span}s"))
    }

    /// The number called `name` that each trial has: an amount among the measures, a value with a distribution, or
    /// another number that the subject knows.
    fn number(&self, name: &str, names: &mut dyn AskedSubject) -> Option<IndexedNumber> {
        let which = |column: &SubjectRow| match column.statistic {
            _ if column.counts_some && !self.of_trials => None,
            Statistic::Mean => column.place(name),
            Statistic::Spread(_) if column.counts_some => column.place(name),
            Statistic::Spread(_) => is_distribution_called(column.measure, name).then_some(0),
            Statistic::When(_) if self.of_trials => is_distribution_called(column.measure, name).then_some(0),
            _ => None,
        };
        let shown = self.columns.iter().enumerate().filter(|(_, column)| column.shown);
        let Some((row, column, which)) = shown.filter_map(|(row, column)| Some((row, column, which(column)?))).next()
        else {
            return names.number(name);
        };
        let (read, about) = (names.row_number(row, which), About::Row(column.measure, which));
        Some(IndexedNumber { read, whole: None, reach: None, levels: self.levels(column.measure), about })
    }

    /// The words of the ladder for the values of `measure`; empty if its distribution does not use them.
    fn levels(&self, measure: &Measure) -> Vec<(String, i64)> {
        let spread = self.columns.iter().find_map(|column| match column.statistic {
            Statistic::Spread(word) if !column.counts_some && measure.is_mean_of(column.measure) => Some(word),
            _ => None,
        });
        let Some(word) = spread else { return Vec::new() };
        let ladder = self.words.ladder;
        let names = (ladder.lowest()..).zip(ladder.names());
        let own = names.filter(|(level, name)| word(self.words, (*level).into()) == Label::Named((*name).clone()));
        own.map(|(level, name)| (name.clone(), level.into())).collect()
    }

    /// The names of all outcomes, except those that contain a number.
    fn outcomes(&self, names: &dyn AskedSubject) -> Vec<String> {
        let is = |column: &&SubjectRow| matches!(column.statistic, Statistic::Share) && !column.counts_some;
        distinct(self.columns.iter().filter(is).flat_map(called).chain(names.names()))
    }

    /// The names of all numbers that a trial has.
    fn numbers(&self, names: &dyn AskedSubject) -> Vec<String> {
        let is = |column: &&SubjectRow| {
            column.shown && !column.counts_some && matches!(column.statistic, Statistic::Mean | Statistic::Spread(_))
        };
        distinct(self.columns.iter().filter(is).flat_map(called).chain(self.time()).chain(names.numbers()))
    }

    /// The error for an unknown outcome.
    pub(super) fn unknown(&self, names: &dyn AskedSubject, name: &str) -> Error {
        let (known, numbers) = (self.outcomes(names), self.numbers(names));
        let long = self.span.map(|span| format!("over 20 {span}s"));
        let more = self.span.map(|span| format!(", over 20 {span}s, within 3 {span}s")).unwrap_or_default();
        let all = || {
            let cut = if known.len() > MOST_NAMES { ", …" } else { "" };
            format!("outcomes are: {}{cut}{more}", known[..known.len().min(MOST_NAMES)].join(", "))
        };
        let candidates = known.iter().chain(&numbers).map(String::as_str).chain(long.as_deref());
        unknown_word(format!("there is no outcome `{name}`"), name, candidates, all)
    }

    /// The error for an unknown number in a comparison.
    fn unknown_number(&self, names: &dyn AskedSubject, name: &str) -> Error {
        let known = self.numbers(names);
        let all = || format!("numbers of a trial are: {}", known[..known.len().min(MOST_NAMES)].join(", "));
        unknown_word(format!("there is no number `{name}` to compare"), name, known.iter().map(String::as_str), all)
    }
}

/// The names of a row's figures.
fn called(column: &SubjectRow) -> impl Iterator<Item = String> {
    column.of.iter().map(|(who, label)| column.measure.name(who, label))
}

/// The rounding error of a quotient of exact integers.
const ROUNDING: f64 = 1e-15;

/// Maximum number of outcomes named in a message.
const MOST_NAMES: usize = 40;
