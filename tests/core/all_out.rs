//! All-out offense and defense, called shots and the parts of the body they hit, natural criticals in fights (M5 to M8, A7,
//! A16).

use crate::support::agree::{Case, disagreements, indifferent, unmoved};
use crate::support::fights::{self, solve};
use crate::support::{brawl, brynhild, dice, duel, replay, small, snorri, srd};
use fudgelab::chance::{Enumerator, Script};
use fudgelab::check::{Actor, Check, CheckRules, CheckVerdict, CriticalEffect, Criticals};
use fudgelab::combat::{Event, Fight, Fighter, Progress, State, Status, WeaponState};
use fudgelab::rules::{
    AllOut, CalledShots, FightCriticals, Graze, Harm, HeadBlows, Mischance, Mix, Pacing, Policy, Rules, Tactic,
};

/// A double is critical.
fn short() -> Rules {
    Rules { critical_success: Some(2), critical_failure: Some(-2), ..small() }
}

fn fighter(name: &str, skill: i32) -> Fighter {
    let armed = Fighter { offense: 3, weapon: Some(3), defense: 2, armor: 2, ..Fighter::new(name, 0, skill) };
    Fighter { perception: 1, ..armed }
}

/// Who takes this stance two times of three, so that even the most careful fight is over some day.
fn mostly(stance: &str, rules: &Rules, who: Fighter) -> Fighter {
    let parsed = |stance| Tactic::parse(stance, rules).unwrap();
    let mix = Mix(vec![(parsed(stance), 2), (Tactic::normal(), 1)]);
    Fighter { tactic: Policy { when: Vec::new(), default: mix }, ..who }
}

/// One against one, and one against two; who is named by the second takes the stance.
fn pair(stances: [&str; 2], rules: &Rules) -> Fight {
    let [a, b] = [("A", 1, stances[0]), ("B", 1, stances[1])].map(|(name, skill, stance)| match stance {
        "" => fighter(name, skill),
        stance => mostly(stance, rules, fighter(name, skill)),
    });
    duel(a, b, rules)
}

fn group(stances: [&str; 3], rules: &Rules) -> Fight {
    let names = [("hero", 2), ("first", 0), ("second", 1)];
    let [hero, first, second] = [0, 1, 2].map(|k| match stances[k] {
        "" => fighter(names[k].0, names[k].1),
        stance => mostly(stance, rules, fighter(names[k].0, names[k].1)),
    });
    brawl(hero, vec![first, second], rules)
}

