//! Traits and conditions of fighters other than skill and wounds: surprise, speed, "plus" levels, nerve, morale,
//! toughness (C9 to C12, C14, M19, W15).

use crate::support::agree::{Case, disagreements, indifferent, unmoved};
use crate::support::fights::solve;
use crate::support::{brawl, duel, fighter, replay, small};
use fudgelab::combat::{Cast, Event, Exit, Fighter, Fired, Modifier, Progress, State, compile};
use fudgelab::rules::{AutomaticDeath, DamageCapacity, Morale, Outnumbered, Pacing, Rules, StrikeFirst, Toughness};

fn cases() -> Vec<Case> {
    let rules = small();
    let turns = Rules { pacing: Pacing::Turns, ..small() };
    let one = |change: fn(Fighter) -> Fighter, rules: &Rules| duel(change(fighter("A", 1)), fighter("B", 1), rules);
    let lone = |change: fn(Fighter) -> Fighter, rules: &Rules| {
        brawl(
            change(Fighter { offense: 2, ..fighter("hero", 2) }),
            vec![fighter("first", 0), fighter("second", 1)],
            rules,
        )
    };
    let foe = |change: fn(Fighter) -> Fighter, rules: &Rules| {
        let hero = Fighter { offense: 2, ..fighter("hero", 2) };
        brawl(hero, vec![fighter("first", 0), change(fighter("second", 1))], rules)
    };
    let plain: fn(Fighter) -> Fighter = |who| who;
    let unaware: fn(Fighter) -> Fighter = |who| Fighter { unaware: 2, ..who };
    let speedy: fn(Fighter) -> Fighter = |who| Fighter { speed_power: true, ..who };
    let plus: fn(Fighter) -> Fighter = |who| Fighter { plus_level: true, ..who };
    let frozen: fn(Fighter) -> Fighter = |who| Fighter { combat_paralysis: true, ..who };
    let guarded: fn(Fighter) -> Fighter = |who| Fighter { only_defends: true, ..who };
    let helpless: fn(Fighter) -> Fighter = |who| Fighter { helpless: true, ..who };
    let deadly = Rules { automatic_death: AutomaticDeath::Helpless, ..small() };
    let deadly_in_turns = Rules { automatic_death: AutomaticDeath::Helpless, ..turns.clone() };
    let quick: fn(Fighter) -> Fighter = |who| Fighter { speed: 1, ..who };
    let wary: fn(Fighter) -> Fighter = |who| Fighter { peripheral_vision: true, ..who };
    let shy: fn(Fighter) -> Fighter = |who| Fighter { morale: Some(-1), ..who };
    let brave: fn(Fighter) -> Fighter = |who| Fighter { morale: None, ..who };
    let first = Rules { strike_first: StrikeFirst::Speed, ..small() };
    let morale = Rules { morale: Morale::All, ..small() };
    let morale_in_turns = Rules { morale: Morale::All, ..turns.clone() };
    let tough = Rules { toughness: Toughness::Rolled, damage_capacity: DamageCapacity::Ignored, ..small() };
    let tough_in_turns = Rules { pacing: Pacing::Turns, ..tough.clone() };
    vec![
        ("unaware for two rounds", one(unaware, &rules), one(plain, &rules)),
        ("unaware, against two", lone(unaware, &rules), lone(plain, &rules)),
        ("one of two unaware", foe(unaware, &rules), foe(plain, &rules)),
        ("unaware, in turns", one(unaware, &turns), one(plain, &turns)),
        ("a power of speed", one(speedy, &rules), one(plain, &rules)),
        ("a power of speed against two", lone(speedy, &rules), lone(plain, &rules)),
        ("one of two with a power of speed", foe(speedy, &rules), foe(plain, &rules)),
        ("a power of speed, in turns", one(speedy, &turns), one(plain, &turns)),
        ("a plus", one(plus, &rules), one(plain, &rules)),
        ("a plus against two", lone(plus, &rules), lone(plain, &rules)),
        ("a plus, in turns", one(plus, &turns), one(plain, &turns)),
        ("freezing", one(frozen, &rules), one(plain, &rules)),
        ("one of two freezes", foe(frozen, &rules), foe(plain, &rules)),
        ("freezing, in turns", one(frozen, &turns), one(plain, &turns)),
        ("one of two only defends", foe(guarded, &rules), foe(plain, &rules)),
        ("one of two is killed helpless", foe(helpless, &deadly), foe(helpless, &rules)),
        ("one of two is killed helpless, in turns", foe(helpless, &deadly_in_turns), foe(helpless, &turns)),
        ("pace", one(quick, &first), one(plain, &first)),
        ("pace against two", lone(quick, &first), lone(plain, &first)),
        ("peripheral vision", lone(wary, &rules), lone(plain, &rules)),
        ("morale", one(shy, &morale), one(plain, &morale)),
        ("one does not flee", one(brave, &morale), one(plain, &morale)),
        ("morale of two", foe(shy, &morale), foe(plain, &morale)),
        ("morale, in turns", one(shy, &morale_in_turns), one(plain, &turns)),
        ("toughness", one(plain, &tough), one(plain, &rules)),
        ("toughness against two", lone(plain, &tough), lone(plain, &rules)),
        ("toughness, in turns", one(plain, &tough_in_turns), one(plain, &turns)),
    ]
}

