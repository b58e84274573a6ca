//! Grazes: hits by one level, which wound according to the damage factor alone (W7).

use crate::rules::choice::choice;

choice! {
    /// Whether a hit with relative degree 1 is a graze (W7, SRD 4.56).
    Graze {
        Off = "off": "there are no grazes",
        Table = "table": "the wound of a hit by one level depends on the damage factor alone, see `graze_from` and `graze_roll`",
    }
}