fn cases() -> Vec<Case> {
    let (offense, defense) = ("all-out-offense", "all-out-defense");
    let srd = Rules { all_out: AllOut::Srd, ..short() };
    let f93 = Rules { all_out: AllOut::Fudge1993, ..short() };
    let blind = Rules { advantage: None, ..srd.clone() };
    let blind_f93 = Rules { advantage: None, ..f93.clone() };
    let grazes = Rules { graze: Graze::Table, ..srd.clone() };
    // Tables of two effects: the whole one tells more states of three fighters apart than an exact answer can.
    let of_two = |low: Mischance, high: Mischance| {
        let critical_effects = std::array::from_fn(|at| if at < 5 { low } else { high });
        Rules { fight_criticals: FightCriticals::Table, critical_effects, ..srd.clone() }
    };
    let critical = of_two(Mischance::OffBalance, Mischance::ArmorIgnored);
    let passing = of_two(Mischance::Blinded, Mischance::ArmorIgnored);
    let gear = of_two(Mischance::ArmorGone, Mischance::WeaponDropped);
    let off = Rules { pacing: Pacing::Turns, ..short() };
    let turns = Rules { pacing: Pacing::Turns, all_out: AllOut::Off, ..passing.clone() };
    let called = |called_shots, rules: &Rules| Rules { called_shots, ..rules.clone() };
    let only = |effect| Rules { critical_effects: [effect; 11], ..critical.clone() };
    let mut cases: Vec<Case> = vec![
        ("all-out offense", pair([offense, ""], &srd), pair(["", ""], &srd)),
        ("all-out offense, with grazes", pair([offense, ""], &grazes), pair(["", ""], &grazes)),
        ("all-out offense of 1993", pair([offense, ""], &f93), pair([offense, ""], &srd)),
        ("both all out", pair([offense, offense], &srd), pair([offense, ""], &srd)),
        ("offense against defense", pair([offense, defense], &srd), pair([offense, ""], &srd)),
        ("all-out defense", pair([defense, ""], &srd), pair(["", ""], &srd)),
        ("an advantage", pair([defense, ""], &srd), pair([defense, ""], &blind)),
        ("an advantage of 1993", pair([defense, ""], &f93), pair([defense, ""], &blind_f93)),
        ("both defend", pair([defense, defense], &srd), pair([defense, ""], &srd)),
        ("a lone all-out offense", group([offense, "", ""], &srd), group(["", "", ""], &srd)),
        ("all-out offense of one of two", group(["", "", offense], &srd), group(["", "", ""], &srd)),
        ("all three all out", group([offense; 3], &srd), group([offense, "", ""], &srd)),
        ("a lone all-out defense", group([defense, "", ""], &srd), group([defense, "", ""], &blind)),
        ("all-out defense of one of two", group(["", defense, ""], &srd), group(["", defense, ""], &blind)),
        ("criticals and gear", pair(["", ""], &gear), pair(["", ""], &srd)),
        ("criticals and gear of three", group(["", "", ""], &gear), group(["", "", ""], &srd)),
        ("criticals", pair(["", ""], &critical), pair(["", ""], &srd)),
        ("criticals in all-out defense", pair([defense, ""], &critical), pair([defense, ""], &srd)),
        ("criticals against two", group(["", "", ""], &passing), group(["", "", ""], &srd)),
        ("criticals in turns", pair(["", ""], &turns), pair(["", ""], &off)),
        ("criticals in turns, against two", group(["", "", ""], &turns), group(["", "", ""], &off)),
    ];
    let knockout = |called_shots| Rules { head_blows: HeadBlows::Knockout, ..called(called_shots, &short()) };
    for (name, rule) in [("by result", CalledShots::Result), ("by degree", CalledShots::Degree)] {
        let rules = knockout(rule);
        let turns = Rules { pacing: Pacing::Turns, ..rules.clone() };
        let head = "aim-at-head";
        cases.push((name, pair([head, ""], &rules), pair(["", ""], &rules)));
        cases.push((name, group([head, "", head], &rules), group(["", "", ""], &rules)));
        cases.push((name, pair([head, ""], &turns), pair(["", ""], &turns)));
    }
    let effects = [
        ("blinded", Mischance::Blinded),
        ("fallen", Mischance::Fallen),
        ("armor gone", Mischance::ArmorGone),
        ("armor ignored", Mischance::ArmorIgnored),
        ("off balance", Mischance::OffBalance),
        ("weapon dropped", Mischance::WeaponDropped),
        ("weapon damaged", Mischance::WeaponDamaged),
    ];
    let none = only(Mischance::Nothing);
    cases.extend(effects.map(|(name, effect)| (name, pair(["", ""], &only(effect)), pair(["", ""], &none))));
    for (name, rule) in [
        ("called by result", CalledShots::Result),
        ("called by degree", CalledShots::Degree),
        ("called in 1993", CalledShots::Fudge1993),
    ] {
        let [rules, in_turns] = [&short(), &off].map(|rules| called(rule, rules));
        let other = if rule == CalledShots::Degree { "" } else { "aim-at-leg" };
        let degree = called(CalledShots::Degree, &short());
        cases.push((name, pair(["aim-at-weapon-arm", ""], &rules), pair([other, ""], &degree)));
        cases.push((name, group(["", "aim-at-leg", ""], &rules), group(["", "", ""], &rules)));
        cases.push((name, pair(["aim-at-weapon-arm", ""], &in_turns), pair(["", ""], &in_turns)));
    }
    cases
}

#[test]
fn exact_and_simulated_agree() {
    assert_eq!(disagreements(&cases()), Vec::<String>::new());
}

/// Teeth: each fight differs from its neighbor, which lacks the one thing.
#[test]
fn each_rule_is_missed_where_it_is_not_there() {
    assert_eq!(indifferent(&cases()), Vec::<&str>::new());
}

#[test]
fn the_figures_have_not_moved() {
    unmoved("all-out", &cases());
}

