//! Duels whose exact figures come from an independent program, which shares no code with this one.
//!
//! Exact figures must match to 1e-12, simulated ones within four standard errors.

use crate::support::printed;
use fudgelab::chance::{Enumerator, Weight};
use fudgelab::check::{Achieved, Actor, Check, CheckRules};
use fudgelab::combat::{Body, Fight, Fighter};
use fudgelab::rules::{
    AllOut, DamageCapacity, Graze, GrazeRoll, Pacing, Policy, Record, RecordKind, Rules, Stun, Switch, Tactic,
};

use crate::support::exact::{Exact, solve};
use crate::support::fights::{self, Solved, Tallied};
use crate::support::{barroom, boxes_from, brynhild, dice, duel, fudge_1993, kaer, nutshell, snorri, srd};
use serde::Deserialize;

/// Known figures of a duel, from `known-duels.json`.
#[derive(Deserialize)]
struct Known {
    id: String,
    wins: [f64; 2],
    /// The chance that neither side wins.
    draw: f64,
    mean_rounds: f64,
    over_5: f64,
    ends_in_1: f64,
    ends_in_3: f64,
    /// Final wound levels of both fighters, Undamaged to Dead; `None` if unknown.
    levels: Option<[[f64; 7]; 2]>,
}

fn known() -> Vec<Known> {
    serde_json::from_str(include_str!("../known-duels.json")).unwrap()
}

fn fight(id: &str) -> Fight {
    let bare = |fighter: Fighter| Fighter { skill: 1, weapon: None, shield: 0, ..fighter };
    match id {
        "srd-snorri-brynhild" => barroom(&srd()),
        "srd-no-graze" => barroom(&Rules { graze: Graze::Off, ..srd() }),
        "srd-dice-2d6" => barroom(&Rules { dice: dice("2d6-table"), ..srd() }),
        "srd-brynhild-rolls-2dF" => duel(snorri(), Fighter { dice: Some(dice("2dF")), ..brynhild() }, &srd()),
        "srd-scale-minus4-vs-0" => {
            let scale = Fighter { strength_scale: -4, mass_scale: -4, ..Fighter::new("McMurtree", 0, 1) };
            let mcmurtree = Fighter { offense: 3, defense: 1, ..scale };
            duel(mcmurtree, Fighter { offense: 1, defense: 2, ..Fighter::new("Sheba", 1, 1) }, &srd())
        }
        "nutshell-snorri-brynhild" => duel(bare(snorri()), bare(brynhild()), &nutshell()),
        "f93-snorri-brynhild" => duel(bare(snorri()), bare(brynhild()), &fudge_1993()),
        "f93-capacity-terrible-vs-legendary" => {
            let of = |capacity| Fighter { offense: 1, damage_capacity: Some(capacity), ..Fighter::new("A", 0, 0) };
            duel(of(-3), of(4), &fudge_1993())
        }
        "srd-alternating-turns" => {
            let rules = Rules { pacing: Pacing::Turns, ..srd() };
            let snorri = Fighter { avoid: Some(0), initiative: 1, ..bare(snorri()) };
            duel(snorri, bare(brynhild()), &rules)
        }
        "srd-capacity-record" => {
            let kind = RecordKind::Capacity { terrible_fights: true };
            let record = Record { kind, ..Record::standard() };
            let rules = Rules { record, damage_capacity: DamageCapacity::Ignored, ..srd() };
            let of = |defense, capacity| {
                let tracked = Fighter { damage_capacity: Some(capacity), ..Fighter::new("A", 0, 1) };
                Fighter { offense: 4, defense, ..tracked }
            };
            duel(of(3, 1), of(2, -2), &rules)
        }
        "kaer-twins" => duel(kaer_fighter(None), kaer_fighter(None), &kaer()),
        "kaer-health-+3-vs-fair" => duel(kaer_fighter(Some(3)), kaer_fighter(None), &kaer()),
        "srd-postures-+2-+0" => {
            let rules = Rules { postures: Switch::On, ..srd() };
            let tactic = Policy::fixed(Tactic::parse("very-offensive", &rules).unwrap());
            duel(Fighter { tactic, ..bare(snorri()) }, bare(brynhild()), &rules)
        }
        "srd-all-out-offence" => {
            let rules = Rules { all_out: AllOut::Srd, ..srd() };
            let tactic = Policy::fixed(Tactic::parse("all-out-offense", &rules).unwrap());
            duel(Fighter { tactic, ..bare(snorri()) }, bare(brynhild()), &rules)
        }
        "srd-min-mid-max" => barroom(&Rules { damage_roll: printed("min-mid-max"), ..srd() }),
        "srd-doubled-degree-limited" => {
            barroom(&Rules { degree_multiplier: 2, record: boxes_from([1, 4, 7, 10, 13]), ..srd() })
        }
        "srd-first-blood" => barroom(&Rules { ends_at: Some(1), ..srd() }),
        "one-stuns" => {
            let stunner = Fighter { stuns: true, ..bare(snorri()) };
            duel(stunner, bare(brynhild()), &Rules { stun: Stun::Srd, ..srd() })
        }
        other => panic!("no such duel: {other}"),
    }
}

