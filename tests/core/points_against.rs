//! Fudge points in opposed rolls, contests and tasks: fractions by hand, and exact against simulated.

use crate::support::written::{exact, refusal, refused};
use fudgelab::Rules;
use fudgelab::RulesByName;
use fudgelab::check::Luck;
use fudgelab::rules::Boon;
use fudgelab::rules::fudge::MOST_POINTS;

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-14, "{found}, not {expected}");
}

/// Chances that 4dF reaches 0, 1, 2, 3 and 4, by index.
const REACH: [f64; 5] = [50.0 / 81.0, 31.0 / 81.0, 15.0 / 81.0, 5.0 / 81.0, 1.0 / 81.0];
/// Number of rolls, of 81, in which 4dF shows −4 to 4.
const FOUR: [f64; 9] = [1.0, 4.0, 10.0, 16.0, 19.0, 16.0, 10.0, 4.0, 1.0];
/// Number of rolls of 8dF, the difference of two 4dF: 1107 show 0, 1016 each show 1 and −1, and 2727 show at least 1.
const APART: f64 = 6561.0;

fn opposed(active: &str, passive: &str) -> String {
    format!("[opposed.active]\ntrait = 'Fair'\n{active}\n[opposed.passive]\ntrait = 'Fair'\n{passive}\n")
}

/// P2, SRD 1.36: one less than the static side's level is enough, and the point is spent only if exactly one is
/// missing.
#[test]
fn shift_against_a_static_side_matches_hand_calculation() {
    let still = "[opposed.active]\ntrait = 'Fair'\nspend = 'shift'\n[opposed.passive]\ntrait = 'Good'\ndice = 'none'\n";
    let of = exact(still);
    near(of("win", "active"), REACH[0]);
    near(of("points spent", "active"), REACH[0] - REACH[1]);
}

/// P2: a side that would lose by one ties, and one that would tie wins.
#[test]
fn shift_against_a_rolling_side_matches_hand_calculation() {
    let one = exact(&opposed("spend = 'shift'", ""));
    near(one("win", "active"), (1107.0 + 2727.0) / APART);
    near(one("tie", ""), 1016.0 / APART);
    near(one("win", "passive"), (2727.0 - 1016.0) / APART);
    near(one("points spent", "active"), (1107.0 + 1016.0) / APART);
    // Both have a point. From a tie each goes up by one, into a tie. A side that loses by one makes it a tie, and the
    // other makes that a win.
    let both = exact(&opposed("spend = 'shift'", "spend = 'shift'"));
    near(both("tie", ""), 1107.0 / APART);
    for side in ["active", "passive"] {
        near(both("win", side), 2727.0 / APART);
        near(both("points spent", side), (1107.0 + 2.0 * 1016.0) / APART);
    }
}

/// P5, KAER: a side that does not win rerolls its dice, against the same roll of the other.
#[test]
fn reroll_matches_hand_calculation() {
    let of = exact(&opposed("spend = 'reroll'", ""));
    let [mut win, mut tie, mut spent] = [0.0; 3];
    for (b, ways) in FOUR.iter().enumerate() {
        let [here, above] = [ways / 81.0, FOUR[b + 1..].iter().sum::<f64>() / 81.0];
        win += here * (above + (1.0 - above) * above);
        tie += here * (1.0 - above) * here;
        spent += here * (1.0 - above);
    }
    near(of("win", "active"), win);
    near(of("tie", ""), tie);
    near(of("points spent", "active"), spent);
}

/// P4, SRD 1.36: +4 instead of the dice, bought before either side rolls. The other side still rolls, and ties with 4
/// on 4dF.
#[test]
fn automatic_result_matches_hand_calculation() {
    let of = exact(&opposed("spend = 'automatic'", ""));
    near(of("win", "active"), 80.0 / 81.0);
    near(of("tie", ""), 1.0 / 81.0);
    near(of("points spent", "active"), 1.0);
}

/// P4: a side with fewer points than the price does not buy it.
#[test]
fn automatic_result_needs_enough_points() {
    let of = |rules: &str, spend: &str| exact(&format!("{rules}{}", opposed(spend, "")))("win", "active");
    let dear = "[rules]\nautomatic_price = 2\n";
    near(of(dear, "spend = 'automatic'"), of("", ""));
    near(of(dear, "spend = 'automatic'\nfudge_points = 2"), of("", "spend = 'automatic'"));
    assert!(of("", "spend = 'automatic'") > of("", "") + 0.1);
}

