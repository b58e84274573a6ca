//! Blows that stun or knock out (W19; SRD 4.62, Fantasy Fudge, F93 4.73).

use super::choice::choice;

choice! {
    /// The effect of blows struck to stun (W19).
    Stun {
        Off = "off": "not used",
        Srd = "srd": "a wound marked as Hurt stuns: no attack and -1 in the next round; one marked as Very Hurt: no attack and -2 in the next two rounds; a worse one is a knockout; the marks stay but give no penalty",
        Fantasy = "fantasy": "like `srd`, but stunned fighters can attack",
        Fudge1993 = "fudge-1993": "marks give no penalty before a knockout",
    }
}

choice! {
    /// The effect of a blow to the head (W19; SRD 4.62, F93 4.73).
    HeadBlows {
        Off = "off": "not used",
        Knockout = "knockout": "a blow aimed at the head that wins and reaches `called_minimum` knocks the foe out, whatever its damage; below the minimum, the blow is an ordinary hit",
    }
}

/// Number of wound levels that stun: Hurt and Very Hurt.
const STUNNING_LEVELS: u8 = 2;

impl Stun {
    /// The degree of stun, 0 to 2, from a box marked at wound level `level`: the penalty, and the number of rounds that
    /// it lasts. A knockout does not stun.
    pub fn degree_at(self, level: u8) -> u8 {
        match self {
            Self::Srd | Self::Fantasy => (level + 1).saturating_sub(STUNNING_LEVELS).min(2),
            Self::Off | Self::Fudge1993 => 0,
        }
    }

    /// Whether a stun of degree `stun` keeps a fighter from attacking, and from stances that go all out (reading 28).
    pub fn keeps_from_attacking(self, stun: u8) -> bool {
        stun > 0 && self == Self::Srd
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hurt_stuns_for_one_round_and_very_hurt_for_two() {
        let all = |stun: Stun| (0..=3).map(|level| stun.degree_at(level)).collect::<Vec<_>>();
        assert_eq!(all(Stun::Srd), [0, 0, 1, 2]);
        assert_eq!(all(Stun::Fantasy), [0, 0, 1, 2]);
        assert_eq!(all(Stun::Fudge1993), [0; 4]);
        assert!(
            Stun::Srd.keeps_from_attacking(1)
                && !Stun::Srd.keeps_from_attacking(0)
                && !Stun::Fantasy.keeps_from_attacking(1)
        );
    }
}
