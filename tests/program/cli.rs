//! Tests of the quick commands: odds, table, list, new, schema, validate and help.

use crate::common::{ROOT, folder, fudgelab, stderr, text};
use fudgelab::reference::library::CHAPTERS;
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

fn printed(args: &[&str]) -> String {
    text(&fudgelab().args(args).assert().success().get_output().stdout)
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).unwrap()
}

/// Returns standard error; the exit code must be 2 and standard output empty.
fn refused(args: &[&str]) -> String {
    let assert = fudgelab().args(args).assert().code(2);
    assert_eq!(text(&assert.get_output().stdout), "", "{args:?}");
    text(&assert.get_output().stderr)
}

#[test]
fn no_arguments_show_working_examples() {
    let page = printed(&[]);
    let examples: Vec<&str> = page.lines().filter(|line| line.starts_with("  fudgelab ")).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let typed = example.split("  ").find(|part| part.starts_with("fudgelab")).unwrap();
        let mut input = None;
        for command in typed.split(" | ") {
            let place = tempfile::tempdir().unwrap();
            let mut run = fudgelab();
            run.current_dir(place.path()).args(command.split(' ').skip(1));
            let output = run.write_stdin(input.take().unwrap_or_default()).assert().success();
            let stdout = output.get_output().stdout.clone();
            assert!(!stdout.is_empty(), "{command}");
            input = Some(stdout);
        }
    }
}

#[test]
fn odds_of_check_match_known_chances() {
    let page = printed(&["odds", "4dF", "--trait", "Good", "--difficulty", "Great"]);
    assert!(page.contains("success  38.27 %  31/81") && page.contains("Superb+2   1.23 %   1/81"), "{page}");
    let answer = json(&["odds", "--trait", "Good", "--difficulty", "2", "--json"]);
    assert_eq!(answer["figures"][0]["fraction"], "31/81");
    assert_eq!(answer["figures"][0]["probability"].as_f64(), Some(31.0 / 81.0));
}

#[test]
fn odds_of_opposed_action_match_known_chances() {
    // Two equal 4dF rolls tie in 1107 of 6561 cases, the sum of the squared weights.
    let tie = &json(&["odds", "--trait", "0", "--opposed", "Fair", "--json"])["figures"][1];
    assert_eq!((&tie["figure"], &tie["fraction"]), (&"tie".into(), &"41/243".into()));
    let page = printed(&["odds", "4dF", "--trait", "-1", "--opposed", "Good", "--opposed-dice", "none"]);
    assert!(page.contains("does not roll") && page.contains("win   18.52 %"), "{page}");
}

#[test]
fn odds_of_dice_list_every_result() {
    let page = printed(&["odds", "open-ended", "4dF"]);
    assert!(page.starts_with("open-ended 4dF\n") && page.contains("average"), "{page}");
    let plain = printed(&["odds", "1d6"]);
    assert!(plain.contains("\n  6       16.67 %  1/6"), "{plain}");
}

#[test]
fn odds_of_formulas_match_known_chances() {
    let page = printed(&["odds", "highest(3, 4d6)"]);
    assert!(page.contains("\n  18       1.62 %     7/432") && page.contains("average 12.24"), "{page}");
    assert!(printed(&["odds", "d20 + 3 >= 15"]).contains("true 45.00 % (9/20)"));
    let named = json(&["odds", "count(6d6 >= 5) - need", "--let", "need=1", "--json"]);
    assert_eq!(
        (&named["distribution"][0]["value"], &named["distribution"][0]["fraction"]),
        (&(-1).into(), &"64/729".into())
    );
    // Floating-point chances have no fraction.
    assert!(json(&["odds", "100dF", "--json"])["distribution"][0].get("fraction").is_none());
    // Of the 24 pairs of a d6 and a d4, 4 are equal.
    let both = json(&["odds", "d6", "d4 + 0", "--json"]);
    assert_eq!(both["equal"].as_f64(), Some(4.0 / 24.0));
    assert!(printed(&["odds", "open-ended", "4dF"]).starts_with("open-ended 4dF"));
    // With a difficulty, a formula may use `need`. 1505 of 2187 results succeed after adding 2 or rolling again.
    let decided = "let r = 4dF; if r >= need then r else if r + 2 >= need then r + 2 else 4dF";
    assert!(
        printed(&["odds", decided, "--trait", "Fair", "--difficulty", "Great"]).contains("success  68.82 %  1505/2187")
    );
    assert!(printed(&["table", decided]).contains("68.82"));
}

