//! Custom presets: files that `rules.base` names.

use fudgelab::RulesByName;
use fudgelab::scenario::{Files, Overrides, Problems, Scenario, Source, own_preset, read, read_files};
use fudgelab::study::{StudyPart, merge, run, shard};
use std::fs;
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Reads `main.toml` from a folder with these files.
fn opened(files: &[(&str, &str)]) -> Result<Scenario, Problems> {
    read(&folder(files).path().join("main.toml"), &Overrides::default())
}

/// The errors in `main.toml`, without the folder's path.
fn refused(files: &[(&str, &str)]) -> String {
    let folder = folder(files);
    let problems = read(&folder.path().join("main.toml"), &Overrides::default()).unwrap_err();
    problems.render(false).replace(&format!("{}/", folder.path().display()), "")
}

/// The first figure of each case.
fn values(scenario: &Scenario) -> Vec<f64> {
    let result = run(&scenario.study, &()).unwrap();
    result.cells.iter().map(|cell| cell.findings.figures[0].estimate.value).collect()
}

fn warnings(scenario: &Scenario) -> Vec<String> {
    scenario.study.warnings.iter().map(|one| one.message()).collect()
}

/// A chance on 4dF: 31 of 81 results are at least 1, 50 at least 0, and 66 at least −1.
fn of_81(count: u32) -> f64 {
    f64::from(count) / 81.0
}

const HOUSE: &str = "title = 'Our rules'\n[rules]\nbase = 'nutshell'\ndice = 'ours'\n[dice]\nours = '4dF + edge'\nspare = '2dF'\n[constants]\nedge = 1\n";

/// A check that needs a 1 on the dice.
const CHECK: &str = "[check]\ntrait = 'Good'\ndifficulty = 'Great'\n";

#[test]
fn preset_file_provides_rules_dice_and_constants() {
    let of = |rules: &str| {
        let text = format!("{rules}\n{CHECK}");
        let scenario = opened(&[("main.toml", &text), ("house.toml", HOUSE)]).unwrap_or_else(|all| panic!("{all}"));
        assert_eq!(warnings(&scenario), [] as [&str; 0]);
        values(&scenario)[0]
    };
    assert_eq!(of("rules.base = 'house.toml'"), of_81(50));
    // Settings of the file itself come first, even in the formulas of the preset.
    assert_eq!(of("rules.base = 'house.toml'\nconstants.edge = 2"), of_81(66));
    assert_eq!(of("rules.base = 'house.toml'\ndice.ours = '4dF'"), of_81(31));
    // 2dF is at least 1 in 3 of its 9 results.
    assert_eq!(of("rules = { base = 'house.toml', dice = 'spare' }"), 3.0 / 9.0);
    assert_eq!(of("rules = { base = 'house.toml', dice = '4dF' }"), of_81(31));
}

#[test]
fn study_has_the_preset_and_the_changed_options() {
    let text = format!("rules = {{ base = 'house.toml', modifier_cap = 1 }}\n{CHECK}");
    let scenario = opened(&[("main.toml", &text), ("house.toml", HOUSE)]).unwrap();
    let planned = &scenario.study.cells[0];
    assert_eq!((planned.base.as_str(), &planned.changed[..]), ("house.toml", &["modifier_cap"][..]));
}

/// A path is relative to the file that names it.
#[test]
fn preset_file_can_have_its_own_base() {
    let of = |first: &str| {
        let scenario = opened(&[
            ("main.toml", &format!("rules.base = 'ours/first.toml'\n{CHECK}")),
            ("ours/first.toml", first),
            ("ours/more/second.toml", "rules.base = '../third.toml'\nconstants.edge = 1"),
            ("ours/third.toml", "rules.dice = 'ours'\ndice.ours = '4dF + edge'\nconstants.edge = 0"),
        ]);
        values(&scenario.unwrap_or_else(|all| panic!("{all}")))[0]
    };
    assert_eq!(of("rules.base = 'more/second.toml'"), of_81(50));
    assert_eq!(of("rules.base = 'more/second.toml'\nconstants.edge = 2"), of_81(66));
    assert_eq!(of("rules.base = 'third.toml'"), of_81(31));
}

