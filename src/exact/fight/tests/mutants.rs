//! Teeth: a solver that forgets a merge or a way back to the same state is found out by the checks that the right one
//! passes, the known answer and the comparison with simulation.

use super::*;
use crate::chance::{Enumerator, Sampler, Seed};
use crate::combat::{Progress, State, play};
use crate::exact::chain::Chain;

type Duel = [Body; 2];

/// The reference duel (`scenarios/reference-duel.toml`).
fn reference() -> Fight {
    let levels = [(1, 3, 0, false), (3, 1, -1, false), (5, 1, -2, false), (7, 1, 0, true)];
    let a = Fighter { offense: 1, ..Fighter::new("A", 0, 1) };
    let b = Fighter { offense: 2, ..Fighter::new("B", 1, 0) };
    duel(a, b, &Rules { record: record(&levels), ..Rules::plain() })
}

/// Where a round leads.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Goal {
    On(u32),
    Over(u32),
}

/// The branches of a round.
type Row = Vec<(Goal, f64)>;

/// What a mutant makes of the row of a place.
type Mutation<'a> = &'a dyn Fn(usize, &[(Goal, f64)]) -> Row;

/// For each place, every branch of a whole round by itself, nothing merged.
fn branches(fight: &Fight, graph: &Graph<Duel>) -> Vec<Row> {
    let place = |states: &[State<Duel>], state| states.iter().position(|known| *known == state).unwrap() as u32;
    let round = |start: &State<Duel>| {
        let mut goals = Vec::new();
        let whole = |chance: &mut Enumerator| {
            let mut state = start.clone();
            (fight.round(&mut state, chance, &mut ()), state)
        };
        Enumerator::default().run(whole, |(progress, state), branch| {
            let goal = match progress {
                Progress::Over => Goal::Over(place(&graph.ends, state)),
                _ => Goal::On(place(&graph.places, state)),
            };
            goals.push((goal, branch.probability()));
        });
        goals
    };
    graph.places.iter().map(round).collect()
}

/// The answer over these ways instead of the graph's own.
fn answer_of(fight: &Fight, graph: &Graph<Duel>, rows: &[Row]) -> ExactFight {
    let mut chain = Chain::default();
    for row in rows {
        for &(goal, chance) in row {
            match goal {
                Goal::On(to) => chain.on.add(to, chance),
                Goal::Over(to) => chain.over.add(to, chance),
            }
        }
        chain.close(0);
    }
    let (places, ends, rewards) = (graph.places.clone(), graph.ends.clone(), graph.rewards.clone());
    let graph = Graph { chain, places, ends, rewards };
    answer(fight, &graph, Signals::of(fight), &EndShape::of(fight, 0), &[], &|| false).unwrap()
}

/// Of branches that lead to one state, the last alone is kept.
fn last_alone(row: &[(Goal, f64)]) -> Row {
    let later = |k: usize| row[k + 1..].iter().any(|(goal, _)| *goal == row[k].0);
    (0..row.len()).filter(|&k| !later(k)).map(|k| row[k]).collect()
}

/// Of the branches that lead to where a later one leads too, the likeliest is lost.
fn one_lost(row: &[(Goal, f64)]) -> Row {
    let merged = |k: &usize| row[k + 1..].iter().any(|(goal, _)| *goal == row[*k].0);
    let lost = (0..row.len()).filter(merged).max_by(|&a, &b| row[a].1.total_cmp(&row[b].1));
    (0..row.len()).filter(|&k| Some(k) != lost).map(|k| row[k]).collect()
}

/// The way back to the same place is lost.
fn no_return(place: usize, row: &[(Goal, f64)]) -> Row {
    row.iter().copied().filter(|(goal, _)| *goal != Goal::On(place as u32)).collect()
}

/// As if every round changed something: without the way back, the others share its chance.
fn renormalized(row: Row) -> Row {
    let all: f64 = row.iter().map(|(_, chance)| chance).sum();
    row.into_iter().map(|(goal, chance)| (goal, chance / all)).collect()
}

/// What tells an answer from the known one: these figures are those that Icepool gives, and chances add up.
fn differs_from_the_known(exact: &ExactFight) -> bool {
    let off = |a: f64, b: f64| (a - b).abs() > 1e-12;
    off(exact.wins(0), 0.681121109764247)
        || off(exact.mean_rounds, 4.307867794195275)
        || off(exact.wins(0) + exact.wins(1), 1.0)
        || off(exact.rounds.iter().sum(), 1.0)
}

const TRIALS: u64 = 200_000;

/// What tells an answer from a simulation: A's wins, the mean of rounds and each of the first six numbers of rounds, by
/// more than 4.5 standard errors of the right answer. Of the eight, a right solver fails one in twenty thousand seeds.
fn differs_from_the_simulated(fight: &Fight, exact: &ExactFight) -> bool {
    let (mut wins, mut rounds, mut squares, mut in_round) = (0u64, 0u64, 0u64, [0u64; 7]);
    for trial in 0..TRIALS {
        let outcome = play(fight, [Body::default(); 2], &mut Sampler::new(Seed::new(5), trial), &mut ());
        wins += u64::from(outcome.winner == Some(0));
        rounds += u64::from(outcome.rounds);
        squares += u64::from(outcome.rounds).pow(2);
        in_round.iter_mut().skip(outcome.rounds as usize).take(1).for_each(|count| *count += 1);
    }
    let trials = TRIALS as f64;
    let mean = rounds as f64 / trials;
    let error = ((squares as f64 / trials - mean * mean) / trials).sqrt();
    let share = |count: u64, chance: f64| {
        let chance = chance.clamp(0.0, 1.0);
        (count as f64 - trials * chance).abs() > 4.5 * (trials * chance * (1.0 - chance)).sqrt()
    };
    share(wins, exact.wins(0))
        || (mean - exact.mean_rounds).abs() > 4.5 * error
        || (1..=6).any(|k| share(in_round[k], exact.rounds.get(k).copied().unwrap_or(0.0)))
}

#[test]
fn solvers_that_forget_something_are_caught() {
    let fight = reference();
    let graph = explore(&fight, &Signals::of(&fight), [Body::default(); 2], &|| false).unwrap();
    let rows = branches(&fight, &graph);
    let right = answer_of(&fight, &graph, &rows);
    assert!(!differs_from_the_known(&right) && !differs_from_the_simulated(&fight, &right));

    let each =
        |change: Mutation<'_>| rows.iter().enumerate().map(|(place, row)| change(place, row)).collect::<Vec<Row>>();
    let mutants = [
        ("no merge adds up", each(&|_, row| last_alone(row))),
        ("one branch of the first round is lost", each(&|k, row| if k == 0 { one_lost(row) } else { row.to_vec() })),
        ("no state leads back to itself", each(&no_return)),
        ("every round changes something", each(&|place, row| renormalized(no_return(place, row)))),
        ("the last state found leads back to itself no more", {
            let with_return = |k: &usize| rows[*k].iter().any(|(goal, _)| *goal == Goal::On(*k as u32));
            let last = (0..rows.len()).rfind(with_return).unwrap();
            each(&|place, row| if place == last { renormalized(no_return(place, row)) } else { row.to_vec() })
        }),
    ];
    for (name, rows) in &mutants {
        assert!(differs_from_the_known(&answer_of(&fight, &graph, rows)), "{name}");
    }
    // What is wrong in hardly any fight, such as the last mutant, needs more trials than a test can spend.
    for (name, rows) in &mutants[..4] {
        assert!(differs_from_the_simulated(&fight, &answer_of(&fight, &graph, rows)), "{name}");
    }
}
