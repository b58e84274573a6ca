//! Subjects that are processes: what each of them says of itself is made into a whole subject here.

use super::rows;
use super::{Info, IsSet, Line, Remark, Row, Subject, Watched, Wording, capitalized};
use crate::chance::{Ask, Chance, Recorder, Roll};
use crate::check::{Finished, Next, Process, Tally};
use crate::document::Item;
use crate::error::Result;
use crate::exact;
use crate::ladder::Ladder;
use crate::measure::{Findings, thousands};
use crate::subject::RollSource;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// What a process says to be a subject. Its time is counted in steps: `INFO.span` is what one is called.
pub(super) trait Stepped:
    Process<End: Serialize + DeserializeOwned + Send> + Debug + Send + Sync + Sized + 'static
{
    /// See [`Subject::INFO`].
    const INFO: Info;

    /// See [`Subject::read`].
    fn read(item: Item<'_>) -> Option<Self>;

    /// See [`Subject::rows`].
    fn rows() -> &'static [Row<Self, Finished<Self::End>>];

    /// What happened, in words. `rolls` are those of this step so far, `before` is the state that it began in.
    fn told(&self, event: Self::Event, before: Option<Self::State>, rolls: &[Roll], words: &Wording<'_>) -> Line;

    /// How things stand after a step, where that is worth a line.
    fn stands(&self, next: Next<Self::State, Self::End>, words: &Wording<'_>) -> Option<Line>;

    /// How it ended, in words.
    fn ended(&self, outcome: &Finished<Self::End>, words: &Wording<'_>) -> Line;

    /// See [`Subject::roller`].
    fn roller(&self, _ask: Ask) -> Option<String> {
        None
    }

    /// See [`Subject::cautions`].
    fn cautions(&self) -> Vec<Remark> {
        Vec::new()
    }

    /// Whether it is small enough to be solved exactly.
    ///
    /// # Errors
    /// What makes it too large.
    fn solvable(&self) -> Result<()> {
        Ok(())
    }

    /// See [`Subject::is_unfinished`].
    fn is_unfinished(_end: &Self::End) -> bool {
        false
    }

    /// See [`Subject::remarks`].
    fn remarks(_all: &[&Self], _findings: &[Findings]) -> Vec<Remark> {
        Vec::new()
    }
}

impl<P: Stepped> Subject for P {
    const INFO: Info = P::INFO;
    type Outcome = Finished<P::End>;
    type Tally = Tally<Finished<P::End>, u64>;
    type Extra = ();

    fn read(item: Item<'_>, _: usize) -> Option<Self> {
        P::read(item)
    }

    fn rows() -> &'static [Row<Self, Self::Outcome>] {
        P::rows()
    }

    fn cautions(&self, _: &crate::rules::Rules, _: IsSet<'_>) -> Vec<Remark> {
        P::cautions(self)
    }

    fn play(&self, chance: &mut impl Chance, (): &()) -> Self::Outcome {
        Process::play(self, chance, |_| {})
    }

    fn tally(&self, _: &Watched<Self>) -> Self::Tally {
        Tally::default()
    }

    fn count(&self, outcome: &Self::Outcome, tally: &mut Self::Tally) {
        tally.record(*outcome, 1);
    }

    fn counted(&self, words: &Wording<'_>, tally: &Self::Tally, _: &Watched<Self>) -> Findings {
        rows::findings(self, words, tally)
    }

    fn solve(&self, words: &Wording<'_>, watched: &Watched<Self>, _: &dyn Fn() -> bool) -> Result<Findings> {
        self.solvable()?;
        Ok(rows::solved(self, words, &exact::process(self), watched))
    }

    /// Each step in which something happens is a line, with that below.
    fn replay(
        &self,
        words: &Wording<'_>,
        chance: RollSource,
        _: &dyn Fn(&RollSource) -> bool,
    ) -> (Vec<Line>, RollSource) {
        let mut recorder = Recorder::new(chance);
        recorder.begin_round(1);
        let mut events = Vec::new();
        let mut next = self.begin(&mut recorder, &mut |event| events.push(event));
        let mut lines: Vec<Line> =
            events.drain(..).map(|event| self.told(event, None, recorder.rolls(), words).apart()).collect();
        let mut steps = 0;
        let end = loop {
            let before = match next {
                Next::End(end) => break end,
                Next::State(state) if self.is_within(&state) => state,
                Next::State(state) if steps == self.last_step() => break self.cut_off(state),
                Next::State(state) => state,
            };
            let goes_on = self.is_within(&before);
            let rolled = recorder.rolls().len();
            if !goes_on {
                steps += 1;
                recorder.begin_round(1 + steps);
            }
            next = self.step(before, steps, &mut recorder, &mut |event| events.push(event));
            let rolls = &recorder.rolls()[rolled..];
            let told = events.drain(..).map(|event| self.told(event, Some(before), rolls, words));
            let done = !matches!(next, Next::State(state) if self.is_within(&state));
            let below: Vec<Line> = told.chain(done.then(|| self.stands(next, words)).flatten()).collect();
            if let Some(step) = lines.last_mut().filter(|_| goes_on) {
                step.lines.extend(below);
                continue;
            }
            if done && below.is_empty() {
                continue;
            }
            let name = <P as Stepped>::INFO.span.unwrap_or("step");
            let step = Line::new(name, format!("{} {}", capitalized(name), thousands(steps.into())));
            lines.push(Line { lines: below, ..step.apart().with("number", steps) });
        };
        lines.push(self.ended(&Finished { end, steps }, words).apart());
        (lines, recorder.into_inner())
    }

    fn span(outcome: &Self::Outcome) -> u32 {
        outcome.steps
    }

    fn roller(&self, ask: Ask) -> Option<String> {
        P::roller(self, ask)
    }

    fn is_unfinished(outcome: &Self::Outcome) -> bool {
        P::is_unfinished(&outcome.end)
    }

    fn remarks(all: &[&Self], _: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        P::remarks(all, findings)
    }
}
