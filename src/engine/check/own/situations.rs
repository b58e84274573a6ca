//! The search for the situations of a process: what its lines may leave from each.

use super::board::{Cup, DiceKey, Trouble};
use super::line::Done;
use super::situation::{Gain, Left, Lines, OwnEnd, Section, Situation, Situations};
use super::{MOST_SITUATIONS, OwnProcess};
use crate::chance::{Chance, Enumerator, Weight, enumerate, limits::Limits};
use crate::check::{Machine, Next, Target};
use crate::dice::Dice;
use crate::error::{Error, Result as Outcome};
use crate::formula::UNSET;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The most ways in which things may stand between two lines of one step.
const MOST_WITHIN: usize = 200_000;

/// The most ways in which lines may turn out, over all situations: some seconds of work.
const MOST_TRIED: u64 = 10_000_000;

/// The most dice that depend on what varies.
const MOST_DICE: usize = 20_000;

/// Dice as they are found.
#[derive(Default)]
struct Finding(RefCell<HashMap<DiceKey, Arc<Dice>>>);

impl Cup for Finding {
    fn dice(&self, key: DiceKey, make: &dyn Fn() -> Result<Dice, Trouble>) -> Result<Arc<Dice>, Trouble> {
        if let Some(dice) = self.0.borrow().get(&key) {
            return Ok(Arc::clone(dice));
        }
        if self.0.borrow().len() >= MOST_DICE {
            return Err(Trouble::new("too-many-states", "", "its formulas make more than 20,000 different dice"));
        }
        let dice = Arc::new(make()?);
        self.0.borrow_mut().insert(key, Arc::clone(&dice));
        Ok(dice)
    }
}

/// The chance of something, and the mean gains of tallies times that chance.
#[derive(Clone)]
struct Share {
    chance: f64,
    gains: Vec<f64>,
}

impl Share {
    fn none(tallies: usize) -> Self {
        Self { chance: 0.0, gains: vec![0.0; tallies] }
    }
}

/// The boards, as far as they vary, after some lines of a step.
type Boards = BTreeMap<Vec<i64>, Share>;

/// A process whose situations are searched: its lines are followed one by one, and what goes wrong is kept.
pub struct Search<'p> {
    process: &'p OwnProcess,
    finding: Finding,
    /// The ways tried.
    tried: std::cell::Cell<u64>,
    trouble: RefCell<Option<Trouble>>,
}

impl<'p> Search<'p> {
    /// A search that has found nothing yet.
    pub fn new(process: &'p OwnProcess) -> Self {
        Self { process, finding: Finding::default(), tried: Default::default(), trouble: RefCell::default() }
    }

    /// The dice found, or what went wrong.
    ///
    /// # Errors
    /// A formula without a value; too many situations.
    pub fn dice(self) -> Result<HashMap<DiceKey, Arc<Dice>>, Trouble> {
        self.trouble.into_inner().map_or(Ok(self.finding.0.into_inner()), Err)
    }

    /// Keeps what goes wrong first.
    fn fails(&self, trouble: Trouble) -> Error {
        let error = Error::input(trouble.message.clone());
        self.trouble.borrow_mut().get_or_insert(trouble);
        error
    }

    /// The boards that lines lead to, as far as they vary.
    fn within(&self, (moment, before): &Lines) -> Result<Boards, Trouble> {
        let lines = self.process.lines_of(*moment);
        let layout = &self.process.board;
        let clock = self.process.clock;
        if clock.strict && clock.last.is_some_and(|last| before[layout.counters] > last) {
            return Err(self.process.too_many("it names the step itself, and may last for more than 1,000 steps"));
        }
        let mut start = layout.of_situation(before);
        start.truncate(layout.varied());
        let mut now = Boards::from([(start, Share { chance: 1.0, gains: vec![0.0; layout.tallies] })]);
        for (number, line) in lines.iter().enumerate() {
            let mut next = Boards::new();
            let mut trouble = None;
            for (varied, part) in now {
                let play = |chance: &mut Enumerator| {
                    let mut board = varied.clone();
                    board.extend_from_slice(&layout.fixed);
                    let mut gains = vec![0; layout.tallies];
                    let run =
                        line.run(self.process.grounds(), number as u16, &mut board, &mut gains, chance, &self.finding);
                    let said = run.and_then(|done| match (&line.say, done) {
                        (Some(say), done) if done != Done::Nothing => say.said(layout, &mut board).map(|_| ()),
                        _ => Ok(()),
                    });
                    line.forgets.iter().for_each(|place| board[*place] = UNSET);
                    board.truncate(layout.varied());
                    (board, gains, said)
                };
                let tried = &self.tried;
                enumerate(play, |(board, gains, said), chance| {
                    tried.set(tried.get() + 1);
                    if next.len() > MOST_WITHIN {
                        return;
                    }
                    if let Err(wrong) = said {
                        trouble.get_or_insert(wrong);
                    }
                    let sum = next.entry(board).or_insert_with(|| Share::none(layout.tallies));
                    sum.chance += part.chance * chance;
                    for ((sum, before), gain) in sum.gains.iter_mut().zip(&part.gains).zip(gains) {
                        *sum += before * chance + part.chance * chance * gain as f64;
                    }
                });
                if let Some(wrong) = trouble {
                    let place = Some(wrong.place).filter(|place| !place.is_empty());
                    return Err(Trouble { place: place.unwrap_or_else(|| line.place.clone()), ..wrong });
                }
                if next.len() > MOST_WITHIN {
                    return Err(self.process.too_many("a step of it can turn out in more than 200,000 ways at once"));
                }
                if tried.get() > MOST_TRIED {
                    return Err(self.process.too_many("its steps can turn out in more than 10 million ways"));
                }
            }
            now = next;
        }
        Ok(now)
    }
}

