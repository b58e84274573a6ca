//! Results: what frames, tables, charts and reports read.

use super::cell::Cell;
use super::expect::Judgement;
use super::most::Answer;
use super::reply::Reply;
use crate::measure::{Distribution, Figure, Identity, Measure, Unit, thousands};
use crate::rules::Value;
use crate::stats::{Estimate, Tested};
use crate::subject::FactValue;

/// Everything a study found out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StudyResult {
    /// The scenario's title.
    pub title: String,
    /// One cell for each variant and each combination of varied values; variants vary fastest.
    pub cells: Vec<Cell>,
    /// The names of the variants, in the scenario's order; empty without variants.
    pub variants: Vec<String>,
    /// The dotted paths that are varied, in the scenario's order; empty without `[vary]`.
    pub varied: Vec<String>,
    /// What each variant differs by from the baseline; empty without variants.
    pub differences: Vec<Difference>,
    /// The variant that differences are taken from.
    pub baseline: Option<String>,
    /// The grid that a heat map or a table shows, when two things are varied over.
    pub grid: Option<Grid>,
    /// The figures that a table of questions lists beyond those that are only shown on request.
    pub listed: Vec<String>,
    /// What was read off the grid.
    pub answers: Vec<Answer>,
    /// What the analyses found.
    pub replies: Vec<Reply>,
    /// What was expected, and whether it is so.
    pub judgements: Vec<Judgement>,
    /// Where the figures come from.
    pub provenance: Provenance,
    /// What the reader should know before quoting a figure.
    pub warnings: Vec<Warning>,
    /// What fighters cost on paper, in the order of the file; empty where none has a sheet.
    pub costs: Vec<Cost>,
    /// Who fights; empty where that needs no words.
    pub roster: Vec<StatBlock>,
    /// The same study simulated, held against these exact figures; none unless both were asked for.
    pub cross_check: Option<CrossCheck>,
}

/// What a fighter costs on paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// The cell in words, or the variant where nothing else matters; none where costs are the same in all cells.
    pub cell: Option<String>,
    /// The fighter's name.
    pub fighter: String,
    /// What the fighter's sheet is worth, in skill levels.
    pub levels: i64,
}

/// A stat block in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatBlock {
    /// Its name; several where cases differ in it.
    pub name: Fact,
    /// Its side, where that has another name.
    pub side: Fact,
    /// How many such there are.
    pub count: Fact,
    /// The fight of a campaign that it is in; empty if it is in all fights.
    pub fight: String,
    /// The number of such fights.
    pub times: Fact,
    /// What its figures come to.
    pub figures: Vec<Fact>,
    /// What else is written of it.
    pub written: Vec<Fact>,
    /// The wound levels, with what each takes from skill, by the cases in words.
    pub tracks: Vec<(String, String)>,
}

/// Something that is known of a stat block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fact {
    /// What it is, by its key in words.
    pub what: String,
    /// Its values, each once, in the order of the cases.
    pub values: Vec<FactValue>,
}

/// A simulation held against the exact answers.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossCheck {
    /// The simulated cells, in the order of [`StudyResult::cells`]; fewer where the run was interrupted.
    pub cells: Vec<Cell>,
    /// The simulated differences.
    pub differences: Vec<Difference>,
    /// Every comparison, judged.
    pub comparisons: Vec<Comparison>,
    /// The largest chance of a false alarm: of reporting a disagreement where there is no true difference.
    pub false_alarms: f64,
}

/// One exact figure beside the simulated one.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The variant.
    pub variant: Option<String>,
    /// The variant that a difference is taken from; none where a figure itself is compared.
    pub baseline: Option<String>,
    /// The varied values, one for each of [`StudyResult::varied`].
    pub varied: Vec<Value>,
    /// What is measured.
    pub measure: &'static Measure,
    /// Whom it is about; empty where it is about the whole fight or check.
    pub subject: String,
    /// The label within the measure; empty if there is none.
    pub label: String,
    /// Which value of a distribution in words, `≥ 41` for 41 and all above; none for single figures.
    pub point: Option<String>,
    /// The exact figure.
    pub exact: Estimate,
    /// The simulated one.
    pub simulated: Estimate,
    /// The test of one against the other.
    pub tested: Tested,
    /// Its p value, corrected for all of the family.
    pub adjusted: f64,
    /// The smallest true difference that would have been found nine times in ten; infinite where none would.
    pub detectable: f64,
    /// Whether the two agree.
    pub agrees: bool,
}

/// What one variant differs by from the baseline in one figure, at one combination of varied values.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The variant.
    pub variant: String,
    /// The varied values, one for each of [`StudyResult::varied`].
    pub varied: Vec<Value>,
    /// The variant's own figure.
    pub figure: Figure,
    /// The variant's figure minus the baseline's.
    pub change: Estimate,
    /// The p value of no difference at all, corrected by Holm for all differences of the result; none where exact.
    pub adjusted: Option<f64>,
    /// Whether it is a difference: one that chance does not make among all of the result's in 1 of 20 runs, or an exact
    /// one above its bound.
    pub resolved: bool,
}

