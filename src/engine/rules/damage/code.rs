//! Damage rules written in Rust.

use std::fmt;
use std::sync::Arc;

/// A named function that returns points of damage.
#[derive(Clone)]
pub struct Code {
    name: String,
    points: Arc<dyn Fn(Landed) -> i32 + Send + Sync>,
}

impl Code {
    pub(super) fn new(name: &str, points: impl Fn(Landed) -> i32 + Send + Sync + 'static) -> Self {
        Self { name: name.to_owned(), points: Arc::new(points) }
    }

    /// The name that the rule is displayed by.
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

/// A function equals itself and its clones.
impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.points, &other.points)
    }
}

/// A blow that has hit, with everything that a damage rule may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Landed {
    /// The relative degree of the hit, from 0 to 100; a larger one counts as 100.
    pub degree: i32,
    /// The offensive minus the defensive factor, including Scale.
    pub factor: i32,
    /// The attacker's Strength Scale minus the target's Mass Scale. It is already included in `factor`.
    pub scale: i32,
    /// The damage bonus from tactics.
    pub tactics: i32,
    /// The result of the damage dice; 0 if no dice are rolled.
    pub roll: i32,
}

impl Landed {
    /// The highest relative degree that a rule can distinguish.
    pub const HIGHEST_DEGREE: i32 = 100;

    pub(crate) fn new([degree, factor, scale, tactics, roll]: [i32; 5]) -> Self {
        Self { degree: degree.clamp(0, Self::HIGHEST_DEGREE), factor, scale, tactics, roll }
    }
}
