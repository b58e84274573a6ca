//! Generates nearly valid scenario files: shipped files with a few changes, drawn from the keys, choices and examples
//! of the reference.
//!
//! The same choices give the same file. They come from libFuzzer in `fuzz_targets/nearly.rs` and from a seed in
//! `tests/core/nearly.rs`.

use fudgelab::document::parse::parse_as;
use fudgelab::document::{KeySpec, Keys, Kind, Node, Problems, Value};
use fudgelab::report::answers::brief::page;
use fudgelab::report::answers::full;
use fudgelab::report::formats::json;
use fudgelab::report::formats::terminal::Style;
use fudgelab::scenario::{Overrides, Source, presets, read_source, tables};
use fudgelab::sim::Monitor;
use fudgelab::study::replay::{Rolls, replay};
use fudgelab::study::{self, MethodChoice, Study};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Percentage of files with one, two, three and four changes.
const CHANGES: [usize; 4] = [45, 30, 15, 10];

/// Trials per cell.
const TRIALS: u64 = 50;

/// Maximum number of cells of a study that is run; larger ones are only validated.
const MOST_CELLS: usize = 6;

/// Maximum number of cells of a study whose analyses are run.
const MOST_ANALYZED: usize = 2;

/// Time after which a running study is stopped.
const PATIENCE: Duration = Duration::from_millis(100);

/// Shipped files that take more than 0.2 s even unchanged and with few trials; they are left out.
pub const SLOW: &[&str] = &[
    "archers-closing.toml",
    "bestiary.toml",
    "capacity-tracks.toml",
    "friday/ogres.toml",
    "friday/troll.toml",
    "heroes-and-goblins.toml",
    "kaer-wound-tables.toml",
    "knight-and-dragon.toml",
    "min-mid-max.toml",
    "paco-three-thugs.toml",
    "rolled-characters.toml",
    "studies/armor-and-skill.toml",
    "studies/breaking-armor.toml",
    "studies/mixed-foes.toml",
    "studies/party.toml",
    "studies/shrinking-dice.toml",
    "studies/swing.toml",
    "studies/wizard.toml",
    "three-sides.toml",
    "tucker-and-the-pirates.toml",
    "two-fights.toml",
];

const LEVELS: [&str; 7] = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"];

/// A TOML value without its position in the file.
#[derive(Debug, Clone, PartialEq)]
pub enum Toml {
    Table(Vec<(String, Toml)>),
    Array(Vec<Toml>),
    Text(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
}

/// Numbers that decide the changes: first those of an input, then pseudorandom ones.
#[derive(Debug, Clone)]
pub struct Choices<'i> {
    input: std::slice::Iter<'i, u8>,
    state: u64,
}

/// The material that nearly valid files are made from.
#[derive(Debug)]
pub struct Ingredients {
    /// The shipped files with their paths, sorted by path.
    pub files: Vec<(PathBuf, Toml)>,
    /// Values of each key in the shipped files, by table name and key.
    shipped: BTreeMap<(&'static str, &'static str), Vec<Toml>>,
    tables: Vec<&'static Keys>,
}

/// A part of a file that can be changed.
struct Site {
    /// Entry indexes from the root to this part.
    path: Vec<usize>,
    kind: Expected,
}

/// The value expected at a site.
#[derive(Clone, Copy)]
enum Expected {
    /// The value of a key; the text is its table's name.
    Key(&'static str, &'static KeySpec),
    /// A value of this kind, nested in the value of a key.
    Kind(&'static Kind),
    /// A table with these keys.
    Table(&'static Keys),
    /// Any value: the reference does not restrict it.
    Free,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The file has errors.
    Refused,
    /// The file is valid, but too large to run.
    Large,
    /// The run failed or was stopped.
    Failed,
    /// The study ran to its end.
    Run,
}

/// Settings for running a file.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub method: MethodChoice,
    /// Whether the file's analyses are run, which take many more cells.
    pub analyzed: bool,
}

impl Plan {
    pub fn of(choices: &mut Choices<'_>) -> Self {
        let methods = [MethodChoice::Auto, MethodChoice::Simulate, MethodChoice::Exact];
        Self { method: methods[choices.below(methods.len())], analyzed: choices.percent(15) }
    }
}

impl<'i> Choices<'i> {
    pub fn new(input: &'i [u8], seed: u64) -> Self {
        Self { input: input.iter(), state: seed }
    }

