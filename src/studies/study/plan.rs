//! A study that is ready to run: every cell is resolved and validated.

use super::cell::label;
use super::expect::Expectation;
use super::goal::Goal;
use super::most::Question;
use super::reply::Reply;
use super::result::{Difference, Grid, Warning};
use super::setting::Setting;
use crate::document::{KeySpec, Node, Path, Problem, Problems, did_you_mean, listed};
use crate::error::{Error, Result};
use crate::exact::{Limits, MEMORY};
use crate::ladder::Ladder;
use crate::measure::{Figure, Findings, Unit, number};
use crate::rules::{Rules, Value};
use crate::sim::Monitor;
use crate::subject::{Answered, Cells, Job, Rolled, Wording};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

/// The default trials of each cell of a study with `method = "both"`.
pub const DEFAULT_TRIALS: u64 = 1_000_000;

/// The default trials of each case of an analysis. They give chances to ± 0.44 points.
pub const ANALYSIS_TRIALS: u64 = 50_000;

/// A study ready to run: cells of one subject, and what is asked of them.
#[derive(Clone)]
pub struct Study {
    /// Its title.
    pub title: String,
    /// Its cells, variants varying fastest. At least one.
    pub cells: Vec<Planned>,
    /// Their subjects, in the same order.
    pub subjects: Arc<dyn Cells>,
    /// Makes cells outside the plan, for questions that need further ones.
    pub source: Option<Arc<dyn Source>>,
    /// The names of the variants; empty without variants.
    pub variants: Vec<String>,
    /// The dotted paths that are varied.
    pub varied: Vec<String>,
    /// The variant that the others are compared with.
    pub baseline: usize,
    /// True if the first variant is the file's own setting, which the file does not list. Expectations leave it out.
    pub adds_own_setting: bool,
    /// Which two varied paths span a heat map.
    pub grid: Option<Grid>,
    /// Figures that are asked for beyond the usual ones, by name.
    pub asked: Vec<String>,
    /// Those that a table of questions lists, usual or not.
    pub listed: Vec<String>,
    /// Analyses that are asked for.
    pub analyses: Vec<Arc<dyn Analysis>>,
    /// Questions about the grid.
    pub questions: Vec<Question>,
    /// The expectations.
    pub expectations: Vec<Expectation>,
    /// Exact or simulated.
    pub method: MethodChoice,
    /// Trials of each cell, where simulated without a goal, and of each case of an analysis.
    pub trials: u64,
    /// The precision to reach, if simulated until then.
    pub goal: Option<Goal>,
    /// The most memory that solving a cell may hold, in bytes.
    pub memory: u64,
    /// The seed, where simulated.
    pub seed: u64,
    /// The words for levels.
    pub ladder: Ladder,
    /// The scenario's text, as read.
    pub text: String,
    /// Warnings from reading the scenario.
    pub warnings: Vec<Warning>,
    /// Whether the result keeps the distributions of cells. Those of a large grid fill memory, and are read by hardly anybody.
    pub keeps_distributions: bool,
}

/// One cell of a study.
#[derive(Debug, Clone)]
pub struct Planned {
    /// The variant's name.
    pub variant: Option<String>,
    /// The varied values, one for each of [`Study::varied`].
    pub varied: Vec<Value>,
    /// The rules in force.
    pub rules: Rules,
    /// The preset they are based on.
    pub base: String,
    /// The keys of the options that are set otherwise than in the preset.
    pub changed: Vec<&'static str>,
    /// The fingerprint of the document it was read from: cells of the same document have the same answer.
    pub document: u128,
    /// The names of fighters who have a sheet, and what that is worth in skill levels.
    pub costs: Vec<(String, i64)>,
}

impl Planned {
    /// Its place in words: variant and varied values.
    pub(super) fn label(&self) -> String {
        label(self.variant.as_deref(), &self.varied)
    }

    /// An error with the name of this cell, where there are several.
    pub(super) fn named(&self, error: Error) -> Error {
        let place = self.label();
        if place.is_empty() { error } else { error.context(place) }
    }
}

