//! Checks and opposed actions: known answers, properties, and agreement with simulation.

use crate::chance::{Sampler, Seed, Weight};
use crate::check::{
    Actor, Bands, Cap, Check, CheckRules, CheckVerdict, Contestant, CriticalEffect, Criticals, Decision, Opposed,
    OpposedResult, Summary, Ties, play,
};
use crate::dice::{Dice, Pmf};
use crate::exact::ends;
use crate::rules::Success;

type Fraction = (u128, u128);

fn dice(name: &str) -> Dice {
    let pmf = match name {
        // SRD 3.22: the table of three dice.
        "3d6-table" => Pmf::new(-4, vec![4, 6, 25, 46, 54, 46, 25, 6, 4]).unwrap(),
        "4d6-lowest" => lowest_of_four(),
        "d%" => Pmf::new(-4, vec![1, 5, 12, 20, 24, 20, 12, 5, 1]).unwrap(),
        _ => return Dice::parse(name).unwrap(),
    };
    Dice::new(name, pmf)
}

/// SRD 3.22: of two positive and two negative dice, those with the lowest number count; if both signs show it, the
/// result is 0.
fn lowest_of_four() -> Pmf {
    let mut weights = vec![0; 11];
    for roll in 0..6i32.pow(4) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| roll / 6i32.pow(place) % 6 + 1);
        let (plus, minus) = (a.min(b), c.min(d));
        let result = match plus.cmp(&minus) {
            std::cmp::Ordering::Less => plus,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => -minus,
        };
        weights[(result + 5) as usize] += 1;
    }
    Pmf::new(-5, weights).unwrap()
}

fn actor(level: i32, name: &str, cap: Option<Cap>) -> Actor {
    Actor::new(Some(level), 0, dice(name), cap).unwrap()
}

fn checked(level: i32, name: &str, difficulty: i32, rules: CheckRules) -> Check {
    Check::new(actor(level, name, None), difficulty, rules).unwrap()
}

fn contest(levels: [i32; 2], names: [&str; 2], minimum: Option<i32>, ties: Ties) -> Opposed {
    let side = |k: usize| Contestant::new(actor(levels[k], names[k], None), minimum).unwrap();
    Opposed::new(side(0), side(1), ties)
}

fn figure(figures: &[(&str, Weight)], name: &str) -> Fraction {
    figures.iter().find(|(found, _)| *found == name).unwrap().1.fraction().unwrap()
}

fn fractions(distribution: &Summary<i32>) -> Vec<(i32, Fraction)> {
    distribution.iter().map(|(value, weight)| (value, weight.fraction().unwrap())).collect()
}

fn standing(distribution: &Summary<OpposedResult>, one: Decision) -> Weight {
    distribution.weight_of(|result| result.standing == one)
}

/// Checks that together use every rule.
fn samples() -> Vec<Check> {
    let plain = CheckRules::default();
    let with = |effect| Some(Criticals::natural_four(effect));
    let rules = [
        plain.clone(),
        CheckRules { success: Success::Surpass, ..plain.clone() },
        CheckRules { bands: Some(Bands::four_levels()), ..plain.clone() },
        CheckRules { criticals: with(CriticalEffect::Report), ..plain.clone() },
        CheckRules { criticals: with(CriticalEffect::Automatic), success: Success::Surpass, ..plain.clone() },
        CheckRules { criticals: with(CriticalEffect::TRANS_SUPERB), ..plain.clone() },
        CheckRules { easy: Some(-3), ..plain },
    ];
    let cases = rules.iter().flat_map(|rules| ["4dF", "4d6-lowest", "none"].map(|name| (rules, name)));
    cases.map(|(rules, name)| checked(-1, name, 1, rules.clone())).collect()
}

#[test]
fn success_table_of_three_dice_matches_known_answer() {
    // Known answer check/success-table-3d6: levels and difficulties from Terrible to Legendary.
    for level in -3..=4 {
        for difficulty in -3..=4 {
            let check = checked(level, "3d6-table", difficulty, CheckRules::default());
            let expected = match difficulty - level {
                ..=-4 => (1, 1),
                -3 => (53, 54),
                -2 => (103, 108),
                -1 => (181, 216),
                0 => (5, 8),
                1 => (3, 8),
                2 => (35, 216),
                3 => (5, 108),
                4 => (1, 54),
                5.. => (0, 1),
            };
            assert_eq!(figure(&check.figures(&ends(&check).unwrap()), "success"), expected, "{level} {difficulty}");
        }
    }
}

