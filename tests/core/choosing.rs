//! The choice of stances (M18): who chooses, when, and by what information. Fighters outside the melee do not choose,
//! and a single option takes no roll.

use crate::support::{Notes, brawl, duel, replay};
use fudgelab::chance::Script;
use fudgelab::combat::{Body, Cast, Detail, Event, Fight, Fighter, Missile, Observer, Ranged, State, compile};
use fudgelab::rules::effects::{Abilities, Check, Doom, Hazard, HazardEffect, Resist};
use fudgelab::rules::{
    Circumstance, FullAttack, Pacing, Policy, PolicyRow, Rules, SideLeft, StanceMix, StrikeFirst, Switch, Tactic,
    Targets,
};

fn rules() -> Rules {
    Rules { postures: Switch::On, ..Rules::plain() }
}

fn turns() -> Rules {
    Rules { pacing: Pacing::Turns, maneuvers: Switch::On, full_attack: FullAttack::Minus2, ..rules() }
}

fn tactic(word: &str) -> Tactic {
    let rules = if Tactic::parse(word, &rules()).is_ok() { rules() } else { turns() };
    Tactic::parse(word, &rules).unwrap()
}

fn mix(stances: &[(&str, u32)]) -> Policy {
    let default = StanceMix(stances.iter().map(|(word, weight)| (tactic(word), *weight)).collect());
    Policy { default, ..Policy::normal() }
}

fn even() -> Policy {
    mix(&[("normal", 1), ("offensive", 1)])
}

fn hit(by: u16, target: u16, degree: i16) -> [Event; 2] {
    [Event::Hit { by, target, degree, graze: false }, Event::Wound { by, target, severity: 1 }]
}

/// Records the stances taken, by fighter.
#[derive(Default)]
struct Taken(Vec<(u16, u8)>);

impl Observer for Taken {
    fn note(&mut self, _event: Event) {}

    fn detail(&mut self, detail: Detail) {
        if let Detail::Stance { who, stance } = detail {
            self.0.push((who, stance));
        }
    }
}

/// A mix in which only one stance has a weight is fixed and takes no roll.
#[test]
fn stance_with_weight_0_is_never_chosen() {
    let a = Fighter { tactic: mix(&[("normal", 0), ("offensive", 1)]), ..Fighter::new("A", 0, 0) };
    let [[first, one], [second, other]] = [hit(0, 1, 1), hit(1, 0, 1)];
    replay(&duel(a, Fighter::new("B", 1, 0), &rules()), &[(&[0, 0], &[first, second, one, other])]);
}

#[test]
fn rejects_mix_without_weights() {
    let a = Fighter { tactic: mix(&[("offensive", 0)]), ..Fighter::new("A", 0, 0) };
    let cast = Cast { fighters: vec![a, Fighter::new("B", 1, 0)], sides: vec!["A".into(), "B".into()] };
    let refused = compile(&cast, &rules()).unwrap_err();
    assert!(refused.to_string().contains("at least one weight above 0"), "{refused}");
}

/// Stances chosen from a mix are reported, except the normal one.
#[test]
fn normal_stance_is_not_reported() {
    let a = Fighter { tactic: even(), ..Fighter::new("A", 0, 0) };
    let fight = duel(a, Fighter::new("B", 1, 0), &rules());
    let taken = |stance: i32| {
        let mut taken = Taken::default();
        let mut state = State::start(&fight, vec![Body::default(); 2]);
        state.round(&fight, &mut Script::new([stance, 0, 0]), &mut taken);
        taken.0
    };
    assert_eq!((taken(0), taken(1)), (vec![], vec![(0, 1)]));
}

/// A fighter crowded out by `reach` waits and chooses nothing. In turns no one waits.
#[test]
fn waiting_fighters_choose_no_stance() {
    let fight = |rules: &Rules| {
        let foe = Fighter { count: 2, tactic: even(), ..Fighter::new("foe", 1, 0) };
        brawl(Fighter::new("A", 0, 0), vec![foe], &Rules { reach: Some(1), ..rules.clone() })
    };
    replay(&fight(&rules()), &[(&[0, 0, 0], &[Event::StandOff { pair: [0, 1] }])]);
    let mut script = Script::new([1, 1, 0, 0, 0]);
    let mut taken = Taken::default();
    let turns = fight(&turns());
    State::start(&turns, vec![Body::default(); 3]).round(&turns, &mut script, &mut taken);
    assert_eq!(taken.0, [(1, 1), (2, 1)]);
}

/// R6: stances and petrifying gazes work at close quarters only; from afar neither takes a roll.
#[test]
fn stances_and_gazes_wait_for_close_combat() {
    let gaze = Hazard {
        check: Check { by: Resist::Willpower, least: 0 },
        effect: HazardEffect::Doom(Doom::Stone),
        each_round: false,
    };
    let mut abilities = Abilities::default();
    abilities.hazards[0] = Some(gaze);
    let missile = Missile { skill: 0, offense: 0, scaled: false, thrown: false, burst: None };
    let archer = |name| Fighter {
        ranged: Ranged { missile: Some(missile), ..Ranged::default() },
        tactic: even(),
        ..Fighter::new(name, 0, 0)
    };
    let medusa = Fighter { abilities, ..archer("B") };
    let fight = duel(archer("A"), medusa, &Rules { closing: Some(1), strike_first: StrikeFirst::Speed, ..rules() });
    let misses = [0, 1].map(|by| Event::Missed { by });
    // Two shots; then two stances, two rolls of speed, a gaze and an exchange.
    replay(&fight, &[(&[-1, -1], &misses), (&[0; 7], &[Event::StandOff { pair: [0, 1] }])]);
}

