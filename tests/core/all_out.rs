//! All-out offense and defense, called shots and the body parts that they hit, and natural criticals in fights
//! (M5 to M8, A7, A16).

use crate::support::agree::{Case, disagreements, indifferent, unmoved};
use crate::support::fights::{self, solve};
use crate::support::{brawl, brynhild, dice, duel, replay, small, snorri, srd};
use fudgelab::chance::{Enumerator, Script};
use fudgelab::check::{Actor, Check, CheckRules, CheckVerdict, CriticalEffect, Criticals};
use fudgelab::combat::{Event, Fight, Fighter, Progress, State, Status, WeaponState};
use fudgelab::rules::{
    AllOut, CalledShots, FightCriticals, Graze, Harm, HeadBlows, Mischance, Pacing, Policy, Rules, StanceMix, Tactic,
};

/// The small rules with natural criticals on doubles.
fn short() -> Rules {
    Rules { critical_success: Some(2), critical_failure: Some(-2), ..small() }
}

fn fighter(name: &str, skill: i32) -> Fighter {
    let armed = Fighter { offense: 3, weapon: Some(3), defense: 2, armor: 2, ..Fighter::new(name, 0, skill) };
    Fighter { perception: 1, ..armed }
}

/// A fighter who takes `stance` in two of three rounds, because the most careful stances alone would never end a fight.
fn mostly(stance: &str, rules: &Rules, who: Fighter) -> Fighter {
    let parsed = |stance| Tactic::parse(stance, rules).unwrap();
    let mix = StanceMix(vec![(parsed(stance), 2), (Tactic::normal(), 1)]);
    Fighter { tactic: Policy { when: Vec::new(), default: mix }, ..who }
}

/// A duel with a stance for each fighter, which it takes in two of three rounds; an empty name means no stance.
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
    // Tables of two effects, because the full table gives a fight of three more states than can be solved.
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
    unmoved("all-out", &cases());
}

/// Known answer duel/srd-all-out-defence-perception: Snorri only defends, for 100 rounds, and watches for an advantage.
#[test]
fn all_out_defense_matches_known_answer() {
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
    // The mean is about 36 rounds, so its tolerance is relative.
    assert!((solved.mean_rounds / 35.721_368_140_471_47 - 1.0).abs() < 1e-12, "{}", solved.mean_rounds);
    // Simulated, within four standard errors. The ten comparisons fail for one in 1,500 seeds; the seed is fixed.
    let tally = fights::simulated(&fight, 407, 200_000);
    let close =
        |count: u64, chance: f64| (count as f64 - 2e5 * chance).abs() <= 4.0 * (2e5 * chance * (1.0 - chance)).sqrt();
    assert!(close(tally.outcomes[1], known[0].2) && close(tally.outcomes[3], known[2].2));
    assert!(close(tally.rounds[1], known[4].2) && close(tally.rounds[3], known[5].2));
    assert!((0..6).all(|level| close(tally.levels[0][level].sum, levels[level])));
    // A Perception two levels lower must be noticed.
    let worse = solve(&duel(snorri(0), bare(brynhild()), &rules)).unwrap();
    assert!(!close(tally.outcomes[1], worse.wins[1]) && (worse.wins[1] - known[0].2).abs() > 1e-3);
}

fn hit(by: u16, degree: i16, graze: bool) -> Event {
    Event::Hit { by, target: 1 - by, degree, graze }
}

fn wound(by: u16, severity: u8) -> Event {
    Event::Wound { by, target: 1 - by, severity }
}

/// A duel of two Fair fighters without damage factors, on the standard track, who always take `stances`.
fn always(stances: [&str; 2], rules: &Rules) -> Fight {
    let taking = |stance| Policy::fixed(Tactic::parse(stance, rules).unwrap());
    let [a, b] = stances.map(|stance| Fighter { tactic: taking(stance), ..Fighter::new("one", 0, 0) });
    duel(a, Fighter { name: "other".into(), ..b }, rules)
}

