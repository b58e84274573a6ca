//! Player-facing fights: the known answer, the source's example with its dice, exact against simulated, and related
//! options (C3, C5, C6, C9, A2, A9, D13, M17, W16, W17, W18).

use crate::support::fights::{self, Solved, Tallied, solve};
use crate::support::{self, Notes, dice, duel, level, srd};
use fudgelab::chance::Script;
use fudgelab::check::{Achieved, Actor, Cap, Check, CheckRules};
use fudgelab::combat::{Body, Cast, Event, Fight, Fighter, PlayedFight, compile, play};
use fudgelab::dice::Dice;
use fudgelab::ladder::Ladder;
use fudgelab::rules::{DamageBy, LevelRule, ModifierSum, Pacing, Record, ResultsCap, Rules, StaticTie, Track};

/// The rules of preset `lite` that matter for fights.
fn lite() -> Rules {
    Rules {
        npc_dice: Some(dice("none")),
        stacking: ModifierSum::Largest,
        results_cap: ResultsCap::Ladder,
        pacing: Pacing::PlayerFacing,
        damage: DamageBy::Hit,
        record: Record::injuries(),
        ..Rules::plain()
    }
}

fn pc(name: &str, skill: i32) -> Fighter {
    Fighter::new(name, 0, skill)
}

fn npc(name: &str, skill: i32, boxes: u8) -> Fighter {
    Fighter { record: Some(Record::injuries().with_boxes(boxes)), ..Fighter::new(name, 1, skill) }
}

fn fight(fighters: Vec<Fighter>, rules: &Rules) -> Fight {
    compile(&Cast { fighters, sides: vec!["heroes".into(), "foes".into()] }, rules).unwrap()
}

fn solved(fighters: Vec<Fighter>, rules: &Rules) -> Solved {
    solve(&fight(fighters, rules)).unwrap()
}

fn scripted(fight: &Fight, rolls: &[i32]) -> (PlayedFight<Vec<Body>>, Vec<Event>) {
    let mut notes = Notes::default();
    let mut script = Script::new(rolls.iter().copied());
    let outcome = play(fight, vec![Body::default(); fight.roster.fighters()], &mut script, &mut notes);
    assert!(script.left() == 0 && !script.ran_out(), "{:?}", notes.0);
    (outcome, notes.0)
}

fn simulated(fight: &Fight, trials: u64) -> Tallied {
    fights::simulated(fight, 505, trials)
}

/// Lists counts that differ from exact chances by more than four standard errors. Impossible results must not occur.
fn differences(tally: &Tallied, exact: &Solved) -> Vec<String> {
    let trials = tally.trials() as f64;
    let mut differences = Vec::new();
    let mut compare = |what: String, count: u64, chance: f64| {
        let expected = trials * chance;
        let error = (expected * (1.0 - chance)).max(0.0).sqrt();
        if (count as f64 - expected).abs() > 4.0 * error + 1e-6 {
            differences.push(format!("{what} {count} times, not {expected:.1} ± {error:.1}"));
        }
    };
    (0..2).for_each(|side| compare(format!("side {side} wins"), tally.outcomes[side], exact.wins[side]));
    compare("nobody is left".into(), tally.outcomes[2], exact.nobody);
    for (rounds, chance) in exact.rounds.iter().enumerate().take(12) {
        compare(format!("{rounds} rounds"), tally.rounds[rounds], *chance);
    }
    if let (Some(party), Some(counts)) = (&exact.party, &tally.party) {
        for (side, chances) in party.survivors.iter().enumerate() {
            for (left, chance) in chances.iter().enumerate() {
                compare(format!("{left} of side {side} left"), counts.survivors[side][left], *chance);
            }
        }
    }
    differences
}

