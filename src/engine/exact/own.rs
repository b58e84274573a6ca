//! Processes of one's own, solved: by the chain of their situations, and followed step by step where a figure needs the step.

use super::chain::Chain;
use crate::check::own::{Ended, Flow, OwnProcess, Target, What};
use crate::error::{Error, Result};

/// A process is followed until the chance that it goes on, times the steps it may still take, is at most this.
const NEGLIGIBLE: f64 = 1e-14;

/// A spread or a course is listed until less than this is left.
const LISTED: f64 = 1e-12;

/// The most transitions that are followed, over all steps.
const MOST_FOLLOWED: f64 = 2e10;

/// The rounding of one operation, with room for those before it.
const ROUNDING: f64 = 1e-15;

/// The exact answer about a process.
#[derive(Debug, Clone, Default)]
pub struct OwnAnswer {
    /// The chance of each end.
    pub ends: Vec<f64>,
    /// The mean number of steps.
    pub steps: f64,
    /// The measures, in order.
    pub measures: Vec<Found>,
    /// The ways in which a process may end, each with its chance; only if they were asked for.
    pub outcomes: Vec<(Ended, f64)>,
    /// A bound on the error of a chance, and on that of a mean as a part of it.
    pub bound: f64,
}

/// A measure of a process.
#[derive(Debug, Clone)]
pub struct Found {
    /// The share of processes that it is taken over.
    pub given: f64,
    /// Its value.
    pub value: Answer,
}

/// The value of a measure.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A share or a mean.
    Number(f64),
    /// Values with their chances, ascending; the chance of none.
    Spread(Vec<(i64, f64)>, f64),
    /// A mean after each step, from 0.
    Course(Vec<f64>),
}

/// Solves a process; `by_outcome` says whether outcomes are wanted too.
///
/// # Errors
/// It lasts too long to be followed; it was stopped.
pub fn own(process: &OwnProcess, by_outcome: bool, stopped: &dyn Fn() -> bool) -> Result<OwnAnswer> {
    let found = &process.situations;
    let mut chain = Chain::with_room(found.all.len(), 8);
    for flows in &found.steps {
        for flow in flows {
            match flow.to {
                Target::On(to) => chain.transient.add(to as u32, flow.chance),
                Target::Over(to) => chain.absorbing.add(to as u32, flow.chance),
            }
        }
        chain.close(0);
    }
    let mut start = vec![0.0; found.all.len()];
    let mut over = vec![0.0; found.finals.len()];
    for flow in &found.begin {
        match flow.to {
            Target::On(to) => start[to] += flow.chance,
            Target::Over(to) => over[to] += flow.chance,
        }
    }
    let visits = chain.visits_from(start.clone(), chain.rounding_errors(4.0), stopped);
    let timed = process.measures.iter().any(|measured| needs_time(process, measured)) || by_outcome;
    let followed = match (&visits, timed) {
        (Ok(_), false) => None,
        _ => Some(follow(process, start, &over, by_outcome, stopped)?),
    };
    let mut answer = OwnAnswer { ends: vec![0.0; process.ends.len()], ..OwnAnswer::default() };
    match &visits {
        Ok(visits) => {
            let absorbed = chain.absorbed(&visits.expected, found.finals.len());
            over.iter_mut().zip(absorbed).for_each(|(sum, chance)| *sum += chance);
            answer.steps = visits.expected.iter().sum();
            answer.bound = visits.rounding_errors * f64::EPSILON + ROUNDING;
        }
        Err(_) => {
            let followed = followed.as_ref().ok_or_else(|| Error::run("a process that was not followed"))?;
            over.clone_from(&followed.over);
            answer.steps = followed.steps;
            answer.bound = followed.left + ROUNDING * followed.taken;
        }
    }
    if let Some(followed) = &followed {
        answer.bound = answer.bound.max(followed.left + ROUNDING * followed.taken);
    }
    for (last, chance) in found.finals.iter().zip(&over) {
        answer.ends[last.end] += chance;
    }
    let tallied = |tally: usize| -> f64 {
        let begin: f64 = found.begin.iter().map(|flow| flow.gains[tally]).sum();
        let gained = |flows: &[Flow]| flows.iter().map(|flow| flow.gains[tally]).sum::<f64>();
        match &visits {
            Ok(visits) => {
                let steps = visits.expected.iter().zip(&found.steps);
                begin + steps.map(|(visits, flows)| visits * gained(flows)).sum::<f64>()
            }
            Err(_) => followed.as_ref().map_or(0.0, |followed| followed.tallies[tally]),
        }
    };
    for (place, measured) in process.measures.iter().enumerate() {
        let by_time = followed.as_ref().and_then(|followed| followed.measures[place].clone());
        answer.measures.push(match (by_time, &measured.what) {
            (Some(found), _) => found,
            (None, What::Tally(tally)) => Found { given: 1.0, value: Answer::Number(tallied(*tally)) },
            (None, _) => at_end(process, place, &over),
        });
    }
    answer.outcomes = followed.map(|followed| followed.outcomes).unwrap_or_default();
    Ok(answer)
}

