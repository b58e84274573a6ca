//! Every kind of wound record, exact against simulated: small fights, each paired with one that differs in a single
//! feature (W11, W12, W13, W14, W16, W17, W18, W24, W30, M1).

use crate::support::fights::{self, Solved, Tallied, solve};
use crate::support::{dice, duel};
use fudgelab::chance::Script;
use fudgelab::combat::{Body, Cast, Fight, Fighter, compile, play};
use fudgelab::rules::{
    DamageBy, DamageCapacity, LevelRule, NamedRecord, Overflow, Pacing, Pain, Record, RecordKind, Rules,
};

const CAPACITY: RecordKind = RecordKind::Capacity { terrible_fights: true };

fn rules(record: Record) -> Rules {
    let goes_by_it = matches!(record.kind, RecordKind::CapacityPoints | RecordKind::Capacity { .. });
    let damage_capacity = if goes_by_it { DamageCapacity::Ignored } else { DamageCapacity::Counts };
    Rules { record, damage_capacity, dice: dice("2dF"), ..Rules::plain() }
}

fn standard(kind: RecordKind) -> Record {
    Record { kind, ..Record::standard() }
}

fn hero() -> Fighter {
    Fighter { offense: 2, defense: 1, ..Fighter::new("hero", 0, 1) }
}

fn foe() -> Fighter {
    Fighter { offense: 2, defense: 1, ..Fighter::new("foe", 1, 1) }
}

/// A duel of two equal fighters, except that `change` is applied to the hero.
fn between(record: Record, change: impl Fn(Fighter) -> Fighter) -> Fight {
    duel(change(hero()), foe(), &rules(record))
}

/// Two heroes against two foes: unlike a duel, it counts blows by severity, and fighters who are out change places.
fn pairs(record: Record) -> Fight {
    let fighters = vec![Fighter { count: 2, ..hero() }, Fighter { count: 2, ..foe() }];
    compile(&Cast { fighters, sides: vec!["heroes".into(), "foes".into()] }, &rules(record)).unwrap()
}

/// A duel in which hits mark boxes by weapon.
fn by_weapon(ignores_armor: bool, round_limit: u32) -> Fight {
    let rules = Rules { damage: DamageBy::Weapon, round_limit, ..rules(Record::conditions()) };
    let drowning = Fighter { offense: 2, ignores_armor, ..foe() };
    duel(hero(), drowning, &rules)
}

fn own_track(penalty: i32) -> Record {
    let level = |name: &str, from, boxes, penalty, out| LevelRule { name: name.into(), from, boxes, penalty, out };
    let levels = vec![
        level("Bruised", 1, 4, 0, false),
        level("Wounded", 4, 2, -1, false),
        level("Crippled", 5, 1, penalty, false),
        level("Down", 6, 1, 0, true),
    ];
    Record { levels, ..Record::standard() }
}

/// Fights, each paired with another that differs in a single feature.
fn cases() -> Vec<(&'static str, Fight, Fight)> {
    let same = |fighter: Fighter| fighter;
    let capacity = |level| move |fighter: Fighter| Fighter { damage_capacity: Some(level), ..fighter };
    let tired = |cards| move |fighter: Fighter| Fighter { fatigue_cards: cards, ..fighter };
    let pain = |pain| move |fighter: Fighter| Fighter { pain, ..fighter };
    let extra = |extra: &[u8]| Record { extra: extra.to_vec(), ..standard(RecordKind::CapacityPoints) };
    let out_at_terrible = standard(RecordKind::Capacity { terrible_fights: false });
    let health = |overflow| Record { overflow, ..standard(RecordKind::Health) };
    let any_order = |penalty| {
        let level = |name: &str, penalty, out| LevelRule { name: name.into(), from: 0, boxes: 1, penalty, out };
        Record::any_order(vec![
            level("Injured", penalty, false),
            level("Out", 0, true),
            level("Angry", -1, false),
            level("Hungry", 0, false),
        ])
    };
    let turns = |fight: fn(Record) -> Rules, record: Record| duel(hero(), foe(), &fight(record));
    let in_turns = |record| Rules { pacing: Pacing::Turns, ..rules(record) };
    vec![
        ("Damage Capacity", between(standard(CAPACITY), capacity(1)), between(standard(CAPACITY), capacity(0))),
        (
            "Damage Capacity, out at Terrible",
            between(out_at_terrible, capacity(-1)),
            between(standard(CAPACITY), capacity(-1)),
        ),
        ("Damage Capacity, two on two", pairs(standard(CAPACITY)), pairs(standard(RecordKind::Cards))),
        ("cards", between(standard(RecordKind::Cards), same), between(Record::standard(), same)),
        (
            "fatigue cards",
            between(standard(RecordKind::Cards), tired(1)),
            between(standard(RecordKind::Cards), tired(0)),
        ),
        ("cards, two on two", pairs(standard(RecordKind::Cards)), pairs(Record::standard())),
        ("cards, in turns", turns(in_turns, standard(RecordKind::Cards)), turns(rules, standard(RecordKind::Cards))),
        ("tolerant", between(Record::standard(), pain(Pain::Tolerant)), between(Record::standard(), same)),
        (
            "a low threshold",
            between(Record::standard(), pain(Pain::LowThreshold)),
            between(Record::standard(), pain(Pain::Intolerant)),
        ),
        (
            "intolerant of pain",
            between(standard(CAPACITY), pain(Pain::Intolerant)),
            between(standard(CAPACITY), pain(Pain::LowThreshold)),
        ),
        (
            "immune to pain",
            between(Record::standard(), pain(Pain::Immune)),
            between(Record::standard(), pain(Pain::Tolerant)),
        ),
        ("conditions in any order", between(any_order(-2), same), between(any_order(0), same)),
        ("damage past armor", by_weapon(true, 1000), by_weapon(false, 1000)),
        (
            "moderately cinematic",
            between(NamedRecord::ModeratelyCinematic.record(), same),
            between(Record::standard(), same),
        ),
        ("a track of one's own", between(own_track(-3), same), between(own_track(-1), same)),
        ("one more Scratch and Hurt", between(extra(&[1, 1]), same), between(extra(&[1]), same)),
        ("epic point tracks", between(extra(&[2, 2]), same), between(extra(&[1, 1]), same)),
        (
            "the Scratch limit",
            between(health(Overflow::ScratchesNeverOut), same),
            between(health(Overflow::Upward), same),
        ),
    ]
}