#[test]
fn exact_matches_simulation() {
    assert_eq!(disagreements(&cases()), Vec::<String>::new());
}

/// Each simulated fight must differ from the exact answer of its counterpart without the rule; otherwise the test above
/// proves nothing.
#[test]
fn simulation_detects_missing_rules() {
    assert_eq!(indifferent(&cases()), Vec::<&str>::new());
}

#[test]
fn figures_match_stored_values() {
    unmoved("befalls", &cases());
}

/// W27, SRD 4.51, F93 4.7: killing a helpless fighter needs no roll, only an attacker who can strike.
#[test]
fn helpless_fighter_dies_without_a_roll() {
    let rules = Rules { automatic_death: AutomaticDeath::Helpless, ..Rules::plain() };
    let helpless = || Fighter { helpless: true, ..Fighter::new("B", 1, 4) };
    let fight = duel(Fighter::new("A", 0, -3), helpless(), &rules);
    let (State { fighters: bodies, .. }, progress) = replay(&fight, &[(&[], &[])]);
    assert!(fight.roster.track(1).is_dead(bodies[1].felt) && progress == Progress::Over);
    assert_eq!(solve(&fight).unwrap().wins, [1.0, 0.0]);
    // An attacker who is still unaware of the foe kills no one.
    let fight = duel(Fighter { unaware: 1, ..Fighter::new("A", 0, -3) }, helpless(), &rules);
    let (State { fighters: bodies, .. }, progress) = replay(&fight, &[(&[], &[Event::StandOff { pair: [0, 1] }])]);
    assert!(bodies[1].marked == 0 && progress == Progress::NextRound);
}

/// C12, V17, SRD 4.36: Gus is Great and Ivan is Good +, so Gus is better in odd rounds and they are equal in even ones.
#[test]
fn plus_level_counts_in_even_rounds() {
    let gus = Fighter::new("Gus", 0, 2);
    let ivan = Fighter { plus_level: true, ..Fighter::new("Ivan", 1, 1) };
    let fight = duel(gus, ivan, &Rules::plain());
    let gus_hits = |severity| {
        [Event::Hit { by: 0, target: 1, degree: 1, graze: false }, Event::Wound { by: 0, target: 1, severity }]
    };
    let tie = [Event::StandOff { pair: [0, 1] }];
    let all: Vec<(&[i32], Vec<Event>)> =
        (1..=7).map(|round| (&[0, 0][..], if round % 2 == 1 { gus_hits(1).to_vec() } else { tie.to_vec() })).collect();
    let rounds: Vec<(&[i32], &[Event])> = all.iter().map(|(rolls, events)| (*rolls, events.as_slice())).collect();
    // The fourth Scratch, in round 7, makes Ivan Hurt.
    let (State { fighters: bodies, .. }, _) = replay(&fight, &rounds);
    assert_eq!(fight.roster.track(1).condition(bodies[1].felt).level, 2);
}

