//! Random formulas from the grammar: rolls compared with exact probabilities, and random text.

use super::read;
use crate::formula::{Formula, Outcomes};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The number of random formulas.
const FORMULAS: u64 = 400;
/// The number of rolls of each.
const ROLLS: u64 = 2_000;
/// A p value below this, over all formulas, fails a test. With a correct evaluator, that happens for one seed in
/// 1,000,000; the seed is fixed.
const FALSE_ALARMS: f64 = 1e-6;

fn pick<'t>(random: &mut Pcg64Mcg, from: &[&'t str]) -> &'t str {
    from[random.random_range(0..from.len())]
}

/// A random formula for a number, nested at most `depth` levels deep.
fn number(random: &mut Pcg64Mcg, depth: u32) -> String {
    if depth == 0 {
        return pick(random, &["1", "2", "need", "4dF", "d6", "2d4", "d{0, 1, 3}"]).to_owned();
    }
    let mut one = || number(random, depth - 1);
    let (a, b) = (one(), one());
    match random.random_range(0..16) {
        0 => format!("({a} + {b})"),
        1 => format!("({a} - {b})"),
        2 => format!("{a} * 2"),
        3 => format!("nearest({a} / 3)"),
        4 => format!("max({a}, {b})"),
        5 => format!("abs({a})"),
        6 => format!("(if {} then {a} else {b})", truth(random, depth - 1)),
        7 => format!("(let n{depth} = {a}; n{depth} * n{depth} - {b})"),
        8 => format!("sum({})", pool(random, depth - 1)),
        9 => format!("count({} >= {})", pool(random, depth - 1), random.random_range(1..5)),
        10 => format!("matches({})", pool(random, depth - 1)),
        11 => format!("best(2, {a} + d3)"),
        12 => format!("until(3, d4 + {a} >= 3)"),
        13 => format!("lookup({a}, [0, 2, {b}])"),
        14 => format!("steps({a}, [1, 3])"),
        _ => format!("(let p{depth} = {}; sum(p{depth}) + distinct(p{depth}))", pool(random, depth - 1)),
    }
}

/// A random formula for a truth value, whose numbers are nested at most `depth` levels deep.
pub fn truth(random: &mut Pcg64Mcg, depth: u32) -> String {
    let (a, b) = (number(random, depth), number(random, depth));
    match random.random_range(0..4) {
        0 => format!("{a} >= {b}"),
        1 => format!("not {a} = {b}"),
        2 => format!("({a} < {b} and d2 = 1)"),
        _ => format!("({a} > {b} or {b} != 0)"),
    }
}

/// A random formula for a pool, nested at most `depth` levels deep.
fn pool(random: &mut Pcg64Mcg, depth: u32) -> String {
    if depth == 0 {
        return pick(random, &["3d6", "2d4", "4dF", "d8", "5d2"]).to_owned();
    }
    let p = pool(random, depth - 1);
    match random.random_range(0..9) {
        0 => format!("highest(2, {p})"),
        1 => format!("lowest(need, {p})"),
        2 => format!("reroll({p} <= 1)"),
        3 => format!("reroll(1, {p} <= 2)"),
        4 => format!("explode(2, {p} >= 4)"),
        5 => format!("ignore(1, {p} < 2)"),
        6 => format!("join({p}, {})", pool(random, depth - 1)),
        7 => format!("pool(2, {})", number(random, depth - 1)),
        _ => format!("(if {} then {p} else 2d6)", truth(random, 0)),
    }
}