/// A leading minus starts a formula, but options are still recognized.
#[test]
fn negative_formulas_are_accepted() {
    let lowest = |args: &[&str]| json(&[args, &["--json"]].concat())["distribution"][0]["value"].as_i64();
    assert_eq!(lowest(&["odds", "-4dF"]), Some(-4));
    assert_eq!(lowest(&["odds", "-d6"]), Some(-6));
    assert_eq!(lowest(&["odds", "-(2d6 + need)", "--let", "need=3"]), Some(-15));
    assert!(printed(&["odds", "-4dF", "--trait", "Good", "--modifier", "-1"]).starts_with("-4dF"));
    assert!(printed(&["table", "-4dF", "--from", "-1"]).contains("-4dF"));
    // A misspelled option is not taken for a formula.
    assert!(refused(&["odds", "4dF", "--trai", "Good"]).contains("--trait"));
}

#[test]
fn odds_are_written_as_pictures() {
    let place = folder(&[]);
    for (name, args) in [("one.svg", &["highest(3, 4d6)"][..]), ("two.svg", &["d6", "d4 + 1"]), ("dice.png", &["4dF"])]
    {
        let path = place.path().join(name);
        printed(&[&["odds"], args, &["--picture", path.to_str().unwrap()]].concat());
        let bytes = std::fs::read(&path).unwrap();
        let begins: &[u8] = if name.ends_with("png") { b"\x89PNG" } else { b"<svg" };
        assert!(bytes.starts_with(begins) && bytes.len() > 2_000, "{name}");
    }
    let said = refused(&["odds", "4dF", "--picture", "dice.txt"]);
    assert!(said.contains("end it with .svg or .png"), "{said}");
}

#[test]
fn odds_warn_about_doubtful_formulas() {
    let assert = fudgelab().args(["odds", "6d6 >= 5"]).assert().success();
    assert!(text(&assert.get_output().stderr).contains("note: column 5: this always passes"));
}

#[test]
fn formula_errors_report_their_position() {
    for (args, message) in [
        (&["odds", "4dF + ned"][..], "formula:1:7"),
        (&["odds", "(4dF"], "formula:1:5"),
        (&["odds", "explode(d8)"], "explode(d8 >= 8)"),
        (&["odds", "d6 * need", "--let", "need=2", "--trait", "Good"], "`--let need` cannot be combined with a trait"),
        (&["odds", "d6 * need", "--let", "need=-9223372036854775808"], "up to 1,000,000"),
        (&["odds", "method('best11 4dF') + 1"], "the weights of `best11 4dF` do not fit 64 bits"),
        (&["odds", "4d6kh5"], "formula:1:4"),
        (&["odds", "4d"], "formula:1:3"),
        (&["odds", "d6 * need", "--let", "need"], "--let need=2"),
    ] {
        let said = refused(args);
        assert!(said.contains(message), "{args:?}: {said}");
    }
}

#[test]
fn odds_warn_about_plain_sums() {
    let assert = fudgelab().args(["odds", "3d6", "--trait", "Fair", "--difficulty", "Fair"]).assert().success();
    assert!(text(&assert.get_output().stderr).contains("did you mean `3d6-table`?"));
}

#[test]
fn odds_reject_invalid_arguments() {
    for (args, message) in [
        (&["odds", "4df"][..], "did you mean `4dF`?"),
        (&["odds", "--trait", "Goood"], "did you mean `Good`?"),
        (&["odds", "--trait", "101"], "out of range"),
        (&["odds", "--modifier", "2000000000"], "out of range"),
        (&["odds", "--modifier", "-2147483648", "--difficulty", "Good"], "out of range"),
        (&["odds", "--opposed-dice", "4dF"], "--opposed"),
        (&["odds", "--difficulty", "0", "--opposed", "0"], "cannot be used with"),
        (&["odds", "\u{1b}[2J"], "\\u{1b}"),
        (&["table", "4dF", "nonsense"], "nonsense"),
        (&["frob\u{1b}[2J\u{7}"], "unrecognized subcommand"),
    ] {
        let said = refused(args);
        assert!(
            said.contains(message) && said.starts_with("error: ") && !said.contains(['\u{1b}', '\u{7}']),
            "{args:?}: {said}"
        );
    }
}