/// Makes the cells of a study, in the plan or not.
pub trait Source: Send + Sync {
    /// The cells of these settings, read like those of the file. The limits are of what is solved while reading.
    ///
    /// # Errors
    /// A value that is not allowed there; it was stopped.
    fn cells(&self, settings: &[Setting], limits: Limits<'_>) -> Result<(Vec<Planned>, Box<dyn Cells>)>;

    /// The document of a setting, with the stat blocks that fighters copy in place.
    ///
    /// # Errors
    /// A change that cannot be made.
    fn document(&self, setting: &Setting) -> Result<Node>;

    /// The document of a setting as it is written: with `[cast]` and `[sides]`.
    ///
    /// # Errors
    /// A change that cannot be made.
    fn written(&self, setting: &Setting) -> Result<Node>;

    /// What is different in a variant, or none of that name.
    fn over(&self, variant: &str) -> Option<Node>;

    /// The key at a path; none where there is no such key.
    fn key(&self, path: &Path) -> Option<KeySpec>;
}

/// A question of `[[ask]]` or of a command.
pub trait Analysis: fmt::Debug + Send + Sync {
    /// The figures it looks at, by their names; those of a study's usual ones need not be among them.
    fn figures(&self, _study: &Study) -> Vec<String> {
        Vec::new()
    }

    /// Reports what is wrong with it for a study whose cells are known to be good.
    fn check(&self, study: &Study, problems: &mut Problems);

    /// Answers it.
    ///
    /// # Errors
    /// A case that cannot be read or solved; it was interrupted.
    fn answer(&self, lab: &Lab<'_>) -> Result<Reply>;
}

/// Solves the cells of a study.
pub struct Solver<'s> {
    pub(super) study: &'s Study,
    pub(super) monitor: &'s dyn Monitor,
    /// What is asked beyond the usual figures.
    pub(super) asked: Vec<String>,
    /// Whether only that is kept which the study's result keeps.
    pub(super) spares: bool,
    /// Whether it leaves open what takes more than a second of work under `auto`.
    pub(super) glances: bool,
    /// Answers and the work they took, by the fingerprint of the cell's document.
    pub(super) known: Mutex<HashMap<u128, (Findings, u64)>>,
}

/// Answers settings of a study: exactly where the study's method and their size allow it, else by simulation, all of one question on
/// the same rolls.
pub struct Lab<'s> {
    /// The study that is asked about.
    pub study: &'s Study,
    /// The differences of the study's variants from the baseline, corrected for their number; empty if the study has not been run.
    pub(super) differences: &'s [Difference],
    pub(super) solver: Solver<'s>,
    /// Whether a case was too large to solve: from then on all are simulated.
    pub(super) simulates: Cell<bool>,
}

/// How to find the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MethodChoice {
    /// Solved if that is quick or cheaper than simulating, else simulated.
    #[default]
    Auto,
    /// Exact or not at all.
    Exact,
    /// Simulated.
    Simulate,
    /// Exact and simulated, and the two compared.
    Both,
}

impl MethodChoice {
    /// Every choice.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Exact, Self::Simulate, Self::Both];

    /// The words for the choices, in the order of [`ALL`](Self::ALL).
    pub const WORDS: [&'static str; 4] = ["auto", "exact", "simulate", "both"];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The choice of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.word() == word)
    }
}