/// Three contestants with one Fudge die each: A wins with 1 against two of at most 0, or with 0 against two of −1. A
/// point turns ties for the best into wins, and one less than the best into a tie, even if two others share it.
#[test]
fn shift_in_a_contest_matches_hand_calculation() {
    let contest = |spend: &str| {
        exact(&format!(
            "[rules]\ndice = '1dF'\n[contest.a]\n{spend}\ntrait = 0\n[contest.b]\ntrait = 0\n[contest.c]\ntrait = 0\n"
        ))
    };
    near(contest("")("wins", "a"), 5.0 / 27.0);
    let of = contest("spend = 'shift'");
    near(of("wins", "a"), 14.0 / 27.0);
    near(of("wins", "b"), 2.0 / 27.0);
    near(of("wins", "c"), 2.0 / 27.0);
    near(of("points spent", "a"), 17.0 / 27.0);
    near(of("ties for best", "a"), 8.0 / 27.0);
}

#[test]
fn task_has_one_pool_for_all_rolls() {
    let task = |difficulty: &str, spend: &str| {
        exact(&format!("[task]\ntrait = 'Fair'\ndifficulty = '{difficulty}'\nsuccesses = 1\nperiods = 2\n{spend}\n"))
    };
    let [fails, fails_good] = [1.0 - REACH[0], 1.0 - REACH[1]];
    let again = task("Fair", "spend = 'reroll'");
    near(again("done", ""), 1.0 - fails * fails * fails);
    near(again("points spent", ""), fails);
    let shifted = task("Good", "spend = 'shift'");
    let one_short = REACH[0] - REACH[1];
    near(shifted("done", ""), 1.0 - fails * fails);
    near(shifted("points spent", ""), one_short + fails * one_short);
    // Two points for two periods, each of which allows a reroll.
    let twice = task("Good", "spend = 'reroll'\nfudge_points = 2");
    near(twice("done", ""), 1.0 - fails_good.powi(4));
    near(twice("points spent", ""), fails_good + fails_good.powi(3));
}

/// Each case, and the same roll with fewer points.
const CASES: [[&str; 2]; 4] = [
    [
        "[opposed.active]\ntrait = 0\nspend = ['shift', 'reroll']\nfudge_points = 2\n[opposed.passive]\ntrait = 1\nspend = 'reroll'\n",
        "[opposed.active]\ntrait = 0\n[opposed.passive]\ntrait = 1\nspend = 'reroll'\n",
    ],
    [
        "[opposed.active]\ntrait = 0\nspend = 'automatic'\n[opposed.passive]\ntrait = 3\nspend = ['reroll', 'shift']\nfudge_points = 2\n",
        "[opposed.active]\ntrait = 0\nspend = 'automatic'\n[opposed.passive]\ntrait = 3\n",
    ],
    [
        "[contest.a]\ntrait = 0\nspend = ['shift', 'reroll']\nfudge_points = 2\n[contest.b]\ntrait = 1\nspend = 'reroll'\n[contest.c]\ntrait = 1\n",
        "[contest.a]\ntrait = 0\n[contest.b]\ntrait = 1\nspend = 'reroll'\n[contest.c]\ntrait = 1\n",
    ],
    [
        "[task]\ntrait = 0\ndifficulty = 1\nsuccesses = 3\nfailures = 4\nspend = ['shift', 'reroll']\nfudge_points = 3\n",
        "[task]\ntrait = 0\ndifficulty = 1\nsuccesses = 3\nfailures = 4\n",
    ],
];

#[test]
fn exact_matches_simulation() {
    for [case, _] in CASES {
        let wrong = refused(case, case);
        assert!(wrong.is_empty(), "{case}{wrong:?}");
    }
}

#[test]
fn comparison_rejects_fewer_points() {
    for [case, other] in CASES {
        assert!(!refused(case, other).is_empty(), "{case}");
    }
}

