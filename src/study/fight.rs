//! Fights, exact or simulated: what is known of them becomes figures.

use super::action::{exact_answer, probability, simulated_answer};
use super::party::{PartyEstimates, share_of};
use super::plan::{MethodChoice, Planned, Study, Subject};
use super::result::{Distribution, Figure, Point, Unit, Warning, label};
use super::run::Answered;
use crate::combat::{Cast, Fight, Fired};
use crate::error::Result;
use crate::exact::{self, ExactFight};
use crate::sim::{FightTally, Monitor, Rate, Simulated, Spread};
use crate::stats::Estimate;

/// The estimates of one fight, before they have names.
struct Estimates {
    wins: Vec<Estimate>,
    /// For each side, that it draws first blood.
    first_blood: Vec<Estimate>,
    /// For each side, that it draws first blood and wins.
    first_blood_wins: Vec<Estimate>,
    draw: Estimate,
    mean_rounds: Estimate,
    median_rounds: Estimate,
    nobody: Estimate,
    undecided: Estimate,
    /// For each stat block, of each final wound level of one of its fighters.
    levels: Vec<Vec<Estimate>>,
    /// For each stat block, that one of its fighters is Incapacitated but conscious; none where nobody asks.
    awake: Vec<Estimate>,
    /// For each stat block, the Fudge points that one of its fighters spends; none where nobody may spend any.
    points: Vec<Estimate>,
    hits: Vec<Estimate>,
    grazes: Vec<Estimate>,
    /// For each stat block, how often each of what the fight fires did.
    fired: Vec<Vec<Estimate>>,
    stand_offs: Estimate,
    below_minimum: Estimate,
    /// Of each number of rounds, from 1.
    rounds: Vec<Estimate>,
    party: Option<PartyEstimates>,
}

/// Solves the fights of a study, cell by cell; none where they are to be simulated, or the monitor stopped the work.
///
/// # Errors
/// A fight is past what can be solved: which cell, and why.
pub(super) fn solve(study: &Study, monitor: &impl Monitor) -> Result<Option<Vec<ExactFight>>> {
    let mut solved = Vec::with_capacity(study.cells.len());
    for cell in &study.cells {
        let Subject::Fight(fight, _) = &cell.subject else { return Ok(None) };
        if study.method == MethodChoice::Simulate || monitor.stopped() {
            return Ok(None);
        }
        let label = label(cell.variant.as_deref(), &cell.varied);
        let answer = match &cell.drawn {
            None => exact::fight_until(fight, &|| monitor.stopped()),
            Some(mixture) => exact::mixture_until(mixture, &|| monitor.stopped()),
        };
        if answer.is_err() && monitor.stopped() {
            return Ok(None);
        }
        solved.push(if label.is_empty() { answer } else { answer.map_err(|error| error.context(label)) }?);
    }
    Ok(Some(solved))
}

/// Answers fights from their exact solutions.
pub(super) fn exactly(study: &Study, planned: &[Planned], solved: &[ExactFight]) -> Answered {
    let solved_cell = |(planned, exact): (&Planned, &ExactFight)| {
        let counts = if let Subject::Fight(fight, _) = &planned.subject { counts(fight) } else { vec![] };
        cell(planned, &of_exact(exact, &counts))
    };
    let cells = planned.iter().zip(solved).map(solved_cell).collect();
    // The same figures are compared as in simulations: wins, draw, rounds.
    let sides = solved.first().map_or(0, |exact| exact.wins.len());
    exact_answer(study, cells, sides + 2)
}

/// Answers fights from their counts.
pub(super) fn counted(planned: &[Planned], done: &Simulated<FightTally>) -> Answered {
    let cells = planned.iter().zip(&done.tallies).map(|(planned, tally)| counted_cell(planned, tally)).collect();
    let sides = done.tallies.first().map_or(0, |tally| tally.outcomes.len() - 2);
    let wins: Vec<_> = (0..sides).map(|side| move |outcome: usize| outcome == side).collect();
    let draw = move |outcome: usize| outcome >= sides;
    let mut compared: Vec<super::action::Counts<'_>> =
        wins.iter().map(|win| ("wins", win as &dyn Fn(usize) -> bool)).collect();
    compared.push(("draw", &draw));
    simulated_answer(cells, &done.pairs, done.trials, &compared)
}

/// What a reader of exact fights should know: some would go on for ever.
pub(super) fn endless(solved: &[ExactFight]) -> Option<Warning> {
    let never = solved.iter().map(|exact| exact.never_ends).fold(0.0, f64::max);
    (never > 0.0).then(|| Warning {
        message: format!("up to {} % of the fights would never end", super::run::significant(100.0 * never)),
        remedy: "the fighters come to a point from which they cannot hurt each other: look at their factors, and at \
                 `minimum_to_hit` in [rules]"
            .to_owned(),
    })
}