#[test]
fn table_prints_every_format() {
    let page = printed(&["table"]);
    assert!(page.contains("Good                     100  98.77     93.83  81.48  61.73  38.27   18.52"), "{page}");
    // SRD 3.23 prints 1.85 %, 4.6 % and so on for 3d6.
    let several = printed(&["table", "4dF", "3d6-table", "--markdown"]);
    assert!(several.contains("|       +4 |  1.23 |      1.85 |"), "{several}");
    let csv = printed(&["table", "4dF", "d%", "--csv"]);
    assert!(csv.starts_with("dice,at_least,probability,fraction\n") && csv.contains("\nd%,4,0.01,1/100\n"), "{csv}");
    assert_eq!(json(&["table", "--json"])["rates"].as_array().unwrap().len(), 49);
    refused(&["table", "--csv", "--json"]);
}

#[test]
fn table_warns_about_ambiguous_dice() {
    let warned = |dice: &str| stderr(&fudgelab().args(["table", dice]).assert().success());
    assert!(
        warned("5d10 >= 7").contains("warning: in `5d10 >= 7`, column 6: this compares the sum of the dice, 5 to 50")
    );
    assert!(warned("3d6").contains("did you mean `3d6-table`?"));
    assert_eq!(warned("count(5d10 >= 7)"), "");
}

#[test]
fn list_accepts_every_topic() {
    let parts = CHAPTERS.iter().map(|part| part.list);
    for subject in ["dice", "presets", "rules", "keys", "charts"].into_iter().chain(parts) {
        let items = json(&["list", subject, "--json"]);
        let names: Vec<&str> = items.as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect();
        let page = printed(&["list", subject]);
        assert!(!names.is_empty() && names.iter().all(|name| page.contains(name)), "{subject}");
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    }
    let ghouls = printed(&["list", "creatures", "poison", "--source", "ff"]);
    assert!(ghouls.starts_with("ghoul") && ghouls.contains("(FF Wild") && !ghouls.contains("goblin"), "{ghouls}");
    let whole = json(&["list", "people", "Hans", "--json"]);
    let figures = whole[0]["choices"].as_array().unwrap();
    assert!(figures.iter().any(|figure| figure["word"] == "defense" && figure["meaning"] == "+2"), "{whole}");
    let block = printed(&["list", "creature", "Ghoul"]);
    assert!(block.starts_with("[fighters.ghoul]\nsource = \"FF Wild Things\"\n"), "{block}");
    assert!(printed(&["list", "person", "henri", "le", "rouge", "--source", "F93"]).contains("source = \"F93 6.34\""));
    assert!(refused(&["list", "creature", "dragon"]).contains("`SRD dragon`, `FF dragon`, `F93 dragon`"));
    assert!(refused(&["list", "creature", "goul"]).contains("did you mean `ghoul`?"));
    assert!(refused(&["list", "creatures", "--source", "DND"]).contains("sources are SRD, FF, F93, LITE, KAER"));
    let hide = printed(&["list", "gifts", "hide", "--source", "F93"]);
    assert!(hide.starts_with("Tough Hide") && hide.contains("costs 1 gift; key tough_hide = 1"), "{hide}");
    assert!(refused(&["list", "gifts", "hide", "--source", "KAER"]).contains("`fudgelab list gifts` shows them all"));
    let wolf = json(&["list", "spells", "skinwalker", "--json"]);
    let points = &wolf[0]["choices"][2];
    assert!(points["word"] == "power points" && points["meaning"] == "2", "{wolf}");
    assert!(printed(&["list", "faults", "--markdown"]).contains("## Faults, "));
    let swords = printed(&["list", "weapons", "SWORD"]);
    assert!(swords.lines().count() > 2 && swords.lines().all(|line| line.contains("sword")), "{swords}");
    assert!(refused(&["list", "dice", "xyzzy"]).contains("`fudgelab list dice` shows them all"));
}

