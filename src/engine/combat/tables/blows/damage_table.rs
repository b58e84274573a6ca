//! Damage rules as lookup tables. A table has all possible results of each blow of one fighter against another.

use super::super::DamageStates;
use super::damage::{Damage, LandedHit};
use super::inputs::{BlowFigures, BlowNames, BlowResults, InputSpan, InputSpans, TableBlow, TableLayout, count};
use super::strike::Strike;
use crate::chance::Faces;
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::Track;
use crate::rules::damage::formulas::{BlowDice, BlowOutcomes, DamageFormulas, GearDice, MOST_ENTRIES, wound_level};
use crate::rules::effects::DamageReduction;
use std::collections::HashMap;

/// The possible results of a blow: its dice, and a range of `DamageTable::results` with an entry for each result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct TableCell {
    /// Index into `DamageTable::dice`; `None` if nothing is rolled.
    dice: Option<u16>,
    /// Lowest result of the dice.
    lowest: i32,
    /// Start of the range in `DamageTable::results`.
    first: u32,
    /// Length of that range.
    count: u32,
}

/// Severity and points of one result of a blow.
type SeverityAndPoints = (u8, i32);

impl TableCell {
    /// The index in `DamageTable::results` for the result `roll` of the dice; for the only result if nothing is rolled.
    /// `None` if the dice cannot show `roll`.
    fn result_index(&self, roll: i32) -> Option<usize> {
        let place = if self.dice.is_some() { roll - self.lowest } else { 0 };
        let place = u32::try_from(place).ok().filter(|place| *place < self.count)?;
        Some((self.first + place) as usize)
    }
}

/// Lookup table for the damage of every blow of one fighter against another.
///
/// Blows differ in coordinates (results, natural results and the state), in degree and in modifiers. Coordinates that
/// always cause the same damage share a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DamageTable {
    layout: TableLayout,
    /// Dice of weapon and armor, by index of the state. One entry if they do not depend on the state.
    gear_dice: Vec<Vec<GearDice>>,
    /// The row for each combination of coordinates, by [`TableLayout::combination`].
    row_of_combination: Vec<u16>,
    /// For each row, one combination of coordinates that leads to it, as in [`TableLayout::combination`].
    combination_of_row: Vec<u32>,
    /// Indexes into `cells`, by modifiers, then row, then degree.
    cell_indexes: Vec<u32>,
    cells: Vec<TableCell>,
    /// Results of all cells, cell by cell.
    results: Vec<SeverityAndPoints>,
    /// All dice that any blow rolls, without duplicates.
    dice: Vec<Dice>,
}

/// The severities of all blows without modifiers in one list: by row, then degree, then roll.
pub(super) struct FlatSeverities {
    /// Range of degrees in the list.
    pub(super) degrees: InputSpan,
    /// Range of rolls in the list. It includes 0, the roll of blows without dice.
    pub(super) rolls: InputSpan,
    pub(super) severities: Vec<u8>,
}

/// A damage rule, with everything that it uses about an attacker and a target.
#[derive(Clone, Copy)]
pub(crate) struct DamageContext<'a> {
    pub(crate) rule: &'a DamageFormulas,
    pub(crate) strike: &'a Strike,
    /// The target's wound track.
    pub(crate) track: &'a Track,
    /// Returns the value of a name. Names that start with `foe_` belong to the target, all others to the attacker.
    /// Fails if the fighter has no such trait.
    pub(crate) named: &'a dyn Fn(&str) -> Result<i64>,
    /// Dice of the attacker's weapon and the target's armor, by index of the state.
    pub(crate) gear_dice: &'a [Vec<GearDice>],
    /// The states of both fighters that the rule distinguishes; `None` if damage does not depend on the state.
    pub(crate) states: Option<DamageStates<'a>>,
}

impl DamageTable {
    /// Whether the table has several rows, so that blows of the same degree can differ in damage.
    pub(crate) fn has_rows(&self) -> bool {
        self.layout.has_axes()
    }

    /// The row for a blow with the results `landing`.
    pub(crate) fn row(&self, landing: &BlowResults) -> u16 {
        self.row_of_combination.get(self.layout.combination(landing)).copied().unwrap_or(0)
    }

