//! The covering array of options in files, which `.ci/moved` runs: fights in `tests/moved`, each followed by variants
//! in which every valid pair of settings occurs.

use crate::support::options::{Ground, Setting};
use crate::support::rows::{Row, covering, options};
use fudgelab::Ladder;
use fudgelab::combat::Cast;
use fudgelab::fights::Combat;
use fudgelab::rules::{OptionKind, RuleOption, Rules};
use fudgelab::scenario::{Overrides, Scenario, Source, read_source};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The line of a file below which the variants are generated.
const MARK: &str = "\n# Rows of the covering array, written by `UPDATE=1 cargo test --test core covering`.\n";

/// A fight of a file, and the file's text without variants.
struct Fight {
    path: PathBuf,
    text: String,
    rules: Rules,
    cast: Cast,
}

impl Fight {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split(MARK).next().unwrap().to_owned();
        let scenario = read(&text).unwrap_or_else(|| panic!("{} cannot be read", path.display()));
        let cast = scenario.study.subjects.cell(0).downcast_ref::<Combat>().unwrap().cast.clone();
        Self { path, text, rules: scenario.study.cells[0].rules.clone(), cast }
    }

    fn ground(&self) -> Ground {
        let cast = self.cast.clone();
        Ground { name: "a fight of a file", rules: self.rules.clone(), cast: Box::new(move |_| cast.clone()) }
    }

    /// A row as the text of a variant, and the settings that it covers. Settings that the fight has anyway are covered
    /// but not written; those that the file rejects are left out.
    fn variant<'o>(&self, number: usize, row: &Row, options: &'o [Vec<Setting>]) -> (String, Vec<&'o Setting>) {
        let settings: Vec<&Setting> = row.made.iter().map(|&(option, place)| &options[option][place]).collect();
        let (mut lines, mut made) = (Vec::new(), Vec::new());
        settings.chunks(16).for_each(|some| self.add(some, number, &mut lines, &mut made));
        (variant(number, &lines), made)
    }

    /// Adds the settings in `some` that the file accepts: all together or, if they are rejected, half by half.
    fn add<'o>(&self, some: &[&'o Setting], number: usize, lines: &mut Vec<String>, made: &mut Vec<&'o Setting>) {
        let differs = |one: &&&Setting| words(one, &one.on(&self.rules)) != words(one, &self.rules);
        let line = |one: &&Setting| format!("{} = {}", one.key, value(one, &self.rules));
        let more: Vec<String> = lines.iter().cloned().chain(some.iter().filter(differs).map(line)).collect();
        if more.len() == lines.len() || read(&(self.text.clone() + &variant(number, &more))).is_some() {
            *lines = more;
            made.extend(some);
        } else if some.len() > 1 {
            let (first, second) = some.split_at(some.len() / 2);
            self.add(first, number, lines, made);
            self.add(second, number, lines, made);
        }
    }
}

fn variant(number: usize, lines: &[String]) -> String {
    format!("\n[variants.{number}.rules]\n{}\n", lines.join("\n"))
}

fn read(text: &str) -> Option<Scenario> {
    let source = Source::from_bytes("row", text.as_bytes().to_vec()).ok()?;
    read_source(source, Path::new("."), &Overrides::default()).ok()
}

/// The fights of `tests/moved`, sorted by path.
fn fights() -> Vec<Fight> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/moved");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(Fight::read).collect()
}

/// The value of a setting's option in `rules`, in words.
fn words(setting: &Setting, rules: &Rules) -> String {
    RuleOption::find(setting.key).unwrap().setting(rules, &Ladder::default())
}

/// A setting as a TOML value.
fn value(setting: &Setting, rules: &Rules) -> String {
    let words = words(setting, &setting.on(rules));
    let levels = |kind: &str, names: &str| format!("{{ kind = \"{kind}\", levels = [{names}] }}");
    match RuleOption::find(setting.key).unwrap().kind {
        OptionKind::Integers { .. } => format!("[{words}]"),
        OptionKind::WordList { .. } => format!("[\"{}\"]", words.replace(", ", "\", \"")),
        OptionKind::Record { .. } => match setting.value.as_str() {
            "standard" => "\"standard\"".to_owned(),
            "in order" => "\"injuries\"".to_owned(),
            "by Health" => {
                let light =
                    "{ name = \"Scratch\" }, { name = \"Hurt\", penalty = -1 }, { name = \"Very Hurt\", penalty = -2 }";
                let out = "{ name = \"Incapacitated\", out = true }, { name = \"Near Death\", out = true }";
                levels("health", &format!("{light}, {out}"))
            }
            "by Damage Capacity" => levels("capacity-points", "{ name = \"Hurt\" }, { name = \"Out\", out = true }"),
            _ => levels(
                "boxes",
                "{ name = \"Hurt\", from = 1, boxes = 1 }, { name = \"Out\", from = 3, boxes = 1, out = true }",
            ),
        },
        _ if words.parse::<i64>().is_ok() => words,
        _ => format!("\"{words}\""),
    }
}

#[test]
fn files_hold_covering_array_of_options() {
    let (options, fights) = (options(), fights());
    let grounds: Vec<Ground> = fights.iter().map(Fight::ground).collect();
    let mut texts: Vec<String> = fights.iter().map(|fight| fight.text.clone() + MARK).collect();
    let mut made = BTreeSet::new();
    for (number, row) in covering(&options, &grounds).iter().enumerate() {
        let (variant, settings) = fights[row.ground].variant(number, row, &options);
        texts[row.ground] += &variant;
        made.extend(settings.into_iter().map(|setting| (setting.key, setting.value.as_str())));
    }
    let missing: Vec<_> =
        options.iter().flatten().filter(|one| !made.contains(&(one.key, one.value.as_str()))).collect();
    let missing: Vec<_> = missing.iter().map(|setting| format!("{} = {}", setting.key, setting.value)).collect();
    assert_eq!(missing, [""; 0], "settings in no row");
    for (fight, text) in fights.iter().zip(texts) {
        let scenario = read(&text).unwrap_or_else(|| panic!("the rows of {} cannot be read", fight.path.display()));
        assert!(scenario.study.cells.len() > 5, "{} has {} rows", fight.path.display(), scenario.study.cells.len());
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&fight.path, text).unwrap();
        } else {
            let name = fight.path.display();
            let is_same = fs::read_to_string(&fight.path).unwrap() == text;
            assert!(is_same, "{name} has other rows: run UPDATE=1 cargo test --test core covering");
        }
    }
}
