//! Character costs are shown next to the results of fighters, in every format, and change no figure.

use crate::support::written::{refusal, scenario};
use fudgelab::report::answers::brief::page;
use fudgelab::report::formats::json as in_json;
use fudgelab::report::formats::terminal::Style;
use fudgelab::report::tables;
use fudgelab::study::{MethodChoice, Study, StudyResult, run};
use serde_json::json;

const SHEETS: &str = "
[sheets.plain]
skills = { Sword = 'Good' }
[sheets.lucky]
skills = { Sword = 'Good' }
gifts = ['Lucky']
[sheets.poor]
faults = ['Poor']
";

/// A duel whose fighters have the extra keys `ada` and `ben`.
fn duel(ada: &str, ben: &str) -> String {
    format!("{SHEETS}[fighters.ada]\nskill = 1\noffense = 3\n{ada}\n[fighters.ben]\nskill = 1\noffense = 3\n{ben}\n")
}

fn solved(text: &str) -> StudyResult {
    run(&Study { method: MethodChoice::Exact, ..scenario(text).study }, &()).unwrap()
}

/// The blocks about character costs on the terminal page.
fn said(result: &StudyResult) -> String {
    let page = page(result).text(&Style::plain(80));
    let blocks = page.split("\n\n").filter(|block| block.contains("Character cost"));
    blocks.collect::<Vec<_>>().join("\n\n").trim_end().to_owned()
}

fn table(result: &StudyResult) -> Option<Vec<String>> {
    let found = tables::all(result).into_iter().find(|table| table.title.contains("Character cost"));
    found.map(|table| table.lines(80))
}

/// E1: a sentence on the page, a table, and a list in JSON.
#[test]
fn costs_are_shown_in_every_format() {
    let result = solved(&duel("sheet = 'lucky'", "sheet = 'poor'\nname = 'Big Ben'"));
    insta::assert_snapshot!(said(&result), @"  Character cost, in skill levels: Ada 9; Big Ben −6.");
    insta::assert_snapshot!(table(&result).unwrap().join("\n"), @r"
    fighter  cost
    Ada         9
    Big Ben    −6
    ");
    let rows = json!([
        { "cell": null, "fighter": "Ada", "cost": 9 },
        { "cell": null, "fighter": "Big Ben", "cost": -6 },
    ]);
    assert_eq!(in_json::document(&result, "")["costs"], rows);
}

/// E1: `like` copies the key `sheet`, a fighter without a sheet has no cost, and a group is listed once.
#[test]
fn only_fighters_with_a_sheet_have_a_cost() {
    let copied = format!("{}[cast.ada]\nskill = 1\nsheet = 'plain'\n", duel("like = 'ada'\ncount = 2", ""));
    insta::assert_snapshot!(said(&solved(&copied)), @"  Character cost, in skill levels: Ada 3.");
    let nobody = solved(&duel("", ""));
    assert_eq!((said(&nobody), table(&nobody)), (String::new(), None));
    assert!(in_json::document(&nobody, "").get("costs").is_none());
}

#[test]
fn sheet_changes_no_figures() {
    let [with, without] = [duel("sheet = 'lucky'", "sheet = 'poor'"), duel("", "")].map(|text| solved(&text));
    assert_eq!(with.cells, without.cells);
    assert_eq!(tables::all(&with).len(), tables::all(&without).len() + 1);
}

/// E1: each case is listed if a variant names another sheet.
#[test]
fn costs_that_differ_by_case_are_in_a_table() {
    let variants = "[variants]\nas_is = {}\nlucky = { fighters.ada = { sheet = 'lucky' } }\n";
    let result = solved(&format!("{}{variants}", duel("sheet = 'plain'", "sheet = 'plain'")));
    insta::assert_snapshot!(said(&result), @r"
      Character costs of the fighters, in skill levels
      case   fighter  cost
      as_is  Ada         3
      as_is  Ben         3
      lucky  Ada         9
      lucky  Ben         3
    ");
    assert_eq!(in_json::document(&result, "")["costs"][2]["cell"], "lucky");
    // Other varied keys do not matter.
    let of = |keys: &str| solved(&format!("{}{keys}", duel("sheet = 'plain'", "sheet = 'plain'")));
    let skill = "[vary]\n'fighters.ben.skill' = [0, 1]\n";
    insta::assert_snapshot!(said(&of(skill)), @"  Character cost, in skill levels: Ada 3; Ben 3.");
    assert_eq!(said(&of(&format!("{variants}{skill}"))), said(&result));
    let sheets = "[vary]\n'fighters.ben.sheet' = ['plain', 'poor']\n";
    insta::assert_snapshot!(said(&of(&format!("{variants}{sheets}"))), @r"
      Character costs of the fighters, in skill levels
      case          fighter  cost
      as_is, plain  Ada         3
      as_is, plain  Ben         3
      lucky, plain  Ada         9
      lucky, plain  Ben         3
      as_is, poor   Ada         3
      as_is, poor   Ben        −6
      lucky, poor   Ada         9
      lucky, poor   Ben        −6
    ");
}

/// E1, H5: the party of a campaign and its foes, with a repeated foe listed once. Unknown sheets are rejected there
/// too.
#[test]
fn campaigns_show_costs() {
    let campaign = |sheet: &str| {
        format!(
            "{SHEETS}[campaign.party.ada]\nskill = 2\nsheet = '{sheet}'\n[campaign.stages.one.foes.wolf]\nskill = 0\nsheet = 'plain'\n\
             [campaign.stages.two.foes.wolf]\nskill = 0\nsheet = 'plain'\n"
        )
    };
    insta::assert_snapshot!(said(&solved(&campaign("lucky"))), @"  Character cost, in skill levels: Ada 9; Wolf 3.");
    let refused = refusal(&campaign("luky"));
    assert!(refused.contains("there is no sheet `luky`") && refused.contains("did you mean `lucky`?"), "{refused}");
}
