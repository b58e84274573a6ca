//! Fights with several fighters a side: single steps equal whole rounds, exact figures match simulation, and swapped
//! sides mirror the result.

use crate::support::fights::{self, Solved, Tallied, solve};
use crate::support::{self, Notes, srd};
use fudgelab::chance::{Sampler, Script, Seed};
use fudgelab::combat::{Body, Cast, Event, Fight, Fighter, FirstBlood, Stepper, compile, play};
use fudgelab::fights::PowerSums;
use fudgelab::rules::{
    Avoidance, DamageCapacity, LevelRule, LoneStrike, MobRoll, Outnumbered, Pacing, Policy, Record, Rules, Switch,
    Tactic, Toughness, TurnOrder,
};

/// A short wound track that keeps exact solutions small: Scratch, Hurt, Out.
fn short() -> Record {
    let level = |name: &str, from, boxes, penalty, out| LevelRule { name: name.into(), from, boxes, penalty, out };
    let levels = vec![level("Scratch", 1, 1, 0, false), level("Hurt", 3, 1, -1, false), level("Out", 5, 1, -1, true)];
    Record { levels, ..Record::standard() }
}

fn fight(sides: [&[(u16, i32, i32)]; 2], rules: &Rules) -> Fight {
    let block = |side: usize, (count, skill, offense): (u16, i32, i32)| Fighter {
        count,
        offense,
        initiative: skill,
        ..Fighter::new(format!("{side} {skill} {offense}"), side, skill)
    };
    let fighters = (0..2).flat_map(|side| sides[side].iter().map(move |one| block(side, *one))).collect();
    compile(&Cast { fighters, sides: vec!["A".into(), "B".into()] }, rules).unwrap()
}

/// Small fights that cover every rule of groups and turns.
fn cases() -> Vec<(&'static str, Fight)> {
    let rules = Rules { record: short(), outnumbered: Outnumbered::PerFoe, ..srd() };
    let two_on_two: [&[(u16, i32, i32)]; 2] = [&[(1, 1, 2), (1, 0, 1)], &[(2, 0, 2)]];
    let one_on_three: [&[(u16, i32, i32)]; 2] = [&[(1, 2, 3)], &[(3, 0, 1)]];
    let two_on_three: [&[(u16, i32, i32)]; 2] = [&[(2, 1, 2)], &[(1, 1, 1), (2, -1, 1)]];
    let turns = Rules { pacing: Pacing::Turns, ..rules.clone() };
    vec![
        ("two on two", fight(two_on_two, &rules)),
        ("one on three", fight(one_on_three, &rules)),
        ("two on three", fight(two_on_three, &rules)),
        ("beat all", fight(one_on_three, &Rules { lone_strike: LoneStrike::BeatAll, ..rules.clone() })),
        ("epic", fight(one_on_three, &Rules { outnumbered: Outnumbered::Epic, ..rules.clone() })),
        ("one roll of 2dF", fight(one_on_three, &Rules { mob_roll: MobRoll::TwoFudge, ..rules.clone() })),
        ("one roll closer to zero", fight(one_on_three, &Rules { mob_roll: MobRoll::CloserToZero, ..rules.clone() })),
        ("in a doorway", fight(one_on_three, &Rules { reach: Some(2), ..rules.clone() })),
        ("turns", fight(two_on_two, &turns)),
        ("turns of sides", fight(two_on_two, &Rules { turn_order: TurnOrder::Sides, ..turns.clone() })),
        ("one avoidance", fight(one_on_three, &Rules { avoidance: Avoidance::One, ..turns.clone() })),
    ]
}

/// The exact solver plays single steps; the simulator plays simultaneous rounds as a whole.
#[test]
fn steps_and_rounds_play_the_same_fight() {
    for (name, fight) in cases() {
        for trial in 0..500 {
            let bodies = || vec![Body::default(); fight.roster.fighters()];
            let mut by_steps = Notes::default();
            let mut sampler = Sampler::new(Seed::new(35), trial);
            let mut stepper = Stepper::new(&fight, bodies());
            while stepper.step(&mut sampler, &mut by_steps).is_some() {}
            let state = stepper.state();
            let mut by_rounds = Notes::default();
            let outcome = play(&fight, bodies(), &mut Sampler::new(Seed::new(35), trial), &mut by_rounds);
            let felt = |bodies: &[Body]| bodies.iter().map(|body| body.felt).collect::<Vec<_>>();
            assert_eq!(
                (outcome.rounds, outcome.winner),
                (stepper.rounds(), fight.winning_side(&state.fighters)),
                "{name}, trial {trial}"
            );
            assert_eq!(felt(&outcome.fighters), felt(&state.fighters), "{name}, trial {trial}");
            // Events within a round may differ in order: wounds are marked immediately, or after all blows.
            let [rounds, steps] = [by_rounds, by_steps].map(Notes::apart);
            assert_eq!(rounds, steps, "{name}, trial {trial}");
        }
    }
}

