//! Fudge points on the rolls of fights between several, and against those who do not roll (P2, P4; M16): whose dice they
//! change, and who decides first.

use crate::support::{brawl, dice, duel, replay};
use fudgelab::combat::{Event, Fight, Fighter};
use fudgelab::rules::fudge::{Goal, Spend};
use fudgelab::rules::{Boon, LoneStrike, MobRoll, Pacing, Policy, Rules, Spending, Switch, Tactic, Targets};

/// With a point to turn an exchange by one.
fn shifting(to: Goal, fighter: Fighter) -> Fighter {
    let spend = Spending(vec![Spend { to, ..Spend::on(Boon::Shift) }]);
    Fighter { fudge_points: Some(1), spend, ..fighter }
}

/// One who does not roll.
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

/// P2: a die that is rolled may be changed. Who does not roll changes the foe's, and where nobody does there is none.
#[test]
fn only_dice_that_are_rolled_are_changed() {
    let rules = Rules::plain();
    let tie = [Event::StandOff { pair: [0, 1] }];
    let fight = duel(shifting(Goal::Avoid, steady("A", 0)), Fighter::new("B", 1, 0), &rules);
    replay(&fight, &[(&[1], &after(&[spent(0)], &tie)), (&[1], &hit(1, 0, 1))]);
    let fight = duel(shifting(Goal::Avoid, steady("A", 0)), steady("B", 1), &rules);
    replay(&fight, &[(&[], &hit(1, 0, 1))]);
}

/// P2, M16: against several who roll each for themselves a point takes one from the die of the one who hits; a roll that a mob
/// shares it does not change.
#[test]
fn the_roll_of_a_mob_is_not_changed() {
    let fight = |mob_roll| {
        let foes = vec![Fighter::new("B", 1, 0), Fighter::new("C", 1, -1)];
        brawl(shifting(Goal::Avoid, steady("A", 0)), foes, &Rules { mob_roll, ..Rules::plain() })
    };
    replay(&fight(MobRoll::Each), &[(&[1, 0], &[spent(0)])]);
    replay(&fight(MobRoll::Own), &[(&[1], &hit(1, 0, 1))]);
}

/// P2: who stands worst decides first. A is hit by B and turns it into a tie; so C, who would have hit as well by one more, no
/// longer can, and keeps the point.
#[test]
fn of_several_the_worst_decides_first() {
    let a = shifting(Goal::Avoid, Fighter::new("A", 0, 0));
    let c = shifting(Goal::Hit, Fighter::new("C", 1, 0));
    let fight =
        brawl(a, vec![Fighter::new("B", 1, 0), c], &Rules { lone_strike: LoneStrike::BeatAll, ..Rules::plain() });
    replay(&fight, &[(&[0, 1, 0], &[spent(0)])]);
    // Nobody hits A: C decides first, and A turns that hit into a tie again.
    replay(&fight, &[(&[0, 0, 0], &[spent(2), spent(0)])]);
}

/// P4: +4 in place of the dice of an exchange, not of the die that picks whom to hit.
#[test]
fn whom_to_hit_is_still_rolled_for() {
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

/// P4, C9: who cannot defend rolls nothing, and pays for nothing; nor does one whose result is always the same.
#[test]
fn nobody_pays_for_dice_that_are_not_rolled() {
    let sure = |fighter| Fighter { fudge_points: Some(1), spend: Spending::on(Boon::Automatic), ..fighter };
    let helpless = sure(Fighter { helpless: true, ..Fighter::new("B", 1, 0) });
    let fight = duel(Fighter::new("A", 0, 0), helpless, &Rules::plain());
    replay(&fight, &[(&[-1], &hit(0, 1, 1))]);
    let fight = duel(Fighter::new("A", 0, 0), sure(steady("B", 0)), &Rules::plain());
    replay(&fight, &[(&[1], &hit(0, 1, 1))]);
}

/// M13, KAER: a sweep goes on after a hit, and ends with a miss, also where a point was spent on it.
#[test]
fn a_sweep_goes_on_after_a_hit_that_was_paid_for() {
    let rules = Rules { pacing: Pacing::Turns, maneuvers: Switch::On, ..Rules::plain() };
    let tactic = Policy::fixed(Tactic::parse("sweep", &rules).unwrap());
    let target = |name| {
        let tactic = Policy::fixed(Tactic::parse("full-defense", &rules).unwrap());
        Fighter { tactic, ..Fighter::new(name, 1, -2) }
    };
    let a = shifting(Goal::Hit, Fighter { tactic, initiative: 9, ..Fighter::new("A", 0, 0) });
    let fight: Fight = brawl(a, vec![target("B"), target("C")], &rules);
    let avoided = |target| Event::Avoided { by: 0, target };
    // Initiative of three; -1 against B, whose avoidance comes to -1 as well, then -2 against C.
    let first = after(&[spent(0)], &hit(0, 1, 1));
    replay(&fight, &[(&[0, 0, 0, 0, -1, 0, 4], &after(&first, &[avoided(2)]))]);
    replay(&fight, &[(&[0, 0, 0, -1, 4], &[avoided(1)])]);
}

/// C5: where player characters act alone, a foe who rolls may have its points too; for a story element nobody does (C3), nor
/// pays for it.
#[test]
fn foes_of_player_characters_spend_where_they_roll() {
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

/// P4 in turns: the attacker may have +4 in place of the dice, and so may the target, where it avoids the blow at all.
#[test]
fn a_sure_result_in_turns() {
    let rules = Rules { pacing: Pacing::Turns, maneuvers: Switch::On, ..Rules::plain() };
    let sure = |fighter| Fighter { fudge_points: Some(1), spend: Spending::on(Boon::Automatic), ..fighter };
    let a = || Fighter { initiative: 9, ..Fighter::new("A", 0, 0) };
    let [by_a, by_b] = [(0, 1), (1, 0)].map(|(by, target)| Event::Avoided { by, target });
    let [blow, _] = hit(0, 1, 4);
    let wound = Event::Wound { by: 0, target: 1, severity: 2 };
    // Initiative of both; what is rolled besides.
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
