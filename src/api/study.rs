//! Studies, read from scenario files or made of fights built in code.

use super::{Encounter, Results};
use crate::chance::Seed;
use crate::document::{Problems, Source, fingerprint};
use crate::error::{Error, Result};
use crate::measure::{distinct, thousands};
use crate::rules::Rules;
use crate::scenario::{self, Overrides};
use crate::study::replay::{self, Rolls, Transcript};
use crate::study::{self, MethodChoice, PlannedCell, Value};
use crate::subject;
use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;

/// A scenario file, or several [encounters](Encounter) to compare: fights, checks or other rolls, if you like under
/// several rules or with varied numbers.
#[derive(Debug, Clone)]
pub struct Study {
    pub(super) plan: study::Study,
}

/// A cell: its variant, its varied values and its fight.
type EncounterCell<'e> = (Option<String>, Vec<Value>, &'e Encounter);

impl Study {
    /// Reads a scenario file and every file that it includes.
    ///
    /// # Errors
    /// If a file has errors; all are reported, each with its line and column.
    pub fn open(path: impl AsRef<Path>) -> std::result::Result<Self, Problems> {
        scenario::read(path.as_ref(), &Overrides::default()).map(|scenario| Self { plan: scenario.study })
    }

    /// Reads the text of a scenario. Included files are looked up in the current directory.
    ///
    /// # Errors
    /// If the text has errors; all are reported, each with its line and column.
    ///
    /// ```
    /// use fudgelab::Study;
    ///
    /// let study = Study::parse("check = { trait = 'Good', difficulty = 'Great' }")?;
    /// assert_eq!(study.run()?.value("success")?, 31.0 / 81.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> std::result::Result<Self, Problems> {
        let source = Source::from_bytes("scenario.toml", text.as_bytes().to_vec())?;
        let scenario = scenario::read_source(source, Path::new(""), &Overrides::default())?;
        Ok(Self { plan: scenario.study })
    }

    /// Compares variants of a fight, by name. The first variant is the baseline. In a simulation the variants share
    /// their rolls, so their differences are more precise than the figures themselves.
    ///
    /// # Errors
    /// If there is no variant, two have the same name, or an encounter is invalid.
    pub fn compare<N: Into<String>>(variants: impl IntoIterator<Item = (N, Encounter)>) -> Result<Self> {
        let variants: Vec<(String, Encounter)> =
            variants.into_iter().map(|(name, fight)| (name.into(), fight)).collect();
        let names: Vec<&String> = variants.iter().map(|(name, _)| name).collect();
        if let Some(twice) = names.iter().enumerate().find(|(place, name)| names[..*place].contains(name)) {
            return Err(Error::input(format!("two variants are called `{}`", twice.1)));
        }
        let title = names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
        let cells = variants.iter().map(|(name, fight)| (Some(name.clone()), Vec::new(), fight)).collect();
        Self::from_cells(title, cells, Vec::new())
    }

    /// Varies one thing in a fight. `what` names it in the rows, `values` are its values, and `fight` builds the fight
    /// for each value.
    ///
    /// # Errors
    /// If there are no values, or an encounter is invalid.
    ///
    /// ```
    /// use fudgelab::{Encounter, Fighter, Rules, RulesByName, Study};
    ///
    /// let rules = Rules::preset("nutshell")?;
    /// let goblin = Fighter::named("Goblin", 0).offense(1);
    /// let against = |skill| {
    ///     let hero = Fighter::named("Hero", skill).offense(2).defense(1);
    ///     Encounter::new(rules.clone()).side("Hero", [hero]).side("Goblin", [goblin.clone()])
    /// };
    /// for row in Study::sweep("skill", -1..=2, against)?.exact()?.rows().iter().filter(|row| row.title == "Hero wins") {
    ///     println!("{}: {:.3}", row.varied[0].1, row.value);
    /// }
    /// # Ok::<(), fudgelab::Error>(())
    /// ```
    pub fn sweep<V: Into<Value> + Clone>(
        what: &str,
        values: impl IntoIterator<Item = V>,
        fight: impl Fn(V) -> Encounter,
    ) -> Result<Self> {
        let fights: Vec<(Value, Encounter)> =
            values.into_iter().map(|value| (value.clone().into(), fight(value))).collect();
        let cells = fights.iter().map(|(value, fight)| (None, vec![value.clone()], fight)).collect();
        Self::from_cells(format!("by {what}"), cells, vec![what.to_owned()])
    }

    /// The plan behind the study.
    #[doc(hidden)]
    pub fn plan(&self) -> &study::Study {
        &self.plan
    }

    pub(super) fn from_cells(title: String, cells: Vec<EncounterCell<'_>>, varied: Vec<String>) -> Result<Self> {
        if cells.is_empty() {
            return Err(Error::input("a study needs at least one fight"));
        }
        let asked = distinct(cells.iter().flat_map(|(_, _, fight)| fight.requested_figures.iter().cloned()));
        let combats = cells.iter().map(|(_, _, fight)| fight.combat()).collect::<Result<Vec<_>>>()?;
        let planned = |(number, (variant, varied, fight)): (usize, &EncounterCell<'_>)| PlannedCell {
            variant: variant.clone(),
            varied: varied.clone(),
            rules: fight.rules.clone(),
            base: preset_name_of(&fight.rules),
            changed: Vec::new(),
            // Each cell has its own fingerprint, because cells with equal fingerprints share an answer.
            document: fingerprint(|hasher| (number, format!("{fight:?}")).hash(hasher)),
            costs: Vec::new(),
        };
        let planned = cells.iter().enumerate().map(planned).collect();
        let mut plan = study::Study {
            variants: cells.iter().filter_map(|(variant, ..)| variant.clone()).collect(),
            varied,
            ..study::Study::of(title, planned, Arc::from(subject::fights(combats)))
        };
        let noted = cells.iter().flat_map(|(_, _, fight)| fight.text_warnings.iter().cloned());
        plan.warnings = distinct(scenario::dice_warnings(&plan.cells).into_iter().chain(noted));
        plan.check_asked(&asked)?;
        plan.asked = asked;
        Ok(Self { plan })
    }

    /// Runs the study by the method that its file sets. The default, also for studies built in code: exactly if
    /// possible, otherwise by 1,000,000 trials with seed 1.
    ///
    /// # Errors
    /// If the method that the file sets is not possible.
    pub fn run(&self) -> Result<Results> {
        Ok(Results::new(study::run(&self.plan, &())?))
    }

    /// Solves the study exactly.
    ///
    /// # Errors
    /// If the study is too large to solve.
    pub fn exact(&self) -> Result<Results> {
        let plan = study::Study { method: MethodChoice::Exact, goal: None, ..self.plan.clone() };
        Ok(Results::new(study::run(&plan, &())?))
    }

    /// Simulates the study with `trials` trials per cell. The same seed yields the same trials, on any number of
    /// threads.
    ///
    /// # Errors
    /// If `trials` is 0 or too large.
    pub fn simulate(&self, trials: u64, seed: Seed) -> Result<Results> {
        self.simulating(trials, seed)?.run()
    }

    /// Returns this study, set to simulate `trials` trials per cell, whatever the file says.
    ///
    /// # Errors
    /// If `trials` is 0 or too large.
    pub fn simulating(&self, trials: u64, seed: Seed) -> Result<Self> {
        if !(1..=crate::sim::MAX_TRIALS).contains(&trials) {
            return Err(Error::input(format!("{} trials cannot be simulated", thousands(trials)))
                .with_help(format!("give 1 to {}", thousands(crate::sim::MAX_TRIALS))));
        }
        let plan = study::Study {
            method: MethodChoice::Simulate,
            goal: None,
            trials,
            seed: seed.number(),
            ..self.plan.clone()
        };
        Ok(Self { plan })
    }

    /// Runs part `number`, counted from 1, of `of` equal parts of the work, to share it among machines. The returned
    /// bytes, a few kilobytes for each cell in the part, are for [`merge`](Self::merge).
    ///
    /// The file must set `method = "exact"`, whose parts are cells, or `method = "simulate"`, whose parts are blocks of
    /// trials; [`simulating`](Self::simulating) sets the latter from code.
    ///
    /// # Errors
    /// If there is no such part, the study stops at a precision, its method is left open, or a cell cannot be solved.
    ///
    /// Needs the feature `shards`.
    ///
    /// ```
    /// use fudgelab::{Seed, Study};
    ///
    /// let check = Study::parse("check = { trait = 'Good', difficulty = 'Great' }")?;
    /// let study = check.simulating(50_000, Seed::new(1))?;
    /// let shards = (1..=3).map(|number| study.shard(number, 3)).collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(study.merge(shards)?, study.run()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "shards")]
    pub fn shard(&self, number: u32, of: u32) -> Result<Vec<u8>> {
        study::shard(&self.plan, study::StudyPart::new(number, of)?, None, &())
    }

    /// Merges all parts from [`shard`](Self::shard), in any order, into the results that [`run`](Self::run) would
    /// return.
    ///
    /// # Errors
    /// If parts are missing (the error lists their numbers), or one is damaged or from another study, seed, number of
    /// trials or version.
    #[cfg(feature = "shards")]
    pub fn merge<B: AsRef<[u8]>>(&self, shards: impl IntoIterator<Item = B>) -> Result<Results> {
        Ok(Results::new(study::merge(&self.plan, shards, &())?))
    }

    /// Replays one trial of a cell roll by roll. Cells are numbered from 0, in the order of the results; trials from 1.
    ///
    /// # Errors
    /// If there is no such cell or trial.
    pub fn replay(&self, cell: usize, trial: u64, seed: Seed) -> Result<Transcript> {
        if cell >= self.plan.cells.len() {
            return Err(Error::input(format!("there is no cell {cell}"))
                .with_help(format!("cells are counted from 0 to {}", self.plan.cells.len() - 1)));
        }
        replay::replay(&study::Study { seed: seed.number(), ..self.plan.clone() }, cell, Rolls::Trial(trial))
    }
}

/// The name of the preset equal to `rules`, or "rules of your own".
fn preset_name_of(rules: &Rules) -> String {
    let preset = scenario::presets().iter().find(|preset| preset.rules == *rules);
    preset.map_or_else(|| "rules of your own".to_owned(), |preset| preset.name.to_owned())
}
