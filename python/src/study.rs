//! Studies, read from scenarios or built from encounters.

use crate::encounter::Encounter;
use crate::error::Result;
use crate::options::Options;
use crate::results::{Results, WIDTH};
use crate::watch::{Listeners, Watch, run_stoppable, run_with_listeners};
use fudgelab::report::transcript;
use fudgelab::scenario::{self, Files, Overrides, Problems, Source};
use fudgelab::study::replay::{self, Rolls, Transcript};
use fudgelab::study::{self, MethodChoice, Study as Plan, StudyPart};
use fudgelab::{Error, Value};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One value of a sweep.
#[derive(FromPyObject)]
enum SweepValue {
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(String),
}

impl From<SweepValue> for Value {
    fn from(value: SweepValue) -> Self {
        match value {
            SweepValue::Boolean(yes) => Self::Boolean(yes),
            SweepValue::Integer(whole) => Self::Integer(whole),
            SweepValue::Float(number) => Self::Float(number),
            SweepValue::Text(words) => Self::Text(words),
        }
    }
}

/// One value of a sweep, and its fight.
#[derive(Clone)]
struct SweepPoint(Value, fudgelab::Encounter);

impl From<SweepPoint> for Value {
    fn from(swept: SweepPoint) -> Self {
        swept.0
    }
}

/// A scenario, or encounters that are compared or varied, ready to run.
#[pyclass(frozen, module = "fudgelab._core")]
pub(crate) struct Study {
    plan: Plan,
    file: String,
    /// The files that the study was read from; `None` if it was built from encounters.
    files: Option<Files>,
}

impl Study {
    fn read(
        py: Python<'_>,
        file: String,
        allow_outside: bool,
        read: impl FnOnce(&Overrides) -> std::result::Result<scenario::Scenario, Problems> + Send,
    ) -> Result<Self> {
        let scenario = run_stoppable(py, |watch| {
            read(&Overrides { allow_outside, stopped: Arc::clone(&watch.stopped), ..Overrides::default() })
        })?;
        Ok(Self { plan: scenario.study, file, files: Some(scenario.files) })
    }

    fn from_library(study: fudgelab::Study) -> Self {
        Self { plan: study.plan().clone(), file: String::new(), files: None }
    }

    /// Returns the plan, changed by `overrides`.
    fn plan_with(&self, py: Python<'_>, overrides: &Overrides) -> Result<Plan> {
        Ok(py.detach(|| scenario::with_overrides(&self.plan, overrides))?)
    }

    /// Returns the error `failed` with the name of the scenario file, if there is one.
    fn with_file_name(&self, failed: Error) -> Error {
        if self.file.is_empty() { failed } else { failed.context(&self.file) }
    }
}

