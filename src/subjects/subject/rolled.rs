//! Subjects: how they are played, counted and solved.

use super::info::{Info, Wording};
use super::query::{Number, Test};
use super::rows::Rows;
use super::watched::{Reading, Watched};
use crate::chance::Sampler;
use crate::error::Result;
use crate::exact::Limits;
use crate::measure::{Figure, Findings, Measure};
use crate::sim::{Tally, Trials};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A subject that can be played, counted and solved.
pub trait Subject: Rows {
    const INFO: Info;
    /// The counts of trials.
    type Tally: Tally + Clone + Serialize + DeserializeOwned;

    fn measures() -> Vec<&'static Measure> {
        Self::ROWS.iter().map(|row| row.measure).collect()
    }

    /// Plays one trial.
    fn play(&self, sampler: &mut Sampler, extra: &Self::Extra) -> Self::Outcome;

    /// An empty tally.
    fn tally(&self, watched: &Watched<Self>) -> Self::Tally;

    /// Adds a trial to the tally.
    fn count(&self, outcome: &Self::Outcome, tally: &mut Self::Tally);

    /// Plays and counts trials. Records the values to compare, and adds the answers of queries to `asked`, as in
    /// [`TrialCounts::asked`](super::TrialCounts::asked). Only subjects with a faster method override this.
    fn trials(&self, trials: Trials<'_>, tally: &mut Self::Tally, watched: &Watched<Self>, asked: &mut [[u64; 2]]) {
        trials.for_each(|sampler, values| {
            let outcome = self.play(sampler, &watched.extra);
            self.count(&outcome, tally);
            watched.note(self, &outcome, values, asked);
        });
    }

    /// The findings of the trials counted.
    fn counted(&self, words: &Wording<'_>, tally: &Self::Tally, watched: &Watched<Self>) -> Findings;

    /// The number of fighters; 1 if it is not a fight.
    fn fighters(&self) -> usize {
        1
    }

    /// The exact findings, with one figure for each query at the end.
    ///
    /// # Errors
    /// If the subject or a query is too large to solve, or the work was stopped.
    fn solve(&self, words: &Wording<'_>, watched: &Watched<Self>, limits: &Limits<'_>) -> Result<Findings>;

    /// If `name` is a measure that is computed only on request, records in `extra` what it needs and returns true.
    /// Returns false for other names.
    fn extra(&self, _name: &str, _extra: &mut Self::Extra) -> bool {
        false
    }

    /// A test for an outcome whose name is not among those of the measures, such as a wound level. `None` if there is
    /// no such outcome.
    fn named(&self, name: &str, words: &Wording<'_>, extra: &mut Self::Extra) -> Option<Test<Self>>;

    /// The names of outcomes to suggest, in messages, for an unknown name in [`named`](Self::named).
    fn names(&self, _words: &Wording<'_>) -> Vec<String> {
        Vec::new()
    }

    /// A number of each trial whose name is not among those of the measures, such as a fighter's wounds. `None` if
    /// there is no such number.
    fn number(&self, name: &str, words: &Wording<'_>, extra: &mut Self::Extra) -> Option<Number<Self>>;

    /// The names of numbers to suggest, in messages, for an unknown name in [`number`](Self::number).
    fn numbers(&self) -> Vec<String>;

    /// Whether a limit cut off the trial, so that it would have taken longer.
    fn is_unfinished(outcome: &Self::Outcome) -> bool;

    /// The time after which trials and exact answers stop, even if the file sets no limit; `None` if there is no such
    /// time.
    fn reach(&self) -> Option<u32> {
        None
    }

    /// A test of whether a trial took at most the time `most`. Records in `extra` what exact answers need for it.
    fn at_most(&self, most: u32, _extra: &mut Self::Extra) -> Test<Self> {
        let is_reach = self.reach().is_some_and(|reach| most >= reach);
        Box::new(move |_, outcome: &Self::Outcome| {
            Self::span(outcome) <= most && !(is_reach && Self::is_unfinished(outcome))
        })
    }

    /// Checks that trials last long enough for everything that is read from them.
    ///
    /// # Errors
    /// If a question is about a time after which trials are stopped.
    fn check_reach(&self, _extra: &Self::Extra) -> Result<()> {
        Ok(())
    }

    /// Checks that no trial played so far has failed.
    ///
    /// # Errors
    /// If a formula of a process had no value in a trial.
    fn check_trials(&self) -> Result<()> {
        Ok(())
    }

    /// The way to read the value of a figure from a trial; `None` if trials have no such value.
    fn reading(&self, figure: &Figure, extra: &mut Self::Extra) -> Option<Reading<Self>>;

    /// The way to read the denominator of a figure's value; `None` if the denominator is the number of trials.
    fn base(&self, _figure: &Figure, _extra: &Self::Extra) -> Option<Reading<Self>> {
        None
    }

    /// The number of identical fighters who share a figure. Its count in a trial is divided by this number.
    fn alike(&self, _figure: &Figure) -> usize {
        1
    }
}
