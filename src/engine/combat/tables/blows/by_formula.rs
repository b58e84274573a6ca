//! Damage rules as tables: all possible results of each blow of one fighter against another.

use super::super::Sight;
use super::blown::{Blown, Damage};
use super::inputs::{BlowFigures, BlowNames, BlowResults, Inputs, Reach, Span, TableBlow, count};
use super::strike::Strike;
use crate::chance::Faces;
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::Track;
use crate::rules::damage::formulas::{BlowDice, BlowOutcomes, DamageFormulas, GearDice, MOST_ENTRIES, wound_level};
use crate::rules::effects::Ward;
use std::collections::HashMap;

/// The possible results of a blow: the dice that are rolled, and where the severities and points of their results stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct TableCell {
    /// The number of the dice; `None` if nothing is rolled.
    dice: Option<u16>,
    lowest: i32,
    first: u32,
    count: u32,
}

/// The severity of a result, and its points.
type Judged = (u8, i32);

impl TableCell {
    /// The place of a result.
    fn place(&self, roll: i32) -> Option<usize> {
        let place = if self.dice.is_some() { roll - self.lowest } else { 0 };
        let place = u32::try_from(place).ok().filter(|place| *place < self.count)?;
        Some((self.first + place) as usize)
    }
}

/// The damage of all blows of one fighter against another.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OwnTable {
    inputs: Inputs,
    /// The dice of weapon and armor by the number of the state; one entry if the rule names nothing of the state.
    gear_dice: Vec<Vec<GearDice>>,
    /// The row of each set of coordinates.
    rows_by_place: Vec<u16>,
    /// A set of coordinates of each row, by its number.
    places: Vec<u32>,
    /// The number of the cell of each row and degree, for each set of modifiers.
    numbers: Vec<u32>,
    cells: Vec<TableCell>,
    judged: Vec<Judged>,
    dice: Vec<Dice>,
}

/// The severities of ordinary blows by row, degree and roll, one after the other.
pub(super) struct Flat {
    pub(super) degrees: Span,
    pub(super) rolls: Span,
    pub(super) severities: Vec<u8>,
}

/// A damage rule between two fighters.
#[derive(Clone, Copy)]
pub(crate) struct Between<'a> {
    pub(crate) rule: &'a DamageFormulas,
    pub(crate) strike: &'a Strike,
    /// The target's.
    pub(crate) track: &'a Track,
    /// The values of the names of both fighters, those of the target with `foe_`; an error if the fighter has no such trait.
    pub(crate) named: &'a dyn Fn(&str) -> Result<i64>,
    /// The dice of the attacker's weapon and of the target's armor, by the state.
    pub(crate) gear_dice: &'a [Vec<GearDice>],
    /// The parts of the state of both that the rule names.
    pub(crate) sight: Option<Sight<'a>>,
}

impl OwnTable {
    /// True if it has different rows for different results of a blow.
    pub(crate) fn has_rows(&self) -> bool {
        self.inputs.has_axes()
    }

    /// The row of a blow, without the effect of modifiers.
    pub(crate) fn row(&self, landing: &BlowResults) -> u16 {
        self.rows_by_place.get(self.inputs.place(landing)).copied().unwrap_or(0)
    }

    fn cell(&self, row: u16, degree: i16, modifiers: [i32; 2]) -> &TableCell {
        let [low, high] = self.inputs.degrees;
        debug_assert!(high == 0 || i32::from(degree) <= high, "degree {degree} of {high}");
        let degree = (i32::from(degree).clamp(low, high) - low) as usize;
        let width = count(self.inputs.degrees);
        let place = (self.inputs.number(modifiers) * self.places.len() + usize::from(row)) * width + degree;
        &self.cells[self.numbers[place] as usize]
    }

    /// The dice that are rolled for a blow; `None` if nothing is rolled.
    pub(crate) fn dice(&self, row: u16, degree: i16, modifiers: [i32; 2]) -> Option<&Dice> {
        self.cell(row, degree, modifiers).dice.map(|number| &self.dice[usize::from(number)])
    }

    /// The dice that are rolled for some blow.
    pub(crate) fn some_dice(&self) -> Option<&Dice> {
        self.dice.first()
    }

    /// True if the same dice are rolled for every blow that can be.
    pub(crate) fn rolls_for_all(&self) -> bool {
        self.dice.len() == 1 && self.cells[1..].iter().all(|cell| cell.dice.is_some())
    }

    /// The most results of dice that a blow may have.
    pub(crate) fn widest(&self) -> usize {
        let shown =
            |cell: &TableCell| cell.dice.map_or(1, |number| self.dice[usize::from(number)].pmf().iter().count());
        self.cells.iter().map(shown).max().unwrap_or(1)
    }

