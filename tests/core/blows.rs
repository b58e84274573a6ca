//! Single blows, solved exactly: wound levels computed by an independent program, which shares no code with this one,
//! and rules that it does not cover.

use crate::support::fights::fight_of;
use crate::support::printed;
use crate::support::written::study;
use crate::support::{self, dice, duel, srd};
use fudgelab::chance::{Enumerator, Weight};
use fudgelab::combat::{Body, Fight, Fighter, State};
use fudgelab::rules::damage::PrintedOption;
use fudgelab::rules::{DamageRoll, GrazeRoll, Rules, ScalePiercing};

/// The chances of the wound levels, Undamaged to Near Death, after one blow at an unhurt target. `lean` is the effect
/// of parity, −1 to 1.
fn levels(attacker: Fighter, target: Fighter, rules: &Rules, degree: i16, lean: i8) -> [Weight; 6] {
    levels_of(&duel(attacker, target, rules), degree, lean)
}

/// Like [`levels`], for a compiled duel.
fn levels_of(fight: &Fight, degree: i16, lean: i8) -> [Weight; 6] {
    // Natural results of winner and loser for a `lean` of −1, 0 and 1.
    let naturals = [[1, 0], [0, 0], [0, 1]][(lean + 1) as usize];
    let blow = fight.with_naturals(fight.roster.blow(0, 1, degree), naturals);
    let struck = State::start(fight, [Body::default(); 2]).with_hit(blow);
    let mut chances = [Weight::ZERO; 6];
    let blow = |chance: &mut Enumerator| {
        let mut state = struck.clone();
        state.step(fight, chance, &mut ());
        fight.roster.track(1).condition(state.fighters[1].marked).level
    };
    Enumerator::default().run(blow, |level, branch| chances[usize::from(level)] += branch.weight());
    chances
}

/// Like [`levels`], for an attacker with damage factor `factor`, as parts of `whole`.
fn parts(factor: i32, rules: &Rules, degree: i16, lean: i8, whole: u64) -> [u64; 6] {
    let attacker = Fighter { offense: factor, ..Fighter::new("attacker", 0, 0) };
    in_parts(levels(attacker, Fighter::new("target", 1, 0), rules, degree, lean), whole)
}

fn in_parts(chances: [Weight; 6], whole: u64) -> [u64; 6] {
    chances.map(|chance| {
        let (numerator, denominator) = chance.fraction().unwrap();
        assert_eq!(numerator * u128::from(whole) % denominator, 0, "parts of {whole}");
        (numerator * u128::from(whole) / denominator) as u64
    })
}

/// Known answer blow/4dF-limited: factor, relative degree, and chances of the wound levels, Undamaged to Near Death, in
/// 81sts, for one blow at an unhurt foe.
const BLOWS: [(i32, i16, [u64; 6]); 30] = [
    (-6, 1, [81, 0, 0, 0, 0, 0]),
    (-6, 2, [81, 0, 0, 0, 0, 0]),
    (-6, 3, [80, 1, 0, 0, 0, 0]),
    (-6, 5, [66, 15, 0, 0, 0, 0]),
    (-6, 7, [0, 81, 0, 0, 0, 0]),
    (-3, 1, [76, 5, 0, 0, 0, 0]),
    (-3, 2, [66, 15, 0, 0, 0, 0]),
    (-3, 3, [50, 31, 0, 0, 0, 0]),
    (-3, 5, [0, 50, 31, 0, 0, 0]),
    (-3, 7, [0, 15, 35, 26, 5, 0]),
    (0, 1, [31, 50, 0, 0, 0, 0]),
    (0, 2, [0, 50, 31, 0, 0, 0]),
    (0, 3, [0, 31, 35, 15, 0, 0]),
    (0, 5, [0, 5, 26, 35, 14, 1]),
    (0, 7, [0, 0, 5, 26, 35, 15]),
    (2, 1, [5, 71, 5, 0, 0, 0]),
    (2, 2, [0, 15, 35, 26, 5, 0]),
    (2, 3, [0, 5, 26, 35, 14, 1]),
    (2, 5, [0, 0, 5, 26, 35, 15]),
    (2, 7, [0, 0, 0, 5, 26, 50]),
    (3, 1, [1, 65, 15, 0, 0, 0]),
    (3, 2, [0, 5, 26, 35, 14, 1]),
    (3, 3, [0, 1, 14, 35, 26, 5]),
    (3, 5, [0, 0, 1, 14, 35, 31]),
    (3, 7, [0, 0, 0, 1, 14, 66]),
    (6, 1, [0, 15, 66, 0, 0, 0]),
    (6, 2, [0, 0, 1, 14, 35, 31]),
    (6, 3, [0, 0, 0, 5, 26, 50]),
    (6, 5, [0, 0, 0, 0, 5, 76]),
    (6, 7, [0, 0, 0, 0, 0, 81]),
];

