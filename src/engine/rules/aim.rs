//! Called shots, and wounds of parts of the body (M5, M6; SRD 4.31, 4.35; F93 4.6).

use super::LevelRule;
use super::choice::choice;
use crate::text::worded;

choice! {
    /// Whether fighters may aim at a part of the body, and what hits it (M5, M6; SRD 4.31, 4.35; F93 4.6).
    CalledShots {
        Off = "off": "not used",
        Result = "result": "-1 to skill, and the result must reach `called_minimum`; a win below it is an ordinary hit",
        Degree = "degree": "the relative degree must be 2 for the weapon arm or a leg, 4 for an eye; a win by less is an ordinary hit",
        Fudge1993 = "fudge-1993": "-1 to skill, which an ordinary hit gives back as damage; wounds are recorded as usual",
    }
}

/// A part of the body that may be aimed at. Its wound is its own: nothing is marked on the track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// The relative degree that hits it, where that is asked for (SRD 4.35: 2 to 4).
    pub degree: i32,
    /// What it takes from skill once it is Hurt, 0 or less.
    pub hurt: i8,
    /// What it takes once it is Incapacitated, 0 or less.
    pub incapacitated: i8,
    /// Whether the weapon is dropped then.
    pub holds_weapon: bool,
}

/// Parts of the body. Printed are the degrees and the Hurt weapon arm's -1; a Hurt leg is -1 to running, not to fighting, a
/// Hurt eye -1 to vision. The rest are readings: who cannot stand fights as one who has fallen (A16: -2), who has lost an
/// eye at -2, who has lost the weapon arm with the other hand, bare.
pub const PARTS: [Part; 3] = [
    Part { name: "weapon arm", degree: 2, hurt: -1, incapacitated: -1, holds_weapon: true },
    Part { name: "leg", degree: 2, hurt: 0, incapacitated: -2, holds_weapon: false },
    Part { name: "eye", degree: 4, hurt: -1, incapacitated: -2, holds_weapon: false },
];

/// Where the head stands among what may be aimed at, counted from 1, beyond the [`PARTS`]: a blow there has no wound of its
/// own, but knocks out (W19).
pub const HEAD: u8 = PARTS.len() as u8 + 1;

worded! {
    /// What a part of the body has suffered (SRD 4.35); the worst counts.
    #[derive(PartialOrd, Ord, Hash, Default)]
    Harm.word {
        /// Nothing.
        #[default]
        None = "not harmed",
        /// Scratched: no effect.
        Scratched = "Scratched",
        /// Hurt.
        Hurt = "Hurt",
        /// Incapacitated.
        Incapacitated = "Incapacitated",
    }
}

impl Harm {
    /// The harm of a wound of this level.
    pub(crate) fn of_level(level: &LevelRule) -> Self {
        match level {
            LevelRule { out: true, .. } => Self::Incapacitated,
            LevelRule { penalty: ..0, .. } => Self::Hurt,
            _ => Self::Scratched,
        }
    }
}

impl Part {
    /// What it takes from skill, 0 or less.
    pub const fn penalty(&self, harm: Harm) -> i8 {
        match harm {
            Harm::None | Harm::Scratched => 0,
            Harm::Hurt => self.hurt,
            Harm::Incapacitated => self.incapacitated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M6, SRD 4.35: a Hurt weapon arm is -1, a Hurt leg hinders running, not fighting; the rest as read above.
    #[test]
    fn what_parts_of_the_body_take_from_skill() {
        let taken = PARTS
            .map(|part| [Harm::None, Harm::Scratched, Harm::Hurt, Harm::Incapacitated].map(|harm| part.penalty(harm)));
        assert_eq!(taken, [[0, 0, -1, -1], [0, 0, 0, -2], [0, 0, -1, -2]]);
        assert_eq!(PARTS.map(|part| (part.degree, part.holds_weapon)), [(2, true), (2, false), (4, false)]);
        assert_eq!([Harm::Scratched, Harm::Incapacitated].map(Harm::word), ["Scratched", "Incapacitated"]);
    }
}
