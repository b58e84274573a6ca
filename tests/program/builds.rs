//! Tests of cargo's build graphs: code shared by the program, its tests, the benches, the web page's tests and the
//! Python package is compiled only once.

use crate::common::ROOT;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

/// The arguments of a cargo build that `.ci/run` or the README runs.
type Build = &'static [&'static str];

const PROGRAM: Build = &["build", "--release"];
const TESTS: Build = &["test", "--release"];
const BENCHES: Build = &["bench"];
const TESTS_OF_CI: Build = &[
    "test",
    "--release",
    "-p",
    "fudgelab-cli",
    "-p",
    "fudgelab",
    "-p",
    "fudgelab-engine",
    "-p",
    "fudgelab-subjects",
    "-p",
    "fudgelab-studies",
    "-p",
    "fudgelab-web",
    "-p",
    "web-build",
];
const PYTHON: Build = &["build", "--release", "-p", "fudgelab-python"];

/// Returns the build graph, or `None` if it needs a crate that was never downloaded here.
fn graph(build: Build) -> Option<Value> {
    let graph = Command::new(env!("CARGO"))
        .current_dir(ROOT)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(build)
        .args(["--locked", "--offline", "--unit-graph", "-Z", "unstable-options"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&graph.stderr);
    if !graph.status.success() && said.contains("--offline") {
        return None;
    }
    assert!(graph.status.success(), "{build:?}: {said}");
    Some(serde_json::from_slice(&graph.stdout).unwrap())
}

/// The compilations of each target, by package and target name: a digest of all settings that affect the compiled code,
/// and the target's features.
type Ways = BTreeMap<String, BTreeSet<(u64, String)>>;

fn ways(graph: &Value) -> Ways {
    let units = graph["units"].as_array().unwrap();
    let mut digests = vec![None; units.len()];
    let mut ways = Ways::new();
    for (place, unit) in units.iter().enumerate().filter(|(_, unit)| unit["mode"] == "build") {
        let package = unit["pkg_id"].as_str().unwrap().rsplit(['/', '#']).next().unwrap();
        let way = (digest(units, place, &mut digests), format!("features {}", unit["features"]));
        let target = &unit["target"];
        let name = format!("{package}, {} {}", target["kind"][0], target["name"]).replace('"', "");
        ways.entry(name).or_default().insert(way);
    }
    ways
}

/// Returns a digest of all settings that affect how a unit and its dependencies are compiled.
fn digest(units: &[Value], place: usize, digests: &mut [Option<u64>]) -> u64 {
    if let Some(digest) = digests[place] {
        return digest;
    }
    let unit = &units[place];
    let dependencies = unit["dependencies"].as_array().unwrap().iter();
    let places = dependencies.map(|dependency| dependency["index"].as_u64().unwrap() as usize);
    let mut below: Vec<u64> = places.map(|place| digest(units, place, digests)).collect();
    below.sort_unstable();
    let mut profile = unit["profile"].clone();
    // The profile `bench` has the settings of `release` under another name.
    profile["name"].take();
    let own = ["pkg_id", "target", "mode", "features", "platform"].map(|key| unit[key].to_string());
    let mut hasher = DefaultHasher::new();
    (own, profile.to_string(), below).hash(&mut hasher);
    *digests[place].insert(hasher.finish())
}

fn compiled_twice(graphs: &[Value]) -> Vec<String> {
    let mut all = Ways::new();
    for (target, ways) in graphs.iter().flat_map(ways) {
        all.entry(target).or_default().extend(ways);
    }
    let twice = all.into_iter().filter(|(_, ways)| ways.len() > 1);
    twice.map(|(target, ways)| format!("{target}: {ways:#?}")).collect()
}

#[test]
fn program_tests_and_benches_share_all_libraries() {
    let graphs = [PROGRAM, TESTS, BENCHES].map(|build| graph(build).unwrap());
    let twice = compiled_twice(&graphs);
    assert!(twice.is_empty(), "compiled more than once: {twice:#?}\nhelp: see \"Not used by the code\" in Cargo.toml");
}

/// The Python package and its `fudgelab` have other features; everything below them is shared.
#[test]
fn builds_of_ci_share_all_libraries_but_fudgelab_for_python() {
    let graphs: Vec<Option<Value>> = [TESTS, TESTS_OF_CI, PYTHON].map(graph).into();
    let Some(graphs) = graphs.into_iter().collect::<Option<Vec<Value>>>() else {
        return println!("SKIPPED: crates of the web page or of the Python package were never downloaded here");
    };
    let twice = compiled_twice(&graphs);
    let others: Vec<_> = twice.iter().filter(|target| !target.starts_with("fudgelab@")).collect();
    assert!(others.is_empty() && twice.len() == 1, "compiled more than once: {twice:#?}");
}

/// Checks the check itself: if a library has other features, the library and its dependents are found.
#[test]
fn library_with_other_features_is_compiled_twice() {
    let program = graph(PROGRAM).unwrap();
    let mut other = program.clone();
    let units = other["units"].as_array_mut().unwrap();
    let changed = units.iter_mut().find(|unit| unit["target"]["name"] == "num_integer").unwrap();
    changed["features"] = Value::Array(Vec::new());
    let twice = compiled_twice(&[program, other]);
    for target in ["num_integer", "ndarray", "fudgelab_studies", "fudgelab"] {
        assert!(twice.iter().any(|found| found.contains(&format!("lib {target}: {{"))), "{target}");
    }
}