/// Known answer duel/srd-all-out-defence-perception: Snorri only defends, for 100 rounds, and looks out for an advantage.
#[test]
fn all_out_defense_is_the_known_one() {
    let rules = Rules { all_out: AllOut::Srd, round_limit: 100, ..srd() };
    let bare = |fighter: Fighter| Fighter { skill: 1, weapon: None, shield: 0, ..fighter };
    let tactic = Policy::fixed(Tactic::parse("all-out-defense", &rules).unwrap());
    let snorri = |perception| Fighter { tactic: tactic.clone(), perception, ..bare(snorri()) };
    let fight = duel(snorri(2), bare(brynhild()), &rules);
    let solved = solve(&fight).unwrap();
    let levels = [
        0.000_345_928_452_601_169_45,
        0.011_473_160_395_065_893,
        0.004_718_330_703_719_296,
        0.003_722_442_207_311_454_3,
        0.937_549_794_683_194_7,
        0.042_190_343_558_107_51,
        0.0,
    ];
    let known: Vec<(String, f64, f64)> = [
        ("wins of Brynhild", solved.wins[1], 0.979_740_138_241_302_2),
        ("wins of Snorri", solved.wins[0], 0.0),
        ("undecided", solved.undecided, 0.020_259_861_758_697_813),
        ("over 5", 1.0 - solved.rounds[..=5].iter().sum::<f64>(), 0.952_388_578_199_365_5),
        ("1 round", solved.rounds[1], 4592.0 / 531_441.0),
        ("3 rounds", solved.rounds[3], 0.009_110_901_447_911_655),
    ]
    .into_iter()
    .map(|(name, found, known)| (name.to_owned(), found, known))
    .chain((0..7).map(|level| (format!("level {level}"), solved.levels[0][level], levels[level])))
    .collect();
    for (name, found, known) in &known {
        assert!((found - known).abs() < 1e-12, "{name} is {found}, not {known}");
    }
    // Its mean is of some 36 rounds: 1e-12 of it.
    assert!((solved.mean_rounds / 35.721_368_140_471_47 - 1.0).abs() < 1e-12, "{}", solved.mean_rounds);
    // Simulated within four standard errors: 10 comparisons, which go wrong once in 1,500 seeds; the seed is fixed.
    let tally = fights::simulated(&fight, 407, 200_000);
    let close =
        |count: u64, chance: f64| (count as f64 - 2e5 * chance).abs() <= 4.0 * (2e5 * chance * (1.0 - chance)).sqrt();
    assert!(close(tally.outcomes[1], known[0].2) && close(tally.outcomes[3], known[2].2));
    assert!(close(tally.rounds[1], known[4].2) && close(tally.rounds[3], known[5].2));
    assert!((0..6).all(|level| close(tally.levels[0][level].sum, levels[level])));
    // Teeth: a Perception worse by two levels is noticed.
    let worse = solve(&duel(snorri(0), bare(brynhild()), &rules)).unwrap();
    assert!(!close(tally.outcomes[1], worse.wins[1]) && (worse.wins[1] - known[0].2).abs() > 1e-3);
}

fn hit(by: u16, degree: i16, graze: bool) -> Event {
    Event::Hit { by, target: 1 - by, degree, graze }
}

fn wound(by: u16, severity: u8) -> Event {
    Event::Wound { by, target: 1 - by, severity }
}

/// Two Fair fighters without factors who always take these stances; the wounds of the standard track.
fn always(stances: [&str; 2], rules: &Rules) -> Fight {
    let taking = |stance| Policy::fixed(Tactic::parse(stance, rules).unwrap());
    let [a, b] = stances.map(|stance| Fighter { tactic: taking(stance), ..Fighter::new("one", 0, 0) });
    duel(a, Fighter { name: "other".into(), ..b }, rules)
}

