//! `[after]`: fights that begin as the fight of another file left the fighters of a side.

use fudgelab::scenario::{Overrides, Scenario, read};
use fudgelab::study::{MethodChoice, Study, StudyResult, run};
use fudgelab::{Encounter, Fighter, Rules};
use std::fs;

const FIRST: &str = "[rules]\nbase = 'nutshell'\n[fighters.ada]\nside = 'party'\nskill = 1\noffense = 2\ndefense = 1\n[fighters.bo]\nside = 'party'\nskill = 0\noffense = 1\n[fighters.wolf]\nskill = 1\noffense = 1\n";
const SECOND: &str = "after = { fight = 'first.toml', side = 'party' }\n[rules]\nbase = 'nutshell'\n[fighters.ada]\nside = 'party'\nskill = 1\noffense = 2\ndefense = 1\n[fighters.bo]\nside = 'party'\nskill = 0\noffense = 1\n[fighters.orc]\nskill = 0\noffense = 2\n";

/// Reads the first of these files.
fn read_of(files: &[(&str, &str)]) -> Result<Scenario, String> {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    let read = read(&folder.path().join(files[0].0), &Overrides::default());
    read.map_err(|problems| problems.to_string())
}

fn scenario(files: &[(&str, &str)]) -> Scenario {
    read_of(files).unwrap_or_else(|problems| panic!("{problems}"))
}

fn solved(scenario: Scenario) -> StudyResult {
    run(&Study { method: MethodChoice::Exact, ..scenario.study }, &()).unwrap()
}

fn wins(result: &StudyResult, cell: usize) -> f64 {
    result.cells[cell].figure("wins", "party").unwrap().estimate.value
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

/// As fights are put together in code.
fn in_code() -> [Encounter; 3] {
    let rules = Rules::preset("nutshell").unwrap();
    let party = || [Fighter::named("Ada", 1).offense(2).defense(1), Fighter::named("Bo", 0).offense(1)];
    let against = |foe: Fighter| {
        let side = foe.name.clone();
        Encounter::new(rules.clone()).side("party", party()).side(side, [foe])
    };
    let first = against(Fighter::named("Wolf", 1).offense(1));
    let second = against(Fighter::named("Orc", 0).offense(2));
    let third = against(Fighter::named("Troll", 0).offense(3));
    let second = second.after(first.aftermath("party").unwrap());
    let third = third.after(second.aftermath("party").unwrap());
    [first, second, third]
}

#[test]
fn a_file_begins_where_another_ends_as_code_does() {
    let [_, second, third] = in_code();
    let files = [("second.toml", SECOND), ("first.toml", FIRST)];
    near(wins(&solved(scenario(&files)), 0), second.exact().unwrap().value("party wins").unwrap());
    // One after the other: the second is the fight before the third, and begins as the first has ended.
    let troll = SECOND
        .replace("first.toml", "second.toml")
        .replace("[fighters.orc]\nskill = 0\noffense = 2", "[fighters.troll]\nskill = 0\noffense = 3");
    let files = [("third.toml", troll.as_str()), files[0], files[1]];
    near(wins(&solved(scenario(&files)), 0), third.exact().unwrap().value("party wins").unwrap());
}

/// Each case has the fight before it that it names; what is left out is said; and the simulation draws how it begins.
#[test]
fn cases_and_trials_begin_so_too() {
    let harder = FIRST.replace("[fighters.wolf]\nskill = 1", "[fighters.wolf]\nskill = 2");
    let varied = format!(
        "{SECOND}[variants]\neasy = {{}}\nhard = {{ after = {{ fight = {{ fighters = {{ wolf = {{ skill = 2 }} }} }} }} }}\n"
    );
    let all = scenario(&[("second.toml", &varied), ("first.toml", FIRST)]);
    assert!(
        all.study.warnings.iter().any(|one| one.message.ends_with("those are left out")),
        "{:?}",
        all.study.warnings
    );
    let all = solved(all);
    near(wins(&all, 1), wins(&solved(scenario(&[("second.toml", SECOND), ("first.toml", &harder)])), 0));
    assert!(wins(&all, 1) < wins(&all, 0) - 0.01);

    let plan = scenario(&[("second.toml", SECOND), ("first.toml", FIRST)]).study;
    let simulated = run(&Study { method: MethodChoice::Simulate, trials: 100_000, seed: 3, ..plan }, &()).unwrap();
    // Five standard errors, which a right one misses twice in a million seeds; the fight by itself is 20 away.
    assert!((wins(&simulated, 0) - wins(&all, 0)).abs() < 5.0 * (0.25_f64 / 100_000.0).sqrt());
    let fresh = SECOND.replace("after = { fight = 'first.toml', side = 'party' }\n", "");
    assert!((wins(&solved(scenario(&[("fresh.toml", &fresh)])), 0) - wins(&all, 0)).abs() > 0.03);
}

#[test]
fn what_cannot_come_before_is_refused_by_name() {
    let refused = |second: &str, first: &str| read_of(&[("second.toml", second), ("first.toml", first)]).unwrap_err();
    let with_first = |first: &str| refused(SECOND, first);
    assert!(
        with_first(&format!("{FIRST}[vary]\n'fighters.wolf.skill' = [0, 1]\n"))
            .contains("the fight before has 2 cases, and one is needed")
    );
    assert!(with_first("[check]\ntrait = 0\ndifficulty = 0\n").contains("only a fight can come before another"));
    let other = with_first(&FIRST.replace("fighters.bo", "fighters.cy"));
    assert!(other.contains("Cy was in the fight before, and is not in this one"), "{other}");
    assert!(with_first(&FIRST.replace("'nutshell'", "'lite'")).contains("recorded otherwise than in the fight before"));
    assert!(with_first(&FIRST.replace("skill = 1\noffense = 1", "skil = 1")).contains("first.toml"));
    let circle = with_first(&format!("after = {{ fight = 'second.toml' }}\n{FIRST}"));
    assert!(circle.contains("files go round in a circle"), "{circle}");
    let nobody = refused(&SECOND.replace("'party' }", "'pirates' }"), FIRST);
    assert!(nobody.contains("there is no side `pirates`"), "{nobody}");
    let missing = refused(&SECOND.replace("first.toml", "none.toml"), FIRST);
    assert!(missing.contains("there is no such file"), "{missing}");
    let no_file = refused(&SECOND.replace("fight = 'first.toml', ", ""), FIRST);
    assert!(no_file.contains("`fight`"), "{no_file}");
    let check = "after = { fight = 'first.toml' }\n[check]\ntrait = 0\ndifficulty = 0\n";
    assert!(refused(check, FIRST).contains("only a fight can begin as another fight left its fighters"));
}
