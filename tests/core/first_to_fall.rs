//! The first to fall: all fighters out of action in the first round (or turn) that puts anyone out, whether by a blow
//! or by lingering effects (W28).

use crate::support::{boxes, brawl, replay};
use fudgelab::combat::{Cast, Event, Fight, Fighter, compile};
use fudgelab::rules::effects::{Abilities, Bleeding, Check, Doom, Poison, Resist};
use fudgelab::rules::{Pacing, Rules};

const FAIR: Check = Check { by: Resist::Health, least: 0 };

/// FF ghoul, whose poison puts a foe out within one round.
fn ghoul(name: &str) -> Fighter {
    let poison = Poison { check: FAIR, drains: 9, doom: Doom::Paralysis };
    Fighter { abilities: Abilities { poison: Some(poison), ..Abilities::default() }, ..Fighter::new(name, 0, 9) }
}

/// FF great weasel, whose victims roll against bleeding every round.
fn weasel(name: &str) -> Fighter {
    let bleeding = Bleeding { degree: 1, check: FAIR, every: 1 };
    Fighter { abilities: Abilities { bleeding: Some(bleeding), ..Abilities::default() }, ..Fighter::new(name, 0, 9) }
}

fn pairs(own: [Fighter; 2], foes: [Fighter; 2], rules: &Rules) -> Fight {
    let side = |side| move |who| Fighter { side, ..who };
    let fighters = own.map(side(0)).into_iter().chain(foes.map(side(1))).collect();
    compile(&Cast { fighters, sides: vec!["own".into(), "foes".into()] }, rules).unwrap()
}

fn blow(by: u16, target: u16) -> [Event; 2] {
    [Event::Hit { by, target, degree: 9, graze: false }, Event::Wound { by, target, severity: 1 }]
}

const fn fell(who: u16, first: bool) -> Event {
    Event::Fell { who, first }
}

#[test]
fn poison_one_round_later_is_not_first_to_fall() {
    let foes = || vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)];
    let first = [&blow(0, 1)[..], &[fell(1, true)]].concat();
    let second = [&blow(0, 2)[..], &[fell(2, false)]].concat();
    replay(&brawl(ghoul("A"), foes(), &boxes(9)), &[(&[0, 0, 0, -1], &first), (&[0, 0, -1], &second)]);
}

#[test]
fn bleeding_out_one_round_later_is_not_first_to_fall() {
    let foes = || vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)];
    let first = [&blow(0, 1)[..], &[fell(1, true)]].concat();
    let second = [&blow(0, 2)[..], &[fell(2, false)]].concat();
    replay(&brawl(weasel("A"), foes(), &boxes(9)), &[(&[0, 0, 0, -1], &first), (&[0, 0, -1], &second)]);
}

/// A fighter whose hits mark all four boxes.
fn brute(name: &str) -> Fighter {
    Fighter { injuries: 9, initiative: 5, ..Fighter::new(name, 0, 9) }
}

/// A simultaneous round counts as a whole: a fighter felled by a blow and one felled by poison at its end are both
/// first.
#[test]
fn blow_and_poison_in_one_round_are_both_first_to_fall() {
    let fight = pairs([brute("A"), ghoul("B")], [Fighter::new("C", 1, 0), Fighter::new("D", 1, 0)], &boxes(3));
    let [hit, wound] = blow(1, 3);
    let events = [
        Event::Hit { by: 0, target: 2, degree: 9, graze: false },
        Event::Wound { by: 0, target: 2, severity: 4 },
        hit,
        wound,
        fell(2, true),
        fell(3, true),
    ];
    replay(&fight, &[(&[0, 0, 0, 0, -1], &events)]);
}

/// In turns a blow takes effect immediately, so a fighter felled by poison at the end of the round falls later.
#[test]
fn poison_after_a_blow_in_turns_is_not_first_to_fall() {
    let turns = Rules { pacing: Pacing::Turns, ..boxes(3) };
    let fight = pairs([brute("A"), ghoul("B")], [Fighter::new("C", 1, 0), Fighter::new("D", 1, 0)], &turns);
    let [hit, wound] = blow(1, 3);
    let events = [
        Event::Hit { by: 0, target: 2, degree: 9, graze: false },
        Event::Wound { by: 0, target: 2, severity: 4 },
        fell(2, true),
        hit,
        wound,
        Event::Avoided { by: 3, target: 1 },
        fell(3, false),
    ];
    // Initiative of four fighters; two attacks that hit; the check against poison; an attack that is avoided.
    replay(&fight, &[(&[0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0], &events)]);
}

#[test]
fn poison_before_any_blow_in_turns_is_first_to_fall() {
    let turns = Rules { pacing: Pacing::Turns, ..boxes(9) };
    let ghoul = Fighter { initiative: 1, ..ghoul("A") };
    let fight = brawl(ghoul, vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)], &turns);
    let attacks = [Event::Avoided { by: 1, target: 0 }, Event::Avoided { by: 2, target: 0 }];
    let events = [&blow(0, 1)[..], &attacks, &[fell(1, true)]].concat();
    replay(&fight, &[(&[0, 0, 0, 0, 0, -1, 0, 0, 0, 0], &events)]);
}
