//! Matching and judging rows of handmade tables.

use super::*;
use crate::report::formats::terminal::Style;
use crate::report::formats::tidy::Datum;

const SUMMARY: &str = "variant figure subject unit value low high method bound";

/// A table from its columns and rows, each a line of words; `-` is null, and numeric words become numbers.
fn sheet(scenario: &str, name: &str, columns: &str, rows: &[&str]) -> DataTable {
    let datum = |word: &str| match (word, word.parse()) {
        ("-", _) => Datum::Null,
        (_, Ok(number)) => Datum::Number(number),
        (word, _) => Datum::Text(word.to_owned().into()),
    };
    DataTable {
        scenario: scenario.to_owned(),
        name: name.to_owned(),
        columns: columns.split(' ').map(str::to_owned).collect(),
        rows: rows.iter().map(|row| row.split(' ').map(datum).collect()).collect(),
    }
}

fn summary(rows: &[&str]) -> Vec<DataTable> {
    vec![sheet("", "summary", SUMMARY, rows)]
}

fn verdicts(old: &[&str], new: &[&str], allowed: AllowedDifference) -> Vec<RowVerdict> {
    compare(&summary(old), &summary(new), allowed).rows.iter().map(|row| row.verdict).collect()
}

fn tolerance(size: f64) -> AllowedDifference {
    AllowedDifference { tolerance: Some(size), ..AllowedDifference::default() }
}

fn points(points: f64) -> AllowedDifference {
    AllowedDifference { points: Some(points), ..AllowedDifference::default() }
}

#[test]
fn exact_figures_within_bounds_are_equal() {
    let old = ["srd wins Snorri probability 0.5 - - exact 1e-9"];
    for (value, bound, same) in [
        ("0.5", "0", true),
        ("0.5000000015", "1e-9", true),
        ("0.500000003", "1e-9", false),
        ("0.50000000000001", "0", true),
    ] {
        let found = verdicts(
            &old,
            &[&format!("srd wins Snorri probability {value} - - exact {bound}")],
            AllowedDifference::default(),
        );
        assert_eq!(found, if same { vec![] } else { vec![RowVerdict::Differs] }, "{value}");
    }
}

#[test]
fn simulated_figures_within_intervals_are_allowed() {
    let old = ["srd wins Snorri probability 0.50 0.49 0.51 wilson -"];
    for (value, low, high, expected) in [
        (0.5, 0.49, 0.51, vec![]),
        (0.51, 0.50, 0.52, vec![RowVerdict::Within]),
        (0.523, 0.513, 0.533, vec![RowVerdict::Within]),
        (0.53, 0.52, 0.54, vec![RowVerdict::Differs]),
    ] {
        let new = format!("srd wins Snorri probability {value} {low} {high} wilson -");
        assert_eq!(verdicts(&old, &[&new], AllowedDifference::default()), expected, "{value}");
    }
    // Exact against simulated: there is only one interval.
    let exact = ["srd wins Snorri probability 0.512 - - exact 0"];
    assert_eq!(verdicts(&old, &exact, AllowedDifference::default()), [RowVerdict::Within]);
    let exact = ["srd wins Snorri probability 0.52 - - exact 0"];
    assert_eq!(verdicts(&old, &exact, AllowedDifference::default()), [RowVerdict::Differs]);
}

/// Of a thousand figures simulated anew, the worst is three and a half standard errors off by chance alone.
#[test]
fn more_comparisons_allow_larger_differences() {
    let row = |k: usize, value: f64| {
        format!("v{k} wins Snorri probability {value} {} {} wilson -", value - 0.02, value + 0.02)
    };
    let sides = |count: usize| {
        let (old, new): (Vec<_>, Vec<_>) =
            (0..count).map(|k| (row(k, 0.5), row(k, if k == 0 { 0.552 } else { 0.501 }))).unzip();
        let [old, new] = [old, new].map(|rows| summary(&rows.iter().map(String::as_str).collect::<Vec<_>>()));
        compare(&old, &new, AllowedDifference::default()).is_same()
    };
    assert!(!sides(1) && sides(1000));
}