    fn next(&mut self) -> u64 {
        if let Some(byte) = self.input.next() {
            let second = self.input.next().copied().unwrap_or(0);
            return u64::from(*byte) | u64::from(second) << 8;
        }
        // SplitMix64.
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    fn one_of<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        let place = self.below(all.len());
        all.get(place)
    }

    /// Returns `true` with a chance of `times` percent.
    fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }
}

impl Toml {
    /// Converts a parsed node; `None` if any value in it is invalid.
    fn of(node: &Node) -> Option<Self> {
        Some(match &node.value {
            Value::Table(table) => {
                let entry = |entry: &fudgelab::document::Entry| Some((entry.key.clone(), Self::of(&entry.node)?));
                Self::Table(table.entries().iter().map(entry).collect::<Option<_>>()?)
            }
            Value::Array(all) => Self::Array(all.iter().map(Self::of).collect::<Option<_>>()?),
            Value::String(text) => Self::Text(text.clone()),
            Value::Integer(number) => Self::Integer(*number),
            Value::Float(number) => Self::Float(*number),
            Value::Boolean(yes) => Self::Boolean(*yes),
            Value::Invalid => return None,
        })
    }

    /// Parses a TOML value, such as the example of a key; `None` if it is invalid.
    fn parse(text: &str) -> Option<Self> {
        let mut problems = Problems::new();
        let root = parse_as("example", &format!("example = {text}"), &mut problems);
        match Self::of(&root)? {
            Self::Table(mut entries) if problems.is_empty() => entries.pop().map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns a table as a scenario file, with one line per entry.
    pub fn file(&self) -> String {
        let mut text = String::new();
        let Self::Table(entries) = self else { return text };
        let (tables, others): (Vec<_>, Vec<_>) = entries.iter().partition(|(_, value)| matches!(value, Self::Table(_)));
        for (key, value) in others {
            line(&mut text, key, value);
        }
        for (key, value) in tables {
            let _ = writeln!(text, "\n[{}]", quoted_key(key));
            let Self::Table(entries) = value else { continue };
            entries.iter().for_each(|(key, value)| line(&mut text, key, value));
        }
        text
    }

    fn write(&self, out: &mut String) {
        let _ = match self {
            Self::Table(entries) => {
                out.push_str("{ ");
                for (number, (key, value)) in entries.iter().enumerate() {
                    let comma = if number == 0 { "" } else { ", " };
                    let _ = write!(out, "{comma}{} = ", quoted_key(key));
                    value.write(out);
                }
                out.write_str(" }")
            }
            Self::Array(all) => {
                out.push('[');
                for (number, value) in all.iter().enumerate() {
                    out.push_str(if number == 0 { "" } else { ", " });
                    value.write(out);
                }
                out.write_str("]")
            }
            Self::Text(text) => out.write_str(&quoted(text)),
            Self::Integer(number) => write!(out, "{number}"),
            Self::Float(number) => write!(out, "{number:?}"),
            Self::Boolean(yes) => write!(out, "{yes}"),
        };
    }

    fn len(&self) -> usize {
        match self {
            Self::Table(entries) => entries.len(),
            Self::Array(all) => all.len(),
            _ => 0,
        }
    }

    fn at(&mut self, path: &[usize]) -> Option<&mut Self> {
        let Some((first, rest)) = path.split_first() else { return Some(self) };
        let inner = match self {
            Self::Table(entries) => entries.get_mut(*first).map(|(_, value)| value),
            Self::Array(all) => all.get_mut(*first),
            _ => None,
        };
        inner?.at(rest)
    }

    /// Sets a key; does nothing if this is not a table.
    fn set(&mut self, key: &str, value: Self) {
        let Self::Table(entries) = self else { return };
        match entries.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value,
            None => entries.push((key.to_owned(), value)),
        }
    }

    fn remove(&mut self, place: usize) {
        match self {
            Self::Table(entries) if place < entries.len() => drop(entries.remove(place)),
            Self::Array(all) if place < all.len() => drop(all.remove(place)),
            _ => {}
        }
    }
}

fn line(text: &mut String, key: &str, value: &Toml) {
    let _ = write!(text, "{} = ", quoted_key(key));
    value.write(text);
    text.push('\n');
}

fn quoted_key(key: &str) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if !key.is_empty() && key.chars().all(is_bare) { key.to_owned() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns the paths of all scenario files below `folder`, sorted.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    files
}

impl Ingredients {
    /// Reads all scenario files below `folder` except the [`SLOW`] ones, and the reference's tables of keys.
    pub fn of(folder: &Path) -> Self {
        let is_slow = |path: &Path| SLOW.iter().any(|slow| path.ends_with(slow));
        let mut ingredients = Self { files: Vec::new(), shipped: BTreeMap::new(), tables: tables() };
        for path in files_below(folder).into_iter().filter(|path| !is_slow(path)) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let read = Toml::of(&parse_as("shipped", &text, &mut Problems::new()));
            let Some(root) = read else { continue };
            for Site { path, kind } in sites(&root) {
                if let (Expected::Key(table, spec), Some(value)) = (kind, root.clone().at(&path)) {
                    let known = ingredients.shipped.entry((table, spec.key)).or_default();
                    if !known.contains(value) {
                        known.push(value.clone());
                    }
                }
            }
            ingredients.files.push((path, root));
        }
        ingredients
    }