/// The p value of rolls of one formula, compared with the exact probabilities of another; `None` if it cannot be
/// tested.
fn tested(random: &mut Pcg64Mcg, rolled: &Formula, exact: &Formula) -> Option<f64> {
    let Ok(Outcomes::Exact(items, total)) = exact.weigh(&[2]) else { return None };
    let mut counts = vec![0u64; items.len() + 1];
    for _ in 0..ROLLS {
        let value = rolled.roll(&[2], &mut |below| random.random_range(0..below)).ok()?;
        let place = items.binary_search_by_key(&value, |(value, _)| *value).unwrap_or(items.len());
        counts[place] += 1;
    }
    // An impossible value was rolled.
    if counts[items.len()] > 0 {
        return Some(0.0);
    }
    let (mut statistic, mut cells, mut expected, mut seen) = (0.0, 0, 0.0, 0u64);
    for (number, ((_, weight), count)) in items.iter().zip(&counts).enumerate() {
        expected += *weight as f64 / total as f64 * ROLLS as f64;
        seen += count;
        let rest: u128 = items[number + 1..].iter().map(|(_, weight)| weight).sum();
        let rest = rest as f64 / total as f64 * ROLLS as f64;
        if expected >= 20.0 && (rest >= 20.0 || rest == 0.0) {
            statistic += (seen as f64 - expected).powi(2) / expected;
            (cells, expected, seen) = (cells + 1, 0.0, 0);
        }
    }
    (cells > 1).then(|| ChiSquared::new(f64::from(cells - 1)).unwrap().sf(statistic))
}

/// The smallest p value of all tested formulas times their number (Bonferroni), and that number. Rolls of each text
/// after `changed` are compared with the exact probabilities of the original text.
fn smallest(seed: u64, changed: impl Fn(&str) -> String) -> (f64, u32) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut least, mut tested_formulas) = (1.0f64, 0);
    for _ in 0..FORMULAS {
        let text = number(&mut random, 2);
        let (Ok(exact), Ok(rolled)) = (read(&text, &["need"]), read(&changed(&text), &["need"])) else { continue };
        if let Some(p) = tested(&mut random, &rolled, &exact) {
            least = least.min(p);
            tested_formulas += 1;
        }
    }
    (least * f64::from(tested_formulas), tested_formulas)
}

/// Rerolled dice of `pool` evaluate their formula again. There are 15 p values; with a correct evaluator, each fails
/// for one seed in 1,000,000.
#[test]
fn rerolled_pool_dice_match_exact_chances() {
    let p = |rolled: &str, exact: &str, seed| {
        let [rolled, exact] = [rolled, exact].map(|text| read(text, &["need"]).unwrap());
        tested(&mut Pcg64Mcg::seed_from_u64(seed), &rolled, &exact).unwrap()
    };
    let texts = [
        "sum(reroll(pool(3, d6) <= 3))",
        "sum(explode(2, pool(2, d4 + d2) >= 5))",
        // If both dice show 1, the one with four faces is rerolled.
        "sum(reroll(1, join(pool(1, d6), d4) <= 1))",
    ];
    for text in texts {
        (0..5).for_each(|seed| assert!(p(text, text, seed) > FALSE_ALARMS, "{text}, seed {seed}"));
    }
    assert!(p("sum(pool(3, d6))", texts[0], 0) < FALSE_ALARMS, "dice that are not rolled again are found out");
}

#[test]
fn rolls_match_exact_chances() {
    let (p, tested) = smallest(46, str::to_owned);
    assert!(tested > FORMULAS as u32 / 3, "only {tested} could be tested");
    assert!(p > FALSE_ALARMS, "p = {p} of {tested} formulas");
}

#[test]
fn chi_squared_rejects_rolls_of_other_dice() {
    for (of, by) in [("3d6", "3d{1, 2, 3, 4, 6, 6}"), (">= 4", ">= 3"), ("highest", "lowest")] {
        assert!(smallest(46, |text| text.replace(of, by)).0 < FALSE_ALARMS, "{of} and {by}");
    }
}

/// Tokens in random order make a formula or faults.
#[test]
fn random_tokens_never_panic() {
    const WORDS: [&str; 34] = [
        "let ", "if ", " then ", " else ", " and ", " or ", "not ", "(", ")", "[", "]", ",", ";", "=", "<", ">=", "+",
        "-", "*", "/", "d6", "4dF", "need", "x", "highest(", "explode(", "pool(", "'Good'", "7", "{", "kh2", "%",
        "#\n", "\u{2212}",
    ];
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..20_000 {
        let length = random.random_range(0..14);
        let text: String = (0..length).map(|_| WORDS[random.random_range(0..WORDS.len())]).collect();
        if let Ok(formula) = read(&text, &["need"]) {
            let _ = formula.roll(&[2], &mut |below| random.next_u64() % below);
        }
    }
}