    /// The damage of a blow with modifiers that the table does not hold, which only code can bring about: without them if that fails.
    #[cold]
    fn beyond(&self, between: Between<'_>, row: u16, blown: &Blown) -> Option<Damage> {
        let point = self.point(row, blown.degree, [blown.bonus, blown.factor]);
        let (mut values, found, state) = self.inputs.at(point, between.sight)?;
        let outcomes = between.rule.outcomes(found.degree, &mut values, between.gear(state)).ok()?;
        Some(between.picked(found.degree, &outcomes, blown.roll))
    }

    /// The damage of a blow by a rule.
    pub(crate) fn damage(&self, between: Between<'_>, row: u16, blown: &Blown) -> Damage {
        let (degree, modifiers) = (blown.degree as i16, [blown.bonus, blown.factor]);
        if !self.inputs.holds(modifiers)
            && let Some(damage) = self.beyond(between, row, blown)
        {
            return damage;
        }
        let (rule, roll) = (between.rule, blown.roll);
        let cell = self.cell(row, degree, modifiers);
        let (severity, points) = cell.place(roll).map_or((0, 0), |place| self.judged[place]);
        Damage { points, severity, is_rolled: cell.dice.is_some(), is_graze: rule.grazes(degree.into()) }
    }

    /// The inputs of a blow's formulas, and its figures.
    fn inputs_of(
        &self,
        sight: Option<Sight<'_>>,
        row: u16,
        blown: &Blown,
    ) -> Option<(Vec<i64>, BlowFigures, &[GearDice])> {
        let (values, found, state) =
            self.inputs.at(self.point(row, blown.degree, [blown.bonus, blown.factor]), sight)?;
        Some((values, found, in_state(&self.gear_dice, state)))
    }

    /// The values of dice of weapons and armor, then those of the roll and the steps.
    ///
    /// # Errors
    /// None: the values of all blows have been found before.
    pub(crate) fn steps(
        &self,
        rule: &DamageFormulas,
        sight: Option<Sight<'_>>,
        row: u16,
        blown: &Blown,
    ) -> Result<Vec<i64>> {
        let Some((mut values, found, gear)) = self.inputs_of(sight, row, blown) else { return Ok(Vec::new()) };
        let BlowOutcomes { dice, lowest, mut values } = rule.outcomes(found.degree, &mut values, gear)?;
        let place = if dice == BlowDice::None { 0 } else { (blown.roll - lowest).max(0) as usize };
        Ok(if place < values.len() { values.swap_remove(place) } else { Vec::new() })
    }

    /// The faces behind each result of the dice of a blow's formulas; `None` if the faces are the results.
    ///
    /// # Errors
    /// None: the values of all blows have been found before.
    pub(crate) fn faces(
        &self,
        rule: &DamageFormulas,
        sight: Option<Sight<'_>>,
        row: u16,
        blown: &Blown,
    ) -> Result<Option<Faces>> {
        let Some((mut values, found, gear)) = self.inputs_of(sight, row, blown) else { return Ok(None) };
        rule.faces(found.degree, &mut values, gear)
    }

    /// The natural results of both that stand for a row, and whether the attacker's is a critical.
    pub(crate) fn naturals(&self, row: u16, degree: i16) -> ([i32; 2], bool) {
        let found = self.inputs.found(self.point(row, degree.into(), [0, 0]));
        found.map_or(([0, 0], false), |(found, _)| (found.naturals, found.critical))
    }

    fn point(&self, row: u16, degree: i32, modifiers: [i32; 2]) -> TableBlow {
        let [low, high] = self.inputs.degrees;
        let place = self.places.get(usize::from(row)).map_or(0, |place| *place as usize);
        TableBlow { place, degree: degree.clamp(low, high), modifiers }
    }

    /// The dice of the attacker's weapon and of the target's armor.
    pub(in crate::combat::tables) fn gear_dice(&self) -> &[Vec<GearDice>] {
        &self.gear_dice
    }

    /// The names that dice of weapons and armor are added to, in the order of their values.
    pub(crate) fn gear_names(&self) -> impl Iterator<Item = &'static str> {
        self.gear_dice.iter().take(1).flatten().map(|gear| gear.name)
    }

    /// The severities of ordinary blows.
    pub(super) fn flat(&self) -> Flat {
        let rolled = self.cells.iter().filter(|cell| cell.dice.is_some());
        let lowest = rolled.clone().map(|cell| cell.lowest).min().unwrap_or(0).min(0);
        let highest = rolled.map(|cell| cell.lowest + cell.count as i32 - 1).max().unwrap_or(0).max(0);
        // Ordinary blows have no modifiers, which come first.
        let degrees = self.inputs.degrees;
        let ordinary = &self.numbers[..self.places.len() * count(degrees)];
        let rolls = lowest..=highest;
        let severities = ordinary.iter().flat_map(|number| {
            let cell = &self.cells[*number as usize];
            rolls.clone().map(move |roll| cell.place(roll).map_or(0, |place| self.judged[place].0))
        });
        let severities = severities.collect();
        Flat { degrees, rolls: [lowest, highest], severities }
    }
}

