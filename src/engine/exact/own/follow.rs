//! A process followed step by step, for measures that need the step.

use super::measures::{Answer, Found, Sum, needs_time};
use crate::check::own::{Ended, OwnProcess, Target, What};
use crate::error::{Error, Result};
use crate::exact::check_stopped;

/// A process is followed until the chance that it goes on, times the steps it may still take, is at most this.
const NEGLIGIBLE: f64 = 1e-14;

/// A spread or a course is listed until less than this is left.
const LISTED: f64 = 1e-12;

/// The most transitions that are followed, over all steps.
const MOST_FOLLOWED: f64 = 5e9;

/// A process that was followed.
pub(super) struct Followed {
    /// The chance of each final.
    pub(super) over: Vec<f64>,
    /// The mean number of steps.
    pub(super) steps: f64,
    /// The mean of each tally.
    pub(super) tallies: Vec<f64>,
    /// The measures that need the step, by their places.
    pub(super) measures: Vec<Option<Found>>,
    /// The ways to end, with their chances, if they were asked for.
    pub(super) outcomes: Vec<(Ended, f64)>,
    /// A bound on what is left out.
    pub(super) left: f64,
    /// The steps followed.
    pub(super) taken: f64,
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

/// Follows a process from the chances of its situations; `begun` are those of having ended at once. Measures that visits to situations tell
/// are left out if these are `known`.
///
/// # Errors
/// It lasts too long; it was stopped.
pub(super) fn follow(
    process: &OwnProcess,
    start: Vec<f64>,
    begun: &[f64],
    (known, by_outcome): (bool, bool),
    stopped: &dyn Fn() -> bool,
) -> Result<Followed> {
    let found = &process.situations;
    let tallies = process.board.tallies;
    let transitions: usize = found.steps.iter().map(Vec::len).sum();
    let mut traces: Vec<Option<Trace>> = process
        .measures
        .iter()
        .map(|measured| {
            needs_time(process, measured, known).then(|| match &measured.what {
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
        check_stopped(stopped)?;
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
