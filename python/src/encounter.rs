//! Fights built in Python: with custom damage, played round by round, or one after another.

use crate::error::Result;
use crate::watch::run_stoppable;
use fudgelab::dice::Dice;
use fudgelab::sim::Monitor;
use fudgelab::{Landed, OwnDamage, Seed};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Wraps the Python damage function `points` so that it is called once for each distinct hit. After its first
/// exception, which is stored in `failed`, it is not called again.
fn cached_damage(points: Py<PyAny>, failed: Arc<Mutex<Option<PyErr>>>) -> impl Fn(Landed) -> i32 + Send + Sync {
    let known: Mutex<HashMap<[i32; 5], i32>> = Mutex::default();
    move |Landed { degree, factor, scale, tactics, roll, .. }| {
        let hit = [degree, factor, scale, tactics, roll];
        let found = known.lock().unwrap_or_else(PoisonError::into_inner).get(&hit).copied();
        let has_failed = || failed.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        found.unwrap_or_else(|| {
            if has_failed() {
                return 0;
            }
            let asked = Python::attach(|py| points.call1(py, (degree, factor, scale, tactics, roll))?.extract(py));
            let asked = asked.unwrap_or_else(|error| {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                0
            });
            known.lock().unwrap_or_else(PoisonError::into_inner).insert(hit, asked);
            asked
        })
    }
}

/// A fight between two to four sides.
#[pyclass(frozen, module = "fudgelab._core")]
pub(crate) struct Encounter {
    pub(crate) inner: fudgelab::Encounter,
}

#[pymethods]
impl Encounter {
    /// Reads a fight from the text of a scenario.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> Result<Self> {
        Ok(Self { inner: py.detach(|| fudgelab::Encounter::parse(text))? })
    }

    /// Returns this fight with fighters as an earlier fight left them.
    fn after(&self, before: &Aftermath) -> Self {
        Self { inner: self.inner.clone().after(before.inner.clone()) }
    }

    /// Returns this fight with a damage rule written in Python. `points` is called once for each possible hit, with
    /// its degree, factor, scale, tactics and roll. `dice`, if given, are rolled for each hit.
    fn with_damage(&self, name: &str, points: Py<PyAny>, dice: Option<&str>) -> Result<Self> {
        let rolled = dice.map(Dice::parse).transpose()?;
        let failed = Arc::new(Mutex::new(None));
        let rule = OwnDamage::new(name, cached_damage(points, failed.clone()));
        let rule = rolled.into_iter().fold(rule, OwnDamage::rolling);
        let inner = self.inner.clone().with_damage(rule);
        // Computes the damage tables now, on this thread, which holds the interpreter lock. Later runs find every hit
        // in the cache.
        let made = inner.study();
        if let Some(failed) = failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(failed.into());
        }
        made?;
        Ok(Self { inner })
    }

    /// Starts a trial that is played round by round.
    fn play(&self, py: Python<'_>, trial: u64, seed: u64) -> Result<Playthrough> {
        let play = py.detach(|| self.inner.play(trial, Seed::new(seed)))?;
        Ok(Playthrough { inner: Mutex::new(play) })
    }

    /// Computes exactly the state in which this fight leaves a side.
    fn aftermath(&self, py: Python<'_>, side: &str) -> Result<Aftermath> {
        let left = run_stoppable(py, |watch| self.inner.aftermath_until(side, &|| watch.stopped()))?;
        Ok(Aftermath { inner: left })
    }
}

/// The state in which a fight leaves a side: wounds and everything else that outlasts the fight.
#[pyclass(frozen, module = "fudgelab")]
pub(crate) struct Aftermath {
    inner: fudgelab::Aftermath,
}

#[pymethods]
impl Aftermath {
    /// The chance that this fighter can fight on; None if no fighter of the side has this name.
    fn chance_fit(&self, name: &str) -> Option<f64> {
        self.inner.chance_fit(name)
    }

    /// The chance that at least one fighter of the side can fight on.
    fn chance_any_fit(&self) -> f64 {
        self.inner.chance_any_fit()
    }

    /// Returns the aftermath without this fighter, who stays behind.
    fn without(&self, name: &str) -> Self {
        Self { inner: self.inner.clone().without(name) }
    }
}

/// One trial of a fight, played round by round.
#[pyclass(frozen, module = "fudgelab")]
pub(crate) struct Playthrough {
    inner: Mutex<fudgelab::Playthrough>,
}

impl Playthrough {
    fn lock(&self) -> MutexGuard<'_, fudgelab::Playthrough> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Playthrough {
    /// Plays a round. Returns False without playing if the fight has ended or reached its round limit.
    fn play_round(&self) -> bool {
        self.lock().play_round()
    }

    /// Whether the fight has ended or reached its round limit.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().is_over()
    }

    /// The number of rounds played.
    #[getter]
    fn rounds(&self) -> u32 {
        self.lock().rounds()
    }

    /// The name of the winning side; None while the fight continues, or if no side has won.
    #[getter]
    fn winner(&self) -> Option<String> {
        self.lock().winner().map(str::to_owned)
    }

    /// Every fighter's name and worst wound.
    fn wounds(&self) -> Vec<(String, String)> {
        self.lock().wounds().into_iter().map(|(name, level)| (name, level.to_owned())).collect()
    }

    /// The chance that each side wins from here, in the order of the sides, and the chance that no fighter is left
    /// standing. The round limit is ignored.
    fn standing(&self, py: Python<'_>) -> Result<(Vec<f64>, f64)> {
        let standing = run_stoppable(py, |watch| self.lock().standing_until(&|| watch.stopped()))?;
        Ok((standing.wins, standing.nobody))
    }

    /// The state in which this fight, as it is now, leaves a side.
    fn aftermath(&self, side: &str) -> Result<Aftermath> {
        Ok(Aftermath { inner: self.lock().aftermath(side)? })
    }
}
