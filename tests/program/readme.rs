//! Tests that the commands in the README and in pages of `docs` print exactly what the pages show.

use crate::common::ROOT;
use assert_cmd::Command;
use std::path::Path;
use std::time::Duration;

/// Returns the command of every console block, with the output that the page shows for it.
fn examples(readme: &str) -> Vec<(String, String)> {
    let blocks = readme.split("```console\n").skip(1).filter_map(|block| block.split("```").next());
    blocks
        .map(|block| {
            let (command, output) = block.split_once('\n').expect("a command and its output");
            (command.trim_start_matches("$ ").to_owned(), output.to_owned())
        })
        .collect()
}

/// Splits a command into words; a quoted part is one word.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let split = |(place, part): (usize, &str)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    };
    parts.flat_map(split).collect()
}

/// Runs every example of a page in the root folder and compares the output.
fn check(page: &str) {
    check_in(Path::new(ROOT), page);
}

/// Like [`check`], in `here`.
fn check_in(here: &Path, page: &str) {
    let examples = examples(page);
    assert!(examples.len() >= 3, "the page shows real runs");
    for (command, output) in examples {
        let words = words(command.trim_start_matches("cargo run --release -- ").trim_start_matches("fudgelab "));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut program = Command::cargo_bin("fudgelab").expect("the program");
        program.current_dir(here).env("COLUMNS", "80").env_remove("NO_COLOR").args(&words);
        if words[0] == "run" {
            program.arg("--out").arg(folder.path());
        }
        let run = program.timeout(Duration::from_secs(60)).assert().success();
        let shown = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        // The line that names the folder differs, since the test writes elsewhere.
        let shown = shown.replace(&folder.path().display().to_string(), "reports/out");
        assert_eq!(shown.trim_end(), output.trim_end(), "{command}");
    }
}

#[test]
fn readme_commands_print_shown_output() {
    check(include_str!("../../README.md"));
}

/// The README names two commands for a fresh machine. The second one runs this test.
#[test]
fn first_commands_of_readme_run() {
    let readme = include_str!("../../README.md");
    assert!(
        readme.contains("```sh\ncargo run --release -- run scenarios/barroom-duel.toml\ncargo test --release\n```")
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut program = Command::cargo_bin("fudgelab").expect("the program");
    program.current_dir(ROOT).args(["run", "scenarios/barroom-duel.toml", "--out"]).arg(folder.path());
    program.timeout(Duration::from_secs(60)).assert().success();
}

#[test]
fn guide_commands_print_shown_output() {
    check(include_str!("../../docs/guide.md"));
}

#[test]
fn running_commands_print_shown_output() {
    check(include_str!("../../docs/running.md"));
}

#[test]
fn numbers_commands_print_shown_output() {
    check(include_str!("../../docs/numbers.md"));
}

#[test]
fn cookbook_commands_print_shown_output() {
    check(include_str!("../../docs/cookbook.md"));
}

#[test]
fn house_rules_commands_print_shown_output() {
    check(include_str!("../../docs/house-rules.md"));
}

#[test]
fn formulas_commands_print_shown_output() {
    check(include_str!("../../docs/formulas.md"));
}

/// The commands of docs/processes.md run the page's first scenario, saved as `climb.toml`.
#[test]
fn processes_commands_print_shown_output() {
    let page = include_str!("../../docs/processes.md");
    let (_, rest) = page.split_once("```toml\n").expect("a scenario");
    let (scenario, _) = rest.split_once("```").expect("its end");
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("climb.toml"), scenario).expect("the scenario is written");
    check_in(folder.path(), page);
}

/// The cookbook and the page of house rules show every shipped study in full, except for the schema line.
#[test]
fn cookbook_and_house_rules_show_every_study() {
    let pages = [include_str!("../../docs/cookbook.md"), include_str!("../../docs/house-rules.md")];
    let folder = Path::new(ROOT).join("scenarios/studies");
    for entry in std::fs::read_dir(folder).expect("the studies") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a study");
        let (_, body) = text.split_once('\n').expect("a schema line");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let shown = format!("`scenarios/studies/{name}`:\n\n```toml\n{body}```\n");
        assert!(pages.iter().any(|page| page.contains(&shown)), "{name}");
    }
}

/// Returns the lines of a scenario without comments and blank lines.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

/// Returns the lines of the scenario block of a page that contains `words`.
fn quoted(page: &str, words: &str) -> Vec<String> {
    let blocks = page.split("```toml\n").skip(1).filter_map(|block| block.split("```").next());
    lines(blocks.into_iter().find(|block| block.contains(words)).expect("a scenario"))
}

#[test]
fn running_tour_matches_shipped_scenario() {
    let page = include_str!("../../docs/running.md");
    assert_eq!(quoted(page, "One duel, three editions"), lines(include_str!("../../scenarios/three-presets.toml")));
}

#[test]
fn guide_quotes_match_shipped_files() {
    let guide = include_str!("../../docs/guide.md");
    for (words, file) in [
        ("Barroom duel", include_str!("../../scenarios/barroom-duel.toml")),
        ("FF goblin", include_str!("../../scenarios/friday/goblins.toml")),
        ("no grazes", include_str!("../../scenarios/studies/house-rules.toml")),
        ("[process.negotiation]", include_str!("../../scenarios/processes/negotiation.toml")),
    ] {
        let (block, file) = (quoted(guide, words), lines(file));
        assert!(block.len() >= 4 && block.iter().all(|line| file.contains(line)), "{words}: {block:?}");
    }
}