impl<'a> Between<'a> {
    /// The values of all names that are the same for all blows; 0 for the others.
    ///
    /// # Errors
    /// A trait that a fighter lacks.
    pub(super) fn fixed_values(&self) -> Result<Vec<i64>> {
        let mut values = vec![0; self.rule.width()];
        for (place, name) in self.rule.used() {
            values[place] = match name {
                "attack" | "guard" | "guard_fixed" | "degree" | "natural" | "foe_natural" | "critical" => 0,
                "offense" | "scale" | "bonus" | "tactics" => 0,
                "defense" => self.strike.defense.into(),
                "armor" => self.strike.armor.into(),
                "injuries" => self.strike.boxes.into(),
                // It changes with the state.
                name if self.sight.is_some_and(|sight| sight.place_of(name).is_some()) => 0,
                name => match wound_level(name) {
                    Some(level) => least_points(self.track, self.strike.ward, level),
                    None => (self.named)(name)?,
                },
            };
        }
        Ok(values)
    }

    /// The dice of weapon and armor in a state.
    fn gear(&self, state: usize) -> &'a [GearDice] {
        in_state(self.gear_dice, state)
    }

    /// The table of all blows whose names can have these values.
    ///
    /// # Errors
    /// A value that is out of range or divided by 0; too many entries.
    pub(super) fn tabulated(self, values: Vec<i64>, reach: Reach) -> Result<OwnTable> {
        let inputs = Inputs::new(self.rule, values, *self.strike, reach, self.sight);
        let Some(places) = inputs.places().filter(|places| *places <= MOST_ENTRIES) else {
            return Err(self.too_many());
        };
        let mut cells = TableCells::new(self);
        let mut rows_by_place = vec![0; places];
        let mut rows: Vec<Vec<u32>> = Vec::new();
        let mut places_of_rows = Vec::new();
        let mut known: HashMap<(Vec<u32>, Vec<i64>), u16> = HashMap::new();
        // The first row is that of blows for which no results are noted.
        let neutral = inputs.place(&BlowResults::default());
        for place in std::iter::once(neutral).chain((0..places).filter(|place| *place != neutral)) {
            let row = cells.row(&inputs, place)?;
            let next = u16::try_from(rows.len()).map_err(|_| self.too_many())?;
            rows_by_place[place] = *known.entry((row.clone(), std::mem::take(&mut cells.told))).or_insert_with(|| {
                rows.push(row);
                places_of_rows.push(place as u32);
                next
            });
        }
        let width = count(inputs.degrees);
        let of_modifiers = |one: usize| rows.iter().flat_map(move |row| &row[one * width..(one + 1) * width]);
        let numbers = (0..inputs.modifiers().count()).flat_map(of_modifiers).copied().collect();
        Ok(OwnTable {
            numbers,
            gear_dice: self.gear_dice.to_vec(),
            rows_by_place,
            places: places_of_rows,
            cells: cells.cells,
            judged: cells.judged,
            dice: cells.dice,
            inputs,
        })
    }

    fn too_many(&self) -> Error {
        let names: Vec<&str> = self.rule.used().map(|(_, name)| name).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| wound_level(name).is_none()).collect();
        let message = "the table of the damage rule has more than 1,000,000 entries: for each value of";
        Error::input(format!("{message} {}, and each result of its dice", names.join(", ")))
            .with_help("name fewer of them, or roll fewer dice")
    }

    /// The damage of a single blow.
    ///
    /// # Errors
    /// A trait that a fighter lacks; a value that is out of range or divided by 0.
    pub(super) fn damage(&self, blown: &Blown) -> Result<Damage> {
        let mut values = self.fixed_values()?;
        let Blown { degree, roll, bonus, factor, naturals, critical } = *blown;
        let found = BlowFigures { degree, naturals, critical, modifiers: [bonus, factor], ..BlowFigures::default() };
        BlowNames::of(self.rule).set(self.strike, &found, &mut values);
        let outcomes = self.rule.outcomes(degree, &mut values, self.gear(0))?;
        Ok(self.picked(degree, &outcomes, roll))
    }

    /// The damage of one of the results of a blow.
    fn picked(&self, degree: i32, outcomes: &BlowOutcomes, roll: i32) -> Damage {
        let is_rolled = outcomes.dice != BlowDice::None;
        let place = if is_rolled { (roll - outcomes.lowest).max(0) as usize } else { 0 };
        let (severity, points) = self.judged(degree, outcomes.values.get(place).map_or(&[], Vec::as_slice));
        Damage { points, severity, is_rolled, is_graze: self.rule.grazes(degree) }
    }

    /// The severity of a blow by the values of its steps, and its points: of one whose level follows from no points, the level.
    fn judged(&self, degree: i32, values: &[i64]) -> (u8, i32) {
        let (steps, strike) = (self.rule.steps(degree), self.strike);
        let Some(last) = values.last().map(|last| (*last as i32).min(strike.most_boxes)) else { return (0, 0) };
        let points = steps.points().and_then(|place| values.get(self.gear(0).len() + place));
        let severity = if steps.gives_level() {
            let level = last.clamp(0, self.track.severity(i32::MAX).into()) as u8;
            match strike.ward {
                // The wound level of points is that of what is left of them.
                ward if ward != Ward::All && steps.asks_for_wound() => level,
                ward => ward.level(level, |points| self.track.severity(points.into())),
            }
        } else {
            let severity = self.track.severity(strike.ward.points(last));
            if strike.serious { self.track.serious(severity) } else { severity }
        };
        (severity, points.map_or(severity.into(), |points| (*points as i32).min(strike.most_boxes)))
    }
}

