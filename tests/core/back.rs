//! Fighters behind the line (reading 47): hand calculations, and exact answers against simulation.

use crate::support::agree::{disagreements, indifferent, unmoved};
use crate::support::fights::solve;
use crate::support::{dice, fighter, level};
use fudgelab::combat::{Cast, Fight, Fighter, Missile, Ranged, compile};
use fudgelab::rules::{DamageCapacity, MeleeShots, Pacing, Record, Rules, Toughness};

/// Chances of 2dF, in ninths.
const TWO: [(i32, f64); 5] = [(-2, 1.0), (-1, 2.0), (0, 3.0), (1, 2.0), (2, 1.0)];

/// Rules with a single box, which puts a fighter out at `from` points.
fn rules(from: i32) -> Rules {
    let record = Record { levels: vec![level("Out", from, 1, 0, true)], ..Record::standard() };
    Rules { record, dice: dice("2dF"), round_limit: 1, ..Rules::plain() }
}

fn archer(skill: i32) -> Fighter {
    let bow = Missile { skill, offense: 1, scaled: true, thrown: true, burst: None };
    let ranged = Ranged { missile: Some(bow), ..Ranged::default() };
    Fighter { ranged, at_back: true, ..fighter("archer", 0) }
}

/// A fighter who only defends.
fn wall(name: &str) -> Fighter {
    Fighter { only_defends: true, ..fighter(name, 0) }
}

fn fight(ours: Vec<Fighter>, theirs: Vec<Fighter>, rules: &Rules) -> Fight {
    let on = |side: usize| move |fighter| Fighter { side, ..fighter };
    let fighters = ours.into_iter().map(on(0)).chain(theirs.into_iter().map(on(1))).collect();
    compile(&Cast { fighters, sides: vec!["ours".into(), "theirs".into()] }, rules).unwrap()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

/// The expected number out of action after a round, by stat block.
fn out(fight: &Fight) -> Vec<f64> {
    solve(fight).unwrap().party.unwrap().out
}

/// A Good shot at a foe who fights a friend.
#[test]
fn shot_into_melee_matches_calculation() {
    for pacing in [Pacing::Simultaneous, Pacing::Turns] {
        for shots in [MeleeShots::Harder, MeleeShots::Free, MeleeShots::Stray] {
            let rules = Rules { shots_into_melee: shots, pacing, ..rules(3) };
            let found = out(&fight(vec![wall("friend"), archer(1)], vec![wall("foe")], &rules));
            let difficulty = i32::from(shots != MeleeShots::Free);
            let mut expected = [0.0; 2];
            for ((shot, one), (dodge, other)) in TWO.iter().flat_map(|one| TWO.map(|other| (*one, other))) {
                let (result, chance) = (1 + shot, one * other / 81.0);
                let needed = difficulty.max(dodge + 1);
                // A tie with the dodge misses. The damage factor is 1, and a wound needs 3 points.
                if result >= needed && result - difficulty.max(dodge) + 1 >= 3 {
                    expected[1] += chance;
                }
                if shots == MeleeShots::Stray && needed - result >= 2 {
                    let again =
                        TWO.iter().filter(|(again, _)| 1 + again - difficulty + 1 >= 3).map(|(_, more)| more / 9.0);
                    expected[0] += chance * again.sum::<f64>();
                }
            }
            near(found[0], expected[0]);
            near(found[2], expected[1]);
            assert!(expected[1] > 0.0 && (expected[0] > 0.0) == (shots == MeleeShots::Stray));
        }
    }
}

/// Fighters behind the line cannot be struck while others stand in front of them.
#[test]
fn blows_reach_only_the_front() {
    let strong = || Fighter { count: 3, offense: 9, ..fighter("foe", 5) };
    let fallen = |archer: Fighter, pacing| {
        out(&fight(vec![wall("friend"), archer], vec![strong()], &Rules { pacing, ..rules(1) }))[..2]
            .iter()
            .sum::<f64>()
    };
    let front = || Fighter { at_back: false, ..archer(-9) };
    // If all strike at once, only the friend can fall this round. An archer in front can be struck too.
    assert!(fallen(archer(-9), Pacing::Simultaneous) <= 1.0);
    assert!(fallen(front(), Pacing::Simultaneous) > 1.1);
    // In turns, foes who act after the friend has fallen attack the archer.
    let [behind, beside] = [archer(-9), front()].map(|archer| fallen(archer, Pacing::Turns));
    assert!(1.1 < behind && behind < beside, "{behind} {beside}");
}

/// Archers behind their lines can shoot at each other.
#[test]
fn arrows_reach_the_back() {
    let fallen = |at_back| {
        let bowman = Fighter { name: "bowman".into(), at_back, ..archer(5) };
        out(&fight(vec![archer(-9), wall("friend")], vec![wall("foe"), bowman], &rules(1)))[0]
    };
    assert!(fallen(true) > 0.5);
    // In front, the bowman can only strike, with a skill of 0.
    assert!(fallen(false) < 0.5);
}

/// A fighter with an archer behind against a foe with an archer behind, under rules that affect shots. In the
/// counterparts our archer stands in front.
#[test]
fn exact_matches_simulation_and_stored_values() {
    let levels = vec![level("Hurt", 1, 1, -1, false), level("Out", 3, 1, 0, true)];
    let short = Rules { record: Record { levels, ..Record::standard() }, round_limit: 12, ..rules(1) };
    let cast = |place: bool, rules: &Rules| {
        let ours = vec![Fighter { offense: 2, ..fighter("friend", 1) }, Fighter { at_back: place, ..archer(1) }];
        let bowman = Fighter { name: "bowman".into(), ..archer(0) };
        fight(ours, vec![Fighter { offense: 1, ..fighter("foe", 1) }, bowman], rules)
    };
    let cases = [
        ("simultaneous", short.clone()),
        ("in turns", Rules { pacing: Pacing::Turns, ..short.clone() }),
        ("stray shots", Rules { shots_into_melee: MeleeShots::Stray, ..short.clone() }),
        (
            "wounds that are suffered",
            Rules { toughness: Toughness::Rolled, damage_capacity: DamageCapacity::Ignored, ..short.clone() },
        ),
        ("after a volley", Rules { closing: Some(1), ..short.clone() }),
    ];
    let cases: Vec<_> =
        cases.into_iter().map(|(name, rules)| (name, cast(true, &rules), cast(false, &rules))).collect();
    assert_eq!(disagreements(&cases), Vec::<String>::new());
    assert_eq!(indifferent(&cases), Vec::<&str>::new());
    unmoved("behind-the-line", &cases);
}
