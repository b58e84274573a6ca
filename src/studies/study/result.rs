//! Results of studies, from which data frames, tables, charts and reports are made.

use super::cell::Cell;
use super::expect::Judgement;
use super::highest_value::Answer;
use super::reply::Reply;
use crate::measure::{Distribution, Figure, Identity, Measure, Unit, thousands};
use crate::rules::Value;
use crate::stats::{Estimate, TestResult};
use crate::subject::FactValue;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct StudyResult {
    pub title: String,
    /// One cell for each variant and each combination of varied values; variants vary fastest.
    pub cells: Vec<Cell>,
    /// The names of the variants, in the scenario's order; empty without variants.
    pub variants: Vec<String>,
    /// The dotted paths that are varied, in the scenario's order; empty without `[vary]`.
    pub varied: Vec<String>,
    /// The differences of each variant from the baseline; empty without variants.
    pub differences: Vec<Difference>,
    /// The variant that the others are compared with.
    pub baseline: Option<String>,
    /// The grid of a heat map or a table, if two paths are varied.
    pub grid: Option<Grid>,
    /// The figures that the table of questions lists.
    pub listed: Vec<String>,
    /// The answers that were read off the grid.
    pub answers: Vec<Answer>,
    /// The answers of the analyses.
    pub replies: Vec<Reply>,
    /// The verdicts on the expectations.
    pub judgements: Vec<Judgement>,
    pub provenance: Provenance,
    /// Facts that the reader should know before quoting a figure.
    pub warnings: Vec<Warning>,
    /// The prices of fighters' sheets, in the order of the file; empty if no fighter has a sheet.
    pub costs: Vec<FighterCost>,
    /// The fighters; empty if they need no description.
    pub roster: Vec<StatBlock>,
    /// The simulation of the same study, compared with these exact figures; `None` unless both methods were requested.
    pub cross_check: Option<CrossCheck>,
}

/// The price of a fighter's sheet in some cells.
#[derive(Debug, Clone, PartialEq)]
pub struct FighterCost {
    /// The cell in words, or only its variant if nothing else matters; `None` if prices are the same in all cells.
    pub cell: Option<String>,
    pub fighter: String,
    /// The price in skill levels.
    pub levels: i64,
}

/// A stat block of a study, with the facts that are shown about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatBlock {
    /// Its name; several if cases differ.
    pub name: Fact,
    /// The name of its side, if that is not the name of the stat block.
    pub side: Fact,
    pub count: Fact,
    /// The fight of a campaign that it is in; empty if it is in all fights.
    pub fight: String,
    /// The number of times that this fight happens in the campaign.
    pub times: Fact,
    /// Its computed figures.
    pub figures: Vec<Fact>,
    /// Its other keys in the file.
    pub written: Vec<Fact>,
    /// For each case: its name, and the stat block's wound levels with their skill modifiers.
    pub tracks: Vec<(String, String)>,
}

/// A property of a stat block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fact {
    /// The name of the property: its key in words.
    pub what: String,
    /// Its values, each once, in the order of the cases.
    pub values: Vec<FactValue>,
}

/// A simulation compared with the exact answers.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossCheck {
    /// The simulated cells, in the order of [`StudyResult::cells`]; fewer if the run was interrupted.
    pub cells: Vec<Cell>,
    /// The simulated differences.
    pub differences: Vec<Difference>,
    /// Every comparison, judged.
    pub comparisons: Vec<Comparison>,
    /// The maximum chance of a false alarm: a reported disagreement without a real difference.
    pub false_alarms: f64,
}

/// A comparison of an exact figure with the simulated one.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    pub variant: Option<String>,
    /// The variant that a difference is taken from; `None` if a figure itself is compared.
    pub baseline: Option<String>,
    /// The varied values, one for each of [`StudyResult::varied`].
    pub varied: Vec<Value>,
    pub measure: &'static Measure,
    /// The subject of the measure; empty for the whole fight or check.
    pub subject: String,
    /// The label within the measure; empty without a label.
    pub label: String,
    /// The value of a distribution in words, such as `≥ 41` for 41 and all above; `None` for single figures.
    pub point: Option<String>,
    pub exact: Estimate,
    pub simulated: Estimate,
    /// The test of the simulated figure against the exact one.
    pub tested: TestResult,
    /// The p-value, corrected for multiple comparisons.
    pub adjusted: f64,
    /// The smallest real difference that would be detected nine times in ten; infinite if none would be.
    pub detectable: f64,
    /// Whether the simulated figure agrees with the exact one.
    pub agrees: bool,
}