const DUEL_ROUNDS: f64 = 132_785_084.0 / 43_046_721.0;
const DUEL_WINS: [f64; 2] = [3_227_275_000.0 / 3_486_784_401.0, 259_509_401.0 / 3_486_784_401.0];
const FINAL_A: [f64; 5] = [
    2500.0 / 6561.0,
    155_000.0 / 531_441.0,
    2_402_500.0 / 14_348_907.0,
    297_910_000.0 / 3_486_784_401.0,
    259_509_401.0 / 3_486_784_401.0,
];
const FINAL_B: [f64; 3] =
    [923_521.0 / 43_046_721.0, 184_704_200.0 / 3_486_784_401.0, 3_227_275_000.0 / 3_486_784_401.0];

fn known_duel(rules: &Rules) -> Fight {
    duel(pc("A", 1), npc("B", 1, 2), rules)
}

fn known_differences(exact: &Solved) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |what: String, found: f64, expected: f64| {
        if (found - expected).abs() > 1e-12 {
            differences.push(format!("{what} is {found}, not {expected}"));
        }
    };
    (0..2).for_each(|side| compare(format!("side {side} wins"), exact.wins[side], DUEL_WINS[side]));
    compare("both out".into(), exact.nobody, 0.0);
    compare("the mean of rounds".into(), exact.mean_rounds, DUEL_ROUNDS);
    compare("more than 5 rounds".into(), exact.rounds.iter().skip(6).sum(), 0.0);
    compare("1 round".into(), exact.rounds[1], 0.0);
    compare("3 rounds".into(), exact.rounds[3], 155_000.0 / 531_441.0);
    (0..5).for_each(|level| compare(format!("A with {level} boxes"), exact.levels[0][level], FINAL_A[level]));
    (0..3).for_each(|level| compare(format!("B with {level} boxes"), exact.levels[1][level], FINAL_B[level]));
    differences
}

/// Known answer `duel/lite-good-vs-good-2-boxes`.
#[test]
fn exact_lite_duel_matches_known_answer() {
    assert_eq!(known_differences(&solve(&known_duel(&lite())).unwrap()), [""; 0]);
}

/// 18 comparisons of a million trials, each of which fails by chance with probability 6.3e-5: 0.12 % together. The seed
/// is fixed.
#[test]
fn simulated_lite_duel_matches_known_answer() {
    let fight = known_duel(&lite());
    let tally = simulated(&fight, 1_000_000);
    assert_eq!(differences(&tally, &solve(&fight).unwrap()), [""; 0]);
    for (level, chance) in FINAL_A.iter().enumerate() {
        let (found, expected) = (tally.levels[0][level].sum as f64, 1e6 * chance);
        assert!((found - expected).abs() < 4.0 * (expected * (1.0 - chance)).sqrt(), "A with {level} boxes: {found}");
    }
}

/// A rule by which the player loses ties (A9 reversed) must be noticed.
#[test]
fn comparison_rejects_lost_ties() {
    let wrong = solve(&duel(pc("A", 0), npc("B", 1, 2), &lite())).unwrap();
    assert!(!known_differences(&wrong).is_empty());
    let tally = simulated(&duel(pc("A", 0), npc("B", 1, 2), &lite()), 100_000);
    assert!(!differences(&tally, &solve(&known_duel(&lite())).unwrap()).is_empty());
}

fn two_against_three(rules: &Rules) -> Fight {
    let orc = Fighter { count: 2, ..npc("orc", 1, 2) };
    fight(vec![pc("Ann", 2), pc("Bob", 1), npc("chief", 2, 3), orc], rules)
}

