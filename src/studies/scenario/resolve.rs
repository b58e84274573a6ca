//! Turns a document into a validated study.

use super::cells::{ReadCells, SharedSettings, skip_processes};
use super::edit::Edits;
use super::library::printed;
use super::preset::insert_base_files;
use super::root::{
    AFTER_KEY, ASKS, CAST, EXPECTED, FORMAT, LADDER_KEY, ROOT, RULES_KEY, RUN_KEY, SHEETS, SHOWS, SIDES, TITLE,
    ladder_of,
};
use super::sections::ask;
use super::sections::custom_rules;
use super::sections::definitions::{CONSTANTS, DICE, definitions_of, own_names};
use super::sections::expect::{add_expectations, read_expectations};
use super::sections::most;
use super::sections::run::{BOTH_HELP, DEFAULT_MAX_TRIALS, EXACT_HELP};
use super::sections::sheets;
use super::sections::show::{self, Show, read_shows};
use super::source::Resolver;
use crate::character::price;
use crate::document::{
    AnyKey, Bases, Context, Document, Files, LoadOptions, Node, Problem, Problems, Reader, Source, Span, load,
    load_files, load_source,
};
use crate::error::Error;
use crate::exact::{DEFAULT_MEMORY, Limits};
use crate::ladder::Ladder;
use crate::stats::TargetWidth;
use crate::study::{
    ANALYSIS_TRIALS, DEFAULT_TRIALS, Grid, MethodChoice, PlannedCell, PrecisionGoal, Study, Warning, plan_of,
};
use crate::subject::{Cells, SUBJECTS, capitalized};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Settings on the command line that override the file.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Trials of each cell, instead of the file's precision. Without a method, this means simulation, unless the file
    /// asks for both methods.
    pub trials: Option<u64>,
    /// The precision of the figure, instead of the file's number of trials. An exact answer satisfies it too.
    pub aim: Option<TargetWidth>,
    /// The requested figure, by its name in results. It is the one that a precision applies to.
    pub figure: Option<String>,
    /// Further requested figures, by name.
    pub more_figures: Vec<String>,
    /// Maximum number of trials of a cell to reach the precision. If this or `max_seconds` is set, both replace the
    /// file's limits.
    pub max_trials: Option<u64>,
    /// Maximum time to reach the precision, in seconds.
    pub max_seconds: Option<f64>,
    pub seed: Option<u64>,
    /// Maximum memory for solving a cell, in bytes.
    pub memory: Option<u64>,
    pub method: Option<MethodChoice>,
    /// Whether files outside the scenario's folder may be included.
    pub allow_outside: bool,
    /// An `[[ask]]` in TOML that replaces the file's questions. The file's `[vary]`, `[[show]]` and `[[expect]]` are
    /// ignored too.
    pub ask: Option<String>,
    /// If this is set from another thread, reading ends with an error.
    pub stopped: Arc<AtomicBool>,
}

impl Overrides {
    /// Returns the settings that a shard was run with.
    ///
    /// # Errors
    /// If the bytes are not a shard, or the shard is damaged.
    pub fn of_shard(bytes: &[u8]) -> Result<Self, Error> {
        let plan = plan_of(bytes)?;
        let method = MethodChoice::from_word(&plan.method);
        Ok(Self { trials: Some(plan.trials), seed: Some(plan.seed), method, ..Self::default() })
    }
}

#[derive(Debug, Clone)]
pub struct Scenario {
    pub study: Study,
    pub shows: Vec<Show>,
    /// The files that the scenario was read from, for [`read_files`].
    pub files: Files,
    /// The file as written, with its includes.
    pub(super) document: Node,
    /// The files that `rules.base` names.
    pub(super) bases: Bases,
}

/// Maximum number of cells with errors. After that no more are read, because they usually have the same errors.
const MOST_UNREADABLE: usize = 100;

/// Reads a scenario file with all its includes.
///
/// # Errors
/// If the scenario has errors; all of them are returned, each with its position.
pub fn read(path: &Path, overrides: &Overrides) -> Result<Scenario, Problems> {
    resolve(load(path, LoadOptions { allow_outside: overrides.allow_outside }), overrides)
}

/// Like [`read`], for text that has already been read, such as standard input. Includes are relative to `folder` (an
/// empty path is the current directory).
///
/// # Errors
/// If the scenario has errors; all of them are returned, each with its position.
pub fn read_source(source: Source, folder: &Path, overrides: &Overrides) -> Result<Scenario, Problems> {
    resolve(load_source(source, folder, LoadOptions { allow_outside: overrides.allow_outside }), overrides)
}