    /// The cell for a blow. `modifiers` are those of [`BlowFigures::modifiers`]; they are clamped, and so is `degree`.
    fn cell(&self, row: u16, degree: i16, modifiers: [i32; 2]) -> &TableCell {
        let [low, high] = self.layout.degrees;
        debug_assert!(high == 0 || i32::from(degree) <= high, "degree {degree} of {high}");
        let degree = (i32::from(degree).clamp(low, high) - low) as usize;
        let width = count(self.layout.degrees);
        let place = (self.layout.modifiers_index(modifiers) * self.combination_of_row.len() + usize::from(row)) * width
            + degree;
        &self.cells[self.cell_indexes[place] as usize]
    }

    /// The dice rolled for a blow with `modifiers`, as in [`BlowFigures::modifiers`]. `None` if nothing is rolled.
    pub(crate) fn dice(&self, row: u16, degree: i16, modifiers: [i32; 2]) -> Option<&Dice> {
        self.cell(row, degree, modifiers).dice.map(|number| &self.dice[usize::from(number)])
    }

    /// The dice that one of the blows rolls, as an example; `None` if no blow rolls dice.
    pub(crate) fn example_dice(&self) -> Option<&Dice> {
        self.dice.first()
    }

    /// Whether every possible blow rolls the same dice.
    pub(crate) fn always_rolls_same_dice(&self) -> bool {
        self.dice.len() == 1 && self.cells[1..].iter().all(|cell| cell.dice.is_some())
    }

    /// The largest number of different results that the dice of one blow can have.
    pub(crate) fn most_dice_results(&self) -> usize {
        let shown =
            |cell: &TableCell| cell.dice.map_or(1, |number| self.dice[usize::from(number)].pmf().iter().count());
        self.cells.iter().map(shown).max().unwrap_or(1)
    }

    /// The damage of a blow with modifiers that the table does not cover. Fights never produce such a blow, but other
    /// code can. `None` if the blow cannot occur or the rule fails.
    #[cold]
    fn damage_outside_table(&self, context: DamageContext<'_>, row: u16, hit: &LandedHit) -> Option<Damage> {
        let point = self.table_position(row, hit.degree, [hit.bonus, hit.factor]);
        let (mut values, figures, state) = self.layout.values_at(point, context.states)?;
        let outcomes = context.rule.outcomes(figures.degree, &mut values, context.gear_dice_in(state)).ok()?;
        Some(context.damage_of_result(figures.degree, &outcomes, hit.roll))
    }

    /// The damage of a blow in `row`. The natural results in `hit` are ignored: they are part of the row.
    pub(crate) fn damage(&self, context: DamageContext<'_>, row: u16, hit: &LandedHit) -> Damage {
        let (degree, modifiers) = (hit.degree as i16, [hit.bonus, hit.factor]);
        if !self.layout.covers(modifiers)
            && let Some(damage) = self.damage_outside_table(context, row, hit)
        {
            return damage;
        }
        let (rule, roll) = (context.rule, hit.roll);
        let cell = self.cell(row, degree, modifiers);
        let (severity, points) = cell.result_index(roll).map_or((0, 0), |place| self.results[place]);
        Damage { points, severity, is_rolled: cell.dice.is_some(), is_graze: rule.is_graze(degree.into()) }
    }

    /// The values of all names for a blow, its figures, and its weapon and armor dice. `None` if the blow cannot occur.
    fn values_and_figures(
        &self,
        states: Option<DamageStates<'_>>,
        row: u16,
        hit: &LandedHit,
    ) -> Option<(Vec<i64>, BlowFigures, &[GearDice])> {
        let (values, figures, state) =
            self.layout.values_at(self.table_position(row, hit.degree, [hit.bonus, hit.factor]), states)?;
        Some((values, figures, dice_in_state(&self.gear_dice, state)))
    }

    /// The values of weapon and armor dice, then those of the damage roll and of the rule's steps. Empty if the blow
    /// cannot occur.
    ///
    /// # Errors
    /// Never in practice: all blows were evaluated when the table was built.
    pub(crate) fn steps(
        &self,
        rule: &DamageFormulas,
        states: Option<DamageStates<'_>>,
        row: u16,
        hit: &LandedHit,
    ) -> Result<Vec<i64>> {
        let Some((mut values, figures, gear)) = self.values_and_figures(states, row, hit) else {
            return Ok(Vec::new());
        };
        let BlowOutcomes { dice, lowest, mut values } = rule.outcomes(figures.degree, &mut values, gear)?;
        let place = if dice == BlowDice::None { 0 } else { (hit.roll - lowest).max(0) as usize };
        Ok(if place < values.len() { values.swap_remove(place) } else { Vec::new() })
    }