/// True if a measure needs the step, or events on the way.
fn needs_time(process: &OwnProcess, measured: &crate::check::own::Measured) -> bool {
    let step = process.board.step();
    let names = |amount: &crate::check::own::Amount| amount.bound.formula().uses(step);
    let given = measured.given.as_ref();
    match &measured.what {
        What::First(_) | What::Course(_) => true,
        What::Tally(_) => given.is_some(),
        What::Share(amount) | What::Mean(amount) | What::Spread(amount) => names(amount) || given.is_some_and(names),
    }
}

/// A measure of how a process ends, from the chances of that.
fn at_end(process: &OwnProcess, place: usize, over: &[f64]) -> Found {
    let mut sum = Sum::default();
    for (last, chance) in process.situations.finals.iter().zip(over).filter(|(_, chance)| **chance > 0.0) {
        sum.add(process, place, (&last.counters, 0, last.end), *chance);
    }
    sum.found(process, place)
}

/// A measure as it is added up.
#[derive(Debug, Clone, Default)]
struct Sum {
    given: f64,
    value: f64,
    spread: std::collections::BTreeMap<i64, f64>,
}

impl Sum {
    /// Adds a way to end: its counters, step and end.
    fn add(&mut self, process: &OwnProcess, place: usize, (counters, step, end): (&[i64], i64, usize), chance: f64) {
        let measured = &process.measures[place];
        let value = |amount| process.measured(amount, counters, step, Some(end));
        if measured.given.as_ref().is_some_and(|given| value(given) == 0) {
            return;
        }
        self.given += chance;
        match &measured.what {
            What::Share(amount) => self.value += if value(amount) != 0 { chance } else { 0.0 },
            What::Mean(amount) => self.value += chance * value(amount) as f64,
            What::Spread(amount) => *self.spread.entry(value(amount)).or_default() += chance,
            What::Tally(_) | What::First(_) | What::Course(_) => {}
        }
    }

    fn found(self, process: &OwnProcess, place: usize) -> Found {
        let measured = &process.measures[place];
        let given = if measured.given.is_some() { self.given } else { 1.0 };
        let value = match &measured.what {
            What::Spread(_) => {
                Answer::Spread(self.spread.into_iter().map(|(value, chance)| (value, chance / given)).collect(), 0.0)
            }
            _ => Answer::Number(self.value / given),
        };
        Found { given, value }
    }
}

/// A process that was followed.
struct Followed {
    over: Vec<f64>,
    steps: f64,
    tallies: Vec<f64>,
    /// The measures that need the step, by their places.
    measures: Vec<Option<Found>>,
    outcomes: Vec<(Ended, f64)>,
    /// A bound on what is left out.
    left: f64,
    /// The steps followed.
    taken: f64,
}

/// The measures of one kind, as they are followed.
enum Trace {
    /// At the end.
    End(Sum),
    /// At the end, times what a tally has gained: for each situation the gains of the processes that are in it.
    Tally(usize, Sum),
    /// For the first time: the chance of each step.
    First(Vec<f64>),
    /// After each step, and the sum over processes that have ended.
    Course(Vec<f64>, f64),
}

