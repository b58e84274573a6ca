//! One process, played to its end.

use super::line::{Cup, Done, Line, Trouble};
use super::{OwnProcess, Rolled, What};
use crate::chance::Chance;
use crate::dice::Dice;
use std::sync::Arc;

/// A process that goes on for longer is stopped: see [`Ended::end`].
pub const MOST_STEPS: u32 = 1_000_000;

/// The most steps of a course that are written down.
const LONGEST_COURSE: usize = 10_000;

/// The end of a process, and all that is measured of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ended {
    /// The number of the end; `None` after [`MOST_STEPS`].
    pub end: Option<usize>,
    /// The steps it took.
    pub steps: u32,
    /// The counters.
    pub counters: Vec<i64>,
    /// The sums of the tallies.
    pub tallies: Vec<i64>,
    /// For each measure of a first time, the step after which it came; `None`: never.
    pub firsts: Vec<Option<u32>>,
    /// For each measure of a course, the value after each step, from 0.
    pub courses: Vec<Vec<i64>>,
}

/// Events on the way.
pub enum Event<'e> {
    /// A step begins.
    Step(u32),
    /// A line took place; the board is as it stands after it, with the number of the step.
    Line(&'e Line, &'e Done, &'e [i64]),
    /// It is over, in this way.
    Over(Option<usize>, &'e [i64]),
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

impl OwnProcess {
    /// Plays it once; `tell` is called with all that happens.
    pub fn play(&self, chance: &mut impl Chance, tell: &mut dyn FnMut(Event<'_>)) -> Ended {
        let layout = &self.board;
        let mut ended = Ended { tallies: vec![0; layout.tallies], ..Ended::default() };
        for measured in &self.measures {
            match measured.what {
                What::First(_) => ended.firsts.push(None),
                What::Course(_) => ended.courses.push(Vec::new()),
                _ => {}
            }
        }
        let mut board = layout.of(&self.start(), 0);
        chance.begin_round(1);
        self.run(&self.begin, &mut board, &mut ended, chance, tell);
        loop {
            self.note(&board, &mut ended);
            ended.end = self.end_of(&mut board).unwrap_or_default();
            if ended.end.is_some() || ended.steps == MOST_STEPS {
                break;
            }
            ended.steps += 1;
            // The first round is that of the beginning.
            chance.begin_round(1 + ended.steps);
            tell(Event::Step(ended.steps));
            let step = layout.step();
            board[step] = self.clock.next(board[step]);
            self.run(&self.step, &mut board, &mut ended, chance, tell);
        }
        board[layout.step()] = ended.steps.into();
        tell(Event::Over(ended.end, &board));
        ended.counters = board[..layout.counters].to_vec();
        ended
    }

    /// The first of the ends that hold.
    ///
    /// # Errors
    /// A condition without a value.
    pub fn end_of(&self, board: &mut [i64]) -> Result<Option<usize>, Trouble> {
        for (number, end) in self.ends.iter().enumerate() {
            if end.when.value(&self.board, board)? != 0 {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    fn run(
        &self,
        lines: &[Line],
        board: &mut Vec<i64>,
        ended: &mut Ended,
        chance: &mut impl Chance,
        tell: &mut dyn FnMut(Event<'_>),
    ) {
        let step = self.board.step();
        for (number, line) in lines.iter().enumerate() {
            // A formula without a value was refused when the process was read.
            let Ok(done) = line.run(self, number as u16, board, &mut ended.tallies, chance, &Found(self)) else {
                continue;
            };
            if done != Done::Nothing {
                let counted = std::mem::replace(&mut board[step], ended.steps.into());
                tell(Event::Line(line, &done, board));
                board[step] = counted;
            }
        }
        let (from, to) = (self.board.roll(0), self.board.varied());
        board[from..to].fill(crate::formula::UNSET);
    }

    /// Writes down what is measured after each step.
    fn note(&self, board: &[i64], ended: &mut Ended) {
        let (mut firsts, mut courses) = (ended.firsts.iter_mut(), ended.courses.iter_mut());
        let counters = &board[..self.board.counters];
        let measured = |amount| self.measured(amount, counters, ended.steps.into(), None);
        for what in self.measures.iter().map(|measured| &measured.what) {
            match what {
                What::First(amount) => {
                    if let Some(first @ None) = firsts.next() {
                        *first = (measured(amount) != 0).then_some(ended.steps);
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
