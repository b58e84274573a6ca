//! Damage rules: a list of steps, each of which may use the values of earlier steps.

use super::code::{Code, Landed};
use crate::chance::Faces;
use crate::dice::{Bound, Dice};
use crate::error::{Error, Result};
use crate::formula::DiceTerms;
use crate::rules::names::DAMAGE;
use crate::rules::own::{Counter, TRAITS};

/// The variables of a blow in damage formulas.
pub const BLOW_VARIABLES: [&str; 14] = [
    "attack",
    "guard",
    "guard_fixed",
    "degree",
    "natural",
    "foe_natural",
    "critical",
    "offense",
    "defense",
    "armor",
    "scale",
    "bonus",
    "tactics",
    "injuries",
];

/// The name of the damage roll in formulas.
pub const ROLL: &str = "roll";

/// The name of the last step if it is a wound level.
pub const LEVEL: &str = "level";

/// The name of the step that is the points of damage.
pub const POINTS: &str = "points";

/// The name of the step by which the roll changes the points, if the rule has one.
pub const POINT_CHANGE: &str = "by";

/// The name of the step that is the wound level before the roll.
pub const LEVEL_BEFORE_ROLL: &str = "plain";

/// The name of the step that is the points after a critical may have gone through Scale (W26).
pub const POINTS_THROUGH_SCALE: &str = "through";

/// The function from points to a wound level on the target's record: see
/// [`STEP_SEPARATOR`](crate::formula::STEP_SEPARATOR).
pub(crate) const WOUND: &str = "wound";

/// Maximum number of entries of a damage table.
pub const MOST_ENTRIES: usize = 1_000_000;

/// The variables of damage formulas, before `roll` and the steps: those of the blow, of both fighters with the custom
/// `traits`, of their states with the `counters`, and of the record's `levels` wound levels.
pub fn names(traits: &[String], counters: &[Counter], levels: usize) -> Vec<String> {
    let traits: Vec<&str> = traits.iter().map(String::as_str).filter(|name| !TRAITS.contains(name)).collect();
    let counters: Vec<&str> = counters.iter().map(|counter| counter.name.as_str()).collect();
    let names = DAMAGE.names([&traits, &traits], &counters).into_iter().map(|(name, ..)| name);
    names.chain((1..=levels).map(|level| format!("{WOUND} {level}"))).collect()
}

/// The number of a wound level, if `name` is the variable for its fewest points (3 for `wound 3`).
pub fn wound_level(name: &str) -> Option<usize> {
    name.strip_prefix(WOUND)?.strip_prefix(' ')?.parse().ok()
}

/// The formula or function of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum DamageStep {
    /// A formula.
    Formula(Bound),
    /// A Rust function.
    Code(Code),
}

impl DamageStep {
    /// The indices of the variables that the step uses.
    fn used(&self) -> Vec<usize> {
        match self {
            Self::Formula(formula) => formula.used().collect(),
            Self::Code(_) => {
                let used = ["degree", "offense", "defense", "scale", "tactics"];
                (0..BLOW_VARIABLES.len()).filter(|place| used.contains(&BLOW_VARIABLES[*place])).collect()
            }
        }
    }

    fn has_dice(&self) -> bool {
        matches!(self, Self::Formula(formula) if formula.formula().rolls())
    }

    /// The formula as written, or the function's name.
    pub fn text(&self) -> &str {
        match self {
            Self::Formula(formula) => formula.text(),
            Self::Code(code) => code.name(),
        }
    }

    /// The formula, if it is one.
    pub fn formula(&self) -> Option<&Bound> {
        match self {
            Self::Formula(formula) => Some(formula),
            Self::Code(_) => None,
        }
    }

    /// The value, if the step has no dice. `values` holds the first `names` variables, then `roll`, if any, and the
    /// earlier steps.
    fn value(&self, values: &[i64], names: usize) -> Result<i64> {
        let code = match self {
            Self::Formula(formula) => return formula.value(values),
            Self::Code(code) => code,
        };
        let of =
            |name: &str| BLOW_VARIABLES.iter().position(|one| *one == name).map_or(0, |place| values[place] as i32);
        let factor = of("offense") - of("defense") + of("scale");
        let roll = values.get(names).map_or(0, |roll| *roll as i32);
        Ok(code.points(Landed::new([of("degree"), factor, of("scale"), of("tactics"), roll])).into())
    }
}