#[test]
fn tolerance_replaces_intervals_and_points_need_probabilities() {
    let old = ["srd wins Snorri probability 0.56 - - exact 0", "srd rounds - rounds 3.5 - - exact 0"];
    let new = ["srd wins Snorri probability 0.54 - - exact 0", "srd rounds - rounds 3.51 - - exact 0"];
    let (within, differs) = (RowVerdict::Within, RowVerdict::Differs);
    assert_eq!(verdicts(&old, &new, tolerance(0.02)), [within, within]);
    assert_eq!(verdicts(&old, &new, tolerance(0.015)), [differs, within]);
    assert_eq!(verdicts(&old, &new, points(2.0)), [differs, within]);
    assert_eq!(verdicts(&old, &new, points(1.9)), [differs, differs]);
    let both = AllowedDifference { tolerance: Some(1.0), ..points(1.0) };
    assert_eq!(verdicts(&old, &new, both), [differs, within]);
    assert_eq!(verdicts(&old, &old, tolerance(0.0)), []);
}

#[test]
fn relative_tolerance_scales_with_figures_above_one() {
    let old = ["srd wins Snorri probability 0.5 - - exact 0", "srd rounds - rounds 40 - - exact 0"];
    let new = ["srd wins Snorri probability 0.51 - - exact 0", "srd rounds - rounds 40.4 - - exact 0"];
    let relative = |part| AllowedDifference { relative: Some(part), ..AllowedDifference::default() };
    let (within, differs) = (RowVerdict::Within, RowVerdict::Differs);
    assert_eq!(verdicts(&old, &new, relative(0.01)), [within, within]);
    assert_eq!(verdicts(&old, &new, relative(0.0099)), [differs, differs]);
}

#[test]
fn columns_match_in_any_order() {
    let old =
        [sheet("", "summary", "variant figure unit value method bound", &["srd success probability 0.5 exact 0"])];
    let new = [sheet(
        "",
        "summary",
        "title value label subject unit later method figure variant",
        &["Success 0.5 x - probability 7 exact success srd"],
    )];
    for diff in [compare(&old, &new, AllowedDifference::default()), compare(&new, &old, AllowedDifference::default())] {
        assert!(diff.is_same() && diff.compared == 1, "{diff:?}");
    }
    // A varied key that only one table has is needed to identify its rows.
    let columns = "check.difficulty figure value method";
    let varied = [sheet("", "summary", columns, &["1 success 0.5 exact", "2 success 0.4 exact"])];
    let diff = compare(&old, &varied, AllowedDifference::default());
    assert_eq!(diff.compared, 0);
    assert_eq!((diff.of(RowVerdict::OnlyOld).count(), diff.of(RowVerdict::OnlyNew).count()), (1, 2));
}

#[test]
fn numbers_equal_the_same_numbers_as_text() {
    let columns = "check.difficulty figure value method";
    let mut old = sheet("", "summary", columns, &["1 success 0.5 exact", "2.5 success 0.4 exact"]);
    let mut new = old.clone();
    old.rows[0][0] = Datum::Integer(1);
    new.rows[0][0] = Datum::Text("1".into());
    new.rows[1][0] = Datum::Text("2.50".into());
    new.rows[1][2] = Datum::Text("0.4".into());
    let diff = compare(&[old], &[new], AllowedDifference::default());
    assert!(diff.is_same() && diff.compared == 2, "{diff:?}");
}

