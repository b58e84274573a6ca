//! Subjects as they are played, counted and solved.

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

/// One thing to roll, of one kind: as it is played, counted and solved.
pub trait Subject: Rows {
    /// Its name.
    const INFO: Info;
    /// What trials are counted in.
    type Tally: Tally + Clone + Serialize + DeserializeOwned;

    /// All its measures.
    fn measures() -> Vec<&'static Measure> {
        Self::ROWS.iter().map(|row| row.measure).collect()
    }

    /// One trial.
    fn play(&self, sampler: &mut Sampler, extra: &Self::Extra) -> Self::Outcome;

    /// A tally of no trials.
    fn tally(&self, watched: &Watched<Self>) -> Self::Tally;

    /// Counts a trial.
    fn count(&self, outcome: &Self::Outcome, tally: &mut Self::Tally);

    /// Plays trials and counts them; what is watched of them goes into their values and `asked`. Only for subjects that know a
    /// faster way.
    fn trials(&self, trials: Trials<'_>, tally: &mut Self::Tally, watched: &Watched<Self>, asked: &mut [[u64; 2]]) {
        trials.each(|sampler, values| {
            let outcome = self.play(sampler, &watched.extra);
            self.count(&outcome, tally);
            watched.note(self, &outcome, values, asked);
        });
    }

    /// What the trials counted say.
    fn counted(&self, words: &Wording<'_>, tally: &Self::Tally, watched: &Watched<Self>) -> Findings;

    /// The number of fighters; 1 if it is not a fight.
    fn fighters(&self) -> usize {
        1
    }

    /// The exact answer, with one figure for each query at the end.
    ///
    /// # Errors
    /// It is past what can be solved, or a query is; it was stopped.
    fn solve(&self, words: &Wording<'_>, watched: &Watched<Self>, limits: &Limits<'_>) -> Result<Findings>;

    /// Notes in `extra` what a measure that is found only on request needs, by its name in words; false for other names.
    fn extra(&self, _name: &str, _extra: &mut Self::Extra) -> bool {
        false
    }

    /// A test for an outcome that goes by a name beyond those of the measures, such as a wound level.
    fn named(&self, name: &str, words: &Wording<'_>, extra: &mut Self::Extra) -> Option<Test<Self>>;

    /// The names of such outcomes, for messages.
    fn names(&self, _words: &Wording<'_>) -> Vec<String> {
        Vec::new()
    }

    /// A number that each trial has, by a name beyond those of the measures, such as a fighter's wounds.
    fn number(&self, name: &str, words: &Wording<'_>, extra: &mut Self::Extra) -> Option<Number<Self>>;

    /// The names of such numbers, for messages.
    fn numbers(&self) -> Vec<String>;

    /// Whether a limit cut it off before it was over: then it took longer than its time.
    fn is_unfinished(outcome: &Self::Outcome) -> bool;

    /// The time after which trials and exact answers stop though the file sets no limit; `None` if there is no such time.
    fn reach(&self) -> Option<u32> {
        None
    }

    /// A test for at most this much time; of an exact answer, `extra` says what to look at for it.
    fn at_most(&self, most: u32, _extra: &mut Self::Extra) -> Test<Self> {
        let is_reach = self.reach().is_some_and(|reach| most >= reach);
        Box::new(move |_, outcome: &Self::Outcome| {
            Self::span(outcome) <= most && !(is_reach && Self::is_unfinished(outcome))
        })
    }

    /// Makes sure that a trial can tell all that is read of it.
    ///
    /// # Errors
    /// A question beyond the time after which trials are stopped.
    fn check_reach(&self, _extra: &Self::Extra) -> Result<()> {
        Ok(())
    }

    /// Makes sure that nothing went wrong in the trials played.
    ///
    /// # Errors
    /// A formula of a process had no value in one of them.
    fn check_trials(&self) -> Result<()> {
        Ok(())
    }

    /// How the value of a figure is read off a trial, where it can be.
    fn reading(&self, figure: &Figure, extra: &mut Self::Extra) -> Option<Reading<Self>>;

    /// What that value is taken over, where not over all trials.
    fn base(&self, _figure: &Figure, _extra: &Self::Extra) -> Option<Reading<Self>> {
        None
    }

    /// How many alike a figure is shared by: what it counts in a trial is divided by that.
    fn alike(&self, _figure: &Figure) -> usize {
        1
    }
}