/// M7, reading 19: ties, losses and wins in all-out offense, with and without grazes, against a normal and an all-out
/// foe.
#[test]
fn all_out_offense_wins_more_and_loses_worse() {
    let rules = Rules { all_out: AllOut::Srd, ..Rules::plain() };
    let one = always(["all-out-offense", "normal"], &rules);
    // A tie after the +1: the foe hits by 0, with 2 points.
    replay(&one, &[(&[0, 1], &[hit(1, 0, false), wound(1, 1)])]);
    // Lost by 1: 3 points. Won by 2: 3 points.
    replay(&one, &[(&[0, 2], &[hit(1, 1, false), wound(1, 2)])]);
    replay(&one, &[(&[1, 0], &[hit(0, 2, false), wound(0, 2)])]);
    let both = always(["all-out-offense"; 2], &rules);
    replay(&both, &[(&[0, 0], &[Event::StandOff { pair: [0, 1] }]), (&[2, 0], &[hit(0, 2, false), wound(0, 3)])]);
    // Grazes at factor 0 are a Scratch: two levels worse for the attacker if it loses, one level worse for the foe if
    // it wins, and three if both are all out.
    let grazing = Rules { graze: Graze::Table, ..rules.clone() };
    let one = always(["all-out-offense", "normal"], &grazing);
    replay(&one, &[(&[0, 1], &[hit(1, 0, true), wound(1, 3)])]);
    replay(&one, &[(&[0, 0], &[hit(0, 1, true), wound(0, 2)])]);
    replay(&always(["all-out-offense"; 2], &grazing), &[(&[1, 0], &[hit(0, 1, true), wound(0, 4)])]);
    // Reading 2: a fighter below the minimum hits no one, even if the foe ties or loses.
    let minimum = Rules { minimum_to_hit: Some(-2), ..rules.clone() };
    let one = always(["all-out-offense", "normal"], &minimum);
    replay(&one, &[(&[-4, -3], &[Event::BelowMinimum { by: 1 }])]);
    // F93: +2 instead of +1.
    let f93 = Rules { all_out: AllOut::Fudge1993, ..Rules::plain() };
    let one = always(["all-out-offense", "normal"], &f93);
    replay(&one, &[(&[0, 2], &[hit(1, 0, false), wound(1, 1)]), (&[0, 0], &[hit(0, 2, false), wound(0, 2)])]);
}

