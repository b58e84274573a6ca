//! Severed heads that grow back (W28; Fantasy Fudge, "Wild Things": hydra).

use crate::support::agree::{Case, disagreements, indifferent, simulated};
use crate::support::fights::solve;
use crate::support::{brawl, dice, level, replay};
use fudgelab::chance::Script;
use fudgelab::combat::{Body, Cast, Event, Fight, Fighter, State, compile};
use fudgelab::rules::effects::{Abilities, Blade, Burning, Head, Heads};
use fudgelab::rules::{DamageBy, InitiativeRolls, Outnumbered, Pacing, Record, RecordKind, Rules, TurnOrder};

/// Three wound levels and two Fudge dice, so that fights end soon.
fn short() -> Rules {
    let levels =
        vec![level("Hurt", 1, 1, -1, false), level("Incapacitated", 3, 1, 0, true), level("Near Death", 6, 1, 0, true)];
    let record = Record { levels, ..Record::standard() };
    Rules { record, dice: dice("2dF"), outnumbered: Outnumbered::PerFoe, round_limit: 12, ..Rules::plain() }
}

/// Every hit puts its target out.
fn one_hit() -> Rules {
    let record = Record { kind: RecordKind::InOrder, levels: vec![level("Out", 0, 1, 0, true)], ..Record::standard() };
    Rules { record, damage: DamageBy::Hit, ..Rules::plain() }
}

/// A hydra with `heads` heads and `spare` more that can grow. A severed head is back after `rounds` rounds; if Health
/// then reaches `two`, a second head grows as well.
fn hydra(heads: u16, spare: u16, rounds: u8, two: Option<i32>) -> Fighter {
    let ability = Heads { spare, rounds, second_head_from: two, seared_from: 1 };
    let abilities = Abilities { heads: Some(ability), ..Abilities::default() };
    Fighter { count: heads + spare, offense: 2, abilities, ..Fighter::new("head", 1, 0) }
}

fn hero() -> Fighter {
    Fighter { offense: 3, ..Fighter::new("hero", 0, 1) }
}

/// The same heads without regrowth.
fn mere(hydra: Fighter) -> Fighter {
    Fighter { abilities: Abilities::default(), ..hydra }
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let turns = Rules { pacing: Pacing::Turns, ..short() };
    let kept = Rules { initiative: InitiativeRolls::Once, turn_order: TurnOrder::Fighters, ..turns.clone() };
    let growing = hydra(2, 0, 1, None);
    for (name, rules) in
        [("two heads", short()), ("two heads in turns", turns.clone()), ("two heads in an order that stands", kept)]
    {
        let fight = |foe: Fighter| brawl(hero(), vec![foe], &rules);
        cases.push((name, fight(growing.clone()), fight(mere(growing.clone()))));
    }
    // Each hit of the hero puts out a head, and the hero withstands three hits.
    let sturdy =
        Record { levels: vec![level("Hurt", 0, 3, 0, false), level("Out", 0, 1, 0, true)], ..one_hit().record };
    let facing = Rules { pacing: Pacing::PlayerFacing, record: sturdy, round_limit: 12, ..one_hit() };
    let facing = |foe: Fighter| brawl(Fighter { injuries: 4, ..hero() }, vec![foe], &facing);
    cases.push(("two heads in player-facing rounds", facing(growing.clone()), facing(mere(growing.clone()))));
    for (name, rules) in [("a third head", short()), ("a third head in turns", turns)] {
        let fight = |two| brawl(hero(), vec![hydra(2, 1, 1, two)], &rules);
        cases.push((name, fight(Some(0)), fight(None)));
    }
    let slow = |rounds| brawl(hero(), vec![hydra(2, 0, rounds, None)], &short());
    cases.push(("heads away for two rounds", slow(2), slow(1)));
    let by = |hero: Fighter| brawl(hero, vec![growing.clone()], &short());
    let flaming = Fighter { blade: Blade::Fire, ..hero() };
    cases.push(("a flaming sword", by(flaming), by(hero())));
    let burning = |heads| {
        let fire = Abilities { burning: Some(Burning { result: -1, damage: 1 }), ..Abilities::default() };
        brawl(Fighter { abilities: fire, ..hero() }, vec![Fighter { abilities: heads, ..growing.clone() }], &short())
    };
    let far = Heads { spare: 0, rounds: 1, second_head_from: None, seared_from: 9 };
    let fireproof = Abilities { heads: Some(far), ..Abilities::default() };
    cases.push(("breath of fire", burning(growing.abilities), burning(fireproof)));
    // Three heads against two fighters: it matters how they pair up.
    let heroes = || [hero(), Fighter { name: "second".into(), skill: 0, ..hero() }];
    let of_three = |foe: Fighter| {
        let fighters = heroes().into_iter().chain([foe]).collect();
        let sides = vec!["heroes".into(), "hydra".into()];
        compile(&Cast { fighters, sides }, &one_hit_of_two()).unwrap()
    };
    cases.push(("three heads against two", of_three(hydra(3, 0, 1, None)), of_three(mere(hydra(3, 0, 1, None)))));
    cases
}

/// Few states, and a wound that makes two heads differ.
fn one_hit_of_two() -> Rules {
    let levels = vec![level("Hurt", 0, 1, -1, false), level("Out", 0, 1, 0, true)];
    let record = Record { kind: RecordKind::InOrder, levels, ..Record::standard() };
    Rules { record, damage: DamageBy::Hit, dice: dice("2dF"), round_limit: 12, ..Rules::plain() }
}

