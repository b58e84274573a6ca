//! Damage rolls in whole fights: from scenario text, with scripted rolls, and exact answers against simulation.

use crate::support::fights::fight_of;
use crate::support::printed;
use crate::support::texts;
use crate::support::written::{refused, study};
use crate::support::{self, Notes, brawl, duel, srd};
use fudgelab::chance::Script;
use fudgelab::combat::{Body, Damage, Event, Fight, Fighter, LandedHit, Observer, State, damage};
use fudgelab::rules::effects::Abilities;
use fudgelab::rules::{DamageBy, GrazeCeiling, Pacing, Rules};
use fudgelab::study::replay::page::whole as page;
use fudgelab::study::replay::{Rolls, parse_script, replay};

const DUEL: &str = "
[rules]
base = 'srd'
[fighters.snorri]
skill = 'Great'
weapon = 4
offense = 5
defense = 3
[fighters.brynhild]
skill = 'Good'
weapon = 3
offense = 5
defense = 2
shield = 1
";

/// One against two, with a larger foe who is hard to wound, and a record small enough to be solved quickly.
const THREE: &str = "
[rules]
base = 'srd'
[rules.record]
kind = 'boxes'
levels = [
    { name = 'Scratch', from = 1, boxes = 1 },
    { name = 'Hurt', from = 3, boxes = 1, penalty = -1 },
    { name = 'Out', from = 5, out = true },
]
[fighters.wilbur]
skill = 'Superb'
offense = 5
defense = 4
[fighters.squire]
side = 'foes'
skill = 'Fair'
offense = 4
armor = 2
[fighters.ogre]
side = 'foes'
skill = 'Mediocre'
offense = 1
scale = 3
armor = 3
";

/// Options to compare with the preset alone.
const OPTIONS: [&str; 9] = [
    "damage_roll = '1dF-points'",
    "damage_roll = '1dF-level'",
    "damage_roll = 'parity-points'",
    "damage_roll = 'parity-level'",
    "damage_roll = 'freeform'",
    "damage_roll = 'min-mid-max'",
    "damage_roll = '1dF-level'\nlevel_roll = 'all'",
    "degree_multiplier = 2",
    "rolled_hits = 'stopped-by-scale'",
];

/// Keys of a fighter to compare with the preset alone.
const KEYS: [&str; 4] =
    ["halves_armor = true", "scale_piercing = 'halve'", "scale_piercing = 'ignore'", "weapon_tech = 2"];

fn with(text: &str, option: &str) -> String {
    text.replace("base = 'srd'", &format!("base = 'srd'\n{option}"))
}

fn turns(text: &str) -> String {
    with(text, "pacing = 'turns'\navoidance = 'one'")
}

#[test]
fn exact_matches_simulation_for_every_damage_roll() {
    for option in OPTIONS {
        for text in [DUEL.to_owned(), THREE.to_owned(), turns(THREE)] {
            let text = with(&text, option);
            assert_eq!(refused(&text, &text), [], "{text}");
        }
    }
    for key in KEYS {
        let text = THREE.replace("skill = 'Superb'", &format!("skill = 'Superb'\n{key}"));
        assert_eq!(refused(&text, &text), [], "{key}");
    }
}

/// The exact figures of the preset must not match the simulation of any option.
#[test]
fn comparison_detects_every_damage_roll() {
    for option in OPTIONS {
        assert!(!refused(THREE, &with(THREE, option)).is_empty(), "{option}");
    }
    for key in KEYS {
        let text = THREE.replace("skill = 'Superb'", &format!("skill = 'Superb'\n{key}"));
        assert!(!refused(THREE, &text).is_empty(), "{key}");
    }
    let all = with(THREE, "damage_roll = '1dF-level'\nlevel_roll = 'all'");
    assert!(!refused(&with(THREE, "damage_roll = '1dF-level'"), &all).is_empty());
}

