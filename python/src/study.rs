//! Studies: read from scenarios, or put together of encounters.

use crate::encounter::Encounter;
use crate::error;
use crate::options::Options;
use crate::results::{Results, WIDTH};
use crate::watch::watched;
use fudgelab::report::transcript;
use fudgelab::scenario::{self, Overrides, Problems, Source};
use fudgelab::study::replay::{self, Rolls, Transcript};
use fudgelab::study::{self, Study as Plan};
use fudgelab::{Error, Value};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// A value that is varied.
#[derive(FromPyObject)]
enum Varied {
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(String),
}

impl From<Varied> for Value {
    fn from(value: Varied) -> Self {
        match value {
            Varied::Boolean(yes) => Self::Boolean(yes),
            Varied::Integer(whole) => Self::Integer(whole),
            Varied::Float(number) => Self::Float(number),
            Varied::Text(words) => Self::Text(words),
        }
    }
}

/// A fight, and the value that it is for.
#[derive(Clone)]
struct Swept(Value, fudgelab::Encounter);

impl From<Swept> for Value {
    fn from(swept: Swept) -> Self {
        swept.0
    }
}

/// What is to be run.
#[pyclass(frozen, module = "fudgelab._core")]
pub(crate) struct Study {
    plan: Plan,
    file: String,
}

impl Study {
    fn read(
        py: Python<'_>,
        file: String,
        allow_outside: bool,
        read: impl FnOnce(&Overrides) -> Result<scenario::Scenario, Problems> + Send,
    ) -> PyResult<Self> {
        let overrides = Overrides { allow_outside, ..Overrides::default() };
        let scenario = py.detach(|| read(&overrides)).map_err(|problems| error::problems(py, &problems))?;
        Ok(Self { plan: scenario.study, file })
    }

    pub(crate) fn of(py: Python<'_>, made: Result<fudgelab::Study, Error>) -> PyResult<Self> {
        let made = made.map_err(|failed| error::error(py, &failed))?;
        Ok(Self { plan: made.plan().clone(), file: String::new() })
    }
}

#[pymethods]
impl Study {
    /// Reads a scenario file, with all it includes.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, allow_outside: bool) -> PyResult<Self> {
        let file = path.display().to_string();
        Self::read(py, file, allow_outside, |overrides| scenario::read(&path, overrides))
    }

    /// Reads the text of a scenario; what it includes is sought from the current folder.
    #[staticmethod]
    fn parse(py: Python<'_>, text: String, allow_outside: bool) -> PyResult<Self> {
        let file = "scenario.toml";
        Self::read(py, file.to_owned(), allow_outside, |overrides| {
            let source = Source::from_bytes(file, text.into_bytes())?;
            scenario::read_source(source, Path::new(""), overrides)
        })
    }

    /// Variants by name, compared with the first.
    #[staticmethod]
    fn compare(py: Python<'_>, variants: Vec<(String, PyRef<'_, Encounter>)>) -> PyResult<Self> {
        let variants = variants.into_iter().map(|(name, fight)| (name, fight.inner.clone()));
        Self::of(py, fudgelab::Study::compare(variants.collect::<Vec<_>>()))
    }

    /// A fight for each value of something.
    #[staticmethod]
    fn sweep(py: Python<'_>, what: &str, fights: Vec<(Varied, PyRef<'_, Encounter>)>) -> PyResult<Self> {
        let swept = fights.into_iter().map(|(value, fight)| Swept(value.into(), fight.inner.clone()));
        Self::of(py, fudgelab::Study::sweep(what, swept.collect::<Vec<_>>(), |swept| swept.1))
    }

    /// What it is about.
    #[getter]
    fn title(&self) -> &str {
        &self.plan.title
    }

    /// The names of the variants.
    #[getter]
    fn variants(&self) -> Vec<String> {
        self.plan.variants.clone()
    }

    /// What is varied.
    #[getter]
    fn varied(&self) -> Vec<String> {
        self.plan.varied.clone()
    }

    /// How many cases it has.
    fn __len__(&self) -> usize {
        self.plan.cells.len()
    }

    /// Runs it with these settings. `progress` is called with the trials done so far, ten times a second.
    fn run(&self, py: Python<'_>, options: Options, progress: Option<Py<PyAny>>) -> PyResult<Results> {
        let overrides = options.overrides().map_err(|failed| error::error(py, &failed))?;
        let threads = options.threads().map_err(|failed| error::error(py, &failed))?;
        let plan = py.detach(|| scenario::set_over(&self.plan, &overrides));
        let plan = plan.map_err(|problems| error::problems(py, &problems))?;
        let longest = plan.goal.as_ref().and_then(|goal| goal.max_seconds);
        let context = |failed: Error| if self.file.is_empty() { failed } else { failed.context(&self.file) };
        let found = watched(py, progress, threads, longest, |monitor| study::run(&plan, monitor).map_err(context))?;
        Ok(Results::new(plan, found, self.file.clone()))
    }

    /// The trials that a run with these settings makes, if it simulates; none where nobody knows.
    fn work(&self, py: Python<'_>, options: Options) -> PyResult<Option<u64>> {
        let overrides = options.overrides().map_err(|failed| error::error(py, &failed))?;
        let plan = scenario::set_over(&self.plan, &overrides).map_err(|problems| error::problems(py, &problems))?;
        Ok(plan.goal.is_none().then(|| plan.work()))
    }

    /// One trial, roll by roll: its page and its JSON.
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
    ) -> PyResult<(String, String)> {
        let plan = Plan { seed: seed.unwrap_or(self.plan.seed), ..self.plan.clone() };
        let told = || -> Result<Transcript, Error> {
            let cell = replay::choose(&plan, variant, cell)?;
            if let Some(script) = script {
                return replay::replay(&plan, cell, Rolls::Script(&replay::parse_script(script)?));
            }
            let trial = match find {
                None => trial,
                Some(outcome) => replay::find(&plan, cell, outcome, within)?.ok_or_else(|| {
                    Error::run(format!("`{outcome}` did not happen in the first {} trials", study::thousands(within)))
                        .with_help("search further with `within`, or with another `seed`")
                })?,
            };
            replay::replay(&plan, cell, Rolls::Trial(trial))
        };
        let told = py.detach(told).map_err(|failed| error::error(py, &failed))?;
        Ok((transcript::page(&told, WIDTH), transcript::document(&told).to_string()))
    }
}
