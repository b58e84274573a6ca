//! One fighter against several, compared with figures that were computed independently of this project.

use crate::support::fights::{self, Solved, Tallied, solve};
use crate::support::{Notes, brawl, dice, srd};
use fudgelab::chance::Enumerator;
use fudgelab::combat::{Body, Cast, Event, Fight, Fighter, State, compile};
use fudgelab::rules::{DamageRoll, LevelRule, Outnumbered, Record, Rules};

/// Known figures of a brawl between a lone fighter and several identical foes.
struct Known {
    id: &'static str,
    fight: fn() -> Fight,
    lone: f64,
    foes: f64,
    mean_rounds: f64,
    over_5: f64,
    ends_in_1: f64,
    ends_in_3: f64,
    /// Final wound levels of the lone fighter, Undamaged to Dead.
    lone_final: [f64; 7],
    /// Chances by the number of foes out at the end.
    foes_out: &'static [f64],
}

fn thugs(dice_name: Option<&str>) -> Fight {
    let thug = Fighter { count: 2, offense: 3, defense: 1, dice: dice_name.map(dice), ..Fighter::new("thug", 1, 0) };
    brawl(Fighter { offense: 4, defense: 3, ..Fighter::new("hero", 0, 3) }, vec![thug], &srd())
}

fn fodder() -> Fight {
    let rules = fudgelab::rules::Rules { mob_roll: fudgelab::rules::MobRoll::Own, ..srd() };
    let fodder = Fighter {
        count: 3,
        offense: 3,
        defense: 1,
        dice: Some(dice("2dF")),
        record: Some(Record::standard().fodder()),
        ..Fighter::new("fodder", 1, -1)
    };
    brawl(Fighter { offense: 5, defense: 3, ..Fighter::new("hero", 0, 2) }, vec![fodder], &rules)
}

const KNOWN: &[Known] = &[
    Known {
        id: "brawl/1v2-4dF",
        fight: || thugs(None),
        lone: 0.970_070_227_780_051_6,
        foes: 0.029_929_772_219_948_36,
        mean_rounds: 4.040_190_695_135_806,
        over_5: 0.165_832_508_918_978_27,
        ends_in_1: 21_340.0 / 14_348_907.0,
        ends_in_3: 0.273_769_110_595_560_2,
        lone_final: [
            0.684_280_207_982_468_7,
            0.200_205_009_995_395_64,
            0.064_047_924_933_506_89,
            0.021_537_084_868_680_383,
            0.025_784_797_372_802_364,
            0.004_144_290_420_617_958,
            6.844_265_284_803_91e-7,
        ],
        foes_out: &[0.025_894_727_035_416_003, 0.004_035_045_184_532_356_5, 0.970_070_227_780_051_6],
    },
    Known {
        id: "brawl/1v3-three-state-fodder-one-2dF-roll",
        fight: fodder,
        lone: 0.827_456_749_585_082,
        foes: 0.172_543_250_414_918,
        mean_rounds: 4.762_466_818_792_303,
        over_5: 0.290_182_948_687_5,
        ends_in_1: 264_536.0 / 14_348_907.0,
        ends_in_3: 0.181_051_643_490_220_02,
        lone_final: [
            0.547_467_376_417_742_6,
            0.211_150_292_189_990_04,
            0.048_818_498_372_672_93,
            0.020_020_582_604_676_52,
            0.101_780_106_887_850_27,
            0.043_355_585_696_816_676,
            0.027_407_557_830_251_04,
        ],
        foes_out: &[
            0.139_695_485_193_979_56,
            0.028_609_856_697_664_35,
            0.004_237_908_523_274_071,
            0.827_456_749_585_082,
        ],
    },
    Known {
        id: "brawl/1v2-static",
        fight: || thugs(Some("none")),
        lone: 0.996_432_812_526_921_2,
        foes: 0.003_567_187_473_078_786,
        mean_rounds: 4.276_264_096_586_519_5,
        over_5: 0.189_880_386_397_005_72,
        ends_in_1: 0.0,
        ends_in_3: 0.243_693_540_920_216_3,
        lone_final: [
            0.880_742_007_878_315_8,
            0.101_853_968_295_276_65,
            0.011_922_867_575_656_11,
            0.001_913_968_777_672_633_4,
            0.002_697_964_678_742_984_3,
            0.000_869_222_794_335_801_9,
            0.0,
        ],
        foes_out: &[0.003_266_749_622_941_301, 0.000_300_437_850_137_485_1, 0.996_432_812_526_921_2],
    },
];

