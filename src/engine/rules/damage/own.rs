//! Custom damage rules, written in Rust or as formulas.

use super::code::{Code, Landed};
use super::formulas::{DamageFormulas, DamageStep, POINTS, ROLL, Steps, names};
use crate::dice::{Bound, Dice};
use crate::rules::{DamageBy, DamageRoll, Graze, HalfHits, Rules};
use std::sync::Arc;

/// A custom damage rule, which decides the points of damage of a hit. It replaces W1 and cannot be combined with rules
/// that roll or change damage (W6, W7, W9, W16, W26): [`Rules::with_own_damage`] turns them off. The record still
/// decides which wound the points cause.
///
/// Fights tabulate the rule before they begin, so it does not slow them down. It works in exact answers and in
/// simulations.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnDamage {
    name: Arc<str>,
    /// The dice of a rule in Rust.
    dice: Option<Dice>,
    code: Option<Code>,
    formulas: Arc<DamageFormulas>,
}

impl Rules {
    /// Replaces all rules that turn a hit into points or change the points (W1, W6, W7, W9, W16, W26) with this damage
    /// rule.
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
    /// A rule in Rust with a name that reports display. `points` must always return the same points for the same blow;
    /// 0 or less is no damage.
    pub fn new(name: impl Into<String>, points: impl Fn(Landed) -> i32 + Send + Sync + 'static) -> Self {
        let name: String = name.into();
        let code = Code::new(&name, points);
        Self { name: name.into(), dice: None, formulas: Arc::new(in_code(&code, None)), code: Some(code) }
    }

    /// A rule written as formulas.
    pub fn of_formulas(formulas: DamageFormulas) -> Self {
        Self { name: formulas.text().into(), dice: None, code: None, formulas: Arc::new(formulas) }
    }

    /// Sets the dice that are rolled for each hit. Has no effect on a rule written as formulas, which defines its own
    /// dice.
    #[must_use]
    pub fn rolling(self, dice: Dice) -> Self {
        let Some(code) = &self.code else { return self };
        let formulas = Arc::new(in_code(code, Some(&dice)));
        Self { dice: Some(dice), formulas, ..self }
    }

    /// The name that reports display.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The dice of a rule in Rust, rolled for each hit.
    pub fn dice(&self) -> Option<&Dice> {
        self.dice.as_ref()
    }

    /// Whether the rule is written in Rust, not as formulas.
    pub fn is_code(&self) -> bool {
        self.code.is_some()
    }

    /// The rule as formulas; a rule in Rust is a single step.
    pub fn formulas(&self) -> &DamageFormulas {
        &self.formulas
    }
}

/// The rule in Rust `code` as a rule with a single step, rolling `dice`.
fn in_code(code: &Code, dice: Option<&Dice>) -> DamageFormulas {
    let roll = dice.and_then(|dice| Some((ROLL.to_owned(), DamageStep::Formula(Bound::of_dice(dice).ok()?))));
    let points = (POINTS.to_owned(), DamageStep::Code(code.clone()));
    let steps = Steps::new(roll.into_iter().chain([points]).collect());
    DamageFormulas::new(names(&[], &[], 0), dice.cloned(), steps, None)
}