/// The steps from a hit to its damage: points of damage, or a wound level.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Steps {
    steps: Vec<(String, DamageStep)>,
    uses_wound_levels: bool,
}

impl Steps {
    /// Named steps; `roll`, if there is one, comes first.
    pub fn new(steps: Vec<(String, DamageStep)>) -> Self {
        Self { steps, uses_wound_levels: false }
    }

    /// Whether a step uses the wound levels of points.
    pub fn uses_wound_levels(&self) -> bool {
        self.uses_wound_levels
    }

    /// The names and contents of all steps.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &DamageStep)> {
        self.steps.iter().map(|(name, step)| (name.as_str(), step))
    }

    /// The index of the step called `name`.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.steps.iter().position(|(own, _)| own == name)
    }

    /// Whether the last step is a wound level, not points.
    pub fn ends_in_level(&self) -> bool {
        self.steps.last().is_some_and(|(name, _)| name == LEVEL)
    }

    /// The index of the step that is the points of the hit; `None` if the rule has no such step.
    pub fn points(&self) -> Option<usize> {
        let named = self.index_of(POINTS_THROUGH_SCALE).or_else(|| self.index_of(POINTS));
        named.or_else(|| self.steps.len().checked_sub(1).filter(|_| !self.ends_in_level()))
    }

    fn formulas(&self) -> Result<Vec<(&Bound, Option<usize>)>> {
        let formulas = self.steps.iter().map(|(_, step)| Some((step.formula()?, None)));
        formulas.collect::<Option<_>>().ok_or_else(|| {
            Error::input("a damage rule in code cannot be combined with dice of weapons and armor")
                .with_help("write the rule as formulas, or weapons and armor without dice")
        })
    }

    /// Evaluates all steps in order. `values` holds the variables and is restored on success. If `roll` is given, it is
    /// the value of the first step. No other step may have dice.
    fn values(&self, values: &mut Vec<i64>, roll: Option<i64>) -> Result<Vec<i64>> {
        let names = values.len();
        for (_, step) in &self.steps {
            let value = match roll {
                Some(roll) if values.len() == names => roll,
                _ => step.value(values, names)?,
            };
            values.push(value);
        }
        Ok(values.split_off(names))
    }
}

/// A damage rule.
#[derive(Debug, Clone, PartialEq)]
pub struct DamageFormulas {
    /// The variables before `roll` and the steps.
    names: Vec<String>,
    /// The dice of `roll`, if no other step rolls dice.
    roll: Option<Dice>,
    hits: Steps,
    /// The steps of a graze (a hit by a relative degree of 1 or less); `None` without grazes.
    grazes: Option<Steps>,
    /// Whether a step uses the variable, by index.
    used: Vec<bool>,
}

/// The dice that are rolled for a blow.
#[derive(Debug, Clone, PartialEq)]
pub enum BlowDice {
    /// No dice.
    None,
    /// The dice of the rule.
    Roll,
    /// Dice combined for this blow from weapons, armor and steps.
    Own(Dice),
}

/// The possible results of a blow.
#[derive(Debug, Clone, PartialEq)]
pub struct BlowOutcomes {
    /// The dice. Their results, counted from `lowest`, are indices into `values`; without dice, `values` has one entry.
    pub dice: BlowDice,
    /// The lowest result of the dice.
    pub lowest: i32,
    /// For each result, the values of `roll` (if any) and of all steps; empty for a result that the dice never show.
    pub values: Vec<Vec<i64>>,
}

/// Dice of a weapon or armor, rolled for each hit.
#[derive(Debug, Clone, PartialEq)]
pub struct GearDice {
    /// The variable that they are added to: `offense` or `defense`.
    pub name: &'static str,
    /// The dice as a formula.
    pub dice: Bound,
    /// The dice as displayed.
    pub displayed: Dice,
}

impl DamageFormulas {
    /// A rule with the variables of [`names`]. `roll` is the dice rolled under that name, unless they depend on
    /// variables. Each formula must have been read with these variables, `roll` and the steps before it.
    pub fn new(names: Vec<String>, roll: Option<Dice>, hits: Steps, grazes: Option<Steps>) -> Self {
        let steps = || hits.iter().chain(grazes.iter().flat_map(Steps::iter));
        let rolls = |(name, step): (&str, &DamageStep)| name != ROLL && step.has_dice();
        let roll = roll.filter(|_| !steps().any(rolls));
        let mut used = vec![false; names.len()];
        steps()
            .flat_map(|(_, step)| step.used())
            .filter(|place| *place < names.len())
            .for_each(|place| used[place] = true);
        let is_level = |place: usize| names.get(place).is_some_and(|name| wound_level(name).is_some());
        let asking = |steps: Steps| {
            let uses_wound_levels = steps.iter().any(|(_, step)| step.used().into_iter().any(is_level));
            Steps { uses_wound_levels, ..steps }
        };
        let (hits, grazes) = (asking(hits), grazes.map(asking));
        Self { names, roll, hits, grazes, used }
    }