#[test]
fn opposed_action_with_different_dice_matches_known_answer() {
    // Known answer check/opposed-3d6-vs-4d6-lowest.
    let opposed = contest([0, 0], ["3d6-table", "4d6-lowest"], None, Ties::StatusQuo);
    let distribution = ends(&opposed).unwrap();
    let figures = opposed.figures(&distribution);
    assert_eq!(figures.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["win", "tie", "lose"]);
    assert_eq!(
        ["win", "tie", "lose"].map(|name| figure(&figures, name)),
        [(57769, 139_968), (12215, 69984), (57769, 139_968)]
    );
    let half = [
        (1, 23328),
        (49, 139_968),
        (149, 93312),
        (199, 34992),
        (4621, 279_936),
        (5255, 139_968),
        (863, 11664),
        (16609, 139_968),
        (1847, 11664),
        (12215, 69984),
    ];
    let expected: Vec<_> = (-9..=9i32).map(|value| (value, half[9 - value.unsigned_abs() as usize])).collect();
    assert_eq!(fractions(&distribution.relative_degrees()), expected);
}

#[test]
fn minimum_for_both_sides_matches_known_answer() {
    // Known answer check/opposed-minimum-poor-both, where `none` includes ties.
    let opposed = contest([-2, -2], ["4dF", "4dF"], Some(-2), Ties::StatusQuo);
    let distribution = ends(&opposed).unwrap();
    assert_eq!(standing(&distribution, Decision::Win).fraction(), Some((811, 2187)));
    assert_eq!(standing(&distribution, Decision::Lose).fraction(), Some((811, 2187)));
    let nobody = distribution.weight_of(|result| matches!(result.standing, Decision::Tie | Decision::None));
    assert_eq!(nobody.fraction(), Some((565, 2187)));
    // A tie below the minimum is still a tie. In the remaining results, the better side is below Poor.
    let figures = opposed.figures(&distribution);
    assert_eq!((figure(&figures, "tie"), figure(&figures, "none")), ((41, 243), (196, 2187)));
}

#[test]
fn automatic_criticals_match_known_answer() {
    // Known answer check/criticals-automatic-hard: Mediocre against Superb. Both effects have the same answer.
    for effect in [CriticalEffect::Automatic, CriticalEffect::TRANS_SUPERB] {
        let rules = CheckRules { criticals: Some(Criticals::natural_four(effect)), ..CheckRules::default() };
        let check = checked(-1, "4dF", 3, rules);
        let distribution = ends(&check).unwrap();
        let outcomes = check.outcomes(&distribution);
        let expected = [(1, 81), (79, 81), (0, 1), (0, 1), (1, 81)];
        for (verdict, expected) in CheckVerdict::ALL.into_iter().zip(expected) {
            assert_eq!(figure(&outcomes, verdict.word()), expected, "{}", verdict.word());
        }
        assert_eq!(figure(&check.figures(&distribution), "success"), (1, 81), "criticals are among what succeeds");
    }
}

#[test]
fn criticals_are_reported_separately_for_any_total() {
    // Great against Poor on 4dF succeeds even with a natural −4. Here a natural +2 or more counts as critical.
    let criticals = Criticals::new(Some(2), Some(-4), CriticalEffect::Report).unwrap();
    let check = checked(2, "4dF", -2, CheckRules { criticals: Some(criticals), ..CheckRules::default() });
    let distribution = ends(&check).unwrap();
    let figures = check.figures(&distribution);
    let parts = ["success", "failure", "critical success", "critical failure"].map(|name| figure(&figures, name));
    assert_eq!(parts, [(1, 1), (0, 1), (5, 27), (1, 81)]);
    assert_eq!(figure(&check.outcomes(&distribution), "success"), (65, 81));
}

#[test]
fn capped_degrees_match_known_answer() {
    // Known answer check/great-degrees-capped.
    let great = actor(2, "4dF", Some(Cap::new(-3, 3).unwrap()));
    let distribution = ends(&Check::new(great, 0, CheckRules::default()).unwrap()).unwrap();
    let expected = [(1, 81), (4, 81), (10, 81), (16, 81), (19, 81), (31, 81)];
    assert_eq!(fractions(&distribution.degrees()), (-2..=3).zip(expected).collect::<Vec<_>>());
}

#[test]
fn cap_limits_degrees_to_terrible_and_superb() {
    // A2: the cap holds for every trait level. A3's tier lifts it.
    let success = |level, difficulty, highest| {
        let check =
            Check::new(actor(level, "4dF", Some(Cap::new(-3, highest).unwrap())), difficulty, CheckRules::default());
        let check = check.unwrap();
        figure(&check.figures(&ends(&check).unwrap()), "success")
    };
    assert_eq!(success(-3, -3, 3), (1, 1));
    assert_eq!(success(3, 4, 3), (0, 1));
    assert_eq!(success(3, 4, 7), (31, 81));
}

