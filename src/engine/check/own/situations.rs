//! The situations of a process: all that can occur, and what a step leads to from each.

use super::line::{Cup, Line, Trouble};
use super::{MOST_SITUATIONS, OwnProcess, Rolled};
use crate::chance::enumerate;
use crate::dice::Dice;
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

/// All situations of a process.
#[derive(Debug, Default)]
pub struct Situations {
    /// For each, the counters and the step as it is counted.
    pub all: Vec<Vec<i64>>,
    /// The ways in which a process may stand when it is over.
    pub finals: Vec<Final>,
    /// The outcomes of the beginning.
    pub begin: Vec<Flow>,
    /// For each situation, what a step leads to.
    pub steps: Vec<Vec<Flow>>,
}

/// A way in which a process may stand when it is over.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Final {
    /// The number of the end.
    pub end: usize,
    /// The counters.
    pub counters: Vec<i64>,
}

/// One of the things that a step may lead to.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// Its target.
    pub to: Target,
    /// The chance of it.
    pub chance: f64,
    /// For each tally, its mean gain in such steps times their chance.
    pub gains: Vec<f64>,
}

/// The target of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// To a situation.
    On(usize),
    /// To one of the finals.
    Over(usize),
}

/// Dice as they are found.
#[derive(Default)]
struct Finding(RefCell<HashMap<Rolled, Arc<Dice>>>);

impl Cup for Finding {
    fn dice(&self, key: Rolled, make: &dyn Fn() -> Result<Dice, Trouble>) -> Result<Arc<Dice>, Trouble> {
        if let Some(dice) = self.0.borrow().get(&key) {
            return Ok(Arc::clone(dice));
        }
        if self.0.borrow().len() >= MOST_DICE {
            let message = "its formulas make more than 20,000 different dice".to_owned();
            return Err(Trouble { kind: "too-many-states", place: String::new(), message });
        }
        let dice = Arc::new(make()?);
        self.0.borrow_mut().insert(key, Arc::clone(&dice));
        Ok(dice)
    }
}

/// The chance of something, and the mean gains of tallies times that chance.
#[derive(Clone)]
struct Part {
    chance: f64,
    gains: Vec<f64>,
}

/// The boards, as far as they vary, after some lines of a step.
type Within = BTreeMap<Vec<i64>, Part>;

impl OwnProcess {
    /// Finds all situations.
    ///
    /// # Errors
    /// A formula without a value; too many situations; a situation from which no end can be reached.
    pub fn explored(mut self) -> Result<Self, Trouble> {
        let mut search = Search {
            process: &self,
            finding: Finding::default(),
            known: HashMap::new(),
            over: HashMap::new(),
            found: Situations::default(),
            tried: 0,
        };
        let begin = search.from(&self.start(), 0, &self.begin)?;
        search.found.begin = search.flows(begin)?;
        let mut next = 0;
        while let Some(situation) = search.found.all.get(next).cloned() {
            let (step, counters) = situation.split_last().unwrap_or((&0, &[]));
            let step = self.clock.next(*step);
            if self.clock.strict && self.clock.last.is_some_and(|last| step > last) {
                return Err(self.too_many("it names the step itself, and may last for more than 1,000 steps"));
            }
            let after = search.from(counters, step, &self.step)?;
            let flows = search.flows(after)?;
            search.found.steps.push(flows);
            next += 1;
        }
        let Search { finding, found, .. } = search;
        self.check_ways_out(&found)?;
        (self.situations, self.dice) = (found, finding.0.into_inner());
        Ok(self)
    }

    fn too_many(&self, message: &str) -> Trouble {
        Trouble { kind: "too-many-states", place: format!("process.{}", self.name), message: message.to_owned() }
    }

    /// Refuses situations from which no end can be reached.
    fn check_ways_out(&self, found: &Situations) -> Result<(), Trouble> {
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); found.all.len()];
        let mut open = Vec::new();
        let mut ends = vec![false; found.all.len()];
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
        let named = self.counters.iter().zip(&found.all[stuck]);
        let mut stands: Vec<String> = named.map(|(counter, value)| format!("{} = {value}", counter.name)).collect();
        if self.clock.last.is_some() {
            stands.extend(found.all[stuck].last().map(|step| format!("step = {step}")));
        }
        let message = match stands.is_empty() {
            true => "no end can be reached".to_owned(),
            false => format!("from {} no end can be reached", stands.join(", ")),
        };
        Err(Trouble { kind: "no-way-out", place: format!("process.{}.ends", self.name), message })
    }
}

