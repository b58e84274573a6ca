//! Notes on valid formulas that may not say what was meant.

use super::read;

/// The columns and texts of a formula's notes. The range of `need` is 0 to 4; that of `degree` is unknown.
fn notes(text: &str) -> Vec<(usize, String)> {
    let formula = read(text, &["need", "degree"]).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let notes = formula.notes(&[Some((0, 4)), None]);
    notes.into_iter().map(|note| (note.at + 1, format!("{} {}", note.message, note.help.unwrap_or_default()))).collect()
}

#[test]
fn notes_report_column_and_fix() {
    let cases = [
        // 6 to 36 is always at least 5; 7 to 42 is never 6.
        ("6d6 >= 5", 5, "always passes", "`count(6d6 >= 5)`"),
        ("7d6 = 6", 5, "never passes", "`count(7d6 = 6)`"),
        ("let p = 6d6; p < 5", 16, "never passes", "`count(p < …)`"),
        ("if 4dF > 4 then 1 else 0", 8, "-4 to 4", ""),
        ("4dF + need <= 8", 12, "always passes", ""),
        ("until(3, 4dF >= 5)", 14, "never passes", ""),
        ("count(3d6 >= 2) >= 4", 17, "never passes", ""),
        ("count(6d6 >= 7)", 11, "no die can pass", "1 to 6"),
        ("reroll(2d6 <= 6)", 12, "every die passes", "1 to 6"),
        ("if 2d6 >= 10 then 2 else if 2d6 >= 7 then 1 else 0", 29, "rolled again", "`let r = 2d6; …`"),
        ("if d20 = 20 then d20 else 0", 18, "rolled again", "`let r = d20; …`"),
        ("4dF >= 1 and 4dF <= 3", 14, "rolled again", "`let r = 4dF; …`"),
        ("1/2 * degree", 2, "is 0", "`degree * 1 / 2`"),
        ("d66", 1, "one die of 66 faces", "`10 * d6 + d6`"),
        ("lookup(d6, [0, 0, 1, 1, 2, 3])", 8, "1 to 6", "the first or the last entry"),
        ("lookup(need - 1, [1, 2, 3, 4])", 8, "-1 to 3", "the first or the last entry"),
        // 1 in 6, eleven times in a row: 6^11 = 362,797,056.
        ("explode(d6 >= 6)", 9, "1 in 362,797,056", "at most 10 further dice"),
        ("highest(3, explode(1, 6d10 >= 10))", 12, "separately", "`highest(3, pool(6, explode(1, d10 >= 10)))`"),
        (
            "let p = explode(1, 6d10 = 10); lowest(8, p)",
            42,
            "up to 8 where 6",
            "`lowest(8, pool(6, explode(1, d10 = 10)))`",
        ),
        ("count(5d10 >= 7) + count(5d10 = 10)", 26, "`5d10` is rolled again", "`let p = 5d10; …`"),
        ("count(5d10 >= 7) - count(5d10 = 1) + highest(1, 5d10)", 26, "rolled again", "`let p = 5d10; …`"),
        ("count(pool(need - 1, d10) >= 7) + count(pool(need - 1, d10) = 10)", 41, "rolled again", "`let p = …; …`"),
        ("5d10 >= 7", 6, "the sum of the dice, 5 to 50", "`count(5d10 >= 7)`"),
        ("let p = 5d10; p = 10", 17, "the sum of the dice", "`count(p = 10)`"),
    ];
    for (text, column, message, help) in cases {
        let found = notes(text);
        assert_eq!(found.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [column], "{text}: {found:?}");
        assert!(found[0].1.contains(message) && found[0].1.contains(help), "{text}: {found:?}");
    }
}

/// No notes if nothing is certain, or if dice are rolled separately on purpose.
#[test]
fn plain_formulas_have_no_notes() {
    for text in [
        "6d6 >= 6 + need",
        "4dF >= degree",
        "need >= 0",
        "4dF - 4dF",
        "let r = 2d6; if r >= 10 then 2 else if r >= 7 then 1 else 0",
        "if need > 2 then 4dF else 4dF + 1",
        "let r = 4dF; if r >= need then r else 4dF",
        "degree * 1 / 2",
        "nearest(1 / 2) * degree",
        "lookup(d6 - 1, [0, 0, 1, 1, 2, 3])",
        "lookup(clamp(0, degree, 2), [1, 2, 3])",
        "lookup(degree, [1, 2, 3])",
        "count(6d6 >= 5)",
        "(d6 = 1) + (d6 = 1)",
        "explode(1, 4d2 >= 2)",
        "highest(3, pool(6, explode(1, d10 >= 10)))",
        "count(explode(1, 6d10 >= 10) >= 8)",
        "let p = 5d10; count(p >= 7) + count(p = 10)",
        "count(5d10 >= 7) - count(5d10 >= 7)",
        "count(5d10 >= 7) > count(5d10 >= 8)",
        "if need > 2 then count(5d10 >= 7) else count(5d10 >= 8)",
        "count(5d10 >= 7) + count(4d10 = 10)",
        "2d6 >= 6",
        "3d6 <= 5",
        "3d6 = 3",
        "5d10 >= 25",
    ] {
        assert_eq!(notes(text), [], "{text}");
    }
}

/// In random formulas from the grammar, a comparison that is noted as certain has only one value.
#[test]
fn notes_on_certain_comparisons_match_exact_chances() {
    use rand::SeedableRng;
    let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(5);
    let mut noted = 0;
    for _ in 0..3_000 {
        let text = super::random::truth(&mut random, 1);
        let formula = read(&text, &["need"]).unwrap();
        let [.., last] = &formula.notes(&[Some((2, 2))])[..] else { continue };
        let Some(always) = last.message.contains("always").then_some(1).or(last.message.contains("never").then_some(0))
        else {
            continue;
        };
        // With only one comparison, the note is about the whole formula.
        if text.contains(" and ") || text.contains(" or ") || text.contains("not ") || text.contains("if ") {
            continue;
        }
        noted += 1;
        if last.at > 0 && text.matches(['<', '>', '=']).count() == 1 {
            assert_eq!(super::chances(&text, &[("need", 2)]), [(always, 1.0)], "{text}");
        }
    }
    assert!(noted > 5, "{noted}");
}
