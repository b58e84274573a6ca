//! A damage rule of one's own, written in code or as formulas.

use super::formulas::{DamageFormulas, names};
use crate::dice::{Definitions, Dice, Place};
use crate::error::{Error, Result};
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
    rule: Rule,
}

#[derive(Clone)]
enum Rule {
    Code(Arc<dyn Fn(Landed) -> i32 + Send + Sync>),
    Formulas(Arc<DamageFormulas>),
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
        Self { name: name.into(), dice: None, rule: Rule::Code(Arc::new(points)) }
    }

    /// A rule written as formulas.
    pub(crate) fn of_formulas(formulas: DamageFormulas) -> Self {
        Self { name: formulas.text(), dice: None, rule: Rule::Formulas(Arc::new(formulas)) }
    }

    /// The printed rule of points, where nothing is rolled for damage but dice of weapons and armor: W1, W8.
    ///
    /// # Errors
    /// None: the formula is right.
    pub(crate) fn printed_points(degree_multiplier: u8) -> Result<Self> {
        let names = names(&[], &[], 0);
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let place = Place { names: &known, truths: &[], word: &|_, _| None, words: &[], truth: false, rolls: true };
        let text = match degree_multiplier {
            1 => "degree + offense - defense + scale + bonus".to_owned(),
            times => format!("{times} * degree + offense - defense + scale + bonus"),
        };
        let formula = Definitions::none().formula_at(&text, &place);
        let formula = formula.map_err(|_| Error::input("the printed rule of points cannot be read"))?;
        Ok(Self::of_formulas(DamageFormulas::new(names, None, vec![("points".to_owned(), formula)])))
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

    /// The points of a blow, by a rule written in code.
    pub(crate) fn points(&self, landed: Landed) -> Option<i32> {
        match &self.rule {
            Rule::Code(points) => Some(points(landed)),
            Rule::Formulas(_) => None,
        }
    }

    /// The formulas of a rule that is written as such.
    pub fn formulas(&self) -> Option<&DamageFormulas> {
        match &self.rule {
            Rule::Code(_) => None,
            Rule::Formulas(formulas) => Some(formulas),
        }
    }
}

impl fmt::Debug for OwnDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnDamage").field("name", &self.name).field("dice", &self.dice).finish_non_exhaustive()
    }
}

/// A rule in code is the same as itself and its clones, formulas are the same if they say the same.
impl PartialEq for OwnDamage {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.rule, &other.rule) {
            (Rule::Code(one), Rule::Code(other)) => Arc::ptr_eq(one, other),
            (Rule::Formulas(one), Rule::Formulas(other)) => one == other,
            _ => false,
        };
        same && self.name == other.name && self.dice == other.dice
    }
}
