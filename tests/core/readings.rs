//! Readings 23, 39 to 43, 50 and 52, on questions that the sources leave open, checked against independent
//! calculations.

use crate::support::fights::solve;
use crate::support::printed;
use crate::support::written::study;
use crate::support::{brawl, duel, fighter, level, small};
use fudgelab::chance::{Purpose, Script};
use fudgelab::combat::{Cast, Detail, Event, Fight, Fighter, Missile, Observer, OtherRoll, Ranged, State, compile};
use fudgelab::fights::Combat;
use fudgelab::rules::{DamageDice, Evasion, Pacing, Record, Rules, ShotDegree, Targets, WoundPenalties};
use fudgelab::scenario::{Overrides, Preset, Source, read_source};

/// The distribution of 4dF, by hand.
const FUDGE: [(i32, f64); 9] = [
    (-4, 1.0 / 81.0),
    (-3, 4.0 / 81.0),
    (-2, 10.0 / 81.0),
    (-1, 16.0 / 81.0),
    (0, 19.0 / 81.0),
    (1, 16.0 / 81.0),
    (2, 10.0 / 81.0),
    (3, 4.0 / 81.0),
    (4, 1.0 / 81.0),
];

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

/// A record with one box: out of action at `points` or more.
fn out_from(points: i32) -> Record {
    Record { levels: vec![level("Out", points, 1, 0, true)], ..Record::standard() }
}

fn bowman(name: &str, skill: i32, offense: i32) -> Fighter {
    let bow = Missile { skill, offense, scaled: true, thrown: true, burst: None };
    Fighter { ranged: Ranged { missile: Some(bow), ..Ranged::default() }, ..fighter(name, 0) }
}

/// The chance that one arrow puts the target out of action.
fn one_arrow(dodge: i32, unaware: bool, shot_degree: ShotDegree) -> f64 {
    let rules = Rules { closing: Some(1), round_limit: 1, shot_degree, record: out_from(3), ..Rules::plain() };
    let target = Fighter {
        ranged: Ranged { dodge: Some(dodge), ..Ranged::default() },
        unaware: u16::from(unaware),
        ..fighter("target", 0)
    };
    solve(&duel(bowman("archer", 1, 1), target, &rules)).unwrap().wins[0]
}

/// Reading 39: the relative degree is measured from the better of dodge and difficulty, so a bad dodge is no worse than
/// none.
#[test]
fn bad_dodge_is_no_worse_than_none() {
    let unaware = one_arrow(0, true, ShotDegree::Better);
    // By hand: a Good archer puts a Fair target out with a result of 2 or more.
    near(unaware, FUDGE.iter().filter(|(roll, _)| 1 + roll >= 2).map(|(_, chance)| chance).sum());
    for dodge in -3..=3 {
        let mut expected = 0.0;
        for ((shot, one), (avoids, other)) in FUDGE.iter().flat_map(|one| FUDGE.map(|other| (*one, other))) {
            let (result, avoided) = (1 + shot, dodge + avoids);
            let hit = result > avoided && result >= 0;
            if hit && result - avoided.max(0) + 1 >= 3 {
                expected += one * other;
            }
        }
        let aware = one_arrow(dodge, false, ShotDegree::Better);
        near(aware, expected);
        assert!(aware <= unaware, "{dodge}");
    }
    // Negative control: by the letter of SRD 4.4, a Terrible dodge is worse than none.
    assert!(one_arrow(-3, false, ShotDegree::Defense) > unaware + 0.05);
}

fn sides(ours: Vec<Fighter>, theirs: Fighter, rules: &Rules) -> Fight {
    let fighters = ours.into_iter().chain([Fighter { side: 1, ..theirs }]).collect();
    compile(&Cast { fighters, sides: vec!["ours".into(), "theirs".into()] }, rules).unwrap()
}

/// Reading 40: the shots of a volley are spread over the targets; a target preference keeps them together.
#[test]
fn volley_shots_are_spread_over_the_targets() {
    let rules = Rules { closing: Some(1), round_limit: 1, record: out_from(1), ..Rules::plain() };
    let felled = |archers, targets| {
        let archers = Fighter { count: archers, targets, ..bowman("archer", 2, 0) };
        let foes = Fighter { count: 4, unaware: 1, ..fighter("foe", 0) };
        solve(&sides(vec![archers], foes, &rules)).unwrap().party.as_ref().unwrap().out[1]
    };
    let one = felled(1, Targets::LowestResult);
    near(one, FUDGE.iter().filter(|(roll, _)| 2 + roll >= 1).map(|(_, chance)| chance).sum());
    near(felled(3, Targets::LowestResult), 3.0 * one);
    // The fifth archer shoots at the first foe again.
    near(felled(5, Targets::LowestResult), 4.0 * one + one * (1.0 - one));
    near(felled(3, Targets::Roster), 1.0 - (1.0 - one).powi(3));
}

