//! What becomes of wounds: toughness, stuns, pulled blows and first blood, spared player characters, evasions, will
//! (W15, W19 to W23, W25, C13).

mod support;

use fudgelab::chance::Script;
use fudgelab::combat::{Body, Event, Fight, Fighter, Groups, Progress};
use fudgelab::exact;
use fudgelab::rules::{
    DamageCapacity, Evasion, Outnumbered, Pacing, PcNearDeath, Resistance, Rules, Stun, Toughness, WillOverWounds,
};
use fudgelab::scenario::Preset;
use support::agree::{Case, disagreements, indifferent};
use support::{Notes, brawl, brynhild, dice, duel, fudge_1993, kaer, snorri, srd};

/// Plays rounds by script; each must use up its rolls. Gives everybody's bodies and how it stands.
fn replay(fight: &Fight, rounds: &[(&[i32], &[Event])]) -> (Vec<Body>, Progress) {
    let mut state = fight.start(vec![Body::default(); fight.fighters()]);
    let mut progress = Progress::NextRound;
    for (number, (rolls, events)) in rounds.iter().enumerate() {
        let mut script = Script::new(rolls.iter().copied());
        let mut notes = Notes::default();
        progress = fight.round(&mut state, &mut Groups::default(), &mut script, &mut notes);
        assert!(script.left() == 0 && !script.ran_out(), "round {}", number + 1);
        assert_eq!(notes.0, *events, "round {}", number + 1);
    }
    (state.fighters, progress)
}

fn hit(by: u16, degree: i16, severity: u8) -> [Event; 2] {
    [Event::Hit { by, target: 1 - by, degree, graze: false }, Event::Wound { by, target: 1 - by, severity }]
}

const TIE: [Event; 1] = [Event::StandOff { pair: [0, 1] }];

/// Levels of the standard track by their names.
const SCRATCH: u8 = 1;
const HURT: u8 = 2;
const VERY_HURT: u8 = 3;
const INCAPACITATED: u8 = 4;
const NEAR_DEATH: u8 = 5;

fn level(fight: &Fight, bodies: &[Body], who: u16) -> u8 {
    fight.track(who).condition(bodies[usize::from(who)].felt).level
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12, "{found}, not {expected}");
}

/// Known answer duel/srd-first-blood.
#[test]
fn first_blood() {
    let exact = exact::fight(&duel(snorri(), brynhild(), &Rules { ends_at: Some(SCRATCH), ..srd() })).unwrap();
    near(exact.wins[0], 219_871.0 / 435_678.0);
    near(exact.wins[1], 215_807.0 / 435_678.0);
    near(exact.nobody, 0.0);
    near(exact.mean_rounds, 177_147.0 / 145_226.0);
    near(exact.rounds[1], 145_226.0 / 177_147.0);
    near(exact.rounds[3], 0.02661925804329839);
    near(exact.rounds[6..].iter().sum(), 0.00018998242695782042);
    let a = [219_871.0 / 435_678.0, 14447.0 / 72613.0, 8324.0 / 72613.0, 50791.0 / 435_678.0];
    let b = [215_807.0 / 435_678.0, 11744.0 / 72613.0, 22061.0 / 217_839.0, 26876.0 / 217_839.0];
    a.iter()
        .zip(&exact.levels[0])
        .chain(b.iter().zip(&exact.levels[1]))
        .for_each(|(known, found)| near(*found, *known));
    near(exact.levels[0][5], 2548.0 / 217_839.0);
    near(exact.levels[1][4], 38363.0 / 435_678.0);
}

/// Known answer stun/one: the first strikes to stun, the second does not.
#[test]
fn one_strikes_to_stun() {
    let of = |fighter: Fighter| Fighter { skill: 1, weapon: None, shield: 0, ..fighter };
    let first = Fighter { stuns: true, ..of(snorri()) };
    let exact = exact::fight(&duel(first, of(brynhild()), &Rules { stun: Stun::Srd, ..srd() })).unwrap();
    near(exact.wins[0], 0.5334158128398648);
    near(exact.wins[1], 0.4665841871601351);
    near(exact.nobody, 0.0);
    near(exact.mean_rounds, 3.9254338602788517);
    near(exact.rounds[1], 26641.0 / 177_147.0);
    near(exact.rounds[3], 0.1842637293226892);
    near(exact.rounds[6..].iter().sum(), 0.22618263978517217);
}