/// Trials per case. About 400 figures must be within 5 standard errors: a correct simulation fails in one of 4,000
/// runs.
const TRIALS: u64 = 200_000;

#[test]
fn exact_and_simulated_agree() {
    for (name, fight) in cases() {
        let wrong = differences(&solve(&fight).unwrap(), &simulated(fight));
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
    }
}

/// One more point of offense on either side must be noticed.
#[test]
fn comparison_rejects_a_different_fight() {
    let rules = Rules { record: short(), outnumbered: Outnumbered::PerFoe, ..srd() };
    let exact = solve(&fight([&[(1, 2, 3)], &[(3, 0, 1)]], &rules)).unwrap();
    for other in [[&[(1, 2, 3)][..], &[(3, 0, 2)]], [&[(1, 2, 4)], &[(3, 0, 1)]]] {
        assert!(!differences(&exact, &simulated(fight(other, &rules))).is_empty());
    }
}

/// Listing the other side first mirrors the result. Fighters are assigned to groups in roster order. Of two equally
/// large sides the first counts as the smaller, and the pairs are the same either way.
#[test]
fn swapped_sides_mirror_the_result() {
    let rules = Rules { record: short(), outnumbered: Outnumbered::PerFoe, ..srd() };
    for sides in [[&[(2, 1, 2)][..], &[(2, 0, 3)]], [&[(1, 2, 3)], &[(3, 0, 1)]]] {
        for rules in [rules.clone(), Rules { pacing: Pacing::Turns, ..rules.clone() }] {
            let here = solve(&fight(sides, &rules)).unwrap();
            let there = solve(&fight([sides[1], sides[0]], &rules)).unwrap();
            for (a, b) in here.wins.iter().zip(there.wins.iter().rev()) {
                assert!((a - b).abs() < 1e-12, "{a} {b}");
            }
            assert!((here.mean_rounds - there.mean_rounds).abs() < 1e-11);
        }
    }
}

#[test]
fn more_skill_and_more_allies_win_more_often() {
    let rules = Rules { record: short(), outnumbered: Outnumbered::PerFoe, ..srd() };
    let wins = |one: (u16, i32, i32), others: u16| solve(&fight([&[one], &[(others, 0, 1)]], &rules)).unwrap().wins[0];
    for skill in 0..3 {
        assert!(wins((1, skill + 1, 2), 2) > wins((1, skill, 2), 2), "skill {skill}");
        assert!(wins((2, skill, 2), 2) > wins((1, skill, 2), 2), "skill {skill}");
        assert!(wins((1, skill, 2), 2) > wins((1, skill, 2), 3), "skill {skill}");
    }
}

fn simulated(fight: Fight) -> Tallied {
    fights::simulated(&fight, 1515, TRIALS)
}

fn differences(exact: &Solved, tally: &Tallied) -> Vec<String> {
    let n = tally.trials() as f64;
    let mut wrong = Vec::new();
    let mut compare = |what: String, found: f64, known: f64, error: f64| {
        if (found - known).abs() > 5.0 * error.max(1.5 / n) {
            wrong.push(format!("{what}: {found}, not {known} ± {error}"));
        }
    };
    let of_share = |p: f64| (p * (1.0 - p).max(0.0) / n).sqrt();
    for (side, (&count, &known)) in tally.outcomes.iter().zip(&exact.wins).enumerate() {
        compare(format!("side {side} wins"), count as f64 / n, known, of_share(known));
    }
    for (round, (&count, &known)) in tally.rounds.iter().zip(&exact.rounds).enumerate() {
        compare(format!("{round} rounds"), count as f64 / n, known, of_share(known));
    }
    let of_spread = |spread: &PowerSums| {
        let mean = spread.sum as f64 / n;
        (mean, ((spread.squares as f64 / n - mean * mean) / n).sqrt())
    };
    let (party, known) = (tally.party.as_ref().unwrap(), exact.party.as_ref().unwrap());
    for (side, (counts, chances)) in party.survivors.iter().zip(&known.survivors).enumerate() {
        for (fit, (&count, &chance)) in counts.iter().zip(chances).enumerate() {
            compare(format!("{fit} survivors of side {side}"), count as f64 / n, chance, of_share(chance));
        }
    }
    for (entry, (&count, &chance)) in party.first_out.iter().zip(&known.first_out).enumerate() {
        compare(format!("entry {entry} falls first"), count as f64 / n, chance, of_share(chance));
    }
    for (entry, (spread, &mean)) in party.out.iter().zip(&known.out).enumerate() {
        let (found, error) = of_spread(spread);
        compare(format!("entry {entry} out"), found, mean, error);
    }
    for (entry, (given, means)) in party.wounds.iter().zip(&known.wounds).enumerate() {
        for (severity, (spread, &mean)) in (1..).zip(given.iter().zip(means)) {
            let (found, error) = of_spread(spread);
            compare(format!("wounds of severity {severity} by entry {entry}"), found, mean, error);
        }
    }
    wrong
}