/// Reading 40 for player characters who act alone: two of them against two foes with two boxes each never put one out
/// in one round.
#[test]
fn player_character_actions_are_spread_over_the_targets() {
    let boxes =
        Record { levels: vec![level("Hurt", 1, 1, 0, false), level("Out", 50, 1, 0, true)], ..Record::standard() };
    let rules = Rules { pacing: Pacing::PlayerFacing, round_limit: 1, record: boxes, ..Rules::plain() };
    let out = |targets| {
        let heroes = Fighter { count: 2, pc: Some(true), targets, ..fighter("hero", 2) };
        let foes = Fighter { count: 2, pc: Some(false), ..fighter("foe", 0) };
        solve(&sides(vec![heroes], foes, &rules)).unwrap().party.as_ref().unwrap().out[1]
    };
    near(out(Targets::LowestResult), 0.0);
    assert!(out(Targets::Roster) > 0.1, "both at the first");
}

fn combat(text: &str) -> Fight {
    study(text).subjects.cell(0).downcast_ref::<Combat>().unwrap().fight.clone()
}

/// Reading 41: attacking twice needs a small weapon, or a weapon in each hand.
#[test]
fn attacking_twice_needs_small_weapons() {
    let with = |weapon: &str, tactic: &str| {
        let text = format!(
            "rules = {{ base = 'kaer' }}\n[fighters.a]\nskill = 0\nweapon = '{weapon}'\ntactic = '{tactic}'\n[fighters.b]\nskill = 0\n"
        );
        let source = Source::from_bytes("a.toml", text.into_bytes()).unwrap();
        read_source(source, ".".as_ref(), &Overrides::default()).map(|_| ()).map_err(|faults| faults.to_string())
    };
    for (weapon, tactic) in
        [("dagger", "attack-twice"), ("unarmed", "attack-twice"), ("sword", "attack-with-both-hands")]
    {
        assert_eq!(with(weapon, tactic), Ok(()), "{weapon}");
    }
    let refused = with("two-handed sword", "attack-twice").unwrap_err();
    assert!(
        refused.contains("`attack-twice` needs a small, light weapon; a two-handed sword is too large"),
        "{refused}"
    );
    assert!(with("sword", "attack-twice").is_err());
    assert!(with("greatsword", "attack-with-both-hands").unwrap_err().contains("a weapon in each hand"));
}

/// Reading 43: wounds do not make a fighter freeze, but they make it harder to keep one's balance. With
/// `WoundPenalties::All` they count for nerve as well.
#[test]
fn wounds_lower_balance_but_not_nerve() {
    let frozen = |wound_penalties, wounds: &[u8]| {
        let rules = Rules { wound_penalties, round_limit: 1, ..small() };
        let timid = Fighter { combat_paralysis: true, health: Some(1), wounds: wounds.to_vec(), ..fighter("a", 9) };
        // A fighter who does not freeze always hits.
        solve(&duel(timid, fighter("b", -9), &rules)).unwrap().hits[0]
    };
    let hurt: &[u8] = &[2];
    near(frozen(WoundPenalties::Actions, hurt), frozen(WoundPenalties::Actions, &[]));
    assert!(frozen(WoundPenalties::All, hurt) < frozen(WoundPenalties::Actions, hurt) - 0.05);

    // W23: a fighter who is Hurt, at −1, rolls Agility at −1 to keep its balance.
    let rules = Rules { evasion: Evasion::Avoidance, ..Rules::plain() };
    let a = Fighter { agility: 1, evades_at: Some(4), wounds: hurt.to_vec(), ..fighter("a", 0) };
    let fight = duel(a, Fighter { offense: 9, ..fighter("b", 9) }, &rules);
    let mut balance = Balance(None);
    let mut state = State::start(&fight, fight.start().to_vec());
    state.round(&fight, &mut Script::new([0, 0, 0]), &mut balance);
    assert_eq!(balance.0, Some([1, -1]));
}

/// The level of the last balance roll, and the penalty added to it.
struct Balance(Option<[i32; 2]>);

impl Observer for Balance {
    fn note(&mut self, _event: Event) {}

    fn detail(&mut self, detail: Detail) {
        if let Detail::Tested(OtherRoll { purpose: Purpose::Balance, level, burden, .. }) = detail {
            self.0 = Some([level, burden]);
        }
    }
}

/// Reading 50: F93's damage roll is 2d6 through its table, whatever the action dice are; elsewhere it uses the action
/// dice.
#[test]
fn fudge_1993_damage_roll_is_2d6_table() {
    let rolled = |damage_dice| {
        let rules = Rules { damage_roll: printed("game-dice-limited"), damage_dice, ..Rules::plain() };
        let fight = duel(Fighter::new("A", 0, 0), Fighter::new("B", 1, 0), &rules);
        fight.weapons.dice.as_ref().unwrap().name().to_owned()
    };
    assert_eq!([DamageDice::TwoD6, DamageDice::Action].map(rolled), ["2d6-table", "4dF"]);
    let preset = |name| Preset::find(name).unwrap().1.damage_dice;
    assert_eq!(preset("fudge-1993"), DamageDice::TwoD6);
    assert_eq!(preset("srd"), DamageDice::Action);
    let text = |dice: &str| {
        format!(
            "[rules]\nbase = 'fudge-1993'\ndice = '{dice}'\ndamage_roll = 'game-dice-limited'\n[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n"
        )
    };
    assert_eq!(combat(&text("4dF")).weapons.dice.unwrap().name(), "2d6-table");
}

