//! Ranges where a level or a factor is wanted: `skill = "Fair to Great"`, `scale = "-7 to 0"`.

use super::document::{Node, Table, Value};
use super::fault::{Fault, Faults};
use super::fighters::FIGHTER;
use super::keys::{KeySpec, Kind};
use crate::ladder::Ladder;

/// Which value of a range is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Point {
    /// The lowest.
    Low,
    /// The one in the middle; of two, the lower.
    Middle,
    /// The highest.
    High,
}

/// The words for points of a range, as `ranges` takes them.
pub(super) const POINTS: &[&str] = &["low", "middle", "high"];

/// The key that fixes all ranges of a fighter.
pub(super) const RANGES: KeySpec = KeySpec {
    key: "ranges",
    kind: Kind::Choice(POINTS),
    required: false,
    meaning: "Which value is taken where the stat block gives a range.",
    example: "\"middle\"",
};

/// All values from one to another, ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    low: i32,
    high: i32,
}

impl Point {
    /// The point of this name.
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "low" => Some(Self::Low),
            "middle" => Some(Self::Middle),
            "high" => Some(Self::High),
            _ => None,
        }
    }
}

impl Range {
    /// The range that a value writes; none where it is no range.
    pub fn of(node: &Node, ladder: &Ladder) -> Option<Self> {
        let (first, last) = node.as_str()?.split_once(" to ")?;
        let (first, last) = (ladder.parse(first.trim()).ok()?, ladder.parse(last.trim()).ok()?);
        Some(Self { low: first.min(last), high: first.max(last) })
    }

    /// One of its values.
    pub fn at(self, point: Point) -> i32 {
        match point {
            Point::Low => self.low,
            Point::Middle => self.low + (self.high - self.low) / 2,
            Point::High => self.high,
        }
    }
}

/// Puts the same point in place of every range of a fighter.
pub(super) fn fix(fighter: &mut Node, point: Point, ladder: &Ladder) {
    for node in ranged(fighter) {
        if let Some(range) = Range::of(node, ladder) {
            node.value = Value::Integer(range.at(point).into());
        }
    }
}

/// Takes the fighter's key `ranges` and does what it says.
pub(super) fn resolve(fighter: &mut Node, ladder: &Ladder, faults: &mut Faults) {
    let said = fighter.as_table_mut().and_then(|table| table.remove(RANGES.key));
    match said.as_ref().map(|entry| (entry, entry.node.as_str().and_then(Point::named))) {
        Some((_, Some(point))) => fix(fighter, point, ladder),
        Some((entry, None)) if entry.node.value != Value::Invalid => {
            let fault = Fault::new(format!("`ranges` must be {}", RANGES.kind.expected())).at(entry.node.span);
            faults.push(fault);
        }
        _ => {}
    }
    for node in ranged(fighter) {
        if Range::of(node, ladder).is_some() {
            let text = node.as_str().unwrap_or_default();
            let fault = Fault::new(format!("`{text}` is a range, which has to be fixed")).at(node.span);
            faults.push(fault.help("give one value, or take the same of all ranges with `ranges = \"middle\"`"));
            node.value = Value::Invalid;
        }
    }
}

/// The values of a fighter that may be ranges: where a level or a factor is wanted, and parts of factors.
fn ranged(fighter: &mut Node) -> impl Iterator<Item = &mut Node> {
    let entries = fighter.as_table_mut().into_iter().flat_map(Table::entries_mut);
    let takes = |key: &str| FIGHTER.iter().any(|spec| spec.key == key && may_hold(&spec.kind));
    entries.filter(move |entry| takes(&entry.key)).flat_map(|entry| match entry.node.as_table().is_some() {
        true => entry.node.as_table_mut().into_iter().flat_map(Table::nodes_mut).collect::<Vec<_>>(),
        false => vec![&mut entry.node],
    })
}

fn may_hold(kind: &Kind) -> bool {
    match kind {
        Kind::Level | Kind::Range => true,
        Kind::Any(kinds) => kinds.iter().any(may_hold),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::tests::{parsed, shown};
    use super::*;

    #[test]
    fn a_range_has_a_low_a_middle_and_a_high_value() {
        let node =
            parsed("skill = 'Fair to Superb'\nscale = '-7 to 0'\noffense = { a = '+1 to +3', b = 1 }\nname = '1 to 3'");
        let at = |point| {
            let mut node = node.clone();
            fix(&mut node, point, &Ladder::default());
            shown(&node)
        };
        assert_eq!(at(Point::Low), "{skill=0 scale=-7 offense={a=1 b=1} name=\"1 to 3\"}");
        assert_eq!(at(Point::Middle), "{skill=1 scale=-4 offense={a=2 b=1} name=\"1 to 3\"}");
        assert_eq!(at(Point::High), "{skill=3 scale=0 offense={a=3 b=1} name=\"1 to 3\"}");
    }
}
