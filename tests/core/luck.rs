//! Fudge points on rolls in fights between several fighters, and against fighters who do not roll (P2, P4; M16): whose
//! dice they change, and who decides first.

use crate::support::{brawl, dice, duel, replay};
use fudgelab::combat::{Event, Fight, Fighter};
use fudgelab::rules::fudge::{Goal, Spend};
use fudgelab::rules::{Boon, LoneStrike, MobRoll, Pacing, Policy, Rules, Spending, Switch, Tactic, Targets};

/// Gives a fighter one point to shift an exchange by one, for the goal `to`.
fn shifting(to: Goal, fighter: Fighter) -> Fighter {
    let spend = Spending(vec![Spend { to, ..Spend::on(Boon::Shift) }]);
    Fighter { fudge_points: Some(1), spend, ..fighter }
}

/// A fighter who does not roll.
fn steady(name: &str, skill: i32) -> Fighter {
    Fighter { dice: Some(dice("none")), ..Fighter::new(name, 0, skill) }
}

fn hit(by: u16, target: u16, degree: i16) -> [Event; 2] {
    [Event::Hit { by, target, degree, graze: false }, Event::Wound { by, target, severity: 1 }]
}

const fn spent(who: u16) -> Event {
    Event::Spent { who, points: 1 }
}

fn after(first: &[Event], then: &[Event]) -> Vec<Event> {
    [first, then].concat()
}

/// P2: a fighter who does not roll changes the foe's die. If neither rolls, there is no die to change.
#[test]
fn points_change_only_dice_that_are_rolled() {
    let rules = Rules::plain();
    let tie = [Event::StandOff { pair: [0, 1] }];
    let fight = duel(shifting(Goal::Avoid, steady("A", 0)), Fighter::new("B", 1, 0), &rules);
    replay(&fight, &[(&[1], &after(&[spent(0)], &tie)), (&[1], &hit(1, 0, 1))]);
    let fight = duel(shifting(Goal::Avoid, steady("A", 0)), steady("B", 1), &rules);
    replay(&fight, &[(&[], &hit(1, 0, 1))]);
}

/// P2, M16: against several foes who each roll, a point lowers the die of the foe who hits. A roll that a mob shares is
/// not changed.
#[test]
fn point_cannot_change_a_shared_mob_roll() {
    let fight = |mob_roll| {
        let foes = vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, -1)];
        brawl(shifting(Goal::Avoid, steady("A", 0)), foes, &Rules { mob_roll, ..Rules::plain() })
    };
    replay(&fight(MobRoll::Each), &[(&[1, 0], &[spent(0)])]);
    replay(&fight(MobRoll::Own), &[(&[1], &hit(1, 0, 1))]);
}

/// P2: the fighter in the worst position decides first. A is hit by B and makes it a tie. C needed one more to hit as
/// well, no longer can, and keeps the point.
#[test]
fn fighter_in_the_worst_position_decides_first() {
    let a = shifting(Goal::Avoid, Fighter::new("A", 0, 0));
    let c = shifting(Goal::Hit, Fighter::new("C", 1, 0));
    let fight =
        brawl(a, vec![Fighter::new("B", 1, 0), c], &Rules { lone_strike: LoneStrike::BeatAll, ..Rules::plain() });
    replay(&fight, &[(&[0, 1, 0], &[spent(0)])]);
    // Neither foe hits A. C decides first, and A turns that hit into a tie again.
    replay(&fight, &[(&[0, 0, 0], &[spent(2), spent(0)])]);
}

/// P4: +4 replaces the dice of an exchange, not the die that picks the target.
#[test]
fn random_target_is_still_rolled_for() {
    let a = Fighter {
        fudge_points: Some(1),
        spend: Spending::on(Boon::Automatic),
        targets: Targets::Random,
        ..Fighter::new("A", 0, 0)
    };
    let fight = brawl(a, vec![Fighter::new("B", 1, 2), Fighter::new("C", 1, 2)], &Rules::plain());
    let [blow, wound] = hit(0, 2, 2);
    replay(&fight, &[(&[0, 0, 1], &[spent(0), blow, wound])]);
}