#[test]
fn points_without_a_use_are_rejected() {
    let wrong = |text: &str| refusal(text).lines().next().unwrap_or_default().to_owned();
    let success = "error: `success` is for unopposed actions: a Fudge point cannot buy it against an opponent";
    assert_eq!(wrong(&opposed("spend = 'success'", "")), success);
    assert_eq!(wrong("[contest.a]\ntrait = 0\nspend = 'success'\n[contest.b]\ntrait = 0\n"), success);
    let useless = "error: `fudge_points` has no effect without `spend`";
    assert_eq!(wrong(&opposed("", "fudge_points = 2")), useless);
    assert_eq!(wrong("[task]\ntrait = 0\ndifficulty = 0\nsuccesses = 1\nperiods = 1\nfudge_points = 2\n"), useless);
}

/// P2: a side that does not roll can still lower a die of the other.
#[test]
fn static_side_can_lower_the_others_die() {
    let of =
        exact("[opposed.active]\ntrait = 'Fair'\ndice = 'none'\nspend = 'shift'\n[opposed.passive]\ntrait = 'Fair'\n");
    near(of("win", "active"), 50.0 / 81.0);
    near(of("points spent", "active"), 19.0 / 81.0);
}

/// P4: +4 is bought only if it can win against the lowest roll of the other side. It is not bought if it ties at best,
/// or by a side without dice.
#[test]
fn automatic_result_is_bought_only_if_it_can_win() {
    let of = |trait_: i32, spend: &str, passive: &str| {
        exact(&format!("[opposed.active]\ntrait = {trait_}\n{spend}\n[opposed.passive]\ntrait = 0\n{passive}\n"))
    };
    // 4dF shows at least −4: at −8 the best is a tie, at −7 a win against one of 81 rolls.
    let vain = of(-8, "spend = 'automatic'", "");
    near(vain("points spent", "active"), 0.0);
    let barely = of(-7, "spend = 'automatic'", "");
    near(barely("points spent", "active"), 1.0);
    near(barely("win", "active"), 1.0 / 81.0);
    near(barely("tie", ""), 4.0 / 81.0);
    let still = of(1, "dice = 'none'\nspend = 'automatic'", "");
    near(still("points spent", "active"), 0.0);
    near(still("win", "active"), REACH[0]);
    // With a second point, changing the other's die makes a win of the tie with 4 on 4dF.
    let both = of(0, "spend = ['automatic', 'shift']\nfudge_points = 2", "");
    near(both("win", "active"), 1.0);
    near(both("points spent", "active"), 1.0 + 1.0 / 81.0);
}

/// Points for opposed rolls are limited, and each use of them is listed once.
#[test]
fn luck_rejects_too_many_points_and_repeated_uses() {
    let luck = |points, uses: &[Boon]| Luck::new(points, uses.to_vec(), &Rules::preset("srd").unwrap());
    assert!(luck(MOST_POINTS, &[Boon::Shift, Boon::Reroll]).is_ok());
    let many = luck(MOST_POINTS + 1, &[Boon::Shift]).unwrap_err().to_string();
    assert!(many.contains("Fudge points are too many"), "{many}");
    let twice = luck(1, &[Boon::Reroll, Boon::Shift, Boon::Reroll]).unwrap_err().to_string();
    assert!(twice.contains("spent on `reroll` twice"), "{twice}");
}

/// P5, KAER: one of eight contestants with 4dF can reroll if not the best. Only the best roll of the others matters, so
/// this is solved although 43 million outcomes are possible.
#[test]
fn reroll_among_eight_contestants_is_solved() {
    let others: String = ('b'..='h').map(|name| format!("[contest.{name}]\ntrait = 0\n")).collect();
    let of = exact(&format!("[contest.a]\ntrait = 0\nspend = 'reroll'\n{others}"));
    let below = |natural: usize| FOUR[..natural].iter().sum::<f64>() / 81.0;
    let wins = |best: usize| 1.0 - below(best + 1);
    let best = |natural: usize| below(natural + 1).powi(7) - below(natural).powi(7);
    let found: f64 = (0..9).map(|natural| best(natural) * (1.0 - (1.0 - wins(natural)).powi(2))).sum();
    assert!((of("wins", "a") - found).abs() < 1e-12);
    let spent: f64 = (0..9).map(|natural| best(natural) * (1.0 - wins(natural))).sum();
    assert!((of("points spent", "a") - spent).abs() < 1e-12);
}