impl Study {
    /// A study of these cells without questions, with the default settings.
    pub fn of(title: String, cells: Vec<Planned>, subjects: Arc<dyn Cells>) -> Self {
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
            goal: Some(Goal::needed()),
            memory: MEMORY,
            seed: 1,
            ladder: Ladder::default(),
            text: String::new(),
            warnings,
            keeps_distributions: true,
        }
    }

    /// Whether its cells are simulated from the start. Under `auto` fights that turn out too large to be solved are
    /// simulated as well.
    pub fn simulates(&self) -> bool {
        self.method == MethodChoice::Simulate
    }

    /// The source of further cells, of a study that was read from a file.
    ///
    /// # Errors
    /// It was not.
    pub fn file(&self) -> Result<&dyn Source> {
        self.source.as_deref().ok_or_else(|| Error::input("this study has the cells it has"))
    }

    /// Further cells of its file, with these settings.
    ///
    /// # Errors
    /// It was not read from a file; a value that is not allowed there; the monitor stopped it.
    pub(super) fn further(
        &self,
        settings: &[Setting],
        monitor: &dyn Monitor,
    ) -> Result<(Vec<Planned>, Box<dyn Cells>)> {
        let stopped = || monitor.stopped();
        self.file()?.cells(settings, Limits { memory: self.memory, ..Limits::largest(&stopped) })
    }

    /// How figures of a cell are put into words.
    pub fn words<'s>(&'s self, planned: &'s Planned) -> Wording<'s> {
        Wording { ladder: &self.ladder, rules: &planned.rules }
    }

    /// How the figures of a row are put into words.
    pub(super) fn wordings<'s>(&'s self, row: &[usize]) -> Vec<Wording<'s>> {
        row.iter().map(|cell| self.words(&self.cells[*cell])).collect()
    }

    /// The simulation of a row, without trials yet.
    pub(super) fn job<'j>(&'j self, row: &'j [usize], words: &'j [Wording<'j>]) -> Result<Box<dyn Job + 'j>> {
        let job = self.subjects.job(Rolled { cells: row, words, baseline: self.baseline, asked: &self.asked })?;
        job.check_reach()?;
        Ok(job)
    }

    /// `Snorri wins 56.1 % ± 0.3`, and in which case where there are several.
    pub(super) fn so_far(&self, row: &[usize], answered: &Answered) -> String {
        let Some(figure) = answered.cells.first().and_then(Findings::headline) else { return String::new() };
        let place = self.cells[row[0]].label();
        let place = if place.is_empty() { place } else { format!(" ({place})") };
        format!("{} {}{place}", figure.title(), number::figure(&figure.estimate, figure.unit()))
    }

    /// The numbers of its cells, those of the variants of one combination of varied values together.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Vec<usize>> + use<> {
        let variants = self.variants.len().max(1);
        let cells = self.cells.len();
        (0..cells / variants).map(move |row| (row * variants..(row + 1) * variants).collect())
    }

    /// Leaves in findings what a result keeps of them.
    pub(super) fn spare(&self, findings: &mut [Findings]) {
        for found in findings {
            found.figures.shrink_to_fit();
            if !self.keeps_distributions {
                (found.distributions, found.courses) = (Vec::new(), Vec::new());
            }
        }
    }

    /// The figures of its cells by name, without values.
    pub fn figures(&self) -> Vec<Findings> {
        (0..self.cells.len()).filter_map(|cell| self.asked_of(cell, &self.asked).ok()).collect()
    }

    /// The figures of a cell, questions included, without values.
    pub(super) fn asked_of(&self, cell: usize, asked: &[String]) -> Result<Findings> {
        let words = [self.words(&self.cells[cell])];
        let mut answered = self.subjects.job(Rolled { cells: &[cell], words: &words, baseline: 0, asked })?.answer()?;
        Ok(answered.cells.remove(0))
    }

    /// Refuses questions that some cell cannot answer.
    ///
    /// # Errors
    /// The first error in them, in any cell.
    pub fn check_asked(&self, asked: &[String]) -> Result<()> {
        let check = |cell: usize| self.asked_of(cell, asked).map_err(|error| self.cells[cell].named(error));
        (0..self.cells.len()).try_for_each(|cell| check(cell).map(drop))
    }

    /// Whether every cell has a figure of this name without asking for it.
    pub fn is_usual(&self, name: &str) -> bool {
        (0..self.cells.len()).all(|cell| self.asked_of(cell, &[]).is_ok_and(|found| found.titled(name).is_some()))
    }

    /// The unit of a figure, which is added to the questions if it is not a usual one.
    ///
    /// # Errors
    /// There is no such figure in some cell, with the nearest name or all there are.
    pub fn unit_of(&self, name: &str) -> Result<Unit> {
        let asked = [name.to_owned()];
        self.check_asked(&asked)?;
        let found = self.asked_of(0, &asked)?;
        let unit = found.titled(name).map(Figure::unit);
        unit.ok_or_else(|| Error::input(format!("there is no figure `{name}`")))
    }

    /// The trials over all cells, if they are simulated; at most where there is a goal.
    pub fn work(&self) -> u64 {
        let each = self.goal.as_ref().map_or(self.trials, |goal| goal.max_trials);
        each.saturating_mul(self.cells.len() as u64)
    }
}

/// The problem of a variant that is none of those known; `without` helps where there are none at all.
pub fn unknown_variant(name: &str, known: &[String], without: &str) -> Problem {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let problem = Problem::new(format!("there is no variant `{name}`"));
    let problem = problem.label_or_secondary(did_you_mean(name, known.iter().copied()));
    match known[..] {
        [] => problem.help(without),
        _ => problem.help(format!("variants are {}", listed(&known))),
    }
}

/// Refuses a limit in percent of a figure that is not a chance, and one of a chance that is not in percent. `limit_is` names the limit,
/// as in `target is`, and `example` is a good one.
///
/// # Errors
/// It is one of the two.
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
