//! A damage rule written as formulas.

use crate::dice::{Bound, Dice};
use crate::error::Result;
use crate::rules::own::{Counter, OwnRules};

/// The names of a blow in formulas of damage.
pub const OF_A_BLOW: [&str; 12] = [
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
];

/// The names of a fighter that do not change in a fight. With `foe_` before them they are those of the target.
pub const OF_A_FIGHTER: [&str; 8] =
    ["skill", "avoid", "strength", "agility", "perception", "health", "initiative", "size"];

/// The beginning of names of the target.
pub const FOE: &str = "foe_";

/// The dice that are rolled for each hit, in formulas.
pub const ROLL: &str = "roll";

/// The last step, if it is a wound level.
pub const LEVEL: &str = "level";

/// The wound level that points give on the target's record: see [`STEP`](crate::formula::STEP).
const WOUND: &str = "wound";

/// The most entries of a table of damage.
pub const MOST_ENTRIES: usize = 1_000_000;

/// The names in formulas of damage, before `roll` and the steps: of a blow, of both fighters with these traits of their own, of their state with these
/// counters, and of the levels of the record, `levels` of them.
pub fn names(traits: &[String], counters: &[Counter], levels: usize) -> Vec<String> {
    let mut names = of_fighters(traits);
    let states: Vec<String> =
        OwnRules::names_of_state(counters).into_iter().filter(|state| !names.contains(state)).collect();
    names.extend(states);
    names.extend((1..=levels).map(|level| format!("{WOUND} {level}")));
    names
}

/// The names of a blow and of both fighters.
fn of_fighters(traits: &[String]) -> Vec<String> {
    let known = |name: &&str| !OF_A_FIGHTER.contains(name) && !OF_A_BLOW.contains(name);
    let own: Vec<&str> = OF_A_FIGHTER.into_iter().chain(traits.iter().map(String::as_str).filter(known)).collect();
    let foe = own.iter().map(|name| format!("{FOE}{name}"));
    let blow = OF_A_BLOW.into_iter().chain(own.iter().copied()).map(str::to_owned);
    blow.chain(foe).collect()
}

/// The names in formulas of weapons and armor, in the places that they have among [`names`]; those of a blow cannot be written.
pub fn names_of_gear(traits: &[String]) -> Vec<String> {
    let blow = OF_A_BLOW.len();
    let hidden = |(place, name): (usize, String)| if place < blow { format!("-{name}") } else { name };
    of_fighters(traits).into_iter().enumerate().map(hidden).collect()
}

/// The number of the wound level whose least points a name stands for.
pub fn wound_level(name: &str) -> Option<usize> {
    name.strip_prefix(WOUND)?.strip_prefix(' ')?.parse().ok()
}

/// A damage rule written as formulas: steps, each of which may name those before it. The last is the points of a hit, or its wound level.
#[derive(Debug, Clone, PartialEq)]
pub struct DamageFormulas {
    /// The names before `roll` and the steps.
    names: Vec<String>,
    /// The dice that are rolled under the name of `roll`, where nothing else is rolled.
    roll: Option<Dice>,
    /// The same as a formula; then the steps.
    steps: Vec<(String, Bound)>,
    /// For each name whether a step uses it.
    used: Vec<bool>,
}

/// The results of a blow by formulas.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcomes {
    /// The dice, whose results count the values from `lowest` on; `None` if nothing is rolled, and there is one list of values.
    pub dice: Option<Dice>,
    /// The first result of the dice.
    pub lowest: i32,
    /// The values of `roll`, if there is one, and of all steps; empty for a result that the dice never show.
    pub values: Vec<Vec<i64>>,
}

/// Dice of weapons or armor, which are rolled for each hit.
#[derive(Debug, Clone)]
pub struct GearDice {
    /// The name that they are added to: `offense` or `defense`.
    pub name: &'static str,
    /// The dice, as a formula.
    pub dice: Bound,
}

impl DamageFormulas {
    /// A rule. The names are those of [`names`]; `roll` is the name and formula of dice and, if they name nothing, the dice themselves. Each
    /// formula has been read with these names, that of `roll` and those of the steps before it.
    pub fn new(names: Vec<String>, roll: Option<(Bound, Option<Dice>)>, steps: Vec<(String, Bound)>) -> Self {
        let (first, dice) = roll.map_or((None, None), |(formula, dice)| (Some((ROLL.to_owned(), formula)), dice));
        let roll = dice.filter(|_| steps.iter().all(|(_, formula)| !formula.formula().rolls()));
        let steps: Vec<(String, Bound)> = first.into_iter().chain(steps).collect();
        let used = (0..names.len())
            .map(|name| steps.iter().any(|(_, formula)| formula.used().any(|used| used == name)))
            .collect();
        Self { names, roll, steps, used }
    }