    /// The variables that the steps use, with their indices in [`names`]. Names include any `foe_` prefix.
    pub fn used(&self) -> impl Iterator<Item = (usize, &str)> {
        self.names.iter().enumerate().filter(|(place, _)| self.used[*place]).map(|(place, name)| (place, name.as_str()))
    }

    /// Whether a step uses the variable `name`.
    pub fn uses(&self, name: &str) -> bool {
        self.used().any(|(_, used)| used == name)
    }

    /// The formulas of `roll`, if there is one, and of the steps.
    pub fn formulas(&self) -> impl Iterator<Item = &Bound> {
        self.all().filter_map(|(_, step)| step.formula())
    }

    fn all(&self) -> impl Iterator<Item = (&str, &DamageStep)> {
        self.hits.iter().chain(self.grazes.iter().flat_map(Steps::iter))
    }

    /// Number of variables before `roll` and the steps.
    pub fn variable_count(&self) -> usize {
        self.names.len()
    }

    /// Whether a hit by the relative degree `degree` is a graze.
    pub fn is_graze(&self, degree: i32) -> bool {
        degree <= 1 && self.grazes.is_some()
    }

    /// The steps of a hit by the relative degree `degree`.
    pub fn steps(&self, degree: i32) -> &Steps {
        self.grazes.as_ref().filter(|_| self.is_graze(degree)).unwrap_or(&self.hits)
    }

    /// The dice of `roll`. `None` if other dice are rolled as well, or if these dice depend on variables.
    pub fn roll(&self) -> Option<&Dice> {
        self.roll.as_ref()
    }

    /// Whether any dice are rolled.
    pub fn rolls(&self) -> bool {
        self.roll.is_some() || self.all().any(|(_, step)| step.has_dice())
    }

    /// The rule in one line: `factor = offense - defense; points = degree + factor + roll; roll = 4dF`.
    pub fn text(&self) -> String {
        let rolled = self.hits.iter().next().filter(|(name, _)| *name == ROLL);
        let steps = self.hits.iter().skip(usize::from(rolled.is_some())).chain(rolled);
        steps.map(|(name, step)| format!("{name} = {}", step.text())).collect::<Vec<_>>().join("; ")
    }

    /// The possible results of a blow by the relative degree `degree`, for the `values` of its variables.
    ///
    /// # Errors
    /// If a value overflows or is divided by 0, there are too many outcomes to enumerate, or weapons have dice and the
    /// rule is in Rust.
    pub fn outcomes(&self, degree: i32, values: &mut Vec<i64>, gear: &[GearDice]) -> Result<BlowOutcomes> {
        let steps = self.steps(degree);
        match &self.roll {
            Some(dice) if gear.is_empty() => return Self::outcomes_by_roll(steps, dice, values),
            None if gear.is_empty() && !self.rolls() => {
                return Ok(BlowOutcomes { dice: BlowDice::None, lowest: 0, values: vec![steps.values(values, None)?] });
            }
            _ => {}
        }
        let mut formulas: Vec<(&Bound, Option<usize>)> =
            gear.iter().map(|gear| (&gear.dice, self.variable_index(gear))).collect();
        formulas.extend(steps.formulas()?);
        let (values, dice) = Bound::joint_rows("damage", &formulas, values)?;
        let dice = if values.len() > 1 { BlowDice::Own(dice) } else { BlowDice::None };
        Ok(BlowOutcomes { dice, lowest: 0, values })
    }