#[test]
fn included_file_can_name_a_preset() {
    let scenario = opened(&[
        ("main.toml", &format!("include = ['ours/rules.toml']\n{CHECK}")),
        ("ours/rules.toml", "rules.base = 'house.toml'"),
        ("ours/house.toml", HOUSE),
    ]);
    assert_eq!(values(&scenario.unwrap())[0], of_81(50));
}

/// The fight in the preset file is ignored, and options of fights are allowed in the preset of a check.
#[test]
fn preset_file_with_a_fight_is_accepted() {
    let house =
        format!("{HOUSE}[rules.record]\nkind = 'in-order'\n[fighters.ada]\nskill = 1\n[fighters.bo]\nskill = 0\n");
    let scenario = opened(&[("main.toml", &format!("rules.base = 'house.toml'\n{CHECK}")), ("house.toml", &house)]);
    assert_eq!(values(&scenario.unwrap())[0], of_81(50));
}

#[test]
fn variants_and_varied_values_accept_preset_files() {
    let text = format!(
        "{CHECK}[variants]\nhouse = {{ rules = {{ base = 'house.toml' }} }}\nsrd = {{ rules = {{ base = 'srd' }} }}\n"
    );
    let scenario = opened(&[("main.toml", &text), ("house.toml", HOUSE)]).unwrap();
    assert_eq!(values(&scenario), [of_81(50), of_81(31)]);
    for path in ["\"rules.base\"", "rules.base"] {
        let text = format!("{CHECK}[vary]\n{path} = ['srd', 'house.toml', 'ours/lucky.toml']\n");
        let lucky = "rules.base = '../house.toml'\nconstants.edge = 2";
        let scenario = opened(&[("main.toml", &text), ("house.toml", HOUSE), ("ours/lucky.toml", lucky)]).unwrap();
        assert_eq!(values(&scenario), [of_81(31), of_81(50), of_81(66)]);
        assert_eq!(scenario.study.cells[1].varied[0].to_string(), "house.toml");
    }
}

/// The wounds of a fight with a preset file carry over, as from a fight with the same rules.
#[test]
fn earlier_fight_accepts_a_preset_file() {
    let fight = |rules: &str| format!("{rules}\n[fighters.ada]\nskill = 1\n[fighters.wolf]\nskill = 1\n");
    let main = "after = { fight = 'first/fight.toml' }\nrules.base = 'nutshell'\n[fighters.ada]\nskill = 1\n[fighters.bear]\nskill = 1\n";
    let rules = "rules.base = 'nutshell'\nrules.damage_roll = '1dF-points'";
    let of = |first: &str| {
        let files = [("main.toml", main), ("first/fight.toml", &fight(first)), ("first/house.toml", rules)];
        values(&opened(&files).unwrap_or_else(|all| panic!("{all}")))
    };
    let by_file = of("rules.base = 'house.toml'");
    assert_eq!(by_file, of(rules));
    assert_ne!(by_file, of("rules.base = 'nutshell'"));
}

