//! The case that a result shows: the file's own settings as the baseline, or the case that tuning finds.

use crate::support::written::{RACE, study};
use fudgelab::study::{Holds, MethodChoice, Reply, ReplyEntry, Study, StudyResult, replay, run};

fn solved(text: &str) -> StudyResult {
    run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap()
}

fn wins(result: &StudyResult, variant: Option<&str>) -> f64 {
    let cell = result.cells.iter().find(|cell| cell.variant.as_deref() == variant).unwrap();
    cell.figure("wins", "Ada").unwrap().estimate.value
}

/// In `RACE` Ada wins half of all fights. With skill 1, her total is 2 or 3 against 1 or 2: she hits in 3 of 4
/// exchanges, and Ben never does.
const AHEAD: &str = "ahead = { fighters.ada.skill = 1 }\nbehind = { fighters.ada.skill = -1 }\n";

#[test]
fn own_settings_of_the_file_are_the_baseline() {
    let text = RACE.to_owned() + "[variants]\n" + AHEAD;
    let result = solved(&text);
    assert_eq!(
        (&result.variants[..], result.baseline.as_deref()),
        (&["as is", "ahead", "behind"].map(String::from)[..], Some("as is"))
    );
    assert!((wins(&result, Some("as is")) - 0.5).abs() < 1e-12);
    let changes: Vec<(&str, f64)> = result
        .differences
        .iter()
        .filter(|one| one.figure.name() == "wins" && one.figure.subject == "Ada")
        .map(|one| (one.variant.as_str(), one.change.value))
        .collect();
    assert_eq!(changes.len(), 2);
    assert!((changes[0].1 - 0.5).abs() < 1e-12 && (changes[1].1 + 0.5).abs() < 1e-12, "{changes:?}");
}

/// A variant that changes nothing is the baseline, wherever it is listed and whatever it is called; so is one named
/// `base`.
#[test]
fn variant_without_changes_is_the_baseline() {
    for (more, name) in [
        ("same = {}", "same"),
        ("same = { fighters.ada.skill = 0 }", "same"),
        ("Base = { fighters.ada.skill = 2 }", "Base"),
        ("'as it is' = { fighters.ada.skill = 2 }", "as it is"),
        // A variant named as the baseline takes precedence over one that happens to change nothing.
        ("same = {}\n'as it is' = { fighters.ada.skill = 2 }", "as it is"),
    ] {
        let plan = study(&(RACE.to_owned() + "[variants]\n" + AHEAD + more));
        assert_eq!(
            (plan.variants.len(), plan.variants[plan.baseline].as_str()),
            (3 + usize::from(more.contains('\n')), name),
            "{more}"
        );
    }
}

/// No baseline is added if the file names one, or if it is incomplete without its variants.
#[test]
fn baseline_is_not_added_if_named_or_incomplete() {
    let named = RACE.to_owned() + "[variants]\n" + AHEAD + "[[show]]\ntable = 'differences'\nbaseline = 'behind'\n";
    let parts = RACE.replace("skill = 0", "") + "[variants]\n" + &AHEAD.replace(" }", ", fighters.ben.skill = 0 }");
    for (text, baseline) in [(named, 1), (parts, 0)] {
        let plan = study(&text);
        assert_eq!((&plan.variants[..], plan.baseline), (&["ahead", "behind"].map(String::from)[..], baseline));
    }
}

#[test]
fn expectations_ignore_the_added_baseline() {
    let text = RACE.to_owned()
        + "[variants]\nahead = { fighters.ada.skill = 1 }\n[[expect]]\nmeasure = 'ada wins'\nat_least = '90 %'\n";
    assert_eq!(solved(&text).judgements[0].holds, Holds::Surely);
}

/// The differences of a page are corrected as one family: `compare` resolves those that the table resolves. Corrected
/// on its own, its one figure would resolve a difference that the table does not.
#[test]
fn page_corrects_differences_as_one_family() {
    let text = "
[rules]
base = 'nutshell'
[fighters.a]
skill = 'Good'
offense = 2
[fighters.b]
skill = 'Good'
offense = 2
[variants]
base = {}
v1 = { rules.dice = '3d6-table' }
v2 = { rules.dice = '4d6-lowest' }
v3 = { rules.dice = 'd%' }
v4 = { rules.dice = '5dF' }
[run]
method = 'simulate'
trials = 3000
seed = 25
[[ask]]
compare = ['a wins']
";
    let mut alone = 0;
    for seed in 0..60 {
        let plan = Study { seed, ..study(text) };
        let result = run(&plan, &()).unwrap();
        let own = result.differences.iter().filter(|one| one.figure.title() == "A wins").map(|one| one.resolved);
        let of_page: Vec<bool> = own.collect();
        let told = told(&result.replies[0], &plan.variants[1..]);
        assert_eq!(told, of_page, "seed {seed}");
        let reply = fudgelab::study::answer(&plan, &()).unwrap().replies.remove(0);
        alone += u32::from(self::told(&reply, &plan.variants[1..]) != of_page);
    }
    assert!(alone > 0, "no seed tells the two families apart");
}

/// Whether `reply` reports a resolved difference, for each of `variants`.
fn told(reply: &Reply, variants: &[String]) -> Vec<bool> {
    let row = |name: &String| reply.rows.iter().find(|row| row[0] == ReplyEntry::from(name.as_str())).unwrap();
    let resolved = |entry: &ReplyEntry| matches!(entry, ReplyEntry::Change(_, _, true));
    variants.iter().map(|name| resolved(&row(name)[2])).collect()
}

/// Ada wins half of all fights with the file's own settings, and all with a skill of 1: figures, roster and typical
/// fight are those of the tuned case.
#[test]
fn tuned_study_shows_the_tuned_case() {
    let text = RACE.to_owned() + "[[ask]]\ntune = 'fighters.ada.skill'\nto = 'ada wins >= 90 %'\n";
    let plan = Study { method: MethodChoice::Exact, ..study(&text) };
    let result = run(&plan, &()).unwrap();
    assert!((wins(&result, None) - 1.0).abs() < 1e-12);
    let ada = result.roster.iter().find(|block| block.name.values[0].to_string() == "Ada").unwrap();
    let skill = ada.figures.iter().chain(&ada.written).find(|fact| fact.what == "skill").unwrap();
    assert_eq!(skill.values[0].to_string(), "Good");
    let typical = replay::typical(&plan, &result).unwrap().unwrap();
    assert!(typical.chosen.contains("Ada wins"), "{}", typical.chosen);
    assert_eq!(fudgelab::report::answers::replies::case_note(&result), Some("The rest of this page shows this case."));
    // Without tuning, the file's own case is shown.
    assert!((wins(&solved(RACE), None) - 0.5).abs() < 1e-12);
    // Expectations apply to the file's own case.
    let expecting = text + "[[expect]]\nmeasure = 'ada wins'\nbetween = ['49 %', '51 %']\n";
    assert_eq!(solved(&expecting).judgements[0].holds, Holds::Surely);
}

#[test]
fn tuned_study_cross_checks_the_tuned_case() {
    let text =
        RACE.to_owned() + "[run]\ntrials = 4000\n[[ask]]\ntune = 'fighters.ada.skill'\nto = 'ada wins >= 90 %'\n";
    let result = run(&Study { method: MethodChoice::Both, ..study(&text) }, &()).unwrap();
    let simulated = result.cross_check.unwrap().cells.remove(0);
    assert_eq!(simulated.figure("wins", "Ada").unwrap().estimate.value, 1.0);
}
