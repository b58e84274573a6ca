//! Fights put together in Python: compared, varied, played round by round, one after another.

use crate::error::Result;
use crate::watch::stoppable;
use fudgelab::dice::Dice;
use fudgelab::sim::Monitor;
use fudgelab::{Landed, OwnDamage, Seed};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Wraps a damage function of Python. It is called once for equal hits, and not again after its first exception, which goes into `failed`.
fn known(points: Py<PyAny>, failed: Arc<Mutex<Option<PyErr>>>) -> impl Fn(Landed) -> i32 + Send + Sync {
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

/// A fight.
#[pyclass(frozen, module = "fudgelab._core")]
pub(crate) struct Encounter {
    pub(crate) inner: fudgelab::Encounter,
}

#[pymethods]
impl Encounter {
    /// The fight of a scenario's text.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> Result<Self> {
        Ok(Self { inner: py.detach(|| fudgelab::Encounter::parse(text))? })
    }

    /// The same fight, begun as another left its fighters.
    fn after(&self, before: &Aftermath) -> Self {
        Self { inner: self.inner.clone().after(before.inner.clone()) }
    }

    /// The same fight by a damage rule written in Python, which is asked once about each hit that there can be.
    fn with_damage(&self, name: &str, points: Py<PyAny>, dice: Option<&str>) -> Result<Self> {
        let rolled = dice.map(Dice::parse).transpose()?;
        let failed = Arc::new(Mutex::new(None));
        let rule = OwnDamage::new(name, known(points, failed.clone()));
        let rule = rolled.into_iter().fold(rule, OwnDamage::rolling);
        let inner = self.inner.clone().with_damage(rule);
        // Tables are made here, in this thread, which has the interpreter.
        let made = inner.study();
        if let Some(failed) = failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(failed.into());
        }
        made?;
        Ok(Self { inner })
    }

    /// One trial, to be taken round by round.
    fn play(&self, py: Python<'_>, trial: u64, seed: u64) -> Result<Playthrough> {
        let play = py.detach(|| self.inner.play(trial, Seed::new(seed)))?;
        Ok(Playthrough { play: Mutex::new(play) })
    }

    /// What a side carries on from it.
    fn aftermath(&self, py: Python<'_>, side: &str) -> Result<Aftermath> {
        let left = stoppable(py, |watch| self.inner.aftermath_until(side, &|| watch.stopped()))?;
        Ok(Aftermath { inner: left })
    }
}

/// What a side carries on from a fight.
#[pyclass(frozen, module = "fudgelab")]
pub(crate) struct Aftermath {
    inner: fudgelab::Aftermath,
}

#[pymethods]
impl Aftermath {
    /// The chance that this fighter can fight on; None where nobody of the side is called so.
    fn chance_fit(&self, name: &str) -> Option<f64> {
        self.inner.chance_fit(name)
    }

    /// The chance that at least one of the side can fight on.
    fn chance_any_fit(&self) -> f64 {
        self.inner.chance_any_fit()
    }

    /// The same without this fighter, who does not come along.
    fn without(&self, name: &str) -> Self {
        Self { inner: self.inner.clone().without(name) }
    }
}

/// One fight, taken round by round.
#[pyclass(frozen, module = "fudgelab")]
pub(crate) struct Playthrough {
    play: Mutex<fudgelab::Playthrough>,
}

impl Playthrough {
    fn play(&self) -> MutexGuard<'_, fudgelab::Playthrough> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Playthrough {
    /// Plays a round; False where the fight was over, or had come to its round limit.
    fn play_round(&self) -> bool {
        self.play().play_round()
    }

    /// Whether the fight is over, or has come to its round limit.
    #[getter]
    fn is_over(&self) -> bool {
        self.play().is_over()
    }

    /// The rounds played.
    #[getter]
    fn rounds(&self) -> u32 {
        self.play().rounds()
    }

    /// The side that has won; None while the fight goes on, and where nobody has.
    #[getter]
    fn winner(&self) -> Option<String> {
        self.play().winner().map(str::to_owned)
    }

    /// Everybody's worst wound: name and level.
    fn wounds(&self) -> Vec<(String, String)> {
        self.play().wounds().into_iter().map(|(name, level)| (name, level.to_owned())).collect()
    }

    /// The chances that the sides win from here, in their order, and that nobody does.
    fn standing(&self, py: Python<'_>) -> Result<(Vec<f64>, f64)> {
        let standing = stoppable(py, |watch| self.play().standing_until(&|| watch.stopped()))?;
        Ok((standing.wins, standing.nobody))
    }

    /// What a side carries on from this very fight, as it stands.
    fn aftermath(&self, side: &str) -> Result<Aftermath> {
        Ok(Aftermath { inner: self.play().aftermath(side)? })
    }
}
