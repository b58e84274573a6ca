//! Fights: what is counted becomes figures.

use super::action::{probability, simulated_answer};
use super::plan::{Planned, Subject};
use super::result::{Distribution, Figure, Point, Unit};
use super::run::{Answered, of_kind, simulated};
use crate::combat::Cast;
use crate::sim::{FightTally, FightTrial, Monitor, Plan, Rate};
use crate::stats::Estimate;

/// Answers fights by simulation.
pub(super) fn fights(planned: &[Planned], plan: &Plan, monitor: &impl Monitor) -> Answered {
    let trials = of_kind(planned, |subject| match subject {
        Subject::Fight(fight, _) => Some(FightTrial::new((**fight).clone())),
        _ => None,
    });
    let outcomes = trials.iter().map(FightTrial::outcomes).max().unwrap_or(0);
    let done = simulated(&trials, outcomes, plan, monitor);
    let cells = planned.iter().zip(&done.tallies).map(|(planned, tally)| cell(planned, tally)).collect();
    let sides = trials.first().map_or(0, |trial| trial.fight().sides());
    let wins: Vec<_> = (0..sides).map(|side| move |outcome: usize| outcome == side).collect();
    let draw = move |outcome: usize| outcome >= sides;
    let mut compared: Vec<super::action::Counts<'_>> =
        wins.iter().map(|win| ("wins", win as &dyn Fn(usize) -> bool)).collect();
    compared.push(("draw", &draw));
    simulated_answer(cells, &done.pairs, done.trials, &compared)
}

fn cell(planned: &Planned, tally: &FightTally) -> (Vec<Figure>, Vec<Distribution>) {
    let Subject::Fight(fight, cast) = &planned.subject else { return (vec![], vec![]) };
    // With one blow a round nobody is hit who is out already, so some tracks cannot kill; then no chance of it is shown.
    let mortal: Vec<bool> =
        (0u16..).zip(&cast.fighters).map(|(k, _)| cast.fighters.len() > 2 || fight.track(k).one_blow_kills()).collect();
    let levels = planned.rules.record.level_names();
    (figures(cast, tally, &mortal), distributions(cast, tally, &levels, &mortal))
}

/// Win of each side and draw first, in the order of the outcomes; then what the draw is made of, and the rest.
fn figures(cast: &Cast, tally: &FightTally, mortal: &[bool]) -> Vec<Figure> {
    let fights = tally.trials();
    let share = |name: &str, subject: &str, n: u64| probability(name, subject, Estimate::share(n, fights));
    let sides = cast.sides.len();
    let mut figures: Vec<Figure> =
        cast.sides.iter().zip(&tally.outcomes).map(|(side, &n)| share("wins", side, n)).collect();
    let (nobody, undecided) = (tally.outcomes[sides], tally.outcomes[sides + 1]);
    figures.push(share("draw", "", nobody + undecided));
    figures
        .push(rounds("rounds", Estimate::mean(i128::from(tally.total_rounds()), tally.rounds_squared.into(), fights)));
    figures.push(rounds("median rounds", Estimate::median(&tally.rounds)));
    figures.push(share("both out", "", nobody));
    figures.push(share("undecided", "", undecided));
    for (fighter, levels) in only(mortal, cast.fighters.iter().zip(&tally.levels)) {
        figures.push(share("dies", &fighter.name, levels.last().copied().unwrap_or(0)));
    }
    let rate = |name: &str, subject: &str, rate: &Rate| probability(name, subject, rate_of(rate, tally, fights));
    for (fighter, (hits, grazes)) in cast.fighters.iter().zip(tally.hits.iter().zip(&tally.grazes)) {
        figures.push(rate("hits in a round", &fighter.name, hits));
        figures.push(rate("grazes in a round", &fighter.name, grazes));
    }
    figures.push(rate("stand-offs in a round", "", &tally.stand_offs));
    figures.push(rate("below minimum in a round", "", &tally.below_minimum));
    figures
}

/// Those of the fighters for whom something holds.
fn only<T>(holds: &[bool], fighters: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    fighters.zip(holds).filter(|(_, holds)| **holds).map(|(fighter, _)| fighter)
}

fn rate_of(rate: &Rate, tally: &FightTally, fights: u64) -> Estimate {
    Estimate::ratio((rate.sum, rate.squares), rate.products, (tally.total_rounds(), tally.rounds_squared), fights)
}

fn rounds(name: &str, estimate: Estimate) -> Figure {
    Figure { name: name.to_owned(), subject: String::new(), unit: Unit::Rounds, estimate }
}

fn distributions(cast: &Cast, tally: &FightTally, levels: &[String], mortal: &[bool]) -> Vec<Distribution> {
    let fights = tally.trials();
    let last = tally.rounds.iter().rposition(|&n| n > 0).unwrap_or(0);
    let points = (1..=last).map(|rounds| Point {
        value: rounds as i64,
        label: rounds.to_string(),
        estimate: Estimate::share(tally.rounds[rounds], fights),
    });
    let mut distributions =
        vec![Distribution { name: "rounds".into(), subject: String::new(), points: points.collect() }];
    for ((fighter, counts), mortal) in cast.fighters.iter().zip(&tally.levels).zip(mortal) {
        let shown = levels.len() - usize::from(!mortal);
        let points = (0..).zip(levels.iter().zip(counts).take(shown)).map(|(value, (label, &n))| Point {
            value,
            label: label.clone(),
            estimate: Estimate::share(n, fights),
        });
        let subject = fighter.name.clone();
        distributions.push(Distribution { name: "wounds".into(), subject, points: points.collect() });
    }
    distributions
}