/// Like [`read`], for files that have already been read, perhaps on another machine.
///
/// # Errors
/// If the scenario has errors; all of them are returned, each with its position.
pub fn read_files(files: &Files, overrides: &Overrides) -> Result<Scenario, Problems> {
    resolve(load_files(files), overrides)
}

pub(super) fn resolve(document: Document, overrides: &Overrides) -> Result<Scenario, Problems> {
    let Document { mut root, mut problems, files, bases } = document;
    // Whatever is missing may be in a file that could not be read.
    if problems.is_incomplete() {
        return Err(problems);
    }
    let ignored = overrides.ask.as_ref().and_then(|ask| ask::replace_questions(&mut root, ask, &mut problems));
    custom_rules::name_modifiers(&mut root);
    let whole = root.clone();
    let mut text = whole_text(&problems);
    let name = problems.sources().first().map(|source| source.name().to_owned()).unwrap_or_default();
    let before = problems.found();
    let ladder = ladder_of(&root, &mut problems);
    // Without the ladder, all names of levels would be unknown.
    if problems.found() != before {
        return Err(problems);
    }
    let mut edits = Edits::plan(root, &ladder, &mut problems);
    let stopped = || overrides.stopped.load(Ordering::Relaxed);
    let limits = Limits { memory: overrides.memory.unwrap_or(DEFAULT_MEMORY), ..Limits::largest(&stopped) };
    let mut frame = read_shared_settings(ladder, &edits, bases, limits, &mut problems);
    let named = show::baseline(&frame.shows, &edits.variants()).or_else(|| edits.baseline());
    let own = edits.with_own_setting().filter(|more| named.is_none() && first_cell_is_valid(more, &frame));
    let adds_own_setting = own.is_some();
    edits = own.unwrap_or(edits);
    frame.cells = edits.cells();
    let baseline = named.unwrap_or(0);
    let mut cells = ReadCells::default();
    let mut unreadable = 0;
    for mut edited in edits.iter() {
        if cells.read(&mut edited, &frame, &mut problems).is_none() {
            unreadable += 1;
        }
        if unreadable == MOST_UNREADABLE || stopped() {
            break;
        }
    }
    if cells.mixed {
        let problem = Problem::new("the variants make different kinds of rolls").at(edits.base().span);
        problems.push(problem.help("put them into separate files"));
    }
    text.push_str(&cells.borrowed.text());
    let figure = frame.run.figure.take().filter(|_| overrides.figure.is_none());
    frame.run.method = method(frame.run.method, overrides);
    let given = overrides.trials.or(frame.run.trials);
    let goal = goal((frame.run.goal.take(), given), frame.run.method, overrides, &mut problems);
    let asked: Vec<_> = frame.shows.iter().filter_map(|asked| asked.most.clone()).collect();
    let shows = frame.shows.clone();
    let asks = std::mem::take(&mut frame.asks);
    let expected = std::mem::take(&mut frame.expected);
    let unnamed = cells.named.unused_warnings(&frame.named);
    let warnings = ignored.into_iter().chain(cells.borrowed.warnings).chain(cells.idle.warnings());
    let warnings: Vec<_> = warnings.chain(unnamed).collect();
    let Some(subjects) = cells.subjects else { return Err(problems) };
    let read = (whole, files, cells.planned, subjects);
    let mut scenario = build_scenario(frame, goal, edits, read, text, &name, overrides);
    (scenario.study.baseline, scenario.study.adds_own_setting) = (baseline, adds_own_setting);
    scenario.study.warnings.extend(warnings);
    if problems.is_empty() {
        ask::add_requests(asks, &mut scenario.study, &mut problems);
        check_figure(&scenario.study, figure, &mut problems);
        add_requested_figures(&mut scenario.study, overrides, &mut problems);
    }
    if problems.is_empty() {
        show::add_figures(&shows, &mut scenario.study, &mut problems);
        show::check_baselines(&shows, &scenario.study, &mut problems);
        scenario.study.questions = most::questions(&asked, &mut scenario.study, &mut problems);
        scenario.study.expectations = add_expectations(&expected, &mut scenario.study, &mut problems);
    }
    problems.into_result(()).map(|()| scenario)
}

/// Whether the first cell can be read without problems.
fn first_cell_is_valid(edits: &Edits, frame: &SharedSettings<'_>) -> bool {
    let mut problems = Problems::new();
    let read = edits.cell(0).and_then(|mut edited| ReadCells::default().read(&mut edited, frame, &mut problems));
    read.is_some() && problems.is_empty()
}

