//! Tactics, exactly and by simulation; and stances that change nothing.

mod support;

use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::{Body, Cast, Event, Fight, Fighter, play};
use fudgelab::exact::{self, ExactFight};
use fudgelab::rules::{
    Avoidance, Circumstance, FullAttack, InitiativeTrade, LevelRule, LoneStrike, Mix, MobRoll, Outnumbered, Pacing,
    Policy, Postures, Record, Rules, SideLeft, Spread, Stance, Tactic, Targets, When,
};
use fudgelab::sim::{Batch, FightTally, FightTrial, Plan, simulate};
use proptest::prelude::*;
use support::{Notes, dice, srd};

/// Two boxes, so that fights of several are soon over.
fn short() -> Record {
    let level = |name: &str, from, penalty, out| LevelRule { name: name.into(), from, boxes: 1, penalty, out };
    Record { levels: vec![level("Hurt", 1, -1, false), level("Out", 3, 0, true)], ..Record::standard() }
}

fn simultaneous() -> Rules {
    Rules {
        record: short(),
        dice: dice("2dF"),
        postures: Postures::On,
        outnumbered: Outnumbered::PerFoe,
        ..Rules::plain()
    }
}

fn turns() -> Rules {
    Rules {
        pacing: Pacing::Turns,
        initiative_trade: InitiativeTrade::Table,
        full_attack: FullAttack::Minus2,
        ..simultaneous()
    }
}

fn fixed(word: &str, rules: &Rules) -> Policy {
    Policy::fixed(Tactic::parse(word, rules).unwrap())
}

fn mixed(words: &[(&str, u32)], rules: &Rules) -> Mix {
    Mix(words.iter().map(|(word, weight)| (Tactic::parse(word, rules).unwrap(), *weight)).collect())
}

fn fighter(name: &str, side: usize, skill: i32) -> Fighter {
    Fighter { offense: 1, ..Fighter::new(name, side, skill) }
}

fn fight(fighters: Vec<Fighter>, rules: &Rules) -> Fight {
    Fight::compile(&Cast { fighters, sides: vec!["A".into(), "B".into()] }, rules).unwrap()
}