/// Attacker, target and severity of each wound in one round with `rolls`.
fn wounds(fight: &Fight, rolls: &[i32]) -> Vec<(u16, u16, u8)> {
    let mut state = State::start(fight, vec![Body::default(); fight.roster.fighters()]);
    let (mut script, mut notes) = (Script::new(rolls.iter().copied()), Notes::default());
    if fight.roster.duel.is_some() {
        state.round(fight, &mut script, &mut notes);
    } else {
        play_a_round(fight, &mut script, &mut notes);
    }
    assert!(script.left() == 0 && !script.ran_out(), "all rolls are used, and no more");
    let wound = |event: &Event| match *event {
        Event::Wound { by, target, severity } => Some((by, target, severity)),
        _ => None,
    };
    notes.0.iter().filter_map(wound).collect()
}

fn play_a_round(fight: &Fight, script: &mut Script, observer: &mut impl Observer) {
    let mut state = State::start(fight, vec![Body::default(); fight.roster.fighters()]);
    while state.step(fight, script, observer) == fudgelab::combat::Progress::Round {}
}

fn person(name: &str, skill: i32) -> Fighter {
    Fighter { offense: 2, ..Fighter::new(name, 0, skill) }
}

fn parity() -> Rules {
    Rules { damage_roll: printed("parity-points"), ..srd() }
}

/// SRD 4.61: the defender rolls 0 and the attacker wins with +3, so the damage is one less. Here 3 + 2 points would be
/// Very Hurt, but 4 are Hurt.
#[test]
fn parity_changes_damage_in_an_exchange() {
    let fight = duel(person("attacker", 0), person("defender", 0), &parity());
    assert_eq!(wounds(&fight, &[3, 0]), [(0, 1, 2)]);
    assert_eq!(wounds(&fight, &[0, 3]), [(1, 0, 2)], "the other way round");
    assert_eq!(wounds(&fight, &[2, -1]), [(0, 1, 3)], "even against odd: 5 + 1 points");
    assert_eq!(wounds(&fight, &[2, 0]), [(0, 1, 2)], "both even: 4 points");
    // A fighter who does not roll has 0, which is even (reading 16).
    let still = Fighter { dice: Some(support::dice("none")), ..person("post", 0) };
    assert_eq!(wounds(&duel(person("attacker", 0), still, &parity()), &[3]), [(0, 1, 2)]);
}

/// The lone fighter's one roll is compared with each foe's.
#[test]
fn parity_changes_damage_in_a_brawl() {
    let foes = vec![person("first", 0), person("second", 0)];
    let fight = brawl(person("lone", 1), foes, &parity());
    // 1 − 1 + 4 = Legendary against −1 and +1: the lone fighter hits the first foe by 5, even against odd: 7 + 1
    // points.
    assert_eq!(wounds(&fight, &[4, -1, 1]), [(0, 1, 4)]);
    // Both foes hit the lone fighter, by 4 with an odd roll and by 5 with an even one, against −3, which is odd.
    assert_eq!(wounds(&fight, &[-3, 1, 2]), [(1, 0, 3), (2, 0, 4)]);
}

/// The attack is compared with the avoidance roll that counts.
#[test]
fn parity_changes_damage_in_turns() {
    let rules = Rules { pacing: Pacing::Turns, ..parity() };
    let fight = duel(person("attacker", 0), person("defender", 0), &rules);
    // Initiative; an attack by 3, odd against even: 5 − 1 points. Then the defender's attack, avoided.
    let turn = |rolls: &[i32]| {
        let mut script = Script::new(rolls.iter().copied());
        let mut notes = Notes::default();
        play_a_round(&fight, &mut script, &mut notes);
        notes.0.into_iter().find_map(|event| match event {
            Event::Wound { severity, .. } => Some(severity),
            _ => None,
        })
    };
    assert_eq!(turn(&[1, 0, 3, 0, -4, 0]), Some(2));
    assert_eq!(turn(&[1, 0, 2, -1, -4, 0]), Some(3));
}

fn told(text: &str, rolls: &str) -> String {
    let study = study(text);
    page(&replay(&study, 0, Rolls::Script(&parse_script(rolls).unwrap())).unwrap(), 90)
}

