//! Ranges in place of levels and factors: `skill = "Fair to Great"`, `scale = "-7 to 0"`.

use super::keys::{FIGHTER, RANGES};
use super::range_value::RangeValue;
use crate::document::keys::Kind;
use crate::document::node::{Entry, Node, Table, Value};
use crate::document::problem::{Problem, Problems, Span};
use crate::ladder::Ladder;
use crate::text::range_ends;

/// An inclusive range of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    low: i32,
    high: i32,
}

impl Range {
    /// Parses a range; `None` if the value is not one.
    pub fn of(node: &Node, ladder: &Ladder) -> Option<Self> {
        let (first, last) = range_ends(node.as_str()?)?;
        let (first, last) = (ladder.parse(first).ok()?, ladder.parse(last).ok()?);
        Some(Self { low: first.min(last), high: first.max(last) })
    }

    fn values(self) -> usize {
        (self.high - self.low + 1) as usize
    }

    pub fn value_at(self, point: RangeValue) -> i32 {
        match point {
            RangeValue::Low => self.low,
            RangeValue::Middle => self.low + (self.high - self.low) / 2,
            RangeValue::High => self.high,
        }
    }
}

/// Replaces every range of a fighter by its value at `point`.
pub fn fix(fighter: &mut Node, point: RangeValue, ladder: &Ladder) {
    for (_, node) in ranged(fighter) {
        if let Some(range) = Range::of(node, ladder) {
            node.value = Value::Integer(range.value_at(point).into());
        }
    }
}

/// Removes the fighter's key `ranges`, and replaces its ranges by the values that this key selects.
pub fn resolve(fighter: &mut Node, ladder: &Ladder, problems: &mut Problems) {
    let said = fighter.as_table_mut().and_then(|table| table.remove(RANGES.spec().key));
    match said.as_ref().map(|entry| (entry, entry.node.as_str().and_then(RangeValue::named))) {
        Some((_, Some(point))) => fix(fighter, point, ladder),
        Some((entry, None)) if entry.node.value != Value::Invalid => {
            let problem =
                Problem::new(format!("`ranges` must be {}", RANGES.spec().kind.expected())).at(entry.node.span);
            problems.push(problem);
        }
        _ => {}
    }
}

/// A range of a fighter that no `ranges` key fixes. Its value is drawn anew in each trial.
#[derive(Debug, Clone)]
pub(crate) struct DrawnRange {
    /// The fighter's index, in file order.
    fighter: usize,
    /// The key of the value, with a dot and the name of the part if the range is only part of a factor.
    name: String,
    /// Identifies the range among those of the fighter. It does not depend on the order of the keys.
    which: u16,
    range: Range,
    span: Span,
}

/// Maximum number of value combinations in one fight.
const MOST_COMBINATIONS: usize = 4096;

/// Maximum number of value combinations in all cells of a scenario together.
const MOST_IN_SCENARIO: usize = 65_536;

/// Maximum total number of values in the documents for all combinations of a cell. It limits the time for reading these
/// documents.
const MOST_VALUES: usize = 2_000_000;

/// All ranges of the fighters with more than one value, fighter by fighter and then by name.
pub(crate) fn axes(document: &mut Node, ladder: &Ladder) -> Vec<DrawnRange> {
    let mut axes: Vec<DrawnRange> = Vec::new();
    for (fighter, node) in fighters(document).enumerate() {
        let mut own: Vec<DrawnRange> = ranged(node)
            .filter_map(|(name, node)| {
                let range = Range::of(node, ladder).filter(|range| range.low < range.high)?;
                Some(DrawnRange { fighter, which: name_hash(&name), name, range, span: node.span })
            })
            .collect();
        own.sort_by(|one, other| one.name.cmp(&other.name));
        for at in 0..own.len() {
            while own[..at].iter().any(|before| before.which == own[at].which) {
                own[at].which = own[at].which.wrapping_add(1);
            }
        }
        axes.append(&mut own);
    }
    axes
}

/// Notes about ranges of whole factors, which may be meant as dice: the message and the remedy of each.
pub(crate) fn notes(axes: &[DrawnRange]) -> Vec<(String, String)> {
    let factors = axes.iter().filter(|axis| ["offense", "defense"].contains(&&*axis.name));
    let note = |axis: &DrawnRange| {
        let Range { low, high } = axis.range;
        let message = format!("`{} = \"{low} to {high}\"` is drawn once for each fight, not for each hit", axis.name);
        let dice = if low == 1 { format!(", such as `\"1d{high}\"`") } else { String::new() };
        (message, format!("write dice{dice} if each hit should roll; leave it if fighters differ"))
    };
    factors.map(note).collect()
}