/// C5, C6: two player characters against three foes, without and with dice for the foes. Some 20 comparisons of 400,000
/// trials each, which fail by chance with probability 6.3e-5 each: 0.3 % for both. The seed is fixed.
#[test]
fn two_against_three_exact_and_simulated_agree() {
    for rules in [lite(), Rules { npc_dice: Some(dice("4dF")), ..lite() }] {
        let fight = two_against_three(&rules);
        let exact = solve(&fight).unwrap();
        assert!((exact.wins.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(differences(&simulated(&fight, 400_000), &exact), [""; 0]);
    }
}

/// One more box for the chief must be noticed.
#[test]
fn comparison_rejects_one_more_box() {
    let orc = Fighter { count: 2, ..npc("orc", 1, 2) };
    let wrong = fight(vec![pc("Ann", 2), pc("Bob", 1), npc("chief", 2, 4), orc], &lite());
    let exact = solve(&two_against_three(&lite())).unwrap();
    assert!(!differences(&simulated(&wrong, 400_000), &exact).is_empty());
}

/// By hand: two player characters with one box each need a natural 0 (50/81) against a foe with one box. The foe falls
/// if either succeeds. If the first one does, the second does not act.
#[test]
fn player_characters_act_in_roster_order() {
    let one = |name| Fighter { record: Some(Record::injuries().with_boxes(1)), ..pc(name, 0) };
    let exact = solved(vec![one("Ann"), one("Bob"), npc("orc", 0, 1)], &lite());
    let (hit, miss) = (50.0 / 81.0, 31.0 / 81.0);
    assert!((exact.wins[0] - (hit + miss * hit)).abs() < 1e-12);
    assert!((exact.wins[1] - miss * miss).abs() < 1e-12);
    assert!((exact.rounds[1] - 1.0).abs() < 1e-12);
    let party = exact.party.unwrap();
    assert!((party.survivors[0][2] - hit).abs() < 1e-12 && (party.survivors[0][1] - miss * hit).abs() < 1e-12);
}

const INJURED: u8 = 1;

fn hit(by: u16, target: u16, degree: i16) -> [Event; 2] {
    [Event::Hit { by, target, degree, graze: false }, Event::Wound { by, target, severity: INJURED }]
}

/// V18, LITE: a flash cantrip that fizzles, a failed leap away from a charging warg, and a failed run for the exit.
#[test]
fn checks_of_the_source_example_match() {
    let cap = Cap::of(&lite(), &Ladder::default()).unwrap();
    let mediocre = || Actor::new(Some(-1), 0, Dice::fudge(), cap).unwrap();
    let roll = |difficulty: i32, natural: i32| {
        let check = Check::new(mediocre(), difficulty, CheckRules::default()).unwrap();
        check.roll(&mut Script::new([natural]))
    };
    let (mediocre_spell, fair) = (-1, 0);
    let cantrip = roll(mediocre_spell, -1);
    assert_eq!((cantrip.degree, cantrip.achieved), (-2, Achieved::Failure), "Poor: it fizzles");
    assert_eq!(roll(mediocre_spell, 0).achieved, Achieved::Success, "0 or higher would have done");
    let leap = roll(fair, -3);
    assert_eq!((leap.degree, leap.achieved), (-3, Achieved::Failure), "just Terrible, not one below it");
    let escape = roll(fair, -1);
    assert_eq!((escape.degree, escape.achieved), (-2, Achieved::Failure));
}

/// V18 as a fight: the leap is a defense roll (the source names no difficulty: Fair, A18), and its failure marks the
/// last minor injury. The warg that clings to an arm is helpless against a dagger, and has only one box.
#[test]
fn warg_fight_matches_the_source_example() {
    let rules = Rules { round_limit: 2, ..lite() };
    let wizard = Fighter { defends_at: Some(0), ..pc("wizard", -1) };
    let charge = duel(wizard, npc("warg", 0, 1), &rules);
    // The first failure causes the earlier injury, which the source only implies.
    let (outcome, events) = scripted(&charge, &[-2, -3]);
    assert_eq!(events, [hit(1, 0, 3), hit(1, 0, 3)].concat(), "Terrible both times, capped the second");
    let track = charge.roster.track(0);
    assert_eq!(track.marks(outcome.fighters[0].felt), [2, 0], "no minor box is left");
    let stab = duel(pc("wizard", -1), Fighter { unaware: 1, ..npc("warg", 0, 1) }, &rules);
    let (outcome, _) = scripted(&stab, &[]);
    assert_eq!((outcome.winner, outcome.rounds), (Some(0), 1), "no need for a roll");
}

/// A fighter who only defends harms no foe, and a successful roll prevents harm.
#[test]
fn defending_prevents_harm_and_causes_none() {
    let wizard = Fighter { defends_at: Some(1), ..pc("wizard", 0) };
    let fight = duel(wizard, npc("orc", 0, 2), &Rules { round_limit: 4, ..lite() });
    let (outcome, events) = scripted(&fight, &[0, -1, 4, 0]);
    let avoided = [Event::Avoided { by: 1, target: 0 }];
    let expected = [&hit(0, 1, 0)[..], &hit(1, 0, 1), &avoided, &avoided].concat();
    assert_eq!(events, expected, "from the first injury on she defends");
    assert!(outcome.undecided);
}

/// Reading 36: results stop at Superb, so a foe with a higher trait who does not roll cannot be beaten. One who rolls
/// can be.
#[test]
fn results_are_capped_but_static_traits_are_not() {
    let hopeless = solved(vec![pc("Ann", 3), npc("demon", 4, 2)], &lite());
    assert_eq!(hopeless.wins, [0.0, 1.0]);
    let uncapped = solved(vec![pc("Ann", 3), npc("demon", 4, 2)], &Rules { results_cap: ResultsCap::Off, ..lite() });
    assert!(uncapped.wins[0] > 0.01);
    let rolling = solved(vec![pc("Ann", 3), npc("demon", 4, 2)], &Rules { npc_dice: Some(dice("4dF")), ..lite() });
    assert!(rolling.wins[0] > 0.5, "a demon's results stop at Superb too, and Ann wins ties");
    // Superb against Superb, both capped: a tie if neither rolls below 0, and the player wins ties.
    let even = duel(pc("Ann", 3), npc("orc", 3, 1), &Rules { npc_dice: Some(dice("4dF")), ..lite() });
    let (_, events) = scripted(&even, &[0, 4]);
    assert_eq!(events, hit(0, 1, 0));
}

/// A2 applies to every kind of fight: without it, Superb +2 beats Superb +1; with it, they tie.
#[test]
fn results_are_capped_in_simultaneous_rounds() {
    let capped = Rules { results_cap: ResultsCap::Ladder, round_limit: 1, ..Rules::plain() };
    let pair = |rules: &Rules| scripted(&duel(pc("A", 3), Fighter::new("B", 1, 3), rules), &[2, 1]).1;
    assert_eq!(pair(&capped), [Event::StandOff { pair: [0, 1] }]);
    assert!(matches!(pair(&Rules { results_cap: ResultsCap::Off, ..capped })[..], [Event::Hit { degree: 1, .. }, _]));
}

/// A2 caps the result after all modifiers: Superb at −2 with a roll of +2 is Superb. Capped before them it would be
/// Good.
#[test]
fn check_is_capped_after_its_modifiers() {
    let cap = Cap::of(&lite(), &Ladder::default()).unwrap();
    let degree = |level: i32, modifiers: i32, natural: i32| {
        let actor = Actor::new(Some(level), modifiers, Dice::fudge(), cap).unwrap();
        Check::new(actor, 0, CheckRules::default()).unwrap().roll(&mut Script::new([natural])).degree
    };
    assert_eq!([0, 1, 2, 4].map(|natural| degree(3, -2, natural)), [1, 2, 3, 3]);
    assert_eq!([0, -1, -2, -4].map(|natural| degree(-3, 2, natural)), [-1, -2, -3, -3]);
}

/// A wound is the modifier here: Superb, hurt, with a roll of +2 is still Superb.
#[test]
fn fight_is_capped_after_wound_penalties() {
    let levels = vec![level("Scratch", 0, 1, 0, false), level("Hurt", 0, 1, -1, false), level("Out", 0, 1, 0, true)];
    let capped = Rules { record: Record { levels, ..Record::injuries() }, ..lite() };
    // Against a foe who is Superb without a roll, and against whom the player wins ties: two failures hurt her, then +1
    // or +2 hits.
    let ann = duel(pc("Ann", 3), npc("demon", 3, 1), &capped);
    for natural in [1, 2] {
        assert_eq!(scripted(&ann, &[-1, -1, natural]).1[4..], hit(0, 1, 0), "{natural}");
    }
    // In simultaneous rounds, also alone against two: a roll of +2, capped, ties a roll of 0.
    let simultaneous = Rules { pacing: Pacing::Simultaneous, damage: DamageBy::Hit, round_limit: 1, ..capped };
    let rolling = |name: &str, side: usize| Fighter { dice: Some(dice("4dF")), ..Fighter::new(name, side, 3) };
    let begun = |foes: &[&str]| {
        let foes = foes.iter().map(|name| rolling(name, 1));
        let fight = fight(std::iter::once(rolling("A", 0)).chain(foes).collect(), &simultaneous);
        let hurt = fight.roster.track(0).after(0, 2);
        let mut start = fight.start().to_vec();
        start[0] = Body { felt: hurt, marked: hurt, ..start[0] };
        fight.starting(start).unwrap()
    };
    for foes in [&["B"][..], &["B", "C"]] {
        let is_hit = |natural: i32| {
            let fight = begun(foes);
            let (mut notes, rolls) = (Notes::default(), [natural, 0, 0]);
            play(&fight, fight.start().to_vec(), &mut Script::new(rolls[..=foes.len()].iter().copied()), &mut notes);
            notes.0.iter().any(|event| matches!(event, Event::Hit { .. }))
        };
        assert_eq!([0, 1, 2, 4].map(is_hit), [true, false, false, false], "{foes:?}");
    }
    // By hand: A can tie at most, which takes +1 or more (31 of 81), since B is always Superb.
    let still = Fighter { dice: Some(dice("none")), ..Fighter::new("B", 1, 3) };
    let fight = fight(vec![rolling("A", 0), still], &simultaneous);
    let hurt = fight.roster.track(0).after(0, 2);
    let [felt, marked] = [hurt; 2];
    let fight = fight.starting(vec![Body { felt, marked, ..Body::default() }, Body::default()]).unwrap();
    let exact = solve(&fight).unwrap();
    assert!((exact.wins[1] - 50.0 / 81.0).abs() < 1e-12 && exact.wins[0] == 0.0, "{:?}", exact.wins);
    assert_eq!(differences(&simulated(&fight, 100_000), &exact), [""; 0]);
}

/// Enormous threats: a troll that marks three boxes at once, and a train whose hits start at the serious injuries.
#[test]
fn enormous_threats_mark_more_boxes() {
    let boxes_after = |threat: Fighter| {
        let rules = Rules { round_limit: 1, ..lite() };
        let fight = duel(pc("Ann", 0), threat, &rules);
        let outcome = scripted(&fight, &[-1]).0;
        fight.roster.track(0).marks(outcome.fighters[0].felt)
    };
    assert_eq!(boxes_after(npc("orc", 0, 2)), [1, 0]);
    assert_eq!(boxes_after(Fighter { injuries: 3, ..npc("troll", 0, 2) }), [2, 1]);
    assert_eq!(boxes_after(Fighter { serious: true, ..npc("train", 0, 2) }), [2, 1]);
    assert_eq!(boxes_after(Fighter { serious: true, injuries: 2, ..npc("express", 0, 2) }), [2, 2]);
    assert_eq!(boxes_after(Fighter { injuries: 9, ..npc("meteor", 0, 2) }), [2, 2]);
}

/// W18: the weapon's boxes minus the armor's, at least 0.
#[test]
fn marked_boxes_equal_weapon_minus_armor() {
    let rules = Rules { damage: DamageBy::Weapon, round_limit: 1, ..lite() };
    let marked = |offense: i32, armor: i32| {
        let fight = duel(Fighter { defense: armor, ..pc("Ann", 0) }, Fighter { offense, ..npc("thug", 0, 2) }, &rules);
        let outcome = scripted(&fight, &[-4]).0;
        fight.roster.track(0).marks(outcome.fighters[0].felt).iter().sum::<u8>()
    };
    let table = [(1, 0, 1), (2, 1, 1), (3, 2, 1), (4, 1, 3), (5, 0, 4), (1, 2, 0), (1, 1, 0)];
    for (weapon, armor, boxes) in table {
        assert_eq!(marked(weapon, armor), boxes, "a weapon of {weapon} against armor of {armor}");
    }
}

/// W17: Scratch ×3, Hurt −1, Very Hurt −2, Incapacitated, marked in order. A penalty counts from the next action on.
#[test]
fn condition_track_applies_penalties_in_order() {
    let level = |name: &str, boxes, penalty, out| LevelRule { name: name.into(), from: 0, boxes, penalty, out };
    let levels = vec![
        level("Scratch", 3, 0, false),
        level("Hurt", 1, -1, false),
        level("Very Hurt", 1, -2, false),
        level("Incapacitated", 1, 0, true),
    ];
    let record = Record { levels, ..Record::injuries() };
    record.check().unwrap();
    let names = ["Undamaged", "Scratch 1", "Scratch 2", "Scratch 3", "Hurt", "Very Hurt", "Incapacitated", "Dead"];
    assert_eq!(record.level_names(0), names);
    let track = Track::compile(&record, 0, None);
    let after = (0..=6).map(|boxes| track.condition(track.after(0, boxes)));
    let conditions: Vec<(i8, bool)> = after.map(|condition| (condition.penalty, condition.fit)).collect();
    let fit = [(0, true), (0, true), (0, true), (0, true), (-1, true), (-2, true), (0, false)];
    assert_eq!(conditions, fit);
    assert!(!track.can_kill() && track.knockout_severity() == 6);
    // Hurt after four failures: a natural 0 no longer succeeds against the same trait.
    let fight = duel(pc("Ann", 0), npc("orc", 0, 9), &Rules { record, round_limit: 5, ..lite() });
    let (_, events) = scripted(&fight, &[-1, -1, -1, -1, 0]);
    assert_eq!(events[8..], hit(1, 0, 1));
}

/// C3: one roll of the gunner decides, 4dF or the median of three.
#[test]
fn one_roll_decides_a_story_element() {
    let gunner = |name: &str| Fighter { dice: Some(dice(name)), ..pc("Gunner", 3) };
    let mob = || Fighter { count: 5, ..Fighter::new("mobster", 1, 3) };
    let rules = Rules { pacing: Pacing::Story, ..srd() };
    let once = solved(vec![gunner("4dF"), mob()], &rules);
    assert!((once.wins[0] - 50.0 / 81.0).abs() < 1e-12 && (once.rounds[1] - 1.0).abs() < 1e-12);
    // The median of three is at least 0 if at least two of them are.
    let p = 50.0 / 81.0;
    let median = solved(vec![gunner("median3 4dF"), mob()], &rules);
    assert!((median.wins[0] - (3.0 * p * p * (1.0 - p) + p * p * p)).abs() < 1e-12);
    assert_eq!(median.party.as_ref().unwrap().survivors[1][1..5], [0.0; 4], "all or none");
    let fight = fight(vec![gunner("4dF"), mob()], &rules);
    assert_eq!(differences(&simulated(&fight, 100_000), &once), [""; 0]);
    assert_eq!(scripted(&fight, &[0]).0.winner, Some(0), "meeting the difficulty does");
    assert_eq!(scripted(&fight, &[-1]).0.winner, Some(1));
}

/// The best fighter of a side rolls for all of it, against the level of the best opponent.
#[test]
fn best_fighter_rolls_for_a_story_element() {
    let rules = Rules { pacing: Pacing::Story, ..Rules::plain() };
    let exact =
        solved(vec![pc("Ann", 0), pc("Bob", 2), Fighter::new("guard", 1, 0), Fighter::new("chief", 1, 2)], &rules);
    assert!((exact.wins[0] - 50.0 / 81.0).abs() < 1e-12);
}

/// M17: a tie with a static foe is a stand-off (SRD 4.33) or a hit by 0 (FF), whichever side is listed first, and also
/// against several foes. The points are then 0 + factor, or a graze under rules with grazes (reading 12).
#[test]
fn tie_with_a_static_foe_follows_the_rule() {
    let one_round = |rules: Rules| Rules { round_limit: 1, ..rules };
    let ff = || one_round(Rules { static_tie: StaticTie::Hit, ..Rules::plain() });
    let still = |side| Fighter { dice: Some(dice("none")), ..Fighter::new("guard", side, 0) };
    let hero = |side| Fighter { offense: 3, ..Fighter::new("Ann", side, 0) };
    let events = |first, second, rules: &Rules| scripted(&duel(first, second, rules), &[0]).1;
    assert_eq!(events(hero(0), still(1), &one_round(Rules::plain())), [Event::StandOff { pair: [0, 1] }]);
    let struck = |by, target, graze, severity| {
        [Event::Hit { by, target, degree: 0, graze }, Event::Wound { by, target, severity }]
    };
    assert_eq!(events(hero(0), still(1), &ff()), struck(0, 1, false, 2), "3 points: Hurt");
    assert_eq!(events(still(0), hero(1), &ff()), struck(1, 0, false, 2));
    let graze =
        one_round(Rules { static_tie: StaticTie::Hit, damage_roll: fudgelab::rules::DamageRoll::default(), ..srd() });
    assert_eq!(events(hero(0), still(1), &graze), struck(0, 1, true, 1));
    let both = scripted(&duel(hero(0), Fighter::new("Bob", 1, 0), &ff()), &[0, 0]).1;
    assert_eq!(both, [Event::StandOff { pair: [0, 1] }], "who rolls ties as ever");
    let several = |rules: &Rules| {
        let guards = Fighter { count: 2, ..still(1) };
        scripted(&support::brawl(hero(0), vec![guards], rules), &[0]).1
    };
    assert_eq!(several(&ff()), struck(0, 1, false, 2));
    assert_eq!(several(&one_round(Rules::plain())), []);
}

#[test]
fn mixed_sides_of_player_characters_are_rejected() {
    let refused = |fighters: Vec<Fighter>| {
        let cast = Cast { fighters, sides: vec!["heroes".into(), "foes".into()] };
        compile(&cast, &lite()).unwrap_err().message().to_owned()
    };
    let marked = |fighter: Fighter, pc| Fighter { pc: Some(pc), ..fighter };
    let mixed = refused(vec![marked(pc("Ann", 0), true), pc("hireling", 0), npc("orc", 0, 1)]);
    assert!(mixed.contains("Ann is a player character, but hireling, on the same side, is not"), "{mixed}");
    let nobody = refused(vec![marked(pc("Ann", 0), false), npc("orc", 0, 1)]);
    assert!(nobody.contains("no fighter is a player character"), "{nobody}");
    // If marked as player characters, the second side acts.
    let second = duel(pc("orc", 0), Fighter { pc: Some(true), ..Fighter::new("Ann", 1, 0) }, &lite());
    let (outcome, _) = scripted(&second, &[0, -1, 0, -1, 0, 0]);
    assert_eq!((outcome.winner, outcome.rounds), (Some(1), 6), "one action a round, also after an injury");
}