    /// The faces that the dice show for each result of a blow's damage roll. `None` if each result is itself the face
    /// shown, or if the blow cannot occur.
    ///
    /// # Errors
    /// Never in practice: all blows were evaluated when the table was built.
    pub(crate) fn faces(
        &self,
        rule: &DamageFormulas,
        states: Option<DamageStates<'_>>,
        row: u16,
        hit: &LandedHit,
    ) -> Result<Option<Faces>> {
        let Some((mut values, figures, gear)) = self.values_and_figures(states, row, hit) else { return Ok(None) };
        rule.faces(figures.degree, &mut values, gear)
    }

    /// Natural results of attacker and target that lead to `row`, and whether the attacker's is a critical. Other
    /// natural results of the row cause the same damage. 0 for a natural result that the damage does not depend on.
    pub(crate) fn naturals(&self, row: u16, degree: i16) -> ([i32; 2], bool) {
        let figures = self.layout.figures_at(self.table_position(row, degree.into(), [0, 0]));
        figures.map_or(([0, 0], false), |(figures, _)| (figures.naturals, figures.critical))
    }

    /// The position in the table of a blow in `row`; `degree` is clamped.
    fn table_position(&self, row: u16, degree: i32, modifiers: [i32; 2]) -> TableBlow {
        let [low, high] = self.layout.degrees;
        let combination = self.combination_of_row.get(usize::from(row)).map_or(0, |combination| *combination as usize);
        TableBlow { combination, degree: degree.clamp(low, high), modifiers }
    }

    /// Dice of the attacker's weapon and the target's armor, by index of the state.
    pub(in crate::combat::tables) fn gear_dice(&self) -> &[Vec<GearDice>] {
        &self.gear_dice
    }

    /// Names of the factors (`offense`, `defense`) that weapon and armor dice are added to, in the order of the dice.
    pub(crate) fn gear_names(&self) -> impl Iterator<Item = &'static str> {
        self.gear_dice.iter().take(1).flatten().map(|gear| gear.name)
    }

    /// The severities of blows without modifiers, for a faster table.
    pub(super) fn flat_severities(&self) -> FlatSeverities {
        let rolled = self.cells.iter().filter(|cell| cell.dice.is_some());
        let lowest = rolled.clone().map(|cell| cell.lowest).min().unwrap_or(0).min(0);
        let highest = rolled.map(|cell| cell.lowest + cell.count as i32 - 1).max().unwrap_or(0).max(0);
        // Ordinary blows have no modifiers, and those numbers come first.
        let degrees = self.layout.degrees;
        let ordinary = &self.cell_indexes[..self.combination_of_row.len() * count(degrees)];
        let rolls = lowest..=highest;
        let severities = ordinary.iter().flat_map(|number| {
            let cell = &self.cells[*number as usize];
            rolls.clone().map(move |roll| cell.result_index(roll).map_or(0, |place| self.results[place].0))
        });
        let severities = severities.collect();
        FlatSeverities { degrees, rolls: [lowest, highest], severities }
    }
}

impl<'a> DamageContext<'a> {
    /// The values of the names that are the same for all blows, by index of the name in the rule. All other names have
    /// the value 0.
    ///
    /// # Errors
    /// If a fighter lacks a trait that the rule names.
    pub(super) fn fixed_values(&self) -> Result<Vec<i64>> {
        let mut values = vec![0; self.rule.variable_count()];
        for (place, name) in self.rule.used() {
            values[place] = match name {
                "attack" | "guard" | "guard_fixed" | "degree" | "natural" | "foe_natural" | "critical" => 0,
                "offense" | "scale" | "bonus" | "tactics" => 0,
                "defense" => self.strike.defense.into(),
                "armor" => self.strike.armor.into(),
                "injuries" => self.strike.boxes.into(),
                // These names depend on the state.
                name if self.states.is_some_and(|states| states.place_of(name).is_some()) => 0,
                name => match wound_level(name) {
                    Some(level) => least_points(self.track, self.strike.ward, level),
                    None => (self.named)(name)?,
                },
            };
        }
        Ok(values)
    }