#[test]
fn list_shows_keys_of_a_table() {
    let tables = printed(&["list", "keys"]);
    assert!(tables.lines().any(|line| line.starts_with("fighter ")) && tables.contains("wound level"), "{tables}");
    let page = printed(&["list", "keys", "fighter"]);
    assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    let yields = printed(&["list", "keys", "fighter", "yields"]);
    for said in ["yields_at", "must be", "default", "fights on", "acts only with", "`pacing`", "yields_at = \"Hurt\""] {
        assert!(yields.contains(said), "{said}: {yields}");
    }
    let speed = json(&["list", "keys", "fighter", "strikes first", "--json"]);
    assert_eq!(speed.as_array().map(Vec::len), Some(1), "{speed}");
    assert_eq!(speed[0]["name"], "speed");
    let rows = speed[0]["choices"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["word"] == "default" && row["meaning"] == "Fair"), "{speed}");
    assert!(refused(&["list", "keys", "fihgter"]).contains("did you mean `fighter`?"));
    let damage = printed(&["list", "names", "rules.damage.points"]);
    assert!(damage.contains("the target's armor") && damage.contains("the striker's skill"), "{damage}");
    let leaving = ["fighters.ann.flees", "fighters.flees"].map(|key| printed(&["list", "names", key]));
    assert!(leaving[0] == leaving[1] && leaving[0].contains("who are down"), "{}", leaving[0]);
    assert!(printed(&["list", "names", "check.dice"]).contains("need"));
    assert!(printed(&["list", "names"]).contains("rules.damage.points"));
    let after = printed(&["list", "names", "rules.after"]);
    let exact = printed(&["list", "names", "rules.after.when"]);
    assert!(after.starts_with(&exact) && after.contains("rules.after.harm  a number, dice allowed\n"), "{after}");
    let keys = printed(&["list", "names", "fighters.ann"]);
    assert!(keys.starts_with("fighters.ann.flees ") && keys.contains("list names fighters.ann.flees`"), "{keys}");
    assert!(refused(&["list", "names", "run"]).contains("no key `run` holds a formula"));
    assert!(refused(&["list", "names", "fighters.ann.fleees"]).contains("did you mean `fighters.ann.flees`?"));
    assert!(refused(&["list", "keys", "fighter", "xyzzy"]).contains("`fudgelab list keys fighter` shows them all"));
}

#[test]
fn closed_pipe_ends_program_quietly() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fudgelab"))
        .args(["odds", "9d100", "--json"]) // more than a pipe holds
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 4];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), text(&ended.stderr).as_str(), &first), (Some(0), "", b"{\n  "));
}

/// An error still sets the exit code if the output is no longer read.
#[test]
fn closed_pipe_keeps_exit_code() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fudgelab"))
        .current_dir(ROOT)
        .args(["validate", "scenarios/barroom-duel.toml", "scenarios/none.toml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(2));
}

#[test]
fn starters_are_valid_and_keep_existing_files() {
    let place = tempfile::tempdir().unwrap();
    for kind in ["duel", "check", "opposed", "process", "rules"] {
        let name = format!("{kind}.toml");
        let new = || {
            let mut new = fudgelab();
            new.current_dir(place.path()).args(["new", kind, "--to", &name]);
            new
        };
        new().assert().success();
        fudgelab().current_dir(place.path()).args(["validate", &name]).assert().success();
        fs::write(place.path().join(&name), "mine").unwrap();
        new().assert().code(2);
        assert_eq!(fs::read(place.path().join(&name)).unwrap(), b"mine");
        let unknown = place.path().join("no/such/folder.toml");
        fudgelab().args(["new", kind, "--to"]).arg(unknown).assert().code(1);
    }
}

/// The starter for house rules is both a fight to test them in and a preset for other files.
#[test]
fn rules_starter_is_also_a_preset() {
    let place = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let assert = fudgelab().current_dir(place.path()).args(args).assert().success();
        assert_eq!(text(&assert.get_output().stderr).matches("warning").count(), 0);
        text(&assert.get_output().stdout)
    };
    run(&["new", "rules", "--to", "rules.toml"]);
    let fighters = printed(&["new", "rules"]);
    let fighters = &fighters[fighters.find("[fighters.hilda]").unwrap()..];
    fs::write(place.path().join("duel.toml"), format!("[rules]\nbase = \"rules.toml\"\n{fighters}")).unwrap();
    assert_eq!(run(&["validate", "rules.toml"]), "rules.toml: ok; solved exactly\n");
    let wins = |file: &str| run(&["run", file, "--figure", "hilda wins", "--out", "-", "--quiet"]);
    assert_eq!(wins("rules.toml"), wins("duel.toml"));
}