/// M7, reading 19: what a tie, a loss and a win come to, with and without grazes, alone and against each other.
#[test]
fn all_out_offense_wins_more_and_loses_worse() {
    let rules = Rules { all_out: AllOut::Srd, ..Rules::plain() };
    let one = always(["all-out-offense", "normal"], &rules);
    // A tie after the +1: the other hits by 0, with 2 points.
    replay(&one, &[(&[0, 1], &[hit(1, 0, false), wound(1, 1)])]);
    // Lost by 1: 3 points. Won by 2: 3 points.
    replay(&one, &[(&[0, 2], &[hit(1, 1, false), wound(1, 2)])]);
    replay(&one, &[(&[1, 0], &[hit(0, 2, false), wound(0, 2)])]);
    let both = always(["all-out-offense"; 2], &rules);
    replay(&both, &[(&[0, 0], &[Event::StandOff { pair: [0, 1] }]), (&[2, 0], &[hit(0, 2, false), wound(0, 3)])]);
    // Grazes: a Scratch by the factor of 0, and two levels more; one level more; all three.
    let grazing = Rules { graze: Graze::Table, ..rules.clone() };
    let one = always(["all-out-offense", "normal"], &grazing);
    replay(&one, &[(&[0, 1], &[hit(1, 0, true), wound(1, 3)])]);
    replay(&one, &[(&[0, 0], &[hit(0, 1, true), wound(0, 2)])]);
    replay(&always(["all-out-offense"; 2], &grazing), &[(&[1, 0], &[hit(0, 1, true), wound(0, 4)])]);
    // Reading 2: who is below the minimum hits nobody, whoever else tied or lost.
    let minimum = Rules { minimum_to_hit: Some(-2), ..rules.clone() };
    let one = always(["all-out-offense", "normal"], &minimum);
    replay(&one, &[(&[-4, -3], &[Event::BelowMinimum { by: 1 }])]);
    // F93: +2.
    let f93 = Rules { all_out: AllOut::Fudge1993, ..Rules::plain() };
    let one = always(["all-out-offense", "normal"], &f93);
    replay(&one, &[(&[0, 2], &[hit(1, 0, false), wound(1, 1)]), (&[0, 0], &[hit(0, 2, false), wound(0, 2)])]);
}

/// M8, reading 20: an all-out attacker is only beaten down; the check has no wound penalty and bites next round
/// alone.
#[test]
fn all_out_defense_harms_nobody_and_looks_out() {
    let rules = Rules { all_out: AllOut::Srd, ..Rules::plain() };
    let fight = always(["all-out-offense", "all-out-defense"], &rules);
    let beaten = [Event::Avoided { by: 0, target: 1 }];
    // Tied at 1, and Perception Good by a +1: next round +1 -1 +0 against +2 -2; then no more.
    replay(&fight, &[(&[0, -1, 1], &beaten), (&[0, -2, 0], &beaten), (&[0, -1, 0], &beaten)]);
    replay(&fight, &[(&[0, 4, 0], &beaten), (&[2, 0], &[hit(0, 1, false), wound(0, 1)])]);
    // F93: held or not, against Fair, and the gain is one's own.
    let rules = Rules { all_out: AllOut::Fudge1993, advantage: Some(0), ..Rules::plain() };
    let fight = always(["normal", "all-out-defense"], &rules);
    let cut = [hit(0, 1, false), wound(0, 1)];
    let (bodies, _) =
        replay(&fight, &[(&[3, 0, 0], &cut), (&[4, 0, 0], &cut), (&[4, 0, -1], &cut), (&[3, 0, 0], &cut)]);
    assert_eq!(bodies.fighters[1].status.shaken, [1, 0]);
}

fn tabled(effect: Mischance) -> Rules {
    Rules { fight_criticals: FightCriticals::Table, critical_effects: [effect; 11], ..Rules::plain() }
}