/// The text of the scenario, then that of each included file under its name.
fn whole_text(problems: &Problems) -> String {
    let mut sources = problems.sources().iter();
    let mut text = sources.next().map(|source| source.text().to_owned()).unwrap_or_default();
    for source in sources {
        let name = Path::new(source.name()).file_name().map_or(Cow::Borrowed("include"), |name| name.to_string_lossy());
        text.push_str(&format!("\n# ---- {name} ----\n\n{}", source.text()));
    }
    text
}

/// Reads the settings that all cells share. Keys of subjects and rules are read with each cell.
fn read_shared_settings<'f>(
    ladder: Ladder,
    edits: &Edits,
    bases: Bases,
    limits: Limits<'f>,
    problems: &mut Problems,
) -> SharedSettings<'f> {
    let names = own_names(edits.base());
    let base = &mut edits.base().clone();
    insert_base_files(base, &bases);
    let mut frame = SharedSettings::of_cells(ladder, edits.cells(), bases, limits);
    let (variants, varied) = (edits.variants(), edits.varied());
    sheets::check(base, problems);
    for block in ["cast", "fighters"].iter().flat_map(|key| base.entries_of(key)) {
        printed::check(&block.node, &frame.ladder, problems);
    }
    // Errors in definitions are reported with the cells.
    let definitions = definitions_of(base, &mut Problems::new());
    let context = Context { definitions: &definitions, ..Context::on(&frame.ladder) };
    Reader::open(base, "the scenario", &ROOT, context, problems, |reader| {
        reader.read(&FORMAT);
        frame.title = reader.read(&TITLE);
        let sheets = reader.read(&SHEETS).unwrap_or_default();
        frame.prices = sheets.into_iter().map(|(name, sheet)| (name, price(&sheet).cost)).collect();
        frame.run = reader.read(&RUN_KEY).unwrap_or_default();
        frame.shows = reader.read_with(&SHOWS, |item| read_shows(item, &variants, &varied)).unwrap_or_default();
        frame.asks = reader.read(&ASKS).unwrap_or_default();
        frame.expected = reader.read_with(&EXPECTED, |item| read_expectations(item, &variants)).unwrap_or_default();
        let others: [&dyn AnyKey; 7] = [&LADDER_KEY, &RULES_KEY, &CAST, &SIDES, &AFTER_KEY, &DICE, &CONSTANTS];
        others.into_iter().for_each(|key| reader.skip(key));
        SUBJECTS.iter().for_each(|subject| reader.skip(&subject.info().key));
        skip_processes(base, reader);
        Some(())
    });
    frame.named.record_uses(&definitions, &names);
    frame
}

/// The method that results from the file and the command line.
fn method(file: MethodChoice, overrides: &Overrides) -> MethodChoice {
    match (overrides.method, overrides.trials) {
        (Some(method), _) => method,
        // With `both`, the number of trials is for the simulated part.
        (None, Some(_)) if file == MethodChoice::Both => MethodChoice::Both,
        (None, Some(_)) => MethodChoice::Simulate,
        (None, None) => file,
    }
}

/// Returns the study with the settings in `overrides` instead of its own, as [`read`] overrides those of a file. `ask`
/// and `more_figures` have no effect.
///
/// # Errors
/// If the settings contradict each other, or the figure that must be precise does not exist.
pub fn with_overrides(study: &Study, overrides: &Overrides) -> Result<Study, Problems> {
    let mut problems = Problems::new();
    let method = method(study.method, overrides);
    let given = overrides.trials.or(study.goal.is_none().then_some(study.trials));
    let goal = goal((study.goal.clone(), given), method, overrides, &mut problems);
    let trials = given.unwrap_or_else(|| default_trials(method));
    let memory = overrides.memory.unwrap_or(study.memory);
    let set = Study { method, goal, trials, memory, seed: overrides.seed.unwrap_or(study.seed), ..study.clone() };
    if problems.is_empty() {
        check_figure(&set, None, &mut problems);
    }
    problems.into_result(set)
}

/// The default number of trials of a cell.
fn default_trials(method: MethodChoice) -> u64 {
    if method == MethodChoice::Both { DEFAULT_TRIALS } else { ANALYSIS_TRIALS }
}

