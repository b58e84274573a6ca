mod mutants;

use super::*;
use crate::combat::{Body, Cast, FightPath, Fighter, Modifier, compile};
use crate::dice::Dice;
use crate::rules::damage::PrintedOption;
use crate::rules::{
    Avoidance, DamageRoll, Graze, InitiativeTies, InitiativeWounds, LevelRule, LoneStrike, MobRoll, Outnumbered,
    Pacing, Record, Rules, TurnOrder,
};

fn record(levels: &[(i32, u8, i32, bool)]) -> Record {
    let level = |(k, &(from, boxes, penalty, out)): (usize, &_)| LevelRule {
        name: format!("level {k}"),
        from,
        boxes,
        penalty,
        out,
    };
    Record { levels: levels.iter().enumerate().map(level).collect(), ..Record::standard() }
}

fn duel(a: Fighter, b: Fighter, rules: &Rules) -> Fight {
    let sides = vec![a.name.clone(), b.name.clone()];
    compile(&Cast { fighters: vec![a, Fighter { side: 1, ..b }], sides }, rules).unwrap()
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12, "{a}, not {b}");
}

fn median(exact: &ExactFight) -> f64 {
    exact.length().median.unwrap().value
}

fn undecided(exact: &ExactFight) -> f64 {
    exact.ends.chance(|end| end.is_undecided())
}

fn nobody(exact: &ExactFight) -> f64 {
    exact.ends.chance(|end| end.winner().is_none() && !end.is_undecided())
}

/// The mean number of `signal` per round, for the first fighter of a duel.
fn rate(exact: &ExactFight, signal: Signal) -> f64 {
    exact.count(signal, 0).unwrap() / exact.mean_rounds
}

fn level(exact: &ExactFight, entry: usize, level: usize) -> f64 {
    exact.ends.mean(|end| end.fates(entry)[level].into())
}

/// A duel with one die of two faces and one box that puts a fighter out at 1 point: each fighter wins a round with
/// chance 1/4.
fn coin_duel(round_limit: u32) -> ExactFight {
    let rules =
        Rules { dice: Dice::parse("1d2").unwrap(), record: record(&[(1, 1, 0, true)]), round_limit, ..Rules::plain() };
    fight(&duel(Fighter::new("A", 0, 0), Fighter::new("B", 1, 0), &rules)).unwrap()
}

#[test]
fn coin_duel_matches_hand_computed_figures() {
    let exact = coin_duel(1000);
    near(exact.wins(0), 0.5);
    near(exact.wins(1), 0.5);
    near(exact.mean_rounds, 2.0);
    assert_eq!(exact.unlimited_rounds, Some(exact.mean_rounds));
    assert_eq!((median(&exact), undecided(&exact), exact.never_ends), (1.0, 0.0, 0.0));
    (1..20).for_each(|k| near(exact.rounds[k], 0.5f64.powi(k as i32)));
    near(rate(&exact, Signal::Hit), 0.25);
    near(rate(&exact, Signal::StandOff), 0.5);
    assert_eq!(exact.states, 3);
    near(level(&exact, 0, 0), 0.5);
    near(level(&exact, 0, 1), 0.5);
    assert!(exact.truncation <= 1e-13 && exact.mean_bound() < 1e-11 && exact.rounding > 0.0);
}

/// Reading 33: fights still undecided at the limit are draws and count with the limit's rounds.
#[test]
fn round_limit_leaves_fights_undecided() {
    let exact = coin_duel(3);
    assert_eq!(exact.rounds, [0.0, 0.5, 0.25, 0.25]);
    assert_eq!((exact.wins(0), undecided(&exact), nobody(&exact)), (0.4375, 0.125, 0.0));
    assert_eq!(exact.mean_rounds, 1.75);
    near(exact.unlimited_rounds.unwrap(), 2.0);
    assert_eq!([0, 1, 2].map(|at| level(&exact, 0, at)), [0.5625, 0.4375, 0.0]);
    near(rate(&exact, Signal::Hit), 0.4375 / 1.75);
}

