//! Called shots and wounds to parts of the body (M5, M6; SRD 4.31, 4.35; F93 4.6).

use super::LevelRule;
use super::choice::choice;
use crate::text::worded;

choice! {
    /// Whether fighters can aim at a part of the body, and the result needed to hit it (M5, M6; SRD 4.31, 4.35; F93
    /// 4.6).
    CalledShots {
        Off = "off": "not used",
        Result = "result": "-1 to skill, and the result must reach `called_minimum`; a win with a lower result is an ordinary hit",
        Degree = "degree": "the relative degree must be at least 2 for the weapon arm or a leg, and at least 4 for an eye; a win by less is an ordinary hit",
        Fudge1993 = "fudge-1993": "-1 to skill, but +1 to the damage of a hit that is not a graze; wounds are recorded as usual",
    }
}

/// A part of the body that can be targeted. Its wounds are recorded separately: nothing is marked on the track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The name.
    pub name: &'static str,
    /// The relative degree needed to hit the part, if the rules require one (SRD 4.35: 2 to 4).
    pub degree: i32,
    /// The skill penalty if the part is Hurt, 0 or less.
    pub hurt: i8,
    /// The skill penalty if the part is Incapacitated, 0 or less.
    pub incapacitated: i8,
    /// Whether the fighter drops the weapon if the part is Incapacitated.
    pub holds_weapon: bool,
}

/// The parts of the body. The sources print the degrees and the -1 for a Hurt weapon arm. A Hurt leg is -1 to running,
/// not to fighting; a Hurt eye is -1 to vision. The rest are readings: a fighter who cannot stand fights like a fallen
/// one (A16: -2), one who has lost an eye fights at -2, and one who has lost the weapon arm uses the other hand,
/// unarmed.
pub const PARTS: [Part; 3] = [
    Part { name: "weapon arm", degree: 2, hurt: -1, incapacitated: -1, holds_weapon: true },
    Part { name: "leg", degree: 2, hurt: 0, incapacitated: -2, holds_weapon: false },
    Part { name: "eye", degree: 4, hurt: -1, incapacitated: -2, holds_weapon: false },
];

/// The number of the head as a target of called shots. Targets are counted from 1, and the head follows the [`PARTS`].
/// A blow to the head has no separate wound, but knocks out (W19).
pub const HEAD: u8 = PARTS.len() as u8 + 1;

worded! {
    /// The worst harm to a part of the body (SRD 4.35).
    #[derive(PartialOrd, Ord, Hash, Default)]
    Harm.word {
        /// Unharmed.
        #[default]
        None = "not harmed",
        /// Scratched, with no effect.
        Scratched = "Scratched",
        /// Hurt.
        Hurt = "Hurt",
        /// Incapacitated.
        Incapacitated = "Incapacitated",
    }
}

impl Harm {
    /// The harm done by a wound of this level.
    pub(crate) fn of_level(level: &LevelRule) -> Self {
        match level {
            LevelRule { out: true, .. } => Self::Incapacitated,
            LevelRule { penalty: ..0, .. } => Self::Hurt,
            _ => Self::Scratched,
        }
    }
}

impl Part {
    /// The skill penalty if the part has suffered `harm`, 0 or less.
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

    /// M6, SRD 4.35: a Hurt weapon arm is -1, a Hurt leg hinders running, not fighting; the rest are the readings of
    /// [`PARTS`].
    #[test]
    fn parts_of_the_body_have_skill_penalties() {
        let taken = PARTS
            .map(|part| [Harm::None, Harm::Scratched, Harm::Hurt, Harm::Incapacitated].map(|harm| part.penalty(harm)));
        assert_eq!(taken, [[0, 0, -1, -1], [0, 0, 0, -2], [0, 0, -1, -2]]);
        assert_eq!(PARTS.map(|part| (part.degree, part.holds_weapon)), [(2, true), (2, false), (4, false)]);
        assert_eq!([Harm::Scratched, Harm::Incapacitated].map(Harm::word), ["Scratched", "Incapacitated"]);
    }
}
