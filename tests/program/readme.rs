//! Tests that the commands in the README, the guide and the cookbook print exactly what the pages show.

use assert_cmd::Command;
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

/// Runs every example of a page and compares the output.
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
        // The line that names the folder differs, since the test writes elsewhere.
        let shown = shown.replace(&folder.path().display().to_string(), "reports/out");
        assert_eq!(shown.trim_end(), output.trim_end(), "{command}");
    }
}

#[test]
fn readme_commands_print_shown_output() {
    check(include_str!("../../README.md"));
}

#[test]
fn guide_commands_print_shown_output() {
    check(include_str!("../../docs/guide.md"));
}

#[test]
fn cookbook_commands_print_shown_output() {
    check(include_str!("../../docs/cookbook.md"));
}

/// The cookbook shows every shipped study in full, except for the schema line.
#[test]
fn cookbook_shows_every_study() {
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

/// Returns the lines of a scenario without comments and blank lines.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

/// Returns the lines of the guide's scenario block that contains `words`.
fn quoted(words: &str) -> Vec<String> {
    let guide = include_str!("../../docs/guide.md");
    let blocks = guide.split("```toml\n").skip(1).filter_map(|block| block.split("```").next());
    lines(blocks.into_iter().find(|block| block.contains(words)).expect("a scenario"))
}

#[test]
fn guide_tour_matches_shipped_scenario() {
    assert_eq!(quoted("One duel, three editions"), lines(include_str!("../../scenarios/three-presets.toml")));
}

#[test]
fn guide_quotes_match_shipped_files() {
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
