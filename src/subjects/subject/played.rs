//! Subjects that are machines: makes a complete subject from a machine and its descriptions.

use super::asked::reading;
use super::rows::{OutcomeCounts, SubjectValues, findings};
use super::{
    Info, Line, Number, Presented, Query, Reading, RollSource, Row, Rows, Subject, Test, Transcribed, Watched, Wording,
    capitalized,
};
use crate::chance::{Recorder, Roll, Sampler, Weight};
use crate::check::{Advance, Finished, Machine, PERIOD_LIMIT, Run, play};
use crate::error::Result;
use crate::exact::{Limits, Solved, solve};
use crate::measure::{Figure, Findings, thousands};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The state of a subject's machine.
pub type StateOf<P> = <<P as Played>::Machine as Machine>::State;

/// The end of a subject's machine.
pub type EndOf<P> = <<P as Played>::Machine as Machine>::End;

/// The outcome of a subject: an end, and the number of steps before it.
pub type OutcomeOf<P> = Finished<EndOf<P>>;

/// The exact values of all rows, and the distribution of outcomes if all rows are read from a single one.
pub type Exact<P> = (SubjectValues<Weight>, Option<Solved<OutcomeOf<P>>>);

/// A machine with everything that makes it a subject. Its time is counted in steps; `INFO.span` is the word for one.
pub trait Played: Presented + Sized {
    type Machine: Machine<End: Serialize + DeserializeOwned + Send>;

    /// See [`Subject::INFO`].
    const INFO: Info;

    /// Whether trials often have equal outcomes, so that it is faster to count equal ones together first.
    const OUTCOMES_OFTEN_EQUAL: bool = true;

    /// The machine that plays and solves trials; `self` if the subject is its own machine.
    fn machine(&self) -> &Self::Machine;

    /// See [`Rows::ROWS`].
    const ROWS: &'static [Row<Self, OutcomeOf<Self>>];

    /// Ends that distributions show even if no trial has them.
    fn listed_ends(&self) -> Vec<EndOf<Self>> {
        Vec::new()
    }

    /// Describes an event. `after` is the state that it leads to, and `rolls` are the rolls of this event.
    fn event_lines(
        &self,
        _event: <Self::Machine as Machine>::Event,
        _after: &StateOf<Self>,
        _rolls: &[Roll],
        _words: &Wording<'_>,
    ) -> Vec<Line> {
        Vec::new()
    }

    /// The word for one step; `None` means the word in `INFO`.
    fn step_word(&self) -> Option<&str> {
        None
    }

    /// A line about the initial state; `None` if there is nothing to report.
    fn start_line(&self, _state: &StateOf<Self>) -> Option<Line> {
        None
    }

    /// Lines about the state `after` a step.
    fn state_lines(&self, _before: &StateOf<Self>, _after: &StateOf<Self>, _words: &Wording<'_>) -> Vec<Line> {
        Vec::new()
    }

    /// Describes the end. `state` is the last state, and `rolls` are all rolls of the trial.
    fn end_lines(
        &self,
        state: &StateOf<Self>,
        outcome: &OutcomeOf<Self>,
        rolls: &[Roll],
        words: &Wording<'_>,
    ) -> Vec<Line>;

    /// Describes one trial. `out` receives each line as soon as it is complete. Each step in which something happens is
    /// a line, with its events below it. Returns the source of rolls.
    fn transcript(&self, words: &Wording<'_>, chance: RollSource, out: &mut dyn FnMut(Line)) -> RollSource {
        let mut recorder = Recorder::new(chance);
        let mut run = Run::new(self.machine(), &mut recorder);
        self.start_line(&run.state).into_iter().for_each(|line| out(line.apart()));
        let (mut before, mut below, mut events) = (run.state.clone(), Vec::new(), Vec::new());
        loop {
            let (now, step, rolled) = (run.state.clone(), run.step, recorder.rolls().len());
            let did = run.advance(&mut recorder, &mut |event| events.push(event));
            let rolls = &recorder.rolls()[rolled..];
            below.extend(events.drain(..).flat_map(|event| self.event_lines(event, &run.state, rolls, words)));
            if did == Advance::Continued {
                continue;
            }
            if step == 0 {
                below.iter_mut().take(1).for_each(|first| first.apart = true);
                below.drain(..).for_each(&mut *out);
            } else {
                below.extend(self.state_lines(&before, &now, words));
            }
            if !below.is_empty() {
                let name = Self::INFO.span.unwrap_or("step");
                let word = capitalized(self.step_word().unwrap_or(name));
                let line = Line::new(name, format!("{word} {}", thousands(step.into())));
                out(Line { lines: std::mem::take(&mut below), ..line.apart().with("number", step) });
            }
            if let Advance::Ended(end) = did {
                let outcome = Finished { end, steps: step };
                self.end_lines(&now, &outcome, recorder.rolls(), words).into_iter().for_each(out);
                return recorder.into_inner();
            }
            before = now;
        }
    }

    /// See [`Subject::named`].
    fn named(&self, _name: &str) -> Option<Test<Self>> {
        None
    }

    /// See [`Subject::number`].
    fn number(&self, _name: &str) -> Option<Number<Self>> {
        None
    }

