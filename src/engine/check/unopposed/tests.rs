//! Tests of checks with given rolls.

use super::*;
use crate::chance::Script;
use crate::check::{Cap, CriticalEffect};
use crate::dice::{Dice, Pmf};

const GOOD: i32 = 1;
const GREAT: i32 = 2;
const SUPERB: i32 = 3;

fn actor(level: i32) -> Actor {
    Actor::new(Some(level), 0, Dice::parse("4dF").unwrap(), None).unwrap()
}

fn rolled(check: &Check, natural: i32) -> CheckOutcome {
    let mut script = Script::new([natural]);
    let outcome = check.roll(&mut script);
    assert_eq!((script.left(), script.ran_out()), (0, false));
    outcome
}

/// A4, SRD 3.4: Parri Great with +1, Mickey Good with -1.
#[test]
fn climbing_party_matches_srd_example() {
    // SRD 3.4: Parri climbs a Good cliff. Mickey does not, but manages the rope at Poor.
    let climb = |level, difficulty, natural| {
        rolled(&Check::new(actor(level), difficulty, CheckRules::default()).unwrap(), natural)
    };
    let parri = climb(GREAT, GOOD, 1);
    assert_eq!((parri.degree, parri.margin, parri.verdict()), (SUPERB, 2, CheckVerdict::Success));
    let mickey = climb(GOOD, GOOD, -1);
    assert_eq!((mickey.degree, mickey.margin, mickey.verdict()), (0, -1, CheckVerdict::Failure));
    assert_eq!(climb(GOOD, -2, -3).verdict(), CheckVerdict::Success);
}

#[test]
fn archer_matches_f93_example() {
    // F93 4.21: the 2d6 table, and a Good archer who rolls 7, 9 and 3.
    let table = [-4, -3, -2, -1, 0, 0, 0, 1, 2, 3, 4];
    let dice = Dice::new("2d6-table", Pmf::new(-4, vec![1, 2, 3, 4, 16, 4, 3, 2, 1]).unwrap());
    let archer = Actor::new(Some(GOOD), 0, dice, None).unwrap();
    let check = Check::new(archer, 0, CheckRules::default()).unwrap();
    assert_eq!([7, 9, 3].map(|sum| rolled(&check, table[sum - 2]).degree), [GOOD, GREAT, -2]);
}

/// A5, SRD 7.15.
#[test]
fn spell_needs_to_surpass_difficulty() {
    // SRD 7.15 with its natural −4, and the two castings of its example.
    let criticals = Criticals::new(None, Some(-4), CriticalEffect::Automatic).unwrap();
    let rules = CheckRules { success: Success::Surpass, criticals: Some(criticals), ..CheckRules::default() };
    let pizza = Check::new(actor(0), 0, rules.clone()).unwrap();
    assert_eq!(
        [1, 0, -1].map(|natural| rolled(&pizza, natural).verdict()),
        [CheckVerdict::Success, CheckVerdict::Partial, CheckVerdict::Failure]
    );
    let barney = rolled(&pizza, -3);
    assert_eq!((barney.degree, barney.critical, barney.achieved), (-3, None, Achieved::Failure));
    let food = rolled(&Check::new(actor(GREAT), -3, rules).unwrap(), -4);
    assert_eq!((food.degree, food.margin), (-2, 1));
    assert_eq!((food.achieved, food.verdict()), (Achieved::Failure, CheckVerdict::CriticalFailure));
}

#[test]
fn critical_effects_match_rule() {
    let judged = |effect, level, difficulty, natural| {
        let rules = CheckRules { criticals: Some(Criticals::natural_four(effect)), ..CheckRules::default() };
        let outcome = rolled(&Check::new(actor(level), difficulty, rules).unwrap(), natural);
        (outcome.degree, outcome.achieved, outcome.verdict())
    };
    let (won, lost) = (CheckVerdict::CriticalSuccess, CheckVerdict::CriticalFailure);
    let (report, automatic) = (CriticalEffect::Report, CriticalEffect::Automatic);
    // Terrible against Superb with +4: the total, Good, is not enough by itself.
    assert_eq!(judged(report, -3, SUPERB, 4), (GOOD, Achieved::Failure, won));
    assert_eq!(judged(automatic, -3, SUPERB, 4), (GOOD, Achieved::Success, won));
    assert_eq!(judged(CriticalEffect::TRANS_SUPERB, -3, SUPERB, 4), (4, Achieved::Success, won));
    assert_eq!(judged(CriticalEffect::TRANS_SUPERB, GOOD, SUPERB, 4), (5, Achieved::Success, won));
    // Superb against Terrible, −4.
    assert_eq!(judged(report, SUPERB, -3, -4), (-1, Achieved::Success, lost));
    assert_eq!(judged(automatic, SUPERB, -3, -4), (-1, Achieved::Failure, lost));
    assert_eq!(judged(CriticalEffect::TRANS_SUPERB, SUPERB, -3, -4), (-4, Achieved::Failure, lost));
    assert_eq!(judged(automatic, 0, 0, 3), (3, Achieved::Success, CheckVerdict::Success));
}

