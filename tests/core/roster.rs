//! Properties of any fight: storage of its fighters, order of its sides, the value of skill, and the keys of its rolls.

use crate::support::exact::solve;
use crate::support::{Notes, barroom, brynhild, duel, fudge_1993, nutshell, snorri, srd};
use fudgelab::chance::{Chance, Purpose, Recorder, Sampler, Script, Seed};
use fudgelab::combat::{Body, Event, Fight, Fighter, Modifier, Progress, Roster, State, play};
use fudgelab::rules::{DamageRoll, Rules};
use std::collections::HashSet;

#[test]
fn array_and_vector_rosters_play_the_same_fight() {
    let fight = barroom(&srd());
    for trial in 0..2_000 {
        let sampler = || Sampler::new(Seed::new(3), trial);
        let (mut of_array, mut of_vector) = (Notes::default(), Notes::default());
        let array = play(&fight, [Body::default(); 2], &mut sampler(), &mut of_array);
        let vector = play(&fight, vec![Body::default(); 2], &mut sampler(), &mut of_vector);
        assert_eq!(array.fighters.as_slice(), vector.fighters.as_slice());
        assert_eq!((array.rounds, array.undecided, array.winner), (vector.rounds, vector.undecided, vector.winner));
        assert_eq!(of_array.0, of_vector.0);
    }
    assert_eq!(solve(&fight, [Body::default(); 2]), solve(&fight, vec![Body::default(); 2]));
}

/// The exact solver plays step by step, the simulation whole rounds.
#[test]
fn steps_and_rounds_play_the_same_fight() {
    let fight = barroom(&srd());
    for trial in 0..2_000 {
        let mut by_steps = Notes::default();
        let mut sampler = Sampler::new(Seed::new(3), trial);
        let mut state = State::start(&fight, [Body::default(); 2]);
        let mut rounds = 1;
        sampler.begin_round(rounds);
        loop {
            match state.step(&fight, &mut sampler, &mut by_steps) {
                Progress::Round => {}
                Progress::NextRound => {
                    rounds += 1;
                    sampler.begin_round(rounds);
                }
                Progress::Over => break,
            }
        }
        let mut by_rounds = Notes::default();
        let mut sampler = Sampler::new(Seed::new(3), trial);
        let outcome = play(&fight, [Body::default(); 2], &mut sampler, &mut by_rounds);
        assert_eq!((outcome.rounds, outcome.winner), (rounds, fight.winning_side(state.fighters.bodies())));
        assert_eq!(outcome.fighters, state.fighters);
        assert_eq!(by_rounds.0, by_steps.0);
    }
}

#[test]
fn swapped_sides_mirror_the_result() {
    for rules in [srd(), nutshell(), fudge_1993()] {
        let here = solve(&duel(snorri(), brynhild(), &rules), [Body::default(); 2]);
        let there = solve(&duel(brynhild(), snorri(), &rules), [Body::default(); 2]);
        // The sums are the same, added in another order.
        let same = |a: f64, b: f64| (a - b).abs() < 1e-13;
        assert!(!same(here.wins[0], here.wins[1]), "an even fight would show nothing");
        assert!(same(here.wins[0], there.wins[1]) && same(here.wins[1], there.wins[0]));
        assert!(same(here.both_out, there.both_out) && same(here.mean_rounds, there.mean_rounds));
        assert!(here.ends_in.iter().zip(&there.ends_in).all(|(a, b)| same(*a, *b)));
        let [first, second] = here.levels;
        assert!(first.iter().zip(&there.levels[1]).all(|(a, b)| same(*a, *b)));
        assert!(second.iter().zip(&there.levels[0]).all(|(a, b)| same(*a, *b)));
    }
}

#[test]
fn more_skill_never_lowers_the_chance_to_win() {
    for (name, rules) in [("srd", srd()), ("nutshell", nutshell()), ("fudge-1993", fudge_1993())] {
        let mut before = [0.0, 1.0];
        for skill in -2..=4 {
            let wins = solve(&duel(Fighter { skill, ..snorri() }, brynhild(), &rules), [Body::default(); 2]).wins;
            assert!(wins[0] >= before[0] && wins[1] <= before[1], "{name}, skill {skill}: {wins:?} after {before:?}");
            before = wins;
        }
        assert!(before[0] > 0.9, "{name}: Legendary against Good, {before:?}");
    }
}

