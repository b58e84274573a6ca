//! Compares the sums that a source prints with the parts of a stat block.

use super::super::like::with_attack;
use super::super::preset::Preset;
use super::super::shipped_presets::DEFAULT_PRESET;
use crate::combat::Fighter;
use crate::document::{Node, Problem, Problems, Value};
use crate::ladder::Ladder;
use crate::rules::Rules;
use crate::subject::fight::read::keys::RANGES;
use crate::subject::fight::read::lone_fighter;
use crate::subject::fight::read::range_value::RangeValue;
use crate::subject::fight::read::ranges::{Range, fix};

/// Reports printed sums that the parts of a stat block do not add up to, unless a `printed_note` explains the
/// difference.
///
/// Parts are added up under the rules of the block's own source, regardless of the scenario's rules.
pub(in super::super) fn check(block: &Node, ladder: &Ladder, problems: &mut Problems) {
    if block.as_table().is_none_or(|table| table.get("like").is_some()) {
        return;
    }
    let Some(rules) = rules_of(block.text_of("source").unwrap_or_default()) else { return };
    compare(block, &with_attack(block, None, ladder), rules, ladder, problems);
    for attack in block.entries_of("attacks") {
        compare(&attack.node, &with_attack(block, Some(&attack.key), ladder), rules, ladder, problems);
    }
}

/// A function that computes a sum for a fighter under some rules.
pub(super) type FighterSum = fn(&Fighter, &Rules) -> i32;

/// The rules by which a source computes the sums that it prints.
pub(super) fn rules_of(source: &str) -> Option<&'static Rules> {
    let preset = match source.split(' ').next() {
        Some("FF") => "fantasy",
        Some("F93") => "fudge-1993",
        Some("LITE") => "lite",
        Some("KAER") => "kaer",
        _ => DEFAULT_PRESET,
    };
    Preset::find(preset).ok().map(|(_, rules)| rules)
}

/// Compares the sums printed in `said`, a block or one of its attacks, with the sums computed for `whole`, the block
/// completed with this attack.
fn compare(said: &Node, whole: &Node, rules: &Rules, ladder: &Ladder, problems: &mut Problems) {
    let Some(table) = said.as_table() else { return };
    let figures: [(&str, FighterSum); 2] = [
        ("printed_offense", |fighter, _| fighter.offense + fighter.strength_scale),
        ("printed_defense", |fighter, rules| fighter.defensive_factor(rules) + fighter.mass_scale),
    ];
    let note = table.entry("printed_note");
    let ends = at_ends(whole, rules, ladder);
    let mut differ = false;
    for (key, figure) in figures {
        let Some(entry) = table.entry(key) else { continue };
        let Some(printed) = bounds(&entry.node, ladder) else {
            let problem = Problem::new(format!("`{key}` must be a whole number, or a range such as `\"1 to 3\"`"));
            problems.push(problem.at(entry.node.span));
            continue;
        };
        let [Some(low), Some(high)] = &ends else { continue }; // the block itself is invalid
        let [low, high] = [low, high].map(|fighter| figure(fighter, rules));
        if printed == (low.min(high), low.max(high)) {
            continue;
        }
        differ = true;
        if note.is_none() {
            let sum = if low == high { format!("{low:+}") } else { format!("{low:+} to {high:+}") };
            let problem = Problem::new(format!("the parts, with Scale, add up to {sum}")).at(entry.node.span);
            problems.push(
                problem.label("printed otherwise").help("correct one of them, or give the reason in `printed_note`"),
            );
        }
    }
    if let Some(note) = note.filter(|_| !differ) {
        let problem = Problem::new("the parts add up to the printed sum, so `printed_note` has nothing to explain");
        problems.push(problem.at(note.key_span).help("leave it out, or put it into `note`"));
    }
}

/// The lowest and the highest value of a number or a range; `None` for anything else.
fn bounds(node: &Node, ladder: &Ladder) -> Option<(i32, i32)> {
    match node.value {
        Value::Integer(number) => i32::try_from(number).ok().map(|number| (number, number)),
        _ => Range::of(node, ladder).map(|range| (range.value_at(RangeValue::Low), range.value_at(RangeValue::High))),
    }
}

/// The fighter of a whole stat block, at the low ends and at the high ends of its ranges.
pub(super) fn at_ends(whole: &Node, rules: &Rules, ladder: &Ladder) -> [Option<Fighter>; 2] {
    [RangeValue::Low, RangeValue::High].map(|point| {
        let mut whole = whole.clone();
        whole.as_table_mut()?.remove(RANGES.spec().key);
        fix(&mut whole, point, ladder);
        lone_fighter(whole, ladder, rules)
    })
}
