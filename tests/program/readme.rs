//! The commands of the README, the guide and the cookbook do what the pages show, to the letter.

use assert_cmd::Command;
use std::time::Duration;

/// Every `$ …` line of a console block, with what it printed.
fn examples(readme: &str) -> Vec<(String, String)> {
    let blocks = readme.split("```console\n").skip(1).filter_map(|block| block.split("```").next());
    blocks
        .map(|block| {
            let (command, output) = block.split_once('\n').expect("a command and its output");
            (command.trim_start_matches("$ ").to_owned(), output.to_owned())
        })
        .collect()
}

/// The words of a command, those in quotes together.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let split = |(place, part): (usize, &str)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    };
    parts.flat_map(split).collect()
}

/// Runs every example of a page.
fn check(page: &str) {
    let examples = examples(page);
    assert!(examples.len() >= 3, "the page shows real runs");
    let here = env!("CARGO_MANIFEST_DIR");
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
        // The one line that names the folder differs, since the test writes elsewhere.
        let shown = shown.replace(&folder.path().display().to_string(), "reports/out");
        assert_eq!(shown.trim_end(), output.trim_end(), "{command}");
    }
}

#[test]
fn every_command_of_the_readme_prints_what_it_shows() {
    check(include_str!("../../README.md"));
}

#[test]
fn every_command_of_the_guide_prints_what_it_shows() {
    check(include_str!("../../docs/guide.md"));
}

#[test]
fn every_command_of_the_cookbook_prints_what_it_shows() {
    check(include_str!("../../docs/cookbook.md"));
}

/// The files that the cookbook shows are those that are shipped, but for the line that editors need; and none is left out.
#[test]
fn the_cookbook_shows_every_study() {
    let cookbook = include_str!("../../docs/cookbook.md");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/studies");
    for entry in std::fs::read_dir(folder).expect("the studies") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a study");
        let (_, body) = text.split_once('\n').expect("a schema line");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(cookbook.contains(&format!("`scenarios/studies/{name}`:\n\n```toml\n{body}```\n")), "{name}");
    }
}

/// The lines of a scenario without comments.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

/// The block of the guide that holds these words.
fn quoted(words: &str) -> Vec<String> {
    let guide = include_str!("../../docs/guide.md");
    let blocks = guide.split("```toml\n").skip(1).filter_map(|block| block.split("```").next());
    lines(blocks.into_iter().find(|block| block.contains(words)).expect("a scenario"))
}

#[test]
fn the_scenario_that_the_guide_tours_is_the_one_that_is_shipped() {
    assert_eq!(quoted("One duel, three editions"), lines(include_str!("../../scenarios/three-presets.toml")));
}

#[test]
fn what_the_guide_quotes_stands_in_the_files() {
    for (words, file) in [
        ("Barroom duel", include_str!("../../scenarios/barroom-duel.toml")),
        ("FF goblin", include_str!("../../scenarios/friday/goblins.toml")),
        ("no grazes", include_str!("../../scenarios/studies/house-rules.toml")),
        ("[process.negotiation]", include_str!("../../scenarios/processes/negotiation.toml")),
    ] {
        let (block, file) = (quoted(words), lines(file));
        assert!(block.len() >= 4 && block.iter().all(|line| file.contains(line)), "{words}: {block:?}");
    }
}
