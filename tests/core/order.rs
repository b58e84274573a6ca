//! The order of actions in a round of turns (C2, M11).

use crate::support::{self, Notes};
use fudgelab::chance::Script;
use fudgelab::combat::{Body, Cast, Event, Fight, Fighter, Modifier, State, compile};
use fudgelab::rules::{InitiativeTies, Pacing, Policy, Rules, Switch, Tactic};

fn rules() -> Rules {
    Rules { pacing: Pacing::Turns, initiative_ties: InitiativeTies::Reroll, maneuvers: Switch::On, ..Rules::plain() }
}

/// A fight of one attacker per entry, by stance and initiative in roster order, against a target who only defends.
fn fight(attackers: &[(&str, i32)]) -> Fight {
    let tactic = |word: &str| Policy::fixed(Tactic::parse(word, &rules()).unwrap());
    let attacker = |(word, initiative): &(&str, i32)| Fighter {
        tactic: tactic(word),
        initiative: *initiative,
        ..Fighter::new(*word, 0, 0)
    };
    let target = Fighter { side: 1, tactic: tactic("full-defense"), initiative: -50, ..Fighter::new("target", 1, 20) };
    let fighters = attackers.iter().map(attacker).chain([target]).collect();
    compile(&Cast { fighters, sides: vec!["A".into(), "B".into()] }, &rules()).unwrap()
}

/// The attackers in the order of their blows. `initiative` holds the first rolls, and none of the `count` blows hits.
fn blows(fight: &Fight, initiative: &[i32], count: usize) -> Vec<u16> {
    let rolls = initiative.iter().copied().chain(std::iter::repeat_n(0, 2 * count));
    let mut script = Script::new(rolls);
    let mut notes = Notes::default();
    let mut state = State::start(fight, vec![Body::default(); fight.roster.fighters()]);
    state.round(fight, &mut script, &mut notes);
    assert_eq!((script.left(), script.ran_out()), (0, false), "rolls left, and whether they ran out");
    let by = |event: &Event| if let Event::Avoided { by, .. } = *event { Some(by) } else { None };
    notes.0.iter().filter_map(by).collect()
}

/// Only fighters with equal initiative reroll, however high they roll.
#[test]
fn reroll_does_not_affect_other_fighters() {
    let fight = fight(&[("normal", 0), ("normal", 0), ("normal", 0)]);
    // 1, 2 and 1, and 0 for the target. The first and the third reroll 0 and 4.
    assert_eq!(blows(&fight, &[1, 2, 1, 0, 0, 4], 3), [1, 2, 0]);
    // All are equal. Then the two who tie for second reroll.
    assert_eq!(blows(&fight, &[1, 1, 1, 0, -1, 3, -1, 2, 1], 3), [1, 0, 2]);
}

/// After forty rerolls, equal fighters act together, in roster order.
#[test]
fn ties_are_rerolled_up_to_40_times() {
    let fight = fight(&[("normal", 0), ("normal", 0)]);
    let rolls: Vec<i32> = [1, 1, 0].into_iter().chain(std::iter::repeat_n(2, 2 * 40)).collect();
    assert_eq!(blows(&fight, &rolls, 2), [0, 1]);
}

/// M11, KAER: the second attack comes three levels of initiative later, after the first attacks at that level, even if
/// rerolls put those in order. Second attacks at one level keep the order of the first ones.
#[test]
fn second_attack_comes_three_levels_later() {
    let two = fight(&[("attack-twice", 3), ("normal", 0), ("normal", 0)]);
    assert_eq!(blows(&two, &[0, 0, 0, 0, 1, 2], 4), [0, 2, 1, 0]);
    assert_eq!(blows(&two, &[0, -1, -2, 0], 4), [0, 0, 1, 2]);
    let twins = fight(&[("attack-twice", 3), ("attack-twice", 3), ("normal", 0)]);
    assert_eq!(blows(&twins, &[0, 0, 0, 0, 0, 1], 5), [1, 0, 2, 1, 0]);
}

/// M11, KAER: with two weapons the second attack is at −1 and the first is not. With one small weapon neither is.
#[test]
fn off_hand_attack_is_weaker() {
    let fight = |word: &str| {
        let tactic = Policy::fixed(Tactic::parse(word, &rules()).unwrap());
        let a = Fighter { tactic, initiative: 9, ..Fighter::new("A", 0, 0) };
        support::duel(a, Fighter::new("B", 1, 0), &rules())
    };
    let hit =
        [Event::Hit { by: 0, target: 1, degree: 1, graze: false }, Event::Wound { by: 0, target: 1, severity: 1 }];
    let [avoided, missed] = [Event::Avoided { by: 0, target: 1 }, Event::Missed { by: 1 }];
    // Initiative; two attacks of 1 against 0; then an attack by B, which A does not avoid.
    let rolls: &[i32] = &[0, 0, 1, 0, 1, 0, -4];
    support::replay(&fight("attack-with-both-hands"), &[(rolls, &[hit[0], hit[1], avoided, missed])]);
    support::replay(&fight("attack-twice"), &[(rolls, &[hit[0], hit[1], hit[0], hit[1], missed])]);
}

/// M2: a modifier to avoidance that lasts one round is gone in the next.
#[test]
fn avoidance_modifier_ends_after_its_rounds() {
    let cover = Modifier { name: "cover".into(), value: 0, avoid: 1, other_avoid: 1, rounds: Some(1) };
    let rules = Rules { pacing: Pacing::Turns, ..Rules::plain() };
    let b = Fighter { modifiers: vec![cover], ..Fighter::new("B", 1, 0) };
    let fight = support::duel(Fighter { initiative: 9, ..Fighter::new("A", 0, 0) }, b, &rules);
    let [at_b, at_a] = [(0, 1), (1, 0)].map(|(by, target)| Event::Avoided { by, target });
    let hit =
        [Event::Hit { by: 0, target: 1, degree: 1, graze: false }, Event::Wound { by: 0, target: 1, severity: 1 }];
    let rolls: &[i32] = &[0, 0, 1, 0, 0, 0];
    support::replay(&fight, &[(rolls, &[at_b, at_a]), (rolls, &[hit[0], hit[1], at_a])]);
}
