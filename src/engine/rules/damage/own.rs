//! A damage rule of one's own, written in code or as formulas.

use super::code::{Code, Landed};
use super::formulas::{DamageFormulas, DamageStep, POINTS, ROLL, Steps, names};
use crate::dice::{Bound, Dice};
use crate::rules::{DamageBy, DamageRoll, Graze, HalfHits, Rules};
use std::sync::Arc;

/// A damage rule of your own: how many points of damage a hit does. It replaces W1, and cannot be combined with rules that roll damage
/// or change it (W6, W7, W9, W16, W26): [`Rules::with_own_damage`] turns them off. The record still decides which wound the points are.
///
/// Fights tabulate the rule before they begin, so it costs them nothing. It works in exact answers as in simulations.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnDamage {
    name: Arc<str>,
    /// The dice of a rule in code.
    dice: Option<Dice>,
    /// The rule in code.
    code: Option<Code>,
    formulas: Arc<DamageFormulas>,
}

impl Rules {
    /// The same rules with this damage rule instead of all that turn a hit into points or change the points: W1, W6, W7, W9, W16, W26.
    #[must_use]
    pub fn with_own_damage(self, rule: OwnDamage) -> Self {
        Self {
            own_damage: Some(rule),
            damage: DamageBy::Degree,
            damage_roll: DamageRoll::default(),
            graze: Graze::Off,
            half_hits: HalfHits::Off,
            critical_points: None,
            ..self
        }
    }
}

impl OwnDamage {
    /// A rule with this name, which pages show. It must always give the same points for the same blow; 0 or less is no damage.
    pub fn new(name: impl Into<String>, points: impl Fn(Landed) -> i32 + Send + Sync + 'static) -> Self {
        let name: String = name.into();
        let code = Code::new(&name, points);
        Self { name: name.into(), dice: None, formulas: Arc::new(in_code(&code, None)), code: Some(code) }
    }

    /// A rule written as formulas.
    pub fn of_formulas(formulas: DamageFormulas) -> Self {
        Self { name: formulas.text().into(), dice: None, code: None, formulas: Arc::new(formulas) }
    }

    /// The same rule with dice that are rolled for each hit; a rule written as formulas has its own.
    #[must_use]
    pub fn rolling(self, dice: Dice) -> Self {
        let Some(code) = &self.code else { return self };
        let formulas = Arc::new(in_code(code, Some(&dice)));
        Self { dice: Some(dice), formulas, ..self }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The dice that are rolled for each hit, by a rule in code.
    pub fn dice(&self) -> Option<&Dice> {
        self.dice.as_ref()
    }

    /// True if it is written in code, not as formulas.
    pub fn is_code(&self) -> bool {
        self.code.is_some()
    }

    /// Its steps.
    pub fn formulas(&self) -> &DamageFormulas {
        &self.formulas
    }
}

/// A rule in code as a rule of one step.
fn in_code(code: &Code, dice: Option<&Dice>) -> DamageFormulas {
    let roll = dice.and_then(|dice| Some((ROLL.to_owned(), DamageStep::Formula(Bound::of_dice(dice).ok()?))));
    let points = (POINTS.to_owned(), DamageStep::Code(code.clone()));
    let steps = Steps::new(roll.into_iter().chain([points]).collect());
    DamageFormulas::new(names(&[], &[], 0), dice.cloned(), steps, None)
}