fn follow(
    process: &OwnProcess,
    start: Vec<f64>,
    begun: &[f64],
    by_outcome: bool,
    stopped: &dyn Fn() -> bool,
) -> Result<Followed> {
    let found = &process.situations;
    let tallies = process.board.tallies;
    let transitions: usize = found.steps.iter().map(Vec::len).sum();
    let mut traces: Vec<Option<Trace>> = process
        .measures
        .iter()
        .map(|measured| {
            needs_time(process, measured).then(|| match &measured.what {
                What::First(_) => Trace::First(Vec::new()),
                What::Course(_) => Trace::Course(Vec::new(), 0.0),
                What::Tally(tally) => Trace::Tally(*tally, Sum::default()),
                _ => Trace::End(Sum::default()),
            })
        })
        .collect();
    let mut followed = Followed {
        over: begun.to_vec(),
        steps: 0.0,
        tallies: vec![0.0; tallies],
        measures: Vec::new(),
        outcomes: Vec::new(),
        left: 0.0,
        taken: 0.0,
    };
    // For each tally and situation, the mean gains so far times the chance of being there.
    let mut gained = vec![vec![0.0; found.all.len()]; tallies];
    let mut ended_gains = vec![vec![0.0; found.finals.len()]; tallies];
    for flow in &found.begin {
        for (tally, gain) in flow.gains.iter().enumerate() {
            match flow.to {
                Target::On(to) => gained[tally][to] += gain,
                Target::Over(to) => ended_gains[tally][to] += gain,
            }
        }
    }
    let (mut now, mut ended, mut step) = (start, begun.to_vec(), 0i64);
    // Of each first time, the processes that end in this step and have not had it.
    let mut open: Vec<(Vec<f64>, Vec<f64>)> = vec![(now.clone(), ended.clone()); process.measures.len()];
    let mut before = 1.0;
    loop {
        for (tally, gains) in ended_gains.iter().enumerate() {
            followed.tallies[tally] += gains.iter().sum::<f64>();
        }
        for (place, trace) in traces.iter_mut().enumerate() {
            let Some(trace) = trace else { continue };
            note(process, place, trace, step, (&now, &ended), &ended_gains, &mut open[place]);
        }
        if by_outcome {
            for (last, chance) in found.finals.iter().zip(&ended).filter(|(_, chance)| **chance > 0.0) {
                let outcome = Ended {
                    end: Some(last.end),
                    steps: step as u32,
                    counters: last.counters.clone(),
                    ..Ended::default()
                };
                followed.outcomes.push((outcome, *chance));
            }
        }
        let left: f64 = now.iter().sum();
        // What goes on declines by this factor.
        let declines = if before > 0.0 { (left / before).min(1.0) } else { 0.0 };
        let long = if declines < 1.0 { step as f64 + 1.0 / (1.0 - declines) } else { f64::INFINITY };
        if left == 0.0 || left * long <= NEGLIGIBLE && step > 1 {
            followed.left = left * long;
            break;
        }
        followed.taken += 1.0;
        if followed.taken * transitions as f64 > MOST_FOLLOWED {
            return Err(Error::input("this process lasts too long for exact answers")
                .with_help("use method = \"simulate\", or leave out figures that name the step"));
        }
        super::check_stopped(stopped)?;
        before = left;
        followed.steps += left;
        step += 1;
        let moves = |from: &[f64], to: &mut [f64], over: &mut [f64]| {
            for (here, flows) in from.iter().zip(&found.steps).filter(|(here, _)| **here > 0.0) {
                for flow in flows {
                    match flow.to {
                        Target::On(place) => to[place] += here * flow.chance,
                        Target::Over(place) => over[place] += here * flow.chance,
                    }
                }
            }
        };
        for (tally, gains) in gained.iter_mut().enumerate() {
            let mut next = vec![0.0; now.len()];
            ended_gains[tally].fill(0.0);
            for ((here, before), flows) in now.iter().zip(gains.iter()).zip(&found.steps) {
                for flow in flows.iter().filter(|_| *here > 0.0) {
                    let gain = before * flow.chance + here * flow.gains[tally];
                    match flow.to {
                        Target::On(place) => next[place] += gain,
                        Target::Over(place) => ended_gains[tally][place] += gain,
                    }
                }
            }
            *gains = next;
        }
        for (trace, (open, over)) in traces.iter().zip(&mut open) {
            if let Some(Trace::First(..)) = trace {
                let mut next = vec![0.0; open.len()];
                over.fill(0.0);
                moves(open, &mut next, over);
                *open = next;
            }
        }
        let mut next = vec![0.0; now.len()];
        ended.fill(0.0);
        moves(&now, &mut next, &mut ended);
        now = next;
        followed.over.iter_mut().zip(&ended).for_each(|(sum, chance)| *sum += chance);
    }
    followed.measures =
        traces.into_iter().enumerate().map(|(place, trace)| Some(trace?.found(process, place))).collect();
    Ok(followed)
}

