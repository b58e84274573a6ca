//! Fudge points in rolls against others and in tasks: against fractions by hand, and exact against simulated.

use crate::support::written::{exact, refusal, refused};
use fudgelab::Rules;
use fudgelab::RulesByName;
use fudgelab::check::Luck;
use fudgelab::rules::Boon;
use fudgelab::rules::fudge::MOST_POINTS;

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-14, "{found}, not {expected}");
}

/// 4dF reach 0 in 50 of 81, 1 in 31, 2 in 15, 3 in 5, 4 in 1.
const REACH: [f64; 5] = [50.0 / 81.0, 31.0 / 81.0, 15.0 / 81.0, 5.0 / 81.0, 1.0 / 81.0];
/// The ways of 4dF to show -4 to 4.
const FOUR: [f64; 9] = [1.0, 4.0, 10.0, 16.0, 19.0, 16.0, 10.0, 4.0, 1.0];
/// The ways of 8dF, as which two 4dF differ: 1107 show 0, 1016 each 1 and -1, 2727 at least 1.
const APART: f64 = 6561.0;

fn opposed(active: &str, passive: &str) -> String {
    format!("[opposed.active]\ntrait = 'Fair'\n{active}\n[opposed.passive]\ntrait = 'Fair'\n{passive}\n")
}

/// P2, SRD 1.36: a die by one. Against somebody who does not roll one less is enough, and a point goes where just that is missing.
#[test]
fn a_die_by_one_against_who_stands_still() {
    let still = "[opposed.active]\ntrait = 'Fair'\nspend = 'shift'\n[opposed.passive]\ntrait = 'Good'\ndice = 'none'\n";
    let of = exact(still);
    near(of("win", "active"), REACH[0]);
    near(of("points spent", "active"), REACH[0] - REACH[1]);
}

/// P2: who would be beaten by one ties, and who would tie wins.
#[test]
fn a_die_by_one_against_who_rolls() {
    let one = exact(&opposed("spend = 'shift'", ""));
    near(one("win", "active"), (1107.0 + 2727.0) / APART);
    near(one("tie", ""), 1016.0 / APART);
    near(one("win", "passive"), (2727.0 - 1016.0) / APART);
    near(one("points spent", "active"), (1107.0 + 1016.0) / APART);
    // Both have one: out of a tie each goes up by one, into a tie; who is beaten by one makes a tie of it, and the other a win of that.
    let both = exact(&opposed("spend = 'shift'", "spend = 'shift'"));
    near(both("tie", ""), 1107.0 / APART);
    for side in ["active", "passive"] {
        near(both("win", side), 2727.0 / APART);
        near(both("points spent", side), (1107.0 + 2.0 * 1016.0) / APART);
    }
}