/// Lists exact figures that differ from the known ones by more than 1e-12.
fn exact_differences(exact: &Solved, known: &Known) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |what: String, found: f64, expected: f64| {
        if (found - expected).abs() > 1e-12 {
            differences.push(format!("{}: {what} is {found}, not {expected}", known.id));
        }
    };
    compare("the lone fighter's win chance".into(), exact.wins[0], known.lone);
    compare("the foes' win chance".into(), exact.wins[1], known.foes);
    compare("the chance of both out".into(), exact.nobody, 0.0);
    compare("the mean of rounds".into(), exact.mean_rounds, known.mean_rounds);
    compare("the chance of more than 5 rounds".into(), exact.rounds[6..].iter().sum(), known.over_5);
    compare("the chance of 1 round".into(), exact.rounds[1], known.ends_in_1);
    compare("the chance of 3 rounds".into(), exact.rounds[3], known.ends_in_3);
    for (level, (found, expected)) in exact.levels[0].iter().zip(known.lone_final).enumerate() {
        compare(format!("final level {level} of the lone fighter"), *found, expected);
    }
    let party = exact.party.as_ref().unwrap();
    for (out, chance) in known.foes_out.iter().enumerate() {
        compare(format!("{out} foes out"), party.survivors[1][known.foes_out.len() - 1 - out], *chance);
    }
    differences
}

#[test]
fn exact_brawls_match_known_figures() {
    for known in KNOWN {
        let solved = solve(&(known.fight)()).unwrap();
        let differences = exact_differences(&solved, known);
        assert!(differences.is_empty(), "{differences:#?}");
    }
}

/// Trials per brawl. With 16 figures within 4 standard errors, a correct simulation fails once in about 1,000 runs.
const TRIALS: u64 = 1_000_000;

