//! Plays a process from start to end.

use super::board::{DiceCache, DiceKey, LineContext, ProcessError};
use super::line::{LineEffect, ProcessLine};
use super::situation::{Gain, MOST_STEPS, Past, ProcessEnd, Section, SectionResult, SectionStart, Situation};
use super::{MeasuredQuantity, Process};
use crate::chance::Chance;
use crate::check::{Machine, Next};
use crate::dice::Dice;
use std::sync::Arc;

/// Maximum number of recorded steps of a course.
const LONGEST_COURSE: usize = 10_000;

/// A cache that starts with the dice found by the search. It makes other dice when they are needed; in trials, it keeps
/// them up to a limit.
pub struct FoundDice<'p>(pub &'p Process);

impl DiceCache for FoundDice<'_> {
    fn dice(&self, key: DiceKey, make: &dyn Fn() -> Result<Dice, ProcessError>) -> Result<Arc<Dice>, ProcessError> {
        if let Some(dice) = self.0.dice.get(&key) {
            return Ok(Arc::clone(dice));
        }
        let in_trials = self.0.in_trials.as_ref();
        if let Some(dice) = in_trials.and_then(|found| found.dice(&key)) {
            return Ok(dice);
        }
        let dice = Arc::new(make()?);
        in_trials.iter().for_each(|found| found.keep(key.clone(), &dice));
        Ok(dice)
    }
}

impl Machine for Process {
    type State = Situation;
    type Question = SectionStart;
    type Outcome = SectionResult;
    type End = ProcessEnd;
    /// The lines that ran.
    type Event = SectionStart;

    const FIRST_ROUND: u32 = 1;

    fn start(&self) -> Situation {
        let mut board: Vec<i64> = self.counters.iter().map(|counter| counter.start).collect();
        board.push(0);
        let firsts = self.measures.iter().filter(|measured| matches!(measured.quantity, MeasuredQuantity::First(_)));
        let courses = self.measures.iter().filter(|measured| matches!(measured.quantity, MeasuredQuantity::Course(_)));
        let past = Past {
            steps: 0,
            tallies: vec![0; self.board.tallies],
            firsts: firsts.map(|_| None).collect(),
            courses: courses.map(|_| Vec::new()).collect(),
        };
        Situation { board, now: Section::Begin, past: Arc::new(past) }
    }

    fn next(&self, situation: &Situation, _: u32) -> Next<Situation, SectionStart, ProcessEnd> {
        match situation.now {
            Section::Begin | Section::Step => Next::Roll((situation.now, situation.board.clone())),
            Section::Rest => match self.end_of(&situation.board) {
                Ok(Some(end)) => Next::End(self.process_end(situation, Some(end))),
                Ok(None) => Next::Step(self.next_step(situation)),
                Err(trouble) => {
                    self.record_error(trouble);
                    Next::End(self.process_end(situation, None))
                }
            },
            Section::Stuck => Next::End(self.process_end(situation, None)),
        }
    }

    fn roll(&self, lines: &SectionStart, chance: &mut dyn Chance, tell: &mut dyn FnMut(SectionStart)) -> SectionResult {
        let left = self.run_section(lines, chance, &mut |_, _, _| {});
        tell(lines.clone());
        left
    }

    fn apply(&self, situation: &mut Situation, _: &SectionStart, (board, gains): &SectionResult) {
        if board.is_empty() {
            situation.now = Section::Stuck;
            return;
        }
        situation.board.clone_from(board);
        situation.now = Section::Rest;
        let past = Arc::make_mut(&mut situation.past);
        past.tallies.iter_mut().zip(gains).for_each(|(sum, gain)| *sum = sum.saturating_add(gain.0 as i64));
        self.record_measures(board, past);
        past.steps += 1;
    }

    /// Drops the recorded values, which do not affect play.
    fn essence(&self, situation: Situation) -> Situation {
        Situation { past: Arc::default(), ..situation }
    }

    fn tally_gains(&self, (_, gains): &SectionResult) -> Vec<f64> {
        gains.iter().map(|gain| gain.0).collect()
    }

    fn last_step(&self) -> u32 {
        MOST_STEPS
    }

    fn cut_off(&self, situation: &Situation) -> Option<ProcessEnd> {
        Some(self.process_end(situation, None))
    }
}

impl Process {
    /// Runs the lines of a section. Calls `tell` with each line that runs, its effect, and the board after it. If a
    /// formula has no value, records the error and returns an empty result.
    pub fn run_section(
        &self,
        (now, before): &SectionStart,
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut(&ProcessLine, &LineEffect, &[i64]),
    ) -> SectionResult {
        let mut board = self.board.of_situation(before);
        let mut gains = vec![0; self.board.tallies];
        for (number, line) in (0..).zip(self.lines_of(*now)) {
            match line.run(self.line_context(), number, &mut board, &mut gains, chance, &FoundDice(self)) {
                Ok(LineEffect::Nothing) => {}
                Ok(done) => tell(line, &done, &board),
                Err(trouble) => {
                    self.record_error(trouble.located_at(&line.place));
                    return SectionResult::default();
                }
            }
        }
        board.truncate(before.len());
        (board, gains.into_iter().map(|gain| Gain(gain as f64)).collect())
    }

    pub(super) fn line_context(&self) -> LineContext<'_> {
        LineContext { layout: &self.board, counters: &self.counters, margin: self.margin }
    }

    /// The lines of a section.
    pub(super) fn lines_of(&self, now: Section) -> &[ProcessLine] {
        if now == Section::Begin { &self.begin } else { &self.step }
    }

    /// The situation at the start of the next step. The process must not have ended in `situation`.
    pub(super) fn next_step(&self, situation: &Situation) -> Situation {
        let mut next = situation.clone();
        next.now = Section::Step;
        if let Some(step) = next.board.last_mut() {
            *step = self.clock.next(*step);
        }
        next
    }

    /// The end of a process in `situation`. `end` is the index of the end that applies; `None` if the process was
    /// stopped.
    pub(super) fn process_end(&self, situation: &Situation, end: Option<usize>) -> ProcessEnd {
        let counters = situation.board[..self.board.counters].to_vec();
        ProcessEnd { end, counters, past: Past::clone(&situation.past) }
    }

    /// The index of the first end that applies to `board` (counters, then step); `None` if the process continues.
    ///
    /// # Errors
    /// If a condition has no value.
    pub fn end_of(&self, board: &[i64]) -> Result<Option<usize>, ProcessError> {
        let mut board = self.board.of_situation(board);
        for (number, end) in self.ends.iter().enumerate() {
            if end.when.value(&self.board, &mut board)? != 0 {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Adds the values that measures need after each step to `past`.
    fn record_measures(&self, board: &[i64], past: &mut Past) {
        let (mut firsts, mut courses) = (past.firsts.iter_mut(), past.courses.iter_mut());
        let counters = &board[..self.board.counters];
        let measured = |amount| self.measure_value(amount, counters, past.steps.into(), None);
        for what in self.measures.iter().map(|measured| &measured.quantity) {
            match what {
                MeasuredQuantity::First(amount) => {
                    if let Some(first @ None) = firsts.next() {
                        *first = (measured(amount) != 0).then_some(past.steps);
                    }
                }
                MeasuredQuantity::Course(amount) => {
                    if let Some(course) = courses.next().filter(|course| course.len() < LONGEST_COURSE) {
                        course.push(measured(amount));
                    }
                }
                _ => {}
            }
        }
    }
}