/// A fighter for KAER duels: Good with a weapon, Fair at avoiding.
fn kaer_fighter(health: Option<i32>) -> Fighter {
    Fighter { avoid: Some(0), offense: 2, defense: 1, health, ..Fighter::new("fighter", 0, 1) }
}

/// Lists exact figures that differ from the known ones by more than 1e-12.
fn exact_differences(exact: &Exact, known: &Known) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |what: String, found: f64, expected: f64| {
        if (found - expected).abs() > 1e-12 {
            differences.push(format!("{}: {what} is {found}, not {expected}", known.id));
        }
    };
    compare("the first side's win chance".into(), exact.wins[0], known.wins[0]);
    compare("the second side's win chance".into(), exact.wins[1], known.wins[1]);
    compare("the chance of no winner".into(), exact.both_out, known.draw);
    compare("the mean of rounds".into(), exact.mean_rounds, known.mean_rounds);
    compare("the chance of more than 5 rounds".into(), exact.lasts_over(5), known.over_5);
    compare("the chance of 1 round".into(), exact.ends_in[1], known.ends_in_1);
    compare("the chance of 3 rounds".into(), exact.ends_in[3], known.ends_in_3);
    for (who, levels) in known.levels.iter().flatten().enumerate() {
        for (level, chance) in levels.iter().enumerate() {
            compare(format!("final level {level} of fighter {who}"), exact.levels[who][level], *chance);
        }
    }
    differences
}

/// Converts the library's solution to the type of the solver that was written for the tests.
fn of_library(solved: &Solved) -> Exact {
    let mut ends_in = solved.rounds.clone();
    ends_in.resize(64, 0.0);
    Exact {
        wins: [solved.wins[0], solved.wins[1]],
        both_out: solved.nobody,
        mean_rounds: solved.mean_rounds,
        ends_in,
        levels: [0, 1].map(|who| std::array::from_fn(|level| solved.levels[who][level])),
        left: solved.truncation,
        mean_left: solved.truncation_in_rounds,
    }
}

/// W27: every duel distinguishes the chance to die from the chance to be out.
#[test]
fn exact_duels_match_known_figures() {
    for known in &known() {
        let fight = fight(&known.id);
        let solved = of_library(&fights::solve(&fight).unwrap());
        let differences = exact_differences(&solved, known);
        assert!(differences.is_empty(), "solved by components: {differences:#?}");
        let exact = solve(&fight, [Body::default(); 2]);
        assert!(exact.left < 1e-15 && exact.mean_left < 1e-13, "{}: not followed to the end", known.id);
        assert_eq!(exact_differences(&exact, known), [""; 0]);
    }
}

