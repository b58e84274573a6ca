//! The character costs of fighters, shown with the results of a study.

use super::table::{Heading, Table};
use crate::study::{FighterCost, StudyResult};
use crate::text::true_minus;
use serde_json::{Value, json};

/// The costs in a sentence; `None` if no fighter has a character sheet, or costs differ between cases.
pub fn sentence(result: &StudyResult) -> Option<String> {
    if result.costs.is_empty() || costs_differ(result) {
        return None;
    }
    let cost = |one: &FighterCost| format!("{} {}", one.fighter, true_minus(one.levels));
    let costs: Vec<String> = result.costs.iter().map(cost).collect();
    Some(format!("Character cost, in skill levels: {}.", costs.join("; ")))
}

/// The costs in a table, with a column for the case if they differ between cases; `None` if no fighter has a character
/// sheet.
pub fn table(result: &StudyResult) -> Option<Table> {
    let case = costs_differ(result).then(|| Heading::left("case"));
    let columns = case.into_iter().chain([Heading::left("fighter"), Heading::right("cost")]);
    let row = |one: &FighterCost| one.cell.clone().into_iter().chain([one.fighter.clone(), true_minus(one.levels)]);
    Table::new("Character costs of the fighters, in skill levels", columns, result.costs.iter().map(row)).non_empty()
}

pub fn to_json(result: &StudyResult) -> Vec<Value> {
    let document = |one: &FighterCost| json!({ "cell": one.cell, "fighter": one.fighter, "cost": one.levels });
    result.costs.iter().map(document).collect()
}

fn costs_differ(result: &StudyResult) -> bool {
    result.costs.iter().any(|one| one.cell.is_some())
}
