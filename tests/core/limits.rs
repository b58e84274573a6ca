//! How far input may go: what stands at a limit is taken, what is one beyond it is refused and says so.

use crate::support::printed;
use fudgelab::combat::{Cast, Fighter, Missile, Modifier, Ranged, compile};
use fudgelab::dice::{Dice, Pmf};
use fudgelab::document::KeySpec;
use fudgelab::rules::effects::{Abilities, Bleeding, Check, Resist, Swallow};
use fudgelab::rules::{LevelRule, Mix, Policy, Record, RecordKind, Rules, Stance, Tactic, Targets};
use fudgelab::scenario::{self, Overrides, Source};

fn level(name: &str, from: i32, out: bool) -> LevelRule {
    LevelRule { name: name.to_owned(), from, boxes: 1, penalty: 0, out }
}

/// So many levels, of which so many put out.
fn levels(count: usize, out: usize) -> Vec<LevelRule> {
    (1..=count).map(|k| level(&format!("level {k}"), k as i32, k > count - out)).collect()
}

fn record(kind: RecordKind, levels: Vec<LevelRule>) -> Record {
    Record { kind, levels, ..Record::standard() }
}

/// What is said against a record.
fn against(record: &Record) -> String {
    record.check().map_or_else(|fault| fault.to_string(), |()| "nothing".to_owned())
}

#[test]
fn a_record_has_up_to_twelve_levels() {
    assert_eq!(against(&record(RecordKind::Cards, levels(12, 1))), "nothing");
    for count in [0, 13, 14] {
        assert!(against(&record(RecordKind::Cards, levels(count, 1.min(count)))).contains("1 to 12"), "{count}");
    }
}

#[test]
fn levels_are_named_apart_from_each_other_and_from_the_first_and_last() {
    for (name, taken) in [("Undamaged", true), ("Dead", true), ("Out", true), ("Sore", false)] {
        let levels = vec![level(name, 1, false), level("Out", 3, true)];
        assert_eq!(against(&record(RecordKind::Boxes, levels)).contains("taken"), taken, "{name}");
    }
}

