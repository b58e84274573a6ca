//! Two blows of one fighter at another in a round (M11) share no rolls. A roll is keyed by fighter, purpose and foe,
//! and no two rolls of a round may have the same key.

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

/// Makes `fighter` attack twice.
fn twice(fighter: Fighter) -> Fighter {
    Fighter { tactic: Policy::fixed(Tactic::parse("attack-twice", &turns()).unwrap()), ..fighter }
}

fn told_apart(fight: &Fight) {
    assert_eq!(asked_twice(fight), None);
}

#[test]
fn two_blows_have_separate_avoidance_rolls() {
    told_apart(&duel(twice(Fighter::new("A", 0, 1)), Fighter::new("B", 1, 1), &turns()));
    told_apart(&brawl(
        twice(Fighter::new("A", 0, 1)),
        vec![twice(Fighter::new("B", 1, 1)), Fighter::new("C", 1, 1)],
        &turns(),
    ));
}

/// A7, A16.
#[test]
fn two_blows_have_separate_criticals() {
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
fn two_wounds_have_separate_rolls() {
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

/// Two fighters attack one target, one of them twice.
#[test]
fn blows_of_two_fighters_have_separate_rolls() {
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

/// P5: a reroll has its own key, whether of an attack or of an avoidance.
#[test]
fn rerolls_are_separate_rolls() {
    let lucky = |name| Fighter { fudge_points: Some(9), spend: Spending::on(Boon::Reroll), ..Fighter::new(name, 0, 1) };
    told_apart(&duel(lucky("A"), lucky("B"), &turns()));
    told_apart(&duel(lucky("A"), lucky("B"), &boxes(99)));
}
