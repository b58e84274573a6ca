//! Morale (C14, Fantasy Fudge).

use super::choice::choice;

choice! {
    /// The fighters whose morale is tested at their first wound, and again just before they would go down (C14).
    Morale {
        Off = "off": "no fighter has to roll",
        Npcs = "npcs": "all fighters but player characters",
        All = "all": "all fighters",
    }
}

/// A condition for a fighter to flee: losses of its side, or its own wounds (a reading of this program).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flees {
    /// At most half of the side can fight on.
    HalfDown,
    /// A leader of the side can no longer fight.
    LeaderDown,
    /// At most this number of the side can fight on.
    Left(u16),
    /// The fighter has a wound of this level or worse.
    Wounded(u8),
}

/// The losses of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Losses {
    /// Number of arrived fighters who can fight on.
    pub can_fight: u16,
    /// Number of fighters who have arrived.
    pub arrived: u16,
    /// Whether a leader has fallen.
    pub leader_down: bool,
}

impl Flees {
    /// Whether a fighter at wound level `wounds`, on a side with `losses`, flees now. Losses count only after a fighter
    /// of the side has fallen.
    pub fn flees_now(self, losses: Losses, wounds: u8) -> bool {
        let Losses { can_fight, arrived, leader_down } = losses;
        match self {
            Self::HalfDown => can_fight < arrived && 2 * can_fight <= arrived,
            Self::LeaderDown => can_fight < arrived && leader_down,
            Self::Left(few) => can_fight < arrived && can_fight <= few,
            Self::Wounded(level) => wounds >= level,
        }
    }
}

/// Whether morale is tested at wound level `level`: at the first wound, and again at the `grave` level, the last before
/// the fighter is out. A wound that reaches both causes one roll. `tested` is the worst level tested so far, 0 for
/// none.
pub fn is_tested(tested: u8, level: u8, grave: u8) -> bool {
    level > 0 && (tested == 0 || level >= grave && tested < grave)
}

/// The lowest situational result, including wounds and morale, at which a fighter does not flee or yield.
pub const LOWEST_STEADY: i32 = crate::ladder::FAIR;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn morale_is_tested_at_first_wound_and_very_hurt() {
        let very_hurt = 3;
        assert!(!is_tested(0, 0, very_hurt), "unhurt");
        assert!(is_tested(0, 1, very_hurt), "a Scratch counts");
        assert!(is_tested(0, 3, very_hurt), "at once to Very Hurt: one roll");
        assert!(!is_tested(3, 3, very_hurt));
        assert!(!is_tested(1, 2, very_hurt), "Hurt is no second occasion");
        assert!(is_tested(2, 3, very_hurt));
    }
}
