//! Limits of input: a value at the limit is accepted, and one beyond it is rejected with an error that says so.

use crate::support::printed;
use fudgelab::combat::{Cast, Fighter, Missile, Modifier, Ranged, compile};
use fudgelab::dice::{Dice, Pmf};
use fudgelab::document::KeySpec;
use fudgelab::rules::effects::{Abilities, Bleeding, Check, Resist, Swallow};
use fudgelab::rules::{LevelRule, Policy, Record, RecordKind, Rules, Stance, StanceMix, Tactic, Targets};
use fudgelab::scenario::{self, Overrides, Source};

fn level(name: &str, from: i32, out: bool) -> LevelRule {
    LevelRule { name: name.to_owned(), from, boxes: 1, penalty: 0, out }
}

/// `count` levels, of which the last `out` put a fighter out.
fn levels(count: usize, out: usize) -> Vec<LevelRule> {
    (1..=count).map(|k| level(&format!("level {k}"), k as i32, k > count - out)).collect()
}

fn record(kind: RecordKind, levels: Vec<LevelRule>) -> Record {
    Record { kind, levels, ..Record::standard() }
}

/// The error about a record, or "nothing".
fn against(record: &Record) -> String {
    record.check().map_or_else(|fault| fault.to_string(), |()| "nothing".to_owned())
}

#[test]
fn record_accepts_up_to_12_levels() {
    assert_eq!(against(&record(RecordKind::Cards, levels(12, 1))), "nothing");
    for count in [0, 13, 14] {
        assert!(against(&record(RecordKind::Cards, levels(count, 1.min(count)))).contains("1 to 12"), "{count}");
    }
}

#[test]
fn record_rejects_level_names_that_are_taken() {
    for (name, taken) in [("Undamaged", true), ("Dead", true), ("Out", true), ("Sore", false)] {
        let levels = vec![level(name, 1, false), level("Out", 3, true)];
        assert_eq!(against(&record(RecordKind::Boxes, levels)).contains("taken"), taken, "{name}");
    }
}

/// F93 4.72: a point track can have more boxes than the table, level by level.
#[test]
fn point_track_accepts_up_to_10_more_boxes_per_level() {
    let with = |extra: &[u8]| {
        let standard = Record::standard();
        against(&Record { kind: RecordKind::CapacityPoints, extra: extra.to_vec(), ..standard })
    };
    assert_eq!(with(&[10; 5]), "nothing");
    assert!(with(&[0, 11]).contains("up to 10"));
    assert!(with(&[0; 6]).contains("6 numbers for 5"));
    assert!(with(&[0; 7]).contains("7 numbers for 5"));
}

#[test]
fn cards_and_capacity_need_a_level_above_the_lightest() {
    for kind in [RecordKind::Cards, RecordKind::Capacity { terrible_fights: true }] {
        assert_eq!(against(&record(kind, levels(2, 1))), "nothing", "{kind:?}");
        assert!(against(&record(kind, levels(1, 1))).contains("above the lightest"), "{kind:?}");
    }
    assert_eq!(against(&record(RecordKind::Boxes, levels(1, 1))), "nothing");
}

#[test]
fn cards_accept_up_to_8_levels_that_put_out() {
    assert_eq!(against(&record(RecordKind::Cards, levels(12, 8))), "nothing");
    for out in [9, 10] {
        assert!(against(&record(RecordKind::Cards, levels(12, out))).contains("at most 8"), "{out}");
    }
}

#[test]
fn track_in_order_accepts_up_to_100_boxes_and_needs_one_per_level() {
    let with = |boxes: [u8; 2]| {
        let levels = levels(2, 1).into_iter().zip(boxes).map(|(level, boxes)| LevelRule { boxes, ..level });
        against(&record(RecordKind::InOrder, levels.collect()))
    };
    assert_eq!(with([99, 1]), "nothing");
    assert!(with([100, 1]).contains("101 boxes"));
    assert!(with([0, 1]).contains("no box"));
}

