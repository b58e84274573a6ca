//! The search for all situations that a process can reach. From each situation, it follows all results that the lines
//! can have.

use super::board::{DiceCache, DiceKey, ProcessError};
use super::line::LineEffect;
use super::situation::{Gain, ProcessEnd, Section, SectionResult, SectionStart, Situation};
use super::{MOST_DICE, MOST_SITUATIONS, Process};
use crate::chance::{Chance, Enumerator, Weight, enumerate, limits::Limits};
use crate::check::{Machine, Next};
use crate::dice::Dice;
use crate::error::{Error, Result as Outcome};
use crate::formula::UNSET;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Maximum number of different boards between two lines of one step.
const MOST_BOARDS: usize = 200_000;

/// Maximum number of line results to follow, over all situations. Following this many takes some seconds.
const MOST_RESULTS_FOLLOWED: u64 = 10_000_000;

/// A cache of the dice found so far.
#[derive(Default)]
struct SearchedDice(RefCell<HashMap<DiceKey, Arc<Dice>>>);

impl DiceCache for SearchedDice {
    fn dice(&self, key: DiceKey, make: &dyn Fn() -> Result<Dice, ProcessError>) -> Result<Arc<Dice>, ProcessError> {
        if let Some(dice) = self.0.borrow().get(&key) {
            return Ok(Arc::clone(dice));
        }
        if self.0.borrow().len() >= MOST_DICE {
            return Err(ProcessError::new("too-many-states", "", "its formulas make more than 20,000 different dice"));
        }
        let dice = Arc::new(make()?);
        self.0.borrow_mut().insert(key, Arc::clone(&dice));
        Ok(dice)
    }
}

/// The chance of a board, and the mean gain of each tally multiplied by that chance.
#[derive(Clone)]
struct BoardShare {
    chance: f64,
    gains: Vec<f64>,
}

impl BoardShare {
    fn zero(tallies: usize) -> Self {
        Self { chance: 0.0, gains: vec![0.0; tallies] }
    }
}

/// The boards after some lines of a step, each with its chance. Only the varying numbers are stored.
type Boards = BTreeMap<Vec<i64>, BoardShare>;

/// A search for the situations of a process. It follows the lines one by one and records the first error.
pub struct Search<'p> {
    process: &'p Process,
    found_dice: SearchedDice,
    /// The number of line results followed so far.
    followed: Cell<u64>,
    trouble: RefCell<Option<ProcessError>>,
    /// The reason why the search gave up; `None` if it did not.
    too_many: Cell<Option<&'static str>>,
    /// The locations of conditional lines that ran in some situation.
    conditional_lines_run: RefCell<BTreeSet<String>>,
}

/// The result of a search for the situations of a process.
#[derive(Debug)]
pub struct SearchResult {
    pub dice: HashMap<DiceKey, Arc<Dice>>,
    /// The reason why the search gave up; `None` if it found all situations.
    pub too_many: Option<&'static str>,
    /// The locations of conditional lines that ran in some situation.
    pub conditional_lines_run: BTreeSet<String>,
}

impl<'p> Search<'p> {
    pub fn new(process: &'p Process) -> Self {
        Self {
            process,
            found_dice: SearchedDice::default(),
            followed: Cell::default(),
            trouble: RefCell::default(),
            too_many: Cell::default(),
            conditional_lines_run: RefCell::default(),
        }
    }

    /// The result of the search, or the first error found.
    ///
    /// # Errors
    /// If a formula has no value, or if a process that uses the step number can last for too many steps.
    pub fn finish(self) -> Result<SearchResult, ProcessError> {
        match self.trouble.into_inner() {
            Some(trouble) => Err(trouble),
            None => Ok(SearchResult {
                dice: self.found_dice.0.into_inner(),
                too_many: self.too_many.get(),
                conditional_lines_run: self.conditional_lines_run.into_inner(),
            }),
        }
    }

    /// Gives up for the reason `why`. If a formula uses the step number itself, this is an error of the process: its
    /// steps are counted only up to 1,000, so a trial could fail.
    fn give_up(&self, why: &'static str) -> Error {
        if self.process.clock.strict {
            return self
                .record_error(self.process.lasts_too_long(format!("{why}, and a formula calculates with `step`")));
        }
        self.too_many.set(Some(why));
        Error::input(why)
    }

    /// Records `trouble`, unless an error was recorded before.
    fn record_error(&self, trouble: ProcessError) -> Error {
        let error = Error::input(trouble.message.clone());
        self.trouble.borrow_mut().get_or_insert(trouble);
        error
    }