impl Machine for Search<'_> {
    type State = Situation;
    type Question = Lines;
    type Outcome = Left;
    type End = OwnEnd;
    type Event = Lines;

    fn start(&self) -> Situation {
        self.process.start()
    }

    fn next(&self, situation: &Situation, step: u32) -> Next<Situation, Lines, OwnEnd> {
        if situation.now != Section::Rest {
            return self.process.next(situation, step);
        }
        match self.process.end_of(&situation.board) {
            Ok(Some(end)) => Next::End(self.process.ended(situation, Some(end))),
            Ok(None) => Next::Step(self.process.stepped(situation)),
            Err(trouble) => {
                drop(self.fails(trouble));
                Next::End(self.process.ended(situation, None))
            }
        }
    }

    fn roll(&self, lines: &Lines, chance: &mut dyn Chance, tell: &mut dyn FnMut(Lines)) -> Left {
        self.process.roll(lines, chance, tell)
    }

    fn apply(&self, situation: &mut Situation, lines: &Lines, left: &Left) {
        self.process.apply(situation, lines, left);
    }

    fn essence(&self, situation: Situation) -> Situation {
        self.process.essence(situation)
    }

    fn gained(&self, left: &Left) -> Vec<f64> {
        self.process.gained(left)
    }

    /// Boards that differ in rolls alone are the same.
    fn odds(&self, lines: &Lines, _: usize, _: &Limits<'_>) -> Outcome<Vec<(Left, Weight)>> {
        if self.trouble.borrow().is_some() {
            return Err(Error::input("a process that cannot be played"));
        }
        let mut left: BTreeMap<Vec<i64>, Share> = BTreeMap::new();
        for (mut board, part) in self.within(lines).map_err(|trouble| self.fails(trouble))? {
            board.truncate(lines.1.len());
            let sum = left.entry(board).or_insert_with(|| Share::none(part.gains.len()));
            sum.chance += part.chance;
            sum.gains.iter_mut().zip(&part.gains).for_each(|(sum, gain)| *sum += gain);
        }
        let mean = |(board, Share { chance, gains }): (Vec<i64>, Share)| {
            ((board, gains.into_iter().map(|gain| Gain(gain / chance)).collect()), Weight::rounded(chance))
        };
        Ok(left.into_iter().map(mean).collect())
    }

    fn too_many(&self, states: usize) -> Option<Error> {
        let message = "it has more than 100,000 situations";
        (states > MOST_SITUATIONS).then(|| self.fails(self.process.too_many(message)))
    }
}

impl OwnProcess {
    fn too_many(&self, message: &str) -> Trouble {
        Trouble::new("too-many-states", format!("process.{}", self.name), message)
    }

    /// Refuses situations from which no end can be reached.
    pub fn check_ways_out(&self, found: &Situations) -> Result<(), Trouble> {
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); found.states.len()];
        let mut open = Vec::new();
        let mut ends = vec![false; found.states.len()];
        for (from, flows) in found.steps.iter().enumerate() {
            for flow in flows {
                match flow.to {
                    Target::On(to) => into[to].push(from),
                    Target::Over(_) if !ends[from] => {
                        ends[from] = true;
                        open.push(from);
                    }
                    Target::Over(_) => {}
                }
            }
        }
        while let Some(situation) = open.pop() {
            for &from in &into[situation] {
                if !std::mem::replace(&mut ends[from], true) {
                    open.push(from);
                }
            }
        }
        let Some(stuck) = ends.iter().position(|ends| !ends) else { return Ok(()) };
        let named = self.counters.iter().zip(&found.states[stuck].board);
        let mut stands: Vec<String> = named.map(|(counter, value)| format!("{} = {value}", counter.name)).collect();
        if self.clock.last.is_some() {
            stands.extend(found.states[stuck].board.last().map(|step| format!("step = {step}")));
        }
        let message = match stands.is_empty() {
            true => "no end can be reached".to_owned(),
            false => format!("from {} no end can be reached", stands.join(", ")),
        };
        Err(Trouble::new("no-way-out", format!("process.{}.ends", self.name), message))
    }
}