/// Notes a measure after a step: `now` is the chance of each situation, `ended` of each final in this step.
fn note(
    process: &OwnProcess,
    place: usize,
    trace: &mut Trace,
    step: i64,
    (now, ended): (&[f64], &[f64]),
    ended_gains: &[Vec<f64>],
    (open, open_over): &mut (Vec<f64>, Vec<f64>),
) {
    let found = &process.situations;
    let counters = process.board.counters;
    let finals = || found.finals.iter().enumerate().zip(ended).filter(|(_, chance)| **chance > 0.0);
    match (trace, &process.measures[place].what) {
        (Trace::End(sum), _) => {
            for ((_, last), chance) in finals() {
                sum.add(process, place, (&last.counters, step, last.end), *chance);
            }
        }
        (Trace::Tally(tally, sum), _) => {
            for ((number, last), chance) in finals() {
                let before = sum.given;
                sum.add(process, place, (&last.counters, step, last.end), *chance);
                if sum.given > before {
                    sum.value += ended_gains[*tally][number];
                }
            }
        }
        (Trace::First(firsts), What::First(amount)) => {
            let mut first = 0.0;
            for (chance, situation) in open.iter_mut().zip(&found.all).filter(|(chance, _)| **chance > 0.0) {
                if process.measured(amount, &situation[..counters], step, None) != 0 {
                    first += std::mem::take(chance);
                }
            }
            for (chance, last) in open_over.iter().zip(&found.finals).filter(|(chance, _)| **chance > 0.0) {
                if process.measured(amount, &last.counters, step, None) != 0 {
                    first += chance;
                }
            }
            firsts.push(first);
        }
        (Trace::Course(means, over), What::Course(amount)) => {
            let going: f64 = now
                .iter()
                .zip(&found.all)
                .filter(|(chance, _)| **chance > 0.0)
                .map(|(chance, situation)| chance * process.measured(amount, &situation[..counters], step, None) as f64)
                .sum();
            for ((_, last), chance) in finals() {
                *over += chance * process.measured(amount, &last.counters, step, None) as f64;
            }
            means.push(going + *over);
        }
        _ => {}
    }
}

impl Trace {
    fn found(self, process: &OwnProcess, place: usize) -> Found {
        match self {
            Self::End(sum) | Self::Tally(_, sum) => sum.found(process, place),
            Self::First(mut firsts) => {
                let mut left: f64 = firsts.iter().sum();
                let never = (1.0 - left).max(0.0);
                let all = left;
                let mut listed = 0;
                for chance in &firsts {
                    if left < LISTED * all.max(LISTED) {
                        break;
                    }
                    left -= chance;
                    listed += 1;
                }
                firsts.truncate(listed);
                let values = (0..).zip(firsts).filter(|(_, chance)| *chance > 0.0).collect();
                let never = if never < 1e-13 { 0.0 } else { never };
                Found { given: 1.0, value: Answer::Spread(values, never) }
            }
            Self::Course(mut means, _) => {
                // The last rows repeat the final value.
                let last = means.last().copied().unwrap_or_default();
                let changing = means.iter().rposition(|mean| (mean - last).abs() >= LISTED).map_or(0, |row| row + 2);
                means.truncate(changing.max(1));
                Found { given: 1.0, value: Answer::Course(means) }
            }
        }
    }
}
