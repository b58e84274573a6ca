//! Who is among the first to fall: all who are out of action in the first round, or turn, that leaves anybody so, whether a
//! blow did it or what effects left behind (W28).

use crate::support::{boxes, brawl, replay};
use fudgelab::combat::{Cast, Event, Fight, Fighter, compile};
use fudgelab::rules::effects::{Abilities, Bleeding, Check, Doom, Poison, Resist};
use fudgelab::rules::{Pacing, Rules};

const FAIR: Check = Check { by: Resist::Health, least: 0 };

/// FF ghoul, whose poison is done with anybody in one round.
fn ghoul(name: &str) -> Fighter {
    let poison = Poison { check: FAIR, drains: 9, doom: Doom::Paralysis };
    Fighter { abilities: Abilities { poison: Some(poison), ..Abilities::default() }, ..Fighter::new(name, 0, 9) }
}

/// FF great weasel, with a roll in each round.
fn weasel(name: &str) -> Fighter {
    let bleeding = Bleeding { degree: 1, check: FAIR, every: 1 };
    Fighter { abilities: Abilities { bleeding: Some(bleeding), ..Abilities::default() }, ..Fighter::new(name, 0, 9) }
}

/// Two against two.
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

/// One of two is poisoned in each round: only the first of them is the first to fall.
#[test]
fn who_falls_to_poison_a_round_later_is_not_the_first() {
    let foes = || vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)];
    let first = [&blow(0, 1)[..], &[fell(1, true)]].concat();
    let second = [&blow(0, 2)[..], &[fell(2, false)]].concat();
    replay(&brawl(ghoul("A"), foes(), &boxes(9)), &[(&[0, 0, 0, -1], &first), (&[0, 0, -1], &second)]);
}

#[test]
fn who_bleeds_to_death_a_round_later_is_not_the_first() {
    let foes = || vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)];
    let first = [&blow(0, 1)[..], &[fell(1, true)]].concat();
    let second = [&blow(0, 2)[..], &[fell(2, false)]].concat();
    replay(&brawl(weasel("A"), foes(), &boxes(9)), &[(&[0, 0, 0, -1], &first), (&[0, 0, -1], &second)]);
}

/// One of whose hits marks all four boxes at once.
fn brute(name: &str) -> Fighter {
    Fighter { injuries: 9, initiative: 5, ..Fighter::new(name, 0, 9) }
}

/// Where all act at once a round counts as a whole: who falls to a blow and who falls to poison at its end are both first.
#[test]
fn a_blow_and_poison_in_one_round_make_two_first() {
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

/// In turns a blow is felt at once: who falls to poison when the round is over comes after.
#[test]
fn in_turns_poison_comes_after_a_blow() {
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
    // Initiative of four; two attacks that hit, the check against poison, and an attack that does not.
    replay(&fight, &[(&[0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0], &events)]);
}

/// Nobody fell before poison did.
#[test]
fn in_turns_poison_may_be_the_first() {
    let turns = Rules { pacing: Pacing::Turns, ..boxes(9) };
    let ghoul = Fighter { initiative: 1, ..ghoul("A") };
    let fight = brawl(ghoul, vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)], &turns);
    let attacks = [Event::Avoided { by: 1, target: 0 }, Event::Avoided { by: 2, target: 0 }];
    let events = [&blow(0, 1)[..], &attacks, &[fell(1, true)]].concat();
    replay(&fight, &[(&[0, 0, 0, 0, 0, -1, 0, 0, 0, 0], &events)]);
}