#[pymethods]
impl Study {
    /// Reads a scenario file and everything that it includes.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, allow_outside: bool) -> Result<Self> {
        let file = path.display().to_string();
        Self::read(py, file, allow_outside, |overrides| scenario::read(&path, overrides))
    }

    /// Reads the text of a scenario. Included files are looked up in the current folder.
    #[staticmethod]
    fn parse(py: Python<'_>, text: String, allow_outside: bool) -> Result<Self> {
        let file = "scenario.toml";
        Self::read(py, file.to_owned(), allow_outside, |overrides| {
            let source = Source::from_bytes(file, text.into_bytes())?;
            scenario::read_source(source, Path::new(""), overrides)
        })
    }

    /// Creates a study of one fight.
    #[staticmethod]
    fn of(fight: &Encounter) -> Result<Self> {
        Ok(Self::from_library(fight.inner.study()?))
    }

    /// Creates a study of named variants, which are compared with the first one.
    #[staticmethod]
    fn compare(variants: Vec<(String, PyRef<'_, Encounter>)>) -> Result<Self> {
        let variants = variants.into_iter().map(|(name, fight)| (name, fight.inner.clone()));
        Ok(Self::from_library(fudgelab::Study::compare(variants)?))
    }

    /// Creates a study with one fight for each value. `what` is the name of the values.
    #[staticmethod]
    fn sweep(what: &str, fights: Vec<(SweepValue, PyRef<'_, Encounter>)>) -> Result<Self> {
        let swept = fights.into_iter().map(|(value, fight)| SweepPoint(value.into(), fight.inner.clone()));
        Ok(Self::from_library(fudgelab::Study::sweep(what, swept, |swept| swept.1)?))
    }

    /// The name of the scenario file; empty if the study was built from encounters.
    #[getter]
    fn file(&self) -> &str {
        &self.file
    }

    /// The title, as results show it.
    #[getter]
    fn title(&self) -> &str {
        &self.plan.title
    }

    /// The names of the variants.
    #[getter]
    fn variants(&self) -> Vec<String> {
        self.plan.variants.clone()
    }

    /// The keys of the varied values.
    #[getter]
    fn varied(&self) -> Vec<String> {
        self.plan.varied.clone()
    }

    /// The number of cases.
    fn __len__(&self) -> usize {
        self.plan.cells.len()
    }

    /// Runs the study with these settings. See `Listeners` for `progress` and `solving`.
    fn run(
        &self,
        py: Python<'_>,
        options: Options,
        progress: Option<Py<PyAny>>,
        solving: Option<Py<PyAny>>,
    ) -> Result<Results> {
        let plan = self.plan_with(py, &options.overrides()?)?;
        let threads = options.threads()?;
        let longest = plan.goal.as_ref().and_then(|goal| goal.max_seconds);
        let found = run_with_listeners(py, &Listeners { progress, solving }, threads, longest, |monitor| {
            study::run(&plan, monitor).map_err(|failed| self.with_file_name(failed))
        })?;
        Ok(Results::new(plan, found, self.file.clone()))
    }

    /// The number of trials of a run with these settings, if it simulates; None if the run stops at a precision.
    fn work(&self, py: Python<'_>, options: Options) -> Result<Option<u64>> {
        let plan = self.plan_with(py, &options.overrides()?)?;
        Ok(plan.goal.is_none().then(|| plan.total_trials()))
    }

    /// The number of trials in part `number` of `of` parts of a run; None if the run is solved exactly. Rejects runs
    /// that cannot be cut into parts.
    fn work_of_shard(&self, py: Python<'_>, number: u32, of: u32, options: Options) -> Result<Option<u64>> {
        let plan = self.plan_with(py, &options.overrides()?)?;
        let part = StudyPart::new(number, of)?;
        study::can_be_cut(&plan).map_err(|failed| self.with_file_name(failed))?;
        Ok(plan.simulates().then(|| study::part_trials(&plan, part)))
    }

    /// Runs part `number` of `of` equal parts of a run with these settings. Returns the bytes for `merge`.
    fn shard<'py>(
        &self,
        py: Python<'py>,
        number: u32,
        of: u32,
        options: Options,
        progress: Option<Py<PyAny>>,
        solving: Option<Py<PyAny>>,
    ) -> Result<Bound<'py, PyBytes>> {
        let plan = self.plan_with(py, &options.overrides()?)?;
        let threads = options.threads()?;
        let part = StudyPart::new(number, of)?;
        let bytes = run_with_listeners(py, &Listeners { progress, solving }, threads, None, |monitor| {
            study::shard(&plan, part, None, monitor).map_err(|failed| self.with_file_name(failed))
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Merges all shards of a run into its results. The settings are those that the shards were run with.
    fn merge(&self, py: Python<'_>, shards: Vec<PyBackedBytes>, progress: Option<Py<PyAny>>) -> Result<Results> {
        let settings = || match shards.first() {
            Some(first) => Overrides::of_shard(first).map_err(|failed| failed.context("shard file 1")),
            // The merge below rejects an empty list.
            None => Ok(Overrides { method: Some(MethodChoice::Simulate), ..Overrides::default() }),
        };
        let plan = self.plan_with(py, &py.detach(settings)?)?;
        let found = run_with_listeners(py, &Listeners { progress, solving: None }, 0, None, |monitor| {
            study::merge(&plan, &shards, monitor).map_err(|failed| self.with_file_name(failed))
        })?;
        Ok(Results::new(plan, found, self.file.clone()))
    }

    /// The files that the study was read from, as bytes for `unpack`; None if it was built from encounters.
    fn pack<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyBytes>>> {
        let packed = self.files.as_ref().map(Files::to_bytes).transpose();
        let packed = packed.map_err(|failed| self.with_file_name(failed))?;
        Ok(packed.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Recreates a study from the bytes of `pack`. `file` is the name that its scenario had.
    #[staticmethod]
    fn unpack(py: Python<'_>, bytes: &[u8], file: String) -> Result<Self> {
        let files = Files::from_bytes(bytes)?;
        Self::read(py, file, true, |overrides| scenario::read_files(&files, overrides))
    }

    /// Replays one trial roll by roll. Returns the printed page and the JSON.
    #[pyo3(signature = (*, trial, find, within, script, variant, cell, seed))]
    #[expect(clippy::too_many_arguments, reason = "the options of `fudgelab replay`, by name")]
    fn replay(
        &self,
        py: Python<'_>,
        trial: u64,
        find: Option<&str>,
        within: u64,
        script: Option<&str>,
        variant: Option<&str>,
        cell: Option<u64>,
        seed: Option<u64>,
    ) -> Result<(String, String)> {
        let plan = Plan { seed: seed.unwrap_or(self.plan.seed), ..self.plan.clone() };
        let replay_trial = |watch: &Watch| -> fudgelab::Result<Transcript> {
            let cell = replay::choose(&plan, variant, cell)?;
            if let Some(script) = script {
                return replay::replay(&plan, cell, Rolls::Script(&replay::parse_script(script)?));
            }
            let trial = match find {
                None => trial,
                Some(outcome) => replay::find(&plan, cell, outcome, within, watch)?.ok_or_else(|| {
                    Error::run(format!("`{outcome}` did not happen in the first {} trials", study::thousands(within)))
                        .with_help("search further with `within`, or with another `seed`")
                })?,
            };
            replay::replay(&plan, cell, Rolls::Trial(trial))
        };
        let transcript = run_stoppable(py, replay_trial)?;
        Ok((replay::page::whole(&transcript, WIDTH), transcript::document(&transcript).to_string()))
    }
}
