//! `ranges`: one value in place of each range of a fighter.

use crate::document::decode;
use crate::document::key::Key;
use crate::document::keys::Kind;

/// Which value of a range is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// The lowest.
    Low,
    /// The one in the middle; of two, the lower.
    Middle,
    /// The highest.
    High,
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

/// The words for points of a range, as `ranges` takes them.
const POINTS: &[&str] = &["low", "middle", "high"];

/// A key that fixes all ranges of a fighter.
pub(crate) const fn ranges_key() -> Key<Point> {
    Key::new("ranges", Kind::Choice(POINTS), |item| Point::named(decode::choice(item)?))
}
