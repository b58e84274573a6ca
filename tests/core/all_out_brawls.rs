//! One against several, with all-out stances, concentration, prone fighters or natural criticals (M7, M8, M15, W23,
//! A16).

use crate::support::{brawl, replay};
use fudgelab::combat::{Event, Fighter, Status};
use fudgelab::rules::{AllOut, Evasion, FightCriticals, Mischance, Policy, Rules, Tactic};

fn srd() -> Rules {
    Rules { all_out: AllOut::Srd, ..Rules::plain() }
}

fn taking(word: &str, fighter: Fighter) -> Fighter {
    Fighter { tactic: Policy::fixed(Tactic::parse(word, &srd()).unwrap()), ..fighter }
}

fn hit(by: u16, target: u16, degree: i16, severity: u8) -> [Event; 2] {
    [Event::Hit { by, target, degree, graze: false }, Event::Wound { by, target, severity }]
}

/// M8, F93 4.6: only fighters in all-out defense check for an advantage, whether or not the defense held.
#[test]
fn only_all_out_defenders_check_for_an_advantage() {
    let rules = Rules { all_out: AllOut::Fudge1993, advantage: Some(0), ..Rules::plain() };
    let foes = vec![taking("all-out-defense", Fighter::new("B", 1, 0)), Fighter::new("C", 1, 0)];
    let fight = brawl(Fighter::new("A", 0, 1), foes, &rules);
    // A's Good against Great and Fair hits no one. Then B rolls Perception.
    let (state, _) = replay(&fight, &[(&[0, 0, 0, 0], &[])]);
    assert_eq!([0, 1, 2].map(|who: usize| state.fighters[who].status.shaken[0]), [0, 1, 0]);
}

/// M8, M15: a defender has held off no attack, and makes no check, if the lone fighter concentrates on another foe or
/// is bound.
#[test]
fn unattacked_defenders_do_not_check_for_an_advantage() {
    let foes = vec![Fighter::new("B", 1, 0), taking("all-out-defense", Fighter::new("C", 1, 0))];
    let fight = brawl(taking("concentrate", Fighter::new("A", 0, 0)), foes.clone(), &srd());
    replay(&fight, &[(&[0, 0, 0], &[])]);
    // Without concentration, C has held off an attack and rolls Perception.
    replay(&brawl(Fighter::new("A", 0, 0), foes.clone(), &srd()), &[(&[0, 0, 0, -4], &[])]);
    let bound = Fighter { helpless: true, ..Fighter::new("A", 0, 0) };
    replay(&brawl(bound, foes, &srd()), &[(&[-3, 0], &[])]);
}

/// M15: a fighter who concentrates on one foe does not strike another, even a helpless one.
#[test]
fn concentrating_fighter_leaves_helpless_foes_alone() {
    let foes = vec![Fighter::new("B", 1, 0), Fighter { helpless: true, ..Fighter::new("C", 1, 0) }];
    let fight = brawl(taking("concentrate", Fighter::new("A", 0, 0)), foes.clone(), &Rules::plain());
    replay(&fight, &[(&[1, 0], &hit(0, 1, 1, 1))]);
    replay(&brawl(Fighter::new("A", 0, 0), foes, &Rules::plain()), &[(&[1, 0], &hit(0, 2, 3, 2))]);
}

fn tabled(effect: Mischance) -> Rules {
    Rules { fight_criticals: FightCriticals::Table, critical_effects: [effect; 11], advantage: None, ..srd() }
}

/// A16: a lone fighter's natural +4 affects only the foe who is hit.
#[test]
fn natural_success_affects_only_the_foe_hit() {
    let foes = || vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)];
    let fight = brawl(Fighter::new("A", 0, 0), foes(), &tabled(Mischance::Fallen));
    let (state, _) = replay(&fight, &[(&[4, 0, -1, 7], &hit(0, 2, 5, 3))]);
    assert_eq!(state.fighters[1].status, Status::default());
    assert_eq!(state.fighters[2].status.shaken, [-2, 0]);
}