    fn gear_dice_in(&self, state: usize) -> &'a [GearDice] {
        dice_in_state(self.gear_dice, state)
    }

    /// Builds the table of all blows within `spans`. `values` are the values of [`fixed_values`](Self::fixed_values).
    ///
    /// # Errors
    /// If a value overflows or is divided by 0, or the table has too many entries.
    pub(super) fn into_table(self, values: Vec<i64>, spans: InputSpans) -> Result<DamageTable> {
        let layout = TableLayout::new(self.rule, values, *self.strike, spans, self.states);
        let Some(places) = layout.combinations().filter(|places| *places <= MOST_ENTRIES) else {
            return Err(self.too_many_entries());
        };
        let mut cells = TableCells::new(self);
        let mut row_of_combination = vec![0; places];
        let mut rows: Vec<Vec<u32>> = Vec::new();
        let mut combination_of_row = Vec::new();
        let mut known: HashMap<(Vec<u32>, Vec<i64>), u16> = HashMap::new();
        // Row 0 is for blows without recorded results.
        let neutral = layout.combination(&BlowResults::default());
        for place in std::iter::once(neutral).chain((0..places).filter(|place| *place != neutral)) {
            let row = cells.row(&layout, place)?;
            let next = u16::try_from(rows.len()).map_err(|_| self.too_many_entries())?;
            row_of_combination[place] =
                *known.entry((row.clone(), std::mem::take(&mut cells.step_values))).or_insert_with(|| {
                    rows.push(row);
                    combination_of_row.push(place as u32);
                    next
                });
        }
        let width = count(layout.degrees);
        let of_modifiers = |one: usize| rows.iter().flat_map(move |row| &row[one * width..(one + 1) * width]);
        let cell_indexes = (0..layout.modifiers().count()).flat_map(of_modifiers).copied().collect();
        Ok(DamageTable {
            cell_indexes,
            gear_dice: self.gear_dice.to_vec(),
            row_of_combination,
            combination_of_row,
            cells: cells.cells,
            results: cells.results,
            dice: cells.dice,
            layout,
        })
    }

    /// The error for a table with too many entries.
    fn too_many_entries(&self) -> Error {
        let names: Vec<&str> = self.rule.used().map(|(_, name)| name).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| wound_level(name).is_none()).collect();
        let message = "the table of the damage rule has more than 1,000,000 entries: for each value of";
        Error::input(format!("{message} {}, and each result of its dice", names.join(", ")))
            .with_help("use fewer of these names in the rule, or roll fewer dice")
    }

    /// The damage of a single blow, computed without a table.
    ///
    /// # Errors
    /// If a fighter lacks a trait that the rule names, or a value overflows or is divided by 0.
    pub(super) fn damage(&self, hit: &LandedHit) -> Result<Damage> {
        let mut values = self.fixed_values()?;
        let LandedHit { degree, roll, bonus, factor, naturals, critical } = *hit;
        let figures = BlowFigures { degree, naturals, critical, modifiers: [bonus, factor], ..BlowFigures::default() };
        BlowNames::used_by(self.rule).set(self.strike, &figures, &mut values);
        let outcomes = self.rule.outcomes(degree, &mut values, self.gear_dice_in(0))?;
        Ok(self.damage_of_result(degree, &outcomes, roll))
    }

    /// The damage for the result `roll` among the `outcomes` of a blow.
    fn damage_of_result(&self, degree: i32, outcomes: &BlowOutcomes, roll: i32) -> Damage {
        let is_rolled = outcomes.dice != BlowDice::None;
        let place = if is_rolled { (roll - outcomes.lowest).max(0) as usize } else { 0 };
        let (severity, points) =
            self.severity_and_points(degree, outcomes.values.get(place).map_or(&[], Vec::as_slice));
        Damage { points, severity, is_rolled, is_graze: self.rule.is_graze(degree) }
    }

    /// The severity and points of a blow, from the values of its steps. If the rule computes a wound level without
    /// points, the points are that level.
    fn severity_and_points(&self, degree: i32, values: &[i64]) -> (u8, i32) {
        let (steps, strike) = (self.rule.steps(degree), self.strike);
        let Some(last) = values.last().map(|last| (*last as i32).min(strike.most_boxes)) else { return (0, 0) };
        let points = steps.points().and_then(|place| values.get(self.gear_dice_in(0).len() + place));
        let severity = if steps.ends_in_level() {
            let level = last.clamp(0, self.track.severity(i32::MAX).into()) as u8;
            match strike.ward {
                // The function `wound` already allows for protection (see `least_points`).
                ward if ward != DamageReduction::All && steps.uses_wound_levels() => level,
                ward => ward.reduced_level(level, |points| self.track.severity(points.into())),
            }
        } else {
            let severity = self.track.severity(strike.ward.reduced_points(last));
            if strike.serious { self.track.serious_severity(severity) } else { severity }
        };
        (severity, points.map_or(severity.into(), |points| (*points as i32).min(strike.most_boxes)))
    }
}