/// P5, KAER: whoever does not win rolls the dice once more, against what the other rolled.
#[test]
fn the_dice_once_more_against_who_rolls() {
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

/// P4, SRD 1.36: +4 in place of the dice, bought before anybody has rolled; the other still rolls, and ties with 4 of 4dF.
#[test]
fn four_more_against_who_rolls() {
    let of = exact(&opposed("spend = 'automatic'", ""));
    near(of("win", "active"), 80.0 / 81.0);
    near(of("tie", ""), 1.0 / 81.0);
    near(of("points spent", "active"), 1.0);
}

/// P4: who has fewer points than it costs does not buy it.
#[test]
fn a_dearer_four_more() {
    let of = |rules: &str, spend: &str| exact(&format!("{rules}{}", opposed(spend, "")))("win", "active");
    let dear = "[rules]\nautomatic_price = 2\n";
    near(of(dear, "spend = 'automatic'"), of("", ""));
    near(of(dear, "spend = 'automatic'\nfudge_points = 2"), of("", "spend = 'automatic'"));
    assert!(of("", "spend = 'automatic'") > of("", "") + 0.1);
}

/// Three with a die each: A wins with 1 against two of at most 0, or with 0 against two of -1. A point makes wins of ties for the
/// best, and a tie of one less than the best, also
/// where two others share it.
#[test]
fn a_die_by_one_among_many() {
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

/// The points of a task are for all of its rolls, however many: once spent they are gone.
#[test]
fn the_points_of_a_task() {
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
    // Two points for two periods, each of which may roll again.
    let twice = task("Good", "spend = 'reroll'\nfudge_points = 2");
    near(twice("done", ""), 1.0 - fails_good.powi(4));
    near(twice("points spent", ""), fails_good + fails_good.powi(3));
}

/// Each with the same without points, which is another roll.
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
fn exact_answers_are_those_of_the_simulation() {
    for [case, _] in CASES {
        let wrong = refused(case, case);
        assert!(wrong.is_empty(), "{case}{wrong:?}");
    }
}

/// Teeth: with fewer points it is another roll.
#[test]
fn with_fewer_points_figures_are_others() {
    for [case, other] in CASES {
        assert!(!refused(case, other).is_empty(), "{case}");
    }
}

#[test]
fn points_that_cannot_be_spent() {
    let wrong = |text: &str| refusal(text).lines().next().unwrap_or_default().to_owned();
    let success = "error: `success` is for unopposed actions: against others no Fudge point buys it";
    assert_eq!(wrong(&opposed("spend = 'success'", "")), success);
    assert_eq!(wrong("[contest.a]\ntrait = 0\nspend = 'success'\n[contest.b]\ntrait = 0\n"), success);
    let useless = "error: `fudge_points` has no effect without `spend`";
    assert_eq!(wrong(&opposed("", "fudge_points = 2")), useless);
    assert_eq!(wrong("[task]\ntrait = 0\ndifficulty = 0\nsuccesses = 1\nperiods = 1\nfudge_points = 2\n"), useless);
}

/// P2: who rolls nothing may still make a die of the other's one less.
#[test]
fn the_others_die_by_one() {
    let of =
        exact("[opposed.active]\ntrait = 'Fair'\ndice = 'none'\nspend = 'shift'\n[opposed.passive]\ntrait = 'Fair'\n");
    near(of("win", "active"), 50.0 / 81.0);
    near(of("points spent", "active"), 19.0 / 81.0);
}

/// P4: +4 is bought where it can win against the lowest that the other may roll, not where a tie is the most it can be, and not by
/// who has no dice to replace.
#[test]
fn four_more_only_where_that_can_win() {
    let of = |trait_: i32, spend: &str, passive: &str| {
        exact(&format!("[opposed.active]\ntrait = {trait_}\n{spend}\n[opposed.passive]\ntrait = 0\n{passive}\n"))
    };
    // Against 4dF, which show -4 at least: at -8 a tie at best, at -7 a win against one of 81 rolls.
    let vain = of(-8, "spend = 'automatic'", "");
    near(vain("points spent", "active"), 0.0);
    let barely = of(-7, "spend = 'automatic'", "");
    near(barely("points spent", "active"), 1.0);
    near(barely("win", "active"), 1.0 / 81.0);
    near(barely("tie", ""), 4.0 / 81.0);
    let still = of(1, "dice = 'none'\nspend = 'automatic'", "");
    near(still("points spent", "active"), 0.0);
    near(still("win", "active"), REACH[0]);
    // With a second point the other's die by one makes a win of the tie with 4 of 4dF.
    let both = of(0, "spend = ['automatic', 'shift']\nfudge_points = 2", "");
    near(both("win", "active"), 1.0);
    near(both("points spent", "active"), 1.0 + 1.0 / 81.0);
}

/// Points for a roll against others are few, and each use of them is named once.
#[test]
fn points_within_limits() {
    let luck = |points, uses: &[Boon]| Luck::new(points, uses.to_vec(), &Rules::preset("srd").unwrap());
    assert!(luck(MOST_POINTS, &[Boon::Shift, Boon::Reroll]).is_ok());
    let many = luck(MOST_POINTS + 1, &[Boon::Shift]).unwrap_err().to_string();
    assert!(many.contains("Fudge points are too many"), "{many}");
    let twice = luck(1, &[Boon::Reroll, Boon::Shift, Boon::Reroll]).unwrap_err().to_string();
    assert!(twice.contains("spent on `reroll` twice"), "{twice}");
}

/// P5, KAER: of eight with 4dF one may roll again who is not the best: what the others roll matters only by its best. So many are
/// solved, though they can show 43 million different things.
#[test]
fn one_of_many_rolls_again() {
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