#[test]
fn preset_file_errors_point_to_their_position() {
    let main = format!("rules.base = 'house.toml'\n{CHECK}");
    let of = |house: &str| refused(&[("main.toml", &main), ("house.toml", house)]);
    insta::assert_snapshot!(of("[rules]\nbase = 'lite'\ndicee = '4dF'\n"), @r"
    error: unknown key `dicee` in `rules`
     --> house.toml:3:1
      |
    3 | dicee = '4dF'
      | ^^^^^ did you mean `dice`?
    ");
    insta::assert_snapshot!(of("[rules]\ndice = 'ours'\n[dice]\nours = 'highest(4d6'\n"), @r"
    error: dice `ours`: `highest(4d6`, column 12: `,` or `)` is expected here
     --> house.toml:2:8
      |
    2 | dice = 'ours'
      |        ^^^^^^

    error: `,` or `)` is expected here
     --> house.toml:4:20
      |
    4 | ours = 'highest(4d6'
      |                    ^ column 12 of the formula
    ");
    let misspelt = of("[ruls]\ndice = '4dF'\n");
    assert!(misspelt.starts_with("error: unknown key `ruls` in `house.toml`\n --> house.toml:1:2\n"), "{misspelt}");
    insta::assert_snapshot!(of("[rules]\npacing = 'turns'\nall_out = 'srd'\n"), @r#"
    error: `all_out` and `pacing` contradict each other: going all out gives the foe a hit on a tie or loss, and only in simultaneous rounds does a lost attack let the foe hit
     --> house.toml:2:10
      |
    2 | pacing = 'turns'
      |          ^^^^^^^
      |
     ::: house.toml:3:11
      |
    3 | all_out = 'srd'
      |           ----- against this
      |
      = help: set `all_out = "off"` (in turns there are `full_attack` and the stance full-defense), or `pacing = "simultaneous"`
    "#);
    let missing = refused(&[("main.toml", &main)]);
    insta::assert_snapshot!(missing, @r"
    error: cannot read `house.toml`: there is no such file
     --> main.toml:1:14
      |
    1 | rules.base = 'house.toml'
      |              ^^^^^^^^^^^^
    ");
    let text = format!("rules.base = {{ 'house.toml' = {{ rules = {{}} }} }}\n{CHECK}");
    insta::assert_snapshot!(refused(&[("main.toml", &text)]), @r"
    error: `base` must be text
     --> main.toml:1:14
      |
    1 | rules.base = { 'house.toml' = { rules = {} } }
      |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this is a table
    ");
}

#[test]
fn circular_presets_are_rejected() {
    let of = |second: &str| {
        let main = format!("rules.base = 'first.toml'\n{CHECK}");
        refused(&[("main.toml", &main), ("first.toml", "rules.base = 'second.toml'"), ("second.toml", second)])
    };
    insta::assert_snapshot!(of("rules.base = 'first.toml'"), @r"
    error: files refer to each other in a circle: first.toml → second.toml → first.toml
     --> second.toml:1:14
      |
    1 | rules.base = 'first.toml'
      |              ^^^^^^^^^^^^
    ");
    insta::assert_snapshot!(of("rules.base = 'main.toml'"), @r"
    error: files refer to each other in a circle: main.toml → first.toml → second.toml → main.toml
     --> second.toml:1:14
      |
    1 | rules.base = 'main.toml'
      |              ^^^^^^^^^^^
    ");
}

/// Rules in code have no files.
#[test]
fn code_rejects_preset_files() {
    let error = fudgelab::Rules::plain().amend("base = 'house.toml'").unwrap_err();
    assert_eq!(error.message(), "the file `house.toml` cannot be a preset here");
}

/// Dice and constants of a preset may remain unused. In the file itself that is probably a mistake.
#[test]
fn study_warns_about_unused_definitions_of_the_file_only() {
    let text = format!("rules.base = 'house.toml'\ndice.mine = '2dF'\n{CHECK}");
    let scenario = opened(&[("main.toml", &text), ("house.toml", HOUSE)]).unwrap();
    assert_eq!(warnings(&scenario), ["`mine` of [dice] has no effect: it is never used"]);
}

#[test]
fn study_warns_about_omitted_parts_of_a_preset() {
    // Under `kaer`, size changes the minimum to hit.
    let house = "[rules]\nbase = 'kaer'\nminimum_to_hit = 'none'\n[ladder]\nnames = ['Bad', 'Good']\n";
    let main = "rules.base = 'house.toml'\n[fighters.ada]\nskill = 1\n[fighters.bo]\nskill = 0\n";
    let scenario = opened(&[("main.toml", main), ("house.toml", house)]).unwrap_or_else(|all| panic!("{all}"));
    assert_eq!(
        warnings(&scenario),
        [
            "`size_to_hit` of the preset `kaer` is left out, since `minimum_to_hit` is set in `house.toml`: size changes the minimum to hit, but there is no minimum",
            "the `[ladder]` of `house.toml` has no effect: only the rules, dice and constants of a preset are used",
        ]
    );
}

/// Shards, checkpoints and cached answers depend on the texts of all files.
#[test]
fn changed_preset_makes_another_study() {
    let text = format!("rules.base = 'house.toml'\n{CHECK}[run]\nmethod = 'simulate'\ntrials = 1000\n");
    let of = |house: &str| opened(&[("main.toml", &text), ("house.toml", house)]).unwrap().study;
    let (before, after) = (of(HOUSE), of(&HOUSE.replace("edge = 1", "edge = 2")));
    assert_ne!(before.cells[0].document, after.cells[0].document);
    let shards: Vec<Vec<u8>> =
        (1..=2).map(|number| shard(&before, StudyPart::new(number, 2).unwrap(), None, &()).unwrap()).collect();
    assert!(merge(&before, &shards, &()).is_ok());
    assert!(merge(&after, &shards, &()).is_err());
}

/// Python pickles these bytes, and machines without the files read them.
#[test]
fn packed_files_include_the_presets() {
    let place = folder(&[
        (
            "main.toml",
            &format!("rules.base = 'ours/house.toml'\n{CHECK}[vary]\n\"rules.base\" = ['ours/house.toml', 'srd']\n"),
        ),
        ("ours/house.toml", &HOUSE.replace("nutshell", "more.toml")),
        ("ours/more.toml", "rules.base = 'srd'"),
    ]);
    let scenario = read(&place.path().join("main.toml"), &Overrides::default()).unwrap();
    let bytes = scenario.files.to_bytes().unwrap();
    drop(place);
    let again = read_files(&Files::from_bytes(&bytes).unwrap(), &Overrides::default()).unwrap();
    assert_eq!(again.study.text, scenario.study.text);
    assert_eq!(values(&again), [of_81(50), of_81(31)]);
}

#[test]
fn files_can_be_given_as_text() {
    let source = |name: &str, text: &str| Source::from_bytes(name, text.as_bytes().to_vec()).unwrap();
    let main = source("main.toml", &format!("rules.base = './house.toml'\n{CHECK}"));
    let files = Files::of(main.clone(), [source("house.toml", HOUSE)]);
    assert_eq!(values(&read_files(&files, &Overrides::default()).unwrap()), [of_81(50)]);
    let lost = read_files(&Files::of(main, []), &Overrides::default()).unwrap_err();
    insta::assert_snapshot!(lost.render(false), @r"
    error: `house.toml` is not among the files that were read
     --> main.toml:1:14
      |
    1 | rules.base = './house.toml'
      |              ^^^^^^^^^^^^^^
      |
      = help: give its text as well, under this name
    ");
}

#[test]
fn preset_file_is_distinguished_from_a_fight() {
    let place = folder(&[
        ("house.toml", &format!("{HOUSE}[rules.record]\nkind = 'in-order'\n")),
        ("fight.toml", "[rules]\n[fighters.ada]\nskill = 1\n"),
        ("cast.toml", "[cast.ada]\nskill = 1\n"),
        ("wrong.toml", "rules.dicee = '4dF'"),
    ]);
    let of = |name: &str| own_preset(&place.path().join(name), false);
    let own = of("house.toml").unwrap().unwrap();
    assert_eq!((own.title.as_deref(), own.base.as_str()), (Some("Our rules"), "nutshell"));
    let keys: Vec<&str> = own.settings.iter().map(|(key, _)| *key).collect();
    assert_eq!((keys.contains(&"dice"), keys.contains(&"record")), (true, true));
    assert!(of("fight.toml").is_none() && of("cast.toml").is_none() && of("wrong.toml").unwrap().is_err());
}