/// M8, reading 10: in all-out defense against several foes, only a natural +4 that wins does harm. A tie does not,
/// although an all-out foe loses ties.
#[test]
fn all_out_defense_harms_only_with_a_winning_critical() {
    let lone = || taking("all-out-defense", Fighter::new("A", 0, 0));
    let foes = |first: Fighter| vec![first, Fighter::new("C", 1, -20)];
    let rules = tabled(Mischance::Nothing);
    let plain = || Fighter::new("B", 1, 0);
    replay(&brawl(lone(), foes(Fighter { skill: -19, ..plain() }), &rules), &[(&[3, 0, 0], &[])]);
    let [blow, wound] = hit(0, 2, 26, 5);
    let events = [blow, wound, Event::Fell { who: 2, first: true }];
    replay(&brawl(lone(), foes(Fighter { skill: -19, ..plain() }), &rules), &[(&[4, 0, 0, 7], &events)]);
    // B and C, both all out, tie with A at 6.
    let reckless = taking("all-out-offense", Fighter::new("B", 1, 5));
    let fight = brawl(lone(), vec![reckless, taking("all-out-offense", Fighter::new("C", 1, 5))], &rules);
    replay(&fight, &[(&[4, 0, 0], &[])]);
}

/// M7, reading 19: an all-out attacker who loses to one of several foes takes 2 extra points, as against a single foe.
#[test]
fn all_out_attacker_takes_2_extra_points_from_several_foes() {
    let foes = vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, -20)];
    let fight = brawl(taking("all-out-offense", Fighter::new("A", 0, 0)), foes, &srd());
    // 1 against 2: 1 + 2 points.
    replay(&fight, &[(&[0, 2, 0], &hit(1, 0, 1, 2))]);
}

/// W23: a fighter who fell prone attacks a lone fighter at −2 in the next round, and defends as usual.
#[test]
fn prone_fighter_attacks_at_minus_2_in_a_brawl() {
    let b = Fighter { evades_at: Some(4), ..Fighter::new("B", 1, 0) };
    let foes = vec![b, Fighter::new("C", 1, -20)];
    let rules = Rules { evasion: Evasion::Avoidance, ..Rules::plain() };
    let weak = Fighter { targets: fudgelab::rules::Targets::Roster, offense: 4, ..Fighter::new("A", 0, 0) };
    let fight = brawl(weak, foes, &rules);
    // By 3, plus 4 points for the weapon: Incapacitated, lowered to Very Hurt by the dive. B is then at −2 for the
    // wound, and at −2 for being off balance.
    let first = hit(0, 1, 3, 3);
    // B's attack of 4 − 4 does not reach A's 1, and B's defense of 4 − 2 beats it.
    replay(&fight, &[(&[3, 0, 0, -1], &first), (&[1, 4, 0], &[])]);
}

/// C9, M15: missing a helpless foe is not losing to it, so another foe with a worse result is hit.
#[test]
fn missing_a_helpless_foe_does_not_prevent_other_hits() {
    let foes = vec![Fighter { helpless: true, ..Fighter::new("B", 1, 0) }, Fighter::new("C", 1, 0)];
    replay(&brawl(Fighter::new("A", 0, 0), foes, &Rules::plain()), &[(&[-3, -4], &hit(0, 2, 1, 1))]);
}

/// A16: a natural +4 ignores the armor of the foe who is hit, even if another foe's armor is gone.
#[test]
fn ignored_armor_is_that_of_the_foe_hit() {
    let armored = |name| Fighter { defense: 2, armor: 2, ..Fighter::new(name, 1, 0) };
    let mut rules = tabled(Mischance::ArmorIgnored);
    rules.critical_effects[0] = Mischance::ArmorGone;
    let a = Fighter { offense: 3, ..Fighter::new("A", 0, 0) };
    let fight = brawl(a, vec![armored("B"), armored("C")], &rules);
    // B's armor is lost in a wound of 5 + 3 − 2 points. Then C is hit for 4 + 3.
    let first = hit(0, 1, 5, 3);
    let second = [&hit(0, 2, 4, 4)[..], &[Event::Fell { who: 2, first: true }]].concat();
    replay(&fight, &[(&[4, -1, 0, 2], &first), (&[4, 3, 0, 7], &second)]);
}
