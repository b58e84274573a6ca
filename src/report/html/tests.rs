use super::report::{chart_section, page_view, table_section};
use super::*;
use crate::chart::charts;
use crate::measure::Label;
use crate::report::fixture::{cell, distribution_of, empty, figure};
use crate::report::table::{Heading, Words};
use crate::stats::Estimate;
use crate::study::{Point, Provenance, RuleInForce, StudyResult, Unit, Warning};

fn result(trials: Option<u64>) -> StudyResult {
    let estimate = |count: u64| match trials {
        Some(trials) => Estimate::share(count * trials / 100, trials),
        None => Estimate::exact(count as f64 / 100.0, 2.5e-13),
    };
    let point = |value: i64, label: &str, count| Point {
        value,
        label: if label == value.to_string() { Label::Number } else { Label::Named(label.into()) },
        estimate: estimate(count),
    };
    let wounds = |subject: &str| {
        let points = vec![
            point(0, "Undamaged", 33),
            point(1, "Scratch", 15),
            point(2, "Hurt", 9),
            point(5, "Incapacitated", 43),
        ];
        distribution_of("wounds", subject, points)
    };
    let rounds = [20, 23, 18, 13, 9, 7, 4, 3, 2, 1];
    let rounds = rounds.iter().zip(1..).map(|(count, round)| point(round, &round.to_string(), *count)).collect();
    let figure = |subject: &str, count| figure("wins", subject, Unit::Probability, estimate(count));
    StudyResult {
        title: "Barroom duel <script>alert(1)</script>".into(),
        cells: vec![cell(
            None,
            vec![],
            vec![figure("Snorri", 56), figure("<script>alert(1)</script>", 44)],
            vec![distribution_of("rounds", "", rounds), wounds("Snorri"), wounds("<script>alert(1)</script>")],
        )],
        provenance: Provenance {
            version: "0.1.0".into(),
            method: if trials.is_some() { "simulate" } else { "exact" }.into(),
            trials,
            until: None,
            seed: trials.map(|_| 20),
            bases: vec!["srd".into()],
            rules: vec![rule("damage_roll", "none", true), rule("ties", "stand-off", false)],
            scenario: "title = \"Barroom duel\"\n[fighters.\"</pre><script>\"]\noffense = \"Good\" # & so on\u{7}\n"
                .into(),
            interrupted: false,
        },
        warnings: vec![Warning::new(
            "1.3 % of the fights reached the limit of 1,000 rounds.",
            "Raise run.max_rounds, or read the draws as fights that nobody wins.",
        )],
        ..empty()
    }
}

fn rule(option: &'static str, choice: &str, is_changed: bool) -> RuleInForce {
    let (meaning, source) = ("what it decides", "SRD 3.53");
    RuleInForce { option, meaning, source, choice: choice.into(), by_variant: vec![], is_changed }
}

fn tables() -> Vec<table::Table> {
    let texts = |row: [&str; 3]| row.map(Words::from).to_vec();
    vec![table::Table {
        title: "Summary".into(),
        columns: vec![Heading::left("Figure"), Heading::right("Value"), Heading::right("95 % interval")],
        rows: vec![
            texts(["Snorri wins", "56.1 %", "55.4 to 56.8 %"]),
            texts(["<script>alert(1)</script> wins", "43.9 %", "43.2 to 44.6 %"]),
        ],
    }]
}

fn written(trials: Option<u64>) -> String {
    let result = result(trials);
    let charts = charts(&result);
    let answer = vec!["Snorri wins 56.1 % of the fights, Brynhild 43.9 %.".to_owned()];
    page_view(&result, answer, chart_section(&charts), table_section(tables(), tables()), None).html().unwrap()
}

#[test]
fn user_text_has_no_markup() {
    let html = written(Some(20_000));
    assert!(html.replacen(&format!("<script>{SORTING}</script>"), "", 1).matches("<script").count() == 0);
    assert!(!html.contains('\u{7}'));
    assert_eq!(html.matches("<pre>").count(), 1);
    assert_eq!(html.matches("</pre>").count(), 1);
    assert!(html.contains("&#38; so on"));
}

#[test]
fn page_has_no_external_links() {
    let html = written(None);
    let links = ["src=", "url(", "@import", "http:", "https:"];
    let html = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    assert_eq!(links.map(|link| html.contains(link)), [false; 5]);
    assert_eq!(html.matches("href=").count(), html.matches("href=\"#").count());
    assert_eq!(html.matches("<svg").count(), 4, "each chart for wide and for narrow screens");
}

#[test]
fn page_reports_precision_and_rules() {
    let (exact, simulated) = (written(None), written(Some(20_000)));
    assert!(exact.contains("2.5e-13") && !exact.contains("Seed") && !exact.contains("95 % interval:"));
    assert!(simulated.contains("20,000") && simulated.contains("Seed") && !simulated.contains("double precision"));
    for html in [&exact, &simulated] {
        assert!(html.contains("damage_roll") && html.contains("SRD 3.53") && html.contains("Raise run.max_rounds"));
    }
}

#[test]
fn equal_results_give_equal_pages() {
    assert_eq!(written(Some(999)), written(Some(999)));
}

#[test]
fn empty_result_has_a_page() {
    let mut empty = result(None);
    (empty.cells, empty.warnings, empty.provenance.rules) = (vec![], vec![], vec![]);
    empty.provenance.bases.clear();
    let html = page_view(&empty, vec![], chart_section(&[]), table_section(vec![], vec![]), None).html().unwrap();
    assert!(html.ends_with("</html>\n") || html.ends_with("</html>"));
    assert!(!html.contains("Charts") && !html.contains("Rules"));
}

/// Writes a page to the folder in `FUDGELAB_CHARTS`, for visual inspection.
#[test]
#[ignore = "writes files for people to look at"]
fn write_page() {
    let Ok(folder) = std::env::var("FUDGELAB_CHARTS") else { return };
    std::fs::write(format!("{folder}/report.html"), written(Some(20_000))).unwrap();
}