/// The search for situations.
struct Search<'p> {
    process: &'p OwnProcess,
    finding: Finding,
    known: HashMap<Vec<i64>, usize>,
    over: HashMap<Final, usize>,
    found: Situations,
    tried: u64,
}

impl Search<'_> {
    /// The boards that lines lead to, from these counters in a step.
    fn from(&mut self, counters: &[i64], step: i64, lines: &[Line]) -> Result<Within, Trouble> {
        let layout = &self.process.board;
        let mut start = layout.of(counters, step);
        start.truncate(layout.varied());
        let mut now = Within::from([(start, Part { chance: 1.0, gains: vec![0.0; layout.tallies] })]);
        for (number, line) in lines.iter().enumerate() {
            let mut next = Within::new();
            let mut trouble = None;
            for (varied, part) in now {
                let play = |chance: &mut crate::chance::Enumerator| {
                    let mut board = varied.clone();
                    board.extend_from_slice(&layout.fixed);
                    let mut gains = vec![0; layout.tallies];
                    let run = line.run(self.process, number as u16, &mut board, &mut gains, chance, &self.finding);
                    let said = run.and_then(|done| match (&line.say, done) {
                        (Some(say), done) if done != super::line::Done::Nothing => {
                            say.said(layout, &mut board).map(|_| ())
                        }
                        _ => Ok(()),
                    });
                    line.forgets.iter().for_each(|place| board[*place] = UNSET);
                    board.truncate(layout.varied());
                    (board, gains, said)
                };
                let tried = &mut self.tried;
                enumerate(play, |(board, gains, said), chance| {
                    *tried += 1;
                    if next.len() > MOST_WITHIN {
                        return;
                    }
                    if let Err(wrong) = said {
                        trouble.get_or_insert(wrong);
                    }
                    let none = || Part { chance: 0.0, gains: vec![0.0; layout.tallies] };
                    let sum = next.entry(board).or_insert_with(none);
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
                if self.tried > MOST_TRIED {
                    return Err(self.process.too_many("its steps can turn out in more than 10 million ways"));
                }
            }
            now = next;
        }
        Ok(now)
    }

    /// These boards as situations, or ends.
    fn flows(&mut self, within: Within) -> Result<Vec<Flow>, Trouble> {
        let layout = &self.process.board;
        let mut flows: Vec<Flow> = Vec::new();
        let mut places: HashMap<Target, usize> = HashMap::new();
        for (mut board, Part { chance, gains }) in within {
            board.truncate(layout.counters + 1);
            let mut whole = layout.of(&board[..layout.counters], board[layout.counters]);
            let to = match self.process.end_of(&mut whole)? {
                Some(end) => {
                    board.truncate(layout.counters);
                    let over = Final { end, counters: board };
                    let count = self.found.finals.len();
                    let place = *self.over.entry(over.clone()).or_insert(count);
                    if place == count {
                        self.found.finals.push(over);
                    }
                    Target::Over(place)
                }
                None => {
                    let count = self.found.all.len();
                    let place = *self.known.entry(board.clone()).or_insert(count);
                    if place == count {
                        self.found.all.push(board);
                    }
                    Target::On(place)
                }
            };
            // Boards that differ in rolls alone are the same.
            match places.get(&to).map(|place| &mut flows[*place]) {
                Some(flow) => {
                    flow.chance += chance;
                    flow.gains.iter_mut().zip(gains).for_each(|(sum, gain)| *sum += gain);
                }
                None => {
                    places.insert(to, flows.len());
                    flows.push(Flow { to, chance, gains });
                }
            }
        }
        if self.found.all.len() + self.found.finals.len() > MOST_SITUATIONS {
            return Err(self.process.too_many("it has more than 100,000 situations"));
        }
        Ok(flows)
    }
}