/// A hash of a name (FNV-1a, folded to 16 bits).
fn name_hash(name: &str) -> u16 {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash ^ hash >> 16) as u16
}

/// The number of combinations of values from `axes`, for one cell of `cells`. `values` is the number of values in the
/// cell's document.
///
/// # Errors
/// If there are more combinations than allowed for a fight, or for all cells together.
pub(crate) fn combinations(axes: &[DrawnRange], cells: usize, values: usize) -> Result<usize, Problem> {
    let product = axes.iter().try_fold(1_usize, |product, axis| product.checked_mul(axis.range.values()));
    let most = MOST_COMBINATIONS.min(MOST_IN_SCENARIO / cells.max(1)).min(MOST_VALUES / values.max(1)).max(1);
    match (product, axes.last()) {
        (Some(product), _) if product <= most => Ok(product),
        (_, last) => {
            let message = format!("the ranges of the fighters combine in more than {most} ways");
            let problem = Problem::new(message).help("fix some of them, with a value or with `ranges = \"middle\"`");
            Err(last.map(|axis| problem.clone().at(axis.span)).unwrap_or(problem))
        }
    }
}

/// Returns `document` with its ranges replaced by the values of the combination with index `combination`. The last
/// range varies fastest.
pub(crate) fn with_combination(document: &Node, axes: &[DrawnRange], combination: usize) -> Node {
    let mut document = document.clone();
    let mut left = combination;
    for axis in axes.iter().rev() {
        let value = axis.range.low + (left % axis.range.values()) as i32;
        left /= axis.range.values();
        let fighter = fighters(&mut document).nth(axis.fighter);
        let node = fighter.and_then(|node| ranged(node).find(|(name, _)| *name == axis.name));
        if let Some((_, node)) = node {
            node.value = Value::Integer(value.into());
        }
    }
    document
}

impl DrawnRange {
    /// The range as [`Mixture::new`](crate::combat::Mixture::new) expects it: the fighter's index, the identifier of
    /// the range, and its number of values.
    pub fn for_mixture(&self) -> (u16, u16, usize) {
        (self.fighter as u16, self.which, self.range.values())
    }
}

fn fighters(all: &mut Node) -> impl Iterator<Item = &mut Node> {
    all.as_table_mut().into_iter().flat_map(Table::nodes_mut)
}

/// The values of a fighter that may be ranges: levels, factors, and parts of factors. Each has its name, as in
/// [`DrawnRange`].
fn ranged(fighter: &mut Node) -> impl Iterator<Item = (String, &mut Node)> {
    let entries = fighter.as_table_mut().into_iter().flat_map(Table::entries_mut);
    let takes = |key: &str| FIGHTER.find(key).is_some_and(|spec| may_contain_range(&spec.kind));
    entries.filter(move |entry| takes(&entry.key)).flat_map(|Entry { key, node, .. }| match node.as_table().is_some() {
        true => {
            let parts = node.as_table_mut().into_iter().flat_map(Table::entries_mut);
            parts.map(|part| (format!("{key}.{}", part.key), &mut part.node)).collect::<Vec<_>>()
        }
        false => vec![(key.clone(), node)],
    })
}

/// Whether a value of this `kind` can be a level or a range.
fn may_contain_range(kind: &Kind) -> bool {
    match kind {
        Kind::Level | Kind::Range => true,
        Kind::Any(kinds) => kinds.iter().any(may_contain_range),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parsed::{parsed, shown};

    #[test]
    fn fix_replaces_ranges_by_low_middle_or_high_values() {
        let node =
            parsed("skill = 'Fair to Superb'\nscale = '-7 to 0'\noffense = { a = '+1 to +3', b = 1 }\nname = '1 to 3'");
        let at = |point| {
            let mut node = node.clone();
            fix(&mut node, point, &Ladder::default());
            shown(&node)
        };
        assert_eq!(at(RangeValue::Low), "{skill=0 scale=-7 offense={a=1 b=1} name=\"1 to 3\"}");
        assert_eq!(at(RangeValue::Middle), "{skill=1 scale=-4 offense={a=2 b=1} name=\"1 to 3\"}");
        assert_eq!(at(RangeValue::High), "{skill=3 scale=0 offense={a=3 b=1} name=\"1 to 3\"}");
    }
}