const TRIALS: u64 = 200_000;

fn simulated(fight: &Fight) -> Tallied {
    fights::simulated(fight, 1457, TRIALS)
}

/// The figures that differ by more than 4.5 standard errors: wins, both out, fights that end in rounds 1 to 8, final
/// levels and, in fights of more than two, blows dealt by severity. With about 18 × 25 comparisons, a correct
/// simulation fails for about 1 seed in 300; the seed is fixed.
fn differences(name: &str, exact: &Solved, tally: &Tallied) -> Vec<String> {
    let trials = tally.trials() as f64;
    let mut wrong = Vec::new();
    let mut compare = |what: String, mean: f64, expected: f64, variance: f64| {
        // One occurrence of an event that is expected less than once is not too many, but an impossible event must not
        // occur.
        let variance = if expected > 0.0 { variance.max(1.0 / trials) } else { variance };
        if (mean - expected).abs() > 4.5 * (variance / trials).sqrt() + 1e-9 {
            wrong.push(format!("{name}: {what} {mean}, not {expected}"));
        }
    };
    let mut share = |what: String, count: u64, chance: f64| {
        compare(what, count as f64 / trials, chance, chance * (1.0 - chance));
    };
    (0..2).for_each(|side| share(format!("wins of {side}"), tally.outcomes[side], exact.wins[side]));
    share("both out".into(), tally.outcomes[2], exact.nobody);
    for round in 1..=8 {
        let chance = exact.rounds.get(round).copied().unwrap_or(0.0);
        share(format!("ends in round {round}"), tally.rounds[round], chance);
    }
    for (entry, (found, expected)) in tally.levels.iter().zip(&exact.levels).enumerate() {
        let count = found.iter().map(|spread| spread.sum).sum::<u64>() as f64 / trials;
        for (level, (spread, chance)) in found.iter().zip(expected).enumerate() {
            let mean = spread.sum as f64 / trials;
            let variance = spread.squares as f64 / trials - mean * mean;
            compare(format!("level {level} of {entry}"), mean, chance * count, variance);
        }
    }
    if let (Some(tally), Some(exact)) = (&tally.party, &exact.party) {
        for (entry, (found, expected)) in tally.wounds.iter().zip(&exact.wounds).enumerate() {
            for (severity, (spread, expected)) in (1..).zip(found.iter().zip(expected)) {
                let mean = spread.sum as f64 / trials;
                let variance = spread.squares as f64 / trials - mean * mean;
                compare(format!("blows of severity {severity} by {entry}"), mean, *expected, variance);
            }
        }
    }
    wrong
}

#[test]
fn exact_and_simulated_agree() {
    let wrong: Vec<String> = cases()
        .iter()
        .flat_map(|(name, fight, _)| differences(name, &solve(fight).unwrap(), &simulated(fight)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Negative control: each fight differs from its pair, which lacks or changes one feature.
#[test]
fn comparison_detects_a_wrong_record() {
    for (name, fight, other) in &cases() {
        assert!(!differences(name, &solve(other).unwrap(), &simulated(fight)).is_empty(), "{name}");
    }
}

/// W18: some damage bypasses armor (LITE: drowning, burning, suffocation).
#[test]
fn some_damage_ignores_armor() {
    let marked = |ignores_armor| {
        let outcome = play(&by_weapon(ignores_armor, 1), [Body::default(); 2], &mut Script::new([-1, 1]), &mut ());
        outcome.fighters[0].felt
    };
    assert_eq!((marked(false), marked(true)), (1, 2), "armor of 1 prevents one box of two");
}

/// A mace that ignores armor gains nothing from halving it as well.
#[test]
fn ignored_armor_is_not_halved_too() {
    let rules = Rules { damage: DamageBy::Weapon, ..rules(Record::conditions()) };
    let armored = Fighter { defense: 4, armor: 4, ..hero() };
    let wins = |halves_armor| {
        let mace = Fighter { offense: 2, ignores_armor: true, halves_armor, ..foe() };
        solve(&duel(armored.clone(), mace, &rules)).unwrap().wins
    };
    assert_eq!(wins(true), wins(false));
    // Halving alone is not the same as ignoring.
    let halving = Fighter { offense: 2, halves_armor: true, ..foe() };
    assert_ne!(solve(&duel(armored.clone(), halving, &rules)).unwrap().wins, wins(false));
}

/// W14 if one roll decides the fight: the loser loses all of its Damage Capacity together.
#[test]
fn story_fight_costs_all_of_damage_capacity() {
    let story = Rules { pacing: Pacing::Story, ..rules(standard(CAPACITY)) };
    let solved = solve(&duel(hero(), foe(), &story)).unwrap();
    assert!((solved.wins[0] + solved.wins[1] - 1.0).abs() < 1e-12);
    assert!((solved.levels[1][4] - solved.wins[0]).abs() < 1e-12 && solved.rounds[1] == 1.0);
}
