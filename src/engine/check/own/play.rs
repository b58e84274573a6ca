//! One process, played to its end.

use super::line::{Cup, Done, Line, Trouble};
use super::{OwnProcess, Rolled, What};
use crate::chance::Chance;
use crate::check::{Machine, Next};
use crate::dice::Dice;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A process that goes on for longer is stopped: see [`OwnEnd::end`].
pub const MOST_STEPS: u32 = 1_000_000;

/// The most steps of a course that are written down.
const LONGEST_COURSE: usize = 10_000;

/// A process between the lines of two steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The counters, and the step as it is counted.
    pub board: Vec<i64>,
    /// The next thing.
    pub now: Moment,
    /// The past, for measures: it decides nothing. Shared, since it may be long and the next state takes it over.
    past: Arc<Past>,
}

/// The parts of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The lines before the first step.
    Begin,
    /// The lines of a step.
    Step,
    /// The ends.
    Rest,
}

/// The past of a process.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Past {
    /// The steps noted, with that before the first.
    steps: u32,
    /// The sums of the tallies.
    pub tallies: Vec<i64>,
    /// For each measure of a first time, the step after which it came; `None`: never.
    pub firsts: Vec<Option<u32>>,
    /// For each measure of a course, the value after each step, from 0.
    pub courses: Vec<Vec<i64>>,
}

/// The end of a process, and all that is measured of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct OwnEnd {
    /// The number of the end; `None` after [`MOST_STEPS`].
    pub end: Option<usize>,
    /// The counters.
    pub counters: Vec<i64>,
    /// The past of a process.
    pub past: Past,
}

/// The lines of a step: which, and the counters and the step before them.
pub type Lines = (Moment, Vec<i64>);

/// The counters and the step after lines, and the gains of tallies.
pub type Left = (Vec<i64>, Vec<Gain>);

/// The mean gain of a tally.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gain(pub f64);

impl PartialEq for Gain {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Gain {}

impl Hash for Gain {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

/// The dice that were found when the process was read.
pub struct Found<'p>(pub &'p OwnProcess);

impl Cup for Found<'_> {
    fn dice(&self, key: Rolled, make: &dyn Fn() -> Result<Dice, Trouble>) -> Result<Arc<Dice>, Trouble> {
        match self.0.dice.get(&key) {
            Some(dice) => Ok(Arc::clone(dice)),
            None => make().map(Arc::new),
        }
    }
}

impl Machine for OwnProcess {
    type State = Situation;
    type Question = Lines;
    type Outcome = Left;
    type End = OwnEnd;
    /// The lines took place.
    type Event = Lines;

    const FIRST_ROUND: u32 = 1;

    fn start(&self) -> Situation {
        let mut board: Vec<i64> = self.counters.iter().map(|counter| counter.start).collect();
        board.push(0);
        let firsts = self.measures.iter().filter(|measured| matches!(measured.what, What::First(_)));
        let courses = self.measures.iter().filter(|measured| matches!(measured.what, What::Course(_)));
        let past = Past {
            steps: 0,
            tallies: vec![0; self.board.tallies],
            firsts: firsts.map(|_| None).collect(),
            courses: courses.map(|_| Vec::new()).collect(),
        };
        Situation { board, now: Moment::Begin, past: Arc::new(past) }
    }

    fn next(&self, situation: &Situation, _: u32) -> Next<Situation, Lines, OwnEnd> {
        match situation.now {
            Moment::Begin | Moment::Step => Next::Roll((situation.now, situation.board.clone())),
            Moment::Rest => match self.end_of(&situation.board).unwrap_or_default() {
                Some(end) => Next::End(self.ended(situation, Some(end))),
                None => Next::Step(self.stepped(situation)),
            },
        }
    }

    fn roll<C: Chance>(&self, lines: &Lines, chance: &mut C, tell: &mut dyn FnMut(Lines)) -> Left {
        let left = self.go(lines, chance, &mut |_, _, _| {});
        tell(lines.clone());
        left
    }