#[test]
fn list_shows_presets_of_a_folder() {
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(place.path().join(name), text).unwrap();
    write("house.toml", "title = \"Our rules\"\n[rules]\nbase = \"nutshell\"\nmodifier_cap = 2\n");
    write("wrong.toml", "[rules]\nmodifier_capp = 2\n");
    write("fight.toml", "[rules]\n[fighters.ada]\nskill = 1\n[fighters.bo]\nskill = 1\n");
    let list = |args: &[&str]| fudgelab().current_dir(place.path()).args(["list", "presets"]).args(args).assert();
    let listed = text(&list(&["."]).success().get_output().stdout);
    assert_eq!(
        listed,
        "house.toml  Our rules\n            base          nutshell\n            modifier_cap  2\nwrong.toml  not valid: `fudgelab validate` says why\n"
    );
    let validate = |file: &str| fudgelab().current_dir(place.path()).args(["validate", file]).assert();
    let said = text(&validate("house.toml").success().get_output().stdout);
    assert_eq!(said, "house.toml: ok; a preset, for `base = \"house.toml\"` in [rules]\n");
    let said = text(&validate("wrong.toml").code(2).get_output().stderr);
    assert!(said.contains("did you mean `modifier_cap`?"), "{said}");
    let run = fudgelab().current_dir(place.path()).args(["run", "house.toml"]).assert().code(2);
    let said = text(&run.get_output().stderr);
    assert!(said.contains("to use this file as a preset, name it as `base` in the [rules] of a fight"), "{said}");
    fs::create_dir(place.path().join("empty")).unwrap();
    list(&["empty"]).code(2);
    // A preset takes precedence over a folder of the same name.
    fs::create_dir(place.path().join("lite")).unwrap();
    assert!(text(&list(&["lite"]).success().get_output().stdout).starts_with("lite"));
}

#[test]
fn starters_with_uncommented_settings_are_valid() {
    for kind in ["duel", "check", "opposed", "process", "rules"] {
        let starter = printed(&["new", kind]);
        let settings = |line: &str| line.starts_with("# ") && (line.contains(" = ") || line.starts_with("# ["));
        let uncommented: Vec<&str> =
            starter.lines().map(|line| if settings(line) { &line[2..] } else { line }).collect();
        fudgelab().args(["validate", "-"]).write_stdin(uncommented.join("\n")).assert().success();
    }
}

#[test]
fn validate_reports_all_errors_of_all_files() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("a.toml"), "[check]\ntrait = \"Goood\"\ndifficulty = 1\n").unwrap();
    fs::write(place.path().join("b.toml"), "[check]\ndifficulty = 1\nfoo = 2\n").unwrap();
    fs::write(place.path().join("c.toml"), "[check]\ndifficulty = 1\n").unwrap();
    let assert = fudgelab().current_dir(place.path()).args(["validate", "a.toml", "b.toml", "c.toml"]).assert().code(2);
    let said = text(&assert.get_output().stderr);
    assert!(said.contains("did you mean `Good`?") && said.contains("unknown key `foo`"), "{said}");
    assert_eq!(text(&assert.get_output().stdout), "c.toml: ok; solved exactly\n");
}

/// `validate` reports the method that a run uses and warns about settings without effect.
#[test]
fn validate_reports_method_and_settings_without_effect() {
    let place = tempfile::tempdir().unwrap();
    let fight = "[fighters.hero]\nskill = 2\noffense = 4\nspeed = 1\n[fighters.foe]\nskill = 0\ncount = 4\n";
    fs::write(place.path().join("four.toml"), fight).unwrap();
    fs::write(place.path().join("exact.toml"), format!("{fight}[run]\nmethod = 'exact'\n")).unwrap();
    let validate = |name: &str| {
        let mut command = fudgelab();
        command.current_dir(place.path()).args(["validate", name]);
        command.assert()
    };
    let four = validate("four.toml").success();
    let (said, told) = (text(&four.get_output().stdout), text(&four.get_output().stderr));
    let simulated = "four.toml: ok; simulated until it is precise enough, since solving takes longer than simulating\n";
    assert_eq!(said, simulated);
    assert!(told.contains("warning: four.toml: `speed` of `hero` has no effect"), "{told}");
    let exact = validate("exact.toml").code(2);
    assert!(text(&exact.get_output().stderr).contains("too many outcomes"));
}

#[test]
fn schema_is_printed_as_json() {
    let schema = json(&["schema"]);
    assert!(schema["properties"]["check"].is_object(), "{schema}");
    let chase = Path::new(ROOT).join("scenarios/processes/foot-chase.toml");
    let own = json(&["schema", chase.to_str().unwrap()]);
    assert_eq!(own["properties"]["chase"]["properties"]["lead"]["maximum"], 5, "{own}");
    assert!(own["properties"]["check"].is_object());
    fudgelab().args(["schema", "no-such-file.toml"]).assert().code(2);
}

#[test]
fn help_and_version_go_to_standard_output() {
    assert!(printed(&["--version"]).starts_with("fudgelab "));
    for command in ["run", "validate", "odds", "table", "new", "list", "schema"] {
        assert!(printed(&["--help"]).contains(&format!("\n  {command} ")), "{command}");
        assert!(printed(&[command, "--help"]).contains("Usage: fudgelab"), "{command}");
    }
}

/// Returns the header and rows of a printed table as cells, without the title.
fn rows(page: &str) -> Vec<Vec<&str>> {
    page.lines().skip(2).map(|line| line.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect()).collect()
}