#[test]
fn harmless_fighters_never_end_the_fight() {
    let tough = |name, side| Fighter { defense: 50, ..Fighter::new(name, side, 0) };
    let exact = fight(&duel(tough("A", 0), tough("B", 1), &Rules::plain())).unwrap();
    assert_eq!((exact.never_ends, exact.unlimited_rounds), (1.0, None));
    near(undecided(&exact), 1.0);
    near(exact.mean_rounds, 1000.0);
    near(exact.rounds[1000], 1.0);
    near(rate(&exact, Signal::StandOff), 1107.0 / 6561.0);
    near(level(&exact, 1, 0), 1.0);
    assert_eq!([0, 1].map(|side| exact.wins(side)), [0.0, 0.0]);
}

/// After one wound a fighter can no longer hit: two faces, penalty 3, and a minimum above what remains.
#[test]
fn wounded_fighters_below_the_minimum_never_hit_again() {
    let rules = Rules {
        dice: Dice::parse("1d2").unwrap(),
        record: record(&[(1, 1, -3, false), (5, 1, 0, true)]),
        minimum_to_hit: Some(2),
        ..Rules::plain()
    };
    // A hits for 1 and cannot do more at first; B hits for 5, which ends the fight. The first exchange decides: after a
    // hit by A, B rolls at most -1 and never reaches 2, and A's next hits, for 2 to 4 points, find only the worst box
    // left.
    let b = Fighter { offense: 4, ..Fighter::new("B", 1, 0) };
    let exact = fight(&duel(Fighter::new("A", 0, 0), b, &rules)).unwrap();
    near(exact.wins(1), 0.5);
    near(exact.wins(0), 0.5);
    assert_eq!(exact.never_ends, 0.0);
    // If neither fighter can reach the minimum after a wound, the fight never ends.
    let harmless = Rules { record: record(&[(1, 2, -3, false), (50, 1, 0, true)]), ..rules };
    let poor = |name, side| Fighter { skill: 0, ..Fighter::new(name, side, 0) };
    let exact = fight(&duel(poor("A", 0), poor("B", 1), &Rules { minimum_to_hit: Some(3), ..harmless })).unwrap();
    assert_eq!(exact.never_ends, 1.0);
    near(rate(&exact, Signal::BelowMinimum), 0.5);
    assert_eq!([0, 1].map(|entry| exact.count(Signal::Hit, entry)), [Some(0.0); 2]);
}

/// Two rounds in a million end the fight: fights still undecided at the limit are draws, and the mean without a limit
/// is reported in addition to the mean with it.
#[test]
fn rare_hits_match_geometric_length() {
    let dice = Dice::parse("1d1000").unwrap();
    let rules = Rules { dice, record: record(&[(999, 1, 0, true)]), ..Rules::plain() };
    let exact = fight(&duel(Fighter::new("A", 0, 0), Fighter::new("B", 1, 0), &rules)).unwrap();
    // Only 1000 against 1 reaches 999 points.
    let chance: f64 = 2e-6;
    near(exact.unlimited_rounds.unwrap() * chance, 1.0);
    let left = 1000.0 * (-chance).ln_1p();
    near(undecided(&exact), left.exp());
    near(exact.mean_rounds * chance / -left.exp_m1(), 1.0);
    assert_eq!((exact.never_ends, exact.truncation), (0.0, 0.0));
    // Without a limit the fight continues until one of them is hit: a geometric length.
    let rules = Rules { round_limit: 0, ..rules };
    let exact = fight(&duel(Fighter::new("A", 0, 0), Fighter::new("B", 1, 0), &rules)).unwrap();
    assert_eq!((undecided(&exact), exact.truncation), (0.0, 0.0));
    near(exact.wins(0), 0.5);
    near(exact.mean_rounds * chance, 1.0);
    let rounds: f64 = exact.rounds.iter().sum();
    assert!((rounds + exact.beyond - 1.0).abs() < 1e-9 && exact.rounds.len() == 10_001, "{rounds}");
    let FightLength { median, deviation, .. } = exact.length();
    let (median, deviation) = (median.unwrap(), deviation.unwrap());
    let half = (-0.5f64).ln_1p() / (-chance).ln_1p();
    assert!((median.value - half.ceil()).abs() <= median.bound && median.bound < 1.0, "{median:?}, not {half}");
    let known = (1.0 - chance).sqrt() / chance;
    assert!((deviation.value - known).abs() <= deviation.bound && deviation.bound < 1e-3, "{deviation:?}, not {known}");
}