/// M13: a sweep needs several foes. Against two it continues to the second. Against one it is an ordinary attack, also
/// as part of a mix, and the rest of the mix stays.
#[test]
fn sweep_attacks_two_foes() {
    let fight = |foes: u16, tactic: Policy| {
        let a = Fighter { tactic, initiative: 9, ..Fighter::new("A", 0, 3) };
        let foe = Fighter { count: foes, tactic: mix(&[("full-defense", 1)]), ..Fighter::new("foe", 1, -2) };
        brawl(a, vec![foe, Fighter { helpless: true, ..Fighter::new("bound", 1, 0) }], &turns())
    };
    let sweep = || mix(&[("sweep", 1)]);
    let both = [hit(0, 1, 2), hit(0, 2, 3)].concat();
    // Three rolls of initiative; 3 − 1 against 0, then 3 − 2 against the −2 needed to hit a bound foe.
    replay(&fight(1, sweep()), &[(&[0; 6], &[&both[..3], &[Event::Wound { by: 0, target: 2, severity: 2 }]].concat())]);
    let one = |tactic| {
        let a = Fighter { tactic, initiative: 9, ..Fighter::new("A", 0, 1) };
        duel(a, Fighter { tactic: mix(&[("full-defense", 1)]), ..Fighter::new("B", 1, -2) }, &turns())
    };
    replay(&one(sweep()), &[(&[0, 0, 0, 0], &hit(0, 1, 1))]);
    let mixed = || mix(&[("sweep", 1), ("offensive", 1)]);
    // The first die chooses the stance; the sweep becomes a normal attack.
    replay(&one(mixed()), &[(&[0, 0, 0, 0, 0], &hit(0, 1, 1)), (&[2, 0, 0, 0, 0], &hit(0, 1, 2))]);
}

/// M18: a fighter sees the foes of its own group. With two against three, the first faces two foes, and everyone else
/// faces one. A waiting fighter faces no one, standing or fallen.
#[test]
fn fighter_sees_the_foes_it_faces() {
    let when = |circumstance| Policy {
        when: vec![PolicyRow { conditions: vec![circumstance], then: StanceMix::fixed(tactic("offensive")) }],
        ..Policy::normal()
    };
    let sides = |own: u16, foes: u16, tactic: Policy, rules: &Rules| {
        let block = |side, count| Fighter { count, tactic: tactic.clone(), ..Fighter::new(format!("{side}"), side, 0) };
        let cast = Cast { fighters: vec![block(0, own), block(1, foes)], sides: vec!["A".into(), "B".into()] };
        compile(&cast, rules).unwrap()
    };
    let taken = |fight: &Fight, out: &[usize]| {
        let mut taken = Taken::default();
        let mut bodies = vec![Body::default(); fight.roster.fighters()];
        for &who in out {
            let marked = fight.roster.track(who as u16).after(0, 4);
            bodies[who] = Body { felt: marked, marked, ..Body::default() };
        }
        let mut script = Script::new([0; 99]);
        State::start(fight, bodies).round(fight, &mut script, &mut taken);
        taken.0.into_iter().map(|(who, _)| who).collect::<Vec<_>>()
    };
    let outnumbered = sides(2, 3, when(Circumstance::Outnumbered(true)), &rules());
    assert_eq!(taken(&outnumbered, &[]), [0]);
    let last = sides(2, 3, when(Circumstance::SideDownTo(SideLeft::Fighters(1))), &rules());
    assert_eq!((taken(&last, &[0]), taken(&last, &[])), (vec![1], vec![]), "the last of its own side");
    let door = sides(2, 4, when(Circumstance::FoeWounds(1)), &Rules { reach: Some(1), ..turns() });
    // One of two has fallen: one foe faces the other, and three wait.
    assert!(taken(&door, &[0]).is_empty());
}

/// Reading 34: the most wounded foe is preferred in turns as in a brawl.
#[test]
fn most_wounded_target_is_preferred_in_turns() {
    let a = Fighter { targets: Targets::MostWounded, initiative: 9, ..Fighter::new("A", 0, 0) };
    let foe = Fighter { count: 2, tactic: mix(&[("full-defense", 1)]), ..Fighter::new("foe", 1, 0) };
    let fight = brawl(a, vec![foe], &turns());
    let mut state = State::start(&fight, vec![Body::default(); 3]);
    let marked = fight.roster.track(2).after(0, 1);
    (state.fighters[2].felt, state.fighters[2].marked) = (marked, marked);
    let mut notes = Notes::default();
    state.round(&fight, &mut Script::new([0; 5]), &mut notes);
    assert_eq!(notes.0, [Event::Avoided { by: 0, target: 2 }]);
}

/// Reading 34: a random choice among beaten foes takes no roll if there are none.
#[test]
fn random_target_takes_no_roll_without_beaten_foes() {
    let a = Fighter { targets: Targets::Random, ..Fighter::new("A", 0, 0) };
    let fight = brawl(a, vec![Fighter { count: 2, ..Fighter::new("foe", 1, 0) }], &rules());
    replay(&fight, &[(&[0, 0, 0], &[])]);
}
