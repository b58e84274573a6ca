//! Checks the layers of the architecture against the paths in the sources: each module uses only its own and earlier
//! layers.

mod rooms;
mod source;

use source::{Token, masked, tokens};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers, first to last. Modules of one layer do not use each other. The modules of `src/engine`, `src/subjects`
/// and `src/studies` are separate packages. The program in `src/cli` is a package above them all.
const LAYERS: &[&[&str]] = &[
    &["error"],
    &["text"],
    &["formula", "ladder"],
    &["dice"],
    &["chance"],
    &["rules"],
    &["check"],
    &["combat"],
    &["exact", "sim", "stats"],
    &["measure"],
    &["fights"],
    &["document"],
    &["character"],
    &["subject"],
    &["study"],
    &["analysis"],
    &["scenario"],
    &["code"],
    &["frame", "chart", "report", "reference"],
    &["data"],
    &["api"],
];

/// Modules that may use a module of the same layer, and why.
const NEIGHBORS: &[(&str, &str, &str)] = &[
    ("frame", "report", "the tidy rows that dataframes are made of"),
    ("report", "chart", "the page holds the charts"),
    ("reference", "report", "documents are Markdown tables"),
];

/// Crates and standard modules, each with the only modules that may use it.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("polars", &["frame"]),
    ("polars_io", &["frame"]),
    ("csv", &["data"]),
    ("plotters", &["chart"]),
    ("plotters_backend", &["chart"]),
    ("ab_glyph", &["chart"]),
    ("tiny_skia", &["chart"]),
    ("rayon", &["sim"]),
    ("toml", &["dice", "document", "rules"]),
];

/// Modules that must not read the clock, since their results must not depend on it.
const WITHOUT_CLOCK: &[&str] = &["dice", "chance", "rules", "combat", "check", "exact", "sim"];

/// The layer of a library module, counted from 0; `None` if the name is unknown.
fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The layer of a file, from its path below `src`.
fn layer_of(path: &str) -> Option<usize> {
    layer(path.split('/').next().unwrap_or(""))
}

/// Lists the violations in one source file. `path` is relative to `src`, with `/` between its parts.
fn violations(path: &str, text: &str) -> Vec<String> {
    let parts: Vec<&str> = path.trim_end_matches(".rs").split('/').filter(|part| *part != "mod").collect();
    let module = parts[0];
    let Some(own) = layer(module) else { return vec![format!("{path}: `{module}` is in no layer")] };
    let masked = masked(text);
    let tokens = tokens(&masked);
    let mut found = Vec::new();
    for used in own_modules(&tokens, parts.len()).filter(|used| *used != module) {
        let neighbor = NEIGHBORS.iter().any(|(from, to, _)| (*from, *to) == (module, used));
        match layer(used) {
            // An item at the root of the crate. The compiler checks that it exists.
            None => {}
            Some(other) if other > own => found.push(format!("{path}: `{used}` comes after `{module}`")),
            Some(other) if other == own && !neighbor => {
                found.push(format!("{path}: `{used}` stands beside `{module}`"));
            }
            Some(_) => {}
        }
    }
    for (name, users) in ONLY_IN {
        if !users.contains(&module) && uses_crate(&tokens, name) {
            found.push(format!("{path}: `{name}` belongs to {}", users.join(" and ")));
        }
    }
    let clock = |token: &Token<'_>| matches!(token.text, "Instant" | "SystemTime" | "UNIX_EPOCH");
    if WITHOUT_CLOCK.contains(&module) && (uses_path(&tokens, &["std", "time"]) || tokens.iter().any(clock)) {
        found.push(format!("{path}: `{module}` must not know the time"));
    }
    found
}