    /// Returns a nearly valid file, with the folder that its includes are relative to.
    pub fn file(&self, choices: &mut Choices<'_>) -> (PathBuf, String) {
        let Some((path, root)) = choices.one_of(&self.files) else { return Default::default() };
        let mut root = root.clone();
        let mut chance = choices.below(100);
        for share in CHANGES {
            self.change(&mut root, choices);
            if chance < share {
                break;
            }
            chance -= share;
        }
        (path.parent().map(Path::to_path_buf).unwrap_or_default(), root.file())
    }

    fn change(&self, root: &mut Toml, choices: &mut Choices<'_>) {
        // `[rules]` is only one table of many, but the most important one.
        if choices.percent(30) {
            return self.change_rules(root, choices);
        }
        let sites = sites(root);
        let tables: Vec<&Site> = sites.iter().filter(|site| matches!(site.kind, Expected::Table(_))).collect();
        let what = choices.below(100);
        let site = if what < 40 { choices.one_of(&tables).copied() } else { choices.one_of(&sites) };
        let Some(Site { path, kind }) = site else { return };
        match (what, path.split_last()) {
            (90.., Some((last, above))) => {
                if let Some(above) = root.at(above) {
                    above.remove(*last);
                }
            }
            _ => {
                if let Some(node) = root.at(path) {
                    self.replace(node, *kind, choices);
                }
            }
        }
    }

    fn change_rules(&self, root: &mut Toml, choices: &mut Choices<'_>) {
        let Toml::Table(entries) = &mut *root else { return };
        if entries.iter().all(|(key, _)| key != "rules") {
            entries.push(("rules".to_owned(), Toml::Table(Vec::new())));
        }
        let rules = entries.iter_mut().find(|(key, _)| key == "rules").map(|(_, rules)| rules);
        let keys = self.tables.iter().find(|keys| keys.name() == "rules");
        let (Some(rules), Some(keys)) = (rules, keys) else { return };
        if choices.percent(8) {
            if let Some(preset) = choices.one_of(presets()) {
                rules.set("base", Toml::Text(preset.name.to_owned()));
            }
            return;
        }
        self.replace(rules, Expected::Table(keys), choices);
    }