#[test]
fn transcripts_of_damage_rolls_match_stored_text() {
    let duel = |option: &str, rolls: &str| {
        let all = told(&with(DUEL, option), rolls);
        let from = all.find("Round 1").unwrap();
        format!("{option}\n{}", &all[from..])
    };
    let cases = [
        duel("damage_roll = '1dF-points'", "2,0,1"),
        duel("damage_roll = '1dF-level'", "2,0,-1"),
        duel("damage_roll = 'parity-points'", "3,0"),
        duel("damage_roll = 'parity-level'", "1,0"),
        duel("damage_roll = 'freeform'", "2,0,-3"),
        duel("degree_multiplier = 2", "2,0,1"),
        duel("rolled_hits = 'stopped-by-scale'", "2,0"),
        duel("graze_roll = 'off'", "1,0"),
        duel("damage_roll = 'min-mid-max'", "2,0,135, 1,2, 4,-1,256"),
    ];
    let text = cases.join("\n").trim_end().to_owned();
    texts::held("transcripts/damage-rolls.txt", &[("damage rolls".to_owned(), text)]);
}

/// SRD 4.63, the track for epic games: wounds from 1, 2, 4, 6 and 7 points, and two boxes of Hurt.
#[test]
fn epic_track_takes_fighters_out_in_one_blow() {
    let epic = with(
        DUEL,
        "damage_roll = 'min-mid-max'\n[rules.record]\nkind = 'boxes'\nlevels = [
            { name = 'Scratch', from = 1, boxes = 3 },
            { name = 'Hurt', from = 2, boxes = 2, penalty = -1 },
            { name = 'Very Hurt', from = 4, boxes = 1, penalty = -2 },
            { name = 'Incapacitated', from = 6, boxes = 1, penalty = -2, out = true },
            { name = 'Near Death', from = 7, boxes = 1, penalty = -2, out = true },
        ]",
    );
    assert_eq!(refused(&epic, &epic), []);
    // A factor of 3 and a relative degree of 4 read the highest die, a 6.
    let page = told(&epic, "2,-2,116");
    assert!(page.contains("Brynhild marks Incapacitated."), "{page}");
}

/// Named gear of both rule books, and keys that change it.
#[test]
fn gear_and_skills_set_the_factor() {
    let factor = |base: &str, keys: &str| {
        let text = format!(
            "[rules]\nbase = '{base}'\ngraze = 'off'\n[fighters.a]\nskill = 0\n{keys}\n[fighters.b]\nskill = 0\narmor = 'plate'\n\
             tough_hide = 1\n"
        );
        let study = study(&text);
        fight_of(&study, 0).fight.matchup(0, 1).factor + 5
    };
    // Bare hands, with a martial art, which F93 counts from Fair up.
    for (keys, srd, f93) in [
        ("", -1, 0),
        ("martial_art = 'Good'", 0, 1),
        ("martial_art = 'Poor'", 0, 0),
        ("weapon = 'knife'\nthrown_unskilled = true", 0, 1),
        ("weapon = 'sword'", 3, 3),
        ("weapon = 'shoddy sword'", 2, 2),
        // W5: the SRD's maces and flails halve plate (4) unless the scenario says otherwise.
        ("weapon = 'mace'", 4, 2),
        ("weapon = { name = 'Flail', magic = 1 }", 5, 3),
        ("weapon = 'mace'\nhalves_armor = false", 2, 2),
        ("weapon = 'mace'\nhalves_armor = true", 4, 4),
        ("weapon = 'staff'\nhalves_armor = true", 4, 4),
        ("weapon = 'polearm'", 4, 4),
    ] {
        assert_eq!((factor("srd", keys), factor("fudge-1993", keys)), (srd, f93), "{keys}");
    }
}

/// The damage of a blow by `own` at `foe`.
fn of(own: &Fighter, foe: &Fighter, blown: LandedHit, rules: &Rules) -> Damage {
    damage(own, foe, duel(own.clone(), foe.clone(), rules).roster.track(1), blown, rules).unwrap()
}

/// W16, W18, M7: if a hit marks boxes, the damage bonus of a stance is one more box.
#[test]
fn stance_adds_a_box() {
    let blown = |bonus| LandedHit { degree: 3, bonus, ..LandedHit::default() };
    let armed = Fighter { offense: 2, ..person("A", 0) };
    for (damage_by, boxes) in [(DamageBy::Hit, [1, 2]), (DamageBy::Weapon, [2, 3])] {
        let rules = Rules { damage: damage_by, ..support::boxes(5) };
        let found = [0, 1].map(|bonus| of(&armed, &person("B", 0), blown(bonus), &rules).points);
        assert_eq!(found, boxes, "{damage_by:?}");
    }
}