/// Fights, each with another that differs in the one thing that it is there for.
fn cases() -> Vec<(&'static str, Fight, Fight)> {
    let rules = simultaneous();
    let duel =
        |a: Policy, rules: &Rules| fight(vec![Fighter { tactic: a, ..fighter("A", 0, 1) }, fighter("B", 1, 1)], rules);
    let by_wounds = |level| {
        let when = vec![
            When { conditions: vec![Circumstance::Wounds(level)], then: mixed(&[("very-defensive", 1)], &rules) },
            When { conditions: vec![Circumstance::FromRound(3)], then: mixed(&[("very-offensive", 1)], &rules) },
        ];
        Policy { when, default: mixed(&[("offensive", 2), ("defensive", 1), ("normal", 1)], &rules) }
    };
    let lone = |lone: Fighter, rules: &Rules| {
        let foes = [Fighter { leader: true, ..fighter("first", 1, -1) }, Fighter { count: 2, ..fighter("foe", 1, 0) }];
        fight([lone].into_iter().chain(foes).collect(), rules)
    };
    let hero = |targets| Fighter { targets, offense: 2, defense: 1, ..fighter("hero", 0, 2) };
    let armored = |tactic| Fighter { tactic, offense: 2, defense: 2, ..fighter("hero", 0, 2) };
    let gang = |spread| {
        let pair = [fighter("strong", 0, 2), fighter("weak", 0, 0)];
        let foes = Fighter { count: 4, spread, targets: Targets::Weakest, ..fighter("foe", 1, 0) };
        fight(pair.into_iter().chain([foes]).collect(), &rules)
    };
    let pairs = |from: u16| {
        let row = When {
            conditions: vec![Circumstance::SideDownTo(SideLeft::Fighters(from))],
            then: mixed(&[("very-offensive", 1)], &rules),
        };
        let tactic = Policy { when: vec![row], ..Policy::normal() };
        let a = Fighter { count: 2, tactic, ..fighter("A", 0, 0) };
        fight(vec![a, Fighter { count: 2, ..fighter("B", 1, 0) }], &rules)
    };
    let in_turns = turns();
    let none = Rules { full_attack: FullAttack::None, ..turns() };
    let sweeping = |loss| Rules { sweeping_blow: loss, ..simultaneous() };
    let idle = || Policy::normal();
    let of_three = |targets| lone(hero(targets), &in_turns);
    let of_three_once = |avoidance| lone(hero(Targets::Random), &Rules { avoidance, ..turns() });
    vec![
        ("a posture", duel(fixed("very-offensive", &rules), &rules), duel(fixed("offensive", &rules), &rules)),
        ("a policy by wounds and rounds, and a mix", duel(by_wounds(1), &rules), duel(by_wounds(2), &rules)),
        ("postures against several", lone(armored(fixed("offensive", &rules)), &rules), lone(armored(idle()), &rules)),
        ("the side's strength", pairs(1), pairs(2)),
        ("the weakest", lone(hero(Targets::Weakest), &rules), lone(hero(Targets::Strongest), &rules)),
        ("the strongest", lone(hero(Targets::Strongest), &rules), lone(hero(Targets::Roster), &rules)),
        ("any", lone(hero(Targets::Random), &rules), lone(hero(Targets::Weakest), &rules)),
        (
            "a sweep",
            lone(hero(Targets::LowestResult), &sweeping(Some(1))),
            lone(hero(Targets::LowestResult), &sweeping(None)),
        ),
        (
            "a heavier sweep",
            lone(hero(Targets::LowestResult), &sweeping(Some(2))),
            lone(hero(Targets::LowestResult), &sweeping(Some(1))),
        ),
        ("one foe alone", lone(armored(fixed("concentrate", &rules)), &rules), lone(armored(idle()), &rules)),
        ("ganging up", gang(Spread::GangUp), gang(Spread::Even)),
        ("haste", duel(fixed("hasty", &in_turns), &in_turns), duel(idle(), &in_turns)),
        (
            "patience and offense",
            duel(fixed("very-patient and offensive", &in_turns), &in_turns),
            duel(fixed("very-patient", &in_turns), &in_turns),
        ),
        ("a full attack", duel(fixed("full-attack", &in_turns), &in_turns), duel(idle(), &in_turns)),
        (
            "a full attack without defense",
            duel(fixed("full-attack", &none), &none),
            duel(fixed("full-attack", &in_turns), &in_turns),
        ),
        (
            "full defense now and then",
            duel(Policy { default: mixed(&[("full-defense", 1), ("normal", 2)], &in_turns), ..idle() }, &in_turns),
            duel(idle(), &in_turns),
        ),
        ("any, in turns", of_three(Targets::Random), of_three(Targets::Strongest)),
        ("one avoidance a round", of_three_once(Avoidance::One), of_three_once(Avoidance::Every)),
        ("the leader, in turns", of_three(Targets::Leader), of_three(Targets::Strongest)),
    ]
}

const TRIALS: u64 = 200_000;

fn simulated(fight: &Fight) -> FightTally {
    let trial = FightTrial::new(fight.clone());
    let batch = Batch { outcomes: trial.outcomes(), variants: &[trial] };
    simulate(&batch, &Plan { seed: Seed::new(432), trials: TRIALS, baseline: 0 }, &()).tallies.remove(0)
}

/// What differs by more than 4.5 standard errors: wins, both out, the first six numbers of rounds, hits in a round's mean,
/// final levels. Of about 18 × 20 comparisons a right simulation fails one in about 400 seeds; the seed is fixed.
fn differences(name: &str, exact: &ExactFight, tally: &FightTally) -> Vec<String> {
    let trials = tally.trials() as f64;
    let mut wrong = Vec::new();
    let mut compare = |what: String, mean: f64, expected: f64, variance: f64| {
        if (mean - expected).abs() > 4.5 * (variance / trials).sqrt() + 1e-9 {
            wrong.push(format!("{name}: {what} {mean}, not {expected}"));
        }
    };
    let mut share = |what: String, count: u64, chance: f64| {
        // Of what is expected less than once, once is not yet too often.
        let variance = (chance * (1.0 - chance)).max(if chance > 0.0 { 1.0 / trials } else { 0.0 });
        compare(what, count as f64 / trials, chance, variance);
    };
    (0..2).for_each(|side| share(format!("wins of {side}"), tally.outcomes[side], exact.wins[side]));
    share("both out".into(), tally.outcomes[2], exact.nobody);
    for round in 1..=6 {
        let chance = exact.rounds.get(round).copied().unwrap_or(0.0);
        share(format!("ends in round {round}"), tally.rounds[round], chance);
    }
    for (entry, (found, expected)) in tally.levels.iter().zip(&exact.levels).enumerate() {
        for (level, (spread, chance)) in found.iter().zip(expected).enumerate() {
            // Several of one stat block: the counts of fights vary as they do in the simulation.
            let mean = spread.sum as f64 / trials;
            let count = found.iter().map(|spread| spread.sum).sum::<u64>() as f64 / trials;
            let variance = (spread.squares as f64 / trials - mean * mean).max(1.0 / trials);
            compare(format!("level {level} of {entry}"), mean, chance * count, variance);
        }
    }
    let mean = tally.total_rounds() as f64 / trials;
    compare("rounds".into(), mean, exact.mean_rounds, tally.rounds_squared as f64 / trials - mean * mean);
    wrong
}

