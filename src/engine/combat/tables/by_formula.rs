//! Damage by formulas, as tables: all possible results of each blow of one fighter against another.

use super::Sight;
use super::strike::Strike;
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::Track;
use crate::rules::damage::HITS_WELL;
use crate::rules::damage::formulas::{DamageFormulas, GearDice, MOST_ENTRIES, Outcomes, wound_level};
use std::collections::HashMap;

/// The results of a blow, as far as a damage rule may name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Landing {
    /// The result of the attacker.
    pub(crate) attack: i32,
    /// The relative degree of the hit.
    pub(crate) degree: i32,
    /// The natural results of attacker and target.
    pub(crate) naturals: [i32; 2],
    /// Whether the attacker's is a critical.
    pub(crate) critical: bool,
    /// The number of the state of both, as far as the rule names it.
    pub(crate) sight: u16,
}

/// The least and the largest value of something.
pub(crate) type Span = [i32; 2];

/// The values that the names of a blow can have between two fighters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) attack: Span,
    pub(crate) guard: Span,
    pub(crate) degree: Span,
    /// The natural results of attacker and target.
    pub(crate) naturals: [Span; 2],
    /// The rest of both results; `None` if results are capped, and so are no sums.
    pub(crate) fixed: Option<[Span; 2]>,
    /// The lowest natural result that is a critical; `None` if none is.
    pub(crate) critical: Option<i32>,
    /// The additions of tactics to damage.
    pub(crate) bonus: Span,
    /// The additions of lost and damaged gear to the damage factor.
    pub(crate) gear: Span,
}

/// Something that a row of a table depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coordinate {
    Attack,
    Guard,
    GuardFixed,
    Natural,
    FoeNatural,
    Critical,
    Sight,
}

impl Coordinate {
    fn of(self, landing: &Landing) -> i32 {
        let Landing { attack, degree, naturals: [own, foe], critical, sight } = *landing;
        match self {
            Self::Attack => attack,
            Self::Guard => attack - degree,
            Self::GuardFixed => attack - degree - foe,
            Self::Natural => own,
            Self::FoeNatural => foe,
            Self::Critical => critical.into(),
            Self::Sight => sight.into(),
        }
    }
}

/// A coordinate and the values that it can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Axis {
    what: Coordinate,
    span: Span,
}

impl Axis {
    fn count(&self) -> usize {
        count(self.span)
    }
}

fn count([low, high]: Span) -> usize {
    (high - low) as usize + 1
}

/// The possible results of a blow: the dice that are rolled, and the values of all steps by their results.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Cell {
    /// The number of the dice; `None` if nothing is rolled.
    dice: Option<usize>,
    lowest: i32,
    severities: Vec<u8>,
    values: Vec<Vec<i64>>,
}

/// The part of a table of damage by formulas that transcripts and special blows need.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OwnTable {
    axes: Vec<Axis>,
    /// The row of each set of coordinates.
    rows_by_place: Vec<u16>,
    rows: usize,
    degrees: Span,
    bonus: Span,
    gear: Span,
    /// The number of the cell of each row and degree, for each set of modifiers.
    numbers: Vec<u32>,
    cells: Vec<Cell>,
    dice: Vec<Dice>,
    gives_level: bool,
    /// The names that dice of weapons and armor are added to: their values stand before those of the steps.
    gear_names: Vec<&'static str>,
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
    pub(crate) reach: Reach,
    /// The values of the names of both fighters, those of the target with `foe_`; `None` if the fighter has no such trait.
    pub(crate) named: &'a dyn Fn(&str) -> Result<i64>,
    /// The dice of the attacker's weapon and of the target's armor.
    pub(crate) gear_dice: &'a [GearDice],
    /// The parts of the state of both that the rule names.
    pub(crate) sight: Option<Sight<'a>>,
}

impl OwnTable {
    /// True if it has different rows for different results of a blow.
    pub(crate) fn has_rows(&self) -> bool {
        !self.axes.is_empty()
    }

    /// The row of a blow, without the effect of modifiers.
    pub(crate) fn row(&self, landing: &Landing) -> u16 {
        let place = self.axes.iter().fold(0, |place, axis| {
            let own = axis.what.of(landing).clamp(axis.span[0], axis.span[1]) - axis.span[0];
            place * axis.count() + own as usize
        });
        self.rows_by_place.get(place).copied().unwrap_or(0)
    }

    fn cell(&self, row: u16, degree: i16, [bonus, gear]: [i32; 2]) -> &Cell {
        let modifiers = place(self.bonus, bonus) * count(self.gear) + place(self.gear, gear);
        let degree = (i32::from(degree).clamp(self.degrees[0], self.degrees[1]) - self.degrees[0]) as usize;
        let number = self.numbers[(modifiers * self.rows + usize::from(row)) * count(self.degrees) + degree];
        &self.cells[number as usize]
    }