/// A16: a natural +4 befalls the foe, a natural -4 oneself, whatever the total; each effect as printed.
#[test]
fn criticals_befall_by_the_table() {
    let rules = Rules { fight_criticals: FightCriticals::Table, ..Rules::plain() };
    let armed = |name: &str, skill| Fighter {
        offense: 3,
        weapon: Some(3),
        defense: 2,
        armor: 2,
        ..Fighter::new(name, 0, skill)
    };
    // The +4 loses against Legendary + 2, and yet the foe is blinded: in round 2 neither strikes nor defends.
    let fight = duel(armed("A", 0), armed("B", 4), &rules);
    replay(&fight, &[(&[4, 1, 2], &[hit(1, 1, false), wound(1, 1)]), (&[-3], &[Event::Missed { by: 0 }])]);
    let status = |rolls: &[i32], rules: &Rules, who: usize| -> Status {
        let fight = duel(armed("A", 0), armed("B", 0), rules);
        let mut state = State::start(&fight, vec![Default::default(); 2]);
        let mut script = Script::new(rolls.iter().copied());
        while state.step(&fight, &mut script, &mut ()) == Progress::Round {}
        assert!(script.left() == 0 && !script.ran_out());
        state.fighters[who].status
    };
    // Both critical at once, a tie: a table roll for each.
    let none = Status::default();
    assert_eq!(status(&[-4, -4, 3, 6], &rules, 0), Status { shaken: [-2, 0], ..none });
    assert_eq!(status(&[-4, -4, 3, 6], &rules, 1), Status { shaken: [-1, 0], ..none });
    assert_eq!(status(&[4, 4, 4, 7], &rules, 1), Status { bare: true, ..none });
    assert_eq!(status(&[4, 4, 4, 7], &rules, 0), Status { weapon: WeaponState::Dropped, ..none });
    assert_eq!(status(&[4, 4, 8, 9], &rules, 1), Status { weapon: WeaponState::Damaged, ..none });
    assert_eq!(status(&[4, 4, 8, 12], &rules, 0), none);
}

/// What weapon and armor lost do to damage: A's factor against B is 3 - 2.
#[test]
fn gear_that_criticals_cost() {
    let armed = |name: &str| Fighter { offense: 3, weapon: Some(3), defense: 2, armor: 2, ..Fighter::new(name, 0, 0) };
    let after = |effect, rounds: &[(&[i32], &[Event])]| replay(&duel(armed("A"), armed("B"), &tabled(effect)), rounds);
    let tie = [Event::StandOff { pair: [0, 1] }];
    // Won by 2: 3 points, without the armor 5.
    after(Mischance::ArmorGone, &[(&[4, 4, 7, 7], &tie), (&[2, 0], &[hit(0, 2, false), wound(0, 3)])]);
    after(
        Mischance::ArmorIgnored,
        &[(&[4, 2, 7], &[hit(0, 2, false), wound(0, 3)]), (&[0, 0], &[hit(0, 2, false), wound(0, 2)])],
    );
    // (Very Hurt, the foe is at -2 then.) One's own fumble bares one to the foe's blow.
    after(Mischance::ArmorIgnored, &[(&[-4, -2, 7], &[hit(1, 2, false), wound(1, 3)])]);
    // Without the weapon, worth 4 more than bare hands, -1 points; damaged, 2 points.
    after(Mischance::WeaponDropped, &[(&[4, 4, 7, 7], &tie), (&[2, 0], &[hit(0, 2, false), wound(0, 0)])]);
    after(Mischance::WeaponDamaged, &[(&[4, 4, 7, 7], &tie), (&[2, 0], &[hit(0, 2, false), wound(0, 1)])]);
}

/// Reading 10: in all-out defense only a natural +4 that wins harms.
#[test]
fn only_a_critical_harms_from_all_out_defense() {
    let rules = Rules { all_out: AllOut::Srd, advantage: None, ..tabled(Mischance::Nothing) };
    let fight = always(["normal", "all-out-defense"], &rules);
    replay(
        &fight,
        &[(&[0, 3], &[Event::Avoided { by: 0, target: 1 }]), (&[0, 4, 7], &[hit(1, 6, false), wound(1, 3)])],
    );
    let fight = always(["all-out-offense", "all-out-defense"], &rules);
    // It ties at Great + 4: no win, no harm.
    let fast = Fighter {
        skill: 5,
        tactic: Policy::fixed(Tactic::parse("all-out-offense", &rules).unwrap()),
        ..Fighter::new("A", 0, 0)
    };
    let defends = Policy::fixed(Tactic::parse("all-out-defense", &rules).unwrap());
    let tied = duel(fast, Fighter { tactic: defends, ..Fighter::new("B", 0, 0) }, &rules);
    replay(&tied, &[(&[0, 4, 7], &[Event::StandOff { pair: [0, 1] }])]);
    // Won: the all-out attacker's +2 is in it: 5 + 2 points.
    replay(&fight, &[(&[0, 4, 7], &[hit(1, 5, false), wound(1, 4)])]);
}

