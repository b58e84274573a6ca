//! A study that is ready to run: every cell is resolved and validated.

use super::cell::label;
use super::expect::Expectation;
use super::goal::PrecisionGoal;
use super::highest_value::Question;
use super::reply::Reply;
use super::result::{Difference, Grid, Warning};
use super::setting::Setting;
use crate::document::{KeySpec, Node, Path, Problem, Problems, did_you_mean, listed};
use crate::error::{Error, Result};
use crate::exact::{DEFAULT_MEMORY, Limits};
use crate::ladder::Ladder;
use crate::measure::{Figure, Findings, Unit, number};
use crate::rules::{Rules, Value};
use crate::sim::Monitor;
use crate::subject::{Answered, Cells, Job, SimulatedVariants, Wording};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

/// The default number of trials of each cell of a study with `method = "both"`.
pub const DEFAULT_TRIALS: u64 = 1_000_000;

/// The default number of trials of each case of an analysis, with which chances are known to ± 0.44 points.
pub const ANALYSIS_TRIALS: u64 = 50_000;

/// A study that is ready to run: the cells of one subject, and the questions about them.
#[derive(Clone)]
pub struct Study {
    pub title: String,
    /// The cells of the plan, with variants varying fastest; at least one.
    pub cells: Vec<PlannedCell>,
    /// The subjects of the cells, in the order of `cells`.
    pub subjects: Arc<dyn Cells>,
    /// Creates cells outside the plan, for questions that need them. `None` if the study was not read from a file.
    pub source: Option<Arc<dyn CellSource>>,
    /// The names of the variants; empty without variants.
    pub variants: Vec<String>,
    /// The dotted paths that are varied.
    pub varied: Vec<String>,
    /// The index of the variant that the others are compared with.
    pub baseline: usize,
    /// Whether the first variant is the file's own setting, which the file does not list. Expectations do not apply to
    /// it.
    pub adds_own_setting: bool,
    /// The two varied paths that span a heat map.
    pub grid: Option<Grid>,
    /// Figures requested in addition to the usual ones, by name.
    pub asked: Vec<String>,
    /// Figures that the table of questions lists, usual or not.
    pub listed: Vec<String>,
    pub analyses: Vec<Arc<dyn Analysis>>,
    /// Questions about the grid.
    pub questions: Vec<Question>,
    pub expectations: Vec<Expectation>,
    pub method: MethodChoice,
    /// Trials of each cell if simulated without a goal, and of each case of an analysis.
    pub trials: u64,
    /// The precision to reach by simulation, if any.
    pub goal: Option<PrecisionGoal>,
    /// Maximum memory for solving a cell, in bytes.
    pub memory: u64,
    pub seed: u64,
    pub ladder: Ladder,
    /// The scenario's text, as read.
    pub text: String,
    pub warnings: Vec<Warning>,
    /// Whether the result keeps the distributions of cells. Those of a large grid fill memory and are rarely read.
    pub keeps_distributions: bool,
}

/// A cell of a study that is ready to run, apart from its subject.
#[derive(Debug, Clone)]
pub struct PlannedCell {
    /// The variant's name; `None` without variants.
    pub variant: Option<String>,
    /// The varied values, one for each of [`Study::varied`].
    pub varied: Vec<Value>,
    pub rules: Rules,
    /// The name of the preset that the rules are based on.
    pub base: String,
    /// The keys of the options whose settings differ from the preset.
    pub changed: Vec<&'static str>,
    /// The fingerprint of the document that the cell was read from. Cells with the same document have the same answer.
    pub document: u128,
    /// The name of each fighter who has a sheet, with the price of the sheet in skill levels.
    pub costs: Vec<(String, i64)>,
}

impl PlannedCell {
    /// The cell in words: its variant and varied values.
    pub(super) fn label(&self) -> String {
        label(self.variant.as_deref(), &self.varied)
    }

    /// Adds the name of this cell to an error, if there are several cells.
    pub(super) fn name_error(&self, error: Error) -> Error {
        let place = self.label();
        if place.is_empty() { error } else { error.context(place) }
    }
}

/// Reads further cells of a study, in the plan or not.
pub trait CellSource: Send + Sync {
    /// Returns the cells of these settings, read like those of the file. The limits apply to anything solved while
    /// reading.
    ///
    /// # Errors
    /// If a value is not allowed, or the work was stopped.
    fn cells(&self, settings: &[Setting], limits: Limits<'_>) -> Result<(Vec<PlannedCell>, Box<dyn Cells>)>;

    /// Returns the document of a setting with `like` resolved: each fighter has the keys that it copies.
    ///
    /// # Errors
    /// If a change cannot be made.
    fn document(&self, setting: &Setting) -> Result<Node>;

    /// Returns the document of a setting as written, with `[cast]` and `[sides]`.
    ///
    /// # Errors
    /// If a change cannot be made.
    fn written(&self, setting: &Setting) -> Result<Node>;

    /// The changes of a variant; `None` if there is no such variant.
    fn variant_changes(&self, variant: &str) -> Option<Node>;

    /// The key at a path; `None` if there is no such key.
    fn key(&self, path: &Path) -> Option<KeySpec>;
}

/// A question from `[[ask]]` or from a command.
pub trait Analysis: fmt::Debug + Send + Sync {
    /// The names of the figures that it needs; a study's usual figures can be left out.
    fn figures(&self, _study: &Study) -> Vec<String> {
        Vec::new()
    }