/// The tables of Health end at Terrible and Legendary. A number of boxes that is too large for any level of Health is
/// rejected.
#[test]
fn health_record_rejects_too_many_states() {
    assert_eq!(against(&Record { kind: RecordKind::Health, ..Record::standard() }), "nothing");
    // At Legendary the lighter levels have 6 × 4 × 3 × 2 states, and 26 more boxes of Near Death multiply them by 28.
    let with = |extra: u8| {
        let extra = vec![0, 0, 0, 0, extra];
        against(&Record { kind: RecordKind::Health, extra, ..Record::standard() })
    };
    assert_eq!(with(26), "nothing");
    assert!(with(27).contains("more than 4096 states"));
}

fn cast(fighters: Vec<Fighter>) -> Cast {
    Cast { fighters, sides: vec!["one".into(), "other".into()] }
}

/// The error about a fight of these fighters, or "nothing".
fn refused(fighters: Vec<Fighter>, rules: &Rules) -> String {
    compile(&cast(fighters), rules).map_or_else(|fault| fault.to_string(), |_| "nothing".to_owned())
}

fn against_one(fighter: Fighter) -> String {
    refused(vec![fighter, Fighter::new("B", 1, 0)], &Rules::plain())
}

#[test]
fn values_up_to_100_are_accepted() {
    for (value, fine) in [(-101, false), (-100, true), (100, true), (101, false), (102, false)] {
        let said = against_one(Fighter { offense: value, ..Fighter::new("A", 0, 0) });
        assert_eq!(said == "nothing", fine, "{value}: {said}");
    }
}

/// Fighters built in code, whose values have not been checked by a reader.
#[test]
fn extreme_values_are_rejected_without_overflow() {
    type Change = fn(&mut Fighter, i32);
    let changes: [(&str, Change); 12] = [
        ("skill", |fighter, value| fighter.skill = value),
        ("offense", |fighter, value| fighter.offense = value),
        ("defense", |fighter, value| fighter.defense = value),
        ("damage capacity", |fighter, value| fighter.damage_capacity = Some(value)),
        ("shield", |fighter, value| fighter.shield = value),
        ("Strength Scale", |fighter, value| fighter.strength_scale = value),
        ("Mass Scale", |fighter, value| fighter.mass_scale = value),
        ("hit bonus", |fighter, value| fighter.hit_bonus = value),
        ("morale", |fighter, value| fighter.morale = Some(value)),
        ("cover", |fighter, value| fighter.ranged.cover = Some(value)),
        ("the difficulty inside", |fighter, value| {
            let swallow = Swallow { scale: 6, inside: value, defense: 1, cut_out: 15 };
            fighter.abilities = Abilities { swallow: Some(swallow), ..Abilities::default() };
        }),
        ("the bleeding check", |fighter, value| {
            let check = Check { by: Resist::Health, least: value };
            let bleeding = Bleeding { degree: 4, check, every: 1 };
            fighter.abilities = Abilities { bleeding: Some(bleeding), ..Abilities::default() };
        }),
    ];
    for (name, change) in changes {
        for value in [i32::MIN, i32::MIN + 1, -101, 101, i32::MAX] {
            let mut fighter = Fighter::new("A", 0, 0);
            change(&mut fighter, value);
            let said = against_one(fighter);
            assert!(said.starts_with(&format!("{name} of A is {value} (")), "{said}");
        }
    }
}

#[test]
fn excessive_sums_are_rejected() {
    let plain = || Fighter::new("A", 0, 0);
    let modifier = |value, rounds| Modifier { name: "luck".into(), value, avoid: 0, other_avoid: 0, rounds };
    let cases = [
        ("the offensive factor with", Fighter { offense: 51, strength_scale: 50, ..plain() }),
        ("the defensive factor with", Fighter { defense: -51, mass_scale: -50, ..plain() }),
        ("the sum of all modifiers", Fighter { modifiers: vec![modifier(51, None), modifier(50, Some(1))], ..plain() }),
    ];
    for (said, fighter) in cases {
        let rules = Rules { modifier_cap: None, ..Rules::plain() };
        let refused = refused(vec![fighter, Fighter::new("B", 1, 0)], &rules);
        assert!(refused.starts_with(said), "{refused}");
    }
    let late = Fighter { modifiers: vec![modifier(60, Some(3)), modifier(60, None), modifier(-60, None)], ..plain() };
    assert_eq!(against_one(late), "nothing", "60 in the first rounds, 0 later");
}

