//! Faults of formulas and their columns, counted from 1.

use super::read;

/// The columns of a formula's faults, and their messages.
fn faults(text: &str) -> (Vec<usize>, String) {
    let found = match read(text, &["need", "degree"]) {
        Err(faults) => faults,
        Ok(formula) => formula.weigh(&[1, 0]).err().into_iter().collect(),
    };
    let words = found.iter().map(|fault| format!("{} {}", fault.message, fault.help.clone().unwrap_or_default()));
    (found.iter().map(|fault| fault.at + 1).collect(), words.collect::<Vec<_>>().join("; "))
}

#[test]
fn faults_report_their_columns() {
    let cases: &[(&str, &[usize])] = &[
        ("4DF + need", &[2]),
        ("4d", &[3]),
        ("1001d6", &[1]),
        ("d1001", &[1]),
        ("1 + d{}", &[5]),
        ("1 + d{1,}", &[9]),
        ("1000 * 1000 * d2", &[13]),
        ("4dF + ned", &[7]),
        ("heighest(3, 4d6)", &[1]),
        ("4dF + 'Goood'", &[7]),
        ("0 <= 4dF <= 2", &[10]),
        ("1 + let a = 4dF; a", &[5]),
        ("if 4dF then 1 else 2", &[4]),
        ("(4dF >= 1) = 1", &[12]),
        ("let r = 4dF; let r = r + 1; r", &[18]),
        ("let best = 4dF; best + 1", &[5]),
        ("ned + neet", &[1, 7]),
        ("12 / degree", &[6]),
        ("let r = d6 - 3; if r > 0 then 1 else 6 / r", &[42]),
        ("count(6d6)", &[7]),
        ("highest(2, 4d6 + 1)", &[12]),
        ("highest(4d6, 3)", &[9, 14]),
        ("highest(5, 4d6)", &[9]),
        ("middle(1, 4d6)", &[8]),
        ("best(d4, 4dF)", &[6]),
        ("let r = 4dF; best(2, r)", &[22]),
        ("nearest(4dF + 1)", &[9]),
        ("max([1, 2], 3)", &[5]),
        ("clamp(3, 4dF, -3)", &[7]),
        ("4dF $ 2", &[5]),
        ("best(2, '4dF')", &[9]),
        ("2 ** 3", &[3]),
        ("4d6kh5 + need", &[4]),
        ("let half = degree / 2; degree", &[5]),
        ("(4dF", &[5]),
        ("", &[1]),
    ];
    for (text, columns) in cases {
        assert_eq!(faults(text).0, *columns, "{text}: {}", faults(text).1);
    }
}

/// The help says what to write instead.
#[test]
fn faults_suggest_a_fix() {
    let cases = [
        ("explode(d8)", "explode(d8 >= 8)"),
        ("4d6dl1", "4d6kh3"),
        ("4d6dh1", "4d6kl3"),
        ("4d6k3", "4d6kh3"),
        ("4d6r1", "reroll(4d6 <= 1)"),
        ("4d6!", "explode(4d6 >= 6)"),
        ("explode(4dF)", "explode(4dF >= 1)"),
        ("highest(2d20)", "highest(1, 2d20)"),
        ("advantage(d20)", "highest(1, 2d20)"),
        ("disadvantage(d12)", "lowest(1, 2d12)"),
        ("max(6d6)", "highest(1, 6d6)"),
        ("min(4dF)", "lowest(1, 4dF)"),
        ("need * 1.5", "`* 3 / 2`"),
        ("need * 0.25", "`/ 4`"),
        ("3(need)", "such as `*`"),
        ("4dF-table", "method('4dF-table')"),
        ("4dF+adv1", "method('4dF+adv1')"),
        ("best2 4dF + 1", "method('best2 4dF')"),
        ("4d6 kh3", "directly after the dice"),
        ("need => 2", "`>=`"),
        ("need <> 2", "`!=`"),
        ("need || need", "`or`"),
        ("need ** 2", "a product"),
        ("need // 2", "rounds down already"),
        ("need % 2", "remainder(a, b)"),
        ("need ^ 2", "a product"),
        ("!(need = 2)", "`not`"),
        ("round(need / 2)", "nearest(a / b)"),
        ("floor(need / 2)", "rounds down"),
        ("need >= Good", "`'Good'`"),
        ("reroll(4d6 >= 2 and 4d6 <= 5)", "use the function twice"),
        ("0 <= need <= 2", "a <= b and b <= c"),
        ("need == 2", "`=`"),
        ("(need >= 2) = 1", "leave the comparison out"),
        ("need && need", "`and`"),
        ("(need)d6", "pool(armor, d6)"),
        ("1 + d%", "d100"),
        ("4dF + ned", "did you mean `need`?"),
        ("4dF + 'Goood'", "did you mean `Good`?"),
        ("best + 1", "is a function"),
    ];
    for (text, cure) in cases {
        let (places, words) = faults(text);
        assert!(!places.is_empty() && words.contains(cure), "{text}: {words}");
    }
}

/// JointFormula exploding dice have to be single ones; the help says so.
#[test]
fn joined_explosions_are_rejected_with_a_fix() {
    let each = |text: &str| ["6", "8", "10", "12"].map(|sides| text.replace("%", sides)).join(", ");
    let (places, words) = faults(&format!("highest(3, join({}))", each("explode(4d% >= %)")));
    assert!(places.len() == 1 && words.contains("`pool(1, explode("), "{words}");
    let chances = super::chances(&format!("highest(3, join({}))", each("pool(1, explode(d% >= %))")), &[]);
    // All four dice show 1 only if none of them explodes: that is the lowest sum of the highest three.
    assert!((chances[0].1 - 1.0 / (6.0 * 8.0 * 10.0 * 12.0)).abs() < 1e-15 && chances[0].0 == 3);
}

/// Long, deeply nested and odd texts cause faults, not crashes.
#[test]
fn long_and_deep_texts_never_crash() {
    let deep = |open: &str, close: &str| open.repeat(900) + "1" + &close.repeat(900);
    for text in [
        deep("(", ")"),
        deep("abs(", ")"),
        "1 +".repeat(600),
        "not ".repeat(400),
        "-".repeat(1_900),
        "let a = ".repeat(200),
        "d".repeat(1_999),
        "a".repeat(3_000),
    ] {
        assert!(!faults(&text).0.is_empty(), "{}", &text[..20]);
    }
    let long = format!("0{}", " + 1".repeat(499));
    assert_eq!(super::chances(&long, &[]), [(499, 1.0)]);
    let chain =
        (0..60).fold(String::new(), |text, number| text + &format!("if need = {number} then {number} else ")) + "60";
    assert_eq!(super::chances(&chain, &[("need", 59)]), [(59, 1.0)]);
}