/// M2, SRD 4.31: a blessing of +2 for two rounds, and a bad footing of −1 for the whole fight.
#[test]
fn blessing_ends_and_bad_footing_stays() {
    let modifier = |name: &str, value, rounds| Modifier { name: name.into(), value, avoid: 0, other_avoid: 0, rounds };
    let modifiers = vec![modifier("blessing", 2, Some(2)), modifier("bad footing", -1, None)];
    let fight = duel(Fighter { modifiers, ..Fighter::new("A", 0, 0) }, Fighter::new("B", 1, 0), &Rules::plain());
    let hit = |by: u16| {
        let target = 1 - by;
        [Event::Hit { by, target, degree: 1, graze: false }, Event::Wound { by, target, severity: 1 }]
    };
    let [blessed, cursed] = [hit(0), hit(1)];
    replay(&fight, &[(&[0, 0], &blessed), (&[0, 0], &blessed), (&[0, 0], &cursed), (&[0, 0], &cursed)]);
}

/// C10, SRD 4.36: in every second round, a fighter with a speed power needs only a Poor result and is not hit back.
/// Equal powers cancel out.
#[test]
fn speed_power_strikes_unopposed_in_even_rounds() {
    let fast = |speed_power| Fighter { speed_power, ..Fighter::new("Fast", 0, 0) };
    let slow = |speed_power| Fighter { speed_power, ..Fighter::new("Slow", 1, 0) };
    let fight = duel(fast(true), slow(false), &Rules::plain());
    let hit = Event::Hit { by: 0, target: 1, degree: 1, graze: false };
    let wound = Event::Wound { by: 0, target: 1, severity: 1 };
    replay(
        &fight,
        &[
            (&[0, 0], &[Event::StandOff { pair: [0, 1] }]),
            (&[-1], &[hit, wound]),
            (&[0, 0], &[Event::StandOff { pair: [0, 1] }]),
            (&[-3], &[Event::Missed { by: 0 }]),
        ],
    );
    let both = duel(fast(true), slow(true), &Rules::plain());
    let neither = duel(fast(false), slow(false), &Rules::plain());
    let wins = |fight| solve(fight).unwrap().wins[0];
    assert!((wins(&both) - wins(&neither)).abs() < 1e-12);
}

/// C9, SRD 4.22, reading 4: against an unaware foe, a Poor result hits with a relative degree of 0. A fighter who can
/// only defend is beaten as usual and hurts no one.
#[test]
fn unaware_and_defending_fighters_do_not_strike() {
    let fight = duel(Fighter::new("A", 0, 0), Fighter { unaware: 1, ..Fighter::new("B", 1, 0) }, &Rules::plain());
    let hit = |degree| Event::Hit { by: 0, target: 1, degree, graze: false };
    let wound = |severity| Event::Wound { by: 0, target: 1, severity };
    replay(&fight, &[(&[-2], &[hit(0), wound(0)]), (&[2, 0], &[hit(2), wound(1)])]);
    let quick = Fighter { unaware: 1, quick_reflexes: true, ..Fighter::new("B", 1, 0) };
    let fight = duel(Fighter::new("A", 0, 0), quick, &Rules::plain());
    replay(&fight, &[(&[0, 0], &[Event::StandOff { pair: [0, 1] }])]);
    let fight =
        duel(Fighter::new("A", 0, 0), Fighter { only_defends: true, ..Fighter::new("B", 1, 0) }, &Rules::plain());
    let avoided = Event::Avoided { by: 0, target: 1 };
    replay(&fight, &[(&[0, 3], &[avoided]), (&[3, 0], &[hit(3), wound(2)])]);
    let fight = duel(Fighter::new("A", 0, 0), Fighter { helpless: true, ..Fighter::new("B", 1, 0) }, &Rules::plain());
    assert_eq!(solve(&fight).unwrap().wins[1], 0.0, "the helpless hurt nobody");
}

