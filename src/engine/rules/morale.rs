//! Morale (C14, Fantasy Fudge).

use super::choice::choice;

choice! {
    /// Whose morale is tested when they are first wounded, and again when they are about to go down (C14).
    Morale {
        Off = "off": "everybody fights on",
        Npcs = "npcs": "all but player characters",
        All = "all": "everybody",
    }
}

/// The moment at which a fighter flees: its side's losses or a wound of its own (a reading of this program).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flees {
    /// Once at most half of the side can fight on.
    HalfDown,
    /// Once a leader of the side cannot.
    LeaderDown,
    /// Once at most so many of the side can.
    Left(u16),
    /// Once it has a wound of this level or a worse one.
    Wounded(u8),
}

/// What has become of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Losses {
    /// How many of those who came can fight on.
    pub left: u16,
    /// How many came.
    pub came: u16,
    /// Whether a leader has fallen.
    pub leader_down: bool,
}

impl Flees {
    /// Whether it is time to flee, with this wound level: because of losses not before a fighter of the side has fallen.
    pub fn is_time(self, losses: Losses, wounds: u8) -> bool {
        let Losses { left, came, leader_down } = losses;
        match self {
            Self::HalfDown => left < came && 2 * left <= came,
            Self::LeaderDown => left < came && leader_down,
            Self::Left(few) => left < came && left <= few,
            Self::Wounded(level) => wounds >= level,
        }
    }
}

/// Whether morale is tested at a wound level that is felt: at the first wound and again at the `grave` level, the last
/// before the fighter is out; both at once are one roll. `tested` is the worst level at which it was before, 0 for none.
pub fn trial(tested: u8, level: u8, grave: u8) -> bool {
    level > 0 && (tested == 0 || level >= grave && tested < grave)
}

/// The least result of a situational roll, wounds and morale counted, that keeps one from fleeing or yielding.
pub const STEADY: i32 = crate::ladder::FAIR;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_wound_and_very_hurt() {
        let very_hurt = 3;
        assert!(!trial(0, 0, very_hurt), "unhurt");
        assert!(trial(0, 1, very_hurt), "a Scratch counts");
        assert!(trial(0, 3, very_hurt), "at once to Very Hurt: one roll");
        assert!(!trial(3, 3, very_hurt));
        assert!(!trial(1, 2, very_hurt), "Hurt is no second occasion");
        assert!(trial(2, 3, very_hurt));
    }
}