#[test]
fn rules_with_absurd_levels_are_rejected() {
    for value in [i32::MIN, -101, 101, i32::MAX] {
        for rules in [
            Rules { unopposed: value, ..Rules::plain() },
            Rules { minimum_to_hit: Some(value), ..Rules::plain() },
            Rules { graze_from: vec![value], ..Rules::plain() },
        ] {
            let said = refused(vec![Fighter::new("A", 0, 0), Fighter::new("B", 1, 0)], &rules);
            assert!(said.contains(&format!("is {value}")), "{said}");
        }
    }
}

fn said_of(text: &str) -> Result<(), String> {
    let source = Source::from_bytes("scenario.toml", text.as_bytes().to_vec()).unwrap();
    scenario::read_source(source, "".as_ref(), &Overrides::default()).map(drop).map_err(|faults| faults.to_string())
}

/// Every key that accepts numbers rejects the largest and the smallest integers, with an error and without a panic.
/// Seeds and numbers of trials may be large.
#[test]
fn every_key_rejects_extreme_numbers() {
    let tables: [(&str, &str, &str); 12] = [
        ("fighter", "[fighters.a]\nKEY\n[fighters.b]\nskill = 1", ""),
        ("missile", "[fighters.a]\nskill = 1\nmissile = { KEY }\n[fighters.b]\nskill = 1", ""),
        ("weapon", "[fighters.a]\nskill = 1\nweapon = { KEY }\n[fighters.b]\nskill = 1", ""),
        ("modifier", "[fighters.a]\nskill = 1\nmodifiers.x = { KEY }\n[fighters.b]\nskill = 1", ""),
        ("swallow", "[fighters.a]\nskill = 1\nabilities.swallow = { KEY }\n[fighters.b]\nskill = 1", ""),
        ("heads", "[fighters.a]\nskill = 1\nabilities.heads = { KEY }\n[fighters.b]\nskill = 1", ""),
        ("check", "[check]\nKEY", ""),
        ("contestant", "[opposed]\nactive = { KEY }\npassive = {}", ""),
        ("reaction", "[reaction]\nKEY", ""),
        ("task", "[task]\nKEY", ""),
        ("rules", "[rules]\nKEY\n[fighters.a]\nskill = 1\n[fighters.b]\nskill = 1", ""),
        ("run", "[run]\nKEY\n[check]\ndifficulty = 1", "seed trials max_trials"),
    ];
    let all = scenario::tables();
    for (name, text, large) in tables {
        let table = all.iter().find(|table| table.name() == name).unwrap();
        for KeySpec { key, .. } in table.specs().iter().filter(|spec| !large.split(' ').any(|key| key == spec.key)) {
            for value in [i64::MIN, i32::MIN.into(), i32::MAX.into(), i64::MAX] {
                let said = said_of(&text.replace("KEY", &format!("{key} = {value}")));
                assert!(said.is_err(), "{key} = {value} of {name}");
            }
        }
    }
}

#[test]
fn modifiers_accept_up_to_1000_rounds() {
    for (rounds, fine) in [(1, true), (1000, true), (1001, false), (1002, false)] {
        let modifier = Modifier { name: "blessed".into(), value: 1, avoid: 1, other_avoid: 1, rounds: Some(rounds) };
        let said = against_one(Fighter { modifiers: vec![modifier], ..Fighter::new("A", 0, 0) });
        assert_eq!(said == "nothing", fine, "{rounds}: {said}");
    }
}

/// A hero on the first side, and `count` foes who differ in offense and defense.
fn different(count: i32) -> Vec<Fighter> {
    let foe = |k: i32| Fighter { offense: k % 50, defense: k / 50, ..Fighter::new("foe", 1, 0) };
    let hero = Fighter { ranged: Ranged::default(), ..Fighter::new("hero", 0, 0) };
    std::iter::once(Fighter { offense: 60, ..hero }).chain((0..count).map(foe)).collect()
}