/// Fantasy Fudge: with Combat Paralysis, a fighter needs one Good roll of Health per fight to act.
#[test]
fn combat_paralysis_ends_with_one_good_roll() {
    let b = Fighter { combat_paralysis: true, health: Some(1), ..Fighter::new("B", 1, 0) };
    let fight = duel(Fighter::new("A", 0, 0), b, &Rules::plain());
    let missed = [Event::Missed { by: 0 }];
    let tie = [Event::StandOff { pair: [0, 1] }];
    replay(&fight, &[(&[-1, -3], &missed), (&[0, 0, 0], &tie), (&[0, 0], &tie)]);
}

/// C11, SRD 4.36: the faster fighter adds the difference to its skill, in this round only.
#[test]
fn faster_fighter_adds_the_difference() {
    let rules = Rules { strike_first: StrikeFirst::Speed, ..Rules::plain() };
    let fight = duel(Fighter { speed: 1, ..Fighter::new("A", 0, 0) }, Fighter::new("B", 1, 1), &rules);
    let hit =
        [Event::Hit { by: 0, target: 1, degree: 1, graze: false }, Event::Wound { by: 0, target: 1, severity: 1 }];
    // Good + 1 against Fair + 0 is faster by 2: Great against Good. In round 2 both are equally fast.
    let back =
        [Event::Hit { by: 1, target: 0, degree: 1, graze: false }, Event::Wound { by: 1, target: 0, severity: 1 }];
    replay(&fight, &[(&[1, 0, 0, 0], &hit), (&[0, 1, 0, 0], &back)]);
}

/// C14, Fantasy Fudge: morale is tested at the first wound and at Very Hurt, with wound penalties. At −1 or worse the
/// fighter flees.
#[test]
fn morale_breaks_at_minus_1() {
    let rules = Rules { morale: Morale::Npcs, ..Rules::plain() };
    let fight = duel(Fighter { pc: Some(true), ..Fighter::new("A", 0, 0) }, Fighter::new("B", 1, 0), &rules);
    let hit = |by, degree, severity| {
        [Event::Hit { by, target: 1 - by, degree, graze: false }, Event::Wound { by, target: 1 - by, severity }]
    };
    let fled = [&hit(0, 3, 2)[..], &[Event::Fired { who: 1, what: Fired::Fled }]].concat();
    // A is a player character, so its Scratch tests no morale. B is Hurt: 0 with the wound's −1 is −1.
    let (State { fighters: bodies, .. }, progress) = replay(&fight, &[(&[0, 1], &hit(1, 1, 1)), (&[3, 0, 0], &fled)]);
    assert_eq!((progress, bodies[1].status.left), (Progress::Over, Some(Exit::GotAway)));
    // A Scratch with a roll of 0 holds. Becoming Hurt is no second test; becoming Very Hurt is.
    let fight = duel(Fighter { pc: Some(true), ..Fighter::new("A", 0, 0) }, Fighter::new("B", 1, 0), &rules);
    let wounds = [hit(0, 1, 1), hit(0, 4, 2), hit(0, 4, 2)];
    let last = [&wounds[2][..], &[Fired::Overflow, Fired::Fled].map(|what| Event::Fired { who: 1, what })].concat();
    replay(&fight, &[(&[1, 0, 0], &wounds[0]), (&[4, 0], &wounds[1]), (&[3, 0, 1], &last)]);
}

/// M19, samples of SRD 1.8: a fighter with peripheral vision has no penalty against two foes, but has one against
/// three.
#[test]
fn peripheral_vision_cancels_the_penalty_of_two_foes() {
    let rules = Rules { outnumbered: Outnumbered::PerFoe, ..Rules::plain() };
    let result = |foes: u16, peripheral_vision| {
        let lone = Fighter { peripheral_vision, ..Fighter::new("lone", 0, 2) };
        let all = (0..foes).map(|_| Fighter::new("foe", 1, 0)).collect::<Vec<_>>();
        let cast = Cast {
            fighters: [lone].into_iter().chain(all.into_iter().map(|foe| Fighter { side: 1, ..foe })).collect(),
            sides: vec!["lone".into(), "foes".into()],
        };
        solve(&compile(&cast, &Rules { record: small().record, ..rules.clone() }).unwrap()).unwrap().wins[0]
    };
    assert!(result(2, true) > result(2, false));
    // Once one of three foes is down, two are left.
    assert!(result(3, true) > result(3, false) && result(3, true) < result(2, true));
}