/// P4, C9: a fighter who cannot defend rolls nothing and pays nothing, and neither does one whose result is always the
/// same.
#[test]
fn fighters_pay_only_for_dice_that_are_rolled() {
    let sure = |fighter| Fighter { fudge_points: Some(1), spend: Spending::on(Boon::Automatic), ..fighter };
    let helpless = sure(Fighter { helpless: true, ..Fighter::new("B", 1, 0) });
    let fight = duel(Fighter::new("A", 0, 0), helpless, &Rules::plain());
    replay(&fight, &[(&[-1], &hit(0, 1, 1))]);
    let fight = duel(Fighter::new("A", 0, 0), sure(steady("B", 0)), &Rules::plain());
    replay(&fight, &[(&[1], &hit(0, 1, 1))]);
}

/// M13, KAER: a sweep continues after a hit and ends with a miss, even if a point was spent on it.
#[test]
fn sweep_continues_after_a_hit_with_a_point() {
    let rules = Rules { pacing: Pacing::Turns, maneuvers: Switch::On, ..Rules::plain() };
    let tactic = Policy::fixed(Tactic::parse("sweep", &rules).unwrap());
    let target = |name| {
        let tactic = Policy::fixed(Tactic::parse("full-defense", &rules).unwrap());
        Fighter { tactic, ..Fighter::new(name, 1, -2) }
    };
    let a = shifting(Goal::Hit, Fighter { tactic, initiative: 9, ..Fighter::new("A", 0, 0) });
    let fight: Fight = brawl(a, vec![target("B"), target("C")], &rules);
    let avoided = |target| Event::Avoided { by: 0, target };
    // Initiative of three fighters. Then −1 against B, whose avoidance is −1 as well, and −2 against C.
    let first = after(&[spent(0)], &hit(0, 1, 1));
    replay(&fight, &[(&[0, 0, 0, 0, -1, 0, 4], &after(&first, &[avoided(2)]))]);
    replay(&fight, &[(&[0, 0, 0, -1, 4], &[avoided(1)])]);
}

/// C5: if only player characters act, a foe who rolls can still spend points. C3: in a story element the foe does not
/// roll, and pays nothing.
#[test]
fn foes_of_player_characters_spend_only_if_they_roll() {
    let sure = |fighter| Fighter { fudge_points: Some(1), spend: Spending::on(Boon::Automatic), ..fighter };
    let fight = |pacing| {
        let rules = Rules { pacing, round_limit: 1, ..Rules::plain() };
        duel(Fighter::new("A", 0, 0), sure(Fighter::new("B", 1, 0)), &rules)
    };
    let [blow, _] = hit(1, 0, 4);
    let blow = [spent(1), blow, Event::Wound { by: 1, target: 0, severity: 2 }];
    replay(&fight(Pacing::PlayerFacing), &[(&[0], &blow)]);
    replay(&fight(Pacing::Story), &[(&[0], &[])]);
}

/// P4 in turns: the attacker can replace its dice by +4, and so can the target, if it avoids the blow at all.
#[test]
fn automatic_result_replaces_dice_in_turns() {
    let rules = Rules { pacing: Pacing::Turns, maneuvers: Switch::On, ..Rules::plain() };
    let sure = |fighter| Fighter { fudge_points: Some(1), spend: Spending::on(Boon::Automatic), ..fighter };
    let a = || Fighter { initiative: 9, ..Fighter::new("A", 0, 0) };
    let [by_a, by_b] = [(0, 1), (1, 0)].map(|(by, target)| Event::Avoided { by, target });
    let [blow, _] = hit(0, 1, 4);
    let wound = Event::Wound { by: 0, target: 1, severity: 2 };
    // Initiative of both fighters, then the other rolls.
    let fight = duel(sure(a()), Fighter::new("B", 1, 0), &rules);
    replay(&fight, &[(&[0, 0, 0, -4, 0], &[spent(0), blow, wound, by_b])]);
    let fight = duel(a(), sure(Fighter::new("B", 1, 0)), &rules);
    replay(&fight, &[(&[0, 0, 4, 0, 0], &[spent(1), by_a, by_b])]);
    let tactic = Policy::fixed(Tactic::parse("attack-twice", &rules).unwrap());
    let busy = sure(Fighter { tactic, initiative: -9, ..Fighter::new("B", 1, 0) });
    let missed = Event::Missed { by: 0 };
    let [blow, wound] =
        [Event::Hit { by: 1, target: 0, degree: 4, graze: false }, Event::Wound { by: 1, target: 0, severity: 2 }];
    replay(&duel(a(), busy, &rules), &[(&[0, 0, -4, 0, -4, 0], &[missed, spent(1), blow, wound, by_b])]);
}