/// The dice of weapon and armor in a state.
fn in_state(all: &[Vec<GearDice>], state: usize) -> &[GearDice] {
    all.get(state).or(all.first()).map_or(&[], Vec::as_slice)
}

/// The fewest points that make a wound of this level, after what keeps blows from wounding; more than any points if none do.
fn least_points(track: &Track, ward: Ward, level: usize) -> i64 {
    let most = ward.before(track.severest_points());
    (0..=most).find(|points| usize::from(track.severity(ward.points(*points))) >= level).map_or(i64::MAX, i64::from)
}

/// The cells of a table in the making.
struct TableCells<'a> {
    between: Between<'a>,
    cells: Vec<TableCell>,
    judged: Vec<Judged>,
    /// The number of the cell of each set of results, with the dice and their lowest result.
    numbers: HashMap<(Option<u16>, i32, Vec<Judged>), u32>,
    dice: Vec<Dice>,
    entries: usize,
    /// The values of the steps of a row: those of rows that are told apart.
    told: Vec<i64>,
}

impl<'a> TableCells<'a> {
    fn new(between: Between<'a>) -> Self {
        // The first cell is that of blows that cannot happen.
        let cells = vec![TableCell::default()];
        let (judged, numbers) = (Vec::new(), HashMap::new());
        Self { between, cells, judged, numbers, dice: Vec::new(), entries: 0, told: Vec::new() }
    }

    /// The numbers of the cells of all modifiers and degrees at a place.
    fn row(&mut self, inputs: &Inputs, place: usize) -> Result<Vec<u32>> {
        let mut row = Vec::new();
        for modifiers in inputs.modifiers() {
            for degree in inputs.degrees[0]..=inputs.degrees[1] {
                row.push(self.number(inputs, TableBlow { place, degree, modifiers })?);
            }
        }
        Ok(row)
    }

    fn number(&mut self, inputs: &Inputs, point: TableBlow) -> Result<u32> {
        let Some((mut values, found, state)) = inputs.at(point, self.between.sight) else { return Ok(0) };
        let outcomes = self.between.rule.outcomes(found.degree, &mut values, self.between.gear(state))?;
        self.entries += outcomes.values.len();
        if self.entries > MOST_ENTRIES {
            return Err(self.between.too_many());
        }
        if inputs.has_axes() {
            self.told.extend(outcomes.values.iter().flatten());
        }
        Ok(self.number_of(found.degree, &outcomes))
    }

    fn number_of(&mut self, degree: i32, outcomes: &BlowOutcomes) -> u32 {
        let BlowOutcomes { dice, lowest, values } = outcomes;
        let dice = match dice {
            BlowDice::None => None,
            BlowDice::Roll => self.between.rule.roll(),
            BlowDice::Own(dice) => Some(dice),
        };
        let dice = dice.map(|dice| match self.dice.iter().position(|known| known == dice) {
            Some(number) => number as u16,
            None => {
                self.dice.push(dice.clone());
                self.dice.len() as u16 - 1
            }
        });
        let judged: Vec<Judged> = values.iter().map(|values| self.between.judged(degree, values)).collect();
        let (first, count) = (self.judged.len() as u32, judged.len() as u32);
        let next = self.cells.len() as u32;
        let number = *self.numbers.entry((dice, *lowest, judged.clone())).or_insert(next);
        if number == next {
            self.cells.push(TableCell { dice, lowest: *lowest, first, count });
            self.judged.extend(judged);
        }
        number
    }
}
