//! The costs of character sheets, in words, tables and JSON.

use super::formats::json::VERSION;
use super::page::{self, Page};
use super::table::{Heading, Table};
use crate::character::{Price, Sheet, SheetPart, System, price};
use crate::measure::{distinct, number};
use crate::rules::Choice;
use crate::subject::counted;
use crate::text::true_minus;
use serde_json::{Value, json};

/// A character sheet with its price.
#[derive(Debug, Clone)]
pub struct PricedSheet {
    pub name: String,
    pub system: System,
    pub price: Price,
}

pub fn price_sheets(sheets: &[(String, Sheet)]) -> Vec<PricedSheet> {
    let one =
        |(name, sheet): &(String, Sheet)| PricedSheet { name: name.clone(), system: sheet.system, price: price(sheet) };
    sheets.iter().map(one).collect()
}

impl PricedSheet {
    /// Whether nothing is overspent, and everything on the sheet is allowed.
    pub fn is_legal(&self) -> bool {
        self.price.left >= 0 && self.price.objections.is_empty()
    }

    /// The answer, in sentences: what is left or overspent, what is not allowed, and the cost of the character.
    pub fn sentences(&self) -> Vec<String> {
        let Self { name, system, price } = self;
        let levels = |count: i64| counted(count.unsigned_abs(), price.unit);
        let balance = match price.left {
            0 => format!("{name} spends exactly what there is to spend."),
            left if left > 0 => format!("{name} has {} left.", levels(left)),
            left => format!("{name} spends {} too many.", levels(left)),
        };
        let system = system.word();
        let cost = true_minus(price.cost);
        let one = if price.cost.abs() == 1 { "skill level" } else { "skill levels" };
        let worth = match self.system {
            System::Srd | System::Fudge1993 => format!("With faults subtracted, it costs {cost} {one}."),
            _ => format!("By the prices of the SRD it would cost {cost} {one}; it is built as `{system}`."),
        };
        std::iter::once(balance).chain(price.objections.iter().cloned()).chain([worth]).collect()
    }

    /// The amounts taken, free and left in each part, and what the rest is worth.
    pub fn parts(&self) -> Table {
        let unit = format!("in {}s", self.price.unit);
        let columns = std::iter::once(Heading::left("")).chain(["taken", "free", "left", &unit].map(Heading::right));
        let row = |part: &SheetPart| {
            let units = |levels: i64| in_units(levels, part.rate);
            [part.name.clone(), units(part.taken), units(part.free), units(part.left()), true_minus(part.left())]
        };
        let rows = self.price.parts.iter().filter(|part| !part.lines.is_empty() || part.free != 0).map(row);
        let [one, other, third] = [const { String::new() }; 3];
        let sum = ["in all".to_owned(), one, other, third, true_minus(self.price.left)];
        Table::new(format!("Parts of {}: taken, free and left", self.name), columns, rows.chain([sum]))
    }

    /// The cost of each trait.
    pub fn lines(&self) -> Table {
        let columns = ["part", "trait", "level"].map(Heading::left).into_iter().chain([Heading::right("cost")]);
        let rows = self.price.parts.iter().flat_map(|part| {
            part.lines.iter().map(move |line| {
                [part.name.clone(), line.name.clone(), line.level.clone(), in_units(line.cost, part.rate)]
            })
        });
        Table::new(format!("What each trait of {} costs", self.name), columns, rows)
    }

    fn json(&self) -> Value {
        let part = |part: &SheetPart| {
            let lines: Vec<Value> = part
                .lines
                .iter()
                .map(|line| json!({ "name": line.name, "level": line.level, "cost": line.cost }))
                .collect();
            json!({
                "part": part.name,
                "worth_of_one": part.rate,
                "taken": part.taken,
                "free": part.free,
                "left": part.left(),
                "traits": lines,
            })
        };
        json!({
            "name": self.name,
            "system": self.system.word(),
            "cost": self.price.cost,
            "left": self.price.left,
            "unit": self.price.unit,
            "legal": self.is_legal(),
            "objections": self.price.objections,
            "parts": self.price.parts.iter().map(part).collect::<Vec<_>>(),
        })
    }
}

/// The page of a single sheet with its answer, parts and traits, or of several sheets in one table.
pub fn page(sheets: &[PricedSheet]) -> Page {
    let table = |table: Table| vec![page::Part::untitled(table)];
    let blocks = match sheets {
        [one] => {
            vec![vec![page::Part::plain_sentence(one.sentences().join(" "))], table(one.parts()), table(one.lines())]
        }
        several => {
            let more = page::Part::plain_sentence("One of them, trait by trait: fudgelab cost FILE NAME");
            vec![table(overview(several)), vec![more]]
        }
    };
    Page::new(0, blocks)
}

/// All sheets in one table, one row each: the amount taken in each part, what is left, the cost, and whether the sheet
/// is allowed.
pub fn overview(sheets: &[PricedSheet]) -> Table {
    let parts = sheets.iter().flat_map(|sheet| &sheet.price.parts).filter(|part| !part.lines.is_empty());
    let parts = distinct(parts.map(|part| part.name.as_str()));
    let numbers = parts.iter().copied().chain(["left", "cost"]).map(Heading::right);
    let columns = std::iter::once(Heading::left("")).chain(numbers).chain([Heading::left("allowed")]);
    let row = |sheet: &PricedSheet| {
        let part = |name: &&str| {
            let found = sheet.price.parts.iter().find(|part| part.name == *name);
            found.map(|part| in_units(part.taken, part.rate)).unwrap_or_default()
        };
        let allowed = if sheet.is_legal() { "yes" } else { "no" };
        let own = [true_minus(sheet.price.left), true_minus(sheet.price.cost), allowed.to_owned()];
        std::iter::once(sheet.name.clone()).chain(parts.iter().map(part)).chain(own).collect::<Vec<_>>()
    };
    Table::new("What the sheets cost", columns, sheets.iter().map(row))
}

pub fn json(sheets: &[PricedSheet]) -> Value {
    json!({ "fudgelab": VERSION, "sheets": sheets.iter().map(PricedSheet::json).collect::<Vec<_>>() })
}

/// `levels` in units that are worth `rate` levels each: `1.5`.
fn in_units(levels: i64, rate: i64) -> String {
    let (whole, rest) = (levels / rate.max(1), levels % rate.max(1));
    if rest == 0 { true_minus(whole) } else { true_minus(number::plain(levels as f64 / rate as f64)) }
}