#[test]
fn simulated_brawls_match_known_figures() {
    let wrong: Vec<String> = KNOWN.iter().flat_map(|known| differences(&simulated((known.fight)()), known)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// One more point of offense for the foes must be noticed.
#[test]
fn comparison_rejects_stronger_foes() {
    let thug = Fighter { count: 2, offense: 4, defense: 1, ..Fighter::new("thug", 1, 0) };
    let wrong = brawl(Fighter { offense: 4, defense: 3, ..Fighter::new("hero", 0, 3) }, vec![thug], &srd());
    assert!(!differences(&simulated(wrong), &KNOWN[0]).is_empty());
}

fn simulated(fight: Fight) -> Tallied {
    fights::simulated(&fight, 434, TRIALS)
}

fn differences(tally: &Tallied, known: &Known) -> Vec<String> {
    let trials = tally.trials() as f64;
    let mut differences = Vec::new();
    let mut compare = |what: String, count: u64, chance: f64| {
        let expected = trials * chance;
        let error = (expected * (1.0 - chance)).sqrt();
        // A result that is expected less than once may still occur once.
        if (count as f64 - expected).abs() > (4.0 * error).max(f64::from(u8::from(chance > 0.0)) * 1.5) {
            differences.push(format!("{}: {what} {count} times, not {expected:.1} ± {error:.1}", known.id));
        }
    };
    compare("the lone fighter wins".into(), tally.outcomes[0], known.lone);
    compare("the foes win".into(), tally.outcomes[1], known.foes);
    compare("both are out".into(), tally.outcomes[2], 0.0);
    compare("more than 5 rounds".into(), tally.rounds[6..].iter().sum(), known.over_5);
    compare("1 round".into(), tally.rounds[1], known.ends_in_1);
    compare("3 rounds".into(), tally.rounds[3], known.ends_in_3);
    for (level, (spread, chance)) in tally.levels[0].iter().zip(known.lone_final).enumerate() {
        compare(format!("final level {level} of the lone fighter"), spread.sum, chance);
    }
    let party = tally.party.as_ref().unwrap();
    for (out, chance) in known.foes_out.iter().enumerate() {
        compare(format!("{out} foes out"), party.survivors[1][known.foes_out.len() - 1 - out], *chance);
    }
    let mean = tally.total_rounds() as f64 / trials;
    let error = ((tally.rounds_squared() as f64 / trials - mean * mean) / trials).sqrt();
    if (mean - known.mean_rounds).abs() > 4.0 * error {
        differences.push(format!("{}: {mean} rounds, not {} ± {error}", known.id, known.mean_rounds));
    }
    differences
}

/// Two pairs of the reference duel's fighters; a fighter without an opponent joins a friend (M15).
fn two_pairs() -> Fight {
    let level = |name: &str, from, boxes, penalty, out| LevelRule { name: name.into(), from, boxes, penalty, out };
    let levels = vec![
        level("Scratch", 1, 3, 0, false),
        level("Hurt", 3, 1, -1, false),
        level("Very Hurt", 5, 1, -2, false),
        level("Out", 7, 1, 0, true),
    ];
    let record = Record { levels, ..Record::standard() };
    let rules = Rules { record, outnumbered: Outnumbered::PerFoe, ..Rules::plain() };
    let a = Fighter { count: 2, offense: 1, ..Fighter::new("A", 0, 1) };
    let b = Fighter { count: 2, offense: 2, ..Fighter::new("B", 1, 0) };
    compile(&Cast { fighters: vec![a, b], sides: vec!["A".into(), "B".into()] }, &rules).unwrap()
}

#[test]
fn two_pairs_are_solved_and_simulated() {
    let fight = two_pairs();
    let start = std::time::Instant::now();
    let exact = solve(&fight).unwrap();
    eprintln!("{:?} {} states {:?} {}", start.elapsed(), exact.states, exact.wins, exact.mean_rounds);
    let tally = simulated(fight);
    eprintln!("{:?}", tally.outcomes);
}

/// One round of Tucker (Superb) against three pirates who each roll 4dF: `round/three-on-one-each-rolls`.
#[test]
fn round_of_three_on_one_matches_known_figures() {
    let pirates = [0, 1, -1].map(|skill| Fighter { skill, ..Fighter::new(format!("pirate {skill}"), 1, skill) });
    let rules = Rules { damage_roll: DamageRoll::default(), ..srd() };
    let fight = brawl(Fighter::new("Tucker", 0, 3), pirates.to_vec(), &rules);
    let (mut wounds_on_lone, mut target) = ([0.0; 4], [0.0; 3]);
    let play = |chance: &mut Enumerator| {
        let mut state = State::start(&fight, vec![Body::default(); 4]);
        let mut notes = Notes::default();
        state.round(&fight, chance, &mut notes);
        notes.0
    };
    Enumerator::default().run(play, |events: Vec<Event>, branch| {
        let mut on_lone = 0;
        for event in events {
            match event {
                Event::Hit { by: 0, target: foe, .. } => target[usize::from(foe) - 1] += branch.probability(),
                Event::Hit { target: 0, .. } => on_lone += 1,
                _ => {}
            }
        }
        wounds_on_lone[on_lone] += branch.probability();
    });
    let known_wounds = [763_708.0 / 1_594_323.0, 154_300.0 / 531_441.0, 29_150.0 / 177_147.0, 105_365.0 / 1_594_323.0];
    let known_target = [7_263_856.0 / 43_046_721.0, 894_280.0 / 14_348_907.0, 9_404_411.0 / 43_046_721.0];
    for (found, known) in wounds_on_lone.iter().chain(&target).zip(known_wounds.iter().chain(&known_target)) {
        assert!((found - known).abs() < 1e-12, "{wounds_on_lone:?} {target:?}");
    }
    assert!((target.iter().sum::<f64>() - 2_150_123.0 / 4_782_969.0).abs() < 1e-12, "{target:?}");
}