/// The modules of this crate that paths refer to, by `crate::` or by enough `super::`.
fn own_modules<'a>(tokens: &'a [Token<'a>], depth: usize) -> impl Iterator<Item = &'a str> {
    let starts = (0..tokens.len()).filter_map(move |k| {
        if k > 0 && tokens[k - 1].text == "::" && tokens[k].text != "crate" {
            return None;
        }
        match tokens[k].text {
            "crate" => Some(k + 1),
            "super" => {
                let supers = tokens[k..].chunks(2).take_while(|pair| pair[0].text == "super").count();
                (supers >= depth).then_some(k + 2 * supers - 1)
            }
            _ => None,
        }
    });
    starts.flat_map(|k| heads(tokens, k))
}

/// The first names after the `::` at `at`: one, or all of a `{…}` group.
fn heads<'a>(tokens: &'a [Token<'a>], at: usize) -> Vec<&'a str> {
    let text = |k: usize| tokens.get(k).map_or("", |token| token.text);
    match (text(at), text(at + 1)) {
        ("::", "{") => {
            let mut nested = 0;
            let mut names = Vec::new();
            for k in at + 1..tokens.len() {
                match text(k) {
                    "{" => nested += 1,
                    "}" => nested -= 1,
                    name if nested == 1 && matches!(text(k - 1), "{" | ",") => names.push(name),
                    _ => {}
                }
                if nested == 0 {
                    break;
                }
            }
            names
        }
        ("::", name) => vec![name],
        _ => Vec::new(),
    }
}

/// Whether a path starts with the crate `name`, or a `use` names it.
fn uses_crate(tokens: &[Token<'_>], name: &str) -> bool {
    (0..tokens.len()).filter(|&k| tokens[k].text == name).any(|k| {
        let before = k.checked_sub(1).map_or("", |before| tokens[before].text);
        let rooted = before == "::" && !k.checked_sub(2).is_some_and(|k| tokens[k].is_name());
        let after = tokens.get(k + 1).map_or("", |after| after.text);
        (before != "::" || rooted) && (after == "::" || before == "use" || (before == "crate" && after != "!"))
    })
}

/// Whether a path starts with these two names; the second may be in a group.
fn uses_path(tokens: &[Token<'_>], path: &[&str; 2]) -> bool {
    (0..tokens.len()).filter(|&k| tokens[k].text == path[0]).any(|k| heads(tokens, k + 1).contains(&path[1]))
}

/// Every Rust file below `folder`, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Paths and texts of the library's source files, without files for tests only. Paths are relative to `src`, or to the
/// folder of their package.
fn library() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources: Vec<(String, String)> = files(&root)
        .into_iter()
        .map(|path| {
            let parts: Vec<_> = path.strip_prefix(&root).unwrap().iter().map(|part| part.to_str().unwrap()).collect();
            let package = ["engine", "subjects", "studies"].iter().find_map(|package| parts.strip_prefix(&[*package]));
            let path_below = package.unwrap_or(&parts).join("/");
            (path_below, fs::read_to_string(&path).unwrap())
        })
        .filter(|(path, _)| path != "lib.rs" && !path.starts_with("cli/"))
        .collect();
    let for_tests: Vec<String> = sources.iter().flat_map(|(path, text)| source::test_files(path, text)).collect();
    let is_for_tests = |path: &str| {
        if path.contains("/tests/") {
            return true;
        }
        let stem = path.trim_end_matches(".rs").trim_end_matches("/mod");
        for_tests
            .iter()
            .any(|test| stem == test || stem.strip_prefix(test.as_str()).is_some_and(|r| r.starts_with('/')))
    };
    sources.into_iter().filter(|(path, _)| !is_for_tests(path)).collect()
}

#[test]
fn every_module_uses_earlier_layers_only() {
    let found: Vec<String> = library().iter().flat_map(|(path, text)| violations(path, text)).collect();
    assert_eq!(found, [""; 0]);
}

#[test]
fn layers_list_every_module() {
    let read = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let masked =
        masked(&(["src/engine/lib.rs", "src/subjects/lib.rs", "src/studies/lib.rs", "src/lib.rs"].map(read).concat()));
    let tokens = tokens(&masked);
    let mut declared: Vec<&str> = tokens.windows(2).filter(|two| two[0].text == "mod").map(|two| two[1].text).collect();
    let mut drawn: Vec<&str> = LAYERS.iter().flat_map(|layer| layer.iter().copied()).collect();
    declared.sort_unstable();
    drawn.sort_unstable();
    assert_eq!(declared, drawn);
}

#[test]
fn library_excludes_files_for_tests() {
    let paths: Vec<String> = library().into_iter().map(|(path, _)| path).collect();
    for path in ["dice/mod.rs", "dice/pmf.rs", "ladder.rs", "combat/round/mod.rs", "exact/chain.rs"] {
        assert!(paths.iter().any(|known| known == path), "{path} is looked at");
    }
    for path in ["dice/tests.rs", "dice/tests/figures.rs", "exact/machine/tests/checks.rs", "scenario/tests/hostile.rs"]
    {
        assert!(!paths.iter().any(|known| known == path), "{path} is for tests");
    }
}

/// Every bad file must be reported, for its own reason.
#[test]
fn bad_files_are_reported() {
    let bad = [
        ("dice/pmf.rs", "use crate::combat::Fight;", "`combat` comes after `dice`"),
        ("dice/pmf.rs", "use crate::{error::Result, chance};", "`chance` comes after `dice`"),
        ("dice/pmf.rs", "use crate::error::Error; fn f() { crate::rules::hit::f() }", "`rules` comes after"),
        ("dice/pmf.rs", "use super::super::rules::Rules;", "`rules` comes after"),
        ("dice/mod.rs", "use super::rules::Rules;", "`rules` comes after"),
        ("dice.rs", "use super::rules::Rules;", "`rules` comes after"),
        ("dice/tables/consequence.rs", "use super::super::super::rules::Rules;", "`rules` comes after"),
        ("dice/pmf.rs", "pub(in crate::rules) fn f() {}", "`rules` comes after"),
        ("check/task.rs", "use crate::combat::Fight;", "`combat` comes after `check`"),
        ("sim/runner.rs", "use crate::stats::Estimate;", "`stats` stands beside `sim`"),
        ("ladder.rs", "use crate::formula::Formula;", "`formula` stands beside `ladder`"),
        ("report/formats/tidy.rs", "use crate::frame::write;", "`frame` stands beside `report`"),
        ("story/mod.rs", "", "`story` is in no layer"),
        ("study/run.rs", "use polars::prelude::*;", "`polars` belongs to frame"),
        ("study/run.rs", "fn f(x: ::polars::DataFrame) {}", "`polars` belongs to frame"),
        ("study/run.rs", "use rayon as r;", "`rayon` belongs to sim"),
        ("combat/hit.rs", "let table: toml::Table = f();", "`toml` belongs to dice and document and rules"),
        ("report/formats/json.rs", "#[derive(csv::Reader)] struct A;", "`csv` belongs to data"),
        ("report/formats/json.rs", "use {tiny_skia::Pixmap};", "`tiny_skia` belongs to chart"),
        ("sim/runner.rs", "use std::time::Instant;", "`sim` must not know the time"),
        ("chance/mod.rs", "use std::{fmt, time};", "`chance` must not know the time"),
        ("dice/pmf.rs", "const A: char = '\"'; use crate::chance::B; const C: char = '\"';", "`chance` comes after"),
        ("dice/pmf.rs", "#[cfg(test)] mod tests { use crate::sim::A; } use crate::chance::B;", "`chance` comes after"),
        ("dice/pmf.rs", "/* /* */ */ use crate::chance::B;", "`chance` comes after"),
        ("dice/pmf.rs", "fn f<'a>(x: &'a str) { crate::chance::f('a') }", "`chance` comes after"),
    ];
    for (path, text, reason) in bad {
        let found = violations(path, text);
        assert!(found.len() == 1 && found[0].contains(reason), "{text} in {path}: {found:?}");
    }
}

#[test]
fn good_files_are_accepted() {
    let good = [
        ("api/study.rs", "use crate::{dice::Dice, study, report::{text, table}}; use serde::Serialize as s;"),
        ("combat/step.rs", "use super::state::State; use crate::{rules::Rules, chance::{Ask, Chance}};"),
        ("combat/step.rs", "use crate::combat::Fight;"),
        ("dice/pmf.rs", "//! Like [`Fight`](crate::combat::Fight).\n/// See crate::rules::Rules.\nfn f() {}"),
        ("dice/pmf.rs", "const A: &str = \"crate::combat\"; const B: &str = r#\"\"crate::rules\"#;"),
        ("dice/pmf.rs", "#[cfg(test)]\nmod tests {\n use crate::chance::Sampler; use super::super::sim::A; }\n"),
        ("dice/pmf.rs", "#[cfg(test)]\n#[allow(unused)]\nuse crate::chance::Sampler;\nfn f() {}"),
        ("dice/tests/figures.rs", "use super::super::pmf;"),
        ("report/mod.rs", "use crate::chart::Chart;"),
        ("combat/hit.rs", "let toml = 1; f(toml); a.toml(); scenario::toml::f();"),
        ("study/run.rs", "use std::time::Instant;"),
        ("dice/pmf.rs", "macro_rules! m { () => { $crate::dice::Pmf } }"),
    ];
    for (path, text) in good {
        assert_eq!(violations(path, text), [""; 0], "{text} in {path}");
    }
}
