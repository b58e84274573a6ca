//! Two blows of one fighter at another in a round (M11) are two blows: nothing that is rolled for the one is rolled for the
//! other. A roll is told by who asks for what against whom, and no two rolls of a round may be asked for alike.

use crate::support::asks::asked_twice;
use crate::support::{boxes, brawl, dice, duel};
use fudgelab::combat::{Fight, Fighter};
use fudgelab::rules::effects::{Abilities, Blood, Burning, Check, Doom, Poison, Resist};
use fudgelab::rules::{
    Boon, DamageCapacity, FightCriticals, Pacing, Policy, Rules, Spending, Switch, Tactic, Toughness,
};

fn turns() -> Rules {
    Rules { pacing: Pacing::Turns, maneuvers: Switch::On, ..boxes(99) }
}

/// One who attacks twice; `first` is changed to have what is rolled for.
fn twice(fighter: Fighter) -> Fighter {
    Fighter { tactic: Policy::fixed(Tactic::parse("attack-twice", &turns()).unwrap()), ..fighter }
}

fn told_apart(fight: &Fight) {
    assert_eq!(asked_twice(fight), None);
}

#[test]
fn each_of_two_blows_is_avoided_by_a_roll_of_its_own() {
    told_apart(&duel(twice(Fighter::new("A", 0, 1)), Fighter::new("B", 1, 1), &turns()));
    told_apart(&brawl(
        twice(Fighter::new("A", 0, 1)),
        vec![twice(Fighter::new("B", 1, 1)), Fighter::new("C", 1, 1)],
        &turns(),
    ));
}

/// A7, A16.
#[test]
fn each_of_two_blows_has_its_own_criticals() {
    let rules = Rules {
        fight_criticals: FightCriticals::Table,
        critical_success: Some(1),
        critical_failure: Some(-1),
        ..turns()
    };
    told_apart(&duel(twice(Fighter::new("A", 0, 1)), Fighter::new("B", 1, 1), &rules));
}

/// W15, W28: toughness against each wound, poison and fire with each, venom on the weapon after each.
#[test]
fn each_of_two_wounds_is_suffered_by_itself() {
    let check = Check { by: Resist::Health, least: -9 };
    let abilities = Abilities {
        poison: Some(Poison { check, drains: 0, doom: Doom::Paralysis }),
        burning: Some(Burning { result: -9, damage: 1 }),
        ..Abilities::default()
    };
    let a = twice(Fighter { abilities, ..Fighter::new("A", 0, 9) });
    told_apart(&duel(a, Fighter::new("B", 1, 0), &turns()));
    let blood = Blood { dice: dice("1dF"), on: -1, check, doom: Doom::Death };
    told_apart(&duel(
        twice(Fighter::new("A", 0, 9)),
        Fighter { blood: Some(blood), ..Fighter::new("B", 1, 0) },
        &turns(),
    ));
    let damage_capacity = DamageCapacity::Ignored;
    let tough = Rules {
        toughness: Toughness::Will,
        damage_capacity,
        pacing: Pacing::Turns,
        maneuvers: Switch::On,
        ..Rules::plain()
    };
    told_apart(&duel(twice(Fighter::new("A", 0, 3)), Fighter { will: 9, ..Fighter::new("B", 1, 0) }, &tough));
}

/// Two who attack one target, one of them twice.
#[test]
fn blows_of_two_are_told_apart() {
    let fight = |rules: &Rules| {
        brawl(Fighter::new("A", 0, 1), vec![twice(Fighter::new("B", 1, 1)), Fighter::new("C", 1, 1)], rules)
    };
    told_apart(&fight(&turns()));
    told_apart(&fight(&Rules {
        fight_criticals: FightCriticals::Table,
        critical_success: Some(1),
        critical_failure: Some(-1),
        ..turns()
    }));
}

/// P5: a roll that is made again is another roll, be it of an attack or of avoiding one.
#[test]
fn what_is_rolled_again_is_another_roll() {
    let lucky = |name| Fighter { fudge_points: Some(9), spend: Spending::on(Boon::Reroll), ..Fighter::new(name, 0, 1) };
    told_apart(&duel(lucky("A"), lucky("B"), &turns()));
    told_apart(&duel(lucky("A"), lucky("B"), &boxes(99)));
}