    /// Reports errors in the question, for a study whose cells have no errors.
    fn check(&self, study: &Study, problems: &mut Problems);

    /// Answers the question.
    ///
    /// # Errors
    /// If a case cannot be read or solved, or the work was interrupted.
    fn answer(&self, lab: &Lab<'_>) -> Result<Reply>;
}

/// Solves the cells of a study. Cells with equal documents are solved only once.
pub struct Solver<'s> {
    pub(super) study: &'s Study,
    pub(super) monitor: &'s dyn Monitor,
    /// Figures requested in addition to the usual ones.
    pub(super) asked: Vec<String>,
    /// Whether findings are reduced to those that the study's result keeps.
    pub(super) reduces_findings: bool,
    /// Whether cells that take more than a second of work are left undecided with method `auto`.
    pub(super) only_quick: bool,
    /// Findings and the work they took, by the fingerprint of the cell's document.
    pub(super) known: Mutex<HashMap<u128, (Findings, u64)>>,
}

/// Answers questions about settings of a study: exactly if the method of the study and the size of the settings allow
/// it, otherwise by simulation, with the same rolls for all settings of a question.
pub struct Lab<'s> {
    pub study: &'s Study,
    /// The differences of the study's variants from the baseline, corrected for multiple comparisons; empty if the
    /// study has not been run.
    pub(super) differences: &'s [Difference],
    pub(super) solver: Solver<'s>,
    /// Whether cases are simulated: from the start, or since a case was too large to solve.
    pub(super) simulates: Cell<bool>,
}

/// The method for finding the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MethodChoice {
    /// Solved if that is quick or cheaper than simulating, otherwise simulated.
    #[default]
    Auto,
    /// Solved, or an error.
    Exact,
    Simulate,
    /// Solved and simulated, with the results compared.
    Both,
}

impl MethodChoice {
    pub const ALL: [Self; 4] = [Self::Auto, Self::Exact, Self::Simulate, Self::Both];

    /// The words for the choices, in the order of [`ALL`](Self::ALL).
    pub const WORDS: [&'static str; 4] = ["auto", "exact", "simulate", "both"];

    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.word() == word)
    }
}

impl Study {
    /// Creates a study of these cells, without questions and with the default settings.
    pub fn of(title: String, cells: Vec<PlannedCell>, subjects: Arc<dyn Cells>) -> Self {
        let (variants, varied, asked, listed) = Default::default();
        let (analyses, questions, expectations, warnings) = Default::default();
        Self {
            title,
            cells,
            subjects,
            source: None,
            variants,
            varied,
            baseline: 0,
            adds_own_setting: false,
            grid: None,
            asked,
            listed,
            analyses,
            questions,
            expectations,
            method: MethodChoice::Auto,
            trials: ANALYSIS_TRIALS,
            goal: Some(PrecisionGoal::default_goal()),
            memory: DEFAULT_MEMORY,
            seed: 1,
            ladder: Ladder::default(),
            text: String::new(),
            warnings,
            keeps_distributions: true,
        }
    }

    /// Whether cells are simulated from the start. With `auto`, fights that turn out too large to solve are also
    /// simulated.
    pub fn simulates(&self) -> bool {
        self.method == MethodChoice::Simulate
    }

    /// Returns the source of further cells.
    ///
    /// # Errors
    /// If the study was not read from a file.
    pub fn file(&self) -> Result<&dyn CellSource> {
        self.source
            .as_deref()
            .ok_or_else(|| Error::input("this study was not read from a file, so its cells cannot be changed"))
    }

    /// Returns further cells of the file, with these settings.
    ///
    /// # Errors
    /// If the study was not read from a file, a value is not allowed, or the monitor stopped the work.
    pub(super) fn further_cells(
        &self,
        settings: &[Setting],
        monitor: &dyn Monitor,
    ) -> Result<(Vec<PlannedCell>, Box<dyn Cells>)> {
        let stopped = || monitor.stopped();
        self.file()?.cells(settings, Limits { memory: self.memory, ..Limits::largest(&stopped) })
    }

    /// The ladder and the rules with which a cell's figures are put into words.
    pub fn words<'s>(&'s self, planned: &'s PlannedCell) -> Wording<'s> {
        Wording { ladder: &self.ladder, rules: &planned.rules }
    }

