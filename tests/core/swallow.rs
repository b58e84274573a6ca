//! Foes who are swallowed whole (W28; Fantasy Fudge, "Wild Things": giant worm).

use crate::support::agree::{Case, disagreements, indifferent};
use crate::support::fights::{Solved, solve};
use crate::support::{self, boxes, deadly, duel, level, replay};
use fudgelab::combat::{Cast, Event, Fight, Fighter, compile};
use fudgelab::rules::effects::{Abilities, Swallow};
use fudgelab::rules::{Pacing, Record, Rules};

/// FF giant worm, from which victims soon cut a way out.
const GULLET: Swallow = Swallow { scale: 6, inside: -3, defense: 1, cut_out: 4 };

fn worm(swallow: Swallow) -> Fighter {
    let abilities = Abilities { swallow: Some(swallow), ..Abilities::default() };
    Fighter { offense: 1, defense: 2, abilities, ..Fighter::new("worm", 1, 0) }
}

fn toothless() -> Fighter {
    Fighter { abilities: Abilities::default(), ..worm(GULLET) }
}

fn hero() -> Fighter {
    Fighter { offense: 1, ..Fighter::new("hero", 0, 1) }
}

fn party(heroes: Vec<Fighter>, foes: Vec<Fighter>, rules: &Rules) -> Fight {
    let side = |side, who: Vec<Fighter>| who.into_iter().map(move |who| Fighter { side, ..who });
    let fighters = side(0, heroes).chain(side(1, foes)).collect();
    compile(&Cast { fighters, sides: vec!["heroes".into(), "foes".into()] }, rules).unwrap()
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let turns = Rules { pacing: Pacing::Turns, ..deadly() };
    let two = || vec![hero(), Fighter { skill: 0, ..Fighter { name: "second".into(), ..hero() } }];
    for (names, rules) in [
        (["swallowed", "one of two swallowed", "swallowed beside a goblin"], deadly()),
        (["swallowed in turns", "one of two swallowed in turns", "swallowed beside a goblin, in turns"], turns),
    ] {
        let goblin = || Fighter { offense: 1, ..Fighter::new("goblin", 1, 0) };
        cases.push((names[0], duel(hero(), worm(GULLET), &rules), duel(hero(), toothless(), &rules)));
        let of_two = |foe| party(two(), vec![foe], &rules);
        cases.push((names[1], of_two(worm(GULLET)), of_two(toothless())));
        let beside = |foe| party(vec![hero()], vec![foe, goblin()], &rules);
        cases.push((names[2], beside(worm(GULLET)), beside(toothless())));
    }
    let other = |name, one: Swallow, other: Swallow| {
        let fight = |swallow| party(two(), vec![Fighter { defense: 3, ..worm(swallow) }], &deadly());
        (name, fight(one), fight(other))
    };
    cases.push(other("striking from inside", GULLET, Swallow { inside: 2, ..GULLET }));
    cases.push(other("a hide inside", GULLET, Swallow { defense: 3, ..GULLET }));
    cases.push(other("a way out", GULLET, Swallow { cut_out: 9, ..GULLET }));
    let agile = |agility| duel(Fighter { agility, ..hero() }, worm(GULLET), &deadly());
    cases.push(("agility", agile(1), agile(-1)));
    let pack =
        |count| party(vec![Fighter { count, ..hero() }], vec![worm(GULLET)], &Rules { round_limit: 8, ..deadly() });
    cases.push(("two alike", pack(2), pack(1)));
    cases
}

#[test]
fn exact_and_simulated_agree() {
    assert_eq!(disagreements(&cases()), Vec::<String>::new());
}

/// Negative control: each fight differs from its pair, which lacks the one feature.
#[test]
fn each_swallow_case_differs_from_its_pair() {
    assert_eq!(indifferent(&cases()), Vec::<&str>::new());
}

fn solved(hero: Fighter, worm: Fighter, rules: &Rules) -> Solved {
    solve(&duel(hero, worm, rules)).unwrap()
}

/// FF: a swallowed fighter takes a Scratch in each round after that, or the next level if its boxes are full, until
/// death. Here that is a Scratch, a Hurt and out of action, in rounds 2 to 4; a fighter who is still inside then is
/// dead.
#[test]
fn swallowed_fighter_is_digested_until_death() {
    let harmless = Fighter { offense: -50, skill: 20, ..worm(GULLET) };
    let weak = Fighter { offense: -50, agility: -20, ..hero() };
    let exact = solved(weak.clone(), harmless.clone(), &deadly());
    assert!((exact.rounds[4] - 1.0).abs() < 1e-12 && (exact.wins[1] - 1.0).abs() < 1e-12, "{:?}", exact.rounds);
    assert!((exact.levels[0].last().unwrap() - 1.0).abs() < 1e-12);
    // The worm swallows only victims up to its Scale.
    let large = solved(Fighter { mass_scale: 7, ..weak.clone() }, harmless.clone(), &deadly());
    assert!((large.undecided - 1.0).abs() < 1e-12);
    let largest = solved(Fighter { mass_scale: 6, ..weak }, harmless, &deadly());
    assert!((largest.rounds[4] - 1.0).abs() < 1e-12);
}

/// FF: enough damage from inside cuts a way out. The hero is swallowed after rounds 1 and 4, and digested in rounds 2,
/// 3, 5 and 6, the last of which is one too many; without a way out, in rounds 2 to 5.
#[test]
fn swallowed_fighter_cuts_a_way_out() {
    let swimmer = Fighter { skill: 60, agility: -60, ..hero() };
    let gullet = |cut_out| {
        let worm = worm(Swallow { cut_out, ..GULLET });
        Fighter { skill: 20, record: Some(boxes(99).record), ..worm }
    };
    let rounds = |cut_out| solved(swimmer.clone(), gullet(cut_out), &boxes(3)).rounds.clone();
    assert!((rounds(2)[6] - 1.0).abs() < 1e-12, "{:?}", rounds(2));
    assert!((rounds(99)[5] - 1.0).abs() < 1e-12, "{:?}", rounds(99));
}