/// The sampler derives a roll from round, fighter and purpose, so two rolls with the same key would be equal.
#[test]
fn rolls_of_a_round_have_unique_keys() {
    for rules in [srd(), nutshell(), fudge_1993()] {
        let fight = barroom(&rules);
        let mut damage = false;
        for trial in 0..2_000 {
            let mut recorder = Recorder::new(Sampler::new(Seed::new(9), trial));
            let rounds = play(&fight, [Body::default(); 2], &mut recorder, &mut ()).rounds;
            let rolls = recorder.rolls();
            let asks: HashSet<_> = rolls.iter().map(|roll| (roll.round, roll.ask)).collect();
            assert_eq!(asks.len(), rolls.len(), "trial {trial}: {rolls:?}");
            assert_eq!(rolls.last().map(|roll| roll.round), Some(rounds));
            damage |= rolls.iter().any(|roll| roll.ask.purpose == Purpose::Damage);
        }
        assert_eq!(damage, rules.damage_roll != DamageRoll::default());
    }
}

/// The relative degree by which the first fighter hits in each of four rounds in which all rolls are 0; negative if it
/// is hit, 0 in a stand-off.
fn degrees(fight: &Fight) -> Vec<i16> {
    let mut notes = Notes::default();
    let mut state = State::start(fight, vec![Body::default(); 2]);
    let mut script = Script::new([0; 8]);
    for _ in 0..4 {
        state.round(fight, &mut script, &mut notes);
    }
    assert!(script.left() == 0 && !script.ran_out());
    assert_eq!(state.fighters.bodies(), [Body::default(); 2], "nobody was to be wounded");
    let degree = |event: &Event| match *event {
        Event::StandOff { .. } => Some(0),
        Event::Hit { by, degree, .. } => Some(if by == 0 { degree } else { -degree }),
        Event::Avoided { .. }
        | Event::Missed { .. }
        | Event::BelowMinimum { .. }
        | Event::Wound { .. }
        | Event::Fell { .. }
        | Event::Spent { .. }
        | Event::Fired { .. } => None,
    };
    notes.0.iter().filter_map(degree).collect()
}

#[test]
fn modifiers_expire_after_their_rounds() {
    // No damage gets through a factor of -20.
    let fighter = |modifiers: &[(i32, Option<u16>)]| {
        let modifier = |&(value, rounds): &(i32, Option<u16>)| Modifier {
            name: "footing".into(),
            value,
            avoid: value,
            other_avoid: value,
            rounds,
        };
        Fighter {
            offense: -10,
            defense: 10,
            modifiers: modifiers.iter().map(modifier).collect(),
            ..Fighter::new("A", 0, 0)
        }
    };
    let rules = Rules { modifier_cap: Some(3), ..Rules::plain() };
    let run = |own: &[_], foe: &[_]| degrees(&duel(fighter(own), fighter(foe), &rules));
    assert_eq!(run(&[(2, Some(2))], &[]), [2, 2, 0, 0]);
    assert_eq!(run(&[], &[(2, Some(2))]), [-2, -2, 0, 0]);
    assert_eq!(run(&[(2, Some(0))], &[]), [0, 0, 0, 0]);
    assert_eq!(run(&[(1, Some(1)), (1, Some(3))], &[]), [2, 1, 1, 0]);
    assert_eq!(run(&[(1, Some(1))], &[(1, Some(3))]), [0, -1, -1, 0]);
    // The cap applies to the sum of the active modifiers (A13): one that expires may make room for one that lasts.
    assert_eq!(run(&[(2, None), (2, Some(2))], &[]), [3, 3, 2, 2]);
    assert_eq!(run(&[(5, None), (-4, Some(2))], &[]), [1, 1, 3, 3]);
}

/// A modifier that outlasts the fight equals a permanent one, and one that expires earlier is worth less.
#[test]
fn exact_solver_tracks_expiring_modifiers() {
    let chance = |rounds: Option<Option<u16>>| {
        let modifiers =
            rounds.map(|rounds| Modifier { name: "blessing".into(), value: 1, avoid: 1, other_avoid: 1, rounds });
        let blessed = Fighter { modifiers: modifiers.into_iter().collect(), ..snorri() };
        solve(&duel(blessed, brynhild(), &srd()), [Body::default(); 2]).wins[0]
    };
    let (none, lasting) = (chance(None), chance(Some(None)));
    let for_rounds: Vec<f64> = [0, 1, 2, 5, 60].map(|rounds| chance(Some(Some(rounds)))).to_vec();
    assert_eq!(for_rounds[0], none);
    assert!(for_rounds.windows(2).all(|pair| pair[0] < pair[1]), "{for_rounds:?}");
    assert!((for_rounds[4] - lasting).abs() < 1e-12, "{for_rounds:?}, {lasting}");
}
