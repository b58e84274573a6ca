//! Gifts and faults of Fantasy Fudge, and weapons made against certain foes, compared with hand calculations.

use crate::support::fights::solve;
use crate::support::{dice, duel, fighter, level};
use fudgelab::combat::Fighter;
use fudgelab::rules::effects::{Abilities, Check, Doom, Poison, Poisoned, Resist};
use fudgelab::rules::{Record, Rules};

/// Rules for one round of 4dF in which the first point puts a fighter out.
fn rules() -> Rules {
    let record = Record { levels: vec![level("Out", 1, 1, 0, true)], ..Record::standard() };
    Rules { record, round_limit: 1, ..Rules::plain() }
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

/// The chance that 4dF reaches 1.
const GOOD: f64 = 31.0 / 81.0;

/// A Good situational roll prevents surprise.
#[test]
fn danger_sense_prevents_surprise() {
    let wins = |danger_sense, unaware| {
        let guard = Fighter { danger_sense, unaware, ..fighter("guard", 1) };
        solve(&duel(Fighter { offense: 1, ..fighter("thief", 0) }, guard, &rules())).unwrap().wins[0]
    };
    let (surprised, aware) = (wins(false, 1), wins(false, 0));
    assert!(surprised > aware + 0.1);
    near(wins(true, 1), GOOD * aware + (1.0 - GOOD) * surprised);
    near(wins(true, 0), aware);
}

#[test]
fn weapon_against_trolls_helps_only_against_trolls() {
    let wins = |skill, name: &str| {
        let hero = Fighter { against: vec![("troll".into(), 3)], ..fighter("hero", skill) };
        solve(&duel(hero, fighter(name, 1), &rules())).unwrap().wins[0]
    };
    let plain = |skill| solve(&duel(fighter("hero", skill), fighter("Troll", 1), &rules())).unwrap().wins[0];
    near(wins(0, "Troll"), plain(3));
    near(wins(0, "Ogre"), plain(0));
    assert!(plain(3) > plain(0) + 0.1);
}

/// The weapon breaks on Mediocre or worse (31 of 81), rolled at the start of each round in which a roll is due. From
/// then on the fighter is unarmed.
#[test]
fn shoddy_weapon_breaks_on_a_bad_roll() {
    let fight = |shoddy, offense, rounds| {
        let hero = Fighter { shoddy, offense, weapon: Some(18), ..fighter("hero", 3) };
        // The foe's armor of 12 leaves a wound only to the weapon of 9.
        let foe = Fighter { defense: 12, only_defends: true, ..fighter("foe", 0) };
        solve(&duel(hero, foe, &Rules { round_limit: rounds, ..rules() })).unwrap().wins[0]
    };
    let (whole, broken) = (fight(None, 9, 1), fight(None, -9, 1));
    assert!(whole > 0.3 && broken == 0.0);
    near(fight(Some(1), 9, 1), (1.0 - GOOD) * whole);
    near(fight(Some(2), 9, 1), whole);
    near(fight(Some(2), 9, 2), whole + (1.0 - whole) * (1.0 - GOOD) * whole);
}

/// A susceptible fighter resists at −3, and a resistant one loses a level only every other round.
#[test]
fn poison_depends_on_susceptibility() {
    let check = Check { by: Resist::Health, least: 0 };
    let abilities = Abilities { poison: Some(Poison { check, drains: 1, doom: Doom::Death }), ..Abilities::default() };
    let levels = vec![level("Hurt", 1, 9, 0, false), level("Out", 90, 1, 0, true)];
    let rules = |round_limit| Rules {
        record: Record { levels, ..Record::standard() },
        dice: dice("2dF"),
        round_limit,
        ..Rules::plain()
    };
    // The viper always hits for a light wound, and its victim only defends.
    let viper = || Fighter { abilities, ..fighter("viper", 9) };
    let slain = |poisoned, rounds| {
        let victim = Fighter { poisoned, health: Some(0), only_defends: true, ..fighter("victim", 0) };
        solve(&duel(viper(), victim, &rules.clone()(rounds))).unwrap().wins[0]
    };
    // Poison kills in four rounds (FF), counting the round of the bite. 2dF misses Fair in 3 of 9 rolls, and cannot
    // reach it at −3.
    near(slain(Poisoned::Normal, 4), 3.0 / 9.0);
    near(slain(Poisoned::Susceptible, 4), 1.0);
    near(slain(Poisoned::Resistant, 7), 0.0);
    assert!(slain(Poisoned::Resistant, 8) > 0.3);
}