    /// The names that its steps use, with their places among [`names`], `foe_` and all.
    pub fn used(&self) -> impl Iterator<Item = (usize, &str)> {
        self.names.iter().enumerate().filter(|(place, _)| self.used[*place]).map(|(place, name)| (place, name.as_str()))
    }

    /// The formulas of `roll`, if there is one, and of the steps.
    pub fn formulas(&self) -> impl Iterator<Item = &Bound> {
        self.steps.iter().map(|(_, formula)| formula)
    }

    /// The number of names before `roll` and the steps.
    pub fn width(&self) -> usize {
        self.names.len()
    }

    /// The names of `roll`, if there is one, and of the steps.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().map(|(name, _)| name.as_str())
    }

    /// True if the last step is a wound level, not points.
    pub fn gives_level(&self) -> bool {
        self.steps.last().is_some_and(|(name, _)| name == LEVEL)
    }

    /// The dice of which `roll` is the result, if there are no others; `None` as well if they depend on anything.
    pub fn roll(&self) -> Option<&Dice> {
        self.roll.as_ref()
    }

    /// True if anything is rolled.
    pub fn rolls(&self) -> bool {
        self.steps.iter().any(|(_, formula)| formula.formula().rolls())
    }

    /// The rule in a line: `factor = offense - defense; points = degree + factor + roll; roll = 4dF`.
    pub fn text(&self) -> String {
        let rolled = self.steps.first().filter(|(name, _)| name == ROLL);
        let steps = self.steps.iter().skip(usize::from(rolled.is_some())).chain(rolled);
        steps.map(|(name, formula)| format!("{name} = {}", formula.text())).collect::<Vec<_>>().join("; ")
    }

    /// The results of a blow, for these values of its names.
    ///
    /// # Errors
    /// A value that is out of range or divided by 0; too many ways to be counted.
    pub fn outcomes(&self, values: &[i64], gear: &[GearDice]) -> Result<Outcomes> {
        if !gear.is_empty() {
            let place = |gear: &GearDice| self.names.iter().position(|name| name == gear.name);
            let mut formulas: Vec<(&Bound, Option<usize>)> =
                gear.iter().map(|gear| (&gear.dice, place(gear))).collect();
            formulas.extend(self.steps.iter().map(|(_, formula)| (formula, None)));
            let (values, dice) = Bound::together("damage", &formulas, values)?;
            return Ok(Outcomes { dice: Some(dice).filter(|_| values.len() > 1), lowest: 0, values });
        }
        if let Some(dice) = &self.roll {
            return self.rolled(dice, values);
        }
        if !self.rolls() {
            return Ok(Outcomes { dice: None, lowest: 0, values: vec![self.values(values, None)?] });
        }
        let formulas: Vec<(&Bound, Option<usize>)> = self.steps.iter().map(|(_, formula)| (formula, None)).collect();
        let (values, dice) = Bound::together("damage", &formulas, values)?;
        Ok(Outcomes { dice: Some(dice).filter(|_| values.len() > 1), lowest: 0, values })
    }

    /// The values of all steps for each result of `roll`, which is not rolled if it changes none of them.
    fn rolled(&self, dice: &Dice, values: &[i64]) -> Result<Outcomes> {
        let (lowest, highest) = (dice.pmf().lowest(), dice.pmf().highest());
        let mut all = vec![Vec::new(); (highest - lowest) as usize + 1];
        for (roll, _) in dice.pmf().iter() {
            all[(roll - lowest) as usize] = self.values(values, Some(roll.into()))?;
        }
        let mut others = all.iter().filter(|values| !values.is_empty()).map(|values| &values[1..]);
        let first = others.next().unwrap_or_default();
        if others.all(|other| other == first) {
            // The first of the values is that of the roll.
            let values = std::iter::once(0).chain(first.iter().copied()).collect();
            return Ok(Outcomes { dice: None, lowest: 0, values: vec![values] });
        }
        Ok(Outcomes { dice: Some(dice.clone()), lowest, values: all })
    }

    /// The values of all steps, none of which has dice besides `roll`.
    fn values(&self, names: &[i64], roll: Option<i64>) -> Result<Vec<i64>> {
        let mut all = names.to_vec();
        for (_, formula) in &self.steps {
            let value = match roll {
                Some(roll) if all.len() == names.len() => roll,
                _ => formula.value(&all)?,
            };
            all.push(value);
        }
        Ok(all.split_off(names.len()))
    }

    /// The number of the first step that uses `roll`, if there is a roll.
    pub fn first_rolled(&self) -> Option<usize> {
        let rolled = |(_, formula): &(String, Bound)| formula.used().any(|used| used == self.names.len());
        let has_roll = self.steps.first().is_some_and(|(name, _)| name == ROLL);
        has_roll.then(|| self.steps.iter().position(rolled)).flatten()
    }
}