#[test]
fn bands_and_partial_success_have_exact_shares() {
    let rules = CheckRules { bands: Some(Bands::four_levels()), ..CheckRules::default() };
    let check = checked(0, "4dF", 0, rules);
    let distribution = ends(&check).unwrap();
    let shares: Vec<_> =
        check.outcomes(&distribution).iter().map(|(name, share)| (*name, share.fraction().unwrap())).collect();
    let expected = [
        ("failure by 4 or more", (1, 81)),
        ("plain failure", (10, 27)),
        ("plain success", (49, 81)),
        ("success by 4 or more", (1, 81)),
    ];
    assert_eq!(shares, expected);
    let spell = checked(0, "4dF", 0, CheckRules { success: Success::Surpass, ..CheckRules::default() });
    let figures = spell.figures(&ends(&spell).unwrap());
    let parts = ["success", "partial success", "failure"].map(|name| figure(&figures, name));
    assert_eq!(parts, [(31, 81), (19, 81), (31, 81)]);
}

/// A14: a situational roll has no trait.
#[test]
fn situational_roll_uses_dice_alone() {
    let roll = Actor::new(None, 0, dice("4dF"), None).unwrap();
    let distribution = ends(&Check::new(roll, 1, CheckRules::default()).unwrap()).unwrap();
    assert_eq!(distribution, ends(&checked(0, "4dF", 1, CheckRules::default())).unwrap());
}

#[test]
fn weights_and_figures_sum_to_one() {
    for check in samples() {
        let distribution = ends(&check).unwrap();
        assert_eq!(distribution.total().fraction(), Some((1, 1)));
        let sum = |parts: Vec<Weight>| {
            parts.into_iter().fold(Weight::ZERO, |mut sum, part| {
                sum += part;
                sum
            })
        };
        assert_eq!(
            sum(check.outcomes(&distribution).into_iter().map(|(_, share)| share).collect()).fraction(),
            Some((1, 1))
        );
        let achieved = check.figures(&distribution).into_iter().filter(|(name, _)| !name.starts_with("critical"));
        assert_eq!(sum(achieved.map(|(_, share)| share).collect()).fraction(), Some((1, 1)));
        assert_eq!(distribution.degrees().total().fraction(), distribution.margins().total().fraction());
    }
}

#[test]
fn more_skill_never_lowers_success() {
    // Partial success is left out: more skill can turn it into success.
    for check in samples() {
        for name in ["4dF", "4d6-lowest", "none"] {
            let success = |level| {
                let check = checked(level, name, check.difficulty(), check.rules().clone());
                check.figures(&ends(&check).unwrap())[0].1.probability()
            };
            assert!((-6..=6).all(|level| success(level) <= success(level + 1)));
        }
    }
    for ties in [Ties::StatusQuo, Ties::Active, Ties::Passive] {
        for minimum in [None, Some(-2), Some(1)] {
            let distribution = |level| ends(&contest([level, 0], ["4dF", "2dF"], minimum, ties)).unwrap();
            for level in -4..4 {
                let (less, more) = (distribution(level), distribution(level + 1));
                let rise = |one| standing(&more, one).probability() - standing(&less, one).probability();
                assert!(rise(Decision::Win) >= 0.0 && rise(Decision::Lose) <= 0.0, "{ties:?} {minimum:?} {level}");
            }
        }
    }
}

#[test]
fn swapped_sides_have_mirrored_results() {
    let mirror = [(Ties::StatusQuo, Ties::StatusQuo), (Ties::Active, Ties::Passive), (Ties::Passive, Ties::Active)];
    for (ties, mirrored) in mirror {
        for minimum in [None, Some(0)] {
            let here = ends(&contest([1, -1], ["4dF", "4d6-lowest"], minimum, ties)).unwrap();
            let there = ends(&contest([-1, 1], ["4d6-lowest", "4dF"], minimum, mirrored)).unwrap();
            let turned = there.distribution_of(|result| OpposedResult {
                relative: -result.relative,
                standing: match result.standing {
                    Decision::Win => Decision::Lose,
                    Decision::Lose => Decision::Win,
                    other => other,
                },
                ..result
            });
            let exact = |distribution: &Summary<OpposedResult>| {
                distribution.iter().map(|(result, weight)| (result, weight.fraction().unwrap())).collect::<Vec<_>>()
            };
            assert_eq!(exact(&here), exact(&turned));
        }
    }
}