#[test]
fn table_accepts_any_range_of_levels() {
    let page = printed(&["table", "2d6-1d10", "--from", "-1", "--to", "2"]);
    let rows = rows(&page);
    assert_eq!(rows[0], ["trait \\ difficulty", "Mediocre", "Fair", "Good", "Great"], "{page}");
    assert_eq!(rows.iter().skip(1).map(|row| row[0]).collect::<Vec<_>>(), ["Great", "Good", "Fair", "Mediocre"]);
    let words = printed(&["table", "--from", "Mediocre", "--to", "Great"]);
    assert!(words.contains("Mediocre") && !words.contains("Superb"), "{words}");
    let results = printed(&["table", "4dF", "d%", "--from", "2"]);
    assert!(results.contains("      +4") && !results.contains("      +1"), "{results}");
    for (args, message) in [
        (&["table", "--from", "3", "--to", "-3"][..], "--from is above --to"),
        (&["table", "--from", "-40", "--to", "40"], "limited to 41 levels"),
        (&["table", "4dF", "d%", "--opposed"], "one dice method"),
        (&["table", "--opposed-dice", "2dF"], "--opposed"),
    ] {
        assert!(refused(args).contains(message), "{args:?}");
    }
}

/// Two equal 4dF rolls tie in 1107 of 6561 cases, the sum of the squared weights; each side wins half of the rest.
#[test]
fn opposed_table_matches_known_chances() {
    let rates = json(&["table", "--opposed", "--json"]);
    let rates = rates["rates"].as_array().unwrap();
    assert_eq!(rates.len(), 2 * 49);
    let even = |figure: &str| {
        let same = |rate: &&Value| rate["figure"] == figure && rate["trait"] == 1 && rate["opponent"] == 1;
        rates.iter().find(same).unwrap()["fraction"].clone()
    };
    assert_eq!((even("win"), even("tie")), ("101/243".into(), "41/243".into()));
    let page = printed(&["table", "--opposed", "--opposed-dice", "none"]);
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("(does not roll)") && !words.contains("Chance of a tie"), "{page}");
    let csv = printed(&["table", "--opposed", "--csv", "--from", "0", "--to", "0"]);
    assert_eq!(csv.lines().next(), Some("dice,figure,trait,opponent,probability,fraction"));
}

#[test]
fn table_prints_html_and_latex() {
    let html = printed(&["table", "d%", "--html", "--from", "0", "--to", "1"]);
    assert!(
        html.starts_with("<table>\n  <caption>Chance of success with d%")
            && html.contains("<th scope=\"row\">Good</th>")
    );
    let latex = printed(&["table", "d%", "--latex", "--from", "0", "--to", "1"]);
    assert!(
        latex.contains("\\caption{Chance of success with d\\%, in percent") && latex.contains("    Good & "),
        "{latex}"
    );
}

#[test]
fn table_is_written_as_picture() {
    let place = tempfile::tempdir().unwrap();
    for args in [&["table"][..], &["table", "--opposed", "--to", "8"], &["table", "4dF", "d%"]] {
        for name in ["odds.svg", "odds.PNG"] {
            let path = place.path().join(name);
            fudgelab().args(args).arg("--picture").arg(&path).assert().success();
            let bytes = fs::read(&path).unwrap();
            let is_picture = bytes.starts_with(b"<svg") || bytes.starts_with(b"\x89PNG");
            // Only the requested dice have a curve; "as is" would be the label of an added variant.
            assert!(!String::from_utf8_lossy(&bytes).contains(">as is<"), "{args:?}");
            assert!(is_picture && bytes.len() > 2_000, "{args:?}, {name}: {} bytes", bytes.len());
            fs::remove_file(path).unwrap();
        }
    }
    assert!(refused(&["table", "--picture", "odds.gif"]).contains("end it with .svg or .png"));
}

#[test]
fn long_version_may_name_the_commit() {
    let version = concat!("fudgelab ", env!("CARGO_PKG_VERSION"));
    let long = printed(&["--version"]);
    let commit = long.trim_end().strip_prefix(version).unwrap_or_else(|| panic!("{long}"));
    assert!(commit.is_empty() || commit.starts_with(" (") && commit.ends_with(')'), "{long}");
    assert_eq!(printed(&["-V"]), format!("{version}\n"));
}

#[test]
fn commands_have_help_and_suggestions() {
    assert!(printed(&["help", "run"]).starts_with("Run scenario files"));
    assert!(refused(&["ru", "duel.toml"]).contains("a similar subcommand exists: 'run'"));
    assert!(refused(&["duel.toml"]).contains("type 'fudgelab run duel.toml'"));
    assert!(refused(&["tunne", "duel.toml"]).contains("'tune'"));
}