/// Lists counts that differ from the known figures by more than four standard errors. The errors follow from the known
/// figures, and for the mean of rounds from the counts. Impossible results must not occur.
fn simulated_differences(tally: &Tallied, known: &Known) -> Vec<String> {
    let trials = tally.trials() as f64;
    let mut differences = Vec::new();
    let mut compare = |what: String, count: u64, chance: f64| {
        let expected = trials * chance;
        let error = (expected * (1.0 - chance)).sqrt();
        if (count as f64 - expected).abs() > 4.0 * error {
            differences.push(format!("{}: {what} {count} times, not {expected:.1} ± {error:.1}", known.id));
        }
    };
    compare("the first side wins".into(), tally.outcomes[0], known.wins[0]);
    compare("the second side wins".into(), tally.outcomes[1], known.wins[1]);
    compare("nobody wins".into(), tally.outcomes[2], known.draw);
    compare("the round limit stops it".into(), tally.outcomes[3], 0.0);
    compare("more than 5 rounds".into(), tally.rounds[6..].iter().sum(), known.over_5);
    compare("1 round".into(), tally.rounds[1], known.ends_in_1);
    compare("3 rounds".into(), tally.rounds[3], known.ends_in_3);
    for (who, levels) in known.levels.iter().flatten().enumerate() {
        for (level, chance) in levels.iter().enumerate() {
            compare(format!("final level {level} of fighter {who}"), tally.levels[who][level].sum, *chance);
        }
    }
    let mean = tally.total_rounds() as f64 / trials;
    let error = ((tally.rounds_squared() as f64 / trials - mean * mean) / trials).sqrt();
    if (mean - known.mean_rounds).abs() > 4.0 * error {
        differences.push(format!("{}: {mean} rounds, not {} ± {error}", known.id, known.mean_rounds));
    }
    differences
}

fn simulated(fight: Fight, trials: u64) -> Tallied {
    fights::simulated(&fight, 407, trials)
}

/// Each of the 18 × 22 comparisons fails by chance with probability 6.3e-5 (2e-4 for the rarest wound, of which 19
/// cases are expected in 1e6), at most 2.7 % together. The seed is fixed, so they always pass or always fail.
fn all_simulated(trials: u64) {
    let differences: Vec<String> =
        known().iter().flat_map(|known| simulated_differences(&simulated(fight(&known.id), trials), known)).collect();
    assert_eq!(differences, [""; 0]);
}

#[test]
fn simulated_duels_match_known_figures() {
    all_simulated(1_000_000);
}

#[test]
#[ignore = "all duels with 1e7 trials: for when the engine or the generator changes"]
fn simulated_duels_with_many_trials_match_known_figures() {
    all_simulated(10_000_000);
}

/// Without a roll on a graze Snorri wins .547 instead of .561, a difference of 28 standard errors at a million trials.
#[test]
fn comparison_rejects_a_wrong_rule() {
    let wrong = Rules { graze_roll: GrazeRoll::default(), ..srd() };
    let exact = solve(&barroom(&wrong), [Body::default(); 2]);
    assert_eq!((exact.wins[0] * 1000.0).round(), 547.0);
    assert!(exact_differences(&exact, &known()[0]).iter().any(|text| text.contains("the first side's win chance")));
    let tally = simulated(barroom(&wrong), 1_000_000);
    assert!(simulated_differences(&tally, &known()[0]).iter().any(|text| text.contains("the first side wins")));
}

/// Known answer check/exchange-of-fire: both shoot and neither dodges. A Fair shot needs Mediocre, and a Good one needs
/// Good.
#[test]
fn exchange_of_fire_matches_known_answer() {
    let shot = |level, difficulty| {
        let actor = Actor::new(Some(level), 0, dice("4dF"), None).unwrap();
        Check::new(actor, difficulty, CheckRules::default()).unwrap()
    };
    let shots = [shot(0, -1), shot(1, 1)];
    let mut chances = [Weight::ZERO; 4];
    let both = |chance: &mut Enumerator| shots.each_ref().map(|shot| shot.roll(chance).achieved == Achieved::Success);
    Enumerator::default().run(both, |[a, b], branch| chances[usize::from(a) * 2 + usize::from(b)] += branch.weight());
    let expected = [(155, 2187), (250, 2187), (682, 2187), (1100, 2187)];
    for (chance, (numerator, denominator)) in chances.iter().zip(expected) {
        let (own, whole) = chance.fraction().unwrap();
        assert_eq!(own * denominator, numerator * whole);
    }
}