#[test]
fn possible_outcomes_match_the_distribution() {
    let distinct = |mut outcomes: Vec<_>| {
        outcomes.sort_unstable();
        outcomes.dedup();
        outcomes
    };
    for check in samples() {
        let outcomes: Vec<_> = ends(&check).unwrap().iter().map(|(outcome, _)| outcome).collect();
        assert_eq!(distinct(check.possible()), outcomes);
    }
    let opposed = contest([0, 0], ["2dF", "none"], Some(0), Ties::Active);
    let results: Vec<_> = ends(&opposed).unwrap().iter().map(|(result, _)| result).collect();
    let mut possible = opposed.possible();
    possible.sort_unstable();
    possible.dedup();
    assert_eq!(possible, results);
}

const TRIALS: u64 = 200_000;

fn simulated<O: Ord + Copy>(trials: std::ops::Range<u64>, play: impl Fn(&mut Sampler) -> O) -> Summary<O, u64> {
    let mut tally = Summary::default();
    trials.for_each(|trial| tally.record(play(&mut Sampler::new(Seed::new(1), trial)), 1));
    tally
}

/// Whether a simulated share is more than 4.5 standard errors from the exact one.
///
/// Cells with fewer than 25 expected trials are pooled into one. A correct simulation fails with a chance of about 7 in
/// a million for each cell (a few times that for the rarest), so with some 250 cells in these tests fewer than three in
/// a thousand untested seeds would fail.
fn caught<O: Ord + Copy>(tally: &Summary<O, u64>, distribution: &Summary<O>) -> bool {
    let trials = tally.total() as f64;
    let possible = |outcome| distribution.iter().any(|(known, _)| known == outcome);
    if tally.iter().any(|(outcome, count)| count > 0 && !possible(outcome)) {
        return true;
    }
    let far = |count: u64, share: f64| {
        (count as f64 - trials * share).abs() > 4.5 * (trials * share * (1.0 - share)).sqrt() + 1e-6
    };
    let mut rare = (0, 0.0);
    for (outcome, weight) in distribution.iter() {
        let (count, share) = (tally.weight_of(|found| found == outcome), weight.probability());
        if trials * share < 25.0 {
            rare = (rare.0 + count, rare.1 + share);
        } else if far(count, share) {
            return true;
        }
    }
    far(rare.0, rare.1)
}

#[test]
fn simulated_checks_match_exact_ones() {
    for check in samples() {
        assert!(!caught(&simulated(0..TRIALS, |chance| check.roll(chance)), &ends(&check).unwrap()), "{check:?}");
    }
    for (ties, minimum) in [(Ties::StatusQuo, None), (Ties::Active, Some(0)), (Ties::Passive, Some(-2))] {
        let opposed = contest([1, 0], ["4dF", "4d6-lowest"], minimum, ties);
        let tally = simulated(0..TRIALS, |chance| play(&opposed, chance, &mut |()| {}).end);
        assert!(!caught(&tally, &ends(&opposed).unwrap()), "{ties:?} {minimum:?}");
    }
}

#[test]
fn comparison_rejects_small_errors() {
    let plain = || CheckRules::default();
    let tally = simulated(0..TRIALS, |chance| checked(0, "4dF", 1, plain()).roll(chance));
    // A difficulty off by one changes every outcome, and each single figure by far more than needed.
    let wrong = ends(&checked(0, "4dF", 2, plain())).unwrap();
    assert!(caught(&tally, &wrong));
    assert!(caught(
        &tally.distribution_of(|outcome| outcome.achieved),
        &wrong.distribution_of(|outcome| outcome.achieved)
    ));
    // Dice that differ by at most half a point: d% instead of 4dF, rejected nine times in ten.
    assert!(caught(&tally.degrees(), &ends(&checked(0, "d%", 1, plain())).unwrap().degrees()));
    // A trait off by one against an opponent; ties decided the other way.
    let fair = contest([0, 0], ["4dF", "4dF"], None, Ties::StatusQuo);
    let tally = simulated(0..TRIALS, |chance| play(&fair, chance, &mut |()| {}).end);
    for wrong in
        [contest([1, 0], ["4dF", "4dF"], None, Ties::StatusQuo), contest([0, 0], ["4dF", "4dF"], None, Ties::Active)]
    {
        assert!(caught(&tally, &ends(&wrong).unwrap()));
    }
}

#[test]
fn tallies_merge_in_any_order() {
    let check = checked(0, "4dF", 1, CheckRules { bands: Some(Bands::four_levels()), ..CheckRules::default() });
    let part = |trials| simulated(trials, |chance| check.roll(chance));
    let (first, second, whole) = (part(0..300), part(300..1000), part(0..1000));
    let (mut forth, mut back) = (first.clone(), second.clone());
    forth.merge(&second);
    back.merge(&first);
    assert_eq!(forth, back);
    assert_eq!(forth, whole);
    assert_eq!(whole.total(), 1000);
}