fn counted_cell(planned: &Planned, tally: &FightTally) -> (Vec<Figure>, Vec<Distribution>) {
    let Subject::Fight(fight, _) = &planned.subject else { return (vec![], vec![]) };
    cell(planned, &of_tally(tally, fight))
}

fn of_tally(tally: &FightTally, fight: &Fight) -> Estimates {
    let fights = tally.trials();
    let share = |&n: &u64| Estimate::share(n, fights);
    let rate = |rate: &Rate| {
        let rounds = (tally.total_rounds(), tally.rounds_squared);
        Estimate::ratio((rate.sum, rate.squares), rate.products, rounds, fights)
    };
    let mean = |spread: &Spread| Estimate::mean(spread.sum.into(), spread.squares.into(), fights);
    let counts = counts(fight);
    let mean_of =
        |spread: &Spread, count| Estimate::mean_share(spread.sum.into(), spread.squares.into(), fights, count as f64);
    let levels_of = |levels: &[Spread], count| levels.iter().map(|spread| share_of(spread, count, fights)).collect();
    let sides = tally.outcomes.len() - 2;
    let (nobody, undecided) = (tally.outcomes[sides], tally.outcomes[sides + 1]);
    let last = tally.rounds.iter().rposition(|&n| n > 0).unwrap_or(0);
    Estimates {
        wins: tally.outcomes[..sides].iter().map(share).collect(),
        first_blood: tally.first_blood.iter().map(|[lost, won]| share(&(lost + won))).collect(),
        first_blood_wins: tally.first_blood.iter().map(|[_, won]| share(won)).collect(),
        draw: share(&(nobody + undecided)),
        mean_rounds: Estimate::mean(i128::from(tally.total_rounds()), tally.rounds_squared.into(), fights),
        median_rounds: Estimate::median(&tally.rounds),
        nobody: share(&nobody),
        undecided: share(&undecided),
        levels: tally.levels.iter().zip(&counts).map(|(levels, &count)| levels_of(levels, count)).collect(),
        awake: tally.awake.iter().zip(&counts).map(|(spread, &count)| share_of(spread, count, fights)).collect(),
        points: tally.points.iter().zip(&counts).map(|(spread, &count)| mean_of(spread, count)).collect(),
        hits: tally.hits.iter().map(rate).collect(),
        grazes: tally.grazes.iter().map(rate).collect(),
        fired: tally.fired.iter().map(|fired| fired.iter().map(mean).collect()).collect(),
        stand_offs: rate(&tally.stand_offs),
        below_minimum: rate(&tally.below_minimum),
        rounds: tally.rounds[..=last].iter().skip(1).map(share).collect(),
        party: tally.party.as_ref().map(|party| PartyEstimates::of_tally(party, &counts, fights)),
    }
}

/// How many fighters each stat block stands for.
fn counts(fight: &Fight) -> Vec<usize> {
    (0..fight.entries()).map(|entry| fight.count(entry)).collect()
}

fn of_exact(exact: &ExactFight, counts: &[usize]) -> Estimates {
    let chance = |&chance: &f64| Estimate::exact(chance, exact.chance_bound(chance));
    let rate = |&rate: &f64| Estimate::exact(rate, exact.rate_bound(rate));
    let mean_of = |points: f64| Estimate::exact(points, exact.points_bound(points));
    let count = |&count: &f64| Estimate::exact(count, exact.count_bound(count));
    Estimates {
        wins: exact.wins.iter().map(chance).collect(),
        first_blood: exact.first_blood.iter().map(chance).collect(),
        first_blood_wins: exact.first_blood_wins.iter().map(chance).collect(),
        draw: chance(&(exact.nobody + exact.undecided)),
        mean_rounds: Estimate::exact(exact.mean_rounds, exact.mean_bound()),
        median_rounds: Estimate::exact(f64::from(exact.median_rounds), 0.0),
        nobody: chance(&exact.nobody),
        undecided: chance(&exact.undecided),
        levels: exact.levels.iter().map(|levels| levels.iter().map(chance).collect()).collect(),
        awake: exact.awake.iter().map(chance).collect(),
        points: exact.points.iter().zip(counts).map(|(points, &count)| mean_of(points / count as f64)).collect(),
        hits: exact.hits.iter().map(rate).collect(),
        grazes: exact.grazes.iter().map(rate).collect(),
        fired: exact.fired.iter().map(|fired| fired.iter().map(count).collect()).collect(),
        stand_offs: rate(&exact.stand_offs),
        below_minimum: rate(&exact.below_minimum),
        rounds: exact.rounds.iter().skip(1).map(chance).collect(),
        party: exact.party.as_ref().map(|party| PartyEstimates::of_exact(exact, party, counts)),
    }
}