#[test]
fn exact_and_simulated_agree() {
    assert_eq!(disagreements(&cases()), Vec::<String>::new());
}

/// Negative control: each fight differs from its pair, which lacks the one feature.
#[test]
fn each_head_growth_case_differs_from_its_pair() {
    assert_eq!(indifferent(&cases()), Vec::<&str>::new());
}

/// A hero who severs one head every round, against heads that are away for `rounds` rounds.
fn beheading(heads: u16, rounds: u8, blade: Blade) -> Fight {
    let hero = Fighter { blade, ..Fighter::new("hero", 0, 30) };
    brawl(hero, vec![hydra(heads, 0, rounds, None)], &one_hit())
}

/// FF: a severed head is replaced after `rounds` rounds, and the hydra is beaten once all heads are severed at the same
/// time. Three heads fall in three rounds: in the third, the first head is still away if `rounds` is 2, and back if it
/// is 1.
#[test]
fn severed_head_returns_after_its_rounds() {
    let rounds = |heads, rounds| solve(&beheading(heads, rounds, Blade::Slashing)).unwrap();
    for (heads, away) in [(2, 1), (3, 2), (5, 4)] {
        let beaten = rounds(heads, away);
        assert!((beaten.rounds[usize::from(heads)] - 1.0).abs() < 1e-12 && beaten.wins[0] > 0.999, "{heads}");
        assert!(rounds(heads + 1, away).undecided > 0.999, "{heads} and one more");
    }
}

/// FF: a wound by fire prevents regrowth.
#[test]
fn fire_keeps_heads_from_growing() {
    assert!(solve(&beheading(3, 1, Blade::Slashing)).unwrap().undecided > 0.999);
    assert!((solve(&beheading(3, 1, Blade::Fire)).unwrap().rounds[3] - 1.0).abs() < 1e-12);
}

/// Two heads, and a third that can grow. One head is soon severed. Then either the other falls immediately (31 of 81: a
/// Good result of Fair skill), or the first is back, and a third grows with it on a Fair result of Health (50 of 81).
/// Three heads, of which one falls and returns each round, never fall together.
#[test]
fn second_head_grows_on_a_health_check() {
    let rules = Rules { minimum_to_hit: Some(1), outnumbered: Outnumbered::PerFoe, ..one_hit() };
    let foe = Fighter { skill: -30, ..hydra(2, 1, 1, Some(0)) };
    let exact = solve(&brawl(Fighter::new("hero", 0, 0), vec![foe], &rules)).unwrap();
    let (falls, grows) = (31.0 / 81.0_f64, 50.0 / 81.0_f64);
    let beaten = falls / (1.0 - (1.0 - falls) * (1.0 - grows));
    assert!((1.0 - exact.never_ends - beaten).abs() < 1e-9, "{} {beaten}", exact.never_ends);
}

/// A fighter who falls after heads have grown back is not the first to fall. The simulation counts this event once per
/// fight, the exact solution each time it is reported. Five standard errors: a false alarm in a million.
#[test]
fn first_to_fall_is_counted_once() {
    let fight = brawl(hero(), vec![hydra(2, 1, 1, Some(0))], &short());
    let exact = solve(&fight).unwrap().party.unwrap();
    let tally = simulated(&fight, 200_000);
    let party = tally.party.unwrap();
    for (entry, (&found, &expected)) in party.first_out.iter().zip(&exact.first_out).enumerate() {
        let share = found as f64 / 200_000.0;
        let error = (expected * (1.0 - expected) / 200_000.0).sqrt();
        assert!((share - expected).abs() < 5.0 * error, "{entry}: {share} {expected}");
    }
}

#[test]
fn yielding_head_is_not_severed() {
    let after = |yields_at| {
        let heads = Fighter { yields_at, ..hydra(2, 0, 1, None) };
        let fight = brawl(Fighter::new("hero", 0, 1), vec![heads], &short());
        let mut state = State::start(&fight, vec![Body::default(); 3]);
        // A hit by 1: Hurt.
        state.round(&fight, &mut Script::new([1, 0, 0]), &mut ());
        (fight.is_fit(1, &state.fighters[1]), state.fighters[1].status.head)
    };
    assert_eq!((after(None), after(Some(1))), ((true, Head::Whole), (false, Head::Whole)));
}

/// If initiative is rolled once, a new head acts when the other heads of its stat block do.
#[test]
fn new_head_keeps_its_place_in_the_order() {
    let rules = Rules { pacing: Pacing::Turns, initiative: InitiativeRolls::Once, ..one_hit() };
    let hero = Fighter { initiative: 9, ..Fighter::new("hero", 0, 9) };
    let fight = brawl(hero, vec![hydra(2, 0, 1, None)], &rules);
    let [at_first, at_second, by_first, by_second] =
        [(0, 1), (0, 2), (1, 0), (2, 0)].map(|(by, target)| Event::Avoided { by, target });
    let severed = [
        Event::Hit { by: 0, target: 1, degree: 9, graze: false },
        Event::Wound { by: 0, target: 1, severity: 1 },
        Event::Fell { who: 1, first: true },
        by_second,
    ];
    let rounds: [(&[i32], &[Event]); 3] = [
        (&[0, 0, 0, 0, 0, 0, 0], &severed),
        (&[-9, 0, 0, 0], &[at_second, by_second]),
        (&[-9, 0, 0, 0, 0, 0], &[at_first, by_first, by_second]),
    ];
    replay(&fight, &rounds);
}