#[test]
fn exact_rows_match_exact_rows() {
    let (exact, simulated) =
        ("srd wins Snorri probability 0.5 - - exact 0", "srd wins Snorri probability 0.51 0.5 0.52 wilson -");
    assert_eq!(verdicts(&[exact, simulated], &[simulated, exact], AllowedDifference::default()), []);
    assert_eq!(verdicts(&[exact, simulated], &[simulated], AllowedDifference::default()), [RowVerdict::OnlyOld]);
    assert_eq!(verdicts(&[exact], &[simulated], AllowedDifference::default()), [RowVerdict::Within]);
}

#[test]
fn distributions_and_differences_are_compared() {
    let rounds = |chance: &str| {
        sheet(
            "duel",
            "rounds",
            "subject value label probability method bound",
            &["- 1 1 0.4 exact 0", &format!("- 2 2 {chance} exact 0")],
        )
    };
    let differences = |change: &str| {
        let row = format!("lite srd wins Snorri probability 0.7 {change} exact 0");
        sheet("duel", "differences", "variant baseline figure subject unit value change method bound", &[&row])
    };
    let diff = compare(
        &[rounds("0.6"), differences("0.10")],
        &[rounds("0.5"), differences("0.15")],
        AllowedDifference::default(),
    );
    let titles: Vec<&str> = diff.rows.iter().map(|row| row.figure.as_str()).collect();
    assert_eq!(diff.compared, 3);
    assert_eq!(titles, ["rounds: 2", "change of Snorri wins"]);
    assert_eq!((diff.rows[1].case.as_str(), diff.rows[1].unit.as_str()), ("lite", "probability"));
}

#[test]
fn missing_points_have_probability_0() {
    let rounds =
        |rows: &[&str]| vec![sheet("", "rounds", "subject value label probability low high method bound trials", rows)];
    let old = rounds(&["- 1 1 0.9999 0.9996 0.99999 wilson - 20000", "- 2 2 0.0001 0.00001 0.0004 wilson - 20000"]);
    for (chance, same) in [("0.0001 0.00001 0.0004", true), ("0.01 0.009 0.011", false)] {
        let new = rounds(&[
            "- 1 1 0.9999 0.9996 0.99999 wilson - 20000",
            "- 2 2 0.0001 0.00001 0.0004 wilson - 20000",
            &format!("- 3 3 {chance} wilson - 20000"),
        ]);
        for diff in
            [compare(&old, &new, AllowedDifference::default()), compare(&new, &old, AllowedDifference::default())]
        {
            assert_eq!((diff.is_same(), diff.compared, diff.rows.len()), (same, 3, 1), "{diff:?}");
        }
    }
    // With another label, or for another subject, it is a different point.
    let new = rounds(&["- 1 one 0.9999 0.9996 0.99999 wilson - 20000", "- 2 2 0.0001 0.00001 0.0004 wilson - 20000"]);
    let diff = compare(&old, &new, AllowedDifference::default());
    assert_eq!((diff.of(RowVerdict::OnlyOld).count(), diff.of(RowVerdict::OnlyNew).count()), (1, 1));
    let diff = compare(&old, &rounds(&["Snorri 1 1 1 0.9 1 wilson - 20000"]), AllowedDifference::default());
    assert_eq!((diff.of(RowVerdict::OnlyOld).count(), diff.of(RowVerdict::OnlyNew).count()), (2, 1));
}

#[test]
fn page_reports_tables_of_one_result_only() {
    let table = |scenario, name| sheet(scenario, name, SUMMARY, &["srd wins Snorri probability 0.5 - - exact 0"]);
    let old = [table("a", "summary"), table("a", "one"), table("b", "summary")];
    let new = [table("a", "summary"), table("a", "other"), table("c", "summary")];
    let diff = compare(&old, &new, AllowedDifference::default());
    assert!(!diff.is_same() && diff.compared == 1 && diff.rows.is_empty());
    assert_eq!(
        (diff.old_scenarios.as_slice(), diff.new_scenarios.as_slice()),
        (&["b".to_owned()][..], &["c".to_owned()][..])
    );
    let page = page(&diff, "x", "y").text(&Style::plain(200));
    assert_eq!(
        page,
        "The one figure that both results have is the same.\nOnly in x: the scenario b; the table `one` of a.\n\
         Only in y: the scenario c; the table `other` of a.\n"
    );
}

