//! Systems of building characters.

use crate::ladder::Ladder;
use crate::rules::choice;

choice! {
    System {
        Srd = "srd": "The objective system of SRD 1.6: free levels for attributes, skills and gifts, which can be traded.",
        Fudge1993 = "fudge-1993": "The objective system of F93 2.6, with the same prices and limits as `srd`.",
        FivePoint = "five-point": "Five points for groups of skills, two free attribute levels, two gifts and two faults (FF).",
        Lite = "lite": "An array of ranks by the number of traits (LITE).",
        LiteCliches = "lite-cliches": "Ten levels for clichés, none above Great (LITE).",
    }
}

/// The word for a level on a sheet, from the default ladder.
pub(super) fn word(level: i32) -> String {
    Ladder::default().trait_name(level)
}