/// W6.
#[test]
fn limited_damage_roll_matches_known_answer() {
    for (factor, degree, expected) in BLOWS {
        assert_eq!(parts(factor, &srd(), degree, 0, 81), expected, "factor {factor}, degree {degree}");
    }
}

/// W6, KAER: without the limits, 4 points can do no damage, and points below 0 can do more than a Scratch.
#[test]
fn unlimited_damage_roll_has_no_bounds() {
    let rules = Rules { damage_roll: printed("4dF-unlimited"), ..srd() };
    assert_eq!(parts(2, &rules, 2, 0, 81), [1, 14, 35, 26, 5, 0], "4 points");
    assert_eq!(parts(-3, &rules, 2, 0, 81), [66, 14, 1, 0, 0, 0], "1 point below 0");
    assert_eq!(parts(-6, &rules, 2, 0, 81), [81, 0, 0, 0, 0, 0], "4 points below 0");
}

/// W6, F93 4.72: the game's own dice, 2d6, within the limits. Both examples of the source, with −2 and 2 points.
#[test]
fn game_dice_match_the_source_examples() {
    let rules = Rules { dice: dice("2d6-table"), damage_roll: printed("game-dice-limited"), ..srd() };
    assert_eq!(parts(-4, &rules, 2, 0, 36), [33, 3, 0, 0, 0, 0], "an 11 or a 12 on the dice scratches");
    assert_eq!(parts(0, &rules, 2, 0, 36), [0, 26, 10, 0, 0, 0], "at least 1 and at most 4 points");
}

/// Known answer blow/parity-points: factor, relative degree, and wound level if the natural results of winner and loser
/// are even and odd, both even, odd and even.
const PARITY: [(i32, i16, [u8; 3]); 30] = [
    (-6, 1, [0, 0, 0]),
    (-6, 2, [0, 0, 0]),
    (-6, 3, [0, 0, 0]),
    (-6, 5, [0, 0, 0]),
    (-6, 7, [1, 1, 0]),
    (-3, 1, [0, 0, 0]),
    (-3, 2, [0, 0, 0]),
    (-3, 3, [1, 0, 0]),
    (-3, 5, [2, 1, 1]),
    (-3, 7, [3, 2, 2]),
    (0, 1, [1, 1, 0]),
    (0, 2, [2, 1, 1]),
    (0, 3, [2, 2, 1]),
    (0, 5, [3, 3, 2]),
    (0, 7, [4, 4, 3]),
    (2, 1, [1, 1, 1]),
    (2, 2, [3, 2, 2]),
    (2, 3, [3, 3, 2]),
    (2, 5, [4, 4, 3]),
    (2, 7, [5, 5, 4]),
    (3, 1, [1, 1, 1]),
    (3, 2, [3, 3, 2]),
    (3, 3, [4, 3, 3]),
    (3, 5, [5, 4, 4]),
    (3, 7, [5, 5, 5]),
    (6, 1, [2, 2, 2]),
    (6, 2, [5, 4, 4]),
    (6, 3, [5, 5, 4]),
    (6, 5, [5, 5, 5]),
    (6, 7, [5, 5, 5]),
];

/// The effect of parity (SRD 4.61): +1 for an even result of the winner, −1 for an even result of the loser.
fn lean([winner, loser]: [i32; 2]) -> i8 {
    let even = |natural: i32| i8::from(natural % 2 == 0);
    even(winner) - even(loser)
}

/// W6.
#[test]
fn parity_on_points_matches_known_answer() {
    let rules = Rules { damage_roll: printed("parity-points"), ..srd() };
    for (factor, degree, expected) in PARITY {
        let of = |naturals: [i32; 2]| {
            let chances = parts(factor, &rules, degree, lean(naturals), 1);
            chances.iter().position(|part| *part == 1).unwrap() as u8
        };
        let levels = [[2, -1], [-4, 0], [3, 0]].map(of);
        assert_eq!(levels, expected, "factor {factor}, degree {degree}");
    }
}

