//! The rules of a result on its page: those changed from the preset, those that differ between presets, and the rest.

use super::{Folded, HtmlTable, Piece, Section};
use crate::report::table::{self, Heading};
use crate::study::{RuleInForce, StudyResult};

/// The preset in a sentence, and the rules changed from it; folded, the rules in which presets differ, and those they
/// share.
pub(super) fn section(result: &StudyResult) -> Section {
    let base = result.provenance.base();
    if base.is_empty() {
        return Section::default();
    }
    let (changed, usual): (Vec<_>, Vec<_>) = result.provenance.rules.iter().partition(|rule| rule.is_changed);
    let (differing, common): (Vec<_>, Vec<_>) = usual.into_iter().partition(|rule| rule.differs());
    let several = result.provenance.bases.len() > 1;
    let besides = if changed.is_empty() { "" } else { ", changed as follows" };
    let preset = format!("{}: {base}{besides}.", if several { "Presets" } else { "Preset" });
    let changed = table("Rules changed from the preset", result, &changed);
    let pieces = std::iter::once(Piece::paragraph(preset)).chain(changed.map(Piece::Table)).collect();
    let rest = [
        table("Rules in which the presets differ", result, &differing),
        table(if several { "Rules that the presets share" } else { "Rules as in the preset" }, result, &common),
    ];
    let folded = |table: HtmlTable| Folded {
        name: format!("{} ({})", table.caption, table.rows.len()),
        pieces: vec![Piece::Table(table)],
    };
    Section::new("rules", "Rules", pieces, rest.into_iter().flatten().map(folded).collect())
}

/// One row for each rule, with one column for each variant if any rule differs between variants. `None` without rules.
fn table(title: &str, result: &StudyResult, rules: &[&RuleInForce]) -> Option<HtmlTable> {
    let apart = rules.iter().any(|rule| rule.differs());
    let cases = if apart { result.variants.clone() } else { vec!["choice".to_owned()] };
    let row = |rule: &&RuleInForce| {
        let choices = if apart { rule.by_variant.clone() } else { vec![rule.choice.clone()] };
        let words = [rule.meaning, rule.source].map(str::to_owned);
        std::iter::once(rule.option.to_owned()).chain(choices).chain(words)
    };
    let words = ["what it decides", "source"].map(str::to_owned);
    let columns = std::iter::once("rule".to_owned()).chain(cases).chain(words).map(Heading::left);
    Some(HtmlTable::new(&table::Table::new(title, columns, rules.iter().map(row)).non_empty()?))
}