#[test]
fn criticals_need_a_natural_result() {
    let rules =
        CheckRules { criticals: Some(Criticals::natural_four(CriticalEffect::Report)), ..CheckRules::default() };
    let helped = Actor::new(Some(0), 3, Dice::parse("4dF").unwrap(), None).unwrap();
    assert_eq!(rolled(&Check::new(helped, 0, rules.clone()).unwrap(), 3).critical, None);
    // A result without a roll is never critical, whatever the threshold.
    let always = Criticals::new(Some(0), None, CriticalEffect::Automatic).unwrap();
    let fixed = Actor::new(Some(0), 0, Dice::parse("none").unwrap(), None).unwrap();
    let rules = CheckRules { criticals: Some(always), ..rules };
    assert_eq!(Check::new(fixed, 1, rules).unwrap().roll(&mut Script::new([])).verdict(), CheckVerdict::Failure);
}

#[test]
fn easy_check_needs_no_roll() {
    // F93 4.1: no roll against Terrible or worse. The SRD rolls for it.
    let outcome = |difficulty, success| {
        let rules = CheckRules { easy: Some(-3), success, bands: Some(Bands::four_levels()), ..CheckRules::default() };
        let mut script = Script::new([-4]);
        (Check::new(actor(-3), difficulty, rules).unwrap().roll(&mut script), script.left())
    };
    let (easy, left) = outcome(-3, Success::Meet);
    assert_eq!(
        (easy.natural, easy.degree, easy.verdict(), easy.band, left),
        (0, -3, CheckVerdict::Success, Some(2), 1)
    );
    // Even with a margin of 6 it is a plain success, because nothing was rolled.
    let (far, _) = outcome(-9, Success::Meet);
    assert_eq!((far.margin, far.verdict(), far.band), (6, CheckVerdict::Success, Some(2)));
    let (surpassed, _) = outcome(-3, Success::Surpass);
    assert_eq!((surpassed.margin, surpassed.verdict()), (1, CheckVerdict::Success));
    let (hard, left) = outcome(-2, Success::Meet);
    assert_eq!((hard.verdict(), left), (CheckVerdict::Failure, 0));
}

#[test]
fn bands_match_margin_and_automatic_criticals() {
    let rules = |effect| CheckRules {
        bands: Some(Bands::four_levels()),
        criticals: Some(Criticals::natural_four(effect)),
        ..CheckRules::default()
    };
    let band = |effect, level, difficulty, natural| {
        rolled(&Check::new(actor(level), difficulty, rules(effect)).unwrap(), natural).band
    };
    assert_eq!(band(CriticalEffect::Report, 0, 0, 4), Some(3));
    assert_eq!(band(CriticalEffect::Report, 0, GREAT, 1), Some(1));
    assert_eq!(band(CriticalEffect::Automatic, -3, SUPERB, 4), Some(2));
    assert_eq!(band(CriticalEffect::Report, -3, SUPERB, 4), Some(1));
    assert_eq!(band(CriticalEffect::Automatic, SUPERB, -3, -4), Some(1));
    assert_eq!(band(CriticalEffect::Automatic, 0, 0, -4), Some(0));
}

#[test]
fn new_rejects_contradictions_and_extreme_levels() {
    let capped = |highest| {
        let cap = Cap::new(-4, highest).unwrap();
        Actor::new(Some(0), 0, Dice::parse("4dF").unwrap(), Some(cap)).unwrap()
    };
    let rules =
        CheckRules { criticals: Some(Criticals::natural_four(CriticalEffect::TRANS_SUPERB)), ..CheckRules::default() };
    let problem = Check::new(capped(3), 0, rules.clone()).unwrap_err();
    assert!(problem.message().contains("degree 4") && problem.help().is_some());
    assert!(Check::new(capped(4), 0, rules).is_ok());
    // Only a degree that the criticals in use can force contradicts the cap.
    let bad_only = Criticals::new(None, Some(-4), CriticalEffect::TRANS_SUPERB).unwrap();
    let rules = CheckRules { criticals: Some(bad_only), ..CheckRules::default() };
    assert!(Check::new(capped(3), 0, rules).is_ok());
    assert!(Check::new(actor(0), 101, CheckRules::default()).is_err());
    assert!(Check::new(actor(0), 0, CheckRules { easy: Some(-101), ..CheckRules::default() }).is_err());
}