#[test]
fn completions_have_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        assert!(["validate", "decompose", "max-trials"].iter().all(|word| script.contains(word)), "{shell}");
    }
    assert!(refused(&["completions", "bsh"]).contains("'bash'"));
}

#[test]
fn manual_has_page_for_each_command() {
    let place = tempfile::tempdir().unwrap();
    fudgelab().args(["man", "--to"]).arg(place.path()).assert().success();
    let page = |name: &str| fs::read_to_string(place.path().join(name)).unwrap();
    assert!(page("fudgelab.1").contains("fudgelab\\-run(1)"));
    assert!(page("fudgelab-run.1").contains("\\-\\-precision"));
    assert!(page("fudgelab-tune.1").contains(".TH fudgelab-tune 1"), "{}", page("fudgelab-tune.1"));
    assert_eq!(printed(&["man", "run"]), page("fudgelab-run.1"));
    let whole = printed(&["man"]);
    let pages = fs::read_dir(place.path()).unwrap().count();
    assert_eq!(whole.matches("\n.TH ").count() + usize::from(whole.starts_with(".TH ")), pages);
    assert!(refused(&["man", "rum"]).contains("did you mean `run`?"));
}

#[test]
fn colors_follow_option_and_environment() {
    let esc = |args: &[&str], no_color: &str| {
        let run = fudgelab().args(args).env("NO_COLOR", no_color).write_stdin(CHECK).assert().success();
        text(&run.get_output().stdout).contains('\u{1b}')
    };
    let run = ["run", "-", "--out", "-"];
    let with = |when: &'static str| [&run[..], &["--color", when]].concat();
    assert!(!esc(&run, "") && !esc(&with("never"), "") && !esc(&with("auto"), ""), "the output is no terminal");
    assert!(esc(&with("always"), "") && esc(&with("always"), "1"), "what is asked for by name is done");
    // Help is printed before the other arguments are parsed.
    assert!(!esc(&["--help"], "") && !esc(&["--color", "never", "run", "--help"], ""));
    assert!(esc(&["--color", "always", "--help"], "") && esc(&["run", "--help", "--color=always"], "1"));
}

/// A check with an expectation, whose verdict is printed in color.
const CHECK: &str = "[check]\ntrait = 0\ndifficulty = 0\n[[expect]]\nmeasure = \"success\"\nat_least = \"10 %\"\n";

/// Nested tables are listed by their own names.
#[test]
fn list_finds_keys_of_nested_tables() {
    assert!(printed(&["list", "keys", "vary"]).contains("Dotted paths"));
    assert!(printed(&["list", "keys", "harms"]).contains("offense"));
    assert!(printed(&["list", "keys", "enchants"]).contains("The spell changes"));
    assert!(refused(&["list", "keys", "enchant"]).contains("did you mean `enchants`?"));
}