/// The goal that results from the file's goal and the command line. `trials` is the number of trials that either of
/// them sets.
fn goal(
    (file, trials): (Option<PrecisionGoal>, Option<u64>),
    method: MethodChoice,
    overrides: &Overrides,
    problems: &mut Problems,
) -> Option<PrecisionGoal> {
    let Overrides { aim, figure, max_trials, max_seconds, .. } = overrides;
    let cure = match method {
        MethodChoice::Exact if overrides.method.is_some() => Some(EXACT_HELP),
        MethodChoice::Both => Some(BOTH_HELP),
        _ => None,
    };
    if let (Some(_), Some(cure)) = (aim, cure) {
        problems
            .push(Problem::new(format!("method `{}` and a precision cannot be combined", method.word())).help(cure));
    }
    if method == MethodChoice::Both {
        return None;
    }
    let file = file.filter(|_| overrides.trials.is_none());
    let Some(aim) = aim.or(file.as_ref().and_then(|goal| goal.aim)) else {
        if trials.is_some() && (max_trials.is_some() || max_seconds.is_some()) {
            let problem = Problem::new("limits on trials and time have no effect with a fixed number of trials");
            problems.push(
                problem.help(
                    "leave out the number of trials, or ask for a precision: --precision 0.002 or --relative 0.05",
                ),
            );
        }
        let needed = file.unwrap_or_else(PrecisionGoal::default_goal);
        let max_trials = max_trials.unwrap_or(needed.max_trials);
        return trials.is_none().then_some(PrecisionGoal {
            max_trials,
            max_seconds: max_seconds.or(needed.max_seconds),
            ..needed
        });
    };
    let limits = match (max_trials, max_seconds, &file) {
        (None, None, Some(goal)) => (goal.max_trials, goal.max_seconds),
        _ => (max_trials.unwrap_or(DEFAULT_MAX_TRIALS), *max_seconds),
    };
    let figure = figure.clone().or(file.and_then(|goal| goal.figure));
    Some(PrecisionGoal { aim: Some(aim), figure, max_trials: limits.0, max_seconds: limits.1 })
}

/// Reports an error if some cell does not have the figure that must be precise.
fn check_figure(study: &Study, span: Option<Span>, problems: &mut Problems) {
    let Some(goal) = study.goal.as_ref().filter(|goal| goal.aim.is_some()) else { return };
    if let Some(error) = (0..study.cells.len()).find_map(|cell| goal.check(study, cell).err()) {
        let problem = Problem::from(error);
        problems.push(match span {
            Some(span) => problem.at(span),
            None => problem,
        });
    }
}

/// Adds the figures requested in `overrides` to the study, and reports those that do not exist. If a main figure is
/// requested, the analyses are dropped.
fn add_requested_figures(study: &mut Study, overrides: &Overrides, problems: &mut Problems) {
    if overrides.figure.is_some() && problems.is_empty() {
        study.analyses.clear();
    }
    let first = overrides.figure.as_ref().filter(|_| study.goal.as_ref().is_none_or(|goal| goal.aim.is_none()));
    for name in first.into_iter().chain(&overrides.more_figures) {
        match study.unit_of(name) {
            Ok(_) if study.is_usual(name) => {}
            Ok(_) => study.asked.push(name.clone()),
            Err(error) => problems.push(Problem::from(error)),
        }
    }
}

/// A title for a file without one: its name, `stem`, as words.
fn title_of(stem: &str) -> String {
    capitalized(&stem.replace(['-', '_'], " "))
}

/// Builds the scenario from everything that was read.
fn build_scenario(
    frame: SharedSettings<'_>,
    goal: Option<PrecisionGoal>,
    edits: Edits,
    (document, files, cells, subjects): (Node, Files, Vec<PlannedCell>, Box<dyn Cells>),
    text: String,
    name: &str,
    overrides: &Overrides,
) -> Scenario {
    let (variants, varied) = (edits.variants(), edits.varied());
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
    let study = Study {
        warnings: dice_warnings(&cells),
        grid: (varied.len() == 2).then_some(Grid { across: 1, down: 0 }),
        source: Some(Arc::new(Resolver::new(edits, frame.ladder.clone(), frame.bases.clone()))),
        variants,
        varied,
        method: frame.run.method,
        trials: overrides.trials.or(frame.run.trials).unwrap_or_else(|| default_trials(frame.run.method)),
        memory: overrides.memory.unwrap_or(DEFAULT_MEMORY),
        goal,
        seed: overrides.seed.unwrap_or(frame.run.seed),
        ladder: frame.ladder,
        text,
        ..Study::of(frame.title.unwrap_or_else(|| title_of(stem)), cells, Arc::from(subjects))
    };
    let shows = frame.shows.into_iter().map(|asked| asked.show).collect();
    Scenario { study, shows, files, document, bases: frame.bases }
}

/// Warnings about dice that are a plain sum far from 0, if a Fudge roll is probably meant.
pub fn dice_warnings(cells: &[PlannedCell]) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    for dice in cells.iter().map(|cell| &cell.rules.dice) {
        if let Some(instead) = dice.meant_near_zero() {
            let message =
                format!("the dice `{}` are a plain sum far from 0, added to the trait unchanged", dice.name());
            let warning = Warning::new(message, format!("for a Fudge roll use `{instead}`"));
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    warnings
}