    /// The dice that are rolled for a blow; `None` if nothing is rolled.
    pub(crate) fn dice(&self, row: u16, degree: i16, modifiers: [i32; 2]) -> Option<&Dice> {
        self.cell(row, degree, modifiers).dice.map(|number| &self.dice[number])
    }

    /// True if anything is rolled for some blow.
    pub(crate) fn rolls(&self) -> bool {
        self.cells.iter().any(|cell| cell.dice.is_some())
    }

    /// The most results of dice that a blow may have.
    pub(crate) fn widest(&self) -> usize {
        self.cells.iter().map(|cell| cell.values.iter().filter(|values| !values.is_empty()).count()).max().unwrap_or(1)
    }

    /// The severity of a blow, and the values of its steps.
    pub(crate) fn outcome(&self, row: u16, degree: i16, modifiers: [i32; 2], roll: i32) -> (u8, &[i64]) {
        let cell = self.cell(row, degree, modifiers);
        let place = if cell.dice.is_some() { (roll - cell.lowest).max(0) as usize } else { 0 };
        let values = cell.values.get(place).map(Vec::as_slice).unwrap_or_default();
        (cell.severities.get(place).copied().unwrap_or(0), values)
    }

    /// The names that dice of weapons and armor are added to, in the order of their values.
    pub(crate) fn gear_names(&self) -> &[&'static str] {
        &self.gear_names
    }

    /// True if the last of the values is a wound level, not points.
    pub(crate) fn gives_level(&self) -> bool {
        self.gives_level
    }
}

/// The place of a value; 0 stands for the value 0, since ordinary blows come first.
fn place([low, high]: Span, value: i32) -> usize {
    let value = value.clamp(low, high);
    if value > 0 { (value - low) as usize } else { value.unsigned_abs() as usize }
}

/// The value at a place.
fn at_place([low, _]: Span, place: usize) -> i32 {
    let below = low.unsigned_abs() as usize;
    if place <= below { -(place as i32) } else { (place - below) as i32 }
}

impl Between<'_> {
    /// The table of all blows.
    ///
    /// # Errors
    /// A trait that a fighter lacks; a value that is out of range or divided by 0; too many entries.
    pub(crate) fn tabulated(self) -> Result<OwnTable> {
        let values = self.fixed_values()?;
        let mut builder = Builder::new(self, values);
        let axes = builder.axes.clone();
        let places = axes.iter().try_fold(1usize, |places, axis| places.checked_mul(axis.count()));
        let Some(places) = places.filter(|places| *places <= MOST_ENTRIES) else { return Err(self.too_many()) };
        let mut rows_by_place = Vec::with_capacity(places);
        let mut rows: Vec<Vec<u32>> = Vec::new();
        let mut known: HashMap<Vec<u32>, u16> = HashMap::new();
        for place in 0..places {
            let row = builder.row(place)?;
            let next = rows.len();
            let number = match known.get(&row) {
                Some(number) => *number,
                None => {
                    let number = u16::try_from(next).map_err(|_| self.too_many())?;
                    known.insert(row.clone(), number);
                    rows.push(row);
                    number
                }
            };
            rows_by_place.push(number);
        }
        let (degrees, modifiers) = (builder.degrees, builder.modifiers());
        let width = count(degrees);
        let of_modifiers = |one: usize| rows.iter().flat_map(move |row| &row[one * width..(one + 1) * width]);
        let numbers: Vec<u32> = (0..modifiers).flat_map(of_modifiers).copied().collect();
        Ok(OwnTable {
            axes,
            rows_by_place,
            rows: rows.len(),
            degrees,
            bonus: builder.bonus,
            gear: builder.gear,
            numbers,
            cells: builder.cells,
            dice: builder.dice,
            gives_level: self.rule.gives_level(),
            gear_names: self.gear_dice.iter().map(|gear| gear.name).collect(),
        })
    }

    fn too_many(&self) -> Error {
        let names: Vec<&str> = self.rule.used().map(|(_, name)| name).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| wound_level(name).is_none()).collect();
        let message = "the table of the damage rule has more than 1,000,000 entries: for each value of";
        Error::input(format!("{message} {}, and each result of its dice", names.join(", ")))
            .with_help("name fewer of them, or roll fewer dice")
    }

    /// The values of the names that are the same for all blows; 0 for the others.
    fn fixed_values(&self) -> Result<Vec<i64>> {
        let mut values = vec![0; self.rule.width()];
        for (place, name) in self.rule.used() {
            values[place] = match name {
                "attack" | "guard" | "guard_fixed" | "degree" | "natural" | "foe_natural" | "critical" => 0,
                "offense" | "scale" | "bonus" => 0,
                "defense" => self.strike.defense.into(),
                "armor" => self.strike.armor.into(),
                // It changes with the state.
                name if self.sight.is_some_and(|sight| sight.place_of(name).is_some()) => 0,
                name => match wound_level(name) {
                    Some(level) => least_points(self.track, level),
                    None => (self.named)(name)?,
                },
            };
        }
        Ok(values)
    }
}