fn cell(planned: &Planned, estimates: &Estimates) -> (Vec<Figure>, Vec<Distribution>) {
    let Subject::Fight(fight, cast) = &planned.subject else { return (vec![], vec![]) };
    // In a duel nobody is hit who is out already, so some tracks cannot kill; then no chance of it is shown.
    let mortal = |fight: &Fight, fighter| match fight.duel() {
        _ if fight.may_be_slain(fighter) => true,
        Some(_) => fight.track(fighter).one_blow_kills(),
        None => fight.track(fighter).kills(),
    };
    let drawn = planned.drawn.as_deref();
    let mortal = |entry| match drawn {
        None => mortal(fight, fight.first(entry)),
        Some(mixture) => mixture.fights().any(|fight| mortal(fight, fight.first(entry))),
    };
    let mortal: Vec<bool> = (0..fight.entries()).map(mortal).collect();
    // Tracks may differ in how many levels they have; the dead come last in each.
    let levels: Vec<Vec<String>> = cast.fighters.iter().map(|fighter| fighter.level_names(&planned.rules)).collect();
    let dead: Vec<Option<usize>> =
        levels.iter().zip(&mortal).map(|(levels, mortal)| mortal.then(|| levels.len() - 1)).collect();
    let mut figures = figures(cast, estimates, &dead, fight.fires());
    let mut distributions = distributions(cast, estimates, &levels, &mortal);
    if let Some(party) = &estimates.party {
        let place = figures.iter().position(|figure| figure.name == "dies" || figure.name == "hits in a round");
        let place = place.unwrap_or(figures.len());
        figures.splice(place..place, party.figures(cast, &planned.rules.record, &mortal));
        distributions.splice(1..1, party.distributions(cast));
    }
    (figures, distributions)
}

/// Win of each side and draw first, in the order of the outcomes; then what the draw is made of, and the rest.
fn figures(cast: &Cast, of: &Estimates, dead: &[Option<usize>], fires: &[Fired]) -> Vec<Figure> {
    let mut figures: Vec<Figure> =
        cast.sides.iter().zip(&of.wins).map(|(side, wins)| probability("wins", side, *wins)).collect();
    figures.push(probability("draw", "", of.draw));
    figures.push(rounds("rounds", of.mean_rounds));
    figures.push(rounds("median rounds", of.median_rounds));
    figures.push(probability("both out", "", of.nobody));
    figures.push(probability("undecided", "", of.undecided));
    for (side, (drawn, won)) in cast.sides.iter().zip(of.first_blood.iter().zip(&of.first_blood_wins)) {
        figures.push(probability("first blood", side, *drawn));
        figures.push(probability("first blood and win", side, *won));
    }
    for ((fighter, levels), dead) in cast.fighters.iter().zip(&of.levels).zip(dead) {
        let dies = dead.and_then(|dead| levels.get(dead));
        figures.extend(dies.map(|dies| probability("dies", &fighter.name, *dies)));
    }
    let awake = cast.fighters.iter().zip(&of.awake);
    figures.extend(awake.map(|(fighter, awake)| probability("out but conscious", &fighter.name, *awake)));
    let points = cast.fighters.iter().zip(&of.points).filter(|(fighter, _)| !fighter.spend.0.is_empty());
    figures.extend(points.map(|(fighter, spent)| Figure {
        name: "Fudge points spent".to_owned(),
        subject: fighter.name.clone(),
        unit: Unit::Points,
        estimate: *spent,
    }));
    for (fighter, (hits, grazes)) in cast.fighters.iter().zip(of.hits.iter().zip(&of.grazes)) {
        figures.push(probability("hits in a round", &fighter.name, *hits));
        figures.push(probability("grazes in a round", &fighter.name, *grazes));
    }
    figures.push(probability("stand-offs in a round", "", of.stand_offs));
    figures.push(probability("below minimum in a round", "", of.below_minimum));
    for (fighter, fired) in cast.fighters.iter().zip(&of.fired) {
        figures.extend(fires.iter().zip(fired).map(|(what, estimate)| Figure {
            name: what.words().to_owned(),
            subject: fighter.name.clone(),
            unit: Unit::Times,
            estimate: *estimate,
        }));
    }
    figures
}

fn rounds(name: &str, estimate: Estimate) -> Figure {
    Figure { name: name.to_owned(), subject: String::new(), unit: Unit::Rounds, estimate }
}

fn distributions(cast: &Cast, of: &Estimates, levels: &[Vec<String>], mortal: &[bool]) -> Vec<Distribution> {
    let points =
        (1..).zip(&of.rounds).map(|(value, estimate)| Point { value, label: value.to_string(), estimate: *estimate });
    let mut distributions =
        vec![Distribution { name: "rounds".into(), subject: String::new(), points: points.collect() }];
    let fighters = cast.fighters.iter().zip(levels);
    for (((fighter, levels), estimates), mortal) in fighters.zip(&of.levels).zip(mortal) {
        let shown = levels.len() - usize::from(!mortal);
        let points = (0..).zip(levels.iter().zip(estimates).take(shown)).map(|(value, (label, estimate))| Point {
            value,
            label: label.clone(),
            estimate: *estimate,
        });
        let subject = fighter.name.clone();
        distributions.push(Distribution { name: "wounds".into(), subject, points: points.collect() });
    }
    distributions
}