/// M5, M6, SRD 4.31: -1, and Good or better hits the part; below that it is an ordinary hit. SRD 4.35: won by 2 hits
/// the arm, by 1 does not. F93: what aiming took is given back as damage.
#[test]
fn called_shots_and_parts() {
    let called = |called_shots| Rules { called_shots, ..Rules::plain() };
    let by = |rule, rolls: &[i32], events: &[Event]| {
        let fight = always(["aim-at-weapon-arm", "normal"], &called(rule));
        replay(&fight, &[(rolls, events)]).0.fighters[1]
    };
    // Good by a +2, won by 3: Hurt, and nothing is marked.
    let arm = |body: fudgelab::combat::Body| (body.status.parts[0], body.marked > 0);
    assert_eq!(arm(by(CalledShots::Result, &[2, -2], &[hit(0, 3, false)])), (Harm::Hurt, false));
    assert_eq!(arm(by(CalledShots::Result, &[1, -3], &[hit(0, 3, false), wound(0, 2)])), (Harm::None, true));
    assert_eq!(arm(by(CalledShots::Degree, &[2, 0], &[hit(0, 2, false)])), (Harm::Scratched, false));
    assert_eq!(arm(by(CalledShots::Degree, &[1, 0], &[hit(0, 1, false), wound(0, 1)])), (Harm::None, true));
    assert_eq!(arm(by(CalledShots::Fudge1993, &[3, 0], &[hit(0, 2, false), wound(0, 2)])), (Harm::None, true));
    // Incapacitated: the weapon is dropped, and the other arm is at -1. Just reached, it is at most Hurt.
    let maimed = by(CalledShots::Degree, &[4, -4], &[hit(0, 8, false)]);
    assert_eq!((maimed.status.parts[0], maimed.status.weapon), (Harm::Incapacitated, WeaponState::Dropped));
    let strong = Fighter {
        offense: 9,
        tactic: Policy::fixed(Tactic::parse("aim-at-weapon-arm", &called(CalledShots::Degree)).unwrap()),
        ..Fighter::new("A", 0, 0)
    };
    let fight = duel(strong, Fighter::new("B", 0, 0), &called(CalledShots::Degree));
    // The next round B is at -1: a roll of +1 is but a tie.
    let tie = [Event::StandOff { pair: [0, 1] }];
    let (State { fighters: bodies, .. }, _) = replay(&fight, &[(&[2, 0], &[hit(0, 2, false)]), (&[0, 1], &tie)]);
    assert_eq!(bodies[1].status.parts[0], Harm::Hurt);
    // In turns the aim takes from the attack alone.
    let turns = Rules { pacing: Pacing::Turns, ..called(CalledShots::Result) };
    let aimed = Tactic::parse("aim-at-eye", &turns).unwrap().stance;
    assert_eq!((aimed.attack, aimed.avoid), (-1, 0));
}

/// W19, SRD 4.62: a Good blow to the head that wins knocks out, be it ever so light; a lesser one is a blow like others.
#[test]
fn a_good_blow_to_the_head_knocks_out() {
    let rules = |called_shots| Rules { called_shots, head_blows: HeadBlows::Knockout, ..Rules::plain() };
    let level = |rule, rolls: &[i32], events: &[Event]| {
        let fight = always(["aim-at-head", "normal"], &rules(rule));
        let (State { fighters: bodies, .. }, progress) = replay(&fight, &[(rolls, events)]);
        (fight.track(1).condition(bodies[1].felt).level, progress)
    };
    let (ordinary, knocked_out) = ((1, Progress::NextRound), (4, Progress::Over));
    // Aiming takes 1: a +2 is Good.
    assert_eq!(level(CalledShots::Result, &[2, 0], &[hit(0, 1, false), wound(0, 4)]), knocked_out);
    assert_eq!(level(CalledShots::Result, &[1, -1], &[hit(0, 1, false), wound(0, 1)]), ordinary);
    // Where parts go by relative degree, aiming is free, and the head still asks for a Good blow.
    assert_eq!(level(CalledShots::Degree, &[1, 0], &[hit(0, 1, false), wound(0, 4)]), knocked_out);
    assert_eq!(level(CalledShots::Degree, &[0, -1], &[hit(0, 1, false), wound(0, 1)]), ordinary);
    // F93: what aiming took is given back as damage where it was but a blow.
    assert_eq!(level(CalledShots::Fudge1993, &[2, 0], &[hit(0, 1, false), wound(0, 4)]), knocked_out);
    let back = level(CalledShots::Fudge1993, &[1, -2], &[hit(0, 2, false), wound(0, 2)]);
    assert_eq!(back, (2, Progress::NextRound), "2 points and the 1 given back are Hurt");
}