/// W7, SRD 4.56, reading 49: a graze goes no higher than the highest level of its table, or one level more for a far
/// larger attacker.
#[test]
fn large_scale_raises_the_graze_ceiling() {
    let severity = |graze_ceiling, damage_roll, scale: i32, roll| {
        let rules = Rules { graze_ceiling, damage_roll, graze_roll: printed("one-level"), ..srd() };
        let large = Fighter { strength_scale: scale, offense: 5 - scale, ..person("A", 0) };
        of(&large, &person("B", 0), LandedHit { degree: 1, roll, ..LandedHit::default() }, &rules).severity
    };
    let points = printed("4dF-limited");
    assert_eq!([2, 3, 9].map(|scale| severity(printed("scale"), points, scale, 0)), [2, 3, 3]);
    assert_eq!([2, 3, 9].map(|scale| severity(printed("scale"), points, scale, -4)), [1; 3], "below the ceiling");
    assert_eq!(severity(GrazeCeiling::default(), points, 9, 4), 2);
    // A die on the wound level does not go beyond the table either.
    assert_eq!(severity(GrazeCeiling::default(), printed("1dF-level"), 0, 1), 2);
}

/// W6, reading 16: if only hits stopped by Scale alone are rolled for, a graze is rolled for only if Scale alone keeps
/// it from wounding.
#[test]
fn graze_stopped_by_scale_is_rolled_for() {
    let rules = Rules { rolled_hits: printed("stopped-by-scale"), ..srd() };
    let rolled = |offense, mass_scale| {
        let foe = Fighter { mass_scale, ..person("B", 0) };
        let own = Fighter { offense, ..person("A", 0) };
        of(&own, &foe, LandedHit { degree: 1, ..LandedHit::default() }, &rules).is_rolled
    };
    // From a factor of 0 up, a graze is a Scratch.
    assert!(rolled(2, 3) && rolled(0, 1));
    assert!(!rolled(2, 2), "it wounds");
    assert!(!rolled(-1, 3), "without Scale it would not");
    assert!(!rolled(-1, 0));
}

/// W26: a critical hit gets through the Scale of a larger foe, but not through armor.
#[test]
fn critical_gets_through_scale_but_not_armor() {
    let rules = Rules { critical_points: Some(1), ..Rules::plain() };
    let points = |mass_scale, defense| {
        let foe = Fighter { mass_scale, defense, ..Fighter::new("B", 1, 0) };
        of(&Fighter::new("A", 0, 0), &foe, LandedHit { degree: 1, critical: true, ..LandedHit::default() }, &rules)
            .points
    };
    assert_eq!((points(3, 0), points(0, 3)), (1, -2));
}

/// FF ghost, W6: a roll on the wound level cannot hurt a foe who cannot be touched.
#[test]
fn roll_on_the_level_does_not_hurt_a_ghost() {
    let rules = Rules { damage_roll: printed("1dF-level"), level_roll: printed("all"), ..Rules::plain() };
    let ghost = Abilities { insubstantial: true, ..Abilities::default() };
    let severity = |abilities| {
        let foe = Fighter { abilities, ..Fighter::new("B", 1, 0) };
        of(&Fighter::new("A", 0, 0), &foe, LandedHit { degree: 1, roll: 1, ..LandedHit::default() }, &rules).severity
    };
    assert_eq!((severity(Abilities::default()), severity(ghost)), (2, 0));
}

/// W9: a bonus below 0 does no damage, and the three dice are not rolled.
#[test]
fn no_dice_are_rolled_below_a_bonus_of_0() {
    let rules = Rules { damage_roll: printed("min-mid-max"), ..Rules::plain() };
    let fight = |defense| duel(person("A", 0), Fighter { defense, ..person("B", 0) }, &rules);
    assert_eq!(wounds(&fight(9), &[2, 0]), [(0, 1, 0)]);
    assert_eq!(wounds(&fight(0), &[2, 0, 356]).len(), 1);
}
