//! A damage rule written in code.

use crate::dice::Dice;
#[cfg(doc)]
use crate::rules::Rules;
use std::fmt;
use std::sync::Arc;

/// A damage rule of your own: how many points of damage a hit does. It replaces W1, and cannot be combined with rules that roll damage
/// or change it (W6, W7, W9, W16, W26): [`Rules::with_own_damage`] turns them off. The record still decides which wound the points are.
///
/// Fights tabulate the rule before they begin, so it costs them nothing. It works in exact answers as in simulations.
#[derive(Clone)]
pub struct OwnDamage {
    name: String,
    dice: Option<Dice>,
    points: Arc<dyn Fn(Landed) -> i32 + Send + Sync>,
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
    /// What tactics add to damage.
    pub tactics: i32,
    /// What the damage dice show; 0 where none are rolled.
    pub roll: i32,
}

impl Landed {
    /// The highest relative degree that a rule can tell apart.
    pub const HIGHEST_DEGREE: i32 = 100;

    pub(crate) fn new([degree, factor, scale, tactics, roll]: [i32; 5]) -> Self {
        Self { degree: degree.clamp(0, Self::HIGHEST_DEGREE), factor, scale, tactics, roll }
    }
}

impl OwnDamage {
    /// A rule with this name, which pages show. It must always give the same points for the same blow; 0 or less is no damage.
    pub fn new(name: impl Into<String>, points: impl Fn(Landed) -> i32 + Send + Sync + 'static) -> Self {
        Self { name: name.into(), dice: None, points: Arc::new(points) }
    }

    /// The same rule with dice that are rolled for each hit.
    #[must_use]
    pub fn rolling(self, dice: Dice) -> Self {
        Self { dice: Some(dice), ..self }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The dice that are rolled for each hit.
    pub fn dice(&self) -> Option<&Dice> {
        self.dice.as_ref()
    }

    /// The points of a blow.
    pub fn points(&self, landed: Landed) -> i32 {
        (self.points)(landed)
    }
}

impl fmt::Debug for OwnDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnDamage").field("name", &self.name).field("dice", &self.dice).finish_non_exhaustive()
    }
}

/// A rule is the same as itself and its clones.
impl PartialEq for OwnDamage {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.points, &other.points) && self.name == other.name && self.dice == other.dice
    }
}