/// The difference of a variant from the baseline in one figure, for one combination of varied values.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    pub variant: String,
    /// The varied values, one for each of [`StudyResult::varied`].
    pub varied: Vec<Value>,
    pub figure: Figure,
    /// The variant's figure minus the baseline's.
    pub change: Estimate,
    /// The p-value for no difference, corrected by Holm for all differences of the result; `None` if exact.
    pub adjusted: Option<f64>,
    /// Whether the difference is real. An exact one must exceed its error bound. Simulated ones are corrected for
    /// multiple comparisons: by chance alone, at most 1 run in 20 reports any difference as real.
    pub resolved: bool,
}

/// The two varied paths that span a heat map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The index in [`StudyResult::varied`] of the horizontal axis.
    pub across: usize,
    /// The index in [`StudyResult::varied`] of the vertical axis.
    pub down: usize,
}

/// The origin of figures: everything needed to reproduce them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Provenance {
    pub version: String,
    /// `exact`, `simulate` or `both`.
    pub method: String,
    /// Trials of each cell, the fewest if cells differ; `None` if everything is exact.
    pub trials: Option<u64>,
    /// The precision that the run had to reach, such as `Snorri wins ± 0.002`; `None` if the number of trials was
    /// given.
    pub until: Option<String>,
    /// The seed; `None` if everything is exact.
    pub seed: Option<u64>,
    /// The presets that the rules of the cells are based on, each once, in the order of the cells.
    pub bases: Vec<String>,
    pub rules: Vec<RuleInForce>,
    /// The scenario's text, as read.
    pub scenario: String,
    /// Whether the run was interrupted; the figures then come from the trials finished by that time.
    pub interrupted: bool,
}

/// An option or a custom rule, and its setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleInForce {
    pub option: &'static str,
    /// The effect of the option, in one line.
    pub meaning: &'static str,
    /// The section of the sources that the option is from.
    pub source: &'static str,
    /// The setting; if cells differ, all settings, each once, in the order of the cells.
    pub choice: String,
    /// The setting of each variant, in the order of the variants.
    pub by_variant: Vec<String>,
    /// Whether the setting differs from the preset in any cell.
    pub is_changed: bool,
}

/// The separator between different settings of an option.
pub(super) const SETTINGS_SEPARATOR: &str = " / ";

impl Provenance {
    /// The names of the presets as one text.
    pub fn base(&self) -> String {
        self.bases.join(SETTINGS_SEPARATOR)
    }
}

impl RuleInForce {
    /// Whether variants differ in the setting.
    pub fn differs(&self) -> bool {
        self.by_variant.windows(2).any(|pair| pair[0] != pair[1])
    }
}

/// A fact that the reader should know, and the remedy.
pub type Warning = crate::subject::Remark;

impl StudyResult {
    /// Whether nothing was simulated.
    pub fn is_exact(&self) -> bool {
        self.provenance.trials.is_none()
    }

    pub fn figures(&self) -> impl Iterator<Item = (&Cell, &Figure)> {
        self.cells.iter().flat_map(|cell| cell.figures.iter().map(move |one| (cell, one)))
    }

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

    /// The trials of a cell in words: `1,000 to 2,000`; `None` if everything is exact.
    pub fn trials_in_words(&self) -> Option<String> {
        let (fewest, most) = self.trials()?;
        let range = if fewest < most { format!("{} to ", thousands(fewest)) } else { String::new() };
        Some(range + &thousands(most))
    }

    /// The fewest and the most trials of a cell; `None` if everything is exact.
    pub fn trials(&self) -> Option<(u64, u64)> {
        let fewest = self.provenance.trials?;
        let trials = self.cells.iter().filter_map(|cell| cell.headline()?.estimate.trials());
        Some((fewest, trials.max().unwrap_or(fewest)))
    }
}

impl CrossCheck {
    /// The comparisons in which the exact and the simulated figure disagree.
    pub fn disagreements(&self) -> impl Iterator<Item = &Comparison> {
        self.comparisons.iter().filter(|one| !one.agrees)
    }

    /// The smallest corrected p-value; 1 without comparisons.
    pub fn smallest(&self) -> f64 {
        self.comparisons.iter().map(|one| one.adjusted).fold(1.0, f64::min)
    }

    /// Of the comparisons of the headline figure, the one with the least power.
    pub fn headline(&self) -> Option<&Comparison> {
        let first = self.comparisons.first()?;
        let same =
            |one: &&Comparison| one.point.is_none() && one.baseline.is_none() && one.identity() == first.identity();
        self.comparisons.iter().filter(same).max_by(|one, other| one.detectable.total_cmp(&other.detectable))
    }
}

impl Comparison {
    /// The name of the figure or distribution in words.
    pub fn title(&self) -> String {
        self.measure.name(&self.subject, &self.label)
    }

    /// The identity of the figure or distribution.
    pub fn identity(&self) -> Identity<'_> {
        (self.measure.id, &self.subject, &self.label)
    }
}