/// Reading 23, W21: a spared character on a Fair point track with a threshold of 5 takes two blows of 6 points. The
/// rest of a large blow is still large, so the second one continues past the last box of Very Hurt.
#[test]
fn rest_of_a_large_blow_is_still_large() {
    use fudgelab::rules::Track;
    let record = Preset::find("fudge-1993").unwrap().1.record.clone();
    let level = |track: &Track, blows: &[u8], spared: bool| {
        let mut state = 0;
        for blow in blows {
            let held = track.limited_severity(state, *blow, track.condition(state).level.saturating_add(3));
            let blow = if spared { held } else { *blow };
            // A spared character cannot go straight to Near Death.
            let blow = if spared { track.limited_severity(state, blow, 4) } else { blow };
            state = track.after(state, blow);
        }
        track.condition(state).level
    };
    let (plain, large) = (Track::compile(&record, 0, None), Track::compile(&record, 0, Some(5)));
    assert_eq!(level(&plain, &[6, 6], true), 4, "spared alone: Incapacitated");
    assert_eq!(level(&large, &[6, 6], false), 6, "the threshold alone: dead");
    assert_eq!(level(&large, &[6, 6], true), 4, "both: Incapacitated, and not Very Hurt for ever");
    assert_eq!(level(&large, &[4, 4, 4], true), 3, "small blows stop at Very Hurt as before");
}

/// Reading 52: of two simultaneous blows, neither is judged by the wounds of the other. A fighter who loses one level
/// at most takes two Scratches, not a Scratch and then a Hurt.
#[test]
fn sparing_uses_wounds_at_the_start_of_the_round() {
    let rules = Rules { pc_wound_levels: Some(1), ..Rules::plain() };
    let hero = Fighter { pc: Some(true), ..fighter("hero", 0) };
    let foes = (0..2).map(|_| Fighter { offense: 5, ..fighter("foe", 2) });
    let fight = brawl(hero, foes.collect(), &rules);
    let mut state = State::start(&fight, fight.start().to_vec());
    state.round(&fight, &mut Script::new([0, 0, 0]), &mut ());
    // Each blow leaves a Scratch; the standard track has three boxes for them.
    assert_eq!(fight.roster.track(0).condition(state.fighters[0].felt).level, 1);
}

/// A setting of the preset that has no meaning with the file's settings is dropped with a warning; if the file sets
/// both, they are rejected.
#[test]
fn preset_settings_that_lose_their_meaning_are_dropped() {
    let fight = "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\ncount = 2\n";
    for (rules, keys) in [
        ("base = 'kaer'\ninitiative = 'once'", &["initiative_trade", "maneuvers"][..]),
        ("base = 'kaer'\nrecord = { kind = 'capacity-points' }", &["evasion"]),
        ("base = 'fudge-1993'\nrecord = { kind = 'capacity' }", &["consciousness"]),
        ("base = 'srd'\nrecord = { kind = 'capacity' }", &["damage_capacity"]),
        ("base = 'fudge-1993'\ndice = { name = 'my', faces = [-1, 0, 1] }\nmob_roll = 'one-closer'", &[]),
    ] {
        let warnings = study(&format!("[rules]\n{rules}\n{fight}")).warnings;
        let of = |key: &&str| warnings.iter().any(|one| one.message().starts_with(&format!("`{key}` of the preset")));
        assert!(keys.iter().all(of) && warnings.len() == keys.len(), "{rules}: {warnings:?}");
    }
    let text = format!("[rules]\ninitiative = 'once'\npacing = 'turns'\ninitiative_trade = 'table'\n{fight}");
    let source = Source::from_bytes("a.toml", text.into_bytes()).unwrap();
    let faults = read_source(source, ".".as_ref(), &Overrides::default()).map(|_| ()).unwrap_err().to_string();
    assert!(faults.contains("contradict each other"), "{faults}");
}

/// With wounds as lost levels of Damage Capacity, `pulls` caps the level of a blow.
#[test]
fn blows_can_be_pulled_on_a_damage_capacity_record() {
    let rules = "[rules]\nrecord = { kind = 'capacity' }\ndamage_capacity = 'ignored'\n";
    let fight = |pulls: &str| {
        combat(&format!("{rules}[fighters.a]\nskill = 3\noffense = 4\n{pulls}\n[fighters.b]\nskill = 0\n"))
    };
    let rounds = |pulls: &str| solve(&fight(pulls)).unwrap().mean_rounds;
    // A Scratch costs a third of a level.
    assert!(rounds("pulls = 'Scratch'") > 2.0 * rounds(""));
}
