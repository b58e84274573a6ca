//! Success rates of dice methods, ready to print.

use super::chances;
use super::json::VERSION;
use super::table::{Heading, Table};
use crate::chance::Weight;
use crate::check::{Actor, Check, CheckRules};
use crate::dice::Dice;
use crate::error::Result;
use crate::exact;
use crate::ladder::Ladder;
use serde_json::{Map, Value, json};

/// The success rates of these dice: trait by difficulty for one dice method, the chance of each result or a higher one for several (as in
/// SRD 3.23).
///
/// # Errors
/// Invalid dice notation.
pub fn rates<D: AsRef<str>>(dice: &[D]) -> Result<Rates> {
    let methods = dice.iter().map(|text| DiceChances::of(&Dice::parse(text.as_ref())?)).collect::<Result<Vec<_>>>()?;
    Ok(match methods.as_slice() {
        [one] => by_trait(one),
        several => by_dice(several),
    })
}

/// The chances that one dice method gives each result or a higher one.
struct DiceChances {
    dice: String,
    at_least: Vec<(i32, Weight)>,
}

impl DiceChances {
    fn of(dice: &Dice) -> Result<Self> {
        let check = Check::new(Actor::new(None, 0, dice.clone(), None)?, 0, CheckRules::default())?;
        let degrees = exact::check(&check).degrees();
        Ok(Self { dice: dice.name().to_owned(), at_least: chances::at_least(&degrees) })
    }

    /// The chance of `value` or a higher result.
    fn reaching(&self, value: i32) -> Weight {
        self.at_least.iter().find(|(result, _)| *result >= value).map_or(Weight::ZERO, |(_, weight)| *weight)
    }

    /// The lowest and the highest result.
    fn range(&self) -> Option<(i32, i32)> {
        Some((self.at_least.first()?.0, self.at_least.last()?.0))
    }
}

/// Success rates as a table for people, and as one row for each rate for programs.
#[derive(Debug)]
pub struct Rates {
    /// For people.
    pub table: Table,
    rows: Vec<Row>,
}

/// One rate: the dice, the numbers it is for, and the chance.
#[derive(Debug)]
struct Row {
    dice: String,
    place: Vec<(&'static str, i32)>,
    weight: Weight,
}

/// Every trait of the ladder against every difficulty.
fn by_trait(method: &DiceChances) -> Rates {
    let ladder = Ladder::default();
    let levels: Vec<i32> = (ladder.lowest()..=ladder.highest()).collect();
    let mut table = Table {
        title: format!("Chance of success with {}, in per cent: trait by difficulty", method.dice),
        columns: vec![Heading::left("trait \\ difficulty")],
        rows: Vec::new(),
    };
    table.columns.extend(levels.iter().map(|level| Heading::right(ladder.degree_name(*level))));
    let mut rows = Vec::new();
    for &level in levels.iter().rev() {
        let chances: Vec<_> =
            levels.iter().map(|difficulty| (*difficulty, method.reaching(difficulty - level))).collect();
        table.rows.push(words(ladder.trait_name(level), chances.iter().map(|(_, weight)| *weight)));
        rows.extend(chances.into_iter().map(|(difficulty, weight)| Row {
            dice: method.dice.clone(),
            place: vec![("trait", level), ("difficulty", difficulty)],
            weight,
        }));
    }
    Rates { table, rows }
}

/// Every result that any of the dice can give.
fn by_dice(methods: &[DiceChances]) -> Rates {
    let ranges: Vec<_> = methods.iter().filter_map(DiceChances::range).collect();
    let lowest = ranges.iter().map(|(lowest, _)| *lowest).min().unwrap_or(0);
    let highest = ranges.iter().map(|(_, highest)| *highest).max().unwrap_or(0);
    let mut table = Table {
        title: "Chance of each result or a higher one, in per cent".to_owned(),
        columns: vec![Heading::right("at least")],
        rows: Vec::new(),
    };
    table.columns.extend(methods.iter().map(|method| Heading::right(method.dice.clone())));
    let mut rows = Vec::new();
    for result in (lowest..=highest).rev() {
        table.rows.push(words(chances::signed(result), methods.iter().map(|method| method.reaching(result))));
        rows.extend(methods.iter().map(|method| Row {
            dice: method.dice.clone(),
            place: vec![("at_least", result)],
            weight: method.reaching(result),
        }));
    }
    Rates { table, rows }
}

fn words(first: String, chances: impl Iterator<Item = Weight>) -> Vec<String> {
    std::iter::once(first).chain(chances.map(chances::bare_percent)).collect()
}

impl Rates {
    /// One JSON document.
    pub fn json(&self) -> String {
        let row = |row: &Row| {
            let dice = ("dice".to_owned(), json!(row.dice));
            let place = row.place.iter().map(|(name, level)| ((*name).to_owned(), json!(level)));
            Value::Object(std::iter::once(dice).chain(place).chain(chances::members(row.weight)).collect::<Map<_, _>>())
        };
        let rates = self.rows.iter().map(row).collect::<Vec<_>>();
        format!("{:#}\n", json!({ "fudgelab": VERSION, "rates": rates }))
    }

    /// Comma-separated values with a line of names. Names of dice hold neither commas nor quotes.
    pub fn csv(&self) -> String {
        let names = self.rows.first().map(|row| row.place.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        let mut out = format!("dice,{},probability,fraction\n", names.unwrap_or_default().join(","));
        for row in &self.rows {
            let place = row.place.iter().map(|(_, level)| level.to_string()).collect::<Vec<_>>().join(",");
            let (probability, fraction) = (row.weight.probability(), chances::fraction(row.weight));
            out += &format!("{},{place},{probability},{fraction}\n", row.dice);
        }
        out
    }
}
