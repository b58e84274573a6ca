//! Damage rules written in code.

use std::fmt;
use std::sync::Arc;

/// A function that gives points of damage, with a name.
#[derive(Clone)]
pub struct Code {
    name: String,
    points: Arc<dyn Fn(Landed) -> i32 + Send + Sync>,
}

impl Code {
    pub(super) fn new(name: &str, points: impl Fn(Landed) -> i32 + Send + Sync + 'static) -> Self {
        Self { name: name.to_owned(), points: Arc::new(points) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn points(&self, landed: Landed) -> i32 {
        (self.points)(landed)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A function is the same as itself and its clones.
impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.points, &other.points)
    }
}

/// A blow that has hit: everything that a damage rule may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Landed {
    /// The relative degree that it hit by, from 0 to 100; a larger one counts as 100.
    pub degree: i32,
    /// The offensive minus the defensive factor, Scale included.
    pub factor: i32,
    /// The attacker's Scale of Strength minus the target's of Mass, which is part of `factor`.
    pub scale: i32,
    /// The bonus of tactics to damage.
    pub tactics: i32,
    /// The result of the damage dice; 0 where none are rolled.
    pub roll: i32,
}

impl Landed {
    /// The highest relative degree that a rule can tell apart.
    pub const HIGHEST_DEGREE: i32 = 100;

    pub(crate) fn new([degree, factor, scale, tactics, roll]: [i32; 5]) -> Self {
        Self { degree: degree.clamp(0, Self::HIGHEST_DEGREE), factor, scale, tactics, roll }
    }
}