/// Plays every history of three rounds, without merging.
#[test]
fn tiny_fight_matches_all_its_histories() {
    let rules = Rules {
        dice: Dice::parse("2dF").unwrap(),
        record: record(&[(1, 1, -1, false), (2, 1, 0, true)]),
        round_limit: 3,
        ..Rules::plain()
    };
    let fight = duel(Fighter::new("A", 0, 1), Fighter::new("B", 1, 0), &rules);
    let exact = super::fight(&fight).unwrap();
    let mut wins = [0.0; 2];
    let (mut undecided, mut rounds) = (0.0, 0.0);
    crate::chance::enumerate(
        |chance| crate::combat::play(&fight, [Body::default(); 2], chance, &mut ()),
        |outcome, chance| {
            rounds += f64::from(outcome.rounds) * chance;
            match outcome.winner {
                Some(side) => wins[side] += chance,
                None => undecided += chance,
            }
        },
    );
    near(exact.wins(0), wins[0]);
    near(exact.wins(1), wins[1]);
    near(super::tests::undecided(&exact), undecided);
    near(exact.mean_rounds, rounds);
    assert!(wins[0] > wins[1] && undecided > 0.001);
}

#[test]
fn fight_rejects_too_many_states_and_too_wide_dice() {
    let boxes = [(1, 7, 0, false), (2, 7, 0, false), (3, 7, 0, false), (4, 6, 0, true)];
    let rules = Rules { record: record(&boxes), ..Rules::plain() };
    let error = fight(&duel(Fighter::new("A", 0, 0), Fighter::new("B", 1, 0), &rules)).unwrap_err();
    assert!(error.is_input(), "{error}");
    assert_eq!(
        error.message(),
        "too many states to solve exactly (up to 13 million; the limit is 2 million transitions between them)"
    );
    let rules = Rules { dice: Dice::parse("4d1000").unwrap(), ..Rules::plain() };
    let error = fight(&duel(Fighter::new("A", 0, 0), Fighter::new("B", 1, 0), &rules)).unwrap_err();
    assert!(error.message().contains("too many results"), "{error}");
}

/// Visits along the order of states equal those in the product of chain and memories; moments need the product.
#[test]
fn path_visits_in_state_order_match_the_product_chain() {
    let a = Fighter { offense: 4, defense: 2, ..Fighter::new("A", 0, 1) };
    let fight = duel(a, Fighter { offense: 5, defense: 3, ..Fighter::new("B", 1, 0) }, &Rules::plain());
    let start = [fight.start()[0], fight.start()[1]];
    let graph = explore(&fight, &Signals::of(&fight), start, KeptConditions::Level, &Limits::LARGEST).unwrap();
    let order = graph.chain.visits(0.0, &|| false).unwrap().order.unwrap();
    let group =
        |paths: &[FightPath], follow_ties| PathGroup { paths: paths.to_vec(), follow_ties, ..PathGroup::default() };
    let sorted = |mut results: PathResults| {
        results.ends.sort_by_key(|(end, memory, _)| (*end, *memory));
        results
    };
    for group in [
        PathGroup::first_blood(),
        group(&[FightPath::FirstBlood], true),
        group(&[FightPath::FirstBlood, FightPath::Lead], false),
        group(&[FightPath::FirstBlood, FightPath::Lead], true),
    ] {
        let along = sorted(paths::follow_in_order(&fight, &graph, &group, &order).unwrap());
        let product = sorted(paths::follow(&fight, &graph, &group, None, 0.0, &|| false).unwrap());
        assert!(along.ends.len() > 10 && along.ends.len() == product.ends.len(), "{}", along.ends.len());
        for ((end, memory, chance), (its_end, its_memory, its_chance)) in along.ends.iter().zip(&product.ends) {
            assert_eq!((end, memory), (its_end, its_memory));
            near(*chance, *its_chance);
        }
        along.counts.iter().zip(&product.counts).for_each(|(one, other)| near(*one, *other));
    }
    let with_moment = PathGroup { moments: vec![3], ..PathGroup::first_blood() };
    assert!(paths::follow_in_order(&fight, &graph, &with_moment, &order).is_none());
}