    /// See [`Subject::numbers`].
    fn numbers(&self) -> Vec<String> {
        Vec::new()
    }

    /// The findings, in the order in which they are shown.
    fn in_display_order(&self, findings: Findings) -> Findings {
        findings
    }

    /// The time that a trial with this outcome took.
    fn span(outcome: &OutcomeOf<Self>) -> u32 {
        outcome.steps
    }

    /// See [`Subject::is_unfinished`].
    fn is_unfinished(_end: &EndOf<Self>) -> bool {
        false
    }

    /// Checks that the subject is small enough to be solved exactly.
    ///
    /// # Errors
    /// If it is too large.
    fn solvable(&self) -> Result<()> {
        Ok(())
    }

    /// See [`Subject::check_trials`].
    ///
    /// # Errors
    /// If a formula of a process had no value in a trial.
    fn check_trials(&self) -> Result<()> {
        Ok(())
    }

    /// The exact values of all rows, and the distribution that they are read from; `None` if different rows need
    /// different distributions. `asked` is true if there are also questions.
    ///
    /// # Errors
    /// If the subject is too large to solve, or the work was stopped.
    fn exact_values(&self, _asked: bool, limits: &Limits<'_>) -> Result<Exact<Self>> {
        let solved = solve(self.machine(), limits)?;
        let mut parts = SubjectValues::exact(self, solved.off);
        for end in Played::listed_ends(self) {
            parts.record(self, &Finished { end, steps: 0 }, Weight::ZERO, &|_, _| true);
        }
        parts.add(self, solved.listed.iter(), &|_, _| true);
        parts.add(self, solved.late.iter(), &|measure, _| measure.chart.is_none());
        Ok((parts, Some(solved)))
    }

    /// The exact answer to a question, if there is no single distribution for all rows.
    ///
    /// # Errors
    /// If the subject is too large to solve, or the work was stopped.
    fn exact_answer(&self, query: &Query<Self>, limits: &Limits<'_>) -> Result<Option<Figure>> {
        let solved = solve(self.machine(), limits)?;
        Ok(query.solved(self, solved.all(), solved.off))
    }
}

impl<P: Played> Rows for P {
    type Outcome = OutcomeOf<P>;
    type Extra = ();
    const ROWS: &'static [Row<Self, Self::Outcome>] = P::ROWS;

    fn span(outcome: &Self::Outcome) -> u32 {
        P::span(outcome)
    }
}

impl<P: Played> Subject for P {
    const INFO: Info = P::INFO;
    type Tally = OutcomeCounts<Self::Outcome>;

    fn play(&self, sampler: &mut Sampler, (): &()) -> Self::Outcome {
        play(self.machine(), sampler, &mut |_| {})
    }

    fn tally(&self, _: &Watched<Self>) -> Self::Tally {
        let possible = Played::listed_ends(self).into_iter();
        OutcomeCounts::new(self, possible.map(|end| Finished { end, steps: 0 }))
    }

    fn count(&self, outcome: &Self::Outcome, tally: &mut Self::Tally) {
        tally.count(self, outcome, P::OUTCOMES_OFTEN_EQUAL);
    }

    fn counted(&self, words: &Wording<'_>, tally: &Self::Tally, _: &Watched<Self>) -> Findings {
        self.in_display_order(findings(self, words, &tally.parts(self)))
    }

    fn solve(&self, words: &Wording<'_>, watched: &Watched<Self>, limits: &Limits<'_>) -> Result<Findings> {
        self.solvable()?;
        let (parts, whole) = self.exact_values(!watched.queries.is_empty(), limits)?;
        let mut found = self.in_display_order(findings(self, words, &parts));
        for query in &watched.queries {
            let asked = match &whole {
                Some(whole) => Ok(query.solved(self, whole.all(), whole.off)),
                None => self.exact_answer(query, limits),
            };
            let asked = asked.map_err(|error| error.context(format!("`{}`", query.title)))?;
            found.figures.extend(asked);
        }
        Ok(found)
    }

    fn named(&self, name: &str, _: &Wording<'_>, (): &mut ()) -> Option<Test<Self>> {
        P::named(self, name)
    }

    fn number(&self, name: &str, _: &Wording<'_>, (): &mut ()) -> Option<Number<Self>> {
        P::number(self, name)
    }

    fn numbers(&self) -> Vec<String> {
        P::numbers(self)
    }

    fn reading(&self, figure: &Figure, (): &mut ()) -> Option<Reading<Self>> {
        reading(self, figure)
    }

    fn is_unfinished(outcome: &Self::Outcome) -> bool {
        P::is_unfinished(&outcome.end)
    }

    fn check_trials(&self) -> Result<()> {
        P::check_trials(self)
    }

    fn reach(&self) -> Option<u32> {
        let last = self.machine().last_step();
        P::INFO.span.filter(|_| last >= PERIOD_LIMIT).map(|_| last)
    }
}

impl<P: Played> Transcribed for P {
    fn tell(&self, words: &Wording<'_>, chance: RollSource, out: &mut dyn FnMut(Line)) -> RollSource {
        self.transcript(words, chance, out)
    }
}