#[test]
fn exact_and_simulated_agree() {
    let wrong: Vec<String> = cases()
        .iter()
        .flat_map(|(name, fight, _)| differences(name, &exact::fight(fight).unwrap(), &simulated(fight)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Teeth: each fight differs from its neighbor, which lacks or changes the one tactic.
#[test]
fn a_wrong_tactic_is_found_out() {
    for (name, fight, other) in &cases() {
        assert!(!differences(name, &exact::fight(other).unwrap(), &simulated(fight)).is_empty(), "{name}");
    }
}

/// What happens in a fight, the rounds it takes, who wins, and everybody's wounds.
type Told = (Vec<Event>, u32, Option<usize>, Vec<u16>);

/// Everything that happens in some fights, and how they end.
fn told(fight: &Fight) -> Vec<Told> {
    let one = |trial| {
        let mut notes = Notes::default();
        let bodies = vec![Body::default(); fight.fighters()];
        let outcome = play(fight, bodies, &mut Sampler::new(Seed::new(8), trial), &mut notes);
        // Whom a stand-off names first depends on whether a round was taken whole.
        for event in &mut notes.0 {
            if let Event::StandOff { pair } = event {
                pair.sort_unstable();
            }
        }
        (notes.0, outcome.rounds, outcome.winner, outcome.fighters.iter().map(|body| body.felt).collect())
    };
    (0..40).map(one).collect()
}

fn rules() -> impl Strategy<Value = Rules> {
    let pacing = prop_oneof![Just(Pacing::Simultaneous), Just(Pacing::Turns)];
    let lone_strike = prop_oneof![Just(LoneStrike::BeatOrTie), Just(LoneStrike::BeatAll)];
    let mob_roll = prop_oneof![Just(MobRoll::Each), Just(MobRoll::Own), Just(MobRoll::CloserToZero)];
    let reach = prop_oneof![Just(None), (1u32..4).prop_map(Some)];
    (pacing, lone_strike, mob_roll, reach, any::<bool>()).prop_map(|(pacing, lone_strike, mob_roll, reach, printed)| {
        let base = if printed { srd() } else { Rules { record: short(), ..Rules::plain() } };
        Rules { pacing, lone_strike, mob_roll, reach, round_limit: 200, ..base }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// A stance of zeros takes every round through the choosing and the tactics' own steps, and changes nothing at all.
    #[test]
    fn a_stance_of_zeros_changes_nothing(rules in rules(), few in 1u16..4, many in 1u16..6, skill in -1i32..3) {
        let idle = Policy::fixed(Tactic { name: "idle".into(), stance: Stance::NORMAL });
        let cast = |tactic: Policy| fight(
            vec![
                Fighter { count: few, tactic: tactic.clone(), ..fighter("A", 0, skill) },
                Fighter { count: many, tactic, ..fighter("B", 1, 0) },
            ],
            &rules,
        );
        prop_assert_eq!(told(&cast(Policy::normal())), told(&cast(idle)));
    }
}

/// Teeth for the above: a stance of one level shows.
#[test]
fn a_stance_of_one_level_changes_something() {
    let keen = Tactic { name: "keen".into(), stance: Stance { attack: 1, ..Stance::NORMAL } };
    let cast = |tactic| fight(vec![Fighter { tactic, ..fighter("A", 0, 0) }, fighter("B", 1, 0)], &srd());
    assert_ne!(told(&cast(Policy::normal())), told(&cast(Policy::fixed(keen))));
}