/// Known answer blow/min-mid-max: factor, relative degree, and chances of the wound levels, Undamaged to Near Death, in
/// 216ths.
const MIN_MID_MAX: [(i32, i16, [u64; 6]); 30] = [
    (-6, 1, [216, 0, 0, 0, 0, 0]),
    (-6, 2, [216, 0, 0, 0, 0, 0]),
    (-6, 3, [216, 0, 0, 0, 0, 0]),
    (-6, 5, [0, 152, 56, 8, 0, 0]),
    (-6, 7, [0, 56, 104, 56, 0, 0]),
    (-3, 1, [216, 0, 0, 0, 0, 0]),
    (-3, 2, [216, 0, 0, 0, 0, 0]),
    (-3, 3, [216, 0, 0, 0, 0, 0]),
    (-3, 5, [0, 152, 56, 8, 0, 0]),
    (-3, 7, [0, 56, 104, 56, 0, 0]),
    (0, 1, [0, 216, 0, 0, 0, 0]),
    (0, 2, [0, 152, 56, 8, 0, 0]),
    (0, 3, [0, 152, 56, 8, 0, 0]),
    (0, 5, [0, 56, 104, 56, 0, 0]),
    (0, 7, [0, 8, 56, 152, 0, 0]),
    (2, 1, [0, 216, 0, 0, 0, 0]),
    (2, 2, [0, 152, 56, 8, 0, 0]),
    (2, 3, [0, 152, 56, 8, 0, 0]),
    (2, 5, [0, 56, 104, 56, 0, 0]),
    (2, 7, [0, 8, 56, 152, 0, 0]),
    (3, 1, [0, 216, 0, 0, 0, 0]),
    (3, 2, [0, 56, 104, 56, 0, 0]),
    (3, 3, [0, 56, 104, 56, 0, 0]),
    (3, 5, [0, 8, 56, 152, 0, 0]),
    (3, 7, [0, 1, 19, 61, 91, 44]),
    (6, 1, [0, 0, 216, 0, 0, 0]),
    (6, 2, [0, 8, 56, 152, 0, 0]),
    (6, 3, [0, 8, 56, 152, 0, 0]),
    (6, 5, [0, 1, 19, 61, 91, 44]),
    (6, 7, [0, 0, 4, 16, 36, 160]),
];

/// W9.
#[test]
fn min_mid_max_matches_known_answer() {
    let rules = Rules { damage_roll: printed("min-mid-max"), ..srd() };
    for (factor, degree, expected) in MIN_MID_MAX {
        assert_eq!(parts(factor, &rules, degree, 0, 216), expected, "factor {factor}, degree {degree}");
    }
}

/// W7, reading 13: the die moves a graze one level from the table's level for the plain factor. With 4dF and the
/// printed table, the neighboring factors give the same levels, so the blows above cannot show this; a table with
/// narrower steps can.
#[test]
fn rolled_graze_starts_from_the_plain_factor() {
    let rules = Rules { graze_from: vec![0, 2], ..srd() };
    let level = |offense, roll| {
        let attacker = Fighter { offense, ..Fighter::new("attacker", 0, 0) };
        let fight = duel(attacker, Fighter::new("target", 1, 0), &rules);
        fight.damage_of(fight.roster.blow(0, 1, 1), roll).severity
    };
    assert_eq!([level(-1, 4), level(2, -4), level(1, -4)], [1, 1, 0]);
}

/// The wound level, which must be certain.
fn certain(chances: [Weight; 6]) -> u8 {
    in_parts(chances, 1).iter().position(|part| *part == 1).unwrap() as u8
}

/// W6: a die on the wound level, in thirds. Reading 15: no damage stays no damage, a Scratch can drop to none, Near
/// Death is the maximum, and a graze moves by one level.
#[test]
fn level_die_changes_the_wound_level() {
    let rules = Rules { damage_roll: printed("1dF-level"), ..srd() };
    let all = Rules { level_roll: printed("all"), ..rules.clone() };
    let level = |rules: &Rules, factor, degree| parts(factor, rules, degree, 0, 3);
    assert_eq!(level(&rules, -3, 3), [3, 0, 0, 0, 0, 0], "no damage");
    assert_eq!(level(&all, -3, 3), [2, 1, 0, 0, 0, 0], "unless the option says otherwise");
    assert_eq!(level(&rules, 0, 2), [1, 1, 1, 0, 0, 0], "a Scratch");
    assert_eq!(level(&rules, 2, 2), [0, 1, 1, 1, 0, 0], "4 points, SRD 4.61");
    assert_eq!(level(&rules, 6, 7), [0, 0, 0, 0, 1, 2], "Near Death");
    assert_eq!(level(&rules, -1, 1), [3, 0, 0, 0, 0, 0], "a graze without damage");
    assert_eq!(level(&rules, 4, 1), [1, 1, 1, 0, 0, 0], "a graze that scratches");
    let unrolled = Rules { graze_roll: GrazeRoll::default(), ..rules };
    assert_eq!(level(&unrolled, 4, 1), [0, 3, 0, 0, 0, 0]);
}