/// Names come before meanings, and meanings before the words of choices.
#[test]
fn list_shows_best_matches_first() {
    let names = |words: &[&str]| -> Vec<String> {
        let items = json(&[&["list"], words, &["--json"]].concat());
        items.as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
    };
    let wounds = names(&["rules", "wound"]);
    let place = |name: &str| wounds.iter().position(|known| known == name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(wounds[0], "wound_penalties");
    assert!(place("initiative_wounds") < place("toughness") && place("lighter_wound") < place("toughness"));
    assert!(place("toughness") < place("damage_roll"), "a meaning comes before a choice");
    assert_eq!(names(&["rules", "damage"])[0], "damage");
    assert_eq!(names(&["rules", "DAMAGE", "Roll"])[0], "damage_roll");
    assert_eq!(names(&["rules", "dodge-or-parry"])[0], "missiles", "a word of a choice");
    assert_eq!(names(&["creatures", "wolf"])[0], "wolf");
    let kills = names(&["rules", "kill"]);
    assert!(kills[0] == "automatic_death" && !kills.contains(&"skill".to_owned()), "{kills:?}");
    assert!(names(&["weapons", "axes"]).contains(&"battleaxe".to_owned()), "a compound");
    assert_eq!(names(&["rules", "apacity"]), ["damage_capacity"], "only inside a word");
    assert!(kills.contains(&"toughness".to_owned()), "a word of the question");
    for words in [["parry", "parries", "parried"], ["wound", "wounds", "wounded"]] {
        let best = words.map(|word| names(&["rules", word])[0].clone());
        assert!(best.iter().all(|name| *name == best[0]), "{words:?}: {best:?}");
    }
}

#[test]
fn list_of_matches_fits_on_a_screen() {
    for words in [&["rules", "wound"][..], &["rules", "the"], &["creatures", "offense"], &["keys", "fighter", "the"]] {
        let page = printed(&[&["list"], words].concat());
        assert!(page.lines().count() <= 24, "{page}");
        let all = format!("All of them: `fudgelab list {} --json`", words.join(" "));
        assert!(page.contains("\nMore matches (") && page.contains(&all), "{page}");
    }
    let wounds = printed(&["list", "rules", "wound"]);
    assert!(wounds.starts_with("wound_penalties ") && wounds.contains("`fudgelab list rules NAME`"), "{wounds}");
    let keys = printed(&["list", "keys", "fighter", "the"]);
    assert!(keys.contains("`fudgelab list keys fighter NAME`"), "{keys}");
}

#[test]
fn list_shows_a_named_option_whole() {
    let damage = printed(&["list", "rules", "damage_roll"]);
    for said in ["damage_roll", "min-mid-max", "# damage_roll = \"freeform\"", "As formulas"] {
        assert!(damage.contains(said), "{said}: {damage}");
    }
    let morale = printed(&["list", "rules", "morale"]);
    assert!(morale.starts_with("morale ") && morale.contains("npcs"), "{morale}");
}

#[test]
fn list_suggests_the_nearest_word() {
    assert!(refused(&["list", "rules", "wonud"]).contains("did you mean `wound`?"));
    assert!(refused(&["list", "rules", "armour"]).contains("did you mean `armor`?"));
    assert!(refused(&["list", "weapons", "sowrd"]).contains("did you mean `sword`?"));
    assert!(refused(&["list", "keys", "fighter", "xyzzy"]).contains("`fudgelab list keys fighter` shows them all"));
}

#[test]
fn list_points_to_matches_in_other_lists() {
    for (words, hint) in [
        (["rules", "pain"], "`pain` is a key of the table `fighter`: `fudgelab list keys pain`"),
        (["dice", "nutshell"], "`nutshell` is in another list: `fudgelab list presets nutshell`"),
        (["weapons", "ghouls"], "`ghoul` is in another list: `fudgelab list creatures ghouls`"),
    ] {
        assert!(refused(&[&["list"], &words[..]].concat()).contains(hint), "{words:?}");
    }
    assert!(printed(&["list", "rules", "tactic"]).contains("`tactic` is a key of the table `fighter`"));
}

/// A level in the place of dice, even a misspelled one, is reported as a level; the suggested command works.
#[test]
fn odds_report_levels_given_as_dice() {
    for (typed, level) in [("Grate", "Great"), ("grate", "Great"), ("Good", "Good"), ("Legendary 2nd", "Legendary 2nd")]
    {
        for dice in [&[][..], &["4df"], &["open-ended", "4dF"]] {
            let said = refused(&[&["odds"], dice, &[typed]].concat());
            assert!(said.contains(&format!("`{typed}` is a level, not dice")) && said.contains("--trait"), "{said}");
            printed(&["odds", "4dF", "--trait", level]);
        }
    }
    assert!(refused(&["table", "50d1000"]).contains("values, more than 4096"));
    assert!(printed(&["odds", "50d1000"]).contains("50 %    25025"));
    assert!(printed(&["odds", "4dF+adv1"]).contains("1 of the four dice shows 0 in place of minus"));
    assert!(refused(&["odds", "open-ended", "1dF"]).contains("+4, which these dice never show"));
}

/// Messages of the operating system depend on the system and its language, so none are shown.
#[test]
fn errors_omit_system_messages() {
    let long = format!("{}.toml", "x".repeat(300));
    let place = folder(&[("duel.toml", "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n")]);
    for args in [
        &["run", "none.toml"][..],
        &["run", &long],
        &["run", "duel.toml/inner.toml"],
        &["run", "duel.toml", "--out", "duel.toml"],
        &["run", "duel.toml", "--out", "/proc/none"],
        &["validate", "none"],
        &["merge", "none"],
        &["merge", "duel.toml"],
        &["diff", "none", "duel.toml"],
        &["table", "--picture", "/none/x.svg"],
        &["cost", "none.toml"],
    ] {
        let assert = fudgelab().current_dir(place.path()).args(args).assert().failure();
        let told = text(&assert.get_output().stderr);
        assert!(told.contains("error") && !told.contains("os error"), "{args:?}: {told}");
    }
}