/// The dice of weapon and armor in a state, by its index.
fn dice_in_state(all: &[Vec<GearDice>], state: usize) -> &[GearDice] {
    all.get(state).or(all.first()).map_or(&[], Vec::as_slice)
}

/// The fewest points that cause a wound of `level` through the protection `ward`. `i64::MAX` if no number of points
/// does.
fn least_points(track: &Track, ward: DamageReduction, level: usize) -> i64 {
    let most = ward.points_before_halving(track.severest_points());
    (0..=most)
        .find(|points| usize::from(track.severity(ward.reduced_points(*points))) >= level)
        .map_or(i64::MAX, i64::from)
}

/// The cells of a damage table under construction.
struct TableCells<'a> {
    context: DamageContext<'a>,
    cells: Vec<TableCell>,
    results: Vec<SeverityAndPoints>,
    /// Index of each known cell, by its contents: dice, lowest result, severities and points.
    cell_indexes: HashMap<(Option<u16>, i32, Vec<SeverityAndPoints>), u32>,
    dice: Vec<Dice>,
    /// Number of results computed so far.
    entries: usize,
    /// Values of all steps in the current row. Rows with different values stay distinct, because [`DamageTable::steps`]
    /// reports the values.
    step_values: Vec<i64>,
}

impl<'a> TableCells<'a> {
    fn new(context: DamageContext<'a>) -> Self {
        // Cell 0 is for blows that cannot occur.
        let cells = vec![TableCell::default()];
        let (results, cell_indexes) = (Vec::new(), HashMap::new());
        Self { context, cells, results, cell_indexes, dice: Vec::new(), entries: 0, step_values: Vec::new() }
    }

    /// The cell indexes for the combination of coordinates with the index `combination`: by modifiers, then degree.
    fn row(&mut self, layout: &TableLayout, combination: usize) -> Result<Vec<u32>> {
        let mut row = Vec::new();
        for modifiers in layout.modifiers() {
            for degree in layout.degrees[0]..=layout.degrees[1] {
                row.push(self.cell_index(layout, TableBlow { combination, degree, modifiers })?);
            }
        }
        Ok(row)
    }

    /// The cell index of the blow at `point`; 0 if the blow cannot occur.
    fn cell_index(&mut self, layout: &TableLayout, point: TableBlow) -> Result<u32> {
        let Some((mut values, figures, state)) = layout.values_at(point, self.context.states) else { return Ok(0) };
        let outcomes = self.context.rule.outcomes(figures.degree, &mut values, self.context.gear_dice_in(state))?;
        self.entries += outcomes.values.len();
        if self.entries > MOST_ENTRIES {
            return Err(self.context.too_many_entries());
        }
        if layout.has_axes() {
            self.step_values.extend(outcomes.values.iter().flatten());
        }
        Ok(self.cell_with_outcomes(figures.degree, &outcomes))
    }

    /// The index of the cell with these outcomes, which is added if it is new.
    fn cell_with_outcomes(&mut self, degree: i32, outcomes: &BlowOutcomes) -> u32 {
        let BlowOutcomes { dice, lowest, values } = outcomes;
        let dice = match dice {
            BlowDice::None => None,
            BlowDice::Roll => self.context.rule.roll(),
            BlowDice::Own(dice) => Some(dice),
        };
        let dice = dice.map(|dice| match self.dice.iter().position(|known| known == dice) {
            Some(number) => number as u16,
            None => {
                self.dice.push(dice.clone());
                self.dice.len() as u16 - 1
            }
        });
        let results: Vec<SeverityAndPoints> =
            values.iter().map(|values| self.context.severity_and_points(degree, values)).collect();
        let (first, count) = (self.results.len() as u32, results.len() as u32);
        let next = self.cells.len() as u32;
        let number = *self.cell_indexes.entry((dice, *lowest, results.clone())).or_insert(next);
        if number == next {
            self.cells.push(TableCell { dice, lowest: *lowest, first, count });
            self.results.extend(results);
        }
        number
    }
}