/// 1dF on the points: no limits (SRD 4.61), and grazes are read from the table at factor + roll.
#[test]
fn points_die_has_no_limits() {
    let rules = Rules { damage_roll: printed("1dF-points"), ..srd() };
    assert_eq!(parts(2, &rules, 2, 0, 3), [0, 0, 2, 1, 0, 0], "4 points");
    assert_eq!(parts(-1, &rules, 2, 0, 3), [1, 2, 0, 0, 0, 0], "1 point may come to nothing");
    assert_eq!(parts(0, &rules, 1, 0, 3), [1, 2, 0, 0, 0, 0], "a graze");
    assert_eq!(parts(4, &rules, 1, 0, 3), [0, 2, 1, 0, 0, 0], "a graze");
}

#[test]
fn level_parity_changes_the_wound_level() {
    let rules = Rules { damage_roll: printed("parity-level"), ..srd() };
    let level = |factor, degree| [-1, 0, 1].map(|lean| certain_of(factor, &rules, degree, lean));
    assert_eq!(level(2, 2), [1, 2, 3]);
    assert_eq!(level(-3, 3), [0, 0, 0]);
    assert_eq!(level(4, 1), [0, 1, 2], "a graze");
    assert_eq!(level(12, 2), [4, 5, 5]);
}

fn certain_of(factor: i32, rules: &Rules, degree: i16, lean: i8) -> u8 {
    let attacker = Fighter { offense: factor, ..Fighter::new("attacker", 0, 0) };
    certain(levels(attacker, Fighter::new("target", 1, 0), rules, degree, lean))
}

/// W6, the freeform roll of SRD 4.55: in each direction, 1 of 81 results moves two levels and 14 move one; 51 change
/// nothing.
#[test]
fn freeform_roll_changes_the_wound_level() {
    let rules = Rules { damage_roll: printed("freeform"), ..srd() };
    assert_eq!(parts(2, &rules, 3, 0, 81), [0, 1, 14, 51, 14, 1], "5 points");
    assert_eq!(parts(4, &rules, 1, 0, 81), [15, 51, 15, 0, 0, 0], "a graze moves by one level");
}

/// All sides of a weapon's dice are equally likely, whatever the damage roll.
#[test]
fn weapon_dice_work_with_every_damage_roll() {
    for way in DamageRoll::words() {
        let duel = |offense: &str| {
            let rules = format!("base = 'srd'\ndamage_roll = '{}'\ngraze_roll = 'one-level'", way.word);
            let text =
                format!("[rules]\n{rules}\n[fighters.a]\nskill = 0\noffense = {offense}\n[fighters.b]\nskill = 0\n");
            fight_of(&study(&text), 0).fight.clone()
        };
        let rolled = duel("'1d6 - 2'");
        for degree in 1..8 {
            let mut sum = [0; 6];
            for side in 1..7 {
                let fixed = in_parts(levels_of(&duel(&(side - 2).to_string()), degree, 1), 648);
                sum.iter_mut().zip(fixed).for_each(|(sum, part)| *sum += part);
            }
            assert_eq!(in_parts(levels_of(&rolled, degree, 1), 6 * 648), sum, "{}, {degree}", way.word);
        }
    }
}

/// A target of Scale 6 with a hide of 2.
fn dragon() -> Fighter {
    Fighter { strength_scale: 6, mass_scale: 6, defense: 2, ..Fighter::new("dragon", 1, 0) }
}

fn unrolled() -> Rules {
    Rules { damage_roll: DamageRoll::default(), ..srd() }
}

/// W4, SRD 4.58: a harpoon of factor 6 against the dragon's 8, of which 6 are Scale.
#[test]
fn good_hits_pierce_scale() {
    let level = |scale_piercing, degree, target| {
        let harpooner = Fighter { offense: 6, scale_piercing, ..Fighter::new("harpooner", 0, 0) };
        certain(levels(harpooner, target, &unrolled(), degree, 0))
    };
    let of = |rule| [2, 3, 4].map(|degree| level(rule, degree, dragon()));
    assert_eq!(of(ScalePiercing::None), [0, 1, 1], "0, 1 and 2 points");
    assert_eq!(of(ScalePiercing::Halve), [0, 2, 3], "0, 4 and 5 points");
    assert_eq!(of(ScalePiercing::Ignore), [0, 4, 4], "0, 7 and 8 points");
    // Half of an odd Scale of 5, rounded down, is 2.
    let target = || Fighter { strength_scale: 5, mass_scale: 5, ..dragon() };
    assert_eq!(level(ScalePiercing::Halve, 3, target()), 3, "3 + 6 - 2 - 2 = 5 points");
}

