//! One against several who go all out, concentrate, fall prone or roll natural criticals (M7, M8, M15, W23, A16).

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

/// M8, F93 4.6: who is in all-out defense looks out for an advantage, held or not; nobody else does.
#[test]
fn only_who_defends_all_out_looks_out() {
    let rules = Rules { all_out: AllOut::Fudge1993, advantage: Some(0), ..Rules::plain() };
    let foes = vec![taking("all-out-defense", Fighter::new("B", 1, 0)), Fighter::new("C", 1, 0)];
    let fight = brawl(Fighter::new("A", 0, 1), foes, &rules);
    // A Good against Great and Fair: no blow; then B's Perception.
    let (state, _) = replay(&fight, &[(&[0, 0, 0, 0], &[])]);
    assert_eq!([0, 1, 2].map(|who: usize| state.fighters[who].status.shaken[0]), [0, 1, 0]);
}

/// M8, M15: who is not fought has not held against anybody, though nobody hits. Nor has one against whom a bound foe can do
/// nothing.
#[test]
fn there_is_no_holding_against_who_fights_another() {
    let foes = vec![Fighter::new("B", 1, 0), taking("all-out-defense", Fighter::new("C", 1, 0))];
    let fight = brawl(taking("concentrate", Fighter::new("A", 0, 0)), foes.clone(), &srd());
    replay(&fight, &[(&[0, 0, 0], &[])]);
    // Else C has: Perception is rolled for.
    replay(&brawl(Fighter::new("A", 0, 0), foes.clone(), &srd()), &[(&[0, 0, 0, -4], &[])]);
    let bound = Fighter { helpless: true, ..Fighter::new("A", 0, 0) };
    replay(&brawl(bound, foes, &srd()), &[(&[-3, 0], &[])]);
}

/// M15: who concentrates on one does not strike another, though that one could not defend.
#[test]
fn who_concentrates_leaves_the_helpless_alone() {
    let foes = vec![Fighter::new("B", 1, 0), Fighter { helpless: true, ..Fighter::new("C", 1, 0) }];
    let fight = brawl(taking("concentrate", Fighter::new("A", 0, 0)), foes.clone(), &Rules::plain());
    replay(&fight, &[(&[1, 0], &hit(0, 1, 1, 1))]);
    replay(&brawl(Fighter::new("A", 0, 0), foes, &Rules::plain()), &[(&[1, 0], &hit(0, 2, 3, 2))]);
}

fn tabled(effect: Mischance) -> Rules {
    Rules { fight_criticals: FightCriticals::Table, critical_effects: [effect; 11], advantage: None, ..srd() }
}

/// A16: a lone fighter's natural +4 befalls the foe that is hit, and no other.
#[test]
fn a_natural_success_befalls_the_one_who_is_hit() {
    let foes = || vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, 0)];
    let fight = brawl(Fighter::new("A", 0, 0), foes(), &tabled(Mischance::Fallen));
    let (state, _) = replay(&fight, &[(&[4, 0, -1, 7], &hit(0, 2, 5, 3))]);
    assert_eq!(state.fighters[1].status, Status::default());
    assert_eq!(state.fighters[2].status.shaken, [-2, 0]);
}

/// M8, reading 10: in all-out defense against several only a natural +4 that wins harms; a tie does not, though it is the foe's
/// loss who goes all out.
#[test]
fn only_a_critical_that_wins_harms_from_all_out_defense() {
    let lone = || taking("all-out-defense", Fighter::new("A", 0, 0));
    let foes = |first: Fighter| vec![first, Fighter::new("C", 1, -20)];
    let rules = tabled(Mischance::Nothing);
    let plain = || Fighter::new("B", 1, 0);
    replay(&brawl(lone(), foes(Fighter { skill: -19, ..plain() }), &rules), &[(&[3, 0, 0], &[])]);
    let [blow, wound] = hit(0, 2, 26, 5);
    let events = [blow, wound, Event::Fell { who: 2, first: true }];
    replay(&brawl(lone(), foes(Fighter { skill: -19, ..plain() }), &rules), &[(&[4, 0, 0, 7], &events)]);
    // B, all out, ties with 6; C would be the one to hit, and a tie lets nobody be hit by less than 2: C is by more.
    let reckless = taking("all-out-offense", Fighter::new("B", 1, 5));
    let fight = brawl(lone(), vec![reckless, taking("all-out-offense", Fighter::new("C", 1, 5))], &rules);
    replay(&fight, &[(&[4, 0, 0], &[])]);
}

/// M7, reading 19: an all-out attacker who loses to one of several is hit with 2 more, as by a single foe.
#[test]
fn several_foes_gain_as_much_from_an_all_out_attacker() {
    let foes = vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, -20)];
    let fight = brawl(taking("all-out-offense", Fighter::new("A", 0, 0)), foes, &srd());
    // 1 against 2: 1 point and 2.
    replay(&fight, &[(&[0, 2, 0], &hit(1, 0, 1, 2))]);
}

/// W23: who is prone after a blow attacks a lone fighter at -2 in the next round, and defends as ever.
#[test]
fn the_prone_attack_at_a_loss_in_a_brawl() {
    let b = Fighter { evades_at: Some(4), ..Fighter::new("B", 1, 0) };
    let foes = vec![b, Fighter::new("C", 1, -20)];
    let rules = Rules { evasion: Evasion::Avoidance, ..Rules::plain() };
    let weak = Fighter { targets: fudgelab::rules::Targets::Roster, offense: 4, ..Fighter::new("A", 0, 0) };
    let fight = brawl(weak, foes, &rules);
    // By 3 and 4 points for the weapon: Incapacitated, made Very Hurt, and off balance: -2 each.
    let first = hit(0, 1, 3, 3);
    // 4 - 4 does not reach 1, and the defense of 4 - 2 beats it.
    replay(&fight, &[(&[3, 0, 0, -1], &first), (&[1, 4, 0], &[])]);
}

/// C9, M15: to miss a foe who cannot defend is to be beaten by nobody: another who is worse still is hit.
#[test]
fn missing_the_helpless_beats_nobody() {
    let foes = vec![Fighter { helpless: true, ..Fighter::new("B", 1, 0) }, Fighter::new("C", 1, 0)];
    replay(&brawl(Fighter::new("A", 0, 0), foes, &Rules::plain()), &[(&[-3, -4], &hit(0, 2, 1, 1))]);
}

/// A16: what a natural +4 does to armor goes by the armor of the one who is hit, not by another's that is gone.
#[test]
fn the_armor_that_is_ignored_is_that_of_the_one_who_is_hit() {
    let armored = |name| Fighter { defense: 2, armor: 2, ..Fighter::new(name, 1, 0) };
    let mut rules = tabled(Mischance::ArmorIgnored);
    rules.critical_effects[0] = Mischance::ArmorGone;
    let a = Fighter { offense: 3, ..Fighter::new("A", 0, 0) };
    let fight = brawl(a, vec![armored("B"), armored("C")], &rules);
    // B loses the armor with a wound of 5 + 3 - 2 points. Then C is hit for 4 + 3.
    let first = hit(0, 1, 5, 3);
    let second = [&hit(0, 2, 4, 4)[..], &[Event::Fell { who: 2, first: true }]].concat();
    replay(&fight, &[(&[4, -1, 0, 2], &first), (&[4, 3, 0, 7], &second)]);
}
