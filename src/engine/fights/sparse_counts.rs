//! Serializes counts that are mostly 0 as their number and the nonzero ones by index: a tenth of the bytes, or less.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Maximum number of counts, more than any fight has.
const MAX_COUNTS: usize = 1 << 24;

/// Writes the counts.
///
/// # Errors
/// If the serializer fails.
pub fn serialize<S: Serializer>(counts: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    let counted = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    (counts.len(), counted.collect::<Vec<_>>()).serialize(serializer)
}

/// Reads the counts.
///
/// # Errors
/// If the data were not written by [`serialize`].
pub fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    let (length, counted) = <(usize, Vec<(usize, u64)>)>::deserialize(deserializer)?;
    if length > MAX_COUNTS {
        return Err(D::Error::custom("there are too many counts"));
    }
    let mut counts = vec![0; length];
    for (place, count) in counted {
        *counts.get_mut(place).ok_or_else(|| D::Error::custom("a count is out of place"))? = count;
    }
    Ok(counts)
}