    /// Changes a value to another of its kind, or sets a key if it is a table.
    fn replace(&self, node: &mut Toml, expected: Expected, choices: &mut Choices<'_>) {
        match expected {
            Expected::Table(keys) => {
                let Some(spec) = choices.one_of(keys.specs()) else { return };
                let value = self.value(keys.name(), spec, choices);
                node.set(spec.key, value);
            }
            Expected::Key(table, spec) if choices.percent(50) => *node = self.value(table, spec, choices),
            Expected::Key(_, spec) => changed(node, &spec.kind, choices),
            Expected::Kind(kind) => changed(node, kind, choices),
            Expected::Free if choices.percent(85) => changed(node, &Kind::Free, choices),
            // A value of an unrelated key, usually of the wrong kind.
            Expected::Free => {
                let keys = choices.one_of(&self.tables).copied();
                let Some((keys, spec)) = keys.and_then(|keys| Some((keys, choices.one_of(keys.specs())?))) else {
                    return;
                };
                let value = self.value(keys.name(), spec, choices);
                match node {
                    Toml::Table(_) => node.set(spec.key, value),
                    Toml::Array(all) => all.push(value),
                    _ => *node = value,
                }
            }
        }
    }

    /// Returns a value for a key: its example, a value from a shipped file, or the example changed to another of its
    /// words or numbers.
    fn value(&self, table: &'static str, spec: &'static KeySpec, choices: &mut Choices<'_>) -> Toml {
        let example = || Toml::parse(spec.example).unwrap_or(Toml::Boolean(true));
        let shipped = self.shipped.get(&(table, spec.key)).map_or(&[][..], Vec::as_slice);
        match choices.below(10) {
            0..4 if !shipped.is_empty() => choices.one_of(shipped).cloned().unwrap_or_else(example),
            0..7 => example(),
            _ => {
                let mut value = example();
                changed(&mut value, &spec.kind, choices);
                value
            }
        }
    }
}

/// Returns all parts of a file that can be changed, with the value that the reference expects there.
fn sites(root: &Toml) -> Vec<Site> {
    let mut sites = Vec::new();
    if let Some(keys) = tables().first() {
        look(root, Expected::Table(keys), &mut Vec::new(), &mut sites);
    }
    sites
}

fn look(node: &Toml, expected: Expected, path: &mut Vec<usize>, sites: &mut Vec<Site>) {
    sites.push(Site { path: path.clone(), kind: expected });
    let each = |path: &mut Vec<usize>, sites: &mut Vec<Site>, inner: &dyn Fn(&str) -> Expected| {
        for place in 0..node.len() {
            let (key, value) = match node {
                Toml::Table(entries) => (entries[place].0.as_str(), &entries[place].1),
                Toml::Array(all) => ("", &all[place]),
                _ => return,
            };
            path.push(place);
            look(value, inner(key), path, sites);
            path.pop();
        }
    };
    let kind = match expected {
        Expected::Table(keys) => {
            let of = |key: &str| keys.find(key).map_or(Expected::Free, |spec| Expected::Key(keys.name(), spec));
            return each(path, sites, &of);
        }
        Expected::Key(_, spec) => &spec.kind,
        Expected::Kind(kind) => kind,
        Expected::Free => &Kind::Free,
    };
    match inside(node, kind) {
        // The table is also a site itself, where keys can be added.
        Some(Kind::Table(keys)) => {
            sites.push(Site { path: path.clone(), kind: Expected::Table(keys) });
            each(path, sites, &|key| keys.find(key).map_or(Expected::Free, |spec| Expected::Key(keys.name(), spec)));
        }
        Some(Kind::Open(keys, others)) => {
            sites.push(Site { path: path.clone(), kind: Expected::Table(keys) });
            let other = Expected::Kind(others);
            each(path, sites, &|key| keys.find(key).map_or(other, |spec| Expected::Key(keys.name(), spec)));
        }
        Some(Kind::Map(kind) | Kind::List(kind)) => each(path, sites, &|_| Expected::Kind(kind)),
        _ => each(path, sites, &|_| Expected::Free),
    }
}