    fn apply(&self, situation: &mut Situation, _: &Lines, (board, gains): &Left) {
        situation.board.clone_from(board);
        situation.now = Moment::Rest;
        let past = Arc::make_mut(&mut situation.past);
        past.tallies.iter_mut().zip(gains).for_each(|(sum, gain)| *sum = sum.saturating_add(gain.0 as i64));
        self.note(board, past);
        past.steps += 1;
    }

    /// The past is forgotten.
    fn essence(&self, situation: Situation) -> Situation {
        Situation { past: Arc::default(), ..situation }
    }

    fn gained(&self, (_, gains): &Left) -> Vec<f64> {
        gains.iter().map(|gain| gain.0).collect()
    }

    fn last_step(&self) -> u32 {
        MOST_STEPS
    }

    fn cut_off(&self, situation: &Situation) -> Option<OwnEnd> {
        Some(self.ended(situation, None))
    }
}

impl OwnProcess {
    /// Goes through the lines of a step; `tell` is called with each that takes place, what it did, and the board after it.
    pub fn go(
        &self,
        (now, before): &Lines,
        chance: &mut impl Chance,
        tell: &mut dyn FnMut(&Line, &Done, &[i64]),
    ) -> Left {
        let (counters, step) = before.split_at(self.board.counters);
        let mut board = self.board.of(counters, step[0]);
        let mut gains = vec![0; self.board.tallies];
        for (number, line) in (0..).zip(self.lines_of(*now)) {
            // A formula without a value was refused when the process was read.
            match line.run(self, number, &mut board, &mut gains, chance, &Found(self)) {
                Ok(Done::Nothing) | Err(_) => {}
                Ok(done) => tell(line, &done, &board),
            }
        }
        board.truncate(before.len());
        (board, gains.into_iter().map(|gain| Gain(gain as f64)).collect())
    }

    /// The lines of a moment.
    pub(super) fn lines_of(&self, now: Moment) -> &[Line] {
        if now == Moment::Begin { &self.begin } else { &self.step }
    }

    /// The next step, from a situation in which no end holds.
    pub(super) fn stepped(&self, situation: &Situation) -> Situation {
        let mut next = situation.clone();
        next.now = Moment::Step;
        if let Some(step) = next.board.last_mut() {
            *step = self.clock.next(*step);
        }
        next
    }

    /// The end in a situation.
    pub(super) fn ended(&self, situation: &Situation, end: Option<usize>) -> OwnEnd {
        let counters = situation.board[..self.board.counters].to_vec();
        OwnEnd { end, counters, past: Past::clone(&situation.past) }
    }

    /// The first of the ends that hold with these counters and this step.
    ///
    /// # Errors
    /// A condition without a value.
    pub fn end_of(&self, board: &[i64]) -> Result<Option<usize>, Trouble> {
        let (counters, step) = board.split_at(self.board.counters);
        let mut board = self.board.of(counters, step[0]);
        for (number, end) in self.ends.iter().enumerate() {
            if end.when.value(&self.board, &mut board)? != 0 {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Writes down what is measured after each step.
    fn note(&self, board: &[i64], past: &mut Past) {
        let (mut firsts, mut courses) = (past.firsts.iter_mut(), past.courses.iter_mut());
        let counters = &board[..self.board.counters];
        let measured = |amount| self.measured(amount, counters, past.steps.into(), None);
        for what in self.measures.iter().map(|measured| &measured.what) {
            match what {
                What::First(amount) => {
                    if let Some(first @ None) = firsts.next() {
                        *first = (measured(amount) != 0).then_some(past.steps);
                    }
                }
                What::Course(amount) => {
                    if let Some(course) = courses.next().filter(|course| course.len() < LONGEST_COURSE) {
                        course.push(measured(amount));
                    }
                }
                _ => {}
            }
        }
    }
}