/// M8, reading 20: all-out defense beats back even an all-out attacker without harm. The Perception check ignores
/// wounds, and an advantage lasts one round.
#[test]
fn all_out_defense_gains_an_advantage_without_harm() {
    let rules = Rules { all_out: AllOut::Srd, ..Rules::plain() };
    let fight = always(["all-out-offense", "all-out-defense"], &rules);
    let beaten = [Event::Avoided { by: 0, target: 1 }];
    // A tie at 1, then a +1 makes Perception Good. Next round: +1 −1 +0 against +2 −2. Then the advantage is over.
    replay(&fight, &[(&[0, -1, 1], &beaten), (&[0, -2, 0], &beaten), (&[0, -1, 0], &beaten)]);
    replay(&fight, &[(&[0, 4, 0], &beaten), (&[2, 0], &[hit(0, 1, false), wound(0, 1)])]);
    // F93: the check is made whether or not the defense held, against Fair, and the advantage is a bonus for the
    // defender.
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

/// A16: a natural +4 affects the foe and a natural −4 the fighter who rolled it, whatever the totals; each effect is as
/// printed.
#[test]
fn natural_criticals_apply_the_printed_table() {
    let rules = Rules { fight_criticals: FightCriticals::Table, ..Rules::plain() };
    let armed = |name: &str, skill| Fighter {
        offense: 3,
        weapon: Some(3),
        defense: 2,
        armor: 2,
        ..Fighter::new(name, 0, skill)
    };
    // A rolls +4 and loses by 1, yet B is blinded: in round 2 B neither strikes nor defends.
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
    // Two criticals and a tie: one table roll each.
    let none = Status::default();
    assert_eq!(status(&[-4, -4, 3, 6], &rules, 0), Status { shaken: [-2, 0], ..none });
    assert_eq!(status(&[-4, -4, 3, 6], &rules, 1), Status { shaken: [-1, 0], ..none });
    assert_eq!(status(&[4, 4, 4, 7], &rules, 1), Status { bare: true, ..none });
    assert_eq!(status(&[4, 4, 4, 7], &rules, 0), Status { weapon: WeaponState::Dropped, ..none });
    assert_eq!(status(&[4, 4, 8, 9], &rules, 1), Status { weapon: WeaponState::Damaged, ..none });
    assert_eq!(status(&[4, 4, 8, 12], &rules, 0), none);
}

/// Damage after a weapon or armor is lost. A's damage factor against B is 3 − 2.
#[test]
fn lost_gear_changes_damage() {
    let armed = |name: &str| Fighter { offense: 3, weapon: Some(3), defense: 2, armor: 2, ..Fighter::new(name, 0, 0) };
    let after = |effect, rounds: &[(&[i32], &[Event])]| replay(&duel(armed("A"), armed("B"), &tabled(effect)), rounds);
    let tie = [Event::StandOff { pair: [0, 1] }];
    // Won by 2: 3 points, or 5 without the armor.
    after(Mischance::ArmorGone, &[(&[4, 4, 7, 7], &tie), (&[2, 0], &[hit(0, 2, false), wound(0, 3)])]);
    after(
        Mischance::ArmorIgnored,
        &[(&[4, 2, 7], &[hit(0, 2, false), wound(0, 3)]), (&[0, 0], &[hit(0, 2, false), wound(0, 2)])],
    );
    // (In the second round above, the foe is at −2 for Very Hurt.) A fumble ignores the fumbler's own armor.
    after(Mischance::ArmorIgnored, &[(&[-4, -2, 7], &[hit(1, 2, false), wound(1, 3)])]);
    // Without the weapon, which is worth 4 more than bare hands: −1 points. With a damaged weapon: 2 points.
    after(Mischance::WeaponDropped, &[(&[4, 4, 7, 7], &tie), (&[2, 0], &[hit(0, 2, false), wound(0, 0)])]);
    after(Mischance::WeaponDamaged, &[(&[4, 4, 7, 7], &tie), (&[2, 0], &[hit(0, 2, false), wound(0, 1)])]);
}

/// Reading 10: in all-out defense, only a natural +4 that wins does harm.
#[test]
fn all_out_defense_harms_only_with_a_winning_critical() {
    let rules = Rules { all_out: AllOut::Srd, advantage: None, ..tabled(Mischance::Nothing) };
    let fight = always(["normal", "all-out-defense"], &rules);
    replay(
        &fight,
        &[(&[0, 3], &[Event::Avoided { by: 0, target: 1 }]), (&[0, 4, 7], &[hit(1, 6, false), wound(1, 3)])],
    );
    let fight = always(["all-out-offense", "all-out-defense"], &rules);
    // Both total 6. A tie does no harm.
    let fast = Fighter {
        skill: 5,
        tactic: Policy::fixed(Tactic::parse("all-out-offense", &rules).unwrap()),
        ..Fighter::new("A", 0, 0)
    };
    let defends = Policy::fixed(Tactic::parse("all-out-defense", &rules).unwrap());
    let tied = duel(fast, Fighter { tactic: defends, ..Fighter::new("B", 0, 0) }, &rules);
    replay(&tied, &[(&[0, 4, 7], &[Event::StandOff { pair: [0, 1] }])]);
    // Won: 5 points, plus the 2 that an all-out attacker takes.
    replay(&fight, &[(&[0, 4, 7], &[hit(1, 5, false), wound(1, 4)])]);
}

/// M5, M6, SRD 4.31: aiming costs 1, and a Good or better result hits the part; a lower one is an ordinary hit. SRD
/// 4.35: winning by 2 hits the arm, winning by 1 does not. F93: an ordinary hit adds the aiming penalty to the damage.
#[test]
fn called_shots_hit_parts_as_each_rule_says() {
    let called = |called_shots| Rules { called_shots, ..Rules::plain() };
    let by = |rule, rolls: &[i32], events: &[Event]| {
        let fight = always(["aim-at-weapon-arm", "normal"], &called(rule));
        replay(&fight, &[(rolls, events)]).0.fighters[1]
    };
    // A +2 is Good and wins by 3: the arm is Hurt, and no box is marked.
    let arm = |body: fudgelab::combat::Body| (body.status.parts[0], body.marked > 0);
    assert_eq!(arm(by(CalledShots::Result, &[2, -2], &[hit(0, 3, false)])), (Harm::Hurt, false));
    assert_eq!(arm(by(CalledShots::Result, &[1, -3], &[hit(0, 3, false), wound(0, 2)])), (Harm::None, true));
    assert_eq!(arm(by(CalledShots::Degree, &[2, 0], &[hit(0, 2, false)])), (Harm::Scratched, false));
    assert_eq!(arm(by(CalledShots::Degree, &[1, 0], &[hit(0, 1, false), wound(0, 1)])), (Harm::None, true));
    assert_eq!(arm(by(CalledShots::Fudge1993, &[3, 0], &[hit(0, 2, false), wound(0, 2)])), (Harm::None, true));
    // An Incapacitated arm drops the weapon, and the other arm fights at −1. With exactly the needed degree, the arm is
    // at most Hurt.
    let maimed = by(CalledShots::Degree, &[4, -4], &[hit(0, 8, false)]);
    assert_eq!((maimed.status.parts[0], maimed.status.weapon), (Harm::Incapacitated, WeaponState::Dropped));
    let strong = Fighter {
        offense: 9,
        tactic: Policy::fixed(Tactic::parse("aim-at-weapon-arm", &called(CalledShots::Degree)).unwrap()),
        ..Fighter::new("A", 0, 0)
    };
    let fight = duel(strong, Fighter::new("B", 0, 0), &called(CalledShots::Degree));
    // In the next round B is at −1, so a +1 only ties.
    let tie = [Event::StandOff { pair: [0, 1] }];
    let (State { fighters: bodies, .. }, _) = replay(&fight, &[(&[2, 0], &[hit(0, 2, false)]), (&[0, 1], &tie)]);
    assert_eq!(bodies[1].status.parts[0], Harm::Hurt);
    // In turns, aiming lowers only the attack.
    let turns = Rules { pacing: Pacing::Turns, ..called(CalledShots::Result) };
    let aimed = Tactic::parse("aim-at-eye", &turns).unwrap().stance;
    assert_eq!((aimed.attack, aimed.avoid), (-1, 0));
}

/// W19, SRD 4.62: a Good blow to the head that wins is a knockout, however light. A lesser one is an ordinary blow.
#[test]
fn good_blow_to_the_head_knocks_out() {
    let rules = |called_shots| Rules { called_shots, head_blows: HeadBlows::Knockout, ..Rules::plain() };
    let level = |rule, rolls: &[i32], events: &[Event]| {
        let fight = always(["aim-at-head", "normal"], &rules(rule));
        let (State { fighters: bodies, .. }, progress) = replay(&fight, &[(rolls, events)]);
        (fight.roster.track(1).condition(bodies[1].felt).level, progress)
    };
    let (ordinary, knocked_out) = ((1, Progress::NextRound), (4, Progress::Over));
    // Aiming costs 1, so a +2 is Good.
    assert_eq!(level(CalledShots::Result, &[2, 0], &[hit(0, 1, false), wound(0, 4)]), knocked_out);
    assert_eq!(level(CalledShots::Result, &[1, -1], &[hit(0, 1, false), wound(0, 1)]), ordinary);
    // If parts are hit by relative degree, aiming is free, but a knockout still needs a Good blow.
    assert_eq!(level(CalledShots::Degree, &[1, 0], &[hit(0, 1, false), wound(0, 4)]), knocked_out);
    assert_eq!(level(CalledShots::Degree, &[0, -1], &[hit(0, 1, false), wound(0, 1)]), ordinary);
    // F93: an ordinary blow adds the aiming penalty to the damage.
    assert_eq!(level(CalledShots::Fudge1993, &[2, 0], &[hit(0, 1, false), wound(0, 4)]), knocked_out);
    let back = level(CalledShots::Fudge1993, &[1, -2], &[hit(0, 2, false), wound(0, 2)]);
    assert_eq!(back, (2, Progress::NextRound), "2 points and the 1 given back are Hurt");
}

/// V14, SRD 7.15: Barney fails with a natural −4, although Great − 4 is Poor, which is enough for Detect Food. A −3 on
/// Create Pizza is an ordinary failure.
#[test]
fn natural_minus_4_fails_barneys_spell() {
    let cast = |level, difficulty, roll: i32| {
        let actor = Actor::new(Some(level), 0, dice("4dF"), None).unwrap();
        let criticals = Criticals::new(None, Some(-4), CriticalEffect::Automatic).unwrap();
        let rules = CheckRules { criticals: Some(criticals), ..CheckRules::default() };
        Check::new(actor, difficulty, rules).unwrap().roll(&mut Script::new([roll])).verdict()
    };
    assert_eq!(cast(2, -2, -4), CheckVerdict::CriticalFailure);
    assert_eq!(cast(2, -2, -3), CheckVerdict::Success);
    assert_eq!(cast(0, 0, -3), CheckVerdict::Failure);
    // One cast in 81 fails this way, however good the magician.
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

/// A16: armor that is already gone cannot also be ignored.
#[test]
fn lost_armor_is_not_ignored_again() {
    let armed = |name: &str| Fighter { offense: 3, defense: 2, armor: 2, ..Fighter::new(name, 0, 0) };
    let mut rules = tabled(Mischance::ArmorIgnored);
    rules.critical_effects[0] = Mischance::ArmorGone;
    let fight = duel(armed("A"), armed("B"), &rules);
    let tie = [Event::StandOff { pair: [0, 1] }];
    // The table rolls of 2 remove both fighters' armor. Won by 2 with the armor also ignored: 5 points, Very Hurt, not
    // 7.
    replay(&fight, &[(&[4, 4, 2, 2], &tie), (&[4, 2, 7], &[hit(0, 2, false), wound(0, 3)])]);
}

/// M5, F93 4.6, W7: an ordinary hit adds the aiming penalty to the damage; a graze, which depends only on the factor,
/// does not.
#[test]
fn graze_gets_nothing_back_for_aiming() {
    let rules = Rules { called_shots: CalledShots::Fudge1993, graze: Graze::Table, ..Rules::plain() };
    let fight = always(["aim-at-weapon-arm", "normal"], &rules);
    // By 1 at factor 0: a Scratch, and not a level worse. By 2: 2 points plus 1 are Hurt.
    replay(&fight, &[(&[2, 0], &[hit(0, 1, true), wound(0, 1)])]);
    replay(&fight, &[(&[3, 0], &[hit(0, 2, false), wound(0, 2)])]);
}

/// M6, SRD 4.35: an eye is hit only by a blow that wins by 4, however good the result.
#[test]
fn eye_needs_a_win_by_4() {
    let rules = Rules { called_shots: CalledShots::Degree, ..Rules::plain() };
    let eye = |rolls: &[i32], events: &[Event]| {
        replay(&always(["aim-at-eye", "normal"], &rules), &[(rolls, events)]).0.fighters[1].status.parts[2]
    };
    assert_eq!(eye(&[3, 0], &[hit(0, 3, false), wound(0, 2)]), Harm::None);
    assert_eq!(eye(&[4, 0], &[hit(0, 4, false)]), Harm::Hurt);
}