/// W5, SRD 4.54: against a large mace, plate counts as 2. Shields and tough hides are not armor.
#[test]
fn maces_halve_armor() {
    let factor = |halves_armor, armor, defense| {
        let knight = Fighter { offense: 2, halves_armor, ..Fighter::new("knight", 0, 0) };
        let target = Fighter { armor, defense, ..Fighter::new("target", 1, 0) };
        duel(knight, target, &unrolled()).matchup(0, 1).factor
    };
    assert_eq!((factor(false, 4, 4), factor(true, 4, 4)), (-2, 0));
    assert_eq!((factor(true, 3, 3), factor(true, 5, 5)), (1, 0), "3 counts as 1, 5 as 2");
    assert_eq!(factor(true, 0, 4), -2, "what is not said to be armor");
    assert_eq!(factor(true, 2, 4), -1);
}

/// W4, SRD 4.65: a difference in technology counts as Scale, against armor only.
#[test]
fn technology_counts_as_scale_against_armor() {
    let factor = |weapon_tech, armor_tech, armor| {
        let shooter = Fighter { offense: 2, weapon_tech, ..Fighter::new("shooter", 0, 0) };
        let target = Fighter { armor, armor_tech, defense: armor, ..Fighter::new("target", 1, 0) };
        duel(shooter, target, &unrolled()).matchup(0, 1).factor
    };
    assert_eq!(factor(5, 5, 3), -1, "of one age");
    assert_eq!(factor(5, 1, 3), 3);
    assert_eq!(factor(0, 4, 3), -5);
    assert_eq!(factor(5, 0, 0), 2, "naked people resist no weapon");
}

/// W26, SRD 4.58: damage is rolled only if Scale alone stops a hit. Wilbur has 6 against the dragon's 8.
#[test]
fn hit_stopped_by_scale_alone_is_rolled_for() {
    let rules = Rules { rolled_hits: printed("stopped-by-scale"), ..srd() };
    let of = |rules: &Rules, offense, degree| {
        let wilbur = Fighter { offense, ..Fighter::new("Wilbur", 0, 0) };
        in_parts(levels(wilbur, dragon(), rules, degree, 0), 81)
    };
    assert_eq!(of(&rules, 6, 2), [50, 31, 0, 0, 0, 0], "0 points: +1 or more makes a Scratch");
    assert_eq!(of(&rules, 6, 3), [0, 81, 0, 0, 0, 0], "a point gets through, and is not rolled for");
    assert_eq!(of(&rules, 3, 2), [80, 1, 0, 0, 0, 0], "-3 points");
    // −6 points: without Scale, the hide alone would still leave 0.
    assert_eq!(of(&rules, 0, 2), [81, 0, 0, 0, 0, 0]);
    // A graze at a factor of −2 is Undamaged; without Scale it would be a Scratch.
    assert_eq!(of(&rules, 6, 1), [66, 15, 0, 0, 0, 0]);
    let man = || Fighter { defense: 4, ..Fighter::new("man", 1, 0) };
    let wilbur = Fighter { offense: 0, ..Fighter::new("Wilbur", 0, 0) };
    assert_eq!(in_parts(levels(wilbur, man(), &rules, 3, 0), 81), [81, 0, 0, 0, 0, 0], "armor is no Scale");
}

/// W8, SRD 4.55: the relative degree counts double, the limits apply to the sum, and grazes stay grazes (reading 17).
#[test]
fn doubled_degree_keeps_limits_and_grazes() {
    let rules = Rules { degree_multiplier: 2, record: support::boxes_from([1, 4, 7, 10, 13]), ..srd() };
    let plain = Rules { damage_roll: DamageRoll::default(), ..rules.clone() };
    assert_eq!([2, 3, 5].map(|degree| certain_of(2, &plain, degree, 0)), [2, 3, 4], "6, 8 and 12 points");
    assert_eq!(certain_of(5, &plain, 1, 0), 2, "a graze");
    assert_eq!(parts(-3, &rules, 2, 0, 81), [0, 81, 0, 0, 0, 0], "1 point is at most doubled");
    assert_eq!(parts(-2, &rules, 2, 0, 81), [0, 66, 15, 0, 0, 0], "2 points: 4 from +2 on, and at least 1");
}
