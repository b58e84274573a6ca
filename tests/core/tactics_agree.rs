//! Tactics, exact against simulated, and stances that change nothing.

use crate::support::agree::{disagreements, indifferent, unmoved};
use crate::support::{Notes, dice, srd};
use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::{Body, Cast, Event, Fight, Fighter, Fired, compile, play};
use fudgelab::rules::{
    Avoidance, Circumstance, FullAttack, InitiativeTrade, LevelRule, LoneStrike, MobRoll, Outnumbered, Pacing, Policy,
    PolicyRow, Record, Rules, SideLeft, Spread, Stance, StanceMix, Switch, Tactic, Targets,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Two boxes, so that fights of several end soon.
fn short() -> Record {
    let level = |name: &str, from, penalty, out| LevelRule { name: name.into(), from, boxes: 1, penalty, out };
    Record { levels: vec![level("Hurt", 1, -1, false), level("Out", 3, 0, true)], ..Record::standard() }
}

fn simultaneous() -> Rules {
    Rules {
        record: short(),
        dice: dice("2dF"),
        postures: Switch::On,
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

fn mixed(words: &[(&str, u32)], rules: &Rules) -> StanceMix {
    StanceMix(words.iter().map(|(word, weight)| (Tactic::parse(word, rules).unwrap(), *weight)).collect())
}

fn fighter(name: &str, side: usize, skill: i32) -> Fighter {
    Fighter { offense: 1, ..Fighter::new(name, side, skill) }
}

fn fight(fighters: Vec<Fighter>, rules: &Rules) -> Fight {
    compile(&Cast { fighters, sides: vec!["A".into(), "B".into()] }, rules).unwrap()
}

/// Fights, each paired with another that differs in a single feature.
fn cases() -> Vec<(&'static str, Fight, Fight)> {
    let rules = simultaneous();
    let duel =
        |a: Policy, rules: &Rules| fight(vec![Fighter { tactic: a, ..fighter("A", 0, 1) }, fighter("B", 1, 1)], rules);
    let by_wounds = |level| {
        let when = vec![
            PolicyRow { conditions: vec![Circumstance::Wounds(level)], then: mixed(&[("very-defensive", 1)], &rules) },
            PolicyRow { conditions: vec![Circumstance::FromRound(3)], then: mixed(&[("very-offensive", 1)], &rules) },
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
        let row = PolicyRow {
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

#[test]
fn exact_and_simulated_agree() {
    assert_eq!(disagreements(&cases()), Vec::<String>::new());
}

/// Negative control: each fight differs from its pair, which lacks or changes one tactic.
#[test]
fn comparison_detects_a_wrong_tactic() {
    assert_eq!(indifferent(&cases()), Vec::<&str>::new());
}

#[test]
fn figures_match_committed_figures() {
    unmoved("tactics-agree", &cases());
}

/// The events of a fight, its number of rounds, its winner, and the wounds of all fighters.
type Told = ((Vec<Event>, Vec<(u16, Fired)>), u32, Option<usize>, Vec<u16>);

/// Plays some fights, and returns their events and ends.
fn told(fight: &Fight) -> Vec<Told> {
    let one = |trial| {
        let mut notes = Notes::default();
        let bodies = vec![Body::default(); fight.roster.fighters()];
        let outcome = play(fight, bodies, &mut Sampler::new(Seed::new(8), trial), &mut notes);
        // The order of a stand-off's pair depends on whether the round was played as a whole.
        for event in &mut notes.0 {
            if let Event::StandOff { pair } = event {
                pair.sort_unstable();
            }
        }
        (notes.apart(), outcome.rounds, outcome.winner, outcome.fighters.iter().map(|body| body.felt).collect())
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
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    /// With a stance of zeros, every round passes through the choice and the steps of tactics, and nothing changes.
    #[test]
    fn stance_of_zeros_changes_nothing(rules in rules(), few in 1u16..4, many in 1u16..6, skill in -1i32..3) {
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

/// Negative control for the test above: a stance of one level has an effect.
#[test]
fn stance_of_one_level_changes_the_fight() {
    let keen = Tactic { name: "keen".into(), stance: Stance { attack: 1, ..Stance::NORMAL } };
    let cast = |tactic| fight(vec![Fighter { tactic, ..fighter("A", 0, 0) }, fighter("B", 1, 0)], &srd());
    assert_ne!(told(&cast(Policy::normal())), told(&cast(Policy::fixed(keen))));
}