/// Which two things span a heat map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The index in [`StudyResult::varied`] that goes across.
    pub across: usize,
    /// The index in [`StudyResult::varied`] that goes down.
    pub down: usize,
}

/// Where figures come from: all that is needed to get them again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Provenance {
    /// The program's version.
    pub version: String,
    /// `exact`, `simulate` or `both`.
    pub method: String,
    /// Trials in each cell, the fewest where cells differ; none where all is exact.
    pub trials: Option<u64>,
    /// What the run was to go on for, as in `Snorri wins ± 0.002`; none where the number of trials was given.
    pub until: Option<String>,
    /// The seed; none where all is exact.
    pub seed: Option<u64>,
    /// The presets that the rules of the cells are based on, each once, in the order of the cells.
    pub bases: Vec<String>,
    /// The rules in force.
    pub rules: Vec<RuleInForce>,
    /// The scenario's text, as read.
    pub scenario: String,
    /// True where the run was interrupted and the figures rest on the trials finished by then.
    pub interrupted: bool,
}

/// An option of the rules, as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleInForce {
    /// The option's key.
    pub option: &'static str,
    /// What it decides, in one line.
    pub meaning: &'static str,
    /// Where the sources say it.
    pub source: &'static str,
    /// What it is set to; where cells differ, the different settings, in the order of the cells.
    pub choice: String,
    /// The same for each variant.
    pub by_variant: Vec<String>,
    /// Whether it is set otherwise than in the preset, in any cell.
    pub is_changed: bool,
}

/// What stands between the settings of cases that differ.
pub(super) const OVER: &str = " / ";

impl Provenance {
    /// The presets in words.
    pub fn base(&self) -> String {
        self.bases.join(OVER)
    }
}

impl RuleInForce {
    /// Whether variants differ in it.
    pub fn differs(&self) -> bool {
        self.by_variant.windows(2).any(|pair| pair[0] != pair[1])
    }
}

/// Something the reader should know, and what to do about it.
pub type Warning = crate::subject::Remark;

impl StudyResult {
    /// True where nothing was simulated.
    pub fn is_exact(&self) -> bool {
        self.provenance.trials.is_none()
    }

    /// Each figure with its cell.
    pub fn figures(&self) -> impl Iterator<Item = (&Cell, &Figure)> {
        self.cells.iter().flat_map(|cell| cell.figures.iter().map(move |one| (cell, one)))
    }

    /// Each distribution with its cell.
    pub fn distributions(&self) -> impl Iterator<Item = (&Cell, &Distribution)> {
        self.cells.iter().flat_map(|cell| cell.distributions.iter().map(move |one| (cell, one)))
    }

    /// The means after each step, with their cells.
    pub fn courses(&self) -> impl Iterator<Item = (&Cell, &Distribution)> {
        self.cells.iter().flat_map(|cell| cell.courses.iter().map(move |one| (cell, one)))
    }

    /// The unit of the figure with this name; that of a chance if the name is unknown.
    pub fn unit_of(&self, title: &str) -> Unit {
        self.cells.iter().find_map(|cell| cell.titled(title)).map_or(Unit::Probability, Figure::unit)
    }

    /// The trials of a cell in words: `1,000 to 2,000`; `None` if all is exact.
    pub fn trials_in_words(&self) -> Option<String> {
        let (fewest, most) = self.trials()?;
        let range = if fewest < most { format!("{} to ", thousands(fewest)) } else { String::new() };
        Some(range + &thousands(most))
    }

    /// The fewest and the most trials of a cell; none where all is exact.
    pub fn trials(&self) -> Option<(u64, u64)> {
        let fewest = self.provenance.trials?;
        let trials = self.cells.iter().filter_map(|cell| cell.headline()?.estimate.trials());
        Some((fewest, trials.max().unwrap_or(fewest)))
    }
}

impl CrossCheck {
    /// The comparisons in which the two disagree.
    pub fn disagreements(&self) -> impl Iterator<Item = &Comparison> {
        self.comparisons.iter().filter(|one| !one.agrees)
    }

    /// The smallest of the corrected p values; 1 without any.
    pub fn smallest(&self) -> f64 {
        self.comparisons.iter().map(|one| one.adjusted).fold(1.0, f64::min)
    }

    /// The comparison of the headline figure with the least power, over all cells.
    pub fn headline(&self) -> Option<&Comparison> {
        let first = self.comparisons.first()?;
        let same =
            |one: &&Comparison| one.point.is_none() && one.baseline.is_none() && one.identity() == first.identity();
        self.comparisons.iter().filter(same).max_by(|one, other| one.detectable.total_cmp(&other.detectable))
    }
}

impl Comparison {
    /// Its figure's or its distribution's name in words.
    pub fn title(&self) -> String {
        self.measure.name(&self.subject, &self.label)
    }

    /// Which figure or distribution it is of.
    pub fn identity(&self) -> Identity<'_> {
        (self.measure.id, &self.subject, &self.label)
    }
}