/// FF: a worm swallows a foe that it faces, but not in a round in which it is unaware of the foe (C9), nor under
/// missiles (R6). Digestion then starts a round later.
#[test]
fn worm_does_not_swallow_from_afar_or_unaware() {
    let harmless = Fighter { offense: -50, skill: 20, ..worm(GULLET) };
    let weak = Fighter { offense: -50, agility: -20, ..hero() };
    let late = |worm: Fighter, rules: &Rules| {
        let rounds = solved(weak.clone(), worm, rules).rounds.clone();
        assert!((rounds[5] - 1.0).abs() < 1e-12, "{rounds:?}");
    };
    late(Fighter { unaware: 1, ..harmless.clone() }, &deadly());
    late(harmless, &Rules { closing: Some(1), ..deadly() });
}

/// FF: from inside, any result of Terrible or better hits, since there is no defense: with 4dF and Terrible skill, 50
/// of 81 cases.
#[test]
fn terrible_result_hits_from_inside() {
    let rules = boxes(3);
    let frail = Record { levels: vec![level("Out", 0, 1, 0, true)], ..rules.record.clone() };
    let fragile = |skill| Fighter { skill, record: Some(frail.clone()), ..worm(GULLET) };
    let clumsy = Fighter { skill: -3, agility: -60, ..hero() };
    // No fighter hits in the first round, because neither reaches the minimum.
    let rules = Rules { minimum_to_hit: Some(40), ..rules };
    let exact = solved(clumsy, fragile(20), &rules);
    let hits = 50.0 / 81.0_f64;
    assert!((exact.rounds[2] - hits).abs() < 1e-12, "{:?}", &exact.rounds[..6]);
    assert!((exact.rounds[3] - hits * (1.0 - hits)).abs() < 1e-12);
}

#[test]
fn fall_of_the_worm_frees_its_victim() {
    let rules = boxes(3);
    let bait = Fighter { offense: -50, skill: -60, agility: -60, mass_scale: 0, ..hero() };
    let slayer = Fighter { name: "slayer".into(), skill: 60, mass_scale: 9, ..hero() };
    let prey = Fighter { skill: 20, record: Some(rules.record.clone()), ..worm(GULLET) };
    let exact = solve(&party(vec![bait, slayer], vec![prey], &rules)).unwrap();
    assert!((exact.wins[0] - 1.0).abs() < 1e-12);
    assert!(*exact.levels[0].last().unwrap() < 1e-12, "{:?}", exact.levels[0]);
}

/// One of two heroes is swallowed after the first round. From inside he then strikes by himself, while the other fights
/// the worm, which tries to swallow him as well. Digestion wounds the victim each round, even out of action, until he
/// is dead.
#[test]
fn one_of_two_heroes_is_swallowed_and_digested() {
    let bait = Fighter { agility: -9, ..Fighter::new("bait", 0, 0) };
    let nimble = Fighter { agility: 9, ..Fighter::new("nimble", 0, 0) };
    let fight = party(vec![bait, nimble], vec![Fighter { offense: -50, ..worm(GULLET) }], &deadly());
    let first: (&[i32], &[Event]) = (&[1, 0, 0, 0, 0], &[]);
    let apart = [Event::StandOff { pair: [1, 2] }, Event::Missed { by: 0 }];
    let fallen = [apart[0], apart[1], Event::Fell { who: 0, first: true }];
    // The other hero's exchange with the worm, the blow from inside, the worm's attempt and the dodge.
    let both: &[i32] = &[1, 1, -9, 0, 0];
    let alone: (&[i32], &[Event]) = (&[1, 1, 0, 0], &apart[..1]);
    let rounds = [first, (both, &apart), (both, &apart), (both, &fallen), alone, alone];
    let dead = |rounds| fight.roster.track(0).is_dead(replay(&fight, rounds).0.fighters[0].felt);
    assert_eq!((dead(&rounds[..5]), dead(&rounds)), (false, true), "Scratch, Hurt, out, Near Death, dead");
}

/// A worm that only defends does not swallow, nor does any worm from afar.
#[test]
fn worm_that_cannot_strike_cannot_swallow() {
    let fight = |only_defends, closing| {
        let worm = Fighter { only_defends, ..worm(GULLET) };
        duel(Fighter::new("hero", 0, 0), worm, &Rules { closing: Some(closing), ..Rules::plain() })
    };
    replay(&fight(true, 0), &[(&[0, 0], &[Event::Avoided { by: 0, target: 1 }])]);
    replay(&fight(false, 2), &[(&[], &[])]);
    replay(&fight(false, 0), &[(&[0, 0, 0, 0], &[Event::StandOff { pair: [0, 1] }])]);
}

/// Of two worms, one that is swallowed does not swallow; otherwise both try, with separate rolls.
#[test]
fn two_worms_try_to_swallow_each_other() {
    let fight = duel(worm(GULLET), worm(GULLET), &Rules::plain());
    let tie = [Event::StandOff { pair: [0, 1] }];
    replay(&fight, &[(&[0, 0, 1, 0], &tie)]);
    replay(&fight, &[(&[0, 0, 0, 0, 0, 0], &tie)]);
    assert_eq!(support::asks::asked_twice(&fight), None);
}
