//! Reads all scenario files before any of them is run, so that all errors are reported together.

use super::args::FilesArgs;
use super::disk;
use super::screen::{self, Done, EarlyExit};
use fudgelab::error::{Error, system_words};
use fudgelab::report::number::thousands;
use fudgelab::scenario::{self, MAX_BYTES, Overrides, Problems, Scenario, Source};
use fudgelab::sim::Monitor;
use fudgelab::study::{MethodChoice, Solver, Study, Warning};
use fudgelab::text::clean;
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A scenario without errors.
pub(super) struct ValidScenario {
    /// The file's name as the user gave it, or `stdin`.
    pub(super) name: String,
    pub(super) path: PathBuf,
    /// The name of its results folder.
    pub(super) stem: String,
    pub(super) scenario: Scenario,
    /// The time it took to read the file.
    pub(super) reading: Duration,
}

/// The files in `named`, and the scenarios directly in its folders, sorted by name.
///
/// # Errors
/// If a folder cannot be read, or has no scenario.
pub(super) fn list_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in named {
        if path.is_dir() {
            files.extend(scenarios_in(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// The scenarios directly in a folder, sorted by name.
///
/// # Errors
/// If the folder cannot be read, or has no scenario.
pub(super) fn scenarios_in(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = disk::entries(folder)?;
    files.retain(|path| is_scenario(path));
    if files.is_empty() {
        return Err(no_scenario(folder));
    }
    Ok(files)
}

/// Reads the files in `named`, and the scenarios in its folders and all their subfolders. Other files in folders are
/// left out: sheets, presets, and parts of scenarios that cannot be run by themselves.
///
/// # Errors
/// If a folder cannot be read, there is no scenario, or a scenario has errors, which are printed.
pub(super) fn read_recursively(named: &[PathBuf], overrides: &Overrides) -> Done<Vec<ValidScenario>> {
    let mut files = Vec::new();
    for path in named {
        match path.is_dir() {
            true => add_recursively(path, &mut files)?,
            false => files.push(path.clone()),
        }
    }
    let outside = overrides.allow_outside;
    let is_other =
        |path: &Path| scenario::sheets_alone(path, outside).is_some() || scenario::own_preset(path, outside).is_some();
    files.retain(|path| named.contains(path) || !is_other(path));
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for path in &files {
        match read_scenario(path, overrides) {
            Ok(ready) => good.push(ready),
            Err(problems) => bad.push((path, problems)),
        }
    }
    let included = good.iter().flat_map(|ready: &ValidScenario| ready.scenario.files.included_paths());
    let parts: BTreeSet<PathBuf> = included.filter_map(|path| path.canonicalize().ok()).collect();
    let is_part = |path: &Path| path.canonicalize().is_ok_and(|path| parts.contains(&path));
    bad.retain(|(path, _)| named.contains(path) || !is_part(path));
    bad.iter().for_each(|(_, problems)| _ = print_problems(problems));
    match (bad.as_slice(), good.is_empty()) {
        ([], false) => Ok(good),
        ([], true) => Err(no_scenario(&named[0]).into()),
        _ => {
            screen::print_message("nothing was run");
            Err(EarlyExit::AlreadyPrinted)
        }
    }
}

/// Adds the files in a folder and its subfolders that can be scenarios, sorted by name. Links to folders are not
/// followed.
fn add_recursively(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    let (folders, others): (Vec<_>, Vec<_>) = disk::entries(folder)?.into_iter().partition(|path| path.is_dir());
    files.extend(others.into_iter().filter(|path| is_scenario(path)));
    folders.iter().filter(|path| !path.is_symlink()).try_for_each(|folder| add_recursively(folder, files))
}

fn no_scenario(folder: &Path) -> Error {
    Error::input(format!("there is no scenario in the folder `{}`", folder.display()))
        .with_help("scenarios are files such as duel.toml, directly in it")
}

fn is_scenario(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|end| end == "toml")
}

/// Reads every file for a run. If results will be `written`, each file needs its own results folder.
///
/// # Errors
/// If any file has errors, or the results of two files would go to the same folder. All errors are printed.
pub(super) fn read(files: &[PathBuf], overrides: &Overrides, written: bool) -> Done<Vec<ValidScenario>> {
    let stems = if written { check_folder_names(files) } else { Ok(()) };
    if let Err(error) = &stems {
        screen::print_error(error);
    }
    let read = read_valid(files, overrides);
    match (stems, read.len() == files.len()) {
        (Ok(()), true) => Ok(read),
        _ => {
            screen::print_message("nothing was run");
            Err(EarlyExit::AlreadyPrinted)
        }
    }
}

/// Reads one file for a run.
///
/// # Errors
/// If it has errors, which are printed.
pub(super) fn read_one(file: &Path, overrides: &Overrides) -> Done<ValidScenario> {
    read(&[file.to_owned()], overrides, false)?.pop().ok_or(EarlyExit::AlreadyPrinted)
}

/// `validate`: prints for each file that it is valid, or everything that is wrong with it.
///
/// # Errors
/// If any file has an error, or the output pipe is closed.
pub(super) fn validate(args: &FilesArgs) -> Done {
    let mut files = list_files(&args.files)?;
    let (mut sound, mut sheets, mut presets) = (true, Vec::new(), Vec::new());
    files.retain(|path| {
        if is_stdin(path) {
            return true;
        }
        let shown = path.display().to_string();
        let name = clean(&shown);
        if let Some(count) = scenario::sheets_alone(path, args.allow_outside) {
            let what = if count == 1 { "sheet" } else { "sheets" };
            sheets.push(format!("{name}: ok; {count} {what}, for `fudgelab cost`\n"));
            return false;
        }
        match scenario::own_preset(path, args.allow_outside) {
            None => return true,
            Some(Ok(_)) => {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                presets.push(format!("{name}: ok; a preset, for `base = \"{}\"` in [rules]\n", clean(&file)));
            }
            Some(Err(problems)) => {
                sound = false;
                print_problems(&problems);
            }
        }
        false
    });
    // A closed pipe must not hide an error.
    let mut printed = Ok(());
    let mut say = |line: String| {
        if printed.is_ok() {
            printed = screen::print(&line);
        }
    };
    sheets.into_iter().chain(presets).for_each(&mut say);
    let good = read_valid(&files, &Overrides { allow_outside: args.allow_outside, ..Overrides::default() });
    let mut runnable = 0;
    for ready in &good {
        let study = &ready.scenario.study;
        let cells =
            if study.cells.len() == 1 { "" } else { &format!("{} cases, ", thousands(study.cells.len() as u64)) };
        match describe_run(study) {
            Ok(work) => {
                runnable += 1;
                say(format!("{}: ok; {cells}{work}\n", clean(&ready.name)));
            }
            Err(error) => screen::print_error(&error.context(clean(&ready.name))),
        }
        let idle = scenario::options_without_effect(&ready.scenario, &Deadline::after(SOLVING_TIME_LIMIT));
        for warning in study.warnings.iter().chain(&idle) {
            screen::print_message(&warning_line(&ready.name, warning));
        }
    }
    if sound && runnable == files.len() { printed } else { Err(EarlyExit::AlreadyPrinted) }
}

/// A warning as one line with the file's name, for output that has no page with warnings.
pub(super) fn warning_line(name: &str, warning: &Warning) -> String {
    format!("warning: {name}: {}; {}", warning.message(), warning.remedy)
}

/// Maximum time that `validate` spends on solving a file that must be solved exactly, and on finding its options
/// without effect.
const SOLVING_TIME_LIMIT: Duration = Duration::from_secs(1);

/// A monitor that stops at a set time.
struct Deadline(Instant);

impl Deadline {
    fn after(patience: Duration) -> Self {
        Self(Instant::now() + patience)
    }
}

impl Monitor for Deadline {
    fn stopped(&self) -> bool {
        Instant::now() > self.0
    }
}

/// Describes how a run would answer a study. Only an attempt to solve it shows whether it can be solved.
///
/// # Errors
/// If it must be solved, but cannot be.
fn describe_run(study: &Study) -> Result<String, Error> {
    let trials = match &study.goal {
        Some(goal) if goal.aim.is_none() => "simulated until it is precise enough".to_owned(),
        Some(_) => format!("at most {} trials to simulate", thousands(study.total_trials())),
        None => format!("{} trials to simulate", thousands(study.total_trials())),
    };
    let both = if study.method == MethodChoice::Both { &format!(", and {trials}") } else { "" };
    if study.method == MethodChoice::Simulate {
        return Ok(trials);
    }
    if study.method == MethodChoice::Auto {
        return Ok(match Solver::quick(study, &()).solve_plan() {
            Ok(_) => "solved exactly".to_owned(),
            Err(error) if error.is_input() => format!("{trials}, since {}", error.message()),
            Err(_) => format!("solved exactly or {trials}, whichever is quicker (a run finds out)"),
        });
    }
    match Solver::new(study, &Deadline::after(SOLVING_TIME_LIMIT)).solve_plan()? {
        Some(found) if found.len() == study.cells.len() => Ok(format!("solved exactly{both}")),
        _ => Ok(format!("solved exactly if possible (a run finds out){both}")),
    }
}

/// Reads the files, and returns those without errors. The errors of the others are printed.
pub(super) fn read_valid(files: &[PathBuf], overrides: &Overrides) -> Vec<ValidScenario> {
    let tell = |problems: Problems| _ = print_problems(&problems);
    files.iter().filter_map(|path| read_scenario(path, overrides).map_err(tell).ok()).collect()
}

/// Reads a file for a run.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn read_scenario(path: &Path, overrides: &Overrides) -> Result<ValidScenario, Problems> {
    let start = Instant::now();
    let scenario = parse_scenario(path, overrides)?;
    let name = if is_stdin(path) { "stdin".to_owned() } else { path.display().to_string() };
    let stem = folder_name(path).unwrap_or_default();
    Ok(ValidScenario { name, path: path.to_owned(), stem, scenario, reading: start.elapsed() })
}

/// Prints everything that is wrong with a file.
pub(super) fn print_problems(problems: &Problems) -> EarlyExit {
    screen::print_message_as_is(&format!("{}\n\n", problems.render(screen::colored_errors()).trim_end()));
    EarlyExit::AlreadyPrinted
}

fn parse_scenario(path: &Path, overrides: &Overrides) -> Result<Scenario, Problems> {
    if !is_stdin(path) {
        return scenario::read(path, overrides);
    }
    scenario::read_source(stdin()?, Path::new(""), overrides)
}

/// Reads all of standard input.
///
/// # Errors
/// If it cannot be read, is too long, or is not text.
pub(super) fn stdin() -> Result<Source, Problems> {
    let mut bytes = Vec::new();
    // Reading one byte more than the limit shows that the input is too long.
    let read = io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|problem| scenario::Problem::new(format!("cannot read standard input: {}", system_words(&problem))))?;
    Ok(Source::from_bytes("stdin", bytes)?)
}

pub(super) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of the results folder. `None` for a name such as `...toml`, which would lead out of the output folder.
fn folder_name(path: &Path) -> Option<String> {
    if is_stdin(path) {
        return Some("stdin".to_owned());
    }
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    (stem != "." && stem != "..").then_some(stem)
}

/// Checks that each file has a results folder, and that no two files have the same.
fn check_folder_names(files: &[PathBuf]) -> Result<(), Error> {
    let mut seen = BTreeSet::new();
    for path in files {
        let Some(stem) = folder_name(path) else {
            let message = format!("`{}` has no name for its results folder", path.display());
            return Err(Error::input(message).with_help("give the file a name such as `duel.toml`"));
        };
        if !seen.insert(stem.clone()) {
            let message = format!("the results of two files would both go to `{stem}`");
            return Err(Error::input(message).with_help("rename one of them, or run them with different --out folders"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stem_is_a_plain_name() {
        let stem = |path: &str| folder_name(Path::new(path));
        assert_eq!(stem("a/duel.toml").as_deref(), Some("duel"));
        assert_eq!(stem("duel").as_deref(), Some("duel"));
        assert_eq!(stem("-").as_deref(), Some("stdin"));
        assert_eq!(stem(".toml").as_deref(), Some(".toml"));
        for none in ["...toml", "..toml", "..", "/", "a/.."] {
            assert_eq!(stem(none), None, "{none}");
        }
    }

    #[test]
    fn stems_must_differ() {
        let check = |files: &[&str]| check_folder_names(&files.iter().map(PathBuf::from).collect::<Vec<_>>()).is_ok();
        assert!(check(&["a.toml", "b.toml", "-"]));
        assert!(!check(&["a.toml", "b/a.toml"]));
        assert!(!check(&["stdin.toml", "-"]));
        assert!(!check(&["-", "-"]));
    }
}