/// The fewest points of a wound level; more than any points if none have it.
fn least_points(track: &Track, level: usize) -> i64 {
    let most = track.severest_points();
    (0..=most).find(|points| usize::from(track.severity(*points)) >= level).map_or(i64::MAX, i64::from)
}

/// A table in the making.
struct Builder<'a> {
    between: Between<'a>,
    /// The values of names; those of a blow change.
    values: Vec<i64>,
    axes: Vec<Axis>,
    degrees: Span,
    bonus: Span,
    gear: Span,
    cells: Vec<Cell>,
    numbers: HashMap<Cell, u32>,
    dice: Vec<Dice>,
    entries: usize,
    /// The places of the names of a blow, if they are used.
    places: [Option<usize>; 10],
    /// The places of the names of the state, and of their values in one.
    seen: Vec<(usize, usize)>,
}

/// The names of a blow whose values change, in the order of [`Builder::places`].
const CHANGING: [&str; 10] =
    ["attack", "guard", "guard_fixed", "degree", "natural", "foe_natural", "critical", "offense", "scale", "bonus"];

impl<'a> Builder<'a> {
    fn new(between: Between<'a>, values: Vec<i64>) -> Self {
        let Between { rule, strike, reach, .. } = between;
        let place = |name: &str| rule.used().find(|(_, used)| *used == name).map(|(place, _)| place);
        let places = CHANGING.map(place);
        let uses = |name: &str| CHANGING.iter().zip(places).any(|(one, place)| *one == name && place.is_some());
        let pierces = strike.pierced != 0 && uses("offense");
        let by_degree = uses("degree") || pierces;
        let both = uses("attack") && uses("guard");
        let mut axes = Vec::new();
        let mut axis = |used: bool, what, span| {
            if used {
                axes.push(Axis { what, span });
            }
        };
        axis(uses("attack"), Coordinate::Attack, reach.attack);
        axis(uses("guard"), Coordinate::Guard, reach.guard);
        let follows = uses("guard") && uses("foe_natural");
        let guard_fixed = [reach.guard[0] - reach.naturals[1][1], reach.guard[1] - reach.naturals[1][0]];
        let guard_fixed = reach.fixed.map_or(guard_fixed, |[_, foe]| foe);
        axis(uses("guard_fixed") && !follows, Coordinate::GuardFixed, guard_fixed);
        axis(uses("natural"), Coordinate::Natural, reach.naturals[0]);
        axis(uses("foe_natural"), Coordinate::FoeNatural, reach.naturals[1]);
        let critical = [0, i32::from(reach.critical.is_some())];
        axis(uses("critical") && !uses("natural"), Coordinate::Critical, critical);
        let states = between.sight.map_or(1, |sight| sight.states());
        axis(states > 1, Coordinate::Sight, [0, states as i32 - 1]);
        let seen = |(place, name): (usize, &str)| Some((place, between.sight?.place_of(name)?));
        let seen = rule.used().filter_map(seen).collect();
        Self {
            between,
            values,
            axes,
            degrees: if by_degree && !both { reach.degree } else { [0, 0] },
            bonus: if uses("bonus") { reach.bonus } else { [0, 0] },
            gear: if uses("offense") { reach.gear } else { [0, 0] },
            // The first cell is that of blows that cannot happen.
            cells: vec![Cell::default()],
            numbers: HashMap::new(),
            dice: Vec::new(),
            entries: 0,
            places,
            seen,
        }
    }

    /// The sets of modifiers.
    fn modifiers(&self) -> usize {
        count(self.bonus) * count(self.gear)
    }

    /// The numbers of the cells of all modifiers and degrees at a place.
    fn row(&mut self, place: usize) -> Result<Vec<u32>> {
        let mut row = Vec::with_capacity(self.modifiers() * count(self.degrees));
        for modifiers in 0..self.modifiers() {
            for degree in self.degrees[0]..=self.degrees[1] {
                row.push(self.number(place, degree, modifiers)?);
            }
        }
        Ok(row)
    }

    fn number(&mut self, place: usize, degree: i32, modifiers: usize) -> Result<u32> {
        if !self.set(place, degree, modifiers) {
            return Ok(0);
        }
        let outcomes = self.between.rule.outcomes(&self.values, self.between.gear_dice)?;
        let cell = self.cell_of(outcomes);
        self.entries += cell.severities.len();
        if self.entries > MOST_ENTRIES {
            return Err(self.between.too_many());
        }
        if let Some(number) = self.numbers.get(&cell) {
            return Ok(*number);
        }
        let number = self.cells.len() as u32;
        self.cells.push(cell.clone());
        self.numbers.insert(cell, number);
        Ok(number)
    }