#[test]
fn unknown_figure_matches_unknown_only() {
    let known = ["srd wins Snorri probability 0.5 - - exact 0"];
    let unknown = ["srd wins Snorri probability - - - exact 0"];
    assert_eq!(verdicts(&unknown, &unknown, AllowedDifference::default()), []);
    assert_eq!(verdicts(&known, &unknown, tolerance(9.0)), [RowVerdict::Differs]);
}

#[test]
fn page_lists_differences() {
    let old = [
        "srd wins Snorri probability 0.561 - - exact 0",
        "srd wins Brynhild probability 0.439 - - exact 0",
        "srd rounds - rounds 3.79 - - exact 0",
        "srd draw - probability 0 - - exact 0",
        "lite draw - probability 0.25 - - exact 0",
    ];
    let new = [
        "srd wins Brynhild probability 0.432 - - exact 0",
        "srd wins Snorri probability 0.574 - - exact 0",
        "srd rounds - rounds 3.7900012 - - exact 0",
        "srd draw - probability - - - exact 0",
        "srd both - probability 0.5 - - exact 0",
    ];
    let mut diff = compare(&summary(&old), &summary(&new), AllowedDifference::default());
    let lines = |diff: &Diff| -> Vec<String> {
        page(diff, "a", "b")
            .text(&Style::plain(200))
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    assert_eq!(
        lines(&diff),
        [
            "4 of 4 figures differ, the first: srd: draw, 0.00 % → unknown. 1 figure is only in the old result. \
             1 figure is only in the new result.",
            "",
            "case figure old new change",
            "srd draw 0.00 % unknown",
            "srd Snorri wins 56.1 % 57.4 % +1.3",
            "srd Brynhild wins 43.90 % 43.20 % −0.70",
            "srd rounds 3.7900000 3.7900012 +0.0000012",
            "lite draw 25.00 % – only in old",
            "srd both – 50.00 % only in new",
        ]
    );
    assert!(page(&diff, "a", "b").text(&Style::plain(60)).lines().all(|line| line.chars().count() <= 60));
    diff.rows.retain(|row| row.new.is_some() && row.verdict == RowVerdict::Differs);
    let first = "3 of 4 figures differ, the largest by 1.3 points: srd: Snorri wins, 56.1 % → 57.4 %.";
    assert_eq!(lines(&diff)[0], first);
    let document = document(&diff);
    assert_eq!((&document["differing"], &document["rows"][0]["old"]), (&3.into(), &0.561.into()));
    assert_eq!(document["rows"][0]["row"]["subject"], "Snorri");
}

#[test]
fn page_cuts_and_counts_long_lists() {
    let rows =
        |value: f64| (0..50).map(|k| format!("v{k} wins Snorri probability {value} - - exact 0")).collect::<Vec<_>>();
    let [old, new] = [rows(0.5), rows(0.6)].map(|rows| summary(&rows.iter().map(String::as_str).collect::<Vec<_>>()));
    let page = page(&compare(&old, &new, AllowedDifference::default()), "a", "b").text(&Style::plain(200));
    assert!(
        page.starts_with("50 of 50 figures differ, the largest by 10 points: v0: Snorri wins, 50 % → 60 %."),
        "{page}"
    );
    assert!(page.ends_with("… and 10 more\n") && page.lines().count() == 44, "{page}");
}

#[test]
fn only_known_tables_are_comparable() {
    for (name, columns, comparable) in [
        ("summary", "figure value", true),
        ("rounds", "value probability", true),
        ("notes", "who when", false),
        ("comparison", "figure value", false),
    ] {
        assert_eq!(sheet("", name, columns, &["1 2"]).is_comparable(), comparable, "{name}");
    }
}