/// The graph of a duel with wounds alone equals that of the general solver, to the last digit.
#[test]
fn duel_solver_matches_general_solver() {
    let plain = Rules::plain();
    let rules = [
        Rules { round_limit: 3, ..plain.clone() },
        Rules { damage_roll: DamageRoll::default(), ends_at: Some(2), ..plain.clone() },
        Rules {
            damage_roll: DamageRoll::named("game-dice-limited").unwrap(),
            graze: Graze::Off,
            reach: Some(2),
            ..plain.clone()
        },
        Rules { graze: Graze::Table, minimum_to_hit: Some(0), ..plain },
    ];
    for rules in &rules {
        let high = Modifier { name: "high".into(), value: 1, avoid: 1, other_avoid: 1, rounds: Some(2) };
        let a = Fighter { offense: 4, defense: 2, modifiers: vec![high], ..Fighter::new("A", 0, 1) };
        let b = Fighter { offense: 5, defense: 3, ..Fighter::new("B", 1, 0) };
        let fight = duel(a, b, rules);
        assert!(Duel::of(&fight).is_some());
        let (shape, groups) = (EndShape::of(&fight, 0), [PathGroup::first_blood()]);
        let asked = SolutionOptions { groups: &groups, course: true, wounds: false };
        let by_steps =
            solve_generally(&fight, [fight.start()[0], fight.start()[1]], &shape, asked, &Limits::LARGEST).unwrap();
        // Not `assert_eq`: it would print thousands of numbers.
        assert!(solve(&fight, &shape, asked, &Limits::LARGEST).unwrap() == by_steps);
    }
}

#[test]
fn turn_duel_solver_matches_general_solver() {
    let turns = Rules { pacing: Pacing::Turns, ..Rules::plain() };
    let rules = [
        Rules { round_limit: 3, ..turns.clone() },
        Rules { damage_roll: DamageRoll::default(), ends_at: Some(2), ..turns.clone() },
        Rules { initiative_ties: InitiativeTies::Reroll, avoidance: Avoidance::One, ..turns.clone() },
        Rules { turn_order: TurnOrder::Sides, initiative_wounds: InitiativeWounds::Slow, ..turns.clone() },
        Rules { graze: Graze::Table, minimum_to_hit: Some(0), ..turns },
    ];
    for rules in &rules {
        let high = Modifier { name: "high".into(), value: 1, avoid: 1, other_avoid: 1, rounds: Some(2) };
        let a = Fighter { offense: 4, defense: 2, modifiers: vec![high], ..Fighter::new("A", 0, 1) };
        let b = Fighter { offense: 5, defense: 3, initiative: 1, ..Fighter::new("B", 1, 0) };
        let fight = duel(a, b, rules);
        assert!(TurnDuel::of(&fight).is_some());
        let (shape, groups) = (EndShape::of(&fight, 0), [PathGroup::first_blood()]);
        let asked = SolutionOptions { groups: &groups, course: true, wounds: false };
        let by_steps =
            solve_generally(&fight, [fight.start()[0], fight.start()[1]], &shape, asked, &Limits::LARGEST).unwrap();
        assert!(solve(&fight, &shape, asked, &Limits::LARGEST).unwrap() == by_steps);
    }
}