    /// Sets the values of a blow; false if there is no such blow.
    fn set(&mut self, place: usize, degree: i32, modifiers: usize) -> bool {
        let (strike, reach) = (self.between.strike, self.between.reach);
        let mut rest = place;
        let mut found = [None; 7];
        for axis in self.axes.iter().rev() {
            found[axis.what as usize] = Some(axis.span[0] + (rest % axis.count()) as i32);
            rest /= axis.count();
        }
        let [mut attack, mut guard, guard_fixed, natural, foe_natural, critical, state] = found;
        let by_degree = self.degrees != [0, 0];
        let degree = match (attack, guard) {
            (Some(attack), Some(guard)) => attack - guard,
            (Some(one), None) if by_degree => {
                guard = Some(one - degree);
                degree
            }
            (None, Some(one)) if by_degree => {
                attack = Some(one + degree);
                degree
            }
            _ => degree,
        };
        let within = |value: Option<i32>, [low, high]: Span| value.is_none_or(|value| (low..=high).contains(&value));
        let known = attack.is_some() && guard.is_some() || by_degree;
        let fixed = |result: Option<i32>, natural: Option<i32>| result.zip(natural).map(|(one, natural)| one - natural);
        let sums = reach
            .fixed
            .is_none_or(|[own, foe]| within(fixed(attack, natural), own) && within(fixed(guard, foe_natural), foe));
        let can_be = within(attack, reach.attack)
            && within(guard, reach.guard)
            && (!known || within(Some(degree), reach.degree))
            && sums;
        if !can_be {
            return false;
        }
        let critical = match natural {
            Some(natural) => reach.critical.is_some_and(|least| natural >= least),
            None => critical == Some(1),
        };
        let (bonus, gear) =
            (at_place(self.bonus, modifiers / count(self.gear)), at_place(self.gear, modifiers % count(self.gear)));
        let pierced = if degree >= HITS_WELL { strike.pierced } else { 0 };
        let values = [
            attack.unwrap_or(0),
            guard.unwrap_or(0),
            guard_fixed.or(fixed(guard, foe_natural)).unwrap_or(0),
            degree,
            natural.unwrap_or(0),
            foe_natural.unwrap_or(0),
            critical.into(),
            strike.factor - strike.scale + strike.defense + pierced + gear,
            strike.scale,
            strike.points + bonus,
        ];
        let of_state = self.between.sight.filter(|_| !self.seen.is_empty());
        let of_state = of_state.map(|sight| sight.values(state.unwrap_or(0) as usize)).unwrap_or_default();
        for &(place, at) in &self.seen {
            self.values[place] = of_state[at];
        }
        for (place, value) in self.places.into_iter().zip(values) {
            if let Some(place) = place {
                self.values[place] = value.into();
            }
        }
        true
    }

    fn cell_of(&mut self, outcomes: Outcomes) -> Cell {
        let Between { strike, track, rule, .. } = self.between;
        let Outcomes { dice, lowest, values } = outcomes;
        let dice = dice.map(|dice| match self.dice.iter().position(|known| *known == dice) {
            Some(number) => number,
            None => {
                self.dice.push(dice);
                self.dice.len() - 1
            }
        });
        let severity = |values: &Vec<i64>| {
            let given = values.last().map_or(0, |value| *value as i32);
            match rule.gives_level() {
                false => track.severity(strike.ward.points(given)),
                true => {
                    let level = given.clamp(0, track.severity(i32::MAX).into()) as u8;
                    strike.ward.level(level, |points| track.severity(points.into()))
                }
            }
        };
        Cell { dice, lowest, severities: values.iter().map(severity).collect(), values }
    }
}

impl OwnTable {
    /// The severities of ordinary blows.
    pub(super) fn flat(&self) -> Flat {
        let rolled = self.cells.iter().filter(|cell| cell.dice.is_some());
        let lowest = rolled.clone().map(|cell| cell.lowest).min().unwrap_or(0).min(0);
        let highest = rolled.map(|cell| cell.lowest + cell.severities.len() as i32 - 1).max().unwrap_or(0).max(0);
        // Ordinary blows have no modifiers, which come first.
        let ordinary = &self.numbers[..self.rows * count(self.degrees)];
        let rolls = lowest..=highest;
        let severities = ordinary.iter().flat_map(|number| {
            let cell = &self.cells[*number as usize];
            rolls.clone().map(move |roll| {
                let place = if cell.dice.is_some() { roll - cell.lowest } else { 0 };
                usize::try_from(place).ok().and_then(|place| cell.severities.get(place)).copied().unwrap_or(0)
            })
        });
        let severities = severities.collect();
        Flat { degrees: self.degrees, rolls: [lowest, highest], severities }
    }
}