    /// All boards that the lines of a section can lead to, each with its chance. Only the varying numbers are returned.
    fn boards_after(&self, (moment, before): &SectionStart) -> Outcome<Boards> {
        let lines = self.process.lines_of(*moment);
        let layout = &self.process.board;
        let clock = self.process.clock;
        if clock.strict && clock.last.is_some_and(|last| before[layout.counters] > last) {
            let message = "a formula calculates with `step`, and the process may last for more than 1,000 steps";
            return Err(self.record_error(self.process.lasts_too_long(message)));
        }
        let mut start = layout.of_situation(before);
        start.truncate(layout.varied());
        let mut now = Boards::from([(start, BoardShare { chance: 1.0, gains: vec![0.0; layout.tallies] })]);
        for (number, line) in lines.iter().enumerate() {
            let mut next = Boards::new();
            let (mut trouble, mut took_place) = (None, false);
            for (varied, part) in now {
                let play = |chance: &mut Enumerator| {
                    let mut board = varied.clone();
                    board.extend_from_slice(&layout.fixed);
                    let mut gains = vec![0; layout.tallies];
                    let run = line.run(
                        self.process.line_context(),
                        number as u16,
                        &mut board,
                        &mut gains,
                        chance,
                        &self.found_dice,
                    );
                    let said = run.and_then(|done| {
                        let acts = done != LineEffect::Nothing;
                        let sentence = line.say.as_ref().filter(|_| acts);
                        sentence.map(|say| say.text(layout, &mut board)).transpose().map(|_| acts)
                    });
                    line.cleared_rolls.iter().for_each(|place| board[*place] = UNSET);
                    board.truncate(layout.varied());
                    (board, gains, said)
                };
                let followed = &self.followed;
                enumerate(play, |(board, gains, said), chance| {
                    followed.set(followed.get() + 1);
                    if next.len() > MOST_BOARDS {
                        return;
                    }
                    match said {
                        Ok(acts) => took_place |= acts,
                        Err(wrong) => drop(trouble.get_or_insert(wrong)),
                    }
                    let sum = next.entry(board).or_insert_with(|| BoardShare::zero(layout.tallies));
                    sum.chance += part.chance * chance;
                    for ((sum, before), gain) in sum.gains.iter_mut().zip(&part.gains).zip(gains) {
                        *sum += before * chance + part.chance * chance * gain as f64;
                    }
                });
                if let Some(wrong) = trouble {
                    return Err(self.record_error(wrong.located_at(&line.place)));
                }
                if next.len() > MOST_BOARDS {
                    return Err(self.give_up("one of its steps can have more than 200,000 outcomes"));
                }
                if followed.get() > MOST_RESULTS_FOLLOWED {
                    return Err(self.give_up("its steps have more than 10 million outcomes"));
                }
            }
            if took_place && line.when.is_some() && !self.conditional_lines_run.borrow().contains(&line.place) {
                self.conditional_lines_run.borrow_mut().insert(line.place.clone());
            }
            now = next;
        }
        Ok(now)
    }
}

impl Machine for Search<'_> {
    type State = Situation;
    type Question = SectionStart;
    type Outcome = SectionResult;
    type End = ProcessEnd;
    type Event = SectionStart;

    fn start(&self) -> Situation {
        self.process.start()
    }

    fn next(&self, situation: &Situation, step: u32) -> Next<Situation, SectionStart, ProcessEnd> {
        if situation.now != Section::Rest {
            return self.process.next(situation, step);
        }
        match self.process.end_of(&situation.board) {
            Ok(Some(end)) => Next::End(self.process.process_end(situation, Some(end))),
            Ok(None) => Next::Step(self.process.next_step(situation)),
            Err(trouble) => {
                drop(self.record_error(trouble));
                Next::End(self.process.process_end(situation, None))
            }
        }
    }

    fn roll(&self, lines: &SectionStart, chance: &mut dyn Chance, tell: &mut dyn FnMut(SectionStart)) -> SectionResult {
        self.process.roll(lines, chance, tell)
    }

    fn apply(&self, situation: &mut Situation, lines: &SectionStart, left: &SectionResult) {
        self.process.apply(situation, lines, left);
    }

    fn essence(&self, situation: Situation) -> Situation {
        self.process.essence(situation)
    }

    fn tally_gains(&self, left: &SectionResult) -> Vec<f64> {
        self.process.tally_gains(left)
    }

    /// Merges boards that differ only in their rolls.
    fn odds(&self, lines: &SectionStart, _: usize, _: &Limits<'_>) -> Outcome<Vec<(SectionResult, Weight)>> {
        if self.trouble.borrow().is_some() {
            return Err(Error::input("this process cannot be played"));
        }
        let mut left: BTreeMap<Vec<i64>, BoardShare> = BTreeMap::new();
        for (mut board, part) in self.boards_after(lines)? {
            board.truncate(lines.1.len());
            let sum = left.entry(board).or_insert_with(|| BoardShare::zero(part.gains.len()));
            sum.chance += part.chance;
            sum.gains.iter_mut().zip(&part.gains).for_each(|(sum, gain)| *sum += gain);
        }
        let mean = |(board, BoardShare { chance, gains }): (Vec<i64>, BoardShare)| {
            ((board, gains.into_iter().map(|gain| Gain(gain / chance)).collect()), Weight::rounded(chance))
        };
        Ok(left.into_iter().map(mean).collect())
    }

    fn too_many(&self, states: usize) -> Option<Error> {
        (states > MOST_SITUATIONS).then(|| self.give_up("it has more than 100,000 situations"))
    }
}

impl Process {
    fn lasts_too_long(&self, message: impl Into<String>) -> ProcessError {
        ProcessError::new("too-many-states", format!("process.{}", self.name), message)
    }

    /// The error for a situation from which no end can be reached.
    pub fn unreachable_end(&self, stuck: &Situation) -> ProcessError {
        let named = self.counters.iter().zip(&stuck.board);
        let mut stands: Vec<String> = named.map(|(counter, value)| format!("{} = {value}", counter.name)).collect();
        if self.clock.last.is_some() {
            stands.extend(stuck.board.last().map(|step| format!("step = {step}")));
        }
        let message = match stands.is_empty() {
            true => "no end can be reached".to_owned(),
            false => format!("from {} no end can be reached", stands.join(", ")),
        };
        ProcessError::new("no-way-out", format!("process.{}.ends", self.name), message)
    }
}