/// Equal except for rounding, since the sums are taken in another order.
#[test]
fn melee_solver_matches_general_solver() {
    let boxes = [(1, 2, -1, false), (3, 1, -2, false), (5, 1, 0, true)];
    let plain = Rules { record: record(&boxes), dice: Dice::parse("2dF").unwrap(), ..Rules::plain() };
    let rules = [
        Rules { round_limit: 3, ..plain.clone() },
        Rules { damage_roll: DamageRoll::default(), ends_at: Some(2), ..plain.clone() },
        Rules { reach: Some(2), outnumbered: Outnumbered::PerFoe, ..plain.clone() },
        Rules { mob_roll: MobRoll::TwoFudge, lone_strike: LoneStrike::BeatOrTie, ..plain },
    ];
    let sizes = [[2, 2], [1, 3], [3, 2], [1, 2]];
    for (rules, [ours, theirs]) in rules.iter().flat_map(|rules| sizes.map(|size| (rules, size))) {
        let high = Modifier { name: "high".into(), value: 1, avoid: 1, other_avoid: 1, rounds: Some(2) };
        let a = Fighter { count: ours, offense: 2, modifiers: vec![high], ..Fighter::new("A", 0, 1) };
        let b = Fighter { count: theirs, offense: 3, ..Fighter::new("B", 1, 0) };
        let fight = duel(a, b, rules);
        assert!(PlainFight::of(&fight).is_some());
        let (shape, groups) = (EndShape::of(&fight, 0), [PathGroup::first_blood()]);
        let asked = SolutionOptions { groups: &groups, course: true, wounds: false };
        let by_steps = solve_generally(&fight, fight.start().to_vec(), &shape, asked, &Limits::LARGEST).unwrap();
        let by_groups = solve(&fight, &shape, asked, &Limits::LARGEST).unwrap();
        assert_eq!((by_groups.states, median(&by_groups)), (by_steps.states, median(&by_steps)));
        let figures = |exact: &ExactFight| {
            let mut ends: Vec<(Vec<u16>, f64)> = Vec::new();
            for all in [&exact.ends, &exact.path_ends[0]] {
                let mut these: Vec<_> =
                    all.iter().map(|(end, chance)| (end.shape_and_row().1.to_vec(), chance)).collect();
                these.sort_by(|one, other| one.0.cmp(&other.0));
                ends.append(&mut these);
            }
            let (ends, chances): (Vec<_>, Vec<_>) = ends.into_iter().unzip();
            (ends, [chances, exact.counts.clone(), exact.rounds.clone(), vec![exact.mean_rounds]].concat())
        };
        let ((ends, one), (other_ends, other)) = (figures(&by_groups), figures(&by_steps));
        assert!(ends == other_ends && one.len() == other.len(), "{ours} on {theirs}");
        one.iter().zip(&other).for_each(|(one, other)| near(*one, *other));
    }
}

/// A brawl is run for each set of penalties; if the first run shows that this is too much, the fight is rejected.
#[test]
fn fight_rejects_brawls_with_too_many_branches() {
    let one_against = |foes, boxes: &[_], mob_roll| {
        let rules = Rules { record: record(boxes), mob_roll, ..Rules::plain() };
        fight(&duel(Fighter::new("A", 0, 2), Fighter { count: foes, ..Fighter::new("B", 1, 0) }, &rules))
    };
    // 9^4 branches for 2^4 sets of penalties; 9^5 for 4^5.
    let exact = one_against(3, &[(1, 1, -1, false), (2, 1, 0, true)], MobRoll::Each).unwrap();
    near(exact.wins(0) + exact.wins(1) + nobody(&exact) + undecided(&exact), 1.0);
    let many = [(1, 1, -1, false), (2, 1, -2, false), (3, 1, -3, false), (4, 1, 0, true)];
    let error = one_against(4, &many, MobRoll::Each).unwrap_err();
    assert!(error.message().contains("too many outcomes"), "{error}");
    // A mob that rolls once has equally many branches, whatever its size.
    let exact = one_against(7, &[(1, 1, 0, true)], MobRoll::TwoFudge).unwrap();
    near(exact.wins(0) + exact.wins(1) + nobody(&exact) + undecided(&exact), 1.0);
}