/// V14, SRD 7.15: Barney fails by a natural -4, though Great and -4 is the Poor that Detect Food takes; and a -3 on Create
/// Pizza is an ordinary failure.
#[test]
fn barney_casts_two_spells() {
    let cast = |level, difficulty, roll: i32| {
        let actor = Actor::new(Some(level), 0, dice("4dF"), None).unwrap();
        let criticals = Criticals::new(None, Some(-4), CriticalEffect::Automatic).unwrap();
        let rules = CheckRules { criticals: Some(criticals), ..CheckRules::default() };
        Check::new(actor, difficulty, rules).unwrap().roll(&mut Script::new([roll])).verdict()
    };
    assert_eq!(cast(2, -2, -4), CheckVerdict::CriticalFailure);
    assert_eq!(cast(2, -2, -3), CheckVerdict::Success);
    assert_eq!(cast(0, 0, -3), CheckVerdict::Failure);
    // One cast in 81 ends so, however good the magician.
    let mut failures = 0.0_f64;
    let magician = Actor::new(Some(4), 0, dice("4dF"), None).unwrap();
    let criticals = Criticals::new(None, Some(-4), CriticalEffect::Automatic).unwrap();
    let rules = CheckRules { criticals: Some(criticals), ..CheckRules::default() };
    let check = Check::new(magician, -2, rules).unwrap();
    Enumerator::default().run(
        |chance: &mut Enumerator| check.roll(chance).verdict(),
        |verdict, branch| {
            failures += if verdict == CheckVerdict::CriticalFailure { branch.weight().probability() } else { 0.0 }
        },
    );
    assert!((failures - 1.0 / 81.0).abs() < 1e-15);
}

/// A16: armor that is gone already cannot be ignored a second time.
#[test]
fn armor_is_lost_once() {
    let armed = |name: &str| Fighter { offense: 3, defense: 2, armor: 2, ..Fighter::new(name, 0, 0) };
    let mut rules = tabled(Mischance::ArmorIgnored);
    rules.critical_effects[0] = Mischance::ArmorGone;
    let fight = duel(armed("A"), armed("B"), &rules);
    let tie = [Event::StandOff { pair: [0, 1] }];
    // On 2, the armor of both is gone. Won by 2 with it ignored as well: 5 points, Very Hurt, not 7.
    replay(&fight, &[(&[4, 4, 2, 2], &tie), (&[4, 2, 7], &[hit(0, 2, false), wound(0, 3)])]);
}

/// M5, F93 4.6, W7: what aiming took is given back to an ordinary hit, not to a graze, which goes by the factor alone.
#[test]
fn a_graze_gets_nothing_back_from_aiming() {
    let rules = Rules { called_shots: CalledShots::Fudge1993, graze: Graze::Table, ..Rules::plain() };
    let fight = always(["aim-at-weapon-arm", "normal"], &rules);
    // By 1, at a factor of 0: a Scratch, not a level worse. By 2: 2 points and one more are Hurt.
    replay(&fight, &[(&[2, 0], &[hit(0, 1, true), wound(0, 1)])]);
    replay(&fight, &[(&[3, 0], &[hit(0, 2, false), wound(0, 2)])]);
}

/// M6, SRD 4.35: an eye is hit by a blow that wins by 4, however good it is.
#[test]
fn an_eye_is_harder_to_hit_than_an_arm() {
    let rules = Rules { called_shots: CalledShots::Degree, ..Rules::plain() };
    let eye = |rolls: &[i32], events: &[Event]| {
        replay(&always(["aim-at-eye", "normal"], &rules), &[(rolls, events)]).0.fighters[1].status.parts[2]
    };
    assert_eq!(eye(&[3, 0], &[hit(0, 3, false), wound(0, 2)]), Harm::None);
    assert_eq!(eye(&[4, 0], &[hit(0, 4, false)]), Harm::Hurt);
}