#[test]
fn fight_accepts_up_to_250_stat_blocks() {
    for (foes, fine) in [(249, true), (250, false), (251, false)] {
        let said = refused(different(foes), &Rules::plain());
        assert_eq!(said == "nothing", fine, "{foes}: {said}");
    }
}

/// Missiles need tables of their own, which leaves room for fewer different fighters.
#[test]
fn fight_with_missiles_accepts_fewer_stat_blocks() {
    let rules = Rules { closing: Some(1), ..Rules::plain() };
    let missile = Missile { skill: 0, offense: 1, scaled: false, thrown: false, burst: None };
    for (foes, fine) in [(179, true), (180, false)] {
        let mut fighters = different(foes);
        fighters[0].ranged.missile = Some(missile);
        let said = refused(fighters, &rules);
        assert_eq!(said == "nothing", fine, "{foes}: {said}");
    }
}

/// The game's own dice can be rolled for damage only within the range that the table of a blow covers.
#[test]
fn damage_dice_beyond_100_are_rejected() {
    let die = |faces: &[i32]| Dice::new("wide", Pmf::uniform(faces).unwrap());
    for (faces, fine) in
        [([-100, 0], true), ([0, 100], true), ([-101, 0], false), ([-150, 0], false), ([0, 101], false)]
    {
        let rules = Rules { dice: die(&faces), damage_roll: printed("game-dice-limited"), ..Rules::plain() };
        let said = refused(vec![Fighter::new("A", 0, 0), Fighter::new("B", 1, 0)], &rules);
        assert_eq!(said.contains("too wide"), !fine, "{faces:?}: {said}");
    }
}

#[test]
fn random_targets_accept_up_to_200_foes() {
    for (foes, fine) in [(200, true), (201, false), (202, false)] {
        let hero = Fighter { targets: Targets::Random, ..Fighter::new("hero", 0, 0) };
        let foe = Fighter { count: foes, ..Fighter::new("foe", 1, 0) };
        let said = refused(vec![hero, foe], &Rules::plain());
        assert_eq!(said == "nothing", fine, "{foes}: {said}");
    }
}

#[test]
fn fighter_accepts_up_to_200_stances() {
    let tactic = |k: i8| {
        let stance = Stance { attack: k, ..Stance::NORMAL };
        Tactic { name: format!("stance {k}"), stance }
    };
    // The normal stance is always included.
    for (count, fine) in [(199, true), (200, false), (201, false)] {
        let mix = StanceMix((0..count).map(|k: i32| (tactic((k - 100) as i8), 1)).collect());
        let hero =
            Fighter { tactic: Policy { default: mix, ..Policy::fixed(Tactic::normal()) }, ..Fighter::new("A", 0, 0) };
        let said = against_one(hero);
        assert_eq!(said == "nothing", fine, "{count}: {said}");
    }
}

/// Fighters who differ only in name, side or number count as one stat block, however many entries there are.
#[test]
fn equal_entries_count_as_one_stat_block() {
    let twins = |k: i32, change: fn(Fighter) -> Fighter| {
        let one = Fighter { offense: k % 50, defense: k / 50, ..Fighter::new("foe", 1, 0) };
        [one.clone(), change(one)]
    };
    let changes: [fn(Fighter) -> Fighter; 3] = [
        |who| Fighter { name: format!("{} of foes", who.name), ..who },
        |who| Fighter { side: 0, ..who },
        |who| Fighter { count: 2, ..who },
    ];
    let hero = Fighter::new("hero", 0, 0);
    let pairs = (0..200).flat_map(|k| twins(k, changes[k as usize % changes.len()]));
    assert_eq!(refused(std::iter::once(hero).chain(pairs).collect(), &Rules::plain()), "nothing");
}

#[test]
fn empty_side_is_rejected_by_name() {
    let said = |side| refused(vec![Fighter::new("A", side, 0)], &Rules::plain());
    assert_eq!([said(0), said(1)], ["side `other` has no fighters", "side `one` has no fighters"]);
}
