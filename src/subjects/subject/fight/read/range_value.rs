//! The key `ranges`, which replaces each range of a fighter by one of its values.

use crate::document::decode;
use crate::document::key::Key;
use crate::document::keys::Kind;

/// One of the values of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeValue {
    Low,
    /// The middle value; the lower one if there are two.
    Middle,
    High,
}

impl RangeValue {
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "low" => Some(Self::Low),
            "middle" => Some(Self::Middle),
            "high" => Some(Self::High),
            _ => None,
        }
    }
}

/// The words that the key `ranges` accepts.
const RANGE_WORDS: &[&str] = &["low", "middle", "high"];

/// A key that fixes all ranges of a fighter.
pub(crate) const fn ranges_key() -> Key<RangeValue> {
    Key::new("ranges", Kind::Choice(RANGE_WORDS), |item| RangeValue::named(decode::choice(item)?))
}