/// M15, epic: every two foes subtract 1 from skill, so one round equals a round without the rule at that lower skill.
#[test]
fn epic_penalty_equals_lower_skill() {
    let round = |foes: u16, skill, outnumbered| {
        let rules = Rules { dice: support::dice("1dF"), record: short(), outnumbered, round_limit: 1, ..srd() };
        let exact = solve(&fight([&[(1, skill, 3)], &[(foes, 0, 1)]], &rules)).unwrap();
        (exact.wins, exact.levels)
    };
    for (foes, taken) in [(2, 1), (3, 1), (4, 2)] {
        assert_eq!(round(foes, 2, Outnumbered::Epic), round(foes, 2 - taken, Outnumbered::Off), "{foes} foes");
    }
}

/// Reading 35: of two equally large sides the first counts as the smaller. Its fighters roll first, pair by pair, in
/// whole rounds and in single steps.
#[test]
fn first_of_equal_sides_rolls_first() {
    let hits = [(0, 2), (1, 3)].map(|(by, target)| Event::Hit { by, target, degree: 1, graze: false });
    let wounds = [(0, 2), (1, 3)].map(|(by, target)| Event::Wound { by, target, severity: 1 });
    let both = |rules: &Rules| fight([&[(2, 0, 0)], &[(2, 0, 0)]], rules);
    let whole = [hits[0], wounds[0], hits[1], wounds[1]];
    support::replay(&both(&Rules::plain()), &[(&[1, 0, 1, 0], &whole)]);
    let tough = Rules { toughness: Toughness::Gifts, damage_capacity: DamageCapacity::Ignored, ..Rules::plain() };
    support::replay(&both(&tough), &[(&[1, 0, 1, 0], &whole)]);
}

/// Both sides draw first blood if the first round with a wound wounds both.
#[test]
fn first_blood_can_go_to_both_sides() {
    let rules = Rules { postures: Switch::On, round_limit: 1, ..Rules::plain() };
    let side = |side| {
        let tactic = Policy::fixed(Tactic::parse("offensive", &rules).unwrap());
        Fighter { tactic, ..Fighter::new(format!("{side}"), side, 0) }
    };
    let drawn = |rolls: [i32; 2]| {
        let fight = support::duel(side(0), side(1), &rules);
        play(&fight, vec![Body::default(); 2], &mut Script::new(rolls), &mut ()).first_blood
    };
    assert_eq!(drawn([0, 0]), FirstBlood::Together);
    assert_eq!(drawn([3, 0]), FirstBlood::By(0));
    assert_eq!(drawn([0, 3]), FirstBlood::By(1));
}

/// M16: a mob that rolls 2dF does so even if its members would not roll. With `CloserToZero`, a mob without dice makes
/// no roll, and a single Fudge die always becomes 0.
#[test]
fn mob_without_dice_rolls_only_2df() {
    let fight = |mob_roll, dice: &str, own: &str| {
        let foe = Fighter { count: 2, dice: Some(support::dice(dice)), ..Fighter::new("foe", 1, 0) };
        let lone = Fighter { dice: Some(support::dice(own)), ..Fighter::new("lone", 0, 0) };
        support::brawl(lone, vec![foe], &Rules { mob_roll, round_limit: 1, ..Rules::plain() })
    };
    let blow =
        |by| [Event::Hit { by, target: 0, degree: 1, graze: false }, Event::Wound { by, target: 0, severity: 1 }];
    support::replay(&fight(MobRoll::TwoFudge, "none", "4dF"), &[(&[0, 1], &[blow(1), blow(2)].concat())]);
    support::replay(&fight(MobRoll::CloserToZero, "none", "4dF"), &[(&[0], &[])]);
    let exact = solve(&fight(MobRoll::CloserToZero, "1dF", "none")).unwrap();
    assert_eq!((exact.undecided, exact.levels[0][0]), (1.0, 1.0), "always a tie");
}