/// Returns the alternative of `kind` that matches a table or list; `None` for any other value.
fn inside(node: &Toml, kind: &'static Kind) -> Option<&'static Kind> {
    match (kind, node) {
        (Kind::Any(kinds), _) => kinds.iter().find_map(|kind| inside(node, kind)),
        (Kind::Table(_) | Kind::Map(_) | Kind::Open(..), Toml::Table(_)) | (Kind::List(_), Toml::Array(_)) => {
            Some(kind)
        }
        _ => None,
    }
}

/// Changes a value to another of the same kind.
fn changed(node: &mut Toml, kind: &Kind, choices: &mut Choices<'_>) {
    let words = kind.words();
    if let Some(word) = choices.one_of(&words).filter(|_| matches!(node, Toml::Text(_))) {
        *node = Toml::Text((*word).to_owned());
        return;
    }
    match (kind, &mut *node) {
        (Kind::Named(names), Toml::Text(text)) => {
            if let Some(name) = choices.one_of(&names()) {
                text.clone_from(name);
            }
        }
        (Kind::Integer { min, max }, Toml::Integer(number)) => {
            let limit = if choices.percent(50) { *min } else { *max };
            *number = if choices.percent(15) { limit } else { other(*number, choices).clamp(*min, *max) };
        }
        (_, Toml::Integer(number)) => *number = other(*number, choices),
        (_, Toml::Float(number)) => *number = other(*number as i64, choices) as f64 / 2.0,
        (_, Toml::Boolean(yes)) => *yes = !*yes,
        (_, Toml::Text(text)) if LEVELS.contains(&text.as_str()) => {
            *text = LEVELS[choices.below(LEVELS.len())].to_owned();
        }
        // A digit in a formula.
        (_, Toml::Text(text)) => {
            let digits: Vec<usize> =
                text.char_indices().filter(|(_, one)| one.is_ascii_digit()).map(|(at, _)| at).collect();
            if let Some(&at) = choices.one_of(&digits) {
                text.replace_range(at..=at, &choices.below(10).to_string());
            }
        }
        (_, Toml::Array(all)) if !all.is_empty() => {
            let place = choices.below(all.len());
            match choices.below(4) {
                0 => drop(all.remove(place)),
                1 => all.push(all[place].clone()),
                _ => changed(&mut all[place], &Kind::Free, choices),
            }
        }
        (_, Toml::Table(entries)) if !entries.is_empty() => {
            let place = choices.below(entries.len());
            match choices.below(4) {
                0 => drop(entries.remove(place)),
                _ => changed(&mut entries[place].1, &Kind::Free, choices),
            }
        }
        _ => {}
    }
}

fn other(number: i64, choices: &mut Choices<'_>) -> i64 {
    let near = [number.saturating_add(1), number.saturating_sub(1), number.saturating_neg()];
    let all = [0, 1, 2, 3, -1, 5, 9, 20];
    let place = choices.below(near.len() + all.len());
    near.get(place).or_else(|| all.get(place - near.len())).copied().unwrap_or(number)
}

/// A monitor that stops a run after [`PATIENCE`].
struct Patience(Instant);

impl Monitor for Patience {
    fn stopped(&self) -> bool {
        self.0.elapsed() > PATIENCE
    }

    fn time_is_up(&self) -> bool {
        self.stopped()
    }
}

/// Validates a file, runs it with a few trials, prints its page and replays a trial.
pub fn play(folder: &Path, text: &str, plan: Plan) -> Outcome {
    let Ok(source) = Source::from_bytes("nearly.toml", text.as_bytes().to_vec()) else { return Outcome::Refused };
    let scenario = match read_source(source, folder, &Overrides::default()) {
        Ok(scenario) => scenario,
        Err(problems) => {
            assert!(problems.render(false).len() > 10);
            return Outcome::Refused;
        }
    };
    let cells = scenario.study.cells.len();
    if cells > MOST_CELLS {
        return Outcome::Large;
    }
    let mut study = Study { method: plan.method, trials: TRIALS, goal: None, ..scenario.study };
    if !plan.analyzed || cells > MOST_ANALYZED {
        study.analyses.clear();
    }
    // A trial that cannot be replayed must give an error instead of a panic.
    drop(replay(&study, 0, Rolls::Trial(0)));
    match study::run(&study, &Patience(Instant::now())) {
        Ok(result) => {
            assert!(page(&result).text(&Style::plain(100)).len() > 10);
            assert!(full::page(&result).text(&Style::plain(60)).len() > 10);
            assert!(json::text(&result, "nearly.toml").len() > 10);
            Outcome::Run
        }
        Err(_) => Outcome::Failed,
    }
}
