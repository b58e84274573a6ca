//! Flight by side, reserves, and keys for a whole side.

use crate::support::agree::{disagreements, indifferent, unmoved};
use crate::support::fights::solve;
use crate::support::written::{refusal, study};
use crate::support::{fighter, level};
use fudgelab::combat::{Cast, Fight, Fighter, compile};
use fudgelab::rules::morale::Flees;
use fudgelab::rules::{Pacing, Record, Rules};
use fudgelab::study::{MethodChoice, Study, run};

/// One box, which the first point of damage fills.
fn rules() -> Rules {
    let record = Record { levels: vec![level("Out", 1, 1, 0, true)], ..Record::standard() };
    Rules { record, round_limit: 40, ..Rules::plain() }
}

fn fight(ours: Vec<Fighter>, theirs: Vec<Fighter>, rules: &Rules) -> Fight {
    let on = |side: usize| move |fighter| Fighter { side, ..fighter };
    let fighters = ours.into_iter().map(on(0)).chain(theirs.into_iter().map(on(1))).collect();
    compile(&Cast { fighters, sides: vec!["ours".into(), "theirs".into()] }, rules).unwrap()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

/// A fighter who fells one foe each round and is never hit.
fn hero() -> Fighter {
    Fighter { offense: 9, ..fighter("hero", 12) }
}

/// Four foes fall, one in each round, and flee once their condition is met.
#[test]
fn fighters_flee_after_enough_losses_of_their_side() {
    let rounds = |flees, leader| {
        let chief = Fighter { leader, flees, ..fighter("chief", -30) };
        let foes = Fighter { count: 3, flees, ..fighter("foe", -9) };
        let solved = solve(&fight(vec![hero()], vec![chief, foes], &rules())).unwrap();
        near(solved.wins[0], 1.0);
        solved.mean_rounds
    };
    near(rounds(None, true), 4.0);
    near(rounds(Some(Flees::HalfDown), true), 2.0);
    near(rounds(Some(Flees::Left(1)), true), 3.0);
    // The condition is met from the start, but no fighter flees before one has fallen.
    near(rounds(Some(Flees::Left(4)), true), 1.0);
    // The lowest result is hit, which is the chief's; a side without a leader does not flee.
    near(rounds(Some(Flees::LeaderDown), true), 1.0);
    near(rounds(Some(Flees::LeaderDown), false), 4.0);
}

/// No fighter is hurt before the reserve arrives, and a fight that ends earlier does not wait for it.
#[test]
fn reserves_arrive_in_their_round() {
    for pacing in [Pacing::Simultaneous, Pacing::Turns] {
        let rules = Rules { pacing, ..rules() };
        let wall = || Fighter { only_defends: true, ..fighter("wall", 12) };
        let late = |arrives| {
            let solved =
                solve(&fight(vec![wall(), Fighter { arrives, ..hero() }], vec![fighter("foe", -9)], &rules)).unwrap();
            near(solved.wins[0], 1.0);
            solved.mean_rounds
        };
        near(late(1), 1.0);
        near(late(3), 3.0);
        let lost =
            solve(&fight(vec![hero()], vec![fighter("foe", -9), Fighter { arrives: 2, ..wall() }], &rules)).unwrap();
        near(lost.wins[0], 1.0);
        near(lost.mean_rounds, 1.0);
    }
}

/// `[sides]` sets keys for all fighters of a side; a fighter's own keys take precedence.
#[test]
fn side_keys_apply_to_all_of_its_fighters() {
    let wins = |text: &str| {
        let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
        result.cells[0].figure("wins", "a").unwrap().estimate.value
    };
    let spelled = "[fighters.hero]\nside = 'a'\nskill = 2\noffense = 3\n[fighters.aid]\nside = 'a'\nskill = 0\noffense = 3\n[fighters.b]\nskill = 1\n";
    let common = "[sides.a]\noffense = 3\nskill = 2\n[fighters.hero]\nside = 'a'\n[fighters.aid]\nside = 'a'\nskill = 0\n[fighters.b]\nskill = 1\n";
    near(wins(common), wins(spelled));
    // It applies to fighters who get their side from the stat block they are `like` as well.
    let cast = "[sides.a]\noffense = 3\n[cast.knight]\nside = 'a'\nskill = 2\n[fighters.hero]\nlike = 'knight'\n[fighters.aid]\nside = 'a'\nskill = 0\n[fighters.b]\nskill = 1\n";
    near(wins(cast), wins(spelled));
    let error = refusal("[sides.c]\nskill = 1\n[fighters.a]\nskill = 1\n[fighters.b]\nskill = 1\n");
    assert!(error.contains("no fighter is on side `c`"), "{error}");
    let error = refusal("[fighters.a]\nskill = 1\narrives = 2\n[fighters.b]\nskill = 1\n");
    assert!(error.contains("no fighter on side `A` is there when the fight begins"), "{error}");
}

#[test]
fn exact_matches_simulation() {
    let levels = vec![level("Hurt", 1, 1, -1, false), level("Out", 3, 1, 0, true)];
    let short = Rules { record: Record { levels, ..Record::standard() }, round_limit: 12, ..rules() };
    let cast = |flees, arrives, rules: &Rules| {
        let foes = Fighter { count: 2, flees, offense: 1, ..fighter("foe", 0) };
        let ours = vec![Fighter { offense: 2, ..fighter("hero", 1) }, Fighter { arrives, ..fighter("friend", 0) }];
        fight(ours, vec![foes], rules)
    };
    let turns = Rules { pacing: Pacing::Turns, ..short.clone() };
    let cases = [
        ("flight", cast(Some(Flees::HalfDown), 1, &short), cast(None, 1, &short)),
        ("flight in turns", cast(Some(Flees::HalfDown), 1, &turns), cast(None, 1, &turns)),
        ("reserves", cast(None, 3, &short), cast(None, 2, &short)),
        ("reserves in turns", cast(None, 3, &turns), cast(None, 2, &turns)),
    ];
    assert_eq!(disagreements(&cases), Vec::<String>::new());
    assert_eq!(indifferent(&cases), Vec::<&str>::new());
    unmoved("sides", &cases);
}