    /// Like [`words`](Self::words), for each cell of a row.
    pub(super) fn wordings<'s>(&'s self, row: &[usize]) -> Vec<Wording<'s>> {
        row.iter().map(|cell| self.words(&self.cells[*cell])).collect()
    }

    /// The simulation of a row, before its first trial.
    pub(super) fn job<'j>(&'j self, row: &'j [usize], words: &'j [Wording<'j>]) -> Result<Box<dyn Job + 'j>> {
        let job =
            self.subjects.job(SimulatedVariants { cells: row, words, baseline: self.baseline, asked: &self.asked })?;
        job.check_reach()?;
        Ok(job)
    }

    /// The current headline figure of a row in words, with the name of the cell if there are several: `Snorri wins 56.1
    /// % ± 0.3`.
    pub(super) fn progress_in_words(&self, row: &[usize], answered: &Answered) -> String {
        let Some(figure) = answered.cells.first().and_then(Findings::headline) else { return String::new() };
        let place = self.cells[row[0]].label();
        let place = if place.is_empty() { place } else { format!(" ({place})") };
        format!("{} {}{place}", figure.title(), number::figure(&figure.estimate, figure.unit()))
    }

    /// Cell numbers by row: the variants of one combination of varied values.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Vec<usize>> + use<> {
        let variants = self.variants.len().max(1);
        let cells = self.cells.len();
        (0..cells / variants).map(move |row| (row * variants..(row + 1) * variants).collect())
    }

    /// Reduces findings to those that a result keeps.
    pub(super) fn reduce_findings(&self, findings: &mut [Findings]) {
        for found in findings {
            found.figures.shrink_to_fit();
            if !self.keeps_distributions {
                (found.distributions, found.courses) = (Vec::new(), Vec::new());
            }
        }
    }

    /// The figures of each cell, without values.
    pub fn figures(&self) -> Vec<Findings> {
        (0..self.cells.len()).filter_map(|cell| self.cell_figures(cell, &self.asked).ok()).collect()
    }

    /// The figures of a cell, including those in `asked`, without values.
    pub(super) fn cell_figures(&self, cell: usize, asked: &[String]) -> Result<Findings> {
        let words = [self.words(&self.cells[cell])];
        let mut answered =
            self.subjects.job(SimulatedVariants { cells: &[cell], words: &words, baseline: 0, asked })?.answer()?;
        Ok(answered.cells.remove(0))
    }

    /// Checks that every cell has the figures in `asked`.
    ///
    /// # Errors
    /// If a cell does not have one; the error is the first one found.
    pub fn check_asked(&self, asked: &[String]) -> Result<()> {
        let check = |cell: usize| self.cell_figures(cell, asked).map_err(|error| self.cells[cell].name_error(error));
        (0..self.cells.len()).try_for_each(|cell| check(cell).map(drop))
    }

    /// Whether every cell has a figure with this name without a request.
    pub fn is_usual(&self, name: &str) -> bool {
        (0..self.cells.len()).all(|cell| self.cell_figures(cell, &[]).is_ok_and(|found| found.titled(name).is_some()))
    }

    /// Returns the unit of a figure, usual or not.
    ///
    /// # Errors
    /// If some cell has no such figure; the error has the nearest name, or all names.
    pub fn unit_of(&self, name: &str) -> Result<Unit> {
        let asked = [name.to_owned()];
        self.check_asked(&asked)?;
        let found = self.cell_figures(0, &asked)?;
        let unit = found.titled(name).map(Figure::unit);
        unit.ok_or_else(|| Error::input(format!("there is no figure `{name}`")))
    }

    /// The number of trials of all cells together, if simulated; the maximum if there is a goal.
    pub fn total_trials(&self) -> u64 {
        let each = self.goal.as_ref().map_or(self.trials, |goal| goal.max_trials);
        each.saturating_mul(self.cells.len() as u64)
    }
}

/// The problem of an unknown variant. `without` is the help if there are no variants at all.
pub fn unknown_variant(name: &str, known: &[String], without: &str) -> Problem {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let problem = Problem::new(format!("there is no variant `{name}`"));
    let problem = problem.label_or_secondary(did_you_mean(name, known.iter().copied()));
    match known[..] {
        [] => problem.help(without),
        _ => problem.help(format!("variants are {}", listed(&known))),
    }
}

/// Checks that a limit of a chance is a percentage, and that any other limit is not. `limit_is` names the limit, as in
/// `target is`, and `example` is a valid one.
///
/// # Errors
/// If the unit and the limit do not match.
pub fn check_unit(
    name: &str,
    unit: Unit,
    per_cent: bool,
    [limit_is, example]: [&str; 2],
) -> std::result::Result<(), Problem> {
    match (unit, per_cent) {
        (Unit::Probability, false) => {
            let problem = Problem::new(format!("`{name}` is a chance, so its {limit_is} in percent"));
            Err(problem.help(format!("write `{example}`")))
        }
        (Unit::Probability, true) | (_, false) => Ok(()),
        (_, true) => {
            let message = format!("`{name}` is not a chance: it is measured in {}", unit.name());
            Err(Problem::new(message).help("leave the `%` out"))
        }
    }
}

impl fmt::Debug for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rolled = self.subjects.info().key.key;
        f.debug_struct("Study").field("title", &self.title).field("rolled", &rolled).finish_non_exhaustive()
    }
}
