//! Compares two results, figure by figure: which figures changed, by how much, and whether chance and rounding explain
//! it.
//!
//! Works on [`DataTable`]s that were read from files, and reads no files itself.

mod difference;
mod judge;
mod matching;
mod page;

pub use difference::{AllowedDifference, DataTable, Diff, RowDifference, RowVerdict};
pub use page::{document, page};
use std::collections::BTreeSet;

/// Compares two results, each given as all its tables.
pub fn compare(old: &[DataTable], new: &[DataTable], allowed: AllowedDifference) -> Diff {
    let names = |sheets: &[DataTable]| sheets.iter().map(|sheet| sheet.scenario.clone()).collect::<BTreeSet<_>>();
    let (before, after) = (names(old), names(new));
    let mut diff = Diff {
        scenarios: before.intersection(&after).count(),
        old_scenarios: before.difference(&after).cloned().collect(),
        new_scenarios: after.difference(&before).cloned().collect(),
        ..Diff::default()
    };
    let lone = |sheets: &[DataTable], others: &[DataTable], shared: &BTreeSet<String>| -> Vec<(String, String)> {
        let alone =
            sheets.iter().filter(|sheet| shared.contains(&sheet.scenario) && same_table(others, sheet).is_none());
        alone.map(|sheet| (sheet.scenario.clone(), sheet.name.clone())).collect()
    };
    diff.old_tables = lone(old, new, &after);
    diff.new_tables = lone(new, old, &before);
    let table_pairs = old.iter().filter_map(|one| Some((one, same_table(new, one)?)));
    let pairs: Vec<_> = table_pairs.flat_map(|(one, other)| matching::pairs(one, other)).collect();
    diff.compared = pairs.iter().filter(|pair| pair.old.is_some() && pair.new.is_some()).count();
    diff.rows = judge::judge(pairs, allowed);
    diff
}

/// The table with the same scenario and name as `like`.
fn same_table<'a>(sheets: &'a [DataTable], like: &DataTable) -> Option<&'a DataTable> {
    sheets.iter().find(|sheet| sheet.scenario == like.scenario && sheet.name == like.name)
}

#[cfg(test)]
mod tests;