/// F93 4.72: a point track may have boxes beyond the table, level by level.
#[test]
fn more_boxes_for_as_many_levels_as_there_are_and_ten_at_most() {
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
fn lost_levels_and_cards_need_a_level_above_the_lightest() {
    for kind in [RecordKind::Cards, RecordKind::Capacity { terrible_fights: true }] {
        assert_eq!(against(&record(kind, levels(2, 1))), "nothing", "{kind:?}");
        assert!(against(&record(kind, levels(1, 1))).contains("above the lightest"), "{kind:?}");
    }
    assert_eq!(against(&record(RecordKind::Boxes, levels(1, 1))), "nothing");
}

#[test]
fn eight_levels_may_put_out_beside_cards() {
    assert_eq!(against(&record(RecordKind::Cards, levels(12, 8))), "nothing");
    for out in [9, 10] {
        assert!(against(&record(RecordKind::Cards, levels(12, out))).contains("at most 8"), "{out}");
    }
}

#[test]
fn a_track_in_order_has_up_to_a_hundred_boxes_and_one_a_level() {
    let with = |boxes: [u8; 2]| {
        let levels = levels(2, 1).into_iter().zip(boxes).map(|(level, boxes)| LevelRule { boxes, ..level });
        against(&record(RecordKind::InOrder, levels.collect()))
    };
    assert_eq!(with([99, 1]), "nothing");
    assert!(with([100, 1]).contains("101 boxes"));
    assert!(with([0, 1]).contains("no box"));
}

/// The tables of Health stop at Terrible and Legendary: boxes that are too many for any of these are refused.
#[test]
fn boxes_by_health_fit_every_health() {
    assert_eq!(against(&Record { kind: RecordKind::Health, ..Record::standard() }), "nothing");
    // Legendary has 6 × 4 × 3 × 2 states of the lighter levels, and with 26 more boxes of Near Death 28 times as many.
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

/// What is said against a fight of these.
fn refused(fighters: Vec<Fighter>, rules: &Rules) -> String {
    compile(&cast(fighters), rules).map_or_else(|fault| fault.to_string(), |_| "nothing".to_owned())
}

fn against_one(fighter: Fighter) -> String {
    refused(vec![fighter, Fighter::new("B", 1, 0)], &Rules::plain())
}

#[test]
fn figures_go_up_to_a_hundred() {
    for (value, fine) in [(-101, false), (-100, true), (100, true), (101, false), (102, false)] {
        let said = against_one(Fighter { offense: value, ..Fighter::new("A", 0, 0) });
        assert_eq!(said == "nothing", fine, "{value}: {said}");
    }
}

/// From code, where no reader looks at figures first.
#[test]
fn no_figure_is_so_far_off_that_a_sum_overflows() {
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
        ("the check of bleeding", |fighter, value| {
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
fn figures_that_add_up_to_too_much_are_refused() {
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
fn rules_with_absurd_levels_are_refused() {
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

/// What is said against a scenario.
fn said_of(text: &str) -> Result<(), String> {
    let source = Source::from_bytes("scenario.toml", text.as_bytes().to_vec()).unwrap();
    scenario::read_source(source, "".as_ref(), &Overrides::default()).map(drop).map_err(|faults| faults.to_string())
}

/// Every key that takes numbers refuses the largest and the smallest there are, with words and without a panic; seeds and
/// numbers of trials aside, which may be large.
#[test]
fn no_key_takes_any_number() {
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
fn modifiers_last_up_to_a_thousand_rounds() {
    for (rounds, fine) in [(1, true), (1000, true), (1001, false), (1002, false)] {
        let modifier = Modifier { name: "blessed".into(), value: 1, avoid: 1, other_avoid: 1, rounds: Some(rounds) };
        let said = against_one(Fighter { modifiers: vec![modifier], ..Fighter::new("A", 0, 0) });
        assert_eq!(said == "nothing", fine, "{rounds}: {said}");
    }
}

/// So many fighters on the second side who differ in offense and defense, beside the one on the first.
fn different(count: i32) -> Vec<Fighter> {
    let foe = |k: i32| Fighter { offense: k % 50, defense: k / 50, ..Fighter::new("foe", 1, 0) };
    let hero = Fighter { ranged: Ranged::default(), ..Fighter::new("hero", 0, 0) };
    std::iter::once(Fighter { offense: 60, ..hero }).chain((0..count).map(foe)).collect()
}

#[test]
fn two_hundred_and_fifty_kinds_fight() {
    for (foes, fine) in [(249, true), (250, false), (251, false)] {
        let said = refused(different(foes), &Rules::plain());
        assert_eq!(said == "nothing", fine, "{foes}: {said}");
    }
}

/// Who shoots is of a kind of its own, blow by blow and shot by shot.
#[test]
fn fewer_kinds_shoot() {
    let rules = Rules { closing: Some(1), ..Rules::plain() };
    let missile = Missile { skill: 0, offense: 1, scaled: false, thrown: false, burst: None };
    for (foes, fine) in [(179, true), (180, false)] {
        let mut fighters = different(foes);
        fighters[0].ranged.missile = Some(missile);
        let said = refused(fighters, &rules);
        assert_eq!(said == "nothing", fine, "{foes}: {said}");
    }
}

/// Dice of the game's own are rolled for damage as far as a blow can be tabulated by them.
#[test]
fn damage_dice_stay_within_a_hundred() {
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
fn one_foe_of_two_hundred_is_picked_at_random() {
    for (foes, fine) in [(200, true), (201, false), (202, false)] {
        let hero = Fighter { targets: Targets::Random, ..Fighter::new("hero", 0, 0) };
        let foe = Fighter { count: foes, ..Fighter::new("foe", 1, 0) };
        let said = refused(vec![hero, foe], &Rules::plain());
        assert_eq!(said == "nothing", fine, "{foes}: {said}");
    }
}

#[test]
fn two_hundred_stances() {
    let tactic = |k: i8| {
        let stance = Stance { attack: k, ..Stance::NORMAL };
        Tactic { name: format!("stance {k}"), stance }
    };
    // The normal one is always there.
    for (count, fine) in [(199, true), (200, false), (201, false)] {
        let mix = Mix((0..count).map(|k: i32| (tactic((k - 100) as i8), 1)).collect());
        let hero =
            Fighter { tactic: Policy { default: mix, ..Policy::fixed(Tactic::normal()) }, ..Fighter::new("A", 0, 0) };
        let said = against_one(hero);
        assert_eq!(said == "nothing", fine, "{count}: {said}");
    }
}

/// Fighters who differ in nothing but name, side and number are of one kind, however many entries there are.
#[test]
fn entries_that_are_alike_are_one_kind() {
    let twins = |k: i32, change: fn(Fighter) -> Fighter| {
        let one = Fighter { offense: k % 50, defense: k / 50, ..Fighter::new("foe", 1, 0) };
        [one.clone(), change(one)]
    };
    let changes: [fn(Fighter) -> Fighter; 3] = [
        |who| Fighter { name: format!("{} of foes", who.name), ..who },
        |who| Fighter { side: 0, ..who },
        |who| Fighter { count: 2, ..who },
    ];
    for (place, change) in changes.into_iter().enumerate() {
        let hero = Fighter::new("hero", 0, 0);
        let fighters = std::iter::once(hero).chain((0..200).flat_map(|k| twins(k, change))).collect();
        assert_eq!(refused(fighters, &Rules::plain()), "nothing", "{place}");
    }
}

#[test]
fn a_side_without_fighters_is_refused_by_name() {
    let said = |side| refused(vec![Fighter::new("A", side, 0)], &Rules::plain());
    assert_eq!([said(0), said(1)], ["side `other` has no fighters", "side `one` has no fighters"]);
}