    /// The faces shown for each result of the dice of weapons, armor and steps. `None` if only the rule's dice are
    /// rolled, whose results are their faces.
    ///
    /// # Errors
    /// Like [`outcomes`](Self::outcomes).
    pub fn faces(&self, degree: i32, values: &mut Vec<i64>, gear: &[GearDice]) -> Result<Option<Faces>> {
        let (BlowOutcomes { dice, values: results, .. }, names) = (self.outcomes(degree, values, gear)?, &*values);
        if !matches!(dice, BlowDice::Own(_)) {
            return Ok(None);
        }
        let steps = self.steps(degree).formulas()?.into_iter().map(|(step, _)| (step, None));
        let formulas = gear.iter().map(|gear| (&gear.dice, self.variable_index(gear))).chain(steps).enumerate();
        let rolling: Vec<_> = formulas.filter(|(_, (formula, _))| formula.formula().rolls()).collect();
        // The value of the whole `roll` formula is its natural result.
        let roll = self.steps(degree).index_of(ROLL).map(|place| gear.len() + place);
        let terms = rolling.iter().map(|(number, (formula, _))| {
            let is_roll = roll == Some(*number);
            if is_roll { None } else { formula.formula().dice_terms(formula.text()) }
        });
        let terms: Vec<Option<DiceTerms>> = terms.collect();
        let name = |((number, (formula, _)), terms): (&(usize, (&Bound, _)), &Option<DiceTerms>)| {
            let text = gear.get(*number).map_or(formula.text(), |gear| gear.displayed.shown_name());
            let whole = text.strip_prefix("method('").and_then(|text| text.strip_suffix("')")).unwrap_or(text);
            (*number, terms.as_ref().map_or(whole, |terms| &terms.dice).to_owned())
        };
        let dice = rolling.iter().zip(&terms).map(name).collect();
        let shown = |result: &Vec<i64>| {
            let mut inputs = names.clone();
            gear.iter().zip(result).for_each(|(gear, value)| {
                self.variable_index(gear).into_iter().for_each(|place| inputs[place] = *value);
            });
            let each = rolling.iter().zip(&terms).map(|((number, (formula, adds_to)), terms)| {
                let value = result[*number] - adds_to.map_or(0, |place| names[place]);
                if let Some(gear) = gear.get(*number) {
                    return gear.displayed.shown(value as i32);
                }
                let mut inputs = inputs.clone();
                inputs.extend(result.get(gear.len()..*number).unwrap_or_default());
                let number = terms.as_ref().and_then(|terms| Some((terms, formula.added_to_dice(&inputs)?)));
                let shown = |(terms, number): (&DiceTerms, i64)| {
                    if terms.is_subtracted { number - value } else { value - number }
                };
                number.map_or(value, shown) as i32
            });
            each.collect()
        };
        let shown = (0..).zip(&results).map(|(number, result)| (number, shown(result))).collect();
        Ok(Some(Faces { dice, shown }))
    }

    /// The index of the variable that the dice of `gear` are added to.
    fn variable_index(&self, gear: &GearDice) -> Option<usize> {
        self.names.iter().position(|name| name == gear.name)
    }

    /// The values of all steps for each result of `roll`. Nothing is rolled if the result changes no other step.
    fn outcomes_by_roll(steps: &Steps, dice: &Dice, values: &mut Vec<i64>) -> Result<BlowOutcomes> {
        let (lowest, highest) = (dice.pmf().lowest(), dice.pmf().highest());
        let mut all = vec![Vec::new(); (highest - lowest) as usize + 1];
        for (roll, _) in dice.pmf().iter() {
            all[(roll - lowest) as usize] = steps.values(values, Some(roll.into()))?;
        }
        let mut others = all.iter().filter(|values| !values.is_empty()).map(|values| &values[1..]);
        let first = others.next().unwrap_or_default();
        let is_code = steps.steps.iter().any(|(_, step)| step.formula().is_none());
        if !is_code && others.all(|other| other == first) {
            // The first value is the roll itself.
            let values = std::iter::once(0).chain(first.iter().copied()).collect();
            return Ok(BlowOutcomes { dice: BlowDice::None, lowest: 0, values: vec![values] });
        }
        Ok(BlowOutcomes { dice: BlowDice::Roll, lowest, values: all })
    }

    /// The index of the first step that uses the value of the step `roll`, in a hit by the relative degree `degree`.
    /// `None` if there is no such roll, or no step uses it.
    pub fn first_step_with_roll(&self, degree: i32) -> Option<usize> {
        let steps = self.steps(degree);
        let rolled = |(_, step): &(String, DamageStep)| step.used().contains(&self.names.len());
        let has_roll = steps.steps.first().is_some_and(|(name, _)| name == ROLL);
        has_roll.then(|| steps.steps.iter().position(rolled)).flatten()
    }
}
